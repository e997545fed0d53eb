//===- ac_apply.c - right-hand sides of rules with AC operators ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A match says which row of the snapshot an AC pattern met and which children it took; what it left over is
// read from there.
//===----------------------------------------------------------------------===//
#include "egraph/ac_internal.h"
#include "egraph/program_internal.h"
#include <string.h>

typedef struct {
  SmrEgraph *g;
  const SmrCompiledRule *r;
  SmrClass *variables, *built;
  uint32_t count[SMR_MAX_SUMS]; // of children left over
  SmrClass left[SMR_MAX_SUMS][SMR_MAX_ARITY];
  SmrClass taken[SMR_MAX_TAKES]; // by the root's pattern
} Apply;

typedef struct {
  uint32_t count;
  SmrClass classes[3 * SMR_MAX_ARITY];
} Addends;

// Adds a sum to a class, or to one of its own; what is more than a node holds goes into sums inside.
static SmrClass add_sum(SmrEgraph *g, SmrOperator family, Addends *a, SmrClass into) {
  while (a->count > SMR_MAX_ARITY) {
    uint32_t k = SMR_MAX_ARITY / 2;
    a->count -= k;
    SmrClass inner = smr_egraph_add(g, smr_operator_with_arity(g->ops, family, k), a->classes + a->count);
    a->classes[a->count++] = inner;
  }
  SmrOperator op = smr_operator_with_arity(g->ops, family, a->count);
  if (into == SMR_NO_CLASS)
    return smr_egraph_add(g, op, a->classes);
  smr_egraph_add_to(g, op, a->classes, into);
  return into;
}

static void append(Addends *a, const SmrClass *classes, uint32_t count) {
  memcpy(a->classes + a->count, classes, count * sizeof *classes);
  a->count += count;
}

// The sum whose rest a value is, when there is more than one child left; UINT32_MAX: none.
static uint32_t rest_of(const Apply *a, uint32_t value) {
  for (uint32_t i = 0; i < a->r->sums.size; i++)
    if (a->r->sums.data[i].rest == value && a->count[i] > 1)
      return i;
  return UINT32_MAX;
}

static SmrClass value_of(const Apply *a, uint32_t i) {
  return i < SMR_BUILT ? a->variables[i] : a->built[i - SMR_BUILT];
}

static void read_match(Apply *a, const SmrSnapshot *s) {
  SmrEgraph *g = a->g;
  for (uint32_t i = 0; i < a->r->sums.size; i++) {
    const SmrSumPattern *sum = &a->r->sums.data[i];
    const uint32_t *record = a->variables + sum->record, *row = s->rows + record[0];
    uint32_t arity = g->arities.data[row[0]];
    bool used[SMR_MAX_ARITY] = {0};
    for (uint32_t k = 0; k < sum->takes; k++) {
      uint32_t at = record[1 + k / 4] >> k % 4 * 8 & 255;
      used[at] = true;
      if (sum->root)
        a->taken[k] = row[2 + at];
    }
    a->count[i] = 0;
    for (uint32_t k = 0; k < arity; k++)
      if (!used[k])
        a->left[i][a->count[i]++] = row[2 + k];
    if (sum->rest == UINT32_MAX)
      continue;
    if (a->count[i] == 1)
      a->variables[sum->rest] = a->left[i][0];
    else if (sum->node)
      a->variables[sum->rest] =
          smr_egraph_add(g, smr_operator_with_arity(g->ops, sum->family, a->count[i]), a->left[i]);
  }
}

// Children of a node to build; of an AC operator, what rest variables of its family stand for.
static void gather(Apply *a, const SmrBuild *b, SmrOperator family, Addends *out) {
  const uint32_t *refs = a->r->build_args.data + b->first;
  for (uint32_t k = 0; k < b->count; k++) {
    uint32_t rest = family == SMR_NO_OPERATOR ? UINT32_MAX : rest_of(a, refs[k]);
    if (rest == UINT32_MAX || a->r->sums.data[rest].family != family) {
      out->classes[out->count++] = value_of(a, refs[k]);
      continue;
    }
    if (out->count + a->count[rest] > 2 * SMR_MAX_ARITY - b->count)
      out->classes[out->count++] =
          smr_egraph_add(a->g, smr_operator_with_arity(a->g->ops, family, a->count[rest]), a->left[rest]);
    else
      append(out, a->left[rest], a->count[rest]);
  }
}

