//===- print.c - programs of loops as MLIR -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "loops/print.h"
#include "loops/print_internal.h"
#include <stdio.h>
#include <string.h>

//===--- values and memory ---===//

static const char *value_type(SmrLoopsPrinter *p, SmrLoopsValue v) {
  return smr_loops_mlir_type(p, p->l->values.data[v]);
}

static void load(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  const char *at = smr_loops_index(p, smr_loops_place(p->l, s));
  const char *from = p->buffers[s->buffer], *type = p->buffer_types[s->buffer];
  p->values[s->result] = smr_scopes_fresh(&p->scopes);
  if (p->l->values.data[s->result].lanes == 1)
    smr_scopes_line(&p->scopes, "%s = memref.load %s[%s] : %s", p->values[s->result], from, at, type);
  else
    smr_scopes_line(&p->scopes, "%s = vector.load %s[%s] : %s, %s", p->values[s->result], from, at, type,
                    value_type(p, s->result));
}

static void store(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  const char *at = smr_loops_index(p, smr_loops_place(p->l, s)), *value = p->values[s->a];
  const char *to = p->buffers[s->buffer], *type = p->buffer_types[s->buffer], *kind = value_type(p, s->a);
  bool vector = p->l->values.data[s->a].lanes != 1;
  if (s->accumulate) {
    const char *old = smr_scopes_fresh(&p->scopes), *sum = smr_scopes_fresh(&p->scopes);
    if (vector)
      smr_scopes_line(&p->scopes, "%s = vector.load %s[%s] : %s, %s", old, to, at, type, kind);
    else
      smr_scopes_line(&p->scopes, "%s = memref.load %s[%s] : %s", old, to, at, type);
    smr_scopes_line(&p->scopes, "%s = arith.addf %s, %s%s : %s", sum, old, value, smr_loops_fast(p), kind);
    value = sum;
  }
  if (vector)
    smr_scopes_line(&p->scopes, "vector.store %s, %s[%s] : %s, %s", value, to, at, type, kind);
  else
    smr_scopes_line(&p->scopes, "memref.store %s, %s[%s] : %s", value, to, at, type);
}

static void arith(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  static const char *const names[] = {"addf",    "subf", "mulf", "divf", "minimumf", "maximumf", "minnumf",
                                      "maxnumf", "",     "exp",  "log",  "sqrt",     "tanh",     "fabs"};
  const char *name = names[s->op], *a = p->values[s->a], *b = p->values[s->b], *type = value_type(p, s->a);
  const char *result = p->values[s->result] = smr_scopes_fresh(&p->scopes);
  bool integer = p->l->values.data[s->a].integer;
  if (s->op == SMR_LOOPS_LESS) {
    const char *bit = smr_scopes_fresh(&p->scopes);
    smr_scopes_line(&p->scopes, "%s = arith.%s, %s, %s : %s", bit, integer ? "cmpi slt" : "cmpf olt", a, b,
                    type);
    smr_scopes_line(&p->scopes, "%s = arith.extui %s : i1 to i64", result, bit);
  } else if (s->op >= SMR_LOOPS_EXP)
    smr_scopes_line(&p->scopes, "%s = llvm.intr.%s(%s) : (%s) -> %s", result, name, a, type, type);
  else if (integer)
    smr_scopes_line(&p->scopes, "%s = arith.%s %s, %s : i64", result,
                    s->op == SMR_LOOPS_MIN_NUMBER ? "minsi" : "maxsi", a, b);
  else // (which of two zeros is the larger one is not asked of a sum's order)
    smr_scopes_line(&p->scopes, "%s = arith.%s %s, %s%s : %s", result, name, a, b,
                    s->op < SMR_LOOPS_MIN ? smr_loops_fast(p) : "", type);
}

static void convert(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  SmrLoopsType from = p->l->values.data[s->a], to = p->l->values.data[s->result];
  const char *op = from.integer ? "sitofp" : to.integer ? "fptosi" : to.bits > from.bits ? "extf" : "truncf";
  p->values[s->result] = smr_scopes_fresh(&p->scopes);
  smr_scopes_line(&p->scopes, "%s = arith.%s %s : %s to %s", p->values[s->result], op, p->values[s->a],
                  value_type(p, s->a), value_type(p, s->result));
}

