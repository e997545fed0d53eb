//===- near.h - loop nests that almost are an idiom ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_TELL_NEAR_H
#define SMR_REWRITE_TELL_NEAR_H
#include "rewrite/decide/cover.h"
#include "rewrite/function.h"
#include "rewrite/run.h"

/// What is told of a nest: the first of these that there is.
typedef enum {
  SMR_NEAR_REFUSED,   // calls cover it, and were refused
  SMR_NEAR_EXPLAINED, // it would be an idiom but for something (explain.c)
  SMR_NEAR_STRING,    // an idiom's strings are like its own
  SMR_NEAR_EQUATIONS, // a routine's equations are like its own
  SMR_NEAR_PLAIN      // what it is, in words
} SmrNearRank;

/// A loop nest that almost is an idiom, or just what it is, in words.
typedef struct {
  SmrNearRank rank;
  uint32_t likeness; // of two of one rank: more is told first
  SmrOp root;
  bool by_line;   // the root is known by its line alone
  uint32_t place; // as SmrFound's
  uint32_t line, column;
  const char *file, *idiom, *reason; // of the function's arena, the symbols or the libraries
  const SmrExplanation *explanation; // NULL: none was asked for, or its nest is no equations
  const SmrEstimate *estimate;       // NULL: there is none
} SmrNear;

/// The nearest miss of each loop nest that does not overlap a match.
uint32_t smr_near_choose(const SmrModuleRun *run, SmrFunctionRun *function, const SmrNear **out);
/// The nests that would be an idiom if something were not in them (explain.c).
uint32_t smr_explain(SmrModuleRun *run, SmrFunctionRun *function, const SmrNear **out);
/// Keeps what the equality tier has to say of nests that it left, if near misses are told; of nests in each
/// other that were refused, of the outermost.
void smr_keep_uncovered(const SmrModuleRun *run, SmrFunctionRun *function, const SmrCovering *covering);
/// That, of loops that are still there.
uint32_t smr_uncovered_nears(SmrFunctionRun *function, const SmrNear **out);
/// Why the loop is no equations; NULL: nobody tried, or it is.
const char *smr_unread_reason(const SmrFunctionRun *function, SmrOp loop);

/// Is the match told of, if it is not made? (report.c)
bool smr_found_told(const SmrFunctionRun *function, uint32_t found);

/// By op of the function's graph: is something told of it (nests.c)?
typedef struct SmrToldNests SmrToldNests;
/// Something is told of the op or of what is in it.
bool smr_told_nests_within(const SmrToldNests *told, SmrOp op);

/// Adds an entry, without an idiom, for each outermost loop nest of which nothing is told (answers.c).
uint32_t smr_answers_add(const SmrModuleRun *run, SmrFunctionRun *function, const SmrToldNests *nests,
                         const SmrNear *told, uint32_t told_count, const SmrNear **out);

/// All of it, as the options ask: what is told of loops that did not match, in program order, once for each
/// nest: no entry's root lies in another's. Before the function is edited.
uint32_t smr_nears(SmrModuleRun *run, SmrFunctionRun *function, const SmrNear **out);
#endif
