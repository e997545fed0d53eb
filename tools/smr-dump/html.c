//===- html.c - a report as a page -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What gains most, or could, comes first, by the estimates in the report; of what has none, the deeper loop
// nests. Estimates are rough, and the page says what they go by. Reasons are tooltips that a keyboard reaches
// and a screen reader reads; colours are never all that tells two things apart.
//===----------------------------------------------------------------------===//
#include "html.h"
#include "base/json.h"
#include "match/sarif.h"
#include "tools/common/facts.h"
#include "tools/common/nest.h"
#include <stdlib.h>
#include <string.h>

enum {
  WHOLE_FILE = 1500,
  AROUND = 8
}; // lines: files up to which all is shown; else what is shown around a nest

typedef struct {
  const Fact *fact;
  const Source *source; // NULL: not found
  uint32_t number, last, depth;
} Item;

typedef struct {
  const char *path;
  Source source;
  bool found;
} File;

typedef struct {
  SmrStr *out;
  SMR_VEC(Item) items;
  SMR_VEC(File) files;
} Page;

static const char style[] =
    ":root{color-scheme:light dark;--back:#fff;--text:#1b1b1f;--dim:#5c5f66;--line:#d5d8de;--fired:#d9f2df;"
    "--missed:#fde7c7;--plain:#eceef2;--fired-edge:#1c7a3a;--missed-edge:#9a5b00;--plain-edge:#5c5f66;--link:"
    "#0b57d0}\n"
    "@media(prefers-color-scheme:dark){:root{--back:#16181d;--text:#e7e9ee;--dim:#a4a9b3;--line:#343842;"
    "--fired:#153d22;--missed:#4a3109;--plain:#262a32;--fired-edge:#5fd08a;--missed-edge:#f0b35a;--plain-"
    "edge:#a4a9b3;"
    "--link:#8ab4f8}}\n"
    "body{margin:0 auto;max-width:72rem;padding:1rem;background:var(--back);color:var(--text);"
    "font:1rem/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem;overflow-wrap:anywhere}a{color:var(--link)}\n"
    ".dim{color:var(--dim)}.gain{white-space:nowrap}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}\n"
    "th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line)}\n"
    ".tag{display:inline-block;padding:0 .5rem;border-radius:.6rem;border:1px solid;white-space:nowrap}\n"
    ".fired{background:var(--fired);border-color:var(--fired-edge)}\n"
    ".missed{background:var(--missed);border-color:var(--missed-edge)}\n"
    ".plain{background:var(--plain);border-color:var(--plain-edge)}\n"
    ".code{border:1px solid var(--line);border-radius:.4rem;overflow-x:auto;padding:.5rem 0;"
    "font:.85rem/1.45 ui-monospace,monospace}\n"
    ".l{display:block;white-space:pre;padding:0 .6rem;border-left:.35rem solid transparent}\n"
    ".l.fired,.l.missed,.l.plain{border-left-color:inherit}\n"
    ".l.fired{border-left-color:var(--fired-edge)}.l.missed{border-left-color:var(--missed-edge);"
    "border-left-style:double}.l.plain{border-left-color:var(--plain-edge);border-left-style:dotted}\n"
    ".n{display:inline-block;width:4.5ch;color:var(--dim);text-align:right;margin-right:1.5ch;user-select:"
    "none}\n"
    ".tip{font-family:system-ui,sans-serif;margin-left:2ch;position:relative;cursor:help}\n"
    ".tip [role=tooltip]{visibility:hidden;position:absolute;left:0;top:1.6rem;z-index:1;width:max-content;"
    "max-width:34rem;white-space:normal;background:var(--back);border:1px solid var(--plain-edge);"
    "border-radius:.4rem;padding:.4rem .7rem}\n"
    ".tip:hover [role=tooltip],.tip:focus [role=tooltip],.tip:focus-within "
    "[role=tooltip]{visibility:visible}\n"
    "tr:target,.l:target{outline:2px solid var(--link)}\n";

