//===- raise_oracle.c - the oracle on files of graphs ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//     raise-oracle [--print] [--graph] FILE…
//
// Each file holds functions in the graph's text form, as SMR_DUMP_GRAPH=import prints them (other lines are
// skipped). Each is brought into the plain form, raised, evaluated and compared with running it; one line for
// each says what came of it. Exit 1 when one differs, 2 when a file cannot be read.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "graph/normalize/normalize.h"
#include "raise/oracle.h"
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 8 };
static bool print, print_graph; // the equations; the plain form of what is not raised
static uint32_t raised, others, differ, equal, needs, skipped;

static void report(const SmrGraph *g, const SmrEquations *e, SmrNotRaised why) {
  const char *name = smr_intern_text(g->symbols, g->name);
  uint32_t counts[4] = {0};
  char text[200] = "", different[200] = "", last[200] = "";
  for (uint64_t seed = 1; e && seed <= RUNS; seed++) {
    SmrOracleVerdict v = smr_oracle_run(g, e, seed, text);
    counts[v]++;
    memcpy(v == SMR_ORACLE_DIFFERENT ? different : last, text, sizeof text);
  }
  raised += e != NULL;
  others += e == NULL;
  equal += counts[SMR_ORACLE_EQUAL];
  needs += counts[SMR_ORACLE_NEEDS];
  skipped += counts[SMR_ORACLE_SKIPPED];
  differ += counts[SMR_ORACLE_DIFFERENT] != 0;
  if (!e) {
    const SmrLocData *at = &g->locs.data[smr_op(g, why.op)->loc];
    printf("%s: not raised, %u:%u: %s\n", name, at->line, at->column, smr_not_raised_text(why.reason));
  } else if (different[0]) {
    printf("%s: DIFFERENT: %s\n", name, different);
  } else {
    printf("%s: raised, %u equal%s%s\n", name, counts[SMR_ORACLE_EQUAL],
           counts[SMR_ORACLE_SKIPPED] ? ", " : "", counts[SMR_ORACLE_SKIPPED] ? last : "");
  }
  if (e ? print : print_graph) {
    SmrStr out = {0};
    if (e)
      smr_equations_print(e, &out);
    else
      smr_graph_print(g, &out);
    fputs(smr_str_get(&out), stdout);
    smr_str_free(&out);
  }
}

static void one_function(const char *file, const char *text, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SmrDiag diag = {0};
  SmrGraph *g = smr_graph_parse(symbols, file, text, size, &diag);
  if (!g || !smr_graph_check(g, &diag)) {
    smr_diag_flush(&diag, stderr);
    exit(2);
  }
  smr_normalize_plain(g);
  SmrNotRaised why;
  SmrEquations *e = smr_oracle_raise(g, &why);
  report(g, e, why);
  smr_equations_destroy(e);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  smr_diag_free(&diag);
}

static void one_file(const char *file) {
  FILE *stream = fopen(file, "r");
  SmrStr text = {0};
  char line[1 << 16];
  if (!stream) {
    fprintf(stderr, "%s: cannot be read\n", file);
    exit(2);
  }
  while (fgets(line, sizeof line, stream)) {
    bool begins = !strncmp(line, "func @", 6);
    if (begins)
      smr_str_clear(&text);
    if (begins || text.size)
      smr_str_puts(&text, line);
    if (text.size && line[0] == '}') {
      one_function(file, smr_str_get(&text), text.size);
      smr_str_clear(&text);
    }
  }
  fclose(stream);
  smr_str_free(&text);
}

int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++)
    if (!strcmp(argv[k], "--print"))
      print = true;
    else if (!strcmp(argv[k], "--graph"))
      print_graph = true;
    else
      one_file(argv[k]);
  printf("%u raised, %u not; %u runs equal, %u skipped, %u without their needs; %u functions differ\n",
         raised, others, equal, skipped, needs, differ);
  return differ != 0;
}
