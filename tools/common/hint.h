//===- hint.h - what helps who mistyped an option -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TOOLS_HINT_H
#define SMR_TOOLS_HINT_H

/// The end of a message about a command line: the option of `help` that `what` is like, or where to read on.
const char *usage_hint(const char *help, const char *what);
/// Makes one argument `--option=value` of two, `--option value`, where the help has the option with a value
/// and never without one. Stops at `--`; returns how many arguments there are then.
int usage_join_values(const char *help, int argc, char **argv);

#endif
