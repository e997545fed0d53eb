//===- emit.c - graph values as MLIR ops --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A graph value is materialised by the first way that works: its own MLIR value when that dominates the
// place; ops for its graph op; a copy of its MLIR op; for the iv of a loop around the place, the inverse of
// the source's loop variable.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/cir_build.h"
#include "mlir/splice/internal.h"
#include <stdarg.h>
#include <string.h>

MlirValue smr_emit_fail(SmrEmit *e, const char *format, ...) {
  if (!e->reason) {
    SmrStr text = {0};
    va_list args;
    va_start(args, format);
    smr_str_vprintf(&text, format, args);
    va_end(args);
    e->reason = smr_arena_strdup(&e->s->arena, smr_str_get(&text));
    smr_str_free(&text);
  }
  return (MlirValue){NULL};
}

MlirStringRef smr_ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

MlirNamedAttribute smr_attr(SmrEmit *e, const char *name, MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(e->context, smr_ref(name)), value);
}

MlirType smr_int_type(SmrEmit *e, unsigned bits) {
  return mlirIntegerTypeGet(e->context, bits);
}

MlirOperation smr_emit_op(SmrEmit *e, MlirBlock block, const char *name, const MlirValue *operands,
                          intptr_t operand_count, const MlirType *results, intptr_t result_count,
                          const MlirNamedAttribute *attributes, intptr_t attribute_count) {
  MlirOperationState state = mlirOperationStateGet(smr_ref(name), e->loc);
  mlirOperationStateAddOperands(&state, operand_count, operands);
  mlirOperationStateAddResults(&state, result_count, results);
  mlirOperationStateAddAttributes(&state, attribute_count, attributes);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, op);
  return op;
}

MlirValue smr_emit(SmrEmit *e, const char *name, const MlirValue *operands, intptr_t count, MlirType type,
                   const MlirNamedAttribute *attributes, intptr_t attribute_count) {
  if (e->s->host == SMR_HOST_CIR && !strncmp(name, "llvm.", 5))
    return smr_cir_emit(e, name, operands, count, type, attributes, attribute_count);
  MlirOperation op = smr_emit_op(e, e->block, name, operands, count, &type, 1, attributes, attribute_count);
  return mlirOperationGetResult(op, 0);
}

bool smr_emit_usable(const SmrEmit *e, MlirValue value) {
  for (uint32_t k = 0; k < e->root_count; ++k) // a root that stands before `at` is replaced, too
    if (!mlirOperationIsNull(e->roots[k]) && mlirValueIsAOpResult(value) &&
        mlirOperationEqual(mlirOpResultGetOwner(value), e->roots[k]))
      return false;
  for (uint32_t k = 0; k < e->held_op_count; ++k)
    if (mlirValueIsAOpResult(value) && mlirOperationEqual(mlirOpResultGetOwner(value), e->held_ops[k]))
      return false;
  return !(e->chain && smr_chain_takes(e->chain, value)) && smr_mlir_dominates(e->s, value, e->at);
}

//--- Types --------------------------------------------------------------------

void smr_mlir_append(MlirStringRef part, void *data) {
  smr_str_append(data, part.data, part.length);
}

void smr_mlir_type_text(MlirType type, SmrStr *out) {
  mlirTypePrint(type, smr_mlir_append, out);
}

bool smr_mlir_may_be_of(MlirType type, const char *dialect) {
  return mlirTypeIsAOpaque(type) || mlirStringRefEqual(mlirDialectGetNamespace(mlirTypeGetDialect(type)),
                                                       mlirStringRefCreateFromCString(dialect));
}

MlirType smr_mlir_pointee(MlirType type) {
  static const char *const wrappers[] = {"!fir.ref<", "!fir.heap<", "!fir.ptr<", "!fir.llvm_ptr<",
                                         "!cir.ptr<"};
  SmrStr text = {0};
  MlirType result = {NULL};
  if (!smr_mlir_may_be_of(type, "fir") && !smr_mlir_may_be_of(type, "cir"))
    return result;
  smr_mlir_type_text(type, &text);
  for (unsigned k = 0; k < sizeof wrappers / sizeof *wrappers; ++k) {
    size_t length = strlen(wrappers[k]);
    if (text.size > length + 1 && !strncmp(text.data, wrappers[k], length) &&
        strcmp(text.data, "!cir.ptr<!cir.void>"))
      result = mlirTypeParseGet(mlirTypeGetContext(type),
                                mlirStringRefCreate(text.data + length, text.size - length - 1));
  }
  smr_str_free(&text);
  return result;
}

