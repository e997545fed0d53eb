//===- cover.c - what a plan for one nest becomes ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/check.h"
#include "graph/number.h"
#include "match/plan_legality.h"
#include "match/rounds.h"
#include "rewrite/decide/call_place.h"
#include "rewrite/decide/explanation.h"
#include "rewrite/decide/find.h"
#include "rewrite/decide/gain.h"
#include "rewrite/decide/left.h"
#include "rewrite/decide/nests.h"
#include "rewrite/decide/place.h"

typedef SmrCoverSearch Cover;

//--- What a rule's parameters stand for, in the graph -----------------------------------------

typedef struct {
  Cover *c;
  const SmrEquations *equations; // canonical
  bool ok;
  SMR_VEC(SmrOp) reads;     // loads of the nest that are made for the calls, before it
  SMR_VEC(SmrValue) needed; // what they are computed from
} Translation;

/// The graph's value, or the number of an index that is none of the program's.
static bool graph_leaf(uint32_t leaf, SmrPoly *out, void *data) {
  const Translation *t = data;
  uint32_t value = t->c->out->plain->values.size + leaf;
  if (leaf < t->equations->integers.size)
    value = t->equations->integers.data[leaf].index ? 0 : t->equations->integers.data[leaf].value;
  *out = smr_poly_leaf(&t->c->out->arena, value);
  return value != 0;
}

static SmrPoly graph_poly(Translation *t, SmrPoly poly) {
  SmrPoly out = {NULL, 0};
  t->ok = t->ok && smr_poly_map(&t->c->out->arena, poly, graph_leaf, t, &out);
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
  SmrArena *arena = &t->c->out->arena;
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
  SmrArena *arena = &t->c->out->arena;
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
  const SmrGraph *g = t->c->out->plain;
  SmrValue own = size ? smr_poly_quotient(g, &t->c->out->arena, binding->poly, binding->divisor) : 0;
  if (!own)
    return;
  binding->poly = smr_poly_leaf(&t->c->out->arena, own);
  binding->divisor = 1;
}

static void translate_arg(Translation *t, const SmrPatternArg *arg, const SmrBound *b, SmrBinding *binding,
                          SmrPassed *passed, SmrCoveringCall *call, uint32_t k, bool size) {
  SmrArena *arena = &t->c->out->arena;
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

//--- One nest --------------------------------------------------------------------------------

typedef struct {
  SmrCoveredNest *nest;
  SmrPlanCall *planned;
  SmrOp *reads;
  SmrValue *needed;
  uint32_t read_count, needed_count;
} Candidate;

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
static void find_roots(Cover *c, const SmrEquations *e, SmrCoveredNest *nest) {
  const SmrGraph *g = c->out->plain;
  SMR_VEC(SmrOp) roots = {0};
  for (SmrOp op = nest->nest.first; op; op = op == nest->nest.last ? 0 : smr_op(g, op)->next) {
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    bool root = smr_op(g, op)->region_count || code == SMR_OP_STORE;
    for (uint32_t a = 0; a < e->arrays.size && !root; a++)
      root = e->arrays.data[a].result && smr_def(g, e->arrays.data[a].result) == op;
    if (root)
      smr_vec_push(&roots, op);
  }
  SmrOp *kept = smr_arena_alloc(&c->out->arena, (roots.size + 1) * sizeof *kept);
  if (roots.size)
    memcpy(kept, roots.data, roots.size * sizeof *kept);
  nest->roots = kept;
  nest->root_count = roots.size;
  enum { MOST_LOOPS = 256 }; // as raising has it
  SmrOp *loops = smr_arena_alloc(&c->out->arena, MOST_LOOPS * sizeof *loops);
  for (uint32_t k = 0; k < roots.size; k++)
    find_loops(g, kept[k], &loops, &nest->loop_count, MOST_LOOPS);
  nest->loops = loops;
  smr_vec_free(&roots);
}

static void collect_ops(const SmrGraph *g, SmrOp op, SmrMatch *out) {
  out->nodes[out->node_count++] = op;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    SmrBlock body = smr_body_block(g, op, r);
    for (SmrOp in = body ? g->blocks.data[body].first : 0; in; in = smr_op(g, in)->next)
      collect_ops(g, in, out);
  }
}

/// Why no library may be called in the nest's place; NULL: it may.
static const char *refuses_calls(Cover *c, const SmrCoveredNest *nest) {
  const SmrGraph *g = c->out->plain;
  SmrMatch match = {.graph = c->out->plain,
                    .roots = (SmrOp *)(uintptr_t)nest->roots,
                    .root_count = nest->root_count,
                    .nodes = smr_arena_alloc(&c->scratch, g->ops.size * sizeof(SmrOp))};
  for (uint32_t k = 0; k < nest->root_count; k++)
    collect_ops(g, nest->roots[k], &match);
  return nest->root_count ? smr_refuses_calls(c->run, c->f, &match) : NULL;
}

