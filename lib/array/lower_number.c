//===- lower_number.c - arithmetic ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The language's numbers are of one kind; code has integers (indices, sizes, what is computed from them by
// + - * and comparisons) and floating-point numbers. Constants have a name only where one is asked for.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"
#include <math.h>

Value *lower_number(Lower *l, Number kind, uint32_t level, const char *ssa) {
  Value *v = lower_value(l, V_NUMBER, level, lower_ty_number(l, kind));
  v->number = kind;
  v->ssa = ssa;
  v->value = 64; // (as a size)
  return v;
}

Value *lower_constant(Lower *l, Number kind, double value) {
  Value *v = lower_number(l, kind, ROOT_LEVEL, NULL);
  v->constant = true;
  v->value = value;
  // (Constants are equal when their values are: what is remembered of terms over them is found again.)
  const char *key = lower_text(l, "constant %d %.17g", (int)kind, value);
  Value *known = lower_recall(l, ROOT_LEVEL, key);
  if (known)
    return known;
  lower_remember(l, ROOT_LEVEL, key, v);
  return v;
}

Value *lower_int(Lower *l, int64_t value) {
  return lower_constant(l, N_INT, (double)value);
}

const char *lower_mlir_type(Number kind) {
  return kind == N_INT ? "i64" : kind == N_F32 ? "f32" : "f64";
}

const char *lower_ssa(Lower *l, Value *v, Number as) {
  as = lower_stored(as);
  if (v->kind != V_NUMBER) {
    lower_fail(l, "a number is wanted where there is none");
    v = lower_int(l, 0);
  }
  if (v->constant) {
    if (as == N_INT)
      return lower_pure(l, ROOT_LEVEL, "arith.constant %lld : i64", (long long)v->value);
    if (isnan(v->value) || isinf(v->value))
      return as == N_F64 ? lower_pure(l, ROOT_LEVEL, "arith.constant %s : f64",
                                      isnan(v->value) ? "0x7FF8000000000000"
                                      : v->value > 0  ? "0x7FF0000000000000"
                                                      : "0xFFF0000000000000")
                         : lower_pure(l, ROOT_LEVEL, "arith.constant %s : f32",
                                      isnan(v->value) ? "0x7FC00000"
                                      : v->value > 0  ? "0x7F800000"
                                                      : "0xFF800000");
    return lower_pure(l, ROOT_LEVEL, "arith.constant %.17e : %s", v->value, lower_mlir_type(as));
  }
  Number from = lower_stored(v->number);
  if (v->lanes && (from != N_INT || as != N_INT))
    l->no_lanes = true;
  if (from == as)
    return v->ssa;
  if (from == N_INT)
    return lower_pure(l, v->level, "arith.sitofp %s : i64 to %s", v->ssa, lower_mlir_type(as));
  if (as == N_INT)
    return lower_pure(l, v->level, "arith.fptosi %s : %s to i64", v->ssa, lower_mlir_type(from));
  return lower_pure(l, v->level, "arith.%s %s : %s to %s", as == N_F64 ? "extf" : "truncf", v->ssa,
                    lower_mlir_type(from), lower_mlir_type(as));
}

const char *lower_lanes(Lower *l, Value *v, Number as) {
  as = lower_stored(as);
  if (v->lanes && v->number == as && as != N_INT)
    return v->ssa;
  const char *type = lower_mlir_type(as), *one = lower_ssa(l, v, as);
  return lower_pure(l, v->level, "vector.broadcast %s : %s to vector<%dx%s>", one, type, LANES, type);
}

static double fold(SmrArrayOp op, double x, double y) {
  return op == SMR_A_ADD ? x + y : op == SMR_A_SUB ? x - y : op == SMR_A_MUL ? x * y : x / y;
}

