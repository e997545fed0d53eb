//===- idioms.h - what a driver asks its libraries --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_IDIOMS_H
#define SMR_COMMON_IDIOMS_H
#include "tools/common/session.h"

/// Are there such idioms in the libraries? Whether a file has any loop or not: a name that means nothing is a
/// mistake. False after an error. (With PATs, whose pairs are not known yet, who compiles them says it.)
bool idioms_check(Session *session);

/// What the pairs without loops of the libraries that the user names need of a function: those are looked for
/// in functions without loops, too. (The standard libraries have none; those of PATs are not known yet.)
SmrStraight idioms_straight(Session *session);
#endif
