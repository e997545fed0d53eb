//===- left.c - what stays in loops where calls say the rest ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/left.h"
#include "cover/sums.h"
#include "match/plan_legality.h"

SmrOp smr_left_maker(const SmrGraph *g, const SmrCanonical *canonical, uint32_t source) {
  const SmrRaisedEquation *e = &canonical->source->equations.data[source];
  return e->store ? e->store : smr_def(g, canonical->source->arrays.data[e->array].result);
}

SmrOp smr_left_root(const SmrGraph *g, SmrNest nest, SmrOp op) {
  while (op && smr_op(g, op)->block != nest.block)
    op = smr_parent(g, op);
  return op;
}

//--- What stays in loops ---------------------------------------------------------------------------

typedef struct {
  SMR_VEC(SmrOfferStep) steps;
  SMR_VEC(SmrOfferResult) results;
} Steps;

/// Of what the loops do in this step, all that is done in one root: a copy of it with those stores.
static bool add_copy(const SmrOffer *offer, const SmrCoverPlan *plan, const SmrCoverStep *step,
                     SmrArena *arena, SmrOp root, Steps *out) {
  const SmrGraph *g = offer->graph;
  const SmrCanonical *canonical = plan->canonical;
  SMR_VEC(SmrOp) stores = {0};
  bool any = false, ok = true;
  for (uint32_t q = 0; q < step->equation_count; q++) {
    const SmrOrigin *origin = &canonical->origins.data[step->equations[q]];
    for (uint32_t k = 0; k < origin->from_count; k++) {
      const SmrRaisedEquation *e = &canonical->source->equations.data[origin->from[k]];
      if (smr_left_root(g, offer->nest, smr_left_maker(g, canonical, origin->from[k])) != root)
        continue;
      bool known = false;
      for (uint32_t i = 0; i < stores.size; i++) // (one store may be two equations)
        known |= stores.data[i] == e->store;
      if (e->store && !known)
        smr_vec_push(&stores, e->store);
      if (!e->store) {
        SmrOfferResult result = {canonical->source->arrays.data[e->array].result, out->steps.size};
        smr_vec_push(&out->results, result);
        ok &= smr_op(g, root)->region_count != 0;
      }
      any = true;
    }
  }
  if (any) {
    const SmrOp *kept = smr_arena_copy(arena, stores.data, stores.size * sizeof *kept);
    smr_vec_push(&out->steps, ((SmrOfferStep){SMR_OFFER_COPY, root, kept, stores.size}));
  }
  smr_vec_free(&stores);
  return ok;
}

bool smr_left_steps(const SmrCoverPlan *plan, SmrArena *arena, SmrOffer *offer) {
  Steps out = {0};
  uint32_t call = 0;
  bool ok = true;
  for (uint32_t s = 0; s < plan->step_count && ok; s++) {
    const SmrCoverStep *step = &plan->steps[s];
    for (uint32_t k = 0; k < step->call_count; k++)
      smr_vec_push(&out.steps, ((SmrOfferStep){.call = call++}));
    for (uint32_t r = 0; !step->call_count && r < offer->root_count && ok; r++)
      ok = add_copy(offer, plan, step, arena, offer->roots[r], &out);
  }
  offer->steps = smr_arena_copy(arena, out.steps.data, out.steps.size * sizeof *out.steps.data);
  offer->step_count = out.steps.size;
  offer->results = smr_arena_copy(arena, out.results.data, out.results.size * sizeof *out.results.data);
  offer->result_count = out.results.size;
  smr_vec_free(&out.steps);
  smr_vec_free(&out.results);
  return ok;
}

//--- Is a call worth it? ---------------------------------------------------------------------------

static bool is_no_load_of(const SmrFactor *factor, void *data) {
  return factor->kind != SMR_FACTOR_LOAD || factor->load != *(const SmrOp *)data;
}

/// All loads of the term, which is summed, are loads of what the loops do for the other equation: they make
/// the same sum for it.
static bool sums_again(const SmrLeftQuestion *q, const SmrRaisedTerm *term, uint32_t other) {
  const SmrOrigin *origin = &q->canonical->origins.data[other];
  uint32_t loads = 0;
  for (uint32_t k = 0; k < term->factor_count && term->domain.index_count; k++) {
    SmrOp load = term->factors[k]->kind == SMR_FACTOR_LOAD ? term->factors[k]->load : 0;
    bool found = !load;
    for (uint32_t i = 0; i < origin->from_count && !found; i++)
      found = !smr_sum_walk(&q->canonical->source->equations.data[origin->from[i]].sum, is_no_load_of, &load);
    if (!found)
      return false;
    loads += load != 0;
  }
  return loads;
}

