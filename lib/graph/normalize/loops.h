//===- loops.h - what loops.c and trips.c share ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_NORMALIZE_LOOPS_H
#define SMR_GRAPH_NORMALIZE_LOOPS_H
#include "graph/normalize/passes.h"

typedef struct {
  SmrGraph *g;
  SmrArena arena;
  SmrPolyCache cache;
  uint32_t from; // entries of the cache before this one are of values outside the loop at hand
  SmrMap became; // FOR or WHILE -> the LOOP made of it
} SmrLoopPass;

/// An integer of type `type` that equals the polynomial modulo 2^width, built before `where`. `exact`: it is
/// in range.
SmrValue smr_build_typed(SmrGraph *g, SmrBlock block, SmrOp where, SmrPoly poly, SmrType type, bool exact);
/// distance / step, towards zero; what is not positive may be anything that is not positive.
bool smr_divide_distance(SmrLoopPass *s, SmrBlock block, SmrOp where, SmrPoly distance, int64_t step,
                         SmrPoly *trip);

/// Where a value over these leaves can be built so that it is an invariant of as many loops as possible:
/// before `loop` or a region op around it.
SmrOp smr_outermost_place(const SmrGraph *g, SmrOp loop, SmrPoly poly);

/// What a count of W says of a loop that tests at its end: it runs max(W, 0) + 1 times (SIGNED); W + 1 times,
/// as W is no negative number (ANY); max(W + 1, 1) times, both read without a sign (UNSIGNED).
typedef enum { SMR_TRIP_SIGNED, SMR_TRIP_ANY, SMR_TRIP_UNSIGNED } SmrTripLeast;
/// How often the condition of a WHILE holds, one time after the other, as a polynomial whose new leaves stand
/// before the WHILE (trips.c); anything that is not positive means never.
bool smr_while_trip(SmrLoopPass *s, SmrOp loop, SmrPoly *trip, SmrTripLeast *least);
#endif
