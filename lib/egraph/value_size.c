//===- value_size.c - sizes: polynomials with rational coefficients ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A size's elements are its terms, each a list (numerator denominator name…), names in the order of their
// texts; terms in the order of their names, what has no names last. Numerators are not 0, denominators
// positive, fractions in lowest terms. Sketch-guided equality saturation, section 4.4: m/32 may be simplified
// only where 32 divides m; here a quotient that is not proved to be whole has no value at all.
//===----------------------------------------------------------------------===//
#include "egraph/value_internal.h"
#include <string.h>

#define MAX_TERMS 64
#define MAX_FACTORS 16

typedef struct {
  int64_t numerator, denominator;
  uint32_t count;
  SmrValue names[MAX_FACTORS];
} Term;

typedef struct {
  uint32_t count;
  Term terms[MAX_TERMS];
} Sum;

static uint64_t absolute(int64_t a) {
  return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static bool reduce(Term *t) {
  if (t->numerator == INT64_MIN || t->denominator <= 0)
    return false;
  int64_t common = (int64_t)gcd(absolute(t->numerator), (uint64_t)t->denominator);
  if (common > 1)
    t->numerator /= common, t->denominator /= common;
  return true;
}

static int compare(const SmrValues *v, const Term *a, const Term *b) {
  for (uint32_t i = 0; i < a->count && i < b->count; i++) {
    int order = strcmp(smr_value_name_of(v, a->names[i]), smr_value_name_of(v, b->names[i]));
    if (order)
      return order;
  }
  return a->count > b->count ? -1 : a->count < b->count;
}

//===--- between values and sums ---===//

static bool sum_of(const SmrValues *v, SmrValue value, Sum *out) {
  const SmrValueInfo *info = &v->list.data[value];
  out->count = 1;
  out->terms[0] = (Term){1, 1, 0, {0}};
  if (!value)
    return false;
  switch ((SmrValueKind)info->kind) {
  case SMR_VALUE_INTEGER:
    out->terms[0].numerator = info->integer;
    out->count = info->integer != 0;
    return true;
  case SMR_VALUE_NAME:
    out->terms[0].names[out->terms[0].count++] = value;
    return info->divisor != 0;
  case SMR_VALUE_LIST:
    return false;
  case SMR_VALUE_SIZE:
    break;
  }
  out->count = info->count;
  for (uint32_t i = 0; i < info->count; i++) {
    uint32_t count;
    const SmrValue *parts = smr_value_elements(v, v->elements.data[info->first + i], &count);
    Term *t = &out->terms[i];
    *t = (Term){.count = count - 2};
    smr_value_is_integer(v, parts[0], &t->numerator);
    smr_value_is_integer(v, parts[1], &t->denominator);
    memcpy(t->names, parts + 2, t->count * sizeof *t->names);
  }
  return true;
}

static SmrValue value_of(SmrValues *v, const Sum *s) {
  SmrValue terms[MAX_TERMS], parts[MAX_FACTORS + 2];
  if (!s->count)
    return smr_value_integer(v, 0);
  const Term *t = &s->terms[0];
  if (s->count == 1 && t->denominator == 1) {
    if (!t->count)
      return smr_value_integer(v, t->numerator);
    if (t->count == 1 && t->numerator == 1)
      return t->names[0];
  }
  for (uint32_t i = 0; i < s->count; i++) {
    t = &s->terms[i];
    parts[0] = smr_value_integer(v, t->numerator);
    parts[1] = smr_value_integer(v, t->denominator);
    memcpy(parts + 2, t->names, t->count * sizeof *parts);
    terms[i] = smr_value_list(v, parts, t->count + 2);
  }
  return smr_value_compound(v, SMR_VALUE_SIZE, terms, s->count);
}

// Adds a term in its place; false when a number leaves its range.
static bool add_term(const SmrValues *v, Sum *s, Term t) {
  uint32_t at = 0;
  int order = 1;
  while (at < s->count && (order = compare(v, &s->terms[at], &t)) < 0)
    at++;
  if (at < s->count && order == 0) {
    Term *have = &s->terms[at];
    int64_t a, b, denominator;
    if (__builtin_mul_overflow(have->numerator, t.denominator, &a) ||
        __builtin_mul_overflow(t.numerator, have->denominator, &b) ||
        __builtin_add_overflow(a, b, &have->numerator) ||
        __builtin_mul_overflow(have->denominator, t.denominator, &denominator))
      return false;
    have->denominator = denominator;
    if (have->numerator == 0) {
      memmove(have, have + 1, (s->count - at - 1) * sizeof *have);
      s->count--;
      return true;
    }
    return reduce(have);
  }
  if (s->count == MAX_TERMS || t.numerator == 0)
    return t.numerator == 0;
  memmove(&s->terms[at + 1], &s->terms[at], (s->count - at) * sizeof *s->terms);
  s->terms[at] = t;
  s->count++;
  return true;
}

static bool multiply_terms(const SmrValues *v, const Term *a, const Term *b, Term *out) {
  *out = (Term){0};
  if (__builtin_mul_overflow(a->numerator, b->numerator, &out->numerator) ||
      __builtin_mul_overflow(a->denominator, b->denominator, &out->denominator) ||
      a->count + b->count > MAX_FACTORS || !reduce(out))
    return false;
  uint32_t i = 0, k = 0;
  while (i < a->count || k < b->count)
    out->names[out->count++] =
        k == b->count || (i < a->count &&
                          strcmp(smr_value_name_of(v, a->names[i]), smr_value_name_of(v, b->names[k])) <= 0)
            ? a->names[i++]
            : b->names[k++];
  return true;
}

//===--- declarations ---===//

bool smr_value_declare_size(SmrValues *v, SmrValue name, int64_t divisor) {
  SmrValueInfo *info = &v->list.data[name];
  int64_t old = info->divisor ? info->divisor : 1;
  return !__builtin_mul_overflow(old / (int64_t)gcd((uint64_t)old, (uint64_t)divisor), divisor,
                                 &info->divisor);
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

bool smr_value_estimate(const SmrValues *v, SmrValue at, double *estimate) {
  Sum s;
  *estimate = 0;
  if (!sum_of(v, at, &s))
    return false;
  for (uint32_t i = 0; i < s.count; i++) {
    double term = (double)s.terms[i].numerator / (double)s.terms[i].denominator;
    for (uint32_t k = 0; k < s.terms[i].count; k++) {
      double factor = v->list.data[s.terms[i].names[k]].estimate;
      if (factor == 0)
        return false;
      term *= factor;
    }
    *estimate += term;
  }
  return true;
}

//===--- arithmetic ---===//

static SmrValue combine(SmrValues *v, SmrValue a, SmrValue b, int64_t sign) {
  Sum x, y;
  if (!sum_of(v, a, &x) || !sum_of(v, b, &y))
    return SMR_NO_VALUE;
  for (uint32_t i = 0; i < y.count; i++) {
    if (__builtin_mul_overflow(y.terms[i].numerator, sign, &y.terms[i].numerator) ||
        !add_term(v, &x, y.terms[i]))
      return SMR_NO_VALUE;
  }
  return value_of(v, &x);
}

SmrValue smr_value_add(SmrValues *v, SmrValue a, SmrValue b) {
  return combine(v, a, b, 1);
}

SmrValue smr_value_subtract(SmrValues *v, SmrValue a, SmrValue b) {
  return combine(v, a, b, -1);
}

SmrValue smr_value_multiply(SmrValues *v, SmrValue a, SmrValue b) {
  Sum x, y, product = {.count = 0};
  Term t;
  if (!sum_of(v, a, &x) || !sum_of(v, b, &y))
    return SMR_NO_VALUE;
  for (uint32_t i = 0; i < x.count; i++)
    for (uint32_t k = 0; k < y.count; k++)
      if (!multiply_terms(v, &x.terms[i], &y.terms[k], &t) || !add_term(v, &product, t))
        return SMR_NO_VALUE;
  return value_of(v, &product);
}

// Takes the factors of `by` out of a term; false when one is not there.
static bool take_names(Term *t, const Term *by) {
  for (uint32_t i = 0; i < by->count; i++) {
    uint32_t k = 0;
    while (k < t->count && t->names[k] != by->names[i])
      k++;
    if (k == t->count)
      return false;
    memmove(&t->names[k], &t->names[k + 1], (t->count - k - 1) * sizeof *t->names);
    t->count--;
  }
  return true;
}

// Whether a term is an integer for all values of its names.
static bool is_whole(const SmrValues *v, const Term *t) {
  uint64_t left = (uint64_t)t->denominator;
  for (uint32_t i = 0; i < t->count; i++)
    left /= gcd(left, (uint64_t)smr_value_divisor(v, t->names[i]));
  return left == 1;
}

// a / b when b is one term, and every term of the quotient is whole.
static bool quotient(SmrValues *v, SmrValue a, SmrValue b, Sum *out) {
  Sum x, y;
  out->count = 0;
  if (!sum_of(v, a, &x) || !sum_of(v, b, &y) || y.count != 1)
    return false;
  const Term *by = &y.terms[0];
  int64_t sign = by->numerator < 0 ? -1 : 1;
  if (by->numerator == INT64_MIN)
    return false;
  for (uint32_t i = 0; i < x.count; i++) {
    Term t = x.terms[i];
    if (!take_names(&t, by) || __builtin_mul_overflow(t.numerator, by->denominator * sign, &t.numerator) ||
        __builtin_mul_overflow(t.denominator, by->numerator * sign, &t.denominator) || !reduce(&t) ||
        !is_whole(v, &t) || !add_term(v, out, t))
      return false;
  }
  return true;
}

SmrValue smr_value_divide(SmrValues *v, SmrValue a, SmrValue b) {
  Sum q;
  return quotient(v, a, b, &q) ? value_of(v, &q) : SMR_NO_VALUE;
}

// Both integers, the second positive.
static bool integers(const SmrValues *v, SmrValue a, SmrValue b, int64_t *x, int64_t *y) {
  return smr_value_is_integer(v, a, x) && smr_value_is_integer(v, b, y) && *y > 0;
}

static int64_t floor_quotient(int64_t a, int64_t b) {
  return a / b - (a % b < 0);
}

static int64_t ceiling_quotient(int64_t a, int64_t b) {
  return a / b + (a % b > 0);
}

// A quotient by an integer whose terms with names are whole: the number alone is rounded.
static SmrValue rounded(SmrValues *v, SmrValue a, SmrValue b, int64_t (*round)(int64_t, int64_t)) {
  Sum s;
  int64_t by;
  if (!sum_of(v, a, &s) || !smr_value_is_integer(v, b, &by) || by < 1 || !s.count)
    return smr_value_divide(v, a, b);
  Term last = s.terms[s.count - 1]; // what has no names
  if (last.count || last.denominator != 1)
    return smr_value_divide(v, a, b);
  s.count--;
  SmrValue whole = smr_value_divide(v, value_of(v, &s), b);
  return whole ? smr_value_add(v, whole, smr_value_integer(v, round(last.numerator, by))) : SMR_NO_VALUE;
}

SmrValue smr_value_divide_floor(SmrValues *v, SmrValue a, SmrValue b) {
  return rounded(v, a, b, floor_quotient);
}

SmrValue smr_value_divide_ceiling(SmrValues *v, SmrValue a, SmrValue b) {
  return rounded(v, a, b, ceiling_quotient);
}

SmrValue smr_value_remainder(SmrValues *v, SmrValue a, SmrValue b) {
  int64_t x, y;
  if (integers(v, a, b, &x, &y))
    return smr_value_integer(v, x - floor_quotient(x, y) * y);
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

// What a size is at least, sizes being positive: known where it grows with each name.
static bool lower_bound(const SmrValues *v, SmrValue value, int64_t *least) {
  Sum s;
  *least = 0;
  if (!sum_of(v, value, &s))
    return false;
  for (uint32_t i = 0; i < s.count; i++) {
    int64_t term = s.terms[i].numerator;
    if (s.terms[i].count && term < 0)
      return false;
    for (uint32_t k = 0; k < s.terms[i].count; k++)
      if (__builtin_mul_overflow(term, smr_value_divisor(v, s.terms[i].names[k]), &term))
        return false;
    if (__builtin_add_overflow(*least, floor_quotient(term, s.terms[i].denominator), least))
      return false;
  }
  return true;
}

SmrTruth smr_value_less(SmrValues *v, SmrValue a, SmrValue b) {
  int64_t x, y;
  if (smr_value_is_integer(v, a, &x) && smr_value_is_integer(v, b, &y))
    return x < y ? SMR_YES : SMR_NO;
  if (!a || !b)
    return SMR_UNKNOWN;
  if (lower_bound(v, smr_value_subtract(v, b, a), &x) && x > 0)
    return SMR_YES;
  return lower_bound(v, smr_value_subtract(v, a, b), &x) && x >= 0 ? SMR_NO : SMR_UNKNOWN;
}

SmrTruth smr_value_divides(SmrValues *v, SmrValue d, SmrValue n) {
  int64_t x, y;
  if (smr_value_is_integer(v, n, &x) && smr_value_is_integer(v, d, &y))
    return y <= 0 ? SMR_UNKNOWN : x % y == 0 ? SMR_YES : SMR_NO;
  return d && n && smr_value_divide(v, n, d) ? SMR_YES : SMR_UNKNOWN;
}

//===--- text ---===//

static void print_term(const SmrValues *v, const Term *t, SmrStr *out) {
  bool product = t->count + (t->numerator != 1 || !t->count) > 1;
  smr_str_puts(out, t->denominator != 1 ? "(!/ " : "");
  smr_str_puts(out, product ? "(!* " : "");
  if (t->numerator != 1 || !t->count)
    smr_str_printf(out, "%lld%s", (long long)t->numerator, t->count ? " " : "");
  for (uint32_t i = 0; i < t->count; i++)
    smr_str_printf(out, "%s%s", i ? " " : "", smr_value_name_of(v, t->names[i]));
  smr_str_puts(out, product ? ")" : "");
  if (t->denominator != 1)
    smr_str_printf(out, " %lld)", (long long)t->denominator);
}

void smr_value_print_size(const SmrValues *v, SmrValue at, SmrStr *out) {
  Sum s;
  sum_of(v, at, &s);
  smr_str_puts(out, s.count > 1 ? "(!+ " : "");
  for (uint32_t i = 0; i < s.count; i++) {
    smr_str_puts(out, i ? " " : "");
    print_term(v, &s.terms[i], out);
  }
  smr_str_puts(out, s.count > 1 ? ")" : "");
}
