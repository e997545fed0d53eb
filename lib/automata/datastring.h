//===- datastring.h - an idiom as one string of tokens -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The data string is the RFC's rooted DAG written depth first: one token per node, then its region edges and
// its use-def edges in a fixed order. Where the RFC lists every path, a node that was written before is a
// BACK token, so that sharing never repeats anything. Parameters appear as numbers by first use, so names and
// order of the wrapper's parameters don't matter. The machine that reads it keeps an agenda of input values
// to match; each token says what the top of the agenda must be:
//
// clang-format off
//   NODE label      an op with this label (on a block: some statement of it not matched yet); its operands, then its
//                   regions go on the agenda
//   BACK n r        result r of node n again
//   CARRIED n j     the carried value j of loop node n, inside it; which of the input's it is, is decided at its first use
//   BLOCKARG n k    argument k (over all blocks of all regions) of node n
//   SCALAR_NEW t    any value of type t; SCALAR k: that value again
//   LEAF            the integer or address has a leaf of its own, which goes on top of the agenda (numbers count up)
//   INT n           an integer; its polynomial becomes the next slot; n monomials of it vary
//   ARRAY_NEW n     an address: its base becomes the next array, its offset the next slot; ARRAY n k: array k again
//   OFFSET n        an address: the offset becomes the next slot, the base goes on the agenda
//   BOX_NEW, BOX k  a descriptor
//   CHECK s key P   coefficient `key` of slot s is P; all of P's unknowns have values
//   CONST c         the constant term of P in the CHECK before
//   SOLVE s key P u coefficient `key` of slot s is P, which gives unknown u its value
//   CARRY j t       of the loop's carried values (the if's results) j has type t; its yields and init go on the agenda
//   ROOT c          another statement beside the first root, with control class c
//   START n r       the agenda's top is result r of node n; CLIMB: a user of it instead; OUT: this is the next OUT's value
// clang-format on
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_DATASTRING_H
#define SMR_AUTOMATA_DATASTRING_H
#include "automata/idiom.h"

// In the order in which an automaton's edges are sorted; NODE and CONST are looked up, the others are tried.
// clang-format off: unstable on this
#define SMR_TOKENS(X)                                                                                        \
  X(BACK) X(CARRIED) X(BLOCKARG) X(SCALAR) X(SCALAR_NEW) X(LEAF) X(INT) X(ARRAY) X(ARRAY_NEW) X(OFFSET)      \
  X(BOX) X(BOX_NEW) X(CHECK) X(SOLVE) X(CARRY) X(ROOT) X(START) X(CLIMB) X(OUT) X(NODE) X(CONST)
// clang-format on
typedef enum {
#define X(name) SMR_TOK_##name,
  SMR_TOKENS(X)
#undef X
      SMR_TOK_COUNT
} SmrTokenKind;

typedef struct {
  SmrTokenKind kind;
  uint32_t a,
      b; // as in the table above; CHECK, SOLVE: slot in a; SOLVE: unknown in b; SCALAR_NEW: the type in a
  int64_t value;       // CONST
  uint32_t key_degree; // CHECK, SOLVE: SMR_LEAF_LOOP and SMR_LEAF_VALUE(leaf number)
  uint32_t key[SMR_POLY_MAX_DEGREE];
  SmrPoly poly;   // CHECK (without its constant term), SOLVE: leaves are unknown numbers + 1
  SmrOp op;       // NODE: the idiom's op; ROOT: the root
  uint32_t depth; // loop and region depth, the colour of the node
} SmrToken;

typedef struct {
  SMR_VEC(SmrToken) tokens;
  uint32_t *node_of; // by idiom op: node number + 1
  uint32_t node_count, loop_count, slot_count, leaf_count;
  SMR_VEC(SmrOp) nodes;       // by node number
  SMR_VEC(uint32_t) unknowns; // unknown number -> SMR_LEAF_ARG or SMR_LEAF_DESCR
  SMR_VEC(SmrPoly)
  unknown_values; // that leaf's value, over unknown numbers + 1: `u` or `u + constant` or `constant - u`
  SMR_VEC(uint32_t) scalars;     // scalar number -> argument
  SMR_VEC(uint32_t) arrays;      // array number -> argument
  SMR_VEC(SmrPoly) array_first;  // the pattern's offset at its first occurrence, over unknown numbers + 1
  SMR_VEC(SmrPoly) array_plain;  // the same, where each number stands for the leaf's own value
  SMR_VEC(uint32_t) boxes, outs; // -> argument
  SMR_VEC(SmrValue) leaves;      // leaf number -> idiom value
} SmrDataString;

/// Writes the string. Fails, with a diagnostic, when some parameter could not be determined by any match.
bool smr_data_string(SmrIdiom *idiom, SmrDataString *out, SmrDiag *diag);
void smr_data_string_free(SmrDataString *string);
#endif
