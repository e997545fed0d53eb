//===- tell.h - what a run says ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSOR_TELL_H
#define SMR_TENSOR_TELL_H
#include "tensor/graph.h"
#include "tensor/rewrite.h"

typedef struct {
  SmrTensorGraph *graph;
  SmrTensorReport *report;
  MlirOperation inside; // of this function
  const char *function; // its name
} SmrTensorTeller;

/// A block of that function begins; true: it is another one than that of the block before.
bool smr_tensor_enter(SmrTensorTeller *tell, MlirOperation function);
/// Notes something about a term; `event`, if it is not NULL, says about which pattern and rule.
/// Without a text it is the event's own line.
void smr_tensor_note(SmrTensorTeller *tell, SmrTensorNoteKind kind, uint32_t term, const SmrPypmEvent *event,
                     const char *text);
#endif
