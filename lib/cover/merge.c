//===- merge.c - versions that need not be ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `C = 0` and then `C += sum` are two versions of C, of which nobody but the second sees the first. Where
// each element of the second reads the first at most at its own place, what makes the first is put in there.
// Where their domains differ, the one that adds to what was before adds nothing outside of its own.
//===----------------------------------------------------------------------===//
#include "cover/merge.h"
#include "cover/indices.h"
#include <stdlib.h>

enum { MAX_TERMS = 64 };

typedef struct {
  SmrCanonical *c;
  SmrSums *s;
  SmrRaisedEquation first; // its indices are the second's, or nobody else's
  const SmrRaisedEquation *second;
  uint32_t array, version; // that the first makes
  bool careful;
} Merge;

//--- Who reads the version? ------------------------------------------------------------------

typedef struct {
  uint32_t array, version;
  uint32_t count;
} Readers;

static bool count_reader(const SmrFactor *factor, void *data) {
  Readers *r = data;
  r->count += factor->kind == SMR_FACTOR_LOAD && factor->id == r->array && factor->version == r->version;
  return true;
}

static uint32_t loads_in(const SmrSum *sum, uint32_t array, uint32_t version) {
  Readers r = {array, version, 0};
  smr_sum_walk(sum, count_reader, &r);
  return r.count;
}

/// Does any equation but the second, number `but`, read what the first makes?
static bool others_read(const Merge *m, uint32_t but) {
  const SmrEquations *e = m->c->equations;
  for (uint32_t k = 0; k < e->equations.size; k++)
    if (k != but && loads_in(&e->equations.data[k].sum, m->array, m->version))
      return true;
  return false;
}

/// In the second equation: once in a product at the element's own place, and in no sum.
static bool reads_itself(const Merge *m, const SmrSum *sum, bool in_sum) {
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    bool inner = in_sum || term->domain.index_count;
    uint32_t count = 0;
    for (uint32_t k = 0; k < term->factor_count; k++) {
      const SmrFactor *f = term->factors[k];
      if (f->kind == SMR_FACTOR_LOAD && f->id == m->array && f->version == m->version) {
        if (inner || count++ || !smr_poly_equal(f->poly, m->second->offset))
          return false;
      }
      for (uint32_t a = 0; a < f->arg_count; a++)
        if (!reads_itself(m, &f->args[a], inner))
          return false;
    }
  }
  return true;
}

/// Is its sum what the version before has there, and more?
static bool adds_to_old(const SmrRaisedEquation *e, uint32_t *where) {
  uint32_t found = 0;
  for (uint32_t t = 0; t < e->sum.term_count; t++) {
    const SmrRaisedTerm *term = &e->sum.terms[t];
    if (!loads_in(&(SmrSum){.terms = term, .term_count = 1}, e->array, e->version - 1))
      continue;
    const SmrFactor *f = term->factor_count ? term->factors[0] : NULL;
    if (term->coefficient == 1 && term->factor_count == 1 && !term->domain.row_count &&
        f->kind == SMR_FACTOR_LOAD && f->id == e->array && f->version == e->version - 1 &&
        smr_poly_equal(f->poly, e->offset) && !found++)
      *where = t;
  }
  return found == 1;
}

//--- The first's indices become the second's ---------------------------------------------------

/// The place among the indices that have not had their turn of one whose stride is the largest: first what is
/// not known to be a number, then the larger number.
static uint32_t next_by_stride(Merge *m, uint64_t taken) {
  const SmrRaisedEquation *e = &m->first;
  uint32_t best = e->domain.index_count;
  int64_t largest = 0;
  for (uint32_t k = 0; k < e->domain.index_count; k++) {
    SmrPoly coef, rest;
    int64_t number;
    smr_sums_split(m->s, e->offset, e->domain.indices[k], &coef, &rest);
    int64_t size = !smr_poly_is_const(coef, &number) || number == INT64_MIN ? INT64_MAX : llabs(number);
    if (taken >> k & 1 || (best < e->domain.index_count && size <= largest))
      continue;
    best = k;
    largest = size;
  }
  return best;
}

/// How many strides the term is: exactly, or, of numbers, the nearest.
static bool rounds_of(Merge *m, SmrPoly term, SmrPoly stride, int64_t *rounds) {
  int64_t a, b;
  SmrPoly quotient;
  if (!smr_poly_is_const(term, &a) || !smr_poly_is_const(stride, &b))
    return smr_poly_divide(m->s->arena, term, (SmrPoly){stride.terms, 1}, &quotient) &&
           smr_poly_is_const(quotient, rounds);
  if (b == INT64_MIN || a == INT64_MIN)
    return false;
  int64_t half = llabs(b) / 2, rest = a % b;
  *rounds = a / b;
  if (rest > half || -rest > half)
    *rounds += (rest < 0) == (b < 0) ? 1 : -1;
  return true;
}

