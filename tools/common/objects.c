//===- objects.c - what a linker reads: objects, bitcode, archives --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "tools/common/objects.h"
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NESTED = 8, ARCHIVE_MAGIC = 8, MEMBER_HEADER = 60, MEMBER_NAME = 16 };

//--- ELF ----------------------------------------------------------------------------

static bool within(Bytes b, uint64_t offset, uint64_t size) {
  return offset <= b.size && size <= b.size - offset;
}

/// What a section header says, of either class. (This machine's kind of objects is little-endian.)
typedef struct {
  uint32_t name, type, link;
  uint64_t offset, size;
} Header;

static bool header_at(Bytes b, bool wide, uint64_t table, uint32_t index, Header *out) {
  uint64_t step = wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
  if (table > b.size || !within(b, table + index * step, step))
    return false;
  const unsigned char *at = b.data + table + index * step;
  if (wide) {
    Elf64_Shdr h;
    memcpy(&h, at, sizeof h);
    *out = (Header){h.sh_name, h.sh_type, h.sh_link, h.sh_offset, h.sh_size};
  } else {
    Elf32_Shdr h;
    memcpy(&h, at, sizeof h);
    *out = (Header){h.sh_name, h.sh_type, h.sh_link, h.sh_offset, h.sh_size};
  }
  return out->type == SHT_NOBITS || within(b, out->offset, out->size);
}

bool elf_open(Bytes b, Elf *out) {
  *out = (Elf){.bytes = b, .wide = b.size > EI_DATA && b.data[EI_CLASS] == ELFCLASS64};
  uint64_t count, names_at;
  if (b.size < sizeof(Elf64_Ehdr) || memcmp(b.data, ELFMAG, SELFMAG) != 0 || b.data[EI_DATA] != ELFDATA2LSB)
    return false;
  if (out->wide) {
    Elf64_Ehdr h;
    memcpy(&h, b.data, sizeof h);
    out->type = h.e_type, out->table = h.e_shoff, count = h.e_shnum, names_at = h.e_shstrndx;
  } else {
    Elf32_Ehdr h;
    memcpy(&h, b.data, sizeof h);
    out->type = h.e_type, out->table = h.e_shoff, count = h.e_shnum, names_at = h.e_shstrndx;
  }
  Header first, names;
  if (!out->table || !header_at(b, out->wide, out->table, 0, &first))
    return false;
  if (!count) // more than the header has room for: section 0 says how many
    count = first.size;
  if (names_at == SHN_XINDEX) // and where their names are
    names_at = first.link;
  if (count > b.size / sizeof(Elf32_Shdr) || names_at >= count ||
      !header_at(b, out->wide, out->table, (uint32_t)names_at, &names) || names.type != SHT_STRTAB)
    return false;
  out->count = (uint32_t)count, out->names = names.offset, out->names_size = names.size;
  return true;
}

/// The text at an offset of a table of strings, when it ends there; else "".
static const char *text_in(Bytes b, uint64_t table, uint64_t size, uint64_t offset) {
  bool ends = offset < size && memchr(b.data + table + offset, 0, size - offset);
  return ends ? (const char *)b.data + table + offset : "";
}

bool elf_section(const Elf *elf, uint32_t index, ElfSection *out) {
  Header h;
  if (index >= elf->count || !header_at(elf->bytes, elf->wide, elf->table, index, &h))
    return false;
  *out = (ElfSection){text_in(elf->bytes, elf->names, elf->names_size, h.name), h.type, h.link, h.offset,
                      h.size};
  return true;
}

/// The symbols of one table.
static void visit_table(const Elf *elf, const ElfSection *table, SymbolVisitor visit, void *data) {
  uint64_t step = elf->wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
  ElfSection texts;
  if (!elf_section(elf, table->link, &texts) || texts.type != SHT_STRTAB)
    return;
  for (uint64_t at = step; at + step <= table->size; at += step) { // (the first one is none)
    const unsigned char *entry = elf->bytes.data + table->offset + at;
    uint32_t name;
    unsigned char info;
    uint16_t section;
    if (elf->wide) {
      Elf64_Sym s;
      memcpy(&s, entry, sizeof s);
      name = s.st_name, info = s.st_info, section = s.st_shndx;
    } else {
      Elf32_Sym s;
      memcpy(&s, entry, sizeof s);
      name = s.st_name, info = s.st_info, section = s.st_shndx;
    }
    const char *text = text_in(elf->bytes, texts.offset, texts.size, name);
    if (ELF64_ST_BIND(info) != STB_LOCAL && *text)
      visit(data, text, strlen(text), section != SHN_UNDEF);
  }
}

