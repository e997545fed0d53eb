//===- test_lower.c - terms run natively compute what the evaluator says -===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "../../tools/bench/native.h"
#include "array/cost_file.h"
#include "array/eval.h"
#include "array/lower.h"
#include "array/random_term.h"
#include "egraph/extract.h"
#include "test.h"
#include <math.h>

#ifndef SMR_SOURCE_DIR
#define SMR_SOURCE_DIR "."
#endif
#define KERNELS SMR_SOURCE_DIR "/tools/bench/liar/"
#define CANARY 12345.5

typedef struct {
  SmrOperators *ops;
  SmrArray *array;
  SmrArrayProgram program;
  SmrArrayLower options;
  const SmrArrayValue *expected;
  SmrArrayEvaluator evaluator;
  char name[32];
  char *text;
} Case;

static SmrArrayLower options(SmrLoopsGemm calls, bool symbolic) {
  return (SmrArrayLower){.print = {.gemm = calls, .contract = true, .reassoc = true, .packed = true},
                         .symbolic = symbolic};
}

static bool parse(Case *c, const char *text) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  c->ops = smr_operators_create();
  c->array = smr_array_create(c->ops);
  bool ok = smr_array_parse(c->array, "test", text, strlen(text), &c->program, &diag);
  if (!ok) {
    smr_diag_flush(&diag, stderr);
    fprintf(stderr, "%s\n", text);
  }
  c->text = strdup(text);
  return ok;
}

// Equal subterms become one node.
static void share(Case *c) {
  SmrTerm shared = {0};
  const SmrTerm *t = &c->program.term;
  uint32_t *to = smr_xcalloc(t->nodes.size, sizeof *to), children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < t->nodes.size; i++) {
    SmrOperator op = t->nodes.data[i].op;
    uint32_t arity = smr_operator_info(c->ops, op)->arity, at = UINT32_MAX;
    for (uint32_t k = 0; k < arity; k++)
      children[k] = to[smr_term_children(t, i)[k]];
    for (uint32_t j = 0; j < shared.nodes.size && at == UINT32_MAX; j++)
      if (shared.nodes.data[j].op == op &&
          (!arity || !memcmp(smr_term_children(&shared, j), children, arity * sizeof *children)))
        at = j;
    to[i] = at != UINT32_MAX ? at : smr_term_add(&shared, c->ops, op, children);
  }
  c->program.root = to[c->program.root];
  smr_term_free(&c->program.term);
  c->program.term = shared;
  free(to);
}

static void release(Case *c) {
  smr_array_eval_free(&c->evaluator);
  smr_array_program_free(&c->program);
  smr_array_destroy(c->array);
  smr_operators_destroy(c->ops);
  free(c->text);
}

// Binds random inputs and evaluates; false when the term has no value.
// (Of `oracle` when it is not NULL: evaluating some programs as they stand takes for ever.)
static bool evaluate(Case *c, const char *oracle, uint64_t seed) {
  c->evaluator.array = c->array;
  for (uint32_t i = 0; i < smr_array_inputs(c->array); i++) {
    SmrArrayType type;
    int64_t size;
    SmrOperator op = smr_array_input(c->array, i, &type);
    if (!smr_array_size(c->array, op, &size))
      smr_array_eval_bind(&c->evaluator, op, smr_array_value_random(&c->evaluator, type, &seed));
  }
  SmrArrayProgram other = {0};
  SmrDiag diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) form = {0};
  if (oracle) {
    smr_str_printf(&form, "(term %s)", oracle);
    assert_true(smr_array_parse(c->array, "oracle", form.data, form.size, &other, &diag));
  }
  const SmrArrayProgram *p = oracle ? &other : &c->program;
  c->expected = smr_array_eval(&c->evaluator, &p->term, p->root, 4000000);
  smr_array_program_free(&other);
  return c->expected && c->expected->kind != SMR_ARRAY_VALUE_FUNCTION;
}

//===--- arguments ---===//

typedef SMR_VEC(double) Numbers;

typedef struct {
  SMR_VEC(void *) pointers;
  SmrArena arena;
} Arguments;

static void flatten(const SmrArrayValue *v, const char *path, Numbers *out) {
  if (v->kind == SMR_ARRAY_VALUE_NUMBER)
    smr_vec_push(out, v->number);
  else if (v->kind == SMR_ARRAY_VALUE_ARRAY)
    for (uint32_t i = 0; i < v->count; i++)
      flatten(v->items[i], path, out);
  else
    flatten(v->items[*path == 'b'], path + 1, out);
}

// The parts of nested tuples, arrays of tuples included, as paths.
static void paths(const SmrArrayValue *v, const char *path, void (*each)(void *, const char *), void *user) {
  while (v->kind == SMR_ARRAY_VALUE_ARRAY && v->count)
    v = v->items[0];
  if (v->kind != SMR_ARRAY_VALUE_TUPLE) {
    each(user, path);
    return;
  }
  for (int i = 0; i < 2; i++) {
    char longer[64];
    snprintf(longer, sizeof longer, "%s%c", path, i ? 'b' : 'a');
    paths(v->items[i], longer, each, user);
  }
}

typedef struct {
  Arguments *arguments;
  const SmrArrayValue *value;
  bool f32, integers;
} Pass;

