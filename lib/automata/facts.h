//===- view.h - what both matchers ask a graph ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Read-only facts about one graph, computed once per run: program order, statements, polynomials of integers,
// the (base, offset) form of addresses, and labels. Used on the pattern's graph and on the input's, so that
// both sides are read alike.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_VIEW_H
#define SMR_AUTOMATA_VIEW_H
#include "graph/graph.h"
#include "graph/poly_op.h"

typedef struct {
  SmrGraph *graph;
  SmrArena arena;         // of the cached polynomials
  uint32_t *order, *last; // by op: its pre-order number from 1 (0: unlinked), and the last number inside it
  SmrPoly *polys;         // by value, valid where known
  uint8_t *known;
} SmrFacts;

void smr_facts_init(SmrFacts *view, SmrGraph *graph);
void smr_facts_free(SmrFacts *view);

/// Loops, ifs, stores, effects: what a block executes in order. Everything else floats in a DAG.
bool smr_facts_statement(const SmrGraph *graph, SmrOp op);
uint32_t smr_facts_statement_count(const SmrGraph *graph, SmrBlock block);
/// Is `op` inside one of `root`'s regions? O(1).
bool smr_facts_inside(const SmrFacts *view, SmrOp op, SmrOp root);
/// Is the value made by one of the roots: a result of it, or defined inside it?
bool smr_facts_variant(const SmrFacts *view, SmrValue value, const SmrOp *roots, uint32_t root_count);

/// The polynomial of an integer; sign extensions are looked through, so that a leaf stands for its exact
/// value.
SmrPoly smr_facts_poly(SmrFacts *view, SmrValue value);
/// An integer that is one leaf is that leaf (through poly and sext); any other value is itself.
SmrValue smr_facts_strip(SmrFacts *view, SmrValue value);
/// The base of a pointer and its offset from there, in bytes (zero for a bare base).
SmrValue smr_facts_address(SmrFacts *view, SmrValue pointer, SmrPoly *offset);
/// Every leaf is a descriptor's stride, and there is one.
bool smr_facts_only_strides(const SmrGraph *graph, SmrPoly poly);
/// The same value, or equal constants.
bool smr_facts_same(const SmrGraph *graph, SmrValue a, SmrValue b);
static inline bool smr_type_is_int(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_INT;
}
static inline bool smr_type_is_pointer(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_PTR;
}

/// Operands of a commutative op beyond which it is not matched (the machine keeps them in one mask).
enum { SMR_MAX_COMMUTATIVE = 64 };

/// A label is what two ops must have in common besides their operands: a word string. `symbol` maps the
/// graph's symbols (NULL: as they are). False when the op can match nothing (undef, volatile accesses, sums
/// of more than SMR_MAX_COMMUTATIVE).
typedef SMR_VEC(uint32_t) SmrWords;
bool smr_label_words(const SmrGraph *graph, SmrOp op, SmrWords *out, uint32_t (*symbol)(SmrSym, void *),
                     void *data);
/// A label in words, for dumps and messages: "store f64", "fsum of 2", "math sqrt".
void smr_label_text(const SmrGraph *graph, SmrOp op, SmrStr *out);
void smr_type_text(SmrType type, const SmrIntern *symbols, SmrStr *out);
#endif
