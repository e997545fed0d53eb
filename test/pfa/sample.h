//===- sample.h - a small hand-made library for the tests ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_PFA_SAMPLE_H
#define SMR_TEST_PFA_SAMPLE_H
#include "pfa/pfa.h"

/// Two pairs that use every kind of record; the automata block and the modules are made-up bytes. Everything
/// lives in the arena.
SmrPfa sample_make(SmrArena *arena, SmrIntern *symbols);
/// The sample as a file.
SmrBytes sample_bytes(void);

#endif
