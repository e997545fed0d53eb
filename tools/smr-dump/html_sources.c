//===- html_sources.c - the sources in a report's page ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "html_page.h"
#include <stdlib.h>

enum {
  WHOLE_FILE = 1500,
  AROUND = 8
}; // lines: files up to which all is shown; else what is shown around a nest

/// The nests that stand in a source, by source and line; on one line as they are told.
typedef SMR_VEC(const Item *) Places;

static int compare_places(const void *a, const void *b) {
  const Item *x = *(const Item *const *)a, *y = *(const Item *const *)b;
  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  if (x->fact->line != y->fact->line)
    return x->fact->line < y->fact->line ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

static void find_places(const Page *page, Places *out) {
  for (uint32_t k = 0; k < page->items.size; k++)
    if (page->items.data[k].source)
      smr_vec_push(out, &page->items.data[k]);
  if (out->size)
    qsort(out->data, out->size, sizeof *out->data, compare_places);
}

/// Formulas for who knows the sizes.
static void put_formulas(SmrStr *out, const SmrFinding *f) {
  const char *const formulas[] = {f->code_ps, f->call_ps}, *const before[] = {". Loops: ", "; call: "};
  for (int k = 0; k < 2; k++)
    if (*formulas[k]) {
      smr_str_puts(out, before[k]);
      html_put_text(out, formulas[k]);
      smr_str_puts(out, " ps");
    }
}

static void put_tip(SmrStr *out, const Item *item) {
  const SmrFinding *f = item->fact;
  smr_str_printf(out, "<a class=\"tip tag %s\" href=\"#r%u\" aria-describedby=\"t%u\">%s", html_class(f),
                 item->number, item->number, html_word(f));
  if (*f->idiom) {
    smr_str_puts(out, ": ");
    html_put_text(out, f->idiom);
  }
  smr_str_printf(out, "<span role=\"tooltip\" id=\"t%u\">", item->number);
  if (f->rewrite) {
    smr_str_puts(out, "A call of ");
    html_put_text(out, f->idiom);
    if (f->guards.size) {
      smr_str_puts(out, ", where ");
      html_put_text(out, f->guards.data[0]);
    }
    if (f->guards.size > 1)
      smr_str_printf(out, ", and %u more hold", f->guards.size - 1);
  } else {
    html_put_text(out, f->reason);
  }
  put_formulas(out, f);
  smr_str_puts(out, "</span></a>");
}

/// `around`: the innermost nest that has the line, or NULL; `places`: those that begin there.
static void put_line(SmrStr *out, const Source *source, uint32_t line, const Item *around,
                     const Item *const *places, uint32_t count) {
  smr_str_printf(out, "<span class=\"l%s%s\"", around ? " " : "", around ? html_class(around->fact) : "");
  smr_str_puts(out, "><span class=\"n\">");
  for (uint32_t k = 0; k < count; k++)
    smr_str_printf(out, "<a id=\"e%u\"></a>", places[k]->number);
  smr_str_printf(out, "%u</span>", line);
  html_put_bytes(out, source->lines.data[line - 1], source_length(source, line));
  for (uint32_t k = 0; k < count; k++)
    put_tip(out, places[k]);
  smr_str_puts(out, "</span>\n");
}

/// The file's lines; of a long one those around its nests.
static void put_lines(SmrStr *out, const Source *source, const Item *const *places, uint32_t count) {
  uint32_t lines = source->lines.size, shown = lines <= WHOLE_FILE ? lines : 0, near = 0, next = 0;
  Places open = {0}; // the innermost nest is the last
  bool gap = false;
  while (next < count && places[next]->fact->line == 0)
    next++;
  for (uint32_t line = 1; line <= lines; line++) {
    for (; near < count && places[near]->fact->line <= line + AROUND; near++)
      shown = places[near]->last + AROUND > shown ? places[near]->last + AROUND : shown;
    uint32_t first = next;
    while (next < count && places[next]->fact->line == line)
      next++;
    if (next > first)
      smr_vec_push(&open, places[first]);
    while (open.size && open.data[open.size - 1]->last < line)
      open.size--;
    if (line <= shown)
      put_line(out, source, line, open.size ? open.data[open.size - 1] : NULL, places + first, next - first);
    else if (!gap)
      smr_str_puts(out, "<span class=\"l dim\">\xe2\x80\xa6</span>\n");
    gap = line > shown;
  }
  smr_vec_free(&open);
}

static void put_file(SmrStr *out, const File *file, const Item *const *places, uint32_t count) {
  smr_str_puts(out, "<details class=\"file\" open><summary>");
  html_put_text(out, *file->path ? file->path : "(no file)");
  smr_str_puts(out, "</summary>\n");
  if (!file->found) {
    smr_str_puts(out, "<p class=\"dim\">The file cannot be read any more.</p></details>\n");
    return;
  }
  smr_str_puts(out, "<div class=\"code\" tabindex=\"0\" role=\"region\" aria-label=\"Source of ");
  html_put_text(out, file->path);
  smr_str_puts(out, "\">\n");
  put_lines(out, &file->source, places, count);
  smr_str_puts(out, "</div></details>\n");
}

void html_put_sources(const Page *page) {
  Places places = {0};
  find_places(page, &places);
  smr_str_puts(page->out,
               "<h2>Sources</h2>\n<p class=\"dim\">As they are now; each mark leads to its nest.</p>\n");
  for (uint32_t k = 0, at = 0; k < page->files.size; k++) { // (as the sources lie in memory)
    uint32_t first = at;
    while (at < places.size && places.data[at]->source == &page->files.data[k].source)
      at++;
    put_file(page->out, &page->files.data[k], (const Item *const *)places.data + first, at - first);
  }
  smr_vec_free(&places);
}
