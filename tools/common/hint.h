//===- hint.h - what helps who mistyped an option -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TOOLS_HINT_H
#define SMR_TOOLS_HINT_H

/// The end of a message about a command line: the option of `help` that `what` is like, or where to read on.
const char *usage_hint(const char *help, const char *what);

#endif
