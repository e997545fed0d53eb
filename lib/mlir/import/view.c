//===- view.c - arrays whose layout is known ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A view answers: where is the first element, how many elements has each dimension, how far apart are they.
// Views of descriptors that were built in this function answer with the values that they were built from;
// others ask the descriptor. Questions to one descriptor are asked once, right where it is defined, so that
// one array has one base value.
//===----------------------------------------------------------------------===//
#include "mlir/import/internal.h"

SmrArrayView *smr_imp_view_new(SmrImport *imp, uint32_t rank) {
  SmrArrayView *view = smr_arena_alloc(&imp->scratch, sizeof *view);
  SmrValue *slots = smr_arena_alloc(&imp->scratch, (3 * (size_t)rank + 1) * sizeof *slots);
  view->rank = rank;
  view->extent = slots;
  view->stride = slots + rank;
  view->lower = slots + 2 * rank;
  return view;
}

SmrValue smr_imp_descr(SmrImport *imp, SmrValue box, SmrOpcode code, uint32_t dim) {
  SmrGraph *g = imp->graph;
  box = smr_value(g, box);
  uint64_t key = (uint64_t)box << 16 | (uint64_t)(code - SMR_OP_DESCR_ADDR) << 8 | (dim & 255);
  uint32_t known;
  if (smr_map_get(&imp->descr, key, &known))
    return known;
  SmrType type = code == SMR_OP_DESCR_ADDR ? SMR_PTR : SMR_I64;
  SmrOp op = smr_op_create(g, code, &box, 1, &type, 1, 0);
  smr_op(g, op)->imm = dim;
  SmrOp def = smr_def(g, box);
  if (def) {
    smr_op(g, op)->loc = smr_op(g, def)->loc;
    smr_op_insert_after(g, def, op);
  } else {
    SmrBlock block = smr_value_data(g, box)->block;
    if (g->blocks.data[block].first)
      smr_op_insert_before(g, g->blocks.data[block].first, op);
    else
      smr_op_append(g, block, op);
  }
  SmrValue result = smr_result(g, op, 0);
  if (code == SMR_OP_DESCR_ADDR) {
    g->values.data[result].base = g->values.data[box].base;
    g->values.data[result].name = g->values.data[box].name;
  }
  smr_map_set(&imp->descr, key, result);
  return result;
}

/// The view of a descriptor that comes from elsewhere.
static SmrArrayView *view_of_box(SmrImport *imp, SmrValue box, const SmrTypeInfo *type) {
  SmrTypeInfo inner = *type;
  bool heap = false;
  if (type->kind == SMR_K_BOX) {
    inner = smr_imp_type_at(imp, type->inner);
    heap = inner.kind == SMR_K_HEAP;
    if (inner.kind == SMR_K_HEAP || inner.kind == SMR_K_POINTER || inner.kind == SMR_K_REF)
      inner = smr_imp_type_at(imp, inner.inner);
    if (inner.any_rank)
      return NULL;
  }
  bool array = inner.kind == SMR_K_ARRAY || inner.kind == SMR_K_MEMREF;
  SmrArrayView *view = smr_imp_view_new(imp, array ? inner.rank : 0);
  view->box = box;
  view->element = inner.inner;
  view->contiguous = heap;
  if (inner.kind == SMR_K_MEMREF) {
    view->row_major = true;
    view->contiguous = inner.is_identity;
  }
  return view;
}

/// What the type says of the array, for whoever compares a descriptor with what it was found to be.
static void note_layout(SmrImport *imp, const SmrArrayView *view, const SmrTypeInfo *type) {
  uint64_t key = (uint64_t)smr_value(imp->graph, view->box) << 16 | UINT16_MAX;
  uint32_t known;
  if (view->rank > SMR_BOX_MOST || smr_map_get(&imp->descr, key, &known))
    return;
  smr_map_set(&imp->descr, key, 1);
  SmrBoxLayout layout = {.box = view->box,
                         .rank = view->rank,
                         .bytes = smr_imp_type_at(imp, view->element).bytes,
                         .contiguous = view->contiguous,
                         .row_major = view->row_major};
  for (uint32_t d = 0; d < view->rank; d++) {
    bool strided = type->kind == SMR_K_MEMREF && !type->is_identity && type->strides[d] != INT64_MIN;
    layout.extent[d] = type->dims[d];
    if (!strided || __builtin_mul_overflow(type->strides[d], layout.bytes, &layout.stride[d]))
      layout.stride[d] = INT64_MIN;
  }
  smr_vec_push(&imp->graph->layouts, layout);
}

