//===- view_internal.h - how a view is made ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// view.c chooses strides and divides offsets by them; digits.c proves that indices are digits.
//===----------------------------------------------------------------------===//
#ifndef SMR_AFFINE_VIEW_INTERNAL_H
#define SMR_AFFINE_VIEW_INTERNAL_H
#include "affine/view.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  SmrArena *arena;
  SmrSystem *system;
  const SmrViewAccess *accesses;
  uint32_t access_count;
  const SmrViewOptions *options;
} SmrViewMaker;

bool smr_view_is_index(const SmrViewMaker *maker, uint32_t leaf);
/// Proves that the indices behind each stride lie in a window below it, and adds needs where there is no
/// proof. Otherwise *level is the stride at which there is neither, and *access where.
SmrViewReason smr_view_digits(const SmrViewMaker *maker, SmrView *view, uint32_t *level, uint32_t *access);

#ifdef __cplusplus
}
#endif
#endif
