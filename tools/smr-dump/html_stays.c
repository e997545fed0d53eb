//===- html_stays.c - what stays on a GPU, in a report's page ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/json.h"
#include "html.h"
#include <stdlib.h>
#include <string.h>

static void put_member(SmrStr *out, const char *object, const char *key) {
  const char *value = smr_json_member(object, key);
  SmrStr text = {0};
  if (value && *value == '"' && smr_json_end(value))
    smr_json_text(&text, value);
  html_put_text(out, smr_str_get(&text));
  smr_str_free(&text);
}

static long number_of(const char *object, const char *key) {
  const char *value = smr_json_member(object, key);
  return value ? strtol(value, NULL, 10) : 0;
}

/// Calls `put` for each value of the list; nothing else is a list.
static void each(const char *list, void (*put)(SmrStr *out, const char *value), SmrStr *out) {
  if (!list || *list != '[' || !smr_json_end(list))
    return;
  for (list = smr_json_start(list + 1); *list && *list != ']';) {
    put(out, list);
    list = smr_json_start(smr_json_end(list));
    if (*list == ',')
      list = smr_json_start(list + 1);
  }
}

static void put_name(SmrStr *out, const char *value) {
  SmrStr text = {0};
  if (*value == '"')
    smr_json_text(&text, value);
  smr_str_puts(out, out->data[out->size - 1] == ':' ? " " : ", ");
  html_put_text(out, smr_str_get(&text));
  smr_str_free(&text);
}

static void put_names(SmrStr *out, const char *event, const char *key, const char *words) {
  const char *list = smr_json_member(event, key);
  if (!list)
    return;
  smr_str_puts(out, words);
  each(list, put_name, out);
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
  long line = number_of(event, "line");
  if (*event != '{')
    return;
  smr_str_puts(out, "<li>");
  if (line > 0)
    smr_str_printf(out, "line %ld: ", line);
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
  SmrStr file = {0};
  const char *value = smr_json_member(entry, "file"), *slash;
  if (value && *value == '"')
    smr_json_text(&file, value);
  slash = strrchr(smr_str_get(&file), '/');
  smr_str_puts(out, "<tr><td>");
  put_member(out, entry, "function");
  smr_str_puts(out, "</td><td>");
  html_put_text(out, slash ? slash + 1 : smr_str_get(&file));
  smr_str_printf(out, ":%ld</td><td>", number_of(entry, "line"));
  put_member(out, entry, "summary");
  if (smr_json_member(entry, "events")) {
    smr_str_puts(out, "<details><summary>where</summary>\n<ul>\n");
    each(smr_json_member(entry, "events"), put_event, out);
    smr_str_puts(out, "</ul></details>");
  }
  smr_str_puts(out, "</td></tr>\n");
  smr_str_free(&file);
}

void html_put_stays(SmrStr *out, const char *report) {
  const char *list = smr_json_member(report, "residency");
  if (!list || *list != '[' || *smr_json_start(list + 1) != '{')
    return;
  smr_str_puts(out,
               "<h2>Arrays on the GPU</h2>\n<p class=\"dim\">Which arrays stay there between calls, where "
               "code may run on one (--smr-gpu=).</p>\n<div class=\"scroll\" tabindex=\"0\" "
               "role=\"region\" aria-label=\"Arrays on the GPU\"><table>\n<thead><tr><th scope=\"col\">"
               "Function</th><th scope=\"col\">Place</th><th scope=\"col\">What stays</th></tr></thead>\n"
               "<tbody>\n");
  each(list, put_function, out);
  smr_str_puts(out, "</tbody></table></div>\n");
}
