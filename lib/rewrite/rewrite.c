//===- rewrite.c - rewriting a module ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Function by function: it is read, matches are found and decided, replacements brought in, the function is
// edited, what happened is told, and its graph goes before the next one's is made. Should anything go wrong,
// the edited functions are put back from copies and what was brought in goes again; no copies are made for a
// caller who has no use for the module then.
//===----------------------------------------------------------------------===//
#include "rewrite/rewrite.h"
#include "graph/normalize/normalize.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir/import/import.h"
#include "mlir/splice/splice.h"
#include "rewrite/answers.h"
#include "rewrite/aside.h"
#include "rewrite/budget.h"
#include "rewrite/fallback.h"
#include "rewrite/place.h"
#include "rewrite/rewrite_internal.h"
#include "rewrite/split.h"
#include "rewrite/target.h"
#include "rewrite/told.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  MlirOperation op;
  MlirOperation copy; // from before the first edit, when one is kept
  bool edited;
  SmrGraph *graph; // NULL when nothing was found here
  SmrArena arena;  // owns the matches and verdicts
  SmrLanguage kind;
  bool wide; // compiled for vectors of 256 bits or more
  SmrSym name;
  SMR_VEC(SmrFound) found;
  const SmrNear *near;
  uint32_t near_count;
  const SmrSplit *splits; // loops that were taken apart, in the arena
  uint32_t split_count;
} Function;

typedef struct {
  MlirOperation wrapper, bound; // the function that tells whether its slots are filled, or null
  SmrReach *reach;              // when closed
  const char *reason;           // why the module cannot take it
  bool tried, used;
} Injected;

typedef struct {
  MlirOperation module;
  const SmrRewriteOptions *options;
  const SmrLibrary *libraries;
  uint32_t library_count;
  SmrIntern *symbols;
  SmrFinder find;
  void *find_context;
  SmrReport *report;
  SmrDiag *diag;
  SmrImporter *importer;
  SMR_VEC(Function) functions;  // what was edited
  SMR_VEC(MlirAttribute) links; // libraries that the pairs which fired need, in order of first use
  bool changed;
  bool wide_blas; // calls by name reach a BLAS whose integers have 64 bits
  Function *current;
  SMR_VEC(MlirOperation) replacements; // that an earlier run brought in
  Injected **injected;                 // [library][pair * SMR_LANGUAGE_COUNT + kind of function]
  SmrScratch *scratch;                 // where the matcher leaves near misses, NULL: they are not asked for
  SMR_VEC(SmrKeptMiss) misses;         // of the current function
  SMR_VEC(const void *) aside;         // loops that were split and now are the other branch of a guard
  SmrArena split_arena;
  const void *split_loops[SMR_MOST_SPLITS]; // of the current function
  SmrAside *asides;
  SmrAliases *aliases;
  const char *place;        // why the module may not call libraries, or NULL
  SmrFunctionBudget budget; // of the current function
} Rewriter;

static bool named(MlirOperation op, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            mlirStringRefCreateFromCString(name));
}

static MlirBlock body_of(MlirOperation module) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
}

static bool is_replacement(MlirOperation op) {
  return !mlirAttributeIsNull(
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("smr.replacement")));
}

//--- Finding and deciding -----------------------------------------------------------

typedef struct {
  Rewriter *rewriter;
  uint32_t library;
} FindState;

static bool is_fallback(const Rewriter *r, const SmrGraph *graph, SmrOp first) {
  return smr_is_fallback(r->replacements.data, r->replacements.size, graph, first);
}

static bool keep_match(const SmrMatch *match, void *data) {
  FindState *state = data;
  Function *f = state->rewriter->current;
  Rewriter *r = state->rewriter;
  if (is_fallback(r, match->graph, match->roots[0]) ||
      smr_split_within(match->graph, match->roots[0], r->aside.data, r->aside.size))
    return true;
  SmrFound found = {
      .match = smr_match_copy(&f->arena, match), .library = state->library, .number = f->found.size};
  smr_vec_push(&f->found, found);
  enum { MOST_MATCHES = 1 << 20 };
  return f->found.size < MOST_MATCHES;
}

static void number_op(SmrGraph *g, SmrOp op, void *data) {
  (void)g;
  uint32_t *order = data;
  order[op] = ++order[0];
}

/// Flang's functions are Fortran, those of the llvm dialect are C.
static SmrLanguage kind_of(MlirOperation function) {
  if (smr_splice_calls_fortran(function))
    return SMR_LANGUAGE_FORTRAN;
  return named(function, "llvm.func") || named(function, "cir.func") ? SMR_LANGUAGE_C : SMR_LANGUAGE_MLIR;
}

typedef struct {
  const SmrLibrary *libraries;
  SmrLanguage kind;
} Order;

static int compare_found(const void *a, const void *b, void *data) {
  const Order *order = data;
  return smr_found_compare(order->libraries, order->kind, a, b);
}

static bool in_parallel_region(const SmrGraph *g, SmrOp root) {
  const SmrOpData *op = smr_op(g, root);
  if (!op->handle)
    return false;
  MlirOperation at = {op->handle};
  if (op->flags & SMR_F_CFG)
    at = mlirBlockGetFirstOperation((MlirBlock){op->handle});
  return at.ptr && smr_aside_region(at);
}

