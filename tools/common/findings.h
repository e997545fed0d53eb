//===- facts.h - a report's entries, and who is told of them ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_FACTS_H
#define SMR_COMMON_FACTS_H
#include "jobs.h"

/// An entry of a report, decoded; texts are never NULL.
typedef struct {
  bool rewrite, unverified; // unverified: by a pair that nobody checked
  const char *file, *function, *idiom, *library, *tier, *reason;
  uint32_t line, column;
  SMR_VEC(uint32_t) loops; // the lines of all that a call stands for, where they are several
  Args guards;
  Args laws, equations, canonical; // where it is explained: lines
  double code_ns, call_ns;         // an estimate; 0: there is none
  uint32_t size;                   // that stands in it for what is not known; 0: all is
  const char *code_ps, *call_ps;   // formulas, or ""
  const char *call;                // as it is made, where that is explained
} Fact;
typedef SMR_VEC(Fact) Facts;

/// Adds what a report tells. False when the text is none.
bool facts_read(const char *json, SmrArena *arena, Facts *out);
void facts_free(Facts *facts);
/// Do two misses say the same of the same place? (Instances of a template, dimensions of an array.)
bool facts_same(const Fact *one, const Fact *other);

/// Has the compilation to say what it did, for a report or for any of these ways?
bool facts_wanted(const Session *session, const Job *job);
/// Tells of a compilation that is done: a line for each rewrite (--smr-verbose), remarks as the job's -Rpass…
/// ask for them, records in its -opt-record-file, errors (--smr-werror=missed). False: there was an error.
/// (clang's plugin does all this itself.)
bool facts_tell(const Session *session, const Job *job, const char *json);
#endif
