//===- cost.h - what terms cost ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A cost says what a node costs when it is known what its children cost. Extraction needs it monotone: a node
// costs no less than each of its children, and no less when a child costs more. A cost that is less than a
// child's is raised to it, and reported (smr_best_report); +infinity means that the node is not to be chosen.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_COST_H
#define SMR_EGRAPH_COST_H
#include "base/diag.h"
#include "egraph/egraph.h"

typedef enum { SMR_COST_CALL, SMR_COST_SIZE, SMR_COST_DEPTH } SmrCostKind;

typedef struct {
  SmrCostKind kind; // SMR_COST_CALL: `node` says it; the others are built in
  /// The cost of a node whose children cost `children`. It may look at the node's operator, its class' and
  /// its children's analysis data; when those change, costs should not rise (if they do, all costs are
  /// computed again). The node is live, its children are canonical.
  double (*node)(void *user, SmrEgraph *g, SmrNode node, const double *children);
  /// Where the cost of such a node is written down, for messages. May be NULL.
  void (*place)(void *user, SmrEgraph *g, SmrNode node, const char **file, uint32_t *line, uint32_t *column);
  void *user;
} SmrCost;

/// The number of nodes, counted as a tree: 1 + the sum of the children's.
extern const SmrCost smr_cost_size;
/// 1 + the largest of the children's.
extern const SmrCost smr_cost_depth;

double smr_cost_of(const SmrCost *cost, SmrEgraph *g, SmrNode node, const double *children);
/// A node's own part, for costs that count each class once (dag.h, gym.h): what it would cost if its children
/// cost nothing; never below 0.
double smr_cost_own(const SmrCost *cost, SmrEgraph *g, SmrNode node);

/// Names in cost expressions: `N` (count 0) and `(rows $0)` (count 1; `children` are indices of children).
typedef struct {
  /// A number for a name that is used with so many arguments; negative: there is no such name.
  int32_t (*resolve)(void *user, const char *name, uint32_t count);
  /// Its value at a node; +infinity: not known, the node is not to be chosen.
  double (*value)(void *user, SmrEgraph *g, SmrNode node, int32_t number, const uint32_t *children,
                  uint32_t count);
  void *user;
} SmrCostNames;

/// Costs by operator name, as rule files give them: an expression for each name, and one for all others
/// (without it (+ 1 sum)). Expressions are terms over plain operators and numbers:
///   2  1.5  $0 $1 …  sum  largest  NAME  (NAME $i…)  (+ e…)  (- e e)  (* e…)  (/ e e)  (min e…)  (max e…)
typedef struct SmrCostTable SmrCostTable;

/// `names` (may be NULL) is copied; its user is borrowed.
SmrCostTable *smr_cost_table_create(SmrOperators *ops, const SmrCostNames *names);
void smr_cost_table_destroy(SmrCostTable *table);
/// Sets the cost of all nodes of a name (NULL: of the others): the expression at a node of a term, read and
/// checked now. False after a diagnostic at that place; `file` is borrowed.
bool smr_cost_table_set(SmrCostTable *table, const char *name, const SmrTerm *expression, uint32_t node,
                        const char *file, uint32_t line, uint32_t column, SmrDiag *diag);
/// The table as a cost; borrows it. A `$i` that a node has no child for is infinite.
SmrCost smr_cost_table_cost(SmrCostTable *table);
#endif
