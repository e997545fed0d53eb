//===- diagnose.c - SMR's messages as MLIR's diagnostics ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir-c/Diagnostics.h"
#include "passes/passes.h"

MlirLocation smr_pass_locate(MlirOperation module, const char *file, uint32_t line, uint32_t column) {
  if (!file || !*file)
    return mlirOperationGetLocation(module);
  MlirContext context = mlirOperationGetContext(module);
  // A file without lines (a library) is wrong as a whole: nothing of it is shown.
  return mlirLocationFileLineColGet(context, mlirStringRefCreateFromCString(file), line, line ? column : 0);
}

void smr_pass_diagnose(MlirOperation module, const SmrDiag *diag, uint32_t first) {
  static void (*const emit[])(MlirLocation, const char *) = {
      [SMR_ERROR] = mlirEmitError, [SMR_WARNING] = smrEmitWarning, [SMR_NOTE] = smrEmitNote};
  for (uint32_t k = first; k < diag->messages.size; k++) {
    const SmrMessage *m = &diag->messages.data[k];
    emit[m->severity](smr_pass_locate(module, m->file, m->line, m->column), m->text);
  }
}