/// The offsets differ by some rounds of indices: the first is counted from where the second is. (3208 is one
/// round of 3200 and one of 8.)
static bool move(Merge *m) {
  SmrSums *s = m->s;
  SmrRaisedEquation *e = &m->first;
  SmrPoly ahead = smr_sums_sub(s, e->offset, m->second->offset);
  uint64_t taken = 0;
  for (uint32_t k;
       ahead.count && !s->failed && (k = next_by_stride(m, taken)) < e->domain.index_count && k < 64;) {
    uint32_t index = e->domain.indices[k];
    SmrPoly coef, rest, rounds;
    int64_t number;
    taken |= (uint64_t)1 << k;
    smr_sums_split(s, e->offset, index, &coef, &rest);
    for (uint32_t t = 0; t < ahead.count && coef.count; t++) {
      if (!rounds_of(m, (SmrPoly){&ahead.terms[t], 1}, coef, &number) || !number)
        continue;
      rounds = smr_sums_const(s, number);
      *e = smr_equation_put(s, e, index, smr_sums_sub(s, smr_sums_leaf(s, index), rounds));
      ahead = smr_sums_sub(s, ahead, smr_sums_mul(s, coef, rounds));
      break;
    }
  }
  return !s->failed && smr_poly_equal(e->offset, m->second->offset);
}

/// Puts the second's indices for the first's, so that both offsets are the same; false: no order of them
/// does.
static bool align(Merge *m) {
  SmrSums *s = m->s;
  const SmrDomain *theirs = &m->second->domain;
  SmrRaisedEquation *e = &m->first;
  uint32_t count = e->domain.index_count;
  if (count != theirs->index_count)
    return false;
  e->sum = smr_sum_with_own_indices(s, m->c->equations, &e->sum, true);
  uint32_t *own = smr_arena_alloc(s->arena, (count + 1) * sizeof *own);
  for (uint32_t k = 0; k < count; k++) {
    own[k] = smr_equations_index(m->c->equations);
    *e = smr_equation_put(s, e, e->domain.indices[k], smr_sums_leaf(s, own[k]));
  }
  uint64_t taken = 0;
  for (uint32_t k = 0; k < count; k++) {
    SmrPoly coef, rest, other;
    uint32_t i = 0;
    smr_sums_split(s, e->offset, own[k], &coef, &rest);
    for (; i < count; i++) {
      if (i >= 64 || taken >> i & 1)
        continue;
      smr_sums_split(s, m->second->offset, theirs->indices[i], &other, &rest);
      if (smr_poly_equal(coef, other))
        break;
    }
    if (i == count || s->failed)
      return false;
    taken |= (uint64_t)1 << i;
    *e = smr_equation_put(s, e, own[k], smr_sums_leaf(s, theirs->indices[i]));
  }
  e->domain.indices = theirs->indices;
  return !s->failed && (smr_poly_equal(e->offset, m->second->offset) || move(m));
}

//--- Domains -------------------------------------------------------------------------------------

/// All terms but `old` only where the domain is.
static SmrSum only_in(SmrSums *s, const SmrSum *sum, uint32_t old, const SmrDomain *domain) {
  SmrDomain rows = *domain;
  rows.index_count = 0;
  SmrSum out = *sum;
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (sum->term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    terms[t] = sum->terms[t];
    if (t != old)
      terms[t].domain = smr_domain_join(s, &terms[t].domain, &rows);
  }
  out.terms = terms;
  return out;
}

/// Of an equation that adds to what was before: where a row of parameters alone does not hold, it adds
/// nothing. So the row is one of what is added, if that does not say so already (a sum of no points). False:
/// it has none.
static bool widen(SmrSums *s, SmrRaisedEquation *e) {
  SmrDomain own = e->domain, alone = {0};
  uint32_t old;
  own.rows = NULL, own.row_count = 0;
  for (uint32_t r = 0; r < e->domain.row_count; r++) {
    SmrDomain *to =
        smr_poly_contains_any(e->domain.rows[r], e->domain.indices, e->domain.index_count) ? &own : &alone;
    *to = smr_domain_with(s, to, e->domain.rows[r]);
  }
  if (!alone.row_count || !adds_to_old(e, &old))
    return false;
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (e->sum.term_count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < e->sum.term_count; t++) {
    SmrRaisedTerm *term = &terms[t];
    *term = e->sum.terms[t];
    SmrDomain around = smr_domain_join(s, &own, &term->domain);
    for (uint32_t r = 0; r < alone.row_count && t != old; r++) {
      SmrDomain row = {.rows = &alone.rows[r], .row_count = 1};
      if (!smr_domain_within(s, &around, &row))
        term->domain = smr_domain_with(s, &term->domain, alone.rows[r]);
    }
  }
  e->sum.terms = terms;
  e->domain = own;
  return true;
}

