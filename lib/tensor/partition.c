//===- partition.c - matched parts of a graph, outlined ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/partition.h"
#include "base/order.h"
#include "mlir/name.h"
#include "tensor/graph.h"
#include "tensor/outline.h"
#include "tensor/tell.h"

/// A result of an op, and the one before it that is the same term, or NONE.
typedef struct {
  MlirValue value;
  uint32_t place, before;
} Same;

typedef struct {
  SmrTensorGraph graph;
  SmrTensorTeller tell;
  SmrTensorOutliner outliner;
  SmrTensorPart part;
  SmrPypmNumbers matched; // by term: the number of the match that it is of
  SmrPypmNumbers taken;   // by place: the number of the part that it was tried for, or TAKEN
  SmrMap last;            // by term: the last of the results that are it
  SMR_VEC(Same) same;
  uint32_t match;        // number
  MlirLocation location; // of the root
  SmrStr reason;         // why the first match at an op gave no part
} Run;

#define TAKEN UINT32_MAX

static uint32_t *at(SmrPypmNumbers *numbers, uint32_t k) {
  while (numbers->size <= k)
    smr_vec_push(numbers, 0);
  return &numbers->data[k];
}

/// The place of the op that defines the value, if that is an op of the part's kind.
static bool place_of(Run *run, MlirValue value, uint32_t *place) {
  return mlirValueIsAOpResult(value) &&
         smr_map_get(&run->graph.place_of, smr_mlir_key(mlirOpResultGetOwner(value).ptr), place) &&
         run->graph.ops.data[*place].known && *at(&run->taken, *place) != TAKEN;
}

static bool is_matched(Run *run, MlirValue value) {
  return *at(&run->matched, smr_tensor_term(&run->graph, value)) == run->match;
}

/// The ops of the match, from the root down along their operands.
static void collect(Run *run, uint32_t root) {
  SmrPypmNumbers *places = &run->part.places;
  smr_vec_clear(places);
  smr_vec_push(places, root);
  *at(&run->taken, root) = run->match;
  for (uint32_t next = 0; next < places->size; next++) {
    MlirOperation op = run->graph.ops.data[places->data[next]].op;
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
      MlirValue value = mlirOperationGetOperand(op, k);
      uint32_t place;
      if (!is_matched(run, value) || !place_of(run, value, &place) || *at(&run->taken, place) == run->match)
        continue;
      *at(&run->taken, place) = run->match;
      smr_vec_push(places, place);
    }
  }
}

static bool is_inside(Run *run, MlirOperation op) {
  uint32_t place;
  return smr_map_get(&run->graph.place_of, smr_mlir_key(op.ptr), &place) &&
         *at(&run->taken, place) == run->match;
}

/// A use of the op's results by what is not in the part; null: none.
static MlirOperation other_user(Run *run, MlirOperation op) {
  for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
    for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, k)); !mlirOpOperandIsNull(use);
         use = mlirOpOperandGetNextUse(use))
      if (!is_inside(run, mlirOpOperandGetOwner(use)))
        return mlirOpOperandGetOwner(use);
  return (MlirOperation){0};
}

static void print_name(MlirOperation op, SmrStr *out) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  smr_str_append(out, name.data, name.length);
}

/// The first reason stays.
static bool is_alone(Run *run, MlirOperation op) {
  MlirOperation user = other_user(run, op);
  if (mlirOperationIsNull(user))
    return true;
  if (!run->reason.size) {
    smr_str_puts(&run->reason, "its ");
    print_name(op, &run->reason);
    smr_str_puts(&run->reason, " has another user, ");
    print_name(user, &run->reason);
  }
  return false;
}

/// Is the match a part: of the root at least, and of what nobody else uses?
static bool is_part(Run *run, uint32_t root) {
  SmrPypmNumbers *places = &run->part.places;
  uint32_t count;
  const uint32_t *terms = smr_pypm_cursor_matched(smr_pypm_rewriter_cursor(run->graph.rewriter), &count);
  run->match++;
  for (uint32_t k = 0; k < count; k++)
    *at(&run->matched, terms[k]) = run->match;
  if (!count)
    return false;
  collect(run, root);
  qsort(places->data, places->size, sizeof *places->data, smr_ascending);
  for (uint32_t k = 0; k + 1 < places->size; k++) {
    MlirOperation op = run->graph.ops.data[places->data[k]].op;
    if (mlirOperationGetNumOperands(op) && !is_alone(run, op))
      return false;
  }
  return true;
}

