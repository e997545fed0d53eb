//===- findings.c - a report's entries, read ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/findings.h"
#include "base/json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The JSON string at `at`; "" if there is none.
static const char *read_text(const char *at, SmrArena *arena) {
  SmrStr text = {0};
  smr_json_text(&text, at);
  const char *copy = smr_arena_strdup(arena, smr_str_get(&text));
  smr_str_free(&text);
  return copy;
}

static SmrNames read_list(const char *list, SmrArena *arena) {
  SmrNames names = {0};
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at))
    smr_names_add(&names, read_text(at, arena), arena);
  return names;
}

static void read_lines(const char *list, SmrArena *arena, SmrFinding *out) {
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at))
    out->loop_count++;
  uint32_t *lines = smr_arena_alloc(arena, out->loop_count * sizeof *lines), count = 0;
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at))
    lines[count++] = (uint32_t)strtoul(at, NULL, 10);
  out->loops = lines;
}

static double read_time(const char *estimate, const char *key) {
  const char *value = smr_json_member(estimate, key);
  return value ? strtod(value, NULL) : 0;
}

static SmrFinding read_fact(const char *entry, bool rewrite, SmrArena *arena) {
  const char *explanation = smr_json_member(entry, "explanation");
  const char *estimate = smr_json_member(entry, "estimate");
  const char *verified = smr_json_member(entry, "verified");
  SmrFinding fact = {.rewrite = rewrite,
                     .unverified = verified && smr_starts(verified, "false"),
                     .file = read_text(smr_json_member(entry, "file"), arena),
                     .function = read_text(smr_json_member(entry, "function"), arena),
                     .idiom = read_text(smr_json_member(entry, "idiom"), arena),
                     .library = read_text(smr_json_member(entry, "library"), arena),
                     .tier = read_text(smr_json_member(entry, "tier"), arena),
                     .reason = read_text(smr_json_member(entry, "reason"), arena),
                     .line = (uint32_t)smr_json_number(entry, "line"),
                     .column = (uint32_t)smr_json_number(entry, "column"),
                     .guards = read_list(smr_json_member(entry, "guards"), arena),
                     .laws = read_list(smr_json_member(explanation, "laws"), arena),
                     .equations = read_list(smr_json_member(explanation, "equations"), arena),
                     .canonical = read_list(smr_json_member(explanation, "canonical"), arena),
                     .code_ns = read_time(estimate, "code_ns"),
                     .call_ns = read_time(estimate, "call_ns"),
                     .size = (uint32_t)smr_json_number(estimate, "size"),
                     .code_ps = read_text(smr_json_member(estimate, "code_ps"), arena),
                     .call_ps = read_text(smr_json_member(estimate, "call_ps"), arena),
                     .call = read_text(smr_json_member(explanation, "call"), arena)};
  read_lines(smr_json_member(entry, "loops"), arena, &fact);
  return fact;
}

bool smr_findings_read(const char *json, SmrArena *arena, SmrFindings *out) {
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

bool smr_findings_same(const SmrFinding *one, const SmrFinding *other) {
  return !one->rewrite && !other->rewrite && one->line == other->line && one->column == other->column &&
         smr_equal(one->file, other->file) && smr_equal(one->function, other->function) &&
         smr_equal(one->idiom, other->idiom) && smr_equal(one->reason, other->reason);
}

//--- Remarks --------------------------------------------------------------------

typedef struct {
  SmrFindingRemark *remark;
  void *user;
  SMR_VEC(SmrFindingPart) parts;
} Remarks;

static void add(Remarks *r, const char *key, const char *text) {
  smr_vec_push(&r->parts, (SmrFindingPart){key, text});
}

static void emit(Remarks *r, SmrFindingKind kind, const char *name) {
  r->remark(r->user, kind, name, r->parts.data, r->parts.size);
  smr_vec_clear(&r->parts);
}

static void emit_rewrite(Remarks *r, const SmrFinding *fact) {
  char checks[16];
  snprintf(checks, sizeof checks, "%u", fact->guards.size);
  add(r, NULL, "loop nest replaced by a call: ");
  add(r, "Idiom", fact->idiom);
  add(r, NULL, " (");
  add(r, "Tier", fact->tier);
  if (fact->guards.size) {
    add(r, NULL, ", behind ");
    add(r, "Checks", checks);
    add(r, NULL, fact->guards.size == 1 ? " check" : " checks");
  }
  add(r, NULL, fact->unverified ? ", not verified)" : ")");
  emit(r, SMR_FINDING_PASSED, "Rewritten");
  if (fact->guards.size) {
    add(r, NULL, "the call of ");
    add(r, "Idiom", fact->idiom);
    for (uint32_t k = 0; k < fact->guards.size; k++) {
      add(r, NULL, k ? "; " : " runs where ");
      add(r, "Check", fact->guards.data[k]);
    }
    emit(r, SMR_FINDING_ANALYSIS, "Checks");
  }
  if (fact->laws.size) {
    add(r, "Idiom", fact->idiom);
    add(r, NULL, " was found by");
    for (uint32_t k = 0; k < fact->laws.size; k++) {
      add(r, NULL, " ");
      add(r, "Law", fact->laws.data[k]);
    }
    emit(r, SMR_FINDING_ANALYSIS, "Laws");
  }
}

void smr_finding_remarks(const SmrFinding *fact, SmrFindingRemark *remark, void *user) {
  Remarks r = {.remark = remark, .user = user};
  if (fact->rewrite) {
    emit_rewrite(&r, fact);
  } else if (*fact->idiom) {
    add(&r, "Idiom", fact->idiom);
    add(&r, NULL, " not called: ");
    add(&r, "Reason", fact->reason);
    emit(&r, SMR_FINDING_MISSED, "Missed");
  } else {
    add(&r, NULL, "no call: ");
    add(&r, "Reason", fact->reason);
    emit(&r, SMR_FINDING_ANALYSIS, "NoIdiom");
  }
  smr_vec_free(&r.parts);
}
