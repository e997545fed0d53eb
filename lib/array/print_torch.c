//===- print_torch.c - PyTorch solutions as text of the torch dialect ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Value semantics, as torch-mlir has them: every array is a !torch.vtensor of its static sizes, every number
// that is not a constant one of no dimension. The dialect has no loop over indices that gives a tensor: what
// a build computes for each index is written out for each, and stacked, but for windows over a vector
// (torch.aten.unfold) and what is the same for each.
//===----------------------------------------------------------------------===//
#include "array/eval.h"
#include "array/internal.h"
#include "array/lower.h"
#include <string.h>

/// More operations than this are refused.
#define MAX_OPERATIONS 20000

typedef struct Tensor Tensor;
typedef struct Env {
  const Tensor *value;
  const struct Env *outer;
} Env;

typedef enum { CONSTANT, TENSOR, PAIR, FUNCTION } Kind;
struct Tensor {
  Kind kind;
  double number;   // CONSTANT
  const char *ssa; // TENSOR
  uint32_t rank;
  int64_t dims[SMR_ARRAY_TYPE_MAX_RANK];
  bool f32;
  const Tensor *parts[2]; // PAIR
  uint32_t body;          // FUNCTION
  const Env *env;
};

typedef struct {
  SmrArray *array;
  const SmrTerm *term;
  SmrArena arena;
  SmrStr out;
  uint64_t *free_indices;
  const Tensor **closed; // values of closed nodes
  SMR_VEC(struct {
    const char *text;
    const char *name;
  })
  constants;
  SMR_VEC(struct {
    SmrOperator op;
    const Tensor *value;
  })
  inputs;
  uint32_t next, operations;
  const char *error;
} Printer;

static const Tensor zero = {.kind = CONSTANT};

static const Tensor *fail(Printer *p, const char *why) {
  if (!p->error)
    p->error = why;
  return &zero;
}

static Tensor *tensor(Printer *p, uint32_t rank, const int64_t *dims, bool f32) {
  Tensor *t = smr_arena_alloc(&p->arena, sizeof *t);
  *t = (Tensor){
      .kind = TENSOR, .rank = rank, .f32 = f32, .ssa = smr_arena_printf(&p->arena, "%%%u", p->next++)};
  if (rank > SMR_ARRAY_TYPE_MAX_RANK)
    fail(p, "an array of too many dimensions");
  else
    for (uint32_t i = 0; i < rank; i++)
      t->dims[i] = dims[i];
  if (++p->operations > MAX_OPERATIONS)
    fail(p, "a loop that would have to be written out for too many indices");
  return t;
}

static const char *type(Printer *p, const Tensor *t) {
  SmrStr s = {0};
  smr_str_puts(&s, "!torch.vtensor<[");
  for (uint32_t i = 0; i < t->rank; i++)
    smr_str_printf(&s, "%s%lld", i ? "," : "", (long long)t->dims[i]);
  smr_str_printf(&s, "],%s>", t->f32 ? "f32" : "f64");
  const char *copy = smr_arena_strdup(&p->arena, smr_str_get(&s));
  smr_str_free(&s);
  return copy;
}

static const char *constant(Printer *p, const char *text) {
  for (uint32_t i = 0; i < p->constants.size; i++)
    if (!strcmp(p->constants.data[i].text, text))
      return p->constants.data[i].name;
  const char *name = smr_arena_printf(&p->arena, "%%c%u", p->constants.size);
  smr_str_printf(&p->out, "  %s = %s\n", name, text);
  smr_vec_reserve(&p->constants, p->constants.size + 1);
  p->constants.data[p->constants.size].text = text;
  p->constants.data[p->constants.size++].name = name;
  return name;
}

static const char *integer(Printer *p, int64_t value) {
  return constant(p, smr_arena_printf(&p->arena, "torch.constant.int %lld", (long long)value));
}

static const Tensor *as_tensor(Printer *p, const Tensor *t) {
  if (t->kind == TENSOR)
    return t;
  if (t->kind != CONSTANT)
    return fail(p, "a tuple or a function in an array");
  const char *number = constant(p, smr_arena_printf(&p->arena, "torch.constant.float %.17e", t->number));
  Tensor *r = tensor(p, 0, NULL, false);
  smr_str_printf(&p->out, "  %s = torch.prim.NumToTensor.Scalar %s : !torch.float -> %s\n", r->ssa, number,
                 type(p, r));
  return r;
}

