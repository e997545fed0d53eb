//===- language.c - operators, types, declarations -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/internal.h"
#include <assert.h>
#include <string.h>

static const struct {
  const char *name;
  uint32_t arity;
} known[] = {
#define X(id, text, count) {text, count},
    SMR_ARRAY_OPERATORS(X) SMR_ARRAY_CALLS(X)
#undef X
};

SmrArray *smr_array_create(SmrOperators *ops) {
  SmrArray *a = smr_xcalloc(1, sizeof *a);
  a->ops = ops;
  smr_operators_declare(ops, "lam", SMR_OPERATOR_BINDER, 1);
  for (uint32_t i = 0; i < SMR_A_COUNT; i++)
    a->operators[i] = smr_operator_plain(ops, known[i].name, known[i].arity);
  for (SmrArrayTypeKind k = SMR_ARRAY_TYPE_UNKNOWN; k <= SMR_ARRAY_TYPE_I64; k++)
    smr_array_type(a, (SmrArrayTypeInfo){.kind = k, .dim = SMR_NO_OPERATOR});
  return a;
}

void smr_array_destroy(SmrArray *a) {
  if (!a)
    return;
  smr_vec_free(&a->types);
  smr_vec_free(&a->classes);
  smr_vec_free(&a->declared);
  smr_vec_free(&a->derived);
  smr_map_free(&a->by_shape);
  free(a);
}

SmrOperators *smr_array_ops(const SmrArray *a) {
  return a->ops;
}
SmrOperator smr_array_op(const SmrArray *a, SmrArrayOp which) {
  return a->operators[which];
}
bool smr_array_is_call(SmrArrayOp which) {
  return which >= SMR_A_DOT && which < SMR_A_COUNT;
}
bool smr_array_is_pointwise(SmrArrayOp which) {
  return which >= SMR_A_ADD && which <= SMR_A_ABS;
}

static const SmrArrayLeaf *declared(const SmrArray *a, SmrOperator op) {
  for (uint32_t i = 0; i < a->declared.size; i++)
    if (a->declared.data[i].op == op)
      return &a->declared.data[i];
  return NULL;
}

static const SmrArrayDerived *derived(const SmrArray *a, SmrOperator op) {
  for (uint32_t i = 0; i < a->derived.size; i++)
    if (a->derived.data[i].op == op)
      return &a->derived.data[i];
  return NULL;
}

SmrArrayOp smr_array_classify(SmrArray *a, SmrOperator op) {
  while (a->classes.size <= op) {
    SmrOperator next = a->classes.size;
    SmrArrayOp which = SMR_A_OTHER;
    for (uint32_t i = 0; i < SMR_A_COUNT; i++)
      if (a->operators[i] == next)
        which = (SmrArrayOp)i;
    smr_vec_push(&a->classes, (uint8_t)which);
  }
  SmrArrayOp which = (SmrArrayOp)a->classes.data[op];
  return which == SMR_A_OTHER && (declared(a, op) || derived(a, op)) ? SMR_A_INPUT : which;
}

//===--- types ---===//

SmrArrayType smr_array_type(SmrArray *a, SmrArrayTypeInfo info) {
  // (Types are few: the table is searched through a map from a mix of the fields, with probing by one.)
  uint64_t key = ((((uint64_t)info.kind * 0x9E3779B97F4A7C15u + info.a) * 0x9E3779B97F4A7C15u + info.b) *
                  0x9E3779B97F4A7C15u) +
                 info.dim;
  for (;; key++) {
    uint32_t *at = smr_map_at(&a->by_shape, key, UINT32_MAX);
    if (*at == UINT32_MAX) {
      *at = a->types.size;
      smr_vec_push(&a->types, info);
      return a->types.size - 1;
    }
    const SmrArrayTypeInfo *there = &a->types.data[*at];
    if (there->kind == info.kind && there->a == info.a && there->b == info.b && there->dim == info.dim)
      return *at;
  }
}

const SmrArrayTypeInfo *smr_array_type_info(const SmrArray *a, SmrArrayType type) {
  return &a->types.data[type];
}

SmrArrayType smr_array_type_of(SmrArray *a, SmrOperator dim, SmrArrayType element) {
  return smr_array_type(a, (SmrArrayTypeInfo){.kind = SMR_ARRAY_TYPE_ARRAY, .a = element, .dim = dim});
}

