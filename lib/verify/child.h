//===- child.h - one pair's process --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the phases of a check share: memory between guard pages, calls, comparison. All of it runs in a child
// process that exists for one pair.
//===----------------------------------------------------------------------===//
#ifndef SMR_VERIFY_CHILD_H
#define SMR_VERIFY_CHILD_H
#include "verify/cover.h"
#include "verify/verify_internal.h"
#include <setjmp.h>

enum { SMR_VERIFY_REGION = 2 * SMR_VERIFY_REACH, SMR_VERIFY_RESULT = 64 };

typedef struct {
  unsigned char *pages; // SMR_VERIFY_REGION bytes between two guard pages
  unsigned char *at;    // what offset 0 is
  unsigned char *first, *after[2];
  unsigned char *bound; // large.c: what the idiom makes of magnitudes, or of other digits
  double moved;         // large.c: how far its results move by other digits
  size_t capacity, bound_capacity;
  int64_t low, high;   // the bytes that both sides may touch
  unsigned char *span; // spans.c: what is reserved around the pages of a sparse run, and how much
  size_t span_size;
} SmrVerifyMemory;

typedef struct {
  int64_t base, elem_len;
  int32_t version;
  uint8_t rank;
  int8_t type;
  uint8_t attribute, extra;
  struct {
    int64_t lower_bound, extent, stride;
  } dim[SMR_VERIFY_DIMS];
} SmrVerifyDescriptor; // as in ISO_Fortran_binding.h

/// What a call leaves behind beside its results.
typedef struct {
  int error;       // errno
  bool error_set;  // it is not what it was
  int flags;       // of floating-point exceptions that a trap would be taken for
  const char *odd; // what no function may leave changed; NULL: nothing
} SmrVerifyTraces;

typedef union {
  unsigned char bytes[SMR_VERIFY_RESULT];
  long double align;
} SmrVerifyScalar;

typedef struct {
  const SmrVerifyPair *pair;
  const SmrPattern *pattern;
  SmrVerifyReport *report;
  SmrVerifyEval eval;
  SmrVerifyChooser chooser;
  const SmrVerifyCase *inputs;
  SmrVerifyMemory memory[SMR_VERIFY_ARGS + 1];
  SmrVerifyDescriptor boxes[SMR_VERIFY_ARGS];
  SmrVerifyScalar scalars[SMR_VERIFY_ARGS + 1];
  SmrVerifyTraces traces[2];
  bool read_only;   // what the idiom only reads is write-protected while the replacement runs
  bool may_retreat; // a crash of the idiom goes back to `retreat`: its extents were estimated
  uint32_t warm;    // calls of the replacement so far
  sigjmp_buf retreat;
} SmrVerifyChild;

/// An argument that is passed by address, but is no array: a temporary of the rewriter's, which holds a value
/// whether or not the idiom reads it.
bool smr_verify_is_place(const SmrPatternArg *arg);
bool smr_verify_has_memory(const SmrVerifyChild *c, uint32_t k);
/// "c(2,1)" or "c[1][0]"; runs the idiom once more to hear the indices.
void smr_verify_name_element(SmrVerifyChild *c, uint32_t object, int64_t offset, SmrType type, char *text,
                             size_t size);
/// Sets the inputs' words in the report.
void smr_verify_describe(SmrVerifyChild *c);
/// Room for m->low .. m->high.
void smr_verify_room(SmrVerifyChild *c, uint32_t k);

/// One call of one side: inputs to their places, flush against the guard page behind them or before them; the
/// call; results to memory[].after[side], traces to traces[side].
void smr_verify_call(SmrVerifyChild *c, int side, bool at_end);
/// Its parts, for repeated calls:
void smr_verify_place(SmrVerifyChild *c, int side, bool at_end, void **arguments);
void smr_verify_restore(SmrVerifyChild *c, int side);
void smr_verify_invoke(SmrVerifyChild *c, int side, bool at_end, void **arguments);
void smr_verify_gather(SmrVerifyChild *c, int side);

/// Sets the verdict and the message; returns false.
bool smr_verify_wrong(SmrVerifyChild *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Compares results and traces of the last calls, by the cells of the last run of the idiom's graph.
bool smr_verify_compare(SmrVerifyChild *c);
bool smr_verify_compare_traces(SmrVerifyChild *c);

/// False when the pair is wrong. Inputs that the guards keep away are passed over.
bool smr_verify_try(SmrVerifyChild *c, const SmrVerifyCase *inputs);
/// Runs the graph and plans memory for these inputs; false: they are kept away.
bool smr_verify_prepare(SmrVerifyChild *c, const SmrVerifyCase *inputs);
/// Plans memory for these inputs, of which the eval holds the run.
void smr_verify_plan(SmrVerifyChild *c, const SmrVerifyCase *inputs);

/// Scalars that could hide a result (0, tiny or large ones) become plain numbers.
void smr_verify_plain_scalars(const SmrVerifyChild *c, SmrVerifyCase *inputs);
/// run.c: how large the numbers are that a user would read.
double smr_verify_weight(const SmrVerifyCase *inputs);

/// large.c: sizes at which running the graph would take too long. *done says whether it could be.
bool smr_verify_large(SmrVerifyChild *c, SmrVerifyCover *cover, bool *done);
/// Memory for these inputs, of which the eval holds the corners; from an array's base on, and so many more
/// bytes on either side.
void smr_verify_fill_large(SmrVerifyChild *c, const SmrVerifyCase *inputs, int64_t around);
/// Does large.c see every digit of this idiom's results?
bool smr_verify_exact_large(const SmrVerifyChild *c);
/// spans.c: strides for which an array spans 2^31 elements and more, few of which are there.
bool smr_verify_spans(SmrVerifyChild *c, const SmrVerifyCover *cover);
/// state.c: repeated and concurrent calls, leaks, written constants.
bool smr_verify_state(SmrVerifyChild *c, const SmrVerifyCase *small, const SmrVerifyCase *big);
/// Remembers what the pairs' own variables hold, before anything was called.
void smr_verify_state_begin(const SmrVerifyChild *c);

/// calibrate.c: the pair's line in a table of costs, as the report's message.
void smr_verify_calibrate(SmrVerifyChild *c);

/// traces.c
void smr_verify_traces_begin(int error);
SmrVerifyTraces smr_verify_traces_end(void);
const char *smr_verify_flag_name(int flags);
/// call.c: crashes become words in the report.
void smr_verify_catch_signals(SmrVerifyChild *c);

#endif
