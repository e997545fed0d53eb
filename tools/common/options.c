//===- options.c - the drivers' command line ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "options.h"
#include "base/nearest.h"
#include "base/percent.h"
#include "config.h"
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_RESPONSE_DEPTH 20

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

/// Is the value one of the words that stand between '|'?
static bool is_choice(const char *choices, const char *value) {
  size_t length = strlen(value);
  for (const char *at = choices; length; at++) {
    const char *end = strchrnul(at, '|');
    if ((size_t)(end - at) == length && strncmp(at, value, length) == 0)
      return true;
    if (!*end)
      break;
    at = end;
  }
  return false;
}

static bool choose(const char *option, const char *value, const char *choices, const char **out) {
  if (is_choice(choices, value)) {
    *out = value;
    return true;
  }
  return complain("'%s' is not a value of %s (%s)", value, option, choices);
}

static bool append_list(const char *option, const char *value, SmrStr *list) {
  if (!*value)
    return complain("%s needs a value", option);
  smr_str_printf(list, "%s%s", list->size ? "," : "", value);
  return true;
}

/// Whoever rewrites, in whatever process, finds the table in the environment.
static bool set_costs(const char *table) {
  if (strcmp(table, "none") != 0 && access(table, R_OK) != 0)
    return complain("%s: %s", table, strerror(errno));
  return setenv("SMR_COSTS", table, 1) == 0;
}

static bool set_budget(const char *text) {
  uint32_t percent;
  if (!smr_percent(text, &percent))
    return complain("--smr-budget=%s: a percentage from 1 to %d is needed", text, SMR_MOST_PERCENT);
  return setenv("SMR_BUDGET", text, 1) == 0;
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

/// An option of SMR's own says what may change; where there is none, those of the compiler do.
static void keep_order(Options *options) {
  options->keeps_order = !options->fp && asks_for_order(&options->args);
  if (options->keeps_order)
    options->fp = "exact";
}

/// Doubles and floats are added in an order of the GPU's own: never under --smr-fp=exact. Results that stay
/// on the GPU are not in the memory that --smr-check compares.
static bool set_gpu(Options *options) {
  options->gpu = options->check ? NULL : options->gpu;
  bool wanted =
      options->gpu && strcmp(options->gpu, "off") != 0 && !(options->fp && strcmp(options->fp, "exact") == 0);
  return (wanted ? setenv("SMR_GPU_SLOTS", options->gpu, 1) : unsetenv("SMR_GPU_SLOTS")) == 0;
}

typedef struct {
  enum { LIST, TEXT, CHOICE, TAKEN, FLAG } kind;
  const char *name, *value, *help; // value: what stands behind '=', CHOICE's words; NULL = nothing
  size_t field;                    // in Options
  bool (*take)(const char *value); // TAKEN's
} Option;

static const Option *table(size_t *size) {
  static Option options[32];
  static size_t n;
  if (!n) {
    // (Not a constant: what the drivers define for themselves is in it.)
    const Option all[] = {
#define LIST(member, name, value, help) {LIST, name, value, help, offsetof(Options, member), NULL},
#define TEXT(member, name, value, help) {TEXT, name, value, help, offsetof(Options, member), NULL},
#define CHOICE(member, name, value, help) {CHOICE, name, value, help, offsetof(Options, member), NULL},
#define TAKEN(function, name, value, help) {TAKEN, name, value, help, 0, function},
#define FLAG(member, name, help) {FLAG, name, NULL, help, offsetof(Options, member), NULL},
#include "options.def"
    };
    static_assert(sizeof all <= sizeof options, "more options than places");
    memcpy(options, all, sizeof all);
    n = sizeof all / sizeof *all;
  }
  *size = n;
  return options;
}

static bool take(const Option *option, const char *value, Options *out) {
  void *field = (char *)out + option->field;
  switch (option->kind) {
  case LIST:
    return append_list(option->name, value, field);
  case TEXT:
    *(const char **)field = *value ? value : NULL;
    return true;
  case CHOICE:
    return choose(option->name, value, option->value, field);
  case TAKEN:
    return option->take(value);
  case FLAG:
    return *(bool *)field = true;
  }
  return false;
}

bool options_wants_word(const char *word, const char *next) {
  size_t size;
  const Option *options = table(&size);
  bool wants = false, alone = false;
  for (const Option *option = options; option < options + size; option++)
    if (strcmp(option->name, word) == 0)
      *(option->value ? &wants : &alone) = true;
  return wants && !alone && (next[0] != '-' || !next[1]);
}

/// `--smr-option value` becomes one word.
static void join_values(Args *words, SmrArena *arena) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < words->size; i++) {
    const char *word = words->data[i];
    if (i + 1 < words->size && options_wants_word(word, words->data[i + 1])) {
      SmrStr both = {0};
      smr_str_printf(&both, "%s=%s", word, words->data[++i]);
      word = smr_arena_strdup(arena, both.data);
      smr_str_free(&both);
    }
    words->data[kept++] = word;
  }
  words->size = kept;
}

