//===- function.h - what belongs to rewriting one function ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Made when a function is entered, gone before the next one is: find (decide/find.h) fills it in, the steps
// after it read it. What belongs to the module is in run.h.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_FUNCTION_H
#define SMR_REWRITE_FUNCTION_H
#include "base/map.h"
#include "match/report.h"
#include "match/rounds.h"
#include "mlir/splice/splice.h"
#include "rewrite/budget.h"
#include "rewrite/decide/found.h"

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
  bool leaves_loops;  // its edits left copies of loops in it, in which there may be more
  SmrGraph *imported; // as it was read; NULL when nothing needs it any more, as is each of its forms
  SmrGraph *plain;    // in plain form, for equations
  SmrGraph *graph;    // in normal form, for automata
  uint64_t signs;     // of `plain` (automata/signs.h)
  SmrArena arena;     // owns the matches and verdicts, and what is told
  SmrLanguage kind;
  SmrCompiled compiled;
  bool ordered; // a loop has the mark that asks for the written order of its sums
  bool joins;   // compiled for a machine that may round a product and its sum together
  SmrSym name;
  SMR_VEC(SmrSplicer *) splicers; // of its edits; they own what is gone from it
  SmrSplicer *splicer;            // … the one of `graph`
  SMR_VEC(SmrOffer) found;
  SMR_VEC(SmrKeptMiss) misses; // when they are asked for
  SmrMap served; // handles of the roots, and of loops in them, of nests that became calls → size of a pattern
  SMR_VEC(const void *) unspliced; // first and last root of nests whose plan could not be put into the code
  SMR_VEC(SmrUncovered) uncovered; // when near misses are told
  SMR_VEC(SmrNestEquations) equations; // … and explained
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
