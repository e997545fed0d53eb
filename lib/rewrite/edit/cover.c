//===- cover.c - covered nests become calls ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/edit/cover.h"
#include "base/demangle.h"
#include "rewrite/edit/call.h"
#include "rewrite/edit/check.h"
#include "rewrite/edit/finish.h"
#include "rewrite/edit/record.h"
#include "rewrite/tell/told.h"
#include <stdlib.h>

typedef struct {
  SmrCovering *covering;
  const SmrCoveredNest *nest;
  SmrMatch match; // the nest, as one that has no arguments
} AfterState;

/// What a call or a copy makes; or what is known without it (indices of loops that are over).
static SmrAfter after(void *data, SmrValue value) {
  AfterState *state = data;
  const SmrCoveredNest *nest = state->nest;
  const SmrGraph *g = state->covering->plain;
  for (uint32_t k = 0; k < nest->step_count; k++) {
    const SmrCoveringCall *call =
        nest->steps[k].call != SMR_COVERING_COPY ? &nest->calls[nest->steps[k].call] : NULL;
    if (call && call->result && smr_value(g, call->result) == smr_value(g, value))
      return (SmrAfter){.kind = SMR_AFTER_ARG, .step = k, .arg = call->result_arg};
  }
  for (uint32_t k = 0; k < nest->result_count; k++)
    if (smr_value(g, nest->results[k].value) == smr_value(g, value))
      return (SmrAfter){.kind = SMR_AFTER_COPY, .step = nest->results[k].step};
  return smr_legality_after(&state->match, &state->covering->arena, value);
}

/// Brings the replacements of all calls; false, with the nest's reason or after an error, where one cannot
/// be.
static bool bring(SmrModuleRun *run, SmrFunctionRun *f, SmrCoveredNest *nest, SmrPlanStep *steps, bool *ok) {
  for (uint32_t k = 0; k < nest->step_count; k++) {
    SmrBrought *brought;
    const SmrCoveringStep *step = &nest->steps[k];
    if (step->call == SMR_COVERING_COPY) {
      steps[k] = (SmrPlanStep){.root = step->root, .stores = step->stores, .store_count = step->store_count};
      continue;
    }
    const SmrCoveringCall *call = &nest->calls[step->call];
    *ok = smr_call_bring(run, f, call->library, call->pair, nest->verdict.apart, &brought, &nest->reason);
    if (!*ok || nest->reason)
      return false;
    steps[k] = (SmrPlanStep){.callee = brought->wrapper,
                             .bound = brought->bound,
                             .entry = brought->entry,
                             .args = call->args,
                             .arg_count = call->arg_count};
  }
  return true;
}

static void tell(SmrModuleRun *run, SmrFunctionRun *f, const SmrGraph *g, const SmrCoveredNest *nest) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_demangle(smr_intern_text(run->symbols, f->name), &name);
  const char **guards = smr_xcalloc(nest->verdict.guard_count + 1, sizeof *guards);
  uint32_t count = 0;
  for (uint32_t k = 0; k < nest->verdict.guard_count; k++) {
    bool known = false;
    for (uint32_t i = 0; i < count && !known; i++)
      known = smr_equal(guards[i], nest->verdict.guards[k].text);
    if (!known)
      guards[count++] = nest->verdict.guards[k].text;
  }
  for (uint32_t k = 0; k < nest->call_count; k++) {
    const SmrLibrary *library = &run->libraries[nest->calls[k].library];
    const SmrPair *pair = &library->pairs[nest->calls[k].pair];
    const SmrLocData *loc = smr_place_of(g, nest->calls[k].at);
    SmrReportEntry entry = {.kind = SMR_REPORT_REWRITE,
                            .file = loc ? smr_intern_text(g->symbols, loc->file) : "",
                            .line = loc ? loc->line : 0,
                            .column = loc ? loc->column : 0,
                            .function = smr_str_get(&name),
                            .idiom = pair->pattern.name,
                            .library = library->name,
                            .tier = "equality",
                            .guards = guards,
                            .guard_count = count,
                            .explanation = nest->calls[k].explanation,
                            .estimate = nest->verdict.estimates ? nest->verdict.estimates[k] : NULL,
                            .unverified = pair->unverified,
                            .rounds = true};
    smr_tell_lines(g, nest->roots, nest->root_count, &f->arena, &entry);
    smr_tell(run, &entry, f->op);
  }
  free(guards);
}

