//===- interp_memory.c - objects and addresses of the interpreter ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Object k lies at (k + 1) * 2^40 + 2^39: no stride of a test reaches from one object into another.
//===----------------------------------------------------------------------===//
#include "graph/interp_memory.h"
#include <string.h>

enum { OBJECT_BITS = 40 };
#define OBJECT_BASE(k) ((((int64_t)(k) + 1) << OBJECT_BITS) + ((int64_t)1 << (OBJECT_BITS - 1)))

void smr_interp_init(SmrInterp *interp) {
  interp->state = smr_xcalloc(1, sizeof *interp->state);
  smr_vec_push(&interp->state->boxes, (SmrInterpBox){0});
}

void smr_interp_free(SmrInterp *interp) {
  struct SmrInterpState *s = interp->state;
  if (!s)
    return;
  for (uint32_t i = 0; i < s->objects.size; i++)
    if (s->objects.data[i].owned)
      free(s->objects.data[i].bytes);
  for (uint32_t i = 0; i < s->named.size; i++)
    free(s->named.data[i].name);
  smr_vec_free(&s->objects);
  smr_vec_free(&s->boxes);
  smr_vec_free(&s->named);
  free(s);
  interp->state = NULL;
}

int64_t smr_interp_memory(SmrInterp *interp, void *bytes, size_t size) {
  smr_vec_push(&interp->state->objects, (SmrObject){bytes, size, false, false});
  return OBJECT_BASE(interp->state->objects.size - 1);
}

int64_t smr_interp_fresh(SmrInterp *interp, size_t size) {
  int64_t address = smr_interp_memory(interp, smr_xcalloc(1, size), size);
  smr_vec_last(&interp->state->objects).owned = true;
  return address;
}

int64_t smr_interp_box(SmrInterp *interp, int64_t address, uint32_t rank, const int64_t *lower,
                       const int64_t *extent, const int64_t *stride) {
  SmrInterpBox box = {.address = address, .rank = rank};
  for (uint32_t d = 0; d < rank && d < 15; d++) {
    box.lower[d] = lower[d];
    box.extent[d] = extent[d];
    box.stride[d] = stride[d];
  }
  smr_vec_push(&interp->state->boxes, box);
  return interp->state->boxes.size - 1;
}

const SmrInterpBox *smr_interp_get_box(SmrInterp *interp, int64_t box) {
  return box > 0 && box < interp->state->boxes.size ? &interp->state->boxes.data[box] : NULL;
}

void smr_interp_global(SmrInterp *interp, const char *name, int64_t address) {
  char *copy = smr_xmalloc(strlen(name) + 1);
  strcpy(copy, name);
  smr_vec_push(&interp->state->named, (SmrNamed){0, address, copy});
}

int64_t smr_interp_named(SmrInterp *interp, int64_t outer, const char *name, size_t size) {
  struct SmrInterpState *s = interp->state;
  for (uint32_t i = 0; i < s->named.size; i++)
    if (s->named.data[i].outer == outer && !strcmp(s->named.data[i].name, name))
      return s->named.data[i].address;
  int64_t address = smr_interp_fresh(interp, size);
  smr_interp_global(interp, name, address);
  smr_vec_last(&s->named).outer = outer;
  return address;
}

static SmrObject *find_object(SmrInterp *interp, int64_t address, int64_t *offset) {
  int64_t k = (address >> OBJECT_BITS) - 1;
  if (k < 0 || k >= interp->state->objects.size)
    return NULL;
  *offset = address - OBJECT_BASE(k);
  return &interp->state->objects.data[k];
}

void *smr_interp_bytes(SmrInterp *interp, int64_t address, size_t size) {
  int64_t offset;
  SmrObject *object = find_object(interp, address, &offset);
  if (!object || object->dead || offset < 0 || (size_t)offset > object->size ||
      object->size - (size_t)offset < size)
    return NULL;
  return object->bytes + offset;
}

void smr_interp_kill(SmrInterp *interp, int64_t address) {
  int64_t offset;
  SmrObject *object = find_object(interp, address, &offset);
  if (object)
    object->dead = true;
}
