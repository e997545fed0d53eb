//===- test_layout.c - strides of views -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A tensor whose elements are their places: in a view of it, what strides say is the distance from the first.
//===----------------------------------------------------------------------===//
#include "access/layout.h"
#include "access_test.h"

static void places(void *user, const SmrAccessTensor *tensor, SmrAccessValue *value) {
  (void)user, (void)tensor;
  for (int64_t i = 0; i < value->size; i++)
    value->data[i] = (double)i;
}

// The layout of a term.
static SmrAccessLayout layout_of(SmrAccess *a, const SmrTerm *t, uint32_t root) {
  SmrAccessLayout *layouts = calloc(root + 1, sizeof *layouts), result;
  SmrDatum *data = calloc(root + 1, sizeof *data);
  uint32_t bad;
  assert_true(smr_access_data(a, t, root, data, &bad));
  for (uint32_t i = 0; i <= root; i++) {
    SmrOperator op = t->nodes.data[i].op;
    const uint32_t *c = smr_term_children(t, i);
    uint32_t arity = smr_operator_info(smr_access_ops(a), op)->arity;
    SmrAccessShape shape, child = {0};
    if (!smr_access_shape(a, data[i], &shape) || smr_access_classify(a, op) == SMR_ACCESS_LIST)
      continue;
    if (arity)
      smr_access_shape(a, data[c[0]], &child);
    layouts[i] =
        smr_access_layout(a, smr_access_classify(a, op), &shape, &child, arity ? &layouts[c[0]] : NULL,
                          arity > 1 ? data[c[1]] : SMR_NO_DATUM, arity > 2 ? data[c[2]] : SMR_NO_DATUM);
  }
  result = layouts[root];
  free(layouts);
  free(data);
  return result;
}

static bool is_right(SmrAccess *a, const SmrAccessTerm *t, const SmrAccessLayout *layout) {
  SmrAccessValue v;
  assert_true(smr_access_eval(a, &t->term, t->root, places, NULL, &v));
  bool right = layout->rank == v.rank;
  for (int64_t k = 0; right && k < v.size; k++) {
    int64_t rest = k, place = 0, stride;
    for (uint32_t d = v.rank; d-- > 0;) {
      right &= smr_access_size(a, layout->strides[d], &stride);
      place += rest % v.dims[d] * stride;
      rest /= v.dims[d];
    }
    right &= v.data[k] == v.data[0] + (double)place;
  }
  smr_access_value_free(&v);
  return right;
}

// A random view of what `text` has, which has these dimensions; most are refused, and then not taken.
static void grow(SmrStr *text) {
  SmrStr out = {0};
  static const char *const orders[] = {"(1 0)", "(1 2 0)", "(0 2 1)", "(3 1 0 2)", "(0 1)", "(2 1 0 3)"};
  static const char *const shapes[] = {"((4) (6))",   "((2 2) (6))",   "((24) ())",
                                       "(() (24))",   "((4 1) (2 3))", "((2) (2 6))",
                                       "((1 4) (6))", "((2) (2 1 6))", "((12) (2))"};
  const char *x = smr_str_get(text);
  switch (below(8)) {
  case 0:
    smr_str_printf(&out, "(access %s %u)", x, below(4));
    break;
  case 1:
    smr_str_printf(&out, "(transpose %s (quote %s))", x, orders[below(6)]);
    break;
  case 2:
    smr_str_printf(&out, "(slice %s %u %u %u)", x, below(3), below(2), 1 + below(4));
    break;
  case 3:
    smr_str_printf(&out, below(2) ? "(squeeze %s %u)" : "(insertAxis %s %u)", x, below(4));
    break;
  case 4:
    smr_str_printf(&out, "(flatten %s)", x);
    break;
  case 5:
    smr_str_printf(&out,
                   below(2) ? "(windows %s (quote (%u)) (quote (%u)))"
                            : "(windows %s (quote (%u 1)) (quote (%u 2)))",
                   x, 1 + below(3), 1 + below(3));
    break;
  case 6:
    smr_str_printf(&out, "(broadcast (insertAxis %s 1) (quote ((4 3) (6))))", x);
    break;
  default:
    smr_str_printf(&out, "(reshape %s (quote %s))", x, shapes[below(9)]);
  }
  smr_str_free(text);
  *text = out;
}

