//===- program.c - an op as a program of access patterns ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The input's dimensions are put in order: those that parallel loops alone index are accessed, the others are
// the item. Windows of the item (as large as the kernel along two loops, whole otherwise) and the kernel's
// rows meet in a product; what windows there are only one of goes, and the rest takes the output's order.
#include "tensorize/program.h"

enum { INPUT = SMR_TENSORIZE_INPUT, KERNEL = SMR_TENSORIZE_KERNEL, OUTPUT = SMR_TENSORIZE_OUTPUT };

typedef SMR_VEC(uint32_t) Numbers;

typedef struct {
  const SmrTensorizeOp *op;
  SmrTensorizeProgram *out;
  Numbers free, items,
      rows; // dimensions of the input that are accessed, and that are not; of the kernel: accessed
  bool windows, dilated;
  SmrStr text;
} Builder;

static bool is_batch(const SmrTensorizeOp *o, uint32_t loop) {
  const SmrTensorizeLoop *l = &o->loops[loop];
  return l->in[INPUT] && l->in[KERNEL] && l->in[OUTPUT];
}

static const SmrTensorizeIndex *index_of(const Builder *b, uint32_t operand, uint32_t dim) {
  return &b->op->operands[operand].indices[dim];
}

static bool is_dropped(const Builder *b, uint32_t operand, uint32_t dim) {
  return !b->out->pairwise && b->op->kind == SMR_TENSORIZE_PRODUCT &&
         is_batch(b->op, (uint32_t)index_of(b, operand, dim)->loop) && index_of(b, operand, dim)->other < 0;
}

//===--- sizes ---===//

static void put_size(const Builder *b, uint32_t loop, SmrStr *out) {
  int64_t size = b->op->loops[loop].size;
  if (size == SMR_TENSORIZE_DYNAMIC)
    smr_str_printf(out, "s%u", loop);
  else
    smr_str_printf(out, "%lld", (long long)size);
}

/// How far windows reach: (size - 1) · dilation + 1.
static void put_reach(const Builder *b, const SmrTensorizeIndex *i, SmrStr *out) {
  const SmrTensorizeLoop *l = &b->op->loops[i->other];
  if (l->size == SMR_TENSORIZE_DYNAMIC)
    smr_str_printf(out, "(!+ (!* s%d %lld) %lld)", i->other, (long long)i->other_scale,
                   (long long)(1 - i->other_scale));
  else
    smr_str_printf(out, "%lld", (long long)((l->size - 1) * i->other_scale + 1));
}

/// A dimension of the input: as much of it as the windows reach.
static void put_dim(const Builder *b, uint32_t operand, uint32_t dim, SmrStr *out) {
  const SmrTensorizeIndex *i = index_of(b, operand, dim);
  if (i->other < 0) {
    put_size(b, (uint32_t)i->loop, out);
    return;
  }
  smr_str_printf(out, "(!+ (!* (!- ");
  put_size(b, (uint32_t)i->loop, out);
  smr_str_printf(out, " 1) %lld) ", (long long)i->scale);
  put_reach(b, i, out);
  smr_str_putc(out, ')');
}

//===--- declarations ---===//

static void declare_sizes(Builder *b) {
  for (uint32_t l = 0; l < b->op->loop_count; l++)
    if (b->op->loops[l].size == SMR_TENSORIZE_DYNAMIC)
      smr_str_printf(&b->text, "(size s%u)\n", l);
}

static void declare_tensor(Builder *b, uint32_t operand, const char *name) {
  SmrTensorizeProgram *p = b->out;
  smr_str_printf(&b->text, "(tensor %s %s (", name, b->op->f64 ? "f64" : "f32");
  for (uint32_t d = 0; d < b->op->operands[operand].rank; d++)
    if (!is_dropped(b, operand, d)) {
      p->dims[operand][p->ranks[operand]++] = d;
      put_dim(b, operand, d, &b->text);
      smr_str_putc(&b->text, ' ');
    }
  smr_str_puts(&b->text, "))\n");
}

/// (… (quote (a b c))): dimensions of the operand in another order, by their numbers in the tensor.
static void put_order(const Builder *b, uint32_t operand, const Numbers *first, const Numbers *then,
                      SmrStr *out) {
  const SmrTensorizeProgram *p = b->out;
  smr_str_puts(out, "(quote (");
  for (uint32_t k = 0; k < first->size + then->size; k++) {
    uint32_t dim = k < first->size ? first->data[k] : then->data[k - first->size], at = 0;
    while (p->dims[operand][at] != dim)
      at++;
    smr_str_printf(out, "%s%u", k ? " " : "", at);
  }
  smr_str_puts(out, "))");
}

