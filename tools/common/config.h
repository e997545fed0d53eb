//===- config.h - options from a file beside the source -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `.smr` in the folder of the source, or in the nearest one above, holds options of SMR's, separated by
// blanks or line ends; `#` begins a comment. Names of files in it are relative to its folder. So a project's
// commands, and compile_commands.json, hold nothing that other tools of clang's would refuse.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_CONFIG_H
#define SMR_COMMON_CONFIG_H
#include "options.h"

typedef struct {
  const char *word, *place; // place: "file:line:column: "
} ConfigWord;

typedef struct {
  const char *path; // NULL: there is none
  SMR_VEC(ConfigWord) words;
} Config;

/// Reads the file for a command line's first source (without one: for the working folder); what was
/// preprocessed already has none. False after an error.
bool config_read(const Args *arguments, SmrArena *arena, Config *out);
void config_free(Config *config);
#endif
