//===- cost.c - what terms cost ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Cost expressions are kept as flat code: one instruction per node of the term, arguments before their users,
// so that evaluating is one loop.
//===----------------------------------------------------------------------===//
#include "egraph/cost.h"
#include "base/map.h"
#include "egraph/internal.h"
#include <float.h>
#include <math.h>
#include <string.h>

const SmrCost smr_cost_size = {.kind = SMR_COST_SIZE};
const SmrCost smr_cost_depth = {.kind = SMR_COST_DEPTH};

double smr_cost_of(const SmrCost *cost, SmrEgraph *g, SmrNode node, const double *children) {
  if (cost->kind == SMR_COST_CALL)
    return cost->node(cost->user, g, node, children);
  uint32_t arity = smr_arity(g, smr_egraph_op(g, node));
  double value = 0, largest = 0;
  for (uint32_t i = 0; i < arity; i++) {
    largest = fmax(largest, children[i]);
    value = cost->kind == SMR_COST_SIZE ? value + children[i] : largest;
  }
  return fmin(1 + value, largest == INFINITY ? INFINITY : DBL_MAX);
}

double smr_cost_own(const SmrCost *cost, SmrEgraph *g, SmrNode node) {
  static const double nothing[SMR_MAX_ARITY];
  double own = smr_cost_of(cost, g, node, nothing);
  return own >= 0 ? own : isnan(own) ? INFINITY : 0;
}

typedef enum {
  I_NUMBER,
  I_CHILD, // $first
  I_SUM,
  I_LARGEST,
  I_VALUE, // of the name `which`, at children args[first …]
  I_ADD,   // the values of args[first …]
  I_SUBTRACT,
  I_MULTIPLY,
  I_DIVIDE,
  I_MIN,
  I_MAX,
} InstructionKind;

typedef struct {
  uint8_t kind;
  int32_t which;
  uint32_t first, count;
  double number;
} Instruction;

typedef struct {
  SMR_VEC(Instruction) code;
  SMR_VEC(uint32_t) args;
  const char *file;
  uint32_t line, column;
} Entry;

struct SmrCostTable {
  SmrOperators *ops;
  SmrCostNames names;
  SMR_VEC(Entry) entries;    // entry 0: of the others
  SmrMap by_name;            // symbol → entry
  SMR_VEC(uint32_t) by_op;   // entry + 1; 0: not looked up yet
  SMR_VEC(double) values;    // of the instructions
  SMR_VEC(uint32_t) numbers; // by node of the term being read: its instruction + 1
};

SmrCostTable *smr_cost_table_create(SmrOperators *ops, const SmrCostNames *names) {
  SmrCostTable *t = smr_xcalloc(1, sizeof *t);
  t->ops = ops;
  if (names)
    t->names = *names;
  Entry others = {0};
  smr_vec_push(&others.code, (Instruction){.kind = I_NUMBER, .number = 1});
  smr_vec_push(&others.code, (Instruction){.kind = I_SUM});
  smr_vec_push(&others.code, (Instruction){.kind = I_ADD, .count = 2});
  smr_vec_push(&others.args, 0);
  smr_vec_push(&others.args, 1);
  smr_vec_push(&t->entries, others);
  smr_vec_reserve(&t->values, 3);
  return t;
}

static void free_entry(Entry *e) {
  smr_vec_free(&e->code);
  smr_vec_free(&e->args);
}

void smr_cost_table_destroy(SmrCostTable *t) {
  if (!t)
    return;
  for (uint32_t i = 0; i < t->entries.size; i++)
    free_entry(&t->entries.data[i]);
  smr_vec_free(&t->entries);
  smr_map_free(&t->by_name);
  smr_vec_free(&t->by_op);
  smr_vec_free(&t->values);
  smr_vec_free(&t->numbers);
  free(t);
}

typedef struct {
  const char *file;
  uint32_t line, column;
  SmrDiag *diag;
} Place;

#define error_at(p, ...) smr_error((p)->diag, (p)->file, (p)->line, (p)->column, __VA_ARGS__)

// `$3` → 3; -1 when it is something else.
static int32_t child_number(const SmrOperatorInfo *info, const char *name) {
  if (info->kind != SMR_OPERATOR_PLAIN || info->arity || name[0] != '$' || !name[1])
    return -1;
  int32_t number = 0;
  for (const char *s = name + 1; *s; s++) {
    if (*s < '0' || *s > '9' || number >= SMR_MAX_ARITY)
      return -1;
    number = number * 10 + (*s - '0');
  }
  return number < SMR_MAX_ARITY ? number : -1;
}

