//===- lower_product.c - products of matrices as calls ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// dest (m n) = or += a (m k) times the transpose of b (n k). Each of m, n and k is a row of axes that the
// views which have it are cut into alike. Neighbouring axes that lie behind one another in memory are one
// stride. A call takes one stride for each of m, n and k: other axes of m and n become loops; where k has
// several, where no stride is 1, and where there are bounds, an operand is copied.
//
// The right operand is copied whole (it is the weights), the left one (windows) in blocks of the
// destination's columns: enough columns that a block has about `block` elements.
#include "access/lower_internal.h"
#include <math.h>

#define DEFAULT_BLOCK 65536
#define UNKNOWN_COLUMNS 64
// A call reads all of the weights: for fewer columns that costs more than the multiplications.
#define LEAST_COLUMNS 64

typedef struct {
  SmrAccessLowering *l;
  const SmrAccessView *dest, *a, *b; // dest: (m… n…), a: (m… k…), b: (n… k…), an axis each
  uint32_t m, n, k;                  // how many axes
  SmrAccessStore store;
} Product;

/// A run of axes that is one stride; any, of no axes.
typedef struct {
  SmrLoopsIndex size, stride;
} Run;

//===--- axes ---===//

static SmrLoopsIndex stride_of(const Product *p, const SmrAccessView *v, uint32_t dim) {
  return v->first[dim] == v->first[dim + 1] ? smr_loops_int(p->l->loops, 0)
                                            : smr_access_view_stride(p->l, v, v->first[dim]);
}

/// Does each of the axes from … end - 1 lie behind the next one in memory?
static bool one_stride(const Product *p, const SmrAccessView *v, uint32_t from, uint32_t end) {
  for (uint32_t d = from; d + 1 < end; d++)
    if (stride_of(p, v, d) !=
        smr_loops_mul(p->l->loops, stride_of(p, v, d + 1), smr_access_view_size(p->l, v, d + 1)))
      return false;
  return true;
}

static Run run_of(const Product *p, const SmrAccessView *v, uint32_t from, uint32_t end) {
  Run run = {smr_loops_int(p->l->loops, 1), NULL};
  for (uint32_t d = from; d < end; d++)
    run.size = smr_loops_mul(p->l->loops, run.size, smr_access_view_size(p->l, v, d));
  if (from < end)
    run.stride = stride_of(p, v, end - 1);
  return run;
}

static bool is_one(const Product *p, SmrLoopsIndex i) {
  return i == smr_loops_int(p->l->loops, 1);
}

/// The sizes of the coarsest axes that both dimensions' digits are groups of. False: there are none.
static bool common_axes(SmrAccessLowering *l, const SmrAccessView *one, uint32_t d,
                        const SmrAccessView *other, uint32_t e, SmrLoopsIndex *sizes, uint32_t *count) {
  SmrLoopsIndex ones[SMR_ACCESS_MAX_DIGITS], others[SMR_ACCESS_MAX_DIGITS], reversed[SMR_ACCESS_MAX_DIGITS];
  uint32_t a = 0, b = 0, n = 0;
  for (uint32_t k = one->first[d]; k < one->first[d + 1]; k++)
    ones[a++] = one->digits[k].size;
  for (uint32_t k = other->first[e]; k < other->first[e + 1]; k++)
    others[b++] = other->digits[k].size;
  while (a && b && n < SMR_ACCESS_MAX_DIGITS) {
    SmrLoopsIndex x = ones[a - 1], y = others[b - 1], q;
    if (x == y) {
      reversed[n++] = x;
      a--, b--;
    } else if ((q = smr_access_quotient(l, x, y))) {
      reversed[n++] = y;
      ones[a - 1] = q;
      b--;
    } else if ((q = smr_access_quotient(l, y, x))) {
      reversed[n++] = x;
      others[b - 1] = q;
      a--;
    } else
      return false;
  }
  for (uint32_t k = 0; k < n; k++)
    sizes[k] = reversed[n - 1 - k];
  *count = n;
  return !a && !b;
}

