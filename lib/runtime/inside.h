//===- inside.h - is this thread inside a call that a slot made? ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A library that looks functions up by name (a profiler that is preloaded, FlexiBLAS) may come back to the
// loops that called it, by a way that nobody can see beforehand. So calls of such a library are marked, and
// where rewritten code asks whether it may call while the mark is set, its loops run.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_INSIDE_H
#define SMR_RUNTIME_INSIDE_H
#pragma GCC visibility push(hidden)
/// Call once, before the others. False if there are no marks.
int smr_rt_inside_prepare(void);
/// Between begin and end the thread is inside. `stack` is the stack pointer of the rewritten code that makes
/// or asks for a call (__builtin_dwarf_cfa of what it calls): a call that is left by longjmp or an exception
/// counts until code asks that is not deeper on the stack.
void smr_rt_inside_begin(const void *stack);
void smr_rt_inside_end(void);
int smr_rt_is_inside(const void *stack);
/// For a routine that only reads, whose calls have no marks around them: a function of the same type that
/// sets the mark and calls the routine; NULL where there is none.
void *smr_rt_inside_wrap(const char *symbol, void *routine);
#pragma GCC visibility pop
#endif