bool smr_array_type_is_scalar(const SmrArray *a, SmrArrayType type) {
  SmrArrayTypeKind kind = a->types.data[type].kind;
  return kind >= SMR_ARRAY_TYPE_NUMBER && kind <= SMR_ARRAY_TYPE_I64;
}

int smr_array_type_rank(const SmrArray *a, SmrArrayType type) {
  int rank = 0;
  for (; a->types.data[type].kind == SMR_ARRAY_TYPE_ARRAY; type = a->types.data[type].a)
    rank++;
  return smr_array_type_is_scalar(a, type) ? rank : -1;
}

SmrArrayType smr_array_type_join(SmrArray *a, SmrArrayType x, SmrArrayType y, bool *conflict) {
  if (x == y || y == SMR_ARRAY_TYPE_UNKNOWN)
    return x;
  if (x == SMR_ARRAY_TYPE_UNKNOWN)
    return y;
  if (x == SMR_ARRAY_TYPE_NUMBER && smr_array_type_is_scalar(a, y))
    return y;
  if (y == SMR_ARRAY_TYPE_NUMBER && smr_array_type_is_scalar(a, x))
    return x;
  SmrArrayTypeInfo s = a->types.data[x], t = a->types.data[y];
  if (s.kind != t.kind || s.kind <= SMR_ARRAY_TYPE_I64) {
    *conflict = true;
    return x;
  }
  s.a = smr_array_type_join(a, s.a, t.a, conflict);
  s.b = smr_array_type_join(a, s.b, t.b, conflict);
  if (s.dim == SMR_NO_OPERATOR)
    s.dim = t.dim;
  else if (t.dim != SMR_NO_OPERATOR && t.dim != s.dim) {
    // (A name and a number may well be the same size; the smaller operator is as good as the other.)
    int64_t m, n;
    *conflict |= smr_array_size(a, s.dim, &m) && smr_array_size(a, t.dim, &n) && m != n;
    s.dim = t.dim < s.dim ? t.dim : s.dim;
  }
  return smr_array_type(a, s);
}

void smr_array_type_print(const SmrArray *a, SmrArrayType type, SmrStr *out) {
  static const char *const names[] = {"?", "number", "f64", "f32", "i64"};
  const SmrArrayTypeInfo *info = &a->types.data[type];
  if (info->kind <= SMR_ARRAY_TYPE_I64) {
    smr_str_puts(out, names[info->kind]);
    return;
  }
  smr_str_puts(out, info->kind == SMR_ARRAY_TYPE_ARRAY   ? "(array "
                    : info->kind == SMR_ARRAY_TYPE_TUPLE ? "(tuple "
                                                         : "(function ");
  if (info->kind == SMR_ARRAY_TYPE_ARRAY) {
    if (info->dim == SMR_NO_OPERATOR)
      smr_str_puts(out, "?");
    else
      smr_operator_print(a->ops, info->dim, out);
    smr_str_puts(out, " ");
  }
  smr_array_type_print(a, info->a, out);
  if (info->kind == SMR_ARRAY_TYPE_TUPLE) {
    smr_str_puts(out, " ");
    smr_array_type_print(a, info->b, out);
  }
  smr_str_puts(out, ")");
}

//===--- declarations ---===//

static SmrArrayLeaf *declare(SmrArray *a, const char *name) {
  SmrOperator op = smr_operator_plain(a->ops, name, 0);
  SmrArrayLeaf *leaf = (SmrArrayLeaf *)declared(a, op);
  if (leaf)
    return leaf;
  smr_vec_push(&a->declared, (SmrArrayLeaf){.op = op});
  return &smr_vec_last(&a->declared);
}

void smr_array_set_size(SmrArray *a, const char *name, int64_t value) {
  SmrArrayLeaf *leaf = declare(a, name);
  leaf->is_size = true;
  leaf->size = value;
  leaf->type = SMR_ARRAY_TYPE_I64;
}

void smr_array_set_input(SmrArray *a, const char *name, SmrArrayType type) {
  declare(a, name)->type = type;
}

