//===- dump.h - the parts of smr-dump ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_DUMP_DUMP_H
#define SMR_DUMP_DUMP_H
#include "base/entries.h"
#include "base/settings.h"
#include "match/library.h"
#include "pfa/pfa.h"

typedef struct {
  const char *name;
  size_t size; // of the file
  const SmrIntern *symbols;
  SmrPfa pfa;
  SmrLibrary library;
  SmrEntries *entries;  // beside the library; NULL: there are none
  const char **modules; // MLIR text of each pair's replacement, or NULL
} Dump;

/// Where a replacement serves, in words.
const char *dump_served(uint32_t serves);
void dump_text(const Dump *dump, SmrStr *out);
/// Both need the modules.
void dump_list(const Dump *dump, SmrStr *out);
void dump_list_all(const Dump *dump, SmrStr *out);
void dump_json(const Dump *dump, SmrStr *out);
/// The report that stands in objects, archives, bitcode, programs and reports, as --smr-report= writes it.
/// False, after a message for each, when a file cannot be read. Where none of them keeps a report, a note
/// says so.
bool dump_report(const SmrNames *files, SmrStr *out);
/// The same for people, of its JSON; `counts`: what was counted at run time (counts.h), or NULL. False when
/// the JSON is no report.
bool dump_report_text(const char *json, const char *counts, SmrStr *out);
/// Three digits, in the unit that fits.
void dump_time(SmrStr *out, double ns);

#endif
