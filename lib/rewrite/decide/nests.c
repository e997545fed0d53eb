//===- nests.c - which nests are covered, and how ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A nest is tried as a whole; what no call says of it stays in copies of its loops. Against that stands what
// its parts gain alone: ops of its block of which nothing is left without those of which something is, and
// the nests one loop deeper.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/nests.h"
#include "affine/system.h"
#include "cover/explanation.h"
#include "cover/left.h"
#include "cover/lift.h"
#include "cover/parts.h"
#include "graph/normalize/normalize.h"
#include "match/plan_legality.h"
#include "rewrite/context/fallback.h"
#include "rewrite/decide/find.h"
#include "rewrite/decide/gain.h"
#include "rewrite/decide/idioms.h"
#include "rewrite/decide/missed.h"

typedef SmrCoverSearch Cover;

/// A row costs more than a step; but nests that calls serve take up to 44,000 rows, which a small file's
/// budget must allow.
enum { ROWS_PER_STEP = 4 };

static void cover_all(Cover *c, SmrRaisedNests *nests);

//--- What is not worth a search ---------------------------------------------------------------------

static bool may_pair_pay(const Cover *c, const SmrPair *pair) {
  return pair->equations && !pair->off && smr_may_pay(pair, &c->work, &c->f->compiled);
}

static bool may_any_pay(const Cover *c) {
  for (uint32_t l = 0; l < c->run->library_count; l++)
    for (uint32_t p = 0; p < c->run->libraries[l].count; p++)
      if (may_pair_pay(c, &c->run->libraries[l].pairs[p]))
        return true;
  return false;
}

/// May a call of any pair be faster than the nest's loops, with those that calls may say along with it? They
/// sum something, and run long enough.
static bool is_worth_raising(const SmrGraph *g, SmrNest nest, void *data) {
  enum { LONG = 64 }; // iterations: the shortest calls pay from some 25 on
  Cover *c = data;
  if (smr_settings_gains(&c->run->options->set) && !smr_may_gain(g, nest))
    return false;
  const uint32_t around = smr_lift_levels(g, nest);
  c->work = (SmrLoopWork){smr_loop_iterations(g, nest, around), 0};
  if (!c->work.iterations || c->work.iterations >= LONG)
    return true;
  c->work.round = smr_longest_round(g, nest, around, &c->f->compiled);
  if (c->work.iterations <= c->too_short.iterations && c->work.round <= c->too_short.round)
    return false;
  bool may = may_any_pay(c);
  if (!may)
    c->too_short = c->work;
  return may;
}

/// All nests where people are told why they are left.
static const SmrRaiseChoice *choice_of(Cover *c) {
  c->choice = (SmrRaiseChoice){is_worth_raising, c};
  return c->run->options->set.near_misses ? NULL : &c->choice;
}

//--- Parts ----------------------------------------------------------------------------------------

/// By op of the nest's block: does it have a store, or make a result, that stays in the loops?
static bool left_in(Cover *c, const SmrCoverPlan *plan, SmrOp top) {
  const SmrCanonical *canonical = plan->canonical;
  const SmrGraph *g = c->out->plain;
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t q = 0; !plan->steps[s].call_count && q < plan->steps[s].equation_count; q++) {
      const SmrOrigin *origin = &canonical->origins.data[plan->steps[s].equations[q]];
      for (uint32_t k = 0; k < origin->from_count; k++) {
        SmrOp op = smr_left_maker(g, canonical, origin->from[k]);
        if (op && (op == top || smr_inside(g, op, top)))
          return true;
      }
    }
  return false;
}

/// Runs of ops that nothing is left in, and the others one by one; a single op's blocks.
static void go_on_without(Cover *c, SmrNest nest, const SmrCoverPlan *plan) {
  SmrGraph *g = c->out->plain;
  const SmrRaiseChoice *choice = choice_of(c);
  SmrRaisedNests inner = {0};
  if (nest.first == nest.last) {
    smr_raise_inside(g, &c->out->uses, nest.first, choice, &inner);
  } else {
    SmrNest part = {.block = nest.block};
    for (SmrOp op = nest.first; op; op = op == nest.last ? 0 : smr_op(g, op)->next) {
      bool left = !plan->left || left_in(c, plan, op); // all of it was covered: its ops alone, then
      if (part.first && left)
        smr_raise_nests(g, &c->out->uses, part, choice, &inner);
      if (left) {
        smr_raise_nests(g, &c->out->uses, (SmrNest){nest.block, op, op}, choice, &inner);
        part.first = 0;
      } else {
        part.first = part.first ? part.first : op;
        part.last = op;
      }
    }
    if (part.first)
      smr_raise_nests(g, &c->out->uses, part, choice, &inner);
  }
  cover_all(c, &inner);
  smr_raised_nests_free(&inner);
}

