//===- partition.h - matched parts of a graph, outlined ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Directed partitioning (§4.2): what a pattern matched at an op, the part's root, becomes a private function
// for another compiler, with a call in its place. A part is the ops whose heads the pattern matched. Its
// arguments are the values that its ops use and the pattern matched as variables, in the order of their first
// use; its results are the root's. An op whose results others use, too, is in no part but as its root (a
// constant is copied): nothing is computed twice, and no op is in two parts.
//===----------------------------------------------------------------------===//
#ifndef SMR_TENSOR_PARTITION_H
#define SMR_TENSOR_PARTITION_H
#include "tensor/rewrite.h"

/// Of the library's patterns, in their order, the first one that has a part at an op; users before what they
/// use, so that the largest part comes first. The report has the functions that were made.
void smr_tensor_partition(MlirOperation op, const SmrPypmLibrary *library, SmrPypmRewriteOptions options,
                          SmrTensorReport *report);
/// Which patterns are parts: those of the names (there is an error for one that is none), of no names those
/// to which no other pattern refers.
bool smr_tensor_parts(const SmrPypmFile *file, const char *const *names, uint32_t count, SmrPypmNumbers *out,
                      SmrDiag *diag);
#endif
