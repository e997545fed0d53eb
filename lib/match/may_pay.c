//===- may_pay.c - may a call ever be faster than these loops? -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/may_pay.h"
#include "graph/normalize/normalize.h"
#include "match/legality_internal.h"
#include <math.h>

//--- The loops ----------------------------------------------------------------------------------

enum { MOST_ITERATIONS = 1 << 20 };

/// More than is counted: 0, as what is not known is.
static int64_t times(int64_t a, int64_t b) {
  return a && b && a <= MOST_ITERATIONS / b ? a * b : 0;
}

static int64_t trip_of(const SmrGraph *g, SmrOp loop) {
  int64_t trip;
  return smr_const_int(g, smr_operand(g, loop, 0), &trip) && trip > 0 ? trip : 0;
}

static bool is_loop(const SmrGraph *g, SmrOp op) {
  return smr_op(g, op)->code == SMR_OP_LOOP;
}

static SmrNest body_of(const SmrGraph *g, SmrOp op, uint32_t region) {
  SmrBlock body = smr_body_block(g, op, region);
  return body ? (SmrNest){body, g->blocks.data[body].first, g->blocks.data[body].last} : (SmrNest){0};
}

/// Adds how often the innermost loops of these ops run; false if that is not known.
static bool add_iterations(const SmrGraph *g, SmrNest nest, int64_t *all) {
  bool known = true;
  for (SmrOp op = nest.first; op && known; op = op == nest.last ? 0 : smr_op(g, op)->next) {
    int64_t own = 0;
    for (uint32_t r = 0; r < smr_op(g, op)->region_count && known; r++)
      known = smr_body_block(g, op, r) && add_iterations(g, body_of(g, op, r), &own);
    if (is_loop(g, op))
      known = known && (own = times(trip_of(g, op), own ? own : 1));
    known &= smr_op(g, op)->code != SMR_OP_WHILE && smr_op(g, op)->code != SMR_OP_FOR;
    *all += own;
  }
  return known;
}

static SmrOp loop_around(const SmrGraph *g, SmrNest nest) {
  SmrOp loop = g->regions.data[g->blocks.data[nest.block].region].parent;
  return loop && is_loop(g, loop) ? loop : 0;
}

static SmrNest nest_of(const SmrGraph *g, SmrOp loop) {
  return (SmrNest){smr_op(g, loop)->block, loop, loop};
}

int64_t smr_loop_iterations(const SmrGraph *g, SmrNest nest, uint32_t around) {
  int64_t all = 0;
  bool known = add_iterations(g, nest, &all);
  for (SmrOp loop; around && known && (loop = loop_around(g, nest)); around--, nest = nest_of(g, loop))
    known = (all = times(trip_of(g, loop), all ? all : 1));
  return known ? all : 0;
}

static int64_t longest_in(const SmrGraph *g, SmrNest nest, const SmrCompiled *compiled) {
  int64_t longest = 0;
  for (SmrOp op = nest.first; op; op = op == nest.last ? 0 : smr_op(g, op)->next) {
    int64_t own = is_loop(g, op) ? smr_round_time(g, op, 1, compiled) : 0;
    longest = own > longest ? own : longest;
    for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
      own = longest_in(g, body_of(g, op, r), compiled);
      longest = own > longest ? own : longest;
    }
  }
  return longest;
}

int64_t smr_longest_round(const SmrGraph *g, SmrNest nest, uint32_t around, const SmrCompiled *compiled) {
  int64_t longest = longest_in(g, nest, compiled);
  for (SmrOp loop; around && (loop = loop_around(g, nest)); around--, nest = nest_of(g, loop)) {
    int64_t own = smr_round_time(g, loop, 1, compiled);
    longest = own > longest ? own : longest;
  }
  return longest;
}

//--- A condition of arguments that are not known --------------------------------------------------

/// Of a product that names sizes all of them together are a number of iterations, so `high` is at most the
/// nest's: what it has besides them is `factor`.
typedef struct {
  double low, high, factor;
  bool sizes;
} Range;

typedef struct {
  const SmrPair *pair;
  const SmrLoopWork *work;
  bool wide;
  Range size; // of an argument
} Question;

static Range range(double low, double high) {
  return (Range){low, high, high, false};
}

