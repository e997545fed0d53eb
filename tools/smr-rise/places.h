//===- places.h - where what a guide found came from -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_RISE_PLACES_H
#define SMR_RISE_PLACES_H
#include "egraph/guide.h"

/// The places of a term that was found for an input of a guide: of what stands in the input, there; of what
/// does not, those of what it is part of. The file is borrowed from the guide.
void rise_places_of(const SmrOperators *ops, const SmrGuide *guide, uint32_t input, SmrTermPlaces *places);

#endif