/// Cuts the three views' dimensions into common axes. False: they have none, or too many.
static bool cut(Product *p, const SmrAccessView *dest, const SmrAccessView *a, const SmrAccessView *b) {
  SmrLoopsIndex m[SMR_ACCESS_MAX_DIGITS], n[SMR_ACCESS_MAX_DIGITS], k[SMR_ACCESS_MAX_DIGITS];
  SmrLoopsIndex sizes[2 * SMR_ACCESS_MAX_DIGITS];
  SmrAccessLowering *l = p->l;
  if (!common_axes(l, dest, 0, a, 0, m, &p->m) || !common_axes(l, dest, 1, b, 0, n, &p->n) ||
      !common_axes(l, a, 1, b, 1, k, &p->k) || p->m + p->n > SMR_ACCESS_MAX_RANK ||
      p->m + p->k > SMR_ACCESS_MAX_RANK || p->n + p->k > SMR_ACCESS_MAX_RANK)
    return false;
  SmrAccessView *both = smr_access_view_copy(l, dest);
  both->accessed = 1;
  memcpy(sizes, m, p->m * sizeof *m);
  memcpy(sizes + p->m, n, p->n * sizeof *n);
  p->dest = smr_access_view_reshape(l, both, p->m + p->n, sizes, p->m);
  memcpy(sizes + p->m, k, p->k * sizeof *k);
  p->a = smr_access_view_reshape(l, a, p->m + p->k, sizes, p->m);
  memcpy(sizes, n, p->n * sizeof *n);
  memcpy(sizes + p->n, k, p->k * sizeof *k);
  p->b = smr_access_view_reshape(l, b, p->n + p->k, sizes, p->n);
  return p->dest && p->a && p->b;
}

//===--- copies ---===//

/// Whether neighbours along the last axis of the items, rather than of the accessed, are neighbours in
/// memory.
static bool items_are_inner(const Product *p, const SmrAccessView *v) {
  bool accessed = v->accessed && is_one(p, stride_of(p, v, v->accessed - 1));
  return !accessed && v->dims > v->accessed && is_one(p, stride_of(p, v, v->dims - 1));
}

/// A buffer for a view of those axes, whose neighbours are the view's; as a view of the same dimensions.
static SmrAccessView *buffer_for(const Product *p, const SmrAccessView *v, const SmrLoopsIndex *sizes) {
  SmrAccessLowering *l = p->l;
  uint32_t items = v->dims - v->accessed, order[SMR_ACCESS_MAX_RANK];
  SmrLoopsIndex turned[SMR_ACCESS_MAX_RANK];
  if (items_are_inner(p, v))
    return smr_access_view_alloc(l, v->dims, sizes, v->accessed);
  for (uint32_t d = 0; d < v->dims; d++)
    turned[d] = sizes[d < items ? v->accessed + d : d - items];
  SmrAccessView *turned_view = smr_access_view_alloc(l, v->dims, turned, v->accessed);
  for (uint32_t d = 0; d < v->dims; d++)
    order[d] = d < v->accessed ? items + d : d - v->accessed;
  return smr_access_view_permute(l, turned_view, order);
}

/// (The innermost loop goes along what are neighbours in memory.)
static void fill(const Product *p, const SmrAccessView *to, const SmrAccessView *from) {
  uint32_t order[SMR_ACCESS_MAX_RANK], items = from->dims - from->accessed;
  for (uint32_t d = 0; d < from->dims; d++)
    order[d] = d < items ? from->accessed + d : d - items;
  if (!items_are_inner(p, from)) {
    to = smr_access_view_permute(p->l, to, order);
    from = smr_access_view_permute(p->l, from, order);
  }
  smr_access_lower_copy(p->l, to, from, SMR_ACCESS_SET);
}

static const SmrAccessView *copied(const Product *p, const SmrAccessView *v) {
  SmrLoopsIndex sizes[SMR_ACCESS_MAX_RANK];
  for (uint32_t d = 0; d < v->dims; d++)
    sizes[d] = smr_access_view_size(p->l, v, d);
  SmrAccessView *buffer = buffer_for(p, v, sizes);
  fill(p, buffer, v);
  return buffer;
}

/// Can a call read it, with its last run of accessed axes?
static bool is_matrix(const Product *p, const SmrAccessView *v) {
  if (v->coordinates > v->rank || !one_stride(p, v, v->accessed, v->dims))
    return false;
  SmrLoopsIndex row = run_of(p, v, 0, v->accessed).stride, column = run_of(p, v, v->accessed, v->dims).stride;
  return (v->accessed == 0 || v->dims == v->accessed || is_one(p, row) || is_one(p, column));
}

//===--- calls ---===//

/// A view of the axes from `from` to `end` - 1 alone: the others stand still at `steps`.
static const SmrAccessView *at_steps(const Product *p, const SmrAccessView *v, uint32_t first, uint32_t count,
                                     const SmrLoopsIndex *steps) {
  for (uint32_t d = 0; d < count; d++) {
    v = smr_access_view_slice(p->l, v, first, steps[d], smr_loops_int(p->l->loops, 1));
    v = smr_access_view_without(p->l, v, first);
  }
  return v;
}

/// The first of the axes up to `end` that is one stride with all behind it in both views.
static uint32_t last_run(const Product *p, const SmrAccessView *one, uint32_t one_end,
                         const SmrAccessView *other, uint32_t other_end, uint32_t count) {
  uint32_t first = count ? count - 1 : 0;
  while (first && one_stride(p, one, one_end - count + first - 1, one_end) &&
         (!other || one_stride(p, other, other_end - count + first - 1, other_end)))
    first--;
  return first;
}