static void of_index(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  p->values[s->result] = smr_scopes_pure(&p->scopes, smr_scopes_level(&p->scopes),
                                         "arith.index_cast %s : index to i64", smr_loops_index(p, s->flat));
}

static void broadcast(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  p->values[s->result] = smr_scopes_fresh(&p->scopes);
  smr_scopes_line(&p->scopes, "%s = vector.broadcast %s : %s to %s", p->values[s->result], p->values[s->a],
                  value_type(p, s->a), value_type(p, s->result));
}

//===--- loops ---===//

static const char *types(SmrLoopsPrinter *p, uint32_t count, SmrLoopsValue first) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (uint32_t k = 0; k < count; k++)
    smr_str_printf(&text, "%s%s", k ? ", " : "", value_type(p, first + k));
  return smr_scopes_text(&p->scopes, "%s", smr_str_get(&text));
}

static const char *yield(SmrLoopsPrinter *p, uint32_t count, const SmrLoopsValue *values,
                         SmrLoopsValue first) {
  SmrStr text = {0};
  for (uint32_t k = 0; k < count; k++)
    smr_str_printf(&text, "%s%s", k ? ", " : "", p->values[values[k]]);
  const char *result = smr_scopes_text(&p->scopes, "%s : %s", smr_str_get(&text), types(p, count, first));
  smr_str_free(&text);
  return result;
}

static void name_results(SmrLoopsPrinter *p, const SmrLoopsStatement *s, const char *name) {
  for (uint32_t k = 0; k < s->values; k++)
    p->values[s->result + k] = smr_scopes_text(&p->scopes, "%s#%u", name, k);
}

static const char *body(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  smr_loops_push_scope(p);
  p->variables[s->variable] =
      (SmrLoopsName){smr_scopes_text(&p->scopes, "%%i%u", p->scopes.next++), smr_scopes_level(&p->scopes)};
  for (uint32_t k = 0; k < s->values; k++)
    p->values[s->inside + k] = smr_scopes_fresh(&p->scopes);
  smr_loops_print_block(p, s->body);
  if (s->values)
    smr_scopes_line(&p->scopes, "scf.yield %s", yield(p, s->values, s->yields, s->result));
  if (s->order == SMR_LOOPS_PARALLEL)
    smr_scopes_line(&p->scopes, "scf.reduce");
  return smr_loops_pop_scope(p);
}

static void unrolled(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  int64_t count = 0;
  smr_loops_is_int(p->l->variables.data[s->variable], &count);
  const char **carried = smr_arena_alloc(&p->scopes.arena, (s->values + 1) * sizeof *carried);
  for (uint32_t k = 0; k < s->values; k++)
    carried[k] = p->values[s->inits[k]];
  for (int64_t i = 0; i < count; i++) {
    p->variables[s->variable] = (SmrLoopsName){smr_loops_literal(p, i), 0};
    for (uint32_t k = 0; k < s->values; k++)
      p->values[s->inside + k] = carried[k];
    smr_loops_print_block(p, s->body);
    for (uint32_t k = 0; k < s->values; k++)
      carried[k] = p->values[s->yields[k]];
  }
  for (uint32_t k = 0; k < s->values; k++)
    p->values[s->result + k] = carried[k];
}

static void loop(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  if (s->order == SMR_LOOPS_UNROLLED) {
    unrolled(p, s);
    return;
  }
  const char *zero = smr_loops_literal(p, 0), *one = smr_loops_literal(p, 1);
  const char *count = smr_loops_index(p, p->l->variables.data[s->variable]), *text = body(p, s);
  const char *variable = p->variables[s->variable].name, *result = smr_scopes_fresh(&p->scopes);
  if (s->order == SMR_LOOPS_PARALLEL) {
    smr_scopes_line(&p->scopes, "scf.parallel (%s) = (%s) to (%s) step (%s) {", variable, zero, count, one);
  } else if (!s->values) {
    smr_scopes_line(&p->scopes, "scf.for %s = %s to %s step %s {", variable, zero, count, one);
  } else {
    SmrStr carried = {0};
    for (uint32_t k = 0; k < s->values; k++)
      smr_str_printf(&carried, "%s%s = %s", k ? ", " : "", p->values[s->inside + k], p->values[s->inits[k]]);
    smr_scopes_line(&p->scopes, "%s:%u = scf.for %s = %s to %s step %s iter_args(%s) -> (%s) {", result,
                    s->values, variable, zero, count, one, smr_str_get(&carried),
                    types(p, s->values, s->result));
    smr_str_free(&carried);
  }
  smr_str_puts(&smr_vec_last(&p->scopes.open)->text, text);
  smr_scopes_line(&p->scopes, "}");
  name_results(p, s, result);
}

