//===- plan.h - what a splice will do ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Found out before anything is edited: the parts, what lies between them, what must be put back. Nothing here
// changes the function.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_SPLICE_PLAN_H
#define SMR_MLIR_SPLICE_PLAN_H
#include "mlir/splice/value/value.h"

/// A variable that the call does not set, though a part or what is held does.
typedef struct {
  SmrValue slot, value;
} SmrLost;
typedef struct {
  SmrEmit emit;
  const SmrSplicePlan *plan;    // what was asked for, and the stores of variables
  SMR_VEC(MlirOperation) roots; // in program order, none inside another, all in one block (but for a chain)
  SMR_VEC(MlirOperation) held;  // between the roots, computed from them; the chain has its own
  SMR_VEC(SmrLost) lost;
  SMR_VEC(MlirBlock) early;    // per root but the last: ops that must stand where it stood
  SMR_VEC(MlirValue) passing;  // results of those roots that are used elsewhere
  SMR_VEC(MlirValue) instead;  // … and the same values, built in early
  SMR_VEC(MlirValue) escaping; // results of the last root (chain: of all parts) that are used elsewhere
  SMR_VEC(MlirValue) becomes;  // … and what they are after the call, built in body
  MlirValue **out;             // per step and argument: the new value
  MlirBlock run; // detached: the steps and what is done behind them; body has what is computed before them
  MlirBlock save, restore;   // with guards: variables as they were, before everything; … for the parts
  SMR_VEC(MlirValue) undone; // … those variables
  SmrChain chain;
  SMR_VEC(MlirBlock) tests;      // chain: the blocks of the guards, in order
  SMR_VEC(MlirValue) conditions; // … and what each of them tests
  uint32_t size_tests;           // the first ones: of sizes
  MlirBlock asking;              // detached, without a chain: what is asked behind a test of sizes
  SMR_VEC(MlirValue) leaving;    // chain: what the call passes along the last loop's exit
} SmrSplice;

/// False, with e->reason, when what stands between the roots in the graph cannot run before them; e->late is
/// then set.
bool smr_splice_moves(SmrEmit *e);
/// False, with e->reason, when the roots are no chain that can be replaced.
bool smr_chain_find(SmrEmit *e, const SmrSplicePlan *plan, SmrChain *chain);
/// Finds chain->held among what moves; false, with e->reason, when that does more or is needed elsewhere.
bool smr_chain_hold(SmrEmit *e, const SmrSplicePlan *plan, SmrChain *chain);
/// What a value of part p (`between`: an argument of a block behind it) is for code that stood behind it and
/// now runs before it; of use when it is an SMR_AFTER_VALUE.
SmrAfter smr_chain_early(SmrEmit *e, const SmrSplicePlan *plan, const SmrChain *chain, MlirValue value,
                         uint32_t p, bool between);
/// Finds what is held in structured code, and what is lost with it; false after smr_emit_fail.
bool smr_splice_hold(SmrSplice *s);
/// The op stands in a root; it is held between them; either, so it goes away, or into the other branch.
bool smr_splice_in_roots(const SmrSplice *s, MlirOperation op);
bool smr_splice_holds(const SmrSplice *s, MlirOperation op);
bool smr_splice_goes(const SmrSplice *s, MlirOperation op);
/// Between the parts: does nothing but compute its results?
bool smr_splice_computes(const SmrSplicer *s, MlirOperation op);
/// The store is of a variable that nobody reads any more.
bool smr_splice_left(const SmrSplice *s, const SmrAfterStore *store);
/// Every MLIR op that the splice takes away or moves does only what the call accounts for (plan/check.c).
/// `between` are the ops that stand between the parts.
bool smr_splice_explained(SmrEmit *e, const MlirOperation *between, uint32_t between_count);
/// Is there another branch?
bool smr_splice_guarded(const SmrSplicePlan *plan);
/// Is the step the first that has its `bound`?
bool smr_splice_asks(const SmrSplicePlan *plan, uint32_t step);
/// A store between the parts that the original parts need where it stands.
bool smr_splice_again(const SmrEmit *e, MlirOperation op);
/// Fills save and restore, after the early blocks; `between` stand between the parts.
bool smr_splice_build_undo(SmrSplice *s, const MlirOperation *between, uint32_t between_count);
#endif
