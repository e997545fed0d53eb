//===- bench_raise.c - how long raising a function's nests takes -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// bench_raise FILE…: each file holds functions in the graph's text form, as SMR_DUMP_GRAPH=import prints them
// (other lines are skipped). Prints for each file what raising all nests takes, beside bringing the same
// graphs into the plain form: the least of several runs, in microseconds.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "graph/normalize/normalize.h"
#include "raise/raise.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 7 };
typedef struct {
  double plain, raise, slowest; // microseconds
  uint32_t functions, nests, raised;
} Total;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void one_function(const char *file, const char *text, size_t size, Total *total) {
  double plain = 1e12, raise = 1e12;
  SmrRaisedNests nests = {0};
  for (int run = 0; run < RUNS; run++) {
    SmrIntern *symbols = smr_intern_create();
    SmrDiag diag = {0};
    SmrGraph *g = smr_graph_parse(symbols, file, text, size, &diag);
    if (!g) {
      smr_diag_flush(&diag, stderr);
      exit(1);
    }
    double begin = now();
    smr_normalize_plain(g);
    double middle = now();
    smr_raise_function(g, &nests);
    double end = now();
    plain = middle - begin < plain ? middle - begin : plain;
    raise = end - middle < raise ? end - middle : raise;
    for (uint32_t k = 0; run == 0 && k < nests.size; k++) {
      total->nests++;
      total->raised += nests.data[k].equations != NULL;
    }
    smr_raised_nests_free(&nests);
    smr_graph_destroy(g);
    smr_intern_destroy(symbols);
    smr_diag_free(&diag);
  }
  total->functions++;
  total->plain += plain;
  total->raise += raise;
  total->slowest = raise > total->slowest ? raise : total->slowest;
}

static bool one_file(const char *file) {
  FILE *stream = fopen(file, "r");
  SmrStr text = {0};
  char line[1 << 16];
  Total total = {0};
  if (!stream) {
    fprintf(stderr, "%s: cannot be read\n", file);
    return false;
  }
  while (fgets(line, sizeof line, stream)) {
    bool begins = !strncmp(line, "func @", 6);
    if (begins)
      smr_str_clear(&text);
    if (begins || text.size)
      smr_str_puts(&text, line);
    if (text.size && line[0] == '}') {
      one_function(file, smr_str_get(&text), text.size, &total);
      smr_str_clear(&text);
    }
  }
  fclose(stream);
  smr_str_free(&text);
  printf("%s: %u functions, %u nests (%u raised): plain form %.0f us, raising %.0f us (%.2f us a nest, %.0f "
         "the slowest "
         "function)\n",
         file, total.functions, total.nests, total.raised, total.plain, total.raise,
         total.nests ? total.raise / total.nests : 0, total.slowest);
  return true;
}

int main(int argc, char **argv) {
  bool ok = argc > 1;
  for (int k = 1; k < argc && ok; k++)
    ok = one_file(argv[k]);
  if (argc < 2)
    fputs("usage: bench_raise FILE…\n", stderr);
  return !ok;
}
