//===- bench_match.c - how matching scales ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Two tables: one input of 10,000 ops against 100, 2,000, 10,000 and 100,000 patterns (time must stay flat),
// and one library against inputs of 10^3 … 10^6 ops (time per op must stay flat). The patterns are matrix
// products, scalings and updates that differ in a constant, in a function's name, in a stride, in a trip
// count; the input holds some of them and near misses of all. `open cold` is the first time that the bytes
// are looked at, `open warm` the second.
//
//   bench_match [--json FILE] [most patterns] [most ops]
//===----------------------------------------------------------------------===//
#include "automata/automata.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// The statement that variant k is, in the text form. In the texts # stands for `id`, with which all names
/// end, and @ for what tells the variant from others: a constant, a function's name, a stride, the trip count
/// of the innermost of three loops.
static void put_variant(SmrStr *out, uint32_t k, uint32_t id) {
  static const char *const texts[] = {
      "  %c# = const @.0 : f64\n  loop %n () {\n  ^(%i#: i64):\n    %o# = poly 8*%i#\n    %p# = addr %a, "
      "%o#\n"
      "    %e# = load %p# : f64\n    %v# = fprod %c#, %e# : f64\n    store %v#, %p#\n    yield\n  }\n",
      "  loop %n () {\n  ^(%i#: i64):\n    %o# = poly 8*%i#\n    %p# = addr %a, %o#\n    %e# = load %p# : "
      "f64\n"
      "    %v# = math \"f@\" %e# : f64\n    store %v#, %p#\n    yield\n  }\n",
      "  loop %n () {\n  ^(%i#: i64):\n    %o# = poly @*%i#\n    %p# = addr %a, %o#\n    store %x, %p#\n    "
      "yield\n  }\n",
      "  loop %n () {\n  ^(%i#: i64):\n    loop %n () {\n    ^(%j#: i64):\n      %oc# = poly 8*%i# + "
      "8*%j#*%n\n"
      "      %pc# = addr %c, %oc#\n      %z# = load %pc# : f64\n      %t# = const @ : i64\n"
      "      %r# = loop %t# (%z#) {\n      ^(%k#: i64, %s#: f64):\n        %oa# = poly 8*%i# + 8*%k#*%n\n"
      "        %pa# = addr %a, %oa#\n        %ea# = load %pa# : f64\n        %ob# = poly 8*%k# + 8*%j#*%n\n"
      "        %pb# = addr %b, %ob#\n        %eb# = load %pb# : f64\n        %m# = fprod %ea#, %eb# : f64\n"
      "        %u# = fsum %s#, %m# : f64\n        yield %u#\n      } : f64\n      store %r#, %pc#\n      "
      "yield\n    }\n"
      "    yield\n  }\n"};
  for (const char *at = texts[k % 4]; *at; at++)
    if (*at == '#')
      smr_str_printf(out, "_%u", id);
    else if (*at == '@')
      smr_str_printf(out, "%u", (k / 4 + 2) * (k % 4 == 2 ? 8 : 1));
    else
      smr_str_putc(out, *at);
}

static SmrGraph *parse(SmrIntern *symbols, const SmrStr *text) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGraph *g = smr_graph_parse(symbols, "bench", text->data, text->size, &diag);
  if (!g) {
    smr_diag_flush(&diag, stderr);
    exit(1);
  }
  return g;
}

static SmrGraph *function(SmrIntern *symbols, const uint32_t *variants, uint32_t count) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, "func @f(%a: ptr unique, %b: ptr unique, %c: ptr unique, %n: i64, %x: f64) {\n");
  for (uint32_t k = 0; k < count; k++)
    put_variant(&text, variants[k], k);
  smr_str_puts(&text, "  return\n}\n");
  SmrGraph *g = parse(symbols, &text);
  return g;
}

// `statements` variants among the first `range`, in a fixed mixture.
static SmrGraph *input(SmrIntern *symbols, uint32_t statements, uint32_t range) {
  uint32_t *variants = smr_xcalloc(statements + 1, sizeof *variants);
  uint64_t seed = 1;
  for (uint32_t k = 0; k < statements; k++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    variants[k] = (uint32_t)(seed >> 33) % range;
  }
  SmrGraph *g = function(symbols, variants, statements);
  free(variants);
  return g;
}

static bool note(const SmrMatch *match, void *data) {
  (void)match;
  ++*(uint64_t *)data;
  return true;
}

typedef struct {
  SmrBytes block;
  double build, open, again;
  SmrAutomata *automata;
} Library;

