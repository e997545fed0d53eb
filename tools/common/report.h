//===- report.h - the JSON report of one or more files -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Entries travel as text: what smr-opt writes for an entry is what the merged report shows.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_REPORT_H
#define SMR_COMMON_REPORT_H
#include "base/str.h"
#include "base/vec.h"
#include "session.h"
#include <time.h>

typedef struct {
  const char *text; // one JSON object
  const char *file; // its "file", as a JSON string with quotes; "" when it has none
  unsigned long line, column;
  uint32_t unit; // which compilation told it; 0: an older report
  uint64_t hash; // of the text
} ReportEntry;

typedef SMR_VEC(ReportEntry) ReportEntries;

typedef struct {
  ReportEntries rewrites, missed, residency;
  SMR_VEC(const char *) files; // JSON strings: the files compiled in this run
  uint32_t units;
  struct timespec older; // when the older report was written; zero: there is none
  SmrArena arena;
} Report;

/// How many rewrites a report's JSON tells; false when the text is no report.
bool report_count(const char *json, uint32_t *rewrites);
/// Adds records (base/records.h). Their files are looked for where a compilation may have run: `object` is
/// the file that holds them, so in its folder, in those above it and here; NULL: here alone. What lies in
/// none of them keeps its name. Returns how many lines were no records.
uint32_t report_add_records(Report *report, const Session *session, const void *bytes, size_t size,
                            const char *object);
/// Adds those in the files of a folder (NULL: there is none).
void report_add_folder(Report *report, const Session *session, const char *folder);
/// The records in the files of a folder, in the order of their numbers.
void records_of_folder(const char *folder, SmrStr *out);
/// Adds the records of an object, a program, bitcode, or each member of an archive. Returns how many
/// compilations there are in it.
uint32_t report_add_file(Report *report, Session *session, const char *path);
/// Adds what a report's JSON tells; false when the text is none.
bool report_add_json(Report *report, const char *json);
/// Notes that a source file was compiled: what an older report says of it no longer holds.
void report_note_file(Report *report, const char *path);
/// The records themselves, of all in the file.
void records_gather(Session *session, const char *path, SmrStr *out);
/// Writes the report. Entries that the file holds for other sources are kept, so that a build of many
/// compilations leaves one report, but for those of files that have changed since; what several compilations
/// say of a header is told once, what one of them says twice, twice. Concurrent writers wait for each other.
/// False with a reason when it cannot be written.
bool report_write(Report *report, const char *path, const char **reason);
/// The report as text, without regard to any file.
void report_print(const Report *report, SmrStr *out);
void report_free(Report *report);

/// For the parts of this module: an entry's text becomes the last one of a list.
void report_add_entry(ReportEntries *list, const char *text, size_t n, SmrArena *arena);
#endif
