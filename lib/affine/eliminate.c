//===- eliminate.c - a system has no integer point: the proof ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Rows are dense here, over the columns that occur. Each is in lowest terms, tightened to integers (the
// constant is rounded down after the division by the coefficients' common divisor), and no two have the same
// coefficients. A row and its negation whose constants sum up to zero are an equation. Equations are solved
// for a column with coefficient 1 or -1; where there is none, columns are exchanged for combinations of
// columns until there is (Euclid's algorithm, unimodular, so nothing is lost).
//
// What holds throughout: every row follows, for integers, from the system's. So rows may be dropped at will.
//===----------------------------------------------------------------------===//
#include "affine/eliminate.h"
#include "base/integer.h"
#include <xxhash.h>

enum {
  MAX_LIVE = SMR_AFFINE_MAX_ROWS,
  MAX_EQUATIONS = SMR_AFFINE_MAX_ROWS,
  SLOTS = 2 * MAX_LIVE + MAX_EQUATIONS + 2, // while a column goes, rows with it and those made of them
};
/// Numbers stay below this, so that they can be negated and added.
static const int64_t too_large = (int64_t)1 << 62;

typedef struct {
  uint64_t positive, negative; // columns with such a coefficient
  uint64_t large;              // columns whose coefficient is neither of -1, 0, 1
  uint64_t hash;               // linear: that of the negated row is its negation
  int64_t constant;
  int64_t size; // no number of the row is larger, up to sign
} Row;

/// An answer that was given.
typedef struct {
  XXH128_hash_t question; // its rows
  uint32_t limit, period; // in which it was given; 0: never
  bool empty;
} Answer;
enum { ANSWERS = 1024 }; // of the last questions: those with one place write over one another

struct SmrEliminator {
  uint32_t width, live_count, equation_count, free_count, fresh;
  bool contradiction;
  uint32_t limit;
  uint16_t live[MAX_LIVE], equations[MAX_EQUATIONS], free_slots[SLOTS];
  uint16_t positive[SMR_AFFINE_MAX_COLUMNS], negative[SMR_AFFINE_MAX_COLUMNS]; // live rows by sign
  uint64_t keys[SMR_AFFINE_MAX_COLUMNS];                                       // of the hash
  Row rows[SLOTS];
  SMR_VEC(int64_t) coefs;  // SLOTS rows of `width`
  SMR_VEC(uint64_t) words; // of the question
  Answer answers[ANSWERS];
};

/// Rows that were made in this thread.
static _Thread_local uint64_t work;
/// Answers of other periods are forgotten.
static _Thread_local uint32_t period = 1;

void smr_affine_forget(void) {
  period += period < UINT32_MAX;
}

uint64_t smr_affine_work(void) {
  return work;
}

/// The one that was destroyed last in this thread, with its answers.
static _Thread_local SmrEliminator *spare;

SmrEliminator *smr_eliminator_create(void) {
  SmrEliminator *e = spare;
  spare = NULL;
  if (e)
    return e;
  e = smr_xmalloc(sizeof *e); // (large, and written before it is read: load)
  uint64_t key = 1;
  e->coefs = (__typeof__(e->coefs)){0};
  e->words = (__typeof__(e->words)){0};
  memset(e->answers, 0, sizeof e->answers);
  for (uint32_t k = 0; k < SMR_AFFINE_MAX_COLUMNS; k++)
    e->keys[k] = key = key * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return e;
}

void smr_eliminator_destroy(SmrEliminator *e) {
  if (e && !spare) {
    spare = e;
  } else if (e) {
    smr_vec_free(&e->coefs);
    smr_vec_free(&e->words);
    free(e);
  }
}

//--- Slots and numbers ---------------------------------------------------------------

static inline int64_t *coefs(const SmrEliminator *e, uint32_t slot) {
  return e->coefs.data + (size_t)slot * e->width;
}

static uint16_t take_slot(SmrEliminator *e) {
  return e->free_count ? e->free_slots[--e->free_count] : (uint16_t)e->fresh++;
}

static void free_slot(SmrEliminator *e, uint16_t slot) {
  e->free_slots[e->free_count++] = slot;
}

static inline uint64_t all_columns(const SmrEliminator *e) {
  return e->width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << e->width) - 1;
}

static inline int64_t size_of(int64_t x) {
  return x < 0 ? -x : x;
}

