//===- check.c - is it a program? ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "loops/internal.h"
#include <string.h>

typedef struct {
  SmrLoopsProgram *l;
  bool *values, *buffers, *variables; // may be used here
  SMR_VEC(uint32_t) parallel;         // statements around
  uint32_t never;                     // loops around without a step
  const char *error;
} Check;

static void fail(Check *c, const char *error) {
  if (!c->error)
    c->error = error;
}

static void use(Check *c, SmrLoopsValue v) {
  if (!c->values[v])
    fail(c, "a value is used outside of its block");
}

static void use_index(Check *c, SmrLoopsIndex p) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(*p, &at, &leaf);) {
    SmrLoopsAtom a = c->l->atoms.data[leaf];
    if (a.kind == SMR_LOOPS_ATOM_QUOTIENT) {
      use_index(c, a.over);
      use_index(c, a.by);
    } else if (a.kind == SMR_LOOPS_ATOM_VARIABLE && !c->variables[a.of]) {
      fail(c, "a variable is used outside of its loop");
    } else if (a.kind == SMR_LOOPS_ATOM_VALUE) {
      use(c, a.of);
    }
  }
}

// Certainly: an index into code that is never run is none.
static void bounds(Check *c, SmrLoopsIndex index, SmrLoopsIndex size, uint32_t lanes) {
  if (c->never)
    return;
  SmrLoopsIndex one = smr_loops_int(c->l, 1), width = smr_loops_int(c->l, lanes);
  if (smr_loops_known_le(c->l, smr_loops_add(c->l, index, one), smr_loops_int(c->l, 0)) ||
      smr_loops_known_le(c->l, smr_loops_add(c->l, size, one), smr_loops_add(c->l, index, width)))
    fail(c, "an element is out of bounds");
}

static bool depends(Check *c, const SmrLoopsIndex *index, uint32_t rank, uint32_t variable) {
  for (uint32_t k = 0; k < rank; k++)
    if (smr_loops_mentions(c->l, index[k], variable))
      return true;
  return false;
}

// Whether a buffer was allocated inside of a loop's step.
static bool within(const Check *c, uint32_t block, const SmrLoopsStatement *loop) {
  while (block != UINT32_MAX && block != loop->body)
    block = c->l->blocks.data[block].parent;
  return block == loop->body;
}

static void writes(Check *c, SmrLoopsBuffer buffer, const SmrLoopsIndex *index, uint32_t rank) {
  const SmrLoopsBufferInfo *b = &c->l->buffers.data[buffer];
  if (!b->written)
    fail(c, "an argument that is not declared as written is written");
  for (uint32_t k = 0; k < c->parallel.size; k++) {
    const SmrLoopsStatement *s = &c->l->statements.data[c->parallel.data[k]];
    if ((b->name || !within(c, b->block, s)) && !depends(c, index, rank, s->variable))
      fail(c, "what a parallel step writes does not depend on its variable");
  }
}

static void access(Check *c, const SmrLoopsStatement *s, SmrLoopsType type) {
  SmrLoopsBufferInfo b = c->l->buffers.data[s->buffer];
  int64_t last;
  if (!c->buffers[s->buffer])
    fail(c, "a buffer is used outside of its block");
  if (b.type.bits != type.bits || b.type.integer != type.integer)
    fail(c, "an element has another type than its buffer");
  if (s->flat) {
    use_index(c, s->flat);
    return;
  }
  if (type.lanes != 1 && (!b.rank || !smr_loops_is_int(b.strides[b.rank - 1], &last) || last != 1))
    fail(c, "a vector's elements do not stand side by side");
  for (uint32_t k = 0; k < b.rank; k++) {
    use_index(c, s->index[k]);
    bounds(c, s->index[k], b.sizes[k], k + 1 == b.rank ? type.lanes : 1);
  }
  if (s->kind == SMR_LOOPS_STORE)
    writes(c, s->buffer, s->index, b.rank);
}

static void product(Check *c, const SmrLoopsProduct *p) {
  const SmrLoopsMatrix *all[] = {&p->a, &p->b, &p->c};
  for (int i = 0; i < 3; i++) {
    if (!c->buffers[all[i]->buffer])
      fail(c, "a buffer is used outside of its block");
    if (c->l->buffers.data[all[i]->buffer].type.bits != p->type.bits)
      fail(c, "an element has another type than its buffer");
    use_index(c, all[i]->offset);
    use_index(c, all[i]->row);
    use_index(c, all[i]->column);
  }
  use_index(c, p->m);
  use_index(c, p->n);
  use_index(c, p->k);
  if (p->alpha != SMR_LOOPS_ONE)
    use(c, p->alpha);
  if (p->c.buffer == p->a.buffer || p->c.buffer == p->b.buffer)
    fail(c, "a product is written over one of its factors");
  SmrLoopsIndex place[] = {p->c.offset, p->c.row, p->c.column};
  writes(c, p->c.buffer, place, 3);
}

static void block(Check *c, uint32_t number, uint32_t count, const SmrLoopsValue *yields);