/// Static extents of an array or memref type.
static void static_layout(SmrImport *imp, SmrArrayView *view, const SmrTypeInfo *type) {
  for (uint32_t d = 0; d < view->rank; d++)
    if (type->dims[d] >= 0 && !view->extent[d])
      view->extent[d] = smr_imp_const(imp, type->dims[d]);
  if (type->kind != SMR_K_MEMREF || type->is_identity)
    return;
  for (uint32_t d = 0; d < view->rank; d++)
    if (type->strides[d] != INT64_MIN)
      view->stride[d] = smr_imp_arith(imp, SMR_OP_MUL, smr_imp_const(imp, type->strides[d]),
                                      smr_imp_bytes(imp, view->element));
}

SmrArrayView *smr_imp_view(SmrImport *imp, MlirValue value) {
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(value));
  SmrEntry *entry = smr_imp_entry(imp, value);
  if (entry && entry->kind == SMR_E_VIEW) {
    if (type.kind != SMR_K_MEMREF)
      return entry->is.view;
    SmrArrayView *view = entry->is.view;
    if (type.rank != view->rank)
      return NULL;
    // A cast may have made extents known; a copy, so that constants stay where they dominate.
    SmrArrayView *copy = smr_imp_view_new(imp, view->rank);
    SmrValue *extent = copy->extent, *stride = copy->stride, *lower = copy->lower;
    *copy = *view;
    copy->extent = extent, copy->stride = stride, copy->lower = lower;
    memcpy(extent, view->extent, view->rank * sizeof *extent);
    memcpy(stride, view->stride, view->rank * sizeof *stride);
    static_layout(imp, copy, &type);
    return copy;
  }
  if (entry && entry->kind != SMR_E_VALUE)
    return NULL;
  if (type.kind == SMR_K_BOX || type.kind == SMR_K_MEMREF) {
    SmrValue box = smr_imp_value(imp, value);
    if (smr_value_type(imp->graph, box) != SMR_BOX)
      return NULL;
    SmrArrayView *view = view_of_box(imp, box, &type);
    SmrTypeInfo array = type;
    if (type.kind == SMR_K_BOX && view && view->rank) {
      array = smr_imp_type_at(imp, type.inner);
      if (array.kind != SMR_K_ARRAY)
        array = smr_imp_type_at(imp, array.inner);
    }
    if (view && view->rank) {
      static_layout(imp, view, &array);
      note_layout(imp, view, &array);
    }
    return view;
  }
  if (type.kind != SMR_K_REF && type.kind != SMR_K_HEAP && type.kind != SMR_K_POINTER)
    return NULL;
  SmrTypeInfo array = smr_imp_type_at(imp, type.inner);
  if (array.kind != SMR_K_ARRAY || array.any_rank)
    return NULL;
  SmrArrayView *view = smr_imp_view_new(imp, array.rank);
  view->base = smr_imp_value(imp, value);
  view->element = array.inner;
  view->contiguous = true;
  static_layout(imp, view, &array);
  return view;
}

SmrValue smr_imp_view_base(SmrImport *imp, SmrArrayView *view) {
  return view->base ? view->base : smr_imp_descr(imp, view->box, SMR_OP_DESCR_ADDR, 0);
}

SmrValue smr_imp_view_extent(SmrImport *imp, SmrArrayView *view, uint32_t dim) {
  if (view->extent[dim])
    return view->extent[dim];
  return view->box ? smr_imp_descr(imp, view->box, SMR_OP_DESCR_EXTENT, dim) : smr_imp_undef(imp, SMR_I64);
}