static const char *splice(SmrModuleRun *run, SmrFunctionRun *f, SmrSplicer *splicer, SmrCovering *covering,
                          SmrCoveredNest *nest, SmrPlanStep *steps, const SmrSpliceCheck *check,
                          MlirOperation rows) {
  SmrSpliced done;
  AfterState state = {covering,
                      nest,
                      {.graph = covering->plain,
                       .roots = (SmrOp *)(uintptr_t)nest->roots,
                       .root_count = nest->root_count,
                       .loops = (SmrOp *)(uintptr_t)nest->loops,
                       .loop_count = nest->loop_count}};
  const SmrExpr **guards = smr_arena_alloc(&f->arena, (nest->verdict.guard_count + 1) * sizeof *guards);
  bool *pays = smr_arena_alloc(&f->arena, nest->verdict.guard_count + 1);
  const char **texts = smr_arena_alloc(&f->arena, (nest->verdict.guard_count + 1) * sizeof *texts);
  const char **or_copied = smr_arena_alloc(&f->arena, (nest->verdict.guard_count + 1) * sizeof *or_copied);
  for (uint32_t k = 0; k < nest->verdict.guard_count; k++)
    guards[k] = nest->verdict.guards[k].test, pays[k] = nest->verdict.guards[k].pays,
    texts[k] = nest->verdict.guards[k].text, or_copied[k] = nest->verdict.guards[k].or_copied;
  SmrRecordedCall *calls = smr_arena_alloc(&f->arena, (nest->call_count + 1) * sizeof *calls);
  for (uint32_t k = 0; k < nest->call_count; k++) {
    const SmrCoveringCall *call = &nest->calls[k];
    calls[k] = (SmrRecordedCall){call->at, run->libraries[call->library].pairs[call->pair].pattern.name};
  }
  SmrSplicePlan plan = {.roots = nest->roots,
                        .root_count = nest->root_count,
                        .guards = guards,
                        .guard_count = nest->verdict.guard_count,
                        .texts = texts,
                        .pays = pays,
                        .size_count = nest->verdict.size_count,
                        .gain = nest->verdict.gain,
                        .steps = steps,
                        .step_count = nest->step_count,
                        .stores = nest->verdict.stores,
                        .store_count = nest->verdict.store_count,
                        .after = after,
                        .after_data = &state,
                        .record = smr_record_text(run, f, covering->plain, calls, nest->call_count),
                        .check = check,
                        .rows = rows,
                        .copy = nest->verdict.copy,
                        .or_copied = or_copied};
  const char *reason = NULL;
  if (!smr_edit_splice(run, splicer, &plan, &done, &reason))
    return smr_arena_strdup(&f->arena, reason);
  for (uint32_t k = 0; k < nest->verdict.guard_count && done.copies_rows; k++)
    if (or_copied[k])
      nest->verdict.guards[k].text = or_copied[k];
  for (uint32_t k = 0; k < nest->step_count && done.here; k++)
    f->leaves_loops |= nest->steps[k].call == SMR_COVERING_COPY && nest->loop_count;
  return NULL;
}

/// All calls of the nest are one check. NULL, with the nest's reason or after an error: there is none.
static const SmrSpliceCheck *check_of(SmrModuleRun *run, SmrFunctionRun *f, const SmrGraph *g,
                                      SmrCoveredNest *nest, const SmrPlanStep *steps) {
  SmrStr names = {0};
  bool exact = true;
  for (uint32_t k = 0; k < nest->call_count; k++) {
    const SmrPair *pair = &run->libraries[nest->calls[k].library].pairs[nest->calls[k].pair];
    smr_str_printf(&names, "%s%s", k ? "+" : "", pair->pattern.name);
    exact &= pair->contract == SMR_CONTRACT_EXACT;
  }
  SmrCheckOf of = {.graph = g,
                   .verdict = &nest->verdict,
                   .steps = steps,
                   .step_count = nest->step_count,
                   .idiom = smr_str_get(&names),
                   .at = nest->call_count ? nest->calls[0].at : nest->roots[0],
                   .exact = exact};
  const SmrSpliceCheck *check = smr_check_make(run, f, &of, &nest->reason);
  smr_str_free(&names);
  return check;
}

