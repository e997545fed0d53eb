//===- lower_loops.c - copies and reductions as loops ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One element of the destination after the other; its items are added up in their order, so what is computed
// is what the evaluator says, bit for bit. Where the destination's neighbours are the operands' neighbours
// (or read the same element), several vectors of them are computed side by side.
#include "access/lower_internal.h"
#include <math.h>

#define VECTOR_BITS 256
#define SIDE_BY_SIDE 4

//===--- elements ---===//

/// The coordinates of an element, from an index for each dimension.
static void coordinates(SmrAccessLowering *l, const SmrAccessView *v, const SmrLoopsIndex *at,
                        SmrLoopsIndex *out) {
  for (uint32_t c = 0; c < v->coordinates; c++)
    out[c] = v->offset[c];
  for (uint32_t d = 0; d < v->dims; d++) {
    SmrLoopsIndex rest = at[d];
    for (uint32_t k = v->first[d + 1]; k-- > v->first[d];) {
      bool outermost = k == v->first[d];
      SmrLoopsIndex digit = outermost ? rest : smr_loops_mod(l->loops, rest, v->digits[k].size);
      for (uint32_t c = 0; c < v->coordinates; c++)
        out[c] = smr_loops_add(l->loops, out[c], smr_loops_mul(l->loops, v->digits[k].by[c], digit));
      if (!outermost)
        rest = smr_loops_div(l->loops, rest, v->digits[k].size);
    }
  }
}

typedef struct {
  SmrLoopsTest tests[2 * SMR_ACCESS_MAX_COORDINATES];
  uint32_t count;
  bool never; // one of them does not hold
} Tests;

/// Adds a <= b, unless it is known.
static void test(SmrAccessLowering *l, Tests *t, SmrLoopsIndex a, SmrLoopsIndex b) {
  t->never |= smr_loops_known_le(l->loops, smr_loops_add(l->loops, b, smr_loops_int(l->loops, 1)), a);
  if (!smr_loops_known_le(l->loops, a, b))
    t->tests[t->count++] = (SmrLoopsTest){a, SMR_LOOPS_LE, b};
}

/// What has to be asked for the bounds.
static Tests bounds(SmrAccessLowering *l, const SmrAccessView *v, const SmrLoopsIndex *at) {
  Tests t = {.count = 0};
  for (uint32_t c = v->rank; c < v->coordinates; c++) {
    test(l, &t, smr_loops_int(l->loops, 0), at[c]);
    test(l, &t, at[c], smr_loops_sub(l->loops, v->bound[c], smr_loops_int(l->loops, 1)));
  }
  return t;
}

SmrLoopsValue smr_access_lower_load(SmrAccessLowering *l, const SmrAccessView *v, const SmrLoopsIndex *at,
                                    uint16_t lanes) {
  SmrLoopsIndex place[SMR_ACCESS_MAX_COORDINATES];
  SmrLoopsType type = {l->type.bits, lanes, false};
  coordinates(l, v, at, place);
  Tests t = bounds(l, v, place);
  if (t.never)
    return smr_loops_constant(l->loops, type, 0);
  if (!t.count)
    return smr_loops_load(l->loops, type, v->buffer, place);
  smr_loops_if(l->loops, t.count, t.tests);
  SmrLoopsValue inside = smr_loops_load(l->loops, type, v->buffer, place), result;
  smr_loops_else(l->loops, 1, &inside);
  SmrLoopsValue outside = smr_loops_constant(l->loops, type, 0);
  smr_loops_end(l->loops, 1, &outside, &result);
  return result;
}

void smr_access_lower_put(SmrAccessLowering *l, const SmrAccessView *dest, const SmrLoopsIndex *at,
                          SmrLoopsValue value, SmrAccessStore store) {
  SmrLoopsIndex place[SMR_ACCESS_MAX_COORDINATES];
  coordinates(l, dest, at, place);
  if (store == SMR_ACCESS_MAX) {
    SmrLoopsValue old = smr_loops_load(l->loops, smr_loops_type(l->loops, value), dest->buffer, place);
    value = smr_loops_arith(l->loops, SMR_LOOPS_MAX, old, value);
  }
  smr_loops_store(l->loops, dest->buffer, place, value, store == SMR_ACCESS_ADD);
}

//===--- loops ---===//

/// A loop for each digit of a dimension; the dimension's index, and how many loops were opened.
static SmrLoopsIndex open_digits(SmrAccessLowering *l, const SmrAccessDigit *digits, uint32_t count) {
  SmrLoopsIndex at = smr_loops_int(l->loops, 0);
  for (uint32_t k = 0; k < count; k++)
    at = smr_loops_add(l->loops, smr_loops_mul(l->loops, at, digits[k].size),
                       smr_loops_for(l->loops, digits[k].size, SMR_LOOPS_SEQUENTIAL));
  return at;
}

