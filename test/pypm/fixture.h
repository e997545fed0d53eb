//===- fixture.h - what the tests of lib/pypm share ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TEST_PYPM_FIXTURE_H
#define SMR_TEST_PYPM_FIXTURE_H
#include "pypm/file.h"
#include "pypm/machine.h"

/// Operators of most tests: constants c, c1, c2; f, g, relu, neg of one operand; b, m of two; add and mul of
/// two, in both orders; conv with attributes; split with two results; rand with effects.
extern const char pypm_operators[];

/// A file of these operators and of the text; fails the test where it has a mistake.
SmrPypmFile *pypm_file(const char *text);
/// The mistakes and warnings of a text, read and scheduled, one a line without the file's name. To be freed.
char *pypm_messages(const char *text);
/// The first match of the file's pattern P with its term t: "{x = c}", "failure", "out of steps", …. To be
/// freed.
char *pypm_match(const SmrPypmFile *file);
/// The trace of a pattern's first match with t. To be freed.
char *pypm_trace(const SmrPypmFile *file, const char *pattern);
/// P as it is scheduled. To be freed.
char *pypm_scheduled(const SmrPypmFile *file);

/// Of a text after the operators.
void pypm_expect_match(const char *text, const char *expected);
#endif
