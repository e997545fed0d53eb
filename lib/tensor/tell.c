//===- tell.c - what a run says ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/tell.h"

void smr_tensor_report_free(SmrTensorReport *report) {
  smr_arena_destroy(&report->arena);
  smr_vec_free(&report->notes);
  smr_vec_free(&report->functions);
}

bool smr_tensor_enter(SmrTensorTeller *tell, MlirOperation function) {
  if (function.ptr == tell->inside.ptr)
    return false;
  tell->inside = function;
  tell->function = smr_tensor_name(function, &tell->report->arena);
  return true;
}

static const char *symbol(const SmrTensorTeller *tell, SmrSym name) {
  return smr_arena_strdup(&tell->report->arena,
                          smr_intern_text(tell->graph->terms->signature->symbols, name));
}

void smr_tensor_note(SmrTensorTeller *tell, SmrTensorNoteKind kind, uint32_t term, const SmrPypmEvent *event,
                     const char *text) {
  const SmrPypmLibrary *library = tell->graph->library;
  bool of_pattern = event && event->kind < SMR_PYPM_EVENT_CYCLE;
  bool of_rule = of_pattern && event->kind <= SMR_PYPM_EVENT_REFUSED && event->rule != SMR_PYPM_NONE;
  SmrTensorNote n = {.kind = kind,
                     .function = tell->function,
                     .rule = "",
                     .pattern = "",
                     .text = smr_arena_strdup(&tell->report->arena, text)};
  n.location = smr_tensor_location(tell->graph, term);
  if (mlirLocationIsNull(n.location))
    n.location = mlirLocationUnknownGet(tell->graph->types.context);
  if (of_pattern)
    n.pattern = symbol(tell, library->entries.data[event->entry].program.code.name);
  if (of_rule)
    n.rule = symbol(tell, library->file->rules.data[event->rule].name);
  smr_vec_push(&tell->report->notes, n);
}
