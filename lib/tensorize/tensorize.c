//===- tensorize.c - linalg's reductions through access patterns ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For each op: read (op.c), where it stands (place.c), as a program (program.c), what it may become (here),
// the code of each with what it does (code.c), priced (costs.c); the cheapest one is spliced in (edit.c).
#include "tensorize/tensorize.h"
#include "access/search.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/name.h"
#include "tensorize/code.h"
#include "tensorize/edit.h"
#include "tensorize/place.h"
#include <time.h>

// A run of the loops that the op is has to be longer than the estimate by so much.
#define MARGIN 0.8
// What a tile is called until it is in the module.
#define TILE "smr_tile_here"
// Multiplications from which a call pays where sizes are not known.
#define LEAST_WORK 32768

typedef struct {
  MlirOperation module;
  const SmrTensorizeOptions *options;
  SmrTensorizeReport *report;
  SmrDiag *diag;
  uint32_t next; // number of a name
  SMR_VEC(MlirOperation) ops;
} Run;

/// What an op may become.
typedef struct {
  SmrStr functions, term;
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
  MlirAttribute name = mlirOperationIsNull(function)
                           ? (MlirAttribute){0}
                           : mlirOperationGetAttributeByName(function, smr_ref("sym_name"));
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
  return 1e-6 * m * n * k;
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
                          const SmrTerm *term, uint32_t root, bool exact, const char *name, Candidate *best,
                          SmrStr *reason) {
  Candidate c = {.price = 0};
  SmrDiag why = {0};
  SmrStr inner = {0};
  const SmrTensorizeTile *t = run->options->tile;
  SmrLoopsTile tile = {NULL, {0}};
  if (t && t->f64 == op->f64)
    tile = (SmrLoopsTile){TILE, {t->arguments[0], t->arguments[1], t->arguments[2]}};
  SmrLoopsPrint print = {.gemm = run->options->emit, .memrefs = true, .internal = true};
  smr_str_printf(&inner, "%s_loops", name);
  bool ok = smr_tensorize_loops(op, program, term, root, exact, tile, &print, smr_str_get(&inner), &c.figures,
                                &c.functions, &why);
  c.price = smr_tensorize_price(&run->options->costs, op->f64, &c.figures);
  smr_term_print(smr_access_ops(program->access), term, root, &c.term);
  bool better = c.figures.tiles > 0 || (c.price < best->price && !(best->figures.tiles > 0));
  if (ok && (!best->functions.size || better)) {
    Candidate old = *best;
    *best = c;
    c = old;
  }
  if (!ok && !reason->size)
    smr_str_puts(reason, why.messages.data[0].text);
  smr_diag_free(&why);
  smr_str_free(&c.functions);
  smr_str_free(&c.term);
  smr_str_free(&inner);
}

static bool add_found(const Run *run, const SmrTensorizeOp *op, const SmrTensorizeProgram *program,
                      const char *name, Candidate *best, SmrStr *reason) {
  const SmrTensorizeTile *tile = run->options->tile;
  bool wanted = tile && tile->f64 == op->f64;
  Prices prices = {&run->options->costs, op->f64, wanted ? 1e6 : 0};
  SmrAccessOptions options = {.reassoc = true,
                              .costs = {price_product, price_tiles, price_copy, price_loops, &prices}};
  SmrAccessResult result = {0};
  if (wanted)
    options.tile = tile->size;
  if (!smr_access_search(program->access, &program->term->term, program->term->root, &options, &result,
                         run->diag))
    return false;
  add_candidate(run, op, program, &result.term, result.root, false, name, best, reason);
  smr_access_result_free(&result);
  return true;
}

