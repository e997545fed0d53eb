//===- bytes.c - checked little-endian reading and writing ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/bytes.h"
#include <xxhash.h>

const void *smr_read_bytes(SmrReader *reader, size_t size) {
  if (reader->failed || reader->size - reader->at < size) {
    reader->failed = true;
    return NULL;
  }
  const void *bytes = reader->data + reader->at;
  reader->at += size;
  return bytes;
}

static uint64_t read_le(SmrReader *reader, size_t size) {
  const unsigned char *bytes = smr_read_bytes(reader, size);
  uint64_t value = 0;
  for (size_t i = 0; bytes && i < size; i++)
    value |= (uint64_t)bytes[i] << (8 * i);
  return value;
}

uint32_t smr_read_u32(SmrReader *reader) {
  return (uint32_t)read_le(reader, 4);
}
uint64_t smr_read_u64(SmrReader *reader) {
  return read_le(reader, 8);
}

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
