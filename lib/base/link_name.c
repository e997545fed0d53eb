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
    if (!is_word(name[i]) && !memchr(".+-", name[i], 3) && !(path && (name[i] == '/' || name[i] == '~')))
      return false;
  return true;
}
