//===- check.h - library calls are compared with the loops ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Code that was compiled with --smr-check runs, where a library call may replace loops, both. A site begins
// a check, names all memory that its calls and its loops may write (and what they read), and asks whether the
// check is ready. If it is: the calls run; smr_rt_check_exchange keeps their results and restores the memory.
// That is repeated as long as the check is ready: in each pass another rounding holds, which shows how much
// the results depend on it. Then the loops run, as they would without SMR; smr_rt_check_end compares. If the
// check is not ready, only the loops run.
//
//   check = smr_rt_check_begin(text, line, terms)     0: no check is possible now
//   smr_rt_check_array(check, …)                     for each array, variable and result
//   while (smr_rt_check_ready(check)) { calls; smr_rt_check_exchange(check) }
//   loops
//   smr_rt_check_end(check)
//
// All numbers are of 64 bits, so every dialect can make the calls (lib/mlir/splice/edit/check.c).
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_CHECK_H
#define SMR_RUNTIME_CHECK_H
#include <stdint.h>

/// What an array consists of. (lib/mlir/splice/splice.h has the same numbers.)
enum {
  SMR_RT_CHECK_BITS,
  SMR_RT_CHECK_F16,
  SMR_RT_CHECK_BF16,
  SMR_RT_CHECK_F32,
  SMR_RT_CHECK_F64,
  SMR_RT_CHECK_KIND = 255,
  SMR_RT_CHECK_WRITTEN = 256, // else it is only read: it says how large the terms of sums are
  SMR_RT_CHECK_EXACT = 512,   // the call must give the loops' bits
  SMR_RT_CHECK_VALUE = 1024,  // no array of the program's, but one number that the code makes
  SMR_RT_CHECK_BYTES = 16,    // shift: bytes of one element
  SMR_RT_CHECK_PASSES = 3     // the calls run at most so often
};

#pragma GCC visibility push(hidden)
/// `text`: "file\0function\0idiom\0", the names of the arrays in order, each ended by \0, and \0. It lives as
/// long as the process, and stands for this place of the program. `terms`: how many additions the loops make
/// together; 0: not known.
int64_t smr_rt_check_begin(const char *text, int64_t line, int64_t terms);
/// The elements at addresses `first` + k*`step`, for any integer k, which lie between `low` and `high`
/// (exclusive).
void smr_rt_check_array(int64_t check, int64_t low, int64_t high, int64_t first, int64_t step, int64_t kind);
int64_t smr_rt_check_ready(int64_t check);
void smr_rt_check_exchange(int64_t check);
/// (Of 0: nothing.)
void smr_rt_check_end(int64_t check);
/// A summary is printed at the end of the process. Differences smaller than `tolerance`, relative to an
/// array's largest element, are none.
void smr_rt_check_settings(double tolerance);
/// From now on nothing is checked: only loops run.
void smr_rt_check_off(void);
#pragma GCC visibility pop
#endif
