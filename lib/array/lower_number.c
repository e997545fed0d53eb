//===- lower_number.c - arithmetic ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The language's numbers are of one kind; code has integers (indices, sizes, what is computed from them by
// + - * and comparisons) and floating-point numbers. Constants have a name only where one is asked for.
//===----------------------------------------------------------------------===//
#include "array/eval.h"
#include "array/lower_internal.h"
#include <math.h>

SmrLowerValue *smr_lower_number(SmrLowering *l, SmrLowerNumber kind, uint32_t level, const char *ssa) {
  SmrLowerValue *v = smr_lower_value(l, SMR_LOWER_VALUE_NUMBER, level, smr_lower_ty_number(l, kind));
  v->number = kind;
  v->ssa = ssa;
  v->value = 64; // (as a size)
  return v;
}

SmrLowerValue *smr_lower_constant(SmrLowering *l, SmrLowerNumber kind, double value) {
  SmrLowerValue *v = smr_lower_number(l, kind, SMR_LOWER_ROOT_LEVEL, NULL);
  v->constant = true;
  v->value = value;
  // (Constants are equal when their values are: what is remembered of terms over them is found again.)
  const char *key = smr_scopes_text(&l->scopes, "constant %d %.17g", (int)kind, value);
  SmrLowerValue *known = smr_scopes_recall(&l->scopes, SMR_LOWER_ROOT_LEVEL, key);
  if (known)
    return known;
  smr_scopes_remember(&l->scopes, SMR_LOWER_ROOT_LEVEL, key, v);
  return v;
}

SmrLowerValue *smr_lower_int(SmrLowering *l, int64_t value) {
  return smr_lower_constant(l, SMR_LOWER_INT, (double)value);
}

const char *smr_lower_mlir_type(SmrLowerNumber kind) {
  return kind == SMR_LOWER_INT ? "i64" : kind == SMR_LOWER_F32 ? "f32" : "f64";
}

const char *smr_lower_ssa(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber as) {
  as = smr_lower_stored(as);
  if (v->kind != SMR_LOWER_VALUE_NUMBER) {
    smr_lower_fail(l, "a number is wanted where there is none");
    v = smr_lower_int(l, 0);
  }
  if (v->constant) {
    if (as == SMR_LOWER_INT)
      return smr_scopes_pure(&l->scopes, SMR_LOWER_ROOT_LEVEL, "arith.constant %lld : i64",
                             (long long)v->value);
    if (isnan(v->value) || isinf(v->value))
      return as == SMR_LOWER_F64
                 ? smr_scopes_pure(&l->scopes, SMR_LOWER_ROOT_LEVEL, "arith.constant %s : f64",
                                   isnan(v->value) ? "0x7FF8000000000000"
                                   : v->value > 0  ? "0x7FF0000000000000"
                                                   : "0xFFF0000000000000")
                 : smr_scopes_pure(&l->scopes, SMR_LOWER_ROOT_LEVEL, "arith.constant %s : f32",
                                   isnan(v->value) ? "0x7FC00000"
                                   : v->value > 0  ? "0x7F800000"
                                                   : "0xFF800000");
    return smr_scopes_pure(&l->scopes, SMR_LOWER_ROOT_LEVEL, "arith.constant %.17e : %s", v->value,
                           smr_lower_mlir_type(as));
  }
  SmrLowerNumber from = smr_lower_stored(v->number);
  if (v->lanes && (from != SMR_LOWER_INT || as != SMR_LOWER_INT))
    l->no_lanes = true;
  if (from == as)
    return v->ssa;
  if (from == SMR_LOWER_INT)
    return smr_scopes_pure(&l->scopes, v->level, "arith.sitofp %s : i64 to %s", v->ssa,
                           smr_lower_mlir_type(as));
  if (as == SMR_LOWER_INT)
    return smr_scopes_pure(&l->scopes, v->level, "arith.fptosi %s : %s to i64", v->ssa,
                           smr_lower_mlir_type(from));
  return smr_scopes_pure(&l->scopes, v->level, "arith.%s %s : %s to %s",
                         as == SMR_LOWER_F64 ? "extf" : "truncf", v->ssa, smr_lower_mlir_type(from),
                         smr_lower_mlir_type(as));
}

