//===- test_rules_access.c - pat/access.rules against an evaluator -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Random terms of random tensors in one graph, all rules at once: every node of every class must compute what
// the class' other nodes compute, and have the shape that the class' data say.
//===----------------------------------------------------------------------===//
#include "access_eval.h"
#include "egraph/run.h"
#include "egraph/term_text.h"
#include "egraph/world.h"
#include "test.h"

static uint64_t seed;
static uint32_t below(uint32_t n) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (uint32_t)(seed % n);
}

#define TENSORS 4
#define POOL 40

typedef struct {
  SmrOperators *ops;
  SmrRules rules;
  SmrDiag diag;
  SmrTerm term; // all terms
  uint32_t pool[POOL], shapes[POOL], size;
  EvalValue tensors[TENSORS];
} Setup;

static void print_dims(SmrStr *out, uint32_t least, uint32_t most) {
  smr_str_putc(out, '(');
  for (uint32_t n = least + below(most - least + 1); n--;)
    smr_str_printf(out, "%u ", below(12) ? 1 + below(4) : 0);
  smr_str_putc(out, ')');
}

// The rules, and tensors T0 … of one to three dimensions.
static void setup(Setup *s, const char *more) {
  SmrStr text = {0};
  smr_str_printf(&text, "(define largest-block 1)\n(include \"%s/pat/access.rules\")\n%s(data shape ",
                 SMR_SOURCE_DIR, more);
  for (int i = 0; i < TENSORS; i++) {
    smr_str_printf(&text, "(make T%d (", i);
    print_dims(&text, 1, 3);
    smr_str_puts(&text, "()))");
  }
  smr_str_puts(&text, ")");
  s->ops = smr_operators_create();
  if (!smr_rules_parse(s->ops, "t", smr_str_get(&text), text.size, NULL, NULL, &s->rules, &s->diag)) {
    smr_diag_flush(&s->diag, stderr);
    fail();
  }
  smr_str_free(&text);
}

static void teardown(Setup *s) {
  smr_term_free(&s->term);
  smr_rules_free(&s->rules);
  smr_diag_free(&s->diag);
  smr_operators_destroy(s->ops);
  free(s);
}

// Keeps a candidate if it has a shape, and one of moderate size.
static bool offer(Setup *s, const char *text) {
  SmrTerm t = {0};
  assert_true(smr_term_parse(s->ops, "t", text, strlen(text), 0, &t, &s->diag));
  SmrValue shape = smr_data_of_term(&s->rules, 0, s->ops, &t, smr_term_root(&t));
  uint32_t two, n;
  const SmrValue *parts = shape ? smr_value_elements(smr_operators_values(s->ops), shape, &two) : NULL;
  int64_t size = 1, dim = 0;
  SmrValues *v = smr_operators_values(s->ops);
  for (uint32_t p = 0; parts && p < 2; p++) {
    const SmrValue *e = smr_value_elements(v, parts[p], &n);
    for (uint32_t i = 0; i < n; i++)
      size *= smr_value_is_integer(v, e[i], &dim) ? dim : 1;
  }
  bool ok = shape && size <= 200 && t.nodes.size < 60;
  if (ok) {
    uint32_t at = s->size < POOL ? s->size++ : below(POOL);
    s->pool[at] = smr_term_copy(s->ops, &s->term, &t, smr_term_root(&t));
    s->shapes[at] = shape;
  }
  smr_term_free(&t);
  return ok;
}

static void print_permutation(SmrStr *out) {
  static const char *const orders[] = {"(1 0)",   "(0 1)",   "(0 2 1)",   "(2 0 1)",
                                       "(1 2 0)", "(0 1 2)", "(3 1 0 2)", "(1 0 2 3)"};
  smr_str_printf(out, " (quote %s)", orders[below(8)]);
}

static void print_member(const Setup *s, uint32_t i, SmrStr *out) {
  smr_term_print(s->ops, &s->term, s->pool[i], out);
}

