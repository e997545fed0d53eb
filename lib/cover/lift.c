//===- lift.c - a loop from what one of its rounds computes ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/lift.h"
#include "cover/apart.h"
#include "cover/merge.h"
#include "cover/places.h"
#include "graph/known.h"
#include "graph/normalize/normalize.h"

typedef struct {
  uint32_t number; // the integer that rounds are told by
  SmrPoly last;    // the last round's
} Level;

typedef struct {
  const SmrGraph *graph;
  SmrOp loop; // of the level
  SmrCanonical *round;
  SmrEquations *e; // its equations
  SmrSums s;
  Level levels[SMR_LIFT_MOST];
  uint32_t level;        // that is looked at; those before it are done, and loops in it
  uint32_t *overwritten; // by equation: bits of levels
  SmrMoreNeeds needs;
  SmrAnswers apart; // of rounds of a level: each has its own number
} Lift;

static Level *level_of(Lift *l) {
  return &l->levels[l->level];
}

//--- The loop -----------------------------------------------------------------------------------

static bool does_nothing(const SmrGraph *g, SmrOp op) {
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  bool load = code == SMR_OP_LOAD && !(smr_op(g, op)->flags & SMR_F_VOLATILE);
  return !smr_op(g, op)->region_count && (load || smr_opcode_pure(code));
}

/// The loop whose body does nothing but the nest, and carries nothing; 0: there is none.
static SmrOp loop_around(const SmrGraph *g, SmrNest nest) {
  const SmrBlockData *body = &g->blocks.data[nest.block];
  SmrOp loop = g->regions.data[body->region].parent;
  if (!loop || smr_op(g, loop)->code != SMR_OP_LOOP || body->args.size != 1 || smr_op(g, loop)->result_count)
    return 0;
  for (SmrOp op = body->first; op && op != body->last; op = smr_op(g, op)->next)
    if ((smr_before(g, op, nest.first) || smr_before(g, nest.last, op)) && !does_nothing(g, op))
      return 0;
  return nest.last == body->last ? 0 : loop;
}

/// Is the value made before the loop?
static bool is_before(const Lift *l, SmrValue value) {
  SmrOp owner = smr_value_owner(l->graph, value);
  return !owner || !smr_inside(l->graph, owner, l->loop);
}

/// All that the round takes from around is the same in all rounds, but its number.
static bool find_number(Lift *l) {
  SmrValue iv = smr_loop_iv(l->graph, l->loop);
  uint32_t number = 0;
  for (uint32_t k = 1; k < l->e->integers.size; k++) {
    const SmrRaisedInteger *one = &l->e->integers.data[k];
    if (one->index || !one->value)
      continue;
    if (one->value == iv)
      number = k;
    else if (!is_before(l, one->value))
      return false;
  }
  for (uint32_t k = 0; k < l->e->scalars.size; k++)
    if (!is_before(l, l->e->scalars.data[k].value))
      return false;
  for (uint32_t k = 0; k < l->e->arrays.size; k++)
    if (l->e->arrays.data[k].result || !is_before(l, l->e->arrays.data[k].base))
      return false;
  level_of(l)->number = number;
  return number != 0;
}

static bool has_value(const Lift *l, SmrValue value, uint32_t *integer) {
  for (*integer = 1; *integer < l->e->integers.size; ++*integer)
    if (!l->e->integers.data[*integer].index && l->e->integers.data[*integer].value == value)
      return true;
  return false;
}

/// A value from before the loop, which may be one that the round knows before it was widened.
static uint32_t integer_of(Lift *l, SmrValue value) {
  const SmrGraph *g = l->graph;
  uint32_t integer;
  SmrOp def = smr_def(g, value);
  if (has_value(l, value, &integer) || (def && smr_op(g, def)->code == SMR_OP_SEXT &&
                                        has_value(l, smr_value(g, smr_operand(g, def, 0)), &integer)))
    return integer;
  SmrSym name = smr_value_data(g, value)->name;
  SmrSym unique = smr_equations_name(l->e, name ? smr_intern_text(l->e->symbols, name) : NULL, "n");
  smr_vec_push(&l->e->integers, (SmrRaisedInteger){unique, false, value});
  return l->e->integers.size - 1;
}

