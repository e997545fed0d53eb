//===- guided.c - smr-eqsat --guide --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "guided.h"
#include "egraph/data.h"
#include "egraph/guide.h"
#include "egraph/term_text.h"

typedef struct {
  SmrGuide *guide;
  SmrOperators *ops;
  SmrDiag diag;
} Guided;

static bool add_terms(void *user, const char *file, const char *text, size_t size, bool one) {
  Guided *g = user;
  SmrSexp s;
  (void)one;
  if (!smr_sexp_read(file, text, size, &s, &g->diag))
    return false;
  bool ok = true;
  for (uint32_t i = 0; ok && i < s.nodes.size; i = s.nodes.data[i].end) {
    SmrTerm term = {0};
    SmrTermPlaces places = {0};
    uint32_t root;
    SmrStr name = {0};
    smr_str_printf(&name, "%u", smr_guide_terms(g->guide) + 1); // (no file can give a term that name)
    SmrRules *rules = smr_guide_rules(g->guide);
    ok = smr_rules_read_term(g->ops, rules, &s, i, &term, &root, &places, &g->diag) &&
         smr_data_check_term(rules, g->ops, &term, &places, &g->diag) &&
         smr_guide_add_term(g->guide, smr_str_get(&name), &term, root, NULL);
    smr_vec_free(&places.nodes);
    smr_term_free(&term);
    smr_str_free(&name);
  }
  smr_sexp_free(&s);
  return ok;
}

static bool write_results(Guided *g, const EqsatOptions *o, bool terms) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool ok = true;
  for (uint32_t i = 0; terms && i < smr_guide_terms(g->guide); i++) {
    uint32_t root;
    const SmrTerm *term = smr_guide_term(g->guide, i, &root);
    smr_term_print(g->ops, term, root, &text);
    smr_str_putc(&text, '\n');
  }
  if (terms)
    ok = tool_write(o->output, stdout, &text, &g->diag);
  smr_str_clear(&text);
  if (o->stats) {
    smr_guide_json(g->guide, &text);
    ok &= eqsat_write_stats(o, &text, &g->diag);
  }
  return ok;
}

static int run(Guided *g, const EqsatOptions *o) {
  SmrWorldOptions world = {.fold = o->fold, .fractions = o->fractions, .prune = o->prune};
  if (!(g->guide = smr_guide_read(g->ops, o->guide, &g->diag)))
    return EXIT_USER_ERROR;
  if (o->print_rules) {
    SmrStr rules = {0};
    smr_rules_print(g->ops, smr_guide_rules(g->guide), &rules);
    bool written = tool_write(o->output, stdout, &rules, &g->diag);
    smr_str_free(&rules);
    return written ? 0 : EXIT_USER_ERROR;
  }
  if (!eqsat_each_input(o, add_terms, g, false, &g->diag))
    return EXIT_USER_ERROR;
  if (!smr_guide_terms(g->guide))
    smr_error(&g->diag, o->guide, 0, 0, "no term: (term NAME TERM), --term='(…)' or --terms=FILE");
  else if (!smr_guide_phases(g->guide))
    smr_error(&g->diag, o->guide, 0, 0, "no phase: (phase NAME …)");
  else if (smr_guide_check(g->guide, &world, &g->diag)) {
    SmrGuideEnd end = smr_guide_run(g->guide, &world, &o->budget, &g->diag);
    bool written = write_results(g, o, end == SMR_GUIDE_DONE);
    return end == SMR_GUIDE_NOT_FOUND ? EXIT_SKETCH : end == SMR_GUIDE_DONE && written ? 0 : EXIT_USER_ERROR;
  }
  return EXIT_USER_ERROR;
}

int eqsat_guided(const EqsatOptions *o) {
  Guided g = {.ops = smr_operators_create()};
  int code = run(&g, o);
  smr_diag_flush(&g.diag, stderr);
  smr_guide_destroy(g.guide);
  smr_operators_destroy(g.ops);
  smr_diag_free(&g.diag);
  return code;
}