static Library library(SmrIntern *symbols, uint32_t count) {
  Library l = {0};
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPattern *patterns = smr_xcalloc(count, sizeof *patterns);
  SmrGraph **graphs = smr_xcalloc(count, sizeof *graphs);
  double start = now();
  for (uint32_t k = 0; k < count; k++) {
    graphs[k] = function(symbols, &k, 1);
    if (!smr_pattern_create(&arena, graphs[k], &patterns[k], &diag)) {
      smr_diag_flush(&diag, stderr);
      exit(1);
    }
  }
  if (!smr_automata_build(patterns, graphs, count, &l.block, &diag))
    exit(1);
  l.build = now() - start;
  const char *reason = "";
  start = now();
  l.automata = smr_automata_open(l.block.data, l.block.size, symbols, &reason);
  l.open = now() - start;
  start = now();
  SmrAutomata *second = smr_automata_open(l.block.data, l.block.size, symbols, &reason);
  l.again = now() - start;
  if (second)
    smr_automata_close(second);
  if (!l.automata) {
    fprintf(stderr, "%s\n", reason);
    exit(1);
  }
  for (uint32_t k = 0; k < count; k++)
    smr_graph_destroy(graphs[k]);
  free(graphs);
  free(patterns);
  return l;
}

static void row(const Library *l, SmrGraph *g, uint32_t patterns, FILE *json) {
  SmrScratch *scratch = smr_scratch_create();
  double best = 1e9;
  SmrRunStats stats = {0};
  uint64_t found = 0;
  for (int k = 0; k < 20; k++) {
    stats = (SmrRunStats){0};
    found = 0;
    double start = now();
    smr_automata_run(l->automata, g, scratch, note, &found, &stats);
    double time = now() - start;
    best = time < best ? time : best;
  }
  uint32_t ops = g->ops.size - 1;
  printf("%9u %9u %9.2f %9.3f %9.3f %10.1f %9.3f %8.0f %10llu %9llu %9llu %7llu\n", patterns, ops, l->build,
         l->open * 1e3, l->again * 1e3, (double)l->block.size / 1024, best * 1e3, best * 1e9 / ops,
         (unsigned long long)stats.candidates, (unsigned long long)stats.steps, (unsigned long long)found,
         (unsigned long long)stats.limits);
  if (json)
    fprintf(json, "%s{\"patterns\": %u, \"ops\": %u, \"open_ms\": %.4f, \"run_ms\": %.4f}",
            ftell(json) > 1 ? ",\n" : "", patterns, ops, l->open * 1e3, best * 1e3);
  fflush(stdout);
  smr_scratch_destroy(scratch);
}

int main(int argc, char **argv) {
  FILE *json = NULL;
  if (argc > 2 && !strcmp(argv[1], "--json")) {
    json = fopen(argv[2], "w");
    if (!json) {
      perror(argv[2]);
      return 1;
    }
    argc -= 2;
    argv += 2;
  }
  uint32_t most_patterns = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 100000;
  uint32_t most_ops = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1000000;
  printf("%9s %9s %9s %9s %9s %10s %9s %8s %10s %9s %9s %7s\n", "patterns", "ops", "build s", "cold ms",
         "warm ms", "block KiB", "run ms", "ns/op", "candidates", "steps", "matches", "limits");
  if (json)
    fputc('[', json);
  static const uint32_t counts[] = {100, 2000, 10000, 100000};
  for (uint32_t k = 0; k < sizeof counts / sizeof *counts && counts[k] <= most_patterns; k++) {
    SmrIntern *symbols = smr_intern_create();
    Library l = library(symbols, counts[k]);
    SmrGraph *g = input(symbols, 10000 / 11, 100); // the same program each time
    row(&l, g, counts[k], json);
    smr_graph_destroy(g);
    smr_automata_close(l.automata);
    smr_vec_free(&l.block);
    smr_intern_destroy(symbols);
  }
  if (json) {
    fputs("]\n", json);
    fclose(json);
  }
  SmrIntern *symbols = smr_intern_create();
  Library l = library(symbols, 1000);
  for (uint32_t ops = 1000; ops <= most_ops; ops *= 10) {
    SmrGraph *g = input(symbols, ops / 11, 2000); // half of them are in the library
    row(&l, g, 1000, NULL);
    smr_graph_destroy(g);
  }
  smr_automata_close(l.automata);
  smr_vec_free(&l.block);
  smr_intern_destroy(symbols);
  return 0;
}
