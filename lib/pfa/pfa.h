//===- pfa.h - the library file ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A .pfa file holds a set of pairs in compiled form: the automata, used in place; what a match of each pair
// binds and requires; its replacements, one per kind of program, as MLIR bytecode, untouched until it fires.
// Here bytes become an SmrPfa and back; lib/build makes the one from PAT files and turns the other into an
// SmrLibrary.
//
// A file is believed only as a whole: magic, format, length, checksum, fingerprints, then every record. What
// is wrong is one error, `x.pfa: error: text`. The automata and each replacement's module have a checksum of
// their own, which is checked on first use.
//===----------------------------------------------------------------------===//
#ifndef SMR_PFA_PFA_H
#define SMR_PFA_PFA_H
#include "automata/pair.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/intern.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  SmrPair *pairs;
  uint32_t count;
  const void *automata; // aligned to 16
  size_t automata_size, automata_room;
  uint64_t automata_checksum; // of the room (smr_checksum)
  const char *llvm;           // version of the MLIR that wrote the replacements, fewer than 16 characters
  uint64_t dialects;          // fingerprint of the dialect descriptions that the idioms were read with
} SmrPfa;

/// The version of MLIR that this SMR was built with: "22.1.8".
const char *smr_pfa_llvm_version(void);

/// Appends the file's bytes. Deterministic. `symbols` resolves names in types. False (with an error for
/// `name`) only when a limit of the format is passed (1 GiB).
bool smr_pfa_write(const SmrPfa *pfa, const SmrIntern *symbols, const char *name, SmrBytes *out,
                   SmrDiag *diag);

/// Reads a file's bytes; false after one error. Strings, automata and modules in *out point into `bytes`,
/// which must stay; the rest lives in the arena. The automata block is only found, not opened. When `bytes`
/// is not aligned to 16, they are copied. `name` is for messages.
bool smr_pfa_parse(const void *bytes, size_t size, const char *name, SmrIntern *symbols, SmrArena *arena,
                   SmrPfa *out, SmrDiag *diag);

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