static SmrOperator family_of(SmrEgraph *g, SmrOperator op) {
  (void)smr_arity(g, op);
  return smr_is_ac(g, op) ? smr_ac_op(g, g->families.data[op], 2) : SMR_NO_OPERATOR;
}

static SmrClass build(Apply *a, const SmrBuild *b) {
  SmrOperator family = b->callback ? SMR_NO_OPERATOR : family_of(a->g, b->op);
  Addends args = {.count = 0};
  gather(a, b, family, &args);
  if (b->callback)
    return b->callback->compute(b->callback->user, a->g, args.classes, args.count);
  return family == SMR_NO_OPERATOR ? smr_egraph_add(a->g, b->op, args.classes)
                                   : add_sum(a->g, family, &args, SMR_NO_CLASS);
}

bool smr_ac_apply(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, const SmrCompiledRule *r, SmrClass root,
                  SmrClass *variables, SmrClass *built) {
  (void)p;
  Apply a = {.g = g, .r = r, .variables = variables, .built = built};
  read_match(&a, s);
  const SmrSumPattern *sum = NULL;
  uint32_t left = 0, carry = 0; // which sum's left-over is carried along, and how much
  for (uint32_t i = 0; i < r->sums.size; i++)
    if (r->sums.data[i].root && r->sums.data[i].rest == UINT32_MAX)
      sum = &r->sums.data[i], left = i, carry = a.count[i];
  uint32_t last = r->build.size;
  bool top = r->result >= SMR_BUILT && r->result == SMR_BUILT + last - 1 && last > r->condition_built;
  for (uint32_t i = r->condition_built; i + top < last; i++)
    if ((built[i] = build(&a, &r->build.data[i])) == SMR_NO_CLASS)
      return false;
  const SmrBuild *b = top ? &r->build.data[last - 1] : NULL;
  // What the result is a sum of, if it is one of the root's family (or stands for such a rest).
  Addends args = {.count = 0};
  uint32_t rest = rest_of(&a, r->result);
  SmrOperator family = b && !b->callback ? family_of(g, b->op) : SMR_NO_OPERATOR;
  if (rest != UINT32_MAX) {
    family = r->sums.data[rest].family;
    append(&args, a.left[rest], a.count[rest]);
  } else if (family != SMR_NO_OPERATOR)
    gather(&a, b, family, &args);
  if (args.count && (!carry || sum->family == family)) {
    if (carry)
      append(&args, a.left[left], carry);
    add_sum(g, family, &args, root);
    return true;
  }
  SmrClass result;
  if (args.count)
    result = add_sum(g, family, &args, SMR_NO_CLASS);
  else if (top && !carry && !b->callback) {
    gather(&a, b, SMR_NO_OPERATOR, &args);
    smr_egraph_add_to(g, b->op, args.classes, root);
    return true;
  } else if (top)
    result = build(&a, b);
  else
    result = value_of(&a, r->result);
  if (result == SMR_NO_CLASS)
    return false;
  if (!carry) {
    smr_egraph_union(g, root, result);
    return true;
  }
  // Matches that wait see the taken children in the result's class, so that no form is lost. (What a rule
  // makes a constant of needs no other form.)
  if (r->ordered && !r->eager && top && b->count) {
    Addends matched = {.count = 0};
    append(&matched, a.taken, sum->takes);
    add_sum(g, sum->family, &matched, result);
  }
  args.count = 0;
  append(&args, a.left[left], carry);
  args.classes[args.count++] = result;
  add_sum(g, sum->family, &args, root);
  return true;
}
