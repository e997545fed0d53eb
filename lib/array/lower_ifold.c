//===- lower_ifold.c - loops with accumulators ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Numbers are carried in registers. An array is written in place where each element of the next one needs
// only that element of the last; otherwise two buffers change places.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"

#define MAX_CARRIED 16
/// Loops of at most so many steps are written out.
#define UNROLL_STEPS 8

typedef struct {
  const SmrLowerType *type;
  SmrLowerValue *dest; // of an array; of two, unless it works in place
  uint32_t first;      // carried value
} Leaf;

typedef struct {
  Leaf leaves[MAX_CARRIED];
  uint32_t count;
} Leaves;

static void flatten_type(SmrLowering *l, const SmrLowerType *type, Leaves *out) {
  if (type->kind == SMR_LOWER_TYPE_TUPLE) {
    flatten_type(l, type->a, out);
    flatten_type(l, type->b, out);
  } else if ((type->kind == SMR_LOWER_TYPE_NUMBER || smr_lower_ty_rank(type) > 0) && out->count < MAX_CARRIED)
    out->leaves[out->count++] = (Leaf){.type = type};
  else
    smr_lower_fail(l, "an accumulator of a type that cannot be carried");
}

static void flatten(SmrLowering *l, SmrLowerValue *v, const SmrLowerType *type, SmrLowerValue **out,
                    uint32_t *count) {
  if (type->kind != SMR_LOWER_TYPE_TUPLE) {
    out[(*count)++] = v;
    return;
  }
  if (v->kind != SMR_LOWER_VALUE_TUPLE) {
    smr_lower_fail(l, "an accumulator that is not always a tuple");
    v = smr_lower_value(l, SMR_LOWER_VALUE_TUPLE, SMR_LOWER_ROOT_LEVEL, type);
    v->args[0] = v->args[1] = smr_lower_int(l, 0);
  }
  flatten(l, v->args[0], type->a, out, count);
  flatten(l, v->args[1], type->b, out, count);
}

static SmrLowerValue *rebuild(SmrLowering *l, const SmrLowerType *type, SmrLowerValue **leaves,
                              uint32_t *next, uint32_t level) {
  if (type->kind != SMR_LOWER_TYPE_TUPLE)
    return leaves[(*next)++];
  SmrLowerValue *t = smr_lower_value(l, SMR_LOWER_VALUE_TUPLE, level, type);
  t->args[0] = rebuild(l, type->a, leaves, next, level);
  t->args[1] = rebuild(l, type->b, leaves, next, level);
  return t;
}

//===--- in place ---===//

static bool is_index(const SmrLowering *l, uint32_t node, int64_t index) {
  const SmrOperatorInfo *info = smr_operator_info(l->array->ops, l->term->nodes.data[node].op);
  return info->kind == SMR_OPERATOR_INDEX && info->integer == index;
}

static bool mentions(const SmrLowering *l, uint32_t node, uint32_t index) {
  return l->free_indices[node] >> index & 1;
}

// Whether a node reads the accumulator at the elements %(rank-1+under) … %(under) only; it is %(rank+under).
static bool only_there(const SmrLowering *l, uint32_t node, uint32_t rank, uint32_t under) {
  if (rank + under >= 63)
    return false;
  if (!mentions(l, node, rank + under))
    return true;
  uint32_t at = node;
  for (uint32_t i = 0; i < rank && smr_lower_op(l, at) == SMR_A_GET; i++) {
    if (!is_index(l, smr_term_children(l->term, at)[1], i + under))
      break;
    at = smr_term_children(l->term, at)[0];
    if (i + 1 == rank && is_index(l, at, rank + under))
      return true;
  }
  SmrOperator op = l->term->nodes.data[node].op;
  uint32_t arity = smr_operator_info(l->array->ops, op)->arity;
  for (uint32_t i = 0; i < arity; i++)
    if (!only_there(l, smr_term_children(l->term, node)[i], rank,
                    under + smr_operator_binds(l->array->ops, op, i)))
      return false;
  return arity != 0;
}

static bool in_place(const SmrLowering *l, const SmrLowerValue *f, uint32_t rank) {
  if (smr_lower_op(l, f->node) != SMR_A_LAM)
    return false;
  uint32_t body = smr_term_children(l->term, f->node)[0];
  const uint32_t *c = smr_term_children(l->term, body);
  uint32_t last;
  switch (smr_lower_op(l, body)) {
  case SMR_A_AXPY:
    last = 2;
    break;
  case SMR_A_T_ADD:
  case SMR_A_T_MUL:
    last = 1;
    break;
  case SMR_A_GEMV_F:
  case SMR_A_GEMV_T:
  case SMR_A_GEMM_FF:
  case SMR_A_GEMM_FT:
  case SMR_A_GEMM_TF:
  case SMR_A_GEMM_TT:
    last = 4;
    break;
  case SMR_A_BUILD:
    for (uint32_t i = 0; i < rank; i++) {
      if (smr_lower_op(l, body) != SMR_A_BUILD)
        return false;
      c = smr_term_children(l->term, body);
      if (mentions(l, c[0], i) || smr_lower_op(l, c[1]) != SMR_A_LAM)
        return false;
      body = smr_term_children(l->term, c[1])[0];
    }
    return only_there(l, body, rank, 0);
  default:
    return false;
  }
  if (l->options->print.gemm == SMR_LOOPS_GEMM_LINALG || !is_index(l, c[last], 0))
    return false;
  for (uint32_t i = 0; i < last; i++)
    if (mentions(l, c[i], 0))
      return false;
  return true;
}