static void pass_input(void *user, const char *path) {
  Pass *p = user;
  Numbers n = {0};
  flatten(p->value, path, &n);
  char *data = smr_arena_alloc(&p->arguments->arena, (n.size + 1) * 8);
  for (uint32_t i = 0; i < n.size; i++)
    if (p->f32)
      ((float *)data)[i] = (float)n.data[i];
    else if (p->integers)
      ((int64_t *)data)[i] = (int64_t)n.data[i];
    else
      ((double *)data)[i] = n.data[i];
  smr_vec_push(&p->arguments->pointers, (void *)data);
  smr_vec_free(&n);
}

static void pass_output(void *user, const char *path) {
  Pass *p = user;
  Numbers n = {0};
  flatten(p->value, path, &n);
  double *data = smr_arena_alloc(&p->arguments->arena, (n.size + 2) * 8);
  for (uint32_t i = 0; i < n.size + 2; i++)
    data[i] = CANARY;
  smr_vec_push(&p->arguments->pointers, (void *)data);
  smr_vec_free(&n);
}

typedef struct {
  Arguments *arguments;
  const SmrArrayValue *value;
  uint32_t next;
  bool f32;
  const char *wrong;
} Check;

static void check_output(void *user, const char *path) {
  Check *c = user;
  Numbers n = {0};
  flatten(c->value, path, &n);
  const void *data = c->arguments->pointers.data[c->next++];
  for (uint32_t i = 0; i < n.size; i++) {
    double got = c->f32 ? (double)((const float *)data)[i] : ((const double *)data)[i], want = n.data[i];
    double scale = fmax(fmax(fabs(got), fabs(want)), 1);
    if (!(isnan(got) && isnan(want)) && !(got == want) &&
        !(fabs(got - want) <= scale * (c->f32 ? 1e-4 : 1e-9))) {
      fprintf(stderr, "element %u: %.17g instead of %.17g\n", i, got, want);
      c->wrong = "a wrong number";
      break;
    }
  }
  if (!c->f32 && ((const double *)data)[n.size] != CANARY)
    c->wrong = "written behind the end";
  smr_vec_free(&n);
}

static bool has_f32(const Case *c) {
  return strstr(c->text, "f32") != NULL;
}

static const char *run(Case *c, void *library, const char *symbol) {
  void (*function)(void **);
  *(void **)&function = dlsym(library, symbol);
  if (!function)
    return "no such function";
  Arguments a = {0};
  for (int sizes = c->options.symbolic ? 1 : 0; sizes >= 0; sizes--)
    for (uint32_t i = 0; i < smr_array_inputs(c->array); i++) {
      SmrArrayType type;
      int64_t size;
      SmrOperator op = smr_array_input(c->array, i, &type);
      if (smr_array_size(c->array, op, &size) != (sizes == 1))
        continue;
      Pass p = {.arguments = &a, .value = NULL, .f32 = has_f32(c)};
      if (sizes) {
        p.integers = true, p.f32 = false;
        p.value = smr_array_value_number(&c->evaluator, (double)size);
      } else
        for (uint32_t k = 0; k < c->evaluator.inputs.size; k++)
          if (c->evaluator.inputs.data[k].op == op)
            p.value = c->evaluator.inputs.data[k].value;
      paths(p.value, "", pass_input, &p);
    }
  uint32_t inputs = a.pointers.size;
  Pass p = {.arguments = &a, .value = c->expected};
  paths(c->expected, "", pass_output, &p);
  const char *wrong = NULL;
  for (int round = 0; round < 2 && !wrong; round++) { // twice: no state is left
    function(a.pointers.data);
    Check check = {.arguments = &a, .value = c->expected, .next = inputs, .f32 = has_f32(c)};
    paths(c->expected, "", check_output, &check);
    wrong = check.wrong;
  }
  smr_vec_free(&a.pointers);
  smr_arena_destroy(&a.arena);
  return wrong;
}

//===--- batches: one module, many functions ---===//

typedef SMR_VEC(Case *) Batch;

static void add(Batch *batch, const char *text, const char *oracle, SmrArrayLower how, bool shared,
                uint64_t seed) {
  Case *c = smr_xcalloc(1, sizeof *c);
  c->options = how;
  snprintf(c->name, sizeof c->name, "f%u", batch->size);
  assert_true(parse(c, text));
  if (shared)
    share(c);
  if (!evaluate(c, oracle, seed)) {
    release(c);
    free(c);
    return;
  }
  smr_vec_push(batch, c);
}

static bool print(Case *c, const char *name, SmrStr *out, SmrDiag *diag) {
  SmrLoopsProgram *l = smr_array_lower(c->array, &c->program.term, c->program.root, name, &c->options, diag);
  if (l)
    smr_loops_print(l, name, &c->options.print, out);
  smr_loops_destroy(l);
  return l != NULL;
}

static uint32_t run_batch(Batch *batch) {
  SMR_OWNED(SmrStr, smr_str_free) functions = {0};
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < batch->size; i++) {
    SmrDiag diag = {0};
    Case *c = batch->data[i];
    if (!print(c, c->name, &functions, &diag)) {
      fprintf(stderr, "%s\n", c->text);
      smr_diag_flush(&diag, stderr);
      wrong++;
    }
    smr_diag_free(&diag);
  }
  void *library = native_library(&functions, SMR_LOOPS_PASSES, "batch", "-O1");
  assert_non_null(library);
  for (uint32_t i = 0; i < batch->size; i++) {
    Case *c = batch->data[i];
    char symbol[64];
    snprintf(symbol, sizeof symbol, "%s_packed", c->name);
    const char *reason = run(c, library, symbol);
    if (reason) {
      fprintf(stderr, "%s, calls %d, symbolic %d: %s\n%s\n", c->name, c->options.print.gemm,
              c->options.symbolic, reason, c->text);
      wrong++;
    }
    release(c);
    free(c);
  }
  dlclose(library);
  smr_vec_free(batch);
  return wrong;
}

