//===- main.c - smr-array: library calls for array programs --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/check.h"
#include "array/cost_file.h"
#include "array/lower.h"
#include "array/optimise.h"
#include "base/directory.h"
#include "base/json.h"
#include "loops/print.h"
#include "tools/common/hint.h"
#include <stdio.h>
#include <string.h>

#ifndef SMR_VERSION
#define SMR_VERSION "0.1"
#endif
enum { EXIT_USER_ERROR = 1, EXIT_USAGE = 2, EXIT_CHECK = 3 };

static const char help[] =
    "usage: smr-array [options] FILE.array…\n"
    "Finds library calls in programs of the array language (lib/array/README.md) by equality saturation, and "
    "prints\n"
    "the cheapest term that it found for each.\n"
    "\n"
    "  --target=WHAT      blas (default), torch, or none: only the language itself\n"
    "  --strategy=HOW     guided (default): phases; unguided: the rules of the LIAR paper alone, all at "
    "once\n"
    "  --emit=WHAT        term (default); mlir: functions that stock mlir-opt lowers, which call CBLAS; "
    "linalg: "
    "the same\n"
    "                     with linalg's named operations; torch: text of the torch dialect (of "
    "--target=torch)\n"
    "  --costs=FILE       costs that were measured (tools/bench/liar/calibrate.c) instead of the paper's\n"
    "  --symbolic         with --emit=mlir and linalg: sizes are arguments\n"
    "  --rules=DIR        where array-*.rules are (default: share/smr/rules beside this program)\n"
    "  --time=MS          limit (default 1000); --nodes=N (default 50000), --iterations=N (of each phase, "
    "default 12)\n"
    "  --size=NAME=N      overrides a size that the files declare; repeatable\n"
    "  --check            evaluate each result and its program on random data; exit code 3 when they differ\n"
    "  --table            one line per file: calls, cost, steps, nodes, milliseconds, megabytes\n"
    "  --stats            what each phase did, as JSON on the standard error output\n"
    "  --help, --version\n"
    "\n"
    "The exit code is 0; 1 after an error in a file; 2 after a mistake on the command line; 3 when --check "
    "found a\n"
    "difference.\n";

typedef enum { EMIT_TERM, EMIT_MLIR, EMIT_LINALG, EMIT_TORCH } Emit;

typedef struct {
  SmrArrayOptions optimise;
  const char *rules, *costs;
  Emit emit;
  bool symbolic;
  SmrStr *functions;
  const char *sizes[32];
  uint32_t size_count;
  bool check, table, stats;
} Options;

static const char *value_of(const char *argument, const char *option) {
  size_t length = strlen(option);
  return !strncmp(argument, option, length) && argument[length] == '=' ? argument + length + 1 : NULL;
}

static int usage_error(const char *text, const char *what) {
  fprintf(stderr, "smr-array: error: %s%s%s%s\n", text, *what ? " " : "", what, usage_hint(help, what));
  return EXIT_USAGE;
}

static bool number(const char *text, uint32_t *out) {
  char *end;
  unsigned long n = strtoul(text, &end, 10);
  *out = (uint32_t)n;
  return *text && *text != '-' && !*end && n > 0 && n < UINT32_MAX;
}

// 0: an option; 1: a file; -1: a mistake.
static int parse(const char *arg, Options *o) {
  const char *v;
  uint32_t n = 0;
  if (*arg != '-')
    return 1;
  if ((v = value_of(arg, "--target"))) {
    if (strcmp(v, "blas") && strcmp(v, "torch") && strcmp(v, "none"))
      return -1;
    o->optimise.target = *v == 'b' ? SMR_TARGET_BLAS : *v == 't' ? SMR_TARGET_TORCH : SMR_TARGET_NONE;
  } else if ((v = value_of(arg, "--strategy"))) {
    if (strcmp(v, "guided") && strcmp(v, "unguided"))
      return -1;
    o->optimise.unguided = *v == 'u';
  } else if ((v = value_of(arg, "--emit"))) {
    static const char *const names[] = {"term", "mlir", "linalg", "torch"};
    for (o->emit = EMIT_TERM; o->emit <= EMIT_TORCH && strcmp(v, names[o->emit]);)
      o->emit++;
    if (o->emit > EMIT_TORCH)
      return -1;
  } else if ((v = value_of(arg, "--costs")) && *v)
    o->costs = v;
  else if (!strcmp(arg, "--symbolic"))
    o->symbolic = true;
  else if ((v = value_of(arg, "--rules")) && *v)
    o->rules = v;
  else if ((v = value_of(arg, "--time")) && number(v, &n))
    o->optimise.budget.milliseconds = n;
  else if ((v = value_of(arg, "--nodes")) && number(v, &n))
    o->optimise.budget.nodes = n;
  else if ((v = value_of(arg, "--iterations")) && number(v, &n))
    o->optimise.budget.iterations = n;
  else if ((v = value_of(arg, "--size")) && strchr(v, '=') && o->size_count < 32 &&
           number(strchr(v, '=') + 1, &n))
    o->sizes[o->size_count++] = v;
  else if (!strcmp(arg, "--check"))
    o->check = true;
  else if (!strcmp(arg, "--table"))
    o->table = true;
  else if (!strcmp(arg, "--stats"))
    o->stats = true;
  else
    return -1;
  return 0;
}