SmrValue smr_imp_view_stride(SmrImport *imp, SmrArrayView *view, uint32_t dim) {
  if (view->stride[dim])
    return view->stride[dim];
  if (view->box && !view->contiguous)
    return smr_imp_descr(imp, view->box, SMR_OP_DESCR_STRIDE, dim);
  SmrValue stride = smr_imp_bytes(imp, view->element);
  if (view->row_major)
    for (uint32_t d = view->rank - 1; d > dim; d--)
      stride = smr_imp_arith(imp, SMR_OP_MUL, stride, smr_imp_view_extent(imp, view, d));
  else
    for (uint32_t d = 0; d < dim; d++)
      stride = smr_imp_arith(imp, SMR_OP_MUL, stride, smr_imp_view_extent(imp, view, d));
  return stride;
}

SmrValue smr_imp_view_lower(SmrImport *imp, SmrArrayView *view, uint32_t dim) {
  if (view->lower[dim])
    return view->lower[dim];
  return view->box ? smr_imp_descr(imp, view->box, SMR_OP_DESCR_LB, dim) : smr_imp_undef(imp, SMR_I64);
}

void smr_imp_bind_view(SmrImport *imp, MlirOperation op, MlirValue result, SmrArrayView *view) {
  (void)op;
  smr_imp_bind_entry(imp, result, (SmrEntry){.kind = SMR_E_VIEW, .is.view = view});
}

static bool is_zero(const SmrGraph *g, SmrValue value) {
  int64_t number;
  return !value || (smr_const_int(g, value, &number) && number == 0);
}

SmrValue smr_imp_addr(SmrImport *imp, MlirOperation op, SmrValue base, SmrValue offset, const SmrValue *facts,
                      uint32_t fact_count) {
  if (fact_count == 0 && is_zero(imp->graph, offset))
    return base;
  SmrValue operands[2 + 64];
  operands[0] = base;
  operands[1] = offset ? offset : smr_imp_const(imp, 0);
  if (fact_count > 64)
    fact_count = 0;
  for (uint32_t k = 0; k < fact_count; k++)
    operands[2 + k] = facts[k];
  SmrValue addr = smr_imp_make(imp, op, SMR_OP_ADDR, SMR_PTR, operands, 2 + fact_count);
  smr_op(imp->graph, smr_def(imp->graph, addr))->imm = fact_count / 2;
  return addr;
}

SmrValue smr_imp_view_element(SmrImport *imp, MlirOperation op, SmrArrayView *view, const SmrValue *index) {
  SmrValue offset = view->offset, facts[64];
  uint32_t count = 0;
  bool telling = false; // facts about numbers alone are none
  for (uint32_t k = 0; k < view->rank; k++) {
    uint32_t d = view->row_major ? view->rank - 1 - k : k; // fastest first
    SmrValue step = smr_imp_arith(imp, SMR_OP_MUL, smr_imp_view_stride(imp, view, d), index[d]);
    offset = offset ? smr_imp_arith(imp, SMR_OP_ADD, offset, step) : step;
    SmrValue extent = smr_imp_view_extent(imp, view, d);
    int64_t at, size;
    bool numbers = smr_const_int(imp->graph, index[d], &at) && smr_const_int(imp->graph, extent, &size);
    telling |= !numbers || at < 0 || at >= size;
    if (count + 2 <= 64) {
      facts[count++] = index[d];
      facts[count++] = extent;
    }
  }
  return smr_imp_addr(imp, op, smr_imp_view_base(imp, view), offset, facts,
                      telling && !view->loose ? count : 0);
}

SmrValue smr_imp_root(const SmrImport *imp, SmrValue ptr) {
  const SmrGraph *g = imp->graph;
  ptr = smr_value(g, ptr);
  for (SmrOp def = smr_def(g, ptr); def; def = smr_def(g, ptr)) {
    unsigned code = smr_op(g, def)->code;
    if (code != SMR_OP_ADDR && code != SMR_OP_FIELD)
      break;
    ptr = smr_operand(g, def, 0);
  }
  return ptr;
}
