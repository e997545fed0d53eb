//===- bytes.h - checked little-endian reading and writing ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A reader never goes past its end: the first read that would sets `failed` and every later read gives zero,
// so a parser checks once at the end of a section.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_BYTES_H
#define SMR_BASE_BYTES_H
#include "base/vec.h"
#include <stdbool.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const unsigned char *data;
  size_t size, at;
  bool failed;
} SmrReader;

/// Borrows `size` bytes; NULL (and failed) when fewer are left.
static inline const void *smr_read_bytes(SmrReader *reader, size_t size) {
  if (reader->failed || reader->size - reader->at < size) {
    reader->failed = true;
    return NULL;
  }
  const void *bytes = reader->data + reader->at;
  reader->at += size;
  return bytes;
}
/// 0 (and failed) when fewer bytes are left.
static inline uint32_t smr_read_u32(SmrReader *reader) {
  const unsigned char *b = (const unsigned char *)smr_read_bytes(reader, 4);
  return b ? b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24 : 0;
}
static inline uint64_t smr_read_u64(SmrReader *reader) {
  const unsigned char *b = (const unsigned char *)smr_read_bytes(reader, 8);
  uint64_t value = 0;
  for (int k = 0; b && k < 8; k++)
    value |= (uint64_t)b[k] << (8 * k);
  return value;
}

typedef SMR_VEC(unsigned char) SmrBytes;

void smr_put_u8(SmrBytes *out, uint8_t value);
void smr_put_u32(SmrBytes *out, uint32_t value);
void smr_put_u64(SmrBytes *out, uint64_t value);
void smr_put_bytes(SmrBytes *out, const void *bytes, size_t size);
/// Pads with zeros to a multiple of `alignment` (a power of two).
void smr_put_align(SmrBytes *out, size_t alignment);

/// XXH3-64.
uint64_t smr_checksum(const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