static const char *pattern_of(const Run *run, uint32_t entry) {
  const SmrPypmPattern *code = &run->graph.library->entries.data[entry].program.code;
  return smr_intern_text(run->graph.terms->signature->symbols, code->name);
}

/// At the root's own place: equal ops are parts by themselves.
static void tell(Run *run, SmrTensorNoteKind kind, uint32_t term, const SmrPypmEvent *event,
                 const char *text) {
  smr_tensor_note(&run->tell, kind, term, event, text);
  smr_vec_last(&run->tell.report->notes).location = run->location;
}

static void tell_part(Run *run, uint32_t term, const SmrPypmEvent *event, MlirOperation function) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%s: %u op%s outlined as @%s", pattern_of(run, event->entry), run->part.places.size,
                 run->part.places.size > 1 ? "s" : "", smr_tensor_name(function, &run->tell.report->arena));
  tell(run, SMR_TENSOR_OUTLINED, term, event, smr_str_get(&text));
  smr_vec_push(&run->tell.report->functions, function);
}

/// Why there is no part of that pattern: matches that are none, a guard that is not known, a limit.
static void tell_refusal(Run *run, uint32_t term, SmrPypmEvent *event, bool matched) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (run->reason.size)
    smr_str_printf(&text, "%s is no part: %s", pattern_of(run, event->entry), smr_str_get(&run->reason));
  else if (smr_pypm_cursor_event(run->graph.rewriter, matched, event))
    smr_pypm_event_print(run->graph.rewriter, event, &text);
  if (text.size)
    tell(run, SMR_TENSOR_REFUSED, term, event, smr_str_get(&text));
}

/// What is outlined is gone; a constant stays where others use it.
static void take(Run *run) {
  const SmrPypmNumbers *places = &run->part.places;
  for (uint32_t k = places->size; k; k--) {
    uint32_t place = places->data[k - 1];
    MlirOperation op = run->graph.ops.data[place].op;
    if (!mlirOperationIsNull(other_user(run, op)))
      continue;
    *at(&run->taken, place) = TAKEN;
    mlirOperationDestroy(op);
  }
}

static bool outline(Run *run, uint32_t term, const SmrPypmEvent *event) {
  const char *pattern = pattern_of(run, event->entry);
  MlirOperation function =
      smr_tensor_outline(&run->outliner, &run->graph, &run->part, run->tell.function, pattern);
  if (mlirOperationIsNull(function)) {
    tell(run, SMR_TENSOR_LEFT, term, event, "no module that may hold functions is around");
    return false;
  }
  tell_part(run, term, event, function);
  take(run);
  return true;
}

/// The pattern's matches at the op, until one is a part.
static bool try_pattern(Run *run, uint32_t root, uint32_t term, uint32_t entry) {
  SmrPypmCursor *cursor = smr_pypm_rewriter_cursor(run->graph.rewriter);
  SmrPypmEvent event = {.term = term, .entry = entry, .rule = SMR_PYPM_NONE};
  bool matched = false;
  smr_str_clear(&run->reason);
  smr_pypm_cursor_start(cursor, &run->graph.library->entries.data[entry].program, run->graph.terms, term);
  while ((event.status = smr_pypm_cursor_run(cursor)) == SMR_PYPM_SUCCESS) {
    matched = true;
    if (is_part(run, root))
      return outline(run, term, &event);
  }
  tell_refusal(run, term, &event, matched);
  return false;
}

