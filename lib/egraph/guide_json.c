//===- guide_json.c - what a guide's phases did, as JSON -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "base/json.h"
#include "egraph/guide_internal.h"
#include <inttypes.h>

void smr_iteration_json(const SmrIteration *it, SmrStr *out) {
  smr_json_value(out, "nodes", "%u", it->nodes);
  smr_json_value(out, "classes", "%u", it->classes);
  smr_json_value(out, "unions", "%u", it->unions);
  smr_json_value(out, "matches", "%" PRIu64, it->matches);
  smr_json_value(out, "search_ms", "%.3f", it->search_ms);
  smr_json_value(out, "apply_ms", "%.3f", it->apply_ms);
  smr_json_value(out, "rebuild_ms", "%.3f", it->rebuild_ms);
  smr_json_value(out, "bytes", "%zu", it->bytes);
}

static void print_phase(const SmrGuideStep *step, SmrStr *out) {
  const SmrGuidePhase *p = &step->done;
  smr_json_line(out, "    ");
  smr_json_open(out, NULL, '{');
  smr_json_string(out, "name", p->name);
  smr_json_bool(out, "found", p->found);
  smr_json_string(out, "stop", smr_stop_reason_text(p->stop));
  smr_json_value(out, "normalised", "%u", p->normalised);
  smr_json_open(out, "iterations", '[');
  for (uint32_t i = 0; i < p->iterations.size; i++) {
    smr_json_line(out, "      ");
    smr_json_open(out, NULL, '{');
    smr_iteration_json(&p->iterations.data[i], out);
    smr_str_putc(out, '}');
  }
  smr_str_putc(out, ']');
  smr_json_line(out, "     ");
  smr_json_value(out, "nodes", "%u", p->nodes);
  smr_json_value(out, "classes", "%u", p->classes);
  smr_json_value(out, "bytes", "%zu", p->bytes);
  smr_json_value(out, "matches", "%" PRIu64, p->matches);
  smr_json_open(out, "dropped", '{');
  for (uint32_t i = 0; i < p->by_filter.size; i++)
    smr_json_value(out, step->filters.data[i].name, "%" PRIu64, p->by_filter.data[i]);
  smr_str_putc(out, '}');
  smr_json_value(out, "ms", "%.3f}", p->milliseconds);
}

void smr_guide_json(const SmrGuide *g, SmrStr *out) {
  smr_json_open(out, NULL, '{');
  smr_json_open(out, "phases", '[');
  for (uint32_t i = 0; i < g->steps.size; i++)
    if (g->steps.data[i].done.ran)
      print_phase(&g->steps.data[i], out);
  smr_str_putc(out, ']');
  smr_json_line(out, "  ");
  smr_json_open(out, "terms", '[');
  for (uint32_t i = 0; i < g->terms.size; i++) {
    smr_json_open(out, NULL, '{');
    smr_json_string(out, "name", g->terms.data[i].name);
    smr_json_finite(out, "cost", g->terms.data[i].cost);
    smr_str_putc(out, '}');
  }
  smr_str_puts(out, "]}\n");
}
