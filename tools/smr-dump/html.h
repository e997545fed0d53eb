//===- html.h - a report as a page -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_DUMP_HTML_H
#define SMR_DUMP_HTML_H
#include "base/str.h"

/// One page that needs nothing else: what was rewritten and what was not, in the sources as they are now.
/// `counts`: what was counted at run time (counts.h), or NULL. False with a reason when the report's text
/// (JSON, or SARIF) is none.
bool html_put(const char *report, const char *counts, SmrStr *out, const char **reason);
/// Its part on what stays on a GPU (html_stays.c); `report` is JSON.
void html_put_stays(SmrStr *out, const char *report);
/// Text, with what HTML takes for its own escaped.
void html_put_text(SmrStr *out, const char *text);
#endif
