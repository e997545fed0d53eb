//===- test_poly_op.c - polynomials of graph values -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/poly_op.h"

/// POLY ops: building, reading, and reading after a leaf was replaced by a constant, another POLY, another
/// leaf.
TEST(test_poly_op) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *g = smr_graph_create(symbols, "f");
  SmrBlock block = smr_block_create(g, g->body);
  SmrValue a = smr_block_add_arg(g, block, SMR_I64), b = smr_block_add_arg(g, block, SMR_I64);
  SmrValue narrow = smr_block_add_arg(g, block, SMR_I32);
  SmrPoly pa = smr_poly_leaf(&arena, a), pb = smr_poly_leaf(&arena, b), p, q, expected;
  smr_poly_mul(&arena, pa, pb, &p);
  smr_poly_add(&arena, p, pa, &p);
  SmrValue v = smr_poly_build(g, block, 0, p);
  assert_int_equal(smr_op(g, smr_def(g, v))->code, SMR_OP_POLY);
  assert_true(smr_poly_equal(smr_poly_of(g, &arena, v), p));
  assert_int_equal(smr_poly_build(g, block, 0, pa), a);
  assert_int_equal(smr_op(g, smr_def(g, smr_poly_build(g, block, 0, smr_poly_leaf(&arena, narrow))))->code,
                   SMR_OP_POLY);
  int64_t constant;
  assert_true(smr_const_int(g, smr_poly_build(g, block, 0, smr_poly_const(&arena, 9)), &constant));
  assert_int_equal(constant, 9);

  smr_poly_add(&arena, pa, smr_poly_const(&arena, 3), &q); // b := a + 3, so a*b + a = a*a + 4*a
  smr_graph_replace(g, b, smr_poly_build(g, block, 0, q));
  smr_poly_mul(&arena, pa, q, &expected);
  smr_poly_add(&arena, expected, pa, &expected);
  assert_true(smr_poly_equal(smr_poly_of(g, &arena, v), expected));
  smr_graph_replace(g, a, smr_build_const(g, block, 0, SMR_I64, 2)); // 4 + 8
  assert_true(smr_poly_is_const(smr_poly_of(g, &arena, v), &constant));
  assert_int_equal(constant, 12);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}
