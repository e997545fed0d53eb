//===- sarif.c - a report as SARIF 2.1.0 ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/sarif.h"
#include "base/json.h"
#include <stdlib.h>
#include <string.h>

/// §3.27.9: the kind of what is no problem; §3.27.10: then the level is none.
static const struct {
  const char *id, *text;
  bool is_note;
} rules[] = {
    {"rewritten", "A loop nest was replaced by a call of a library", false},
    {"missed", "A loop nest is like an idiom and was left as it is", true},
    {"no-idiom", "A loop nest resembles no idiom", false},
    {"residency", "Which arrays of a function stay on a GPU between calls", false},
};
enum { REWRITTEN, MISSED, NO_IDIOM, RESIDENCY, RULES };

bool smr_is_sarif_path(const char *path) {
  return smr_ends(path, ".sarif") || smr_ends(path, ".sarif.json");
}

/// §3.11.5: in messages {0} is an argument, and two braces are one. (Names of templates have some.)
static void put_words(SmrStr *out, const char *string) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_json_text(&text, string);
  for (const char *c = smr_str_get(&text); *c; c++)
    smr_str_printf(out, *c == '{' || *c == '}' ? "%c%c" : "%c", *c, *c);
}

static bool is_empty_text(const char *at) {
  return !at || smr_starts(at, "\"\"");
}

/// RFC 3986: what is not unreserved is percent-encoded, byte by byte.
static void put_uri(SmrStr *out, const char *path) {
  smr_str_puts(out, *path == '/' ? "file://" : "");
  for (const char *c = path; *c; c++) {
    bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                 strchr("/-._~", *c);
    smr_str_printf(out, plain ? "%c" : "%%%02X", (unsigned char)*c);
  }
}

static void put_message(SmrStr *out, int rule, const char *entry) {
  if (rule == RESIDENCY) {
    put_words(out, smr_json_member(entry, "summary"));
    return;
  }
  put_words(out, smr_json_member(entry, "idiom"));
  if (rule == REWRITTEN) {
    const char *before = ", where ";
    smr_str_puts(out, " called (tier ");
    put_words(out, smr_json_member(entry, "tier"));
    smr_str_putc(out, ')');
    for (const char *at = smr_json_first(smr_json_member(entry, "guards")); at; at = smr_json_next(at)) {
      smr_str_puts(out, before);
      put_words(out, at);
      before = "; ";
    }
  } else {
    smr_str_puts(out, rule == MISSED ? " not called: " : "no call: ");
    put_words(out, smr_json_member(entry, "reason"));
  }
}

static void put_location(SmrStr *out, const char *entry) {
  const char *function = smr_json_member(entry, "function");
  unsigned long line = smr_json_number(entry, "line"), column = smr_json_number(entry, "column");
  SMR_OWNED(SmrStr, smr_str_free) file = {0}, text = {0};
  smr_json_text(&file, smr_json_member(entry, "file"));
  if (!file.size)
    return;
  put_uri(&text, file.data);
  smr_json_open(out, "locations", '[');
  smr_json_open(out, NULL, '{');
  smr_json_open(out, "physicalLocation", '{');
  smr_json_open(out, "artifactLocation", '{');
  smr_json_string(out, "uri", text.data);
  smr_str_putc(out, '}');
  if (line) { // numbers are from 1 (§3.30.5)
    smr_json_open(out, "region", '{');
    smr_json_value(out, "startLine", "%lu", line);
    if (column)
      smr_json_value(out, "startColumn", "%lu", column);
    smr_str_putc(out, '}');
  }
  smr_str_putc(out, '}');
  if (!is_empty_text(function)) {
    smr_str_clear(&text);
    smr_json_text(&text, function);
    smr_json_open(out, "logicalLocations", '[');
    smr_json_open(out, NULL, '{');
    smr_json_string(out, "kind", "function");
    smr_json_string(out, "name", smr_str_get(&text));
    smr_str_puts(out, "}]");
  }
  smr_str_puts(out, "}]");
}

