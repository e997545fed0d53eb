//===- lower_internal.h - values of the lowering -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For lower_*.c alone. Terms are evaluated to symbolic values, and code is written where numbers are computed
// and where arrays are stored. A scope is the body of a loop under construction; the stack holds the open
// ones, outermost first; a value's level is the scope that it is defined in, so that code for a value that
// needs no inner scope can be appended to an outer one, in front of the loop that is being written.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_LOWER_INTERNAL_H
#define SMR_ARRAY_LOWER_INTERNAL_H
#include "array/internal.h"
#include "array/lower.h"
#include "loops/scopes.h"

typedef struct SmrLowerValue SmrLowerValue;
typedef struct SmrLowerEnv {
  SmrLowerValue *value; // of %0
  const struct SmrLowerEnv *outer;
} SmrLowerEnv;

/// Kinds of numbers, weakest first: the kind of a sum is the stronger of its parts'.
typedef enum {
  SMR_LOWER_INT,
  SMR_LOWER_REAL,
  SMR_LOWER_F32,
  SMR_LOWER_F64
} SmrLowerNumber; // SMR_LOWER_REAL: a constant, which takes the kind of others

typedef enum {
  SMR_LOWER_TYPE_UNKNOWN,
  SMR_LOWER_TYPE_NUMBER,
  SMR_LOWER_TYPE_ARRAY,
  SMR_LOWER_TYPE_TUPLE,
  SMR_LOWER_TYPE_FUNCTION
} SmrLowerTypeKind;
typedef struct SmrLowerType {
  SmrLowerTypeKind kind;
  SmrLowerNumber number;
  SmrLowerValue *dim;               // of an array; NULL: not known
  const struct SmrLowerType *a, *b; // elements; parts
  uint32_t body;                    // of a function
  const SmrLowerEnv *env;
} SmrLowerType;

typedef enum {
  SMR_LOWER_VALUE_NUMBER,
  SMR_LOWER_VALUE_TUPLE,    // args 0, 1
  SMR_LOWER_VALUE_FUNCTION, // node: the body; env
  SMR_LOWER_VALUE_VIEW,     // in memory
  SMR_LOWER_VALUE_ZIP,   // an array of tuples in memory: of each part, an array (args 0, 1); rank: dimensions
                         // around
  SMR_LOWER_VALUE_BUILD, // node: the function's body; env
  SMR_LOWER_VALUE_FILL,  // args 0: every element
  SMR_LOWER_VALUE_ADD,   // args 0 + args 1, elementwise
  SMR_LOWER_VALUE_SCALE, // args 0 · args 1, elementwise
  SMR_LOWER_VALUE_OUTER, // the matrix product args 0 · args 1 of a small inner size
  SMR_LOWER_VALUE_ROWS,  // a matrix times a vector, args as the call's, each element when it is asked for
  SMR_LOWER_VALUE_TRANSPOSE, // args 0
  SMR_LOWER_VALUE_COLUMN,    // args 0 [·][args 1]
  SMR_LOWER_VALUE_FLATTEN,   // args 0, its two outermost dimensions as one
  SMR_LOWER_VALUE_SPLIT,     // args 0, its outermost dimension as two
  SMR_LOWER_VALUE_SLICE,     // args 0 from element args 1 on
  SMR_LOWER_VALUE_CALL,      // op, args: the library call's
  SMR_LOWER_VALUE_IFOLD,     // an accumulator that is an array: args 0 count, 1 init, 2 function
  SMR_LOWER_VALUE_ABSTRACT,  // known by its type only
} SmrLowerValueKind;

struct SmrLowerValue {
  SmrLowerValueKind kind;
  uint32_t id, level;
  const SmrLowerType *type;
  // numbers
  SmrLowerNumber number;
  bool constant;
  double value;    // of a constant; a guess for sizes that are arguments
  const char *ssa; // NULL for constants
  bool carried;    // from step to step of a loop, or computed from such a number
  bool lanes;      // one for each lane: an integer is the first lane's, and the others follow
  // views
  const char *base;
  SmrLowerValue *offset;
  uint32_t rank;
  SmrLowerValue *dims[SMR_ARRAY_TYPE_MAX_RANK], *strides[SMR_ARRAY_TYPE_MAX_RANK]; // in elements
  // the rest
  SmrArrayOp op;
  uint32_t node;
  const SmrLowerEnv *env;
  SmrLowerValue *args[5];
  SmrLowerValue *stored; // the view that it was written to
  bool shared;           // used in more than one place
  bool storing;          // it is being written
};