// The array of one parity, of two in a row.
static SmrLowerValue *half(SmrLowering *l, const Leaf *leaf, SmrLoopsIndex step, uint32_t level) {
  SmrLoopsIndex parity = smr_loops_mod(l->loops, step, smr_loops_int(l->loops, 2));
  SmrLowerValue *v = smr_lower_element(l, leaf->dest, smr_lower_integer(l, parity, level, false));
  v->level = level;
  return v;
}

// `dest`: where an array is to be, if its steps work in place; NULL: in a new buffer.
static SmrLowerValue *run(SmrLowering *l, const SmrLowerType *type, SmrLowerValue *count, SmrLowerValue *init,
                          SmrLowerValue *f, SmrLowerValue *dest, bool place) {
  Leaves all = {0};
  flatten_type(l, type, &all);
  uint32_t depth = smr_scopes_level(&l->scopes), carried = 0, n = 0;
  SmrLowerValue *starts[MAX_CARRIED], *values[MAX_CARRIED], *results[MAX_CARRIED];
  SmrLoopsValue inits[MAX_CARRIED], inside[MAX_CARRIED], yields[MAX_CARRIED], after[MAX_CARRIED];
  if (!l->error)
    flatten(l, init, type, starts, &n);
  for (uint32_t i = 0; i < all.count && !l->error; i++) {
    Leaf *leaf = &all.leaves[i];
    leaf->first = carried;
    if (leaf->type->kind == SMR_LOWER_TYPE_NUMBER) {
      inits[carried++] = smr_lower_as(l, starts[i], leaf->type->number);
      continue;
    }
    const SmrLowerType *stored = place ? leaf->type : smr_lower_ty_array(l, smr_lower_int(l, 2), leaf->type);
    leaf->dest = dest ? dest : smr_lower_storage(l, depth, stored, NULL, true);
    if (!l->error)
      smr_lower_store(l, place ? leaf->dest : half(l, leaf, smr_loops_int(l->loops, 0), depth), starts[i],
                      false);
  }
  if (l->error)
    return smr_lower_int(l, 0);
  SmrLowerValue *index = smr_lower_loop(l, count, carried, inits, inside);
  uint32_t level = smr_scopes_level(&l->scopes);
  for (uint32_t i = 0; i < all.count; i++) {
    const Leaf *leaf = &all.leaves[i];
    if (leaf->type->kind == SMR_LOWER_TYPE_NUMBER) {
      values[i] = smr_lower_scalar(l, leaf->type->number, level, inside[leaf->first]);
    } else if (place) {
      values[i] = smr_lower_clone(l, leaf->dest, leaf->type);
      values[i]->level = level;
    } else
      values[i] = half(l, leaf, index->index, level);
  }
  n = 0;
  SmrLowerValue *step = smr_lower_apply(l, smr_lower_apply(l, f, index), rebuild(l, type, values, &n, level));
  n = 0;
  flatten(l, step, type, values, &n);
  SmrLoopsIndex next = smr_loops_add(l->loops, index->index, smr_loops_int(l->loops, 1));
  for (uint32_t i = 0; i < all.count && !l->error; i++) {
    const Leaf *leaf = &all.leaves[i];
    if (leaf->type->kind == SMR_LOWER_TYPE_NUMBER)
      yields[leaf->first] = smr_lower_as(l, values[i], leaf->type->number);
    else
      smr_lower_store(l, place ? leaf->dest : half(l, leaf, next, level), values[i], false);
  }
  if (l->error)
    return smr_lower_int(l, 0);
  smr_lower_end(l, carried, yields, after);
  for (uint32_t i = 0; i < all.count; i++) {
    const Leaf *leaf = &all.leaves[i];
    results[i] = leaf->type->kind == SMR_LOWER_TYPE_NUMBER
                     ? smr_lower_scalar(l, leaf->type->number, depth, after[leaf->first])
                 : place ? leaf->dest
                         : half(l, leaf, smr_lower_index(l, count), depth);
  }
  n = 0;
  return rebuild(l, type, results, &n, depth);
}

