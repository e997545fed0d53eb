//===- cover_plan.c - plans for files of graphs -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//     cover-plan RULES… FILE…
//
// RULES are libraries (.pfa), or one file that holds equations in their text form (lib/raise/README.md; other
// lines are skipped), each a rule whose parameters are what it declares: an array that is only read at offset
// 0 is a number by reference. Each FILE holds functions in the graph's text form, as SMR_DUMP_GRAPH=import
// prints them: their nests are raised, and what covers them is printed. Exit 2 when a file cannot be read.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "cover/check.h"
#include "cover/forms.h"
#include "cover/lift.h"
#include "cover/parts.h"
#include "cover/plan.h"
#include "cover/sums.h"
#include "graph/normalize/normalize.h"
#include "graph/rows.h"
#include "graph_text.h"
#include "raise/raise.h"
#include <stdio.h>
#include <stdlib.h>

static SmrIntern *symbols;
static SmrArena arena;
static SmrCoverRules rules;
static uint32_t libraries;
static SMR_VEC(SmrOp) lifted_loops; // of the function, that calls say

typedef struct {
  uint32_t array;
  bool elsewhere;
} Element;

static bool look(const SmrFactor *f, void *data) {
  Element *e = data;
  e->elsewhere |= f->kind == SMR_FACTOR_LOAD && f->id == e->array && f->poly.count;
  return true;
}

static bool is_number(const SmrEquations *e, uint32_t array) {
  Element element = {array, e->arrays.data[array].versions > 0};
  for (uint32_t k = 0; k < e->equations.size; k++)
    smr_sum_walk(&e->equations.data[k].sum, look, &element);
  return !element.elsewhere;
}

static void add_rule(const char *file, const char *text, size_t size, void *data) {
  (void)data;
  SmrDiag diag = {0};
  SmrEquations *e = smr_equations_parse(symbols, file, text, size, &diag);
  if (!e) {
    smr_diag_flush(&diag, stderr);
    exit(2);
  }
  uint32_t count = e->integers.size + e->scalars.size + e->arrays.size, n = 0;
  SmrPatternArg *args = smr_arena_alloc(&arena, (count + 1) * sizeof *args);
  const char **words = smr_arena_alloc(&arena, (count + 1) * sizeof *words);
  for (uint32_t k = 1; k < e->integers.size; k++)
    if (!e->integers.data[k].index)
      args[n++] =
          (SmrPatternArg){.kind = SMR_ARG_INT, .name = smr_intern_text(symbols, e->integers.data[k].name)};
  for (uint32_t k = 0; k < e->scalars.size; k++)
    args[n++] =
        (SmrPatternArg){.kind = SMR_ARG_FLOAT, .name = smr_intern_text(symbols, e->scalars.data[k].name)};
  for (uint32_t k = 0; k < e->arrays.size; k++)
    if (e->arrays.data[k].memory == k) // (parts of one memory are one parameter)
      args[n++] = (SmrPatternArg){.kind = is_number(e, k) ? SMR_ARG_FLOAT : SMR_ARG_ARRAY,
                                  .name = smr_intern_text(symbols, e->arrays.data[k].name)};
  for (uint32_t k = 0; k < n; k++)
    words[k] = args[k].name;
  const char *name = smr_intern_text(symbols, e->name);
  SmrPair pair = {.pattern = {.name = name, .args = args, .arg_count = n},
                  .equations = smr_arena_strndup(&arena, text, size),
                  .words = words};
  SmrCoverRule *rule = smr_cover_rule_create(symbols, &pair, false, &diag);
  if (!rule) {
    smr_diag_flush(&diag, stderr);
    fprintf(stderr, "%s: no rule\n", name);
  } else {
    smr_cover_rules_add(&rules, rule, 0, rules.size);
  }
  smr_equations_destroy(e);
}

static void add_library(SmrLibrary *library, const char *file) {
  SmrDiag diag = {0};
  if (!smr_library_open_pfa(symbols, file, false, library, &diag)) {
    smr_diag_flush(&diag, stderr);
    exit(2);
  }
  for (uint32_t p = 0; p < library->count; p++) {
    const SmrPair *pair = &library->pairs[p];
    SmrCoverRule *rule = smr_cover_rule_create(symbols, pair, true, &diag);
    if (!rule) {
      fprintf(stderr, "%s: no rule\n", pair->pattern.name);
      smr_diag_flush(&diag, stderr);
      continue;
    }
    smr_cover_rules_add(&rules, rule, libraries, p);
  }
  ++libraries;
}

