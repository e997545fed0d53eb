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

typedef struct Value Value;
typedef struct Env {
  Value *value; // of %0
  const struct Env *outer;
} Env;

/// Kinds of numbers, weakest first: the kind of a sum is the stronger of its parts'.
typedef enum { N_INT, N_REAL, N_F32, N_F64 } Number; // N_REAL: a constant, which takes the kind of others

typedef enum { TY_UNKNOWN, TY_NUMBER, TY_ARRAY, TY_TUPLE, TY_FUNCTION } TyKind;
typedef struct Ty {
  TyKind kind;
  Number number;
  Value *dim;             // of an array; NULL: not known
  const struct Ty *a, *b; // elements; parts
  uint32_t body;          // of a function
  const Env *env;
} Ty;

typedef enum {
  V_NUMBER,
  V_TUPLE,     // args 0, 1
  V_FUNCTION,  // node: the body; env
  V_VIEW,      // in memory
  V_ZIP,       // an array of tuples in memory: of each part, an array (args 0, 1); rank: dimensions around
  V_BUILD,     // node: the function's body; env
  V_FILL,      // args 0: every element
  V_ADD,       // args 0 + args 1, elementwise
  V_SCALE,     // args 0 · args 1, elementwise
  V_OUTER,     // the matrix product args 0 · args 1 of a small inner size
  V_ROWS,      // a matrix times a vector, args as the call's, each element when it is asked for
  V_TRANSPOSE, // args 0
  V_COLUMN,    // args 0 [·][args 1]
  V_CALL,      // op, args: the library call's
  V_IFOLD,     // an accumulator that is an array: args 0 count, 1 init, 2 function
  V_ABSTRACT,  // known by its type only
} ValueKind;

struct Value {
  ValueKind kind;
  uint32_t id, level;
  const Ty *type;
  // numbers
  Number number;
  bool constant;
  double value;    // of a constant; a guess for sizes that are arguments
  const char *ssa; // NULL for constants
  bool carried;    // from step to step of a loop, or computed from such a number
  bool lanes;      // one for each lane: an integer is the first lane's, and the others follow
  // views
  const char *base;
  Value *offset;
  uint32_t rank;
  Value *dims[SMR_ARRAY_TYPE_MAX_RANK], *strides[SMR_ARRAY_TYPE_MAX_RANK]; // in elements
  // the rest
  SmrArrayOp op;
  uint32_t node;
  const Env *env;
  Value *args[5];
  Value *stored; // the view that it was written to
  bool shared;   // used in more than one place
  bool storing;  // it is being written
};

typedef struct {
  const char *key;
  uint64_t hash;
  void *value;
} Memo;

typedef struct {
  SmrStr text;
  SMR_VEC(Memo) memo;
  Value *trips; // how often it is run for each run of the scope around it; NULL: once
  bool conditional;
  const char *head; // the operation's text up to its region
  const char *result;
  uint32_t results;
  SMR_VEC(const Value *) loads; // views of one base at different places: the last one of each
  bool neighbours;              // one array is read at several places at once
} Scope;

typedef struct {
  SmrArray *array;
  const SmrTerm *term;
  const SmrArrayLower *options;
  SmrArena arena;
  SMR_VEC(Scope *) stack;
  SmrStr entry;           // buffers, at the start of the function
  SmrStr leave;           // and their ends
  uint64_t *free_indices; // by node
  double *work;           // by node: an estimate of operations
  uint8_t *uses;          // by node: parents, up to 2
  SMR_VEC(struct {
    SmrOp op;
    Value *value;
  })
  inputs;
  uint32_t next_name, next_id;
  bool no_lanes; // what was written for lanes needs one number after the other
  char *error;
} Lower;

#define ROOT_LEVEL 0u

