//===- large.c - sizes at which running the graph would take too long ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Block sizes, fixed buffers, narrow counters show far from zero. There both sides run as compiled code
// alone; which bytes are touched comes from the corners of the idiom's loops, and what may differ from one
// of:
//   whole       the data are small whole numbers: sums of products are exact in every order (but a norm's
//               square has its root's rounding, which is far from another whole number)
//   magnitude   an idiom of sums and products, run on magnitudes, gives the magnitude of its terms
//   coarse      quotients, roots, exponentials, on data around 1: a share of the largest result, or of what
//               results move by where the data are rounded differently (factors without pivoting)
//===----------------------------------------------------------------------===//
#include "verify/child.h"
#include <float.h>
#include <math.h>
#include <string.h>

typedef enum { JUDGE_WHOLE, JUDGE_MAGNITUDE, JUDGE_COARSE } Judge;

typedef struct {
  bool whole, magnitude, coarse;
} Judges;

/// Which judges can be asked, by the idiom's arithmetic.
static Judges judges_of(const SmrGraph *g) {
  Judges judges = {true, true, true};
  for (SmrOp op = 1; op < g->ops.size; op++) {
    const SmrOpData *o = smr_op(g, op);
    SmrType type = o->result_count ? smr_value_type(g, smr_result(g, op, 0)) : 0;
    SmrType part = smr_type_part(type);
    if (smr_type_is_float(part) && part != SMR_F32 && part != SMR_F64)
      return (Judges){0};
    if (smr_type_is_complex(type)) // (its products subtract)
      judges.magnitude = false;
    switch ((SmrOpcode)o->code) {
    case SMR_OP_FDIV:
    case SMR_OP_FREM:
    case SMR_OP_MATH:
      if (smr_type_is_complex(type) || smr_type_is_complex(smr_value_type(g, smr_operand(g, op, 0))))
        break; // (parts and conjugates)
      judges.whole = judges.magnitude = false;
      break;
    case SMR_OP_FPTOSI:
    case SMR_OP_FPTOUI:
    case SMR_OP_BITCAST:
    case SMR_OP_OPAQUE:
      judges.whole = judges.magnitude = false;
      break;
    case SMR_OP_CONST:
      if (smr_type_is_float(type) && !(smr_const_float(g, op) >= 0))
        judges.magnitude = false;
      if (smr_type_is_float(type) && smr_const_float(g, op) != rint(smr_const_float(g, op)))
        judges.whole = false;
      break;
    case SMR_OP_FSUB:
    case SMR_OP_FNEG:
    case SMR_OP_FCMP:
    case SMR_OP_FMIN:
    case SMR_OP_FMAX:
    case SMR_OP_SITOFP:
    case SMR_OP_UITOFP:
      judges.magnitude = false;
      break;
    default:
      break;
    }
  }
  return judges;
}

//--- Memory ------------------------------------------------------------------------

static bool is_array(const SmrPatternArg *arg) {
  return arg->kind == SMR_ARG_ARRAY || arg->kind == SMR_ARG_BOX;
}

/// Extents as the last run of corners left them.
static void set_extents(SmrVerifyChild *c) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    SmrVerifyMemory *m = &c->memory[k];
    const SmrPatternArg *arg = &c->pattern->args[k];
    if (!smr_verify_has_memory(c, k))
      continue;
    m->low = c->eval.objects[k].low, m->high = c->eval.objects[k].high;
    if (smr_verify_is_place(arg)) {
      int64_t bytes = smr_type_bytes(arg->type);
      m->low = 0, m->high = bytes ? bytes : 16;
    }
    smr_verify_room(c, k);
  }
}

static SmrType element_of(const SmrVerifyChild *c, uint32_t k) {
  SmrType type = c->eval.objects[k].element;
  return is_array(&c->pattern->args[k]) && type ? type : c->pattern->args[k].type;
}

enum { TILE = 2039 }; // elements, after which they repeat: no power of two is near

/// `nudge`: last digits are others.
static void fill(SmrVerifyChild *c, bool nudge) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrVerifyMemory *m = &c->memory[k];
    if (!smr_verify_has_memory(c, k) || m->low == m->high)
      continue;
    SmrType type = element_of(c, k);
    int64_t width = smr_type_bytes(type);
    int64_t size = m->high - m->low, tile = TILE * width < size ? TILE * width : size;
    memset(m->first, 0x5a, (size_t)tile);
    for (int64_t at = 0; width && at + width <= tile; at += width) {
      SmrCell value = smr_verify_first(&c->eval, c->inputs, k, m->low + at, type);
      if (nudge && smr_type_is_float(type))
        value.f *= 1 + (double)(at / width % 3 - 1) * 2 * smr_float_epsilon(type);
      (void)smr_floats.store(m->first + at, type, value);
    }
    for (int64_t at = tile; at < size; at += tile)
      memcpy(m->first + at, m->first, (size_t)(tile < size - at ? tile : size - at));
  }
}

