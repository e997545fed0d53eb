//===- apart.c - elements of one memory that lie apart, and what follows ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/apart.h"
#include "affine/view.h"
#include <xxhash.h>

bool smr_row_not_0(SmrSums *s, SmrPoly row, SmrPoly *p) {
  SmrPoly square;
  int64_t constant;
  return smr_poly_add(s->arena, row, smr_poly_const(s->arena, 1), &square) &&
         smr_poly_root(s->arena, square, p) && !smr_poly_is_const(*p, &constant);
}

void smr_more_needs_free(SmrMoreNeeds *more) {
  smr_vec_free(&more->rows);
  smr_vec_free(&more->eithers);
}

//--- Elements ----------------------------------------------------------------------------------

enum { MOST_CASES = 8 };
/// What holds: of the equations the needs, one case of each of the first `eithers`, and what is known.
typedef struct {
  const SmrEquations *all;
  const SmrPolyCase *cases[MOST_CASES];
  uint32_t eithers;
} Given;

static void add_needs(SmrSums *s, const Given *given) {
  for (uint32_t i = 0; i < given->all->needs.size; i++)
    smr_system_add(&s->system, SMR_AFFINE_GE, given->all->needs.data[i], 0);
  for (uint32_t i = 0; i < given->eithers; i++)
    for (uint32_t k = 0; k < given->cases[i]->count; k++)
      smr_system_add(&s->system, SMR_AFFINE_GE, given->cases[i]->polys[k], 0);
}

/// The rows of the domain, and what holds everywhere.
static SmrViewAccess access_of(SmrSums *s, const Given *given, uint32_t bytes, const SmrElements *e) {
  const SmrEquations *all = given->all;
  uint32_t count = 0, most = e->domain.row_count + all->needs.size + all->known.size + all->known_if.size;
  for (uint32_t k = 0; k < given->eithers; k++)
    most += given->cases[k]->count;
  SmrPoly *rows = smr_arena_alloc(s->arena, (most + 1) * sizeof *rows);
  for (uint32_t k = 0; k < e->domain.row_count; k++)
    rows[count++] = e->domain.rows[k];
  for (uint32_t k = 0; k < all->needs.size; k++)
    rows[count++] = all->needs.data[k];
  for (uint32_t i = 0; i < given->eithers; i++)
    for (uint32_t k = 0; k < given->cases[i]->count; k++)
      rows[count++] = given->cases[i]->polys[k];
  for (uint32_t k = 0; k < all->known.size; k++)
    rows[count++] = all->known.data[k];
  smr_sums_system(s, &e->domain, NULL);
  for (uint32_t k = 0; k < all->known_if.size; k++) {
    SmrPoly least = smr_sums_sub(s, all->known_if.data[k].when, smr_sums_const(s, 1));
    if (smr_system_implies(&s->system, SMR_AFFINE_GE, least, 0))
      rows[count++] = all->known_if.data[k].row;
  }
  return (SmrViewAccess){.offset = e->offset, .bytes = bytes, .domain = rows, .domain_count = count};
}

static bool row_holds(SmrSums *s, const Given *given, SmrPoly row, const SmrMoreNeeds *more) {
  const SmrEquations *all = given->all;
  smr_system_reset(&s->system);
  add_needs(s, given);
  for (uint32_t i = 0; i < all->known.size; i++)
    smr_system_add(&s->system, SMR_AFFINE_GE, all->known.data[i], 0);
  for (uint32_t i = 0; more && i < more->rows.size; i++)
    smr_system_add(&s->system, SMR_AFFINE_GE, more->rows.data[i], 0);
  return smr_system_implies(&s->system, SMR_AFFINE_GE, row, 0);
}

static bool some_case_holds(SmrSums *s, const Given *given, SmrEither either, const SmrMoreNeeds *more) {
  bool holds = !either.count;
  for (uint32_t c = 0; c < either.count && !holds; c++) {
    holds = true;
    for (uint32_t k = 0; k < either.cases[c].count && holds; k++)
      holds = row_holds(s, given, either.cases[c].polys[k], more);
  }
  return holds;
}

