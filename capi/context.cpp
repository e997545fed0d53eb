//===- context.cpp - contexts and the dialects that they know -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Compiled three times: with SMR_WITH_FLANG for the tools; for libsmr.so, which must share Flang's dialects
// with the tool that loads it; with SMR_LLVM_ALONE for libsmr-llvm.so, whose modules come from LLVM IR.
//===----------------------------------------------------------------------===//
#include "capi/context.h"
#include "capi/pypm_dialect.h"
#include "capi/shim/dialect.h"
#include "capi/smr.h"
#include "capi/transform.h"
#include "mlir/CAPI/IR.h"
#include "mlir/import/import.h"
#ifdef SMR_LLVM_ALONE
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#else
#include "mlir-c/Dialect/Linalg.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#endif
#ifdef SMR_WITH_FLANG
#include "flang/Optimizer/Dialect/CUF/CUFDialect.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/MIF/MIFDialect.h"
#include "flang/Optimizer/HLFIR/HLFIRDialect.h"
#endif

using namespace mlir;

void smr::registerAllDialects(DialectRegistry &registry) {
#ifdef SMR_LLVM_ALONE
  registry.insert<LLVM::LLVMDialect, DLTIDialect>();
#else
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  smr::registerPypmDialect(registry);
  smr::registerTransform(registry);
#endif
  smr::registerDialect(registry);
#ifdef SMR_WITH_FLANG
  registry.insert<fir::FIROpsDialect, hlfir::hlfirDialect, cuf::CUFDialect, mif::MIFDialect>();
#endif
}

MlirContext smrContextCreate(void) {
#ifndef SMR_LLVM_ALONE
  smr_import_read_linalg(mlirLinalgGetIndexingMapsAttribute); // idioms are read as programs are
#endif
  DialectRegistry registry;
  smr::registerAllDialects(registry);
  auto *context = new MLIRContext(registry, MLIRContext::Threading::DISABLED);
  context->disableMultithreading();    // (without a pool of threads, the tables of attributes still lock)
  context->printOpOnDiagnostic(false); // the source's line is shown
  return wrap(context);
}
