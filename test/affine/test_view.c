//===- test_view.c - views against all executions of small programs ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Random accesses of one base, with sizes that are small numbers. Wherever a view's needs hold: the sum of
// index times stride is the offset, and two executions touch a common byte exactly when their tuples are
// equal.
//===----------------------------------------------------------------------===//
#include "affine/view.h"
#include "graph/random_graph.h"
#include "test.h"

enum { I = 1, J, K, N, M, LDA, INC, LEAVES, MOST_ACCESSES = 3, MOST_ROWS = 10, MOST_POINTS = 3000 };

typedef struct {
  SmrArena arena;
  SmrSystem system;
  SmrViewAccess accesses[MOST_ACCESSES];
  SmrPoly rows[MOST_ACCESSES][MOST_ROWS], facts[MOST_ACCESSES][MOST_ROWS];
  uint32_t count;
  SmrView view;
} World;

static const uint32_t loops[] = {I, J, K};
static SmrRandom random_state;

static uint32_t below(uint32_t n) {
  return smr_random_below(&random_state, n);
}

/// "8*i*l + 8*j - 16": numbers, and one letter for each leaf.
static SmrPoly parse(World *w, const char *text) {
  SmrPoly sum = {NULL, 0};
  int64_t sign = *text == '-' ? -1 : 1;
  text += *text == '-';
  while (*text) {
    SmrPoly term = smr_poly_const(&w->arena, sign);
    for (; *text && !strchr("+-", *text); ++text) {
      const char *letter = strchr("?ijknmlx", *text);
      if (*text >= '0' && *text <= '9') {
        char *end;
        assert_true(smr_poly_scale(&w->arena, term, strtoll(text, &end, 10), &term));
        text = end - 1;
      } else if (letter) {
        assert_true(
            smr_poly_mul(&w->arena, term, smr_poly_leaf(&w->arena, (uint32_t)(letter - "?ijknmlx")), &term));
      }
    }
    assert_true(smr_poly_add(&w->arena, sum, term, &sum));
    sign = *text == '-' ? -1 : 1;
    text += *text != 0;
  }
  return sum;
}

static SmrViewAccess *put(World *w, const char *offset, uint32_t bytes) {
  SmrViewAccess *a = &w->accesses[w->count];
  *a = (SmrViewAccess){
      .offset = parse(w, offset), .bytes = bytes, .domain = w->rows[w->count], .facts = w->facts[w->count]};
  ++w->count;
  return a;
}

static void row(World *w, SmrViewAccess *a, const char *nonneg) {
  assert_true(a->domain_count < MOST_ROWS);
  w->rows[a - w->accesses][a->domain_count++] = parse(w, nonneg);
}

static void fact(World *w, SmrViewAccess *a, const char *nonneg) {
  assert_true(a->fact_count < MOST_ROWS);
  w->facts[a - w->accesses][a->fact_count++] = parse(w, nonneg);
}

static bool rows_alone; // SmrViewOptions.rows

static SmrViewReason view_of(World *w, bool join_tiles) {
  const SmrViewOptions options = {loops, 3, join_tiles, rows_alone};
  return smr_view_make(&w->arena, &w->system, w->accesses, w->count, &options, &w->view);
}

static void start(World *w) {
  SmrSystem system = w->system;
  smr_arena_destroy(&w->arena);
  *w = (World){.system = system};
}

static void finish(World *w) {
  smr_system_free(&w->system);
  smr_arena_destroy(&w->arena);
}

static void leaf_name(uint32_t id, SmrStr *out, void *data) {
  (void)data;
  smr_str_putc(out, "?ijknmlx"[id]);
}