bool smr_mlir_is_integer(MlirType type) {
  unsigned bits;
  bool is_unsigned;
  return mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type) || smr_cir_is_int(type, &bits, &is_unsigned);
}

MlirType smr_emit_type(SmrEmit *e, SmrType type) {
  if (SMR_TYPE_KIND(type) == SMR_T_INT)
    return smr_int_type(e, SMR_TYPE_PAYLOAD(type));
  if (SMR_TYPE_KIND(type) == SMR_T_BFLOAT)
    return mlirBF16TypeGet(e->context);
  if (SMR_TYPE_KIND(type) == SMR_T_FLOAT) {
    switch (SMR_TYPE_PAYLOAD(type)) {
    case 16:
      return mlirF16TypeGet(e->context);
    case 32:
      return mlirF32TypeGet(e->context);
    case 64:
      return mlirF64TypeGet(e->context);
    default:
      break;
    }
  }
  return (MlirType){NULL};
}

//--- Integers ------------------------------------------------------------------

const char *smr_host_name(const SmrEmit *e, const char *arith, const char *llvm) {
  return e->s->host == SMR_HOST_LLVM || e->s->host == SMR_HOST_CIR ? llvm : arith;
}

MlirValue smr_emit_constant(SmrEmit *e, MlirAttribute value) {
  if (e->s->host == SMR_HOST_CIR)
    return smr_cir_emit_constant(e, value);
  MlirNamedAttribute attribute = smr_attr(e, "value", value);
  return smr_emit(e, smr_host_name(e, "arith.constant", "llvm.mlir.constant"), NULL, 0,
                  mlirAttributeGetType(value), &attribute, 1);
}

MlirValue smr_emit_int(SmrEmit *e, int64_t value) {
  return smr_emit_constant(e, mlirIntegerAttrGet(smr_int_type(e, 64), value));
}

MlirValue smr_emit_binary(SmrEmit *e, const char *name, MlirValue a, MlirValue b) {
  if (!a.ptr || !b.ptr)
    return (MlirValue){NULL};
  MlirValue operands[] = {a, b};
  return smr_emit(e, name, operands, 2, mlirValueGetType(a), NULL, 0);
}

/// MLIR's predicate numbers: eq ne slt sle sgt sge ult ule ugt uge, as SmrIcmp.
MlirValue smr_emit_compare(SmrEmit *e, int64_t predicate, MlirValue a, MlirValue b) {
  if (!a.ptr || !b.ptr)
    return (MlirValue){NULL};
  MlirValue operands[] = {a, b};
  MlirNamedAttribute attribute = smr_attr(e, "predicate", mlirIntegerAttrGet(smr_int_type(e, 64), predicate));
  return smr_emit(e, smr_host_name(e, "arith.cmpi", "llvm.icmp"), operands, 2, smr_int_type(e, 1), &attribute,
                  1);
}

MlirValue smr_emit_select(SmrEmit *e, MlirValue condition, MlirValue a, MlirValue b) {
  if (!condition.ptr || !a.ptr || !b.ptr)
    return (MlirValue){NULL};
  MlirValue operands[] = {condition, a, b};
  return smr_emit(e, smr_host_name(e, "arith.select", "llvm.select"), operands, 3, mlirValueGetType(a), NULL,
                  0);
}

MlirValue smr_emit_convert(SmrEmit *e, MlirValue value, MlirType type) {
  if (!value.ptr || mlirTypeIsNull(type))
    return (MlirValue){NULL};
  MlirType from = mlirValueGetType(value);
  if (mlirTypeEqual(from, type))
    return value;
  if (e->s->host == SMR_HOST_FIR)
    return smr_emit(e, "fir.convert", &value, 1, type, NULL, 0);
  if (e->s->host == SMR_HOST_CIR)
    return smr_cir_emit_convert(e, value, type);
  if (!smr_mlir_is_integer(from) || !smr_mlir_is_integer(type)) {
    if (e->s->host == SMR_HOST_LLVM && (mlirTypeIsAInteger(type) || mlirTypeIsAInteger(from)))
      return smr_emit(e, mlirTypeIsAInteger(type) ? "llvm.ptrtoint" : "llvm.inttoptr", &value, 1, type, NULL,
                      0);
    return smr_emit_fail(e, "a value would need a conversion that the code's dialect lacks");
  }
  if (mlirTypeIsAIndex(from) || mlirTypeIsAIndex(type))
    return smr_emit(e, "arith.index_cast", &value, 1, type, NULL, 0);
  bool widen = mlirIntegerTypeGetWidth(from) < mlirIntegerTypeGetWidth(type);
  return smr_emit(e,
                  widen ? smr_host_name(e, "arith.extsi", "llvm.sext")
                        : smr_host_name(e, "arith.trunci", "llvm.trunc"),
                  &value, 1, type, NULL, 0);
}

