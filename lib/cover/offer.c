//===- offer.c - a plan over values of the graph ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/offer.h"
#include "cover/call_place.h"
#include "cover/check.h"
#include "cover/explanation.h"
#include "cover/left.h"
#include "graph/number.h"
#include "match/rounds.h"
#include <string.h>

//--- What a rule's parameters stand for, in the graph -----------------------------------------

typedef struct {
  const SmrOffering *c;
  const SmrEquations *equations; // canonical
  bool ok;
  SMR_VEC(SmrOp) reads;     // loads of the nest that are made for the calls, before it
  SMR_VEC(SmrValue) needed; // what they are computed from
} Translation;

/// The graph's value, or the number of an index that is none of the program's.
static bool graph_leaf(uint32_t leaf, SmrPoly *out, void *data) {
  const Translation *t = data;
  uint32_t value = t->c->graph->values.size + leaf;
  if (leaf < t->equations->integers.size)
    value = t->equations->integers.data[leaf].index ? 0 : t->equations->integers.data[leaf].value;
  *out = smr_poly_leaf(t->c->arena, value);
  return value != 0;
}

static SmrPoly graph_poly(Translation *t, SmrPoly poly) {
  SmrPoly out = {NULL, 0};
  t->ok = t->ok && smr_poly_map(t->c->arena, poly, graph_leaf, t, &out);
  return out;
}

static void need_leaves(Translation *t, SmrPoly poly) {
  for (uint32_t k = 0; k < poly.count && t->ok; k++)
    for (uint32_t i = 0; i < poly.terms[k].degree; i++)
      smr_vec_push(&t->needed, t->equations->integers.data[poly.terms[k].leaves[i]].value);
}

static const SmrNumber *number(Translation *t, const SmrProduct *product);
static void add_function(Translation *t, const SmrFactor *f, SmrNumberFactor *out, uint32_t *count,
                         double *coefficient);

static void add_factor(Translation *t, const SmrFactor *f, bool inverse, SmrNumberFactor *out,
                       uint32_t *count, double *coefficient) {
  SmrArena *arena = t->c->arena;
  SmrNumberFactor *next = &out[*count];
  *next = (SmrNumberFactor){.type = f->type, .inverse = inverse};
  switch (f->kind) {
  case SMR_FACTOR_LOAD:
    next->kind = SMR_NUMBER_LOAD;
    next->value = t->equations->arrays.data[f->id].base;
    next->expr = smr_expr_poly(arena, graph_poly(t, f->poly));
    t->ok &= next->value != 0 && f->load != 0;
    smr_vec_push(&t->reads, f->load);
    break;
  case SMR_FACTOR_SCALAR:
    next->kind = SMR_NUMBER_VALUE;
    next->value = t->equations->scalars.data[f->id].value;
    t->ok &= next->value != 0;
    smr_vec_push(&t->needed, next->value);
    break;
  case SMR_FACTOR_INTEGER:
    next->kind = SMR_NUMBER_INTEGER;
    next->expr = smr_expr_poly(arena, graph_poly(t, f->poly));
    need_leaves(t, f->poly);
    break;
  case SMR_FACTOR_INVERSE: {
    const SmrSum *arg = &f->args[0];
    t->ok &= arg->term_count == 1 && arg->type == f->type;
    if (!t->ok)
      return;
    *coefficient =
        inverse ? *coefficient * arg->terms[0].coefficient : *coefficient / arg->terms[0].coefficient;
    for (uint32_t k = 0; k < arg->terms[0].factor_count; k++)
      add_factor(t, arg->terms[0].factors[k], !inverse, out, count, coefficient);
    return;
  }
  case SMR_FACTOR_FUNCTION:
    add_function(t, f, out, count, coefficient);
    return;
  }
  ++*count;
}

/// Of one term, or nothing.
static const SmrNumber *part_number(Translation *t, const SmrSum *sum) {
  if (!sum->term_count)
    return NULL;
  const SmrRaisedTerm *term = &sum->terms[0];
  t->ok &= sum->term_count == 1 && !term->domain.index_count && !term->domain.row_count;
  return t->ok ? number(t, &(SmrProduct){term->coefficient, term->factors, term->factor_count}) : NULL;
}

