//===- records.h - a report as lines, as it stands in objects ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A compilation that is asked for a report leaves it in its object: a line for the source, then one for each
// rewrite, each miss, and each function whose arrays stay on a GPU (tools/common/README.md). What differs
// between machines is left out: names of files are relative to the folder of the compilation, SMR's own
// libraries are $SMR/name, and others have no folder.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_RECORDS_H
#define SMR_BASE_RECORDS_H
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

#define SMR_RECORD_SECTION ".smr.report"

/// Of one machine; "" or NULL: not known.
typedef struct {
  const char *directory; // of the compilation
  const char *share;     // of SMR's own libraries
} SmrRecordNames;

typedef enum { SMR_RECORD_UNIT, SMR_RECORD_REWRITE, SMR_RECORD_MISSED, SMR_RECORD_RESIDENCY } SmrRecordKind;

/// The line that begins the records of a compilation.
void smr_records_unit(SmrStr *out, const char *source, const SmrRecordNames *names);
/// A line for each entry of a report's JSON (match/report.h). False, with nothing added, when it is none.
bool smr_records_put(SmrStr *out, const char *json, const SmrRecordNames *names);

/// UNIT: the source's name, else the entry as a report has it. Both are JSON, and ended by a zero.
typedef void (*SmrRecordVisitor)(void *data, SmrRecordKind kind, const char *json);
/// Records of one or more compilations, one behind the other, with any number of zeros between them; any
/// bytes will do. Returns how many lines were none.
uint32_t smr_records_read(const void *bytes, size_t size, SmrRecordVisitor visit, void *data);

/// The object with another value, in JSON, of one of its keys; as it is, where it has no such key or the
/// value is NULL.
void smr_json_replace(SmrStr *out, const char *object, const char *key, const char *value);

#ifdef __cplusplus
}
#endif
#endif
