//===- stats.h - what a run did, as JSON ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_EQSAT_STATS_H
#define SMR_EQSAT_STATS_H
#include "egraph/run.h"

typedef struct {
  const char *name; // as in --phases
  SmrProgram *program;
  SmrRun *run;
  SmrStopReason stop;
} Phase;

typedef struct {
  double cost;
  bool found;
} Result;

/// {"phases":[{"name", "stop", "iterations":[{"nodes", "classes", "unions", "matches", "search_ms",
/// "apply_ms", "rebuild_ms", "bytes", "rules":{NAME: matches}}]}], "nodes", "classes", "bytes",
/// "costs":[number or null], "extract_ms", "total_ms"}. Rules without a match in an iteration are left out.
void stats_print(const SmrEgraph *g, const Phase *phases, uint32_t phase_count, const Result *results,
                 uint32_t result_count, double extract_ms, double total_ms, SmrStr *out);
#endif
