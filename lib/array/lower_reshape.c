//===- lower_reshape.c - dimensions merged and split ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// (flatten A) and (split n m V) of what lies in memory row by row are views of it. Of a description, they are
// descriptions: stored through a view of the destination that is shaped as the description is, summed by a
// loop for each dimension.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"
#include <string.h>

const SmrLowerType *smr_lower_ty_flatten(SmrLowering *l, const SmrLowerType *t) {
  if (t->kind != SMR_LOWER_TYPE_ARRAY || t->a->kind != SMR_LOWER_TYPE_ARRAY || !t->dim || !t->a->dim)
    return NULL;
  return smr_lower_ty_array(l, smr_lower_arithmetic(l, SMR_A_MUL, t->dim, t->a->dim), t->a->a);
}

static SmrLowerValue *clone(SmrLowering *l, const SmrLowerValue *v, const SmrLowerType *type) {
  SmrLowerValue *copy = smr_lower_value(l, v->kind, v->level, type);
  uint32_t id = copy->id;
  *copy = *v;
  copy->id = id;
  copy->type = type;
  return copy;
}

// A view with dimensions `at` and at + 1 as one; NULL when they do not lie one behind the other.
static SmrLowerValue *merged(SmrLowering *l, const SmrLowerValue *v, uint32_t at, const SmrLowerType *type) {
  if (v->kind != SMR_LOWER_VALUE_VIEW || v->rank < at + 2 ||
      !smr_lower_same(v->strides[at],
                      smr_lower_arithmetic(l, SMR_A_MUL, v->dims[at + 1], v->strides[at + 1])))
    return NULL;
  SmrLowerValue *m = clone(l, v, type);
  m->rank--;
  m->dims[at] = smr_lower_arithmetic(l, SMR_A_MUL, v->dims[at], v->dims[at + 1]);
  for (uint32_t i = at; i < m->rank; i++)
    m->strides[i] = v->strides[i + 1], m->dims[i] = i == at ? m->dims[i] : v->dims[i + 1];
  return m;
}

// A view with its first dimension as two.
static SmrLowerValue *parted(SmrLowering *l, const SmrLowerValue *v, SmrLowerValue *n, SmrLowerValue *m,
                             const SmrLowerType *type) {
  if (v->kind != SMR_LOWER_VALUE_VIEW || v->rank < 1 || v->rank == SMR_ARRAY_TYPE_MAX_RANK)
    return NULL;
  SmrLowerValue *s = clone(l, v, type);
  s->rank++;
  for (uint32_t i = s->rank; i-- > 2;)
    s->dims[i] = v->dims[i - 1], s->strides[i] = v->strides[i - 1];
  s->dims[0] = n, s->dims[1] = m;
  s->strides[1] = v->strides[0];
  s->strides[0] = smr_lower_arithmetic(l, SMR_A_MUL, m, v->strides[0]);
  return s;
}

static SmrLowerValue *described(SmrLowering *l, SmrLowerValueKind kind, const SmrLowerType *type,
                                SmrLowerValue *a, SmrLowerValue *b) {
  SmrLowerValue *v = smr_lower_value(l, kind, b && b->level > a->level ? b->level : a->level, type);
  v->args[0] = a, v->args[1] = b;
  return v;
}

SmrLowerValue *smr_lower_flatten(SmrLowering *l, SmrLowerValue *v) {
  const SmrLowerType *type = smr_lower_ty_flatten(l, v->type);
  if (!type) {
    smr_lower_fail(l, "flatten of what is no array of arrays");
    return smr_lower_int(l, 0);
  }
  if (v->kind == SMR_LOWER_VALUE_CALL || v->kind == SMR_LOWER_VALUE_IFOLD)
    v = smr_lower_force(l, v);
  SmrLowerValue *view = merged(l, v->stored ? v->stored : v, 0, type);
  return view                               ? view
         : v->kind == SMR_LOWER_VALUE_SPLIT ? v->args[0]
                                            : described(l, SMR_LOWER_VALUE_FLATTEN, type, v, NULL);
}