/// False, with the nest's reason or after an error: rows by pointers cannot be checked.
static bool bring_rows(SmrModuleRun *run, SmrFunctionRun *f, SmrCoveredNest *nest, MlirOperation *rows) {
  SmrStr refusal = {0};
  if (nest->verdict.rows)
    *rows = smr_inject_rows(f->op, run->diag, &refusal);
  if (refusal.size)
    nest->reason = smr_arena_strdup(&f->arena, smr_str_get(&refusal));
  smr_str_free(&refusal);
  return !nest->verdict.rows || rows->ptr;
}

/// Neither automata nor what is told look at the nest again.
static void note_served(SmrModuleRun *run, SmrFunctionRun *f, const SmrGraph *g, const SmrCoveredNest *nest) {
  uint32_t size = 0;
  for (uint32_t k = 0; k < nest->call_count; k++) {
    const SmrCoveringCall *call = &nest->calls[k];
    uint32_t own = smr_pattern_size(&run->libraries[call->library].pairs[call->pair].pattern);
    size = own > size ? own : size;
  }
  for (uint32_t k = 0; k < nest->root_count + nest->loop_count; k++) {
    SmrOp op = k < nest->root_count ? nest->roots[k] : nest->loops[k - nest->root_count];
    if (smr_op(g, op)->handle)
      smr_map_set(&f->served, (uintptr_t)smr_op(g, op)->handle, size);
  }
}

/// One nest; false after an error.
static bool edit(SmrModuleRun *run, SmrFunctionRun *f, SmrSplicer *splicer, SmrCovering *covering,
                 SmrCoveredNest *nest) {
  SmrPlanStep *steps = smr_arena_alloc(&f->arena, (nest->step_count + 1) * sizeof *steps);
  bool ok = true;
  nest->reason = smr_edit_refusal(run, covering->plain, nest->roots[0]);
  if (!nest->reason && bring(run, f, nest, steps, &ok)) {
    const SmrSpliceCheck *check =
        run->options->set.check ? check_of(run, f, covering->plain, nest, steps) : NULL;
    MlirOperation rows = {NULL};
    ok = (!run->options->set.check || check || nest->reason) &&
         (bring_rows(run, f, nest, &rows) || nest->reason);
    if (ok && !nest->reason)
      nest->reason = splice(run, f, splicer, covering, nest, steps, check, rows);
    if (check && nest->reason)
      smr_drop_check(check->begin);
  }
  nest->accepted = ok && !nest->reason;
  nest->misfit = !nest->accepted;
  if (nest->misfit) {
    smr_vec_push(&f->unspliced, smr_op(covering->plain, nest->roots[0])->handle);
    smr_vec_push(&f->unspliced, smr_op(covering->plain, nest->roots[nest->root_count - 1])->handle);
    return ok;
  }
  if (!smr_edit_verify(run, f, covering->plain, nest->roots[0]))
    return false;
  note_served(run, f, covering->plain, nest);
  if (!nest->instead)
    tell(run, f, covering->plain, nest);
  for (uint32_t k = 0; k < nest->call_count; k++)
    smr_note_use(run, nest->calls[k].library, nest->calls[k].pair);
  return true;
}

bool smr_edit_covered(SmrModuleRun *run, SmrFunctionRun *f, SmrCovering *covering, uint32_t first) {
  SmrSplicer *splicer = NULL;
  bool ok = true, around = false; // the nest whose loops those beside it are in became calls
  for (uint32_t n = first; n < covering->nests.size && ok; n++) {
    SmrCoveredNest *nest = &covering->nests.data[n];
    if (!nest->accepted || (nest->instead && !around) || !smr_budget_left(f->budget, "editing"))
      continue;
    if (!splicer)
      splicer = smr_edit_begin(run, f, covering->plain);
    ok = edit(run, f, splicer, covering, nest);
    around = nest->instead ? around : nest->accepted;
  }
  return ok;
}
