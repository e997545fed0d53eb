//===- condition_text.c - a pair's condition in the program's words --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An argument is called what stands for it in the program, as in guards. It keeps the idiom's letter where
// that says more: where a comparison would be one of numbers alone, where what stands for it has no name, and
// where nothing does. What such a letter means here is told behind the condition.
//===----------------------------------------------------------------------===//
#include "match/legality_internal.h"
#include <stdarg.h>
#include <string.h>

enum { LETTERS = 64 }; // arguments of a higher number are not told of

// How tightly an operator binds.
enum { ANY = 1, ALL, COMPARED, ADDED, MULTIPLIED, WHOLE };

/// A part of a condition, in the program's words and in the idiom's letters, and how tightly these bind.
typedef struct {
  const char *said, *letters;
  int said_binds, letters_bind;
  uint32_t first;  // step
  bool of_program; // a name of the program's stands in it
  bool is_number;
  int64_t number;
  int truth;         // of a condition: 1 it holds, -1 it does not, 0 that is not known
  uint64_t lettered; // arguments whose letter is used
} Part;

typedef struct {
  SmrDecision *d;
  const SmrWhen *when;
} Words;

static const char *format(SmrDecision *d, const char *text, ...) __attribute__((format(printf, 2, 3)));
static const char *format(SmrDecision *d, const char *text, ...) {
  va_list args;
  va_start(args, text);
  const char *made = smr_arena_vprintf(d->arena, text, args);
  va_end(args);
  return made;
}

static const char *letter_of(const SmrDecision *d, uint32_t arg) {
  return d->pattern->args[arg].name ? d->pattern->args[arg].name : "?";
}

//--- Arguments ----------------------------------------------------------------------------------

/// Does the name say where the value comes from, as "a value loaded at line 7" does?
static bool is_description(SmrDecision *d, uint32_t leaf) {
  SmrStr text = {0};
  smr_legality_name(leaf, &text, (void *)(uintptr_t)d->graph);
  bool description = smr_legality_is_phrase(smr_str_get(&text));
  smr_str_free(&text);
  return description;
}

static bool has_names(SmrDecision *d, SmrPoly poly) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    if (is_description(d, leaf))
      return false;
  return true;
}

static bool is_integer(const SmrDecision *d, uint32_t arg) {
  return d->pattern->args[arg].kind == SMR_ARG_INT && d->match->args[arg].bound;
}

static bool is_number(const SmrDecision *d, uint32_t arg) {
  int64_t number;
  return is_integer(d, arg) && smr_poly_is_const(d->match->args[arg].poly, &number);
}

/// Has what stands for the argument no name?
static bool keeps_letter(SmrDecision *d, uint32_t arg) {
  return !is_integer(d, arg) || !has_names(d, d->match->args[arg].poly);
}

static const char *value_text(SmrDecision *d, uint32_t arg) {
  const SmrBinding *b = &d->match->args[arg];
  int64_t number, divisor = b->divisor;
  return smr_poly_is_const(b->poly, &number) ? format(d, "%lld", (long long)(number / divisor))
                                             : smr_quotient_text(d, b->poly, divisor);
}

static Part part_of_argument(SmrDecision *d, uint32_t arg) {
  const SmrBinding *b = &d->match->args[arg];
  const char *letter = letter_of(d, arg);
  uint32_t leaf;
  if (keeps_letter(d, arg))
    return (Part){.said = letter, .letters = letter, .said_binds = WHOLE, .letters_bind = WHOLE};
  bool whole = is_number(d, arg) || (smr_poly_is_leaf(b->poly, &leaf) && b->divisor <= 1);
  Part part = {.said = value_text(d, arg), .letters = letter, .letters_bind = WHOLE};
  part.said_binds = whole ? WHOLE : b->poly.count > 1 ? ADDED : MULTIPLIED;
  part.is_number = smr_poly_is_const(b->poly, &part.number);
  part.number /= b->divisor > 1 ? b->divisor : 1;
  part.of_program = !part.is_number;
  return part;
}

//--- Operators ------------------------------------------------------------------------------------