/// Sources may be in any encoding: what is no UTF-8 becomes U+FFFD.
static void put_n(SmrStr *out, const char *text, size_t size) {
  for (const char *c = text, *end = text + size; c < end;) {
    unsigned length = smr_utf8_length(c);
    const char *as = *c == '<'   ? "&lt;"
                     : *c == '>' ? "&gt;"
                     : *c == '&' ? "&amp;"
                     : *c == '"' ? "&quot;"
                     : !length   ? "\xEF\xBF\xBD"
                                 : NULL;
    if (as)
      smr_str_puts(out, as);
    else if (*c == '\t' || (unsigned char)*c >= ' ')
      smr_str_append(out, c, length);
    c += length ? length : 1;
  }
}

static void put(SmrStr *out, const char *text) {
  put_n(out, text, strlen(text));
}

void html_put_text(SmrStr *out, const char *text) {
  put(out, text);
}

static const char *class_of(const Fact *fact) {
  return fact->rewrite ? "fired" : *fact->idiom ? "missed" : "plain";
}

static const char *word_of(const Fact *fact) {
  return fact->rewrite ? "rewritten" : *fact->idiom ? "missed" : "no idiom";
}

//--- What stands where ----------------------------------------------------------------

static const Source *source_of(Page *page, const char *path) {
  for (uint32_t k = 0; k < page->files.size; k++)
    if (smr_equal(page->files.data[k].path, path))
      return page->files.data[k].found ? &page->files.data[k].source : NULL;
  File file = {.path = path};
  file.found = source_read(path, &file.source);
  smr_vec_push(&page->files, file);
  return file.found ? &page->files.data[page->files.size - 1].source : NULL;
}

/// What is gained, or could be at most, in nanoseconds; 0: there is no estimate.
static double gain_of(const Fact *fact) {
  double gain = fact->code_ns - fact->call_ns;
  return gain > 0 ? gain : 0;
}

/// The largest gain first, then the deepest; of equals rewrites, then near idioms, then in the sources'
/// order.
static int compare_items(const void *a, const void *b) {
  const Item *x = a, *y = b;
  int kinds[] = {x->fact->rewrite  ? 0
                 : *x->fact->idiom ? 1
                                   : 2,
                 y->fact->rewrite  ? 0
                 : *y->fact->idiom ? 1
                                   : 2};
  if ((kinds[0] == 2) != (kinds[1] == 2))
    return kinds[0] - kinds[1];
  if (gain_of(x->fact) != gain_of(y->fact))
    return gain_of(x->fact) > gain_of(y->fact) ? -1 : 1;
  if (x->depth != y->depth)
    return x->depth > y->depth ? -1 : 1;
  if (kinds[0] != kinds[1])
    return kinds[0] - kinds[1];
  int files = strcmp(x->fact->file, y->fact->file);
  return files                            ? files
         : x->fact->line != y->fact->line ? (x->fact->line < y->fact->line ? -1 : 1)
                                          : (x->number < y->number ? -1 : x->number > y->number);
}

static void collect(Page *page, const Facts *facts) {
  for (uint32_t k = 0; k < facts->size; k++)
    source_of(page, facts->data[k].file); // (all files first: their places in memory are then fixed)
  for (uint32_t k = 0; k < facts->size; k++) {
    Item item = {.fact = &facts->data[k], .number = k, .last = facts->data[k].line, .depth = 1};
    item.source = source_of(page, item.fact->file);
    if (item.source)
      nest_measure(item.source, item.fact->line, &item.last, &item.depth);
    smr_vec_push(&page->items, item);
  }
  if (page->items.size)
    qsort(page->items.data, page->items.size, sizeof *page->items.data, compare_items);
}

//--- The table ------------------------------------------------------------------------