static void add_all(Batch *batch, const char *text, const char *oracle) {
  for (int calls = 0; calls < 3; calls++)
    for (int symbolic = 0; symbolic < 2; symbolic++)
      add(batch, text, oracle, options((SmrLoopsGemm)calls, symbolic), symbolic, 7 + (uint64_t)calls);
}

//===--- the kernels ---===//

// The kernel's file with small odd sizes; with another term when `term` is not NULL.
static char *kernel_text(const char *name, const char *term) {
  static const struct {
    const char *from, *to;
  } sizes[] = {{"1000", "13"}, {"1002", "15"}, {"900", "11"}, {"100", "9"}, {"90", "7"},
               {"102", "11"},  {"92", "9"},    {"110", "5"},  {"120", "6"}, {"400", "10"},
               {"20", "2"},    {"25", "3"},    {"30", "5"}};
  SMR_OWNED(SmrStr, smr_str_free) path = {0}, text = {0}, out = {0};
  const char *reason;
  smr_str_printf(&path, KERNELS "%s.array", name);
  assert_true(smr_read_file(smr_str_get(&path), &text, &reason));
  const char *p = smr_str_get(&text), *end = term ? strstr(p, "(term") : p + strlen(p);
  while (p < end) {
    size_t digits = strspn(p, "0123456789");
    if (!digits ||
        (p > smr_str_get(&text) && (p[-1] == '.' || p[-1] == '%' || (p[-1] >= 'a' && p[-1] <= 'z')))) {
      smr_str_append(&out, p, digits ? digits : 1);
      p += digits ? digits : 1;
      continue;
    }
    bool done = false;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !done; i++)
      if (strlen(sizes[i].from) == digits && !strncmp(sizes[i].from, p, digits)) {
        smr_str_puts(&out, sizes[i].to);
        done = true;
      }
    if (!done)
      smr_str_append(&out, p, digits);
    p += digits;
  }
  if (term)
    smr_str_printf(&out, "(term %s)", term);
  char *result = strdup(smr_str_get(&out));
  return result;
}

static const char *const kernels[] = {"1mm",  "2mm",      "atax",      "axpy",    "blur1d",   "doitgen",
                                      "gemm", "gemv",     "gemver",    "gesummv", "jacobi1d", "memset",
                                      "mvt",  "slim-2mm", "stencil2d", "vsum"};

static const char *oracle_of(const char *kernel) {
  return !strcmp(kernel, "2mm")        ? "(gemm:FF alpha (torch.mm A B) C beta D)"
         : !strcmp(kernel, "gemm")     ? "(gemm:FF alpha A B beta C)"
         : !strcmp(kernel, "atax")     ? "(torch.mv (torch.transpose A) (torch.mv A x))"
         : !strcmp(kernel, "slim-2mm") ? "(torch.mm (torch.mm A B) C)"
                                       : NULL;
}

TEST(inputs_terms) {
  Batch batch = {0};
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    char *text = kernel_text(kernels[i], NULL);
    const char *oracle = oracle_of(kernels[i]);
    add_all(&batch, text, oracle);
    free(text);
  }
  assert_int_equal(batch.size, 6 * 16);
  assert_int_equal(run_batch(&batch), 0);
}