/// "strides 8*l, 8: [i][j]; needs -8*m + 8*l"
static void expect(World *w, bool join_tiles, const char *text) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SmrViewReason reason = view_of(w, join_tiles);
  if (reason != SMR_VIEW_OK)
    smr_str_puts(&out, smr_view_reason(reason));
  for (uint32_t k = 0; reason == SMR_VIEW_OK && k < w->view.rank; k++) {
    smr_str_puts(&out, k ? ", " : "");
    smr_poly_print(w->view.strides[k], &out, leaf_name, NULL);
  }
  for (uint32_t a = 0; reason == SMR_VIEW_OK && a < w->count; a++) {
    smr_str_puts(&out, a ? " " : ": ");
    for (uint32_t k = 0; k < w->view.rank; k++) {
      smr_str_putc(&out, '[');
      smr_poly_print(w->view.indices[a][k], &out, leaf_name, NULL);
      smr_str_putc(&out, ']');
    }
  }
  for (uint32_t k = 0; reason == SMR_VIEW_OK && k < w->view.need_count; k++) {
    smr_str_puts(&out, k ? ", " : "; needs ");
    smr_poly_print(w->view.needs[k], &out, leaf_name, NULL);
  }
  for (uint32_t c = 0; reason == SMR_VIEW_OK && c < w->view.either.count; c++) {
    const SmrPolyCase *one = &w->view.either.cases[c];
    smr_str_puts(&out, c ? " or " : "; ");
    for (uint32_t k = 0; k < one->count; k++) {
      smr_str_puts(&out, k ? ", " : "");
      smr_poly_print(one->polys[k], &out, leaf_name, NULL);
    }
  }
  assert_string_equal(smr_str_get(&out), text);
}

static SmrViewAccess *in_box(World *w, SmrViewAccess *a) {
  row(w, a, "i");
  row(w, a, "n-i-1");
  row(w, a, "j");
  row(w, a, "m-j-1");
  return a;
}

//--- Cases ---------------------------------------------------------------------------

TEST(matrices) {
  World w = {.count = 0};
  in_box(&w, put(&w, "8*l*i+8*j", 8)); // the leading dimension is a need, …
  expect(&w, false, "8*l, 8: [i][j]; needs 8*l - 8*m");
  fact(&w, &w.accesses[0], "l-j-1"); // … or the language's word
  expect(&w, false, "8*l, 8: [i][j]");
  start(&w);
  in_box(&w, put(&w, "8*i*m+8*j", 8)); // linearised
  expect(&w, false, "8*m, 8: [i][j]");
  start(&w);
  in_box(&w, put(&w, "8*i*m+8*j", 8)); // the diagonal, of the same array
  SmrViewAccess *diagonal = in_box(&w, put(&w, "8*m*i+8*i", 8));
  row(&w, diagonal, "m-i-1");
  expect(&w, false, "8*m, 8: [i][j] [i][i]");
  start(&w);
  SmrViewAccess *a = put(&w, "8*n*i-8*m*i+8*j", 8); // rows as long as a difference
  row(&w, a, "i"), row(&w, a, "j"), row(&w, a, "n-m-j-1");
  expect(&w, false, "-8*m + 8*n, 8: [i][j]");
  start(&w);
  in_box(&w, put(&w, "8*n*m*k+8*m*i+8*j", 8)); // three dimensions
  expect(&w, false, "8*n*m, 8*m, 8: [k][i][j]");
  finish(&w);
}

TEST(diagonals_alone) {
  World w = {.count = 0};
  SmrViewAccess *a = put(&w, "8*l*i+8*i", 8), *b = put(&w, "8*j", 8);
  row(&w, a, "i"), row(&w, a, "n-i-1"), row(&w, a, "l-n");
  row(&w, b, "j"), row(&w, b, "n-j-1"), row(&w, b, "l-n");
  // beside stride 1, either is right: rows of l + 1
  expect(&w, false, "8*l + 8, 8: [i][0] [0][j]");
  start(&w);
  a = put(&w, "8*l*i+8*i", 8), b = put(&w, "8*j+8*l*k", 8);
  row(&w, a, "i"), row(&w, a, "n-i-1"), row(&w, a, "l-n");
  row(&w, b, "j"), row(&w, b, "n-j-1"), row(&w, b, "l-n");
  expect(&w, false, "8*l, 8: [i][i] [k][j]");
  finish(&w);
}

/// Half of a matrix, from its diagonal on: what j and i come to is less than n, so a matrix that is used to
/// its edge (n = l) is one, too.
TEST(triangles) {
  World w = {.count = 0};
  SmrViewAccess *a = put(&w, "8*l*i+8*i+8*j", 8);
  row(&w, a, "i"), row(&w, a, "n-i-1"), row(&w, a, "j"), row(&w, a, "n-i-j-1");
  put(&w, "8*l*k", 8);
  expect(&w, false, "8*l, 8: [i][j + i] [k][0]; needs 8*l - 8*n, 8*l - 8");
  start(&w);
  a = put(&w, "808*i+8*j", 8); // 100 columns
  row(&w, a, "i"), row(&w, a, "n-i-1"), row(&w, a, "j"), row(&w, a, "n-i-j-1");
  a = put(&w, "800*i+8*j", 8);
  row(&w, a, "i"), row(&w, a, "n-i-1"), row(&w, a, "j"), row(&w, a, "n-j-1");
  expect(&w, false, "800, 8: [i][j + i] [i][j]; needs -8*n + 800");
  finish(&w);
}

