//===- pfa.h - the library file ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A .pfa file holds a set of pairs in compiled form: the automata, used in place; what a match of each pair
// binds and requires; its replacements, one per kind of program, as MLIR bytecode, untouched until it fires.
// Here bytes become an SmrPfa and back; lib/build makes the one from PAT files and turns the other into an
// SmrLibrary.
//
// A file is believed only as a whole: magic, format, length, checksum, fingerprints, then every record. What
// is wrong is one error, `x.pfa: error: text`. A replacement's module is believed when it is used, and only
// when its own checksum is right: who opens a library looks at none of them.
//===----------------------------------------------------------------------===//
#ifndef SMR_PFA_PFA_H
#define SMR_PFA_PFA_H
#include "automata/pattern.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/intern.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t op, arg; // numbers that lib/match gives a meaning to (SmrWhenOp)
  int64_t imm;
} SmrPfaStep;

typedef struct {
  const char *text; // as the PAT file spells it
  const SmrPfaStep *steps;
  uint32_t count;
} SmrPfaCondition;

/// The replacement for one kind of program: each language's own function dialect wants its own.
typedef struct {
  uint32_t serves;     // SmrLanguage: which functions can call it
  const char *wrapper; // symbol of the wrapper function in the module
  const void *module;  // an MLIR module as bytecode
  size_t module_size;
  // What is read from a file is not believed yet (smr_pfa_intact): with the zeros behind it, the checksum of
  // both.
  size_t module_room;
  uint64_t checksum;
} SmrPfaReplacement;

typedef struct {
  SmrPattern pattern;         // name, args, facts and counts
  uint8_t language, contract; // of the replacement; SmrLanguage; lib/match's SmrContract
  bool unverified;            // nobody ran both sides on the same inputs
  bool joined;      // an exact pair's sides are equal, too, where the machine rounds products with their sums
  const char *file; // where the pair was written
  const char *about; // what it is, in one line for people; "": nobody said
  uint32_t line, column;
  const SmrPfaCondition *conditions;
  uint32_t condition_count;
  const SmrPfaCondition *pays; // when the replacement is the faster of the two
  uint32_t pays_count;
  const char *const *links;
  uint32_t link_count;
  const char *equations;                 // of the idiom, canonical, as lib/raise prints them; "": none
  uint64_t shape;                        // of these (smr_cover_rule_shape)
  const char *const *words;              // by argument: its name in there, "" for none
  const SmrPfaReplacement *replacements; // at least one; `serves` ascends
  uint32_t replacement_count;
} SmrPfaPair;

typedef struct {
  const SmrPfaPair *pairs;
  uint32_t count;
  const void *automata;
  size_t automata_size;
  const char *llvm;  // version of the MLIR that wrote the replacements, fewer than 16 characters
  uint64_t dialects; // fingerprint of the dialect descriptions that the idioms were read with
} SmrPfa;

/// The version of MLIR that this SMR was built with: "22.1.8".
const char *smr_pfa_llvm_version(void);

/// Appends the file's bytes. Deterministic. `symbols` resolves names in types. False (with an error for
/// `name`) only when a limit of the format is passed (1 GiB).
bool smr_pfa_write(const SmrPfa *pfa, const SmrIntern *symbols, const char *name, SmrBytes *out,
                   SmrDiag *diag);

/// Reads a file's bytes; false after one error. Strings, automata and modules in *out point into `bytes`,
/// which must stay; the rest lives in the arena. The automata block is only found, not opened. When `bytes`
/// is not aligned to 16, the automata are copied. `name` is for messages.
bool smr_pfa_parse(const void *bytes, size_t size, const char *name, SmrIntern *symbols, SmrArena *arena,
                   SmrPfa *out, SmrDiag *diag);

/// Is the module of a replacement that was read as it was written?
bool smr_pfa_intact(const SmrPfaReplacement *replacement);

/// Recomputes the checksum (not the modules') in place, so that tests and fuzzers get behind it. Does nothing
/// to less than a header.
void smr_pfa_seal(void *bytes, size_t size);

/// A file in memory, mapped read-only when possible.
typedef struct {
  const void *bytes;
  size_t size;
  bool mapped;
} SmrPfaFile;
/// False after one error, `path: error: No such file or directory`.
bool smr_pfa_file_open(const char *path, SmrPfaFile *out, SmrDiag *diag);
void smr_pfa_file_close(SmrPfaFile *file);

/// The kinds of arguments and types, as text: "array of f64".
const char *smr_pfa_arg_kind_name(SmrArgKind kind);
void smr_pfa_print_type(SmrType type, const SmrIntern *symbols, SmrStr *out);
/// A polynomial over a pattern's leaves: arguments by name, loops as i0, i1, …
void smr_pfa_print_poly(const SmrPattern *pattern, SmrPoly poly, SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
