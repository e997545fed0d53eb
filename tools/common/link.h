//===- link.h - libraries that rewritten objects need --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_LINK_H
#define SMR_COMMON_LINK_H
#include "jobs.h"

/// Adds -l options (or paths) for what the inputs of a link ask for. True when it added any.
bool link_add_libraries(Session *session, Job *job);
#endif
