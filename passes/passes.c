//===- passes.c - the table of passes ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "passes/passes.h"
#include <stddef.h>

const SmrPass *const smr_passes[] = {&smr_pass_rewrite, &smr_pass_pypm_rewrite, &smr_pass_pypm_partition,
                                     &smr_pass_tensorize, NULL};
