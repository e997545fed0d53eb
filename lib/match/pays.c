//===- pays.c - is the call faster than the code? ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pair says from which size on a call pays; below, the loop is faster. Sizes that are known or bounded at
// compile time decide here; others become tests that stand before all other guards, so that a problem that is
// too small pays for nothing else. A product in such a test may wrap around: the answer then costs time,
// never a result, and nothing is concluded from it. From `n >= 64` it is concluded that the loop runs.
//
// A condition that speaks of `round` weighs what the code takes against what the call takes. Of several calls
// for one nest these are added up: several that go over memory more often than one loop did may lose
// together, and a copy that one of them needs may be paid for by the other.
//===----------------------------------------------------------------------===//
#include "match/legality_internal.h"

static bool is_least(const SmrExpr *test) {
  return test->op == SMR_X_LE || test->op == SMR_X_LT;
}

/// The largest value of an integer expression, as far as that is known.
static int64_t most(SmrDecision *d, const SmrExpr *e) {
  int64_t a, b;
  switch (e->op) {
  case SMR_X_POLY:
    return smr_known_most(&d->known, e->poly);
  case SMR_X_MIN:
  case SMR_X_MAX:
    a = most(d, e->a), b = most(d, e->b);
    return (a < b) == (e->op == SMR_X_MIN) ? a : b;
  default:
    return INT64_MAX;
  }
}

/// A descriptor that the code itself makes of others, by a slice: of components, or with steps.
static bool is_section(const SmrGraph *g, SmrValue descr) {
  SmrOp def = smr_def(g, descr), part;
  bool section = false;
  for (uint32_t k = 0; def && smr_op(g, def)->code == SMR_OP_OPAQUE && k < smr_op(g, def)->operand_count; k++)
    section |= (part = smr_def(g, smr_operand(g, def, k))) && smr_op(g, part)->code == SMR_OP_OPAQUE;
  return section;
}

/// Does the expression speak of the distance of neighbours in an assumed-shape array, which mostly is an
/// element's?
static bool names_first_stride(const SmrDecision *d, const SmrExpr *e) {
  if (e->op == SMR_X_DIV)
    return names_first_stride(d, e->a);
  for (uint32_t t = 0; e->op == SMR_X_POLY && t < e->poly.count; t++)
    for (uint32_t k = 0; k < e->poly.terms[t].degree; k++) {
      SmrOp def = smr_def(d->graph, e->poly.terms[t].leaves[k]);
      if (def && smr_op(d->graph, def)->code == SMR_OP_DESCR_STRIDE && smr_op(d->graph, def)->imm == 0 &&
          !is_section(d->graph, smr_operand(d->graph, def, 0)))
        return true;
    }
  return false;
}

/// Does the test fail, whatever the program's values are?
static bool never_holds(SmrDecision *d, const SmrExpr *test) {
  int64_t value;
  if (smr_expr_is_const(test, &value))
    return !value;
  switch (test->op) {
  case SMR_X_AND:
    return never_holds(d, test->a) || never_holds(d, test->b);
  case SMR_X_OR:
    return never_holds(d, test->a) && never_holds(d, test->b);
  case SMR_X_LE:
  case SMR_X_LT:
    return smr_expr_is_const(test->a, &value) && most(d, test->b) < value + (test->op == SMR_X_LT);
  case SMR_X_EQ: // an increment that is not known to be 1 is somebody's row length
    return !names_first_stride(d, test->a) && !names_first_stride(d, test->b);
  default:
    return false;
  }
}

