//===- rewrite.h - graphs of tensor operations, rewritten ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every block of a module is read as terms, what other ops use is rewritten to a fixpoint, and what that
// gives is written back: the uses of a matched root are replaced, an intermediate that has other uses stays,
// what is unused then goes.
//===----------------------------------------------------------------------===//
#ifndef SMR_TENSOR_REWRITE_H
#define SMR_TENSOR_REWRITE_H
#include "base/diag.h"
#include "mlir-c/IR.h"
#include "pypm/rewrite.h"

typedef enum {
  SMR_TENSOR_REWRITTEN, // a rule fired
  SMR_TENSOR_REFUSED,   // a pattern matched, or may match, and nothing fired
  SMR_TENSOR_LEFT,      // a rule fired, or a pattern has a part, and what that gives cannot be written
  SMR_TENSOR_OUTLINED,  // a part became a function
  SMR_TENSOR_NEAR,      // a pattern almost matches: options near_misses, why_not
  SMR_TENSOR_OFFLOADED, // a kernel may run on a GPU (gpu.h)
  SMR_TENSOR_STAYS,     // a kernel may not
  SMR_TENSOR_NOTE_KINDS
} SmrTensorNoteKind;

/// Is it something that was done? (Else it was missed.)
static inline bool smr_tensor_is_done(SmrTensorNoteKind kind) {
  return kind == SMR_TENSOR_REWRITTEN || kind == SMR_TENSOR_OUTLINED || kind == SMR_TENSOR_OFFLOADED;
}

/// An op that a pattern matched.
typedef struct {
  const char *name;
  MlirLocation location; // null: a rule made it
} SmrTensorMatched;

/// Something that happened. Texts live as long as the report.
typedef struct {
  SmrTensorNoteKind kind;
  MlirLocation location;
  const char *function; // "" outside of any
  const char *rule;     // "" where it is not about one
  const char *pattern;
  const char *text;                 // the event's line, or the reason
  uint32_t alternate, branch, made; // REWRITTEN: counted from 1; ops of the replacement
  const SmrTensorMatched *matched;  // REWRITTEN, OUTLINED, NEAR: each once
  uint32_t matched_count;
} SmrTensorNote;

typedef struct {
  SmrArena arena;
  SMR_VEC(SmrTensorNote) notes;
  SMR_VEC(MlirOperation) functions;       // that were made of parts
  uint32_t counts[SMR_TENSOR_NOTE_KINDS]; // notes, also those that are not kept
  uint32_t ops, fired;                    // ops that stand for operators; firings
  SmrStr dot;                             // drawings of the blocks, where they are wanted
  bool draw;
  bool quiet; // nobody reads the notes: they are counted
} SmrTensorReport;

/// Zero-initialise a report to create it; `draw` asks for `dot`, `quiet` for no notes.
void smr_tensor_report_free(SmrTensorReport *report);
/// Errors: an operator, from that one on, that stands for no op.
bool smr_tensor_check(const SmrPypmFile *file, uint32_t first, SmrDiag *diag);
/// Rewrites all blocks in an operation's regions. Adds operators and terms to the library's file.
void smr_tensor_rewrite(MlirOperation op, const SmrPypmLibrary *library, SmrPypmRewriteOptions options,
                        SmrTensorReport *report);
#endif
