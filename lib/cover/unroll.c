//===- unroll.c - stores that are unrolled by hand --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A block of c[i][j], c[i][j + 1], … that is computed in one round of the loops is several equations: their
// elements never meet, so raising makes an array of each, in one memory. Where equation r is equation 0 with
// c*i + r for c*i, in its offset and in all of its sum, for r = 0 … c - 1 and for the same points, they are
// one equation with c*i + v for c*i, 0 <= v < c: the same elements, each with the same sum. It is right where
// nobody tells these arrays apart: each has one version, which nobody reads, and version 0 of each is what
// the memory had. Equations that are the same over neighbouring points (what a loop over blocks leaves) are
// one over both, as terms are in join.c.
//===----------------------------------------------------------------------===//
#include "cover/unroll.h"
#include "cover/indices.h"
#include "cover/join.h"
#include "cover/same.h"

enum { MOST_UNROLLED = 16, MOST_KINDS = 8 };

typedef struct {
  SmrCanonical *c;
  SmrSums *s;
  struct {
    uint32_t index, by;
    int64_t times;
  } kinds[MOST_KINDS]; // the index that stands for the rounds of another one is one, for all equations
  uint32_t kind_count;
  uint64_t *shapes; // by equation; see shape_of
} Unroll;

static SmrEquations *all_of(const Unroll *u) {
  return u->c->equations;
}

//--- Which equations -------------------------------------------------------------------------------

static bool is_another(const SmrFactor *f, void *data) {
  const uint32_t *array = data;
  return f->kind != SMR_FACTOR_LOAD || f->id != *array || !f->version;
}

/// Has its array one version, which nobody reads?
static bool is_alone(const Unroll *u, const SmrRaisedEquation *e) {
  const SmrEquations *all = all_of(u);
  uint32_t array = e->array;
  if (e->adds || e->version != 1 || all->arrays.data[array].versions != 1)
    return false;
  for (uint32_t k = 0; k < all->equations.size; k++)
    if (!smr_sum_walk(&all->equations.data[k].sum, is_another, &array))
      return false;
  return true;
}

/// A hash of what two equations that are one have in common: the operations of their sums, in any order,
/// without places, loops, and the numbers of arrays.
static uint64_t shape_of(const SmrSum *sum) {
  static const uint64_t spread[] = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f};
  uint64_t shape = sum->type;
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    uint64_t product;
    memcpy(&product, &term->coefficient, sizeof product);
    for (uint32_t k = 0; k < term->factor_count; k++) {
      const SmrFactor *f = term->factors[k];
      uint64_t factor = (uint64_t)f->kind << 40 ^ (uint64_t)f->type << 20 ^ f->name;
      for (uint32_t a = 0; a < f->arg_count; a++)
        factor = (factor ^ shape_of(&f->args[a])) * spread[1];
      product += (factor + 1) * spread[0];
    }
    shape += (product ^ product >> 29) * spread[1] + spread[0];
  }
  return shape;
}

/// May the two stores be of one, as far as can be seen at once?
static bool may_be_one(const Unroll *u, uint32_t a, uint32_t b) {
  const SmrEquations *all = all_of(u);
  const SmrRaisedEquation *e = &all->equations.data[a], *other = &all->equations.data[b];
  return u->shapes[a] == u->shapes[b] && e->array != other->array &&
         all->arrays.data[e->array].memory == all->arrays.data[other->array].memory;
}

typedef struct {
  const SmrEquations *all;
  uint32_t array;
} Memory;

static void load_of_memory(SmrFactor *load, void *data) {
  const Memory *m = data;
  if (!load->version && m->all->arrays.data[load->id].memory == m->all->arrays.data[m->array].memory)
    load->id = m->array;
}

/// Its sum, with loads of the memory as loads of that array.
static SmrSum sum_by(Unroll *u, const SmrRaisedEquation *e, uint32_t array) {
  Memory memory = {all_of(u), array};
  return smr_sum_map(u->s, &e->sum,
                     &(SmrSumMap){.poly = smr_sums_keep, .load = load_of_memory, .data = &memory});
}

//--- c*i + v ---------------------------------------------------------------------------------------