static const struct {
  const char *sign;
  int binds;
} operators[SMR_WHEN_COUNT] = {
    [SMR_WHEN_ADD] = {" + ", ADDED},      [SMR_WHEN_SUB] = {" - ", ADDED},
    [SMR_WHEN_MUL] = {"*", MULTIPLIED},   [SMR_WHEN_DIV] = {"/", MULTIPLIED},
    [SMR_WHEN_REM] = {" % ", MULTIPLIED}, [SMR_WHEN_EQ] = {" == ", COMPARED},
    [SMR_WHEN_NE] = {" != ", COMPARED},   [SMR_WHEN_LT] = {" < ", COMPARED},
    [SMR_WHEN_LE] = {" <= ", COMPARED},   [SMR_WHEN_GT] = {" > ", COMPARED},
    [SMR_WHEN_GE] = {" >= ", COMPARED},   [SMR_WHEN_AND] = {" && ", ALL},
    [SMR_WHEN_OR] = {" || ", ANY},
};

static const char *joined(SmrDecision *d, SmrWhenOp op, const char *a, int a_binds, const char *b,
                          int b_binds) {
  if (op == SMR_WHEN_MIN || op == SMR_WHEN_MAX)
    return format(d, "%s(%s, %s)", op == SMR_WHEN_MIN ? "min" : "max", a, b);
  bool associative = op == SMR_WHEN_ADD || op == SMR_WHEN_AND || op == SMR_WHEN_OR;
  int binds = operators[op].binds, right = binds + !associative;
  bool left_group = a_binds < binds, right_group = b_binds < right;
  return format(d, "%s%s%s%s%s%s%s", left_group ? "(" : "", a, left_group ? ")" : "", operators[op].sign,
                right_group ? "(" : "", b, right_group ? ")" : "");
}

static int truth_of_numbers(SmrWhenOp op, int64_t a, int64_t b) {
  switch (op) {
  case SMR_WHEN_EQ:
    return a == b ? 1 : -1;
  case SMR_WHEN_NE:
    return a != b ? 1 : -1;
  case SMR_WHEN_LT:
    return a < b ? 1 : -1;
  case SMR_WHEN_LE:
    return a <= b ? 1 : -1;
  case SMR_WHEN_GT:
    return a > b ? 1 : -1;
  case SMR_WHEN_GE:
    return a >= b ? 1 : -1;
  default:
    return 0;
  }
}

static int truth_of_two(SmrWhenOp op, const Part *a, const Part *b) {
  if (op == SMR_WHEN_AND || op == SMR_WHEN_OR) {
    int decides = op == SMR_WHEN_AND ? -1 : 1;
    return a->truth == decides || b->truth == decides ? decides : a->truth == b->truth ? a->truth : 0;
  }
  return a->is_number && b->is_number ? truth_of_numbers(op, a->number, b->number) : 0;
}

/// The side that is left where the other one says nothing: of `and` one that holds, of `or` one that does
/// not.
static const Part *open_side(SmrWhenOp op, const Part *a, const Part *b) {
  int idle = op == SMR_WHEN_AND ? 1 : -1;
  if ((op != SMR_WHEN_AND && op != SMR_WHEN_OR) || a->truth == b->truth)
    return NULL;
  return a->truth == idle ? b : b->truth == idle ? a : NULL;
}

static Part part_of_two(SmrDecision *d, SmrWhenOp op, const Part *a, const Part *b) {
  int binds = operators[op].sign ? operators[op].binds : WHOLE;
  const Part *open = open_side(op, a, b);
  Part part = {.said = joined(d, op, a->said, a->said_binds, b->said, b->said_binds),
               .letters = joined(d, op, a->letters, a->letters_bind, b->letters, b->letters_bind),
               .said_binds = binds,
               .letters_bind = binds,
               .of_program = a->of_program || b->of_program,
               .truth = truth_of_two(op, a, b),
               .lettered = a->lettered | b->lettered};
  if (open)
    part = *open;
  part.first = a->first;
  return part;
}

static Part part_of_one(SmrDecision *d, SmrWhenOp op, const Part *a) {
  const char *sign = op == SMR_WHEN_NEG ? "-" : "!";
  int binds = op == SMR_WHEN_NEG ? MULTIPLIED : WHOLE;
  return (Part){.said = format(d, a->said_binds < WHOLE ? "%s(%s)" : "%s%s", sign, a->said),
                .letters = format(d, a->letters_bind < WHOLE ? "%s(%s)" : "%s%s", sign, a->letters),
                .said_binds = binds,
                .letters_bind = binds,
                .first = a->first,
                .of_program = a->of_program,
                .is_number = a->is_number && op == SMR_WHEN_NEG && a->number != INT64_MIN,
                .number = a->number == INT64_MIN ? 0 : -a->number,
                .truth = -a->truth,
                .lettered = a->lettered};
}

