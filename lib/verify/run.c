//===- run.c - the phases of one pair's check ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In a child process: small inputs whose every byte is accounted for, some of them again with special data;
// large strides; large ones; the same ones again and again, and from several threads.
//===----------------------------------------------------------------------===//
#include "verify/child.h"

//--- Special data ------------------------------------------------------------------

/// The first element read at or behind a random place; INT64_MIN: none.
static int64_t some_element(const SmrVerifyObject *o, uint64_t *random) {
  if (!o->cells || o->high == o->low)
    return INT64_MIN;
  int64_t span = o->high - o->low, start = (int64_t)(smr_verify_random(random) % (uint64_t)span);
  for (int part = 0; part < 2; part++) {
    int64_t at = part ? o->low : o->low + start, end = part ? o->low + start : o->high;
    for (; (at = smr_verify_next(o, at, end)) < end; at++)
      if (o->cells[at + SMR_VERIFY_REACH].read_first)
        return at;
  }
  return INT64_MIN;
}

/// One special value in one place that the idiom reads; in a scalar, also among zeros; a NaN, also as all
/// that is not zero.
static bool try_spices(SmrVerifyChild *c, const SmrVerifyCase *plain, SmrSpice last, bool scalars,
                       uint64_t *random) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrPatternArg *arg = &c->pattern->args[k];
    if (!smr_type_is_number(arg->type) || arg->kind == SMR_ARG_RESULT || arg->kind == SMR_ARG_UNUSED ||
        (arg->kind == SMR_ARG_FLOAT && !scalars))
      continue;
    for (SmrSpice spice = SMR_SPICE_NAN; spice <= last; spice++) {
      if (smr_verify_eval(&c->eval, plain) == SMR_RUN_EXCLUDED)
        return true;
      SmrVerifyCase spiced = *plain;
      spiced.spice = spice;
      spiced.spiced_object = k;
      spiced.spiced_offset = INT64_MIN;
      if (arg->kind != SMR_ARG_FLOAT)
        spiced.spiced_offset = some_element(&c->eval.objects[k], random);
      if (arg->kind != SMR_ARG_FLOAT && spiced.spiced_offset == INT64_MIN)
        continue;
      if (!smr_verify_try(c, &spiced))
        return false;
      spiced.data = SMR_DATA_ZEROS;
      if (arg->kind == SMR_ARG_FLOAT && !smr_verify_try(c, &spiced))
        return false;
      spiced.data = SMR_DATA_NONE;
      if (arg->kind != SMR_ARG_FLOAT && spice == SMR_SPICE_NAN &&
          smr_verify_eval(&c->eval, &spiced) != SMR_RUN_EXCLUDED && !smr_verify_try(c, &spiced))
        return false;
    }
  }
  return true;
}

/// Factors that are 0 or 1 are where replacements take short cuts.
static bool try_factors(SmrVerifyChild *c, const SmrVerifyCase *plain, uint64_t *random) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    for (int factor = 0; factor < 2 && c->pattern->args[k].kind == SMR_ARG_FLOAT; factor++) {
      SmrVerifyCase changed = *plain;
      changed.floats[k] = factor;
      if (!try_spices(c, &changed, SMR_SPICE_NAN, false, random))
        return false;
    }
  return true;
}

/// Fortran and C both let two arguments that are only read be the same array.
static bool try_aliases(SmrVerifyChild *c, const SmrVerifyCase *plain) {
  for (uint32_t k = 1; k < c->pattern->arg_count; k++)
    for (uint32_t j = 0; j < k; j++) {
      const SmrPatternArg *a = &c->pattern->args[j], *b = &c->pattern->args[k];
      if (a->kind != SMR_ARG_ARRAY || b->kind != SMR_ARG_ARRAY || a->written || b->written ||
          a->type != b->type)
        continue;
      SmrVerifyCase aliased = *plain;
      aliased.alias[k] = (uint8_t)j;
      if (!smr_verify_try(c, &aliased))
        return false;
    }
  return true;
}

