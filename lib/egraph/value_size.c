//===- value_size.c - sizes: polynomials with rational coefficients ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A size is a polynomial over the numbers of declared names, divided by a positive integer, in lowest terms.
// Sketch-guided equality saturation, section 4.4: m/32 may be simplified only where 32 divides m; here a
// quotient that is not proved to be whole has no value at all.
//===----------------------------------------------------------------------===//
#include "base/integer.h"
#include "egraph/value_internal.h"
#include "size/interval.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool smr_value_fraction(const SmrValues *v, SmrArena *arena, SmrValue value, SmrFraction *out) {
  const SmrValueInfo *info = &v->list.data[value];
  *out = (SmrFraction){{NULL, 0}, 1};
  switch (value ? (SmrValueKind)info->kind : SMR_VALUE_LIST) {
  case SMR_VALUE_INTEGER:
    out->poly = smr_poly_const(arena, info->integer);
    return true;
  case SMR_VALUE_NAME:
    out->poly = smr_poly_leaf(arena, value);
    return info->divisor != 0;
  case SMR_VALUE_LIST:
    return false;
  case SMR_VALUE_SIZE:
    *out = (SmrFraction){*v->sizes.polys.data[v->elements.data[info->first]], info->integer};
    return true;
  }
  return false;
}

/// Frees what the computation of the fraction allocated.
static SmrValue value_of(SmrValues *v, bool ok, SmrFraction f) {
  int64_t common = ok ? smr_gcd(smr_poly_content(f.poly), f.divisor) : 1, integer;
  uint32_t part;
  SmrValue value = SMR_NO_VALUE;
  if (common > 1 && smr_poly_divide(&v->scratch, f.poly, smr_poly_const(&v->scratch, common), &f.poly))
    f.divisor /= common;
  if (ok && f.divisor == 1 && smr_poly_is_const(f.poly, &integer)) {
    value = smr_value_integer(v, integer);
  } else if (ok && f.divisor == 1 && smr_poly_is_leaf(f.poly, &part)) {
    value = part;
  } else if (ok) {
    part = smr_poly_intern(&v->sizes, f.poly);
    value =
        smr_value_intern(v, (SmrValueInfo){.kind = SMR_VALUE_SIZE, .integer = f.divisor, .count = 1}, &part);
  }
  smr_arena_destroy(&v->scratch);
  return value;
}

//===--- declarations ---===//

bool smr_value_declare_size(SmrValues *v, SmrValue name, int64_t divisor) {
  SmrValueInfo *info = &v->list.data[name];
  int64_t old = info->divisor ? info->divisor : 1;
  return !__builtin_mul_overflow(old / smr_gcd(old, divisor), divisor, &info->divisor);
}

int64_t smr_value_divisor(const SmrValues *v, SmrValue name) {
  return v->list.data[name].kind == SMR_VALUE_NAME ? v->list.data[name].divisor : 0;
}

bool smr_value_is_size(const SmrValues *v, SmrValue at) {
  return at && (v->list.data[at].kind == SMR_VALUE_INTEGER || v->list.data[at].kind == SMR_VALUE_SIZE ||
                smr_value_divisor(v, at));
}

void smr_value_set_estimate(SmrValues *v, SmrValue name, double estimate) {
  v->list.data[name].estimate = estimate;
}

static double estimate_of(uint32_t name, void *values) {
  double estimate = ((const SmrValues *)values)->list.data[name].estimate;
  return estimate ? estimate : NAN;
}

bool smr_value_estimate(const SmrValues *v, SmrValue at, double *estimate) {
  SmrArena arena = {0};
  SmrFraction f;
  *estimate = NAN;
  if (smr_value_fraction(v, &arena, at, &f))
    *estimate = smr_poly_estimate(f.poly, estimate_of, (void *)v) / (double)f.divisor;
  smr_arena_destroy(&arena);
  return !isnan(*estimate);
}

//===--- arithmetic ---===//

static SmrValue combine(SmrValues *v, SmrValue a, SmrValue b, int64_t sign) {
  SmrFraction x = {{NULL, 0}, 1}, y;
  bool ok = smr_value_fraction(v, &v->scratch, a, &x) && smr_value_fraction(v, &v->scratch, b, &y) &&
            smr_poly_scale(&v->scratch, y.poly, sign, &y.poly) && smr_fraction_add(&v->scratch, x, y, &x);
  return value_of(v, ok, x);
}

SmrValue smr_value_add(SmrValues *v, SmrValue a, SmrValue b) {
  return combine(v, a, b, 1);
}

SmrValue smr_value_subtract(SmrValues *v, SmrValue a, SmrValue b) {
  return combine(v, a, b, -1);
}

