//===- graph.h - the neutral graph ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One graph is one function: a tree of regions, blocks and ops in SSA form, with byte-addressed memory,
// knowing nothing of MLIR. Every front end is imported into it (lib/mlir/import/import.h), every analysis and
// match happens on it.
//
// Objects are dense ids from 1 (0 = none) into flat arrays, so a pass can keep side tables. Nothing is ever
// renumbered or freed before the graph is; ops are unlinked from their block when dead. Replacing a value is
// O(1): smr_graph_replace records a forward, smr_value() follows it, and every reader of operands goes
// through smr_operand(), which does so too.
//
// clang-format off: a list
// Invariants (check.c verifies them, see smr_graph_check):
//  G1 every operand is defined in a block that dominates its use (for a value of a region: in that region or
//     an enclosing one);
//  G2 each block of a region ends in exactly one terminator and has no other; FOR, LOOP, WHILE, IF regions
//     have exactly one block; the entry region may have several, joined by BR and CBR; at the function's level
//     and in an OPAQUE's regions an OPAQUE may end a block, and OPAQUE regions may be empty;
//  G3 YIELD matches its parent: LOOP/FOR yield one value per carried value, IF one per result, WHILE's body
//     one per init; CONDITION forwards what the body takes and what the results are;
//  G4 types agree: ADD's operands have its result's type, a LOOP's trip count is i64, and so on.
// clang-format on
//
// ADDR: base, offset, then `imm` pairs (index, extent). The address is base + offset bytes. The pairs are
// facts that the source language guarantees whenever the address is used: 0 <= index < extent, one pair per
// dimension, fastest dimension first; an extent of UNDEF means unknown. They never change the address; in a
// program they are proofs, in an idiom they become preconditions of the pair.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_GRAPH_H
#define SMR_GRAPH_GRAPH_H
#include "base/diag.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t SmrOp, SmrValue, SmrRegion, SmrBlock, SmrLoc;

//--- Types: one word, compared with == ---------------------------------------
typedef uint32_t SmrType; // low 4 bits: kind, the rest: width in bits, or a symbol
typedef enum {
  SMR_T_NONE,
  SMR_T_INT,     // width; text i64
  SMR_T_FLOAT,   // width 16, 32, 64, 80, 128; text f64
  SMR_T_BFLOAT,  // text bf16
  SMR_T_COMPLEX, // width of one part; text c64 is two f64
  SMR_T_PTR,     // text ptr
  SMR_T_BOX,     // array descriptor (Fortran box, memref); text box
  SMR_T_OPAQUE   // symbol: the type as its dialect prints it; text !"…"
} SmrTypeKind;
#define SMR_TYPE(kind, payload) ((SmrType)(kind) | (SmrType)(payload) << 4)
#define SMR_TYPE_KIND(type) ((SmrTypeKind)((type) & 15))
#define SMR_TYPE_PAYLOAD(type) ((type) >> 4)
#define SMR_I1 SMR_TYPE(SMR_T_INT, 1)
#define SMR_I32 SMR_TYPE(SMR_T_INT, 32)
#define SMR_I64 SMR_TYPE(SMR_T_INT, 64)
#define SMR_F32 SMR_TYPE(SMR_T_FLOAT, 32)
#define SMR_F64 SMR_TYPE(SMR_T_FLOAT, 64)
#define SMR_BF16 SMR_TYPE(SMR_T_BFLOAT, 16)
#define SMR_PTR SMR_TYPE(SMR_T_PTR, 0)
#define SMR_BOX SMR_TYPE(SMR_T_BOX, 0)
/// Size in bytes of a number in memory, 0 when unknown.
uint32_t smr_type_bytes(SmrType type);
/// The type's text, as in the text form of graphs.
void smr_type_print(const SmrIntern *symbols, SmrType type, SmrStr *out);

//--- Vocabulary --------------------------------------------------------------
typedef enum {
  SMR_OP_NONE,
#define SMR_OP(code, spelling, flags) SMR_OP_##code,
#include "graph/ops.def"
#undef SMR_OP
  SMR_OP_COUNT
} SmrOpcode;
const char *smr_opcode_name(SmrOpcode code);
bool smr_opcode_pure(SmrOpcode code), smr_opcode_commutative(SmrOpcode code),
    smr_opcode_terminator(SmrOpcode code);

