//===- marks_file.c - marks in objects and archives ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "tools/common/marks.h"
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NESTED = 8, ARCHIVE_MAGIC = 8, MEMBER_HEADER = 60, MEMBER_NAME = 16 };

typedef struct {
  const unsigned char *data;
  size_t size;
} Bytes;

typedef struct {
  Session *session;
  Args *libraries;
  unsigned depth;
} Scan;

static void scan_path(Scan *scan, const char *path);

//--- ELF ----------------------------------------------------------------------------

static bool within(Bytes b, uint64_t offset, uint64_t size) {
  return offset <= b.size && size <= b.size - offset;
}

/// What a section header says, of either class. (This machine's kind of objects is little-endian.)
typedef struct {
  uint32_t name, type;
  uint64_t offset, size;
} Section;

static bool section_at(Bytes b, bool wide, uint64_t table, uint32_t index, Section *out) {
  uint64_t step = wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
  if (table > b.size || !within(b, table + index * step, step))
    return false;
  const unsigned char *at = b.data + table + index * step;
  if (wide) {
    Elf64_Shdr header;
    memcpy(&header, at, sizeof header);
    *out = (Section){header.sh_name, header.sh_type, header.sh_offset, header.sh_size};
  } else {
    Elf32_Shdr header;
    memcpy(&header, at, sizeof header);
    *out = (Section){header.sh_name, header.sh_type, header.sh_offset, header.sh_size};
  }
  return out->type == SHT_NOBITS || within(b, out->offset, out->size);
}

/// The names in the section, each with a NUL behind it.
static void add_names(Scan *scan, const char *file, const char *text, uint64_t size) {
  for (const char *end = text + size, *stop; text < end && (stop = memchr(text, 0, (size_t)(end - text)));
       text = stop + 1)
    if (stop > text) // (zeros may pad)
      marks_add(scan->session, file, text, (size_t)(stop - text), scan->libraries);
}

/// Of relocatable objects; what a shared library needs it says itself.
static void scan_elf(Scan *scan, const char *file, Bytes b) {
  bool wide = b.size > EI_DATA && b.data[EI_CLASS] == ELFCLASS64;
  uint64_t table, names_at, count;
  uint16_t type;
  if (b.size < sizeof(Elf64_Ehdr) || b.data[EI_DATA] != ELFDATA2LSB)
    return;
  if (wide) {
    Elf64_Ehdr header;
    memcpy(&header, b.data, sizeof header);
    type = header.e_type, table = header.e_shoff, count = header.e_shnum, names_at = header.e_shstrndx;
  } else {
    Elf32_Ehdr header;
    memcpy(&header, b.data, sizeof header);
    type = header.e_type, table = header.e_shoff, count = header.e_shnum, names_at = header.e_shstrndx;
  }
  Section first, names, one;
  if (type != ET_REL || !table || !section_at(b, wide, table, 0, &first))
    return;
  if (!count) // more than the header has room for: section 0 says how many
    count = first.size;
  if (names_at == SHN_XINDEX) { // and where their names are
    uint64_t link = table + (wide ? offsetof(Elf64_Shdr, sh_link) : offsetof(Elf32_Shdr, sh_link));
    uint32_t index;
    memcpy(&index, b.data + link, sizeof index);
    names_at = index;
  }
  if (count > b.size / sizeof(Elf32_Shdr) || names_at >= count ||
      !section_at(b, wide, table, (uint32_t)names_at, &names) || names.type != SHT_STRTAB)
    return;
  for (uint32_t k = 1; k < count; k++)
    if (section_at(b, wide, table, k, &one) && one.type == SHT_PROGBITS &&
        one.name + sizeof SMR_LINK_SECTION <= names.size &&
        memcmp(b.data + names.offset + one.name, SMR_LINK_SECTION, sizeof SMR_LINK_SECTION) == 0)
      add_names(scan, file, (const char *)b.data + one.offset, one.size);
}

//--- Archives -------------------------------------------------------------------------

/// A member's name in a thin archive, `/123` for one in the table of long names. Empty: it has none.
static const char *member_name(Scan *scan, const char *header, Bytes names) {
  if (header[0] != '/')
    return session_format(scan->session, "%.*s", (int)strcspn(header, "/ "), header);
  size_t at = strtoul(header + 1, NULL, 10);
  if (at >= names.size)
    return "";
  const char *start = (const char *)names.data + at, *end = memchr(start, '\n', names.size - at);
  if (!end)
    return "";
  size_t length = (size_t)(end - start);
  while (length > 0 && start[length - 1] == '/')
    length--;
  return session_format(scan->session, "%.*s", (int)length, start);
}

