//===- offer.c - an offer becomes calls ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/edit/offer.h"
#include "rewrite/decide/find.h"
#include "rewrite/edit/check.h"
#include "rewrite/edit/finish.h"
#include "rewrite/edit/record.h"
#include "rewrite/edit/replacement.h"
#include "rewrite/tell/report.h"
#include <stdlib.h>

static uint32_t number_of(const SmrModuleRun *run, const SmrOfferCall *call) {
  return (uint32_t)(call->library - run->libraries);
}

typedef struct {
  SmrFunctionRun *f;
  const SmrOffer *offer;
  SmrMatch match; // the offer's, or its code as one without arguments
} AfterState;

/// What a call or a copy makes; or what is known without it (indices of loops that are over).
static SmrAfter after(void *data, SmrValue value) {
  AfterState *state = data;
  const SmrOffer *offer = state->offer;
  const SmrGraph *g = offer->graph;
  for (uint32_t k = 0; k < offer->step_count; k++) {
    const SmrOfferCall *call =
        offer->steps[k].call != SMR_OFFER_COPY ? &offer->calls[offer->steps[k].call] : NULL;
    if (call && call->result && smr_value(g, call->result) == smr_value(g, value))
      return (SmrAfter){.kind = SMR_AFTER_ARG, .step = k, .arg = call->result_arg};
  }
  for (uint32_t k = 0; k < offer->result_count; k++)
    if (smr_value(g, offer->results[k].value) == smr_value(g, value))
      return (SmrAfter){.kind = SMR_AFTER_COPY, .step = offer->results[k].step};
  return smr_legality_after(&state->match, &state->f->arena, value);
}

/// The replacement of a call from the function; *reason says why it may not be called. False after an error.
static bool bring_one(SmrModuleRun *run, SmrFunctionRun *f, const SmrOfferCall *call, bool apart,
                      SmrBrought **out, const char **reason) {
  uint32_t library = number_of(run, call), pair = call->pair;
  bool linked = run->libraries[library].pairs[pair].link_count > 0;
  *reason = NULL;
  *out = NULL;
  if (run->wide_blas && linked) {
    *reason = "the program's BLAS takes integers of 64 bits, the replacement's of 32";
    return true;
  }
  SmrBrought *brought = smr_replacement_bring(run, library, pair, f->kind, apart);
  *out = brought;
  if (mlirOperationIsNull(brought->wrapper)) {
    *reason = brought->reason;
    return brought->reason != NULL;
  }
  if (smr_replacement_reaches(run, brought, f->op))
    *reason = "the replacement calls this function";
  if (!*reason && linked)
    *reason = smr_name_refusal(run->aliases, f->op, brought->bound,
                               brought->entry ? brought->entry->routines : NULL);
  return true;
}

/// The steps, with the replacements that they call. False, with the offer's reason or after an error, where
/// one cannot be called.
static bool bring(SmrModuleRun *run, SmrFunctionRun *f, SmrOffer *offer, SmrPlanStep *steps, bool *ok) {
  for (uint32_t k = 0; k < offer->step_count; k++) {
    SmrBrought *brought;
    const SmrOfferStep *step = &offer->steps[k];
    if (step->call == SMR_OFFER_COPY) {
      steps[k] = (SmrPlanStep){.root = step->root, .stores = step->stores, .store_count = step->store_count};
      continue;
    }
    const SmrOfferCall *call = &offer->calls[step->call];
    *ok = bring_one(run, f, call, offer->verdict.apart, &brought, &offer->reason);
    if (!*ok || offer->reason)
      return false;
    steps[k] = (SmrPlanStep){.callee = brought->wrapper,
                             .bound = brought->bound,
                             .entry = brought->entry,
                             .args = call->passed,
                             .arg_count = call->arg_count};
  }
  return true;
}