/// Which of two strides is the larger one is asked where it is not known, and one of the answers is enough.
TEST(either_order) {
  World w = {.count = 0};
  in_box(&w, put(&w, "8*l*i+8*x*j", 8)); // c[i*l + j*x], by rows or by columns
  expect(&w, false,
         "8*x, 8*l: [j][i]; needs 8*x - 8, 8*l - 8; -8*n*l + 8*x + 8*l - 8 or "
         "-8*m*x + 8*x + 8*l - 8");
  row(&w, &w.accesses[0], "l-m*x"); // rows are longer
  expect(&w, false, "8*l, 8*x: [i][j]; needs 8*x - 8");
  start(&w);
  in_box(&w, put(&w, "8*x*i+80*j", 8)); // a number is no less than a size, or no more
  expect(&w, false, "8*x, 80: [i][j]; needs 8*x - 8; 8*x - 80*m + 72 or -8*n*x + 8*x + 72");
  start(&w);
  in_box(&w, put(&w, "16*l*i+16*j", 8)), in_box(&w, put(&w, "16*l*i+16*j+8", 8)); // but rows of pairs are
  expect(&w, false, "16*l, 16, 8: [i][j][0] [i][j][1]; needs 16*l - 16*m + 8");
  start(&w);
  SmrViewAccess *a = put(&w, "8*n*i+8*x*j+8*l*k", 8); // six orders of three
  row(&w, a, "i"), row(&w, a, "2-i"), row(&w, a, "j"), row(&w, a, "3-j"), row(&w, a, "k"), row(&w, a, "2-k");
  assert_int_equal(view_of(&w, false), SMR_VIEW_OK);
  assert_int_equal(w.view.either.count, 6);
  start(&w);
  in_box(&w, put(&w, "8*l*i+8*x*j", 8)), put(&w, "8*l*k+8*x*k", 8); // with the diagonal
  row(&w, &w.accesses[1], "k"), row(&w, &w.accesses[1], "n-k-1"), row(&w, &w.accesses[1], "m-k-1");
  expect(&w, false,
         "8*x, 8*l: [j][i] [k][k]; needs 8*x - 8, 8*l - 8; -8*n*l + 8*x + 8*l - 8 or "
         "-8*m*x + 8*x + 8*l - 8");
  finish(&w);
}

TEST(constants) {
  World w = {.count = 0};
  SmrViewAccess *a = put(&w, "240*i+8*j", 8);
  row(&w, a, "j"), row(&w, a, "29-j"), row(&w, a, "i");
  expect(&w, false, "240, 8: [i][j]");
  expect(&w, true, "8: [j + 30*i]");
  start(&w);
  a = put(&w, "256*i+8*j", 8); // a tile, as somebody reads the whole
  row(&w, a, "j"), row(&w, a, "31-j"), row(&w, a, "i");
  a = put(&w, "8*k", 8);
  row(&w, a, "k"), row(&w, a, "n-k-1");
  expect(&w, false, "8: [j + 32*i] [k]");
  start(&w);
  in_box(&w, put(&w, "32*l*k+8*l*i+8*j", 8)); // a tile of rows
  expect(&w, false, "8*l, 8: [4*k + i][j]; needs 8*l - 8*m");
  finish(&w);
}

TEST(rows) {
  World w = {.count = 0};
  SmrViewAccess *a = put(&w, "32*l*i+16*j", 8), *b = put(&w, "32*l*i+16*j+16*l+8", 8); // two by two
  row(&w, a, "j"), row(&w, a, "l-j-1"), row(&w, a, "i");
  row(&w, b, "j"), row(&w, b, "l-j-1"), row(&w, b, "i");
  expect(&w, false, "32*l, 16, 8: [i][j][0] [i][l + j][1]");
  start(&w);
  a = put(&w, "8*n*l+8*j", 8), b = put(&w, "8*m*l+8*j", 8); // rows n and m
  row(&w, a, "j"), row(&w, a, "x-j-1");
  row(&w, b, "j"), row(&w, b, "x-j-1");
  expect(&w, false, "8: [n*l + j] [m*l + j]");
  assert_true(w.view.has_rows);
  rows_alone = true;
  expect(&w, false, "8*l, 8: [n][j] [m][j]; needs -8*x + 8*l");
  rows_alone = false;
  start(&w);
  put(&w, "8*n*l+8*j", 8), put(&w, "8*n*l+8*i", 8); // one row: which of the two is its number?
  expect(&w, false, "8: [n*l + j] [n*l + i]");
  assert_false(w.view.has_rows);
  finish(&w);
}