/// trip - 1, as the graph has it.
static bool read_last(Lift *l) {
  SmrPoly trip = smr_loop_trip(l->graph, l->s.arena, l->loop), last = smr_sums_const(&l->s, -1);
  for (uint32_t t = 0; t < trip.count; t++) {
    SmrPoly product = smr_sums_const(&l->s, trip.terms[t].coef);
    for (uint32_t k = 0; k < trip.terms[t].degree; k++) {
      SmrValue leaf = trip.terms[t].leaves[k];
      if (!is_before(l, leaf))
        return false;
      product = smr_sums_mul(&l->s, product, smr_sums_leaf(&l->s, integer_of(l, leaf)));
    }
    last = smr_sums_add(&l->s, last, product);
  }
  level_of(l)->last = last;
  return !l->s.failed;
}

/// The last round's number: raising knows that no round has a larger one, and of no other bound, where the
/// round has the integers that this takes.
static bool find_last(Lift *l) {
  uint32_t found = 0, number = level_of(l)->number;
  for (uint32_t k = 0; k < l->e->known.size; k++) {
    SmrPoly coef, rest, row = l->e->known.data[k];
    int64_t value;
    if (!smr_poly_contains(row, number))
      continue;
    if (!smr_poly_split(l->s.arena, row, number, &coef, &rest) || !smr_poly_is_const(coef, &value))
      return false;
    if (value == 1 && !rest.count)
      continue;
    if (value != -1 || found++)
      return false;
    level_of(l)->last = rest;
  }
  return found || read_last(l);
}

//--- X1 -------------------------------------------------------------------------------------------

static bool domain_names(const SmrDomain *domain, uint32_t leaf) {
  for (uint32_t r = 0; r < domain->row_count; r++)
    if (smr_poly_contains(domain->rows[r], leaf))
      return true;
  return false;
}

/// Does every round make the same elements of an array that nothing else makes elements of?
static bool overwrites(const Lift *l, uint32_t equation) {
  const SmrRaisedEquation *made = &l->e->equations.data[equation];
  const SmrRaisedArray *arrays = l->e->arrays.data;
  uint32_t number = l->levels[l->level].number;
  for (uint32_t k = 0; k < l->e->equations.size; k++)
    if (k != equation && arrays[l->e->equations.data[k].array].memory == arrays[made->array].memory)
      return false;
  for (uint32_t k = 0; k < l->level; k++) // (a loop in it that may not run in the last round)
    if (smr_poly_contains(l->levels[k].last, number))
      return false;
  return !smr_poly_contains(made->offset, number) && !domain_names(&made->domain, number);
}

static void find_overwritten(Lift *l) {
  for (uint32_t k = 0; k < l->e->equations.size; k++)
    l->overwritten[k] |= (uint32_t)overwrites(l, k) << l->level;
}

static bool is_overwritten(const Lift *l, uint32_t equation) {
  return l->overwritten[equation] >> l->level & 1;
}

typedef struct {
  Lift *l;
  const SmrRaisedEquation *made;
  SmrPoly at; // of all loads of its version
  SmrPlaces places;
  uint32_t count;
} Readers;

/// The load is of an element that the equation makes, all of them of one.
static bool sees_made(const SmrFactor *load, const SmrDomain *domain, void *data) {
  Readers *q = data;
  SmrSums *s = &q->l->s;
  if (load->id != q->made->array || load->version != q->made->version)
    return true;
  if (q->count++ ? !smr_poly_equal(load->poly, q->at)
                 : (q->at = load->poly, !smr_places_find(s, q->made, q->at, &q->places)))
    return false;
  return smr_places_are_made(s, q->made, &q->places, domain);
}

/// Puts what the equation makes into another one that reads it; false where that cannot be.
static bool put_into(Lift *l, uint32_t made, uint32_t reader) {
  const SmrRaisedEquation *first = &l->e->equations.data[made];
  SmrRaisedEquation *e = &l->e->equations.data[reader];
  Readers q = {.l = l, .made = first};
  if (!smr_loads_walk(&l->s, &e->sum, &e->domain, sees_made, &q))
    return false;
  if (!q.count)
    return true;
  SmrRaisedEquation moved = smr_places_move(&l->s, l->e, first, &q.places);
  return smr_merge_put(l->round, &l->s, &moved, &e->sum);
}