static void scan_bytes(Scan *scan, const char *path, Bytes b);

static void scan_archive(Scan *scan, const char *path, Bytes b, bool thin) {
  Bytes names = {0};
  const char *slash = strrchr(path, '/');
  for (size_t at = ARCHIVE_MAGIC; within(b, at, MEMBER_HEADER);) {
    char header[MEMBER_HEADER + 1] = {0}, digits[11] = {0};
    memcpy(header, b.data + at, MEMBER_HEADER);
    memcpy(digits, header + 48, 10);
    size_t size = strtoul(digits, NULL, 10);
    header[MEMBER_NAME] = 0;
    at += MEMBER_HEADER;
    bool table = header[0] == '/' && (header[1] == ' ' || header[1] == '/' || header[1] == 'S');
    if (thin && !table) { // the object stays outside
      const char *name = member_name(scan, header, names);
      if (*name)
        scan_path(scan, name[0] == '/' || !slash
                            ? name
                            : session_format(scan->session, "%.*s/%s", (int)(slash - path), path, name));
      continue;
    }
    if (!within(b, at, size))
      return;
    Bytes body = {b.data + at, size};
    if (header[0] == '/' && header[1] == '/')
      names = body;
    else if (!table)
      scan_bytes(scan, path, body);
    at += size + size % 2;
  }
}

//--- Files ------------------------------------------------------------------------------

static bool begins(Bytes b, const char *magic, size_t size) {
  return b.size >= size && memcmp(b.data, magic, size) == 0;
}

static void scan_bytes(Scan *scan, const char *path, Bytes b) {
  if (scan->depth++ < MOST_NESTED) {
    if (begins(b, ELFMAG, SELFMAG))
      scan_elf(scan, path, b);
    else if (begins(b, "BC\xc0\xde", 4))
      marks_scan_bitcode(scan->session, path, b.data, b.size, scan->libraries);
    else if (begins(b, "!<arch>\n", ARCHIVE_MAGIC))
      scan_archive(scan, path, b, false);
    else if (begins(b, "!<thin>\n", ARCHIVE_MAGIC))
      scan_archive(scan, path, b, true);
  }
  scan->depth--;
}

/// NULL when it is no file with bytes in it. (A FIFO or a device is not even opened for reading.)
static void *map_file(const char *path, size_t *size) {
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < 64)
    return NULL;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  void *bytes = fd < 0 ? MAP_FAILED : mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (fd >= 0)
    close(fd);
  *size = (size_t)info.st_size;
  return bytes == MAP_FAILED ? NULL : bytes;
}

static void scan_path(Scan *scan, const char *path) {
  size_t size;
  void *bytes = map_file(path, &size);
  if (!bytes)
    return;
  scan_bytes(scan, path, (Bytes){bytes, size});
  munmap(bytes, size);
}

void marks_scan_file(Session *session, const char *path, Args *libraries) {
  scan_path(&(Scan){session, libraries, 0}, path);
}

/// An archive or a shared object; a text would be read as a linker script.
static bool is_library(const char *path) {
  size_t size;
  unsigned char *bytes = map_file(path, &size);
  Bytes b = {bytes, size};
  bool ok = bytes && (begins(b, "!<arch>\n", ARCHIVE_MAGIC) || begins(b, "!<thin>\n", ARCHIVE_MAGIC) ||
                      (begins(b, ELFMAG, SELFMAG) && (b.data[16] == ET_DYN || b.data[16] == ET_REL)));
  if (bytes)
    munmap(bytes, size);
  return ok;
}

void marks_add(Session *session, const char *file, const char *name, size_t length, Args *libraries) {
  const char *text = session_format(session, "%.*s", (int)(length > 200 ? 200 : length), name);
  if (!smr_link_name_ok(name, length)) {
    for (char *at = (char *)text; *at; at++) // (for a terminal)
      *at = *at < ' ' || *at > '~' ? '?' : *at;
    fprintf(stderr, "%s: warning: %s asks for '%s', which is not a library name or path: left out\n",
            driver_name, file, text);
    return;
  }
  text = smr_arena_strndup(&session->arena, name, length);
  for (uint32_t i = 0; i < libraries->size; i++)
    if (strcmp(libraries->data[i], text) == 0)
      return;
  if (memchr(name, '/', length) && !is_library(text)) {
    fprintf(stderr, "%s: warning: %s asks for %s, where there is no library: left out\n", driver_name, file,
            text);
    return;
  }
  smr_vec_push(libraries, text);
}
