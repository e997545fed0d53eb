//===- report_text.c - a report for people ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In the order of the sources, a file's name once, two lines or more for each nest, none longer than a page
// is wide.
//===----------------------------------------------------------------------===//
#include "counts.h"
#include "dump.h"
#include "match/findings.h"
#include <stdlib.h>
#include <string.h>

enum {
  WIDTH = 100,
  MARGIN = 12,
  FEW = 3 // checks that are said
};

typedef struct {
  const SmrFinding *fact;
  uint32_t number, same;
} Line;
typedef SMR_VEC(Line) Lines;

static int compare(const void *a, const void *b) {
  const Line *x = a, *y = b;
  int files = strcmp(x->fact->file, y->fact->file);
  if (files)
    return files;
  if (x->fact->line != y->fact->line)
    return x->fact->line < y->fact->line ? -1 : 1;
  if (x->fact->column != y->fact->column)
    return x->fact->column < y->fact->column ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/// Sorted; what says the same of the same place is one.
static void collect(const SmrFindings *facts, Lines *out) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < facts->size; k++)
    smr_vec_push(out, ((Line){&facts->data[k], k, 1}));
  if (out->size)
    qsort(out->data, out->size, sizeof *out->data, compare);
  for (uint32_t k = 0; k < out->size; k++)
    if (kept && smr_findings_same(out->data[kept - 1].fact, out->data[k].fact))
      out->data[kept - 1].same++;
    else
      out->data[kept++] = out->data[k];
  out->size = kept;
}

//--- Text ---------------------------------------------------------------------------------

/// Columns of a text, of which a word is so many bytes.
static size_t columns_of(const char *text, size_t bytes) {
  size_t columns = 0;
  for (size_t k = 0; k < bytes; k++)
    columns += ((unsigned char)text[k] & 0xC0) != 0x80;
  return columns;
}

/// Words that do not fit go to the next line.
static void put_wrapped(SmrStr *out, const char *text) {
  size_t column = MARGIN;
  smr_str_printf(out, "%*s", MARGIN, "");
  for (const char *at = text + strspn(text, " "); *at;) {
    size_t bytes = strcspn(at, " "), columns = columns_of(at, bytes);
    bool first = column == MARGIN;
    if (!first && column + 1 + columns > WIDTH) {
      smr_str_printf(out, "\n%*s", MARGIN, "");
      column = MARGIN;
      first = true;
    }
    smr_str_puts(out, first ? "" : " ");
    smr_str_append(out, at, bytes);
    column += columns + !first;
    at += bytes;
    at += strspn(at, " ");
  }
  smr_str_putc(out, '\n');
}

void dump_time(SmrStr *out, double ns) {
  static const char *const units[] = {"ns", "\xc2\xb5s", "ms", "s"};
  int unit = 0;
  for (; ns >= 999.5 && unit < 3; unit++)
    ns /= 1000;
  smr_str_printf(out, "%.*f %s", ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0, ns, units[unit]);
}

static void put_gain(SmrStr *out, const SmrFinding *f) {
  if (f->code_ns <= 0)
    return;
  if (f->call_ns <= 0)
    smr_str_puts(out, "  at most ");
  else if (f->call_ns < f->code_ns)
    smr_str_printf(out, "  %.1fx: ", f->code_ns / f->call_ns);
  else
    smr_str_puts(out, "  no gain: ");
  dump_time(out, f->code_ns);
  if (f->call_ns > 0) {
    smr_str_puts(out, " -> ");
    dump_time(out, f->call_ns);
  }
  if (f->size)
    smr_str_printf(out, " at %u", f->size);
}

static void put_fact(SmrStr *out, const Line *line) {
  const SmrFinding *f = line->fact;
  SmrStr text = {0};
  smr_str_printf(&text, "%u:%u", f->line, f->column);
  smr_str_printf(out, "%*s  %-10s", MARGIN - 2, smr_str_get(&text),
                 f->rewrite  ? "rewritten"
                 : *f->idiom ? "missed"
                             : "no idiom");
  smr_str_printf(out, *f->idiom ? " %-16s" : "%s", f->idiom);
  put_gain(out, f);
  while (out->data[out->size - 1] == ' ')
    out->data[--out->size] = 0;
  if (line->same > 1)
    smr_str_printf(out, ", %u times", line->same);
  smr_str_putc(out, '\n');
  smr_str_clear(&text);
  smr_str_printf(&text, "in %s%s%s", f->function,
                 f->rewrite ? (f->guards.size ? ", where " : ", always") : ": ", f->reason);
  for (uint32_t k = 0; k < f->guards.size && k < FEW; k++)
    smr_str_printf(&text, "%s%s", k ? "; " : "", f->guards.data[k]);
  if (f->guards.size > FEW)
    smr_str_printf(&text, "; and %u more", f->guards.size - FEW);
  put_wrapped(out, smr_str_get(&text));
  smr_str_free(&text);
}

static void put_counts(SmrStr *out, const Ran *ran) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (!ran->known)
    return;
  if (!ran->calls && !ran->refused) {
    smr_str_puts(&text, "never asked at run time");
  } else {
    smr_str_printf(&text, "called %llu time%s (", ran->calls, ran->calls == 1 ? "" : "s");
    dump_time(&text, ran->ns);
    smr_str_puts(&text, ")");
  }
  for (uint32_t k = 0; k < ran->refusals.size; k++) {
    const Refusal *refusal = &ran->refusals.data[k];
    smr_str_printf(&text, "; the loops ran %llu time%s, as %s%s", refusal->times,
                   refusal->times == 1 ? "" : "s", refusal_reason(refusal),
                   refusal->guard ? " was false" : "");
  }
  put_wrapped(out, smr_str_get(&text));
}

static void put_sum(SmrStr *out, const Lines *lines) {
  uint32_t counts[3] = {0};
  double code = 0, call = 0;
  for (uint32_t k = 0; k < lines->size; k++) {
    const SmrFinding *f = lines->data[k].fact;
    counts[f->rewrite ? 0 : *f->idiom ? 1 : 2]++;
    if (f->rewrite && f->call_ns > 0)
      code += f->code_ns, call += f->call_ns;
  }
  smr_str_printf(out, "%u rewritten", counts[0]);
  if (call > 0) {
    smr_str_printf(out, " (%.1fx: ", code / call);
    dump_time(out, code);
    smr_str_puts(out, " -> ");
    dump_time(out, call);
    smr_str_puts(out, ", estimated, each once)");
  }
  smr_str_printf(out, ", %u missed, %u like no idiom\n", counts[1], counts[2]);
}

bool dump_report_text(const char *json, const char *counts, SmrStr *out) {
  SmrArena arena = {0};
  SmrFindings facts = {0};
  Lines lines = {0};
  const char *file = NULL;
  bool ok = smr_findings_read(json, &arena, &facts);
  collect(&facts, &lines);
  for (uint32_t k = 0; k < lines.size; k++) {
    const SmrFinding *f = lines.data[k].fact;
    if (!file || !smr_equal(file, f->file))
      smr_str_printf(out, "%s%s\n", file ? "\n" : "", *f->file ? f->file : "(no file)");
    file = f->file;
    put_fact(out, &lines.data[k]);
    Ran ran = counts_of(counts, f, &arena);
    put_counts(out, &ran);
    ran_free(&ran);
  }
  smr_str_puts(out, lines.size ? "\n" : "");
  put_sum(out, &lines);
  smr_vec_free(&lines);
  smr_vec_free(&facts);
  smr_arena_destroy(&arena);
  return ok;
}
