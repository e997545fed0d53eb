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
// A size that is not known counts as so much.
#define UNKNOWN 32

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
} Prices;

static double price_product(void *user, double batch, double m, double n, double k) {
  const Prices *p = user;
  return batch * (p->costs->call[p->f64] + p->costs->multiply[p->f64] * m * n * k);
}

static double price_copy(void *user, double elements) {
  const Prices *p = user;
  return p->costs->copy[p->f64] * elements;
}

static double price_loops(void *user, double items, double size) {
  const Prices *p = user;
  return p->costs->vector[p->f64] * items * size;
}

//===--- candidates ---===//

static bool add_candidate(const Run *run, const SmrTensorizeOp *op, const SmrTensorizeProgram *program,
                          const SmrTerm *term, uint32_t root, bool exact, const char *name, Candidate *best) {
  Candidate c = {.price = 0};
  SmrStr inner = {0};
  SmrLoopsPrint print = {.gemm = run->options->emit, .memrefs = true, .internal = true};
  smr_str_printf(&inner, "%s_loops", name);
  bool ok = smr_tensorize_loops(op, program, term, root, exact, &print, smr_str_get(&inner), &c.figures,
                                &c.functions, run->diag);
  c.price = smr_tensorize_price(&run->options->costs, op->f64, &c.figures);
  smr_term_print(smr_access_ops(program->access), term, root, &c.term);
  if (ok && (!best->functions.size || c.price < best->price)) {
    Candidate old = *best;
    *best = c;
    c = old;
  }
  smr_str_free(&c.functions);
  smr_str_free(&c.term);
  smr_str_free(&inner);
  return ok;
}

static bool add_found(const Run *run, const SmrTensorizeOp *op, const SmrTensorizeProgram *program,
                      const char *name, Candidate *best) {
  Prices prices = {&run->options->costs, op->f64};
  SmrAccessOptions options = {.reassoc = true,
                              .costs = {price_product, NULL, price_copy, price_loops, &prices}};
  SmrAccessResult result = {0};
  if (!smr_access_search(program->access, &program->term->term, program->term->root, &options, &result,
                         run->diag))
    return false;
  bool ok = add_candidate(run, op, program, &result.term, result.root, false, name, best);
  smr_access_result_free(&result);
  return ok;
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
      smr_access_set_size(program.access, size, UNKNOWN);
  }
  if (ok && (!run->options->fp_exact || !reorders || program.in_order))
    ok = add_candidate(run, op, &program, &program.term->term, program.term->root, true, name, best);
  if (ok && !run->options->fp_exact && op->kind == SMR_TENSORIZE_PRODUCT)
    ok = add_found(run, op, &program, name, best);
  smr_tensorize_program_free(&program);
  if (ok && !best->functions.size)
    smr_str_puts(reason, "fp=exact: its sums would be added up in another order");
  return ok;
}

/// With sizes that are not known it is asked whether there is enough to do.
static double least_work(const Run *run, const SmrTensorizeOp *op) {
  (void)run;
  bool dynamic = false;
  for (uint32_t l = 0; l < op->loop_count; l++)
    dynamic |= op->loops[l].size == SMR_TENSORIZE_DYNAMIC;
  return dynamic ? UNKNOWN * UNKNOWN * UNKNOWN : 0;
}

//===--- ops ---===//

static bool rewrite(Run *run, const SmrTensorizeOp *op, const char *name, const Candidate *best) {
  SmrTensorizeGuards guards = {.least = least_work(run, op)};
  const SmrTensorizeOperand *o = op->operands;
  SmrStr functions = {0};
  for (uint32_t k = 0; k < (op->kind == SMR_TENSORIZE_PRODUCT ? 2 : 1); k++)
    guards.overlap[k] = smr_tensorize_may_overlap(o[k].value, o[SMR_TENSORIZE_OUTPUT].value);
  smr_tensorize_guards(op, &guards);
  smr_tensorize_wrapper(op, &guards, name, &functions);
  smr_str_append(&functions, best->functions.data, best->functions.size);
  bool ok = smr_tensorize_splice(run->module, op->op, name, &functions, run->diag);
  smr_str_free(&functions);
  return ok;
}

static void describe(const Candidate *best, SmrStr *text) {
  const SmrAccessFigures *f = &best->figures;
  if (f->calls > 0)
    smr_str_printf(text, "products of matrices: %.0f calls, %.0f elements copied for them", f->calls,
                   f->copied);
  else
    smr_str_puts(text, f->vectors > 0 ? "loops of vectors" : "loops");
}

/// True unless there was an error.
static bool decide(Run *run, const SmrTensorizeOp *op, SmrStr *reason) {
  const SmrTensorizeOptions *o = run->options;
  Candidate best = {.price = 0};
  SmrStr name = {0}, text = {0};
  double start = now(), before = smr_tensorize_price_op(&o->costs, op, UNKNOWN);
  smr_tensorize_free_name(run->module, &run->next, &name);
  bool ok = find(run, op, smr_str_get(&name), &best, reason);
  if (ok && best.functions.size && best.price > MARGIN * before)
    smr_str_printf(reason, "it takes about %.3g us, and what was found %.3g us", before / 1e3,
                   best.price / 1e3);
  else if (ok && best.functions.size) {
    describe(&best, &text);
    SmrTensorizeNote *n = note(run, op->op, true, smr_str_get(&text));
    n->term = smr_arena_strdup(&run->report->arena, smr_str_get(&best.term));
    n->before = before;
    n->after = best.price;
    n->milliseconds = now() - start;
    ok = o->dry_run || rewrite(run, op, smr_str_get(&name), &best);
  }
  smr_str_free(&best.functions);
  smr_str_free(&best.term);
  smr_str_free(&name);
  smr_str_free(&text);
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
