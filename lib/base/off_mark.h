//===- off_mark.h - how a loop is marked that is to be left alone ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_OFF_MARK_H
#define SMR_BASE_OFF_MARK_H

/// The initiation interval that `#pragma smr off` gives to loops, and that nobody else asks for: metadata of
/// a loop that goes where the loop goes (inlining, MLIR) and that says nothing to clang. The plugin takes it
/// off again.
enum { SMR_OFF_INTERVAL = 7564658 }; // "smr"

#endif
