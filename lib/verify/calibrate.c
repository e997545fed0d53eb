//===- calibrate.c - what calls take on this machine ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pair's `pays` may weigh what the code takes, `round*m*n`, against what the call takes, a sum of terms
// like `70*m*n*k` and a constant. Here the replacement is timed at many sizes, and the terms' coefficients
// are put through the times: least relative squares, none negative, then above nearly all of them and a
// margin.
//===----------------------------------------------------------------------===//
#include "verify/child.h"
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <time.h>

enum { MOST_TERMS = 6, MOST_POINTS = 96 };

typedef struct {
  const char *at, *end;
} Text;

typedef struct {
  Text whole, work;         // the condition; its left side
  Text terms[MOST_TERMS];   // of the right side, without the numbers that they begin with; empty: a constant
  double found[MOST_TERMS]; // the coefficients
  uint32_t count;
} Weighed;

typedef struct {
  double values[MOST_TERMS], picoseconds;
} Point;

//--- Terms of a condition ----------------------------------------------------------

static Text trimmed(const char *at, const char *end) {
  while (at < end && *at == ' ')
    ++at;
  while (end > at && end[-1] == ' ')
    --end;
  return (Text){at, end};
}

/// `70 * m * n` is m * n, `m * n` that too, `5000` nothing.
static void add_term(Weighed *w, Text text) {
  const char *at = text.at;
  while (at < text.end && isdigit((unsigned char)*at))
    ++at;
  Text rest = trimmed(at, text.end);
  if (at == text.at || (rest.at < rest.end && *rest.at != '*'))
    rest = text;
  else if (rest.at < rest.end)
    rest = trimmed(rest.at + 1, rest.end);
  if (w->count < MOST_TERMS)
    w->terms[w->count++] = rest;
}

/// Takes `work >= term + term` apart; false where the condition is another.
static bool take_apart(const SmrWhen *condition, Weighed *w) {
  bool rounds = false;
  for (uint32_t s = 0; s < condition->count; s++)
    rounds |= condition->steps[s].op == SMR_WHEN_ROUND;
  const char *sign = strstr(condition->text, ">="), *end = condition->text + strlen(condition->text);
  *w = (Weighed){.whole = {condition->text, end}};
  if (!rounds || !sign || strpbrk(condition->text, "&|"))
    return false;
  w->work = trimmed(condition->text, sign);
  int depth = 0;
  const char *from = sign + 2;
  for (const char *at = from; at <= end; at++) {
    depth += at < end ? (*at == '(') - (*at == ')') : 0;
    if (at < end && (depth || *at != '+'))
      continue;
    add_term(w, trimmed(from, at));
    from = at + 1;
  }
  return true;
}

//--- Their values --------------------------------------------------------------------

typedef struct {
  const SmrVerifyChild *c;
  const char *at, *end;
} Reader;

static double read_sum(Reader *r);

static bool skip(Reader *r, char sign) {
  while (r->at < r->end && *r->at == ' ')
    ++r->at;
  bool is = r->at < r->end && *r->at == sign;
  r->at += is;
  return is;
}

/// Integers by their names; a round is one picosecond.
static double named(const Reader *r, const char *name, size_t size) {
  const SmrPattern *pattern = r->c->pattern;
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (pattern->args[k].kind == SMR_ARG_INT && strlen(pattern->args[k].name) == size &&
        memcmp(pattern->args[k].name, name, size) == 0)
      return (double)r->c->inputs->ints[k];
  return size == 5 && memcmp(name, "round", size) == 0 ? 1 : NAN;
}

static double read_atom(Reader *r) {
  if (skip(r, '(')) {
    double value = read_sum(r);
    return skip(r, ')') ? value : NAN;
  }
  if (skip(r, '-'))
    return -read_atom(r);
  const char *from = r->at;
  while (r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '_'))
    ++r->at;
  size_t size = (size_t)(r->at - from);
  if (!size)
    return NAN;
  if (isdigit((unsigned char)*from))
    return strtod(from, NULL);
  if (!skip(r, '('))
    return named(r, from, size);
  double a = read_sum(r), b = skip(r, ',') ? read_sum(r) : NAN;
  return !skip(r, ')') ? NAN : *from == 'm' && from[1] == 'i' ? fmin(a, b) : fmax(a, b);
}

static double read_product(Reader *r) {
  double value = read_atom(r);
  for (;;)
    if (skip(r, '*'))
      value *= read_atom(r);
    else if (skip(r, '/'))
      value /= read_atom(r);
    else
      return value;
}

