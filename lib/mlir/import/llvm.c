//===- llvm.c - the LLVM dialect ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Pointers carry no types and C programs look at one object in several ways, so addresses are computed in
// bytes throughout; struct members, too.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/import/internal.h"

static MlirValue result(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static bool attr_type(SmrImport *imp, MlirOperation op, const char *name, uint32_t *out) {
  MlirAttribute attr = smr_mlir_attribute(op, name);
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAType(attr))
    return false;
  *out = smr_imp_type_id(imp, mlirTypeAttrGetValue(attr));
  return true;
}

static bool getelementptr(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  enum { DYNAMIC = INT32_MIN };
  SmrValue base = smr_imp_operand(imp, op, 0);
  MlirAttribute constants = smr_mlir_attribute(op, "rawConstantIndices");
  uint32_t type;
  if (smr_value_type(imp->graph, base) != SMR_PTR || smr_imp_value_type(imp, result(op)) != SMR_PTR ||
      !mlirAttributeIsADenseI32Array(constants) || !attr_type(imp, op, "elem_type", &type))
    return false;
  SmrValue offset = 0;
  intptr_t next = 1;
  for (intptr_t k = 0, n = mlirDenseArrayGetNumElements(constants); k < n; k++) {
    int32_t fixed = mlirDenseI32ArrayGetElement(constants, k);
    if (fixed == DYNAMIC && next >= mlirOperationGetNumOperands(op))
      return false;
    SmrTypeInfo outer = smr_imp_type_at(imp, type);
    SmrValue step;
    if (k > 0 && outer.kind == SMR_K_STRUCT) {
      if (fixed < 0 || (uint32_t)fixed >= outer.field_count)
        return false;
      step = smr_imp_const(imp, outer.field_offsets[fixed]);
      type = outer.field_types[fixed];
    } else {
      SmrValue index =
          fixed == DYNAMIC ? smr_imp_i64(imp, smr_imp_operand(imp, op, next++)) : smr_imp_const(imp, fixed);
      if (k > 0) {
        if (outer.kind != SMR_K_ARRAY)
          return false;
        type = outer.inner;
      }
      step = smr_imp_arith(imp, SMR_OP_MUL, smr_imp_bytes(imp, type), index);
    }
    offset = offset ? smr_imp_arith(imp, SMR_OP_ADD, offset, step) : step;
  }
  SmrValue address = smr_imp_addr(imp, op, base, offset, NULL, 0);
  if (address == base)
    smr_imp_alias(imp, result(op), base);
  else
    smr_imp_bind(imp, result(op), address);
  return true;
}

static bool special_access(MlirOperation op) {
  int64_t ordering = 0;
  smr_imp_attr_int(op, "ordering", &ordering);
  return ordering != 0 || smr_imp_has_attr(op, "volatile_");
}

/// VOLATILE and PACKED, as the access to data of that type says.
static uint32_t access_flags(MlirOperation op, SmrType type) {
  int64_t alignment = 0;
  bool packed = smr_imp_attr_int(op, "alignment", &alignment) && alignment > 0 &&
                (uint64_t)alignment < smr_type_bytes(type);
  return (special_access(op) ? SMR_F_VOLATILE : 0) | (packed ? SMR_F_PACKED : 0);
}

/// Loads or stores the lane of a vector at this address; returns the value that is loaded.
static SmrValue access_lane(SmrImport *imp, MlirOperation op, SmrValue address, SmrType type, uint32_t k,
                            SmrValue stored) {
  SmrValue at =
      smr_imp_addr(imp, op, address, smr_imp_const(imp, (int64_t)k * smr_type_bytes(type)), NULL, 0);
  SmrOp made;
  if (stored) {
    smr_imp_terminate(imp, op, SMR_OP_STORE, (SmrValue[]){stored, at}, 2);
    made = imp->graph->blocks.data[imp->block].last;
  } else {
    made = smr_def(imp->graph, smr_imp_make(imp, op, SMR_OP_LOAD, type, &at, 1));
  }
  smr_op(imp->graph, made)->tag = smr_imp_access_tag(imp, op);
  smr_op(imp->graph, made)->flags |= SMR_F_LANE | access_flags(op, type);
  return stored ? 0 : smr_result(imp->graph, made, 0);
}