/// What is in the ops of a nest that no call says anything of.
static void go_inside(Cover *c, SmrNest nest) {
  SmrGraph *g = c->out->plain;
  SmrRaisedNests inner = {0};
  smr_raise_close(g, nest);
  for (SmrOp op = nest.first; op; op = op == nest.last ? 0 : smr_op(g, op)->next)
    smr_raise_inside(g, &c->out->uses, op, choice_of(c), &inner);
  cover_all(c, &inner);
  smr_raised_nests_free(&inner);
}

static bool is_handled_elsewhere(Cover *c, SmrNest nest) {
  const SmrGraph *g = c->out->plain;
  for (SmrOp op = nest.first; op; op = op == nest.last ? 0 : smr_op(g, op)->next)
    if (smr_op(g, op)->region_count && smr_other_branch(c->run, c->f, g, op))
      return true;
  return false;
}

/// What is gained by the nests from number `first` on.
static uint64_t gained(const Cover *c, uint32_t first) {
  uint64_t gain = 0;
  for (uint32_t k = first; k < c->out->nests.size; k++)
    gain += c->out->nests.data[k].accepted ? c->out->nests.data[k].gain : 0;
  return gain;
}

/// A plan that leaves something to the loops is one of two: the other is what the nest's parts, and what is
/// in it, can be served by alone. Where both gain the same, that copies nothing.
static void choose_level(Cover *c, SmrNest nest, const SmrCoverPlan *plan, SmrOffer whole) {
  uint32_t first = c->out->nests.size;
  smr_raise_close(c->out->plain, nest);
  go_on_without(c, nest, plan);
  uint64_t parts = gained(c, first);
  if (whole.accepted && parts < whole.gain)
    c->out->nests.size = first;
  if (whole.accepted ? parts < whole.gain : whole.reason && !parts)
    smr_vec_push(&c->out->nests, whole); // (why not is of interest where no part is served, either)
}

/// Where the rows of an accepted nest are not equally spaced its loops run, which calls may be in.
static void cover_instead(Cover *c, SmrNest nest, const SmrCoverPlan *plan) {
  uint32_t first = c->out->nests.size;
  smr_raise_close(c->out->plain, nest);
  c->out->plain->keeps_pointers = true;
  go_on_without(c, nest, plan);
  c->out->plain->keeps_pointers = false;
  for (uint32_t k = first; k < c->out->nests.size; k++)
    c->out->nests.data[k].instead = true;
}

static const SmrPair *pair_of(const Cover *c, const SmrCoverRule *rule) {
  return &c->run->libraries[rule->library].pairs[rule->pair];
}

/// The rules that may say one of the equations; all rules where the most alike is asked for. Else none if no
/// call of any of them can be faster than the loops.
static SmrCoverRule **fitting_rules(Cover *c, const SmrEquations *equations, uint32_t *count) {
  const bool all = c->run->options->set.near_misses;
  const uint64_t shape = all ? UINT64_MAX : smr_cover_shape(equations);
  smr_rules_for(c->run, equations);
  SmrCoverRule **rules = smr_arena_alloc(&c->scratch, (c->run->rules.size + 1) * sizeof(SmrCoverRule *));
  bool may = all;
  *count = 0;
  for (uint32_t k = 0; k < c->run->rules.size; k++)
    if (!(c->run->rules.data[k]->shape & ~shape)) {
      rules[(*count)++] = c->run->rules.data[k];
      may = may || may_pair_pay(c, pair_of(c, c->run->rules.data[k]));
    }
  *count = may ? *count : 0;
  return rules;
}

/// A plan for one canonical form of the nest; false: no equation is served.
static bool try_plan(Cover *c, const SmrRaisedNest *nest, SmrCanonical *canonical, SmrCoverPlan *plan,
                     SmrOffer *candidate) {
  SmrLeftQuestion question = {
      .graph = c->out->plain, .canonical = canonical, .nest = nest->nest, .allowed = c->allowed};
  *candidate = (SmrOffer){.nest = nest->nest};
  uint32_t rule_count;
  SmrCoverRule **rules = fitting_rules(c, canonical->equations, &rule_count);
  bool any = smr_cover_plan(canonical, rules, rule_count, &c->scratch, smr_left_wanted, &question, plan);
  smr_budget_spend(c->f->budget, plan->match_steps);
  if (any) {
    candidate->gain = smr_gain_plan(plan);
    smr_nest_decide(c, plan, candidate);
  } else if (question.freer) {
    candidate->freer = question.freer->name;
    candidate->reason = question.freedom == SMR_FREEDOM_ALGEBRA
                            ? "a call multiplies sums out, or divides later than the code, and only "
                              "fp=algebra allows that"
                            : smr_order_reason(c->f->ordered);
  }
  return any;
}

