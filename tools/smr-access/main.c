//===- main.c - smr-access: products of matrices in access patterns -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access/eval.h"
#include "access/search.h"
#include "egraph/data.h"
#include "emit.h"
#include "tools/common/tool.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { EXIT_USER_ERROR = 1, EXIT_USAGE = 2, EXIT_CHECK = 3 };

typedef enum { EMIT_TERM = 1, EMIT_CBLAS, EMIT_LINALG, EMIT_LOOPS } Emit;
typedef enum { REASSOC = 1, EXACT } Fp;

typedef struct {
  SmrAccessOptions search;
  const char *rules, *tile;
  Emit emit;
  Fp fp;
  bool shapes, check, stats, as_is;
  SmrStr *functions;
} Options;

static const SmrSetting rows[] = {
    TOOL_OPTION(TEXT, "--tile", tile, "R,C,D",
                "there is something that multiplies R x D with D x C matrices: products in blocks"),
    TOOL_OPTION(CHOICE, "--fp", fp, "reassoc|exact",
                "reassoc (default): sums may be cut; exact: they are added up in their order"),
    TOOL_OPTION(FLAG, "--no-search", as_is, NULL, "the terms as they are"),
    TOOL_OPTION(CHOICE, "--emit", emit, "term|cblas|linalg|loops",
                "term (default); or a module for stock mlir-opt with a function for each term,\n"
                "products of matrices as calls of CBLAS, linalg's operation, or written out"),
    TOOL_OPTION(FLAG, "--shapes", shapes, NULL, "each term's shape, too"),
    TOOL_OPTION(FLAG, "--check", check, NULL,
                "evaluate each result and its term; exit code 3 if they differ. Sizes with names\n"
                "are what they are about"),
    TOOL_OPTION(FLAG, "--stats", stats, NULL,
                "cost, nodes, milliseconds of each search, on the standard error output"),
    TOOL_OPTION(TEXT, "--rules", rules, "dir",
                "where access*.rules are (default: share/smr/rules beside this program)"),
    {0}};

static const Tool tool = {
    "smr-access",
    "usage: smr-access [options] FILE.access…\n"
    "Finds products of matrices in terms of access patterns (lib/access/README.md), blocks for a tile, and\n"
    "prints the cheapest form of each term.\n",
    "\n"
    "The exit code is 0; 1 after an error in a file; 2 after a mistake on the command line; 3 if --check "
    "found\n"
    "a difference.\n",
    rows,
    EXIT_USAGE,
    NULL};

static bool read_tile(const char *text, SmrAccessTile *tile) {
  char rest;
  return sscanf(text, "%" SCNd64 ",%" SCNd64 ",%" SCNd64 "%c", &tile->rows, &tile->columns, &tile->depth,
                &rest) == 3 &&
         tile->rows > 0 && tile->columns > 0 && tile->depth > 0;
}

//===--- evaluating ---===//

// Numbers of both signs, others for each tensor.
static void fill(void *user, const SmrAccessTensor *tensor, SmrAccessValue *value) {
  uint64_t seed = *(uint64_t *)user;
  for (const char *c = tensor->name; *c; c++)
    seed = seed * 31 + (unsigned char)*c;
  for (int64_t i = 0; i < value->size; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    value->data[i] = (double)(int64_t)seed / 9.3e18;
  }
}

static bool same(const SmrAccessValue *a, const SmrAccessValue *b, bool exact) {
  bool ok = a->size == b->size && a->rank == b->rank && !memcmp(a->dims, b->dims, a->rank * sizeof *a->dims);
  for (int64_t i = 0; ok && i < a->size; i++)
    ok = exact ? a->data[i] == b->data[i] : fabs(a->data[i] - b->data[i]) <= 1e-9 * (1 + fabs(a->data[i]));
  return ok;
}

static int check(SmrAccess *a, const SmrAccessTerm *t, const SmrAccessResult *r, const Options *o,
                 SmrDiag *diag) {
  SmrAccessValue x = {0}, y = {0};
  uint64_t seed = 1;
  int code = 0;
  if (!smr_access_eval(a, &t->term, t->root, fill, &seed, &x) ||
      !smr_access_eval(a, &r->term, r->root, fill, &seed, &y)) {
    smr_error(diag, NULL, 0, 0, "%s: it is too large to be evaluated, or a size has no value", t->name);
    code = EXIT_USER_ERROR;
  } else if (!same(&x, &y, !o->search.reassoc)) {
    smr_error(diag, NULL, 0, 0, "%s: the result does not compute what the term does", t->name);
    code = EXIT_CHECK;
  }
  smr_access_value_free(&x);
  smr_access_value_free(&y);
  return code;
}

