//===- internal.h - what the files of lib/build share --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BUILD_INTERNAL_H
#define SMR_BUILD_INTERNAL_H
#include "base/map.h"
#include "build/build.h"
#include "mlir/describe.h"
#include "pat/pat.h"
#include "pfa/pfa.h"

/// Gives the file's pairs without a `pays` clause what its table of costs says of them. False after an error.
bool smr_build_costs(SmrPat *pat, SmrArena *arena, SmrDiag *diag);

/// What one run of a front end gave: the module of one block, or of several that were compiled together.
typedef struct {
  SmrStr text;
  bool ok, shared, lowering; // lowering: `lowered` was asked for
  bool wraps;                // compiled with -fwrapv
  SmrDiag diag;              // until it is passed on
  MlirModule module;         // parsed when first needed
  SmrStr lowered;            // Fortran's replacements, with twins: as LLVM bitcode
  MlirModule lowered_module;
} SmrBuildText;

/// One pair on its way.
typedef struct {
  const SmrPat *pat;
  const SmrPatPair *source;
  const SmrPatPair *written;          // with all arguments, also those that this form leaves out
  uint32_t form;                      // a bit for each of `written->optional`: left out
  const char *name;                   // unique in the library
  SmrBuildText *idiom, *replacement;  // from the front ends
  SmrGraph *graph, *imported;         // the idiom in normal form, NULL after an error; as it was read
  const char *wrapper, *twin_wrapper; // symbols in the modules:
  SmrBytes module, twin;          // the replacement's bytecode; that for C programs, empty when there is none
  SMR_VEC(uint32_t) not_negative; // numbers of arguments, see signs.c
  SmrPair pair;
  SmrBuildEntry entry;
  MlirModule sides[2]; // idiom and replacement, kept when somebody checks them
  const char *wrappers[2];
  bool ok, verified;
} SmrBuildPair;

typedef SMR_VEC(SmrBuildText *) SmrBuildTexts;

/// Runs the front ends for all pairs, several at a time and several blocks in one run where that cannot
/// matter; messages come in the pairs' order. Every text is also appended to *all, which owns it.
void smr_build_compile(SmrBuildPair *pairs, uint32_t count, const SmrBuildOptions *options,
                       SmrBuildTexts *all, SmrDiag *diag);
/// A note that says with which variables' values the pair was read, if it was and there are more errors than
/// `errors`.
void smr_build_note_column(const SmrBuildPair *pair, uint32_t errors, SmrDiag *diag);
/// Compiles one block again, by itself. NULL after an error.
SmrBuildText *smr_build_compile_alone(const SmrBuildPair *pair, const SmrPatBlock *block,
                                      const SmrBuildOptions *options, SmrBuildTexts *all, SmrDiag *diag);
/// With options->twins: lowers what the front ends made of the pairs' Fortran replacements, several at a
/// time.
void smr_build_lower(MlirContext context, SmrBuildPair *pairs, uint32_t count, const SmrBuildOptions *options,
                     SmrDescribed *described, SmrArena *arena);
void smr_build_texts_free(SmrBuildTexts *all);
/// Takes the name of the front end's temporary file out of a module's text.
void smr_build_forget_file(SmrStr *text);

/// May the two blocks be compiled in one file, with nothing of the result changed?
typedef struct {
  SmrIntern *names; // of all blocks
  SMR_VEC(SmrSym) words, defines;
  SmrLanguage language;
  SmrSym includes; // C: all of its #include lines
  bool alone;
} SmrBuildWords;
/// Looks at a block; `names` is shared by all blocks that are compared.
void smr_build_words(const SmrPatBlock *block, SmrIntern *names, SmrBuildWords *out);
bool smr_build_words_clash(const SmrBuildWords *a, const SmrBuildWords *b);
void smr_build_words_free(SmrBuildWords *words);

/// A block's wrapper in a front end's module.
typedef struct {
  MlirModule module; // borrowed
  MlirOperation wrapper;
  const char *symbol; // in the arena
} SmrBuildSide;

