//===- lower_view.c - index maps ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Requires of each operator's arguments what its shape rule requires. Keeps: the buffer's contents.
#include "access/lower_internal.h"

static SmrLoopsIndex zero(SmrAccessLowering *l) {
  return smr_loops_int(l->loops, 0);
}

static bool is_number(SmrLoopsIndex i, int64_t value) {
  int64_t n;
  return smr_loops_is_int(i, &n) && n == value;
}

static SmrAccessView *new_view(SmrAccessLowering *l) {
  return smr_arena_alloc(&l->arena, sizeof(SmrAccessView));
}

SmrAccessView *smr_access_view_copy(SmrAccessLowering *l, const SmrAccessView *view) {
  SmrAccessView *copy = new_view(l);
  *copy = *view;
  return copy;
}

/// Everything of a view but its dimensions.
static SmrAccessView *without_dims(SmrAccessLowering *l, const SmrAccessView *view, uint32_t accessed) {
  SmrAccessView *v = smr_access_view_copy(l, view);
  v->dims = v->first[0] = 0;
  v->accessed = accessed;
  return v;
}

/// The digits that are added from now on are the next dimension's.
static void end_dim(SmrAccessView *v, uint32_t digits) {
  v->first[++v->dims] = digits;
}

static void add_digit(SmrAccessLowering *l, SmrAccessView *v, uint32_t *digits, SmrAccessDigit digit) {
  if (is_number(digit.size, 1))
    return;
  if (*digits == SMR_ACCESS_MAX_DIGITS) {
    smr_access_lower_fail(l, "too many dimensions");
    return;
  }
  v->digits[(*digits)++] = digit;
}

static void add_dim_of(SmrAccessLowering *l, SmrAccessView *v, uint32_t *digits, const SmrAccessView *from,
                       uint32_t dim) {
  for (uint32_t k = from->first[dim]; k < from->first[dim + 1]; k++)
    add_digit(l, v, digits, from->digits[k]);
  end_dim(v, *digits);
}

static SmrAccessDigit along(SmrAccessLowering *l, SmrLoopsIndex size, uint32_t coordinate) {
  SmrAccessDigit digit = {.size = size};
  for (uint32_t c = 0; c < SMR_ACCESS_MAX_COORDINATES; c++)
    digit.by[c] = smr_loops_int(l->loops, c == coordinate);
  return digit;
}

static SmrAccessDigit times(SmrAccessLowering *l, SmrAccessDigit digit, SmrLoopsIndex size,
                            SmrLoopsIndex by) {
  digit.size = size;
  for (uint32_t c = 0; c < SMR_ACCESS_MAX_COORDINATES; c++)
    digit.by[c] = smr_loops_mul(l->loops, digit.by[c], by);
  return digit;
}

static void move(SmrAccessLowering *l, SmrAccessView *v, const SmrAccessDigit *digit, SmrLoopsIndex by) {
  for (uint32_t c = 0; c < v->coordinates; c++)
    v->offset[c] = smr_loops_add(l->loops, v->offset[c], smr_loops_mul(l->loops, digit->by[c], by));
}

SmrAccessView *smr_access_view_place(SmrAccessLowering *l, const SmrAccessPlace *place, uint32_t rank,
                                     const SmrLoopsIndex *sizes, const SmrLoopsIndex *batch) {
  SmrAccessView *v = new_view(l);
  uint32_t digits = 0;
  v->buffer = place->buffer;
  v->rank = v->coordinates = place->rank;
  v->accessed = rank;
  for (uint32_t c = 0; c < place->rank; c++) {
    v->strides[c] = place->strides[c];
    v->offset[c] = zero(l);
  }
  for (uint32_t b = 0; b < l->options->batches; b++)
    if (place->batch[b] >= 0)
      v->offset[place->batch[b]] = batch[b];
  for (uint32_t d = 0; d < rank; d++) {
    add_digit(l, v, &digits, along(l, sizes[d], place->dims[d]));
    end_dim(v, digits);
  }
  return v;
}

SmrAccessView *smr_access_view_alloc(SmrAccessLowering *l, uint32_t rank, const SmrLoopsIndex *sizes,
                                     uint32_t accessed) {
  SmrAccessPlace place = {.buffer = smr_loops_alloc(l->loops, l->type, rank, sizes), .rank = rank};
  SmrLoopsIndex stride = smr_loops_int(l->loops, 1);
  for (uint32_t d = rank; d-- > 0;) {
    place.dims[d] = d;
    place.strides[d] = stride;
    stride = smr_loops_mul(l->loops, stride, sizes[d]);
  }
  for (uint32_t b = 0; b < SMR_ACCESS_MAX_BATCHES; b++)
    place.batch[b] = -1;
  SmrAccessView *v = smr_access_view_place(l, &place, rank, sizes, NULL);
  v->accessed = accessed;
  return v;
}

