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
  const Ty *type;
  Value *dest; // of an array
  const char *mlir[2], *init[2], *arg[2];
  uint32_t first, count; // carried values
} Leaf;

typedef struct {
  Leaf leaves[MAX_CARRIED];
  uint32_t count;
} Leaves;

static void flatten_type(Lower *l, const Ty *type, Leaves *out) {
  if (type->kind == TY_TUPLE) {
    flatten_type(l, type->a, out);
    flatten_type(l, type->b, out);
  } else if ((type->kind == TY_NUMBER || lower_ty_rank(type) > 0) && out->count < MAX_CARRIED)
    out->leaves[out->count++] = (Leaf){.type = type};
  else
    lower_fail(l, "an accumulator of a type that cannot be carried");
}

static void flatten(Lower *l, Value *v, const Ty *type, Value **out, uint32_t *count) {
  if (type->kind != TY_TUPLE) {
    out[(*count)++] = v;
    return;
  }
  if (v->kind != V_TUPLE) {
    lower_fail(l, "an accumulator that is not always a tuple");
    v = lower_value(l, V_TUPLE, ROOT_LEVEL, type);
    v->args[0] = v->args[1] = lower_int(l, 0);
  }
  flatten(l, v->args[0], type->a, out, count);
  flatten(l, v->args[1], type->b, out, count);
}

static Value *rebuild(Lower *l, const Ty *type, Value **leaves, uint32_t *next, uint32_t level) {
  if (type->kind != TY_TUPLE)
    return leaves[(*next)++];
  Value *t = lower_value(l, V_TUPLE, level, type);
  t->args[0] = rebuild(l, type->a, leaves, next, level);
  t->args[1] = rebuild(l, type->b, leaves, next, level);
  return t;
}

//===--- in place ---===//

static SmrArrayOp op_of(const Lower *l, uint32_t node) {
  return smr_array_classify(l->array, l->term->nodes.data[node].op);
}

static bool is_index(const Lower *l, uint32_t node, int64_t index) {
  const SmrOpInfo *info = smr_op_info(l->array->ops, l->term->nodes.data[node].op);
  return info->kind == SMR_OP_INDEX && info->integer == index;
}

static bool mentions(const Lower *l, uint32_t node, uint32_t index) {
  return l->free_indices[node] >> index & 1;
}

// Whether a node reads the accumulator at the elements %(rank-1+under) … %(under) only; it is %(rank+under).
static bool only_there(const Lower *l, uint32_t node, uint32_t rank, uint32_t under) {
  if (rank + under >= 63)
    return false;
  if (!mentions(l, node, rank + under))
    return true;
  uint32_t at = node;
  for (uint32_t i = 0; i < rank && op_of(l, at) == SMR_A_GET; i++) {
    if (!is_index(l, smr_term_children(l->term, at)[1], i + under))
      break;
    at = smr_term_children(l->term, at)[0];
    if (i + 1 == rank && is_index(l, at, rank + under))
      return true;
  }
  SmrOp op = l->term->nodes.data[node].op;
  uint32_t arity = smr_op_info(l->array->ops, op)->arity;
  for (uint32_t i = 0; i < arity; i++)
    if (!only_there(l, smr_term_children(l->term, node)[i], rank, under + smr_op_binds(l->array->ops, op, i)))
      return false;
  return arity != 0;
}

static bool in_place(const Lower *l, const Value *f, uint32_t rank) {
  if (op_of(l, f->node) != SMR_A_LAM)
    return false;
  uint32_t body = smr_term_children(l->term, f->node)[0];
  const uint32_t *c = smr_term_children(l->term, body);
  uint32_t last;
  switch (op_of(l, body)) {
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
      if (op_of(l, body) != SMR_A_BUILD)
        return false;
      c = smr_term_children(l->term, body);
      if (mentions(l, c[0], i) || op_of(l, c[1]) != SMR_A_LAM)
        return false;
      body = smr_term_children(l->term, c[1])[0];
    }
    return only_there(l, body, rank, 0);
  default:
    return false;
  }
  if (l->options->calls == SMR_CALLS_LINALG || !is_index(l, c[last], 0))
    return false;
  for (uint32_t i = 0; i < last; i++)
    if (mentions(l, c[i], 0))
      return false;
  return true;
}

