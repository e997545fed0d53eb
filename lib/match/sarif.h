//===- sarif.h - a report as SARIF 2.1.0 ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What editors and code reviews read (OASIS, Static Analysis Results Interchange Format). Each result keeps
// its entry of the report in `properties`, so a file that is written in several runs loses nothing.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_SARIF_H
#define SMR_MATCH_SARIF_H
#include "base/str.h"
#include <stdbool.h>

/// Is the file's name one for SARIF?
bool smr_is_sarif_path(const char *path);
/// Appends the report (its JSON) as SARIF. False when it is no report.
bool smr_sarif_put(const char *report, SmrStr *out);
/// Appends the report that the SARIF was made of. False, with a part of it appended, if it was made of none.
bool smr_sarif_get(const char *sarif, SmrStr *report);
#endif
