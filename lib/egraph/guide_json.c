//===- guide_json.c - what a guide's phases did, as JSON -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/guide_internal.h"
#include <inttypes.h>
#include <math.h>

static void print_string(SmrStr *out, const char *text) {
  smr_str_putc(out, '"');
  smr_str_escape(out, text);
  smr_str_putc(out, '"');
}

static void print_iterations(const SmrGuidePhase *p, SmrStr *out) {
  for (uint32_t i = 0; i < p->iterations.size; i++) {
    const SmrIteration *it = &p->iterations.data[i];
    smr_str_printf(out,
                   "%s\n      {\"nodes\": %u, \"classes\": %u, \"unions\": %u, \"matches\": %" PRIu64
                   ", \"search_ms\": %.3f, \"apply_ms\": %.3f, \"rebuild_ms\": %.3f, \"bytes\": %zu}",
                   i ? "," : "", it->nodes, it->classes, it->unions, it->matches, it->search_ms, it->apply_ms,
                   it->rebuild_ms, it->bytes);
  }
}

static void print_phase(const SmrGuideStep *step, SmrStr *out) {
  const SmrGuidePhase *p = &step->done;
  smr_str_puts(out, "{\"name\": ");
  print_string(out, p->name);
  smr_str_printf(out, ", \"found\": %s, \"stop\": \"%s\", \"normalised\": %u, \"iterations\": [",
                 p->found ? "true" : "false", smr_stop_reason_text(p->stop), p->normalised);
  print_iterations(p, out);
  smr_str_printf(out,
                 "],\n     \"nodes\": %u, \"classes\": %u, \"bytes\": %zu, \"matches\": %" PRIu64
                 ", \"dropped\": {",
                 p->nodes, p->classes, p->bytes, p->matches);
  for (uint32_t i = 0; i < p->by_filter.size; i++) {
    smr_str_puts(out, i ? ", " : "");
    print_string(out, step->filters.data[i].name);
    smr_str_printf(out, ": %" PRIu64, p->by_filter.data[i]);
  }
  smr_str_printf(out, "}, \"ms\": %.3f}", p->milliseconds);
}

void smr_guide_json(const SmrGuide *g, SmrStr *out) {
  const char *separator = "";
  smr_str_puts(out, "{\"phases\": [");
  for (uint32_t i = 0; i < g->steps.size; i++) {
    if (!g->steps.data[i].done.ran)
      continue;
    smr_str_printf(out, "%s\n    ", separator);
    print_phase(&g->steps.data[i], out);
    separator = ",";
  }
  smr_str_puts(out, "],\n  \"terms\": [");
  for (uint32_t i = 0; i < g->terms.size; i++) {
    smr_str_printf(out, "%s{\"name\": ", i ? ", " : "");
    print_string(out, g->terms.data[i].name);
    if (isfinite(g->terms.data[i].cost))
      smr_str_printf(out, ", \"cost\": %.15g}", g->terms.data[i].cost);
    else
      smr_str_puts(out, ", \"cost\": null}");
  }
  smr_str_puts(out, "]}\n");
}
