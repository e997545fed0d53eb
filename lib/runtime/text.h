//===- text.h - texts that grow -----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_TEXT_H
#define SMR_RUNTIME_TEXT_H
#include <stddef.h>

/// Ended by a zero, which `size` does not count. {0} is empty. `failed`: there was no memory for all of it.
typedef struct {
  char *data;
  size_t size, room;
  int failed;
} SmrRtText;

#pragma GCC visibility push(hidden)
void smr_rt_text_append(SmrRtText *text, const char *bytes, size_t size);
void smr_rt_text_puts(SmrRtText *text, const char *string);
void smr_rt_text_printf(SmrRtText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// As a string of JSON.
void smr_rt_text_quote(SmrRtText *text, const char *string);
void smr_rt_text_free(SmrRtText *text);
#pragma GCC visibility pop
#endif
