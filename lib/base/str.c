//===- str.c - string builder --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "base/arena.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void reserve(SmrStr *str, size_t extra) {
  size_t want = str->size + extra + 1;
  if (want <= str->capacity)
    return;
  size_t capacity = str->capacity ? str->capacity : 64;
  while (capacity < want)
    capacity *= 2;
  str->data = smr_xrealloc(str->data, capacity);
  str->capacity = capacity;
}

void smr_str_append(SmrStr *str, const char *text, size_t length) {
  reserve(str, length);
  if (length)
    memcpy(str->data + str->size, text, length);
  str->size += length;
  str->data[str->size] = 0;
}

void smr_str_puts(SmrStr *str, const char *text) {
  smr_str_append(str, text, strlen(text));
}
void smr_str_putc(SmrStr *str, char c) {
  smr_str_append(str, &c, 1);
}

void smr_str_vprintf(SmrStr *str, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  if (length > 0) {
    reserve(str, (size_t)length);
    vsnprintf(str->data + str->size, (size_t)length + 1, format, again);
    str->size += (size_t)length;
  }
  va_end(again);
}

void smr_str_printf(SmrStr *str, const char *format, ...) {
  va_list args;
  va_start(args, format);
  smr_str_vprintf(str, format, args);
  va_end(args);
}

void smr_str_clear(SmrStr *str) {
  str->size = 0;
  if (str->data)
    str->data[0] = 0;
}

void smr_str_free(SmrStr *str) {
  free(str->data);
  memset(str, 0, sizeof *str);
}

void smr_str_escape(SmrStr *str, const char *text) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      smr_str_putc(str, '\\');
    smr_str_putc(str, *text >= 0 && *text < ' ' ? ' ' : *text);
  }
}

const char *smr_str_get(const SmrStr *str) {
  return str->data ? str->data : "";
}

bool smr_starts(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool smr_ends(const char *text, const char *suffix) {
  size_t size = strlen(text), length = strlen(suffix);
  return size >= length && strcmp(text + size - length, suffix) == 0;
}

const char *smr_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool smr_among(const char *text, const char *const *list) {
  for (; *list; list++)
    if (smr_equal(text, *list))
      return true;
  return false;
}

bool smr_read_file(const char *path, SmrStr *out, const char **reason) {
  struct stat info;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &info) != 0) {
    *reason = strerror(errno);
    if (fd >= 0)
      close(fd);
    return false;
  }
  if (S_ISDIR(info.st_mode)) {
    *reason = strerror(EISDIR);
    close(fd);
    return false;
  }
  reserve(out, (size_t)info.st_size);
  out->data[out->size] = 0;
  for (;;) {
    reserve(out, 65536);
    ssize_t got = read(fd, out->data + out->size, 65536);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      *reason = strerror(errno);
      close(fd);
      return false;
    }
    if (got == 0)
      break;
    out->size += (size_t)got;
    out->data[out->size] = 0;
  }
  close(fd);
  return true;
}

bool smr_write_file(const char *path, const void *bytes, size_t size, const char **reason) {
  struct stat info;
  if (lstat(path, &info) == 0 &&
      !S_ISREG(info.st_mode)) { // a pipe or a link, /dev/stdout: nothing to rename over
    FILE *file = fopen(path, strncmp(path, "/dev/", 5) == 0 ? "ab" : "wb");
    bool ok = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0)
      ok = false;
    if (!ok)
      *reason = strerror(errno);
    return ok;
  }
  SMR_OWNED(SmrStr, smr_str_free) temporary = {0};
  smr_str_printf(&temporary, "%s.tmp-XXXXXX", path);
  int fd = mkstemp(temporary.data);
  bool ok = fd >= 0;
  for (size_t done = 0; ok && done < size;) {
    ssize_t put = write(fd, (const char *)bytes + done, size - done);
    if (put < 0 && errno != EINTR)
      ok = false;
    else if (put > 0)
      done += (size_t)put;
  }
  if (ok) {
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
  }
  if (fd >= 0 && close(fd) != 0)
    ok = false;
  if (ok && rename(temporary.data, path) != 0)
    ok = false;
  if (!ok) {
    int error = errno;
    *reason = strerror(error);
    if (fd >= 0)
      unlink(temporary.data);
    errno = error;
  }
  return ok;
}
