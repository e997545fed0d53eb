//===- explanation.c - how a call came to say what a nest computes ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/explanation.h"

static const char *kept(SmrStr *text, SmrArena *arena) {
  const char *copy = smr_arena_strdup(arena, smr_str_get(text));
  smr_str_free(text);
  return copy;
}

static const char *equations_text(const SmrEquations *e, SmrArena *arena) {
  SmrStr text = {0};
  smr_equations_print(e, &text);
  return kept(&text, arena);
}

const SmrExplanation *smr_explain_nest(const SmrCoverPlan *plan, SmrArena *arena) {
  SmrExplanation *out = smr_arena_alloc(arena, sizeof *out);
  SmrStr text = {0};
  smr_equations_name_indices(plan->canonical->equations);
  smr_cover_plan_print(plan, true, &text);
  *out = (SmrExplanation){.plan = kept(&text, arena),
                          .equations = equations_text(plan->canonical->source, arena),
                          .canonical = equations_text(plan->canonical->equations, arena)};
  return out;
}

const SmrExplanation *smr_explain_call(const SmrCoverPlan *plan, const SmrExplanation *nest,
                                       const SmrCoverCall *call, SmrArena *arena) {
  SmrExplanation *out = smr_arena_alloc(arena, sizeof *out);
  SmrStr text = {0}, laws = {0};
  smr_matched_print(&call->matched, plan->canonical, &text);
  smr_cover_laws_print(smr_cover_call_laws(plan->canonical, call), &laws);
  *out = *nest;
  out->call = kept(&text, arena), out->laws = kept(&laws, arena);
  return out;
}