static const char *list(Printer *p, const int64_t *dims, uint32_t rank) {
  SmrStr names = {0}, types = {0};
  for (uint32_t i = 0; i < rank; i++) {
    smr_str_printf(&names, "%s%s", i ? ", " : "", integer(p, dims[i]));
    smr_str_printf(&types, "%s!torch.int", i ? ", " : "");
  }
  const char *name = smr_arena_printf(&p->arena, "%%%u", p->next++);
  smr_str_printf(&p->out, "  %s = torch.prim.ListConstruct %s : (%s) -> !torch.list<int>\n", name,
                 rank ? smr_str_get(&names) : "", rank ? smr_str_get(&types) : "");
  smr_str_free(&names);
  smr_str_free(&types);
  return name;
}

static const Tensor *binary(Printer *p, const char *name, const Tensor *a, const Tensor *b, uint32_t rank,
                            const int64_t *dims, bool scaled) {
  Tensor *r = tensor(p, rank, dims, a->f32 && b->f32);
  const char *one = scaled ? integer(p, 1) : "";
  smr_str_printf(&p->out, "  %s = torch.aten.%s %s, %s%s%s : %s, %s%s -> %s\n", r->ssa, name, a->ssa, b->ssa,
                 scaled ? ", " : "", one, type(p, a), type(p, b), scaled ? ", !torch.int" : "", type(p, r));
  return r;
}

static const Tensor *number_constant(Printer *p, double value) {
  Tensor *t = smr_arena_alloc(&p->arena, sizeof *t);
  *t = (Tensor){.kind = CONSTANT, .number = value};
  return t;
}

static const Tensor *arithmetic(Printer *p, SmrArrayOp op, const Tensor *a, const Tensor *b) {
  if (a->kind == CONSTANT && b->kind == CONSTANT)
    return number_constant(p, smr_array_compute(op, a->number, b->number));
  if (op == SMR_A_GREATER || op == SMR_A_LESS)
    return fail(p, "a comparison");
  if ((op == SMR_A_ADD && a->kind == CONSTANT && a->number == 0) ||
      (op == SMR_A_MUL && a->kind == CONSTANT && a->number == 1))
    return b;
  if ((op == SMR_A_ADD && b->kind == CONSTANT && b->number == 0) ||
      (op == SMR_A_MUL && b->kind == CONSTANT && b->number == 1))
    return a;
  a = as_tensor(p, a), b = as_tensor(p, b);
  const Tensor *like = a->rank >= b->rank ? a : b;
  return binary(p,
                op == SMR_A_ADD   ? "add.Tensor"
                : op == SMR_A_SUB ? "sub.Tensor"
                : op == SMR_A_MUL ? "mul.Tensor"
                : op == SMR_A_DIV ? "div.Tensor"
                : op == SMR_A_MAX ? "maximum"
                                  : "minimum",
                a, b, like->rank, like->dims, op == SMR_A_ADD || op == SMR_A_SUB);
}

// An array with its two outermost dimensions as one, or the outermost as two.
static const Tensor *reshaped(Printer *p, SmrArrayOp op, const Tensor *const *v) {
  const Tensor *a = v[op == SMR_A_SPLIT ? 2 : 0];
  uint32_t from = op == SMR_A_SPLIT ? 1 : 2, to = 3 - from;
  int64_t dims[SMR_ARRAY_TYPE_MAX_RANK + 1];
  if (a->kind != TENSOR || a->rank < from || (to == 2 && (v[0]->kind != CONSTANT || v[1]->kind != CONSTANT)))
    return fail(p, "another shape of what is no tensor");
  dims[0] = to == 1 ? a->dims[0] * a->dims[1] : (int64_t)v[0]->number;
  dims[1] = to == 1 ? 0 : (int64_t)v[1]->number;
  for (uint32_t i = from; i < a->rank; i++)
    dims[i - from + to] = a->dims[i];
  const char *size = list(p, dims, a->rank - from + to);
  Tensor *r = tensor(p, a->rank - from + to, dims, a->f32);
  smr_str_printf(&p->out, "  %s = torch.aten.view %s, %s : %s, !torch.list<int> -> %s\n", r->ssa, a->ssa,
                 size, type(p, a), type(p, r));
  return r;
}

