//===- html_page.h - the parts of a report's page ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_DUMP_HTML_PAGE_H
#define SMR_DUMP_HTML_PAGE_H
#include "counts.h"
#include "html.h"
#include "match/findings.h"
#include "tools/common/nest.h"

typedef struct {
  const SmrFinding *fact;
  const Source *source; // NULL: not found
  Ran ran;
  uint32_t number, last, depth;
  uint32_t
      same; // entries that say the same of the same place: an instance of a template, an array's dimension
} Item;

typedef struct {
  const char *path;
  Source source;
  bool found;
} File;

typedef struct {
  SmrStr *out;
  const char *counts; // what was counted at run time, or NULL
  SMR_VEC(Item) items;
  SMR_VEC(File) files;
} Page;

typedef enum { FIRED, MISSED, PLAIN } Kind;
Kind html_kind(const SmrFinding *fact);
/// Of the kind, as the style calls it, and as people read it.
const char *html_class(const SmrFinding *fact);
const char *html_word(const SmrFinding *fact);
/// What is gained, or could be at most, in nanoseconds; 0: there is no estimate.
double html_gain(const SmrFinding *fact);
/// So many bytes of a text, in any encoding.
void html_put_bytes(SmrStr *out, const char *text, size_t size);

void html_put_nests(const Page *page);   // html_nests.c
void html_put_sources(const Page *page); // html_sources.c
#endif
