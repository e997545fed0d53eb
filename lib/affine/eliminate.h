//===- eliminate.h - a system has no integer point: the proof ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Private to this folder; system.h is the interface.
//===----------------------------------------------------------------------===//
#ifndef SMR_AFFINE_ELIMINATE_H
#define SMR_AFFINE_ELIMINATE_H
#include "affine/system.h"

SmrEliminator *smr_eliminator_create(void);
void smr_eliminator_destroy(SmrEliminator *eliminator); // NULL is nothing
/// As smr_system_empty. Leaves the limits that were hit in *limit.
bool smr_eliminate(SmrEliminator *eliminator, const SmrSystem *system, uint32_t *limit);
#endif
