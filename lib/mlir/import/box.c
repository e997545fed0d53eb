//===- box.c - shapes, slices and descriptors ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// fir.embox and fir.rebox build descriptors; as long as nobody but understood ops looks at them they are
// views and leave no trace in the graph. The arithmetic is the one of Flang's code generator.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/import/internal.h"

static MlirValue operand(MlirOperation op, intptr_t k) {
  return mlirOperationGetOperand(op, k);
}
static MlirValue result(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static SmrArrayShape *new_shape(SmrImport *imp, MlirOperation op, uint32_t rank, bool lower, bool extent) {
  SmrArrayShape *shape = smr_arena_alloc(&imp->scratch, sizeof *shape);
  shape->rank = rank;
  if (lower)
    shape->lower = smr_arena_alloc(&imp->scratch, (rank + 1) * sizeof(SmrValue));
  if (extent)
    shape->extent = smr_arena_alloc(&imp->scratch, (rank + 1) * sizeof(SmrValue));
  uint32_t width = lower + extent;
  for (uint32_t d = 0; d < rank; d++) {
    if (lower)
      shape->lower[d] = smr_imp_i64(imp, smr_imp_operand(imp, op, width * d));
    if (extent)
      shape->extent[d] = smr_imp_i64(imp, smr_imp_operand(imp, op, width * d + lower));
  }
  smr_imp_bind_entry(imp, result(op), (SmrEntry){.kind = SMR_E_SHAPE, .is.shape = shape});
  return shape;
}

static bool shape(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  new_shape(imp, op, (uint32_t)mlirOperationGetNumOperands(op), false, true);
  return true;
}
static bool shift(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  new_shape(imp, op, (uint32_t)mlirOperationGetNumOperands(op), true, false);
  return true;
}
static bool shape_shift(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  new_shape(imp, op, (uint32_t)mlirOperationGetNumOperands(op) / 2, true, true);
  return true;
}

static bool slice(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  intptr_t first, count, other, paths, substrings;
  if (!smr_imp_segment(op, 0, &first, &count) || count % 3 || !smr_imp_segment(op, 1, &other, &paths) ||
      !smr_imp_segment(op, 2, &other, &substrings) || paths || substrings)
    return false; // (a component's slice is no array's)
  SmrArraySlice *made = smr_arena_alloc(&imp->scratch, sizeof *made);
  made->rank = (uint32_t)(count / 3);
  made->triple = smr_arena_alloc(&imp->scratch, (size_t)(count + 1) * sizeof(SmrValue));
  for (intptr_t k = 0; k < count; k++) {
    SmrValue value = smr_imp_operand(imp, op, first + k);
    SmrOp def = smr_def(imp->graph, value);
    bool absent = def && smr_op(imp->graph, def)->code == SMR_OP_UNDEF;
    made->triple[k] = k % 3 == 1 && absent ? 0 : smr_imp_i64(imp, value);
  }
  smr_imp_bind_entry(imp, result(op), (SmrEntry){.kind = SMR_E_SLICE, .is.slice = made});
  return true;
}

void *smr_imp_entry_at(SmrImport *imp, MlirOperation op, unsigned segment, SmrEntryKind kind, bool *used) {
  intptr_t first, count;
  *used = smr_imp_segment(op, segment, &first, &count) && count > 0;
  if (!*used || count != 1)
    return NULL;
  SmrEntry *entry = smr_imp_entry(imp, operand(op, first));
  return entry && entry->kind == kind
             ? (kind == SMR_E_SHAPE ? (void *)entry->is.shape : (void *)entry->is.slice)
             : NULL;
}

/// max(0, (upper - lower + step) / step)
static SmrValue section_extent(SmrImport *imp, const SmrValue *triple) {
  int64_t step;
  SmrValue length = smr_imp_arith(imp, SMR_OP_SUB, triple[1], triple[0]);
  length = smr_imp_arith(imp, SMR_OP_ADD, length, triple[2]);
  if (!smr_const_int(imp->graph, triple[2], &step) || step != 1)
    length =
        smr_build(imp->graph, imp->block, 0, SMR_OP_DIVS, SMR_I64, (SmrValue[]){length, triple[2]}, 2, 0);
  int64_t number;
  if (smr_const_int(imp->graph, length, &number))
    return number < 0 ? smr_imp_const(imp, 0) : length;
  return smr_build(imp->graph, imp->block, 0, SMR_OP_MAXS, SMR_I64,
                   (SmrValue[]){length, smr_imp_const(imp, 0)}, 2, 0);
}

/// The section of `from` that a slice selects. `lower`: the array's lower bounds (NULL: 1).
static SmrArrayView *section(SmrImport *imp, SmrArrayView *from, const SmrArraySlice *sl,
                             const SmrValue *lower) {
  uint32_t rank = 0;
  if (sl->rank != from->rank)
    return NULL;
  for (uint32_t d = 0; d < sl->rank; d++)
    rank += sl->triple[3 * d + 1] != 0;
  SmrArrayView *view = smr_imp_view_new(imp, rank);
  view->base = smr_imp_view_base(imp, from);
  view->offset = from->offset;
  view->element = from->element;
  SmrValue one = smr_imp_const(imp, 1);
  for (uint32_t d = 0, to = 0; d < sl->rank; d++) {
    SmrValue stride = smr_imp_view_stride(imp, from, d);
    SmrValue start = smr_imp_arith(imp, SMR_OP_SUB, sl->triple[3 * d], lower ? lower[d] : one);
    SmrValue skip = smr_imp_arith(imp, SMR_OP_MUL, stride, start);
    view->offset = view->offset ? smr_imp_arith(imp, SMR_OP_ADD, view->offset, skip) : skip;
    if (sl->triple[3 * d + 1]) {
      view->extent[to] = section_extent(imp, &sl->triple[3 * d]);
      view->stride[to] = smr_imp_arith(imp, SMR_OP_MUL, stride, sl->triple[3 * d + 2]);
      view->lower[to++] = one;
    }
  }
  return view;
}

static bool is_pointer_like(SmrImport *imp, MlirValue box) {
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(box));
  SmrTypeInfo inner = smr_imp_type_at(imp, type.inner);
  return inner.kind == SMR_K_HEAP || inner.kind == SMR_K_POINTER;
}

