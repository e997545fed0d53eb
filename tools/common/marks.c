//===- marks.c - libraries that rewritten objects ask for ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "tools/common/marks.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_LIBRARY_NAME 4096

/// Put together at run time, so that this program's own object carries no mark.
static const char mark_head[] = "__smr", mark_tail[] = "_link.";

static void add_name(Session *session, Args *libraries, const char *name, size_t length) {
  for (uint32_t i = 0; i < libraries->size; i++)
    if (strlen(libraries->data[i]) == length && strncmp(libraries->data[i], name, length) == 0)
      return;
  smr_vec_push(libraries, smr_arena_strndup(&session->arena, name, length));
}

static void scan_bytes(Session *session, Args *libraries, const char *bytes, size_t n) {
  char mark[sizeof mark_head + sizeof mark_tail];
  int mark_length = snprintf(mark, sizeof mark, "%s%s", mark_head, mark_tail);
  for (const char *at = bytes, *end = bytes + n;
       (at = memmem(at, (size_t)(end - at), mark, (size_t)mark_length));) {
    const char *name = at + mark_length;
    size_t left = (size_t)(end - name), length = 0;
    while (length < left && length < MAX_LIBRARY_NAME && (unsigned char)name[length] > ' ' &&
           name[length] != '$' && (unsigned char)name[length] < 0x7f)
      length++;
    if (length > 0 && length < left && name[length] == '$')
      add_name(session, libraries, name, length);
    at = name;
  }
}

/// Objects and archives; of shared libraries the linker reads what they need themselves.
static void scan_file(Session *session, Args *libraries, const char *path) {
  static const char *const heads[] = {"\177ELF", "!<arch>\n", "!<thin>\n", "BC\xc0\xde"};
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat info;
  if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 64) {
    size_t n = (size_t)info.st_size;
    char *bytes = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes != MAP_FAILED) {
      bool relevant = false;
      for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        relevant = relevant || memcmp(bytes, heads[i], strlen(heads[i])) == 0;
      bool shared =
          memcmp(bytes, heads[0], 4) == 0 && bytes[16] != 1; // e_type, little-endian; 1 = relocatable
      if (relevant && !shared)
        scan_bytes(session, libraries, bytes, n);
      if (memcmp(bytes, heads[2], 8) == 0) {
        // A thin archive has names in its table, the objects stay outside: `dir/x.o/\n`.
        const char *directory_end = strrchr(path, '/');
        int directory = directory_end ? (int)(directory_end - path) + 1 : 0;
        for (const char *at = bytes, *end = bytes + n, *stop;
             (stop = memmem(at, (size_t)(end - at), "/\n", 2));) {
          const char *name = stop;
          while (name > at && (unsigned char)name[-1] > ' ')
            name--;
          if (stop > name && stop - name < MAX_LIBRARY_NAME) {
            bool absolute = name[0] == '/';
            scan_file(session, libraries,
                      session_format(session, "%.*s%.*s", absolute ? 0 : directory, path, (int)(stop - name),
                                     name));
          }
          at = stop + 2;
        }
      }
      munmap(bytes, n);
    }
  }
  if (fd >= 0)
    close(fd);
}

/// -lname: the linker takes libname.so before libname.a in each directory, and only an archive can carry
/// marks.
static void scan_library(Session *session, Args *libraries, const Args *argv, const char *name) {
  for (uint32_t i = 0; i < argv->size; i++) {
    const char *argument = argv->data[i];
    if (strncmp(argument, "-L", 2) != 0 || !argument[2])
      continue;
    const char *archive = session_format(session, "%s/lib%s.a", argument + 2, name);
    if (access(session_format(session, "%s/lib%s.so", argument + 2, name), R_OK) == 0)
      return;
    if (access(archive, R_OK) == 0) {
      scan_file(session, libraries, archive);
      return;
    }
  }
}

bool marks_find(Session *session, const Args *argv, Args *libraries) {
  bool relocatable = false;
  for (uint32_t i = 0; i < argv->size; i++) {
    const char *argument = argv->data[i];
    if (strcmp(argument, "-o") == 0 && i + 1 < argv->size)
      i++;
    else if (strcmp(argument, "-r") == 0 || strcmp(argument, "--relocatable") == 0)
      relocatable = true;
    else if (strncmp(argument, "-l", 2) == 0 && argument[2])
      scan_library(session, libraries, argv, argument + 2);
    else if (argument[0] != '-')
      scan_file(session, libraries, argument);
  }
  return !relocatable;
}

const char *marks_option(Session *session, const char *library) {
  return strchr(library, '/') ? library : session_format(session, "-l%s", library);
}
