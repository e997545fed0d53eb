//===- memref.c - memrefs -----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A memref argument is a descriptor; one that is allocated here, or a view of another, is a view. Static
// shapes with the identity layout have constant extents and strides that are products of them.
//===----------------------------------------------------------------------===//
#include "mlir/import/memref.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue operand(MlirOperation op, intptr_t k) {
  return mlirOperationGetOperand(op, k);
}
static MlirValue result(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

/// alloc and alloca: dynamic sizes come first, then symbols.
static bool allocate(SmrImport *imp, MlirOperation op, SmrOpcode code) {
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(result(op)));
  intptr_t first = 0, count = 0;
  if (type.kind != SMR_K_MEMREF || !type.is_identity || !smr_imp_segment(op, 0, &first, &count))
    return false;
  SmrValue sizes[64];
  SmrArrayView *view = smr_imp_view_new(imp, type.rank);
  view->element = type.inner;
  view->contiguous = view->row_major = true;
  int64_t bytes = smr_imp_type_at(imp, type.inner).bytes;
  intptr_t next = 0;
  for (uint32_t d = 0; d < type.rank; d++)
    if (type.dims[d] >= 0) {
      view->extent[d] = smr_imp_const(imp, type.dims[d]);
      if (__builtin_mul_overflow(bytes, type.dims[d], &bytes))
        bytes = 0;
    } else {
      if (next >= count || next >= 64)
        return false;
      view->extent[d] = smr_imp_i64(imp, smr_imp_operand(imp, op, first + next));
      sizes[next++] = view->extent[d];
      bytes = 0;
    }
  view->base = smr_imp_make(imp, op, code, SMR_PTR, sizes, (uint32_t)next);
  SmrOpData *data = smr_op(imp->graph, smr_def(imp->graph, view->base));
  if (code == SMR_OP_ALLOCA)
    data->imm = bytes > 0 ? bytes : -1;
  if (code == SMR_OP_ALLOCA && mlirBlockEqual(mlirOperationGetBlock(op), imp->entry))
    data->flags |= SMR_F_ONCE;
  imp->graph->values.data[view->base].base = SMR_BASE_UNIQUE;
  imp->graph->values.data[view->base].handle = (void *)(uintptr_t)result(op).ptr;
  smr_imp_bind_view(imp, op, result(op), view);
  return true;
}
static bool alloc_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return allocate(imp, op, SMR_OP_HEAP);
}
static bool alloca_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return allocate(imp, op, SMR_OP_ALLOCA);
}

static bool dealloc(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrArrayView *view = smr_imp_view(imp, operand(op, 0));
  if (!view || view->offset)
    return false;
  SmrValue base = smr_imp_view_base(imp, view);
  smr_imp_op(imp, op, SMR_OP_FREE, &base, 1, 0);
  return true;
}

SmrValue smr_imp_memref_address(SmrImport *imp, MlirOperation op, MlirValue memref, const SmrValue *index,
                                uint32_t count) {
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(memref));
  if (type.kind != SMR_K_MEMREF || type.rank != count || count > 15)
    return 0;
  SmrArrayView *view = smr_imp_view(imp, memref);
  return view ? smr_imp_view_element(imp, op, view, index) : 0;
}

static SmrValue address(SmrImport *imp, MlirOperation op, intptr_t memref) {
  SmrValue index[16];
  intptr_t n = mlirOperationGetNumOperands(op) - memref - 1;
  if (n > 15)
    return 0;
  for (intptr_t k = 0; k < n; k++)
    index[k] = smr_imp_i64(imp, smr_imp_operand(imp, op, memref + 1 + k));
  return smr_imp_memref_address(imp, op, operand(op, memref), index, (uint32_t)n);
}

bool smr_imp_memref_load(SmrImport *imp, MlirOperation op, SmrValue address) {
  if (address)
    smr_imp_op(imp, op, SMR_OP_LOAD, &address, 1, 0);
  return address != 0;
}

bool smr_imp_memref_store(SmrImport *imp, MlirOperation op, SmrValue address) {
  if (address)
    smr_imp_op(imp, op, SMR_OP_STORE, (SmrValue[]){smr_imp_operand(imp, op, 0), address}, 2, 0);
  return address != 0;
}

