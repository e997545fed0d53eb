//===- cir.c - ClangIR: values and memory -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// ClangIR has its own types and attributes and no C API, so both are read from their text, as Flang's are.
// What an operation means depends on its operands' types: one op adds integers of either sign and floats.
//===----------------------------------------------------------------------===//
#include "mlir/import/cir.h"
#include "graph/number.h"
#include "mlir-c/BuiltinAttributes.h"
#include <math.h>

static MlirValue result(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static bool is_unsigned(SmrImport *imp, MlirValue value) {
  return smr_imp_type(imp, mlirValueGetType(value)).is_unsigned;
}

static SmrTypeKind kind_of(SmrImport *imp, SmrValue value) {
  return SMR_TYPE_KIND(smr_value_type(imp->graph, value));
}

static bool is_float(SmrTypeKind kind) {
  return kind == SMR_T_FLOAT || kind == SMR_T_BFLOAT;
}

/// An index as i64; ClangIR widens it as its type says.
static SmrValue wide(SmrImport *imp, MlirValue index) {
  SmrValue value = smr_imp_value(imp, index);
  SmrType type = smr_value_type(imp->graph, value);
  if (!is_unsigned(imp, index) || type == SMR_I64 || SMR_TYPE_KIND(type) != SMR_T_INT)
    return smr_imp_i64(imp, value);
  return smr_build(imp->graph, imp->block, 0, SMR_OP_ZEXT, SMR_I64, &value, 1, 0);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The number of `#cir.fp<…>`: decimal as far as that is exact, else the bits.
static bool float_literal(const char *text, SmrType type, double *out) {
  const char *at = strchr(text, '<');
  if (!at)
    return false;
  at++;
  if (strncmp(at, "0x", 2) != 0) {
    char *end;
    *out = type == SMR_F32 ? (double)strtof(at, &end) : strtod(at, &end);
    return end != at && *end == '>';
  }
  char *end;
  uint64_t bits = strtoull(at + 2, &end, 16);
  if (*end != '>')
    return false;
  if (type != SMR_F64 && type != SMR_F32)
    return false;
  int64_t unused;
  smr_number_load(&bits, type, &unused, out);
  return true;
}

bool smr_imp_cir_int(SmrImport *imp, MlirAttribute attr, int64_t *out) {
  const char *text = attr.ptr ? smr_intern_text(imp->symbols, smr_imp_attr_text(imp, attr)) : "";
  if (strncmp(text, "#cir.int<", 9) != 0)
    return false;
  char *end;
  *out = text[9] == '-' ? (int64_t)strtoll(text + 9, &end, 10) : (int64_t)strtoull(text + 9, &end, 10);
  return *end == '>';
}

static bool constant(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirAttribute attr = smr_mlir_attribute(op, "value");
  if (mlirAttributeIsNull(attr))
    return false;
  const char *text = smr_intern_text(imp->symbols, smr_imp_attr_text(imp, attr));
  SmrType type = smr_imp_value_type(imp, result(op));
  SmrTypeKind kind = SMR_TYPE_KIND(type);
  int64_t bits = 0;
  double number;
  bool zero = strncmp(text, "#cir.zero", 9) == 0;
  if (kind == SMR_T_PTR && (zero || strncmp(text, "#cir.ptr<null>", 14) == 0)) {
    SmrOp made = smr_imp_op(imp, op, SMR_OP_OPAQUE, NULL, 0, 0);
    smr_op(imp->graph, made)->name = smr_intern(imp->symbols, SMR_OPAQUE_NULL);
    smr_op(imp->graph, made)->flags |= SMR_F_PURE;
    return true;
  }
  if (strncmp(text, "#cir.undef", 10) == 0 || strncmp(text, "#cir.poison", 11) == 0) {
    smr_imp_op(imp, op, SMR_OP_UNDEF, NULL, 0, 0);
    return true;
  }
  if (type == SMR_I1 && strncmp(text, "#cir.bool<", 10) == 0)
    bits = text[10] == 't';
  else if (kind == SMR_T_INT && SMR_TYPE_PAYLOAD(type) <= 64 && smr_imp_cir_int(imp, attr, &bits)) {
    uint32_t unused = 64 - SMR_TYPE_PAYLOAD(type); // as a signed number of its width, like everywhere else
    bits = (int64_t)((uint64_t)bits << unused) >> unused;
  } else if ((type == SMR_F64 || type == SMR_F32) && strncmp(text, "#cir.fp<", 8) == 0 &&
             float_literal(text, type, &number)) {
    memcpy(&bits, &number, sizeof bits);
  } else if (!zero || (kind != SMR_T_INT && type != SMR_F64 && type != SMR_F32))
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_CONST, NULL, 0, 0);
  smr_op(imp->graph, made)->imm = bits;
  return true;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static uint16_t wrap_flags(MlirOperation op) {
  return (uint16_t)((smr_imp_has_attr(op, "no_signed_wrap") ? SMR_F_NSW : 0) |
                    (smr_imp_has_attr(op, "no_unsigned_wrap") ? SMR_F_NUW : 0));
}

static bool binop(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  enum { MUL, DIV, REM, ADD, SUB, AND, XOR, OR, MAX, COUNT };
  static const struct {
    SmrOpcode sign, no_sign, number;
  } codes[COUNT] = {
      [MUL] = {SMR_OP_MUL, SMR_OP_MUL, SMR_OP_FMUL},   [DIV] = {SMR_OP_DIVS, SMR_OP_DIVU, SMR_OP_FDIV},
      [REM] = {SMR_OP_REMS, SMR_OP_REMU, SMR_OP_FREM}, [ADD] = {SMR_OP_ADD, SMR_OP_ADD, SMR_OP_FADD},
      [SUB] = {SMR_OP_SUB, SMR_OP_SUB, SMR_OP_FSUB},   [AND] = {SMR_OP_AND, SMR_OP_AND, SMR_OP_NONE},
      [XOR] = {SMR_OP_XOR, SMR_OP_XOR, SMR_OP_NONE},   [OR] = {SMR_OP_OR, SMR_OP_OR, SMR_OP_NONE},
      [MAX] = {SMR_OP_MAXS, SMR_OP_MAXU, SMR_OP_NONE}};
  SmrValue operands[2] = {smr_imp_operand(imp, op, 0), smr_imp_operand(imp, op, 1)};
  int64_t kind;
  if (!smr_imp_attr_int(op, "kind", &kind) || kind < 0 || kind >= COUNT || smr_imp_has_attr(op, "saturated"))
    return false;
  SmrTypeKind type = kind_of(imp, operands[0]);
  SmrOpcode code = is_float(type)                 ? codes[kind].number
                   : type != SMR_T_INT            ? SMR_OP_NONE
                   : is_unsigned(imp, result(op)) ? codes[kind].no_sign
                                                  : codes[kind].sign;
  if (code == SMR_OP_NONE)
    return false;
  SmrOp made = smr_imp_op(imp, op, code, operands, 2, 0);
  if (type == SMR_T_INT)
    smr_op(imp->graph, made)->flags |= wrap_flags(op);
  return true;
}

static bool unary(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  enum { INC, DEC, PLUS, MINUS, NOT };
  SmrGraph *g = imp->graph;
  SmrValue value = smr_imp_operand(imp, op, 0);
  SmrType type = smr_value_type(g, value);
  SmrTypeKind number = SMR_TYPE_KIND(type);
  int64_t kind;
  if (!smr_imp_attr_int(op, "kind", &kind) || (number != SMR_T_INT && !is_float(number)))
    return false;
  double one = 1.0;
  int64_t one_bits = 1;
  if (is_float(number))
    memcpy(&one_bits, &one, sizeof one_bits);
  SmrOp made;
  switch (kind) {
  case PLUS:
    smr_imp_alias(imp, result(op), value);
    return true;
  case INC:
  case DEC: {
    SmrValue operands[2] = {value, smr_build_const(g, imp->block, 0, type, one_bits)};
    SmrOpcode code = is_float(number) ? (kind == INC ? SMR_OP_FADD : SMR_OP_FSUB)
                     : kind == INC    ? SMR_OP_ADD
                                      : SMR_OP_SUB;
    made = smr_imp_op(imp, op, code, operands, 2, 0);
    break;
  }
  case MINUS:
    if (is_float(number)) {
      smr_imp_op(imp, op, SMR_OP_FNEG, &value, 1, 0);
      return true;
    }
    made = smr_imp_op(imp, op, SMR_OP_SUB, (SmrValue[]){smr_build_const(g, imp->block, 0, type, 0), value}, 2,
                      0);
    break;
  case NOT:
    if (number != SMR_T_INT)
      return false;
    made = smr_imp_op(imp, op, SMR_OP_XOR,
                      (SmrValue[]){value, smr_build_const(g, imp->block, 0, type, type == SMR_I1 ? 1 : -1)},
                      2, 0);
    break;
  default:
    return false;
  }
  if (number == SMR_T_INT && kind != NOT)
    smr_op(g, made)->flags |= wrap_flags(op);
  return true;
}

static bool compare(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  enum { COUNT = 6 }; // lt le gt ge eq ne
  static const int64_t sign[COUNT] = {SMR_SLT, SMR_SLE, SMR_SGT, SMR_SGE, SMR_EQ, SMR_NE};
  static const int64_t no_sign[COUNT] = {SMR_ULT, SMR_ULE, SMR_UGT, SMR_UGE, SMR_EQ, SMR_NE};
  static const int64_t ordered[COUNT] = {4, 5, 2,
                                         3, 1, 13}; // olt ole ogt oge oeq une, as arith.cmpf numbers them
  SmrValue operands[2] = {smr_imp_operand(imp, op, 0), smr_imp_operand(imp, op, 1)};
  SmrTypeKind type = kind_of(imp, operands[0]);
  int64_t kind;
  if (!smr_imp_attr_int(op, "kind", &kind) || kind < 0 || kind >= COUNT ||
      (type != SMR_T_INT && type != SMR_T_PTR && !is_float(type)))
    return false;
  bool below_zero = type == SMR_T_INT && !is_unsigned(imp, mlirOperationGetOperand(op, 0)) &&
                    smr_value_type(imp->graph, operands[0]) != SMR_I1;
  SmrOp made = smr_imp_op(imp, op, is_float(type) ? SMR_OP_FCMP : SMR_OP_ICMP, operands, 2, 0);
  smr_op(imp->graph, made)->imm = is_float(type) ? ordered[kind] : below_zero ? sign[kind] : no_sign[kind];
  return true;
}

/// The amount may have another type than what is shifted.
static bool shift(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrGraph *g = imp->graph;
  SmrValue operands[2] = {smr_imp_operand(imp, op, 0), smr_imp_operand(imp, op, 1)};
  SmrType type = smr_value_type(g, operands[0]), amount = smr_value_type(g, operands[1]);
  if (SMR_TYPE_KIND(type) != SMR_T_INT || SMR_TYPE_KIND(amount) != SMR_T_INT)
    return false;
  if (amount != type)
    operands[1] = smr_build(g, imp->block, 0,
                            SMR_TYPE_PAYLOAD(amount) < SMR_TYPE_PAYLOAD(type) ? SMR_OP_ZEXT : SMR_OP_TRUNC,
                            type, &operands[1], 1, 0);
  SmrOpcode code = smr_imp_has_attr(op, "isShiftleft")                ? SMR_OP_SHL
                   : is_unsigned(imp, mlirOperationGetOperand(op, 0)) ? SMR_OP_SHRU
                                                                      : SMR_OP_SHRS;
  smr_imp_op(imp, op, code, operands, 2, 0);
  return true;
}

static SmrValue zero_of(SmrImport *imp, SmrType type) {
  if (SMR_TYPE_KIND(type) == SMR_T_PTR)
    return smr_imp_pure(imp, SMR_OPAQUE_NULL, 0, SMR_PTR, NULL, 0);
  return smr_build_const(imp->graph, imp->block, 0, type, 0);
}

static bool cast(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  enum {
    BITCAST = 1,
    DECAY = 11,
    INT_TO_PTR = 21,
    PTR_TO_INT,
    PTR_TO_BOOL,
    INTEGRAL = 27,
    INT_TO_BOOL,
    INT_TO_FLOAT,
    FLOAT_TO_INT = 36,
    FLOAT_TO_BOOL,
    BOOL_TO_INT,
    FLOATING,
    BOOL_TO_FLOAT = 1000
  };
  SmrValue value = smr_imp_operand(imp, op, 0);
  SmrType from = smr_value_type(imp->graph, value), to = smr_imp_value_type(imp, result(op));
  SmrTypeKind a = SMR_TYPE_KIND(from), b = SMR_TYPE_KIND(to);
  bool no_sign = is_unsigned(imp, mlirOperationGetOperand(op, 0));
  SmrOpcode code = SMR_OP_NONE;
  int64_t kind;
  if (!smr_imp_attr_int(op, "kind", &kind))
    return false;
  switch (kind) {
  case BITCAST:
  case DECAY:
    if (from != to || a == SMR_T_OPAQUE)
      return false;
    break;
  case PTR_TO_INT:
    if (a != SMR_T_PTR || to != SMR_I64)
      return false;
    code = SMR_OP_BITCAST;
    break;
  case INTEGRAL:
    if (a != SMR_T_INT || b != SMR_T_INT)
      return false;
    if (from != to)
      code = SMR_TYPE_PAYLOAD(from) > SMR_TYPE_PAYLOAD(to) ? SMR_OP_TRUNC
             : no_sign || from == SMR_I1                   ? SMR_OP_ZEXT
                                                           : SMR_OP_SEXT;
    break;
  case BOOL_TO_INT:
    if (from != SMR_I1 || b != SMR_T_INT)
      return false;
    code = SMR_OP_ZEXT;
    break;
  case PTR_TO_BOOL:
  case INT_TO_BOOL:
  case FLOAT_TO_BOOL: {
    if (to != SMR_I1 || (a != SMR_T_INT && a != SMR_T_PTR && !is_float(a)))
      return false;
    SmrValue operands[2] = {value, zero_of(imp, from)};
    SmrOp made = smr_imp_op(imp, op, is_float(a) ? SMR_OP_FCMP : SMR_OP_ICMP, operands, 2, 0);
    smr_op(imp->graph, made)->imm = is_float(a) ? 13 : SMR_NE;
    return true;
  }
  case INT_TO_FLOAT:
  case BOOL_TO_FLOAT:
    if (a != SMR_T_INT || !is_float(b))
      return false;
    code = no_sign || from == SMR_I1 ? SMR_OP_UITOFP : SMR_OP_SITOFP;
    break;
  case FLOAT_TO_INT:
    if (!is_float(a) || b != SMR_T_INT)
      return false;
    code = is_unsigned(imp, result(op)) ? SMR_OP_FPTOUI : SMR_OP_FPTOSI;
    break;
  case FLOATING:
    if (!is_float(a) || !is_float(b) || (from != to && SMR_TYPE_PAYLOAD(from) == SMR_TYPE_PAYLOAD(to)))
      return false;
    if (from != to)
      code = SMR_TYPE_PAYLOAD(from) < SMR_TYPE_PAYLOAD(to) ? SMR_OP_FPEXT : SMR_OP_FPTRUNC;
    break;
  default:
    return false;
  }
  if (code == SMR_OP_NONE)
    smr_imp_alias(imp, result(op), value);
  else
    smr_imp_op(imp, op, code, &value, 1, 0);
  return true;
}

/// Pointers apart, in elements: exact by what the language says.
static bool pointer_difference(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrGraph *g = imp->graph;
  SmrValue ends[2] = {smr_imp_operand(imp, op, 0), smr_imp_operand(imp, op, 1)};
  SmrTypeInfo pointer = smr_imp_type(imp, mlirValueGetType(mlirOperationGetOperand(op, 0)));
  int64_t bytes = smr_imp_type_at(imp, pointer.inner).bytes;
  if (kind_of(imp, ends[0]) != SMR_T_PTR || kind_of(imp, ends[1]) != SMR_T_PTR || bytes <= 0 ||
      smr_imp_value_type(imp, result(op)) != SMR_I64)
    return false;
  for (int k = 0; k < 2; k++)
    ends[k] = smr_build(g, imp->block, 0, SMR_OP_BITCAST, SMR_I64, &ends[k], 1, 0);
  if (bytes == 1) {
    smr_imp_op(imp, op, SMR_OP_SUB, ends, 2, 0);
    return true;
  }
  SmrValue distance = smr_build(g, imp->block, 0, SMR_OP_SUB, SMR_I64, ends, 2, 0);
  smr_imp_op(imp, op, SMR_OP_DIVS, (SmrValue[]){distance, smr_imp_const(imp, bytes)}, 2, 0);
  return true;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Locals of fixed size live in the function's frame, whatever scope declares them: that is what lowering
/// makes of them. So each is one object, made at the function's start.
static bool alloca_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrGraph *g = imp->graph;
  MlirAttribute attr = smr_mlir_attribute(op, "allocaType");
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAType(attr))
    return false;
  SmrTypeInfo type = smr_imp_type(imp, mlirTypeAttrGetValue(attr));
  SmrOp made;
  if (mlirOperationGetNumOperands(op) == 1) { // a variable-length array: of that many bytes
    SmrValue size = smr_imp_operand(imp, op, 0);
    made = smr_imp_op(imp, op, SMR_OP_ALLOCA, &size, 1, 0);
    smr_op(g, made)->imm = -1;
  } else {
    SmrType pointer = SMR_PTR;
    made = smr_op_create(g, SMR_OP_ALLOCA, NULL, 0, &pointer, 1, 0);
    smr_op(g, made)->imm = type.bytes > 0 ? type.bytes : -1;
    smr_op(g, made)->loc = smr_imp_loc(imp, op);
    smr_op(g, made)->handle = op.ptr;
    smr_op(g, made)->flags |= SMR_F_ONCE;
    if (g->blocks.data[imp->entry_block].first)
      smr_op_insert_before(g, g->blocks.data[imp->entry_block].first, made);
    else
      smr_op_append(g, imp->entry_block, made);
    smr_imp_bind(imp, result(op), smr_result(g, made, 0));
  }
  SmrValue address = smr_result(g, made, 0);
  g->values.data[address].base = SMR_BASE_UNIQUE;
  SmrSym name = smr_imp_attr_symbol(imp, op, "name");
  smr_op(g, made)->attrs = name;
  g->values.data[address].name = name;
  return true;
}

static bool special_access(MlirOperation op) {
  return smr_imp_has_attr(op, "is_volatile") || smr_imp_has_attr(op, "mem_order");
}

static bool scalar(SmrType type) {
  SmrTypeKind kind = SMR_TYPE_KIND(type);
  return kind == SMR_T_INT || kind == SMR_T_FLOAT || kind == SMR_T_BFLOAT || kind == SMR_T_COMPLEX ||
         kind == SMR_T_PTR;
}

static bool load(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue address = smr_imp_operand(imp, op, 0);
  if (kind_of(imp, address) != SMR_T_PTR || !scalar(smr_imp_value_type(imp, result(op))))
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_LOAD, &address, 1, 0);
  if (special_access(op))
    smr_op(imp->graph, made)->flags |= SMR_F_VOLATILE;
  return true;
}

