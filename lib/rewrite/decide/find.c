//===- find.c - the matches of one function, decided ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/find.h"
#include "automata/signs.h"
#include "base/phase.h"
#include "graph/normalize/normalize.h"
#include "mlir/host/host.h"
#include "mlir/splice/splice.h"
#include "rewrite/context/fallback.h"
#include "rewrite/context/off.h"
#include "rewrite/context/place.h"
#include "rewrite/context/target.h"
#include "rewrite/decide/idioms.h"
#include <stdlib.h>
#include <string.h>

void smr_function_drop_graphs(SmrFunctionRun *f) {
  smr_graph_destroy(f->imported);
  smr_graph_destroy(f->plain);
  smr_graph_destroy(f->graph);
  f->imported = f->plain = f->graph = NULL;
  f->splicer = NULL;
}

void smr_function_release(SmrFunctionRun *f) {
  smr_function_drop_graphs(f);
  for (uint32_t k = 0; k < f->splicers.size; k++) // (until here no address stands for two ops)
    smr_splicer_destroy(f->splicers.data[k]);
  smr_vec_free(&f->splicers);
  smr_vec_free(&f->found);
  smr_vec_free(&f->misses);
  smr_map_free(&f->served);
  smr_vec_free(&f->unspliced);
  smr_vec_free(&f->uncovered);
  smr_vec_free(&f->equations);
  smr_vec_free(&f->limits);
  smr_arena_destroy(&f->arena);
}

void smr_function_limit(SmrFunctionRun *f, const char *format, ...) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  va_list args;
  va_start(args, format);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  bool known = false;
  for (uint32_t k = 0; k < f->limits.size && !known; k++)
    known = smr_equal(f->limits.data[k], smr_str_get(&text));
  if (!known)
    smr_vec_push(&f->limits, smr_arena_strdup(&f->arena, smr_str_get(&text)));
}

bool smr_is_served(const SmrFunctionRun *f, const SmrGraph *g, SmrOp op) {
  uint32_t size;
  for (; op && f->served.size; op = smr_parent(g, op))
    if (smr_op(g, op)->handle && smr_map_get(&f->served, (uintptr_t)smr_op(g, op)->handle, &size))
      return true;
  return false;
}

bool smr_other_branch(const SmrModuleRun *run, const SmrFunctionRun *f, const SmrGraph *g, SmrOp op) {
  return smr_is_fallback(run->replacements.data, run->replacements.size, g, op) || smr_is_served(f, g, op);
}

//--- Finding --------------------------------------------------------------------------

typedef struct {
  SmrModuleRun *run;
  SmrFunctionRun *function;
  uint32_t library;
} FindState;

static bool keep_match(const SmrMatch *match, void *data) {
  FindState *state = data;
  SmrFunctionRun *f = state->function;
  if (!smr_may_match(state->run, state->library, match->pattern, f->signs) ||
      smr_other_branch(state->run, f, f->graph, match->roots[0]))
    return true;
  SmrOffer found = smr_found_offer(&f->arena, &state->run->libraries[state->library], match);
  found.number = f->found.size;
  smr_vec_push(&f->found, found);
  enum { MOST_MATCHES = 1 << 20 };
  if (f->found.size < MOST_MATCHES)
    return true;
  smr_function_limit(f, "SMR looked at its first %d matches, and at no more", MOST_MATCHES);
  return false;
}

static void keep_limits(const SmrModuleRun *run, SmrFunctionRun *f) {
  uint32_t count = 0;
  const SmrLimit *limits = smr_scratch_limits(run->scratch, &count);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t line = f->graph->locs.data[smr_op(f->graph, limits[k].at)->loc].line;
    if (line)
      smr_function_limit(f, "line %u: %s", line, smr_limit_text(limits[k].kind));
    else
      smr_function_limit(f, "%s", smr_limit_text(limits[k].kind));
  }
}

/// The miss speaks of one of the patterns that came as far; where that is off, of another one. False: none of
/// them is looked for.
static bool choose_pattern(const SmrModuleRun *run, SmrFunctionRun *f, uint32_t library, SmrNearMiss *miss) {
  if (!run->libraries[library].pairs[miss->pattern].off)
    return smr_for_automata(run, library, miss->pattern);
  uint32_t capacity = run->libraries[library].count;
  uint32_t *patterns = smr_arena_alloc(&f->arena, capacity * sizeof *patterns);
  uint32_t count = smr_near_patterns(run->libraries[library].automata, miss, patterns, capacity);
  for (uint32_t k = 0; k < count; k++)
    if (smr_for_automata(run, library, patterns[k])) {
      miss->pattern = patterns[k];
      return true;
    }
  return false;
}