static bool load(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return smr_imp_memref_load(imp, op, address(imp, op, 0));
}

static bool store(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return smr_imp_memref_store(imp, op, address(imp, op, 1));
}

static bool dim(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  int64_t number;
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(operand(op, 0)));
  if (type.kind != SMR_K_MEMREF || !smr_const_int(imp->graph, smr_imp_operand(imp, op, 1), &number) ||
      number < 0 || number >= type.rank)
    return false;
  SmrArrayView *view = smr_imp_view(imp, operand(op, 0));
  if (!view)
    return false;
  smr_imp_alias(imp, result(op), smr_imp_view_extent(imp, view, (uint32_t)number));
  return true;
}

static SmrArrayView *copy_view(SmrImport *imp, SmrArrayView *from) {
  SmrArrayView *view = smr_imp_view_new(imp, from->rank);
  view->base = smr_imp_view_base(imp, from);
  view->offset = from->offset;
  view->element = from->element;
  view->row_major = true;
  for (uint32_t d = 0; d < from->rank; d++) {
    view->extent[d] = smr_imp_view_extent(imp, from, d);
    view->stride[d] = smr_imp_view_stride(imp, from, d);
  }
  return view;
}

/// The same memory under another memref type.
static bool cast(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrTypeInfo from = smr_imp_type(imp, mlirValueGetType(operand(op, 0)));
  SmrTypeInfo to = smr_imp_type(imp, mlirValueGetType(result(op)));
  if (from.kind != SMR_K_MEMREF || to.kind != SMR_K_MEMREF || from.rank != to.rank)
    return false;
  SmrArrayView *view = smr_imp_view(imp, operand(op, 0));
  if (!view)
    return false;
  smr_imp_bind_view(imp, op, result(op), copy_view(imp, view));
  return true;
}

typedef struct {
  SmrValue values[16];
  uint32_t count;
} Mixed;

/// Static values from an attribute, dynamic ones from a segment of the operands.
static bool mixed(SmrImport *imp, MlirOperation op, const char *name, unsigned segment, Mixed *out) {
  MlirAttribute fixed = smr_mlir_attribute(op, name);
  intptr_t first, count, used = 0;
  if (mlirAttributeIsNull(fixed) || !mlirAttributeIsADenseI64Array(fixed) ||
      !smr_imp_segment(op, segment, &first, &count))
    return false;
  intptr_t n = mlirDenseArrayGetNumElements(fixed);
  if (n > 16)
    return false;
  out->count = (uint32_t)n;
  for (intptr_t k = 0; k < n; k++) {
    int64_t value = mlirDenseI64ArrayGetElement(fixed, k);
    if (value != mlirShapedTypeGetDynamicSize())
      out->values[k] = smr_imp_const(imp, value);
    else if (used < count)
      out->values[k] = smr_imp_i64(imp, smr_imp_operand(imp, op, first + used++));
    else
      return false;
  }
  return true;
}

static bool subview(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  Mixed offsets, sizes, steps;
  SmrTypeInfo to = smr_imp_type(imp, mlirValueGetType(result(op)));
  SmrArrayView *from = smr_imp_view(imp, operand(op, 0));
  if (to.kind != SMR_K_MEMREF || !from || !mixed(imp, op, "static_offsets", 1, &offsets) ||
      !mixed(imp, op, "static_sizes", 2, &sizes) || !mixed(imp, op, "static_strides", 3, &steps) ||
      from->rank != offsets.count || sizes.count != offsets.count || steps.count != offsets.count)
    return false;
  // Dropped dimensions have size 1; which ones is only clear when exactly as many are left as the result has.
  bool keep[16];
  uint32_t rank = 0;
  int64_t size;
  for (uint32_t d = 0; d < from->rank; d++) {
    keep[d] = to.rank == from->rank || !smr_const_int(imp->graph, sizes.values[d], &size) || size != 1;
    rank += keep[d];
  }
  if (rank != to.rank)
    return false;
  SmrArrayView *view = smr_imp_view_new(imp, rank);
  view->base = smr_imp_view_base(imp, from);
  view->offset = from->offset;
  view->element = from->element;
  view->row_major = true;
  for (uint32_t d = 0, at = 0; d < from->rank; d++) {
    SmrValue stride = smr_imp_view_stride(imp, from, d);
    SmrValue skip = smr_imp_arith(imp, SMR_OP_MUL, stride, offsets.values[d]);
    view->offset = view->offset ? smr_imp_arith(imp, SMR_OP_ADD, view->offset, skip) : skip;
    if (keep[d]) {
      view->extent[at] = sizes.values[d];
      view->stride[at++] = smr_imp_arith(imp, SMR_OP_MUL, stride, steps.values[d]);
    }
  }
  smr_imp_bind_view(imp, op, result(op), view);
  return true;
}

