//===- expr.c - integer expressions that guards compute at run time ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/expr.h"
#include "graph/number.h"

const SmrExpr *smr_expr_poly(SmrArena *arena, SmrPoly poly) {
  SmrExpr *e = smr_arena_alloc(arena, sizeof *e);
  *e = (SmrExpr){.op = SMR_X_POLY, .poly = poly};
  return e;
}

const SmrExpr *smr_expr_const(SmrArena *arena, int64_t value) {
  return smr_expr_poly(arena, smr_poly_const(arena, value));
}

const SmrExpr *smr_expr_address(SmrArena *arena, SmrValue pointer) {
  SmrExpr *e = smr_arena_alloc(arena, sizeof *e);
  *e = (SmrExpr){.op = SMR_X_ADDRESS, .value = pointer};
  return e;
}

bool smr_expr_is_const(const SmrExpr *expr, int64_t *value) {
  return expr->op == SMR_X_POLY && smr_poly_is_const(expr->poly, value);
}

bool smr_expr_is_test(const SmrExpr *expr) {
  return expr->op >= SMR_X_EQ;
}

bool smr_expr_equal(const SmrExpr *a, const SmrExpr *b) {
  if (a == b)
    return true;
  if (!a || !b || a->op != b->op || a->bits != b->bits || a->value != b->value)
    return false;
  if (a->op == SMR_X_POLY)
    return smr_poly_equal(a->poly, b->poly);
  return smr_expr_equal(a->a, b->a) && smr_expr_equal(a->b, b->b);
}

bool smr_expr_fold(SmrExprOp op, int64_t x, int64_t y, int64_t *out) {
  switch (op) {
  case SMR_X_ADD:
    return *out = (int64_t)((uint64_t)x + (uint64_t)y), true;
  case SMR_X_SUB:
    return *out = (int64_t)((uint64_t)x - (uint64_t)y), true;
  case SMR_X_MUL:
    return *out = (int64_t)((uint64_t)x * (uint64_t)y), true;
  case SMR_X_DIV:
  case SMR_X_REM:
    if (y == 0 || (x == INT64_MIN && y == -1))
      return false;
    *out = op == SMR_X_DIV ? x / y : x % y;
    return true;
  case SMR_X_MIN:
    return *out = x < y ? x : y, true;
  case SMR_X_MAX:
    return *out = x > y ? x : y, true;
  case SMR_X_EQ:
    return *out = x == y, true;
  case SMR_X_NE:
    return *out = x != y, true;
  case SMR_X_LT:
    return *out = x < y, true;
  case SMR_X_LE:
    return *out = x <= y, true;
  case SMR_X_AND:
    return *out = x && y, true;
  case SMR_X_OR:
    return *out = x || y, true;
  case SMR_X_NOT:
    return *out = !x, true;
  default:
    return false;
  }
}

/// Of the operands, of which b may be NULL; a is NULL when it could not be made.
static const SmrExpr *raw(SmrArena *arena, SmrExpr made) {
  if (!made.a)
    return NULL;
  made.depth = 1 + (made.b && made.b->depth > made.a->depth ? made.b->depth : made.a->depth);
  if (made.depth > SMR_EXPR_MAX_DEPTH)
    return NULL;
  SmrExpr *e = smr_arena_alloc(arena, sizeof *e);
  *e = made;
  return e;
}

static const SmrExpr *truth(SmrArena *arena, const SmrExpr *e) {
  int64_t value;
  if (smr_expr_is_const(e, &value))
    return smr_expr_const(arena, value != 0);
  return smr_expr_is_test(e) ? e
                             : raw(arena, (SmrExpr){.op = SMR_X_NE, .a = e, .b = smr_expr_const(arena, 0)});
}

const SmrExpr *smr_expr(SmrArena *arena, SmrExprOp op, const SmrExpr *a, const SmrExpr *b) {
  if (!a || (!b && op != SMR_X_NOT))
    return NULL;
  SmrPoly poly;
  if (a->op == SMR_X_POLY && b && b->op == SMR_X_POLY) {
    bool arithmetic = op == SMR_X_ADD || op == SMR_X_SUB || op == SMR_X_MUL;
    if (arithmetic) {
      bool ok = op == SMR_X_ADD   ? smr_poly_add(arena, a->poly, b->poly, &poly)
                : op == SMR_X_SUB ? smr_poly_sub(arena, a->poly, b->poly, &poly)
                                  : smr_poly_mul(arena, a->poly, b->poly, &poly);
      return ok ? smr_expr_poly(arena, poly) : NULL;
    }
    // Comparisons of polynomials that differ by a constant are decided (guard arithmetic does not overflow).
    int64_t difference, result;
    if (op >= SMR_X_MIN && op <= SMR_X_LE && smr_poly_sub(arena, a->poly, b->poly, &poly) &&
        smr_poly_is_const(poly, &difference)) {
      if (op == SMR_X_MIN)
        return difference < 0 ? a : b;
      if (op == SMR_X_MAX)
        return difference > 0 ? a : b;
      if (smr_expr_fold(op, difference, 0, &result))
        return smr_expr_const(arena, result);
    }
  }
  int64_t x, y = 0, result;
  bool x_known = smr_expr_is_const(a, &x), y_known = !b || smr_expr_is_const(b, &y);
  if (x_known && y_known)
    return smr_expr_fold(op, x, y, &result) ? smr_expr_const(arena, result) : NULL;
  if (op == SMR_X_AND || op == SMR_X_OR) {
    a = truth(arena, a), b = truth(arena, b);
    if (!a || !b)
      return NULL;
    const SmrExpr *known = x_known ? a : y_known ? b : NULL, *other = x_known ? b : a;
    if (known && smr_expr_is_const(known, &x))
      return (x != 0) == (op == SMR_X_AND) ? other : known;
    return smr_expr_equal(a, b) ? a : raw(arena, (SmrExpr){.op = op, .a = a, .b = b});
  }
  if (op == SMR_X_NOT)
    return raw(arena, (SmrExpr){.op = op, .a = truth(arena, a)});
  if ((op == SMR_X_MIN || op == SMR_X_MAX) && smr_expr_equal(a, b))
    return a;
  return raw(arena, (SmrExpr){.op = op, .a = a, .b = b});
}

