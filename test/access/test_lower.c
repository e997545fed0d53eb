//===- test_lower.c - lowered terms compute what the evaluator says -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "../../tools/bench/native.h"
#include "access/lower.h"
#include "access_test.h"
#include "loops/interpret.h"

typedef struct {
  SmrAccess *access;
  SmrLoopsProgram *loops;
  SmrAccessPlace tensors[8];
  SmrAccessLower options;
  SmrAccessValue expected, inputs[8];
  int64_t *sizes; // of m, n and k; NULL: there are none
} Case;

static const char *const names[] = {"m", "n", "k"};

static void declare(Case *c, const SmrAccessTerm *t) {
  SmrAccessShape shape;
  SmrLoopsIndex dims[SMR_ACCESS_MAX_RANK];
  c->loops = smr_loops_create();
  for (int k = 0; k < 3 && c->sizes; k++)
    smr_loops_size(c->loops, names[k], 1);
  for (uint32_t i = 0; i < smr_access_tensors(c->access); i++) {
    const SmrAccessTensor *tensor = smr_access_tensor(c->access, i);
    int64_t sizes[SMR_ACCESS_MAX_RANK];
    for (uint32_t d = 0; d < tensor->rank; d++) {
      dims[d] = smr_access_lower_size(c->access, c->loops, tensor->dims[d]);
      assert_true(smr_access_size(c->access, tensor->dims[d], &sizes[d]));
    }
    c->tensors[i] =
        smr_access_lower_argument(c->loops, tensor->name, tensor->type, tensor->rank, dims, false);
    assert_true(smr_access_value_begin(&c->inputs[i], tensor->rank, tensor->rank, sizes));
    fill(NULL, tensor, &c->inputs[i]);
  }
  assert_true(smr_access_shape_of(c->access, &t->term, t->root, &shape));
  for (uint32_t d = 0; d < shape.rank; d++)
    dims[d] = smr_access_lower_size(c->access, c->loops, shape.dims[d]);
  c->options.result = smr_access_lower_argument(c->loops, "out", SMR_ACCESS_F64, shape.rank, dims, true);
  c->options.tensors = c->tensors;
}

// What the element is that was there before.
static double before(int64_t i) {
  return (double)(i % 5) - 2;
}

static double expect(const Case *c, int64_t i) {
  double value = c->expected.data[i], old = before(i);
  return c->options.store == SMR_ACCESS_ADD   ? old + value
         : c->options.store == SMR_ACCESS_MAX ? (old > value ? old : value)
                                              : value;
}

static const char *interpret(Case *c, SmrStr *why) {
  SmrLoopsArgument arguments[16];
  uint32_t count = 0;
  for (int k = 0; k < 3 && c->sizes; k++)
    arguments[count++] = (SmrLoopsArgument){&c->sizes[k], 1};
  for (uint32_t i = 0; i < smr_access_tensors(c->access); i++)
    arguments[count++] = (SmrLoopsArgument){c->inputs[i].data, (size_t)c->inputs[i].size};
  double *out = calloc((size_t)c->expected.size + 1, sizeof *out);
  for (int64_t i = 0; i < c->expected.size; i++)
    out[i] = before(i);
  arguments[count] = (SmrLoopsArgument){out, (size_t)c->expected.size};
  const char *wrong = smr_loops_interpret(c->loops, arguments, why) ? NULL : "not run";
  for (int64_t i = 0; !wrong && i < c->expected.size; i++)
    if (out[i] != expect(c, i)) {
      smr_str_printf(why, "element %d is %g, not %g", (int)i, out[i], expect(c, i));
      wrong = "wrong";
    }
  free(out);
  return wrong;
}

//===--- natively ---===//

// What ran in the interpreter, to be run as machine code when all of it is known.
typedef struct {
  void *arguments[16];
  uint32_t count;
  double *out, *expected;
  int64_t size;
} Native;

static SMR_VEC(Native) natives;
static SmrStr functions;
static uint32_t checks;
static bool uses_tiles; // of a function that there is not

