//===- html_nests.c - the list of loop nests in a report's page -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A line for each nest; unfolded, the code as it was, what runs now and when, or where the search stopped.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "dump.h"
#include "html_page.h"
#include <string.h>

enum {
  MOST_LINES = 40, // of code in an entry
  FEW_GUARDS = 3   // that are shown at once
};

//--- The line --------------------------------------------------------------------------

static void put_gain(SmrStr *out, const SmrFinding *f) {
  if (f->code_ns <= 0) {
    smr_str_puts(out, "\xe2\x80\x94");
    return;
  }
  if (f->call_ns <= 0)
    smr_str_puts(out, "<b>at most</b> ");
  else if (f->call_ns < f->code_ns)
    smr_str_printf(out, "<b>%.1f\xc3\x97</b> ", f->code_ns / f->call_ns);
  else
    smr_str_puts(out, "<b>none</b> ");
  dump_time(out, f->code_ns);
  if (f->call_ns > 0) {
    smr_str_puts(out, " \xe2\x86\x92 ");
    dump_time(out, f->call_ns);
  }
}

static void put_ran(SmrStr *out, const Item *item) {
  const Ran *ran = &item->ran;
  smr_str_puts(out, "</span><span class=\"ran\">");
  if (ran->known)
    smr_str_printf(out, "%llu called / %llu refused", ran->calls, ran->refused);
}

static void put_when(SmrStr *out, const SmrFinding *f) {
  if (!f->rewrite) {
    html_put_text(out, f->reason);
  } else if (!f->guards.size) {
    smr_str_puts(out, "always");
  } else {
    smr_str_puts(out, "where ");
    html_put_text(out, f->guards.data[0]);
    if (f->guards.size > 1)
      smr_str_printf(out, ", and %u more", f->guards.size - 1);
  }
}

static void put_summary(SmrStr *out, const Item *item, bool counted) {
  const SmrFinding *f = item->fact;
  smr_str_printf(out, "<summary><span class=\"tag %s\">%s</span><span class=\"idiom\">", html_class(f),
                 html_word(f));
  html_put_text(out, *f->idiom ? f->idiom : "\xe2\x80\x94");
  smr_str_puts(out, "</span><span class=\"gain\">");
  put_gain(out, f);
  smr_str_puts(out, "</span><span class=\"place\">");
  html_put_text(out, smr_base_name(f->file));
  smr_str_printf(out, ":%u", f->line);
  if (counted)
    put_ran(out, item);
  smr_str_puts(out, "</span><span class=\"when\">");
  put_when(out, f);
  smr_str_puts(out, "</span></summary>\n");
}

//--- The code ----------------------------------------------------------------------------

/// Blanks that all lines begin with.
static size_t margin_of(const Item *item, uint32_t last) {
  size_t margin = SIZE_MAX;
  for (uint32_t line = item->fact->line; line <= last; line++) {
    const char *text = item->source->lines.data[line - 1];
    size_t blanks = strspn(text, " ");
    if (text[blanks] && text[blanks] != '\n' && blanks < margin)
      margin = blanks;
  }
  return margin == SIZE_MAX ? 0 : margin;
}

static void put_code(SmrStr *out, const Item *item) {
  const SmrFinding *f = item->fact;
  smr_str_puts(out, "<div><h3>Code</h3>\n<p class=\"place\">");
  if (item->source && f->line && f->line <= item->source->lines.size)
    smr_str_printf(out, "<a href=\"#e%u\">", item->number);
  html_put_text(out, f->file);
  smr_str_printf(out, ":%u", f->line);
  if (item->source && f->line && f->line <= item->source->lines.size)
    smr_str_puts(out, "</a>");
  smr_str_puts(out, "<br>in ");
  html_put_text(out, f->function);
  smr_str_puts(out, "</p>\n");
  if (item->same > 1)
    smr_str_printf(out, "<p class=\"dim\">%u nests of this place say the same.</p>\n", item->same);
  if (item->source && f->line && f->line <= item->source->lines.size) {
    uint32_t last = item->last - f->line < MOST_LINES ? item->last : f->line + MOST_LINES - 1;
    size_t margin = margin_of(item, last);
    smr_str_puts(out, "<pre tabindex=\"0\">");
    for (uint32_t line = f->line; line <= last; line++) {
      size_t length = source_length(item->source, line), skipped = length < margin ? length : margin;
      html_put_bytes(out, item->source->lines.data[line - 1] + skipped, length - skipped);
      smr_str_putc(out, '\n');
    }
    smr_str_puts(out, last < item->last ? "\xe2\x80\xa6</pre>\n" : "</pre>\n");
  }
  smr_str_puts(out, "</div>\n");
}

