//===- program.c - reading programs --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/internal.h"
#include "egraph/term_text.h"
#include <errno.h>
#include <string.h>

static bool read_type(SmrArray *a, const SmrSexp *s, uint32_t at, SmrArrayType *out, SmrDiag *diag) {
  if (smr_sexp_is_atom(s, at)) {
    const char *name = smr_sexp_text(s, at);
    if (!strcmp(name, "f64") || !strcmp(name, "f32") || !strcmp(name, "i64")) {
      *out = !strcmp(name, "f64")   ? SMR_ARRAY_TYPE_F64
             : !strcmp(name, "f32") ? SMR_ARRAY_TYPE_F32
                                    : SMR_ARRAY_TYPE_I64;
      return true;
    }
    return smr_sexp_error(diag, s, at,
                          "'%s' is not a type (f64, f32, i64, (array SIZE TYPE), (tuple TYPE TYPE))", name);
  }
  bool array = smr_sexp_is_call(s, at, "array"), tuple = smr_sexp_is_call(s, at, "tuple");
  if ((!array && !tuple) || s->nodes.data[at].count != 3)
    return smr_sexp_error(diag, s, at,
                          "expected a type: f64, f32, i64, (array SIZE TYPE) or (tuple TYPE TYPE)");
  SmrArrayTypeInfo info = {.kind = array ? SMR_ARRAY_TYPE_ARRAY : SMR_ARRAY_TYPE_TUPLE,
                           .dim = SMR_NO_OPERATOR};
  uint32_t first = smr_sexp_element(s, at, 1), second = smr_sexp_element(s, at, 2);
  if (array) {
    int64_t value;
    info.dim = smr_sexp_is_atom(s, first) ? smr_operator_read(a->ops, s, first, 0, 0, diag) : SMR_NO_OPERATOR;
    if (info.dim == SMR_NO_OPERATOR || !smr_array_size(a, info.dim, &value))
      return smr_sexp_error(diag, s, first,
                            "expected a size: a number, or a name declared before by (size NAME VALUE)");
  } else if (!read_type(a, s, first, &info.a, diag))
    return false;
  if (!read_type(a, s, second, array ? &info.a : &info.b, diag))
    return false;
  *out = smr_array_type(a, info);
  return true;
}

// A name that this file declares for the first time.
static bool read_name(const SmrSexp *s, uint32_t form, SmrDiag *diag) {
  uint32_t at = smr_sexp_element(s, form, 1);
  const char *name = smr_sexp_text(s, at);
  if (!smr_text_is_name(name))
    return smr_sexp_error(diag, s, at, "'%s' cannot be a name", name);
  for (uint32_t i = 0; i < form; i = s->nodes.data[i].end)
    if ((smr_sexp_is_call(s, i, "size") || smr_sexp_is_call(s, i, "input")) &&
        !strcmp(smr_sexp_text(s, smr_sexp_element(s, i, 1)), name))
      return smr_sexp_error(diag, s, at, "'%s' is declared twice", name);
  return true;
}

static bool is_size(SmrArray *a, const SmrSexp *s, uint32_t at) {
  int64_t n;
  const char *text = smr_sexp_text(s, at);
  if (!smr_sexp_is_atom(s, at))
    return false;
  return strspn(text, "0123456789") == strlen(text) ||
         smr_array_size(a, smr_operator_find(a->ops, SMR_OPERATOR_PLAIN, text, 0), &n);
}

// What a term of the language is, `depth` binders inside: a mistyped name would only be a term of which
// nothing is known.
static bool check_term(SmrArray *a, const SmrSexp *s, uint32_t at, uint32_t depth, SmrDiag *diag) {
  const SmrSexpNode *n = &s->nodes.data[at];
  uint32_t head = n->kind == SMR_SEXP_LIST ? at + 1 : at, arity = n->kind == SMR_SEXP_LIST ? n->count - 1 : 0;
  const char *name = smr_sexp_text(s, head);
  if (!arity) {
    if (name[0] == '%' && name[1])
      return strtoul(name + 1, NULL, 10) < depth ||
             smr_sexp_error(diag, s, head, "no (lam …) binds %s", name);
    SmrOperator op = smr_operator_find(a->ops, SMR_OPERATOR_PLAIN, name, 0);
    bool number = !smr_text_is_name(name) && !strchr("?%!:", *name);
    if (number || (op != SMR_NO_OPERATOR && smr_array_classify(a, op) == SMR_A_INPUT))
      return true;
    return smr_sexp_error(diag, s, head, "'%s' is neither a declared size nor a declared input", name);
  }
  SmrArrayOp which = SMR_A_LAM;
  while (which < SMR_A_COUNT && strcmp(name, smr_operator_name(a->ops, a->operators[which])))
    which++;
  if (which == SMR_A_COUNT)
    return smr_sexp_error(diag, s, head, "there is no operator '%s'", name);
  uint32_t expected = smr_operator_info(a->ops, a->operators[which])->arity;
  if (arity != expected)
    return smr_sexp_error(diag, s, at, "'%s' has %u argument%s, not %u", name, expected,
                          expected == 1 ? "" : "s", arity);
  bool sized = which == SMR_A_BUILD || which == SMR_A_IFOLD || which == SMR_A_MEMSET || which == SMR_A_T_FULL;
  for (uint32_t i = 1; i <= (which == SMR_A_SPLIT ? 2u : sized); i++) {
    uint32_t size = smr_sexp_element(s, at, i);
    if (!is_size(a, s, size))
      return smr_sexp_error(diag, s, size, "expected a size: a number or a name that is declared as one");
  }
  if (which == SMR_A_BUILD || which == SMR_A_IFOLD || which == SMR_A_APP) {
    uint32_t function = smr_sexp_element(s, at, which == SMR_A_BUILD ? 2 : which == SMR_A_IFOLD ? 3 : 1);
    if (smr_sexp_is_atom(s, function) && *smr_sexp_text(s, function) != '%')
      return smr_sexp_error(diag, s, function, "expected a function: (lam …)");
  }
  for (uint32_t i = s->nodes.data[head].end; i < n->end; i = s->nodes.data[i].end)
    if (!check_term(a, s, i, depth + (which == SMR_A_LAM), diag))
      return false;
  return true;
}

