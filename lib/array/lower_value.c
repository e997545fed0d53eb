//===- lower_value.c - terms become symbolic values ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Numbers are computed where they are met, at the outermost level that knows all that they mention. Arrays
// stay descriptions until someone stores them; an element of a description is computed from it where that is
// no more work than storing the whole array once, outside the loops that ask for it.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"
#include <string.h>

/// An element that takes more operations than this is worth a place in memory when it is asked for again.
#define WORTH_STORING 16
#define WORTH_SHARING 4

static uint32_t free_level(const SmrLowering *l, uint32_t node, const SmrLowerEnv *env) {
  uint32_t level = SMR_LOWER_ROOT_LEVEL;
  uint64_t mask = l->free_indices[node];
  for (; env && mask; env = env->outer, mask >>= 1)
    if (mask & 1 && env->value->level > level)
      level = env->value->level;
  return level;
}

// What a node's value depends on, as a key.
static void key_of(const SmrLowering *l, uint32_t node, const SmrLowerEnv *env, SmrStr *out) {
  smr_str_printf(out, "node %u", node);
  uint64_t mask = l->free_indices[node];
  for (; env && mask; env = env->outer, mask >>= 1)
    if (mask & 1)
      smr_str_printf(out, " %u", env->value->id);
}

static uint32_t occurrences(const SmrLowering *l, uint32_t node, int64_t index) {
  if (index < 63 && !(l->free_indices[node] >> index & 1))
    return 0;
  SmrOperator op = l->term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(l->array->ops, op);
  if (info->kind == SMR_OPERATOR_INDEX)
    return info->integer == index;
  uint32_t count = 0;
  for (uint32_t i = 0; i < info->arity && count < 2; i++)
    count +=
        occurrences(l, smr_term_children(l->term, node)[i], index + smr_operator_binds(l->array->ops, op, i));
  return count;
}

//===--- work ---===//

static uint32_t element_body(const SmrLowering *l, uint32_t node) {
  for (;;) {
    SmrArrayOp which = smr_lower_op(l, node);
    if (which != SMR_A_BUILD)
      return node;
    uint32_t f = smr_term_children(l->term, node)[1];
    if (smr_lower_op(l, f) != SMR_A_LAM)
      return node;
    node = smr_term_children(l->term, f)[0];
  }
}

static double work(SmrLowering *l, uint32_t node) {
  if (l->work[node] >= 0)
    return l->work[node];
  SmrOperator op = l->term->nodes.data[node].op;
  uint32_t arity = smr_operator_info(l->array->ops, op)->arity;
  SmrArrayOp which = smr_array_classify(l->array, op);
  const uint32_t *c = smr_term_children(l->term, node);
  double sum = 1;
  int64_t n;
  l->work[node] = 0;
  if (which == SMR_A_GET) {
    uint32_t base = c[0];
    sum += work(l, c[1]);
    while (smr_lower_op(l, base) == SMR_A_GET) {
      sum += work(l, smr_term_children(l->term, base)[1]);
      base = smr_term_children(l->term, base)[0];
    }
    SmrArrayOp kind = smr_lower_op(l, base);
    sum += kind == SMR_A_BUILD ? work(l, element_body(l, base)) : smr_array_is_call(kind) ? 0 : work(l, base);
  } else {
    for (uint32_t i = 0; i < arity; i++)
      sum += work(l, c[i]);
    if (which == SMR_A_BUILD || which == SMR_A_IFOLD)
      sum *= smr_array_size(l->array, l->term->nodes.data[c[0]].op, &n) ? (double)n : 64;
    else if (smr_array_is_call(which))
      sum += 1000;
  }
  return l->work[node] = sum;
}

/// Whether an element takes many operations, so that computing it twice is to be avoided.
static bool costs(SmrLowering *l, const SmrLowerValue *v, double limit) {
  if (v->stored)
    return false;
  switch (v->kind) {
  case SMR_LOWER_VALUE_CALL:
  case SMR_LOWER_VALUE_IFOLD:
  case SMR_LOWER_VALUE_ROWS:
    return true;
  case SMR_LOWER_VALUE_BUILD:
    return work(l, element_body(l, v->node)) > limit;
  case SMR_LOWER_VALUE_ADD:
  case SMR_LOWER_VALUE_SCALE:
  case SMR_LOWER_VALUE_OUTER:
    return costs(l, v->args[0], limit) || costs(l, v->args[1], limit);
  case SMR_LOWER_VALUE_TRANSPOSE:
  case SMR_LOWER_VALUE_COLUMN:
  case SMR_LOWER_VALUE_FLATTEN:
  case SMR_LOWER_VALUE_SPLIT:
  case SMR_LOWER_VALUE_SLICE:
    return costs(l, v->args[0], limit);
  default:
    return false;
  }
}

bool smr_lower_costly(SmrLowering *l, const SmrLowerValue *v) {
  return costs(l, v, WORTH_STORING);
}

//===--- arrays ---===//