/// Numbers of the integer arguments that bound a loop.
static const uint32_t *sizes_of(Cover *c, const SmrMatched *m, uint32_t *count) {
  uint32_t *sizes = smr_arena_alloc(&c->out->arena, (m->rule->arg_count + 1) * sizeof *sizes);
  *count = 0;
  for (uint32_t k = 0; k < m->rule->arg_count && k < 64; k++)
    if (m->sizes >> k & 1)
      sizes[(*count)++] = k;
  return sizes;
}

static bool translate(Cover *c, const SmrCoverPlan *plan, Candidate *out) {
  uint32_t count = 0;
  for (uint32_t s = 0; s < plan->step_count; s++)
    count += plan->steps[s].call_count;
  SmrCoveringCall *calls = smr_arena_alloc(&c->out->arena, (count + 1) * sizeof *calls);
  out->planned = smr_arena_alloc(&c->out->arena, (count + 1) * sizeof *out->planned);
  const SmrExplanation *nest_told =
      c->run->options->set.explain ? smr_explain_nest(plan, &c->out->arena) : NULL;
  Translation t = {.c = c, .equations = plan->canonical->equations, .ok = true};
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count && t.ok; k++) {
      const SmrMatched *m = &plan->steps[s].calls[k].matched;
      SmrOp loop = smr_gain_loop(c->out->plain, plan, plan->steps[s].calls[k].equation);
      SmrCoveringCall *call = &calls[out->nest->call_count];
      *call = (SmrCoveringCall){
          .library = m->rule->library,
          .pair = m->rule->pair,
          .arg_count = c->run->libraries[m->rule->library].pairs[m->rule->pair].pattern.arg_count,
          .explanation =
              nest_told ? smr_explain_call(plan, nest_told, &plan->steps[s].calls[k], &c->out->arena) : NULL};
      SmrPassed *args = smr_arena_alloc(&c->out->arena, (call->arg_count + 1) * sizeof *args);
      SmrBinding *bindings = smr_arena_alloc(&c->out->arena, (call->arg_count + 1) * sizeof *bindings);
      for (uint32_t a = 0; a < call->arg_count && t.ok; a++)
        translate_arg(&t, &m->rule->args[a], &m->args[a], &bindings[a], &args[a], call, a,
                      a < 64 && (m->sizes >> a & 1));
      if (m->rule->result != SMR_RULE_NO_ARG)
        translate_result(&t, m, &args[m->rule->result]);
      call->args = args;
      call->at = smr_call_place(c->out->plain, plan, &plan->steps[s], out->nest->nest, call, k);
      uint32_t size_count;
      const uint32_t *sizes = sizes_of(c, m, &size_count);
      out->planned[out->nest->call_count++] =
          (SmrPlanCall){.library = &c->run->libraries[call->library],
                        .pair = call->pair,
                        .args = bindings,
                        .sizes = sizes,
                        .size_count = size_count,
                        .freedom = smr_left_freedom(plan->canonical, &plan->steps[s]),
                        .loop = loop,
                        .depth = m->rule->depth};
    }
  out->nest->calls = calls;
  out->reads = smr_arena_alloc(&c->out->arena, (t.reads.size + 1) * sizeof *out->reads);
  out->needed = smr_arena_alloc(&c->out->arena, (t.needed.size + 1) * sizeof *out->needed);
  if (t.reads.size)
    memcpy(out->reads, t.reads.data, t.reads.size * sizeof *out->reads);
  if (t.needed.size)
    memcpy(out->needed, t.needed.data, t.needed.size * sizeof *out->needed);
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

static bool collect_eithers(Cover *c, const SmrCoverPlan *plan, SmrEither **out, uint32_t *count) {
  const SmrEquations *e = plan->canonical->equations;
  SMR_VEC(SmrEither) eithers = {0};
  Translation t = {.c = c, .equations = e, .ok = true};
  for (uint32_t k = 0; k < e->eithers.size; k++)
    smr_vec_push(&eithers, e->eithers.data[k]);
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count; k++)
      for (uint32_t i = 0; i < plan->steps[s].calls[k].matched.either_count; i++)
        smr_vec_push(&eithers, plan->steps[s].calls[k].matched.eithers[i]);
  *out = smr_arena_alloc(&c->out->arena, (eithers.size + 1) * sizeof **out);
  *count = eithers.size;
  for (uint32_t k = 0; k < eithers.size && t.ok; k++)
    smr_either_map(&c->out->arena, eithers.data[k], either_of_graph, &t, &(*out)[k]);
  smr_vec_free(&eithers);
  return t.ok;
}