static bool parse_own(const char *argument, Options *out) {
  size_t size, length = strcspn(argument, "=");
  const Option *options = table(&size);
  for (const Option *option = options; option < options + size; option++)
    if (strlen(option->name) == length && strncmp(option->name, argument, length) == 0 &&
        (argument[length] == '=') == (option->value != NULL))
      return take(option, argument + length + (option->value != NULL), out);
  for (const Option *option = options; option < options + size; option++)
    if (strlen(option->name) == length && strncmp(option->name, argument, length) == 0)
      return option->value ? complain("%s needs a value: %s=<%s>", option->name, option->name, option->value)
                           : complain("%s takes no value", option->name);
  SmrNearest nearest = {0};
  for (const Option *option = options; option < options + size; option++)
    smr_nearest_try(&nearest, argument, option->name, strlen(option->name));
  if (nearest.name)
    return complain("unknown option '%s'; did you mean %s?", argument, nearest.name);
  return complain("unknown option '%s' (see --smr-help)", argument);
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

static bool parse_config(const Config *config, Options *out) {
  bool ok = true;
  for (uint32_t i = 0; i < config->words.size && ok; i++) {
    place = config->words.data[i].place;
    ok = parse_own(config->words.data[i].word, out);
    smr_vec_push(&out->inherited, config->words.data[i].word);
  }
  place = "";
  out->config = config->path;
  return ok;
}

bool options_parse(int argc, char **argv, SmrArena *arena, Options *out) {
  Args ours = {0}, all = {0};
  Config config = {0};
  *out = (Options){0};
  for (int i = 1; i < argc; i++)
    expand(argv[i], 0, arena, &all);
  join_values(&all, arena);
  bool ok = read_environment(arena, &ours) && config_read(&all, arena, &config) && parse_config(&config, out);
  for (uint32_t i = 0; i < ours.size && ok; i++) {
    ok = parse_own(ours.data[i], out);
    smr_vec_push(&out->inherited, ours.data[i]);
  }
  for (uint32_t i = 0; i < all.size && ok; i++) {
    if (smr_starts(all.data[i], "--smr-")) {
      ok = parse_own(all.data[i], out);
      smr_vec_push(&out->own, all.data[i]);
    } else
      smr_vec_push(&out->args, all.data[i]);
  }
  keep_order(out);
  out->records = out->records || out->report;
  out->off = out->mode && strcmp(out->mode, "off") == 0;
  smr_vec_free(&all);
  smr_vec_free(&ours);
  config_free(&config);
  return ok && set_gpu(out);
}

/// What the command line does not say comes from `from`; libraries of both count, as in one command line.
static void fill_in(Options *to, const Options *from) {
  const char **const texts[] = {&to->report,   &to->mode, &to->fp,    &to->guards,
                                &to->frontend, &to->gpu,  &to->werror};
  const char *const others[] = {from->report,   from->mode, from->fp,    from->guards,
                                from->frontend, from->gpu,  from->werror};
  SmrStr *const lists[] = {&to->libraries, &to->pats, &to->only, &to->disable};
  const SmrStr *const more[] = {&from->libraries, &from->pats, &from->only, &from->disable};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    if (!*texts[k])
      *texts[k] = others[k];
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
    if (more[k]->size)
      smr_str_printf(lists[k], "%s%s", lists[k]->size ? "," : "", more[k]->data);
  to->check |= from->check, to->explain |= from->explain, to->at_O0 |= from->at_O0,
      to->verbose |= from->verbose;
  to->records |= from->records || from->report;
  to->off = to->mode && strcmp(to->mode, "off") == 0;
}

bool options_inherit(Options *options, const char *text, SmrArena *arena) {
  Args words = {0};
  Options theirs = {0};
  bool ok = true;
  split_response(text, strlen(text), arena, &words);
  for (uint32_t i = 0; i < words.size && ok; i++)
    ok = smr_starts(words.data[i], "--smr-") ? parse_own(words.data[i], &theirs)
                                             : complain("'%s' is no option of SMR's", words.data[i]);
  smr_vec_free(&words);
  if (options->keeps_order)
    options->fp = NULL;
  if (ok)
    fill_in(options, &theirs);
  keep_order(options);
  // What is in the environment by now is theirs.
  for (uint32_t i = 0; i < options->own.size && ok; i++)
    if (smr_starts(options->own.data[i], "--smr-costs=") || smr_starts(options->own.data[i], "--smr-budget="))
      ok = parse_own(options->own.data[i], options);
  options_free(&theirs);
  return ok && set_gpu(options);
}

void options_free(Options *options) {
  smr_vec_free(&options->args);
  smr_vec_free(&options->inherited);
  smr_vec_free(&options->own);
  smr_str_free(&options->libraries);
  smr_str_free(&options->pats);
  smr_str_free(&options->only);
  smr_str_free(&options->disable);
}

#define HELP_COLUMN 40

static void print_option(const Option *option) {
  SmrStr head = {0};
  smr_str_printf(&head, option->value ? "  %s=<%s>" : "  %s", option->name, option->value);
  printf("%-*s", HELP_COLUMN, smr_str_get(&head));
  for (const char *line = option->help; line; line = strchr(line, '\n')) {
    if (*line == '\n')
      printf("\n%*s", HELP_COLUMN, ""), line++;
    printf("%.*s", (int)strcspn(line, "\n"), line);
  }
  putchar('\n');
  smr_str_free(&head);
}

void options_print_help(const char *head, const char *tail) {
  size_t size;
  const Option *options = table(&size);
  printf("\nSMR OPTIONS (%s):\n", head);
  for (const Option *option = options; option < options + size; option++)
    print_option(option);
  printf("Options that stand in a file .smr beside the source or above, and those of the environment's "
         "SMR_FLAGS, come\n"
         "before those of the command line.\n%s\n",
         tail);
}
