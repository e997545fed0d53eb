//===- term.c - operators and terms --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/term.h"
#include "base/map.h"
#include "egraph/program_internal.h"
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  SmrSym name;
  unsigned flags;
  uint64_t binds;
} Declaration;

struct SmrOperators {
  SmrIntern *names;
  SMR_VEC(SmrOperatorInfo) list;
  SmrMap by_key;   // (name, kind, arity) → operator
  SmrMap by_value; // (index + 1 or 0, value) → operator
  SMR_VEC(Declaration) declared;
  SmrDatums *values;
};

SmrOperators *smr_operators_create(void) {
  SmrOperators *ops = smr_xcalloc(1, sizeof *ops);
  ops->names = smr_intern_create();
  ops->values = smr_datums_create();
  return ops;
}

void smr_operators_destroy(SmrOperators *ops) {
  if (!ops)
    return;
  smr_intern_destroy(ops->names);
  smr_vec_free(&ops->list);
  smr_vec_free(&ops->declared);
  smr_map_free(&ops->by_key);
  smr_map_free(&ops->by_value);
  smr_datums_destroy(ops->values);
  free(ops);
}

static uint64_t key_of(SmrSym name, unsigned kind, uint32_t arity) {
  return (uint64_t)name << 32 | kind << 16 | arity;
}

static const Declaration *declaration(const SmrOperators *ops, SmrSym name) {
  for (uint32_t i = 0; i < ops->declared.size; i++)
    if (ops->declared.data[i].name == name)
      return &ops->declared.data[i];
  return NULL;
}

SmrOperator smr_operator(SmrOperators *ops, SmrOperatorKind kind, const char *name, uint32_t arity) {
  assert(arity <= SMR_MAX_ARITY);
  SmrSym symbol = smr_intern(ops->names, name);
  uint32_t *at = smr_map_at(&ops->by_key, key_of(symbol, kind, arity), SMR_NO_OPERATOR);
  if (*at != SMR_NO_OPERATOR)
    return *at;
  *at = ops->list.size;
  SmrOperatorInfo info = {.name = symbol, .kind = (uint8_t)kind, .arity = (uint16_t)arity};
  if (kind == SMR_OPERATOR_INTEGER || kind == SMR_OPERATOR_INDEX)
    info.integer = strtoll(name, NULL, 10);
  if (kind == SMR_OPERATOR_REAL)
    info.real = strtod(name, NULL);
  const Declaration *d = kind == SMR_OPERATOR_PLAIN ? declaration(ops, symbol) : NULL;
  if (d)
    info.flags = (uint8_t)d->flags, info.binds = d->binds;
  smr_vec_push(&ops->list, info);
  return ops->list.size - 1;
}

SmrOperator smr_operator_plain(SmrOperators *ops, const char *name, uint32_t arity) {
  return smr_operator(ops, SMR_OPERATOR_PLAIN, name, arity);
}

SmrOperator smr_operator_integer(SmrOperators *ops, int64_t value) {
  char text[32];
  snprintf(text, sizeof text, "%lld", (long long)value);
  return smr_operator(ops, SMR_OPERATOR_INTEGER, text, 0);
}

SmrOperator smr_operator_real(SmrOperators *ops, double value) {
  char text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value)
      break;
  }
  if (isfinite(value) && !strpbrk(text, ".e"))
    strcat(text, ".0");
  return smr_operator(ops, SMR_OPERATOR_REAL, text, 0);
}

SmrOperator smr_operator_index(SmrOperators *ops, uint32_t index) {
  char text[16];
  snprintf(text, sizeof text, "%u", index);
  return smr_operator(ops, SMR_OPERATOR_INDEX, text, 0);
}

SmrDatums *smr_operators_values(const SmrOperators *ops) {
  return ops->values;
}

static SmrOperator with_value(SmrOperators *ops, SmrOperatorKind kind, SmrStr *name, SmrDatum value) {
  smr_datum_print(ops->values, value, name);
  SmrOperator op = smr_operator(ops, kind, smr_str_get(name), 0);
  ops->list.data[op].value = value;
  smr_str_free(name);
  return op;
}

