//===- main.c - smr-rise: what a guide finds, as code --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "egraph/guide.h"
#include "options.h"
#include "places.h"
#include "rise/lower.h"
#include <stdio.h>
#include <string.h>

// A guide and the term of it that is asked for.
typedef struct {
  const char *path;
  SmrOperators *ops;
  SmrGuide *guide;
  uint32_t term;        // its number
  SmrTermPlaces places; // of what was found
} Source;

typedef struct {
  const RiseOptions *o;
  SmrDiag diag;
  Source *sources; // one for each guide
  SmrStr out;
} Job;

// The term that is asked for: the only one, or that of --term.
static bool choose_term(Job *j, Source *s) {
  uint32_t count = smr_guide_terms(s->guide);
  for (s->term = 0; j->o->term && s->term < count; s->term++)
    if (!strcmp(smr_guide_term_name(s->guide, s->term), j->o->term))
      return true;
  if (j->o->term)
    return smr_error(&j->diag, s->path, 0, 0, "there is no term %s", j->o->term);
  s->term = 0;
  return count == 1 ||
         smr_error(&j->diag, s->path, 0, 0, "%s",
                   count ? "several terms: say which one, --term=NAME" : "no term: (term NAME TERM)");
}

static bool sizes_are_declared(Job *j, const Source *s) {
  SmrDatums *values = smr_operators_values(s->ops);
  for (uint32_t i = 0; i < j->o->sizes.size; i++)
    if (!smr_datum_divisor(values, smr_datum_name(values, j->o->sizes.data[i].name)))
      return smr_error(&j->diag, s->path, 0, 0, "%s is no declared size: (size %s)", j->o->sizes.data[i].name,
                       j->o->sizes.data[i].name);
  return true;
}

static SmrRise rise_of(const Job *j, const Source *s, bool input) {
  SmrRise rise = {s->ops, smr_guide_rules(s->guide), NULL, 0, j->o->sizes.data, j->o->sizes.size, &s->places};
  rise.term =
      input ? smr_guide_input(s->guide, s->term, &rise.root) : smr_guide_term(s->guide, s->term, &rise.root);
  if (input)
    rise.places = smr_guide_places(s->guide, s->term);
  return rise;
}

static void print_input(const Source *s, SmrStr *out) {
  uint32_t root;
  const SmrTerm *term = smr_guide_input(s->guide, s->term, &root);
  smr_term_print(s->ops, term, root, out);
}

// Guides that are to compute the same begin with the same term.
static bool inputs_are_equal(Job *j) {
  SMR_OWNED(SmrStr, smr_str_free) first = {0}, other = {0};
  bool equal = true;
  print_input(&j->sources[0], &first);
  for (uint32_t i = 1; i < j->o->guides.size && equal; i++) {
    const Source *s = &j->sources[i];
    smr_str_clear(&other);
    print_input(s, &other);
    equal = !strcmp(smr_str_get(&first), smr_str_get(&other)) ||
            smr_term_error(&j->diag, smr_guide_places(s->guide, s->term),
                           smr_guide_places(s->guide, s->term)->nodes.size - 1,
                           "its term is another one than that of %s", j->sources[0].path);
  }
  return equal;
}

static bool emit_mlir(Job *j) {
  const Source *first = &j->sources[0];
  SmrRise input = rise_of(j, first, true);
  const char *name = j->o->function ? j->o->function : smr_guide_term_name(first->guide, first->term);
  if (!rise_is_name(name))
    return smr_error(&j->diag, first->path, 0, 0, "%s is no name of a function: say --function=NAME", name);
  SmrLoopsPrint print = {.contract = !j->o->exact, .packed = j->o->packed};
  SmrRise *found = smr_xcalloc(j->o->guides.size, sizeof *found);
  for (uint32_t i = 0; i < j->o->guides.size; i++)
    found[i] = rise_of(j, &j->sources[i], false);
  SMR_OWNED(SmrStr, smr_str_free) functions = {0};
  bool fallback;
  bool ok = inputs_are_equal(j) && smr_rise_print(&input, found, j->o->guides.size, name, &print, first->path,
                                                  &functions, &fallback, &j->diag);
  if (ok)
    smr_loops_print_module(&functions, &j->out);
  if (ok && fallback)
    smr_report(&j->diag, SMR_WARNING, first->path, 0, 0,
               "the sizes are not divided as they are declared: the input's loops are written");
  free(found);
  return ok;
}

static bool emit_loops(Job *j) {
  const Source *s = &j->sources[0];
  SmrRise found = rise_of(j, s, false);
  const SmrRiseSize *bad;
  int64_t divisor;
  if (!smr_rise_divides(&found, &bad, &divisor))
    return smr_error(&j->diag, s->path, 0, 0, "%lld does not divide %s = %lld", (long long)divisor, bad->name,
                     (long long)bad->value);
  SmrLoopsProgram *l = smr_rise_lower(&found, true, s->path, &j->diag);
  if (l)
    smr_loops_dump(l, &j->out);
  smr_loops_destroy(l);
  return l != NULL;
}

static bool emit(Job *j) {
  if (j->o->emit == RISE_EMIT_MLIR)
    return emit_mlir(j);
  if (j->o->emit == RISE_EMIT_LOOPS)
    return emit_loops(j);
  SmrRise found = rise_of(j, &j->sources[0], false);
  smr_term_print(found.ops, found.term, found.root, &j->out);
  smr_str_putc(&j->out, '\n');
  return true;
}

// The exit code, or -1: its result is there.
static int run_guide(Job *j, Source *s) {
  SmrWorldOptions world = {0};
  SmrRunBudget budget = {.iterations = 30, .nodes = 1000000};
  s->ops = smr_operators_create();
  s->guide = smr_guide_read(s->ops, s->path, &j->diag);
  if (!s->guide || !choose_term(j, s) || !sizes_are_declared(j, s))
    return RISE_EXIT_ERROR;
  SmrGuideEnd end = SMR_GUIDE_DONE;
  if (!j->o->as_it_is && !smr_guide_check(s->guide, &world, &j->diag))
    return RISE_EXIT_ERROR;
  if (!j->o->as_it_is)
    end = smr_guide_run(s->guide, &world, &budget, &j->diag);
  rise_places_of(s->ops, s->guide, s->term, &s->places);
  return end == SMR_GUIDE_DONE ? -1 : end == SMR_GUIDE_NOT_FOUND ? RISE_EXIT_NOT_FOUND : RISE_EXIT_ERROR;
}

static int run(Job *j) {
  int code = -1;
  for (uint32_t i = 0; i < j->o->guides.size && code < 0; i++) {
    j->sources[i].path = j->o->guides.data[i];
    code = run_guide(j, &j->sources[i]);
  }
  return code >= 0                                                        ? code
         : emit(j) && tool_write(j->o->output, stdout, &j->out, &j->diag) ? 0
                                                                          : RISE_EXIT_ERROR;
}

int main(int argc, char **argv) {
  RiseOptions options;
  int code = rise_options_read(argc, argv, &options);
  if (code < 0) {
    Job j = {.o = &options, .sources = smr_xcalloc(options.guides.size, sizeof *j.sources)};
    code = run(&j);
    smr_diag_flush(&j.diag, stderr);
    for (uint32_t i = 0; i < options.guides.size; i++) {
      smr_guide_destroy(j.sources[i].guide);
      smr_vec_free(&j.sources[i].places.nodes);
      smr_operators_destroy(j.sources[i].ops);
    }
    free(j.sources);
    smr_diag_free(&j.diag);
    smr_str_free(&j.out);
  }
  smr_vec_free(&options.sizes);
  return code;
}
