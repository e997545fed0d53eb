//===- file.c - library files in memory ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "pfa/pfa.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// Pipes and the like cannot be mapped.
static bool read_all(int fd, SmrPfaFile *out) {
  SmrBytes bytes = {0};
  for (;;) {
    smr_vec_reserve(&bytes, bytes.size + 65536);
    ssize_t got = read(fd, bytes.data + bytes.size, 65536);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0 || bytes.size > 1u << 30) {
      int reason = got < 0 ? errno : EFBIG;
      smr_vec_free(&bytes);
      errno = reason;
      return false;
    }
    if (got == 0)
      break;
    bytes.size += (uint32_t)got;
  }
  *out = (SmrPfaFile){bytes.data, bytes.size, false};
  return true;
}

bool smr_pfa_file_open(const char *path, SmrPfaFile *out, SmrDiag *diag) {
  *out = (SmrPfaFile){0};
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return smr_error(diag, path, 0, 0, "%s", strerror(errno));
  struct stat info;
  bool ok = fstat(fd, &info) == 0;
  if (ok && S_ISREG(info.st_mode) && info.st_size > 0) {
    void *map = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map != MAP_FAILED)
      *out = (SmrPfaFile){map, (size_t)info.st_size, true};
  }
  if (ok && !out->bytes)
    ok = read_all(fd, out);
  if (!ok)
    smr_error(diag, path, 0, 0, "%s", strerror(errno));
  close(fd);
  return ok;
}

void smr_pfa_file_close(SmrPfaFile *file) {
  if (file->mapped)
    munmap((void *)(uintptr_t)file->bytes, file->size);
  else
    free((void *)(uintptr_t)file->bytes);
  *file = (SmrPfaFile){0};
}
