//===- dialect.cpp - the smr dialect ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/shim/dialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "SmrDialect.h.inc"

#include "SmrDialect.cpp.inc"

using namespace mlir;

void smr::SmrDialect::initialize() {}

LogicalResult smr::SmrDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == "smr.link") {
    auto links = dyn_cast<ArrayAttr>(attribute.getValue());
    if (!links || !llvm::all_of(links, [](Attribute link) { return isa<StringAttr>(link); }))
      return op->emitError() << "'smr.link' must be a list of strings, the libraries to link";
    return success();
  }
  if (attribute.getName() != "smr.replacement")
    return op->emitError() << "the smr dialect has no attribute '" << attribute.getName().getValue() << "'";
  if (!isa<StringAttr>(attribute.getValue()))
    return op->emitError() << "'smr.replacement' must be a string, the idiom's name";
  if (op->isRegistered() && !isa<FunctionOpInterface>(op)) // (of others nothing is known)
    return op->emitError() << "'smr.replacement' belongs on a function";
  return success();
}

void smr::registerDialect(DialectRegistry &registry) {
  if (!registry.getDialectAllocator("smr"))
    registry.insert<SmrDialect>();
}
