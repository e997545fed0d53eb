//===- format.h - the bytes of a .pfa file -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Shared by write.c and parse.c alone. All numbers are little-endian.
//
//   header (72 bytes)
//      0  magic "SMRPFA\0\n"
//      8  u32 format version
//     12  u32 number of sections
//     16  u64 length of the whole file
//     24  u64 XXH3-64 of all that is before the automata, except these eight bytes
//     32  char[16] LLVM version, padded with NULs
//     48  u64 fingerprint of the dialect descriptions
//     56  u64 where the automata begin
//     64  u64 XXH3-64 of the automata and the zeros after them
//   section table: per section u64 offset, u64 size, u32 records, u32 number of the section
//   sections, each aligned to SMR_PFA_ALIGN, zeros between
//
// The file is canonical: sections stand in the order below, each begins at the first aligned byte behind the
// one before, the last one ends the file, and every record belongs to exactly one owner: owners hold counts,
// and their records follow each other in the owners' order. So there is nothing in a file that a reader could
// fail to look at. The automata and the modules are most of a file, and a program needs few of them: they are
// the last sections. The automata and each module (with the zeros after it, up to SMR_PFA_MODULE_ALIGN) have
// checksums of their own, which are checked on first use.
//===----------------------------------------------------------------------===//
#ifndef SMR_PFA_FORMAT_H
#define SMR_PFA_FORMAT_H
#include <stddef.h>
#include <stdint.h>

#define SMR_PFA_MAGIC "SMRPFA\0\n"
enum {
  SMR_PFA_VERSION = 12,
  SMR_PFA_HEADER = 72,
  SMR_PFA_ENTRY = 24, // of the section table
  SMR_PFA_ALIGN = 64,
  SMR_PFA_MODULE_ALIGN = 16,  // of one replacement within its section
  SMR_PFA_UNVERIFIED = 0x100, // beside a pair's contract
  SMR_PFA_JOINED = 0x200
};

/// X(id, name, bytes per record)
#define SMR_PFA_SECTIONS(X)                                                                                  \
  X(PAIRS, "pairs", 76)                                                                                      \
  X(ARGS, "arguments", 24)                                                                                   \
  X(FACTS, "facts", 8)                                                                                       \
  X(TERMS, "terms", 12)                                                                                      \
  X(LEAVES, "leaves", 4)                                                                                     \
  X(CONDITIONS, "conditions", 8)                                                                             \
  X(STEPS, "steps", 16)                                                                                      \
  X(LINKS, "links", 4)                                                                                       \
  X(REPLACEMENTS, "replacements", 24)                                                                        \
  X(STRINGS, "strings", 1)                                                                                   \
  X(AUTOMATA, "automata", 1)                                                                                 \
  X(MODULES, "modules", 1)

enum {
#define SMR_PFA_SECTION_ENUM(id, name, bytes) SMR_PFA_##id,
  SMR_PFA_SECTIONS(SMR_PFA_SECTION_ENUM)
#undef SMR_PFA_SECTION_ENUM
      SMR_PFA_SECTION_COUNT
};

/// The numbers that follow a pair's contract. (The conditions of `pays` are after the others.)
#define SMR_PFA_PAIR_COUNTS(X)                                                                               \
  X(pattern.root_count)                                                                                      \
  X(pattern.node_count)                                                                                      \
  X(pattern.loop_count)                                                                                      \
  X(pattern.arg_count)                                                                                       \
  X(pattern.fact_count)                                                                                      \
  X(condition_count)                                                                                         \
  X(link_count)                                                                                              \
  X(replacement_count)                                                                                       \
  X(pays_count)

/// Of what is before the automata, that many bytes: at least a header.
uint64_t smr_pfa_checksum(const unsigned char *bytes, size_t size);

#endif