static void *copy_of(const void *data, size_t bytes) {
  void *copy = calloc(bytes + 8, 1);
  return bytes ? memcpy(copy, data, bytes) : copy;
}

static void keep(const Case *c) {
  static const SmrLoopsGemm gemms[] = {SMR_LOOPS_GEMM_CBLAS, SMR_LOOPS_GEMM_LOOPS, SMR_LOOPS_GEMM_LINALG};
  SmrLoopsPrint print = {.gemm = gemms[natives.size % 3], .packed = true};
  Native n = {.size = c->expected.size};
  char name[16];
  snprintf(name, sizeof name, "f%u", natives.size);
  for (int k = 0; k < 3 && c->sizes; k++)
    n.arguments[n.count++] = copy_of(&c->sizes[k], sizeof *c->sizes);
  for (uint32_t i = 0; i < smr_access_tensors(c->access); i++)
    n.arguments[n.count++] = copy_of(c->inputs[i].data, (size_t)c->inputs[i].size * sizeof(double));
  n.out = calloc((size_t)n.size + 1, sizeof *n.out);
  n.expected = calloc((size_t)n.size + 1, sizeof *n.expected);
  for (int64_t i = 0; i < n.size; i++) {
    n.out[i] = before(i);
    n.expected[i] = expect(c, i);
  }
  n.out[n.size] = n.expected[n.size] = 12345; // nothing is written behind the end
  n.arguments[n.count++] = n.out;
  smr_loops_print(c->loops, name, &print, &functions);
  smr_vec_push(&natives, n);
}

// Lowers one term of a program and runs it; NULL, or what is wrong.
static const char *check(SmrAccess *access, const char *name, SmrAccessStore store, int64_t block,
                         int64_t *sizes, SmrStr *why) {
  Case c = {.access = access, .options = {.store = store, .block = block}, .sizes = sizes};
  c.options.tile = (SmrLoopsTile){"tile", {0, 1, 2}};
  for (int k = 0; k < 3 && sizes; k++)
    smr_access_set_size(access, names[k], sizes[k]);
  const SmrAccessTerm *t = smr_access_term_named(access, name);
  SmrDiag diag = {0};
  declare(&c, t);
  c.expected = evaluate(access, name);
  const char *wrong = NULL;
  if (!smr_access_lower(access, &t->term, t->root, &c.options, c.loops, NULL, &diag)) {
    wrong = "not lowered";
    smr_str_puts(why, diag.messages.data[0].text);
  } else if (!smr_loops_check(c.loops, why))
    wrong = "no program";
  else
    wrong = interpret(&c, why);
  if (!wrong && checks++ % 12 == 0 && !uses_tiles)
    keep(&c);
  if (wrong) {
    SmrStr text = {0};
    smr_loops_dump(c.loops, &text);
    smr_term_print(smr_access_ops(access), &t->term, t->root, &text);
    fprintf(stderr, "%s\n", smr_str_get(&text));
    smr_str_free(&text);
  }
  smr_access_value_free(&c.expected);
  for (uint32_t i = 0; i < smr_access_tensors(access); i++)
    smr_access_value_free(&c.inputs[i]);
  smr_loops_destroy(c.loops);
  smr_diag_free(&diag);
  return wrong;
}

static void check_all(SmrAccess *access, const char *name, int64_t *sizes) {
  static const int64_t blocks[] = {0, 1, 30, 100};
  SmrStr why = {0};
  for (int store = SMR_ACCESS_SET; store <= SMR_ACCESS_MAX; store++)
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
      const char *wrong = check(access, name, (SmrAccessStore)store, blocks[b], sizes, &why);
      if (wrong)
        fail_msg("%s, store %d, blocks of %d: %s: %s", name, store, (int)blocks[b], wrong, smr_str_get(&why));
    }
}

static void check_term(const char *tensors, const char *term) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%s (term t %s)", tensors, term);
  SmrAccess *a = program(smr_str_get(&text));
  check_all(a, "t", NULL);
  smr_access_destroy(a);
}

