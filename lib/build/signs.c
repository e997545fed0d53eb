//===- signs.c - integers that an idiom extends without their sign --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The extents of C's variable length arrays and unsigned arguments are extended with zeros before they are
// multiplied into an address; the same number counts a loop with its sign. Both are one number when it is
// not negative. So idioms extend such an argument with its sign, and require that it is not negative.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "mlir/host/host.h"

static MlirOperation next_zero_extension(SmrDescribed *described, MlirValue argument) {
  for (MlirOpOperand use = mlirValueGetFirstUse(argument); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (smr_described(described, user)->handler == SMR_HANDLER_ZEXT)
      return user;
  }
  return (MlirOperation){NULL};
}

/// The value as a wider integer, with its sign, before the op.
static MlirValue extend(const SmrHost *host, MlirOperation before, MlirValue value, MlirType type) {
  SmrHostBuilder b = {.context = mlirOperationGetContext(before),
                      .loc = mlirOperationGetLocation(before),
                      .block = mlirBlockCreate(0, NULL, NULL)};
  MlirValue result = host->compute(&b, SMR_HOST_SEXT, &value, 1, type, 0);
  MlirOperation made = mlirOpResultGetOwner(result);
  mlirOperationRemoveFromParent(made);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before, made);
  mlirBlockDestroy(b.block);
  return result;
}

void smr_build_signs(SmrBuildPair *pair, const SmrBuildSide *idiom, SmrDescribed *described) {
  if (pair->source->idiom.language != SMR_LANGUAGE_C)
    return;
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(idiom->wrapper, 0));
  for (intptr_t k = 0; k < mlirBlockGetNumArguments(entry); k++) {
    MlirValue argument = mlirBlockGetArgument(entry, k);
    bool any = false;
    for (MlirOperation old; old = next_zero_extension(described, argument), !mlirOperationIsNull(old);
         any = true) {
      MlirValue result = mlirOperationGetResult(old, 0);
      MlirValue made = extend(smr_host_of(idiom->wrapper), old, argument, mlirValueGetType(result));
      mlirValueReplaceAllUsesOfWith(result, made);
      mlirOperationDestroy(old);
    }
    if (any)
      smr_vec_push(&pair->not_negative, (uint32_t)k);
  }
}