// lower_emit.c: code
void lower_fail(Lower *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *lower_alloc(Lower *l, size_t bytes);
const char *lower_text(Lower *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *lower_name(Lower *l);
uint32_t lower_depth(const Lower *l);
void lower_line(Lower *l, const char *format, ...)
    __attribute__((format(printf, 2, 3))); // in the innermost scope
const char *lower_pure(Lower *l, uint32_t level, const char *format, ...)
    __attribute__((format(printf, 3, 4))); // an operation without effects, once per scope
void *lower_recall(Lower *l, uint32_t level, const char *key);
void lower_remember(Lower *l, uint32_t level, const char *key, void *value);
double lower_trips(const Lower *l, uint32_t from, uint32_t to);
uint32_t lower_safe_level(const Lower *l, uint32_t level);
/// Leaves the scopes inside `level` for a while. When they may not be run at all and what is to come can
/// fail, `guard` writes it under their condition.
typedef struct {
  Scope **inner;
  uint32_t count;
  bool guarded;
} Suspended;
Suspended lower_suspend(Lower *l, uint32_t level, bool guard);
void lower_resume(Lower *l, Suspended *s);
/// A loop from 0 to count with `carried` values; its index is returned, args are their names inside.
Value *lower_loop(Lower *l, Value *count, uint32_t carried, const char *const *types,
                  const char *const *inits, const char **args);
/// From `from` to `end`, so many at a time.
Value *lower_loop_range(Lower *l, Value *from, Value *end, int64_t step, uint32_t carried,
                        const char *const *types, const char *const *inits, const char **args);
/// Takes the innermost scope away, to be closed later (lower_put_back, then lower_end_loop) or dropped.
Scope *lower_take(Lower *l);
void lower_put_back(Lower *l, Scope *scope);
void lower_drop(Scope *scope);
/// Closes it; results are the names of the carried values behind it.
void lower_end_loop(Lower *l, const char *const *types, const char *const *yields, const char **results);

// lower_number.c: arithmetic
Value *lower_int(Lower *l, int64_t value);
Value *lower_number(Lower *l, Number kind, uint32_t level, const char *ssa);
Value *lower_constant(Lower *l, Number kind, double value);
const char *lower_mlir_type(Number kind);
const char *lower_ssa(Lower *l, Value *v, Number as); // converted
Value *lower_arithmetic(Lower *l, SmrArrayOp op, Value *a, Value *b);
#define LANES 8
const char *lower_lanes(Lower *l, Value *v, Number as); // as a vector
static inline Number lower_stronger(Number a, Number b) {
  return a > b ? a : b;
}
static inline Number lower_stored(Number a) { // the kind that an array of such numbers has
  return a == N_F32 ? N_F32 : a == N_INT ? N_INT : N_F64;
}

// lower_type.c
const Ty *lower_type(Lower *l, uint32_t node, const Env *env);
const Ty *lower_ty_number(Lower *l, Number number);
const Ty *lower_ty_array(Lower *l, Value *dim, const Ty *element);
const Ty *lower_ty_join(Lower *l, const Ty *a, const Ty *b);
const Ty *lower_ty_apply(Lower *l, const Ty *f, const Ty *x);
const Ty *lower_ty_carried(Lower *l, const Ty *init, const Ty *f); // of an ifold's accumulator
const Ty *lower_ty_floating(Lower *l, const Ty *type);
Number lower_ty_scalar(const Ty *type);
int lower_ty_rank(const Ty *type); // -1: not an array of numbers
bool lower_ty_has_array(const Ty *type);

// lower_value.c
Value *lower_value(Lower *l, ValueKind kind, uint32_t level, const Ty *type);
Value *lower_eval(Lower *l, uint32_t node, const Env *env);
Value *lower_apply(Lower *l, Value *f, Value *x);
Value *lower_get(Lower *l, Value *v, Value *index);
Value *lower_dim(Lower *l, const Value *v); // of an array
bool lower_costly(Lower *l, const Value *v);

// lower_store.c: arrays in memory
Value *lower_view(Lower *l, const char *base, uint32_t level, const Ty *type);
Value *lower_storage(Lower *l, uint32_t level, const Ty *type); // a buffer of the function, filled at a level
Value *lower_element(Lower *l, Value *view, Value *index);      // rank 0 for a cell
Value *lower_read(Lower *l, Value *view);                       // loads a cell, or cells; others stay
void lower_store(Lower *l, Value *dest, Value *v, bool keep);
Value *lower_force(Lower *l, Value *v);
const char *lower_address(Lower *l, Value *view);
bool lower_unit(const Value *v);
bool lower_contiguous(Lower *l, const Value *view);

// lower_ifold.c
Value *lower_ifold(Lower *l, uint32_t node, const Env *env);
void lower_ifold_into(Lower *l, Value *dest, Value *v);
Value *lower_sum(Lower *l, Value *a, Value *b); // Σ a·b; b may be NULL

// lower_calls.c
Value *lower_call(Lower *l, SmrArrayOp op, Value **args);
Value *lower_row(Lower *l, Value *v, Value *index); // of V_ROWS
void lower_call_into(Lower *l, Value *dest, Value *v);
Value *lower_in_memory(Lower *l, Value *v, Number number);
/// alpha · a + beta · b, elementwise; b may be NULL.
Value *lower_sum_of(Lower *l, const Ty *type, Value *alpha, Value *a, Value *beta, Value *b);

// lower_linalg.c
void lower_linalg_fill(Lower *l, Value *dest, Value *number);
Value *lower_linalg_number(Lower *l, Value *a, Value *b,
                           Number number); // a dot product; a sum when b is NULL
void lower_linalg_into(Lower *l, Value *dest, Value *v);

#endif
