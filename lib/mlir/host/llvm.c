//===- llvm.c - the host that is the LLVM dialect -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/llvm.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/std.h"
#include "mlir/host/type.h"
#include <string.h>

static const char *const names[SMR_HOST_OP_COUNT] = {
#define SMR_HOST_OP(op, word, arith, llvm) [SMR_HOST_##op] = llvm,
    SMR_HOST_OPS(SMR_HOST_OP)
#undef SMR_HOST_OP
};

SmrHostOp smr_llvm_meaning(MlirOperation op) {
  for (int k = SMR_HOST_NONE + 1; k < SMR_HOST_OP_COUNT; k++)
    if (smr_mlir_named(op, names[k]))
      return (SmrHostOp)k;
  return SMR_HOST_NONE;
}

MlirType smr_llvm_pointer(MlirContext context) {
  return mlirTypeParseGet(context, smr_ref("!llvm.ptr"));
}

static MlirType pointer(MlirContext context, MlirType element) {
  (void)element;
  return smr_llvm_pointer(context);
}

static MlirValue constant(SmrHostBuilder *b, MlirAttribute value) {
  MlirNamedAttribute attribute = smr_named(b->context, "value", value);
  return smr_build_value(b, "llvm.mlir.constant", NULL, 0, mlirAttributeGetType(value), &attribute, 1);
}

static MlirValue undefined(SmrHostBuilder *b, MlirType type) {
  return smr_build_value(b, "llvm.mlir.undef", NULL, 0, type, NULL, 0);
}

static MlirValue compute(SmrHostBuilder *b, SmrHostOp op, const MlirValue *operands, intptr_t count,
                         MlirType result, int64_t predicate) {
  return smr_build_named(b, names, op, operands, count, result, predicate);
}

/// A complex number is a structure of its parts.
static MlirType own_type(MlirType builtin) {
  SmrStr text = {0};
  if (!mlirTypeIsAComplex(builtin))
    return builtin;
  smr_str_puts(&text, "!llvm.struct<(");
  for (int k = 0; k < 2; k++) {
    mlirTypePrint(mlirComplexTypeGetElementType(builtin), smr_mlir_append, &text);
    smr_str_puts(&text, k ? ")>" : ", ");
  }
  MlirType type = mlirTypeParseGet(mlirTypeGetContext(builtin), smr_ref(smr_str_get(&text)));
  smr_str_free(&text);
  return type;
}

static MlirNamedAttribute position(SmrHostBuilder *b, bool im) {
  const int64_t place = im;
  return smr_named(b->context, "position", mlirDenseI64ArrayGet(b->context, 1, &place));
}

static MlirValue join(SmrHostBuilder *b, MlirValue re, MlirValue im, MlirType type) {
  MlirNamedAttribute first = position(b, false), second = position(b, true);
  MlirValue operands[] = {smr_build_value(b, "llvm.mlir.undef", NULL, 0, type, NULL, 0), re};
  operands[0] = smr_build_value(b, "llvm.insertvalue", operands, 2, type, &first, 1);
  operands[1] = im;
  return smr_build_value(b, "llvm.insertvalue", operands, 2, type, &second, 1);
}

static MlirValue split(SmrHostBuilder *b, MlirValue value, bool im, MlirType part) {
  MlirNamedAttribute attribute = position(b, im);
  return smr_build_value(b, "llvm.extractvalue", &value, 1, part, &attribute, 1);
}

static MlirValue convert(SmrHostBuilder *b, MlirValue value, MlirType type) {
  if (!value.ptr || mlirTypeIsNull(type))
    return (MlirValue){NULL};
  MlirType from = mlirValueGetType(value);
  bool to_int = mlirTypeIsAInteger(type), from_int = mlirTypeIsAInteger(from);
  if (mlirTypeEqual(from, type))
    return value;
  if (!smr_mlir_is_integer(from) || !smr_mlir_is_integer(type)) {
    if (to_int || from_int)
      return compute(b, to_int ? SMR_HOST_PTRTOINT : SMR_HOST_INTTOPTR, &value, 1, type, 0);
    b->reason = "a value would need a conversion that the code's dialect lacks";
    return (MlirValue){NULL};
  }
  if (!to_int || !from_int)
    return smr_host_std.convert(b, value, type); // index
  bool widen = mlirIntegerTypeGetWidth(from) < mlirIntegerTypeGetWidth(type);
  return compute(b, widen ? SMR_HOST_SEXT : SMR_HOST_TRUNC, &value, 1, type, 0);
}

static MlirValue offset(SmrHostBuilder *b, MlirValue from, MlirValue bytes, MlirType type) {
  const int32_t index = INT32_MIN; // an operand
  MlirValue operands[] = {from, bytes};
  MlirNamedAttribute attributes[] = {
      smr_named(b->context, "elem_type", mlirTypeAttrGet(mlirIntegerTypeGet(b->context, 8))),
      smr_named(b->context, "rawConstantIndices", mlirDenseI32ArrayGet(b->context, 1, &index))};
  return smr_build_value(b, "llvm.getelementptr", operands, 2, type, attributes, 2);
}