SmrValue smr_value_multiply(SmrValues *v, SmrValue a, SmrValue b) {
  SmrFraction x = {{NULL, 0}, 1}, y;
  bool ok = smr_value_fraction(v, &v->scratch, a, &x) && smr_value_fraction(v, &v->scratch, b, &y) &&
            smr_poly_mul(&v->scratch, x.poly, y.poly, &x.poly) &&
            !__builtin_mul_overflow(x.divisor, y.divisor, &x.divisor);
  return value_of(v, ok, x);
}

/// Whether every term is an integer for all values of its names.
static bool is_whole(const SmrValues *v, SmrFraction f) {
  for (uint32_t t = 0; t < f.poly.count; t++) {
    int64_t left = f.divisor / smr_gcd(f.divisor, f.poly.terms[t].coef);
    for (uint32_t k = 0; k < f.poly.terms[t].degree; k++)
      left /= smr_gcd(left, smr_value_divisor(v, f.poly.terms[t].leaves[k]));
    if (left != 1)
      return false;
  }
  return true;
}

/// a / b if b is one term, and every term of the quotient is whole.
SmrValue smr_value_divide(SmrValues *v, SmrValue a, SmrValue b) {
  SmrFraction x = {{NULL, 0}, 1}, y;
  bool ok = smr_value_fraction(v, &v->scratch, a, &x) && smr_value_fraction(v, &v->scratch, b, &y) &&
            y.poly.count == 1 && y.poly.terms[0].coef != INT64_MIN;
  if (ok) {
    SmrMonomial names = y.poly.terms[0];
    int64_t sign = names.coef < 0 ? -1 : 1, by = names.coef * sign;
    names.coef = sign;
    ok = smr_poly_divide(&v->scratch, x.poly, (SmrPoly){&names, 1}, &x.poly) &&
         smr_poly_scale(&v->scratch, x.poly, y.divisor, &x.poly) &&
         !__builtin_mul_overflow(x.divisor, by, &x.divisor) && is_whole(v, x);
  }
  return value_of(v, ok, x);
}

/// Both integers, the second positive.
static bool integers(const SmrValues *v, SmrValue a, SmrValue b, int64_t *x, int64_t *y) {
  return smr_value_is_integer(v, a, x) && smr_value_is_integer(v, b, y) && *y > 0;
}

/// A quotient by an integer whose terms with names are whole: only the constant term is rounded.
static SmrValue rounded(SmrValues *v, SmrValue a, SmrValue b, bool up) {
  SmrFraction f;
  int64_t by, constant = 0;
  bool constant_first = smr_value_is_integer(v, b, &by) && by > 0 &&
                        smr_value_fraction(v, &v->scratch, a, &f) && f.poly.count &&
                        !f.poly.terms[0].degree && f.poly.terms[0].coef % f.divisor == 0;
  if (constant_first) {
    constant = f.poly.terms[0].coef / f.divisor;
    f.poly = (SmrPoly){f.poly.terms + 1, f.poly.count - 1};
    a = value_of(v, true, f);
    constant = smr_floor_divide(constant, by) + (up && constant % by);
  }
  SmrValue whole = smr_value_divide(v, a, b);
  return whole && constant_first ? smr_value_add(v, whole, smr_value_integer(v, constant)) : whole;
}

SmrValue smr_value_divide_floor(SmrValues *v, SmrValue a, SmrValue b) {
  return rounded(v, a, b, false);
}

SmrValue smr_value_divide_ceiling(SmrValues *v, SmrValue a, SmrValue b) {
  return rounded(v, a, b, true);
}

SmrValue smr_value_remainder(SmrValues *v, SmrValue a, SmrValue b) {
  int64_t x, y;
  if (integers(v, a, b, &x, &y))
    return smr_value_integer(v, x - smr_floor_divide(x, y) * y);
  return smr_value_divide(v, a, b) ? smr_value_integer(v, 0) : SMR_NO_VALUE;
}

//===--- comparison ---===//

SmrTruth smr_value_equal(SmrValues *v, SmrValue a, SmrValue b) {
  if (!a || !b)
    return SMR_UNKNOWN;
  if (a == b)
    return SMR_YES;
  uint32_t n, m;
  const SmrValue *x = smr_value_elements(v, a, &n), *y = smr_value_elements(v, b, &m);
  if (smr_value_is_size(v, a) && smr_value_is_size(v, b)) {
    int64_t difference;
    return smr_value_is_integer(v, smr_value_subtract(v, a, b), &difference) ? SMR_NO : SMR_UNKNOWN;
  }
  SmrTruth all = SMR_NO;
  if (smr_value_kind(v, a) == SMR_VALUE_LIST && smr_value_kind(v, b) == SMR_VALUE_LIST && n == m)
    for (uint32_t i = 0; i < n; i++) {
      SmrTruth one = smr_value_equal(v, x[i], y[i]);
      x = smr_value_elements(v, a, &n), y = smr_value_elements(v, b, &m);
      if (one == SMR_NO)
        return SMR_NO;
      all = one == SMR_UNKNOWN ? SMR_UNKNOWN : all;
    }
  return all;
}

