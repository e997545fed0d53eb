//===- by_value.c - numbers go to replacements by value -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Fortran passes numbers by address, so LLVM does not see in a replacement what a call passes. But most calls
// pass constants: a product that is not scaled has alpha = 1 and beta = 0, and what the replacement does for
// other values is dead code, which costs as much to compile as all the rest. By value, LLVM propagates the
// constants that all calls agree on.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/host.h"
#include "mlir/host/symbol.h"
#include "mlir/host/type.h"
#include "mlir/splice/edit/edit.h"

/// What the address leads to; null: not one integer or floating-point number.
static MlirType number_at(MlirType parameter, SmrType type) {
  MlirContext context = mlirTypeGetContext(parameter);
  MlirType element =
      smr_mlir_is_plain_pointer(parameter) ? smr_builtin_type(context, type) : smr_mlir_pointee(parameter);
  bool number = !mlirTypeIsNull(element) && (mlirTypeIsAInteger(element) || mlirTypeIsAFloat(element));
  return number ? element : (MlirType){NULL};
}

/// The parameter becomes the number, which the function keeps in a variable of its own.
static void keep_in_variable(MlirOperation function, MlirValue parameter, MlirType number) {
  MlirType reference = mlirValueGetType(parameter);
  const SmrHost *host = smr_host_of_pointer(reference);
  MlirBlock entry = mlirBlockArgumentGetOwner(parameter);
  SmrHostBuilder b = {.context = mlirTypeGetContext(number),
                      .loc = mlirOperationGetLocation(function),
                      .block = mlirBlockCreate(0, NULL, NULL)};
  MlirValue variable = host->temporary(&b, number);
  mlirValueReplaceAllUsesOfWith(parameter, host->convert(&b, variable, reference));
  mlirValueSetType(parameter, number);
  host->store(&b, parameter, variable);
  MlirOperation first = mlirBlockGetFirstOperation(entry);
  for (MlirOperation op; (op = mlirBlockGetFirstOperation(b.block)).ptr;) {
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationBefore(entry, first, op);
  }
  mlirBlockDestroy(b.block);
}

static MlirAttribute function_type(MlirType before, const MlirType *inputs, intptr_t count) {
  if (!mlirTypeIsAFunction(before))
    return mlirTypeAttrGet(
        mlirLLVMFunctionTypeGet(mlirLLVMFunctionTypeGetReturnType(before), count, inputs, false));
  SMR_VEC(MlirType) results = {0};
  for (intptr_t k = 0; k < mlirFunctionTypeGetNumResults(before); k++)
    smr_vec_push(&results, mlirFunctionTypeGetResult(before, k));
  MlirType type = mlirFunctionTypeGet(mlirTypeGetContext(before), count, inputs, results.size, results.data);
  smr_vec_free(&results);
  return mlirTypeAttrGet(type);
}

/// What is said of an address (noalias, captures) is not said of a number.
static void forget_promises(MlirOperation function, const bool *changed) {
  MlirAttribute before = smr_mlir_attribute(function, "arg_attrs");
  if (mlirAttributeIsNull(before))
    return;
  MlirContext context = mlirOperationGetContext(function);
  SMR_VEC(MlirAttribute) all = {0};
  for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(before); k++)
    smr_vec_push(&all,
                 changed[k] ? mlirDictionaryAttrGet(context, 0, NULL) : mlirArrayAttrGetElement(before, k));
  mlirOperationSetAttributeByName(function, smr_ref("arg_attrs"),
                                  mlirArrayAttrGet(context, all.size, all.data));
  smr_vec_free(&all);
}

void smr_take_by_value(MlirOperation function, const SmrType *numbers, uint32_t count) {
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirType type = mlirTypeAttrGetValue(smr_mlir_attribute(function, "function_type"));
  SMR_VEC(MlirType) inputs = {0};
  SMR_VEC(bool) changed = {0};
  bool any = false, has_to_tail = smr_symbol_has_to_tail_call(function);
  for (intptr_t k = 0; k < mlirBlockGetNumArguments(entry); k++) {
    MlirValue parameter = mlirBlockGetArgument(entry, k);
    MlirType before = mlirValueGetType(parameter), number = {NULL};
    if (k < (intptr_t)count && numbers[k] && !has_to_tail && smr_host_of_pointer(before))
      number = number_at(before, numbers[k]);
    smr_vec_push(&inputs, mlirTypeIsNull(number) ? before : number);
    smr_vec_push(&changed, !mlirTypeIsNull(number));
    any |= !mlirTypeIsNull(number);
    if (!mlirTypeIsNull(number))
      keep_in_variable(function, parameter, number);
  }
  if (any) {
    mlirOperationSetAttributeByName(function, smr_ref("function_type"),
                                    function_type(type, inputs.data, inputs.size));
    forget_promises(function, changed.data);
    smr_symbol_forget_tail_calls(function); // it has variables now whose addresses it passes
  }
  smr_vec_free(&inputs);
  smr_vec_free(&changed);
}