static double read_sum(Reader *r) {
  double value = read_product(r);
  for (;;)
    if (skip(r, '+'))
      value += read_product(r);
    else if (skip(r, '-'))
      value -= read_product(r);
    else
      return value;
}

static double value_of(const SmrVerifyChild *c, Text text) {
  Reader r = {c, text.at, text.end};
  return text.at == text.end ? 1 : read_sum(&r);
}

//--- Times ---------------------------------------------------------------------------

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e12 + (double)t.tv_nsec * 1e3;
}

/// Picoseconds of one call, the least of some.
static double time_call(SmrVerifyChild *c) {
  enum { ROUNDS = 9, MOST_REPEATS = 64 };
  void *arguments[SMR_VERIFY_ARGS + 1];
  double least = INFINITY;
  uint32_t repeats = 1;
  smr_verify_place(c, 1, false, arguments);
  smr_verify_invoke(c, 1, false, arguments);
  for (int round = 0; round < ROUNDS; round++) {
    smr_verify_restore(c, 1);
    double start = now();
    for (uint32_t k = 0; k < repeats; k++)
      c->pair->call[1](arguments);
    double one = (now() - start) / repeats;
    least = one < least && round ? one : least;
    repeats =
        one < 2e7 ? (uint32_t)(2e7 / one) + 1 : 1; // 20 microseconds, so that the clock's steps are small
    repeats = repeats < MOST_REPEATS ? repeats : MOST_REPEATS;
  }
  return least;
}

/// By how much additions that wait for each other take less here than `round` has it (lib/match/rounds.c).
static double faster_rounds(void) {
  enum { COUNT = 4096, ROUNDS = 50 };
  static const double assumed = 600;
  static volatile double one = 1;
  double least = INFINITY, by = one, sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    for (int k = 0; k < COUNT; k++) {
      sum += by;
      __asm__ volatile("" : "+x"(sum));
    }
    least = fmin(least, (now() - start) / COUNT);
  }
  one = sum;
  return fmax(1, assumed / least);
}

static bool plain_conditions_hold(const SmrVerifyChild *c, const SmrVerifyCase *inputs) {
  const SmrPair *p = c->pair->pair->pair;
  for (uint32_t k = 0; k < p->pays_count; k++) {
    bool asks_more = false; // of the code
    for (uint32_t s = 0; s < p->pays[k].count; s++)
      asks_more |= p->pays[k].steps[s].op == SMR_WHEN_ROUND || p->pays[k].steps[s].op == SMR_WHEN_WIDE;
    if (!asks_more && !smr_verify_condition(&c->chooser, &p->pays[k], inputs))
      return false;
  }
  return true;
}

/// Cases with these sizes that are not too thin, and what their calls take.
static void time_sizes(SmrVerifyChild *c, SmrVerifyCover *cover, const int64_t *sizes, const Weighed *w,
                       Point *points, uint32_t *count) {
  enum {
    ATTEMPTS = 40,
    AROUND = 1 << 16
  }; // (libraries look at what they do not use, such as unit diagonals)
  static const double most_cost = 1e9;
  static SmrVerifyCase inputs;
  for (int attempt = 0; attempt < ATTEMPTS && *count < MOST_POINTS; attempt++) {
    if (!smr_verify_cover_fixed(cover, sizes, most_cost, &inputs))
      continue;
    inputs.data = SMR_DATA_FLAT;
    smr_verify_plain_scalars(c, &inputs);
    if (!plain_conditions_hold(c, &inputs) || !smr_verify_cover_admits(cover, &inputs, most_cost))
      continue;
    c->report->cases++;
    c->inputs = &inputs;
    smr_verify_describe(c);
    smr_verify_fill_large(c, &inputs, AROUND);
    Point *point = &points[*count];
    point->picoseconds = time_call(c);
    for (uint32_t t = 0; t < w->count; t++)
      point->values[t] = value_of(c, w->terms[t]);
    ++*count;
    return;
  }
}

