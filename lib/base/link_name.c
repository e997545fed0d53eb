//===- link_name.c - names of libraries to link --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include <string.h>

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool smr_link_name_ok(const char *name, size_t length) {
  if (length == 0 || length > SMR_MAX_LINK_NAME)
    return false;
  bool path = memchr(name, '/', length) != NULL;
  if (!is_word(name[0]) && !(path && (name[0] == '/' || name[0] == '.')))
    return false;
  for (size_t i = 0; i < length; i++)
    if (!is_word(name[i]) && !memchr(".+-", name[i], 3) && !(path && memchr("/~ ()", name[i], 5)))
      return false;
  return true;
}

//--- Routines that the link step may provide --------------------------------------------

static bool is_plain(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!is_word(text[i]) && text[i] != '.')
      return false;
  return length > 0;
}

bool smr_linked_symbol(const char *libraries, const char *routine, SmrStr *out) {
  if (!is_plain(routine, strlen(routine)) || routine[0] == '.')
    return false;
  smr_str_puts(out, SMR_LINKED_MARK);
  for (const char *at = libraries; *at; at++)
    smr_str_printf(out, is_word(*at) ? "%c" : ".%02X", (unsigned char)*at);
  smr_str_printf(out, "..%s", routine);
  return true;
}

static int digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool smr_linked_parse(const char *symbol, size_t length, SmrStr *libraries, SmrStr *routine) {
  const size_t head = strlen(SMR_LINKED_MARK);
  const char *stop = symbol + length, *at = symbol + head;
  if (length <= head || memcmp(symbol, SMR_LINKED_MARK, head) != 0)
    return false;
  smr_str_clear(libraries);
  smr_str_clear(routine);
  while (at < stop && !(stop - at > 2 && at[0] == '.' && at[1] == '.')) {
    if (is_word(*at)) {
      smr_str_putc(libraries, *at++);
      continue;
    }
    if (stop - at < 3 || *at != '.' || digit(at[1]) < 2 || digit(at[2]) < 0)
      return false;
    smr_str_putc(libraries, (char)(digit(at[1]) * 16 + digit(at[2])));
    at += 3;
  }
  if (at == stop || at[2] == '.' || !is_plain(at + 2, (size_t)(stop - at - 2)))
    return false;
  smr_str_append(routine, at + 2, (size_t)(stop - at - 2));
  return true;
}

//--- Entries ------------------------------------------------------------------------------

bool smr_is_entries(const char *library) {
  return smr_ends(library, ".pfa" SMR_ENTRIES_ENDING);
}

bool smr_is_entry(const char *library) {
  enum { DIGITS = 16 };
  size_t length = strlen(library);
  if (!smr_starts(library, "smr.") || length <= DIGITS + 5 || library[length - DIGITS - 1] != '.')
    return false;
  return strspn(library + length - DIGITS, "0123456789abcdef") == DIGITS && smr_link_name_ok(library, length);
}

void smr_entry_name(const char *text, SmrStr *out) {
  for (; *text; text++)
    smr_str_putc(out, is_word(*text) || strchr(".+-", *text) ? *text : '_');
}
