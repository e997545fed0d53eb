//===- language.h - which language code is in -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A block of a PAT file is written in one of them. A function of a program, and a replacement that it can
// call, follow the conventions of one of them: C's calls are the llvm dialect's (and ClangIR's), Fortran's
// are FIR's, with references and descriptors; MLIR is the user's own, of whatever dialect it is. The numbers
// stand in .pfa files.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_LANGUAGE_H
#define SMR_BASE_LANGUAGE_H

typedef enum { SMR_LANGUAGE_C, SMR_LANGUAGE_FORTRAN, SMR_LANGUAGE_MLIR, SMR_LANGUAGE_COUNT } SmrLanguage;

#endif
