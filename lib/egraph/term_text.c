//===- term_text.c - terms, patterns and sketches from text --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/term_text.h"
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

static SmrOp read_number(SmrOps *ops, const SmrSexp *s, uint32_t atom, SmrDiag *diag) {
  const char *text = smr_sexp_text(s, atom);
  errno = 0;
  if (all_digits(text + (*text == '-' || *text == '+'))) {
    long long value = strtoll(text, NULL, 10);
    if (!errno)
      return smr_op_integer(ops, value);
    smr_sexp_error(diag, s, atom, "integer out of range: %s", text);
    return SMR_NO_OP;
  }
  char *end;
  double value = strtod(text, &end);
  if (*end || strspn(text, "0123456789.eE+-") != strlen(text)) {
    smr_sexp_error(diag, s, atom, "'%s' is no number, and no name starts like one", text);
    return SMR_NO_OP;
  }
  if (!isfinite(value)) {
    smr_sexp_error(diag, s, atom, "real out of range: %s", text);
    return SMR_NO_OP;
  }
  return smr_op_real(ops, value);
}

static SmrOp read_variable(SmrOps *ops, const SmrSexp *s, uint32_t atom, unsigned allow, SmrDiag *diag) {
  const char *text = smr_sexp_text(s, atom), *sort;
  size_t length = 0;
  smr_text_is_variable(text, &length, &sort);
  if (!(allow & SMR_TERM_VARIABLES)) {
    smr_sexp_error(diag, s, atom, "a pattern variable cannot stand here: %s", text);
    return SMR_NO_OP;
  }
  if (!length || (sort && (!smr_text_is_name(sort) || strchr(sort, ':')))) {
    smr_sexp_error(diag, s, atom, "a variable is ?name or ?name:sort, not '%s'", text);
    return SMR_NO_OP;
  }
  if (sort && !(allow & SMR_TERM_SORTS)) {
    smr_sexp_error(diag, s, atom, "a sort can only stand where a rule's pattern binds the variable: %s",
                   text);
    return SMR_NO_OP;
  }
  SmrStr name = {0};
  smr_str_append(&name, text + 1, length);
  SmrOp op = smr_op(ops, SMR_OP_VARIABLE, smr_str_get(&name), 0);
  smr_str_free(&name);
  return op;
}

SmrOp smr_op_read(SmrOps *ops, const SmrSexp *s, uint32_t atom, uint32_t arity, unsigned allow,
                  SmrDiag *diag) {
  const char *text = smr_sexp_text(s, atom);
  if (!smr_sexp_is_atom(s, atom)) {
    smr_sexp_error(diag, s, atom, "expected the name of an operator");
    return SMR_NO_OP;
  }
  bool index = text[0] == '%' && text[1];
  if (arity && (starts_number(text) || index || (text[0] == '?' && text[1]))) {
    smr_sexp_error(diag, s, atom, "%s cannot have children", text);
    return SMR_NO_OP;
  }
  if (starts_number(text))
    return read_number(ops, s, atom, diag);
  if (text[0] == '?' && text[1])
    return read_variable(ops, s, atom, allow, diag);
  if (index) {
    errno = 0;
    unsigned long long value = all_digits(text + 1) ? strtoull(text + 1, NULL, 10) : UINT64_MAX;
    if (errno || value > INT32_MAX) {
      smr_sexp_error(diag, s, atom, "an index is %% and a number below 2^31, not '%s'", text);
      return SMR_NO_OP;
    }
    return smr_op_index(ops, (uint32_t)value);
  }
  if (text[0] == '!' && (isalpha((unsigned char)text[1]) || text[1] == '_')) {
    if (!(allow & SMR_TERM_COMPUTED)) {
      smr_sexp_error(diag, s, atom, "a computed call cannot stand here: %s", text);
      return SMR_NO_OP;
    }
    return smr_op(ops, SMR_OP_COMPUTED, text + 1, arity);
  }
  return smr_op_plain(ops, text, arity);
}

bool smr_term_read(SmrOps *ops, const SmrSexp *s, uint32_t at, unsigned allow, SmrTerm *into, uint32_t *node,
                   SmrDiag *diag) {
  const SmrSexpNode *n = &s->nodes.data[at];
  uint32_t children[SMR_MAX_ARITY], arity = 0, name = at;
  if (n->kind == SMR_SEXP_STRING)
    return smr_sexp_error(diag, s, at, "a string cannot stand in a term");
  if (n->kind == SMR_SEXP_LIST) {
    if (!n->count)
      return smr_sexp_error(diag, s, at, "'()' is no term");
    if (n->count - 1 > SMR_MAX_ARITY)
      return smr_sexp_error(diag, s, at, "more than %d children", SMR_MAX_ARITY);
    name = at + 1;
    if (!smr_sexp_is_atom(s, name))
      return smr_sexp_error(diag, s, name, "expected the name of an operator");
    for (uint32_t i = s->nodes.data[name].end; i < n->end; i = s->nodes.data[i].end)
      if (!smr_term_read(ops, s, i, allow, into, &children[arity++], diag))
        return false;
  }
  SmrOp op = smr_op_read(ops, s, name, arity, allow, diag);
  if (op == SMR_NO_OP)
    return false;
  SmrOpKind kind = (SmrOpKind)smr_op_info(ops, op)->kind;
  if (name != at && kind != SMR_OP_PLAIN && kind != SMR_OP_COMPUTED)
    return smr_sexp_error(diag, s, name, "expected the name of an operator");
  *node = smr_term_add(into, ops, op, children);
  return true;
}

bool smr_terms_parse(SmrOps *ops, const char *file, const char *text, size_t size, unsigned allow,
                     SmrTerm *out, SmrTermRoots *roots, SmrDiag *diag) {
  SmrSexp s;
  if (!smr_sexp_read(file, text, size, &s, diag))
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

bool smr_term_parse(SmrOps *ops, const char *file, const char *text, size_t size, unsigned allow,
                    SmrTerm *out, SmrDiag *diag) {
  SmrSexp s;
  if (!smr_sexp_read(file, text, size, &s, diag))
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
