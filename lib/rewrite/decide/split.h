//===- split.h - take loops apart where that lets idioms show ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Which loops can be taken apart is said by match/fission.h, how by mlir/splice/splice.h. Whether it is any
// good is found by trying: a copy of the function is split and matched, and a loop stays split when larger
// idioms were accepted in its parts than in the loop as it was.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_SPLIT_H
#define SMR_REWRITE_DECIDE_SPLIT_H
#include "match/fission.h"
#include "mlir/describe.h"
#include "rewrite/decide/found.h"

typedef struct {
  const void *loop;   // the handle it has in graphs of the function
  const void **parts; // what a split function's graph has instead
  uint32_t part_count;
  const void *otherwise; // … and the loop as it was, behind a guard; NULL when it is gone
  bool overlap;          // the guard asks whether its parts overlap
  int64_t least;         // … and for that many rounds, unless 0
} SmrSplit;

enum { SMR_MOST_SPLITS = SMR_FISSION_MOST };

/// Which loops to take apart, and from how many rounds of each of its loops on; below, calls in the parts
/// would not pay and the loop as it was is faster. 0: always.
typedef struct {
  bool wanted;
  int64_t least;
} SmrSplitWish;

/// Is there anything to try? From the normal form, in passing.
bool smr_split_worth(const SmrGraph *graph);
/// The loops that can be taken apart in a function whose graph, in the plain form, this is. With wishes (one
/// for each, in the order in which an earlier call gave them), those are taken apart in the function where
/// that can be done (by what the descriptions say of its ops): others have no parts. The graph is of no more
/// use then. `out` has room for
/// SMR_MOST_SPLITS; *limits are those of smr_fission_plan.
uint32_t smr_split_loops(SmrDescriptions *descriptions, SmrGraph *plain, bool guards_static,
                         const SmrSplitWish *wishes, SmrArena *arena, SmrSplit *out, uint32_t *limits);
/// Does an accepted match have the loop with this handle in it?
bool smr_split_covered(const SmrGraph *graph, const SmrFound *found, uint32_t count, const void *loop);
/// How much the accepted matches in these loops do (gain.h): a deeper idiom outweighs several others.
uint64_t smr_split_gain(const SmrGraph *graph, const SmrFound *found, uint32_t count,
                        const void *const *loops, uint32_t loop_count);
/// From how many rounds of every loop on do all calls in these loops pay? 0 when they always do.
int64_t smr_split_least(const SmrGraph *graph, const SmrFound *found, uint32_t count,
                        const void *const *loops, uint32_t loop_count);
/// The handle of the op, or of what it stands in, is among these.
bool smr_split_within(const SmrGraph *graph, SmrOp op, const void *const *handles, uint32_t count);
#endif
