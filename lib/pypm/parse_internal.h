//===- parse_internal.h - the parser's parts -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_PYPM_PARSE_INTERNAL_H
#define SMR_PYPM_PARSE_INTERNAL_H
#include "base/lex.h"
#include "pypm/file.h"

typedef struct {
  SmrSym name;
  bool is_function;
  uint32_t arity;
} SmrPypmParameter;

struct SmrPypmDefinition {
  SmrLexer body; // at its first token
  const SmrPypmParameter *parameters;
  uint32_t count;
};

/// A name that patterns may use: a variable, or a recursive pattern's.
typedef struct {
  SmrSym name;
  bool is_mu;
  uint32_t index;
} SmrPypmBinding;

typedef struct {
  SmrPypmFile *file;
  SmrLexer lexer;
  SmrPypmPattern *p;
  SMR_VEC(SmrPypmBinding) scope;
  uint32_t earlier[3];  // operators, patterns and rules of earlier texts
  uint32_t floor;       // the first name that is visible
  uint32_t definitions; // how many may be referred to
  uint32_t frame, nesting, recursions, goals;
  SmrSym self;     // the pattern being defined, while it is not known to be recursive
  bool calls_self; // it is
} SmrPypmParser;

/// Of an attribute that is given and has one value wherever its operator stands.
#define SMR_PYPM_ONLY_ONE "'%.*s' has one value wherever the operator stands: leave it out"
bool smr_pypm_error_at(SmrPypmParser *parser, SmrLexeme token, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
SmrSym smr_pypm_token_symbol(SmrPypmParser *parser, SmrLexeme token);
/// Is the token a word that may name something?
bool smr_pypm_is_name(const SmrPypmParser *parser);
/// A name: the token is gone past.
bool smr_pypm_read_name(SmrPypmParser *parser, const char *what, SmrSym *name);
bool smr_pypm_read_number(SmrPypmParser *parser, const char *what, uint32_t limit, uint32_t *number);
/// `2`, `-0.5`, `inf`: does one begin here?
bool smr_pypm_is_literal(const SmrPypmParser *parser);
bool smr_pypm_read_literal(SmrPypmParser *parser, double *literal);
/// `3`, `f32`, `"a b"`, `(2, ?)`, `?`; a tuple's items belong to the file.
bool smr_pypm_read_value(SmrPypmParser *parser, SmrPypmValue *value);
/// `2, ?, 4` up to the closing bracket.
bool smr_pypm_read_dimensions(SmrPypmParser *parser, const char *close, SmrPypmValue *tuple);
/// `#1` if it stands here, within the operator's results.
bool smr_pypm_read_result(SmrPypmParser *parser, const SmrPypmOperator *op, uint32_t *result);
/// `{a = v, …}`: all that the operator declares, in any order; `_`, where allowed, is UNKNOWN.
bool smr_pypm_read_attributes(SmrPypmParser *parser, SmrLexeme head, const SmrPypmOperator *op,
                              bool wildcards, SmrPypmValue *values);
/// `(x, F/1)`.
bool smr_pypm_read_parameters(SmrPypmParser *parser, const SmrPypmParameter **parameters, uint32_t *count);

/// The pattern that begins at the lexer's token, defined under that name.
bool smr_pypm_read_pattern(SmrPypmParser *parser, SmrSym name, const SmrPypmDefinition *definition);
/// The innermost binding of the name that a token is, which is used there, or NULL.
const SmrPypmBinding *smr_pypm_lookup(SmrPypmParser *parser, SmrLexeme token);
/// A guard, without the word.
bool smr_pypm_read_guard(SmrPypmParser *parser, uint32_t *expr);
/// An expression that is a number, or may be a tuple; one that is any value, where a word alone is a symbol;
/// an element type: `f32`, `x.elType`, `?`.
bool smr_pypm_read_dimension_expr(SmrPypmParser *parser, bool or_tuple, uint32_t *expr);
bool smr_pypm_read_value_expr(SmrPypmParser *parser, uint32_t *expr);
bool smr_pypm_read_element_expr(SmrPypmParser *parser, uint32_t *expr);

/// Begins a scope of these variables for expressions and types.
bool smr_pypm_open_scope(SmrPypmParser *parser, SmrLexeme token, SmrPypmScope *scope,
                         const SmrPypmParameter *parameters, uint32_t count);
/// `x`, `f32[2, x.shape[0]]`, `broadcast(x, y)`: a type, in the scope that was begun.
bool smr_pypm_read_type_expr(SmrPypmParser *parser, SmrPypmScope *scope, uint32_t *type);
/// A rule, behind the word; the name is its own.
bool smr_pypm_read_rule(SmrPypmParser *parser, SmrSym name, SmrPypmRule *rule);
#endif
