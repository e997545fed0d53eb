//===- file.h - PyPM's text form -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Operators, patterns, rules and terms from text; README.md has the grammar.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_FILE_H
#define SMR_PYPM_FILE_H
#include "base/diag.h"
#include "pypm/rule.h"
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
  SMR_VEC(SmrPypmRule) rules;
  SMR_VEC(SmrPypmTyping) typings; // of the operators that have one
  SmrMap typing_of;               // by operator
  SmrMap named;                   // terms by name
} SmrPypmFile;

SmrPypmFile *smr_pypm_file_create(void);
void smr_pypm_file_destroy(SmrPypmFile *file);
/// Adds the items of a text to the file; later texts see the items of earlier ones. Stops at the first
/// mistake with one error; the items before it stay.
bool smr_pypm_file_read(SmrPypmFile *file, const char *name, const char *text, size_t size, SmrDiag *diag);
/// How tokens of the text form look.
extern const SmrLexicon smr_pypm_lexicon;
/// The same of tokens, each with a location of its own; the last is END. They live as long as the file.
bool smr_pypm_file_read_tokens(SmrPypmFile *file, const SmrLexeme *tokens, SmrDiag *diag);
/// The pattern, the rule, the term of a name; NULL, 0: none. They stay where they are until the next text is
/// read.
const SmrPypmPattern *smr_pypm_file_pattern(const SmrPypmFile *file, const char *name);
uint32_t smr_pypm_file_term(const SmrPypmFile *file, const char *name);

/// The type of an operator's result on these operands, as the operator declares it: NONE where it declares
/// none, UNDEFINED where what it declares has no meaning for them.
typedef enum { SMR_PYPM_TYPE_NONE, SMR_PYPM_TYPE_UNDEFINED, SMR_PYPM_TYPE_KNOWN } SmrPypmInferred;
/// As an item: `op f{a}(x, y) -> 1 : x commutative`, which reads as the same operator.
void smr_pypm_operator_print(const SmrPypmFile *file, uint32_t op, SmrStr *out);
/// The same for an operator that need not be the file's, with its types, or NULL.
void smr_pypm_declaration_print(const SmrPypmSignature *signature, const SmrPypmOperator *op,
                                const SmrPypmTyping *typing, SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
