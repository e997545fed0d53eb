//===- skeleton.c - what is fixed in patterns ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/skeleton.h"
#include "base/str.h"

typedef struct {
  SmrPypmSkeletons *out;
  const SmrPypmSignature *signature;
  const SmrPypmPattern *p;
  uint32_t *mus; // nodes of the recursive patterns around
} Builder;

static void free_lists(SmrPypmLists *lists) {
  for (uint32_t k = 0; k < lists->size; k++)
    smr_vec_free(&lists->data[k]);
  smr_vec_free(lists);
}

void smr_pypm_skeletons_free(SmrPypmSkeletons *s) {
  free_lists(&s->within);
  free_lists(&s->of_op);
  free_lists(&s->of_arity);
  smr_vec_free(&s->nodes);
  smr_vec_free(&s->parts);
  smr_vec_free(&s->literals);
  smr_vec_free(&s->by_key);
  smr_intern_destroy(s->keys);
  s->keys = NULL;
}

static SmrPypmNumbers *list_at(SmrPypmLists *lists, uint32_t k) {
  while (lists->size <= k)
    smr_vec_push(lists, (SmrPypmNumbers){0});
  return &lists->data[k];
}

/// Files a new node under what it is looked up by.
static void file(Builder *b, uint32_t number) {
  const SmrPypmSkeleton *s = &b->out->nodes.data[number];
  if (s->kind == SMR_PYPM_SKELETON_APPLY) {
    smr_vec_push(list_at(&b->out->of_arity, s->count), number);
  } else if (s->kind == SMR_PYPM_SKELETON_HEAD) {
    const SmrPypmNode *node = &s->pattern->nodes.data[s->node];
    SmrPypmNumbers *list =
        node->kind == SMR_PYPM_LITERAL ? &b->out->literals : list_at(&b->out->of_op, node->op);
    smr_vec_push(list, number);
  } else {
    for (uint32_t k = 0; k < s->count; k++)
      smr_vec_push(list_at(&b->out->within, b->out->parts.data[s->first + k]), number);
  }
}

static uint32_t add(Builder *b, SmrPypmSkeleton node, const uint32_t *parts, uint32_t count) {
  uint32_t number = b->out->nodes.size;
  node.first = b->out->parts.size;
  node.count = count;
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(&b->out->parts, parts[k]);
  smr_vec_push(&b->out->nodes, node);
  list_at(&b->out->within, number);
  file(b, number);
  return number;
}

/// The node of that head and those parts.
static uint32_t shared(Builder *b, SmrPypmSkeleton node, SmrStr *key, const uint32_t *parts, uint32_t count) {
  smr_str_printf(key, "|%d%d", node.kind, node.commutative);
  for (uint32_t k = 0; k < count; k++)
    smr_str_printf(key, " %u", parts[k]);
  uint32_t id = smr_intern_n(b->out->keys, key->data, key->size);
  smr_str_free(key);
  if (id == b->out->by_key.size) {
    uint32_t number = add(b, node, parts, count);
    smr_vec_push(&b->out->by_key, number);
  }
  return b->out->by_key.data[id];
}

static uint32_t skeleton(Builder *b, uint32_t at);

static uint32_t applied(Builder *b, uint32_t at, SmrPypmSkeleton node, SmrStr *key) {
  const SmrPypmNode *n = &b->p->nodes.data[at];
  uint32_t parts[SMR_PYPM_MAX_OPERANDS];
  for (uint32_t k = 0; k < n->count; k++)
    parts[k] = skeleton(b, b->p->operands.data[n->first + k]);
  return shared(b, node, key, parts, n->count);
}

static uint32_t operator_of(Builder *b, uint32_t at) {
  const SmrPypmNode *n = &b->p->nodes.data[at];
  const SmrPypmOperator *op = &b->signature->operators.data[n->op];
  SmrStr key = {0};
  smr_str_printf(&key, "%u#%u", n->op, n->result);
  for (uint32_t k = 0; k < op->attribute_count; k++) {
    SmrPypmValue value = b->p->values.data[n->values + k];
    smr_str_printf(&key, ",%d:", value.kind);
    smr_pypm_value_print(b->signature, value, &key);
  }
  return applied(
      b, at,
      (SmrPypmSkeleton){
          .kind = SMR_PYPM_SKELETON_HEAD, .pattern = b->p, .node = at, .commutative = op->commutative},
      &key);
}

