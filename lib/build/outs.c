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

/// Where the wrapper keeps a parameter (`fir.store %param to %slot`), or null when it never changes.
static MlirValue slot_of(MlirValue parameter) {
  for (MlirOpOperand use = mlirValueGetFirstUse(parameter); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (smr_mlir_named(user, "fir.store") && mlirOpOperandGetOperandNumber(use) == 0) {
      MlirValue slot = mlirOperationGetOperand(user, 1);
      if (mlirValueIsAOpResult(slot) && smr_mlir_named(mlirOpResultGetOwner(slot), "fir.alloca"))
        return slot;
    }
  }
  return (MlirValue){0};
}

static void append(MlirStringRef text, void *out) {
  smr_str_append(out, text.data, text.length);
}

static MlirType reference_to(MlirType type) {
  SmrStr text = {0};
  smr_str_puts(&text, "!fir.ref<");
  mlirTypePrint(type, append, &text);
  smr_str_puts(&text, ">");
  MlirType result = mlirTypeParseGet(mlirTypeGetContext(type), REF(smr_str_get(&text)));
  smr_str_free(&text);
  return result;
}

static MlirOperation load(MlirLocation where, MlirValue pointer, MlirType type) {
  MlirOperationState state = mlirOperationStateGet(REF("fir.load"), where);
  mlirOperationStateAddOperands(&state, 1, &pointer);
  mlirOperationStateAddResults(&state, 1, &type);
  return mlirOperationCreate(&state);
}

static MlirOperation store(MlirLocation where, MlirValue value, MlirValue pointer) {
  MlirValue operands[] = {value, pointer};
  MlirOperationState state = mlirOperationStateGet(REF("fir.store"), where);
  mlirOperationStateAddOperands(&state, 2, operands);
  return mlirOperationCreate(&state);
}

/// The parameter becomes a reference; what it was is loaded from it, and its slot is stored to it before
/// every return.
static bool pass_by_reference(MlirOperation wrapper, intptr_t number) {
  MlirRegion body = mlirOperationGetRegion(wrapper, 0);
  MlirBlock entry = mlirRegionGetFirstBlock(body);
  MlirValue parameter = mlirBlockGetArgument(entry, number), slot = slot_of(parameter);
  MlirType type = mlirValueGetType(parameter), reference = reference_to(type);
  if (mlirTypeIsNull(reference))
    return false;
  MlirLocation where = mlirOperationGetLocation(wrapper);
  mlirValueSetType(parameter, reference);
  MlirOperation copy_in = load(where, parameter, type);
  mlirBlockInsertOwnedOperation(entry, 0, copy_in);
  mlirValueReplaceAllUsesExcept(parameter, mlirOperationGetResult(copy_in, 0), 1, &copy_in);
  for (MlirBlock at = entry; !mlirBlockIsNull(at) && !mlirValueIsNull(slot);
       at = mlirBlockGetNextInRegion(at)) {
    MlirOperation last = mlirBlockGetTerminator(at);
    if (mlirOperationIsNull(last) || !smr_mlir_named(last, "func.return"))
      continue;
    MlirOperation value = load(where, slot, type);
    mlirBlockInsertOwnedOperationBefore(at, last, value);
    mlirBlockInsertOwnedOperationBefore(at, last, store(where, mlirOperationGetResult(value, 0), parameter));
  }

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

bool smr_build_pass_outs(const SmrBuildPair *pair, const SmrBuildSide *side, SmrDiag *diag) {
  const SmrPattern *pattern = &pair->pair.pattern;
  const SmrPatBlock *block = &pair->source->replacement;
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (pattern->args[k].kind == SMR_ARG_OUT && !pattern->args[k].by_reference &&
        (!smr_mlir_named(side->wrapper, "func.func") || !pass_by_reference(side->wrapper, (intptr_t)k)))
      return smr_error(diag, pair->pat->path, block->line, block->column,
                       "argument %u (`%s`) changes, and this language's replacement cannot give it back",
                       k + 1, pattern->args[k].name);
  return true;
}
