//===- link.h - libraries that rewritten objects need --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A rewritten object carries a weak symbol `__smr_link.<library>$` for each library. Its name is in the
// object's string table, whether it is ELF, LLVM bitcode or a member of an archive, so the link step finds it
// by looking for the bytes.
//===----------------------------------------------------------------------===//
#ifndef SMR_FLANG_LINK_H
#define SMR_FLANG_LINK_H
#include "jobs.h"

#define SMR_LINK_MARK "__smr_link."

/// Adds -l options (or paths) for what the inputs of a link ask for. True when it added any.
bool link_add_libraries(Session *session, Job *job);
#endif
