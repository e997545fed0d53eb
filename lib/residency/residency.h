//===- residency.h - what may stay on the GPU, and for how long -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A function as this analysis sees it: blocks, and in them events, in order: calls that a GPU may make, what
// the host does to memory, and what nobody knows. `smr_stay_solve` says where the markers of
// runtime/gpu/smr_rt_gpu.h stand, so that its contract holds on every path.
//
// Arrays are what calls are given (at most SMR_STAY_MOST_ARRAYS); sets of them are bits. Ranges are what
// markers can name. Whoever makes a SmrStay closes its sets: two arrays that may overlap stand in each set
// together.
//===----------------------------------------------------------------------===//
#ifndef SMR_RESIDENCY_RESIDENCY_H
#define SMR_RESIDENCY_RESIDENCY_H
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

enum { SMR_STAY_MOST_ARRAYS = 64 };
#define SMR_STAY_NONE UINT32_MAX

typedef uint64_t SmrStaySet; // of arrays

typedef enum {
  SMR_STAY_DEVICE,    // a call that a GPU may make
  SMR_STAY_READ,      // the host reads the range, or part of it
  SMR_STAY_WRITE,     // … writes
  SMR_STAY_DIES,      // the range is freed, or its scope ends
  SMR_STAY_ELSEWHERE, // a call of code that nobody knows, but that cannot change or free an array (what it
                      // can stands before it, as accesses); regions pause meanwhile
  SMR_STAY_UNKNOWN    // anything may happen, and this may be left for good
} SmrStayKind;

typedef enum {
  SMR_STAY_NO_MARKER,
  SMR_STAY_HOST_READS,
  SMR_STAY_HOST_WRITES,
  SMR_STAY_HOST_FORGETS
} SmrStayMarker;

typedef struct {
  SmrStayKind kind;
  SmrStaySet reads, writes; // DEVICE; UNKNOWN, ELSEWHERE: reads are the arrays whose address it is given
  SmrStaySet takes;         // DEVICE: exactly these are its arguments (not closed), for what is told
  uint32_t range;           // READ, WRITE, DIES
  uint32_t array;           // DIES: the array that does
  // What smr_stay_solve finds:
  bool before, after;   // is that a place in a region?
  SmrStayMarker marker; // before it
  bool begins, ends;    // DEVICE: a region begins before it, ends behind it
  SmrStaySet forgets;   // where it ends: these die unread
  SmrStaySet resident;  // DEVICE: of `takes`, what is there on each path; a call before took it
  SmrStaySet again;     // … on some
  bool parts;           // UNKNOWN: a call comes before it and one behind it, and nothing stays between them
} SmrStayEvent;

/// What a marker may name. Who names a range has named those that are `part_of` it, too.
typedef struct {
  SmrStaySet touches;
  uint32_t part_of; // another range, or SMR_STAY_NONE
} SmrStayRange;

typedef struct {
  uint32_t own;  // the range that is this array and nothing else, or SMR_STAY_NONE
  bool is_local; // nobody but this function, and who it gives the address to, knows it, and it dies here: of
                 // its `own`, unread results may go
  bool is_many;  // it is made more than once: several of them may be there
} SmrStayArray;

typedef struct {
  SMR_VEC(SmrStayEvent) events;
  uint32_t loop; // the innermost around it, or SMR_STAY_NONE
} SmrStayBlock;

typedef struct {
  uint32_t from, to;
  // What smr_stay_solve finds:
  bool begins, ends;
  SmrStaySet forgets;
} SmrStayEdge;

typedef struct {
  SMR_VEC(SmrStayBlock) blocks; // the first is where the function starts
  SMR_VEC(SmrStayEdge) edges;
  SMR_VEC(uint32_t) loops; // for each the one around it, or SMR_STAY_NONE
  SMR_VEC(SmrStayArray) arrays;
  SMR_VEC(SmrStayRange) ranges;
} SmrStay;

/// Zero-initialise a SmrStay to create it.
void smr_stay_free(SmrStay *stay);
uint32_t smr_stay_add_block(SmrStay *stay, uint32_t loop);
void smr_stay_add_edge(SmrStay *stay, uint32_t from, uint32_t to);
void smr_stay_add_event(SmrStay *stay, uint32_t block, const SmrStayEvent *event);

/// The outermost loop around the block that a marker for `event` may stand in front of: no call in that loop
/// makes another one necessary. SMR_STAY_NONE: it stays where it is.
uint32_t smr_stay_limit(const SmrStay *stay, uint32_t block, const SmrStayEvent *event);

/// Finds regions, markers, and what is left out.
void smr_stay_solve(SmrStay *stay);

#ifdef __cplusplus
}
#endif
#endif