static const Tensor *function(Printer *p, SmrArrayOp op, const Tensor *a) {
  if (a->kind == CONSTANT)
    return number_constant(p, smr_array_compute(op, a->number, 0));
  a = as_tensor(p, a);
  Tensor *r = tensor(p, a->rank, a->dims, a->f32);
  smr_str_printf(&p->out, "  %s = torch.aten.%s %s : %s -> %s\n", r->ssa,
                 smr_operator_name(p->array->ops, smr_array_op(p->array, op)), a->ssa, type(p, a),
                 type(p, r));
  return r;
}

static const Tensor *select_at(Printer *p, const Tensor *t, const Tensor *index) {
  if (t->kind != TENSOR || !t->rank || index->kind != CONSTANT)
    return fail(p, "an index that is computed from data");
  const char *dim = integer(p, 0), *at = integer(p, (int64_t)index->number);
  Tensor *r = tensor(p, t->rank - 1, t->dims + 1, t->f32);
  smr_str_printf(&p->out, "  %s = torch.aten.select.int %s, %s, %s : %s, !torch.int, !torch.int -> %s\n",
                 r->ssa, t->ssa, dim, at, type(p, t), type(p, r));
  return r;
}

static const Tensor *repeat(Printer *p, int64_t count, const Tensor *element) {
  int64_t dims[SMR_ARRAY_TYPE_MAX_RANK + 1] = {count};
  if (element->kind == CONSTANT) {
    const char *size = list(p, dims, 1),
               *value =
                   constant(p, smr_arena_printf(&p->arena, "torch.constant.float %.17e", element->number)),
               *kind = integer(p, 7), *none = constant(p, "torch.constant.none");
    Tensor *r = tensor(p, 1, dims, false);
    smr_str_printf(
        &p->out,
        "  %s = torch.aten.full %s, %s, %s, %s, %s, %s : !torch.list<int>, !torch.float, !torch.int, "
        "!torch.none, !torch.none, !torch.none -> %s\n",
        r->ssa, size, value, kind, none, none, none, type(p, r));
    return r;
  }
  element = as_tensor(p, element);
  for (uint32_t i = 0; i < element->rank; i++)
    dims[i + 1] = element->dims[i];
  const char *size = list(p, dims, element->rank + 1);
  Tensor *r = tensor(p, element->rank + 1, dims, element->f32);
  smr_str_printf(&p->out, "  %s = torch.aten.broadcast_to %s, %s : %s, !torch.list<int> -> %s\n", r->ssa,
                 element->ssa, size, type(p, element), type(p, r));
  return r;
}

static const Tensor *eval(Printer *p, uint32_t node, const Env *env);

static const Tensor *apply(Printer *p, const Tensor *f, const Tensor *x) {
  if (f->kind != FUNCTION)
    return fail(p, "what is applied is not a function");
  Env *env = smr_arena_alloc(&p->arena, sizeof *env);
  *env = (Env){x, f->env};
  return eval(p, f->body, env);
}

static SmrArrayOp op_of(const Printer *p, uint32_t node) {
  return smr_array_classify(p->array, p->term->nodes.data[node].op);
}

static bool is_index(const Printer *p, uint32_t node, int64_t index) {
  const SmrOperatorInfo *info = smr_operator_info(p->array->ops, p->term->nodes.data[node].op);
  return info->kind == SMR_OPERATOR_INDEX && info->integer == index;
}

// (build n (lam (build w (lam (get x (+ %1 %0)))))): windows of w elements over x. NULL: it is not that.
static const Tensor *windows(Printer *p, int64_t count, uint32_t body, const Env *env) {
  const uint32_t *c = smr_term_children(p->term, body);
  if (op_of(p, body) != SMR_A_BUILD || op_of(p, c[1]) != SMR_A_LAM)
    return NULL;
  uint32_t get = smr_term_children(p->term, c[1])[0], width_node = c[0];
  if (op_of(p, get) != SMR_A_GET)
    return NULL;
  const uint32_t *g = smr_term_children(p->term, get);
  if (op_of(p, g[1]) != SMR_A_ADD || (p->free_indices[g[0]] & 3))
    return NULL;
  const uint32_t *sum = smr_term_children(p->term, g[1]);
  if (!(is_index(p, sum[0], 1) && is_index(p, sum[1], 0)) &&
      !(is_index(p, sum[0], 0) && is_index(p, sum[1], 1)))
    return NULL;
  Env inner = {&zero, env}, innermost = {&zero, &inner};
  const Tensor *width = eval(p, width_node, &inner), *x = eval(p, g[0], &innermost);
  if (width->kind != CONSTANT || x->kind != TENSOR || x->rank != 1 ||
      x->dims[0] != count + (int64_t)width->number - 1)
    return NULL;
  const char *dim = integer(p, 0), *size = integer(p, (int64_t)width->number), *step = integer(p, 1);
  Tensor *r = tensor(p, 2, (int64_t[]){count, (int64_t)width->number}, x->f32);
  smr_str_printf(&p->out,
                 "  %s = torch.aten.unfold %s, %s, %s, %s : %s, !torch.int, !torch.int, !torch.int -> %s\n",
                 r->ssa, x->ssa, dim, size, step, type(p, x), type(p, r));
  return r;
}