//--- Laws -----------------------------------------------------------------------------------------

/// Is it one factor, or its negation?
static bool is_atom(const SmrSum *sum) {
  const SmrRaisedTerm *term = sum->terms;
  return sum->term_count == 1 && !term->domain.index_count && term->factor_count <= 1 &&
         (term->coefficient == 1 || term->coefficient == -1);
}

/// The laws by which a term of the second is the product of its other factors and each term of the first.
static uint32_t laws_of_term(const Merge *m, const SmrRaisedTerm *term) {
  const SmrSum *first = &m->first.sum;
  uint32_t others = 0, inverses = 0, laws = 0;
  bool reads = false, moves = term->domain.index_count;
  for (uint32_t k = 0; k < term->factor_count; k++) {
    const SmrFactor *f = term->factors[k];
    bool own = f->kind == SMR_FACTOR_LOAD && f->id == m->array && f->version == m->version;
    reads |= own;
    others += !own;
    moves |= !own && smr_equations_factor_moves(m->c->equations, f);
    inverses += f->kind == SMR_FACTOR_INVERSE;
  }
  if (!reads || is_atom(first) ||
      (!others && (term->coefficient == 1 || term->coefficient == -1) && !term->domain.index_count))
    return 0;
  laws = SMR_LAW_ASSOC;
  if (inverses)
    laws |= SMR_LAW_INVERSE;
  for (uint32_t t = 0; t < first->term_count; t++) // (a/b times c is a*c/b)
    for (uint32_t k = 0; k < first->terms[t].factor_count; k++)
      if (first->terms[t].factors[k]->kind == SMR_FACTOR_INVERSE)
        laws |= SMR_LAW_INVERSE;
  if (first->term_count > 1)
    laws |= SMR_LAW_DISTR | (moves ? SMR_LAW_EXPAND : 0);
  return laws;
}

static uint32_t laws_of_sum(const Merge *m, const SmrSum *sum) {
  uint32_t laws = 0;
  for (uint32_t t = 0; t < sum->term_count; t++)
    laws |= laws_of_term(m, &sum->terms[t]);
  return laws | (sum->term_count > 1 ? SMR_LAW_ASSOC : 0);
}

static bool in_argument(const Merge *m, const SmrSum *sum) {
  for (uint32_t t = 0; t < sum->term_count; t++)
    for (uint32_t k = 0; k < sum->terms[t].factor_count; k++) {
      const SmrFactor *f = sum->terms[t].factors[k];
      for (uint32_t a = 0; a < f->arg_count; a++)
        if (loads_in(&f->args[a], m->array, m->version))
          return true;
    }
  return false;
}

/// What the second is by the first's terms it is by these laws, too; false: it may not be.
static bool add_laws(const Merge *m, SmrSum *sum) {
  uint32_t laws = laws_of_sum(m, sum);
  if (m->careful &&
      ((laws & (SMR_LAW_DISTR | SMR_LAW_INVERSE)) || (in_argument(m, sum) && !is_atom(&m->first.sum))))
    return false;
  sum->laws |= m->first.sum.laws | laws;
  return true;
}

/// Is a factor of the sum read as 0 where others stand beside it? The product is NaN if one of them is
/// infinite.
static bool multiplies_zero(const Merge *m, const SmrSum *sum) {
  for (uint32_t t = 0; t < sum->term_count && !m->first.sum.term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    bool reads = false, others = false;
    for (uint32_t k = 0; k < term->factor_count; k++) {
      const SmrFactor *f = term->factors[k];
      bool own = f->kind == SMR_FACTOR_LOAD && f->id == m->array && f->version == m->version;
      reads |= own;
      others |= !own && f->kind != SMR_FACTOR_INTEGER;
      for (uint32_t a = 0; a < f->arg_count; a++)
        if (multiplies_zero(m, &f->args[a]))
          return true;
    }
    if (reads && others)
      return true;
  }
  return false;
}

//--- The sum --------------------------------------------------------------------------------------

static SmrSum inlined(Merge *m, const SmrSum *sum);

