//===- options.c - the drivers' command line ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "options.h"
#include "base/percent.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_RESPONSE_DEPTH 20

/// Splits a response file's text by GNU's rules: blanks separate, quotes group, a backslash takes the next
/// character.
static void split_response(const char *text, size_t n, SmrArena *arena, Args *out) {
  SmrStr word = {0};
  bool any = false;
  char quote = 0;
  for (size_t at = 0; at < n; at++) {
    char c = text[at];
    if (c == '\\' && quote != '\'' && at + 1 < n) {
      at++;
      if (text[at] != '\n')
        smr_str_putc(&word, text[at]), any = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        smr_str_putc(&word, c);
    } else if (c == '"' || c == '\'') {
      quote = c, any = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (any)
        smr_vec_push(out, smr_arena_strdup(arena, smr_str_get(&word)));
      smr_str_clear(&word), any = false;
    } else {
      smr_str_putc(&word, c), any = true;
    }
  }
  if (any)
    smr_vec_push(out, smr_arena_strdup(arena, smr_str_get(&word)));
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

static const char *value_of(const char *argument, const char *option) {
  size_t length = strlen(option);
  return strncmp(argument, option, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static bool choose(const char *option, const char *value, const char *const *choices, const char **out) {
  for (const char *const *choice = choices; *choice; choice++)
    if (strcmp(*choice, value) == 0) {
      *out = value;
      return true;
    }
  fprintf(stderr, "%s: error: '%s' is not a value of %s\n", driver_name, value, option);
  return false;
}

static bool append_list(const char *option, const char *value, SmrStr *list) {
  if (!*value) {
    fprintf(stderr, "%s: error: %s needs a file\n", driver_name, option);
    return false;
  }
  smr_str_printf(list, "%s%s", list->size ? "," : "", value);
  return true;
}

/// Whoever rewrites, in whatever process, finds the table in the environment.
static bool set_costs(const char *table) {
  if (strcmp(table, "none") != 0 && access(table, R_OK) != 0) {
    fprintf(stderr, "%s: error: %s: %s\n", driver_name, table, strerror(errno));
    return false;
  }
  return setenv("SMR_COSTS", table, 1) == 0;
}

static bool set_budget(const char *text) {
  uint32_t percent;
  if (!smr_percent(text, &percent)) {
    fprintf(stderr, "%s: error: --smr-budget=%s: a percentage from 1 to %d is needed\n", driver_name, text,
            SMR_MOST_PERCENT);
    return false;
  }
  return setenv("SMR_BUDGET", text, 1) == 0;
}

/// Doubles and floats are added in an order of the GPU's own: never under --smr-fp=exact.
static bool set_gpu(const Options *options) {
  bool wanted =
      options->gpu && strcmp(options->gpu, "off") != 0 && !(options->fp && strcmp(options->fp, "exact") == 0);
  return (wanted ? setenv("SMR_GPU_SLOTS", options->gpu, 1) : unsetenv("SMR_GPU_SLOTS")) == 0;
}

static bool parse_own(const char *argument, Options *out) {
  static const char *const modes[] = {"auto", "exact", "equality", "off", NULL};
  static const char *const contracts[] = {"reassoc", "exact", "algebra", NULL};
  static const char *const guards[] = {"auto", "static", NULL};
  static const char *const gpus[] = {"auto", "on", "off", NULL};
  const char *value;
  if ((value = value_of(argument, "--smr-library")))
    return append_list("--smr-library", value, &out->libraries);
  if ((value = value_of(argument, "--smr-pat")))
    return append_list("--smr-pat", value, &out->pats);
  if ((value = value_of(argument, "--smr-report"))) {
    out->report = *value ? value : NULL;
    return true;
  }
  if ((value = value_of(argument, "--smr-mode")))
    return choose("--smr-mode", value, modes, &out->mode);
  if ((value = value_of(argument, "--smr-fp")))
    return choose("--smr-fp", value, contracts, &out->fp);
  if ((value = value_of(argument, "--smr-guards")))
    return choose("--smr-guards", value, guards, &out->guards);
  if ((value = value_of(argument, "--smr-gpu")))
    return choose("--smr-gpu", value, gpus, &out->gpu);
  if ((value = value_of(argument, "--smr-costs")))
    return set_costs(value);
  if ((value = value_of(argument, "--smr-budget")))
    return set_budget(value);
  if (*driver_frontends && (value = value_of(argument, "--smr-frontend")))
    return choose("--smr-frontend", value, driver_frontends, &out->frontend);
  if (strcmp(argument, "--smr-explain") == 0)
    return out->explain = true;
  if (strcmp(argument, "--smr-verbose") == 0)
    return out->verbose = true;
  if (strcmp(argument, "--smr-time") == 0)
    return out->time = true;
  if (strcmp(argument, "--smr-at-O0") == 0)
    return out->at_O0 = true;
  if (strcmp(argument, "--smr-help") == 0)
    return out->help = true;
  if (strcmp(argument, "--smr-version") == 0)
    return out->version = true;
  fprintf(stderr, "%s: error: unknown option '%s' (see --smr-help)\n", driver_name, argument);
  return false;
}

void options_expand(const char *argument, SmrArena *arena, Args *out) {
  expand(argument, 0, arena, out);
}

bool options_parse(int argc, char **argv, SmrArena *arena, Options *out) {
  Args all = {0};
  bool ok = true;
  *out = (Options){0};
  const char *ours = getenv("SMR_FLAGS");
  if (ours)
    split_response(ours, strlen(ours), arena, &all);
  for (uint32_t i = 0; i < all.size && ok; i++)
    if (!smr_starts(all.data[i], "--smr-")) {
      fprintf(stderr, "%s: error: '%s' in SMR_FLAGS is no option of SMR's\n", driver_name, all.data[i]);
      ok = false;
    }
  for (int i = 1; i < argc; i++)
    expand(argv[i], 0, arena, &all);
  for (uint32_t i = 0; i < all.size && ok; i++) {
    if (smr_starts(all.data[i], "--smr-"))
      ok = parse_own(all.data[i], out);
    else
      smr_vec_push(&out->args, all.data[i]);
  }
  out->off = out->mode && strcmp(out->mode, "off") == 0;
  smr_vec_free(&all);
  return ok && set_gpu(out);
}

void options_free(Options *options) {
  smr_vec_free(&options->args);
  smr_str_free(&options->libraries);
  smr_str_free(&options->pats);
}

void options_print_help(const char *head, const char *tail) {
  printf(
      "\nSMR OPTIONS (%s):\n"
      "  --smr-library=<a.pfa[,b.pfa]>  Pattern libraries to use instead of the standard ones (repeatable)\n"
      "  --smr-pat=<x.pat[,y.pat]>      Pattern sources to use (repeatable)\n"
      "  --smr-mode=<mode>              auto (default), exact, equality or off\n"
      "  --smr-fp=<contract>            reassoc (default), exact, or algebra\n"
      "  --smr-guards=<kind>            auto (default: run-time guards where needed) or static (proofs "
      "only)\n"
      "  --smr-costs=<table>            When calls pay (smr-build --calibrate makes one); none: always\n"
      "  --smr-budget=<percent>         Work for one function, of what compiling the file takes (default: "
      "2)\n"
      "  --smr-gpu=<mode>               off (default); auto: calls of BLAS run on a GPU where that is "
      "faster; "
      "on: always\n"
      "                                 (needs CUDA 12 or 13 at run time alone; SMR_GPU then chooses anew)\n"
      "  --smr-report=<out.json>        Write what was rewritten and what was not; entries of other files "
      "in it stay\n"
      "  --smr-explain                  In the report: by which laws equations of a loop nest became calls\n"
      "  --smr-at-O0                    Rewrite at -O0 and -Og, too, where SMR else stands aside\n"
      "  --smr-verbose                  Say what happens to each file\n"
      "  --smr-time                     Say where SMR's time goes\n"
      "  --smr-help, --smr-version      This text; SMR's version\n"
      "Options that stand in the environment's SMR_FLAGS come before those of the command line.\n"
      "%s\n",
      head, tail);
}
