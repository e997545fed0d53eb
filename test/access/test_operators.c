//===- test_operators.c - shapes of operators, accepted and refused -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each operator on random shapes with 0 to 5 elements in each dimension, and random arguments, good and bad:
// whether it has a shape, and which, is said here once more in plain C. The evaluator makes that shape.
//===----------------------------------------------------------------------===//
#include "access_test.h"

enum { RANK = SMR_ACCESS_MAX_RANK };

typedef struct {
  uint32_t accessed, rank;
  int64_t dims[2 * RANK];
} Shape;

static int64_t product(const Shape *s, uint32_t from, uint32_t to) {
  int64_t n = 1;
  for (uint32_t i = from; i < to; i++)
    n *= s->dims[i];
  return n;
}

static Shape random_shape(void) {
  Shape s = {.rank = below(5)};
  s.accessed = below(s.rank + 1);
  for (uint32_t i = 0; i < s.rank; i++)
    s.dims[i] = below(6);
  return s;
}

// A random list of `n` numbers from `least` on.
static void random_list(int64_t *list, uint32_t n, int64_t least, uint32_t many) {
  for (uint32_t i = 0; i < n; i++)
    list[i] = least + below(many);
}

//===--- what is expected ---===//

typedef struct {
  Shape x, y;
  int64_t n[4], list[2 * RANK], strides[RANK];
  uint32_t size, first; // of the list; of its first part
} Args;

static bool expect_access(const Args *a, Shape *out) {
  *out = a->x;
  out->accessed = (uint32_t)a->n[0];
  return a->n[0] >= 0 && a->n[0] <= a->x.rank;
}

static bool expect_transpose(const Args *a, Shape *out) {
  bool seen[RANK] = {0};
  *out = a->x;
  for (uint32_t i = 0; i < a->size; i++) {
    if (a->list[i] < 0 || a->list[i] >= a->x.rank || seen[a->list[i]])
      return false;
    seen[a->list[i]] = true;
    out->dims[i] = a->x.dims[a->list[i]];
  }
  return a->size == a->x.rank;
}

static void append(Shape *out, const Shape *x, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    out->dims[out->rank++] = x->dims[i];
}

static bool same_items(const Shape *x, const Shape *y) {
  uint32_t n = x->rank - x->accessed;
  return n == y->rank - y->accessed &&
         !memcmp(x->dims + x->accessed, y->dims + y->accessed, n * sizeof *x->dims);
}

static bool expect_cart_prod(const Args *a, Shape *out) {
  *out = (Shape){0};
  append(out, &a->x, 0, a->x.accessed);
  append(out, &a->y, 0, a->y.accessed);
  out->accessed = out->rank;
  out->dims[out->rank++] = 2;
  append(out, &a->x, a->x.accessed, a->x.rank);
  return same_items(&a->x, &a->y);
}

static bool expect_pair(const Args *a, Shape *out) {
  *out = (Shape){0};
  append(out, &a->x, 0, a->x.accessed);
  out->accessed = out->rank;
  out->dims[out->rank++] = 2;
  append(out, &a->x, a->x.accessed, a->x.rank);
  return same_items(&a->x, &a->y) && a->x.accessed == a->y.accessed &&
         !memcmp(a->x.dims, a->y.dims, a->x.accessed * sizeof *a->x.dims);
}

// Table 1: ⌈(b - (w - 1)) / s⌉ (w is called k there); a window that does not fit once is refused.
static bool expect_windows(const Args *a, Shape *out) {
  *out = (Shape){0};
  append(out, &a->x, 0, a->x.accessed);
  for (uint32_t i = 0; i < a->size && i < a->x.rank - a->x.accessed; i++) {
    int64_t b = a->x.dims[a->x.accessed + i], w = a->list[i], s = a->strides[i];
    if (w < 1 || s < 1 || w > b)
      return false;
    out->dims[out->rank++] = (b - w) / s + 1;
  }
  out->accessed = out->rank;
  for (uint32_t i = 0; i < a->size; i++)
    out->dims[out->rank++] = a->list[i];
  return a->size == a->x.rank - a->x.accessed;
}

static bool expect_slice(const Args *a, Shape *out) {
  *out = a->x;
  if (a->n[0] >= a->x.rank || a->n[1] > a->n[2] || a->n[2] > a->x.dims[a->n[0]])
    return false;
  out->dims[a->n[0]] = a->n[2] - a->n[1];
  return true;
}

static bool expect_squeeze(const Args *a, Shape *out) {
  *out = (Shape){.accessed = a->x.accessed - (a->n[0] < a->x.accessed)};
  if (a->n[0] >= a->x.rank || a->x.dims[a->n[0]] != 1)
    return false;
  append(out, &a->x, 0, (uint32_t)a->n[0]);
  append(out, &a->x, (uint32_t)a->n[0] + 1, a->x.rank);
  return true;
}

