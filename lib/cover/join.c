//===- join.c - terms that are parts of one sum ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A sum whose last term is apart, one that a second loop goes on with, and one that is unrolled by hand are
// written as several terms. Two terms p (over index i, where D1 holds) and p with i - s for i (where D2
// holds, or at one point) are one term over i where D holds, if D1 and D2 have no point in common and are D
// together. All of that is asked of systems:
//
//     D1 => D,   D2 => D,   D and not D1 => D2,   not (D1 and D2),
//
// each within the domain around, and with what is known of parameters (lib/raise/quotients.c). D is D1, but
// as far up (or down) as D2 goes. Which points a term is summed over is all that changes, and no point is
// lost or counted twice: that is why it is right.
//
// Unrolled loops: terms that are p at c*i + r, for r = 0 … c - 1, each for all i of D. The one at r = 0 is
// the sum of one point over a new index v, 0 <= v < 1, with c*i + v for c*i; each next one is the point
// behind, as above. Then i and v are two loops that are one (LAW-TILE).
//
// Points are joined to the end of a range before they are to its beginning, so that the same terms end as the
// same sum.
//===----------------------------------------------------------------------===//
#include "cover/join.h"
#include "cover/indices.h"
#include "cover/same.h"

enum { MOST_INDICES = 4, MOST_UNROLLED = 16, MOST_TERMS = 24, MOST_CASES = 4, MOST_LOADS = 16 };

typedef struct {
  SmrSums *s;
  SmrEquations *equations;
  const SmrDomain *outer;
} Join;

//--- Questions --------------------------------------------------------------------------------

static bool has_row(const SmrDomain *domain, SmrPoly row) {
  for (uint32_t r = 0; r < domain->row_count; r++)
    if (smr_poly_equal(domain->rows[r], row))
      return true;
  return false;
}

/// What holds where something is at least 1 is asked for both cases.
static bool follows(Join *j, const SmrPoly *row, uint32_t from) {
  SmrSums *s = j->s;
  if (row ? smr_system_implies(&s->system, SMR_AFFINE_GE, *row, 0) : smr_system_empty(&s->system))
    return true;
  const SmrEquations *known = s->known;
  uint32_t cases = 0;
  for (uint32_t k = 0; known && k < known->known_if.size; k++) {
    SmrPoly when = known->known_if.data[k].when, sides[] = {smr_sums_sub(s, when, smr_sums_const(s, 1)),
                                                            smr_sums_sub(s, (SmrPoly){NULL, 0}, when)};
    if ((k && smr_poly_equal(when, known->known_if.data[k - 1].when)) || cases++ < from)
      continue;
    if (cases > MOST_CASES)
      return false;
    bool ok = true;
    for (uint32_t side = 0; side < 2 && ok; side++) {
      SmrSystemMark mark = smr_system_mark(&s->system);
      smr_system_add(&s->system, SMR_AFFINE_GE, sides[side], 0);
      smr_sums_know_more(s);
      ok = follows(j, row, cases);
      smr_system_rewind(&s->system, mark);
    }
    return ok;
  }
  return false;
}

/// Where a's rows hold (and `more`, if it is there), do b's?
static bool implies(Join *j, const SmrDomain *a, const SmrPoly *more, const SmrDomain *b) {
  SmrDomain both = more ? smr_domain_with(j->s, a, *more) : *a;
  for (uint32_t r = 0; r < b->row_count; r++) {
    if (has_row(&both, b->rows[r]))
      continue;
    smr_sums_system(j->s, &both, j->outer);
    if (!follows(j, &b->rows[r], 0))
      return false;
  }
  return true;
}

static bool are_disjoint(Join *j, const SmrDomain *a, const SmrDomain *b) {
  SmrDomain both = smr_domain_join(j->s, a, b);
  smr_sums_system(j->s, &both, j->outer);
  return follows(j, NULL, 0);
}

static bool is_union(Join *j, const SmrDomain *all, const SmrDomain *a, const SmrDomain *b) {
  if (!implies(j, a, NULL, all) || !implies(j, b, NULL, all) || !are_disjoint(j, a, b))
    return false;
  for (uint32_t r = 0; r < a->row_count; r++) {
    SmrPoly not_it =
        smr_sums_sub(j->s, smr_sums_sub(j->s, (SmrPoly){NULL, 0}, a->rows[r]), smr_sums_const(j->s, 1));
    if (!has_row(all, a->rows[r]) && !implies(j, all, &not_it, b))
      return false;
  }
  return !j->s->failed;
}