static void try_op(Run *run, uint32_t place) {
  const SmrTensorOp *op = &run->graph.ops.data[place];
  bool done =
      !op->known || !op->used || !mlirOperationGetNumOperands(op->op) || *at(&run->taken, place) == TAKEN;
  if (!done)
    run->location = mlirOperationGetLocation(op->op);
  for (intptr_t r = 0; !done && r < mlirOperationGetNumResults(op->op); r++) {
    uint32_t term = smr_tensor_term(&run->graph, mlirOperationGetResult(op->op, r)), count;
    const uint32_t *found = smr_pypm_rewriter_candidates(run->graph.rewriter, term, &count);
    for (uint32_t k = 0; !done && k < count; k++)
      done = try_pattern(run, place, term, found[k]);
  }
}

// Uses.

static uint32_t uses_of(MlirValue value) {
  uint32_t count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    count++;
  return count;
}

/// Those of all ops that are the term, where parts stand already as of the calls.
static uint32_t uses(void *self, uint32_t term) {
  Run *run = self;
  uint32_t k, count = 0;
  const SmrTensorValue *value = smr_tensor_value_of(&run->graph, term);
  if (!smr_map_get(&run->last, term, &k))
    return value ? uses_of(value->value) : 0;
  for (; k != SMR_PYPM_NONE; k = run->same.data[k].before)
    if (*at(&run->taken, run->same.data[k].place) != TAKEN)
      count += uses_of(run->same.data[k].value);
  return count;
}

static void add_results(Run *run, uint32_t place) {
  const SmrTensorOp *op = &run->graph.ops.data[place];
  for (intptr_t r = 0; op->known && r < mlirOperationGetNumResults(op->op); r++) {
    MlirValue value = mlirOperationGetResult(op->op, r);
    uint32_t term = smr_tensor_term(&run->graph, value), before = SMR_PYPM_NONE;
    smr_map_get(&run->last, term, &before);
    smr_map_set(&run->last, term, run->same.size);
    smr_vec_push(&run->same, (Same){value, place, before});
  }
}

static void begin_uses(Run *run) {
  smr_map_clear(&run->last);
  smr_vec_clear(&run->same);
  for (uint32_t k = 0; k < run->graph.ops.size; k++)
    add_results(run, k);
  run->graph.terms->uses = uses;
  run->graph.terms->graph = run;
}

static void visit(void *self, MlirBlock block, MlirOperation function) {
  Run *run = self;
  smr_tensor_enter(&run->tell, function);
  smr_tensor_read(&run->graph, block);
  smr_vec_clear(&run->taken);
  for (uint32_t k = 0; k < run->graph.ops.size; k++)
    run->tell.report->ops += run->graph.ops.data[k].known;
  if (smr_pypm_rewriter_counts(run->graph.rewriter))
    begin_uses(run);
  for (uint32_t k = run->graph.ops.size; k; k--)
    try_op(run, k - 1);
}

void smr_tensor_partition(MlirOperation op, const SmrPypmLibrary *library, SmrPypmRewriteOptions options,
                          SmrTensorReport *report) {
  Run run = {.tell = {.graph = &run.graph, .report = report, .function = ""}};
  smr_tensor_graph_create(&run.graph, mlirOperationGetContext(op), library, options);
  run.graph.terms->exact = options.fp_exact;
  smr_tensor_walk(op, visit, &run);
  run.graph.terms->uses = NULL;
  smr_tensor_outliner_free(&run.outliner);
  smr_tensor_graph_free(&run.graph);
  smr_vec_free(&run.part.places);
  smr_vec_free(&run.matched);
  smr_vec_free(&run.taken);
  smr_map_free(&run.last);
  smr_vec_free(&run.same);
  smr_str_free(&run.reason);
}

bool smr_tensor_parts(const SmrPypmFile *file, const char *const *names, uint32_t count, SmrPypmNumbers *out,
                      SmrDiag *diag) {
  for (uint32_t k = 0; k < count; k++) {
    const SmrPypmPattern *pattern = smr_pypm_file_pattern(file, names[k]);
    if (!pattern)
      return smr_error(diag, NULL, 0, 0, "there is no pattern '%s'", names[k]);
    smr_vec_push(out, (uint32_t)(pattern - file->patterns.data));
  }
  for (uint32_t k = 0; !count && k < file->patterns.size; k++)
    if (!file->patterns.data[k].referred)
      smr_vec_push(out, k);
  return true;
}