// (size NAME (* X Y)), (size NAME (+ X Y)) of sizes.
static bool read_derived(SmrArray *a, const SmrSexp *s, uint32_t at, SmrDiag *diag) {
  uint32_t value = smr_sexp_element(s, at, 2);
  SmrOperator parts[2];
  bool product = smr_sexp_is_call(s, value, "*");
  if ((!product && !smr_sexp_is_call(s, value, "+")) || s->nodes.data[value].count != 3)
    return smr_sexp_error(diag, s, value, "expected a size: a number, (* SIZE SIZE) or (+ SIZE SIZE)");
  if (!read_name(s, at, diag))
    return false;
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t part = smr_sexp_element(s, value, i + 1);
    if (!is_size(a, s, part))
      return smr_sexp_error(diag, s, part, "expected a size: a number or a name that is declared as one");
    parts[i] = smr_operator_read(a->ops, s, part, 0, 0, diag);
  }
  smr_array_set_derived(a, smr_sexp_text(s, smr_sexp_element(s, at, 1)), product ? SMR_A_MUL : SMR_A_ADD,
                        parts[0], parts[1]);
  return true;
}

static bool read_form(SmrArray *a, const SmrSexp *s, uint32_t at, SmrArrayProgram *out, uint32_t *term,
                      SmrDiag *diag) {
  uint32_t count = s->nodes.data[at].count;
  if (smr_sexp_is_call(s, at, "size") && count == 3 && smr_sexp_is_atom(s, smr_sexp_element(s, at, 1)) &&
      smr_sexp_is_atom(s, smr_sexp_element(s, at, 2))) {
    char *end;
    const char *text = smr_sexp_text(s, smr_sexp_element(s, at, 2));
    if (!read_name(s, at, diag))
      return false;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (*end || value < 0 || errno)
      return smr_sexp_error(diag, s, smr_sexp_element(s, at, 2), "'%s' is not a size", text);
    smr_array_set_size(a, smr_sexp_text(s, smr_sexp_element(s, at, 1)), value);
    return true;
  }
  if (smr_sexp_is_call(s, at, "size") && count == 3 && smr_sexp_is_atom(s, smr_sexp_element(s, at, 1)))
    return read_derived(a, s, at, diag);
  if (smr_sexp_is_call(s, at, "input") && count == 3 && smr_sexp_is_atom(s, smr_sexp_element(s, at, 1))) {
    SmrArrayType type;
    if (!read_name(s, at, diag) || !read_type(a, s, smr_sexp_element(s, at, 2), &type, diag))
      return false;
    smr_array_set_input(a, smr_sexp_text(s, smr_sexp_element(s, at, 1)), type);
    return true;
  }
  if (smr_sexp_is_call(s, at, "term") && count == 2) {
    if (*term)
      return smr_sexp_error(diag, s, at, "a program has one term");
    *term = smr_sexp_element(s, at, 1);
    return smr_term_read(a->ops, s, smr_sexp_element(s, at, 1), 0, &out->term, &out->root, diag);
  }
  return smr_sexp_error(diag, s, at, "expected (size NAME VALUE), (input NAME TYPE) or (term TERM)");
}

bool smr_array_parse(SmrArray *a, const char *file, const char *text, size_t size, SmrArrayProgram *out,
                     SmrDiag *diag) {
  SmrSexp s = {0};
  uint32_t term = 0; // (its node; 0 is a form's)
  *out = (SmrArrayProgram){0};
  bool ok = smr_sexp_read(file, text, size, &s, diag);
  for (uint32_t at = 0; ok && at < s.nodes.size; at = s.nodes.data[at].end)
    ok = read_form(a, &s, at, out, &term, diag);
  if (ok && !term)
    ok = smr_error(diag, file, 1, 1, "there is no (term …)");
  // (Declarations may stand behind the term.)
  ok = ok && check_term(a, &s, term, 0, diag);
  smr_sexp_free(&s);
  if (!ok)
    smr_array_program_free(out);
  return ok;
}

void smr_array_program_free(SmrArrayProgram *program) {
  smr_term_free(&program->term);
}