static void close_loops(SmrAccessLowering *l, uint32_t count) {
  while (count--)
    smr_loops_end(l->loops, 0, NULL, NULL);
}

/// The digits by which to go through a dimension: those of who has more, so that indices fold.
static uint32_t finer(const SmrAccessView *one, uint32_t d, const SmrAccessView *other, uint32_t e,
                      const SmrAccessDigit **digits) {
  uint32_t a = one->first[d + 1] - one->first[d], b = other ? other->first[e + 1] - other->first[e] : 0;
  *digits = b > a ? &other->digits[other->first[e]] : &one->digits[one->first[d]];
  return b > a ? b : a;
}

static double elements(SmrAccessLowering *l, const SmrAccessView *v, uint32_t from, uint32_t end) {
  double all = 1;
  for (uint32_t d = from; d < end; d++)
    all *= smr_access_lower_estimate(l, smr_access_view_size(l, v, d));
  return all;
}

void smr_access_lower_copy(SmrAccessLowering *l, const SmrAccessView *dest, const SmrAccessView *from,
                           SmrAccessStore store) {
  SmrLoopsIndex at[SMR_ACCESS_MAX_RANK] = {NULL};
  uint32_t opened = 0;
  for (uint32_t d = 0; d < dest->dims; d++) {
    const SmrAccessDigit *digits;
    uint32_t count = finer(dest, d, from, d, &digits);
    at[d] = open_digits(l, digits, count);
    opened += count;
  }
  smr_access_lower_put(l, dest, at, smr_access_lower_load(l, from, at, 1), store);
  close_loops(l, opened);
  l->figures.copied += l->times * elements(l, dest, 0, dest->dims);
}

//===--- reductions ---===//

typedef struct {
  SmrAccessLowering *l;
  const SmrAccessView *dest;
  SmrAccessOperand from;
  SmrAccessReduce by;
  SmrAccessStore store;
  // Of the dimension along which vectors go: dim, its last digit; dim is UINT32_MAX where there is none.
  uint32_t dim;
  SmrLoopsIndex at[SMR_ACCESS_MAX_RANK]; // the destination's element; of `dim`, without the last digit
  uint16_t lanes;                        // of the block at hand
  uint32_t vectors;
  SmrLoopsIndex start; // its first element along the last digit
} Reduction;

/// Which dimension of an operand is the destination's; UINT32_MAX: none.
static uint32_t operands_dim(const Reduction *r, bool other, uint32_t d) {
  if (!r->from.other || !r->from.cartesian)
    return d;
  uint32_t first = r->from.view->accessed;
  return other ? (d < first ? UINT32_MAX : d - first) : (d < first ? d : UINT32_MAX);
}

static bool is_next(SmrAccessLowering *l, const SmrAccessView *v, uint32_t digit) {
  for (uint32_t c = 0; c < v->coordinates; c++)
    if (v->digits[digit].by[c] != smr_loops_int(l->loops, c + 1 == v->rank))
      return false;
  return v->rank && v->strides[v->rank - 1] == smr_loops_int(l->loops, 1);
}

typedef enum { SAME, NEXT, APART } Along;
/// What an operand reads where the destination's last digit of a dimension moves on.
static Along along(const Reduction *r, bool other, uint32_t d) {
  const SmrAccessView *v = other ? r->from.other : r->from.view;
  uint32_t e = operands_dim(r, other, d), last = e == UINT32_MAX ? 0 : v->first[e + 1];
  if (v->coordinates > v->rank)
    return APART;
  if (e == UINT32_MAX)
    return SAME;
  const SmrAccessDigit *mine = &r->dest->digits[r->dest->first[d + 1] - 1];
  if (last == v->first[e] || v->digits[last - 1].size != mine->size)
    return APART;
  bool same = true;
  for (uint32_t c = 0; c < v->coordinates; c++)
    same &= v->digits[last - 1].by[c] == smr_loops_int(r->l->loops, 0);
  return same ? SAME : is_next(r->l, v, last - 1) ? NEXT : APART;
}

static void choose_vectors(Reduction *r) {
  r->dim = UINT32_MAX;
  for (uint32_t d = 0; d < r->dest->dims; d++) {
    uint32_t last = r->dest->first[d + 1];
    if (last == r->dest->first[d] || !is_next(r->l, r->dest, last - 1))
      continue;
    if (along(r, false, d) != APART && (!r->from.other || along(r, true, d) != APART))
      r->dim = d;
  }
}

static SmrLoopsType block_type(const Reduction *r) {
  return (SmrLoopsType){r->l->type.bits, r->lanes, false};
}

