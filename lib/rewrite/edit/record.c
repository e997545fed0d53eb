//===- record.c - what a site function's record says --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/edit/record.h"
#include "base/demangle.h"
#include "rewrite/tell/told.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(SmrStr *out, const char *text) {
  smr_str_puts(out, text);
  smr_str_putc(out, 0);
}

/// Objects are the same wherever they are compiled: a file in the folder of the compilation has no folder.
static void put_file(SmrStr *out, const char *file) {
  char *here = getcwd(NULL, 0);
  size_t length = here ? strlen(here) : 0;
  bool within = here && !strncmp(file, here, length) && file[length] == '/';
  put(out, within ? file + length + 1 : file);
  free(here);
}

const SmrStr *smr_record_text(const SmrModuleRun *run, SmrFunctionRun *f, const SmrOffer *offer) {
  const SmrGraph *g = offer->graph;
  if (!run->options->set.slots)
    return NULL;
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, name = {0};
  const SmrLocData *first = smr_place_of(g, offer->calls[0].at);
  put_file(&text, first ? smr_intern_text(g->symbols, first->file) : "");
  smr_demangle(smr_intern_text(run->symbols, f->name), &name);
  put(&text, smr_str_get(&name));
  for (uint32_t k = 0; k < offer->call_count; k++) {
    const SmrLocData *place = smr_place_of(g, offer->calls[k].at);
    smr_str_printf(&text, "%u:%u ", place ? place->line : 0, place ? place->column : 0);
    put(&text, offer->calls[k].library->pairs[offer->calls[k].pair].pattern.name);
  }
  put(&text, "");
  SmrStr *out = smr_arena_alloc(&f->arena, sizeof *out);
  *out = (SmrStr){.data = smr_arena_strndup(&f->arena, text.data, text.size), .size = text.size};
  return out;
}