static void put_text(SmrStr *out, const char *key, const char *text) {
  smr_json_open(out, key, '{');
  smr_json_string(out, "text", text);
  smr_str_putc(out, '}');
}

static void put_result(SmrStr *out, int rule, const char *entry) {
  SMR_OWNED(SmrStr, smr_str_free) message = {0};
  if (rule == MISSED && is_empty_text(smr_json_member(entry, "idiom")))
    rule = NO_IDIOM;
  put_message(&message, rule, entry);
  smr_json_line(out, "");
  smr_json_open(out, NULL, '{');
  smr_json_string(out, "ruleId", rules[rule].id);
  smr_json_value(out, "ruleIndex", "%d", rule);
  if (!rules[rule].is_note)
    smr_json_string(out, "kind", "informational");
  smr_json_string(out, "level", rules[rule].is_note ? "note" : "none");
  put_text(out, "message", smr_str_get(&message));
  put_location(out, entry);
  smr_json_open(out, "properties", '{');
  smr_json_value(out, "smr", "%.*s", (int)(smr_json_end(entry) - entry), entry);
  smr_str_puts(out, "}}");
}

static bool put_list(SmrStr *out, int rule, const char *report, const char *key) {
  const char *list = smr_json_list(report, key);
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at))
    put_result(out, rule, at);
  return list;
}

bool smr_sarif_put(const char *report, SmrStr *out) {
  smr_str_puts(out,
               "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\":\"2.1.0\",\n"
               "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"SMR\",\"version\":\"" SMR_VERSION "\"");
  smr_json_open(out, "rules", '[');
  for (int k = 0; k < RULES; k++) {
    smr_json_line(out, "");
    smr_json_open(out, NULL, '{');
    smr_json_string(out, "id", rules[k].id);
    put_text(out, "shortDescription", rules[k].text);
    smr_str_putc(out, '}');
  }
  smr_str_puts(out, "]}}");
  smr_json_line(out, "");
  smr_json_open(out, "results", '[');
  bool ok = put_list(out, REWRITTEN, report, "rewrites") && put_list(out, MISSED, report, "missed") &&
            (!smr_json_member(report, "residency") || put_list(out, RESIDENCY, report, "residency"));
  smr_str_puts(out, "\n]}]}\n");
  return ok;
}

//--- Back -----------------------------------------------------------------------------

/// Which list of a report the result belongs to.
static const char *key_of(const char *result) {
  const char *rule = smr_json_member(result, "ruleId");
  return !rule                               ? NULL
         : smr_starts(rule, "\"rewritten\"") ? "rewrites"
         : smr_starts(rule, "\"residency\"") ? "residency"
                                             : "missed";
}

static bool get_list(SmrStr *out, const char *results, const char *key) {
  smr_json_line(out, "");
  smr_json_open(out, key, '[');
  for (const char *at = smr_json_first(results); at; at = smr_json_next(at)) {
    const char *entry = smr_json_member(smr_json_member(at, "properties"), "smr"), *of = key_of(at);
    const char *end = entry ? smr_json_end(entry) : NULL;
    if (!end || !of)
      return false;
    if (!smr_equal(of, key))
      continue;
    smr_json_line(out, "");
    smr_json_value(out, NULL, "%.*s", (int)(end - entry), entry);
  }
  smr_str_putc(out, ']');
  return true;
}

bool smr_sarif_get(const char *sarif, SmrStr *report) {
  const char *results = smr_json_list(smr_json_first(smr_json_list(sarif, "runs")), "results");
  smr_json_open(report, NULL, '{');
  smr_json_value(report, "version", "1");
  bool ok = results && get_list(report, results, "rewrites") && get_list(report, results, "missed") &&
            get_list(report, results, "residency");
  smr_str_puts(report, "}\n");
  return ok;
}
