//===- fits.c - does an operator's pattern fit a term's head -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/pattern.h"

static bool constant_fits(const SmrPypmTerms *terms, double literal, const SmrPypmTerm *term) {
  const SmrPypmHead *head = &terms->heads.data[term->head];
  SmrSym name = terms->types.data[term->type].element;
  const SmrPypmElement *element =
      smr_pypm_element(name ? smr_intern_text(terms->signature->symbols, name) : "f64");
  return head->op == SMR_PYPM_CONSTANT && element &&
         smr_pypm_literal_is(literal, element, head->constant, terms->exact);
}

bool smr_pypm_fits(const SmrPypmTerms *terms, const SmrPypmPattern *pattern, const SmrPypmNode *node,
                   uint32_t term) {
  const SmrPypmTerm *t = smr_pypm_term_get(terms, term);
  const SmrPypmHead *head = &terms->heads.data[t->head];
  if (node->kind == SMR_PYPM_LITERAL)
    return constant_fits(terms, node->literal, t);
  if (head->op != node->op || head->result != node->result || t->count != node->count)
    return false;
  for (uint32_t k = 0; k < terms->signature->operators.data[head->op].attribute_count; k++) {
    SmrPypmValue want = pattern->values.data[node->values + k];
    if (want.kind != SMR_PYPM_UNKNOWN && !smr_pypm_value_equal(want, head->attributes[k]))
      return false;
  }
  return true;
}