/// False, with the offer's reason or after an error: rows by pointers cannot be checked.
static bool bring_rows(SmrModuleRun *run, SmrFunctionRun *f, SmrOffer *offer, MlirOperation *rows) {
  SmrStr refusal = {0};
  if (offer->verdict.rows)
    *rows = smr_inject_rows(f->op, run->diag, &refusal);
  if (refusal.size)
    offer->reason = smr_arena_strdup(&f->arena, smr_str_get(&refusal));
  smr_str_free(&refusal);
  return !offer->verdict.rows || rows->ptr;
}

static const char *splice(SmrModuleRun *run, SmrFunctionRun *f, SmrSplicer *splicer, SmrOffer *offer,
                          SmrPlanStep *steps, const SmrSpliceCheck *check, MlirOperation rows) {
  SmrVerdict *verdict = &offer->verdict;
  SmrSpliced done;
  AfterState state = {f, offer,
                      offer->match ? *offer->match
                                   : (SmrMatch){.graph = offer->graph,
                                                .roots = (SmrOp *)(uintptr_t)offer->roots,
                                                .root_count = offer->root_count,
                                                .loops = (SmrOp *)(uintptr_t)offer->loops,
                                                .loop_count = offer->loop_count}};
  SmrSplicePlan plan = {.roots = offer->roots,
                        .root_count = offer->root_count,
                        .guards = verdict->guards,
                        .guard_count = verdict->guard_count,
                        .size_count = verdict->size_count,
                        .gain = verdict->gain,
                        .steps = steps,
                        .step_count = offer->step_count,
                        .stores = verdict->stores,
                        .store_count = verdict->store_count,
                        .after = after,
                        .after_data = &state,
                        .record = smr_record_text(run, f, offer),
                        .check = check,
                        .rows = rows,
                        .copy = verdict->copy,
                        .done = &done};
  // Which arrays stay on a GPU is found in the function that calls (capi/residency).
  bool in_place = smr_settings_gpu(&run->options->set) != SMR_USE_GPU_OFF;
  const char *refusal = NULL;
  if (!in_place && !run->names.ptr)
    run->names = mlirSymbolTableCreate(run->module);
  plan.symbols = in_place ? (MlirSymbolTable){NULL} : run->names;
  if (!smr_splice(splicer, &plan, false, &refusal))
    return smr_arena_strdup(&f->arena, refusal);
  if (done.site.ptr)
    smr_vec_push(&run->sites, done.site);
  for (uint32_t k = 0; k < verdict->guard_count && done.copies_rows; k++)
    if (verdict->guards[k].or_copied)
      verdict->guards[k].text = verdict->guards[k].or_copied;
  for (uint32_t k = 0; k < offer->step_count; k++)
    f->leaves_loops |= offer->steps[k].call == SMR_OFFER_COPY && offer->loop_count;
  return NULL;
}

/// Neither automata nor what is told look at the code again.
static void note_served(SmrFunctionRun *f, const SmrOffer *offer) {
  const SmrGraph *g = offer->graph;
  uint32_t size = 0;
  for (uint32_t k = 0; k < offer->call_count; k++) {
    const SmrOfferCall *call = &offer->calls[k];
    uint32_t own = smr_pattern_size(&call->library->pairs[call->pair].pattern);
    size = own > size ? own : size;
  }
  for (uint32_t k = 0; k < offer->root_count + offer->loop_count; k++) {
    SmrOp op = k < offer->root_count ? offer->roots[k] : offer->loops[k - offer->root_count];
    if (smr_op(g, op)->handle)
      smr_map_set(&f->served, (uintptr_t)smr_op(g, op)->handle, size);
  }
}

//--- Edits ---------------------------------------------------------------------------

/// Are edits to be undone, or checked and perhaps undone?
static bool keeps_copies(const SmrModuleRun *run) {
  return run->options->set.dry_run || !run->options->disposable;
}