/// The output of a convolution of n by m with k by k: n - k + 1 rows of m - k + 1 numbers.
TEST(extents_that_are_sums) {
  World w = {.count = 0};
  for (uint32_t times = 1; times <= 2; times++) {
    start(&w);
    for (uint32_t again = 0; again < times; again++) {
      SmrViewAccess *a =
          put(&w, "4*n*m*k-4*n*l*k+4*n*k-4*l*m*k+4*l*l*k-8*l*k+4*m*k+4*k+4*m*i-4*l*i+4*i+4*j", 4);
      row(&w, a, "j"), row(&w, a, "m-l-j"), row(&w, a, "i"), row(&w, a, "n-l-i"), row(&w, a, "k");
    }
#define STRIDES "4*l*l - 4*m*l - 4*n*l + 4*n*m - 8*l + 4*m + 4*n + 4, -4*l + 4*m + 4, 4: "
    expect(&w, false, times == 1 ? STRIDES "[k][i][j]" : STRIDES "[k][i][j] [k][i][j]");
  }
  start(&w);
  SmrViewAccess *a = put(&w, "4*m*i-4*l*i+4*i+4*j+4*x", 4); // begins at x, which has no bound
  row(&w, a, "j"), row(&w, a, "m-l-j"), row(&w, a, "i");
  expect(&w, false, "-4*l + 4*m + 4, 4: [i][x + j]");
  start(&w);
  a = put(&w, "4*n*m*k-4*n*l*k+4*n*k+4*m*i-4*l*i+4*i+4*j", 4); // i < x: n rows have to be at least x
  row(&w, a, "x-i-1"), row(&w, a, "j"), row(&w, a, "m-l-j"), row(&w, a, "i"), row(&w, a, "k");
  expect(&w, false,
         "-4*n*l + 4*n*m + 4*n, -4*l + 4*m + 4, 4: [k][i][j]; needs "
         "4*l*x - 4*m*x - 4*n*l + 4*n*m - 4*x + 4*n");
  finish(&w);
}

/// Columns as many bytes apart as a size says: that they are whole elements is not known, and need not be of
/// one column.
TEST(in_one_column) {
  World w = {.count = 0};
  SmrViewAccess *a = put(&w, "x*i+l*n", 8), *b = put(&w, "x*j+l*n", 8);
  row(&w, a, "i"), row(&w, a, "m-i-1"), row(&w, b, "j"), row(&w, b, "m-j-1");
  expect(&w, false, "n*l, x: [1][i] [1][j]; needs x - 8");
  start(&w);
  put(&w, "l*n", 8); // one element
  expect(&w, false, "n*l: [1]");
  start(&w);
  a = put(&w, "x*i+l*n", 8), b = put(&w, "x*j+l*m", 8); // two columns, which may overlap
  row(&w, a, "i"), row(&w, a, "m-i-1"), row(&w, b, "j"), row(&w, b, "m-j-1");
  assert_int_not_equal(view_of(&w, false), SMR_VIEW_OK);
  finish(&w);
}

TEST(fields_and_halos) {
  World w = {.count = 0};
  put(&w, "24*i", 8), put(&w, "24*i+8", 8), put(&w, "24*j-16", 8); // of the one before
  expect(&w, false, "24, 8: [i][0] [i][1] [j - 1][1]");
  start(&w);
  put(&w, "16*i", 8), put(&w, "16*i+8", 8), put(&w, "16*i", 16); // the parts, and the whole: it overlaps
  expect(&w, false, "elements may overlap");
  start(&w);
  put(&w, "8*i-8", 8), put(&w, "8*i+8", 8);
  expect(&w, false, "8: [i - 1] [i + 1]");
  start(&w);
  put(&w, "8*n-8*i-8", 8); // downwards
  expect(&w, false, "8: [n - i - 1]");
  start(&w);
  put(&w, "4*i", 8);
  expect(&w, false, "elements may overlap");
  start(&w);
  put(&w, "8*x*i", 8);
  expect(&w, false, "8*x: [i]; needs 8*x - 8");
  start(&w);
  put(&w, "8*i*j", 8);
  expect(&w, false, "an offset is not affine in the loop indices");
  start(&w);
  put(&w, "8", 8); // a scalar
  expect(&w, false, "8: [1]");
  start(&w);
  put(&w, "16*l*i+16*m*j+16*n*k", 8), put(&w, "16*x*i+16*l*l*j+16*l*m*k", 8);
  put(&w, "16*l*n*i+16*l*x*j+8", 8);
  expect(&w, false, "the offsets have too many strides");
  finish(&w);
}

