//===- slot.h - a library's routine behind a pointer ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What splice/slots.c puts into a module is said in the LLVM dialect, which every host lowers to: the slot (a
// record in the section smr_rt_slots, lib/runtime/bind.c has its layout), loads of it, and the function that
// tells whether all are filled.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_SLOT_H
#define SMR_MLIR_HOST_SLOT_H
#include "base/settings.h"
#include "mlir-c/IR.h"

/// Calls go through slots: of which libraries (names, separated by commas), and whether the GPU's runtime is
/// in between.
typedef struct {
  const char *libraries;
  SmrGpu gpu; // smr_settings_gpu
} SmrSlots;
/// libsmr_rt's own functions, whose names no program defines, are called by them; their slots only tell
/// whether the user wants them.
bool smr_slot_is_own(const char *name);
/// A replacement that has slots of other routines calls functions of libsmr_rt without one: slots are filled
/// only where libsmr_rt is linked, and objects can be linked without it. Such functions throw nothing.
void smr_slot_make_weak(MlirOperation declaration);
/// The C library's and the compilers' own functions: the program has them anyway.
bool smr_slot_needless(const char *name);
bool smr_slot_is(MlirOperation op);
/// For what a replacement asks a slot: calls that are marked; the address, for other calls or as a value.
typedef struct {
  bool marked, address;
} SmrSlotUse;
/// As text, the slots of the routines and functions around them: @bound takes what a call gains, in
/// picoseconds (INT64_MAX: not known), and the record of the site (or null), and returns whether all of them
/// may be called; the others are called by what smr_slot_address and smr_slot_leave make. What the records
/// hold is plain data.
void smr_slot_text(const SmrStr *names, const SmrSlotUse *uses, uint32_t count, const SmrSlots *slots,
                   SmrStr *out);
/// The routine's address, as a value of the type, before the op. `marked`: the op is a call of the routine,
/// which smr_slot_leave follows.
MlirValue smr_slot_address(MlirOperation before, const char *name, SmrGpu gpu, bool marked, MlirType type);
/// Are calls of the routine to be marked? Those of a routine of BLAS that only reads are not, so that they
/// stay free to move. (A GPU's runtime does without.)
bool smr_slot_is_marked(const char *name, SmrGpu gpu);
/// After a call that is marked.
void smr_slot_leave(MlirOperation call, const char *name);
/// The list of what the optimiser may not take for unused or constant, after declarations of what is in it.
void smr_slot_used_text(const MlirAttribute *names, uint32_t count, SmrStr *out);
/// The global that holds the list, among those of a module.
bool smr_slot_is_used_list(MlirOperation op);
/// What any BLAS does, whatever its header says: it reads and writes what it is given, returns, and nothing
/// that the program can see depends on how often it was asked (its threads and buffers are its own). So what
/// the code knows of other memory it knows behind the call. (A call that may run on a GPU has a state: it
/// stays in its place among the markers of lib/runtime/gpu/smr_rt_gpu.h.)
void smr_slot_promise_blas(MlirOperation call, const char *name, SmrGpu gpu);

/// A module of what checks the calls of one place (lib/runtime/check.h): @begin, and declarations.
void smr_check_text(const SmrStr *text, uint32_t line, SmrStr *out);
#endif
