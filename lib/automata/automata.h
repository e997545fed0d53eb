//===- automata.h - all patterns of a library as two automata ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// CDG: one automaton over control strings finds every place whose control flow fits some pattern, in one
// linear pass. DDG: one automaton over data strings decides which patterns the data flow there fits, and
// binds their parameters. Both live in one flat, position-independent block of bytes (offsets only), used in
// place. Building and running share only layout.h.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_AUTOMATA_H
#define SMR_AUTOMATA_AUTOMATA_H
#include "automata/pattern.h"
#include "base/bytes.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Builds the block for patterns whose graphs are still alive. Deterministic.
bool smr_automata_build(const SmrPattern *patterns, SmrGraph *const *graphs, uint32_t count, SmrBytes *out,
                        SmrDiag *diag);

typedef struct SmrAutomata SmrAutomata; // immutable, refers to the block
/// Checks every offset and bound once; NULL with *reason (static text) when the block is not well formed.
/// O(size).
SmrAutomata *smr_automata_open(const void *block, size_t size, SmrIntern *symbols, const char **reason);
void smr_automata_close(SmrAutomata *automata);

typedef struct SmrScratch SmrScratch; // run-time state; reusable; one per thread
SmrScratch *smr_scratch_create(void);
void smr_scratch_destroy(SmrScratch *scratch);

typedef struct {
  uint64_t tokens, candidates, steps, matches,
      limits; // limits: how often one was hit, see smr_scratch_limits
} SmrRunStats;

/// Reports every match in `graph` (normal form; its symbols are those that the automata were opened with) in
/// a deterministic order. The match and what it points to live until the callback returns. The callback
/// returns false to stop.
void smr_automata_run(const SmrAutomata *automata, SmrGraph *graph, SmrScratch *scratch,
                      bool (*found)(const SmrMatch *match, void *data), void *data, SmrRunStats *stats);

/// The nearest miss: for a candidate root that matched no pattern, the furthest point that any data string
/// got to: which pattern, which input op, what was expected there and what was found, in the user's words
/// ("a store", "a sum of 2 terms", …). Filled by smr_automata_run when asked for.
typedef struct {
  uint32_t pattern;
  uint32_t rank, rank_count; // of all patterns that came that far: smr_near_patterns
  SmrOp root, at;
  bool index;      // it is an index, a bound or an exponent that does not fit
  SmrOp access;    // then: of this op, when that is known
  uint32_t length; // tokens of the data string that were read: more is nearer
  uint32_t work;   // loads and arithmetic among what fitted
  char expected[96], found[96];
} SmrNearMiss;
void smr_scratch_collect_misses(SmrScratch *scratch, bool on);
const SmrNearMiss *smr_scratch_misses(const SmrScratch *scratch, uint32_t *count);
/// The patterns that came as far as the miss; at most `capacity` are written, their number is returned.
uint32_t smr_near_patterns(const SmrAutomata *automata, const SmrNearMiss *miss, uint32_t *patterns,
                           uint32_t capacity);

/// What the run gave up, in program order: at a candidate, or at an op that no pattern can have.
typedef enum {
  SMR_LIMIT_STEPS,   // SMR_STEP_LIMIT steps at one candidate
  SMR_LIMIT_ROOTS,   // SMR_ROOT_WINDOW statements around it
  SMR_LIMIT_OPERANDS // SMR_MAX_COMMUTATIVE operands of a commutative op in a loop
} SmrLimitKind;
typedef struct {
  SmrLimitKind kind;
  SmrOp at;
} SmrLimit;
/// Of the last run; valid until the next.
const SmrLimit *smr_scratch_limits(const SmrScratch *scratch, uint32_t *count);
/// In the user's words; static.
const char *smr_limit_text(SmrLimitKind kind);

void smr_automata_dump(const SmrAutomata *automata, SmrStr *out); // control and data strings as text
void smr_automata_dot(const SmrAutomata *automata, SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
