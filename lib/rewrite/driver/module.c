//===- module.c - function by function -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Function by function: it is read, matches are found and decided, replacements brought in, the function is
// edited, what happened is told, and its graph goes before the next one's is made. Should anything go wrong,
// the edited functions are put back from copies and what was brought in goes again; no copies are made for a
// caller who has no use for the module then.
//===----------------------------------------------------------------------===//
#include "rewrite/driver/module.h"
#include "base/phase.h"
#include "cover/forms.h"
#include "mlir/host/host.h"
#include "mlir/name.h"
#include "mlir/splice/splice.h"
#include "rewrite/context/off.h"
#include "rewrite/context/place.h"
#include "rewrite/edit/finish.h"
#include "rewrite/edit/replacement.h"

static MlirOperation first_of(MlirOperation module) {
  return mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0)));
}

static bool is_replacement(MlirOperation op) {
  return !mlirAttributeIsNull(smr_mlir_attribute(op, SMR_ATTR_REPLACEMENT));
}

/// Every function that is no replacement, nor what one calls: it would call itself. False after an error.
static bool do_functions(SmrModuleRun *run) {
  SmrReach *serving = smr_reach_create(run->module, run->replacements.data, run->replacements.size);
  bool ok = true;
  for (MlirOperation op = first_of(run->module); ok && op.ptr;
       op = mlirOperationEqual(op, run->last) ? (MlirOperation){NULL} : mlirOperationGetNextInBlock(op))
    if (smr_import_is_function(run->described, op) && !smr_reach_has(serving, op))
      ok = smr_rewrite_function(run, op) && !run->failed;
  smr_reach_destroy(serving);
  return ok;
}

static MlirWalkResult count_op(MlirOperation op, void *count) {
  (void)op;
  ++*(uint64_t *)count;
  return MlirWalkResultAdvance;
}

static void look_at_module(SmrModuleRun *run) {
  run->ops = run->options->left_out;
  mlirOperationWalk(run->module, count_op, &run->ops, MlirWalkPreOrder);
  for (MlirOperation op = first_of(run->module); op.ptr; op = mlirOperationGetNextInBlock(op)) {
    run->last = op;
    if (is_replacement(op))
      smr_vec_push(&run->replacements, op);
  }
  run->wide_blas = !run->options->set.slots && smr_wide_blas(run->module);
  run->asides = smr_aside_create(run->module, run->described);
  run->aliases = smr_aliases_create(run->module);
  run->place = smr_place_refuses_module(run->module, run->described);
}

static void free_run(SmrModuleRun *run) {
  smr_aside_destroy(run->asides);
  smr_aliases_destroy(run->aliases);
  smr_replacements_destroy(run->brought);
  smr_importer_destroy(run->importer);
  smr_scratch_destroy(run->scratch);
  smr_off_files_destroy(run->off);
  smr_cover_rules_destroy(&run->rules);
  smr_vec_free(&run->rule_types);
  for (uint32_t k = 0; run->rule_made && k < run->library_count; k++)
    free(run->rule_made[k]);
  free(run->rule_made);
  smr_vec_free(&run->replacements);
  smr_vec_free(&run->edited);
  smr_vec_free(&run->sites);
  if (run->names.ptr)
    mlirSymbolTableDestroy(run->names);
  smr_vec_free(&run->links);
  smr_vec_free(&run->invalid);
}

bool smr_rewrite_with(MlirOperation module, const SmrRewriteOptions *options, SmrLibrary *libraries,
                      uint32_t count, SmrIntern *symbols, SmrReport *report, SmrDiag *diag) {
  if (mlirModuleIsNull(mlirModuleFromOperation(module)))
    return smr_error(diag, NULL, 0, 0, "the op to rewrite is no builtin.module");
  SmrPhase before = smr_phase(SMR_PHASE_DESCRIBE);
  SmrDescriptions *descriptions = smr_descriptions_load(NULL, 0, diag);
  if (!descriptions) {
    smr_phase(before);
    return false;
  }
  SmrModuleRun run = {.module = module,
                      .options = options,
                      .libraries = libraries,
                      .library_count = count,
                      .symbols = symbols,
                      .report = report,
                      .diag = diag,
                      .importer = smr_importer_create(symbols, descriptions),
                      .scratch = smr_scratch_create(),
                      .off = smr_off_files_create(),
                      .brought = smr_replacements_create(count)};
  run.described = smr_importer_described(run.importer);
  smr_scratch_collect_misses(run.scratch, options->set.near_misses);
  look_at_module(&run);
  smr_phase(before);
  bool ok = !run.last.ptr || do_functions(&run);
  smr_phase(SMR_PHASE_FINISH);
  ok = !run.last.ptr || smr_finish_module(&run, ok);
  free_run(&run);
  smr_descriptions_destroy(descriptions);
  smr_phase(before);
  return ok;
}
