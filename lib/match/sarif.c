//===- sarif.c - a report as SARIF 2.1.0 ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/sarif.h"
#include "base/json.h"
#include <stdlib.h>
#include <string.h>

/// §3.27.9: the kind of what is no problem; §3.27.10: then the level is none.
static const struct {
  const char *id, *text, *level;
} rules[] = {
    {"rewritten", "A loop nest was replaced by a call of a library",
     "\"kind\":\"informational\",\"level\":\"none\""},
    {"missed", "A loop nest is like an idiom and was left as it is", "\"level\":\"note\""},
    {"no-idiom", "A loop nest resembles no idiom", "\"kind\":\"informational\",\"level\":\"none\""},
    {"residency", "Which arrays of a function stay on a GPU between calls",
     "\"kind\":\"informational\",\"level\":\"none\""},
};
enum { REWRITTEN, MISSED, NO_IDIOM, RESIDENCY, RULES };

bool smr_is_sarif_path(const char *path) {
  return smr_ends(path, ".sarif") || smr_ends(path, ".sarif.json");
}

/// The characters of the JSON string at `at`, still escaped; nothing when there is none.
static void put_escaped(SmrStr *out, const char *at) {
  const char *end = at && *at == '"' ? smr_json_end(at) : NULL;
  if (end)
    smr_str_append(out, at + 1, (size_t)(end - at) - 2);
}

/// §3.11.5: in messages {0} stands for an argument, and two braces for one. (Names of templates have some.)
static void put_words(SmrStr *out, const char *at) {
  const char *end = at && *at == '"' ? smr_json_end(at) : NULL;
  for (const char *c = end ? at + 1 : NULL; end && c < end - 1; c++) {
    smr_str_putc(out, *c);
    if (*c == '{' || *c == '}')
      smr_str_putc(out, *c);
  }
}

static bool is_empty_text(const char *at) {
  return !at || smr_starts(at, "\"\"");
}

/// RFC 3986: what is not unreserved is percent-encoded, byte by byte. (JSON's escapes of '"', '\' and control
/// characters are taken off first.)
static void put_uri(SmrStr *out, const char *at) {
  const char *end = at && *at == '"' ? smr_json_end(at) : NULL;
  for (const char *c = end ? at + 1 : NULL; end && c < end - 1; c++) {
    unsigned code = (unsigned char)*c;
    if (*c == '\\' && c[1] == 'u' && end - c > 6) {
      char digits[5] = {c[2], c[3], c[4], c[5], 0};
      code = (unsigned)strtoul(digits, NULL, 16);
      c += 5;
    } else if (*c == '\\') {
      const char *letter = strchr("b\bf\fn\nr\rt\t", *++c);
      code = (unsigned char)(letter ? letter[1] : *c);
    }
    bool plain = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
                 (code >= '0' && code <= '9') || (code && code < 0x80 && strchr("/-._~", (int)code));
    smr_str_printf(out, plain ? "%c" : "%%%02X", code);
  }
}

static void put_guards(SmrStr *out, const char *list) {
  bool first = true;
  for (list = list && *list == '[' ? smr_json_start(list + 1) : ""; *list == '"'; first = false) {
    smr_str_puts(out, first ? ", where " : "; ");
    put_words(out, list);
    list = smr_json_start(smr_json_end(list));
    if (*list == ',')
      list = smr_json_start(list + 1);
  }
}

static void put_message(SmrStr *out, int rule, const char *entry) {
  if (rule == RESIDENCY) {
    put_words(out, smr_json_member(entry, "summary"));
    return;
  }
  put_words(out, smr_json_member(entry, "idiom"));
  if (rule == REWRITTEN) {
    smr_str_puts(out, " called (tier ");
    put_words(out, smr_json_member(entry, "tier"));
    smr_str_putc(out, ')');
    put_guards(out, smr_json_member(entry, "guards"));
  } else {
    smr_str_puts(out, rule == MISSED ? " not called: " : "no call: ");
    put_words(out, smr_json_member(entry, "reason"));
  }
}

/// Numbers from 1 (§3.30.5); 0, unknown, is left out.
static bool put_number(SmrStr *out, const char *name, const char *at, const char *before) {
  long number = at ? strtol(at, NULL, 10) : 0;
  if (number > 0)
    smr_str_printf(out, "%s\"%s\":%ld", before, name, number);
  return number > 0;
}

