//===- host.h - what a host dialect can do ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The code that a call is put into is said in one of four ways: Flang's (fir, func, arith), upstream's
// (func, scf, memref, arith), the LLVM dialect, or ClangIR. For each there is one table of what can be built
// and how; who edits asks the table of the function at hand, and never which one it is. Ops are made by name:
// a host's dialect is there when the tool has it, and SMR links none.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_HOST_H
#define SMR_MLIR_HOST_HOST_H
#include "mlir/name.h"
#include <stdint.h>

/// What an op computes, in words, in arith and in the LLVM dialect. Integers wrap; comparisons take MLIR's
/// predicate numbers.
// clang-format off: a table
#define SMR_HOST_OPS(OP) \
  OP(ADD, "add", "arith.addi", "llvm.add") \
  OP(SUB, "sub", "arith.subi", "llvm.sub") \
  OP(MUL, "mul", "arith.muli", "llvm.mul") \
  OP(SDIV, "sdiv", "arith.divsi", "llvm.sdiv") \
  OP(UDIV, "udiv", "arith.divui", "llvm.udiv") \
  OP(SREM, "srem", "arith.remsi", "llvm.srem") \
  OP(UREM, "urem", "arith.remui", "llvm.urem") \
  OP(AND, "and", "arith.andi", "llvm.and") \
  OP(OR, "or", "arith.ori", "llvm.or") \
  OP(XOR, "xor", "arith.xori", "llvm.xor") \
  OP(SHL, "shl", "arith.shli", "llvm.shl") \
  OP(LSHR, "lshr", "arith.shrui", "llvm.lshr") \
  OP(ASHR, "ashr", "arith.shrsi", "llvm.ashr") \
  OP(SMIN, "smin", "arith.minsi", "llvm.intr.smin") \
  OP(SMAX, "smax", "arith.maxsi", "llvm.intr.smax") \
  OP(UMAX, "umax", "arith.maxui", "llvm.intr.umax") \
  OP(ICMP, "icmp", "arith.cmpi", "llvm.icmp") \
  OP(SELECT, "select", "arith.select", "llvm.select") \
  OP(FADD, "fadd", "arith.addf", "llvm.fadd") \
  OP(FSUB, "fsub", "arith.subf", "llvm.fsub") \
  OP(FMUL, "fmul", "arith.mulf", "llvm.fmul") \
  OP(FDIV, "fdiv", "arith.divf", "llvm.fdiv") \
  OP(FNEG, "fneg", "arith.negf", "llvm.fneg") \
  OP(FABS, "fabs", NULL, "llvm.intr.fabs") \
  OP(FMULADD, "fmuladd", NULL, "llvm.intr.fmuladd") \
  OP(FCMP, "fcmp", "arith.cmpf", "llvm.fcmp") \
  OP(SQRT, "sqrt", NULL, "llvm.intr.sqrt") \
  OP(EXP, "exp", NULL, "llvm.intr.exp") \
  OP(CEIL, "ceil", NULL, "llvm.intr.ceil") \
  OP(FLOOR, "floor", NULL, "llvm.intr.floor") \
  OP(COS, "cos", NULL, "llvm.intr.cos") \
  OP(SEXT, "sext", "arith.extsi", "llvm.sext") \
  OP(ZEXT, "zext", "arith.extui", "llvm.zext") \
  OP(TRUNC, "trunc", "arith.trunci", "llvm.trunc") \
  OP(SITOFP, "sitofp", "arith.sitofp", "llvm.sitofp") \
  OP(UITOFP, "uitofp", "arith.uitofp", "llvm.uitofp") \
  OP(FPTOSI, "fptosi", "arith.fptosi", "llvm.fptosi") \
  OP(FPEXT, "fpext", "arith.extf", "llvm.fpext") \
  OP(FPTRUNC, "fptrunc", "arith.truncf", "llvm.fptrunc") \
  OP(PTRTOINT, "ptrtoint", NULL, "llvm.ptrtoint") \
  OP(INTTOPTR, "inttoptr", NULL, "llvm.inttoptr") \
  OP(FREEZE, "freeze", NULL, "llvm.freeze")
typedef enum {
  SMR_HOST_NONE,
#define SMR_HOST_OP(op, word, arith, llvm) SMR_HOST_##op,
  SMR_HOST_OPS(SMR_HOST_OP)
#undef SMR_HOST_OP
  SMR_HOST_OP_COUNT
} SmrHostOp;
// clang-format on

/// What a descriptor says of its array; all but the address of one dimension.
typedef enum { SMR_HOST_ADDRESS, SMR_HOST_LOWER, SMR_HOST_EXTENT, SMR_HOST_STRIDE } SmrHostPart;

