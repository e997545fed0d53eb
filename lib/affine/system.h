//===- system.h - systems of affine constraints ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// "May these two executions touch the same element?" is a set of equations and inequalities over loop indices
// and sizes that has an integer point or has none. A system collects them and proves, where it can, that
// there is none.
//
// Unknowns are columns. A leaf that was declared an index is one column for each *instance* (two executions
// i' and i'' of one loop); any other leaf is one column, the same in all instances. A product of leaves is a
// column of its own, whatever its factors are: a relaxation, which can only hide that there is no point.
//
// Invariant (test/affine/test_isl.c, against isl): smr_system_empty answers true only where no assignment
// of integers to the leaves fulfils all constraints, as exact integers. Leaving a constraint out is always
// sound, so whoever adds one may ignore that it was refused.
//===----------------------------------------------------------------------===//
#ifndef SMR_AFFINE_SYSTEM_H
#define SMR_AFFINE_SYSTEM_H
#include "base/vec.h"
#include "size/poly.h"

enum {
  SMR_AFFINE_MAX_ROWS = 256,   // rows at a time: in a system, and while columns are eliminated
  SMR_AFFINE_MAX_COLUMNS = 64, // of one system
};

typedef enum { SMR_AFFINE_EQ /* == 0 */, SMR_AFFINE_GE /* >= 0 */ } SmrRelation;

/// What kept the last smr_system_empty from telling more: bits.
enum {
  SMR_AFFINE_LIMIT_ROWS = 1,    // too many rows: the answer is "not proved"
  SMR_AFFINE_LIMIT_OVERFLOW = 2 // a row whose numbers leave 62 bits was dropped
};

typedef struct {
  uint32_t column;
  int64_t coef;
} SmrAffineTerm;

typedef struct {
  uint64_t hash;
  uint32_t first, degree; // in factors
} SmrAffineColumn;

typedef struct {
  uint32_t first, count; // in terms
  int64_t constant;
  SmrRelation relation;
} SmrAffineRow;

typedef struct SmrEliminator SmrEliminator;

/// Zero-initialise; it may be reset and used again, and keeps its memory until it is freed.
typedef struct {
  SMR_VEC(uint32_t) indices;        // leaves that are a column for each instance
  SMR_VEC(uint64_t) factors;        // of columns: leaf, and instance + 1 or 0, ascending
  SMR_VEC(SmrAffineColumn) columns; // products of factors
  SMR_VEC(SmrAffineTerm) terms;
  SMR_VEC(SmrAffineRow) rows;
  SmrEliminator *eliminator; // scratch
  uint32_t limit;
} SmrSystem;

typedef struct {
  uint32_t indices, factors, columns, terms, rows;
} SmrSystemMark;

void smr_system_free(SmrSystem *system);
void smr_system_reset(SmrSystem *system);
/// Rewinding forgets all that was declared and added since the mark was taken. Marks are a stack.
SmrSystemMark smr_system_mark(const SmrSystem *system);
void smr_system_rewind(SmrSystem *system, SmrSystemMark mark);

/// Declares a leaf to be an index, before it is a column.
void smr_system_index(SmrSystem *system, uint32_t leaf);
/// Adds poly == 0 or poly >= 0, with the indices of that instance. False, and nothing is added, where a limit
/// is reached or a number is too large: coefficients below 2^61 fit.
bool smr_system_add(SmrSystem *system, SmrRelation relation, SmrPoly poly, uint32_t instance);
/// Adds a - b + constant == 0 or >= 0, a with the indices of one instance and b with those of another.
bool smr_system_add_between(SmrSystem *system, SmrRelation relation, SmrPoly a, uint32_t instance_a,
                            SmrPoly b, uint32_t instance_b, int64_t constant);
/// Every leaf of the instance: the column of a leaf alone, made where there is none; UINT32_MAX: too many.
uint32_t smr_system_column(SmrSystem *system, uint32_t leaf, uint32_t instance);
/// Adds the sum of terms + constant == 0 or >= 0. A column may stand in several terms.
bool smr_system_add_row(SmrSystem *system, SmrRelation relation, const SmrAffineTerm *terms, uint32_t count,
                        int64_t constant);

/// Proves that no integers fulfil all constraints. The system stays as it is. Equations are solved exactly
/// over the integers, then columns are eliminated as Fourier and Motzkin do, each row tightened to integers.
/// Source: Pugh, The Omega test, CACM 35 (1992), without its dark shadow.
bool smr_system_empty(SmrSystem *system);
/// Proves poly == 0 or poly >= 0 wherever the constraints hold.
bool smr_system_implies(SmrSystem *system, SmrRelation relation, SmrPoly poly, uint32_t instance);
/// SMR_AFFINE_LIMIT_…, of the last question.
static inline uint32_t smr_system_limit(const SmrSystem *system) {
  return system->limit;
}

/// How many rows all questions of this thread took so far: each about 100 ns.
uint64_t smr_affine_work(void);
/// Forgets this thread's answers, so that what follows takes as many rows whatever was asked before.
void smr_affine_forget(void);

/// A line for each row, `2*i.0 - n + 1 >= 0`: an index's instance stands behind its dot.
void smr_system_print(const SmrSystem *system, SmrStr *out, void (*leaf)(uint32_t, SmrStr *, void *),
                      void *data);
#endif