/// A stride for a size of 1 with which the other one is a matrix'.
static SmrLoopsIndex free_stride(const Product *p, Run other) {
  SmrLoopsIndex one = smr_loops_int(p->l->loops, 1);
  return other.stride && is_one(p, other.stride) ? other.size : one;
}

static SmrLoopsMatrix matrix(const Product *p, const SmrAccessView *v, Run rows, Run columns) {
  columns.stride = columns.stride ? columns.stride : free_stride(p, rows);
  rows.stride = rows.stride ? rows.stride : free_stride(p, columns);
  return (SmrLoopsMatrix){v->buffer, smr_access_view_start(p->l, v), rows.stride, columns.stride};
}

/// What a size costs in a call: not less than a register's worth.
static double filled(const Product *p, SmrLoopsIndex size) {
  return fmax(smr_access_lower_estimate(p->l, size), 8);
}

/// Calls for each step of those axes of n that are not the last run; all m axes of dest and a are one stride.
static void call(const Product *p, const SmrAccessView *dest, const SmrAccessView *a, uint32_t m) {
  SmrLoopsProgram *loops = p->l->loops;
  uint32_t outer = last_run(p, dest, m + p->n, p->b, p->n, p->n);
  SmrLoopsIndex steps[SMR_ACCESS_MAX_RANK] = {NULL};
  for (uint32_t d = 0; d < outer; d++)
    steps[d] = smr_access_lower_for(p->l, smr_access_view_size(p->l, p->b, d));
  const SmrAccessView *b = at_steps(p, p->b, 0, outer, steps), *c = at_steps(p, dest, m, outer, steps);
  uint32_t n = p->n - outer;
  Run rows = run_of(p, c, 0, m), columns = run_of(p, c, m, m + n);
  Run depth = run_of(p, a, m, m + p->k);
  SmrLoopsMatrix left = matrix(p, a, run_of(p, a, 0, m), depth);
  SmrLoopsMatrix right = matrix(p, b, run_of(p, b, n, n + p->k), run_of(p, b, 0, n));
  smr_loops_gemm(loops, p->l->type, rows.size, columns.size, depth.size, SMR_LOOPS_ONE, left, right,
                 p->store == SMR_ACCESS_ADD, matrix(p, c, rows, columns));
  p->l->figures.calls += p->l->times;
  p->l->figures.multiplied +=
      p->l->times * filled(p, rows.size) * filled(p, columns.size) * filled(p, depth.size);
  while (outer--)
    smr_access_lower_end(p->l);
}

/// The left operand as it is.
static void in_place(const Product *p) {
  uint32_t outer = last_run(p, p->dest, p->m, p->a, p->m, p->m);
  SmrLoopsIndex steps[SMR_ACCESS_MAX_RANK] = {NULL};
  for (uint32_t d = 0; d < outer; d++)
    steps[d] = smr_access_lower_for(p->l, smr_access_view_size(p->l, p->a, d));
  call(p, at_steps(p, p->dest, 0, outer, steps), at_steps(p, p->a, 0, outer, steps), p->m - outer);
  while (outer--)
    smr_access_lower_end(p->l);
}

/// How a left operand is cut into blocks: axes before `axis` are loops, those behind it are in a block whole,
/// of `axis` itself `part` steps are.
typedef struct {
  uint32_t axis;
  int64_t part;
} Blocks;

static Blocks choose_blocks(const Product *p) {
  int64_t depth, size, columns = 1, block = p->l->options->block ? p->l->options->block : DEFAULT_BLOCK;
  bool known = smr_loops_is_int(run_of(p, p->a, p->m, p->m + p->k).size, &depth) && depth > 0;
  int64_t most = known ? block / depth : UNKNOWN_COLUMNS;
  uint32_t run = last_run(p, p->dest, p->m, NULL, 0, p->m);
  int64_t least = p->l->options->block ? 1 : LEAST_COLUMNS;
  most = most < least ? least : most;
  for (uint32_t d = p->m; d-- > run;) {
    bool fits = smr_loops_is_int(smr_access_view_size(p->l, p->a, d), &size) && columns * size <= most;
    if (!fits || d == run)
      return (Blocks){d, fits ? size : most / columns ? most / columns : 1};
    columns *= size;
  }
  return (Blocks){0, 1};
}