/// Ops are appended to the block. Who returns null leaves in `reason` why, if that is not plain.
typedef struct {
  MlirContext context;
  MlirLocation loc;
  MlirBlock block;
  const char *reason;
} SmrHostBuilder;

/// All that build a value pass a null operand on, and are null when the host has no such thing.
typedef struct SmrHost {
  const char *title; // in messages
  // What its code is like.
  bool flat;              // all control flow is made of blocks
  bool memrefs;           // an array is one value, and there are no pointers into it
  bool boxes;             // … has a descriptor of Fortran's
  bool nulls;             // a pointer may point to nothing (arguments of Fortran and memrefs do not)
  bool counts;            // a loop made of blocks can be given a counter
  bool calls_llvm;        // besides its own functions
  bool function_pointers; // a function's address can be had and called
  bool calls_fortran;     // procedures of Fortran stand in the same module
  // Control. The ops of regions are NULL where the host is flat.
  const char *scope_op; // runs its region, once; or NULL
  const char *if_op, *yield_op, *jump_op, *branch_op, *call_op;
  bool if_results;         // an if leaves values
  const char *if_weights;  // the attribute that says how likely its regions are, or NULL
  const char *return_op;   // of functions whose type mlir-c cannot read: what their bodies end in, else NULL
  const char *function_op; // of functions that SMR adds to the module itself; NULL: it adds none
  bool packs_results;      // a function returns one value, so several are a structure
  bool passes_parts;       // … takes and returns a complex number as its two parts
  const char *may_overlap; // the attribute of a parameter that may share memory with others; NULL: any may
  /// Whether such a function can take and return values of the type; NULL: of all types.
  bool (*can_pass)(MlirType type);
  // Values.
  MlirType (*type)(MlirType builtin);                         // its own type for a builtin number
  MlirType (*pointer)(MlirContext context, MlirType element); // null element: one that does not say
  /// By which `load` and `store` reach an element of an array; null: not at all.
  MlirType (*element_pointer)(MlirContext context, MlirType element);
  MlirValue (*constant)(SmrHostBuilder *b, MlirAttribute value);
  /// Any value of the type; null: none can be made.
  MlirValue (*undefined)(SmrHostBuilder *b, MlirType type);
  MlirValue (*compute)(SmrHostBuilder *b, SmrHostOp op, const MlirValue *operands, intptr_t count,
                       MlirType result, int64_t predicate);
  /// A complex number of its parts, and one of its parts. NULL: there are none.
  MlirValue (*join)(SmrHostBuilder *b, MlirValue re, MlirValue im, MlirType type);
  MlirValue (*split)(SmrHostBuilder *b, MlirValue value, bool im, MlirType part);
  /// Between integer types and index (with their sign), to a pointer type from i64 and back, between
  /// pointers.
  MlirValue (*convert)(SmrHostBuilder *b, MlirValue value, MlirType type);
  /// NULL: by way of a number.
  MlirValue (*offset)(SmrHostBuilder *b, MlirValue pointer, MlirValue bytes, MlirType type);
  MlirValue (*load)(SmrHostBuilder *b, MlirValue pointer, MlirType type);
  void (*store)(SmrHostBuilder *b, MlirValue value, MlirValue pointer);
  /// The same pointer, of which nobody knows whence it comes. NULL: a row's pointer leads to its row alone.
  MlirValue (*hide)(SmrHostBuilder *b, MlirValue pointer);
  /// The text of a module with the function @rows that smr_inject_rows brings in; NULL: there is none.
  const char *rows;
  /// A variable of the function; the block is its first.
  MlirValue (*temporary)(SmrHostBuilder *b, MlirType type);
  /// The address of a global of the module; NULL: only copies of ops give one.
  MlirValue (*global)(SmrHostBuilder *b, MlirOperation module, const char *symbol);
  /// Arrays as values: a part of a descriptor; one as another type that says more or less of the same.
  /// NULL: there are none.
  MlirValue (*part)(SmrHostBuilder *b, SmrHostPart part, MlirValue array, int64_t dimension);
  MlirValue (*array)(SmrHostBuilder *b, MlirValue array, MlirType type);
  /// The rank of such an array's type; -1: it is none, or has none.
  intptr_t (*rank)(MlirType type);
  /// Do two such types have the same rank and type of element?
  bool (*alike)(MlirType a, MlirType b);
  /// A new one, of type `type`: it begins `offset` bytes (i64) after `from` (an array or a pointer), and has
  /// these extents (elements) and strides (bytes, i64; null: as the type says, else dense), one per
  /// dimension. `entry` is for variables of the function.
  MlirValue (*descriptor)(SmrHostBuilder *b, MlirBlock entry, MlirValue from, MlirValue offset,
                          const MlirValue *extents, const MlirValue *strides, MlirType type);
  /// An op that does nothing, and that keeps LLVM from repeating the block in those before it; NULL: none.
  void (*keep_whole)(SmrHostBuilder *b);
  /// A loop whose first region is its test, which runs at least once; NULL: there are none.
  bool (*tests_first)(MlirOperation loop);
  /// Says a module's functions of the LLVM dialect in this one, *wrapper among them; false, with *reason,
  /// when one does not go. NULL: they stand beside the host's.
  bool (*translate)(MlirOperation module, MlirOperation *wrapper, const char **reason);
} SmrHost;

