//===- skeleton.h - what is fixed in patterns ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pattern without its guards and its variables: which operators stand where, with alternates and recursion.
// A term that a pattern matches has the pattern's skeleton. Equal parts of all patterns are one node.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_SKELETON_H
#define SMR_PYPM_SKELETON_H
#include "pypm/schedule.h"

/// The skeleton of a variable: every term has it.
#define SMR_PYPM_ANY 0

typedef enum {
  SMR_PYPM_SKELETON_HEAD,  // f(…), a number: the node's head, and skeletons of the operands
  SMR_PYPM_SKELETON_APPLY, // F(…): any head on operands of these skeletons
  SMR_PYPM_SKELETON_OR,    // one of these
  SMR_PYPM_SKELETON_AND    // all of these
} SmrPypmSkeletonKind;

typedef struct {
  SmrPypmSkeletonKind kind;
  const SmrPypmPattern *pattern; // HEAD: where its node is
  uint32_t node;
  bool commutative;      // HEAD: the operands may be swapped
  uint32_t first, count; // in `parts`: operands; OR, AND: of the same term
} SmrPypmSkeleton;

typedef SMR_VEC(SmrPypmNumbers) SmrPypmLists;

typedef struct {
  SMR_VEC(SmrPypmSkeleton) nodes; // element 0 is ANY
  SmrPypmNumbers parts;
  SmrPypmLists within;     // by node: OR and AND nodes that it is a part of
  SmrPypmLists of_op;      // HEAD nodes by operator
  SmrPypmLists of_arity;   // APPLY nodes by number of operands
  SmrPypmNumbers literals; // HEAD nodes of numbers
  SmrIntern *keys;         // nodes by what they are made of, from 1
  SmrPypmNumbers by_key;
} SmrPypmSkeletons;

/// Zero-initialise to create; freeing leaves it so.
void smr_pypm_skeletons_free(SmrPypmSkeletons *skeletons);
/// Adds a scheduled pattern, which must stay where it is; its skeleton's node.
uint32_t smr_pypm_skeletons_add(SmrPypmSkeletons *skeletons, const SmrPypmSignature *signature,
                                const SmrPypmPattern *pattern);
#endif
