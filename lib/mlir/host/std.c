//===- std.c - the host that is upstream MLIR: func, scf, memref, arith --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/std.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/llvm.h"
#include "mlir/host/once.h"
#include "mlir/host/type.h"

//--- arith, which is Flang's as well ------------------------------------------------

static const char *const names[SMR_HOST_OP_COUNT] = {
#define SMR_HOST_OP(op, word, arith, llvm) [SMR_HOST_##op] = arith,
    SMR_HOST_OPS(SMR_HOST_OP)
#undef SMR_HOST_OP
};

MlirType smr_std_type(MlirType builtin) {
  return builtin;
}

MlirValue smr_std_constant(SmrHostBuilder *b, MlirAttribute value) {
  MlirNamedAttribute attribute = smr_named(b->context, "value", value);
  return smr_build_value(b, "arith.constant", NULL, 0, mlirAttributeGetType(value), &attribute, 1);
}

MlirValue smr_std_compute(SmrHostBuilder *b, SmrHostOp op, const MlirValue *operands, intptr_t count,
                          MlirType result, int64_t predicate) {
  return smr_build_named(b, names, op, operands, count, result, predicate);
}

//--- complex ------------------------------------------------------------------------

static bool has_complex(SmrHostBuilder *b) {
  return !mlirDialectIsNull(mlirContextGetOrLoadDialect(b->context, smr_ref("complex")));
}

static MlirValue join(SmrHostBuilder *b, MlirValue re, MlirValue im, MlirType type) {
  MlirValue parts[] = {re, im};
  return has_complex(b) ? smr_build_value(b, "complex.create", parts, 2, type, NULL, 0) : (MlirValue){NULL};
}

static MlirValue split(SmrHostBuilder *b, MlirValue value, bool im, MlirType part) {
  return has_complex(b) ? smr_build_value(b, im ? "complex.im" : "complex.re", &value, 1, part, NULL, 0)
                        : (MlirValue){NULL};
}

//--- memref ---------------------------------------------------------------------------

static MlirValue constant(SmrHostBuilder *b, MlirAttribute value) {
  return smr_once_constant(b, "arith.constant", value);
}

static MlirValue compute(SmrHostBuilder *b, SmrHostOp op, const MlirValue *operands, intptr_t count,
                         MlirType result, int64_t predicate) {
  return smr_once(b, smr_std_compute(b, op, operands, count, result, predicate));
}

/// 0: of numbers only.
static MlirValue undefined(SmrHostBuilder *b, MlirType type) {
  if (mlirTypeIsAComplex(type)) {
    MlirValue part = undefined(b, mlirComplexTypeGetElementType(type));
    return join(b, part, part, type);
  }
  if (smr_mlir_is_integer(type))
    return constant(b, mlirIntegerAttrGet(type, 0));
  return mlirTypeIsAFloat(type) ? constant(b, mlirFloatAttrDoubleGet(b->context, type, 0))
                                : (MlirValue){NULL};
}

static MlirType no_pointer(MlirContext context, MlirType element) {
  (void)context, (void)element;
  return (MlirType){NULL};
}

static MlirValue convert(SmrHostBuilder *b, MlirValue value, MlirType type) {
  if (!value.ptr || mlirTypeIsNull(type))
    return (MlirValue){NULL};
  MlirType from = mlirValueGetType(value);
  if (mlirTypeEqual(from, type))
    return value;
  if (mlirTypeIsAInteger(from) && smr_mlir_is_plain_pointer(type))
    return smr_once(b, smr_build_value(b, "llvm.inttoptr", &value, 1, type, NULL, 0));
  if (!smr_mlir_is_integer(from) || !smr_mlir_is_integer(type)) {
    b->reason = "a value would need a conversion that the code's dialect lacks";
    return (MlirValue){NULL};
  }
  if (mlirTypeIsAIndex(from) || mlirTypeIsAIndex(type))
    return smr_once(b, smr_build_value(b, "arith.index_cast", &value, 1, type, NULL, 0));
  bool widen = mlirIntegerTypeGetWidth(from) < mlirIntegerTypeGetWidth(type);
  return compute(b, widen ? SMR_HOST_SEXT : SMR_HOST_TRUNC, &value, 1, type, 0);
}

/// Part of a memref is no memref of a type that a load takes, so the LLVM dialect does it.
static MlirType element_pointer(MlirContext context, MlirType element) {
  (void)element;
  bool known = !mlirDialectIsNull(mlirContextGetOrLoadDialect(context, smr_ref("llvm")));
  return known ? smr_llvm_pointer(context) : (MlirType){NULL};
}

static const char *access_op(MlirValue pointer, const char *memref, const char *llvm) {
  return mlirTypeIsAMemRef(mlirValueGetType(pointer)) ? memref : llvm;
}

