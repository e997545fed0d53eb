//===- shim_llvm.cpp - what MLIR's C API lacks for the llvm dialect -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/shim/shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

uint32_t smrOperationGetOverflow(MlirOperation op) {
  auto flags = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(unwrap(op));
  if (!flags)
    return 0;
  return (flags.hasNoSignedWrap() ? 1 : 0) | (flags.hasNoUnsignedWrap() ? 2 : 0);
}

/// The struct-path walk of LLVM's type-based alias analysis: at each type the member that covers the offset;
/// a scalar's one "member" is the type that may alias it.
uint32_t smrAttributeGetAccessPath(MlirAttribute attribute, SmrTypeStep *steps, uint32_t most) {
  auto tag = dyn_cast_or_null<LLVM::TBAATagAttr>(unwrap(attribute));
  if (!tag)
    return 0;
  Attribute at = tag.getBaseType();
  int64_t offset = tag.getOffset();
  for (uint32_t count = 0; count < most && offset >= 0; count++) {
    steps[count] = {at.getAsOpaquePointer(), {nullptr, 0}, offset};
    if (auto root = dyn_cast<LLVM::TBAARootAttr>(at)) {
      if (root.getId())
        steps[count].name =
            mlirStringRefCreate(root.getId().getValue().data(), root.getId().getValue().size());
      return count + 1;
    }
    auto type = dyn_cast<LLVM::TBAATypeDescriptorAttr>(at);
    if (!type || type.getMembers().empty())
      return 0;
    steps[count].name = mlirStringRefCreate(type.getId().data(), type.getId().size());
    LLVM::TBAAMemberAttr covering;
    for (LLVM::TBAAMemberAttr member : type.getMembers())
      if (member.getOffset() <= offset)
        covering = member;
    if (!covering)
      return 0;
    at = covering.getTypeDesc();
    offset -= covering.getOffset();
  }
  return 0;
}
