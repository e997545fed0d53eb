//===- legality_internal.h - the parts of legality -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_LEGALITY_INTERNAL_H
#define SMR_MATCH_LEGALITY_INTERNAL_H
#include "base/map.h"
#include "graph/known.h"
#include "match/plan_legality.h"

/// Of a decision about a whole nest in plain form (plan_legality.h): d->match stands for the nest. Its roots
/// are the nest's ops, its loops all LOOPs in it, outer before inner, its nodes all ops; its arguments are
/// those of one call after the other.
typedef struct {
  SmrMap opened;           // integers that were read as polynomials: whether they are (plan_exact.c)
  SmrMap told;             // values that are known before the nest → 1; with a proof → 2
  SMR_VEC(SmrValue) taken; // from before the nest, or read before it, for the calls
  SmrOp first;             // SmrOffer.nest.first
  SMR_VEC(SmrPoly) wanted; // not negative where loops run that have to, for a load in them to be made before
  uint32_t asked;          // so many of these are asked for
  bool sizes;              // only sizes are asked, and only of what needs no reading in the nest
  const SmrOffer *plan;
  bool between; // values between roots are told
  bool rows;    // a guard is on rows that pointers lead to
  const SmrRowsCopy *copy;
} SmrNestState;

/// The numbers of the arguments that are sizes; none: not known.
typedef struct {
  const uint32_t *args;
  uint32_t count;
} SmrSizes;

/// Values that some arguments are supposed to have, whatever they are bound to.
enum { SMR_MAX_SUPPOSED = 4 };
typedef struct {
  uint32_t args[SMR_MAX_SUPPOSED];
  int64_t values[SMR_MAX_SUPPOSED];
  uint32_t count;
} SmrSupposed;

//--- The state of one decision -------------------------------------------------
typedef struct {
  const SmrLibrary *library;
  const SmrPair *pair;
  const SmrPattern *pattern;
  const SmrMatch *match;
  const SmrGraph *graph;
  const SmrUses *uses;
  const SmrLegalityOptions *options;
  SmrArena *arena;
  SmrKnown known;
  SmrNestState *nest; // NULL: about a match
  SMR_VEC(SmrGuard) guards;
  SMR_VEC(SmrAfterStore) stores;
  SmrBoxPassed *boxes;    // SmrVerdict.boxes
  SMR_VEC(SmrHull) hulls; // SmrVerdict.hulls
  const char *reason;
  uint32_t first_fact, end_fact; // what accesses say, among what is known
  bool apart;                    // SmrVerdict.apart
  int64_t round;                 // what `round` means in a pair's `pays`; picoseconds
  const SmrExpr *gain;           // SmrVerdict.gain
  SmrSizes sizes;
  const SmrSupposed *supposed; // NULL: nothing
} SmrDecision;