//===--- terms ---===//

/// The input's items as the input has them in memory.
static void sort_dims(Builder *b) {
  for (uint32_t d = 0; d < b->op->operands[INPUT].rank; d++) {
    const SmrTensorizeIndex *i = index_of(b, INPUT, d);
    if (is_dropped(b, INPUT, d))
      continue;
    if (i->other < 0 && b->op->loops[i->loop].parallel)
      smr_vec_push(&b->free, d);
    else
      smr_vec_push(&b->items, d);
    b->windows |= i->other >= 0;
    b->dilated |= i->other >= 0 && i->other_scale != 1;
  }
  for (uint32_t d = 0; d < b->op->operands[KERNEL].rank; d++)
    if (b->op->loops[index_of(b, KERNEL, d)->loop].parallel && !is_dropped(b, KERNEL, d))
      smr_vec_push(&b->rows, d);
}

/// The reduction that an item's dimension is about.
static uint32_t reduction(const Builder *b, uint32_t item) {
  const SmrTensorizeIndex *i = index_of(b, INPUT, b->items.data[item]);
  return (uint32_t)(i->other >= 0 ? i->other : i->loop);
}

/// A list of numbers, one for each item.
typedef enum { REACH, STEP, ONE, DILATION } What;
static void put_items(const Builder *b, What what, SmrStr *out) {
  smr_str_puts(out, "(quote (");
  for (uint32_t k = 0; k < b->items.size; k++) {
    const SmrTensorizeIndex *i = index_of(b, INPUT, b->items.data[k]);
    smr_str_puts(out, k ? " " : "");
    if (what == REACH && i->other >= 0)
      put_reach(b, i, out);
    else if (what == REACH)
      put_size(b, (uint32_t)i->loop, out);
    else
      smr_str_printf(out, "%lld",
                     (long long)(i->other < 0 || what == ONE ? 1
                                 : what == STEP              ? i->scale
                                                             : i->other_scale));
  }
  smr_str_puts(out, "))");
}

/// ((free… across…) (items…)): with a dimension of 1 across for each item without windows.
static void put_input(const Builder *b, SmrStr *out) {
  SmrStr x = {0};
  uint32_t free = b->free.size, items = b->items.size;
  smr_str_puts(&x, "(access (transpose input ");
  put_order(b, INPUT, &b->free, &b->items, &x);
  smr_str_printf(&x, ") %u)", free);
  if (b->windows) {
    SmrStr w = {0};
    smr_str_printf(&w, "(windows %s ", smr_str_get(&x));
    put_items(b, REACH, &w);
    smr_str_putc(&w, ' ');
    put_items(b, STEP, &w);
    smr_str_putc(&w, ')');
    smr_str_free(&x);
    x = w;
  }
  if (b->dilated) { // every d-th element of a window: windows of 1 in it
    SmrStr w = {0};
    for (uint32_t k = 0; k < items; k++)
      smr_str_puts(&w, "(squeeze ");
    smr_str_printf(&w, "(access (windows %s ", smr_str_get(&x));
    put_items(b, ONE, &w);
    smr_str_putc(&w, ' ');
    put_items(b, DILATION, &w);
    smr_str_printf(&w, ") %u)", free + items);
    for (uint32_t k = items; k-- > 0;)
      smr_str_printf(&w, " %u)", free + 2 * items + k);
    smr_str_free(&x);
    x = w;
  }
  smr_str_puts(out, smr_str_get(&x));
  smr_str_free(&x);
}

/// The kernel's dimension that a loop indexes.
static uint32_t kernel_dim(const Builder *b, uint32_t loop) {
  uint32_t d = 0;
  while (index_of(b, KERNEL, d)->loop != (int32_t)loop)
    d++;
  return d;
}

/// ((rows…) (items…))
static void put_kernel(const Builder *b, SmrStr *out) {
  Numbers items = {0};
  for (uint32_t k = 0; k < b->items.size; k++)
    smr_vec_push(&items, kernel_dim(b, reduction(b, k)));
  smr_str_puts(out, "(access (transpose kernel ");
  put_order(b, KERNEL, &b->rows, &items, out);
  smr_str_printf(out, ") %u)", b->rows.size);
  smr_vec_free(&items);
}

