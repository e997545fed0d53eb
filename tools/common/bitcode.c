//===- bitcode.c - symbols of LLVM bitcode -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Bitcode that is written for a link has at its end a table of the module's symbols, made for linkers that
// are not LLVM (LLVM's Object/IRSymtab.h): a blob in the block SYMTAB, with its texts in the blob of the next
// block STRTAB. It says which section a symbol goes to. Only the outermost blocks are read, by their lengths.
//===----------------------------------------------------------------------===//
#include "base/bytes.h"
#include "tools/common/objects.h"
#include <string.h>

enum { ENTER_BLOCK = 1, DEFINE_ABBREVIATION = 2, FIRST_ABBREVIATION = 4 };
enum { STRTAB = 23, SYMTAB = 25 };
enum { ENCODED_AS_BLOB = 5 };
enum { TABLE_VERSION = 3, HAS_UNCOMMON = 1 << 2, UNDEFINED = 1 << 3, GLOBAL = 1 << 10 };

/// A stream of bits; past its end it gives zeros and has failed.
typedef struct {
  const unsigned char *bytes;
  size_t size, at; // `at` in bits
  bool failed;
} Bits;

static uint64_t fixed(Bits *b, unsigned width) {
  uint64_t value = 0;
  for (unsigned i = 0; i < width && !b->failed; i++, b->at++) {
    if (b->at / 8 >= b->size)
      b->failed = true;
    else
      value |= (uint64_t)(b->bytes[b->at / 8] >> b->at % 8 & 1) << i;
  }
  return b->failed ? 0 : value;
}

static uint64_t variable(Bits *b, unsigned width) {
  uint64_t value = 0, more = (uint64_t)1 << (width - 1);
  for (unsigned shift = 0; shift < 64 && !b->failed; shift += width - 1) {
    uint64_t part = fixed(b, width);
    value |= (part & (more - 1)) << shift;
    if (!(part & more))
      return value;
  }
  b->failed = true;
  return 0;
}

static void align(Bits *b) {
  b->at = (b->at + 31) / 32 * 32;
}

/// A block that holds one record, abbreviated as (a literal, a blob): as STRTAB and SYMTAB are written.
static SmrReader blob_of(Bits block, unsigned width) {
  SmrReader none = {.failed = true};
  if (fixed(&block, width) != DEFINE_ABBREVIATION || variable(&block, 5) != 2 || fixed(&block, 1) != 1)
    return none;
  variable(&block, 8);
  if (fixed(&block, 1) != 0 || fixed(&block, 3) != ENCODED_AS_BLOB ||
      fixed(&block, width) != FIRST_ABBREVIATION)
    return none;
  uint64_t length = variable(&block, 6);
  align(&block);
  if (block.failed || block.at / 8 > block.size || length > block.size - block.at / 8)
    return none;
  return (SmrReader){.data = block.bytes + block.at / 8, .size = length};
}

/// Two words of a table's header or entry: where something starts and how much there is of it.
typedef struct {
  uint32_t offset, size;
} Span;

static Span span_at(SmrReader table, size_t offset) {
  SmrReader r = {.data = table.data, .size = table.size, .at = offset <= table.size ? offset : table.size};
  Span span;
  span.offset = smr_read_u32(&r);
  span.size = smr_read_u32(&r);
  return r.failed ? (Span){0} : span;
}

static bool text_at(SmrReader texts, Span span, const char **out) {
  *out = (const char *)texts.data + span.offset;
  return span.offset <= texts.size && span.size <= texts.size - span.offset;
}

typedef struct {
  const char *section; // NULL: any
  SymbolVisitor visit;
  void *data;
} Wish;

static void read_table(SmrReader table, SmrReader texts, const Wish *wish) {
  enum { SYMBOLS = 28, UNCOMMONS = 36, ENTRY = 24, FLAGS = 20, SECTION = 16 }; // offsets in bytes, and a size
  Span symbols = span_at(table, SYMBOLS), uncommons = span_at(table, UNCOMMONS);
  if (span_at(table, 0).offset != TABLE_VERSION || symbols.size > table.size / ENTRY)
    return;
  uint32_t uncommon = 0;
  for (uint32_t k = 0; k < symbols.size; k++) {
    size_t symbol = symbols.offset + (size_t)k * ENTRY;
    uint32_t flags = span_at(table, symbol + FLAGS - 4).size;
    Span section = {0}, at = span_at(table, symbol);
    const char *text = "", *name;
    if (flags & HAS_UNCOMMON) {
      if (uncommon == uncommons.size)
        return;
      section = span_at(table, uncommons.offset + (size_t)uncommon++ * ENTRY + SECTION);
      if (!text_at(texts, section, &text))
        continue;
    }
    bool fits = !wish->section ||
                (section.size == strlen(wish->section) && memcmp(text, wish->section, section.size) == 0);
    if (fits && (flags & GLOBAL) && text_at(texts, at, &name) && at.size)
      wish->visit(wish->data, name, at.size, !(flags & UNDEFINED));
  }
}

static void read_blocks(Bytes bytes, const Wish *wish) {
  Bits bits = {.bytes = bytes.data, .size = bytes.size, .at = 32}; // (behind the magic)
  SmrReader table = {.failed = true};
  while (!bits.failed && bits.at / 8 < bytes.size && fixed(&bits, 2) == ENTER_BLOCK) {
    uint64_t block = variable(&bits, 8), width = variable(&bits, 4);
    align(&bits);
    uint64_t words = fixed(&bits, 32);
    size_t start = bits.at / 8;
    if (bits.failed || width < 2 || width > 32 || words > (bytes.size - start) / 4)
      return;
    Bits inside = {.bytes = bytes.data + start, .size = words * 4};
    if (block == SYMTAB)
      table = blob_of(inside, (unsigned)width);
    SmrReader texts = block == STRTAB ? blob_of(inside, (unsigned)width) : (SmrReader){.failed = true};
    if (!texts.failed && !table.failed) {
      read_table(table, texts, wish);
      table.failed = true;
    }
    bits.at += words * 32;
  }
}

void bitcode_symbols(Bytes bytes, SymbolVisitor visit, void *data) {
  read_blocks(bytes, &(Wish){NULL, visit, data});
}

void bitcode_symbols_in(Bytes bytes, const char *section, SymbolVisitor visit, void *data) {
  read_blocks(bytes, &(Wish){section, visit, data});
}