static bool find(const Run *run, const SmrTensorizeOp *op, const char *name, Candidate *best,
                 SmrStr *reason) {
  SmrTensorizeProgram program;
  bool reorders = op->kind != SMR_TENSORIZE_MAX,
       ok = smr_tensorize_program(op, run->options->rules, &program, run->diag);
  for (uint32_t l = 0; ok && l < op->loop_count; l++) {
    char size[16];
    snprintf(size, sizeof size, "s%u", l);
    if (op->loops[l].size == SMR_TENSORIZE_DYNAMIC)
      smr_access_set_size(program.access, size, (int64_t)smr_tensorize_about(op, l));
  }
  if (ok && (!run->options->fp_exact || !reorders || program.in_order))
    add_candidate(run, op, &program, &program.term->term, program.term->root, true, name, best, reason);
  if (ok && !run->options->fp_exact && op->kind == SMR_TENSORIZE_PRODUCT)
    ok = add_found(run, op, &program, name, best, reason);
  smr_tensorize_program_free(&program);
  if (best->functions.size)
    smr_str_clear(reason);
  else if (ok && !reason->size)
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
static bool put_functions(Run *run, const Candidate *best, SmrStr *out, SmrStr *reason) {
  SmrStr callee = {0};
  bool ok = true;
  if (!(best->figures.tiles > 0))
    smr_str_append(out, best->functions.data, best->functions.size);
  else if ((ok = smr_tensorize_tile_inject(run->options->tile, run->module, &callee, reason, run->diag)))
    name_tile(smr_str_get(&best->functions), smr_str_get(&callee), out);
  smr_str_free(&callee);
  return ok;
}

/// False with a reason, or after an error.
static bool rewrite(Run *run, const SmrTensorizeOp *op, const char *name, const Candidate *best,
                    SmrStr *reason) {
  SmrTensorizeGuards guards = {.least = least_work(op)};
  const SmrTensorizeOperand *o = op->operands;
  SmrStr functions = {0};
  for (uint32_t k = 0; k < (op->kind == SMR_TENSORIZE_PRODUCT ? 2 : 1); k++)
    guards.overlap[k] = smr_tensorize_may_overlap(o[k].value, o[SMR_TENSORIZE_OUTPUT].value);
  smr_tensorize_guards(op, &guards);
  smr_tensorize_wrapper(op, &guards, name, &functions);
  bool ok = put_functions(run, best, &functions, reason) &&
            smr_tensorize_splice(run->module, op->op, name, &functions, run->diag);
  smr_str_free(&functions);
  return ok;
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
  SmrStr text = {0};
  describe(best, &text);
  SmrTensorizeNote *n = note(run, op, true, smr_str_get(&text));
  n->term = smr_arena_strdup(&run->report->arena, smr_str_get(&best->term));
  n->before = before;
  n->after = best->price;
  smr_str_free(&text);
  return n;
}

static void forget_done(Run *run) {
  run->report->notes.size--;
  run->report->done--;
}

/// True unless there was an error.
static bool decide(Run *run, const SmrTensorizeOp *op, SmrStr *reason) {
  const SmrTensorizeOptions *o = run->options;
  Candidate best = {.price = 0};
  SmrStr name = {0};
  double start = now(), before = smr_tensorize_price_op(&o->costs, op);
  smr_tensorize_free_name(run->module, &run->next, &name);
  bool ok = find(run, op, smr_str_get(&name), &best, reason);
  bool pays = best.figures.tiles > 0 || best.price <= MARGIN * before;
  if (ok && best.functions.size && !pays)
    smr_str_printf(reason, "it takes about %.3g us, and what was found %.3g us", before / 1e3,
                   best.price / 1e3);
  else if (ok && best.functions.size) {
    SmrTensorizeNote *n = note_done(run, op->op, &best, before);
    n->milliseconds = now() - start;
    if (!o->dry_run && !rewrite(run, op, smr_str_get(&name), &best, reason))
      forget_done(run);
  }
  ok = ok && !run->diag->errors;
  smr_str_free(&best.functions);
  smr_str_free(&best.term);
  smr_str_free(&name);
  return ok;
}

static bool tensorize_op(Run *run, MlirOperation op) {
  SmrTensorizeOp read;
  SmrStr reason = {0};
  bool ok = true;
  if (smr_tensorize_read(op, &read, &reason) && smr_tensorize_can_code(&read, &reason) &&
      !mlirOperationIsNull(smr_tensorize_function(op, run->module, &reason)) &&
      (run->options->emit != SMR_LOOPS_GEMM_CBLAS || smr_tensorize_can_declare(run->module, &reason)))
    ok = decide(run, &read, &reason);
  if (reason.size)
    note(run, op, false, smr_str_get(&reason));
  smr_str_free(&reason);
  return ok;
}

static void collect(Run *run, MlirOperation op) {
  if (smr_tensorize_is_own(op))
    return;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (name.length > 7 && !memcmp(name.data, "linalg.", 7)) {
    smr_vec_push(&run->ops, op);
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
  Run run = {.module = module, .options = options, .report = report, .diag = diag};
  collect(&run, module);
  bool ok = true;
  for (uint32_t k = 0; ok && k < run.ops.size; k++)
    ok = tensorize_op(&run, run.ops.data[k]);
  smr_vec_free(&run.ops);
  return ok;
}
