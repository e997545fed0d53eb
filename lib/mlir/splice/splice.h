//===- splice.h - put calls where code was ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The only place that edits MLIR. Ops are built in the host's own dialects, by its table (host/host.h); what
// the ops that are there mean stands in the dialect descriptions. Everything is first built in detached
// blocks; only when that worked is the function touched, so a splice either happens entirely or not at all.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_SPLICE_SPLICE_H
#define SMR_MLIR_SPLICE_SPLICE_H
#include "base/diag.h"
#include "base/entries.h"
#include "graph/passed.h"
#include "graph/rows.h"
#include "mlir-c/IR.h"
#include "mlir/describe.h"
#include "mlir/host/slot.h"

/// One step of what replaces the code: a call of a function in the same module, or, where `callee` is null,
/// what is left of a root, which is a copy of it that does some of its stores.
typedef struct {
  MlirOperation callee;
  const SmrPassed *args; // in the function's order
  uint32_t arg_count;
  MlirOperation bound;       // asked when all guards hold, with what the plan gains; null: there is none
  const SmrEntryInfo *entry; // the callee is the function of an entry that asks that itself; NULL: it is not
  SmrOp root;                // of a copy: a loop, condition or store
  const SmrOp *stores; // … and the STOREs in it that it does; what they store is made of loads and scalars
  uint32_t store_count;
} SmrPlanStep;
/// Memory that the roots or the steps touch, as lib/runtime/check.h takes it: addresses, and numbers that say
/// what stands there.
typedef struct {
  const SmrExpr *low, *high, *first;
  int64_t step, kind;
} SmrCheckedArray;
enum { // SMR_RT_CHECK_…
  SMR_CHECK_BITS,
  SMR_CHECK_F16,
  SMR_CHECK_BF16,
  SMR_CHECK_F32,
  SMR_CHECK_F64,
  SMR_CHECK_WRITTEN = 256,
  SMR_CHECK_EXACT = 512,
  SMR_CHECK_VALUE = 1024,
  SMR_CHECK_BYTES = 16,
  SMR_CHECK_PASSES = 3
};
/// The kind of elements, or of their parts, of a type; -1: there is none.
int64_t smr_check_kind(SmrType type, uint32_t bytes);
typedef struct {
  MlirOperation begin; // (terms: i64) -> i64, of smr_inject_check
  const SmrCheckedArray *arrays;
  uint32_t array_count;
  const SmrExpr *terms; // NULL: not known
  bool exact;           // results are to be the same bits
} SmrSpliceCheck;

/// What became of a plan.
typedef struct {
  MlirOperation site; // the site function, or null
  bool copies_rows;   // it copies rows
} SmrSpliced;

typedef struct {
  const SmrOp *roots; // ops of one block, in any order; the steps run where the last of them stands
  uint32_t root_count;
  const SmrGuard *guards; // all must hold; none (and no `bound`): the roots are removed
  uint32_t guard_count;
  uint32_t size_count; // how many of the guards, the first ones, only ask for sizes: where one fails nothing
                       // else is computed, and the code is laid out for that case
  const SmrExpr *gain; // what the calls save together, in picoseconds; NULL: not known
  SmrPlanStep *steps;  // in the order in which they run; they become what the code calls in the end
  uint32_t step_count;
  const SmrAfterStore
      *stores; // done behind the last step: SUNK ones, or STOREs in the roots that no step does
  uint32_t store_count;
  /// What a value of the roots is behind them, for results and variables (graph->exits) that are used later.
  SmrAfter (*after)(void *data, SmrValue value);
  void *after_data;
  const SmrSpliceCheck *check; // the steps run beside the roots, and are compared with them; or NULL
  MlirSymbolTable symbols;     // the module's; null: the calls are to be in the function itself
  const SmrStr *record;        // the site function's record (runtime/count.h) without its guards; NULL: none
  MlirOperation rows;          // of smr_inject_rows, where a guard needs it; else null
  const SmrRowsCopy *copy;     // rows that may be copied, in a site function; or NULL
  SmrSpliced *done;            // becomes what was done; NULL: nobody asks
} SmrSplicePlan;

/// Edits of one function; `graph` was imported from it, with these descriptions, which say what the
/// function's ops mean. Both are borrowed. Removed ops live until the splicer is destroyed, so handles stay
/// valid between two splices.
typedef struct SmrSplicer SmrSplicer;
SmrSplicer *smr_splicer_create(SmrGraph *graph, SmrDescriptions *descriptions);
void smr_splicer_destroy(SmrSplicer *splicer);
/// What `splicer` edits from now on `other` knows, too, which was made for another form of the same import.
/// It lives as long.
void smr_splicer_follow(SmrSplicer *other, SmrSplicer *splicer);
/// Replaces the roots by `if (guards) { steps } else { roots }`. All that calls are given is computed, and
/// read, before the first step runs, and is what it was before the first root. (Loads that stand between or
/// in the roots are done before them, too, unless a root writes to the same object: that different objects
/// are apart is known, or a guard.) What stands between the roots runs before all of them: the splice is
/// refused where it touches memory that an earlier root touches, except that loads whose values nobody else
/// needs stay with the roots. A copy finds the variables that it sets or reads as its root did; of what
/// another root makes it has what `after` says that steps before it give (or that was known before). The
/// caller knows that the steps do what the roots do, and that no root is left early. With copies, the graph
/// is in the plain form. On false nothing changed and *reason says why (valid until the splicer is
/// destroyed). With `only_check`, nothing changes at all.
bool smr_splice(SmrSplicer *splicer, const SmrSplicePlan *plan, bool only_check, const char **reason);

