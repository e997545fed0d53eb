//===- build.h - PAT files become libraries ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The whole way from source text to a library: parse, compile both sides of every pair, import and normalise
// the idiom, make a pattern of it, reduce the replacement to bytecode, build the automata over all patterns,
// write. A mistake anywhere is reported at the PAT file's line and column; the other pairs are still looked
// at, and nothing comes out.
//
// A replacement's wrapper takes the pattern's arguments in order and returns its RESULT, if it has one. OUT
// arguments are references in a library, also those that the PAT file passes by value.
//===----------------------------------------------------------------------===//
#ifndef SMR_BUILD_BUILD_H
#define SMR_BUILD_BUILD_H
#include "base/bytes.h"
#include "base/diag.h"
#include "base/entries.h"
#include "frontend/frontend.h"
#include "match/library.h"
#include "mlir-c/IR.h"
#include "mlir/describe.h"
#include "pat/pat.h"
#include "pfa/pfa.h"
#ifdef __cplusplus
extern "C" {
#endif

/// A pair's replacement as native code (base/entries.h); without bytes if there is none.
typedef struct {
  uint64_t hash;
  SmrEntryInfo info;
  SmrBytes object;
} SmrBuildEntry;

/// A pair that compiled, as whoever checks it sees it: both sides as modules of their own, with their
/// wrappers' symbols. Arguments that the pattern has as OUT are references on both sides.
typedef struct {
  const char *name;         // unique in the library
  const char *file;         // the PAT file
  const SmrPatPair *source; // text and place
  const SmrPair *pair;      // pattern, conditions, contract, links
  SmrGraph *graph;          // the idiom in normal form
  MlirModule modules[2];    // idiom, replacement: a check may change them
  const char *wrappers[2];
  SmrDescribed *described;    // what the modules' ops mean
  const SmrBuildEntry *entry; // if it has bytes, what programs call: to be checked in the replacement's place
  bool *verified; // set by the check for a pair that it ran; else the library says "not verified" of it
  bool *joined;   // … and for one that it also ran with products rounded with their sums (SmrPair.joined)
} SmrBuildChecked;

/// Looks at all pairs of a library before it is written; reports errors and returns false when one must not
/// get into it.
typedef bool SmrBuildCheck(void *data, const SmrBuildChecked *pairs, uint32_t count, SmrDiag *diag);

/// A pair of a library that is made, with its idiom as a program: a module of its own that holds the idiom's
/// function, as the front end gave it. Whoever tries it may change the module. (Null: the idiom has loops.)
typedef struct {
  const SmrPatPair *source;
  const char *file;
  MlirModule idiom;
  const char *wrapper; // in it
} SmrBuildTried;

/// Looks at a library before it is written, with the bytes that its file will have; reports errors and
/// returns false when it must not be. tried[k] is pair k.
typedef bool SmrBuildTrial(void *data, const SmrBytes *library, const SmrBuildTried *tried, uint32_t count,
                           SmrDiag *diag);

/// What compiles replacements to native code (capi/llvm/object.h has the contracts).
typedef struct {
  const char *(*triple)(void);
  bool (*compile)(MlirOperation module, const char *symbol, SmrArena *arena, SmrEntryInfo *out,
                  SmrBytes *object, SmrDiag *diag);
  bool (*text)(const SmrStr *text, SmrBytes *object, SmrDiag *diag);
  bool (*archive)(const SmrBytes *objects, const char *const *names, uint32_t count, SmrBytes *archive,
                  SmrDiag *diag);
} SmrBuildObjects;

typedef struct {
  SmrFrontendOptions frontend;
  SmrDescriptions *descriptions; // NULL: the built-in ones and SMR_DIALECTS
  bool twins;                    // keep Fortran replacements also as LLVM IR, so that they serve C programs
  uint32_t jobs;                 // front ends at a time; 0: one per processor, at most 8
  // When not NULL, what a pair goes through is appended, for debugging:
  SmrStr *mlir;         // both sides as the front end gave them, the replacement as it is kept
  SmrStr *graphs;       // the idiom's graph as imported and in normal form
  SmrStr *log;          // the pairs with their arguments, then control and data strings
  SmrBuildCheck *check; // NULL: none
  void *check_data;
  const char *output;   // the file that the library will be; NULL: none
  SmrBuildTrial *trial; // NULL: none
  void *trial_data;
  const SmrBuildObjects *objects; // with `output`: the archive of entries that goes beside it is appended
  SmrBytes *entries;              // … to this; NULL: none
} SmrBuildOptions;

/// Compiles PAT files into one library and appends the bytes of its .pfa file to *out. Deterministic. The
/// context must know the dialects that the front ends produce (fir for Fortran), else the pairs of that
/// language are errors. Two equal idioms give a warning. False after at least one error; *out is then
/// untouched. `name` stands for the library in messages.
bool smr_build_library(MlirContext context, const char *name, const char *const *paths, uint32_t count,
                       const SmrBuildOptions *options, SmrBytes *out, SmrDiag *diag);

/// Opens a library whose file was read (pfa.h) and stays until it is closed; zero-initialise and close `out`,
/// whatever the result.
bool smr_library_from_pfa(SmrIntern *symbols, const SmrPfa *pfa, const char *name, SmrLibrary *out,
                          SmrDiag *diag);
/// Opens a library from the bytes of a .pfa file, which must stay until it is closed.
bool smr_library_from_bytes(SmrIntern *symbols, const void *bytes, size_t size, const char *name,
                            SmrLibrary *out, SmrDiag *diag);

/// Opens a .pfa file; false after reporting one error. `symbols` must be the table of the graphs to be
/// matched. The automata are opened only if `exact` (smr_library_open_automata).
bool smr_library_open_pfa(SmrIntern *symbols, const char *path, bool exact, SmrLibrary *out, SmrDiag *diag);

/// Compiles a .pat file and opens it; false after at least one error at the PAT file's own lines. The context
/// is the host's, which may know more dialects than SMR's own; `options` may be NULL.
bool smr_library_from_pat(MlirContext context, SmrIntern *symbols, const char *path,
                          const SmrBuildOptions *options, SmrLibrary *out, SmrDiag *diag);

/// Replaces what the pairs say of when a call pays by what a table of costs says (README.md); a pair that no
/// line fits keeps its own. "none" as path: every call pays. False after an error at the table's line.
bool smr_library_set_costs(SmrLibrary *library, const char *path, SmrDiag *diag);

/// Fingerprint of the dialect descriptions that are part of SMR: graphs of other descriptions may not fit a
/// library's automata. Descriptions that users add do not count.
uint64_t smr_build_dialects(void);

#ifdef __cplusplus
}
#endif
#endif
