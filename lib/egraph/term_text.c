//===- term_text.c - terms, patterns and sketches from text --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/term_text.h"
#include "egraph/data_code.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>

bool smr_text_is_variable(const char *text, size_t *length, const char **sort) {
  if (text[0] != '?' || !text[1])
    return false;
  const char *colon = strchr(text + 1, ':');
  *length = colon ? (size_t)(colon - text) - 1 : strlen(text + 1);
  *sort = colon ? colon + 1 : NULL;
  return true;
}

static bool starts_number(const char *text) {
  text += *text == '-' || *text == '+';
  text += *text == '.';
  return isdigit((unsigned char)*text);
}

bool smr_text_is_name(const char *text) {
  return *text && !strchr("?%!:", *text) && !starts_number(text);
}

static bool all_digits(const char *text) {
  return *text && strspn(text, "0123456789") == strlen(text);
}

static SmrOperator read_number(SmrOperators *ops, const SmrSexp *s, uint32_t atom, SmrDiag *diag) {
  const char *text = smr_sexp_text(s, atom);
  errno = 0;
  if (all_digits(text + (*text == '-' || *text == '+'))) {
    long long value = strtoll(text, NULL, 10);
    if (!errno)
      return smr_operator_integer(ops, value);
    smr_sexp_error(diag, s, atom, "integer out of range: %s", text);
    return SMR_NO_OPERATOR;
  }
  char *end;
  double value = strtod(text, &end);
  if (*end || strspn(text, "0123456789.eE+-") != strlen(text)) {
    smr_sexp_error(diag, s, atom, "'%s' is no number, and no name starts like one", text);
    return SMR_NO_OPERATOR;
  }
  if (!isfinite(value)) {
    smr_sexp_error(diag, s, atom, "real out of range: %s", text);
    return SMR_NO_OPERATOR;
  }
  return smr_operator_real(ops, value);
}

static SmrOperator read_variable(SmrOperators *ops, const SmrSexp *s, uint32_t atom, unsigned allow,
                                 SmrDiag *diag) {
  const char *text = smr_sexp_text(s, atom), *sort;
  size_t length = 0;
  smr_text_is_variable(text, &length, &sort);
  if (!(allow & SMR_TERM_VARIABLES)) {
    smr_sexp_error(diag, s, atom, "a pattern variable cannot stand here: %s", text);
    return SMR_NO_OPERATOR;
  }
  if (!length || (sort && (!smr_text_is_name(sort) || strchr(sort, ':')))) {
    smr_sexp_error(diag, s, atom, "a variable is ?name or ?name:sort, not '%s'", text);
    return SMR_NO_OPERATOR;
  }
  if (sort && !(allow & SMR_TERM_SORTS)) {
    smr_sexp_error(diag, s, atom, "a sort can only stand where a rule's pattern binds the variable: %s",
                   text);
    return SMR_NO_OPERATOR;
  }
  SmrStr name = {0};
  smr_str_append(&name, text + 1, length);
  SmrOperator op = smr_operator(ops, SMR_OPERATOR_VARIABLE, smr_str_get(&name), 0);
  smr_str_free(&name);
  return op;
}

static bool read_index(const SmrSexp *s, uint32_t atom, uint32_t *index, SmrDiag *diag) {
  const char *text = smr_sexp_text(s, atom);
  errno = 0;
  unsigned long long value = all_digits(text + 1) ? strtoull(text + 1, NULL, 10) : UINT64_MAX;
  if (errno || value > INT32_MAX)
    return smr_sexp_error(diag, s, atom, "an index is %% and a number below 2^31, not '%s'", text);
  *index = (uint32_t)value;
  return true;
}