static MlirValue load(SmrHostBuilder *b, MlirValue pointer, MlirType type) {
  return smr_build_value(b, access_op(pointer, "memref.load", "llvm.load"), &pointer, 1, type, NULL, 0);
}

static void store(SmrHostBuilder *b, MlirValue value, MlirValue pointer) {
  MlirValue operands[] = {value, pointer};
  smr_build_op(b, access_op(pointer, "memref.store", "llvm.store"), operands, 2, NULL, 0, NULL, 0);
}

static MlirValue temporary(SmrHostBuilder *b, MlirType type) {
  const int32_t none[] = {0, 0};
  const MlirAttribute plain = {NULL};
  MlirNamedAttribute attribute =
      smr_named(b->context, "operandSegmentSizes", mlirDenseI32ArrayGet(b->context, 2, none));
  return smr_build_value(b, "memref.alloca", NULL, 0, mlirMemRefTypeGet(type, 0, NULL, plain, plain),
                         &attribute, 1);
}

/// How many bytes an element takes in memory; 0: not known here.
static int64_t element_bytes(MlirType memref) {
  MlirType type = mlirShapedTypeGetElementType(memref);
  int64_t parts = 1;
  if (mlirTypeIsAComplex(type)) {
    type = mlirComplexTypeGetElementType(type);
    parts = 2;
  }
  unsigned bits = mlirTypeIsAFloat(type)     ? mlirFloatTypeGetWidth(type)
                  : mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type)
                                             : 0;
  bool whole = bits == 8 || bits == 16 || bits == 32 || bits == 64;
  return whole ? parts * bits / 8 : 0;
}

/// Where a memref's elements lie, in elements, as its type says it; at most 16 dimensions.
typedef struct {
  int64_t strides[16], offset;
} Layout;

static bool layout(SmrHostBuilder *b, MlirType type, Layout *out) {
  bool ok = mlirShapedTypeGetRank(type) <= 16 && element_bytes(type) &&
            mlirLogicalResultIsSuccess(mlirMemRefTypeGetStridesAndOffset(type, out->strides, &out->offset));
  if (!ok)
    b->reason = "a memref does not say where its elements lie";
  return ok;
}

/// What a memref says of itself while the program runs: base, offset, sizes, strides.
static MlirOperation metadata(SmrHostBuilder *b, MlirValue memref) {
  MlirType type = mlirValueGetType(memref), index = mlirIndexTypeGet(b->context), results[2 + 2 * 16];
  intptr_t rank = mlirShapedTypeGetRank(type);
  results[0] = mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), 0, NULL, (MlirAttribute){NULL},
                                 mlirMemRefTypeGetMemorySpace(type));
  for (intptr_t k = 1; k < 2 + 2 * rank; k++)
    results[k] = index;
  return smr_build_op(b, "memref.extract_strided_metadata", &memref, 1, results, 2 + 2 * rank, NULL, 0);
}

/// An offset or stride in bytes: a number that the type says, or else what the memref says.
static MlirValue in_bytes(SmrHostBuilder *b, MlirValue memref, int64_t fixed, intptr_t result) {
  MlirType index = mlirIndexTypeGet(b->context);
  int64_t bytes = element_bytes(mlirValueGetType(memref));
  if (!mlirShapedTypeIsDynamicStrideOrOffset(fixed))
    return constant(b, mlirIntegerAttrGet(index, fixed * bytes));
  MlirValue operands[] = {smr_once(b, mlirOperationGetResult(metadata(b, memref), result)),
                          constant(b, mlirIntegerAttrGet(index, bytes))};
  return compute(b, SMR_HOST_MUL, operands, 2, index, 0);
}

/// Of the first element, which is where the data begins and the offset behind that.
static MlirValue data_address(SmrHostBuilder *b, MlirValue memref) {
  Layout at;
  if (!layout(b, mlirValueGetType(memref), &at))
    return (MlirValue){NULL};
  MlirType index = mlirIndexTypeGet(b->context);
  MlirValue start =
      smr_once(b, smr_build_value(b, "memref.extract_aligned_pointer_as_index", &memref, 1, index, NULL, 0));
  if (at.offset == 0)
    return start;
  return compute(b, SMR_HOST_ADD, (MlirValue[]){start, in_bytes(b, memref, at.offset, 1)}, 2, index, 0);
}

