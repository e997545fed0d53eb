//===- options.h - the drivers' command line -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The options themselves are in lib/base/settings.def.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_OPTIONS_H
#define SMR_COMMON_OPTIONS_H
#include "base/settings.h"
#include "base/vec.h"

typedef SMR_VEC(const char *) Args;
/// Adds the words up to a NULL; all words of another list.
void args_add(Args *args, ...) __attribute__((sentinel));
void args_add_all(Args *args, const Args *more);

typedef struct {
  Args args;          // the compiler's own arguments, response files expanded; no program name, no NULL
  Args inherited;     // our options that do not stand in the command line
  const char *config; // the file `.smr` that some of them come from, or NULL
  bool keeps_order;   // `fp` is exact because an option of the compiler asks for the written order of sums
} CommandLine;

/// What each driver defines: its name, and which options it takes (SMR_SETTING_CLANG, …).
extern const char driver_name[];
extern const unsigned driver_user;

/// Splits the command line. Returns false after printing an error about one of our own options. Texts live in
/// the arena or in argv.
bool options_parse(int argc, char **argv, SmrArena *arena, SmrSettings *out, CommandLine *line);
/// Adds the argument, or the words of the response file that `@file` names.
void options_expand(const char *argument, SmrArena *arena, Args *out);
/// Reads a word of a response file by GNU's rules: blanks end it, quotes group, a backslash takes the next
/// character. Returns how many of the n characters it is.
size_t options_word(const char *text, size_t n, SmrStr *word);
/// The option of ours that the word, up to its '=', names (smr_setting_find), or NULL.
const SmrSetting *options_find(const char *word, size_t length, bool valued);
/// Is `--smr-option value`, in two words, one option?
bool options_wants_word(const char *word, const char *next);
/// May the word be an input? (Neither an option nor what -o names.)
bool options_is_input(const Args *arguments, uint32_t index);
/// Is it a source that was preprocessed before?
bool options_is_preprocessed(const Args *arguments, uint32_t index);
/// Reads further options of ours, as words of a response file, which yield to those that are there.
bool options_inherit(SmrSettings *options, CommandLine *line, const char *words, SmrArena *arena);
void options_free(CommandLine *line);
/// Our options, between the driver's own first and last lines.
void options_print_help(const char *head, const char *tail);
#endif
