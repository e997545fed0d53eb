//===- sections.c - pairs that are there once for every column -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pair for which variables hold is read once for every column, from a text of its own, which reaches from
// the pair's first line to the line on which the next block of code begins. Invariant: between two pairs the
// reader stands in the file's own text.
//===----------------------------------------------------------------------===//
#include "pat/pat_internal.h"
#include <string.h>
#include <strings.h>

/// The scope's variables and values, `${T} = float, ${P} = s`.
static const char *scope_text(const SmrPatScope *scope, SmrArena *arena) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const SmrPatEach *both[] = {scope->outer, scope->inner};
  const uint32_t columns[] = {scope->outer_column, scope->inner_column};
  for (int b = 0; b < 2; b++)
    for (uint32_t k = 0; both[b] && k < both[b]->variables.size; k++)
      smr_str_printf(&text, "%s${%s} = %s", text.size ? ", " : "", both[b]->variables.data[k].name,
                     both[b]->variables.data[k].values.data[columns[b]]);
  return smr_arena_strdup(arena, smr_str_get(&text));
}

/// Behind the next block of code, whose language is at the cursor unless it is known; `n` when there is none.
static size_t block_end(SmrPatReader *r, SmrLanguage *language) {
  bool ok = smr_pat_skip(r, false);
  if (ok && smr_pat_word_start(smr_pat_peek(r, 0)))
    ok = smr_pat_parse_language(r, language, false);
  if (!ok || smr_pat_peek(r, 0) != '{')
    return r->n;
  size_t end = smr_pat_code_end(*language, r->text, r->n, r->at + 1);
  return end < r->n ? end + 1 : r->n;
}

/// Behind the string at the cursor; it ends on its line.
static size_t string_end(const SmrPatReader *r) {
  size_t at = r->at + 1;
  while (at < r->n && r->text[at] != '"' && r->text[at] != '\n')
    at += r->text[at] == '\\' ? 2 : 1;
  return at < r->n ? at + 1 : r->n;
}

/// The end of the line on which the block after the pair at the cursor begins. (The file's text shows that as
/// well as made text: values have neither braces nor quotes.)
static size_t pair_stop(const SmrPatReader *from, size_t limit) {
  SMR_OWNED(SmrDiag, smr_diag_free) ignored = {0};
  SmrPatReader r = *from;
  SmrLanguage language = SMR_LANGUAGE_C;
  r.n = limit, r.diag = &ignored;
  smr_pat_advance(&r, block_end(&r, &language));
  if (smr_pat_skip(&r, false) && smr_pat_peek(&r, 0) == '=') {
    smr_pat_advance(&r, r.at + 1);
    if (smr_pat_skip(&r, false) && smr_pat_at_word(&r, "body"))
      smr_pat_advance(&r, r.at + 4);
    if (smr_pat_peek(&r, 0) != '"')
      smr_pat_advance(&r, block_end(&r, &language));
  }
  for (int64_t depth = 0; smr_pat_skip(&r, depth > 0) && r.at < r.n;) {
    char c = smr_pat_peek(&r, 0);
    if (c == '{' && r.text[r.at - 1] != '$')
      break;
    depth += (c == '(') - (c == ')');
    smr_pat_advance(&r, c == '"' ? string_end(&r) : r.at + 1);
  }
  const char *newline = r.at < limit ? memchr(r.text + r.at, '\n', limit - r.at) : NULL;
  if (newline)
    return (size_t)(newline - r.text);
  return limit +
         (limit < from->n ? strcspn(from->text + limit, "$") : 0); // what follows the last pair, for messages
}

/// The pair that was read last says for which column it is.
static void name_column(SmrPatFile *f, const SmrPatScope *scope) {
  const SmrPatEach *last = scope->inner ? scope->inner : scope->outer;
  SmrPatPair *pair = &smr_vec_last(&f->pairs);
  pair->column_text = scope_text(scope, f->r.arena);
  pair->column_line = last->line, pair->column_column = last->column;
}

static void note_scope(SmrPatFile *f, const SmrPatScope *scope) {
  const SmrPatEach *last = scope->inner ? scope->inner : scope->outer;
  smr_report(f->r.diag, SMR_NOTE, f->r.path, last->line, last->column, "with %s",
             scope_text(scope, f->r.arena));
}

