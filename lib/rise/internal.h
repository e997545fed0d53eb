//===- internal.h - values of the lowering -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For lib/rise alone. Terms become symbolic values; code is written where a number is asked for and
// where something is stored. A value says what it is, not where it was computed: it may be asked for in any
// loop inside of the one that it was made in.
//===----------------------------------------------------------------------===//
#ifndef SMR_RISE_INTERNAL_H
#define SMR_RISE_INTERNAL_H
#include "base/vec.h"
#include "rise/lower.h"

typedef struct SmrRiseEnv SmrRiseEnv;
typedef struct SmrRiseValue SmrRiseValue;

typedef enum {
  SMR_RISE_CONSTANT,
  SMR_RISE_NUMBER, // computed
  SMR_RISE_CELL,   // a number or vector in memory; number: of the accumulator, if it is one's
  SMR_RISE_ARITH,  // args 0, 1, of numbers or vectors
  SMR_RISE_SPREAD, // args 0 in each lane
  SMR_RISE_LANES,  // a vector: elements `offset` to `offset` + lanes of the array args 0
  SMR_RISE_LANE,   // lane `offset` of the vector args 0
  SMR_RISE_FOLD,   // a reduction: args function, first value, array
  SMR_RISE_PAIR,   // args 0, 1
  SMR_RISE_POSITION,
  SMR_RISE_HOLE,    // an argument that is not there, see smr_rise_is_view
  SMR_RISE_CLOSURE, // node: a lambda; env
  SMR_RISE_PARTIAL, // node: a primitive with less arguments than it takes
  // arrays, of `size` elements
  SMR_RISE_STORED,    // element i is args 0 with i behind the indices of its cells
  SMR_RISE_MAPPED,    // args function, array
  SMR_RISE_UNMAPPED,  // memory for what becomes args 1 by the view args 0
  SMR_RISE_GENERATED, // args function
  SMR_RISE_ZIPPED,    // args 0, 1
  SMR_RISE_PARTS,     // part `number` of each element of args 0
  SMR_RISE_BLOCKS,    // element i is the slice from i `step` on, `width` long, of args 0
  SMR_RISE_JOINED,    // the rows, `width` long, of args 0
  SMR_RISE_SLICE,     // from `offset` on
  SMR_RISE_TURNED,    // columns of args 0
  SMR_RISE_COLUMN,    // number `offset`
  SMR_RISE_VECTORS,   // `lanes` elements of args 0 each
  SMR_RISE_SCALARS,   // the lanes of the elements of args 0
} SmrRiseValueKind;

struct SmrRiseValue {
  SmrRiseValueKind kind;
  SmrRisePrimitive primitive;
  SmrDatum type;  // MAPPED, GENERATED: of an element; FOLD: of the result
  uint16_t lanes; // numbers: 1; vectors; VECTORS, SCALARS
  uint32_t node, count, number;
  double constant;
  const SmrRiseEnv *env;
  SmrRiseValue *args[3];
  SmrLoopsIndex size, offset, step, width;
  SmrLoopsBuffer buffer;
  uint32_t rank;
  SmrLoopsIndex index[SMR_LOOPS_MAX_RANK];
  // what was computed already, and in which block
  SmrLoopsValue known;
  SmrRiseValue *stored;
  uint32_t block; // 0: nothing
};

struct SmrRiseEnv {
  SmrRiseValue *value;
  const SmrRiseEnv *outer;
};

/// A buffer in which a reduction's accumulator is updated in place. Reading it is right only inside of the
/// part that is being written, of which nothing is written yet.
typedef struct {
  SmrLoopsBuffer buffer;
  uint32_t node, owner; // the reduction; as what its accumulator is read, see CELL
  bool taken;           // it is another reduction's accumulator by now
  bool known;           // false: several parts may be written in turn
  uint32_t rank;
  SmrLoopsIndex index[SMR_LOOPS_MAX_RANK];
} SmrRiseGuard;

