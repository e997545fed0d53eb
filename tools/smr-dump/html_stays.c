//===- html_stays.c - what stays on a GPU, in a report's page ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/json.h"
#include "html.h"
#include <stdlib.h>
#include <string.h>

static void put_member(SmrStr *out, const char *object, const char *key) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_json_text(&text, smr_json_member(object, key));
  html_put_text(out, smr_str_get(&text));
}

static void put_names(SmrStr *out, const char *event, const char *key, const char *words) {
  const char *list = smr_json_member(event, key);
  if (!list)
    return;
  smr_str_puts(out, words);
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at)) {
    SmrStr name = {0};
    smr_json_text(&name, at);
    smr_str_puts(out, at == smr_json_first(list) ? " " : ", ");
    html_put_text(out, smr_str_get(&name));
    smr_str_free(&name);
  }
}

static bool is_what(const char *event, const char *what) {
  const char *value = smr_json_member(event, "what");
  return value && *value == '"' && smr_starts(value + 1, what) && value[1 + strlen(what)] == '"';
}

static void put_words(SmrStr *out, const char *event) {
  static const char *const words[][2] = {{"begin", "arrays begin to stay"},
                                         {"end", "results are back, nothing stays"},
                                         {"reads", "the host is going to read"},
                                         {"writes", "the host is going to write"},
                                         {"dropped", "dies on the GPU, unread"},
                                         {"barrier", "nothing stays here: "},
                                         {"pause", "results are back, and what is there waits: "}};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (is_what(event, words[k][0]))
      smr_str_puts(out, words[k][1]);
  if (is_what(event, "call")) {
    smr_str_puts(out, "call of ");
    put_member(out, event, "routine");
  }
}

static void put_event(SmrStr *out, const char *event) {
  const char *hoisted = smr_json_member(event, "hoisted");
  unsigned long line = smr_json_number(event, "line");
  smr_str_puts(out, "<li>");
  if (line)
    smr_str_printf(out, "line %lu: ", line);
  put_words(out, event);
  put_names(out, event, "arrays", ":");
  put_names(out, event, "uploads", "; goes up:");
  put_names(out, event, "uploads_once", "; goes up the first time:");
  put_names(out, event, "there", "; is there:");
  put_names(out, event, "dropped", "; dropped unread:");
  put_member(out, event, "reason");
  if (hoisted && *hoisted == 't')
    smr_str_puts(out, " (said in front of the loops)");
  smr_str_puts(out, "</li>\n");
}

static void put_function(SmrStr *out, const char *entry) {
  SMR_OWNED(SmrStr, smr_str_free) file = {0};
  smr_json_text(&file, smr_json_member(entry, "file"));
  const char *events = smr_json_member(entry, "events"), *slash = strrchr(smr_str_get(&file), '/');
  smr_str_puts(out, "<tr><td>");
  put_member(out, entry, "function");
  smr_str_puts(out, "</td><td>");
  html_put_text(out, slash ? slash + 1 : smr_str_get(&file));
  smr_str_printf(out, ":%lu</td><td>", smr_json_number(entry, "line"));
  put_member(out, entry, "summary");
  if (events) {
    smr_str_puts(out, "<details><summary>where</summary>\n<ul>\n");
    for (const char *at = smr_json_first(events); at; at = smr_json_next(at))
      put_event(out, at);
    smr_str_puts(out, "</ul></details>");
  }
  smr_str_puts(out, "</td></tr>\n");
}

void html_put_stays(SmrStr *out, const char *report) {
  const char *list = smr_json_member(report, "residency");
  if (!smr_json_first(list))
    return;
  smr_str_puts(out,
               "<h2>Arrays on the GPU</h2>\n<p class=\"dim\">Which arrays stay there between calls, where "
               "code may run on one (--smr-gpu=).</p>\n<div class=\"scroll\" tabindex=\"0\" "
               "role=\"region\" aria-label=\"Arrays on the GPU\"><table>\n<thead><tr><th scope=\"col\">"
               "Function</th><th scope=\"col\">Place</th><th scope=\"col\">What stays</th></tr></thead>\n"
               "<tbody>\n");
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at))
    put_function(out, at);
  smr_str_puts(out, "</tbody></table></div>\n");
}
