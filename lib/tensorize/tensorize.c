//===- tensorize.c - linalg's reductions through access patterns ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For each op: read (op.c), where it stands (place.c), as a program (program.c), what it may become (here),
// the code of each with what it does (code.c), priced (costs.c); the cheapest one is spliced in (edit.c). Of
// ops that do the same (equal.c) the first one is asked, and its function called for all of them.
#include "tensorize/tensorize.h"
#include "access/search.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/name.h"
#include "tensorize/code.h"
#include "tensorize/edit.h"
#include "tensorize/equal.h"
#include "tensorize/place.h"
#include <time.h>

// A run of the loops that the op is has to be longer than the estimate by so much.
#define MARGIN 0.8
// What a tile is called until it is in the module.
#define TILE "smr_tile_here"
// Multiplications from which a call pays where sizes are not known.
#define LEAST_WORK 32768

/// What became of an op, for those that do the same.
typedef enum { UNDECIDED, DONE, LEFT } Answer;

typedef struct {
  MlirOperation op;
  bool readable;
  SmrTensorizeOp read;
  SmrStr reason;   // not readable, or left
  bool overlap[2]; // may the output overlap the input, the kernel?
  uint32_t like;   // the first op that does the same; what follows is there
  Answer answer;
  uint32_t note; // done: its number, and what is called
  SmrStr function;
} Item;

typedef struct {
  MlirOperation module;
  const SmrTensorizeOptions *options;
  SmrTensorizeReport *report;
  SmrDiag *diag;
  SmrAccess *access; // one for all ops, made for the first one
  uint32_t next;     // number of a name
  int declares;      // may products be declared? -1: not asked yet
  SMR_VEC(Item) items;
} Run;

/// What an op may become.
typedef struct {
  SmrLoopsProgram *loops; // NULL: nothing
  SmrStr term;
  SmrAccessFigures figures;
  double price;
} Candidate;

//===--- what is told ---===//

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static const char *name_of(SmrArena *arena, MlirOperation function) {
  MlirAttribute name =
      mlirOperationIsNull(function) ? (MlirAttribute){0} : smr_mlir_attribute(function, "sym_name");
  MlirStringRef text = mlirAttributeIsNull(name) ? smr_ref("") : mlirStringAttrGetValue(name);
  return smr_arena_strndup(arena, text.data, text.length);
}

static SmrTensorizeNote *note(Run *run, MlirOperation op, bool done, const char *text) {
  SmrArena *arena = &run->report->arena;
  MlirOperation function = mlirOperationGetParentOperation(op);
  while (!mlirOperationIsNull(function) && !smr_mlir_named(function, "func.func"))
    function = mlirOperationGetParentOperation(function);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  SmrTensorizeNote n = {.done = done,
                        .location = mlirOperationGetLocation(op),
                        .function = name_of(arena, function),
                        .op = smr_arena_strndup(arena, name.data, name.length),
                        .text = smr_arena_strdup(arena, text),
                        .term = ""};
  smr_vec_push(&run->report->notes, n);
  ++*(done ? &run->report->done : &run->report->missed);
  return &smr_vec_last(&run->report->notes);
}

//===--- prices ---===//

typedef struct {
  const SmrTensorizeCosts *costs;
  bool f64;
  double wish; // what a multiplication outside of the user's tile costs more: who names one wants it
} Prices;

static double price_product(void *user, double batch, double m, double n, double k) {
  const Prices *p = user;
  return batch * (p->costs->call[p->f64] + (p->costs->multiply[p->f64] + p->wish) * m * n * k);
}

static double price_tiles(void *user, double m, double n, double k, const SmrAccessTile *tile) {
  (void)user, (void)tile;
  return 1e-3 * m * n * k;
}

static double price_copy(void *user, double elements) {
  const Prices *p = user;
  return p->costs->copy[p->f64] * elements;
}

static double price_loops(void *user, double items, double size) {
  const Prices *p = user;
  return (p->costs->vector[p->f64] + p->wish) * items * size;
}

