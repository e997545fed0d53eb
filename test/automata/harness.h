//===- harness.h - matching text graphs in tests --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_AUTOMATA_HARNESS_H
#define SMR_TEST_AUTOMATA_HARNESS_H
#include "automata/automata.h"

/// A function in text form (asserts that it parses and checks).
SmrGraph *harness_graph(SmrIntern *symbols, const char *text);
/// A match as one line: "pattern 0 roots 5 | n = 8*%n, x = %x + 0, …"; args by name, values by source name or
/// id.
void harness_match_text(const SmrPattern *pattern, const SmrMatch *match, SmrStr *out);
/// All matches of one idiom in one input, one line each, found by the automata (harness_naive: by the
/// oracle). Asserts that both find the same.
const char *harness_run(const char *idiom, const char *input);
const char *harness_naive(const char *idiom, const char *input);
/// The automata of one idiom as text.
const char *harness_dump(const char *idiom);
/// The first diagnostic of smr_pattern_create, "" when there is none.
const char *harness_pattern_error(const char *idiom);

#endif