/// The same of what sums in a function's argument.
static bool any_sums_again(const SmrLeftQuestion *q, const SmrSum *sum, uint32_t other) {
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    if (sums_again(q, term, other))
      return true;
    for (uint32_t k = 0; k < term->factor_count; k++)
      for (uint32_t a = 0; a < term->factors[k]->arg_count; a++)
        if (any_sums_again(q, &term->factors[k]->args[a], other))
          return true;
  }
  return false;
}

static bool share_root(const SmrLeftQuestion *q, uint32_t a, uint32_t b) {
  const SmrOrigin *x = &q->canonical->origins.data[a], *y = &q->canonical->origins.data[b];
  for (uint32_t i = 0; i < x->from_count; i++)
    for (uint32_t j = 0; j < y->from_count; j++) {
      SmrOp one = smr_left_root(q->graph, q->nest, smr_left_maker(q->graph, q->canonical, x->from[i]));
      if (one && one == smr_left_root(q->graph, q->nest, smr_left_maker(q->graph, q->canonical, y->from[j])))
        return true;
    }
  return false;
}

static bool has_quotient(const SmrMatched *matched) {
  for (uint32_t a = 0; a < matched->rule->arg_count; a++) {
    const SmrProduct *number = &matched->args[a].number;
    for (uint32_t k = 0; matched->rule->args[a].kind == SMR_ARG_FLOAT && k < number->factor_count; k++)
      if (number->factors[k]->kind == SMR_FACTOR_INVERSE)
        return true;
  }
  return false;
}

/// Does the call do only what is done to the value, or copy what another one begins with?
static bool is_beside(const SmrMatched *matched) {
  return matched->laws & (1u << SMR_COVER_LAW_WITHIN | 1u << SMR_COVER_LAW_COPYIN);
}

/// Every call sums in its own order. The program is what the equation says by some laws, and the idioms are
/// by some; where these are the same, both compute it alike. A number that divides is multiplied by. Where
/// sums are multiplied, both have the same factors only where one call says all of it: `(a - u)*(b + v)` is
/// `(a - u)*b` and `(a - u)*v` only by algebra.
unsigned smr_left_freedom(const SmrCanonical *canonical, const SmrCoverStep *step) {
  uint32_t laws = 0, idioms = 0, calls = 0;
  bool quotient = false;
  for (uint32_t k = 0; k < step->equation_count; k++)
    laws |= smr_canonical_laws(canonical, step->equations[k]);
  for (uint32_t k = 0; k < step->call_count; k++) {
    idioms |= step->calls[k].matched.rule->laws;
    quotient |= has_quotient(&step->calls[k].matched);
    calls += !is_beside(&step->calls[k].matched);
  }
  bool more = laws & ~idioms & (SMR_LAW_DISTR | SMR_LAW_INVERSE);
  more |= (laws ^ idioms) & SMR_LAW_EXPAND || (calls > 1 && laws & SMR_LAW_EXPAND);
  if (laws & ~idioms & SMR_LAW_NANS)
    return SMR_FREEDOM_NANS;
  return more || quotient ? SMR_FREEDOM_ALGEBRA : SMR_FREEDOM_ORDER;
}

static bool has_sum(const SmrCoverStep *step) {
  bool sums = false;
  for (uint32_t k = 0; k < step->call_count; k++)
    sums |= step->calls[k].matched.rule->depth > step->calls[k].matched.rule->rank;
  return sums;
}

/// Is the equation worth a call, where the loops do those in `left`?
static bool is_worth(const SmrLeftQuestion *q, uint32_t equation, uint64_t left, bool sums) {
  const SmrEquations *e = q->canonical->equations;
  const SmrRaisedEquation *own = &e->equations.data[equation];
  for (uint32_t k = 0; k < e->equations.size && k < 64; k++) {
    if (!(left >> k & 1))
      continue;
    if (!sums && share_root(q, equation, k))
      return false;
    if (any_sums_again(q, &own->sum, k))
      return false;
  }
  return true;
}

bool smr_left_wanted(const SmrCoverStep *step, uint64_t left, void *data) {
  SmrLeftQuestion *q = data;
  unsigned freedom = smr_left_freedom(q->canonical, step);
  if (freedom > q->allowed) {
    if (freedom <= SMR_FREEDOM_ALGEBRA) {
      q->freer = step->calls[step->call_count - 1].matched.rule;
      q->freedom = freedom;
    }
    return false;
  }
  bool sums = has_sum(step), worth = true;
  for (uint32_t k = 0; k < step->equation_count && worth; k++)
    worth = is_worth(q, step->equations[k], left, sums);
  return worth;
}
