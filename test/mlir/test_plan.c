//===- test_plan.c - several calls where a nest was ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Plans made by hand for the functions of Inputs/plan, in each host. The module must be valid and do what it
// did before, also where guards fail; how often functions are called tells which branch ran.
//===----------------------------------------------------------------------===//
#include "plan_lab.h"
// above
#include "harness.h"

typedef struct {
  const char *name, *read, *prefix, *compile; // compile: from the module's text, on stdin, to LLVM's
} Host;

#define BIN SMR_LLVM_BIN "/"
#define INPUTS SMR_SOURCE_DIR "/test/mlir/Inputs/plan/"
static const Host hosts[] = {
    {"llvm",
     BIN "clang -O1 -Xclang -disable-llvm-passes -ffp-contract=off -emit-llvm -c " INPUTS
         "kernels.c -o - | " BIN
         "opt -passes='sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>' | " BIN
         "mlir-translate --import-llvm",
     "", BIN "mlir-translate --mlir-to-llvmir"},
    {"fir", BIN "flang -fc1 -O1 -ffp-contract=off -emit-fir " INPUTS "kernels.f90 -o -", "_QP",
     BIN "tco - -o -"},
    {"std", "cat " INPUTS "kernels.mlir", "",
     BIN "mlir-opt --lower-affine --expand-strided-metadata --lower-affine --convert-scf-to-cf "
         "--convert-arith-to-llvm --convert-cf-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm "
         "--reconcile-unrealized-casts | " BIN "mlir-translate --mlir-to-llvmir"},
};
static const char *const options[] = {"", "-DFORTRAN", "-DMEMREF"};

//--- Plans -----------------------------------------------------------------------------

enum { LEAST = 3 };

/// Asks whether it can be done first.
static bool splice(Lab *lab, SmrSplicePlan *plan, const char **reason) {
  const SmrGuard guard = {.test = lab_at_least(lab, LEAST, lab_trip(lab, lab->loops.data[0]))};
  plan->guards = &guard;
  plan->guard_count = plan->size_count = !lab->unguarded;
  SMR_OWNED(SmrStr, smr_str_free) before = {0}, behind = {0};
  lab_print(lab, &before);
  bool possible = smr_splice(lab->splicer, plan, true, reason);
  lab_print(lab, &behind);
  assert_string_equal(smr_str_get(&before), smr_str_get(&behind)); // that was only a question
  bool done = smr_splice(lab->splicer, plan, false, reason);
  assert_int_equal(possible, done);
  return done;
}

static bool try(Lab *lab, uint32_t loops, SmrPlanStep *steps, uint32_t step_count, LabAfter *after,
                const char **reason) {
  after->lab = lab;
  after->roots = lab->loops.data;
  after->root_count = loops;
  SmrSplicePlan plan = {.roots = lab->loops.data,
                        .root_count = loops,
                        .steps = steps,
                        .step_count = step_count,
                        .stores = after->stores,
                        .store_count = after->store_count,
                        .after = lab_after,
                        .after_data = after};
  return splice(lab, &plan, reason);
}

/// The first loops become the steps.
static void replace(Lab *lab, uint32_t loops, SmrPlanStep *steps, uint32_t step_count, LabAfter *after) {
  const char *reason = NULL;
  if (!try(lab, loops, steps, step_count, after, &reason))
    fail_msg("%s: %s", smr_intern_text(lab->symbols, lab->graph->name), reason);
}

/// They do not, and the module is as it was.
static void refuse(Lab *lab, uint32_t loops, SmrPlanStep *steps, uint32_t step_count, const char *expected) {
  SmrStr before = {0}, behind = {0};
  const char *reason = NULL;
  lab_print(lab, &before);
  assert_false(try(lab, loops, steps, step_count, &(LabAfter){0}, &reason));
  assert_string_equal(reason, expected);
  lab_print(lab, &behind);
  assert_string_equal(smr_str_get(&before), smr_str_get(&behind));
  smr_str_free(&before);
  smr_str_free(&behind);
}

static SmrPassed size(Lab *lab, SmrOp loop) {
  return (SmrPassed){.kind = SMR_PASS_INT, .expr = lab_trip(lab, loop), .type = SMR_I64, .name = "n"};
}

static SmrPassed other_array(Lab *lab, SmrOp loop, SmrPassed y) {
  SmrPassed x = {0};
  for (uint32_t l = 0; !x.value || x.value == y.value; l++)
    x = lab_array(lab, loop, lab_op(lab, loop, SMR_OP_LOAD, l));
  return x;
}

