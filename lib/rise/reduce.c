//===- reduce.c - reductions ---------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Numbers, vectors and pairs of them are carried from step to step. An array is updated in place, where each
// element of the next one reads of the last one no more than itself (SmrRiseGuard); otherwise the next one is
// computed beside it, and copied.
//===----------------------------------------------------------------------===//
#include "rise/internal.h"
#include <string.h>

enum { MAX_CARRIED = 16, MAX_REGISTERS = 64, MAX_LOCAL = 4096, MAX_UNROLLED = 256 };

static SmrLoopsOrder order_of(const SmrRiseValue *v) {
  int64_t count;
  return v->primitive == SMR_RISE_REDUCE_SEQ_UNROLL && smr_loops_is_int(v->step, &count) &&
                 count <= MAX_UNROLLED
             ? SMR_LOOPS_UNROLLED
             : SMR_LOOPS_SEQUENTIAL;
}

static SmrRiseValue *step(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *accumulator, SmrLoopsIndex i) {
  SmrRiseValue *f = smr_rise_apply(r, v->args[0], accumulator);
  return smr_rise_apply(r, f, smr_rise_element(r, v->args[2], i));
}

//===--- numbers ---===//

static bool has_array(const SmrRise *rise, SmrDatum type) {
  return smr_rise_is(rise, type, "tuple")
             ? has_array(rise, smr_rise_part(rise, type, 1)) || has_array(rise, smr_rise_part(rise, type, 2))
             : smr_rise_is(rise, type, "array");
}

static void flatten(SmrRiseLowering *r, SmrRiseValue *v, SmrDatum type, SmrLoopsValue *out, uint32_t *count) {
  if (smr_rise_is(r->rise, type, "tuple")) {
    for (uint32_t k = 0; k < 2; k++)
      flatten(r, smr_rise_half(r, v, k), smr_rise_part(r->rise, type, k + 1), out, count);
    return;
  }
  if (*count == MAX_CARRIED) {
    smr_rise_fail(r, "a reduction of too many numbers at once");
    return;
  }
  out[(*count)++] = smr_rise_number(r, v);
}

static SmrRiseValue *carried(SmrRiseLowering *r, SmrDatum type, const SmrLoopsValue **numbers) {
  if (smr_rise_is(r->rise, type, "tuple")) {
    SmrRiseValue *v = smr_rise_value(r, SMR_RISE_PAIR);
    v->args[0] = carried(r, smr_rise_part(r->rise, type, 1), numbers);
    v->args[1] = carried(r, smr_rise_part(r->rise, type, 2), numbers);
    return v;
  }
  SmrRiseValue *v = smr_rise_value(r, SMR_RISE_NUMBER);
  v->known = *(*numbers)++;
  v->lanes = smr_loops_type(r->l, v->known).lanes;
  v->block = smr_vec_last(&r->blocks);
  return v;
}

static SmrRiseValue *fold_numbers(SmrRiseLowering *r, SmrRiseValue *v) {
  SmrLoopsValue inits[MAX_CARRIED], inside[MAX_CARRIED], next[MAX_CARRIED];
  uint32_t count = 0, same = 0;
  flatten(r, v->args[1], v->type, inits, &count);
  smr_rise_prepare(r, v->args[2]);
  SmrLoopsIndex i = smr_loops_for_carried(r->l, v->step, order_of(v), count, inits, inside);
  smr_rise_open(r);
  const SmrLoopsValue *at = inside;
  flatten(r, step(r, v, carried(r, v->type, &at), i), v->type, next, &same);
  smr_rise_close(r);
  if (!r->error)
    smr_loops_end(r->l, count, next, inits);
  at = inits;
  return carried(r, v->type, &at);
}

//===--- arrays ---===//