/// What the descriptor says as lower bounds: those of pointers and allocatables are kept (1 where empty),
/// others are not to be relied on.
static void set_lower(SmrImport *imp, SmrArrayView *view, const SmrArrayShape *shape, bool kept) {
  for (uint32_t d = 0; d < view->rank; d++) {
    if (!kept)
      view->lower[d] = 0;
    else if (!shape || !shape->lower)
      view->lower[d] = smr_imp_const(imp, 1);
    else {
      SmrValue one = smr_imp_const(imp, 1), none = smr_imp_const(imp, 0);
      SmrValue empty = smr_imp_icmp(imp, SMR_EQ, smr_imp_view_extent(imp, view, d), none);
      view->lower[d] = smr_build(imp->graph, imp->block, 0, SMR_OP_SELECT, SMR_I64,
                                 (SmrValue[]){empty, one, shape->lower[d]}, 3, 0);
    }
  }
}

static bool embox(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  bool has_shape, has_slice;
  SmrArrayShape *sh = smr_imp_entry_at(imp, op, 1, SMR_E_SHAPE, &has_shape);
  SmrArraySlice *sl = smr_imp_entry_at(imp, op, 2, SMR_E_SLICE, &has_slice);
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(operand(op, 0)));
  SmrTypeInfo array = smr_imp_type_at(imp, type.inner);
  if (type.type != SMR_PTR || (has_shape && !sh) || (has_slice && !sl) ||
      smr_imp_value_type(imp, result(op)) != SMR_BOX)
    return false;
  SmrArrayView *view;
  if (array.kind != SMR_K_ARRAY) {
    view = smr_imp_view_new(imp, 0);
    view->base = smr_imp_operand(imp, op, 0);
    view->element = type.inner;
  } else {
    if (array.any_rank || !(view = smr_imp_view(imp, operand(op, 0))) || (sh && sh->rank != view->rank))
      return false;
    for (uint32_t d = 0; sh && sh->extent && d < view->rank; d++)
      if (!view->extent[d])
        view->extent[d] = sh->extent[d];
    for (uint32_t d = 0; d < view->rank; d++)
      view->stride[d] = smr_imp_view_stride(imp, view, d);
    if (sl && !(view = section(imp, view, sl, sh ? sh->lower : NULL)))
      return false;
    if (!sl)
      set_lower(imp, view, sh, is_pointer_like(imp, result(op)));
  }
  smr_imp_bind_view(imp, op, result(op), view);
  return true;
}

