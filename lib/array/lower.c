//===- lower.c - a term becomes a function -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/lower_internal.h"
#include "loops/print.h"
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
  case SMR_ARRAY_TYPE_TUPLE: {
    SmrLowerType *t = smr_lower_alloc(l, sizeof *t);
    *t = (SmrLowerType){.kind = SMR_LOWER_TYPE_TUPLE, .a = declared(l, info.a), .b = declared(l, info.b)};
    return t;
  }
  default:
    smr_lower_fail(l, "an input of an unknown type");
    return smr_lower_ty_number(l, SMR_LOWER_F64);
  }
}

typedef struct {
  SmrStr list;
  SMR_VEC(const char *) types;
} Arguments;

static void argument(Arguments *a, const char *name, const char *type, const char *attributes) {
  smr_str_printf(&a->list, "%s%s: %s%s", a->types.size ? ", " : "", name, type, attributes);
  smr_vec_push(&a->types, type);
}

// Names of a language are more than MLIR takes; a number keeps them apart from others.
static const char *identifier(SmrLowering *l, const char *name, uint32_t number) {
  bool plain = isalpha((unsigned char)*name);
  for (const char *p = name; *p; p++)
    plain &= isalnum((unsigned char)*p) || *p == '_';
  return plain ? smr_scopes_text(&l->scopes, "%%%s_", name)
               : smr_scopes_text(&l->scopes, "%%input%u", number);
}

// The places of a value of a type, one argument for each array of numbers: an array of tuples comes as one
// array for each part. Scalars are passed by value when they come in.
static SmrLowerValue *place(SmrLowering *l, Arguments *a, const char *name, const SmrLowerType *type,
                            bool out) {
  const SmrLowerType *inner = type;
  SmrLowerValue *dims[SMR_ARRAY_TYPE_MAX_RANK];
  uint32_t rank = 0;
  for (; inner->kind == SMR_LOWER_TYPE_ARRAY && rank < SMR_ARRAY_TYPE_MAX_RANK; inner = inner->a)
    dims[rank++] = inner->dim;
  if (inner->kind == SMR_LOWER_TYPE_TUPLE) {
    SmrLowerValue *parts = smr_lower_value(l, rank || out ? SMR_LOWER_VALUE_ZIP : SMR_LOWER_VALUE_TUPLE,
                                           SMR_LOWER_ROOT_LEVEL, type);
    parts->rank = rank;
    for (int i = 0; i < 2; i++) {
      const SmrLowerType *part = i ? inner->b : inner->a;
      for (uint32_t k = rank; k-- > 0;)
        part = smr_lower_ty_array(l, dims[k], part);
      parts->args[i] = place(l, a, smr_scopes_text(&l->scopes, "%s%c", name, "ab"[i]), part, out);
    }
    return parts;
  }
  if (inner->kind != SMR_LOWER_TYPE_NUMBER) {
    smr_lower_fail(l, "%s is a function, or of an unknown type", out ? "the result" : "an input");
    return smr_lower_int(l, 0);
  }
  if (!rank && !out) {
    argument(a, name, smr_lower_mlir_type(type->number), "");
    return smr_lower_number(l, type->number, SMR_LOWER_ROOT_LEVEL, name);
  }
  argument(a, name, "!llvm.ptr", out ? " {llvm.noalias}" : " {llvm.noalias, llvm.readonly}");
  return smr_lower_view(l, name, SMR_LOWER_ROOT_LEVEL, type);
}

static void declare_inputs(SmrLowering *l, Arguments *a) {
  uint32_t count = l->options->inputs ? l->options->inputs : smr_array_inputs(l->array);
  for (int sizes = 1; sizes >= 0; sizes--)
    for (uint32_t i = 0; i < count; i++) {
      const SmrArrayLeaf leaf = l->array->declared.data[i];
      if (leaf.is_size != (sizes == 1))
        continue;
      const char *name = identifier(l, smr_operator_name(l->array->ops, leaf.op), i);
      SmrLowerValue *v;
      if (leaf.is_size && l->options->symbolic) {
        argument(a, name, "i64", "");
        v = smr_lower_number(l, SMR_LOWER_INT, SMR_LOWER_ROOT_LEVEL, name);
        v->value = (double)leaf.size;
      } else
        v = leaf.is_size ? smr_lower_int(l, leaf.size) : place(l, a, name, declared(l, leaf.type), false);
      smr_vec_reserve(&l->inputs, l->inputs.size + 1);
      l->inputs.data[l->inputs.size].op = leaf.op;
      l->inputs.data[l->inputs.size++].value = v;
    }
}

static void release(SmrLowering *l, Arguments *a) {
  while (l->scopes.open.size > 1) // (left open by an error)
    smr_lower_drop(smr_lower_take(l));
  smr_vec_free(&smr_lower_scope(l, 0)->loads);
  smr_scope_free(l->scopes.open.data[0]);
  smr_vec_free(&l->scopes.open);
  smr_str_free(&l->entry);
  smr_str_free(&l->leave);
  smr_vec_free(&l->inputs);
  smr_str_free(&a->list);
  smr_vec_free(&a->types);
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
  SmrLowerScope body = {0};
  smr_vec_push(&l.scopes.open, &body.scope);
  Arguments a = {0};
  prepare(&l, root);
  declare_inputs(&l, &a);
  uint32_t count = l.error || l.free_indices[root]
                       ? 0
                       : count_elements(smr_lower_type(&l, root, NULL), 1, elements, capacity);
  count = l.error ? 0 : count;
  release(&l, &a);
  return count;
}

bool smr_array_lower(SmrArray *array, const SmrTerm *term, uint32_t root, const char *name,
                     const SmrArrayLower *options, SmrStr *out, SmrDiag *diag) {
  SmrLowering l = {.array = array, .term = term, .options = options};
  SmrLowerScope body = {0};
  smr_vec_push(&l.scopes.open, &body.scope);
  Arguments a = {0};
  prepare(&l, root);
  declare_inputs(&l, &a);
  if (!l.error && l.free_indices[root])
    smr_lower_fail(&l, "the term has a free index");
  if (!l.error) {
    const SmrLowerType *type = smr_lower_ty_floating(&l, smr_lower_type(&l, root, NULL));
    SmrLowerValue *dest = place(&l, &a, "%result_", type, true);
    if (!l.error)
      smr_lower_store(&l, dest, smr_lower_eval(&l, root, NULL), true);
  }
  if (l.error)
    smr_error(diag, NULL, 0, 0, "%s cannot be lowered: %s", name, l.error);
  else {
    smr_str_printf(out, "func.func @%s(%s) {\n", name, a.list.size ? smr_str_get(&a.list) : "");
    smr_str_append(out, l.entry.data, l.entry.size);
    smr_str_append(out, body.scope.text.data, body.scope.text.size);
    smr_str_append(out, l.leave.data, l.leave.size);
    smr_str_puts(out, "  return\n}\n");
    if (options->packed)
      smr_loops_print_packed(name, a.types.size, a.types.data, out);
  }
  bool ok = !l.error;
  release(&l, &a);
  return ok;
}
