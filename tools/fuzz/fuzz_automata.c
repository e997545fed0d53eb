//===- fuzz_automata.c - any bytes as automata -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A block is refused, or it can be dumped and run to its end on a graph that has a little of everything.
//===----------------------------------------------------------------------===//
#include "automata/automata.h"
#include "fuzz.h"

static const char input[] =
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

static bool ignore(const SmrMatch *match, void *data) {
  (void)match;
  (void)data;
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGraph *graph = smr_graph_parse(symbols, "rich", input, sizeof input - 1, &diag);
  void *block = malloc(size + 1); // malloc aligns
  memcpy(block, data, size);
  const char *reason = NULL;
  SmrAutomata *automata = smr_automata_open(block, size, symbols, &reason);
  require(automata || reason);
  if (automata) {
    SmrStr text = {0};
    SmrScratch *scratch = smr_scratch_create();
    smr_scratch_collect_misses(scratch, true);
    smr_automata_run(automata, graph, scratch, ignore, NULL, NULL);
    smr_scratch_destroy(scratch);
    smr_automata_dump(automata, &text);
    smr_automata_dot(automata, &text);
    smr_str_free(&text);
    smr_automata_close(automata);
  }
  free(block);
  smr_graph_destroy(graph);
  smr_intern_destroy(symbols);
  return 0;
}