const char *smr_loops_condition(SmrLoopsPrinter *p, uint32_t count, const SmrLoopsTest *tests) {
  static const char *const names[] = {"slt", "sle", "eq", "ne"};
  const char *all = NULL;
  for (uint32_t k = 0; k < count; k++) {
    const char *a = smr_loops_index(p, tests[k].a), *b = smr_loops_index(p, tests[k].b);
    const char *one = smr_scopes_pure(&p->scopes, smr_scopes_level(&p->scopes),
                                      "arith.cmpi %s, %s, %s : index", names[tests[k].compare], a, b);
    all = all ? smr_scopes_pure(&p->scopes, smr_scopes_level(&p->scopes), "arith.andi %s, %s : i1", all, one)
              : one;
  }
  return all ? all : smr_scopes_pure(&p->scopes, 0, "arith.constant true");
}

static void conditional(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  const char *test = smr_loops_condition(p, s->count, s->tests), *result = smr_scopes_fresh(&p->scopes),
             *sides[2] = {NULL, NULL};
  for (int i = 0; i < 2; i++) {
    if (i && s->other == UINT32_MAX)
      break;
    smr_loops_push_scope(p);
    smr_loops_print_block(p, i ? s->other : s->body);
    if (s->values)
      smr_scopes_line(&p->scopes, "scf.yield %s",
                      yield(p, s->values, i ? s->other_yields : s->yields, s->result));
    sides[i] = smr_loops_pop_scope(p);
  }
  if (s->values)
    smr_scopes_line(&p->scopes, "%s:%u = scf.if %s -> (%s) {", result, s->values, test,
                    types(p, s->values, s->result));
  else
    smr_scopes_line(&p->scopes, "scf.if %s {", test);
  smr_str_puts(&smr_vec_last(&p->scopes.open)->text, sides[0]);
  if (sides[1]) {
    smr_scopes_line(&p->scopes, "} else {");
    smr_str_puts(&smr_vec_last(&p->scopes.open)->text, sides[1]);
  }
  smr_scopes_line(&p->scopes, "}");
  name_results(p, s, result);
}

//===--- blocks ---===//

static void statement(SmrLoopsPrinter *p, const SmrLoopsStatement *s) {
  switch (s->kind) {
  case SMR_LOOPS_CONSTANT:
    p->values[s->result] = smr_loops_real(p, p->l->values.data[s->result], s->number);
    break;
  case SMR_LOOPS_LOAD:
    load(p, s);
    break;
  case SMR_LOOPS_STORE:
    store(p, s);
    break;
  case SMR_LOOPS_BROADCAST:
    broadcast(p, s);
    break;
  case SMR_LOOPS_ARITH:
    arith(p, s);
    break;
  case SMR_LOOPS_CONVERT:
    convert(p, s);
    break;
  case SMR_LOOPS_OF_INDEX:
    of_index(p, s);
    break;
  case SMR_LOOPS_FOR:
    loop(p, s);
    break;
  case SMR_LOOPS_IF:
    conditional(p, s);
    break;
  case SMR_LOOPS_GEMM:
    smr_loops_print_gemm(p, s);
    break;
  case SMR_LOOPS_NAMED:
    smr_loops_print_named(p, s);
    break;
  }
}

// What is small and has a known size stands on the stack. (It is allocated outside of sequential loops.)
#define STACK_BYTES 16384

static bool on_stack(const SmrLoopsBufferInfo *b, int64_t *elements) {
  *elements = 1;
  for (uint32_t k = 0; k < b->rank; k++) {
    int64_t size;
    if (!smr_loops_is_int(b->sizes[k], &size) || size > STACK_BYTES)
      return false;
    *elements *= size;
    if (*elements > STACK_BYTES / (b->type.bits / 8))
      return false;
  }
  return *elements > 0;
}