/// The view's needs hold, or are appended to `more`.
static bool view_holds(SmrSums *s, const Given *given, const SmrView *view, SmrMoreNeeds *more) {
  for (uint32_t k = 0; k < view->need_count; k++) {
    if (row_holds(s, given, view->needs[k], more))
      continue;
    if (!more)
      return false;
    smr_vec_push(&more->rows, view->needs[k]);
  }
  bool holds = some_case_holds(s, given, view->either, more);
  for (uint32_t k = 0; more && k < more->eithers.size && !holds; k++)
    holds = smr_either_equal(more->eithers.data[k], view->either);
  if (!holds && more)
    smr_vec_push(&more->eithers, view->either);
  return holds || more;
}

enum { MOST_NOT_0 = 4 };
typedef struct { // polynomials over parameters that are not 0
  SmrPoly poly[MOST_NOT_0];
  uint32_t count;
} NotZero;

/// Those that rows p*p - 1 >= 0 say so of, as far as there is room.
static void collect_not_0(SmrSums *s, const SmrPoly *rows, uint32_t count, const SmrViewOptions *indices,
                          NotZero *out) {
  for (uint32_t r = 0; r < count && out->count < MOST_NOT_0; r++) {
    SmrPoly p;
    bool known =
        !smr_row_not_0(s, rows[r], &p) || smr_poly_contains_any(p, indices->indices, indices->index_count);
    for (uint32_t k = 0; k < out->count && !known; k++)
      known = smr_poly_equal(out->poly[k], p);
    if (!known)
      out->poly[out->count++] = p;
  }
}

/// May the two meet, whether each p that is not 0 is positive or negative?
static bool may_meet(SmrSums *s, const SmrView *view, const NotZero *apart, uint32_t from) {
  if (from == apart->count)
    return smr_view_may_meet(&s->system, view);
  SmrPoly p = apart->poly[from], one = smr_sums_const(s, 1);
  SmrPoly sides[] = {smr_sums_sub(s, p, one), smr_sums_sub(s, smr_sums_sub(s, (SmrPoly){NULL, 0}, p), one)};
  for (uint32_t k = 0; k < 2; k++) {
    SmrSystemMark mark = smr_system_mark(&s->system);
    smr_system_add(&s->system, SMR_AFFINE_GE, sides[k], 0);
    bool meet = may_meet(s, view, apart, from + 1);
    smr_system_rewind(&s->system, mark);
    if (meet)
      return true;
  }
  return false;
}

/// `round`: an index that is larger for the second, or 0.
static bool apart_by(SmrSums *s, const Given *given, const SmrViewAccess *accesses,
                     const SmrViewOptions *options, uint32_t round, SmrMoreNeeds *more) {
  SmrView view;
  smr_system_reset(&s->system);
  if (smr_view_make(s->arena, &s->system, accesses, 2, options, &view) != SMR_VIEW_OK)
    return false;
  uint32_t before = more ? more->rows.size : 0, eithers = more ? more->eithers.size : 0;
  bool apart = view_holds(s, given, &view, more);
  if (apart) {
    smr_system_reset(&s->system);
    for (uint32_t k = 0; k < options->index_count; k++)
      smr_system_index(&s->system, options->indices[k]);
    smr_view_add_domain(&s->system, &accesses[0], 0, false);
    smr_view_add_domain(&s->system, &accesses[1], 1, false);
    SmrPoly number = round ? smr_sums_leaf(s, round) : (SmrPoly){NULL, 0};
    if (round)
      smr_system_add_between(&s->system, SMR_AFFINE_GE, number, 1, number, 0, -1);
    for (uint32_t k = 0; k < view.need_count; k++)
      smr_system_add(&s->system, SMR_AFFINE_GE, view.needs[k], 0);
    for (uint32_t k = 0; k < before; k++)
      smr_system_add(&s->system, SMR_AFFINE_GE, more->rows.data[k], 0);
    NotZero not_0 = {.count = 0};
    for (uint32_t k = 0; k < 2; k++)
      collect_not_0(s, accesses[k].domain, accesses[k].domain_count, options, &not_0);
    if (more)
      collect_not_0(s, more->rows.data, more->rows.size, options, &not_0);
    apart = !may_meet(s, &view, &not_0, 0) && !s->failed;
  }
  if (!apart && more)
    more->rows.size = before, more->eithers.size = eithers;
  return apart;
}

