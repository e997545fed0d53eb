//===- fission.h - loops that can be taken apart -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop whose body does several things one after the other (`q[i] += …; s[j] += …;`) is no idiom as it
// stands, but several loops that each do one of them may be. Here it is decided which stores may get a loop
// of their own, and in which order those loops must run. README.md has the argument. Works on graphs in plain
// form (smr_normalize_plain), where every access of the code is an access of the graph.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_FISSION_H
#define SMR_MATCH_FISSION_H
#include "graph/expr.h"
#include "graph/graph.h"
#ifdef __cplusplus
extern "C" {
#endif

/// The loop does the same as `part_count` copies of it, run one after the other, of which copy p does only
/// the stores with part_of[store] == p; provided that the guards (tests over values from before the loop)
/// hold. What the loop leaves in variables is what the last copy leaves there.
typedef struct {
  SmrOp loop;
  const SmrOp *stores;
  const uint32_t *part_of;
  uint32_t store_count, part_count;
  const SmrExpr *const *guards;
  uint32_t guard_count;
} SmrFission;

enum { SMR_FISSION_MOST = 64 };
/// What was given up: a set.
enum {
  SMR_FISSION_MORE = 1, // loops were not looked at, as there were so many
  SMR_FISSION_LARGE = 2 // a loop does too much
};
/// The outermost loops that can be taken apart, in program order, none inside another; their number, at most
/// SMR_FISSION_MOST. *limits says what was given up. All of it lives in the arena.
uint32_t smr_fission_plan(const SmrGraph *plain, bool guards_static, SmrArena *arena, const SmrFission **out,
                          uint32_t *limits);

#ifdef __cplusplus
}
#endif
#endif