static SmrLoopsIndex elements_of(SmrLoopsPrinter *p, const SmrLoopsBufferInfo *b) {
  SmrLoopsIndex elements = smr_loops_int(p->l, 1);
  for (uint32_t k = 0; k < b->rank; k++)
    elements = smr_loops_mul(p->l, elements, b->sizes[k]);
  return elements;
}

static void allocate(SmrLoopsPrinter *p, SmrLoopsBuffer buffer) {
  const SmrLoopsBufferInfo *b = &p->l->buffers.data[buffer];
  int64_t elements;
  p->buffers[buffer] = smr_scopes_fresh(&p->scopes);
  if (on_stack(b, &elements)) {
    p->buffer_types[buffer] =
        smr_scopes_text(&p->scopes, "memref<%lldx%s>", (long long)elements, smr_loops_mlir_type(p, b->type));
    smr_scopes_line(&p->scopes, "%s = memref.alloca() {alignment = 64 : i64} : %s", p->buffers[buffer],
                    p->buffer_types[buffer]);
    return;
  }
  p->buffer_types[buffer] = smr_scopes_text(&p->scopes, "memref<?x%s>", smr_loops_mlir_type(p, b->type));
  smr_scopes_line(&p->scopes, "%s = memref.alloc(%s) {alignment = 64 : i64} : %s", p->buffers[buffer],
                  smr_loops_index(p, elements_of(p, b)), p->buffer_types[buffer]);
}

void smr_loops_print_block(SmrLoopsPrinter *p, uint32_t block) {
  const SmrLoopsBlock *b = &p->l->blocks.data[block];
  int64_t elements;
  for (uint32_t i = 0; i < b->buffers.size; i++)
    allocate(p, b->buffers.data[i]);
  for (uint32_t i = 0; i < b->statements.size; i++)
    statement(p, &p->l->statements.data[b->statements.data[i]]);
  for (uint32_t i = 0; i < b->buffers.size; i++)
    if (!on_stack(&p->l->buffers.data[b->buffers.data[i]], &elements))
      smr_scopes_line(&p->scopes, "memref.dealloc %s : %s", p->buffers[b->buffers.data[i]],
                      p->buffer_types[b->buffers.data[i]]);
}

//===--- the function ---===//

static const char *strided(SmrLoopsPrinter *p, const SmrLoopsBufferInfo *b) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, "memref<");
  for (uint32_t k = 0; k < b->rank; k++)
    smr_str_puts(&text, "?x");
  smr_str_printf(&text, "%s, strided<[", smr_loops_mlir_type(p, b->type));
  for (uint32_t k = 0; k < b->rank; k++)
    smr_str_puts(&text, k ? ", ?" : "?");
  smr_str_puts(&text, "], offset: ?>>");
  return smr_scopes_text(&p->scopes, "%s", smr_str_get(&text));
}

// Where a size is also a dimension or a stride of a memref: its name, or NULL.
static const char *told_by_memref(SmrLoopsPrinter *p, uint32_t size) {
  for (uint32_t i = 0; i < p->l->parameters.size && p->options->memrefs; i++) {
    SmrLoopsParameter a = p->l->parameters.data[i];
    if (a.kind != SMR_LOOPS_ARGUMENT_BUFFER)
      continue;
    SmrLoopsBufferInfo b = p->l->buffers.data[a.of];
    SmrLoopsIndex wanted = smr_loops_size(p->l, p->l->sizes.data[size].name, p->l->sizes.data[size].divisor);
    for (uint32_t k = 0; k < b.rank; k++) {
      if (b.sizes[k] == wanted)
        return smr_scopes_text(&p->scopes, "%%%s_size#%u", a.name, k);
      if (b.strides[k] == wanted)
        return smr_scopes_text(&p->scopes, "%%%s_stride#%u", a.name, k);
    }
  }
  return NULL;
}

static void parameter(SmrLoopsPrinter *p, const SmrLoopsParameter *a, SmrStr *out) {
  if (a->kind == SMR_LOOPS_ARGUMENT_NUMBER)
    smr_str_printf(out, "%%%s: %s", a->name, value_type(p, a->of));
  else if (a->kind == SMR_LOOPS_ARGUMENT_SIZE)
    smr_str_printf(out, "%%%s: %s", a->name, p->options->memrefs ? "index" : "i64");
  else if (p->options->memrefs)
    smr_str_printf(out, "%%%s: %s", a->name, strided(p, &p->l->buffers.data[a->of]));
  else
    smr_str_printf(out, "%%%s: !llvm.ptr {llvm.noalias}", a->name);
}