/// By a plan that leaves nothing to the loops; false: there is none. (Whether it may be is the nest's to
/// say.)
static bool plan_whole(Cover *c, const SmrRaisedNest *nest, SmrCanonical *canonical, SmrOffer *out) {
  SmrCoverPlan plan;
  SmrOffer candidate;
  bool whole = try_plan(c, nest, canonical, &plan, &candidate) && !plan.left;
  if (whole)
    *out = candidate;
  return whole;
}

static bool cover_whole(Cover *c, const SmrRaisedNest *nest, SmrCanonical *canonical) {
  SmrOffer whole;
  if (!plan_whole(c, nest, canonical, &whole) || !whole.accepted)
    return false;
  smr_vec_push(&c->out->nests, whole);
  return true;
}

/// The loops whose body the nest is, the outermost ones that calls say all of; they gain as much as the nest
/// does, at least.
static bool cover_lifted(Cover *c, const SmrRaisedNest *nest) {
  bool covered = false;
  for (uint32_t levels = SMR_LIFT_MOST; levels && !covered; levels--) {
    SmrRaisedNest loop = {.equations = NULL};
    loop.equations = smr_lift(c->out->plain, nest->nest, nest->equations, levels, &loop.nest);
    SmrCanonical *canonical = loop.equations ? smr_lift_canonical(loop.equations) : NULL;
    covered = canonical && !is_handled_elsewhere(c, loop.nest) && cover_whole(c, &loop, canonical);
    smr_canonical_destroy(canonical);
    smr_equations_destroy(loop.equations);
  }
  return covered;
}

/// As a nest of complex numbers, of which calls say all.
static bool cover_parts(Cover *c, const SmrRaisedNest *nest) {
  SmrRaisedNest complex = {.nest = nest->nest, .equations = smr_parts(nest->equations)};
  SmrCanonical *canonical = complex.equations ? smr_parts_canonical(complex.equations) : NULL;
  bool covered = canonical && cover_whole(c, &complex, canonical);
  smr_canonical_destroy(canonical);
  smr_equations_destroy(complex.equations);
  return covered;
}

/// The nest by other equations (which are destroyed), where calls say all of these, and it gains more than
/// `chosen`, or tells what else is in the way.
static void choose_other(Cover *c, SmrNest nest, SmrEquations *equations, SmrOffer *chosen) {
  SmrRaisedNest other = {.nest = nest, .equations = equations};
  SmrOffer whole;
  SmrCanonical *canonical = equations ? smr_canonical(equations) : NULL;
  if (canonical && plan_whole(c, &other, canonical, &whole) &&
      (whole.accepted ? !chosen->accepted || chosen->gain < whole.gain
                      : !chosen->accepted && !chosen->reason))
    *chosen = whole;
  smr_canonical_destroy(canonical);
  smr_equations_destroy(equations);
}

/// For who is to be told why the nest was left.
static void keep_equations(Cover *c, SmrNest nest, const SmrCoverPlan *plan) {
  const SmrGraph *g = c->out->plain;
  SmrOp op = nest.first;
  while (op != nest.last && smr_op(g, op)->code != SMR_OP_LOOP)
    op = smr_op(g, op)->next;
  SmrNestEquations one = {smr_op(g, op)->handle, NULL};
  if (!c->run->options->set.explain || !one.loop)
    return;
  one.explanation = smr_explain_nest(plan, &c->f->arena);
  smr_vec_push(&c->f->equations, one);
}

/// Once what affine questions took since it was asked last is spent.
static bool is_budget_left(Cover *c) {
  const uint64_t rows = smr_affine_work();
  smr_budget_spend(c->f->budget, (rows - c->rows) / ROWS_PER_STEP);
  c->rows = rows;
  return smr_budget_left(c->f->budget, "covering");
}