/// The numbers of two rows, times these, can be added.
static bool fits(SmrEliminator *e, int64_t s, int64_t size_a, int64_t t, int64_t size_b) {
  int64_t a, b;
  if (!__builtin_mul_overflow(s, size_a, &a) && !__builtin_mul_overflow(t, size_b, &b) &&
      !__builtin_add_overflow(a, b, &a) && a < too_large)
    return true;
  e->limit |= SMR_AFFINE_LIMIT_OVERFLOW;
  return false;
}

/// What is kept of a row beside its coefficients, which are 0 in other columns; before lowest terms.
static void read_row(SmrEliminator *e, uint16_t slot, uint64_t columns) {
  const int64_t *c = coefs(e, slot);
  Row *row = &e->rows[slot];
  uint64_t positive = 0, negative = 0, large = 0, hash = 0;
  int64_t bits = 0;
  for (; columns; columns &= columns - 1) {
    const uint32_t k = (uint32_t)__builtin_ctzll(columns);
    const int64_t size = size_of(c[k]);
    positive |= (uint64_t)(c[k] > 0) << k;
    negative |= (uint64_t)(c[k] < 0) << k;
    large |= (uint64_t)(size > 1) << k;
    bits |= size;
    hash += (uint64_t)c[k] * e->keys[k];
  }
  *row = (Row){positive, negative, large, hash, row->constant, bits | size_of(row->constant)};
}

static inline uint64_t columns_of(const SmrEliminator *e, uint16_t slot) {
  return e->rows[slot].positive | e->rows[slot].negative;
}

/// Of the coefficients, which are not all zero.
static int64_t content(const SmrEliminator *e, uint16_t slot) {
  const Row *row = &e->rows[slot];
  int64_t g = 0;
  if ((row->positive | row->negative) != row->large)
    return 1;
  for (uint64_t left = row->large; left && g != 1; left &= left - 1)
    g = smr_gcd(coefs(e, slot)[__builtin_ctzll(left)], g);
  return g;
}

static void divide_row(SmrEliminator *e, uint16_t slot, int64_t by) {
  int64_t *c = coefs(e, slot);
  for (uint32_t k = 0; k < e->width; k++)
    c[k] /= by;
  e->rows[slot].constant = smr_floor_divide(e->rows[slot].constant, by);
  read_row(e, slot, columns_of(e, slot));
}

//--- Inequalities --------------------------------------------------------------------

static void count_row(SmrEliminator *e, const Row *row, int by) {
  for (uint64_t left = row->positive; left; left &= left - 1)
    e->positive[__builtin_ctzll(left)] += (uint16_t)by;
  for (uint64_t left = row->negative; left; left &= left - 1)
    e->negative[__builtin_ctzll(left)] += (uint16_t)by;
}

/// The row is its other's negation, and both hold: equation or contradiction.
static void meet_opposite(SmrEliminator *e, uint16_t slot, int64_t constant) {
  if (e->rows[slot].constant + constant < 0)
    e->contradiction = true;
  if (e->rows[slot].constant + constant || e->equation_count == MAX_EQUATIONS)
    return;
  uint16_t equation = take_slot(e);
  e->rows[equation] = e->rows[slot];
  memcpy(coefs(e, equation), coefs(e, slot), e->width * sizeof(int64_t));
  e->equations[e->equation_count++] = equation;
}

static bool same_coefs(const SmrEliminator *e, uint16_t a, uint16_t b) {
  return e->rows[a].positive == e->rows[b].positive && e->rows[a].negative == e->rows[b].negative &&
         !memcmp(coefs(e, a), coefs(e, b), e->width * sizeof(int64_t));
}

static bool opposite_coefs(const SmrEliminator *e, uint16_t a, uint16_t b) {
  if (e->rows[a].positive != e->rows[b].negative || e->rows[a].negative != e->rows[b].positive)
    return false;
  for (uint32_t k = 0; k < e->width; k++)
    if (coefs(e, a)[k] != -coefs(e, b)[k])
      return false;
  return true;
}

/// Merges the row into the live ones, where it says nothing new about its coefficients. The slot is freed.
static bool merge(SmrEliminator *e, uint16_t slot) {
  Row *row = &e->rows[slot];
  for (uint32_t k = 0; k < e->live_count; k++) {
    Row *other = &e->rows[e->live[k]];
    if (other->hash == row->hash && same_coefs(e, e->live[k], slot)) {
      if (row->constant >= other->constant) {
        free_slot(e, slot);
        return true;
      }
      count_row(e, other, -1);
      free_slot(e, e->live[k]);
      e->live[k--] = e->live[--e->live_count];
    } else if (other->hash == -row->hash && opposite_coefs(e, e->live[k], slot)) {
      meet_opposite(e, slot, other->constant);
    }
  }
  return false;
}

