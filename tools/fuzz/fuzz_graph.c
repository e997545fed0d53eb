//===- fuzz_graph.c - any bytes through the graph's text form --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Whatever parses must print, parse again, and print the same; the checker must survive it;
// what the checker accepts must survive its readers (polynomials, uses).
//===----------------------------------------------------------------------===//
#include "fuzz.h"
#include "graph/poly_op.h"

static void read_values(const SmrGraph *g) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  for (SmrValue v = 1; v < g->values.size; v++)
    if (SMR_TYPE_KIND(smr_value_type(g, v)) == SMR_T_INT) {
      SmrPoly poly = smr_poly_of(g, &arena, v);
      require(poly.count <= SMR_POLY_MAX_TERMS);
    }
  SmrUses uses = smr_uses_compute(g);
  smr_uses_free(&uses);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGraph *g = smr_graph_parse(symbols, "fuzz", (const char *)data, size, &diag);
  require((g != NULL) == (diag.errors == 0));
  if (g) {
    SmrStr once = {0}, twice = {0};
    smr_graph_print(g, &once);
    SmrGraph *back = smr_graph_parse(symbols, "printed", once.data, once.size, &diag);
    if (!back)
      smr_diag_flush(&diag, stderr);
    require(back);
    smr_graph_print(back, &twice);
    require_equal(&once, &twice);
    bool ok = smr_graph_check(g, &diag);
    require(ok == smr_graph_check(back, &diag));
    if (ok)
      read_values(g);
    smr_str_free(&once);
    smr_str_free(&twice);
    smr_graph_destroy(back);
  }
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  return 0;
}
