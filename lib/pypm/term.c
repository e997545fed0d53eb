//===- term.c - terms of PyPM --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/term.h"
#include <assert.h>
#include <xxhash.h>

SmrPypmTerms *smr_pypm_terms_create(SmrPypmSignature *signature) {
  SmrPypmTerms *terms = smr_xcalloc(1, sizeof *terms);
  terms->signature = signature;
  terms->head_keys = smr_intern_create();
  terms->type_keys = smr_intern_create();
  smr_vec_push(&terms->heads, (SmrPypmHead){0});
  smr_vec_push(&terms->types, (SmrPypmType){0});
  smr_vec_push(&terms->terms, (SmrPypmTerm){0});
  return terms;
}

void smr_pypm_terms_destroy(SmrPypmTerms *terms) {
  if (!terms)
    return;
  smr_intern_destroy(terms->head_keys);
  smr_intern_destroy(terms->type_keys);
  smr_str_free(&terms->key);
  smr_index_free(&terms->by_parts);
  smr_arena_destroy(&terms->arena);
  smr_vec_free(&terms->heads);
  smr_vec_free(&terms->types);
  smr_vec_free(&terms->terms);
  smr_vec_free(&terms->operands);
  free(terms);
}

static const int64_t *copy_numbers(SmrPypmTerms *terms, const int64_t *from, uint32_t count) {
  int64_t *to = smr_arena_alloc(&terms->arena, count * sizeof *to);
  if (count)
    memcpy(to, from, count * sizeof *to);
  return to;
}

uint32_t smr_pypm_type(SmrPypmTerms *terms, SmrPypmType type) {
  if (!type.name && !type.element && !type.ranked)
    return 0;
  SMR_OWNED(SmrStr, smr_str_free) key = {0};
  smr_str_printf(&key, "%u %u %d", type.name, type.element, type.ranked);
  for (uint32_t k = 0; k < type.rank; k++)
    smr_str_printf(&key, " %lld", (long long)type.dims[k]);
  uint32_t id = smr_intern_n(terms->type_keys, key.data, key.size);
  if (id == terms->types.size) {
    type.dims = copy_numbers(terms, type.dims, type.rank);
    smr_vec_push(&terms->types, type);
  }
  return id;
}

static void append_key(SmrStr *key, const void *bytes, size_t size) {
  smr_str_append(key, bytes, size);
}

static void key_of_value(SmrPypmValue value, SmrStr *key) {
  uint32_t begin[] = {(uint32_t)value.kind, value.kind == SMR_PYPM_TUPLE ? value.count : 0};
  append_key(key, begin, sizeof begin);
  append_key(key, &value.number, sizeof value.number);
  if (begin[1])
    append_key(key, value.items, value.count * sizeof *value.items);
}

/// The head of the key at hand; one that is new has the attributes' values copied.
static uint32_t add_head(SmrPypmTerms *terms, SmrPypmHead head, uint32_t count) {
  uint32_t id = smr_intern_n(terms->head_keys, terms->key.data, terms->key.size);
  if (id < terms->heads.size)
    return id;
  SmrPypmValue *copy = smr_arena_alloc(&terms->arena, count * sizeof *copy);
  for (uint32_t k = 0; k < count; k++) {
    copy[k] = head.attributes[k];
    if (copy[k].kind == SMR_PYPM_TUPLE)
      copy[k].items = copy_numbers(terms, copy[k].items, copy[k].count);
  }
  head.attributes = copy;
  smr_vec_push(&terms->heads, head);
  return id;
}

uint32_t smr_pypm_head(SmrPypmTerms *terms, uint32_t op, uint32_t result, const SmrPypmValue *attributes) {
  uint32_t count = terms->signature->operators.data[op].attribute_count, begin[] = {op, result};
  smr_str_clear(&terms->key);
  append_key(&terms->key, begin, sizeof begin);
  for (uint32_t k = 0; k < count; k++)
    key_of_value(attributes[k], &terms->key);
  return add_head(terms, (SmrPypmHead){.op = op, .result = result, .attributes = attributes}, count);
}

uint32_t smr_pypm_constant(SmrPypmTerms *terms, double value) {
  uint32_t op = SMR_PYPM_CONSTANT;
  smr_str_clear(&terms->key);
  append_key(&terms->key, &op, sizeof op);
  append_key(&terms->key, &value, sizeof value);
  return add_head(terms, (SmrPypmHead){.op = op, .constant = value}, 0);
}

const SmrPypmOperator *smr_pypm_head_operator(const SmrPypmTerms *terms, uint32_t head) {
  uint32_t op = terms->heads.data[head].op;
  return op == SMR_PYPM_CONSTANT ? NULL : &terms->signature->operators.data[op];
}

// Terms.

static bool is_term(const SmrPypmTerms *terms, uint32_t term, uint32_t head, uint32_t type,
                    const uint32_t *operands, uint32_t count) {
  const SmrPypmTerm *t = &terms->terms.data[term];
  return t->head == head && t->type == type && t->count == count &&
         (!count || !memcmp(terms->operands.data + t->first, operands, count * sizeof *operands));
}

static uint32_t add_term(SmrPypmTerms *terms, uint32_t head, uint32_t type, const uint32_t *operands,
                         uint32_t count) {
  smr_vec_push(&terms->terms, (SmrPypmTerm){head, type, terms->operands.size, count});
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(&terms->operands, operands[k]);
  return terms->terms.size - 1;
}

uint32_t smr_pypm_term(SmrPypmTerms *terms, uint32_t head, uint32_t type, const uint32_t *operands,
                       uint32_t count) {
  const SmrPypmOperator *op = smr_pypm_head_operator(terms, head);
  assert(op ? op->variadic || op->arity == count : !count);
  if (op && op->effects) // (No look-up finds it.)
    return add_term(terms, head, type, operands, count);
  uint32_t hash =
      (uint32_t)XXH3_64bits_withSeed(operands, count * sizeof *operands, (uint64_t)head << 32 | type);
  uint32_t at = hash;
  for (uint32_t term; (term = smr_index_next(&terms->by_parts, hash, &at)) != UINT32_MAX;)
    if (is_term(terms, term, head, type, operands, count))
      return term;
  smr_index_add(&terms->by_parts, hash, terms->terms.size);
  return add_term(terms, head, type, operands, count);
}

bool smr_pypm_value_equal(SmrPypmValue a, SmrPypmValue b) {
  if (a.kind != b.kind)
    return false;
  if (a.kind != SMR_PYPM_TUPLE)
    return a.kind == SMR_PYPM_UNKNOWN || a.number == b.number;
  return a.count == b.count && (!a.count || !memcmp(a.items, b.items, a.count * sizeof *a.items));
}

/// Operands have smaller numbers than what they are operands of, so that one sweep downwards marks what is
/// below.
void smr_pypm_subterms(const SmrPypmTerms *terms, uint32_t term, SmrPypmNumbers *out) {
  smr_vec_clear(out);
  uint8_t *below = smr_xcalloc(term + 1, 1);
  below[term] = 1;
  for (uint32_t t = term; t; t--)
    for (uint32_t k = 0; below[t] && k < terms->terms.data[t].count; k++)
      below[smr_pypm_operand(terms, t, k)] = 1;
  for (uint32_t t = 1; t <= term; t++)
    if (below[t])
      smr_vec_push(out, t);
  free(below);
}
