//===- objects.h - what a linker reads: objects, bitcode, archives --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Any bytes are a possible input: what does not fit is passed over, and nothing outside the file is read.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_OBJECTS_H
#define SMR_COMMON_OBJECTS_H
#include "tools/common/session.h"

typedef struct {
  const unsigned char *data;
  size_t size;
} Bytes;

/// UNREADABLE: no such file, or no regular one, or too small for anything; OTHER: a text, probably.
typedef enum {
  OBJECT_UNREADABLE,
  OBJECT_ELF,
  OBJECT_BITCODE,
  OBJECT_ARCHIVE,
  OBJECT_THIN_ARCHIVE,
  OBJECT_OTHER
} ObjectKind;

/// Called for a file and, where that is an archive, for each of its members; `file` is the outermost one.
typedef void (*ObjectVisitor)(void *data, const char *file, ObjectKind kind, Bytes bytes);
void objects_visit(Session *session, const char *path, ObjectVisitor visit, void *data);
/// What the file begins like.
ObjectKind objects_kind(Bytes bytes);

typedef struct {
  Bytes bytes;
  bool wide;
  uint16_t type; // ET_REL, ET_DYN, …
  uint64_t table;
  uint32_t count; // of sections; the first one is none
  uint64_t names, names_size;
} Elf;

typedef struct {
  const char *name; // "" when it has none
  uint32_t type, link;
  uint64_t offset, size; // within the file, unless it is SHT_NOBITS
} ElfSection;

/// False when it is no ELF file of this machine's byte order with sections.
bool elf_open(Bytes bytes, Elf *out);
bool elf_section(const Elf *elf, uint32_t index, ElfSection *out);

/// A symbol that other files see; the name is not terminated.
typedef void (*SymbolVisitor)(void *data, const char *name, size_t length, bool defined);
/// Of an object its symbols, of a shared object the dynamic ones.
void elf_symbols(const Elf *elf, SymbolVisitor visit, void *data);
/// Of bitcode, also those that its assembly defines.
void bitcode_symbols(Bytes bytes, SymbolVisitor visit, void *data);
/// Of bitcode those that are to be in a section.
void bitcode_symbols_in(Bytes bytes, const char *section, SymbolVisitor visit, void *data);
/// What the variables in a section of bitcode hold; of bitcode that LLVM cannot read, nothing.
typedef void (*BytesVisitor)(void *data, const char *bytes, size_t size);
void bitcode_variables_in(Bytes bytes, const char *section, BytesVisitor visit, void *data);
/// Of an object, a shared object or bitcode.
void object_symbols(ObjectKind kind, Bytes bytes, SymbolVisitor visit, void *data);
#endif
