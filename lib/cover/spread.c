//===- spread.c - functions of elements, where they are read -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/spread.h"
#include "cover/apart.h"
#include "cover/indices.h"
#include "cover/merge.h"
#include "cover/places.h"

enum { MOST_PLACES = 8 };

typedef struct {
  SmrSums *s;
  const SmrRaisedEquation *first, *second;
  SmrPoly at[MOST_PLACES]; // other offsets that the second reads the first's version at
  SmrPlaces places[MOST_PLACES];
  uint32_t count;
} Spread;

static bool is_version(const SmrFactor *f, const SmrRaisedEquation *made) {
  return f->kind == SMR_FACTOR_LOAD && f->id == made->array && f->version == made->version;
}

static bool is_another(const SmrFactor *f, void *data) {
  return !is_version(f, data);
}

static bool is_function_of_elements(const SmrRaisedEquation *e) {
  const SmrRaisedTerm *term = e->sum.terms;
  if (e->adds || e->sum.term_count != 1 || term->domain.row_count)
    return false;
  for (uint32_t k = 0; k < term->factor_count; k++)
    if (term->factors[k]->kind == SMR_FACTOR_FUNCTION)
      return true;
  return false;
}

static bool note_place(const SmrFactor *load, const SmrDomain *domain, void *data) {
  Spread *p = data;
  if (!is_version(load, p->first) || smr_poly_equal(load->poly, p->second->offset))
    return true;
  uint32_t k = 0;
  while (k < p->count && !smr_poly_equal(p->at[k], load->poly))
    ++k;
  if (k == MOST_PLACES)
    return false;
  if (k == p->count) {
    p->at[p->count++] = load->poly;
    if (!smr_places_find(p->s, p->first, load->poly, &p->places[k]))
      return false;
  }
  return smr_places_are_made(p->s, p->first, &p->places[k], domain);
}

static bool others_read(const SmrEquations *all, const Spread *p) {
  for (uint32_t k = 0; k < all->equations.size; k++) {
    const SmrRaisedEquation *e = &all->equations.data[k];
    if (e != p->second && !smr_sum_walk(&e->sum, is_another, (void *)(uintptr_t)p->first))
      return true;
  }
  return false;
}

typedef struct {
  const Spread *p;
  uint32_t place, version;
} Mark;

static SmrPoly as_it_is(SmrSums *s, SmrPoly poly, void *data) {
  (void)s, (void)data;
  return poly;
}

static void mark(SmrFactor *load, void *data) {
  const Mark *m = data;
  if (is_version(load, m->p->first) && smr_poly_equal(load->poly, m->p->at[m->place]))
    load->version = m->version;
}

/// Equation `second` without what it reads of the first's at other places; false: something is in the way.
static bool spread(SmrCanonical *c, SmrSums *s, uint32_t second) {
  SmrEquations *all = c->equations;
  SmrRaisedEquation e = all->equations.data[second], first = all->equations.data[second - 1];
  Spread p = {.s = s, .first = &all->equations.data[second - 1], .second = &all->equations.data[second]};
  if (first.array != e.array || e.adds || !is_function_of_elements(&first) ||
      !smr_loads_walk(s, &e.sum, &e.domain, note_place, &p) || !p.count || others_read(all, &p))
    return false;
  p.first = &first, p.second = &e;
  for (uint32_t k = 0; k < p.count; k++) {
    Mark m = {&p, k, UINT32_MAX}; // (a version that nobody makes)
    SmrSum sum = smr_sum_map(s, &e.sum, &(SmrSumMap){.poly = as_it_is, .load = mark, .data = &m});
    SmrRaisedEquation moved = smr_places_move(s, all, &first, &p.places[k]);
    moved.version = m.version;
    if (!smr_merge_put(c, s, &moved, &sum))
      return false;
    e.sum = sum;
  }
  e.sum = smr_indices_of_sum(s, &e.sum, &e.domain, &c->origins.data[second].laws);
  all->equations.data[second] = e;
  c->origins.data[second].laws |= 1u << SMR_COVER_LAW_INLINE;
  return true;
}

void smr_spread(SmrCanonical *canonical, SmrSums *s) {
  for (uint32_t k = 1; k < canonical->equations->equations.size && !s->failed; k++)
    spread(canonical, s, k);
}
