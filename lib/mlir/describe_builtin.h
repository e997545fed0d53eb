//===- describe_builtin.h - the descriptions that are built in -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// dialect/*.yaml as tables: describe_builtin.c is made of them in the build tree (dialect/tables.c), by the
// code that reads users' files. So nothing is parsed when a compiler starts.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_DESCRIBE_BUILTIN_H
#define SMR_MLIR_DESCRIBE_BUILTIN_H
#include "mlir/describe_file.h"

/// One file; each table ascends by name.
typedef struct {
  const char *dialect; // dialect/<dialect>.yaml; its ops and attributes begin with it
  const SmrOpDesc *ops;
  const SmrAttributeDesc *attributes;
  const SmrCalleeDesc *callees;
  uint32_t op_count, attribute_count, callee_count;
} SmrBuiltinDescription;

extern const SmrBuiltinDescription smr_builtin_descriptions[]; // ascends; ends with a NULL dialect
/// XXH3-64 of the files' texts, one after the other, each seeded with the one before (the first with 0).
extern const uint64_t smr_builtin_fingerprint;
#endif
