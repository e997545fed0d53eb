//===- threads.h - how many threads a call uses --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// SMR_RT_THREADS is `auto` (the default), a number, or `library`. Auto: an OpenBLAS that this code loads has
// one thread, and a call that is predicted to be long gets more if the process is alone. A BLAS that was in
// the process before keeps the number of threads that it has, as does any where the user has set
// OPENBLAS_NUM_THREADS or GOTO_NUM_THREADS: there the number belongs to somebody else.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_THREADS_H
#define SMR_RUNTIME_THREADS_H
#pragma GCC visibility push(hidden)
/// How many threads a library that is loaded now is to start with; 0: as many as it likes.
int smr_rt_threads_at_load(void);
/// A library was loaded with one thread; `set` changes that number for all of the process.
void smr_rt_threads_loaded(void (*set)(int));
/// Will smr_rt_threads_begin be asked before each call of this routine? Its address is in the same library
/// as that function.
int smr_rt_threads_chosen(const char *symbol);
/// Before such a call, with its sizes as smr_rt_enter has them: may set the number. Then true, and
/// smr_rt_threads_end must follow.
int smr_rt_threads_begin(const char *symbol, const void *const sizes[3]);
void smr_rt_threads_end(void);
#pragma GCC visibility pop
#endif
