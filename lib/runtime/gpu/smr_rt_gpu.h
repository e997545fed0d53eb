//===- smr_rt_gpu.h - what code tells of its arrays while a GPU works on them ---===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Without a word from the program nothing of an array stays on the GPU: a wrapped routine of BLAS (the list
// is in routines.def) has its inputs uploaded, and its result is in the host's memory when it returns. In a
// region the code announces what else touches its arrays, and so copies are left out:
//
//   smr_rt_region_begin();
//   dgemm_(… a, b, c …);            // uploads a and b (and c)
//   dgemm_(… c, d, e …);            // c is there already; uploads d
//   smr_rt_host_reads(e, bytes);    // e is in the host's memory from here on
//   use(e);
//   smr_rt_region_end();            // and so is all the rest
//
// The contract. Between begin and end, of this thread:
//  1. Before anything but a wrapped routine reads memory that a wrapped routine wrote in this region,
//     smr_rt_host_reads has named that memory, after that routine's call.
//  2. Before anything but a wrapped routine writes, frees, unmaps or unpins (cudaHostUnregister) memory that
//     a wrapped routine took as an argument in this region, smr_rt_host_writes (or smr_rt_host_forgets) has
//     named it, after that call. (A copy of pinned memory may be reading it still.)
//  3. "Anything" is every load, store and call of this thread that may touch the memory (whose effects are
//     unknown: all memory of the region), and other threads, as far as they are synchronised with this one.
//     A routine of BLAS that has no wrapper is such a call, and of a wrapped one a size or factor that it is
//     given by address is a load before the call. (A number that it returns through a pointer it announces
//     itself: the array may be an argument, too.)
//  4. The region is left through smr_rt_region_end alone: no exception, longjmp, exit or cancellation comes
//     out of it. (A call that may do so: end the region before it.)
//  5. The markers have every effect on the memory that they name as far as a compiler is concerned: it must
//     take them for reads and writes of it (host_reads writes the array: the result may arrive only then).
//  6. Code that breaks rules 3 and 4 may run where the region pauses (smr_rt_region_pause), if it cannot
//     write, free or unmap memory that a wrapped routine took as an argument in this region and that no
//     smr_rt_host_writes has named since. It may read all, never come back, and call what it wants. (Where it
//     could write only by calling `main`, smr_rt_region_main stands at the start of that.)
// Too many markers cost time, never the result. Ranges may be greater than what is meant. Regions nest and
// are each thread's own. Outside of a region markers do nothing (but for arrays of other threads' regions,
// which they treat alike). An array is known by its address, shape and leading dimension; calls that overlap
// one otherwise are served, through the host's memory.
//
// When the GPU fails, results that were not back yet are computed again, by the CPU, from the inputs, which
// rule 2 kept. With SMR_GPU=lazy nothing comes back that nobody asks for; there a failure stops the program,
// with a message.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_SMR_RT_GPU_H
#define SMR_RUNTIME_GPU_SMR_RT_GPU_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

void smr_rt_region_begin(void);
/// All results are in the host's memory, and nothing is kept.
void smr_rt_region_end(void);
/// All results are in the host's memory, and this thread is in no region until it is resumed; what is kept is
/// there then, unless somebody called a routine meanwhile. Returns what is to be given to resume.
unsigned long long smr_rt_region_pause(void);
void smr_rt_region_resume(unsigned long long paused);
/// The program's main function begins. If it began before: nothing is kept in pauses any more.
void smr_rt_region_main(void);
/// The host will read the range: results in it are there when this returns.
void smr_rt_host_reads(const void *at, size_t bytes);
/// The host will write the range, or part of it: results in it are there when this returns, and copies on the
/// GPU count no more.
void smr_rt_host_writes(void *at, size_t bytes);
/// What is in the range will never be read, neither by the host nor by a routine, before it is written (it
/// dies, or all of it is overwritten next): results that are not there yet need not come. Only arrays that
/// lie wholly in the range are forgotten; others are treated as by smr_rt_host_writes.
void smr_rt_host_forgets(void *at, size_t bytes);

/// bind.c's: the wrapper of a routine of BLAS that the CPU's routine at `address` serves, or `address`
/// itself. `mode`: 1 the object was compiled with --smr-gpu=auto, 2 with =on.
void *smr_rt_gpu_wrap(const char *symbol, void *address, int mode);

#ifdef __cplusplus
}
#endif
#endif
