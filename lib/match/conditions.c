//===- conditions.c - L6: a pair's `when` conditions ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A condition is decided when its arguments are bound to constants or when types decide it; otherwise it
// becomes a guard. A division by an argument also requires that argument to be positive.
//===----------------------------------------------------------------------===//
#include "match/legality_internal.h"
#include <string.h>

static const SmrExpr *argument(SmrDecision *d, uint32_t arg) {
  const SmrBinding *b = &d->match->args[arg];
  for (uint32_t k = 0; d->supposed && k < d->supposed->count; k++)
    if (d->supposed->args[k] == arg)
      return smr_expr_const(d->arena, d->supposed->values[k]);
  if (d->pattern->args[arg].kind != SMR_ARG_INT || !b->bound || !smr_poly_told(d, b->poly))
    return NULL;
  const SmrExpr *value = smr_expr_poly(d->arena, b->poly);
  return b->divisor > 1 ? smr_expr(d->arena, SMR_X_DIV, value, smr_expr_const(d->arena, b->divisor)) : value;
}

/// With what has to hold for its divisions in *positive. `copied`: of all `copied(…)`.
static const SmrExpr *evaluate(SmrDecision *d, const SmrWhen *when, bool copied, const SmrExpr **positive) {
  const SmrExpr *stack[SMR_WHEN_MAX_DEPTH + 2];
  uint32_t depth = 0;
  for (uint32_t s = 0; s < when->count; s++) {
    const SmrWhenStep *step = &when->steps[s];
    const SmrExpr *result = NULL;
    switch (step->op) {
    case SMR_WHEN_CONST:
      result = smr_expr_const(d->arena, step->imm);
      break;
    case SMR_WHEN_ARG:
      result = argument(d, step->arg);
      break;
    case SMR_WHEN_TYPE:
      result = smr_expr_const(d->arena, d->pattern->args[step->arg].type == (SmrType)step->imm);
      break;
    case SMR_WHEN_WIDE:
      result = smr_expr_const(d->arena, d->options->compiled.wide);
      break;
    case SMR_WHEN_ROUND:
      result = smr_expr_const(d->arena, d->round);
      break;
    case SMR_WHEN_COPIED:
      result = smr_expr_const(d->arena, copied);
      break;
    case SMR_WHEN_NEG:
      result = smr_expr(d->arena, SMR_X_SUB, smr_expr_const(d->arena, 0), stack[--depth]);
      break;
    case SMR_WHEN_NOT:
      result = smr_expr(d->arena, SMR_X_NOT, stack[--depth], NULL);
      break;
    default: {
      const SmrExpr *b = stack[--depth], *a = stack[--depth];
      int64_t divisor;
      if (step->op == SMR_WHEN_DIV || step->op == SMR_WHEN_REM) {
        if (b && smr_expr_is_const(b, &divisor)) {
          if (divisor == 0) {
            *positive = smr_expr_const(d->arena, 0);
            b = smr_expr_const(d->arena, 1);
          } else if (divisor == -1) { // the one quotient that overflows
            result = step->op == SMR_WHEN_REM ? smr_expr_const(d->arena, 0)
                                              : smr_expr(d->arena, SMR_X_SUB, smr_expr_const(d->arena, 0), a);
            break;
          }
        } else {
          *positive = smr_expr(d->arena, SMR_X_AND, *positive,
                               smr_expr(d->arena, SMR_X_LT, smr_expr_const(d->arena, 0), b));
        }
      }
      bool swapped;
      SmrExprOp op = smr_when_op(step->op, &swapped);
      result = smr_expr(d->arena, op, swapped ? b : a, swapped ? a : b);
    }
    }
    if (!result)
      return NULL;
    stack[depth++] = result;
  }
  return depth == 1 ? stack[0] : NULL;
}

const SmrExpr *smr_condition_test(SmrDecision *d, const SmrWhen *when) {
  const SmrExpr *positive = smr_expr_const(d->arena, 1);
  const SmrExpr *test = evaluate(d, when, true, &positive);
  return test ? smr_expr(d->arena, SMR_X_AND, test, positive) : NULL;
}

bool smr_condition_weighs(const SmrWhen *when) {
  SmrWhenOp last = when->count ? when->steps[when->count - 1].op : SMR_WHEN_CONST;
  bool rounds = false;
  for (uint32_t s = 0; s < when->count; s++)
    rounds |= when->steps[s].op == SMR_WHEN_ROUND;
  return rounds && last >= SMR_WHEN_LT && last <= SMR_WHEN_GE;
}

/// Where the operands of the last step part: behind the first of them.
static uint32_t first_operand(const SmrWhen *when) {
  uint32_t wanted = 1, at = when->count - 1; // backwards over the second one
  while (wanted)
    wanted += smr_when_operands(when->steps[--at].op) - 1;
  return at;
}

void smr_condition_sides(const SmrWhen *when, SmrWhen *code, SmrWhen *call) {
  SmrWhenOp last = when->steps[when->count - 1].op;
  uint32_t parted = first_operand(when);
  bool turned = last == SMR_WHEN_LT || last == SMR_WHEN_LE;
  *(turned ? call : code) = (SmrWhen){when->steps, parted, when->text};
  *(turned ? code : call) = (SmrWhen){when->steps + parted, when->count - 1 - parted, when->text};
}

const SmrExpr *smr_condition_expr(SmrDecision *d, const SmrWhen *side) {
  const SmrExpr *positive = smr_expr_const(d->arena, 1);
  return evaluate(d, side, true, &positive);
}