/// Takes a row, its coefficients (0 in other columns) and constant filled in, among the live ones.
static void enter(SmrEliminator *e, uint16_t slot, uint64_t columns) {
  Row *row = &e->rows[slot];
  ++work;
  read_row(e, slot, columns);
  if (!(row->positive | row->negative)) {
    e->contradiction |= row->constant < 0;
    free_slot(e, slot);
    return;
  }
  int64_t divisor = content(e, slot);
  if (divisor > 1)
    divide_row(e, slot, divisor);
  if (merge(e, slot))
    return;
  if (e->live_count == MAX_LIVE) {
    e->limit |= SMR_AFFINE_LIMIT_ROWS;
    free_slot(e, slot);
    return;
  }
  e->live[e->live_count++] = slot;
  count_row(e, row, 1);
}

/// Moves the live rows with one of these columns to `out`; they keep their slots. Returns how many.
static uint32_t leave(SmrEliminator *e, uint64_t columns, uint16_t *out) {
  uint32_t kept = 0, left = 0;
  for (uint32_t k = 0; k < e->live_count; k++) {
    const Row *row = &e->rows[e->live[k]];
    if (!((row->positive | row->negative) & columns)) {
      e->live[kept++] = e->live[k];
      continue;
    }
    count_row(e, row, -1);
    out[left++] = e->live[k];
  }
  e->live_count = kept;
  return left;
}

//--- Equations -----------------------------------------------------------------------

/// row += factor * equation. False: too large, and the row is as it was.
static bool add_multiple(SmrEliminator *e, uint16_t slot, int64_t factor, uint16_t equation) {
  int64_t *c = coefs(e, slot);
  const int64_t *q = coefs(e, equation);
  if (!fits(e, 1, e->rows[slot].size, size_of(factor), e->rows[equation].size))
    return false;
  for (uint32_t k = 0; k < e->width; k++)
    c[k] += factor * q[k];
  e->rows[slot].constant += factor * e->rows[equation].constant;
  return true;
}

/// Replaces the column by what the equation, where its coefficient is 1 or -1, says that it is. Rows for
/// which this is too large are dropped.
static void substitute(SmrEliminator *e, uint16_t equation, uint32_t column) {
  int64_t sign = coefs(e, equation)[column];
  uint32_t kept = 0;
  for (uint32_t k = 0; k < e->equation_count; k++) {
    uint16_t slot = e->equations[k];
    if (!coefs(e, slot)[column] || add_multiple(e, slot, -sign * coefs(e, slot)[column], equation)) {
      read_row(e, slot, columns_of(e, slot) | columns_of(e, equation));
      e->equations[kept++] = slot;
    } else {
      free_slot(e, slot);
    }
  }
  e->equation_count = kept;
  uint16_t with[MAX_LIVE];
  uint32_t count = leave(e, UINT64_C(1) << column, with);
  for (uint32_t k = 0; k < count; k++)
    if (add_multiple(e, with[k], -sign * coefs(e, with[k])[column], equation))
      enter(e, with[k], columns_of(e, with[k]) | columns_of(e, equation));
    else
      free_slot(e, with[k]);
}

/// In each row, the coefficients of other columns less `quotients` times that of the pivot.
static bool exchange_in(SmrEliminator *e, uint16_t slot, uint32_t pivot, const int64_t *quotients) {
  int64_t *c = coefs(e, slot), by = c[pivot];
  for (uint32_t k = 0; k < e->width && by; k++)
    if (quotients[k] && !fits(e, 1, e->rows[slot].size, size_of(by), size_of(quotients[k])))
      return false;
  for (uint32_t k = 0; k < e->width; k++)
    c[k] -= quotients[k] * by;
  read_row(e, slot, all_columns(e));
  return true;
}

/// Exchanges the pivot for itself plus quotients of the others, in every row.
static bool exchange(SmrEliminator *e, uint16_t equation, uint32_t pivot, const int64_t *quotients) {
  uint16_t with[MAX_LIVE];
  uint32_t count = leave(e, UINT64_C(1) << pivot, with), kept = 0;
  for (uint32_t k = 0; k < e->equation_count; k++)
    if (exchange_in(e, e->equations[k], pivot, quotients))
      e->equations[kept++] = e->equations[k];
    else
      free_slot(e, e->equations[k]);
  e->equation_count = kept;
  for (uint32_t k = 0; k < count; k++)
    if (exchange_in(e, with[k], pivot, quotients))
      enter(e, with[k], all_columns(e));
    else
      free_slot(e, with[k]);
  return exchange_in(e, equation, pivot, quotients);
}

