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
/// What that pass is told of reports: each compilation leaves its records in the folder `report` (NULL: only
/// in what it writes). `source`: what it is to call the source (NULL: as the compiler does); `strip`,
/// `unname`: places and names are there for reports only, and go when it is done. No other setting counts.
void compiler_plugin_residency_report(const Session *session, const SmrSettings *report);
/// Is it loaded? NULL: no.
const char *compiler_plugin_residency_find(Session *session);
/// Is the compiler that of the LLVM which the plugin was built with?
bool compiler_plugin_fits(const Session *session);
/// What both compilers' plugins are told of the options: the driver's own report is not theirs.
SmrSettings compiler_plugin_settings(const Session *session);
/// Tells a plugin its settings, by a variable of the environment.
void compiler_plugin_tell(const char *variable, const SmrSettings *settings);
#endif
