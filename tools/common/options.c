//===- options.c - the drivers' command line ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "options.h"
#include "config.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RESPONSE_DEPTH 20

void args_add(Args *args, ...) {
  va_list words;
  va_start(words, args);
  for (const char *word; (word = va_arg(words, const char *));)
    smr_vec_push(args, word);
  va_end(words);
}

void args_add_all(Args *args, const Args *more) {
  for (uint32_t i = 0; i < more->size; i++)
    smr_vec_push(args, more->data[i]);
}

size_t options_word(const char *text, size_t n, SmrStr *word) {
  size_t at = 0;
  char quote = 0;
  for (; at < n && (quote || !strchr(" \t\r\n", text[at])); at++) {
    char c = text[at];
    if (c == '\\' && quote != '\'' && at + 1 < n) {
      if (text[++at] != '\n')
        smr_str_putc(word, text[at]);
    } else if (quote ? c == quote : c == '"' || c == '\'') {
      quote = quote ? 0 : c;
    } else {
      smr_str_putc(word, c);
    }
  }
  return at;
}

static void split_response(const char *text, size_t n, SmrArena *arena, Args *out) {
  SmrStr word = {0};
  for (size_t at = 0; at < n;) {
    if (strchr(" \t\r\n", text[at])) {
      at++;
      continue;
    }
    smr_str_clear(&word);
    at += options_word(text + at, n - at, &word);
    smr_vec_push(out, smr_arena_strdup(arena, smr_str_get(&word)));
  }
  smr_str_free(&word);
}

/// A response file that cannot be read stays an argument: the compiler says what it thinks of it.
static void expand(const char *argument, unsigned depth, SmrArena *arena, Args *out) {
  const char *reason;
  SmrStr text = {0};
  if (argument[0] != '@' || depth > MAX_RESPONSE_DEPTH || !smr_read_file(argument + 1, &text, &reason)) {
    smr_vec_push(out, argument);
  } else {
    Args words = {0};
    split_response(smr_str_get(&text), text.size, arena, &words);
    for (uint32_t i = 0; i < words.size; i++)
      expand(words.data[i], depth + 1, arena, out);
    smr_vec_free(&words);
  }
  smr_str_free(&text);
}

/// Where the option at hand stands, when that is a file: "file:line:column: ".
static const char *place = "";

static bool __attribute__((format(printf, 1, 2))) complain(const char *format, ...) {
  va_list args;
  fprintf(stderr, "%s: error: %s", driver_name, place);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  return false;
}

/// Does the last of the compiler's options about the order of sums ask for the written one?
static bool asks_for_order(const Args *args) {
  static const char *const keep[] = {"-fno-associative-math",
                                     "-fno-fast-math",
                                     "-fno-unsafe-math-optimizations",
                                     "-ffp-model=precise",
                                     "-ffp-model=strict",
                                     "-frounding-math",
                                     NULL};
  static const char *const free[] = {"-fassociative-math",
                                     "-ffast-math",
                                     "-funsafe-math-optimizations",
                                     "-ffp-model=fast",
                                     "-ffp-model=aggressive",
                                     "-Ofast",
                                     NULL};
  bool asks = false;
  for (uint32_t k = 0; k < args->size; k++)
    asks = smr_among(args->data[k], keep) || (asks && !smr_among(args->data[k], free));
  return asks;
}

/// What follows from the options as they are. An option of SMR's decides what may change in floating point;
/// if there is none, those of the compiler do.
static void settle(SmrSettings *options, CommandLine *line) {
  line->keeps_order = !options->fp && asks_for_order(&line->args);
  if (line->keeps_order)
    options->fp = SMR_FP_EXACT;
  options->records |= options->report != NULL;
}

static const char prefix[] = "--smr-";

const SmrSetting *options_find(const char *word, size_t length, bool valued) {
  return smr_starts(word, prefix) ? smr_setting_find(smr_settings, driver_user, word + strlen(prefix),
                                                     length - strlen(prefix), valued)
                                  : NULL;
}

bool options_wants_word(const char *word, const char *next) {
  return smr_settings_wants(smr_settings, driver_user, prefix, word, next);
}

/// `--smr-option value` becomes one word.
static void join_values(Args *words, SmrArena *arena) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < words->size; i++) {
    const char *word = words->data[i];
    if (i + 1 < words->size && options_wants_word(word, words->data[i + 1]))
      word = smr_arena_printf(arena, "%s=%s", word, words->data[++i]);
    words->data[kept++] = word;
  }
  words->size = kept;
}

