//===- native.h - modules run natively -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For benchmarks and tests: a module's text goes through stock mlir-opt, mlir-translate and clang, and is
// loaded. `where` is a path without an ending, which four files are made from.
//===----------------------------------------------------------------------===//
#ifndef SMR_BENCH_NATIVE_H
#define SMR_BENCH_NATIVE_H
#include "base/directory.h"
#include "loops/print.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef SMR_LLVM_BIN
#define SMR_LLVM_BIN "/usr/lib/llvm-22/bin"
#endif

static inline SmrStr *native_folder(void) {
  static SmrStr folder;
  return &folder;
}

/// A file in a folder that is made for the first one; until the next call. NULL: there can be no folder.
static inline const char *native_scratch(const char *name) {
  static SmrStr path;
  SmrStr *folder = native_folder();
  if (!folder->size && !smr_directory_create(smr_temporary_folder(), "smr-native", folder))
    return NULL;
  smr_str_clear(&path);
  smr_str_printf(&path, "%s/%s", smr_str_get(folder), name);
  return smr_str_get(&path);
}

/// Removes the folder.
static inline int native_leave(void **ignored) {
  (void)ignored;
  if (native_folder()->size)
    smr_directory_remove(smr_str_get(native_folder()));
  smr_str_free(native_folder());
  return 0;
}

static inline bool native_shell(const char *format, const char *a, const char *b, const char *c,
                                const char *d) {
  SmrStr command = {0};
  for (const char *p = format; *p; p++)
    if (*p == '@' && p[1] >= '0' && p[1] <= '3')
      smr_str_puts(&command, (const char *[]){a, b, c, d}[*++p - '0']);
    else
      smr_str_putc(&command, *p);
  bool ok = system(smr_str_get(&command)) == 0;
  if (!ok)
    fprintf(stderr, "failed: %s\n", smr_str_get(&command));
  smr_str_free(&command);
  return ok;
}

/// `passes`: mlir-opt's. `flags`: clang's.
static inline bool native_build(const SmrStr *module, const char *passes, const char *where,
                                const char *flags) {
  SmrStr path = {0};
  const char *reason;
  smr_str_printf(&path, "%s.mlir", where);
  bool ok = smr_write_file(smr_str_get(&path), smr_str_get(module), module->size, &reason);
  smr_str_free(&path);
  return ok && native_shell("@0/mlir-opt @3 @1.mlir -o @1.llvm.mlir && "
                            "@0/mlir-translate --mlir-to-llvmir @1.llvm.mlir -o @1.ll && "
                            "@0/clang @2 -Wno-override-module -shared -fPIC @1.ll -o @1.so -lopenblas",
                            SMR_LLVM_BIN, where, flags, passes);
}

static inline void *native_load(const char *where) {
  SmrStr path = {0};
  smr_str_printf(&path, "%s.so", where);
  void *library = dlopen(smr_str_get(&path), RTLD_NOW);
  if (!library)
    fprintf(stderr, "%s\n", dlerror());
  smr_str_free(&path);
  return library;
}

/// Functions that lib/loops or lib/array printed, built in the folder under a name and loaded. NULL after a
/// message.
static inline void *native_library(const SmrStr *functions, const char *passes, const char *name,
                                   const char *flags) {
  SmrStr module = {0};
  smr_loops_print_module(functions, &module);
  bool ok = native_scratch(name) && native_build(&module, passes, native_scratch(name), flags);
  smr_str_free(&module);
  return ok ? native_load(native_scratch(name)) : NULL;
}

#endif
