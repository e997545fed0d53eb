//===- test_automata.c - the block and the machine as a whole --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"

#include "harness.h"

// Idioms built together, and their automata.
typedef struct {
  SmrIntern *symbols;
  SmrArena arena;
  SmrPattern *patterns;
  SmrGraph **idioms;
  uint32_t count;
  SmrBytes block;
  SmrAutomata *automata;
  SmrScratch *scratch;
  SmrRunStats stats;
  uint32_t found[64], found_count;
} Library;

static void build(Library *l, char *const *idioms, uint32_t count) {
  memset(l, 0, sizeof *l);
  l->symbols = smr_intern_create();
  l->count = count;
  l->patterns = calloc(count, sizeof *l->patterns);
  l->idioms = calloc(count, sizeof *l->idioms);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  for (uint32_t k = 0; k < count; k++) {
    l->idioms[k] = harness_graph(l->symbols, idioms[k]);
    assert_true(smr_pattern_create(&l->arena, l->idioms[k], &l->patterns[k], &diag));
  }
  assert_true(smr_automata_build(l->patterns, l->idioms, count, &l->block, &diag));
  const char *reason = "";
  l->automata = smr_automata_open(l->block.data, l->block.size, l->symbols, &reason);
  assert_string_equal(reason, "");
  assert_non_null(l->automata);
  l->scratch = smr_scratch_create();
}

static bool note(const SmrMatch *match, void *data) {
  Library *l = data;
  if (l->found_count < 64)
    l->found[l->found_count++] = match->pattern;
  return true;
}

static void run(Library *l, const char *input) {
  SmrGraph *g = harness_graph(l->symbols, input);
  memset(&l->stats, 0, sizeof l->stats);
  l->found_count = 0;
  smr_automata_run(l->automata, g, l->scratch, note, l, &l->stats);
  smr_graph_destroy(g);
}

static void destroy(Library *l) {
  smr_scratch_destroy(l->scratch);
  smr_automata_close(l->automata);
  for (uint32_t k = 0; k < l->count; k++)
    smr_graph_destroy(l->idioms[k]);
  free(l->idioms);
  free(l->patterns);
  smr_vec_free(&l->block);
  smr_arena_destroy(&l->arena);
  smr_intern_destroy(l->symbols);
}

static char *chain(uint32_t depth) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, "func @chain(%v0: f64) {\n");
  for (uint32_t k = 1; k <= depth; k++)
    smr_str_printf(&text, "  %%v%u = fsum %%v%u, %%v%u : f64\n", k, k - 1, k - 1);
  smr_str_printf(&text, "  return %%v%u\n}\n", depth);
  char *out = strdup(smr_str_get(&text));
  return out;
}

// x = x + x, 64 deep: 2^64 paths, but as many steps as nodes.
TEST(deep_sharing) {
  Library l;
  char *text = chain(64), *shorter = chain(63), *longer = chain(65);
  build(&l, &text, 1);
  run(&l, text);
  assert_int_equal(l.found_count, 1);
  assert_int_equal(l.stats.limits, 0);
  assert_true(l.stats.steps < 64 * 64 * 8); // every fsum is a candidate
  run(&l, shorter);
  assert_int_equal(l.found_count, 0);
  run(&l, longer);
  assert_int_equal(l.found_count, 2); // the inner 64, and the outer
  assert_true(l.block.size < 64 * 1024);
  destroy(&l);
  assert_non_null(strstr(harness_naive(text, text), "result"));
  free(text);
  free(shorter);
  free(longer);
}

static const char fill[] = "func @fill(%%x: ptr unique \"x\", %%n: i64 \"n\") {\n  %%c = const %u.0 : f64\n"
                           "  loop %%n () {\n  ^(%%i: i64):\n    %%o = poly 8*%%i\n    %%p = addr %%x, %%o\n"
                           "    store %%c, %%p\n    yield\n  }\n  return\n}\n";

static char *format(const char *text, uint32_t number) {
  char *out = malloc(2048);
  snprintf(out, 2048, text, number);
  return out;
}

