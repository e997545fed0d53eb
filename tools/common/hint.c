//===- hint.c - what helps who mistyped an option -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "hint.h"
#include "base/arena.h"
#include "base/nearest.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/// `--option=…` in the help; NULL: there is no such form.
static const char *valued(const char *help, const char *option) {
  size_t length = strlen(option);
  const char *at = help;
  while ((at = strstr(at, option)) && at[length] != '=')
    at += length;
  return at;
}

/// Is there that form, and no line for `--option` alone?
static bool takes_value(const char *help, const char *option) {
  size_t length = strlen(option);
  for (const char *at = help; (at = strstr(at, option)); at += length)
    if (at[length] == '[' || (at[length] == ' ' && at - help > 3 && memcmp(at - 3, "\n  ", 3) == 0))
      return false;
  return valued(help, option);
}

const char *usage_hint(const char *help, const char *what) {
  static char text[120];
  SmrNearest nearest = *what == '-' ? smr_nearest_in(help, what) : (SmrNearest){0};
  const char *form = *what == '-' && takes_value(help, what) ? valued(help, what) : NULL;
  if (form)
    snprintf(text, sizeof text, ": it needs a value, %.*s", (int)strcspn(form, " ,;\n"), form);
  else if (nearest.name)
    snprintf(text, sizeof text, "; did you mean %.*s?", (int)nearest.length, nearest.name);
  else
    return " (see --help)";
  return text;
}

static char *joined(const char *option, const char *value) {
  static SmrArena words;
  size_t size = strlen(option) + 1 + strlen(value) + 1;
  char *word = smr_arena_alloc(&words, size);
  snprintf(word, size, "%s=%s", option, value);
  return word;
}

int usage_join_values(const char *help, int argc, char **argv) {
  int count = 0;
  for (int k = 0; k < argc; k++) {
    if (strcmp(argv[k], "--") == 0) {
      memmove(argv + count, argv + k, (size_t)(argc - k) * sizeof *argv);
      count += argc - k;
      break;
    }
    bool joins = k > 0 && k + 1 < argc && strncmp(argv[k], "--", 2) == 0 && takes_value(help, argv[k]) &&
                 (argv[k + 1][0] != '-' || !argv[k + 1][1]);
    argv[count++] = joins ? joined(argv[k], argv[k + 1]) : argv[k];
    k += joins;
  }
  argv[count] = NULL;
  return count;
}