static bool put_overwritten(Lift *l) {
  for (uint32_t k = 0; k < l->e->equations.size; k++) {
    if (!is_overwritten(l, k))
      continue;
    for (uint32_t r = 0; r < l->e->equations.size; r++)
      if (r != k && !put_into(l, k, r))
        return false;
  }
  return true;
}

//--- X3 -------------------------------------------------------------------------------------------

/// The elements of a round, over all rounds of the loops in it.
static SmrElements in_round(Lift *l, SmrPoly offset, const SmrDomain *domain) {
  SmrSums *s = &l->s;
  uint32_t *inner = smr_arena_alloc(s->arena, SMR_LIFT_MOST * sizeof *inner);
  SmrElements out = {offset, *domain};
  for (uint32_t k = 0; k <= l->level; k++) {
    SmrPoly number = smr_sums_leaf(s, l->levels[k].number);
    out.domain = smr_domain_with(s, &out.domain, number);
    out.domain = smr_domain_with(s, &out.domain, smr_sums_sub(s, l->levels[k].last, number));
    inner[k] = l->levels[k].number;
  }
  out.domain = smr_domain_join(s, &(SmrDomain){.indices = inner, .index_count = l->level}, &out.domain);
  return out;
}

/// Elements of one round and those of every later one; needs may be added.
static bool are_apart(Lift *l, uint32_t bytes, const SmrElements *round, const SmrElements *later) {
  return smr_rounds_apart(&l->s, l->e, bytes, round, later, level_of(l)->number, &l->needs) && !l->s.failed;
}

typedef struct {
  Lift *l;
  const SmrRaisedEquation *made;
  bool overwritten;
} Writer;

/// What the load sees is of its own round, or from before the loop.
static bool is_own(const SmrFactor *load, const SmrDomain *domain, void *data) {
  const Writer *w = data;
  const SmrRaisedArray *arrays = w->l->e->arrays.data;
  if (arrays[load->id].memory != arrays[w->made->array].memory)
    return true;
  uint32_t bytes = smr_type_bytes(load->type);
  SmrElements read = in_round(w->l, load->poly, domain),
              made = in_round(w->l, w->made->offset, &w->made->domain);
  bool before = load->id == w->made->array && load->version < w->made->version;
  return !w->overwritten && bytes == smr_type_bytes(arrays[w->made->array].type) &&
         are_apart(w->l, bytes, &made, &read) && (before || are_apart(w->l, bytes, &read, &made));
}

static bool are_independent(Lift *l) {
  const SmrEquations *e = l->e;
  for (uint32_t k = 0; k < e->equations.size; k++) {
    const SmrRaisedEquation *made = &e->equations.data[k];
    SmrElements elements = in_round(l, made->offset, &made->domain);
    Writer w = {l, made, is_overwritten(l, k)};
    for (uint32_t i = 0; i < e->equations.size; i++) {
      const SmrRaisedEquation *other = &e->equations.data[i];
      SmrElements others = in_round(l, other->offset, &other->domain);
      if (!smr_loads_walk(&l->s, &other->sum, &other->domain, is_own, &w))
        return false;
      if (e->arrays.data[other->array].memory == e->arrays.data[made->array].memory && !w.overwritten &&
          !are_apart(l, smr_type_bytes(made->sum.type), &elements, &others))
        return false;
    }
  }
  return true;
}

//--- The loop's equations ---------------------------------------------------------------------------

/// X2, or one index more.
static void expand(Lift *l, uint32_t equation) {
  SmrSums *s = &l->s;
  SmrRaisedEquation *e = &l->e->equations.data[equation];
  for (uint32_t k = 0; k < l->level; k++) {
    uint32_t *number = smr_arena_alloc(s->arena, sizeof *number);
    SmrPoly leaf = smr_sums_leaf(s, l->levels[k].number), last = l->levels[k].last;
    *number = l->levels[k].number;
    SmrPoly rows[] = {leaf, smr_sums_sub(s, last, leaf)};
    if (l->overwritten[equation] >> k & 1) {
      *e = smr_equation_put(s, e, *number, last);
      e->domain = smr_domain_with(s, &e->domain, last);
    } else {
      e->domain = smr_domain_join(s, &(SmrDomain){number, rows, 1, 2}, &e->domain);
    }
  }
}