SmrAccessView *smr_access_view_flat(SmrAccessLowering *l, const SmrAccessView *flat, uint32_t dims,
                                    const SmrLoopsIndex *sizes, uint32_t accessed) {
  SmrAccessDigit out[SMR_ACCESS_MAX_RANK];
  SmrLoopsIndex below = smr_loops_int(l->loops, 1);
  for (uint32_t d = dims; d-- > 0;) {
    below = d + 1 == accessed ? smr_loops_int(l->loops, 1) : below;
    out[d] = times(l, along(l, sizes[d], d >= accessed), sizes[d], below);
    below = smr_loops_mul(l->loops, below, sizes[d]);
  }
  SmrAccessView *v = without_dims(l, flat, accessed);
  uint32_t digits = 0;
  for (uint32_t d = 0; d < dims; d++) {
    add_digit(l, v, &digits, out[d]);
    end_dim(v, digits);
  }
  return v;
}

SmrLoopsIndex smr_access_view_size(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim) {
  SmrLoopsIndex size = smr_loops_int(l->loops, 1);
  for (uint32_t k = view->first[dim]; k < view->first[dim + 1]; k++)
    size = smr_loops_mul(l->loops, size, view->digits[k].size);
  return size;
}

SmrAccessView *smr_access_view_permute(SmrAccessLowering *l, const SmrAccessView *view,
                                       const uint32_t *order) {
  SmrAccessView *v = without_dims(l, view, view->accessed);
  uint32_t digits = 0;
  for (uint32_t d = 0; d < view->dims; d++)
    add_dim_of(l, v, &digits, view, order[d]);
  return v;
}

/// The digit of a dimension that has no more than one; one that moves nothing where it has none.
static bool single(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim, SmrAccessDigit *digit) {
  uint32_t count = view->first[dim + 1] - view->first[dim];
  *digit = count ? view->digits[view->first[dim]] : along(l, smr_loops_int(l->loops, 1), UINT32_MAX);
  return count <= 1;
}

/// A view with another digit for a dimension.
static SmrAccessView *replace(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim,
                              SmrAccessDigit digit) {
  SmrAccessView *v = without_dims(l, view, view->accessed);
  uint32_t digits = 0;
  for (uint32_t d = 0; d < view->dims; d++)
    if (d != dim)
      add_dim_of(l, v, &digits, view, d);
    else {
      add_digit(l, v, &digits, digit);
      end_dim(v, digits);
    }
  return v;
}

SmrAccessView *smr_access_view_slice(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim,
                                     SmrLoopsIndex from, SmrLoopsIndex size) {
  SmrAccessDigit digit;
  if (!single(l, view, dim, &digit))
    return NULL;
  SmrAccessDigit part = digit;
  part.size = size;
  SmrAccessView *v = replace(l, view, dim, part);
  move(l, v, &digit, from);
  return v;
}

SmrAccessView *smr_access_view_windows(SmrAccessLowering *l, const SmrAccessView *view,
                                       const SmrLoopsIndex *counts, const SmrLoopsIndex *sizes,
                                       const SmrLoopsIndex *steps) {
  SmrAccessView *v = without_dims(l, view, view->dims);
  uint32_t digits = 0;
  SmrAccessDigit digit;
  for (uint32_t d = 0; d < view->accessed; d++)
    add_dim_of(l, v, &digits, view, d);
  for (uint32_t across = 0; across < 2; across++)
    for (uint32_t d = view->accessed; d < view->dims; d++) {
      uint32_t k = d - view->accessed;
      if (!single(l, view, d, &digit))
        return NULL;
      add_digit(l, v, &digits,
                across ? times(l, digit, sizes[k], smr_loops_int(l->loops, 1))
                       : times(l, digit, counts[k], steps[k]));
      end_dim(v, digits);
    }
  return v;
}

SmrLoopsIndex smr_access_quotient(SmrAccessLowering *l, SmrLoopsIndex size, SmrLoopsIndex part) {
  int64_t n, p;
  if (size == part)
    return smr_loops_int(l->loops, 1);
  if (smr_loops_is_int(size, &n) && smr_loops_is_int(part, &p) && p > 0 && n % p == 0)
    return smr_loops_int(l->loops, n / p);
  SmrLoopsIndex q = smr_loops_div(l->loops, size, part);
  return smr_loops_mul(l->loops, q, part) == size ? q : NULL;
}

/// The digits left to give out, from the last to the first.
typedef struct {
  SmrAccessDigit digits[SMR_ACCESS_MAX_DIGITS];
  uint32_t count;
} Left;

