//===- json.c - JSON, written and read -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/json.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned smr_utf8_length(const char *text) {
  const unsigned char *p = (const unsigned char *)text;
  if (p[0] < 0x80)
    return 1;
  unsigned length = p[0] >= 0xC2 && p[0] <= 0xDF   ? 2
                    : (p[0] & 0xF0) == 0xE0        ? 3
                    : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4
                                                   : 0;
  for (unsigned i = 1; i < length; i++)
    if ((p[i] & 0xC0) != 0x80)
      return 0;
  if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF0 && p[1] < 0x90) ||
      (p[0] == 0xF4 && p[1] > 0x8F))
    return 0;
  return length;
}

static void put_n(SmrStr *out, const char *text, size_t size) {
  smr_str_putc(out, '"');
  for (const unsigned char *p = (const unsigned char *)text, *end = p + size; p < end;) {
    unsigned length = smr_utf8_length((const char *)p);
    if (!length) {
      smr_str_puts(out, "\xEF\xBF\xBD");
      ++p;
      continue;
    }
    if (*p == '"' || *p == '\\')
      smr_str_printf(out, "\\%c", *p);
    else if (*p < 0x20)
      smr_str_printf(out, "\\u%04x", *p);
    else
      smr_str_append(out, (const char *)p, length);
    p += length;
  }
  smr_str_putc(out, '"');
}

void smr_json_put(SmrStr *out, const char *text) {
  put_n(out, text, strlen(text));
}

static bool needs_comma(const SmrStr *out) {
  return out->size && !strchr("{[:, \n", out->data[out->size - 1]);
}

void smr_json_key(SmrStr *out, const char *key) {
  if (needs_comma(out))
    smr_str_putc(out, ',');
  if (!key)
    return;
  smr_json_put(out, key);
  smr_str_putc(out, ':');
}

void smr_json_open(SmrStr *out, const char *key, char bracket) {
  smr_json_key(out, key);
  smr_str_putc(out, bracket);
}

void smr_json_string(SmrStr *out, const char *key, const char *text) {
  smr_json_key(out, key);
  smr_json_put(out, text);
}

void smr_json_bool(SmrStr *out, const char *key, bool value) {
  smr_json_value(out, key, "%s", value ? "true" : "false");
}

void smr_json_value(SmrStr *out, const char *key, const char *format, ...) {
  va_list args;
  smr_json_key(out, key);
  va_start(args, format);
  smr_str_vprintf(out, format, args);
  va_end(args);
}

void smr_json_finite(SmrStr *out, const char *key, double value) {
  if (isfinite(value))
    smr_json_value(out, key, "%.15g", value);
  else
    smr_json_value(out, key, "null");
}

void smr_json_split(SmrStr *out, const char *key, const char *text, char separator) {
  const char separators[] = {separator, 0};
  smr_json_open(out, key, '[');
  while (*text) {
    size_t length = strcspn(text, separators);
    smr_json_key(out, NULL);
    put_n(out, text, length);
    text += length + (text[length] != 0);
  }
  smr_str_putc(out, ']');
}

void smr_json_line(SmrStr *out, const char *indent) {
  smr_str_printf(out, "%s\n%s", needs_comma(out) ? "," : "", indent);
}

void smr_json_entry(SmrStr *out, const char *file, size_t length, unsigned line, unsigned column) {
  smr_json_open(out, NULL, '{');
  smr_json_key(out, "file");
  put_n(out, file, length);
  smr_json_value(out, "line", "%u", line);
  smr_json_value(out, "column", "%u", column);
}

void smr_json_close_lines(SmrStr *out) {
  smr_str_puts(out, out->data[out->size - 1] == '[' ? "]" : "\n]");
}

void smr_json_report(SmrStr *out, const void *report,
                     void (*put)(SmrStr *out, const void *report, bool done)) {
  smr_str_puts(out, "{\"version\":1,\n\"rewrites\":[");
  put(out, report, true);
  smr_json_close_lines(out);
  smr_str_puts(out, ",\n\"missed\":[");
  put(out, report, false);
  smr_json_close_lines(out);
}

//--- Reading --------------------------------------------------------------------

const char *smr_json_start(const char *at) {
  return at + strspn(at, " \t\r\n");
}

const char *smr_json_end(const char *at) {
  int depth = 0;
  do {
    if (*at == '\0')
      return NULL;
    if (*at == '"') {
      for (at++; *at != '"'; at++) {
        if (*at == '\\')
          at++;
        if (*at == '\0')
          return NULL;
      }
      at++;
    } else if (*at == '{' || *at == '[') {
      depth++, at++;
    } else if (*at == '}' || *at == ']') {
      depth--, at++;
    } else if (depth > 0) {
      at++;
    } else {
      size_t length = strcspn(at, ",]} \t\r\n");
      return length ? at + length : NULL;
    }
  } while (depth > 0);
  return at;
}

const char *smr_json_member(const char *object, const char *key) {
  const char *at = object ? smr_json_start(object) : "";
  size_t length = strlen(key);
  if (*at != '{')
    return NULL;
  for (at = smr_json_start(at + 1); *at == '"';) {
    const char *end = smr_json_end(at), *value;
    if (!end || *(value = smr_json_start(end)) != ':')
      return NULL;
    value = smr_json_start(value + 1);
    if ((size_t)(end - at) == length + 2 && strncmp(at + 1, key, length) == 0)
      return value;
    if (!(end = smr_json_end(value)))
      return NULL;
    at = smr_json_start(end);
    if (*at == ',')
      at = smr_json_start(at + 1);
  }
  return NULL;
}

unsigned long smr_json_number(const char *object, const char *key) {
  const char *value = smr_json_member(object, key);
  return value ? strtoul(value, NULL, 10) : 0;
}

const char *smr_json_list(const char *object, const char *key) {
  const char *list = smr_json_member(object, key);
  return list && *list == '[' && smr_json_end(list) ? list : NULL;
}

const char *smr_json_first(const char *list) {
  const char *at = list && *list == '[' && smr_json_end(list) ? smr_json_start(list + 1) : "";
  return strchr("]}", *at) ? NULL : at;
}

const char *smr_json_next(const char *element) {
  const char *end = smr_json_end(element), *at = end ? smr_json_start(end) : "";
  if (*at == ',')
    at = smr_json_start(at + 1);
  return strchr("]}", *at) ? NULL : at;
}

static void put_character(SmrStr *out, unsigned c) {
  if (c < 0x80) {
    smr_str_putc(out, (char)c);
    return;
  }
  if (c >= 0x800) {
    smr_str_putc(out, (char)(0xE0 | c >> 12));
    smr_str_putc(out, (char)(0x80 | (c >> 6 & 0x3F)));
  } else {
    smr_str_putc(out, (char)(0xC0 | c >> 6));
  }
  smr_str_putc(out, (char)(0x80 | (c & 0x3F)));
}

void smr_json_text(SmrStr *out, const char *string) {
  static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
  if (!string || *string != '"' || !smr_json_end(string))
    return;
  for (const char *at = string + 1; *at != '"'; at++) {
    if (*at != '\\') {
      smr_str_putc(out, *at);
      continue;
    }
    unsigned code;
    const char *letter = strchr(letters, *++at);
    if (*at == 'u' && sscanf(at + 1, "%4x", &code) == 1 && strlen(at) > 4) {
      put_character(out, code);
      at += 4;
    } else {
      smr_str_putc(out, letter && *letter ? meanings[letter - letters] : *at);
    }
  }
}