const SmrExpr *smr_expr_sext(SmrArena *arena, const SmrExpr *a, uint32_t bits) {
  if (!a)
    return NULL;
  int64_t value;
  if (bits >= 64)
    return a;
  if (smr_expr_is_const(a, &value)) {
    return smr_expr_const(arena, smr_int_signed(SMR_TYPE(SMR_T_INT, bits), value));
  }
  return raw(arena, (SmrExpr){.op = SMR_X_SEXT, .bits = bits, .a = a});
}

static int64_t nearest(__int128 value) {
  return value > INT64_MAX ? INT64_MAX : value < INT64_MIN ? INT64_MIN : (int64_t)value;
}

static int64_t poly_value(SmrPoly poly, const SmrExprReader *reader) {
  __int128 sum = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    int64_t term = poly.terms[t].coef;
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      term = nearest((__int128)term * reader->leaf(poly.terms[t].leaves[k], reader->data));
    sum += term;
  }
  return nearest(sum);
}

int64_t smr_expr_value(const SmrExpr *x, const SmrExprReader *reader) {
  if (x->op == SMR_X_POLY)
    return poly_value(x->poly, reader);
  if (x->op == SMR_X_ADDRESS)
    return reader->leaf(x->value, reader->data);
  if (reader->equations_hold && (x->op == SMR_X_EQ || x->op == SMR_X_NE))
    return 1;
  int64_t a = smr_expr_value(x->a, reader), b = x->b ? smr_expr_value(x->b, reader) : 0, result = 0;
  switch (x->op) {
  case SMR_X_ADD:
    return nearest((__int128)a + b);
  case SMR_X_SUB:
    return nearest((__int128)a - b);
  case SMR_X_MUL:
    return nearest((__int128)a * b);
  case SMR_X_SEXT:
    return smr_int_signed(SMR_TYPE(SMR_T_INT, x->bits), a);
  case SMR_X_DIV:
  case SMR_X_REM:
    return b >= 1 && smr_expr_fold(x->op, a, b, &result) ? result : 0;
  default:
    smr_expr_fold(x->op, a, b, &result);
    return result;
  }
}

void smr_expr_leaves(const SmrExpr *expr, void (*f)(SmrValue, void *), void *data) {
  if (expr->op == SMR_X_POLY) {
    uint32_t leaf;
    for (SmrLeafPlace at = {0}; smr_poly_next_leaf(expr->poly, &at, &leaf);)
      f(leaf, data);
    return;
  }
  if (expr->op == SMR_X_ADDRESS)
    f(expr->value, data);
  if (expr->a)
    smr_expr_leaves(expr->a, f, data);
  if (expr->b)
    smr_expr_leaves(expr->b, f, data);
}

void smr_expr_print(const SmrExpr *expr, SmrStr *out, void (*leaf)(uint32_t, SmrStr *, void *), void *data) {
  static const char *const signs[] = {
      [SMR_X_ADD] = " + ", [SMR_X_SUB] = " - ",   [SMR_X_MUL] = " * ", [SMR_X_DIV] = " / ",
      [SMR_X_REM] = " % ", [SMR_X_EQ] = " == ",   [SMR_X_NE] = " != ", [SMR_X_LT] = " < ",
      [SMR_X_LE] = " <= ", [SMR_X_AND] = " and ", [SMR_X_OR] = " or "};
  switch (expr->op) {
  case SMR_X_POLY:
    smr_poly_print(expr->poly, out, leaf, data);
    return;
  case SMR_X_ADDRESS:
    smr_str_puts(out, "&");
    leaf(expr->value, out, data);
    return;
  case SMR_X_MIN:
  case SMR_X_MAX:
    smr_str_puts(out, expr->op == SMR_X_MIN ? "min(" : "max(");
    smr_expr_print(expr->a, out, leaf, data);
    smr_str_puts(out, ", ");
    smr_expr_print(expr->b, out, leaf, data);
    smr_str_putc(out, ')');
    return;
  case SMR_X_SEXT:
    smr_str_printf(out, "int%u(", expr->bits);
    smr_expr_print(expr->a, out, leaf, data);
    smr_str_putc(out, ')');
    return;
  case SMR_X_NOT:
    smr_str_puts(out, "not (");
    smr_expr_print(expr->a, out, leaf, data);
    smr_str_putc(out, ')');
    return;
  default: {
    const SmrExpr *sides[] = {expr->a, expr->b};
    for (int k = 0; k < 2; k++) {
      bool group = sides[k]->op != SMR_X_POLY || (sides[k]->poly.count > 1 && expr->op < SMR_X_EQ);
      if (k)
        smr_str_puts(out, signs[expr->op]);
      if (group)
        smr_str_putc(out, '(');
      smr_expr_print(sides[k], out, leaf, data);
      if (group)
        smr_str_putc(out, ')');
    }
  }
  }
}