//===--- files ---===//

static void print(SmrAccess *a, const char *name, const SmrTerm *term, uint32_t root, bool shape) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  if (shape) {
    SmrDatum datum = smr_data_of_term(smr_access_rules(a), 0, smr_access_ops(a), term, root);
    smr_str_printf(&out, "; %s: ", name);
    smr_datum_print(smr_access_values(a), datum, &out);
    smr_str_putc(&out, '\n');
  }
  smr_term_print(smr_access_ops(a), term, root, &out);
  printf("%s\n", smr_str_get(&out));
}

static int show(SmrAccess *a, const char *name, const SmrTerm *term, uint32_t root, const Options *o,
                SmrDiag *diag) {
  static const SmrLoopsGemm gemms[] = {[EMIT_CBLAS] = SMR_LOOPS_GEMM_CBLAS,
                                       [EMIT_LINALG] = SMR_LOOPS_GEMM_LINALG,
                                       [EMIT_LOOPS] = SMR_LOOPS_GEMM_LOOPS};
  SmrLoopsPrint how = {.gemm = gemms[o->emit], .reassoc = o->search.reassoc, .contract = o->search.reassoc};
  if (o->emit == EMIT_TERM)
    print(a, name, term, root, o->shapes);
  else if (!emit_term(a, term, root, name, &how, !o->search.reassoc, o->functions, diag))
    return EXIT_USER_ERROR;
  return 0;
}

static int run_term(SmrAccess *a, const SmrAccessTerm *t, const Options *o, SmrDiag *diag) {
  SmrAccessResult r;
  if (o->as_is)
    return show(a, t->name, &t->term, t->root, o, diag);
  if (!smr_access_search(a, &t->term, t->root, &o->search, &r, diag))
    return EXIT_USER_ERROR;
  int code = show(a, t->name, &r.term, r.root, o, diag);
  if (o->stats)
    fprintf(stderr, "%s: %s: cost %g, was %g; %s after %u steps, %u nodes, %.2f ms, %.0f KB\n", t->file,
            t->name, r.cost, r.original, smr_stop_reason_text(r.stop), r.iterations, r.nodes, r.milliseconds,
            (double)r.bytes / 1e3);
  if (o->check && !code)
    code = check(a, t, &r, o, diag);
  smr_access_result_free(&r);
  return code;
}

static int run_file(const char *file, const Options *o) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccess *a = smr_access_read(o->rules, file, &diag);
  int code = a ? 0 : EXIT_USER_ERROR;
  for (uint32_t i = 0; a && i < smr_access_terms(a); i++) {
    const SmrAccessTerm *t = smr_access_term(a, i);
    int one = run_term(a, t, o, &diag);
    smr_diag_about(&diag, t->file, t->line, t->column);
    code = one > code ? one : code;
  }
  fflush(stdout);
  smr_diag_flush(&diag, stderr);
  smr_access_destroy(a);
  return code;
}

int main(int argc, char **argv) {
  SMR_OWNED(SmrStr, smr_str_free) functions = {0}, module = {0};
  SmrNames files = {0};
  Options o = {.emit = EMIT_TERM, .functions = &functions};
  int code = tool_read(&tool, argc, argv, &o, &files);
  if (code >= 0)
    return code;
  if (o.tile && !read_tile(o.tile, &o.search.tile))
    return tool_misuse(&tool, "not three numbers from 1: --tile=%s", o.tile);
  if (!files.size)
    return tool_misuse(&tool, "no program");
  o.rules = tool_rules(o.rules);
  o.search.reassoc = o.fp != EXACT;
  for (uint32_t k = 0; k < files.size; k++) {
    int one = run_file(files.data[k], &o);
    code = one > code ? one : code;
  }
  if (functions.size)
    smr_loops_print_module(&functions, &module);
  fputs(smr_str_get(&module), stdout);
  return tool_end(&tool, code);
}