TEST(same_element) {
  World w = {.count = 0};
  in_box(&w, put(&w, "8*m*i+8*j", 8));
  in_box(&w, put(&w, "8*m*i+8*j+8*m", 8));
  assert_int_equal(view_of(&w, false), SMR_VIEW_OK);
  smr_system_reset(&w.system);
  for (uint32_t k = 0; k < 3; k++)
    smr_system_index(&w.system, loops[k]);
  smr_view_add_domain(&w.system, &w.accesses[0], 0, false);
  smr_view_add_domain(&w.system, &w.accesses[1], 1, false);
  assert_true(smr_view_may_meet(&w.system, &w.view));
  // [i'][j'] is [i'' + 1][j''], so not when i' <= i''.
  assert_true(smr_system_add_between(&w.system, SMR_AFFINE_GE, smr_poly_leaf(&w.arena, I), 1,
                                     smr_poly_leaf(&w.arena, I), 0, 0));
  assert_false(smr_view_may_meet(&w.system, &w.view));
  finish(&w);
}

//--- By chance -----------------------------------------------------------------------

static const char *const offsets[] = {"4*l*i+4*j",
                                      "4*l*i+4*i",
                                      "4*l*j+4*i",
                                      "4*m*i+4*j+4",
                                      "4*m*i+4*j-4",
                                      "4*m*i+4*i+4*m",
                                      "4*i",
                                      "4*j",
                                      "4*k+4*j",
                                      "4*n-4*i-4",
                                      "16*i+4*j",
                                      "12*i+4*j",
                                      "12*i",
                                      "12*i+4",
                                      "12*i-4",
                                      "12*i+8",
                                      "4*x*i",
                                      "4*x*i+4*j",
                                      "4*x*j-4*x",
                                      "8*l*i+4*l*k+4*j",
                                      "4*n*m*k+4*m*i+4*j",
                                      "8*i+4*j",
                                      "4*l*i-4*j",
                                      "4*m*j+4*m*i",
                                      "4*l",
                                      "4*n*i+4*x*j",
                                      "4*m*i",
                                      "4*l*i+4*j+4*l+4",
                                      "20*i+4",
                                      "8*m*i+8*j",
                                      "8*m*i+8*j+4",
                                      "0",
                                      "2*i",
                                      "4*n+4*i",
                                      "4*l*i+4*m*j+4*k",
                                      "-4*l*i+4*j",
                                      "4*n*l+4*i",
                                      "4*m*l+4*i",
                                      "8*l*i+4*l+4*j",
                                      "8*l*i+8*j+4",
                                      "8*l*i+4*l+8*j",
                                      "4*l*i+4*x*j",
                                      "4*x*i+4*l*j",
                                      "4*x*k+4*l*i+4*m*j",
                                      "20*i+4*x*j"};
static const char *const limits[] = {"n-i-1", "m-j-1", "l-m", "3-j", "i-j",   "j-i", "n-j-1", "2-k", "m-i-1",
                                     "x-1",   "l-1",   "1-j", "2-i", "l-j-1", "l-n", "m-1",   "j-1", "i-1"};

typedef struct {
  int64_t offset, bytes, tuple[SMR_VIEW_MAX_RANK];
} Touch;

static bool happens(const SmrViewAccess *a, const int64_t *at) {
  bool all = true;
  for (uint32_t k = 0; k < a->domain_count; k++)
    all &= smr_poly_at(a->domain[k], at) >= 0;
  for (uint32_t k = 0; k < a->fact_count; k++)
    all &= smr_poly_at(a->facts[k], at) >= 0;
  return all;
}