// A candidate: an operator on members of the pool. The second operand often has the first one's shape.
static void candidate(const Setup *s, SmrStr *out) {
  uint32_t x = below(s->size), y = below(s->size);
  for (uint32_t tries = 0; tries < 8 && s->shapes[x] != s->shapes[y] && below(3); tries++)
    y = below(s->size);
  static const char *const ops[] = {"access",  "transpose", "cartProd", "windows",    "slice",
                                    "squeeze", "flatten",   "reshape",  "pair",       "concat",
                                    "pad",     "compute",   "compute",  "insertAxis", "cartProd"};
  const char *op = ops[below(sizeof ops / sizeof *ops)];
  smr_str_printf(out, "(%s ", op);
  if (!strcmp(op, "compute"))
    smr_str_printf(out, "%s ", (const char *[]){"dotProd", "dotProd", "reduceSum", "reduceMax"}[below(4)]);
  print_member(s, x, out);
  if (!strcmp(op, "cartProd") || !strcmp(op, "pair") || !strcmp(op, "concat")) {
    smr_str_putc(out, ' ');
    print_member(s, y, out);
  }
  if (!strcmp(op, "transpose"))
    print_permutation(out);
  if (!strcmp(op, "windows")) {
    uint32_t n = below(3);
    smr_str_puts(out, n == 2 ? " (quote (2 1)) (quote (1 2))"
                      : n    ? " (quote (2)) (quote (1))"
                             : " (quote (1 2 2)) (quote (2 1 1))");
  }
  if (!strcmp(op, "reshape"))
    smr_str_printf(out, " (quote %s)",
                   (const char *[]){"((2 2) (3))", "((4) (3))", "((2) (2 2))", "((6) ())", "((2) (2 4))",
                                    "((1 2) (4))"}[below(6)]);
  if (!strcmp(op, "access") || !strcmp(op, "squeeze") || !strcmp(op, "insertAxis") || !strcmp(op, "concat"))
    smr_str_printf(out, " %u", below(4));
  if (!strcmp(op, "slice") || !strcmp(op, "pad"))
    smr_str_printf(out, " %u %u %u", below(3), below(2), 1 + below(3));
  smr_str_puts(out, ")");
}

static void fill_pool(Setup *s) {
  SmrStr text = {0};
  for (uint32_t i = 0; i < TENSORS; i++)
    for (uint32_t n = 0; n < 3; n++) {
      smr_str_clear(&text);
      smr_str_printf(&text, "(access T%u %u)", i, n);
      offer(s, smr_str_get(&text));
    }
  for (uint32_t tries = 0; tries < 400; tries++) {
    smr_str_clear(&text);
    candidate(s, &text);
    offer(s, smr_str_get(&text));
  }
  smr_str_free(&text);
}

//===--- every node against its class ---===//

static bool same_value(const EvalValue *a, const EvalValue *b) {
  if (a->kind != b->kind)
    return false;
  if (a->kind != EVAL_TENSOR)
    return a->number == b->number && a->literal == b->literal && a->op == b->op;
  return a->accessed == b->accessed && a->rank == b->rank &&
         !memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) &&
         !memcmp(a->data, b->data, a->size * sizeof *a->data);
}

static bool has_shape(SmrValues *v, SmrValue shape, const EvalValue *value) {
  SmrStr wanted = {0}, out = {0};
  if (value->kind != EVAL_TENSOR)
    return true;
  smr_str_puts(&wanted, "((");
  for (uint32_t i = 0; i < value->rank; i++)
    smr_str_printf(&wanted, "%s%u", i == value->accessed ? ") (" : i ? " " : "", value->dims[i]);
  smr_str_puts(&wanted, value->rank == value->accessed ? ") ())" : "))");
  if (shape)
    smr_value_print(v, shape, &out);
  // (Of an empty access part `() (…`, the blank goes.)
  bool same = !strcmp(smr_str_get(&out), smr_str_get(&wanted));
  smr_str_free(&wanted);
  smr_str_free(&out);
  return same;
}

