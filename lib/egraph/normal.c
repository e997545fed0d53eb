//===- normal.c - normal forms -------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/normal.h"
#include "egraph/extract.h"
#include "egraph/internal.h"
#include <math.h>
#include <string.h>

typedef struct {
  SmrProgram *program;
  SmrSnapshot *snapshot;
  SMR_VEC(uint32_t) matches; // rule, root, variables …
  unsigned char *redex;      // by node
  uint32_t nodes;            // of the term
} Round;

static bool found(void *user, const SmrEmatch *match) {
  Round *r = user;
  smr_vec_push(&r->matches, match->rule);
  smr_vec_push(&r->matches, match->root);
  for (uint32_t i = 0; i < smr_program_variables(r->program, match->rule); i++)
    smr_vec_push(&r->matches, match->variables[i]);
  return true;
}

// The size of a term without redexes of the round.
static double size_without(void *user, SmrEgraph *g, SmrNode node, const double *children) {
  const Round *r = user;
  double size = 1;
  if (node < r->nodes && r->redex[node])
    return INFINITY;
  for (uint32_t i = smr_arity(g, smr_egraph_op(g, node)); i-- > 0;)
    size += children[i];
  return size;
}

// Applies what matches. Whether anything changed; each node of the term is alone in its class.
static bool reduce(Round *r, SmrEgraph *g) {
  uint32_t *since = smr_xcalloc(smr_program_rules(r->program) + 1, sizeof *since);
  bool changed = false;
  r->nodes = smr_egraph_elements(g);
  r->redex = smr_xcalloc(r->nodes + 1u, 1);
  smr_snapshot_take(r->snapshot, g);
  smr_program_search(r->program, r->snapshot, g, since, found, r);
  for (uint32_t at = 0; at < r->matches.size && smr_egraph_nodes(g) < SMR_NORMAL_NODES;) {
    SmrEmatch match = {r->matches.data[at], true, r->matches.data[at + 1], r->matches.data + at + 2};
    uint64_t before = g->joined;
    smr_program_apply(r->program, r->snapshot, g, &match, true);
    if (g->joined != before)
      changed = r->redex[match.root] = true;
    at += 2 + smr_program_variables(r->program, match.rule);
  }
  free(since);
  smr_egraph_rebuild(g);
  return changed;
}

// One round. *done: nothing matched. False: there is no term without redexes.
static bool one_round(SmrWorld *w, SmrProgram *program, SmrTerm *term, uint32_t *root, bool *done) {
  Round r = {.program = program, .snapshot = smr_snapshot_create()};
  SmrClass c = smr_egraph_add_term(w->g, term, *root);
  smr_egraph_rebuild(w->g);
  *done = !reduce(&r, w->g);
  bool ok = true;
  if (!*done) {
    SmrCost cost = {.kind = SMR_COST_CALL, .node = size_without, .user = &r};
    SmrBest *best = smr_best_create(w->g, &cost);
    smr_best_update(best);
    smr_term_clear(term);
    *root = smr_best_term(best, c, term);
    ok = *root != UINT32_MAX;
    smr_best_destroy(best);
  }
  smr_snapshot_destroy(r.snapshot);
  smr_vec_free(&r.matches);
  free(r.redex);
  return ok;
}

bool smr_normalise(SmrOperators *ops, SmrRules *rules, const SmrRule *const *list, uint32_t count,
                   const SmrWorldOptions *options, SmrTerm *term, uint32_t *root, uint32_t *rounds,
                   SmrDiag *diag) {
  bool done = !count, ok = true;
  for (*rounds = 0; ok && !done && *rounds < SMR_NORMAL_ROUNDS; ++*rounds) {
    SmrWorld *w = smr_world_create(ops, rules, options);
    SmrProgram *program = smr_program_create(ops, list, count, &w->callbacks, diag);
    bool ended = true;
    if (w->data)
      smr_data_watch(w->data, program);
    if (program)
      ended = one_round(w, program, term, root, &done);
    ok =
        program && (!w->data || smr_data_report(w->data, diag)) &&
        (ended || smr_error(diag, list[0]->file, list[0]->line, list[0]->column,
                            "rule '%s' and those with it: every result holds what they match: no normal form",
                            list[0]->name));
    smr_program_destroy(program);
    smr_world_destroy(w);
  }
  return ok && (done || smr_error(diag, list[0]->file, list[0]->line, list[0]->column,
                                  "rule '%s' and those with it: no normal form after %d rounds",
                                  list[0]->name, SMR_NORMAL_ROUNDS));
}