/// Of complex numbers; others are computed by the code alone.
static void add_function(Translation *t, const SmrFactor *f, SmrNumberFactor *out, uint32_t *count,
                         double *coefficient) {
  const char *name = smr_intern_text(t->equations->symbols, f->name);
  if (smr_equal(name, SMR_MATH_CONJ)) {
    uint32_t first = *count;
    add_factor(t, f->args[0].terms[0].factors[0], false, out, count, coefficient);
    if (t->ok)
      out[first].conjugate = true;
  } else if (smr_equal(name, SMR_MATH_COMPLEX)) {
    out[(*count)++] = (SmrNumberFactor){.kind = SMR_NUMBER_PAIR,
                                        .type = f->type,
                                        .re = part_number(t, &f->args[0]),
                                        .im = part_number(t, &f->args[1])};
  } else {
    t->ok = false;
  }
}

static uint32_t factors_in(const SmrFactor *f) {
  uint32_t count = 1;
  for (uint32_t a = 0; a < f->arg_count; a++)
    for (uint32_t t = 0; t < f->args[a].term_count; t++)
      for (uint32_t k = 0; k < f->args[a].terms[t].factor_count; k++)
        count += factors_in(f->args[a].terms[t].factors[k]);
  return count;
}

static const SmrNumber *number(Translation *t, const SmrProduct *product) {
  SmrArena *arena = t->c->arena;
  SmrNumber *out = smr_arena_alloc(arena, sizeof *out);
  uint32_t most = 1;
  for (uint32_t k = 0; k < product->factor_count; k++)
    most += factors_in(product->factors[k]);
  SmrNumberFactor *factors = smr_arena_alloc(arena, most * sizeof *factors);
  out->coefficient = product->coefficient;
  for (uint32_t k = 0; k < product->factor_count; k++)
    add_factor(t, product->factors[k], false, factors, &out->factor_count, &out->coefficient);
  out->factors = factors;
  return out;
}

/// (A size is rounded down: see quotient_row in cover/match.c. A stride must be the quotient itself.)
static void divide(Translation *t, SmrBinding *binding, bool size) {
  const SmrGraph *g = t->c->graph;
  SmrValue own = size ? smr_poly_quotient(g, t->c->arena, binding->poly, binding->divisor) : 0;
  if (!own)
    return;
  binding->poly = smr_poly_leaf(t->c->arena, own);
  binding->divisor = 1;
}

static void translate_arg(Translation *t, const SmrPatternArg *arg, const SmrBound *b, SmrBinding *binding,
                          SmrPassed *passed, SmrOfferCall *call, uint32_t k, bool size) {
  SmrArena *arena = t->c->arena;
  const SmrRaisedArray *array = &t->equations->arrays.data[b->array];
  *binding = (SmrBinding){.bound = true, .divisor = 1};
  *passed = (SmrPassed){.name = arg->name ? arg->name : "?", .type = arg->type};
  switch (arg->kind) {
  case SMR_ARG_UNUSED:
    binding->bound = false;
    t->ok = false;
    break;
  case SMR_ARG_INT:
    binding->poly = graph_poly(t, b->poly);
    binding->divisor = b->divisor;
    if (b->divisor > 1)
      divide(t, binding, size);
    passed->kind = SMR_PASS_INT;
    passed->expr = smr_expr_poly(arena, binding->poly);
    if (binding->divisor > 1)
      passed->expr = smr_expr(arena, SMR_X_DIV, passed->expr, smr_expr_const(arena, b->divisor));
    break;
  case SMR_ARG_FLOAT:
    passed->kind = SMR_PASS_NUMBER;
    passed->number = number(t, &b->number);
    break;
  case SMR_ARG_ARRAY:
    binding->value = passed->value = array->base;
    binding->poly = graph_poly(t, b->poly);
    passed->kind = SMR_PASS_ARRAY;
    passed->expr = smr_expr_poly(arena, binding->poly);
    t->ok &= array->base != 0;
    break;
  case SMR_ARG_RESULT:
    binding->result = call->result = array->result;
    call->result_arg = k;
    passed->kind = SMR_PASS_RESULT;
    t->ok &= array->result != 0;
    break;
  default: // descriptors and variables are the exact tier's
    t->ok = false;
  }
  t->ok &= passed->kind != SMR_PASS_INT || passed->expr != NULL;
}

/// What becomes of the pair's number, which the rule has as a parameter of its own where it goes to memory.
static void translate_result(Translation *t, const SmrMatched *m, SmrPassed *passed) {
  const SmrCoverRule *rule = m->rule;
  if (rule->form == SMR_FORM_WRITTEN)
    return;
  passed->kind = SMR_PASS_RESULT;
  passed->adds = rule->form == SMR_FORM_ADDED;
  if (rule->form == SMR_FORM_FROM)
    passed->number = number(t, &m->args[rule->from].number);
}

//--- What a call does in the code---------------------------------------------------------