static uint32_t literal(Builder *b, uint32_t at) {
  SmrStr key = {0};
  smr_str_printf(&key, "%a", b->p->nodes.data[at].literal);
  return shared(b, (SmrPypmSkeleton){.kind = SMR_PYPM_SKELETON_HEAD, .pattern = b->p, .node = at}, &key, NULL,
                0);
}

static uint32_t both(Builder *b, SmrPypmSkeletonKind kind, uint32_t one, uint32_t other) {
  uint32_t parts[] = {one < other ? one : other, one < other ? other : one};
  SmrStr key = {0};
  return one == other ? one : shared(b, (SmrPypmSkeleton){.kind = kind}, &key, parts, 2);
}

static uint32_t either(Builder *b, uint32_t one, uint32_t other) {
  return one == SMR_PYPM_ANY || other == SMR_PYPM_ANY ? SMR_PYPM_ANY
                                                      : both(b, SMR_PYPM_SKELETON_OR, one, other);
}

static uint32_t all(Builder *b, uint32_t one, uint32_t other) {
  if (one == SMR_PYPM_ANY || other == SMR_PYPM_ANY)
    return one == SMR_PYPM_ANY ? other : one;
  return both(b, SMR_PYPM_SKELETON_AND, one, other);
}

/// Is a match of the node one of that variable with the same term?
static bool binds_here(const SmrPypmPattern *p, uint32_t at, uint32_t var) {
  const SmrPypmNode *n = &p->nodes.data[at];
  while (n->kind == SMR_PYPM_GUARD || n->kind == SMR_PYPM_CONSTRAINT || n->kind == SMR_PYPM_EXISTS)
    n = &p->nodes.data[n->a];
  return n->kind == SMR_PYPM_VAR && n->var == var;
}

/// p; (q ~ x): where p is x, the term has q's skeleton, too.
static uint32_t constrained(Builder *b, const SmrPypmNode *n) {
  uint32_t one = skeleton(b, n->a);
  return binds_here(b->p, n->a, n->var) ? all(b, one, skeleton(b, n->b)) : one;
}

/// A recursive pattern's node is there before its body, which may call it: an OR of the body alone.
static uint32_t recursive(Builder *b, const SmrPypmNode *n) {
  const SmrPypmMu *mu = &b->p->mus.data[n->mu];
  uint32_t number = add(b, (SmrPypmSkeleton){.kind = SMR_PYPM_SKELETON_OR}, NULL, 0);
  b->mus[n->mu] = number;
  uint32_t body = skeleton(b, mu->body);
  b->out->nodes.data[number].first = b->out->parts.size;
  b->out->nodes.data[number].count = 1;
  smr_vec_push(&b->out->parts, body);
  smr_vec_push(list_at(&b->out->within, body), number);
  return body == SMR_PYPM_ANY ? SMR_PYPM_ANY : number;
}

static uint32_t skeleton(Builder *b, uint32_t at) {
  const SmrPypmNode *n = &b->p->nodes.data[at];
  SmrStr key = {0};
  switch (n->kind) {
  case SMR_PYPM_VAR:
    return SMR_PYPM_ANY;
  case SMR_PYPM_FUN:
    return operator_of(b, at);
  case SMR_PYPM_LITERAL:
    return literal(b, at);
  case SMR_PYPM_ALT:
    return either(b, skeleton(b, n->a), skeleton(b, n->b));
  case SMR_PYPM_GUARD:
  case SMR_PYPM_EXISTS:
    return skeleton(b, n->a);
  case SMR_PYPM_CONSTRAINT:
    return constrained(b, n);
  case SMR_PYPM_FUN_VAR:
    return applied(b, at, (SmrPypmSkeleton){.kind = SMR_PYPM_SKELETON_APPLY}, &key);
  case SMR_PYPM_MU:
    return recursive(b, n);
  case SMR_PYPM_CALL:
    return b->mus[n->mu];
  }
  return SMR_PYPM_ANY;
}

uint32_t smr_pypm_skeletons_add(SmrPypmSkeletons *s, const SmrPypmSignature *signature,
                                const SmrPypmPattern *pattern) {
  Builder b = {s, signature, pattern, smr_xcalloc(pattern->mus.size + 1, sizeof(uint32_t))};
  if (!s->keys) {
    s->keys = smr_intern_create();
    smr_vec_push(&s->by_key, 0);
    smr_vec_push(&s->nodes, (SmrPypmSkeleton){0});
    list_at(&s->within, 0);
  }
  uint32_t root = skeleton(&b, pattern->root);
  free(b.mus);
  return root;
}
