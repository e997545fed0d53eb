//===- report.h - the JSON report of one or more files -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Entries travel as text: what smr-opt writes for an entry is what the merged report shows.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_REPORT_H
#define SMR_COMMON_REPORT_H
#include "base/str.h"
#include "base/vec.h"

typedef struct {
  const char *text; // one JSON object
  const char *file; // its "file", as a JSON string with quotes; "" when it has none
  uint32_t unit;    // which compilation told it; 0: an older report
  uint64_t hash;    // of the text
} ReportEntry;

typedef SMR_VEC(ReportEntry) ReportEntries;

typedef struct {
  ReportEntries rewrites, missed;
  SMR_VEC(const char *) files; // JSON strings: the files compiled in this run
  uint32_t units;
  SmrArena arena;
} Report;

/// Adds a report's entries; *rewrites gets their number. False when the text is no report.
bool report_add(Report *report, const char *json, uint32_t *rewrites);
/// Adds what each file of a folder tells, in the order of their numbers: a source's name, a zero, and a
/// report.
void report_add_folder(Report *report, const char *folder);
/// Adds a note to the whole of a source file.
void report_tell(Report *report, const char *file, const char *reason);
/// Forgets the last `rewrites` rewrites that were added: they did not come about.
void report_drop(Report *report, uint32_t rewrites);
/// Notes that a source file was compiled: what an older report says of it no longer holds.
void report_note_file(Report *report, const char *path);
/// Writes the report. Entries that the file holds for other sources are kept, so that a build of many
/// compilations leaves one report; what several compilations say of a header is told once, what one of them
/// says twice, twice. Concurrent writers wait for each other. False with a reason when it cannot be written.
bool report_write(Report *report, const char *path, const char **reason);
void report_free(Report *report);
#endif