/// What a side of a comparison of times comes to: "3.2 ns", "400*n + 2000 ps". A formula keeps the idiom's
/// letters where these are what its notes speak of.
static void put_time(SmrDecision *d, const SmrWhen *side, const SmrExpr *value, bool lettered, int64_t start,
                     SmrStr *out) {
  static const char *const units[] = {"ns", "\xc2\xb5s", "ms", "s"};
  const char *notes;
  int64_t number;
  unsigned unit = 0;
  if (!smr_expr_is_const(value, &number)) {
    smr_str_printf(out, "%s ps", lettered ? smr_condition_text(d, side, &notes) : smr_test_text(d, value));
    return;
  }
  double time = (double)(number + start) / 1000;
  for (; time >= 999.5 && unit < 3; unit++)
    time /= 1000;
  smr_str_printf(out, "%.3g %s", time, units[unit]);
}

/// Of a condition that weighs times these say more than it does.
static bool put_times(SmrDecision *d, const SmrWhen *when, bool lettered, SmrStr *out) {
  SmrWhen code, call;
  if (!smr_condition_weighs(when))
    return false;
  smr_condition_sides(when, &code, &call);
  const SmrExpr *places = smr_condition_places(d, when);
  const SmrExpr *loops = smr_expr(d->arena, SMR_X_MUL, smr_condition_expr(d, &code), places);
  const SmrExpr *calls = smr_expr(d->arena, SMR_X_MUL, smr_condition_expr(d, &call), places);
  if (!loops || !calls)
    return false;
  if (d->round <= 0) {
    smr_str_puts(out, "no loop goes away for it");
    return true;
  }
  smr_str_puts(out, "the loops take about ");
  put_time(d, &code, loops, lettered, SMR_ROUND_START, out);
  smr_str_puts(out, ", the call ");
  put_time(d, &call, calls, lettered, 0, out);
  return true;
}

/// The largest value of each size that the condition names by the program's name for it.
static void put_bounds(SmrDecision *d, const SmrWhen *when, SmrStr *out) {
  uint64_t told = 0;
  for (uint32_t s = 0; s < when->count; s++) {
    uint32_t arg = when->steps[s].arg;
    const SmrBinding *b = when->steps[s].op == SMR_WHEN_ARG && arg < 64 ? &d->match->args[arg] : NULL;
    const char *notes, *letter = b ? d->pattern->args[arg].name : NULL;
    int64_t high, value;
    if (!b || (told >> arg & 1) || !b->bound || b->divisor > 1 || smr_poly_is_const(b->poly, &value) ||
        (high = smr_known_most(&d->known, b->poly)) >= INT32_MAX)
      continue;
    told |= 1ull << arg;
    const char *text = smr_condition_text(d, &(SmrWhen){&when->steps[s], 1, letter}, &notes);
    if (!smr_equal(text, letter) || smr_equal(text, smr_poly_text(d, b->poly)))
      smr_str_printf(out, ", and %s is at most %lld", text, (long long)high);
  }
}

/// Why sizes that are known keep the call out.
static const char *too_small(SmrDecision *d, const SmrWhen *when) {
  SmrStr out = {0};
  const char *notes, *text = smr_condition_text(d, when, &notes);
  if (when->count == 3 && when->steps[0].op == SMR_WHEN_CONST && when->steps[1].op == SMR_WHEN_CONST) {
    smr_str_puts(&out, "a call is never faster than this loop");
  } else {
    smr_str_puts(&out, "a call does not pay: ");
    if (!put_times(d, when, *notes, &out))
      smr_str_printf(&out, "it would where %s", text);
    put_bounds(d, when, &out);
    smr_str_printf(&out, *notes ? "; %s" : "%s", notes);
  }
  return smr_keep_text(d, &out);
}

static const char *guard_text(SmrDecision *d, const SmrExpr *test) {
  SmrStr out = {0};
  smr_str_printf(&out, "%s, or the loop is faster", smr_test_text(d, test));
  return smr_keep_text(d, &out);
}

/// Of a product, which may wrap around, nothing is concluded.
static bool tells_of_sizes(const SmrExpr *test) {
  return test->op == SMR_X_LE && test->a->op == SMR_X_POLY && test->b->op == SMR_X_POLY &&
         test->b->poly.count && test->b->poly.terms[test->b->poly.count - 1].degree == 1;
}

