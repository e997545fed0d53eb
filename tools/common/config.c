//===- config.c - options from a file beside the source -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The first argument that looks like a source, or NULL.
static const char *source_of(const Args *arguments) {
  static const char *const ends[] = {".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".CPP",
                                     ".m",   ".mm",  ".f",   ".F",   ".for", ".FOR", ".f90",
                                     ".F90", ".f95", ".F95", ".f03", ".f08", ".f18", NULL};
  for (uint32_t i = 0; i < arguments->size; i++)
    for (const char *const *end = ends; options_is_input(arguments, i) && *end; end++)
      if (smr_ends(arguments->data[i], *end))
        return arguments->data[i];
  return NULL;
}

static bool is_preprocessed(const Args *arguments) {
  for (uint32_t i = 0; i < arguments->size; i++)
    if (options_is_preprocessed(arguments, i))
      return true;
  return false;
}

static bool same_file(const char *one, const char *other) {
  struct stat a, b;
  return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

/// The file as the source's own name leads to it, where links are on the way out of the folder at hand: who
/// reads dependency files (Bazel) may know no other name of it.
static const char *as_spelled(const char *path, const char *source, SmrArena *arena) {
  char *here = source && source[0] != '/' && !strstr(source, "..") ? getcwd(NULL, 0) : NULL;
  const char *name = here ? smr_arena_printf(arena, "%s/%s", here, source) : NULL, *found = NULL;
  size_t least = here ? strlen(here) : 0;
  bool below = !here || (strncmp(path, here, least) == 0 && path[least] == '/');
  for (size_t k = below ? 0 : strlen(name); k > 0 && k >= least && !found; k--)
    if (name[k] == '/') {
      const char *spelled = smr_arena_printf(arena, "%.*s/.smr", (int)k, name);
      found = same_file(spelled, path) ? spelled : NULL;
    }
  free(here);
  return found ? found : path;
}

/// The nearest `.smr`. A library that it names becomes part of programs, so one that another user has put
/// above our folders is left out.
static const char *find(const Args *arguments, SmrArena *arena) {
  const char *source = source_of(arguments), *slash = source ? strrchr(source, '/') : NULL;
  char *folder = realpath(slash ? smr_arena_strndup(arena, source, (size_t)(slash - source) + 1) : ".", NULL);
  const char *found = NULL;
  for (char *end = folder ? folder + strlen(folder) : NULL; end && !found; end = strrchr(folder, '/')) {
    struct stat info;
    *end = '\0';
    const char *path = smr_arena_printf(arena, "%s/.smr", folder);
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
      continue;
    if (info.st_uid == geteuid() || info.st_uid == 0)
      found = path;
    else
      fprintf(stderr, "%s: warning: %s belongs to another user: it is left out\n", driver_name, path);
  }
  free(folder);
  return found ? as_spelled(found, source, arena) : NULL;
}

/// The word with whole names; NULL, and *missing, when a file is not there.
static const char *whole(const Config *config, const char *word, SmrArena *arena, const char **missing) {
  const char *value = strchr(word, '=');
  const SmrSetting *row = value ? options_find(word, (size_t)(value - word), true) : NULL;
  bool inputs = row && smr_setting_is_input(row);
  if (!value || !(inputs || (row && row->kind == SMR_SETTING_OUTPUT)) || strcmp(value, "=none") == 0)
    return word;
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_str_append(&out, word, (size_t)(value + 1 - word));
  int folder = (int)(strrchr(config->path, '/') - config->path);
  for (const char *at = value + 1; *at;) {
    size_t length = strcspn(at, ",");
    const char *name = *at == '/'
                           ? smr_arena_strndup(arena, at, length)
                           : smr_arena_printf(arena, "%.*s/%.*s", folder, config->path, (int)length, at);
    if (inputs && access(name, R_OK) != 0)
      *missing = name;
    smr_str_puts(&out, name);
    at += length;
    if (*at)
      smr_str_putc(&out, *at++);
  }
  return *missing ? NULL : smr_arena_strdup(arena, smr_str_get(&out));
}

static bool add_word(Config *config, const char *word, unsigned line, unsigned column, SmrArena *arena) {
  const char *missing = NULL;
  ConfigWord entry = {.place = smr_arena_printf(arena, "%s:%u:%u: ", config->path, line, column)};
  if (!smr_starts(word, "--smr-")) {
    fprintf(stderr, "%s: error: %s'%s' is no option of SMR's\n", driver_name, entry.place, word);
    return false;
  }
  entry.word = whole(config, smr_arena_strdup(arena, word), arena, &missing);
  if (!entry.word) {
    fprintf(stderr, "%s: error: %scannot read %s\n", driver_name, entry.place, missing);
    return false;
  }
  smr_vec_push(&config->words, entry);
  return true;
}

/// Of `--smr-option value`: adds the value to the word; how many characters of the text that is.
static size_t value_of(const char *text, SmrStr *word) {
  size_t blanks = strspn(text, " \t");
  SMR_OWNED(SmrStr, smr_str_free) next = {0};
  size_t length = blanks + options_word(text + blanks, strlen(text + blanks), &next);
  bool wanted = next.size && text[blanks] != '#' && options_wants_word(smr_str_get(word), next.data);
  if (wanted)
    smr_str_printf(word, "=%s", next.data);
  return wanted ? length : 0;
}

/// Words as in response files; '#' where a word could begin is a comment.
static bool read_words(Config *config, const char *text, SmrArena *arena) {
  unsigned line = 1;
  const char *start = text; // of the line
  SMR_OWNED(SmrStr, smr_str_free) word = {0};
  bool ok = true;
  while (*text && ok) {
    if (*text == '#')
      text += strcspn(text, "\n");
    else if (*text == '\n')
      line++, start = ++text;
    else if (strchr(" \t\r", *text))
      text++;
    else {
      const char *begin = text;
      unsigned column = (unsigned)(text - start) + 1, first = line;
      smr_str_clear(&word);
      text += options_word(text, strlen(text), &word);
      text += value_of(text, &word);
      for (; begin < text; begin++) // (quotes may hold line ends)
        if (*begin == '\n')
          line++, start = begin + 1;
      ok = add_word(config, smr_str_get(&word), first, column, arena);
    }
  }
  return ok;
}

bool config_read(const Args *arguments, SmrArena *arena, Config *out) {
  static const char mark[] = "\xEF\xBB\xBF"; // (some editors begin UTF-8 with it)
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason;
  *out = (Config){.path = is_preprocessed(arguments) ? NULL : find(arguments, arena)};
  if (!out->path)
    return true;
  bool ok = smr_read_file(out->path, &text, &reason);
  if (ok && strlen(smr_str_get(&text)) != text.size)
    ok = false, reason = "it is no text";
  if (ok)
    ok = read_words(out, smr_str_get(&text) + (smr_starts(smr_str_get(&text), mark) ? strlen(mark) : 0),
                    arena);
  else
    fprintf(stderr, "%s: error: cannot read %s: %s\n", driver_name, out->path, reason);
  return ok;
}

void config_free(Config *config) {
  smr_vec_free(&config->words);
}