typedef enum {
  SMR_EQ,
  SMR_NE,
  SMR_SLT,
  SMR_SLE,
  SMR_SGT,
  SMR_SGE,
  SMR_ULT,
  SMR_ULE,
  SMR_UGT,
  SMR_UGE
} SmrIcmp;

enum { // SmrOpData.flags
  SMR_F_NSW = 1,
  SMR_F_NUW = 2,
  SMR_F_INCLUSIVE = 4, // FOR: upper bound is reached
  SMR_F_UNORDERED = 8, // FOR, LOOP: iterations declared independent by the source
  SMR_F_PURE = 16,     // OPAQUE, CALL: no memory effect
  SMR_F_READONLY = 32, // OPAQUE, CALL: reads memory only
  SMR_F_CFG = 64,   // LOOP, WHILE made from blocks: handle = header block, handle2 = exit block (MLIR blocks)
  SMR_F_SUNK = 128, // STORE moved behind the loop `owner` by promotion (N-PROMOTE)
  SMR_F_HOISTED = 256,   // LOAD moved before a loop
  SMR_F_ARGONLY = 512,   // CALL: touches only memory reachable from its pointer arguments
  SMR_F_VOLATILE = 1024, // LOAD, STORE: volatile, atomic or asynchronous: never moved, never matched
  SMR_F_ONCE = 2048,     // ALLOCA: executed once per call of the function (entry block)
  SMR_F_REVERSED = 4096, // LOOP: sums of floating-point numbers run the other way round than in the source
  SMR_F_TURNED = 8192,   // LOOP: its iv is 0 in the last iteration of the source's loop
  SMR_F_PACKED = 16384,  // LOAD, STORE: perhaps at an address that is no multiple of the type's size
  SMR_F_FUSED = 32768,   // FMA, and the product and sum made of one: the source asks for a single rounding
  SMR_F_LANE = 65536,    // LOAD, STORE: of one element of a vector; those of the others have the same handle
};
enum {
  SMR_FAST_REASSOC = 1,
  SMR_FAST_NNAN = 2,
  SMR_FAST_NINF = 4,
  SMR_FAST_NSZ = 8,
  SMR_FAST_ARCP = 16,
  SMR_FAST_CONTRACT = 32,
  SMR_FAST_AFN = 64,
  SMR_FAST_JOINED = 128 // a product made of an FMA: it is rounded with its sum, where the machine does that
};

/// What is known of the memory object that a base pointer (or box) names. UNIQUE: reached through no other
/// base value in this function (Fortran dummies, allocatables and locals without TARGET or POINTER, restrict,
/// unescaped allocas). IDENTIFIED: a distinct object, but its address may also be held by UNKNOWN bases
/// (escaped alloca, global, TARGET), if they came into being when others could know it. UNKNOWN: anything
/// (Fortran POINTER, plain C pointers).
/// SmrValueData.time tells which: an UNKNOWN base whose time (when it is there at the latest) is before that
/// of an IDENTIFIED one (when others may first know its address) does not lead there. 0: nothing known.
typedef enum { SMR_BASE_UNKNOWN, SMR_BASE_IDENTIFIED, SMR_BASE_UNIQUE } SmrBaseClass;

typedef struct {
  uint32_t flags;
  uint16_t code;
  uint8_t fast;
  SmrBlock block;   // 0: unlinked
  SmrOp prev, next; // within the block
  uint32_t order;   // position in the block, kept by the functions below for smr_before
  uint32_t operand_first, operand_count;
  uint32_t result_first, result_count; // result k is value result_first + k
  uint32_t region_first, region_count;
  SmrBlock succ[2]; // BR, CBR
  SmrSym name;      // see ops.def
  SmrSym attrs;     // OPAQUE: the attributes that must match, as text; ALLOCA: Fortran or C name for messages
  SmrSym tag; // LOAD, STORE: what the source's types and scopes say of aliasing (normalize/tags.c), or 0
  int64_t imm;
  uint32_t poly; // POLY: index into the graph's polynomials
  SmrOp owner;   // SUNK stores: the loop whose MLIR op contains the store
  SmrOp home;    // HOISTED loads: the innermost loop whose MLIR op contains the load
  SmrLoc loc;
  void *handle, *handle2; // the MLIR op (or block, see SMR_F_CFG) that it came from; NULL when made by a pass
} SmrOpData;

