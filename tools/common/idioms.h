//===- idioms.h - the idioms that --smr-only= and --smr-disable= name ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_IDIOMS_H
#define SMR_COMMON_IDIOMS_H
#include "tools/common/session.h"

/// Are there such idioms in the libraries? Whether a file has any loop or not: a name that means nothing is a
/// mistake. False after an error. (With PATs, whose pairs are not known yet, who compiles them says it.)
bool idioms_check(Session *session);
/// The texts of a list, separated by commas.
void idioms_split(Session *session, const SmrStr *list, Args *out);
#endif
