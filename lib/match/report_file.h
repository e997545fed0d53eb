//===- report_file.h - where a report may be written -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A report replaces nothing but a report: no foreign file, no device, no FIFO. The pass (`report=`) and the
// drivers (--smr-report=) go by the same rule.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_REPORT_FILE_H
#define SMR_MATCH_REPORT_FILE_H
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Can a report be written there? Not over anything but a report, an empty file or none. False with a reason.
bool smr_report_can_write(const char *path, const char **reason);
/// Writes one there, if it can be. False with a reason.
bool smr_report_write_text(const char *path, const SmrStr *text, const char **reason);
/// The file, open as `flags` say and locked, and the report that it holds ("": none yet); -1 with a reason.
int smr_report_open(const char *path, int flags, SmrStr *text, const char **reason);

/// Behind blanks.
const char *smr_json_start(const char *at);
/// The end of the JSON value at `at`, NULL when it is cut off. Brackets and strings only: deep checks are not
/// needed.
const char *smr_json_end(const char *at);
/// The value of a key of the object at `object`, NULL when it is absent or the object is no JSON.
const char *smr_json_member(const char *object, const char *key);

#ifdef __cplusplus
}
#endif
#endif