static bool rebox(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  bool has_shape, has_slice;
  SmrArrayShape *sh = smr_imp_entry_at(imp, op, 1, SMR_E_SHAPE, &has_shape);
  SmrArraySlice *sl = smr_imp_entry_at(imp, op, 2, SMR_E_SLICE, &has_slice);
  SmrArrayView *from = smr_imp_view(imp, operand(op, 0));
  bool by_dimension = sh && (sl || !sh->extent); // else it is a new shape
  if (!from || (by_dimension && sh->rank != from->rank) || (has_shape && !sh) || (has_slice && !sl) ||
      smr_imp_value_type(imp, result(op)) != SMR_BOX)
    return false;
  SmrArrayView *view;
  if (sl)
    view = section(imp, from, sl, sh ? sh->lower : NULL);
  else if (sh && sh->extent) { // a new shape for contiguous data (the first dimension may have a stride)
    view = smr_imp_view_new(imp, sh->rank);
    view->base = smr_imp_view_base(imp, from);
    view->offset = from->offset;
    view->element = from->element;
    for (uint32_t d = 0; d < sh->rank; d++) {
      view->extent[d] = sh->extent[d];
      view->stride[d] =
          d ? smr_imp_arith(imp, SMR_OP_MUL, view->stride[d - 1], view->extent[d - 1])
            : (from->rank ? smr_imp_view_stride(imp, from, 0) : smr_imp_bytes(imp, from->element));
    }
    set_lower(imp, view, sh, is_pointer_like(imp, result(op)));
  } else if (from->box && !from->base && !is_pointer_like(imp, result(op))) {
    smr_imp_alias(imp, result(op), from->box);
    return true; // the same array; its lower bounds are not to be relied on
  } else {
    view = smr_imp_view_new(imp, from->rank);
    view->base = smr_imp_view_base(imp, from);
    view->offset = from->offset;
    view->element = from->element;
    for (uint32_t d = 0; d < from->rank; d++) {
      view->extent[d] = smr_imp_view_extent(imp, from, d);
      view->stride[d] = smr_imp_view_stride(imp, from, d);
    }
    set_lower(imp, view, sh, is_pointer_like(imp, result(op)));
  }
  if (!view)
    return false;
  smr_imp_bind_view(imp, op, result(op), view);
  return true;
}

static bool box_addr(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(operand(op, 0)));
  if (type.kind != SMR_K_BOX || smr_imp_value_type(imp, result(op)) != SMR_PTR)
    return false;
  SmrEntry *entry = smr_imp_entry(imp, operand(op, 0));
  if (!entry)
    return false;
  SmrValue base;
  if (entry->kind == SMR_E_VIEW) {
    SmrArrayView *view = entry->is.view;
    base = smr_imp_addr(imp, op, smr_imp_view_base(imp, view), view->offset, NULL, 0);
  } else {
    SmrValue box = smr_imp_operand(imp, op, 0);
    if (smr_value_type(imp->graph, box) != SMR_BOX)
      return false;
    base = smr_imp_descr(imp, box, SMR_OP_DESCR_ADDR, 0);
    SmrValueData *data = &imp->graph->values.data[base];
    if (!data->handle && !smr_value_data(imp->graph, box)->handle)
      data->handle = (void *)(uintptr_t)result(op).ptr;
  }
  smr_imp_alias(imp, result(op), base);
  return true;
}

static bool box_dims(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  int64_t dim;
  SmrValue number = smr_imp_operand(imp, op, 1);
  SmrEntry *entry = smr_imp_entry(imp, operand(op, 0));
  if (!smr_const_int(imp->graph, number, &dim) || dim < 0 || dim > 14 || !entry)
    return false;
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(operand(op, 0)));
  if (type.kind != SMR_K_BOX)
    return false;
  SmrArrayView *view = smr_imp_view(imp, operand(op, 0));
  if (!view) { // any rank: the descriptor still answers
    SmrValue box = smr_imp_operand(imp, op, 0);
    if (smr_value_type(imp->graph, box) != SMR_BOX)
      return false;
    for (int k = 0; k < 3; k++)
      smr_imp_alias(imp, mlirOperationGetResult(op, k),
                    smr_imp_descr(imp, box, (SmrOpcode)(SMR_OP_DESCR_LB + k), (uint32_t)dim));
    return true;
  }
  if (dim >= view->rank)
    return false;
  smr_imp_alias(imp, mlirOperationGetResult(op, 0), smr_imp_view_lower(imp, view, (uint32_t)dim));
  smr_imp_alias(imp, mlirOperationGetResult(op, 1), smr_imp_view_extent(imp, view, (uint32_t)dim));
  smr_imp_alias(imp, mlirOperationGetResult(op, 2), smr_imp_view_stride(imp, view, (uint32_t)dim));
  return true;
}

const SmrHandlerEntry smr_imp_box_handlers[] = {{SMR_HANDLER_FIR_SHAPE, shape},
                                                {SMR_HANDLER_FIR_SHIFT, shift},
                                                {SMR_HANDLER_FIR_SHAPE_SHIFT, shape_shift},
                                                {SMR_HANDLER_FIR_SLICE, slice},
                                                {SMR_HANDLER_FIR_EMBOX, embox},
                                                {SMR_HANDLER_FIR_REBOX, rebox},
                                                {SMR_HANDLER_FIR_BOX_ADDR, box_addr},
                                                {SMR_HANDLER_FIR_BOX_DIMS, box_dims},
                                                {SMR_HANDLER_NONE, NULL}};
_Static_assert(SMR_OP_DESCR_EXTENT == SMR_OP_DESCR_LB + 1 && SMR_OP_DESCR_STRIDE == SMR_OP_DESCR_LB + 2,
               "box_dims relies on the order");
