//===- datum_size.c - sizes: polynomials with rational coefficients ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A size is a polynomial over the numbers of declared names, divided by a positive integer, in lowest terms.
// Sketch-guided equality saturation, section 4.4: m/32 may be simplified only where 32 divides m; here a
// quotient that is not proved to be whole has no value at all.
//===----------------------------------------------------------------------===//
#include "base/integer.h"
#include "egraph/datum_internal.h"
#include "size/interval.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool smr_datum_fraction(const SmrDatums *v, SmrArena *arena, SmrDatum value, SmrFraction *out) {
  const SmrValueInfo *info = &v->list.data[value];
  *out = (SmrFraction){{NULL, 0}, 1};
  switch (value ? (SmrDatumKind)info->kind : SMR_DATUM_LIST) {
  case SMR_DATUM_INTEGER:
    out->poly = smr_poly_const(arena, info->integer);
    return true;
  case SMR_DATUM_NAME:
    out->poly = smr_poly_leaf(arena, value);
    return info->divisor != 0;
  case SMR_DATUM_LIST:
    return false;
  case SMR_DATUM_SIZE:
    *out = (SmrFraction){*v->sizes.polys.data[v->elements.data[info->first]], info->integer};
    return true;
  }
  return false;
}

/// Frees what the computation of the fraction allocated.
static SmrDatum value_of(SmrDatums *v, bool ok, SmrFraction f) {
  int64_t common = ok && f.divisor > 1 ? smr_gcd(smr_poly_content(f.poly), f.divisor) : 1, integer;
  uint32_t part;
  SmrDatum value = SMR_NO_DATUM;
  if (common > 1 && smr_poly_divide(&v->scratch, f.poly, smr_poly_const(&v->scratch, common), &f.poly))
    f.divisor /= common;
  if (ok && f.divisor == 1 && smr_poly_is_const(f.poly, &integer)) {
    value = smr_datum_integer(v, integer);
  } else if (ok && f.divisor == 1 && smr_poly_is_leaf(f.poly, &part)) {
    value = part;
  } else if (ok) {
    part = smr_poly_intern(&v->sizes, f.poly);
    value =
        smr_datum_intern(v, (SmrValueInfo){.kind = SMR_DATUM_SIZE, .integer = f.divisor, .count = 1}, &part);
  }
  smr_arena_destroy(&v->scratch);
  return value;
}

//===--- declarations ---===//

bool smr_datum_declare_size(SmrDatums *v, SmrDatum name, int64_t divisor) {
  SmrValueInfo *info = &v->list.data[name];
  int64_t old = info->divisor ? info->divisor : 1;
  return !__builtin_mul_overflow(old / smr_gcd(old, divisor), divisor, &info->divisor);
}

int64_t smr_datum_divisor(const SmrDatums *v, SmrDatum name) {
  return v->list.data[name].kind == SMR_DATUM_NAME ? v->list.data[name].divisor : 0;
}

bool smr_datum_is_size(const SmrDatums *v, SmrDatum at) {
  return at && (v->list.data[at].kind == SMR_DATUM_INTEGER || v->list.data[at].kind == SMR_DATUM_SIZE ||
                smr_datum_divisor(v, at));
}

void smr_datum_set_estimate(SmrDatums *v, SmrDatum name, double estimate) {
  v->list.data[name].estimate = estimate;
}

static double estimate_of(uint32_t name, void *values) {
  double estimate = ((const SmrDatums *)values)->list.data[name].estimate;
  return estimate ? estimate : NAN;
}

bool smr_datum_estimate(const SmrDatums *v, SmrDatum at, double *estimate) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrFraction f;
  *estimate = NAN;
  if (smr_datum_fraction(v, &arena, at, &f))
    *estimate = smr_poly_estimate(f.poly, estimate_of, (void *)v) / (double)f.divisor;
  return !isnan(*estimate);
}

//===--- arithmetic ---===//

