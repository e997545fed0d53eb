//===- term.h - operators and terms --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An operator is an interned (name, kind, payload, arity): one small integer. A term is a flat array of nodes
// that only point backwards; its last node is its root. Patterns, rule sides and sketches are terms too: a
// pattern variable `?x`, a De Bruijn index `%2` and a computed call `!f` are kinds of operator.
//
// The engine knows no language: a language is a set of operators, properties given to them with
// smr_operators_declare, rule files and callbacks.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_TERM_H
#define SMR_EGRAPH_TERM_H
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "egraph/datum.h"
#include <stdbool.h>

typedef uint32_t SmrOperator;
#define SMR_NO_OPERATOR UINT32_MAX
#define SMR_MAX_ARITY 255

typedef enum {
  SMR_OPERATOR_PLAIN,    // add, x, matrix-name
  SMR_OPERATOR_INTEGER,  // 42, -1: `integer` holds the value; arity 0
  SMR_OPERATOR_REAL,     // 2.5, 1e-3: `real` holds the value, `name` its text; arity 0
  SMR_OPERATOR_INDEX,    // %3: the variable bound by the fourth binder outwards; `integer`; arity 0. With a
                         // type, (%3 f32): `value`; indices of different types are different operators
  SMR_OPERATOR_VARIABLE, // ?x: a pattern variable; `name` without the mark; arity 0; only in patterns
  SMR_OPERATOR_DATA,     // (quote (array 32 f32)): a leaf that carries `value`; `name`: its text; arity 0
  SMR_OPERATOR_COMPUTED, // !f: a call of a named callback; `name` without the mark; only on right-hand sides
} SmrOperatorKind;

/// Properties of a plain operator, by name and arity.
enum {
  SMR_OPERATOR_AC = 1,     // associative and commutative: kept as one n-ary node with ordered children (ac.h)
  SMR_OPERATOR_BINDER = 2, // has children under a binder: `binds`
  SMR_OPERATOR_NAMED = 4,  // a binder that rule files write with a name: (lam x BODY)
  SMR_OPERATOR_TYPED = 8,  // and with a type, which is its first child: (lam (x TYPE) BODY)
};

typedef struct {
  SmrSym name;
  uint8_t kind; // SmrOperatorKind
  uint8_t flags;
  uint16_t arity;
  int64_t integer;
  double real;
  SmrDatum value; // DATA; INDEX: its type, SMR_NO_DATUM when it has none
  uint64_t
      binds; // 4 bits per child (from the lowest, children 0..15): how many variables it binds in that child
} SmrOperatorInfo;

typedef struct SmrOperators SmrOperators;

/// The table of operators: shared by terms, patterns, rules and e-graphs, which borrow it.
SmrOperators *smr_operators_create(void);
void smr_operators_destroy(SmrOperators *ops);
SmrOperator smr_operator(SmrOperators *ops, SmrOperatorKind kind, const char *name, uint32_t arity);
SmrOperator smr_operator_plain(SmrOperators *ops, const char *name, uint32_t arity);
SmrOperator smr_operator_integer(SmrOperators *ops, int64_t value);
SmrOperator smr_operator_real(SmrOperators *ops, double value);
SmrOperator smr_operator_index(SmrOperators *ops, uint32_t index);
SmrOperator smr_operator_data(SmrOperators *ops, SmrDatum value);
/// An index with a type (SMR_NO_DATUM: without one).
SmrOperator smr_operator_typed_index(SmrOperators *ops, uint32_t index, SmrDatum type);
/// The values that operators and class data are of.
SmrDatums *smr_operators_values(const SmrOperators *ops);
/// The operator of that name and kind and another arity (an n-ary operator has one id per arity).
SmrOperator smr_operator_with_arity(SmrOperators *ops, SmrOperator op, uint32_t arity);
/// Looks up without adding; SMR_NO_OPERATOR when absent.
SmrOperator smr_operator_find(const SmrOperators *ops, SmrOperatorKind kind, const char *name,
                              uint32_t arity);
/// Valid until the next operator is made.
const SmrOperatorInfo *smr_operator_info(const SmrOperators *ops, SmrOperator op);
const char *smr_operator_name(const SmrOperators *ops, SmrOperator op);
/// Names are symbols of the table: rules name their variables, conditions and sorts with them.
SmrSym smr_operators_symbol(SmrOperators *ops, const char *name);
const char *smr_operators_text(const SmrOperators *ops, SmrSym symbol);
uint32_t smr_operators_count(const SmrOperators *ops);
size_t smr_operators_bytes(const SmrOperators *ops); // memory held
/// Gives a name properties, for every arity, also of operators made later. `binds` as in SmrOperatorInfo.
void smr_operators_declare(SmrOperators *ops, const char *name, unsigned flags, uint64_t binds);
/// How many variables an operator binds in its child number i.
uint32_t smr_operator_binds(const SmrOperators *ops, SmrOperator op, uint32_t child);
/// A name as it is read and written: `?x`, `!f`, `%3`, `-1`, `2.5`, `plain`.
void smr_operator_print(const SmrOperators *ops, SmrOperator op, SmrStr *out);

typedef struct {
  SmrOperator op;
  uint32_t first; // children: args[first .. first + arity)
} SmrTermNode;

/// A term: children have smaller indices than their parent; the last node is the root; equal subterms may be
/// shared.
typedef struct {
  SMR_VEC(SmrTermNode) nodes;
  SMR_VEC(uint32_t) args;
} SmrTerm;

void smr_term_free(SmrTerm *term);
void smr_term_clear(SmrTerm *term);
/// Appends a node; returns its index. `children` may be NULL for arity 0.
uint32_t smr_term_add(SmrTerm *term, const SmrOperators *ops, SmrOperator op, const uint32_t *children);
static inline uint32_t smr_term_root(const SmrTerm *term) {
  return term->nodes.size - 1;
}
static inline const uint32_t *smr_term_children(const SmrTerm *term, uint32_t node) {
  return term->args.data + term->nodes.data[node].first;
}
/// Structural equality of two subterms (shared or not).
bool smr_term_equal(const SmrOperators *ops, const SmrTerm *a, uint32_t i, const SmrTerm *b, uint32_t j);
/// Copies a subterm into another term; returns its index there.
uint32_t smr_term_copy(const SmrOperators *ops, SmrTerm *into, const SmrTerm *from, uint32_t node);
/// As an s-expression on one line.
void smr_term_print(const SmrOperators *ops, const SmrTerm *term, uint32_t node, SmrStr *out);
#endif