/// Sets accepted or refused, with the reason.
static void judge(Rewriter *r, Function *f, SmrFound *found, const SmrUses *uses) {
  const char *place = smr_place_refuses_match(f->op, &found->match);
  if (place) {
    found->refused = true;
    found->reason = place;
    return;
  }
  if (in_parallel_region(f->graph, found->match.roots[0])) {
    found->refused = true;
    found->reason = smr_aside_parallel;
    return;
  }
  SmrLegalityOptions options = {r->options->fp_exact, r->options->guards_static, f->wide};
  const SmrLibrary *library = &r->libraries[found->library];
  if (!smr_pair_replacement(&library->pairs[found->match.pattern], f->kind)) {
    found->refused = true;
    found->reason = "the replacement is Fortran, which this code cannot call";
    return;
  }
  found->accepted = smr_legality(library, &found->match, uses, &options, &f->arena, &found->verdict);
  found->refused = !found->accepted;
  found->reason = found->verdict.reason;
}

static bool overlaps_accepted(const SmrFound *found, uint32_t count, const SmrFound *one) {
  for (uint32_t k = 0; k < count; ++k)
    if (found[k].accepted && smr_match_overlap(&found[k].match, &one->match))
      return true;
  return false;
}

static void decide(Rewriter *r, Function *f) {
  uint32_t *order = smr_xcalloc(f->graph->ops.size, sizeof *order);
  smr_graph_walk(f->graph, number_op, order);
  for (uint32_t k = 0; k < f->found.size; ++k) {
    SmrFound *found = &f->found.data[k];
    found->match.graph = f->graph;
    for (uint32_t i = 0; i < found->match.root_count; ++i)
      if (!found->place || order[found->match.roots[i]] < found->place)
        found->place = order[found->match.roots[i]];
  }
  free(order);
  qsort_r(f->found.data, f->found.size, sizeof *f->found.data, compare_found,
          &(Order){r->libraries, f->kind});
  SmrUses uses = smr_uses_compute(f->graph);
  for (uint32_t k = 0; k < f->found.size && smr_budget_left(&r->budget, "deciding"); ++k)
    if (!overlaps_accepted(f->found.data, k, &f->found.data[k]))
      judge(r, f, &f->found.data[k], &uses);
  smr_uses_free(&uses);
}

static void release_function(Function *f) {
  if (f->graph)
    smr_graph_destroy(f->graph);
  f->graph = NULL;
  smr_vec_free(&f->found);
  smr_arena_destroy(&f->arena);
}

static void keep_misses(Rewriter *r, uint32_t library) {
  uint32_t count = 0;
  const SmrNearMiss *misses = smr_scratch_misses(r->scratch, &count);
  for (uint32_t k = 0; k < count; ++k) {
    SmrKeptMiss kept = {misses[k], library};
    if (misses[k].work && !is_fallback(r, r->current->graph, misses[k].root) &&
        !smr_split_within(r->current->graph, misses[k].root, r->aside.data, r->aside.size))
      smr_vec_push(&r->misses, kept);
  }
}

static bool normalizing(void *rewriter) {
  return smr_budget_left(&((Rewriter *)rewriter)->budget, "normalising");
}

/// Reads a function, finds and decides; false when it cannot be read (in time).
static bool match_function(Rewriter *r, MlirOperation op, Function *f) {
  SmrDiag notes = {0}; // what cannot be expressed is not matched; that is no user's mistake
  *f = (Function){.op = op};
  f->graph = smr_import_function(r->importer, op, NULL, &notes);
  smr_diag_free(&notes);
  if (!f->graph)
    return false;
  f->name = f->graph->name;
  f->kind = kind_of(op);
  f->wide = smr_target_is_wide(op);
  smr_budget_size(&r->budget, f->graph->ops.size);
  if (!smr_normalize_while(f->graph, normalizing, r)) {
    smr_graph_destroy(f->graph);
    f->graph = NULL;
    return false;
  }
  r->current = f;
  smr_vec_clear(&r->misses);
  for (uint32_t l = 0; l < r->library_count && smr_budget_left(&r->budget, "matching"); ++l) {
    FindState state = {r, l};
    SmrRunStats stats = {0};
    r->find(&r->libraries[l], f->graph, keep_match, &state, &stats, r->find_context);
    r->report->candidates += stats.candidates;
    if (r->scratch)
      keep_misses(r, l);
  }
  r->report->matches += f->found.size;
  if (f->found.size)
    decide(r, f);
  return true;
}

/// Is the loop the other branch of a guard, of this run or an earlier one?
static bool set_aside(Rewriter *r, const SmrGraph *g, const void *loop) {
  for (SmrOp op = 1; op < g->ops.size; ++op)
    if (smr_op(g, op)->block && smr_op(g, op)->code == SMR_OP_LOOP && smr_op(g, op)->handle == loop &&
        (is_fallback(r, g, op) || smr_split_within(g, op, r->aside.data, r->aside.size)))
      return true;
  return false;
}

