//===- check.c - does a plan do what the equations say? ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One step at a time, of one equation or of several that one call says: what it reads of arrays are arrays of
// their own, one for each version, so that only the arrays that it makes have versions. Calls that stand for
// it are put one behind the other.
//===----------------------------------------------------------------------===//
#include "cover/check.h"
#include "base/map.h"
#include "cover/apart.h"
#include "cover/same.h"

/// An array of the program that the step makes versions of; in q it is the array of the same number.
typedef struct {
  uint32_t array;
  uint32_t before, count; // versions before + 1 … before + count
  uint32_t said;          // of q, before the call that is being added
} Made;

typedef struct {
  const SmrCoverPlan *plan;
  SmrEquations *q; // what the calls say
  SmrSums s;
  Made made[SMR_RULE_MAX_EQUATIONS];
  uint32_t made_count;
  SmrMap places; // array << 32 | version → array of q + 1, of those that are only read
  const SmrMatched *call;
  const SmrCoverRule *rule;
  uint32_t *fresh; // by integer of the rule: an index of q, or 0
  bool ok;
} Check;

//--- Reads are arrays of their own -----------------------------------------------------------

static uint32_t array_of(Check *c, uint32_t array, uint32_t version) {
  uint32_t *place = smr_map_at(&c->places, (uint64_t)array << 32 | version, 0);
  if (*place)
    return *place - 1;
  SmrRaisedArray copy = c->plan->canonical->equations->arrays.data[array];
  copy.memory = c->q->arrays.size, copy.versions = 0, copy.name = 0;
  smr_vec_push(&c->q->arrays, copy);
  *place = c->q->arrays.size;
  return *place - 1;
}

/// The array among those that are made; NULL: it is only read.
static Made *made_of(Check *c, uint32_t array) {
  for (uint32_t k = 0; k < c->made_count; k++)
    if (c->made[k].array == array)
      return &c->made[k];
  return NULL;
}

/// Of the program's equations: the version before those that the step makes is 0.
static void load_alone(SmrFactor *load, void *data) {
  Check *c = data;
  const Made *made = made_of(c, load->id);
  if (made && load->version >= made->before && load->version <= made->before + made->count) {
    load->version -= made->before;
    load->id = (uint32_t)(made - c->made);
    return;
  }
  load->id = array_of(c, load->id, load->version);
  load->version = 0;
}

//--- A call's idiom, with what its parameters stand for ----------------------------------------

static bool value_of(uint32_t leaf, SmrFraction *out, void *data) {
  Check *c = data;
  if (c->rule->equations->integers.data[leaf].index) {
    if (!c->fresh[leaf]) {
      smr_vec_push(&c->q->integers, (SmrRaisedInteger){.index = true});
      c->fresh[leaf] = c->q->integers.size - 1;
    }
    out->poly = smr_sums_leaf(&c->s, c->fresh[leaf]);
    return true;
  }
  uint32_t arg = c->rule->integer_arg[leaf];
  bool bound = arg != SMR_RULE_NO_ARG && c->call->args[arg].bound;
  if (bound)
    *out = (SmrFraction){c->call->args[arg].poly, c->call->args[arg].divisor};
  c->ok &= bound;
  return bound;
}

static SmrPoly put_in(SmrSums *s, SmrPoly poly, void *data) {
  SmrFraction value = {{NULL, 0}, 1};
  s->failed |= !smr_poly_map_fractions(s->arena, poly, value_of, data, &value) ||
               !smr_poly_divide(s->arena, value.poly, smr_sums_const(s, value.divisor), &value.poly);
  return value.poly;
}