static bool leaf_tensor(const Setup *s, const SmrWorld *w, SmrOperator op, SmrClass c, EvalValue *out) {
  const SmrOperatorInfo *info = smr_operator_info(s->ops, op);
  const char *name = smr_operator_name(s->ops, op);
  if (info->kind != SMR_OPERATOR_PLAIN || info->arity || name[0] != 'T')
    return false;
  SmrValues *v = smr_operators_values(s->ops);
  int64_t dims[EVAL_RANK];
  uint32_t two, extents[EVAL_RANK];
  uint32_t n = eval_list(v, smr_value_elements(v, smr_data_of(w->data, 0, c), &two)[0], dims);
  for (uint32_t i = 0; i < n; i++)
    extents[i] = (uint32_t)dims[i];
  eval_begin(out, n, n, extents);
  for (uint32_t i = 0; i < out->size; i++)
    out->data[i] = (double)((i * 7 + (uint32_t)name[1] * 5) % 11) - 3; // (the same at each look)
  return true;
}

// How many nodes were compared; *wrong: one differs.
static uint32_t compare(const Setup *s, SmrWorld *w, bool *wrong) {
  SmrEgraph *g = w->g;
  uint32_t elements = smr_egraph_elements(g), compared = 0;
  EvalValue **values = calloc(elements + 1, sizeof *values), *scratch = malloc(sizeof *scratch);
  for (bool changed = true; changed && !*wrong;) {
    changed = false;
    compared = 0;
    for (SmrNode n = 0; n < elements && !*wrong; n++) {
      if (!smr_egraph_is_live(g, n))
        continue;
      SmrOperator op = smr_egraph_op(g, n);
      SmrClass c = smr_egraph_find(g, n);
      const EvalValue *children[SMR_MAX_ARITY];
      bool known = true;
      for (uint32_t i = 0; i < smr_operator_info(s->ops, op)->arity; i++)
        known &= (children[i] = values[smr_egraph_find(g, smr_egraph_children(g, n)[i])]) != NULL;
      if (!known || (!leaf_tensor(s, w, op, c, scratch) && !eval_node(s->ops, op, children, scratch)))
        continue;
      compared++;
      if (!values[c]) {
        values[c] = malloc(sizeof *scratch);
        memcpy(values[c], scratch, sizeof *scratch);
        changed = true;
        *wrong |= !has_shape(smr_operators_values(s->ops), smr_data_of(w->data, 0, c), scratch);
      }
      *wrong |= !same_value(values[c], scratch);
    }
  }
  for (uint32_t i = 0; i < elements; i++)
    free(values[i]);
  free(values);
  free(scratch);
  return compared;
}

// One round; adds each rule's applied matches. Returns whether something was wrong.
static bool round_of(uint64_t number, const char *more, uint64_t *matches, uint32_t *compared) {
  seed = number * 0x9E3779B97F4A7C15u + 1;
  Setup *s = calloc(1, sizeof *s);
  setup(s, more);
  fill_pool(s);
  SmrWorld *w = smr_world_create(s->ops, &s->rules, &(SmrWorldOptions){0});
  SmrProgram *p = smr_program_create(s->ops, s->rules.list.data, s->rules.list.size, &w->callbacks, &s->diag);
  assert_non_null(p);
  smr_data_watch(w->data, p);
  for (uint32_t i = 0; i < 6; i++)
    smr_egraph_add_term(w->g, &s->term, s->pool[below(s->size)]);
  SmrRun *run = smr_run_create(w->g, p);
  smr_run(run, &(SmrRunBudget){.iterations = 4, .nodes = 1500});
  for (uint32_t i = 0; i < smr_run_iterations(run); i++)
    for (uint32_t r = 0; r < smr_program_rules(p); r++)
      matches[r] += smr_run_matches(run, i, r);
  bool wrong = smr_data_failed(w->data);
  if (wrong && !*more) {
    smr_data_report(w->data, &s->diag);
    smr_diag_flush(&s->diag, stderr);
  }
  *compared += compare(s, w, &wrong);
  smr_run_destroy(run);
  smr_program_destroy(p);
  smr_world_destroy(w);
  teardown(s);
  return wrong;
}

