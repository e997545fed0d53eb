//===- attach.c - a section more in an ELF file ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The section's bytes, a new table of names and a new table of sections go behind the end of the file; the
// header, which says where they are, is written last.
//===----------------------------------------------------------------------===//
#include "attach.h"
#include "base/str.h"
#include "objects.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  const Elf *elf;
  const char *name;
  const void *bytes;
  size_t size;
  bool excluded;
  uint32_t names;  // the index of the table of names
  uint32_t at;     // the section's index: that of an old one, or the count
  uint64_t offset; // of its bytes, in the new file
} Attaching;

static void pad(SmrStr *out, uint64_t start) {
  while ((start + out->size) % 8)
    smr_str_putc(out, '\0');
}

/// The old table of names and the new name; both offsets are the new file's.
static uint64_t put_names(const Attaching *a, SmrStr *tail, uint64_t start, uint64_t *size) {
  ElfSection names;
  uint64_t at = start + tail->size;
  elf_section(a->elf, a->names, &names);
  smr_str_append(tail, (const char *)a->elf->bytes.data + names.offset, names.size);
  smr_str_append(tail, a->name, strlen(a->name) + 1);
  *size = start + tail->size - at;
  return at;
}

#define PUT_TABLE(bits)                                                                                      \
  static void put_table_##bits(const Attaching *a, SmrStr *tail, uint64_t names, uint64_t names_size) {      \
    for (uint32_t k = 0; k < a->elf->count + (a->at == a->elf->count); k++) {                                \
      Elf##bits##_Shdr h = {.sh_type = SHT_PROGBITS, .sh_addralign = 1};                                     \
      if (k < a->elf->count)                                                                                 \
        memcpy(&h, a->elf->bytes.data + a->elf->table + k * sizeof h, sizeof h);                             \
      else                                                                                                   \
        h.sh_name = (uint32_t)(names_size - strlen(a->name) - 1),                                            \
        h.sh_flags = a->excluded ? SHF_EXCLUDE : 0;                                                          \
      if (k == a->at)                                                                                        \
        h.sh_offset = (Elf##bits##_Off)a->offset, h.sh_size = (Elf##bits##_Off)a->size;                      \
      if (k == a->names)                                                                                     \
        h.sh_offset = (Elf##bits##_Off)names, h.sh_size = (Elf##bits##_Off)names_size;                       \
      smr_str_append(tail, (const char *)&h, sizeof h);                                                      \
    }                                                                                                        \
  }
PUT_TABLE(64)
PUT_TABLE(32)
#undef PUT_TABLE

/// The file's header with the new table of sections.
static size_t new_header(const Attaching *a, uint64_t table, unsigned char *out) {
  uint16_t count = (uint16_t)(a->elf->count + (a->at == a->elf->count));
  if (a->elf->wide) {
    Elf64_Ehdr h;
    memcpy(&h, a->elf->bytes.data, sizeof h);
    h.e_shoff = table, h.e_shnum = count;
    memcpy(out, &h, sizeof h);
    return sizeof h;
  }
  Elf32_Ehdr h;
  memcpy(&h, a->elf->bytes.data, sizeof h);
  h.e_shoff = (Elf32_Off)table, h.e_shnum = count;
  memcpy(out, &h, sizeof h);
  return sizeof h;
}

static bool write_at(int fd, const void *bytes, size_t size, uint64_t at) {
  const char *from = bytes;
  while (size > 0) {
    ssize_t wrote = pwrite(fd, from, size, (off_t)at);
    if (wrote < 0 && errno != EINTR)
      return false;
    if (wrote > 0)
      from += wrote, size -= (size_t)wrote, at += (uint64_t)wrote;
  }
  return true;
}

static bool attach(int fd, Attaching *a) {
  SMR_OWNED(SmrStr, smr_str_free) tail = {0};
  unsigned char header[sizeof(Elf64_Ehdr)];
  uint64_t start = a->elf->bytes.size, names_size, names;
  pad(&tail, start);
  a->offset = start + tail.size;
  smr_str_append(&tail, a->bytes, a->size);
  names = put_names(a, &tail, start, &names_size);
  pad(&tail, start);
  uint64_t table = start + tail.size;
  (a->elf->wide ? put_table_64 : put_table_32)(a, &tail, names, names_size);
  size_t size = new_header(a, table, header);
  bool ok = write_at(fd, tail.data, tail.size, start) && write_at(fd, header, size, 0);
  if (!ok && ftruncate(fd, (off_t)start) != 0)
    ok = false; // (what is behind the file's sections belongs to nobody)
  return ok;
}

/// Which section holds the names; 0: that is not said here.
static uint32_t index_of_names(const Elf *elf) {
  if (elf->wide) {
    Elf64_Ehdr h;
    memcpy(&h, elf->bytes.data, sizeof h);
    return h.e_shstrndx == SHN_XINDEX || h.e_shnum == 0 ? 0 : h.e_shstrndx;
  }
  Elf32_Ehdr h;
  memcpy(&h, elf->bytes.data, sizeof h);
  return h.e_shstrndx == SHN_XINDEX || h.e_shnum == 0 ? 0 : h.e_shstrndx;
}

static uint32_t find_section(const Elf *elf, const char *name) {
  ElfSection section;
  for (uint32_t k = 1; k < elf->count; k++)
    if (elf_section(elf, k, &section) && strcmp(section.name, name) == 0)
      return k;
  return elf->count;
}

bool elf_attach(const char *path, const char *name, const void *bytes, size_t size, bool excluded,
                const char **reason) {
  SmrStr whole = {0};
  Elf elf;
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) {
    *reason = "it is no ordinary file";
    return false;
  }
  bool ok = smr_read_file(path, &whole, reason);
  if (ok) {
    ok = elf_open((Bytes){(const unsigned char *)whole.data, whole.size}, &elf);
    Attaching a = {.elf = &elf, .name = name, .bytes = bytes, .size = size, .excluded = excluded};
    ElfSection last;
    *reason = ok ? "its sections are out of the ordinary" : "it is no ELF file";
    a.names = ok && elf_section(&elf, elf.count - 1, &last) ? index_of_names(&elf)
                                                            : 0; // (the whole table is there)
    ok = a.names && elf.count + 1 < SHN_LORESERVE;
    if (ok) {
      a.at = find_section(&elf, name);
      int fd = open(path, O_RDWR | O_CLOEXEC);
      ok = fd >= 0 && attach(fd, &a);
      *reason = ok ? NULL : strerror(errno);
      if (fd >= 0)
        close(fd);
    }
  }
  smr_str_free(&whole);
  return ok;
}