static void keep_misses(const SmrModuleRun *run, SmrFunctionRun *f, uint32_t library) {
  uint32_t count = 0;
  const SmrNearMiss *misses = smr_scratch_misses(run->scratch, &count);
  for (uint32_t k = 0; k < count; k++) {
    SmrKeptMiss kept = {misses[k], library};
    if (misses[k].work && choose_pattern(run, f, library, &kept.miss) &&
        !smr_other_branch(run, f, f->graph, misses[k].root))
      smr_vec_push(&f->misses, kept);
  }
}

static bool normalizing(void *budget) {
  return smr_budget_left(budget, "normalising");
}

/// Flang's functions are Fortran, those of the llvm dialect are C.
static SmrLanguage kind_of(SmrDescribed *described, MlirOperation function) {
  if (smr_splice_calls_fortran(function))
    return SMR_LANGUAGE_FORTRAN;
  bool c = smr_described(described, function)->function >= SMR_FUNCTION_C;
  return c ? SMR_LANGUAGE_C : SMR_LANGUAGE_MLIR;
}

/// A copy of what was imported in one of the two forms; NULL when the budget does not last.
static SmrGraph *form(SmrFunctionRun *f, SmrForm form) {
  SmrPhase before = smr_phase(SMR_PHASE_NORMALISE);
  SmrGraph *g = smr_graph_copy(f->imported);
  bool done = smr_normalize_while(g, form, normalizing, f->budget);
  smr_phase(before);
  for (uint32_t limit = 0; limit < SMR_NORMAL_COUNT; limit++)
    if (g->limits >> limit & 1)
      smr_function_limit(f, "%s", smr_normal_limit_text((SmrNormalLimit)limit));
  if (done)
    return g;
  smr_graph_destroy(g);
  return NULL;
}

/// Nobody needs the normal form of a function that has not what any pair asks for, unless it is told of.
static bool wants_normal(const SmrModuleRun *run, const SmrFunctionRun *f) {
  SmrMode mode = run->options->set.mode;
  return run->options->set.near_misses || mode == SMR_MODE_EXACT ||
         (mode != SMR_MODE_EQUALITY && smr_any_may_match(run, f->signs));
}

static bool read_function(SmrModuleRun *run, SmrFunctionRun *f) {
  SmrPhase before = smr_phase(SMR_PHASE_IMPORT);
  SmrDiag notes = {0}; // what cannot be expressed is not matched and not told; a misfit is a user's mistake
  f->imported = smr_import_function(run->importer, f->op,
                                    &(SmrImportOptions){.wraps = run->options->set.wraps}, &notes);
  for (uint32_t k = 0; k < notes.messages.size; k++) {
    const char *misfit = strstr(notes.messages.data[k].text, SMR_IMPORT_MISFIT);
    if (strstr(notes.messages.data[k].text, SMR_IMPORT_TOO_DEEP))
      smr_function_limit(f, "%s: nothing in it was looked at", SMR_IMPORT_TOO_DEEP);
    else if (misfit)
      smr_function_limit(f, "%s", misfit);
  }
  smr_diag_free(&notes);
  smr_phase(before);
  if (!f->imported)
    return false;
  f->name = f->imported->name;
  f->kind = kind_of(run->described, f->op);
  f->compiled = smr_target_vectors(f->op, run->described);
  f->compiled.at_o2 = run->options->set.at_O2;
  f->joins = f->compiled.fuses = smr_target_joins(f->op, run->described);
  if (!smr_off_mark(run, f)) {
    run->failed = true;
    smr_function_drop_graphs(f);
    return false;
  }
  smr_budget_size(f->budget, f->imported->ops.size);
  f->imported->work = &f->budget->work;
  bool plain = run->options->set.mode != SMR_MODE_EXACT;
  if (plain)
    f->plain = form(f, SMR_FORM_PLAIN);
  f->signs = f->plain ? smr_signs(f->plain) : UINT64_MAX;
  if ((f->plain || !plain) && (!wants_normal(run, f) || (f->graph = form(f, SMR_FORM_NORMAL))))
    return true;
  smr_function_drop_graphs(f);
  return false;
}

//--- Deciding -------------------------------------------------------------------------

static bool in_parallel_region(SmrModuleRun *run, const SmrGraph *g, SmrOp root) {
  const SmrOpData *op = smr_op(g, root);
  if (!op->handle)
    return false;
  MlirOperation at = {op->handle};
  if (op->flags & SMR_F_CFG)
    at = mlirBlockGetFirstOperation((MlirBlock){op->handle});
  return at.ptr && smr_aside_region(at, run->described);
}

const char *smr_refuses_calls(SmrModuleRun *run, SmrFunctionRun *f, const SmrOffer *offer) {
  const char *reason = smr_place_refuses_offer(f->op, offer, run->described);
  return reason ? reason : in_parallel_region(run, offer->graph, offer->roots[0]) ? smr_aside_parallel : NULL;
}

