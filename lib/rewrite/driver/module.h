//===- module.h - function by function -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DRIVER_MODULE_H
#define SMR_REWRITE_DRIVER_MODULE_H
#include "rewrite/run.h"

/// Everything about one function (function.c); false after an error.
bool smr_rewrite_function(SmrModuleRun *run, MlirOperation function);
#endif
