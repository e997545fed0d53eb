//===- region.c - regions, blocks, functions ----------------------------===//
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

/// Reachable blocks in an order in which definitions come before uses.
typedef SMR_VEC(MlirBlock) BlockList;
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

static void reverse_postorder(MlirBlock entry, BlockList *out) {
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

static void bind_arguments(SmrImport *imp, MlirBlock from, SmrBlock to, intptr_t first) {
  MlirOperation last = smr_imp_last_op(from); // says what the source calls them
  MlirAttribute names =
      mlirOperationIsNull(last) ? mlirAttributeGetNull() : smr_imp_attr(last, SMR_ATTR_ARGUMENT_NAMES);
  bool named = !mlirAttributeIsNull(names) && mlirAttributeIsAArray(names);
  for (intptr_t k = first, n = mlirBlockGetNumArguments(from); k < n; k++) {
    MlirValue arg = mlirBlockGetArgument(from, k);
    SmrValue value = smr_block_add_arg(imp->graph, to, smr_imp_value_type(imp, arg));
    smr_imp_bind(imp, arg, value);
    if (named && k < mlirArrayAttrGetNumElements(names))
      imp->graph->values.data[value].name = name_of(imp, mlirArrayAttrGetElement(names, k));
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
    BlockList order = {0};
    reverse_postorder(entry, &order);
    for (uint32_t k = 0; k < order.size; k++) {
      SmrBlock block = smr_block_create(imp->graph, to);
      imp->graph->blocks.data[block].handle = order.data[k].ptr;
      smr_map_set(&imp->blocks, (uintptr_t)order.data[k].ptr, block);
      imp->block = block;
      bind_arguments(imp, order.data[k], block, 0);
    }
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

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool smr_import_is_function(SmrDescribed *described, MlirOperation op) {
  return smr_described(described, op)->function != SMR_FUNCTION_NONE && mlirOperationGetNumRegions(op) == 1 &&
         !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
}

/// What a user's descriptions say of single ops may not fit together: then the function is left alone.
static void check_users(SmrImport *imp) {
  SmrDiag diag = {0};
  if (!imp->unsupported && imp->saw_users && !smr_graph_check(imp->graph, &diag)) {
    SmrStr text = {0};
    smr_str_printf(&text, SMR_IMPORT_MISFIT "%s", diag.messages.data[0].text);
    imp->unsupported = smr_arena_strdup(&imp->scratch, smr_str_get(&text));
    imp->unsupported_op = imp->func;
    smr_str_free(&text);
  }
  smr_diag_free(&diag);
}

SmrGraph *smr_import_function(SmrImporter *imp, MlirOperation func, const SmrImportOptions *options,
                              SmrDiag *diag) {
  if (!smr_import_is_function(&imp->described, func))
    return NULL;
  smr_imp_reset(imp);
  imp->options = options ? *options : (SmrImportOptions){0};
  imp->diag = diag;
  imp->func = func;
  imp->entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  SmrSym name = smr_imp_attr_symbol(imp, func, "sym_name");
  SmrGraph *g = imp->graph = smr_graph_create(imp->symbols, smr_intern_text(imp->symbols, name));
  g->handle = func.ptr;

  BlockList order = {0};
  reverse_postorder(imp->entry, &order);
  for (uint32_t k = 0; k < order.size; k++) {
    SmrBlock block = imp->block = smr_block_create(g, g->body);
    g->blocks.data[block].handle = order.data[k].ptr;
    smr_map_set(&imp->blocks, (uintptr_t)order.data[k].ptr, block);
    bind_arguments(imp, order.data[k], block, 0);
  }
  imp->entry_block = smr_imp_block_of(imp, imp->entry);
  smr_imp_argument_facts(imp, func, smr_described(&imp->described, func)->function == SMR_FUNCTION_PLAIN);
  for (uint32_t k = 0; k < order.size && !imp->unsupported; k++) {
    imp->block = smr_imp_block_of(imp, order.data[k]);
    imp->cir.dead = false;
    smr_imp_block_ops(imp, order.data[k]);
  }
  smr_vec_free(&order);
  check_users(imp);
  if (imp->unsupported) {
    SmrLoc loc = smr_imp_loc(imp, imp->unsupported_op);
    const SmrLocData *at = loc ? &g->locs.data[loc] : NULL;
    smr_report(diag, SMR_NOTE, at ? smr_intern_text(imp->symbols, at->file) : NULL, at ? at->line : 0,
               at ? at->column : 0, "function '%s' was not analysed: %s", smr_intern_text(imp->symbols, name),
               imp->unsupported);
    smr_graph_destroy(g);
    smr_imp_reset(imp);
    return NULL;
  }
  smr_imp_classify(imp);
  g->fortran = imp->saw_fortran;
  g->wraps = !imp->saw_fortran || imp->saw_wrapping || imp->options.wraps;
  smr_imp_reset(imp);
  return g;
}
