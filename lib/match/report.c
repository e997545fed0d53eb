//===- report.c - what was rewritten, and what was not and why -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/report.h"
#include "base/json.h"
#include "match/report_file.h"

void smr_report_free(SmrReport *report) {
  smr_vec_free(&report->entries);
  smr_arena_destroy(&report->arena);
  report->candidates = report->matches = 0;
}

static const char *own(SmrReport *report, const char *text) {
  return text && *text ? smr_arena_strdup(&report->arena, text) : "";
}

static const SmrExplanation *own_explanation(SmrReport *report, const SmrExplanation *from) {
  if (!from)
    return NULL;
  SmrExplanation *copy = smr_arena_alloc(&report->arena, sizeof *copy);
  *copy = (SmrExplanation){.laws = own(report, from->laws),
                           .call = own(report, from->call),
                           .plan = own(report, from->plan),
                           .equations = own(report, from->equations),
                           .canonical = own(report, from->canonical)};
  return copy;
}

static const SmrEstimate *own_estimate(SmrReport *report, const SmrEstimate *from) {
  if (!from)
    return NULL;
  SmrEstimate *copy = smr_arena_alloc(&report->arena, sizeof *copy);
  *copy = *from;
  copy->code = own(report, from->code);
  copy->call = own(report, from->call);
  return copy;
}

uint32_t smr_report_add(SmrReport *report, const SmrReportEntry *entry) {
  SmrReportEntry copy = *entry;
  copy.file = own(report, entry->file);
  copy.function = own(report, entry->function);
  copy.idiom = own(report, entry->idiom);
  copy.library = own(report, entry->library);
  copy.tier = own(report, entry->tier);
  copy.reason = own(report, entry->reason);
  copy.explanation = own_explanation(report, entry->explanation);
  copy.estimate = own_estimate(report, entry->estimate);
  if (copy.guard_count) {
    const char **guards = smr_arena_alloc(&report->arena, copy.guard_count * sizeof *guards);
    for (uint32_t i = 0; i < copy.guard_count; i++)
      guards[i] = own(report, entry->guards[i]);
    copy.guards = guards;
  }
  if (copy.line_count) {
    uint32_t *lines = smr_arena_alloc(&report->arena, copy.line_count * sizeof *lines);
    memcpy(lines, entry->lines, copy.line_count * sizeof *lines);
    copy.lines = lines;
  }
  smr_vec_push(&report->entries, copy);
  return report->entries.size - 1;
}

uint32_t smr_report_count(const SmrReport *report, SmrReportKind kind) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < report->entries.size; i++)
    count += report->entries.data[i].kind == kind;
  return count;
}

static void put_explanation(SmrStr *out, const SmrExplanation *e) {
  smr_json_open(out, "explanation", '{');
  smr_json_split(out, "laws", e->laws, ' ');
  smr_json_string(out, "call", e->call);
  smr_json_split(out, "plan", e->plan, '\n');
  smr_json_split(out, "equations", e->equations, '\n');
  smr_json_split(out, "canonical", e->canonical, '\n');
  smr_str_putc(out, '}');
}

/// Numbers in nanoseconds, without a fraction: no more is known.
static void put_estimate(SmrStr *out, const SmrEstimate *e) {
  smr_json_open(out, "estimate", '{');
  smr_json_value(out, "code_ns", "%.0f", e->code_ns);
  if (e->call_ns > 0)
    smr_json_value(out, "call_ns", "%.0f", e->call_ns);
  if (e->size)
    smr_json_value(out, "size", "%u", e->size);
  if (*e->code)
    smr_json_string(out, "code_ps", e->code);
  if (*e->call)
    smr_json_string(out, "call_ps", e->call);
  smr_str_putc(out, '}');
}

static void put_lines(SmrStr *out, const SmrReportEntry *e) {
  if (!e->line_count)
    return;
  smr_json_open(out, "loops", '[');
  for (uint32_t l = 0; l < e->line_count; l++)
    smr_json_value(out, NULL, "%u", e->lines[l]);
  smr_str_putc(out, ']');
}

static void put_rewrite(SmrStr *out, const SmrReportEntry *e) {
  smr_json_string(out, "library", e->library);
  smr_json_string(out, "tier", e->tier);
  put_lines(out, e);
  if (e->unverified)
    smr_json_bool(out, "verified", false);
  smr_json_open(out, "guards", '[');
  for (uint32_t g = 0; g < e->guard_count; g++)
    smr_json_string(out, NULL, e->guards[g]);
  smr_str_putc(out, ']');
}

static void put_entries(SmrStr *out, const void *of, bool done) {
  const SmrReport *report = of;
  for (uint32_t i = 0; i < report->entries.size; i++) {
    const SmrReportEntry *e = &report->entries.data[i];
    if (e->kind != (done ? SMR_REPORT_REWRITE : SMR_REPORT_MISSED))
      continue;
    smr_json_line(out, "  ");
    smr_json_entry(out, e->file, strlen(e->file), e->line, e->column);
    smr_json_string(out, "function", e->function);
    smr_json_string(out, "idiom", e->idiom);
    if (done) {
      put_rewrite(out, e);
    } else {
      put_lines(out, e);
      smr_json_string(out, "reason", e->reason);
    }
    if (e->estimate)
      put_estimate(out, e->estimate);
    if (e->explanation)
      put_explanation(out, e->explanation);
    smr_str_putc(out, '}');
  }
}

void smr_report_json(const SmrReport *report, SmrStr *out) {
  smr_json_report(out, report, put_entries);
  smr_str_puts(out, "}\n");
}

bool smr_report_write(const SmrReport *report, const char *path, const char **reason) {
  SmrStr text = {0};
  smr_report_json(report, &text);
  bool ok = smr_report_write_text(path, &text, reason);
  smr_str_free(&text);
  return ok;
}
