//===- text.c - texts that grow -----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/text.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void smr_rt_text_append(SmrRtText *text, const char *bytes, size_t size) {
  if (text->failed)
    return;
  if (text->size + size >= text->room) {
    size_t room = 2 * text->room + size + 64;
    char *more = realloc(text->data, room);
    if (!more) {
      text->failed = 1;
      return;
    }
    text->data = more;
    text->room = room;
  }
  memcpy(text->data + text->size, bytes, size);
  text->size += size;
  text->data[text->size] = 0;
}

void smr_rt_text_puts(SmrRtText *text, const char *string) {
  smr_rt_text_append(text, string, strlen(string));
}

void smr_rt_text_printf(SmrRtText *text, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *made = length < 0 ? NULL : malloc((size_t)length + 1);
  if (made) {
    vsnprintf(made, (size_t)length + 1, format, again);
    smr_rt_text_append(text, made, (size_t)length);
  } else {
    text->failed = 1;
  }
  free(made);
  va_end(again);
  va_end(arguments);
}

void smr_rt_text_quote(SmrRtText *text, const char *string) {
  smr_rt_text_puts(text, "\"");
  for (; *string; string++)
    if ((unsigned char)*string < ' ')
      smr_rt_text_printf(text, "\\u%04x", (unsigned)*string);
    else
      smr_rt_text_printf(text, *string == '"' || *string == '\\' ? "\\%c" : "%c", *string);
  smr_rt_text_puts(text, "\"");
}

void smr_rt_text_free(SmrRtText *text) {
  free(text->data);
  *text = (SmrRtText){0};
}