SmrOperator smr_operator_read(SmrOperators *ops, const SmrSexp *s, uint32_t atom, uint32_t arity,
                              unsigned allow, SmrDiag *diag) {
  const char *text = smr_sexp_text(s, atom);
  if (!smr_sexp_is_atom(s, atom)) {
    smr_sexp_error(diag, s, atom, "expected the name of an operator");
    return SMR_NO_OPERATOR;
  }
  bool index = text[0] == '%' && text[1];
  if (arity && (starts_number(text) || index || (text[0] == '?' && text[1]))) {
    smr_sexp_error(diag, s, atom, "%s cannot have children", text);
    return SMR_NO_OPERATOR;
  }
  if (starts_number(text))
    return read_number(ops, s, atom, diag);
  if (text[0] == '?' && text[1])
    return read_variable(ops, s, atom, allow, diag);
  if (index) {
    uint32_t number;
    return read_index(s, atom, &number, diag) ? smr_operator_index(ops, number) : SMR_NO_OPERATOR;
  }
  if (text[0] == '!' && (isalpha((unsigned char)text[1]) || text[1] == '_')) {
    if (!(allow & SMR_TERM_COMPUTED)) {
      smr_sexp_error(diag, s, atom, "a computed call cannot stand here: %s", text);
      return SMR_NO_OPERATOR;
    }
    return smr_operator(ops, SMR_OPERATOR_COMPUTED, text + 1, arity);
  }
  return smr_operator_plain(ops, text, arity);
}

bool smr_operator_read_leaf(SmrOperators *ops, const SmrSexp *s, uint32_t at, SmrOperator *op,
                            SmrDiag *diag) {
  bool quote = smr_sexp_is_call(s, at, "quote"), list = smr_sexp_is_list(s, at) && s->nodes.data[at].count;
  const char *head = list && smr_sexp_is_atom(s, at + 1) ? smr_sexp_text(s, at + 1) : "";
  bool index = head[0] == '%' && head[1];
  *op = SMR_NO_OPERATOR;
  if (!quote && !index)
    return false;
  if (s->nodes.data[at].count != 2) {
    smr_sexp_error(diag, s, at, quote ? "expected (quote VALUE)" : "expected (%%0 TYPE)");
    return true;
  }
  uint32_t number = 0;
  if (index && !read_index(s, at + 1, &number, diag))
    return true;
  if (!smr_sexp_is_shallow(s, at, diag))
    return true;
  SmrDatum value = smr_data_read_value(smr_operators_values(ops), s, at + 2, diag);
  if (value)
    *op = quote ? smr_operator_data(ops, value) : smr_operator_typed_index(ops, number, value);
  return true;
}

// A list, or an atom, that is being read.
typedef struct {
  uint32_t at, next, arity; // its next child in the text, and how many it has by now
} Frame;

typedef struct {
  SmrOperators *ops;
  const SmrSexp *s;
  unsigned allow;
  SmrDiag *diag;
  SmrTermPlaces *places; // NULL: nobody asks
  SMR_VEC(Frame) stack;
  SMR_VEC(uint32_t) made; // nodes that wait for their parent
} TermReader;

static bool open_term(TermReader *r, uint32_t at) {
  const SmrSexp *s = r->s;
  const SmrSexpNode *n = &s->nodes.data[at];
  uint32_t next = at + 1;
  if (n->kind == SMR_SEXP_STRING)
    return smr_sexp_error(r->diag, s, at, "a string cannot stand in a term");
  if (n->kind == SMR_SEXP_LIST) {
    if (!n->count)
      return smr_sexp_error(r->diag, s, at, "'()' is no term");
    if (n->count - 1 > SMR_MAX_ARITY)
      return smr_sexp_error(r->diag, s, at, "more than %d children", SMR_MAX_ARITY);
    if (!smr_sexp_is_atom(s, at + 1))
      return smr_sexp_error(r->diag, s, at + 1, "expected the name of an operator");
    next = s->nodes.data[at + 1].end;
  }
  smr_vec_push(&r->stack, (Frame){at, next, 0});
  return true;
}

static void add_node(TermReader *r, SmrTerm *into, uint32_t at, SmrOperator op, const uint32_t *children) {
  uint32_t made = smr_term_add(into, r->ops, op, children);
  smr_vec_push(&r->made, made);
  if (r->places)
    smr_vec_push(&r->places->nodes, (SmrTermPlace){r->s->nodes.data[at].line, r->s->nodes.data[at].column});
}