const SmrExpr *smr_condition_gain(SmrDecision *d, const SmrWhen *when) {
  SmrWhen code, call;
  smr_condition_sides(when, &code, &call);
  return smr_expr(d->arena, SMR_X_SUB, smr_condition_expr(d, &code), smr_condition_expr(d, &call));
}

bool smr_condition_names(const SmrWhen *when, uint32_t arg) {
  bool named = false;
  for (uint32_t s = 0; s < when->count; s++)
    named |= when->steps[s].op == SMR_WHEN_ARG && when->steps[s].arg == arg;
  return named;
}

const SmrExpr *smr_condition_places(SmrDecision *d, const SmrWhen *when) {
  const SmrExpr *product = smr_expr_const(d->arena, 1);
  for (uint32_t k = 0; k < d->sizes.count; k++)
    if (!smr_condition_names(when, d->sizes.args[k]))
      product = smr_expr(d->arena, SMR_X_MUL, product, argument(d, d->sizes.args[k]));
  return product;
}

static double of_two(SmrWhenOp op, double a, double b) {
  switch (op) {
  case SMR_WHEN_ADD:
    return a + b;
  case SMR_WHEN_SUB:
    return a - b;
  case SMR_WHEN_MUL:
    return a * b;
  case SMR_WHEN_DIV:
    return b != 0 ? a / b : 0;
  case SMR_WHEN_MIN:
    return a < b ? a : b;
  case SMR_WHEN_MAX:
    return a > b ? a : b;
  case SMR_WHEN_LT: // … the difference, of the whole
  case SMR_WHEN_LE:
    return b - a;
  case SMR_WHEN_GT:
  case SMR_WHEN_GE:
    return a - b;
  default:
    return 0;
  }
}

double smr_condition_value_at(SmrDecision *d, const SmrWhen *when, const double *args) {
  double stack[SMR_WHEN_MAX_DEPTH + 2];
  uint32_t depth = 0;
  for (uint32_t s = 0; s < when->count; s++) {
    const SmrWhenStep *step = &when->steps[s];
    uint32_t operands = smr_when_operands(step->op);
    if (!operands)
      stack[depth++] = step->op == SMR_WHEN_CONST   ? (double)step->imm
                       : step->op == SMR_WHEN_ROUND ? (double)d->round
                       : step->op == SMR_WHEN_ARG   ? args[step->arg]
                                                    : 1;
    else if (operands == 1)
      stack[depth - 1] = -stack[depth - 1];
    else
      --depth, stack[depth - 1] = of_two(step->op, stack[depth - 1], stack[depth]);
  }
  return stack[0];
}

double smr_condition_gain_at(SmrDecision *d, const SmrWhen *when, double size) {
  double *args = smr_arena_alloc(d->arena, (d->pattern->arg_count + 1) * sizeof *args);
  for (uint32_t k = 0; k < d->pattern->arg_count; k++)
    args[k] = size;
  return smr_condition_value_at(d, when, args);
}

/// Refuses, with what letters in the condition mean.
static bool refuse(SmrDecision *d, const SmrWhen *when, const char *why) {
  const char *notes, *text = smr_condition_text(d, when, &notes);
  return smr_refuse(d, *notes ? "\"%s\" %s: %s" : "\"%s\" %s", text, why, notes);
}

static const SmrWhenStep *find_copied(const SmrWhen *when) {
  for (uint32_t s = 0; s < when->count; s++)
    if (when->steps[s].op == SMR_WHEN_COPIED)
      return &when->steps[s];
  return NULL;
}

/// What is left to be asked of the condition, in the program's words. If a copy of an array is what makes it
/// hold, the text says so.
static const char *guard_text(SmrDecision *d, const SmrWhen *when, const SmrExpr *test) {
  const SmrWhenStep *copied = find_copied(when);
  const char *text = smr_test_text(d, test);
  const SmrExpr *positive = smr_expr_const(d->arena, 1);
  if (!copied || !d->match->args[copied->arg].value)
    return text;
  SmrStr name = {0};
  smr_legality_name(d->match->args[copied->arg].value, &name, (void *)(uintptr_t)d->graph);
  const char *array = smr_keep_text(d, &name);
  if (!smr_known_can_hold(&d->known, evaluate(d, when, false, &positive)))
    return smr_arena_printf(d->arena, "%s, or copying %s does not pay: its elements are not contiguous", text,
                            array);
  return smr_arena_printf(d->arena, "%s (by copying %s if its elements are not contiguous)", text, array);
}

bool smr_check_conditions(SmrDecision *d) {
  for (uint32_t c = 0; c < d->pair->condition_count; c++) {
    const SmrWhen *when = &d->pair->conditions[c];
    if (!smr_when_check(when, d->pattern->arg_count))
      return smr_refuse(d, "internal: the condition \"%s\" is not well formed",
                        when->text ? when->text : "when");
    const SmrExpr *test = smr_condition_test(d, when);
    if (!test)
      return refuse(d, when, "cannot be computed before the code runs");
    if (smr_known_holds(&d->known, test))
      continue;
    int64_t value;
    if (smr_expr_is_const(test, &value) && !value)
      return refuse(d, when, "does not hold");
    test = smr_known_narrow(&d->known, test);
    const char *text = guard_text(d, when, test); // (what is known of it is folded)
    if (!smr_require(d, test, text))
      return false;
    if (!smr_known_learn(&d->known, test))
      return smr_refuse(d, "\"%s\" cannot hold where the other checks do", text);
  }
  return true;
}
