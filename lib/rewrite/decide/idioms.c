//===- idioms.c - the idioms of the equality tier ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/idioms.h"
#include "cover/forms.h"
#include "cover/left.h"
#include "cover/plan.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "raise/raise.h"

bool smr_for_automata(const SmrModuleRun *run, uint32_t library, uint32_t pair) {
  const SmrPair *p = &run->libraries[library].pairs[pair];
  return !p->off && (run->options->set.mode == SMR_MODE_EXACT || !p->equations);
}

static bool any_for_automata(const SmrModuleRun *run, uint32_t library) {
  for (uint32_t k = 0; k < run->libraries[library].count; k++)
    if (smr_for_automata(run, library, k))
      return true;
  return false;
}

bool smr_may_match(const SmrModuleRun *run, uint32_t library, uint32_t pair, uint64_t signs) {
  const SmrPair *p = &run->libraries[library].pairs[pair];
  return smr_for_automata(run, library, pair) && (p->equations || !(p->shape & ~signs));
}

static bool has_candidate(const SmrModuleRun *run, uint32_t library, uint64_t signs) {
  for (uint32_t p = 0; p < run->libraries[library].count; p++)
    if (smr_may_match(run, library, p, signs))
      return true;
  return false;
}

bool smr_any_may_match(const SmrModuleRun *run, uint64_t signs) {
  for (uint32_t l = 0; l < run->library_count; l++)
    if (has_candidate(run, l, signs))
      return true;
  return false;
}

bool smr_open_automata(SmrModuleRun *run, uint32_t library, uint64_t signs) {
  bool wanted =
      run->options->set.near_misses ? any_for_automata(run, library) : has_candidate(run, library, signs);
  if (!wanted)
    return false;
  run->failed |= !smr_library_open_automata(&run->libraries[library], run->diag);
  return !run->failed;
}

//--- Rules ---------------------------------------------------------------------------------

/// The one type of numbers that a pair is about; 0 when there are several.
static SmrType number_type(const SmrPattern *pattern) {
  SmrType type = 0;
  for (uint32_t k = 0; k < pattern->arg_count; k++) {
    SmrType one = pattern->args[k].type;
    if (!smr_type_is_number(one))
      continue;
    if (type && one != type)
      return 0;
    type = one;
  }
  return type;
}

static void make_rule(SmrModuleRun *run, uint32_t library, uint32_t number) {
  SmrCoverRule *rule =
      smr_cover_rule_create(run->symbols, &run->libraries[library].pairs[number], true, NULL);
  run->rule_made[library][number] = true;
  smr_cover_rules_add(&run->rules, rule, library, number);
}

/// Reading rules takes longer than anything else here, and most fit no nest of a program.
static void make_rules(SmrModuleRun *run) {
  // (A report names the idiom that is most alike, which may lack the rest.)
  const uint64_t asked = run->options->set.near_misses ? SMR_COVER_SHAPE_NESTS : UINT64_MAX;
  for (uint32_t l = 0; l < run->library_count; l++) {
    const SmrLibrary *library = &run->libraries[l];
    if (!run->rule_made[l])
      run->rule_made[l] = smr_xcalloc(library->count + 1, 1);
    for (uint32_t p = 0; p < library->count; p++)
      if (library->pairs[p].equations && !library->pairs[p].off && !run->rule_made[l][p] &&
          !(library->pairs[p].shape & asked & ~run->rule_shape) &&
          smr_is_among(run->rule_types.data, run->rule_types.size, number_type(&library->pairs[p].pattern)))
        make_rule(run, l, p);
  }
}

void smr_rules_for(SmrModuleRun *run, const SmrEquations *equations) {
  uint64_t shape = run->rule_shape | smr_cover_shape(equations);
  bool more = shape != run->rule_shape || !run->rule_made;
  run->rule_shape = shape;
  for (uint32_t k = 0; k <= equations->equations.size; k++) {
    SmrType type = k ? equations->equations.data[k - 1].sum.type : 0;
    if (smr_is_among(run->rule_types.data, run->rule_types.size, type))
      continue;
    smr_vec_push(&run->rule_types, type);
    more = true;
  }
  if (!run->rule_made)
    run->rule_made = smr_xcalloc(run->library_count + 1, sizeof *run->rule_made);
  if (more)
    make_rules(run);
}

//--- Idioms of a graph -----------------------------------------------------------------------

static void idioms_of(const SmrGraph *g, SmrNest nest, const SmrCoverPlan *plan, SmrIdiomFound found,
                      void *data) {
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count; k++) {
      const SmrCoverCall *call = &plan->steps[s].calls[k];
      const SmrOrigin *origin = &plan->canonical->origins.data[call->equation];
      SmrOp maker = smr_left_maker(g, plan->canonical, origin->from[origin->from_count - 1]);
      SmrOp loop = smr_outermost_loop(g, maker, nest.block);
      if (loop)
        found(g, loop, call->matched.rule->library, call->matched.rule->pair, data);
    }
}

void smr_idioms_in(SmrModuleRun *run, SmrFunctionRun *f, const SmrGraph *graph, SmrIdiomFound found,
                   void *data) {
  SmrGraph *g = smr_graph_copy(graph);
  SmrRaisedNests nests = {0};
  SmrArena arena = {0};
  smr_normalize_equations(g);
  smr_raise_function(g, NULL, &nests);
  for (uint32_t k = 0; k < nests.size && smr_budget_left(f->budget, "explaining"); k++) {
    SmrCanonical *canonical = nests.data[k].equations ? smr_canonical(nests.data[k].equations) : NULL;
    SmrCoverPlan plan;
    if (!canonical)
      continue;
    smr_rules_for(run, canonical->equations);
    if (smr_cover_plan(canonical, run->rules.data, run->rules.size, &arena, NULL, NULL, &plan))
      idioms_of(g, nests.data[k].nest, &plan, found, data);
    smr_canonical_destroy(canonical);
  }
  smr_raised_nests_free(&nests);
  smr_arena_destroy(&arena);
  smr_graph_destroy(g);
}