/// A parameter's slot names the parameter.
static void name_parameter(SmrImport *imp, SmrValue value, SmrValue address) {
  SmrGraph *g = imp->graph;
  SmrValueData *data = &g->values.data[value];
  if (!data->def && data->block == imp->entry_block && !data->name)
    data->name = g->values.data[address].name;
}

static bool store(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue operands[2] = {smr_imp_operand(imp, op, 0), smr_imp_operand(imp, op, 1)};
  if (kind_of(imp, operands[1]) != SMR_T_PTR || !scalar(smr_value_type(imp->graph, operands[0])))
    return false;
  name_parameter(imp, operands[0], operands[1]);
  SmrOp made = smr_imp_op(imp, op, SMR_OP_STORE, operands, 2, 0);
  if (special_access(op))
    smr_op(imp->graph, made)->flags |= SMR_F_VOLATILE;
  return true;
}

static bool address(SmrImport *imp, MlirOperation op, SmrValue base, SmrValue offset) {
  SmrValue made = smr_imp_addr(imp, op, base, offset, NULL, 0);
  if (made == base)
    smr_imp_alias(imp, result(op), base);
  else
    smr_imp_bind(imp, result(op), made);
  return true;
}

/// cir.ptr_stride and cir.get_element: base + index elements of the type that the result points to.
static bool element(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue base = smr_imp_operand(imp, op, 0);
  SmrTypeInfo pointer = smr_imp_type(imp, mlirValueGetType(result(op)));
  int64_t bytes = smr_imp_type_at(imp, pointer.inner).bytes;
  if (kind_of(imp, base) != SMR_T_PTR || pointer.kind != SMR_K_REF || bytes <= 0 ||
      kind_of(imp, smr_imp_operand(imp, op, 1)) != SMR_T_INT)
    return false;
  SmrValue index = wide(imp, mlirOperationGetOperand(op, 1));
  return address(imp, op, base, smr_imp_arith(imp, SMR_OP_MUL, smr_imp_const(imp, bytes), index));
}