/// A column with coefficient 1 or -1 in an equation in lowest terms; the width: numbers grew too large.
static uint32_t unit_column(SmrEliminator *e, uint16_t equation) {
  for (;;) {
    const Row *row = &e->rows[equation];
    const int64_t *c = coefs(e, equation);
    uint64_t units = (row->positive | row->negative) & ~row->large;
    if (units)
      return (uint32_t)__builtin_ctzll(units);
    uint32_t pivot = (uint32_t)__builtin_ctzll(row->large);
    for (uint64_t left = row->large; left; left &= left - 1)
      if (size_of(c[__builtin_ctzll(left)]) < size_of(c[pivot]))
        pivot = (uint32_t)__builtin_ctzll(left);
    int64_t quotients[SMR_AFFINE_MAX_COLUMNS];
    for (uint32_t k = 0; k < e->width; k++)
      quotients[k] = k == pivot ? 0 : c[k] / c[pivot];
    if (!exchange(e, equation, pivot, quotients))
      return e->width;
  }
}

static void solve_one(SmrEliminator *e, uint16_t equation) {
  Row *row = &e->rows[equation];
  if (!(row->positive | row->negative)) {
    e->contradiction |= row->constant != 0;
    return;
  }
  int64_t divisor = content(e, equation);
  if (row->constant % divisor) {
    e->contradiction = true;
    return;
  }
  if (divisor > 1)
    divide_row(e, equation, divisor);
  uint32_t column = unit_column(e, equation);
  if (column < e->width)
    substitute(e, equation, column);
}

/// An equation that can be solved at once goes first.
static void solve_equations(SmrEliminator *e) {
  while (e->equation_count && !e->contradiction) {
    uint32_t pick = e->equation_count - 1;
    for (uint32_t k = 0; k < e->equation_count; k++) {
      const Row *row = &e->rows[e->equations[k]];
      if ((row->positive | row->negative) != row->large)
        pick = k;
    }
    uint16_t equation = e->equations[pick];
    e->equations[pick] = e->equations[--e->equation_count];
    solve_one(e, equation);
    free_slot(e, equation);
  }
}

//--- Columns -------------------------------------------------------------------------

/// Columns that are bounded on one side only bound nothing: the rows with them go.
static void drop_unbounded(SmrEliminator *e) {
  uint16_t with[MAX_LIVE];
  for (;;) {
    uint64_t columns = 0;
    for (uint32_t k = 0; k < e->width; k++)
      columns |= (uint64_t)(!e->positive[k] != !e->negative[k]) << k;
    if (!columns)
      return;
    for (uint32_t count = leave(e, columns, with); count;)
      free_slot(e, with[--count]);
  }
}

/// Eliminating a column loses nothing when all lower bounds, or all upper ones, have coefficient 1. The
/// cheapest of those, and another one only when it is much cheaper; the width: none is left.
static uint32_t cheapest(const SmrEliminator *e) {
  enum { WORTH = 6 };
  uint64_t large_positive = 0, large_negative = 0;
  for (uint32_t k = 0; k < e->live_count; k++) {
    const Row *row = &e->rows[e->live[k]];
    large_positive |= row->large & row->positive;
    large_negative |= row->large & row->negative;
  }
  uint32_t best = e->width;
  int32_t least = INT32_MAX;
  for (uint32_t k = 0; k < e->width; k++) {
    int32_t p = e->positive[k], n = e->negative[k];
    int32_t cost = p * n - p - n + (large_positive & large_negative & UINT64_C(1) << k ? WORTH : 0);
    if (p && cost < least) {
      best = k;
      least = cost;
    }
  }
  return best;
}

/// The row in which the column's two bounds meet.
static void combine(SmrEliminator *e, uint16_t lower, uint16_t upper, uint32_t column) {
  const int64_t *a = coefs(e, lower), *b = coefs(e, upper);
  int64_t s = -b[column], t = a[column], g = smr_gcd(s, t);
  s /= g, t /= g;
  if (!fits(e, s, e->rows[lower].size, t, e->rows[upper].size))
    return;
  uint16_t slot = take_slot(e);
  int64_t *restrict c = coefs(e, slot);
  if (s == 1 && t == 1)
    for (uint32_t k = 0; k < e->width; k++)
      c[k] = a[k] + b[k];
  else
    for (uint32_t k = 0; k < e->width; k++)
      c[k] = s * a[k] + t * b[k];
  e->rows[slot].constant = s * e->rows[lower].constant + t * e->rows[upper].constant;
  enter(e, slot, columns_of(e, lower) | columns_of(e, upper));
}

