//===- slots.h - how rewritten code finds its libraries -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A rewritten object has a record for each routine that it may call, in the section smr_rt_slots. Its code
// reads the address:
//
//   0  the loops run: nobody has started the runtime, SMR_RT=off, or no library has the routine
//   1  ask smr_rt_due, which opens libraries once enough calls were due
//   …  the routine, to be called as it is
//
// An address never goes back: from 1 it becomes 0 or the routine, or it stays 1 for good where each call is
// to be asked for (see smr_rt_enter). So code may keep an address that it read.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_SLOTS_H
#define SMR_RUNTIME_SLOTS_H
#include <stddef.h>
#include <stdint.h>

/// As lib/mlir/host/slot.c lays it out.
typedef struct {
  void *address;
  void *linked;     // the routine itself, where the link made certain that it is the library's; else NULL.
                    // Once an address stays 1: what serves
  const char *text; // "openblas\0cblas_ddot\0": the libraries, separated by commas, and the symbol
  uint64_t kind;    // SmrRtSlotKind, and bits of bind.c's own above it
} SmrRtSlot;

/// Records that are of none of these kinds stay empty. (lib/mlir/host/slot.c writes the same numbers.)
typedef enum {
  SMR_RT_SLOT_PLAIN,    // filled when the program starts: code of earlier versions, which knows no address 1
  SMR_RT_SLOT_GPU_AUTO, // … compiled with --smr-gpu=auto: gpu/ decides, call by call
  SMR_RT_SLOT_GPU_ON,
  SMR_RT_SLOT_DUE,     // filled when due; calls stand between smr_rt_enter and smr_rt_leave
  SMR_RT_SLOT_DUE_READ // … of a routine that only reads, with nothing around it: such calls may be moved
} SmrRtSlotKind;

struct SmrRtSite;
#pragma GCC visibility push(hidden)
/// Code whose guards hold asks, where the address is 1, whether it may call: false, the loops run. `gain` is
/// what the call saves by estimates, in picoseconds; INT64_MAX: not known, but it pays. `site`: who asks
/// (count.h), or NULL. Compilers are told that this reads the slot and nothing else: answers may be reused.
int32_t smr_rt_due(SmrRtSlot *slot, int64_t gain, struct SmrRtSite *site);
/// The routine, after smr_rt_due has said yes. Until smr_rt_leave this thread is inside a call: what comes
/// back into rewritten code of this object is sent to its loops. The call's sizes are as it passes them, a
/// number or its address; NULL: not known. They say whether several threads pay.
void *smr_rt_enter(SmrRtSlot *slot, const void *m, const void *n, const void *k);
void smr_rt_leave(SmrRtSlot *slot);
/// The routine for calls without marks.
void *smr_rt_routine(SmrRtSlot *slot);
#pragma GCC visibility pop

/// The routine in a library of the process that may serve it (libraries: names as in `link "…"`, separated by
/// commas), loaded if need be, and that library's path, which lives as long as the process; NULL when there
/// is none. Never a definition of the program's own. One thread at a time (smr_rt_find_begin).
void *smr_rt_find(const char *libraries, const char *symbol, const char **path);
/// The same in the library that the user names in SMR_RT_LIBRARY or preloads.
void *smr_rt_find_chosen(const char *symbol, const char **path);
/// The same as smr_rt_find, but opens nothing except what SMR_RT_LIBRARY names.
__attribute__((visibility("hidden"))) void *smr_rt_find_present(const char *libraries, const char *symbol,
                                                                const char **path);
/// Could smr_rt_find_present find something now? False: the process has no object of such a name, nothing is
/// preloaded, and SMR_RT_LIBRARY is not set.
__attribute__((visibility("hidden"))) int smr_rt_may_be_present(const char *libraries);
/// Whether this thread may look for libraries now: false while another one does, or this one further up its
/// stack. If true, smr_rt_find_end must follow.
__attribute__((visibility("hidden"))) int smr_rt_find_begin(void);
__attribute__((visibility("hidden"))) void smr_rt_find_end(void);
/// Could a call of the routine come back into rewritten code by a way that nobody can see beforehand, as its
/// library looks functions up by name?
__attribute__((visibility("hidden"))) int smr_rt_may_come_back(const void *address);
/// Has smr_rt_find loaded the routine's library, with one thread?
__attribute__((visibility("hidden"))) int smr_rt_is_loaded_by_us(const void *address);
/// The kernels that an OpenBLAS which was asked could have taken, and did not, as it does not know the
/// processor: a value of OPENBLAS_CORETYPE; NULL: none.
const char *smr_rt_better_core(void);
#endif