/// Edits by a graph of the function. Before the first edit of it a copy is kept where one is wanted.
static SmrSplicer *begin(SmrModuleRun *run, SmrFunctionRun *f, SmrGraph *graph) {
  if (mlirOperationIsNull(f->copy) && keeps_copies(run))
    f->copy = mlirOperationClone(f->op);
  f->edited = true;
  if (!f->splicer && f->found.size) { // (it is to see all edits)
    f->splicer = smr_splicer_create(f->graph, run->described->descriptions);
    smr_vec_push(&f->splicers, f->splicer);
  }
  if (graph == f->graph)
    return f->splicer;
  SmrSplicer *splicer = smr_splicer_create(graph, run->described->descriptions);
  smr_splicer_follow(f->splicer, splicer);
  smr_vec_push(&f->splicers, splicer);
  return splicer;
}

/// An accepted offer becomes calls; it is a misfit, with its reason, where it does not fit the code after
/// all. False after an error, and when the function is to be put back.
static bool edit_offer(SmrModuleRun *run, SmrFunctionRun *f, SmrSplicer *splicer, SmrOffer *offer) {
  SmrPlanStep *steps = smr_arena_alloc(&f->arena, (offer->step_count + 1) * sizeof *steps);
  bool ok = true, checks = run->options->set.check;
  offer->reason = smr_edit_refusal(run, offer->graph, offer->roots[0]);
  if (!offer->reason && bring(run, f, offer, steps, &ok)) {
    const SmrSpliceCheck *check = checks ? smr_check_make(run, f, offer, &offer->reason) : NULL;
    MlirOperation rows = {NULL};
    ok = (!checks || check || offer->reason) && (bring_rows(run, f, offer, &rows) || offer->reason);
    if (ok && !offer->reason)
      offer->reason = splice(run, f, splicer, offer, steps, check, rows);
    if (check && offer->reason)
      smr_drop_check(check->begin);
  }
  offer->accepted = offer->made = ok && !offer->reason;
  offer->misfit = !offer->made;
  if (offer->misfit)
    return ok;
  if (!smr_edit_verify(run, f, offer->graph, offer->roots[0]))
    return false;
  for (uint32_t k = 0; k < offer->call_count; k++)
    smr_note_use(run, number_of(run, &offer->calls[k]), offer->calls[k].pair);
  return true;
}

//--- Nests by equations --------------------------------------------------------------

bool smr_edit_covered(SmrModuleRun *run, SmrFunctionRun *f, SmrCovering *covering, uint32_t first) {
  SmrSplicer *splicer = NULL;
  bool ok = true, around = false; // the nest whose loops those beside it are in became calls
  for (uint32_t n = first; n < covering->nests.size && ok; n++) {
    SmrOffer *nest = &covering->nests.data[n];
    if (!nest->accepted || (nest->instead && !around) || !smr_budget_left(f->budget, "editing"))
      continue;
    if (!splicer)
      splicer = begin(run, f, covering->plain);
    ok = edit_offer(run, f, splicer, nest);
    around = nest->instead ? around : nest->accepted;
    if (!ok)
      break;
    if (nest->misfit) {
      smr_vec_push(&f->unspliced, smr_op(nest->graph, nest->roots[0])->handle);
      smr_vec_push(&f->unspliced, smr_op(nest->graph, nest->roots[nest->root_count - 1])->handle);
      continue;
    }
    note_served(f, nest);
    if (!nest->instead)
      smr_report_made(run, f, nest);
  }
  return ok;
}

//--- Matches of automata -------------------------------------------------------------

/// What is passed for one of the pattern's arguments; `box`: of a BOX.
static bool pass_argument(SmrArena *arena, const SmrPatternArg *arg, const SmrBinding *b,
                          const SmrBoxPassed *box, SmrPassed *out) {
  *out = (SmrPassed){.name = arg->name ? arg->name : "?", .value = b->value, .type = arg->type};
  switch (arg->kind) {
  case SMR_ARG_INT:
    out->kind = SMR_PASS_INT;
    out->expr = smr_expr_poly(arena, b->poly);
    if (b->divisor > 1)
      out->expr = smr_expr(arena, SMR_X_DIV, out->expr, smr_expr_const(arena, b->divisor));
    return out->expr != NULL;
  case SMR_ARG_FLOAT:
    out->kind = SMR_PASS_VALUE;
    return true;
  case SMR_ARG_ARRAY:
    out->kind = SMR_PASS_ARRAY;
    out->expr = smr_expr_poly(arena, b->poly);
    return true;
  case SMR_ARG_BOX:
    out->kind = SMR_PASS_BOX;
    out->expr = box->own ? NULL : smr_expr_poly(arena, b->poly);
    out->extent = box->extent;
    out->stride = box->stride;
    return true;
  case SMR_ARG_OUT:
    out->kind = SMR_PASS_OUT;
    return true;
  case SMR_ARG_RESULT:
    out->kind = SMR_PASS_RESULT;
    return true;
  default:
    return false;
  }
}