static bool read_value(SmrCostTable *t, Entry *e, const SmrTerm *term, uint32_t node, const char *name,
                       Instruction *in, const Place *place) {
  uint32_t arity = smr_operator_info(t->ops, term->nodes.data[node].op)->arity;
  in->kind = I_VALUE;
  in->first = e->args.size;
  in->count = arity;
  in->which = t->names.resolve ? t->names.resolve(t->names.user, name, arity) : -1;
  if (in->which < 0)
    return arity ? error_at(place, "no such function in a cost: %s with %u arguments", name, arity)
                 : error_at(place, "no such number in a cost: %s", name);
  for (uint32_t i = 0; i < arity; i++) {
    SmrOperator op = term->nodes.data[smr_term_children(term, node)[i]].op;
    int32_t number = child_number(smr_operator_info(t->ops, op), smr_operator_name(t->ops, op));
    if (number < 0)
      return error_at(place, "argument %u of %s in a cost is not a child ($0, $1 …)", i + 1, name);
    smr_vec_push(&e->args, (uint32_t)number);
  }
  return true;
}

static bool read_instruction(SmrCostTable *t, Entry *e, const SmrTerm *term, uint32_t node, Instruction *in,
                             const Place *place) {
  static const struct {
    const char *name;
    uint8_t kind, least, most;
  } operations[] = {{"+", I_ADD, 1, SMR_MAX_ARITY},   {"*", I_MULTIPLY, 1, SMR_MAX_ARITY},
                    {"-", I_SUBTRACT, 2, 2},          {"/", I_DIVIDE, 2, 2},
                    {"min", I_MIN, 1, SMR_MAX_ARITY}, {"max", I_MAX, 1, SMR_MAX_ARITY}};
  SmrOperator op = term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(t->ops, op);
  const char *name = smr_operator_name(t->ops, op);
  if (info->kind == SMR_OPERATOR_INTEGER || info->kind == SMR_OPERATOR_REAL) {
    *in = (Instruction){.kind = I_NUMBER,
                        .number = info->kind == SMR_OPERATOR_REAL ? info->real : (double)info->integer};
    return true;
  }
  if (info->kind != SMR_OPERATOR_PLAIN)
    return error_at(place, "a cost consists of numbers, names and calls");
  int32_t child = child_number(info, name);
  if (child >= 0) {
    *in = (Instruction){.kind = I_CHILD, .first = (uint32_t)child};
    return true;
  }
  if (name[0] == '$')
    return error_at(place, "no such child in a cost: %s", name);
  if (!info->arity && (!strcmp(name, "sum") || !strcmp(name, "largest"))) {
    *in = (Instruction){.kind = name[0] == 's' ? I_SUM : I_LARGEST};
    return true;
  }
  for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
    if (strcmp(name, operations[k].name))
      continue;
    if (info->arity < operations[k].least || info->arity > operations[k].most)
      return error_at(place, "%s in a cost takes %s", name,
                      operations[k].most == 2 ? "two arguments" : "arguments");
    *in = (Instruction){.kind = operations[k].kind, .first = e->args.size, .count = info->arity};
    for (uint32_t i = 0; i < info->arity; i++)
      smr_vec_push(&e->args, t->numbers.data[smr_term_children(term, node)[i]] - 1);
    return true;
  }
  return read_value(t, e, term, node, name, in, place);
}

bool smr_cost_table_set(SmrCostTable *t, const char *name, const SmrTerm *expression, uint32_t node,
                        const char *file, uint32_t line, uint32_t column, SmrDiag *diag) {
  Entry e = {.file = file, .line = line, .column = column};
  Place place = {file, line, column, diag};
  // (1: needed; later the instruction's number + 1. Arguments that are children alone, of a named value, get
  // instructions that nothing uses.)
  smr_vec_clear(&t->numbers);
  for (uint32_t i = 0; i <= node; i++)
    smr_vec_push(&t->numbers, i == node);
  for (uint32_t i = node + 1; i-- > 0;)
    if (t->numbers.data[i])
      for (uint32_t k = 0; k < smr_operator_info(t->ops, expression->nodes.data[i].op)->arity; k++)
        t->numbers.data[smr_term_children(expression, i)[k]] = 1;
  for (uint32_t i = 0; i <= node; i++) {
    if (!t->numbers.data[i])
      continue;
    Instruction in = {0};
    if (!read_instruction(t, &e, expression, i, &in, &place)) {
      free_entry(&e);
      return false;
    }
    smr_vec_push(&e.code, in);
    t->numbers.data[i] = e.code.size;
  }
  smr_vec_reserve(&t->values, e.code.size);
  uint32_t at = 0;
  if (name) {
    SmrSym symbol = smr_operators_symbol(t->ops, name);
    if (!smr_map_get(&t->by_name, symbol, &at)) {
      at = t->entries.size;
      smr_map_set(&t->by_name, symbol, at);
      smr_vec_push(&t->entries, (Entry){0});
    }
  }
  free_entry(&t->entries.data[at]);
  t->entries.data[at] = e;
  smr_vec_clear(&t->by_op);
  return true;
}