static bool with_ahead(Unroll *u, const SmrRaisedEquation *e, uint32_t index, int64_t times, SmrPoly ahead,
                       SmrRaisedEquation *out) {
  SmrAdvance to = {index, times, ahead, false};
  *out = *e;
  out->offset = smr_sums_advance(u->s, e->offset, &to);
  out->sum = smr_sum_map(u->s, &e->sum, &(SmrSumMap){.poly = smr_sums_advance, .data = &to});
  return !to.failed && !u->s->failed;
}

static bool same_points(SmrSums *s, const SmrDomain *a, const SmrDomain *b) {
  for (uint32_t k = 0; k < a->index_count; k++)
    if (!smr_domain_names(b, a->indices[k]))
      return false;
  return a->index_count == b->index_count && smr_domain_within(s, a, b) && smr_domain_within(s, b, a);
}

/// The equation that is the first one that far ahead; UINT32_MAX: none.
static uint32_t find_ahead(Unroll *u, uint32_t first, uint32_t index, int64_t times, int64_t ahead) {
  const SmrEquations *all = all_of(u);
  const SmrRaisedEquation *e = &all->equations.data[first];
  SmrRaisedEquation wanted;
  if (!with_ahead(u, e, index, times, smr_sums_const(u->s, ahead), &wanted))
    return UINT32_MAX;
  wanted.sum = sum_by(u, &wanted, e->array);
  for (uint32_t k = 0; k < all->equations.size; k++) {
    const SmrRaisedEquation *other = &all->equations.data[k];
    SmrIndexRenaming r = {.s = u->s};
    if (k == first || all->arrays.data[other->array].memory != all->arrays.data[e->array].memory ||
        !smr_poly_equal(other->offset, wanted.offset) || !is_alone(u, other) ||
        !same_points(u->s, &other->domain, &e->domain))
      continue;
    SmrSum sum = sum_by(u, other, e->array);
    if (smr_same_sum(&r, &sum, &wanted.sum, &e->domain))
      return k;
  }
  return UINT32_MAX;
}

//--- One for all -----------------------------------------------------------------------------------

static uint32_t index_for(Unroll *u, uint32_t index, int64_t times) {
  for (uint32_t k = 0; k < u->kind_count; k++)
    if (u->kinds[k].index == index && u->kinds[k].times == times)
      return u->kinds[k].by;
  smr_vec_push(&all_of(u)->integers, (SmrRaisedInteger){.index = true});
  uint32_t by = all_of(u)->integers.size - 1;
  if (u->kind_count < MOST_KINDS) {
    u->kinds[u->kind_count].index = index;
    u->kinds[u->kind_count].times = times;
    u->kinds[u->kind_count++].by = by;
  }
  return by;
}

static void drop_equation(Unroll *u, uint32_t k, uint32_t into) {
  SmrCanonical *c = u->c;
  SmrOrigin *a = &c->origins.data[into], *b = &c->origins.data[k];
  uint32_t *from = smr_arena_alloc(u->s->arena, (a->from_count + b->from_count) * sizeof *from);
  memcpy(from, a->from, a->from_count * sizeof *from);
  memcpy(from + a->from_count, b->from, b->from_count * sizeof *from);
  *a = (SmrOrigin){.from = from,
                   .from_count = a->from_count + b->from_count,
                   .laws = a->laws | b->laws | 1u << SMR_COVER_LAW_JOIN};
  SmrEquations *all = c->equations;
  all->equations.data[into].sum.laws |= all->equations.data[k].sum.laws;
  all->arrays.data[all->equations.data[k].array].versions = 0;
  memmove(all->equations.data + k, all->equations.data + k + 1,
          (all->equations.size - k - 1) * sizeof *all->equations.data);
  memmove(b, b + 1, (c->origins.size - k - 1) * sizeof *b);
  --all->equations.size, --c->origins.size;
}

