//===- html.c - a report as a page -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What gains most, or could, comes first, by the estimates in the report; of what has none, the deeper loop
// nests. Estimates are rough, and the page says what they go by. All of it is in the one file, which forbids
// itself to fetch anything; without its script nothing but the filter is gone. Colours are never all that
// tells two things apart, and whatever a pointer reaches a keyboard does.
//===----------------------------------------------------------------------===//
#include "base/json.h"
#include "dump.h"
#include "html_page.h"
#include "match/sarif.h"
#include "page.h"
#include <stdlib.h>
#include <string.h>

/// Sources may be in any encoding: what is no UTF-8 becomes U+FFFD.
void html_put_bytes(SmrStr *out, const char *text, size_t size) {
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

void html_put_text(SmrStr *out, const char *text) {
  html_put_bytes(out, text, strlen(text));
}

Kind html_kind(const SmrFinding *fact) {
  return fact->rewrite ? FIRED : *fact->idiom ? MISSED : PLAIN;
}

const char *html_class(const SmrFinding *fact) {
  static const char *const classes[] = {"fired", "missed", "plain"};
  return classes[html_kind(fact)];
}

const char *html_word(const SmrFinding *fact) {
  static const char *const words[] = {"rewritten", "missed", "no idiom"};
  return words[html_kind(fact)];
}

double html_gain(const SmrFinding *fact) {
  double gain = fact->code_ns - fact->call_ns;
  return gain > 0 ? gain : 0;
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

static int compare_places(const Item *x, const Item *y) {
  int files = strcmp(x->fact->file, y->fact->file);
  if (files)
    return files;
  if (x->fact->line != y->fact->line)
    return x->fact->line < y->fact->line ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/// What is like no idiom last; else the largest gain first, then the deepest, then rewrites.
static int compare_items(const void *a, const void *b) {
  const Item *x = a, *y = b;
  Kind kinds[] = {html_kind(x->fact), html_kind(y->fact)};
  double gains[] = {html_gain(x->fact), html_gain(y->fact)};
  if ((kinds[0] == PLAIN) != (kinds[1] == PLAIN))
    return kinds[0] == PLAIN ? 1 : -1;
  if (gains[0] != gains[1])
    return gains[0] > gains[1] ? -1 : 1;
  if (x->depth != y->depth)
    return x->depth > y->depth ? -1 : 1;
  return kinds[0] != kinds[1] ? (int)kinds[0] - (int)kinds[1] : compare_places(x, y);
}

/// Entries of one place stand next to each other in a report.
static Item *told_before(Page *page, const SmrFinding *fact) {
  for (uint32_t k = page->items.size; k-- > 0;) {
    if (page->items.data[k].fact->line != fact->line)
      return NULL;
    if (smr_findings_same(page->items.data[k].fact, fact))
      return &page->items.data[k];
  }
  return NULL;
}

static void collect(Page *page, const SmrFindings *facts, SmrArena *arena) {
  for (uint32_t k = 0; k < facts->size; k++)
    source_of(page, facts->data[k].file); // (all files first: their places in memory are then fixed)
  for (uint32_t k = 0; k < facts->size; k++) {
    Item item = {.fact = &facts->data[k], .number = k, .last = facts->data[k].line, .depth = 1, .same = 1};
    Item *before = told_before(page, item.fact);
    if (before) {
      before->same++;
      continue;
    }
    item.source = source_of(page, item.fact->file);
    item.ran = counts_of(page->counts, item.fact, arena);
    if (item.source)
      nest_measure(item.source, item.fact->line, &item.last, &item.depth);
    smr_vec_push(&page->items, item);
  }
  if (page->items.size)
    qsort(page->items.data, page->items.size, sizeof *page->items.data, compare_items);
}

//--- The head -------------------------------------------------------------------------

typedef struct {
  uint32_t nests[3];
  double code, call, left; // nanoseconds: of what was rewritten; of what stays and is like an idiom
} Sum;

static Sum sum_of(const Page *page) {
  Sum sum = {0};
  for (uint32_t k = 0; k < page->items.size; k++) {
    const Item *item = &page->items.data[k];
    Kind kind = html_kind(item->fact);
    sum.nests[kind]++;
    if (kind == MISSED)
      sum.left += html_gain(item->fact);
    if (kind == FIRED && item->fact->call_ns > 0) {
      sum.code += item->fact->code_ns;
      sum.call += item->fact->call_ns;
    }
  }
  return sum;
}

static void put_cards(SmrStr *out, const Sum *sum) {
  static const char *const kinds[][2] = {
      {"fired", "rewritten"}, {"missed", "missed"}, {"plain", "like no idiom"}};
  smr_str_puts(out, "<ul class=\"cards\">\n");
  for (Kind k = FIRED; k <= PLAIN; k++)
    smr_str_printf(out, "<li class=\"card %s\"><b>%u</b> %s</li>\n", kinds[k][0], sum->nests[k], kinds[k][1]);
  if (sum->call > 0) {
    smr_str_printf(out, "<li class=\"card sum\"><b>%.1f\xc3\x97</b> ", sum->code / sum->call);
    dump_time(out, sum->code);
    smr_str_puts(out, " \xe2\x86\x92 ");
    dump_time(out, sum->call);
    smr_str_puts(out, " <small>estimated, each rewritten nest once</small></li>\n");
  }
  if (sum->left > 0) {
    smr_str_puts(out, "<li class=\"card\"><b>");
    dump_time(out, sum->left);
    smr_str_puts(out, "</b> at most <small>still to be gained where a nest was missed</small></li>\n");
  }
  smr_str_puts(out, "</ul>\n");
}

static void put_head(const Page *page) {
  SmrStr *out = page->out;
  Sum sum = sum_of(page);
  uint32_t all = sum.nests[FIRED] + sum.nests[MISSED] + sum.nests[PLAIN];
  smr_str_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                    "'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<link rel=\"icon\" href=\"data:,\">\n<title>SMR: what was rewritten</title>\n<style>\n");
  smr_str_puts(out, page_css);
  smr_str_printf(out,
                 "</style>\n</head>\n<body>\n<main>\n<h1>What SMR rewrote</h1>\n"
                 "<p class=\"dim\">%u loop nest%s in %u file%s</p>\n",
                 all, all == 1 ? "" : "s", page->files.size, page->files.size == 1 ? "" : "s");
  put_cards(out, &sum);
}

bool html_put(const char *report, const char *counts, SmrStr *out, const char **reason) {
  SmrStr unwrapped = {0};
  SmrArena arena = {0};
  SmrFindings facts = {0};
  Page page = {.out = out, .counts = counts};
  if (smr_sarif_get(report, &unwrapped))
    report = smr_str_get(&unwrapped);
  bool ok = smr_findings_read(report, &arena, &facts);
  if (ok) {
    collect(&page, &facts, &arena);
    put_head(&page);
    html_put_nests(&page);
    html_put_stays(out, report);
    html_put_sources(&page);
    smr_str_printf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", page_js);
  } else {
    *reason = "no report of SMR's";
  }
  for (uint32_t k = 0; k < page.files.size; k++)
    source_free(&page.files.data[k].source);
  smr_vec_free(&page.files);
  for (uint32_t k = 0; k < page.items.size; k++)
    ran_free(&page.items.data[k].ran);
  smr_vec_free(&page.items);
  smr_vec_free(&facts);
  smr_arena_destroy(&arena);
  smr_str_free(&unwrapped);
  return ok;
}
