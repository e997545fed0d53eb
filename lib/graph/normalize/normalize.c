//===- normalize.c - the passes in their order ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/normalize/passes.h"
#include <stdlib.h>
#include <string.h>

#define PASSES(X)                                                                                            \
  X(structure) /* blocks to while and if */                                                                  \
  X(simplify)                                                                                                \
  X(slots) /* private scalars to values */                                                                   \
  X(cse)   /* so that one address is one value */                                                            \
  X(hoist) /* bounds in memory become visible invariants */                                                  \
  X(loops) /* for and while to loop from 0 by 1 */                                                           \
  X(simplify)                                                                                                \
  X(integers) /* index arithmetic to polynomials, addresses to base + offset */                              \
  X(floats)                                                                                                  \
  X(cse)                                                                                                     \
  X(hoist)                                                                                                   \
  X(cse)                                                                                                     \
  X(dead)                                                                                                    \
  X(finals) /* variables that loops only assign */                                                           \
  X(dead)                                                                                                    \
  X(guards) /* tests that only ask whether a loop runs */                                                    \
  X(loops)  /* what moves from one such loop to the next */                                                  \
  X(integers)                                                                                                \
  X(reverse) /* loops that count down */                                                                     \
  X(integers)                                                                                                \
  X(promote) /* accumulators in memory to carried values */                                                  \
  X(cse)     /* forwards what was stored before the loop */                                                  \
  X(hoist)                                                                                                   \
  X(promote) /* what became invariant only now */                                                            \
  X(cse)                                                                                                     \
  X(floats)                                                                                                  \
  X(dead)

/// The plain form (normalize.h): what brings loops and integers into normal form.
#define PLAIN(X)                                                                                             \
  X(structure)                                                                                               \
  X(simplify)                                                                                                \
  X(slots)                                                                                                   \
  X(cse)                                                                                                     \
  X(hoist)                                                                                                   \
  X(loops)                                                                                                   \
  X(simplify)                                                                                                \
  X(integers)                                                                                                \
  X(cse)                                                                                                     \
  X(hoist)                                                                                                   \
  X(cse)                                                                                                     \
  X(dead)                                                                                                    \
  X(finals)                                                                                                  \
  X(dead)                                                                                                    \
  X(guards)                                                                                                  \
  X(loops)                                                                                                   \
  X(integers)                                                                                                \
  X(cse)                                                                                                     \
  X(dead)

/// In debug builds the checker runs after each pass; SMR_DUMP_GRAPH=pass (or =all) prints the graph after it.
static void after(SmrGraph *g, const char *name) {
#ifndef NDEBUG
  SmrDiag diag = {0};
  if (!smr_graph_check(g, &diag)) {
    SmrStr text = {0};
    smr_graph_print(g, &text);
    fprintf(stderr, "smr: the graph is broken after %s:\n%s", name, smr_str_get(&text));
    smr_diag_flush(&diag, stderr);
    abort();
  }
  smr_diag_free(&diag);
#endif
  const char *dump = getenv("SMR_DUMP_GRAPH");
  if (dump && (strcmp(dump, name) == 0 || strcmp(dump, "all") == 0)) {
    SmrStr text = {0};
    smr_graph_print(g, &text);
    fprintf(stderr, "// after %s\n%s", name, smr_str_get(&text));
    smr_str_free(&text);
  }
}

enum {
#define KIND(pass) pass##_pass,
  KIND(structure) KIND(simplify) KIND(slots) KIND(cse) KIND(hoist) KIND(loops) KIND(integers) KIND(floats)
      KIND(dead) KIND(finals) KIND(guards) KIND(reverse) KIND(promote) KIND(last)
#undef KIND
};

bool smr_normalize_while(SmrGraph *g, bool (*go_on)(void *), void *data) {
  uint32_t unchanged[last_pass] = {
      0}; // the graph in which a pass found nothing to do: there it finds nothing again
  uint32_t before;
  g->edits = 1;
#define RUN(pass)                                                                                            \
  if (go_on && !go_on(data))                                                                                 \
    return false;                                                                                            \
  if (unchanged[pass##_pass] != g->edits) {                                                                  \
    before = g->edits;                                                                                       \
    smr_pass_##pass(g);                                                                                      \
    if (before == g->edits)                                                                                  \
      unchanged[pass##_pass] = before;                                                                       \
    after(g, #pass);                                                                                         \
  }
  PASSES(RUN)
#undef RUN
  smr_graph_nest(g);
  return true;
}

void smr_normalize(SmrGraph *g) {
  smr_normalize_while(g, NULL, NULL);
}

void smr_normalize_plain(SmrGraph *g) {
#define RUN(pass)                                                                                            \
  smr_pass_##pass(g);                                                                                        \
  after(g, #pass);
  g->plain = true;
  PLAIN(RUN)
  g->plain = false;
  smr_graph_nest(g);
#undef RUN
}

void smr_normalize_structure(SmrGraph *g) {
  smr_pass_structure(g);
  after(g, "structure");
}
