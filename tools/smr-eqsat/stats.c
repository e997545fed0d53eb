//===- stats.c - what a run did, as JSON ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "stats.h"
#include "base/json.h"
#include <inttypes.h>
#include <math.h>

static void print_iteration(const Phase *phase, uint32_t i, SmrStr *out) {
  smr_json_line(out, "      ");
  smr_json_open(out, NULL, '{');
  smr_iteration_json(smr_run_iteration(phase->run, i), out);
  smr_json_open(out, "rules", '{');
  for (uint32_t r = 0; r < smr_program_rules(phase->program); r++) {
    uint64_t matches = smr_run_matches(phase->run, i, r);
    if (matches)
      smr_json_value(out, smr_program_rule(phase->program, r)->name, "%" PRIu64, matches);
  }
  smr_str_puts(out, "}}");
}

void stats_print(const SmrEgraph *g, const Phase *phases, uint32_t phase_count, const Result *results,
                 uint32_t result_count, double extract_ms, double total_ms, SmrStr *out) {
  smr_json_open(out, NULL, '{');
  smr_json_open(out, "phases", '[');
  for (uint32_t p = 0; p < phase_count; p++) {
    smr_json_line(out, "    ");
    smr_json_open(out, NULL, '{');
    smr_json_string(out, "name", phases[p].name);
    smr_json_string(out, "stop", smr_stop_reason_text(phases[p].stop));
    smr_json_open(out, "iterations", '[');
    for (uint32_t i = 0; i < smr_run_iterations(phases[p].run); i++)
      print_iteration(&phases[p], i, out);
    smr_str_puts(out, "]}");
  }
  smr_str_putc(out, ']');
  smr_json_line(out, "  ");
  smr_json_value(out, "nodes", "%u", smr_egraph_nodes(g));
  smr_json_value(out, "classes", "%u", smr_egraph_classes(g));
  smr_json_value(out, "bytes", "%zu", smr_egraph_bytes(g));
  smr_json_line(out, "  ");
  smr_json_open(out, "costs", '[');
  for (uint32_t i = 0; i < result_count; i++)
    smr_json_finite(out, NULL, results[i].found ? results[i].cost : INFINITY);
  smr_str_putc(out, ']');
  smr_json_line(out, "  ");
  smr_json_value(out, "extract_ms", "%.3f", extract_ms);
  smr_json_value(out, "total_ms", "%.3f}\n", total_ms);
}
