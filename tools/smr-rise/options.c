//===- options.c - smr-rise's command line -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "options.h"
#include "tools/common/hint.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: smr-rise GUIDE… [options]\n"
    "Runs the phases of a guide of RISE's rules (pat/rise*.guide) and prints the term that they find as "
    "code: a\n"
    "module of MLIR with one function, which stock mlir-opt lowers (lib/rise/README.md says how).\n"
    "Of several guides for one term, the function runs what the first one finds where the sizes are divided "
    "as that\n"
    "declares; otherwise what the next one finds; otherwise the input's loops.\n"
    "\n"
    "  --emit=WHAT        mlir (default), loops (readable text) or term\n"
    "  --size=NAME=N      a declared size is N; sizes that are not given are arguments of the function, "
    "which\n"
    "                     asks whether they are divided as declared\n"
    "  --term=NAME        which term, where the guide has several\n"
    "  --input            the term as it stands in the guide: no phase is run\n"
    "  --function=NAME    the function's name (default: that of the term)\n"
    "  --exact            a product that is added is rounded by itself\n"
    "  --packed           also NAME_packed(void **): pointers to the arguments\n"
    "  --output=FILE      write it there\n"
    "  --help, --version\n"
    "\n"
    "The exit code is 0; 1 after an error in the guide or a term that is no code; 2 after a mistake on the "
    "command\n"
    "line; 3 when a phase ends without what it wants.\n";

static int usage_error(const char *text, const char *what) {
  fprintf(stderr, "smr-rise: error: %s%s%s%s\n", text, *what ? " " : "", what, usage_hint(help, what));
  return RISE_EXIT_USAGE;
}

static const char *value_of(const char *argument, const char *option) {
  size_t length = strlen(option);
  return !strncmp(argument, option, length) && argument[length] == '=' ? argument + length + 1 : NULL;
}

bool rise_is_name(const char *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  return *text && !(*text >= '0' && *text <= '9') && strspn(text, letters) == strlen(text);
}

static bool add_size(RiseOptions *o, const char *value) {
  const char *equals = strchr(value, '=');
  char *end;
  errno = 0;
  long long number = equals ? strtoll(equals + 1, &end, 10) : 0;
  if (!equals || equals == value || equals[1] < '0' || equals[1] > '9' || *end || errno || number < 1 ||
      number > INT32_MAX)
    return false;
  for (uint32_t i = 0; i < o->sizes.size; i++)
    if (strlen(o->sizes.data[i].name) == (size_t)(equals - value) &&
        !strncmp(o->sizes.data[i].name, value, (size_t)(equals - value)))
      return false;
  smr_vec_push(&o->sizes, (SmrRiseSize){strndup(value, (size_t)(equals - value)), number});
  return true;
}

static bool set_emit(RiseOptions *o, const char *value) {
  static const char *const names[] = {"mlir", "term", "loops"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(names[i], value)) {
      o->emit = (RiseEmit)i;
      return true;
    }
  return false;
}

static int parse_one(const char *arg, RiseOptions *o) {
  const char *value;
  if (!strcmp(arg, "--input")) {
    o->as_it_is = true;
  } else if (!strcmp(arg, "--exact")) {
    o->exact = true;
  } else if (!strcmp(arg, "--packed")) {
    o->packed = true;
  } else if ((value = value_of(arg, "--term")) && *value) {
    o->term = value;
  } else if ((value = value_of(arg, "--output")) && *value) {
    o->output = value;
  } else if ((value = value_of(arg, "--function"))) {
    o->function = value;
    if (!rise_is_name(value))
      return usage_error("no name of a function:", arg);
  } else if ((value = value_of(arg, "--emit"))) {
    if (!set_emit(o, value))
      return usage_error("mlir, loops or term:", arg);
  } else if ((value = value_of(arg, "--size"))) {
    if (!add_size(o, value))
      return usage_error("NAME=N, once for each name, N from 1 to 2147483647:", arg);
  } else if (*arg == '-') {
    return usage_error("unknown option", arg);
  } else {
    smr_vec_push(&o->guides, arg);
  }
  return -1;
}

int rise_options_parse(int argc, char **argv, RiseOptions *o) {
  *o = (RiseOptions){0};
  int code = -1;
  argc = usage_join_values(help, argc, argv);
  for (int i = 1; i < argc && code < 0; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "--version")) {
      printf("%s", argv[i][2] == 'h' ? help : "smr-rise " SMR_VERSION "\n");
      return 0;
    }
    code = parse_one(argv[i], o);
  }
  if (code < 0 && !o->guides.size)
    code = usage_error("no guide", "");
  if (code < 0 && o->emit != RISE_EMIT_MLIR && (o->function || o->packed || o->exact))
    code = usage_error("--function, --packed and --exact are for --emit=mlir", "");
  if (code < 0 && o->emit != RISE_EMIT_MLIR && o->guides.size > 1)
    code = usage_error("several guides are for --emit=mlir", "");
  return code;
}

void rise_options_free(RiseOptions *o) {
  for (uint32_t i = 0; i < o->sizes.size; i++)
    free((void *)o->sizes.data[i].name);
  smr_vec_free(&o->sizes);
  smr_vec_free(&o->guides);
}
