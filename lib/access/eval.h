//===- eval.h - what access patterns compute, slow and obvious -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The oracle: each operator from its definition, one element after the other, in double precision; sums in
// the order of the elements. Names of sizes have the values that smr_access_set_size gave them.
//===----------------------------------------------------------------------===//
#ifndef SMR_ACCESS_EVAL_H
#define SMR_ACCESS_EVAL_H
#include "access/access.h"

/// A larger tensor is refused.
#define SMR_ACCESS_MAX_ELEMENTS 100000000

typedef enum { SMR_ACCESS_IS_TENSOR, SMR_ACCESS_IS_LIST, SMR_ACCESS_IS_FUNCTION } SmrAccessKind;

typedef struct {
  SmrAccessKind kind;
  uint32_t accessed, rank;
  int64_t dims[SMR_ACCESS_MAX_RANK];
  int64_t size;         // elements
  double *data;         // owned
  SmrDatum list;        // IS_LIST: a list, or an integer
  SmrAccessOp function; // IS_FUNCTION
} SmrAccessValue;

void smr_access_value_free(SmrAccessValue *value);

/// A tensor of those dimensions, of which the first are accessed, all zeros. False: too large, or of too many
/// dimensions.
bool smr_access_value_begin(SmrAccessValue *out, uint32_t accessed, uint32_t rank, const int64_t *dims);

/// Fills in the elements of an input, whose dimensions stand in *value.
typedef void (*SmrAccessInputFn)(void *user, const SmrAccessTensor *tensor, SmrAccessValue *value);

/// The value of a node whose children have values; the caller frees it. False: it is too large, or a size has
/// no value. The children's shapes are such that the node has one.
bool smr_access_eval_node(const SmrAccess *access, SmrOperator op, const SmrAccessValue *const *children,
                          SmrAccessInputFn input, void *user, SmrAccessValue *out);
/// The value of a term.
bool smr_access_eval(SmrAccess *access, const SmrTerm *term, uint32_t node, SmrAccessInputFn input,
                     void *user, SmrAccessValue *out);
#endif
