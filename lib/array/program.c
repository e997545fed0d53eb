//===- program.c - reading programs --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/internal.h"
#include "egraph/term_text.h"
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
  SmrArrayTypeInfo info = {.kind = array ? SMR_ARRAY_TYPE_ARRAY : SMR_ARRAY_TYPE_TUPLE, .dim = SMR_NO_OP};
  uint32_t first = smr_sexp_element(s, at, 1), second = smr_sexp_element(s, at, 2);
  if (array) {
    int64_t value;
    info.dim = smr_sexp_is_atom(s, first) ? smr_op_read(a->ops, s, first, 0, 0, diag) : SMR_NO_OP;
    if (info.dim == SMR_NO_OP || !smr_array_size(a, info.dim, &value))
      return smr_sexp_error(diag, s, first,
                            "expected a size: a number, or a name declared before by (size NAME VALUE)");
  } else if (!read_type(a, s, first, &info.a, diag))
    return false;
  if (!read_type(a, s, second, array ? &info.a : &info.b, diag))
    return false;
  *out = smr_array_type(a, info);
  return true;
}

static bool read_form(SmrArray *a, const SmrSexp *s, uint32_t at, SmrArrayProgram *out, bool *has_term,
                      SmrDiag *diag) {
  uint32_t count = s->nodes.data[at].count;
  if (smr_sexp_is_call(s, at, "size") && count == 3 && smr_sexp_is_atom(s, smr_sexp_element(s, at, 1)) &&
      smr_sexp_is_atom(s, smr_sexp_element(s, at, 2))) {
    char *end;
    const char *text = smr_sexp_text(s, smr_sexp_element(s, at, 2));
    long long value = strtoll(text, &end, 10);
    if (*end || value < 0)
      return smr_sexp_error(diag, s, smr_sexp_element(s, at, 2), "'%s' is not a size", text);
    smr_array_set_size(a, smr_sexp_text(s, smr_sexp_element(s, at, 1)), value);
    return true;
  }
  if (smr_sexp_is_call(s, at, "input") && count == 3 && smr_sexp_is_atom(s, smr_sexp_element(s, at, 1))) {
    SmrArrayType type;
    if (!read_type(a, s, smr_sexp_element(s, at, 2), &type, diag))
      return false;
    smr_array_set_input(a, smr_sexp_text(s, smr_sexp_element(s, at, 1)), type);
    return true;
  }
  if (smr_sexp_is_call(s, at, "term") && count == 2) {
    if (*has_term)
      return smr_sexp_error(diag, s, at, "a program has one term");
    *has_term = true;
    return smr_term_read(a->ops, s, smr_sexp_element(s, at, 1), 0, &out->term, &out->root, diag);
  }
  return smr_sexp_error(diag, s, at, "expected (size NAME VALUE), (input NAME TYPE) or (term TERM)");
}

bool smr_array_parse(SmrArray *a, const char *file, const char *text, size_t size, SmrArrayProgram *out,
                     SmrDiag *diag) {
  SmrSexp s = {0};
  bool has_term = false;
  *out = (SmrArrayProgram){0};
  bool ok = smr_sexp_read(file, text, size, &s, diag);
  for (uint32_t at = 0; ok && at < s.nodes.size; at = s.nodes.data[at].end)
    ok = read_form(a, &s, at, out, &has_term, diag);
  if (ok && !has_term)
    ok = smr_error(diag, file, 1, 1, "there is no (term …)");
  smr_sexp_free(&s);
  if (!ok)
    smr_array_program_free(out);
  return ok;
}

void smr_array_program_free(SmrArrayProgram *program) {
  smr_term_free(&program->term);
}