/// The needs of the equations and of all calls, over values of the graph.
static bool collect_needs(Cover *c, const SmrCoverPlan *plan, SmrPoly **out, uint32_t *count) {
  const SmrEquations *e = plan->canonical->equations;
  SMR_VEC(SmrPoly) needs = {0};
  Translation t = {.c = c, .equations = e, .ok = true};
  for (uint32_t k = 0; k < e->needs.size; k++)
    smr_vec_push(&needs, e->needs.data[k]);
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count; k++)
      for (uint32_t i = 0; i < plan->steps[s].calls[k].matched.need_count; i++)
        smr_vec_push(&needs, plan->steps[s].calls[k].matched.needs[i]);
  *out = smr_arena_alloc(&c->out->arena, (needs.size + 1) * sizeof **out);
  *count = 0;
  for (uint32_t k = 0; k < needs.size && t.ok; k++) {
    SmrPoly poly = graph_poly(&t, needs.data[k]);
    bool known = false;
    for (uint32_t i = 0; i < *count && !known; i++)
      known = smr_poly_equal((*out)[i], poly);
    if (!known)
      (*out)[(*count)++] = poly;
  }
  smr_vec_free(&needs);
  return t.ok;
}

/// What the calls touch, over values of the graph; their indices are numbers beyond those.
static bool collect_touched(Cover *c, const SmrCoverPlan *plan, SmrPlanInput *input) {
  const SmrEquations *e = plan->canonical->equations;
  SmrTouches touches = {0};
  Translation t = {.c = c, .equations = e, .ok = smr_plan_touches(plan, &c->scratch, &touches)};
  SmrPlanTouched *out = smr_arena_alloc(&c->out->arena, (touches.size + 1) * sizeof *out);
  for (uint32_t k = 0; k < touches.size && t.ok; k++) {
    const SmrTouched *from = &touches.data[k];
    const SmrDomain *domain = &from->elements.domain;
    if (!e->arrays.data[from->array].base) // (a number)
      continue;
    SmrPoly *rows = smr_arena_alloc(&c->out->arena, (domain->row_count + 1) * sizeof *rows);
    uint32_t *indices = smr_arena_alloc(&c->out->arena, (domain->index_count + 1) * sizeof *indices);
    for (uint32_t r = 0; r < domain->row_count; r++)
      rows[r] = graph_poly(&t, domain->rows[r]);
    for (uint32_t i = 0; i < domain->index_count; i++)
      indices[i] = c->out->plain->values.size + domain->indices[i];
    out[input->touched_count++] = (SmrPlanTouched){.base = e->arrays.data[from->array].base,
                                                   .bytes = from->bytes,
                                                   .call = from->call,
                                                   .written = from->written,
                                                   .offset = graph_poly(&t, from->elements.offset),
                                                   .rows = rows,
                                                   .row_count = domain->row_count,
                                                   .indices = indices,
                                                   .index_count = domain->index_count};
  }
  input->touched = out;
  smr_vec_free(&touches);
  return t.ok;
}

/// Is a copy of the loop, or of what it stands in, a step of the plan?
static bool is_copied(const SmrGraph *g, const SmrCoveredNest *nest, SmrOp loop) {
  for (uint32_t k = 0; k < nest->step_count; k++)
    if (nest->steps[k].call == SMR_COVERING_COPY && smr_inside(g, loop, nest->steps[k].root))
      return true;
  return false;
}

/// Bases of the objects that the equations have.
static void collect_objects(Cover *c, const SmrEquations *e, SmrPlanInput *input) {
  SmrValue *objects = smr_arena_alloc(&c->out->arena, (e->arrays.size + 1) * sizeof *objects);
  for (uint32_t k = 0; k < e->arrays.size; k++)
    if (e->arrays.data[k].base && e->arrays.data[k].memory == k)
      objects[input->object_count++] = e->arrays.data[k].base;
  input->objects = objects;
}

/// Loads of the nest's block. Those before all roots read before anything is done, unless a copy of the loop
/// makes them that they have left.
static void collect_loads(Cover *c, const SmrCoveredNest *nest, SmrPlanInput *input) {
  const SmrGraph *g = c->out->plain;
  SMR_VEC(SmrOp) loads = {0};
  for (uint32_t late = 0; late < 2; late++) {
    bool before = true;
    for (SmrOp op = nest->nest.first; op; op = op == nest->nest.last ? 0 : smr_op(g, op)->next) {
      const SmrOpData *data = smr_op(g, op);
      before &= op != nest->roots[0];
      bool made_late =
          !before || ((data->flags & SMR_F_HOISTED) && data->home && is_copied(g, nest, data->home));
      SmrType type = data->code == SMR_OP_LOAD ? smr_value_type(g, smr_result(g, op, 0)) : 0;
      if (data->code == SMR_OP_LOAD && made_late == late &&
          (late ? smr_type_bytes(type) != 0 : smr_type_is_number(type))) // (descriptors are not stored to)
        smr_vec_push(&loads, op);
    }
    if (!late)
      input->early_count = loads.size;
  }
  SmrOp *kept = smr_arena_alloc(&c->out->arena, (loads.size + 1) * sizeof *kept);
  if (loads.size)
    memcpy(kept, loads.data, loads.size * sizeof *kept);
  input->loads = kept, input->load_count = loads.size;
  smr_vec_free(&loads);
}

