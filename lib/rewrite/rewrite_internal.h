//===- rewrite_internal.h - the steps of rewriting a module --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_INTERNAL_H
#define SMR_REWRITE_INTERNAL_H
#include "base/demangle.h"
#include "match/legality.h"
#include "mlir/import/import.h"
#include "rewrite/rewrite.h"

/// Finds the matches of one library in a graph. The product runs the automata; tests may put the naive
/// matcher here.
typedef void (*SmrFinder)(const SmrLibrary *library, SmrGraph *graph, bool (*found)(const SmrMatch *, void *),
                          void *data, SmrRunStats *stats, void *context);

/// smr_rewrite_module with libraries that are open already.
bool smr_rewrite_with(MlirOperation module, const SmrRewriteOptions *options, const SmrLibrary *libraries,
                      uint32_t count, SmrIntern *symbols, SmrFinder find, void *find_context,
                      SmrReport *report, SmrDiag *diag);

/// A match that outlives the matcher's callback, and what was decided.
typedef struct {
  SmrMatch match;
  uint32_t library;
  uint32_t place;  // position of its first root in the function
  uint32_t number; // in which it was found
  bool accepted, refused, edited;
  SmrVerdict verdict;
  const char *reason;
} SmrFound;

/// What the automata of a library said of a loop that matched nothing.
typedef struct {
  SmrNearMiss miss;
  uint32_t library;
} SmrKeptMiss;

/// A loop nest that almost is an idiom, in words.
typedef struct {
  SmrOp root;
  uint32_t place; // as SmrFound's
  uint32_t line, column;
  const char *file, *idiom, *reason;
} SmrNear;

/// The nearest miss of each loop nest that does not overlap a match, in program order. Texts live in the
/// arena, the symbols or the libraries.
uint32_t smr_near_choose(SmrGraph *graph, const SmrLibrary *libraries, const SmrKeptMiss *misses,
                         uint32_t count, const SmrFound *found, uint32_t found_count, SmrLanguage kind,
                         SmrArena *arena, const SmrNear **out);

/// What explaining needs to match a function again.
typedef struct {
  const SmrLibrary *libraries;
  uint32_t count;
  SmrFinder find;
  void *find_context;
  SmrImporter *importer;
  SmrLanguage kind; // of the function
} SmrExplainer;
/// The nests that would be an idiom if something were not in them (explain.c). As smr_near_choose, unordered.
uint32_t smr_explain(const SmrExplainer *context, MlirOperation function, SmrGraph *graph,
                     const SmrFound *found, uint32_t found_count, SmrArena *arena, const SmrNear **out);
/// Both in program order; of one nest the explanation is kept.
uint32_t smr_near_join(const SmrGraph *graph, const SmrNear *explained, uint32_t explained_count,
                       const SmrNear *near, uint32_t near_count, SmrArena *arena, const SmrNear **out);

/// Copies a match with everything it points to.
SmrMatch smr_match_copy(SmrArena *arena, const SmrMatch *match);
/// True when the two matches share code.
bool smr_match_overlap(const SmrMatch *a, const SmrMatch *b);
/// Larger first, then the program's own language, then library, pattern, place; a total order.
int smr_found_compare(const SmrLibrary *libraries, SmrLanguage kind, const SmrFound *a, const SmrFound *b);

/// Written for programs in the other language?
bool smr_pair_foreign(const SmrPair *pair, SmrLanguage kind);

//--- Functions that a library has, too (own_names.c) --------------------------

/// The other names of a module's functions, collected once.
typedef struct SmrAliases SmrAliases;
SmrAliases *smr_aliases_create(MlirOperation module);
void smr_aliases_destroy(SmrAliases *aliases);
/// Why the function is left alone when others can call it by the name of a routine in BLAS or of one that has
/// a slot (bound: the function that asks for the slots, or null); else NULL.
const char *smr_name_refusal(const SmrAliases *aliases, MlirOperation function, MlirOperation bound);
/// Is the program's BLAS one whose integers have 64 bits? It says so where it declares or defines routines,
/// or by Flang's -fdefault-integer-8.
bool smr_wide_blas(MlirOperation module);
/// The libraries of a pair, separated by commas.
void smr_pair_links(const SmrPair *pair, SmrStr *out);

/// As smr_demangle, and of a C++ symbol the function's name alone, for a reason's text; reports give its
/// parameters, too.
void smr_bare_name(const char *symbol, SmrStr *out);
#endif
