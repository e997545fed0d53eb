//===- graph.h - blocks of MLIR as terms ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The ops of a block that stand for declared operators are terms on terms; every other value (block
// arguments, values from outside, results of other ops, of ops with effects, regions or attributes that the
// operator does not declare) is a term of its own, without operands. Equal terms are equal values.
//===----------------------------------------------------------------------===//
#ifndef SMR_TENSOR_GRAPH_H
#define SMR_TENSOR_GRAPH_H
#include "pypm/rewrite.h"
#include "tensor/attributes.h"

/// A value that a term is, and the place in its block from which on it is there.
typedef struct {
  MlirValue value;
  uint32_t place, term;
} SmrTensorValue;

/// An op of the block at hand.
typedef struct {
  MlirOperation op;
  bool known; // it stands for an operator: its results are terms on terms
  bool used;  // it had uses before anything was rewritten
} SmrTensorOp;

/// What is the same of all ops of a name.
typedef struct {
  uint32_t first;  // of the operators that stand for it, or NONE
  bool registered; // with MLIR
  bool constant;   // it is named so
} SmrTensorOpName;

typedef struct {
  const SmrPypmLibrary *library;
  SmrPypmTerms *terms;
  SmrPypmRewriter *rewriter;
  SmrTensorTypes types;
  SmrTensorAttributes attributes;
  SmrMap operators;       // by the symbol of an op's name: the first in `next`
  SMR_VEC(uint32_t) next; // by operator: another that stands for the op, or NONE
  SmrMap name_of;         // by an op's name's pointer: which of the names
  SMR_VEC(SmrTensorOpName) names;
  uint32_t leaf;                // the operator of values that nothing is known of
  SMR_VEC(MlirLocation) places; // by term: of the first op that it was read from
  // Of the block at hand:
  SMR_VEC(SmrTensorOp) ops;
  SmrMap place_of;         // by op: which of them
  SmrMap term_of;          // by value
  SmrPypmNumbers value_of; // by term: 1 + which of the values; 0: none
  SMR_VEC(SmrTensorValue) values;
} SmrTensorGraph;

void smr_tensor_graph_create(SmrTensorGraph *graph, MlirContext context, const SmrPypmLibrary *library,
                             SmrPypmRewriteOptions options);
void smr_tensor_graph_free(SmrTensorGraph *graph);
/// Reads a block, in place of the one before.
void smr_tensor_read(SmrTensorGraph *graph, MlirBlock block);
/// Where guards ask for uses: tells the rewriter those of the block's values by what it does not rewrite.
void smr_tensor_add_uses(const SmrTensorGraph *graph);
typedef SMR_VEC(MlirNamedAttribute) SmrTensorNamed;
/// All attributes of an op; false where some cannot be seen.
bool smr_tensor_attributes_of(MlirOperation op, SmrTensorNamed *out);
/// An attribute's value, among those of the operator's attributes, which are unknown until then; false where
/// it declares none of that name (and that says something), or it is in another form than before.
bool smr_tensor_read_attribute(SmrTensorGraph *graph, MlirOperation op, uint32_t number,
                               MlirNamedAttribute attribute, SmrPypmValue *values);
/// Of an op that is a value of its own though operators are declared for its name: why, as a sentence.
bool smr_tensor_why_opaque(SmrTensorGraph *graph, MlirOperation op, SmrStr *out);
/// Called for each block in an operation's regions, those inside of its ops first, with the function around
/// it; null outside of any. What it adds behind the block's ops that come next is visited, too.
typedef void (*SmrTensorVisit)(void *self, MlirBlock block, MlirOperation function);
/// (Nesting is bounded by MLIR's own recursion.) Leaves out what stands in parts that were outlined.
void smr_tensor_walk(MlirOperation op, SmrTensorVisit visit, void *self);
/// The name of a function, kept; "" of none.
const char *smr_tensor_name(MlirOperation function, SmrArena *arena);
/// On a function that was outlined: the pattern's name.
#define SMR_TENSOR_PART "pypm.part"
/// The term of a value that the block's ops define or use; 0: none.
uint32_t smr_tensor_term(const SmrTensorGraph *graph, MlirValue value);
/// The value is the term, from that place on. The earliest value of a term is the one that is used.
void smr_tensor_set_term(SmrTensorGraph *graph, MlirValue value, uint32_t term, uint32_t place);
/// The earliest value that is the term, or NULL.
const SmrTensorValue *smr_tensor_value_of(const SmrTensorGraph *graph, uint32_t term);
/// The value is about to go.
void smr_tensor_forget(SmrTensorGraph *graph, MlirValue value);
/// Where the term comes from: the place of the op that it was read from, or that was rewritten to it; null
/// where that is none.
MlirLocation smr_tensor_location(const SmrTensorGraph *graph, uint32_t term);
/// A value that is the term, at that place of the block; made there before the op where it is not there yet.
/// Null where that cannot be: *reason then says why, and nothing was made.
MlirValue smr_tensor_value(SmrTensorGraph *graph, uint32_t term, uint32_t place, SmrStr *reason);
#endif
