//===- interpret.c - programs of loops are run ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "loops/interpret.h"
#include "base/integer.h"
#include "loops/internal.h"
#include <math.h>

typedef struct {
  void *data;
  int64_t elements;
} Memory;

typedef struct {
  SmrLoopsProgram *l;
  int64_t *sizes, *variables; // sizes: divided by their divisors
  double **values;
  Memory *memory;
  const char *error;
} Run;

static void fail(Run *r, const char *error) {
  if (!r->error)
    r->error = error;
}

static int64_t integer(Run *r, SmrLoopsIndex p) {
  int64_t result = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    int64_t term = p->terms[i].coef;
    for (uint32_t k = 0; k < p->terms[i].degree; k++) {
      SmrLoopsAtom a = r->l->atoms.data[p->terms[i].leaves[k]];
      if (a.kind != SMR_LOOPS_ATOM_QUOTIENT) {
        term *= a.kind == SMR_LOOPS_ATOM_SIZE    ? r->sizes[a.of]
                : a.kind == SMR_LOOPS_ATOM_VALUE ? (int64_t)r->values[a.of][0]
                                                 : r->variables[a.of];
        continue;
      }
      int64_t over = integer(r, a.over), by = integer(r, a.by);
      if (by <= 0) {
        fail(r, "a divisor is not positive");
        return 0;
      }
      term *= smr_floor_divide(over, by);
    }
    result += term;
  }
  return result;
}

static double read_number(const Memory *m, SmrLoopsType type, int64_t at) {
  return type.integer      ? (double)((const int64_t *)m->data)[at]
         : type.bits == 32 ? (double)((const float *)m->data)[at]
                           : ((const double *)m->data)[at];
}

static void write_number(const Memory *m, SmrLoopsType type, int64_t at, double value) {
  if (type.integer)
    ((int64_t *)m->data)[at] = (int64_t)value;
  else if (type.bits == 32)
    ((float *)m->data)[at] = (float)value;
  else
    ((double *)m->data)[at] = value;
}

static double rounded(SmrLoopsType type, double value) {
  return type.integer ? trunc(value) : type.bits == 32 ? (double)(float)value : value;
}

// Where an access begins; -1 after an error.
static int64_t place(Run *r, const SmrLoopsStatement *s, uint32_t lanes) {
  SmrLoopsBufferInfo b = r->l->buffers.data[s->buffer];
  int64_t at = integer(r, b.offset) + (s->flat ? integer(r, s->flat) : 0);
  for (uint32_t k = 0; k < b.rank && !s->flat; k++) {
    int64_t index = integer(r, s->index[k]), width = k + 1 == b.rank ? (int64_t)lanes : 1;
    if (index < 0 || index + width > integer(r, b.sizes[k]))
      fail(r, "an index is out of bounds");
    at += index * integer(r, b.strides[k]);
  }
  if (at < 0 || at + (int64_t)lanes > r->memory[s->buffer].elements)
    fail(r, "an element is outside of its buffer");
  return r->error ? -1 : at;
}

static double operate(SmrLoopsOp op, double a, double b) {
  switch (op) {
  case SMR_LOOPS_ADD:
    return a + b;
  case SMR_LOOPS_SUB:
    return a - b;
  case SMR_LOOPS_MUL:
    return a * b;
  case SMR_LOOPS_DIV:
    return a / b;
  case SMR_LOOPS_MIN:
    return isnan(a) || isnan(b) ? NAN : a < b || (a == b && signbit(a)) ? a : b; // -0 is less than 0
  case SMR_LOOPS_MAX:
    return isnan(a) || isnan(b) ? NAN : a > b || (a == b && signbit(b)) ? a : b;
  case SMR_LOOPS_MIN_NUMBER:
    return fmin(a, b);
  case SMR_LOOPS_MAX_NUMBER:
    return fmax(a, b);
  case SMR_LOOPS_LESS:
    return a < b;
  case SMR_LOOPS_EXP:
    return exp(a);
  case SMR_LOOPS_LOG:
    return log(a);
  case SMR_LOOPS_SQRT:
    return sqrt(a);
  case SMR_LOOPS_TANH:
    return tanh(a);
  case SMR_LOOPS_ABS:
    return fabs(a);
  }
  return NAN;
}

static void run_block(Run *r, uint32_t block);

static void copy(Run *r, SmrLoopsValue to, SmrLoopsValue from) {
  for (uint32_t k = 0; k < r->l->values.data[to].lanes; k++)
    r->values[to][k] = r->values[from][k];
}

