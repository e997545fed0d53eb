//===- test_expr.c - expressions of guards --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/expr.h"
#include "test.h"

static int64_t seven(SmrValue value, void *count) {
  (void)value;
  ++*(uint32_t *)count;
  return 7;
}

static void count_leaf(SmrValue value, void *count) {
  seven(value, count);
}

static void print_leaf(uint32_t value, SmrStr *out, void *data) {
  (void)data;
  smr_str_printf(out, "v%u", value);
}

/// One more level over e, of every kind in turn.
static const SmrExpr *deeper(SmrArena *arena, const SmrExpr *e, uint32_t k) {
  static const SmrExprOp ops[] = {SMR_X_MAX, SMR_X_EQ, SMR_X_AND, SMR_X_NOT, SMR_X_ADD, SMR_X_REM};
  const SmrExpr *leaf = smr_expr_address(arena, k + 2);
  return k % 7 == 6 ? smr_expr_sext(arena, e, 32) : smr_expr(arena, ops[k % 7], e, leaf);
}

/// What nests as deeply as it may is walked over; what would nest deeper is not there.
TEST(test_depth) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  const SmrExpr *e = smr_expr_address(&arena, 1), *same = smr_expr_address(&arena, 1);
  uint32_t levels = 0;
  for (const SmrExpr *next; (next = deeper(&arena, e, levels));
       e = next, same = deeper(&arena, same, levels++))
    assert_true(levels < 1000000);
  assert_int_equal(e->depth, SMR_EXPR_MAX_DEPTH);
  assert_true(levels <= SMR_EXPR_MAX_DEPTH);
  assert_null(smr_expr(&arena, SMR_X_NOT, e, NULL));
  assert_null(smr_expr(&arena, SMR_X_MIN, smr_expr_const(&arena, 1), e));
  assert_null(smr_expr(&arena, SMR_X_AND, e, smr_expr_address(&arena, 2)));
  assert_null(smr_expr_sext(&arena, e, 8));
  assert_true(smr_expr_equal(e, same));
  uint32_t read = 0, leaves = 0;
  smr_expr_value(e, &(SmrExprReader){.leaf = seven, .data = &read});
  smr_expr_leaves(e, count_leaf, &leaves);
  assert_int_equal(read, leaves);
  assert_true(leaves > levels / 2);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_expr_print(e, &text, print_leaf, NULL);
  assert_true(text.size > levels);
}
