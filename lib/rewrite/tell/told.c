//===- told.c - what the report says of functions and places ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/tell/told.h"
#include "base/demangle.h"
#include "capi/shim/shim.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const SmrLocData *smr_place_of(const SmrGraph *g, SmrOp op) {
  for (SmrOp up = op; up; up = smr_parent(g, up)) {
    if (smr_op(g, up)->loc && g->locs.data[smr_op(g, up)->loc].line)
      return &g->locs.data[smr_op(g, up)->loc];
    for (uint32_t r = 0; r < smr_op(g, up)->region_count; r++) {
      SmrBlock block = smr_body_block(g, up, r);
      for (SmrOp in = block ? g->blocks.data[block].first : 0; in; in = smr_op(g, in)->next)
        if (smr_op(g, in)->loc && g->locs.data[smr_op(g, in)->loc].line)
          return &g->locs.data[smr_op(g, in)->loc];
    }
  }
  return NULL;
}

void smr_tell_lines(const SmrGraph *g, const SmrOp *roots, uint32_t count, SmrArena *arena,
                    SmrReportEntry *entry) {
  uint32_t *lines = smr_arena_alloc(arena, (count + 1) * sizeof *lines), kept = 0;
  for (uint32_t k = 0; k < count; k++) {
    const SmrLocData *place = smr_op(g, roots[k])->code == SMR_OP_LOOP ? smr_place_of(g, roots[k]) : NULL;
    if (place && !smr_equal(smr_intern_text(g->symbols, place->file), entry->file)) // (lines are of one file)
      continue;
    uint32_t at = kept;
    while (place && at > 0 && lines[at - 1] > place->line)
      --at;
    if (!place || !place->line || (at > 0 && lines[at - 1] == place->line))
      continue;
    memmove(&lines[at + 1], &lines[at], (kept - at) * sizeof *lines);
    lines[at] = place->line;
    ++kept;
  }
  entry->lines = lines;
  entry->line_count = kept > 1 ? kept : 0;
}

void smr_tell(const SmrModuleRun *run, SmrReportEntry *entry, MlirOperation function) {
  const MlirOperation from[] = {function, run->module};
  const char *source = run->options->source;
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  for (int k = 0; k < 2 && !(entry->file && entry->line); k++) { // (a place with a line has a file's name)
    MlirStringRef file;
    uint32_t line, column;
    if (!smrLocationGetFile(mlirOperationGetLocation(from[k]), &file, &line, &column) || !file.length)
      continue;
    smr_str_clear(&path);
    smr_str_append(&path, file.data, file.length);
    entry->file = smr_str_get(&path);
    entry->line = line ? line : 1;
    entry->column = line && column ? column : 1;
  }
  if (!entry->file || !*entry->file) {
    entry->file = source && *source ? source : "<unknown>";
    entry->line = entry->column = 1;
  }
  smr_report_add(run->report, entry);
}

void smr_tell_function(const SmrModuleRun *run, MlirOperation function, const char *symbol,
                       const char *reason) {
  SmrStr name = {0};
  smr_demangle(symbol, &name);
  SmrReportEntry entry = {
      .kind = SMR_REPORT_MISSED, .function = smr_str_get(&name), .idiom = "", .reason = reason};
  smr_tell(run, &entry, function);
  run->report->near_misses++; // no match was refused
  smr_str_free(&name);
}

void smr_bare_name(const char *symbol, SmrStr *out) {
  smr_str_clear(out);
  if (!strncmp(symbol, "_Z", 2)) { // lengths and names follow each other; the last one is the entity's
    const char *p = symbol + 2 + strspn(symbol + 2, "NKLVS");
    const char *name = NULL;
    size_t length = 0, all = strlen(symbol);
    while (isdigit((unsigned char)*p)) {
      char *end;
      unsigned long n = strtoul(p, &end, 10);
      if (n > all - (size_t)(end - symbol))
        break;
      name = end;
      length = n;
      p = end + n;
    }
    if (name)
      smr_str_append(out, name, length);
    else
      smr_str_puts(out, symbol);
    return;
  }
  smr_demangle(symbol, out);
}