/// Splits the wanted loops of a copy of the function; those that gain nothing are no longer wanted, and what
/// gains from some size on only is wanted from there on. Returns the copy when all was as wished, else null.
static MlirOperation try_splits(Rewriter *r, const Function *f, SmrSplitWish *wishes, SmrSplit *splits) {
  MlirOperation trial = mlirOperationClone(f->op);
  mlirBlockInsertOwnedOperationAfter(body_of(r->module), f->op, trial);
  uint32_t count =
      smr_split_function(r->importer, trial, r->options->guards_static, wishes, &r->split_arena, splits);
  Function t = {.op = trial};
  for (uint32_t k = 0; k < count; ++k)
    if (splits[k].otherwise)
      smr_vec_push(&r->aside, splits[k].otherwise);
  bool ok = mlirOperationVerify(trial) && match_function(r, trial, &t);
  for (uint32_t k = 0; k < count; ++k) {
    if (!wishes[k].wanted)
      continue;
    const void *was = r->split_loops[k];
    uint64_t before = smr_split_gain(f->graph, r->libraries, f->found.data, f->found.size, &was, 1);
    wishes[k].wanted = t.graph && smr_split_gain(t.graph, r->libraries, t.found.data, t.found.size,
                                                 splits[k].parts, splits[k].part_count) > before;
    ok &= wishes[k].wanted;
    if (!wishes[k].wanted)
      continue;
    int64_t least =
        smr_split_least(t.graph, t.found.data, t.found.size, splits[k].parts, splits[k].part_count);
    ok &= least <= wishes[k].least;
    wishes[k].least = least > wishes[k].least ? least : wishes[k].least;
  }
  release_function(&t);
  if (ok)
    return trial;
  mlirOperationDestroy(trial);
  return (MlirOperation){NULL};
}

/// Takes loops of the function apart where that gains something, and matches it again.
static void split_function(Rewriter *r, Function *f) {
  SmrSplit splits[SMR_MOST_SPLITS];
  SmrSplitWish wishes[SMR_MOST_SPLITS];
  bool any = false;
  if (!smr_split_worth(f->graph) || !smr_budget_left(&r->budget, "taking loops apart"))
    return;
  uint32_t count =
      smr_split_function(r->importer, f->op, r->options->guards_static, NULL, &r->split_arena, splits);
  for (uint32_t k = 0; k < count; ++k) {
    r->split_loops[k] = splits[k].loop;
    wishes[k].wanted = !smr_split_covered(f->graph, f->found.data, f->found.size, splits[k].loop) &&
                       !set_aside(r, f->graph, splits[k].loop);
    wishes[k].least = 0;
    any |= wishes[k].wanted;
  }
  MlirOperation trial = {NULL};
  uint64_t candidates = r->report->candidates, matches = r->report->matches;
  uint32_t aside = r->aside.size, misses = r->misses.size;
  SmrKeptMiss *kept = smr_arena_alloc(&f->arena, (misses + 1) * sizeof *kept); // the tries have their own
  if (misses)
    memcpy(kept, r->misses.data, misses * sizeof *kept);
  enum { ROUNDS = 3 };
  for (int round = 0; round < ROUNDS && any && !trial.ptr; ++round) {
    r->aside.size = aside;
    trial = try_splits(r, f, wishes, splits);
    any = false;
    for (uint32_t k = 0; k < count; ++k)
      any |= wishes[k].wanted;
  }
  r->report->candidates = candidates, r->report->matches = matches;
  if (!trial.ptr) {
    r->aside.size = aside;
    smr_vec_clear(&r->misses);
    for (uint32_t k = 0; k < misses; ++k)
      smr_vec_push(&r->misses, kept[k]);
    r->current = f;
    return;
  }
  MlirOperation op = f->op, copy = mlirOperationClone(op);
  r->report->matches -= f->found.size;
  release_function(f);
  mlirRegionTakeBody(mlirOperationGetRegion(op, 0), mlirOperationGetRegion(trial, 0));
  mlirOperationDestroy(trial);
  smr_budget_start(&r->budget, r->options); // the trial was in time
  match_function(r, op, f);
  f->copy = copy;
  SmrSplit *own = smr_arena_alloc(&f->arena, (count + 1) * sizeof *own);
  memcpy(own, splits, count * sizeof *own);
  f->splits = own, f->split_count = count;
}

/// What is told of a loop that was set aside is told of its parts.
static void drop_aside(const Rewriter *r, Function *f) {
  SmrNear *kept = smr_arena_alloc(&f->arena, (f->near_count + 1) * sizeof *kept);
  uint32_t count = 0;
  for (uint32_t k = 0; k < f->near_count; ++k)
    if (!smr_split_within(f->graph, f->near[k].root, r->aside.data, r->aside.size))
      kept[count++] = f->near[k];
  f->near = kept;
  f->near_count = count;
}

static bool is_other_branch(SmrOp loop, void *rewriter) {
  Rewriter *r = rewriter;
  const SmrGraph *g = r->current->graph;
  return is_fallback(r, g, loop) || smr_split_within(g, loop, r->aside.data, r->aside.size);
}

