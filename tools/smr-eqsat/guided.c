//===- guided.c - smr-eqsat --guide --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "guided.h"
#include "egraph/data.h"
#include "egraph/guide.h"
#include "egraph/term_text.h"
#include <stdio.h>
#include <string.h>

static bool add_terms(SmrGuide *guide, SmrOperators *ops, const char *file, const char *text, size_t size,
                      SmrDiag *diag) {
  SmrSexp s;
  if (!smr_sexp_read(file, text, size, &s, diag))
    return false;
  bool ok = true;
  for (uint32_t i = 0; ok && i < s.nodes.size; i = s.nodes.data[i].end) {
    SmrTerm term = {0};
    SmrTermPlaces places = {0};
    uint32_t root;
    SmrStr name = {0};
    smr_str_printf(&name, "%u", smr_guide_terms(guide) + 1); // (no file can give a term that name)
    ok = smr_rules_read_term(ops, smr_guide_rules(guide), &s, i, &term, &root, &places, diag) &&
         smr_data_check_term(smr_guide_rules(guide), ops, &term, &places, diag) &&
         smr_guide_add_term(guide, smr_str_get(&name), &term, root, NULL);
    smr_vec_free(&places.nodes);
    smr_term_free(&term);
    smr_str_free(&name);
  }
  smr_sexp_free(&s);
  return ok;
}

static bool add_input(SmrGuide *guide, SmrOperators *ops, const Input *input, SmrDiag *diag) {
  if (!input->is_file)
    return add_terms(guide, ops, "--term", input->text, strlen(input->text), diag);
  SmrStr text = {0};
  const char *reason = NULL;
  const char *path = strcmp(input->text, "-") ? input->text : "/dev/stdin";
  bool ok = smr_read_file(path, &text, &reason) || smr_error(diag, input->text, 0, 0, "%s", reason);
  ok = ok && add_terms(guide, ops, input->text, smr_str_get(&text), text.size, diag);
  smr_str_free(&text);
  return ok;
}

static bool write_text(const char *path, const SmrStr *text, FILE *otherwise, SmrDiag *diag) {
  const char *reason = NULL;
  if (path)
    return smr_write_file(path, smr_str_get(text), text->size, &reason) ||
           smr_error(diag, path, 0, 0, "%s", reason);
  fputs(smr_str_get(text), otherwise);
  return !fflush(otherwise) || smr_error(diag, NULL, 0, 0, "the results cannot be written");
}

static bool write_results(const EqsatOptions *o, const SmrGuide *guide, SmrOperators *ops, bool terms,
                          SmrDiag *diag) {
  SmrStr text = {0};
  bool ok = true;
  for (uint32_t i = 0; terms && i < smr_guide_terms(guide); i++) {
    uint32_t root;
    const SmrTerm *term = smr_guide_term(guide, i, &root);
    smr_term_print(ops, term, root, &text);
    smr_str_putc(&text, '\n');
  }
  if (terms)
    ok = write_text(o->output, &text, stdout, diag);
  smr_str_clear(&text);
  if (o->stats) {
    const char *colon = strchr(o->stats, ':');
    smr_guide_json(guide, &text);
    ok &= write_text(colon ? colon + 1 : NULL, &text, stderr, diag);
  }
  smr_str_free(&text);
  return ok;
}

int eqsat_guided(const EqsatOptions *o) {
  SmrDiag diag = {0};
  SmrOperators *ops = smr_operators_create();
  SmrGuide *guide = smr_guide_read(ops, o->guide, &diag);
  SmrWorldOptions world = {.fold = o->fold, .fractions = o->fractions, .prune = o->prune};
  int code = EXIT_USER_ERROR;
  bool ok = guide != NULL;
  if (ok && o->print_rules) {
    SmrStr rules = {0};
    smr_rules_print(ops, smr_guide_rules(guide), &rules);
    code = write_text(o->output, &rules, stdout, &diag) ? 0 : EXIT_USER_ERROR;
    smr_str_free(&rules);
    ok = false;
  }
  for (uint32_t i = 0; ok && i < o->inputs.size; i++)
    ok = add_input(guide, ops, &o->inputs.data[i], &diag);
  if (ok && !smr_guide_terms(guide))
    ok = smr_error(&diag, o->guide, 0, 0, "no term: (term NAME TERM), --term='(…)' or --terms=FILE");
  if (ok && !smr_guide_phases(guide))
    ok = smr_error(&diag, o->guide, 0, 0, "no phase: (phase NAME …)");
  if (ok && smr_guide_check(guide, &world, &diag)) {
    SmrGuideEnd end = smr_guide_run(guide, &world, &o->budget, &diag);
    bool written = write_results(o, guide, ops, end == SMR_GUIDE_DONE, &diag);
    code = end == SMR_GUIDE_NOT_FOUND ? EXIT_SKETCH : end == SMR_GUIDE_DONE && written ? 0 : EXIT_USER_ERROR;
  }
  smr_diag_flush(&diag, stderr);
  smr_guide_destroy(guide);
  smr_operators_destroy(ops);
  smr_diag_free(&diag);
  return code;
}
