//===- slots.h - how rewritten code finds its libraries -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A rewritten object has a record for each routine that it may call, in the section smr_rt_slots. A
// constructor fills the addresses in; where it does not, the program's loops run. Nothing else reads or
// writes the records, and they stay as they are once the constructors have run.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_SLOTS_H
#define SMR_RUNTIME_SLOTS_H
#include <stddef.h>
#include <stdint.h>

/// As lib/mlir/splice/slots.c lays it out.
typedef struct {
  void *address;    // of the routine; first, so that the guard is one load and one comparison
  void *linked;     // the routine itself, where the link made certain that it is the library's; else NULL
  const char *text; // "openblas\0cblas_ddot\0": the libraries, separated by commas, and the symbol
  uint64_t layout;  // SmrRtSlotKind
} SmrRtSlot;

/// Records that are of none of these kinds stay empty. (lib/mlir/host/slot.c writes the same numbers.)
typedef enum {
  SMR_RT_SLOT_PLAIN,    // the CPU's routine
  SMR_RT_SLOT_GPU_AUTO, // compiled with --smr-gpu=auto: gpu/ decides, call by call
  SMR_RT_SLOT_GPU_ON
} SmrRtSlotKind;

/// The routine in a library of the process that may serve it (libraries: names as in `link "…"`, separated by
/// commas), loaded if need be, and that library's path, which lives as long as the process; NULL when there
/// is none. Never a definition of the program's own.
void *smr_rt_find(const char *libraries, const char *symbol, const char **path);
/// The same in the library that the user names in SMR_RT_LIBRARY or preloads.
void *smr_rt_find_chosen(const char *symbol, const char **path);
/// The kernels that an OpenBLAS which was asked could have taken, and did not, as it does not know the
/// processor: a value of OPENBLAS_CORETYPE; NULL: none.
const char *smr_rt_better_core(void);
#endif
