//===- plan.h - what a splice will do ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Found out before anything is edited: the parts, what lies between them, what must be put back. Nothing here
// changes the function.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_SPLICE_PLAN_H
#define SMR_MLIR_SPLICE_PLAN_H
#include "mlir/splice/value/value.h"

//--- Copies (plan/copies.c) -----------------------------------------------------

typedef SMR_VEC(MlirOperation) SmrMlirOps;
/// A loop or one op, copies of which do some of its stores.
typedef struct {
  SmrSplicer *s;
  MlirOperation op; // or blocks:
  SmrBlockLoop blocks;
  SmrMlirOps ops; // all in it, in order
  SmrMap part_of; // MLIR store → number of the copy that does it + 1; all but those to variables
  SmrMap reset;   // variables that begin anew in each iteration
  SMR_VEC(MlirValue) variables; // others that it sets, from outside
  SMR_VEC(SmrOp) reads;         // LOADs of variables that the graph has made values of
} SmrCopied;
/// Of what was copied, old → new.
typedef struct {
  SmrMap values; // old → its place in fresh + 1
  SMR_VEC(MlirValue) fresh;
} SmrRenaming;

/// False when no copies can be made of it.
bool smr_copied_find_blocks(SmrCopied *copied, MlirBlock header);
bool smr_copied_find_op(SmrCopied *copied, MlirOperation op);
/// Once part_of is known: may all its ops be copied? Finds its variables.
bool smr_copied_fits(SmrCopied *copied);
bool smr_copied_has(const SmrCopied *copied, MlirOperation op);
/// A copy that stands nowhere, with other operands where these are renamed.
MlirOperation smr_copied_op(const SmrCopied *copied, uint32_t part, const SmrRenaming *renaming);
/// Copies of its blocks in the region, before a block (null: at the end); the header's. What is renamed
/// already are operands from elsewhere. *exiting leaves the
/// loop by the edge by which it was left, to where that led.
MlirBlock smr_copied_blocks(const SmrCopied *copied, uint32_t part, MlirRegion region, MlirBlock before,
                            MlirLocation loc, SmrRenaming *renaming, MlirBlock *exiting);
void smr_copied_free(SmrCopied *copied);
void smr_rename(SmrRenaming *renaming, MlirValue old, MlirValue fresh);
MlirValue smr_renamed(const SmrRenaming *renaming, MlirValue old); // null: it was not
void smr_renaming_free(SmrRenaming *renaming);
/// A detached block with such arguments.
MlirBlock smr_block_like(MlirBlock block, MlirLocation loc);
/// Moves all ops of a block before an op; to the end of another block.
void smr_move_ops(MlirBlock from, MlirOperation where);
void smr_append_ops(MlirBlock block, MlirBlock from);
/// All edges from a block to another one.
void smr_block_redirect(MlirBlock from, MlirBlock old, MlirBlock fresh);

//--- A splice -----------------------------------------------------------------------

/// A variable as a root finds it.
typedef struct {
  MlirValue variable, saved; // saved: in body; null:
  SmrValue value;            // … what the graph says that it is
} SmrPutBack;
/// A root of which something is left, and copies of it.
typedef struct {
  uint32_t part; // its number
  SmrCopied copied;
  SMR_VEC(MlirValue) entry;   // of blocks: what its header is given
  SMR_VEC(MlirValue) foreign; // what it needs of other parts
  SMR_VEC(SmrPutBack) put_back;
} SmrLeftPart;
typedef struct {
  SmrLeftPart *of;
  uint32_t step;
  SmrRenaming renaming;
} SmrLeft;

typedef struct {
  MlirValue pointer;
  MlirType type; // of what it points to
} SmrStored;