/// Declared sizes are at least what divides them.
static SmrInterval at_least_divisor(uint32_t name, void *values) {
  return (SmrInterval){smr_value_divisor(values, name), SMR_WIDE_MAX};
}

/// A lower bound of a size times a positive integer; minus infinity if none is known.
static SmrWide least(SmrValues *v, SmrValue value) {
  SmrFraction f;
  SmrWide low = smr_value_fraction(v, &v->scratch, value, &f)
                    ? smr_poly_interval(f.poly, at_least_divisor, v).low
                    : -SMR_WIDE_MAX;
  smr_arena_destroy(&v->scratch);
  return low;
}

SmrTruth smr_value_less(SmrValues *v, SmrValue a, SmrValue b) {
  int64_t x, y;
  if (smr_value_is_integer(v, a, &x) && smr_value_is_integer(v, b, &y))
    return x < y ? SMR_YES : SMR_NO;
  if (!a || !b)
    return SMR_UNKNOWN;
  if (least(v, smr_value_subtract(v, b, a)) > 0)
    return SMR_YES;
  return least(v, smr_value_subtract(v, a, b)) >= 0 ? SMR_NO : SMR_UNKNOWN;
}

SmrTruth smr_value_divides(SmrValues *v, SmrValue d, SmrValue n) {
  int64_t x, y;
  if (smr_value_is_integer(v, n, &x) && smr_value_is_integer(v, d, &y))
    return y <= 0 ? SMR_UNKNOWN : x % y == 0 ? SMR_YES : SMR_NO;
  return d && n && smr_value_divide(v, n, d) ? SMR_YES : SMR_UNKNOWN;
}

//===--- text ---===//

typedef struct {
  int64_t numerator, denominator;
  uint32_t count;
  const char *names[SMR_POLY_MAX_DEGREE];
} Term;

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_names(const void *first, const void *second) {
  const Term *a = first, *b = second;
  for (uint32_t i = 0; i < a->count && i < b->count; i++) {
    int order = strcmp(a->names[i], b->names[i]);
    if (order)
      return order;
  }
  return a->count > b->count ? -1 : a->count < b->count;
}

static void print_term(const Term *t, SmrStr *out) {
  bool product = t->count + (t->numerator != 1 || !t->count) > 1;
  smr_str_puts(out, t->denominator != 1 ? "(!/ " : "");
  smr_str_puts(out, product ? "(!* " : "");
  if (t->numerator != 1 || !t->count)
    smr_str_printf(out, "%lld%s", (long long)t->numerator, t->count ? " " : "");
  for (uint32_t i = 0; i < t->count; i++)
    smr_str_printf(out, "%s%s", i ? " " : "", t->names[i]);
  smr_str_puts(out, product ? ")" : "");
  if (t->denominator != 1)
    smr_str_printf(out, " %lld)", (long long)t->denominator);
}

/// In the order of the names' texts, the constant last: names' numbers depend on where they occur first.
void smr_value_print_size(const SmrValues *v, SmrValue at, SmrStr *out) {
  Term terms[SMR_POLY_MAX_TERMS];
  SmrFraction f;
  smr_value_fraction(v, NULL, at, &f);
  for (uint32_t t = 0; t < f.poly.count; t++) {
    const SmrMonomial *from = &f.poly.terms[t];
    int64_t common = smr_gcd(from->coef, f.divisor);
    terms[t] = (Term){from->coef / common, f.divisor / common, from->degree, {NULL}};
    for (uint32_t k = 0; k < from->degree; k++)
      terms[t].names[k] = smr_value_name_of(v, from->leaves[k]);
    qsort(terms[t].names, from->degree, sizeof *terms[t].names, by_text);
  }
  qsort(terms, f.poly.count, sizeof *terms, by_names);
  smr_str_puts(out, f.poly.count > 1 ? "(!+ " : "");
  for (uint32_t t = 0; t < f.poly.count; t++) {
    smr_str_puts(out, t ? " " : "");
    print_term(&terms[t], out);
  }
  smr_str_puts(out, f.poly.count > 1 ? ")" : "");
}
