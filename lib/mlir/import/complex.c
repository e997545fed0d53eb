//===- complex.c - complex numbers of their parts ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// FIR makes a complex number by putting one part after the other into an undefined one. The graph knows only
// whole ones, made of both.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/import/internal.h"

static SmrType complex_result(SmrImport *imp, MlirOperation op) {
  SmrType type = smr_imp_value_type(imp, mlirOperationGetResult(op, 0));
  return smr_type_is_complex(type) ? type : SMR_T_NONE;
}

static SmrOp math(SmrImport *imp, MlirOperation op, const char *name, const SmrValue *operands,
                  uint32_t count) {
  SmrOp made = smr_imp_op(imp, op, SMR_OP_MATH, operands, count, 0);
  smr_op(imp->graph, made)->name = smr_intern(imp->symbols, name);
  return made;
}

static bool complex_constant(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrType type = complex_result(imp, op), part = smr_type_part(type);
  MlirAttribute value = smr_mlir_attribute(op, "value");
  SmrValue parts[2];
  if (!type || (part != SMR_F32 && part != SMR_F64) || mlirAttributeIsNull(value) ||
      !mlirAttributeIsAArray(value) || mlirArrayAttrGetNumElements(value) != 2)
    return false;
  for (int k = 0; k < 2; k++) {
    MlirAttribute element = mlirArrayAttrGetElement(value, k);
    int64_t bits;
    if (!mlirAttributeIsAFloat(element))
      return false;
    double number = mlirFloatAttrGetValueDouble(element);
    memcpy(&bits, &number, sizeof bits);
    parts[k] = smr_build_const(imp->graph, imp->block, 0, part, bits);
  }
  math(imp, op, SMR_MATH_COMPLEX, parts, 2);
  return true;
}

/// The part that `coor` says, 0 or 1.
static bool part_number(MlirOperation op, int64_t *out) {
  MlirAttribute path = smr_mlir_attribute(op, "coor");
  if (mlirAttributeIsNull(path) || !mlirAttributeIsAArray(path) || mlirArrayAttrGetNumElements(path) != 1)
    return false;
  MlirAttribute element = mlirArrayAttrGetElement(path, 0);
  if (!mlirAttributeIsAInteger(element))
    return false;
  *out = mlirIntegerAttrGetValueInt(element);
  return *out == 0 || *out == 1;
}

static bool extract_value(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue from = smr_imp_operand(imp, op, 0);
  SmrType type = smr_value_type(imp->graph, from);
  int64_t part;
  if (!smr_type_is_complex(type) || !part_number(op, &part) ||
      smr_imp_value_type(imp, mlirOperationGetResult(op, 0)) != smr_type_part(type))
    return false;
  math(imp, op, part ? SMR_MATH_IM : SMR_MATH_RE, &from, 1);
  return true;
}

/// What the number had before, but for the part that is replaced.
static SmrValue other_part(SmrImport *imp, SmrValue before, bool im) {
  SmrGraph *g = imp->graph;
  SmrOp def = smr_def(g, before);
  SmrType part = smr_type_part(smr_value_type(g, before));
  if (def && smr_op(g, def)->code == SMR_OP_UNDEF)
    return smr_imp_undef(imp, part);
  if (def && smr_op(g, def)->code == SMR_OP_MATH &&
      !strcmp(smr_intern_text(imp->symbols, smr_op(g, def)->name), SMR_MATH_COMPLEX))
    return smr_operand(g, def, im);
  SmrValue value = smr_build(g, imp->block, 0, SMR_OP_MATH, part, &before, 1, 0);
  smr_op(g, smr_def(g, value))->name = smr_intern(imp->symbols, im ? SMR_MATH_IM : SMR_MATH_RE);
  return value;
}

static bool insert_value(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrType type = complex_result(imp, op);
  int64_t part;
  if (!type || !part_number(op, &part) || smr_imp_value_type(imp, mlirOperationGetOperand(op, 0)) != type ||
      smr_imp_value_type(imp, mlirOperationGetOperand(op, 1)) != smr_type_part(type))
    return false;
  SmrValue before = smr_imp_operand(imp, op, 0), parts[2];
  parts[part] = smr_imp_operand(imp, op, 1);
  parts[!part] = other_part(imp, before, !part);
  math(imp, op, SMR_MATH_COMPLEX, parts, 2);
  return true;
}

const SmrHandlerEntry smr_imp_complex_handlers[] = {{SMR_HANDLER_COMPLEX_CONSTANT, complex_constant},
                                                    {SMR_HANDLER_FIR_EXTRACT_VALUE, extract_value},
                                                    {SMR_HANDLER_FIR_INSERT_VALUE, insert_value},
                                                    {SMR_HANDLER_NONE, NULL}};