static void read_function(Rewriter *r, MlirOperation op, Function *out) {
  Function f;
  if (!match_function(r, op, &f))
    return;
  split_function(r, &f);
  if (!f.graph) { // taken apart, and then there was no time left
    *out = f;
    return;
  }
  if (r->misses.size)
    f.near_count = smr_near_choose(f.graph, r->libraries, r->misses.data, r->misses.size, f.found.data,
                                   f.found.size, f.kind, &f.arena, &f.near);
  if (r->scratch && smr_budget_left(&r->budget, "explaining")) {
    SmrExplainer explainer = {r->libraries, r->library_count, r->find, r->find_context, r->importer, f.kind};
    smr_scratch_collect_misses(r->scratch, false);
    const SmrNear *explained;
    uint32_t count = smr_explain(&explainer, op, f.graph, f.found.data, f.found.size, &f.arena, &explained);
    smr_scratch_collect_misses(r->scratch, true);
    if (count)
      f.near_count = smr_near_join(f.graph, explained, count, f.near, f.near_count, &f.arena, &f.near);
  }
  if (r->aside.size)
    drop_aside(r, &f);
  if (r->options->near_misses)
    f.near_count = smr_answers_add(f.graph, f.found.data, f.found.size, is_other_branch, r, f.near,
                                   f.near_count, &f.arena, &f.near);
  if (!f.found.size) { // what is told of near misses does without the graph
    smr_graph_destroy(f.graph);
    f.graph = NULL;
  }
  *out = f;
}

//--- Editing -------------------------------------------------------------------------

/// The wrapper of a pair in the module, brought in at first use; null after an error.
static MlirOperation wrapper_of(Rewriter *r, uint32_t library, uint32_t pair, SmrLanguage kind) {
  Injected *known = &r->injected[library][pair * SMR_LANGUAGE_COUNT + kind];
  if (known->tried)
    return known->wrapper;
  known->tried = true;
  const SmrLibrary *lib = &r->libraries[library];
  const char *base = strrchr(lib->name, '/');
  base = base ? base + 1 : lib->name;
  const char *dot = strrchr(base, '.');
  SmrStr name = {0};
  smr_str_printf(&name, "smr.%.*s.%s", dot ? (int)(dot - base) : (int)strlen(base), base,
                 lib->pairs[pair].name);
  const SmrReplacement *replacement = smr_pair_replacement(&lib->pairs[pair], kind);
  for (uint32_t k = 0; k < SMR_LANGUAGE_COUNT && mlirOperationIsNull(known->wrapper); ++k) {
    const Injected *other = &r->injected[library][pair * SMR_LANGUAGE_COUNT + k];
    if (other->tried && k != kind && smr_pair_replacement(&lib->pairs[pair], (SmrLanguage)k) == replacement)
      known->wrapper = other->wrapper, known->bound = other->bound;
    else if (other->tried && k != kind) // a module with functions of both languages
      smr_str_puts(&name, kind == SMR_LANGUAGE_FORTRAN ? ".fortran" : ".c");
  }
  SmrStr links = {0}, refusal = {0};
  smr_pair_links(&lib->pairs[pair], &links);
  if (mlirOperationIsNull(known->wrapper))
    known->wrapper = smr_inject(r->module, replacement->module, replacement->module_size,
                                replacement->wrapper, smr_str_get(&name), lib->name,
                                r->options->slots && links.size ? smr_str_get(&links) : NULL, &known->bound,
                                r->diag, &refusal);
  smr_str_free(&links);
  if (refusal.size)
    known->reason = smr_intern_text(r->symbols, smr_intern(r->symbols, smr_str_get(&refusal)));
  smr_str_free(&refusal);
  smr_str_free(&name);
  return known->wrapper;
}

typedef struct {
  const SmrMatch *match;
  SmrArena *arena;
} AfterState;

static SmrAfter after(void *data, SmrValue value) {
  AfterState *state = data;
  return smr_legality_after(state->match, state->arena, value);
}

static bool pass_argument(SmrArena *arena, const SmrGraph *graph, const SmrPatternArg *arg,
                          const SmrBinding *b, SmrPassed *out) {
  *out = (SmrPassed){.name = arg->name ? arg->name : "?", .value = b->value, .type = arg->type};
  switch (arg->kind) {
  case SMR_ARG_INT:
    out->kind = SMR_PASS_INT;
    out->expr = smr_expr_poly(arena, b->poly);
    if (b->divisor > 1)
      out->expr = smr_expr(arena, SMR_X_DIV, out->expr, smr_expr_const(arena, b->divisor));
    return out->expr != NULL;
  case SMR_ARG_FLOAT:
    out->kind = SMR_PASS_VALUE;
    return true;
  case SMR_ARG_ARRAY:
  case SMR_ARG_BOX:
    out->kind = arg->kind == SMR_ARG_ARRAY ? SMR_PASS_ARRAY : SMR_PASS_BOX;
    out->expr = smr_expr_poly(arena, b->poly);
    if (arg->kind == SMR_ARG_BOX && SMR_TYPE_KIND(smr_value_type(graph, b->value)) == SMR_T_BOX)
      out->expr = smr_expr_const(arena, 0); // legality saw to it
    return true;
  case SMR_ARG_OUT:
    out->kind = SMR_PASS_OUT;
    return true;
  case SMR_ARG_RESULT:
    out->kind = SMR_PASS_RESULT;
    return true;
  default:
    return false;
  }
}

/// Can the replacement end up in the function? Earlier edits count.
static bool reaches(Rewriter *r, Injected *replacement, MlirOperation function) {
  if (replacement->reach)
    return smr_reach_has(replacement->reach, function);
  SmrReach *reach = smr_reach_create(r->module, &replacement->wrapper, 1);
  bool found = smr_reach_has(reach, function);
  if (smr_reach_closed(reach))
    replacement->reach = reach;
  else
    smr_reach_destroy(reach);
  return found;
}

