//===- dump.c - programs of loops as readable text -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "loops/internal.h"

static void dump_block(const SmrLoopsProgram *l, uint32_t block, int depth, SmrStr *out);

static const char *const op_names[] = {"add",        "sub",  "mul", "div", "min",  "max",  "min_number",
                                       "max_number", "less", "exp", "log", "sqrt", "tanh", "abs"};
static const char *const named_names[] = {"fill", "sum", "scale", "transpose", "reduce"};
static const char *const compare_names[] = {"<", "<=", "=", "!="};

static void line(SmrStr *out, int depth) {
  for (int i = 0; i < depth; i++)
    smr_str_puts(out, "  ");
}

static void dump_list(const SmrLoopsProgram *l, uint32_t count, const SmrLoopsIndex *list, SmrStr *out) {
  smr_str_putc(out, '[');
  for (uint32_t k = 0; k < count; k++) {
    smr_str_puts(out, k ? ", " : "");
    smr_loops_index_dump(l, list[k], out);
  }
  smr_str_putc(out, ']');
}

static void dump_type(SmrLoopsType type, SmrStr *out) {
  smr_str_printf(out, "%c%u", type.integer ? 'i' : 'f', type.bits);
  if (type.lanes != 1)
    smr_str_printf(out, "x%u", type.lanes);
}

static void dump_buffer(const SmrLoopsProgram *l, SmrLoopsBuffer b, SmrStr *out) {
  if (l->buffers.data[b].name)
    smr_str_puts(out, l->buffers.data[b].name);
  else
    smr_str_printf(out, "b%u", b);
}

static void dump_place(const SmrLoopsProgram *l, const SmrLoopsStatement *s, SmrStr *out) {
  dump_buffer(l, s->buffer, out);
  if (!s->flat) {
    dump_list(l, l->buffers.data[s->buffer].rank, s->index, out);
    return;
  }
  smr_str_puts(out, "(");
  smr_loops_index_dump(l, s->flat, out);
  smr_str_puts(out, ")");
}

static void dump_values(const char *before, uint32_t count, const SmrLoopsValue *values, SmrStr *out) {
  for (uint32_t k = 0; k < count; k++)
    smr_str_printf(out, "%sv%u", k ? ", " : before, values[k]);
}

static void dump_range(const char *before, uint32_t count, SmrLoopsValue first, SmrStr *out) {
  for (uint32_t k = 0; k < count; k++)
    smr_str_printf(out, "%sv%u", k ? ", " : before, first + k);
}

static void dump_yield(const SmrLoopsStatement *s, const SmrLoopsValue *values, int depth, SmrStr *out) {
  if (!s->values)
    return;
  line(out, depth);
  dump_values("yield ", s->values, values, out);
  smr_str_putc(out, '\n');
}

static void dump_for(const SmrLoopsProgram *l, const SmrLoopsStatement *s, int depth, SmrStr *out) {
  static const char *const orders[] = {"for", "parallel for", "unrolled for"};
  dump_range("", s->values, s->result, out);
  smr_str_printf(out, "%s%s i%u < ", s->values ? " = " : "", orders[s->order], s->variable);
  smr_loops_index_dump(l, l->variables.data[s->variable], out);
  dump_range(" carries ", s->values, s->inside, out);
  dump_values(" from ", s->values, s->inits, out);
  smr_str_putc(out, '\n');
  dump_block(l, s->body, depth + 1, out);
  dump_yield(s, s->yields, depth + 1, out);
}

static void dump_if(const SmrLoopsProgram *l, const SmrLoopsStatement *s, int depth, SmrStr *out) {
  dump_range("", s->values, s->result, out);
  smr_str_puts(out, s->values ? " = if" : "if");
  for (uint32_t k = 0; k < s->count; k++) {
    smr_str_puts(out, k ? " and " : " ");
    smr_loops_index_dump(l, s->tests[k].a, out);
    smr_str_printf(out, " %s ", compare_names[s->tests[k].compare]);
    smr_loops_index_dump(l, s->tests[k].b, out);
  }
  smr_str_putc(out, '\n');
  dump_block(l, s->body, depth + 1, out);
  dump_yield(s, s->yields, depth + 1, out);
  if (s->other == UINT32_MAX)
    return;
  line(out, depth);
  smr_str_puts(out, "else\n");
  dump_block(l, s->other, depth + 1, out);
  dump_yield(s, s->other_yields, depth + 1, out);
}

static void dump_matrix(const SmrLoopsProgram *l, const SmrLoopsMatrix *m, SmrStr *out) {
  dump_buffer(l, m->buffer, out);
  const SmrLoopsIndex parts[] = {m->offset, m->row, m->column};
  dump_list(l, 3, parts, out);
}

