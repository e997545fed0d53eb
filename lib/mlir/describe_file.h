//===- describe_file.h - one description's YAML ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_DESCRIBE_FILE_H
#define SMR_MLIR_DESCRIBE_FILE_H
#include "base/arena.h"
#include "mlir/describe.h"

typedef struct {
  const char *name;
  uint8_t says; // SmrAttributeSays
} SmrAttributeDesc;

/// What one file says; all texts and descriptions lie in the arena.
typedef struct {
  SMR_VEC(SmrOpDesc *) ops;
  SMR_VEC(SmrAttributeDesc) attributes;
  SMR_VEC(SmrCalleeDesc *) callees;
} SmrDescFile;

/// Never crashes on any bytes; false after an error. *out starts empty and is freed by the caller.
bool smr_describe_read(SmrArena *arena, const char *file, const char *text, size_t size, SmrDescFile *out,
                       SmrDiag *diag);
void smr_describe_file_free(SmrDescFile *file);
#endif
