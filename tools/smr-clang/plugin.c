//===- plugin.c - the plugin that clang does the work in ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "plugin.h"
#include "tools/common/compiler_plugin.h"
#include "tools/common/idioms.h"
#include <llvm/Config/llvm-config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Runs the compiler with these words; what it prints is not shown. False when it fails.
static bool ask(Session *s, const char *const *words, size_t count, SmrStr *output) {
  Args argv = {0};
  smr_vec_push(&argv, s->compiler);
  for (size_t i = 0; i < count; i++)
    smr_vec_push(&argv, words[i]);
  SMR_OWNED(SmrStr, smr_str_free) errors = {0};
  SmrProcessStatus status = {0};
  bool ok = session_run(&argv, output, &errors, 0, &status) && !status.signal && !status.exit_code;
  smr_vec_free(&argv);
  return ok;
}

/// Another clang may be of another version: then it says so here and not to the user's file.
static bool can_load(Session *s, const char *plugin) {
  const char *const words[] = {smr_arena_printf(&s->arena, "-fpass-plugin=%s", plugin),
                               "-x",
                               "c",
                               "-c",
                               "/dev/null",
                               "-o",
                               "/dev/null"};
  SMR_OWNED(SmrStr, smr_str_free) output = {0};
  return ask(s, words, sizeof words / sizeof *words, &output);
}

/// The first line of what the compiler says of its version.
static const char *version_of(Session *s) {
  SMR_OWNED(SmrStr, smr_str_free) output = {0};
  const char *text = ask(s, &(const char *){"--version"}, 1, &output) ? smr_str_get(&output) : "";
  const char *line = smr_arena_printf(&s->arena, "%.*s", (int)strcspn(text, "\n"), text);
  return *line ? line : "tells no version";
}

const char *plugin_find(Session *s) {
  const char *plugin = compiler_plugin_find(s, "SMR_CLANG_PLUGIN", "libsmr-clang.so");
  if (!plugin) {
    fprintf(stderr, "smr-clang: warning: compiling without SMR: libsmr-clang.so is not in %s/lib\n",
            s->prefix);
  } else if (!compiler_plugin_fits(s) && !can_load(s, plugin)) {
    fprintf(
        stderr,
        "smr-clang: warning: compiling without SMR: %s cannot load %s, which needs clang %d (it is: %s)\n",
        s->compiler, plugin, LLVM_VERSION_MAJOR, version_of(s));
    plugin = NULL;
  }
  return plugin;
}

const char *plugin_pragma(Session *s, const char *plugin) {
  const char *slash = strrchr(plugin, '/');
  const char *path =
      smr_arena_printf(&s->arena, "%.*slibsmr-pragma.so", slash ? (int)(slash + 1 - plugin) : 0, plugin);
  return compiler_plugin_fits(s) && access(path, R_OK) == 0 ? path : NULL;
}

void plugin_set_environment(Session *s, const char *reports, const char *links, bool strip, bool unname) {
  SmrSettings told = compiler_plugin_settings(s);
  told.straight = s->aside ? 0 : idioms_straight(s);
  told.aside = s->aside;
  told.report = reports;
  told.link = links;
  told.strip = strip;
  told.unname = unname;
  compiler_plugin_tell("SMR_CLANG_OPTIONS", &told);
}
