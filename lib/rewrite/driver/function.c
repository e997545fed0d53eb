//===- function.c - everything about one function ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/phase.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/host.h"
#include "mlir/name.h"
#include "mlir/splice/splice.h"
#include "rewrite/context/place.h"
#include "rewrite/decide/choose.h"
#include "rewrite/decide/find.h"
#include "rewrite/driver/module.h"
#include "rewrite/edit/finish.h"
#include "rewrite/edit/offer.h"
#include "rewrite/tell/report.h"
#include "rewrite/tell/told.h"
#include <stdlib.h>

/// Of a function that is left alone, when it has anything that could be an idiom.
static void report_aside(SmrModuleRun *run, SmrFunctionRun *f, const char *reason) {
  if (!run->options->set.near_misses || !smr_find_matches(run, f))
    return;
  if (f->found.size || f->misses.size)
    smr_tell_function(run, f->op, smr_intern_text(run->symbols, f->name), reason);
  run->report->matches -= f->found.size;
}

static void symbol_of(MlirOperation function, SmrStr *out) {
  MlirAttribute name = smr_mlir_attribute(function, "sym_name");
  if (!mlirAttributeIsNull(name) && mlirAttributeIsAString(name))
    smr_str_append(out, mlirStringAttrGetValue(name).data, mlirStringAttrGetValue(name).length);
}

/// Is the function to be left alone, and why? NULL: it is not.
static const char *skip_reason(const SmrNames *skips, const char *symbol) {
  size_t length = strlen(symbol);
  for (uint32_t k = 0; k < skips->size; k++)
    if (smr_starts(skips->data[k], symbol) && skips->data[k][length] == ' ')
      return skips->data[k] + length + 1;
  return NULL;
}

/// Nests by their equations; false after an error. A plan that does not fit the code after all gives way to
/// what the nest's parts can be served by.
static bool cover(SmrModuleRun *run, SmrFunctionRun *f, bool again) {
  enum { TRIES = 5 };
  SmrCovering covering;
  SmrPhase before = smr_phase(SMR_PHASE_COVER);
  bool ok = true;
  if (smr_cover_function(run, f, &covering))
    smr_choose(f, &covering);
  for (uint32_t done = 0, tries = 0; ok && done < covering.nests.size && tries < TRIES; tries++) {
    uint32_t found = covering.nests.size;
    ok = smr_edit_covered(run, f, &covering, done);
    for (uint32_t n = done; n < found && ok; n++)
      if (covering.nests.data[n].misfit)
        smr_cover_again(run, f, &covering, covering.nests.data[n].nest);
    done = found;
  }
  if (!again)
    smr_keep_uncovered(run, f, &covering);
  smr_covering_free(&covering);
  if (f->served.size && f->graph)
    smr_find_rest(run, f);
  smr_phase(before);
  return ok;
}

/// The function as its edits left it. (Each reading has a budget of its own: most functions need one.)
static bool read_again(SmrModuleRun *run, SmrFunctionRun *f) {
  f->leaves_loops = false;
  if (f->budget->stage)
    return false;
  smr_budget_start(f->budget, run->options, run->ops);
  run->report->matches -= f->found.size;
  smr_function_drop_graphs(f);
  smr_vec_clear(&f->found);
  smr_vec_clear(&f->misses);
  return smr_find_matches(run, f);
}

