//===- facts.c - a report's entries, decoded --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "facts.h"
#include "base/json.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void put_utf8(SmrStr *out, unsigned code) {
  if (code < 0x80) {
    smr_str_putc(out, (char)code);
  } else if (code < 0x800) {
    smr_str_putc(out, (char)(0xC0 | code >> 6));
    smr_str_putc(out, (char)(0x80 | (code & 0x3F)));
  } else {
    smr_str_putc(out, (char)(0xE0 | code >> 12));
    smr_str_putc(out, (char)(0x80 | (code >> 6 & 0x3F)));
    smr_str_putc(out, (char)(0x80 | (code & 0x3F)));
  }
}

/// What a backslash begins; returns where it ends.
static const char *put_escape(const char *at, SmrStr *out) {
  static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
  const char *letter = strchr(letters, *at);
  if (*at == 'u' && strlen(at) >= 5) {
    char digits[5] = {at[1], at[2], at[3], at[4], 0};
    put_utf8(out, (unsigned)strtoul(digits, NULL, 16));
    return at + 5;
  }
  smr_str_putc(out, letter ? meant[letter - letters] : *at);
  return at + 1;
}

/// The JSON string at `at`; "" when there is none.
static const char *read_text(const char *at, SmrArena *arena) {
  const char *end = at && *at == '"' ? smr_json_end(at) : NULL;
  SmrStr text = {0};
  for (const char *c = end ? at + 1 : NULL; end && c < end - 1;) {
    if (*c == '\\')
      c = put_escape(c + 1, &text);
    else
      smr_str_putc(&text, *c++);
  }
  const char *copy = smr_arena_strdup(arena, smr_str_get(&text));
  smr_str_free(&text);
  return copy;
}

static void read_list(const char *at, SmrArena *arena, Args *out) {
  if (!at || *at != '[')
    return;
  for (at = smr_json_start(at + 1); *at == '"';) {
    smr_vec_push(out, read_text(at, arena));
    at = smr_json_start(smr_json_end(at));
    if (*at == ',')
      at = smr_json_start(at + 1);
  }
}

static uint32_t read_number(const char *at) {
  return at ? (uint32_t)strtoul(at, NULL, 10) : 0;
}

static void read_lines(const char *at, Fact *out) {
  at = at && *at == '[' ? smr_json_start(at + 1) : NULL;
  while (at && isdigit((unsigned char)*at)) {
    smr_vec_push(&out->loops, read_number(at));
    at = smr_json_start(smr_json_end(at));
    at = *at == ',' ? smr_json_start(at + 1) : NULL;
  }
}

static void read_estimate(const char *estimate, SmrArena *arena, Fact *out) {
  const char *code = estimate ? smr_json_member(estimate, "code_ns") : NULL;
  const char *call = estimate ? smr_json_member(estimate, "call_ns") : NULL;
  out->code_ns = code ? strtod(code, NULL) : 0;
  out->call_ns = call ? strtod(call, NULL) : 0;
  out->size = read_number(estimate ? smr_json_member(estimate, "size") : NULL);
  out->code_ps = read_text(estimate ? smr_json_member(estimate, "code_ps") : NULL, arena);
  out->call_ps = read_text(estimate ? smr_json_member(estimate, "call_ps") : NULL, arena);
}

static Fact read_fact(const char *entry, bool rewrite, SmrArena *arena) {
  Fact fact = {.rewrite = rewrite,
               .file = read_text(smr_json_member(entry, "file"), arena),
               .function = read_text(smr_json_member(entry, "function"), arena),
               .idiom = read_text(smr_json_member(entry, "idiom"), arena),
               .library = read_text(smr_json_member(entry, "library"), arena),
               .tier = read_text(smr_json_member(entry, "tier"), arena),
               .reason = read_text(smr_json_member(entry, "reason"), arena),
               .line = read_number(smr_json_member(entry, "line")),
               .column = read_number(smr_json_member(entry, "column"))};
  const char *explanation = smr_json_member(entry, "explanation");
  const char *verified = smr_json_member(entry, "verified");
  fact.unverified = verified && !strncmp(verified, "false", 5);
  read_lines(smr_json_member(entry, "loops"), &fact);
  read_list(smr_json_member(entry, "guards"), arena, &fact.guards);
  read_estimate(smr_json_member(entry, "estimate"), arena, &fact);
  fact.call = read_text(explanation ? smr_json_member(explanation, "call") : NULL, arena);
  if (explanation) {
    read_list(smr_json_member(explanation, "laws"), arena, &fact.laws);
    read_list(smr_json_member(explanation, "equations"), arena, &fact.equations);
    read_list(smr_json_member(explanation, "canonical"), arena, &fact.canonical);
  }
  return fact;
}

bool facts_read(const char *json, SmrArena *arena, Facts *out) {
  static const char *const keys[] = {"rewrites", "missed"};
  for (int k = 0; k < 2; k++) {
    const char *at = smr_json_member(json, keys[k]);
    if (!at || *at != '[' || !smr_json_end(at))
      return false;
    for (at = smr_json_start(at + 1); *at == '{';) {
      smr_vec_push(out, read_fact(at, k == 0, arena));
      at = smr_json_start(smr_json_end(at));
      if (*at == ',')
        at = smr_json_start(at + 1);
    }
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
