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
  const SmrSpliceCall *call;
  SMR_VEC(MlirOperation) roots; // in program order, none inside another, all in one block (but for a chain)
  SMR_VEC(MlirOperation) held;  // between the roots, computed from them; the chain has its own
  SMR_VEC(SmrLost) lost;
  SMR_VEC(MlirBlock) early;    // per root but the last: ops that must stand where it stood
  SMR_VEC(MlirValue) passing;  // results of those roots that are used elsewhere
  SMR_VEC(MlirValue) instead;  // … and the same values, built in early
  SMR_VEC(MlirValue) escaping; // results of the last root (chain: of all parts) that are used elsewhere
  SMR_VEC(MlirValue) becomes;  // … and what they are after the call, built in body
  MlirValue *out;              // per argument: its new value
  MlirBlock save, restore;     // with guards: variables as they were, before everything; … for the parts
  SMR_VEC(MlirValue) undone;   // … those variables
  SmrChain chain;
  SMR_VEC(MlirBlock) tests;      // chain: the blocks of the guards, in order
  SMR_VEC(MlirValue) conditions; // … and what each of them tests
  uint32_t size_tests;           // the first ones: of sizes
  MlirBlock asking;              // detached, without a chain: what is asked behind a test of sizes
  SMR_VEC(MlirValue) leaving;    // chain: what the call passes along the last loop's exit
} SmrSplice;

/// False, with e->reason, when the roots are no chain that can be replaced.
bool smr_chain_find(SmrEmit *e, const SmrSpliceCall *call, SmrChain *chain);
/// Finds chain->held among what moves; false, with e->reason, when that does more or is needed elsewhere.
bool smr_chain_hold(SmrEmit *e, const SmrSpliceCall *call, SmrChain *chain);
/// What a value of part p (`between`: an argument of a block behind it) is for code that stood behind it and
/// now runs before it; of use when it is an SMR_AFTER_VALUE.
SmrAfter smr_chain_early(SmrEmit *e, const SmrSpliceCall *call, const SmrChain *chain, MlirValue value,
                         uint32_t p, bool between);
/// Finds what is held in structured code, and what is lost with it; false after smr_emit_fail.
bool smr_splice_hold(SmrSplice *s);
/// Between the parts: does nothing but compute its results?
bool smr_splice_computes(const SmrSplicer *s, MlirOperation op);
/// The store is of a variable that nobody reads any more.
bool smr_splice_left(const SmrSplice *s, const SmrAfterStore *store);
/// Every MLIR op that the splice takes away or moves does only what the call accounts for (plan/check.c).
/// `between` are the ops that stand between the parts.
bool smr_splice_explained(SmrEmit *e, const MlirOperation *between, uint32_t between_count);
/// Is there another branch?
bool smr_splice_guarded(const SmrSpliceCall *call);
/// A store between the parts that the original parts need where it stands.
bool smr_splice_again(const SmrEmit *e, MlirOperation op);
/// Fills save and restore, after the early blocks; `between` stand between the parts.
bool smr_splice_build_undo(SmrSplice *s, const MlirOperation *between, uint32_t between_count);
#endif