/// The pair at the cursor with one column's values. *once: it has none, and `whole` stands behind it.
static bool parse_column(SmrPatFile *f, const SmrPatReader *whole, size_t stop, const SmrPatScope *scope,
                         size_t *end, bool *once) {
  SmrStr text = {0};
  SmrPatValues values = {0};
  f->r = *whole;
  bool ok = smr_pat_make(whole, scope, stop, &text, &values);
  if (ok && (f->made += text.size) > SMR_PAT_MAX_BYTES)
    ok =
        smr_pat_error(&f->r, "with all variables' values the file has more than %u bytes", SMR_PAT_MAX_BYTES);
  if (ok) {
    f->r.text = smr_str_get(&text), f->r.n = text.size;
    f->r.values = values.data, f->r.value_count = values.size;
    f->r.at = whole->at - whole->line_start, f->r.line_start = 0;
    size_t start = f->r.at;
    ok = smr_pat_parse_pair(f);
    if (ok && smr_pat_values_in(&f->r, start, f->end))
      name_column(f, scope);
    *once = ok && !smr_pat_values_in(&f->r, start, f->end);
    *end = whole->line_start + smr_pat_source(&f->r, f->end);
    if (!ok && values.size)
      note_scope(f, scope);
  }
  bool failed = f->r.failed;
  f->r = *whole;
  f->r.failed = failed;
  smr_str_free(&text);
  smr_vec_free(&values);
  return ok;
}

/// A pair that mentions a variable is one for every column; another is there once.
static bool parse_columns(SmrPatFile *f, const SmrPatEach *outer, const SmrPatEach *inner, size_t limit) {
  SmrPatReader whole = f->r;
  size_t stop = pair_stop(&whole, limit), end = whole.at;
  bool once = false, ok = true;
  for (uint32_t k = 0; k < (outer ? outer->columns : 1) && ok && !once; k++)
    for (uint32_t l = 0; l < (inner ? inner->columns : 1) && ok && !once; l++)
      ok = parse_column(f, &whole, stop, &(SmrPatScope){outer, inner, k, l}, &end, &once);
  if (ok && once && inner)
    return smr_error(f->r.diag, f->r.path, inner->line, inner->column,
                     "the pair behind 'for' mentions none of its variables, such as ${%s}",
                     inner->variables.data[0].name);
  if (ok)
    smr_pat_advance(&f->r, end);
  return ok && smr_pat_skip(&f->r, false);
}

static bool at_for(const SmrPatReader *r) {
  return r->n - r->at >= 3 && strncasecmp(r->text + r->at, "for", 3) == 0 &&
         !smr_pat_word_char(smr_pat_peek(r, 3));
}

/// One `for` has all variables of its pair.
static bool no_second_for(SmrPatReader *r) {
  return !at_for(r) ||
         smr_pat_error(r, "a second 'for' of one pair: write 'for T in float, double; P in s, d', "
                          "or an 'each' line for all combinations");
}

static bool parse_for(SmrPatFile *f, const SmrPatEach *outer, size_t limit) {
  SmrPatEach own = {0};
  bool ok = smr_pat_parse_each(&f->r, &own, outer, true) && smr_pat_skip(&f->r, false) &&
            no_second_for(&f->r) && parse_columns(f, outer, &own, limit);
  smr_pat_free_each(&own);
  return ok;
}

bool smr_pat_parse_section(SmrPatFile *f) {
  SmrPatEach each = {0};
  if (!smr_pat_at_each(&f->r))
    return at_for(&f->r) ? parse_for(f, NULL, f->r.n) : smr_pat_parse_pair(f);
  bool ok = smr_pat_parse_each(&f->r, &each, NULL, false);
  size_t limit = ok ? smr_pat_section_end(&f->r) : 0;
  ok = ok && smr_pat_skip(&f->r, false);
  while (ok && f->r.at < limit)
    ok = at_for(&f->r) ? parse_for(f, &each, limit) : parse_columns(f, &each, NULL, limit);
  smr_pat_free_each(&each);
  return ok;
}
