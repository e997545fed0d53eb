//===- build.h - what the two builders share -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_BUILD_H
#define SMR_AUTOMATA_BUILD_H
#include "automata/layout.h"
#include "automata/words.h"

typedef struct {
  SmrArena arena;
  SmrIntern *texts;                     // every string of the block once
  SMR_VEC(uint32_t) text_offset;        // by text id: offset in section TEXT + 1
  SmrWords sections[SMR_SECTION_COUNT]; // TEXT is kept as bytes
  SmrBytes text;
  // control strings
  SmrWordTable control_ops; // text offset -> number in SMR_CONTROL_OPS
  SmrWordTable control;     // class - 1 -> its control string, as tokens
} SmrBuilder;

/// The offset of a string in TEXT.
uint32_t smr_builder_text(SmrBuilder *builder, const char *text);

/// The class of a region-defining op of a pattern (and of those inside it).
uint32_t smr_control_class(SmrBuilder *builder, const SmrGraph *graph, SmrOp op);
/// Marks the class of a first root.
void smr_control_anchor(SmrBuilder *builder, uint32_t number);
/// Fills the CONTROL_ sections.
void smr_control_finish(SmrBuilder *builder);
#endif
