//===- main.c - smr-rise: what a guide finds, as code --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "egraph/guide.h"
#include "options.h"
#include "rise/lower.h"
#include <stdio.h>
#include <string.h>

typedef struct {
  const RiseOptions *o;
  SmrDiag diag;
  SmrOperators *ops;
  SmrGuide *guide;
  SmrTerm input;
  uint32_t input_root, term; // term: its number
  SmrStr out;
} Job;

// The term that is asked for: the only one, or that of --term.
static bool choose_term(Job *j) {
  uint32_t count = smr_guide_terms(j->guide);
  for (j->term = 0; j->o->term && j->term < count; j->term++)
    if (!strcmp(smr_guide_term_name(j->guide, j->term), j->o->term))
      return true;
  if (j->o->term)
    return smr_error(&j->diag, j->o->guide, 0, 0, "there is no term %s", j->o->term);
  j->term = 0;
  return count == 1 ||
         smr_error(&j->diag, j->o->guide, 0, 0, "%s",
                   count ? "several terms: say which one, --term=NAME" : "no term: (term NAME TERM)");
}

static bool sizes_are_declared(Job *j) {
  SmrValues *values = smr_operators_values(j->ops);
  for (uint32_t i = 0; i < j->o->sizes.size; i++)
    if (!smr_value_divisor(values, smr_value_name(values, j->o->sizes.data[i].name)))
      return smr_error(&j->diag, j->o->guide, 0, 0, "%s is no declared size: (size %s)",
                       j->o->sizes.data[i].name, j->o->sizes.data[i].name);
  return true;
}

static SmrRise rise_of(const Job *j, const SmrTerm *term, uint32_t root) {
  return (SmrRise){j->ops, smr_guide_rules(j->guide), term, root, j->o->sizes.data, j->o->sizes.size};
}

static bool emit_mlir(Job *j, const SmrRise *found) {
  SmrRise input = rise_of(j, &j->input, j->input_root);
  const char *name = j->o->function ? j->o->function : smr_guide_term_name(j->guide, j->term);
  if (!rise_is_name(name))
    return smr_error(&j->diag, j->o->guide, 0, 0, "%s is no name of a function: say --function=NAME", name);
  SmrLoopsPrint print = {.contract = !j->o->exact, .packed = j->o->packed};
  SmrStr functions = {0};
  bool fallback;
  bool ok = smr_rise_print(&input, found, name, &print, j->o->guide, &functions, &fallback, &j->diag);
  if (ok)
    smr_loops_print_module(&functions, &j->out);
  if (ok && fallback)
    smr_report(&j->diag, SMR_WARNING, j->o->guide, 0, 0,
               "the sizes are not divided as they are declared: the input's loops are written");
  smr_str_free(&functions);
  return ok;
}

static bool emit(Job *j) {
  uint32_t root;
  const SmrTerm *term = smr_guide_term(j->guide, j->term, &root);
  SmrRise found = rise_of(j, term, root);
  if (j->o->emit == RISE_EMIT_TERM) {
    smr_term_print(j->ops, term, root, &j->out);
    smr_str_putc(&j->out, '\n');
    return true;
  }
  if (j->o->emit == RISE_EMIT_MLIR)
    return emit_mlir(j, &found);
  const SmrRiseSize *bad;
  int64_t divisor;
  if (!smr_rise_divides(&found, &bad, &divisor))
    return smr_error(&j->diag, j->o->guide, 0, 0, "%lld does not divide %s = %lld", (long long)divisor,
                     bad->name, (long long)bad->value);
  SmrLoopsProgram *l = smr_rise_lower(&found, true, j->o->guide, &j->diag);
  if (l)
    smr_loops_dump(l, &j->out);
  smr_loops_destroy(l);
  return l != NULL;
}

static bool write_out(Job *j) {
  const char *reason = NULL;
  if (j->o->output)
    return smr_write_file(j->o->output, smr_str_get(&j->out), j->out.size, &reason) ||
           smr_error(&j->diag, j->o->output, 0, 0, "%s", reason);
  bool ok = fwrite(smr_str_get(&j->out), 1, j->out.size, stdout) == j->out.size && !fflush(stdout);
  return ok || smr_error(&j->diag, NULL, 0, 0, "the output cannot be written");
}

static int run(Job *j) {
  SmrWorldOptions world = {0};
  SmrRunBudget budget = {.iterations = 30, .nodes = 1000000};
  j->guide = smr_guide_read(j->ops, j->o->guide, &j->diag);
  if (!j->guide || !choose_term(j) || !sizes_are_declared(j))
    return RISE_EXIT_ERROR;
  const SmrTerm *input = smr_guide_term(j->guide, j->term, &j->input_root);
  j->input_root = smr_term_copy(j->ops, &j->input, input, j->input_root);
  if (!j->o->as_it_is && !smr_guide_check(j->guide, &world, &j->diag))
    return RISE_EXIT_ERROR;
  SmrGuideEnd end = j->o->as_it_is ? SMR_GUIDE_DONE : smr_guide_run(j->guide, &world, &budget, &j->diag);
  if (end != SMR_GUIDE_DONE)
    return end == SMR_GUIDE_NOT_FOUND ? RISE_EXIT_NOT_FOUND : RISE_EXIT_ERROR;
  return emit(j) && write_out(j) ? 0 : RISE_EXIT_ERROR;
}

int main(int argc, char **argv) {
  RiseOptions options;
  int code = rise_options_parse(argc, argv, &options);
  if (code < 0) {
    Job j = {.o = &options, .ops = smr_operators_create()};
    code = run(&j);
    smr_diag_flush(&j.diag, stderr);
    smr_guide_destroy(j.guide);
    smr_term_free(&j.input);
    smr_operators_destroy(j.ops);
    smr_diag_free(&j.diag);
    smr_str_free(&j.out);
  }
  rise_options_free(&options);
  return code;
}