SmrLowerValue *smr_lower_dim(SmrLowering *l, const SmrLowerValue *v) {
  SmrLowerValue *dim = v->kind == SMR_LOWER_VALUE_VIEW && v->rank ? v->dims[0]
                       : v->type->kind == SMR_LOWER_TYPE_ARRAY    ? v->type->dim
                                                                  : NULL;
  if (!dim) {
    smr_lower_fail(l, "an array of a size that is not known");
    dim = smr_lower_int(l, 0);
  }
  return dim;
}

SmrLowerValue *smr_lower_get(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index) {
  if (v->type->kind != SMR_LOWER_TYPE_ARRAY || index->kind != SMR_LOWER_VALUE_NUMBER) {
    smr_lower_fail(l, "an element of what is not an array");
    return smr_lower_int(l, 0);
  }
  if (v->stored)
    v = v->stored;
  // Asked for more often than it has elements: it is computed once, outside. (As often: where it is asked
  // for, unless another place asks, too.)
  if (v->kind == SMR_LOWER_VALUE_CALL || v->kind == SMR_LOWER_VALUE_IFOLD)
    return smr_lower_get(l, smr_lower_force(l, v), index);
  if (v->kind != SMR_LOWER_VALUE_VIEW && v->kind != SMR_LOWER_VALUE_ZIP && v->kind != SMR_LOWER_VALUE_FILL &&
      !v->storing) {
    double asked = smr_lower_trips(l, v->level, index->level > v->level ? index->level : v->level),
           size = smr_lower_dim(l, v)->value;
    if ((asked > size && smr_lower_costly(l, v)) ||
        (v->shared && asked >= size && costs(l, v, WORTH_SHARING)))
      return smr_lower_get(l, smr_lower_force(l, v), index);
  }
  switch (v->kind) {
  case SMR_LOWER_VALUE_VIEW:
  case SMR_LOWER_VALUE_ZIP:
    return smr_lower_read(l, smr_lower_element(l, v, index));
  case SMR_LOWER_VALUE_FILL:
    return v->args[0];
  case SMR_LOWER_VALUE_BUILD:
    return smr_lower_apply(l, smr_lower_eval(l, smr_term_children(l->term, v->node)[1], v->env), index);
  case SMR_LOWER_VALUE_ADD:
  case SMR_LOWER_VALUE_SCALE: {
    // (What is added is loaded before what it is added to is multiplied, as compilers of C order it.)
    SmrLowerValue *b = smr_lower_get(l, v->args[1], index),
                  *a = v->kind == SMR_LOWER_VALUE_ADD ? smr_lower_get(l, v->args[0], index) : v->args[0];
    if (smr_lower_ty_element(v)->kind == SMR_LOWER_TYPE_ARRAY)
      return smr_lower_described(l, v->kind, smr_lower_ty_element(v), a, b);
    return smr_lower_arithmetic(l, v->kind == SMR_LOWER_VALUE_ADD ? SMR_A_ADD : SMR_A_MUL, a, b);
  }
  case SMR_LOWER_VALUE_OUTER: { // a row: Σ a[i][k] · b[k]
    SmrLowerValue *a = smr_lower_get(l, v->args[0], index), *row = NULL;
    for (int64_t k = 0; k < (int64_t)smr_lower_dim(l, v->args[1])->value; k++) {
      SmrLowerValue *factor = smr_lower_get(l, a, smr_lower_int(l, k)),
                    *other = smr_lower_get(l, v->args[1], smr_lower_int(l, k));
      other = smr_lower_described(l, SMR_LOWER_VALUE_SCALE, smr_lower_ty_element(v), factor, other);
      row = row ? smr_lower_described(l, SMR_LOWER_VALUE_ADD, smr_lower_ty_element(v), row, other) : other;
    }
    return row;
  }
  case SMR_LOWER_VALUE_ROWS:
    return smr_lower_row(l, v, index);
  case SMR_LOWER_VALUE_TRANSPOSE:
    return smr_lower_described(l, SMR_LOWER_VALUE_COLUMN, smr_lower_ty_element(v), v->args[0], index);
  case SMR_LOWER_VALUE_COLUMN:
    return smr_lower_get(l, smr_lower_get(l, v->args[0], index), v->args[1]);
  case SMR_LOWER_VALUE_FLATTEN:
  case SMR_LOWER_VALUE_SPLIT:
  case SMR_LOWER_VALUE_SLICE:
    return smr_lower_reshaped_get(l, v, index);
  default:
    smr_lower_fail(l, "an element of what is not an array");
    return smr_lower_int(l, 0);
  }
}

SmrLowerValue *smr_lower_apply(SmrLowering *l, SmrLowerValue *f, SmrLowerValue *x) {
  if (f->kind != SMR_LOWER_VALUE_FUNCTION) {
    smr_lower_fail(l, "what is applied is not a function");
    return smr_lower_int(l, 0);
  }
  SmrLowerEnv *env = smr_lower_alloc(l, sizeof *env);
  *env = (SmrLowerEnv){x, f->env};
  return smr_lower_eval(l, f->node, env);
}

//===--- terms ---===//