bool smr_is_float_arithmetic(const SmrOpData *op);
bool smr_refuse(SmrDecision *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// A copy in the arena; frees the text.
const char *smr_keep_text(SmrDecision *d, SmrStr *text);
/// Requires poly >= 0: proved, guarded (then known), or refused. `what` says it in words when the polynomial
/// cannot.
bool smr_require_nonneg(SmrDecision *d, SmrPoly poly, const char *what);
/// Of a nest: some case of it. Without cases a refusal, `what`.
bool smr_require_either(SmrDecision *d, SmrEither either, const char *what);
/// The same for any test; NULL means that its arithmetic overflowed.
bool smr_require(SmrDecision *d, const SmrExpr *test, const char *text);
/// True when the value exists where the call goes: before the last root and outside all of them.
bool smr_available(const SmrMatch *match, SmrValue value);
bool smr_poly_available(const SmrMatch *match, SmrPoly poly);
/// The same of whatever is decided about: a match, or a nest (plan_values.c).
bool smr_told(SmrDecision *d, SmrValue value);
bool smr_poly_told(SmrDecision *d, SmrPoly poly);
/// In the user's words, with distances in elements where these are known: legality_text.c.
const char *smr_poly_text(SmrDecision *d, SmrPoly poly);
const char *smr_quotient_text(SmrDecision *d, SmrPoly poly, int64_t divisor);
const char *smr_multiple_text(SmrDecision *d, SmrPoly poly, int64_t divisor);
const char *smr_equation_text(SmrDecision *d, SmrPoly left, SmrPoly right);
/// Of poly >= 0, as people write it.
const char *smr_inequality_text(SmrDecision *d, SmrPoly poly);
const char *smr_test_text(SmrDecision *d, const SmrExpr *test);
/// Is poly >= 0 that another one is not 0, as its square less 1?
bool smr_says_not_0(SmrDecision *d, SmrPoly poly, SmrPoly *other);
/// What the input's own array accesses guarantee, where they surely execute.
void smr_learn_facts(SmrDecision *d);

/// A pattern-side polynomial with the match's bindings put in; *scale > 0 is what it got multiplied by.
bool smr_bind_poly(SmrDecision *d, SmrPoly pattern_side, SmrPoly *out, int64_t *scale);
/// What the match found of a descriptor; false: the idiom does not use this field.
bool smr_found_descr(const SmrMatch *m, uint32_t arg, uint32_t field, uint32_t dim, SmrPoly *out,
                     int64_t *divisor);

bool smr_check_trips(SmrDecision *d);    // L3
bool smr_check_bindings(SmrDecision *d); // L5
/// L5 of a BOX, legality_boxes.c
bool smr_check_box(SmrDecision *d, uint32_t arg);
bool smr_check_floats(SmrDecision *d);
/// Refuses: `what` changes the order of sums, and an option or the source forbids that. Returns false.
bool smr_check_rounding(SmrDecision *d); // L8, what is joined: legality_rounding.c
bool smr_check_alias(SmrDecision *d);    // L1, legality_alias.c
bool smr_check_objects(SmrDecision *d);  // L1 of a nest: every two objects of which one is written
/// SmrVerdict.hulls and .terms, where they are asked for.
void smr_keep_hulls(SmrDecision *d, SmrVerdict *out);
bool smr_check_assumptions(SmrDecision *d); // L1 of other loops, legality_assume.c
bool smr_check_ranges(SmrDecision *d);      // L1 of indices that may wrap around, legality_ranges.c
bool smr_check_conditions(SmrDecision *d);  // L6, conditions.c
bool smr_check_pays(SmrDecision *d);        // no rule of soundness: pays.c
/// What calls gain together, in picoseconds: the sum of what their `pays` conditions that speak of `round`
/// compare.
typedef struct {
  const SmrExpr *sum;  // NULL: cannot be computed
  const SmrExpr *most; // … at most, where the calls' plain conditions on strides hold
  const SmrWhen *when;
  const SmrSupposed *best; // what strides `when` gains most with; NULL: any
  uint32_t calls;          // in it
  bool late;               // … yet: something is read in the nest
  bool possible;           // one of them gains something where sizes are large
} SmrGain;
/// smr_check_pays of one of several calls: what is to be asked of it alone; the rest is added to *gain.
bool smr_check_pays_apart(SmrDecision *d, SmrGain *gain);
/// gain >= 0, as short as it can be said; NULL: no sizes make it hold.
const SmrExpr *smr_gain_test(SmrDecision *d, const SmrExpr *gain);
/// … and of all calls together.
bool smr_check_gain(SmrDecision *d, const SmrGain *gain);
/// Does a `pays` condition compare what the code takes with what the call takes? Then the difference.
bool smr_condition_weighs(const SmrWhen *when);
const SmrExpr *smr_condition_gain(SmrDecision *d, const SmrWhen *when);
/// … about, where all integers that it names are so large.
double smr_condition_gain_at(SmrDecision *d, const SmrWhen *when, double size);
/// The two sides of such a comparison: what the code takes, and what the call takes.
void smr_condition_sides(const SmrWhen *when, SmrWhen *code, SmrWhen *call);
/// A side as an expression; NULL when it cannot be computed at the place of the call.
const SmrExpr *smr_condition_expr(SmrDecision *d, const SmrWhen *side);
/// … and as a number, where the arguments are these.
double smr_condition_value_at(SmrDecision *d, const SmrWhen *side, const double *args);
/// A comparison may be of one place of the result: the sizes that it does not name multiply both sides.
bool smr_condition_names(const SmrWhen *when, uint32_t arg);
/// The product of these sizes; NULL when it cannot be computed at the place of the call.
const SmrExpr *smr_condition_places(SmrDecision *d, const SmrWhen *when);
/// Does a plain `pays` condition keep the call out, whatever the sizes are? Then the pair's costs, measured
/// where it holds, tell nothing of the call.
bool smr_excluded(SmrDecision *d);
/// What the decided call gains (estimate.h); NULL: its pair has no costs that tell.
const SmrEstimate *smr_estimate_call(SmrDecision *d);
/// A condition as a test at the place of the call; NULL when it cannot be computed there.
const SmrExpr *smr_condition_test(SmrDecision *d, const SmrWhen *when);
/// A condition that is well formed in the program's words; *notes says what letters of the idiom that are
/// left in it mean here ("the idiom's n is 2"), or is empty. condition_text.c
const char *smr_condition_text(SmrDecision *d, const SmrWhen *when, const char **notes);
bool smr_check_effects(SmrDecision *d); // L2, L9, legality_effects.c
/// Of all guards, those go that the others imply; the first *size_count of them are about sizes. implied.c
void smr_drop_implied(SmrDecision *d, uint32_t *size_count);
/// Refuses guards that no values meet together. The first size_count of them are about sizes. unmet.c
bool smr_check_met(SmrDecision *d, uint32_t size_count);
/// Refuses guards that hold only where a size of the call at hand is 1. unmet.c
bool smr_check_larger_met(SmrDecision *d, uint32_t size_count);
/// Refuses guards that hold only where rows of a matrix overlap. unmet.c
bool smr_check_rows(SmrDecision *d);
/// Does the test read memory that the code reads in a loop only?
bool smr_reads_late(SmrDecision *d, const SmrExpr *test);

//--- Nests ---------------------------------------------------------------------

/// The value is what it is in the nest when it is computed before it, and computing it there reads nothing
/// that the code would not read, as far as is known by now. plan_values.c
bool smr_nest_told(SmrDecision *d, SmrValue value);
/// It never changes in the nest, wherever it is computed there.
bool smr_nest_fixed(SmrDecision *d, SmrValue value);
/// Two bases of accesses in the nest are one object, as raising takes it.
bool smr_nest_same(SmrDecision *d, SmrValue a, SmrValue b);
/// Another load in the nest that gives the same and is known before it; 0: none.
SmrValue smr_nest_twin(SmrDecision *d, SmrValue value);
/// Puts twins in the place of leaves that are not known before.
void smr_nest_by_twins(SmrDecision *d, SmrPoly *poly);
/// The integer that the op makes in the nest, as a polynomial over its operands and what they are made of,
/// and the range in which the two are the same number; false when it is none. plan_narrow.c
bool smr_nest_opened(SmrDecision *d, SmrValue value, SmrPoly *out, int64_t *low, int64_t *high);
/// Requires that the polynomial over values from before is an exact integer when it is computed in 64 bits,
/// and so are its parts. plan_exact.c
bool smr_make_exact(SmrDecision *d, SmrPoly poly);
/// The same, and that adding it to an address is exact.
bool smr_make_distance(SmrDecision *d, SmrPoly poly);
bool smr_check_exact(SmrDecision *d); // of all integers in the nest

/// A test from which it follows that the polynomial is an exact integer, if the types of what it is made of
/// do not say so; NULL: there is none. It rests on no other guard.
const SmrExpr *smr_exact_test(SmrDecision *d, SmrPoly poly);

/// The LOOPs of the nest around an op in the code, outer before inner; false: something else stands around
/// it, too, or there are too many. plan_values.c
bool smr_nest_around(const SmrDecision *d, SmrOp op, SmrOp *loops, uint32_t *count);

/// Asks that rows which pointers lead to are equally spaced, and none lies before its predecessor.
/// plan_rows.c
bool smr_check_row_pointers(SmrDecision *d);
/// Whether rows that are not may be copied, once all objects are known: for each access to rows, for each
/// object but tables (low and high: offsets from its base), then at the end. If one is false they may not.
typedef struct SmrRowsFound SmrRowsFound;
SmrRowsFound *smr_rows_found(SmrDecision *d);
bool smr_rows_access(SmrRowsFound *found, SmrOp op, SmrPoly offset, uint32_t bytes);
bool smr_rows_object(SmrRowsFound *found, SmrValue base, const SmrCorners *low, const SmrCorners *high,
                     bool read, bool written);
void smr_rows_keep(SmrRowsFound *found);

/// Polynomials over values from before the nest, one of which is at most the least offset that is touched (at
/// least the greatest one). Of several bounds of an index the first that serves is taken, or the last.
/// plan_touched.c
bool smr_touched_corners(SmrDecision *d, const SmrPlanTouched *touched, bool maximum, bool last,
                         SmrCorners *out);

/// What the plan's calls gain where arrays are larger than the cache: less than `gain`, if several calls read
/// an array that the loops read once. plan_touched.c
const SmrExpr *smr_gain_from_memory(SmrDecision *d, const SmrExpr *gain);

/// The LOOPs from `inner` up to the root around it, outer first; their number is at most `most`, further ones
/// are left out. legality_alias.c
uint32_t smr_matched_loops_around(const SmrDecision *d, SmrOp inner, SmrOp *loops, uint32_t most);
/// smr_known_corners; values that the loops choose by a minimum, a maximum or a quotient are opened.
bool smr_corners_before(SmrDecision *d, const SmrOp *loops, uint32_t count, SmrPoly poly, bool maximum,
                        SmrCorners *out);

#endif