static uint32_t time_all(SmrVerifyChild *c, SmrVerifyCover *cover, const Weighed *w, Point *points) {
  static const int64_t some[] = {10, 17, 25, 34, 50, 67, 80, 97, 113, 131, 160, 190, 220, 250};
  uint32_t count = 0;
  for (size_t k = 0; k < sizeof some / sizeof *some; k++)
    for (uint32_t thin = 0; thin <= cover->factor_count; thin++) { // one of the sizes a quarter; none
      int64_t sizes[SMR_COVER_FACTORS];
      for (uint32_t f = 0; f < SMR_COVER_FACTORS; f++)
        sizes[f] = f == thin ? some[k] / 4 + 1 : some[k];
      if (thin == cover->factor_count || smr_verify_cover_is_size(cover, thin))
        time_sizes(c, cover, sizes, w, points, &count);
    }
  static const int64_t more[] = {600, 1500, 4000, 10000}; // of vectors
  for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
    int64_t sizes[SMR_COVER_FACTORS];
    for (uint32_t f = 0; f < SMR_COVER_FACTORS; f++)
      sizes[f] = more[k];
    time_sizes(c, cover, sizes, w, points, &count);
  }
  return count;
}

//--- Coefficients ----------------------------------------------------------------------

static int by_ratio(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/// By how much all coefficients grow so that nearly all times are below what they say.
static double raise(const Weighed *w, const Point *points, uint32_t count) {
  static const double margin = 1.3, share = 0.98;
  double ratios[MOST_POINTS];
  for (uint32_t p = 0; p < count; p++) {
    double said = 0;
    for (uint32_t t = 0; t < w->count; t++)
      said += w->found[t] * points[p].values[t];
    ratios[p] = points[p].picoseconds / fmax(said, 1);
  }
  qsort(ratios, count, sizeof *ratios, by_ratio);
  return margin * fmax(1, ratios[(uint32_t)((count - 1) * share)]);
}

static void fit(Weighed *w, const Point *points, uint32_t count) {
  enum { SWEEPS = 500 };
  memset(w->found, 0, sizeof w->found);
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (uint32_t t = 0; t < w->count; t++) {
      double square = 0, rest = 0;
      for (uint32_t p = 0; p < count; p++) {
        double share = points[p].values[t] / points[p].picoseconds, left = 1;
        for (uint32_t o = 0; o < w->count; o++)
          left -= o != t ? w->found[o] * points[p].values[o] / points[p].picoseconds : 0;
        square += share * share, rest += share * left;
      }
      w->found[t] = square > 0 ? fmax(0, rest / square) : 0;
    }
  double scale = raise(w, points, count) * faster_rounds();
  for (uint32_t t = 0; t < w->count; t++)
    w->found[t] *= scale;
}

//--- The table's line --------------------------------------------------------------------

static void put(SmrStr *out, Text text) {
  bool never = text.end - text.at == 6 && memcmp(text.at, "0 == 1", 6) == 0;
  smr_str_printf(out, "%.*s", never ? 5 : (int)(text.end - text.at), never ? "never" : text.at);
}

static void put_weighed(SmrStr *out, const Weighed *w) {
  const char *between = "";
  put(out, w->work);
  smr_str_puts(out, " >= ");
  for (uint32_t t = 0; t < w->count; t++) {
    double number = rint(w->found[t]);
    if (number < 1 && (t || w->count > 1) && !(t + 1 == w->count && !*between))
      continue;
    smr_str_printf(out, "%s%.0f%s", between, fmax(number, 1), w->terms[t].at == w->terms[t].end ? "" : " * ");
    put(out, w->terms[t]);
    between = " + ";
  }
}

/// The pair's line, with what was measured where there are enough points; `cover` NULL: as the pair has it.
static void put_line(SmrVerifyChild *c, SmrVerifyCover *cover) {
  static Point points[MOST_POINTS];
  const SmrPair *p = c->pair->pair->pair;
  SMR_OWNED(SmrStr, smr_str_free) line = {0};
  for (uint32_t k = 0; k < p->pays_count; k++) {
    Weighed w;
    smr_str_puts(&line, k ? ", " : "");
    uint32_t count = take_apart(&p->pays[k], &w) && cover ? time_all(c, cover, &w, points) : 0;
    if (count > w.count) {
      fit(&w, points, count);
      put_weighed(&line, &w);
    } else {
      put(&line, w.whole);
    }
  }
  snprintf(c->report->message, sizeof c->report->message, "%s", smr_str_get(&line));
}

void smr_verify_calibrate(SmrVerifyChild *c) {
  static SmrVerifyCover cover;
  put_line(c, NULL); // for when a call does not come back
  if (smr_verify_cover_init(&cover, &c->chooser, &c->eval) && cover.corners) {
    smr_verify_cover_begin(&cover, (const int32_t[]){8}, 1);
    put_line(c, &cover);
  }
  c->report->tell = SMR_TELL_FINE;
}