static SmrOp loop_of(const SmrGraph *g, const SmrCanonical *canonical, uint32_t equation) {
  const SmrOrigin *origin = &canonical->origins.data[equation];
  SmrOp best = 0;
  for (uint32_t k = 0; k < origin->from_count; k++) {
    SmrOp op = smr_left_maker(g, canonical, origin->from[k]);
    SmrOp loop = op ? smr_round_loop(g, op) : 0;
    if (loop && (!best || smr_round_does_more(g, loop, best)))
      best = loop;
  }
  return best;
}

/// The loop of the code that does what the plan's equation says: the deepest of those behind its stores. 0:
/// none; or it stays, as it does something as well that no call says.
static SmrOp loop_for(const SmrGraph *g, const SmrCoverPlan *plan, uint32_t equation) {
  SmrOp loop = loop_of(g, plan->canonical, equation);
  for (uint32_t s = 0; s < plan->step_count && loop; s++)
    for (uint32_t q = 0; !plan->steps[s].call_count && q < plan->steps[s].equation_count; q++)
      if (loop_of(g, plan->canonical, plan->steps[s].equations[q]) == loop)
        return 0;
  return loop;
}

//--- One nest --------------------------------------------------------------------------------

static void find_loops(const SmrGraph *g, SmrOp op, SmrOp **out, uint32_t *count, uint32_t room) {
  if (smr_op(g, op)->code == SMR_OP_LOOP && *count < room)
    (*out)[(*count)++] = op;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    SmrBlock body = smr_body_block(g, op, r);
    for (SmrOp in = body ? g->blocks.data[body].first : 0; in; in = smr_op(g, in)->next)
      find_loops(g, in, out, count, room);
  }
}

/// Loops, stores, and whatever else the nest's block has that is not computed from numbers alone; and what
/// makes a result.
static void find_roots(const SmrOffering *c, const SmrEquations *e, SmrOffer *nest) {
  const SmrGraph *g = c->graph;
  SMR_VEC(SmrOp) roots = {0};
  for (SmrOp op = nest->nest.first; op; op = op == nest->nest.last ? 0 : smr_op(g, op)->next) {
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    bool root = smr_op(g, op)->region_count || code == SMR_OP_STORE;
    for (uint32_t a = 0; a < e->arrays.size && !root; a++)
      root = e->arrays.data[a].result && smr_def(g, e->arrays.data[a].result) == op;
    if (root)
      smr_vec_push(&roots, op);
  }
  nest->roots = smr_arena_copy(c->arena, roots.data, roots.size * sizeof *roots.data);
  nest->root_count = roots.size;
  enum { MOST_LOOPS = 256 }; // as raising has it
  SmrOp *loops = smr_arena_alloc(c->arena, MOST_LOOPS * sizeof *loops);
  for (uint32_t k = 0; k < roots.size; k++)
    find_loops(g, roots.data[k], &loops, &nest->loop_count, MOST_LOOPS);
  nest->loops = loops;
  smr_vec_free(&roots);
}

/// Numbers of the integer arguments that bound a loop.
static const uint32_t *sizes_of(const SmrOffering *c, const SmrMatched *m, uint32_t *count) {
  uint32_t *sizes = smr_arena_alloc(c->arena, (m->rule->arg_count + 1) * sizeof *sizes);
  *count = 0;
  for (uint32_t k = 0; k < m->rule->arg_count && k < 64; k++)
    if (m->sizes >> k & 1)
      sizes[(*count)++] = k;
  return sizes;
}

static SmrOfferCall translate_call(Translation *t, const SmrCoverPlan *plan, const SmrCoverStep *step,
                                   const SmrCoverCall *from) {
  const SmrOffering *c = t->c;
  SmrArena *arena = c->arena;
  const SmrMatched *m = &from->matched;
  const SmrLibrary *library = &c->libraries[m->rule->library];
  SmrOfferCall call = {.library = library,
                       .pair = m->rule->pair,
                       .arg_count = library->pairs[m->rule->pair].pattern.arg_count,
                       .freedom = smr_left_freedom(plan->canonical, step),
                       .loop = loop_for(c->graph, plan, from->equation),
                       .depth = m->rule->depth};
  SmrPassed *passed = smr_arena_alloc(arena, (call.arg_count + 1) * sizeof *passed);
  SmrBinding *args = smr_arena_alloc(arena, (call.arg_count + 1) * sizeof *args);
  for (uint32_t a = 0; a < call.arg_count && t->ok; a++)
    translate_arg(t, &m->rule->args[a], &m->args[a], &args[a], &passed[a], &call, a,
                  a < 64 && (m->sizes >> a & 1));
  if (m->rule->result != SMR_RULE_NO_ARG)
    translate_result(t, m, &passed[m->rule->result]);
  call.args = args;
  call.passed = passed;
  call.sizes = sizes_of(c, m, &call.size_count);
  return call;
}