// Solutions for both targets, and forms that the paper reports.
static const struct {
  const char *kernel, *term;
} solutions[] = {
    {"1mm", "(gemm:FF 1 A B 1 (build n (lam (memset m 0))))"},
    {"1mm", "(gemm:FT 1 A (transpose B) 0 (build n (lam (memset m 0))))"},
    {"1mm", "(torch.mm A B)"},
    {"2mm", "(gemm:FF alpha (gemm:FF 1 A B 1 (build n (lam (memset m 0)))) C beta D)"},
    {"2mm", "(torch.add (torch.mm (torch.mul alpha (torch.mm A B)) C) (torch.mul beta D))"},
    {"atax", "(gemv:T 1 A (gemv:F 1 A x 1 (memset n 0)) 1 (memset m 0))"},
    {"atax", "(torch.mv (torch.transpose A) (torch.mv A x))"},
    {"axpy", "(axpy alpha x y)"},
    {"axpy", "(torch.add (torch.mul alpha x) y)"},
    {"axpy", "(build n (lam (max (exp (get x %0)) (min (sqrt (abs (get y %0))) (tanh (get x %0))))))"},
    {"axpy", "(build n (lam (log (abs (max (- %0 3) (min %0 (abs (- 2 %0))))))))"},
    {"1mm",
     "(app (lam (build n (lam (build m (lam (max 0 (get (get %2 %1) %0))))))) (gemm:FF 1 A B 1 (build n "
     "(lam (memset m 0)))))"},
    {"1mm", "(app (lam (build n (lam (build m (lam (* (get (get %2 %1) %0) (> (get (get %2 %1) %0) 0))))))) "
            "(gemm:FF 1 A B 0 (build n (lam (memset m 0)))))"},
    {"gemv", "(app (lam (build n (lam (/ 1 (+ 1 (exp (get %1 %0))))))) (gemv:F -1 A x 1 y))"},
    {"jacobi1d", "(build n (lam (max (get x %0) (max (get x (+ %0 1)) (exp (get x (+ %0 2)))))))"},
    {"blur1d", "(gemv:F 0.3333333333333333 (build n (lam (build 3 (lam (get x (+ %1 %0)))))) (torch.full 3 "
               "1) 1 (memset n 0))"},
    {"blur1d", "(torch.mul 0.3333333333333333 (torch.mv (build n (lam (build 3 (lam (get x (+ %1 %0)))))) "
               "(torch.full 3 1)))"},
    {"doitgen", "(build r (lam (gemm:FF 1 (get A %0) C 1 (build q (lam (memset p 0))))))"},
    {"doitgen", "(build r (lam (torch.mm (get A %0) C)))"},
    {"doitgen", "(build r (lam (build q (lam (gemv:T 1 C (get (get A %1) %0) 1 (memset p 0))))))"},
    {"gemm", "(gemm:FF alpha A B beta C)"},
    {"gemm", "(torch.add (torch.mul alpha (torch.mm A B)) (torch.mul beta C))"},
    {"gemv", "(gemv:F alpha A x beta y)"},
    {"gemv", "(torch.add (torch.mv A (torch.mul alpha x)) (torch.mul beta y))"},
    {"gemver", "(app (lam (app (lam (tuple %1 (tuple %0 (gemv:F alpha %1 %0 1 w)))) (gemv:T beta %0 y 1 "
               "(axpy 1 x z)))) "
               "(gemm:FF 1 (build n (lam (build 2 (lam (get (get (build 2 (lam (build n (lam (+ (* (- 1 %1) "
               "(get u1 %0)) "
               "(* %1 (get u2 %0))))))) %0) %1))))) (build 2 (lam (build n (lam (+ (* (- 1 %1) (get v1 %0)) "
               "(* %1 (get v2 %0)))))))"
               " 1 A))"},
    {"gemver", "(app (lam (app (lam (tuple %1 (tuple %0 (gemv:F alpha %1 %0 1 w)))) (gemv:T beta %0 y 1 "
               "(axpy 1 x z)))) (build n "
               "(lam (axpy (get u2 %0) v2 (axpy (get u1 %0) v1 (get A %0))))))"},
    {"gesummv", "(gemv:F alpha A x 1 (gemv:F beta B x 1 (memset n 0)))"},
    {"gesummv", "(torch.add (torch.mul alpha (torch.mv A x)) (torch.mul beta (torch.mv B x)))"},
    {"jacobi1d",
     "(gemv:F 0.33333 (build n (lam (build 3 (lam (get x (+ %1 %0)))))) (build 3 (lam 1)) 1 (memset n 0))"},
    {"jacobi1d", "(torch.mv (build n (lam (build 3 (lam (get x (+ %1 %0)))))) (torch.full 3 0.33333))"},
    {"memset", "(memset n 0)"},
    {"memset", "(torch.full n 0)"},
    {"mvt", "(tuple (gemv:F 1 A y1 1 x1) (gemv:T 1 A y2 1 x2))"},
    {"mvt", "(tuple (torch.add x1 (torch.mv A y1)) (torch.add x2 (torch.mv (torch.transpose A) y2)))"},
    {"slim-2mm",
     "(gemm:FF 1 (gemm:FF 1 A B 1 (build n (lam (memset m 0)))) C 1 (build n (lam (memset l 0))))"},
    {"slim-2mm", "(torch.mm (torch.mm A B) C)"},
    {"stencil2d", "(build n (lam (build m (lam (dot (build 9 (lam (get (get w (get (build 9 (lam (- 1 1))) "
                  "0)) (get (build 9 (lam (- 2 2))) "
                  "%0)))) (memset 9 0))))))"},
    {"stencil2d", "(build n (lam (build m (lam (ifold 3 0 (lam (lam (+ (dot (get w %1) (build 3 (lam (get "
                  "(get A (+ %4 %2)) (+ %3 %0))))) "
                  "%0))))))))"},
    {"stencil2d",
     "(split n m (torch.mv (flatten (build n (lam (build m (lam (flatten (build 3 (lam (build 3 (lam (get "
     "(get A (+ %3 %1)) (+ %2 %0)))))))))))) (flatten w)))"},
    {"stencil2d",
     "(build n (lam (torch.mv (build m (lam (flatten (build 3 (lam (build 3 (lam (get (get A (+ %3 %1)) "
     "(+ %2 %0))))))))) (flatten w))))"},
    {"stencil2d",
     "(torch.add (split n m (torch.full 63 1)) (split n m (gemv:F 2 (flatten (build n (lam (build m (lam "
     "(flatten (build 3 (lam (build 3 (lam (get (get A (+ %3 %1)) (+ %2 %0)))))))))))) (flatten w) 1 "
     "(build 63 (lam %0)))))"},
    {"doitgen", "(split r q (torch.mm (flatten A) C))"},
    {"doitgen", "(torch.sum (flatten (flatten (build r (lam (torch.mm (get A %0) C))))))"},
    {"doitgen", "(flatten (build r (lam (build q (lam (get (get (get A %1) %0) 0))))))"},
    {"1mm", "(flatten (torch.transpose (torch.mm A B)))"},
    {"1mm", "(build n (lam (get (flatten A) (+ %0 3))))"},
    {"1mm", "(torch.dot (flatten A) (flatten (torch.transpose (torch.transpose A))))"},
    {"vsum", "(dot x (build n (lam 1)))"},
    {"vsum", "(torch.sum x)"},
};