/// Those that name the round follow from those that do not.
static bool keep_eithers(Lift *l) {
  uint32_t kept = 0, size = l->e->eithers.size, number = level_of(l)->number;
  SmrEither *eithers = l->e->eithers.data;
  for (uint32_t k = 0; k < size; k++)
    if (!smr_either_contains(eithers[k], number)) {
      SmrEither either = eithers[k];
      eithers[k] = eithers[kept];
      eithers[kept++] = either;
    }
  l->e->eithers.size = kept;
  bool keep = true;
  for (uint32_t k = kept; k < size && keep; k++)
    keep = smr_needs_say(&l->s, l->e, eithers[k]);
  return keep;
}

/// What is needed in a round is so in all of them, or does not name the round.
static bool keep_needs(Lift *l) {
  SmrSums *s = &l->s;
  uint32_t kept = 0, number = level_of(l)->number;
  SmrPoly rows[] = {smr_sums_leaf(s, number), smr_sums_sub(s, level_of(l)->last, smr_sums_leaf(s, number))};
  for (uint32_t k = 0; k < l->needs.rows.size; k++)
    smr_vec_push(&l->e->needs, l->needs.rows.data[k]);
  for (uint32_t k = 0; k < l->needs.eithers.size; k++)
    smr_equations_add_either(l->e, l->needs.eithers.data[k]);
  l->needs.rows.size = l->needs.eithers.size = 0;
  for (uint32_t k = 0; k < l->e->needs.size; k++) {
    SmrPoly need = l->e->needs.data[k];
    if (!smr_poly_contains(need, number)) {
      l->e->needs.data[kept++] = need;
      continue;
    }
    smr_sums_system(s, &(SmrDomain){NULL, rows, 0, 2}, NULL);
    for (uint32_t i = 0; i < kept; i++)
      smr_system_add(&s->system, SMR_AFFINE_GE, l->e->needs.data[i], 0);
    if (!smr_system_implies(&s->system, SMR_AFFINE_GE, need, 0))
      return false;
  }
  l->e->needs.size = kept;
  return keep_eithers(l);
}

/// Do the rows say that something with the number is not 0? (Of an index that is two cases, not a row.)
static bool domain_squares(SmrSums *s, const SmrDomain *domain, uint32_t number) {
  SmrPoly p;
  for (uint32_t r = 0; r < domain->row_count; r++)
    if (smr_row_not_0(s, domain->rows[r], &p) && smr_poly_contains(p, number))
      return true;
  return false;
}

static bool sum_squares(SmrSums *s, const SmrSum *sum, uint32_t number) {
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    if (domain_squares(s, &term->domain, number))
      return true;
    for (uint32_t k = 0; k < term->factor_count; k++)
      for (uint32_t a = 0; a < term->factors[k]->arg_count; a++)
        if (sum_squares(s, &term->factors[k]->args[a], number))
          return true;
  }
  return false;
}

/// What is known of the round is known of all numbers of the loop's by its domain.
static bool keep_known(Lift *l) {
  SmrEquations *e = l->e;
  uint32_t kept = 0, number = level_of(l)->number;
  for (uint32_t k = 0; k < e->equations.size; k++)
    if (domain_squares(&l->s, &e->equations.data[k].domain, number) ||
        sum_squares(&l->s, &e->equations.data[k].sum, number))
      return false;
  for (uint32_t k = 0; k < e->known.size; k++)
    if (!smr_poly_contains(e->known.data[k], number))
      e->known.data[kept++] = e->known.data[k];
  e->known.size = kept, kept = 0;
  for (uint32_t k = 0; k < e->known_if.size; k++)
    if (!smr_poly_contains(e->known_if.data[k].when, number) &&
        !smr_poly_contains(e->known_if.data[k].row, number))
      e->known_if.data[kept++] = e->known_if.data[k];
  e->known_if.size = kept, kept = 0;
  for (uint32_t k = 0; k < e->multiples.size; k++)
    if (!smr_poly_contains(e->multiples.data[k].poly, number))
      e->multiples.data[kept++] = e->multiples.data[k];
  e->multiples.size = kept;
  return true;
}

//--- Arrays of the function's own -----------------------------------------------------------------

/// Does the op do something else with the array than to access it in the loop?
static bool keeps(const Lift *l, SmrOp op, SmrValue base) {
  const SmrGraph *g = l->graph;
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++) {
    SmrValue value = smr_operand(g, op, k);
    if (smr_value_type(g, value) != SMR_PTR || smr_base_of(g, value) != base || code == SMR_OP_ADDR)
      continue;
    bool access = (code == SMR_OP_LOAD && k == 0) || (code == SMR_OP_STORE && k == 1);
    if (!access || !smr_inside(g, op, l->loop))
      return true;
  }
  return false;
}

