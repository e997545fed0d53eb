//===- data.h - class data that rule files declare -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// (data NAME …) in a rule file is an e-class analysis whose data are values (datum.h): the first `make`
// clause of a node's operator that applies to its children's data says what the node's data are; a class has
// what its nodes agree on.
//
// Invariant: a class' datum is that of each of its nodes that has one; where two nodes had different ones,
// the class has none, which is an error (or, with :on-conflict drop, counted) that names the rule whose union
// led to it.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_DATA_H
#define SMR_EGRAPH_DATA_H
#include "egraph/program.h"
#include "egraph/rules_text.h"

typedef struct SmrDataSet SmrDataSet;

/// Adds an analysis for each declaration to an empty graph. `rules` is borrowed. Destroy it after the graph
/// is used for the last time.
SmrDataSet *smr_data_create(SmrEgraph *g, SmrRules *rules);
void smr_data_destroy(SmrDataSet *set);

/// Says whose rules are applied from now on, for messages. May be NULL.
void smr_data_watch(SmrDataSet *set, const SmrProgram *program);

/// The number of a declaration; UINT32_MAX: there is none of that name.
uint32_t smr_data_named(const SmrRules *rules, const char *name);
/// A class' datum; SMR_NO_DATUM when it has none.
SmrDatum smr_data_of(SmrDataSet *set, uint32_t declaration, SmrClass c);
/// What a node with that operator has whose children have those data.
SmrDatum smr_data_make(SmrRules *rules, uint32_t declaration, const SmrOperators *ops, SmrOperator op,
                       const SmrDatum *children);
/// What a term has.
SmrDatum smr_data_of_term(SmrRules *rules, uint32_t declaration, const SmrOperators *ops, const SmrTerm *term,
                          uint32_t node);
/// Whether each node of a term has what :strict declarations ask for; an error at the first that has not.
bool smr_data_check_term(SmrRules *rules, const SmrOperators *ops, const SmrTerm *term,
                         const SmrTermPlaces *places, SmrDiag *diag);

/// Whether something went wrong; what and where is told by smr_data_report, which returns !failed.
bool smr_data_failed(const SmrDataSet *set);
bool smr_data_report(SmrDataSet *set, SmrDiag *diag);

/// Adds what the rules' data conditions and computed parts mean on this graph.
void smr_data_callbacks(SmrDataSet *set, SmrCallbacks *callbacks);
#endif
