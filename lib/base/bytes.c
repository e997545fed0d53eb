//===- bytes.c - checked little-endian reading and writing ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/bytes.h"
#include <xxhash.h>

void smr_put_bytes(SmrBytes *out, const void *bytes, size_t size) {
  smr_vec_reserve(out, out->size + size);
  if (size)
    memcpy(out->data + out->size, bytes, size);
  out->size += (uint32_t)size;
}

static void put_le(SmrBytes *out, uint64_t value, size_t size) {
  unsigned char bytes[8];
  for (size_t i = 0; i < size; i++)
    bytes[i] = (unsigned char)(value >> (8 * i));
  smr_put_bytes(out, bytes, size);
}

void smr_put_u8(SmrBytes *out, uint8_t value) {
  put_le(out, value, 1);
}
void smr_put_u32(SmrBytes *out, uint32_t value) {
  put_le(out, value, 4);
}
void smr_put_u64(SmrBytes *out, uint64_t value) {
  put_le(out, value, 8);
}

void smr_put_align(SmrBytes *out, size_t alignment) {
  while (out->size & (alignment - 1))
    smr_put_u8(out, 0);
}

uint64_t smr_checksum(const void *bytes, size_t size) {
  return XXH3_64bits(bytes, size);
}
