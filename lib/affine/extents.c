//===- extents.c - extents that are sums are leaves of their own --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A convolution's output has n - k + 1 rows, and an index below that; as strides, products of such sums are
// polynomials that no comparison of single terms puts in order. So for the row n - k + 1 - i - 1 >= 0 a new
// leaf e stands for n - k + 1, and e + k - 1 for n wherever that is named. The exchange can be undone, and
// maps integers to integers, so whatever is proved of the one form holds for the other.
//===----------------------------------------------------------------------===//
#include "affine/view_internal.h"

/// Is the row `extent - 1 - index >= 0`, and the extent a sum in which a size (*leaf) stands alone, once?
static bool extent_of(const SmrViewMaker *m, SmrPoly row, uint32_t *leaf, SmrPoly *extent) {
  uint32_t index = 0, indices = 0;
  *leaf = 0;
  for (uint32_t t = 0; t < row.count; t++) {
    const SmrMonomial *term = &row.terms[t];
    if (term->degree > 1)
      return false;
    bool is_index = term->degree && smr_view_is_index(m, term->leaves[0]);
    if (is_index && term->coef != -1)
      return false;
    if (is_index)
      index = term->leaves[0];
    indices += is_index;
    if (term->degree && !is_index && term->coef == 1 && !*leaf)
      *leaf = term->leaves[0];
  }
  SmrPoly one = smr_poly_const(m->arena, 1);
  return indices == 1 && *leaf && smr_poly_add(m->arena, row, one, extent) &&
         smr_poly_add(m->arena, *extent, smr_poly_leaf(m->arena, index), extent) && extent->count >= 2;
}

static void note_largest(SmrPoly poly, uint32_t *largest) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    *largest = leaf > *largest ? leaf : *largest;
}

static uint32_t unused_leaf(const SmrViewMaker *m) {
  uint32_t largest = 0;
  for (uint32_t a = 0; a < m->access_count; a++) {
    const SmrViewAccess *access = &m->accesses[a];
    note_largest(access->offset, &largest);
    for (uint32_t k = 0; k < access->domain_count; k++)
      note_largest(access->domain[k], &largest);
    for (uint32_t k = 0; k < access->fact_count; k++)
      note_largest(access->facts[k], &largest);
  }
  for (uint32_t k = 0; k < m->options->index_count; k++)
    largest = m->options->indices[k] > largest ? m->options->indices[k] : largest;
  return largest + 1;
}

static bool put_all(const SmrViewMaker *m, const SmrPoly *from, uint32_t count, const SmrExtent *e,
                    const SmrPoly **to) {
  SmrPoly *polys = smr_arena_alloc(m->arena, (count + 1) * sizeof *polys);
  for (uint32_t k = 0; k < count; k++)
    if (!smr_poly_substitute(m->arena, from[k], e->leaf, e->value, &polys[k]))
      return false;
  *to = polys;
  return true;
}

/// The accesses with the size put in.
static const SmrViewAccess *put_size(const SmrViewMaker *m, const SmrExtent *e) {
  SmrViewAccess *out = smr_arena_alloc(m->arena, m->access_count * sizeof *out);
  for (uint32_t a = 0; a < m->access_count; a++) {
    const SmrViewAccess *from = &m->accesses[a];
    out[a] = *from;
    if (!smr_poly_substitute(m->arena, from->offset, e->leaf, e->value, &out[a].offset) ||
        !put_all(m, from->domain, from->domain_count, e, &out[a].domain) ||
        !put_all(m, from->facts, from->fact_count, e, &out[a].facts))
      return NULL;
  }
  return out;
}

static bool next_extent(const SmrViewMaker *m, SmrExtent *e) {
  for (uint32_t a = 0; a < m->access_count; a++)
    for (uint32_t k = 0; k < m->accesses[a].domain_count; k++)
      if (extent_of(m, m->accesses[a].domain[k], &e->leaf, &e->extent))
        return true;
  return false;
}

uint32_t smr_view_take_extents(SmrViewMaker *maker, SmrExtent *extents) {
  uint32_t count = 0, fresh = unused_leaf(maker);
  while (fresh && count < SMR_VIEW_MAX_RANK && next_extent(maker, &extents[count])) {
    SmrExtent *e = &extents[count];
    SmrPoly rest;
    e->fresh = fresh;
    if (!smr_poly_sub(maker->arena, smr_poly_leaf(maker->arena, e->leaf), e->extent, &rest) ||
        !smr_poly_add(maker->arena, rest, smr_poly_leaf(maker->arena, fresh), &e->value))
      return 0;
    const SmrViewAccess *accesses = put_size(maker, e);
    if (!accesses)
      return 0;
    maker->accesses = accesses;
    ++count;
    fresh = fresh < UINT32_MAX ? fresh + 1 : 0;
  }
  return count;
}

static bool take_back(SmrArena *arena, const SmrExtent *extents, uint32_t count, SmrPoly *poly) {
  while (count--)
    if (!smr_poly_substitute(arena, *poly, extents[count].fresh, extents[count].extent, poly))
      return false;
  return true;
}

typedef struct {
  SmrArena *arena;
  const SmrExtent *extents;
  uint32_t count;
} Back;

static bool give_one_back(SmrPoly poly, SmrPoly *out, void *data) {
  const Back *b = data;
  *out = poly;
  return take_back(b->arena, b->extents, b->count, out);
}

bool smr_view_give_back(SmrArena *arena, const SmrExtent *extents, uint32_t count, SmrView *view) {
  Back back = {arena, extents, count};
  bool ok = smr_either_map(arena, view->either, give_one_back, &back, &view->either);
  for (uint32_t k = 0; k < view->rank; k++)
    ok = ok && take_back(arena, extents, count, &view->strides[k]);
  for (uint32_t k = 0; k < view->need_count; k++)
    ok = ok && take_back(arena, extents, count, &view->needs[k]);
  for (uint32_t a = 0; a < view->access_count; a++)
    for (uint32_t k = 0; k < view->rank; k++)
      ok = ok && take_back(arena, extents, count, &view->indices[a][k]);
  return ok;
}
