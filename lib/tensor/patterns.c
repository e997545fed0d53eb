//===- patterns.c - files of patterns ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/patterns.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir/name.h"
#include "pypm/library.h"
#include "tensor/dialect_text.h"

void smr_tensor_sources_free(SmrTensorSources *sources) {
  for (uint32_t k = 0; k < sources->sources.size; k++)
    smr_vec_free(&sources->sources.data[k].lines);
  smr_vec_free(&sources->sources);
  smr_arena_destroy(&sources->arena);
}

static void append(MlirStringRef part, void *out) {
  smr_str_append(out, part.data, part.length);
}

typedef struct {
  SmrDiag *diag;
  const char *path;
} Catcher;

/// The first of MLIR's messages, at its place.
static MlirLogicalResult catch_message(MlirDiagnostic diagnostic, void *data) {
  Catcher *c = data;
  MlirLocation location = mlirDiagnosticGetLocation(diagnostic);
  bool place = mlirLocationIsAFileLineColRange(location);
  SmrStr text = {0};
  if (c->diag->errors)
    return mlirLogicalResultSuccess();
  mlirDiagnosticPrint(diagnostic, append, &text);
  smr_error(c->diag, c->path, place ? (uint32_t)mlirLocationFileLineColRangeGetStartLine(location) : 0,
            place ? (uint32_t)mlirLocationFileLineColRangeGetStartColumn(location) : 0, "%s",
            smr_str_get(&text));
  smr_str_free(&text);
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

bool smr_tensor_patterns_read_module(MlirOperation module, SmrTensorSources *sources, SmrPypmFile *file,
                                     const char *path, SmrDiag *diag) {
  SmrTensorSource source = {.path = smr_arena_strdup(&sources->arena, path)};
  SmrStr text = {0};
  bool ok = smr_tensor_dialect_text(module, &source, &text, diag);
  smr_vec_push(&sources->sources, source);
  ok = ok && smr_pypm_file_read(file, path, smr_str_get(&text), text.size, diag);
  smr_str_free(&text);
  return ok;
}

static bool read_module(MlirContext context, SmrTensorSources *sources, SmrPypmFile *file, const char *path,
                        SmrDiag *diag) {
  MlirModule module = parse(context, path, diag);
  if (mlirModuleIsNull(module))
    return false;
  bool ok = smr_tensor_patterns_read_module(mlirModuleGetOperation(module), sources, file, path, diag);
  mlirModuleDestroy(module);
  return ok;
}

bool smr_tensor_patterns_read(MlirContext context, SmrTensorSources *sources, SmrPypmFile *file,
                              const char *path, SmrDiag *diag) {
  const char *reason;
  SmrStr text = {0};
  bool module = smr_ends(path, ".mlir") || smr_ends(path, ".mlirbc");
  bool ok = smr_read_file(path, &text, &reason) || smr_error(diag, path, 0, 0, "cannot be read: %s", reason);
  if (ok)
    ok = module ? read_module(context, sources, file, path, diag)
                : smr_pypm_file_read(file, path, smr_str_get(&text), text.size, diag);
  smr_str_free(&text);
  return ok;
}

MlirLocation smr_tensor_sources_place(const SmrTensorSources *sources, MlirContext context,
                                      const SmrMessage *message) {
  for (uint32_t k = 0; k < sources->sources.size; k++) {
    const SmrTensorSource *source = &sources->sources.data[k];
    if (smr_equal(source->path, message->file) && message->line && message->line <= source->lines.size)
      return source->lines.data[message->line - 1];
  }
  return mlirLocationFileLineColGet(context, smr_ref(message->file), message->line, message->column);
}

/// A place `path:line:column` at the text's beginning, as the op's; how much of the text it is, 0: none.
static size_t place_at(const SmrTensorSource *source, const char *text, SmrStr *out) {
  size_t length = strlen(source->path);
  char *end = NULL;
  if (strncmp(text, source->path, length) != 0 || text[length] != ':')
    return 0;
  unsigned long line = strtoul(text + length + 1, &end, 10);
  if (*end != ':' || !line || line > source->lines.size)
    return 0;
  strtoul(end + 1, &end, 10);
  MlirLocation location = source->lines.data[line - 1];
  if (mlirLocationIsAFileLineColRange(location)) {
    MlirStringRef file = mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
    smr_str_printf(out, "%.*s:%d:%d", (int)file.length, file.data,
                   mlirLocationFileLineColRangeGetStartLine(location),
                   mlirLocationFileLineColRangeGetStartColumn(location));
  } else {
    smr_str_puts(out, source->path);
  }
  return (size_t)(end - text);
}

void smr_tensor_sources_text(const SmrTensorSources *sources, const char *text, SmrStr *out) {
  while (*text) {
    size_t length = 0;
    for (uint32_t k = 0; !length && k < sources->sources.size; k++)
      length = place_at(&sources->sources.data[k], text, out);
    if (!length)
      smr_str_putc(out, *text);
    text += length ? length : 1;
  }
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

static void tell_errors(const SmrTensorSources *sources, MlirContext context, const SmrDiag *diag,
                        SmrTensorTell tell, void *self) {
  for (uint32_t k = 0; k < diag->messages.size; k++) {
    const SmrMessage *m = &diag->messages.data[k];
    SmrStr text = {0};
    if (m->severity != SMR_ERROR)
      continue;
    smr_tensor_sources_text(sources, m->text, &text);
    tell(self, smr_tensor_sources_place(sources, context, m), smr_str_get(&text));
    smr_str_free(&text);
  }
}

bool smr_tensor_patterns_check(MlirOperation module, SmrTensorTell tell, void *self) {
  SmrTensorSources sources = {0};
  SmrPypmFile *file = smr_pypm_file_create();
  SmrPypmLibrary library = {0};
  SmrDiag diag = {0};
  bool ok = true;
  if (!reading && has_items_alone(module)) {
    ok = smr_tensor_patterns_read_module(module, &sources, file, "the module", &diag) &&
         smr_pypm_library_build(file, &library, &diag);
    tell_errors(&sources, mlirOperationGetContext(module), &diag, tell, self);
  }
  smr_diag_free(&diag);
  smr_pypm_library_free(&library);
  smr_pypm_file_destroy(file);
  smr_tensor_sources_free(&sources);
  return ok;
}
