//===- source_name.c - the front end's file leaves no trace --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Flang puts the source file's name into a constant that I/O, STOP and ALLOCATE refer to, and names the
// constant after it. Here that is the front end's temporary file, another one in every run: the part of the
// name that varies becomes zeros, and the constant is named after what is left. A module has one such
// constant at most.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include <ctype.h>
#include <inttypes.h>
#include <xxhash.h>

static const char head[] = "/smr-", tail[] = "/block.f90\\00\"";
enum { VARYING = 6, HEAD = sizeof head - 1, TAIL = sizeof tail - 1 };

/// The temporary file's name in a string constant, or NULL.
static char *find_name(const SmrStr *text) {
  for (char *at = text->data; at && (at = strstr(at, head)); at++)
    if (strncmp(at, head, HEAD) == 0 && memchr(at, 0, HEAD + VARYING) == NULL &&
        strncmp(at + HEAD + VARYING, tail, TAIL) == 0)
      return at;
  return NULL;
}

static const char *find_last(const char *text, const char *end, const char *what) {
  const char *last = NULL;
  for (const char *at = text; (at = strstr(at, what)) && at < end; at++)
    last = at;
  return last;
}

static void replace_all(SmrStr *text, const char *old, const char *by) {
  SmrStr result = {0};
  const char *from = text->data;
  for (const char *hit; (hit = strstr(from, old)); from = hit + strlen(old)) {
    smr_str_append(&result, from, (size_t)(hit - from));
    smr_str_puts(&result, by);
  }
  smr_str_puts(&result, from);
  smr_str_free(text);
  *text = result;
}

void smr_build_forget_file(SmrStr *text) {
  char *name = find_name(text);
  if (!name)
    return;
  memset(name + HEAD, '0', VARYING);
  const char *start = find_last(text->data, name, "\""), *symbol = find_last(text->data, name, "@_QQclX");
  if (!start || !symbol)
    return;
  size_t length = 1;
  while (isalnum((unsigned char)symbol[length]) || symbol[length] == '_')
    length++;
  char *old = strndup(symbol, length);
  SMR_OWNED(SmrStr, smr_str_free) by = {0};
  smr_str_printf(&by, "@_QQclXsmr_source_%016" PRIx64,
                 (uint64_t)XXH3_64bits(start, (size_t)(name - start) + HEAD + VARYING + TAIL));
  replace_all(text, old, smr_str_get(&by));
  free(old);
}
