//===- test_rise.c - terms run natively compute what the evaluator says --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "../../tools/bench/native.h"
#include "egraph/guide.h"
#include "loops/interpret.h"
#include "rise/eval.h"
#include "rise/lower.h"
#include "rise/random_rise.h"
#include "test.h"
#include <math.h>

#define GUIDES SMR_SOURCE_DIR "/pat/"
enum { MAX_ARGUMENTS = 24, MAX_SIZES = 4 };

//===--- guides ---===//

typedef struct {
  SmrOperators *ops;
  SmrGuide *guide;
  SmrTerm input;
  uint32_t input_root;
} Guide;

// `text` NULL: the file. Runs its phases, if it has any.
static Guide guide(const char *path, const char *text) {
  Guide g = {.ops = smr_operators_create()};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  if (text) {
    const char *reason;
    path = native_scratch("terms.guide");
    assert_true(smr_write_file(path, text, strlen(text), &reason));
  }
  g.guide = smr_guide_read(g.ops, path, &diag);
  smr_diag_flush(&diag, stderr);
  assert_non_null(g.guide);
  uint32_t root;
  const SmrTerm *input = smr_guide_term(g.guide, 0, &root);
  g.input_root = smr_term_copy(g.ops, &g.input, input, root);
  SmrWorldOptions world = {0};
  SmrRunBudget budget = {.iterations = 30, .nodes = 1000000};
  if (smr_guide_phases(g.guide))
    assert_int_equal(smr_guide_run(g.guide, &world, &budget, &diag), SMR_GUIDE_DONE);
  return g;
}

static void release(Guide *g) {
  smr_guide_destroy(g->guide);
  smr_term_free(&g->input);
  smr_operators_destroy(g->ops);
}

static SmrRise input_of(const Guide *g, const SmrRiseSize *sizes, uint32_t count) {
  return (SmrRise){g->ops, smr_guide_rules(g->guide), &g->input, g->input_root, sizes, count, NULL};
}

static SmrRise result_of(const Guide *g, uint32_t number, const SmrRiseSize *sizes, uint32_t count) {
  SmrRise rise = {g->ops, smr_guide_rules(g->guide), NULL, 0, sizes, count, NULL};
  rise.term = smr_guide_term(g->guide, number, &rise.root);
  return rise;
}

//===--- data ---===//

typedef struct {
  SmrArena arena;
  uint64_t state;
  const SmrRise *rise;
  SmrLoopsProgram *sizes; // only to compute them
  SmrRiseEval eval;
  const SmrRiseDatum *expected;
  SMR_VEC(SmrLoopsArgument) arguments; // of f32, in order
  SMR_VEC(struct {
    SmrOperator op;
    const SmrRiseDatum *datum;
  })
  leaves;
} Data;

static int64_t size(Data *d, SmrDatum value) {
  int64_t known = -1;
  SmrLoopsIndex index = smr_rise_size(d->rise, d->sizes, true, value);
  assert_true(index && smr_loops_is_int(index, &known));
  return known;
}

static const SmrRiseDatum *random_datum(Data *d, SmrDatum type) {
  if (smr_rise_is(d->rise, type, "f32")) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return smr_rise_datum_number(&d->arena, (double)((d->state >> 33) % 7) - 3);
  }
  bool tuple = smr_rise_is(d->rise, type, "tuple");
  uint32_t count = tuple ? 2 : (uint32_t)size(d, smr_rise_part(d->rise, type, 1));
  SmrRiseDatum *list =
      smr_rise_datum_list(&d->arena, tuple ? SMR_RISE_DATUM_PAIR : SMR_RISE_DATUM_LIST, count);
  for (uint32_t i = 0; i < count; i++)
    list->items[i] = random_datum(d, smr_rise_part(d->rise, type, tuple ? i + 1 : 2));
  return list;
}

typedef SMR_VEC(float) Floats;

static void flatten(const SmrRiseDatum *v, uint64_t path, Floats *out) {
  if (v->kind == SMR_RISE_DATUM_NUMBER)
    smr_vec_push(out, (float)v->number);
  else if (v->kind == SMR_RISE_DATUM_PAIR)
    flatten(v->items[path & 1], path >> 1, out);
  else
    for (uint32_t i = 0; i < v->count; i++)
      flatten(v->items[i], path, out);
}

