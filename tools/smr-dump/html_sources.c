//===- html_sources.c - the sources in a report's page ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "html_page.h"

enum {
  WHOLE_FILE = 1500,
  AROUND = 8
}; // lines: files up to which all is shown; else what is shown around a nest

/// The innermost nest that has the line; NULL: none.
static const Item *item_at(const Page *page, const Source *source, uint32_t line) {
  const Item *best = NULL;
  for (uint32_t k = 0; k < page->items.size; k++) {
    const Item *item = &page->items.data[k];
    if (item->source == source && item->fact->line <= line && line <= item->last &&
        (!best || item->fact->line > best->fact->line ||
         (item->fact->line == best->fact->line && item->number < best->number)))
      best = item;
  }
  return best;
}

/// Formulas for who knows the sizes.
static void put_formulas(SmrStr *out, const Fact *f) {
  const char *const formulas[] = {f->code_ps, f->call_ps}, *const before[] = {". Loops: ", "; call: "};
  for (int k = 0; k < 2; k++)
    if (*formulas[k]) {
      smr_str_puts(out, before[k]);
      html_put_text(out, formulas[k]);
      smr_str_puts(out, " ps");
    }
}

static void put_tip(SmrStr *out, const Item *item) {
  const Fact *f = item->fact;
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

static void put_line(const Page *page, const Source *source, uint32_t line) {
  SmrStr *out = page->out;
  const Item *item = item_at(page, source, line);
  smr_str_printf(out, "<span class=\"l%s%s\"", item ? " " : "", item ? html_class(item->fact) : "");
  smr_str_puts(out, "><span class=\"n\">");
  for (uint32_t k = 0; k < page->items.size; k++)
    if (page->items.data[k].source == source && page->items.data[k].fact->line == line)
      smr_str_printf(out, "<a id=\"e%u\"></a>", page->items.data[k].number);
  smr_str_printf(out, "%u</span>", line);
  html_put_bytes(out, source->lines.data[line - 1], source_length(source, line));
  for (uint32_t k = 0; k < page->items.size; k++)
    if (page->items.data[k].source == source && page->items.data[k].fact->line == line)
      put_tip(out, &page->items.data[k]);
  smr_str_puts(out, "</span>\n");
}

static bool is_shown(const Page *page, const Source *source, uint32_t line) {
  bool shown = source->lines.size <= WHOLE_FILE;
  for (uint32_t k = 0; k < page->items.size && !shown; k++) {
    const Item *item = &page->items.data[k];
    shown = item->source == source && line + AROUND >= item->fact->line && line <= item->last + AROUND;
  }
  return shown;
}

static void put_file(const Page *page, const File *file) {
  SmrStr *out = page->out;
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
  bool gap = false;
  for (uint32_t line = 1; line <= file->source.lines.size; line++) {
    if (is_shown(page, &file->source, line)) {
      put_line(page, &file->source, line);
      gap = false;
    } else if (!gap) {
      smr_str_puts(out, "<span class=\"l dim\">\xe2\x80\xa6</span>\n");
      gap = true;
    }
  }
  smr_str_puts(out, "</div></details>\n");
}

void html_put_sources(const Page *page) {
  smr_str_puts(page->out,
               "<h2>Sources</h2>\n<p class=\"dim\">As they are now; each mark leads to its nest.</p>\n");
  for (uint32_t k = 0; k < page->files.size; k++)
    put_file(page, &page->files.data[k]);
}
