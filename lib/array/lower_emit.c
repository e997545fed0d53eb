//===- lower_emit.c - loops and conditions under construction ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"
#include <stdarg.h>

void smr_lower_fail(SmrLowering *l, const char *format, ...) {
  if (l->error)
    return;
  va_list args;
  va_start(args, format);
  l->error = smr_arena_vprintf(&l->scopes.arena, format, args);
  va_end(args);
}

void *smr_lower_alloc(SmrLowering *l, size_t bytes) {
  return smr_arena_alloc(&l->scopes.arena, bytes);
}

SmrLowerScope *smr_lower_scope(const SmrLowering *l, uint32_t level) {
  return (SmrLowerScope *)l->scopes.open.data[level];
}

double smr_lower_trips(const SmrLowering *l, uint32_t from, uint32_t to) {
  double product = 1;
  for (uint32_t i = from + 1; i <= to; i++)
    if (smr_lower_scope(l, i)->trips)
      product *= smr_lower_scope(l, i)->trips->value;
  return product;
}

static bool may_be_empty(const SmrLowerScope *s) {
  return s->trips && !(s->trips->constant && s->trips->value >= 1);
}

uint32_t smr_lower_safe_level(const SmrLowering *l, uint32_t level) {
  for (uint32_t i = smr_scopes_level(&l->scopes); i > level; i--)
    if (may_be_empty(smr_lower_scope(l, i)))
      return i;
  return level;
}

static void push(SmrLowering *l, SmrLowerScope scope) {
  SmrLowerScope *s = smr_xcalloc(1, sizeof *s);
  *s = scope;
  smr_vec_push(&l->scopes.open, &s->scope);
}

SmrLowerScope *smr_lower_take(SmrLowering *l) {
  return (SmrLowerScope *)smr_vec_pop(&l->scopes.open);
}

void smr_lower_put_back(SmrLowering *l, SmrLowerScope *scope) {
  smr_vec_push(&l->scopes.open, &scope->scope);
}

void smr_lower_drop(SmrLowerScope *s) {
  smr_scope_free(&s->scope);
  smr_vec_free(&s->loads);
  free(s);
}

SmrLowerSuspended smr_lower_suspend(SmrLowering *l, uint32_t level, bool guard) {
  SmrLowerSuspended s = {.count = smr_scopes_level(&l->scopes) - level};
  s.inner = smr_lower_alloc(l, (s.count + 1) * sizeof *s.inner);
  for (uint32_t i = 0; i < s.count; i++)
    s.inner[i] = smr_lower_scope(l, level + 1 + i);
  l->scopes.open.size = level + 1;
  if (!guard)
    return s;
  const char *condition = NULL;
  for (uint32_t i = 0; i < s.count; i++)
    if (may_be_empty(s.inner[i])) {
      const char *runs = smr_scopes_pure(&l->scopes, level, "arith.cmpi sgt, %s, %s : i64",
                                         smr_lower_ssa(l, s.inner[i]->trips, SMR_LOWER_INT),
                                         smr_lower_ssa(l, smr_lower_int(l, 0), SMR_LOWER_INT));
      condition =
          condition ? smr_scopes_pure(&l->scopes, level, "arith.andi %s, %s : i1", condition, runs) : runs;
    }
  if (condition) {
    push(l,
         (SmrLowerScope){.conditional = true, .head = smr_scopes_text(&l->scopes, "scf.if %s {", condition)});
    s.guarded = true;
  }
  return s;
}

static void close_scope(SmrLowering *l) {
  SmrLowerScope *s = smr_lower_take(l);
  smr_scopes_line(&l->scopes, "%s", s->head);
  smr_str_append(&smr_vec_last(&l->scopes.open)->text, s->scope.text.data, s->scope.text.size);
  smr_scopes_line(&l->scopes, "}");
  smr_lower_drop(s);
}

void smr_lower_resume(SmrLowering *l, SmrLowerSuspended *s) {
  if (s->guarded)
    close_scope(l);
  for (uint32_t i = 0; i < s->count; i++)
    smr_vec_push(&l->scopes.open, &s->inner[i]->scope);
}

SmrLowerValue *smr_lower_loop(SmrLowering *l, SmrLowerValue *count, uint32_t carried,
                              const char *const *types, const char *const *inits, const char **args) {
  return smr_lower_loop_range(l, smr_lower_int(l, 0), count, 1, carried, types, inits, args);
}

SmrLowerValue *smr_lower_loop_range(SmrLowering *l, SmrLowerValue *from, SmrLowerValue *count, int64_t step,
                                    uint32_t carried, const char *const *types, const char *const *inits,
                                    const char **args) {
  const char *index = smr_scopes_fresh(&l->scopes), *result = carried ? smr_scopes_fresh(&l->scopes) : NULL;
  const char *zero = smr_lower_ssa(l, from, SMR_LOWER_INT),
             *one = smr_lower_ssa(l, smr_lower_int(l, step), SMR_LOWER_INT),
             *end = smr_lower_ssa(l, count, SMR_LOWER_INT);
  SmrStr head = {0};
  if (carried)
    smr_str_printf(&head, "%s:%u = ", result, carried);
  smr_str_printf(&head, "scf.for %s = %s to %s step %s", index, zero, end, one);
  for (uint32_t i = 0; i < carried; i++) {
    args[i] = smr_scopes_fresh(&l->scopes);
    smr_str_printf(&head, "%s%s = %s", i ? ", " : " iter_args(", args[i], inits[i]);
  }
  for (uint32_t i = 0; i < carried; i++)
    smr_str_printf(&head, "%s%s", i ? ", " : ") -> (", types[i]);
  smr_str_puts(&head, carried ? ") : i64 {" : " : i64 {");
  push(l, (SmrLowerScope){.trips = count,
                          .head = smr_arena_strdup(&l->scopes.arena, smr_str_get(&head)),
                          .result = result,
                          .results = carried});
  smr_str_free(&head);
  SmrLowerValue *iv = smr_lower_number(l, SMR_LOWER_INT, smr_scopes_level(&l->scopes), index);
  return iv;
}

void smr_lower_end_loop(SmrLowering *l, const char *const *types, const char *const *yields,
                        const char **results) {
  const SmrLowerScope *s = smr_lower_scope(l, smr_scopes_level(&l->scopes));
  const char *result = s->result;
  uint32_t count = s->results;
  if (count) {
    SmrStr line = {0};
    smr_str_puts(&line, "scf.yield ");
    for (uint32_t i = 0; i < count; i++)
      smr_str_printf(&line, "%s%s", i ? ", " : "", yields[i]);
    for (uint32_t i = 0; i < count; i++)
      smr_str_printf(&line, "%s%s", i ? ", " : " : ", types[i]);
    smr_scopes_line(&l->scopes, "%s", smr_str_get(&line));
    smr_str_free(&line);
  }
  close_scope(l);
  for (uint32_t i = 0; i < count; i++)
    results[i] = smr_scopes_text(&l->scopes, "%s#%u", result, i);
}