SmrLegalityOptions smr_legality_options(const SmrModuleRun *run, const SmrFunctionRun *f) {
  const SmrSettings *set = &run->options->set;
  return (SmrLegalityOptions){.fp_exact = set->fp == SMR_FP_EXACT || f->ordered,
                              .fp_algebra = set->fp == SMR_FP_ALGEBRA && !f->ordered,
                              .ordered = f->ordered,
                              .guards_static = set->guards == SMR_GUARDS_STATIC,
                              .estimate = set->near_misses,
                              .hulls = set->check,
                              .compiled = f->compiled,
                              .joins = f->joins};
}

void smr_judge(SmrModuleRun *run, SmrFunctionRun *f, SmrOffer *found, const SmrUses *uses) {
  const char *reason = smr_refuses_calls(run, f, found);
  if (!reason && !smr_pair_replacement(smr_offer_pair(found), f->kind))
    reason = "the replacement is Fortran, which this code cannot call";
  if (reason) {
    smr_found_refuse(found, reason);
    return;
  }
  SmrLegalityOptions options = smr_legality_options(run, f);
  found->accepted =
      smr_legality(found->calls->library, found->match, uses, &options, &f->arena, &found->verdict);
  found->refused = !found->accepted;
  found->reason = found->verdict.reason;
}

bool smr_overlaps_accepted(const SmrOffer *found, uint32_t count, const SmrOffer *one) {
  for (uint32_t k = 0; k < count; k++)
    if (found[k].accepted && smr_found_overlap(&found[k], one))
      return true;
  return false;
}

static int compare_found(const void *a, const void *b, void *kind) {
  return smr_found_compare(*(SmrLanguage *)kind, a, b);
}

static void place_all(SmrFunctionRun *f) {
  uint32_t *order = smr_program_order(f->graph);
  for (uint32_t k = 0; k < f->found.size; k++) {
    SmrOffer *found = &f->found.data[k];
    for (uint32_t i = 0; i < found->root_count; i++)
      if (!found->place || order[found->roots[i]] < found->place)
        found->place = order[found->roots[i]];
  }
  free(order);
}

static void decide(SmrModuleRun *run, SmrFunctionRun *f) {
  place_all(f);
  qsort_r(f->found.data, f->found.size, sizeof *f->found.data, compare_found, &f->kind);
  SmrUses uses = smr_uses_compute(f->graph);
  for (uint32_t k = 0; k < f->found.size && smr_budget_left(f->budget, "deciding"); k++)
    if (!smr_overlaps_accepted(f->found.data, k, &f->found.data[k]))
      smr_judge(run, f, &f->found.data[k], &uses);
  smr_uses_free(&uses);
}

/// Something that calls serve stands in the op.
static bool has_served(const SmrFunctionRun *f, SmrOp op) {
  const SmrGraph *g = f->graph;
  bool any = false;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count && !any; r++) {
    SmrBlock body = smr_body_block(g, op, r);
    for (SmrOp in = body ? g->blocks.data[body].first : 0; in && !any; in = smr_op(g, in)->next)
      any = smr_is_served(f, g, in) || has_served(f, in);
  }
  return any;
}

void smr_find_rest(SmrModuleRun *run, SmrFunctionRun *f) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < f->found.size; k++) {
    SmrOffer *found = &f->found.data[k];
    bool served = false;
    for (uint32_t r = 0; r < found->root_count; r++)
      served |= smr_is_served(f, f->graph, found->roots[r]) || has_served(f, found->roots[r]);
    found->accepted = found->refused = false;
    found->reason = NULL;
    if (!served)
      f->found.data[kept++] = *found;
  }
  run->report->matches -= f->found.size - kept;
  f->found.size = kept;
  if (kept)
    decide(run, f);
}

bool smr_find_matches(SmrModuleRun *run, SmrFunctionRun *f) {
  if (!read_function(run, f))
    return false;
  uint32_t libraries = !f->graph || run->options->set.mode == SMR_MODE_EQUALITY ? 0 : run->library_count;
  for (uint32_t l = 0; l < libraries && smr_budget_left(f->budget, "matching"); l++) {
    if (!smr_open_automata(run, l, f->signs))
      continue;
    SmrPhase before = smr_phase(SMR_PHASE_MATCH);
    FindState state = {run, f, l};
    SmrRunStats stats = {0};
    smr_automata_run(run->libraries[l].automata, f->graph, run->scratch, keep_match, &state, &stats);
    run->report->candidates += stats.candidates;
    smr_budget_spend(f->budget, stats.steps);
    keep_limits(run, f);
    if (run->options->set.near_misses)
      keep_misses(run, f, l);
    smr_phase(before);
  }
  run->report->matches += f->found.size;
  SmrPhase before = smr_phase(SMR_PHASE_EDIT);
  if (f->found.size)
    decide(run, f);
  smr_phase(before);
  return true;
}
