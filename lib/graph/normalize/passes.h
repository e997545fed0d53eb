//===- passes.h - the normalising passes, private to this folder ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every pass takes a valid graph and leaves a valid graph that computes the same. What each requires, keeps
// and establishes stands in passes.def.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_NORMALIZE_PASSES_H
#define SMR_GRAPH_NORMALIZE_PASSES_H
#include "base/map.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"

typedef SMR_VEC(SmrValue) SmrValueList;

#define SMR_PASS(name, requires, keeps, establishes) void smr_pass_##name(SmrGraph *g, SmrForm form);
#include "graph/normalize/passes.def"
#undef SMR_PASS

static inline void smr_normal_limit(SmrGraph *g, SmrNormalLimit limit) {
  g->limits |= (uint32_t)1 << limit;
}

/// How many comparisons of accesses a pass may make: `most`, or its part of what the function has left
/// (graph->work; an eighth, so that something is left for all passes and for what follows).
static inline uint64_t smr_questions(const SmrGraph *g, uint64_t most) {
  return g->work && *g->work / 8 < most ? *g->work / 8 : most;
}
/// … and so many it made.
static inline void smr_questions_asked(const SmrGraph *g, uint64_t count) {
  if (g->work)
    *g->work -= count < *g->work ? count : *g->work;
}

/// The value of an integer as a polynomial over leaves (integers.c): exactly for fewer than 64 bits, modulo
/// 2^64 else. The cache maps resolved values to polynomials; create one per graph state.
typedef struct {
  SmrArena *arena;
  SmrMap index; // value -> position in polys + 1, 0: unknown
  SMR_VEC(SmrPoly) polys;
  SmrValueList values; // whose they are
  uint32_t depth;      // of the recursion now
  SmrMap extended;     // value -> its ZEXT that leaves name
  SmrMap shifted; // value -> by how many bits at most it is shifted right, where that is known for all values
  bool shifts_known;
  uint32_t ring; // values that smr_modular_poly has opened
  bool asking;   // a question to ranges.c is open
  bool assumes;  // what cannot be proved to be in range is taken to be, and stands in `assumed`
  SMR_VEC(struct {
    SmrPoly poly;
    int64_t low;
    int64_t high;
  })
  assumed;
} SmrPolyCache;
/// Frees what the cache owns: all but its arena.
void smr_poly_cache_free(SmrPolyCache *cache);
SmrPoly smr_exact_poly(SmrGraph *g, SmrPolyCache *cache, SmrValue value);
/// Some polynomial that equals the integer modulo 2^width, width being that of its type.
SmrPoly smr_modular_poly(SmrGraph *g, SmrPolyCache *cache, SmrValue value);

/// What is known where `at` stands (ranges.c): of the types and ops of leaves, of the ivs and trip counts of
/// the loops around it, of the conditions of the ifs around it.
bool smr_poly_at_least(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at, int64_t bound);
/// low <= poly <= high
bool smr_poly_within(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at, int64_t low, int64_t high);
bool smr_poly_not_zero(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp at);
/// Without a place: from the leaves alone.
bool smr_poly_never_negative(const SmrGraph *g, SmrPoly poly);

/// The same for any two iterations of `loop`: values defined inside it may differ between the two.
SmrAlias smr_alias_across(const SmrGraph *g, SmrOp a, SmrOp b, SmrOp loop);
SmrType smr_access_type(const SmrGraph *g, SmrOp op);

/// Two accesses in `loop` that may alias, as far as is proved: may a pass take them to be apart (assume.c)?
bool smr_may_assume(const SmrGraph *g, SmrOp loop, SmrOp a, SmrOp b);
/// Records that a pass did so. `value` as in SmrAssumption.
void smr_assume(SmrGraph *g, SmrAssumeKind kind, SmrOp loop, SmrOp a, SmrOp b, SmrValue value);
/// The loop around an op whose iterations it is part of; 0 when there is none that counts.
static inline SmrOp smr_loop_around(const SmrGraph *g, SmrOp op) {
  SmrOp at = smr_parent(g, op);
  while (at && smr_op(g, at)->code == SMR_OP_IF)
    at = smr_parent(g, at);
  return at && smr_op(g, at)->code == SMR_OP_LOOP ? at : 0;
}

/// All region-defining ops with the given opcodes below the function, inner before outer.
void smr_collect_postorder(const SmrGraph *g, SmrOpList *out);
/// A sunk store is about to go (moved out of an outer loop, or overwritten): the MLIR code around its loop
/// still works in memory, so graph->exits must say what it finds and leaves there (promote.c). False: it must
/// stay.
bool smr_record_sunk(SmrGraph *g, SmrOp store);
void smr_move_before(SmrGraph *g, SmrOp op, SmrOp where);
#endif
