//===- count.h - what became of each site -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// SMR_RT=count prints when the process ends, SMR_RT=count=FILE adds to a file, for each rewritten place: how
// many calls of the library it made, how long they took, and how often it ran its loops because of which
// guard.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_COUNT_H
#define SMR_RUNTIME_COUNT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The record of a place, in the section smr_rt_sites (lib/mlir/host/site_record.c makes it). Its text:
/// "file\0function\0", "line:column idiom\0" for each call, "\0", then each guard that the site tests (those
/// of sizes stand before it), ended by \0, and "\0".
typedef struct SmrRtSite {
  struct SmrRtCounters *counters; // NULL unless the process counts
  const char *text;
} SmrRtSite;

#pragma GCC visibility push(hidden)
/// Code of a site calls this if the record has counters: the guard of this number was the first that failed.
/// False, so that the loops run. (Compilers are told that it only reads; the result must be used.)
bool smr_rt_refuse(SmrRtSite *site, int32_t guard);

/// The value of the word `count` in SMR_RT: NULL: stderr. Call before the first site runs.
void smr_rt_count_start(const char *file, size_t length);
int smr_rt_counts(void);
/// A site asked whether it may call. If so, calls of this thread are its calls, until another one asks.
/// (`site`: any bits, where old code asks.)
void smr_rt_count_asked(SmrRtSite *site, int may);
/// Around each call of a library's routine, of a thread that has asked.
void smr_rt_count_begin(void);
void smr_rt_count_end(void);
/// A call of a routine of SMR's own, which has no begin and end.
void smr_rt_count_call(void);
#pragma GCC visibility pop
#endif
