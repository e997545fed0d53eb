//===- internal.h - building MLIR from graph values ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_SPLICE_INTERNAL_H
#define SMR_MLIR_SPLICE_INTERNAL_H
#include "base/map.h"
#include "mlir/host/host.h"
#include "mlir/host/type.h"
#include "mlir/splice/splice.h"

/// The value is factor times the iv, plus what does not depend on the iv.
typedef struct {
  SmrValue value;
  int64_t factor;
  uint32_t next; // of the same iv, + 1
} SmrMove;
/// A counter that a loop made of blocks will get when the splice happens, and what stands for it till then.
typedef struct {
  MlirBlock header;
  MlirValue placeholder;
} SmrCounter;

struct SmrSplicer {
  SmrGraph *graph;
  MlirContext context;
  MlirOperation function;
  const SmrHost *host;
  SmrDescribed described;
  SmrMap values;                // MLIR value → lowest graph value with that handle
  SMR_VEC(MlirOperation) trash; // removed ops, and modules that hold removed blocks
  // Tables over the graph, made once: values with one handle are chained; forwarded values with a handle, and
  // loads that the graph has replaced, by the value that they became; the graph's access for each MLIR one.
  uint32_t *same_handle, *equal_first, *equal, *load_first, *load;
  SmrMap accesses; // MLIR op → graph LOAD or STORE, + 1
  SmrMap order;    // MLIR op → its number in the function as it was
  SmrMap loops;    // header block of a loop made of blocks → its LOOP in the graph, 0 for none
  SmrMap moving;   // iv → the first in `moves` of what moves with it; made when first asked for
  SMR_VEC(SmrMove) moves;
  bool moves_known;
  SmrMap counters; // header block → the number in `counted` of the argument that counts its rounds
  SMR_VEC(MlirValue) counted;
  SmrArena arena; // for reasons
};

//--- Code made of blocks (splice/cfg.c) -----------------------------------------

/// A natural loop.
typedef struct {
  MlirBlock header, exiting, exit;            // left by one edge, from exiting to exit
  intptr_t exit_edge, exit_first, exit_count; // its number, and which operands of the jump it passes
  bool turns, bottom;                         // is a loop; the jump that leaves also turns back
  SMR_VEC(MlirBlock) blocks;                  // the header first
  SmrMap members;
} SmrBlockLoop;
typedef struct {
  SmrOp root;
  MlirOperation op; // null: a loop
  SmrBlockLoop loop;
} SmrPart;
typedef struct {
  MlirBlock block;
  uint32_t part; // the one before it
} SmrBetween;
typedef struct {
  MlirOperation op;
  uint32_t part; // the one before it
} SmrMoved;
typedef struct {
  MlirValue value;
  uint32_t part;
  bool behind;         // an argument of a block between the parts
  bool moved, outside; // who uses it: code between the parts, code behind them
} SmrEscape;

/// The parts of a match in program order, and what lies between them.
typedef struct {
  MlirRegion region;
  SMR_VEC(SmrPart) parts;
  SMR_VEC(SmrBetween) between;
  SMR_VEC(SmrMoved) moved; // ops between the parts; they will stand before all parts
  SMR_VEC(MlirBlock) blocks;
  SMR_VEC(SmrEscape) escapes;
  SmrMap loop_blocks, moved_ops, glue; // glue: jumps from one part to the next, notes that stay between them
  SMR_VEC(MlirOperation)
  held; // ops between the parts that need a part's result: they stay there, and go with the parts
} SmrChain;

