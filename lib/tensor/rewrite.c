//===- rewrite.c - graphs of tensor operations, rewritten ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/rewrite.h"
#include "mlir/name.h"
#include "tensor/draw.h"
#include "tensor/graph.h"
#include "tensor/tell.h"

typedef struct {
  SmrTensorGraph graph;
  SmrTensorTeller tell;
  uint32_t told; // events
  bool near_misses;
} Run;

/// A use of a value by what is no known op of the block.
typedef struct {
  MlirOperation user;
  intptr_t operand;
} Use;

typedef SMR_VEC(Use) Uses;

bool smr_tensor_check(const SmrPypmFile *file, uint32_t first, SmrDiag *diag) {
  for (uint32_t k = first; k < file->signature->operators.size; k++) {
    const SmrPypmOperator *op = &file->signature->operators.data[k];
    if (!op->stands_for)
      return smr_error(diag, op->location.file, op->location.line, op->location.column,
                       "'%s' stands for no op: write for \"dialect.op\"",
                       smr_intern_text(file->signature->symbols, op->name));
  }
  return true;
}

// What happened.

/// What does not match is a value that an op of another operator's name gives: why nothing is known of it.
static void add_reason(Run *run, const SmrPypmEvent *event, SmrStr *text) {
  SmrTensorGraph *g = &run->graph;
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  const SmrTensorValue *value = smr_tensor_value_of(g, event->miss.term);
  if (value && mlirValueIsAOpResult(value->value) &&
      smr_tensor_why_opaque(g, mlirOpResultGetOwner(value->value), &why))
    smr_str_printf(text, "; %s", smr_str_get(&why));
}

/// Ops of operators' names of which nothing is known.
static void tell_opaque(Run *run) {
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  for (uint32_t k = 0; run->near_misses && k < run->graph.ops.size; k++) {
    const SmrTensorOp *op = &run->graph.ops.data[k];
    smr_str_clear(&why);
    if (op->known || !smr_tensor_why_opaque(&run->graph, op->op, &why))
      continue;
    smr_tensor_note(&run->tell, SMR_TENSOR_NEAR, 0, NULL, smr_str_get(&why));
    smr_vec_last(&run->tell.report->notes).location = mlirOperationGetLocation(op->op);
  }
}

static void tell_near(Run *run, const SmrPypmEvent *event) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_pypm_event_print(run->graph.rewriter, event, &text);
  add_reason(run, event, &text);
  smr_tensor_note(&run->tell, SMR_TENSOR_NEAR, event->term, event, smr_str_get(&text));
}

static void tell_events(Run *run) {
  uint32_t count;
  const SmrPypmEvent *events = smr_pypm_rewriter_events(run->graph.rewriter, &count);
  for (; run->told < count; run->told++) {
    const SmrPypmEvent *event = &events[run->told];
    bool fired = event->kind == SMR_PYPM_EVENT_FIRED;
    run->tell.report->fired += fired;
    if (event->kind == SMR_PYPM_EVENT_NEAR)
      tell_near(run, event);
    else
      smr_tensor_note(&run->tell, fired ? SMR_TENSOR_REWRITTEN : SMR_TENSOR_REFUSED, event->term, event,
                      NULL);
  }
}

// Uses.

static void collect_uses(const SmrTensorGraph *g, MlirValue value, Uses *uses) {
  uint32_t place;
  smr_vec_clear(uses);
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!smr_map_get(&g->place_of, smr_mlir_key(user.ptr), &place) || !g->ops.data[place].known)
      smr_vec_push(uses, (Use){user, mlirOpOperandGetOperandNumber(use)});
  }
}

/// The uses of a known op's result by others get what the result becomes, made where the op is: all that it
/// can need is there.
static void rewrite_uses(Run *run, uint32_t place, MlirValue value, Uses *uses) {
  SmrTensorGraph *g = &run->graph;
  SMR_OWNED(SmrStr, smr_str_free) reason = {0};
  collect_uses(g, value, uses);
  uint32_t term = smr_tensor_term(g, value), result = uses->size ? smr_pypm_rewrite(g->rewriter, term) : term;
  if (result == term)
    return;
  MlirValue made = smr_tensor_value(g, result, place, &reason);
  if (mlirValueIsNull(made)) {
    smr_tensor_note(&run->tell, SMR_TENSOR_LEFT, term, NULL, smr_str_get(&reason));
    smr_pypm_rewriter_keep(g->rewriter, term);
  }
  for (uint32_t k = 0; k < uses->size && !mlirValueIsNull(made); k++)
    mlirOperationSetOperand(uses->data[k].user, uses->data[k].operand, made);
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
  smr_tensor_add_uses(g);
  uint32_t first = run->told;
  SmrPypmNumbers drawn = {0};
  if (run->tell.report->draw)
    smr_tensor_draw_ops(&run->tell, &drawn);
  for (uint32_t k = 0; k < g->ops.size; k++) {
    run->tell.report->ops += g->ops.data[k].known;
    for (intptr_t r = 0; g->ops.data[k].known && r < mlirOperationGetNumResults(g->ops.data[k].op); r++)
      rewrite_uses(run, k, mlirOperationGetResult(g->ops.data[k].op, r), &uses);
  }
  tell_opaque(run);
  tell_events(run);
  if (run->tell.report->draw)
    smr_tensor_draw_matches(&run->tell, first, &drawn);
  erase_unused(g);
  smr_vec_free(&drawn);
  smr_vec_free(&uses);
}

static void visit(void *self, MlirBlock block, MlirOperation function) {
  Run *run = self;
  if (smr_tensor_enter(&run->tell, function))
    smr_pypm_rewriter_begin(run->graph.rewriter);
  rewrite_block(run, block);
}

void smr_tensor_rewrite(MlirOperation op, const SmrPypmLibrary *library, SmrPypmRewriteOptions options,
                        SmrTensorReport *report) {
  Run run = {.tell = {.graph = &run.graph, .report = report, .function = ""},
             .near_misses = options.near_misses};
  smr_tensor_graph_create(&run.graph, mlirOperationGetContext(op), library, options);
  smr_tensor_walk(op, visit, &run);
  smr_tensor_graph_free(&run.graph);
}
