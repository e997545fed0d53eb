//===- raise_oracle.c - the oracle on files of graphs ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//     raise-oracle [--print] [--graph] [--canonical] [--lift] [--parts] FILE…
//
// Each file holds functions in the graph's text form, as SMR_DUMP_GRAPH=import prints them (other lines are
// skipped). Each is brought into the plain form, its nests are raised, evaluated and compared with running
// them; one line for each says what came of it. Exit 1 when one differs, 2 when a file cannot be read.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "cover/canonical.h"
#include "cover/parts.h"
#include "graph/normalize/normalize.h"
#include "graph_text.h"
#include "raise/oracle.h"
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 8 };
static bool print, print_graph, canonical, lift,
    parts; // the equations; the plain form of what is not raised (with --print: of all); …; loops
           // (cover/lift.h); complex numbers (cover/parts.h)
static SmrDiag diagnostics;
static uint32_t raised, others, differ, equal, needs, skipped;

static void print_equations(const SmrEquations *e) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_equations_print(e, &out);
  fputs(smr_str_get(&out), stdout);
}

/// Of one nest: `gemm: raised, 8 equal`, or why not.
static void report(const SmrGraph *g, const SmrRaisedNest *nest, const uint32_t counts[4], const char *why) {
  const char *name = smr_intern_text(g->symbols, g->name);
  bool whole = nest->nest.block == smr_region_block(g, g->body);
  raised += nest->equations != NULL;
  others += nest->equations == NULL;
  equal += counts[SMR_ORACLE_EQUAL];
  needs += counts[SMR_ORACLE_NEEDS];
  skipped += nest->equations ? counts[SMR_ORACLE_SKIPPED] : 0;
  differ += counts[SMR_ORACLE_DIFFERENT] != 0;
  if (!nest->equations) {
    const SmrLocData *at = &g->locs.data[smr_op(g, nest->why.op)->loc];
    printf("%s: not raised, %u:%u: %s\n", name, at->line, at->column, smr_not_raised_text(nest->why.reason));
    return;
  }
  if (counts[SMR_ORACLE_DIFFERENT])
    printf("%s: DIFFERENT: %s\n", name, why);
  else
    printf("%s: raised%s, %u equal%s%s\n", name, whole ? "" : " inside", counts[SMR_ORACLE_EQUAL],
           counts[SMR_ORACLE_SKIPPED] && why[0] ? ", " : "", counts[SMR_ORACLE_SKIPPED] ? why : "");
  if (print)
    print_equations(nest->equations);
}

/// What is evaluated and printed is the canonical form.
static SmrCanonical **make_canonical(SmrRaisedNests *nests) {
  SmrCanonical **all = smr_xcalloc(nests->size + 1, sizeof(SmrCanonical *));
  for (uint32_t k = 0; k < nests->size && canonical; k++)
    if (nests->data[k].equations && (all[k] = smr_canonical(nests->data[k].equations))) {
      smr_equations_name_indices(all[k]->equations);
      if (!smr_equations_check(all[k]->equations, &diagnostics)) {
        smr_diag_flush(&diagnostics, stderr);
        print_equations(all[k]->equations);
      }
      nests->data[k].equations = all[k]->equations;
    }
  return all;
}

static void drop_canonical(SmrRaisedNests *nests, SmrCanonical **all) {
  for (uint32_t k = 0; k < nests->size; k++)
    if (all[k]) {
      nests->data[k].equations = (SmrEquations *)(uintptr_t)all[k]->source;
      smr_canonical_destroy(all[k]);
    }
  free(all);
}

/// Equations of complex numbers, where the parts of such are computed; what they were made of.
static SmrEquations **make_complex(SmrRaisedNests *nests) {
  SmrEquations **all = smr_xcalloc(nests->size + 1, sizeof(SmrEquations *));
  for (uint32_t k = 0; k < nests->size && parts; k++) {
    SmrEquations *e = nests->data[k].equations, *made = e ? smr_parts(e) : NULL;
    if (!made)
      continue;
    all[k] = e;
    nests->data[k].equations = made;
    if (!smr_equations_check(made, &diagnostics))
      smr_diag_flush(&diagnostics, stderr);
  }
  return all;
}

static void drop_complex(SmrRaisedNests *nests, SmrEquations **all) {
  for (uint32_t k = 0; k < nests->size; k++)
    if (all[k]) {
      smr_equations_destroy(nests->data[k].equations);
      nests->data[k].equations = all[k];
    }
  free(all);
}

static void raise_and_run(SmrGraph *g) {
  char why[200] = "";
  SmrRaisedNests nests = {0};
  smr_raise_function(g, NULL, &nests);
  if (lift)
    smr_oracle_lift(g, &nests);
  SmrEquations **all_complex = make_complex(&nests);
  SmrCanonical **all_canonical = make_canonical(&nests);
  SmrOracleVerdict *verdicts = smr_xcalloc(nests.size + 1, sizeof *verdicts);
  uint32_t (*counts)[4] = smr_xcalloc(nests.size + 1, sizeof *counts);
  bool all = nests.size;
  for (uint64_t seed = 1; seed <= RUNS; seed++) {
    smr_oracle_run(g, &nests, seed, verdicts, why);
    for (uint32_t k = 0; k < nests.size; k++)
      counts[k][verdicts[k]]++;
  }
  for (uint32_t k = 0; k < nests.size; k++) {
    report(g, &nests.data[k], counts[k], why);
    all = all && nests.data[k].equations;
  }
  if (print_graph && (print || !all)) {
    SmrStr out = {0};
    smr_graph_print(g, &out);
    fputs(smr_str_get(&out), stdout);
    smr_str_free(&out);
  }
  free(counts);
  free(verdicts);
  drop_canonical(&nests, all_canonical);
  drop_complex(&nests, all_complex);
  smr_raised_nests_free(&nests);
}

static void one_function(const char *file, const char *text, size_t size, void *data) {
  SmrIntern *symbols = smr_intern_create();
  SmrGraph *g = graph_of_text(symbols, file, text, size);
  (void)data;
  smr_normalize_equations(g);
  raise_and_run(g);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++)
    if (!strcmp(argv[k], "--print"))
      print = true;
    else if (!strcmp(argv[k], "--graph"))
      print_graph = true;
    else if (!strcmp(argv[k], "--canonical"))
      canonical = true;
    else if (!strcmp(argv[k], "--lift"))
      lift = true;
    else if (!strcmp(argv[k], "--parts"))
      parts = true;
    else
      for_each_text(argv[k], "func @", one_function, NULL);
  printf("%u raised, %u not; %u runs equal, %u skipped, %u without their needs; %u differ\n", raised, others,
         equal, skipped, needs, differ);
  return differ != 0;
}