// (Of no dimensions there is one element.)
static bool expect_flatten(const Args *a, Shape *out) {
  *out = (Shape){1, 2, {product(&a->x, 0, a->x.accessed), product(&a->x, a->x.accessed, a->x.rank)}};
  return true;
}

static bool expect_reshape(const Args *a, Shape *out) {
  *out = (Shape){.accessed = a->first, .rank = a->size};
  memcpy(out->dims, a->list, a->size * sizeof *a->list);
  return product(out, 0, out->accessed) == product(&a->x, 0, a->x.accessed) &&
         product(out, out->accessed, out->rank) == product(&a->x, a->x.accessed, a->x.rank);
}

static bool expect_concat(const Args *a, Shape *out) {
  *out = a->x;
  if (a->x.rank != a->y.rank || a->x.accessed != a->y.accessed || a->n[0] >= a->x.rank)
    return false;
  for (uint32_t i = 0; i < a->x.rank; i++)
    if (i != a->n[0] && a->x.dims[i] != a->y.dims[i])
      return false;
  out->dims[a->n[0]] += a->y.dims[a->n[0]];
  return true;
}

static bool expect_pad(const Args *a, Shape *out) {
  *out = a->x;
  if (a->n[0] >= a->x.rank)
    return false;
  out->dims[a->n[0]] += a->n[1] + a->n[2];
  return true;
}

static bool expect_broadcast(const Args *a, Shape *out) {
  *out = (Shape){.accessed = a->first, .rank = a->size};
  memcpy(out->dims, a->list, a->size * sizeof *a->list);
  if (a->size != a->x.rank || a->first != a->x.accessed)
    return false;
  for (uint32_t i = 0; i < a->size; i++)
    if (a->x.dims[i] != 1 && a->x.dims[i] != a->list[i])
      return false;
  return true;
}

static bool expect_insert_axis(const Args *a, Shape *out) {
  *out = (Shape){.accessed = a->x.accessed + (a->n[0] <= a->x.accessed)};
  if (a->n[0] > a->x.rank)
    return false;
  append(out, &a->x, 0, (uint32_t)a->n[0]);
  out->dims[out->rank++] = 1;
  append(out, &a->x, (uint32_t)a->n[0], a->x.rank);
  return true;
}

static bool expect_reduction(const Args *a, Shape *out) {
  *out = a->x;
  out->rank = out->accessed;
  return true;
}

static bool expect_max(const Args *a, Shape *out) {
  return expect_reduction(a, out) && product(&a->x, a->x.accessed, a->x.rank) > 0;
}

// (An item has a dimension for the operands, of at least one.)
static bool expect_dot_prod(const Args *a, Shape *out) {
  return expect_reduction(a, out) && a->x.rank > a->x.accessed && a->x.dims[a->x.accessed] > 0;
}

//===--- terms ---===//

// Arguments: n number, p permutation of the rank, w windows and strides of the item, r list of two parts.
typedef struct {
  const char *name, *operator, *arguments;
  bool two;
  bool (*expect)(const Args *, Shape *);
} Operator;

static const Operator operators[] = {
    {"access", "access", "n", false, expect_access},
    {"transpose", "transpose", "p", false, expect_transpose},
    {"cartProd", "cartProd", "", true, expect_cart_prod},
    {"windows", "windows", "w", false, expect_windows},
    {"slice", "slice", "nnn", false, expect_slice},
    {"squeeze", "squeeze", "n", false, expect_squeeze},
    {"flatten", "flatten", "", false, expect_flatten},
    {"reshape", "reshape", "r", false, expect_reshape},
    {"pair", "pair", "", true, expect_pair},
    {"concat", "concat", "n", true, expect_concat},
    {"pad", "pad", "nnn", false, expect_pad},
    {"broadcast", "broadcast", "b", false, expect_broadcast},
    {"insertAxis", "insertAxis", "n", false, expect_insert_axis},
    {"dotProd", "compute dotProd", "", false, expect_dot_prod},
    {"reduceSum", "compute reduceSum", "", false, expect_reduction},
    {"reduceMax", "compute reduceMax", "", false, expect_max},
};

static void print_list(SmrStr *out, const int64_t *list, uint32_t from, uint32_t to) {
  smr_str_putc(out, '(');
  for (uint32_t i = from; i < to; i++)
    smr_str_printf(out, "%s%d", i > from ? " " : "", (int)list[i]);
  smr_str_putc(out, ')');
}

static void declare(SmrStr *out, const char *name, const Shape *s) {
  smr_str_printf(out, "(tensor %s f64 ", name);
  print_list(out, s->dims, 0, s->rank);
  smr_str_puts(out, ")");
}