MlirValue smr_emit_i64(SmrEmit *e, MlirValue value) {
  if (!value.ptr)
    return value;
  if (!smr_mlir_is_integer(mlirValueGetType(value)))
    return smr_emit_fail(e, "an integer of the code is no MLIR integer");
  return smr_emit_convert(e, value, smr_int_type(e, 64));
}

MlirValue smr_emit_poly(SmrEmit *e, SmrPoly poly) {
  MlirValue sum = {NULL};
  for (uint32_t t = poly.count; t-- > 0;) {
    const SmrMonomial *term = &poly.terms[t];
    MlirValue product = {NULL};
    for (uint32_t i = 0; i < term->degree; ++i) {
      MlirValue leaf = smr_emit_i64(e, smr_emit_value(e, term->leaves[i]));
      if (!leaf.ptr)
        return leaf;
      product =
          product.ptr ? smr_emit_binary(e, smr_host_name(e, "arith.muli", "llvm.mul"), product, leaf) : leaf;
    }
    if (!product.ptr)
      product = smr_emit_int(e, term->coef);
    else if (term->coef != 1)
      product = smr_emit_binary(e, smr_host_name(e, "arith.muli", "llvm.mul"), product,
                                smr_emit_int(e, term->coef));
    sum = sum.ptr ? smr_emit_binary(e, smr_host_name(e, "arith.addi", "llvm.add"), sum, product) : product;
  }
  return sum.ptr ? sum : smr_emit_int(e, 0);
}

MlirValue smr_emit_expr(SmrEmit *e, const SmrExpr *x) {
  static const char *const arith[] = {[SMR_X_ADD] = "arith.addi",
                                      [SMR_X_SUB] = "arith.subi",
                                      [SMR_X_MUL] = "arith.muli",
                                      [SMR_X_DIV] = "arith.divsi",
                                      [SMR_X_REM] = "arith.remsi"};
  static const char *const llvm[] = {[SMR_X_ADD] = "llvm.add",
                                     [SMR_X_SUB] = "llvm.sub",
                                     [SMR_X_MUL] = "llvm.mul",
                                     [SMR_X_DIV] = "llvm.sdiv",
                                     [SMR_X_REM] = "llvm.srem"};
  if (smr_expr_is_test(x)) {
    MlirValue test = smr_emit_test(e, x);
    return test.ptr ? smr_emit(e, smr_host_name(e, "arith.extui", "llvm.zext"), &test, 1, smr_int_type(e, 64),
                               NULL, 0)
                    : test;
  }
  switch (x->op) {
  case SMR_X_POLY:
    return smr_emit_poly(e, x->poly);
  case SMR_X_ADDRESS: {
    MlirValue pointer = smr_emit_value(e, x->value);
    if (pointer.ptr && mlirTypeIsAMemRef(mlirValueGetType(pointer))) {
      int64_t strides[16], offset = 0;
      if (mlirShapedTypeGetRank(mlirValueGetType(pointer)) > 16 ||
          mlirLogicalResultIsFailure(
              mlirMemRefTypeGetStridesAndOffset(mlirValueGetType(pointer), strides, &offset)) ||
          offset != 0)
        return smr_emit_fail(e, "a memref's first element is not where its data begins");
      pointer = smr_emit(e, "memref.extract_aligned_pointer_as_index", &pointer, 1,
                         mlirIndexTypeGet(e->context), NULL, 0);
    }
    return smr_emit_convert(e, pointer, smr_int_type(e, 64));
  }
  case SMR_X_SEXT: {
    MlirValue a = smr_emit_expr(e, x->a);
    return smr_emit_convert(e, smr_emit_convert(e, a, smr_int_type(e, x->bits)), smr_int_type(e, 64));
  }
  case SMR_X_MIN:
  case SMR_X_MAX: {
    MlirValue a = smr_emit_expr(e, x->a), b = smr_emit_expr(e, x->b);
    return smr_emit_select(e, smr_emit_compare(e, x->op == SMR_X_MIN ? SMR_SLT : SMR_SGT, a, b), a, b);
  }
  default: {
    MlirValue a = smr_emit_expr(e, x->a), b = smr_emit_expr(e, x->b);
    int64_t divisor;
    if ((x->op == SMR_X_DIV || x->op == SMR_X_REM) && !smr_expr_is_const(x->b, &divisor)) {
      // Never trap: wherever the divisor is not positive the result does not matter.
      MlirValue one = smr_emit_int(e, 1);
      b = smr_emit_select(e, smr_emit_compare(e, SMR_SLT, b, one), one, b);
    }
    return smr_emit_binary(e, smr_host_name(e, arith[x->op], llvm[x->op]), a, b);
  }
  }
}

