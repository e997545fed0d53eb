//===- term.c - what is known of terms -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access/internal.h"
#include <math.h>
#include <string.h>

SmrOperators *smr_access_ops(const SmrAccess *a) {
  return a->ops;
}
SmrDatums *smr_access_values(const SmrAccess *a) {
  return smr_operators_values(a->ops);
}
SmrRules *smr_access_rules(SmrAccess *a) {
  return &a->rules;
}

uint32_t smr_access_tensors(const SmrAccess *a) {
  return a->tensors.size;
}
const SmrAccessTensor *smr_access_tensor(const SmrAccess *a, uint32_t i) {
  return &a->tensors.data[i];
}
uint32_t smr_access_terms(const SmrAccess *a) {
  return a->terms.size;
}
const SmrAccessTerm *smr_access_term(const SmrAccess *a, uint32_t i) {
  return &a->terms.data[i];
}
const SmrAccessTerm *smr_access_term_named(const SmrAccess *a, const char *name) {
  for (uint32_t i = 0; i < a->terms.size; i++)
    if (!strcmp(a->terms.data[i].name, name))
      return &a->terms.data[i];
  return NULL;
}

//===--- nodes ---===//

const SmrAccessTensor *smr_access_tensor_of(const SmrAccess *a, SmrOperator op) {
  for (uint32_t i = 0; i < a->leaves.size; i++)
    if (a->leaves.data[i] == op)
      return &a->tensors.data[i];
  return NULL;
}

SmrAccessOp smr_access_classify(const SmrAccess *a, SmrOperator op) {
  for (uint32_t i = 0; i < SMR_ACCESS_COUNT; i++)
    if (a->known[i] == op)
      return (SmrAccessOp)i;
  const SmrOperatorInfo *info = smr_operator_info(a->ops, op);
  if (info->kind == SMR_OPERATOR_INTEGER)
    return SMR_ACCESS_INTEGER;
  if (info->kind == SMR_OPERATOR_DATA)
    return SMR_ACCESS_LIST;
  return smr_access_tensor_of(a, op) ? SMR_ACCESS_TENSOR : SMR_ACCESS_OTHER;
}

SmrAccessType smr_access_element(const SmrAccess *a, const SmrTerm *term, uint32_t node) {
  bool *used = smr_xcalloc(node + 1, sizeof *used);
  const SmrAccessTensor *found = NULL;
  used[node] = true;
  for (uint32_t i = node + 1; i-- > 0 && !found;) {
    SmrOperator op = term->nodes.data[i].op;
    for (uint32_t k = 0; used[i] && k < smr_operator_info(a->ops, op)->arity; k++)
      used[smr_term_children(term, i)[k]] = true;
    found = used[i] ? smr_access_tensor_of(a, op) : NULL;
  }
  free(used);
  return found ? found->type : SMR_ACCESS_F64;
}

//===--- shapes ---===//

bool smr_access_data(SmrAccess *a, const SmrTerm *term, uint32_t node, SmrDatum *data, uint32_t *bad) {
  SmrDatum children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i <= node; i++) {
    SmrOperator op = term->nodes.data[i].op;
    for (uint32_t k = 0; k < smr_operator_info(a->ops, op)->arity; k++)
      children[k] = data[smr_term_children(term, i)[k]];
    data[i] = smr_data_make(&a->rules, 0, a->ops, op, children);
    if (!data[i]) {
      *bad = i;
      return false;
    }
  }
  return true;
}

bool smr_access_shape(const SmrAccess *a, SmrDatum datum, SmrAccessShape *shape) {
  SmrDatums *v = smr_operators_values(a->ops);
  uint32_t two, count[2];
  const SmrDatum *parts = datum ? smr_datum_elements(v, datum, &two) : NULL;
  *shape = (SmrAccessShape){0};
  if (!parts || two != 2)
    return false;
  for (uint32_t p = 0; p < 2; p++) {
    const SmrDatum *dims = smr_datum_elements(v, parts[p], &count[p]);
    if (smr_datum_kind(v, parts[p]) != SMR_DATUM_LIST || shape->rank + count[p] > SMR_ACCESS_MAX_RANK)
      return false;
    for (uint32_t i = 0; i < count[p]; i++)
      shape->dims[shape->rank++] = dims[i];
  }
  shape->accessed = count[0];
  return true;
}

bool smr_access_shape_of(SmrAccess *a, const SmrTerm *term, uint32_t node, SmrAccessShape *shape) {
  SmrDatum *data = smr_xcalloc(node + 1, sizeof *data);
  uint32_t bad;
  bool ok = smr_access_data(a, term, node, data, &bad) && smr_access_shape(a, data[node], shape);
  free(data);
  return ok;
}

uint32_t smr_access_list(const SmrAccess *a, SmrDatum list, SmrDatum *out, uint32_t *first) {
  SmrAccessShape shape;
  if (smr_access_shape(a, list, &shape)) {
    memcpy(out, shape.dims, shape.rank * sizeof *out);
    *first = shape.accessed;
    return shape.rank;
  }
  SmrDatums *v = smr_operators_values(a->ops);
  uint32_t count;
  const SmrDatum *elements = smr_datum_elements(v, list, &count);
  if (!list || smr_datum_kind(v, list) != SMR_DATUM_LIST || count > SMR_ACCESS_MAX_RANK)
    return UINT32_MAX;
  for (uint32_t k = 0; k < count; k++) // (elements is NULL if there are none: not for memcpy)
    out[k] = elements[k];
  return *first = count;
}

//===--- sizes ---===//

void smr_access_set_size(SmrAccess *a, const char *name, int64_t value) {
  SmrDatums *v = smr_operators_values(a->ops);
  smr_datum_set_estimate(v, smr_datum_name(v, name), (double)value);
}

bool smr_access_size(const SmrAccess *a, SmrDatum size, int64_t *value) {
  double estimate;
  const SmrDatums *v = smr_operators_values(a->ops);
  if (smr_datum_is_integer(v, size, value))
    return true;
  if (!size || !smr_datum_estimate(v, size, &estimate) || estimate != floor(estimate) ||
      fabs(estimate) > 1e15)
    return false;
  *value = (int64_t)estimate;
  return true;
}
