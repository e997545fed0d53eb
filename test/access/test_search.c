//===- test_search.c - products and blocks found --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access/kernels.h"
#include "access/search.h"
#include "access_test.h"
#include <math.h>

static SmrAccessResult find_in(SmrAccess *a, const char *name, const SmrAccessOptions *options) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccessResult r;
  const SmrAccessTerm *t = smr_access_term_named(a, name);
  bool ok = smr_access_search(a, &t->term, t->root, options, &r, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
  assert_int_equal(r.stop, SMR_STOP_SATURATED);
  return r;
}

static void prints(SmrAccess *a, const SmrAccessResult *r, const char *wanted) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_term_print(smr_access_ops(a), &r->term, r->root, &text);
  assert_string_equal(smr_str_get(&text), wanted);
}

static void found(SmrAccess *a, const SmrAccessOptions *options, const char *wanted) {
  SmrAccessResult r = find_in(a, "t", options);
  prints(a, &r, wanted);
  smr_access_result_free(&r);
}

static void same_as_before(SmrAccess *a, const SmrAccessResult *r) {
  SmrAccessValue wanted = evaluate(a, "t"), v;
  assert_true(smr_access_eval(a, &r->term, r->root, fill, NULL, &v));
  assert_true(same_value(&wanted, &v));
  smr_access_value_free(&wanted);
  smr_access_value_free(&v);
}

#define MATMUL "(term t (compute dotProd (cartProd (access A 1) (transpose (access B 1) (quote (1 0))))))"

// What an operand of a product needs before libraries can read it.
TEST(test_operands_are_stored) {
  SmrAccessOptions o = {0};
  SmrAccess *a = program("(tensor A f64 (40 50)) (tensor B f64 (50 60)) " MATMUL);
  found(a, &o, "(matmul (access A 1) (transpose (access B 1) (quote (1 0))))");
  smr_access_destroy(a);
  a = program("(tensor A f64 (40 50)) (tensor B f64 (20 60)) (term t (compute dotProd (cartProd (access A 1)"
              "(transpose (access (pad B 0 10 20) 1) (quote (1 0))))))");
  found(a, &o, "(matmul (access A 1) (store (transpose (access (pad B 0 10 20) 1) (quote (1 0)))))");
  smr_access_destroy(a);
  // Windows of a line are rows that overlap: a leading dimension of 1 is less than 8 columns.
  a = program("(tensor A f64 (1000)) (tensor B f64 (30 8)) (term t (compute dotProd (cartProd"
              "(windows (access A 0) (quote (8)) (quote (1))) (access B 1))))");
  found(a, &o, "(matmul (store (windows (access A 0) (quote (8)) (quote (1)))) (access B 1))");
  smr_access_destroy(a);
  // A step of 8 is none.
  a = program("(tensor A f64 (1000)) (tensor B f64 (30 8)) (term t (compute dotProd (cartProd"
              "(windows (access A 0) (quote (8)) (quote (8))) (access B 1))))");
  found(a, &o, "(matmul (windows (access A 0) (quote (8)) (quote (8))) (access B 1))");
  smr_access_destroy(a);
  // Neither dimension has step 1.
  a = program("(tensor A f64 (40 50 2)) (tensor B f64 (60 50)) (term t (compute dotProd (cartProd"
              "(squeeze (slice (access A 1) 2 0 1) 2) (access B 1))))");
  found(a, &o, "(matmul (store (squeeze (slice (access A 1) 2 0 1) 2)) (access B 1))");
  smr_access_destroy(a);
}

// A convolution of 1 x 1 reads images where they are; others copy windows, if that pays.
TEST(test_im2col_where_it_pays) {
  SmrAccess *a = program("(tensor X f32 (1 64 56 56)) (tensor W f32 (32 64 1 1)) (tensor V f32 (1 64 3 3))");
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccessWindows w = {.spatial = 2};
  SmrAccessOptions o = {0};
  assert_true(smr_access_add_conv(a, "t", "X", "W", &w, 1, &diag));
  found(a, &o,
        "(transpose (squeeze (reshape (matmul (flatten (windows (access X 1) (quote (64 1 1)) (quote (1 1 "
        "1)))) "
        "(flatten (access W 1))) (quote ((1 1 56 56 32) ()))) 1) (quote (0 3 1 2)))");
  assert_true(smr_access_add_conv(a, "u", "X", "V", &w, 1, &diag)); // one filter: a copy for each product
  SmrAccessResult r = find_in(a, "u", &o);
  prints(
      a, &r,
      "(transpose (squeeze (compute dotProd (cartProd (windows (access X 1) (quote (64 3 3)) (quote (1 1 1)))"
      " (access V 1))) 1) (quote (0 3 1 2)))");
  assert_true(r.cost == r.original);
  smr_access_result_free(&r);
  smr_access_destroy(a);
}