typedef struct {
  SmrType type;
  SmrOp def;        // or 0 for a block argument
  SmrBlock block;   // of a block argument
  uint32_t index;   // result or argument number
  SmrValue forward; // replaced by; 0 = itself
  uint8_t base;     // SmrBaseClass of a ptr or box value that is an object's base
  uint32_t time;    // see SmrBaseClass
  SmrSym name;      // source name when known ("c", "lda")
  void *handle;     // the MLIR value, NULL when made by a pass
} SmrValueData;

typedef struct {
  SmrOp parent;             // 0: the function's body
  uint32_t enter, leave;    // of a walk over all regions, while the graph is `nested` (smr_graph_nest)
  SMR_VEC(SmrBlock) blocks; // ascending
} SmrRegionData;

typedef struct {
  SmrRegion region;
  SmrOp first, last;
  SMR_VEC(SmrValue) args;
  bool ordered; // the ops' `order` ascends
  void *handle; // the MLIR block
} SmrBlockData;

typedef struct {
  SmrSym file;
  uint32_t line, column;
} SmrLocData;

typedef struct {
  int64_t coef;
  uint32_t first,
      count; // a slice of SmrGraph.monomials: operand numbers of the POLY op, ascending, repeated for powers
} SmrTermData;

typedef struct {
  uint32_t first, count; // a slice of SmrGraph.terms
} SmrPolyData;

/// Memory that promotion turned into values, as the MLIR code around `loop` still sees it: when the loop is
/// entered, the memory at `ptr` holds `initial`, when it is left `value` (0: read by nobody). Kept for the
/// rewriter: it can load an initial value that no MLIR value holds, and whoever replaces the loop must store
/// the final one.
typedef struct {
  SmrOp loop;
  SmrValue ptr, initial, value;
} SmrExit;

/// Something that a pass relied on without a proof: whenever `loop` is entered, the bytes that accesses to
/// `a` touch in all iterations of it, and those that accesses to `b` touch, are disjoint. The hulls are
/// meant: from the lowest byte to the highest. Both addresses have a base from outside the loop, and an
/// offset over values from outside and the ivs of loops in it (itself included) whose trip counts are so,
/// too. What holds of the graph holds of the code only in executions in which all assumptions hold
/// (lib/match/README.md).
typedef enum {
  SMR_ASSUME_HOIST, // the load of `value` left the loop, or became one with another in it; 0: a value that
                    // was stored and read again has become terms of other values
  SMR_ASSUME_CARRY, // the loop's result `value` stands for memory
  SMR_ASSUME_DROP   // a store before the loop was dropped, since one after it overwrites it
} SmrAssumeKind;
typedef struct {
  SmrOp loop;
  uint8_t kind; // SmrAssumeKind
  SmrValue a, b;
  uint32_t bytes_a, bytes_b; // of one access
  SmrValue value;            // what is right only under the assumption; 0 for DROP
} SmrAssumption;

/// An integer of fewer than 64 bits that an address is made of was taken not to wrap around: whenever the
/// code computes it, the polynomial `poly` (over ivs of loops around it and what stands outside them) has a
/// value from low to high, and then it is that value. What holds of the memory that `address` is in holds of
/// the code only where this does (lib/match/README.md). None in the plain form.
typedef struct {
  SmrValue address, poly;
  int64_t low, high;
} SmrRange;

/// In a nest (its first and last op), while it is `open`: the pointer that `load` gives is `address`, in the
/// rows that the ROWS op `rows` takes to be equally spaced (rows.h). The text form does not keep these.
typedef struct {
  SmrOp load, rows;
  SmrValue address;
  SmrOp first, last;
  bool open;
} SmrRowPointer;

/// In a nest (its first and last op), while it is `open`: a loop that is two (collapsed.h). `loop` counts the
/// outer one's iterations, `in` is the other one, which has what was in the loop from `start` on.
typedef struct {
  SmrOp loop, in, start;
  SmrValue trip, iv;           // the loop's in the code
  SmrValue outer, inner;       // how often both run (what is open in them may be two loops in turn)
  int64_t most;                // iterations of both
  uint32_t digit, digit_count; // a slice of `digits`: values that are replaced
  SmrOp first, last;
  bool open;
} SmrCollapsed;

/// In a nest, while it is `open`: `load`, which an IF stands for that loads one of two elements (chosen.h).
typedef struct {
  SmrOp load, choice;
  SmrOp first, last;
  bool open;
} SmrChosen;