// Patterns that differ in a constant share the rest; the work at a candidate doesn't grow with them.
TEST(many_patterns) {
  enum { MANY = 2000 };
  Library few, many;
  char **texts = calloc(MANY, sizeof *texts);
  for (uint32_t k = 0; k < MANY; k++)
    texts[k] = format(fill, k);
  build(&few, texts, 10);
  build(&many, texts, MANY);
  run(&few, texts[7]);
  assert_int_equal(few.found_count, 1);
  assert_int_equal(few.found[0], 7);
  run(&many, texts[7]);
  assert_int_equal(many.found_count, 1);
  assert_int_equal(many.found[0], 7);
  assert_int_equal(many.stats.steps, few.stats.steps);
  SMR_OWNED(SmrStr, smr_str_free) dump = {0};
  smr_automata_dump(many.automata, &dump);
  assert_non_null(strstr(smr_str_get(&dump), "control strings: 1,"));
  assert_non_null(strstr(smr_str_get(&dump), "data strings: 2000, states: 9,"));
  destroy(&few);
  destroy(&many);
  for (uint32_t k = 0; k < MANY; k++)
    free(texts[k]);
  free(texts);
}

// The wrapper's names and the order of its parameters don't matter; equal idioms all match, in the library's
// order.
TEST(equal_idioms) {
  char *texts[] = {
      "func @a(%x: ptr unique, %n: i64, %s: f64) {\n  loop %n () {\n  ^(%i: i64):\n    %o = poly 8*%i\n"
      "    %p = addr %x, %o\n    store %s, %p\n    yield\n  }\n  return\n}\n",
      "func @b(%v: f64, %k: i64, %y: ptr unique) {\n  loop %k () {\n  ^(%i: i64):\n    %o = poly 8*%i - 8\n"
      "    %p = addr %y, %o\n    store %v, %p\n    yield\n  }\n  return\n}\n"};
  Library l;
  build(&l, texts, 2);
  run(&l, texts[0]);
  assert_int_equal(l.found_count, 2);
  assert_int_equal(l.found[0], 0);
  assert_int_equal(l.found[1], 1);
  SMR_OWNED(SmrStr, smr_str_free) dump = {0};
  smr_automata_dump(l.automata, &dump);
  assert_non_null(strstr(smr_str_get(&dump), "data strings: 1,"));
  assert_non_null(strstr(smr_str_get(&dump), "0 a, 1 b: "));
  smr_str_clear(&dump);
  smr_automata_dot(l.automata, &dump);
  assert_non_null(strstr(smr_str_get(&dump), "digraph automata {"));
  destroy(&l);
}

// y(i) = a0(i) + … + a15(i) + last
static char *big_sum(const char *last) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, "func @f(%y: ptr unique, %n: i64, %k: i64");
  for (int k = 0; k < 16; k++)
    smr_str_printf(&text, ", %%a%d: ptr unique", k);
  smr_str_printf(&text,
                 ") {\n  loop %%n () {\n  ^(%%i: i64):\n    %%o = poly 8*%%i\n    %%oz = poly %s\n"
                 "    %%pz = addr %%y, %%oz\n    %%z = load %%pz : f64\n",
                 last);
  for (int k = 0; k < 16; k++)
    smr_str_printf(&text, "    %%p%d = addr %%a%d, %%o\n    %%e%d = load %%p%d : f64\n", k, k, k, k);
  smr_str_puts(&text, "    %s = fsum %z");
  for (int k = 0; k < 16; k++)
    smr_str_printf(&text, ", %%e%d", k);
  smr_str_puts(&text, " : f64\n    %p = addr %y, %o\n    store %s, %p\n    yield\n  }\n  return\n}\n");
  char *out = strdup(smr_str_get(&text));
  return out;
}

// 17! orders of operands, none of which fits: the one that does not is sought first.
TEST(budget) {
  Library l;
  char *idiom = big_sum("8*%i + 8"), *input = big_sum("8*%i + 16");
  build(&l, &idiom, 1);
  run(&l, idiom);
  assert_int_equal(l.found_count, 1);
  assert_int_equal(l.stats.limits, 0);
  run(&l, input);
  assert_int_equal(l.found_count, 0);
  assert_int_equal(l.stats.limits, 0);
  assert_true(l.stats.steps < 1000);
  destroy(&l);
  free(idiom);
  free(input);
}

TEST(near_miss) {
  Library l;
  char *idiom = format(fill, 1), *input = format(fill, 2);
  build(&l, &idiom, 1);
  smr_scratch_collect_misses(l.scratch, true);
  run(&l, input);
  uint32_t count;
  const SmrNearMiss *misses = smr_scratch_misses(l.scratch, &count);
  assert_int_equal(count, 1);
  assert_int_equal(misses[0].pattern, 0);
  assert_string_equal(misses[0].expected, "the constant 1");
  assert_string_equal(misses[0].found, "the constant 2");
  run(&l, idiom);
  smr_scratch_misses(l.scratch, &count);
  assert_int_equal(count, 0);
  destroy(&l);
  free(idiom);
  free(input);
}