static void signature(SmrLoopsPrinter *p, const char *name, SmrStr *out) {
  smr_str_printf(out, "func.func %s@%s(", p->options->internal ? "private " : "", name);
  bool first = true;
  for (uint32_t i = 0; i < p->l->parameters.size; i++) {
    const SmrLoopsParameter *a = &p->l->parameters.data[i];
    if (a->kind == SMR_LOOPS_ARGUMENT_SIZE && told_by_memref(p, a->of))
      continue;
    smr_str_puts(out, first ? "" : ", ");
    parameter(p, a, out);
    first = false;
  }
  smr_str_puts(out, ") {\n");
}

// A pointer as a memref of one dimension, of which no size is asked.
static void pointer(SmrLoopsPrinter *p, const SmrLoopsParameter *a) {
  static const char descriptor[] = "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>";
  const char *zero = smr_scopes_pure(&p->scopes, 0, "llvm.mlir.constant(0 : i64) : i64");
  const char *one = smr_scopes_pure(&p->scopes, 0, "llvm.mlir.constant(1 : i64) : i64");
  const char *many = smr_scopes_pure(&p->scopes, 0, "llvm.mlir.constant(9223372036854775807 : i64) : i64");
  const char *from = smr_scopes_pure(&p->scopes, 0, "llvm.mlir.undef : %s", descriptor);
  const char *name = smr_scopes_text(&p->scopes, "%%%s", a->name);
  const char *const parts[][2] = {
      {name, "[0]"}, {name, "[1]"}, {zero, "[2]"}, {many, "[3, 0]"}, {one, "[4, 0]"}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    from = smr_scopes_pure(&p->scopes, 0, "llvm.insertvalue %s, %s%s : %s", parts[i][0], from, parts[i][1],
                           descriptor);
  p->buffer_types[a->of] =
      smr_scopes_text(&p->scopes, "memref<?x%s>", smr_loops_mlir_type(p, p->l->buffers.data[a->of].type));
  p->buffers[a->of] = smr_scopes_pure(&p->scopes, 0, "builtin.unrealized_conversion_cast %s : %s to %s", from,
                                      descriptor, p->buffer_types[a->of]);
}

static void metadata(SmrLoopsPrinter *p, const SmrLoopsParameter *a) {
  const SmrLoopsBufferInfo *b = &p->l->buffers.data[a->of];
  SMR_OWNED(SmrStr, smr_str_free) names = {0}, kinds = {0};
  if (b->rank)
    smr_str_printf(&names, ", %%%s_size:%u, %%%s_stride:%u", a->name, b->rank, a->name, b->rank);
  for (uint32_t k = 0; k < 2 * b->rank; k++)
    smr_str_puts(&kinds, ", index");
  smr_scopes_line(
      &p->scopes,
      "%%%s_base, %%%s_offset%s = memref.extract_strided_metadata %%%s : %s -> memref<%s>, index%s", a->name,
      a->name, smr_str_get(&names), a->name, strided(p, b), smr_loops_mlir_type(p, b->type),
      smr_str_get(&kinds));
}

// … and a strided memref, too.
static void flatten(SmrLoopsPrinter *p, const SmrLoopsParameter *a) {
  const SmrLoopsBufferInfo *b = &p->l->buffers.data[a->of];
  SmrLoopsIndex reach = smr_loops_add(p->l, b->offset, smr_loops_int(p->l, 1)), one = smr_loops_int(p->l, 1);
  for (uint32_t k = 0; k < b->rank; k++)
    reach =
        smr_loops_add(p->l, reach, smr_loops_mul(p->l, smr_loops_sub(p->l, b->sizes[k], one), b->strides[k]));
  p->buffer_types[a->of] =
      smr_scopes_text(&p->scopes, "memref<?x%s, strided<[1], offset: ?>>", smr_loops_mlir_type(p, b->type));
  p->origins[a->of] = smr_scopes_text(&p->scopes, "%%%s_offset", a->name);
  p->buffers[a->of] = smr_scopes_pure(
      &p->scopes, 0,
      "memref.reinterpret_cast %%%s_base to offset: [%%%s_offset], sizes: [%s], strides: [1] "
      ": memref<%s> to %s",
      a->name, a->name, smr_loops_index(p, reach), smr_loops_mlir_type(p, b->type), p->buffer_types[a->of]);
}

static void size(SmrLoopsPrinter *p, const SmrLoopsParameter *a) {
  const char *name = told_by_memref(p, a->of);
  if (!name)
    name = p->options->memrefs
               ? smr_scopes_text(&p->scopes, "%%%s", a->name)
               : smr_scopes_pure(&p->scopes, 0, "arith.index_cast %%%s : i64 to index", a->name);
  int64_t divisor = p->l->sizes.data[a->of].divisor;
  if (divisor != 1)
    name = smr_scopes_pure(&p->scopes, 0, "arith.divui %s, %s : index", name, smr_loops_literal(p, divisor));
  p->sizes[a->of] = (SmrLoopsName){name, 0};
}

static void prologue(SmrLoopsPrinter *p) {
  for (int round = 0; round < 3; round++)
    for (uint32_t i = 0; i < p->l->parameters.size; i++) {
      const SmrLoopsParameter *a = &p->l->parameters.data[i];
      if (a->kind == SMR_LOOPS_ARGUMENT_BUFFER && round == 0 && p->options->memrefs)
        metadata(p, a);
      else if (a->kind == SMR_LOOPS_ARGUMENT_SIZE && round == 1)
        size(p, a);
      else if (a->kind == SMR_LOOPS_ARGUMENT_BUFFER && round == 2)
        (p->options->memrefs ? flatten : pointer)(p, a);
      else if (a->kind == SMR_LOOPS_ARGUMENT_NUMBER)
        p->values[a->of] = smr_scopes_text(&p->scopes, "%%%s", a->name);
    }
}

void smr_loops_print(SmrLoopsProgram *l, const char *name, const SmrLoopsPrint *options, SmrStr *out) {
  SmrLoopsPrinter p = {.l = l, .options = options};
  p.variables = smr_arena_alloc(&p.scopes.arena, l->variables.size * sizeof *p.variables);
  p.sizes = smr_arena_alloc(&p.scopes.arena, l->sizes.size * sizeof *p.sizes);
  p.values = smr_arena_alloc(&p.scopes.arena, l->values.size * sizeof *p.values);
  p.buffers = smr_arena_alloc(&p.scopes.arena, l->buffers.size * sizeof *p.buffers);
  p.buffer_types = smr_arena_alloc(&p.scopes.arena, l->buffers.size * sizeof *p.buffer_types);
  p.origins = smr_arena_alloc(&p.scopes.arena, l->buffers.size * sizeof *p.origins);
  smr_loops_push_scope(&p);
  prologue(&p);
  smr_loops_print_block(&p, 0);
  signature(&p, name, out);
  smr_str_printf(out, "%s  return\n}\n", smr_loops_pop_scope(&p));
  smr_vec_free(&p.scopes.open);
  smr_arena_destroy(&p.scopes.arena);
  if (options->packed && !options->memrefs)
    smr_loops_print_packed(l, name, out);
}

void smr_loops_print_module(const SmrStr *functions, SmrStr *out) {
#define DECLARE(letter, type)                                                                                \
  "cblas_" letter "dot(i32, !llvm.ptr, i32, !llvm.ptr, i32) -> " type,                                       \
      "cblas_" letter "gemv(i32, i32, i32, i32, " type ", !llvm.ptr, i32, !llvm.ptr, i32, " type             \
      ", !llvm.ptr, i32)",                                                                                   \
      "cblas_" letter "gemm(i32, i32, i32, i32, i32, i32, " type ", !llvm.ptr, i32, !llvm.ptr, i32, " type   \
      ", !llvm.ptr, i32)"
  static const char *const known[] = {DECLARE("s", "f32"), DECLARE("d", "f64")};
#undef DECLARE
  smr_str_puts(out, "module {\n");
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char call[32];
    snprintf(call, sizeof call, "@%.*s(", (int)strcspn(known[i], "("), known[i]);
    if (strstr(smr_str_get(functions), call))
      smr_str_printf(out, "func.func private @%s\n", known[i]);
  }
  smr_str_printf(out, "%s}\n", smr_str_get(functions));
}
