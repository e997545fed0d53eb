//===- basic.c - constants and calls ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/import/internal.h"

/// arith.constant, llvm.mlir.constant, index.constant: numbers that fit `const`; the rest stays opaque (and
/// pure).
static bool constant(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirAttribute value = smr_mlir_attribute(op, "value");
  if (mlirAttributeIsNull(value) || mlirOperationGetNumResults(op) != 1)
    return false;
  if (smr_imp_has_lanes(op))
    return smr_imp_constant_lanes(imp, op, value);
  SmrType type = smr_imp_value_type(imp, mlirOperationGetResult(op, 0));
  int64_t bits;
  if (SMR_TYPE_KIND(type) == SMR_T_INT && smr_imp_attr_int(op, "value", &bits)) {
    if (type == SMR_I1)
      bits &= 1;
  } else if ((type == SMR_F64 || type == SMR_F32 || type == SMR_TYPE(SMR_T_FLOAT, 16) ||
              SMR_TYPE_KIND(type) == SMR_T_BFLOAT) &&
             mlirAttributeIsAFloat(value)) {
    double number = mlirFloatAttrGetValueDouble(value);
    memcpy(&bits, &number, sizeof bits);
  } else
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_CONST, NULL, 0, 0);
  smr_op(imp->graph, made)->imm = bits;
  return true;
}

/// Undefined and poison values; a null pointer is an opaque constant.
static bool undefined(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  if (mlirOperationGetNumResults(op) != 1)
    return false;
  if (smr_imp_has_lanes(op))
    return smr_imp_same_lane(imp, op, SMR_OP_UNDEF, 0);
  smr_imp_op(imp, op, SMR_OP_UNDEF, NULL, 0, 0);
  return true;
}

/// fir.zero_bits, llvm.mlir.zero, fir.absent.
static bool zero(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  if (smr_imp_has_lanes(op))
    return smr_imp_same_lane(imp, op, SMR_OP_CONST, 0);
  SmrType type = smr_imp_value_type(imp, mlirOperationGetResult(op, 0));
  SmrTypeKind kind = SMR_TYPE_KIND(type);
  if (kind == SMR_T_INT || kind == SMR_T_FLOAT || kind == SMR_T_BFLOAT) {
    smr_imp_op(imp, op, SMR_OP_CONST, NULL, 0, 0);
    return true;
  }
  if (kind != SMR_T_PTR && kind != SMR_T_BOX)
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_OPAQUE, NULL, 0, 0);
  smr_op(imp->graph, made)->name = smr_intern(imp->symbols, SMR_OPAQUE_NULL);
  smr_op(imp->graph, made)->flags |= SMR_F_PURE;
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The C library's functions that Fortran intrinsics become, without the suffix of the kind.
static const char *libm_name(const char *callee, char out[32]) {
  static const char *const names[] = {
      "sqrt",  "exp",    "log",    "log10", "sin",   "cos",   "tan",   "asin",  "acos",  "atan", "atan2",
      "sinh",  "cosh",   "tanh",   "pow",   "fabs",  "floor", "ceil",  "trunc", "round", "erf",  "erfc",
      "hypot", "tgamma", "lgamma", "asinh", "acosh", "atanh", "expm1", "log1p", "fmod",  "cbrt"};
  size_t n = strlen(callee);
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    size_t m = strlen(names[k]);
    if (strncmp(callee, names[k], m) == 0 && (n == m || (n == m + 1 && callee[m] == 'f'))) {
      snprintf(out, 32, "%s", names[k]);
      return out;
    }
  }
  return NULL;
}

/// Runtime functions that only compute a number from numbers.
static bool numbers_only(SmrImport *imp, MlirOperation op) {
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
    SmrTypeKind kind = SMR_TYPE_KIND(smr_imp_value_type(imp, mlirOperationGetOperand(op, k)));
    if (kind != SMR_T_INT && kind != SMR_T_FLOAT && kind != SMR_T_COMPLEX)
      return false;
  }
  return mlirOperationGetNumResults(op) == 1 && mlirOperationGetNumOperands(op) > 0;
}

/// What the attributes of a call or of the function say about memory.
static uint16_t memory_flags(SmrImport *imp, MlirOperation call_or_function) {
  MlirAttribute effects = smr_mlir_attribute(call_or_function, "memory_effects");
  if (mlirAttributeIsNull(effects))
    return 0;
  if (smr_imp_attr_word(imp, effects, "readwrite") || smr_imp_attr_word(imp, effects, "write"))
    return 0;
  return smr_imp_attr_word(imp, effects, "read") ? SMR_F_READONLY : SMR_F_PURE;
}

/// The C library's own function of numbers: declared only, with its proper type, where its name has its
/// meaning. That it may set errno is not seen: programs that read errno behind a loop nest are none of ours.
static bool c_library(SmrImport *imp, MlirOperation op, MlirOperation target, const char *callee) {
  if (mlirOperationIsNull(target) || smr_described(&imp->described, target)->function < SMR_FUNCTION_C ||
      mlirOperationGetNumRegions(target) != 1 ||
      !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(target, 0))) ||
      strcmp(callee, "lgamma") == 0 || strcmp(callee, "lgammaf") == 0) // (signgam)
    return false;
  MlirAttribute passed = smr_mlir_attribute(mlirOperationGetParentOperation(op), "passthrough");
  if (!mlirAttributeIsNull(passed) && smr_imp_attr_word(imp, passed, "no-builtins"))
    return false;
  SmrType type = callee[strlen(callee) - 1] == 'f' && strcmp(callee, "erf") != 0 ? SMR_F32 : SMR_F64;
  if (mlirOperationGetNumResults(op) != 1 || smr_imp_value_type(imp, mlirOperationGetResult(op, 0)) != type)
    return false;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    if (smr_imp_value_type(imp, mlirOperationGetOperand(op, k)) != type)
      return false;
  return mlirOperationGetNumOperands(op) > 0;
}

