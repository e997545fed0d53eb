//===- interp.h - runs a graph on concrete memory -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Executes imported and normal form alike, op by op, so that a graph can be compared with what a pass made of
// it. Anything that the program could not do (an access outside of every object, an op without a meaning
// here, too many steps) is a trap with a reason.
//
// In ring mode a floating-point number is an element of Z/2^64 instead: sums and products are exact under any
// association, while division, square roots and the like are uninterpreted functions (hashes of their
// operands). Two graphs that differ by reassociation alone then give the same bits. Memory then holds these
// 64-bit (f32: 32-bit) integers, and constants must be integers. With `inverses`, a/b is a times an
// uninterpreted function of b instead, so that graphs are equal, too, that differ by dividing and multiplying
// by an inverse. Complex numbers are then Gaussian integers: of two such parts, i*i is -1.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GRAPH_INTERP_H
#define SMR_TEST_GRAPH_INTERP_H
#include "graph/graph.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Integers (sign-extended, i1 is 0 or 1), addresses and boxes in i; floating point in f, in ring mode in i.
/// A complex number's real part stands there, too, and its imaginary one in im.
typedef struct {
  union {
    int64_t i;
    double f;
  };
  union {
    int64_t i;
    double f;
  } im;
} SmrCell;

typedef struct SmrInterp SmrInterp;
/// A call of the graph: set the results and return true, or return false for a trap. May read and write
/// memory.
typedef bool (*SmrInterpCall)(SmrInterp *interp, const char *callee, const SmrCell *args, uint32_t arg_count,
                              SmrCell *results, uint32_t result_count, void *data);

struct SmrInterp {
  bool ring, inverses;
  SmrCell *values; // NULL, or a cell for each value of the graph: what it was last
  /// NULL, or called before each op runs and after it; `values` are those of the moment.
  void (*step)(SmrInterp *interp, SmrOp op, bool after, void *data);
  void *step_data;
  const bool *left_out; // NULL, or by op: stores that are not made
  uint64_t max_steps;   // 0: ten million
  SmrInterpCall call;   // NULL: calls trap
  void *call_data;
  uint64_t steps, loads, stores; // of the last run
  uint64_t assumed; // ranges of SmrGraph.assumptions that were looked at, as their loops were entered
  bool broken;      // one of them did not hold: from there on the run means nothing
  bool wild;        // a hoisted load was outside of every object: what it feeds must not run
  char trap[160];   // of the last run; "" when it finished
  struct SmrInterpState *state;
};

void smr_interp_init(SmrInterp *interp); // forgets nothing: use after `SmrInterp x = {0};`
void smr_interp_free(SmrInterp *interp);
/// Makes a byte buffer (borrowed) an object; returns its address. Objects never touch each other.
int64_t smr_interp_memory(SmrInterp *interp, void *bytes, size_t size);
/// A box over it; strides in bytes. The three arrays (borrowed) have one entry per dimension.
int64_t smr_interp_box(SmrInterp *interp, int64_t address, uint32_t rank, const int64_t *lower,
                       const int64_t *extent, const int64_t *stride);
/// Says where a global is; without it, a global is zeros made on first use.
void smr_interp_global(SmrInterp *interp, const char *name, int64_t address);
/// The bytes at an address, NULL when [address, address + size) is not inside one object.
void *smr_interp_bytes(SmrInterp *interp, int64_t address, size_t size);

/// Runs the function. `results` takes up to 8 values of its return. False after a trap.
bool smr_interp_run(SmrInterp *interp, const SmrGraph *graph, const SmrCell *args, uint32_t arg_count,
                    SmrCell results[8], uint32_t *result_count);

/// Ring mode's numbers: one as a value of the type, and the uninterpreted 1/x, which is 1 for 1.
int64_t smr_interp_ring(SmrType type, int64_t value);
int64_t smr_interp_inverse(SmrType type, int64_t x);
/// FADD, FSUB, FMUL, FNEG and FDIV (ring mode: by the uninterpreted inverse) of complex numbers, by the
/// textbook's formulas; false for another op.
bool smr_interp_complex(bool ring, SmrOpcode code, SmrType type, SmrCell a, SmrCell b, SmrCell *out);
/// A number in memory; false when ring mode has none of its type.
bool smr_interp_load(bool ring, const void *at, SmrType type, SmrCell *out);
bool smr_interp_store(bool ring, void *at, SmrType type, SmrCell x);
/// A pure function of numbers: fmin, fmax, fabs, frem, fpext, fptrunc, sitofp, uitofp, noreassoc by their
/// names in ops.def, others by the name that MATH has, whatever graph the text is from. `types` are those of
/// the arguments, `type` the result's. False when there is no such function (in ring mode a name that is not
/// known is a hash).
bool smr_interp_function(bool ring, const char *name, SmrType type, const SmrType *types, const SmrCell *args,
                         uint32_t count, SmrCell *out);

/// The arguments of random_graph.h's graphs, filled from the seed, and a run with them. `memory` has
/// SMR_RANDOM_ARRAYS * SMR_RANDOM_ARRAY bytes, and afterwards holds what the run left there.
bool smr_interp_run_random(const SmrGraph *graph, uint64_t seed, bool ring, unsigned char *memory,
                           SmrCell *result, char trap[160]);

#ifdef __cplusplus
}
#endif
#endif
