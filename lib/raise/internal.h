//===- internal.h - a nest while it is being raised -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// read.c and integers.c fill it (R1), terms.c computes sums over it (R4), stages.c orders its accesses (R3),
// raise.c makes equations of all that.
//===----------------------------------------------------------------------===//
#ifndef SMR_RAISE_INTERNAL_H
#define SMR_RAISE_INTERNAL_H
#include "affine/system.h"
#include "base/map.h"
#include "raise/raise.h"

enum { SMR_RAISE_MAX_APART = 3 }; // polynomials that are not 0 around one op

/// A loop, or one side of a condition, of the nest. Scope 0 is the nest itself; its rows are over parameters.
typedef struct {
  uint32_t parent, depth; // depth: in scopes
  SmrOp op;
  uint32_t index;              // the integer that a loop counts by; 0: a condition, or the nest
  uint32_t row, row_count;     // a slice of the nest's rows: each is >= 0 here
  uint32_t apart, apart_count; // a slice of `apart`: each is not 0 here
  uint32_t side;               // of a condition: 0 where it is true, 1
  bool vague;                  // more than the rows decides whether this runs
} SmrScope;

typedef struct {
  SmrOp op; // LOAD or STORE of a number
  bool store;
  uint32_t scope, at; // at: place in program order
  uint32_t object;
  SmrType type;
  SmrPoly offset;         // over integers of the equations
  const SmrPoly *element; // what tells the elements of a written object apart: `rank` of the object's numbers
  const SmrPoly *facts;   // of such an access: each is >= 0 when it happens, as the source language says
  uint32_t fact_count;
  SmrPoly start;           // of the array that the subscripts are of, in bytes, as far as they tell
  uint32_t array, version; // LOAD: what it reads; STORE: what it makes
  bool used;               // LOAD: a sum has it
  bool adds;               // STORE: to what its element has
  SmrOp skips;             // STORE: the condition around it that a number is not 0, or 0
} SmrRaisedAccess;

/// An object that the nest accesses; its arrays come out of stages.c.
typedef struct {
  SmrValue base;
  bool written;
  uint32_t rank;
  SmrOp fixed; // a load of something else than a number from it, or 0
} SmrRaisedObject;

typedef struct {
  const SmrGraph *graph;
  SmrNest range;
  SmrEquations *out;
  SmrArena *arena; // the equations'
  SmrNotRaised why;
  SMR_VEC(SmrScope) scopes;
  SMR_VEC(SmrPoly) rows, apart;
  SMR_VEC(SmrRaisedAccess) accesses;
  SMR_VEC(SmrRaisedObject) objects;
  SMR_VEC(SmrFactor *) loads; // factors whose array and version are not known yet
  SMR_VEC(struct {
    SmrValue value; // used outside the nest, or 0
    uint32_t access;
    SmrSum sum;
  })
  sums;                        // of the stores, in program order, then of the results
  SmrMap scope_of;             // a value made in the nest → its scope
  SmrMap integer_of;           // a value → its integer
  SmrMap scalar_of;            // a value → its scalar
  SmrMap access_of;            // an op → its access
  SmrMap same;                 // a value that does not change → the first one that is the same
  SMR_VEC(SmrValue) fixed;     // those first ones that are made in the nest
  SMR_VEC(uint32_t) unwritten; // accesses: loads of numbers that conditions take not to change
  bool is_read;                // all accesses are known
  uint32_t ops;                // read so far
  uint32_t opened;             // ops of the integer that is read
  bool split_rows, has_rows;   // SmrViewOptions.rows, SmrView.has_rows
  bool rows_apart;             // rows that no index chooses are different ones
  bool by_stores; // what is stored and multiplied is a factor, as the element that it is stored in
  bool quotients; // a sum over indices that is divided is the argument of a function
  bool other;     // one of these mattered
} SmrRaiser;

/// Says why not; always false. The first reason stays.
bool smr_raise_refuse(SmrRaiser *r, SmrNotRaisedReason reason, SmrOp op);