#define MATRICES "(tensor A f64 (5 7)) (tensor B f64 (7 6)) (tensor C f64 (6 7))"
#define IMAGES                                                                                               \
  "(tensor I f64 (2 3 6 7)) (tensor W f64 (4 3 3 2)) (tensor H f64 (2 6 7 3)) (tensor V f64 (3 2 3 4))"

TEST(G_F2_products) {
  check_term(MATRICES, "(compute dotProd (cartProd (access A 1) (access C 1)))");
  check_term(MATRICES, "(compute dotProd (cartProd (access A 1) (transpose (access B 1) (quote (1 0)))))");
  check_term(MATRICES, "(transpose (matmul (access A 1) (access C 1)) (quote (1 0)))");
  check_term(MATRICES, "(matmul (access A 1) (access (transpose B (quote (1 0))) 1))");
  check_term(MATRICES, "(matmul (access (pad A 1 1 2) 1) (access (pad C 1 0 3) 1))");
  check_term(MATRICES, "(systolicArray 7 6 (access A 1) (access B 0))");
  check_term(MATRICES, "(compute dotProd (cartProd (access A 0) (access A 0)))");
  check_term("(tensor A f64 (3 5 7)) (tensor B f64 (3 4 7))", "(batchMatmul (access A 2) (access B 2))");
}

#define CONV_NCHW(I, W, STRIDES)                                                                             \
  "(transpose (squeeze (compute dotProd (cartProd (windows (access " I                                       \
  " 1) (quote (3 3 2)) (quote (1 " STRIDES "))) (access " W " 1))) 1) (quote (0 3 1 2)))"
#define IM2COL_NCHW(OP, STRIDES, OH, OW)                                                                     \
  "(transpose (squeeze (reshape (" OP " (flatten (windows (access I 1) (quote (3 3 2)) (quote (1 " STRIDES   \
  ")))) (flatten (access W 1))) (quote ((2 1 " OH " " OW " 4) ()))) 1) (quote (0 3 1 2)))"

TEST(G_F2_convolutions) {
  check_term(IMAGES, CONV_NCHW("I", "W", "1 1"));
  check_term(IMAGES, CONV_NCHW("I", "W", "2 3"));
  check_term(IMAGES, CONV_NCHW("(pad (pad I 2 1 1) 3 2 0)", "W", "2 1"));
  check_term(IMAGES, "(compute reduceMax (windows (access I 2) (quote (2 3)) (quote (2 1))))");
  check_term(IMAGES, "(compute reduceSum (windows (access I 2) (quote (3 2)) (quote (1 3))))");
}

// Depthwise: each channel with its own window, channels inside or outside.
TEST(G_F2_depthwise) {
  const char *tensors =
      "(tensor I f64 (2 3 6 45)) (tensor W f64 (3 3 2)) (tensor H f64 (2 6 7 37)) (tensor V f64 (3 2 37))";
  check_term(tensors,
             "(compute dotProd (pair (windows (access I 2) (quote (3 2)) (quote (1 1)))"
             " (broadcast (reshape (access W 1) (quote ((1 3 1 1) (3 2)))) (quote ((2 3 4 44) (3 2))))))");
  check_term(
      tensors,
      "(compute dotProd (pair"
      " (access (transpose (windows (access (transpose H (quote (0 3 1 2))) 2) (quote (3 2)) (quote (1 2)))"
      "  (quote (0 2 3 1 4 5))) 4)"
      " (broadcast (reshape (access (transpose V (quote (2 0 1))) 1) (quote ((1 1 1 37) (3 2))))"
      "  (quote ((2 4 3 37) (3 2))))))");
}

