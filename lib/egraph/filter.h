//===- filter.h - nodes that are not added -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//   (filter NAME CONDITION)    in rule files; (!size) is the size of the node's smallest term, (!data D) its
//   datum
//
// While rules are applied, a node for which a filter's condition does not hold is not added, and the match
// that asked for it is dropped and counted. What is not known holds: a filter drops only what it can judge.
// The results of computed parts (substitution, say) are judged as classes. Input terms, and sums of AC
// operators, pass.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_FILTER_H
#define SMR_EGRAPH_FILTER_H
#include "egraph/data.h"

typedef struct SmrFilters SmrFilters;

/// For an empty graph: the analysis of sizes, if a filter of the rules asks for it. `data` may be NULL where
/// the rules declare none. Destroy it after the graph is used for the last time.
SmrFilters *smr_filters_create(SmrEgraph *g, SmrRules *rules, SmrDataSet *data);
void smr_filters_destroy(SmrFilters *filters);
/// The number of the filter of that name; UINT32_MAX: there is none.
uint32_t smr_filter_named(const SmrRules *rules, const char *name);
/// From now on a filter judges what a program applies.
void smr_filters_use(SmrFilters *filters, uint32_t filter, SmrProgram *program);
/// How many matches a filter dropped.
uint64_t smr_filters_dropped(const SmrFilters *filters, uint32_t filter);
#endif
