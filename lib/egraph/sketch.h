//===- sketch.h - sketches and terms that satisfy them -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Sketches after Koehler, Trinder, Steuwer: Sketch-Guided Equality Saturation, sections 3.2 and 3.4. A sketch
// stands for a set of terms:
//
//   ?                any term
//   (F s…)  F        operator F with that many children, which satisfy the s
//   (op F)  (F ...)  operator F with any children
//   (contains s)     a term that satisfies s or has a subterm that does
//   (or s…)          one of them
//   (is NAME s)      s, and the condition NAME holds for the class (the paper's type sketches)
//   (node F s…)      (F s…), also where F is one of these words
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_SKETCH_H
#define SMR_EGRAPH_SKETCH_H
#include "base/sexp.h"
#include "egraph/extract.h"
#include "egraph/rule.h"

typedef struct SmrSketch SmrSketch;

/// Reads the sketch at a node of an s-expression, or a text that is one sketch. `callbacks` (may be NULL)
/// gives the conditions of `is`, which take one class, and is borrowed. NULL after an error.
SmrSketch *smr_sketch_read(SmrOperators *ops, const SmrSexp *sexp, uint32_t at, const SmrCallbacks *callbacks,
                           SmrDiag *diag);
SmrSketch *smr_sketch_parse(SmrOperators *ops, const char *file, const char *text, size_t size,
                            const SmrCallbacks *callbacks, SmrDiag *diag);
void smr_sketch_destroy(SmrSketch *sketch);
/// In a form that reads as the same sketch.
void smr_sketch_print(const SmrSketch *sketch, SmrStr *out);

/// Whether a term satisfies the sketch. Terms have no classes: `is` is taken to hold.
bool smr_sketch_accepts(const SmrSketch *sketch, const SmrTerm *term, uint32_t node);

/// Whether some term of the class satisfies the sketch: cheap enough for SmrRunBudget.goal. The graph is
/// rebuilt.
bool smr_sketch_found(SmrSketch *sketch, SmrEgraph *g, SmrClass c);
/// The same of every class: holds[c], which has room for smr_egraph_elements(g), is 1 for the canonical
/// classes that have one.
void smr_sketch_classes(SmrSketch *sketch, SmrEgraph *g, unsigned char *holds);

/// Appends the cheapest term of the class that satisfies the sketch; returns its root there, UINT32_MAX when
/// there is none of finite cost. The graph is rebuilt and `best` up to date. `cost` may be NULL.
uint32_t smr_sketch_extract(SmrSketch *sketch, SmrBest *best, SmrClass c, SmrTerm *into, double *cost);
#endif
