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
    const char *path = session_format(session, "%s/%s/%s", session->prefix, folders[i], file);
    if (access(path, R_OK) == 0)
      return path;
  }
  return NULL;
}

const char *compiler_plugin_residency_find(Session *session) {
  const char *slots = getenv("SMR_GPU_SLOTS");
  if (!slots || !*slots || session->aside)
    return NULL;
  return compiler_plugin_find(session, "SMR_RESIDENCY_PLUGIN", "libsmr-residency.so");
}

void compiler_plugin_residency_report(const Session *session, const ResidencyReport *report) {
  SmrStr text = {0};
  if (session->options.records)
    smr_str_printf(&text, "records=1\nshare=%s\n", session->share);
  if (session->options.records && report->reports)
    smr_str_printf(&text, "report=%s\n", report->reports);
  if (report->source)
    smr_str_printf(&text, "source=%s\n", report->source);
  if (report->strip)
    smr_str_puts(&text, "strip=1\n");
  if (report->unname)
    smr_str_puts(&text, "unname=1\n");
  setenv("SMR_RESIDENCY_OPTIONS", smr_str_get(&text), 1);
  smr_str_free(&text);
}

void compiler_plugin_residency(Session *session, Args *argv) {
  const char *plugin = compiler_plugin_residency_find(session);
  if (plugin)
    smr_vec_push(argv, session_format(session, "-fpass-plugin=%s", plugin));
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

static void add_lines(SmrStr *out, const char *key, const SmrStr *list) {
  for (const char *at = smr_str_get(list); *at;) {
    size_t length = strcspn(at, ",");
    if (length)
      smr_str_printf(out, "%s=%.*s\n", key, (int)length, at);
    at += length + (at[length] == ',');
  }
}

void compiler_plugin_options(const Session *session, SmrStr *out) {
  const Options *options = &session->options;
  add_lines(out, "library", &options->libraries);
  add_lines(out, "pat", &options->pats);
  add_lines(out, "only", &options->only);
  add_lines(out, "disable", &options->disable);
  if (options->mode)
    smr_str_printf(out, "mode=%s\n", options->mode);
  if (options->fp)
    smr_str_printf(out, "fp=%s\n", options->fp);
  if (options->guards)
    smr_str_printf(out, "guards=%s\n", options->guards);
  if (options->check)
    smr_str_puts(out, "check=1\n");
  if (options->explain)
    smr_str_puts(out, "explain=1\n");
  if (options->records)
    smr_str_printf(out, "records=1\nshare=%s\n", session->share);
  if (options->time)
    smr_str_puts(out, "time=1\n");
}