/// Does the row bound the index from above (sign -1) or below (1)?
static bool bounds(SmrSums *s, SmrPoly row, uint32_t index, int sign) {
  SmrPoly coef, rest;
  int64_t value;
  if (!smr_poly_contains(row, index))
    return false;
  smr_sums_split(s, row, index, &coef, &rest);
  return smr_poly_is_const(coef, &value) && (value > 0) == (sign > 0);
}

/// The first, but on that side of the index as far as the second.
static SmrDomain reaching(SmrSums *s, const SmrDomain *first, const SmrDomain *second, uint32_t index,
                          int side) {
  SmrDomain out = *first;
  out.rows = NULL, out.row_count = 0;
  for (uint32_t r = 0; r < first->row_count; r++)
    if (!bounds(s, first->rows[r], index, side))
      out = smr_domain_with(s, &out, first->rows[r]);
  for (uint32_t r = 0; r < second->row_count; r++)
    if (bounds(s, second->rows[r], index, side))
      out = smr_domain_with(s, &out, second->rows[r]);
  return out;
}

//--- Two terms ----------------------------------------------------------------------------------

/// The loads of a term, those in functions' arguments included.
typedef struct {
  const SmrFactor *data[MOST_LOADS];
  uint32_t count;
} Loads;

static bool add_load(const SmrFactor *factor, void *data) {
  Loads *loads = data;
  if (factor->kind == SMR_FACTOR_LOAD && loads->count < MOST_LOADS)
    loads->data[loads->count++] = factor;
  return true;
}

static Loads loads_of(const SmrRaisedTerm *term) {
  Loads loads = {.count = 0};
  smr_term_walk(term, add_load, &loads);
  return loads;
}

/// What the second's indices are in the first's: a try.
typedef struct {
  Join *j;
  SmrIndexRenaming r;
  const SmrRaisedTerm *first, *second;
  uint32_t index; // of the first: that is joined
  uint32_t other; // of the second, 0: a point
  SmrRaisedTerm *out;
} Try;

/// s, for which the second is the first with (its own index, or nothing) + s for the index; from the first
/// load that has it.
static bool find_shift(Try *t, const SmrFactor *g, SmrPoly *shift) {
  SmrSums *s = t->j->s;
  SmrPoly coef, rest, other_coef = {NULL, 0}, other_rest;
  const SmrFactor *f = NULL;
  Loads loads = loads_of(t->first);
  for (uint32_t k = 0; k < loads.count && !f; k++)
    if (smr_poly_contains(loads.data[k]->poly, t->index))
      f = loads.data[k];
  if (!f || g->id != f->id || g->version != f->version)
    return false;
  smr_sums_split(s, f->poly, t->index, &coef, &rest);
  other_rest = g->poly;
  if (t->other)
    smr_sums_split(s, g->poly, t->other, &other_coef, &other_rest);
  if (s->failed || coef.count != 1 ||
      (t->other && !smr_poly_equal(coef, smr_renaming_poly(&t->r, other_coef))))
    return false;
  SmrPoly ahead = smr_sums_sub(s, smr_renaming_poly(&t->r, other_rest), rest);
  if (!smr_poly_divide(s->arena, ahead, coef, shift))
    return false;
  for (uint32_t k = 0; k < t->first->domain.index_count; k++)
    if (smr_poly_contains(*shift, t->first->domain.indices[k]))
      return false;
  return true;
}

/// Joins the point at `shift` to the beginning of the range: counted from the point.
static bool join_before(Try *t, SmrPoly shift) {
  SmrSums *s = t->j->s;
  SmrRaisedTerm moved =
      smr_term_put(s, t->first, t->index, smr_sums_add(s, smr_sums_leaf(s, t->index), shift));
  SmrPoly leaf = smr_sums_leaf(s, t->index);
  SmrDomain point = smr_renaming_domain(&t->r, &t->second->domain);
  point.indices = moved.domain.indices, point.index_count = moved.domain.index_count;
  point = smr_domain_with(s, &point, leaf);
  point = smr_domain_with(s, &point, smr_sums_sub(s, (SmrPoly){NULL, 0}, leaf));
  SmrDomain all = reaching(s, &moved.domain, &point, t->index, 1);
  if (!is_union(t->j, &all, &moved.domain, &point))
    return false;
  *t->out = moved;
  t->out->domain = all;
  return true;
}