static void two_calls(Lab *lab, const char *function) {
  lab_function(lab, function);
  SmrPassed args[2][4];
  SmrPlanStep steps[2];
  for (uint32_t k = 0; k < 2; k++) {
    SmrOp loop = lab->loops.data[k], store = lab_op(lab, loop, SMR_OP_STORE, 0);
    SmrPassed y = lab_array(lab, loop, store), x = other_array(lab, loop, y);
    const SmrPassed own[] = {size(lab, loop), lab_factor(lab, loop, 0), x, y};
    memcpy(args[k], own, sizeof own);
    steps[k] = (SmrPlanStep){.callee = lab_callee(lab, "w_axpy"), .args = args[k], .arg_count = 4};
  }
  replace(lab, 2, steps, 2, &(LabAfter){0});
}

/// Two loops, one call.
static void one_call(Lab *lab) {
  lab_function(lab, "init_main");
  SmrOp loop = lab->loops.data[1];
  SmrPassed y = lab_array(lab, loop, lab_op(lab, loop, SMR_OP_STORE, 0)), x = other_array(lab, loop, y);
  const SmrPassed args[] = {size(lab, loop), lab_factor(lab, loop, 0), x, y};
  SmrPlanStep step = {.callee = lab_callee(lab, "w_scale"), .args = args, .arg_count = 4};
  replace(lab, 2, &step, 1, &(LabAfter){0});
}

/// The loop's sum: its only result, or what a variable is behind it.
static SmrValue sum_of(const Lab *lab, SmrOp loop) {
  const SmrGraph *g = lab->graph;
  for (uint32_t k = 0; k < smr_op(g, loop)->result_count; k++)
    if (smr_value_type(g, smr_result(g, loop, k)) == SMR_F64)
      return smr_result(g, loop, k);
  fail_msg("no sum");
  return 0;
}

/// What both calls give is used behind them.
static void results(Lab *lab) {
  lab_function(lab, "two_dots");
  LabAfter after = {.count = 2};
  SmrPassed args[2][4];
  SmrPlanStep steps[2];
  for (uint32_t k = 0; k < 2; k++) {
    SmrOp loop = lab->loops.data[k];
    const SmrPassed own[] = {size(lab, loop),
                             lab_array(lab, loop, lab_op(lab, loop, SMR_OP_LOAD, 0)),
                             lab_array(lab, loop, lab_op(lab, loop, SMR_OP_LOAD, k)),
                             {.kind = SMR_PASS_RESULT, .type = SMR_F64}};
    memcpy(args[k], own, sizeof own);
    steps[k] = (SmrPlanStep){.callee = lab_callee(lab, "w_dot"), .args = args[k], .arg_count = 4};
    after.values[k] = sum_of(lab, loop);
    after.answers[k] = (SmrAfter){.kind = SMR_AFTER_ARG, .step = k, .arg = 3};
  }
  replace(lab, 2, steps, 2, &after);
}

/// A number that is loaded between the roots from what the first one writes: a call that computes it itself
/// does; one that is given it does not, and then the module stays as it was.
static void late(Lab *lab) {
  lab_function(lab, "late");
  SmrOp first = lab->loops.data[0], second = lab->loops.data[1];
  SmrPassed y = lab_array(lab, first, lab_op(lab, first, SMR_OP_STORE, 0)), x = other_array(lab, first, y);
  SmrPassed args[] = {size(lab, first), lab_factor(lab, second, 0), x, y,
                      lab_array(lab, second, lab_op(lab, second, SMR_OP_STORE, 0))};
  SmrPlanStep step = {.callee = lab_callee(lab, "w_chain"), .args = args, .arg_count = 5};
  refuse(lab, 2, &step, 1, "a value is loaded behind a part of the idiom that may change it");
  args[1] = lab_factor(lab, first, 0);
  replace(lab, 2, &step, 1, &(LabAfter){0});
}

