//===- report_file.h - where a report may be written -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A report replaces nothing but a report: no foreign file, no device, no FIFO. The pass (`report=`) and the
// drivers (--smr-report=) go by the same rule.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_REPORT_FILE_H
#define SMR_MATCH_REPORT_FILE_H
#include "base/str.h"

/// Can a report be written there? Not over anything but a report, an empty file or none. False with a reason.
bool smr_report_can_write(const char *path, const char **reason);
/// Writes one (JSON) there, if it can be, in the form that the name asks for: smr_report_wrap. False with a
/// reason.
bool smr_report_write_text(const char *path, SmrStr *text, const char **reason);
/// The report becomes SARIF (match/sarif.h), if the path's name is one for that.
void smr_report_wrap(const char *path, SmrStr *text);
/// The file, open as `flags` say and locked, and the report that it holds ("": none yet); -1 with a reason.
int smr_report_open(const char *path, int flags, SmrStr *text, const char **reason);
/// Another text for the file that smr_report_open has opened: whole, or as it was, whatever stops us or the
/// disk. Who waits for the lock gets the new file. False with a reason.
bool smr_report_replace(int fd, const char *path, const SmrStr *text, const char **reason);
#endif
