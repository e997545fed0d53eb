//===- code.h - MLIR code as it stands ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The function and its tables; what its ops mean, where code stands, which blocks are a loop. Nothing here
// builds, and nothing knows of a call.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_SPLICE_CODE_H
#define SMR_MLIR_SPLICE_CODE_H
#include "base/map.h"
#include "graph/natural_loops.h"
#include "mlir/host/host.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include "mlir/splice/splice.h"

/// The value is factor times the iv, plus what does not depend on the iv.
typedef struct {
  SmrValue value;
  int64_t factor;
  uint32_t next; // of the same iv, + 1
} SmrMove;
/// A region's blocks by number, from 1 in their order, and what is known of them.
typedef struct {
  MlirRegion region;
  SMR_VEC(MlirBlock) blocks;
  SmrMap numbers;
  SMR_VEC(uint32_t) first, successors; // of block k: from first[k - 1] to first[k]
  SmrDominance dominance;
  SmrNaturalLoops loops; // where `loops_known`: made when first asked for
  bool loops_known;
} SmrBlockTable;

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
  SmrMap regular;  // loop in one op → its LOOP in the graph
  SmrMap loops;    // header block of a loop made of blocks → its LOOP in the graph, 0 for none
  SmrMap moving;   // iv → the first in `moves` of what moves with it; made when first asked for
  SMR_VEC(SmrMove) moves;
  bool moves_known;
  SmrMap counters; // header block → the number in `counted` of the argument that counts its rounds
  SMR_VEC(MlirValue) counted;
  SMR_VEC(SmrBlockTable *) tables; // of regions, since the last edit of blocks
  SmrArena arena;                  // for reasons
  struct SmrSplicer *follower;     // sees what becomes of values and blocks; or NULL
};

/// The first graph value with this handle, 0 for none.
SmrValue smr_splice_value(const SmrSplicer *s, MlirValue value);
/// Later splices must see the new value, and where it stands.
void smr_splice_renamed(SmrSplicer *s, MlirValue old, MlirValue fresh);
/// The header of the loop that leaves the value, null for others.
MlirBlock smr_left_by(const SmrSplicer *s, SmrValue value);
/// The graph's value is what enters a loop made of blocks; its handle, an argument of the header, is not.
bool smr_enters(const SmrSplicer *s, SmrValue value);
/// The pointer is to a variable of the function.
bool smr_is_slot(const SmrGraph *graph, SmrValue pointer);

//--- What ops mean (code/op.c) -----------------------------------------------

/// Never NULL: of an op that nobody described nothing is known.
const SmrOpDesc *smr_op_means(SmrSplicer *s, MlirOperation op);
/// What it does to memory, and how it leaves its block, where that fits the op.
SmrDescAccess smr_op_access(SmrSplicer *s, MlirOperation op);
SmrDescJump smr_op_jump(SmrSplicer *s, MlirOperation op);
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
bool smr_mlir_loads_from(SmrSplicer *s, MlirOperation root, MlirValue slot);
/// Notes about the code as it stands. A variable that the parts use must not end before them, so its end
/// stays where it is, in the original code; its beginning moves.
bool smr_mlir_stays(SmrSplicer *s, MlirOperation op);

//--- Where code stands (code/dominance.c) ---------------------------------------

/// Does the value dominate the op? (Values of removed ops never do.)
bool smr_mlir_dominates(SmrSplicer *s, MlirValue value, MlirOperation at);
/// Order of two ops of one block. Asking MLIR after every edit would number the block anew each time, so ops
/// keep the numbers that they had before the first edit, and new ops take that of what they replace.
bool smr_mlir_before(SmrSplicer *s, MlirOperation a, MlirOperation b);
/// `inner` is `outer` or stands in one of its regions.
bool smr_mlir_inside(MlirOperation inner, MlirOperation outer);
/// The region's table with its loops.
const SmrBlockTable *smr_mlir_loops(SmrSplicer *s, MlirRegion region);
/// 0 for a block of another region.
uint32_t smr_block_number(const SmrBlockTable *table, MlirBlock block);
/// After an edit that gave a region other blocks or edges.
void smr_mlir_blocks_changed(SmrSplicer *s);

//--- Loops made of blocks (code/loop.c) -----------------------------------------

/// A natural loop, as it was when it was asked for. Blocks that nothing reaches belong to it where they lead
/// into it.
typedef struct {
  MlirBlock header, exiting, exit;            // left by one edge, from exiting to exit
  intptr_t exit_edge, exit_first, exit_count; // its number, and which operands of the jump it passes
  bool bottom;                                // the jump that leaves also turns back
  SMR_VEC(MlirBlock) blocks;                  // the header first
  SmrMap members;
} SmrBlockLoop;
/// The op around `op`, or itself, that stands in a block of the region; null when there is none.
MlirOperation smr_mlir_op_in(MlirRegion region, MlirOperation op);
/// The natural loop of a header; false when nothing leads back to it.
bool smr_block_loop_around(SmrSplicer *s, MlirBlock header, SmrBlockLoop *out);
/// Both are blocks of one region: is `block` the header, or in the loop that it heads?
bool smr_block_loop_around_has(SmrSplicer *s, MlirBlock header, MlirBlock block);
bool smr_block_loop_has(const SmrBlockLoop *loop, MlirBlock block);
void smr_block_loop_free(SmrBlockLoop *loop);
/// The block of the region that the op stands in, null for none.
MlirBlock smr_mlir_block_in(MlirRegion region, MlirOperation op);

//--- The parts of a match (code/parts.c) ----------------------------------------

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

void smr_chain_free(SmrChain *chain);
bool smr_chain_in_loops(const SmrChain *chain, MlirBlock block);
/// Where the call belongs in the source: the first part that says so. In a function with debug information
/// that is never an unknown place, which LLVM does not take for a call.
MlirLocation smr_chain_location(const SmrChain *chain);
/// The value goes away (or into the other branch) with the parts.
bool smr_chain_takes(const SmrChain *chain, MlirValue value);
/// The op stands behind the parts (`outside`), or between them.
bool smr_chain_used(const SmrChain *chain, MlirOperation user, bool outside);
bool smr_chain_holds(const SmrChain *chain, MlirOperation op);
/// An op between the parts, which will run before them, stores to the variable.
bool smr_chain_sets(SmrSplicer *s, const SmrChain *chain, MlirValue slot);
#endif
