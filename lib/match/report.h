//===- report.h - what was rewritten, and what was not and why -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Facts in the order in which they were found; every tier adds to the same report. It is written as JSON
// (--smr-report, report=), and the pass turns it into MLIR remarks.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_REPORT_H
#define SMR_MATCH_REPORT_H
#include "base/str.h"
#include "base/vec.h"
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef enum { SMR_REPORT_REWRITE, SMR_REPORT_MISSED } SmrReportKind;

/// How a call came to say what a nest computes (lib/cover).
typedef struct {
  const char *laws;                  // names, with a blank between them
  const char *call;                  // the routine, and what its parameters stand for
  const char *plan;                  // a line for each step of the nest's plan
  const char *equations, *canonical; // of the nest, in the text form of lib/raise
} SmrExplanation;

/// About how long the code takes, and a call (match/estimate.h).
typedef struct {
  const char *code, *call; // in picoseconds, over what the source calls its sizes; "": cannot be said so
  double code_ns, call_ns; // in nanoseconds; call_ns 0: not known
  uint32_t size;           // what stands in these for each size that is not known; 0: all are
} SmrEstimate;

typedef struct {
  SmrReportKind kind;
  const char *file;          // never NULL; "" when unknown, as are all texts
  uint32_t line, column;     // from 1; 0 = unknown
  const char *function;      // the function that contains the code
  const char *idiom;         // the pattern's name
  const char *library;       // REWRITE: the file that it came from
  const char *tier;          // REWRITE: "exact", "equality" or "pattern"
  const char *const *guards; // REWRITE: run-time checks, in order
  uint32_t guard_count;
  const char *reason;    // MISSED: why not
  bool unverified;       // REWRITE: by a pair that nobody checked
  bool rounds;           // REWRITE: results may be rounded otherwise than by the code itself
  const uint32_t *lines; // of the loops next to each other that it speaks of, where there are several
  uint32_t line_count;
  const SmrExplanation *explanation; // when it was asked for, by equations; else NULL
  const SmrEstimate *estimate;       // NULL: there is none
} SmrReportEntry;

typedef struct {
  SmrArena arena; // owns every text
  SMR_VEC(SmrReportEntry) entries;
  uint64_t candidates, matches; // how many the automata found, for the statistics
  uint32_t near_misses;         // how many MISSED entries are about code that only resembles an idiom
} SmrReport;

/// Zero-initialise an SmrReport to create it.
void smr_report_free(SmrReport *report);
/// Adds a fact; texts and guards are copied, NULL becomes "". Returns its index.
uint32_t smr_report_add(SmrReport *report, const SmrReportEntry *entry);
uint32_t smr_report_count(const SmrReport *report, SmrReportKind kind);
/// {"version":1,"rewrites":[…],"missed":[…]}, one fact a line, a newline at the end. Bytes that are not UTF-8
/// become U+FFFD, so the result is always valid JSON.
void smr_report_json(const SmrReport *report, SmrStr *out);
/// Writes the JSON to a file, all or nothing. Only over a report, an empty file or none (report_file.h).
/// False with a reason.
bool smr_report_write(const SmrReport *report, const char *path, const char **reason);

#ifdef __cplusplus
}
#endif
#endif
