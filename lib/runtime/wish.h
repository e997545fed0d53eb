//===- wish.h - the words of SMR_RT --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_WISH_H
#define SMR_RUNTIME_WISH_H
#include <string.h>

/// Is the word in the list, whose words are separated by commas? NULL is an empty list.
static inline int smr_rt_wishes(const char *list, const char *word) {
  size_t length = strlen(word);
  for (; list && *list; list += strcspn(list, ","), list += *list == ',')
    if (!strncmp(list, word, length) && (list[length] == ',' || !list[length]))
      return 1;
  return 0;
}
#endif