/// The loops that the result's dimensions are, before they are put in order; UINT32_MAX for one of size 1.
static void result_loops(const Builder *b, Numbers *loops) {
  for (uint32_t k = 0; k < b->free.size; k++)
    smr_vec_push(loops, (uint32_t)index_of(b, INPUT, b->free.data[k])->loop);
  for (uint32_t k = 0; k < b->items.size && b->windows; k++) {
    const SmrTensorizeIndex *i = index_of(b, INPUT, b->items.data[k]);
    smr_vec_push(loops, i->other >= 0 ? (uint32_t)i->loop : UINT32_MAX);
  }
}

/// A term without the dimensions of size 1, in the output's order of loops.
static void put_result(const Builder *b, const Numbers *loops, const char *term, SmrStr *out) {
  Numbers left = {0};
  SMR_OWNED(SmrStr, smr_str_free) squeezed = {0};
  for (uint32_t k = 0; k < loops->size; k++)
    if (loops->data[k] == UINT32_MAX)
      smr_str_puts(&squeezed, "(squeeze ");
    else
      smr_vec_push(&left, loops->data[k]);
  smr_str_puts(&squeezed, term);
  for (uint32_t k = loops->size; k-- > 0;)
    if (loops->data[k] == UINT32_MAX)
      smr_str_printf(&squeezed, " %u)", k);
  smr_str_printf(out, "(transpose %s (quote (", smr_str_get(&squeezed));
  for (uint32_t d = 0; d < b->out->ranks[OUTPUT]; d++) {
    uint32_t loop = (uint32_t)index_of(b, OUTPUT, b->out->dims[OUTPUT][d])->loop, at = 0;
    while (at < left.size && left.data[at] != loop)
      at++;
    smr_str_printf(out, "%s%u", d ? " " : "", at);
  }
  smr_str_puts(out, ")))");
  smr_vec_free(&left);
}

static void put_product(Builder *b, SmrStr *out) {
  Numbers loops = {0};
  SMR_OWNED(SmrStr, smr_str_free) term = {0};
  result_loops(b, &loops);
  for (uint32_t k = 0; k < b->rows.size; k++)
    smr_vec_push(&loops, (uint32_t)index_of(b, KERNEL, b->rows.data[k])->loop);
  smr_str_puts(&term, "(compute dotProd (cartProd ");
  put_input(b, &term);
  smr_str_putc(&term, ' ');
  put_kernel(b, &term);
  smr_str_puts(&term, "))");
  put_result(b, &loops, smr_str_get(&term), out);
  smr_vec_free(&loops);
}

static void put_pooling(Builder *b, SmrStr *out) {
  Numbers loops = {0};
  SMR_OWNED(SmrStr, smr_str_free) term = {0};
  result_loops(b, &loops);
  smr_str_printf(&term, "(compute %s ", b->op->kind == SMR_TENSORIZE_MAX ? "reduceMax" : "reduceSum");
  put_input(b, &term);
  smr_str_putc(&term, ')');
  put_result(b, &loops, smr_str_get(&term), out);
  smr_vec_free(&loops);
}

/// One dimension for each parallel loop in the output's order, of size 1 where the operand has it not; then
/// the reductions: repeated to the output's size.
static void put_repeated(const Builder *b, const Numbers *loops, const char *term, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) here = {0}, all = {0}, items = {0};
  Numbers has = {0};
  for (uint32_t k = 0; k < loops->size; k++)
    if (loops->data[k] != UINT32_MAX)
      smr_vec_push(&has, loops->data[k]);
  for (uint32_t k = 0; k < b->items.size; k++) {
    put_size(b, reduction(b, k), &items);
    smr_str_putc(&items, ' ');
  }
  smr_str_puts(out, "(broadcast (reshape (transpose ");
  for (uint32_t k = 0; k < loops->size; k++)
    smr_str_puts(out, loops->data[k] == UINT32_MAX ? "(squeeze " : "");
  smr_str_puts(out, term);
  for (uint32_t k = loops->size; k-- > 0;)
    if (loops->data[k] == UINT32_MAX)
      smr_str_printf(out, " %u)", k);
  smr_str_puts(out, " (quote (");
  for (uint32_t d = 0; d < b->out->ranks[OUTPUT]; d++) {
    uint32_t loop = (uint32_t)index_of(b, OUTPUT, d)->loop, at = 0;
    while (at < has.size && has.data[at] != loop)
      at++;
    if (at < has.size) {
      smr_str_printf(out, "%u ", at);
      put_size(b, loop, &here);
    } else
      smr_str_puts(&here, "1");
    smr_str_putc(&here, ' ');
    put_size(b, loop, &all);
    smr_str_putc(&all, ' ');
  }
  for (uint32_t k = 0; k < b->items.size; k++)
    smr_str_printf(out, "%u ", has.size + k);
  smr_str_printf(out, "))) (quote ((%s) (%s)))) (quote ((%s) (%s))))", smr_str_get(&here),
                 items.size ? smr_str_get(&items) : "", smr_str_get(&all),
                 items.size ? smr_str_get(&items) : "");
  smr_vec_free(&has);
}