//===--- candidates ---===//

/// A term as code, if it is better than the best one so far; if it cannot be code, the reason.
static void add_candidate(const Run *run, const SmrTensorizeOp *op, const SmrTensorizeProgram *program,
                          const SmrTerm *term, uint32_t root, bool exact, Candidate *best, SmrStr *reason) {
  Candidate c = {.price = 0};
  SmrDiag why = {0};
  const SmrTensorizeTile *t = run->options->tile;
  SmrLoopsTile tile = {NULL, {0}};
  if (t && t->f64 == op->f64)
    tile = (SmrLoopsTile){TILE, {t->arguments[0], t->arguments[1], t->arguments[2]}};
  c.loops = smr_tensorize_loops(op, program, term, root, exact, tile, &c.figures, &why);
  c.price = smr_tensorize_price(&run->options->costs, op->f64,
                                program->pairwise || op->kind != SMR_TENSORIZE_PRODUCT, &c.figures);
  smr_term_print(smr_access_ops(program->access), term, root, &c.term);
  bool better = c.figures.tiles > 0 || (c.price < best->price && !(best->figures.tiles > 0));
  if (!c.loops && !reason->size)
    smr_str_puts(reason, why.messages.data[0].text);
  if (c.loops && (!best->loops || better)) {
    Candidate old = *best;
    *best = c;
    c = old;
  }
  smr_diag_free(&why);
  smr_loops_destroy(c.loops);
  smr_str_free(&c.term);
}

static bool add_found(const Run *run, const SmrTensorizeOp *op, const SmrTensorizeProgram *program,
                      Candidate *best, SmrStr *reason) {
  const SmrTensorizeTile *tile = run->options->tile;
  bool wanted = tile && tile->f64 == op->f64;
  Prices prices = {&run->options->costs, op->f64, wanted ? 1e9 : 0};
  SmrAccessOptions options = {.reassoc = true,
                              .costs = {price_product, price_tiles, price_copy, price_loops, &prices}};
  SmrAccessResult result = {0};
  if (wanted)
    options.tile = tile->size;
  if (!smr_access_search(program->access, &program->term->term, program->term->root, &options, &result,
                         run->diag))
    return false;
  add_candidate(run, op, program, &result.term, result.root, false, best, reason);
  smr_access_result_free(&result);
  return true;
}

static bool find(const Run *run, const SmrTensorizeOp *op, Candidate *best, SmrStr *reason) {
  SmrTensorizeProgram program;
  bool reorders = op->kind != SMR_TENSORIZE_MAX,
       ok = smr_tensorize_program(op, run->access, &program, run->diag);
  for (uint32_t l = 0; ok && l < op->loop_count; l++) {
    char size[16];
    snprintf(size, sizeof size, "s%u", l);
    if (op->loops[l].size == SMR_TENSORIZE_DYNAMIC)
      smr_access_set_size(program.access, size, (int64_t)smr_tensorize_about(op, l));
  }
  if (ok && (!run->options->fp_exact || !reorders || program.in_order))
    add_candidate(run, op, &program, &program.term->term, program.term->root, true, best, reason);
  if (ok && !run->options->fp_exact && op->kind == SMR_TENSORIZE_PRODUCT)
    ok = add_found(run, op, &program, best, reason);
  if (best->loops)
    smr_str_clear(reason);
  else if (!reason->size)
    smr_str_puts(reason, "fp=exact: its sums would be added up in another order");
  return ok;
}

/// With sizes that are not known it is asked whether there is enough to do.
static double least_work(const SmrTensorizeOp *op) {
  bool dynamic = false;
  for (uint32_t l = 0; l < op->loop_count; l++)
    dynamic |= op->loops[l].size == SMR_TENSORIZE_DYNAMIC;
  return dynamic ? LEAST_WORK : 0;
}

//===--- ops ---===//