extern const SmrHost smr_host_fir, smr_host_std, smr_host_llvm, smr_host_cir;

/// Of a function: its own dialect tells, or else what the module around it is.
const SmrHost *smr_host_of(MlirOperation function);
/// The one whose pointers to numbers have this type: of what Fortran passes by reference, and of LLVM's; NULL
/// for others. (A replacement's own module does not tell.)
const SmrHost *smr_host_of_pointer(MlirType type);
/// What Flang notes of a module it makes: the widths of Fortran's default kinds, as text. Null for others.
MlirAttribute smr_host_kinds(MlirOperation module);
/// A condition with regions, of any host.
bool smr_host_is_if(MlirOperation op);
/// What the op computes, in words.
const char *smr_host_op_name(SmrHostOp op);

//--- What the tables are made of, and what is the same for all -------------------
MlirNamedAttribute smr_named(MlirContext context, const char *name, MlirAttribute value);
MlirOperation smr_build_op(SmrHostBuilder *b, const char *name, const MlirValue *operands,
                           intptr_t operand_count, const MlirType *results, intptr_t result_count,
                           const MlirNamedAttribute *attributes, intptr_t attribute_count);
/// One op with one result.
MlirValue smr_build_value(SmrHostBuilder *b, const char *name, const MlirValue *operands, intptr_t count,
                          MlirType type, const MlirNamedAttribute *attributes, intptr_t attribute_count);
/// An op that has operands, a result and at most a predicate; names by SmrHostOp.
MlirValue smr_build_named(SmrHostBuilder *b, const char *const *names, SmrHostOp op,
                          const MlirValue *operands, intptr_t count, MlirType result, int64_t predicate);
/// Null result: the function has none.
MlirOperation smr_build_call(const SmrHost *host, SmrHostBuilder *b, MlirStringRef symbol,
                             const MlirValue *operands, intptr_t count, MlirType result);
/// Can SMR add functions of its own, with blocks, to modules of the host? (It loads the dialect of jumps.)
bool smr_host_adds_functions(const SmrHost *host, MlirContext context);
/// A private function of the host's own dialect, without blocks, at the end of b->block. There is at least
/// one result.
MlirOperation smr_build_function(const SmrHost *host, SmrHostBuilder *b, MlirStringRef name,
                                 const MlirType *inputs, intptr_t input_count, const MlirType *results,
                                 intptr_t result_count);
/// Ends a block of such a function; the call of one, with its results.
void smr_build_return(const SmrHost *host, SmrHostBuilder *b, const MlirValue *values, intptr_t count);
void smr_build_own_call(const SmrHost *host, SmrHostBuilder *b, MlirStringRef symbol,
                        const MlirValue *operands, intptr_t operand_count, const MlirType *types,
                        intptr_t count, MlirValue *results);
/// The number that a pointer is, or where a memref's data begins, as i64.
MlirValue smr_build_address(const SmrHost *host, SmrHostBuilder *b, MlirValue pointer);
/// Ends the block.
MlirOperation smr_build_yield(const SmrHost *host, SmrHostBuilder *b, const MlirValue *values,
                              intptr_t count);
/// `if (condition) then else otherwise`; takes both blocks. `weights`: two, or NULL. Stands nowhere yet.
MlirOperation smr_build_if(const SmrHost *host, SmrHostBuilder *b, MlirValue condition, MlirBlock then,
                           MlirBlock otherwise, const MlirType *results, intptr_t result_count,
                           const int32_t *weights);
void smr_build_jump(const SmrHost *host, SmrHostBuilder *b, MlirBlock to, const MlirValue *values,
                    intptr_t count);
/// Passes nothing or the values to `to`, the values to `otherwise`.
void smr_build_branch(const SmrHost *host, SmrHostBuilder *b, MlirValue condition, MlirBlock to, bool passes,
                      MlirBlock otherwise, const MlirValue *values, intptr_t count, const int32_t *weights);
#endif
