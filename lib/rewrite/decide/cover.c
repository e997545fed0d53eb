//===- cover.c - what a plan for a nest becomes ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/check.h"
#include "cover/offer.h"
#include "match/plan_legality.h"
#include "rewrite/decide/find.h"
#include "rewrite/decide/nests.h"

typedef SmrCoverSearch Cover;

static bool was_refused(const SmrFunctionRun *f, const SmrGraph *g, const SmrOffer *nest) {
  for (uint32_t k = 0; nest->root_count && k + 1 < f->unspliced.size; k += 2)
    if (f->unspliced.data[k] == smr_op(g, nest->roots[0])->handle &&
        f->unspliced.data[k + 1] == smr_op(g, nest->roots[nest->root_count - 1])->handle)
      return true;
  return false;
}

/// Why the plan is not to be made; NULL: what it becomes is legal.
static const char *refusal(Cover *c, const SmrCoverPlan *plan, SmrOffer *offer) {
  SmrArena *arena = &c->out->arena;
  const SmrOffering offering = {.graph = c->out->plain,
                                .uses = &c->out->uses,
                                .libraries = c->run->libraries,
                                .arena = arena,
                                .scratch = &c->scratch,
                                .explain = c->run->options->set.explain};
  const char *reason = smr_check_plan(plan, &c->scratch);
  if (reason)
    return smr_arena_strdup(arena, reason);
  reason = smr_offer_make(&offering, plan, offer->nest, offer);
  if (reason)
    return reason;
  for (uint32_t k = 0; k < offer->call_count; k++)
    if (!smr_pair_replacement(&offer->calls[k].library->pairs[offer->calls[k].pair], c->f->kind))
      return "the replacement cannot be called from here";
  if (was_refused(c->f, c->out->plain, offer))
    return "it could not be put into the code before";
  reason = offer->root_count ? smr_refuses_calls(c->run, c->f, offer) : NULL;
  if (reason)
    return reason;
  SmrLegalityOptions options = smr_legality_options(c->run, c->f);
  offer->accepted = smr_plan_legality(offer, &options, arena, &offer->verdict);
  return offer->verdict.reason;
}

void smr_nest_decide(Cover *c, const SmrCoverPlan *plan, SmrOffer *offer) {
  uint64_t gain = offer->gain;
  offer->reason = refusal(c, plan, offer);
  offer->gain = gain;
}

unsigned smr_nest_allowed(Cover *c, SmrNest nest) {
  const SmrGraph *g = c->out->plain;
  SmrLegalityOptions options = smr_legality_options(c->run, c->f);
  unsigned least = SMR_FREEDOM_ALGEBRA;
  for (SmrOp op = nest.first; op; op = op == nest.last ? 0 : smr_op(g, op)->next) {
    unsigned one = smr_plan_allowed(g, op, &options);
    least = one < least ? one : least;
  }
  return least;
}