static bool member(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue base = smr_imp_operand(imp, op, 0);
  SmrTypeInfo pointer = smr_imp_type(imp, mlirValueGetType(mlirOperationGetOperand(op, 0)));
  SmrTypeInfo record = smr_imp_type_at(imp, pointer.inner);
  int64_t index;
  if (kind_of(imp, base) != SMR_T_PTR || record.kind != SMR_K_STRUCT || !record.field_offsets ||
      !smr_imp_attr_int(op, "index_attr", &index) || index < 0 || index >= (int64_t)record.field_count)
    return false;
  return address(imp, op, base, smr_imp_const(imp, record.field_offsets[index]));
}

static bool get_global(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrSym name = smr_imp_attr_symbol(imp, op, "name");
  MlirOperation global = name ? smr_imp_symbol(imp, name) : (MlirOperation){NULL};
  MlirAttribute type =
      mlirOperationIsNull(global) ? (MlirAttribute){NULL} : smr_mlir_attribute(global, "sym_type");
  if (mlirAttributeIsNull(type) || !mlirAttributeIsAType(type) || smr_imp_has_attr(op, "tls") ||
      smr_imp_value_type(imp, result(op)) != SMR_PTR)
    return false; // a function; a thread's own variable
  bool here = mlirBlockEqual(mlirOperationGetBlock(op), imp->entry);
  int64_t bytes = smr_imp_type(imp, mlirTypeAttrGetValue(type)).bytes;
  smr_imp_alias(
      imp, result(op),
      smr_imp_global(imp, name, bytes, here ? (void *)(uintptr_t)result(op).ptr : NULL, SMR_BASE_IDENTIFIED));
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static bool call(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  enum { ALL, PURE, CONST };
  int64_t effect = ALL;
  smr_imp_attr_int(op, "side_effect", &effect);
  uint16_t flags = effect == CONST ? SMR_F_PURE : effect == PURE ? SMR_F_READONLY : 0;
  return smr_imp_call(imp, op, info, flags);
}

const SmrHandlerEntry smr_imp_cir_handlers[] = {{SMR_HANDLER_CIR_CONST, constant},
                                                {SMR_HANDLER_CIR_BINOP, binop},
                                                {SMR_HANDLER_CIR_UNARY, unary},
                                                {SMR_HANDLER_CIR_CMP, compare},
                                                {SMR_HANDLER_CIR_SHIFT, shift},
                                                {SMR_HANDLER_CIR_CAST, cast},
                                                {SMR_HANDLER_CIR_PTR_DIFF, pointer_difference},
                                                {SMR_HANDLER_CIR_ALLOCA, alloca_op},
                                                {SMR_HANDLER_CIR_LOAD, load},
                                                {SMR_HANDLER_CIR_STORE, store},
                                                {SMR_HANDLER_CIR_ELEMENT, element},
                                                {SMR_HANDLER_CIR_GET_MEMBER, member},
                                                {SMR_HANDLER_CIR_GET_GLOBAL, get_global},
                                                {SMR_HANDLER_CIR_CALL, call},
                                                {SMR_HANDLER_NONE, NULL}};