// One array for each part of nested pairs.
static void add_arguments(Data *d, const SmrRiseDatum *v, SmrDatum type, uint64_t path, uint32_t bit,
                          bool written) {
  while (smr_rise_is(d->rise, type, "array"))
    type = smr_rise_part(d->rise, type, 2);
  if (smr_rise_is(d->rise, type, "tuple")) {
    for (uint32_t k = 0; k < 2; k++) {
      SmrDatum part = smr_rise_part(d->rise, type, k + 1);
      add_arguments(d, v, part, path | (uint64_t)k << bit, bit + 1, written);
    }
    return;
  }
  Floats numbers = {0};
  flatten(v, path, &numbers);
  float *data = smr_arena_alloc(&d->arena, (numbers.size + 2) * sizeof *data);
  for (uint32_t i = 0; i < numbers.size; i++)
    data[i] = written ? 12345 : numbers.data[i];
  data[numbers.size] = data[numbers.size + 1] = 12345;
  smr_vec_push(&d->arguments, (SmrLoopsArgument){data, numbers.size});
  smr_vec_free(&numbers);
}

static const SmrRiseDatum *leaf(void *user, SmrOperator op) {
  Data *d = user;
  for (uint32_t i = 0; i < d->leaves.size; i++)
    if (d->leaves.data[i].op == op)
      return d->leaves.data[i].datum;
  return NULL;
}

// Weights of a convolution: 2-D ones are the products of the others, which is what the guide's rules say.
static void add_leaf(Data *d, const char *name) {
  static const double v[] = {1, 2, 1}, h[] = {1, 3, 2};
  bool square = !strcmp(name, "weights2d");
  SmrRiseDatum *list = smr_rise_datum_list(&d->arena, SMR_RISE_DATUM_LIST, 3);
  for (int i = 0; i < 3; i++) {
    SmrRiseDatum *row = smr_rise_datum_list(&d->arena, SMR_RISE_DATUM_LIST, 3);
    for (int j = 0; j < 3; j++)
      row->items[j] = smr_rise_datum_number(&d->arena, v[i] * h[j]);
    list->items[i] = square ? row : smr_rise_datum_number(&d->arena, !strcmp(name, "weightsV") ? v[i] : h[i]);
  }
  smr_vec_reserve(&d->leaves, d->leaves.size + 1);
  d->leaves.data[d->leaves.size].op = smr_operator_plain(d->rise->ops, name, 0);
  d->leaves.data[d->leaves.size++].datum = list;
}

// Random arguments, and what a term computes of them.
static void evaluate(Data *d, const SmrRise *rise, uint64_t seed) {
  *d = (Data){.rise = rise, .state = seed, .sizes = smr_loops_create()};
  d->eval = (SmrRiseEval){.rise = rise, .arena = &d->arena, .leaf = leaf, .user = d};
  static const char *const names[] = {"weights2d", "weightsV", "weightsH"};
  for (int i = 0; i < 3; i++)
    add_leaf(d, names[i]);
  SmrDatum type = smr_rise_type(rise, rise->root);
  d->expected = smr_rise_eval(&d->eval, rise->root);
  for (; d->expected && smr_rise_is(rise, type, "fn"); type = smr_rise_part(rise, type, 2)) {
    const SmrRiseDatum *x = random_datum(d, smr_rise_part(rise, type, 1));
    d->expected = smr_rise_eval_apply(&d->eval, d->expected, x);
    add_arguments(d, x, smr_rise_part(rise, type, 1), 0, 0, false);
  }
  if (!d->expected)
    fail_msg("%s", d->eval.error);
}

// Behind the parameters: leaves of the program, then the results.
static void add_rest(Data *d, const SmrLoopsProgram *l, uint32_t sizes) {
  for (uint32_t i = sizes + d->arguments.size; i < smr_loops_parameters(l); i++) {
    const char *name = smr_loops_parameter(l, i);
    if (strncmp(name, "out", 3) != 0)
      add_arguments(d, leaf(d, smr_operator_plain(d->rise->ops, name, 0)),
                    smr_datum_name(smr_operators_values(d->rise->ops), "f32"), 0, 0, false);
  }
  SmrDatum type = smr_rise_type(d->rise, d->rise->root);
  while (smr_rise_is(d->rise, type, "fn"))
    type = smr_rise_part(d->rise, type, 2);
  add_arguments(d, d->expected, type, 0, 0, true);
}

static bool is_right(Data *d) {
  SmrDatum type = smr_rise_type(d->rise, d->rise->root);
  while (smr_rise_is(d->rise, type, "fn"))
    type = smr_rise_part(d->rise, type, 2);
  Data want = {.rise = d->rise};
  add_arguments(&want, d->expected, type, 0, 0, false);
  uint32_t first = d->arguments.size - want.arguments.size;
  bool ok = true;
  for (uint32_t k = 0; k < want.arguments.size && ok; k++) {
    const float *x = d->arguments.data[first + k].data, *y = want.arguments.data[k].data;
    for (size_t i = 0; i < want.arguments.data[k].elements + 2 && ok; i++) {
      ok = x[i] == y[i] || (isnan(x[i]) && isnan(y[i]));
      if (!ok)
        fprintf(stderr, "result %u, element %zu: %.9g instead of %.9g\n", k, i, (double)x[i], (double)y[i]);
    }
  }
  smr_vec_free(&want.arguments);
  smr_arena_destroy(&want.arena);
  return ok;
}