static void plan_inside(SmrGraph *g, const SmrUses *uses, SmrNest nest, uint32_t depth);

/// What a program's shape leaves out is not even read; elementwise nests are not planned.
static const char *why_wrong(const SmrRaisedNest *nest, const SmrCoverPlan *plan, SmrArena *scratch) {
  uint64_t shape = smr_cover_shape(plan->canonical->equations);
  shape &= smr_cover_all_elementwise(nest->equations) ? ~SMR_COVER_NOT_ELEMENTWISE : UINT64_MAX;
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count; k++)
      if (smr_cover_rule_shape(plan->steps[s].calls[k].matched.rule) & ~shape)
        return "the shape of the equations leaves a rule out that matches";
  return smr_check_plan(plan, scratch);
}

/// The loops whose body the nest is, if calls say all that they do.
static bool plan_lifted(const SmrGraph *g, const SmrRaisedNest *nest, uint32_t depth) {
  bool whole = false;
  for (uint32_t levels = SMR_LIFT_MOST; levels && !whole; levels--) {
    SmrNest loop;
    SmrArena scratch = {0};
    SmrCoverPlan plan;
    SmrStr out = {0};
    SmrEquations *lifted = smr_lift(g, nest->nest, nest->equations, levels, &loop);
    SmrCanonical *canonical = lifted ? smr_lift_canonical(lifted) : NULL;
    if (canonical) {
      smr_equations_name_indices(canonical->equations);
      whole = smr_cover_plan(canonical, rules.data, rules.size, &scratch, NULL, NULL, &plan) && !plan.left;
    }
    if (whole) {
      const char *wrong = why_wrong(nest, &plan, &scratch);
      smr_cover_plan_print(&plan, false, &out);
      printf("%s: %sall of it\n%s", smr_intern_text(symbols, g->name), depth ? "inside, " : "",
             smr_str_get(&out));
      if (wrong)
        printf("WRONG: %s\n", wrong);
      smr_vec_push(&lifted_loops, loop.first);
    }
    smr_str_free(&out);
    smr_canonical_destroy(canonical);
    smr_equations_destroy(lifted);
    smr_arena_destroy(&scratch);
  }
  return whole;
}

/// The nest as one of complex numbers, if calls say all that it does.
static bool plan_complex(const SmrGraph *g, const SmrRaisedNest *nest, uint32_t depth) {
  SMR_OWNED(SmrArena, smr_arena_destroy) scratch = {0};
  SmrCoverPlan plan;
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SmrEquations *complex = smr_parts(nest->equations);
  SmrCanonical *canonical = complex ? smr_parts_canonical(complex) : NULL;
  bool whole = false;
  if (canonical) {
    smr_equations_name_indices(canonical->equations);
    whole = smr_cover_plan(canonical, rules.data, rules.size, &scratch, NULL, NULL, &plan) && !plan.left;
  }
  if (whole) {
    const char *wrong = why_wrong(nest, &plan, &scratch);
    smr_cover_plan_print(&plan, false, &out);
    printf("%s: %sall of it\n%s", smr_intern_text(symbols, g->name), depth ? "inside, " : "",
           smr_str_get(&out));
    if (wrong)
      printf("WRONG: %s\n", wrong);
  }
  smr_canonical_destroy(canonical);
  smr_equations_destroy(complex);
  return whole;
}

