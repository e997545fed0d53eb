//===- rewrite.c - graphs of tensor operations, rewritten ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/rewrite.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tensor/graph.h"

typedef struct {
  SmrTensorGraph graph;
  SmrTensorReport *report;
  const char *function;
  uint32_t told; // events
} Run;

/// A use of a value by what is no known op of the block.
typedef struct {
  MlirOperation user;
  intptr_t operand;
} Use;

typedef SMR_VEC(Use) Uses;

void smr_tensor_report_free(SmrTensorReport *report) {
  smr_arena_destroy(&report->arena);
  smr_vec_free(&report->notes);
}

bool smr_tensor_check(const SmrPypmFile *file, uint32_t first, const char *path, SmrDiag *diag) {
  for (uint32_t k = first; k < file->signature->operators.size; k++) {
    const SmrPypmOperator *op = &file->signature->operators.data[k];
    if (!op->stands_for)
      return smr_error(diag, path, op->line, op->column, "'%s' stands for no op: write for \"dialect.op\"",
                       smr_intern_text(file->signature->symbols, op->name));
  }
  return true;
}

// The report.

static const char *keep(Run *run, const char *text) {
  return smr_arena_strdup(&run->report->arena, text);
}

static const char *symbol(const Run *run, SmrSym name) {
  return smr_intern_text(run->graph.terms->signature->symbols, name);
}

static void note(Run *run, SmrTensorNoteKind kind, uint32_t term, const SmrPypmEvent *event,
                 const char *text) {
  const SmrPypmFile *file = run->graph.library->file;
  bool of_rule = event && (event->kind == SMR_PYPM_EVENT_FIRED || event->kind == SMR_PYPM_EVENT_REFUSED);
  bool of_pattern = event && event->kind < SMR_PYPM_EVENT_CYCLE;
  SmrTensorNote n = {
      .kind = kind, .function = run->function, .rule = "", .pattern = "", .text = keep(run, text)};
  n.location = smr_tensor_location(&run->graph, term);
  if (mlirLocationIsNull(n.location))
    n.location = mlirLocationUnknownGet(run->graph.types.context);
  if (of_rule)
    n.rule = keep(run, symbol(run, file->rules.data[event->rule].name));
  if (of_pattern) {
    uint32_t pattern = run->graph.library->entries.data[event->entry].pattern;
    n.pattern = keep(run, symbol(run, file->patterns.data[pattern].name));
  }
  smr_vec_push(&run->report->notes, n);
}

static void tell_events(Run *run) {
  uint32_t count;
  const SmrPypmEvent *events = smr_pypm_rewriter_events(run->graph.rewriter, &count);
  SmrStr text = {0};
  for (; run->told < count; run->told++) {
    const SmrPypmEvent *event = &events[run->told];
    bool fired = event->kind == SMR_PYPM_EVENT_FIRED;
    smr_str_clear(&text);
    smr_pypm_event_print(run->graph.rewriter, event, &text);
    note(run, fired ? SMR_TENSOR_REWRITTEN : SMR_TENSOR_REFUSED, event->term, event, smr_str_get(&text));
    run->report->fired += fired;
  }
  smr_str_free(&text);
}

// Uses.

static void collect_uses(const SmrTensorGraph *g, MlirValue value, Uses *uses) {
  uint32_t place;
  smr_vec_clear(uses);
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!smr_map_get(&g->place_of, (uint64_t)(uintptr_t)user.ptr, &place) || !g->ops.data[place].known)
      smr_vec_push(uses, (Use){user, mlirOpOperandGetOperandNumber(use)});
  }
}

/// The uses of a known op's result by others get what the result becomes, made where the op is: all that it
/// can need is there.
static void rewrite_uses(Run *run, uint32_t place, MlirValue value, Uses *uses) {
  SmrTensorGraph *g = &run->graph;
  SmrStr reason = {0};
  collect_uses(g, value, uses);
  uint32_t term = smr_tensor_term(g, value), result = uses->size ? smr_pypm_rewrite(g->rewriter, term) : term;
  if (result == term)
    return;
  MlirValue made = smr_tensor_value(g, result, place, &reason);
  if (mlirValueIsNull(made))
    note(run, SMR_TENSOR_LEFT, term, NULL, smr_str_get(&reason));
  for (uint32_t k = 0; k < uses->size && !mlirValueIsNull(made); k++)
    mlirOperationSetOperand(uses->data[k].user, uses->data[k].operand, made);
  smr_str_free(&reason);
}

// Blocks.

/// Ops that had uses and have none any more go, users before what they use.
static void erase_unused(SmrTensorGraph *g) {
  for (uint32_t k = g->ops.size; k; k--) {
    const SmrTensorOp *op = &g->ops.data[k - 1];
    bool used = !op->known || !op->used;
    for (intptr_t r = 0; !used && r < mlirOperationGetNumResults(op->op); r++)
      used = !mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op->op, r)));
    if (!used)
      mlirOperationDestroy(op->op);
  }
}

static void rewrite_block(Run *run, MlirBlock block) {
  SmrTensorGraph *g = &run->graph;
  Uses uses = {0};
  smr_tensor_read(g, block);
  for (uint32_t k = 0; k < g->ops.size; k++) {
    run->report->ops += g->ops.data[k].known;
    for (intptr_t r = 0; g->ops.data[k].known && r < mlirOperationGetNumResults(g->ops.data[k].op); r++)
      rewrite_uses(run, k, mlirOperationGetResult(g->ops.data[k].op, r), &uses);
  }
  tell_events(run);
  erase_unused(g);
  smr_vec_free(&uses);
}

/// The name of a function; NULL of another op.
static const char *name_of(Run *run, MlirOperation op) {
  MlirAttribute name = mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("sym_name"));
  MlirAttribute type = mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("function_type"));
  if (mlirAttributeIsNull(name) || mlirAttributeIsNull(type) || !mlirAttributeIsAString(name))
    return NULL;
  MlirStringRef text = mlirStringAttrGetValue(name);
  return smr_arena_strndup(&run->report->arena, text.data, text.length);
}

/// Blocks with regions inside of them, innermost first. (Nesting is bounded by MLIR's own recursion.)
static void rewrite_regions(Run *run, MlirOperation op) {
  const char *function = name_of(run, op), *outer = run->function;
  if (function) {
    run->function = function;
    smr_pypm_rewriter_begin(run->graph.rewriter);
  }
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r)); !mlirBlockIsNull(block);
         block = mlirBlockGetNextInRegion(block)) {
      for (MlirOperation inside = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(inside);
           inside = mlirOperationGetNextInBlock(inside))
        rewrite_regions(run, inside);
      rewrite_block(run, block);
    }
  run->function = outer;
}

void smr_tensor_rewrite(MlirOperation op, const SmrPypmLibrary *library, SmrPypmRewriteOptions options,
                        SmrTensorReport *report) {
  Run run = {.report = report, .function = ""};
  smr_tensor_graph_create(&run.graph, mlirOperationGetContext(op), library, options);
  rewrite_regions(&run, op);
  smr_tensor_graph_free(&run.graph);
}
