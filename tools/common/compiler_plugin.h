//===- compiler_plugin.h - what a driver loads into its compiler -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_COMPILER_PLUGIN_H
#define SMR_COMMON_COMPILER_PLUGIN_H
#include "session.h"

/// The path of a plugin such as libsmr-clang.so: what the environment's `variable` names, else the one below
/// the session's prefix; NULL when that cannot be read.
const char *compiler_plugin_find(Session *session, const char *variable, const char *file);
/// Appends what loads the pass of --smr-gpu (capi/residency), if anything is to run on a GPU; with
/// --smr-explain, its remarks are shown.
void compiler_plugin_residency(Session *session, Args *argv);
/// Is the compiler that of the LLVM which the plugin was built with?
bool compiler_plugin_fits(const Session *session);
/// Appends what both plugins are told, as lines `key=value`.
void compiler_plugin_options(const Session *session, SmrStr *out);
#endif
