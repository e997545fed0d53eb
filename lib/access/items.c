//===- items.c - convolutions, pooling and products in programs -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//   (conv NAME IMAGES WEIGHTS option…)          (pool NAME max|sum IMAGES (SIZE…) option…)
//   (product NAME LEFT RIGHT option…)
//     :strides (n…) :dilations (n…) :padding ((before after)…) :groups n :channels-last
//     :left-transposed :right-transposed        of products
#include "access/internal.h"
#include "access/kernels.h"
#include <errno.h>
#include <string.h>

typedef struct {
  SmrAccess *access;
  const SmrSexp *s;
  uint32_t item;
  SmrDiag *diag;
  SmrAccessWindows windows;
  int64_t groups;
  bool left, right, product; // transposed
} Reader;

#define bad(r, node, ...) smr_sexp_error((r)->diag, (r)->s, node, __VA_ARGS__)

bool smr_access_is_kernel(const SmrSexp *s, uint32_t item) {
  return smr_sexp_is_call(s, item, "conv") || smr_sexp_is_call(s, item, "pool") ||
         smr_sexp_is_call(s, item, "product");
}

static bool read_number(Reader *r, uint32_t node, int64_t *out) {
  char *end;
  errno = 0;
  const char *text = smr_sexp_text(r->s, node);
  *out = strtoll(text, &end, 10);
  return (smr_sexp_is_atom(r->s, node) && !*end && *text && !errno && *out >= 0 && *out < 1000000000) ||
         bad(r, node, "expected a number");
}

// One number for each spatial dimension.
static bool read_numbers(Reader *r, uint32_t list, int64_t *out) {
  uint32_t n = 0;
  if (!smr_sexp_is_list(r->s, list) || r->s->nodes.data[list].count != r->windows.spatial)
    return bad(r, list, "expected a list of %u", r->windows.spatial);
  for (uint32_t i = list + 1; i < r->s->nodes.data[list].end; i++)
    if (!read_number(r, i, &out[n++]))
      return false;
  return true;
}

// ((before after)…)
static bool read_padding(Reader *r, uint32_t list) {
  const SmrSexp *s = r->s;
  if (!smr_sexp_is_list(s, list) || s->nodes.data[list].count != r->windows.spatial)
    return bad(r, list, "expected a list of %u", r->windows.spatial);
  uint32_t n = 0;
  for (uint32_t i = list + 1; i < s->nodes.data[list].end; i = s->nodes.data[i].end, n++) {
    if (!smr_sexp_is_list(s, i) || s->nodes.data[i].count != 2)
      return bad(r, i, "expected (BEFORE AFTER)");
    if (!read_number(r, i + 1, &r->windows.before[n]) || !read_number(r, i + 2, &r->windows.after[n]))
      return false;
  }
  return true;
}

static bool read_option(Reader *r, uint32_t *at) {
  const SmrSexp *s = r->s;
  uint32_t name = *at, value = name + 1;
  const char *text = smr_sexp_text(s, name);
  bool *flag = !strcmp(text, ":channels-last")      ? &r->windows.channels_last
               : !strcmp(text, ":left-transposed")  ? &r->left
               : !strcmp(text, ":right-transposed") ? &r->right
                                                    : NULL;
  if (flag && r->product == (flag != &r->windows.channels_last)) {
    *flag = true;
    *at = value;
    return true;
  }
  bool known = !r->product && !flag && smr_sexp_is_atom(s, name) && value < s->nodes.data[r->item].end;
  if (known)
    *at = s->nodes.data[value].end;
  if (known && !strcmp(text, ":strides"))
    return read_numbers(r, value, r->windows.strides);
  if (known && !strcmp(text, ":dilations"))
    return read_numbers(r, value, r->windows.dilations);
  if (known && !strcmp(text, ":padding"))
    return read_padding(r, value);
  if (known && !strcmp(text, ":groups") && smr_sexp_is_call(s, r->item, "conv"))
    return read_number(r, value, &r->groups);
  return bad(r, name, "this is no option of (%s …)", smr_sexp_text(s, r->item + 1));
}