/// A row with a size that is a quotient, rounded down: n/8 + r >= 0 is n + 8*r >= 0, if n/8 stands alone with
/// coefficient 1.
static SmrPoly row_in(SmrSums *s, SmrPoly row, void *data) {
  SmrMonomial *kept = smr_arena_alloc(s->arena, (row.count + 1) * sizeof *kept);
  SmrPoly size = {NULL, 0};
  int64_t by = 1;
  uint32_t count = 0;
  for (uint32_t t = 0; t < row.count; t++) {
    SmrFraction value = {{NULL, 0}, 1};
    if (row.terms[t].degree == 1 && row.terms[t].coef == 1 && by == 1)
      value_of(row.terms[t].leaves[0], &value, data);
    if (value.divisor > 1)
      size = value.poly, by = value.divisor;
    else
      kept[count++] = row.terms[t];
  }
  SmrPoly rest = put_in(s, (SmrPoly){kept, count}, data);
  return by == 1 ? rest : smr_sums_add(s, size, smr_sums_mul(s, rest, smr_sums_const(s, by)));
}

static SmrPoly shift_of(Check *c, uint32_t array) {
  uint32_t arg = c->rule->array_arg[array];
  if (arg == SMR_RULE_NO_ARG) {
    c->ok = false;
    return (SmrPoly){NULL, 0};
  }
  return c->call->args[arg].poly;
}

/// What an array that the idiom makes is; NULL, and not ok: nothing that the step makes.
static Made *made_by(Check *c, uint32_t array) {
  const SmrMatchedArray *chain = &c->call->arrays[array];
  const SmrRaisedArray *arrays = c->plan->canonical->equations->arrays.data;
  uint32_t arg = c->rule->array_arg[array];
  Made *made = chain->bound && arg != SMR_RULE_NO_ARG ? made_of(c, chain->array) : NULL;
  c->ok = c->ok && made && arrays[c->call->args[arg].array].memory == arrays[chain->array].memory;
  return made;
}

static void load_in(SmrFactor *load, void *data) {
  Check *c = data;
  uint32_t arg = c->rule->array_arg[load->id];
  load->poly = smr_sums_add(&c->s, load->poly, shift_of(c, load->id));
  if (!c->ok)
    return;
  if (c->rule->equations->arrays.data[load->id].versions) {
    Made *made = made_by(c, load->id);
    load->id = made ? (uint32_t)(made - c->made) : 0;
    load->version += made ? made->said : 0;
    return;
  }
  const SmrBound *b = &c->call->args[arg];
  const Made *made = made_of(c, b->array);
  if (made && b->version == made->before) {
    load->id = (uint32_t)(made - c->made);
    load->version = 0;
    return;
  }
  // (by that parameter it would not see its own work)
  c->ok = !made || b->version < made->before || b->version > made->before + made->count;
  load->id = array_of(c, b->array, b->version);
}

static SmrSum sum_in(Check *c, const SmrSum *sum);

/// The term with its scalars replaced; their coefficients and factors go into the product.
static SmrRaisedTerm term_in(Check *c, const SmrRaisedTerm *term) {
  SmrRaisedTerm out = *term;
  uint32_t count = 0, most = term->factor_count;
  for (uint32_t k = 0; k < term->factor_count; k++)
    if (term->factors[k]->kind == SMR_FACTOR_SCALAR) {
      uint32_t arg = c->rule->scalar_arg[term->factors[k]->id];
      c->ok = c->ok && arg != SMR_RULE_NO_ARG && c->call->args[arg].bound;
      most += c->ok ? c->call->args[arg].number.factor_count : 0;
    }
  const SmrFactor **factors = smr_arena_alloc(c->s.arena, (most + 1) * sizeof *factors);
  for (uint32_t k = 0; k < term->factor_count && c->ok; k++) {
    const SmrFactor *f = term->factors[k];
    if (f->kind != SMR_FACTOR_SCALAR) {
      SmrFactor *copy = smr_arena_alloc(c->s.arena, sizeof *copy);
      SmrSum *args = smr_arena_alloc(c->s.arena, (f->arg_count + 1) * sizeof *args);
      *copy = *f;
      for (uint32_t a = 0; a < f->arg_count; a++)
        args[a] = sum_in(c, &f->args[a]);
      copy->args = args;
      factors[count++] = copy;
      continue;
    }
    const SmrProduct *number = &c->call->args[c->rule->scalar_arg[f->id]].number;
    out.coefficient *= number->coefficient;
    SmrRaisedTerm alone = {
        .coefficient = 1, .factors = number->factors, .factor_count = number->factor_count};
    alone = smr_term_map(&c->s, &alone, &(SmrSumMap){.poly = smr_sums_keep, .load = load_alone, .data = c});
    for (uint32_t i = 0; i < alone.factor_count; i++)
      factors[count++] = alone.factors[i];
  }
  out.factors = factors, out.factor_count = count;
  return out;
}

