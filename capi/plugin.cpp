//===- plugin.cpp - the entry points of libsmr.so ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/pypm_dialect.h"
#include "capi/shim/dialect.h"
#include "capi/smr.h"
#include "capi/transform.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" SMR_EXPORT mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "SMR", SMR_VERSION, smrRegisterPasses};
}

extern "C" SMR_EXPORT mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "SMR", SMR_VERSION, [](mlir::DialectRegistry *registry) {
            smr::registerTransform(*registry);
            smr::registerDialect(*registry);
            smr::registerPypmDialect(*registry);
          }};
}
