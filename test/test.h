//===- test.h - what a unit test includes --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// cmocka wants these headers before its own. SMR_SOURCE_DIR, SMR_BUILD_DIR and SMR_LLVM_BIN are defined by
// the build, and so is `main`: as the name under which the one program of all tests (units.c) knows the
// file's.
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

/// How many of n rounds by chance are run: with sanitizers, where each takes ten times as long, a quarter.
#ifdef SMR_SANITIZED
#define TEST_ROUNDS(n) (((n) + 3) / 4)
#else
#define TEST_ROUNDS(n) (n)
#endif

#ifdef main
int main(void);
#endif
extern char **test_arguments; // what stands on the command line behind the test's name, then NULL
#endif