/// One splice under construction. Ops go to the end of `block`; values may be used when they dominate `at`.
typedef struct {
  SmrSplicer *s;
  SmrGraph *g;
  MlirContext context;
  MlirLocation loc;
  MlirOperation at; // where everything will stand
  const SmrSpliceCall *call;
  const MlirOperation *roots; // what is replaced: ops, or blocks
  const MlirBlock *root_blocks;
  uint32_t root_count, root_block_count;
  const SmrChain *chain;         // of code made of blocks, else NULL
  const MlirOperation *held_ops; // without a chain: between the parts, and going with them
  uint32_t held_op_count;
  const uint8_t *held;          // with a chain: the guards that hold where ops are built now
  MlirBlock entry, pre, body;   // detached: allocas; before the branch; in the branch
  MlirBlock front;              // the first block of a chain's tests, which takes what the header takes
  MlirBlock block;              // pre or body
  SmrMap pre_known, body_known; // graph value → index into made
  SMR_VEC(MlirValue) made;
  bool speculative;   // what is built now also runs when the code would not have
  MlirBlock counting; // detached: the placeholders
  SMR_VEC(SmrCounter) counters;
  SmrMap open;           // graph values that are being built: one that needs itself cannot be
  uint32_t depth, steps; // of what is being built now; of all that was tried
  const char *reason;
} SmrEmit;