TEST(solution_terms) {
  Batch batch = {0};
  for (size_t i = 0; i < sizeof solutions / sizeof *solutions; i++) {
    char *text = kernel_text(solutions[i].kernel, solutions[i].term);
    add_all(&batch, text, NULL);
    free(text);
  }
  assert_int_equal(batch.size, 6 * sizeof solutions / sizeof *solutions);
  assert_int_equal(run_batch(&batch), 0);
}

// Sizes that are computed from others, as constants and from arguments.
TEST(computed_sizes) {
  static const char *const terms[] = {
      "(dot x x)",
      ("(ifold q 0 (lam (lam (ifold 4 %0 (lam (lam (+ (* (get x (+ (* 4 %3) %1)) (get x (+ (* 4 %3) %1))) "
       "%0)))))))"),
      "(build l (lam (ifold k %0 (lam (lam (+ (get x %1) %0))))))",
      "(gemv:F 1 A x 1 (memset l 0))",
      "(flatten A)",
      "(torch.dot (flatten A) (flatten A))",
      "(torch.mv (split k l (flatten A)) (build l (lam %0)))",
      "(torch.mv (transpose (split k l (flatten (torch.add A A)))) x)",
      "(app (lam (build l (lam (split 4 q (get %1 %0))))) (torch.mm A (transpose (build k (lam (build k (lam "
      "(- %0 "
      "(* 3 %1)))))))))",
      "(build l (lam (flatten (build 4 (lam (build q (lam (get (get A %2) (+ (* %1 q) %0)))))))))",
      "(app (lam (build l (lam (max 0 (get %1 %0))))) (gemv:F 1 A x 0 (memset l 0)))",
  };
  Batch batch = {0};
  for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
    char text[500];
    snprintf(text, sizeof text,
             "(size q 3) (size k (* q 4)) (size l (+ k 1)) (input x (array k f64)) "
             "(input A (array l (array k f64))) (term %s)",
             terms[i]);
    add_all(&batch, text, NULL);
  }
  assert_int_equal(run_batch(&batch), 0);
}

// A convolution with three channels and two results, and what it is optimised to.
TEST(convolution) {
  static const char *const terms[] = {
      ("(build 2 (lam (build 5 (lam (build 4 (lam (ifold 3 0 (lam (lam (+ (ifold 3 0 (lam (lam (+ (ifold 2 0 "
       "(lam (lam "
       "(+ (* (get (get (get (get W %8) %5) %3) %1) (get (get (get I %5) (+ %7 %3)) (+ %6 %1))) %0)))) "
       "%0)))) "
       "%0))))))))))"),
      ("(app (lam (build 2 (lam (split 5 4 (get %1 %0))))) (gemm:FT 1 (build 2 (lam (flatten (flatten (get W "
       "%0))))) "
       "(flatten (build 5 (lam (build 4 (lam (flatten (build 3 (lam (flatten (build 3 (lam (build 2 (lam "
       "(get (get (get I "
       "%2) (+ %4 %1)) (+ %3 %0))))))))))))))) 1 (build 2 (lam (memset 20 0)))))"),
  };
  Batch batch = {0};
  for (size_t i = 0; i < 2; i++) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "(input W (array 2 (array 3 (array 3 (array 2 f64))))) (input I (array 3 (array 7 (array 5 f64)))) "
        "(term %s)",
        terms[i]);
    add_all(&batch, text, i ? terms[0] : NULL);
  }
  assert_int_equal(run_batch(&batch), 0);
}

//===--- random terms ---===//

static const SmrArrayValue *largest(const SmrArrayValue *v, double *limit) {
  if (v->kind == SMR_ARRAY_VALUE_NUMBER) {
    *limit = fmax(*limit, isnan(v->number) ? INFINITY : fabs(v->number));
    return v;
  }
  if (v->kind == SMR_ARRAY_VALUE_ARRAY)
    for (uint32_t i = 0; i < v->count; i++)
      largest(v->items[i], limit);
  else if (v->kind == SMR_ARRAY_VALUE_TUPLE)
    for (int i = 0; i < 2; i++)
      largest(v->items[i], limit);
  return v;
}

