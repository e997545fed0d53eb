//===- data_rules.h - what rule files say about class data ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//   (size NAME [:divisible N] [:about N])  NAME is a positive integer that N divides; in costs it is about N
//   (measure NAME DATA PATTERN EXPR :when C…)     a name for costs: NAME of the node's datum, (NAME $i) of a
//   child's (function NAME (PATTERN… EXPR :when C…)…)     clauses, the first that applies (data NAME
//   [:strict] [:on-conflict drop] make…)
//     (make (OP PATTERN…) EXPR :when C…)   children's data → the node's; _ also matches what has none
//     (make NAME EXPR)                     a leaf
//     (make :integer EXPR) (make :real EXPR)      literals; ?it is the integer. Without: an integer's datum
//     is itself
//
//   (filter NAME CONDITION)              nodes that are not added, see filter.h
//
// Leaves that carry a value, (quote V) and (%0 V), have it as their datum in every declaration.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_DATA_RULES_H
#define SMR_EGRAPH_DATA_RULES_H
#include "egraph/data_code.h"
#include "egraph/term.h"

typedef struct {
  SmrSym op;    // a plain operator's name
  uint8_t kind; // SmrOperatorKind: PLAIN, INTEGER, REAL
  uint32_t clause;
} SmrDataMake;

typedef struct {
  const char *name;
  const char *file;
  uint32_t line, column;
  bool strict, drop;
  SMR_VEC(SmrDataMake) makes;
} SmrDataDeclaration;

typedef enum {
  SMR_DATA_CONDITION, // the clause's conditions
  SMR_DATA_QUOTE,     // a leaf (quote V)
  SMR_DATA_INTEGER,   // an integer leaf
  SMR_DATA_INDEX,     // (%index V)
} SmrDataProgramKind;

/// A rule's condition on data, or a part of its right-hand side that is computed from them. Its arguments are
/// classes; the clause's first slots are their data.
typedef struct {
  const char *name; // of the callback
  SmrDataProgramKind kind;
  uint32_t index; // INDEX
  uint32_t clause;
  uint32_t arguments;
  SMR_VEC(uint32_t) declarations; // by slot
  SMR_VEC(uint32_t) subjects;     // by slot: which argument
} SmrDataProgram;

/// A filter: what its clause's first slots are, and the condition.
#define SMR_FILTER_SIZE UINT32_MAX
typedef struct {
  const char *name;
  uint32_t clause;
  SMR_VEC(uint32_t) inputs; // declarations, or SMR_FILTER_SIZE
} SmrDataFilter;

/// A name in costs: a size, made of the datum of a class.
typedef struct {
  const char *name;
  uint32_t declaration, clause; // its only input is the datum
} SmrDataMeasure;

typedef struct {
  SmrDataCode code;
  SMR_VEC(SmrDataDeclaration) declarations;
  SMR_VEC(SmrDataProgram) programs;
  SMR_VEC(SmrDataFilter) filters;
  SMR_VEC(SmrDataMeasure) measures;
  SMR_VEC(const char *) items; // as text, in order
} SmrDataRules;
#endif