static SmrRaisedTerm without_args(Merge *m, const SmrRaisedTerm *term) {
  SmrRaisedTerm out = *term;
  const SmrFactor **factors = smr_arena_alloc(m->s->arena, (term->factor_count + 1) * sizeof *factors);
  for (uint32_t k = 0; k < term->factor_count; k++) {
    factors[k] = term->factors[k];
    if (!factors[k]->arg_count)
      continue;
    SmrFactor *f = smr_arena_alloc(m->s->arena, sizeof *f);
    SmrSum *args = smr_arena_alloc(m->s->arena, term->factors[k]->arg_count * sizeof *args);
    *f = *term->factors[k];
    for (uint32_t a = 0; a < f->arg_count; a++)
      args[a] = inlined(m, &term->factors[k]->args[a]);
    f->args = args;
    factors[k] = f;
  }
  out.factors = factors;
  return out;
}

/// The product of a term of the first and all factors of a term of the second but one.
static SmrRaisedTerm product(Merge *m, const SmrRaisedTerm *a, const SmrRaisedTerm *b, uint32_t without) {
  SmrRaisedTerm out = {.coefficient = a->coefficient * b->coefficient,
                       .factor_count = a->factor_count + b->factor_count - 1,
                       .domain = smr_domain_join(m->s, &a->domain, &b->domain)};
  const SmrFactor **factors = smr_arena_alloc(m->s->arena, (out.factor_count + 1) * sizeof *factors);
  uint32_t count = 0;
  for (uint32_t k = 0; k < b->factor_count; k++)
    if (k != without)
      factors[count++] = b->factors[k];
  for (uint32_t k = 0; k < a->factor_count; k++)
    factors[count++] = a->factors[k];
  out.factors = factors;
  return out;
}

static SmrSum inlined(Merge *m, const SmrSum *sum) {
  SmrArena *arena = m->s->arena;
  uint32_t most = sum->term_count * (m->first.sum.term_count + 1) + 1, count = 0;
  SmrRaisedTerm *terms = smr_arena_alloc(arena, most * sizeof *terms);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    SmrRaisedTerm term = without_args(m, &sum->terms[t]);
    uint32_t at = 0;
    while (at < term.factor_count &&
           !(term.factors[at]->kind == SMR_FACTOR_LOAD && term.factors[at]->id == m->array &&
             term.factors[at]->version == m->version))
      ++at;
    if (at == term.factor_count)
      terms[count++] = term;
    else
      for (uint32_t k = 0; k < m->first.sum.term_count; k++)
        terms[count++] = product(m, &m->first.sum.terms[k], &term, at);
  }
  SmrSum out = *sum;
  out.terms = terms, out.term_count = count;
  out.laws |= laws_of_sum(m, sum);
  return out;
}

//--- Versions go ------------------------------------------------------------------------------------

static void lower_version(SmrFactor *load, void *data) {
  const Merge *m = data;
  if (load->id == m->array && load->version > m->version)
    --load->version;
}

/// The version is no longer there: later ones move up.
static void renumber(Merge *m) {
  SmrEquations *e = m->c->equations;
  for (uint32_t k = 0; k < e->equations.size; k++) {
    SmrRaisedEquation *one = &e->equations.data[k];
    one->sum =
        smr_sum_map(m->s, &one->sum, &(SmrSumMap){.poly = smr_sums_keep, .load = lower_version, .data = m});
    if (one->array == m->array && one->version > m->version)
      --one->version;
  }
  --e->arrays.data[m->array].versions;
}

/// An index that begins below 0, as the first version's was counted from elsewhere, is counted from there.
static void begin_at_0(SmrSums *s, SmrRaisedEquation *e) {
  for (uint32_t k = 0; k < e->domain.index_count; k++) {
    SmrPoly leaf = smr_sums_leaf(s, e->domain.indices[k]), rest;
    int64_t below = 0, number;
    for (uint32_t r = 0; r < e->domain.row_count; r++) {
      rest = smr_sums_sub(s, e->domain.rows[r], leaf);
      if (!rest.count || smr_poly_is_const(rest, &number))
        below = !rest.count ? 0 : number;
      if (!rest.count)
        break;
    }
    if (below > 0)
      *e = smr_equation_put(s, e, e->domain.indices[k], smr_sums_sub(s, leaf, smr_sums_const(s, below)));
  }
}

