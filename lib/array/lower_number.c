//===- lower_number.c - numbers --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Operations on constants are done here; the others are appended at the outermost level that knows the
// operands.
//===----------------------------------------------------------------------===//
#include "array/eval.h"
#include "array/lower_internal.h"
#include <math.h>

static SmrLowerValue *number(SmrLowering *l, SmrLowerNumber kind, uint32_t level) {
  SmrLowerValue *v = smr_lower_value(l, SMR_LOWER_VALUE_NUMBER, level, smr_lower_ty_number(l, kind));
  v->number = kind;
  v->value = 64; // (as a size)
  return v;
}

SmrLowerValue *smr_lower_scalar(SmrLowering *l, SmrLowerNumber kind, uint32_t level, SmrLoopsValue scalar) {
  if (smr_loops_type(l->loops, scalar).integer)
    return smr_lower_integer(l, smr_loops_to_index(l->loops, scalar), level, false);
  SmrLowerValue *v = number(l, kind, level);
  v->scalar = scalar;
  v->lanes = smr_loops_type(l->loops, scalar).lanes > 1;
  return v;
}

static SmrLowerValue *constant(SmrLowering *l, SmrLowerNumber kind, double value) {
  // (Constants are equal if their values are: what is remembered of terms over them is found again.)
  const char *key = smr_scopes_text(&l->scopes, "constant %d %.17g", (int)kind, value);
  SmrLowerValue *v = smr_scopes_recall(&l->scopes, SMR_LOWER_ROOT_LEVEL, key);
  if (v)
    return v;
  v = number(l, kind, SMR_LOWER_ROOT_LEVEL);
  v->constant = true;
  v->value = value;
  if (kind == SMR_LOWER_INT)
    v->index = smr_loops_int(l->loops, (int64_t)value);
  smr_scopes_remember(&l->scopes, SMR_LOWER_ROOT_LEVEL, key, v);
  return v;
}

SmrLowerValue *smr_lower_int(SmrLowering *l, int64_t value) {
  return constant(l, SMR_LOWER_INT, (double)value);
}

SmrLowerValue *smr_lower_integer(SmrLowering *l, SmrLoopsIndex index, uint32_t level, bool lanes) {
  int64_t value;
  if (smr_loops_is_int(index, &value))
    return smr_lower_int(l, value);
  const char *key = smr_scopes_text(&l->scopes, "integer %p %d", (const void *)index, lanes);
  SmrLowerValue *v = smr_scopes_recall(&l->scopes, level, key);
  if (v)
    return v;
  v = number(l, SMR_LOWER_INT, level);
  v->index = index;
  v->lanes = lanes;
  smr_scopes_remember(&l->scopes, level, key, v);
  return v;
}

SmrLoopsType smr_lower_loops_type(SmrLowerNumber kind) {
  return kind == SMR_LOWER_INT ? SMR_LOOPS_I64 : kind == SMR_LOWER_F32 ? SMR_LOOPS_F32 : SMR_LOOPS_F64;
}

SmrLoopsValue smr_lower_as(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber as) {
  SmrLoopsType type = smr_lower_loops_type(as);
  if (v->kind != SMR_LOWER_VALUE_NUMBER) {
    smr_lower_fail(l, "a number is wanted where there is none");
    v = smr_lower_int(l, 0);
  }
  l->no_lanes |= v->lanes && (v->number != SMR_LOWER_INT || !type.integer);
  uint32_t inner = smr_loops_suspend(l->loops, v->level);
  SmrLoopsValue scalar =
      v->constant && !type.integer ? smr_loops_constant(l->loops, type, v->value)
      : v->constant                ? smr_loops_of_index(l->loops, smr_loops_int(l->loops, (int64_t)v->value))
      : v->index                   ? smr_loops_convert(l->loops, type, smr_loops_of_index(l->loops, v->index))
      : v->lanes                   ? smr_loops_constant(l->loops, type, 0) // (is dropped)
                                   : smr_loops_convert(l->loops, type, v->scalar);
  smr_loops_resume(l->loops, inner);
  return scalar;
}

SmrLoopsIndex smr_lower_index(SmrLowering *l, SmrLowerValue *v) {
  return v->index ? v->index : smr_loops_to_index(l->loops, smr_lower_as(l, v, SMR_LOWER_INT));
}