static MlirValue part(SmrHostBuilder *b, SmrHostPart part, MlirValue memref, int64_t dimension) {
  MlirType type = mlirValueGetType(memref), index = mlirIndexTypeGet(b->context);
  Layout at;
  if (part == SMR_HOST_ADDRESS)
    return data_address(b, memref);
  if (part == SMR_HOST_LOWER || dimension >= mlirShapedTypeGetRank(type)) {
    b->reason = "a memref does not say that of itself";
    return (MlirValue){NULL};
  }
  if (part == SMR_HOST_STRIDE)
    return layout(b, type, &at) ? in_bytes(b, memref, at.strides[dimension],
                                           2 + (intptr_t)(mlirShapedTypeGetRank(type) + dimension))
                                : (MlirValue){NULL};
  MlirValue operands[] = {memref, constant(b, mlirIntegerAttrGet(index, dimension))};
  return smr_once(b, smr_build_value(b, "memref.dim", operands, 2, index, NULL, 0));
}

/// Whether every memref laid out as `from` says is laid out as `to` says.
static bool says_less(MlirType from, MlirType to) {
  Layout a, b;
  intptr_t rank = mlirShapedTypeGetRank(from);
  if (mlirAttributeEqual(mlirMemRefTypeGetLayout(from), mlirMemRefTypeGetLayout(to)))
    return true;
  // (What is said to be contiguous has strides that are its sizes' products, which no stride's number says.)
  if (rank > 16 || mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(to)) ||
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(from, a.strides, &a.offset)) ||
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(to, b.strides, &b.offset)))
    return false;
  bool less = a.offset == b.offset || mlirShapedTypeIsDynamicStrideOrOffset(b.offset);
  for (intptr_t d = 0; less && d < rank; d++)
    less = a.strides[d] == b.strides[d] || mlirShapedTypeIsDynamicStrideOrOffset(b.strides[d]);
  return less;
}

static MlirValue array(SmrHostBuilder *b, MlirValue memref, MlirType type) {
  MlirType from = mlirValueGetType(memref);
  if (mlirTypeEqual(from, type))
    return memref;
  bool memrefs = mlirTypeIsAMemRef(from) && mlirTypeIsAMemRef(type);
  bool tensors = mlirTypeIsARankedTensor(from) && mlirTypeIsARankedTensor(type);
  bool ok = (memrefs || tensors) &&
            mlirTypeEqual(mlirShapedTypeGetElementType(from), mlirShapedTypeGetElementType(type)) &&
            mlirShapedTypeGetRank(from) == mlirShapedTypeGetRank(type);
  if (memrefs)
    ok = ok && says_less(from, type) &&
         mlirAttributeEqual(mlirMemRefTypeGetMemorySpace(from), mlirMemRefTypeGetMemorySpace(type));
  else
    ok = ok &&
         mlirAttributeEqual(mlirRankedTensorTypeGetEncoding(from), mlirRankedTensorTypeGetEncoding(type));
  for (intptr_t d = 0; ok && d < mlirShapedTypeGetRank(from); d++)
    ok = mlirShapedTypeIsDynamicDim(from, d) || mlirShapedTypeIsDynamicDim(type, d) ||
         mlirShapedTypeGetDimSize(from, d) == mlirShapedTypeGetDimSize(type, d);
  if (!ok)
    b->reason = tensors ? "a tensor has another type than the replacement's parameter"
                        : "a memref has another type than the replacement's parameter";
  return ok ? smr_build_value(b, tensors ? "tensor.cast" : "memref.cast", &memref, 1, type, NULL, 0)
            : (MlirValue){NULL};
}

static intptr_t rank(MlirType type) {
  return mlirTypeIsAMemRef(type) ? mlirShapedTypeGetRank(type) : -1;
}

static bool alike(MlirType a, MlirType b) {
  return rank(a) == rank(b) && rank(a) >= 0 &&
         mlirTypeEqual(mlirShapedTypeGetElementType(a), mlirShapedTypeGetElementType(b)) &&
         mlirAttributeEqual(mlirMemRefTypeGetMemorySpace(a), mlirMemRefTypeGetMemorySpace(b));
}

/// Bytes as elements.
static MlirValue in_elements(SmrHostBuilder *b, MlirValue value, int64_t bytes) {
  MlirType index = mlirIndexTypeGet(b->context);
  MlirValue operands[] = {convert(b, value, index), constant(b, mlirIntegerAttrGet(index, bytes))};
  return compute(b, SMR_HOST_SDIV, operands, 2, index, 0);
}

static bool is_0(MlirValue value) {
  MlirOperation made = mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
  MlirAttribute number = made.ptr ? smr_mlir_attribute(made, "value") : (MlirAttribute){NULL};
  return !mlirAttributeIsNull(number) && mlirAttributeIsAInteger(number) &&
         mlirIntegerAttrGetValueInt(number) == 0;
}

