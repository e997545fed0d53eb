//===- implied.c - guards that others imply --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Guards are asked for one after the other, and what earlier ones imply is never asked. Here those go that
// later ones imply: `n >= 1` before `n >= 64`. Only guards prove it, no facts that rest on guards: what the
// code's accesses tell is true where the loops run.
//===----------------------------------------------------------------------===//
#include "graph/rows.h"
#include "match/legality_internal.h"

/// Can only be computed where the loops run, as some guard before it says: the value was read in one.
static bool is_read_late(const SmrDecision *d, SmrValue value, uint32_t depth) {
  enum { DEEPEST = 12 };
  const SmrGraph *g = d->graph;
  SmrOp def = smr_def(g, value);
  if (!def)
    return false;
  if (depth == DEEPEST || (smr_op(g, def)->flags & SMR_F_HOISTED) || smr_is_rows(g, def))
    return true;
  if (smr_op(g, def)->code == SMR_OP_LOAD && smr_in_roots(d->match, def))
    return true;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++)
    if (is_read_late(d, smr_operand(g, def, k), depth + 1))
      return true;
  return false;
}

typedef struct {
  const SmrDecision *decision;
  bool late;
} Reads;

static void note_leaf(SmrValue value, void *data) {
  Reads *reads = data;
  reads->late |= is_read_late(reads->decision, value, 0);
}

bool smr_reads_late(SmrDecision *d, const SmrExpr *test) {
  Reads reads = {d, false};
  smr_expr_leaves(test, note_leaf, &reads);
  return reads.late;
}

/// Does the test hold in both cases of a disjunction? c[i*rs + j*cs] has elements apart where one of the two
/// strides is 1 and the other one a row's length, whichever it is.
static bool holds_in_cases(SmrKnown *known, const SmrExpr *cases, const SmrExpr *test) {
  if (cases->op == SMR_X_OR)
    return holds_in_cases(known, cases->a, test) && holds_in_cases(known, cases->b, test);
  SmrKnownMark before = smr_known_mark(known);
  bool holds = !smr_known_learn(known, cases) || smr_known_holds(known, test);
  smr_known_rewind(known, before);
  return holds;
}

static bool is_implied_in_cases(SmrKnown *known, const SmrExpr *cases, const SmrExpr *test) {
  return cases->op == SMR_X_OR && test->op == SMR_X_OR && holds_in_cases(known, cases, test);
}

/// Is this guard implied by those before it, which are known, and others below `end`? None may wait for it.
static bool is_implied(SmrDecision *d, SmrKnown *known, uint32_t guard, uint32_t end) {
  const SmrExpr *test = d->guards.data[guard].test;
  bool implied = smr_known_holds(known, test);
  for (uint32_t k = 0; k < guard && !implied; k++)
    implied = is_implied_in_cases(known, d->guards.data[k].test, test);
  for (uint32_t k = guard + 1; k < end && !implied && !smr_reads_late(d, d->guards.data[k].test); k++)
    implied = (smr_known_learn(known, d->guards.data[k].test) && smr_known_holds(known, test)) ||
              is_implied_in_cases(known, d->guards.data[k].test, test);
  return implied;
}

void smr_drop_implied(SmrDecision *d, uint32_t *size_count) {
  SmrKnown known = {.arena = d->arena, .graph = d->graph, .pairs = true};
  for (uint32_t k = 0; k < d->guards.size;) {
    bool size = k < *size_count; // sizes are asked before everything else, so nothing else stands in for them
    SmrKnownMark before = smr_known_mark(&known);
    bool implied = is_implied(d, &known, k, size ? *size_count : d->guards.size);
    smr_known_rewind(&known, before);
    if (!implied) {
      smr_known_learn(&known, d->guards.data[k++].test);
      continue;
    }
    *size_count -= size;
    for (uint32_t i = k + 1; i < d->guards.size; i++)
      d->guards.data[i - 1] = d->guards.data[i];
    d->guards.size--;
  }
  smr_known_free(&known);
}