static void eliminate_column(SmrEliminator *e, uint32_t column) {
  uint16_t with[MAX_LIVE];
  uint32_t count = leave(e, UINT64_C(1) << column, with), lower = 0;
  for (uint32_t k = 0; k < count; k++)
    if (coefs(e, with[k])[column] > 0) {
      uint16_t swap = with[lower];
      with[lower++] = with[k];
      with[k] = swap;
    }
  for (uint32_t a = 0; a < lower; a++)
    for (uint32_t b = lower; b < count && !e->contradiction && !(e->limit & SMR_AFFINE_LIMIT_ROWS); b++)
      combine(e, with[a], with[b], column);
  for (uint32_t k = 0; k < count; k++)
    free_slot(e, with[k]);
}

//--- The whole -----------------------------------------------------------------------

/// Gives a number to each column that occurs.
static uint32_t number_columns(const SmrSystem *system, uint8_t *number) {
  uint64_t used = 0;
  for (uint32_t k = 0; k < system->rows.size; k++)
    for (uint32_t t = 0; t < system->rows.data[k].count; t++)
      used |= UINT64_C(1) << system->terms.data[system->rows.data[k].first + t].column;
  uint32_t width = 0;
  for (; used; used &= used - 1)
    number[__builtin_ctzll(used)] = (uint8_t)width++;
  return width;
}

static void load(SmrEliminator *e, const SmrSystem *system) {
  uint8_t number[SMR_AFFINE_MAX_COLUMNS];
  e->width = number_columns(system, number);
  e->live_count = e->equation_count = e->free_count = e->fresh = 0;
  e->contradiction = false;
  e->limit = 0;
  smr_vec_reserve(&e->coefs, SLOTS * e->width + 1);
  memset(e->positive, 0, sizeof e->positive);
  memset(e->negative, 0, sizeof e->negative);
  for (uint32_t k = 0; k < system->rows.size && !e->contradiction; k++) {
    const SmrAffineRow *row = &system->rows.data[k];
    uint16_t slot = take_slot(e);
    int64_t *c = coefs(e, slot);
    uint64_t columns = 0;
    memset(c, 0, e->width * sizeof *c);
    for (uint32_t t = 0; t < row->count; t++) {
      const SmrAffineTerm *term = &system->terms.data[row->first + t];
      c[number[term->column]] = term->coef;
      columns |= UINT64_C(1) << number[term->column];
    }
    e->rows[slot].constant = row->constant;
    if (row->relation == SMR_AFFINE_GE) {
      enter(e, slot, columns);
    } else if (e->equation_count < MAX_EQUATIONS) {
      read_row(e, slot, columns);
      e->equations[e->equation_count++] = slot;
    }
  }
}

static bool is_empty(SmrEliminator *e, const SmrSystem *system) {
  load(e, system);
  while (!e->contradiction) {
    solve_equations(e);
    if (e->contradiction)
      break;
    drop_unbounded(e);
    uint32_t column = cheapest(e);
    if (column == e->width || e->limit & SMR_AFFINE_LIMIT_ROWS)
      break;
    eliminate_column(e, column);
  }
  return e->contradiction;
}

/// Columns have the numbers in which they came, whatever they stand for.
static XXH128_hash_t question_of(SmrEliminator *e, const SmrSystem *system) {
  e->words.size = 0;
  for (uint32_t k = 0; k < system->rows.size; k++) {
    const SmrAffineRow *row = &system->rows.data[k];
    smr_vec_push(&e->words, (uint64_t)row->count << 1 | (row->relation == SMR_AFFINE_GE));
    smr_vec_push(&e->words, (uint64_t)row->constant);
    for (uint32_t t = 0; t < row->count; t++) {
      smr_vec_push(&e->words, system->terms.data[row->first + t].column);
      smr_vec_push(&e->words, (uint64_t)system->terms.data[row->first + t].coef);
    }
  }
  return XXH3_128bits(e->words.data, e->words.size * sizeof *e->words.data);
}

bool smr_eliminate(SmrEliminator *e, const SmrSystem *system, uint32_t *limit) {
  const XXH128_hash_t question = question_of(e, system);
  Answer *answer = &e->answers[question.low64 % ANSWERS];
  if (answer->period != period || !XXH128_isEqual(answer->question, question)) {
    const bool empty = is_empty(e, system);
    *answer = (Answer){.question = question, .limit = e->limit, .period = period, .empty = empty};
  }
  *limit = answer->limit;
  return answer->empty;
}