/// The same memory with all of this said while the program runs, then as the type that was asked for.
static MlirValue descriptor(SmrHostBuilder *b, MlirBlock entry, MlirValue from, MlirValue offset,
                            const MlirValue *extents, const MlirValue *strides, MlirType type) {
  (void)entry;
  enum { MOST = 16 };
  MlirContext context = b->context;
  MlirType source = mlirValueGetType(from);
  intptr_t count = rank(type);
  Layout begins, wanted;
  if (!mlirTypeIsAMemRef(source) || count > MOST ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(source), mlirShapedTypeGetElementType(type)) ||
      !mlirAttributeEqual(mlirMemRefTypeGetMemorySpace(source), mlirMemRefTypeGetMemorySpace(type))) {
    b->reason = "a memref has another type than the replacement's parameter";
    return (MlirValue){NULL};
  }
  if (!layout(b, source, &begins) || !layout(b, type, &wanted))
    return (MlirValue){NULL};
  bool at_start = begins.offset == 0 && is_0(offset);
  if (!mlirShapedTypeIsDynamicStrideOrOffset(wanted.offset) && !(wanted.offset == 0 && at_start)) {
    b->reason = "the replacement's parameter is a memref without an offset (strided<[…], offset: ?> has one)";
    return (MlirValue){NULL};
  }
  int64_t bytes = element_bytes(type), dynamic[3 * MOST + 1];
  int64_t unknown_size = mlirShapedTypeGetDynamicSize(), unknown = mlirShapedTypeGetDynamicStrideOrOffset();
  MlirType index = mlirIndexTypeGet(context);
  MlirValue operands[2 + 2 * MOST] = {from};
  MlirValue sum[] = {in_elements(b, offset, bytes),
                     in_elements(b, in_bytes(b, from, begins.offset, 1), bytes)};
  operands[1] = compute(b, SMR_HOST_ADD, sum, 2, index, 0);
  MlirValue dense = constant(b, mlirIntegerAttrGet(index, 1)); // what the identity layout has as stride
  for (intptr_t d = count - 1; d >= 0; d--) {
    bool fixed = !mlirShapedTypeIsDynamicStrideOrOffset(wanted.strides[d]);
    operands[2 + d] = convert(b, extents[d], index);
    operands[2 + count + d] = strides[d].ptr ? in_elements(b, strides[d], bytes)
                              : fixed        ? constant(b, mlirIntegerAttrGet(index, wanted.strides[d]))
                                             : dense;
    dense = compute(b, SMR_HOST_MUL, (MlirValue[]){dense, operands[2 + d]}, 2, index, 0);
  }
  for (intptr_t k = 0; k < 2 + 2 * count; k++)
    if (!operands[k].ptr)
      return operands[k];
  for (intptr_t d = 0; d < count; d++) {
    dynamic[d] = unknown_size;
    dynamic[MOST + d] = unknown;
  }
  dynamic[2 * MOST] = unknown;
  MlirType made = mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), count, dynamic,
                                    mlirStridedLayoutAttrGet(context, unknown, count, dynamic + MOST),
                                    mlirMemRefTypeGetMemorySpace(type));
  const int32_t segments[] = {1, 1, (int32_t)count, (int32_t)count};
  MlirNamedAttribute attributes[] = {
      smr_named(context, "operandSegmentSizes", mlirDenseI32ArrayGet(context, 4, segments)),
      smr_named(context, "static_offsets", mlirDenseI64ArrayGet(context, 1, dynamic + 2 * MOST)),
      smr_named(context, "static_sizes", mlirDenseI64ArrayGet(context, count, dynamic)),
      smr_named(context, "static_strides", mlirDenseI64ArrayGet(context, count, dynamic + MOST))};
  MlirValue all = smr_build_value(b, "memref.reinterpret_cast", operands, 2 + 2 * count, made, attributes, 4);
  return mlirTypeEqual(made, type) ? all : smr_build_value(b, "memref.cast", &all, 1, type, NULL, 0);
}

const SmrHost smr_host_std = {.title = "upstream MLIR",
                              .memrefs = true,
                              .counts = true,
                              .calls_llvm = true,
                              .if_op = "scf.if",
                              .if_results = true,
                              .yield_op = "scf.yield",
                              .jump_op = "cf.br",
                              .branch_op = "cf.cond_br",
                              .function_op = "func.func",
                              .type = smr_std_type,
                              .pointer = no_pointer,
                              .element_pointer = element_pointer,
                              .constant = constant,
                              .undefined = undefined,
                              .compute = compute,
                              .join = join,
                              .split = split,
                              .convert = convert,
                              .load = load,
                              .store = store,
                              .temporary = temporary,
                              .part = part,
                              .array = array,
                              .rank = rank,
                              .alike = alike,
                              .descriptor = descriptor,
                              .call_op = "func.call"};
