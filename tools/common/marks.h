//===- marks.h - libraries that rewritten objects ask for ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A rewritten object carries a weak symbol `__smr_link.<library>$` for each library. Its name is in the
// object's string table, whether it is ELF, LLVM bitcode or a member of an archive, so the link step finds it
// by looking for the bytes.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_MARKS_H
#define SMR_COMMON_MARKS_H
#include "tools/common/session.h"

#define SMR_LINK_MARK "__smr_link."

/// Adds the libraries that the objects and archives among a link's arguments ask for. False when the link is
/// relocatable: then they are a later link's.
bool marks_find(Session *session, const Args *argv, Args *libraries);
/// The library as the linker takes it: -lname, or the path when the name has a '/'.
const char *marks_option(Session *session, const char *library);
#endif