/// Products, quotients, conversions, memory.
static void numbers(Lab *lab) {
  lab_function(lab, "numbers");
  SmrGraph *g = lab->graph;
  bool ok = true;
  SmrNumberFactor memory[2];
  for (uint32_t k = 0; k < 2; k++) {
    SmrValue ptr = smr_access_ptr(g, lab_load(lab, SMR_F64, k));
    memory[k] =
        (SmrNumberFactor){.kind = SMR_NUMBER_LOAD,
                          .value = smr_base_of(g, ptr),
                          .expr = smr_expr_poly(&lab->arena, smr_access_offset(g, &lab->arena, ptr, &ok)),
                          .type = SMR_F64};
  }
  const SmrNumberFactor factors[] = {
      {.kind = SMR_NUMBER_VALUE, .value = lab_argument(lab, 2)},
      memory[0],
      {.kind = SMR_NUMBER_INTEGER,
       .expr = smr_expr_poly(&lab->arena, smr_poly_leaf(&lab->arena, lab_argument(lab, 1))),
       .inverse = true}};
  const SmrNumber values[] = {{-3, factors, 3}, {-1, &memory[1], 1}};
  SmrPassed args[2][4];
  SmrPlanStep steps[2];
  for (uint32_t k = 0; k < 2; k++) {
    SmrOp loop = lab->loops.data[k];
    SmrPassed y = lab_array(lab, loop, lab_op(lab, loop, SMR_OP_STORE, 0));
    const SmrPassed own[] = {size(lab, loop),
                             {.kind = SMR_PASS_NUMBER, .number = &values[k], .type = SMR_F64, .name = "a"},
                             other_array(lab, loop, y),
                             y};
    memcpy(args[k], own, sizeof own);
    steps[k] = (SmrPlanStep){.callee = lab_callee(lab, "w_axpy"), .args = args[k], .arg_count = 4};
  }
  replace(lab, 2, steps, 2, &(LabAfter){0});
}

/// A sum that goes on from a number.
static void start(Lab *lab) {
  lab_function(lab, "start");
  SmrOp loop = lab->loops.data[0];
  const SmrNumber first = {2.5, NULL, 0};
  const SmrPassed args[] = {size(lab, loop),
                            lab_array(lab, loop, lab_op(lab, loop, SMR_OP_LOAD, 0)),
                            lab_array(lab, loop, lab_op(lab, loop, SMR_OP_LOAD, 1)),
                            {.kind = SMR_PASS_OUT, .number = &first, .type = SMR_F64, .name = "s"}};
  SmrPlanStep step = {.callee = lab_callee(lab, "w_sum"), .args = args, .arg_count = 4};
  LabAfter after = {
      .count = 1, .values = {sum_of(lab, loop)}, .answers = {{.kind = SMR_AFTER_ARG, .step = 0, .arg = 3}}};
  replace(lab, 1, &step, 1, &after);
}

/// A call of axpy for what the loop does with the store.
static SmrPlanStep axpy(Lab *lab, SmrOp loop, SmrOp store, uint32_t product, SmrPassed *args) {
  SmrPassed y = lab_array(lab, loop, store);
  const SmrPassed own[] = {size(lab, loop), lab_factor(lab, loop, product), other_array(lab, loop, y), y};
  memcpy(args, own, sizeof own);
  return (SmrPlanStep){.callee = lab_callee(lab, "w_axpy"), .args = args, .arg_count = 4};
}

/// A copy, a call, a copy; a store that two copies would do is refused, and so is one that stands elsewhere.
static void thirds(Lab *lab) {
  lab_function(lab, "thirds");
  SmrOp loop = lab->loops.data[0], stores[3];
  SmrPassed args[4];
  for (uint32_t k = 0; k < 3; k++)
    stores[k] = lab_op(lab, loop, SMR_OP_STORE, k);
  SmrPlanStep steps[] = {{.root = loop, .stores = &stores[0], .store_count = 1},
                         axpy(lab, loop, stores[1], 0, args),
                         {.root = loop, .stores = &stores[0], .store_count = 1}};
  refuse(lab, 1, steps, 3, "what is left of the code cannot be copied");
  steps[2].stores = &stores[2];
  replace(lab, 1, steps, 3, &(LabAfter){0});
}

/// Two roots, of both of which something is left, in a loop.
static void second(Lab *lab) {
  lab_function(lab, "second");
  SmrOp first = lab->loops.data[0], loop = lab->loops.data[1];
  SmrOp zero = lab_op(lab, first, SMR_OP_STORE, 0), y = lab_op(lab, loop, SMR_OP_STORE, 0),
        z = lab_op(lab, loop, SMR_OP_STORE, 1);
  SmrPassed args[4];
  SmrPlanStep steps[] = {{.root = first, .stores = &zero, .store_count = 1},
                         axpy(lab, loop, y, 0, args),
                         {.root = loop, .stores = &z, .store_count = 1}};
  replace(lab, 2, steps, 3, &(LabAfter){0});
}