typedef struct {
  const SmrRise *rise;
  SmrLoopsProgram *l;
  bool divisible, parallel; // parallel: inside of a parallel loop
  SmrArena arena;
  SMR_VEC(uint32_t) blocks; // that are open, numbered
  uint32_t next_block, next_owner;
  SMR_VEC(SmrRiseGuard) guards;
  SMR_VEC(SmrRiseValue *) leaves;
  SMR_VEC(uint32_t) leaf_nodes;
  bool *copied;        // by node: reductions that cannot be updated in place
  bool again;          // one more was found
  uint32_t at, failed; // the part of the term that is being looked at, and that at the first error
  const char *error;
} SmrRiseLowering;

#define SMR_RISE_TYPE SMR_LOOPS_F32

// symbolic.c
SmrRiseValue *smr_rise_symbolic(SmrRiseLowering *r, uint32_t node, const SmrRiseEnv *env);
SmrRiseValue *smr_rise_apply(SmrRiseLowering *r, SmrRiseValue *f, SmrRiseValue *x);

// value.c
/// The first error counts; it is one of the part that is being looked at.
void smr_rise_fail(SmrRiseLowering *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
SmrLoopsIndex smr_rise_extent(SmrRiseLowering *r, SmrDatum size);
uint32_t smr_rise_open(SmrRiseLowering *r); // a block; returns its number
void smr_rise_close(SmrRiseLowering *r);
bool smr_rise_is_open(const SmrRiseLowering *r, uint32_t block);
/// A loop from 0 to count; no loop where count is 1. `end` closes it.
SmrLoopsIndex smr_rise_for(SmrRiseLowering *r, SmrLoopsIndex count, SmrLoopsOrder order, bool *is_loop);
void smr_rise_end(SmrRiseLowering *r, SmrLoopsOrder order, bool is_loop);
SmrRiseValue *smr_rise_value(SmrRiseLowering *r, SmrRiseValueKind kind);
SmrRiseValue *smr_rise_view(SmrRiseLowering *r, SmrRiseValueKind kind, SmrLoopsIndex size, SmrRiseValue *of);
SmrRiseValue *smr_rise_element(SmrRiseLowering *r, SmrRiseValue *v, SmrLoopsIndex i);
SmrRiseValue *smr_rise_half(SmrRiseLowering *r, SmrRiseValue *v, uint32_t number); // of a pair
bool smr_rise_is_array(const SmrRiseValue *v);
bool smr_rise_is_number(const SmrRiseLowering *r, const SmrRiseValue *v);
/// Whether asking for its elements computes anything.
bool smr_rise_costs(SmrRiseLowering *r, const SmrRiseValue *v);
/// Whether a function computes something.
bool smr_rise_works(SmrRiseLowering *r, const SmrRiseValue *f);

// store.c
/// Of a function that is a view of its argument: where to store the argument, so that the result is in `to`.
SmrRiseValue *smr_rise_before_view(SmrRiseLowering *r, SmrRiseValue *f, SmrRiseValue *to);
void smr_rise_store(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to);
/// Memory for a value of a type; with the indices of `outer` in front.
SmrRiseValue *smr_rise_memory(SmrRiseLowering *r, SmrDatum type, uint32_t rank, const SmrLoopsIndex *outer,
                              const char *argument, bool written);
/// The value in memory: computed now, if it is not there.
SmrRiseValue *smr_rise_materialise(SmrRiseLowering *r, SmrRiseValue *v);
/// Computes what loops over an array's elements would compute in each step.
void smr_rise_prepare(SmrRiseLowering *r, SmrRiseValue *v);

// reduce.c
SmrLoopsValue smr_rise_number(SmrRiseLowering *r, SmrRiseValue *v);
/// Whether the lanes of an array's elements from `offset` on are cells side by side (1), one cell (0), or
/// neither (-1); the first one.
int smr_rise_beside(SmrRiseLowering *r, SmrRiseValue *array, SmrLoopsIndex offset, uint16_t lanes,
                    SmrRiseValue **first);
/// The result of a reduction; `to`: memory that it may be computed in, or NULL.
SmrRiseValue *smr_rise_fold(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to);
#endif