TEST(test_random_views) {
  uint32_t known = 0, unknown = 0;
  static const char *const tensors[] = {"(tensor X f64 (4 6))", "(tensor X f64 (2 2 6))",
                                        "(tensor X f64 (24))", "(tensor X f64 (4 1 6))"};
  for (uint32_t round = 0; round < test_rounds(400); round++) {
    seed = (round + test_seed()) * 0x9E3779B97F4A7C15u + 1;
    SmrAccess *a = program(tensors[below(4)]);
    SmrStr text = {0};
    smr_str_puts(&text, "X");
    char name[8] = "X";
    for (uint32_t depth = 0, tries = 0; depth < 5 && tries < 60; tries++) {
      SmrStr more = {0};
      SmrDiag diag = {0};
      smr_str_puts(&more, smr_str_get(&text));
      grow(&more);
      snprintf(name, sizeof name, "t%u", depth);
      bool ok = smr_access_add(a, name, smr_str_get(&more), &diag);
      smr_diag_free(&diag);
      if (!ok) {
        smr_str_free(&more);
        continue;
      }
      depth++;
      smr_str_free(&text);
      text = more;
      const SmrAccessTerm *t = smr_access_term_named(a, name);
      SmrAccessLayout layout = layout_of(a, &t->term, t->root);
      if (layout.state == SMR_ACCESS_VIEW && !is_right(a, t, &layout))
        fail_msg("%s", smr_str_get(&text));
      *(layout.state == SMR_ACCESS_VIEW ? &known : &unknown) += 1;
    }
    smr_str_free(&text);
    smr_access_destroy(a);
  }
  assert_by_chance(known > 800 && unknown > 40);
}

static void is_matrix(const char *term, bool wanted) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(
      &text,
      "(size n :divisible 4) (tensor X f64 (4 6 2)) (tensor Y f64 (24)) (tensor Z f64 (3 n)) (term t %s)",
      term);
  SmrAccess *a = program(smr_str_get(&text));
  const SmrAccessTerm *t = smr_access_term_named(a, "t");
  SmrAccessLayout layout = layout_of(a, &t->term, t->root);
  SmrAccessShape shape;
  assert_true(smr_access_shape_of(a, &t->term, t->root, &shape));
  if (smr_access_is_matrix(a, &shape, &layout) != wanted)
    fail_msg("%s", term);
  smr_access_destroy(a);
}

// One stride is 1, the other at least as large as there are elements in between.
TEST(test_what_libraries_read) {
  is_matrix("(flatten (access X 1))", true);
  is_matrix("(flatten (access X 2))", true);
  is_matrix("(squeeze (slice (access X 1) 1 2 3) 1)", true); // every sixth row
  is_matrix("(squeeze (slice (access X 1) 2 1 2) 2)", false);
  is_matrix("(transpose (flatten (access X 1)) (quote (1 0)))", true);
  is_matrix("(windows (access Y 0) (quote (4)) (quote (4)))", true);
  is_matrix("(windows (access Y 0) (quote (4)) (quote (3)))", false); // rows overlap
  is_matrix("(transpose (windows (access Y 0) (quote (4)) (quote (3))) (quote (1 0)))", false);
  is_matrix("(windows (access Y 0) (quote (1)) (quote (3)))", true);
  is_matrix("(broadcast (insertAxis (access Y 0) 0) (quote ((5) (24))))", false); // one row again and again
  is_matrix("(access Y 0)", false);
  is_matrix("(access Z 1)", true);
  is_matrix("(transpose (access Z 1) (quote (1 0)))", true);
  is_matrix("(pad (access Z 1) 0 1 1)", false);
  is_matrix("(store (pad (access Z 1) 0 1 1))", true);
}
