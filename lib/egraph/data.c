//===- data.c - class data that rule files declare -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each datum also says which rule joined classes here last, directly or through congruence: a conflict that
// appears while the graph is rebuilt is the doing of the newest union below the node that is being repaired.
//===----------------------------------------------------------------------===//
#include "egraph/data.h"
#include "egraph/ac.h"
#include "egraph/internal.h"
#include <string.h>

#define MAX_MESSAGES 10

typedef enum { UNKNOWN, KNOWN, CONFLICT } State; // a chain: merging goes up

typedef struct {
  uint32_t value; // 0 unless KNOWN
  uint32_t state;
  uint32_t rule, when; // the last union: a rule of `blamed` + 1; 0: not a rule's doing
} Datum;

typedef struct {
  SmrDataSet *set;
  uint32_t declaration, analysis;
} Analysis;

typedef struct {
  SmrDataSet *set;
  const SmrDataProgram *program;
} Callback;

struct SmrDataSet {
  SmrEgraph *g;
  SmrRules *rules;
  const SmrProgram *program;
  Analysis *analyses;
  Callback *callbacks;
  SMR_VEC(const SmrRule *) blamed;
  uint32_t now, failures;
  SmrDiag messages;
};

//===--- making ---===//

uint32_t smr_data_named(const SmrRules *rules, const char *name) {
  for (uint32_t i = 0; i < rules->data.declarations.size; i++)
    if (!strcmp(rules->data.declarations.data[i].name, name))
      return i;
  return UINT32_MAX;
}

static SmrDatum leaf_value(SmrDatums *v, const SmrOperatorInfo *info) {
  return info->kind == SMR_OPERATOR_INTEGER ? smr_datum_integer(v, info->integer) : info->value;
}

SmrDatum smr_data_make(SmrRules *rules, uint32_t declaration, const SmrOperators *ops, SmrOperator op,
                       const SmrDatum *children) {
  const SmrDataDeclaration *d = &rules->data.declarations.data[declaration];
  const SmrOperatorInfo *info = smr_operator_info(ops, op);
  SmrDatum leaf = info->arity ? SMR_NO_DATUM : leaf_value(smr_operators_values(ops), info);
  bool literal = info->kind == SMR_OPERATOR_INTEGER, declared = false;
  if (leaf && !literal)
    return leaf;
  for (uint32_t i = 0; i < d->makes.size; i++) {
    const SmrDataMake *m = &d->makes.data[i];
    SmrDatum value;
    if (m->kind != info->kind || (m->kind == SMR_OPERATOR_PLAIN && m->op != info->name))
      continue;
    declared = true;
    SmrDataClause clause = rules->data.code.clauses.data[m->clause];
    const SmrDatum *inputs = literal ? &leaf : children;
    SmrTruth applies =
        m->kind == SMR_OPERATOR_REAL
            ? smr_data_check(&rules->data.code, &clause, NULL, 0, &value)
            : smr_data_apply(&rules->data.code, &clause, inputs, literal ? 1 : info->arity, &value);
    if (applies != SMR_NO)
      return applies == SMR_YES ? value : SMR_NO_DATUM;
  }
  return declared ? SMR_NO_DATUM : leaf;
}

SmrDatum smr_data_of_term(SmrRules *rules, uint32_t declaration, const SmrOperators *ops, const SmrTerm *term,
                          uint32_t node) {
  SmrDatum *at = smr_xmalloc((node + 1) * sizeof *at), children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i <= node; i++) {
    SmrOperator op = term->nodes.data[i].op;
    for (uint32_t k = 0; k < smr_operator_info(ops, op)->arity; k++)
      children[k] = at[smr_term_children(term, i)[k]];
    at[i] = smr_data_make(rules, declaration, ops, op, children);
  }
  SmrDatum value = at[node];
  free(at);
  return value;
}

//===--- who is to blame ---===//

static uint32_t blame(SmrDataSet *set, const SmrRule *rule) {
  for (uint32_t i = set->blamed.size; i-- > 0;)
    if (set->blamed.data[i] == rule)
      return i + 1;
  smr_vec_push(&set->blamed, rule);
  return set->blamed.size;
}

static const SmrRule *applied_rule(const SmrDataSet *set) {
  const SmrApplication *a = set->program ? smr_program_application(set->program) : NULL;
  return a ? smr_program_rule(set->program, a->rule) : NULL;
}

// The newest union among the children of the node that congruence is looking at.
static void blame_children(const Analysis *a, Datum *datum) {
  SmrEgraph *g = a->set->g;
  if (g->repairing == SMR_NO_CLASS)
    return;
  SmrNode n = g->repairing;
  const SmrClass *args = smr_egraph_children(g, n);
  for (uint32_t i = smr_arity(g, smr_egraph_op(g, n)); i-- > 0;) {
    const Datum *child = smr_egraph_data(g, a->analysis, args[i]);
    if (child->rule && child->when >= datum->when)
      datum->rule = child->rule, datum->when = child->when;
  }
}

