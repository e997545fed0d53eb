//===- kernels.c - convolutions, products and pooling as access patterns -===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access/kernels.h"
#include "access/internal.h"
#include <inttypes.h>
#include <string.h>

// A term is written from the inside out: what stands around a text is put in front of it and behind.
typedef struct {
  SmrAccess *access;
  const char *name;
  SmrDiag *diag;
  const SmrAccessWindows *windows;
  uint32_t n; // spatial dimensions
} Writer;

static void wrap(SmrStr *text, const char *operator, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void wrap(SmrStr *text, const char *operator, const char *format, ...) {
  SmrStr out = {0};
  va_list args;
  va_start(args, format);
  smr_str_printf(&out, "(%s %s ", operator, smr_str_get(text));
  smr_str_vprintf(&out, format, args);
  smr_str_putc(&out, ')');
  va_end(args);
  smr_str_free(text);
  *text = out;
}

static const SmrAccessTensor *tensor_of(const Writer *w, const char *name, uint32_t rank) {
  for (uint32_t i = 0; i < smr_access_tensors(w->access); i++) {
    const SmrAccessTensor *t = smr_access_tensor(w->access, i);
    if (strcmp(t->name, name))
      continue;
    if (t->rank == rank)
      return t;
    smr_error(w->diag, NULL, 0, 0, "%s: '%s' has %u dimensions, not %u", w->name, name, t->rank, rank);
    return NULL;
  }
  smr_error(w->diag, NULL, 0, 0, "%s: there is no tensor '%s'", w->name, name);
  return NULL;
}

static void print_size(const Writer *w, SmrStr *out, SmrDatum size) {
  smr_str_putc(out, ' ');
  smr_datum_print(smr_access_values(w->access), size, out);
}

static int64_t one_if_none(int64_t n) {
  return n ? n : 1;
}

// The first spatial dimension of images, and their channels.
static uint32_t first_spatial(const Writer *w) {
  return w->windows->channels_last ? 1 : 2;
}
static uint32_t channels(const Writer *w) {
  return w->windows->channels_last ? w->n + 1 : 1;
}

static bool check_windows(const Writer *w) {
  const SmrAccessWindows *v = w->windows;
  bool ok = v->spatial >= 1 && v->spatial <= SMR_ACCESS_MAX_SPATIAL;
  for (uint32_t i = 0; ok && i < v->spatial; i++)
    ok = v->strides[i] >= 0 && v->dilations[i] >= 0 && v->before[i] >= 0 && v->after[i] >= 0;
  return ok || smr_error(w->diag, NULL, 0, 0, "%s: windows cannot move so", w->name);
}

static void write_padded(const Writer *w, const char *images, SmrStr *out) {
  smr_str_puts(out, images);
  for (uint32_t i = 0; i < w->n; i++)
    if (w->windows->before[i] || w->windows->after[i])
      wrap(out, "pad", "%u %" PRId64 " %" PRId64, first_spatial(w) + i, w->windows->before[i],
           w->windows->after[i]);
}

// A list with one entry for each dimension of an image without N: `channel` where the channels are.
static void write_image_list(const Writer *w, SmrStr *out, SmrDatum channel, const SmrDatum *spatial) {
  smr_str_puts(out, "(quote (");
  if (!w->windows->channels_last)
    print_size(w, out, channel);
  for (uint32_t i = 0; i < w->n; i++)
    print_size(w, out, spatial[i]);
  if (w->windows->channels_last)
    print_size(w, out, channel);
  smr_str_puts(out, "))");
}

// Windows of an access pattern whose items are images of `channel` channels: accessed are, behind what was,
// the positions (with a 1 for the channels), an item is a window. Of dilated windows, the elements are
// windows of size 1 of the windows.
static bool write_windows(const Writer *w, uint32_t accessed, SmrDatum channel, const SmrDatum *size,
                          SmrStr *text) {
  SmrDatums *v = smr_access_values(w->access);
  SmrDatum one = smr_datum_integer(v, 1), span[SMR_ACCESS_MAX_SPATIAL], strides[SMR_ACCESS_MAX_SPATIAL],
           dilations[SMR_ACCESS_MAX_SPATIAL], ones[SMR_ACCESS_MAX_SPATIAL];
  bool dilated = false;
  for (uint32_t i = 0; i < w->n; i++) {
    int64_t d = one_if_none(w->windows->dilations[i]);
    dilated |= d != 1;
    ones[i] = one;
    dilations[i] = smr_datum_integer(v, d);
    strides[i] = smr_datum_integer(v, one_if_none(w->windows->strides[i]));
    span[i] = smr_datum_add(v, smr_datum_multiply(v, smr_datum_subtract(v, size[i], one), dilations[i]), one);
    if (!span[i])
      return smr_error(w->diag, NULL, 0, 0, "%s: windows are too large", w->name);
  }
  SmrStr list = {0};
  write_image_list(w, &list, channel, span);
  smr_str_putc(&list, ' ');
  write_image_list(w, &list, one, strides);
  wrap(text, "windows", "%s", smr_str_get(&list));
  if (dilated) {
    smr_str_clear(&list);
    write_image_list(w, &list, one, ones);
    smr_str_putc(&list, ' ');
    write_image_list(w, &list, one, dilations);
    wrap(text, "windows", "%s", smr_str_get(&list));
    wrap(text, "access", "%u", accessed + w->n + 1);
    for (uint32_t i = 0; i <= w->n; i++)
      wrap(text, "squeeze", "%u", accessed + 2 * w->n + 2);
  }
  smr_str_free(&list);
  return true;
}

static bool add(const Writer *w, SmrStr *text, bool ok) {
  ok = ok && smr_access_add(w->access, w->name, smr_str_get(text), w->diag);
  smr_str_free(text);
  return ok;
}

//===--- convolutions ---===//

typedef struct {
  const SmrAccessTensor *images, *weights;
  SmrDatum channel, filters; // of one group
  SmrDatum size[SMR_ACCESS_MAX_SPATIAL];
} Conv;

static bool conv_of(const Writer *w, const char *images, const char *weights, int64_t groups, Conv *c) {
  SmrDatums *v = smr_access_values(w->access);
  bool last = w->windows->channels_last;
  c->images = tensor_of(w, images, w->n + 2);
  c->weights = c->images ? tensor_of(w, weights, w->n + 2) : NULL;
  if (!c->weights)
    return false;
  c->channel = c->weights->dims[last ? w->n : 1];
  c->filters = smr_datum_divide(v, c->weights->dims[last ? w->n + 1 : 0], smr_datum_integer(v, groups));
  SmrDatum all = smr_datum_multiply(v, c->channel, smr_datum_integer(v, groups));
  for (uint32_t i = 0; i < w->n; i++)
    c->size[i] = c->weights->dims[last ? i : i + 2];
  return (c->filters && smr_datum_equal(v, all, c->images->dims[channels(w)]) == SMR_YES) ||
         smr_error(w->diag, NULL, 0, 0, "%s: the channels of '%s' and '%s' do not fit together", w->name,
                   images, weights);
}

static void write_order(SmrStr *text, const uint32_t *order, uint32_t count) {
  SMR_OWNED(SmrStr, smr_str_free) list = {0};
  for (uint32_t i = 0; i < count; i++)
    smr_str_printf(&list, "%s%u", i ? " " : "", order[i]);
  wrap(text, "transpose", "(quote (%s))", smr_str_get(&list));
}

// Figure 2(a): accessed are N, the positions with a 1, and F.
static bool write_conv(const Writer *w, const Conv *c, SmrStr *out) {
  uint32_t order[SMR_ACCESS_MAX_SPATIAL + 2];
  SMR_OWNED(SmrStr, smr_str_free) x = {0}, y = {0};
  bool last = w->windows->channels_last;
  write_padded(w, c->images->name, &x);
  wrap(&x, "access", "1");
  bool ok = write_windows(w, 1, c->channel, c->size, &x);
  smr_str_puts(&y, c->weights->name);
  for (uint32_t i = 0; i <= w->n + 1; i++)
    order[i] = i ? i - 1 : w->n + 1;
  if (last)
    write_order(&y, order, w->n + 2);
  wrap(&y, "access", "1");
  smr_str_printf(out, "(compute dotProd (cartProd %s %s))", smr_str_get(&x), smr_str_get(&y));
  wrap(out, "squeeze", "%u", last ? w->n + 1 : 1);
  for (uint32_t i = 1; i <= w->n + 1; i++)
    order[i] = i == 1 ? w->n + 1 : i - 1;
  order[0] = 0;
  if (!last)
    write_order(out, order, w->n + 2);
  return ok;
}

// How many positions a window has; SMR_NO_DATUM: it does not fit.
static SmrDatum positions(const Writer *w, const Conv *c, uint32_t i) {
  const SmrAccessWindows *m = w->windows;
  SmrDatums *v = smr_access_values(w->access);
  SmrDatum extent = smr_datum_add(v, c->images->dims[first_spatial(w) + i],
                                  smr_datum_integer(v, m->before[i] + m->after[i]));
  SmrDatum less = smr_datum_multiply(v, smr_datum_subtract(v, c->size[i], smr_datum_integer(v, 1)),
                                     smr_datum_integer(v, one_if_none(m->dilations[i])));
  return smr_datum_divide_ceiling(v, smr_datum_subtract(v, extent, less),
                                  smr_datum_integer(v, one_if_none(m->strides[i])));
}

// Dimensions of a tensor with dimension d split into groups, which become the first, and access to two:
// ((groups, the dimension `second` of the split tensor) (the others)).
static void write_groups(const Writer *w, const SmrAccessTensor *t, const SmrDatum *dims, uint32_t d,
                         int64_t groups, SmrDatum each, uint32_t second, SmrStr *text) {
  SmrDatums *v = smr_access_values(w->access);
  uint32_t order[SMR_ACCESS_MAX_SPATIAL + 3] = {d, second}, count = 2;
  SmrStr list = {0};
  for (uint32_t i = 0; i < t->rank; i++) {
    print_size(w, &list, i == d ? smr_datum_integer(v, groups) : dims[i]);
    if (i == d)
      print_size(w, &list, each);
  }
  for (uint32_t i = 0; i <= t->rank; i++)
    if (i != d && i != second)
      order[count++] = i;
  wrap(text, "access", "0");
  wrap(text, "reshape", "(quote (() (%s)))", smr_str_get(&list));
  write_order(text, order, count);
  wrap(text, "access", "2");
  smr_str_free(&list);
}

static bool padded_dims(const Writer *w, const SmrAccessTensor *t, SmrDatum *dims) {
  SmrDatums *v = smr_access_values(w->access);
  bool ok = true;
  memcpy(dims, t->dims, sizeof t->dims);
  for (uint32_t i = 0; i < w->n; i++) {
    SmrDatum *d = &dims[first_spatial(w) + i];
    *d = smr_datum_add(v, *d, smr_datum_integer(v, w->windows->before[i] + w->windows->after[i]));
    ok &= *d != SMR_NO_DATUM;
  }
  return ok;
}

// Accessed are the groups, N, the positions with a 1, and the filters of a group: images are repeated for
// each filter, weights for each position.
static bool write_grouped(const Writer *w, const Conv *c, int64_t groups, SmrStr *out) {
  SmrDatums *v = smr_access_values(w->access);
  bool last = w->windows->channels_last;
  SmrDatum dims[SMR_ACCESS_MAX_RANK], one = smr_datum_integer(v, 1), at[SMR_ACCESS_MAX_SPATIAL];
  bool ok = padded_dims(w, c->images, dims);
  for (uint32_t i = 0; i < w->n; i++)
    ok &= (at[i] = positions(w, c, i)) != SMR_NO_DATUM;
  if (!ok)
    return smr_error(w->diag, NULL, 0, 0, "%s: the number of positions is not known to be whole", w->name);
  SMR_OWNED(SmrStr, smr_str_free) x = {0}, y = {0}, shape = {0};
  write_padded(w, c->images->name, &x);
  write_groups(w, c->images, dims, channels(w), groups, c->channel, 0, &x);
  ok = write_windows(w, 2, c->channel, c->size, &x);
  wrap(&x, "insertAxis", "%u", w->n + 3);
  uint32_t split = last ? w->n + 1 : 0;
  smr_str_puts(&y, c->weights->name);
  write_groups(w, c->weights, c->weights->dims, split, groups, c->filters, split + 1, &y);
  for (uint32_t i = 0; i < w->n + 2; i++)
    wrap(&y, "insertAxis", "1");
  smr_str_printf(&shape, "((%" PRId64, groups);
  print_size(w, &shape, c->images->dims[0]);
  for (uint32_t i = 0; i <= w->n; i++)
    print_size(w, &shape, i == (last ? w->n : 0) ? one : at[last ? i : i - 1]);
  print_size(w, &shape, c->filters);
  smr_str_puts(&shape, ") (");
  for (uint32_t i = 0; i <= w->n; i++)
    print_size(w, &shape, i == (last ? w->n : 0) ? c->channel : c->size[last ? i : i - 1]);
  smr_str_puts(&shape, "))");
  wrap(&x, "broadcast", "(quote %s)", smr_str_get(&shape));
  wrap(&y, "broadcast", "(quote %s)", smr_str_get(&shape));
  smr_str_printf(out, "(compute dotProd (pair %s %s))", smr_str_get(&x), smr_str_get(&y));

  // ((groups, N, positions, filters) ()) to images.
  uint32_t order[SMR_ACCESS_MAX_SPATIAL + 3] = {1}, count = 1;
  wrap(out, "squeeze", "%u", last ? w->n + 2 : 2);
  if (!last)
    order[count++] = 0, order[count++] = w->n + 2;
  for (uint32_t i = 0; i < w->n; i++)
    order[count++] = 2 + i;
  if (last)
    order[count++] = 0, order[count++] = w->n + 2;
  write_order(out, order, count);
  smr_str_clear(&shape);
  print_size(w, &shape, c->images->dims[0]);
  if (!last)
    print_size(w, &shape, c->weights->dims[0]);
  for (uint32_t i = 0; i < w->n; i++)
    print_size(w, &shape, at[i]);
  if (last)
    print_size(w, &shape, c->weights->dims[w->n + 1]);
  wrap(out, "reshape", "(quote ((%s) ()))", smr_str_get(&shape));
  return ok;
}

bool smr_access_add_conv(SmrAccess *access, const char *name, const char *images, const char *weights,
                         const SmrAccessWindows *windows, int64_t groups, SmrDiag *diag) {
  Writer w = {access, name, diag, windows, windows->spatial};
  Conv c;
  SmrStr text = {0};
  groups = one_if_none(groups);
  if (!check_windows(&w) || !conv_of(&w, images, weights, groups, &c))
    return false;
  return add(&w, &text, groups == 1 ? write_conv(&w, &c, &text) : write_grouped(&w, &c, groups, &text));
}

//===--- pooling ---===//

// Figure 2(c).
bool smr_access_add_pool(SmrAccess *access, const char *name, const char *images, const int64_t *size,
                         const SmrAccessWindows *windows, SmrAccessOp reduce, SmrDiag *diag) {
  Writer w = {access, name, diag, windows, windows->spatial};
  SmrDatums *v = smr_access_values(access);
  SmrDatum sizes[SMR_ACCESS_MAX_SPATIAL], one = smr_datum_integer(v, 1);
  SmrStr text = {0};
  if (!check_windows(&w) || !tensor_of(&w, images, w.n + 2))
    return false;
  bool padded = false;
  for (uint32_t i = 0; i < w.n; i++) {
    padded |= windows->before[i] || windows->after[i];
    sizes[i] = smr_datum_integer(v, size[i]);
  }
  if (reduce != SMR_ACCESS_REDUCE_SUM && (reduce != SMR_ACCESS_REDUCE_MAX || padded))
    return smr_error(diag, NULL, 0, 0, "%s: only sums and, without padding, maxima are taken", name);
  write_padded(&w, images, &text);
  wrap(&text, "access", "1");
  // (An item is an image; windows of one channel each.)
  bool ok = write_windows(&w, 1, one, sizes, &text);
  SmrStr computed = {0};
  smr_str_printf(&computed, "(compute %s %s)", reduce == SMR_ACCESS_REDUCE_SUM ? "reduceSum" : "reduceMax",
                 smr_str_get(&text));
  smr_str_free(&text);
  return add(&w, &computed, ok);
}

//===--- products ---===//

bool smr_access_add_product(SmrAccess *access, const char *name, const char *left, bool left_transposed,
                            const char *right, bool right_transposed, SmrDiag *diag) {
  Writer w = {.access = access, .name = name, .diag = diag};
  uint32_t rank = 2;
  for (uint32_t i = 0; i < smr_access_tensors(access); i++)
    if (!strcmp(smr_access_tensor(access, i)->name, left) && smr_access_tensor(access, i)->rank == 3)
      rank = 3;
  const SmrAccessTensor *x = tensor_of(&w, left, rank), *y = x ? tensor_of(&w, right, rank) : NULL;
  if (!y)
    return false;
  const char *order = rank == 3 ? "(quote (0 2 1))" : "(quote (1 0))";
  SmrStr a = {0}, b = {0}, text = {0};
  smr_str_puts(&a, left);
  smr_str_puts(&b, right);
  if (left_transposed)
    wrap(&a, "transpose", "%s", order);
  if (!right_transposed) // (items are columns)
    wrap(&b, "transpose", "%s", order);
  wrap(&a, "access", "%u", rank - 1);
  wrap(&b, "access", "%u", rank - 1);
  if (rank == 3) {
    SmrStr shape = {0};
    print_size(&w, &shape, x->dims[0]);
    print_size(&w, &shape, x->dims[left_transposed ? 2 : 1]);
    print_size(&w, &shape, y->dims[right_transposed ? 1 : 2]);
    smr_str_puts(&shape, ") (");
    print_size(&w, &shape, x->dims[left_transposed ? 1 : 2]);
    wrap(&a, "insertAxis", "2");
    wrap(&b, "insertAxis", "1");
    wrap(&a, "broadcast", "(quote ((%s)))", smr_str_get(&shape));
    wrap(&b, "broadcast", "(quote ((%s)))", smr_str_get(&shape));
    smr_str_free(&shape);
  }
  smr_str_printf(&text, "(compute dotProd (%s %s %s))", rank == 3 ? "pair" : "cartProd", smr_str_get(&a),
                 smr_str_get(&b));
  smr_str_free(&a);
  smr_str_free(&b);
  return add(&w, &text, true);
}