static Part part_of_step(SmrDecision *d, const SmrWhenStep *step) {
  const char *text = "";
  switch (step->op) {
  case SMR_WHEN_ARG:
    return part_of_argument(d, step->arg);
  case SMR_WHEN_WIDE:
    text = "wide";
    break;
  case SMR_WHEN_COPIED:
    text = format(d, "copied(%s)", letter_of(d, step->arg));
    return (Part){.said = text, .letters = text, .said_binds = WHOLE, .letters_bind = WHOLE, .truth = 1};
  case SMR_WHEN_ROUND:
    text = format(d, "%lld", (long long)d->round);
    break;
  default:
    text = format(d, "%lld", (long long)step->imm);
  }
  return (Part){.said = text,
                .letters = text,
                .said_binds = WHOLE,
                .letters_bind = WHOLE,
                .is_number = step->op == SMR_WHEN_CONST,
                .number = step->imm};
}

//--- The whole ---------------------------------------------------------------------------------------

/// Decides how a comparison, which ends at step `last`, is said.
static void choose(const Words *w, Part *part, uint32_t last) {
  for (uint32_t s = part->first; s <= last; s++) {
    const SmrWhenStep *step = &w->when->steps[s];
    if (step->op == SMR_WHEN_ARG && step->arg < LETTERS &&
        (!part->of_program || keeps_letter(w->d, step->arg)))
      part->lettered |= 1ull << step->arg;
  }
  if (!part->of_program) {
    part->said = part->letters;
    part->said_binds = part->letters_bind;
  }
}

static const char *meaning_of(SmrDecision *d, uint32_t arg) {
  if (!is_integer(d, arg))
    return "is nothing here";
  int64_t most = is_number(d, arg) ? INT64_MAX : smr_known_most(&d->known, d->match->args[arg].poly);
  if (most < INT32_MAX && d->match->args[arg].divisor <= 1)
    return format(d, "is at most %lld", (long long)most);
  return format(d, "is %s", value_text(d, arg));
}

/// "the idiom's m is 4, n is at most 5"
static const char *notes_of(const Words *w, uint64_t lettered) {
  SmrDecision *d = w->d;
  SmrStr out = {0};
  for (uint32_t s = 0; s < w->when->count; s++) {
    const SmrWhenStep *step = &w->when->steps[s];
    if (step->op != SMR_WHEN_ARG || step->arg >= LETTERS || !(lettered >> step->arg & 1))
      continue;
    lettered &= ~(1ull << step->arg);
    smr_str_printf(&out, "%s%s %s", out.size ? ", " : "the idiom's ", letter_of(d, step->arg),
                   meaning_of(d, step->arg));
  }
  return smr_keep_text(d, &out);
}

/// Is there something to be said in the program's words? (A type has no spelling of its own.)
static bool speaks_of_integers(const SmrWhen *when) {
  bool any = false, typed = false;
  for (uint32_t s = 0; s < when->count; s++) {
    any |= when->steps[s].op == SMR_WHEN_ARG;
    typed |= when->steps[s].op == SMR_WHEN_TYPE;
  }
  return any && !typed;
}

const char *smr_condition_text(SmrDecision *d, const SmrWhen *when, const char **notes) {
  Words w = {.d = d, .when = when};
  Part stack[SMR_WHEN_MAX_DEPTH + 2];
  uint32_t depth = 0;
  *notes = "";
  if (!speaks_of_integers(when))
    return when->text ? when->text : "when";
  for (uint32_t s = 0; s < when->count; s++) {
    const SmrWhenStep *step = &when->steps[s];
    if (step->op == SMR_WHEN_NEG || step->op == SMR_WHEN_NOT) {
      stack[depth - 1] = part_of_one(d, step->op, &stack[depth - 1]);
    } else if (step->op >= SMR_WHEN_ADD && step->op <= SMR_WHEN_OR) {
      --depth;
      stack[depth - 1] = part_of_two(d, step->op, &stack[depth - 1], &stack[depth]);
    } else {
      stack[depth] = part_of_step(d, step);
      stack[depth++].first = s;
    }
    if (step->op >= SMR_WHEN_EQ && step->op <= SMR_WHEN_GE)
      choose(&w, &stack[depth - 1], s);
  }
  *notes = notes_of(&w, stack[0].lettered);
  return stack[0].said;
}
