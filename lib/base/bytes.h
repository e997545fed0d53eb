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

uint32_t smr_read_u32(SmrReader *reader);
uint64_t smr_read_u64(SmrReader *reader);
/// Borrows `size` bytes; NULL (and failed) when fewer are left.
const void *smr_read_bytes(SmrReader *reader, size_t size);

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
