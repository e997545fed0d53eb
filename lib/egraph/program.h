//===- program.h - many rules as one matching program --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// All left-hand sides become one tree of instructions that shares common prefixes; all right-hand sides
// become short straight programs. A search walks a snapshot of the graph, so that matches may be applied
// while it goes on: what it finds is what was there when it began.
//
// Incremental: a match is new when one of its nodes has a stamp from the rule's last search on (EG5), as an
// old one was applied then. Rules that are not pure, and rules with `forall`, also report old matches.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_PROGRAM_H
#define SMR_EGRAPH_PROGRAM_H
#include "egraph/rule.h"

typedef struct SmrProgram SmrProgram;

/// Compiles rules. They and the callbacks are borrowed and must outlive the program. NULL after a diagnostic
/// at the rule: an unbound variable, an unknown callback, too many variables.
SmrProgram *smr_program_create(SmrOperators *ops, const SmrRule *const *rules, uint32_t count,
                               const SmrCallbacks *callbacks, SmrDiag *diag);
void smr_program_destroy(SmrProgram *program);
uint32_t smr_program_rules(const SmrProgram *program);
const SmrRule *smr_program_rule(const SmrProgram *program, uint32_t rule);
/// The pattern variables of a rule in the order of a match's `variables`.
uint32_t smr_program_variables(const SmrProgram *program, uint32_t rule);
SmrSym smr_program_variable(const SmrProgram *program, uint32_t rule, uint32_t i);

typedef struct {
  uint32_t rule;
  bool fresh; // false: an old match of a rule that wants those
  SmrClass root;
  const SmrClass *variables;
} SmrEmatch;

/// A snapshot of a rebuilt graph, made for searching. Reused from search to search; holds no reference to the
/// graph.
typedef struct SmrSnapshot SmrSnapshot;
SmrSnapshot *smr_snapshot_create(void);
void smr_snapshot_destroy(SmrSnapshot *snapshot);
void smr_snapshot_take(SmrSnapshot *snapshot, SmrEgraph *g);
size_t smr_snapshot_bytes(const SmrSnapshot *snapshot);

/// Reports every match of the rules whose `since` is not UINT32_MAX that is new since that step (0: every
/// match), in a deterministic order; the match is valid during the call. `fn` may change the graph. It stops
/// the search by returning false.
void smr_program_search(SmrProgram *program, SmrSnapshot *snapshot, SmrEgraph *g, const uint32_t *since,
                        bool (*fn)(void *user, const SmrEmatch *match), void *user);

/// Applies a match: conditions, right-hand side (for each class of a forall; `snapshot` gives the classes),
/// union with the root. With `create` false it only joins what is there, and a match whose right-hand side
/// the graph lacks is left alone. Returns whether it was applied: its conditions held, and its right-hand
/// side was there or could be created.
bool smr_program_apply(SmrProgram *program, SmrSnapshot *snapshot, SmrEgraph *g, const SmrEmatch *match,
                       bool create);

/// What is being applied, for the proof log: valid inside the log callback. NULL outside of
/// smr_program_apply.
typedef struct {
  uint32_t rule;
  const SmrClass *variables; // the rule's variables, its forall variables behind them
} SmrApplication;
const SmrApplication *smr_program_application(const SmrProgram *program);
#endif
