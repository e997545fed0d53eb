//===- rows.h - copies of rows that pointers lead to --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A site whose rows are not equally spaced may have them copied, calls its library with the copies, and has
// them put back (lib/mlir/splice/edit/rows.c; lib/match/README.md says why that is right).
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_ROWS_H
#define SMR_RUNTIME_ROWS_H
#include "runtime/count.h"

enum { SMR_RT_ROWS_READ = 1, SMR_RT_ROWS_WRITTEN = 2 };

/// The pointers to rows stand `step` bytes apart from address `table` on; the last one `extent` bytes behind
/// the first. Of each row the bytes from pointer + low to below pointer + high are read, written, or both.
typedef struct {
  int64_t table, extent, step, low, high, kind;
  int64_t first, distance; // set: where the first row is for the library, and how far it is to the next
} SmrRtRowTable;

/// Other memory that the site's loops touch, between two addresses.
typedef struct {
  int64_t low, high, written;
} SmrRtBeside;

#pragma GCC visibility push(hidden)
/// `tables` SmrRtRowTable and, after them, `beside` SmrRtBeside. Copies the rows of each table that are not
/// equally spaced, or lie backwards, to memory where they are. NULL, with nothing changed, and counted as a
/// refusal by guard number `guard`: what is written overlaps something else, the copies are too large, or the
/// library may not be called, which `may` says (base/entries.h).
void *smr_rt_rows_copy(SmrRtRowTable *rows, int32_t tables, int32_t beside,
                       int32_t (*may)(int64_t, SmrRtSite *), int64_t gain, SmrRtSite *site, int32_t guard);
/// Puts back what is written, if `did`, and frees the copies.
void smr_rt_rows_end(void *copy, int32_t did);
#pragma GCC visibility pop
#endif
