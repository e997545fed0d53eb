//===- lower.c - a term becomes a function -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/lower_internal.h"
#include <ctype.h>
#include <string.h>

static void prepare(SmrLowering *l, uint32_t root) {
  SmrOperators *ops = l->array->ops;
  const SmrTerm *t = l->term;
  l->free_indices = smr_lower_alloc(l, (root + 1) * sizeof *l->free_indices);
  l->work = smr_lower_alloc(l, (root + 1) * sizeof *l->work);
  l->uses = smr_lower_alloc(l, root + 1);
  for (uint32_t i = 0; i <= root; i++) {
    const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[i].op);
    uint64_t mask = 0;
    l->work[i] = -1;
    l->uses[i] = 0;
    if (info->kind == SMR_OPERATOR_INDEX) {
      if (info->integer >= 63)
        smr_lower_fail(l, "an index of 63 or more");
      mask = 1ull << (info->integer & 63);
    }
    for (uint32_t k = 0; k < info->arity; k++)
      mask |= l->free_indices[smr_term_children(t, i)[k]] >> smr_operator_binds(ops, t->nodes.data[i].op, k);
    l->free_indices[i] = mask;
  }
  l->uses[root] = 1;
  for (uint32_t i = root + 1; i-- > 0;)
    if (l->uses[i])
      for (uint32_t k = 0; k < smr_operator_info(ops, t->nodes.data[i].op)->arity; k++) {
        uint8_t *uses = &l->uses[smr_term_children(t, i)[k]];
        *uses += *uses < 2;
      }
}

static const SmrLowerType *declared(SmrLowering *l, SmrArrayType type) {
  const SmrArrayTypeInfo info = *smr_array_type_info(l->array, type);
  switch (info.kind) {
  case SMR_ARRAY_TYPE_I64:
    return smr_lower_ty_number(l, SMR_LOWER_INT);
  case SMR_ARRAY_TYPE_F32:
    return smr_lower_ty_number(l, SMR_LOWER_F32);
  case SMR_ARRAY_TYPE_F64:
  case SMR_ARRAY_TYPE_NUMBER:
    return smr_lower_ty_number(l, SMR_LOWER_F64);
  case SMR_ARRAY_TYPE_ARRAY: {
    SmrLowerValue *dim = info.dim == SMR_NO_OPERATOR ? NULL : smr_lower_of_leaf(l, info.dim);
    return smr_lower_ty_array(l, dim, declared(l, info.a));
  }
  case SMR_ARRAY_TYPE_TUPLE:
    return smr_lower_ty_tuple(l, declared(l, info.a), declared(l, info.b));
  default:
    smr_lower_fail(l, "an input of an unknown type");
    return smr_lower_ty_number(l, SMR_LOWER_F64);
  }
}

static const char *identifier(SmrLowering *l, const char *name, uint32_t number) {
  bool plain = isalpha((unsigned char)*name);
  for (const char *p = name; *p; p++)
    plain &= isalnum((unsigned char)*p) || *p == '_';
  return plain ? smr_scopes_text(&l->scopes, "%s_", name) : smr_scopes_text(&l->scopes, "input%u", number);
}

static void declare_inputs(SmrLowering *l) {
  uint32_t count = l->options->inputs ? l->options->inputs : smr_array_inputs(l->array);
  for (int sizes = 1; sizes >= 0; sizes--)
    for (uint32_t i = 0; i < count; i++) {
      const SmrArrayLeaf leaf = l->array->declared.data[i];
      if (leaf.is_size != (sizes == 1))
        continue;
      const char *name = identifier(l, smr_operator_name(l->array->ops, leaf.op), i);
      SmrLowerValue *v;
      if (leaf.is_size && l->options->symbolic) {
        v = smr_lower_integer(l, smr_loops_size(l->loops, name, 1), SMR_LOWER_ROOT_LEVEL, false);
        v->value = (double)leaf.size;
      } else
        v = leaf.is_size ? smr_lower_int(l, leaf.size)
                         : smr_lower_storage(l, SMR_LOWER_ROOT_LEVEL, declared(l, leaf.type), name, false);
      smr_vec_reserve(&l->inputs, l->inputs.size + 1);
      l->inputs.data[l->inputs.size].op = leaf.op;
      l->inputs.data[l->inputs.size++].value = v;
    }
}

static void begin(SmrLowering *l, uint32_t root) {
  l->loops = smr_loops_create();
  smr_vec_push(&l->scopes.open, (SmrTextScope *)smr_xcalloc(1, sizeof(SmrLowerScope)));
  prepare(l, root);
  declare_inputs(l);
}

static void release(SmrLowering *l) {
  while (l->scopes.open.size)
    smr_lower_drop(l);
  smr_vec_free(&l->scopes.open);
  smr_vec_free(&l->inputs);
  smr_arena_destroy(&l->scopes.arena);
}

static uint32_t count_elements(const SmrLowerType *type, int64_t around, int64_t *elements,
                               uint32_t capacity) {
  for (; type->kind == SMR_LOWER_TYPE_ARRAY; type = type->a)
    around *= type->dim && type->dim->constant ? (int64_t)type->dim->value : 0;
  if (type->kind == SMR_LOWER_TYPE_TUPLE) {
    uint32_t n = count_elements(type->a, around, elements, capacity);
    return n + count_elements(type->b, around, elements + n, capacity - n);
  }
  if (type->kind != SMR_LOWER_TYPE_NUMBER || !capacity)
    return 0;
  *elements = around;
  return 1;
}

uint32_t smr_array_lower_results(SmrArray *array, const SmrTerm *term, uint32_t root, int64_t *elements,
                                 uint32_t capacity) {
  SmrArrayLower options = {0};
  SmrLowering l = {.array = array, .term = term, .options = &options};
  begin(&l, root);
  uint32_t count = l.error || l.free_indices[root]
                       ? 0
                       : count_elements(smr_lower_type(&l, root, NULL), 1, elements, capacity);
  count = l.error ? 0 : count;
  release(&l);
  smr_loops_destroy(l.loops);
  return count;
}

SmrLoopsProgram *smr_array_lower(SmrArray *array, const SmrTerm *term, uint32_t root, const char *name,
                                 const SmrArrayLower *options, SmrDiag *diag) {
  SmrLowering l = {.array = array, .term = term, .options = options};
  SmrStr why = {0};
  begin(&l, root);
  if (!l.error && l.free_indices[root])
    smr_lower_fail(&l, "the term has a free index");
  if (!l.error) {
    const SmrLowerType *type = smr_lower_ty_floating(&l, smr_lower_type(&l, root, NULL));
    SmrLowerValue *dest = smr_lower_storage(&l, SMR_LOWER_ROOT_LEVEL, type, "result_", true);
    if (!l.error)
      smr_lower_store(&l, dest, smr_lower_eval(&l, root, NULL), true);
  }
  if (!l.error && !smr_loops_check(l.loops, &why))
    smr_lower_fail(&l, "%s", smr_str_get(&why));
  if (l.error) {
    smr_error(diag, NULL, 0, 0, "%s cannot be lowered: %s", name, l.error);
    smr_loops_destroy(l.loops);
    l.loops = NULL;
  }
  smr_str_free(&why);
  release(&l);
  return l.loops;
}
