//===- cir_build.c - ClangIR's types and operations ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/cir_build.h"
#include "base/str.h"
#include "graph/graph.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/type.h"
#include <math.h>
#include <string.h>

static MlirNamedAttribute number(MlirContext context, const char *name, unsigned bits, int64_t value) {
  return smr_named(context, name, mlirIntegerAttrGet(mlirIntegerTypeGet(context, bits), value));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool starts(MlirType type, const char *prefix, SmrStr *text) {
  mlirTypePrint(type, smr_mlir_append, text);
  return strncmp(smr_str_get(text), prefix, strlen(prefix)) == 0;
}

static MlirType parse_type(MlirContext context, const char *text) {
  return mlirTypeParseGet(context, smr_ref(text));
}

MlirType smr_cir_type(MlirType type) {
  MlirContext context = mlirTypeGetContext(type);
  if (mlirTypeIsAInteger(type)) {
    unsigned bits = mlirIntegerTypeGetWidth(type);
    char text[32];
    snprintf(text, sizeof text, "!cir.int<s, %u>", bits);
    return parse_type(context, bits == 1 ? "!cir.bool" : text);
  }
  if (mlirTypeIsAF64(type))
    return parse_type(context, "!cir.double");
  if (mlirTypeIsAF32(type))
    return parse_type(context, "!cir.float");
  SmrStr text = {0};
  bool pointer = starts(type, "!llvm.ptr", &text) && text.size == strlen("!llvm.ptr");
  smr_str_free(&text);
  return pointer ? parse_type(context, "!cir.ptr<!cir.void>") : type;
}

MlirType smr_cir_pointer_type(MlirType pointee) {
  SmrStr text = {0};
  smr_str_puts(&text, "!cir.ptr<");
  mlirTypePrint(smr_cir_type(pointee), smr_mlir_append, &text);
  smr_str_putc(&text, '>');
  MlirType type = parse_type(mlirTypeGetContext(pointee), smr_str_get(&text));
  smr_str_free(&text);
  return type;
}

bool smr_cir_is_int(MlirType type, unsigned *bits, bool *is_unsigned) {
  SmrStr text = {0};
  bool result = false;
  if (starts(type, "!cir.bool", &text)) {
    *bits = 1;
    *is_unsigned = result = true;
  } else if (!strncmp(smr_str_get(&text), "!cir.int<", 9)) {
    const char *at = smr_str_get(&text) + 9;
    *is_unsigned = *at == 'u';
    *bits = (unsigned)strtoul(at + 2, NULL, 10);
    result = *bits > 0;
  }
  smr_str_free(&text);
  return result;
}

bool smr_cir_is_pointer(MlirType type) {
  SmrStr text = {0};
  bool result = starts(type, "!cir.ptr<", &text);
  smr_str_free(&text);
  return result;
}

static int64_t size_of(MlirType type) {
  SmrStr text = {0};
  unsigned bits = 0;
  bool is_unsigned;
  int64_t bytes = smr_cir_is_int(type, &bits, &is_unsigned) ? (bits + 7) / 8 : 0;
  if (starts(type, "!cir.double", &text) || !strncmp(smr_str_get(&text), "!cir.ptr<", 9))
    bytes = 8;
  else if (!strncmp(smr_str_get(&text), "!cir.float", 10))
    bytes = 4;
  smr_str_free(&text);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static MlirValue literal(SmrHostBuilder *b, const char *text, MlirType type) {
  MlirAttribute value = mlirAttributeParseGet(b->context, smr_ref(text));
  if (mlirAttributeIsNull(value))
    return (MlirValue){NULL};
  MlirNamedAttribute attribute = smr_named(b->context, "value", value);
  return smr_build_value(b, "cir.const", NULL, 0, type, &attribute, 1);
}

MlirValue smr_cir_int(SmrHostBuilder *b, MlirType type, int64_t value) {
  unsigned bits;
  bool is_unsigned;
  char text[96];
  if (!smr_cir_is_int(type, &bits, &is_unsigned) || bits > 64)
    return (MlirValue){NULL};
  if (bits == 1)
    snprintf(text, sizeof text, "#cir.bool<%s> : !cir.bool", value & 1 ? "true" : "false");
  else if (is_unsigned)
    snprintf(text, sizeof text, "#cir.int<%llu> : !cir.int<u, %u>",
             (unsigned long long)((uint64_t)value << (64 - bits) >> (64 - bits)), bits);
  else
    snprintf(text, sizeof text, "#cir.int<%lld> : !cir.int<s, %u>", (long long)value, bits);
  return literal(b, text, type);
}

MlirValue smr_cir_null(SmrHostBuilder *b, MlirType type) {
  SmrStr text = {0};
  type = smr_cir_type(type);
  smr_str_puts(&text, smr_cir_is_pointer(type) ? "#cir.ptr<null> : " : "#cir.zero : ");
  mlirTypePrint(type, smr_mlir_append, &text);
  MlirValue value = literal(b, smr_str_get(&text), type);
  smr_str_free(&text);
  return value;
}

MlirValue smr_cir_constant(SmrHostBuilder *b, MlirAttribute value) {
  if (mlirAttributeIsAInteger(value))
    return smr_cir_int(b, smr_cir_type(mlirAttributeGetType(value)), mlirIntegerAttrGetValueInt(value));
  if (!mlirAttributeIsAFloat(value))
    return (MlirValue){NULL};
  double x = mlirFloatAttrGetValueDouble(value);
  MlirType type = smr_cir_type(mlirAttributeGetType(value));
  SmrStr name = {0};
  char text[96];
  mlirTypePrint(type, smr_mlir_append, &name);
  snprintf(text, sizeof text, "#cir.fp<%.17e> : %s", x, smr_str_get(&name));
  smr_str_free(&name);
  return isfinite(x) ? literal(b, text, type) : (MlirValue){NULL};
}

static MlirValue cast(SmrHostBuilder *b, int64_t kind, MlirValue value, MlirType type) {
  MlirNamedAttribute attribute = number(b->context, "kind", 32, kind);
  return smr_build_value(b, "cir.cast", &value, 1, type, &attribute, 1);
}

static MlirType int_type(SmrHostBuilder *b, unsigned bits, bool is_unsigned) {
  char text[32];
  snprintf(text, sizeof text, "!cir.int<%c, %u>", is_unsigned ? 'u' : 's', bits);
  return parse_type(b->context, text);
}

enum {
  BITCAST = 1,
  INT_TO_PTR = 21,
  PTR_TO_INT,
  INTEGRAL = 27,
  INT_TO_BOOL,
  INT_TO_FLOAT,
  FLOAT_TO_INT = 36,
  BOOL_TO_INT = 38,
  FLOATING
};

MlirNamedAttribute smr_cir_bitcast(MlirContext context) {
  return number(context, "kind", 32, BITCAST);
}

MlirValue smr_cir_convert(SmrHostBuilder *b, MlirValue value, MlirType type) {
  if (!value.ptr || mlirTypeIsNull(type))
    return (MlirValue){NULL};
  MlirType from = mlirValueGetType(value), to = smr_cir_type(type);
  unsigned bits, wanted;
  bool is_unsigned, to_unsigned;
  if (mlirTypeEqual(from, to))
    return value;
  bool from_int = smr_cir_is_int(from, &bits, &is_unsigned),
       to_int = smr_cir_is_int(to, &wanted, &to_unsigned);
  bool from_pointer = smr_cir_is_pointer(from), to_pointer = smr_cir_is_pointer(to);
  if (from_int && to_int) {
    if (bits == 1)
      return cast(b, BOOL_TO_INT, value, to);
    if (wanted == 1) { // the lowest bit
      MlirValue both[] = {value, smr_cir_int(b, from, 1)};
      return cast(b, INT_TO_BOOL, smr_cir_compute(b, SMR_HOST_AND, both, 2, from, 0), to);
    }
    if (is_unsigned && wanted > bits)
      value = cast(b, INTEGRAL, value, int_type(b, bits, false));
    return cast(b, INTEGRAL, value, to);
  }
  if (from_pointer && to_pointer)
    return cast(b, BITCAST, value, to);
  if (from_pointer && to_int)
    return cast(b, PTR_TO_INT, value, to);
  if (from_int && to_pointer)
    return cast(b, INT_TO_PTR, value, to);
  return (MlirValue){NULL};
}

MlirValue smr_cir_offset(SmrHostBuilder *b, MlirValue pointer, MlirValue bytes, MlirType type) {
  MlirType byte_pointer = smr_cir_pointer_type(int_type(b, 8, true));
  MlirValue operands[] = {smr_cir_convert(b, pointer, byte_pointer), bytes};
  return smr_cir_convert(b, smr_build_value(b, "cir.ptr_stride", operands, 2, byte_pointer, NULL, 0), type);
}

MlirValue smr_cir_load(SmrHostBuilder *b, MlirValue pointer, MlirType type) {
  type = smr_cir_type(type);
  pointer = smr_cir_convert(b, pointer, smr_cir_pointer_type(type));
  int64_t bytes = size_of(type);
  MlirNamedAttribute attribute = number(b->context, "alignment", 64, bytes);
  return smr_build_value(b, "cir.load", &pointer, 1, type, &attribute, bytes != 0);
}

bool smr_cir_store(SmrHostBuilder *b, MlirValue value, MlirValue pointer) {
  if (!value.ptr || !pointer.ptr)
    return false;
  MlirType type = mlirValueGetType(value);
  MlirValue operands[] = {value, smr_cir_convert(b, pointer, smr_cir_pointer_type(type))};
  int64_t bytes = size_of(type);
  MlirNamedAttribute attribute = number(b->context, "alignment", 64, bytes);
  if (!operands[1].ptr)
    return false;
  smr_build_op(b, "cir.store", operands, 2, NULL, 0, &attribute, bytes != 0);
  return true;
}

MlirType smr_cir_bytes_type(MlirContext context, int64_t bytes) {
  char text[64];
  snprintf(text, sizeof text, "!cir.array<!cir.int<u, 8> x %lld>", (long long)bytes);
  return parse_type(context, text);
}

MlirValue smr_cir_alloca(SmrHostBuilder *b, MlirType type) {
  return smr_cir_aligned_alloca(b, type, size_of(smr_cir_type(type)));
}

MlirValue smr_cir_aligned_alloca(SmrHostBuilder *b, MlirType type, int64_t alignment) {
  type = smr_cir_type(type);
  MlirNamedAttribute attributes[] = {
      smr_named(b->context, "allocaType", mlirTypeAttrGet(type)),
      smr_named(b->context, "name", mlirStringAttrGet(b->context, smr_ref("smr"))),
      number(b->context, "alignment", 64, alignment ? alignment : 16)};
  return smr_build_value(b, "cir.alloca", NULL, 0, smr_cir_pointer_type(type), attributes, 3);
}

//===----------------------------------------------------------------------===//
// What ops compute
//===----------------------------------------------------------------------===//

static MlirType as_unsigned(SmrHostBuilder *b, MlirType type) {
  unsigned bits;
  bool is_unsigned;
  return smr_cir_is_int(type, &bits, &is_unsigned) && bits > 1 ? int_type(b, bits, true) : type;
}

static MlirValue binary(SmrHostBuilder *b, int64_t kind, MlirValue x, MlirValue y, bool no_sign) {
  if (!x.ptr || !y.ptr)
    return (MlirValue){NULL};
  MlirType type = mlirValueGetType(x), work = no_sign ? as_unsigned(b, type) : type;
  MlirNamedAttribute attribute = number(b->context, "kind", 32, kind);
  MlirValue operands[] = {smr_cir_convert(b, x, work), smr_cir_convert(b, y, work)};
  return smr_cir_convert(b, smr_build_value(b, "cir.binop", operands, 2, work, &attribute, 1), type);
}

static MlirValue compare(SmrHostBuilder *b, int64_t kind, MlirValue x, MlirValue y, bool no_sign) {
  if (!x.ptr || !y.ptr)
    return (MlirValue){NULL};
  MlirType type = mlirValueGetType(x), work = no_sign ? as_unsigned(b, type) : type;
  MlirNamedAttribute attribute = number(b->context, "kind", 32, kind);
  MlirValue operands[] = {smr_cir_convert(b, x, work), smr_cir_convert(b, y, work)};
  return smr_build_value(b, "cir.cmp", operands, 2, parse_type(b->context, "!cir.bool"), &attribute, 1);
}

static MlirValue choose(SmrHostBuilder *b, MlirValue test, MlirValue x, MlirValue y) {
  MlirValue operands[] = {test, x, y};
  return smr_build_value(b, "cir.select", operands, 3, x.ptr ? mlirValueGetType(x) : (MlirType){NULL}, NULL,
                         0);
}

static bool is_bool(MlirValue value) {
  unsigned bits;
  bool is_unsigned;
  return value.ptr && smr_cir_is_int(mlirValueGetType(value), &bits, &is_unsigned) && bits == 1;
}

enum { LT, LE, GT, GE, EQ, NE };

static MlirValue int_compare(SmrHostBuilder *b, int64_t predicate, MlirValue x, MlirValue y) {
  static const int64_t kinds[] = {[SMR_EQ] = EQ,  [SMR_NE] = NE,  [SMR_SLT] = LT, [SMR_SLE] = LE,
                                  [SMR_SGT] = GT, [SMR_SGE] = GE, [SMR_ULT] = LT, [SMR_ULE] = LE,
                                  [SMR_UGT] = GT, [SMR_UGE] = GE};
  if (predicate < 0 || predicate > SMR_UGE)
    return (MlirValue){NULL};
  return compare(b, kinds[predicate], x, y, predicate >= SMR_ULT);
}

static MlirValue opposite(SmrHostBuilder *b, MlirValue test) {
  MlirType type = parse_type(b->context, "!cir.bool");
  return choose(b, test, smr_cir_int(b, type, 0), smr_cir_int(b, type, 1));
}

static MlirValue both(SmrHostBuilder *b, MlirValue x, MlirValue y) {
  return choose(b, x, y, smr_cir_int(b, parse_type(b->context, "!cir.bool"), 0));
}

static MlirValue either(SmrHostBuilder *b, MlirValue x, MlirValue y) {
  return choose(b, x, smr_cir_int(b, parse_type(b->context, "!cir.bool"), 1), y);
}

/// ClangIR has C's comparisons: ordered ones, and "not equal or unordered". Each of the others is the
/// opposite of one of those or of two together. The numbers are arith.cmpf's.
static MlirValue float_compare(SmrHostBuilder *b, int64_t predicate, MlirValue x, MlirValue y) {
  static const int64_t ordered[] = {[1] = EQ, [2] = GT, [3] = GE, [4] = LT, [5] = LE};
  static const int64_t opposites[] = {[9] = LE, [10] = LT, [11] = GE, [12] = GT};
  switch (predicate) {
  case 0: // false
  case 15:
    return smr_cir_int(b, parse_type(b->context, "!cir.bool"), predicate == 15);
  case 6: // one
    return either(b, compare(b, LT, x, y, false), compare(b, GT, x, y, false));
  case 7: // ord
    return both(b, compare(b, EQ, x, x, false), compare(b, EQ, y, y, false));
  case 8: // ueq
    return opposite(b, float_compare(b, 6, x, y));
  case 13: // une
    return compare(b, NE, x, y, false);
  case 14: // uno
    return opposite(b, float_compare(b, 7, x, y));
  default:
    if (predicate < 0 || predicate > 12)
      return (MlirValue){NULL};
    return predicate <= 5 ? compare(b, ordered[predicate], x, y, false)
                          : opposite(b, compare(b, opposites[predicate], x, y, false));
  }
}

/// Widening without sign: of what the type's bits mean as an unsigned number.
static MlirValue zero_extend(SmrHostBuilder *b, MlirValue value, MlirType type) {
  if (!value.ptr || is_bool(value))
    return smr_cir_convert(b, value, type);
  return cast(b, INTEGRAL, smr_cir_convert(b, value, as_unsigned(b, mlirValueGetType(value))), type);
}

/// Of bool, whose operations are choices.
static MlirValue logic(SmrHostBuilder *b, SmrHostOp op, MlirValue x, MlirValue y) {
  if (op == SMR_HOST_AND)
    return both(b, x, y);
  return op == SMR_HOST_OR ? either(b, x, y) : choose(b, x, opposite(b, y), y);
}

/// ClangIR shifts right by the operand's sign.
static MlirValue shift(SmrHostBuilder *b, SmrHostOp op, MlirValue x, MlirValue amount) {
  if (!x.ptr || !amount.ptr || is_bool(x))
    return (MlirValue){NULL};
  MlirType type = mlirValueGetType(x), work = op == SMR_HOST_ASHR ? type : as_unsigned(b, type);
  MlirNamedAttribute left = smr_named(b->context, "isShiftleft", mlirUnitAttrGet(b->context));
  MlirValue operands[] = {smr_cir_convert(b, x, work), smr_cir_convert(b, amount, work)};
  return smr_cir_convert(b, smr_build_value(b, "cir.shift", operands, 2, work, &left, op == SMR_HOST_SHL),
                         type);
}

static MlirValue of_two(SmrHostBuilder *b, SmrHostOp op, MlirValue x, MlirValue y, int64_t predicate) {
  static const struct {
    uint8_t known, kind, no_sign;
  } binaries[SMR_HOST_OP_COUNT] = {
      [SMR_HOST_MUL] = {1, 0, 0},  [SMR_HOST_SDIV] = {1, 1, 0}, [SMR_HOST_UDIV] = {1, 1, 1},
      [SMR_HOST_SREM] = {1, 2, 0}, [SMR_HOST_UREM] = {1, 2, 1}, [SMR_HOST_ADD] = {1, 3, 0},
      [SMR_HOST_SUB] = {1, 4, 0},  [SMR_HOST_AND] = {1, 5, 0},  [SMR_HOST_XOR] = {1, 6, 0},
      [SMR_HOST_OR] = {1, 7, 0},   [SMR_HOST_FMUL] = {1, 0, 0}, [SMR_HOST_FDIV] = {1, 1, 0},
      [SMR_HOST_FADD] = {1, 3, 0}, [SMR_HOST_FSUB] = {1, 4, 0}};
  if (is_bool(x) && (op == SMR_HOST_AND || op == SMR_HOST_OR || op == SMR_HOST_XOR))
    return logic(b, op, x, y);
  if (binaries[op].known)
    return binary(b, binaries[op].kind, x, y, binaries[op].no_sign);
  switch (op) {
  case SMR_HOST_ICMP:
    return int_compare(b, predicate, x, y);
  case SMR_HOST_FCMP:
    return float_compare(b, predicate, x, y);
  case SMR_HOST_SMIN:
  case SMR_HOST_SMAX:
  case SMR_HOST_UMAX:
    return choose(b, compare(b, op == SMR_HOST_SMIN ? LT : GT, x, y, op == SMR_HOST_UMAX), x, y);
  case SMR_HOST_SHL:
  case SMR_HOST_LSHR:
  case SMR_HOST_ASHR:
    return shift(b, op, x, y);
  default:
    return (MlirValue){NULL};
  }
}

static MlirValue of_one(SmrHostBuilder *b, SmrHostOp op, MlirValue x, MlirType result) {
  static const char *const names[SMR_HOST_OP_COUNT] = {
      [SMR_HOST_FABS] = "cir.fabs", [SMR_HOST_SQRT] = "cir.sqrt",   [SMR_HOST_EXP] = "cir.exp",
      [SMR_HOST_CEIL] = "cir.ceil", [SMR_HOST_FLOOR] = "cir.floor", [SMR_HOST_COS] = "cir.cos"};
  if (!x.ptr)
    return x;
  if (names[op])
    return smr_build_value(b, names[op], &x, 1, mlirValueGetType(x), NULL, 0);
  switch (op) {
  case SMR_HOST_FNEG: {
    MlirNamedAttribute attribute = number(b->context, "kind", 32, 3);
    return smr_build_value(b, "cir.unary", &x, 1, mlirValueGetType(x), &attribute, 1);
  }
  case SMR_HOST_ZEXT:
    return zero_extend(b, x, result);
  case SMR_HOST_SEXT:
    return is_bool(x) ? (MlirValue){NULL} : smr_cir_convert(b, x, result);
  case SMR_HOST_TRUNC:
  case SMR_HOST_PTRTOINT:
  case SMR_HOST_INTTOPTR:
  case SMR_HOST_FREEZE:
    return smr_cir_convert(b, x, result);
  case SMR_HOST_SITOFP:
    return is_bool(x) ? (MlirValue){NULL} : cast(b, INT_TO_FLOAT, x, result);
  case SMR_HOST_UITOFP:
    x = smr_cir_convert(b, x, is_bool(x) ? int_type(b, 32, false) : as_unsigned(b, mlirValueGetType(x)));
    return cast(b, INT_TO_FLOAT, x, result);
  case SMR_HOST_FPTOSI:
    return cast(b, FLOAT_TO_INT, x, result);
  case SMR_HOST_FPEXT:
  case SMR_HOST_FPTRUNC:
    return cast(b, FLOATING, x, result);
  default:
    return (MlirValue){NULL};
  }
}

MlirValue smr_cir_compute(SmrHostBuilder *b, SmrHostOp op, const MlirValue *v, intptr_t count,
                          MlirType result, int64_t predicate) {
  result = mlirTypeIsNull(result) ? result : smr_cir_type(result);
  if (count == 1)
    return of_one(b, op, v[0], result);
  if (count == 2)
    return of_two(b, op, v[0], v[1], predicate);
  if (count == 3 && op == SMR_HOST_SELECT)
    return choose(b, v[0], v[1], v[2]);
  if (count == 3 && op == SMR_HOST_FMULADD)
    return binary(b, 3, binary(b, 0, v[0], v[1], false), v[2], false);
  return (MlirValue){NULL};
}