void smr_lower_ifold_into(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  bool place = in_place(l, v->args[2], (uint32_t)smr_lower_ty_rank(v->type));
  if (place && dest->kind == SMR_LOWER_VALUE_VIEW && smr_lower_contiguous(l, dest) &&
      dest->number == smr_lower_stored(smr_lower_ty_scalar(v->type)))
    run(l, v->type, v->args[0], v->args[1], v->args[2], dest, place);
  else
    smr_lower_store(l, dest, run(l, v->type, v->args[0], v->args[1], v->args[2], NULL, place), false);
}

SmrLowerValue *smr_lower_ifold(SmrLowering *l, uint32_t node, const SmrLowerEnv *env) {
  const uint32_t *c = smr_term_children(l->term, node);
  SmrLowerValue *count = smr_lower_eval(l, c[0], env), *init = smr_lower_eval(l, c[1], env),
                *f = smr_lower_eval(l, c[2], env);
  if (count->kind != SMR_LOWER_VALUE_NUMBER || f->kind != SMR_LOWER_VALUE_FUNCTION) {
    smr_lower_fail(l, "an ifold without a number of steps or a function");
    return smr_lower_int(l, 0);
  }
  const SmrLowerType *type = smr_lower_type(l, node, env);
  if (!smr_lower_ty_has_array(type) && count->constant && count->value <= UNROLL_STEPS) {
    for (int64_t i = 0; i < (int64_t)count->value; i++)
      init = smr_lower_apply(l, smr_lower_apply(l, f, smr_lower_int(l, i)), init);
    return init;
  }
  uint32_t level = init->level > f->level ? init->level : f->level;
  level = count->level > level ? count->level : level;
  if (type->kind == SMR_LOWER_TYPE_ARRAY) {
    SmrLowerValue *v = smr_lower_value(l, SMR_LOWER_VALUE_IFOLD, level, type);
    v->args[0] = count, v->args[1] = init, v->args[2] = f;
    return v;
  }
  SmrLowerSuspended s = smr_lower_suspend(l, smr_lower_safe_level(l, level), false);
  SmrLowerValue *v = run(l, type, count, init, f, NULL, false);
  smr_lower_resume(l, &s);
  return v;
}

// What one step adds: a product, or a row's sum.
static SmrLowerValue *step_of_sum(SmrLowering *l, SmrLowerValue *a, SmrLowerValue *b, SmrLowerValue *index,
                                  bool rows) {
  SmrLowerValue *x = smr_lower_get(l, a, index), *y = b ? smr_lower_get(l, b, index) : NULL;
  return rows ? smr_lower_sum(l, x, y) : y ? smr_lower_arithmetic(l, SMR_A_MUL, x, y) : x;
}

SmrLowerValue *smr_lower_sum(SmrLowering *l, SmrLowerValue *a, SmrLowerValue *b) {
  if (b && a->kind == SMR_LOWER_VALUE_FILL) {
    SmrLowerValue *other = a;
    a = b, b = other;
  }
  if (b && b->kind == SMR_LOWER_VALUE_FILL && b->args[0]->kind == SMR_LOWER_VALUE_NUMBER)
    return smr_lower_arithmetic(l, SMR_A_MUL, b->args[0], smr_lower_sum(l, a, NULL));
  bool rows = smr_lower_unflatten(l, &a, &b);
  SmrLowerValue *count = smr_lower_dim(l, a), *sum;
  if (count->constant && count->value <= UNROLL_STEPS) {
    sum = smr_lower_int(l, 0);
    for (int64_t i = 0; i < (int64_t)count->value; i++) {
      sum = smr_lower_arithmetic(l, SMR_A_ADD, step_of_sum(l, a, b, smr_lower_int(l, i), rows), sum);
    }
    return sum;
  }
  uint32_t level = b && b->level > a->level ? b->level : a->level;
  SmrLowerNumber kind = smr_lower_ty_scalar(a->type);
  if (b)
    kind = smr_lower_stronger(kind, smr_lower_ty_scalar(b->type));
  kind = kind == SMR_LOWER_F32 ? SMR_LOWER_F32 : SMR_LOWER_F64;
  SmrLowerSuspended s = smr_lower_suspend(l, smr_lower_safe_level(l, level), false);
  SmrLoopsValue carried = smr_lower_as(l, smr_lower_int(l, 0), kind);
  SmrLowerValue *index = smr_lower_loop(l, count, 1, &carried, &carried);
  SmrLowerValue *term = step_of_sum(l, a, b, index, rows);
  sum = smr_lower_scalar(l, kind, smr_scopes_level(&l->scopes), carried);
  carried = smr_lower_as(l, smr_lower_arithmetic(l, SMR_A_ADD, sum, term), kind);
  smr_lower_end(l, 1, &carried, &carried);
  sum = smr_lower_scalar(l, kind, smr_scopes_level(&l->scopes), carried);
  smr_lower_resume(l, &s);
  return sum;
}