/// Are all results of the last run finite, and far from overflow on the way?
static bool is_tame(const SmrVerifyChild *c) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrVerifyObject *o = &c->eval.objects[k];
    double most = smr_type_part(o->element) == SMR_F64 ? 0x1p1000 : 0x1p120;
    for (int64_t at = o->low; o->cells && (at = smr_verify_next(o, at, o->high)) < o->high; at++) {
      const SmrVerifyCell *cell = &o->cells[at + SMR_VERIFY_REACH];
      if (cell->type && cell->written && smr_type_is_number(cell->type) &&
          !(!cell->value.unknown && cell->value.magnitude < most))
        return false;
    }
  }
  return true;
}

static bool try_data(SmrVerifyChild *c, const SmrVerifyCase *plain, SmrVerifyData data) {
  SmrVerifyCase changed = *plain;
  changed.data = data;
  if (smr_verify_eval(&c->eval, &changed) == SMR_RUN_EXCLUDED)
    return true;
  bool wild = data == SMR_DATA_BROAD || data == SMR_DATA_LARGE;
  return (wild && !is_tame(c)) || smr_verify_try(c, &changed);
}

static bool try_special(SmrVerifyChild *c, const SmrVerifyCase *plain, uint64_t *random) {
  bool finite = c->pair->pair->source->fp_finite;
  return (finite || try_spices(c, plain, SMR_SPICE_MINUS_INF, true, random)) && try_aliases(c, plain) &&
         try_data(c, plain, SMR_DATA_TINY) && try_data(c, plain, SMR_DATA_ZEROS) &&
         try_data(c, plain, SMR_DATA_BROAD) && try_data(c, plain, SMR_DATA_LARGE);
}

//--- All of them -------------------------------------------------------------------

enum { MOST_CASES = 40 };

typedef struct {
  SmrVerifyCase cases[MOST_CASES];
  uint32_t order[MOST_CASES], count; // the smallest first
} Cases;

static void insert(Cases *all, const SmrVerifyCase *inputs) {
  if (all->count == MOST_CASES)
    return;
  uint32_t at = all->count++;
  all->cases[at] = *inputs;
  for (; at && smr_verify_weight(&all->cases[all->order[at - 1]]) > smr_verify_weight(inputs); at--)
    all->order[at] = all->order[at - 1];
  all->order[at] = all->count - 1;
}

static const int32_t small_sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 31, 33};
static const int32_t middle_sizes[] = {20,  24,  31,  32,  33,  43,  47,  63,  64,  65,  127,  128,  129,
                                       200, 255, 256, 257, 300, 420, 511, 512, 513, 777, 1023, 1025, 1100};

/// By design, and where conditions leave little of that, by chance.
static void draw_small(SmrVerifyChild *c, SmrVerifyCover *cover, Cases *out) {
  SmrVerifyCase found;
  smr_verify_cover_begin(cover, small_sizes, sizeof small_sizes / sizeof *small_sizes);
  insert(out, &cover->base);
  for (int way = 0; way < 5; way++) { // these are tried for sure: 1, 2, 3; 1 and 2 in turn; 2 and 1
    int64_t sizes[SMR_COVER_FACTORS], nth = way - 3;
    for (uint32_t f = 0; f < SMR_COVER_FACTORS; f++)
      sizes[f] = way < 3 ? way + 1 : 1 + nth % 2,
      nth += f < cover->factor_count && smr_verify_cover_is_size(cover, f);
    if (smr_verify_cover_fixed(cover, sizes, 60000, &found))
      insert(out, &found);
  }
  for (uint32_t k = 0; k < 20 && smr_verify_cover_next(cover, k % 3 ? 20000 : 60000, &found); k++)
    insert(out, &found);
  for (unsigned size = 0; size < 4 && out->count < 12; size++)
    for (unsigned k = 0; k < 6 && smr_verify_choose(&c->chooser, size, &found); k++)
      insert(out, &found);
}

