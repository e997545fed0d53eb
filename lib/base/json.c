//===- json.c - texts in JSON --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/json.h"
#include <stdio.h>
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

void smr_json_put_n(SmrStr *out, const char *text, size_t size) {
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
  smr_json_put_n(out, text, strlen(text));
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
  const char *at = smr_json_start(object);
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
  for (const char *at = string + 1; *at && *at != '"'; at++) {
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
