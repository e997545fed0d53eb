//===- tool.h - the command line of a tool --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A tool is a struct of options, a table of them (base/settings.h), and what it does with its words.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_TOOL_H
#define SMR_COMMON_TOOL_H
#include "base/diag.h"
#include "base/settings.h"

typedef struct {
  const char *name;
  const char *usage, *notes; // its help, before and after the options
  const SmrSetting *options; // names with their dashes; of one dash: one letter
  int misuse;                // exit code for a mistake on the command line
  const char *(*llvm)(void); // version of LLVM that --version prints; or NULL
} Tool;

/// A row of the table: an option whose value goes to the field of the struct `Options`.
#define TOOL_OPTION(kind, name, field, value, help)                                                          \
  {name, SMR_SETTING_##kind, 1, offsetof(Options, field), NULL, value, help}

/// Reads the command line into the tool's struct; words that are no options go to `words` (NULL: there may be
/// none). -1: go on; otherwise the exit code of a run that ends here: --help, --version, or a mistake, which
/// is printed. Texts live until the process ends.
int tool_read(const Tool *tool, int argc, char **argv, void *options, SmrNames *words);
/// Prints what is wrong with the command line; returns the exit code.
int tool_misuse(const Tool *tool, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Writes the text to the file; if that is NULL, to the stream.
bool tool_write(const char *path, FILE *otherwise, const SmrStr *text, SmrDiag *diag);
/// The exit code of a run, after its last output; not 0 if the standard output could not be written.
int tool_end(const Tool *tool, int code);

/// Where rule files are: the folder given, or SMR's own.
const char *tool_rules(const char *given);
/// Reads NAME=N, a number from 1 to INT32_MAX; `name` is a copy that lives until the process ends.
bool tool_size(const char *text, const char **name, int64_t *size);
#endif