// All children are there.
static bool close_term(TermReader *r, SmrTerm *into) {
  Frame f = smr_vec_pop(&r->stack);
  uint32_t name = smr_sexp_is_list(r->s, f.at) ? f.at + 1 : f.at;
  SmrOperator op = smr_operator_read(r->ops, r->s, name, f.arity, r->allow, r->diag);
  if (op == SMR_NO_OPERATOR)
    return false;
  SmrOperatorKind kind = (SmrOperatorKind)smr_operator_info(r->ops, op)->kind;
  if (name != f.at && kind != SMR_OPERATOR_PLAIN && kind != SMR_OPERATOR_COMPUTED)
    return smr_sexp_error(r->diag, r->s, name, "expected the name of an operator");
  r->made.size -= f.arity;
  add_node(r, into, f.at, op, f.arity ? r->made.data + r->made.size : NULL);
  return true;
}

static bool read_child(TermReader *r, uint32_t at, SmrTerm *into) {
  SmrOperator leaf;
  if (!smr_operator_read_leaf(r->ops, r->s, at, &leaf, r->diag))
    return open_term(r, at);
  if (leaf == SMR_NO_OPERATOR)
    return false;
  add_node(r, into, at, leaf, NULL);
  return true;
}

bool smr_term_read(SmrOperators *ops, const SmrSexp *s, uint32_t at, unsigned allow, SmrTerm *into,
                   uint32_t *node, SmrDiag *diag) {
  return smr_term_read_placed(ops, s, at, allow, into, node, NULL, diag);
}

bool smr_term_read_placed(SmrOperators *ops, const SmrSexp *s, uint32_t at, unsigned allow, SmrTerm *into,
                          uint32_t *node, SmrTermPlaces *places, SmrDiag *diag) {
  TermReader r = {.ops = ops, .s = s, .allow = allow, .diag = diag, .places = places};
  if (places)
    places->file = s->file;
  bool ok = read_child(&r, at, into);
  while (ok && r.stack.size) {
    Frame *f = &smr_vec_last(&r.stack);
    uint32_t child = f->next;
    if (!smr_sexp_is_list(s, f->at) || child >= s->nodes.data[f->at].end) {
      ok = close_term(&r, into);
      continue;
    }
    f->next = s->nodes.data[child].end;
    f->arity++;
    ok = read_child(&r, child, into);
  }
  if (ok)
    *node = r.made.data[0];
  smr_vec_free(&r.stack);
  smr_vec_free(&r.made);
  return ok;
}

bool smr_terms_parse(SmrOperators *ops, const char *file, const char *text, size_t size, unsigned allow,
                     SmrTerm *out, SmrTermRoots *roots, SmrDiag *diag) {
  SmrSexp s;
  if (!smr_sexp_read_deep(file, text, size, &s, diag))
    return false;
  bool ok = true;
  for (uint32_t i = 0; ok && i < s.nodes.size; i = s.nodes.data[i].end) {
    uint32_t root = 0;
    ok = smr_term_read(ops, &s, i, allow, out, &root, diag);
    smr_vec_push(roots, root);
  }
  smr_sexp_free(&s);
  if (!ok) {
    smr_term_free(out);
    smr_vec_free(roots);
  }
  return ok;
}

bool smr_term_parse(SmrOperators *ops, const char *file, const char *text, size_t size, unsigned allow,
                    SmrTerm *out, SmrDiag *diag) {
  SmrSexp s;
  if (!smr_sexp_read_deep(file, text, size, &s, diag))
    return false;
  uint32_t root;
  bool ok = s.nodes.size ? smr_term_read(ops, &s, 0, allow, out, &root, diag)
                         : smr_error(diag, file, 1, 1, "there is no term");
  if (ok && s.nodes.data[0].end < s.nodes.size)
    ok = smr_sexp_error(diag, &s, s.nodes.data[0].end, "there is more than one term");
  smr_sexp_free(&s);
  if (!ok)
    smr_term_free(out);
  return ok;
}