SmrLowerValue *smr_lower_split(SmrLowering *l, SmrLowerValue *n, SmrLowerValue *m, SmrLowerValue *v) {
  if (v->type->kind != SMR_LOWER_TYPE_ARRAY || n->kind != SMR_LOWER_VALUE_NUMBER ||
      m->kind != SMR_LOWER_VALUE_NUMBER) {
    smr_lower_fail(l, "split of what is no array");
    return smr_lower_int(l, 0);
  }
  const SmrLowerType *type = smr_lower_ty_array(l, n, smr_lower_ty_array(l, m, v->type->a));
  SmrLowerValue *view = parted(l, v->stored ? v->stored : v, n, m, type);
  if (view)
    return view;
  if (v->kind == SMR_LOWER_VALUE_FLATTEN && smr_lower_same(v->args[0]->type->a->dim, m))
    return v->args[0];
  return described(l, SMR_LOWER_VALUE_SPLIT, type, v, NULL);
}

static SmrLowerValue *row_of(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index) {
  SmrLowerValue *a = v->args[0], *m = a->type->a->dim;
  SmrLoopsIndex i = smr_lower_index(l, index);
  uint32_t level = index->level > m->level ? index->level : m->level;
  if (m->constant && m->value < 1)
    return smr_lower_int(l, 0); // (no element is ever asked for)
  l->no_lanes |= index->lanes;
  SmrLowerValue *row = smr_lower_integer(l, smr_loops_div(l->loops, i, m->index), level, false),
                *column = smr_lower_integer(l, smr_loops_mod(l->loops, i, m->index), level, false);
  return smr_lower_get(l, smr_lower_get(l, a, row), column);
}

// A product of a matrix that is described by parts, so that a part of it is a product, too.
static bool by_parts(const SmrLowerValue *v, const SmrLowerType *part) {
  return v->kind == SMR_LOWER_VALUE_ROWS && !v->stored && v->args[1]->kind == SMR_LOWER_VALUE_FLATTEN &&
         smr_lower_same(v->args[1]->args[0]->type->a->dim, part->dim);
}

static SmrLowerValue *slice(SmrLowering *l, SmrLowerValue *v, const SmrLowerType *type,
                            SmrLowerValue *index) {
  return described(l, SMR_LOWER_VALUE_SLICE, type, v, smr_lower_arithmetic(l, SMR_A_MUL, index, type->dim));
}

static SmrLowerValue *part_of_rows(SmrLowering *l, SmrLowerValue *v, const SmrLowerType *type,
                                   SmrLowerValue *index) {
  SmrLowerValue *part = clone(l, v, type);
  part->args[1] = smr_lower_get(l, v->args[1]->args[0], index);
  part->args[4] = v->args[4] ? slice(l, v->args[4], type, index) : NULL;
  if (index->level > part->level)
    part->level = index->level;
  return part;
}

SmrLowerValue *smr_lower_reshaped_get(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index) {
  SmrLowerValue *a = v->args[0];
  if (v->kind == SMR_LOWER_VALUE_FLATTEN)
    return row_of(l, v, index);
  if (v->kind == SMR_LOWER_VALUE_SLICE)
    return smr_lower_get(l, a, smr_lower_arithmetic(l, SMR_A_ADD, v->args[1], index));
  return by_parts(a, v->type->a) ? part_of_rows(l, a, v->type->a, index) : slice(l, a, v->type->a, index);
}

// X of (get X %0), where X does not mention %0; NULL.
static SmrLowerValue *row_source(SmrLowering *l, uint32_t node, const SmrLowerEnv *env) {
  const SmrTerm *t = l->term;
  if (smr_array_classify(l->array, t->nodes.data[node].op) != SMR_A_GET)
    return NULL;
  const uint32_t *c = smr_term_children(t, node);
  const SmrOperatorInfo *index = smr_operator_info(l->array->ops, t->nodes.data[c[1]].op);
  if (index->kind != SMR_OPERATOR_INDEX || index->integer != 0 || l->free_indices[c[0]] & 1)
    return NULL;
  SmrLowerEnv *inner = smr_lower_alloc(l, sizeof *inner);
  *inner = (SmrLowerEnv){smr_lower_int(l, 0), env};
  return smr_lower_eval(l, c[0], inner);
}

