//===- rise.h - typed terms of RISE --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Terms of pat/rise.rules and the files that include it (Koehler, Trinder, Steuwer: Sketch-Guided Equality
// Saturation): lambdas and applications of primitives, each of which carries its type. Terms and their types
// are lib/egraph's.
//===----------------------------------------------------------------------===//
#ifndef SMR_RISE_RISE_H
#define SMR_RISE_RISE_H
#include "egraph/rules_text.h"
#include "egraph/term.h"
#include "loops/loops.h"

/// A size that is to be known.
typedef struct {
  const char *name;
  int64_t value;
} SmrRiseSize;

/// A term, and what its types are read with; all borrowed.
typedef struct {
  SmrOperators *ops;
  SmrRules *rules; // that declare (data type …) and the sizes
  const SmrTerm *term;
  uint32_t root;
  const SmrRiseSize *sizes; // those that are known
  uint32_t size_count;
  const SmrTermPlaces *places; // of the term's nodes, for messages; NULL: nobody knows
} SmrRise;

#define SMR_RISE_PRIMITIVES(P)                                                                               \
  P(MAP, "map", 2)                                                                                           \
  P(MAP_SEQ, "mapSeq", 2)                                                                                    \
  P(MAP_PAR, "mapPar", 2)                                                                                    \
  P(REDUCE, "reduce", 3)                                                                                     \
  P(REDUCE_SEQ, "reduceSeq", 3)                                                                              \
  P(REDUCE_SEQ_UNROLL, "reduceSeqUnroll", 3)                                                                 \
  P(SPLIT, "split", 1)                                                                                       \
  P(JOIN, "join", 1)                                                                                         \
  P(TRANSPOSE, "transpose", 1)                                                                               \
  P(SLIDE, "slide", 1)                                                                                       \
  P(ZIP, "zip", 2)                                                                                           \
  P(UNZIP, "unzip", 1)                                                                                       \
  P(MAKE_PAIR, "pair", 2)                                                                                    \
  P(FST, "fst", 1)                                                                                           \
  P(SND, "snd", 1)                                                                                           \
  P(GENERATE, "generate", 1)                                                                                 \
  P(AS_VECTOR, "asVector", 1)                                                                                \
  P(AS_SCALAR, "asScalar", 1)                                                                                \
  P(VECTOR_FROM_SCALAR, "vectorFromScalar", 1)                                                               \
  P(VECTORISE, "vectorise", 2)                                                                               \
  P(ADD_VEC, "addVec", 2)                                                                                    \
  P(MUL_VEC, "mulVec", 2)                                                                                    \
  P(ADD, "add", 2)                                                                                           \
  P(MUL, "mul", 2)                                                                                           \
  P(TO_MEM, "toMem", 1)                                                                                      \
  P(LET, "let", 2)

typedef enum {
#define SMR_RISE_ENUM(id, name, arguments) SMR_RISE_##id,
  SMR_RISE_PRIMITIVES(SMR_RISE_ENUM)
#undef SMR_RISE_ENUM
      SMR_RISE_NONE
} SmrRisePrimitive;

/// The primitive that an operator is, SMR_RISE_NONE for others; of how many arguments.
SmrRisePrimitive smr_rise_primitive(const SmrOperators *ops, SmrOperator op);
uint32_t smr_rise_arguments(SmrRisePrimitive primitive);
/// The type that a primitive's node carries; SMR_NO_DATUM: none.
SmrDatum smr_rise_carried(const SmrRise *rise, uint32_t node);
/// The type of a subterm without free variables; SMR_NO_DATUM: it has none.
SmrDatum smr_rise_type(const SmrRise *rise, uint32_t node);
/// Whether a type is a list with that head, and its element number i (the head is 0).
bool smr_rise_is(const SmrRise *rise, SmrDatum type, const char *head);
SmrDatum smr_rise_part(const SmrRise *rise, SmrDatum type, uint32_t i);

/// A size as an integer of a program of loops: known ones as such, others as arguments. `divisible`: what
/// divides them by declaration is believed. NULL: it is no size, or too large.
SmrLoopsIndex smr_rise_size(const SmrRise *rise, SmrLoopsProgram *l, bool divisible, SmrDatum size);
/// Whether what divides sizes by declaration divides the known ones; the first for which it does not.
bool smr_rise_divides(const SmrRise *rise, const SmrRiseSize **bad, int64_t *divisor);
#endif