SmrLoopsValue smr_lower_lanes(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber as) {
  as = smr_lower_stored(as);
  if (v->lanes && v->number == as && as != SMR_LOWER_INT)
    return v->scalar;
  SmrLoopsValue one = smr_lower_as(l, v, as);
  uint32_t inner = smr_loops_suspend(l->loops, v->level);
  SmrLoopsValue all = smr_loops_broadcast(l->loops, one, SMR_LOWER_LANES);
  smr_loops_resume(l->loops, inner);
  return all;
}

static SmrLowerValue *operation(SmrLowering *l, SmrLowerNumber kind, uint32_t level, SmrLoopsOp op,
                                SmrLoopsValue a, SmrLoopsValue b) {
  uint32_t inner = smr_loops_suspend(l->loops, level);
  SmrLowerValue *v = smr_lower_scalar(l, smr_lower_stored(kind), level, smr_loops_arith(l->loops, op, a, b));
  smr_loops_resume(l->loops, inner);
  return v;
}

SmrLowerValue *smr_lower_arithmetic(SmrLowering *l, SmrArrayOp op, SmrLowerValue *a, SmrLowerValue *b) {
  if (a->kind != SMR_LOWER_VALUE_NUMBER || b->kind != SMR_LOWER_VALUE_NUMBER) {
    smr_lower_fail(l, "arithmetic on what is not a number");
    return smr_lower_int(l, 0);
  }
  bool compares = op == SMR_A_GREATER || op == SMR_A_LESS;
  SmrLowerNumber kind = smr_lower_stronger(a->number, b->number);
  if (op == SMR_A_DIV && kind == SMR_LOWER_INT)
    kind = SMR_LOWER_REAL;
  uint32_t level = a->level > b->level ? a->level : b->level;
  double value = smr_array_compute(op, a->value, b->value);
  if (a->constant && b->constant && kind <= SMR_LOWER_REAL) {
    if (compares)
      return smr_lower_int(l, value != 0);
    return constant(l, kind == SMR_LOWER_INT && value != floor(value) ? SMR_LOWER_REAL : kind, value);
  }
  // Neutral elements: they are many, as idioms have them for parts that a program lacks.
  bool inexact = kind == SMR_LOWER_INT || l->options->print.reassoc; // (x + 0 loses the sign of a zero)
  if (a->constant && smr_lower_stored(kind) == smr_lower_stored(b->number)) {
    if ((op == SMR_A_ADD && a->value == 0 && inexact) || (op == SMR_A_MUL && a->value == 1))
      return b;
    if (op == SMR_A_MUL && a->value == 0 && kind == SMR_LOWER_INT)
      return a;
  }
  if (b->constant && smr_lower_stored(kind) == smr_lower_stored(a->number)) {
    if (((op == SMR_A_ADD || op == SMR_A_SUB) && b->value == 0 && inexact) ||
        ((op == SMR_A_MUL || op == SMR_A_DIV) && b->value == 1))
      return a;
    if (op == SMR_A_MUL && b->value == 0 && kind == SMR_LOWER_INT)
      return b;
  }
  if (op == SMR_A_DIV && b->constant && a->number != SMR_LOWER_INT && l->options->print.reassoc)
    return smr_lower_arithmetic(l, SMR_A_MUL, a, constant(l, SMR_LOWER_REAL, 1 / b->value));
  bool lanes = a->lanes || b->lanes, integer = kind == SMR_LOWER_INT,
       extremum = op == SMR_A_MAX || op == SMR_A_MIN;
  l->no_lanes |=
      lanes && (compares || (extremum && integer) ||
                (integer && ((a->lanes && b->lanes) || op == SMR_A_MUL || (op == SMR_A_SUB && b->lanes))));
  if (integer && !compares && !extremum) {
    SmrLoopsIndex x = a->index, y = b->index;
    SmrLowerValue *v = smr_lower_integer(l,
                                         op == SMR_A_ADD   ? smr_loops_add(l->loops, x, y)
                                         : op == SMR_A_SUB ? smr_loops_sub(l->loops, x, y)
                                                           : smr_loops_mul(l->loops, x, y),
                                         level, lanes);
    if (!v->constant && level == SMR_LOWER_ROOT_LEVEL)
      v->value = value;
    return v;
  }
  static const SmrLoopsOp ops[] = {[SMR_A_ADD] = SMR_LOOPS_ADD,        [SMR_A_SUB] = SMR_LOOPS_SUB,
                                   [SMR_A_MUL] = SMR_LOOPS_MUL,        [SMR_A_DIV] = SMR_LOOPS_DIV,
                                   [SMR_A_GREATER] = SMR_LOOPS_LESS,   [SMR_A_LESS] = SMR_LOOPS_LESS,
                                   [SMR_A_MAX] = SMR_LOOPS_MAX_NUMBER, [SMR_A_MIN] = SMR_LOOPS_MIN_NUMBER};
  bool vector = lanes && !integer && !compares;
  SmrLoopsValue x = vector ? smr_lower_lanes(l, a, kind) : smr_lower_as(l, a, kind),
                y = vector ? smr_lower_lanes(l, b, kind) : smr_lower_as(l, b, kind);
  return op == SMR_A_GREATER ? operation(l, kind, level, ops[op], y, x)
                             : operation(l, kind, level, ops[op], x, y);
}

