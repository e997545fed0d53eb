//===- options.h - the drivers' command line -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The options themselves stand in options.def.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_OPTIONS_H
#define SMR_COMMON_OPTIONS_H
#include "base/str.h"
#include "base/vec.h"

typedef SMR_VEC(const char *) Args;

typedef struct {
  Args args;              // the compiler's own arguments, response files expanded; no program name, no NULL
  Args own;               // our options that stand in the command line
  Args inherited;         // our options that do not stand in the command line
  const char *config;     // the file `.smr` that some of them come from, or NULL
  SmrStr libraries, pats; // comma separated, as given
  SmrStr only, disable;   // names of idioms, the same
  const char *report, *mode, *fp, *guards, *frontend, *gpu, *werror; // NULL = not given
  bool check, explain, verbose, time, help, version, off, at_O0;
  bool print_files, print_state;
  bool records;     // a report is wanted, in objects at least
  bool keeps_order; // `fp` is exact because an option of the compiler asks for the written order of sums
} Options;

/// What each driver defines: its name, and the values of --smr-frontend= (between '|') with their help.
extern const char driver_name[], driver_frontends[], driver_frontends_help[];

/// Splits the command line. Returns false after printing an error about one of our own options. Texts live in
/// the arena or in argv.
bool options_parse(int argc, char **argv, SmrArena *arena, Options *out);
/// Adds the argument, or the words of the response file that `@file` names.
void options_expand(const char *argument, SmrArena *arena, Args *out);
/// Reads a word of a response file by GNU's rules: blanks end it, quotes group, a backslash takes the next
/// character. Returns how many of the n characters it is.
size_t options_word(const char *text, size_t n, SmrStr *word);
/// Is `--smr-option value`, in two words, one option?
bool options_wants_word(const char *word, const char *next);
/// May the word be an input? (Neither an option nor what -o names.)
bool options_is_input(const Args *arguments, uint32_t index);
/// Is it a source that was preprocessed before?
bool options_is_preprocessed(const Args *arguments, uint32_t index);
/// Reads further options of ours, as words of a response file, which yield to those that are there.
bool options_inherit(Options *options, const char *words, SmrArena *arena);
void options_free(Options *options);
/// Our options, between the driver's own first and last lines.
void options_print_help(const char *head, const char *tail);
#endif