/// A copy without stores, for the sum.
static void sum_left(Lab *lab) {
  lab_function(lab, "sum_left");
  SmrOp loop = lab->loops.data[0];
  SmrPassed args[4];
  SmrPlanStep steps[] = {axpy(lab, loop, lab_op(lab, loop, SMR_OP_STORE, 0), 0, args), {.root = loop}};
  LabAfter after = {
      .count = 1, .values = {sum_of(lab, loop)}, .answers = {{.kind = SMR_AFTER_COPY, .step = 1}}};
  replace(lab, 1, steps, 2, &after);
}

/// Two copies make the sum, each from its beginning.
static void twice(Lab *lab) {
  lab_function(lab, "twice");
  SmrOp loop = lab->loops.data[0], z = lab_op(lab, loop, SMR_OP_STORE, 0);
  SmrPassed args[4];
  SmrPlanStep steps[] = {{.root = loop, .stores = &z, .store_count = 1},
                         axpy(lab, loop, lab_op(lab, loop, SMR_OP_STORE, 1), 0, args),
                         {.root = loop}};
  LabAfter after = {
      .count = 1, .values = {sum_of(lab, loop)}, .answers = {{.kind = SMR_AFTER_COPY, .step = 2}}};
  replace(lab, 1, steps, 3, &after);
}

/// The load of the array's element in the loop.
static SmrOp there_load(Lab *lab, SmrOp loop, SmrPassed array) {
  for (uint32_t l = 0;; l++) {
    SmrOp load = lab_op(lab, loop, SMR_OP_LOAD, l);
    if (smr_base_of(lab->graph, smr_access_ptr(lab->graph, load)) == array.value)
      return load;
  }
}

/// A sum in memory: a value that the loop changes is not passed; the call is given what is there, and what it
/// gives is stored.
static void into(Lab *lab) {
  lab_function(lab, "into");
  SmrOp loop = lab->loops.data[0], store = lab_op(lab, loop, SMR_OP_STORE, 0);
  SmrPassed y = lab_array(lab, loop, store), x = other_array(lab, loop, y), z = {0};
  for (uint32_t l = 0; !z.value || z.value == y.value || z.value == x.value; l++)
    z = lab_array(lab, loop, lab_op(lab, loop, SMR_OP_LOAD, l));
  const SmrNumberFactor there = {.kind = SMR_NUMBER_LOAD, .value = y.value, .expr = y.expr, .type = SMR_F64};
  const SmrNumber first = {1, &there, 1};
  const SmrPassed args[] = {
      size(lab, loop), x, z, {.kind = SMR_PASS_OUT, .number = &first, .type = SMR_F64, .name = "s"}};
  SmrPlanStep step = {.callee = lab_callee(lab, "w_sum"), .args = args, .arg_count = 4};
  const SmrAfterStore behind = {
      smr_access_ptr(lab->graph, store), {.kind = SMR_AFTER_ARG, .step = 0, .arg = 3}, store, loop};
  SmrPassed wrong[] = {args[0], x, z, {.kind = SMR_PASS_OUT, .type = SMR_F64, .name = "s"}};
  wrong[3].value = smr_result(lab->graph, there_load(lab, loop, y), 0);
  SmrPlanStep bad = {.callee = step.callee, .args = wrong, .arg_count = 4};
  refuse(lab, 1, &bad, 1, "a value loaded inside the code may change there");
  replace(lab, 1, &step, 1, &(LabAfter){.stores = &behind, .store_count = 1});
}

/// Two plans, one after the other, of one graph; the second has no other branch.
static void apart(Lab *lab) {
  lab_function(lab, "apart");
  for (uint32_t k = 0; k < 2; k++) {
    SmrOp loop = lab->loops.data[0], rest = lab_op(lab, loop, SMR_OP_STORE, 1);
    SmrPassed args[4];
    SmrPlanStep steps[] = {axpy(lab, loop, lab_op(lab, loop, SMR_OP_STORE, 0), 0, args),
                           {.root = loop, .stores = &rest, .store_count = 1}};
    lab->unguarded = k == 1;
    replace(lab, 1, steps, 2, &(LabAfter){0});
    lab->loops.data[0] = lab->loops.data[1];
  }
  lab->unguarded = false;
}

