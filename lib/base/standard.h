//===- standard.h - the libraries that are used where none is named --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_STANDARD_H
#define SMR_BASE_STANDARD_H

/// Files of share/smr, in order of precedence; those that call libsmr_rt are the last ones.
// clang-format off
#define SMR_STANDARD_LIBRARIES "blas.pfa", "products.pfa", "centred.pfa", "complex.pfa", "lapack.pfa", "nn.pfa", "conv.pfa", "pool.pfa"
// clang-format on
enum { SMR_STANDARD_RUNTIME_LIBRARIES = 3 };
/// Besides, if linalg's dialect is loaded: its ops are batches of products, whose loops are not in the code.
#define SMR_LINALG_LIBRARY "batch.pfa"

#endif
