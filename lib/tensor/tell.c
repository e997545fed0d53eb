//===- tell.c - what a run says ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/tell.h"

void smr_tensor_report_free(SmrTensorReport *report) {
  smr_arena_destroy(&report->arena);
  smr_vec_free(&report->notes);
  smr_vec_free(&report->functions);
  smr_str_free(&report->dot);
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

static const char *name_of(const SmrTensorTeller *tell, uint32_t term) {
  uint32_t head = smr_pypm_term_get(tell->graph->terms, term)->head;
  const SmrPypmOperator *op = smr_pypm_head_operator(tell->graph->terms, head);
  return !op ? "constant" : symbol(tell, op->stands_for ? op->stands_for : op->name);
}

/// Each term of the list once.
static void add_matched(SmrTensorTeller *tell, const uint32_t *terms, uint32_t count, SmrTensorNote *note) {
  SmrTensorMatched *matched =
      smr_arena_alloc(&tell->report->arena, (count ? count : 1) * sizeof(SmrTensorMatched));
  SmrMap seen = {0};
  uint32_t before;
  for (uint32_t k = 0; k < count; k++) {
    if (smr_map_get(&seen, terms[k], &before))
      continue;
    smr_map_set(&seen, terms[k], k);
    matched[note->matched_count++] =
        (SmrTensorMatched){name_of(tell, terms[k]), smr_tensor_location(tell->graph, terms[k])};
  }
  smr_map_free(&seen);
  note->matched = matched;
}

/// New ops of a rule's branch.
static uint32_t made_by(const SmrPypmRule *rule, uint32_t branch) {
  uint32_t count = 0;
  for (uint32_t at = branch ? rule->branches.data[branch - 1].root + 1 : 0;
       at <= rule->branches.data[branch].root; at++)
    count += rule->parts.data[at].kind != SMR_PYPM_NEW_VAR;
  return count;
}

static void add_event(SmrTensorTeller *tell, const SmrPypmEvent *event, SmrTensorNote *n) {
  if (event->kind == SMR_PYPM_EVENT_FIRED || event->kind == SMR_PYPM_EVENT_NEAR)
    add_matched(tell, smr_pypm_rewriter_numbers(tell->graph->rewriter, event), event->count, n);
  if (event->kind != SMR_PYPM_EVENT_FIRED)
    return;
  n->alternate = event->alternate + 1;
  n->branch = event->branch + 1;
  n->made = made_by(&tell->graph->library->file->rules.data[event->rule], event->branch);
}

static const char *text_of(SmrTensorTeller *tell, const SmrPypmEvent *event) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_pypm_event_print(tell->graph->rewriter, event, &text);
  return smr_arena_strdup(&tell->report->arena, smr_str_get(&text));
}

static void add_note(SmrTensorTeller *tell, SmrTensorNoteKind kind, uint32_t term, const SmrPypmEvent *event,
                     const char *text) {
  const SmrPypmLibrary *library = tell->graph->library;
  bool of_pattern = event && event->kind < SMR_PYPM_EVENT_CYCLE;
  bool of_rule = of_pattern && event->kind <= SMR_PYPM_EVENT_REFUSED && event->rule != SMR_PYPM_NONE;
  SmrTensorNote n = {.kind = kind, .function = tell->function, .rule = "", .pattern = ""};
  n.text = text ? smr_arena_strdup(&tell->report->arena, text) : text_of(tell, event);
  n.location = smr_tensor_location(tell->graph, term);
  if (mlirLocationIsNull(n.location))
    n.location = mlirLocationUnknownGet(tell->graph->types.context);
  if (of_pattern)
    n.pattern = symbol(tell, library->entries.data[event->entry].program.code.name);
  if (of_rule)
    n.rule = symbol(tell, library->file->rules.data[event->rule].name);
  if (event && event->rule != SMR_PYPM_NONE)
    add_event(tell, event, &n);
  smr_vec_push(&tell->report->notes, n);
}

void smr_tensor_note(SmrTensorTeller *tell, SmrTensorNoteKind kind, uint32_t term, const SmrPypmEvent *event,
                     const char *text) {
  tell->report->counts[kind]++;
  if (!tell->report->quiet)
    add_note(tell, kind, term, event, text);
}
