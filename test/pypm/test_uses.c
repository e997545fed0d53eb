//===- test_uses.c - guards that ask how often a term is used ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Random rules, some of whose guards ask for uses, on random
// graphs of shared terms; each answer is compared with what one counts on the graph as it is by then, from
// its roots down.
//===----------------------------------------------------------------------===//
#include "fixture.h"
#include "pypm/rewrite_internal.h"
#include "random_pattern.h"
#include "test.h"

static const SmrPypmRewriteOptions defaults = SMR_PYPM_DEFAULT_REWRITE;

// Rules by hand.

/// What t becomes.
static void becomes(const char *text, const char *expected) {
  SmrPypmFile *file = pypm_file(text);
  SmrPypmLibrary library = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  bool ok = smr_pypm_library_build(file, &library, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
  SmrPypmRewriter *rewriter = smr_pypm_rewriter_create(&library, defaults);
  smr_pypm_term_print(file->terms, smr_pypm_rewrite(rewriter, smr_pypm_file_term(file, "t")), 9, &out);
  assert_string_equal(smr_str_get(&out), expected);
  smr_pypm_rewriter_destroy(rewriter);
  smr_pypm_library_free(&library);
  smr_pypm_file_destroy(file);
}

#define FUSE                                                                                                 \
  "pattern P(x, y) = exists z. f(z); (b(x, y) ~ z); guard(z.uses = 1)\n"                                     \
  "rule Fuse for P(x, y) { => m(x, y) }\n"

TEST(one_use_is_one) {
  becomes(FUSE "term t = f(b(c, c1))", "m(c, c1)");
  becomes(FUSE "term t = g(f(b(c, c1)))", "g(m(c, c1))");
}

TEST(another_use_is_another) {
  becomes(FUSE "term p = b(c, c1) term t = add(f(p), p)", "add(f(b(c, c1)), b(c, c1))");
  becomes(FUSE "term p = b(c, c1) term t = add(f(p), g(g(p)))", "add(f(b(c, c1)), g(g(b(c, c1))))");
}

TEST(both_operands_are_two_uses) {
  becomes("pattern P(x) = f(x); guard(x.uses = 1) pattern Q(x) = b(x, x); guard(x.uses = 2)\n"
          "rule R for P(x) { => g(x) } rule S for Q(x) { => neg(x) } term t = b(f(c), f(c))",
          "neg(g(c))");
}

/// Two users that are one term are one.
TEST(equal_users_are_one) {
  becomes(FUSE "term t = add(f(b(c, c1)), g(f(b(c, c1))))", "add(m(c, c1), g(m(c, c1)))");
}

/// The other user was rewritten, and does not use it any more; or uses it only since then.
TEST(uses_are_those_by_then) {
  becomes(FUSE "pattern G(x, y) = g(b(x, y)) rule Other for G(x, y) { => neg(x) }\n"
               "term p = b(c, c1) term t = add(g(p), f(p))",
          "add(neg(c), m(c, c1))");
  becomes(FUSE "pattern G(x) = g(x) rule Other for G(x) { => b(x, c1) }\n"
               "term t = add(g(c), f(b(c, c1)))",
          "add(b(c, c1), f(b(c, c1)))");
}

/// What a rule's branch asks.
TEST(branches_ask) {
  becomes("pattern P(x) = f(x) rule R for P(x) { when (x.uses > 1) => g(x); => neg(x) }\n"
          "term t = b(f(c), b(f(c1), c1))",
          "b(neg(c), b(g(c1), c1))");
  becomes("op n{k}(1) pattern P(x) = f(x) rule R for P(x) { => n{k = x.uses}(x) } term t = b(f(c), c)",
          "b(n{k = 2}(c), c)");
}

/// The results of one op use its operands once.
TEST(results_of_one_op_are_one_user) {
  becomes("pattern P(x) = exists z. split#1(z); (f(x) ~ z); guard(z.uses = 1)\n"
          "rule R for P(x) { => neg(x) } term p = f(c) term t = b(split#0(p), split#1(p))",
          "b(split#0(f(c)), neg(c))");
  becomes("pattern P(x) = exists z. split#1(z); (f(x) ~ z); guard(z.uses = 1)\n"
          "rule R for P(x) { => neg(x) } term p = f(c) term t = b(split#0(p), add(p, split#1(p)))",
          "b(split#0(f(c)), add(f(c), split#1(f(c))))");
  // The operand is rewritten before either of them.
  becomes("pattern P(x) = exists z. split#1(z); (f(x) ~ z); guard(z.uses = 1)\n"
          "pattern Q(x) = g(x) rule A for Q(x) { => f(x) }\n"
          "rule R for P(x) { => neg(x) } term p = g(c) term t = b(split#0(p), split#1(p))",
          "b(split#0(f(c)), neg(c))");
}

/// Where nobody counts, a guard does not hold, and neither does its opposite.
TEST(unknown_where_nobody_counts) {
  pypm_expect_match("pattern P(x) = f(x); guard(x.uses = 1) term t = f(c)", "failure");
  pypm_expect_match("pattern P(x) = f(x); guard(x.uses != 1) term t = f(c)", "failure");
  pypm_expect_match("pattern P(x) = f(x); guard(x.uses = 1 || x.rank = 0) term t = f(c : f32[])",
                    "{x = c : f32[]}");
}

TEST(mistakes) {
  static const char *const cases[][2] = {
      {"pattern P(F/1, x) = F(x); guard(F.uses = 1)", "1:35: no operator has an attribute 'uses'\n"},
      {"pattern P(x) = x; guard(x.uses = f32)", "1:34: a number is compared with a symbol\n"},
      {"pattern P(x, y) = f(x); guard(y.uses = 1)",
       "1:25: the guard can never be evaluated: 'y' is not bound on every path here\n"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char *messages = pypm_messages(cases[k][0]);
    assert_string_equal(messages, cases[k][1]);
    free(messages);
  }
}

// By chance.

#define ROOTS 3
#define RULES 6

typedef struct {
  PypmRandom random;
  SmrPypmFile *file;
  SmrPypmLibrary library;
  SmrPypmRewriter *rewriter;
  uint64_t libraries, asked, exact, several, gone, fired, cycles, kept;
} Run;

/// The graph as it is: how often each term is used by terms that are used. What stays as it was is beside
/// what it became.
typedef struct {
  const SmrPypmRewriter *r;
  SmrPypmNumbers counts, list; // by term; terms whose operands are yet to be counted
  SmrIntern *ops;              // that were counted: an op's results are one
  bool held;
  bool early; // results are one op's where their operands will be the same
} Count;

/// What a term is by now: its result, or the frame in whose way it is.
static uint32_t by_now(const SmrPypmRewriter *r, uint32_t term) {
  const SmrPypmFact *fact = &r->facts.data[term];
  if (fact->result)
    return fact->result == term ? term : by_now(r, fact->result);
  for (uint32_t k = r->frames.size; k; k--)
    if (fact->step && r->frames.data[k - 1].path < fact->step)
      return r->frames.data[k - 1].now == term ? term : by_now(r, r->frames.data[k - 1].now);
  return term;
}

static uint32_t seen_as(const Count *c, uint32_t term) {
  return c->held ? term : by_now(c->r, term);
}

static void count_use(Count *c, uint32_t term, uint32_t times) {
  term = seen_as(c, term);
  if (!c->counts.data[term])
    smr_vec_push(&c->list, term);
  c->counts.data[term] += times;
}

/// Not yet another result's.
static bool is_new(Count *c, uint32_t term) {
  const SmrPypmTerms *terms = c->r->terms;
  const SmrPypmTerm *t = smr_pypm_term_get(terms, term);
  const SmrPypmHead *head = &terms->heads.data[t->head];
  SMR_OWNED(SmrStr, smr_str_free) key = {0};
  if (head->op == SMR_PYPM_CONSTANT || terms->signature->operators.data[head->op].results == 1)
    return true;
  smr_str_printf(&key, "%u %lld", head->op, (long long)head->attributes[0].number);
  for (uint32_t k = 0; k < t->count; k++)
    smr_str_printf(&key, " %u",
                   c->early ? seen_as(c, smr_pypm_operand(terms, term, k))
                            : smr_pypm_operand(terms, term, k));
  uint32_t before = smr_intern_count(c->ops);
  smr_intern(c->ops, smr_str_get(&key));
  return smr_intern_count(c->ops) > before;
}

/// Of all that is used; `stays`: terms that stay on what their operands were are for the held ones.
static void count_list(Count *c, SmrPypmNumbers *stays) {
  while (c->list.size) {
    uint32_t term = smr_vec_pop(&c->list);
    if (stays && c->r->facts.data[term].as_is)
      smr_vec_push(stays, term);
    else if (is_new(c, term))
      for (uint32_t k = 0; k < smr_pypm_term_get(c->r->terms, term)->count; k++)
        count_use(c, smr_pypm_operand(c->r->terms, term, k), 1);
  }
}

static Count begin_count(const SmrPypmRewriter *r, bool held, bool early) {
  Count c = {.r = r, .ops = smr_intern_create(), .held = held, .early = early};
  for (uint32_t k = 0; k < r->facts.size; k++)
    smr_vec_push(&c.counts, 0);
  for (uint32_t k = 0; k < r->roots.size; k++)
    if (r->roots.data[k].kept == held)
      count_use(&c, r->roots.data[k].term, r->roots.data[k].count);
  return c;
}

static uint32_t end_count(Count *c, uint32_t term) {
  uint32_t count = c->counts.data[seen_as(c, term)];
  smr_vec_free(&c->counts);
  smr_vec_free(&c->list);
  smr_intern_destroy(c->ops);
  return count;
}

static uint32_t count_anew(const SmrPypmRewriter *r, uint32_t term, bool early) {
  Count live = begin_count(r, false, early), held = begin_count(r, true, early);
  SmrPypmNumbers stays = {0};
  count_list(&live, &stays);
  for (uint32_t k = 0; k < stays.size; k++)
    if (is_new(&held, stays.data[k]))
      for (uint32_t i = 0; i < smr_pypm_term_get(r->terms, stays.data[k])->count; i++)
        count_use(&held, smr_pypm_operand(r->terms, stays.data[k], i), 1);
  count_list(&held, NULL);
  smr_vec_free(&stays);
  return end_count(&live, term) + end_count(&held, term);
}

/// Is what is being rewritten part of what it became? That is about to be undone, and till then no graph.
static bool is_round(const SmrPypmRewriter *r) {
  SmrPypmNumbers below = {0};
  bool round = false;
  for (uint32_t k = 0; !round && k < r->path.size; k++) {
    uint32_t term = r->path.data[k].term, at = by_now(r, term);
    smr_pypm_subterms(r->terms, at, &below);
    for (uint32_t i = 0; at != term && i < below.size; i++)
      round |= below.data[i] == term;
  }
  smr_vec_free(&below);
  return round;
}

/// Where of an op's results some are rebuilt and others not yet, the two counts differ.
static uint32_t checked_uses(void *self, uint32_t term) {
  Run *run = self;
  uint32_t kept = smr_pypm_rewriter_uses(run->rewriter, term);
  if (is_round(run->rewriter))
    return kept;
  uint32_t least = count_anew(run->rewriter, term, true), most = count_anew(run->rewriter, term, false);
  run->asked++;
  run->exact += least == most;
  run->several += most > 1;
  run->gone += !most;
  assert_in_range(kept, least, most);
  return kept;
}

static const char *const heads[] = {"f", "g", "b", "add", "s#0{n = 1}", "s#1{n = 1}"};
static const uint32_t arities[] = {1, 1, 2, 2, 1, 1};

/// A pattern and a new term of operators on x and y: the first leaves are these.
static void random_tree(Run *run, uint32_t depth, uint32_t *leaves, SmrStr *out) {
  uint32_t k = pypm_random(&run->random, 6);
  if (!depth) {
    uint32_t leaf = (*leaves)++;
    smr_str_puts(out, leaf > 1 && pypm_random(&run->random, 2) ? "x" : leaf ? "y" : "x");
    return;
  }
  smr_str_puts(out, heads[k]);
  for (uint32_t i = 0; i < arities[k]; i++) {
    smr_str_puts(out, i ? ", " : "(");
    random_tree(run, pypm_random(&run->random, 3) ? depth - 1 : 0, leaves, out);
  }
  smr_str_putc(out, ')');
}

/// Two trees below an operator; the first one's uses are asked for at times.
static void random_alternate(Run *run, const char *guard, SmrStr *out) {
  bool asks = pypm_random(&run->random, 2);
  uint32_t leaves = 0;
  smr_str_printf(out, "%s%s(%s", asks ? "(exists z. " : "(", pypm_random(&run->random, 2) ? "b" : "add",
                 asks ? "(z; (" : "");
  random_tree(run, pypm_random(&run->random, 3), &leaves, out);
  smr_str_puts(out, asks ? " ~ z)), " : ", ");
  leaves = 1;
  random_tree(run, pypm_random(&run->random, 2), &leaves, out);
  smr_str_printf(out, asks ? "); guard(z.uses %s))" : "))", guard);
}

static void random_rule(Run *run, uint32_t number, SmrStr *out) {
  static const char *const of_z[] = {"= 1", "> 1", "< 3", "!= 2"};
  static const char *const guards[] = {"x.uses = 1",
                                       "x.uses > 1",
                                       "y.uses < 3 || x.uses = 1",
                                       "y.uses + x.uses = 3",
                                       "x.uses != 2 && y.uses > 0",
                                       "1 = 1"};
  uint32_t leaves = 0;
  smr_str_printf(out, "pattern P%u(x, y) = ", number);
  random_alternate(run, of_z[pypm_random(&run->random, 4)], out);
  smr_str_puts(out, " || ");
  random_alternate(run, of_z[pypm_random(&run->random, 4)], out);
  smr_str_printf(out, "\nrule R%u for P%u(x, y) { when (%s) => ", number, number,
                 guards[pypm_random(&run->random, 6)]);
  random_tree(run, pypm_random(&run->random, 4), &leaves, out);
  smr_str_printf(out, " }\npattern Q%u(x) = %s(x)\nrule S%u for Q%u(x) { when (%s) => ", number,
                 heads[pypm_random(&run->random, 2)], number, number, guards[pypm_random(&run->random, 2)]);
  smr_str_printf(out, "%s(%s(x)) }\n", heads[4 + pypm_random(&run->random, 2)],
                 heads[pypm_random(&run->random, 2)]);
}

/// Terms on earlier ones, mostly on the last.
static void random_graph(Run *run, SmrStr *out) {
  uint32_t count = 6 + pypm_random(&run->random, 12);
  smr_str_puts(out, "term t0 = c term t1 = d\n");
  for (uint32_t n = 2; n < count; n++) {
    uint32_t k = pypm_random(&run->random, 6);
    smr_str_printf(out, "term t%u = %s", n, heads[k]);
    for (uint32_t i = 0; i < arities[k]; i++)
      smr_str_printf(out, "%st%u", i ? ", " : "(", n - 1 - pypm_random(&run->random, n < 4 ? n : 4));
    smr_str_puts(out, ")\n");
  }
  for (uint32_t k = 0; k < ROOTS; k++)
    smr_str_printf(out, "term r%u = t%u\n", k, count - 1 - pypm_random(&run->random, 4));
}

static bool read_items(Run *run, const SmrStr *text, SmrDiag *diag) {
  return smr_pypm_file_read(run->file, "random", smr_str_get(text), text->size, diag);
}

/// Rules that load.
static void add_rules(Run *run) {
  for (uint32_t k = 0; k < RULES; k++) {
    SmrStr text = {0};
    SmrDiag diag = {0};
    SmrPypmFile *alone = smr_pypm_file_create();
    SmrPypmLibrary library = {0};
    random_rule(run, k, &text);
    if (smr_pypm_file_read(alone, "random", pypm_random_operators, strlen(pypm_random_operators), &diag) &&
        smr_pypm_file_read(alone, "random", smr_str_get(&text), text.size, &diag) &&
        smr_pypm_library_build(alone, &library, &diag))
      assert_true(read_items(run, &text, &diag));
    smr_pypm_library_free(&library);
    smr_pypm_file_destroy(alone);
    smr_diag_free(&diag);
    smr_str_free(&text);
  }
}

/// (The rewriter sets who answers when it begins; here that is asked first.)
static void rewrite_all(Run *run) {
  uint32_t roots[ROOTS];
  char name[16];
  smr_pypm_rewriter_begin_graph(run->rewriter);
  for (uint32_t k = 0; k < ROOTS; k++) {
    snprintf(name, sizeof name, "r%u", k);
    roots[k] = smr_pypm_file_term(run->file, name);
    smr_pypm_rewriter_use(run->rewriter, roots[k], 1 + k % 2);
  }
  for (uint32_t k = 0; k < ROOTS; k++) {
    uint32_t result = smr_pypm_rewrite(run->rewriter, roots[k]);
    if (result != roots[k] && !pypm_random(&run->random, 4)) { // it cannot be written
      smr_pypm_rewriter_keep(run->rewriter, roots[k]);
      run->kept++;
    }
  }
}

static void check_library(Run *run) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  uint32_t count;
  run->file = smr_pypm_file_create();
  run->library = (SmrPypmLibrary){0};
  smr_str_puts(&text, pypm_random_operators);
  random_graph(run, &text);
  assert_true(read_items(run, &text, &diag));
  add_rules(run);
  assert_true(smr_pypm_library_build(run->file, &run->library, &diag));
  SmrPypmRewriteOptions options = defaults;
  options.depth = 20;
  options.firings = 100;
  run->rewriter = smr_pypm_rewriter_create(&run->library, options);
  run->rewriter->answer = checked_uses;
  run->rewriter->who = run;
  rewrite_all(run);
  rewrite_all(run); // another graph, of the same terms
  const SmrPypmEvent *events = smr_pypm_rewriter_events(run->rewriter, &count);
  for (uint32_t k = 0; k < count; k++) {
    run->fired += events[k].kind == SMR_PYPM_EVENT_FIRED;
    run->cycles += events[k].kind >= SMR_PYPM_EVENT_CYCLE;
  }
  run->libraries++;
  smr_pypm_rewriter_destroy(run->rewriter);
  smr_pypm_library_free(&run->library);
  smr_pypm_file_destroy(run->file);
}

TEST(kept_counts_are_the_graph_s) {
  Run run = {.random = 0x853c49e6748fea9bu + test_seed()};
  uint64_t libraries = test_rounds(2000);
  while (run.libraries < libraries)
    check_library(&run);
  printf("%llu libraries: %llu asked, %llu known exactly, %llu used several times, %llu gone; %llu firings, "
         "%llu cycles, %llu "
         "kept\n",
         (unsigned long long)run.libraries, (unsigned long long)run.asked, (unsigned long long)run.exact,
         (unsigned long long)run.several, (unsigned long long)run.gone, (unsigned long long)run.fired,
         (unsigned long long)run.cycles, (unsigned long long)run.kept);
  assert_by_chance(run.asked > run.libraries && run.exact * 10 > run.asked * 9 && run.several && run.fired);
  assert_by_chance(run.cycles && run.kept);
}