/// What the allocators of C and C++ return is reached through nothing else.
static bool allocation(SmrImport *imp, MlirOperation op, const SmrCalleeDesc *known, const SmrValue *args,
                       uint32_t n) {
  SmrGraph *g = imp->graph;
  if (known->allocates && mlirOperationGetNumResults(op) == 1 &&
      smr_imp_value_type(imp, mlirOperationGetResult(op, 0)) == SMR_PTR) {
    SmrOp made = smr_imp_op(imp, op, SMR_OP_HEAP, args, n, 0);
    g->values.data[smr_op(g, made)->result_first].base = SMR_BASE_UNIQUE;
    return true;
  }
  if (known->frees && mlirOperationGetNumResults(op) == 0 && n >= 1 &&
      smr_value_type(g, args[0]) == SMR_PTR) {
    smr_imp_op(imp, op, SMR_OP_FREE, args, 1, 0);
    return true;
  }
  return false;
}

bool smr_imp_call(SmrImport *imp, MlirOperation op, const SmrImportOp *info, uint16_t flags) {
  (void)info;
  SmrSym callee = smr_imp_attr_symbol(imp, op, "callee");
  if (!callee || mlirOperationGetNumRegions(op))
    return false; // through a pointer
  uint32_t n = (uint32_t)mlirOperationGetNumOperands(op);
  SmrValue *args = smr_arena_alloc(&imp->scratch, (n + 1) * sizeof *args);
  for (uint32_t k = 0; k < n; k++)
    args[k] = smr_imp_operand(imp, op, k);
  MlirOperation target = smr_imp_symbol(imp, callee);
  char name[32];
  flags |= memory_flags(imp, op);
  bool pure = flags == SMR_F_PURE;
  if (!mlirOperationIsNull(target)) {
    flags |= memory_flags(imp, target);
    pure |= smr_imp_says(imp, target, SMR_SAYS_RUNTIME) || (flags & SMR_F_PURE);
  }
  const char *text = smr_intern_text(imp->symbols, callee);
  const SmrCalleeDesc *known = smr_imp_declared(imp, callee);
  if (known && allocation(imp, op, known, args, n))
    return true;
  if (libm_name(text, name) && (pure ? numbers_only(imp, op) : c_library(imp, op, target, text))) {
    SmrOp made = smr_imp_op(imp, op, SMR_OP_MATH, args, n, 0);
    smr_op(imp->graph, made)->name = smr_intern(imp->symbols, name);
    smr_op(imp->graph, made)->fast = smr_imp_fast(imp, op);
    return true;
  }
  SmrOp made = smr_imp_op(imp, op, SMR_OP_CALL, args, n, 0);
  SmrOpData *data = smr_op(imp->graph, made);
  data->name = callee;
  data->fast = smr_imp_fast(imp, op);
  data->flags |= known && known->numbers && numbers_only(imp, op) ? SMR_F_PURE : flags;
  return true;
}

static bool call(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  return smr_imp_call(imp, op, info, 0);
}

/// `or` of disjoint bits is a sum, which is what address arithmetic means by it.
static bool or_disjoint(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue operands[2] = {smr_imp_operand(imp, op, 0), smr_imp_operand(imp, op, 1)};
  if (SMR_TYPE_KIND(smr_value_type(imp->graph, operands[0])) != SMR_T_INT)
    return false;
  bool disjoint = smr_imp_has_attr(op, "isDisjoint") && smr_value_type(imp->graph, operands[0]) != SMR_I1;
  SmrOp made = smr_imp_op(imp, op, disjoint ? SMR_OP_ADD : SMR_OP_OR, operands, 2, 0);
  if (disjoint)
    smr_op(imp->graph, made)->flags |= SMR_F_NSW | SMR_F_NUW;
  return true;
}

/// index is 64 bits wide: the cast extends, truncates, or is nothing.
static bool cast_index(SmrImport *imp, MlirOperation op, SmrOpcode extend) {
  SmrValue value = smr_imp_operand(imp, op, 0);
  SmrType from = smr_value_type(imp->graph, value),
          to = smr_imp_value_type(imp, mlirOperationGetResult(op, 0));
  if (SMR_TYPE_KIND(from) != SMR_T_INT || SMR_TYPE_KIND(to) != SMR_T_INT)
    return false;
  if (from == to)
    smr_imp_alias(imp, mlirOperationGetResult(op, 0), value);
  else
    smr_imp_op(imp, op, SMR_TYPE_PAYLOAD(from) < SMR_TYPE_PAYLOAD(to) ? extend : SMR_OP_TRUNC, &value, 1, 0);
  return true;
}
static bool index_cast(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return cast_index(imp, op, SMR_OP_SEXT);
}
static bool index_castui(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return cast_index(imp, op, SMR_OP_ZEXT);
}

const SmrHandlerEntry smr_imp_basic_handlers[] = {{SMR_HANDLER_INDEX_CAST, index_cast},
                                                  {SMR_HANDLER_INDEX_CASTUI, index_castui},
                                                  {SMR_HANDLER_CONSTANT, constant},
                                                  {SMR_HANDLER_UNDEFINED, undefined},
                                                  {SMR_HANDLER_ZERO, zero},
                                                  {SMR_HANDLER_CALL, call},
                                                  {SMR_HANDLER_OR, or_disjoint},
                                                  {SMR_HANDLER_NONE, NULL}};