static bool ignore(const SmrMatch *match, void *data) {
  (void)match;
  (void)data;
  return true;
}

static const char rich[] =
    "func @rich(%x: box \"x\", %y: ptr unique \"y\", %n: i64 \"n\", %m: i64 \"m\", %s: ptr unique \"s\", %c: "
    "i1 \"c\") {\n"
    "  %b = descr_addr %x\n  %sx = descr_stride 0 %x\n  %z = load %s : f64\n"
    "  %r = loop %n (%z) {\n  ^(%i: i64, %acc: f64):\n    %ox = poly %i*%sx\n    %px = addr %b, %ox\n"
    "    %vx = load %px : f64\n    %oy = poly 8*%i*%m - 8\n    %py = addr %y, %oy\n    %vy = load %py : f64\n"
    "    %k = fprod %vx, %vy : f64\n    %next = fsum %acc, %k : f64\n    if %c {\n      store %k, %py\n      "
    "yield\n"
    "    } else {\n      yield\n    }\n    yield %next\n  } : f64\n"
    "  loop %m () {\n  ^(%j: i64):\n    %oc = poly 4*%j\n    %pc = addr %y, %oc\n    %col = load %pc : i32\n"
    "    %o = poly 8*%col\n    %p = addr %y, %o\n    opaque<attrs \"a\"> \"odd.use\" %p\n    yield\n  }\n"
    "  %w = math \"sqrt\" %r : f64\n  store %w, %s\n  return\n}\n";

// Whatever the bytes: a clear refusal, or an automaton that runs to its end.
TEST(any_bytes) {
  Library l;
  char *text = (char *)rich;
  build(&l, &text, 1);
  run(&l, rich);
  assert_int_equal(l.found_count, 1);
  SmrGraph *g = harness_graph(l.symbols, rich);
  uint32_t *copy = malloc(l.block.size), opened = 0;
  const uint8_t flips[] = {0x01, 0x80, 0xff};
  for (uint32_t at = 0; at < l.block.size * 3; at++) {
    memcpy(copy, l.block.data, l.block.size);
    ((uint8_t *)copy)[at / 3] ^= flips[at % 3];
    const char *reason = NULL;
    SmrAutomata *a = smr_automata_open(copy, l.block.size, l.symbols, &reason);
    if (!a) {
      assert_non_null(reason);
      continue;
    }
    opened++;
    smr_automata_run(a, g, l.scratch, ignore, NULL, NULL);
    SmrStr dump = {0};
    smr_automata_dump(a, &dump);
    smr_automata_dot(a, &dump);
    smr_str_free(&dump);
    smr_automata_close(a);
  }
  assert_true(opened > 0);
  free(copy);
  for (uint32_t size = 0; size < l.block.size; size++) {
    const char *reason = NULL;
    void *cut = malloc(size + 1);
    memcpy(cut, l.block.data, size);
    assert_null(smr_automata_open(cut, size, l.symbols, &reason));
    assert_non_null(reason);
    free(cut);
  }
  smr_graph_destroy(g);
  destroy(&l);
}

// Building is a function of the idioms.
TEST(deterministic) {
  Library a, b;
  char *texts[] = {(char *)rich, chain(5), format(fill, 3)};
  build(&a, texts, 3);
  build(&b, texts, 3);
  assert_int_equal(a.block.size, b.block.size);
  assert_memory_equal(a.block.data, b.block.data, a.block.size);
  destroy(&a);
  destroy(&b);
  free(texts[1]);
  free(texts[2]);
  build(&a, NULL, 0); // no pattern at all
  run(&a, rich);
  assert_int_equal(a.found_count, 0);
  destroy(&a);
}

static void expect_limit(Library *l, SmrLimitKind kind) {
  uint32_t count;
  const SmrLimit *limits = smr_scratch_limits(l->scratch, &count);
  assert_int_equal(count, 1);
  assert_int_equal(limits[0].kind, kind);
  assert_true(limits[0].at && l->stats.limits);
  assert_non_null(smr_limit_text(kind));
}

static void expect_no_limit(Library *l) {
  uint32_t count;
  smr_scratch_limits(l->scratch, &count);
  assert_int_equal(count, 0);
}

