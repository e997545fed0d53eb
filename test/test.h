//===- test.h - what a unit test includes --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// cmocka wants these headers before its own. SMR_SOURCE_DIR, SMR_BUILD_DIR and SMR_LLVM_BIN are defined by
// the build.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_TEST_H
#define SMR_TEST_TEST_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// after them
#include <cmocka.h>
#endif
