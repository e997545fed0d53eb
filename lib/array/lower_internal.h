//===- lower_internal.h - values of the lowering -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Only for lower_*.c. Terms are evaluated to symbolic values; statements are appended where numbers are
// computed and where arrays are stored. A scope is an open block of the program of loops; the stack holds the
// open ones, outermost first. A value's level is the scope that it is defined in: statements that need no
// inner scope are appended to an outer one, before the loop that is open there.
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
  double value;         // of a constant; a guess for sizes that are arguments
  SmrLoopsIndex index;  // of an integer
  SmrLoopsValue scalar; // of other numbers that are not constants
  bool lanes;           // one for each lane: an integer is the first lane's, and the others follow
  // views
  SmrLoopsBuffer buffer;
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
  SmrLowerValue *trips; // how often it is run for each run of the scope around it; NULL: at most once
  SMR_VEC(const SmrLowerValue *) loads; // views of one buffer at different places: the first one of each
  bool neighbours;                      // one array is read at several places at once
} SmrLowerScope;

typedef struct {
  SmrArray *array;
  const SmrTerm *term;
  const SmrArrayLower *options;
  SmrLoopsProgram *loops;
  SmrScopes scopes;       // of SmrLowerScope
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

static inline SmrArrayOp smr_lower_op(const SmrLowering *l, uint32_t node) {
  return smr_array_classify(l->array, l->term->nodes.data[node].op);
}

#define SMR_LOWER_ROOT_LEVEL 0u

// lower_emit.c: scopes
void smr_lower_fail(SmrLowering *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *smr_lower_alloc(SmrLowering *l, size_t bytes);
SmrLowerScope *smr_lower_scope(const SmrLowering *l, uint32_t level);
double smr_lower_trips(const SmrLowering *l, uint32_t from, uint32_t to);
uint32_t smr_lower_safe_level(const SmrLowering *l, uint32_t level);
/// Suspends the scopes inside `level`. If they may not be run at all and what follows can fail, `guard` puts
/// it under their condition.
typedef struct {
  SmrLowerScope **inner;
  uint32_t count;
  bool guarded;
} SmrLowerSuspended;
SmrLowerSuspended smr_lower_suspend(SmrLowering *l, uint32_t level, bool guard);
void smr_lower_resume(SmrLowering *l, SmrLowerSuspended *s);
/// A loop from 0 to count with `carried` values; returns its index.
SmrLowerValue *smr_lower_loop(SmrLowering *l, SmrLowerValue *count, uint32_t carried,
                              const SmrLoopsValue *inits, SmrLoopsValue *inside);
/// A view of at most two dimensions; a vector is a matrix of one column.
SmrLoopsMatrix smr_lower_matrix(SmrLowering *l, const SmrLowerValue *view);
/// A scope for what is to compute an operation of linalg. The operands are views of one or two dimensions.
void smr_lower_named(SmrLowering *l, SmrLoopsNamed what, SmrLowerValue *number, SmrLowerValue *a,
                     SmrLowerValue *b, SmrLowerValue *dest);
/// Closes the innermost scope.
void smr_lower_end(SmrLowering *l, uint32_t carried, const SmrLoopsValue *yields, SmrLoopsValue *results);
/// Frees the innermost scope.
void smr_lower_drop(SmrLowering *l);

// lower_number.c: arithmetic, leaves
SmrLowerValue *smr_lower_int(SmrLowering *l, int64_t value);
/// A number that was appended at that level.
SmrLowerValue *smr_lower_scalar(SmrLowering *l, SmrLowerNumber kind, uint32_t level, SmrLoopsValue scalar);
SmrLowerValue *smr_lower_integer(SmrLowering *l, SmrLoopsIndex index, uint32_t level, bool lanes);
SmrLoopsType smr_lower_loops_type(SmrLowerNumber kind);
SmrLoopsValue smr_lower_as(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber as); // converted
SmrLoopsIndex smr_lower_index(SmrLowering *l, SmrLowerValue *v);
SmrLowerValue *smr_lower_arithmetic(SmrLowering *l, SmrArrayOp op, SmrLowerValue *a, SmrLowerValue *b);
/// The value of a node without children.
SmrLowerValue *smr_lower_term_leaf(SmrLowering *l, uint32_t node, const SmrLowerEnv *env);
/// The value of a size or an input; NULL for other leaves.
SmrLowerValue *smr_lower_of_leaf(SmrLowering *l, SmrOperator op);
SmrLowerValue *smr_lower_function(SmrLowering *l, SmrArrayOp op, SmrLowerValue *a);
#define SMR_LOWER_LANES 8
SmrLoopsValue smr_lower_lanes(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber as); // as a vector
/// Whether two integers are known to be equal.
static inline bool smr_lower_same(const SmrLowerValue *a, const SmrLowerValue *b) {
  return a == b || (a->index && a->index == b->index);
}
static inline SmrLowerNumber smr_lower_stronger(SmrLowerNumber a, SmrLowerNumber b) {
  return a > b ? a : b;
}
static inline SmrLowerNumber
smr_lower_stored(SmrLowerNumber a) { // the kind that an array of such numbers has
  return a == SMR_LOWER_F32 ? SMR_LOWER_F32 : a == SMR_LOWER_INT ? SMR_LOWER_INT : SMR_LOWER_F64;
}

// lower_type.c
const SmrLowerType *smr_lower_ty_number(SmrLowering *l, SmrLowerNumber number);
const SmrLowerType *smr_lower_ty_array(SmrLowering *l, SmrLowerValue *dim, const SmrLowerType *element);
const SmrLowerType *smr_lower_ty_tuple(SmrLowering *l, const SmrLowerType *a, const SmrLowerType *b);
const SmrLowerType *smr_lower_ty_join(SmrLowering *l, const SmrLowerType *a, const SmrLowerType *b);
const SmrLowerType *smr_lower_ty_floating(SmrLowering *l, const SmrLowerType *type);
const SmrLowerType *smr_lower_ty_flatten(SmrLowering *l,
                                         const SmrLowerType *t); // NULL: of no array of arrays
SmrLowerNumber smr_lower_ty_scalar(const SmrLowerType *type);
int smr_lower_ty_rank(const SmrLowerType *type); // -1: not an array of numbers
bool smr_lower_ty_has_array(const SmrLowerType *type);
SmrLowerValue *smr_lower_value(SmrLowering *l, SmrLowerValueKind kind, uint32_t level,
                               const SmrLowerType *type);
/// A value that is known by its operands; b may be NULL.
SmrLowerValue *smr_lower_described(SmrLowering *l, SmrLowerValueKind kind, const SmrLowerType *type,
                                   SmrLowerValue *a, SmrLowerValue *b);
/// The same value with another identity and type.
SmrLowerValue *smr_lower_clone(SmrLowering *l, const SmrLowerValue *v, const SmrLowerType *type);
/// The type of an array's elements.
static inline const SmrLowerType *smr_lower_ty_element(const SmrLowerValue *v) {
  return v->type->kind == SMR_LOWER_TYPE_ARRAY ? v->type->a : v->type;
}

// lower_infer.c
const SmrLowerType *smr_lower_type(SmrLowering *l, uint32_t node, const SmrLowerEnv *env);

// lower_value.c
SmrLowerValue *smr_lower_eval(SmrLowering *l, uint32_t node, const SmrLowerEnv *env);
SmrLowerValue *smr_lower_apply(SmrLowering *l, SmrLowerValue *f, SmrLowerValue *x);
SmrLowerValue *smr_lower_get(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index);
SmrLowerValue *smr_lower_dim(SmrLowering *l, const SmrLowerValue *v); // of an array
bool smr_lower_costly(SmrLowering *l, const SmrLowerValue *v);

// lower_store.c: arrays in memory
/// Memory for a value of a type, at a level; an array of tuples has one array for each part. An argument of
/// the function with a name: a result, or an input, which is passed by value if it is a number.
SmrLowerValue *smr_lower_storage(SmrLowering *l, uint32_t level, const SmrLowerType *type, const char *name,
                                 bool written);
SmrLowerValue *smr_lower_element(SmrLowering *l, SmrLowerValue *view,
                                 SmrLowerValue *index);             // rank 0 for a cell
SmrLowerValue *smr_lower_read(SmrLowering *l, SmrLowerValue *view); // loads a cell, or cells; others stay
void smr_lower_store(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v, bool keep);
SmrLowerValue *smr_lower_force(SmrLowering *l, SmrLowerValue *v);
bool smr_lower_unit(const SmrLowerValue *v);
bool smr_lower_contiguous(SmrLowering *l, const SmrLowerValue *view);

// … of other shapes
SmrLowerValue *smr_lower_flatten(SmrLowering *l, SmrLowerValue *v);
SmrLowerValue *smr_lower_split(SmrLowering *l, SmrLowerValue *n, SmrLowerValue *m, SmrLowerValue *v);
SmrLowerValue *smr_lower_reshaped_get(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *index);
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

#endif
