//===- test_figures.c - the paper's programs against plain loops ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access_test.h"

static void check_shape(const SmrAccessValue *v, uint32_t accessed, uint32_t rank, const int64_t *dims) {
  assert_int_equal(v->accessed, accessed);
  assert_int_equal(v->rank, rank);
  for (uint32_t i = 0; i < rank; i++)
    assert_int_equal(v->dims[i], dims[i]);
}

// Figure 1: one 3-D tensor, accessed in four ways.
TEST(G_F1_four_views) {
  SmrAccess *a = program("(tensor T f32 (2 3 4)) (term n0 (access T 0)) (term n1 (access T 1))"
                         "(term n2 (access T 2)) (term n3 (access (access T 1) 3))");
  SmrAccessTensor t = *smr_access_tensor(a, 0);
  assert_int_equal(t.type, SMR_ACCESS_F32);
  for (uint32_t n = 0; n < 4; n++) {
    char name[] = {'n', (char)('0' + n), 0};
    SmrAccessValue v = evaluate(a, name);
    check_shape(&v, n, 3, (const int64_t[]){2, 3, 4});
    for (int64_t i = 0; i < 24; i++)
      assert_true(v.data[i] == element("T", i));
    smr_access_value_free(&v);
  }
  smr_access_destroy(a);
}

TEST(G_F2a_conv2d) {
  enum { N = 2, C = 3, H = 6, W = 7, O = 4, K = 3, S = 2, X = 2, Y = 3 };
  SmrAccess *a = program("(tensor A f64 (2 3 6 7)) (tensor B f64 (4 3 3 3)) (term t (transpose (squeeze "
                         "(compute dotProd (cartProd (windows (access A 1) (quote (3 3 3)) (quote (1 2 2)))"
                         "(access B 1))) 1) (quote (0 3 1 2))))");
  SmrAccessValue v = evaluate(a, "t");
  check_shape(&v, 4, 4, (const int64_t[]){N, O, X, Y});
  for (int n = 0; n < N; n++)
    for (int o = 0; o < O; o++)
      for (int x = 0; x < X; x++)
        for (int y = 0; y < Y; y++) {
          double sum = 0;
          for (int c = 0; c < C; c++)
            for (int i = 0; i < K; i++)
              for (int j = 0; j < K; j++)
                sum += element("A", ((n * C + c) * H + S * x + i) * W + S * y + j) *
                       element("B", ((o * C + c) * K + i) * K + j);
          assert_true(v.data[((n * O + o) * X + x) * Y + y] == sum);
        }
  smr_access_value_free(&v);
  smr_access_destroy(a);
}

// (The shape of the result is ((M, O), ()); section 4.3 of the paper says ((M, N), ()).)
TEST(G_F2b_matmul) {
  SmrAccess *a = program("(tensor A f64 (4 3)) (tensor B f64 (3 5)) (term t (compute dotProd (cartProd "
                         "(access A 1) (transpose (access B 1) (quote (1 0))))))");
  SmrAccessValue v = evaluate(a, "t");
  check_shape(&v, 2, 2, (const int64_t[]){4, 5});
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++) {
      double sum = 0;
      for (int k = 0; k < 3; k++)
        sum += element("A", i * 3 + k) * element("B", k * 5 + j);
      assert_true(v.data[i * 5 + j] == sum);
    }
  smr_access_value_free(&v);
  smr_access_destroy(a);
}

TEST(G_F2c_maxpool) {
  SmrAccess *a = program("(tensor A f64 (2 3 6 4))"
                         "(term t (compute reduceMax (windows (access A 2) (quote (2 2)) (quote (2 2)))))");
  SmrAccessValue v = evaluate(a, "t");
  check_shape(&v, 4, 4, (const int64_t[]){2, 3, 3, 2});
  for (int nc = 0; nc < 6; nc++)
    for (int x = 0; x < 3; x++)
      for (int y = 0; y < 2; y++) {
        double most = -100;
        for (int k = 0; k < 4; k++) {
          double one = element("A", (nc * 6 + 2 * x + k / 2) * 4 + 2 * y + k % 2);
          most = one > most ? one : most;
        }
        assert_true(v.data[(nc * 3 + x) * 2 + y] == most);
      }
  smr_access_value_free(&v);
  smr_access_destroy(a);
}
