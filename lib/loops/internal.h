//===- internal.h - how a program of loops is kept -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For lib/loops alone.
//===----------------------------------------------------------------------===//
#ifndef SMR_LOOPS_INTERNAL_H
#define SMR_LOOPS_INTERNAL_H
#include "base/vec.h"
#include "loops/loops.h"

typedef enum {
  SMR_LOOPS_ATOM_SIZE,
  SMR_LOOPS_ATOM_VARIABLE,
  SMR_LOOPS_ATOM_QUOTIENT,
  SMR_LOOPS_ATOM_VALUE
} SmrLoopsAtomKind;
typedef struct {
  SmrLoopsAtomKind kind;
  uint32_t of;            // the size's number (the atom is size / divisor); the variable's; the value
  SmrLoopsIndex over, by; // of a quotient
} SmrLoopsAtom;

typedef struct {
  const char *name;
  int64_t divisor;
} SmrLoopsSize;

typedef enum {
  SMR_LOOPS_ARGUMENT_SIZE,
  SMR_LOOPS_ARGUMENT_NUMBER,
  SMR_LOOPS_ARGUMENT_BUFFER
} SmrLoopsArgumentKind;
typedef struct {
  SmrLoopsArgumentKind kind;
  const char *name;
  uint32_t of; // the size's number, the value, the buffer
} SmrLoopsParameter;

typedef struct {
  const char *name; // NULL: local
  SmrLoopsType type;
  uint32_t rank;
  const SmrLoopsIndex *sizes, *strides;
  SmrLoopsIndex offset;
  bool written;
  uint32_t block; // that a local one is allocated in
} SmrLoopsBufferInfo;

typedef enum {
  SMR_LOOPS_CONSTANT,
  SMR_LOOPS_LOAD,
  SMR_LOOPS_STORE,
  SMR_LOOPS_BROADCAST,
  SMR_LOOPS_ARITH,
  SMR_LOOPS_CONVERT,
  SMR_LOOPS_OF_INDEX, // flat
  SMR_LOOPS_FOR,
  SMR_LOOPS_IF,
  SMR_LOOPS_GEMM,
  SMR_LOOPS_NAMED,
} SmrLoopsKind;

typedef struct {
  SmrLoopsType type;
  SmrLoopsIndex m, n, k;
  SmrLoopsValue alpha; // of a NAMED operation: its number
  double beta;
  SmrLoopsMatrix a, b, c;
  SmrLoopsTile by;
  SmrLoopsNamed what;
} SmrLoopsProduct;

typedef struct {
  SmrLoopsKind kind;
  SmrLoopsValue result; // of FOR and IF: the first of their results
  SmrLoopsOp op;
  double number;
  SmrLoopsValue a, b;
  SmrLoopsBuffer buffer;
  const SmrLoopsIndex *index;
  SmrLoopsIndex flat; // instead of an index: how far behind the buffer's first element
  bool accumulate;
  // FOR
  uint32_t variable;
  SmrLoopsOrder order;
  const SmrLoopsValue *inits;
  SmrLoopsValue inside; // the first of them
  // FOR, IF, GEMM and NAMED (written out)
  uint32_t body, other; // blocks; other: UINT32_MAX when there is none
  uint32_t values;      // carried, or results
  const SmrLoopsValue *yields, *other_yields;
  // IF
  uint32_t count;
  const SmrLoopsTest *tests;
  const SmrLoopsProduct *product;
} SmrLoopsStatement;

typedef struct {
  SMR_VEC(uint32_t) statements;
  SMR_VEC(SmrLoopsBuffer) buffers; // allocated at its start, freed at its end
  uint32_t parent;                 // UINT32_MAX: none
} SmrLoopsBlock;

typedef struct {
  uint32_t statement; // UINT32_MAX: the function
  uint32_t block;
  bool other; // the second block of an `if`
} SmrLoopsOpen;

struct SmrLoopsProgram {
  SmrArena arena;
  SMR_VEC(SmrLoopsAtom) atoms;
  SmrPolyPool polys; // leaves are numbers of atoms
  SmrArena scratch;  // of one operation on integers
  SMR_VEC(SmrLoopsSize) sizes;
  SMR_VEC(SmrLoopsParameter) parameters;
  SMR_VEC(SmrLoopsBufferInfo) buffers;
  SMR_VEC(SmrLoopsType) values;
  SMR_VEC(SmrLoopsIndex) variables; // how often each one's loop runs
  SMR_VEC(SmrLoopsStatement) statements;
  SMR_VEC(SmrLoopsBlock) blocks; // 0: the function's
  SMR_VEC(SmrLoopsOpen) open, suspended;
  const char *error; // the first mistake of the builder
};

static inline bool smr_loops_same_type(SmrLoopsType a, SmrLoopsType b) {
  return a.bits == b.bits && a.lanes == b.lanes && a.integer == b.integer;
}
SmrLoopsIndex smr_loops_variable(SmrLoopsProgram *l, SmrLoopsIndex count); // a new one
/// The least and the greatest that a polynomial may be, without variables where these are known.
SmrLoopsIndex smr_loops_least(SmrLoopsProgram *l, SmrLoopsIndex p);
SmrLoopsIndex smr_loops_greatest(SmrLoopsProgram *l, SmrLoopsIndex p);
bool smr_loops_mentions(const SmrLoopsProgram *l, SmrLoopsIndex p, uint32_t variable); // or any value
void smr_loops_index_dump(const SmrLoopsProgram *l, SmrLoopsIndex p, SmrStr *out);
void smr_loops_fail(SmrLoopsProgram *l, const char *reason); // static text
/// Where what is loaded or stored begins, from the start of its memory.
SmrLoopsIndex smr_loops_place(SmrLoopsProgram *l, const SmrLoopsStatement *access);
#endif
