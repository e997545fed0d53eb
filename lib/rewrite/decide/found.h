//===- found.h - matches of a function, and what was decided -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_FOUND_H
#define SMR_REWRITE_DECIDE_FOUND_H
#include "match/offer.h"

/// A match that outlives the matcher's callback, and what was decided.
typedef struct {
  SmrMatch match;
  uint32_t library;
  uint32_t place;  // position of its first root in the function
  uint32_t number; // in which it was found
  bool accepted, refused, edited;
  SmrVerdict verdict;
  const char *reason;
  const SmrOffer *offer; // as which it was put into the code, or NULL
} SmrFound;

/// What the automata of a library said of a loop that matched nothing.
typedef struct {
  SmrNearMiss miss;
  uint32_t library;
} SmrKeptMiss;

/// Decides against it; the reason outlives the function's report.
void smr_found_refuse(SmrFound *found, const char *reason);
/// Copies a match with everything it points to.
SmrMatch smr_match_copy(SmrArena *arena, const SmrMatch *match);
/// True when the two matches share code.
bool smr_match_overlap(const SmrMatch *a, const SmrMatch *b);
/// Larger first, then the program's own language, then library, pattern, place; a total order.
int smr_found_compare(const SmrLibrary *libraries, SmrLanguage kind, const SmrFound *a, const SmrFound *b);
/// In program order; for qsort.
int smr_found_compare_place(const void *a, const void *b);

/// Has an accepted match the loop with this handle in it?
bool smr_found_cover(const SmrGraph *graph, const SmrFound *found, uint32_t count, const void *loop);
/// How much the accepted matches in these loops do (gain.h): a deeper idiom outweighs several others.
uint64_t smr_found_gain(const SmrGraph *graph, const SmrFound *found, uint32_t count,
                        const void *const *loops, uint32_t loop_count);

/// How much a pattern takes in: its loops and nodes.
uint32_t smr_pattern_size(const SmrPattern *pattern);
/// Written for programs in another language? (Only Fortran passes numbers by reference.)
bool smr_pair_foreign(const SmrPair *pair, SmrLanguage kind);
/// By op: its position in a walk over the function, from 1; 0: it is in none. Free it with free.
uint32_t *smr_program_order(SmrGraph *graph);
#endif
