//===- rewrite.h - rewriting to a fixpoint -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A term is rewritten from its root down, so that the largest match comes first: patterns are tried in the
// file's order, the first rule branch that accepts the match fires, and what it makes is rewritten in turn;
// where nothing fires the operands are, and where that changed them the term is tried again. What comes out
// is a term in which no rule fires. Each term is rewritten once, whatever it is an operand of.
//
// Nothing says that this ends (C17). A firing whose result is being rewritten already, or that is one more
// than `depth` upon each other's results, is part of a cycle: the term with which it began stays as it was,
// and the cycle of rules is named. After `firings` in all, nothing fires any more.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_REWRITE_H
#define SMR_PYPM_REWRITE_H
#include "pypm/library.h"
#include "pypm/machine.h"
#include "pypm/replace.h"

typedef struct {
  uint32_t depth; // more than a graph has terms: a rule may move past all of them
  uint32_t firings;
  bool one_by_one;  // all patterns are tried at each term, also those whose skeleton it has not
  bool all_matches; // C12: where no rule accepts a pattern's first match at a root, its others are tried
  bool fp_exact;    // only rules fire that say fp exact, and numbers match what they are rounded to alone
  bool near_misses; // where nothing fires the pattern is told of which most matched, two operators or all but
                    // a guard at least, and why it failed
  SmrSym why_not;   // of the pattern of that name, one that matched one operator; 0: none
  SmrPypmLimits machine;
  uint64_t steps; // of all runs of the machine in a function; then each has a hundredth of its own
} SmrPypmRewriteOptions;
/// (One run of the machine has fewer steps than by itself: there is one for each place and pattern.)
#define SMR_PYPM_DEFAULT_REWRITE                                                                             \
  {.depth = 10000,                                                                                           \
   .firings = 1000 * 1000,                                                                                   \
   .machine = {1000 * 1000, (size_t)64 << 20},                                                               \
   .steps = 100 * 1000 * 1000}

typedef enum {
  SMR_PYPM_EVENT_FIRED,     // term, entry, alternate, rule, branch, result, numbers: the terms matched
  SMR_PYPM_EVENT_REFUSED,   // a branch refused a match: term, entry, alternate, rule, branch, verdict
  SMR_PYPM_EVENT_UNDECIDED, // a pattern does not match, and a guard of it was unknown: term, entry, node
  SMR_PYPM_EVENT_NEAR,      // a pattern almost matches: term, entry, node, miss, numbers: the terms matched
  SMR_PYPM_EVENT_CUT_OFF,   // the machine hit a limit: term, entry, status
  SMR_PYPM_EVENT_CYCLE,     // term, numbers: the rules of the cycle
  SMR_PYPM_EVENT_SPENT      // no firings are left: term, numbers: rules as far as they repeat themselves
} SmrPypmEventKind;

typedef struct {
  SmrPypmEventKind kind;
  uint32_t term, result;
  uint32_t entry;        // in the library
  uint32_t alternate;    // in the program
  uint32_t rule, branch; // rule in the file
  uint32_t node;         // in the program's code
  SmrPypmVerdict verdict;
  SmrPypmStatus status;
  SmrPypmMiss miss;
  uint32_t first, count; // among the rewriter's numbers
} SmrPypmEvent;

typedef struct SmrPypmRewriter SmrPypmRewriter;

/// The library must outlive the rewriter; terms are added to its file's.
SmrPypmRewriter *smr_pypm_rewriter_create(const SmrPypmLibrary *library, SmrPypmRewriteOptions options);
void smr_pypm_rewriter_destroy(SmrPypmRewriter *rewriter);
/// What the term becomes. Terms rewritten before are known.
uint32_t smr_pypm_rewrite(SmrPypmRewriter *rewriter, uint32_t term);
/// The library's entries whose patterns may match the term, in order; they stay until the next question. For
/// who matches and does not rewrite, as with the cursor.
const uint32_t *smr_pypm_rewriter_candidates(SmrPypmRewriter *rewriter, uint32_t term, uint32_t *count);
SmrPypmCursor *smr_pypm_rewriter_cursor(SmrPypmRewriter *rewriter);
/// What is to be said of the event's pattern at its term when the cursor, started at them, has no match, or
/// no more: that a guard is not known (where it `matched` nothing), that a limit was hit. False: nothing.
bool smr_pypm_cursor_event(const SmrPypmRewriter *rewriter, bool matched, SmrPypmEvent *event);
/// A function begins: it has all firings.
void smr_pypm_rewriter_begin(SmrPypmRewriter *rewriter);
/// Does a guard ask for uses? Then these three say what x.uses counts; without them it is the uses in the
/// term that is rewritten, and one of that.
bool smr_pypm_rewriter_counts(const SmrPypmRewriter *rewriter);
/// Another graph begins: nothing is used yet, and what terms became (it may be for their uses) is forgotten.
void smr_pypm_rewriter_begin_graph(SmrPypmRewriter *rewriter);
/// The term is used from outside so many times.
void smr_pypm_rewriter_use(SmrPypmRewriter *rewriter, uint32_t term, uint32_t count);
/// The uses from outside are of the term as it was: what it became is not there.
void smr_pypm_rewriter_keep(SmrPypmRewriter *rewriter, uint32_t term);
/// Where a term comes from that rewriting made: one with other operands in its place, or one that a rule
/// replaced (it or a part of the replacement); 0: it was there before.
uint32_t smr_pypm_rewriter_source(const SmrPypmRewriter *rewriter, uint32_t term);
/// What has happened, in order; of a term that was left as it was because of a cycle, the cycle alone.
const SmrPypmEvent *smr_pypm_rewriter_events(const SmrPypmRewriter *rewriter, uint32_t *count);
/// How often a pattern was matched with a term.
uint64_t smr_pypm_rewriter_tried(const SmrPypmRewriter *rewriter);
/// An event's numbers.
const uint32_t *smr_pypm_rewriter_numbers(const SmrPypmRewriter *rewriter, const SmrPypmEvent *event);
/// One line: "R (branch 2) replaces f(x) by g(x), matched by alternate 1 of P".
void smr_pypm_event_print(const SmrPypmRewriter *rewriter, const SmrPypmEvent *event, SmrStr *out);
#endif