/// A variable that the call does not set, though a part or what is held does.
typedef struct {
  SmrValue slot, value;
} SmrLost;
/// The tests first … last are of rows. Where one fails, `asks` is reached with that guard's number, and ends
/// in `test`: may they be copied? Then `copies` copies them, and gives a null pointer if that failed. The
/// test after them begins in `join` with the rows' first pointers and distances: its own, or the copies'.
typedef struct {
  uint32_t first, last;
  MlirBlock asks, copies, loads, join; // detached; null: nothing is copied
  MlirOperation may;                   // the entry's function that asks for the library
  uint32_t made, computed;             // what is known in join: so much of SmrEmit.made and computed
  MlirValue test, words, copy, holder; // holder: a variable of the site that holds the copy, or null
  SMR_VEC(MlirValue) even, fresh;      // what join is given
} SmrRowsTests;
/// What of a plan goes into a site function (edit/site.c): nothing; what is asked; the steps, too.
typedef enum { SMR_SITE_NONE, SMR_SITE_ASKS, SMR_SITE_CALLS } SmrSiteUse;
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
  MlirBlock first_run,
      run; // detached: the steps and what is done behind them; body has what is computed before them
  SMR_VEC(SmrLeftPart *) left_parts;
  SMR_VEC(SmrLeft) left;   // the steps that are copies
  MlirValue *from_copies;  // per store of a variable that a copy leaves: its value
  MlirRegion copies;       // detached, of a chain: blocks of copies, and `run` behind each of them
  MlirOperation to_copies; // the jump from first_run
  SmrSiteUse site;
  bool copies_rows;          // it is to copy rows, if it can
  bool tries;                // … and its only call is left to an entry, which asks whether it may be made
  MlirValue did;             // … whether the call was made
  MlirBlock behind;          // detached, of a site: what is done in the function itself after the steps
  MlirBlock save, restore;   // with guards: variables as they were, before everything; … for the parts
  SMR_VEC(MlirValue) undone; // … those variables
  SmrChain chain;
  SMR_VEC(MlirBlock) tests;      // chain or site: the blocks of the guards, in order
  SMR_VEC(MlirValue) conditions; // … and what each of them tests
  SMR_VEC(uint32_t) guards; // … and that guard's number; the number of guards: may the library be called?
  SMR_VEC(MlirValue) no_records; // null pointers where code asks for a library: a site's record
  uint32_t size_tests;           // the first ones, which stay in the function: of sizes
  const SmrExpr **parts;         // chain: by guard, what they ask of it, NULL: all; NULL: of none
  bool sizing;                   // … they are being built
  SmrRowsTests copied;           // of a site that copies rows
  MlirBlock asking;              // detached, without a chain: what is asked behind a test of sizes
  MlirBlock finishing;           // detached, with a check: what is done after the roots
  MlirValue ready;               // … whether the steps may run, in body
  MlirValue again;               // … chain: whether they may once more, in run
  MlirValue check;               // … the variable that holds the check
  SMR_VEC(SmrStored) stored;     // … variables that are set after the steps
  SMR_VEC(MlirValue) results;    // … variables for what leaves the roots: `escaping`, then `leaving`
  MlirBlock whole;               // chain: where the roots begin
  SMR_VEC(MlirValue) entering;   // … and what that block is given
  SMR_VEC(MlirValue) leaving;    // chain: what the call passes along the last loop's exit
} SmrSplice;

/// False, with e->reason, when what stands between the roots in the graph cannot run before them; e->late is
/// then set.
bool smr_splice_moves(SmrEmit *e);
/// One block that the graph has no op for: C's.
bool smr_splice_is_scope(const SmrSplicer *s, MlirOperation op);
/// Fills roots, or the chain; false after smr_emit_fail.
bool smr_splice_find_roots(SmrSplice *s);
/// The operands that a terminator passes along edge k; false when that is not understood.
bool smr_edge_operands(SmrSplicer *s, MlirOperation op, intptr_t edge, intptr_t *first, intptr_t *count);
/// False, with e->reason, when the roots are no chain that can be replaced.
bool smr_chain_find(SmrEmit *e, const SmrSplicePlan *plan, SmrChain *chain);
/// Finds chain->held among what moves; false, with e->reason, when that does more or is needed elsewhere.
bool smr_chain_hold(SmrEmit *e, const SmrSplicePlan *plan, SmrChain *chain);
/// The part that a value belongs to (`between`: an argument of a block behind it), UINT32_MAX for none.
uint32_t smr_chain_part_of(const SmrChain *chain, MlirValue value, bool *between);
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
bool smr_splice_computes(SmrSplicer *s, MlirOperation op);
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
