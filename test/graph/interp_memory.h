//===- interp_memory.h - the interpreter's own state ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GRAPH_INTERP_MEMORY_H
#define SMR_TEST_GRAPH_INTERP_MEMORY_H
#include "base/map.h"
#include "graph/interp.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  unsigned char *bytes;
  size_t size;
  bool owned, dead;
} SmrObject;
typedef struct {
  int64_t address, lower[15], extent[15], stride[15];
  uint32_t rank;
} SmrInterpBox;
/// (outer address, name) -> address: globals (outer 0) and fields, made on first use.
typedef struct {
  int64_t outer, address;
  char *name;
} SmrNamed;

struct SmrInterpState {
  SMR_VEC(SmrObject) objects;
  SMR_VEC(SmrInterpBox) boxes; // [0] unused
  SMR_VEC(SmrNamed) named;
};

/// Fresh zeros owned by the interpreter.
int64_t smr_interp_fresh(SmrInterp *interp, size_t size);
/// The address of a global or field; made with `size` bytes when new.
int64_t smr_interp_named(SmrInterp *interp, int64_t outer, const char *name, size_t size);
const SmrInterpBox *smr_interp_get_box(SmrInterp *interp, int64_t box);
void smr_interp_kill(SmrInterp *interp, int64_t address);

#ifdef __cplusplus
}
#endif
#endif
