//===- matching.h - a match that is being made -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What match.c searches with, and what its steps know: U4 (elements.c), U5 (numbers.c), U6 (domains.c).
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_MATCHING_H
#define SMR_COVER_MATCHING_H

#include "cover/match.h"
#include "cover/sums.h"

enum {
  SMR_MATCH_MAX_INDICES = 20,
  SMR_MATCH_MAX_OPEN = 24,
  SMR_MATCH_MAX_STEPS = 4000,
  SMR_MATCH_MAX_PAIRS = 32,
  SMR_MATCH_MAX_BESIDE = 16,
  SMR_MATCH_NO_PAIR = UINT32_MAX
};

/// An idiom's polynomial that is to be a program's.
typedef struct {
  SmrPoly idiom, program;
} SmrMatchOpen;

/// A term of the idiom and the program's that it is; around: the pair in whose arguments they stand, or
/// NO_PAIR: then it is one of the equation's.
typedef struct {
  const SmrRaisedTerm *idiom, *program;
  uint32_t around, equation;
} SmrMatchPair;

/// A load of the program that the idiom has by a parameter that is not the only one that it writes by.
typedef struct {
  const SmrFactor *load;
  uint32_t arg;
} SmrMatchBeside;

/// What is known so far. States are copied at every choice: the arrays come last, and only what is used of
/// them is copied (smr_match_copy_state).
struct SmrMatchState {
  uint64_t terms;
  uint32_t laws, index_count, open_count, pair_count, beside_count;
  uint32_t first_index; // of the equation that is matched: equations of a program share indices
  const SmrRaisedEquation *program[SMR_RULE_MAX_EQUATIONS]; // by equation of the rule; NULL: not known yet
  uint32_t places[SMR_RULE_MAX_EQUATIONS];                  // … its number
  SmrBound args[SMR_MATCH_MAX_ARGS];
  SmrMatchedArray chains[SMR_RULE_MAX_ARRAYS];                     // by array of the rule
  uint32_t from[SMR_MATCH_MAX_INDICES], to[SMR_MATCH_MAX_INDICES]; // the rule's index, the program's
  SmrMatchOpen open[SMR_MATCH_MAX_OPEN];
  uint32_t shift_of[SMR_MATCH_MAX_OPEN]; // the array whose place an open equation gives, or SMR_RULE_NO_ARG
  SmrMatchPair pairs[SMR_MATCH_MAX_PAIRS];
  SmrMatchBeside beside[SMR_MATCH_MAX_BESIDE]; // loads that may lie where another parameter writes
};

/// One search: what is matched, and how far it got.
typedef struct {
  const SmrCoverRule *rule;
  const SmrCanonical *canonical;
  bool partial;
  uint64_t free; // equations that may be said
  SmrSums s;
  SmrMatched *out;
  SmrMissed *missed;
  uint32_t steps;
  SmrMatchRoom *room;
  uint32_t used; // of its states
} SmrMatcher;

/// A state of the room, with anything in it: free again when m->used is set back.
SmrMatchState *smr_match_state(SmrMatcher *m);
/// *to = *from, as far as it says something.
void smr_match_copy_state(const SmrMatcher *m, SmrMatchState *to, const SmrMatchState *from);

/// An equation of the idiom.
static inline const SmrRaisedEquation *smr_match_idiom(const SmrMatcher *m, uint32_t equation) {
  return &m->rule->canonical->equations.data[equation];
}

static inline uint32_t smr_match_equations(const SmrMatcher *m) {
  return m->rule->canonical->equations.size;
}

/// False; notes the U-step that failed, if none after it did before.
static inline bool smr_match_miss(SmrMatcher *m, uint32_t step, SmrOp at) {
  if (step > m->missed->step)
    *m->missed = (SmrMissed){m->rule, step, at, 0};
  return false;
}

//--- elements.c: U4 ---------------------------------------------------------------------------

/// poly = coef * unknown + rest for at most one leaf that is not known yet (0: none). False: there are more.
bool smr_match_instantiate(SmrMatcher *m, const SmrMatchState *st, SmrPoly poly, uint32_t *unknown,
                           SmrPoly *coef, SmrPoly *rest);

/// The idiom's row for the program, or a multiple of it; false: something in it is not known.
bool smr_match_instantiate_row(SmrMatcher *m, const SmrMatchState *st, SmrPoly row, SmrPoly *out);

/// The idiom's leaf is value/divisor. False: it is no parameter, or the value changes in the loops.
bool smr_match_bind_integer(SmrMatcher *m, SmrMatchState *st, uint32_t leaf, SmrPoly value, int64_t divisor);

/// Looks at what was left open until nothing changes; with `all`, nothing may stay open.
bool smr_match_settle(SmrMatcher *m, SmrMatchState *st, bool all);

/// The idiom's offset in array parameter `arg` (or integer, SMR_RULE_NO_ARG) is the program's.
bool smr_match_offsets(SmrMatcher *m, SmrMatchState *st, uint32_t arg, SmrPoly idiom, SmrPoly program);

/// The rule's array, at one of its versions, is the program's at this one. `load`: it is read.
bool smr_match_bind_chain(SmrMatcher *m, SmrMatchState *st, uint32_t rule_array, uint32_t rule_version,
                          uint32_t array, uint32_t version, bool load);

/// The idiom's load is the program's.
bool smr_match_load(SmrMatcher *m, SmrMatchState *st, const SmrFactor *rule, const SmrFactor *load);

//--- numbers.c: U5 ----------------------------------------------------------------------------

/// What is left of the program's term (`taken`: its factors that the idiom has) is the rule's number, if it
/// has one, else 1.
bool smr_match_number(SmrMatcher *m, SmrMatchState *st, const SmrRaisedTerm *rule_term,
                      const SmrRaisedTerm *term, uint64_t taken);

//--- domains.c: U6 ----------------------------------------------------------------------------

/// All terms and factors are found: gives values to the sizes that are not known, one after the other (bounds
/// of the program are tried), and asks whether domains and memories are the same. Then *m->out is the match.
bool smr_match_end(SmrMatcher *m, SmrMatchState *st);

#endif
