//===- pattern.h - a pair's idiom, as the exact tier matches it ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pattern is an idiom's graph in normal form, seen through its wrapper's parameters. Polynomials on the
// pattern's side use these leaves:
//   SMR_LEAF_ARG(k)          the integer value of parameter k
//   SMR_LEAF_LOOP(d)         the iv of the pattern's loop number d (pre-order over the roots, from 0)
//   SMR_LEAF_DESCR(k,f,dim)  descriptor field f (0 lower bound, 1 extent, 2 stride in bytes) of box parameter
//   k SMR_LEAF_VALUE(n)        the value of pattern node n (a loop-variant integer, for example col(k) in
//   x(col(k)))
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_PATTERN_H
#define SMR_AUTOMATA_PATTERN_H
#include "graph/graph.h"
#include "graph/poly_op.h"
#ifdef __cplusplus
extern "C" {
#endif

#define SMR_LEAF_ARG(k) ((uint32_t)(k) | 1u << 28)
#define SMR_LEAF_LOOP(d) ((uint32_t)(d) | 2u << 28)
#define SMR_LEAF_DESCR(k, f, dim) ((uint32_t)(k) << 8 | (uint32_t)(f) << 4 | (uint32_t)(dim) | 3u << 28)
#define SMR_LEAF_VALUE(n) ((uint32_t)(n) | 4u << 28)
#define SMR_LEAF_KIND(leaf) ((leaf) >> 28)

typedef enum {
  SMR_ARG_UNUSED,
  SMR_ARG_INT,   // an integer that the idiom only reads: binds a polynomial over input values
  SMR_ARG_FLOAT, // a non-integer scalar that the idiom only reads: binds an input value that is invariant in
                 // the roots
  SMR_ARG_ARRAY, // memory: binds (base, byte offset)
  SMR_ARG_BOX,   // memory behind a descriptor: binds (base, byte offset), extents and strides
  SMR_ARG_OUT,   // in-out scalar: binds the initial value (if read) and the input value that it becomes
  SMR_ARG_RESULT // the wrapper function's result: as OUT, never read
} SmrArgKind;

typedef struct {
  SmrArgKind kind;
  SmrType type; // of the scalar, or of an array's elements
  const char *name;
  bool by_reference; // passed as an address (Fortran's default)
  bool read, written;
} SmrPatternArg;

/// A precondition that the idiom's declarations imply: 0 <= index < extent for all iterations of the loops in
/// it. An extent that is a descriptor's, and that no match determines, is chosen so that this holds.
typedef struct {
  SmrPoly index, extent; // pattern-side leaves
} SmrPatternFact;

typedef struct {
  const char *name;
  SmrPatternArg *args;
  uint32_t arg_count; // in the wrapper's order; a RESULT comes last
  SmrPatternFact *facts;
  uint32_t fact_count;
  uint32_t root_count; // statements (or a single value op) at the wrapper's level
  uint32_t node_count; // pattern nodes, numbered in data-string order
  uint32_t loop_count;
} SmrPattern;

/// Makes a pattern of a normalised idiom. Reports at the idiom's own locations what cannot be a pattern:
/// nothing to match, a parameter that no match could determine, a call of unknown effect at the root, and so
/// on. The pattern borrows from `arena` and keeps a pointer to the graph for building only.
bool smr_pattern_create(SmrArena *arena, SmrGraph *idiom, SmrPattern *out, SmrDiag *diag);

//--- What a match binds -------------------------------------------------------
/// A descriptor field that the idiom uses: the value is poly / divisor.
typedef struct {
  uint32_t field, dim; // as in SMR_LEAF_DESCR
  SmrPoly poly;
  int64_t divisor;
} SmrDescrBinding;

typedef struct {
  bool bound;
  SmrPoly poly;    // INT: the value. ARRAY, BOX: the byte offset to add to base. Leaves are input values
  SmrValue value;  // FLOAT: the value. ARRAY: base pointer. BOX: the box itself when the input had one, else
                   // base pointer. OUT: initial value (0 when the idiom does not read it)
  SmrValue result; // OUT, RESULT: the input value that the replacement's new value stands for
  int64_t divisor; // INT: at least 1; the value is poly / divisor, exactly (needs a guard poly % divisor == 0
                   // if not 1)
  SmrDescrBinding *descr; // BOX: the fields that the idiom uses
  uint32_t descr_count;
  bool own; // BOX: the descriptor `value` begins where the idiom's does, and says the same in these fields
} SmrBinding;

/// left == right must hold, not proved by the matcher (only descriptor strides get here): legality proves or
/// guards it.
typedef struct {
  SmrPoly left, right;
} SmrEquation;

typedef struct {
  uint32_t pattern; // index into the library
  SmrGraph *graph;
  SmrOp *roots; // the input statement for each pattern root, in the pattern's order; behind them the ops that
                // compute results from theirs (sqrt of a sum)
  uint32_t root_count;
  SmrBinding *args; // one per pattern argument
  uint32_t arg_count;
  SmrOp *loops; // input LOOP for each pattern loop number
  uint32_t loop_count;
  SmrOp *nodes; // input op for each pattern node that is an op (0 for others): loads, stores, arithmetic, …
  uint32_t node_count;
  SmrEquation *equations;
  uint32_t equation_count;
  const uint32_t *joined; // the pattern's products that are rounded with their sums (SMR_FAST_JOINED): number
                          // of the node << 1 | whether on every machine (SMR_F_FUSED), ascending
  uint32_t joined_count;
} SmrMatch;

/// The op is one of the match's roots or inside one.
static inline bool smr_in_roots(const SmrMatch *match, SmrOp op) {
  return smr_inside_any(match->graph, op, match->roots, match->root_count);
}

#ifdef __cplusplus
}
#endif
#endif