/// A name for what the value is called in the source, or like `other`.
SmrSym smr_raise_name(SmrRaiser *r, SmrValue value, const char *other);

/// Was the value made outside the nest?
bool smr_raise_outside(const SmrRaiser *r, SmrValue value);
uint32_t smr_raise_add_integer(SmrRaiser *r, SmrValue value, bool index);
/// A polynomial of the graph over the equations' integers, with the needs for that; false when one of its
/// leaves changes in the nest and is none.
bool smr_raise_poly(SmrRaiser *r, SmrPoly graph_poly, SmrPoly *out);
/// A truth value (i1) that does not change, as an integer that is 0 where it is false; false when it changes.
bool smr_raise_truth(SmrRaiser *r, SmrValue condition, SmrPoly *out);
/// Adds a need, over parameters; false when it cannot hold.
bool smr_raise_need(SmrRaiser *r, SmrPoly need);
/// Is the polynomial, of the equations' integers, not negative wherever the scope runs? Where that is not
/// seen it becomes a need, if `ask`.
bool smr_raise_at_least_0(SmrRaiser *r, uint32_t scope, SmrPoly poly, bool ask);

bool smr_raise_read(SmrRaiser *r);
/// Adds rows, and polynomials that are not 0, that say when the condition has the given truth value; false,
/// with none added, when no conjunction of affine comparisons does.
bool smr_raise_condition(SmrRaiser *r, SmrValue condition, bool truth);
/// The value itself, or one made before that is the same wherever both are there; 0 when it changes in the
/// nest.
SmrValue smr_raise_same(SmrRaiser *r, SmrValue value);
/// The indices and rows of the scope and all around it, up to but not including `outer`; not what is not 0.
SmrDomain smr_raise_domain(SmrRaiser *r, uint32_t scope, uint32_t outer);

/// The domain where the polynomials are not 0, as 2^count domains: the one in which polynomial k is positive
/// where bit k of `which` is set, negative where it is not. False when a number is too large.
bool smr_raise_apart(SmrRaiser *r, SmrDomain domain, const SmrPoly *apart, uint32_t count, uint32_t which,
                     SmrDomain *out);

/// Those of the polynomials that name no index, p, become rows p*p - 1 >= 0 of the domain, as parameters need
/// no two cases; the others stay. False when a number is too large.
bool smr_raise_squares(SmrRaiser *r, SmrDomain *domain, SmrPoly *apart, uint32_t *count);

/// The value as a sum of terms; loads in it get their versions later. False after refusing.
bool smr_raise_sum(SmrRaiser *r, SmrValue value, SmrOp at, SmrSum *out);
/// A polynomial of the graph over the equations' integers; false where one of its leaves is not one of them
/// yet.
bool smr_raise_known_poly(SmrRaiser *r, SmrPoly graph_poly, SmrPoly *out);
/// Adds a row of the scope that is being read, over values of the graph, where all that it names is known
/// already.
void smr_raise_known(SmrRaiser *r, SmrPoly graph_poly);
/// Adds what parameters that are quotients, remainders and maxima say of what they are made of.
void smr_raise_quotients(SmrRaiser *r);

/// Of a store that happens only where a number is not 0 (`op`, a condition): its sum, of which term `own` is
/// what the element has, with all else as the function select_une(number, 0, …, 0).
bool smr_raise_skipping(SmrRaiser *r, SmrOp op, SmrOp at, uint32_t own, SmrSum *sum);
/// R2: what tells the elements of written objects apart, with the needs for that.
bool smr_raise_elements(SmrRaiser *r, SmrSystem *system);
/// R3: finds the arrays and versions of all accesses to written objects that sums have.
bool smr_raise_stages(SmrRaiser *r, SmrSystem *system);
/// Does the load of that op occur in the sum, also in functions' arguments?
bool smr_sum_loads(const SmrSum *sum, SmrOp load);

#endif