/// Takes a site function and its record away again.
void smr_site_drop(MlirSymbolTable names, MlirOperation site);

/// Does the condition of a jump or of an op with two regions come from a call that `such` accepts?
bool smr_splice_asked(MlirOperation op, bool (*such)(MlirOperation op, void *data), void *data);
/// Does the block lie in the other branch of a jump one of whose branches is a block with such an op (and
/// nothing else leads there), or whose condition comes from one?
bool smr_splice_beside(MlirBlock block, bool (*such)(MlirOperation op, void *data), void *data);

/// Can code in this function call Fortran (is it Flang's)?
bool smr_splice_calls_fortran(MlirOperation function);

//--- Replacement functions (splice/module.c) -----------------------------------

/// Brings a replacement into the module: the wrapper becomes the private function `name`, other functions
/// with bodies become `name.<theirs>`, declarations and constants are merged with equal ones. What an earlier
/// run brought in is found again; where something else has one of the names, `name.2` and so on are tried.
/// `bytes` is a module as text or bytecode. Returns the wrapper, or null when the module is as it was:
/// `refusal` then says why it cannot take this replacement (a clash of symbols), or is empty after an error.
/// With `slots_of` what it calls of those libraries goes through slots, and
/// *bound becomes the function that asks whether they are filled; null when there are none. (In ClangIR
/// there are none.) `apart`: every op of its own code rounds (host/apart.h); where that is other code, it has
/// another number. `numbers`: by parameter of the wrapper, the type of a number that is only passed in, which
/// it takes by value then; 0: the parameter stays as it is.
MlirOperation smr_inject(MlirOperation module, const void *bytes, size_t size, const char *wrapper,
                         const char *name, const char *library, bool apart, const SmrSlots *slots_of,
                         const SmrType *numbers, uint32_t number_count, MlirOperation *bound, SmrDiag *diag,
                         SmrStr *refusal);
/// The module that an entry `symbol` is compiled from: the replacement's own, as smr_inject brings it in (but
/// that every op rounds; *joins: elsewhere some might not); `<symbol>.bound` asks whether its slots are
/// filled. Null: nothing goes through a slot, or after an error.
MlirModule smr_entry_module(MlirContext context, const void *bytes, size_t size, const char *wrapper,
                            const char *symbol, const char *library, const SmrSlots *slots,
                            const SmrType *numbers, uint32_t number_count, bool *joins, SmrDiag *diag);
/// Can code of the module call the entry? (It cannot where the module says its functions in another way than
/// the LLVM dialect's, or has a function itself that the entry calls by name: then its code has to be seen.)
bool smr_entry_is_possible(MlirOperation module, const SmrEntryInfo *entry);
/// Declares the function of an entry that is possible which asks whether it may be called, and calls it.
/// Null: its name is taken.
MlirOperation smr_entry_declare(MlirOperation module, const SmrEntryInfo *entry);
/// Takes away again what was declared of the entry.
void smr_entry_drop(MlirOperation module, const SmrEntryInfo *entry);
/// Brings in what computes the distance between rows that pointers lead to (graph/rows.h): a function
/// (address of the first pointer, bytes from there to the last one, bytes from one to the next) -> i64, for
/// code of `function`. Null: there is none, and `refusal` says why, or is empty after an error.
MlirOperation smr_inject_rows(MlirOperation function, SmrDiag *diag, SmrStr *refusal);
/// Brings in what begins the checks of one place, place `number` of the module: a function (terms: i64) ->
/// i64. `text` as in lib/runtime/check.h. Null: the module cannot take it, and `refusal` says why, or is
/// empty after an error.
MlirOperation smr_inject_check(MlirOperation module, uint32_t number, const SmrStr *text, uint32_t line,
                               SmrDiag *diag, SmrStr *refusal);
/// Takes it away again.
void smr_drop_check(MlirOperation begin);
/// Does the function have such a place?
bool smr_splice_has_checks(MlirOperation function);
/// Takes the slots of a wrapper that nothing calls away again, and what asks for them.
void smr_slots_drop(MlirOperation module, MlirOperation wrapper, MlirOperation bound);
/// Adds the module's slots to what the optimiser must keep as it is.
void smr_slots_keep(MlirOperation module);
/// A symbol as the linker will see it: _QPddot → ddot_.
void smr_link_name(MlirStringRef symbol, SmrStr *out);
/// The functions that are, or that can be called from, some of a module's, through symbols defined there. It
/// is closed when all of them with bodies are replacements: edits of other functions then add nothing to it.
typedef struct SmrReach SmrReach;
SmrReach *smr_reach_create(MlirOperation module, const MlirOperation *from, uint32_t count);
bool smr_reach_has(const SmrReach *reach, MlirOperation function);
bool smr_reach_closed(const SmrReach *reach);
void smr_reach_destroy(SmrReach *reach); // NULL is fine
#endif