static bool apart_given(SmrSums *s, const Given *given, uint32_t bytes, const SmrElements *a,
                        const SmrElements *b, uint32_t round, SmrMoreNeeds *more) {
  SmrViewAccess accesses[] = {access_of(s, given, bytes, a), access_of(s, given, bytes, b)};
  uint32_t count = a->domain.index_count;
  uint32_t *indices = smr_arena_alloc(s->arena, (count + b->domain.index_count + 2) * sizeof *indices);
  for (uint32_t k = 0; k < count; k++)
    indices[k] = a->domain.indices[k];
  for (uint32_t k = 0; k < b->domain.index_count; k++)
    if (!smr_domain_names(&a->domain, b->domain.indices[k]))
      indices[count++] = b->domain.indices[k];
  if (round)
    indices[count++] = round;
  SmrViewOptions options = {.indices = indices, .index_count = count};
  for (int tries = 0; tries < 4; tries++) {
    options.rows = tries & 1;
    options.join_tiles = tries & 2;
    if (apart_by(s, given, accesses, &options, round, more))
      return true;
  }
  return false;
}

/// In each case of what the equations need.
static bool are_apart(SmrSums *s, const SmrEquations *all, uint32_t bytes, const SmrElements *a,
                      const SmrElements *b, uint32_t round, SmrMoreNeeds *more) {
  uint32_t combinations = 1, eithers = 0;
  while (eithers < all->eithers.size && combinations * all->eithers.data[eithers].count <= MOST_CASES)
    combinations *= all->eithers.data[eithers++].count;
  bool apart = true;
  for (uint32_t which = 0; which < combinations && apart; which++) {
    Given given = {.all = all, .eithers = eithers};
    for (uint32_t k = 0, rest = which; k < eithers; k++) {
      SmrEither either = all->eithers.data[k];
      given.cases[k] = &either.cases[rest % either.count];
      rest /= either.count;
    }
    apart = apart_given(s, &given, bytes, a, b, round, more);
  }
  return apart;
}

bool smr_needs_say(SmrSums *s, const SmrEquations *all, SmrEither either) {
  for (uint32_t k = 0; k < all->eithers.size; k++) {
    bool said = true;
    for (uint32_t c = 0; c < all->eithers.data[k].count && said; c++)
      said = some_case_holds(s, &(Given){all, {&all->eithers.data[k].cases[c]}, 1}, either, NULL);
    if (said)
      return true;
  }
  return some_case_holds(s, &(Given){.all = all}, either, NULL);
}

//--- Answers that were given ---------------------------------------------------------------------

void smr_answers_free(SmrAnswers *answers) {
  smr_index_free(&answers->places);
  smr_vec_free(&answers->given);
  smr_vec_free(&answers->words);
}

static void put_poly(SmrAnswers *answers, SmrPoly poly) {
  smr_vec_push(&answers->words, poly.count);
  for (uint32_t t = 0; t < poly.count; t++) {
    smr_vec_push(&answers->words, (uint64_t)poly.terms[t].coef);
    smr_vec_push(&answers->words, poly.terms[t].degree);
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      smr_vec_push(&answers->words, poly.terms[t].leaves[k]);
  }
}

static void put_elements(SmrAnswers *answers, const SmrElements *e) {
  put_poly(answers, e->offset);
  smr_vec_push(&answers->words, (uint64_t)e->domain.index_count << 32 | e->domain.row_count);
  for (uint32_t k = 0; k < e->domain.index_count; k++)
    smr_vec_push(&answers->words, e->domain.indices[k]);
  for (uint32_t k = 0; k < e->domain.row_count; k++)
    put_poly(answers, e->domain.rows[k]);
}

static bool find_answer(const SmrAnswers *answers, XXH128_hash_t question, bool *answer) {
  const uint32_t hash = (uint32_t)question.low64;
  uint32_t at = hash, number;
  while ((number = smr_index_next(&answers->places, hash, &at)) != UINT32_MAX)
    if (answers->given.data[number].question[0] == question.low64 &&
        answers->given.data[number].question[1] == question.high64) {
      *answer = answers->given.data[number].answer;
      return true;
    }
  return false;
}