/// Appends a text in which the tile has its name, and a declaration of it.
static void name_tile(const char *text, const char *callee, SmrStr *out) {
  smr_str_printf(out, "llvm.func @%s(!llvm.ptr, !llvm.ptr, !llvm.ptr)\n", callee);
  for (const char *next; (next = strstr(text, "@" TILE "(")); text = next + strlen("@" TILE)) {
    smr_str_append(out, text, (size_t)(next - text));
    smr_str_printf(out, "@%s", callee);
  }
  smr_str_puts(out, text);
}

/// The candidate's functions, with its tile brought into the module. False with a reason, or after an error.
static bool put_functions(Run *run, const Candidate *best, const char *name, SmrStr *out, SmrStr *reason) {
  SmrLoopsPrint print = {.gemm = run->options->emit, .memrefs = true, .internal = true};
  SMR_OWNED(SmrStr, smr_str_free) inner = {0}, functions = {0}, callee = {0};
  smr_str_printf(&inner, "%s_loops", name);
  smr_loops_print(best->loops, smr_str_get(&inner), &print, &functions);
  bool tiles = best->figures.tiles > 0,
       ok = !tiles || smr_tensorize_tile_inject(run->options->tile, run->module, &callee, reason, run->diag);
  if (ok && tiles)
    name_tile(smr_str_get(&functions), smr_str_get(&callee), out);
  else if (ok)
    smr_str_append(out, functions.data, functions.size);
  return ok;
}

/// False with a reason, or after an error.
static bool rewrite(Run *run, const Item *item, const char *name, const Candidate *best, SmrStr *reason) {
  const SmrTensorizeOp *op = &item->read;
  SmrTensorizeGuards guards = {.overlap = {item->overlap[0], item->overlap[1]}, .least = least_work(op)};
  SMR_OWNED(SmrStr, smr_str_free) functions = {0};
  smr_tensorize_guards(op, &guards);
  smr_tensorize_wrapper(op, &guards, name, &functions);
  return put_functions(run, best, name, &functions, reason) &&
         smr_tensorize_splice(run->module, op->op, name, &functions, run->diag);
}

static void describe(const Candidate *best, SmrStr *text) {
  const SmrAccessFigures *f = &best->figures;
  if (f->tiles > 0)
    smr_str_printf(text, "%.0f tiles, and %.0f calls for what is left", f->tiles, f->calls);
  else if (f->calls > 0)
    smr_str_printf(text, "products of matrices: %.0f calls, %.0f elements copied for them", f->calls,
                   f->copied);
  else
    smr_str_puts(text, f->vectors > 0 ? "loops of vectors" : "loops");
}

static SmrTensorizeNote *note_done(Run *run, MlirOperation op, const Candidate *best, double before) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  describe(best, &text);
  SmrTensorizeNote *n = note(run, op, true, smr_str_get(&text));
  n->term = smr_arena_strdup(&run->report->arena, smr_str_get(&best->term));
  n->before = before;
  n->after = best->price;
  return n;
}

static void forget_done(Run *run) {
  run->report->notes.size--;
  run->report->done--;
}

/// The answer to an op, noted at the first one that does the same. True unless there was an error.
static bool decide(Run *run, const Item *item, Item *first) {
  const SmrTensorizeOptions *o = run->options;
  const SmrTensorizeOp *op = &item->read;
  Candidate best = {.price = 0};
  double start = now(), before = smr_tensorize_price_op(&o->costs, op);
  if (!run->access)
    run->access = smr_access_create(o->rules, run->diag);
  bool ok = run->access && find(run, op, &best, &first->reason);
  bool pays = best.figures.tiles > 0 || best.price <= MARGIN * before;
  first->answer = LEFT;
  if (ok && best.loops && !pays)
    smr_str_printf(&first->reason, "it takes about %.3g us, and what was found %.3g us", before / 1e6,
                   best.price / 1e6);
  else if (ok && best.loops) {
    first->answer = DONE;
    first->note = run->report->notes.size;
    SmrTensorizeNote *n = note_done(run, op->op, &best, before);
    smr_tensorize_free_name(run->module, &run->next, &first->function);
    bool done = o->dry_run || rewrite(run, item, smr_str_get(&first->function), &best, &first->reason);
    n->milliseconds = now() - start;
    if (!done) {
      forget_done(run);
      first->answer = LEFT;
    }
  }
  ok = ok && !run->diag->errors;
  smr_loops_destroy(best.loops);
  smr_str_free(&best.term);
  return ok;
}

