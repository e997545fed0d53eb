//===- findings.h - a report's entries, read ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Compilers' plugins compile this file, too: it needs lib/base only.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_FINDINGS_H
#define SMR_MATCH_FINDINGS_H
#include "base/settings.h"
#include "base/vec.h"
#ifdef __cplusplus
extern "C" {
#endif

/// An entry of a report (report.h); texts are never NULL.
typedef struct {
  bool rewrite, unverified; // unverified: by a pair that nobody checked
  const char *file, *function, *idiom, *library, *tier, *reason;
  uint32_t line, column;
  const uint32_t *loops; // the lines of all loop nests that a call replaces, if there are several
  uint32_t loop_count;
  SmrNames guards;
  SmrNames laws, equations, canonical; // if it is explained: lines
  double code_ns, call_ns;             // an estimate; 0: there is none
  uint32_t size;                       // that it assumes for what is not known; 0: all is known
  const char *code_ps, *call_ps;       // formulas, or ""
  const char *call;                    // as it is made, if that is explained
} SmrFinding;
typedef SMR_VEC(SmrFinding) SmrFindings;

/// Adds a report's entries; texts are in the arena. False if the text is no report.
bool smr_findings_read(const char *json, SmrArena *arena, SmrFindings *out);
/// Do two misses say the same of the same place? (Instances of a template, dimensions of an array.)
bool smr_findings_same(const SmrFinding *one, const SmrFinding *other);

typedef enum { SMR_FINDING_PASSED, SMR_FINDING_MISSED, SMR_FINDING_ANALYSIS } SmrFindingKind;

/// A part of a remark: a text; with a key if it differs between remarks of the name.
typedef struct {
  const char *key, *text;
} SmrFindingPart;

/// Receives a remark: `count` parts.
typedef void SmrFindingRemark(void *user, SmrFindingKind kind, const char *name, const SmrFindingPart *parts,
                              uint32_t count);
/// The remarks of a fact, as compilers print them: what was done, what it rests on, or why nothing was done.
void smr_finding_remarks(const SmrFinding *fact, SmrFindingRemark *remark, void *user);

#ifdef __cplusplus
}
#endif
#endif