static SmrDatum combine(SmrDatums *v, SmrDatum a, SmrDatum b, int64_t sign) {
  SmrFraction x = {{NULL, 0}, 1}, y;
  int64_t first, second; // most sizes are integers
  if (smr_datum_is_integer(v, a, &first) && smr_datum_is_integer(v, b, &second))
    return (sign < 0 ? __builtin_sub_overflow(first, second, &first)
                     : __builtin_add_overflow(first, second, &first))
               ? SMR_NO_DATUM
               : smr_datum_integer(v, first);
  bool ok = smr_datum_fraction(v, &v->scratch, a, &x) && smr_datum_fraction(v, &v->scratch, b, &y) &&
            smr_poly_scale(&v->scratch, y.poly, sign, &y.poly) && smr_fraction_add(&v->scratch, x, y, &x);
  return value_of(v, ok, x);
}

SmrDatum smr_datum_add(SmrDatums *v, SmrDatum a, SmrDatum b) {
  return combine(v, a, b, 1);
}

SmrDatum smr_datum_subtract(SmrDatums *v, SmrDatum a, SmrDatum b) {
  return combine(v, a, b, -1);
}

SmrDatum smr_datum_multiply(SmrDatums *v, SmrDatum a, SmrDatum b) {
  SmrFraction x = {{NULL, 0}, 1}, y;
  bool ok = smr_datum_fraction(v, &v->scratch, a, &x) && smr_datum_fraction(v, &v->scratch, b, &y) &&
            smr_poly_mul(&v->scratch, x.poly, y.poly, &x.poly) &&
            !__builtin_mul_overflow(x.divisor, y.divisor, &x.divisor);
  return value_of(v, ok, x);
}

/// Whether every term is an integer for all values of its names.
static bool is_whole(const SmrDatums *v, SmrFraction f) {
  for (uint32_t t = 0; t < f.poly.count; t++) {
    int64_t left = f.divisor / smr_gcd(f.divisor, f.poly.terms[t].coef);
    for (uint32_t k = 0; k < f.poly.terms[t].degree; k++)
      left /= smr_gcd(left, smr_datum_divisor(v, f.poly.terms[t].leaves[k]));
    if (left != 1)
      return false;
  }
  return true;
}

