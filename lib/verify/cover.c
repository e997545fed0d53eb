//===- cover.c - inputs by design ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "verify/cover.h"
#include "verify/ties.h"
#include <math.h>
#include <string.h>

//--- Classes -----------------------------------------------------------------------

// Strides that are plain numbers, then, for each size, what they are to it.
static const int16_t plain_strides[] = {1, 2, 3, -1, -2, 0, 7, -3, 33};
enum { PLAIN_STRIDES = sizeof plain_strides / sizeof *plain_strides, RELATIONS = 6 };

static int64_t related(uint32_t relation, int64_t size) {
  int64_t power = 1;
  switch (relation) {
  case 0:
    return size;
  case 1:
    return size + 1;
  case 2:
    return size + 2;
  case 3:
    return size + 17;
  case 4:
    return 2 * size;
  default:
    while (power < size && power < INT64_C(1) << 40)
      power *= 2;
    return power;
  }
}

static const int64_t plain_others[] = {1, 0, -1, 2, 3, -7, 100, 300, 40000, -70000, (INT64_C(1) << 33) + 5};
enum { PLAIN_OTHERS = sizeof plain_others / sizeof *plain_others };

static const int8_t steps[] = {1, 2, -1, 3, -2, 17};
enum { STEPS = sizeof steps / sizeof *steps };

enum { REALS = 14 };
static double real(SmrVerifyCover *cover, uint32_t class, SmrType type) {
  static const double plain[] = {0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -2.5, 1.0 / 3};
  bool is_double = type == SMR_F64;
  if (class < sizeof plain / sizeof *plain)
    return plain[class];
  // Every digit is in use:
  double x = (double)(int64_t)(smr_verify_random(&cover->chooser->random) >> 11) * 0x1p-51 - 2.0;
  if (class == 8)
    return x * (is_double ? 0x1p-900 : type == SMR_F32 ? 0x1p-100 : 0.01);
  if (class == 9)
    return x * (is_double ? 0x1p300 : type == SMR_F32 ? 0x1p30 : 4);
  return x;
}

//--- Factors -----------------------------------------------------------------------

static bool measure(SmrVerifyCover *cover, const SmrVerifyCase *inputs) {
  cover->eval->corners = cover->corners;
  SmrVerifyRun run = smr_verify_eval(cover->eval, inputs);
  if (!cover->corners)
    cover->eval->work = cover->eval->steps;
  cover->eval->corners = false;
  cover->chooser->loose |= run == SMR_RUN_UNKNOWN && !cover->corners;
  return run == SMR_RUN_OK || (run == SMR_RUN_UNKNOWN && !cover->corners);
}

static uint64_t extents_hash(const SmrVerifyEval *eval) {
  uint64_t hash = 0;
  for (uint32_t k = 0; k < eval->pattern->arg_count; k++) {
    hash = hash * 0x9e3779b97f4a7c15u + (uint64_t)eval->objects[k].low;
    hash = hash * 0x9e3779b97f4a7c15u + (uint64_t)eval->objects[k].high;
  }
  return hash;
}

static SmrVerifyRole role_near(SmrVerifyCover *cover, const SmrVerifyCase *near, uint32_t arg) {
  static const int8_t changes[] = {1, -1, 4, 2};
  bool touches = false;
  if (!measure(cover, near))
    return SMR_FACTOR_OTHER;
  double work = cover->eval->work;
  uint64_t extents = extents_hash(cover->eval);
  for (size_t k = 0; k < sizeof changes; k++) {
    SmrVerifyCase changed = *near;
    changed.ints[arg] += changes[k];
    if (!measure(cover, &changed))
      continue;
    if (cover->eval->work != work)
      return SMR_FACTOR_SIZE;
    touches |= extents_hash(cover->eval) != extents;
  }
  return touches ? SMR_FACTOR_STRIDE : SMR_FACTOR_OTHER;
}

