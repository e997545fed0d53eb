//===- signs.c - integers that an idiom extends without their sign --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The extents of C's variable length arrays and unsigned arguments are extended with zeros before they are
// multiplied into an address; the same number counts a loop with its sign. Both are one number when it is
// not negative. So idioms extend such an argument with its sign, and require that it is not negative.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "mlir-c/Support.h"

#define REF(text) mlirStringRefCreateFromCString(text)

static MlirOperation next_zero_extension(MlirValue argument) {
  for (MlirOpOperand use = mlirValueGetFirstUse(argument); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(user)), REF("llvm.zext")))
      return user;
  }
  return (MlirOperation){NULL};
}

void smr_build_signs(SmrBuildPair *pair, const SmrBuildSide *idiom) {
  if (pair->source->idiom.language != SMR_LANGUAGE_C)
    return;
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(idiom->wrapper, 0));
  for (intptr_t k = 0; k < mlirBlockGetNumArguments(entry); k++) {
    MlirValue argument = mlirBlockGetArgument(entry, k);
    bool any = false;
    for (MlirOperation old; old = next_zero_extension(argument), !mlirOperationIsNull(old); any = true) {
      MlirValue result = mlirOperationGetResult(old, 0);
      MlirType type = mlirValueGetType(result);
      MlirOperationState state = mlirOperationStateGet(REF("llvm.sext"), mlirOperationGetLocation(old));
      mlirOperationStateAddOperands(&state, 1, &argument);
      mlirOperationStateAddResults(&state, 1, &type);
      MlirOperation made = mlirOperationCreate(&state);
      mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(old), old, made);
      mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(made, 0));
      mlirOperationDestroy(old);
    }
    if (any)
      smr_vec_push(&pair->not_negative, (uint32_t)k);
  }
}