static const SmrAccessTensor *tensor_named(Reader *r, uint32_t name) {
  for (uint32_t i = 0; i < smr_access_tensors(r->access); i++)
    if (!strcmp(smr_access_tensor(r->access, i)->name, smr_sexp_text(r->s, name)))
      return smr_access_tensor(r->access, i);
  bad(r, name, "there is no tensor '%s'", smr_sexp_text(r->s, name));
  return NULL;
}

// Whether they are declared; of images, how many spatial dimensions they have: all but two.
static bool are_tensors(Reader *r, uint32_t left, uint32_t right) {
  const SmrAccessTensor *t = tensor_named(r, left);
  if (!t || (right && !tensor_named(r, right)))
    return false;
  r->windows.spatial = t->rank > 2 ? t->rank - 2 : 0;
  return r->product || (t->rank > 2 && t->rank <= SMR_ACCESS_MAX_SPATIAL + 2) ||
         bad(r, left, "images have from 3 to %d dimensions, '%s' has %u", SMR_ACCESS_MAX_SPATIAL + 2, t->name,
             t->rank);
}

static bool read_pool(Reader *r, const uint32_t *part, const char *name, SmrDiag *inner) {
  int64_t size[SMR_ACCESS_MAX_SPATIAL];
  const char *how = smr_sexp_text(r->s, part[2]);
  if (strcmp(how, "max") && strcmp(how, "sum"))
    return bad(r, part[2], "expected max or sum");
  return read_numbers(r, part[4], size) &&
         smr_access_add_pool(r->access, name, smr_sexp_text(r->s, part[3]), size, &r->windows,
                             *how == 'm' ? SMR_ACCESS_REDUCE_MAX : SMR_ACCESS_REDUCE_SUM, inner);
}

static bool read_kernel(Reader *r, SmrDiag *inner) {
  const SmrSexp *s = r->s;
  bool pool = smr_sexp_is_call(s, r->item, "pool");
  uint32_t count = pool ? 5 : 4, part[5] = {0};
  if (s->nodes.data[r->item].count < count)
    return bad(r, r->item,
               pool ? "expected (pool NAME max|sum IMAGES (SIZE…) option…)"
                    : "expected (%s NAME TENSOR TENSOR option…)",
               smr_sexp_text(s, r->item + 1));
  for (uint32_t i = 0; i < count; i++) {
    part[i] = smr_sexp_element(s, r->item, i);
    if (i < 4 && !smr_sexp_is_atom(s, part[i]))
      return bad(r, part[i], "expected a name");
  }
  r->product = smr_sexp_is_call(s, r->item, "product");
  const char *name = smr_sexp_text(s, part[1]), *x = smr_sexp_text(s, part[2]),
             *y = smr_sexp_text(s, part[3]);
  if (smr_access_term_named(r->access, name))
    return bad(r, part[1], "there is a term '%s' already", name);
  if (!(pool ? are_tensors(r, part[3], 0) : are_tensors(r, part[2], part[3])))
    return false;
  for (uint32_t at = s->nodes.data[part[count - 1]].end; at < s->nodes.data[r->item].end;)
    if (!read_option(r, &at))
      return false;
  if (pool)
    return read_pool(r, part, name, inner);
  return r->product ? smr_access_add_product(r->access, name, x, r->left, y, r->right, inner)
                    : smr_access_add_conv(r->access, name, x, y, &r->windows, r->groups, inner);
}

bool smr_access_read_kernel(SmrAccess *access, const SmrSexp *s, SmrDiag *diag) {
  SMR_OWNED(SmrDiag, smr_diag_free) inner = {0};
  Reader r = {.access = access, .s = s, .diag = diag};
  bool ok = read_kernel(&r, &inner);
  // (What is wrong with the term that was written has the item's place.)
  if (inner.errors)
    bad(&r, 0, "%s", inner.messages.data[0].text);
  return ok;
}
