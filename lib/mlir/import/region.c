//===- region.c - regions and blocks ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Blocks are imported in reverse post-order, so that every value is known before it is used; blocks that
// nothing reaches are left out.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/import/internal.h"

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

SmrBlock smr_imp_block_of(SmrImport *imp, MlirBlock block) {
  uint32_t known = 0;
  smr_map_get(&imp->blocks, (uintptr_t)block.ptr, &known);
  return known;
}

typedef struct {
  MlirBlock block;
  intptr_t next;
} BlockStep;

MlirOperation smr_imp_last_op(MlirBlock block) {
  MlirOperation last = mlirBlockGetTerminator(block);
  if (mlirOperationIsNull(last)) // none, or one of an unregistered dialect
    for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op))
      last = op;
  return last;
}

static void reverse_postorder(MlirBlock entry, SmrBlockList *out) {
  SmrMap seen = {0};
  SMR_VEC(BlockStep) stack = {0};
  smr_vec_push(&stack, (BlockStep){entry, 0});
  smr_map_set(&seen, (uintptr_t)entry.ptr, 1);
  while (stack.size) {
    BlockStep *top = &smr_vec_last(&stack);
    MlirOperation last = smr_imp_last_op(top->block);
    intptr_t n = mlirOperationIsNull(last) ? 0 : mlirOperationGetNumSuccessors(last);
    if (top->next >= n) {
      smr_vec_push(out, top->block);
      (void)smr_vec_pop(&stack);
      continue;
    }
    // Last successor first: in the result the first one then follows directly.
    MlirBlock successor = mlirOperationGetSuccessor(last, n - 1 - top->next++);
    uint32_t *mark = smr_map_at(&seen, (uintptr_t)successor.ptr, 0);
    if (!*mark) {
      *mark = 1;
      smr_vec_push(&stack, (BlockStep){successor, 0});
    }
  }
  for (uint32_t a = 0, b = out->size; a + 1 < b; a++, b--) {
    MlirBlock swap = out->data[a];
    out->data[a] = out->data[b - 1];
    out->data[b - 1] = swap;
  }
  smr_vec_free(&stack);
  smr_map_free(&seen);
}

void smr_imp_block_ops(SmrImport *imp, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op) && !imp->unsupported;
       op = mlirOperationGetNextInBlock(op))
    smr_imp_import_op(imp, op);
}

MlirOperation smr_imp_inline(SmrImport *imp, MlirBlock block) {
  MlirOperation last = smr_imp_last_op(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op) && !mlirOperationEqual(op, last) && !imp->unsupported;
       op = mlirOperationGetNextInBlock(op))
    smr_imp_import_op(imp, op);
  return last;
}

static SmrSym name_of(SmrImport *imp, MlirAttribute name) {
  return mlirAttributeIsAString(name) && mlirStringAttrGetValue(name).length
             ? smr_imp_text(imp, mlirStringAttrGetValue(name))
             : 0;
}

/// A vector that is passed by branches is its lanes; the arguments of a region's first block are what they
/// are.
static void bind_lanes(SmrImport *imp, MlirValue arg, SmrBlock to) {
  SmrValue lanes[SMR_IMP_MOST_LANES];
  SmrType type = smr_imp_lane_type(imp, mlirValueGetType(arg));
  for (uint32_t k = 0; k < smr_imp_lane_count(mlirValueGetType(arg)); k++)
    lanes[k] = smr_block_add_arg(imp->graph, to, type);
  smr_imp_bind_lanes(imp, arg, lanes);
}

static void bind_arguments(SmrImport *imp, MlirBlock from, SmrBlock to, bool first) {
  MlirOperation last = smr_imp_last_op(from); // says what the source calls them
  MlirAttribute names =
      mlirOperationIsNull(last) ? mlirAttributeGetNull() : smr_mlir_attribute(last, SMR_ATTR_ARGUMENT_NAMES);
  bool named = !mlirAttributeIsNull(names) && mlirAttributeIsAArray(names);
  for (intptr_t k = 0, n = mlirBlockGetNumArguments(from); k < n; k++) {
    MlirValue arg = mlirBlockGetArgument(from, k);
    if (!first && smr_imp_lane_count(mlirValueGetType(arg))) {
      bind_lanes(imp, arg, to);
      continue;
    }
    SmrValue value = smr_block_add_arg(imp->graph, to, smr_imp_value_type(imp, arg));
    smr_imp_bind(imp, arg, value);
    if (named && k < mlirArrayAttrGetNumElements(names))
      imp->graph->values.data[value].name = name_of(imp, mlirArrayAttrGetElement(names, k));
  }
}

void smr_imp_blocks(SmrImport *imp, MlirBlock entry, SmrRegion to, SmrBlockList *order) {
  reverse_postorder(entry, order);
  for (uint32_t k = 0; k < order->size; k++) {
    SmrBlock block = imp->block = smr_block_create(imp->graph, to);
    imp->graph->blocks.data[block].handle = order->data[k].ptr;
    smr_map_set(&imp->blocks, (uintptr_t)order->data[k].ptr, block);
    bind_arguments(imp, order->data[k], block, k == 0);
  }
}

bool smr_imp_region(SmrImport *imp, MlirRegion from, SmrRegion to) {
  SmrBlock outer = imp->block;
  if (++imp->depth > SMR_GRAPH_MAX_NESTING) {
    imp->unsupported = SMR_IMPORT_TOO_DEEP;
    imp->unsupported_op = imp->func;
    return false;
  }
  MlirBlock entry = mlirRegionGetFirstBlock(from);
  if (!mlirBlockIsNull(entry)) {
    SmrBlockList order = {0};
    smr_imp_blocks(imp, entry, to, &order);
    for (uint32_t k = 0; k < order.size && !imp->unsupported; k++) {
      imp->block = smr_imp_block_of(imp, order.data[k]);
      smr_imp_block_ops(imp, order.data[k]);
      SmrOp last = imp->graph->blocks.data[imp->block].last;
      unsigned code = last ? smr_op(imp->graph, last)->code : SMR_OP_NONE;
      if (!last || (code != SMR_OP_OPAQUE && !smr_opcode_terminator(code))) // a region without terminators
        smr_op_append(imp->graph, imp->block, smr_op_create(imp->graph, SMR_OP_YIELD, NULL, 0, NULL, 0, 0));
    }
    smr_vec_free(&order);
  }
  imp->depth--;
  imp->block = outer;
  return !imp->unsupported;
}

void smr_imp_regions(SmrImport *imp, MlirOperation op, SmrOp into) {
  for (intptr_t k = 0, n = mlirOperationGetNumRegions(op); k < n; k++)
    if (!smr_imp_region(imp, mlirOperationGetRegion(op, k), smr_op_region(imp->graph, into, (uint32_t)k)))
      return; // the function is given up
}