/// By the strongest sign near any of some cases: a matrix of one row has no stride.
static SmrVerifyRole role_of(SmrVerifyCover *cover, const SmrVerifyCase *cases, uint32_t count,
                             uint32_t arg) {
  SmrVerifyRole strongest = SMR_FACTOR_OTHER;
  for (uint32_t k = 0; k < count; k++) {
    SmrVerifyRole role = role_near(cover, &cases[k], arg);
    strongest = role < strongest ? role : strongest;
  }
  return strongest;
}

static void add(SmrVerifyCover *cover, SmrVerifyRole role, uint32_t arg, uint32_t dim) {
  if (cover->factor_count < SMR_COVER_FACTORS)
    cover->factors[cover->factor_count++] = (SmrVerifyFactor){.role = role, .arg = arg, .dim = dim};
}

static void look_at_box(SmrVerifyCover *cover, uint32_t arg) {
  cover->rank[arg] = smr_verify_box(cover->chooser, arg, cover->strided[arg]);
  for (uint32_t d = 0; d < cover->rank[arg]; d++) {
    add(cover, SMR_FACTOR_EXTENT, arg, d);
    if (cover->strided[arg][d])
      add(cover, SMR_FACTOR_STEP, arg, d);
  }
}

enum { BASES = 5 };

bool smr_verify_cover_init(SmrVerifyCover *cover, SmrVerifyChooser *chooser, SmrVerifyEval *eval) {
  static const uint8_t order[] = {2, 1, 3, 0, 4};
  *cover = (SmrVerifyCover){.chooser = chooser, .eval = eval};
  bool found = false;
  for (size_t k = 0; k < sizeof order && !found; k++)
    found = smr_verify_choose(chooser, order[k], &cover->base);
  uint32_t most = eval->most_steps;
  eval->most_steps = 16 * SMR_VERIFY_STEPS; // conditions that only larger arguments satisfy
  for (unsigned size = 5; size < SMR_VERIFY_SIZES && !found; size++)
    found = smr_verify_choose(chooser, size, &cover->base);
  eval->most_steps = most;
  if (!found)
    return false;
  cover->corners = true;
  cover->corners = measure(cover, &cover->base);
  SmrVerifyCase cases[BASES] = {cover->base};
  uint32_t count = 1;
  for (uint32_t k = 1; k < BASES; k++)
    count += smr_verify_choose(chooser, 2 + k % 2, &cases[count]);
  const SmrPattern *pattern = eval->pattern;
  for (uint32_t k = 0; k < pattern->arg_count; k++) {
    const SmrPatternArg *arg = &pattern->args[k];
    if (arg->kind == SMR_ARG_INT)
      add(cover, arg->type == SMR_I1 ? SMR_FACTOR_TRUTH : role_of(cover, cases, count, k), k, 0);
    else if (arg->kind == SMR_ARG_FLOAT)
      add(cover, SMR_FACTOR_REAL, k, 0);
    else if (arg->kind == SMR_ARG_BOX)
      look_at_box(cover, k);
  }
  return true;
}

static void add_size(SmrVerifyCover *cover, int64_t size) {
  for (uint32_t k = 0; k < cover->size_count; k++)
    if (cover->sizes[k] == size)
      return;
  if (cover->size_count < SMR_COVER_LISTED)
    cover->sizes[cover->size_count++] = size;
}