/// The destination's element that vector u of the block begins with.
static void element(const Reduction *r, uint32_t u, SmrLoopsIndex *at) {
  SmrLoopsProgram *loops = r->l->loops;
  for (uint32_t d = 0; d < r->dest->dims; d++)
    at[d] = r->at[d];
  if (r->dim != UINT32_MAX) {
    SmrLoopsIndex size = r->dest->digits[r->dest->first[r->dim + 1] - 1].size;
    SmrLoopsIndex here = smr_loops_add(loops, r->start, smr_loops_int(loops, (int64_t)u * r->lanes));
    at[r->dim] = smr_loops_add(loops, smr_loops_mul(loops, at[r->dim], size), here);
  }
}

static SmrLoopsValue load_operand(const Reduction *r, bool other, const SmrLoopsIndex *dest,
                                  const SmrLoopsIndex *items) {
  const SmrAccessView *v = other ? r->from.other : r->from.view;
  SmrLoopsIndex at[SMR_ACCESS_MAX_RANK];
  uint32_t offset = other && r->from.cartesian ? r->from.view->accessed : 0;
  for (uint32_t d = 0; d < v->dims; d++)
    at[d] = d < v->accessed ? dest[d + offset] : items[d - v->accessed];
  bool wide = r->lanes > 1 && along(r, other, r->dim) == NEXT;
  SmrLoopsValue value = smr_access_lower_load(r->l, v, at, wide ? r->lanes : 1);
  return r->lanes > 1 && !wide ? smr_loops_broadcast(r->l->loops, value, r->lanes) : value;
}

/// What one item adds to an element.
static SmrLoopsValue item(const Reduction *r, uint32_t u, SmrLoopsIndex *items) {
  SmrLoopsProgram *loops = r->l->loops;
  SmrLoopsIndex at[SMR_ACCESS_MAX_RANK];
  int64_t factors = 1;
  element(r, u, at);
  if (r->from.other) {
    SmrLoopsValue a = load_operand(r, false, at, items);
    return smr_loops_arith(loops, SMR_LOOPS_MUL, a, load_operand(r, true, at, items));
  }
  if (r->by != SMR_ACCESS_BY_DOT)
    return load_operand(r, false, at, items);
  if (!smr_loops_is_int(smr_access_view_size(r->l, r->from.view, r->from.view->accessed), &factors))
    smr_access_lower_fail(r->l, "a product of an unknown number of operands");
  SmrLoopsValue product = 0;
  for (int64_t t = 0; t < factors; t++) {
    items[0] = smr_loops_int(loops, t);
    SmrLoopsValue factor = load_operand(r, false, at, items);
    product = t ? smr_loops_arith(loops, SMR_LOOPS_MUL, product, factor) : factor;
  }
  return product;
}

/// Loops over the items' dimensions from d on, and their digits from k on.
static void add_items(const Reduction *r, uint32_t d, uint32_t k, SmrLoopsIndex *items,
                      const SmrLoopsValue *before, SmrLoopsValue *after) {
  const SmrAccessView *v = r->from.view;
  SmrLoopsProgram *loops = r->l->loops;
  if (d == v->dims) {
    SmrLoopsOp op = r->by == SMR_ACCESS_BY_MAX ? SMR_LOOPS_MAX : SMR_LOOPS_ADD;
    for (uint32_t u = 0; u < r->vectors; u++)
      after[u] = smr_loops_arith(loops, op, before[u], item(r, u, items));
    return;
  }
  bool tuple = r->by == SMR_ACCESS_BY_DOT && !r->from.other && d == v->accessed;
  if (tuple || k == v->first[d + 1]) {
    if (d + 1 < v->dims)
      items[d + 1 - v->accessed] = smr_loops_int(loops, 0);
    add_items(r, d + 1, v->first[d + 1], items, before, after);
    return;
  }
  SmrLoopsValue inside[SIDE_BY_SIDE], next[SIDE_BY_SIDE];
  SmrLoopsIndex kept = items[d - v->accessed];
  SmrLoopsIndex step =
      smr_loops_for_carried(loops, v->digits[k].size, SMR_LOOPS_SEQUENTIAL, r->vectors, before, inside);
  items[d - v->accessed] = smr_loops_add(loops, smr_loops_mul(loops, kept, v->digits[k].size), step);
  add_items(r, d, k + 1, items, inside, next);
  smr_loops_end(loops, r->vectors, next, after);
  items[d - v->accessed] = kept;
}