static MlirValue load(SmrHostBuilder *b, MlirValue from, MlirType type) {
  return smr_build_value(b, "llvm.load", &from, 1, type, NULL, 0);
}

static void store(SmrHostBuilder *b, MlirValue value, MlirValue to) {
  MlirValue operands[] = {value, to};
  smr_build_op(b, "llvm.store", operands, 2, NULL, 0, NULL, 0);
}

static const char rows[] =
    "llvm.func internal @rows(%table: !llvm.ptr, %extent: i64, %step: i64) -> i64 attributes {no_unwind, "
    "will_return, passthrough = [\"cold\", \"noinline\"], memory_effects = #llvm.memory_effects<other = "
    "none, "
    "argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {\n"
    "  %zero = llvm.mlir.constant(0 : i64) : i64\n"
    "  %uneven = llvm.mlir.constant(-9223372036854775808 : i64) : i64\n"
    "  %some = llvm.icmp \"sge\" %extent, %step : i64\n"
    "  %first = llvm.load %table : !llvm.ptr -> i64\n"
    "  llvm.cond_br %some, ^next(%step, %first, %zero, %zero : i64, i64, i64, i64), ^done(%zero : i64)\n"
    "^next(%at: i64, %last: i64, %distance: i64, %wrong: i64):\n"
    "  %place = llvm.getelementptr %table[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i8\n"
    "  %row = llvm.load %place : !llvm.ptr -> i64\n"
    "  %between = llvm.sub %row, %last : i64\n"
    "  %begins = llvm.icmp \"eq\" %at, %step : i64\n"
    "  %known = llvm.select %begins, %between, %distance : i1, i64\n"
    "  %differs = llvm.xor %between, %known : i64\n"
    "  %differ = llvm.or %wrong, %differs : i64\n"
    "  %further = llvm.add %at, %step : i64\n"
    "  %more = llvm.icmp \"sle\" %further, %extent : i64\n"
    "  llvm.cond_br %more, ^next(%further, %row, %known, %differ : i64, i64, i64, i64), ^end\n"
    "^end:\n"
    "  %even = llvm.icmp \"eq\" %differ, %zero : i64\n"
    "  %answer = llvm.select %even, %known, %uneven : i1, i64\n"
    "  llvm.br ^done(%answer : i64)\n"
    "^done(%result: i64):\n"
    "  llvm.return %result : i64\n"
    "}\n";

/// By machine code that does nothing.
static MlirValue hide(SmrHostBuilder *b, MlirValue value) {
  MlirNamedAttribute attributes[] = {
      smr_named(b->context, "asm_string", mlirStringAttrGet(b->context, smr_ref(""))),
      smr_named(b->context, "constraints", mlirStringAttrGet(b->context, smr_ref("=r,0")))};
  return value.ptr ? smr_build_value(b, "llvm.inline_asm", &value, 1, mlirValueGetType(value), attributes, 2)
                   : value;
}

static MlirValue temporary(SmrHostBuilder *b, MlirType type) {
  MlirValue one = constant(b, mlirIntegerAttrGet(mlirIntegerTypeGet(b->context, 64), 1));
  MlirNamedAttribute attribute = smr_named(b->context, "elem_type", mlirTypeAttrGet(type));
  return smr_build_value(b, "llvm.alloca", &one, 1, smr_llvm_pointer(b->context), &attribute, 1);
}

/// What translates the module makes the call convergent, which only calls of functions can be here.
void smr_llvm_keep_whole(SmrHostBuilder *b) {
  const int32_t segments[] = {0, 0};
  MlirNamedAttribute attributes[] = {
      smr_named(b->context, "intrin", mlirStringAttrGet(b->context, smr_ref("llvm.sideeffect"))),
      smr_named(b->context, "operandSegmentSizes", mlirDenseI32ArrayGet(b->context, 2, segments)),
      smr_named(b->context, "op_bundle_sizes", mlirDenseI32ArrayGet(b->context, 0, NULL))};
  smr_build_op(b, "llvm.call_intrinsic", NULL, 0, NULL, 0, attributes, 3);
}

const SmrHost smr_host_llvm = {.title = "the LLVM dialect",
                               .flat = true,
                               .nulls = true,
                               .counts = true,
                               .calls_llvm = true,
                               .function_pointers = true,
                               .jump_op = "llvm.br",
                               .branch_op = "llvm.cond_br",
                               .return_op = "llvm.return",
                               .function_op = "llvm.func",
                               .packs_results = true,
                               .type = own_type,
                               .pointer = pointer,
                               .element_pointer = pointer,
                               .constant = constant,
                               .undefined = undefined,
                               .compute = compute,
                               .join = join,
                               .split = split,
                               .convert = convert,
                               .offset = offset,
                               .load = load,
                               .store = store,
                               .hide = hide,
                               .rows = rows,
                               .keep_whole = smr_llvm_keep_whole,
                               .temporary = temporary,
                               .call_op = "llvm.call"};
