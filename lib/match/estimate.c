//===- estimate.c - what a call gains, about --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/estimate.h"
#include "match/legality_internal.h"

/// What can be told: of more than the age of a mountain nobody needs an estimate, and readers of JSON have
/// 64 bits.
static bool is_time(double ns) {
  return ns > 0 && ns < 1e18;
}

//--- Trip counts ------------------------------------------------------------------------------

static bool expect_trips(const SmrGraph *g, SmrOp loop, uint32_t depth, double *trips);

/// The polynomial's value where each iv is half its trip count: of a triangle's rows the mean. False if more
/// than that would have to be known.
static bool expect_value(const SmrGraph *g, SmrPoly poly, uint32_t depth, double *out) {
  *out = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    double term = (double)poly.terms[t].coef, trips;
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      SmrOp loop = smr_loop_of_iv(g, smr_value(g, poly.terms[t].leaves[k]));
      if (!loop || !expect_trips(g, loop, depth + 1, &trips))
        return false;
      term *= (trips - 1) / 2;
    }
    *out += term;
  }
  return true;
}

static bool expect_trips(const SmrGraph *g, SmrOp loop, uint32_t depth, double *trips) {
  enum { DEEPEST = 8 };
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  return depth < DEEPEST && expect_value(g, smr_loop_trip(g, &arena, loop), depth, trips);
}

/// How often the op runs in the loops around it, as far as their trip counts are known.
static double expected_runs(const SmrGraph *g, SmrOp op) {
  double runs = 1, trips;
  for (op = smr_parent(g, op); op; op = smr_parent(g, op)) {
    if (smr_op(g, op)->code != SMR_OP_LOOP)
      continue;
    if (!expect_trips(g, op, 0, &trips))
      break;
    runs *= trips;
  }
  return runs;
}

//--- By a pair's costs ------------------------------------------------------------------------

/// Is the argument the number of rounds of a loop? (Increments and row lengths are not.)
static bool is_size(const SmrDecision *d, uint32_t arg) {
  bool size = !d->sizes.count;
  for (uint32_t k = 0; k < d->sizes.count; k++)
    size |= d->sizes.args[k] == arg;
  return size && d->pattern->args[arg].kind == SMR_ARG_INT;
}

/// The number that an argument is, or that stands for it: of an increment 1, as most are.
static double number_of(SmrDecision *d, uint32_t arg, bool *all_known) {
  const SmrBinding *b = &d->match->args[arg];
  double value;
  if (b->bound && expect_value(d->graph, b->poly, 0, &value))
    return b->divisor > 1 ? value / (double)b->divisor : value;
  *all_known = false;
  if (!is_size(d, arg))
    return 1;
  int64_t most = b->bound && b->divisor <= 1 ? smr_known_most(&d->known, b->poly) : INT64_MAX;
  return most > 0 && most < SMR_ESTIMATE_SIZE ? (double)most : SMR_ESTIMATE_SIZE;
}

static const char *formula(SmrDecision *d, const SmrWhen *side, const SmrExpr *places) {
  const SmrExpr *expr = smr_expr(d->arena, SMR_X_MUL, smr_condition_expr(d, side), places);
  int64_t number;
  return expr && !smr_expr_is_const(expr, &number) ? smr_test_text(d, expr) : "";
}

const SmrEstimate *smr_estimate_call(SmrDecision *d) {
  const SmrWhen *when = NULL;
  for (uint32_t c = 0; c < d->pair->pays_count && !when; c++)
    if (smr_when_check(&d->pair->pays[c], d->pattern->arg_count) && smr_condition_weighs(&d->pair->pays[c]))
      when = &d->pair->pays[c];
  if (!when || d->round <= 0)
    return NULL;
  double *numbers = smr_arena_alloc(d->arena, (d->pattern->arg_count + 1) * sizeof *numbers);
  bool all_known = true;
  for (uint32_t s = 0; s < when->count; s++)
    if (when->steps[s].op == SMR_WHEN_ARG)
      numbers[when->steps[s].arg] = number_of(d, when->steps[s].arg, &all_known);
  SmrWhen code, call;
  smr_condition_sides(when, &code, &call);
  SmrEstimate *e = smr_arena_alloc(d->arena, sizeof *e);
  const SmrExpr *places = smr_condition_places(d, when);
  double runs = 1, start = all_known ? SMR_ROUND_START : 0;
  for (uint32_t k = 0; k < d->sizes.count; k++)
    if (!smr_condition_names(when, d->sizes.args[k]))
      runs *= number_of(d, d->sizes.args[k], &all_known);
  runs *= all_known ? expected_runs(d->graph, d->match->roots[0]) : 1; // (formulas are of one)
  *e = (SmrEstimate){.code = all_known ? "" : formula(d, &code, places),
                     .call = all_known ? "" : formula(d, &call, places),
                     .code_ns = (runs * smr_condition_value_at(d, &code, numbers) + start) / 1000,
                     .call_ns = runs * smr_condition_value_at(d, &call, numbers) / 1000,
                     .size = all_known ? 0 : SMR_ESTIMATE_SIZE};
  if (!is_time(e->code_ns) || !is_time(e->call_ns))
    return NULL;
  if (smr_excluded(d)) {
    e->call_ns = 0;
    e->call = "";
  }
  return e;
}

//--- By loops ---------------------------------------------------------------------------------

const SmrEstimate *smr_estimate_loops(const SmrGraph *g, SmrOp root, const SmrCompiled *compiled,
                                      SmrArena *arena) {
  SmrOp inner = root ? smr_round_loop(g, root) : 0;
  if (!inner || (inner != root && !smr_inside(g, inner, root)))
    return NULL;
  SmrRound round = smr_round_of(g, inner, compiled);
  int64_t time = smr_round_time(g, inner, 1, compiled) * (round.additions ? round.additions : 1);
  SmrPoly product = smr_poly_const(arena, time);
  SmrEstimate *e = smr_arena_alloc(arena, sizeof *e);
  *e = (SmrEstimate){.code = "", .call = "", .code_ns = (double)time / 1000};
  bool told = true;
  for (SmrOp loop = inner; loop; loop = loop == root ? 0 : smr_parent(g, loop)) {
    if (smr_op(g, loop)->code != SMR_OP_LOOP)
      continue;
    SmrPoly trip = smr_loop_trip(g, arena, loop);
    double trips;
    bool known = expect_value(g, trip, 0, &trips);
    e->code_ns *= known ? trips : SMR_ESTIMATE_SIZE;
    e->size = known ? e->size : SMR_ESTIMATE_SIZE;
    told = told && !smr_poly_inside(g, trip, root) && smr_poly_mul(arena, product, trip, &product);
  }
  e->code_ns += e->size ? 0 : SMR_ROUND_START / 1000.0;
  SmrStr text = {0};
  if (told && e->size)
    smr_legality_poly(g, product, &text);
  e->code = smr_arena_strdup(arena, smr_str_get(&text));
  smr_str_free(&text);
  return is_time(e->code_ns) ? e : NULL;
}