static bool join_at(Try *t, SmrPoly shift, bool before) {
  SmrSums *s = t->j->s;
  SmrPoly leaf = smr_sums_leaf(s, t->index);
  SmrDomain around = smr_domain_join(s, t->j->outer, &t->first->domain);
  SmrRaisedTerm first = *t->first;
  SmrIndexRenaming r = t->r;
  if (r.count == SMR_RENAMING_MOST)
    return false;
  if (t->other) { // i is where the second's is i - s
    r.from[r.count] = t->other;
    r.to[r.count++] = smr_sums_sub(s, leaf, shift);
  } else {
    first = smr_term_put(s, &first, t->index, shift);
  }
  if (!smr_same_product(&r, t->second, &first, &around))
    return false;
  if (before)
    return !t->other && join_before(t, shift);
  SmrDomain second = smr_renaming_domain(&r, &t->second->domain);
  second.indices = t->first->domain.indices, second.index_count = t->first->domain.index_count;
  if (!t->other) {
    second = smr_domain_with(s, &second, smr_sums_sub(s, leaf, shift));
    second = smr_domain_with(s, &second, smr_sums_sub(s, shift, leaf));
  }
  SmrDomain all = reaching(s, &t->first->domain, &second, t->index, -1);
  bool ok = is_union(t->j, &all, &t->first->domain, &second);
  // A point that is there where a row is 0 (n - 2*(n/2) - 1): the range ends that much behind the point.
  for (uint32_t k = 0; k < t->second->domain.row_count && !t->other && !ok; k++) {
    SmrPoly row = smr_renaming_poly(&r, t->second->domain.rows[k]);
    SmrDomain end = {.rows = &row, .row_count = 1};
    if (smr_poly_contains(row, t->index))
      continue;
    row = smr_sums_sub(s, smr_sums_add(s, row, shift), leaf);
    all = reaching(s, &t->first->domain, &end, t->index, -1);
    ok = is_union(t->j, &all, &t->first->domain, &second);
  }
  if (!ok)
    return false;
  *t->out = *t->first;
  t->out->domain = all;
  return true;
}

/// The second's indices but `other` are the first's but `index`, in some order.
static bool try_orders(Try *t, uint32_t done, uint64_t taken, bool before) {
  const SmrDomain *mine = &t->second->domain, *theirs = &t->first->domain;
  while (done < mine->index_count && mine->indices[done] == t->other)
    ++done;
  if (done == mine->index_count) {
    SmrPoly shift;
    Loads loads = loads_of(t->second);
    for (uint32_t k = 0; k < loads.count; k++)
      if (find_shift(t, loads.data[k], &shift) && join_at(t, shift, before))
        return true;
    return false;
  }
  for (uint32_t k = 0; k < theirs->index_count; k++) {
    if (taken >> k & 1 || theirs->indices[k] == t->index)
      continue;
    t->r.from[t->r.count] = mine->indices[done];
    t->r.to[t->r.count++] = smr_sums_leaf(t->j->s, theirs->indices[k]);
    bool ok = try_orders(t, done + 1, taken | (uint64_t)1 << k, before);
    --t->r.count;
    if (ok)
      return true;
  }
  return false;
}

/// The same arrays, numbers and functions, as often.
static bool may_be_same(const SmrRaisedTerm *a, const SmrRaisedTerm *b) {
  uint64_t taken = 0;
  if (a->coefficient != b->coefficient || a->factor_count != b->factor_count || a->factor_count > 64)
    return false;
  for (uint32_t k = 0; k < a->factor_count; k++) {
    const SmrFactor *x = a->factors[k];
    uint32_t i = 0;
    for (; i < b->factor_count; i++) {
      const SmrFactor *y = b->factors[i];
      if (!(taken >> i & 1) && x->kind == y->kind && x->id == y->id && x->version == y->version &&
          x->name == y->name)
        break;
    }
    if (i == b->factor_count)
      return false;
    taken |= (uint64_t)1 << i;
  }
  return true;
}

static bool join_two(Join *j, const SmrRaisedTerm *first, const SmrRaisedTerm *second, bool before,
                     SmrRaisedTerm *out) {
  uint32_t n = first->domain.index_count, m = second->domain.index_count;
  if (!n || n > MOST_INDICES || (m != n && m + 1 != n) || (before && m == n) || !may_be_same(first, second))
    return false;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < (m == n ? m : 1); k++) {
      Try t = {.j = j,
               .r = {.s = j->s},
               .first = first,
               .second = second,
               .index = first->domain.indices[i],
               .other = m == n ? second->domain.indices[k] : 0,
               .out = out};
      if (try_orders(&t, 0, 0, before) && !j->s->failed)
        return true;
    }
  return false;
}

//--- Unrolled loops ----------------------------------------------------------------------------

/// A function's argument that sums nothing itself.
static bool sums_nothing(const SmrFactor *factor, void *data) {
  (void)data;
  for (uint32_t a = 0; a < factor->arg_count; a++)
    for (uint32_t t = 0; t < factor->args[a].term_count; t++)
      if (factor->args[a].terms[t].domain.row_count)
        return false;
  return true;
}

