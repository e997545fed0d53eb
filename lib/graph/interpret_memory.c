//===- interpret_memory.c - objects and addresses of the interpreter ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Object k lies at (k + 1) * 2^48 + 2^47.
//===----------------------------------------------------------------------===//
#include "graph/interpret.h"
#include <string.h>

enum { OBJECT_BITS = 48 };

void smr_interp_free(SmrInterp *in) {
  for (uint32_t i = 0; i < in->objects.size; i++)
    if (in->objects.data[i].owned)
      free(in->objects.data[i].bytes);
  for (uint32_t i = 0; i < in->named.size; i++)
    free(in->named.data[i].name);
  smr_vec_free(&in->objects);
  smr_vec_free(&in->out);
  smr_vec_free(&in->named);
}

int64_t smr_interp_address(uint32_t object) {
  return (((int64_t)object + 1) << OBJECT_BITS) + (INT64_C(1) << (OBJECT_BITS - 1));
}

uint32_t smr_interp_object(int64_t address, int64_t *offset) {
  int64_t k = (address >> OBJECT_BITS) - 1;
  if (k < 0)
    return UINT32_MAX;
  *offset = address - smr_interp_address((uint32_t)k);
  return (uint32_t)k;
}

int64_t smr_interp_memory(SmrInterp *in, void *bytes, size_t size) {
  smr_vec_push(&in->objects, (SmrInterpObject){bytes, size, false, false});
  return smr_interp_address(in->objects.size - 1);
}

void smr_interp_global(SmrInterp *in, const char *name, int64_t address) {
  char *copy = smr_xmalloc(strlen(name) + 1);
  strcpy(copy, name);
  smr_vec_push(&in->named, (SmrInterpNamed){0, address, copy});
}

void *smr_interp_bytes(SmrInterp *in, int64_t address, size_t size) {
  int64_t offset = 0;
  uint32_t k = smr_interp_object(address, &offset);
  const SmrInterpObject *object = k < in->objects.size ? &in->objects.data[k] : NULL;
  if (!object || object->dead || offset < 0 || (size_t)offset > object->size ||
      object->size - (size_t)offset < size)
    return NULL;
  return object->bytes + offset;
}