/// `n*n*n >= 4096` is `n >= 16` for sizes, and overflows nowhere.
static const SmrExpr *without_powers(SmrDecision *d, const SmrExpr *test) {
  int64_t least, root = 0;
  if (test->op != SMR_X_LE || !smr_expr_is_const(test->a, &least) || test->b->op != SMR_X_POLY ||
      test->b->poly.count != 1 || test->b->poly.terms[0].degree < 2 || test->b->poly.terms[0].coef < 1 ||
      least > INT32_MAX)
    return test;
  const SmrMonomial *term = &test->b->poly.terms[0];
  for (uint32_t i = 1; i < term->degree; i++)
    if (term->leaves[i] != term->leaves[0])
      return test;
  for (int64_t power = 0; power < least; root++) {
    power = term->coef;
    for (uint32_t i = 0; i < term->degree; i++)
      if (__builtin_mul_overflow(power, root + 1, &power))
        power = INT64_MAX;
  }
  return smr_expr(d->arena, SMR_X_LE, smr_expr_const(d->arena, root),
                  smr_expr_poly(d->arena, smr_poly_leaf(d->arena, term->leaves[0])));
}

/// Of `least <= min(a, b)` both halves are tests of their own.
static bool require(SmrDecision *d, const SmrExpr *test) {
  int64_t value;
  if (!test)
    return smr_refuse(d, "whether a call pays cannot be computed here");
  if (smr_expr_is_const(test, &value) && value)
    return true;
  if (test->op == SMR_X_AND)
    return require(d, test->a) && require(d, test->b);
  if (is_least(test) && test->b->op == SMR_X_MIN)
    return require(d, smr_expr(d->arena, test->op, test->a, test->b->a)) &&
           require(d, smr_expr(d->arena, test->op, test->a, test->b->b));
  test = without_powers(d, test);
  if (smr_known_holds(&d->known, test))
    return true;
  uint32_t before = d->guards.size;
  if (!smr_require(d, test, guard_text(d, test)))
    return false;
  if (d->guards.size > before)
    smr_vec_last(&d->guards).pays = true;
  if (tells_of_sizes(test))
    smr_known_learn(&d->known, test);
  return true;
}

/// `n >= 4`: no more than a comparison.
static bool cheap(const SmrExpr *test) {
  uint32_t leaf;
  return is_least(test) && test->b->op == SMR_X_POLY && smr_poly_is_leaf(test->b->poly, &leaf);
}

/// Tiny sizes fail at the first comparison; products are computed for the others.
static void cheap_first(SmrDecision *d) {
  for (uint32_t k = 1; k < d->guards.size; k++)
    for (uint32_t i = k; i && cheap(d->guards.data[i].test) && !cheap(d->guards.data[i - 1].test); --i) {
      SmrGuard guard = d->guards.data[i];
      d->guards.data[i] = d->guards.data[i - 1];
      d->guards.data[i - 1] = guard;
    }
}

//--- What calls take and what the code takes -------------------------------------------------

/// Of a polynomial in one size that grows once it is positive, from which size on it is: n*n - 9*n >= 100.
static bool least_size(SmrPoly gain, uint32_t *leaf, int64_t *least) {
  enum { MOST = 1 << 20 };
  bool any = false, fell = false;
  for (uint32_t t = gain.count; t-- > 0;) { // the highest degree first
    const SmrMonomial *term = &gain.terms[t];
    fell |= term->coef < 0;
    if (term->coef > 0 && fell)
      return false;
    for (uint32_t i = 0; i < term->degree; i++) {
      if (any && term->leaves[i] != *leaf)
        return false;
      *leaf = term->leaves[i], any = true;
    }
  }
  int64_t low = 1, high = MOST;
  while (low < high && any) {
    int64_t middle = low + (high - low) / 2;
    __int128 value = 0;
    for (uint32_t t = 0; t < gain.count; t++) {
      __int128 term = gain.terms[t].coef;
      if (gain.terms[t].degree > 4)
        return false;
      for (uint32_t i = 0; i < gain.terms[t].degree; i++)
        term *= middle;
      value += term;
    }
    if (value >= 0)
      high = middle;
    else
      low = middle + 1;
  }
  *least = low;
  return any && low < MOST;
}

