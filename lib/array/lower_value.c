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

Value *lower_value(Lower *l, ValueKind kind, uint32_t level, const Ty *type) {
  Value *v = lower_alloc(l, sizeof *v);
  v->kind = kind;
  v->id = l->next_id++;
  v->level = level;
  v->type = type;
  return v;
}

static Value *with_args(Lower *l, ValueKind kind, const Ty *type, Value *a, Value *b) {
  Value *v = lower_value(l, kind, b && b->level > a->level ? b->level : a->level, type);
  v->args[0] = a, v->args[1] = b;
  return v;
}

static uint32_t free_level(const Lower *l, uint32_t node, const Env *env) {
  uint32_t level = ROOT_LEVEL;
  uint64_t mask = l->free_indices[node];
  for (; env && mask; env = env->outer, mask >>= 1)
    if (mask & 1 && env->value->level > level)
      level = env->value->level;
  return level;
}

// What a node's value depends on, as a key.
static void key_of(const Lower *l, uint32_t node, const Env *env, SmrStr *out) {
  smr_str_printf(out, "node %u", node);
  uint64_t mask = l->free_indices[node];
  for (; env && mask; env = env->outer, mask >>= 1)
    if (mask & 1)
      smr_str_printf(out, " %u", env->value->id);
}

static uint32_t occurrences(const Lower *l, uint32_t node, int64_t index) {
  if (index < 63 && !(l->free_indices[node] >> index & 1))
    return 0;
  SmrOp op = l->term->nodes.data[node].op;
  const SmrOpInfo *info = smr_op_info(l->array->ops, op);
  if (info->kind == SMR_OP_INDEX)
    return info->integer == index;
  uint32_t count = 0;
  for (uint32_t i = 0; i < info->arity && count < 2; i++)
    count += occurrences(l, smr_term_children(l->term, node)[i], index + smr_op_binds(l->array->ops, op, i));
  return count;
}

//===--- work ---===//

static uint32_t element_body(const Lower *l, uint32_t node) {
  for (;;) {
    SmrArrayOp which = smr_array_classify(l->array, l->term->nodes.data[node].op);
    if (which != SMR_A_BUILD)
      return node;
    uint32_t f = smr_term_children(l->term, node)[1];
    if (smr_array_classify(l->array, l->term->nodes.data[f].op) != SMR_A_LAM)
      return node;
    node = smr_term_children(l->term, f)[0];
  }
}