/// What a descriptor's type says about every array that it can describe. Contiguous dimensions have the
/// strides that their extents give.
enum { SMR_BOX_MOST = 15 };
typedef struct {
  SmrValue box;
  uint32_t rank;
  int64_t bytes;                // of an element; 0: not known
  bool contiguous, row_major;   // row_major: the last dimension is the fastest, else the first
  int64_t extent[SMR_BOX_MOST]; // -1: the descriptor says it
  int64_t stride[SMR_BOX_MOST]; // in bytes; INT64_MIN: the descriptor says it, or the extents do
} SmrBoxLayout;

typedef struct SmrGraph {
  SmrIntern *symbols; // borrowed; shared by all graphs of a run
  SmrSym name;        // the function's symbol
  SmrRegion body;
  SMR_VEC(SmrOpData) ops; // [0] unused in ops, values, regions, blocks, locs and polys
  SMR_VEC(SmrValueData) values;
  SMR_VEC(SmrRegionData) regions;
  SMR_VEC(SmrBlockData) blocks;
  SMR_VEC(SmrLocData) locs;
  SMR_VEC(SmrValue) operands;
  SMR_VEC(SmrPolyData) polys;
  SMR_VEC(SmrTermData) terms;
  SMR_VEC(uint32_t) monomials;
  SMR_VEC(SmrExit) exits;
  SMR_VEC(SmrAssumption) assumptions;
  SMR_VEC(SmrRange) ranges;
  SMR_VEC(SmrRowPointer) row_pointers;
  SMR_VEC(SmrCollapsed) collapsed; // the text form keeps none
  SMR_VEC(SmrValue) digits;
  SMR_VEC(SmrChosen) chosen;     // the text form keeps none
  bool keeps_pointers;           // no nest is opened
  SMR_VEC(SmrBoxLayout) layouts; // at most one of each descriptor; none: its type says nothing
  bool wraps;      // signed overflow is defined where an op has no NSW; false (Fortran without -fwrapv): no
                   // signed index arithmetic overflows
  bool fortran;    // the source is Fortran
  bool ranged;     // the plain form has `ranges`, too: smr_normalize_equations
  uint32_t edits;  // how often the functions below changed ops, or a pass said that it did
  bool nested;     // the regions' enter and leave are right
  uint32_t limits; // of normalising, that were hit: bits of SmrNormalLimit
  uint64_t *
      work; // borrowed: comparisons of accesses that passes may still make in all; NULL: as many as they like
  SmrMap *tags_apart; // borrowed: what was asked of two tags, while passes run; NULL: nothing is kept
  void *handle;       // the MLIR function op
} SmrGraph;

/// MATH ops on complex numbers; on parts of them all others are those of floating-point numbers.
#define SMR_MATH_COMPLEX "complex" // of its real and its imaginary part
#define SMR_MATH_RE "re"
#define SMR_MATH_IM "im"
#define SMR_MATH_CONJ "conj"

/// Opaque ops that the importer makes itself.
#define SMR_OPAQUE_OUT "smr.out"         // operand: the final value of by-value parameter number imm
#define SMR_OPAQUE_BOX "smr.box"         // a descriptor built in the function; operand 0: the data's address
#define SMR_OPAQUE_SHAPE "smr.shape"     // … and the shape,
#define SMR_OPAQUE_SLICE "smr.slice"     // or slice, that one is made with
#define SMR_OPAQUE_NULL "smr.null"       // the null pointer
#define SMR_OPAQUE_VECTOR "smr.vector"   // a vector whose operands are its elements
#define SMR_OPAQUE_LANE "smr.lane"       // an element of a vector of which nothing is known; operand 1: which
#define SMR_OPAQUE_SIZEOF "smr.sizeof"   // an element's size, when the type does not tell
#define SMR_OPAQUE_UNWINDS "smr.unwinds" // does the call before it leave by unwinding?
#define SMR_OPAQUE_ROWS "smr.rows"       // the rows of a matrix that pointers in a table lead to (rows.h)
#define SMR_OPAQUE_OFF "smr.off"         // the source says that the loop around it is to be left alone

/// Regions within regions that an importer, the parser or structuring makes: whoever walks over them
/// recurses.
enum { SMR_GRAPH_MAX_NESTING = 400 };

//--- Construction ------------------------------------------------------------
SmrGraph *smr_graph_create(SmrIntern *symbols, const char *name); // with an empty body region
void smr_graph_destroy(SmrGraph *graph);
/// An equal graph with the same ids and handles, which shares nothing with this one but the symbols.
SmrGraph *smr_graph_copy(const SmrGraph *graph);
SmrBlock smr_block_create(SmrGraph *graph, SmrRegion region); // appended to the region
SmrValue smr_block_add_arg(SmrGraph *graph, SmrBlock block, SmrType type);
SmrLoc smr_loc_create(SmrGraph *graph, SmrSym file, uint32_t line, uint32_t column);

