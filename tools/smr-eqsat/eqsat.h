//===- eqsat.h - one run of smr-eqsat ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The calls in order: read, saturate, extract; then what is written about the graph.
//===----------------------------------------------------------------------===//
#ifndef SMR_EQSAT_EQSAT_H
#define SMR_EQSAT_EQSAT_H
#include "egraph/binder.h"
#include "egraph/builtins.h"
#include "egraph/cost.h"
#include "egraph/rules_text.h"
#include "egraph/sketch.h"
#include "egraph/term_text.h"
#include "options.h"
#include "stats.h"

typedef struct {
  const Options *options;
  SmrDiag diag;
  SmrOps *ops;
  SmrArena texts;
  SmrRules rules;
  SmrCallbacks callbacks;
  SmrEgraph *g;
  SmrBuiltins *builtins;
  SmrBinder *binder;
  SmrSketch *sketch; // NULL: none
  SmrCostTable *table;
  SmrCost cost;
  SMR_VEC(Phase) phases;
  SmrTerm inputs; // all input terms
  SmrTermRoots input_roots;
  SMR_VEC(SmrClass) roots; // their classes
  SMR_VEC(Result) results;
  double extract_ms, total_ms;
  bool unsatisfied; // a term has no form that satisfies the sketch
} Eqsat;

/// Reads rules, terms, sketch and costs, and makes the graph. False after errors in e->diag.
bool eqsat_read(Eqsat *e);
/// Runs the phases.
void eqsat_saturate(Eqsat *e);
/// Prints the result for each input, one per line.
bool eqsat_extract(Eqsat *e, SmrStr *out);
void eqsat_dot(Eqsat *e, SmrStr *out);
void eqsat_json(Eqsat *e, SmrStr *out);
void eqsat_stats(Eqsat *e, SmrStr *out);
void eqsat_free(Eqsat *e);

double eqsat_now_ms(void);
#endif