void smr_verify_cover_begin(SmrVerifyCover *cover, const int32_t *sizes, uint32_t count) {
  const SmrVerifyChooser *c = cover->chooser;
  cover->size_count = 0;
  for (uint32_t k = 0; k < count; k++)
    add_size(cover, sizes[k]);
  for (uint32_t k = 0; k < c->extra_count; k++)
    for (int64_t d = -1; d <= 1; d++)
      if (c->extra[k] > -4 && c->extra[k] < 100000)
        add_size(cover, c->extra[k] + d);
  uint32_t size_factors = 0, classes = 0;
  for (uint32_t f = 0; f < cover->factor_count; f++)
    size_factors += cover->factors[f].role == SMR_FACTOR_SIZE || cover->factors[f].role == SMR_FACTOR_EXTENT;
  for (uint32_t f = 0; f < cover->factor_count; f++) {
    SmrVerifyFactor *factor = &cover->factors[f];
    factor->first = classes;
    switch (factor->role) {
    case SMR_FACTOR_SIZE:
    case SMR_FACTOR_EXTENT:
      factor->count = cover->size_count;
      break;
    case SMR_FACTOR_STRIDE:
      factor->count = PLAIN_STRIDES + RELATIONS * size_factors + 3 * c->extra_count;
      break;
    case SMR_FACTOR_OTHER:
      factor->count = PLAIN_OTHERS + 3 * c->extra_count;
      break;
    case SMR_FACTOR_TRUTH:
      factor->count = 2;
      break;
    case SMR_FACTOR_REAL:
      factor->count = REALS;
      break;
    case SMR_FACTOR_STEP:
      factor->count = STEPS;
      break;
    }
    classes += factor->count;
  }
  cover->class_count = classes;
  free(cover->used);
  free(cover->pairs);
  cover->used = smr_xcalloc(classes + 1, sizeof *cover->used);
  cover->pairs = smr_xcalloc(((size_t)classes * classes + 63) / 64 + 1, sizeof *cover->pairs);
}

//--- Values ------------------------------------------------------------------------

static int64_t stride_value(const SmrVerifyCover *cover, uint32_t class, const SmrVerifyCase *inputs) {
  if (class < PLAIN_STRIDES)
    return plain_strides[class];
  class -= PLAIN_STRIDES;
  const SmrVerifyChooser *c = cover->chooser;
  if (class < 3 * c->extra_count)
    return c->extra[class / 3] + class % 3 - 1;
  class -= 3 * c->extra_count;
  uint32_t nth = class / RELATIONS;
  for (uint32_t f = 0; f < cover->factor_count; f++) {
    const SmrVerifyFactor *factor = &cover->factors[f];
    if (factor->role != SMR_FACTOR_SIZE && factor->role != SMR_FACTOR_EXTENT)
      continue;
    if (nth-- == 0)
      return related(class % RELATIONS, factor->role == SMR_FACTOR_SIZE
                                            ? inputs->ints[factor->arg]
                                            : inputs->box[factor->arg].extent[factor->dim]);
  }
  return 1;
}

static int64_t fitted(SmrType type, int64_t value) {
  uint32_t bits = SMR_TYPE_KIND(type) == SMR_T_INT ? SMR_TYPE_PAYLOAD(type) : 64;
  if (bits >= 64 || bits < 2)
    return value;
  int64_t top = smr_int_most(bits);
  return value >= -top - 1 && value <= top ? value : value % (top + 1);
}

/// Extents are set; dimensions lie one behind the other, as far as steps leave them.
static void lay_out_box(SmrVerifyCover *cover, uint32_t arg, const int64_t *step, SmrVerifyCase *out) {
  int64_t span = smr_type_bytes(cover->eval->pattern->args[arg].type);
  span = span ? span : 8;
  for (uint32_t d = 0; d < SMR_VERIFY_DIMS; d++) {
    int64_t extent = d < out->box[arg].rank ? out->box[arg].extent[d] : 1;
    out->box[arg].extent[d] = extent < 0 ? 0 : extent;
    out->box[arg].stride[d] = span * step[d];
    span = (step[d] < 0 ? -step[d] : step[d]) * span * (extent < 1 ? 1 : extent);
  }
}

