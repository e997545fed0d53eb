//===- opt.cpp - the body of smr-opt -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/opt.h"
#include "capi/context.h"
#include "capi/smr.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

static void printVersion(llvm::raw_ostream &out) {
  out << "smr-opt " << smrGetVersion() << "\n";
}

int smrOptMain(int argc, char **argv) {
  llvm::cl::AddExtraVersionPrinter(printVersion);
  mlir::registerAllPasses();
  smrRegisterPasses();
  mlir::DialectRegistry registry;
  smr::registerAllDialects(registry);
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "SMR optimizer driver\n", registry));
}