/// Fills in what a match leaves open in its offer: the call's arguments, its place in the report, its one
/// step. False, with offer->reason, if it cannot be called.
static bool complete_offer(SmrFunctionRun *f, SmrOffer *offer) {
  const SmrPattern *pattern = &smr_offer_pair(offer)->pattern;
  SmrPassed *passed = smr_arena_alloc(&f->arena, (pattern->arg_count + 1) * sizeof *passed);
  const SmrBoxPassed *boxes = offer->verdict.boxes;
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (!pass_argument(&f->arena, &pattern->args[k], &offer->match->args[k], boxes ? &boxes[k] : NULL,
                       &passed[k])) {
      offer->reason = "the idiom does not use one of its arguments";
      return false;
    }
  SmrOfferCall call = offer->calls[0];
  const SmrOfferStep step = {.call = 0};
  call.passed = passed;
  call.at = offer->roots[0];
  for (uint32_t k = 1; k < offer->root_count; k++)
    call.at = smr_before(f->graph, offer->roots[k], call.at) ? offer->roots[k] : call.at;
  offer->calls = smr_arena_copy(&f->arena, &call, sizeof call);
  offer->steps = smr_arena_copy(&f->arena, &step, sizeof step);
  offer->step_count = 1;
  return true;
}

/// False after an error, and when the function is to be put back.
static bool edit(SmrModuleRun *run, SmrFunctionRun *f, SmrSplicer *splicer, SmrOffer *offer) {
  bool ok = !complete_offer(f, offer) || edit_offer(run, f, splicer, offer);
  if (!offer->made)
    smr_found_refuse(offer, offer->reason);
  return ok;
}

/// Where a match turned out not to fit the code, the next best that it kept out has its turn.
static bool edit_instead(SmrModuleRun *run, SmrFunctionRun *f, SmrSplicer *splicer) {
  SmrUses uses = smr_uses_compute(f->graph);
  bool ok = true;
  for (SmrOffer *best; ok;) {
    best = NULL;
    for (uint32_t k = 0; k < f->found.size; k++) {
      SmrOffer *one = &f->found.data[k];
      if (!one->accepted && !one->refused && (!best || smr_found_compare(f->kind, one, best) < 0) &&
          !smr_overlaps_accepted(f->found.data, f->found.size, one))
        best = one;
    }
    if (!best)
      break;
    smr_judge(run, f, best, &uses);
    ok = !best->accepted || edit(run, f, splicer, best);
  }
  smr_uses_free(&uses);
  return ok;
}

bool smr_edit_function(SmrModuleRun *run, SmrFunctionRun *f) {
  if (f->found.size) // from here on in program order
    qsort(f->found.data, f->found.size, sizeof *f->found.data, smr_found_compare_place);
  SmrSplicer *splicer = NULL;
  bool ok = true;
  for (uint32_t k = 0; k < f->found.size && ok; k++) {
    SmrOffer *found = &f->found.data[k];
    if (!found->accepted || found->made)
      continue;
    if (!smr_budget_left(f->budget, "editing")) {
      smr_found_refuse(found, smr_budget_reason(f->budget, &f->arena));
      continue;
    }
    if (!splicer)
      splicer = begin(run, f, f->graph);
    ok = edit(run, f, splicer, found) && (found->accepted || edit_instead(run, f, splicer));
  }
  return ok;
}