/// Made in the function, and of no use behind the loop.
static bool is_dead(const Lift *l, uint32_t array) {
  const SmrGraph *g = l->graph;
  SmrValue base = smr_value(g, l->e->arrays.data[array].base);
  SmrOp def = smr_def(g, base);
  if (!def || smr_op(g, def)->code != SMR_OP_ALLOCA)
    return false;
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->block && keeps(l, op, base))
      return false;
  return true;
}

typedef struct {
  uint32_t array;
  bool read;
} Reader;

static bool reads_array(const SmrFactor *f, void *data) {
  Reader *r = data;
  r->read |= f->kind == SMR_FACTOR_LOAD && f->id == r->array;
  return true;
}

static void drop_dead(Lift *l) {
  SmrEquations *e = l->e;
  uint32_t kept = 0;
  for (uint32_t k = 0; k < e->equations.size; k++) {
    Reader r = {e->equations.data[k].array, !is_dead(l, e->equations.data[k].array)};
    for (uint32_t i = 0; i < e->equations.size && !r.read; i++)
      smr_sum_walk(&e->equations.data[i].sum, reads_array, &r);
    if (r.read || e->arrays.data[r.array].versions != 1)
      e->equations.data[kept++] = e->equations.data[k];
    else
      e->arrays.data[r.array].versions = 0;
  }
  e->equations.size = kept;
}

/// One loop more; false: its rounds depend on one another.
static bool add_level(Lift *l) {
  if (!find_number(l) || !find_last(l))
    return false;
  find_overwritten(l);
  if (!put_overwritten(l) || !are_independent(l) || !keep_needs(l) || !keep_known(l) || l->s.failed)
    return false;
  l->e->integers.data[level_of(l)->number].index = true;
  ++l->level;
  return true;
}

static bool lift(Lift *l, SmrNest nest, uint32_t levels, SmrNest *loop) {
  for (uint32_t k = 0; k < l->e->equations.size; k++)
    if (l->e->equations.data[k].adds)
      return false;
  l->overwritten = smr_arena_alloc(l->s.arena, (l->e->equations.size + 1) * sizeof *l->overwritten);
  for (*loop = nest; l->level < levels;) {
    l->loop = loop_around(l->graph, *loop);
    if (!l->loop || !add_level(l))
      return false;
    *loop = (SmrNest){smr_op(l->graph, l->loop)->block, l->loop, l->loop};
  }
  for (uint32_t k = 0; k < l->e->equations.size; k++)
    expand(l, k);
  drop_dead(l);
  return !l->s.failed && l->e->equations.size;
}

uint32_t smr_lift_levels(const SmrGraph *g, SmrNest nest) {
  uint32_t levels = 0;
  for (SmrOp loop; levels < SMR_LIFT_MOST && (loop = loop_around(g, nest)); levels++)
    nest = (SmrNest){smr_op(g, loop)->block, loop, loop};
  return levels;
}

SmrEquations *smr_lift(const SmrGraph *graph, SmrNest nest, const SmrEquations *round, uint32_t levels,
                       SmrNest *loop) {
  SmrCanonical *canonical = smr_lift_levels(graph, nest) >= levels ? smr_canonical(round) : NULL;
  if (!canonical)
    return NULL;
  SmrEquations *e = canonical->equations, *out = NULL;
  Lift l = {.graph = graph, .round = canonical, .e = e};
  l.s = (SmrSums){.arena = &e->arena, .known = e, .apart = &l.apart};
  if (lift(&l, nest, levels, loop)) {
    smr_equations_name_indices(canonical->equations);
    out = smr_equations_copy(e);
  }
  smr_more_needs_free(&l.needs);
  smr_answers_free(&l.apart);
  smr_system_free(&l.s.system);
  smr_canonical_destroy(canonical);
  return out;
}

SmrCanonical *smr_lift_canonical(const SmrEquations *lifted) {
  SmrCanonical *canonical = smr_canonical(lifted);
  for (uint32_t k = 0; canonical && k < canonical->origins.size; k++)
    canonical->origins.data[k].laws |= 1u << SMR_COVER_LAW_EXPAND;
  return canonical;
}
