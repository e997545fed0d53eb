//===- parts.h - complex numbers of their parts ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// C compilers know no complex numbers: real and imaginary parts are numbers of their own, side by side in
// memory. Where all equations of a nest come in such pairs, and what one of them says is the real part, what
// the other one says the imaginary one, of a sum of products of complex numbers, they are one equation
// (LAW-PARTS):
//
//     y.1[16*i]     = a*x.0[16*i]     - b*x.0[16*i + 8]        y.1[16*i] = complex(a, b)*x.0[16*i]
//     y.1[16*i + 8] = a*x.0[16*i + 8] + b*x.0[16*i]
//
// The argument: multiplied out by (u + iv)(x + iy) = ux - vy + i(uy + vx), and with the signs that conjugates
// have, the one is the other, term by term; whatever is read is read in the version that the pairs make.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_PARTS_H
#define SMR_COVER_PARTS_H
#include "cover/canonical.h"

/// The equations as ones of complex numbers, to be destroyed before `parts`; NULL: they are none, or none in
/// which complex numbers are multiplied. (An equation comes from two stores then, of which it names one:
/// loops cannot do a part of it.)
SmrEquations *smr_parts(const SmrEquations *parts);
/// The canonical form of what smr_parts made, which says so among its laws.
SmrCanonical *smr_parts_canonical(const SmrEquations *complex);
#endif
