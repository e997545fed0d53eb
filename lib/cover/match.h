//===- match.h - one idiom at its equations --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Does an equation of a program say what a rule says, for some values of the rule's parameters? The steps:
//
// clang-format off: a list
//  U1 the rule's target indices are the equation's, in some order (LAW-ORDER)
//  U2 each term of the rule is a term of the equation (LAW-AC); terms of the equation may be left over
//  U3 the indices that a term is summed over are the rule's, in some order
//  U4 offsets: the coefficients of indices give strides, the rest gives where arrays begin
//  U5 what is left of a product names no index: it is the rule's number (LAW-UNIT: 1)
//  U6 domains: sizes come from bounds, and each domain lies in the other
//  U7 terms that are left over
// clang-format on
//
// An idiom of several equations (swap: x becomes y and y becomes x) says as many of the program at once, of
// which each is matched so. Versions of an array that it makes are the program's versions of one array, from
// some version on.
//
// Sources: Alias and Barthou, Euro-Par 2005, for matching by equations; the steps are this project's own.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_MATCH_H
#define SMR_COVER_MATCH_H
#include "affine/system.h"
#include "cover/rule.h"

/// A number: coefficient times factors of the program, none of which names an index.
typedef struct {
  double coefficient;
  const SmrFactor *const *factors;
  uint32_t factor_count;
} SmrProduct;

/// What a parameter stands for; over the integers of the program's canonical form.
typedef struct {
  bool bound;
  SmrPoly poly;      // INT: the value, times divisor; ARRAY: bytes from the array's base to its element 0
  int64_t divisor;   // INT: divides the polynomial
  SmrProduct number; // FLOAT
  uint32_t array;    // ARRAY, OUT, RESULT: number of the program's array
  uint32_t version;  // … that is read, where the rule does not make one of it
} SmrBound;

enum { SMR_MATCH_MAX_ARGS = 48, SMR_MATCH_MAX_TERMS = 64 };

/// What an array that the rule makes stands for: its version v is version before + v of the program's array.
typedef struct {
  bool bound, first; // first: what was there before the nest is read
  uint32_t array, before;
} SmrMatchedArray;

typedef struct {
  const SmrCoverRule *rule;
  SmrBound args[SMR_MATCH_MAX_ARGS];
  SmrMatchedArray arrays[SMR_RULE_MAX_ARRAYS]; // by array of the rule
  uint32_t equations[SMR_RULE_MAX_EQUATIONS];  // SYSTEM: by equation of the rule's canonical form
  uint64_t terms;                              // of the equation that it says
  uint64_t sizes;                              // args that bound a loop
  const SmrPoly *needs;                        // each >= 0, or it says something else
  uint32_t need_count;
  const SmrEither *eithers; // besides, a case of each holds
  uint32_t either_count;
  uint32_t laws; // of the match, bits
} SmrMatched;

/// How far the best try came, for near misses.
typedef struct {
  const SmrCoverRule *rule;
  uint32_t step;     // 1 to 7: the first of U1 … U7 that failed; 0: nobody tried
  SmrOp at;          // a load or store that did not fit, or 0
  unsigned likeness; // 0; 1: a product of the equation has the rule's loads and loops; 2: and as many terms
                     // stand there
} SmrMissed;

typedef struct SmrMatchState SmrMatchState;
/// What one match after the other is made in. To be freed.
typedef struct {
  SmrArena *arena;  // of what matches point to
  SmrSystem system; // scratch, as the states are
  SMR_VEC(SmrMatchState *) states;
  uint64_t steps; // of all matches
} SmrMatchRoom;
void smr_match_room_free(SmrMatchRoom *room);

/// Matches the rule with equation e of the canonical form (or one that is not in it). `partial`: terms may be
/// left over, the old value among them must be there as it is (coefficient 1). False: *missed says why. What
/// *out points to is in the room's arena.
bool smr_match_equation(const SmrCoverRule *rule, const SmrCanonical *canonical, const SmrRaisedEquation *e,
                        bool partial, SmrMatchRoom *room, SmrMatched *out, SmrMissed *missed);

/// Matches a rule of several equations with as many of the canonical form, of those in `free` (bits).
bool smr_match_system(const SmrCoverRule *rule, const SmrCanonical *canonical, uint64_t free,
                      SmrMatchRoom *room, SmrMatched *out, SmrMissed *missed);
#endif
