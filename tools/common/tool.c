//===- tool.c - the command line of a tool --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "tool.h"
#include "base/directory.h"
#include <stdlib.h>
#include <string.h>

static SmrArena arena;

int tool_misuse(const Tool *tool, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = smr_arena_vprintf(&arena, format, args);
  va_end(args);
  bool hint = strstr(text, "did you mean") || strstr(text, "--help");
  fprintf(stderr, "%s: error: %s%s\n", tool->name, text, hint ? "" : " (see --help)");
  return tool->misuse;
}

static void print_help(const Tool *tool) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_settings_help(tool->options, 1, "", 24, &text);
  printf("%s\n%s  --help, --version\n%s", tool->usage, smr_str_get(&text), tool->notes);
}

static void print_version(const Tool *tool) {
  printf(tool->llvm ? "%s " SMR_VERSION " (LLVM %s)\n" : "%s " SMR_VERSION "\n", tool->name,
         tool->llvm ? tool->llvm() : "");
}

/// Reads the option at *at, and the next word if that is its value.
static int read_option(const Tool *tool, char **argv, int *at, void *options) {
  const char *word = argv[*at], *next = argv[*at + 1];
  SMR_OWNED(SmrStr, smr_str_free) problem = {0};
  const SmrSetting *letter = word[1] != '-' ? smr_setting_find(tool->options, 1, word, 2, true) : NULL;
  if (letter && letter->value) {
    if (!word[2] && !next)
      return tool_misuse(tool, "%s needs a value", word);
    word = smr_arena_printf(&arena, "%s=%s", letter->name, word[2] ? word + 2 : argv[++*at]);
  } else if (next && smr_settings_wants(tool->options, 1, "", word, next)) {
    word = smr_arena_printf(&arena, "%s=%s", word, argv[++*at]);
  }
  int code = -1;
  if (!smr_settings_word(tool->options, 1, "", word, options, &arena, &problem))
    code = tool_misuse(tool, "%s", problem.data);
  return code;
}

int tool_read(const Tool *tool, int argc, char **argv, void *options, SmrNames *words) {
  bool ended = false; // "--" was there
  int code = -1;
  for (int at = 1; at < argc && code < 0; at++) {
    if (ended || argv[at][0] != '-' || !argv[at][1]) {
      if (!words)
        return tool_misuse(tool, "not an option: %s", argv[at]);
      smr_names_add(words, argv[at], &arena);
    } else if (smr_equal(argv[at], "--")) {
      ended = true;
    } else if (smr_equal(argv[at], "--help") || smr_equal(argv[at], "-h")) {
      print_help(tool);
      code = 0;
    } else if (smr_equal(argv[at], "--version")) {
      print_version(tool);
      code = 0;
    } else {
      code = read_option(tool, argv, &at, options);
    }
  }
  return code;
}

bool tool_write(const char *path, FILE *otherwise, const SmrStr *text, SmrDiag *diag) {
  const char *reason = NULL;
  if (path)
    return smr_write_file(path, smr_str_get(text), text->size, &reason) ||
           smr_error(diag, path, 0, 0, "%s", reason);
  bool ok = fwrite(smr_str_get(text), 1, text->size, otherwise) == text->size && !fflush(otherwise);
  return ok || smr_error(diag, NULL, 0, 0, "the output cannot be written");
}

int tool_end(const Tool *tool, int code) {
  if (fflush(stdout) == 0 && !ferror(stdout))
    return code;
  perror(tool->name);
  return code ? code : 1;
}

const char *tool_rules(const char *given) {
  static SmrStr path;
  if (!given && !path.size)
    smr_installed_path("share/smr/rules", &path);
  return given ? given : smr_str_get(&path);
}

bool tool_size(const char *text, const char **name, int64_t *size) {
  const char *equals = strchr(text, '=');
  struct {
    uint32_t number;
  } read = {0};
  const SmrSetting number = {"", SMR_SETTING_NUMBER, 1, 0, NULL, "", ""};
  bool ok = equals && equals > text && smr_setting_put(&number, equals + 1, &read, &arena) &&
            read.number <= INT32_MAX;
  *name = ok ? smr_arena_strndup(&arena, text, (size_t)(equals - text)) : NULL;
  *size = read.number;
  return ok;
}
