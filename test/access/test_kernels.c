//===- test_kernels.c - convolutions, pooling and products ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Terms that lib/access/kernels.c writes, and what the search makes of them, against plain loops.
//===----------------------------------------------------------------------===//
#include "access/kernels.h"
#include "access/search.h"
#include "access_test.h"

typedef struct {
  SmrAccessWindows w;
  int64_t n, channels, filters, groups, extent[3], size[3];
} Case;

static int64_t or_one(int64_t n) {
  return n ? n : 1;
}

static int64_t positions(const Case *c, uint32_t i) {
  int64_t span = (c->size[i] - 1) * or_one(c->w.dilations[i]) + 1;
  return (c->extent[i] + c->w.before[i] + c->w.after[i] - span) / or_one(c->w.strides[i]) + 1;
}

static double image(const Case *c, int64_t n, int64_t channel, const int64_t *at) {
  int64_t flat = c->w.channels_last ? n : n * c->channels + channel;
  for (uint32_t i = 0; i < c->w.spatial; i++) {
    if (at[i] < 0 || at[i] >= c->extent[i])
      return 0;
    flat = flat * c->extent[i] + at[i];
  }
  return element("X", c->w.channels_last ? flat * c->channels + channel : flat);
}

static double weight(const Case *c, int64_t filter, int64_t channel, const int64_t *k) {
  int64_t each = c->channels / or_one(c->groups), flat = c->w.channels_last ? 0 : filter * each + channel;
  for (uint32_t i = 0; i < c->w.spatial; i++)
    flat = flat * c->size[i] + k[i];
  return element("W", c->w.channels_last ? (flat * each + channel) * c->filters + filter : flat);
}

// All index vectors below `limit`.
static bool next(int64_t *at, const int64_t *limit, uint32_t n) {
  for (uint32_t i = n; i-- > 0;) {
    if (++at[i] < limit[i])
      return true;
    at[i] = 0;
  }
  return false;
}

static double conv_at(const Case *c, int64_t n, int64_t f, const int64_t *at) {
  int64_t each = c->channels / or_one(c->groups), group = f / (c->filters / or_one(c->groups)), k[3] = {0};
  double sum = 0;
  do {
    int64_t from[3];
    for (uint32_t i = 0; i < c->w.spatial; i++)
      from[i] = at[i] * or_one(c->w.strides[i]) + k[i] * or_one(c->w.dilations[i]) - c->w.before[i];
    for (int64_t channel = 0; channel < each; channel++)
      sum += image(c, n, group * each + channel, from) * weight(c, f, channel, k);
  } while (next(k, c->size, c->w.spatial));
  return sum;
}

static void check_conv(const Case *c, const SmrAccessValue *v) {
  int64_t limit[3], at[3] = {0}, k = 0;
  bool last = c->w.channels_last;
  for (uint32_t i = 0; i < c->w.spatial; i++)
    limit[i] = positions(c, i);
  assert_int_equal(v->rank, c->w.spatial + 2);
  assert_int_equal(v->accessed, v->rank);
  for (int64_t n = 0; n < c->n; n++)
    for (int64_t f = 0; f < (last ? 1 : c->filters); f++)
      do
        for (int64_t g = 0; g < (last ? c->filters : 1); g++)
          assert_true(v->data[k++] == conv_at(c, n, last ? g : f, at));
      while (next(at, limit, c->w.spatial));
  assert_int_equal(k, v->size);
}

static void declare(SmrAccess *a, const char *name, const int64_t *dims, uint32_t rank) {
  SmrStr text = {0};
  SmrDiag diag = {0};
  smr_str_printf(&text, "(tensor %s f64 (", name);
  for (uint32_t i = 0; i < rank; i++)
    smr_str_printf(&text, " %lld", (long long)dims[i]);
  smr_str_puts(&text, "))");
  assert_true(smr_access_extend(a, "tensor", smr_str_get(&text), text.size, &diag));
  smr_str_free(&text);
}

static void declare_images(SmrAccess *a, const Case *c) {
  int64_t dims[5] = {c->n};
  uint32_t n = c->w.spatial;
  for (uint32_t i = 0; i < n; i++)
    dims[i + (c->w.channels_last ? 1 : 2)] = c->extent[i];
  dims[c->w.channels_last ? n + 1 : 1] = c->channels;
  declare(a, "X", dims, n + 2);
}

static void declare_weights(SmrAccess *a, const Case *c) {
  int64_t dims[5] = {c->filters, c->channels / or_one(c->groups)};
  uint32_t n = c->w.spatial;
  if (c->w.channels_last)
    dims[n] = dims[1], dims[n + 1] = dims[0];
  for (uint32_t i = 0; i < n; i++)
    dims[i + (c->w.channels_last ? 0 : 2)] = c->size[i];
  declare(a, "W", dims, n + 2);
}

