//===- patterns.c - files of patterns ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/patterns.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir/name.h"
#include "pypm/library.h"

typedef struct {
  SmrDiag *diag;
  const char *path;
} Catcher;

/// The first of MLIR's messages, at its place.
static MlirLogicalResult catch_message(MlirDiagnostic diagnostic, void *data) {
  Catcher *c = data;
  MlirLocation location = mlirDiagnosticGetLocation(diagnostic);
  bool place = mlirLocationIsAFileLineColRange(location);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (c->diag->errors)
    return mlirLogicalResultSuccess();
  mlirDiagnosticPrint(diagnostic, smr_mlir_append, &text);
  smr_error(c->diag, c->path, place ? (uint32_t)mlirLocationFileLineColRangeGetStartLine(location) : 0,
            place ? (uint32_t)mlirLocationFileLineColRangeGetStartColumn(location) : 0, "%s",
            smr_str_get(&text));
  return mlirLogicalResultSuccess();
}

/// The module being parsed is checked when it is read.
static _Thread_local bool reading;

/// The file's module, verified; null with an error.
static MlirModule parse(MlirContext context, const char *path, SmrDiag *diag) {
  Catcher catcher = {diag, path};
  reading = true;
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(context, catch_message, &catcher, NULL);
  MlirModule module = mlirModuleCreateParseFromFile(context, smr_ref(path));
  mlirContextDetachDiagnosticHandler(context, handler);
  reading = false;
  if (mlirModuleIsNull(module) && !diag->errors)
    smr_error(diag, path, 0, 0, "is no module of MLIR");
  return module;
}

static bool read_module(MlirContext context, SmrPypmFile *file, const char *path, SmrDiag *diag) {
  MlirModule module = parse(context, path, diag);
  if (mlirModuleIsNull(module))
    return false;
  bool ok = smr_tensor_patterns_read_module(mlirModuleGetOperation(module), file, path, diag);
  mlirModuleDestroy(module);
  return ok;
}

bool smr_tensor_patterns_read(MlirContext context, SmrPypmFile *file, const char *path, SmrDiag *diag) {
  const char *reason;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool module = smr_ends(path, ".mlir") || smr_ends(path, ".mlirbc");
  bool ok = smr_read_file(path, &text, &reason) || smr_error(diag, path, 0, 0, "cannot be read: %s", reason);
  if (ok)
    ok = module ? read_module(context, file, path, diag)
                : smr_pypm_file_read(file, path, smr_str_get(&text), text.size, diag);
  return ok;
}

static bool is_item(MlirOperation op) {
  return smr_mlir_named(op, "pypm.operator") || smr_mlir_named(op, "pypm.pattern") ||
         smr_mlir_named(op, "pypm.rule");
}

static bool has_items_alone(MlirOperation module) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0)));
  while (!mlirOperationIsNull(op) && is_item(op))
    op = mlirOperationGetNextInBlock(op);
  return mlirOperationIsNull(op);
}

bool smr_tensor_patterns_check(MlirOperation module, SmrTensorTell tell, void *self) {
  SmrPypmFile *file = smr_pypm_file_create();
  SmrPypmLibrary library = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  bool ok = true;
  if (!reading && has_items_alone(module)) {
    ok = smr_tensor_patterns_read_module(module, file, "the module", &diag) &&
         smr_pypm_library_build(file, &library, &diag);
    for (uint32_t k = 0; k < diag.messages.size; k++) {
      const SmrMessage *m = &diag.messages.data[k];
      if (m->severity == SMR_ERROR)
        tell(
            self,
            mlirLocationFileLineColGet(mlirOperationGetContext(module), smr_ref(m->file), m->line, m->column),
            m->text);
    }
  }
  smr_pypm_library_free(&library);
  smr_pypm_file_destroy(file);
  return ok;
}