/// The better of two plans: for equations in which all is merged that can be, and for those in which only
/// that is which needs no more freedom. The second is asked for where the first leaves something.
static void plan_nest(Cover *c, const SmrRaisedNest *nest) {
  SmrCoverPlan plans[2] = {{.step_count = 0}};
  SmrOffer candidates[2];
  uint32_t best = 0;
  if (!nest->equations && c->run->options->set.near_misses)
    smr_missed_unread(c->out, nest);
  if (!nest->equations || is_handled_elsewhere(c, nest->nest) || !is_budget_left(c))
    return;
  if (c->none_elementwise && !c->run->options->set.near_misses &&
      smr_cover_all_elementwise(nest->equations)) {
    go_inside(c, nest->nest);
    return;
  }
  const uint32_t around = smr_lift_levels(c->out->plain, nest->nest);
  c->allowed = smr_nest_allowed(c, nest->nest);
  if (!c->run->options->set.near_misses)
    c->work = (SmrLoopWork){smr_loop_iterations(c->out->plain, nest->nest, around),
                            smr_longest_round(c->out->plain, nest->nest, around, &c->f->compiled)};
  if (cover_lifted(c, nest) || cover_parts(c, nest))
    return;
  SmrCanonical *forms[] = {smr_canonical(nest->equations), NULL};
  if (!forms[0])
    return;
  try_plan(c, nest, forms[0], &plans[0], &candidates[0]);
  if ((!candidates[0].accepted || plans[0].left) &&
      forms[0]->equations->equations.size < nest->equations->equations.size)
    forms[1] = smr_canonical_careful(nest->equations);
  if (forms[1] && forms[1]->equations->equations.size > forms[0]->equations->equations.size &&
      try_plan(c, nest, forms[1], &plans[1], &candidates[1]) && candidates[1].accepted)
    best = !candidates[0].accepted || candidates[1].gain > candidates[0].gain;
  for (int k = 0; k < 2 && c->run->options->set.near_misses; k++)
    if (plans[k].canonical) {
      smr_missed_equations(c->out, nest->nest, &plans[k]);
      keep_equations(c, nest->nest, &plans[k]);
    }
  SmrOffer *chosen = &candidates[best];
  if (chosen->accepted && !plans[best].left) {
    smr_vec_push(&c->out->nests, *chosen);
    if (chosen->verdict.rows)
      cover_instead(c, nest->nest, &plans[best]);
  } else {
    const SmrGraph *g = c->out->plain;
    choose_other(c, nest->nest, smr_raise_rows_apart(g, &c->out->uses, nest->nest, nest->equations), chosen);
    choose_other(c, nest->nest, smr_raise_by_stores(g, &c->out->uses, nest->nest), chosen);
    choose_other(c, nest->nest, smr_raise_divided(g, &c->out->uses, nest->nest), chosen);
    choose_level(c, nest->nest, &plans[best], *chosen);
  }
  smr_canonical_destroy(forms[0]);
  smr_canonical_destroy(forms[1]);
}

static void cover_all(Cover *c, SmrRaisedNests *nests) {
  const SmrArena outer = c->scratch; // of the nest that these are parts of
  for (uint32_t k = 0; k < nests->size; k++) {
    SmrNest nest = nests->data[k].nest;
    c->scratch = (SmrArena){0};
    plan_nest(c, &nests->data[k]);
    smr_arena_destroy(&c->scratch);
    smr_raise_close(c->out->plain, nest);
  }
  c->scratch = outer;
}

/// A search in the function; the number of pairs that may cover a nest.
static uint32_t begin(SmrModuleRun *run, SmrFunctionRun *f, SmrCovering *out, Cover *c) {
  uint64_t shape = UINT64_MAX; // what all of them have
  uint32_t count = 0;
  for (uint32_t l = 0; l < run->library_count; l++)
    for (uint32_t p = 0; p < run->libraries[l].count; p++) {
      const SmrPair *pair = &run->libraries[l].pairs[p];
      if (pair->equations && !pair->off)
        shape &= pair->shape, ++count;
    }
  *c = (Cover){.run = run,
               .f = f,
               .out = out,
               .none_elementwise = shape & SMR_COVER_NOT_ELEMENTWISE,
               .rows = smr_affine_work()};
  return count;
}

static bool has_loops(const SmrGraph *g) {
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->block && smr_op(g, op)->code == SMR_OP_LOOP)
      return true;
  return false;
}

bool smr_cover_function(SmrModuleRun *run, SmrFunctionRun *f, SmrCovering *out) {
  Cover c;
  *out = (SmrCovering){0};
  out->plain = f->plain;
  if (!has_loops(f->plain) || !begin(run, f, out, &c))
    return false;
  smr_affine_forget();
  out->uses = smr_uses_compute(out->plain);
  SmrRaisedNests nests = {0};
  smr_raise_function(out->plain, choice_of(&c), &nests);
  cover_all(&c, &nests);
  smr_raised_nests_free(&nests);
  bool any = false;
  for (uint32_t k = 0; k < out->nests.size; k++)
    any |= out->nests.data[k].accepted;
  return any;
}

void smr_cover_again(SmrModuleRun *run, SmrFunctionRun *f, SmrCovering *out, SmrNest nest) {
  Cover c;
  SmrRaisedNests nests = {0};
  (void)begin(run, f, out, &c);
  smr_raise_nests(out->plain, &out->uses, nest, choice_of(&c), &nests);
  cover_all(&c, &nests);
  smr_raised_nests_free(&nests);
}

void smr_covering_free(SmrCovering *covering) {
  smr_uses_free(&covering->uses);
  smr_vec_free(&covering->nests);
  smr_vec_free(&covering->missed);
  smr_arena_destroy(&covering->arena);
}
