//===- edit.h - the edit -----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The only files that change a module.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_SPLICE_EDIT_H
#define SMR_MLIR_SPLICE_EDIT_H
#include "mlir/splice/plan/plan.h"

/// How a test of sizes is weighed: as one that is likely enough to fail that LLVM does not join it with the
/// next. Programs that call for large sizes lose a jump that is predicted.
extern const int32_t smr_size_weights[2];
/// About what the plan gains, as i64; the greatest number where it cannot be computed here.
MlirValue smr_splice_gain(SmrEmit *e);
/// The place of a site's record: null, until the site has one.
MlirValue smr_splice_no_record(SmrSplice *s);
/// Calls a step's `bound`, without a record. Where `asked` (null: it holds) is false nothing is gained.
MlirValue smr_splice_ask_bound(SmrSplice *s, MlirOperation bound, MlirValue gain, MlirValue asked);
/// Builds all arguments in body; calls and the arguments' new values in run. False after smr_emit_fail.
bool smr_splice_build_steps(SmrSplice *s);
//--- Copies of roots (edit/left.c) --------------------------------------------------
bool smr_is_left(const SmrPlanStep *step);
/// Finds what is copied, and remembers in body what variables are. False after smr_emit_fail.
bool smr_left_prepare(SmrSplice *s);
/// The copy, at the end of run; run may be another block then.
bool smr_left_run(SmrSplice *s, uint32_t step);
/// What a value of the root is in the step's copy; null when it has none.
MlirValue smr_left_value(const SmrSplice *s, uint32_t step, MlirValue original);
void smr_left_free(SmrSplice *s);
//--- What the code behind sees (edit/after.c) -------------------------------------
/// What the graph says a value is after the steps, as a value of this type: in run what a step gives, in
/// e->block what was known before. `original`: in the roots, for copies. Null after smr_emit_fail.
MlirValue smr_splice_after(SmrSplice *s, SmrAfter after, MlirValue original, MlirType type);
/// Stores of slots that code between part `part` and the last one sees.
bool smr_splice_early_stores(SmrSplice *s, uint32_t part);
/// All of them, in run.
bool smr_splice_build_stores(SmrSplice *s);
/// Without a chain.
bool smr_splice_build_early(SmrSplice *s);
bool smr_splice_build_escaping(SmrSplice *s);
//--- Checks (edit/check.c) ----------------------------------------------------------
/// Once the steps, stores and results are built: the check begins in body, ends the steps in run, and is
/// ended in finishing. False after smr_emit_fail.
bool smr_check_build(SmrSplice *s);
/// In a chain, `leaving[k]` goes over the loop's exit as `value`: at the end of finishing.
void smr_check_compare(SmrSplice *s, uint32_t number, MlirValue value);
void smr_check_close(SmrSplice *s);
/// Is the code behind tests that fail to begin with SmrHost.keep_whole? LLVM knows on the way from most tests
/// that the loops run at all, and would go past the loops' own test of it: then nothing that stands before
/// the loops says so, and they are no longer vectorised as without the tests. (Code that stores nothing may
/// be a function without effects, and a loop around the code may be left when it has none: that is to stay
/// so.)
bool smr_splice_keeps_whole(const SmrSplice *s);
//--- Of a chain (edit/chain.c) ----------------------------------------------------
bool smr_chain_build_early(SmrSplice *s);
/// The graph's value that a value of part p (`between`: an argument of a block behind it) is behind the part;
/// 0 when that is not understood.
SmrValue smr_chain_seen(const SmrSplice *s, MlirValue value, uint32_t p, bool between);
bool smr_chain_build_guards(SmrSplice *s);
/// The guards that are not in `held` yet, and what asks for routines, each in a block of its own.
bool smr_build_tests(SmrSplice *s, uint8_t *held);
bool smr_chain_build_escaping(SmrSplice *s);
void smr_chain_commit(SmrSplice *s);

//--- Site functions (edit/site.c) ---------------------------------------------------
/// Of a site that copies rows (edit/rows.c), in this order. What asks whether rows are copied, in a block of
/// its own, and the beginning of the block that copies them: false if that cannot be built; the call, whose
/// gain and record are built in that block; after each of the guards on rows; after all of them, which is
/// false if the site cannot go on with copies. False is after smr_emit_fail.
bool smr_rows_ask(SmrSplice *s);
void smr_rows_copy(SmrSplice *s, MlirValue gain, MlirValue record);
void smr_rows_tested(SmrSplice *s);
bool smr_rows_end_tests(SmrSplice *s);
/// The number of the first of these guards; the number of all guards: there is none.
uint32_t smr_rows_first(const SmrSplice *s);
/// Is the value an address in rows or copies, or made from one?
bool smr_rows_lead_to(const SmrSplice *s, MlirValue value);
/// In the site's first block.
void smr_rows_begin(SmrSplice *s, MlirBlock entry);
/// Where the tests of rows hold, in `even`, or what is done otherwise succeeds, the returned block is next;
/// else `refused` (with a guard's number, if they are counted) or `no`.
MlirBlock smr_rows_join(SmrSplice *s, MlirBlock even, MlirBlock refused, bool counted, MlirBlock no);
/// At the end of a block of the site: frees copies, and puts back what is written in them if `did`. The
/// returned block is next.
MlirBlock smr_rows_leave(SmrSplice *s, MlirBlock block, MlirValue did);
void smr_rows_release(SmrSplice *s);

/// How much of the plan may go into a site function?
SmrSiteUse smr_site_fits(const SmrSplice *s);
/// … that leaves it to an entry whether its only call is made?
bool smr_site_tries(const SmrSplicePlan *plan);
/// Of structured code: builds the guards that the site function asks, after those of sizes.
bool smr_site_build_guards(SmrSplice *s);
/// Once everything is built: moves the tests, except those of sizes, into a site function (SMR_SITE_CALLS:
/// and the steps), and leaves its call as the last test. Without a chain *condition becomes what asks
/// everything, in pre. False, with nothing changed: it cannot be done.
bool smr_site_outline(SmrSplice *s, MlirValue *condition);

/// For steps that are not left to their entries: declares the function that only calls, *callee, and makes
/// the one that only asks, *bound. False: their names are taken. (edit/entry.c)
bool smr_entry_take_apart(MlirOperation module, const SmrEntryInfo *entry, MlirOperation *callee,
                          MlirOperation *bound);
/// Declares the function of an entry that only asks; null: its name is taken.
MlirOperation smr_entry_declare_may(MlirOperation module, const SmrEntryInfo *entry);
/// In a replacement's own module: calls of functions that it only declares, but for the C library's, go
/// through slots `slot.<symbol>`, and `bound` becomes a function that asks whether all are filled. False:
/// there is nothing to do.
bool smr_slots_make(MlirOperation source, const SmrSlots *slots);
/// Without slots: if the replacement calls other libraries, libsmr_rt may not be linked. So calls of it give
/// 0 instead (no memory, as product.c says), and the replacement does without.
void smr_slots_leave_out(MlirOperation source);
/// The host among the module's that a replacement must be said in anew; NULL: all take it as it is.
/// (edit/module.c)
const SmrHost *smr_other_language(MlirOperation module);
/// In a replacement's own module: parameters that are addresses of numbers become the numbers. `numbers`: by
/// parameter, the number's type; 0: it stays. (edit/by_value.c)
void smr_take_by_value(MlirOperation function, const SmrType *numbers, uint32_t count);
#endif
