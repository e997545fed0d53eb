//===- rules.h - what rule files may ask of the array language -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_ARRAY_RULES_H
#define SMR_ARRAY_RULES_H
#include "array/array.h"
#include "egraph/binder.h"

typedef struct {
  SmrArray *array;
  SmrBinder *binder;
} SmrArrayRules;

/// Adds to `callbacks` (both borrow `rules`), besides what smr_binder_callbacks adds:
///   conditions   (scalar x) (vector x) (matrix x) (array x): of a type that is known to be that; (value x):
///   of a known type, no function;
///                (size x): has a leaf that is a size; (extent x): one that is not 0, and is a declared size
///                or the length of some array or loop of the graph; (index x): an index, or a size; (free x
///                i): every term of x has %i; (length a n): a has n elements; (shape a m n): a is m × n
///                (cube a n m l): a is n × m × l
///   computed     (!lengthof x): its size; (!ones x): as many ones as x has elements; (!rowsof x n v): (split
///   n m v) for x's length m
///                (!zeros x): an array of zeros of x's shape: (memset n 0), (build n (lam (memset m 0)))
void smr_array_callbacks(SmrArrayRules *rules, SmrCallbacks *callbacks);
/// Of these: (mixed e): computes with sums otherwise than by adding multiples of them; (!namevector n e),
/// (!namematrix m n e), (!namecube l m n e): (build n λe), (build m λ(build n λe)) and so on with their sums
/// as named arrays.
void smr_array_pointwise_callbacks(SmrArrayRules *rules, SmrCallbacks *callbacks);
/// Of these: (!rolled n a b), (!joined m a n b), (!untiled n m e): the array whose elements are summed by an
/// unrolled sum, two sums, a sum of sums; (!accumulated s): a fold's function, with what it adds in one term;
/// (!first f), (!second f): the parts of a fold over tuples; (!blocks n m e): the array whose blocks are
/// given.
void smr_array_fold_callbacks(SmrArrayRules *rules, SmrCallbacks *callbacks);
#endif
