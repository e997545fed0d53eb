//===- raise.h - a nest of the graph to array equations -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A nest is a run of ops in one block of a graph in the plain form (lib/graph/normalize/README.md): loops,
// conditions, loads, stores and what is computed between them. Raising reads it (R1), finds what each store
// and result is a sum of (R4), and orders the writes of each array by element (R3), so that every read sees
// one version. README.md has the steps.
//
// Different base objects are taken to be apart, in the whole nest: whoever uses the equations proves it or
// asks at run time. Polynomials are exact integers, as legality shows of what it lets through.
//===----------------------------------------------------------------------===//
#ifndef SMR_RAISE_RAISE_H
#define SMR_RAISE_RAISE_H
#include "raise/equations.h"

/// Why a nest is no equations; the text is said of the op where it is so.
// clang-format off
#define SMR_NOT_RAISED(X)                                                                                    \
  X(CALL, "something is called here")                                                                        \
  X(OPAQUE, "SMR does not know what this does to memory")                                                    \
  X(VOLATILE, "this access is volatile or atomic")                                                           \
  X(WHILE, "how often this loop runs is not known before it")                                                \
  X(JUMP, "this is left or entered by a jump")                                                               \
  X(MEMORY, "memory comes and goes here")                                                                    \
  X(BOUND, "how often this loop runs is no sum of sizes and outer indices")                                  \
  X(CONDITION, "what happens here depends on a condition on more than sizes and indices")                              \
  X(BASE, "which array this is depends on the loops around it")                                              \
  X(OFFSET, "which element this is depends on more than sizes and indices")                                  \
  X(TYPE, "one array is accessed as numbers of different types")                                             \
  X(INTEGER, "an integer, pointer or descriptor is stored that may be read here")                            \
  X(VIEW, "which elements of this array overlap is not known")                                               \
  X(AGAIN, "an element that was stored before is overwritten here")                                          \
  X(ORDER, "writes of one array have no order element by element")                                           \
  X(BETWEEN, "an element is read between two writes of it")                                                  \
  X(VALUE, "SMR does not know what this computes")                                                           \
  X(ZERO, "0 is multiplied here, which gives NaN if the other factor is infinite or NaN")                    \
  X(CARRIED, "the loop carries more than a sum from one iteration to the next")                              \
  X(LARGE, "the nest is too large to be read as equations")                                                  \
  X(NOTHING, "nothing is stored or left behind here")
// clang-format on
typedef enum {
  SMR_RAISED, // no refusal
#define X(name, text) SMR_NOT_RAISED_##name,
  SMR_NOT_RAISED(X)
#undef X
} SmrNotRaisedReason;
typedef struct {
  SmrNotRaisedReason reason;
  SmrOp op; // where
} SmrNotRaised;
const char *smr_not_raised_text(SmrNotRaisedReason reason);

/// Limits; beyond them a nest is refused with LARGE.
enum {
  SMR_RAISE_MAX_SCOPES = 256,
  SMR_RAISE_MAX_ACCESSES = 512,
  SMR_RAISE_MAX_STORES = 64, // of one array
  SMR_RAISE_MAX_TERMS = 64,  // of one sum
};

/// The equations of one nest, to be destroyed; NULL when it is none, with the reason in *why. `uses` are
/// those of the graph. A nest whose rows are reached by pointers, or in which two loops are written as one or
/// elements are chosen, is open afterwards, where it has equations (graph/rows.h, graph/collapsed.h,
/// graph/chosen.h).
SmrEquations *smr_raise(SmrGraph *graph, const SmrUses *uses, SmrNest nest, SmrNotRaised *why);
void smr_raise_close(SmrGraph *graph, SmrNest nest);

/// The equations of a nest that has those, where rows that no index chooses, A[p] and A[q], are different
/// ones: (p - q)^2 - 1 >= 0 is a need. NULL where the nest does not write two such rows, or that does not
/// matter.
SmrEquations *smr_raise_rows_apart(const SmrGraph *graph, const SmrUses *uses, SmrNest nest,
                                   const SmrEquations *equations);

/// The equations of a nest where a sum that is stored and multiplied is a factor: the element that it is
/// stored in, as the store makes it. NULL where nothing is both. The nest's own loads do not read what these
/// equations read, so a part of it that is left to its loops must not go by them.
SmrEquations *smr_raise_by_stores(const SmrGraph *graph, const SmrUses *uses, SmrNest nest);

/// The equations of a nest where a sum over indices that is divided is the first argument of the function
/// SMR_QUOTIENT. NULL where there is none.
SmrEquations *smr_raise_divided(const SmrGraph *graph, const SmrUses *uses, SmrNest nest);

/// A nest, its equations or why it has none.
typedef struct {
  SmrNest nest;
  SmrEquations *equations;
  SmrNotRaised why;
} SmrRaisedNest;
typedef SMR_VEC(SmrRaisedNest) SmrRaisedNests;
/// Which nests are raised: those that are not wanted are left out, with all that is in them, untold.
typedef struct {
  bool (*wanted)(const SmrGraph *graph, SmrNest nest, void *data);
  void *data;
} SmrRaiseChoice;
/// Appends the largest nests with a loop in them that are equations, and every loop that is in none of them.
/// `choice` may be NULL: all are wanted.
void smr_raise_function(SmrGraph *graph, const SmrRaiseChoice *choice, SmrRaisedNests *out);
/// The same in a nest, and in the blocks of an op.
void smr_raise_nests(SmrGraph *graph, const SmrUses *uses, SmrNest nest, const SmrRaiseChoice *choice,
                     SmrRaisedNests *out);
void smr_raise_inside(SmrGraph *graph, const SmrUses *uses, SmrOp op, const SmrRaiseChoice *choice,
                      SmrRaisedNests *out);
void smr_raised_nests_free(SmrRaisedNests *nests);
#endif
