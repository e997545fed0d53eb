//===- datum.c - hash-consed values --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/datum.h"
#include "egraph/datum_internal.h"
#include <string.h>

SmrDatums *smr_datums_create(void) {
  SmrDatums *v = smr_xcalloc(1, sizeof *v);
  v->names = smr_intern_create();
  smr_vec_push(&v->list, (SmrValueInfo){0});
  return v;
}

void smr_datums_destroy(SmrDatums *v) {
  if (!v)
    return;
  smr_intern_destroy(v->names);
  smr_vec_free(&v->list);
  smr_vec_free(&v->elements);
  smr_index_free(&v->by_parts);
  smr_poly_pool_free(&v->sizes);
  free(v);
}

size_t smr_datums_bytes(const SmrDatums *v) {
  return sizeof *v + smr_intern_bytes(v->names) + v->list.capacity * sizeof *v->list.data +
         v->elements.capacity * sizeof *v->elements.data +
         v->by_parts.capacity * sizeof *v->by_parts.entries + smr_poly_pool_bytes(&v->sizes);
}

SmrDatum smr_datum_intern(SmrDatums *v, SmrValueInfo info, const uint32_t *elements) {
  uint64_t mixed = (info.kind + 1) * 0x9E3779B97F4A7C15u ^ (uint64_t)info.integer * 0xC2B2AE3D27D4EB4Fu;
  for (uint32_t i = 0; i < info.count; i++)
    mixed = ((mixed << 23 | mixed >> 41) ^ elements[i]) * 0x9E3779B97F4A7C15u;
  uint32_t hash = (uint32_t)(mixed >> 32), at = hash;
  for (SmrDatum known; (known = smr_index_next(&v->by_parts, hash, &at)) != UINT32_MAX;) {
    const SmrValueInfo *have = &v->list.data[known];
    if (have->kind == info.kind && have->integer == info.integer && have->count == info.count &&
        (!info.count || !memcmp(v->elements.data + have->first, elements, info.count * sizeof *elements)))
      return known;
  }
  info.first = v->elements.size;
  smr_index_add(&v->by_parts, hash, v->list.size);
  for (uint32_t i = 0; i < info.count; i++)
    smr_vec_push(&v->elements, elements[i]);
  smr_vec_push(&v->list, info);
  return v->list.size - 1;
}

SmrDatum smr_datum_integer(SmrDatums *v, int64_t integer) {
  return smr_datum_intern(v, (SmrValueInfo){.kind = SMR_DATUM_INTEGER, .integer = integer}, NULL);
}

SmrDatum smr_datum_name(SmrDatums *v, const char *name) {
  return smr_datum_intern(v, (SmrValueInfo){.kind = SMR_DATUM_NAME, .integer = smr_intern(v->names, name)},
                          NULL);
}

SmrDatum smr_datum_list(SmrDatums *v, const SmrDatum *elements, uint32_t count) {
  uint32_t depth = 0;
  for (uint32_t i = 0; i < count; i++)
    depth = v->list.data[elements[i]].depth > depth ? v->list.data[elements[i]].depth : depth;
  if (depth == SMR_DATUM_MAX_DEPTH)
    return SMR_NO_DATUM;
  // (What is given may lie in the table, which moves.)
  SmrDatum *copy = smr_xmalloc((count + 1) * sizeof *copy);
  if (count)
    memcpy(copy, elements, count * sizeof *copy);
  SmrDatum made =
      smr_datum_intern(v, (SmrValueInfo){.kind = SMR_DATUM_LIST, .count = count, .depth = depth + 1}, copy);
  free(copy);
  return made;
}

SmrDatumKind smr_datum_kind(const SmrDatums *v, SmrDatum at) {
  return (SmrDatumKind)v->list.data[at].kind;
}

bool smr_datum_is_integer(const SmrDatums *v, SmrDatum at, int64_t *integer) {
  if (!at || v->list.data[at].kind != SMR_DATUM_INTEGER)
    return false;
  *integer = v->list.data[at].integer;
  return true;
}

const char *smr_datum_name_of(const SmrDatums *v, SmrDatum at) {
  return at && v->list.data[at].kind == SMR_DATUM_NAME
             ? smr_intern_text(v->names, (SmrSym)v->list.data[at].integer)
             : NULL;
}

const SmrDatum *smr_datum_elements(const SmrDatums *v, SmrDatum at, uint32_t *count) {
  bool list = at && v->list.data[at].kind == SMR_DATUM_LIST;
  *count = list ? v->list.data[at].count : 0;
  return *count ? v->elements.data + v->list.data[at].first : NULL;
}

void smr_datum_print(const SmrDatums *v, SmrDatum at, SmrStr *out) {
  const SmrValueInfo *info = &v->list.data[at];
  switch ((SmrDatumKind)info->kind) {
  case SMR_DATUM_INTEGER:
    smr_str_printf(out, "%lld", (long long)info->integer);
    break;
  case SMR_DATUM_NAME:
    smr_str_puts(out, smr_datum_name_of(v, at));
    break;
  case SMR_DATUM_LIST:
    smr_str_putc(out, '(');
    for (uint32_t i = 0; i < info->count; i++) {
      smr_str_puts(out, i ? " " : "");
      smr_datum_print(v, v->elements.data[info->first + i], out);
    }
    smr_str_putc(out, ')');
    break;
  case SMR_DATUM_SIZE:
    smr_datum_print_size(v, at, out);
    break;
  }
}