static void replace(Merge *m, uint32_t k, SmrRaisedEquation both, SmrCoverLaw law) {
  SmrCanonical *c = m->c;
  SmrOrigin *a = &c->origins.data[k], *b = &c->origins.data[k + 1];
  uint32_t count = a->from_count + b->from_count;
  uint32_t *from = smr_arena_alloc(m->s->arena, count * sizeof *from);
  memcpy(from, a->from, a->from_count * sizeof *from);
  memcpy(from + a->from_count, b->from, b->from_count * sizeof *from);
  *b = (SmrOrigin){.from = from, .from_count = count, .laws = a->laws | b->laws | 1u << law};
  begin_at_0(m->s, &both);
  smr_indices_of_equation(m->s, &both, &b->laws);
  both.sum = smr_indices_of_sum(m->s, &both.sum, &both.domain, &b->laws);
  c->equations->equations.data[k + 1] = both;
  SmrRaisedEquation *all = c->equations->equations.data;
  memmove(all + k, all + k + 1, (c->equations->equations.size - k - 1) * sizeof *all);
  memmove(a, a + 1, (c->origins.size - k - 1) * sizeof *a);
  --c->equations->equations.size, --c->origins.size;
  renumber(m);
}

/// Equation k and the next one, of the same array.
static bool merge(SmrCanonical *c, SmrSums *s, uint32_t k, bool careful) {
  const SmrRaisedEquation *second = &c->equations->equations.data[k + 1];
  Merge m = {.c = c, .s = s, .first = second[-1], .second = second, .careful = careful};
  m.array = m.first.array, m.version = m.first.version;
  uint32_t old_first = 0, old_second = 0;
  if (m.first.adds || second->adds || others_read(&m, k + 1))
    return false;
  if (m.first.sum.term_count * second->sum.term_count > MAX_TERMS || !reads_itself(&m, &second->sum, false))
    return false;
  // The one may run over tiles of what the other runs over as a whole.
  SmrRaisedEquation joined = *second;
  uint32_t *laws = &c->origins.data[k + 1].laws;
  while (m.first.domain.index_count > joined.domain.index_count && smr_indices_join(s, &m.first, laws))
    ;
  while (m.first.domain.index_count < joined.domain.index_count && smr_indices_join(s, &joined, laws))
    ;
  m.second = &joined;
  if (!align(&m))
    return false;
  second = &joined;
  bool first_in = smr_domain_within(s, &m.first.domain, &second->domain);
  if (!loads_in(&second->sum, m.array, m.version)) {
    if (first_in)
      replace(&m, k, *second, SMR_COVER_LAW_OVERWRITE);
    return first_in;
  }
  bool second_in = smr_domain_within(s, &second->domain, &m.first.domain);
  if (!first_in && !second_in) {
    bool first_widened = widen(s, &m.first), second_widened = widen(s, &joined);
    if (!first_widened && !second_widened)
      return false;
    first_in = smr_domain_within(s, &m.first.domain, &second->domain);
    second_in = smr_domain_within(s, &second->domain, &m.first.domain);
  }
  SmrRaisedEquation both = *second;
  if (first_in && !second_in) {
    if (!adds_to_old(&m.first, &old_first))
      return false;
    m.first.sum = only_in(s, &m.first.sum, old_first, &m.first.domain);
  } else if (!first_in) {
    if (!second_in || !adds_to_old(second, &old_second))
      return false;
    both.sum = only_in(s, &both.sum, old_second, &second->domain);
    both.domain = m.first.domain;
  }
  if (multiplies_zero(&m, &both.sum) || !add_laws(&m, &both.sum))
    return false;
  both.sum = inlined(&m, &both.sum);
  if (both.sum.term_count > MAX_TERMS || s->failed)
    return false;
  replace(&m, k, both, SMR_COVER_LAW_INLINE);
  return true;
}

bool smr_merge_put(SmrCanonical *canonical, SmrSums *s, const SmrRaisedEquation *made, SmrSum *sum) {
  Merge m = {.c = canonical, .s = s, .first = *made, .array = made->array, .version = made->version};
  for (uint32_t t = 0; t < sum->term_count; t++)
    if (loads_in(&(SmrSum){.terms = &sum->terms[t], .term_count = 1}, m.array, m.version) > 1)
      return false;
  if (sum->term_count * made->sum.term_count > MAX_TERMS || multiplies_zero(&m, sum))
    return false;
  m.first.sum = smr_sum_with_own_indices(s, canonical->equations, &m.first.sum, true);
  add_laws(&m, sum);
  *sum = inlined(&m, sum);
  return !s->failed;
}

void smr_merge_versions(SmrCanonical *canonical, SmrSums *s, bool careful) {
  SmrEquations *e = canonical->equations;
  for (uint32_t k = 0; k + 1 < e->equations.size && !s->failed;) {
    if (e->equations.data[k].array == e->equations.data[k + 1].array && merge(canonical, s, k, careful))
      k = k ? k - 1 : 0;
    else
      ++k;
  }
}
