//===- guide_partial.c - what of a sketch was found ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// From the root on, each part is put in place of a `?` and kept if the class then still has such a term. So
// what is said to be missing is missing below something that is there.
//===----------------------------------------------------------------------===//
#include "base/sexp_build.h"
#include "egraph/guide_internal.h"
#include <string.h>

#define MAX_PARTS 2000

typedef struct {
  SmrWorld *w;
  const SmrSexp *s;
  SmrClass c;
  unsigned char *shown; // by node
} Search;

static bool is_type(const SmrSexp *s, uint32_t node) {
  return smr_sexp_is_call(s, node, "is") && s->nodes.data[node].count == 3 &&
         smr_starts(smr_sexp_text(s, node + 2), "data#");
}

void smr_guide_print_sketch(const SmrSexp *s, uint32_t node, SmrStr *out) {
  if (!smr_sexp_is_list(s, node)) {
    smr_sexp_print(s, node, out);
    return;
  }
  if (is_type(s, node)) {
    smr_str_puts(out, "(:: ");
    smr_guide_print_sketch(s, node + 3, out);
    smr_str_printf(out, " %s)", strchr(smr_sexp_text(s, node + 2), ' ') + 1);
    return;
  }
  smr_str_putc(out, '(');
  for (uint32_t i = node + 1; i < s->nodes.data[node].end; i = s->nodes.data[i].end) {
    smr_str_puts(out, i > node + 1 ? " " : "");
    smr_guide_print_sketch(s, i, out);
  }
  smr_str_putc(out, ')');
}

// Which elements of a list are sketches: all from this number on.
static uint32_t first_part(const SmrSexp *s, uint32_t list) {
  if (smr_sexp_is_call(s, list, "is") || smr_sexp_is_call(s, list, "node"))
    return 2;
  return 1;
}

static bool is_whole(const SmrSexp *s, uint32_t node) {
  bool dots = s->nodes.data[node].count == 2 && smr_sexp_is_atom(s, smr_sexp_element(s, node, 1)) &&
              !strcmp(smr_sexp_text(s, smr_sexp_element(s, node, 1)), "...");
  return !smr_sexp_is_list(s, node) || dots || smr_sexp_is_call(s, node, "op") ||
         smr_sexp_is_call(s, node, "or") || smr_sexp_is_call(s, node, "quote") || !s->nodes.data[node].count;
}

// The sketch as far as it is shown.
static void write_shown(const Search *f, SmrSexpBuilder *b, uint32_t node) {
  const SmrSexp *s = f->s;
  if (!f->shown[node]) {
    smr_sexp_atom(b, s, node, "?");
    return;
  }
  if (is_whole(s, node)) {
    smr_sexp_copy(b, s, node);
    return;
  }
  uint32_t first = first_part(s, node), k = 0;
  smr_sexp_open(b, s, node);
  for (uint32_t i = node + 1; i < s->nodes.data[node].end; i = s->nodes.data[i].end, k++)
    if (k < first)
      smr_sexp_copy(b, s, i);
    else
      write_shown(f, b, i);
  smr_sexp_close(b);
}

static bool is_found(const Search *f) {
  SmrSexp out = {.file = f->s->file};
  SmrSexpBuilder b = {.out = &out};
  SMR_OWNED(SmrDiag, smr_diag_free) ignored = {0};
  write_shown(f, &b, 0);
  SmrSketch *sketch = smr_sketch_read(f->w->ops, &out, 0, &f->w->callbacks, &ignored);
  bool found = sketch && smr_sketch_found(sketch, f->w->g, f->c);
  smr_sketch_destroy(sketch);
  smr_sexp_builder_free(&b);
  smr_sexp_free(&out);
  return found;
}

static void show(Search *f, uint32_t node) {
  const SmrSexp *s = f->s;
  f->shown[node] = 1;
  if (!is_found(f)) {
    f->shown[node] = 0;
    return;
  }
  uint32_t first = first_part(s, node), k = 0;
  for (uint32_t i = node + 1; !is_whole(s, node) && i < s->nodes.data[node].end;
       i = s->nodes.data[i].end, k++)
    if (k >= first)
      show(f, i);
}

void smr_guide_partial(SmrWorld *w, const SmrSexp *sketch, SmrClass c, SmrStr *out) {
  Search f = {w, sketch, c, smr_xcalloc(sketch->nodes.size + 1, 1)};
  if (sketch->nodes.size < MAX_PARTS)
    show(&f, 0);
  SmrSexp shown = {.file = sketch->file};
  SmrSexpBuilder b = {.out = &shown};
  write_shown(&f, &b, 0);
  smr_guide_print_sketch(&shown, 0, out);
  smr_sexp_builder_free(&b);
  smr_sexp_free(&shown);
  free(f.shown);
}
