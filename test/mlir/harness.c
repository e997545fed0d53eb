//===- harness.c - import modules in tests -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "harness.h"
#include "capi/shim/module.h"
#include "capi/smr.h"
#include "graph/normalize/normalize.h"
#include "graph/same_graph.h"
#include <string.h>

bool run_command(const char *command, SmrStr *out) {
  FILE *pipe = popen(command, "r");
  if (!pipe)
    return false;
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    smr_str_append(out, buffer, n);
  return pclose(pipe) == 0;
}

typedef struct {
  SmrImporter *importer;
  SmrIntern *symbols;
  const char *only;
  const SmrImportOptions *options;
  SmrStr *out;
  Imported *counts;
  SmrDiag *diag;
  bool normalize;
} Job;

static void import_one(Job *job, MlirOperation op) {
  if (!smr_import_is_function(smr_importer_described(job->importer), op))
    return;
  SmrGraph *graph = smr_import_function(job->importer, op, job->options, job->diag);
  if (!graph) {
    job->counts->skipped++;
    return;
  }
  if (!job->only || strcmp(job->only, smr_intern_text(job->symbols, graph->name)) == 0) {
    job->counts->functions++;
    job->counts->ops += graph->ops.size;
    job->counts->faults += !smr_graph_check(graph, job->diag);
    if (job->normalize) {
      smr_normalize(graph);
      job->counts->faults += !smr_graph_check(graph, job->diag);
    }
    if (job->out)
      smr_graph_print(graph, job->out);
    SmrStr why = {0};
    if (!survives_text(graph, false, &why)) {
      smr_error(job->diag, NULL, 0, 0, "@%s does not survive its text: %s",
                smr_intern_text(job->symbols, graph->name), smr_str_get(&why));
      job->counts->faults++;
    }
    smr_str_free(&why);
  }
  smr_graph_destroy(graph);
}

bool import_text(const char *text, size_t size, const char *only, const SmrImportOptions *options,
                 bool normalize, SmrStr *out, Imported *counts, SmrDiag *diag) {
  *counts = (Imported){0};
  SmrDescriptions *descriptions = smr_descriptions_load(NULL, 0, diag);
  if (!descriptions)
    return false;
  MlirContext context = smrContextCreate();
  mlirContextSetAllowUnregisteredDialects(context, true);
  MlirModule module = smrModuleParse(context, text, size, "test.mlir", diag);
  bool ok = !mlirModuleIsNull(module);
  if (ok) {
    SmrIntern *symbols = smr_intern_create();
    Job job = {
        smr_importer_create(symbols, descriptions), symbols, only, options, out, counts, diag, normalize};
    for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op))
      import_one(&job, op);
    smr_importer_destroy(job.importer);
    smr_intern_destroy(symbols);
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  smr_descriptions_destroy(descriptions);
  return ok;
}