/// What the first op that does the same became.
static void repeat(Run *run, const Item *item, const Item *first) {
  double start = now();
  SmrTensorizeNote done = run->report->notes.data[first->note];
  SmrTensorizeNote *n = note(run, item->op, true, done.text);
  n->term = done.term;
  n->before = done.before;
  n->after = done.after;
  if (!run->options->dry_run)
    smr_tensorize_put_call(item->op, smr_str_get(&first->function));
  n->milliseconds = now() - start;
}

static bool may_declare(Run *run, SmrStr *reason) {
  if (run->options->emit != SMR_LOOPS_GEMM_CBLAS || run->declares == 1)
    return true;
  run->declares = smr_tensorize_can_declare(run->module, reason);
  return run->declares;
}

static bool tensorize_op(Run *run, Item *item) {
  Item *first = &run->items.data[item->like];
  SMR_OWNED(SmrStr, smr_str_free) reason = {0};
  bool ok = true;
  if (!item->readable)
    smr_str_puts(&reason, smr_str_get(&item->reason));
  else if (smr_tensorize_can_code(&item->read, &reason) &&
           !mlirOperationIsNull(smr_tensorize_function(item->op, run->module, &reason)) &&
           may_declare(run, &reason)) {
    if (first->answer == DONE)
      repeat(run, item, first);
    else if (first->answer == UNDECIDED)
      ok = decide(run, item, first);
    if (first->answer == LEFT)
      smr_str_puts(&reason, smr_str_get(&first->reason));
  }
  if (reason.size)
    note(run, item->op, false, smr_str_get(&reason));
  return ok;
}

//===--- modules ---===//

static void add_item(Run *run, MlirOperation op) {
  Item item = {.op = op, .like = run->items.size};
  const SmrTensorizeOperand *o = item.read.operands;
  item.readable = smr_tensorize_read(op, &item.read, &item.reason);
  for (uint32_t k = 0; item.readable && k < (item.read.kind == SMR_TENSORIZE_PRODUCT ? 2 : 1); k++)
    item.overlap[k] = smr_tensorize_may_overlap(o[k].value, o[SMR_TENSORIZE_OUTPUT].value);
  for (uint32_t k = 0; item.readable && k < run->items.size && item.like == run->items.size; k++) {
    const Item *other = &run->items.data[k];
    if (other->readable && other->like == k && other->overlap[0] == item.overlap[0] &&
        other->overlap[1] == item.overlap[1] && smr_tensorize_equal(other->op, op))
      item.like = k;
  }
  smr_vec_push(&run->items, item);
}

static void collect(Run *run, MlirOperation op) {
  if (smr_tensorize_is_own(op))
    return;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (name.length > 7 && !memcmp(name.data, "linalg.", 7)) {
    add_item(run, op);
    return;
  }
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r)); !mlirBlockIsNull(block);
         block = mlirBlockGetNextInRegion(block))
      for (MlirOperation o = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(o);
           o = mlirOperationGetNextInBlock(o))
        collect(run, o);
}

bool smr_tensorize(MlirOperation module, const SmrTensorizeOptions *options, SmrTensorizeReport *report,
                   SmrDiag *diag) {
  Run run = {.module = module, .options = options, .report = report, .diag = diag, .declares = -1};
  collect(&run, module);
  bool ok = true;
  for (uint32_t k = 0; ok && k < run.items.size; k++)
    ok = tensorize_op(&run, &run.items.data[k]);
  for (uint32_t k = 0; k < run.items.size; k++) {
    smr_str_free(&run.items.data[k].reason);
    smr_str_free(&run.items.data[k].function);
  }
  smr_vec_free(&run.items);
  smr_access_destroy(run.access);
  return ok;
}
