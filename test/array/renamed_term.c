//===- renamed_term.c - terms whose index is used in one form ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/renamed_term.h"

static uint32_t leaf(SmrRandomTerms *r, SmrOperator op) {
  return smr_term_add(&r->term, smr_array_ops(r->array), op, NULL);
}

static uint32_t number(SmrRandomTerms *r, int64_t value) {
  return leaf(r, smr_operator_integer(smr_array_ops(r->array), value));
}

static uint32_t index_leaf(SmrRandomTerms *r, uint32_t index) {
  return leaf(r, smr_operator_index(smr_array_ops(r->array), index));
}

static uint32_t commuted(SmrRandomTerms *r, SmrArrayOp op, uint32_t x, uint32_t y) {
  bool swap = smr_random_term_below(r, 2);
  uint32_t c[2] = {swap ? y : x, swap ? x : y};
  return smr_term_add(&r->term, smr_array_ops(r->array), smr_array_op(r->array, op), c);
}

static uint32_t form(SmrRandomTerms *r, const SmrRename *w, uint32_t depth) {
  uint32_t x = index_leaf(r, depth), y;
  switch (w->kind) {
  case SMR_RENAME_STRIDE:
    x = commuted(r, SMR_A_MUL, x, number(r, w->factor));
    return w->rest ? commuted(r, SMR_A_ADD, x, number(r, w->rest)) : x;
  case SMR_RENAME_OFFSET:
    return commuted(r, SMR_A_ADD, x, leaf(r, w->size));
  case SMR_RENAME_TILE:
  case SMR_RENAME_TILED:
    y = index_leaf(r, depth + 1);
    return w->kind == SMR_RENAME_TILE
               ? commuted(r, SMR_A_ADD, commuted(r, SMR_A_MUL, y, leaf(r, w->size)), x)
               : commuted(r, SMR_A_ADD, commuted(r, SMR_A_MUL, x, leaf(r, w->size)), y);
  default:
    return smr_term_add(&r->term, smr_array_ops(r->array),
                        smr_array_op(r->array, w->kind == SMR_RENAME_FIRST ? SMR_A_FST : SMR_A_SND), &x);
  }
}

static uint32_t copy(SmrRandomTerms *r, const SmrRename *w, uint32_t node, uint32_t depth) {
  SmrOperators *ops = smr_array_ops(r->array);
  SmrOperator op = r->term.nodes.data[node].op;
  const SmrOperatorInfo info = *smr_operator_info(ops, op);
  if (info.kind == SMR_OPERATOR_INDEX) {
    bool raised = w->kind == SMR_RENAME_TILE || w->kind == SMR_RENAME_TILED;
    return info.integer == depth ? form(r, w, depth)
                                 : index_leaf(r, (uint32_t)info.integer + (raised && info.integer > depth));
  }
  uint32_t children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < info.arity; i++)
    children[i] = copy(r, w, smr_term_children(&r->term, node)[i], depth + smr_operator_binds(ops, op, i));
  return smr_term_add(&r->term, ops, op, children);
}

uint32_t smr_random_renamed(SmrRandomTerms *r, const SmrRename *rename, uint32_t node) {
  return copy(r, rename, node, 0);
}
