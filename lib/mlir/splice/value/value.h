//===- value.h - graph values as MLIR values ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Everything is built in detached blocks; nothing here changes the function.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_SPLICE_VALUE_H
#define SMR_MLIR_SPLICE_VALUE_H
#include "graph/poly_op.h"
#include "mlir/splice/code/code.h"

/// A counter that a loop made of blocks will get when the splice happens, and what stands for it till then.
typedef struct {
  MlirBlock header;
  MlirValue placeholder;
} SmrCounter;

/// What guards, or the block after them, have computed: an operation and its operands, and in `made` its
/// result.
typedef struct {
  uint64_t op; // of SmrHost's, or another; with a predicate
  const void *operands[3], *type;
  uint32_t result;
} SmrComputed;

/// One splice under construction. Ops go to the end of `block`; values may be used when they dominate `at`.
typedef struct {
  SmrSplicer *s;
  SmrGraph *g;
  MlirContext context;
  MlirLocation loc;
  MlirOperation at;           // where everything will stand
  const SmrSplicePlan *plan;  // with the stores of variables
  const MlirOperation *roots; // what is replaced: ops, or blocks
  const MlirBlock *root_blocks;
  uint32_t root_count, root_block_count;
  const SmrChain *chain;         // of code made of blocks, else NULL
  const MlirOperation *held_ops; // without a chain: between the parts, and going with them
  uint32_t held_op_count;
  SmrMap late;                  // LOADs between the roots that may read what a root before them writes
  const uint8_t *held;          // with a chain: the guards that hold where ops are built now
  const uint8_t *sized;         // … those that hold where a site function is called, or NULL
  SmrMap certain;               // … loads that were built and may be done there
  MlirBlock entry, pre, body;   // detached: allocas; before the branch; in the branch
  MlirBlock front;              // the first block of a chain's tests, which takes what the header takes
  MlirBlock block;              // pre or body
  SmrMap pre_known, body_known; // graph value → index into made
  SMR_VEC(MlirValue) made;
  MlirBlock shared; // results in `computed` may be used in this block; null: in none
  SMR_VEC(SmrComputed) computed;
  SMR_VEC(const SmrExpr *) equalities; // guards before it of the form `expression == constant`
  SmrMap computed_by;                  // hash → the last one that has it
  bool speculative;                    // what is built now also runs when the code would not have
  MlirBlock counting;                  // detached: the placeholders
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
MlirType smr_builtin_type(MlirContext context, SmrType type);
/// A graph value, an integer expression as i64, a test as i1. Null after smr_emit_fail; so is what needs
/// itself, or more depth or steps than anything sensible does. (Expressions nest at most SMR_EXPR_MAX_DEPTH
/// deep.)
MlirValue smr_emit_value(SmrEmit *e, SmrValue value);
/// A load of the variable that holds the value when the code begins; null when none does.
MlirValue smr_emit_variable(SmrEmit *e, SmrValue value);
MlirValue smr_emit_expr(SmrEmit *e, const SmrExpr *expr);
MlirValue smr_emit_test(SmrEmit *e, const SmrExpr *expr);
/// Guards that are built from here on may assume this one.
void smr_emit_assume(SmrEmit *e, const SmrExpr *guard);
/// A number of this type; the type itself; one factor as one; a complex number.
MlirValue smr_emit_number(SmrEmit *e, const SmrNumber *number, SmrType type);
MlirType smr_emit_number_type(SmrEmit *e, SmrType type);
MlirValue smr_emit_number_factor(SmrEmit *e, const SmrNumberFactor *factor, SmrType type);
MlirValue smr_emit_complex(SmrEmit *e, const SmrNumber *number, SmrType type);
/// One level deeper: between true and smr_emit_leave other values may be built; false after smr_emit_fail.
bool smr_emit_enter(SmrEmit *e);
void smr_emit_leave(SmrEmit *e);
/// A copy of an op that may be computed again, with operands that are valid here: its result number `index`.
/// With depth -1 legality vouches for the op itself.
MlirValue smr_emit_copy(SmrEmit *e, MlirOperation op, intptr_t index, int depth);
/// Fortran's OPTIONAL arguments.
bool smr_emit_may_be_absent(SmrEmit *e, MlirValue pointer);
extern const char smr_absent[]; // the reason not to read them
/// Converts between integer types and index; to a pointer type from i64 and back.
MlirValue smr_emit_convert(SmrEmit *e, MlirValue value, MlirType type);
/// The array as another type that says more or less of the same.
MlirValue smr_emit_array(SmrEmit *e, MlirValue array, MlirType type);
/// A new one: SmrHost.descriptor.
MlirValue smr_emit_descriptor(SmrEmit *e, MlirValue from, MlirValue offset, const MlirValue *extents,
                              const MlirValue *strides, MlirType type);
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

//--- Loops around the place (value/induction.c) ---------------------------------
/// The iv of one, from what the loop moves, or from a counter that it will get.
MlirValue smr_emit_iv(SmrEmit *e, SmrValue iv);
/// After the edit: gives loops their counters.
void smr_commit_counters(SmrEmit *e);
void smr_release_counters(SmrEmit *e);

//--- What may be used (value/copy.c, value/reads.c, value/certain.c) ----------------

/// May code that will stand at e->at use the value?
bool smr_emit_usable(const SmrEmit *e, MlirValue value);
/// … the MLIR value that a graph value has as its handle? A value that a loop made of blocks leaves shares it
/// with what the loop computes in each iteration, so where it is asked matters.
bool smr_emit_handle_usable(const SmrEmit *e, SmrValue value);
/// A load that the graph has replaced by a value stands in the code that goes away, which never stores there.
bool smr_emit_reads_only(const SmrEmit *e, SmrOp load);
/// What is held between the parts, and is not done before them, sets the variable.
bool smr_emit_held_sets(const SmrEmit *e, MlirValue variable);
/// The roots write to the pointer's object. (That others are apart is known, or a guard.)
bool smr_emit_written(const SmrEmit *e, SmrValue ptr);
/// In the graph.
bool smr_emit_in_roots(const SmrEmit *e, SmrOp op);
/// The match has the access: the graph has it in the roots, or it is done behind the call.
bool smr_emit_accounts(const SmrEmit *e, SmrOp access);
/// No access of the roots touches the same object, one of the two being a store.
bool smr_emit_apart(const SmrEmit *e, SmrValue ptr, bool store);
/// The op surely runs whenever control reaches the chain and the guards in e->held hold.
bool smr_emit_certain(const SmrEmit *e, MlirOperation op);
/// The same of a load of the graph: all loops around it run in the first iterations of those around them, or
/// in the last ones (`k < i` has none in the first of i).
bool smr_emit_certain_in_graph(const SmrEmit *e, SmrOp load);
#endif
