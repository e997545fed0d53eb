//===- check.h - from a completed match to what is reported --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The last questions about a match, which no single step can answer: do loads see the memory state that the
// idiom's do, can every bound value be computed before the roots, are the results distinct. Then arguments
// are put in the wrapper's order.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_CHECK_H
#define SMR_AUTOMATA_CHECK_H
#include "automata/datastring.h"

enum { SMR_ACCESS_READ = 1, SMR_ACCESS_WRITE = 2 };
/// One memory access of the idiom. home: where it stands: 0 outside of all roots or beside them, else
/// (node number of the enclosing op + 1) << 8 | block number over all its regions.
typedef struct {
  uint32_t node, flags, order, home;
} SmrIdiomAccess;

/// What must be known of a pattern besides its data string. Numbers are those of the data string.
typedef struct {
  uint32_t pattern, arg_count, node_count, loop_count, unknown_count, scalar_count, array_count, box_count,
      out_count, access_count, joined_count;
  const uint8_t *kinds;                            // SmrArgKind by argument
  const uint32_t *unknowns;                        // -> leaf
  const uint32_t *scalars, *arrays, *boxes, *outs; // -> argument
  const SmrPoly *unknown_values;                   // of the leaf, over unknown numbers + 1
  const SmrPoly *array_first;                      // over unknown numbers + 1
  const uint32_t *loops;                           // loop number -> node number
  const SmrIdiomAccess *accesses;
  const uint32_t *joined; // SmrMatch.joined
} SmrTables;
/// From an idiom and its string; lives in the arena.
SmrTables smr_tables_create(SmrArena *arena, const SmrIdiom *idiom, const SmrDataString *string);

typedef struct {
  SmrValue base;
  SmrPoly offset; // at the first occurrence
} SmrArrayBinding;

/// What a matcher found, by data-string numbers.
typedef struct {
  SmrOp *roots, *nodes;
  uint32_t root_count;
  SmrUnknown *unknowns;
  SmrValue *scalars, *boxes, *outs;
  SmrArrayBinding *arrays;
  SmrEquation *equations;
  uint32_t equation_count;
} SmrSolution;

/// False when the solution is no match after all. *out lives in the arena; roots and nodes are borrowed.
bool smr_match_finish(SmrArena *arena, SmrFacts *view, const SmrTables *tables, const SmrSolution *solution,
                      SmrMatch *out);
#endif
