//===- verify_internal.h - what the files of lib/verify share ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An *object* is a piece of memory that a wrapper is given: object k is the pointer, box or by-value OUT
// argument k, and the wrapper's result is the last one. Bytes in it are counted from the address that is
// passed.
//===----------------------------------------------------------------------===//
#ifndef SMR_VERIFY_VERIFY_INTERNAL_H
#define SMR_VERIFY_VERIFY_INTERNAL_H
#include "automata/pattern.h"
#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "graph/interpret.h"
#include "graph/number.h"
#include "verify/verify.h"

enum {
  SMR_VERIFY_ARGS = 48, // arguments of a wrapper, more are not checked
  SMR_VERIFY_SIZES = 7, // size classes: five for every pair, two for conditions that want more
  SMR_VERIFY_DIMS = 15, // of a descriptor
  SMR_VERIFY_PAGE = 4096,
  SMR_VERIFY_REACH = 1 << 21,        // bytes of an object to either side of its address
  SMR_VERIFY_LOOSE = 1 << 14,        // bytes of an array whose extent is not known
  SMR_VERIFY_STEPS = 4 * 1000 * 1000 // operations of the idiom in one run
};

//--- Inputs ------------------------------------------------------------------
typedef enum { SMR_SPICE_NONE, SMR_SPICE_NAN, SMR_SPICE_INF, SMR_SPICE_MINUS_INF } SmrSpice;

/// What floating-point arrays and in-out scalars hold.
typedef enum {
  SMR_DATA_PLAIN, // all digits in use, below 1 in magnitude
  SMR_DATA_TINY,  // near the denormal numbers
  SMR_DATA_ZEROS, // mostly zeros of either sign
  SMR_DATA_NONE,  // nothing but zeros
  SMR_DATA_BROAD, // magnitudes up to 32: exponentials span their range
  SMR_DATA_LARGE, // far from 1, but products of three are finite
  SMR_DATA_WHOLE, // -3 to 3: sums of products are exact in any order
  SMR_DATA_ABS,   // PLAIN's magnitudes: an idiom of sums and products gives its terms' magnitude
  SMR_DATA_FLAT   // within a thousandth of 1: quotients and recurrences stay tame
} SmrVerifyData;

/// Everything that determines one run.
typedef struct {
  uint64_t seed;                  // of the data
  int64_t ints[SMR_VERIFY_ARGS];  // INT arguments
  double floats[SMR_VERIFY_ARGS]; // FLOAT arguments
  uint8_t alias[SMR_VERIFY_ARGS]; // the object that is passed for this one: itself, or an earlier one
  struct {
    uint32_t rank;
    int64_t extent[SMR_VERIFY_DIMS], stride[SMR_VERIFY_DIMS]; // stride in bytes
  } box[SMR_VERIFY_ARGS];
  bool wide_ints; // integer arrays hold any value, else small ones that may be indices
  SmrVerifyData data;
  SmrSpice spice;
  uint32_t spiced_object; // where the special value goes: into one element of the object,
  int64_t spiced_offset;  // or (INT64_MIN) into the scalar argument
} SmrVerifyCase;

/// One element of an object's memory in a run. `type` 0: untouched. A cell's magnitude is the sum of the
/// magnitudes of the terms that it is made of (a complex one's for both parts).
typedef struct {
  SmrType type;
  bool read_first, written;
  SmrCell first, value; // what it held at the start, if it was read first, and holds at the end
} SmrVerifyCell;

typedef struct {
  SmrVerifyCell *cells; // by offset + SMR_VERIFY_REACH; NULL until first touched
  uint8_t *marks;       // by the same: the bytes of the element that begins here; 0: none does
  bool extents_only;    // a run of SmrVerifyEval.corners: no cells
  int64_t low, high;    // the bytes that the idiom touches; low == high: none
  SmrType element;      // of the first access
  // In a sparse run, of an array: the pages that were touched, in that order, and their places in it. Cells
  // are counted as if these pages were contiguous.
  SMR_VEC(int64_t) pages;
  SmrMap places;
} SmrVerifyObject;

//--- The idiom, run on its graph ----------------------------------------------
typedef enum {
  SMR_RUN_OK,
  SMR_RUN_EXCLUDED, // the rewriter's guards keep such inputs away
  SMR_RUN_UNKNOWN   // the graph holds something that only the compiled code can do
} SmrVerifyRun;

