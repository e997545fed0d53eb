//===- counts.c - what SMR_RT=count=FILE has counted --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "counts.h"
#include "base/json.h"
#include <stdlib.h>
#include <string.h>

bool counts_are(const char *json) {
  return smr_json_list(json, "sites");
}

static const char *text_of(const char *string, SmrArena *arena) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_json_text(&text, string);
  return smr_arena_strdup(arena, smr_str_get(&text));
}

/// Reports may have a folder before what the counts call a file.
static bool same_file(const char *one, const char *other) {
  size_t a = strlen(one), b = strlen(other);
  const char *longer = a > b ? one : other, *shorter = a > b ? other : one;
  size_t rest = a > b ? a - b : b - a;
  return *shorter && smr_ends(longer, shorter) && (!rest || longer[rest - 1] == '/');
}

static bool is_call(const char *call, const SmrFinding *fact, SmrArena *arena) {
  return smr_json_number(call, "line") == fact->line && smr_json_number(call, "column") == fact->column &&
         smr_equal(text_of(smr_json_member(call, "idiom"), arena), fact->idiom);
}

static bool is_site(const char *site, const SmrFinding *fact, SmrArena *arena) {
  bool found = is_call(site, fact, arena);
  for (const char *at = smr_json_first(smr_json_member(site, "more")); at && !found; at = smr_json_next(at))
    found = is_call(at, fact, arena);
  return found && same_file(text_of(smr_json_member(site, "file"), arena), fact->file);
}

static void add_refusal(Ran *ran, const char *guard, unsigned long long times, SmrArena *arena) {
  const char *text = guard ? text_of(guard, arena) : NULL;
  ran->refused += times;
  for (uint32_t k = 0; k < ran->refusals.size; k++) {
    Refusal *known = &ran->refusals.data[k];
    if (text && known->guard ? smr_equal(text, known->guard) : text == known->guard) {
      known->times += times;
      return;
    }
  }
  smr_vec_push(&ran->refusals, ((Refusal){text, times}));
}

static void add_site(Ran *ran, const char *site, SmrArena *arena) {
  const char *guard = smr_json_first(smr_json_member(site, "guards"));
  const char *number = smr_json_first(smr_json_member(site, "numbers"));
  ran->known = true;
  for (int k = 0; number; k++, number = smr_json_next(number)) {
    unsigned long long value = strtoull(number, NULL, 10);
    if (k == 0)
      ran->calls += value;
    else if (k == 1)
      ran->ns += (double)value;
    else if (value)
      add_refusal(ran, guard, value, arena);
    if (k > 1 && guard)
      guard = smr_json_next(guard);
  }
}

Ran counts_of(const char *json, const SmrFinding *fact, SmrArena *arena) {
  Ran ran = {0};
  const char *sites = json && fact->rewrite ? smr_json_list(json, "sites") : NULL;
  for (const char *at = smr_json_first(sites); at; at = smr_json_next(at))
    if (is_site(at, fact, arena))
      add_site(&ran, at, arena);
  return ran;
}

void ran_free(Ran *ran) {
  smr_vec_free(&ran->refusals);
}

const char *refusal_reason(const Refusal *refusal) {
  return refusal->guard ? refusal->guard : "no library could be called";
}
