//===- outs.c - new values of by-value parameters ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A by-value parameter that the idiom assigns stands for a local variable of the input, whose new value the
// replacement computes: in its copy of the parameter, which is gone when it returns. So the replacement's
// wrapper is made to return those values, behind its own result.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Support.h"

#define REF(text) mlirStringRefCreateFromCString(text)

static bool is(MlirOperation op, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)), REF(name));
}

/// Where the wrapper keeps a parameter (`fir.store %param to %slot`), or null when it never changes.
static MlirValue slot_of(MlirValue parameter) {
  for (MlirOpOperand use = mlirValueGetFirstUse(parameter); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (is(user, "fir.store") && mlirOpOperandGetOperandNumber(use) == 0) {
      MlirValue slot = mlirOperationGetOperand(user, 1);
      if (mlirValueIsAOpResult(slot) && is(mlirOpResultGetOwner(slot), "fir.alloca"))
        return slot;
    }
  }
  return (MlirValue){0};
}

typedef SMR_VEC(MlirValue) Values;

/// `return a` becomes `return a, <value of each out>`.
static void extend_return(MlirOperation ret, const Values *parameters, const Values *slots) {
  Values operands = {0};
  MlirLocation where = mlirOperationGetLocation(ret);
  MlirBlock block = mlirOperationGetBlock(ret);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(ret); k++)
    smr_vec_push(&operands, mlirOperationGetOperand(ret, k));
  for (uint32_t k = 0; k < slots->size; k++) {
    MlirValue value = parameters->data[k];
    if (!mlirValueIsNull(slots->data[k])) {
      MlirOperationState state = mlirOperationStateGet(REF("fir.load"), where);
      MlirType type = mlirValueGetType(value);
      mlirOperationStateAddOperands(&state, 1, &slots->data[k]);
      mlirOperationStateAddResults(&state, 1, &type);
      MlirOperation load = mlirOperationCreate(&state);
      mlirBlockInsertOwnedOperationBefore(block, ret, load);
      value = mlirOperationGetResult(load, 0);
    }
    smr_vec_push(&operands, value);
  }
  MlirOperationState state = mlirOperationStateGet(REF("func.return"), where);
  mlirOperationStateAddOperands(&state, operands.size, operands.data);
  mlirBlockInsertOwnedOperationBefore(block, ret, mlirOperationCreate(&state));
  mlirOperationDestroy(ret);
  smr_vec_free(&operands);
}

static void extend_type(MlirOperation wrapper, const Values *parameters) {
  MlirContext context = mlirOperationGetContext(wrapper);
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetAttributeByName(wrapper, REF("function_type")));
  MlirAttribute attributes = mlirOperationGetAttributeByName(wrapper, REF("res_attrs"));
  SMR_VEC(MlirType) inputs = {0}, results = {0};
  SMR_VEC(MlirAttribute) dictionaries = {0};
  for (intptr_t k = 0; k < mlirFunctionTypeGetNumInputs(type); k++)
    smr_vec_push(&inputs, mlirFunctionTypeGetInput(type, k));
  for (intptr_t k = 0; k < mlirFunctionTypeGetNumResults(type); k++) {
    smr_vec_push(&results, mlirFunctionTypeGetResult(type, k));
    if (!mlirAttributeIsNull(attributes))
      smr_vec_push(&dictionaries, mlirArrayAttrGetElement(attributes, k));
  }
  for (uint32_t k = 0; k < parameters->size; k++) {
    smr_vec_push(&results, mlirValueGetType(parameters->data[k]));
    smr_vec_push(&dictionaries, mlirDictionaryAttrGet(context, 0, NULL));
  }
  MlirType extended = mlirFunctionTypeGet(context, inputs.size, inputs.data, results.size, results.data);
  mlirOperationSetAttributeByName(wrapper, REF("function_type"), mlirTypeAttrGet(extended));
  if (!mlirAttributeIsNull(attributes))
    mlirOperationSetAttributeByName(wrapper, REF("res_attrs"),
                                    mlirArrayAttrGet(context, dictionaries.size, dictionaries.data));
  smr_vec_free(&inputs);
  smr_vec_free(&results);
  smr_vec_free(&dictionaries);
}

bool smr_build_return_outs(const SmrBuildPair *pair, const SmrBuildSide *side, SmrDiag *diag) {
  const SmrPattern *pattern = &pair->pair.pattern;
  const SmrPatBlock *block = &pair->source->replacement;
  Values parameters = {0}, slots = {0};
  MlirRegion body = mlirOperationGetRegion(side->wrapper, 0);
  MlirBlock entry = mlirRegionGetFirstBlock(body);
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (pattern->args[k].kind == SMR_ARG_OUT && !pattern->args[k].by_reference) {
      if (!is(side->wrapper, "func.func") || mlirBlockIsNull(entry)) {
        smr_vec_free(&parameters);
        smr_vec_free(&slots);
        return smr_error(diag, pair->pat->path, block->line, block->column,
                         "argument %u (`%s`) is changed, which this language's replacement cannot give back",
                         k + 1, pattern->args[k].name);
      }
      smr_vec_push(&parameters, mlirBlockGetArgument(entry, (intptr_t)k));
      smr_vec_push(&slots, slot_of(smr_vec_last(&parameters)));
    }
  if (parameters.size) {
    for (MlirBlock at = entry; !mlirBlockIsNull(at); at = mlirBlockGetNextInRegion(at)) {
      MlirOperation last = mlirBlockGetTerminator(at);
      if (!mlirOperationIsNull(last) && is(last, "func.return"))
        extend_return(last, &parameters, &slots);
    }
    extend_type(side->wrapper, &parameters);
  }
  smr_vec_free(&parameters);
  smr_vec_free(&slots);
  return true;
}