/// The calls of the plan, over values of the graph.
static bool translate(const SmrOffering *c, const SmrCoverPlan *plan, SmrOffer *out) {
  SmrArena *arena = c->arena;
  uint32_t count = 0;
  for (uint32_t s = 0; s < plan->step_count; s++)
    count += plan->steps[s].call_count;
  SmrOfferCall *calls = smr_arena_alloc(arena, (count + 1) * sizeof *calls);
  const SmrExplanation *explained = c->explain ? smr_explain_nest(plan, arena) : NULL;
  Translation t = {.c = c, .equations = plan->canonical->equations, .ok = true};
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count && t.ok; k++) {
      const SmrCoverStep *step = &plan->steps[s];
      SmrOfferCall *call = &calls[out->call_count++];
      *call = translate_call(&t, plan, step, &step->calls[k]);
      call->at = smr_call_place(c->graph, plan, step, out->nest, call, k);
      call->explanation = explained ? smr_explain_call(plan, explained, &step->calls[k], arena) : NULL;
    }
  out->calls = calls;
  out->reads = smr_arena_copy(arena, t.reads.data, t.reads.size * sizeof *t.reads.data);
  out->needed = smr_arena_copy(arena, t.needed.data, t.needed.size * sizeof *t.needed.data);
  out->read_count = t.reads.size;
  out->needed_count = t.needed.size;
  smr_vec_free(&t.reads);
  smr_vec_free(&t.needed);
  return t.ok;
}

static bool either_of_graph(SmrPoly poly, SmrPoly *out, void *data) {
  Translation *t = data;
  *out = graph_poly(t, poly);
  return t->ok;
}

static bool collect_eithers(const SmrOffering *c, const SmrCoverPlan *plan, SmrOffer *out) {
  const SmrEquations *e = plan->canonical->equations;
  SMR_VEC(SmrEither) eithers = {0};
  Translation t = {.c = c, .equations = e, .ok = true};
  for (uint32_t k = 0; k < e->eithers.size; k++)
    smr_vec_push(&eithers, e->eithers.data[k]);
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count; k++)
      for (uint32_t i = 0; i < plan->steps[s].calls[k].matched.either_count; i++)
        smr_vec_push(&eithers, plan->steps[s].calls[k].matched.eithers[i]);
  SmrEither *all = smr_arena_alloc(c->arena, (eithers.size + 1) * sizeof *all);
  for (uint32_t k = 0; k < eithers.size && t.ok; k++)
    smr_either_map(c->arena, eithers.data[k], either_of_graph, &t, &all[k]);
  out->eithers = all, out->either_count = eithers.size;
  smr_vec_free(&eithers);
  return t.ok;
}

/// The needs of the equations and of all calls, over values of the graph.
static bool collect_needs(const SmrOffering *c, const SmrCoverPlan *plan, SmrOffer *out) {
  const SmrEquations *e = plan->canonical->equations;
  SMR_VEC(SmrPoly) needs = {0};
  Translation t = {.c = c, .equations = e, .ok = true};
  for (uint32_t k = 0; k < e->needs.size; k++)
    smr_vec_push(&needs, e->needs.data[k]);
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count; k++)
      for (uint32_t i = 0; i < plan->steps[s].calls[k].matched.need_count; i++)
        smr_vec_push(&needs, plan->steps[s].calls[k].matched.needs[i]);
  SmrPoly *all = smr_arena_alloc(c->arena, (needs.size + 1) * sizeof *all);
  out->needs = all;
  for (uint32_t k = 0; k < needs.size && t.ok; k++) {
    SmrPoly poly = graph_poly(&t, needs.data[k]);
    bool known = false;
    for (uint32_t i = 0; i < out->need_count && !known; i++)
      known = smr_poly_equal(all[i], poly);
    if (!known)
      all[out->need_count++] = poly;
  }
  smr_vec_free(&needs);
  return t.ok;
}