/// Of a nest that calls do not say as a whole, what is in it is tried, too: `inside`.
static void plan_nest(SmrGraph *g, const SmrUses *uses, const SmrRaisedNest *nest, uint32_t depth) {
  const char *name = smr_intern_text(symbols, g->name), *where = depth ? "inside, " : "";
  SMR_OWNED(SmrArena, smr_arena_destroy) scratch = {0};
  SmrCoverPlan plan;
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  if (plan_lifted(g, nest, depth) || plan_complex(g, nest, depth))
    return;
  SmrCanonical *canonical = smr_canonical(nest->equations);
  if (!canonical) {
    printf("%s: %sno canonical form\n", name, where);
    return;
  }
  smr_equations_name_indices(canonical->equations);
  bool ok = smr_cover_plan(canonical, rules.data, rules.size, &scratch, NULL, NULL, &plan);
  printf("%s: %s%s\n", name, where, !ok ? "nothing" : plan.left ? "in part" : "all of it");
  if (ok) {
    smr_cover_plan_print(&plan, false, &out);
    fputs(smr_str_get(&out), stdout);
    const char *wrong = why_wrong(nest, &plan, &scratch);
    if (wrong)
      printf("WRONG: %s\n", wrong);
  }
  if (plan.left || !ok) {
    smr_str_clear(&out);
    smr_equations_print(canonical->equations, &out);
    fputs(smr_str_get(&out), stdout);
    for (uint32_t k = 0; k < canonical->equations->equations.size; k++)
      if (plan.missed[k].step)
        printf("  equation %u: %s, U%u\n", k, plan.missed[k].rule->name, plan.missed[k].step);
  }
  if (plan.left || !ok)
    plan_inside(g, uses, nest->nest, depth);
  smr_canonical_destroy(canonical);
}

/// What is not raised, and in no loop whose rounds are.
static void tell_refused(const SmrGraph *g, const SmrRaisedNest *nest, uint32_t depth) {
  for (uint32_t k = 0; k < lifted_loops.size; k++)
    if (nest->nest.first == lifted_loops.data[k] || smr_inside(g, nest->nest.first, lifted_loops.data[k]) ||
        nest->equations)
      return;
  if (!nest->equations)
    printf("%s: %snot raised: %s\n", smr_intern_text(symbols, g->name), depth ? "inside, " : "",
           smr_not_raised_text(nest->why.reason));
}

static void plan_nests(SmrGraph *g, const SmrUses *uses, const SmrRaisedNests *nests, uint32_t depth) {
  for (uint32_t k = 0; k < nests->size; k++)
    if (nests->data[k].equations)
      plan_nest(g, uses, &nests->data[k], depth);
  for (uint32_t k = 0; k < nests->size; k++)
    tell_refused(g, &nests->data[k], depth);
}

static void plan_inside(SmrGraph *g, const SmrUses *uses, SmrNest nest, uint32_t depth) {
  SmrRaisedNests inner = {0};
  smr_rows_close(g, nest.first, nest.last);
  if (nest.first == nest.last)
    smr_raise_inside(g, uses, nest.first, NULL, &inner);
  for (SmrOp op = nest.first; nest.first != nest.last && op; op = op == nest.last ? 0 : smr_op(g, op)->next)
    smr_raise_nests(g, uses, (SmrNest){nest.block, op, op}, NULL, &inner);
  plan_nests(g, uses, &inner, depth + 1);
  smr_raised_nests_free(&inner);
}

static void plan_function(const char *file, const char *text, size_t size, void *data) {
  SmrGraph *g = graph_of_text(symbols, file, text, size);
  (void)data;
  smr_normalize_equations(g);
  SmrRaisedNests nests = {0};
  SmrUses uses = smr_uses_compute(g);
  smr_raise_function(g, NULL, &nests);
  lifted_loops.size = 0;
  plan_nests(g, &uses, &nests, 0);
  smr_uses_free(&uses);
  smr_raised_nests_free(&nests);
  smr_graph_destroy(g);
}

static bool is_library(const char *file) {
  const char *end = strrchr(file, '.');
  return end && !strcmp(end, ".pfa");
}

int main(int argc, char **argv) {
  enum { MOST = 8 };
  static SmrLibrary opened[MOST];
  symbols = smr_intern_create();
  int next = 1;
  for (; next < argc && next <= MOST && is_library(argv[next]); next++)
    add_library(&opened[next - 1], argv[next]);
  if (next == 1 && argc > 1)
    for_each_text(argv[next++], "equations @", add_rule, NULL);
  for (; next < argc; next++)
    for_each_text(argv[next], "func @", plan_function, NULL);
  smr_cover_rules_destroy(&rules);
  for (uint32_t k = 0; k < libraries; k++)
    smr_library_close(&opened[k]);
  smr_vec_free(&lifted_loops);
  smr_arena_destroy(&arena);
  smr_intern_destroy(symbols);
}
