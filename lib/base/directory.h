//===- directory.h - folders: SMR's own, and for temporary files ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_DIRECTORY_H
#define SMR_BASE_DIRECTORY_H
#include "base/str.h"

/// Where temporary files go: TMPDIR, or /tmp.
const char *smr_temporary_folder(void);
/// `below` the folder above this program's: where what was built or installed with it lies.
void smr_installed_path(const char *below, SmrStr *path);
/// Makes a new folder `folder`/`name`-XXXXXX. False, with errno, when there can be none; `path` then holds
/// what was tried.
bool smr_directory_create(const char *folder, const char *name, SmrStr *path);
/// Removes a folder and all that lies in it; links are not followed. What cannot be removed stays.
void smr_directory_remove(const char *path);
#endif