/// A sum of as many operands as are looked at, and of one more; outside of loops nobody minds.
TEST(limit_operands) {
  Library l;
  char *idiom = big_sum("8*%i + 8");
  build(&l, &idiom, 1);
  for (uint32_t count = 64; count <= 65; count++)
    for (int loop = 0; loop < 2; loop++) {
      SmrStr text = {0};
      smr_str_printf(&text, "func @f(%%n: i64, %%x: f64) {\n%s", loop ? "loop %n () {\n^(%i: i64):\n" : "");
      smr_str_puts(&text, "  %s = fsum %x");
      for (uint32_t k = 1; k < count; k++)
        smr_str_puts(&text, ", %x");
      smr_str_printf(&text, " : f64\n%s  return\n}\n", loop ? "yield }\n" : "");
      run(&l, smr_str_get(&text));
      if (loop && count > 64)
        expect_limit(&l, SMR_LIMIT_OPERANDS);
      else
        expect_no_limit(&l);
      smr_str_free(&text);
    }
  destroy(&l);
  free(idiom);
}

// Two loops that set y and z, with ops between them.
static char *two_loops(uint32_t between) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, "func @f(%y: ptr unique, %z: ptr unique, %n: i64, %x: f64) {\n");
  for (int k = 0; k < 2; k++) {
    smr_str_printf(
        &text,
        "  loop %%n () {\n  ^(%%i%d: i64):\n    %%o%d = poly 8*%%i%d\n    %%p%d = addr %%%c, %%o%d\n"
        "    store %%x, %%p%d\n    yield\n  }\n",
        k, k, k, k, k ? 'z' : 'y', k, k);
    for (uint32_t c = 0; !k && c < between; c++)
      smr_str_printf(&text, "  %%c%u = const %u : i64\n", c, c);
  }
  smr_str_puts(&text, "  return\n}\n");
  char *out = strdup(smr_str_get(&text));
  return out;
}

TEST(limit_roots) {
  Library l;
  char *idiom = two_loops(0), *near = two_loops(4000), *far = two_loops(5000);
  build(&l, &idiom, 1);
  run(&l, near);
  assert_true(l.found_count > 0);
  expect_no_limit(&l);
  run(&l, far);
  assert_int_equal(l.found_count, 0);
  uint32_t count;
  const SmrLimit *limits = smr_scratch_limits(l.scratch, &count);
  assert_true(count >= 1 && limits[0].kind == SMR_LIMIT_ROOTS);
  run(&l, near); // told of the last run only
  expect_no_limit(&l);
  destroy(&l);
  free(idiom);
  free(near);
  free(far);
}

// y(i) = a0(i) + … + a15(i), then w(i) = `last`: all orders of the sum fit, and then none does.
static char *sum_and(const char *last) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, "func @f(%y: ptr unique, %w: ptr unique, %b: ptr unique, %n: i64");
  for (int k = 0; k < 16; k++)
    smr_str_printf(&text, ", %%a%d: ptr unique", k);
  smr_str_puts(&text, ") {\n  loop %n () {\n  ^(%i: i64):\n    %o = poly 8*%i\n    %q = addr %b, %o\n"
                      "    %other = load %q : f64\n");
  for (int k = 0; k < 16; k++)
    smr_str_printf(&text, "    %%p%d = addr %%a%d, %%o\n    %%e%d = load %%p%d : f64\n", k, k, k, k);
  smr_str_puts(&text, "    %s = fsum %e0");
  for (int k = 1; k < 16; k++)
    smr_str_printf(&text, ", %%e%d", k);
  smr_str_printf(&text,
                 " : f64\n    %%p = addr %%y, %%o\n    store %%s, %%p\n    %%r = addr %%w, %%o\n"
                 "    store %s, %%r\n    yield\n  }\n  return\n}\n",
                 last);
  char *out = strdup(smr_str_get(&text));
  return out;
}

TEST(limit_steps) {
  Library l;
  char *idiom = sum_and("%e0"), *input = sum_and("%other");
  build(&l, &idiom, 1);
  run(&l, idiom);
  assert_true(l.found_count > 0);
  expect_no_limit(&l);
  run(&l, input);
  assert_int_equal(l.found_count, 0);
  expect_limit(&l, SMR_LIMIT_STEPS);
  destroy(&l);
  free(idiom);
  free(input);
}
