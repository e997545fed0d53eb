//===- world.h - a graph with what its rules ask for ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An empty graph, and of the analyses and callbacks that rule files may use without any language those that
// these rules do use: analyses cost time and memory in every class.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_WORLD_H
#define SMR_EGRAPH_WORLD_H
#include "egraph/binder.h"
#include "egraph/builtins.h"
#include "egraph/cost.h"
#include "egraph/data.h"
#include "egraph/filter.h"

typedef struct {
  bool fold; // arithmetic of integers, see builtins.h
  bool fractions, prune;
  const char *names; // a text in which callbacks are named, too (a sketch); NULL: none
  /// A language's own analyses and callbacks; may be NULL. The graph is empty.
  void (*more)(void *user, SmrEgraph *g, SmrCallbacks *callbacks);
  void *user;
} SmrWorldOptions;

typedef struct {
  SmrOperators *ops; // borrowed, as are the rules
  SmrRules *rules;
  SmrEgraph *g;
  SmrBuiltins *builtins; // NULL where nothing asks for them
  SmrBinder *binder;
  SmrDataSet *data;
  SmrFilters *filters;
  SmrCallbacks callbacks;
  SmrCostTable *table; // of the rules' costs, once asked for
} SmrWorld;

SmrWorld *smr_world_create(SmrOperators *ops, SmrRules *rules, const SmrWorldOptions *options);
void smr_world_destroy(SmrWorld *world);
/// The costs that the rules give, with the names `integer` and `arity`; false after errors.
bool smr_world_costs(SmrWorld *world, SmrCost *cost, SmrDiag *diag);
#endif
