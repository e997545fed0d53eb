//===- lower_emit.c - scopes of the lowering -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"
#include <stdarg.h>

void smr_lower_fail(SmrLowering *l, const char *format, ...) {
  if (l->error)
    return;
  va_list args;
  va_start(args, format);
  l->error = smr_arena_vprintf(&l->scopes.arena, format, args);
  va_end(args);
}

void *smr_lower_alloc(SmrLowering *l, size_t bytes) {
  return smr_arena_alloc(&l->scopes.arena, bytes);
}

SmrLowerScope *smr_lower_scope(const SmrLowering *l, uint32_t level) {
  return (SmrLowerScope *)l->scopes.open.data[level];
}

double smr_lower_trips(const SmrLowering *l, uint32_t from, uint32_t to) {
  double product = 1;
  for (uint32_t i = from + 1; i <= to; i++)
    if (smr_lower_scope(l, i)->trips)
      product *= smr_lower_scope(l, i)->trips->value;
  return product;
}

static bool may_be_empty(const SmrLowerScope *s) {
  return s->trips && !(s->trips->constant && s->trips->value >= 1);
}

uint32_t smr_lower_safe_level(const SmrLowering *l, uint32_t level) {
  for (uint32_t i = smr_scopes_level(&l->scopes); i > level; i--)
    if (may_be_empty(smr_lower_scope(l, i)))
      return i;
  return level;
}

static void push(SmrLowering *l, SmrLowerValue *trips) {
  SmrLowerScope *s = smr_xcalloc(1, sizeof *s);
  s->trips = trips;
  smr_vec_push(&l->scopes.open, &s->scope);
}

void smr_lower_drop(SmrLowering *l) {
  SmrLowerScope *s = (SmrLowerScope *)smr_vec_pop(&l->scopes.open);
  smr_scope_free(&s->scope);
  smr_vec_free(&s->loads);
  free(s);
}

SmrLowerSuspended smr_lower_suspend(SmrLowering *l, uint32_t level, bool guard) {
  SmrLowerSuspended s = {.count = smr_scopes_level(&l->scopes) - level};
  s.inner = smr_lower_alloc(l, (s.count + 1) * sizeof *s.inner);
  SmrLoopsTest *tests = smr_lower_alloc(l, (s.count + 1) * sizeof *tests);
  uint32_t count = 0;
  for (uint32_t i = 0; i < s.count; i++)
    s.inner[i] = smr_lower_scope(l, level + 1 + i);
  l->scopes.open.size = level + 1;
  smr_loops_suspend(l->loops, level);
  for (uint32_t i = 0; i < s.count && guard; i++)
    if (may_be_empty(s.inner[i]))
      tests[count++] =
          (SmrLoopsTest){smr_loops_int(l->loops, 0), SMR_LOOPS_LT, smr_lower_index(l, s.inner[i]->trips)};
  s.guarded = count > 0;
  if (s.guarded) {
    smr_loops_if(l->loops, count, tests);
    push(l, NULL);
  }
  return s;
}

void smr_lower_resume(SmrLowering *l, SmrLowerSuspended *s) {
  if (s->guarded)
    smr_lower_end(l, 0, NULL, NULL);
  smr_loops_resume(l->loops, s->count);
  for (uint32_t i = 0; i < s->count; i++)
    smr_vec_push(&l->scopes.open, &s->inner[i]->scope);
}

SmrLowerValue *smr_lower_loop(SmrLowering *l, SmrLowerValue *count, uint32_t carried,
                              const SmrLoopsValue *inits, SmrLoopsValue *inside) {
  SmrLoopsIndex index = smr_loops_for_carried(l->loops, smr_lower_index(l, count), SMR_LOOPS_SEQUENTIAL,
                                              carried, inits, inside);
  push(l, count);
  return smr_lower_integer(l, index, smr_scopes_level(&l->scopes), false);
}

SmrLoopsMatrix smr_lower_matrix(SmrLowering *l, const SmrLowerValue *v) {
  SmrLoopsIndex one = smr_loops_int(l->loops, 1);
  if (v->offset->lanes) // (of the first one only)
    l->no_lanes = true;
  if (v->rank > 2)
    smr_lower_fail(l, "linalg of an array of more than two dimensions");
  return (SmrLoopsMatrix){v->buffer, v->offset->index, v->rank ? v->strides[0]->index : one,
                          v->rank == 2 ? v->strides[1]->index : one};
}

void smr_lower_named(SmrLowering *l, SmrLoopsNamed what, SmrLowerValue *number, SmrLowerValue *a,
                     SmrLowerValue *b, SmrLowerValue *dest) {
  SmrLowerValue *like = what == SMR_LOOPS_REDUCE ? a : dest;
  SmrLoopsMatrix c = smr_lower_matrix(l, dest), x = a ? smr_lower_matrix(l, a) : c,
                 y = b ? smr_lower_matrix(l, b) : c;
  SmrLoopsValue value = number ? smr_lower_as(l, number, dest->number) : SMR_LOOPS_ONE;
  smr_loops_named(l->loops, what, smr_lower_loops_type(dest->number), like->dims[0]->index,
                  like->rank == 2 ? like->dims[1]->index : smr_loops_int(l->loops, 1), value, x, y, c);
  push(l, NULL);
}

void smr_lower_end(SmrLowering *l, uint32_t carried, const SmrLoopsValue *yields, SmrLoopsValue *results) {
  smr_loops_end(l->loops, carried, yields, results);
  smr_lower_drop(l);
}