// The matrix X of (build n λ(split … (get X %0))) when it has yet to be stored, for nothing else; NULL.
static SmrLowerValue *rows_split(SmrLowering *l, const SmrLowerValue *v) {
  const SmrTerm *t = l->term;
  const uint32_t f = smr_term_children(t, v->node)[1];
  if (smr_array_classify(l->array, t->nodes.data[f].op) != SMR_A_LAM)
    return NULL;
  uint32_t body = smr_term_children(t, f)[0];
  if (smr_array_classify(l->array, t->nodes.data[body].op) != SMR_A_SPLIT)
    return NULL;
  SmrLowerValue *x = row_source(l, smr_term_children(t, body)[2], v->env);
  return x && x->kind == SMR_LOWER_VALUE_CALL && !x->stored && !x->shared && v->type->dim &&
                 smr_lower_same(x->type->dim, v->type->dim)
             ? x
             : NULL;
}

bool smr_lower_reshaped_store(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  SmrLowerValue *a = v->args[0], *view = NULL;
  if (v->kind == SMR_LOWER_VALUE_FLATTEN)
    view = parted(l, dest, a->type->dim, a->type->a->dim, a->type);
  else if (v->kind == SMR_LOWER_VALUE_SPLIT && !by_parts(a, v->type->a))
    view = merged(l, dest, 0, a->type);
  else if (v->kind == SMR_LOWER_VALUE_BUILD && (a = rows_split(l, v)))
    view = merged(l, dest, 1, a->type);
  if (view)
    smr_lower_store(l, view, a, false);
  return view != NULL;
}

// An array as (n × m) of the shape of `like`; NULL: as it is.
static SmrLowerValue *unflattened(SmrLowering *l, SmrLowerValue *v, const SmrLowerType *like) {
  const SmrLowerType *type =
      v->type->kind == SMR_LOWER_TYPE_ARRAY
          ? smr_lower_ty_array(l, like->dim, smr_lower_ty_array(l, like->a->dim, v->type->a))
          : NULL;
  if (v->kind == SMR_LOWER_VALUE_FLATTEN && !v->stored &&
      smr_lower_same(v->args[0]->type->a->dim, like->a->dim))
    return v->args[0];
  return type ? parted(l, v->stored ? v->stored : v, like->dim, like->a->dim, type) : NULL;
}

bool smr_lower_unflatten(SmrLowering *l, SmrLowerValue **a, SmrLowerValue **b) {
  const SmrLowerValue *flat = (*a)->kind == SMR_LOWER_VALUE_FLATTEN && !(*a)->stored ? *a : *b;
  if (!flat || flat->kind != SMR_LOWER_VALUE_FLATTEN || flat->stored)
    return false;
  const SmrLowerType *like = flat->args[0]->type;
  SmrLowerValue *x = unflattened(l, *a, like), *y = *b ? unflattened(l, *b, like) : NULL;
  if (!x || (*b && !y))
    return false;
  *a = x, *b = y;
  return true;
}

// (build n λ(flatten … (get X %0))) of a view X, as a view.
SmrLowerValue *smr_lower_rows_view(SmrLowering *l, uint32_t body, const SmrLowerEnv *env,
                                   const SmrLowerType *type) {
  uint32_t count = 0;
  const SmrTerm *t = l->term;
  for (; smr_array_classify(l->array, t->nodes.data[body].op) == SMR_A_FLATTEN; count++)
    body = smr_term_children(t, body)[0];
  SmrLowerValue *v = count ? row_source(l, body, env) : NULL;
  if (!v)
    return NULL;
  v = v->stored ? v->stored : v;
  if (v->kind != SMR_LOWER_VALUE_VIEW || !v->rank || !type->dim || !smr_lower_same(v->dims[0], type->dim))
    return NULL;
  for (; v && count; count--)
    v = merged(l, v, 1, type);
  return v;
}
