//===- context.cpp - contexts that know every dialect -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Compiled twice: with SMR_WITH_FLANG for the tools, without it for libsmr.so, which must share Flang's
// dialects with the tool that loads it.
//===----------------------------------------------------------------------===//
#include "capi/shim/context.h"
#include "capi/shim/dialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#ifdef SMR_WITH_FLANG
#include "flang/Optimizer/Dialect/CUF/CUFDialect.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/MIF/MIFDialect.h"
#include "flang/Optimizer/HLFIR/HLFIRDialect.h"
#endif

using namespace mlir;

void smr::registerAllDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  smr::registerDialect(registry);
#ifdef SMR_WITH_FLANG
  registry.insert<fir::FIROpsDialect, hlfir::hlfirDialect, cuf::CUFDialect, mif::MIFDialect>();
#endif
}

MlirContext smr_context_create(void) {
  DialectRegistry registry;
  smr::registerAllDialects(registry);
  return wrap(new MLIRContext(registry, MLIRContext::Threading::DISABLED));
}