Value *lower_arithmetic(Lower *l, SmrArrayOp op, Value *a, Value *b) {
  if (a->kind != V_NUMBER || b->kind != V_NUMBER) {
    lower_fail(l, "arithmetic on what is not a number");
    return lower_int(l, 0);
  }
  bool compares = op == SMR_A_GREATER || op == SMR_A_LESS;
  Number kind = lower_stronger(a->number, b->number);
  if (op == SMR_A_DIV && kind == N_INT)
    kind = N_REAL;
  uint32_t level = a->level > b->level ? a->level : b->level;
  if (a->constant && b->constant && kind <= N_REAL) {
    if (compares)
      return lower_int(l, op == SMR_A_GREATER ? a->value > b->value : a->value < b->value);
    double value = fold(op, a->value, b->value);
    return lower_constant(l, kind == N_INT && value != floor(value) ? N_REAL : kind, value);
  }
  // Neutral elements: they are many, as idioms have them for parts that a program lacks.
  bool inexact = kind == N_INT || !l->options->exact; // (x + 0 loses the sign of a zero)
  if (a->constant && lower_stored(kind) == lower_stored(b->number)) {
    if ((op == SMR_A_ADD && a->value == 0 && inexact) || (op == SMR_A_MUL && a->value == 1))
      return b;
    if (op == SMR_A_MUL && a->value == 0 && kind == N_INT)
      return a;
  }
  if (b->constant && lower_stored(kind) == lower_stored(a->number)) {
    if (((op == SMR_A_ADD || op == SMR_A_SUB) && b->value == 0 && inexact) ||
        ((op == SMR_A_MUL || op == SMR_A_DIV) && b->value == 1))
      return a;
    if (op == SMR_A_MUL && b->value == 0 && kind == N_INT)
      return b;
  }
  bool lanes = a->lanes || b->lanes;
  if (lanes && (compares || (kind == N_INT && ((a->lanes && b->lanes) || op == SMR_A_MUL || op == SMR_A_DIV ||
                                               (op == SMR_A_SUB && b->lanes)))))
    l->no_lanes = true;
  bool vector = lanes && kind != N_INT;
  const char *x = vector ? lower_lanes(l, a, kind) : lower_ssa(l, a, kind),
             *y = vector ? lower_lanes(l, b, kind) : lower_ssa(l, b, kind),
             *type = lower_mlir_type(lower_stored(kind));
  const char *name = op == SMR_A_ADD ? "add" : op == SMR_A_SUB ? "sub" : op == SMR_A_MUL ? "mul" : "div";
  if (compares) {
    const char *bit = lower_pure(l, level, "arith.%s, %s, %s : %s",
                                 kind == N_INT ? (op == SMR_A_GREATER ? "cmpi sgt" : "cmpi slt")
                                               : (op == SMR_A_GREATER ? "cmpf ogt" : "cmpf olt"),
                                 x, y, type);
    return lower_number(l, N_INT, level, lower_pure(l, level, "arith.extui %s : i1 to i64", bit));
  }
  if (kind == N_INT) {
    Value *v = lower_number(l, N_INT, level,
                            lower_pure(l, level, "arith.%si %s, %s overflow<nsw> : i64", name, x, y));
    v->lanes = lanes;
    return v;
  }
  if (vector)
    type = lower_text(l, "vector<%dx%s>", LANES, type);
  // What a loop carries may be summed in any order, so that sums are vectorised; elsewhere the order that was
  // written is as good as any. A division by a constant is a multiplication.
  bool carried = a->carried || b->carried;
  const char *flags = l->options->exact                ? "none"
                      : carried                        ? "reassoc,nsz,contract"
                      : op == SMR_A_DIV && b->constant ? "arcp,nsz,contract"
                                                       : "nsz,contract";
  Value *v =
      lower_number(l, lower_stored(kind), level,
                   lower_pure(l, level, "arith.%sf %s, %s fastmath<%s> : %s", name, x, y, flags, type));
  v->carried = carried;
  v->lanes = lanes;
  return v;
}