/// 500*n - 500*i >= 32000 is n - i >= 64.
static const SmrExpr *smallest(SmrDecision *d, SmrPoly gain) {
  int64_t constant = gain.terms[0].degree ? 0 : gain.terms[0].coef;
  SmrPoly rest = {gain.terms + !gain.terms[0].degree, gain.count - !gain.terms[0].degree};
  int64_t divisor = smr_poly_content(rest);
  smr_poly_divide(d->arena, rest, smr_poly_const(d->arena, divisor), &rest);
  int64_t least = divisor ? -constant / divisor + (constant < 0 && constant % divisor) : 0;
  return smr_expr(d->arena, SMR_X_LE, smr_expr_const(d->arena, least), smr_expr_poly(d->arena, rest));
}

/// NULL when no sizes make it hold.
static const SmrExpr *gain_test(SmrDecision *d, const SmrExpr *gain) {
  const SmrExpr *zero = smr_expr_const(d->arena, 0);
  if (gain->op != SMR_X_POLY)
    return smr_expr(d->arena, SMR_X_LE, zero, gain);
  if (!gain->poly.count || (gain->poly.count == 1 && !gain->poly.terms[0].degree))
    return smr_expr(d->arena, SMR_X_LE, zero, gain);
  bool positive = false;
  uint32_t leaf;
  int64_t least;
  for (uint32_t t = 0; t < gain->poly.count; t++)
    positive |= gain->poly.terms[t].coef > 0;
  if (!positive)
    return NULL;
  if (least_size(gain->poly, &leaf, &least))
    return smr_expr(d->arena, SMR_X_LE, smr_expr_const(d->arena, least),
                    smr_expr_poly(d->arena, smr_poly_leaf(d->arena, leaf)));
  return smallest(d, gain->poly);
}

static bool gains_never(SmrDecision *d, const SmrExpr *gain) {
  int64_t value;
  const SmrExpr *test = gain_test(d, gain);
  return !test || (smr_expr_is_const(test, &value) ? !value : never_holds(d, test));
}

const SmrExpr *smr_gain_test(SmrDecision *d, const SmrExpr *gain) {
  return gains_never(d, gain) ? NULL : gain_test(d, gain);
}

static const char *too_small_at_best(SmrDecision *d, const SmrGain *gain) {
  d->supposed = gain->best;
  const char *text = too_small(d, gain->when);
  d->supposed = NULL;
  return text;
}

/// Of a surrounding loop that runs a constant number of times, in how many iterations the test holds, if it
/// names that loop's variable only.
static bool iterations_that_hold(const SmrDecision *d, const SmrExpr *test, int64_t *holds, int64_t *trip) {
  int64_t least, coef, constant, value;
  uint32_t leaf;
  if (!test || test->op != SMR_X_LE || !smr_expr_is_const(test->a, &least) || test->b->op != SMR_X_POLY ||
      !smr_poly_is_linear(test->b->poly, &leaf, &coef, &constant))
    return false;
  SmrOp loop = smr_loop_of_iv(d->graph, leaf);
  if (!loop || !smr_const_int(d->graph, smr_operand(d->graph, loop, 0), trip) || *trip > INT16_MAX)
    return false;
  *holds = 0;
  for (int64_t i = 0; i < *trip; i++)
    *holds += !__builtin_mul_overflow(coef, i, &value) && !__builtin_add_overflow(value, constant, &value) &&
              value >= least;
  return true;
}