static void complain(SmrDataSet *set, const SmrDataDeclaration *d, uint32_t rule, const char *text) {
  if (++set->failures > MAX_MESSAGES)
    return;
  const SmrRule *by = rule ? set->blamed.data[rule - 1] : NULL;
  if (by)
    smr_error(&set->messages, by->file, by->line, by->column, "rule '%s': %s", by->name, text);
  else
    smr_error(&set->messages, d->file, d->line, d->column, "%s", text);
}

static void print_value(const SmrOperators *ops, SmrDatum value, SmrStr *out) {
  if (value)
    smr_datum_print(smr_operators_values(ops), value, out);
  else
    smr_str_puts(out, "nothing known");
}

static void print_unknown(const SmrDataDeclaration *d, const SmrOperators *ops, SmrOperator op,
                          const SmrDatum *children, SmrStr *out) {
  smr_str_printf(out, "no make clause of '%s' applies to (", d->name);
  smr_operator_print(ops, op, out);
  for (uint32_t i = 0; i < smr_operator_info(ops, op)->arity; i++) {
    smr_str_putc(out, ' ');
    print_value(ops, children[i], out);
  }
  smr_str_putc(out, ')');
}

// Whether a node without a datum, all of whose children have one, is a mistake.
static bool must_be_known(const SmrDataDeclaration *d, const SmrOperators *ops, SmrOperator op) {
  return d->strict && smr_operator_info(ops, op)->kind != SMR_OPERATOR_INDEX;
}

//===--- the analysis ---===//

static void complain_of_node(Analysis *a, const SmrDataDeclaration *d, SmrOperator op,
                             const SmrDatum *children) {
  const SmrRule *by = applied_rule(a->set);
  SmrStr text = {0};
  print_unknown(d, a->set->g->ops, op, children, &text);
  complain(a->set, d, by ? blame(a->set, by) : 0, smr_str_get(&text));
  smr_str_free(&text);
}

static void make(void *user, SmrEgraph *g, SmrNode node, void *out) {
  Analysis *a = user;
  const SmrDataDeclaration *d = &a->set->rules->data.declarations.data[a->declaration];
  SmrOperator op = smr_egraph_op(g, node);
  SmrDatum children[SMR_MAX_ARITY];
  uint32_t arity = smr_arity(g, op);
  bool known = true;
  for (uint32_t i = 0; i < arity; i++) {
    children[i] = ((Datum *)smr_egraph_data(g, a->analysis, smr_egraph_children(g, node)[i]))->value;
    known &= children[i] != SMR_NO_DATUM;
  }
  Datum *datum = out;
  datum->value = smr_data_make(a->set->rules, a->declaration, g->ops, op, children);
  datum->state = datum->value ? KNOWN : UNKNOWN;
  if (known && !datum->value && must_be_known(d, g->ops, op))
    complain_of_node(a, d, op, children);
}

static void conflict(Analysis *a, const Datum *x, const Datum *y, uint32_t rule) {
  const SmrDataDeclaration *d = &a->set->rules->data.declarations.data[a->declaration];
  if (d->drop)
    return;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "it makes terms equal whose '%s' is not: ", d->name);
  print_value(a->set->g->ops, x->value, &text);
  smr_str_puts(&text, " and ");
  print_value(a->set->g->ops, y->value, &text);
  complain(a->set, d, rule, smr_str_get(&text));
}

static unsigned merge(void *user, SmrEgraph *g, void *into, const void *from) {
  Analysis *a = user;
  Datum x = *(Datum *)into, y = *(const Datum *)from, all = x.state >= y.state ? x : y;
  (void)g;
  all.rule = x.when >= y.when ? x.rule : y.rule;
  all.when = x.when >= y.when ? x.when : y.when;
  const SmrRule *by = applied_rule(a->set);
  if (by)
    all.rule = blame(a->set, by), all.when = ++a->set->now;
  else
    blame_children(a, &all);
  if (x.state == KNOWN && y.state == KNOWN && x.value != y.value) {
    all.value = SMR_NO_DATUM, all.state = CONFLICT;
    conflict(a, &x, &y, all.rule);
  }
  *(Datum *)into = all;
  return (all.state != x.state ? 1u : 0) | (all.state != y.state ? 2u : 0);
}

//===--- life ---===//

SmrDataSet *smr_data_create(SmrEgraph *g, SmrRules *rules) {
  SmrDataSet *set = smr_xcalloc(1, sizeof *set);
  uint32_t count = rules->data.declarations.size;
  set->g = g;
  set->rules = rules;
  set->analyses = smr_xcalloc(count + 1, sizeof *set->analyses);
  set->callbacks = smr_xcalloc(rules->data.programs.size + 1, sizeof *set->callbacks);
  for (uint32_t i = 0; i < count; i++) {
    Analysis *a = &set->analyses[i];
    SmrAnalysis how = {rules->data.declarations.data[i].name, sizeof(Datum), make, merge, NULL, a};
    *a = (Analysis){set, i, smr_egraph_analyse(g, &how)};
  }
  return set;
}