/// False only after an error.
static bool edit(Rewriter *r, Function *f, SmrSplicer *splicer, SmrFound *found) {
  const SmrLibrary *library = &r->libraries[found->library];
  const SmrPattern *pattern = &library->patterns[found->match.pattern];
  uint32_t pair = found->match.pattern;
  if (r->wide_blas && library->pairs[pair].link_count) {
    found->accepted = false, found->refused = true;
    found->reason = "the program's BLAS takes integers of 64 bits, the replacement's of 32";
    return true;
  }
  MlirOperation wrapper = wrapper_of(r, found->library, pair, f->kind);
  const char *clash = r->injected[found->library][pair * SMR_LANGUAGE_COUNT + f->kind].reason;
  if (mlirOperationIsNull(wrapper) && clash) {
    found->accepted = false;
    found->refused = true;
    found->reason = clash;
    return true;
  }
  if (mlirOperationIsNull(wrapper))
    return false;
  const char *reason = NULL;
  Injected *injected = &r->injected[found->library][pair * SMR_LANGUAGE_COUNT + f->kind];
  if (reaches(r, injected, f->op))
    reason = "the replacement calls this function";
  SmrPassed *args = smr_arena_alloc(&f->arena, (pattern->arg_count + 1) * sizeof *args);
  for (uint32_t k = 0; k < pattern->arg_count && !reason; ++k)
    if (!pass_argument(&f->arena, f->graph, &pattern->args[k], &found->match.args[k], &args[k]))
      reason = "the idiom does not use one of its arguments";
  const SmrExpr **guards = smr_arena_alloc(&f->arena, (found->verdict.guard_count + 1) * sizeof *guards);
  for (uint32_t k = 0; k < found->verdict.guard_count; ++k)
    guards[k] = found->verdict.guards[k].test;
  AfterState state = {&found->match, &f->arena};
  SmrSpliceCall call = {.roots = found->match.roots,
                        .root_count = found->match.root_count,
                        .guards = guards,
                        .guard_count = found->verdict.guard_count,
                        .size_count = found->verdict.size_count,
                        .args = args,
                        .arg_count = pattern->arg_count,
                        .stores = found->verdict.stores,
                        .store_count = found->verdict.store_count,
                        .after = after,
                        .after_data = &state,
                        .callee = wrapper,
                        .bound = injected->bound};
  if (!reason && library->pairs[pair].link_count)
    reason = smr_name_refusal(r->aliases, f->op, injected->bound);
  const char *refusal = NULL;
  if (!reason && !smr_splice(splicer, &call, false, &refusal))
    reason = smr_arena_strdup(&f->arena, refusal);
  if (reason) {
    found->accepted = false;
    found->refused = true;
    found->reason = reason;
  }
  return true;
}

static int compare_place(const void *a, const void *b) {
  const SmrFound *x = a, *y = b;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/// Where a match turned out not to fit the code, the next best that it kept out has its turn.
static bool edit_instead(Rewriter *r, Function *f, SmrSplicer *splicer) {
  Order order = {r->libraries, f->kind};
  SmrUses uses = smr_uses_compute(f->graph);
  bool ok = true;
  for (SmrFound *best; ok;) {
    best = NULL;
    for (uint32_t k = 0; k < f->found.size; ++k) {
      SmrFound *one = &f->found.data[k];
      if (!one->accepted && !one->refused && (!best || compare_found(one, best, &order) < 0) &&
          !overlaps_accepted(f->found.data, f->found.size, one))
        best = one;
    }
    if (!best)
      break;
    judge(r, f, best, &uses);
    best->edited = best->accepted;
    ok = !best->accepted || edit(r, f, splicer, best);
  }
  smr_uses_free(&uses);
  return ok;
}

/// Are edits to be undone, or checked and perhaps undone?
static bool keeps_copies(const Rewriter *r) {
  return r->options->dry_run || !r->options->disposable;
}

static bool edit_function(Rewriter *r, Function *f) {
  if (f->found.size) // from here on in program order
    qsort(f->found.data, f->found.size, sizeof *f->found.data, compare_place);
  SmrSplicer *splicer = NULL;
  bool ok = true;
  for (uint32_t k = 0; k < f->found.size && ok; ++k)
    if (f->found.data[k].accepted && !f->found.data[k].edited) {
      if (!smr_budget_left(&r->budget, "editing")) {
        f->found.data[k].accepted = false;
        f->found.data[k].refused = true;
        f->found.data[k].reason = smr_budget_reason(&r->budget, &f->arena);
        continue;
      }
      if (!splicer) {
        if (mlirOperationIsNull(f->copy) && keeps_copies(r))
          f->copy = mlirOperationClone(f->op);
        f->edited = true;
        splicer = smr_splicer_create(f->graph);
      }
      ok = edit(r, f, splicer, &f->found.data[k]) &&
           (f->found.data[k].accepted || edit_instead(r, f, splicer));
    }
  if (splicer)
    smr_splicer_destroy(splicer);
  return ok;
}

static void append_text(MlirStringRef part, void *data) {
  smr_str_append(data, part.data, part.length);
}

static MlirLogicalResult catch_message(MlirDiagnostic diagnostic, void *data) {
  if (!smr_str_get(data)[0])
    mlirDiagnosticPrint(diagnostic, append_text, data);
  return mlirLogicalResultSuccess();
}

/// What was edited or brought in; the rest is as it was.
static bool verify(Rewriter *r, MlirOperation last) {
  SmrStr text = {0};
  MlirContext context = mlirOperationGetContext(r->module);
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, catch_message, &text, NULL);
  bool ok = true;
  for (uint32_t k = 0; k < r->functions.size && ok; ++k)
    ok = mlirOperationVerify(r->functions.data[k].op);
  for (MlirOperation op = mlirOperationGetNextInBlock(last); ok && op.ptr;
       op = mlirOperationGetNextInBlock(op))
    ok = mlirOperationVerify(op);
  mlirContextDetachDiagnosticHandler(context, handler);
  if (!ok)
    smr_error(r->diag, NULL, 0, 0, "internal error: the rewritten module is not valid: %s",
              smr_str_get(&text));
  smr_str_free(&text);
  return ok;
}