static void add_random(Batch *batch, uint64_t seed) {
  Case *c = smr_xcalloc(1, sizeof *c);
  c->ops = smr_operators_create();
  c->array = smr_array_create(c->ops);
  c->options = options((SmrLoopsGemm)(seed % 3), seed / 3 % 2);
  snprintf(c->name, sizeof c->name, "f%u", batch->size);
  SmrRandomTerms r = {0};
  smr_random_open(&r, c->array, seed);
  SmrOperator sizes[2] = {smr_operator_plain(c->ops, seed & 1 ? "n" : "m", 0),
                          smr_operator_plain(c->ops, seed & 2 ? "k" : "l", 0)};
  SmrRandomShape vector = smr_random_shape_vector(&r, smr_random_shape_dim(&r, sizes[0])),
                 matrix = smr_random_shape_matrix(&r, smr_random_shape_dim(&r, sizes[0]),
                                                  smr_random_shape_dim(&r, sizes[1]));
  SmrRandomShape shapes[] = {smr_random_shape(&r, SMR_RANDOM_SHAPE_SCALAR, 0, 0, 0), vector, matrix, matrix,
                             smr_random_shape(&r, SMR_RANDOM_SHAPE_TUPLE, vector, matrix, 0)};
  uint32_t root = smr_random_term(&r, shapes[smr_random_term_below(&r, 5)], 3 + smr_random_term_below(&r, 4));
  c->program.root = smr_term_copy(c->ops, &c->program.term, &r.term, root);
  smr_random_close(&r);
  if (seed / 6 % 2)
    share(c);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (uint32_t i = 0; i < smr_array_inputs(c->array); i++) {
    SmrArrayType type;
    int64_t size;
    SmrOperator op = smr_array_input(c->array, i, &type);
    if (smr_array_size(c->array, op, &size))
      smr_str_printf(&text, "(size %s %lld) ", smr_operator_name(c->ops, op), (long long)size);
    else {
      smr_str_printf(&text, "(input %s ", smr_operator_name(c->ops, op));
      smr_array_type_print(c->array, type, &text);
      smr_str_puts(&text, ") ");
    }
  }
  smr_str_puts(&text, "\n(term ");
  smr_term_print(c->ops, &c->program.term, c->program.root, &text);
  smr_str_puts(&text, ")");
  c->text = strdup(smr_str_get(&text));
  // (Sums of large numbers are not the same in any order.)
  double limit = 0;
  if (evaluate(c, NULL, seed) && largest(c->expected, &limit) && limit < 1e9)
    smr_vec_push(batch, c);
  else {
    release(c);
    free(c);
  }
}

TEST(random_terms) {
  Batch batch = {0};
  for (uint32_t i = 0; i < test_rounds(600); i++)
    add_random(&batch, test_seed() + i);
  assert_by_chance(batch.size > test_rounds(600) / 3);
  assert_int_equal(run_batch(&batch), 0);
}

//===--- the benchmark's other side ---===//

// reference.c computes what the kernels' terms say.
TEST(reference) {
  assert_true(native_shell("@0/clang -std=c17 -O1 -DSMALL -shared -fPIC @1 -o @2.so", SMR_LLVM_BIN,
                           KERNELS "reference.c", native_scratch("reference"), ""));
  void *library = native_load(native_scratch("reference"));
  assert_non_null(library);
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    char *text = kernel_text(kernels[i], NULL), symbol[64] = "k";
    Batch batch = {0};
    add(&batch, text, oracle_of(kernels[i]), options(SMR_LOOPS_GEMM_CBLAS, false), false, 3);
    assert_int_equal(batch.size, 1);
    for (const char *p = kernels[i]; *p; p++)
      if (*p != '-')
        strncat(symbol, p, 1);
    strcat(symbol, "_packed");
    const char *wrong = run(batch.data[0], library, symbol);
    if (wrong)
      fail_msg("%s: %s", kernels[i], wrong);
    release(batch.data[0]);
    free(batch.data[0]);
    smr_vec_free(&batch);
    free(text);
  }
  dlclose(library);
}

//===--- text ---===//

#define DECLARATIONS                                                                                         \
  "(size n 60) (size m 50) (size k 40) (input alpha f64) (input x (array n f64)) (input y (array n f64)) "   \
  "(input A (array n (array m f64))) (input B (array m (array k f64))) (input v (array m f64)) "

static char *lowered(const char *term, SmrArrayLower how, bool torch, char **messages) {
  Case c = {.options = how};
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, out = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  smr_str_printf(&text, DECLARATIONS "(term %s)", term);
  assert_true(parse(&c, smr_str_get(&text)));
  bool ok = torch ? smr_array_print_torch(c.array, &c.program.term, c.program.root, "f", &out, &diag)
                  : print(&c, "f", &out, &diag);
  assert_int_equal(ok, diag.messages.size == 0);
  *messages = ok ? NULL : strdup(diag.messages.data[0].text);
  char *result = ok ? strdup(smr_str_get(&out)) : NULL;
  release(&c);
  return result;
}

static uint32_t count(const char *text, const char *what) {
  uint32_t n = 0;
  for (; (text = strstr(text, what)) != NULL; text++)
    n++;
  return n;
}