// The second operand often has parts of the first.
static Args random_args(const Operator *op) {
  Args a = {.x = random_shape()};
  a.y = below(4) ? a.x : random_shape();
  if (op->two && below(2) && a.y.rank)
    a.y.dims[below(a.y.rank)] = below(6);
  for (uint32_t i = 0; i < 4; i++)
    a.n[i] = below(6);
  if (!strcmp(op->arguments, "nnn") && a.x.rank &&
      below(4)) { // (a dimension that there is, a range in order)
    a.n[0] = below(a.x.rank);
    a.n[2] = a.n[1] + below(3);
  }
  if (op->expect == expect_squeeze && a.x.rank && below(2))
    a.x.dims[a.n[0] = below(a.x.rank)] = 1;
  for (uint32_t i = 0; op->arguments[0] == 'b' && i < a.x.rank; i++)
    if (below(2))
      a.x.dims[i] = 1;
  uint32_t items = a.x.rank - a.x.accessed;
  a.size = below(8) ? (op->arguments[0] == 'w' ? items : a.x.rank) : below(4);
  a.first = below(8) && a.x.accessed <= a.size ? a.x.accessed : below(a.size + 1);
  random_list(a.list, a.size, 0, 6);
  random_list(a.strides, a.size, 0, 8);
  for (uint32_t i = 0; op->arguments[0] == 'p' && i < a.size && below(10); i++) {
    uint32_t at = below(i + 1); // (a random permutation, built one after the other)
    a.list[i] = i;
    int64_t swap = a.list[at];
    a.list[at] = a.list[i], a.list[i] = swap;
  }
  for (uint32_t i = 0; strchr("rb", op->arguments[0]) && op->arguments[0] && i < a.size && i < a.x.rank; i++)
    if (below(8) && (a.x.dims[i] != 1 || op->arguments[0] == 'r'))
      a.list[i] = a.x.dims[i];
  if (op->arguments[0] == 'r' && a.first >= 2 && below(2)) {
    int64_t swap = a.list[0];
    a.list[0] = a.list[1], a.list[1] = swap;
  }
  for (uint32_t i = 0; op->arguments[0] == 'w' && i < a.size && i < items; i++)
    if (below(2) && a.x.dims[a.x.accessed + i])
      a.list[i] = 1 + below((uint32_t)a.x.dims[a.x.accessed + i]), a.strides[i] += !a.strides[i];
  return a;
}

static void print_term(const Operator *op, const Args *a, SmrStr *out) {
  smr_str_printf(out, "(%s (access X %u)", op->operator, a->x.accessed);
  if (op->two)
    smr_str_printf(out, " (access Y %u)", a->y.accessed);
  for (uint32_t i = 0; op->arguments[i]; i++) {
    if (op->arguments[i] == 'n') {
      smr_str_printf(out, " %d", (int)a->n[i]);
      continue;
    }
    bool parts = strchr("rb", op->arguments[i]) != NULL;
    smr_str_puts(out, parts ? " (quote (" : " (quote ");
    print_list(out, a->list, 0, parts ? a->first : a->size);
    if (parts)
      print_list(out, a->list, a->first, a->size);
    smr_str_puts(out, parts ? "))" : ")");
    if (op->arguments[i] == 'w') {
      smr_str_puts(out, " (quote ");
      print_list(out, a->strides, 0, a->size);
      smr_str_puts(out, ")");
    }
  }
  smr_str_puts(out, ")");
}

// One random term; whether it had a shape.
static bool round_of(const Operator *op) {
  Args args = random_args(op);
  Shape wanted;
  bool expected = op->expect(&args, &wanted);
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, term = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  declare(&text, "X", &args.x);
  declare(&text, "Y", &args.y);
  print_term(op, &args, &term);
  SmrAccess *a = program(smr_str_get(&text));
  bool has = smr_access_add(a, "t", smr_str_get(&term), &diag);
  if (has != expected)
    fail_msg("%s %s: %s", smr_str_get(&text), smr_str_get(&term), has ? "accepted" : "refused");
  if (has) {
    const SmrAccessTerm *t = smr_access_term_named(a, "t");
    SmrAccessShape shape;
    assert_true(smr_access_shape_of(a, &t->term, t->root, &shape));
    SmrAccessValue v = evaluate(a, "t");
    bool same = shape.rank == wanted.rank && shape.accessed == wanted.accessed && v.rank == wanted.rank &&
                v.accessed == wanted.accessed;
    for (uint32_t i = 0; same && i < wanted.rank; i++) {
      int64_t dim;
      same = smr_access_size(a, shape.dims[i], &dim) && dim == wanted.dims[i] && v.dims[i] == wanted.dims[i];
    }
    if (!same)
      fail_msg("%s %s: another shape", smr_str_get(&text), smr_str_get(&term));
    smr_access_value_free(&v);
  }
  smr_access_destroy(a);
  return has;
}

