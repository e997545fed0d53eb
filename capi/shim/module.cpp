//===- module.cpp - MLIR modules in and out -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/shim/module.h"
#include "capi/shim/shim.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {
/// A stream into an SmrStr.
class StrStream : public llvm::raw_ostream {
public:
  explicit StrStream(SmrStr *out) : out(out) { SetUnbuffered(); }

private:
  void write_impl(const char *text, size_t size) override { smr_str_append(out, text, size); }
  uint64_t current_pos() const override { return out->size; }
  SmrStr *out;
};

class BytesStream : public llvm::raw_ostream {
public:
  explicit BytesStream(SmrBytes *out) : out(out), start(out->size) { SetUnbuffered(); }

private:
  void write_impl(const char *bytes, size_t size) override { smr_put_bytes(out, bytes, size); }
  uint64_t current_pos() const override { return out->size - start; }
  SmrBytes *out;
  uint32_t start;
};
} // namespace

struct SmrCapture {
  MLIRContext *context;
  DiagnosticEngine::HandlerID id;
};

/// One diagnostic becomes one line: what would break it is replaced by blanks.
static void record(SmrDiag *diag, Location where, DiagnosticSeverity severity, std::string text) {
  for (char &c : text)
    if (c == '\n' || c == '\r')
      c = ' ';
  SmrSeverity level = severity == DiagnosticSeverity::Error     ? SMR_ERROR
                      : severity == DiagnosticSeverity::Warning ? SMR_WARNING
                                                                : SMR_NOTE;
  MlirStringRef file;
  uint32_t line = 0, column = 0;
  if (smrLocationGetFile(wrap(where), &file, &line, &column))
    smr_report(diag, level, std::string(file.data, file.length).c_str(), line, column, "%s", text.c_str());
  else
    smr_report(diag, level, nullptr, 0, 0, "%s", text.c_str());
}

SmrCapture *smrCaptureCreate(MlirContext context, SmrDiag *diag) {
  MLIRContext *ctx = unwrap(context);
  auto id = ctx->getDiagEngine().registerHandler([diag](Diagnostic &d) {
    if (d.getSeverity() == DiagnosticSeverity::Remark)
      return failure();
    record(diag, d.getLocation(), d.getSeverity(), d.str());
    for (Diagnostic &note : d.getNotes())
      record(diag, note.getLocation(), DiagnosticSeverity::Note, note.str());
    return success();
  });
  return new SmrCapture{ctx, id};
}

void smrCaptureDestroy(SmrCapture *capture) {
  capture->context->getDiagEngine().eraseHandler(capture->id);
  delete capture;
}

namespace {
struct Capturing {
  Capturing(MlirContext context, SmrDiag *diag) : handle(smrCaptureCreate(context, diag)) {}
  ~Capturing() { smrCaptureDestroy(handle); }
  SmrCapture *handle;
};
} // namespace

MlirModule smrModuleParse(MlirContext context, const void *bytes, size_t size, const char *name,
                          SmrDiag *diag) {
  Capturing capturing(context, diag);
  uint32_t before = diag->errors;
  // A copy: the lexer needs a NUL after the text, and the bytecode reader an alignment.
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(StringRef(static_cast<const char *>(bytes), size), name);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, ParserConfig(unwrap(context)));
  if (!module && diag->errors == before)
    smr_error(diag, name, 0, 0, "not a module");
  return wrap(module.release());
}

MlirModule smrModuleParseFile(MlirContext context, const char *path, SmrDiag *diag) {
  SmrStr text = {};
  const char *reason = nullptr;
  if (!smr_read_file(path, &text, &reason)) {
    smr_error(diag, path, 0, 0, "cannot read: %s", reason);
    smr_str_free(&text);
    return MlirModule{nullptr};
  }
  MlirModule module = smrModuleParse(context, smr_str_get(&text), text.size, path, diag);
  smr_str_free(&text);
  return module;
}

bool smrModuleVerify(MlirOperation module, SmrDiag *diag) {
  Operation *op = unwrap(module);
  Capturing capturing(wrap(op->getContext()), diag);
  return succeeded(verify(op));
}

void smrModulePrint(MlirOperation module, bool locations, SmrStr *out) {
  StrStream stream(out);
  OpPrintingFlags flags;
  if (locations)
    flags.enableDebugInfo(true, false);
  unwrap(module)->print(stream, flags);
  stream << '\n';
}

bool smrModulePrintFile(MlirOperation module, bool locations, const char *path, SmrDiag *diag) {
  SmrStr text = {};
  smrModulePrint(module, locations, &text);
  const char *reason = nullptr;
  bool ok = smr_write_file(path, text.data, text.size, &reason);
  if (!ok)
    smr_error(diag, path, 0, 0, "cannot write: %s", reason);
  smr_str_free(&text);
  return ok;
}

bool smrModuleWriteBytecode(MlirOperation module, SmrBytes *out, SmrDiag *diag) {
  Operation *op = unwrap(module);
  Capturing capturing(wrap(op->getContext()), diag);
  BytesStream stream(out);
  return succeeded(writeBytecodeToFile(op, stream, BytecodeWriterConfig("SMR")));
}
