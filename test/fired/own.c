//===- own.c - libsmr_rt's routines, which are part of the program, counted ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Linked into a program with --wrap for each routine (CMakeLists.txt writes the response file): calls of it
// come here, and are counted by fired.c where that is preloaded.
//===----------------------------------------------------------------------===//
#include "entry.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#define OWN(name) extern char __real_##name[];
#include "routines.def"
#define OWN(name) {#name, __real_##name},
static const struct {
  const char *name;
  void *real;
} routines[] = {
#include "routines.def"
};

typedef void Count(const char *, uintptr_t);

__attribute__((used, visibility("hidden"))) void *smr_fired_own(size_t routine, uintptr_t caller);
void *smr_fired_own(size_t routine, uintptr_t caller) {
  Count *count = (Count *)dlsym(RTLD_DEFAULT, "smr_fired_count");
  if (count)
    count(routines[routine].name, caller);
  return routines[routine].real;
}

FIRED_COMMON(smr_fired_own);
#define OWN(name) FIRED_ENTRY("__wrap_" #name)
#include "routines.def"
