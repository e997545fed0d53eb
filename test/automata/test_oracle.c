//===- test_oracle.c - the automata against the oracle ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Random idioms, several in one library; inputs are the idioms perturbed (which must match), mutated in one
// place, and unrelated. Both matchers must report the same matches with the same bindings.
//===----------------------------------------------------------------------===//
#include "automata/naive.h"
#include "test.h"

#include "../graph/random_graph.h"
#include "harness.h"

enum { PATTERNS = 8 };

typedef struct {
  SmrPattern patterns[PATTERNS];
  SmrGraph *idioms[PATTERNS];
  uint32_t count;
  SmrStr lines;                          // NUL-separated
  uint32_t line_count, expect, expected; // matches of pattern `expect` seen
  uint32_t pattern;                      // of a run of the oracle
} Library;

static void put_line(Library *l, uint32_t pattern, const SmrMatch *match) {
  smr_str_printf(&l->lines, "%u at", pattern);
  for (uint32_t k = 0; k < match->root_count; k++)
    smr_str_printf(&l->lines, " %u", match->roots[k]);
  smr_str_puts(&l->lines, ": ");
  harness_match_text(&l->patterns[pattern], match, &l->lines);
  smr_str_putc(&l->lines, 0);
  l->line_count++;
  l->expected += pattern == l->expect;
}

static bool from_automata(const SmrMatch *match, void *data) {
  put_line(data, match->pattern, match);
  return true;
}