void smr_verify_fill_large(SmrVerifyChild *c, const SmrVerifyCase *inputs, int64_t around) {
  c->inputs = inputs;
  set_extents(c);
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    if (is_array(&c->pattern->args[k])) {
      int64_t low = c->memory[k].low,
              high = c->memory[k].high; // (of a triangle not all are known: from its base on)
      c->memory[k].low = (low < 0 ? low : 0) - around, c->memory[k].high = (high > 0 ? high : 0) + around;
      smr_verify_room(c, k);
    }
  fill(c, false);
}

static void keep_bounds(SmrVerifyChild *c) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    SmrVerifyMemory *m = &c->memory[k];
    if (!smr_verify_has_memory(c, k) && c->pattern->args[k].kind != SMR_ARG_RESULT)
      continue;
    if (m->bound_capacity < m->capacity)
      m->bound = smr_xrealloc(m->bound, m->bound_capacity = m->capacity);
    if (m->high > m->low)
      memcpy(m->bound, m->after[0], (size_t)(m->high - m->low));
  }
}

//--- Judging -----------------------------------------------------------------------

/// The most terms that a sum can have: rounding adds up with them.
static double longest(const SmrVerifyCase *inputs) {
  int64_t most = 1;
  for (uint32_t k = 0; k < SMR_VERIFY_ARGS; k++) {
    most = inputs->ints[k] > most ? inputs->ints[k] : most;
    for (uint32_t d = 0; d < inputs->box[k].rank; d++)
      most = inputs->box[k].extent[d] > most ? inputs->box[k].extent[d] : most;
  }
  return (double)(most < 100000 ? most : 100000);
}

/// How far the replacement's number may be from the idiom's `a`; negative: nothing can be said.
static double allowance(const SmrVerifyChild *c, uint32_t k, int64_t offset, SmrType type, double a,
                        Judge judge, double largest) {
  double epsilon = smr_float_epsilon(type), bound = 0;
  bool narrow = type == SMR_F32;
  int64_t bits;
  switch (judge) {
  case JUDGE_WHOLE: // (beyond that a sum may have been rounded on its way)
    return fabs(a) <= (narrow ? 0x1p20 : 0x1p48) ? fmin(64 * epsilon * fabs(a), 0.25) : -1;
  case JUDGE_MAGNITUDE:
    smr_number_load(c->memory[k].bound + offset, type, &bits, &bound);
    return isfinite(bound) ? (256 + longest(c->inputs) / 16) * epsilon * bound +
                                 4096 * (narrow ? (double)FLT_TRUE_MIN : DBL_TRUE_MIN)
                           : -1;
  default:
    return largest <= 0x1p20 ? (narrow ? 0x1p-8 : 0x1p-30) * largest + 64 * c->memory[k].moved : -1;
  }
}

static bool judge_float(SmrVerifyChild *c, uint32_t k, int64_t offset, SmrType type, Judge judge,
                        double largest, double *a, double *b) {
  const unsigned char *x = c->memory[k].after[0] + offset, *y = c->memory[k].after[1] + offset;
  int64_t p, q;
  smr_number_load(x, type, &p, a);
  smr_number_load(y, type, &q, b);
  if (memcmp(x, y, smr_type_bytes(type)) == 0 || (isnan(*a) && isnan(*b)))
    return true;
  if (c->pair->pair->source->fp_exact)
    return false;
  if (!isfinite(*a))
    return true;
  double most = allowance(c, k, offset, type, *a, judge, largest);
  return most < 0 || (isfinite(*b) && fabs(*a - *b) <= most);
}

static double largest_of(const SmrVerifyMemory *m, SmrType type) {
  int64_t bits, width = smr_type_bytes(type);
  double largest = 0, value;
  for (int64_t at = 0; at + width <= m->high - m->low; at += width) {
    smr_number_load(m->after[0] + at, type, &bits, &value);
    if (!(fabs(value) <= largest))
      largest = isfinite(value) ? fabs(value) : HUGE_VAL;
  }
  return largest;
}

