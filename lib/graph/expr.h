//===- expr.h - integer expressions that guards compute at run time ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What a polynomial cannot say: minima, comparisons, quotients, addresses as numbers. Immutable, in an arena,
// folded while built: a test that is decided at compile time is a constant. Everything is i64; tests are 0
// or 1.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_EXPR_H
#define SMR_GRAPH_EXPR_H
#include "graph/graph.h"
#include "size/poly.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_X_POLY,    // poly over graph values
  SMR_X_ADDRESS, // the pointer `value` as a number
  SMR_X_ADD,
  SMR_X_SUB,
  SMR_X_MUL,
  SMR_X_DIV, // towards zero; the divisor is at least 1 wherever the result matters
  SMR_X_REM,
  SMR_X_MIN,
  SMR_X_MAX,
  SMR_X_SEXT, // the low `bits` of a, sign-extended
  SMR_X_EQ,   // from here on: tests
  SMR_X_NE,
  SMR_X_LT,
  SMR_X_LE,
  SMR_X_AND,
  SMR_X_OR,
  SMR_X_NOT
} SmrExprOp;

/// Expressions within expressions: whoever walks over one recurses. What would nest deeper is not built.
enum { SMR_EXPR_MAX_DEPTH = 4096 };

typedef struct SmrExpr {
  SmrExprOp op;
  uint32_t bits;
  uint32_t depth; // 0: of polynomials and addresses
  SmrPoly poly;
  SmrValue value;
  const struct SmrExpr *a, *b;
} SmrExpr;

const SmrExpr *smr_expr_poly(SmrArena *arena, SmrPoly poly);
const SmrExpr *smr_expr_const(SmrArena *arena, int64_t value);
const SmrExpr *smr_expr_address(SmrArena *arena, SmrValue pointer);
/// NULL when a constant overflows 64 bits, when it would nest too deeply, or when an operand is NULL; so a
/// chain of calls is checked once. AND and OR take operands of any kind as truth values.
const SmrExpr *smr_expr(SmrArena *arena, SmrExprOp op, const SmrExpr *a, const SmrExpr *b);
const SmrExpr *smr_expr_sext(SmrArena *arena, const SmrExpr *a, uint32_t bits);
/// An op of one (NOT) or two numbers, modulo 2^64. False where it has no value: a division by 0 or of the
/// least number by -1, an op that is none of two numbers.
bool smr_expr_fold(SmrExprOp op, int64_t x, int64_t y, int64_t *out);
bool smr_expr_is_const(const SmrExpr *expr, int64_t *value);
bool smr_expr_is_test(const SmrExpr *expr);
bool smr_expr_equal(const SmrExpr *a, const SmrExpr *b);
/// Calls f for every graph value that the expression reads.
void smr_expr_leaves(const SmrExpr *expr, void (*f)(SmrValue, void *), void *data);
typedef struct {
  int64_t (*leaf)(SmrValue value, void *data);
  void *data;
  bool equations_hold; // EQ and NE are true, whatever their sides are
} SmrExprReader;
/// The expression's value as an exact integer, or the nearest of 64 bits; a quotient by less than 1 is 0.
int64_t smr_expr_value(const SmrExpr *expr, const SmrExprReader *reader);
void smr_expr_print(const SmrExpr *expr, SmrStr *out, void (*leaf)(uint32_t, SmrStr *, void *), void *data);

/// What a value has become after a piece of code ran that is about to be replaced: the new value of one of
/// a replacement's arguments, what it is in a copy of the code, or something that can be computed from what
/// is known before.
typedef enum {
  SMR_AFTER_UNKNOWN,
  SMR_AFTER_ARG,
  SMR_AFTER_EXPR,
  SMR_AFTER_VALUE,
  SMR_AFTER_COPY
} SmrAfterKind;
typedef struct {
  SmrAfterKind kind;
  uint32_t step, arg;  // ARG: of which call, and the argument's number; COPY: which copy
  const SmrExpr *expr; // EXPR: an integer
  SmrValue value;      // VALUE: known before, any type
} SmrAfter;

/// A store that whoever replaces the code must do after it.
typedef struct {
  SmrValue ptr;
  SmrAfter value;
  SmrOp store; // the SUNK store; 0: an exit of a promoted slot
  SmrOp root;  // the op that did it
} SmrAfterStore;

#ifdef __cplusplus
}
#endif
#endif