/// One block: `size` steps of the axis from `from` on.
static void copy_block(const Product *p, const SmrAccessView *buffer, Blocks cut_at,
                       const SmrLoopsIndex *steps, SmrLoopsIndex from, SmrLoopsIndex size) {
  const SmrAccessView *a = at_steps(p, p->a, 0, cut_at.axis, steps),
                      *dest = at_steps(p, p->dest, 0, cut_at.axis, steps);
  a = smr_access_view_slice(p->l, a, 0, from, size);
  dest = smr_access_view_slice(p->l, dest, 0, from, size);
  const SmrAccessView *part = smr_access_view_slice(p->l, buffer, 0, smr_loops_int(p->l->loops, 0), size);
  fill(p, part, a);
  call(p, dest, part, p->m - cut_at.axis);
}

static void in_blocks(const Product *p) {
  SmrLoopsProgram *loops = p->l->loops;
  SmrLoopsIndex steps[SMR_ACCESS_MAX_RANK] = {NULL}, sizes[SMR_ACCESS_MAX_RANK];
  if (!p->m) {
    call(p, p->dest, copied(p, p->a), 0);
    return;
  }
  Blocks blocks = choose_blocks(p);
  SmrLoopsIndex part = smr_loops_int(loops, blocks.part), all = smr_access_view_size(p->l, p->a, blocks.axis);
  SmrAccessView *inner = smr_access_view_copy(p->l, p->a);
  for (uint32_t d = 0; d < blocks.axis; d++)
    inner = smr_access_view_without(p->l, inner, 0);
  for (uint32_t d = 0; d < inner->dims; d++)
    sizes[d] = d ? smr_access_view_size(p->l, inner, d) : part;
  SmrAccessView *buffer = buffer_for(p, inner, sizes);
  for (uint32_t d = 0; d < blocks.axis; d++)
    steps[d] = smr_access_lower_for(p->l, smr_access_view_size(p->l, p->a, d));
  SmrLoopsIndex count = smr_loops_div(loops, all, part), rest = smr_loops_mod(loops, all, part);
  int64_t number;
  SmrLoopsIndex step = smr_access_lower_for(p->l, count);
  copy_block(p, buffer, blocks, steps, smr_loops_mul(loops, step, part), part);
  smr_access_lower_end(p->l);
  if (!smr_loops_is_int(rest, &number) || number) {
    bool unknown = !smr_loops_is_int(rest, &number);
    SmrLoopsTest some = {smr_loops_int(loops, 0), SMR_LOOPS_LT, rest};
    if (unknown)
      smr_loops_if(loops, 1, &some);
    copy_block(p, buffer, blocks, steps, smr_loops_mul(loops, count, part), rest);
    if (unknown)
      smr_loops_end(loops, 0, NULL, NULL);
  }
  for (uint32_t d = blocks.axis; d-- > 0;)
    smr_access_lower_end(p->l);
}

//===--- products ---===//

static bool is_empty(const Product *p, const SmrAccessView *v) {
  for (uint32_t d = 0; d < v->dims; d++)
    if (smr_access_view_size(p->l, v, d) == smr_loops_int(p->l->loops, 0))
      return true;
  return false;
}

static bool multiply(SmrAccessLowering *l, const SmrAccessView *dest, const SmrAccessView *a,
                     const SmrAccessView *b, SmrAccessStore store) {
  Product p = {.l = l, .store = store};
  if (!cut(&p, dest, a, b) || is_empty(&p, p.dest) || is_empty(&p, p.a) || is_empty(&p, p.b))
    return false;
  SmrLoopsIndex row = run_of(&p, p.dest, 0, p.m).stride, column = run_of(&p, p.dest, p.m, p.m + p.n).stride;
  if (p.m && p.n && !is_one(&p, row) && !is_one(&p, column))
    return false;
  if (!is_matrix(&p, p.b))
    p.b = copied(&p, p.b);
  if (is_matrix(&p, p.a))
    in_place(&p);
  else
    in_blocks(&p);
  return true;
}

bool smr_access_lower_product(SmrAccessLowering *l, const SmrAccessView *dest, const SmrAccessView *a,
                              const SmrAccessView *b, uint32_t batch, SmrAccessStore store) {
  if (!batch)
    return multiply(l, dest, a, b, store);
  const SmrAccessView *views[3] = {dest, a, b};
  for (int k = 0; k < 3; k++)
    if (views[k]->first[1] - views[k]->first[0] > 1)
      return false;
  SmrLoopsIndex steps = smr_access_view_size(l, dest, 0), step = smr_access_lower_for(l, steps);
  for (int k = 0; k < 3; k++) {
    SmrAccessView *one = smr_access_view_slice(l, views[k], 0, step, smr_loops_int(l->loops, 1));
    views[k] = smr_access_view_without(l, one, 0);
  }
  if (!smr_access_lower_product(l, views[0], views[1], views[2], batch - 1, store))
    smr_access_lower_reduce(l, views[0], SMR_ACCESS_BY_DOT, (SmrAccessOperand){views[1], views[2], true},
                            store);
  smr_access_lower_end(l);
  return true;
}