//===--- the loop ---===//

static Value *run(Lower *l, const Ty *type, Value *count, Value *init, Value *f, Value *dest) {
  Leaves all = {0};
  flatten_type(l, type, &all);
  if (l->error)
    return lower_int(l, 0);
  uint32_t depth = lower_depth(l), carried = 0, n = 0;
  Value *starts[MAX_CARRIED], *values[MAX_CARRIED], *results[MAX_CARRIED];
  const char *types[2 * MAX_CARRIED], *inits[2 * MAX_CARRIED], *args[2 * MAX_CARRIED],
      *yields[2 * MAX_CARRIED], *names[2 * MAX_CARRIED];
  flatten(l, init, type, starts, &n);
  bool place = type->kind == TY_ARRAY && in_place(l, f, (uint32_t)lower_ty_rank(type));
  for (uint32_t i = 0; i < all.count && !l->error; i++) {
    Leaf *leaf = &all.leaves[i];
    leaf->first = carried;
    if (leaf->type->kind == TY_NUMBER) {
      types[carried] = lower_mlir_type(lower_stored(leaf->type->number));
      inits[carried++] = lower_ssa(l, starts[i], leaf->type->number);
      continue;
    }
    leaf->dest = dest ? dest : lower_storage(l, depth, leaf->type);
    if (place) {
      lower_store(l, leaf->dest, starts[i], false);
      continue;
    }
    Value *other = lower_storage(l, depth, leaf->type);
    if (l->error)
      break;
    // The last array is to end up in its destination: which buffer is first depends on the number of steps.
    const char *here = lower_address(l, leaf->dest), *there = lower_address(l, other);
    if (count->constant) {
      bool odd = (long long)count->value & 1;
      inits[carried] = odd ? there : here;
      inits[carried + 1] = odd ? here : there;
    } else {
      const char *one = lower_ssa(l, lower_int(l, 1), N_INT);
      const char *low = lower_pure(l, depth, "arith.andi %s, %s : i64", lower_ssa(l, count, N_INT), one);
      const char *odd = lower_pure(l, depth, "arith.cmpi eq, %s, %s : i64", low, one);
      inits[carried] = lower_pure(l, depth, "arith.select %s, %s, %s : !llvm.ptr", odd, there, here);
      inits[carried + 1] = lower_pure(l, depth, "arith.select %s, %s, %s : !llvm.ptr", odd, here, there);
    }
    lower_store(l, lower_view(l, inits[carried], depth, leaf->type), starts[i], false);
    types[carried] = types[carried + 1] = "!llvm.ptr";
    carried += 2;
  }
  if (l->error)
    return lower_int(l, 0);
  Value *index = lower_loop(l, count, carried, types, inits, args);
  for (uint32_t i = 0; i < all.count; i++) {
    const Leaf *leaf = &all.leaves[i];
    if (leaf->type->kind == TY_NUMBER) {
      values[i] = lower_number(l, leaf->type->number, lower_depth(l), args[leaf->first]);
      values[i]->carried = true;
    } else if (place) {
      values[i] = lower_value(l, V_VIEW, lower_depth(l), leaf->type);
      uint32_t id = values[i]->id;
      *values[i] = *leaf->dest;
      values[i]->id = id;
      values[i]->level = lower_depth(l);
    } else
      values[i] = lower_view(l, args[leaf->first], lower_depth(l), leaf->type);
  }
  n = 0;
  Value *step = lower_apply(l, lower_apply(l, f, index), rebuild(l, type, values, &n, lower_depth(l)));
  n = 0;
  flatten(l, step, type, values, &n);
  for (uint32_t i = 0; i < all.count && !l->error; i++) {
    const Leaf *leaf = &all.leaves[i];
    if (leaf->type->kind == TY_NUMBER)
      yields[leaf->first] = lower_ssa(l, values[i], leaf->type->number);
    else if (place)
      lower_store(l, leaf->dest, values[i], false);
    else {
      lower_store(l, lower_view(l, args[leaf->first + 1], lower_depth(l), leaf->type), values[i], false);
      yields[leaf->first] = args[leaf->first + 1];
      yields[leaf->first + 1] = args[leaf->first];
    }
  }
  if (l->error)
    return lower_int(l, 0);
  lower_end_loop(l, types, yields, names);
  for (uint32_t i = 0; i < all.count; i++) {
    const Leaf *leaf = &all.leaves[i];
    results[i] = leaf->type->kind == TY_NUMBER
                     ? lower_number(l, leaf->type->number, depth, names[leaf->first])
                     : leaf->dest;
  }
  n = 0;
  return rebuild(l, type, results, &n, depth);
}

