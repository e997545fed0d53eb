//===- interpret.h - runs a graph -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Executes imported and normal form alike, op by op. Anything that the program could not do (an access
// outside of every object, an op without a meaning here, too many steps) is a trap with a reason.
//
// A host may run ops itself (SmrInterp.run): lib/verify keeps its own memory of typed elements, tests compute
// with integers in place of floating-point numbers. A host that does not know what everything is (the data of
// an array, an opaque op's result) marks cells as unknown. What is computed from unknown cells is unknown;
// an address, a trip count or a condition must be known.
//
// Addresses are numbers: object k begins at smr_interp_address(k), and no stride reaches from one object
// into another.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_INTERPRET_H
#define SMR_GRAPH_INTERPRET_H
#include "graph/graph.h"

/// Integers (sign-extended, i1 is 0 or 1), addresses and boxes are in i, floating-point numbers in f. A
/// complex number has its real part there, and its imaginary part in im.
typedef struct {
  union {
    int64_t i;
    double f;
  };
  union {
    int64_t i;
    double f;
  } im;
  double magnitude; // a host's: ops that the interpreter runs set it to 0, or copy it with the cell
  bool unknown;
} SmrCell;

/// An op from FADD to FCMP, MATH, or a cast that is no integers' one: what it needs beside its operands.
typedef struct {
  SmrOpcode code;
  int64_t imm;      // FCMP
  const char *name; // MATH
  SmrType type;     // of the result
  const SmrType *types;
  uint32_t count;
} SmrNumberOp;

/// What floating-point and complex numbers are: doubles that are rounded to their types, or (in tests)
/// integers. Each function is false where there is no such op, type in memory, or constant.
typedef struct {
  bool (*op)(const SmrNumberOp *op, const SmrCell *operands, SmrCell *out); // `out` is none of the operands
  bool (*load)(const void *at, SmrType type, SmrCell *out);
  bool (*store)(void *at, SmrType type, SmrCell x);
  bool (*constant)(SmrType type, double value, SmrCell *out);
} SmrNumbers;
/// Complex ones multiply and divide by the textbook's formulas. Loads and stores integers and addresses, too.
extern const SmrNumbers smr_floats;

typedef struct {
  unsigned char *bytes;
  size_t size;
  bool owned, dead;
} SmrInterpObject;
typedef struct {
  int64_t outer, address;
  char *name;
} SmrInterpNamed;

typedef struct SmrInterp SmrInterp;
/// Starts as `{0}`.
struct SmrInterp {
  /// NULL, or runs an op that is no terminator, itself or by smr_interp_op. False: a trap.
  bool (*run)(SmrInterp *interp, SmrOp op, void *host);
  void *host;
  const SmrNumbers *numbers; // NULL: smr_floats
  SmrCell *values;           // NULL, or a cell for each value of the graph: what it was last
  uint64_t max_steps;        // 0: ten million
  bool partial; // where an op has no value (an overflow, a conversion out of range, UNDEF) it is unknown

  // The run, and the last one.
  const SmrGraph *graph;
  uint64_t steps;
  bool wild;            // a hoisted load was outside of every object: what it feeds must not run
  SmrOp left;           // the terminator that ended the last block
  SMR_VEC(SmrCell) out; // its operands
  char trap[160];       // "" if the run finished

  // Memory.
  SMR_VEC(SmrInterpObject) objects;
  SMR_VEC(SmrInterpNamed) named; // globals (outer 0) and fields of addresses, made on first use
};

void smr_interp_free(SmrInterp *interp);

/// Makes a byte buffer (borrowed) an object; returns its address.
int64_t smr_interp_memory(SmrInterp *interp, void *bytes, size_t size);
/// Says where a global is; without it, a global is zeros made on first use.
void smr_interp_global(SmrInterp *interp, const char *name, int64_t address);
/// The bytes at an address, NULL if [address, address + size) is not inside one object.
void *smr_interp_bytes(SmrInterp *interp, int64_t address, size_t size);
int64_t smr_interp_address(uint32_t object);
/// The number of the object that an address is of; UINT32_MAX if it can be none.
uint32_t smr_interp_object(int64_t address, int64_t *offset);

/// Runs the function; what it returns is in `out`. False after a trap.
bool smr_interp_run(SmrInterp *interp, const SmrGraph *graph, const SmrCell *args, uint32_t arg_count);

//--- For hosts ------------------------------------------------------------------
/// Runs one op with what is in it, as the op's contract in ops.def says.
bool smr_interp_op(SmrInterp *interp, SmrOp op);
/// Sets a region's block arguments, from the first on, and runs the region.
bool smr_interp_region(SmrInterp *interp, SmrBlock block, const SmrCell *args, uint32_t count);
/// Sets the reason, unless there is one already; returns false.
bool smr_interp_trap(SmrInterp *interp, SmrOp op, const char *why);
static inline SmrCell smr_interp_operand(const SmrInterp *interp, SmrOp op, uint32_t k) {
  return interp->values[smr_operand(interp->graph, op, k)];
}
#endif