static bool parse_own(const char *argument, SmrSettings *out, SmrArena *arena) {
  SmrStr problem = {0};
  bool ok = smr_settings_word(smr_settings, driver_user, prefix, argument, out, arena, &problem);
  if (!ok)
    complain("%s", problem.data);
  smr_str_free(&problem);
  return ok;
}

void options_expand(const char *argument, SmrArena *arena, Args *out) {
  expand(argument, 0, arena, out);
}

bool options_is_input(const Args *arguments, uint32_t index) {
  return arguments->data[index][0] != '-' && (index == 0 || strcmp(arguments->data[index - 1], "-o") != 0);
}

bool options_is_preprocessed(const Args *arguments, uint32_t index) {
  const char *word = arguments->data[index];
  return options_is_input(arguments, index) && (smr_ends(word, ".i") || smr_ends(word, ".ii"));
}

/// SMR_FLAGS' words; false after an error.
static bool read_environment(SmrArena *arena, Args *out) {
  const char *ours = getenv("SMR_FLAGS");
  if (ours)
    split_response(ours, strlen(ours), arena, out);
  join_values(out, arena);
  for (uint32_t i = 0; i < out->size; i++)
    if (!smr_starts(out->data[i], "--smr-"))
      return complain("'%s' in SMR_FLAGS is no option of SMR's", out->data[i]);
  return true;
}

/// What the plugins will read of the environment.
static bool check_environment(const SmrSettings *options, SmrArena *arena) {
  SmrSettings all = *options;
  SMR_OWNED(SmrStr, smr_str_free) problem = {0};
  return smr_settings_environment(smr_settings, driver_user | SMR_SETTING_API, &all, arena, &problem) ||
         complain("%s", smr_str_get(&problem));
}

static bool parse_config(const Config *config, SmrSettings *out, CommandLine *line, SmrArena *arena) {
  bool ok = true;
  for (uint32_t i = 0; i < config->words.size && ok; i++) {
    place = config->words.data[i].place;
    ok = parse_own(config->words.data[i].word, out, arena);
    smr_vec_push(&line->inherited, config->words.data[i].word);
  }
  place = "";
  line->config = config->path;
  return ok;
}

bool options_parse(int argc, char **argv, SmrArena *arena, SmrSettings *out, CommandLine *line) {
  Args ours = {0}, all = {0};
  Config config = {0};
  for (int i = 1; i < argc; i++)
    expand(argv[i], 0, arena, &all);
  join_values(&all, arena);
  bool ok = read_environment(arena, &ours) && config_read(&all, arena, &config) &&
            parse_config(&config, out, line, arena);
  for (uint32_t i = 0; i < ours.size && ok; i++) {
    ok = parse_own(ours.data[i], out, arena);
    smr_vec_push(&line->inherited, ours.data[i]);
  }
  for (uint32_t i = 0; i < all.size && ok; i++)
    if (smr_starts(all.data[i], prefix))
      ok = parse_own(all.data[i], out, arena);
    else
      smr_vec_push(&line->args, all.data[i]);
  ok = ok && check_environment(out, arena);
  settle(out, line);
  smr_vec_free(&all);
  smr_vec_free(&ours);
  config_free(&config);
  return ok;
}

bool options_inherit(SmrSettings *options, CommandLine *line, const char *text, SmrArena *arena) {
  Args words = {0};
  SmrSettings theirs = {0};
  bool ok = true;
  split_response(text, strlen(text), arena, &words);
  for (uint32_t i = 0; i < words.size && ok; i++)
    ok = smr_starts(words.data[i], prefix) ? parse_own(words.data[i], &theirs, arena)
                                           : complain("'%s' is no option of SMR's", words.data[i]);
  smr_vec_free(&words);
  if (line->keeps_order)
    options->fp = 0;
  smr_settings_merge(smr_settings, driver_user, options, &theirs, arena);
  settle(options, line);
  return ok;
}

void options_free(CommandLine *line) {
  smr_vec_free(&line->args);
  smr_vec_free(&line->inherited);
}

void options_print_help(const char *head, const char *tail) {
  SmrStr text = {0};
  smr_settings_help(smr_settings, driver_user, prefix, 40, &text);
  printf("\nSMR OPTIONS (%s):\n%s"
         "Options that stand in a file .smr beside the source or above, and those of the environment's "
         "SMR_FLAGS, come\n"
         "before those of the command line.\n%s\n",
         head, smr_str_get(&text), tail);
  smr_str_free(&text);
}