/// `last` was the module's last op before the first edit; replacements were appended.
static void put_back(Rewriter *r, MlirOperation last) {
  for (uint32_t k = 0; k < r->functions.size; ++k) {
    Function *f = &r->functions.data[k];
    if (mlirOperationIsNull(f->copy))
      continue;
    if (mlirOperationEqual(f->op, last))
      last = f->copy;
    mlirBlockInsertOwnedOperationAfter(body_of(r->module), f->op, f->copy);
    mlirOperationDestroy(f->op);
    f->op = f->copy;
    f->copy = (MlirOperation){NULL};
  }
  for (MlirOperation op; (op = mlirOperationGetNextInBlock(last)).ptr;)
    mlirOperationDestroy(op);
}

/// Notes what an edited function uses.
static void note_uses(Rewriter *r, const Function *f) {
  MlirContext context = mlirOperationGetContext(r->module);
  for (uint32_t i = 0; i < f->found.size; ++i) {
    const SmrFound *found = &f->found.data[i];
    if (!found->accepted)
      continue;
    r->changed = true;
    r->injected[found->library][found->match.pattern * SMR_LANGUAGE_COUNT].used = true;
    const SmrPair *pair = &r->libraries[found->library].pairs[found->match.pattern];
    for (uint32_t l = 0; l < pair->link_count; ++l)
      smr_vec_push(&r->links, mlirStringAttrGet(context, mlirStringRefCreateFromCString(pair->links[l])));
    if (r->options->slots && pair->link_count)
      smr_vec_push(&r->links, mlirStringAttrGet(context, mlirStringRefCreateFromCString("smr_rt")));
  }
}

/// A replacement may be refused at the last moment; then its function goes again.
static void remove_unused(Rewriter *r) {
  for (uint32_t l = 0; l < r->library_count; ++l)
    for (uint32_t p = 0; p < r->libraries[l].count * SMR_LANGUAGE_COUNT; ++p) {
      MlirOperation wrapper = r->injected[l][p].wrapper;
      bool used = mlirOperationIsNull(wrapper) || r->injected[l][p - p % SMR_LANGUAGE_COUNT].used;
      for (uint32_t k = 1; k <= p % SMR_LANGUAGE_COUNT; ++k) // one function may serve several kinds
        used |= r->injected[l][p - k].tried && mlirOperationEqual(r->injected[l][p - k].wrapper, wrapper);
      for (uint32_t k = 0; k < r->replacements.size; ++k)
        used |= mlirOperationEqual(r->replacements.data[k], wrapper);
      if (used)
        continue;
      if (!mlirOperationIsNull(r->injected[l][p].bound))
        smr_slots_drop(r->module, wrapper, r->injected[l][p].bound);
      mlirOperationDestroy(wrapper);
    }
}

/// After the last function; `last` was the module's last op before the first edit.
static bool finish_module(Rewriter *r, MlirOperation last, bool ok) {
  if (ok)
    remove_unused(r);
#ifdef NDEBUG
  if (!r->options->disposable)
#endif
    ok = ok && verify(r, last);
  if (!ok || !r->changed || r->options->dry_run) {
    put_back(r, last);
  } else {
    smr_note_links(r->module, r->links.data, r->links.size);
    if (r->options->slots)
      smr_slots_keep(r->module);
  }
  for (uint32_t k = 0; k < r->functions.size; ++k)
    if (!mlirOperationIsNull(r->functions.data[k].copy))
      mlirOperationDestroy(r->functions.data[k].copy);
  return ok;
}

//--- Reporting -----------------------------------------------------------------------

static void tell(Rewriter *r, MlirOperation function, SmrReportEntry *entry) {
  smr_tell(r->report, entry, function, r->module, r->options->source);
}