/// Everything that is touched with these sizes.
static uint32_t run(const World *w, int64_t *at, Touch *out) {
  uint32_t count = 0;
  for (uint32_t a = 0; a < w->count; a++)
    for (at[I] = 0; at[I] < 5; at[I]++)
      for (at[J] = 0; at[J] < 5; at[J]++)
        for (at[K] = 0; at[K] < 3; at[K]++) {
          if (!happens(&w->accesses[a], at))
            continue;
          Touch *t = &out[count++];
          *t = (Touch){.offset = smr_poly_at(w->accesses[a].offset, at), .bytes = w->accesses[a].bytes};
          int64_t sum = 0;
          for (uint32_t k = 0; k < w->view.rank; k++) {
            t->tuple[k] = smr_poly_at(w->view.indices[a][k], at);
            sum += t->tuple[k] * smr_poly_at(w->view.strides[k], at);
          }
          assert_int_equal(sum, t->offset);
        }
  return count;
}

static bool equal_tuples_or_apart(const Touch *t, uint32_t count) {
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = a + 1; b < count; b++) {
      bool overlap = t[a].offset < t[b].offset + t[b].bytes && t[b].offset < t[a].offset + t[a].bytes;
      if (overlap != !memcmp(t[a].tuple, t[b].tuple, sizeof t[a].tuple))
        return false;
    }
  return true;
}

static void make_accesses(World *w) {
  for (uint32_t n = 1 + below(MOST_ACCESSES); n; --n) {
    SmrViewAccess *a = put(w, offsets[below(sizeof offsets / sizeof *offsets)], below(12) ? 4 : 8);
    row(w, a, "i"), row(w, a, "j"), row(w, a, "k");
    for (uint32_t k = below(6); k; --k)
      row(w, a, limits[below(sizeof limits / sizeof *limits)]);
    for (uint32_t k = below(3); k; --k)
      fact(w, a, limits[below(sizeof limits / sizeof *limits)]);
  }
}

TEST(against_all_executions) {
  static Touch touches[MOST_POINTS];
  uint32_t rounds = test_rounds(6000);
  uint32_t views = 0, free_views = 0, checked = 0, high = 0, later = 0, reasons[SMR_VIEW_LIMIT + 1] = {0};
  World w = {.count = 0};
  for (uint32_t round = 0; round < rounds; round++) {
    start(&w);
    random_state.state = test_seed() + round;
    make_accesses(&w);
    rows_alone = below(3) == 0;
    SmrViewReason reason = view_of(&w, below(2));
    ++reasons[reason];
    if (reason != SMR_VIEW_OK)
      continue;
    ++views;
    free_views += !w.view.need_count && !w.view.either.count;
    high += w.view.rank > 1;
    for (uint32_t sizes = 0; sizes < 24; sizes++) {
      int64_t at[LEAVES] = {0};
      for (uint32_t k = N; k < LEAVES; k++)
        at[k] = (int64_t)below(7) - (k == INC ? 3 : !below(8));
      if (sizes & 1)
        at[LDA] += at[M];
      bool hold = true, some = false;
      for (uint32_t k = 0; k < w.view.need_count; k++)
        hold &= smr_poly_at(w.view.needs[k], at) >= 0;
      for (uint32_t c = 0; c < w.view.either.count; c++) {
        bool all = true;
        for (uint32_t k = 0; k < w.view.either.cases[c].count; k++)
          all &= smr_poly_at(w.view.either.cases[c].polys[k], at) >= 0;
        some |= all;
        later += hold && all && c;
      }
      if (!hold || (w.view.either.count && !some))
        continue;
      uint32_t count = run(&w, at, touches);
      checked += count > 1;
      if (!equal_tuples_or_apart(touches, count))
        fail_msg("round %u: tuples differ and bytes do not, or the other way round", round);
    }
  }
  printf("%u rounds: %u views (%u of rank > 1), %u without needs; %u runs compared; refused: %u not "
         "affine, %u "
         "rank, %u remainder, %u overlap, %u limit\n",
         rounds, views, high, free_views, checked, reasons[SMR_VIEW_NOT_AFFINE], reasons[SMR_VIEW_RANK],
         reasons[SMR_VIEW_REMAINDER], reasons[SMR_VIEW_OVERLAP], reasons[SMR_VIEW_LIMIT]);
  finish(&w);
  assert_by_chance(views > rounds / 5 && high > rounds / 20 && free_views > rounds / 20 && checked > rounds &&
                   later);
}