static Case random_case(void) {
  Case c = {.w = {.spatial = 1 + below(3), .channels_last = below(2)}, .n = 1 + below(2), .groups = below(3)};
  c.channels = or_one(c.groups) * (1 + below(3));
  c.filters = or_one(c.groups) * (1 + below(4));
  for (uint32_t i = 0; i < c.w.spatial; i++) {
    c.size[i] = 1 + below(3);
    c.w.strides[i] = below(4);
    c.w.dilations[i] = below(3);
    c.w.before[i] = below(3);
    c.w.after[i] = below(2);
    c.extent[i] = (c.size[i] - 1) * or_one(c.w.dilations[i]) + 1 + below(4);
  }
  return c;
}

static bool contains(const SmrAccess *a, const SmrTerm *t, SmrAccessOp wanted) {
  for (uint32_t i = 0; i < t->nodes.size; i++)
    if (smr_access_classify(a, t->nodes.data[i].op) == wanted)
      return true;
  return false;
}

static double no_loops(void *user, double items, double size) {
  (void)user;
  return 1e12 + items * size;
}

static double free_tiles(void *user, double m, double n, double k, const SmrAccessTile *tile) {
  (void)user, (void)tile;
  return 1e-9 * m * n * k;
}

static double slow_product(void *user, double batch, double m, double n, double k) {
  (void)user;
  return batch * m * n * k;
}

// end to end: conv2d with padding, strides, dilation, groups; im2col, and blocks for a tile with remainders.
TEST(G_end_to_end_conv) {
  uint32_t tiled = 0, products = 0;
  for (uint64_t round = 0; round < test_rounds(150); round++) {
    seed = (round + test_seed()) * 0x9E3779B97F4A7C15u + 1;
    Case c = random_case();
    SmrDiag diag = {0};
    SmrAccess *a = smr_access_create(RULES, &diag);
    declare_images(a, &c);
    declare_weights(a, &c);
    assert_true(smr_access_add_conv(a, "t", "X", "W", &c.w, c.groups, &diag));
    SmrAccessValue v = evaluate(a, "t");
    check_conv(&c, &v);
    smr_access_value_free(&v);
    const SmrAccessTerm *t = smr_access_term_named(a, "t");
    SmrAccessOptions options = {.reassoc = true, .costs = {slow_product, free_tiles, NULL, no_loops, NULL}};
    if (below(4))
      options.tile = (SmrAccessTile){1 + below(5), 1 + below(4), 1 + below(6)};
    SmrAccessResult r;
    bool ok = smr_access_search(a, &t->term, t->root, &options, &r, &diag);
    smr_diag_flush(&diag, stderr);
    assert_true(ok);
    assert_int_equal(r.stop, SMR_STOP_SATURATED);
    assert_true(smr_access_eval(a, &r.term, r.root, fill, NULL, &v));
    check_conv(&c, &v);
    smr_access_value_free(&v);
    tiled += contains(a, &r.term, SMR_ACCESS_TILED_MATMUL);
    products += contains(a, &r.term, SMR_ACCESS_MATMUL) || contains(a, &r.term, SMR_ACCESS_BATCH_MATMUL) ||
                contains(a, &r.term, SMR_ACCESS_TILED_MATMUL);
    smr_access_result_free(&r);
    smr_access_destroy(a);
    smr_diag_free(&diag);
  }
  assert_int_equal(products, test_rounds(150));
  if (test_whole() && tiled <= 150 / 8)
    fail_msg("%u in tiles", tiled);
}

TEST(test_pools) {
  for (uint64_t round = 0; round < test_rounds(60); round++) {
    seed = (round + test_seed()) * 0x9E3779B97F4A7C15u + 1;
    Case c = random_case();
    bool sum = below(2), last = c.w.channels_last;
    for (uint32_t i = 0; !sum && i < c.w.spatial; i++)
      c.w.before[i] = c.w.after[i] = 0;
    SmrDiag diag = {0};
    SmrAccess *a = smr_access_create(RULES, &diag);
    declare_images(a, &c);
    assert_true(smr_access_add_pool(a, "t", "X", c.size, &c.w,
                                    sum ? SMR_ACCESS_REDUCE_SUM : SMR_ACCESS_REDUCE_MAX, &diag));
    SmrAccessValue v = evaluate(a, "t");
    int64_t limit[3], at[3] = {0}, k = 0;
    for (uint32_t i = 0; i < c.w.spatial; i++)
      limit[i] = positions(&c, i);
    for (int64_t n = 0; n < c.n; n++)
      for (int64_t f = 0; f < (last ? 1 : c.channels); f++)
        do
          for (int64_t g = 0; g < (last ? c.channels : 1); g++) {
            int64_t w[3] = {0}, from[3];
            double wanted = sum ? 0 : -1e9;
            do {
              for (uint32_t i = 0; i < c.w.spatial; i++)
                from[i] = at[i] * or_one(c.w.strides[i]) + w[i] * or_one(c.w.dilations[i]) - c.w.before[i];
              double one = image(&c, n, last ? g : f, from);
              wanted = sum ? wanted + one : one > wanted ? one : wanted;
            } while (next(w, c.size, c.w.spatial));
            assert_true(v.data[k++] == wanted);
          }
        while (next(at, limit, c.w.spatial));
    assert_int_equal(k, v.size);
    smr_access_value_free(&v);
    smr_access_destroy(a);
    smr_diag_free(&diag);
  }
}