TEST(G_F5_im2col) {
  check_term(IMAGES, IM2COL_NCHW("matmul", "1 1", "4", "6"));
  check_term(IMAGES, IM2COL_NCHW("matmul", "2 3", "2", "2"));
  // channels last, the weights (h w c f)
  check_term(IMAGES,
             "(squeeze (reshape (matmul (flatten (windows (access H 1) (quote (3 2 3)) (quote (1 1 1))))"
             " (flatten (access (transpose V (quote (3 0 1 2))) 1))) (quote ((2 4 6 1 4) ()))) 3)");
  // a dilated window: every second element of one of 3 x 3
  check_term(
      IMAGES,
      "(squeeze (squeeze (squeeze (access (windows (windows (access I 1) (quote (3 3 3)) (quote (1 1 1)))"
      " (quote (1 1 1)) (quote (1 2 2))) 4) 9) 8) 7)");
}

TEST(G_F7_blocks) {
  const char *blocks = "(concat (matmul (slice (access A 1) 0 0 2) (access C 1)) (matmul (slice (access A 1) "
                       "0 2 5) (access C 1)) 0)";
  check_term(MATRICES, blocks);
  check_term(MATRICES,
             "(compute reduceSum (pair"
             " (compute dotProd (cartProd (slice (access A 1) 1 0 4) (slice (access C 1) 1 0 4)))"
             " (compute dotProd (cartProd (slice (access A 1) 1 4 7) (slice (access C 1) 1 4 7)))))");
}

TEST(G_F7_tiles) {
  uses_tiles = true;
  const char *tensors = "(tensor A f64 (6 14)) (tensor C f64 (12 14)) (tensor I f64 (1 2 5 7))";
  check_term(tensors, "(tiledMatmul (quote (2 3 7)) (access A 1) (access C 1))");
  check_term(tensors, "(transpose (tiledMatmul (quote (6 4 2)) (access A 1) (access C 1)) (quote (1 0)))");
  // of windows, which are no matrix in memory
  check_term(tensors,
             "(tiledMatmul (quote (2 2 2)) (flatten (windows (access I 1) (quote (2 2 2)) (quote (1 1 1))))"
             " (flatten (windows (access I 1) (quote (2 2 2)) (quote (1 1 1)))))");
  uses_tiles = false;
}

// Views of what is computed, and what no index map says.
TEST(test_stored_in_between) {
  check_term(MATRICES, "(compute reduceSum (windows (access (matmul (access A 1) (access C 1)) 0) (quote (2 "
                       "3)) (quote (1 2))))");
  check_term(MATRICES, "(windows (reshape (access A 0) (quote (() (35)))) (quote (4)) (quote (3)))");
  check_term(MATRICES, "(cartProd (access A 1) (access C 1))");
  check_term(MATRICES, "(compute reduceMax (pair (access A 1) (access A 1)))");
  check_term(MATRICES, "(slice (reshape (access A 2) (quote ((7 5) ()))) 0 1 5)");
  check_term(MATRICES, "(compute dotProd (concat (cartProd (access A 1) (access C 1)) (cartProd (access A 1) "
                       "(access C 1)) 1))");
  check_term("(tensor E f64 (3 0)) (tensor F f64 (2 0))", "(matmul (access E 1) (access F 1))");
  check_term("(tensor E f64 (3 0)) (tensor F f64 (2 0))",
             "(compute dotProd (cartProd (access E 1) (access F 1)))");
}

#define WINDOWS_OF_I "(windows (access I 1) (quote (n 3)) (quote (1 2)))"

// Sizes by name: the function is for all of them.
TEST(test_symbolic) {
  static const char *const terms[] = {
      "(matmul (access A 1) (access B 1))",
      "(compute dotProd (cartProd (access A 1) (access B 1)))",
      "(transpose (matmul (access B 1) (access A 1)) (quote (1 0)))",
      "(compute reduceMax (access (pad A 1 1 2) 1))",
      "(reshape (matmul (flatten " WINDOWS_OF_I ") (flatten (access W 1))) (quote ((2 m k 4) ())))",
      "(compute dotProd (cartProd " WINDOWS_OF_I " (access W 1)))",
  };
  static const int64_t sizes[][3] = {{3, 5, 4}, {1, 1, 1}, {40, 2, 37}, {33, 70, 9}};
  for (size_t t = 0; t < sizeof terms / sizeof *terms; t++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      SmrStr text = {0};
      int64_t now[3] = {sizes[s][0], sizes[s][1], sizes[s][2]};
      smr_str_printf(&text,
                     "(size m) (size n) (size k) (tensor A f64 (m k)) (tensor B f64 (n k)) "
                     "(tensor I f64 (2 (!+ m n -1) (!+ (!* 2 k) 1))) (tensor W f64 (4 n 3)) (term t %s)",
                     terms[t]);
      SmrAccess *a = program(smr_str_get(&text));
      check_all(a, "t", now);
      smr_access_destroy(a);
      smr_str_free(&text);
    }
}