static void forget(Data *d) {
  smr_loops_destroy(d->sizes);
  smr_vec_free(&d->arguments);
  smr_vec_free(&d->leaves);
  smr_arena_destroy(&d->arena);
}

static bool run_native(Data *d, void *library, const char *name, int64_t *sizes, uint32_t size_count) {
  void (*function)(void **), *pointers[MAX_ARGUMENTS];
  char packed[64];
  snprintf(packed, sizeof packed, "%s_packed", name);
  *(void **)&function = dlsym(library, packed);
  assert_non_null(function);
  assert_true(size_count + d->arguments.size <= MAX_ARGUMENTS);
  for (uint32_t k = 0; k < size_count; k++)
    pointers[k] = &sizes[k];
  for (uint32_t k = 0; k < d->arguments.size; k++)
    pointers[size_count + k] = d->arguments.data[k].data;
  function(pointers);
  return is_right(d);
}

#define FLAGS "-O1 -march=native -fopenmp"

//===--- what guides find ---===//

static const char *const guides[] = {"baseline",      "blocking",     "vectorization", "loop-perm",
                                     "array-packing", "cache-blocks", "parallel",      "split",
                                     "binomial",      "reduction"};

static void print_guide(const Guide *g, const char *name, SmrStr *functions) {
  SmrRise input = input_of(g, NULL, 0), found = result_of(g, 0, NULL, 0);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  bool fallback;
  char function[32];
  snprintf(function, sizeof function, "g%s", name);
  for (char *c = function; *c; c++)
    *c = *c == '-' ? '_' : *c;
  bool ok = smr_rise_print(&input, &found, 1, function, &(SmrLoopsPrint){.packed = true}, name, functions,
                           &fallback, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok && !fallback);
}

// Sizes by name, so that their order does not matter: m, n, k.
static void run_guide(const Guide *g, const char *name, void *library, const int64_t *by_name) {
  static const char *const names[] = {"m", "n", "k"};
  SmrRiseSize sizes[3];
  for (int i = 0; i < 3; i++)
    sizes[i] = (SmrRiseSize){names[i], by_name[i]};
  SmrRise input = input_of(g, sizes, 3), unknown = result_of(g, 0, NULL, 0);
  Data d;
  evaluate(&d, &input, 7 + (uint64_t)by_name[0]);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrLoopsProgram *l = smr_rise_lower(&unknown, true, name, &diag);
  assert_non_null(l);
  int64_t values[MAX_SIZES];
  uint32_t count = 0;
  for (; count < smr_loops_parameters(l) && strlen(smr_loops_parameter(l, count)) == 1; count++)
    for (int i = 0; i < 3; i++)
      if (!strcmp(smr_loops_parameter(l, count), names[i]))
        values[count] = by_name[i];
  add_rest(&d, l, count);
  char function[32];
  snprintf(function, sizeof function, "g%s", name);
  for (char *c = function; *c; c++)
    *c = *c == '-' ? '_' : *c;
  if (!run_native(&d, library, function, values, count))
    fail_msg("%s, m %d, n %d, k %d", name, (int)by_name[0], (int)by_name[1], (int)by_name[2]);
  smr_loops_destroy(l);
  forget(&d);
}

// Where 32 divides the sizes, and where it does not: then it is the input's loops.
TEST(guides_run) {
  enum { COUNT = sizeof guides / sizeof *guides };
  static const int64_t sizes[][3] = {{32, 32, 4}, {64, 96, 8}, {32, 64, 12}, {33, 64, 8}, {64, 31, 8},
                                     {32, 32, 5}, {1, 1, 1},   {0, 32, 4},   {32, 0, 4},  {32, 32, 0}};
  Guide all[COUNT];
  SMR_OWNED(SmrStr, smr_str_free) functions = {0};
  for (int i = 0; i < COUNT; i++) {
    char path[256];
    snprintf(path, sizeof path, "%srise-%s.guide", GUIDES, guides[i]);
    all[i] = guide(path, NULL);
    print_guide(&all[i], guides[i], &functions);
  }
  void *library = native_library(&functions, SMR_LOOPS_PASSES, "guides", FLAGS);
  assert_non_null(library);
  for (int i = 0; i < COUNT; i++) {
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
      run_guide(&all[i], guides[i], library, sizes[k]);
    release(&all[i]);
  }
  dlclose(library);
}