/// Finds, edits, tells; false after an error.
static bool rewrite(SmrModuleRun *run, SmrFunctionRun *f, const char *symbol) {
  enum { ROUNDS = 5 };
  const SmrNear *nears = NULL;
  uint32_t near_count = 0;
  SmrPhase before = smr_phase(SMR_PHASE_MATCH);
  bool ok = !smr_find_matches(run, f) || !f->plain || cover(run, f, false);
  for (int round = 1; ok && f->leaves_loops && round < ROUNDS; round++)
    ok = !read_again(run, f) || cover(run, f, true);
  if (ok) {
    smr_phase(SMR_PHASE_NEAR);
    if (f->graph)
      near_count = smr_nears(run, f, &nears);
    smr_phase(SMR_PHASE_EDIT);
    ok = smr_edit_function(run, f);
  }
  smr_phase(before);
  if (!ok)
    return false;
  smr_report_function(run, f, nears, near_count);
  for (uint32_t k = 0; k < f->limits.size; k++)
    smr_tell_function(run, f->op, symbol, f->limits.data[k]);
  if (f->budget->stage)
    smr_tell_function(run, f->op, symbol, smr_budget_reason(f->budget, &f->arena));
  return true;
}

/// What was told and noted of a function goes again: it is done anew.
typedef struct {
  uint32_t entries, near_misses, links, sites;
  uint64_t candidates, matches;
  bool changed;
} Mark;

static Mark mark(const SmrModuleRun *run) {
  const SmrReport *r = run->report;
  return (Mark){r->entries.size, r->near_misses, run->links.size, run->sites.size,
                r->candidates,   r->matches,     run->changed};
}

static void go_back(SmrModuleRun *run, const SmrFunctionRun *f, const Mark *m) {
  SmrReport *r = run->report;
  r->entries.size = m->entries, r->near_misses = m->near_misses;
  r->candidates = m->candidates, r->matches = m->matches;
  run->links.size = m->links, run->changed = m->changed;
  smr_put_function_back(f);
  while (run->sites.size > m->sites)
    smr_site_drop(run->names, smr_vec_pop(&run->sites));
}

/// One attempt; false after an error, and when the function is to be put back.
static bool attempt(SmrModuleRun *run, SmrFunctionRun *f, const char *symbol, const char *why_not) {
  run->undone = false;
  if (why_not)
    report_aside(run, f, why_not);
  return (why_not || rewrite(run, f, symbol)) && (run->undone = !smr_edits_are_valid(run, f), !run->undone);
}

/// `why_not`: the function is left alone. An edit that is not valid costs its own nest: all edits are done
/// again, each is verified, and the one that is not valid is left out from then on.
static bool enter(SmrModuleRun *run, MlirOperation op, const char *symbol, const char *why_not) {
  enum { ATTEMPTS = 10 };
  const char *skip = skip_reason(&run->options->set.skips, symbol);
  if (skip) { // it failed in an earlier attempt
    smr_tell_function(run, op, symbol, skip);
    return true;
  }
  if (run->options->entering)
    run->options->entering(run->options->entering_data, symbol);
  Mark before = mark(run);
  SmrFunctionRun f;
  bool ok = false;
  run->careful = false;
  for (int k = 0; k <= ATTEMPTS; k++) {
    SmrFunctionBudget budget;
    smr_budget_start(&budget, run->options, run->ops);
    f = (SmrFunctionRun){.op = op, .budget = &budget};
    ok =
        attempt(run, &f, symbol, k < ATTEMPTS ? why_not : "internal error: the code is not valid with calls");
    if (!run->undone)
      break;
    smr_function_release(&f);
    go_back(run, &f, &before);
    mlirOperationDestroy(f.copy);
    run->careful = true;
  }
  smr_vec_clear(&run->invalid);
  if (f.edited || !mlirOperationIsNull(f.copy))
    smr_vec_push(&run->edited, (SmrEdited){f.op, f.copy});
  smr_function_release(&f);
  return ok;
}

bool smr_rewrite_function(SmrModuleRun *run, MlirOperation op) {
  SMR_OWNED(SmrStr, smr_str_free) symbol = {0};
  symbol_of(op, &symbol);
  const char *why_not = smr_aside_function(run->asides, op);
  if (!why_not)
    why_not = run->place ? run->place : smr_place_refuses_function(op, run->described);
  if (!why_not && run->replacements.size && smr_splice_has_checks(op))
    why_not = "its calls are checked already";
  return enter(run, op, smr_str_get(&symbol), why_not);
}