static SmrLegalityOptions legality_options(const Cover *c) {
  return (SmrLegalityOptions){.fp_exact = c->run->options->set.fp == SMR_FP_EXACT || c->f->ordered,
                              .hulls = c->run->options->set.check,
                              .ordered = c->f->ordered,
                              .fp_algebra = c->run->options->set.fp == SMR_FP_ALGEBRA && !c->f->ordered,
                              .guards_static = c->run->options->set.guards == SMR_GUARDS_STATIC,
                              .estimate = c->run->options->set.near_misses,
                              .compiled = c->f->compiled,
                              .joins = c->f->joins};
}

static bool was_refused(const SmrFunctionRun *f, const SmrGraph *g, const SmrCoveredNest *nest) {
  for (uint32_t k = 0; nest->root_count && k + 1 < f->unspliced.size; k += 2)
    if (f->unspliced.data[k] == smr_op(g, nest->roots[0])->handle &&
        f->unspliced.data[k + 1] == smr_op(g, nest->roots[nest->root_count - 1])->handle)
      return true;
  return false;
}

void smr_nest_decide(Cover *c, const SmrCoverPlan *plan, SmrCoveredNest *nest) {
  Candidate candidate = {.nest = nest};
  SmrPoly *needs;
  SmrEither *eithers;
  uint32_t need_count, either_count;
  nest->reason = smr_check_plan(plan, &c->scratch);
  if (nest->reason) {
    nest->reason = smr_arena_strdup(&c->out->arena, nest->reason);
    return;
  }
  nest->reason = "what its calls are given cannot be computed before it";
  if (!translate(c, plan, &candidate) || !collect_needs(c, plan, &needs, &need_count) ||
      !collect_eithers(c, plan, &eithers, &either_count))
    return;
  nest->reason = "the replacement cannot be called from here";
  for (uint32_t k = 0; k < nest->call_count; k++)
    if (!smr_pair_replacement(&c->run->libraries[nest->calls[k].library].pairs[nest->calls[k].pair],
                              c->f->kind))
      return;
  find_roots(c, plan->canonical->equations, nest);
  nest->reason = "part of the code has no place in MLIR";
  if (!smr_left_has_places(c->out, nest))
    return;
  nest->reason = "it could not be put into the code before";
  if (was_refused(c->f, c->out->plain, nest))
    return;
  nest->reason = "what is left of the code cannot be copied";
  if (!smr_left_steps(c->out, plan, nest))
    return;
  nest->reason = refuses_calls(c, nest);
  if (nest->reason)
    return;
  SmrLegalityOptions options = legality_options(c);
  SmrPlanInput input = {.graph = c->out->plain,
                        .uses = &c->out->uses,
                        .roots = nest->roots,
                        .root_count = nest->root_count,
                        .first = nest->nest.first,
                        .needs = needs,
                        .need_count = need_count,
                        .eithers = eithers,
                        .either_count = either_count,
                        .needed = candidate.needed,
                        .needed_count = candidate.needed_count,
                        .reads = candidate.reads,
                        .read_count = candidate.read_count,
                        .calls = candidate.planned,
                        .call_count = nest->call_count};
  nest->reason = "what its calls touch cannot be told before it";
  if (!collect_touched(c, plan, &input))
    return;
  collect_objects(c, plan->canonical->equations, &input);
  collect_loads(c, nest, &input);
  nest->accepted = smr_plan_legality(&input, &options, &c->out->arena, &nest->verdict);
  nest->reason = nest->verdict.reason;
}

unsigned smr_nest_allowed(Cover *c, SmrNest nest) {
  const SmrGraph *g = c->out->plain;
  SmrLegalityOptions options = legality_options(c);
  SmrMatch ops = {.nodes = smr_arena_alloc(&c->scratch, g->ops.size * sizeof(SmrOp))};
  for (SmrOp op = nest.first; op; op = op == nest.last ? 0 : smr_op(g, op)->next)
    collect_ops(g, op, &ops);
  return smr_plan_allowed(g, ops.nodes, ops.node_count, &options);
}
