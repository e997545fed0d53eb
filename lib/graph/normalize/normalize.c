//===- normalize.c - the passes in their order ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// passes.def is the table; here it runs.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/normalize/passes.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  void (*run)(SmrGraph *g, SmrForm form);
  const char *requires, *keeps, *establishes;
} Pass;

static const Pass passes[] = {
#define SMR_PASS(name, requires, keeps, establishes) {#name, smr_pass_##name, requires, keeps, establishes},
#include "graph/normalize/passes.def"
#undef SMR_PASS
};

enum {
#define SMR_PASS(name, requires, keeps, establishes) PASS_##name,
#include "graph/normalize/passes.def"
#undef SMR_PASS
  PASSES
};

typedef struct {
  uint32_t pass;
  uint32_t forms; // a set of SmrForm
  const char *why;
} Step;

static const Step steps[] = {
#define SMR_STEP(name, forms, why) {PASS_##name, forms, why},
#include "graph/normalize/passes.def"
#undef SMR_STEP
};
enum { STEPS = sizeof steps / sizeof *steps };

static void print_forms(SmrStr *out, uint32_t forms) {
  static const char *const names[] = {"blocks", "plain", "normal"};
  bool first = true;
  for (uint32_t k = 0; k < 3; k++)
    if (forms >> k & 1) {
      smr_str_printf(out, "%s%s", first ? "" : ", ", names[k]);
      first = false;
    }
}

void smr_passes_print(SmrStr *out) {
  for (uint32_t p = 0; p < PASSES; p++) {
    uint32_t forms = 0;
    for (uint32_t k = 0; k < STEPS; k++)
      forms |= steps[k].pass == p ? steps[k].forms : 0;
    smr_str_printf(out, "%-9s   in ", passes[p].name);
    print_forms(out, forms);
    smr_str_printf(out, "\n  requires    %s\n  keeps       %s\n  establishes %s\n", passes[p].requires,
                   passes[p].keeps, passes[p].establishes);
  }
  smr_str_puts(out, "\n");
  for (uint32_t k = 0; k < STEPS; k++) {
    SmrStr forms = {0};
    print_forms(&forms, steps[k].forms);
    smr_str_printf(out, *steps[k].why ? "%2u %-9s  %-21s  %s\n" : "%2u %-9s  %s\n", k + 1,
                   passes[steps[k].pass].name, smr_str_get(&forms), steps[k].why);
    smr_str_free(&forms);
  }
}

const char *smr_normal_limit_text(SmrNormalLimit limit) {
  static const char *const texts[] = {
#define X(name, text) text,
      SMR_NORMAL_LIMITS(X)
#undef X
  };
  return texts[limit];
}

/// In debug builds the checker runs after each pass; SMR_DUMP_GRAPH=pass (or =all) prints the graph after it,
/// SMR_DUMP_GRAPH=import before all of them: a text from which everything that follows can be replayed.
static void after(SmrGraph *g, const char *name) {
#ifndef NDEBUG
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  if (!smr_graph_check(g, &diag)) {
    SmrStr text = {0};
    smr_graph_print(g, &text);
    fprintf(stderr, "smr: the graph is broken after %s:\n%s", name, smr_str_get(&text));
    smr_diag_flush(&diag, stderr);
    abort();
  }
#endif
  const char *dump = getenv("SMR_DUMP_GRAPH");
  if (dump && (strcmp(dump, name) == 0 || strcmp(dump, "all") == 0)) {
    SmrStr text = {0};
    smr_graph_print(g, &text);
    fprintf(stderr, "// after %s\n%s", name, smr_str_get(&text));
    smr_str_free(&text);
  }
}

static bool run_passes(SmrGraph *g, SmrForm form, bool (*go_on)(void *), void *data) {
  // The graph in which a pass found nothing to do: there it finds nothing again.
  uint32_t unchanged[PASSES] = {0};
  g->edits = 1;
  after(g, "import");
  for (uint32_t k = 0; k < STEPS; k++) {
    uint32_t pass = steps[k].pass, before = g->edits;
    if (!(steps[k].forms & form))
      continue;
    if (go_on && !go_on(data))
      return false;
    if (unchanged[pass] == before)
      continue;
    passes[pass].run(g, form);
    if (before == g->edits)
      unchanged[pass] = before;
    after(g, passes[pass].name);
  }
  if (form != SMR_FORM_BLOCKS)
    smr_graph_nest(g);
  return true;
}

/// False when it was told not to go on.
static bool run(SmrGraph *g, SmrForm form, bool (*go_on)(void *), void *data) {
  SmrMap apart = {0};
  g->tags_apart = &apart;
  bool done = run_passes(g, form, go_on, data);
  g->tags_apart = NULL;
  smr_map_free(&apart);
  return done;
}

bool smr_normalize_while(SmrGraph *g, SmrForm form, bool (*go_on)(void *), void *data) {
  g->ranged = form == SMR_FORM_PLAIN;
  return run(g, form, go_on, data);
}

void smr_normalize(SmrGraph *g) {
  run(g, SMR_FORM_NORMAL, NULL, NULL);
}

void smr_normalize_plain(SmrGraph *g) {
  run(g, SMR_FORM_PLAIN, NULL, NULL);
}

void smr_normalize_equations(SmrGraph *g) {
  g->ranged = true;
  run(g, SMR_FORM_PLAIN, NULL, NULL);
}

void smr_normalize_structure(SmrGraph *g) {
  run(g, SMR_FORM_BLOCKS, NULL, NULL);
}