static bool load_lanes(SmrImport *imp, MlirOperation op, SmrValue address) {
  SmrValue lanes[SMR_IMP_MOST_LANES];
  MlirType type = mlirValueGetType(result(op));
  for (uint32_t k = 0; k < smr_imp_lane_count(type); k++)
    lanes[k] = access_lane(imp, op, address, smr_imp_lane_type(imp, type), k, 0);
  smr_imp_bind_lanes(imp, result(op), lanes);
  return true;
}

static bool store_lanes(SmrImport *imp, MlirOperation op, const SmrValue *lanes, SmrValue address) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  for (uint32_t k = 0; k < smr_imp_lane_count(type); k++)
    access_lane(imp, op, address, smr_imp_lane_type(imp, type), k, lanes[k]);
  return true;
}

static bool load(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue address = smr_imp_operand(imp, op, 0);
  if (smr_value_type(imp->graph, address) != SMR_PTR)
    return false;
  if (smr_imp_has_lanes(op))
    return load_lanes(imp, op, address);
  SmrOp made = smr_imp_op(imp, op, SMR_OP_LOAD, &address, 1, 0);
  smr_op(imp->graph, made)->tag = smr_imp_access_tag(imp, op);
  imp->graph->values.data[smr_result(imp->graph, made, 0)].name =
      smr_imp_attr_symbol(imp, op, SMR_ATTR_VALUE_NAME);
  smr_op(imp->graph, made)->flags |=
      access_flags(op, smr_value_type(imp->graph, smr_result(imp->graph, made, 0)));
  return true;
}

static bool store(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  const SmrValue *lanes = smr_imp_lanes(imp, mlirOperationGetOperand(op, 0));
  if (lanes && smr_value_type(imp->graph, smr_imp_operand(imp, op, 1)) == SMR_PTR)
    return store_lanes(imp, op, lanes, smr_imp_operand(imp, op, 1));
  SmrValue operands[2] = {smr_imp_operand(imp, op, 0), smr_imp_operand(imp, op, 1)};
  if (smr_value_type(imp->graph, operands[1]) != SMR_PTR)
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_STORE, operands, 2, 0);
  smr_op(imp->graph, made)->tag = smr_imp_access_tag(imp, op);
  smr_op(imp->graph, made)->flags |= access_flags(op, smr_value_type(imp->graph, operands[0]));
  return true;
}

static bool alloca_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  uint32_t type;
  int64_t count, bytes = -1;
  SmrValue size = smr_imp_operand(imp, op, 0);
  bool fixed = smr_const_int(imp->graph, size, &count) && attr_type(imp, op, "elem_type", &type);
  if (fixed && (__builtin_mul_overflow(count, smr_imp_type_at(imp, type).bytes, &bytes) || bytes <= 0))
    bytes = -1;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_ALLOCA, &size, fixed ? 0 : 1, 0);
  SmrOpData *data = smr_op(imp->graph, made);
  data->imm = bytes;
  if (fixed && mlirBlockEqual(mlirOperationGetBlock(op), imp->entry))
    data->flags |= SMR_F_ONCE;
  imp->graph->values.data[data->result_first].base = SMR_BASE_UNIQUE;
  return true;
}