static void realize(SmrVerifyCover *cover, const uint32_t *classes, SmrVerifyCase *out) {
  const SmrPattern *pattern = cover->eval->pattern;
  int64_t step[SMR_VERIFY_ARGS][SMR_VERIFY_DIMS];
  for (uint32_t k = 0; k < SMR_VERIFY_ARGS; k++)
    for (uint32_t d = 0; d < SMR_VERIFY_DIMS; d++)
      step[k][d] = 1;
  for (uint32_t f = 0; f < cover->factor_count; f++) {
    const SmrVerifyFactor *factor = &cover->factors[f];
    uint32_t class = classes[f];
    SmrType type = pattern->args[factor->arg].type;
    if (factor->role == SMR_FACTOR_SIZE)
      out->ints[factor->arg] = fitted(type, cover->sizes[class]);
    else if (factor->role == SMR_FACTOR_EXTENT)
      out->box[factor->arg].extent[factor->dim] = cover->sizes[class];
    else if (factor->role == SMR_FACTOR_TRUTH)
      out->ints[factor->arg] = class;
    else if (factor->role == SMR_FACTOR_STEP)
      step[factor->arg][factor->dim] = steps[class];
    else if (factor->role == SMR_FACTOR_REAL)
      out->floats[factor->arg] =
          smr_type_is_number(type)
              ? smr_float_round(smr_type_part(type), real(cover, class, smr_type_part(type)))
              : 0.5;
    else if (factor->role == SMR_FACTOR_OTHER)
      out->ints[factor->arg] =
          fitted(type, class < PLAIN_OTHERS ? plain_others[class]
                                            : cover->chooser->extra[(class - PLAIN_OTHERS) / 3] +
                                                  (class - PLAIN_OTHERS) % 3 - 1);
  }
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    out->box[k].rank = cover->rank[k];
  smr_verify_tie(cover->chooser->pair->ties, pattern->arg_count, out);
  for (uint32_t f = 0; f < cover->factor_count; f++)
    if (cover->factors[f].role == SMR_FACTOR_STRIDE)
      out->ints[cover->factors[f].arg] =
          fitted(pattern->args[cover->factors[f].arg].type, stride_value(cover, classes[f], out));
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (pattern->args[k].kind == SMR_ARG_BOX)
      lay_out_box(cover, k, step[k], out);
}

//--- Choosing ----------------------------------------------------------------------

static uint32_t below(SmrVerifyCover *cover, uint32_t limit) {
  return (uint32_t)(smr_verify_random(&cover->chooser->random) % limit);
}

/// A class that few cases had.
static uint32_t rare(SmrVerifyCover *cover, const SmrVerifyFactor *factor) {
  uint32_t start = below(cover, factor->count), best = start;
  for (uint32_t k = 0; k < factor->count; k++) {
    uint32_t class = (start + k) % factor->count;
    if (cover->used[factor->first + class] < cover->used[factor->first + best])
      best = class;
  }
  return best;
}

static void draw(SmrVerifyCover *cover, uint32_t focus, uint32_t *classes) {
  for (uint32_t f = 0; f < cover->factor_count; f++) {
    const SmrVerifyFactor *factor = &cover->factors[f];
    bool size = factor->role == SMR_FACTOR_SIZE || factor->role == SMR_FACTOR_EXTENT;
    if (f == focus || below(cover, 3) == 0)
      classes[f] = rare(cover, factor);
    else
      classes[f] = below(cover, size && factor->count > 8 && below(cover, 4) ? 8 : factor->count);
  }
}

static bool pair_bit(const SmrVerifyCover *cover, uint32_t a, uint32_t b, bool set) {
  size_t at = (size_t)a * cover->class_count + b;
  uint64_t bit = UINT64_C(1) << (at % 64);
  bool was = cover->pairs[at / 64] & bit;
  if (set)
    cover->pairs[at / 64] |= bit;
  return was;
}

static uint32_t gain(const SmrVerifyCover *cover, const uint32_t *classes) {
  uint32_t sum = 0;
  for (uint32_t f = 0; f < cover->factor_count; f++) {
    uint32_t a = cover->factors[f].first + classes[f];
    sum += cover->used[a] == 0 ? 16 : 0;
    for (uint32_t g = f + 1; g < cover->factor_count; g++)
      sum += !pair_bit(cover, a, cover->factors[g].first + classes[g], false);
  }
  return sum;
}

static void mark(SmrVerifyCover *cover, const uint32_t *classes, bool taken) {
  for (uint32_t f = 0; f < cover->factor_count; f++) {
    uint32_t a = cover->factors[f].first + classes[f];
    cover->used[a] += taken ? 4 : 1;
    for (uint32_t g = f + 1; g < cover->factor_count && taken; g++)
      pair_bit(cover, a, cover->factors[g].first + classes[g], true);
  }
}

