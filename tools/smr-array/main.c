//===- main.c - smr-array: library calls for array programs --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/check.h"
#include "array/cost_file.h"
#include "array/lower.h"
#include "array/optimise.h"
#include "base/json.h"
#include "loops/print.h"
#include "tools/common/tool.h"
#include <stdio.h>
#include <string.h>

enum { EXIT_USER_ERROR = 1, EXIT_USAGE = 2, EXIT_CHECK = 3 };

typedef enum { EMIT_TERM = 1, EMIT_MLIR, EMIT_LINALG, EMIT_TORCH } Emit;
typedef enum { BLAS = 1, TORCH, NONE } Target;
typedef enum { GUIDED = 1, UNGUIDED } Strategy;

typedef struct {
  Target target;
  Strategy strategy;
  Emit emit;
  SmrArrayOptions optimise;
  const char *rules, *costs;
  uint32_t time;
  SmrNames sizes;
  bool symbolic, check, table, stats;
  SmrStr *functions;
} Options;

static const SmrSetting rows[] = {
    TOOL_OPTION(CHOICE, "--target", target, "blas|torch|none",
                "whose calls are found (default: blas); none: only the language itself"),
    TOOL_OPTION(CHOICE, "--strategy", strategy, "guided|unguided",
                "in phases (default), or the rules of the LIAR paper only, all at once"),
    TOOL_OPTION(CHOICE, "--emit", emit, "term|mlir|linalg|torch",
                "term (default); mlir: functions that stock mlir-opt lowers, which call CBLAS;\n"
                "linalg: the same with linalg's named operations; torch: text of the torch dialect\n"
                "(of --target=torch)"),
    TOOL_OPTION(TEXT, "--costs", costs, "file",
                "measured costs (tools/bench/liar/calibrate.c) instead of the paper's"),
    TOOL_OPTION(FLAG, "--symbolic", symbolic, NULL, "with --emit=mlir and linalg: sizes are arguments"),
    TOOL_OPTION(TEXT, "--rules", rules, "dir",
                "where array-*.rules are (default: share/smr/rules beside this program)"),
    TOOL_OPTION(NUMBER, "--time", time, "milliseconds", "limit (default 1000)"),
    TOOL_OPTION(NUMBER, "--nodes", optimise.budget.nodes, "number", "limit of e-nodes (default 50000)"),
    TOOL_OPTION(NUMBER, "--iterations", optimise.budget.iterations, "number", "of each phase (default 12)"),
    TOOL_OPTION(TEXTS, "--size", sizes, "name=number",
                "overrides a size that the files declare (repeatable)"),
    TOOL_OPTION(FLAG, "--check", check, NULL,
                "evaluate each result and its program on random data; exit code 3 if they differ"),
    TOOL_OPTION(FLAG, "--table", table, NULL,
                "one line per file: calls, cost, steps, nodes, milliseconds, megabytes"),
    TOOL_OPTION(FLAG, "--stats", stats, NULL, "what each phase did, as JSON on the standard error output"),
    {0}};

static const Tool tool = {"smr-array",
                          "usage: smr-array [options] FILE.array…\n"
                          "Finds library calls in programs of the array language (lib/array/README.md) by "
                          "equality saturation, and\n"
                          "prints the cheapest term that it found for each.\n",
                          "\n"
                          "The exit code is 0; 1 after an error in a file; 2 after a mistake on the command "
                          "line; 3 if --check found\n"
                          "a difference.\n",
                          rows,
                          EXIT_USAGE,
                          NULL};

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
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
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
  SmrLoopsGemm calls = o->emit == EMIT_LINALG ? SMR_LOOPS_GEMM_LINALG : SMR_LOOPS_GEMM_CBLAS;
  SmrArrayLower lower = {
      .print = {.gemm = calls, .contract = true, .reassoc = true}, .symbolic = o->symbolic, .inputs = inputs};
  const char *function = smr_str_get(&symbol);
  SmrLoopsProgram *l = NULL;
  bool ok = o->emit == EMIT_TORCH
                ? smr_array_print_torch(a, &solution->term, solution->root, function, o->functions, diag)
                : (l = smr_array_lower(a, &solution->term, solution->root, function, &lower, diag)) != NULL;
  if (l)
    smr_loops_print(l, function, &lower.print, o->functions);
  smr_loops_destroy(l);
  smr_str_free(&symbol);
  return ok;
}

static bool set_size(SmrArray *a, const char *file, const char *text, SmrDiag *diag) {
  const char *name;
  int64_t size, old;
  SmrArrayOp how;
  SmrOperator parts[2];
  tool_size(text, &name, &size);
  SmrOperator op = smr_operator_find(smr_array_ops(a), SMR_OPERATOR_PLAIN, name, 0);
  if (op == SMR_NO_OPERATOR || !smr_array_size(a, op, &old))
    return smr_error(diag, file, 0, 0, "there is no size '%s'", name);
  if (smr_array_size_parts(a, op, &how, &parts[0], &parts[1]))
    return smr_error(diag, file, 0, 0, "the size '%s' is computed from others", name);
  smr_array_set_size(a, name, size);
  return true;
}

// A language of its own for each file: what one declares is nothing to the next.
static int run_file(const char *file, const Options *options) {
  SmrOperators *ops = smr_operators_create();
  SmrArray *a = smr_array_create(ops);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
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
  for (uint32_t i = 0; ok && i < options->sizes.size; i++)
    ok = set_size(a, file, options->sizes.data[i], &diag);
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
  smr_str_free(&text), smr_str_free(&path), smr_str_free(&out);
  smr_array_cost_file_free(costs);
  smr_array_solution_free(&solution);
  smr_array_program_free(&program);
  smr_array_destroy(a);
  smr_operators_destroy(ops);
  return code;
}

int main(int argc, char **argv) {
  static const SmrArrayTarget targets[] = {SMR_TARGET_BLAS, SMR_TARGET_BLAS, SMR_TARGET_TORCH,
                                           SMR_TARGET_NONE};
  SMR_OWNED(SmrStr, smr_str_free) functions = {0}, module = {0};
  SmrNames files = {0};
  Options o = {.emit = EMIT_TERM, .functions = &functions};
  const char *name;
  int64_t size;
  int code = tool_read(&tool, argc, argv, &o, &files);
  if (code >= 0)
    return code;
  if (!files.size)
    return tool_misuse(&tool, "no program");
  for (uint32_t k = 0; k < o.sizes.size; k++)
    if (!tool_size(o.sizes.data[k], &name, &size))
      return tool_misuse(&tool, "not NAME=N: --size=%s", o.sizes.data[k]);
  o.rules = tool_rules(o.rules);
  o.optimise.target = targets[o.target];
  o.optimise.unguided = o.strategy == UNGUIDED;
  o.optimise.budget.milliseconds = o.time;
  if (o.table)
    printf("%-20s %-44s %12s %3s %6s %8s %6s\n", "program", "calls", "cost", "steps", "nodes", "ms", "MB");
  for (uint32_t k = 0; k < files.size; k++) {
    int one = run_file(files.data[k], &o);
    code = one > code ? one : code;
  }
  if (o.emit != EMIT_TORCH && functions.size)
    smr_loops_print_module(&functions, &module);
  fputs(smr_str_get(o.emit == EMIT_TORCH ? &functions : &module), stdout);
  return tool_end(&tool, code);
}
