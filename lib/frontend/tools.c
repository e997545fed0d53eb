//===- tools.c - where compilers are, and where they work ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/directory.h"
#include "frontend/frontend_internal.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SMR_FLANG_PATH
#define SMR_FLANG_PATH "/usr/lib/llvm-22/bin/flang"
#endif
#ifndef SMR_CLANG_PATH
#define SMR_CLANG_PATH "/usr/lib/llvm-22/bin/clang"
#endif
#ifndef SMR_MLIR_OPT_PATH
#define SMR_MLIR_OPT_PATH "/usr/lib/llvm-22/bin/mlir-opt"
#endif

static bool find_in_path(const char *name, SmrStr *out) {
  for (const char *at = getenv("PATH"); at && *at;) {
    size_t length = strcspn(at, ":");
    SmrStr path = {0};
    smr_str_printf(&path, "%.*s/%s", (int)length, at, name);
    bool found = length > 0 && access(path.data, X_OK) == 0;
    if (found)
      smr_str_puts(out, path.data);
    smr_str_free(&path);
    if (found)
      return true;
    at += length + (at[length] == ':');
  }
  return false;
}

static bool find(const char *variable, const char *configured, const char *usual, const char *versioned,
                 const char *plain, SmrStr *out) {
  const char *chosen = getenv(variable);
  const char *const paths[] = {configured, usual};
  if (chosen && *chosen) {
    smr_str_puts(out, chosen);
    return true;
  }
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    if (access(paths[i], X_OK) == 0) {
      smr_str_puts(out, paths[i]);
      return true;
    }
  return find_in_path(versioned, out) || find_in_path(plain, out);
}

bool smr_frontend_find_flang(SmrStr *out) {
  return find("SMR_FLANG", SMR_FLANG_PATH, "/usr/lib/llvm-22/bin/flang", "flang-22", "flang", out);
}

bool smr_frontend_find_clang(SmrStr *out) {
  return find("SMR_CLANG", SMR_CLANG_PATH, "/usr/lib/llvm-22/bin/clang", "clang-22", "clang", out);
}

bool smr_frontend_find_mlir_opt(SmrStr *out) {
  return find("SMR_MLIR_OPT", SMR_MLIR_OPT_PATH, "/usr/lib/llvm-22/bin/mlir-opt", "mlir-opt-22", "mlir-opt",
              out);
}

bool smr_frontend_make_directory(SmrStr *path, SmrDiag *diag) {
  if (smr_directory_create(smr_temporary_folder(), "smr", path))
    return true;
  smr_error(diag, path->data, 0, 0, "%s", strerror(errno));
  smr_str_free(path);
  return false;
}

void smr_frontend_remove_directory(SmrStr *path) {
  smr_directory_remove(smr_str_get(path));
  smr_str_free(path);
}