bool smr_check_gain(SmrDecision *d, const SmrGain *gain) {
  enum { RARELY = 8 }; // once in so many iterations: then the guard costs as much as the calls gain
  int64_t holds, trip;
  bool sizes_only = d->nest && d->nest->sizes;
  d->gain = gain->calls ? gain->sum : NULL;
  if (!gain->calls || (sizes_only && (gain->late || !gain->sum)))
    return true;
  if (!gain->sum)
    return smr_refuse(d, "whether a call pays cannot be computed here");
  bool never = !gain->possible || gains_never(d, gain->sum) || (gain->most && gains_never(d, gain->most));
  if (never && gain->calls == 1)
    return smr_refuse(d, "%s", too_small_at_best(d, gain));
  if (never)
    return smr_refuse(d, "%u calls take longer than these loops", gain->calls);
  const SmrExpr *test = gain_test(d, gain->sum);
  if (iterations_that_hold(d, test, &holds, &trip) && holds < trip / RARELY)
    return smr_refuse(d, "a call pays in only %lld of the %lld iterations of the surrounding loop",
                      (long long)holds, (long long)trip);
  if (!require(d, test))
    return false;
  if (!d->nest || d->nest->sizes)
    cheap_first(d);
  return true;
}

//--- Strides that conditions name -----------------------------------------------------------------

/// The values of arguments with which plain conditions hold (ix == 1 || ix == -1), of those that the gain
/// names, too. They are put into it, for the two to be judged together.
typedef struct {
  SmrDecision *d;
  SmrSupposed now, best;
  uint32_t args[SMR_MAX_SUPPOSED], arg_count;
  int64_t values[SMR_MAX_SUPPOSED][SMR_MAX_SUPPOSED];
  uint32_t value_count[SMR_MAX_SUPPOSED];
  const SmrWhen *when;
  const SmrExpr *most; // of `when`, by the values that were tried
  bool any, differs;
} Strides;

static void add_value(Strides *s, uint32_t arg, int64_t value) {
  uint32_t at = 0;
  while (at < s->arg_count && s->args[at] != arg)
    at++;
  if (at == SMR_MAX_SUPPOSED)
    return;
  if (at == s->arg_count)
    s->args[s->arg_count++] = arg;
  for (uint32_t k = 0; k < s->value_count[at]; k++)
    if (s->values[at][k] == value)
      return;
  if (s->value_count[at] < SMR_MAX_SUPPOSED)
    s->values[at][s->value_count[at]++] = value;
}

static void add_values(Strides *s, const SmrWhen *when) {
  for (uint32_t k = 2; k < when->count; k++) {
    bool negative = when->steps[k - 1].op == SMR_WHEN_NEG && k > 2;
    const SmrWhenStep *value = &when->steps[k - 1 - negative], *arg = value - 1;
    if (when->steps[k].op == SMR_WHEN_EQ && value->op == SMR_WHEN_CONST && arg->op == SMR_WHEN_ARG &&
        smr_condition_names(s->when, arg->arg))
      add_value(s, arg->arg, negative ? -value->imm : value->imm);
  }
}

static bool plain_conditions_may_hold(SmrDecision *d) {
  bool may = true;
  for (uint32_t c = 0; c < d->pair->pays_count && may; c++) {
    const SmrExpr *test =
        smr_condition_weighs(&d->pair->pays[c]) ? NULL : smr_condition_test(d, &d->pair->pays[c]);
    may = !test || !never_holds(d, test);
  }
  return may;
}

/// May the plain conditions hold where an argument has a value that they do not name?
static bool other_values_may_hold(Strides *s) {
  enum { OTHER = 0x5f3759df };
  bool may = false;
  for (uint32_t k = 0; k < s->arg_count && !may; k++) {
    s->d->supposed = &(SmrSupposed){{s->args[k]}, {OTHER}, 1};
    may = plain_conditions_may_hold(s->d);
  }
  s->d->supposed = NULL;
  return may;
}

