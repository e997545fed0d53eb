//===- test_normalize_golden.c - each N-rule on small graphs ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every file of normalize/ is a graph, a line "//---- normal form", and the text that smr_normalize must make
// of it (SMR_UPDATE=1 in the environment writes it anew: read the difference). The normal form must be valid
// and must parse. Where the graph runs in the interpreter, both must leave the same memory and results.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "graph/random_graph.h"
#include "graph/ring.h"
#include "test.h"
#include <dirent.h>

static const char marker[] = "//---- normal form\n";
enum { MOST_ARGS = 16, ARRAY = 4096, RUNS = 12 };
static uint32_t failures;

static void wrong(const char *file, const char *why) {
  print_error("%s: %s\n", file, why);
  ++failures;
}

static SmrGraph *parse(SmrIntern *symbols, const char *file, const char *text, size_t size) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGraph *g = smr_graph_parse(symbols, file, text, size, &diag);
  bool ok = g && smr_graph_check(g, &diag);
  smr_diag_flush(&diag, stderr);
  if (!ok) {
    wrong(file, "not valid");
    smr_graph_destroy(g);
    return NULL;
  }
  return g;
}

static bool run(SmrInterp *in, const SmrGraph *g, uint64_t seed, unsigned char *memory) {
  *in = (SmrInterp){.numbers = &smr_ring, .max_steps = 100000};
  SmrRandom random = {seed};
  SmrCell args[MOST_ARGS] = {{0}};
  SmrBlock entry = smr_region_block(g, g->body);
  uint32_t count = g->blocks.data[entry].args.size;
  assert_true(count <= MOST_ARGS);
  for (uint32_t k = 0; k < count; k++) {
    SmrType type = smr_value_type(g, g->blocks.data[entry].args.data[k]);
    unsigned char *array = memory + (size_t)k * ARRAY;
    for (uint32_t i = 0; i < ARRAY; i += 8) {
      SmrCell cell = {.i = (int64_t)smr_random_below(&random, 9)};
      memcpy(array + i, &cell, 8);
    }
    args[k].i = type == SMR_I1 ? smr_random_below(&random, 2) : (int64_t)smr_random_below(&random, 9) - 3;
    if (smr_type_is_complex(type))
      args[k].im.i = (int64_t)smr_random_below(&random, 9) - 3;
    if (type == SMR_PTR) // from the middle: offsets of both signs are inside
      args[k].i = smr_interp_memory(in, array, ARRAY) + ARRAY / 2;
  }
  return smr_interp_run(in, g, args, count);
}

static bool same_results(const SmrInterp *a, const SmrInterp *b) {
  bool same = a->out.size == b->out.size;
  for (uint32_t k = 0; same && k < a->out.size; k++)
    same = a->out.data[k].i == b->out.data[k].i && a->out.data[k].im.i == b->out.data[k].im.i;
  return same;
}

static uint32_t compare_runs(const char *file, const SmrGraph *before, const SmrGraph *after) {
  static unsigned char memory[2][MOST_ARGS * ARRAY];
  memset(memory, 0, sizeof memory);
  uint32_t done = 0;
  for (uint64_t seed = 1; seed <= RUNS; seed++) {
    SmrInterp runs[2];
    bool ok = run(&runs[0], before, seed, memory[0]), again = run(&runs[1], after, seed, memory[1]);
    if (ok && !again)
      wrong(file, "the normal form traps");
    else if (ok && memcmp(memory[0], memory[1], sizeof memory[0]) != 0)
      wrong(file, "the normal form leaves another memory");
    else if (ok && !same_results(&runs[0], &runs[1]))
      wrong(file, "the normal form has another result");
    done += ok;
    smr_interp_free(&runs[0]);
    smr_interp_free(&runs[1]);
  }
  return done;
}

static uint32_t golden(const char *file) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, out = {0};
  const char *reason = NULL;
  if (!smr_read_file(file, &text, &reason))
    fail_msg("%s: %s", file, reason);
  const char *whole = smr_str_get(&text), *mark = strstr(whole, marker);
  size_t input = mark ? (size_t)(mark - whole) : text.size;
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *before = parse(symbols, file, whole, input), *after = parse(symbols, file, whole, input);
  uint32_t runs = 0;
  if (before && after) {
    smr_normalize(after);
    smr_graph_print(after, &out);
    smr_graph_destroy(parse(symbols, file, smr_str_get(&out), out.size));
    runs = strstr(whole, "(Not run") ? 0 : compare_runs(file, before, after);
  }
  const char *update = getenv("SMR_UPDATE");
  if (update && *update == '1') {
    SmrStr all = {0};
    smr_str_append(&all, whole, input);
    smr_str_puts(&all, marker);
    smr_str_puts(&all, smr_str_get(&out));
    assert_true(smr_write_file(file, smr_str_get(&all), all.size, &reason));
    smr_str_free(&all);
  } else if (!mark || strcmp(mark + strlen(marker), smr_str_get(&out)) != 0) {
    wrong(file, "another normal form:");
    print_error("%s", smr_str_get(&out));
  }
  smr_graph_destroy(before);
  smr_graph_destroy(after);
  smr_intern_destroy(symbols);
  return runs;
}

static int is_graph(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 6 && strcmp(entry->d_name + length - 6, ".graph") == 0;
}

TEST(all) {
  struct dirent **entries;
  int count = scandir(SMR_SOURCE_DIR "/test/graph/normalize", &entries, is_graph, alphasort);
  assert_true(count > 0);
  uint32_t ran = 0;
  for (int i = 0; i < count; i++) {
    char file[512];
    snprintf(file, sizeof file, SMR_SOURCE_DIR "/test/graph/normalize/%s", entries[i]->d_name);
    ran += golden(file) > 0;
    free(entries[i]);
  }
  free(entries);
  assert_int_equal(failures, 0);
  assert_true(ran * 2 > (uint32_t)count); // most of them run
}