//--- What runs now, or why not --------------------------------------------------------------

static void put_list(SmrStr *out, const SmrNames *guards, uint32_t first) {
  smr_str_puts(out, "<ul class=\"guards\">\n");
  for (uint32_t k = first; k < guards->size; k++) {
    smr_str_puts(out, "<li>");
    html_put_text(out, guards->data[k]);
    smr_str_puts(out, "</li>\n");
  }
  smr_str_puts(out, "</ul>\n");
}

static void put_guards(SmrStr *out, const SmrNames *guards) {
  if (!guards->size) {
    smr_str_puts(out, "<p>Always: that it changes nothing was proved.</p>\n");
    return;
  }
  smr_str_printf(out, "<p>Where %s; else the loops run as they are.</p>\n",
                 guards->size == 1 ? "this holds" : "all of this holds");
  if (guards->size <= FEW_GUARDS) {
    put_list(out, guards, 0);
    return;
  }
  smr_str_puts(out, "<details class=\"more\"><summary><code>");
  html_put_text(out, guards->data[0]);
  smr_str_printf(out, "</code><span class=\"dim\">and %u more</span></summary>\n", guards->size - 1);
  put_list(out, guards, 1);
  smr_str_puts(out, "</details>\n");
}

static void put_call(SmrStr *out, const SmrFinding *f) {
  const char *library = smr_base_name(f->library);
  smr_str_puts(out, "<h3>Now</h3>\n");
  if (*f->call) {
    smr_str_puts(out, "<pre tabindex=\"0\">");
    html_put_text(out, f->call);
    smr_str_puts(out, "</pre>\n");
  }
  smr_str_puts(out, "<p>A call of <b>");
  html_put_text(out, f->idiom);
  smr_str_puts(out, "</b> <span class=\"dim\">(tier ");
  html_put_text(out, f->tier);
  if (*library) {
    smr_str_puts(out, ", ");
    html_put_text(out, library);
  }
  smr_str_puts(out, ")</span></p>\n");
  put_guards(out, &f->guards);
}

/// At which step the search stopped, as the reason's words say; how the words begin, or what stands in them.
static unsigned step_of(const SmrFinding *f) {
  enum { READ, MATCH, SAFE, PAYS };
  static const char *const pays[] = {"does not pay", "never faster", "take longer than"};
  for (size_t k = 0; k < sizeof pays / sizeof *pays; k++)
    if (strstr(f->reason, pays[k]))
      return PAYS;
  return smr_starts(f->reason, "not read as equations") ? READ
         : smr_starts(f->reason, "like ")               ? MATCH
                                                        : SAFE;
}

static void put_reason(SmrStr *out, const SmrFinding *f) {
  static const char *const steps[] = {"read", "like an idiom", "safe", "pays"};
  smr_str_puts(out, "<h3>Why not</h3>\n");
  if (html_kind(f) == MISSED) {
    unsigned stop = step_of(f);
    smr_str_puts(out, "<ol class=\"steps\" aria-label=\"Steps, up to the one that failed\">");
    for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
      smr_str_printf(out, "<li%s>%s%s</li>",
                     k < stop    ? " class=\"done\""
                     : k == stop ? " class=\"stop\""
                                 : "",
                     steps[k],
                     k < stop    ? " \xe2\x9c\x93"
                     : k == stop ? " \xe2\x9c\x97"
                                 : "");
    smr_str_puts(out, "</ol>\n");
  }
  smr_str_puts(out, "<p>");
  html_put_text(out, f->reason);
  smr_str_puts(out, "</p>\n");
}

static void put_estimate_row(SmrStr *out, const char *what, double ns, const char *formula) {
  smr_str_printf(out, "<tr><th scope=\"row\">%s</th><td class=\"time\">", what);
  dump_time(out, ns);
  smr_str_puts(out, "</td><td>");
  if (*formula) {
    smr_str_puts(out, "<code>");
    html_put_text(out, formula);
    smr_str_puts(out, "</code> ps");
  }
  smr_str_puts(out, "</td></tr>\n");
}

