//===- fuzz_dialect.c - fuzz target for modules of the pypm dialect ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Text alone: MLIR's own reader of bytecode does not stand every input (test/tensor/mutate.py damages that).
//===----------------------------------------------------------------------===//
#include "capi/smr.h"
#include "fuzz.h"
#include "mlir-c/Diagnostics.h"
#include "pypm/library.h"
#include "tensor/patterns.h"

static MlirLogicalResult count_error(MlirDiagnostic diagnostic, void *errors) {
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError)
    ++*(unsigned *)errors;
  return mlirLogicalResultSuccess();
}

static bool is(MlirStringRef name, const char *text) {
  return name.length == strlen(text) && !memcmp(name.data, text, name.length);
}

/// Has it items of the dialect alone? Then the verifier has said all that reading says.
static bool is_library(MlirModule module) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    if (!is(name, "pypm.operator") && !is(name, "pypm.pattern") && !is(name, "pypm.rule"))
      return false;
  }
  return true;
}

static bool has_pattern(MlirModule module) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(op) && !is(mlirIdentifierStr(mlirOperationGetName(op)), "pypm.pattern"))
    op = mlirOperationGetNextInBlock(op);
  return !mlirOperationIsNull(op);
}

/// A library, or one error, at a place in the module; what its patterns are prints as text that reads.
static void read_module(MlirModule module) {
  SmrPypmFile *file = smr_pypm_file_create(), *again = smr_pypm_file_create();
  SmrPypmLibrary library = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool ok = smr_tensor_patterns_read_module(mlirModuleGetOperation(module), file, "fuzz", &diag) &&
            smr_pypm_library_build(file, &library, &diag);
  require(ok == !diag.errors);
  require(ok || !is_library(module) || !has_pattern(module));
  require(ok || diag.messages.data[0].line);
  for (uint32_t k = 0; ok && k < file->signature->operators.size; k++)
    smr_pypm_operator_print(file, k, &text);
  require(!ok || smr_pypm_file_read(again, "again", smr_str_get(&text), text.size, &diag));
  smr_pypm_library_free(&library);
  smr_pypm_file_destroy(file);
  smr_pypm_file_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static MlirContext context;
  unsigned errors = 0;
  if (size >= 4 && !memcmp(data, "ML\xefR", 4))
    return 0;
  if (mlirContextIsNull(context))
    context = smrContextCreate();
  char *text = malloc(size + 1); // MLIR wants a zero behind it
  require(text != NULL);
  if (size)
    memcpy(text, data, size);
  text[size] = 0;
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, count_error, &errors, NULL);
  MlirModule module = mlirModuleCreateParse(context, mlirStringRefCreate(text, size));
  mlirContextDetachDiagnosticHandler(context, handler);
  require(mlirModuleIsNull(module) == (errors > 0));
  if (!mlirModuleIsNull(module)) {
    read_module(module);
    mlirModuleDestroy(module);
  }
  free(text);
  return 0;
}