static bool conditions_hold(const SmrVerifyCover *cover, const SmrVerifyCase *inputs) {
  const SmrPair *p = cover->chooser->pair->pair->pair;
  for (uint32_t k = 0; k < p->condition_count; k++)
    if (!smr_verify_condition(cover->chooser, &p->conditions[k], inputs))
      return false;
  return true;
}

bool smr_verify_cover_admits(SmrVerifyCover *cover, const SmrVerifyCase *inputs, double most_cost) {
  if (!conditions_hold(cover, inputs))
    return false;
  uint32_t most = cover->eval->most_steps;
  if (!cover->corners && most_cost < most)
    cover->eval->most_steps = (uint32_t)most_cost;
  bool ok = measure(cover, inputs);
  cover->eval->most_steps = most;
  cover->cost = cover->eval->work;
  for (uint32_t k = 0; k < cover->eval->pattern->arg_count; k++)
    cover->cost += 4.0 * (double)(cover->eval->objects[k].high - cover->eval->objects[k].low);
  return ok && cover->cost <= most_cost;
}

static SmrVerifyCase fresh(SmrVerifyCover *cover) {
  SmrVerifyCase inputs = cover->base;
  inputs.seed = smr_verify_random(&cover->chooser->random);
  inputs.wide_ints = below(cover, 2);
  return inputs;
}

bool smr_verify_cover_next(SmrVerifyCover *cover, double most_cost, SmrVerifyCase *out) {
  for (int round = 0; round < 30; round++) {
    uint32_t best[SMR_COVER_FACTORS], best_gain = 0, valid = 0;
    SmrVerifyCase candidate = fresh(cover);
    for (int attempt = 0; attempt < 60 && valid < 6; attempt++) {
      uint32_t classes[SMR_COVER_FACTORS];
      draw(cover, cover->factor_count ? below(cover, cover->factor_count) : 0, classes);
      realize(cover, classes, &candidate);
      if (!conditions_hold(cover, &candidate))
        continue;
      uint32_t sum = gain(cover, classes) + 1;
      valid++;
      if (sum <= best_gain)
        continue;
      best_gain = sum;
      memcpy(best, classes, sizeof best);
    }
    if (!best_gain)
      continue;
    realize(cover, best, &candidate);
    bool ok = smr_verify_cover_admits(cover, &candidate, most_cost);
    mark(cover, best, ok);
    if (!ok)
      continue;
    *out = candidate;
    return true;
  }
  return false;
}

bool smr_verify_cover_is_size(const SmrVerifyCover *cover, uint32_t factor) {
  SmrVerifyRole role = cover->factors[factor].role;
  return role == SMR_FACTOR_SIZE || role == SMR_FACTOR_EXTENT;
}

bool smr_verify_cover_fixed(SmrVerifyCover *cover, const int64_t *sizes, double most_cost,
                            SmrVerifyCase *out) {
  for (int round = 0; round < 20; round++) {
    uint32_t classes[SMR_COVER_FACTORS];
    int64_t kept[SMR_COVER_LISTED];
    SmrVerifyCase candidate = fresh(cover);
    memcpy(kept, cover->sizes, sizeof kept);
    draw(cover, 0, classes);
    for (uint32_t f = 0; f < cover->factor_count; f++) {
      const SmrVerifyFactor *factor = &cover->factors[f];
      uint32_t plain = PLAIN_STRIDES + 3 * cover->chooser->extra_count;
      if (smr_verify_cover_is_size(cover, f))
        cover->sizes[classes[f] = f] = sizes[f];
      else if (factor->role == SMR_FACTOR_STRIDE && factor->count > plain &&
               (sizes[f] < 4 || below(cover, 3)))
        classes[f] = sizes[f] < 4 ? plain + RELATIONS * below(cover, (factor->count - plain) / RELATIONS)
                                  : plain + below(cover, factor->count - plain);
      else if (factor->role == SMR_FACTOR_STRIDE && (sizes[f] < 4 || below(cover, 2)))
        classes[f] = 0;
    }
    realize(cover, classes, &candidate);
    memcpy(cover->sizes, kept, sizeof kept);
    if (smr_verify_cover_admits(cover, &candidate, most_cost)) {
      *out = candidate;
      return true;
    }
  }
  return false;
}
