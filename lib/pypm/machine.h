//===- machine.h - the machine -------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The algorithmic semantics (figures 7, 17 and 18): a program, which is immutable, is run by a cursor, which
// holds θ, φ, the stack of choices and the continuation. Alternates are tried from the left; going back
// undoes bindings by a trail. Nothing recurses in C. Each unfolding of a recursive pattern gets a frame of
// fresh variables (C5).
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_MACHINE_H
#define SMR_PYPM_MACHINE_H
#include "pypm/schedule.h"

typedef enum {
#define T(name, id, function) name,
#include "pypm/transitions.def"
#undef T
  SMR_PYPM_TRANSITIONS
} SmrPypmTransition;

/// The paper's name of it: "ST-MATCH-ALT".
const char *smr_pypm_transition_id(SmrPypmTransition transition);

typedef enum {
  SMR_PYPM_RUNNING,
  SMR_PYPM_SUCCESS,
  SMR_PYPM_FAILURE,
  SMR_PYPM_OUT_OF_STEPS, // a limit was hit: nothing is known about whether the term matches
  SMR_PYPM_OUT_OF_MEMORY
} SmrPypmStatus;

typedef struct {
  uint64_t steps; // transitions of one run
  size_t bytes;   // of the cursor's state
} SmrPypmLimits;
#define SMR_PYPM_DEFAULT_LIMITS {100 * 1000 * 1000, (size_t)256 << 20}

typedef struct SmrPypmCursor SmrPypmCursor;
/// Called before each transition with its id and the action it is about: `match(f(x), f(c))`, `guard(…)`; of
/// ST-SUCCESS, with θ and φ.
typedef void (*SmrPypmTrace)(void *data, SmrPypmTransition transition, const char *action);

SmrPypmCursor *smr_pypm_cursor_create(SmrPypmLimits limits);
/// From the next start on.
void smr_pypm_cursor_limit(SmrPypmCursor *cursor, SmrPypmLimits limits);
void smr_pypm_cursor_destroy(SmrPypmCursor *cursor);
void smr_pypm_cursor_trace(SmrPypmCursor *cursor, SmrPypmTrace trace, void *data);
/// Makes the cursor ready to match the term; program and terms are borrowed until the next start (the program
/// stands for as long as it is asked about).
void smr_pypm_cursor_start(SmrPypmCursor *cursor, const SmrPypmProgram *program, const SmrPypmTerms *terms,
                           uint32_t term);
/// Between start and run: a parameter that is bound from the beginning, to a term or a function variable's
/// head.
void smr_pypm_cursor_bind(SmrPypmCursor *cursor, uint32_t parameter, uint32_t value);
/// Runs to the first match; after a match, to the next one.
SmrPypmStatus smr_pypm_cursor_run(SmrPypmCursor *cursor);
/// What a parameter is bound to; 0: it is not.
uint32_t smr_pypm_cursor_value(const SmrPypmCursor *cursor, uint32_t parameter);
/// Of a match: which of the program's alternates it is of.
uint32_t smr_pypm_cursor_alternate(const SmrPypmCursor *cursor);
/// Of a match: the terms whose heads the pattern's operators, numbers and function variables matched, in the
/// order in which that happened, one again for each time; borrowed until the next run.
const uint32_t *smr_pypm_cursor_matched(const SmrPypmCursor *cursor, uint32_t *count);
/// Why a term does not match: where the run turned back when most heads had been matched, the first time.
typedef struct {
  SmrPypmTransition transition; // a conflict, or ST-CHECKGUARD-BACKTRACK
  bool unknown;                 // the guard is not known to hold, rather than false
  uint32_t node, term;          // the pattern's node, and the term that it was to match
  const uint32_t *matched;      // terms whose heads had been matched, as smr_pypm_cursor_matched
  uint32_t count;
} SmrPypmMiss;

/// Notes misses from the next start on, or does not.
void smr_pypm_cursor_explain(SmrPypmCursor *cursor, bool explain);
/// Of a run that ended in failure and was to note misses; false: there was none. Borrowed until the next run.
bool smr_pypm_cursor_miss(const SmrPypmCursor *cursor, SmrPypmMiss *miss);
/// Since the start: transitions; guards that were unknown, which do not fire, and the pattern's node of the
/// last one.
uint64_t smr_pypm_cursor_steps(const SmrPypmCursor *cursor);
uint32_t smr_pypm_cursor_unknown(const SmrPypmCursor *cursor, const SmrPypmNode **last);
/// The most bytes that the state took since the start.
size_t smr_pypm_cursor_bytes(const SmrPypmCursor *cursor);
#endif
