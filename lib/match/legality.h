//===- legality.h - may this match be replaced? --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The one place that decides. A match is accepted with a proof, accepted with guards (tests whose failure
// runs the untouched original code), or refused with a reason in the user's words. The rules, as tests and
// messages name them:
//
// clang-format off: a list
//  L1 alias: memory that is written overlaps no other matched memory
//  L2 moves: the roots may run together, where the last of them stands
//  L3 trips: every loop runs at least once (libraries reject empty problems; the original code does not)
//  L4 facts: 0 <= index < extent, for every array dimension that the idiom declares
//  L5 types: values fit the wrapper's parameter types; exact divisions are exact
//  L6 when: the pair's own conditions
//  L7 equations: what the matcher left open
//  L8 fp=exact: no reassociation unless the code allows it; what is rounded together stays so (also in exact
//     pairs without loops); contract `finite`: only code that promises finite values
//  L9 effects: everything else that the replaced code does is explained or rebuilt
//  L10 exact: the integers of the nest are what they would be as exact numbers (only plans need this)
// clang-format on
//
// Works on graphs alone; knows nothing of MLIR.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_LEGALITY_H
#define SMR_MATCH_LEGALITY_H
#include "graph/passed.h"
#include "graph/rows.h"
#include "match/library.h"
#include "match/report.h"
#include "match/rounds.h"

typedef struct {
  bool fp_exact, guards_static;
  bool ordered; // the source itself asks for the written order of sums: why fp_exact is set
  SmrCompiled compiled;
  bool joins;      // the code is compiled for a machine that may round a product and its sum together
  bool estimate;   // say what the call gains, too
  bool fp_algebra; // plans may also take a*(b+c) for a*b + a*c, and a/b for a*(1/b)
  bool hulls;      // say what memory the code and the calls touch, or refuse
} SmrLegalityOptions;

/// Why a call is refused that changes the order of sums. `ordered` as in SmrLegalityOptions.
const char *smr_order_reason(bool ordered);

/// The descriptor that a call is given in the place of a BOX parameter: `own`, the one of the code that the
/// match bound; where its rank or type is another one, or it says something else, a new one, which begins at
/// the binding's base and offset. NULL: nothing is known of that dimension's extent; the idiom asks for no
/// stride.
typedef struct {
  bool own;
  const SmrExpr *extent[SMR_BOX_MOST], *stride[SMR_BOX_MOST]; // elements; bytes
} SmrBoxPassed;

/// Memory that the code or its calls touch: the elements of `bytes` at first + k*step, for any integer k,
/// from `low` to below `high`. These are addresses.
typedef struct {
  SmrValue base; // the object
  const SmrExpr *low, *high, *first;
  int64_t step;
  SmrType type; // of an element, or of its parts
  uint32_t bytes;
  bool written;
  const char *name;
} SmrHull;

typedef struct {
  bool accepted;
  bool apart; // nothing may be joined in the replacement's own code: its products are rounded, and its sums
  bool rows;  // of a plan: a guard is on rows that pointers lead to (graph/rows.h)
  const SmrRowsCopy *copy; // … that may be copied where they are not equally spaced; else NULL
  const char *reason;      // when refused
  SmrGuard *guards;
  uint32_t guard_count, size_count; // the first size_count of them say from which size on the call pays
  const SmrExpr *gain;   // what the calls save where all guards hold, in picoseconds; NULL: not known
  SmrAfterStore *stores; // to be done after the call
  uint32_t store_count;
  const SmrBoxPassed *boxes;     // of a match: by argument; NULL where none is a BOX
  const SmrEstimate **estimates; // of each call (a match is one), where asked for; of a refused one, too
  // Where asked for: all that is written, and what of the rest has an extent that is known before.
  const SmrHull *hulls;
  uint32_t hull_count;
  const SmrExpr *terms; // at most how often an innermost statement runs; NULL: not known
} SmrVerdict;

/// Decides one match. `uses` are those of the whole graph. Everything in *out lives in the arena.
bool smr_legality(const SmrLibrary *library, const SmrMatch *match, const SmrUses *uses,
                  const SmrLegalityOptions *options, SmrArena *arena, SmrVerdict *out);

/// What `value` (an integer, a root's result, …) is after the roots ran, provided that the verdict's guards
/// hold.
SmrAfter smr_legality_after(const SmrMatch *match, SmrArena *arena, SmrValue value);

/// A name for a value in messages: its source name, else the text of its polynomial, else "%12".
void smr_legality_name(uint32_t value, SmrStr *out, void *graph);
/// Has the name blanks outside parentheses and brackets, as "a value loaded at line 7" has? It needs
/// parentheses as a part of a sum.
bool smr_legality_is_phrase(const char *name);
/// Distances of a descriptor's neighbours, which are bytes, as elements times their size, where that is
/// known; false: a coefficient overflows. To be printed by the second.
bool smr_legality_in_elements(const SmrGraph *graph, SmrArena *arena, SmrPoly poly, SmrPoly *out);
void smr_legality_poly_in_elements(const SmrGraph *graph, SmrPoly poly, SmrStr *out);
/// What lies between two pointers: the distance in bytes over the size of an element, and that the distance,
/// with a negative number, is not negative. False, and nothing, where that is not what there is.
bool smr_legality_elements(const SmrGraph *graph, SmrPoly bytes, int64_t divisor, SmrStr *out);
bool smr_legality_distance(const SmrGraph *graph, SmrPoly bytes, SmrStr *out);
/// A polynomial of such names.
void smr_legality_poly(const SmrGraph *graph, SmrPoly poly, SmrStr *out);
#endif