MlirValue smr_emit_test(SmrEmit *e, const SmrExpr *x) {
  switch (x->op) {
  case SMR_X_EQ:
  case SMR_X_NE:
  case SMR_X_LT:
  case SMR_X_LE: {
    static const int64_t predicates[] = {SMR_EQ, SMR_NE, SMR_SLT, SMR_SLE};
    MlirValue a = smr_emit_expr(e, x->a);
    return smr_emit_compare(e, predicates[x->op - SMR_X_EQ], a, smr_emit_expr(e, x->b));
  }
  case SMR_X_AND:
  case SMR_X_OR: {
    MlirValue a = smr_emit_test(e, x->a);
    const char *name = x->op == SMR_X_AND ? smr_host_name(e, "arith.andi", "llvm.and")
                                          : smr_host_name(e, "arith.ori", "llvm.or");
    return smr_emit_binary(e, name, a, smr_emit_test(e, x->b));
  }
  case SMR_X_NOT: {
    MlirValue a = smr_emit_test(e, x->a);
    return smr_emit_binary(e, smr_host_name(e, "arith.xori", "llvm.xor"), a,
                           smr_emit_constant(e, mlirIntegerAttrGet(smr_int_type(e, 1), 1)));
  }
  default: {
    MlirValue value = smr_emit_expr(e, x);
    return value.ptr ? smr_emit_compare(e, SMR_NE, value, smr_emit_int(e, 0)) : value;
  }
  }
}

MlirValue smr_emit_memref(SmrEmit *e, MlirValue memref, MlirType type) {
  MlirType from = mlirValueGetType(memref);
  if (mlirTypeEqual(from, type))
    return memref;
  bool ok = mlirTypeIsAMemRef(from) && mlirTypeIsAMemRef(type) &&
            mlirTypeEqual(mlirShapedTypeGetElementType(from), mlirShapedTypeGetElementType(type)) &&
            mlirShapedTypeGetRank(from) == mlirShapedTypeGetRank(type) &&
            mlirAttributeEqual(mlirMemRefTypeGetLayout(from), mlirMemRefTypeGetLayout(type)) &&
            mlirAttributeEqual(mlirMemRefTypeGetMemorySpace(from), mlirMemRefTypeGetMemorySpace(type));
  for (intptr_t d = 0; ok && d < mlirShapedTypeGetRank(from); ++d)
    ok = mlirShapedTypeIsDynamicDim(from, d) || mlirShapedTypeIsDynamicDim(type, d) ||
         mlirShapedTypeGetDimSize(from, d) == mlirShapedTypeGetDimSize(type, d);
  return ok ? smr_emit(e, "memref.cast", &memref, 1, type, NULL, 0)
            : smr_emit_fail(e, "a memref has another type than the replacement's parameter");
}

//--- Memory --------------------------------------------------------------------

/// Where a memref's data begins, as LLVM's pointer.
static MlirValue data_pointer(SmrEmit *e, SmrValue base, const SmrExpr *offset, MlirType type) {
  MlirValue address = smr_emit_expr(e, smr_expr_address(&e->s->arena, base));
  address = smr_emit_binary(e, "arith.addi", address, offset ? smr_emit_expr(e, offset) : smr_emit_int(e, 0));
  return address.ptr ? smr_emit(e, "llvm.inttoptr", &address, 1, type, NULL, 0) : address;
}

MlirValue smr_emit_pointer(SmrEmit *e, SmrValue base, const SmrExpr *offset, MlirType type) {
  if (e->s->host == SMR_HOST_STD && !mlirTypeIsAMemRef(type))
    return data_pointer(e, base, offset, type);
  MlirValue pointer = smr_emit_value(e, base);
  int64_t bytes;
  if (!pointer.ptr)
    return pointer;
  if (!offset || (smr_expr_is_const(offset, &bytes) && bytes == 0)) {
    if (e->s->host == SMR_HOST_STD)
      return smr_emit_memref(e, pointer, type);
    return smr_emit_convert(e, pointer, type);
  }
  if (e->s->host == SMR_HOST_STD)
    return smr_emit_fail(e, "part of a memref cannot be passed yet");
  if (e->s->host == SMR_HOST_LLVM) {
    const int32_t index = INT32_MIN; // an operand
    MlirValue operands[] = {pointer, smr_emit_expr(e, offset)};
    MlirNamedAttribute attributes[] = {
        smr_attr(e, "elem_type", mlirTypeAttrGet(smr_int_type(e, 8))),
        smr_attr(e, "rawConstantIndices", mlirDenseI32ArrayGet(e->context, 1, &index))};
    return operands[1].ptr ? smr_emit(e, "llvm.getelementptr", operands, 2, type, attributes, 2)
                           : operands[1];
  }
  if (e->s->host == SMR_HOST_CIR)
    return smr_cir_emit_offset(e, pointer, smr_emit_expr(e, offset), type);
  MlirValue address = smr_emit_convert(e, pointer, smr_int_type(e, 64));
  address = smr_emit_binary(e, smr_host_name(e, "arith.addi", "llvm.add"), address, smr_emit_expr(e, offset));
  return smr_emit_convert(e, address, type);
}

