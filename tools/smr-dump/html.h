//===- html.h - a report as a page -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_DUMP_HTML_H
#define SMR_DUMP_HTML_H
#include "base/str.h"

/// One page that needs nothing else: what was rewritten and what was not, in the sources as they are now.
/// False with a reason when the text (JSON, or SARIF) is no report.
bool html_put(const char *report, SmrStr *out, const char **reason);
#endif