static void put_guards(SmrStr *out, const Fact *fact) {
  if (!fact->guards.size) {
    smr_str_puts(out, "always");
    return;
  }
  smr_str_puts(out, "where ");
  for (uint32_t k = 0; k < fact->guards.size; k++) {
    smr_str_puts(out, k ? "; " : "");
    put(out, fact->guards.data[k]);
  }
}

/// Three digits, in the unit that fits.
static void put_time(SmrStr *out, double ns) {
  static const char *const units[] = {"ns", "\xc2\xb5s", "ms", "s"};
  int unit = 0;
  for (; ns >= 999.5 && unit < 3; unit++)
    ns /= 1000;
  smr_str_printf(out, "%.*f %s", ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0, ns, units[unit]);
}

static void put_gain(SmrStr *out, const Fact *f) {
  if (f->code_ns <= 0) {
    smr_str_puts(out, "\xe2\x80\x94");
    return;
  }
  if (f->call_ns > 0)
    smr_str_printf(out, f->call_ns < f->code_ns ? "%.1f\xc3\x97: " : "none: ", f->code_ns / f->call_ns);
  else
    smr_str_puts(out, "at most ");
  put_time(out, f->code_ns);
  if (f->call_ns > 0) {
    smr_str_puts(out, " \xe2\x86\x92 ");
    put_time(out, f->call_ns);
  }
  if (f->size)
    smr_str_printf(out, " <span class=\"dim\">at %u</span>", f->size);
}

static void put_row(SmrStr *out, const Item *item) {
  const Fact *f = item->fact;
  const char *slash = strrchr(f->file, '/');
  smr_str_printf(out, "<tr id=\"r%u\"><td><span class=\"tag %s\">%s</span></td><td>", item->number,
                 class_of(f), word_of(f));
  put(out, *f->idiom ? f->idiom : "\xe2\x80\x94");
  smr_str_puts(out, "</td><td class=\"gain\">");
  put_gain(out, f);
  smr_str_printf(out, "</td><td>%u</td><td>", item->depth);
  if (item->source)
    smr_str_printf(out, "<a href=\"#e%u\">", item->number);
  put(out, slash ? slash + 1 : f->file);
  smr_str_printf(out, ":%u%s</td><td>", f->line, item->source ? "</a>" : "");
  put(out, f->function);
  smr_str_puts(out, "</td><td>");
  if (f->rewrite)
    put_guards(out, f);
  else
    put(out, f->reason);
  smr_str_puts(out, "</td></tr>\n");
}

static void put_table(Page *page) {
  SmrStr *out = page->out;
  smr_str_puts(
      out,
      "<h2>Loop nests</h2>\n<p class=\"dim\">Sorted by estimated gain for one run of the nest, then by "
      "depth. Gain: what the loops take, and the call, by the costs that decide whether a call pays; rough, "
      "and on the loops' side low. &ldquo;At 1000&rdquo;: sizes that are known at run time alone "
      "count as 1000 "
      "(formulas are in the tooltips of the sources). &ldquo;At most&rdquo;: what the loops take "
      "that stayed. Depth: as "
      "the sources are indented. Nests that are like no idiom come last.</p>\n<div class=\"scroll\" "
      "tabindex=\"0\" role=\"region\" aria-label=\"Loop nests\"><table>\n<thead><tr><th "
      "scope=\"col\">What</th><th scope=\"col\">Idiom</th><th scope=\"col\">Gain</th><th "
      "scope=\"col\">Depth</th><th scope=\"col\">Place</th><th scope=\"col\">Function</th><th "
      "scope=\"col\">When, or why not</th></tr></thead>\n<tbody>\n");
  for (uint32_t k = 0; k < page->items.size; k++)
    put_row(out, &page->items.data[k]);
  smr_str_puts(out, "</tbody></table></div>\n");
}

//--- The sources ----------------------------------------------------------------------

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
      put(out, formulas[k]);
      smr_str_puts(out, " ps");
    }
}