static bool judge_element(SmrVerifyChild *c, uint32_t k, int64_t offset, SmrType type, Judge judge,
                          double largest) {
  const SmrVerifyMemory *m = &c->memory[k];
  char name[128];
  bool complex = smr_type_is_complex(type);
  SmrType part = smr_type_part(type);
  double a, b;
  int64_t p, q;
  if (!complex && !smr_type_is_float(type)) {
    uint32_t width = smr_type_bytes(type);
    if (memcmp(m->after[0] + offset, m->after[1] + offset, width) == 0)
      return true;
    smr_number_load(m->after[0] + offset, type, &p, &a);
    smr_number_load(m->after[1] + offset, type, &q, &b);
    smr_verify_name_element(c, k, m->low + offset, type, name, sizeof name);
    return smr_verify_wrong(c, "%s is %lld by the idiom and %lld by the replacement", name, (long long)p,
                            (long long)q);
  }
  for (uint32_t half = 0; half < (complex ? 2 : 1); half++)
    if (!judge_float(c, k, offset + half * smr_type_bytes(part), part, judge, largest, &a, &b)) {
      smr_verify_name_element(c, k, m->low + offset, type, name, sizeof name);
      bool near = fabs(a - b) < 1e-7 * fabs(a);
      return smr_verify_wrong(c, "%s is %.*g by the idiom and %.*g by the replacement", name, near ? 17 : 9,
                              a, near ? 17 : 9, b);
    }
  return true;
}

static bool judge_object(SmrVerifyChild *c, uint32_t k, Judge judge) {
  const SmrVerifyMemory *m = &c->memory[k];
  const SmrPatternArg *arg = &c->pattern->args[k];
  SmrType type = element_of(c, k);
  int64_t width = smr_type_bytes(type);
  int64_t size = arg->kind == SMR_ARG_RESULT ? width : m->high - m->low;
  if (!width || arg->kind == SMR_ARG_UNUSED || memcmp(m->after[0], m->after[1], (size_t)size) == 0)
    return true;
  SmrType part = smr_type_part(type);
  double largest = judge == JUDGE_COARSE && smr_type_is_float(part) ? largest_of(m, part) : 0;
  for (int64_t at = 0; at + width <= size; at += width)
    if (!judge_element(c, k, at, type, judge, largest))
      return false;
  return true;
}

static bool judge_all(SmrVerifyChild *c, Judge judge) {
  if (!smr_verify_compare_traces(c))
    return false;
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    bool there = smr_verify_has_memory(c, k) || c->pattern->args[k].kind == SMR_ARG_RESULT;
    if (there && c->inputs->alias[k] == k && !judge_object(c, k, judge))
      return false;
  }
  return true;
}

/// How far the idiom's results move where the data are rounded differently. Idiom and replacement round
/// differently, too.
static void find_moved(SmrVerifyChild *c, bool at_end) {
  keep_bounds(c);
  fill(c, true);
  smr_verify_call(c, 0, at_end);
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    SmrVerifyMemory *m = &c->memory[k];
    SmrType type = element_of(c, k);
    int64_t bits, width = smr_type_bytes(type);
    double a, b;
    if (!smr_verify_has_memory(c, k) || !smr_type_is_float(type))
      continue;
    for (int64_t at = 0; at + width <= m->high - m->low; at += width) {
      smr_number_load(m->after[0] + at, type, &bits, &a);
      smr_number_load(m->bound + at, type, &bits, &b);
      m->moved = isfinite(a - b) ? fmax(m->moved, fabs(a - b)) : m->moved;
    }
    if (m->high > m->low)
      memcpy(m->after[0], m->bound, (size_t)(m->high - m->low));
  }
}

/// Judges once more, by what is known then of how the data's digits count.
static bool judge_again(SmrVerifyChild *c, bool at_end) {
  find_moved(c, at_end);
  c->report->tell = SMR_TELL_STARTED;
  bool ok = judge_all(c, JUDGE_COARSE);
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    c->memory[k].moved = 0;
  return ok;
}

//--- Cases -------------------------------------------------------------------------

/// What small whole numbers can be multiplied with; only what is zero stays so.
static double whole_scalar(double x) {
  double near = rint(x);
  return x == 0 ? x : near != 0 && fabs(near) <= 3 ? near : copysign(3, x);
}

static void set_data(SmrVerifyChild *c, SmrVerifyCase *inputs, Judge judge) {
  static const SmrVerifyData data[] = {SMR_DATA_WHOLE, SMR_DATA_PLAIN, SMR_DATA_FLAT};
  inputs->data = data[judge];
  if (judge == JUDGE_COARSE && longest(inputs) > 4096) // (a mean of so many would lose what differs)
    inputs->data = SMR_DATA_PLAIN;
  if (inputs->seed % 4) // else specials that hide a result stay
    smr_verify_plain_scalars(c, inputs);
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    inputs->floats[k] = judge == JUDGE_WHOLE    ? whole_scalar(inputs->floats[k])
                        : judge == JUDGE_COARSE ? fabs(inputs->floats[k]) // (nothing cancels)
                                                : inputs->floats[k];
}