static void report_found(Rewriter *r, const Function *f, const SmrFound *found, const char *function) {
  const SmrGraph *g = f->graph;
  SmrOp first = found->match.roots[0];
  for (uint32_t k = 1; k < found->match.root_count; ++k)
    if (smr_before(g, found->match.roots[k], first))
      first = found->match.roots[k];
  const SmrLocData *loc = smr_place_of(g, first);
  const SmrLibrary *library = &r->libraries[found->library];
  SmrReportEntry entry = {.kind = found->accepted ? SMR_REPORT_REWRITE : SMR_REPORT_MISSED,
                          .file = loc ? smr_intern_text(g->symbols, loc->file) : "",
                          .line = loc ? loc->line : 0,
                          .column = loc ? loc->column : 0,
                          .function = function,
                          .idiom = library->pairs[found->match.pattern].name,
                          .library = library->name,
                          .tier = "exact",
                          .reason = found->reason,
                          .unverified = library->pairs[found->match.pattern].unverified,
                          .rounds = library->pairs[found->match.pattern].contract != SMR_CONTRACT_EXACT};
  const char **guards = smr_xcalloc(found->verdict.guard_count + SMR_SPLIT_LINES, sizeof *guards);
  SmrStr apart[SMR_SPLIT_LINES] = {{0}};
  for (uint32_t k = 0; found->accepted && k < found->verdict.guard_count; ++k)
    if (!smr_told_before(guards, entry.guard_count, found->verdict.guards[k].text))
      guards[entry.guard_count++] = found->verdict.guards[k].text;
  uint32_t lines = found->accepted ? smr_split_told(g, first, f->splits, f->split_count, apart) : 0;
  for (uint32_t k = 0; k < lines; ++k)
    guards[entry.guard_count++] = smr_str_get(&apart[k]);
  entry.guards = guards;
  tell(r, f->op, &entry);
  free(guards);
  for (uint32_t k = 0; k < lines; ++k)
    smr_str_free(&apart[k]);
}

static uint32_t size_of(const Rewriter *r, const SmrFound *found) {
  const SmrPattern *pattern = &r->libraries[found->library].patterns[found->match.pattern];
  return pattern->loop_count + pattern->node_count;
}

static bool foreign(const Rewriter *r, const Function *f, const SmrFound *found) {
  return smr_pair_foreign(&r->libraries[found->library].pairs[found->match.pattern], f->kind);
}

/// What was refused is told unless another match, at least as large, took the code; of those that share code
/// the largest, one of the program's own language.
static bool worth_telling(const Function *f, const Rewriter *r, uint32_t k) {
  const SmrFound *found = &f->found.data[k];
  if (!found->refused)
    return false;
  for (uint32_t i = 0; i < f->found.size; ++i) {
    const SmrFound *other = &f->found.data[i];
    bool overlap = other->place == found->place || smr_match_overlap(&other->match, &found->match);
    if (other->accepted && size_of(r, other) >= size_of(r, found) && overlap)
      return false;
    if (i == k || !other->refused || !overlap)
      continue;
    uint32_t theirs = size_of(r, other), ours = size_of(r, found);
    bool other_foreign = foreign(r, f, other), found_foreign = foreign(r, f, found);
    if (theirs != ours ? theirs > ours : other_foreign != found_foreign ? found_foreign : i < k)
      return false;
  }
  return true;
}

static void report_near(Rewriter *r, const Function *f, const SmrNear *near, const char *function) {
  SmrReportEntry entry = {.kind = SMR_REPORT_MISSED,
                          .file = near->file,
                          .line = near->line,
                          .column = near->column,
                          .function = function,
                          .idiom = near->idiom,
                          .reason = near->reason};
  tell(r, f->op, &entry);
  r->report->near_misses++;
}

static void report_function(Rewriter *r, Function *f) {
  SmrStr name = {0};
  smr_demangle(smr_intern_text(r->symbols, f->name), &name);
  if (f->found.size)
    qsort(f->found.data, f->found.size, sizeof *f->found.data, compare_place);
  uint32_t near = 0;
  for (uint32_t k = 0; k < f->found.size; ++k) {
    for (; near < f->near_count && f->near[near].place < f->found.data[k].place; ++near)
      report_near(r, f, &f->near[near], smr_str_get(&name));
    if (f->found.data[k].accepted || worth_telling(f, r, k))
      report_found(r, f, &f->found.data[k], smr_str_get(&name));
  }
  for (; near < f->near_count; ++near)
    report_near(r, f, &f->near[near], smr_str_get(&name));
  smr_str_free(&name);
}

/// Of a function that is left alone, when it has anything that could be an idiom.
static void report_aside(Rewriter *r, MlirOperation op, const char *reason) {
  Function f;
  if (!r->options->near_misses || !match_function(r, op, &f))
    return;
  if (f.found.size || r->misses.size)
    smr_tell_function(r->report, r->options, r->module, op, smr_intern_text(r->symbols, f.name), reason);
  r->report->matches -= f.found.size;
  release_function(&f);
}

/// Begins with a function; false when it failed in an earlier attempt.
static bool enter(Rewriter *r, MlirOperation op, SmrStr *symbol) {
  smr_symbol_of(op, symbol);
  const SmrSkip *skip = smr_skip_of(r->options, smr_str_get(symbol));
  if (skip) {
    smr_tell_function(r->report, r->options, r->module, op, skip->symbol, skip->reason);
    return false;
  }
  if (r->options->entering)
    r->options->entering(r->options->entering_data, smr_str_get(symbol));
  smr_budget_start(&r->budget, r->options);
  return true;
}

