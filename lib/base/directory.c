//===- directory.c - folders: SMR's own, and for temporary files ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/directory.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *smr_temporary_folder(void) {
  const char *folder = getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

void smr_installed_path(const char *below, SmrStr *path) {
  char self[PATH_MAX + 1];
  ssize_t length = readlink("/proc/self/exe", self, PATH_MAX);
  self[length > 0 ? length : 0] = 0;
  for (int i = 0; i < 2; i++)
    if (strrchr(self, '/'))
      *strrchr(self, '/') = 0;
  smr_str_printf(path, "%s/%s", self, below);
}

bool smr_directory_create(const char *folder, const char *name, SmrStr *path) {
  smr_str_clear(path);
  smr_str_printf(path, "%s/%s-XXXXXX", folder, name);
  return mkdtemp(path->data) != NULL;
}

void smr_directory_remove(const char *path) {
  DIR *directory = opendir(path);
  struct dirent *entry;
  while (directory && (entry = readdir(directory))) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
      continue;
    SmrStr name = {0};
    smr_str_printf(&name, "%s/%s", path, entry->d_name);
    if (unlink(name.data) != 0 && errno == EISDIR)
      smr_directory_remove(name.data); // (as deep as a path can be)
    smr_str_free(&name);
  }
  if (directory)
    closedir(directory);
  rmdir(path);
}