/// Reads what a front end gave, if that was not done yet, and finds the block's wrapper in it.
/// A replacement's index arithmetic is one of 64 bits from then on.
bool smr_build_parse(MlirContext context, const SmrBuildPair *pair, const SmrPatBlock *block,
                     SmrBuildText *text, SmrDescribed *described, SmrArena *arena, SmrBuildSide *out,
                     SmrDiag *diag);

/// Do both wrappers take the same arguments and give the same result? Reports at the replacement's wrapper if
/// not.
bool smr_build_same_signature(const SmrBuildPair *pair, const SmrBuildSide *idiom,
                              const SmrBuildSide *replacement, SmrDiag *diag);

/// A new module, owned by the caller, with copies of the wrapper and all that it needs, directly or through
/// others. *indirect is set when something takes a function's address.
SmrBuildSide smr_build_extract(const SmrBuildSide *side, SmrDescribed *described, bool *indirect);

/// A pair without some of its optional arguments: `form` has a bit for each of them. (forms.c)
SmrPatPair *smr_build_form(const SmrPatPair *source, uint32_t form, SmrArena *arena);
/// Puts the numbers of the form's absent arguments into both wrappers, which take them no longer.
bool smr_build_fix_absent(const SmrBuildPair *pair, const SmrBuildSide *idiom,
                          const SmrBuildSide *replacement, SmrDiag *diag);

/// Makes the replacement's wrapper take by-value OUT arguments by reference.
bool smr_build_pass_outs(const SmrBuildPair *pair, const SmrBuildSide *side, SmrDescribed *described,
                         SmrDiag *diag);

/// Makes the index arithmetic of a replacement's module one of 64 bits. `wraps`: it was compiled with
/// -fwrapv. (widen.c)
void smr_build_widen(MlirModule module, bool wraps, SmrDescribed *described);

/// The replacement as LLVM IR for C programs, when there can be one. `side` is the edited module. False after
/// an error only.
bool smr_build_twin(MlirContext context, SmrBuildPair *pair, const SmrBuildSide *side,
                    const SmrBuildOptions *options, SmrDescribed *described, SmrArena *arena, SmrDiag *diag);

/// Arguments that a C idiom extends with zeros are extended with their sign, and noted in `not_negative`.
void smr_build_signs(SmrBuildPair *pair, const SmrBuildSide *idiom, SmrDescribed *described);

/// Whose condition it is, for messages, and what it may name.
typedef struct {
  const char *pair, *file;
  uint32_t line, column;
  const SmrPatternArg *args;
  uint32_t arg_count;
  bool when; // without it the pair cannot fire
} SmrBuildPlace;
/// Parts a postfix expression at its outermost && and turns it into conditions; *out has `room` more
/// elements.
bool smr_build_list(const SmrBuildPlace *place, const SmrPatNode *nodes, uint32_t node_count, uint32_t room,
                    SmrArena *arena, SmrWhen **out, uint32_t *count, SmrDiag *diag);

/// Sets the pair's equations and words, from the idiom's graph as it was imported. None, with a note, of an
/// idiom that asks descriptors.
void smr_build_equations(SmrBuildPair *pair, const SmrGraph *imported, SmrArena *arena, SmrDiag *diag);

/// Compiles the pair's replacement to native code, if that is possible. (entries.c)
void smr_build_entry(MlirContext context, SmrBuildPair *pair, const SmrBuildOptions *options,
                     SmrArena *arena);
/// Writes the archive of all entries, options->entries. (entries.c)
bool smr_build_entries(const SmrBuildPair *pairs, uint32_t count, const SmrBuildOptions *options,
                       SmrDiag *diag);

/// Turns the pair's `when` and `pays` clauses, and what signs.c noted, into steps over the pattern's
/// arguments.
bool smr_build_conditions(SmrBuildPair *pair, SmrArena *arena, SmrDiag *diag);

#endif