/// What the calls touch, over values of the graph; their indices are numbers beyond those.
static bool collect_touched(const SmrOffering *c, const SmrCoverPlan *plan, SmrOffer *offer) {
  const SmrEquations *e = plan->canonical->equations;
  SmrTouches touches = {0};
  Translation t = {.c = c, .equations = e, .ok = smr_plan_touches(plan, c->scratch, &touches)};
  SmrPlanTouched *out = smr_arena_alloc(c->arena, (touches.size + 1) * sizeof *out);
  for (uint32_t k = 0; k < touches.size && t.ok; k++) {
    const SmrTouched *from = &touches.data[k];
    const SmrDomain *domain = &from->elements.domain;
    if (!e->arrays.data[from->array].base) // (a number)
      continue;
    SmrPoly *rows = smr_arena_alloc(c->arena, (domain->row_count + 1) * sizeof *rows);
    uint32_t *indices = smr_arena_alloc(c->arena, (domain->index_count + 1) * sizeof *indices);
    for (uint32_t r = 0; r < domain->row_count; r++)
      rows[r] = graph_poly(&t, domain->rows[r]);
    for (uint32_t i = 0; i < domain->index_count; i++)
      indices[i] = c->graph->values.size + domain->indices[i];
    out[offer->touched_count++] = (SmrPlanTouched){.base = e->arrays.data[from->array].base,
                                                   .bytes = from->bytes,
                                                   .call = from->call,
                                                   .written = from->written,
                                                   .offset = graph_poly(&t, from->elements.offset),
                                                   .rows = rows,
                                                   .row_count = domain->row_count,
                                                   .indices = indices,
                                                   .index_count = domain->index_count};
  }
  offer->touched = out;
  smr_vec_free(&touches);
  return t.ok;
}

/// Is a copy of the loop, or of what it stands in, a step of the plan?
static bool is_copied(const SmrGraph *g, const SmrOffer *nest, SmrOp loop) {
  for (uint32_t k = 0; k < nest->step_count; k++)
    if (nest->steps[k].call == SMR_OFFER_COPY && smr_inside(g, loop, nest->steps[k].root))
      return true;
  return false;
}

/// Bases of the objects that the equations have.
static void collect_objects(const SmrOffering *c, const SmrEquations *e, SmrOffer *offer) {
  SmrValue *objects = smr_arena_alloc(c->arena, (e->arrays.size + 1) * sizeof *objects);
  for (uint32_t k = 0; k < e->arrays.size; k++)
    if (e->arrays.data[k].base && e->arrays.data[k].memory == k)
      objects[offer->object_count++] = e->arrays.data[k].base;
  offer->objects = objects;
}

/// Loads of the nest's block. Those before all roots read before anything is done, unless a copy of the loop
/// makes them that they have left.
static void collect_loads(const SmrOffering *c, SmrOffer *offer) {
  const SmrGraph *g = c->graph;
  SMR_VEC(SmrOp) loads = {0};
  for (uint32_t late = 0; late < 2; late++) {
    bool before = true;
    for (SmrOp op = offer->nest.first; op; op = op == offer->nest.last ? 0 : smr_op(g, op)->next) {
      const SmrOpData *data = smr_op(g, op);
      before &= op != offer->roots[0];
      bool made_late =
          !before || ((data->flags & SMR_F_HOISTED) && data->home && is_copied(g, offer, data->home));
      SmrType type = data->code == SMR_OP_LOAD ? smr_value_type(g, smr_result(g, op, 0)) : 0;
      if (data->code == SMR_OP_LOAD && made_late == late &&
          (late ? smr_type_bytes(type) != 0 : smr_type_is_number(type))) // (descriptors are not stored to)
        smr_vec_push(&loads, op);
    }
    if (!late)
      offer->early_count = loads.size;
  }
  offer->loads = smr_arena_copy(c->arena, loads.data, loads.size * sizeof *loads.data);
  offer->load_count = loads.size;
  smr_vec_free(&loads);
}

const char *smr_offer_make(const SmrOffering *c, const SmrCoverPlan *plan, SmrNest nest, SmrOffer *out) {
  *out = (SmrOffer){.graph = c->graph, .uses = c->uses, .nest = nest};
  if (!translate(c, plan, out) || !collect_needs(c, plan, out) || !collect_eithers(c, plan, out))
    return "what its calls are given cannot be computed before it";
  find_roots(c, plan->canonical->equations, out);
  for (uint32_t k = 0; k < out->root_count; k++)
    if (!smr_op(c->graph, out->roots[k])->handle)
      return "part of the code has no place in MLIR";
  if (!smr_left_steps(plan, c->arena, out))
    return "what is left of the code cannot be copied";
  if (!collect_touched(c, plan, out))
    return "what its calls touch cannot be told before it";
  collect_objects(c, plan->canonical->equations, out);
  collect_loads(c, out);
  return NULL;
}
