//===- legality_text.c - tests in the user's words ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What is tested is a polynomial of values, often of bytes; what is told is short: the greater side first,
// distances in elements, common factors left out. `8*ld >= 8*cols` is `ld >= cols`.
//===----------------------------------------------------------------------===//
#include "base/integer.h"
#include "match/legality_internal.h"

const char *smr_poly_text(SmrDecision *d, SmrPoly poly) {
  SmrStr text = {0};
  smr_legality_poly(d->graph, poly, &text);
  return smr_keep_text(d, &text);
}

//--- Factors ------------------------------------------------------------------------------

/// The polynomial in elements, over `divisor`; false: it has no such form.
static bool quotient(SmrDecision *d, SmrPoly poly, int64_t divisor, SmrPoly *out) {
  SmrPoly whole;
  return smr_legality_in_elements(d->graph, d->arena, poly, &whole) &&
         smr_poly_divide(d->arena, whole, smr_poly_const(d->arena, divisor), out);
}

const char *smr_quotient_text(SmrDecision *d, SmrPoly poly, int64_t divisor) {
  SmrStr text = {0};
  SmrPoly whole;
  if (divisor == 1)
    return smr_poly_text(d, poly);
  if (smr_legality_elements(d->graph, poly, divisor, &text))
    return smr_keep_text(d, &text);
  if (quotient(d, poly, divisor, &whole))
    smr_legality_poly_in_elements(d->graph, whole, &text);
  else
    smr_str_printf(&text, poly.count > 1 ? "(%s)/%lld" : "%s/%lld", smr_poly_text(d, poly),
                   (long long)divisor);
  return smr_keep_text(d, &text);
}

const char *smr_multiple_text(SmrDecision *d, SmrPoly poly, int64_t divisor) {
  SmrStr text = {0};
  SmrPoly whole;
  if (quotient(d, poly, divisor, &whole))
    smr_str_printf(&text, "%s is a whole number of elements", smr_quotient_text(d, poly, divisor));
  else
    smr_str_printf(&text, "%s is a multiple of %lld", smr_poly_text(d, poly), (long long)divisor);
  return smr_keep_text(d, &text);
}

/// Two sides of a comparison, in elements, without what they have in common.
static void put_polys(SmrDecision *d, SmrPoly left, const char *sign, SmrPoly right, SmrStr *out) {
  SmrPoly common = smr_poly_const(d->arena, smr_gcd(smr_poly_content(left), smr_poly_content(right)));
  smr_poly_divide(d->arena, left, common, &left);
  smr_poly_divide(d->arena, right, common, &right);
  smr_legality_poly_in_elements(d->graph, left, out);
  smr_str_puts(out, sign);
  smr_legality_poly_in_elements(d->graph, right, out);
}

static void put_sides(SmrDecision *d, SmrPoly left, const char *sign, SmrPoly right, SmrStr *out) {
  SmrPoly sides[2];
  if (smr_legality_in_elements(d->graph, d->arena, left, &sides[0]) &&
      smr_legality_in_elements(d->graph, d->arena, right, &sides[1]))
    put_polys(d, sides[0], sign, sides[1], out);
  else
    smr_str_printf(out, "%s%s%s", smr_poly_text(d, left), sign, smr_poly_text(d, right));
}

const char *smr_equation_text(SmrDecision *d, SmrPoly left, SmrPoly right) {
  SmrStr text = {0};
  put_sides(d, left, " == ", right, &text);
  return smr_keep_text(d, &text);
}

bool smr_says_not_0(SmrDecision *d, SmrPoly poly, SmrPoly *other) {
  SmrPoly square;
  int64_t constant;
  return smr_poly_add(d->arena, poly, smr_poly_const(d->arena, 1), &square) &&
         smr_poly_root(d->arena, square, other) && !smr_poly_is_const(*other, &constant);
}

/// Positive terms on the left, negative ones on the right; or p != q.
const char *smr_inequality_text(SmrDecision *d, SmrPoly poly) {
  SmrStr distance = {0};
  SmrPoly other;
  if (smr_legality_distance(d->graph, poly, &distance))
    return smr_keep_text(d, &distance);
  bool apart = smr_says_not_0(d, poly, &other);
  poly = apart ? other : poly;
  SmrPoly sides[2] = {{NULL, 0}, {NULL, 0}}; // left >= right
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrPoly term = {&poly.terms[t], 1};
    bool negative = poly.terms[t].coef < 0;
    SmrPoly moved = term;
    if (negative && !smr_poly_scale(d->arena, term, -1, &moved))
      moved = term;
    if (!smr_poly_add(d->arena, sides[negative], moved, &sides[negative]))
      return smr_poly_text(d, poly);
  }
  SmrStr text = {0};
  put_sides(d, sides[0], apart ? " != " : " >= ", sides[1], &text);
  return smr_keep_text(d, &text);
}

//--- Tests ---------------------------------------------------------------------------------

// How tightly an operator binds.
enum { ANY, ALL, COMPARED, ADDED, MULTIPLIED };

static void put_test(SmrDecision *d, const SmrExpr *e, int around, SmrStr *out);

