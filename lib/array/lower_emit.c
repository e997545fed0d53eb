//===- lower_emit.c - scopes and their text ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: a scope's text only mentions what is defined in it or in scopes below it on the stack.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"
#include <stdarg.h>
#include <string.h>

void smr_lower_fail(SmrLowering *l, const char *format, ...) {
  if (l->error)
    return;
  va_list args;
  va_start(args, format);
  l->error = smr_arena_vprintf(&l->arena, format, args);
  va_end(args);
}

void *smr_lower_alloc(SmrLowering *l, size_t bytes) {
  return smr_arena_alloc(&l->arena, bytes);
}

const char *smr_lower_text(SmrLowering *l, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = smr_arena_vprintf(&l->arena, format, args);
  va_end(args);
  return text;
}

const char *smr_lower_name(SmrLowering *l) {
  return smr_lower_text(l, "%%%u", l->next_name++);
}

uint32_t smr_lower_depth(const SmrLowering *l) {
  return l->stack.size - 1;
}

static void indent(SmrStr *out, uint32_t depth) {
  for (uint32_t i = 0; i <= depth; i++)
    smr_str_puts(out, "  ");
}

void smr_lower_line(SmrLowering *l, const char *format, ...) {
  SmrStr *out = &smr_vec_last(&l->stack)->text;
  indent(out, smr_lower_depth(l));
  va_list args;
  va_start(args, format);
  smr_str_vprintf(out, format, args);
  va_end(args);
  smr_str_putc(out, '\n');
}

static uint64_t hash(const char *key) {
  uint64_t h = 14695981039346656037u;
  for (; *key; key++)
    h = (h ^ (unsigned char)*key) * 1099511628211u;
  return h;
}

void *smr_lower_recall(SmrLowering *l, uint32_t level, const char *key) {
  uint64_t h = hash(key);
  SmrLowerScope *s = l->stack.data[level];
  for (uint32_t i = 0; i < s->memo.size; i++)
    if (s->memo.data[i].hash == h && !strcmp(s->memo.data[i].key, key))
      return s->memo.data[i].value;
  return NULL;
}

void smr_lower_remember(SmrLowering *l, uint32_t level, const char *key, void *value) {
  SmrLowerMemo memo = {smr_arena_strdup(&l->arena, key), hash(key), value};
  smr_vec_push(&l->stack.data[level]->memo, memo);
}

const char *smr_lower_pure(SmrLowering *l, uint32_t level, const char *format, ...) {
  SmrStr text = {0};
  va_list args;
  va_start(args, format);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  const char *name = smr_lower_recall(l, level, smr_str_get(&text));
  if (!name) {
    name = smr_lower_name(l);
    SmrStr *out = &l->stack.data[level]->text;
    indent(out, level);
    smr_str_printf(out, "%s = %s\n", name, smr_str_get(&text));
    smr_lower_remember(l, level, smr_str_get(&text), (void *)name);
  }
  smr_str_free(&text);
  return name;
}

double smr_lower_trips(const SmrLowering *l, uint32_t from, uint32_t to) {
  double product = 1;
  for (uint32_t i = from + 1; i <= to; i++)
    if (l->stack.data[i]->trips)
      product *= l->stack.data[i]->trips->value;
  return product;
}

static bool may_be_empty(const SmrLowerScope *s) {
  return s->trips && !(s->trips->constant && s->trips->value >= 1);
}

uint32_t smr_lower_safe_level(const SmrLowering *l, uint32_t level) {
  for (uint32_t i = smr_lower_depth(l); i > level; i--)
    if (may_be_empty(l->stack.data[i]))
      return i;
  return level;
}

static void push(SmrLowering *l, SmrLowerScope scope) {
  SmrLowerScope *s = smr_xcalloc(1, sizeof *s);
  *s = scope;
  smr_vec_push(&l->stack, s);
}

SmrLowerScope *smr_lower_take(SmrLowering *l) {
  return smr_vec_pop(&l->stack);
}

void smr_lower_put_back(SmrLowering *l, SmrLowerScope *scope) {
  smr_vec_push(&l->stack, scope);
}

void smr_lower_drop(SmrLowerScope *s) {
  smr_str_free(&s->text);
  smr_vec_free(&s->memo);
  smr_vec_free(&s->loads);
  free(s);
}

static void pop(SmrLowering *l) {
  smr_lower_drop(smr_lower_take(l));
}