static void emit_block(Reduction *r, uint16_t lanes, uint32_t vectors, SmrLoopsIndex start) {
  SmrLoopsProgram *loops = r->l->loops;
  bool in_place = r->by == SMR_ACCESS_BY_MAX ? r->store == SMR_ACCESS_MAX : r->store == SMR_ACCESS_ADD;
  SmrLoopsValue before[SIDE_BY_SIDE], after[SIDE_BY_SIDE];
  SmrLoopsIndex items[SMR_ACCESS_MAX_RANK + 1] = {smr_loops_int(loops, 0)}, at[SMR_ACCESS_MAX_RANK];
  SmrLoopsIndex place[SMR_ACCESS_MAX_COORDINATES];
  r->lanes = lanes;
  r->vectors = vectors;
  r->start = start;
  for (uint32_t u = 0; u < vectors; u++) {
    element(r, u, at);
    coordinates(r->l, r->dest, at, place);
    before[u] = in_place
                    ? smr_loops_load(loops, block_type(r), r->dest->buffer, place)
                    : smr_loops_constant(loops, block_type(r), r->by == SMR_ACCESS_BY_MAX ? -INFINITY : 0);
  }
  const SmrAccessView *v = r->from.view;
  add_items(r, v->accessed, v->first[v->accessed], items, before, after);
  for (uint32_t u = 0; u < vectors; u++) {
    element(r, u, at);
    smr_access_lower_put(r->l, r->dest, at, after[u], in_place ? SMR_ACCESS_SET : r->store);
  }
}

/// A loop over blocks from `start` on, unless there are certainly none.
static void emit_blocks(Reduction *r, SmrLoopsIndex count, uint16_t lanes, uint32_t vectors,
                        SmrLoopsIndex start) {
  SmrLoopsProgram *loops = r->l->loops;
  int64_t number;
  if (smr_loops_is_int(count, &number) && number <= 0)
    return;
  SmrLoopsIndex step = smr_loops_for(loops, count, SMR_LOOPS_SEQUENTIAL);
  SmrLoopsIndex width = smr_loops_int(loops, (int64_t)lanes * vectors);
  emit_block(r, lanes, vectors, smr_loops_add(loops, start, smr_loops_mul(loops, step, width)));
  smr_loops_end(loops, 0, NULL, NULL);
}

static void emit_along(Reduction *r) {
  SmrLoopsProgram *loops = r->l->loops;
  uint16_t lanes = (uint16_t)(VECTOR_BITS / r->l->type.bits);
  SmrLoopsIndex zero = smr_loops_int(loops, 0), one = smr_loops_int(loops, lanes);
  SmrLoopsIndex wide = smr_loops_int(loops, lanes * SIDE_BY_SIDE);
  SmrLoopsIndex size = r->dest->digits[r->dest->first[r->dim + 1] - 1].size;
  SmrLoopsIndex many = smr_loops_mul(loops, smr_loops_div(loops, size, wide), wide);
  SmrLoopsIndex all = smr_loops_mul(loops, smr_loops_div(loops, size, one), one);
  emit_blocks(r, smr_loops_div(loops, size, wide), lanes, SIDE_BY_SIDE, zero);
  emit_blocks(r, smr_loops_div(loops, smr_loops_mod(loops, size, wide), one), lanes, 1, many);
  emit_blocks(r, smr_loops_mod(loops, size, one), 1, 1, all);
}

static void count(const Reduction *r) {
  SmrAccessLowering *l = r->l;
  const SmrAccessView *v = r->from.view;
  double items = elements(l, v, v->accessed, v->dims),
         outputs = l->times * elements(l, r->dest, 0, r->dest->dims);
  double width = 1, lanes = VECTOR_BITS / l->type.bits, wide = lanes * SIDE_BY_SIDE, vectors = 0, left = 1;
  if (r->dim != UINT32_MAX) {
    width = smr_access_lower_estimate(l, r->dest->digits[r->dest->first[r->dim + 1] - 1].size);
    left = fmod(width, lanes);
    vectors = floor(width / wide) + floor(fmod(width, wide) / lanes);
  }
  if (!(width > 0))
    return;
  l->figures.vectors += outputs / width * (width - left) * items;
  l->figures.scalars += outputs / width * left * items;
  l->figures.blocks += outputs / width * (vectors + left);
}

void smr_access_lower_reduce(SmrAccessLowering *l, const SmrAccessView *dest, SmrAccessReduce by,
                             SmrAccessOperand from, SmrAccessStore store) {
  Reduction r = {.l = l, .dest = dest, .from = from, .by = by, .store = store};
  uint32_t opened = 0;
  choose_vectors(&r);
  for (uint32_t d = 0; d < dest->dims; d++) {
    bool other = from.other && from.cartesian && d >= from.view->accessed;
    const SmrAccessDigit *digits;
    uint32_t count = finer(dest, d, other ? from.other : from.view, operands_dim(&r, other, d), &digits);
    count -= d == r.dim;
    r.at[d] = open_digits(l, digits, count);
    opened += count;
  }
  if (r.dim == UINT32_MAX)
    emit_block(&r, 1, 1, smr_loops_int(l->loops, 0));
  else
    emit_along(&r);
  close_loops(l, opened);
  count(&r);
}