static double slow_product(void *user, double batch, double m, double n, double k) {
  (void)user;
  return batch * m * n * k;
}

// Blocking: all dimensions with remainders; sums are cut under `reassoc` only.
TEST(G_blocking_for_a_tile) {
  SmrAccess *a = program("(tensor A f64 (100 70)) (tensor B f64 (70 33)) " MATMUL);
  SmrAccessOptions o = {.reassoc = true, .tile = {16, 8, 32}, .costs.product = slow_product};
  SmrAccessResult r = find_in(a, "t", &o);
  prints(
      a, &r,
      "(concat (concat (compute reduceSum (pair (tiledMatmul (quote (16 8 32)) (slice (slice (access A 1) 0 "
      "0 96) "
      "1 0 64) (slice (slice (transpose (access B 1) (quote (1 0))) 0 0 32) 1 0 64)) (matmul (slice (slice "
      "(access A 1) 0 0 96) 1 64 70) (slice (slice (transpose (access B 1) (quote (1 0))) 0 0 32) 1 64 "
      "70)))) "
      "(matmul (slice (access A 1) 0 0 96) (slice (transpose (access B 1) (quote (1 0))) 0 32 33)) 1) "
      "(matmul "
      "(slice (access A 1) 0 96 100) (transpose (access B 1) (quote (1 0)))) 0)");
  same_as_before(a, &r);
  smr_access_result_free(&r);
  o.reassoc = false;
  o.costs.product = NULL;
  found(a, &o, "(matmul (access A 1) (transpose (access B 1) (quote (1 0))))");
  o.tile.depth = 70; // no sum is cut
  r = find_in(a, "t", &o);
  assert_true(r.cost < r.original);
  same_as_before(a, &r);
  smr_access_result_free(&r);
  smr_access_destroy(a);
}

// (The other way round the tile fits.)
TEST(test_a_tile_turned) {
  SmrAccess *a = program("(tensor A f64 (8 32)) (tensor B f64 (32 64)) " MATMUL);
  SmrAccessOptions o = {.tile = {64, 8, 32}};
  found(a, &o,
        "(transpose (tiledMatmul (quote (64 8 32)) (transpose (access B 1) (quote (1 0))) (access A 1)) "
        "(quote (1 0)))");
  smr_access_destroy(a);
}

// Neither the graph nor the time grows with the sizes.
TEST(test_sizes_do_not_matter) {
  static const char *const sizes[] = {
      "(tensor A f32 (33 70)) (tensor B f32 (70 17)) " MATMUL,
      "(tensor A f32 (1000001 700006)) (tensor B f32 (700006 3000001)) " MATMUL};
  uint32_t nodes[2];
  for (uint32_t i = 0; i < 2; i++) {
    SmrAccess *a = program(sizes[i]);
    SmrAccessResult r = find_in(a, "t", &(SmrAccessOptions){.reassoc = true, .tile = {16, 16, 64}});
    nodes[i] = r.nodes;
    smr_access_result_free(&r);
    smr_access_destroy(a);
  }
  assert_int_equal(nodes[0], nodes[1]);
}

// A layer of ordinary size.
TEST(G_end_to_end_layer) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccess *a = program("(tensor X f32 (1 64 56 56)) (tensor W f32 (64 64 3 3))");
  SmrAccessWindows w = {.spatial = 2, .before = {1, 1}, .after = {1, 1}};
  assert_true(smr_access_add_conv(a, "t", "X", "W", &w, 1, &diag));
  SmrAccessResult r = find_in(a, "t", &(SmrAccessOptions){.reassoc = true, .tile = {48, 24, 100}});
  assert_true(r.nodes < 400 && r.milliseconds < 1000 && r.bytes < 1000000);
  assert_true(r.cost < r.original / 5);
  smr_access_result_free(&r);
  smr_access_destroy(a);
}