/// Takes digits from the end that make up `size`, putting them at `at` downwards. False: they cannot be cut
/// so.
static bool take(SmrAccessLowering *l, Left *left, SmrLoopsIndex size, SmrAccessDigit *out, uint32_t *count) {
  SmrLoopsIndex one = smr_loops_int(l->loops, 1);
  for (*count = 0; size != one; (*count)++) {
    if (!left->count || *count == SMR_ACCESS_MAX_DIGITS)
      return false;
    SmrAccessDigit *last = &left->digits[left->count - 1];
    SmrLoopsIndex rest = smr_access_quotient(l, size, last->size);
    if (rest) {
      out[*count] = *last;
      size = rest;
      left->count--;
      continue;
    }
    rest = smr_access_quotient(l, last->size, size);
    if (!rest)
      return false;
    out[*count] = times(l, *last, size, one);
    *last = times(l, *last, rest, size);
    size = one;
  }
  return true;
}

typedef struct {
  SmrAccessDigit digits[SMR_ACCESS_MAX_DIGITS];
  uint32_t count;
} Dim;

SmrAccessView *smr_access_view_reshape(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dims,
                                       const SmrLoopsIndex *sizes, uint32_t accessed) {
  Dim *out = smr_arena_alloc(&l->arena, (dims + 1) * sizeof *out);
  uint32_t digits = 0;
  for (int item = 0; item < 2; item++) {
    uint32_t from = item ? view->accessed : 0, end = item ? view->dims : view->accessed;
    uint32_t first = item ? accessed : 0, last = item ? dims : accessed;
    Left left = {.count = view->first[end] - view->first[from]};
    for (uint32_t k = 0; k < left.count; k++)
      left.digits[k] = view->digits[view->first[from] + k];
    for (uint32_t d = last; d-- > first;)
      if (!take(l, &left, sizes[d], out[d].digits, &out[d].count))
        return NULL;
    if (left.count)
      return NULL;
  }
  SmrAccessView *v = without_dims(l, view, accessed);
  for (uint32_t d = 0; d < dims; d++) {
    for (uint32_t k = out[d].count; k-- > 0;)
      add_digit(l, v, &digits, out[d].digits[k]);
    end_dim(v, digits);
  }
  return v;
}

SmrAccessView *smr_access_view_pad(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim,
                                   SmrLoopsIndex before, SmrLoopsIndex size) {
  SmrAccessDigit digit;
  if (!single(l, view, dim, &digit) || view->coordinates == SMR_ACCESS_MAX_COORDINATES)
    return NULL;
  uint32_t bound = view->coordinates;
  if (view->first[dim] == view->first[dim + 1]) // of size 1: it moves nothing, but is inside or not
    digit = along(l, size, bound);
  digit.by[bound] = smr_loops_int(l->loops, 1);
  SmrAccessDigit padded = digit;
  padded.size = size;
  SmrAccessView *v = replace(l, view, dim, padded);
  v->coordinates = bound + 1;
  v->offset[bound] = zero(l);
  v->bound[bound] = smr_access_view_size(l, view, dim);
  move(l, v, &digit, smr_loops_sub(l->loops, zero(l), before));
  return v;
}

SmrAccessView *smr_access_view_broadcast(SmrAccessLowering *l, const SmrAccessView *view,
                                         const SmrLoopsIndex *sizes) {
  SmrAccessView *v = without_dims(l, view, view->accessed);
  uint32_t digits = 0;
  for (uint32_t d = 0; d < view->dims; d++)
    if (view->first[d] != view->first[d + 1] || is_number(sizes[d], 1))
      add_dim_of(l, v, &digits, view, d);
    else {
      add_digit(l, v, &digits, along(l, sizes[d], UINT32_MAX));
      end_dim(v, digits);
    }
  return v;
}

SmrAccessView *smr_access_view_without(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim) {
  SmrAccessView *v = without_dims(l, view, view->accessed - (dim < view->accessed));
  uint32_t digits = 0;
  for (uint32_t d = 0; d < view->dims; d++)
    if (d != dim)
      add_dim_of(l, v, &digits, view, d);
  return v;
}

SmrAccessView *smr_access_view_with(SmrAccessLowering *l, const SmrAccessView *view, uint32_t dim,
                                    uint32_t accessed) {
  SmrAccessView *v = without_dims(l, view, accessed);
  uint32_t digits = 0;
  for (uint32_t d = 0; d <= view->dims; d++) {
    if (d == dim)
      end_dim(v, digits);
    if (d < view->dims)
      add_dim_of(l, v, &digits, view, d);
  }
  return v;
}

SmrLoopsIndex smr_access_view_stride(SmrAccessLowering *l, const SmrAccessView *view, uint32_t digit) {
  SmrLoopsIndex stride = zero(l);
  for (uint32_t c = 0; c < view->rank; c++)
    stride =
        smr_loops_add(l->loops, stride, smr_loops_mul(l->loops, view->digits[digit].by[c], view->strides[c]));
  return stride;
}

SmrLoopsIndex smr_access_view_start(SmrAccessLowering *l, const SmrAccessView *view) {
  SmrLoopsIndex start = zero(l);
  for (uint32_t c = 0; c < view->rank; c++)
    start = smr_loops_add(l->loops, start, smr_loops_mul(l->loops, view->offset[c], view->strides[c]));
  return start;
}
