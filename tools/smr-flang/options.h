//===- options.h - smr-flang's command line ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_FLANG_OPTIONS_H
#define SMR_FLANG_OPTIONS_H
#include "base/str.h"
#include "base/vec.h"

typedef SMR_VEC(const char *) Args;

typedef struct {
  Args flang;             // flang's own arguments, response files expanded; no program name, no NULL
  SmrStr libraries, pats; // comma separated, as given
  const char *report, *mode, *fp, *guards; // NULL = not given
  bool verbose, help, version, off;
} Options;

/// Splits the command line. Returns false after printing an error about one of our own options. Texts live in
/// the arena or in argv.
bool options_parse(int argc, char **argv, SmrArena *arena, Options *out);
void options_free(Options *options);
void options_print_help(void);
#endif
