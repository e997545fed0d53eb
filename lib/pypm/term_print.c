//===- term_print.c - terms of PyPM as text ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/term.h"
#include <math.h>
#include <stdio.h>

void smr_pypm_literal_print(double literal, SmrStr *out) {
  char text[40];
  snprintf(text, sizeof text, "%.15g", literal);
  if (strtod(text, NULL) != literal)
    snprintf(text, sizeof text, "%.17g", literal);
  smr_str_puts(out, isnan(literal) ? "nan" : text);
  if (isfinite(literal) && !strpbrk(text, ".e"))
    smr_str_puts(out, ".0");
}

static void print_dimensions(const int64_t *dims, uint32_t count, const char *brackets, SmrStr *out) {
  smr_str_putc(out, brackets[0]);
  for (uint32_t k = 0; k < count; k++) {
    smr_str_puts(out, k ? ", " : "");
    if (dims[k] == SMR_PYPM_DYNAMIC)
      smr_str_putc(out, '?');
    else
      smr_str_printf(out, "%lld", (long long)dims[k]);
  }
  if (count == 1 && brackets[0] == '(')
    smr_str_putc(out, ',');
  smr_str_putc(out, brackets[1]);
}

/// A symbol is a string where it is no word.
static void print_symbol(const char *text, SmrStr *out) {
  bool word = *text && !strchr("0123456789", *text);
  for (const char *c = text; *c; c++)
    word &= (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_';
  word &= !smr_equal(text, "inf") && !smr_equal(text, "nan") && !smr_equal(text, "_");
  smr_str_printf(out, word ? "%s" : "\"%s\"", text);
}

void smr_pypm_value_print(const SmrPypmSignature *signature, SmrPypmValue value, SmrStr *out) {
  switch (value.kind) {
  case SMR_PYPM_UNKNOWN:
    smr_str_putc(out, '?');
    break;
  case SMR_PYPM_INT:
    smr_str_printf(out, "%lld", (long long)value.number);
    break;
  case SMR_PYPM_SYMBOL:
    print_symbol(smr_intern_text(signature->symbols, (SmrSym)value.number), out);
    break;
  case SMR_PYPM_TUPLE:
    print_dimensions(value.items, value.count, "()", out);
    break;
  }
}

void smr_pypm_head_print(const SmrPypmTerms *terms, uint32_t head, SmrStr *out) {
  const SmrPypmOperator *op = smr_pypm_head_operator(terms, head);
  const SmrPypmHead *h = &terms->heads.data[head];
  if (!op) {
    smr_pypm_literal_print(h->constant, out);
    return;
  }
  smr_str_puts(out, smr_intern_text(terms->signature->symbols, op->name));
  if (op->results > 1)
    smr_str_printf(out, "#%u", h->result);
  const char *separator = "{";
  for (uint32_t k = 0; k < op->attribute_count; k++) {
    if (smr_pypm_operator_only(op, k).kind != SMR_PYPM_UNKNOWN)
      continue;
    smr_str_printf(out, "%s%s = ", separator, smr_intern_text(terms->signature->symbols, op->attributes[k]));
    separator = ", ";
    smr_pypm_value_print(terms->signature, h->attributes[k], out);
  }
  smr_str_puts(out, *separator == ',' ? "}" : "");
}

static void pypm_type_print(const SmrPypmTerms *terms, uint32_t type, SmrStr *out) {
  const SmrPypmType *t = &terms->types.data[type];
  if (t->name) {
    smr_str_printf(out, "\"%s\"", smr_intern_text(terms->signature->symbols, t->name));
    return;
  }
  smr_str_puts(out, t->element ? smr_intern_text(terms->signature->symbols, t->element) : "?");
  if (t->ranked)
    print_dimensions(t->dims, t->rank, "[]", out);
}

void smr_pypm_term_print(const SmrPypmTerms *terms, uint32_t term, uint32_t depth, SmrStr *out) {
  const SmrPypmTerm *t = smr_pypm_term_get(terms, term);
  if (!depth) {
    smr_str_puts(out, "...");
    return;
  }
  smr_pypm_head_print(terms, t->head, out);
  for (uint32_t k = 0; k < t->count; k++) {
    smr_str_puts(out, k ? ", " : "(");
    smr_pypm_term_print(terms, smr_pypm_operand(terms, term, k), depth - 1, out);
  }
  smr_str_puts(out, t->count ? ")" : "");
  if (t->type) {
    smr_str_puts(out, " : ");
    pypm_type_print(terms, t->type, out);
  }
}
