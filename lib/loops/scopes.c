//===- scopes.c - MLIR's text in nested scopes -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "loops/scopes.h"
#include <stdarg.h>
#include <string.h>
#include <xxhash.h>

void smr_scope_free(SmrTextScope *scope) {
  smr_str_free(&scope->text);
  smr_vec_free(&scope->memo);
}

uint32_t smr_scopes_level(const SmrScopes *s) {
  return s->open.size - 1;
}

const char *smr_scopes_text(SmrScopes *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = smr_arena_vprintf(&s->arena, format, args);
  va_end(args);
  return text;
}

const char *smr_scopes_fresh(SmrScopes *s) {
  return smr_scopes_text(s, "%%%u", s->next++);
}

static void indent(SmrStr *out, uint32_t level) {
  for (uint32_t i = 0; i <= level; i++)
    smr_str_puts(out, "  ");
}

void smr_scopes_line(SmrScopes *s, const char *format, ...) {
  SmrStr *out = &smr_vec_last(&s->open)->text;
  va_list args;
  indent(out, smr_scopes_level(s));
  va_start(args, format);
  smr_str_vprintf(out, format, args);
  va_end(args);
  smr_str_putc(out, '\n');
}

void *smr_scopes_recall(const SmrScopes *s, uint32_t level, const char *key) {
  uint64_t h = XXH3_64bits(key, strlen(key));
  const SmrTextScope *scope = s->open.data[level];
  for (uint32_t i = 0; i < scope->memo.size; i++)
    if (scope->memo.data[i].hash == h && !strcmp(scope->memo.data[i].key, key))
      return scope->memo.data[i].value;
  return NULL;
}

void smr_scopes_remember(SmrScopes *s, uint32_t level, const char *key, void *value) {
  SmrScopeMemo memo = {smr_arena_strdup(&s->arena, key), XXH3_64bits(key, strlen(key)), value};
  smr_vec_push(&s->open.data[level]->memo, memo);
}

const char *smr_scopes_pure(SmrScopes *s, uint32_t level, const char *format, ...) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  va_list args;
  va_start(args, format);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  const char *name = smr_scopes_recall(s, level, smr_str_get(&text));
  if (!name) {
    name = smr_scopes_fresh(s);
    SmrStr *out = &s->open.data[level]->text;
    indent(out, level);
    smr_str_printf(out, "%s = %s\n", name, smr_str_get(&text));
    smr_scopes_remember(s, level, smr_str_get(&text), (void *)(uintptr_t)name);
  }
  return name;
}
