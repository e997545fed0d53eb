//===- demangle.c - the source's name for a symbol -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/demangle.h"
#include <ctype.h>
#include <string.h>

void smr_demangle(const char *symbol, SmrStr *out) {
  smr_str_clear(out);
  if (strncmp(symbol, "_Q", 2) || !strcmp(symbol, "_QQmain")) {
    smr_str_puts(out, !strcmp(symbol, "_QQmain") ? "main program" : symbol);
    return;
  }
  // Upper-case letters say what the following lower-case name is: M module, S submodule, F host, P procedure.
  for (const char *p = symbol + 2; *p;) {
    bool procedure = *p == 'P';
    ++p;
    const char *name = p;
    while (*p && !isupper((unsigned char)*p))
      ++p;
    if (procedure && p > name) {
      smr_str_clear(out);
      smr_str_append(out, name, (size_t)(p - name));
    }
  }
  if (!out->size)
    smr_str_puts(out, symbol);
}
