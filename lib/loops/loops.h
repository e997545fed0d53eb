//===- loops.h - small imperative programs over flat arrays --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the languages of terms are lowered to. A program is one function: arguments (sizes, numbers, buffers),
// then statements that are appended where the builder stands. Values are numbers, or vectors of a fixed
// width, each computed once (SSA). print.h makes MLIR of it.
//
// A mistake of who builds (types that differ, ranks) is told by smr_loops_check, as is an element that is
// certainly out of bounds.
//
// Invariant: a value, a variable and a local buffer are used only inside of the block that they stand in.
//===----------------------------------------------------------------------===//
#ifndef SMR_LOOPS_LOOPS_H
#define SMR_LOOPS_LOOPS_H
#include "base/str.h"
#include "size/poly.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct SmrLoopsProgram SmrLoopsProgram;

SmrLoopsProgram *smr_loops_create(void);
void smr_loops_destroy(SmrLoopsProgram *loops);

/// f32, f64 or i64, and how many of them: 1 for a number, more for a vector (of f32 or f64).
typedef struct {
  uint16_t bits, lanes;
  bool integer;
} SmrLoopsType;
#define SMR_LOOPS_F32 ((SmrLoopsType){32, 1, false})
#define SMR_LOOPS_F64 ((SmrLoopsType){64, 1, false})
#define SMR_LOOPS_I64 ((SmrLoopsType){64, 1, true})
#define SMR_LOOPS_MAX_LANES 256
#define SMR_LOOPS_MAX_RANK 16

//===--- integers: sizes, places (index.c) ---===//

/// A polynomial over sizes, loop variables, i64 values, and quotients of such, of the program's pool: equal
/// pointers are equal polynomials. (32 i + j) / 32 is i where j is a variable below 32.
typedef const SmrPoly *SmrLoopsIndex;

SmrLoopsIndex smr_loops_int(SmrLoopsProgram *l, int64_t value);
SmrLoopsIndex smr_loops_add(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b);
SmrLoopsIndex smr_loops_sub(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b);
SmrLoopsIndex smr_loops_mul(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b);
/// Rounded down; what is left. The divisor is positive.
SmrLoopsIndex smr_loops_div(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b);
SmrLoopsIndex smr_loops_mod(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b);
/// A fraction that is an integer, in which `size` says what the leaves are. NULL: it does not say so of one
/// of them, or the fraction is not known to be an integer.
SmrLoopsIndex smr_loops_fraction(SmrLoopsProgram *l, SmrFraction f,
                                 SmrLoopsIndex (*size)(uint32_t leaf, void *data), void *data);
bool smr_loops_is_int(SmrLoopsIndex a, int64_t *value);
/// Whether a <= b is known for all values of variables and sizes (which are not negative).
bool smr_loops_known_le(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b);

/// About how much it is, where sizes are about what `size` says; loop variables are 0.
double smr_loops_estimate(const SmrLoopsProgram *l, SmrLoopsIndex a,
                          double (*size)(void *user, const char *name), void *user);

//===--- arguments, in the order of these calls (build.c) ---===//

typedef uint32_t SmrLoopsValue;
typedef uint32_t SmrLoopsBuffer;

/// An integer that `divisor` (at least 1) divides: a size or a stride. The same name again is the same size.
/// Names are copied; they are letters, digits and _.
SmrLoopsIndex smr_loops_size(SmrLoopsProgram *l, const char *name, int64_t divisor);
SmrLoopsValue smr_loops_number(SmrLoopsProgram *l, const char *name, SmrLoopsType type);
/// An array in memory. Strides and the offset count elements; NULL: row by row, from the start. What is
/// written overlaps no other argument.
SmrLoopsBuffer smr_loops_argument(SmrLoopsProgram *l, const char *name, SmrLoopsType type, uint32_t rank,
                                  const SmrLoopsIndex *sizes, const SmrLoopsIndex *strides,
                                  SmrLoopsIndex offset, bool written);

//===--- statements, appended to the innermost open block (build.c) ---===//