static void dump_gemm(const SmrLoopsProgram *l, const SmrLoopsProduct *g, SmrStr *out) {
  const SmrLoopsIndex sizes[] = {g->m, g->n, g->k};
  smr_str_puts(out, "gemm ");
  dump_list(l, 3, sizes, out);
  smr_str_putc(out, ' ');
  dump_matrix(l, &g->c, out);
  smr_str_puts(out, " = ");
  if (g->alpha != SMR_LOOPS_ONE)
    smr_str_printf(out, "v%u ", g->alpha);
  dump_matrix(l, &g->a, out);
  smr_str_putc(out, ' ');
  dump_matrix(l, &g->b, out);
  smr_str_printf(out, " + %g", g->beta);
  if (g->by.callee)
    smr_str_printf(out, " by %s", g->by.callee);
  smr_str_putc(out, '\n');
}

static void dump_statement(const SmrLoopsProgram *l, const SmrLoopsStatement *s, int depth, SmrStr *out) {
  line(out, depth);
  switch (s->kind) {
  case SMR_LOOPS_CONSTANT:
    smr_str_printf(out, "v%u = %.17g\n", s->result, s->number);
    break;
  case SMR_LOOPS_LOAD:
    smr_str_printf(out, "v%u = ", s->result);
    dump_type(l->values.data[s->result], out);
    smr_str_putc(out, ' ');
    dump_place(l, s, out);
    smr_str_putc(out, '\n');
    break;
  case SMR_LOOPS_STORE:
    dump_place(l, s, out);
    smr_str_printf(out, " %s v%u\n", s->accumulate ? "+=" : "=", s->a);
    break;
  case SMR_LOOPS_BROADCAST:
    smr_str_printf(out, "v%u = v%u x%u\n", s->result, s->a, l->values.data[s->result].lanes);
    break;
  case SMR_LOOPS_ARITH:
    smr_str_printf(out, "v%u = %s v%u v%u\n", s->result, op_names[s->op], s->a, s->b);
    break;
  case SMR_LOOPS_CONVERT:
    smr_str_printf(out, "v%u = ", s->result);
    dump_type(l->values.data[s->result], out);
    smr_str_printf(out, " v%u\n", s->a);
    break;
  case SMR_LOOPS_OF_INDEX:
    smr_str_printf(out, "v%u = ", s->result);
    smr_loops_index_dump(l, s->flat, out);
    smr_str_putc(out, '\n');
    break;
  case SMR_LOOPS_FOR:
    dump_for(l, s, depth, out);
    break;
  case SMR_LOOPS_IF:
    dump_if(l, s, depth, out);
    break;
  case SMR_LOOPS_GEMM:
    dump_gemm(l, s->product, out);
    break;
  case SMR_LOOPS_NAMED:
    smr_str_printf(out, "%s\n", named_names[s->product->what]);
    dump_block(l, s->body, depth + 1, out);
    break;
  }
}

static void dump_block(const SmrLoopsProgram *l, uint32_t block, int depth, SmrStr *out) {
  const SmrLoopsBlock *b = &l->blocks.data[block];
  for (uint32_t i = 0; i < b->buffers.size; i++) {
    const SmrLoopsBufferInfo *info = &l->buffers.data[b->buffers.data[i]];
    line(out, depth);
    smr_str_printf(out, "alloc b%u ", b->buffers.data[i]);
    dump_type(info->type, out);
    dump_list(l, info->rank, info->sizes, out);
    smr_str_putc(out, '\n');
  }
  for (uint32_t i = 0; i < b->statements.size; i++)
    dump_statement(l, &l->statements.data[b->statements.data[i]], depth, out);
}

static void dump_parameter(const SmrLoopsProgram *l, const SmrLoopsParameter *p, SmrStr *out) {
  if (p->kind == SMR_LOOPS_ARGUMENT_SIZE) {
    smr_str_printf(out, "size %s", p->name);
    if (l->sizes.data[p->of].divisor != 1)
      smr_str_printf(out, " divided by %lld", (long long)l->sizes.data[p->of].divisor);
  } else if (p->kind == SMR_LOOPS_ARGUMENT_NUMBER) {
    smr_str_printf(out, "v%u = %s ", p->of, p->name);
    dump_type(l->values.data[p->of], out);
  } else {
    const SmrLoopsBufferInfo *b = &l->buffers.data[p->of];
    smr_str_printf(out, "%s %s ", b->written ? "out" : "in", p->name);
    dump_type(b->type, out);
    dump_list(l, b->rank, b->sizes, out);
    smr_str_puts(out, " strides ");
    dump_list(l, b->rank, b->strides, out);
    smr_str_puts(out, " from ");
    smr_loops_index_dump(l, b->offset, out);
  }
  smr_str_putc(out, '\n');
}

void smr_loops_dump(const SmrLoopsProgram *l, SmrStr *out) {
  for (uint32_t i = 0; i < l->parameters.size; i++)
    dump_parameter(l, &l->parameters.data[i], out);
  dump_block(l, 0, 0, out);
}