static double work(Lower *l, uint32_t node) {
  if (l->work[node] >= 0)
    return l->work[node];
  SmrOp op = l->term->nodes.data[node].op;
  uint32_t arity = smr_op_info(l->array->ops, op)->arity;
  SmrArrayOp which = smr_array_classify(l->array, op);
  const uint32_t *c = smr_term_children(l->term, node);
  double sum = 1;
  int64_t n;
  l->work[node] = 0;
  if (which == SMR_A_GET) {
    uint32_t base = c[0];
    sum += work(l, c[1]);
    while (smr_array_classify(l->array, l->term->nodes.data[base].op) == SMR_A_GET) {
      sum += work(l, smr_term_children(l->term, base)[1]);
      base = smr_term_children(l->term, base)[0];
    }
    SmrArrayOp kind = smr_array_classify(l->array, l->term->nodes.data[base].op);
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
static bool costs(Lower *l, const Value *v, double limit) {
  if (v->stored)
    return false;
  switch (v->kind) {
  case V_CALL:
  case V_IFOLD:
  case V_ROWS:
    return true;
  case V_BUILD:
    return work(l, element_body(l, v->node)) > limit;
  case V_ADD:
  case V_SCALE:
  case V_OUTER:
    return costs(l, v->args[0], limit) || costs(l, v->args[1], limit);
  case V_TRANSPOSE:
  case V_COLUMN:
    return costs(l, v->args[0], limit);
  default:
    return false;
  }
}

bool lower_costly(Lower *l, const Value *v) {
  return costs(l, v, WORTH_STORING);
}

//===--- arrays ---===//

Value *lower_dim(Lower *l, const Value *v) {
  Value *dim = v->kind == V_VIEW && v->rank ? v->dims[0] : v->type->kind == TY_ARRAY ? v->type->dim : NULL;
  if (!dim) {
    lower_fail(l, "an array of a size that is not known");
    dim = lower_int(l, 0);
  }
  return dim;
}

static const Ty *element_type(const Value *v) {
  return v->type->kind == TY_ARRAY ? v->type->a : v->type;
}

Value *lower_get(Lower *l, Value *v, Value *index) {
  if (v->type->kind != TY_ARRAY || index->kind != V_NUMBER) {
    lower_fail(l, "an element of what is not an array");
    return lower_int(l, 0);
  }
  if (v->stored)
    v = v->stored;
  // Asked for more often than it has elements: it is computed once, outside. (As often: where it is asked
  // for, unless another place asks, too.)
  if (v->kind == V_CALL || v->kind == V_IFOLD)
    return lower_get(l, lower_force(l, v), index);
  if (v->kind != V_VIEW && v->kind != V_ZIP && v->kind != V_FILL && !v->storing) {
    double asked = lower_trips(l, v->level, index->level > v->level ? index->level : v->level),
           size = lower_dim(l, v)->value;
    if ((asked > size && lower_costly(l, v)) || (v->shared && asked >= size && costs(l, v, WORTH_SHARING)))
      return lower_get(l, lower_force(l, v), index);
  }
  switch (v->kind) {
  case V_VIEW:
  case V_ZIP:
    return lower_read(l, lower_element(l, v, index));
  case V_FILL:
    return v->args[0];
  case V_BUILD:
    return lower_apply(l, lower_eval(l, smr_term_children(l->term, v->node)[1], v->env), index);
  case V_ADD:
  case V_SCALE: {
    // (What is added is loaded before what it is added to is multiplied, as compilers of C order it.)
    Value *b = lower_get(l, v->args[1], index),
          *a = v->kind == V_ADD ? lower_get(l, v->args[0], index) : v->args[0];
    if (element_type(v)->kind == TY_ARRAY)
      return with_args(l, v->kind, element_type(v), a, b);
    return lower_arithmetic(l, v->kind == V_ADD ? SMR_A_ADD : SMR_A_MUL, a, b);
  }
  case V_OUTER: { // a row: Σ a[i][k] · b[k]
    Value *a = lower_get(l, v->args[0], index), *row = NULL;
    for (int64_t k = 0; k < (int64_t)lower_dim(l, v->args[1])->value; k++) {
      Value *factor = lower_get(l, a, lower_int(l, k)), *other = lower_get(l, v->args[1], lower_int(l, k));
      other = with_args(l, V_SCALE, element_type(v), factor, other);
      row = row ? with_args(l, V_ADD, element_type(v), row, other) : other;
    }
    return row;
  }
  case V_ROWS:
    return lower_row(l, v, index);
  case V_TRANSPOSE:
    return with_args(l, V_COLUMN, element_type(v), v->args[0], index);
  case V_COLUMN:
    return lower_get(l, lower_get(l, v->args[0], index), v->args[1]);
  default:
    lower_fail(l, "an element of what is not an array");
    return lower_int(l, 0);
  }
}

Value *lower_apply(Lower *l, Value *f, Value *x) {
  if (f->kind != V_FUNCTION) {
    lower_fail(l, "what is applied is not a function");
    return lower_int(l, 0);
  }
  Env *env = lower_alloc(l, sizeof *env);
  *env = (Env){x, f->env};
  return lower_eval(l, f->node, env);
}

//===--- terms ---===//

static Value *leaf(Lower *l, uint32_t node, const Env *env) {
  SmrOp op = l->term->nodes.data[node].op;
  const SmrOpInfo *info = smr_op_info(l->array->ops, op);
  if (info->kind == SMR_OP_INTEGER)
    return lower_int(l, info->integer);
  if (info->kind == SMR_OP_REAL)
    return lower_constant(l, N_REAL, info->real);
  if (info->kind == SMR_OP_INDEX) {
    for (int64_t i = info->integer; env && i > 0; i--)
      env = env->outer;
    if (env)
      return env->value;
    lower_fail(l, "the term has a free index");
    return lower_int(l, 0);
  }
  for (uint32_t i = 0; i < l->inputs.size; i++)
    if (l->inputs.data[i].op == op)
      return l->inputs.data[i].value;
  lower_fail(l, "'%s' is not declared", smr_op_name(l->array->ops, op));
  return lower_int(l, 0);
}

static Value *make(Lower *l, uint32_t node, const Env *env) {
  SmrOp op = l->term->nodes.data[node].op;
  SmrArrayOp which = smr_array_classify(l->array, op);
  const uint32_t *c = smr_term_children(l->term, node);
  switch (which) {
  case SMR_A_APP: {
    Value *f = lower_eval(l, c[0], env), *x = lower_eval(l, c[1], env);
    if (f->kind == V_FUNCTION && x->type->kind == TY_ARRAY && occurrences(l, f->node, 0) > 1)
      x->shared = true;
    return lower_apply(l, f, x);
  }
  case SMR_A_BUILD: {
    Value *v = lower_value(l, V_BUILD, free_level(l, node, env), lower_type(l, node, env));
    v->node = node;
    v->env = env;
    return v;
  }
  case SMR_A_GET: {
    Value *array = lower_eval(l, c[0], env);
    return lower_get(l, array, lower_eval(l, c[1], env));
  }
  case SMR_A_IFOLD:
    return lower_ifold(l, node, env);
  case SMR_A_TUPLE: {
    Value *a = lower_eval(l, c[0], env), *b = lower_eval(l, c[1], env);
    Ty *type = lower_alloc(l, sizeof *type);
    *type = (Ty){.kind = TY_TUPLE, .a = a->type, .b = b->type};
    return with_args(l, V_TUPLE, type, a, b);
  }
  case SMR_A_FST:
  case SMR_A_SND: {
    Value *t = lower_eval(l, c[0], env);
    if (t->kind != V_TUPLE) {
      lower_fail(l, "a part of what is not a tuple");
      return lower_int(l, 0);
    }
    return t->args[which == SMR_A_SND];
  }
  case SMR_A_ADD:
  case SMR_A_SUB:
  case SMR_A_MUL:
  case SMR_A_DIV:
  case SMR_A_GREATER:
  case SMR_A_LESS: {
    Value *a = lower_eval(l, c[0], env);
    return lower_arithmetic(l, which, a, lower_eval(l, c[1], env));
  }
  default: {
    if (!smr_array_is_call(which)) {
      lower_fail(l, "'%s' has no meaning", smr_op_name(l->array->ops, op));
      return lower_int(l, 0);
    }
    Value *args[5] = {0};
    for (uint32_t i = 0; i < smr_op_info(l->array->ops, op)->arity; i++)
      args[i] = lower_eval(l, c[i], env);
    return lower_call(l, which, args);
  }
  }
}

Value *lower_eval(Lower *l, uint32_t node, const Env *env) {
  SmrOp op = l->term->nodes.data[node].op;
  if (l->error)
    return lower_int(l, 0);
  if (smr_op_info(l->array->ops, op)->arity == 0)
    return leaf(l, node, env);
  if (smr_array_classify(l->array, op) == SMR_A_LAM) {
    const Ty *type = lower_type(l, node, env);
    Value *f = lower_value(l, V_FUNCTION, free_level(l, node, env), type);
    f->node = smr_term_children(l->term, node)[0];
    f->env = env;
    return f;
  }
  SmrStr key = {0};
  key_of(l, node, env, &key);
  Value *v = NULL;
  for (uint32_t level = free_level(l, node, env); !v && level <= lower_depth(l); level++)
    v = lower_recall(l, level, smr_str_get(&key));
  if (!v) {
    v = make(l, node, env);
    if (v->type->kind == TY_ARRAY && l->uses[node] > 1)
      v->shared = true;
    lower_remember(l, v->level <= lower_depth(l) ? v->level : lower_depth(l), smr_str_get(&key), v);
  }
  smr_str_free(&key);
  return v;
}