typedef struct {
  SmrTextScope scope;   // first
  SmrLowerValue *trips; // how often it is run for each run of the scope around it; NULL: once
  bool conditional;
  const char *head; // the operation's text up to its region
  const char *result;
  uint32_t results;
  SMR_VEC(const SmrLowerValue *) loads; // views of one base at different places: the last one of each
  bool neighbours;                      // one array is read at several places at once
} SmrLowerScope;

typedef struct {
  SmrArray *array;
  const SmrTerm *term;
  const SmrArrayLower *options;
  SmrScopes scopes;       // of SmrLowerScope
  SmrStr entry;           // buffers, at the start of the function
  SmrStr leave;           // and their ends
  uint64_t *free_indices; // by node
  double *work;           // by node: an estimate of operations
  uint8_t *uses;          // by node: parents, up to 2
  SMR_VEC(struct {
    SmrOperator op;
    SmrLowerValue *value;
  })
  inputs;
  uint32_t next_id;
  bool no_lanes; // what was written for lanes needs one number after the other
  char *error;
} SmrLowering;

#define SMR_LOWER_ROOT_LEVEL 0u

// lower_emit.c: code
void smr_lower_fail(SmrLowering *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *smr_lower_alloc(SmrLowering *l, size_t bytes);
SmrLowerScope *smr_lower_scope(const SmrLowering *l, uint32_t level);
double smr_lower_trips(const SmrLowering *l, uint32_t from, uint32_t to);
uint32_t smr_lower_safe_level(const SmrLowering *l, uint32_t level);
/// Leaves the scopes inside `level` for a while. When they may not be run at all and what is to come can
/// fail, `guard` writes it under their condition.
typedef struct {
  SmrLowerScope **inner;
  uint32_t count;
  bool guarded;
} SmrLowerSuspended;
SmrLowerSuspended smr_lower_suspend(SmrLowering *l, uint32_t level, bool guard);
void smr_lower_resume(SmrLowering *l, SmrLowerSuspended *s);
/// A loop from 0 to count with `carried` values; its index is returned, args are their names inside.
SmrLowerValue *smr_lower_loop(SmrLowering *l, SmrLowerValue *count, uint32_t carried,
                              const char *const *types, const char *const *inits, const char **args);
/// From `from` to `end`, so many at a time.
SmrLowerValue *smr_lower_loop_range(SmrLowering *l, SmrLowerValue *from, SmrLowerValue *end, int64_t step,
                                    uint32_t carried, const char *const *types, const char *const *inits,
                                    const char **args);
/// Takes the innermost scope away, to be closed later (lower_put_back, then lower_end_loop) or dropped.
SmrLowerScope *smr_lower_take(SmrLowering *l);
void smr_lower_put_back(SmrLowering *l, SmrLowerScope *scope);
void smr_lower_drop(SmrLowerScope *scope);
/// Closes it; results are the names of the carried values behind it.
void smr_lower_end_loop(SmrLowering *l, const char *const *types, const char *const *yields,
                        const char **results);

// lower_number.c: arithmetic
SmrLowerValue *smr_lower_int(SmrLowering *l, int64_t value);
SmrLowerValue *smr_lower_number(SmrLowering *l, SmrLowerNumber kind, uint32_t level, const char *ssa);
SmrLowerValue *smr_lower_constant(SmrLowering *l, SmrLowerNumber kind, double value);
const char *smr_lower_mlir_type(SmrLowerNumber kind);
const char *smr_lower_ssa(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber as); // converted
SmrLowerValue *smr_lower_arithmetic(SmrLowering *l, SmrArrayOp op, SmrLowerValue *a, SmrLowerValue *b);
/// The value of a size leaf; NULL when the leaf is no size and no input.
SmrLowerValue *smr_lower_of_leaf(SmrLowering *l, SmrOperator op);
SmrLowerValue *smr_lower_function(SmrLowering *l, SmrArrayOp op, SmrLowerValue *a);
#define SMR_LOWER_LANES 8
const char *smr_lower_lanes(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber as); // as a vector
static inline SmrLowerNumber smr_lower_stronger(SmrLowerNumber a, SmrLowerNumber b) {
  return a > b ? a : b;
}
static inline SmrLowerNumber
smr_lower_stored(SmrLowerNumber a) { // the kind that an array of such numbers has
  return a == SMR_LOWER_F32 ? SMR_LOWER_F32 : a == SMR_LOWER_INT ? SMR_LOWER_INT : SMR_LOWER_F64;
}

// lower_type.c
const SmrLowerType *smr_lower_type(SmrLowering *l, uint32_t node, const SmrLowerEnv *env);
const SmrLowerType *smr_lower_ty_number(SmrLowering *l, SmrLowerNumber number);
const SmrLowerType *smr_lower_ty_array(SmrLowering *l, SmrLowerValue *dim, const SmrLowerType *element);
const SmrLowerType *smr_lower_ty_join(SmrLowering *l, const SmrLowerType *a, const SmrLowerType *b);
const SmrLowerType *smr_lower_ty_floating(SmrLowering *l, const SmrLowerType *type);
SmrLowerNumber smr_lower_ty_scalar(const SmrLowerType *type);
int smr_lower_ty_rank(const SmrLowerType *type); // -1: not an array of numbers
bool smr_lower_ty_has_array(const SmrLowerType *type);

// lower_value.c
SmrLowerValue *smr_lower_value(SmrLowering *l, SmrLowerValueKind kind, uint32_t level,
                               const SmrLowerType *type);
SmrLowerValue *smr_lower_eval(SmrLowering *l, uint32_t node, const SmrLowerEnv *env);
SmrLowerValue *smr_lower_apply(SmrLowering *l, SmrLowerValue *f, SmrLowerValue *x);
SmrLowerValue *smr_lower_get(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index);
SmrLowerValue *smr_lower_dim(SmrLowering *l, const SmrLowerValue *v); // of an array
bool smr_lower_costly(SmrLowering *l, const SmrLowerValue *v);

// lower_store.c: arrays in memory
SmrLowerValue *smr_lower_view(SmrLowering *l, const char *base, uint32_t level, const SmrLowerType *type);
SmrLowerValue *smr_lower_storage(SmrLowering *l, uint32_t level,
                                 const SmrLowerType *type); // a buffer of the function, filled at a level
SmrLowerValue *smr_lower_element(SmrLowering *l, SmrLowerValue *view,
                                 SmrLowerValue *index);             // rank 0 for a cell
SmrLowerValue *smr_lower_read(SmrLowering *l, SmrLowerValue *view); // loads a cell, or cells; others stay
void smr_lower_store(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v, bool keep);
SmrLowerValue *smr_lower_force(SmrLowering *l, SmrLowerValue *v);
const char *smr_lower_address(SmrLowering *l, SmrLowerValue *view);
bool smr_lower_unit(const SmrLowerValue *v);
bool smr_lower_contiguous(SmrLowering *l, const SmrLowerValue *view);

// lower_reshape.c
SmrLowerValue *smr_lower_size(SmrLowering *l, SmrArrayOp how, SmrLowerValue *a, SmrLowerValue *b);
const SmrLowerType *smr_lower_ty_flatten(SmrLowering *l,
                                         const SmrLowerType *t); // NULL: of no array of arrays
SmrLowerValue *smr_lower_flatten(SmrLowering *l, SmrLowerValue *v);
SmrLowerValue *smr_lower_split(SmrLowering *l, SmrLowerValue *n, SmrLowerValue *m, SmrLowerValue *v);
SmrLowerValue *smr_lower_reshaped_get(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index);
bool smr_lower_reshaped_store(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v);
/// Two vectors (the second may be NULL) that are to be summed over as matrices, when one is flattened.
bool smr_lower_unflatten(SmrLowering *l, SmrLowerValue **a, SmrLowerValue **b);
/// The array whose elements `body` describes, when it is a view with some dimensions merged; NULL.
SmrLowerValue *smr_lower_rows_view(SmrLowering *l, uint32_t body, const SmrLowerEnv *env,
                                   const SmrLowerType *type);

// lower_ifold.c
SmrLowerValue *smr_lower_ifold(SmrLowering *l, uint32_t node, const SmrLowerEnv *env);
void smr_lower_ifold_into(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v);
SmrLowerValue *smr_lower_sum(SmrLowering *l, SmrLowerValue *a, SmrLowerValue *b); // Σ a·b; b may be NULL

// lower_calls.c
SmrLowerValue *smr_lower_call(SmrLowering *l, SmrArrayOp op, SmrLowerValue **args);
SmrLowerValue *smr_lower_row(SmrLowering *l, SmrLowerValue *v,
                             SmrLowerValue *index); // of SMR_LOWER_VALUE_ROWS
void smr_lower_call_into(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v);
SmrLowerValue *smr_lower_in_memory(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber number);
/// alpha · a + beta · b, elementwise; b may be NULL.
SmrLowerValue *smr_lower_sum_of(SmrLowering *l, const SmrLowerType *type, SmrLowerValue *alpha,
                                SmrLowerValue *a, SmrLowerValue *beta, SmrLowerValue *b);

// lower_linalg.c
void smr_lower_linalg_fill(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *number);
SmrLowerValue *smr_lower_linalg_number(SmrLowering *l, SmrLowerValue *a, SmrLowerValue *b,
                                       SmrLowerNumber number); // a dot product; a sum when b is NULL
void smr_lower_linalg_into(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v);

#endif