// G-T1, G-T2, G-F3, G-F4, G-F6: shapes and rules on random terms; each rule is tried.
static void G_rules_on_random_terms(void **state) {
  (void)state;
  uint64_t matches[200] = {0};
  uint32_t compared = 0;
  for (uint64_t i = 0; i < TEST_ROUNDS(120); i++)
    if (round_of(i, "", matches, &compared))
      fail_msg("round %u", (unsigned)i);
  assert_true(compared > TEST_ROUNDS(120) * 100);
#ifndef SMR_SANITIZED
  Setup *s = calloc(1, sizeof *s);
  seed = 1;
  setup(s, "");
  for (uint32_t r = 0; r < s->rules.list.size; r++)
    if (!matches[r])
      fail_msg("%s was never tried", s->rules.list.data[r]->name);
  teardown(s);
#endif
}

// Wrong rules whose shapes are right are seen.
static void test_wrong_rules_are_seen(void **state) {
  (void)state;
  static const char *const wrong[] = {
      "(rewrite WRONG (cartProd ?x ?y) (cartProd ?y ?x) :when (data shape ?x ?s) :when (data shape ?y ?s))",
      "(rewrite WRONG (concat ?x ?y ?d) (concat ?y ?x ?d) :when (data shape ?x ?s) :when (data shape ?y ?s))",
      "(rewrite WRONG (compute reduceMax ?x) (compute reduceSum ?x))",
      "(rewrite WRONG (transpose ?x ?p) ?x :when (data shape ?x ((?n ?n) ?c)))",
      "(rewrite WRONG (access ?x ?n) (access ?x 0))",
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    uint64_t matches[200] = {0};
    uint32_t compared = 0;
    bool seen = false;
    for (uint64_t i = 0; i < 60 && !seen; i++)
      seen = round_of(i, wrong[k], matches, &compared);
    if (!seen)
      fail_msg("not seen: %s", wrong[k]);
  }
}

//===--- figure 2 ---===//

// Evaluates a term of tensors A and B, whose element i is i % 7 - 3; checks its printed shape.
static EvalValue *figure(const char *a, const char *b, const char *text, const char *shape) {
  SmrOperators *ops = smr_operators_create();
  SmrRules rules = {0};
  SmrDiag diag = {0};
  SmrStr file = {0}, out = {0};
  SmrTerm t = {0};
  smr_str_printf(&file, "(include \"%s/pat/access.rules\")(data shape (make A (%s ())) (make B (%s ())))",
                 SMR_SOURCE_DIR, a, b);
  assert_true(smr_rules_parse(ops, "t", smr_str_get(&file), file.size, NULL, NULL, &rules, &diag));
  assert_true(smr_term_parse(ops, "t", text, strlen(text), 0, &t, &diag));
  SmrValue datum = smr_data_of_term(&rules, 0, ops, &t, smr_term_root(&t));
  if (datum)
    smr_value_print(smr_operators_values(ops), datum, &out);
  assert_string_equal(smr_str_get(&out), shape);
  EvalValue *values = calloc(t.nodes.size, sizeof *values), *result = malloc(sizeof *result);
  const EvalValue *children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < t.nodes.size; i++) {
    SmrOperator op = t.nodes.data[i].op;
    const char *name = smr_operator_name(ops, op);
    for (uint32_t k = 0; k < smr_operator_info(ops, op)->arity; k++)
      children[k] = &values[smr_term_children(&t, i)[k]];
    if (strcmp(name, "A") && strcmp(name, "B")) {
      assert_true(eval_node(ops, op, children, &values[i]));
      continue;
    }
    int64_t dims[EVAL_RANK];
    uint32_t two, extents[EVAL_RANK];
    SmrValues *v = smr_operators_values(ops);
    SmrValue leaf = smr_data_of_term(&rules, 0, ops, &t, i);
    uint32_t n = eval_list(v, smr_value_elements(v, leaf, &two)[0], dims);
    for (uint32_t k = 0; k < n; k++)
      extents[k] = (uint32_t)dims[k];
    eval_begin(&values[i], n, n, extents);
    for (uint32_t k = 0; k < values[i].size; k++)
      values[i].data[k] = (double)(k % 7) - 3;
  }
  memcpy(result, &values[smr_term_root(&t)], sizeof *result);
  free(values);
  smr_term_free(&t);
  smr_str_free(&file);
  smr_str_free(&out);
  smr_rules_free(&rules);
  smr_diag_free(&diag);
  smr_operators_destroy(ops);
  return result;
}