/// What the call gains where its arguments from `at` on have any of their values.
static void try_values(Strides *s, uint32_t at) {
  SmrDecision *d = s->d;
  int64_t gain, most;
  if (at < s->arg_count) {
    for (uint32_t k = 0; k < s->value_count[at]; k++) {
      s->now.args[at] = s->args[at], s->now.values[at] = s->values[at][k], s->now.count = at + 1;
      try_values(s, at + 1);
    }
    s->now.count = at;
    return;
  }
  d->supposed = &s->now;
  if (plain_conditions_may_hold(d)) {
    const SmrExpr *more = smr_condition_gain(d, s->when);
    bool known = more && smr_expr_is_const(more, &gain);
    s->differs |= !known;
    if (known && (!s->any || (s->most && smr_expr_is_const(s->most, &most) && gain > most)))
      s->most = more, s->best = s->now;
    s->any = true;
  }
  d->supposed = NULL;
}

/// At most so much does the call gain, if its plain conditions leave only such values of its strides as make
/// that a number; else the gain itself.
static const SmrExpr *most_gain(SmrDecision *d, const SmrWhen *when, const SmrExpr *gain, SmrGain *out) {
  Strides s = {.d = d, .when = when};
  int64_t value;
  if (!gain || smr_expr_is_const(gain, &value))
    return gain;
  for (uint32_t c = 0; c < d->pair->pays_count; c++)
    if (!smr_condition_weighs(&d->pair->pays[c]))
      add_values(&s, &d->pair->pays[c]);
  if (!s.arg_count || other_values_may_hold(&s))
    return gain;
  try_values(&s, 0);
  if (!s.any || s.differs || !s.most)
    return gain;
  SmrSupposed *best = smr_arena_alloc(d->arena, sizeof *best);
  *best = s.best;
  out->best = best;
  return s.most;
}

static void add_gain(SmrDecision *d, const SmrWhen *when, bool sizes_only, SmrGain *gain) {
  const SmrExpr *more = smr_condition_gain(d, when);
  bool first = !gain->calls++;
  gain->late |= sizes_only && (!more || smr_reads_late(d, more));
  gain->sum = first ? more : smr_expr(d->arena, SMR_X_ADD, gain->sum, more);
  const SmrExpr *most = most_gain(d, when, more, gain);
  gain->most = first ? most : smr_expr(d->arena, SMR_X_ADD, gain->most, most);
  gain->when = when;
  for (double size = 64; size < 1 << 24; size *= 64)
    gain->possible |= smr_condition_gain_at(d, when, size) > 0;
}

bool smr_check_pays_apart(SmrDecision *d, SmrGain *gain) {
  bool sizes_only = d->nest && d->nest->sizes;
  for (uint32_t c = 0; c < d->pair->pays_count; c++) {
    const SmrWhen *when = &d->pair->pays[c];
    if (!smr_when_check(when, d->pattern->arg_count))
      return smr_refuse(d, "internal: the condition \"%s\" is not well formed", when->text);
    if (smr_condition_weighs(when)) {
      add_gain(d, when, sizes_only, gain);
      continue;
    }
    const SmrExpr *test = smr_condition_test(d, when);
    if (sizes_only && (!test || smr_reads_late(d, test)))
      continue;
    if (test && never_holds(d, test))
      return smr_refuse(d, "%s", too_small(d, when));
    if (!require(d, test))
      return false;
  }
  if (!d->nest || d->nest->sizes)
    cheap_first(d);
  return true;
}

bool smr_excluded(SmrDecision *d) {
  for (uint32_t c = 0; c < d->pair->pays_count; c++) {
    const SmrWhen *when = &d->pair->pays[c];
    bool plain = smr_when_check(when, d->pattern->arg_count) && !smr_condition_weighs(when);
    const SmrExpr *test = plain ? smr_condition_test(d, when) : NULL;
    if (test && never_holds(d, test))
      return true;
  }
  return false;
}

bool smr_check_pays(SmrDecision *d) {
  SmrGain gain = {0};
  return smr_check_pays_apart(d, &gain) && smr_check_gain(d, &gain);
}
