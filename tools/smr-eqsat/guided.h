//===- guided.h - smr-eqsat --guide --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_EQSAT_GUIDED_H
#define SMR_EQSAT_GUIDED_H
#include "options.h"

/// Runs a guide on its terms and those of the command line; returns the exit code.
int eqsat_guided(const EqsatOptions *options);
#endif
