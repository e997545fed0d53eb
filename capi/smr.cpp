//===- smr.cpp - the public C functions for MLIR's modules ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/smr.h"
#include "capi/run.h"
#include "capi/shim/dialect.h"
#include "capi/shim/shim.h"
#include "mlir/CAPI/IR.h"
#include "passes/passes.h"

using namespace mlir;

void smrRegisterDialect(MlirDialectRegistry registry) {
  smr::registerDialect(*unwrap(registry));
}

void smrRegisterPasses(void) {
  for (const SmrPass *const *pass = smr_passes; *pass; ++pass)
    smrRegisterPass(*pass);
}

MlirLogicalResult smrRewrite(MlirOperation module, const SmrRunOptions *options, MlirStringCallback report,
                             MlirStringCallback error, void *userData) {
  smr::RunOptions run(options);
  SmrReport facts = {};
  SmrDiag diag = {};
  bool ok = smr_rewrite_module(module, &run.values, &facts, &diag);
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
    smr_diag_flush(&diag, stream);
    fclose(stream);
    error(MlirStringRef{text, size}, userData);
    free(text);
  }
  smr_report_free(&facts);
  smr_diag_free(&diag);
  return MlirLogicalResult{ok};
}