void smr_data_destroy(SmrDataSet *set) {
  if (!set)
    return;
  free(set->analyses);
  free(set->callbacks);
  smr_vec_free(&set->blamed);
  smr_diag_free(&set->messages);
  free(set);
}

void smr_data_watch(SmrDataSet *set, const SmrProgram *program) {
  set->program = program;
}

SmrDatum smr_data_of(SmrDataSet *set, uint32_t declaration, SmrClass c) {
  return ((Datum *)smr_egraph_data(set->g, set->analyses[declaration].analysis, c))->value;
}

bool smr_data_failed(const SmrDataSet *set) {
  return set->failures;
}

bool smr_data_report(SmrDataSet *set, SmrDiag *diag) {
  for (uint32_t i = 0; i < set->messages.messages.size; i++) {
    const SmrMessage *m = &set->messages.messages.data[i];
    smr_error(diag, m->file, m->line, m->column, "%s", m->text);
  }
  if (set->failures > MAX_MESSAGES)
    smr_error(diag, NULL, 0, 0, "%u more errors of class data", set->failures - MAX_MESSAGES);
  return !set->failures;
}

// (An AC operator's node is another one in the graph, which looks at it itself.)
static bool check_nodes(SmrRules *rules, uint32_t declaration, const SmrOperators *ops, const SmrTerm *term,
                        const SmrTermPlaces *places, SmrDatum *data, SmrDiag *diag) {
  const SmrDataDeclaration *d = &rules->data.declarations.data[declaration];
  SmrDatum children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < term->nodes.size; i++) {
    SmrOperator op = term->nodes.data[i].op;
    bool known = !smr_operator_is_ac(ops, op);
    for (uint32_t k = 0; k < smr_operator_info(ops, op)->arity; k++) {
      children[k] = data[smr_term_children(term, i)[k]];
      known &= children[k] != SMR_NO_DATUM;
    }
    data[i] = smr_data_make(rules, declaration, ops, op, children);
    if (!known || data[i] || !must_be_known(d, ops, op))
      continue;
    SmrStr text = {0};
    print_unknown(d, ops, op, children, &text);
    smr_term_error(diag, places, i, "%s", smr_str_get(&text));
    smr_str_free(&text);
    return false;
  }
  return true;
}

bool smr_data_check_term(SmrRules *rules, const SmrOperators *ops, const SmrTerm *term,
                         const SmrTermPlaces *places, SmrDiag *diag) {
  SmrDatum *data = smr_xmalloc((term->nodes.size + 1) * sizeof *data);
  bool ok = true;
  for (uint32_t i = 0; ok && i < rules->data.declarations.size; i++)
    if (rules->data.declarations.data[i].strict)
      ok = check_nodes(rules, i, ops, term, places, data, diag);
  free(data);
  return ok;
}

//===--- callbacks ---===//

static bool evaluate(const Callback *c, const SmrClass *args, SmrDatum *value) {
  const SmrDataProgram *p = c->program;
  SmrDatum bound[SMR_DATA_SLOTS];
  for (uint32_t i = 0; i < p->subjects.size; i++)
    bound[i] = smr_data_of(c->set, p->declarations.data[i], args[p->subjects.data[i]]);
  SmrDataClause clause = c->set->rules->data.code.clauses.data[p->clause];
  return smr_data_check(&c->set->rules->data.code, &clause, bound, p->subjects.size, value) == SMR_YES;
}

static bool condition(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  SmrDatum ignored;
  (void)g, (void)count;
  return evaluate(user, args, &ignored);
}

static SmrClass compute(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  const Callback *c = user;
  SmrDatum value;
  int64_t integer;
  (void)count;
  if (!evaluate(c, args, &value))
    return SMR_NO_CLASS;
  if (c->program->kind == SMR_DATA_INDEX)
    return smr_egraph_add(g, smr_operator_typed_index(g->ops, c->program->index, value), NULL);
  if (c->program->kind == SMR_DATA_QUOTE)
    return smr_egraph_add(g, smr_operator_data(g->ops, value), NULL);
  if (!smr_datum_is_integer(smr_operators_values(g->ops), value, &integer))
    return SMR_NO_CLASS;
  return smr_egraph_add(g, smr_operator_integer(g->ops, integer), NULL);
}

void smr_data_callbacks(SmrDataSet *set, SmrCallbacks *callbacks) {
  for (uint32_t i = 0; i < set->rules->data.programs.size; i++) {
    const SmrDataProgram *p = &set->rules->data.programs.data[i];
    set->callbacks[i] = (Callback){set, p};
    // (Pure: a change of data touches the class and its users.)
    SmrCallback callback = {
        .name = p->name, .user = &set->callbacks[i], .arguments = p->arguments, .pure = true};
    if (p->kind == SMR_DATA_CONDITION)
      callback.condition = condition;
    else
      callback.compute = compute;
    smr_vec_push(&callbacks->list, callback);
  }
}