/// How many loops and conditionals are open.
uint32_t smr_loops_depth(const SmrLoopsProgram *l);
/// Until smr_loops_resume, statements are appended to the block at that depth, before the loop that is open
/// there. Returns how many blocks are suspended. Calls nest.
uint32_t smr_loops_suspend(SmrLoopsProgram *l, uint32_t depth);
void smr_loops_resume(SmrLoopsProgram *l, uint32_t suspended);
/// Removes the innermost open loop. What was appended outside of it while it was open stays.
void smr_loops_drop(SmrLoopsProgram *l);

/// A local array, row by row, aligned to 64 bytes, its contents undefined; it is allocated as far outside of
/// sequential loops as its sizes allow, and freed there.
SmrLoopsBuffer smr_loops_alloc(SmrLoopsProgram *l, SmrLoopsType type, uint32_t rank,
                               const SmrLoopsIndex *sizes);

SmrLoopsValue smr_loops_constant(SmrLoopsProgram *l, SmrLoopsType type, double value);
/// Of a vector type: the element at the index and those behind it, of a buffer whose last stride is 1.
SmrLoopsValue smr_loops_load(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsBuffer buffer,
                             const SmrLoopsIndex *index);
/// accumulate: the value is added to what is there.
void smr_loops_store(SmrLoopsProgram *l, SmrLoopsBuffer buffer, const SmrLoopsIndex *index,
                     SmrLoopsValue value, bool accumulate);
/// The same, at an element that is counted from the buffer's first one.
SmrLoopsValue smr_loops_load_flat(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsBuffer buffer,
                                  SmrLoopsIndex element);
void smr_loops_store_flat(SmrLoopsProgram *l, SmrLoopsBuffer buffer, SmrLoopsIndex element,
                          SmrLoopsValue value);
SmrLoopsValue smr_loops_broadcast(SmrLoopsProgram *l, SmrLoopsValue number, uint16_t lanes);
typedef enum {
  SMR_LOOPS_ADD,
  SMR_LOOPS_SUB,
  SMR_LOOPS_MUL,
  SMR_LOOPS_DIV,
  SMR_LOOPS_MIN, // NaN if one of them is
  SMR_LOOPS_MAX,
  SMR_LOOPS_MIN_NUMBER, // the other one if one of them is NaN
  SMR_LOOPS_MAX_NUMBER,
  SMR_LOOPS_LESS, // of numbers: 1 or 0, an i64
  SMR_LOOPS_EXP,  // functions of a; b is a
  SMR_LOOPS_LOG,
  SMR_LOOPS_SQRT,
  SMR_LOOPS_TANH,
  SMR_LOOPS_ABS
} SmrLoopsOp;
/// Of equal types; of i64 only MIN_NUMBER, MAX_NUMBER and LESS. (A product that is added may be computed with
/// one rounding, see print.h.)
SmrLoopsValue smr_loops_arith(SmrLoopsProgram *l, SmrLoopsOp op, SmrLoopsValue a, SmrLoopsValue b);
/// A number as another type; towards zero from a floating-point number to an i64.
SmrLoopsValue smr_loops_convert(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsValue number);
/// An integer as an i64, and an i64 as an integer.
SmrLoopsValue smr_loops_of_index(SmrLoopsProgram *l, SmrLoopsIndex index);
SmrLoopsIndex smr_loops_to_index(SmrLoopsProgram *l, SmrLoopsValue value);
SmrLoopsType smr_loops_type(const SmrLoopsProgram *l, SmrLoopsValue value);

typedef enum {
  SMR_LOOPS_SEQUENTIAL,
  SMR_LOOPS_PARALLEL, // steps are independent; carries nothing
  SMR_LOOPS_UNROLLED, // the count is an integer
} SmrLoopsOrder;