static void put_two(SmrDecision *d, const SmrExpr *a, const char *sign, const SmrExpr *b, int binds,
                    int around, SmrStr *out) {
  smr_str_puts(out, binds < around ? "(" : "");
  put_test(d, a, binds, out);
  smr_str_puts(out, sign);
  put_test(d, b, binds == ALL || binds == ANY ? binds : binds + 1, out);
  smr_str_puts(out, binds < around ? ")" : "");
}

/// A polynomial, or a quotient that is one in elements.
static bool is_poly(SmrDecision *d, const SmrExpr *e, SmrPoly *out) {
  int64_t divisor;
  if (e->op == SMR_X_DIV && e->a->op == SMR_X_POLY && smr_expr_is_const(e->b, &divisor))
    return divisor > 1 && quotient(d, e->a->poly, divisor, out);
  return e->op == SMR_X_POLY && smr_legality_in_elements(d->graph, d->arena, e->poly, out);
}

static void put_comparison(SmrDecision *d, const SmrExpr *e, int around, SmrStr *out) {
  static const char *const signs[] =
      {[SMR_X_EQ] = " == ", [SMR_X_NE] = " != ", [SMR_X_LT] = " < ", [SMR_X_LE] = " <= "},
                           *const turned_signs[] = {[SMR_X_LT] = " > ", [SMR_X_LE] = " >= "};
  int64_t number;
  bool ordered = e->op == SMR_X_LT || e->op == SMR_X_LE;
  bool turned = ordered && !smr_expr_is_const(e->b, &number); // the smaller side stands last, as numbers do
  const SmrExpr *left = turned ? e->b : e->a, *right = turned ? e->a : e->b;
  const char *sign = turned ? turned_signs[e->op] : signs[e->op];
  SmrPoly sides[2];
  if (is_poly(d, left, &sides[0]) && is_poly(d, right, &sides[1]))
    put_polys(d, sides[0], sign, sides[1], out);
  else
    put_two(d, left, sign, right, COMPARED, around, out);
}

static void put_call(SmrDecision *d, const char *name, const SmrExpr *e, SmrStr *out) {
  smr_str_printf(out, "%s(", name);
  put_test(d, e->a, ANY, out);
  if (e->b) {
    smr_str_puts(out, ", ");
    put_test(d, e->b, ANY, out);
  }
  smr_str_putc(out, ')');
}

/// A factor of 1 is none.
static const SmrExpr *without_ones(const SmrExpr *e) {
  int64_t number;
  while (e->op == SMR_X_MUL) {
    bool left = smr_expr_is_const(e->a, &number) && number == 1;
    if (!left && !(smr_expr_is_const(e->b, &number) && number == 1))
      break;
    e = left ? e->b : e->a;
  }
  return e;
}

static void put_test(SmrDecision *d, const SmrExpr *e, int around, SmrStr *out) {
  SmrPoly poly;
  e = without_ones(e);
  if (is_poly(d, e, &poly)) {
    bool group = poly.count > 1 && around > ADDED;
    smr_str_puts(out, group ? "(" : "");
    smr_legality_poly_in_elements(d->graph, poly, out);
    smr_str_puts(out, group ? ")" : "");
    return;
  }
  switch (e->op) {
  case SMR_X_ADD:
  case SMR_X_SUB:
    put_two(d, e->a, e->op == SMR_X_ADD ? " + " : " - ", e->b, ADDED, around, out);
    return;
  case SMR_X_MUL:
  case SMR_X_DIV:
  case SMR_X_REM:
    put_two(d, e->a,
            e->op == SMR_X_MUL   ? "*"
            : e->op == SMR_X_DIV ? "/"
                                 : " % ",
            e->b, MULTIPLIED, around, out);
    return;
  case SMR_X_EQ:
  case SMR_X_NE:
  case SMR_X_LT:
  case SMR_X_LE:
    put_comparison(d, e, around, out);
    return;
  case SMR_X_AND:
  case SMR_X_OR:
    put_two(d, e->a, e->op == SMR_X_AND ? " && " : " || ", e->b, e->op == SMR_X_AND ? ALL : ANY, around, out);
    return;
  case SMR_X_MIN:
  case SMR_X_MAX:
  case SMR_X_NOT:
    put_call(d, e->op == SMR_X_MIN ? "min" : e->op == SMR_X_MAX ? "max" : "!", e, out);
    return;
  case SMR_X_SEXT:
    put_call(d, e->bits == 32 ? "int32" : e->bits == 16 ? "int16" : e->bits == 8 ? "int8" : "int", e, out);
    return;
  case SMR_X_ADDRESS:
    smr_str_putc(out, '&');
    smr_legality_name(e->value, out, (void *)(uintptr_t)d->graph);
    return;
  case SMR_X_POLY:
    smr_legality_poly(d->graph, e->poly, out);
    return;
  }
}

const char *smr_test_text(SmrDecision *d, const SmrExpr *test) {
  SmrStr text = {0};
  put_test(d, test, ANY, &text);
  return smr_keep_text(d, &text);
}