//===--- random terms ---===//

typedef struct {
  SmrStr text;
  SmrAccessShape shape;
  int64_t dims[SMR_ACCESS_MAX_RANK];
} Random;

static void print_list(SmrStr *out, const int64_t *dims, uint32_t from, uint32_t end) {
  smr_str_putc(out, '(');
  for (uint32_t d = from; d < end; d++)
    smr_str_printf(out, "%s%d", d > from ? " " : "", (int)dims[d]);
  smr_str_putc(out, ')');
}

static bool shape_of(SmrAccess *a, Random *r) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_str_printf(&name, "r%u", smr_access_terms(a));
  bool ok = smr_access_add(a, smr_str_get(&name), smr_str_get(&r->text), &diag);
  if (ok) {
    const SmrAccessTerm *t = smr_access_term_named(a, smr_str_get(&name));
    ok = smr_access_shape_of(a, &t->term, t->root, &r->shape);
    int64_t size = 1;
    for (uint32_t d = 0; ok && d < r->shape.rank; d++) {
      ok = smr_access_size(a, r->shape.dims[d], &r->dims[d]);
      size *= r->dims[d];
    }
    ok = ok && size <= 3000 && r->shape.rank <= 8;
  }
  return ok;
}

static void wrap(const Random *x, const Random *y, SmrStr *out) {
  const char *t = smr_str_get(&x->text);
  uint32_t rank = x->shape.rank, accessed = x->shape.accessed, d = rank ? below(rank) : 0,
           order[SMR_ACCESS_MAX_RANK];
  int64_t w[SMR_ACCESS_MAX_RANK], s[SMR_ACCESS_MAX_RANK];
  switch (below(15)) {
  case 0:
    smr_str_printf(out, "(access %s %u)", t, below(rank + 1));
    return;
  case 1:
    for (uint32_t k = 0; k < rank; k++)
      order[k] = k;
    for (uint32_t k = rank; k > 1; k--) {
      uint32_t j = below(k), o = order[k - 1];
      order[k - 1] = order[j], order[j] = o;
    }
    smr_str_printf(out, "(transpose %s (quote (", t);
    for (uint32_t k = 0; k < rank; k++)
      smr_str_printf(out, "%u ", order[k]);
    smr_str_puts(out, ")))");
    return;
  case 2:
    for (uint32_t k = accessed; k < rank; k++) {
      w[k] = x->dims[k] ? 1 + below((uint32_t)x->dims[k]) : 1;
      s[k] = 1 + below(3);
    }
    smr_str_printf(out, "(windows %s (quote ", t);
    print_list(out, w, accessed, rank);
    smr_str_puts(out, ") (quote ");
    print_list(out, s, accessed, rank);
    smr_str_puts(out, "))");
    return;
  case 3: {
    int64_t from = below((uint32_t)x->dims[d] + 1);
    smr_str_printf(out, "(slice %s %u %d %d)", t, d, (int)from,
                   (int)(from + below((uint32_t)(x->dims[d] - from) + 1)));
    return;
  }
  case 4:
    smr_str_printf(out, "(pad %s %u %u %u)", t, d, below(3), below(3));
    return;
  case 5:
    smr_str_printf(out, "(flatten %s)", t);
    return;
  case 6:
    smr_str_printf(out, "(insertAxis %s %u)", t, below(rank + 1));
    return;
  case 7:
    smr_str_printf(out, "(squeeze %s %u)", t, d);
    return;
  case 8:
    smr_str_printf(out, "(concat %s %s %u)", t, smr_str_get(&y->text), d);
    return;
  case 9:
    smr_str_printf(out, "(pair %s %s)", t, smr_str_get(&y->text));
    return;
  case 10:
    smr_str_printf(out, "(cartProd %s %s)", t, smr_str_get(&y->text));
    return;
  case 11: // two halves of a dimension, where it is even
    smr_str_printf(out, "(reshape %s (quote (", t);
    for (int item = 0; item < 2; item++) {
      smr_str_puts(out, "(");
      for (uint32_t k = item ? accessed : 0; k < (item ? rank : accessed); k++)
        if (k == d && x->dims[k] % 2 == 0)
          smr_str_printf(out, "2 %d ", (int)x->dims[k] / 2);
        else
          smr_str_printf(out, "%d ", (int)x->dims[k]);
      smr_str_puts(out, ")");
    }
    smr_str_puts(out, ")))");
    return;
  default:
    smr_str_printf(out, "(compute %s %s)", (const char *[]){"dotProd", "reduceSum", "reduceMax"}[below(3)],
                   t);
  }
}