/// Opens a loop: its variable, from 0 to below `count`.
SmrLoopsIndex smr_loops_for(SmrLoopsProgram *l, SmrLoopsIndex count, SmrLoopsOrder order);
/// … that carries values: `inside` is what they are in a step.
SmrLoopsIndex smr_loops_for_carried(SmrLoopsProgram *l, SmrLoopsIndex count, SmrLoopsOrder order,
                                    uint32_t carried, const SmrLoopsValue *inits, SmrLoopsValue *inside);

typedef enum { SMR_LOOPS_LT, SMR_LOOPS_LE, SMR_LOOPS_EQ, SMR_LOOPS_NE } SmrLoopsCompare;
typedef struct {
  SmrLoopsIndex a;
  SmrLoopsCompare compare;
  SmrLoopsIndex b;
} SmrLoopsTest;
/// Opens the statements for when all tests hold.
void smr_loops_if(SmrLoopsProgram *l, uint32_t count, const SmrLoopsTest *tests);
/// Closes them, and opens those for when not all do. `values`: what the `if` is in this case.
void smr_loops_else(SmrLoopsProgram *l, uint32_t count, const SmrLoopsValue *values);
/// Closes a loop or an `if`. `values`: what is carried to the next step, or what the `if` is in the case that
/// was written last. `results` gets what is left of them behind it. (An `if` without `else` has none.)
void smr_loops_end(SmrLoopsProgram *l, uint32_t count, const SmrLoopsValue *values, SmrLoopsValue *results);

/// A matrix in a buffer: element (i, j) stands `offset + i row + j column` behind the buffer's first element.
typedef struct {
  SmrLoopsBuffer buffer;
  SmrLoopsIndex offset, row, column;
} SmrLoopsMatrix;
/// C = alpha A B + beta C; C is m x n, A is m x k. beta = 0: C is not read. C overlaps neither A nor B.
/// SMR_LOOPS_ONE: alpha is 1.
#define SMR_LOOPS_ONE UINT32_MAX
void smr_loops_gemm(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsIndex m, SmrLoopsIndex n, SmrLoopsIndex k,
                    SmrLoopsValue alpha, SmrLoopsMatrix a, SmrLoopsMatrix b, double beta, SmrLoopsMatrix c);

/// What linalg has an operation for: of m x n matrices, into C. The statements from here to smr_loops_end
/// compute it for printers that do not use linalg.
typedef enum {
  SMR_LOOPS_FILL,      // with a number
  SMR_LOOPS_SUM,       // A + B
  SMR_LOOPS_SCALE,     // the number times A
  SMR_LOOPS_TRANSPOSE, // C is A transposed; C is m x n
  SMR_LOOPS_REDUCE,    // C's one element is the sum of A's, which is m x 1
} SmrLoopsNamed;
void smr_loops_named(SmrLoopsProgram *l, SmrLoopsNamed what, SmrLoopsType type, SmrLoopsIndex m,
                     SmrLoopsIndex n, SmrLoopsValue number, SmrLoopsMatrix a, SmrLoopsMatrix b,
                     SmrLoopsMatrix c);

/// C = A B + C by a function of somebody's, for a product of just that size. Its arguments are the three
/// matrices' first elements in an order: the arguments' numbers of A, B and C. The printed function calls it
/// by name (llvm.call); who prints sees to it that there is one.
typedef struct {
  const char *callee; // NULL: there is none
  uint8_t arguments[3];
} SmrLoopsTile;
void smr_loops_tile(SmrLoopsProgram *l, SmrLoopsType type, SmrLoopsIndex m, SmrLoopsIndex n, SmrLoopsIndex k,
                    SmrLoopsMatrix a, SmrLoopsMatrix b, SmrLoopsMatrix c, SmrLoopsTile by);

//===--- when it is built ---===//

/// Whether it is a program: all is closed, types and ranks fit, nothing is certainly out of bounds, what
/// parallel steps write outside depends on their variable. `why` gets the first reason.
bool smr_loops_check(SmrLoopsProgram *l, SmrStr *why);
/// As readable text, for tests and for who looks.
void smr_loops_dump(const SmrLoopsProgram *l, SmrStr *out);
#endif
