//===- function.h - what belongs to rewriting one function ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Made when a function is entered, gone before the next one is: find (decide/find.h) fills it in, the steps
// after it read it. What belongs to the module is in run.h.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_FUNCTION_H
#define SMR_REWRITE_FUNCTION_H
#include "match/report.h"
#include "match/rounds.h"
#include "rewrite/budget.h"
#include "rewrite/decide/found.h"

/// A loop of the plain form, counted or not.
static inline bool smr_is_loop(const SmrGraph *g, SmrOp op) {
  return smr_op(g, op)->code == SMR_OP_LOOP || smr_op(g, op)->code == SMR_OP_WHILE;
}

/// What the equality tier has to say of a loop that it left.
typedef enum {
  SMR_LEFT_REFUSED, // calls cover its nest, and were refused
  SMR_LEFT_ALIKE,   // a routine is like it
  SMR_LEFT_UNREAD   // it is no equations
} SmrLeftKind;
typedef struct {
  SmrLeftKind kind;
  uint32_t step;    // ALIKE: of U1 … U7, and 8 for each degree of likeness
  const void *loop; // its handle
  uint32_t line, column;
  const char *file, *idiom, *reason; // of the function's arena, the symbols or the libraries
  const SmrEstimate *estimate;       // of a call that was refused, or NULL
} SmrUncovered;

/// What a nest that may be left computes.
typedef struct {
  const void *loop; // the handle of its first one
  const SmrExplanation *explanation;
} SmrNestEquations;

typedef struct {
  MlirOperation op;
  MlirOperation copy; // from before the first edit, when one is kept
  bool edited;
  SmrGraph *imported; // as it was read; other forms than the normal one are made from copies of it
  SmrGraph *graph;    // in normal form; NULL when it could not be read, or nothing needs it any more
  SmrArena arena;     // owns the matches and verdicts, and what is told
  SmrLanguage kind;
  SmrCompiled compiled;
  bool ordered; // a loop has the mark that asks for the written order of its sums
  bool joins;   // compiled for a machine that may round a product and its sum together
  SmrSym name;
  SMR_VEC(SmrFound) found;
  SMR_VEC(SmrKeptMiss) misses;     // when they are asked for
  SMR_VEC(const void *) aside;     // what was covered and now is the other branch of a guard
  SMR_VEC(const void *) unspliced; // first and last root of nests whose plan could not be put into the code
  SMR_VEC(MlirOperation)
  covering; // replacements that cover nests of it: behind their guards is what was there
  SMR_VEC(SmrUncovered) uncovered;     // when near misses are told
  SMR_VEC(SmrNestEquations) equations; // … and explained
  SMR_VEC(SmrLocData) covered;         // … the places of loops that calls cover, and of their copies
  SmrFunctionBudget *budget;
  SMR_VEC(const char *) limits; // that were hit, in words: each is told once, of the whole function
} SmrFunctionRun;

/// Notes that a limit was hit; printf's rules.
void smr_function_limit(SmrFunctionRun *function, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// What is decided and told does without the graphs.
void smr_function_drop_graphs(SmrFunctionRun *function);
/// Frees what the function owns, but not its copy.
void smr_function_release(SmrFunctionRun *function);
#endif