static uint32_t random_round(uint64_t number) {
  seed = (number + test_seed()) * 0x9E3779B97F4A7C15u + 1;
  SmrAccess *a =
      program("(tensor A f64 (3 4)) (tensor B f64 (4)) (tensor C f64 (2 3 5)) (tensor D f64 (3 4))");
  enum { POOL = 40 };
  Random pool[POOL] = {{{0}, {0}, {0}}};
  uint32_t size = 0, run = 0;
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  for (uint32_t tries = 0; tries < 160; tries++) {
    Random r = {{0}, {0}, {0}};
    if (size < 4)
      smr_str_printf(&r.text, "(access %c 1)", "ABCD"[size]);
    else
      wrap(&pool[below(size)], &pool[below(size)], &r.text);
    if (r.text.size > 700 || !shape_of(a, &r)) {
      smr_str_free(&r.text);
      continue;
    }
    char name[16];
    snprintf(name, sizeof name, "r%u", smr_access_terms(a) - 1);
    SmrAccessStore store = (SmrAccessStore)below(3);
    const char *wrong = check(a, name, store, (int64_t[]){0, 1, 20}[below(3)], NULL, &why);
    if (wrong)
      fail_msg("round %d, store %d: %s: %s", (int)number, store, wrong, smr_str_get(&why));
    run++;
    uint32_t at = size < POOL ? size++ : 4 + below(POOL - 4);
    smr_str_free(&pool[at].text);
    pool[at] = r;
  }
  for (uint32_t k = 0; k < size; k++)
    smr_str_free(&pool[k].text);
  smr_access_destroy(a);
  return run;
}

TEST(G_random_terms) {
  uint32_t run = 0;
  for (uint64_t i = 0; i < test_rounds(24); i++)
    run += random_round(i);
  assert_by_chance(run > test_rounds(24) * 20);
}

TEST(run_natively) {
  void *library = native_library(&functions, SMR_LOOPS_PASSES, "all", "-O1 -march=native -fopenmp");
  assert_non_null(library);
  for (uint32_t k = 0; k < natives.size; k++) {
    Native *n = &natives.data[k];
    void (*function)(void **);
    char name[24];
    snprintf(name, sizeof name, "f%u_packed", k);
    *(void **)&function = dlsym(library, name);
    assert_non_null(function);
    function(n->arguments);
    for (int64_t i = 0; i <= n->size; i++)
      if (n->out[i] != n->expected[i])
        fail_msg("function %u, element %d: %g, not %g", k, (int)i, n->out[i], n->expected[i]);
    for (uint32_t a = 0; a < n->count; a++)
      free(n->arguments[a]);
    free(n->expected);
  }
  assert_true(natives.size > 50);
  smr_vec_free(&natives);
  smr_str_free(&functions);
}

TEST_MAIN {
  return test_run(NULL, native_leave);
}
