//===- view_internal.h - how a view is made ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// view.c chooses strides and divides offsets by them; digits.c proves that indices are digits; extents.c
// exchanges sizes for extents.
//===----------------------------------------------------------------------===//
#ifndef SMR_AFFINE_VIEW_INTERNAL_H
#define SMR_AFFINE_VIEW_INTERNAL_H
#include "affine/view.h"

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

/// `fresh` is a leaf that stands for the sum `extent`; `value`, which names it, for the leaf it was made of.
typedef struct {
  uint32_t leaf, fresh;
  SmrPoly extent, value;
} SmrExtent;

/// Exchanges sizes for as many extents as there are, SMR_VIEW_MAX_RANK at most: the maker's accesses are
/// others then. 0: there is none, and no view to be made.
uint32_t smr_view_take_extents(SmrViewMaker *maker, SmrExtent *extents);
/// The view in the leaves that there were before; false where a polynomial is too large.
bool smr_view_give_back(SmrArena *arena, const SmrExtent *extents, uint32_t count, SmrView *view);
#endif