static void put_tip(SmrStr *out, const Item *item) {
  const Fact *f = item->fact;
  smr_str_printf(out, "<span class=\"tip tag %s\" tabindex=\"0\" aria-describedby=\"t%u\">%s", class_of(f),
                 item->number, word_of(f));
  if (*f->idiom) {
    smr_str_puts(out, ": ");
    put(out, f->idiom);
  }
  smr_str_printf(out, "<span role=\"tooltip\" id=\"t%u\">", item->number);
  if (f->rewrite) {
    smr_str_puts(out, "A call of ");
    put(out, f->idiom);
    smr_str_puts(out, " (tier ");
    put(out, f->tier);
    smr_str_puts(out, "), ");
    put_guards(out, f);
  } else {
    put(out, f->reason);
  }
  put_formulas(out, f);
  smr_str_puts(out, "</span></span>");
}

static void put_line(Page *page, const Source *source, uint32_t line) {
  SmrStr *out = page->out;
  const Item *item = item_at(page, source, line);
  smr_str_printf(out, "<span class=\"l %s\"", item ? class_of(item->fact) : "");
  bool first = true;
  for (uint32_t k = 0; k < page->items.size && first; k++)
    if (page->items.data[k].source == source && page->items.data[k].fact->line == line) {
      smr_str_printf(out, " id=\"e%u\"", page->items.data[k].number);
      first = false;
    }
  smr_str_printf(out, "><span class=\"n\">%u</span>", line);
  put_n(out, source->lines.data[line - 1], source_length(source, line));
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

static void put_file(Page *page, const File *file) {
  SmrStr *out = page->out;
  smr_str_puts(out, "<h2>");
  put(out, *file->path ? file->path : "(no file)");
  smr_str_puts(out, "</h2>\n");
  if (!file->found) {
    smr_str_puts(out, "<p class=\"dim\">The file cannot be read any more.</p>\n");
    return;
  }
  smr_str_puts(out, "<div class=\"code\" tabindex=\"0\" role=\"region\" aria-label=\"Source of ");
  put(out, file->path);
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
  smr_str_puts(out, "</div>\n");
}

//--- The page -------------------------------------------------------------------------

static void put_head(Page *page, const Facts *facts) {
  uint32_t fired = 0, missed = 0;
  for (uint32_t k = 0; k < facts->size; k++) {
    fired += facts->data[k].rewrite;
    missed += !facts->data[k].rewrite && *facts->data[k].idiom;
  }
  smr_str_puts(
      page->out,
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>SMR: what was rewritten</title>\n"
      "<style>\n");
  smr_str_puts(page->out, style);
  smr_str_printf(
      page->out,
      "</style>\n</head>\n<body>\n<main>\n<h1>What SMR rewrote</h1>\n<p><span class=\"tag fired\">%u "
      "rewritten</span> <span class=\"tag missed\">%u missed</span> <span class=\"tag plain\">%u no "
      "idiom</span></p>\n",
      fired, missed, facts->size - fired - missed);
}

bool html_put(const char *report, SmrStr *out, const char **reason) {
  SmrStr unwrapped = {0};
  SmrArena arena = {0};
  Facts facts = {0};
  Page page = {.out = out};
  if (smr_sarif_get(report, &unwrapped))
    report = smr_str_get(&unwrapped);
  bool ok = facts_read(report, &arena, &facts);
  if (ok) {
    collect(&page, &facts);
    put_head(&page, &facts);
    put_table(&page);
    html_put_stays(out, report);
    for (uint32_t k = 0; k < page.files.size; k++)
      put_file(&page, &page.files.data[k]);
    smr_str_puts(out, "</main>\n</body>\n</html>\n");
  } else {
    *reason = "no report of SMR's";
  }
  for (uint32_t k = 0; k < page.files.size; k++)
    source_free(&page.files.data[k].source);
  smr_vec_free(&page.files);
  smr_vec_free(&page.items);
  facts_free(&facts);
  smr_arena_destroy(&arena);
  smr_str_free(&unwrapped);
  return ok;
}