// All at once: a carried value may be another one's next.
static void copy_all(Run *r, uint32_t count, SmrLoopsValue to, const SmrLoopsValue *from) {
  double (*held)[SMR_LOOPS_MAX_LANES] = smr_xcalloc(count + 1, sizeof *held);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < r->l->values.data[from[i]].lanes; k++)
      held[i][k] = r->values[from[i]][k];
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < r->l->values.data[to + i].lanes; k++)
      r->values[to + i][k] = held[i][k];
  free(held);
}

static void run_loop(Run *r, const SmrLoopsStatement *s) {
  int64_t count = integer(r, r->l->variables.data[s->variable]);
  copy_all(r, s->values, s->inside, s->inits);
  for (int64_t i = 0; i < count && !r->error; i++) {
    r->variables[s->variable] = s->order == SMR_LOOPS_PARALLEL ? count - 1 - i : i;
    run_block(r, s->body);
    if (!r->error)
      copy_all(r, s->values, s->inside, s->yields);
  }
  for (uint32_t k = 0; k < s->values; k++)
    copy(r, s->result + k, s->inside + k);
}

static bool holds(Run *r, const SmrLoopsStatement *s) {
  for (uint32_t k = 0; k < s->count; k++) {
    int64_t a = integer(r, s->tests[k].a), b = integer(r, s->tests[k].b);
    SmrLoopsCompare c = s->tests[k].compare;
    if (!(c == SMR_LOOPS_LT ? a < b : c == SMR_LOOPS_LE ? a <= b : c == SMR_LOOPS_EQ ? a == b : a != b))
      return false;
  }
  return true;
}

static void run_if(Run *r, const SmrLoopsStatement *s) {
  bool yes = holds(r, s);
  if (!yes && s->other == UINT32_MAX)
    return;
  run_block(r, yes ? s->body : s->other);
  if (!r->error)
    copy_all(r, s->values, s->result, yes ? s->yields : s->other_yields);
}

// Element (i, j) of a matrix; NULL data after an error.
static int64_t element(Run *r, const SmrLoopsMatrix *m, int64_t i, int64_t j) {
  int64_t at = integer(r, r->l->buffers.data[m->buffer].offset) + integer(r, m->offset) +
               i * integer(r, m->row) + j * integer(r, m->column);
  if (at < 0 || at >= r->memory[m->buffer].elements)
    fail(r, "a matrix reaches outside of its buffer");
  return r->error ? -1 : at;
}

static void run_gemm(Run *r, const SmrLoopsProduct *p) {
  int64_t m = integer(r, p->m), n = integer(r, p->n), depth = integer(r, p->k);
  for (int64_t i = 0; i < m; i++)
    for (int64_t j = 0; j < n; j++) {
      double sum = 0;
      for (int64_t k = 0; k < depth; k++) {
        int64_t a = element(r, &p->a, i, k), b = element(r, &p->b, k, j);
        if (r->error)
          return;
        sum += read_number(&r->memory[p->a.buffer], p->type, a) *
               read_number(&r->memory[p->b.buffer], p->type, b);
      }
      int64_t c = element(r, &p->c, i, j);
      if (r->error)
        return;
      // (To add 0 to it would make 0 of -0.)
      double product = p->alpha == SMR_LOOPS_ONE ? sum : r->values[p->alpha][0] * sum;
      if (p->beta != 0)
        product += p->beta * read_number(&r->memory[p->c.buffer], p->type, c);
      write_number(&r->memory[p->c.buffer], p->type, c, product);
    }
}

static void run_access(Run *r, const SmrLoopsStatement *s) {
  SmrLoopsValue v = s->kind == SMR_LOOPS_LOAD ? s->result : s->a;
  SmrLoopsType type = r->l->values.data[v];
  const Memory *m = &r->memory[s->buffer];
  int64_t at = place(r, s, type.lanes);
  if (r->error)
    return;
  for (uint32_t k = 0; k < type.lanes; k++)
    if (s->kind == SMR_LOOPS_LOAD)
      r->values[v][k] = read_number(m, type, at + k);
    else
      write_number(m, type, at + k,
                   s->accumulate ? read_number(m, type, at + k) + r->values[v][k] : r->values[v][k]);
}

