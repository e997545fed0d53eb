//===- plugin.h - the plugin that clang does the work in ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CLANG_PLUGIN_H
#define SMR_CLANG_PLUGIN_H
#include "tools/common/session.h"

/// Its path; NULL, with a message, when there is none that this clang can load.
const char *plugin_find(Session *session);
/// The library that reads `#pragma smr`, which lies beside the plugin; NULL: there is none that this clang
/// can load.
const char *plugin_pragma(Session *session, const char *plugin);
/// Our options, for the plugin in each compilation that is started from now on. `reports`: the folder for
/// reports, `links`: the file for what links need (either may be NULL); `strip`, `unname`: debug information,
/// values' names are there for reports only.
void plugin_set_environment(Session *session, const char *reports, const char *links, bool strip,
                            bool unname);
#endif