static bool reinterpret_cast_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  Mixed offsets, sizes, steps;
  SmrTypeInfo to = smr_imp_type(imp, mlirValueGetType(result(op)));
  SmrTypeInfo source = smr_imp_type(imp, mlirValueGetType(operand(op, 0)));
  // The new offset counts from the aligned pointer, which is the base only if the source has no offset of its
  // own.
  if (to.kind != SMR_K_MEMREF || source.kind != SMR_K_MEMREF || source.offset != 0)
    return false;
  SmrArrayView *from = smr_imp_view(imp, operand(op, 0));
  if (!from || from->offset || !mixed(imp, op, "static_offsets", 1, &offsets) || offsets.count != 1 ||
      !mixed(imp, op, "static_sizes", 2, &sizes) || !mixed(imp, op, "static_strides", 3, &steps) ||
      sizes.count != to.rank || steps.count != to.rank)
    return false;
  SmrArrayView *view = smr_imp_view_new(imp, to.rank);
  SmrValue bytes = smr_imp_bytes(imp, to.inner);
  view->base = smr_imp_view_base(imp, from);
  view->offset = smr_imp_arith(imp, SMR_OP_MUL, bytes, offsets.values[0]);
  view->element = to.inner;
  view->row_major = true;
  for (uint32_t d = 0; d < to.rank; d++) {
    view->extent[d] = sizes.values[d];
    view->stride[d] = smr_imp_arith(imp, SMR_OP_MUL, bytes, steps.values[d]);
  }
  smr_imp_bind_view(imp, op, result(op), view);
  return true;
}

static bool get_global(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrSym name = smr_imp_attr_symbol(imp, op, "name");
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(result(op)));
  if (!name || type.kind != SMR_K_MEMREF || !type.is_identity)
    return false;
  int64_t bytes = smr_imp_type_at(imp, type.inner).bytes;
  SmrArrayView *view = smr_imp_view_new(imp, type.rank);
  for (uint32_t d = 0; d < type.rank; d++) {
    if (type.dims[d] < 0)
      return false;
    view->extent[d] = smr_imp_const(imp, type.dims[d]);
    if (__builtin_mul_overflow(bytes, type.dims[d], &bytes))
      bytes = 0;
  }
  bool here = mlirBlockEqual(mlirOperationGetBlock(op), imp->entry);
  view->base =
      smr_imp_global(imp, name, bytes, here ? (void *)(uintptr_t)result(op).ptr : NULL, SMR_BASE_IDENTIFIED);
  view->element = type.inner;
  view->contiguous = view->row_major = true;
  smr_imp_bind_view(imp, op, result(op), view);
  return true;
}

const SmrHandlerEntry smr_imp_memref_handlers[] = {{SMR_HANDLER_MEMREF_ALLOC, alloc_op},
                                                   {SMR_HANDLER_MEMREF_ALLOCA, alloca_op},
                                                   {SMR_HANDLER_MEMREF_DEALLOC, dealloc},
                                                   {SMR_HANDLER_MEMREF_LOAD, load},
                                                   {SMR_HANDLER_MEMREF_STORE, store},
                                                   {SMR_HANDLER_MEMREF_DIM, dim},
                                                   {SMR_HANDLER_MEMREF_CAST, cast},
                                                   {SMR_HANDLER_MEMREF_SUBVIEW, subview},
                                                   {SMR_HANDLER_MEMREF_REINTERPRET_CAST, reinterpret_cast_op},
                                                   {SMR_HANDLER_MEMREF_GET_GLOBAL, get_global},
                                                   {SMR_HANDLER_NONE, NULL}};
