//===- report.c - the report in objects and programs ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "tools/common/report.h"
#include "dump.h"
#include "match/sarif.h"
#include "tools/common/objects.h"
#include <stdio.h>

// (What the drivers' parts are linked with.)
const char driver_name[] = "smr-dump";
const unsigned driver_user = 0;

static void look(void *data, const char *file, ObjectKind kind, Bytes bytes) {
  bool *ok = data;
  Elf elf;
  if (kind == OBJECT_ELF && !elf_open(bytes, &elf)) // (cut off: its records are at the end)
    kind = OBJECT_UNREADABLE;
  if (kind != OBJECT_UNREADABLE && kind != OBJECT_OTHER)
    return;
  if (*ok) // (once for an archive of many)
    fprintf(stderr, "smr-dump: error: %s: %s\n", file,
            kind == OBJECT_OTHER ? "neither an object nor an archive nor a program nor a report"
                                 : "cannot be read");
  *ok = false;
}

/// Of a report in a file of its own, JSON or SARIF.
static bool add_written(Report *report, const char *path) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, unwrapped = {0};
  const char *reason;
  bool ok = smr_read_file(path, &text, &reason) && *smr_str_get(&text) == '{';
  if (ok)
    ok = report_add_json(report, smr_sarif_get(smr_str_get(&text), &unwrapped) ? smr_str_get(&unwrapped)
                                                                               : smr_str_get(&text));
  return ok;
}

bool dump_report(const SmrNames *files, SmrStr *out) {
  Session session = {0};
  Report report = {0};
  bool ok = true;
  uint32_t compilations = 0;
  session_find_parts(&session);
  for (uint32_t k = 0; k < files->size; k++) {
    bool readable = true;
    if (add_written(&report, files->data[k])) {
      compilations++;
      continue;
    }
    objects_visit(&session, files->data[k], look, &readable);
    if (readable)
      compilations += report_add_file(&report, &session, files->data[k]);
    ok &= readable;
  }
  if (ok && !compilations)
    fputs("smr-dump: note: no report is kept there; --smr-report (or SMR_FLAGS=--smr-report) keeps one (and "
          "llvm-strip takes it off, without --keep-section=.smr.report)\n",
          stderr);
  report_print(&report, out);
  report_free(&report);
  smr_arena_destroy(&session.arena);
  return ok;
}