// What a term is lowered to: so many of each.
TEST(shapes) {
  static const struct {
    const char *term;
    SmrLoopsGemm calls;
    const char *what;
    uint32_t times;
  } cases[] = {
      // a call writes into its destination: no buffer, no copy, no zeros
      {"(torch.mm A B)", SMR_LOOPS_GEMM_CBLAS, "cblas_dgemm", 1},
      {"(torch.mm A B)", SMR_LOOPS_GEMM_CBLAS, "scf.for", 0},
      {"(torch.mm A B)", SMR_LOOPS_GEMM_CBLAS, "alloc", 0},
      {"(gemm:FF 1 A B 1 (build n (lam (memset k 0))))", SMR_LOOPS_GEMM_CBLAS, "scf.for", 0},
      {"(build n (lam (gemv:F 1 (transpose B) (get A %0) 0 (memset k 0))))", SMR_LOOPS_GEMM_CBLAS, "alloc",
       0},
      // a transpose is a flag
      {"(gemv:T 1 A x 1 v)", SMR_LOOPS_GEMM_CBLAS, "alloc", 0},
      {"(torch.mv (torch.transpose A) x)", SMR_LOOPS_GEMM_CBLAS, "alloc", 0},
      {"(torch.mv (build m (lam (build n (lam (get (get A %0) %1))))) x)", SMR_LOOPS_GEMM_CBLAS, "cblas", 0},
      // a product that a loop asks for is computed before the loop
      {"(build n (lam (ifold n 0 (lam (lam (+ %0 (* (get (get A %2) 0) (get (torch.mv A v) %1))))))))",
       SMR_LOOPS_GEMM_CBLAS, "cblas_dgemv", 1},
      {"(build n (lam (ifold n 0 (lam (lam (+ %0 (* (get x %2) (dot y x))))))))", SMR_LOOPS_GEMM_CBLAS,
       "\n  memref.store", 1},
      // shared: once
      {"(app (lam (build n (lam (+ (get %1 %0) (ifold n 0 (lam (lam (+ (get %3 %1) %0)))))))) (torch.mv A "
       "v))",
       SMR_LOOPS_GEMM_CBLAS, "cblas_dgemv", 1},
      {"(app (lam (tuple (dot %0 x) (dot %0 y))) (build n (lam (ifold m 0 (lam (lam (+ (* (get (get A %2) "
       "%1) (get v %1)) "
       "%0)))))))",
       SMR_LOOPS_GEMM_CBLAS, "scf.for", 2},
      // in place, and not
      {"(ifold 100 x (lam (lam (build n (lam (* 2 (get %1 %0)))))))", SMR_LOOPS_GEMM_CBLAS, "alloc", 0},
      {"(ifold 100 x (lam (lam (axpy alpha y %0))))", SMR_LOOPS_GEMM_CBLAS, "alloc", 0},
      {"(ifold 100 x (lam (lam (build n (lam (get %1 (- 59 %0)))))))", SMR_LOOPS_GEMM_CBLAS, "alloc", 1},
      // described operands are not stored
      {"(dot x (build n (lam 1)))", SMR_LOOPS_GEMM_CBLAS, "alloc", 0},
      {"(gemv:F 1 (build 4 (lam (build 3 (lam (get x (+ %1 %0)))))) (build 3 (lam 1)) 1 (memset 4 0))",
       SMR_LOOPS_GEMM_CBLAS, "alloc", 0},
      // pointwise work around a product: the product is stored, nothing else
      {"(app (lam (build n (lam (build k (lam (* (get (get %2 %1) %0) (get (get %2 %1) %0))))))) (gemm:FF 1 "
       "A B 1 "
       "(build n (lam (memset k 0)))))",
       SMR_LOOPS_GEMM_CBLAS, "cblas_dgemm", 1},
      {"(app (lam (build n (lam (build k (lam (* (get (get %2 %1) %0) (get (get %2 %1) %0))))))) (gemm:FF 1 "
       "A B 1 "
       "(build n (lam (memset k 0)))))",
       SMR_LOOPS_GEMM_CBLAS, "memref.alloc(", 1},
      {"(app (lam (build n (lam (max 0 (get %1 %0))))) (build n (lam (* 2 (get x %0)))))",
       SMR_LOOPS_GEMM_CBLAS, "alloc", 0},
      // other shapes of what lies in memory are views, and results are written where they are wanted
      {"(split 6 10 (torch.mv A v))", SMR_LOOPS_GEMM_CBLAS, "alloc", 0},
      {"(app (lam (build n (lam (split 4 10 (get %1 %0))))) (torch.mm A B))", SMR_LOOPS_GEMM_CBLAS, "scf.for",
       0},
      {"(torch.dot (flatten A) (flatten A))", SMR_LOOPS_GEMM_CBLAS, "cblas_ddot", 1},
      {"(torch.dot (flatten A) (flatten A))", SMR_LOOPS_GEMM_CBLAS, "scf.for", 0},
      // linalg
      {"(torch.mm A B)", SMR_LOOPS_GEMM_LINALG, "linalg.matmul", 1},
      {"(torch.mv A v)", SMR_LOOPS_GEMM_LINALG, "linalg.matvec", 1},
      {"(torch.mv A v)", SMR_LOOPS_GEMM_LINALG, "linalg.fill", 1},
      {"(torch.dot x y)", SMR_LOOPS_GEMM_LINALG, "linalg.dot", 1},
      {"(torch.sum x)", SMR_LOOPS_GEMM_LINALG, "linalg.reduce", 1},
      {"(torch.transpose A)", SMR_LOOPS_GEMM_LINALG, "linalg.transpose", 1},
      {"(torch.add x (torch.mul alpha y))", SMR_LOOPS_GEMM_LINALG, "linalg.add", 1},
      {"(torch.add x (torch.mul alpha y))", SMR_LOOPS_GEMM_LINALG, "linalg.generic", 1},
      {"(torch.full n 3)", SMR_LOOPS_GEMM_LINALG, "linalg.fill", 1},
      {"(torch.mm A B)", SMR_LOOPS_GEMM_LOOPS, "cblas", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *message, *text = lowered(cases[i].term, options(cases[i].calls, false), false, &message);
    assert_null(message);
    if (count(text, cases[i].what) != cases[i].times)
      fail_msg("%s: '%s' is there %u times, not %u\n%s", cases[i].term, cases[i].what,
               count(text, cases[i].what), cases[i].times, text);
    free(text);
  }
}

TEST(refused) {
  static const struct {
    const char *term, *message;
    bool torch;
  } cases[] = {
      {"(lam %0)", "f cannot be lowered: the result is a function, or of an unknown type", false},
      {"(get alpha 0)", "f cannot be lowered: the result is a function, or of an unknown type", false},
      {"(+ x y)", "f cannot be lowered: the result is a function, or of an unknown type", false},
      {"(torch.mm x y)", "f cannot be lowered: an array of a size that is not known", false},
      {"(gemv:F 1 A v 1 x)", "f has no form in the torch dialect: a call that is not PyTorch's", true},
      {"(ifold 30000 alpha (lam (lam (+ %0 (get x 1)))))",
       "f has no form in the torch dialect: a loop that would have to be written out for too many indices",
       true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *message = NULL,
         *text = lowered(cases[i].term, options(SMR_LOOPS_GEMM_CBLAS, false), cases[i].torch, &message);
    if (text)
      fail_msg("%s is not refused:\n%s", cases[i].term, text);
    assert_string_equal(message, cases[i].message);
    free(message);
  }
}

TEST(torch_text) {
  char *message, *text = lowered("(torch.add (torch.mul alpha (torch.mv A v)) x)",
                                 options(SMR_LOOPS_GEMM_CBLAS, false), true, &message);
  assert_null(message);
  assert_string_equal(
      text,
      "func.func @f(%arg3: !torch.vtensor<[],f64>, %arg4: !torch.vtensor<[60],f64>, %arg6: "
      "!torch.vtensor<[60,50],f64>, "
      "%arg8: !torch.vtensor<[50],f64>) -> (!torch.vtensor<[60],f64>) {\n"
      "  %0 = torch.aten.mv %arg6, %arg8 : !torch.vtensor<[60,50],f64>, !torch.vtensor<[50],f64> -> "
      "!torch.vtensor<[60],f64>\n"
      "  %1 = torch.aten.mul.Tensor %arg3, %0 : !torch.vtensor<[],f64>, !torch.vtensor<[60],f64> -> "
      "!torch.vtensor<[60],f64>\n"
      "  %c0 = torch.constant.int 1\n"
      "  %2 = torch.aten.add.Tensor %1, %arg4, %c0 : !torch.vtensor<[60],f64>, !torch.vtensor<[60],f64>, "
      "!torch.int -> "
      "!torch.vtensor<[60],f64>\n"
      "  return %2 : !torch.vtensor<[60],f64>\n}\n");
  free(text);
  // Every solution for PyTorch has a form, and names in it are defined before they are used.
  uint32_t printed = 0;
  for (size_t i = 0; i < sizeof solutions / sizeof *solutions; i++) {
    if (!strstr(solutions[i].term, "torch.") || strstr(solutions[i].term, "gem"))
      continue;
    char *program = kernel_text(solutions[i].kernel, solutions[i].term);
    Case c = {0};
    SmrStr out = {0};
    SmrDiag diag = {0};
    assert_true(parse(&c, program));
    if (!smr_array_print_torch(c.array, &c.program.term, c.program.root, "f", &out, &diag))
      fail_msg("%s: %s", solutions[i].term, diag.messages.data[0].text);
    const char *all = smr_str_get(&out);
    for (const char *use = all; (use = strchr(use, '%')) != NULL; use++) {
      size_t n = 1 + strspn(use + 1, "abcdefghijklmnopqrstuvwxyz0123456789");
      const char *first = all;
      while (strncmp(first, use, n) || strspn(first + 1, "abcdefghijklmnopqrstuvwxyz0123456789") + 1 != n)
        first++;
      assert_true(!strncmp(first + n, " = ", 3) || first[n] == ':');
    }
    printed++;
    smr_str_free(&out);
    release(&c);
    free(program);
  }
  assert_true(printed >= 12);
}

//===--- costs from files ---===//

TEST(cost_files) {
  const char *path = native_scratch("costs");
  const char *reason, *text = "(cost-default (+ 1 sum))\n(cost build (* (size $0) $1))\n"
                              "(cost gemv:F (+ (volume $1) (* 10 (rows $1)) (* 100 (columns $1))))\n";
  assert_true(smr_write_file(path, text, strlen(text), &reason));
  static const struct {
    const char *term;
    double cost;
  } cases[] = {
      {"(gemv:F alpha A v alpha x)", 3000 + 600 + 5000},
      {"(build n (lam (get x %0)))", 60 * 4},
      {"(torch.mv A v)", INFINITY}, // the other target's
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Case c = {0};
    SmrStr form = {0};
    SmrDiag diag = {0};
    smr_str_printf(&form, DECLARATIONS "(term %s)", cases[i].term);
    assert_true(parse(&c, smr_str_get(&form)));
    SmrArrayCostFile *file = smr_array_cost_file_read(c.array, SMR_TARGET_BLAS, path, &diag);
    assert_non_null(file);
    SmrCost cost = smr_array_cost_file_cost(file);
    SmrEgraph *g = smr_egraph_create(c.ops);
    smr_array_analyse(c.array, g);
    SmrClass root = smr_egraph_add_term(g, &c.program.term, c.program.root);
    SmrBest *best = smr_best_create(g, &cost);
    smr_best_update(best);
    assert_true(smr_best_cost(best, root) == cases[i].cost);
    smr_best_destroy(best);
    smr_egraph_destroy(g);
    smr_array_cost_file_free(file);
    smr_str_free(&form);
    release(&c);
  }
  Case c = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_true(parse(&c, "(term 1)"));
  assert_true(smr_write_file(path, "(cost build (depth $0))\n", 24, &reason));
  assert_null(smr_array_cost_file_read(c.array, SMR_TARGET_BLAS, path, &diag));
  assert_true(diag.errors == 1);
  release(&c);
}

TEST_MAIN {
  return test_run(NULL, native_leave);
}