/// A copy uses what a call before it gives. Without that, it is refused.
static void passed_on(Lab *lab) {
  lab_function(lab, "passed_on");
  SmrOp sum = lab->loops.data[0], loop = lab->loops.data[1], rest = lab_op(lab, loop, SMR_OP_STORE, 1);
  SmrPassed x = lab_array(lab, sum, lab_op(lab, sum, SMR_OP_LOAD, 0)), args[4];
  const SmrPassed dot_args[] = {size(lab, sum), x, x, {.kind = SMR_PASS_RESULT, .type = SMR_F64}};
  SmrPlanStep dot = {.callee = lab_callee(lab, "w_dot"), .args = dot_args, .arg_count = 4};
  SmrPlanStep copy = {.root = loop, .stores = &rest, .store_count = 1};
  SmrPlanStep steps[] = {copy, axpy(lab, loop, lab_op(lab, loop, SMR_OP_STORE, 0), 0, args), dot};
  LabAfter after = {
      .count = 1, .values = {sum_of(lab, sum)}, .answers = {{.kind = SMR_AFTER_ARG, .step = 2, .arg = 3}}};
  const char *reason = NULL;
  assert_false(try(lab, 2, steps, 3, &after, &reason)); // it is not there yet
  assert_string_equal(reason, "what is left of the code needs a value of another part of it");
  steps[0] = dot, steps[2] = copy;
  after.answers[0].step = 0;
  replace(lab, 2, steps, 3, &after);
}

/// Roots that are a store and a loop.
static void inner(Lab *lab) {
  lab_function(lab, "inner");
  SmrOp loop = lab->loops.data[0], one = lab_op(lab, smr_parent(lab->graph, loop), SMR_OP_STORE, 0),
        z = lab_op(lab, loop, SMR_OP_STORE, 1);
  SmrPassed args[4];
  SmrPlanStep steps[] = {axpy(lab, loop, lab_op(lab, loop, SMR_OP_STORE, 0), 0, args),
                         {.root = one, .stores = &one, .store_count = 1},
                         {.root = loop, .stores = &z, .store_count = 1}};
  smr_vec_push(&lab->loops, one);
  replace(lab, 2, steps, 3, &(LabAfter){0});
}

/// What the calls are given is loaded in and between the roots; the guards would say that p is apart. In the
/// other branch it may overlap.
static void between(Lab *lab) {
  lab_function(lab, "between");
  SmrPassed args[2][4];
  SmrPlanStep steps[2];
  for (uint32_t k = 0; k < 2; k++) {
    SmrOp loop = lab->loops.data[k], product = lab_op(lab, loop, SMR_OP_FMUL, 0);
    SmrPassed y = lab_array(lab, loop, lab_op(lab, loop, SMR_OP_STORE, 0)), x = {0};
    SmrValue a = 0;
    for (uint32_t i = 0; i < 2; i++) {
      SmrOp load = smr_def(lab->graph, smr_operand(lab->graph, product, i));
      SmrPassed array = lab_array(lab, loop, load);
      bool steps_along = !smr_poly_equal(
          smr_access_offset(lab->graph, &lab->arena, smr_access_ptr(lab->graph, load), &(bool){true}),
          array.expr->poly);
      if (steps_along)
        x = array;
      else
        a = smr_operand(lab->graph, product, i);
    }
    const SmrPassed own[] = {
        size(lab, loop), {.kind = SMR_PASS_VALUE, .value = a, .type = SMR_F64, .name = "a"}, x, y};
    memcpy(args[k], own, sizeof own);
    steps[k] = (SmrPlanStep){.callee = lab_callee(lab, "w_axpy"), .args = args[k], .arg_count = 4};
  }
  replace(lab, 2, steps, 2, &(LabAfter){0});
}

//--- Programs ---------------------------------------------------------------------------

/// Compiles the module with the driver and appends what the program prints.
static void run(const Lab *lab, size_t host, const char *argument, SmrStr *out) {
  char folder[] = "/tmp/smr-plan-XXXXXX";
  assert_non_null(mkdtemp(folder));
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, path = {0}, command = {0};
  const char *reason;
  lab_print(lab, &text);
  smr_str_printf(&path, "%s/m.mlir", folder);
  assert_true(smr_write_file(smr_str_get(&path), text.data, text.size, &reason));
  smr_str_printf(&command,
                 "cd %s && (%s) < m.mlir > m.ll && " BIN "clang -w -O1 -ffp-contract=off %s " INPUTS
                 "driver.c m.ll -o program && ./program %s",
                 folder, hosts[host].compile, options[host], argument);
  bool ok = run_command(smr_str_get(&command), out);
  if (!ok)
    fail_msg("%s\n%s", smr_str_get(&command), smr_str_get(&text));
  smr_str_clear(&command);
  smr_str_printf(&command, "rm -r %s", folder);
  assert_true(run_command(smr_str_get(&command), out));
}