static void put_estimate(SmrStr *out, const SmrFinding *f) {
  if (f->code_ns <= 0)
    return;
  smr_str_puts(out, "<h3>Estimate");
  if (f->size)
    smr_str_printf(out, " <span class=\"dim\">at %u</span>", f->size);
  smr_str_puts(out, "</h3>\n");
  if (f->rewrite && f->call_ns > 0 && f->call_ns < f->code_ns)
    smr_str_printf(out,
                   "<div class=\"meter\" title=\"the call's part of the loops' time\"><i "
                   "style=\"width:%.1f%%\"></i></div>\n",
                   100 * f->call_ns / f->code_ns);
  smr_str_puts(out, "<table class=\"estimate\"><tbody>\n");
  put_estimate_row(out, "loops", f->code_ns, f->code_ps);
  if (f->call_ns > 0)
    put_estimate_row(out, "call", f->call_ns, f->call_ps);
  smr_str_puts(out, "</tbody></table>\n");
}

static void put_counts(SmrStr *out, const Item *item) {
  const Ran *ran = &item->ran;
  if (!item->fact->rewrite)
    return;
  smr_str_puts(out, "<h3>At run time</h3>\n<p>");
  if (!ran->known)
    smr_str_puts(out, "No program that was counted has it.");
  else if (!ran->calls && !ran->refused)
    smr_str_puts(out, "It was never asked: it did not run, or was always too small.");
  else
    smr_str_printf(out, "%llu call%s of the library, ", ran->calls, ran->calls == 1 ? "" : "s");
  if (ran->calls || ran->refused) {
    dump_time(out, ran->ns);
    smr_str_puts(out, " in all.");
  }
  smr_str_puts(out, ran->refusals.size ? "</p>\n<ul class=\"guards\">\n" : "</p>\n");
  for (uint32_t k = 0; k < ran->refusals.size; k++) {
    const Refusal *refusal = &ran->refusals.data[k];
    smr_str_printf(out, "<li>the loops ran %llu time%s: ", refusal->times, refusal->times == 1 ? "" : "s");
    html_put_text(out, refusal_reason(refusal));
    smr_str_puts(out, refusal->guard ? " was false</li>\n" : "</li>\n");
  }
  smr_str_puts(out, ran->refusals.size ? "</ul>\n" : "");
}

//--- All -----------------------------------------------------------------------------------

static void put_nest(SmrStr *out, const Item *item, bool counted) {
  const SmrFinding *f = item->fact;
  smr_str_printf(out, "<li class=\"nest %s\" id=\"r%u\" data-kind=\"%s\"><details>", html_class(f),
                 item->number, html_class(f));
  put_summary(out, item, counted);
  smr_str_puts(out, "<div class=\"body\">\n");
  put_code(out, item);
  smr_str_puts(out, "<div>\n");
  if (f->rewrite)
    put_call(out, f);
  else
    put_reason(out, f);
  if (counted)
    put_counts(out, item);
  put_estimate(out, f);
  smr_str_puts(out, "</div>\n</div></details></li>\n");
}

/// Hidden without the script that makes it work.
static void put_bar(SmrStr *out) {
  static const char *const kinds[][2] = {{"fired", "rewritten"}, {"missed", "missed"}, {"plain", "no idiom"}};
  smr_str_puts(out,
               "<div class=\"bar\" id=\"bar\" role=\"search\" hidden>\n<input type=\"search\" id=\"filter\" "
               "aria-label=\"Filter\" placeholder=\"Filter by file, function, idiom, check, reason (/)\" "
               "autocomplete=\"off\" spellcheck=\"false\">\n");
  for (Kind k = FIRED; k <= PLAIN; k++)
    smr_str_printf(out, "<button type=\"button\" data-kind=\"%s\" aria-pressed=\"true\">%s</button>\n",
                   kinds[k][0], kinds[k][1]);
  smr_str_puts(out, "<button type=\"button\" id=\"fold\">Unfold all</button>\n<output id=\"count\" "
                    "aria-live=\"polite\"></output>\n</div>\n");
}

void html_put_nests(const Page *page) {
  SmrStr *out = page->out;
  smr_str_puts(
      out, "<h2>Loop nests</h2>\n<p class=\"dim\">Sorted by what a call gains, or would at most, in one run "
           "of the nest: by the costs that decide whether it pays, which are rough, and low on the "
           "loops&rsquo; side. Sizes that are known at run time alone count as 1000. Keys: <kbd>/</kbd> "
           "filters, <kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>Enter</kbd> unfolds.</p>\n");
  put_bar(out);
  smr_str_puts(out, page->counts ? "<ol class=\"nests counted\">\n" : "<ol class=\"nests\">\n");
  for (uint32_t k = 0; k < page->items.size; k++)
    put_nest(out, &page->items.data[k], page->counts);
  smr_str_puts(out, "</ol>\n<p class=\"dim\" id=\"nothing\" hidden>Nothing here is like that.</p>\n");
}