/// Everything about one function; false after an error.
static bool do_function(Rewriter *r, MlirOperation op) {
  Function f = {.op = op};
  SmrStr symbol = {0};
  smr_vec_clear(&r->aside);
  const char *why_not = smr_aside_function(r->asides, op);
  if (!why_not)
    why_not = r->place ? r->place : smr_place_refuses_function(op);
  bool entered = enter(r, op, &symbol);
  if (!entered || why_not) {
    if (entered)
      report_aside(r, op, why_not);
    smr_str_free(&symbol);
    return true;
  }
  read_function(r, op, &f);
  bool ok = edit_function(r, &f);
  if (ok) {
    note_uses(r, &f);
    report_function(r, &f);
    if (r->budget.stage)
      smr_tell_function(r->report, r->options, r->module, op, smr_str_get(&symbol),
                        smr_budget_reason(&r->budget, &r->split_arena));
  }
  smr_str_free(&symbol);
  release_function(&f);
  if (f.edited || !mlirOperationIsNull(f.copy))
    smr_vec_push(&r->functions, f);
  return ok;
}

//--- All of it -------------------------------------------------------------------------

static void find_exact(const SmrLibrary *library, SmrGraph *graph, bool (*found)(const SmrMatch *, void *),
                       void *data, SmrRunStats *stats, void *context) {
  smr_automata_run(library->automata, graph, context, found, data, stats);
}

bool smr_rewrite_with(MlirOperation module, const SmrRewriteOptions *options, const SmrLibrary *libraries,
                      uint32_t count, SmrIntern *symbols, SmrFinder find, void *find_context,
                      SmrReport *report, SmrDiag *diag) {
  if (!named(module, "builtin.module"))
    return smr_error(diag, NULL, 0, 0, "the op to rewrite is no builtin.module");
  SmrDescriptions *descriptions = smr_descriptions_load(NULL, 0, diag);
  if (!descriptions)
    return false;
  Rewriter r = {.module = module,
                .options = options,
                .libraries = libraries,
                .library_count = count,
                .symbols = symbols,
                .find = find,
                .find_context = find_context,
                .report = report,
                .diag = diag};
  if (find == find_exact && options->near_misses) {
    r.scratch = find_context;
    smr_scratch_collect_misses(r.scratch, true);
  }
  r.wide_blas = !options->slots && smr_wide_blas(module);
  r.importer = smr_importer_create(symbols, descriptions);
  r.injected = smr_xcalloc(count + 1, sizeof *r.injected);
  for (uint32_t l = 0; l < count; ++l)
    r.injected[l] = smr_xcalloc(((size_t)libraries[l].count + 1) * SMR_LANGUAGE_COUNT, sizeof **r.injected);
  MlirOperation last = {NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(module)); op.ptr;
       op = mlirOperationGetNextInBlock(last = op))
    if (is_replacement(op))
      smr_vec_push(&r.replacements, op);
  r.asides = smr_aside_create(module);
  r.aliases = smr_aliases_create(module);
  r.place = smr_place_refuses_module(module);
  // A replacement, or what one calls, is left alone: it would call itself.
  SmrReach *serving = smr_reach_create(module, r.replacements.data, r.replacements.size);
  bool ok = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(module)); ok && op.ptr;
       op = mlirOperationEqual(op, last) ? (MlirOperation){NULL} : mlirOperationGetNextInBlock(op))
    if (smr_import_is_function(op) && !smr_reach_has(serving, op))
      ok = do_function(&r, op);
  smr_reach_destroy(serving);
  smr_aside_destroy(r.asides);
  smr_aliases_destroy(r.aliases);
  ok = !last.ptr || finish_module(&r, last, ok);
  smr_vec_free(&r.functions);
  smr_vec_free(&r.links);
  smr_vec_free(&r.replacements);
  smr_vec_free(&r.misses);
  smr_vec_free(&r.aside);
  smr_arena_destroy(&r.split_arena);
  for (uint32_t l = 0; l < count; ++l) {
    for (uint32_t p = 0; p < libraries[l].count * SMR_LANGUAGE_COUNT; ++p)
      smr_reach_destroy(r.injected[l][p].reach);
    free(r.injected[l]);
  }
  free(r.injected);
  smr_importer_destroy(r.importer);
  smr_descriptions_destroy(descriptions);
  return ok;
}

bool smr_rewrite_module(MlirOperation module, const SmrRewriteOptions *options, SmrReport *report,
                        SmrDiag *diag) {
  if (options->mode == SMR_MODE_OFF)
    return true;
  SmrIntern *symbols = smr_intern_create();
  uint32_t total = options->library_count + options->pat_count, open = 0;
  SmrLibrary *libraries = smr_xcalloc(total + 1, sizeof *libraries);
  const char *costs = options->costs ? options->costs : getenv("SMR_COSTS");
  bool ok = true;
  for (uint32_t k = 0; k < total; ++k) {
    bool pfa = k < options->library_count;
    const char *path = pfa ? options->libraries[k] : options->pats[k - options->library_count];
    bool opened = pfa ? smr_library_open_pfa(symbols, path, &libraries[open], diag)
                      : smr_library_from_pat_for(mlirOperationGetContext(module).ptr, symbols, path,
                                                 &libraries[open], diag);
    ok &= opened && (!costs || !*costs || smr_library_set_costs(&libraries[open], costs, diag));
    open += opened;
  }
  if (ok && options->mode != SMR_MODE_EQUALITY) { // the equality tier adds its own matches
    SmrScratch *scratch = smr_scratch_create();
    ok = smr_rewrite_with(module, options, libraries, open, symbols, find_exact, scratch, report, diag);
    smr_scratch_destroy(scratch);
  }
  for (uint32_t k = 0; k < open; ++k)
    smr_library_close(&libraries[k]);
  free(libraries);
  smr_intern_destroy(symbols);
  return ok;
}