SmrLowerValue *smr_lower_function(SmrLowering *l, SmrArrayOp op, SmrLowerValue *a) {
  if (a->kind != SMR_LOWER_VALUE_NUMBER) {
    smr_lower_fail(l, "a function of what is not a number");
    return smr_lower_int(l, 0);
  }
  if (a->constant && a->number <= SMR_LOWER_REAL)
    return constant(l, op == SMR_A_ABS ? a->number : SMR_LOWER_REAL, smr_array_compute(op, a->value, 0));
  if (op == SMR_A_ABS && a->number == SMR_LOWER_INT)
    return smr_lower_arithmetic(l, SMR_A_MAX, a, smr_lower_arithmetic(l, SMR_A_SUB, smr_lower_int(l, 0), a));
  SmrLowerNumber kind = a->number == SMR_LOWER_INT ? SMR_LOWER_REAL : a->number;
  SmrLoopsValue x = a->lanes ? smr_lower_lanes(l, a, kind) : smr_lower_as(l, a, kind);
  return operation(l, kind, a->level, (SmrLoopsOp)(SMR_LOOPS_EXP + (op - SMR_A_EXP)), x, x);
}

//===--- leaves ---===//

static void note_size(SmrLowering *l, SmrOperator op, SmrLowerValue *v) {
  smr_vec_reserve(&l->inputs, l->inputs.size + 1);
  l->inputs.data[l->inputs.size].op = op;
  l->inputs.data[l->inputs.size++].value = v;
}

SmrLowerValue *smr_lower_of_leaf(SmrLowering *l, SmrOperator op) {
  SmrOperator x, y;
  SmrArrayOp how;
  int64_t n;
  for (uint32_t i = 0; i < l->inputs.size; i++)
    if (l->inputs.data[i].op == op)
      return l->inputs.data[i].value;
  if (!smr_array_size(l->array, op, &n))
    return NULL;
  if (!smr_array_size_parts(l->array, op, &how, &x, &y))
    return smr_lower_int(l, n);
  SmrLowerValue *v = smr_lower_arithmetic(l, how, smr_lower_of_leaf(l, x), smr_lower_of_leaf(l, y));
  note_size(l, op, v);
  return v;
}

SmrLowerValue *smr_lower_term_leaf(SmrLowering *l, uint32_t node, const SmrLowerEnv *env) {
  SmrOperator op = l->term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(l->array->ops, op);
  if (info->kind == SMR_OPERATOR_INTEGER)
    return smr_lower_int(l, info->integer);
  if (info->kind == SMR_OPERATOR_REAL)
    return constant(l, SMR_LOWER_REAL, info->real);
  if (info->kind == SMR_OPERATOR_INDEX) {
    for (int64_t i = info->integer; env && i > 0; i--)
      env = env->outer;
    if (env)
      return env->value;
    smr_lower_fail(l, "the term has a free index");
    return smr_lower_int(l, 0);
  }
  SmrLowerValue *v = smr_lower_of_leaf(l, op);
  if (!v)
    smr_lower_fail(l, "'%s' is not declared", smr_operator_name(l->array->ops, op));
  return v ? v : smr_lower_int(l, 0);
}