static const Entry *entry_of(SmrCostTable *t, SmrOperator op) {
  while (t->by_op.size <= op)
    smr_vec_push(&t->by_op, 0);
  if (!t->by_op.data[op]) {
    const SmrOperatorInfo *info = smr_operator_info(t->ops, op);
    uint32_t at = 0;
    if (info->kind == SMR_OPERATOR_PLAIN)
      smr_map_get(&t->by_name, info->name, &at);
    t->by_op.data[op] = at + 1;
  }
  return &t->entries.data[t->by_op.data[op] - 1];
}

// Terms that share a lot can cost more than a double holds; that is not the infinite cost of what is not
// known.
static double grown(double value, double a, double b) {
  return value == INFINITY && a < INFINITY && b < INFINITY ? DBL_MAX : value;
}

static double table_node(void *user, SmrEgraph *g, SmrNode node, const double *children) {
  SmrCostTable *t = user;
  SmrOperator op = smr_egraph_op(g, node);
  uint32_t arity = smr_arity(g, op);
  const Entry *e = entry_of(t, op);
  double *values = t->values.data;
  for (uint32_t i = 0; i < e->code.size; i++) {
    const Instruction *in = &e->code.data[i];
    const uint32_t *args = in->first < e->args.size ? e->args.data + in->first : NULL;
    double v = in->number;
    switch ((InstructionKind)in->kind) {
    case I_NUMBER:
      break;
    case I_CHILD:
      v = in->first < arity ? children[in->first] : INFINITY;
      break;
    case I_SUM:
      for (uint32_t k = 0; k < arity; k++)
        v = grown(v + children[k], v, children[k]);
      break;
    case I_LARGEST:
      for (uint32_t k = 0; k < arity; k++)
        v = k ? fmax(v, children[k]) : children[k];
      break;
    case I_VALUE:
      for (uint32_t k = 0; k < in->count; k++)
        if (args[k] >= arity)
          v = INFINITY;
      if (v == 0)
        v = t->names.value(t->names.user, g, node, in->which, args, in->count);
      break;
    case I_ADD:
      for (uint32_t k = 0; k < in->count; k++)
        v = grown(v + values[args[k]], v, values[args[k]]);
      break;
    case I_SUBTRACT:
      v = values[args[0]] - values[args[1]];
      break;
    case I_MULTIPLY:
      v = 1;
      for (uint32_t k = 0; k < in->count; k++)
        v = grown(v * values[args[k]], v, values[args[k]]);
      break;
    case I_DIVIDE:
      v = values[args[0]] / values[args[1]];
      break;
    case I_MIN:
    case I_MAX:
      v = values[args[0]];
      for (uint32_t k = 1; k < in->count; k++)
        v = in->kind == I_MIN ? fmin(v, values[args[k]]) : fmax(v, values[args[k]]);
      break;
    }
    values[i] = v;
  }
  double result = values[e->code.size - 1];
  // (What is not known may have become inf - inf or 0 * inf on its way.)
  if (isnan(result))
    for (uint32_t i = 0; i < e->code.size; i++)
      if (values[i] == INFINITY)
        return INFINITY;
  return result;
}

static void table_place(void *user, SmrEgraph *g, SmrNode node, const char **file, uint32_t *line,
                        uint32_t *column) {
  const Entry *e = entry_of(user, smr_egraph_op(g, node));
  *file = e->file;
  *line = e->line;
  *column = e->column;
}

SmrCost smr_cost_table_cost(SmrCostTable *t) {
  return (SmrCost){.kind = SMR_COST_CALL, .node = table_node, .place = table_place, .user = t};
}