/// a / b if b is one term, and every term of the quotient is whole.
SmrDatum smr_datum_divide(SmrDatums *v, SmrDatum a, SmrDatum b) {
  SmrFraction x = {{NULL, 0}, 1}, y;
  bool ok = smr_datum_fraction(v, &v->scratch, a, &x) && smr_datum_fraction(v, &v->scratch, b, &y) &&
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
static bool integers(const SmrDatums *v, SmrDatum a, SmrDatum b, int64_t *x, int64_t *y) {
  return smr_datum_is_integer(v, a, x) && smr_datum_is_integer(v, b, y) && *y > 0;
}

/// A quotient by an integer whose terms with names are whole: only the constant term is rounded.
static SmrDatum rounded(SmrDatums *v, SmrDatum a, SmrDatum b, bool up) {
  SmrFraction f;
  int64_t by, constant = 0;
  bool constant_first = smr_datum_is_integer(v, b, &by) && by > 0 &&
                        smr_datum_fraction(v, &v->scratch, a, &f) && f.poly.count &&
                        !f.poly.terms[0].degree && f.poly.terms[0].coef % f.divisor == 0;
  if (constant_first) {
    constant = f.poly.terms[0].coef / f.divisor;
    f.poly = (SmrPoly){f.poly.terms + 1, f.poly.count - 1};
    a = value_of(v, true, f);
    constant = smr_floor_divide(constant, by) + (up && constant % by);
  }
  SmrDatum whole = smr_datum_divide(v, a, b);
  return whole && constant_first ? smr_datum_add(v, whole, smr_datum_integer(v, constant)) : whole;
}

SmrDatum smr_datum_divide_floor(SmrDatums *v, SmrDatum a, SmrDatum b) {
  return rounded(v, a, b, false);
}

SmrDatum smr_datum_divide_ceiling(SmrDatums *v, SmrDatum a, SmrDatum b) {
  return rounded(v, a, b, true);
}

SmrDatum smr_datum_remainder(SmrDatums *v, SmrDatum a, SmrDatum b) {
  int64_t x, y;
  if (integers(v, a, b, &x, &y))
    return smr_datum_integer(v, x - smr_floor_divide(x, y) * y);
  return smr_datum_divide(v, a, b) ? smr_datum_integer(v, 0) : SMR_NO_DATUM;
}

//===--- comparison ---===//

SmrTruth smr_datum_equal(SmrDatums *v, SmrDatum a, SmrDatum b) {
  if (!a || !b)
    return SMR_UNKNOWN;
  if (a == b)
    return SMR_YES;
  uint32_t n, m;
  const SmrDatum *x = smr_datum_elements(v, a, &n), *y = smr_datum_elements(v, b, &m);
  if (smr_datum_is_size(v, a) && smr_datum_is_size(v, b)) {
    int64_t difference;
    return smr_datum_is_integer(v, smr_datum_subtract(v, a, b), &difference) ? SMR_NO : SMR_UNKNOWN;
  }
  SmrTruth all = SMR_NO;
  if (smr_datum_kind(v, a) == SMR_DATUM_LIST && smr_datum_kind(v, b) == SMR_DATUM_LIST && n == m)
    for (uint32_t i = 0; i < n; i++) {
      SmrTruth one = smr_datum_equal(v, x[i], y[i]);
      x = smr_datum_elements(v, a, &n), y = smr_datum_elements(v, b, &m);
      if (one == SMR_NO)
        return SMR_NO;
      all = one == SMR_UNKNOWN ? SMR_UNKNOWN : all;
    }
  return all;
}

/// Declared sizes are at least what divides them.
static SmrInterval at_least_divisor(uint32_t name, void *values) {
  return (SmrInterval){smr_datum_divisor(values, name), SMR_WIDE_MAX};
}

/// A lower bound of a size times a positive integer; minus infinity if none is known.
static SmrWide least(SmrDatums *v, SmrDatum value) {
  SmrFraction f;
  SmrWide low = smr_datum_fraction(v, &v->scratch, value, &f)
                    ? smr_poly_interval(f.poly, at_least_divisor, v).low
                    : -SMR_WIDE_MAX;
  smr_arena_destroy(&v->scratch);
  return low;
}

SmrTruth smr_datum_less(SmrDatums *v, SmrDatum a, SmrDatum b) {
  int64_t x, y;
  if (smr_datum_is_integer(v, a, &x) && smr_datum_is_integer(v, b, &y))
    return x < y ? SMR_YES : SMR_NO;
  if (!a || !b)
    return SMR_UNKNOWN;
  if (least(v, smr_datum_subtract(v, b, a)) > 0)
    return SMR_YES;
  return least(v, smr_datum_subtract(v, a, b)) >= 0 ? SMR_NO : SMR_UNKNOWN;
}

SmrTruth smr_datum_divides(SmrDatums *v, SmrDatum d, SmrDatum n) {
  int64_t x, y;
  if (smr_datum_is_integer(v, n, &x) && smr_datum_is_integer(v, d, &y))
    return y <= 0 ? SMR_UNKNOWN : x % y == 0 ? SMR_YES : SMR_NO;
  return d && n && smr_datum_divide(v, n, d) ? SMR_YES : SMR_UNKNOWN;
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
void smr_datum_print_size(const SmrDatums *v, SmrDatum at, SmrStr *out) {
  Term terms[SMR_POLY_MAX_TERMS];
  SmrFraction f;
  smr_datum_fraction(v, NULL, at, &f);
  for (uint32_t t = 0; t < f.poly.count; t++) {
    const SmrMonomial *from = &f.poly.terms[t];
    int64_t common = smr_gcd(from->coef, f.divisor);
    terms[t] = (Term){from->coef / common, f.divisor / common, from->degree, {NULL}};
    for (uint32_t k = 0; k < from->degree; k++)
      terms[t].names[k] = smr_datum_name_of(v, from->leaves[k]);
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