/// Creates an unlinked op with the given operands, results (one per type) and `regions` empty regions.
SmrOp smr_op_create(SmrGraph *graph, SmrOpcode code, const SmrValue *operands, uint32_t operand_count,
                    const SmrType *result_types, uint32_t result_count, uint32_t regions);
void smr_op_append(SmrGraph *graph, SmrBlock block, SmrOp op);
void smr_op_insert_before(SmrGraph *graph, SmrOp where, SmrOp op);
void smr_op_insert_after(SmrGraph *graph, SmrOp where, SmrOp op);
void smr_op_unlink(SmrGraph *graph, SmrOp op); // leaves the op's data readable
void smr_op_set_operands(SmrGraph *graph, SmrOp op, const SmrValue *operands, uint32_t count);
/// Appends a result to an op (used when promotion makes a loop carry one more value).
/// Results stay contiguous: the op's results may be moved to new ids, old ids are forwarded.
SmrValue smr_op_add_result(SmrGraph *graph, SmrOp op, SmrType type);
/// Moves all ops of `from`, terminator included, to the end of `to`.
void smr_block_splice(SmrGraph *graph, SmrBlock to, SmrBlock from);

/// Short hand for one-result ops appended before `where` (or at the end of `block` when where = 0).
SmrValue smr_build(SmrGraph *graph, SmrBlock block, SmrOp where, SmrOpcode code, SmrType type,
                   const SmrValue *operands, uint32_t operand_count, int64_t imm);
SmrValue smr_build_const(SmrGraph *graph, SmrBlock block, SmrOp where, SmrType type, int64_t imm);