/// The eval holds the corners of these inputs.
static bool try_large(SmrVerifyChild *c, SmrVerifyCase *inputs, Judge judge, bool at_end) {
  set_data(c, inputs, judge);
  c->inputs = inputs;
  c->report->cases++;
  smr_verify_describe(c);
  set_extents(c);
  c->may_retreat = true;
  if (sigsetjmp(c->retreat, 1)) { // the corners were not all: nothing is known
    c->may_retreat = false;
    c->report->side = -1;
    return true;
  }
  if (judge == JUDGE_MAGNITUDE) {
    inputs->data = SMR_DATA_ABS;
    fill(c, false);
    smr_verify_call(c, 0, at_end);
    keep_bounds(c);
    inputs->data = SMR_DATA_PLAIN;
  }
  fill(c, false);
  smr_verify_call(c, 0, at_end);
  c->may_retreat = false;
  smr_verify_call(c, 1, at_end);
  return judge_all(c, judge) || (judge == JUDGE_COARSE && judge_again(c, at_end));
}

static const int32_t sizes[] = {1,   2,   3,   5,   7,   4,   9,   16,   6,    8,    10,   11,
                                12,  13,  14,  15,  17,  18,  19,  20,   23,   31,   32,   33,
                                43,  47,  63,  64,  65,  97,  127, 128,  129,  200,  255,  256,
                                257, 300, 420, 511, 512, 513, 777, 1000, 1023, 1024, 1025, 1100};

enum { MOST_LARGE = 72, BLOCKS = 5 };
static const double MOST_COST = 3e5, LONG_COST = 1.2e7, BLOCK_COST = 2.5e7;

bool smr_verify_exact_large(const SmrVerifyChild *c) {
  return judges_of(c->eval.graph).whole;
}

/// Every size far from 0: two such cases where all differ, one where all are equal.
static uint32_t draw_blocks(SmrVerifyCover *cover, SmrVerifyCase *out) {
  static const int64_t blocks[] = {257, 131, 67, 45, 37};
  uint32_t found = 0;
  for (size_t k = 0; k < sizeof blocks / sizeof *blocks && found < 3; k++) {
    int64_t values[SMR_COVER_FACTORS], next = blocks[k];
    for (uint32_t f = 0; f < cover->factor_count; f++) {
      values[f] = next;
      next += found != 1 && smr_verify_cover_is_size(cover, f) ? 3 : 0;
    }
    found += smr_verify_cover_fixed(cover, values, BLOCK_COST, &out[found]);
  }
  return found;
}

/// One size beyond 16 bits, the others small.
static uint32_t draw_long(SmrVerifyCover *cover, SmrVerifyCase *out, uint32_t most) {
  uint32_t found = 0;
  for (uint32_t long_one = 0; long_one < cover->factor_count && found < most; long_one++) {
    int64_t values[SMR_COVER_FACTORS];
    for (uint32_t f = 0; f < cover->factor_count; f++)
      values[f] = f == long_one ? 70000 : 1 + f % 2;
    if (smr_verify_cover_is_size(cover, long_one))
      found += smr_verify_cover_fixed(cover, values, LONG_COST, &out[found]);
  }
  return found;
}

bool smr_verify_large(SmrVerifyChild *c, SmrVerifyCover *cover, bool *done) {
  static SmrVerifyCase cases[MOST_LARGE + BLOCKS];
  Judges judges = judges_of(c->eval.graph);
  *done = cover->corners && (judges.whole || judges.coarse);
  if (!*done)
    return true;
  smr_verify_cover_begin(cover, sizes, sizeof sizes / sizeof *sizes);
  uint32_t count = 0, most = cover->factor_count ? cover->size_count + 8 : 2;
  most = most > MOST_LARGE ? MOST_LARGE : most;
  while (count < most && smr_verify_cover_next(cover, count % 4 ? MOST_COST / 5 : MOST_COST, &cases[count]))
    count++;
  count += draw_blocks(cover, &cases[count]);
  count += draw_long(cover, &cases[count], 2);
  uint32_t order[MOST_LARGE + BLOCKS];
  for (uint32_t k = 0; k < count; k++) { // the smallest first
    uint32_t at = k;
    for (; at && smr_verify_weight(&cases[order[at - 1]]) > smr_verify_weight(&cases[k]); at--)
      order[at] = order[at - 1];
    order[at] = k;
  }
  for (uint32_t k = 0; k < count; k++) {
    SmrVerifyCase *inputs = &cases[order[k]];
    Judge judge = judges.magnitude && k % 2 ? JUDGE_MAGNITUDE : judges.whole ? JUDGE_WHOLE : JUDGE_COARSE;
    if (smr_verify_cover_admits(cover, inputs, BLOCK_COST) && !try_large(c, inputs, judge, k % 3 != 0))
      return false;
  }
  return true;
}