TEST(test_sizes_with_names) {
  SmrAccess *a = program("(size m :divisible 16 :about 32) (size n :about 5) (size k :about 7)"
                         "(tensor A f64 (m k)) (tensor B f64 (k n)) " MATMUL
                         "(tensor X f64 (n 3 6 6)) (tensor W f64 (4 3 3 3))");
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  found(a, &(SmrAccessOptions){0}, "(matmul (access A 1) (transpose (access B 1) (quote (1 0))))");
  // m is cut in tiles of 16 rows; what else a tile needs is not known.
  found(a, &(SmrAccessOptions){.reassoc = true, .tile = {16, 1, 7}},
        "(matmul (access A 1) (transpose (access B 1) (quote (1 0))))");
  found(a, &(SmrAccessOptions){.reassoc = true, .tile = {16, 1, 1}},
        "(tiledMatmul (quote (16 1 1)) (access A 1) (transpose (access B 1) (quote (1 0))))");
  assert_true(smr_access_add_conv(a, "c", "X", "W", &(SmrAccessWindows){.spatial = 2}, 1, &diag));
  SmrAccessResult r = find_in(a, "c", &(SmrAccessOptions){0});
  prints(a, &r,
         "(transpose (squeeze (reshape (matmul (store (flatten (windows (access X 1) (quote (3 3 3)) (quote "
         "(1 1 "
         "1))))) (flatten (access W 1))) (quote ((n 1 4 4 4) ()))) 1) (quote (0 3 1 2)))");
  smr_access_result_free(&r);
  // A window of 3 fits into what 4 divides.
  smr_access_destroy(a);
  a = program("(size h :divisible 4 :about 8) (tensor X f64 (1 2 h 9)) (tensor W f64 (5 2 3 3))");
  assert_true(
      smr_access_add_conv(a, "t", "X", "W", &(SmrAccessWindows){.spatial = 2, .before = {1}}, 1, &diag));
  r = find_in(a, "t", &(SmrAccessOptions){0});
  prints(
      a, &r,
      "(transpose (squeeze (reshape (matmul (store (flatten (windows (access (pad X 2 1 0) 1) (quote (2 3 "
      "3)) "
      "(quote (1 1 1))))) (flatten (access W 1))) (quote ((1 1 (!+ h -1) 7 5) ()))) 1) (quote (0 3 1 2)))");
  same_as_before(a, &r);
  smr_access_result_free(&r);
  smr_access_destroy(a);
  a = program("(size m) (tensor A f64 (m 7)) (tensor B f64 (7 3)) " MATMUL);
  const SmrAccessTerm *t = smr_access_term_named(a, "t");
  assert_false(smr_access_search(a, &t->term, t->root, &(SmrAccessOptions){0}, &r, &diag));
  assert_string_equal(diag.messages.data[0].text,
                      "no equal term has a finite cost: is a size without a value?");
  assert_false(smr_access_search(a, &t->term, t->root, &(SmrAccessOptions){.tile = {16, 0, 1}}, &r, &diag));
  assert_string_equal(diag.messages.data[1].text, "a tile of 16 x 0 x 1 is none");
  smr_access_destroy(a);
}

static double costly(void *user, double batch, double m, double n, double k) {
  (void)user, (void)batch, (void)m, (void)n, (void)k;
  return INFINITY;
}

static double costly_each(void *user, double batch, double m, double n, double k) {
  (void)user;
  return batch > 1 ? m * n * k * 1e-9 : INFINITY;
}

// Costs choose: loops, one product, one for each image.
TEST(test_costs_choose) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccess *a = program("(tensor X f64 (3 4 6 6)) (tensor W f64 (5 4 3 3))");
  assert_true(smr_access_add_conv(a, "t", "X", "W", &(SmrAccessWindows){.spatial = 2}, 1, &diag));
  SmrAccessResult r = find_in(a, "t", &(SmrAccessOptions){.costs.product = costly});
  assert_true(r.cost == r.original);
  smr_access_result_free(&r);
  r = find_in(a, "t", &(SmrAccessOptions){.costs.product = costly_each});
  prints(a, &r,
         "(transpose (squeeze (reshape (batchMatmul (store (reshape (windows (access X 1) (quote (4 3 3)) "
         "(quote (1 "
         "1 1))) (quote ((3 16) (36))))) (broadcast (insertAxis (flatten (access W 1)) 0) (quote ((3 5) "
         "(36))))) "
         "(quote ((3 1 4 4 5) ()))) 1) (quote (0 3 1 2)))");
  same_as_before(a, &r);
  smr_access_result_free(&r);
  smr_access_destroy(a);
}
