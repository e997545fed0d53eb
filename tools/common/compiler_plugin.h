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
/// What that pass is told of reports: each compilation leaves its records in the folder `reports` (NULL: in
/// what it writes alone). `source`: what it is to call the source (NULL: as the compiler does); `strip`,
/// `unname`: places and names are there for reports alone, and go when it is done. Nothing of all this:
/// it is told nothing.
typedef struct {
  const char *reports, *source;
  bool strip, unname;
} ResidencyReport;
void compiler_plugin_residency_report(const Session *session, const ResidencyReport *report);
/// Is it loaded? NULL: no.
const char *compiler_plugin_residency_find(Session *session);
/// Is the compiler that of the LLVM which the plugin was built with?
bool compiler_plugin_fits(const Session *session);
/// Appends what both plugins are told, as lines `key=value`.
void compiler_plugin_options(const Session *session, SmrStr *out);
#endif