/// The first, with c*i + v for c*i, where v is 0; false when not all coefficients of i are multiples of c.
static bool with_point(Join *j, const SmrRaisedTerm *first, uint32_t index, int64_t c, uint32_t v,
                       SmrRaisedTerm *out) {
  SmrSums *s = j->s;
  SmrAdvance to = {index, c, smr_sums_leaf(s, v), false};
  if (!smr_term_walk(first, sums_nothing, NULL))
    return false;
  *out = smr_term_map(s, first, &(SmrSumMap){.poly = smr_sums_advance, .row = smr_sums_keep, .data = &to});
  uint32_t *indices = smr_arena_alloc(s->arena, (first->domain.index_count + 1) * sizeof *indices);
  for (uint32_t k = 0; k < first->domain.index_count; k++)
    indices[k] = first->domain.indices[k];
  indices[first->domain.index_count] = v;
  out->domain = smr_domain_with(s, &first->domain, smr_sums_leaf(s, v));
  out->domain = smr_domain_with(s, &out->domain, smr_sums_sub(s, (SmrPoly){NULL, 0}, smr_sums_leaf(s, v)));
  out->domain.indices = indices, out->domain.index_count = first->domain.index_count + 1;
  return !s->failed && !to.failed;
}

/// How many steps of the second from the first make a round of the index; 0: none.
static int64_t steps_of(Join *j, const SmrRaisedTerm *first, const SmrRaisedTerm *second, uint32_t index) {
  SmrSums *s = j->s;
  Loads mine = loads_of(first), others = loads_of(second);
  for (uint32_t k = 0; k < mine.count; k++) {
    const SmrFactor *f = mine.data[k];
    SmrPoly coef, rest, ratio;
    int64_t c;
    if (!smr_poly_contains(f->poly, index))
      continue;
    smr_sums_split(s, f->poly, index, &coef, &rest);
    for (uint32_t i = 0; i < others.count; i++) {
      const SmrFactor *g = others.data[i];
      if (g->id != f->id || g->version != f->version)
        continue;
      SmrPoly step = smr_sums_sub(s, g->poly, f->poly);
      if (step.count == 1 && smr_poly_divide(s->arena, coef, step, &ratio) && smr_poly_is_const(ratio, &c) &&
          c > 1 && c <= MOST_UNROLLED)
        return c;
    }
    return 0;
  }
  return 0;
}

static void drop_term(SmrRaisedTerm *terms, uint32_t *count, uint32_t t) {
  memmove(terms + t, terms + t + 1, (*count - t - 1) * sizeof *terms);
  --*count;
}

/// All that follow the first at c*i + 1, c*i + 2, …: false, and nothing is changed, unless these are c with
/// it.
static bool join_unrolled(Join *j, SmrRaisedTerm *terms, uint32_t *count, uint32_t first, uint32_t index,
                          int64_t c) {
  SmrRaisedTerm *left = smr_arena_alloc(j->s->arena, (*count + 1) * sizeof *left), one;
  uint32_t left_count = *count, place = first;
  smr_vec_push(&j->equations->integers, (SmrRaisedInteger){.index = true});
  uint32_t v = j->equations->integers.size - 1;
  memcpy(left, terms, *count * sizeof *left);
  if (!with_point(j, &terms[first], index, c, v, &left[place]))
    return false;
  for (int64_t r = 1; r < c; r++) {
    uint32_t t = 0;
    for (; t < left_count; t++) {
      SmrPoly at = smr_sums_const(j->s, r);
      SmrDomain same = left[t].domain;
      Try try = {
          .j = j, .r = {.s = j->s}, .first = &left[place], .second = &left[t], .index = v, .out = &one};
      if (t == place || same.index_count + 1 != left[place].domain.index_count ||
          !may_be_same(&left[place], &left[t]))
        continue;
      for (uint32_t k = 0; k < same.index_count; k++) { // (unrolled in one loop: its indices are the same)
        try.r.from[k] = same.indices[k];
        try.r.to[k] = smr_sums_leaf(j->s, same.indices[k]);
      }
      try.r.count = same.index_count;
      if (join_at(&try, at, false))
        break;
    }
    if (t == left_count)
      return false;
    left[place] = one;
    drop_term(left, &left_count, t);
    place -= t < place;
  }
  memcpy(terms, left, left_count * sizeof *left);
  *count = left_count;
  return !j->s->failed;
}

