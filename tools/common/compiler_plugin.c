//===- compiler_plugin.c - what a driver loads into its compiler -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "compiler_plugin.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *compiler_plugin_find(Session *session, const char *variable, const char *file) {
  const char *const folders[] = {"lib", "lib/" SMR_MULTIARCH};
  const char *chosen = getenv(variable);
  if (chosen && *chosen)
    return access(chosen, R_OK) == 0 ? chosen : NULL;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    const char *path = smr_arena_printf(&session->arena, "%s/%s/%s", session->prefix, folders[i], file);
    if (access(path, R_OK) == 0)
      return path;
  }
  return NULL;
}

const char *compiler_plugin_residency_find(Session *session) {
  if (smr_settings_gpu(&session->options) == SMR_USE_GPU_OFF || session->aside)
    return NULL;
  return compiler_plugin_find(session, "SMR_RESIDENCY_PLUGIN", "libsmr-residency.so");
}

void compiler_plugin_tell(const char *variable, const SmrSettings *settings) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_settings_write(smr_settings, SMR_SETTING_API | SMR_SETTING_PLUGIN, settings, &text);
  setenv(variable, smr_str_get(&text), 1);
}

void compiler_plugin_residency_report(const Session *session, const SmrSettings *report) {
  SmrSettings told = *report;
  told.records = session->options.records;
  told.share = told.records ? session->share : NULL;
  told.report = told.records ? report->report : NULL;
  compiler_plugin_tell("SMR_RESIDENCY_OPTIONS", &told);
}

void compiler_plugin_residency(Session *session, Args *argv) {
  const char *plugin = compiler_plugin_residency_find(session);
  if (plugin)
    smr_vec_push(argv, smr_arena_printf(&session->arena, "-fpass-plugin=%s", plugin));
  if (plugin && session->options.explain)
    smr_vec_push(argv, "-Rpass=smr-residency");
}

bool compiler_plugin_fits(const Session *session) {
  char *compiler = realpath(session->compiler, NULL), *ours = realpath(SMR_LLVM_BIN, NULL);
  size_t length = ours ? strlen(ours) : 0;
  bool same = compiler && length && strncmp(compiler, ours, length) == 0 && compiler[length] == '/';
  free(compiler);
  free(ours);
  return same;
}

SmrSettings compiler_plugin_settings(const Session *session) {
  SmrSettings told = session->options;
  told.report = NULL;
  told.share = session->share;
  if (!told.sites)
    told.sites = SMR_SITES_ENTRIES;
  return told;
}