static const Tensor *build(Printer *p, const Tensor *size, const Tensor *f) {
  if (size->kind != CONSTANT || f->kind != FUNCTION)
    return fail(p, "a build without a size or a function");
  int64_t count = (int64_t)size->number;
  const Tensor *found = windows(p, count, f->body, f->env);
  if (found)
    return found;
  if (!(p->free_indices[f->body] & 1))
    return repeat(p, count, apply(p, f, &zero));
  SmrStr names = {0}, types = {0};
  const Tensor *first = NULL;
  for (int64_t i = 0; i < count && !p->error; i++) {
    const Tensor *e = as_tensor(p, apply(p, f, number_constant(p, (double)i)));
    first = first ? first : e;
    smr_str_printf(&names, "%s%s", i ? ", " : "", e->ssa);
    smr_str_printf(&types, "%s%s", i ? ", " : "", type(p, e));
  }
  if (!first || p->error) {
    smr_str_free(&names);
    smr_str_free(&types);
    return fail(p, "an empty array");
  }
  int64_t dims[SMR_ARRAY_TYPE_MAX_RANK + 1] = {count};
  for (uint32_t i = 0; i < first->rank; i++)
    dims[i + 1] = first->dims[i];
  const char *all = smr_arena_printf(&p->arena, "%%%u", p->next++), *dim = integer(p, 0);
  smr_str_printf(&p->out, "  %s = torch.prim.ListConstruct %s : (%s) -> !torch.list<vtensor>\n", all,
                 smr_str_get(&names), smr_str_get(&types));
  Tensor *r = tensor(p, first->rank + 1, dims, first->f32);
  smr_str_printf(&p->out, "  %s = torch.aten.stack %s, %s : !torch.list<vtensor>, !torch.int -> %s\n", r->ssa,
                 all, dim, type(p, r));
  smr_str_free(&names);
  smr_str_free(&types);
  return r;
}

static const Tensor *call(Printer *p, SmrArrayOp op, const Tensor *const *v) {
  if (op == SMR_A_T_FULL)
    return v[0]->kind == CONSTANT ? repeat(p, (int64_t)v[0]->number, v[1])
                                  : fail(p, "a size that is computed");
  if (op == SMR_A_T_ADD || op == SMR_A_T_MUL)
    return arithmetic(p, op == SMR_A_T_ADD ? SMR_A_ADD : SMR_A_MUL, v[0], v[1]);
  const Tensor *a = as_tensor(p, v[0]), *b;
  switch (op) {
  case SMR_A_T_TRANSPOSE: {
    const char *first = integer(p, 0), *second = integer(p, 1);
    Tensor *r = tensor(p, 2, (int64_t[]){a->dims[1], a->dims[0]}, a->f32);
    smr_str_printf(&p->out, "  %s = torch.aten.transpose.int %s, %s, %s : %s, !torch.int, !torch.int -> %s\n",
                   r->ssa, a->ssa, first, second, type(p, a), type(p, r));
    return r;
  }
  case SMR_A_T_SUM: {
    const char *none = constant(p, "torch.constant.none");
    Tensor *r = tensor(p, 0, NULL, a->f32);
    smr_str_printf(&p->out, "  %s = torch.aten.sum %s, %s : %s, !torch.none -> %s\n", r->ssa, a->ssa, none,
                   type(p, a), type(p, r));
    return r;
  }
  case SMR_A_T_DOT:
    b = as_tensor(p, v[1]);
    return binary(p, "dot", a, b, 0, NULL, false);
  case SMR_A_T_MV:
    b = as_tensor(p, v[1]);
    return binary(p, "mv", a, b, 1, a->dims, false);
  case SMR_A_T_MM:
    b = as_tensor(p, v[1]);
    return binary(p, "mm", a, b, 2, (int64_t[]){a->dims[0], b->dims[1]}, false);
  default:
    return fail(p, "a call that is not PyTorch's");
  }
}