static void loop(Check *c, const SmrLoopsStatement *s) {
  use_index(c, c->l->variables.data[s->variable]);
  for (uint32_t k = 0; k < s->values; k++) {
    use(c, s->inits[k]);
    c->values[s->inside + k] = true;
  }
  c->variables[s->variable] = true;
  uint32_t statement = (uint32_t)(s - c->l->statements.data);
  if (s->order == SMR_LOOPS_PARALLEL)
    smr_vec_push(&c->parallel, statement);
  SmrLoopsIndex count = c->l->variables.data[s->variable];
  bool never = smr_loops_known_le(c->l, count, smr_loops_int(c->l, 0));
  c->never += never;
  block(c, s->body, s->values, s->yields);
  c->never -= never;
  if (s->order == SMR_LOOPS_PARALLEL)
    c->parallel.size--;
  c->variables[s->variable] = false;
  for (uint32_t k = 0; k < s->values; k++)
    c->values[s->inside + k] = false;
}

static void condition(Check *c, const SmrLoopsStatement *s) {
  for (uint32_t k = 0; k < s->count; k++) {
    use_index(c, s->tests[k].a);
    use_index(c, s->tests[k].b);
  }
  block(c, s->body, s->values, s->yields);
  if (s->other != UINT32_MAX)
    block(c, s->other, s->values, s->other_yields);
}

static uint32_t results(const SmrLoopsStatement *s) {
  switch (s->kind) {
  case SMR_LOOPS_FOR:
  case SMR_LOOPS_IF:
    return s->values;
  case SMR_LOOPS_STORE:
  case SMR_LOOPS_GEMM:
  case SMR_LOOPS_NAMED:
    return 0;
  default:
    return 1;
  }
}

static void statement(Check *c, const SmrLoopsStatement *s) {
  switch (s->kind) {
  case SMR_LOOPS_LOAD:
    access(c, s, c->l->values.data[s->result]);
    break;
  case SMR_LOOPS_STORE:
    use(c, s->a);
    access(c, s, c->l->values.data[s->a]);
    break;
  case SMR_LOOPS_ARITH:
    use(c, s->b);
    use(c, s->a);
    break;
  case SMR_LOOPS_BROADCAST:
  case SMR_LOOPS_CONVERT:
    use(c, s->a);
    break;
  case SMR_LOOPS_OF_INDEX:
    use_index(c, s->flat);
    break;
  case SMR_LOOPS_FOR:
    loop(c, s);
    break;
  case SMR_LOOPS_IF:
    condition(c, s);
    break;
  case SMR_LOOPS_GEMM:
    product(c, s->product);
    block(c, s->body, 0, NULL);
    break;
  case SMR_LOOPS_NAMED:
    block(c, s->body, 0, NULL);
    break;
  case SMR_LOOPS_CONSTANT:
    break;
  }
  for (uint32_t k = 0; k < results(s); k++)
    c->values[s->result + k] = true;
}

static void result_of(Check *c, const SmrLoopsStatement *s) {
  for (uint32_t k = 0; k < results(s); k++)
    c->values[s->result + k] = false;
}

static void block(Check *c, uint32_t number, uint32_t count, const SmrLoopsValue *yields) {
  const SmrLoopsBlock *b = &c->l->blocks.data[number];
  for (uint32_t i = 0; i < b->buffers.size; i++) {
    const SmrLoopsBufferInfo *info = &c->l->buffers.data[b->buffers.data[i]];
    for (uint32_t k = 0; k < info->rank; k++)
      use_index(c, info->sizes[k]);
    c->buffers[b->buffers.data[i]] = true;
  }
  for (uint32_t i = 0; i < b->statements.size; i++)
    statement(c, &c->l->statements.data[b->statements.data[i]]);
  for (uint32_t k = 0; k < count; k++)
    use(c, yields[k]);
  for (uint32_t i = 0; i < b->statements.size; i++)
    result_of(c, &c->l->statements.data[b->statements.data[i]]);
  for (uint32_t i = 0; i < b->buffers.size; i++)
    c->buffers[b->buffers.data[i]] = false;
}

static void names(Check *c) {
  for (uint32_t i = 0; i < c->l->parameters.size; i++) {
    const char *name = c->l->parameters.data[i].name;
    if (!*name ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != strlen(name))
      fail(c, "an argument's name is no name");
    for (uint32_t k = 0; k < i; k++)
      if (!strcmp(c->l->parameters.data[k].name, name))
        fail(c, "two arguments have one name");
  }
}

bool smr_loops_check(SmrLoopsProgram *l, SmrStr *why) {
  Check c = {.l = l, .error = l->error};
  if (!c.error && l->open.size != 1)
    c.error = "a loop or if is not closed";
  for (uint32_t i = 0; i < l->values.size && !c.error; i++)
    if (!l->values.data[i].lanes || l->values.data[i].lanes > SMR_LOOPS_MAX_LANES)
      c.error = "a vector has too many lanes";
  c.values = smr_xcalloc(l->values.size + 1, sizeof *c.values);
  c.buffers = smr_xcalloc(l->buffers.size + 1, sizeof *c.buffers);
  c.variables = smr_xcalloc(l->variables.size + 1, sizeof *c.variables);
  for (uint32_t i = 0; i < l->parameters.size; i++)
    if (l->parameters.data[i].kind == SMR_LOOPS_ARGUMENT_NUMBER)
      c.values[l->parameters.data[i].of] = true;
    else if (l->parameters.data[i].kind == SMR_LOOPS_ARGUMENT_BUFFER)
      c.buffers[l->parameters.data[i].of] = true;
  names(&c);
  if (!c.error)
    block(&c, 0, 0, NULL);
  if (c.error)
    smr_str_puts(why, c.error);
  free(c.values);
  free(c.buffers);
  free(c.variables);
  smr_vec_free(&c.parallel);
  return !c.error;
}
