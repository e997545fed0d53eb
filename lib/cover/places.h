//===- places.h - where an equation makes an element ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_PLACES_H
#define SMR_COVER_PLACES_H
#include "cover/sums.h"

enum { SMR_PLACES_MOST = 2 };
/// What an equation's indices are.
typedef struct {
  SmrPoly of[SMR_PLACES_MOST];
} SmrPlaces;

/// The indices at which the equation makes the element at that offset, whatever its domain says: its strides
/// divide the offset, the one of most factors first. False: none were found.
bool smr_places_find(SmrSums *s, const SmrRaisedEquation *made, SmrPoly at, SmrPlaces *places);
/// Are these in the equation's domain, wherever the other domain is?
bool smr_places_are_made(SmrSums *s, const SmrRaisedEquation *made, const SmrPlaces *places,
                         const SmrDomain *domain);
/// The equation, which is one of `all`, with these in the place of its indices.
SmrRaisedEquation smr_places_move(SmrSums *s, SmrEquations *all, const SmrRaisedEquation *made,
                                  const SmrPlaces *places);
#endif