static void print_calls(SmrArray *a, const SmrTerm *term, SmrStr *out) {
  uint32_t counts[SMR_A_COUNT] = {0};
  // (A term may hold nodes that its root does not reach only when it was built by parts; a solution is not.)
  for (uint32_t i = 0; i < term->nodes.size; i++) {
    SmrArrayOp which = smr_array_classify(a, term->nodes.data[i].op);
    if (smr_array_is_call(which))
      counts[which]++;
  }
  for (uint32_t i = 0; i < SMR_A_COUNT; i++)
    if (counts[i])
      smr_str_printf(out, "%s%u %s", out->size ? " + " : "", counts[i],
                     smr_operator_name(smr_array_ops(a), smr_array_op(a, (SmrArrayOp)i)));
  if (!out->size)
    smr_str_puts(out, "no call");
}

static void print_stats(const char *file, const SmrArraySolution *s) {
  SmrStr out = {0};
  smr_json_open(&out, NULL, '{');
  smr_json_string(&out, "file", file);
  smr_json_value(&out, "cost", "%.17g", s->cost);
  smr_json_value(&out, "inputCost", "%.17g", s->input_cost);
  smr_json_value(&out, "milliseconds", "%.3f", s->milliseconds);
  smr_json_value(&out, "bytes", "%zu", s->bytes);
  smr_json_open(&out, "phases", '[');
  for (uint32_t i = 0; i < s->phases.size; i++) {
    const SmrArrayPhase *p = &s->phases.data[i];
    smr_json_open(&out, NULL, '{');
    smr_json_string(&out, "name", p->name);
    smr_json_string(&out, "stop", smr_stop_reason_text(p->stop));
    smr_json_value(&out, "steps", "%u", p->steps);
    smr_json_value(&out, "nodes", "%u", p->nodes);
    smr_json_value(&out, "classes", "%u", p->classes);
    smr_json_value(&out, "milliseconds", "%.3f}", p->milliseconds);
  }
  fprintf(stderr, "%s]}\n", out.data);
  smr_str_free(&out);
}

// A function named like the file. Names that split programs declared for their parts are no arguments.
static bool emit(SmrArray *a, const SmrArraySolution *solution, uint32_t inputs, const char *file,
                 const Options *o, SmrDiag *diag) {
  char name[64];
  const char *from = smr_base_name(file);
  size_t n = 0;
  for (; *from && *from != '.' && n + 1 < sizeof name; from++)
    name[n++] =
        (*from >= 'a' && *from <= 'z') || (*from >= 'A' && *from <= 'Z') || (*from >= '0' && *from <= '9')
            ? *from
            : '_';
  name[n] = 0;
  // (An identifier of MLIR does not begin with a digit.)
  SmrStr symbol = {0};
  smr_str_printf(&symbol, "%s%s", *name >= '0' && *name <= '9' ? "k" : "", name);
  SmrArrayLower lower = {.calls = o->emit == EMIT_LINALG ? SMR_CALLS_LINALG : SMR_CALLS_CBLAS,
                         .symbolic = o->symbolic,
                         .inputs = inputs};
  bool ok = o->emit == EMIT_TORCH ? smr_array_print_torch(a, &solution->term, solution->root,
                                                          smr_str_get(&symbol), o->functions, diag)
                                  : smr_array_lower(a, &solution->term, solution->root, smr_str_get(&symbol),
                                                    &lower, o->functions, diag);
  smr_str_free(&symbol);
  return ok;
}

