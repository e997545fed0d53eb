//===- off_mark.h - marks on loops that pragmas cover --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_OFF_MARK_H
#define SMR_BASE_OFF_MARK_H

/// The initiation intervals that clang's plugin gives to loops, and that no program asks for: metadata of a
/// loop that goes where the loop goes (inlining, MLIR) and that means nothing to clang. The plugin removes
/// it again.
enum {
  SMR_OFF_INTERVAL = 7564658,  // "smr": `#pragma smr off` covers the loop
  SMR_ORDER_INTERVAL = 7564659 // the source asks for the written order of the loop's sums
};

#endif
