//===- command.h - what a clang command line asks for --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CLANG_COMMAND_H
#define SMR_CLANG_COMMAND_H
#include "tools/common/session.h"

typedef struct {
  bool question; // --version, --help, -print-…: no compilation
  bool pass_on;  // -cc1, --analyze, …: nothing for us
  bool links;    // the command ends in a link
  bool debug;    // debug information was asked for
  bool remarks;  // of optimisations are asked for, so clang knows places
  bool foreign;  // an input is, or is said to be, assembler source or LLVM IR, whose debug information is not
                 // ours
  bool names;    // values are to keep their names
  bool text;     // -E, -M, -MM: nothing is compiled
  bool preprocesses;  // -E, with line markers
  bool writes;        // -o was given
  const char *output; // what it says, or a link's
} Command;

/// A rough reading: clang parses its options itself, and whatever is misread here costs no more than an
/// option that is not needed.
Command command_read(const Args *args);
#endif