// (Texts of types are long, and the same ones are asked for again and again.)
static SmrOperator *known(SmrOperators *ops, uint32_t which, SmrDatum value) {
  return smr_map_at(&ops->by_value, (uint64_t)which << 32 | value, SMR_NO_OPERATOR);
}

SmrOperator smr_operator_data(SmrOperators *ops, SmrDatum value) {
  SmrOperator *op = known(ops, 0, value);
  if (*op == SMR_NO_OPERATOR)
    *op = with_value(ops, SMR_OPERATOR_DATA, &(SmrStr){0}, value);
  return *op;
}

SmrOperator smr_operator_typed_index(SmrOperators *ops, uint32_t index, SmrDatum type) {
  SmrStr name = {0};
  if (!type)
    return smr_operator_index(ops, index);
  SmrOperator *op = known(ops, index + 1, type);
  if (*op == SMR_NO_OPERATOR) {
    smr_str_printf(&name, "%u ", index);
    *op = with_value(ops, SMR_OPERATOR_INDEX, &name, type);
  }
  return *op;
}

SmrOperator smr_operator_with_arity(SmrOperators *ops, SmrOperator op, uint32_t arity) {
  return smr_operator(ops, ops->list.data[op].kind, smr_intern_text(ops->names, ops->list.data[op].name),
                      arity);
}

SmrOperator smr_operator_find(const SmrOperators *ops, SmrOperatorKind kind, const char *name,
                              uint32_t arity) {
  SmrSym symbol = smr_intern_find(ops->names, name);
  uint32_t op;
  return (symbol || !*name) && smr_map_get(&ops->by_key, key_of(symbol, kind, arity), &op) ? op
                                                                                           : SMR_NO_OPERATOR;
}

const SmrOperatorInfo *smr_operator_info(const SmrOperators *ops, SmrOperator op) {
  return &ops->list.data[op];
}
const char *smr_operator_name(const SmrOperators *ops, SmrOperator op) {
  return smr_intern_text(ops->names, ops->list.data[op].name);
}
const char *smr_operators_text(const SmrOperators *ops, SmrSym symbol) {
  return smr_intern_text(ops->names, symbol);
}
SmrSym smr_operators_symbol(SmrOperators *ops, const char *name) {
  return smr_intern(ops->names, name);
}
uint32_t smr_operators_count(const SmrOperators *ops) {
  return ops->list.size;
}

size_t smr_operators_bytes(const SmrOperators *ops) {
  return sizeof *ops + smr_intern_bytes(ops->names) + ops->list.capacity * sizeof *ops->list.data +
         smr_map_bytes(&ops->by_key) + smr_map_bytes(&ops->by_value) + smr_datums_bytes(ops->values) +
         ops->declared.capacity * sizeof *ops->declared.data;
}

void smr_operators_declare(SmrOperators *ops, const char *name, unsigned flags, uint64_t binds) {
  SmrSym symbol = smr_intern(ops->names, name);
  Declaration *d = (Declaration *)declaration(ops, symbol);
  if (d)
    d->flags |= flags, d->binds |= binds;
  else
    smr_vec_push(&ops->declared, (Declaration){symbol, flags, binds});
  for (uint32_t i = 0; i < ops->list.size; i++)
    if (ops->list.data[i].name == symbol && ops->list.data[i].kind == SMR_OPERATOR_PLAIN) {
      ops->list.data[i].flags |= (uint8_t)flags;
      ops->list.data[i].binds |= binds;
    }
}

uint32_t smr_operator_binds(const SmrOperators *ops, SmrOperator op, uint32_t child) {
  return child < 16 ? (uint32_t)(ops->list.data[op].binds >> (4 * child)) & 15 : 0;
}