static bool join_times(Unroll *u, uint32_t first, uint32_t index, int64_t times) {
  SmrEquations *all = all_of(u);
  SmrSums *s = u->s;
  uint32_t others[MOST_UNROLLED], count = 0;
  for (int64_t r = 1; r < times; r++) {
    others[count] = find_ahead(u, first, index, times, r);
    if (others[count++] == UINT32_MAX)
      return false;
  }
  uint32_t v = index_for(u, index, times);
  SmrRaisedEquation e = all->equations.data[first], joined;
  e.sum = sum_by(u, &e, e.array);
  if (!with_ahead(u, &e, index, times, smr_sums_leaf(s, v), &joined))
    return false;
  uint32_t *indices = smr_arena_alloc(s->arena, (e.domain.index_count + 1) * sizeof *indices);
  for (uint32_t k = 0; k < e.domain.index_count; k++)
    indices[k] = e.domain.indices[k];
  indices[e.domain.index_count] = v;
  joined.domain = smr_domain_with(s, &e.domain, smr_sums_leaf(s, v));
  joined.domain =
      smr_domain_with(s, &joined.domain, smr_sums_sub(s, smr_sums_const(s, times - 1), smr_sums_leaf(s, v)));
  joined.domain.indices = indices, joined.domain.index_count = e.domain.index_count + 1;
  all->equations.data[first] = joined;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t gone = others[k];
    drop_equation(u, gone, first);
    first -= gone < first;
    for (uint32_t i = k + 1; i < count; i++)
      others[i] -= others[i] > gone;
  }
  return true;
}

/// How often the other's distance goes into a round of the index; 0: not.
static int64_t times_of(Unroll *u, const SmrRaisedEquation *e, const SmrRaisedEquation *other,
                        uint32_t index) {
  SmrPoly coef, rest, ratio, step = smr_sums_sub(u->s, other->offset, e->offset);
  int64_t times;
  smr_sums_split(u->s, e->offset, index, &coef, &rest);
  return step.count == 1 && coef.count == 1 && smr_poly_divide(u->s->arena, coef, step, &ratio) &&
                 smr_poly_is_const(ratio, &times) && times > 1 && times <= MOST_UNROLLED
             ? times
             : 0;
}

/// The rows that a loop over blocks leaves, with those of the blocks.
static bool join_ranges(Unroll *u, uint32_t first, uint32_t second) {
  SmrEquations *all = all_of(u);
  SmrRaisedEquation a = all->equations.data[first], b = all->equations.data[second];
  SmrRaisedEquation both;
  if (!is_alone(u, &b))
    return false;
  a.sum = sum_by(u, &a, a.array), b.sum = sum_by(u, &b, a.array);
  if (!smr_join_points(all, u->s, &a, &b, &both))
    return false;
  all->equations.data[first] = both;
  drop_equation(u, second, first);
  return true;
}

static bool join_any(Unroll *u) {
  SmrEquations *all = all_of(u);
  for (uint32_t a = 0; a < all->equations.size; a++)
    for (uint32_t b = 0; b < all->equations.size; b++) {
      const SmrRaisedEquation *e = &all->equations.data[a], *other = &all->equations.data[b];
      if (!may_be_one(u, a, b) || !is_alone(u, e))
        continue;
      for (uint32_t k = 0; k < e->domain.index_count; k++) {
        int64_t times = times_of(u, e, other, e->domain.indices[k]);
        if (times && join_times(u, a, e->domain.indices[k], times))
          return true;
      }
    }
  return false;
}

static bool join_any_ranges(Unroll *u) {
  SmrEquations *all = all_of(u);
  bool ranges = false; // what is unrolled has to be a range of its own first
  for (uint32_t a = 0; a < all->equations.size; a++)
    for (uint32_t b = 0; b < all->equations.size; b++) {
      if (!may_be_one(u, a, b) || !is_alone(u, &all->equations.data[a]))
        continue;
      for (uint32_t k = 0; k < all->equations.size && !ranges; k++)
        while (smr_indices_join(u->s, &all->equations.data[k], &u->c->origins.data[k].laws))
          ;
      ranges = true;
      if (join_ranges(u, a, b))
        return true;
    }
  return false;
}

void smr_join_equations(SmrCanonical *canonical, SmrSums *s) {
  Unroll u = {.c = canonical, .s = s};
  const SmrEquations *all = canonical->equations;
  u.shapes = smr_arena_alloc(s->arena, (all->equations.size + 1) * sizeof *u.shapes);
  do
    for (uint32_t k = 0; k < all->equations.size; k++)
      u.shapes[k] = shape_of(&all->equations.data[k].sum);
  while (!s->failed && (join_any(&u) || join_any_ranges(&u)));
}