MlirValue smr_emit_fail(SmrEmit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Builds at the end of e->block.
SmrHostBuilder smr_emit_builder(const SmrEmit *e);
MlirType smr_int_type(SmrEmit *e, unsigned bits);
MlirValue smr_emit_int(SmrEmit *e, int64_t value);
MlirValue smr_emit_constant(SmrEmit *e, MlirAttribute value);
/// These pass a failed operand on.
MlirValue smr_emit_unary(SmrEmit *e, SmrHostOp op, MlirValue value, MlirType type);
MlirValue smr_emit_binary(SmrEmit *e, SmrHostOp op, MlirValue a, MlirValue b);
MlirValue smr_emit_compare(SmrEmit *e, int64_t predicate, MlirValue a, MlirValue b);
MlirValue smr_emit_select(SmrEmit *e, MlirValue condition, MlirValue a, MlirValue b);
MlirValue smr_emit_i64(SmrEmit *e, MlirValue value);
MlirValue smr_emit_poly(SmrEmit *e, SmrPoly poly);
/// Null for types that no constant can have.
MlirType smr_emit_type(SmrEmit *e, SmrType type);
/// A graph value, an integer expression as i64, a test as i1. Null after smr_emit_fail; so is what needs
/// itself, or more depth or steps than anything sensible does.
MlirValue smr_emit_value(SmrEmit *e, SmrValue value);
MlirValue smr_emit_expr(SmrEmit *e, const SmrExpr *expr);
MlirValue smr_emit_test(SmrEmit *e, const SmrExpr *expr);
/// One level deeper: between true and smr_emit_leave other values may be built; false after smr_emit_fail.
bool smr_emit_enter(SmrEmit *e);
void smr_emit_leave(SmrEmit *e);
/// Converts between integer types and index; to a pointer type from i64 and back.
MlirValue smr_emit_convert(SmrEmit *e, MlirValue value, MlirType type);
/// The array as another type that says more or less of the same.
MlirValue smr_emit_array(SmrEmit *e, MlirValue array, MlirType type);
MlirValue smr_emit_part(SmrEmit *e, SmrHostPart part, MlirValue array, int64_t dimension);
/// The address of a global that the program defines or declares; of hosts that make one.
MlirValue smr_emit_global(SmrEmit *e, const char *name);
MlirValue smr_emit_pointer(SmrEmit *e, SmrValue base, const SmrExpr *offset, MlirType type);
/// The pointer that a LOAD or STORE in the graph goes through, as a pointer to `type` (of the MLIR op's).
MlirValue smr_emit_address(SmrEmit *e, SmrValue ptr, MlirType type);
MlirValue smr_emit_load(SmrEmit *e, MlirValue pointer, MlirType type);
void smr_emit_store(SmrEmit *e, MlirValue value, MlirValue pointer);
/// A temporary in the function's entry block.
MlirValue smr_emit_temporary(SmrEmit *e, MlirType type);

//--- Loops around the place (splice/induction.c) ---------------------------------
/// The iv of one, from what the loop moves, or from a counter that it will get.
MlirValue smr_emit_iv(SmrEmit *e, SmrValue iv);
/// After the edit: gives loops their counters.
void smr_commit_counters(SmrEmit *e);
void smr_release_counters(SmrEmit *e);

/// In a replacement's own module: calls of functions that it only declares, but for the C library's, go
/// through slots `slot.<symbol>`, and `bound` becomes a function that tells whether all are filled. False:
/// there is nothing to do.
bool smr_slots_make(MlirOperation source, const char *libraries);
/// May code that will stand at e->at use the value?
bool smr_emit_usable(const SmrEmit *e, MlirValue value);
/// … the MLIR value that a graph value has as its handle? A value that a loop made of blocks leaves shares it
/// with what the loop computes in each iteration, so where it is asked matters.
bool smr_emit_handle_usable(const SmrEmit *e, SmrValue value);
/// The header of the loop that leaves the value, null for others.
MlirBlock smr_left_by(const SmrSplicer *s, SmrValue value);
/// The graph's value is what enters a loop made of blocks; its handle, an argument of the header, is not.
bool smr_enters(const SmrSplicer *s, SmrValue value);
/// An op between the parts, which will run before them, stores to the variable.
bool smr_chain_sets(const SmrEmit *e, MlirValue slot);
/// A load that the graph has replaced by a value stands in the code that goes away, which never stores there.
bool smr_emit_reads_only(const SmrEmit *e, SmrOp load);
//--- What ops mean (splice/op.c) -----------------------------------------------

/// Never NULL: of an op that nobody described nothing is known.
const SmrOpDesc *smr_op_means(SmrSplicer *s, MlirOperation op);
bool smr_mlir_is_store(SmrSplicer *s, MlirOperation op);
/// A load's pointer; a store's pointer and value.
MlirValue smr_mlir_loaded_from(SmrSplicer *s, MlirOperation load);
MlirValue smr_mlir_stored_to(SmrSplicer *s, MlirOperation store);
MlirValue smr_mlir_stored(SmrSplicer *s, MlirOperation store);
/// The variable behind a pointer: looks through what only renames it.
MlirValue smr_mlir_slot(SmrSplicer *s, MlirValue pointer);
/// The local variable that a pointer names, null for other memory; the type of one that a single load can
/// read, else null.
MlirValue smr_mlir_variable(SmrSplicer *s, MlirValue pointer);
MlirType smr_mlir_variable_type(SmrSplicer *s, MlirValue variable);
bool smr_mlir_stores_to(SmrSplicer *s, MlirOperation root, MlirValue slot);
/// Notes about the code as it stands. A variable that the parts use must not end before them, so its end
/// stays where it is, in the original code; its beginning moves.
bool smr_mlir_stays(SmrSplicer *s, MlirOperation op);

/// Every MLIR op that the splice takes away or moves does only what `call` accounts for (splice/check.c).
/// `between` are the ops that stand between the parts.
bool smr_splice_explained(SmrEmit *e, const SmrSpliceCall *call, const MlirOperation *between,
                          uint32_t between_count);
/// Does the value dominate the op? (Values of removed ops never do.)
bool smr_mlir_dominates(SmrSplicer *s, MlirValue value, MlirOperation at);
/// Order of two ops of one block. Asking MLIR after every edit would number the block anew each time, so ops
/// keep the numbers that they had before the first edit, and new ops take that of what they replace.
bool smr_mlir_before(SmrSplicer *s, MlirOperation a, MlirOperation b);
/// `inner` is `outer` or stands in one of its regions.
bool smr_mlir_inside(MlirOperation inner, MlirOperation outer);
//--- Code made of blocks (splice/cfg.c) ------------------------------------------

/// `a` dominates `b` when the entry cannot reach `b` without passing `a`.
bool smr_mlir_block_dominates(MlirRegion region, MlirBlock a, MlirBlock b);
/// The op around `op`, or itself, that stands in a block of the region; null when there is none.
MlirOperation smr_mlir_op_in(MlirRegion region, MlirOperation op);
/// The natural loop of a header; false when nothing leads back to it.
bool smr_block_loop_around(MlirBlock header, SmrBlockLoop *out);
bool smr_block_loop_has(const SmrBlockLoop *loop, MlirBlock block);
void smr_block_loop_free(SmrBlockLoop *loop);
/// False, with e->reason, when the roots are no chain that can be replaced.
bool smr_chain_find(SmrEmit *e, const SmrSpliceCall *call, SmrChain *chain);
void smr_chain_free(SmrChain *chain);
/// Where the call belongs in the source: the first part that says so. In a function with debug information
/// that is never an unknown place, which LLVM does not take for a call.
MlirLocation smr_chain_location(const SmrChain *chain);
/// The value goes away (or into the other branch) with the parts.
bool smr_chain_takes(const SmrChain *chain, MlirValue value);
/// The op stands behind the parts (`outside`), or between them.
bool smr_chain_used(const SmrChain *chain, MlirOperation user, bool outside);
/// Finds chain->held among what moves; false, with e->reason, when that does more or is needed elsewhere.
bool smr_chain_hold(SmrEmit *e, const SmrSpliceCall *call, SmrChain *chain);
bool smr_chain_holds(const SmrChain *chain, MlirOperation op);
/// What a value of part p (`between`: an argument of a block behind it) is for code that stood behind it and
/// now runs before it; of use when it is an SMR_AFTER_VALUE.
SmrAfter smr_chain_early(SmrEmit *e, const SmrSpliceCall *call, const SmrChain *chain, MlirValue value,
                         uint32_t p, bool between);
/// Between the parts: does nothing but compute its results?
bool smr_splice_computes(const SmrSplicer *s, MlirOperation op);
/// The op surely runs whenever control reaches the chain and the guards in e->held hold.
bool smr_chain_certain(const SmrEmit *e, MlirOperation op);

//--- The edit (splice/splice.c, splice/chain.c) -------------------------------------------
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

/// Is there another branch?
bool smr_splice_guarded(const SmrSpliceCall *call);
/// How a test of sizes is weighed: as one that is likely enough to fail that LLVM does not join it with the
/// next. Programs that call for large sizes lose a jump that is predicted.
extern const int32_t smr_size_weights[2];
/// Calls call->bound.
MlirValue smr_splice_ask_bound(SmrEmit *e);
/// Builds arguments, call and the arguments' new values at the end of the body; false after smr_emit_fail.
bool smr_splice_build_call(SmrSplice *s);
/// What the graph says a value is after the call, as a value of this type; null after smr_emit_fail.
MlirValue smr_splice_after(SmrSplice *s, SmrAfter after, MlirType type);
/// Finds what is held in structured code, and what is lost with it; false after smr_emit_fail.
bool smr_splice_hold(SmrSplice *s);
/// The store is of a variable that nobody reads any more.
bool smr_splice_left(const SmrSplice *s, const SmrAfterStore *store);
/// Stores of slots that code behind part `root` (not the last) sees.
bool smr_splice_early_stores(SmrSplice *s, SmrOp root, const void *handle);
/// Fills save and restore, after the early blocks; `between` stand between the parts.
bool smr_splice_build_undo(SmrSplice *s, const MlirOperation *between, uint32_t between_count);
/// A store between the parts that the original parts need where it stands.
bool smr_splice_again(const SmrEmit *e, MlirOperation op);
/// The first graph value with this handle, 0 for none.
SmrValue smr_splice_value(const SmrSplicer *s, MlirValue value);
bool smr_chain_build_early(SmrSplice *s);
bool smr_chain_build_guards(SmrSplice *s);
bool smr_chain_build_escaping(SmrSplice *s);
void smr_chain_commit(SmrSplice *s);
/// Later splices must see the new value, and where it stands.
void smr_splice_renamed(SmrSplicer *s, MlirValue old, MlirValue fresh);
#endif