static SmrSum sum_in(Check *c, const SmrSum *sum) {
  SmrSum out = *sum;
  SmrRaisedTerm *terms = smr_arena_alloc(c->s.arena, (sum->term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++)
    terms[t] = term_in(c, &sum->terms[t]);
  out.terms = terms;
  return out;
}

static const uint32_t *fresh_indices(Check *c, const SmrDomain *domain) {
  uint32_t *indices = smr_arena_alloc(c->s.arena, (domain->index_count + 1) * sizeof *indices);
  for (uint32_t k = 0; k < domain->index_count; k++) {
    value_of(domain->indices[k], &(SmrFraction){{NULL, 0}, 1}, c);
    indices[k] = c->fresh[domain->indices[k]];
  }
  return indices;
}

static SmrDomain domain_in(Check *c, const SmrDomain *domain) {
  SmrDomain out = smr_domain_map(&c->s, domain, &(SmrSumMap){.poly = put_in, .row = row_in, .data = c});
  out.indices = fresh_indices(c, domain);
  return out;
}

/// Loads and polynomials first, scalars then: what those stand for is the program's already.
static void indices_in(Check *c, SmrSum *sum) {
  SmrRaisedTerm *terms = smr_arena_alloc(c->s.arena, (sum->term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    terms[t] = sum->terms[t];
    terms[t].domain.indices = fresh_indices(c, &terms[t].domain);
    const SmrFactor **factors = smr_arena_alloc(c->s.arena, (terms[t].factor_count + 1) * sizeof *factors);
    for (uint32_t k = 0; k < terms[t].factor_count; k++) {
      SmrFactor *f = smr_arena_alloc(c->s.arena, sizeof *f);
      *f = *terms[t].factors[k];
      SmrSum *args = smr_arena_alloc(c->s.arena, (f->arg_count + 1) * sizeof *args);
      for (uint32_t a = 0; a < f->arg_count; a++) {
        args[a] = f->args[a];
        indices_in(c, &args[a]);
      }
      f->args = args;
      factors[k] = f;
    }
    terms[t].factors = factors;
  }
  sum->terms = terms;
}

static void add_call(Check *c) {
  const SmrEquations *idiom = c->rule->equations;
  SmrSumMap map = {.poly = put_in, .row = row_in, .load = load_in, .data = c};
  for (uint32_t k = 0; k < idiom->equations.size && c->ok; k++) {
    SmrRaisedEquation e = idiom->equations.data[k];
    const Made *made = made_by(c, e.array);
    if (!made)
      return;
    e.offset = smr_sums_add(&c->s, put_in(&c->s, e.offset, c), shift_of(c, e.array));
    e.domain = domain_in(c, &e.domain);
    e.sum = smr_sum_map(&c->s, &e.sum, &map);
    indices_in(c, &e.sum);
    e.sum = sum_in(c, &e.sum);
    e.array = (uint32_t)(made - c->made);
    e.version += made->said;
    smr_vec_push(&c->q->equations, e);
  }
  for (uint32_t a = 0; a < idiom->arrays.size && c->ok; a++)
    if (idiom->arrays.data[a].versions)
      made_by(c, a)->said += idiom->arrays.data[a].versions;
}

//--- What the step's calls write they read and write by no other parameter -----------------------------

/// Elements that a call writes.
typedef struct {
  SmrElements elements;
  const SmrMatched *call;
  uint32_t arg, memory; // the call's parameter, the program's memory
  const Made *made;
} Written;

typedef struct {
  Check *c;
  SMR_VEC(Written)
  written; // by all calls of the step: an earlier one may have written what a later one reads
  SmrMoreNeeds needs;
} Operands;

static void turn_to(Check *c, const SmrCoverCall *call) {
  c->call = &call->matched;
  c->rule = c->call->rule;
  c->fresh = smr_arena_alloc(c->s.arena, (c->rule->equations->integers.size + 1) * sizeof *c->fresh);
}

/// The program's memory that the idiom's array stands for.
static uint32_t memory_of(const Check *c, uint32_t array) {
  const SmrRaisedArray *arrays = c->plan->canonical->equations->arrays.data;
  return arrays[c->call->args[c->rule->array_arg[array]].array].memory;
}

static SmrElements elements_of(Check *c, uint32_t array, SmrPoly offset, const SmrDomain *domain) {
  SmrPoly from = smr_sums_add(&c->s, put_in(&c->s, offset, c), shift_of(c, array));
  return (SmrElements){from, domain_in(c, domain)};
}

static void add_written(Operands *o) {
  Check *c = o->c;
  const SmrEquations *idiom = c->rule->equations;
  for (uint32_t k = 0; k < idiom->equations.size && c->ok; k++) {
    const SmrRaisedEquation *e = &idiom->equations.data[k];
    const Made *made = made_by(c, e->array);
    if (c->ok)
      smr_vec_push(&o->written, ((Written){elements_of(c, e->array, e->offset, &e->domain), c->call,
                                           c->rule->array_arg[e->array], memory_of(c, e->array), made}));
  }
}

/// Elements of the idiom's array are apart from what is written in the same memory, but by the parameter that
/// the array is, or of the array that it makes.
static bool elements_apart(Operands *o, uint32_t array, SmrPoly offset, const SmrDomain *domain,
                           SmrType type) {
  Check *c = o->c;
  const SmrEquations *p = c->plan->canonical->equations;
  uint32_t arg = c->rule->array_arg[array], needs = o->needs.rows.size + o->needs.eithers.size;
  if (arg == SMR_RULE_NO_ARG)
    return true;
  const Made *made = c->rule->equations->arrays.data[array].versions ? made_by(c, array) : NULL;
  bool apart = true;
  for (uint32_t k = 0; k < o->written.size && apart && c->ok; k++) {
    const Written *w = &o->written.data[k];
    if (w->memory != memory_of(c, array) || (w->call == c->call && w->arg == arg) || w->made == made)
      continue;
    SmrElements own = elements_of(c, array, offset, domain);
    uint32_t bytes = smr_type_bytes(type);
    apart = bytes == smr_type_bytes(p->arrays.data[w->made->array].type) && c->ok &&
            smr_elements_apart(&c->s, p, bytes, &own, &w->elements, &o->needs);
  }
  return apart && o->needs.rows.size + o->needs.eithers.size == needs;
}

static bool is_apart(const SmrFactor *load, const SmrDomain *domain, void *data) {
  return elements_apart(data, load->id, load->poly, domain, load->type);
}

static bool operands_apart(Operands *o) {
  Check *c = o->c;
  const SmrEquations *idiom = c->rule->equations;
  bool apart = true;
  o->needs.rows.size = o->needs.eithers.size = 0;
  for (uint32_t k = 0; k < c->call->need_count; k++)
    smr_vec_push(&o->needs.rows, c->call->needs[k]);
  for (uint32_t k = 0; k < c->call->either_count; k++)
    smr_vec_push(&o->needs.eithers, c->call->eithers[k]);
  for (uint32_t k = 0; k < c->rule->arg_count && k < 64;
       k++) // (libraries are called for sizes of at least 1)
    if (c->call->sizes >> k & 1)
      smr_vec_push(&o->needs.rows, smr_sums_sub(&c->s, c->call->args[k].poly,
                                                smr_sums_const(&c->s, c->call->args[k].divisor)));
  for (uint32_t k = 0; k < idiom->equations.size && apart; k++) {
    const SmrRaisedEquation *e = &idiom->equations.data[k];
    apart = smr_loads_walk(&c->s, &e->sum, &e->domain, is_apart, o) &&
            elements_apart(o, e->array, e->offset, &e->domain, e->sum.type);
  }
  return apart;
}

/// Two arrays that the idiom makes are two arrays of the program.
static bool made_once(const SmrMatched *call) {
  const SmrEquations *idiom = call->rule->equations;
  for (uint32_t a = 0; a < idiom->arrays.size; a++)
    for (uint32_t b = 0; b < a; b++)
      if (idiom->arrays.data[a].versions && idiom->arrays.data[b].versions &&
          call->arrays[a].array == call->arrays[b].array)
        return false;
  return true;
}

static bool all_apart(Check *c, const SmrCoverStep *step) {
  Operands o = {.c = c};
  bool apart = true;
  for (uint32_t k = 0; k < step->call_count && c->ok; k++) {
    turn_to(c, &step->calls[k]);
    apart &= made_once(c->call);
    add_written(&o);
  }
  for (uint32_t k = 0; k < step->call_count && c->ok && apart; k++) {
    turn_to(c, &step->calls[k]);
    apart = operands_apart(&o);
  }
  smr_vec_free(&o.written);
  smr_more_needs_free(&o.needs);
  return apart && c->ok;
}

//--- One step --------------------------------------------------------------------------------------

/// What a memory has before the nest is version 0 of all its arrays: of the first.
static void load_first(SmrFactor *load, void *data) {
  const Check *c = data;
  const SmrRaisedArray *arrays = c->q->arrays.data;
  if (load->id < c->made_count && !load->version && !c->made[load->id].before &&
      !c->made[arrays[load->id].memory].before)
    load->id = arrays[load->id].memory;
}

/// What the calls say has the program's equations, one for one.
static const char *compare(Check *c, const SmrCoverStep *step, const SmrPoly *needs, uint32_t need_count) {
  const SmrEquations *p = c->plan->canonical->equations;
  const SmrSumMap first = {.poly = smr_sums_keep, .load = load_first, .data = c};
  SmrCanonical *said = smr_canonical(c->q);
  if (!said)
    return "the calls' numbers are too large";
  const char *wrong = said->equations->equations.size == step->equation_count
                          ? NULL
                          : "the calls make other versions than the code";
  for (uint32_t k = 0; k < step->equation_count && !wrong; k++) {
    SmrRaisedEquation alone = p->equations.data[step->equations[k]];
    const Made *made = made_of(c, alone.array);
    alone.sum =
        smr_sum_map(&c->s, &alone.sum, &(SmrSumMap){.poly = smr_sums_keep, .load = load_alone, .data = c});
    alone.sum = smr_sum_map(&c->s, &alone.sum, &first);
    alone.sum = smr_sum_divide(&c->s, &alone.sum); // (as said->equations have it, by the law INVERSE)
    bool found = false;
    for (uint32_t i = 0; i < step->equation_count && !found; i++) {
      SmrRaisedEquation e = said->equations->equations.data[i];
      SmrIndexRenaming r = {.s = &c->s, .needs = needs, .need_count = need_count};
      e.sum = smr_sum_map(&c->s, &e.sum, &first);
      found = !e.adds && e.array == (uint32_t)(made - c->made) && e.version + made->before == alone.version &&
              smr_same_equation(&r, &e, &alone);
    }
    wrong = found ? NULL : "the calls say something else";
  }
  smr_canonical_destroy(said);
  return wrong;
}

/// The arrays that the step makes, each version behind the other; false: there is one between.
static bool find_made(Check *c, const SmrCoverStep *step) {
  const SmrEquations *p = c->plan->canonical->equations;
  for (uint32_t k = 0; k < step->equation_count; k++) {
    const SmrRaisedEquation *e = &p->equations.data[step->equations[k]];
    Made *made = made_of(c, e->array);
    if (!made && c->made_count == SMR_RULE_MAX_EQUATIONS)
      return false;
    if (!made) {
      made = &c->made[c->made_count++];
      *made = (Made){.array = e->array, .before = e->version - 1};
    }
    if (e->version != made->before + ++made->count) // (equations stand in this order)
      return false;
  }
  return true;
}

static void add_arrays(Check *c) {
  const SmrEquations *p = c->plan->canonical->equations;
  for (uint32_t k = 0; k < c->made_count; k++) {
    SmrRaisedArray array = p->arrays.data[c->made[k].array];
    uint32_t memory = 0;
    while (p->arrays.data[c->made[memory].array].memory != array.memory)
      ++memory;
    array.memory = memory;
    smr_vec_push(&c->q->arrays, array);
  }
}

/// To what the calls say, which begins with the program's integers.
static void begin_said(Check *c) {
  const SmrEquations *p = c->plan->canonical->equations;
  c->q = smr_equations_create(p->symbols, p->name);
  for (uint32_t k = 1; k < p->integers.size; k++)
    smr_vec_push(&c->q->integers, p->integers.data[k]);
}

static const char *check_step(Check *c, const SmrCoverStep *step) {
  const SmrEquations *p = c->plan->canonical->equations;
  SMR_VEC(SmrPoly) needs = {0};
  if (!find_made(c, step))
    return "a call makes versions that do not follow one another";
  begin_said(c);
  for (uint32_t k = 0; k < p->scalars.size; k++)
    smr_vec_push(&c->q->scalars, p->scalars.data[k]);
  smr_sums_copy_known(p, c->q);
  add_arrays(c);
  for (uint32_t k = 0; k < step->call_count && c->ok; k++) {
    turn_to(c, &step->calls[k]);
    for (uint32_t i = 0; i < c->call->need_count; i++)
      smr_vec_push(&needs, c->call->needs[i]);
    add_call(c);
  }
  bool apart = c->ok && all_apart(c, step);
  for (uint32_t k = 0; k < c->made_count; k++)
    c->q->arrays.data[k].versions = c->made[k].said;
  const char *wrong = !c->ok || c->s.failed ? "a call's parameters are not all known"
                      : !apart              ? "a call may write what it reads as something else"
                                            : compare(c, step, needs.data, needs.size);
  smr_equations_destroy(c->q);
  smr_vec_free(&needs);
  return wrong;
}

//--- The order -------------------------------------------------------------------------------------

/// Do both come from one store of the graph?
static bool share_store(const SmrCanonical *c, const SmrOrigin *a, const SmrOrigin *b) {
  for (uint32_t i = 0; i < a->from_count; i++)
    for (uint32_t j = 0; j < b->from_count; j++) {
      SmrOp store = c->source->equations.data[a->from[i]].store;
      if (store && store == c->source->equations.data[b->from[j]].store)
        return true;
    }
  return false;
}

/// Equation a is done in a step behind that of b.
static const char *check_pair(const SmrCoverPlan *plan, SmrSums *s, const SmrCoverStep *of_a,
                              const SmrCoverStep *of_b, uint32_t a, uint32_t b) {
  const SmrCanonical *c = plan->canonical;
  const SmrEquations *e = c->equations;
  bool code = !of_a->call_count || !of_b->call_count;
  if (smr_comes_before(s, e, &e->equations.data[a], &e->equations.data[b]) ||
      (code && smr_comes_before_in_code(s, c, a, b)))
    return "the steps do not stand in the order of the versions";
  return code && share_store(c, &c->origins.data[a], &c->origins.data[b]) ? "a store is done twice" : NULL;
}

static const char *check_order(const SmrCoverPlan *plan, SmrSums *s) {
  uint32_t n = plan->canonical->equations->equations.size, count = 0;
  uint32_t *step_of = smr_arena_alloc(s->arena, (n + 1) * sizeof *step_of);
  memset(step_of, 0xff, n * sizeof *step_of);
  for (uint32_t k = 0; k < plan->step_count; k++) {
    const SmrCoverStep *step = &plan->steps[k];
    for (uint32_t q = 0; q < step->equation_count; q++, count++)
      if (step->equations[q] >= n || step_of[step->equations[q]] != UINT32_MAX)
        return "an equation is done twice";
      else
        step_of[step->equations[q]] = k;
    if (step->call_count > 1 && step->equation_count != 1)
      return "several calls are for several equations at once";
  }
  const char *wrong = count == n ? NULL : "an equation is not done";
  for (uint32_t a = 0; a < n && !wrong; a++)
    for (uint32_t b = 0; b < n && !wrong; b++)
      if (step_of[a] > step_of[b])
        wrong = check_pair(plan, s, &plan->steps[step_of[a]], &plan->steps[step_of[b]], a, b);
  return wrong;
}

/// (Two cases of one equation, say.)
static bool needs_contradict(const SmrCoverPlan *plan, SmrSums *s) {
  const SmrEquations *e = plan->canonical->equations;
  SmrDomain needs = {.rows = e->needs.data, .row_count = e->needs.size};
  smr_sums_system(s, &needs, NULL);
  for (uint32_t k = 0; k < plan->step_count; k++)
    for (uint32_t c = 0; c < plan->steps[k].call_count; c++)
      for (uint32_t i = 0; i < plan->steps[k].calls[c].matched.need_count; i++)
        smr_system_add(&s->system, SMR_AFFINE_GE, plan->steps[k].calls[c].matched.needs[i], 0);
  smr_sums_know_more(s);
  return smr_system_empty(&s->system);
}

const char *smr_check_plan(const SmrCoverPlan *plan, SmrArena *arena) {
  SmrSums s = {.arena = arena, .known = plan->canonical->equations};
  const char *order = check_order(plan, &s);
  if (!order && needs_contradict(plan, &s))
    order = "not all that the calls need can hold";
  smr_system_free(&s.system);
  if (order)
    return order;
  for (uint32_t k = 0; k < plan->step_count; k++) {
    if (!plan->steps[k].call_count)
      continue;
    Check c = {.plan = plan, .s = {.arena = arena, .known = plan->canonical->equations}, .ok = true};
    const char *wrong = check_step(&c, &plan->steps[k]);
    smr_map_free(&c.places);
    smr_system_free(&c.s.system);
    if (wrong)
      return wrong;
  }
  return NULL;
}

//--- What calls touch --------------------------------------------------------------------------------

typedef struct {
  Check *c;
  SmrTouches *out;
  uint32_t call;
} Touching;

static void add_touched(Touching *t, uint32_t array, SmrPoly offset, const SmrDomain *domain, SmrType type,
                        bool written) {
  Check *c = t->c;
  uint32_t arg = c->rule->array_arg[array];
  if (arg == SMR_RULE_NO_ARG)
    return;
  SmrElements elements = elements_of(c, array, offset, domain);
  if (c->ok)
    smr_vec_push(t->out, ((SmrTouched){.array = c->call->args[arg].array,
                                       .bytes = smr_type_bytes(type),
                                       .call = t->call,
                                       .written = written,
                                       .elements = elements}));
}

static bool touch_load(const SmrFactor *load, const SmrDomain *domain, void *data) {
  Touching *t = data;
  add_touched(t, load->id, load->poly, domain, load->type, false);
  return t->c->ok;
}

static bool touch_step(Touching *t, const SmrCoverStep *step) {
  Check *c = t->c;
  for (uint32_t k = 0; k < step->call_count && c->ok; k++, t->call++) {
    turn_to(c, &step->calls[k]);
    const SmrEquations *idiom = c->rule->equations;
    for (uint32_t q = 0; q < idiom->equations.size && c->ok; q++) {
      const SmrRaisedEquation *e = &idiom->equations.data[q];
      add_touched(t, e->array, e->offset, &e->domain, e->sum.type, true);
      smr_loads_walk(&c->s, &e->sum, &e->domain, touch_load, t);
    }
  }
  return c->ok && !c->s.failed;
}

bool smr_plan_touches(const SmrCoverPlan *plan, SmrArena *arena, SmrTouches *out) {
  bool ok = true;
  Touching t = {.out = out};
  for (uint32_t k = 0; k < plan->step_count && ok; k++) {
    Check c = {.plan = plan, .s = {.arena = arena, .known = plan->canonical->equations}, .ok = true};
    t.c = &c;
    begin_said(&c);
    ok = touch_step(&t, &plan->steps[k]);
    smr_equations_destroy(c.q);
    smr_system_free(&c.s.system);
  }
  return ok;
}
