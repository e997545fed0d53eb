//===- report_file.c - where a report may be written -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/report_file.h"
#include "base/json.h"
#include "match/sarif.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 256 << 20 };

/// NULL: whatever is there may be replaced by a report.
static const char *why_not_over(const struct stat *info) {
  if (S_ISDIR(info->st_mode))
    return "it is a folder";
  if (!S_ISREG(info->st_mode))
    return "it is no ordinary file";
  return info->st_size > MOST_BYTES ? "what is there is too large for a report" : NULL;
}

static const char no_report[] = "what is there is no report of SMR's (delete it, or give another name)";

static bool read_file(int fd, SmrStr *text) {
  char buffer[8192];
  for (ssize_t got; (got = read(fd, buffer, sizeof buffer)) > 0 && text->size <= MOST_BYTES;)
    smr_str_append(text, buffer, (size_t)got);
  return text->size <= MOST_BYTES && strlen(smr_str_get(text)) == text->size;
}

/// What SARIF was made of takes its place.
static bool unwrap(const char *path, SmrStr *text) {
  if (!smr_is_sarif_path(path) || !text->size)
    return true;
  SmrStr report = {0};
  bool ok = smr_sarif_get(smr_str_get(text), &report);
  smr_str_free(text);
  *text = report;
  return ok;
}

static bool is_report(const SmrStr *text) {
  const char *version = smr_json_member(smr_str_get(text), "version");
  return text->size == 0 || (version && *version == '1' && smr_json_list(smr_str_get(text), "rewrites") &&
                             smr_json_list(smr_str_get(text), "missed"));
}

/// Opens and locks the file that the path names when the lock is ours: another writer may have replaced it.
static int open_locked(const char *path, int flags, struct stat *info) {
  for (struct stat named;;) {
    int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd < 0)
      return fd;
    while (flock(fd, LOCK_EX) != 0 && errno == EINTR)
      ;
    bool same = fstat(fd, info) == 0 && stat(path, &named) == 0 && named.st_dev == info->st_dev &&
                named.st_ino == info->st_ino;
    if (same)
      return fd;
    close(fd);
  }
}

/// (The file is looked at before it is opened: opening a device may do something, and a FIFO would make us
/// wait.)
int smr_report_open(const char *path, int flags, SmrStr *text, const char **reason) {
  struct stat info;
  *reason = NULL;
  if (stat(path, &info) == 0 && (*reason = why_not_over(&info)))
    return -1;
  int fd = open_locked(path, flags, &info);
  if (fd < 0) {
    *reason = strerror(errno);
    return fd;
  }
  *reason = why_not_over(&info);
  if (!*reason && !(read_file(fd, text) && unwrap(path, text) && is_report(text)))
    *reason = no_report;
  if (!*reason)
    return fd;
  smr_str_clear(text);
  close(fd);
  return -1;
}

static bool write_all(int fd, const char *data, size_t size) {
  while (size > 0) {
    ssize_t wrote = write(fd, data, size);
    if (wrote < 0 && errno != EINTR)
      return false;
    if (wrote > 0)
      data += wrote, size -= (size_t)wrote;
  }
  return true;
}

bool smr_report_replace(int fd, const char *path, const SmrStr *text, const char **reason) {
  char *real = realpath(path, NULL); // (a link stays one)
  bool ok = real && smr_write_file(real, smr_str_get(text), text->size, reason);
  // Nothing can be put beside it where the folder is not ours to write to.
  if (!ok && (errno == EACCES || errno == EPERM || errno == EROFS)) {
    ok = ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0 && write_all(fd, text->data, text->size);
    *reason = strerror(errno);
  } else if (!real) {
    *reason = strerror(errno);
  }
  free(real);
  return ok;
}

bool smr_report_can_write(const char *path, const char **reason) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  struct stat info;
  bool there = stat(path, &info) == 0;
  int fd = there ? smr_report_open(path, O_RDWR, &text, reason) : -1;
  if (fd >= 0)
    close(fd);
  return !there || fd >= 0;
}

void smr_report_wrap(const char *path, SmrStr *text) {
  SmrStr sarif = {0};
  if (!smr_is_sarif_path(path) || !smr_sarif_put(smr_str_get(text), &sarif)) {
    smr_str_free(&sarif);
    return;
  }
  smr_str_free(text);
  *text = sarif;
}

bool smr_report_write_text(const char *path, SmrStr *text, const char **reason) {
  if (!smr_report_can_write(path, reason))
    return false;
  smr_report_wrap(path, text);
  return smr_write_file(path, smr_str_get(text), text->size, reason);
}
