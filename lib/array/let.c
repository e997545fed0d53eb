//===- let.c - named arrays ----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/let.h"
#include "array/internal.h"
#include <stdio.h>

// Copies a subterm that stands under `depth` binders of the copy. With `leaf` not SMR_NO_OPERATOR, its %depth
// becomes that leaf and indices above are lowered; otherwise, the leaves of `names` become indices: names[k]
// the one bound k + 1 binders (from the end) around.
typedef struct {
  SmrArray *array;
  const SmrTerm *from;
  SmrTerm *into;
  SmrOperator leaf;
  const SmrOperator *names;
  uint32_t count;
} Copy;

static uint32_t copy(const Copy *c, uint32_t node, uint32_t depth) {
  SmrOperators *ops = c->array->ops;
  SmrOperator op = c->from->nodes.data[node].op;
  SmrOperatorInfo info = *smr_operator_info(ops, op);
  if (info.kind == SMR_OPERATOR_INDEX && c->leaf != SMR_NO_OPERATOR) {
    if (info.integer == depth)
      return smr_term_add(c->into, ops, c->leaf, NULL);
    return smr_term_add(
        c->into, ops, info.integer > depth ? smr_operator_index(ops, (uint32_t)info.integer - 1) : op, NULL);
  }
  for (uint32_t k = 0; k < c->count; k++)
    if (c->names[k] == op)
      return smr_term_add(c->into, ops, smr_operator_index(ops, depth + c->count - 1 - k), NULL);
  uint32_t children[SMR_MAX_ARITY];
  for (uint32_t k = 0; k < info.arity; k++)
    children[k] = copy(c, smr_term_children(c->from, node)[k], depth + smr_operator_binds(ops, op, k));
  return smr_term_add(c->into, ops, op, children);
}

// How often %depth is used in a subterm.
static uint32_t uses(SmrArray *a, const SmrTerm *t, uint32_t node, uint32_t depth) {
  SmrOperator op = t->nodes.data[node].op;
  const SmrOperatorInfo info = *smr_operator_info(a->ops, op);
  if (info.kind == SMR_OPERATOR_INDEX)
    return info.integer == depth;
  uint32_t sum = 0;
  for (uint32_t k = 0; k < info.arity; k++)
    sum += uses(a, t, smr_term_children(t, node)[k], depth + smr_operator_binds(a->ops, op, k));
  return sum;
}

static void split(SmrArray *a, SmrTerm *terms, uint32_t node, SmrArrayParts *out) {
  for (;;) {
    const uint32_t *c = smr_term_children(terms, node);
    if (terms->nodes.data[node].op != a->operators[SMR_A_APP] ||
        terms->nodes.data[c[0]].op != a->operators[SMR_A_LAM])
      break;
    uint32_t body = smr_term_children(terms, c[0])[0], value = c[1];
    SmrArrayType type = smr_array_term_type(a, terms, value);
    if (a->types.data[type].kind != SMR_ARRAY_TYPE_ARRAY || smr_array_type_rank(a, type) < 1 ||
        uses(a, terms, body, 0) < 2)
      break;
    // (Names are new: no program has a leaf of the name, as this one would have been declared.)
    char name[32];
    uint32_t number = out->parts.size;
    do
      snprintf(name, sizeof name, "array.%u", number++);
    while (smr_operator_find(a->ops, SMR_OPERATOR_PLAIN, name, 0) != SMR_NO_OPERATOR &&
           smr_array_classify(a, smr_operator_find(a->ops, SMR_OPERATOR_PLAIN, name, 0)) == SMR_A_INPUT);
    smr_array_set_input(a, name, type);
    SmrOperator leaf = smr_operator_plain(a->ops, name, 0);
    smr_vec_push(&out->parts, (SmrArrayPart){leaf, value});
    Copy copying = {a, terms, terms, leaf, NULL, 0};
    node = copy(&copying, body, 0);
  }
  smr_vec_push(&out->parts, (SmrArrayPart){SMR_NO_OPERATOR, node});
}

void smr_array_split(SmrArray *a, const SmrTerm *term, uint32_t root, SmrArrayParts *out) {
  *out = (SmrArrayParts){0};
  uint32_t node = smr_term_copy(a->ops, &out->terms, term, root);
  split(a, &out->terms, node, out);
}

uint32_t smr_array_join(SmrArray *a, const SmrArrayParts *parts, SmrTerm *into) {
  uint32_t count = parts->parts.size - 1, *values = smr_xcalloc(count + 1, sizeof *values);
  SmrOperator *names = smr_xcalloc(count + 1, sizeof *names);
  for (uint32_t i = 0; i < count; i++)
    names[i] = parts->parts.data[i].name;
  // Part i stands under the i names before it.
  for (uint32_t i = 0; i <= count; i++) {
    Copy copying = {a, &parts->terms, into, SMR_NO_OPERATOR, names, i};
    values[i] = copy(&copying, parts->parts.data[i].root, 0);
  }
  uint32_t node = values[count];
  for (uint32_t i = count; i-- > 0;) {
    uint32_t c[2] = {smr_term_add(into, a->ops, a->operators[SMR_A_LAM], &node), values[i]};
    node = smr_term_add(into, a->ops, a->operators[SMR_A_APP], c);
  }
  free(values);
  free(names);
  return node;
}

void smr_array_parts_free(SmrArrayParts *parts) {
  smr_term_free(&parts->terms);
  smr_vec_free(&parts->parts);
}
