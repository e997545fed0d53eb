//===- sketch_internal.h - sketches as arrays ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For this folder alone. Parts stand behind the parts that they are made of, equal ones once; the last is the
// sketch itself. Part 0 is `?`.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_SKETCH_INTERNAL_H
#define SMR_EGRAPH_SKETCH_INTERNAL_H
#include "egraph/sketch.h"

typedef enum {
  SMR_SKETCH_ANY,
  SMR_SKETCH_NODE,     // `op`, children args[first …]
  SMR_SKETCH_OP,       // name `op` of any arity
  SMR_SKETCH_CONTAINS, // args[first]
  SMR_SKETCH_OR,       // args[first …]
  SMR_SKETCH_IS,       // `callback`, args[first]
} SmrSketchKind;

typedef struct {
  uint8_t kind; // SmrSketchKind
  uint32_t op;  // SmrOperator, or SmrSym of a name
  uint32_t first, count;
  const SmrCallback *callback;
} SmrSketchPart;

struct SmrSketch {
  SmrOperators *ops;
  SMR_VEC(SmrSketchPart) parts;
  SMR_VEC(uint32_t) args;
};

/// Whether a part of kind NODE or OP speaks of that operator.
static inline bool smr_sketch_names(const SmrSketch *s, const SmrSketchPart *part, SmrOperator op) {
  if (part->kind == SMR_SKETCH_NODE)
    return part->op == op;
  const SmrOperatorInfo *info = smr_operator_info(s->ops, op);
  return info->kind == SMR_OPERATOR_PLAIN && info->name == part->op;
}

#endif