static void run_statement(Run *r, const SmrLoopsStatement *s) {
  SmrLoopsType type = {0};
  if (s->kind == SMR_LOOPS_CONSTANT || s->kind == SMR_LOOPS_BROADCAST || s->kind == SMR_LOOPS_ARITH ||
      s->kind == SMR_LOOPS_CONVERT)
    type = r->l->values.data[s->result];
  switch (s->kind) {
  case SMR_LOOPS_CONSTANT:
    for (uint32_t k = 0; k < type.lanes; k++)
      r->values[s->result][k] = rounded(type, s->number);
    break;
  case SMR_LOOPS_BROADCAST:
    for (uint32_t k = 0; k < type.lanes; k++)
      r->values[s->result][k] = r->values[s->a][0];
    break;
  case SMR_LOOPS_ARITH:
    for (uint32_t k = 0; k < type.lanes; k++)
      r->values[s->result][k] = rounded(type, operate(s->op, r->values[s->a][k], r->values[s->b][k]));
    break;
  case SMR_LOOPS_CONVERT:
    r->values[s->result][0] = rounded(type, r->values[s->a][0]);
    break;
  case SMR_LOOPS_OF_INDEX:
    r->values[s->result][0] = (double)integer(r, s->flat);
    break;
  case SMR_LOOPS_LOAD:
  case SMR_LOOPS_STORE:
    run_access(r, s);
    break;
  case SMR_LOOPS_FOR:
    run_loop(r, s);
    break;
  case SMR_LOOPS_IF:
    run_if(r, s);
    break;
  case SMR_LOOPS_GEMM:
    run_gemm(r, s->product);
    break;
  case SMR_LOOPS_NAMED:
    run_block(r, s->body);
    break;
  }
}

// Local arrays hold NaN until they are written.
static void allocate(Run *r, SmrLoopsBuffer buffer) {
  const SmrLoopsBufferInfo *b = &r->l->buffers.data[buffer];
  int64_t elements = 1;
  for (uint32_t k = 0; k < b->rank; k++)
    elements *= integer(r, b->sizes[k]);
  if (elements < 0)
    elements = 0;
  r->memory[buffer] = (Memory){smr_xmalloc(((size_t)elements + 1) * 8), elements};
  for (int64_t i = 0; i < elements; i++)
    write_number(&r->memory[buffer], b->type, i, b->type.integer ? 0 : NAN);
}

static void run_block(Run *r, uint32_t block) {
  const SmrLoopsBlock *b = &r->l->blocks.data[block];
  for (uint32_t i = 0; i < b->buffers.size; i++)
    allocate(r, b->buffers.data[i]);
  for (uint32_t i = 0; i < b->statements.size && !r->error; i++)
    run_statement(r, &r->l->statements.data[b->statements.data[i]]);
  for (uint32_t i = 0; i < b->buffers.size; i++)
    free(r->memory[b->buffers.data[i]].data);
}

static void bind(Run *r, const SmrLoopsArgument *arguments) {
  for (uint32_t i = 0; i < r->l->parameters.size; i++) {
    SmrLoopsParameter p = r->l->parameters.data[i];
    if (p.kind == SMR_LOOPS_ARGUMENT_SIZE) {
      int64_t size = *(const int64_t *)arguments[i].data, divisor = r->l->sizes.data[p.of].divisor;
      if (size < 0 || size % divisor)
        fail(r, "a size is not divided by its divisor");
      r->sizes[p.of] = size / divisor;
    } else if (p.kind == SMR_LOOPS_ARGUMENT_NUMBER) {
      Memory m = {arguments[i].data, 1};
      r->values[p.of][0] = read_number(&m, r->l->values.data[p.of], 0);
    } else {
      r->memory[p.of] = (Memory){arguments[i].data, (int64_t)arguments[i].elements};
    }
  }
}

bool smr_loops_interpret(SmrLoopsProgram *l, const SmrLoopsArgument *arguments, SmrStr *why) {
  Run r = {.l = l};
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  r.sizes = smr_arena_alloc(&arena, l->sizes.size * sizeof *r.sizes);
  r.variables = smr_arena_alloc(&arena, l->variables.size * sizeof *r.variables);
  r.values = smr_arena_alloc(&arena, l->values.size * sizeof *r.values);
  for (uint32_t i = 0; i < l->values.size; i++)
    r.values[i] = smr_arena_alloc(&arena, l->values.data[i].lanes * sizeof **r.values);
  r.memory = smr_arena_alloc(&arena, l->buffers.size * sizeof *r.memory);
  bind(&r, arguments);
  if (!r.error)
    run_block(&r, 0);
  if (r.error)
    smr_str_puts(why, r.error);
  return !r.error;
}