void elf_symbols(const Elf *elf, SymbolVisitor visit, void *data) {
  ElfSection section;
  for (uint32_t k = 1; k < elf->count; k++)
    if (elf_section(elf, k, &section) && section.type == (elf->type == ET_REL ? SHT_SYMTAB : SHT_DYNSYM))
      visit_table(elf, &section, visit, data);
}

void object_symbols(ObjectKind kind, Bytes bytes, SymbolVisitor visit, void *data) {
  Elf elf;
  if (kind == OBJECT_BITCODE)
    bitcode_symbols(bytes, visit, data);
  else if (kind == OBJECT_ELF && elf_open(bytes, &elf))
    elf_symbols(&elf, visit, data);
}

typedef struct {
  Session *session;
  const char *file;
  ObjectVisitor visit;
  void *data;
  unsigned depth;
} Visit;

static void visit_path(Visit *v, const char *path);

//--- Archives -------------------------------------------------------------------------

/// A member's name in a thin archive, `/123` for one in the table of long names. Empty: it has none.
static const char *member_name(Visit *v, const char *header, Bytes names) {
  if (header[0] != '/')
    return smr_arena_printf(&v->session->arena, "%.*s", (int)strcspn(header, "/ "), header);
  size_t at = strtoul(header + 1, NULL, 10);
  if (at >= names.size)
    return "";
  const char *start = (const char *)names.data + at, *end = memchr(start, '\n', names.size - at);
  if (!end)
    return "";
  size_t length = (size_t)(end - start);
  while (length > 0 && start[length - 1] == '/')
    length--;
  return smr_arena_printf(&v->session->arena, "%.*s", (int)length, start);
}

static void visit_bytes(Visit *v, const char *path, Bytes b);

static void visit_archive(Visit *v, const char *path, Bytes b, bool thin) {
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
      const char *name = member_name(v, header, names);
      if (*name)
        visit_path(v, name[0] == '/' || !slash
                          ? name
                          : smr_arena_printf(&v->session->arena, "%.*s/%s", (int)(slash - path), path, name));
      continue;
    }
    if (!within(b, at, size))
      return;
    Bytes body = {b.data + at, size};
    if (header[0] == '/' && header[1] == '/')
      names = body;
    else if (!table)
      visit_bytes(v, path, body);
    at += size + size % 2;
  }
}

//--- Files ------------------------------------------------------------------------------

static bool begins(Bytes b, const char *magic, size_t size) {
  return b.size >= size && memcmp(b.data, magic, size) == 0;
}

ObjectKind objects_kind(Bytes b) {
  return begins(b, ELFMAG, SELFMAG)              ? OBJECT_ELF
         : begins(b, "BC\xc0\xde", 4)            ? OBJECT_BITCODE
         : begins(b, "!<arch>\n", ARCHIVE_MAGIC) ? OBJECT_ARCHIVE
         : begins(b, "!<thin>\n", ARCHIVE_MAGIC) ? OBJECT_THIN_ARCHIVE
                                                 : OBJECT_OTHER;
}

static void visit_bytes(Visit *v, const char *path, Bytes b) {
  ObjectKind kind = objects_kind(b);
  if (v->depth++ < MOST_NESTED) {
    v->visit(v->data, v->file, kind, b);
    if (kind == OBJECT_ARCHIVE || kind == OBJECT_THIN_ARCHIVE)
      visit_archive(v, path, b, kind == OBJECT_THIN_ARCHIVE);
  } else {
    v->visit(v->data, v->file, OBJECT_UNREADABLE, b);
  }
  v->depth--;
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

static void visit_path(Visit *v, const char *path) {
  size_t size = 0;
  void *bytes = map_file(path, &size);
  if (!bytes) {
    v->visit(v->data, v->file, OBJECT_UNREADABLE, (Bytes){0});
    return;
  }
  visit_bytes(v, path, (Bytes){bytes, size});
  munmap(bytes, size);
}

void objects_visit(Session *session, const char *path, ObjectVisitor visit, void *data) {
  visit_path(&(Visit){session, path, visit, data, 0}, path);
}
