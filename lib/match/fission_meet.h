//===- fission_meet.h - when two accesses of a loop touch the same memory ===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_FISSION_MEET_H
#define SMR_MATCH_FISSION_MEET_H
#include "base/map.h"
#include "graph/expr.h"
#include "match/legality_internal.h"

enum { SMR_MEET_DEPTH = 6 };
typedef struct {
  SmrOp op;
  SmrValue base;
  SmrPoly offset;
  uint32_t bytes;
  SmrOp loops[SMR_MEET_DEPTH]; // the loop that is split first, then those in it around the access
  uint32_t depth;
} SmrMeetAccess;

typedef struct {
  const SmrGraph *graph;
  SmrOp loop; // that is split
  SmrArena *arena;
  bool guards_allowed;
  const SmrExpr **guards; // NULL: nobody collects them yet
  uint32_t guard_count, guard_room;
  bool too_many; // more guards, or digits, than there is room for
} SmrMeet;

/// The polynomial's leaves stand before the loop, or are ivs of loops in it.
bool smr_meet_told_before(const SmrMeet *meet, SmrPoly poly);
/// Reads an access of the loop; false when its place cannot be told before the loop.
bool smr_meet_access(const SmrMeet *meet, SmrOp op, SmrMeetAccess *out);

/// Of all pairs of an execution of `a` and one of `b` in one run of the loop that touch the same memory: may
/// a's come first, may b's? 0: there are no such pairs, given the guards that are collected.
enum { SMR_MEET_FIRST_BEFORE = 1, SMR_MEET_SECOND_BEFORE = 2, SMR_MEET_ANY = 3 };
unsigned smr_meet(SmrMeet *meet, const SmrMeetAccess *a, const SmrMeetAccess *b);

#endif