MlirValue smr_emit_address(SmrEmit *e, SmrValue ptr, MlirType type) {
  SmrValue base = smr_value(e->g, ptr);
  SmrPoly offset = {NULL, 0};
  for (SmrOp def = smr_def(e->g, base); def && smr_op(e->g, def)->code == SMR_OP_ADDR;
       def = smr_def(e->g, base)) {
    if (!smr_poly_add(&e->s->arena, offset, smr_poly_of(e->g, &e->s->arena, smr_operand(e->g, def, 1)),
                      &offset))
      return smr_emit_fail(e, "an address overflows");
    base = smr_operand(e->g, def, 0);
  }
  return smr_emit_pointer(e, base, smr_expr_poly(&e->s->arena, offset), type);
}

MlirValue smr_emit_load(SmrEmit *e, MlirValue pointer, MlirType type) {
  if (!pointer.ptr)
    return pointer;
  switch (e->s->host) {
  case SMR_HOST_FIR:
    return smr_emit(e, "fir.load", &pointer, 1, type, NULL, 0);
  case SMR_HOST_LLVM:
    return smr_emit(e, "llvm.load", &pointer, 1, type, NULL, 0);
  case SMR_HOST_CIR:
    return smr_cir_emit_load(e, pointer, type);
  default:
    return smr_emit(e, "memref.load", &pointer, 1, type, NULL, 0);
  }
}

void smr_emit_store(SmrEmit *e, MlirValue value, MlirValue pointer) {
  static const char *const names[] = {"fir.store", "memref.store", "llvm.store"};
  if (!value.ptr || !pointer.ptr)
    return;
  if (e->s->host == SMR_HOST_CIR) {
    smr_cir_emit_store(e, value, pointer);
    return;
  }
  MlirValue operands[] = {value, pointer};
  smr_emit_op(e, e->block, names[e->s->host], operands, 2, NULL, 0, NULL, 0);
}

MlirValue smr_emit_temporary(SmrEmit *e, MlirType type) {
  if (e->s->host == SMR_HOST_CIR)
    return smr_cir_emit_temporary(e, type);
  SmrStr text = {0};
  MlirBlock block = e->block;
  MlirValue result = {NULL};
  e->block = e->entry;
  if (e->s->host == SMR_HOST_FIR) {
    SmrStr pointer = {0};
    smr_mlir_type_text(type, &text);
    smr_str_printf(&pointer, "!fir.ref<%s>", smr_str_get(&text));
    MlirType ref = mlirTypeParseGet(e->context, smr_ref(smr_str_get(&pointer)));
    const int32_t none[] = {0, 0};
    MlirNamedAttribute attributes[] = {
        smr_attr(e, "in_type", mlirTypeAttrGet(type)),
        smr_attr(e, "operandSegmentSizes", mlirDenseI32ArrayGet(e->context, 2, none))};
    result = smr_emit(e, "fir.alloca", NULL, 0, ref, attributes, 2);
    smr_str_free(&pointer);
  } else if (e->s->host == SMR_HOST_LLVM) {
    MlirValue one = smr_emit_int(e, 1);
    MlirNamedAttribute attribute = smr_attr(e, "elem_type", mlirTypeAttrGet(type));
    result = smr_emit(e, "llvm.alloca", &one, 1, mlirTypeParseGet(e->context, smr_ref("!llvm.ptr")),
                      &attribute, 1);
  } else {
    const int32_t none[] = {0, 0};
    MlirNamedAttribute attribute =
        smr_attr(e, "operandSegmentSizes", mlirDenseI32ArrayGet(e->context, 2, none));
    result = smr_emit(e, "memref.alloca", NULL, 0,
                      mlirMemRefTypeGet(type, 0, NULL, (MlirAttribute){NULL}, (MlirAttribute){NULL}),
                      &attribute, 1);
  }
  e->block = block;
  smr_str_free(&text);
  return result;
}