bool smr_array_size(const SmrArray *a, SmrOperator leaf, int64_t *value) {
  if (leaf == SMR_NO_OPERATOR)
    return false;
  const SmrOperatorInfo *info = smr_operator_info(a->ops, leaf);
  if (info->kind == SMR_OPERATOR_INTEGER)
    return *value = info->integer, true;
  const SmrArrayDerived *parts = derived(a, leaf);
  int64_t x, y;
  if (parts)
    return smr_array_size(a, parts->x, &x) && smr_array_size(a, parts->y, &y) &&
           (*value = parts->how == SMR_A_ADD ? x + y : x * y, true);
  const SmrArrayLeaf *d = declared(a, leaf);
  if (!d || !d->is_size)
    return false;
  return *value = d->size, true;
}

bool smr_array_size_parts(const SmrArray *a, SmrOperator leaf, SmrArrayOp *how, SmrOperator *x,
                          SmrOperator *y) {
  const SmrArrayDerived *d = derived(a, leaf);
  return d && (*how = d->how, *x = d->x, *y = d->y, true);
}

// Sums and products have one form: the parts ordered, n + n twice n.
static SmrArrayDerived derived_form(SmrArray *a, SmrArrayOp how, SmrOperator x, SmrOperator y) {
  if (how == SMR_A_ADD && x == y)
    how = SMR_A_MUL, y = smr_operator_integer(a->ops, 2);
  return (SmrArrayDerived){SMR_NO_OPERATOR, x < y ? x : y, x < y ? y : x, how};
}

void smr_array_set_derived(SmrArray *a, const char *name, SmrArrayOp how, SmrOperator x, SmrOperator y) {
  SmrArrayDerived d = derived_form(a, how, x, y);
  d.op = smr_operator_plain(a->ops, name, 0);
  smr_vec_push(&a->derived, d);
}

SmrOperator smr_array_size_combine(SmrArray *a, SmrArrayOp how, SmrOperator x, SmrOperator y) {
  int64_t m, n;
  SmrArrayDerived d = derived_form(a, how, x, y);
  if (!smr_array_size(a, x, &m) || !smr_array_size(a, y, &n) || m < 0 || n < 0 || m > INT32_MAX ||
      n > INT32_MAX)
    return SMR_NO_OPERATOR;
  bool number = smr_operator_info(a->ops, x)->kind == SMR_OPERATOR_INTEGER,
       other = smr_operator_info(a->ops, y)->kind == SMR_OPERATOR_INTEGER;
  int64_t neutral = how == SMR_A_MUL;
  if (number && other)
    return smr_operator_integer(a->ops, how == SMR_A_ADD ? m + n : m * n);
  if ((number && m == neutral) || (other && n == neutral))
    return number && m == neutral ? y : x;
  for (uint32_t i = 0; i < a->derived.size; i++)
    if (a->derived.data[i].how == d.how && a->derived.data[i].x == d.x && a->derived.data[i].y == d.y)
      return a->derived.data[i].op;
  // (No program has a leaf of the name, as it would have been declared.)
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_operator_print(a->ops, d.x, &name);
  smr_str_puts(&name, d.how == SMR_A_ADD ? "+" : "*");
  smr_operator_print(a->ops, d.y, &name);
  while (smr_operator_find(a->ops, SMR_OPERATOR_PLAIN, smr_str_get(&name), 0) != SMR_NO_OPERATOR &&
         smr_array_classify(a, smr_operator_find(a->ops, SMR_OPERATOR_PLAIN, smr_str_get(&name), 0)) ==
             SMR_A_INPUT)
    smr_str_puts(&name, "'");
  smr_array_set_derived(a, smr_str_get(&name), how, x, y);
  return smr_vec_last(&a->derived).op;
}

uint32_t smr_array_inputs(const SmrArray *a) {
  return a->declared.size;
}

SmrOperator smr_array_input(const SmrArray *a, uint32_t i, SmrArrayType *type) {
  *type = a->declared.data[i].type;
  return a->declared.data[i].op;
}

SmrArrayType smr_array_leaf_type(const SmrArray *a, SmrOperator op, bool *is_size) {
  const SmrArrayLeaf *d = declared(a, op);
  bool computed = derived(a, op) != NULL;
  *is_size = computed || (d && d->is_size);
  return computed ? SMR_ARRAY_TYPE_I64 : d ? d->type : SMR_ARRAY_TYPE_UNKNOWN;
}