// G-T1, G-T2: both are seen often.
TEST(G_T1_G_T2_shapes) {
  for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
    uint32_t accepted = 0, refused = 0;
    for (uint64_t i = 0; i < test_rounds(200); i++) {
      seed = ((i + test_seed()) * 37 + k) * 0x9E3779B97F4A7C15u + 1;
      *(round_of(&operators[k]) ? &accepted : &refused) += 1;
    }
    if (!test_whole())
      continue;
    if (accepted < 5)
      fail_msg("%s: only %u were accepted", operators[k].name, accepted);
    bool always = operators[k].expect == expect_flatten || operators[k].expect == expect_reduction;
    if (refused < 5 && !always)
      fail_msg("%s: only %u were refused", operators[k].name, refused);
  }
}

// What a term computes, element by element.
static void computes(const char *text, const char *wanted) {
  SmrAccess *a = program(text);
  SmrAccessValue v = evaluate(a, "t");
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  for (int64_t i = 0; i < v.size; i++)
    smr_str_printf(&out, "%s%d", i ? " " : "", (int)v.data[i]);
  assert_string_equal(smr_str_get(&out), wanted);
  smr_access_value_free(&v);
  smr_access_destroy(a);
}

// T has element i at i: (i * 7 + c) % 11 - 3 is a permutation of -3 … 7.
TEST(G_T1_elements) {
  SmrAccess *a = program("(tensor T f64 (2 3)) (term t T)");
  SmrAccessValue v = evaluate(a, "t");
  int e[6];
  for (int i = 0; i < 6; i++)
    e[i] = (int)v.data[i];
  smr_access_value_free(&v);
  smr_access_destroy(a);
  char wanted[200];
#define CASE(term, format, ...)                                                                              \
  snprintf(wanted, sizeof wanted, format, __VA_ARGS__);                                                      \
  computes("(tensor T f64 (2 3)) (term t " term ")", wanted)
  CASE("(transpose T (quote (1 0)))", "%d %d %d %d %d %d", e[0], e[3], e[1], e[4], e[2], e[5]);
  CASE("(slice T 1 1 3)", "%d %d %d %d", e[1], e[2], e[4], e[5]);
  CASE("(pad T 0 1 0)", "0 0 0 %d %d %d %d %d %d", e[0], e[1], e[2], e[3], e[4], e[5]);
  CASE("(concat T T 1)", "%d %d %d %d %d %d %d %d %d %d %d %d", e[0], e[1], e[2], e[0], e[1], e[2], e[3],
       e[4], e[5], e[3], e[4], e[5]);
  CASE("(cartProd (access (slice T 0 0 1) 1) (access T 1))", "%d %d %d %d %d %d %d %d %d %d %d %d", e[0],
       e[1], e[2], e[0], e[1], e[2], e[0], e[1], e[2], e[3], e[4], e[5]);
  CASE("(pair (access T 2) (access T 2))", "%d %d %d %d %d %d %d %d %d %d %d %d", e[0], e[0], e[1], e[1],
       e[2], e[2], e[3], e[3], e[4], e[4], e[5], e[5]);
  CASE("(broadcast (insertAxis (access (slice T 0 1 2) 0) 1) (quote (() (1 2 3))))", "%d %d %d %d %d %d",
       e[3], e[4], e[5], e[3], e[4], e[5]);
  // Strides larger than the window, and a window as large as the item.
  CASE("(windows (access T 1) (quote (1)) (quote (2)))", "%d %d %d %d", e[0], e[2], e[3], e[5]);
  CASE("(windows (access T 1) (quote (3)) (quote (7)))", "%d %d %d %d %d %d", e[0], e[1], e[2], e[3], e[4],
       e[5]);
  CASE("(windows (access T 1) (quote (2)) (quote (1)))", "%d %d %d %d %d %d %d %d", e[0], e[1], e[1], e[2],
       e[3], e[4], e[4], e[5]);
  // dotProd of one, two and three operands; of items without dimensions it is their product.
  CASE("(compute dotProd (access (slice T 0 0 1) 0))", "%d", e[0] + e[1] + e[2]);
  CASE("(compute dotProd (access T 0))", "%d", e[0] * e[3] + e[1] * e[4] + e[2] * e[5]);
  CASE("(compute dotProd (access (transpose T (quote (1 0))) 0))", "%d",
       e[0] * e[1] * e[2] + e[3] * e[4] * e[5]);
  CASE("(compute dotProd (access (slice T 0 0 1) 1))", "%d", e[0] * e[1] * e[2]);
  CASE("(compute reduceMax (access (slice T 1 0 1) 2))", "%d %d", e[0], e[3]);
  CASE("(compute reduceSum (slice (access T 1) 1 2 2))", "%d %d", 0, 0);
#undef CASE
}