static double product(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

static Range multiply(const Question *q, Range a, Range b) {
  if (q->work->iterations && a.low >= 0 && b.low >= 0) {
    double factor = product(a.factor, b.factor);
    bool sizes = a.sizes || b.sizes;
    return (Range){product(a.low, b.low), sizes ? factor * q->size.high : factor, factor, sizes};
  }
  double p = product(a.low, b.low), r = product(a.low, b.high), s = product(a.high, b.low),
         t = product(a.high, b.high);
  return range(fmin(fmin(p, r), fmin(s, t)), fmax(fmax(p, r), fmax(s, t)));
}

static Range of_two(const Question *q, SmrWhenOp op, Range a, Range b) {
  switch (op) {
  case SMR_WHEN_ADD:
    return range(a.low + b.low, a.high + b.high);
  case SMR_WHEN_SUB:
    return range(a.low - b.high, a.high - b.low);
  case SMR_WHEN_MUL:
    return multiply(q, a, b);
  case SMR_WHEN_DIV:
    return b.low > 0 ? multiply(q, a, range(1 / b.high, 1 / b.low)) : range(-INFINITY, INFINITY);
  case SMR_WHEN_MIN:
    return range(fmin(a.low, b.low), fmin(a.high, b.high));
  case SMR_WHEN_MAX:
    return range(fmax(a.low, b.low), fmax(a.high, b.high));
  case SMR_WHEN_EQ:
    return range(false, a.low <= b.high && b.low <= a.high);
  case SMR_WHEN_LT:
    return range(a.high < b.low, a.low < b.high);
  case SMR_WHEN_LE:
    return range(a.high <= b.low, a.low <= b.high);
  case SMR_WHEN_GT:
    return range(a.low > b.high, a.high > b.low);
  case SMR_WHEN_GE:
    return range(a.low >= b.high, a.high >= b.low);
  case SMR_WHEN_AND:
    return range(a.low != 0 && b.low != 0, a.high != 0 && b.high != 0);
  case SMR_WHEN_OR:
    return range(a.low != 0 || b.low != 0, a.high != 0 || b.high != 0);
  case SMR_WHEN_NE:
    return range(false, true);
  default:
    return range(-INFINITY, INFINITY);
  }
}

/// What a plain condition compares an argument with is about what it is: strides are 1, or -1.
static Range argument(const Question *q, uint32_t arg) {
  Range known = range(INFINITY, -INFINITY);
  for (uint32_t c = 0; q->work->iterations && c < q->pair->pays_count; c++) {
    const SmrWhen *when = &q->pair->pays[c];
    for (uint32_t k = 2; k < when->count; k++) {
      bool negative = when->steps[k - 1].op == SMR_WHEN_NEG && k > 2;
      const SmrWhenStep *value = &when->steps[k - 1 - negative];
      if (when->steps[k].op != SMR_WHEN_EQ || value->op != SMR_WHEN_CONST || value[-1].op != SMR_WHEN_ARG ||
          value[-1].arg != arg)
        continue;
      double number = negative ? -(double)value->imm : (double)value->imm;
      known = range(fmin(known.low, number), fmax(known.high, number));
    }
  }
  return known.low <= known.high ? known : q->size;
}

static Range evaluate(const Question *q, const SmrWhen *when) {
  Range stack[SMR_WHEN_MAX_DEPTH + 2];
  uint32_t depth = 0;
  for (uint32_t s = 0; s < when->count; s++) {
    const SmrWhenStep *step = &when->steps[s];
    Range *top = depth ? &stack[depth - 1] : stack;
    switch (step->op) {
    case SMR_WHEN_CONST:
      stack[depth++] = range((double)step->imm, (double)step->imm);
      break;
    case SMR_WHEN_ARG:
      stack[depth++] = argument(q, step->arg);
      break;
    case SMR_WHEN_ROUND:
      stack[depth++] = range((double)q->work->round, (double)q->work->round);
      break;
    case SMR_WHEN_WIDE:
      stack[depth++] = range(q->wide, q->wide);
      break;
    case SMR_WHEN_TYPE:
    case SMR_WHEN_COPIED:
      stack[depth++] = range(false, true);
      break;
    case SMR_WHEN_NEG:
      *top = range(-top->high, -top->low);
      break;
    case SMR_WHEN_NOT:
      *top = range(top->high == 0, top->low == 0);
      break;
    default:
      --depth;
      stack[depth - 1] = of_two(q, step->op, stack[depth - 1], stack[depth]);
    }
  }
  return stack[0];
}

static bool names_arguments(const SmrWhen *when) {
  bool named = false;
  for (uint32_t s = 0; s < when->count; s++)
    named |= when->steps[s].op == SMR_WHEN_ARG;
  return named;
}

static bool may_hold(Question *q, const SmrWhen *when) {
  bool may = false;
  if (q->work->iterations) {
    q->size = (Range){1, (double)q->work->iterations, 1, true};
    return evaluate(q, when).high != 0;
  }
  if (!smr_condition_weighs(when) && names_arguments(when))
    return true;
  for (double size = 64; size < 1 << 24 && !may; size *= 64) { // (as pays.c has it)
    q->size = range(size, size);
    may = evaluate(q, when).high != 0;
  }
  return may;
}

bool smr_may_pay(const SmrPair *pair, const SmrLoopWork *work, const SmrCompiled *compiled) {
  Question q = {.pair = pair, .work = work, .wide = compiled->wide};
  bool may = true;
  for (uint32_t c = 0; c < pair->pays_count && may; c++)
    may = !smr_when_check(&pair->pays[c], pair->pattern.arg_count) || may_hold(&q, &pair->pays[c]);
  return may;
}
