//===- op.c - what the ops at hand mean ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// All of it is in the dialect descriptions; here are the questions that take more than one look.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/splice/code/code.h"

const SmrOpDesc *smr_op_means(SmrSplicer *s, MlirOperation op) {
  return smr_described(&s->described, op);
}

//--- Descriptions are a user's: what they say may not fit the op ------------------------

SmrDescAccess smr_op_access(SmrSplicer *s, MlirOperation op) {
  const SmrOpDesc *means = smr_op_means(s, op);
  bool value = means->handler == SMR_HANDLER_LINALG && mlirOperationGetNumResults(op); // on tensors
  return mlirOperationGetNumOperands(op) && !value ? (SmrDescAccess)means->access : SMR_DESC_NONE;
}

SmrDescJump smr_op_jump(SmrSplicer *s, MlirOperation op) {
  SmrDescJump jump = (SmrDescJump)smr_op_means(s, op)->jump;
  intptr_t edges = mlirOperationGetNumSuccessors(op);
  if (jump == SMR_JUMP_TEST) {
    MlirAttribute segments = smr_mlir_attribute(op, "operandSegmentSizes");
    bool told = !mlirAttributeIsNull(segments) && mlirAttributeIsADenseI32Array(segments) &&
                mlirDenseArrayGetNumElements(segments) == 3;
    return edges == 2 && told ? jump : SMR_JUMP_NONE;
  }
  return edges > 0 && (jump != SMR_JUMP_ONE || edges == 1) ? jump : SMR_JUMP_NONE;
}

static MlirValue operand(MlirOperation op, intptr_t number) {
  intptr_t count = mlirOperationGetNumOperands(op);
  return mlirOperationGetOperand(op, number < count ? number : count - 1);
}

bool smr_mlir_is_store(SmrSplicer *s, MlirOperation op) {
  return smr_op_access(s, op) == SMR_DESC_STORE;
}

/// Of an access that only the graph knows to be one the usual operand.
MlirValue smr_mlir_loaded_from(SmrSplicer *s, MlirOperation load) {
  const SmrOpDesc *desc = smr_op_means(s, load);
  return operand(load, desc->access == SMR_DESC_LOAD ? desc->pointer : 0);
}

MlirValue smr_mlir_stored_to(SmrSplicer *s, MlirOperation store) {
  const SmrOpDesc *desc = smr_op_means(s, store);
  return operand(store, desc->access == SMR_DESC_STORE ? desc->pointer : 1);
}

MlirValue smr_mlir_stored(SmrSplicer *s, MlirOperation store) {
  const SmrOpDesc *desc = smr_op_means(s, store);
  return operand(store, desc->access == SMR_DESC_STORE ? desc->value : 0);
}

MlirValue smr_mlir_slot(SmrSplicer *s, MlirValue pointer) {
  enum { MOST_NAMES = 1000 }; // in code that nothing reaches, a value may be a name of itself
  for (int k = 0; k < MOST_NAMES && mlirValueIsAOpResult(pointer); k++) {
    MlirOperation op = mlirOpResultGetOwner(pointer);
    const SmrOpDesc *desc = smr_op_means(s, op);
    if (!desc->renames || desc->renamed >= mlirOperationGetNumOperands(op))
      break;
    pointer = mlirOperationGetOperand(op, desc->renamed);
  }
  return pointer;
}

MlirValue smr_mlir_variable(SmrSplicer *s, MlirValue pointer) {
  MlirValue slot = smr_mlir_slot(s, pointer);
  bool local = mlirValueIsAOpResult(slot) && smr_op_means(s, mlirOpResultGetOwner(slot))->local;
  return local ? slot : (MlirValue){NULL};
}

MlirType smr_mlir_variable_type(SmrSplicer *s, MlirValue variable) {
  MlirOperation op = mlirOpResultGetOwner(variable);
  const char *name = smr_op_means(s, op)->variable_type;
  MlirAttribute type = name ? smr_mlir_attribute(op, name) : (MlirAttribute){NULL};
  MlirType element = !mlirAttributeIsNull(type) && mlirAttributeIsAType(type)
                         ? mlirTypeAttrGetValue(type)
                         : smr_mlir_pointee(mlirValueGetType(variable));
  return mlirTypeIsNull(element) || smr_mlir_is_scalar(element) ? element : (MlirType){NULL};
}

typedef struct {
  SmrSplicer *s;
  SmrDescAccess access;
  MlirValue slot;
  bool found;
} AccessSearch;

static MlirWalkResult find_access(MlirOperation op, void *data) {
  AccessSearch *search = data;
  SmrSplicer *s = search->s;
  if (smr_op_access(s, op) != search->access)
    return MlirWalkResultAdvance;
  bool store = search->access == SMR_DESC_STORE;
  MlirValue pointer = store ? smr_mlir_stored_to(s, op) : smr_mlir_loaded_from(s, op);
  search->found = mlirValueEqual(smr_mlir_slot(s, pointer), search->slot);
  return search->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool accesses(SmrSplicer *s, MlirOperation root, SmrDescAccess access, MlirValue slot) {
  AccessSearch search = {s, access, slot, false};
  mlirOperationWalk(root, find_access, &search, MlirWalkPreOrder);
  return search.found;
}

bool smr_mlir_stores_to(SmrSplicer *s, MlirOperation root, MlirValue slot) {
  return accesses(s, root, SMR_DESC_STORE, slot);
}

bool smr_mlir_loads_from(SmrSplicer *s, MlirOperation root, MlirValue slot) {
  return accesses(s, root, SMR_DESC_LOAD, slot);
}

bool smr_mlir_stays(SmrSplicer *s, MlirOperation op) {
  const SmrOpDesc *desc = smr_op_means(s, op);
  return desc->note || desc->lifetime == SMR_LIFETIME_END;
}

bool smr_is_slot(const SmrGraph *g, SmrValue pointer) {
  SmrOp def = smr_def(g, pointer);
  return def && smr_op(g, def)->code == SMR_OP_ALLOCA;
}
