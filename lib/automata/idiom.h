//===- idiom.h - a pattern's graph, read through its wrapper -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What each parameter of the wrapper function is (by its uses in the normal form), which ops are the roots,
// and how a matcher has to visit each value. The oracle and the builder of data strings both start from here.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_IDIOM_H
#define SMR_AUTOMATA_IDIOM_H
#include "automata/equation.h"
#include "automata/pattern.h"

typedef struct {
  SmrArena *arena; // borrowed
  SmrGraph *graph;
  SmrFacts view;
  uint32_t param_count, arg_count; // arg_count = param_count, or one more for the function's result
  SmrPatternArg *args;
  SmrValue *out_values; // by argument: what an OUT or RESULT becomes; 0 = none
  SmrOp *roots;
  uint32_t root_count;
  bool value_root; // the only root is a pure op
  SmrOp *loops;    // pre-order over the roots
  uint32_t loop_count;
  uint32_t *loop_number; // by op: number + 1
  uint32_t *unknowns;    // leaves (SMR_LEAF_ARG of INTs, SMR_LEAF_DESCR) in order of first appearance
  uint32_t unknown_count, unknown_capacity;
} SmrIdiom;

/// Reports what cannot be a pattern (diag may be NULL when the graph is known to be one).
bool smr_idiom_init(SmrIdiom *idiom, SmrArena *arena, SmrGraph *graph, SmrDiag *diag);
void smr_idiom_free(SmrIdiom *idiom);
bool smr_idiom_error(SmrIdiom *idiom, SmrDiag *diag, SmrOp at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// An integer's polynomial over the leaves of pattern.h, where SMR_LEAF_VALUE holds a value id of the idiom's
/// graph.
SmrPoly smr_idiom_poly(SmrIdiom *idiom, SmrPoly graph_poly);
/// The number (from 0) of an unknown leaf, added when new. Equations are written over number + 1.
uint32_t smr_idiom_unknown(SmrIdiom *idiom, uint32_t leaf);

typedef enum {
  SMR_VISIT_SCALAR, // the scalar argument *arg: a wildcard
  SMR_VISIT_INT,    // an integer: equations
  SMR_VISIT_ARRAY,  // the address of an element of array or box argument *arg
  SMR_VISIT_OFFSET, // any other pointer: its base structurally, its offset by equations
  SMR_VISIT_BOX,    // the descriptor that is argument *arg
  SMR_VISIT_OP      // structurally
} SmrVisit;
/// How to match a value. *value is replaced by the value to go on with (integers lose their casts), *poly is
/// set for INT (pattern-side leaves), ARRAY and OFFSET.
SmrVisit smr_idiom_visit(SmrIdiom *idiom, SmrValue *value, uint32_t *arg, SmrPoly *poly);

/// The order in which to try the operands of a commutative op: what tells most comes first.
void smr_idiom_operands(SmrIdiom *idiom, SmrOp op, SmrValue *operands);

/// Where to find the value of an OUT: from `start`, a result of a root, up through `path`, each op a user of
/// the one before.
typedef struct {
  SmrValue start;
  SmrOp *path;
  uint32_t count;
} SmrClimb;
/// False when the value does not depend on any root.
bool smr_idiom_climb(SmrIdiom *idiom, SmrValue value, SmrClimb *out);

static inline bool smr_leaf_varies(uint32_t leaf, void *data) {
  (void)data;
  return SMR_LEAF_KIND(leaf) == 2 || SMR_LEAF_KIND(leaf) == 4;
}
#endif
