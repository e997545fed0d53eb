//===- found.h - matches of a function, and what was decided -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_FOUND_H
#define SMR_REWRITE_DECIDE_FOUND_H
#include "match/offer.h"

/// What the automata of a library said of a loop that matched nothing.
typedef struct {
  SmrNearMiss miss;
  uint32_t library;
} SmrKeptMiss;

/// Decides against it; the reason outlives the function's report.
void smr_found_refuse(SmrOffer *found, const char *reason);
/// The offer of a match, with copies of everything that the match points to; it has no steps yet.
SmrOffer smr_found_offer(SmrArena *arena, const SmrLibrary *library, const SmrMatch *match);
/// True when the two offers, of one graph, share code.
bool smr_found_overlap(const SmrOffer *a, const SmrOffer *b);
/// Larger first, then the program's own language, then library, pair, place; a total order.
int smr_found_compare(SmrLanguage kind, const SmrOffer *a, const SmrOffer *b);
/// In program order; for qsort.
int smr_found_compare_place(const void *a, const void *b);

/// Has an accepted match the loop with this handle in it?
bool smr_found_cover(const SmrGraph *graph, const SmrOffer *found, uint32_t count, const void *loop);
/// How much the accepted matches in these loops do (gain.h): a deeper idiom outweighs several others.
uint64_t smr_found_gain(const SmrGraph *graph, const SmrOffer *found, uint32_t count,
                        const void *const *loops, uint32_t loop_count);

/// How much a pattern takes in: its loops and nodes.
uint32_t smr_pattern_size(const SmrPattern *pattern);
/// Written for programs in another language? (Only Fortran passes numbers by reference.)
bool smr_pair_foreign(const SmrPair *pair, SmrLanguage kind);
/// By op: its position in a walk over the function, from 1; 0: it is in none. Free it with free.
uint32_t *smr_program_order(SmrGraph *graph);
#endif
