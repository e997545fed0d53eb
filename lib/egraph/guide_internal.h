//===- guide_internal.h - what a guide says ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_GUIDE_INTERNAL_H
#define SMR_EGRAPH_GUIDE_INTERNAL_H
#include "egraph/guide.h"
#include "egraph/sketch.h"

typedef struct {
  const char *file; // where it stands
  uint32_t line, column;
} SmrPlace;

typedef struct {
  const char *name;
  SmrPlace place;
} SmrGuideName;

/// A sketch as an s-expression of its own, types as conditions.
typedef struct {
  const char *term; // NULL: of all terms
  SmrSexp *text;
  SmrPlace place;
} SmrGuideSketch;

typedef struct {
  uint32_t wanted;
  bool in_graph;
  const char *rule; // in_graph
  SmrSexp *sketch;  // in the term
  SmrPlace place;
} SmrGuideCount;

typedef enum {
  SMR_GUIDE_COST_AUTO,
  SMR_GUIDE_COST_FILE,
  SMR_GUIDE_COST_SIZE,
  SMR_GUIDE_COST_DEPTH
} SmrGuideCost;

typedef struct {
  SmrGuidePhase done; // its name, and what it did
  SmrPlace place;
  SMR_VEC(SmrGuideName) rules, filters, normalise;
  bool says_normalise, says_rules;
  SMR_VEC(SmrGuideSketch) sketches;
  SMR_VEC(SmrGuideCount) counts;
  SmrGuideCost cost;
  uint32_t limits; // bits of what is given: 1 iterations, 2 nodes, 4 time, 8 memory
  uint32_t iterations, nodes;
  double milliseconds;
  size_t bytes;
} SmrGuideStep;

typedef struct {
  const char *name;
  SmrTerm input, term; // as it was given, as it is now
  uint32_t input_root, root;
  SmrTermPlaces places; // of the input; empty: nobody knows
  double cost;
} SmrGuideTerm;

struct SmrGuide {
  SmrOperators *ops;
  SmrRules rules;
  SmrArena texts;
  SMR_VEC(SmrGuideTerm) terms;
  SMR_VEC(SmrGuideStep) steps;
  SMR_VEC(SmrGuideName) normalise;
};

// guide_partial.c

/// As it was written: types with `::`.
void smr_guide_print_sketch(const SmrSexp *s, uint32_t node, SmrStr *out);
/// The most of a sketch that some term of the class satisfies: its parts, from the root on, as far as they
/// are found; `?` for the rest.
void smr_guide_partial(SmrWorld *w, const SmrSexp *sketch, SmrClass c, SmrStr *out);

#endif