const char *smr_lower_lanes(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber as) {
  as = smr_lower_stored(as);
  if (v->lanes && v->number == as && as != SMR_LOWER_INT)
    return v->ssa;
  const char *type = smr_lower_mlir_type(as), *one = smr_lower_ssa(l, v, as);
  return smr_scopes_pure(&l->scopes, v->level, "vector.broadcast %s : %s to vector<%dx%s>", one, type,
                         SMR_LOWER_LANES, type);
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
  if (a->constant && b->constant && kind <= SMR_LOWER_REAL) {
    if (compares)
      return smr_lower_int(l, op == SMR_A_GREATER ? a->value > b->value : a->value < b->value);
    double value = smr_array_compute(op, a->value, b->value);
    return smr_lower_constant(l, kind == SMR_LOWER_INT && value != floor(value) ? SMR_LOWER_REAL : kind,
                              value);
  }
  // Neutral elements: they are many, as idioms have them for parts that a program lacks.
  bool inexact = kind == SMR_LOWER_INT || !l->options->exact; // (x + 0 loses the sign of a zero)
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
  bool lanes = a->lanes || b->lanes, extremum = op == SMR_A_MAX || op == SMR_A_MIN;
  if (lanes && (compares || (extremum && kind == SMR_LOWER_INT) ||
                (kind == SMR_LOWER_INT && ((a->lanes && b->lanes) || op == SMR_A_MUL || op == SMR_A_DIV ||
                                           (op == SMR_A_SUB && b->lanes)))))
    l->no_lanes = true;
  bool vector = lanes && kind != SMR_LOWER_INT;
  const char *x = vector ? smr_lower_lanes(l, a, kind) : smr_lower_ssa(l, a, kind),
             *y = vector ? smr_lower_lanes(l, b, kind) : smr_lower_ssa(l, b, kind),
             *type = smr_lower_mlir_type(smr_lower_stored(kind));
  const char *name = op == SMR_A_ADD ? "add" : op == SMR_A_SUB ? "sub" : op == SMR_A_MUL ? "mul" : "div";
  if (compares) {
    const char *bit = smr_scopes_pure(&l->scopes, level, "arith.%s, %s, %s : %s",
                                      kind == SMR_LOWER_INT ? (op == SMR_A_GREATER ? "cmpi sgt" : "cmpi slt")
                                                            : (op == SMR_A_GREATER ? "cmpf ogt" : "cmpf olt"),
                                      x, y, type);
    return smr_lower_number(l, SMR_LOWER_INT, level,
                            smr_scopes_pure(&l->scopes, level, "arith.extui %s : i1 to i64", bit));
  }
  if (extremum) {
    if (vector)
      type = smr_scopes_text(&l->scopes, "vector<%dx%s>", SMR_LOWER_LANES, type);
    SmrLowerValue *v = smr_lower_number(l, kind == SMR_LOWER_INT ? kind : smr_lower_stored(kind), level,
                                        smr_scopes_pure(&l->scopes, level, "arith.%s%s %s, %s : %s",
                                                        op == SMR_A_MAX ? "max" : "min",
                                                        kind == SMR_LOWER_INT ? "si" : "numf", x, y, type));
    v->carried = a->carried || b->carried;
    v->lanes = lanes;
    return v;
  }
  if (kind == SMR_LOWER_INT) {
    SmrLowerValue *v = smr_lower_number(
        l, SMR_LOWER_INT, level,
        smr_scopes_pure(&l->scopes, level, "arith.%si %s, %s overflow<nsw> : i64", name, x, y));
    v->lanes = lanes;
    return v;
  }
  if (vector)
    type = smr_scopes_text(&l->scopes, "vector<%dx%s>", SMR_LOWER_LANES, type);
  // What a loop carries may be summed in any order, so that sums are vectorised; elsewhere the order that was
  // written is as good as any. A division by a constant is a multiplication.
  bool carried = a->carried || b->carried;
  const char *flags = l->options->exact                ? "none"
                      : carried                        ? "reassoc,nsz,contract"
                      : op == SMR_A_DIV && b->constant ? "arcp,nsz,contract"
                                                       : "nsz,contract";
  SmrLowerValue *v = smr_lower_number(
      l, smr_lower_stored(kind), level,
      smr_scopes_pure(&l->scopes, level, "arith.%sf %s, %s fastmath<%s> : %s", name, x, y, flags, type));
  v->carried = carried;
  v->lanes = lanes;
  return v;
}

SmrLowerValue *smr_lower_function(SmrLowering *l, SmrArrayOp op, SmrLowerValue *a) {
  static const char *const names[] = {"exp", "log", "sqrt", "tanh", "fabs"};
  if (a->kind != SMR_LOWER_VALUE_NUMBER) {
    smr_lower_fail(l, "a function of what is not a number");
    return smr_lower_int(l, 0);
  }
  if (a->constant && a->number <= SMR_LOWER_REAL)
    return smr_lower_constant(l, op == SMR_A_ABS ? a->number : SMR_LOWER_REAL,
                              smr_array_compute(op, a->value, 0));
  if (op == SMR_A_ABS && a->number == SMR_LOWER_INT)
    return smr_lower_arithmetic(l, SMR_A_MAX, a, smr_lower_arithmetic(l, SMR_A_SUB, smr_lower_int(l, 0), a));
  SmrLowerNumber kind = smr_lower_stored(a->number == SMR_LOWER_INT ? SMR_LOWER_REAL : a->number);
  const char *x = a->lanes ? smr_lower_lanes(l, a, kind) : smr_lower_ssa(l, a, kind),
             *type = smr_lower_mlir_type(kind);
  if (a->lanes)
    type = smr_scopes_text(&l->scopes, "vector<%dx%s>", SMR_LOWER_LANES, type);
  SmrLowerValue *v = smr_lower_number(l, kind, a->level,
                                      smr_scopes_pure(&l->scopes, a->level, "llvm.intr.%s(%s) : (%s) -> %s",
                                                      names[op - SMR_A_EXP], x, type, type));
  v->lanes = a->lanes;
  return v;
}