SmrLowerSuspended smr_lower_suspend(SmrLowering *l, uint32_t level, bool guard) {
  SmrLowerSuspended s = {.count = smr_lower_depth(l) - level};
  s.inner = smr_lower_alloc(l, (s.count + 1) * sizeof *s.inner);
  for (uint32_t i = 0; i < s.count; i++)
    s.inner[i] = l->stack.data[level + 1 + i];
  l->stack.size = level + 1;
  if (!guard)
    return s;
  const char *condition = NULL;
  for (uint32_t i = 0; i < s.count; i++)
    if (may_be_empty(s.inner[i])) {
      const char *runs = smr_lower_pure(l, level, "arith.cmpi sgt, %s, %s : i64",
                                        smr_lower_ssa(l, s.inner[i]->trips, SMR_LOWER_INT),
                                        smr_lower_ssa(l, smr_lower_int(l, 0), SMR_LOWER_INT));
      condition = condition ? smr_lower_pure(l, level, "arith.andi %s, %s : i1", condition, runs) : runs;
    }
  if (condition) {
    push(l, (SmrLowerScope){.conditional = true, .head = smr_lower_text(l, "scf.if %s {", condition)});
    s.guarded = true;
  }
  return s;
}

static void close_scope(SmrLowering *l) {
  SmrLowerScope *s = smr_vec_last(&l->stack);
  uint32_t depth = smr_lower_depth(l) - 1;
  SmrStr *out = &l->stack.data[depth]->text;
  indent(out, depth);
  smr_str_printf(out, "%s\n", s->head);
  smr_str_append(out, s->text.data, s->text.size);
  indent(out, depth);
  smr_str_puts(out, "}\n");
  pop(l);
}

void smr_lower_resume(SmrLowering *l, SmrLowerSuspended *s) {
  if (s->guarded)
    close_scope(l);
  for (uint32_t i = 0; i < s->count; i++)
    smr_vec_push(&l->stack, s->inner[i]);
}

SmrLowerValue *smr_lower_loop(SmrLowering *l, SmrLowerValue *count, uint32_t carried,
                              const char *const *types, const char *const *inits, const char **args) {
  return smr_lower_loop_range(l, smr_lower_int(l, 0), count, 1, carried, types, inits, args);
}

SmrLowerValue *smr_lower_loop_range(SmrLowering *l, SmrLowerValue *from, SmrLowerValue *count, int64_t step,
                                    uint32_t carried, const char *const *types, const char *const *inits,
                                    const char **args) {
  const char *index = smr_lower_name(l), *result = carried ? smr_lower_name(l) : NULL;
  const char *zero = smr_lower_ssa(l, from, SMR_LOWER_INT),
             *one = smr_lower_ssa(l, smr_lower_int(l, step), SMR_LOWER_INT),
             *end = smr_lower_ssa(l, count, SMR_LOWER_INT);
  SmrStr head = {0};
  if (carried)
    smr_str_printf(&head, "%s:%u = ", result, carried);
  smr_str_printf(&head, "scf.for %s = %s to %s step %s", index, zero, end, one);
  for (uint32_t i = 0; i < carried; i++) {
    args[i] = smr_lower_name(l);
    smr_str_printf(&head, "%s%s = %s", i ? ", " : " iter_args(", args[i], inits[i]);
  }
  for (uint32_t i = 0; i < carried; i++)
    smr_str_printf(&head, "%s%s", i ? ", " : ") -> (", types[i]);
  smr_str_puts(&head, carried ? ") : i64 {" : " : i64 {");
  push(l, (SmrLowerScope){.trips = count,
                          .head = smr_arena_strdup(&l->arena, smr_str_get(&head)),
                          .result = result,
                          .results = carried});
  smr_str_free(&head);
  SmrLowerValue *iv = smr_lower_number(l, SMR_LOWER_INT, smr_lower_depth(l), index);
  return iv;
}

void smr_lower_end_loop(SmrLowering *l, const char *const *types, const char *const *yields,
                        const char **results) {
  SmrLowerScope *s = smr_vec_last(&l->stack);
  const char *result = s->result;
  uint32_t count = s->results;
  if (count) {
    SmrStr line = {0};
    smr_str_puts(&line, "scf.yield ");
    for (uint32_t i = 0; i < count; i++)
      smr_str_printf(&line, "%s%s", i ? ", " : "", yields[i]);
    for (uint32_t i = 0; i < count; i++)
      smr_str_printf(&line, "%s%s", i ? ", " : " : ", types[i]);
    smr_lower_line(l, "%s", smr_str_get(&line));
    smr_str_free(&line);
  }
  close_scope(l);
  for (uint32_t i = 0; i < count; i++)
    results[i] = smr_lower_text(l, "%s#%u", result, i);
}
