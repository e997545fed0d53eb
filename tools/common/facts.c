//===- facts.c - a report's entries, decoded --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "facts.h"
#include "base/json.h"
#include <stdlib.h>
#include <string.h>

/// The JSON string at `at`; "" when there is none.
static const char *read_text(const char *at, SmrArena *arena) {
  SmrStr text = {0};
  smr_json_text(&text, at);
  const char *copy = smr_arena_strdup(arena, smr_str_get(&text));
  smr_str_free(&text);
  return copy;
}

static void read_list(const char *list, SmrArena *arena, Args *out) {
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at))
    smr_vec_push(out, read_text(at, arena));
}

static void read_lines(const char *list, Fact *out) {
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at))
    smr_vec_push(&out->loops, (uint32_t)strtoul(at, NULL, 10));
}

static double read_time(const char *estimate, const char *key) {
  const char *value = smr_json_member(estimate, key);
  return value ? strtod(value, NULL) : 0;
}

static void read_estimate(const char *estimate, SmrArena *arena, Fact *out) {
  out->code_ns = read_time(estimate, "code_ns");
  out->call_ns = read_time(estimate, "call_ns");
  out->size = (uint32_t)smr_json_number(estimate, "size");
  out->code_ps = read_text(smr_json_member(estimate, "code_ps"), arena);
  out->call_ps = read_text(smr_json_member(estimate, "call_ps"), arena);
}

static Fact read_fact(const char *entry, bool rewrite, SmrArena *arena) {
  Fact fact = {.rewrite = rewrite,
               .file = read_text(smr_json_member(entry, "file"), arena),
               .function = read_text(smr_json_member(entry, "function"), arena),
               .idiom = read_text(smr_json_member(entry, "idiom"), arena),
               .library = read_text(smr_json_member(entry, "library"), arena),
               .tier = read_text(smr_json_member(entry, "tier"), arena),
               .reason = read_text(smr_json_member(entry, "reason"), arena),
               .line = (uint32_t)smr_json_number(entry, "line"),
               .column = (uint32_t)smr_json_number(entry, "column")};
  const char *explanation = smr_json_member(entry, "explanation");
  const char *verified = smr_json_member(entry, "verified");
  fact.unverified = verified && !strncmp(verified, "false", 5);
  read_lines(smr_json_member(entry, "loops"), &fact);
  read_list(smr_json_member(entry, "guards"), arena, &fact.guards);
  read_estimate(smr_json_member(entry, "estimate"), arena, &fact);
  fact.call = read_text(smr_json_member(explanation, "call"), arena);
  read_list(smr_json_member(explanation, "laws"), arena, &fact.laws);
  read_list(smr_json_member(explanation, "equations"), arena, &fact.equations);
  read_list(smr_json_member(explanation, "canonical"), arena, &fact.canonical);
  return fact;
}

bool facts_read(const char *json, SmrArena *arena, Facts *out) {
  static const char *const keys[] = {"rewrites", "missed"};
  for (int k = 0; k < 2; k++) {
    const char *list = smr_json_list(json, keys[k]);
    if (!list)
      return false;
    for (const char *at = smr_json_first(list); at; at = smr_json_next(at))
      smr_vec_push(out, read_fact(at, k == 0, arena));
  }
  return true;
}

bool facts_same(const Fact *one, const Fact *other) {
  return !one->rewrite && !other->rewrite && one->line == other->line && one->column == other->column &&
         smr_equal(one->file, other->file) && smr_equal(one->function, other->function) &&
         smr_equal(one->idiom, other->idiom) && smr_equal(one->reason, other->reason);
}

void facts_free(Facts *facts) {
  for (uint32_t k = 0; k < facts->size; k++) {
    smr_vec_free(&facts->data[k].loops);
    smr_vec_free(&facts->data[k].guards);
    smr_vec_free(&facts->data[k].laws);
    smr_vec_free(&facts->data[k].equations);
    smr_vec_free(&facts->data[k].canonical);
  }
  smr_vec_free(facts);
}