/// The largest c, below `below`, that two terms are unrolled by; 0: none.
static int64_t most_steps(Join *j, const SmrRaisedTerm *terms, uint32_t count, int64_t below) {
  int64_t most = 0;
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = 0; b < count; b++)
      for (uint32_t k = 0; a != b && k < terms[a].domain.index_count && may_be_same(&terms[a], &terms[b]);
           k++) {
        int64_t c = steps_of(j, &terms[a], &terms[b], terms[a].domain.indices[k]);
        most = c < below && c > most ? c : most;
      }
  return most;
}

static bool join_any_unrolled(Join *j, SmrRaisedTerm *terms, uint32_t *count) {
  for (int64_t c = MOST_UNROLLED + 1; (c = most_steps(j, terms, *count, c)) != 0;)
    for (uint32_t a = 0; a < *count; a++)
      for (uint32_t k = 0; k < terms[a].domain.index_count; k++)
        for (uint32_t b = 0; b < *count; b++)
          if (a != b && may_be_same(&terms[a], &terms[b]) &&
              steps_of(j, &terms[a], &terms[b], terms[a].domain.indices[k]) == c) {
            if (join_unrolled(j, terms, count, a, terms[a].domain.indices[k], c))
              return true;
            break; // (with another term as the next one it is the same)
          }
  return false;
}

//--- A sum ---------------------------------------------------------------------------------------

static bool join_any_two(Join *j, SmrRaisedTerm *terms, uint32_t *count, bool before) {
  for (uint32_t a = 0; a < *count; a++)
    for (uint32_t b = 0; b < *count; b++) {
      SmrRaisedTerm one;
      if (a == b || !join_two(j, &terms[a], &terms[b], before, &one))
        continue;
      terms[a] = one;
      drop_term(terms, count, b);
      return true;
    }
  return false;
}

static bool join_sum(SmrEquations *equations, SmrSums *s, SmrSum *sum, const SmrDomain *outer,
                     uint32_t *laws) {
  Join j = {s, equations, outer};
  bool any = false;
  if (sum->term_count < 2 || sum->term_count > MOST_TERMS)
    return false;
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (sum->term_count + 1) * sizeof *terms);
  memcpy(terms, sum->terms, sum->term_count * sizeof *terms);
  sum->terms = terms;
  while (!s->failed && (join_any_unrolled(&j, terms, &sum->term_count) ||
                        join_any_two(&j, terms, &sum->term_count, false) ||
                        join_any_two(&j, terms, &sum->term_count, true))) {
    *sum = smr_indices_of_sum(s, sum, outer, laws);
    terms = (SmrRaisedTerm *)(uintptr_t)sum->terms; // (made for it)
    any = true;
    sum->laws |= SMR_LAW_ASSOC;
    *laws |= 1u << SMR_COVER_LAW_JOIN;
  }
  return any;
}

void smr_join(SmrCanonical *canonical, SmrSums *s) {
  SmrEquations *e = canonical->equations;
  for (uint32_t k = 0; k < e->equations.size && !s->failed; k++)
    join_sum(e, s, &e->equations.data[k].sum, &e->equations.data[k].domain, &canonical->origins.data[k].laws);
}

//--- Two equations -------------------------------------------------------------------------------

/// An equation as a term over its points: its element, and a function of its sum.
static SmrRaisedTerm as_term(SmrSums *s, const SmrRaisedEquation *e) {
  SmrFactor *made = smr_arena_alloc(s->arena, 2 * sizeof *made);
  const SmrFactor **factors = smr_arena_alloc(s->arena, 2 * sizeof *factors);
  made[0] = (SmrFactor){.kind = SMR_FACTOR_LOAD, .type = e->sum.type, .poly = e->offset};
  made[1] = (SmrFactor){.kind = SMR_FACTOR_FUNCTION, .type = e->sum.type, .args = &e->sum, .arg_count = 1};
  factors[0] = &made[0], factors[1] = &made[1];
  return (SmrRaisedTerm){.coefficient = 1, .factors = factors, .factor_count = 2, .domain = e->domain};
}

bool smr_join_points(SmrEquations *equations, SmrSums *s, const SmrRaisedEquation *first,
                     const SmrRaisedEquation *second, SmrRaisedEquation *out) {
  SmrDomain outer = {0};
  Join j = {s, equations, &outer};
  SmrRaisedTerm a = as_term(s, first), b = as_term(s, second), one;
  if (!join_two(&j, &a, &b, false, &one) && !join_two(&j, &a, &b, true, &one))
    return false;
  *out = *first;
  out->offset = one.factors[0]->poly, out->sum = one.factors[1]->args[0], out->domain = one.domain;
  return true;
}