static void put_pairwise(Builder *b, SmrStr *out) {
  Numbers loops = {0};
  SMR_OWNED(SmrStr, smr_str_free) term = {0};
  smr_str_puts(out, "(compute dotProd (pair ");
  result_loops(b, &loops);
  put_input(b, &term);
  put_repeated(b, &loops, smr_str_get(&term), out);
  smr_str_putc(out, ' ');
  smr_str_clear(&term);
  smr_vec_clear(&loops);
  for (uint32_t k = 0; k < b->rows.size; k++)
    smr_vec_push(&loops, (uint32_t)index_of(b, KERNEL, b->rows.data[k])->loop);
  put_kernel(b, &term);
  put_repeated(b, &loops, smr_str_get(&term), out);
  smr_str_puts(out, "))");
  smr_vec_free(&loops);
}

//===--- programs ---===//

/// With a batch loop: does what is left have columns and a depth that windows don't bring (groups of
/// channels)?
static bool makes_matrices(const SmrTensorizeOp *o) {
  bool columns = false, depth = false;
  for (uint32_t d = 0; d < o->operands[INPUT].rank; d++)
    depth |=
        o->operands[INPUT].indices[d].other < 0 && !o->loops[o->operands[INPUT].indices[d].loop].parallel;
  for (uint32_t l = 0; l < o->loop_count; l++)
    columns |= o->loops[l].parallel && !o->loops[l].in[INPUT];
  return columns && depth;
}

static void find_batches(Builder *b) {
  const SmrTensorizeOp *o = b->op;
  SmrTensorizeProgram *p = b->out;
  for (uint32_t l = 0; l < o->loop_count && o->kind == SMR_TENSORIZE_PRODUCT; l++)
    if (is_batch(o, l) && p->batches < SMR_ACCESS_MAX_BATCHES)
      p->batch[p->batches++] = l;
  p->pairwise = p->batches && !makes_matrices(o);
  if (p->pairwise)
    p->batches = 0;
}

/// The items' loops in the op's order: they are where the input's dimensions are.
static bool is_in_order(const Builder *b) {
  bool ordered = true;
  for (uint32_t k = 0; k + 1 < b->items.size; k++)
    ordered &= reduction(b, k) < reduction(b, k + 1);
  return ordered;
}

static void release(Builder *b) {
  smr_vec_free(&b->free);
  smr_vec_free(&b->items);
  smr_vec_free(&b->rows);
  smr_str_free(&b->text);
}

bool smr_tensorize_program(const SmrTensorizeOp *op, SmrAccess *access, SmrTensorizeProgram *out,
                           SmrDiag *diag) {
  Builder b = {.op = op, .out = out};
  *out = (SmrTensorizeProgram){.access = access};
  find_batches(&b);
  sort_dims(&b);
  declare_sizes(&b);
  declare_tensor(&b, INPUT, "input");
  if (op->kind == SMR_TENSORIZE_PRODUCT)
    declare_tensor(&b, KERNEL, "kernel");
  for (uint32_t d = 0; d < op->operands[OUTPUT].rank; d++)
    if (!is_dropped(&b, OUTPUT, d))
      out->dims[OUTPUT][out->ranks[OUTPUT]++] = d;
  smr_str_puts(&b.text, "(term op ");
  if (op->kind != SMR_TENSORIZE_PRODUCT)
    put_pooling(&b, &b.text);
  else if (out->pairwise)
    put_pairwise(&b, &b.text);
  else
    put_product(&b, &b.text);
  smr_str_puts(&b.text, ")\n");
  out->in_order = is_in_order(&b);
  smr_access_clear(access);
  bool ok = smr_access_extend(access, "op", smr_str_get(&b.text), b.text.size, diag);
  out->term = ok ? smr_access_term_named(access, "op") : NULL;
  release(&b);
  return ok;
}