static int calls_of(const SmrStr *counts, const char *function, int n) {
  char line[64];
  snprintf(line, sizeof line, "%s %d: ", function, n);
  const char *found = strstr(smr_str_get(counts), line);
  assert_non_null(found);
  return atoi(found + strlen(line));
}

static const struct {
  const char *function;
  int calls, always; // with large sizes; with any
} kernels[] = {{"two_loops", 2, 0}, {"init_main", 1, 0}, {"two_dots", 2, 0}, {"rows", 6, 0},
               {"late", 2, 0},      {"numbers", 2, 0},   {"start", 1, 0},    {"thirds", 1, 0},
               {"second", 3, 0},    {"sum_left", 1, 0},  {"twice", 1, 0},    {"into", 1, 0},
               {"apart", 2, 1},     {"passed_on", 2, 0}, {"inner", 3, 0},    {"between", 2, 0}};

/// Temporaries for numbers by reference stand in no loop.
static void no_temporary_in_loops(const Lab *lab) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  lab_print(lab, &text);
  const char *rows = strstr(smr_str_get(&text), "@_QProws("),
             *loop = rows ? strstr(rows, "fir.do_loop") : NULL;
  assert_non_null(loop);
  const char *end = strstr(loop, "func.func"), *temporary = strstr(rows, "fir.alloca"), *next;
  assert_true(temporary && temporary < loop);
  next = strstr(loop, "fir.alloca");
  assert_true(end && (!next || next > end));
}

static void in_host(size_t host) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, before = {0}, behind = {0}, counts = {0};
  assert_true(run_command(hosts[host].read, &text));
  Lab lab;
  lab_open(&lab, text.data, text.size, hosts[host].prefix);
  run(&lab, host, "", &before);
  two_calls(&lab, "two_loops");
  one_call(&lab);
  results(&lab);
  two_calls(&lab, "rows");
  late(&lab);
  numbers(&lab);
  start(&lab);
  thirds(&lab);
  second(&lab);
  sum_left(&lab);
  twice(&lab);
  into(&lab);
  apart(&lab);
  passed_on(&lab);
  inner(&lab);
  between(&lab);
  if (strcmp(hosts[host].name, "fir") == 0)
    no_temporary_in_loops(&lab);
  run(&lab, host, "", &behind);
  assert_string_equal(smr_str_get(&before), smr_str_get(&behind));
  run(&lab, host, "count", &counts);
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
    for (int n = 0; n < 6; n++)
      if (calls_of(&counts, kernels[k].function, n) != (n < LEAST ? kernels[k].always : kernels[k].calls))
        fail_msg("%s\n%s", hosts[host].name, smr_str_get(&counts));
  lab_close(&lab);
}

TEST(test_llvm) {
  in_host(0);
}
TEST(test_fir) {
  in_host(1);
}
TEST(test_std) {
  in_host(2);
}

/// How often the text has a word.
static int count_of(const SmrStr *text, const char *word) {
  int count = 0;
  for (const char *at = smr_str_get(text); (at = strstr(at, word)); ++at)
    ++count;
  return count;
}

/// ClangIR cannot be run here. Loops in scopes of their own are replaced with them.
TEST(test_cir) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, behind = {0};
  const char *reason;
  assert_true(smr_read_file(INPUTS "kernels_cir.mlir", &text, &reason));
  Lab lab;
  lab_open(&lab, text.data, text.size, "");
  two_calls(&lab, "two_loops");
  thirds(&lab);
  second(&lab);
  lab_print(&lab, &behind);
  assert_int_equal(count_of(&behind, "\"cir.if\""), 3);
  assert_int_equal(count_of(&behind, "\"cir.call\""), 4);
  assert_int_equal(count_of(&behind, "\"cir.for\""), 9);   // those that were there, and four copies
  assert_int_equal(count_of(&behind, "\"cir.scope\""), 7); // around them, but for thirds, where it is outside
  lab_close(&lab);
}
