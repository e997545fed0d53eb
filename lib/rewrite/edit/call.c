//===- call.c - accepted matches become calls ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/edit/call.h"
#include "mlir/splice/splice.h"
#include "rewrite/decide/find.h"
#include "rewrite/edit/check.h"
#include "rewrite/edit/finish.h"
#include "rewrite/edit/record.h"
#include "rewrite/edit/replacement.h"
#include <stdlib.h>

typedef struct {
  const SmrMatch *match;
  SmrArena *arena;
} AfterState;

static SmrAfter after(void *data, SmrValue value) {
  AfterState *state = data;
  return smr_legality_after(state->match, state->arena, value);
}

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

/// What is passed for the pattern's arguments; else why not.
static const char *pass_arguments(SmrFunctionRun *f, const SmrPattern *pattern, const SmrFound *found,
                                  SmrPassed *args) {
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (!pass_argument(&f->arena, &pattern->args[k], &found->match.args[k],
                       found->verdict.boxes ? &found->verdict.boxes[k] : NULL, &args[k]))
      return "the idiom does not use one of its arguments";
  return NULL;
}

/// Puts the call where the match was; else says why not. `check`: or NULL.
static const char *splice(SmrModuleRun *run, SmrFunctionRun *f, SmrSplicer *splicer, const SmrFound *found,
                          SmrPlanStep *step, const SmrSpliceCheck *check) {
  const SmrExpr **guards = smr_arena_alloc(&f->arena, (found->verdict.guard_count + 1) * sizeof *guards);
  bool *pays = smr_arena_alloc(&f->arena, found->verdict.guard_count + 1);
  const char **texts = smr_arena_alloc(&f->arena, (found->verdict.guard_count + 1) * sizeof *texts);
  for (uint32_t k = 0; k < found->verdict.guard_count; k++)
    guards[k] = found->verdict.guards[k].test, pays[k] = found->verdict.guards[k].pays,
    texts[k] = found->verdict.guards[k].text;
  AfterState state = {&found->match, &f->arena};
  SmrOp first = found->match.roots[0];
  for (uint32_t k = 1; k < found->match.root_count; k++)
    if (smr_before(f->graph, found->match.roots[k], first))
      first = found->match.roots[k];
  const SmrRecordedCall call = {first,
                                run->libraries[found->library].pairs[found->match.pattern].pattern.name};
  SmrSplicePlan plan = {.roots = found->match.roots,
                        .root_count = found->match.root_count,
                        .guards = guards,
                        .guard_count = found->verdict.guard_count,
                        .texts = texts,
                        .pays = pays,
                        .size_count = found->verdict.size_count,
                        .gain = found->verdict.gain,
                        .steps = step,
                        .step_count = 1,
                        .stores = found->verdict.stores,
                        .store_count = found->verdict.store_count,
                        .after = after,
                        .after_data = &state,
                        .record = smr_record_text(run, f, f->graph, &call, 1),
                        .check = check};
  const char *refusal = NULL;
  SmrSpliced done;
  return smr_edit_splice(run, splicer, &plan, &done, &refusal) ? NULL : smr_arena_strdup(&f->arena, refusal);
}

/// The check of a match's call; NULL, with *reason or after an error: there is none.
static const SmrSpliceCheck *check_of(SmrModuleRun *run, SmrFunctionRun *f, const SmrFound *found,
                                      const SmrPlanStep *step, const char **reason) {
  const SmrPair *pair = &run->libraries[found->library].pairs[found->match.pattern];
  SmrCheckOf of = {.graph = f->graph,
                   .verdict = &found->verdict,
                   .steps = step,
                   .step_count = 1,
                   .idiom = pair->pattern.name,
                   .at = found->match.roots[0],
                   .exact = pair->contract == SMR_CONTRACT_EXACT};
  return smr_check_make(run, f, &of, reason);
}