static bool addressof(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrSym name = smr_imp_attr_symbol(imp, op, "global_name");
  MlirOperation global = name ? smr_imp_symbol(imp, name) : (MlirOperation){NULL};
  uint32_t type;
  if (mlirOperationIsNull(global) || !attr_type(imp, global, "global_type", &type) ||
      smr_imp_value_type(imp, result(op)) != SMR_PTR)
    return false; // a function, or of another dialect
  bool here = mlirBlockEqual(mlirOperationGetBlock(op), imp->entry);
  int64_t bytes = smr_imp_type_at(imp, type).bytes;
  smr_imp_alias(imp, result(op),
                smr_imp_global(imp, name, bytes, here ? (void *)(uintptr_t)result(op).ptr : NULL,
                               smr_imp_has_attr(global, "constant")
                                   ? SMR_BASE_UNIQUE
                                   : SMR_BASE_IDENTIFIED)); // nobody writes to constants
  return true;
}

/// Comparisons of numbers and of pointers.
static bool icmp(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue operands[2] = {smr_imp_operand(imp, op, 0), smr_imp_operand(imp, op, 1)};
  SmrTypeKind kind = SMR_TYPE_KIND(smr_value_type(imp->graph, operands[0]));
  int64_t predicate;
  if ((kind != SMR_T_INT && kind != SMR_T_PTR) || !smr_imp_attr_int(op, "predicate", &predicate))
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_ICMP, operands, 2, 0);
  smr_op(imp->graph, made)->imm = predicate;
  return true;
}

static bool select_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue operands[3];
  for (int k = 0; k < 3; k++)
    operands[k] = smr_imp_operand(imp, op, k);
  SmrType type = smr_imp_value_type(imp, result(op));
  if (smr_value_type(imp->graph, operands[0]) != SMR_I1 || smr_value_type(imp->graph, operands[1]) != type ||
      smr_value_type(imp->graph, operands[2]) != type)
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_SELECT, operands, 3, 0);
  smr_op(imp->graph, made)->fast = smr_imp_fast(imp, op);
  return true;
}

static bool zext(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue value = smr_imp_operand(imp, op, 0);
  if (SMR_TYPE_KIND(smr_value_type(imp->graph, value)) != SMR_T_INT)
    return false;
  // Of a number that is not negative either extension is the same.
  bool positive = smr_imp_has_attr(op, "nonNeg");
  smr_imp_op(imp, op, positive ? SMR_OP_SEXT : SMR_OP_ZEXT, &value, 1, 0);
  return true;
}

static bool ptrtoint(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue value = smr_imp_operand(imp, op, 0);
  if (smr_value_type(imp->graph, value) != SMR_PTR || smr_imp_value_type(imp, result(op)) != SMR_I64)
    return false;
  smr_imp_op(imp, op, SMR_OP_BITCAST, &value, 1, 0);
  return true;
}

static bool bitcast(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue value = smr_imp_operand(imp, op, 0);
  SmrType from = smr_value_type(imp->graph, value), to = smr_imp_value_type(imp, result(op));
  if (from == to) {
    smr_imp_alias(imp, result(op), value);
    return true;
  }
  SmrTypeKind a = SMR_TYPE_KIND(from), b = SMR_TYPE_KIND(to);
  if ((a != SMR_T_INT && a != SMR_T_FLOAT) || (b != SMR_T_INT && b != SMR_T_FLOAT))
    return false;
  smr_imp_op(imp, op, SMR_OP_BITCAST, &value, 1, 0);
  return true;
}

const SmrHandlerEntry smr_imp_llvm_handlers[] = {{SMR_HANDLER_LLVM_GETELEMENTPTR, getelementptr},
                                                 {SMR_HANDLER_LLVM_LOAD, load},
                                                 {SMR_HANDLER_LLVM_STORE, store},
                                                 {SMR_HANDLER_LLVM_ALLOCA, alloca_op},
                                                 {SMR_HANDLER_LLVM_ADDRESSOF, addressof},
                                                 {SMR_HANDLER_LLVM_ICMP, icmp},
                                                 {SMR_HANDLER_SELECT, select_op},
                                                 {SMR_HANDLER_ZEXT, zext},
                                                 {SMR_HANDLER_LLVM_PTRTOINT, ptrtoint},
                                                 {SMR_HANDLER_LLVM_BITCAST, bitcast},
                                                 {SMR_HANDLER_NONE, NULL}};
