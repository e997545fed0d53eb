//===- fuzz_graph.c - any bytes through the graph's text form --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Whatever parses must print, parse again, and print the same; the checker and the drawing must survive it;
// what the checker accepts must survive its readers (polynomials, uses).
//===----------------------------------------------------------------------===//
#include "graph/poly_op.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool ok, const char *what) {
  if (ok)
    return;
  fprintf(stderr, "fuzz_graph: %s\n", what);
  abort();
}

static void read_values(const SmrGraph *g) {
  SmrArena arena = {0};
  for (SmrValue v = 1; v < g->values.size; v++)
    if (SMR_TYPE_KIND(smr_value_type(g, v)) == SMR_T_INT) {
      SmrPoly poly = smr_poly_of(g, &arena, v);
      require(poly.count <= SMR_POLY_MAX_TERMS, "a polynomial is too long");
    }
  smr_arena_destroy(&arena);
  SmrUses uses = smr_uses_compute(g);
  smr_uses_free(&uses);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SmrDiag diag = {0};
  SmrGraph *g = smr_graph_parse(symbols, "fuzz", (const char *)data, size, &diag);
  require((g != NULL) == (diag.errors == 0), "an error without a message, or a message without an error");
  if (g) {
    SmrStr once = {0}, twice = {0}, dot = {0};
    smr_graph_print(g, &once);
    SmrGraph *back = smr_graph_parse(symbols, "printed", once.data, once.size, &diag);
    if (!back)
      smr_diag_flush(&diag, stderr);
    require(back != NULL, "a printed graph does not parse");
    smr_graph_print(back, &twice);
    require(strcmp(once.data, twice.data) == 0, "printing again gives another text");
    smr_graph_dot(g, &dot);
    bool ok = smr_graph_check(g, &diag);
    require(ok == smr_graph_check(back, &diag), "the checker judges the printed graph otherwise");
    if (ok)
      read_values(g);
    smr_str_free(&once);
    smr_str_free(&twice);
    smr_str_free(&dot);
    smr_graph_destroy(back);
  }
  smr_graph_destroy(g);
  smr_diag_free(&diag);
  smr_intern_destroy(symbols);
  return 0;
}

#ifdef SMR_FUZZ_REPLAY
#include "base/str.h"

/// Without libFuzzer: each argument is a file to try.
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    SmrStr text = {0};
    const char *reason;
    if (!smr_read_file(argv[i], &text, &reason)) {
      fprintf(stderr, "%s: %s\n", argv[i], reason);
      return 1;
    }
    LLVMFuzzerTestOneInput((const uint8_t *)smr_str_get(&text), text.size);
    smr_str_free(&text);
  }
  return 0;
}
#endif