static void put_location(SmrStr *out, const char *entry) {
  const char *file = smr_json_member(entry, "file"), *function = smr_json_member(entry, "function");
  if (is_empty_text(file))
    return;
  smr_str_puts(out, ",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"");
  smr_str_puts(out, file[1] == '/' ? "file://" : "");
  put_uri(out, file);
  smr_str_puts(out, "\"}");
  if (put_number(out, "startLine", smr_json_member(entry, "line"), ",\"region\":{")) {
    put_number(out, "startColumn", smr_json_member(entry, "column"), ",");
    smr_str_putc(out, '}');
  }
  smr_str_putc(out, '}');
  if (!is_empty_text(function)) {
    smr_str_puts(out, ",\"logicalLocations\":[{\"kind\":\"function\",\"name\":\"");
    put_escaped(out, function);
    smr_str_puts(out, "\"}]");
  }
  smr_str_puts(out, "}]");
}

static void put_result(SmrStr *out, int rule, const char *entry, size_t size) {
  smr_str_printf(out, "\n{\"ruleId\":\"%s\",\"ruleIndex\":%d,%s,\"message\":{\"text\":\"", rules[rule].id,
                 rule, rules[rule].level);
  put_message(out, rule, entry);
  smr_str_puts(out, "\"}");
  put_location(out, entry);
  smr_str_printf(out, ",\"properties\":{\"smr\":%.*s}}", (int)size, entry);
}

/// The entries of a list; `data` of `each` is the caller's.
static bool for_each(const char *list, bool (*each)(const char *entry, const char *end, void *data),
                     void *data) {
  if (!list || *list != '[' || !smr_json_end(list))
    return false;
  for (list = smr_json_start(list + 1); *list == '{';) {
    const char *end = smr_json_end(list);
    if (!each(list, end, data))
      return false;
    list = smr_json_start(end);
    if (*list == ',')
      list = smr_json_start(list + 1);
  }
  return true;
}

typedef struct {
  SmrStr *out;
  int rule; // MISSED: or NO_IDIOM
  bool any;
} Putting;

static bool put_entry(const char *entry, const char *end, void *data) {
  Putting *p = data;
  SmrStr copy = {0}; // (members are looked for in a text that ends with the entry)
  smr_str_append(&copy, entry, (size_t)(end - entry));
  bool none = p->rule == MISSED && is_empty_text(smr_json_member(copy.data, "idiom"));
  smr_str_puts(p->out, p->any ? "," : "");
  put_result(p->out, none ? NO_IDIOM : p->rule, copy.data, copy.size);
  p->any = true;
  smr_str_free(&copy);
  return true;
}

bool smr_sarif_put(const char *report, SmrStr *out) {
  Putting putting = {out, REWRITTEN, false};
  const char *residency = smr_json_member(report, "residency");
  smr_str_puts(
      out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\":\"2.1.0\",\n"
           "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"SMR\",\"version\":\"" SMR_VERSION "\",\"rules\":[");
  for (int k = 0; k < RULES; k++)
    smr_str_printf(out, "%s\n{\"id\":\"%s\",\"shortDescription\":{\"text\":\"%s\"}}", k ? "," : "",
                   rules[k].id, rules[k].text);
  smr_str_puts(out, "]}},\n\"results\":[");
  bool ok = for_each(smr_json_member(report, "rewrites"), put_entry, &putting);
  putting.rule = MISSED;
  ok = ok && for_each(smr_json_member(report, "missed"), put_entry, &putting);
  putting.rule = RESIDENCY;
  ok = ok && (!residency || for_each(residency, put_entry, &putting));
  smr_str_puts(out, "\n]}]}\n");
  return ok;
}

//--- Back -----------------------------------------------------------------------------

typedef struct {
  SmrStr rewrites, missed, residency;
} Getting;

static bool get_result(const char *result, const char *end, void *data) {
  (void)end;
  Getting *g = data;
  const char *rule = smr_json_member(result, "ruleId"), *properties = smr_json_member(result, "properties");
  const char *entry = properties ? smr_json_member(properties, "smr") : NULL,
             *last = entry ? smr_json_end(entry) : NULL;
  if (!rule || !last)
    return false;
  SmrStr *list = smr_starts(rule, "\"rewritten\"")   ? &g->rewrites
                 : smr_starts(rule, "\"residency\"") ? &g->residency
                                                     : &g->missed;
  smr_str_puts(list, list->size ? ",\n" : "\n");
  smr_str_append(list, entry, (size_t)(last - entry));
  return true;
}

bool smr_sarif_get(const char *sarif, SmrStr *report) {
  const char *runs = smr_json_member(sarif, "runs");
  const char *run = runs && *runs == '[' ? smr_json_start(runs + 1) : NULL;
  Getting got = {{0}, {0}, {0}};
  bool ok = run && for_each(smr_json_member(run, "results"), get_result, &got);
  if (ok)
    smr_str_printf(report, "{\"version\":1,\n\"rewrites\":[%s],\n\"missed\":[%s]", smr_str_get(&got.rewrites),
                   smr_str_get(&got.missed));
  if (ok && got.residency.size)
    smr_str_printf(report, ",\n\"residency\":[%s]", got.residency.data);
  if (ok)
    smr_str_puts(report, "}\n");
  smr_str_free(&got.rewrites);
  smr_str_free(&got.missed);
  smr_str_free(&got.residency);
  return ok;
}
