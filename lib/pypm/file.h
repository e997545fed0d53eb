//===- file.h - PyPM's text form -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Operators, patterns and terms from text; README.md has the grammar.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_FILE_H
#define SMR_PYPM_FILE_H
#include "base/diag.h"
#include "pypm/pattern.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct SmrPypmDefinition SmrPypmDefinition;

typedef struct {
  SmrPypmSignature *signature;
  SmrPypmTerms *terms;
  SmrArena texts;
  SMR_VEC(SmrPypmPattern) patterns;
  SMR_VEC(SmrPypmDefinition) definitions; // where each pattern's text stands, for patterns that refer to it
  SmrMap named;                           // terms by name
} SmrPypmFile;

SmrPypmFile *smr_pypm_file_create(void);
void smr_pypm_file_destroy(SmrPypmFile *file);
/// Adds the items of a text to the file; later texts see the items of earlier ones. Stops at the first
/// mistake with one error; the items before it stay.
bool smr_pypm_file_read(SmrPypmFile *file, const char *name, const char *text, size_t size, SmrDiag *diag);
/// The pattern, the term of a name; NULL, 0: none. The pattern stays where it is until the next text is read.
const SmrPypmPattern *smr_pypm_file_pattern(const SmrPypmFile *file, const char *name);
uint32_t smr_pypm_file_term(const SmrPypmFile *file, const char *name);

#ifdef __cplusplus
}
#endif
#endif
