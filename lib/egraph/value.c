//===- value.c - hash-consed values --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/value.h"
#include "egraph/value_internal.h"
#include <string.h>

SmrValues *smr_values_create(void) {
  SmrValues *v = smr_xcalloc(1, sizeof *v);
  v->names = smr_intern_create();
  smr_vec_push(&v->list, (SmrValueInfo){0});
  return v;
}

void smr_values_destroy(SmrValues *v) {
  if (!v)
    return;
  smr_intern_destroy(v->names);
  smr_vec_free(&v->list);
  smr_vec_free(&v->elements);
  smr_map_free(&v->first);
  smr_poly_pool_free(&v->sizes);
  free(v);
}

size_t smr_values_bytes(const SmrValues *v) {
  return sizeof *v + smr_intern_bytes(v->names) + v->list.capacity * sizeof *v->list.data +
         v->elements.capacity * sizeof *v->elements.data + smr_map_bytes(&v->first) +
         smr_poly_pool_bytes(&v->sizes);
}

SmrValue smr_value_intern(SmrValues *v, SmrValueInfo info, const uint32_t *elements) {
  uint64_t hash = (info.kind + 1) * 0x9E3779B97F4A7C15u ^ (uint64_t)info.integer * 0xC2B2AE3D27D4EB4Fu;
  for (uint32_t i = 0; i < info.count; i++)
    hash = ((hash << 23 | hash >> 41) ^ elements[i]) * 0x9E3779B97F4A7C15u;
  uint32_t *newest = smr_map_at(&v->first, hash, 0);
  for (SmrValue at = *newest; at; at = v->list.data[at].older) {
    const SmrValueInfo *have = &v->list.data[at];
    if (have->kind == info.kind && have->integer == info.integer && have->count == info.count &&
        (!info.count || !memcmp(v->elements.data + have->first, elements, info.count * sizeof *elements)))
      return at;
  }
  info.first = v->elements.size;
  info.older = *newest;
  *newest = v->list.size;
  for (uint32_t i = 0; i < info.count; i++)
    smr_vec_push(&v->elements, elements[i]);
  smr_vec_push(&v->list, info);
  return v->list.size - 1;
}

SmrValue smr_value_integer(SmrValues *v, int64_t integer) {
  return smr_value_intern(v, (SmrValueInfo){.kind = SMR_VALUE_INTEGER, .integer = integer}, NULL);
}

SmrValue smr_value_name(SmrValues *v, const char *name) {
  return smr_value_intern(v, (SmrValueInfo){.kind = SMR_VALUE_NAME, .integer = smr_intern(v->names, name)},
                          NULL);
}

SmrValue smr_value_list(SmrValues *v, const SmrValue *elements, uint32_t count) {
  uint32_t depth = 0;
  for (uint32_t i = 0; i < count; i++)
    depth = v->list.data[elements[i]].depth > depth ? v->list.data[elements[i]].depth : depth;
  if (depth == SMR_VALUE_MAX_DEPTH)
    return SMR_NO_VALUE;
  // (What is given may lie in the table, which moves.)
  SmrValue *copy = smr_xmalloc((count + 1) * sizeof *copy);
  if (count)
    memcpy(copy, elements, count * sizeof *copy);
  SmrValue made =
      smr_value_intern(v, (SmrValueInfo){.kind = SMR_VALUE_LIST, .count = count, .depth = depth + 1}, copy);
  free(copy);
  return made;
}

SmrValueKind smr_value_kind(const SmrValues *v, SmrValue at) {
  return (SmrValueKind)v->list.data[at].kind;
}

bool smr_value_is_integer(const SmrValues *v, SmrValue at, int64_t *integer) {
  if (!at || v->list.data[at].kind != SMR_VALUE_INTEGER)
    return false;
  *integer = v->list.data[at].integer;
  return true;
}

const char *smr_value_name_of(const SmrValues *v, SmrValue at) {
  return at && v->list.data[at].kind == SMR_VALUE_NAME
             ? smr_intern_text(v->names, (SmrSym)v->list.data[at].integer)
             : NULL;
}

const SmrValue *smr_value_elements(const SmrValues *v, SmrValue at, uint32_t *count) {
  bool list = at && v->list.data[at].kind == SMR_VALUE_LIST;
  *count = list ? v->list.data[at].count : 0;
  return *count ? v->elements.data + v->list.data[at].first : NULL;
}

void smr_value_print(const SmrValues *v, SmrValue at, SmrStr *out) {
  const SmrValueInfo *info = &v->list.data[at];
  switch ((SmrValueKind)info->kind) {
  case SMR_VALUE_INTEGER:
    smr_str_printf(out, "%lld", (long long)info->integer);
    break;
  case SMR_VALUE_NAME:
    smr_str_puts(out, smr_value_name_of(v, at));
    break;
  case SMR_VALUE_LIST:
    smr_str_putc(out, '(');
    for (uint32_t i = 0; i < info->count; i++) {
      smr_str_puts(out, i ? " " : "");
      smr_value_print(v, v->elements.data[info->first + i], out);
    }
    smr_str_putc(out, ')');
    break;
  case SMR_VALUE_SIZE:
    smr_value_print_size(v, at, out);
    break;
  }
}
