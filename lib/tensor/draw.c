//===- draw.c - blocks with what was matched in them, drawn --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/draw.h"

static void draw_node(SmrTensorTeller *tell, uint32_t term) {
  SmrStr *out = &tell->report->dot, head = {0};
  const SmrPypmTerm *t = smr_pypm_term_get(tell->graph->terms, term);
  smr_pypm_head_print(tell->graph->terms, t->head, &head);
  smr_str_printf(out, "    t%u [label=\"", term);
  smr_str_escape(out, smr_str_get(&head));
  smr_str_puts(out, "\"];\n");
  for (uint32_t k = 0; k < t->count; k++)
    smr_str_printf(out, "    t%u -> t%u;\n", smr_pypm_operand(tell->graph->terms, term, k), term);
  smr_str_free(&head);
}

void smr_tensor_draw_ops(SmrTensorTeller *tell, SmrPypmNumbers *drawn) {
  SmrTensorGraph *g = tell->graph;
  SmrMap seen = {0};
  uint32_t before;
  for (uint32_t k = 0; k < g->ops.size; k++)
    for (intptr_t r = 0; g->ops.data[k].known && r < mlirOperationGetNumResults(g->ops.data[k].op); r++) {
      uint32_t term = smr_tensor_term(g, mlirOperationGetResult(g->ops.data[k].op, r));
      if (smr_map_get(&seen, term, &before))
        continue;
      smr_map_set(&seen, term, 1);
      smr_vec_push(drawn, term);
      draw_node(tell, term);
    }
  smr_map_free(&seen);
}

static const char *symbol(const SmrTensorTeller *tell, SmrSym name) {
  return smr_intern_text(tell->graph->terms->signature->symbols, name);
}

/// The drawn terms that the event's pattern matched, and no earlier one's did.
static void draw_match(SmrTensorTeller *tell, const SmrPypmEvent *event, uint32_t number,
                       SmrMap *free_terms) {
  const SmrPypmLibrary *library = tell->graph->library;
  const uint32_t *terms = smr_pypm_rewriter_numbers(tell->graph->rewriter, event);
  SmrStr *out = &tell->report->dot;
  uint32_t is_free;
  smr_str_printf(out, "    subgraph cluster_%u {\n      label=\"%s: %s\"; style=filled; color=lightgrey;\n",
                 number, symbol(tell, library->file->rules.data[event->rule].name),
                 symbol(tell, library->entries.data[event->entry].program.code.name));
  for (uint32_t k = 0; k < event->count; k++)
    if (smr_map_get(free_terms, terms[k], &is_free) && is_free) {
      smr_map_set(free_terms, terms[k], 0);
      smr_str_printf(out, "      t%u;\n", terms[k]);
    }
  smr_str_puts(out, "    }\n");
}

void smr_tensor_draw_matches(SmrTensorTeller *tell, uint32_t first, const SmrPypmNumbers *drawn) {
  uint32_t count;
  const SmrPypmEvent *events = smr_pypm_rewriter_events(tell->graph->rewriter, &count);
  SmrMap free_terms = {0};
  for (uint32_t k = 0; k < drawn->size; k++)
    smr_map_set(&free_terms, drawn->data[k], 1);
  for (; first < count; first++)
    if (events[first].kind == SMR_PYPM_EVENT_FIRED)
      draw_match(tell, &events[first], first, &free_terms);
  smr_map_free(&free_terms);
}
