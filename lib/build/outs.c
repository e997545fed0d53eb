//===- outs.c - by-value parameters that change --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A by-value parameter that the idiom assigns stands for a local variable of the input, whose new value the
// replacement computes: in its copy of the parameter, which is gone when it returns. So the replacement takes
// such a parameter by reference, copies it in as before, and copies it out before it returns.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Support.h"
#include "mlir/host/host.h"

#define REF(text) mlirStringRefCreateFromCString(text)

/// Where the wrapper keeps a parameter (`store %param to %slot`), or null when it never changes.
static MlirValue slot_of(SmrDescribed *described, MlirValue parameter) {
  for (MlirOpOperand use = mlirValueGetFirstUse(parameter); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    const SmrOpDesc *store = smr_described(described, user);
    if (store->access == SMR_DESC_STORE && mlirOpOperandGetOperandNumber(use) == store->value &&
        store->pointer < mlirOperationGetNumOperands(user)) {
      MlirValue slot = mlirOperationGetOperand(user, store->pointer);
      if (mlirValueIsAOpResult(slot) && smr_described(described, mlirOpResultGetOwner(slot))->local)
        return slot;
    }
  }
  return (MlirValue){0};
}

/// Puts what was built before the op.
static void move(SmrHostBuilder *b, MlirBlock to, MlirOperation before) {
  for (MlirOperation op; op = mlirBlockGetFirstOperation(b->block), !mlirOperationIsNull(op);) {
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationBefore(to, before, op);
  }
}

/// The parameter becomes a reference; what it was is loaded from it, and its slot is stored to it before
/// every return.
static bool pass_by_reference(SmrDescribed *described, MlirOperation wrapper, intptr_t number) {
  const SmrHost *host = &smr_host_fir; // (the extracted module does not tell)
  MlirRegion body = mlirOperationGetRegion(wrapper, 0);
  MlirBlock entry = mlirRegionGetFirstBlock(body);
  MlirValue parameter = mlirBlockGetArgument(entry, number), slot = slot_of(described, parameter);
  MlirType type = mlirValueGetType(parameter), reference = host->pointer(mlirTypeGetContext(type), type);
  if (mlirTypeIsNull(reference))
    return false;
  SmrHostBuilder b = {.context = mlirTypeGetContext(type),
                      .loc = mlirOperationGetLocation(wrapper),
                      .block = mlirBlockCreate(0, NULL, NULL)};
  mlirValueSetType(parameter, reference);
  MlirValue copy = host->load(&b, parameter, type);
  MlirOperation copy_in = mlirOpResultGetOwner(copy);
  move(&b, entry, mlirBlockGetFirstOperation(entry));
  mlirValueReplaceAllUsesExcept(parameter, copy, 1, &copy_in);
  for (MlirBlock at = entry; !mlirBlockIsNull(at) && !mlirValueIsNull(slot);
       at = mlirBlockGetNextInRegion(at)) {
    MlirOperation last = mlirBlockGetTerminator(at);
    if (mlirOperationIsNull(last) || smr_described(described, last)->handler != SMR_HANDLER_RETURN)
      continue;
    host->store(&b, host->load(&b, slot, type), parameter);
    move(&b, at, last);
  }
  mlirBlockDestroy(b.block);

  MlirType function = mlirTypeAttrGetValue(mlirOperationGetAttributeByName(wrapper, REF("function_type")));
  SMR_VEC(MlirType) inputs = {0}, results = {0};
  for (intptr_t k = 0; k < mlirFunctionTypeGetNumInputs(function); k++)
    smr_vec_push(&inputs, k == number ? reference : mlirFunctionTypeGetInput(function, k));
  for (intptr_t k = 0; k < mlirFunctionTypeGetNumResults(function); k++)
    smr_vec_push(&results, mlirFunctionTypeGetResult(function, k));
  function =
      mlirFunctionTypeGet(mlirTypeGetContext(type), inputs.size, inputs.data, results.size, results.data);
  mlirOperationSetAttributeByName(wrapper, REF("function_type"), mlirTypeAttrGet(function));
  smr_vec_free(&inputs);
  smr_vec_free(&results);
  return true;
}

bool smr_build_pass_outs(const SmrBuildPair *pair, const SmrBuildSide *side, SmrDescribed *described,
                         SmrDiag *diag) {
  const SmrPattern *pattern = &pair->pair.pattern;
  const SmrPatBlock *block = &pair->source->replacement;
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (pattern->args[k].kind == SMR_ARG_OUT && !pattern->args[k].by_reference &&
        (smr_described(described, side->wrapper)->function != SMR_FUNCTION_PLAIN ||
         !pass_by_reference(described, side->wrapper, (intptr_t)k)))
      return smr_error(diag, pair->pat->path, block->line, block->column,
                       "argument %u (`%s`) changes, and this language's replacement cannot give it back",
                       k + 1, pattern->args[k].name);
  return true;
}