//===--- terms by chance ---===//

static char *random_guide(uint32_t count, const char *sets) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, "(include \"" GUIDES "rise-vectors.rules\")\n");
  for (uint32_t i = 0; i < count; i++) {
    smr_str_printf(&text, "(term t%u ", i);
    random_rise(test_seed() + i, &text);
    smr_str_puts(&text, ")\n");
  }
  smr_str_puts(&text, sets);
  char *copy = strdup(smr_str_get(&text));
  return copy;
}

static bool check_term(const Guide *g, uint32_t number, SmrLoopsProgram *l, void *library) {
  SmrRise rise = result_of(g, number, NULL, 0);
  char name[32];
  snprintf(name, sizeof name, "t%u", number);
  bool ok = true;
  for (int native = 0; native < 2 && ok; native++) {
    Data d;
    SmrStr why = {0};
    evaluate(&d, &rise, number);
    add_rest(&d, l, 0);
    if (native)
      ok = run_native(&d, library, name, NULL, 0);
    else if (smr_loops_interpret(l, d.arguments.data, &why))
      ok = is_right(&d);
    else
      ok = fprintf(stderr, "%s\n", smr_str_get(&why)) < 0;
    smr_str_free(&why);
    forget(&d);
  }
  if (!ok) {
    SmrStr text = {0};
    smr_term_print(g->ops, rise.term, rise.root, &text);
    smr_str_puts(&text, "\n");
    smr_loops_dump(l, &text);
    fprintf(stderr, "term %u: %s\n", number, smr_str_get(&text));
    smr_str_free(&text);
  }
  return ok;
}

TEST(random_terms) {
  uint32_t count = test_rounds(120);
  char *text = random_guide(count, "");
  Guide g = guide(NULL, text);
  SmrLoopsProgram **programs = smr_xcalloc(count, sizeof *programs);
  SMR_OWNED(SmrStr, smr_str_free) functions = {0};
  for (uint32_t i = 0; i < count; i++) {
    SmrRise rise = result_of(&g, i, NULL, 0);
    SmrDiag diag = {0};
    char name[32];
    snprintf(name, sizeof name, "t%u", i);
    programs[i] = smr_rise_lower(&rise, true, name, &diag);
    smr_diag_flush(&diag, stderr);
    assert_non_null(programs[i]);
    smr_loops_print(programs[i], name, &(SmrLoopsPrint){.packed = true}, &functions);
    smr_diag_free(&diag);
  }
  void *library = native_library(&functions, SMR_LOOPS_PASSES, "random", FLAGS);
  assert_non_null(library);
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < count; i++) {
    wrong += !check_term(&g, i, programs[i], library);
    smr_loops_destroy(programs[i]);
  }
  free(programs);
  dlclose(library);
  release(&g);
  free(text);
  assert_int_equal(wrong, 0);
}

//===--- what cannot be lowered ---===//

static const struct {
  const char *term, *why;
} bad[] = {
    {"(lam (f (fn f32 f32)) (lam (x f32) (app f x)))",
     "t: error: the term cannot be lowered: parameter x1 is a function"},
    {"(lam (x (array 4 f32)) (app2 (Map 4 f32 (fn f32 f32)) (lam (y f32) (app add y)) x))",
     "t: error: the term cannot be lowered: out is a function"},
    {"(lam (x (array 4 f32)) (app (Generate 4 (index 4)) (lam (i (index 4)) i)))",
     "t: error: the term cannot be lowered: out is of a type that is not stored"},
    {"(lam (x (array j f32)) (app (Split (!/ j 2) 2 f32) x))",
     "t: error: the term cannot be lowered: a size is not known"},
    {"(lam (x f32) (app2 mul x %3))", "t: error: the term cannot be lowered: %3 has no type"},
};

TEST(bad_terms) {
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    SmrStr text = {0};
    smr_str_printf(&text, "(include \"" GUIDES "rise-vectors.rules\")\n(size j :divisible 2)\n(term t %s)",
                   bad[i].term);
    Guide g = guide(NULL, smr_str_get(&text));
    SmrRise rise = input_of(&g, NULL, 0);
    SmrDiag diag = {0};
    assert_null(smr_rise_lower(&rise, false, "t", &diag)); // what divides j is not believed
    assert_int_equal(diag.errors, 1);
    SmrStr line = {0};
    smr_str_printf(&line, "%s: error: %s", diag.messages.data[0].file, diag.messages.data[0].text);
    assert_string_equal(smr_str_get(&line), bad[i].why);
    smr_str_free(&line);
    smr_diag_free(&diag);
    release(&g);
    smr_str_free(&text);
  }
}

TEST_MAIN {
  return test_run(NULL, native_leave);
}