static SmrLowerValue *make(SmrLowering *l, uint32_t node, const SmrLowerEnv *env) {
  SmrOperator op = l->term->nodes.data[node].op;
  SmrArrayOp which = smr_array_classify(l->array, op);
  const uint32_t *c = smr_term_children(l->term, node);
  switch (which) {
  case SMR_A_APP: {
    SmrLowerValue *f = smr_lower_eval(l, c[0], env), *x = smr_lower_eval(l, c[1], env);
    if (f->kind == SMR_LOWER_VALUE_FUNCTION && x->type->kind == SMR_LOWER_TYPE_ARRAY &&
        occurrences(l, f->node, 0) > 1)
      x->shared = true;
    return smr_lower_apply(l, f, x);
  }
  case SMR_A_BUILD: {
    const SmrLowerType *type = smr_lower_type(l, node, env);
    SmrLowerValue *v = smr_lower_op(l, c[1]) == SMR_A_LAM
                           ? smr_lower_rows_view(l, smr_term_children(l->term, c[1])[0], env, type)
                           : NULL;
    if (v)
      return v;
    v = smr_lower_value(l, SMR_LOWER_VALUE_BUILD, free_level(l, node, env), type);
    v->node = node;
    v->env = env;
    return v;
  }
  case SMR_A_GET: {
    SmrLowerValue *array = smr_lower_eval(l, c[0], env);
    return smr_lower_get(l, array, smr_lower_eval(l, c[1], env));
  }
  case SMR_A_IFOLD:
    return smr_lower_ifold(l, node, env);
  case SMR_A_TUPLE: {
    SmrLowerValue *a = smr_lower_eval(l, c[0], env), *b = smr_lower_eval(l, c[1], env);
    return smr_lower_described(l, SMR_LOWER_VALUE_TUPLE, smr_lower_ty_tuple(l, a->type, b->type), a, b);
  }
  case SMR_A_FST:
  case SMR_A_SND: {
    SmrLowerValue *t = smr_lower_eval(l, c[0], env);
    if (t->kind != SMR_LOWER_VALUE_TUPLE) {
      smr_lower_fail(l, "a part of what is not a tuple");
      return smr_lower_int(l, 0);
    }
    return t->args[which == SMR_A_SND];
  }
  case SMR_A_ADD:
  case SMR_A_SUB:
  case SMR_A_MUL:
  case SMR_A_DIV:
  case SMR_A_GREATER:
  case SMR_A_LESS:
  case SMR_A_MAX:
  case SMR_A_MIN: {
    SmrLowerValue *a = smr_lower_eval(l, c[0], env);
    return smr_lower_arithmetic(l, which, a, smr_lower_eval(l, c[1], env));
  }
  case SMR_A_FLATTEN:
    return smr_lower_flatten(l, smr_lower_eval(l, c[0], env));
  case SMR_A_SPLIT: {
    SmrLowerValue *n = smr_lower_eval(l, c[0], env), *m = smr_lower_eval(l, c[1], env);
    return smr_lower_split(l, n, m, smr_lower_eval(l, c[2], env));
  }
  case SMR_A_EXP:
  case SMR_A_LOG:
  case SMR_A_SQRT:
  case SMR_A_TANH:
  case SMR_A_ABS:
    return smr_lower_function(l, which, smr_lower_eval(l, c[0], env));
  default: {
    if (!smr_array_is_call(which)) {
      smr_lower_fail(l, "'%s' has no meaning", smr_operator_name(l->array->ops, op));
      return smr_lower_int(l, 0);
    }
    SmrLowerValue *args[5] = {0};
    for (uint32_t i = 0; i < smr_operator_info(l->array->ops, op)->arity; i++)
      args[i] = smr_lower_eval(l, c[i], env);
    return smr_lower_call(l, which, args);
  }
  }
}

SmrLowerValue *smr_lower_eval(SmrLowering *l, uint32_t node, const SmrLowerEnv *env) {
  SmrOperator op = l->term->nodes.data[node].op;
  if (l->error)
    return smr_lower_int(l, 0);
  if (smr_operator_info(l->array->ops, op)->arity == 0)
    return smr_lower_term_leaf(l, node, env);
  if (smr_array_classify(l->array, op) == SMR_A_LAM) {
    const SmrLowerType *type = smr_lower_type(l, node, env);
    SmrLowerValue *f = smr_lower_value(l, SMR_LOWER_VALUE_FUNCTION, free_level(l, node, env), type);
    f->node = smr_term_children(l->term, node)[0];
    f->env = env;
    return f;
  }
  SMR_OWNED(SmrStr, smr_str_free) key = {0};
  key_of(l, node, env, &key);
  SmrLowerValue *v = NULL;
  for (uint32_t level = free_level(l, node, env); !v && level <= smr_scopes_level(&l->scopes); level++)
    v = smr_scopes_recall(&l->scopes, level, smr_str_get(&key));
  if (!v) {
    v = make(l, node, env);
    if (v->type->kind == SMR_LOWER_TYPE_ARRAY && l->uses[node] > 1)
      v->shared = true;
    smr_scopes_remember(&l->scopes,
                        v->level <= smr_scopes_level(&l->scopes) ? v->level : smr_scopes_level(&l->scopes),
                        smr_str_get(&key), v);
  }
  return v;
}