// A language of its own for each file: what one declares is nothing to the next.
static int run_file(const char *file, const Options *options) {
  SmrOperators *ops = smr_operators_create();
  SmrArray *a = smr_array_create(ops);
  SmrDiag diag = {0};
  SmrRules rules = {0};
  SmrStr text = {0}, path = {0}, out = {0};
  SmrArrayProgram program = {0};
  SmrArraySolution solution = {0};
  const char *reason;
  // (The paper gives some names to a rule of each library: only one target's rules are read.)
  static const char *const guided[] = {"core", "lift", "combine"}, *const unguided[] = {"core", "scalar",
                                                                                        NULL};
  const char *const *files = options->optimise.unguided ? unguided : guided;
  const char *const library = options->optimise.target == SMR_TARGET_BLAS ? "blas" : "torch";
  uint32_t file_count = options->optimise.target == SMR_TARGET_NONE ? 2 : 3;
  bool ok = true;
  int code = 0;
  for (uint32_t i = 0; ok && i < file_count; i++) {
    smr_str_clear(&path);
    smr_str_printf(&path, "%s/array-%s.rules", options->rules, files[i] ? files[i] : library);
    ok = smr_rules_read(ops, smr_str_get(&path), &rules, &diag);
  }
  if (ok && !smr_read_file(file, &text, &reason))
    ok = smr_error(&diag, file, 0, 0, "%s", reason);
  ok = ok && smr_array_parse(a, file, smr_str_get(&text), text.size, &program, &diag);
  for (uint32_t i = 0; ok && i < options->size_count; i++) {
    const char *equals = strchr(options->sizes[i], '=');
    smr_str_clear(&path);
    smr_str_append(&path, options->sizes[i], (size_t)(equals - options->sizes[i]));
    SmrOperator op = smr_operator_find(ops, SMR_OPERATOR_PLAIN, smr_str_get(&path), 0);
    int64_t old;
    SmrArrayOp how;
    SmrOperator parts[2];
    if (op == SMR_NO_OPERATOR || !smr_array_size(a, op, &old))
      ok = smr_error(&diag, file, 0, 0, "there is no size '%s'", smr_str_get(&path));
    else if (smr_array_size_parts(a, op, &how, &parts[0], &parts[1]))
      ok = smr_error(&diag, file, 0, 0, "the size '%s' is computed from others", smr_str_get(&path));
    else
      smr_array_set_size(a, smr_str_get(&path), strtoll(equals + 1, NULL, 10));
  }
  SmrArrayOptions optimise = options->optimise;
  optimise.rules = &rules;
  SmrArrayCostFile *costs = NULL;
  SmrCost cost = {0};
  if (ok && options->costs && (costs = smr_array_cost_file_read(a, optimise.target, options->costs, &diag))) {
    cost = smr_array_cost_file_cost(costs);
    optimise.cost = &cost;
  }
  uint32_t inputs = smr_array_inputs(a);
  ok = ok && (!options->costs || costs) && smr_array_optimise(a, &program, &optimise, &solution, &diag);
  ok = ok && (options->emit == EMIT_TERM || emit(a, &solution, inputs, file, options, &diag));
  if (ok) {
    const char *different = NULL;
    if (options->check && (different = smr_array_check_equal(a, &program.term, program.root, &solution.term,
                                                             solution.root, 5))) {
      smr_error(&diag, file, 0, 0, "the result does not compute what the program does: %s", different);
      code = EXIT_CHECK;
    }
    if (options->table) {
      print_calls(a, &solution.term, &out);
      printf("%-20s %-44s %12.6g %3u %6u %8.2f %6.2f\n", smr_base_name(file), smr_str_get(&out),
             solution.cost, solution.steps, solution.nodes, solution.milliseconds,
             (double)solution.bytes * 1e-6);
    } else if (options->emit == EMIT_TERM) {
      smr_term_print(ops, &solution.term, solution.root, &out);
      printf("%s\n", smr_str_get(&out));
    }
    if (options->stats)
      print_stats(file, &solution);
  } else
    code = EXIT_USER_ERROR;
  smr_diag_about(&diag, file, 0, 0);
  smr_diag_flush(&diag, stderr);
  smr_diag_free(&diag);
  smr_str_free(&text), smr_str_free(&path), smr_str_free(&out);
  smr_array_cost_file_free(costs);
  smr_array_solution_free(&solution);
  smr_array_program_free(&program);
  smr_rules_free(&rules);
  smr_array_destroy(a);
  smr_operators_destroy(ops);
  return code;
}

int main(int argc, char **argv) {
  SmrStr share = {0}, functions = {0}, module = {0};
  Options options = {.optimise.target = SMR_TARGET_BLAS, .functions = &functions};
  uint32_t files = 0;
  argc = usage_join_values(help, argc, argv);
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help")) {
      fputs(help, stdout);
      return 0;
    }
    if (!strcmp(argv[i], "--version")) {
      puts("smr-array " SMR_VERSION);
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
  if (options.table)
    printf("%-20s %-44s %12s %3s %6s %8s %6s\n", "program", "calls", "cost", "steps", "nodes", "ms", "MB");
  int code = 0;
  for (int i = 1; i < argc; i++)
    if (*argv[i] != '-') {
      int one = run_file(argv[i], &options);
      code = one > code ? one : code;
    }
  if (options.emit == EMIT_TORCH)
    fputs(functions.size ? smr_str_get(&functions) : "", stdout);
  else if (functions.size) {
    smr_loops_print_module(&functions, &module);
    fputs(smr_str_get(&module), stdout);
  }
  smr_str_free(&share);
  smr_str_free(&functions);
  smr_str_free(&module);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    perror("smr-array");
    code = code > 1 ? code : 1;
  }
  return code;
}