bool smr_call_bring(SmrModuleRun *run, SmrFunctionRun *f, uint32_t library, uint32_t pair, bool apart,
                    SmrBrought **out, const char **reason) {
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

/// False after an error, and when the function is to be put back.
static bool edit(SmrModuleRun *run, SmrFunctionRun *f, SmrSplicer *splicer, SmrFound *found) {
  SmrBrought *brought;
  const char *reason;
  uint32_t pair = found->match.pattern;
  reason = smr_edit_refusal(run, f->graph, found->match.roots[0]);
  if (!reason && !smr_call_bring(run, f, found->library, pair, found->verdict.apart, &brought, &reason))
    return false;
  const SmrPattern *pattern = &run->libraries[found->library].pairs[pair].pattern;
  SmrPassed *args = smr_arena_alloc(&f->arena, (pattern->arg_count + 1) * sizeof *args);
  SmrPlanStep step = {.args = args, .arg_count = pattern->arg_count};
  const SmrSpliceCheck *check = NULL;
  if (!reason)
    step.callee = brought->wrapper, step.bound = brought->bound, step.entry = brought->entry;
  if (!reason)
    reason = pass_arguments(f, pattern, found, args);
  if (!reason && run->options->set.check) {
    check = check_of(run, f, found, &step, &reason);
    if (!check && !reason)
      return false;
  }
  if (!reason)
    reason = splice(run, f, splicer, found, &step, check);
  if (reason && check)
    smr_drop_check(check->begin);
  if (reason)
    smr_found_refuse(found, reason);
  return reason || smr_edit_verify(run, f, f->graph, found->match.roots[0]);
}

/// Where a match turned out not to fit the code, the next best that it kept out has its turn.
static bool edit_instead(SmrModuleRun *run, SmrFunctionRun *f, SmrSplicer *splicer) {
  SmrUses uses = smr_uses_compute(f->graph);
  bool ok = true;
  for (SmrFound *best; ok;) {
    best = NULL;
    for (uint32_t k = 0; k < f->found.size; k++) {
      SmrFound *one = &f->found.data[k];
      if (!one->accepted && !one->refused &&
          (!best || smr_found_compare(run->libraries, f->kind, one, best) < 0) &&
          !smr_overlaps_accepted(f->found.data, f->found.size, one))
        best = one;
    }
    if (!best)
      break;
    smr_judge(run, f, best, &uses);
    best->edited = best->accepted;
    ok = !best->accepted || edit(run, f, splicer, best);
  }
  smr_uses_free(&uses);
  return ok;
}

/// Are edits to be undone, or checked and perhaps undone?
static bool keeps_copies(const SmrModuleRun *run) {
  return run->options->set.dry_run || !run->options->disposable;
}

bool smr_edit_splice(SmrModuleRun *run, SmrSplicer *splicer, SmrSplicePlan *plan, SmrSpliced *done,
                     const char **refusal) {
  // Which arrays stay on a GPU is found in the function that calls (capi/residency).
  bool in_place = smr_settings_gpu(&run->options->set) != SMR_USE_GPU_OFF;
  if (!in_place && !run->names.ptr)
    run->names = mlirSymbolTableCreate(run->module);
  plan->symbols = in_place ? (MlirSymbolTable){NULL} : run->names;
  plan->done = done;
  bool ok = smr_splice(splicer, plan, false, refusal);
  if (done->site.ptr)
    smr_vec_push(&run->sites, done->site);
  return ok;
}

SmrSplicer *smr_edit_begin(SmrModuleRun *run, SmrFunctionRun *f, SmrGraph *graph) {
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

bool smr_edit_function(SmrModuleRun *run, SmrFunctionRun *f) {
  if (f->found.size) // from here on in program order
    qsort(f->found.data, f->found.size, sizeof *f->found.data, smr_found_compare_place);
  SmrSplicer *splicer = NULL;
  bool ok = true;
  for (uint32_t k = 0; k < f->found.size && ok; k++) {
    SmrFound *found = &f->found.data[k];
    if (!found->accepted || found->edited)
      continue;
    if (!smr_budget_left(f->budget, "editing")) {
      smr_found_refuse(found, smr_budget_reason(f->budget, &f->arena));
      continue;
    }
    if (!splicer)
      splicer = smr_edit_begin(run, f, f->graph);
    ok = edit(run, f, splicer, found) && (found->accepted || edit_instead(run, f, splicer));
  }
  return ok;
}
