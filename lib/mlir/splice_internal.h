//===- splice_internal.h - building MLIR from graph values ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_SPLICE_INTERNAL_H
#define SMR_MLIR_SPLICE_INTERNAL_H
#include "base/map.h"
#include "mlir/splice.h"

typedef enum { SMR_HOST_FIR, SMR_HOST_STD, SMR_HOST_LLVM } SmrHost;

struct SmrSplicer {
  SmrGraph *graph;
  MlirContext context;
  MlirOperation function;
  SmrHost host;
  SmrMap values;                // MLIR value → lowest graph value with that handle
  SMR_VEC(MlirOperation) trash; // removed ops, and modules that hold removed blocks
  // Tables over the graph, made once: values with one handle are chained; forwarded values with a handle, and
  // loads that the graph has replaced, by the value that they became; the graph's access for each MLIR one.
  uint32_t *same_handle, *equal_first, *equal, *load_first, *load;
  SmrMap accesses; // MLIR op → graph LOAD or STORE, + 1
  SmrMap order;    // MLIR op → its number in the function as it was
  SmrArena arena;  // for reasons
};

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
  MlirBlock header;             // of a loop made of blocks: everything will stand before it; else null
  MlirBlock entry, pre, body;   // detached: allocas; before the branch; in the branch
  MlirBlock block;              // pre or body
  SmrMap pre_known, body_known; // graph value → index into made
  SMR_VEC(MlirValue) made;
  bool speculative; // what is built now also runs when the code would not have
  const char *reason;
} SmrEmit;

MlirValue smr_emit_fail(SmrEmit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
MlirStringRef smr_ref(const char *text);
MlirOperation smr_emit_op(SmrEmit *e, MlirBlock block, const char *name, const MlirValue *operands,
                          intptr_t operand_count, const MlirType *results, intptr_t result_count,
                          const MlirNamedAttribute *attributes, intptr_t attribute_count);
MlirNamedAttribute smr_attr(SmrEmit *e, const char *name, MlirAttribute value);
MlirType smr_int_type(SmrEmit *e, unsigned bits);
MlirValue smr_emit_int(SmrEmit *e, int64_t value);
/// One op with one result, at the end of e->block.
MlirValue smr_emit(SmrEmit *e, const char *name, const MlirValue *operands, intptr_t count, MlirType type,
                   const MlirNamedAttribute *attributes, intptr_t attribute_count);
const char *smr_host_name(const SmrEmit *e, const char *arith, const char *llvm);
MlirValue smr_emit_constant(SmrEmit *e, MlirAttribute value);
/// These pass a failed operand on.
MlirValue smr_emit_binary(SmrEmit *e, const char *name, MlirValue a, MlirValue b);
MlirValue smr_emit_compare(SmrEmit *e, int64_t predicate, MlirValue a, MlirValue b);
MlirValue smr_emit_select(SmrEmit *e, MlirValue condition, MlirValue a, MlirValue b);
MlirValue smr_emit_i64(SmrEmit *e, MlirValue value);
MlirValue smr_emit_poly(SmrEmit *e, SmrPoly poly);
/// Null for types that no constant can have.
MlirType smr_emit_type(SmrEmit *e, SmrType type);
/// A graph value, an integer expression as i64, a test as i1. Null after smr_emit_fail.
MlirValue smr_emit_value(SmrEmit *e, SmrValue value);
MlirValue smr_emit_expr(SmrEmit *e, const SmrExpr *expr);
MlirValue smr_emit_test(SmrEmit *e, const SmrExpr *expr);
/// Converts between integer types and index; to a pointer type from i64 and back.
MlirValue smr_emit_convert(SmrEmit *e, MlirValue value, MlirType type);
/// The memref as another memref type that says more or less of the same.
MlirValue smr_emit_memref(SmrEmit *e, MlirValue memref, MlirType type);
MlirValue smr_emit_pointer(SmrEmit *e, SmrValue base, const SmrExpr *offset, MlirType type);
/// The pointer that a LOAD or STORE in the graph goes through, as a pointer to `type` (of the MLIR op's).
MlirValue smr_emit_address(SmrEmit *e, SmrValue ptr, MlirType type);
MlirValue smr_emit_load(SmrEmit *e, MlirValue pointer, MlirType type);
void smr_emit_store(SmrEmit *e, MlirValue value, MlirValue pointer);
/// A temporary in the function's entry block.
MlirValue smr_emit_temporary(SmrEmit *e, MlirType type);

/// May code that will stand at e->at use the value?
bool smr_emit_usable(const SmrEmit *e, MlirValue value);
/// A load that the graph has replaced by a value stands in the code that goes away, which never stores there.
bool smr_emit_reads_only(const SmrEmit *e, SmrOp load);
/// The variable behind a pointer: looks through what only renames it.
MlirValue smr_mlir_slot(MlirValue pointer);
bool smr_mlir_stores_to(MlirOperation root, MlirValue slot);
/// Every MLIR op that the splice takes away or moves does only what `call` accounts for (splice_check.c).
bool smr_splice_explained(SmrEmit *e, const SmrSpliceCall *call, const MlirOperation *roots,
                          uint32_t root_count, const MlirBlock *blocks, uint32_t block_count);
/// Does the value dominate the op? (Values of removed ops never do.)
bool smr_mlir_dominates(SmrSplicer *s, MlirValue value, MlirOperation at);
/// Order of two ops of one block. Asking MLIR after every edit would number the block anew each time, so ops
/// keep the numbers that they had before the first edit, and new ops take that of what they replace.
bool smr_mlir_before(SmrSplicer *s, MlirOperation a, MlirOperation b);
/// `inner` is `outer` or stands in one of its regions.
bool smr_mlir_inside(MlirOperation inner, MlirOperation outer);
bool smr_mlir_named(MlirOperation op, const char *name);
/// An MlirStringCallback that appends to an SmrStr.
void smr_mlir_append(MlirStringRef part, void *str);
/// The type as text.
void smr_mlir_type_text(MlirType type, SmrStr *out);
/// "!fir.ref<i32>" → i32; null when it is no reference.
MlirType smr_mlir_pointee(MlirType type);
//--- Loops made of blocks (splice_cfg.c) ---------------------------------------
typedef struct {
  MlirBlock header, exit;
  SMR_VEC(MlirBlock) blocks; // the header and all others of the loop
} SmrBlockLoop;
/// False, with e->reason, when the loop's blocks cannot be replaced.
bool smr_block_loop_find(SmrEmit *e, MlirBlock header, MlirBlock exit, SmrBlockLoop *out);
/// Enters the loop through e->pre, which jumps to e->body when the condition holds; from there on to the
/// exit. Without a condition the loop's blocks are removed.
void smr_block_loop_replace(SmrEmit *e, const SmrBlockLoop *loop, MlirValue condition);
#endif
