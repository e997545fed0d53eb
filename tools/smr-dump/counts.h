//===- counts.h - what SMR_RT=count=FILE has counted --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_DUMP_COUNTS_H
#define SMR_DUMP_COUNTS_H
#include "match/findings.h"

/// How often the loops ran because of this guard, the first that failed.
typedef struct {
  const char *guard; // NULL: no library could be called
  unsigned long long times;
} Refusal;
/// What became of a rewrite, in all functions that have it.
typedef struct {
  bool known; // it was counted
  unsigned long long calls, refused;
  double ns; // in the library
  SMR_VEC(Refusal) refusals;
} Ran;

/// Is the text one that a program has written? (lib/runtime/count.c)
bool counts_are(const char *json);
/// What the counts (NULL: there are none) say of a report's entry. Texts are in the arena.
Ran counts_of(const char *json, const SmrFinding *fact, SmrArena *arena);
void ran_free(Ran *ran);
/// A refusal's reason, as it stands behind "as ".
const char *refusal_reason(const Refusal *refusal);
#endif
