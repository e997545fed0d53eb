//===- eqsat.h - one run of smr-eqsat ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The calls in order: read the rules, read the rest, saturate, extract; then what is written about the graph.
//===----------------------------------------------------------------------===//
#ifndef SMR_EQSAT_EQSAT_H
#define SMR_EQSAT_EQSAT_H
#include "egraph/explain.h"
#include "egraph/sketch.h"
#include "egraph/term_text.h"
#include "egraph/world.h"
#include "options.h"
#include "stats.h"

typedef struct {
  const EqsatOptions *options;
  SmrDiag diag;
  SmrOperators *ops;
  SmrArena texts;
  SmrRules rules;
  SmrWorld *world;
  SmrEgraph *g; // the world's, as are the next two, which are NULL where nothing asks for them
  SmrBuiltins *builtins;
  SmrDataSet *data;
  SmrExplain *explain; // NULL: not asked for
  SmrProofCallbacks proof_callbacks;
  SmrSketch *sketch; // NULL: none
  SmrCost cost;
  SMR_VEC(Phase) phases;
  SMR_VEC(SmrTerm) inputs;
  SMR_VEC(SmrClass) roots; // their classes
  SMR_VEC(Result) results;
  SmrStr proofs; // as JSON
  double extract_ms, total_ms;
  bool unsatisfied; // a term has no form that satisfies the sketch
} Eqsat;

/// Reads the rule files. False after errors in e->diag.
bool eqsat_read_rules(Eqsat *e);
/// Reads terms, sketch and costs, and makes the graph. False after errors in e->diag.
bool eqsat_read(Eqsat *e);
/// Runs the phases. False after errors of class data in e->diag.
bool eqsat_saturate(Eqsat *e);
/// Prints the result for each input, one per line.
bool eqsat_extract(Eqsat *e, SmrStr *out);
/// Says behind each result why it equals the input, as comments; checks it when asked to.
bool eqsat_explain(Eqsat *e, uint32_t number, const SmrTerm *term, uint32_t node, SmrStr *out);
void eqsat_dot(Eqsat *e, SmrStr *out);
void eqsat_json(Eqsat *e, SmrStr *out);
void eqsat_proofs(Eqsat *e, SmrStr *out);
void eqsat_stats(Eqsat *e, SmrStr *out);
void eqsat_free(Eqsat *e);

double eqsat_now_ms(void);
#endif