//--- Reading -----------------------------------------------------------------
static inline SmrOpData *smr_op(const SmrGraph *g, SmrOp op) {
  return &g->ops.data[op];
}
/// Ops first … last of one block, both included; a block's terminator is not among them.
typedef struct {
  SmrBlock block;
  SmrOp first, last;
} SmrNest;
/// Follows forwards.
static inline SmrValue smr_value(const SmrGraph *g, SmrValue v) {
  while (g->values.data[v].forward)
    v = g->values.data[v].forward;
  return v;
}
static inline SmrValueData *smr_value_data(const SmrGraph *g, SmrValue v) {
  return &g->values.data[smr_value(g, v)];
}
static inline SmrValue smr_operand(const SmrGraph *g, SmrOp op, uint32_t k) {
  return smr_value(g, g->operands.data[g->ops.data[op].operand_first + k]);
}
static inline SmrValue smr_result(const SmrGraph *g, SmrOp op, uint32_t k) {
  return g->ops.data[op].result_first + k;
}
static inline SmrOp smr_def(const SmrGraph *g, SmrValue v) {
  return g->values.data[smr_value(g, v)].def;
}
static inline SmrType smr_value_type(const SmrGraph *g, SmrValue v) {
  return g->values.data[smr_value(g, v)].type;
}
static inline SmrRegion smr_op_region(const SmrGraph *g, SmrOp op, uint32_t k) {
  return g->ops.data[op].region_first + k;
}
static inline SmrBlock smr_region_block(const SmrGraph *g, SmrRegion r) {
  return g->regions.data[r].blocks.size ? g->regions.data[r].blocks.data[0] : 0;
}
static inline SmrBlock smr_body_block(const SmrGraph *g, SmrOp op, uint32_t k) {
  return smr_region_block(g, smr_op_region(g, op, k));
}
/// A loop, counted or not. (The plain form has no FOR.)
static inline bool smr_is_loop(const SmrGraph *g, SmrOp op) {
  SmrOpcode code = (SmrOpcode)g->ops.data[op].code;
  return code == SMR_OP_LOOP || code == SMR_OP_WHILE || code == SMR_OP_FOR;
}
static inline bool smr_is_access(const SmrGraph *g, SmrOp op) {
  return g->ops.data[op].code == SMR_OP_LOAD || g->ops.data[op].code == SMR_OP_STORE;
}
/// The op whose region the block is in; 0 at the function's level, and of block 0.
static inline SmrOp smr_block_parent(const SmrGraph *g, SmrBlock block) {
  return g->regions.data[g->blocks.data[block].region].parent;
}
/// The op whose region contains this op; 0 at the function's level.
static inline SmrOp smr_parent(const SmrGraph *g, SmrOp op) {
  return smr_block_parent(g, g->ops.data[op].block);
}
/// The innermost counted loop that the op is in; 0: there is none.
static inline SmrOp smr_counted_loop(const SmrGraph *g, SmrOp op) {
  do
    op = smr_parent(g, op);
  while (op && g->ops.data[op].code != SMR_OP_LOOP);
  return op;
}
/// The op whose region has the value as an argument; 0: an op's result, or an argument of the function.
static inline SmrOp smr_argument_owner(const SmrGraph *g, SmrValue v) {
  return smr_block_parent(g, g->values.data[smr_value(g, v)].block);
}
/// The op that the value is a result or an argument of; 0: an argument of the function.
static inline SmrOp smr_value_owner(const SmrGraph *g, SmrValue v) {
  SmrOp def = smr_def(g, v);
  return def ? def : smr_argument_owner(g, v);
}
/// The LOOP whose iv the value is; 0: none.
static inline SmrOp smr_loop_of_iv(const SmrGraph *g, SmrValue v) {
  SmrOp loop = smr_argument_owner(g, v);
  return g->ops.data[loop].code == SMR_OP_LOOP && g->values.data[smr_value(g, v)].index == 0 ? loop : 0;
}
/// Makes the next two constant in time instead of linear in the depth, until an op with regions is made or
/// moved.
void smr_graph_nest(SmrGraph *graph);
/// True when `op` is `ancestor` or lies in one of its regions.
bool smr_inside(const SmrGraph *graph, SmrOp op, SmrOp ancestor);
/// True when `op` is one of the ops or lies in one's regions.
static inline bool smr_inside_any(const SmrGraph *g, SmrOp op, const SmrOp *ops, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    if (smr_inside(g, op, ops[k]))
      return true;
  return false;
}
/// True when the value is defined inside one of `op`'s regions (results of `op` are not).
bool smr_value_inside(const SmrGraph *graph, SmrValue value, SmrOp op);
/// Program order of two linked ops in the same function: true when a comes before b in a pre-order walk.
/// O(depth); the first question about a block after an insertion in its middle may cost its length.
bool smr_before(const SmrGraph *graph, SmrOp a, SmrOp b);
bool smr_const_int(const SmrGraph *graph, SmrValue value, int64_t *out); // CONST of int type
double smr_const_float(const SmrGraph *graph, SmrOp op);

void smr_graph_replace(SmrGraph *graph, SmrValue old_value, SmrValue new_value);
/// uses[v] for all values: a CSR table of (op) ids; free with smr_uses_free. Linear; goes stale when the
/// graph changes.
typedef struct {
  uint32_t *first; // values.size + 1 entries
  SmrOp *ops;
} SmrUses;
SmrUses smr_uses_compute(const SmrGraph *graph);
void smr_uses_free(SmrUses *uses);
/// How many uses each value has; free the array with free.
uint32_t *smr_uses_count(const SmrGraph *graph);
/// The next op of a pre-order walk of `root` and all that is inside it; 0: there are no more. Root 0 is the
/// function: for (SmrOp op = 0; (op = smr_next_op(g, op, 0));)
SmrOp smr_next_op(const SmrGraph *graph, SmrOp op, SmrOp root);
/// The outermost loop of those that contain the op, and the op itself, in this block or nested in it; 0:
/// there is none. Block 0: in the function.
SmrOp smr_outermost_loop(const SmrGraph *graph, SmrOp op, SmrBlock block);

//--- Text, checking, drawing -------------------------------------------------
/// The text form; smr_graph_parse reads it back to a graph that is equal but for ids, handles and ops that
/// are no longer linked. Grammar in README.md.
void smr_graph_print(const SmrGraph *graph, SmrStr *out);
/// Parses one function; NULL after reporting an error at file:line:column. Never crashes on any bytes.
SmrGraph *smr_graph_parse(SmrIntern *symbols, const char *file, const char *text, size_t size, SmrDiag *diag);
/// Verifies G1–G4; reports what is wrong and returns false.
bool smr_graph_check(const SmrGraph *graph, SmrDiag *diag);
/// G4 for one op without regions that is no terminator.
bool smr_op_check(const SmrGraph *graph, SmrOp op);

#ifdef __cplusplus
}
#endif
#endif
