//===- smr.cpp - the public C functions for MLIR's modules ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/smr.h"
#include "base/phase.h"
#include "capi/created.h"
#include "capi/pypm_dialect.h"
#include "capi/rewrite.h"
#include "capi/run.h"
#include "capi/shim/dialect.h"
#include "capi/shim/shim.h"
#include "mlir-c/Dialect/Linalg.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/import/import.h"
#include "mlir/name.h"
#include "passes/passes.h"

using namespace mlir;

void smrRegisterDialect(MlirDialectRegistry registry) {
  smr::registerDialect(*unwrap(registry));
  smr::registerPypmDialect(*unwrap(registry));
}

void smrRegisterPasses(void) {
  smr_import_read_linalg(mlirLinalgGetIndexingMapsAttribute);
  for (const SmrPass *const *pass = smr_passes; *pass; ++pass)
    smrRegisterPass(*pass);
}

MlirLogicalResult smrRewrite(MlirOperation module, const char *options, MlirStringCallback report,
                             MlirStringCallback error, void *userData) {
  smr_import_read_linalg(mlirLinalgGetIndexingMapsAttribute);
  // (A pass manager does that for passes; here nobody has.)
  MLIRContext *context = unwrap(module)->getContext();
  DialectRegistry registry;
  smr::registerCreatedDialects(registry);
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context->getOrLoadDialect(name);
  SmrReport facts = {};
  SmrDiag diag = {};
  smr::RunOptions run(options, &diag);
  bool ok = run.ok && smr_rewrite_module(module, &run.values, &facts, &diag);
  if (ok && report) {
    SmrStr json = {};
    smr_report_json(&facts, &json);
    report(MlirStringRef{smr_str_get(&json), json.size}, userData);
    smr_str_free(&json);
  }
  if (!ok && error) {
    char *text = nullptr;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    smr_diag_flush_source(&diag, stream);
    fclose(stream);
    error(MlirStringRef{text, size}, userData);
    free(text);
  }
  smr_report_free(&facts);
  smr_diag_free(&diag);
  return MlirLogicalResult{ok};
}

namespace {
struct Listener {
  SmrOutputCallback output;
  void *userData;

  void say(SmrOutput kind, llvm::StringRef text) {
    output(kind, mlirStringRefCreate(text.data(), text.size()), userData);
  }
};
} // namespace

static void tellRewrites(Operation *module, const SmrReport &facts, bool report, Listener &listener) {
  SmrStr json = {};
  if (report) {
    smr_report_json(&facts, &json);
    listener.say(SMR_OUT_REPORT, llvm::StringRef(smr_str_get(&json), json.size));
  }
  smr_str_free(&json);
  for (uint32_t i = 0; i < facts.entries.size; ++i)
    if (facts.entries.data[i].kind == SMR_REPORT_REWRITE)
      listener.say(SMR_OUT_REWRITTEN, facts.entries.data[i].function);
  if (auto links = module->getAttrOfType<ArrayAttr>(SMR_ATTR_LINK))
    for (auto link : links.getAsRange<StringAttr>())
      listener.say(SMR_OUT_LINK, link);
  module->removeAttr(SMR_ATTR_LINK);
}

MlirLogicalResult smrRewriteModule(MlirOperation module, const char *options, SmrOutputCallback output,
                                   void *userData) {
  SmrDiag diag = {};
  smr::RunOptions run(options, &diag);
  Listener listener = {output, userData};
  run.values.entering = [](void *self, const char *symbol) {
    static_cast<Listener *>(self)->say(SMR_OUT_FUNCTION, symbol);
  };
  run.values.entering_data = &listener;
  SmrReport facts = {};
  if (run.values.set.time)
    smr_phases_measure();
  bool ok = run.ok && smr_rewrite_module(module, &run.values, &facts, &diag);
  listener.say(SMR_OUT_FUNCTION, ""); // what fails from here on is no function's fault
  if (ok)
    tellRewrites(unwrap(module), facts, !run.values.set.no_report, listener);
  smr::tellDiagnostics(diag, output, userData);
  if (run.values.set.time)
    smr::tellTimes(output, userData);
  smr_report_free(&facts);
  smr_diag_free(&diag);
  return MlirLogicalResult{ok};
}