void smr_operator_print(const SmrOperators *ops, SmrOperator op, SmrStr *out) {
  static const char *const marks[] = {"", "", "", "%", "?", "(quote ", "!"};
  const SmrOperatorInfo *info = &ops->list.data[op];
  smr_str_puts(out, info->kind == SMR_OPERATOR_INDEX && info->value ? "(%" : marks[info->kind]);
  smr_str_puts(out, smr_operator_name(ops, op));
  smr_str_puts(out, info->value ? ")" : "");
}

//===--- terms ---===//

void smr_term_free(SmrTerm *term) {
  smr_vec_free(&term->nodes);
  smr_vec_free(&term->args);
}

void smr_term_clear(SmrTerm *term) {
  smr_vec_clear(&term->nodes);
  smr_vec_clear(&term->args);
}

uint32_t smr_term_add(SmrTerm *term, const SmrOperators *ops, SmrOperator op, const uint32_t *children) {
  uint32_t first = term->args.size;
  for (uint32_t i = 0; i < ops->list.data[op].arity; i++)
    smr_vec_push(&term->args, children[i]);
  smr_vec_push(&term->nodes, (SmrTermNode){op, first});
  return term->nodes.size - 1;
}

// Terms may be as deep as memory holds: nothing here recurses.
typedef struct {
  uint32_t a, b;
} Pair;

bool smr_term_equal(const SmrOperators *ops, const SmrTerm *a, uint32_t i, const SmrTerm *b, uint32_t j) {
  SMR_VEC(Pair) todo = {0};
  bool same = true;
  smr_vec_push(&todo, (Pair){i, j});
  while (same && todo.size) {
    Pair p = smr_vec_pop(&todo);
    if (a == b && p.a == p.b)
      continue;
    same = a->nodes.data[p.a].op == b->nodes.data[p.b].op;
    for (uint32_t k = same ? ops->list.data[a->nodes.data[p.a].op].arity : 0; k-- > 0;)
      smr_vec_push(&todo, (Pair){smr_term_children(a, p.a)[k], smr_term_children(b, p.b)[k]});
  }
  smr_vec_free(&todo);
  return same;
}

// A node that is copied or printed, and its next child.
typedef struct {
  uint32_t node, next;
} Frame;

uint32_t smr_term_copy(const SmrOperators *ops, SmrTerm *into, const SmrTerm *from, uint32_t node) {
  SMR_VEC(Frame) stack = {0};
  SMR_VEC(uint32_t) made = {0}; // what waits for its parent
  smr_vec_push(&stack, (Frame){node, 0});
  while (stack.size) {
    Frame *f = &smr_vec_last(&stack);
    SmrTermNode n = from->nodes.data[f->node];
    uint32_t arity = ops->list.data[n.op].arity;
    if (f->next < arity) {
      uint32_t child = from->args.data[n.first + f->next++];
      smr_vec_push(&stack, (Frame){child, 0});
      continue;
    }
    made.size -= arity;
    uint32_t copy = smr_term_add(into, ops, n.op, arity ? made.data + made.size : NULL);
    smr_vec_push(&made, copy);
    stack.size--;
  }
  uint32_t root = made.data[0];
  smr_vec_free(&stack);
  smr_vec_free(&made);
  return root;
}

void smr_term_print(const SmrOperators *ops, const SmrTerm *term, uint32_t node, SmrStr *out) {
  SMR_VEC(Frame) stack = {0};
  smr_vec_push(&stack, (Frame){node, 0});
  while (stack.size) {
    Frame *f = &smr_vec_last(&stack);
    SmrTermNode n = term->nodes.data[f->node];
    uint32_t arity = ops->list.data[n.op].arity;
    if (!f->next) {
      smr_str_puts(out, arity ? "(" : "");
      smr_operator_print(ops, n.op, out);
    }
    if (f->next < arity) {
      uint32_t child = term->args.data[n.first + f->next++];
      smr_str_putc(out, ' ');
      smr_vec_push(&stack, (Frame){child, 0});
      continue;
    }
    smr_str_puts(out, arity ? ")" : "");
    stack.size--;
  }
  smr_vec_free(&stack);
}
