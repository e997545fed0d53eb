//===- main.c - smr-access: products of matrices in access patterns -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access/eval.h"
#include "access/search.h"
#include "base/directory.h"
#include "egraph/data.h"
#include "emit.h"
#include "tools/common/hint.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#ifndef SMR_VERSION
#define SMR_VERSION "0.1"
#endif
enum { EXIT_USER_ERROR = 1, EXIT_USAGE = 2, EXIT_CHECK = 3 };

static const char help[] =
    "usage: smr-access [options] FILE.access…\n"
    "Finds products of matrices in terms of access patterns (lib/access/README.md), blocks for a tile, and\n"
    "prints the cheapest form of each term.\n"
    "\n"
    "  --tile=R,C,D       there is something that multiplies R x D with D x C matrices: products in blocks\n"
    "  --fp=HOW           reassoc (default): sums may be cut; exact: they are added up in their order\n"
    "  --no-search        the terms as they are\n"
    "  --emit=WHAT        term (default); cblas, linalg, loops: a module for stock mlir-opt with a function "
    "for\n"
    "                     each term, products of matrices as calls of CBLAS, linalg's operation, or written "
    "out\n"
    "  --shapes           each term's shape, too\n"
    "  --check            evaluate each result and its term; exit code 3 when they differ. Sizes with names\n"
    "                     are what they are about\n"
    "  --stats            cost, nodes, milliseconds of each search, on the standard error output\n"
    "  --rules=DIR        where access*.rules are (default: share/smr/rules beside this program)\n"
    "  --help, --version\n"
    "\n"
    "The exit code is 0; 1 after an error in a file; 2 after a mistake on the command line; 3 when --check "
    "found a\n"
    "difference.\n";

typedef struct {
  SmrAccessOptions search;
  const char *rules;
  bool shapes, check, stats, as_is, emit;
  SmrLoopsGemm gemm;
  SmrStr *functions;
} Options;

static const char *value_of(const char *argument, const char *option) {
  size_t length = strlen(option);
  return !strncmp(argument, option, length) && argument[length] == '=' ? argument + length + 1 : NULL;
}

static int usage_error(const char *text, const char *what) {
  fprintf(stderr, "smr-access: error: %s%s%s%s\n", text, *what ? " " : "", what, usage_hint(help, what));
  return EXIT_USAGE;
}

static bool read_emit(const char *text, Options *o) {
  static const char *const names[] = {[SMR_LOOPS_GEMM_LOOPS] = "loops", "cblas", "linalg"};
  for (uint32_t i = 0; i < 3; i++)
    if (!strcmp(text, names[i])) {
      o->gemm = (SmrLoopsGemm)i;
      return o->emit = true;
    }
  return !strcmp(text, "term");
}

static bool read_tile(const char *text, SmrAccessTile *tile) {
  char rest;
  return sscanf(text, "%" SCNd64 ",%" SCNd64 ",%" SCNd64 "%c", &tile->rows, &tile->columns, &tile->depth,
                &rest) == 3 &&
         tile->rows > 0 && tile->columns > 0 && tile->depth > 0;
}

// 0: an option; 1: a file; -1: a mistake.
static int parse(const char *arg, Options *o) {
  const char *v;
  if (*arg != '-')
    return 1;
  if ((v = value_of(arg, "--tile")))
    return read_tile(v, &o->search.tile) ? 0 : -1;
  if ((v = value_of(arg, "--emit")))
    return read_emit(v, o) ? 0 : -1;
  if ((v = value_of(arg, "--rules")) && *v)
    return o->rules = v, 0;
  if ((v = value_of(arg, "--fp")) && (!strcmp(v, "reassoc") || !strcmp(v, "exact")))
    return o->search.reassoc = *v == 'r', 0;
  bool *flag = !strcmp(arg, "--shapes")      ? &o->shapes
               : !strcmp(arg, "--check")     ? &o->check
               : !strcmp(arg, "--stats")     ? &o->stats
               : !strcmp(arg, "--no-search") ? &o->as_is
                                             : NULL;
  if (!flag)
    return -1;
  *flag = true;
  return 0;
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
  SmrStr out = {0};
  if (shape) {
    SmrDatum datum = smr_data_of_term(smr_access_rules(a), 0, smr_access_ops(a), term, root);
    smr_str_printf(&out, "; %s: ", name);
    smr_datum_print(smr_access_values(a), datum, &out);
    smr_str_putc(&out, '\n');
  }
  smr_term_print(smr_access_ops(a), term, root, &out);
  printf("%s\n", smr_str_get(&out));
  smr_str_free(&out);
}

static int show(SmrAccess *a, const char *name, const SmrTerm *term, uint32_t root, const Options *o,
                SmrDiag *diag) {
  SmrLoopsPrint how = {.gemm = o->gemm, .reassoc = o->search.reassoc, .contract = o->search.reassoc};
  if (!o->emit)
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
  SmrDiag diag = {0};
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
  smr_diag_free(&diag);
  smr_access_destroy(a);
  return code;
}

int main(int argc, char **argv) {
  SmrStr share = {0}, functions = {0}, module = {0};
  Options options = {.search.reassoc = true, .functions = &functions};
  uint32_t files = 0;
  argc = usage_join_values(help, argc, argv);
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help")) {
      fputs(help, stdout);
      return 0;
    }
    if (!strcmp(argv[i], "--version")) {
      puts("smr-access " SMR_VERSION);
      return 0;
    }
    int kind = parse(argv[i], &options);
    if (kind < 0)
      return usage_error("not understood:", argv[i]);
    files += (uint32_t)kind;
  }
  if (!files)
    return usage_error("no program", "");
  if (!options.rules) {
    smr_installed_path("share/smr/rules", &share);
    options.rules = smr_str_get(&share);
  }
  int code = 0;
  for (int i = 1; i < argc; i++)
    if (*argv[i] != '-') {
      int one = run_file(argv[i], &options);
      code = one > code ? one : code;
    }
  if (functions.size) {
    smr_loops_print_module(&functions, &module);
    fputs(smr_str_get(&module), stdout);
  }
  smr_str_free(&share);
  smr_str_free(&functions);
  smr_str_free(&module);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    perror("smr-access");
    code = code > 1 ? code : 1;
  }
  return code;
}
