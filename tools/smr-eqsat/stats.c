//===- stats.c - what a run did, as JSON ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "stats.h"
#include <inttypes.h>
#include <math.h>

// What is no UTF-8 goes out byte by byte, as U+0080 … U+00FF: JSON has no other way to say it.
static uint32_t sequence_length(const unsigned char *c) {
  uint32_t n = *c < 0x80 ? 1 : *c >= 0xC2 && *c < 0xE0 ? 2 : *c >= 0xE0 && *c < 0xF0 ? 3 : *c < 0xF5 ? 4 : 0;
  if (*c >= 0x80 && *c < 0xC2)
    return 0;
  for (uint32_t i = 1; i < n; i++)
    if ((c[i] & 0xC0) != 0x80)
      return 0;
  return n;
}

static void print_string(SmrStr *out, const char *text) {
  smr_str_putc(out, '"');
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    uint32_t n = sequence_length(c);
    if (*c == '"' || *c == '\\')
      smr_str_printf(out, "\\%c", *c);
    else if (*c < ' ' || !n)
      smr_str_printf(out, "\\u%04x", *c);
    else
      smr_str_append(out, (const char *)c, n);
    c += n ? n : 1;
  }
  smr_str_putc(out, '"');
}

static void print_iteration(const Phase *phase, uint32_t i, SmrStr *out) {
  const SmrIteration *it = smr_run_iteration(phase->run, i);
  smr_str_printf(out, "%s\n      {\"nodes\": %u, \"classes\": %u, \"unions\": %u, \"matches\": %" PRIu64,
                 i ? "," : "", it->nodes, it->classes, it->unions, it->matches);
  smr_str_puts(out, ", \"rules\": {");
  const char *separator = "";
  for (uint32_t r = 0; r < smr_program_rules(phase->program); r++) {
    uint64_t matches = smr_run_matches(phase->run, i, r);
    if (!matches)
      continue;
    smr_str_puts(out, separator);
    print_string(out, smr_program_rule(phase->program, r)->name);
    smr_str_printf(out, ": %" PRIu64, matches);
    separator = ", ";
  }
  smr_str_printf(out, "}, \"search_ms\": %.3f, \"apply_ms\": %.3f, \"rebuild_ms\": %.3f, \"bytes\": %zu}",
                 it->search_ms, it->apply_ms, it->rebuild_ms, it->bytes);
}

void stats_print(const SmrEgraph *g, const Phase *phases, uint32_t phase_count, const Result *results,
                 uint32_t result_count, double extract_ms, double total_ms, SmrStr *out) {
  smr_str_puts(out, "{\"phases\": [");
  for (uint32_t p = 0; p < phase_count; p++) {
    smr_str_printf(out, "%s\n    {\"name\": ", p ? "," : "");
    print_string(out, phases[p].name);
    smr_str_printf(out, ", \"stop\": \"%s\", \"iterations\": [", smr_stop_reason_text(phases[p].stop));
    for (uint32_t i = 0; i < smr_run_iterations(phases[p].run); i++)
      print_iteration(&phases[p], i, out);
    smr_str_puts(out, "]}");
  }
  smr_str_printf(out, "],\n  \"nodes\": %u, \"classes\": %u, \"bytes\": %zu,\n  \"costs\": [",
                 smr_egraph_nodes(g), smr_egraph_classes(g), smr_egraph_bytes(g));
  for (uint32_t i = 0; i < result_count; i++)
    if (results[i].found && isfinite(results[i].cost))
      smr_str_printf(out, "%s%.15g", i ? ", " : "", results[i].cost);
    else
      smr_str_printf(out, "%snull", i ? ", " : "");
  smr_str_printf(out, "],\n  \"extract_ms\": %.3f, \"total_ms\": %.3f}\n", extract_ms, total_ms);
}
