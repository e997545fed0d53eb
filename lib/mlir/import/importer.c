//===- importer.c - importers, and functions ------------------------------- ===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/import/internal.h"
#include <assert.h>

/// Every meaning that a description can name has its reader.
static void gather_handlers(SmrImport *imp) {
  static const SmrHandlerEntry *const tables[] = {
      smr_imp_basic_handlers,   smr_imp_fir_handlers,    smr_imp_box_handlers,
      smr_imp_control_handlers, smr_imp_memref_handlers, smr_imp_affine_handlers,
      smr_imp_llvm_handlers,    smr_imp_cir_handlers,    smr_imp_cir_control_handlers,
      smr_imp_complex_handlers, smr_imp_linalg_handlers, smr_imp_lane_handlers};
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    for (const SmrHandlerEntry *e = tables[t]; e->meaning != SMR_HANDLER_NONE; e++)
      imp->handlers[e->meaning] = e->handler;
  for (unsigned k = SMR_HANDLER_NONE + 1; k < SMR_HANDLER_COUNT; k++)
    assert(imp->handlers[k]);
}

SmrImporter *smr_importer_create(SmrIntern *symbols, SmrDescriptions *descriptions) {
  SmrImport *imp = smr_xcalloc(1, sizeof *imp);
  imp->symbols = symbols;
  imp->described.descriptions = descriptions;
  gather_handlers(imp);
  smr_imp_types_init(imp);
  return imp;
}

/// Empties what is known of one function; maps larger than `most` give their memory back.
static void reset_maps(SmrImport *imp, uint32_t most) {
  SmrMap *maps[] = {&imp->values,      &imp->blocks,         &imp->locs,         &imp->descr,
                    &imp->globals,     &imp->volatile_bases, &imp->target_bases, &imp->dummies,
                    &imp->host_frames, &imp->cir.irregular,  &imp->cir.reached};
  for (size_t k = 0; k < sizeof maps / sizeof *maps; k++)
    if (maps[k]->capacity > most)
      smr_map_free(maps[k]);
    else if (maps[k]->size)
      smr_map_clear(maps[k]);
}

static void reset(SmrImport *imp) {
  enum { SOME = 4096 }; // what the next function fills again at once; clearing more costs more than it saves
  reset_maps(imp, SOME);
  imp->cir.scanned = imp->cir.dead = false;
  imp->cir.break_to = imp->cir.continue_to = 0;
  smr_vec_clear(&imp->entries);
  smr_arena_destroy(&imp->scratch);
  imp->graph = NULL;
  imp->block = imp->entry_block = 0;
  imp->last_global = 0;
  imp->saw_fortran = imp->saw_wrapping = imp->saw_users = false;
  imp->unsupported = NULL;
  imp->depth = 0;
}

void smr_importer_destroy(SmrImporter *imp) {
  if (!imp)
    return;
  reset(imp);
  reset_maps(imp, 0);
  SmrMap *maps[] = {&imp->op_names,  &imp->type_ids,   &imp->type_texts,   &imp->attr_texts,
                    &imp->attr_bits, &imp->symbol_ops, &imp->access_paths, &imp->access_types};
  for (size_t k = 0; k < sizeof maps / sizeof *maps; k++)
    smr_map_free(maps[k]);
  smr_vec_free(&imp->op_infos);
  smr_vec_free(&imp->types);
  smr_vec_free(&imp->module_ops);
  smr_vec_free(&imp->entries);
  smr_described_free(&imp->described);
  smr_arena_destroy(&imp->arena);
  free(imp);
}

SmrDescribed *smr_importer_described(SmrImporter *imp) {
  return &imp->described;
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
  reset(imp);
  imp->options = options ? *options : (SmrImportOptions){0};
  imp->diag = diag;
  imp->func = func;
  imp->entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  SmrSym name = smr_imp_attr_symbol(imp, func, "sym_name");
  SmrGraph *g = imp->graph = smr_graph_create(imp->symbols, smr_intern_text(imp->symbols, name));
  g->handle = func.ptr;

  SmrBlockList order = {0};
  smr_imp_blocks(imp, imp->entry, g->body, &order);
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
    reset(imp);
    return NULL;
  }
  smr_imp_classify(imp);
  g->fortran = imp->saw_fortran;
  g->wraps = !imp->saw_fortran || imp->saw_wrapping || imp->options.wraps;
  reset(imp);
  return g;
}