// How many elements, when that is known and at most `most`; otherwise 0.
static int64_t elements(SmrRiseLowering *r, SmrDatum type, int64_t most) {
  int64_t total = 1, size;
  for (; smr_rise_is(r->rise, type, "array"); type = smr_rise_part(r->rise, type, 2)) {
    if (!smr_loops_is_int(smr_rise_extent(r, smr_rise_part(r->rise, type, 1)), &size) || size > most)
      return 0;
    total *= size;
    if (total > most)
      return 0;
  }
  return smr_rise_is(r->rise, type, "f32") || smr_rise_is(r->rise, type, "vec") ? total : 0;
}

// Memory that is read as the accumulator of that number.
static SmrRiseValue *owned(SmrRiseLowering *r, const SmrRiseValue *memory, uint32_t owner) {
  SmrRiseValue *v = smr_rise_value(r, memory->kind);
  *v = *memory;
  if (v->kind == SMR_RISE_CELL)
    v->number = owner;
  for (int k = 0; k < 3; k++)
    if (v->args[k])
      v->args[k] = owned(r, v->args[k], owner);
  return v;
}

static void guard_memory(SmrRiseLowering *r, const SmrRiseValue *memory, uint32_t node) {
  if (memory->kind == SMR_RISE_CELL) {
    SmrRiseGuard g = {
        .buffer = memory->buffer, .node = node, .owner = memory->number, .known = true, .rank = memory->rank};
    memcpy(g.index, memory->index, sizeof g.index);
    smr_vec_push(&r->guards, g);
    return;
  }
  for (int k = 0; k < 3; k++)
    if (memory->args[k])
      guard_memory(r, memory->args[k], node);
}

static void take(SmrRiseLowering *r, const SmrRiseValue *memory) {
  for (uint32_t k = 0; k < r->guards.size; k++)
    if (memory->kind == SMR_RISE_CELL && r->guards.data[k].buffer == memory->buffer)
      r->guards.data[k].taken = true;
  for (int k = 0; k < 3; k++)
    if (memory->args[k])
      take(r, memory->args[k]);
}

static bool is_plain(const SmrRiseValue *memory) {
  return memory->kind == SMR_RISE_STORED ? is_plain(memory->args[0]) : memory->kind == SMR_RISE_CELL;
}

static bool is_accumulator(const SmrRiseValue *memory) {
  return memory->kind == SMR_RISE_STORED ? is_accumulator(memory->args[0]) : memory->number != 0;
}

// Few numbers are kept in registers; blocks near by, until they are done; others where they are wanted.
static bool is_apart(SmrRiseLowering *r, const SmrRiseValue *v, const SmrRiseValue *to) {
  return !to || !is_plain(to) || elements(r, v->type, MAX_REGISTERS) ||
         (!is_accumulator(to) && elements(r, v->type, MAX_LOCAL));
}

static SmrRiseValue *fold_array(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  bool in_place = !r->copied[v->node], is_loop, apart = is_apart(r, v, to);
  SmrRiseValue *memory = apart ? smr_rise_memory(r, v->type, 0, NULL, NULL, true) : to;
  SmrRiseValue *next = in_place ? NULL : smr_rise_memory(r, v->type, 0, NULL, NULL, true);
  smr_rise_store(r, v->args[1], memory);
  smr_rise_prepare(r, v->args[2]);
  SmrRiseValue *accumulator = owned(r, memory, ++r->next_owner);
  uint32_t guards = r->guards.size;
  SmrLoopsIndex i = smr_rise_for(r, v->step, order_of(v), &is_loop);
  take(r, memory);
  if (in_place)
    guard_memory(r, accumulator, v->node);
  smr_rise_store(r, step(r, v, accumulator, i), in_place ? accumulator : next);
  r->guards.size = guards;
  if (!in_place)
    smr_rise_store(r, next, memory);
  smr_rise_end(r, order_of(v), is_loop);
  return memory;
}

SmrRiseValue *smr_rise_fold(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  if (!smr_rise_is_open(r, v->block)) {
    v->stored = r->error                      ? smr_rise_value(r, SMR_RISE_CONSTANT)
                : has_array(r->rise, v->type) ? fold_array(r, v, to)
                                              : fold_numbers(r, v);
    v->known = v->stored->known;
    v->block = smr_vec_last(&r->blocks);
  }
  return v->stored;
}