typedef struct {
  const SmrGraph *graph;
  const SmrPattern *pattern;
  const SmrVerifyCase *inputs;
  SmrArena arena;
  SmrInterp interp;
  uint8_t *varies;          // by op: 1 + whether a LOOP's trip count changes inside the outermost loop
  SmrVerifyObject *objects; // arg_count of them, then ALLOCAs
  uint32_t object_count, param_count;
  uint32_t steps, most_steps;
  // Only the first and the last iteration of every loop, either side of every branch: where indices are
  // linear that gives the extents, and from the trip counts how much work a whole run would be.
  bool corners;
  bool unguarded; // loops that do not run are part of the idiom, too
  bool sparse;    // arrays may reach as far as they like, in few pages
  double weight, work;
  SmrVerifyRun verdict;
  // The indices with which one element was touched last, for messages:
  uint32_t watched_object;
  int64_t watched_offset;
  int64_t indices[8];
  uint32_t index_count;
} SmrVerifyEval;

/// Where a byte of a sparse run is, from the address that is passed.
int64_t smr_verify_place_of(const SmrVerifyObject *object, int64_t at);
/// The first touched element at or behind `at`; `high` when there is none.
int64_t smr_verify_next(const SmrVerifyObject *object, int64_t at, int64_t high);

void smr_verify_eval_init(SmrVerifyEval *eval, const SmrGraph *graph, const SmrPattern *pattern);
/// Runs the idiom; afterwards eval->objects says what it read and wrote.
SmrVerifyRun smr_verify_eval(SmrVerifyEval *eval, const SmrVerifyCase *inputs);
/// What an element of an object holds at the start of a run.
SmrCell smr_verify_first(const SmrVerifyEval *eval, const SmrVerifyCase *inputs, uint32_t object,
                         int64_t offset, SmrType type);

//--- A pair under test --------------------------------------------------------
typedef void SmrVerifyStub(void **arguments);
typedef struct SmrVerifyTies SmrVerifyTies; // ties.h

typedef struct {
  const SmrBuildChecked *pair;
  const SmrVerifyTies *ties;       // of its shapes; may be NULL
  bool tensors;                    // `pair` is one on tensors, bufferized
  bool joined;                     // another one, with products rounded with their sums: joined.c
  const char *skipped;             // why it cannot be checked
  SmrVerifyStub *call[2];          // in the child: idiom, replacement
  SMR_VEC(const char *) externals; // C names that the two sides need from elsewhere
} SmrVerifyPair;

/// What a child tells: shared memory, so that it outlives a crash.
typedef enum {
  SMR_TELL_STARTED, // the child has not finished
  SMR_TELL_FINE,
  SMR_TELL_WRONG,    // `message`
  SMR_TELL_NO_INPUTS // nothing satisfies the pair's conditions
} SmrVerifyTell;
typedef struct {
  SmrVerifyTell tell;
  int side;             // which one runs now: 0 idiom, 1 replacement; -1 neither
  bool crashed;         // `crash` says how
  uint32_t cases, runs; // done so far
  bool loose;
  char inputs[1024], crash[512], message[2048];
} SmrVerifyReport;

/// Chooses inputs, runs both sides, compares; or times one; in a child of its own.
void smr_verify_child(const SmrVerifyPair *pair, bool calibrate, SmrVerifyReport *report);

/// cases.c: a sequence of inputs from small to large.
typedef struct {
  uint64_t random;
  const SmrVerifyPair *pair;
  SmrVerifyEval *eval;
  bool loose;
  int64_t first;     // not 0: what all integers are in the first attempt
  int64_t extra[16]; // constants of the pair's conditions
  uint32_t extra_count;
} SmrVerifyChooser;
uint64_t smr_verify_random(uint64_t *state);
void smr_verify_chooser_init(SmrVerifyChooser *chooser, const SmrVerifyPair *pair, SmrVerifyEval *eval);
/// Finds inputs of a size class (0 .. SMR_VERIFY_SIZES - 1) that satisfy the pair's conditions and the
/// rewriter's guards; leaves the run in the chooser's eval.
bool smr_verify_choose(SmrVerifyChooser *chooser, unsigned size, SmrVerifyCase *out);

/// Does a `when` condition hold?
bool smr_verify_condition(const SmrVerifyChooser *chooser, const SmrWhen *condition,
                          const SmrVerifyCase *inputs);
/// The rank of a descriptor argument, as far as the idiom asks; strided[d]: it asks for that stride.
uint32_t smr_verify_box(const SmrVerifyChooser *chooser, uint32_t arg, bool *strided);

/// joined.c: the exact pairs of C code whose products a machine may round with their sums, in that form, and
/// how many; their modules are copies.
uint32_t smr_verify_joined(const SmrBuildChecked *pairs, uint32_t count, SmrBuildChecked *out);
void smr_verify_joined_free(SmrBuildChecked *pairs, uint32_t count);

/// link.c: compiles all sides into one shared object, at that level (-O1). False: nothing can be checked.
/// Pairs in dialects that flang does not lower are marked as skipped.
bool smr_verify_link(SmrVerifyPair *pairs, uint32_t count, const char *directory, uint32_t jobs,
                     const char *level, const SmrVerifyOptions *options, SmrArena *arena,
                     SmrStr *shared_object, SmrDiag *diag);

#endif