static const Tensor *compute(Printer *p, uint32_t node, const Env *env) {
  SmrOperator op = p->term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(p->array->ops, op);
  const uint32_t *c = smr_term_children(p->term, node);
  uint32_t arity = info->arity;
  if (info->kind == SMR_OPERATOR_INTEGER || info->kind == SMR_OPERATOR_REAL)
    return number_constant(p, info->kind == SMR_OPERATOR_REAL ? info->real : (double)info->integer);
  if (info->kind == SMR_OPERATOR_INDEX) {
    for (int64_t i = info->integer; env && i > 0; i--)
      env = env->outer;
    return env ? env->value : fail(p, "a free index");
  }
  SmrArrayOp which = smr_array_classify(p->array, op);
  if (which == SMR_A_LAM) {
    Tensor *f = smr_arena_alloc(&p->arena, sizeof *f);
    *f = (Tensor){.kind = FUNCTION, .body = c[0], .env = env};
    return f;
  }
  if (!arity) {
    int64_t size;
    for (uint32_t i = 0; i < p->inputs.size; i++)
      if (p->inputs.data[i].op == op)
        return p->inputs.data[i].value;
    return smr_array_size(p->array, op, &size) ? number_constant(p, (double)size)
                                               : fail(p, "a name that is not declared");
  }
  const Tensor *v[5] = {0};
  for (uint32_t i = 0; i < arity && i < 5; i++)
    v[i] = eval(p, c[i], env);
  if (p->error)
    return &zero;
  switch (which) {
  case SMR_A_APP:
    return apply(p, v[0], v[1]);
  case SMR_A_BUILD:
    return build(p, v[0], v[1]);
  case SMR_A_GET:
    return select_at(p, v[0], v[1]);
  case SMR_A_IFOLD: {
    const Tensor *acc = v[1];
    if (v[0]->kind != CONSTANT)
      return fail(p, "a size that is computed");
    for (int64_t i = 0; i < (int64_t)v[0]->number && !p->error; i++)
      acc = apply(p, apply(p, v[2], number_constant(p, (double)i)), acc);
    return acc;
  }
  case SMR_A_TUPLE: {
    Tensor *t = smr_arena_alloc(&p->arena, sizeof *t);
    *t = (Tensor){.kind = PAIR, .parts = {v[0], v[1]}};
    return t;
  }
  case SMR_A_FST:
  case SMR_A_SND:
    return v[0]->kind == PAIR ? v[0]->parts[which == SMR_A_SND] : fail(p, "a part of what is not a tuple");
  case SMR_A_ADD:
  case SMR_A_SUB:
  case SMR_A_MUL:
  case SMR_A_DIV:
  case SMR_A_GREATER:
  case SMR_A_LESS:
  case SMR_A_MAX:
  case SMR_A_MIN:
    return arithmetic(p, which, v[0], v[1]);
  case SMR_A_FLATTEN:
  case SMR_A_SPLIT:
    return reshaped(p, which, v);
  case SMR_A_EXP:
  case SMR_A_LOG:
  case SMR_A_SQRT:
  case SMR_A_TANH:
  case SMR_A_ABS:
    return function(p, which, v[0]);
  default:
    return call(p, which, v);
  }
}

static const Tensor *eval(Printer *p, uint32_t node, const Env *env) {
  if (p->error)
    return &zero;
  if (p->free_indices[node])
    return compute(p, node, env);
  if (!p->closed[node])
    p->closed[node] = compute(p, node, NULL);
  return p->closed[node];
}

static void results(Printer *p, const Tensor *t, SmrStr *names, SmrStr *types) {
  if (t->kind == PAIR) {
    results(p, t->parts[0], names, types);
    results(p, t->parts[1], names, types);
    return;
  }
  t = as_tensor(p, t);
  if (p->error)
    return;
  smr_str_printf(names, "%s%s", names->size ? ", " : "", t->ssa);
  smr_str_printf(types, "%s%s", types->size ? ", " : "", type(p, t));
}

