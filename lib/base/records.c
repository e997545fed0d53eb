//===- records.c - a report as lines, as it stands in objects ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/records.h"
#include "base/json.h"
#include <stdlib.h>
#include <string.h>

enum { RECORD_VERSION = 1 };
static const char *const kinds[] = {"\"unit\"", "\"rewrite\"", "\"missed\"", "\"residency\""};

void smr_json_replace(SmrStr *out, const char *object, const char *key, const char *value) {
  const char *end = smr_json_end(object), *old = value ? smr_json_member(object, key) : NULL;
  const char *rest = old ? smr_json_end(old) : NULL;
  if (!end)
    return;
  if (!rest)
    old = rest = end;
  smr_str_append(out, object, (size_t)(old - object));
  if (rest < end)
    smr_str_puts(out, value);
  smr_str_append(out, rest, (size_t)(end - rest));
}

//--- Writing --------------------------------------------------------------------

/// Does the JSON string begin with the path of this folder? What follows then, behind the slash.
static const char *inside(const char *string, const char *folder) {
  SMR_OWNED(SmrStr, smr_str_free) head = {0};
  smr_json_put(&head, folder ? folder : "");
  head.data[--head.size] = '\0'; // without the second quote
  bool within = head.size > 1 && strncmp(string, head.data, head.size) == 0 && string[head.size] == '/';
  return within ? string + head.size + 1 : NULL;
}

/// `string` is JSON, and so is what is added.
static void put_file(SmrStr *out, const char *string, const SmrRecordNames *names) {
  const char *end = smr_json_end(string), *rest = inside(string, names->directory);
  if (!rest)
    rest = string + 1;
  while (smr_starts(rest, "./"))
    rest += strspn(rest + 1, "/") + 1;
  smr_str_putc(out, '"');
  smr_str_append(out, rest, (size_t)(end - rest));
}

static void put_library(SmrStr *out, const char *string, const SmrRecordNames *names) {
  const char *end = smr_json_end(string), *rest = inside(string, names->share);
  const char *head = rest ? "\"$SMR/" : "\"";
  if (!rest) // the user's own lies in another folder on every machine
    for (rest = string + 1; memchr(rest, '/', (size_t)(end - rest));)
      rest = strchr(rest, '/') + 1;
  smr_str_puts(out, head);
  smr_str_append(out, rest, (size_t)(end - rest));
}

void smr_records_unit(SmrStr *out, const char *source, const SmrRecordNames *names) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_json_put(&name, source);
  smr_json_open(out, NULL, '{');
  smr_json_string(out, "kind", "unit");
  smr_json_key(out, "file");
  put_file(out, smr_str_get(&name), names);
  smr_json_value(out, "version", "%d}\n", RECORD_VERSION);
}

/// A value as a string, or NULL.
static const char *string_of(const char *object, const char *key) {
  const char *value = smr_json_member(object, key);
  return value && *value == '"' && smr_json_end(value) ? value : NULL;
}

static void put_entry(SmrStr *out, const char *kind, const char *entry, const SmrRecordNames *names) {
  const char *file = string_of(entry, "file"), *library = string_of(entry, "library");
  SMR_OWNED(SmrStr, smr_str_free) value = {0}, once = {0}, twice = {0};
  if (file)
    put_file(&value, file, names);
  smr_json_replace(&once, entry, "file", file ? smr_str_get(&value) : NULL);
  smr_str_clear(&value);
  if (library)
    put_library(&value, library, names);
  smr_json_replace(&twice, smr_str_get(&once), "library", library ? smr_str_get(&value) : NULL);
  smr_str_printf(out, "{\"kind\":%s,", kind);
  for (const char *c = smr_str_get(&twice) + 1; *c; c++) // (JSON may have line ends between its parts)
    smr_str_putc(out, *c == '\n' || *c == '\r' ? ' ' : *c);
  smr_str_putc(out, '\n');
}

static bool put_list(SmrStr *out, const char *json, const char *key, const char *kind,
                     const SmrRecordNames *names) {
  const char *list = smr_json_list(json, key);
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at)) {
    if (*at != '{')
      return false;
    put_entry(out, kind, at, names);
  }
  return list;
}

bool smr_records_put(SmrStr *out, const char *json, const SmrRecordNames *names) {
  size_t before = out->size;
  if (put_list(out, json, "rewrites", kinds[SMR_RECORD_REWRITE], names) &&
      put_list(out, json, "missed", kinds[SMR_RECORD_MISSED], names) &&
      (!smr_json_member(json, "residency") ||
       put_list(out, json, "residency", kinds[SMR_RECORD_RESIDENCY], names)))
    return true;
  if (out->data)
    out->data[out->size = before] = '\0';
  return false;
}

//--- Reading --------------------------------------------------------------------

/// Behind `{"kind":"rewrite"` and the comma; NULL: it is no such record.
static const char *rest_of(const char *line, SmrRecordKind *kind) {
  const char *value = smr_json_member(line, "kind"), *end = smr_json_end(line);
  if (!value || !end || *smr_json_start(end) || smr_json_start(line + 1) != strstr(line, "\"kind\""))
    return NULL;
  for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (smr_starts(value, kinds[k]) && value[strlen(kinds[k])] == ',') {
      *kind = (SmrRecordKind)k;
      return value + strlen(kinds[k]) + 1;
    }
  return NULL;
}

typedef struct {
  SmrRecordVisitor visit;
  void *data;
  bool known; // the lines at hand are of a version that we know
} Reading;

static bool read_unit(Reading *r, const char *line) {
  const char *file = string_of(line, "file"), *version = smr_json_member(line, "version");
  r->known = file && version && strtol(version, NULL, 10) == RECORD_VERSION;
  if (!r->known)
    return false;
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_str_append(&name, file, (size_t)(smr_json_end(file) - file));
  r->visit(r->data, SMR_RECORD_UNIT, name.data);
  return true;
}

static bool read_line(Reading *r, const char *line) {
  SmrRecordKind kind;
  const char *rest = rest_of(line, &kind);
  if (rest && kind == SMR_RECORD_UNIT)
    return read_unit(r, line);
  if (!rest || !r->known || !string_of(line, "file"))
    return false;
  SMR_OWNED(SmrStr, smr_str_free) entry = {0};
  smr_str_printf(&entry, "{%s", rest);
  r->visit(r->data, kind, entry.data);
  return true;
}

uint32_t smr_records_read(const void *bytes, size_t size, SmrRecordVisitor visit, void *data) {
  Reading r = {.visit = visit, .data = data};
  SMR_OWNED(SmrStr, smr_str_free) line = {0};
  uint32_t strange = 0;
  for (const char *at = bytes, *end = at + size; at < end;) {
    const char *stop = at;
    while (stop < end && *stop != '\n' && *stop != '\0')
      stop++;
    smr_str_clear(&line);
    smr_str_append(&line, at, (size_t)(stop - at));
    strange += stop > at && !read_line(&r, smr_str_get(&line));
    at = stop + 1;
  }
  return strange;
}
