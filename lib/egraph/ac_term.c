//===- ac_term.c - terms modulo associativity and commutativity ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/ac_internal.h"
#include <string.h>

typedef struct {
  char *text;
  uint32_t node;
} Child;

static int by_text(const void *a, const void *b) {
  return strcmp(((const Child *)a)->text, ((const Child *)b)->text);
}

// Flattened children of an application, in `into`.
static bool gather(SmrOperators *ops, SmrTerm *into, const SmrTerm *from, uint32_t node, SmrSym family,
                   bool sort, uint32_t *children, uint32_t *count) {
  const SmrOperatorInfo info = *smr_operator_info(ops, from->nodes.data[node].op);
  if (info.name == family && smr_operator_is_ac(ops, from->nodes.data[node].op)) {
    for (uint32_t i = 0; i < info.arity; i++)
      if (!gather(ops, into, from, smr_term_children(from, node)[i], family, sort, children, count))
        return false;
    return true;
  }
  return *count < SMR_MAX_ARITY &&
         (children[(*count)++] = smr_ac_copy(ops, into, from, node, sort)) != UINT32_MAX;
}

uint32_t smr_ac_copy(SmrOperators *ops, SmrTerm *into, const SmrTerm *from, uint32_t node, bool sort) {
  SmrOperator op = from->nodes.data[node].op;
  const SmrOperatorInfo info = *smr_operator_info(ops, op);
  uint32_t children[SMR_MAX_ARITY], count = 0;
  if (!smr_operator_is_ac(ops, op)) {
    for (uint32_t i = 0; i < info.arity; i++)
      if ((children[i] = smr_ac_copy(ops, into, from, smr_term_children(from, node)[i], sort)) == UINT32_MAX)
        return UINT32_MAX;
    return smr_term_add(into, ops, op, children);
  }
  if (!gather(ops, into, from, node, info.name, sort, children, &count))
    return UINT32_MAX;
  if (count == 1)
    return children[0];
  Child sorted[SMR_MAX_ARITY];
  for (uint32_t i = 0; sort && i < count; i++) {
    SmrStr text = {0};
    smr_term_print(ops, into, children[i], &text);
    sorted[i] = (Child){smr_xmalloc(text.size + 1), children[i]};
    memcpy(sorted[i].text, smr_str_get(&text), text.size + 1);
    smr_str_free(&text);
  }
  if (sort)
    qsort(sorted, count, sizeof *sorted, by_text);
  for (uint32_t i = 0; sort && i < count; i++) {
    children[i] = sorted[i].node;
    free(sorted[i].text);
  }
  return smr_term_add(into, ops, smr_operator_with_arity(ops, op, count), children);
}

uint32_t smr_ac_flatten(SmrOperators *ops, SmrTerm *into, const SmrTerm *from, uint32_t node) {
  return smr_ac_copy(ops, into, from, node, true);
}

uint32_t smr_ac_nest(SmrOperators *ops, SmrTerm *into, const SmrTerm *from, uint32_t node) {
  SmrOperator op = from->nodes.data[node].op;
  uint32_t arity = smr_operator_info(ops, op)->arity, children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < arity; i++)
    children[i] = smr_ac_nest(ops, into, from, smr_term_children(from, node)[i]);
  if (!smr_operator_is_ac(ops, op) || arity < 3)
    return smr_term_add(into, ops, op, children);
  SmrOperator two = smr_operator_with_arity(ops, op, 2);
  uint32_t at = children[arity - 1];
  for (uint32_t i = arity - 1; i-- > 0;)
    at = smr_term_add(into, ops, two, (const uint32_t[]){children[i], at});
  return at;
}