void lower_ifold_into(Lower *l, Value *dest, Value *v) {
  if (dest->kind == V_VIEW && lower_contiguous(l, dest) &&
      dest->number == lower_stored(lower_ty_scalar(v->type)))
    run(l, v->type, v->args[0], v->args[1], v->args[2], dest);
  else
    lower_store(l, dest, run(l, v->type, v->args[0], v->args[1], v->args[2], NULL), false);
}

Value *lower_ifold(Lower *l, uint32_t node, const Env *env) {
  const uint32_t *c = smr_term_children(l->term, node);
  Value *count = lower_eval(l, c[0], env), *init = lower_eval(l, c[1], env), *f = lower_eval(l, c[2], env);
  if (count->kind != V_NUMBER || f->kind != V_FUNCTION) {
    lower_fail(l, "an ifold without a number of steps or a function");
    return lower_int(l, 0);
  }
  const Ty *type = lower_type(l, node, env);
  if (!lower_ty_has_array(type) && count->constant && count->value <= UNROLL_STEPS) {
    for (int64_t i = 0; i < (int64_t)count->value; i++)
      init = lower_apply(l, lower_apply(l, f, lower_int(l, i)), init);
    return init;
  }
  uint32_t level = init->level > f->level ? init->level : f->level;
  level = count->level > level ? count->level : level;
  if (type->kind == TY_ARRAY) {
    Value *v = lower_value(l, V_IFOLD, level, type);
    v->args[0] = count, v->args[1] = init, v->args[2] = f;
    return v;
  }
  Suspended s = lower_suspend(l, lower_safe_level(l, level), false);
  Value *v = run(l, type, count, init, f, NULL);
  lower_resume(l, &s);
  return v;
}

Value *lower_sum(Lower *l, Value *a, Value *b) {
  if (b && a->kind == V_FILL) {
    Value *other = a;
    a = b, b = other;
  }
  if (b && b->kind == V_FILL && b->args[0]->kind == V_NUMBER)
    return lower_arithmetic(l, SMR_A_MUL, b->args[0], lower_sum(l, a, NULL));
  Value *count = lower_dim(l, a), *sum;
  if (count->constant && count->value <= UNROLL_STEPS) {
    sum = lower_int(l, 0);
    for (int64_t i = 0; i < (int64_t)count->value; i++) {
      Value *index = lower_int(l, i), *term = lower_get(l, a, index);
      sum = lower_arithmetic(l, SMR_A_ADD,
                             b ? lower_arithmetic(l, SMR_A_MUL, term, lower_get(l, b, index)) : term, sum);
    }
    return sum;
  }
  uint32_t level = b && b->level > a->level ? b->level : a->level;
  Number kind = lower_ty_scalar(a->type);
  if (b)
    kind = lower_stronger(kind, lower_ty_scalar(b->type));
  kind = kind == N_F32 ? N_F32 : N_F64;
  Suspended s = lower_suspend(l, lower_safe_level(l, level), false);
  const char *type = lower_mlir_type(kind), *zero = lower_ssa(l, lower_int(l, 0), kind), *arg, *yield,
             *result;
  Value *index = lower_loop(l, count, 1, &type, &zero, &arg);
  Value *term = lower_get(l, a, index);
  if (b)
    term = lower_arithmetic(l, SMR_A_MUL, term, lower_get(l, b, index));
  sum = lower_number(l, kind, lower_depth(l), arg);
  sum->carried = true;
  sum = lower_arithmetic(l, SMR_A_ADD, sum, term);
  yield = lower_ssa(l, sum, kind);
  lower_end_loop(l, &type, &yield, &result);
  sum = lower_number(l, kind, lower_depth(l), result);
  lower_resume(l, &s);
  return sum;
}
