//===- bind.c - slots are filled when the program starts ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// SMR_RT=off leaves every slot empty; SMR_RT=verbose tells on stderr which library serves what. The link step
// asks for smr_rt_bind, so that this file, and with it the constructor, is in every rewritten program or
// shared object, each with its own slots.
//===----------------------------------------------------------------------===//
#include "runtime/blas_files.h"
#include "runtime/gpu/smr_rt_gpu.h"
#include "runtime/openblas.h"
#include "runtime/slots.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __ELF__

extern SmrRtSlot __start_smr_rt_slots[] __attribute__((weak, visibility("hidden")));
extern SmrRtSlot __stop_smr_rt_slots[] __attribute__((weak, visibility("hidden")));

/// Tells other objects of the process that this one holds rewritten code (find.c reads it).
__attribute__((used, section(".note.smr"), aligned(4))) static const struct {
  uint32_t name_size, size, type;
  char name[4];
} note = {4, 0, 1, "SMR"};

enum { KNOWN = 64 }; // of a program's routines; what is beyond that is looked for again

/// Only programs that were compiled with --smr-gpu have it (gpu/smr_rt_gpu.h).
#pragma weak smr_rt_gpu_wrap

typedef struct {
  const char *text, *path;
  uint64_t layout;
  void *address;
} Known;

static const char *symbol_of(const SmrRtSlot *slot) {
  return slot->text + strlen(slot->text) + 1;
}

static int same(const char *a, const char *b) {
  return !strcmp(a, b) && !strcmp(a + strlen(a) + 1, b + strlen(b) + 1);
}

static void tell(const SmrRtSlot *slot, const char *path) {
  const char *better = smr_rt_better_core();
  if (slot->address)
    fprintf(stderr, "smr_rt: %s: %s%s%s\n", symbol_of(slot), path,
            better ? "; faster with OPENBLAS_CORETYPE=" : "", better ? better : "");
  else
    fprintf(stderr, "smr_rt: %s: not found (%s); loops run\n", symbol_of(slot), slot->text);
}

//--- Routines that the link step took from an archive (tools/common/linked.c) -----------

extern const char smr_linked_config[] __asm__("__smr_linked.config")
    __attribute__((weak, visibility("hidden"))); // OpenBLAS' openblas_get_config
extern const char smr_linked_bits[] __asm__("__smr_linked.bits")
    __attribute__((weak, visibility("hidden"))); // BLIS' bli_info_get_blas_int_type_size

static int is_own(const SmrRtSlot *slot) {
  return !strncmp(symbol_of(slot), "smr_rt_", 7);
}

/// Is the BLAS that was linked in one whose integers have 64 bits, or one in which the routine is wrong?
static int may_not_serve(const char *symbol) {
  const char *config_at = smr_linked_config, *bits_at = smr_linked_bits;
  char *(*config)(void);
  int64_t (*bits)(void);
  memcpy(&config, &config_at, sizeof config);
  memcpy(&bits, &bits_at, sizeof bits);
  return (config && (strstr(config(), "USE64BITINT") || smr_openblas_is_wrong(config(), symbol))) ||
         (bits && bits() == 64);
}

static void *find_linked(const SmrRtSlot *slot, const char **path) {
  void *address = is_own(slot) ? NULL : smr_rt_find_chosen(symbol_of(slot), path);
  if (address)
    return address;
  *path = "linked in";
  return !is_own(slot) && smr_is_blas_file(slot->text) && may_not_serve(symbol_of(slot)) ? NULL
                                                                                         : slot->linked;
}

//--- Binding ------------------------------------------------------------------------------

/// For a slot that may be served by a GPU, what decides that call by call.
static void *with_gpu(const SmrRtSlot *slot, void *address) {
  if (slot->layout == SMR_RT_SLOT_PLAIN || !address || !smr_rt_gpu_wrap || !smr_is_blas_file(slot->text))
    return address;
  return smr_rt_gpu_wrap(symbol_of(slot), address, (int)slot->layout);
}

/// Of an archive's routines (`late`), or of all others.
static void bind(int late) {
  const char *wish = getenv("SMR_RT");
  int verbose = wish && !strcmp(wish, "verbose");
  if (wish && !strcmp(wish, "off"))
    return;
  Known known[KNOWN];
  size_t count = 0;
  for (SmrRtSlot *slot = __start_smr_rt_slots; slot < __stop_smr_rt_slots; slot++) {
    size_t k = 0;
    if (slot->layout > SMR_RT_SLOT_GPU_ON || !slot->text || late != (slot->linked && !is_own(slot)))
      continue;
    while (k < count && (known[k].layout != slot->layout || !same(known[k].text, slot->text)))
      k++;
    Known found = k < count ? known[k] : (Known){slot->text, "", slot->layout, NULL};
    int fresh = k == count;
    if (fresh) {
      found.address = slot->linked ? find_linked(slot, &found.path)
                                   : smr_rt_find(slot->text, symbol_of(slot), &found.path);
      found.address = with_gpu(slot, found.address);
      if (count < KNOWN)
        known[count++] = found;
    }
    slot->address = found.address;
    if (verbose && fresh)
      tell(slot, found.path);
  }
}

void smr_rt_bind(void) __attribute__((constructor(101), visibility("hidden")));

void smr_rt_bind(void) {
  bind(0);
}

/// A library that is part of the program has constructors of its own. The drivers put this file behind it, so
/// that they have run by now.
__attribute__((constructor)) static void bind_late(void) {
  bind(1);
}
#endif