static double tensor(uint32_t i) {
  return (double)(i % 7) - 3;
}

static void G_F2a_conv2d(void **state) {
  (void)state;
  enum { N = 2, C = 3, H = 6, W = 7, O = 4, K = 3, S = 2, X = 2, Y = 3 };
  EvalValue *v = figure(
      "(2 3 6 7)", "(4 3 3 3)",
      "(transpose (squeeze (compute dotProd (cartProd (windows (access A 1) (quote (3 3 3)) (quote (1 2 2))) "
      "(access B 1))) 1) (quote (0 3 1 2)))",
      "((2 4 2 3) ())");
  for (uint32_t n = 0; n < N; n++)
    for (uint32_t o = 0; o < O; o++)
      for (uint32_t x = 0; x < X; x++)
        for (uint32_t y = 0; y < Y; y++) {
          double sum = 0;
          for (uint32_t c = 0; c < C; c++)
            for (uint32_t i = 0; i < K; i++)
              for (uint32_t j = 0; j < K; j++)
                sum += tensor(((n * C + c) * H + S * x + i) * W + S * y + j) *
                       tensor(((o * C + c) * K + i) * K + j);
          assert_true(v->data[((n * O + o) * X + x) * Y + y] == sum);
        }
  free(v);
}

static void G_F2b_matmul(void **state) {
  (void)state;
  EvalValue *v = figure("(4 3)", "(3 5)",
                        "(compute dotProd (cartProd (access A 1) (transpose (access B 1) (quote (1 0)))))",
                        "((4 5) ())");
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t j = 0; j < 5; j++) {
      double sum = 0;
      for (uint32_t k = 0; k < 3; k++)
        sum += tensor(i * 3 + k) * tensor(k * 5 + j);
      assert_true(v->data[i * 5 + j] == sum);
    }
  free(v);
}

static void G_F2c_maxpool(void **state) {
  (void)state;
  EvalValue *v =
      figure("(2 3 6 4)", "(1)", "(compute reduceMax (windows (access A 2) (quote (2 2)) (quote (2 2))))",
             "((2 3 3 2) ())");
  for (uint32_t nc = 0; nc < 6; nc++)
    for (uint32_t x = 0; x < 3; x++)
      for (uint32_t y = 0; y < 2; y++) {
        double most = -100;
        for (uint32_t k = 0; k < 4; k++) {
          double one = tensor((nc * 6 + 2 * x + k / 2) * 4 + 2 * y + k % 2);
          most = one > most ? one : most;
        }
        assert_true(v->data[(nc * 3 + x) * 2 + y] == most);
      }
  free(v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(G_rules_on_random_terms),
      cmocka_unit_test(test_wrong_rules_are_seen),
      cmocka_unit_test(G_F2a_conv2d),
      cmocka_unit_test(G_F2b_matmul),
      cmocka_unit_test(G_F2c_maxpool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