// The tensors of an input; tuples are one after the other.
static const Tensor *input(Printer *p, const char *name, SmrArrayType declared, SmrStr *list_of) {
  SmrArrayTypeInfo info = *smr_array_type_info(p->array, declared);
  Tensor *t = smr_arena_alloc(&p->arena, sizeof *t);
  if (info.kind == SMR_ARRAY_TYPE_TUPLE) {
    *t = (Tensor){.kind = PAIR};
    t->parts[0] = input(p, smr_arena_printf(&p->arena, "%sa", name), info.a, list_of);
    t->parts[1] = input(p, smr_arena_printf(&p->arena, "%sb", name), info.b, list_of);
    return t;
  }
  *t = (Tensor){.kind = TENSOR, .ssa = name};
  for (; info.kind == SMR_ARRAY_TYPE_ARRAY; info = *smr_array_type_info(p->array, info.a))
    if (t->rank == SMR_ARRAY_TYPE_MAX_RANK || !smr_array_size(p->array, info.dim, &t->dims[t->rank++]))
      return fail(p, "an input of too many dimensions, or of an unknown size");
  if (info.kind != SMR_ARRAY_TYPE_F64 && info.kind != SMR_ARRAY_TYPE_F32)
    return fail(p, "an input that is not of floating-point numbers");
  t->f32 = info.kind == SMR_ARRAY_TYPE_F32;
  smr_str_printf(list_of, "%s%s: %s", list_of->size ? ", " : "", name, type(p, t));
  return t;
}

bool smr_array_print_torch(SmrArray *array, const SmrTerm *term, uint32_t root, const char *name, SmrStr *out,
                           SmrDiag *diag) {
  Printer p = {.array = array, .term = term};
  p.free_indices = smr_xcalloc(root + 1, sizeof *p.free_indices);
  p.closed = smr_xcalloc(root + 1, sizeof *p.closed);
  SmrStr arguments = {0}, names = {0}, types = {0};
  for (uint32_t i = 0; i <= root; i++) {
    const SmrOperatorInfo *info = smr_operator_info(array->ops, term->nodes.data[i].op);
    if (info->kind == SMR_OPERATOR_INDEX)
      p.free_indices[i] = info->integer < 63 ? 1ull << info->integer : 1ull << 63;
    for (uint32_t k = 0; k < info->arity; k++)
      p.free_indices[i] |= p.free_indices[smr_term_children(term, i)[k]] >>
                           smr_operator_binds(array->ops, term->nodes.data[i].op, k);
  }
  for (uint32_t i = 0; i < smr_array_inputs(array); i++) {
    SmrArrayType declared;
    int64_t size;
    SmrOperator op = smr_array_input(array, i, &declared);
    bool used = false;
    for (uint32_t k = 0; k <= root && !used; k++)
      used = term->nodes.data[k].op == op;
    if (!used || smr_array_size(array, op, &size))
      continue;
    const Tensor *t = input(&p, smr_arena_printf(&p.arena, "%%arg%u", i), declared, &arguments);
    smr_vec_reserve(&p.inputs, p.inputs.size + 1);
    p.inputs.data[p.inputs.size].op = op;
    p.inputs.data[p.inputs.size++].value = t;
  }
  if (p.free_indices[root])
    fail(&p, "the term has a free index");
  if (!p.error)
    results(&p, eval(&p, root, NULL), &names, &types);
  bool ok = !p.error;
  if (ok) {
    smr_str_printf(out, "func.func @%s(%s) -> (%s) {\n", name, arguments.size ? smr_str_get(&arguments) : "",
                   smr_str_get(&types));
    smr_str_append(out, p.out.data, p.out.size);
    smr_str_printf(out, "  return %s : %s\n}\n", smr_str_get(&names), smr_str_get(&types));
  } else
    smr_error(diag, NULL, 0, 0, "%s has no form in the torch dialect: %s", name, p.error);
  free(p.free_indices);
  free(p.closed);
  smr_vec_free(&p.constants);
  smr_vec_free(&p.inputs);
  smr_str_free(&p.out);
  smr_str_free(&arguments);
  smr_str_free(&names);
  smr_str_free(&types);
  smr_arena_destroy(&p.arena);
  return ok;
}