TEST(test_products) {
  for (uint32_t which = 0; which < 8; which++) {
    bool batch = which & 4, xt = which & 1, yt = which & 2;
    SmrDiag diag = {0};
    SmrAccess *a = smr_access_create(RULES, &diag);
    int64_t x[] = {2, xt ? 4 : 3, xt ? 3 : 4}, y[] = {2, yt ? 5 : 4, yt ? 4 : 5};
    declare(a, "X", x + !batch, 2 + batch);
    declare(a, "Y", y + !batch, 2 + batch);
    assert_true(smr_access_add_product(a, "t", "X", xt, "Y", yt, &diag));
    const SmrAccessTerm *t = smr_access_term_named(a, "t");
    SmrAccessResult r;
    assert_true(
        smr_access_search(a, &t->term, t->root, &(SmrAccessOptions){.costs.loops = no_loops}, &r, &diag));
    assert_true(contains(a, &r.term, batch ? SMR_ACCESS_BATCH_MATMUL : SMR_ACCESS_MATMUL));
    assert_false(contains(a, &r.term, SMR_ACCESS_STORE)); // (all are read where they are)
    SmrAccessValue v;
    assert_true(smr_access_eval(a, &r.term, r.root, fill, NULL, &v));
    int64_t at = 0;
    for (int g = 0; g < (batch ? 2 : 1); g++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 5; j++) {
          double sum = 0;
          for (int k = 0; k < 4; k++)
            sum += element("X", g * 12 + (xt ? k * 3 + i : i * 4 + k)) *
                   element("Y", g * 20 + (yt ? j * 4 + k : k * 5 + j));
          assert_true(v.data[at++] == sum);
        }
    smr_access_value_free(&v);
    smr_access_result_free(&r);
    smr_access_destroy(a);
    smr_diag_free(&diag);
  }
}

TEST(test_what_does_not_fit) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccess *a = program("(tensor X f32 (1 4 8 8)) (tensor W f32 (6 2 3 3)) (tensor V f32 (6 4 9 3))"
                         "(tensor M f32 (3 4)) (tensor N f32 (5 6))");
  SmrAccessWindows w = {.spatial = 2}, line = {.spatial = 1}, none = {0},
                   back = {.spatial = 2, .strides = {-1}};
  SmrAccessWindows padded = {.spatial = 2, .before = {1}};
  int64_t size[] = {2, 2};
  uint32_t errors = 0;
  assert_false(smr_access_add_conv(a, "t", "X", "W", &w, 1, &diag)); // channels
  assert_int_equal(diag.errors, ++errors);
  assert_string_equal(diag.messages.data[0].text, "t: the channels of 'X' and 'W' do not fit together");
  assert_false(smr_access_add_conv(a, "t", "X", "W", &w, 4, &diag)); // 4 does not divide 6
  assert_int_equal(diag.errors, ++errors);
  assert_false(smr_access_add_conv(a, "t", "X", "V", &w, 1, &diag)); // the window is too large
  assert_int_equal(diag.errors, ++errors);
  assert_false(smr_access_add_conv(a, "t", "X", "W", &line, 2, &diag));
  assert_int_equal(diag.errors, ++errors);
  assert_false(smr_access_add_conv(a, "t", "X", "W", &none, 2, &diag));
  assert_int_equal(diag.errors, ++errors);
  assert_false(smr_access_add_conv(a, "t", "X", "W", &back, 2, &diag));
  assert_int_equal(diag.errors, ++errors);
  assert_false(smr_access_add_conv(a, "t", "X", "U", &w, 2, &diag));
  assert_int_equal(diag.errors, ++errors);
  assert_false(smr_access_add_pool(a, "t", "X", size, &padded, SMR_ACCESS_REDUCE_MAX, &diag));
  assert_int_equal(diag.errors, ++errors);
  assert_false(smr_access_add_pool(a, "t", "X", size, &w, SMR_ACCESS_DOT_PROD, &diag));
  assert_int_equal(diag.errors, ++errors);
  assert_false(smr_access_add_product(a, "t", "M", false, "N", false, &diag));
  assert_int_equal(diag.errors, ++errors);
  assert_true(smr_access_add_conv(a, "t", "X", "W", &w, 2, &diag));
  smr_access_destroy(a);
}