/// No elements at all, and each size alone being 0: no guard keeps these from a pair on tensors.
static bool run_empty(SmrVerifyChild *c, SmrVerifyCover *cover) {
  static const int16_t others[] = {0, 1, 3, 17};
  SmrVerifyCase found;
  bool ok = true;
  c->eval.unguarded = true;
  for (uint32_t k = 0; k < 4 * cover->factor_count && ok; k++) {
    int64_t sizes[SMR_COVER_FACTORS];
    for (uint32_t f = 0; f < SMR_COVER_FACTORS; f++)
      sizes[f] = f == k / 4 ? 0 : others[k % 4];
    if (smr_verify_cover_is_size(cover, k / 4) && smr_verify_cover_fixed(cover, sizes, 60000, &found))
      ok = smr_verify_try(c, &found);
  }
  c->eval.unguarded = false;
  return ok;
}

/// Without large.c: as large as running the graph allows.
static bool run_middle(SmrVerifyChild *c, SmrVerifyCover *cover, Cases *space) {
  double left = 2.5e6;
  SmrVerifyCase found;
  space->count = 0;
  smr_verify_cover_begin(cover, middle_sizes, sizeof middle_sizes / sizeof *middle_sizes);
  while (space->count < 30 && left > 0 && smr_verify_cover_next(cover, left < 4e5 ? left : 4e5, &found)) {
    left -= cover->cost;
    insert(space, &found);
  }
  for (uint32_t k = 0; k < space->count; k++)
    if (!smr_verify_try(c, &space->cases[space->order[k]]))
      return false;
  return true;
}

/// A call that takes a while, so that calls of several threads meet.
static void draw_long_enough(SmrVerifyCover *cover, SmrVerifyCase *out) {
  static const int16_t sizes[] = {1000, 300, 100, 60, 40, 30, 20};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int64_t values[SMR_COVER_FACTORS];
    for (uint32_t f = 0; f < SMR_COVER_FACTORS; f++)
      values[f] = sizes[k];
    if (smr_verify_cover_fixed(cover, values, 1e5, out))
      return;
  }
}

static bool run_all(SmrVerifyChild *c) {
  static SmrVerifyCover cover;
  static Cases small, middle;
  if (!smr_verify_cover_init(&cover, &c->chooser, &c->eval)) {
    c->report->tell = SMR_TELL_NO_INPUTS;
    return false;
  }
  draw_small(c, &cover, &small);
  uint64_t random = c->chooser.random;
  for (uint32_t k = 0; k < small.count; k++)
    if (!smr_verify_try(c, &small.cases[small.order[k]]))
      return false;
  for (uint32_t k = 0; k < small.count; k += small.count > 12 ? small.count / 3 : 2)
    if (!try_special(c, &small.cases[small.order[k]], &random))
      return false;
  if (!c->pair->pair->source->fp_finite &&
      !try_factors(c, &small.cases[small.order[small.count / 3]], &random))
    return false;
  if (c->pair->tensors && !run_empty(c, &cover))
    return false;
  if (!smr_verify_spans(c, &cover))
    return false;
  bool done = false, ok = smr_verify_large(c, &cover, &done);
  if (ok && (!done || !smr_verify_exact_large(c)))
    ok = run_middle(c, &cover, &middle);
  SmrVerifyCase few = small.cases[small.order[small.count / 4]],
                many = small.cases[small.order[small.count - 1]];
  draw_long_enough(&cover, &many);
  smr_verify_plain_scalars(c, &few);
  smr_verify_plain_scalars(c, &many);
  ok = ok && smr_verify_state(c, &few, &many);
  if (ok)
    c->report->tell = SMR_TELL_FINE;
  return ok;
}

void smr_verify_child(const SmrVerifyPair *pair, bool calibrate, SmrVerifyReport *report) {
  SmrVerifyChild *c = smr_xcalloc(1, sizeof *c);
  c->pair = pair;
  c->pattern = &pair->pair->pair->pattern;
  c->report = report;
  report->side = -1;
  smr_verify_eval_init(&c->eval, pair->pair->graph, c->pattern);
  smr_verify_chooser_init(&c->chooser, pair, &c->eval);
  smr_verify_catch_signals(c);
  smr_verify_state_begin(c);
  if (calibrate)
    smr_verify_calibrate(c);
  else
    run_all(c);
}
