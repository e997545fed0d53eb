//===- function.c - everything about one function ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/phase.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/host.h"
#include "mlir/name.h"
#include "mlir/splice/splice.h"
#include "rewrite/decide/find.h"
#include "rewrite/decide/place.h"
#include "rewrite/driver/module.h"
#include "rewrite/edit/call.h"
#include "rewrite/edit/cover.h"
#include "rewrite/edit/finish.h"
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

/// Of two gains (decide/gain.h) that are not the same but for what small calls add.
static bool is_deeper(uint64_t a, uint64_t b) {
  return a / 2 >= b;
}

typedef enum { EXACT_LESS, EXACT_SAME, EXACT_MORE } Exact;

/// What the exact tier does for these loops beside what is gained: it serves all of them by calls as deep, or
/// has them as a part of something larger.
static Exact exact_serves(const SmrFunctionRun *f, const void *const *loops, uint32_t count, uint64_t gain) {
  const SmrFound *found = f->found.data;
  uint64_t exact = smr_found_gain(f->graph, found, f->found.size, loops, count);
  bool all = count > 0;
  for (uint32_t l = 0; l < count; l++)
    all &= smr_found_cover(f->graph, found, f->found.size, loops[l]);
  for (uint32_t k = 0; k < f->found.size && all; k++)
    for (uint32_t l = 0; l < count; l++)
      if (smr_found_cover(f->graph, &found[k], 1, loops[l]) &&
          !smr_found_gain(f->graph, &found[k], 1, loops, count))
        return EXACT_MORE;
  if (is_deeper(exact, gain))
    return EXACT_MORE;
  return exact >= gain || (all && !is_deeper(gain, exact)) ? EXACT_SAME : EXACT_LESS;
}

static Exact compare_with_exact(const SmrFunctionRun *f, const SmrCovering *covering,
                                const SmrCoveredNest *nest) {
  const void **loops = smr_xcalloc(nest->root_count + 1, sizeof *loops);
  uint32_t count = 0;
  for (uint32_t k = 0; k < nest->root_count; k++) {
    const SmrOpData *root = smr_op(covering->plain, nest->roots[k]);
    if (root->code == SMR_OP_LOOP && root->handle)
      loops[count++] = root->handle;
  }
  Exact exact = exact_serves(f, loops, count, nest->gain);
  free(loops);
  return exact;
}

/// Nests that the exact tier serves as well are left to it, if it serves all nests of the function as well:
/// what one tier has edited the other one sees less of.
static void leave_to_exact(SmrFunctionRun *f, SmrCovering *covering) {
  Exact *exact = smr_xcalloc(covering->nests.size + 1, sizeof *exact);
  bool less = false;
  for (uint32_t n = 0; n < covering->nests.size; n++)
    if (covering->nests.data[n].accepted) {
      exact[n] = compare_with_exact(f, covering, &covering->nests.data[n]);
      less |= exact[n] == EXACT_LESS;
    }
  for (uint32_t n = 0; n < covering->nests.size; n++)
    covering->nests.data[n].accepted &= exact[n] < (less ? EXACT_MORE : EXACT_SAME);
  free(exact);
}

/// Do calls serve all loops of the function? Then there is nothing to find in what an edit leaves of it.
static bool are_all_served(const SmrFunctionRun *f, const SmrCovering *covering) {
  const SmrGraph *g = covering->plain;
  uint32_t loops = 0, served = 0;
  bool whole = !f->found.size;
  for (SmrOp op = 1; op < g->ops.size; op++) {
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    loops += smr_op(g, op)->block && (code == SMR_OP_LOOP || code == SMR_OP_FOR || code == SMR_OP_WHILE);
  }
  for (uint32_t n = 0; n < covering->nests.size; n++) {
    const SmrCoveredNest *nest = &covering->nests.data[n];
    whole &= nest->accepted;
    served += nest->loop_count;
    for (uint32_t k = 0; k < nest->step_count; k++)
      whole &= nest->steps[k].call != SMR_COVERING_COPY;
  }
  return whole && served == loops;
}

/// The equality tier, again while there is something to do; false after an error. The function is then as if
/// found anew, without what was covered.
static bool cover(SmrModuleRun *run, SmrFunctionRun *f) {
  enum { ROUNDS = 5 };
  SmrPhase before = smr_phase(SMR_PHASE_COVER);
  bool ok = true, again = run->options->set.mode != SMR_MODE_EXACT;
  for (int round = 0; round < ROUNDS && again && ok && f->graph; round++) {
    SmrCovering covering;
    bool edited = false, refused = false, done = false;
    if (smr_cover_function(run, f, &covering)) {
      leave_to_exact(f, &covering);
      done = are_all_served(f, &covering);
      ok = smr_edit_covered(run, f, &covering, &edited, &refused);
    }
    again = edited || refused;
    if (!round)
      smr_keep_uncovered(run, f, &covering);
    smr_covering_free(&covering);
    if (!again || !ok)
      break;
    if (!edited) // what did not fit is tried in parts
      continue;
    run->report->matches -= f->found.size;
    smr_function_drop_graphs(f);
    smr_vec_clear(&f->found);
    smr_vec_clear(&f->misses);
    if (done && !refused)
      break;
    smr_find_matches(run, f);
  }
  smr_phase(before);
  return ok;
}

/// Finds, edits, tells; false after an error.
static bool rewrite(SmrModuleRun *run, SmrFunctionRun *f, const char *symbol) {
  const SmrNear *nears = NULL;
  uint32_t near_count = 0;
  SmrPhase before = smr_phase(SMR_PHASE_MATCH);
  if (smr_find_matches(run, f) && !cover(run, f))
    return false;
  smr_phase(SMR_PHASE_NEAR);
  if (f->graph)
    near_count = smr_nears(run, f, &nears);
  smr_phase(SMR_PHASE_EDIT);
  if (!f->found.size) // what is told of near misses does without the graphs
    smr_function_drop_graphs(f);
  bool edited = smr_edit_function(run, f);
  smr_phase(before);
  if (!edited)
    return false;
  smr_note_uses(run, f);
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