/// Where needs may be added those of an earlier answer are among them; that there is none is told of the
/// needs that there were.
static bool are_apart_once(SmrSums *s, const SmrEquations *all, uint32_t bytes, const SmrElements *a,
                           const SmrElements *b, uint32_t round, SmrMoreNeeds *more) {
  SmrAnswers *answers = s->apart;
  bool apart;
  if (!answers)
    return are_apart(s, all, bytes, a, b, round, more);
  answers->words.size = 0;
  smr_vec_push(&answers->words, (uintptr_t)all);
  smr_vec_push(&answers->words, (uint64_t)round << 32 | bytes << 1 | (more != NULL));
  put_elements(answers, a);
  put_elements(answers, b);
  const XXH128_hash_t question = XXH3_128bits(answers->words.data, answers->words.size * sizeof(uint64_t));
  if (find_answer(answers, question, &apart))
    return apart;
  apart = are_apart(s, all, bytes, a, b, round, more);
  if (s->failed || (more && !apart))
    return apart;
  smr_index_add(&answers->places, (uint32_t)question.low64, answers->given.size);
  smr_vec_push(&answers->given, (__typeof__(*answers->given.data)){{question.low64, question.high64}, apart});
  return apart;
}

bool smr_elements_apart(SmrSums *s, const SmrEquations *all, uint32_t bytes, const SmrElements *a,
                        const SmrElements *b, SmrMoreNeeds *more) {
  return are_apart_once(s, all, bytes, a, b, 0, more);
}

bool smr_rounds_apart(SmrSums *s, const SmrEquations *all, uint32_t bytes, const SmrElements *a,
                      const SmrElements *b, uint32_t round, SmrMoreNeeds *more) {
  return are_apart_once(s, all, bytes, a, b, round, more);
}

//--- Loads -------------------------------------------------------------------------------------

bool smr_loads_walk(SmrSums *s, const SmrSum *sum, const SmrDomain *around,
                    bool (*f)(const SmrFactor *load, const SmrDomain *domain, void *data), void *data) {
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    SmrDomain domain = smr_domain_join(s, around, &term->domain);
    for (uint32_t k = 0; k < term->factor_count; k++) {
      const SmrFactor *factor = term->factors[k];
      if (factor->kind == SMR_FACTOR_LOAD && !f(factor, &domain, data))
        return false;
      for (uint32_t a = 0; a < factor->arg_count; a++)
        if (!smr_loads_walk(s, &factor->args[a], &domain, f, data))
          return false;
    }
  }
  return true;
}

//--- What comes before what --------------------------------------------------------------------

typedef struct {
  SmrSums *s;
  const SmrEquations *all;
  const SmrRaisedEquation *other;
} Question;

/// The load is of no element that the other equation makes.
static bool is_apart(const Question *q, const SmrFactor *load, const SmrDomain *domain) {
  SmrElements read = {load->poly, *domain}, made = {q->other->offset, q->other->domain};
  uint32_t bytes = smr_type_bytes(load->type);
  return bytes == smr_type_bytes(q->other->sum.type) &&
         smr_elements_apart(q->s, q->all, bytes, &read, &made, NULL);
}

/// The load sees nothing of what the other makes.
static bool sees_nothing(const SmrFactor *load, const SmrDomain *domain, void *data) {
  const Question *q = data;
  return load->id != q->other->array || load->version < q->other->version || is_apart(q, load, domain);
}

/// The load is of no element that the other makes later. (One that it makes under the name of another array
/// of the memory it makes later.)
static bool is_elsewhere(const SmrFactor *load, const SmrDomain *domain, void *data) {
  const Question *q = data;
  const SmrRaisedArray *arrays = q->all->arrays.data;
  if (arrays[load->id].memory != arrays[q->other->array].memory ||
      (load->id == q->other->array && load->version >= q->other->version))
    return true;
  return is_apart(q, load, domain);
}

bool smr_comes_before(SmrSums *s, const SmrEquations *all, const SmrRaisedEquation *a,
                      const SmrRaisedEquation *b) {
  if (a->array == b->array && a->version < b->version)
    return true;
  Question of_a = {s, all, a}, of_b = {s, all, b};
  return !smr_loads_walk(s, &b->sum, &b->domain, sees_nothing, &of_a) ||
         !smr_loads_walk(s, &a->sum, &a->domain, is_elsewhere, &of_b);
}

bool smr_comes_before_in_code(SmrSums *s, const SmrCanonical *canonical, uint32_t a, uint32_t b) {
  const SmrEquations *source = canonical->source;
  const SmrOrigin *x = &canonical->origins.data[a], *y = &canonical->origins.data[b];
  for (uint32_t i = 0; i < x->from_count; i++)
    for (uint32_t j = 0; j < y->from_count; j++)
      if (smr_comes_before(s, source, &source->equations.data[x->from[i]],
                           &source->equations.data[y->from[j]]))
        return true;
  return false;
}