static bool from_oracle(const SmrMatch *match, void *data) {
  Library *l = data;
  put_line(l, l->pattern, match);
  return true;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

// All lines sorted, as one text.
static char *take_lines(Library *l) {
  char **lines = calloc(l->line_count + 1, sizeof *lines), *at = l->lines.data;
  for (uint32_t k = 0; k < l->line_count; k++, at += strlen(at) + 1)
    lines[k] = at;
  qsort(lines, l->line_count, sizeof *lines, by_text);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (uint32_t k = 0; k < l->line_count; k++)
    smr_str_puts(&text, lines[k]);
  free(lines);
  smr_str_clear(&l->lines);
  l->line_count = 0;
  char *out = strdup(smr_str_get(&text));
  return out;
}

// Changes one thing of the graph; what it changes to may or may not matter.
static void mutate(SmrGraph *g, SmrRandom *r) {
  for (int tries = 0; tries < 100; tries++) {
    SmrOp op = 1 + smr_random_below(r, g->ops.size - 1);
    SmrOpData *o = smr_op(g, op);
    if (!o->block)
      continue;
    switch ((SmrOpcode)o->code) {
    case SMR_OP_CONST:
      o->imm += 1;
      return;
    case SMR_OP_FSUM:
      o->code = SMR_OP_FPROD;
      return;
    case SMR_OP_FPROD:
      o->code = SMR_OP_FSUM;
      return;
    case SMR_OP_ICMP:
      o->imm ^= 1;
      return;
    case SMR_OP_POLY: {
      uint32_t first = g->polys.data[o->poly].first, count = g->polys.data[o->poly].count;
      if (!count)
        continue;
      g->terms.data[first + smr_random_below(r, count)].coef *= 2;
      return;
    }
    case SMR_OP_LOAD:
    case SMR_OP_STORE: { // another array
      SmrBlock entry = smr_region_block(g, g->body);
      SmrOp def = smr_def(g, smr_operand(g, op, o->code == SMR_OP_STORE));
      if (!def || smr_op(g, def)->code != SMR_OP_ADDR)
        continue;
      SmrValue base = g->blocks.data[entry].args.data[smr_random_below(r, SMR_RANDOM_ARRAYS)];
      g->operands.data[smr_op(g, def)->operand_first] = base;
      return;
    }
    default:
      continue;
    }
  }
}

static uint32_t matched, compared, limited;

static void compare(Library *l, const SmrAutomata *automata, SmrScratch *scratch, SmrGraph *input,
                    const char *what, uint64_t seed) {
  SmrRunStats stats = {0};
  l->expected = 0;
  smr_automata_run(automata, input, scratch, from_automata, l, &stats);
  uint32_t by_automata = l->expected;
  char *mine = take_lines(l);
  if (stats.limits) {
    limited++;
    free(mine);
    return;
  }
  for (l->pattern = 0; l->pattern < l->count; l->pattern++)
    smr_naive_run(&l->patterns[l->pattern], l->idioms[l->pattern], input, from_oracle, l);
  char *theirs = take_lines(l);
  if (strcmp(mine, theirs) || (l->expect != UINT32_MAX && !by_automata)) {
    SmrStr text = {0};
    fprintf(stderr, "seed %llu, %s\nautomata:\n%soracle:\n%s", (unsigned long long)seed, what, mine, theirs);
    smr_graph_print(input, &text);
    for (uint32_t k = 0; k < l->count; k++) {
      smr_str_printf(&text, "// pattern %u\n", k);
      if (k == l->expect || l->expect == UINT32_MAX)
        smr_graph_print(l->idioms[k], &text);
    }
    fprintf(stderr, "%s", smr_str_get(&text));
    fail();
  }
  matched += mine[0] != 0;
  compared++;
  free(mine);
  free(theirs);
}

static void one_seed(uint64_t seed) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrRandom r = {seed};
  Library l = {0};
  for (uint32_t k = 0; k < PATTERNS; k++) {
    SmrDiag diag = {0};
    SmrGraph *g =
        smr_random_graph(symbols, "f", SMR_RANDOM_NORMAL, 1 + smr_random_below(&r, 6), smr_random_next(&r));
    bool ok = smr_pattern_create(&arena, g, &l.patterns[l.count], &diag);
    if (!ok) { // most often the result has nothing to do with the rest
      smr_op_set_operands(g, g->blocks.data[smr_region_block(g, g->body)].last, NULL, 0);
      ok = smr_pattern_create(&arena, g, &l.patterns[l.count], &diag);
    }
    if (ok)
      l.idioms[l.count++] = g;
    else
      smr_graph_destroy(g);
    smr_diag_free(&diag);
  }
  SmrBytes block = {0};
  SmrDiag diag = {0};
  assert_true(smr_automata_build(l.patterns, l.idioms, l.count, &block, &diag));
  const char *reason = "";
  SmrAutomata *automata = smr_automata_open(block.data, block.size, symbols, &reason);
  assert_non_null(automata);
  SmrScratch *scratch = smr_scratch_create();
  smr_scratch_collect_misses(scratch, true);
  for (uint32_t k = 0; k < l.count; k++) {
    SmrGraph *same = smr_random_perturb(l.idioms[k], SMR_PERTURB_ALL, smr_random_next(&r));
    l.expect = k;
    compare(&l, automata, scratch, same, "perturbed", seed);
    l.expect = UINT32_MAX;
    for (int m = 0; m < 3; m++) {
      mutate(same, &r);
      compare(&l, automata, scratch, same, "mutant", seed);
    }
    smr_graph_destroy(same);
  }
  SmrGraph *other = smr_random_graph(symbols, "g", SMR_RANDOM_NORMAL, 30, smr_random_next(&r));
  l.expect = UINT32_MAX;
  compare(&l, automata, scratch, other, "unrelated", seed);
  smr_graph_destroy(other);
  smr_scratch_destroy(scratch);
  smr_automata_close(automata);
  for (uint32_t k = 0; k < l.count; k++)
    smr_graph_destroy(l.idioms[k]);
  smr_str_free(&l.lines);
  smr_vec_free(&block);
  smr_diag_free(&diag);
  smr_intern_destroy(symbols);
}

TEST(random_libraries) {
  uint64_t from = 1 + test_seed(), count = test_rounds(60);
  for (uint64_t seed = from; seed < from + count; seed++)
    one_seed(seed);
  print_message("%u comparisons, %u with matches, %u given up\n", compared, matched, limited);
  assert_by_chance(matched > compared / 4);
  assert_by_chance(limited * 20 <= compared);
}
