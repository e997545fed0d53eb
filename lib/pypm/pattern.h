//===- pattern.h - patterns of PyPM --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Patterns of CorePyPM (figure 15), as flat arrays. Variables are numbered by binder, so that a name may be
// bound again inside; a variable's slot is its place in a frame. There is one frame for the pattern and one
// for each unfolding of a recursive pattern: it begins with what is visible outside of the mu, then come
// parameters and variables of existentials. A pattern that smr_pypm_schedule returns has the same form, with
// guards and constraints where they are checked; the machine runs only such patterns.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_PATTERN_H
#define SMR_PYPM_PATTERN_H
#include "pypm/term.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Limits of one pattern; to pass one is a load error.
#define SMR_PYPM_MAX_VARIABLES 128
#define SMR_PYPM_MAX_NODES 65536
#define SMR_PYPM_MAX_GOALS 1024 // guards and constraints
#define SMR_PYPM_MAX_NESTING 500
#define SMR_PYPM_MAX_DEPTH 1000
#define SMR_PYPM_MAX_RECURSIONS 8 // recursive patterns inside each other

typedef enum {
  SMR_PYPM_VAR,        // x                   var
  SMR_PYPM_FUN,        // f{…}(p…)            op, result, values, operands
  SMR_PYPM_LITERAL,    // 2.0                 literal
  SMR_PYPM_ALT,        // p || p'             a, b
  SMR_PYPM_GUARD,      // p; guard(g)         a, expr
  SMR_PYPM_EXISTS,     // exists x. p         a, var
  SMR_PYPM_CONSTRAINT, // p; (p' ~ x)         a, b = p', var
  SMR_PYPM_FUN_VAR,    // F(p…)               var, operands
  SMR_PYPM_MU,         // mu P(x…)[y…]. p     mu, operands = variables y…
  SMR_PYPM_CALL        // P(y…)               mu, operands = variables y…
} SmrPypmNodeKind;

typedef struct {
  SmrPypmNodeKind kind;
  SmrLocation location;
  uint32_t depth;        // of what is below
  uint32_t a, b;         // nodes
  uint32_t first, count; // in `operands`
  uint32_t var, expr, mu;
  uint32_t op, result,
      values; // values: the first in `values`, one for each declared attribute; UNKNOWN is `_`
  double literal;
} SmrPypmNode;

typedef struct {
  SmrSym name;
  bool is_function; // stands for a head, else for a term
  bool hidden;      // made for a pattern given as an argument (C7)
  uint32_t arity;   // of a function variable
  uint32_t slot;
  SmrLocation used; // first; line 0: it is not used
} SmrPypmVariable;

typedef struct {
  SmrSym name;
  uint32_t first, count; // its parameters among the variables
  uint32_t outer, frame; // slots that a frame begins with, and has
  uint32_t body;         // node, `a` of the MU, too
} SmrPypmMu;

typedef enum {
  SMR_PYPM_E_VALUE, // value
  SMR_PYPM_E_TERM,  // x.α: var, symbol
  SMR_PYPM_E_HEAD,  // F.α: var, symbol
  SMR_PYPM_E_INDEX, // a[b]
  SMR_PYPM_E_ADD,
  SMR_PYPM_E_SUB,
  SMR_PYPM_E_MUL,
  SMR_PYPM_E_DIV, // rounds towards minus infinity
  SMR_PYPM_E_MOD, // has the divisor's sign
  SMR_PYPM_G_EQ,
  SMR_PYPM_G_NE,
  SMR_PYPM_G_LT,
  SMR_PYPM_G_LE,
  SMR_PYPM_G_AND,
  SMR_PYPM_G_OR,
  SMR_PYPM_G_NOT // a
} SmrPypmExprKind;

typedef struct {
  SmrPypmExprKind kind;
  uint32_t depth, a, b, var;
  SmrSym symbol;
  SmrPypmValue value;
} SmrPypmExpr;

typedef struct {
  SmrSym name;
  SmrLocation location;
  bool referred;              // another pattern refers to it
  uint32_t parameters;        // the first variables: θ and φ at success are about these
  uint32_t frame;             // slots of the pattern's own frame
  uint32_t root;              // node
  SMR_VEC(SmrPypmNode) nodes; // element 0 is none
  SMR_VEC(uint32_t) operands;
  SMR_VEC(SmrPypmVariable) vars;
  SMR_VEC(SmrPypmMu) mus;
  SMR_VEC(SmrPypmExpr) exprs;
  SMR_VEC(SmrPypmValue) values;
} SmrPypmPattern;

void smr_pypm_pattern_free(SmrPypmPattern *pattern);
/// Does the head of a FUN or LITERAL fit the term's: operator, result, number of operands, attributes; a
/// constant's value in its element type (C9; of no known type: in f64)?
bool smr_pypm_fits(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, const SmrPypmNode *node,
                   uint32_t term);
/// Prints a node, or the whole as an item `pattern P(x, F/1) = …`, which reads as the same pattern.
void smr_pypm_node_print(const SmrPypmSignature *signature, const SmrPypmPattern *pattern, uint32_t node,
                         SmrStr *out);
void smr_pypm_expr_print(const SmrPypmSignature *signature, const SmrPypmPattern *pattern, uint32_t expr,
                         SmrStr *out);
void smr_pypm_pattern_print(const SmrPypmSignature *signature, const SmrPypmPattern *pattern, SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
