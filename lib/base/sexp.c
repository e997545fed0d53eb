//===- sexp.c - s-expressions with places --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "base/sexp.h"
#include <assert.h>
#include <string.h>

typedef struct {
  const char *text;
  size_t at, size;
  uint32_t line;
  size_t line_start;
  SmrSexp *out;
  SmrDiag *diag;
  SmrStr word;
  SMR_VEC(uint32_t) open; // lists that are not closed yet
  uint32_t most;          // of them
} Reader;

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool ends_atom(char c) {
  return is_blank(c) || c == '(' || c == ')' || c == '"' || c == ';';
}

static uint32_t column(const Reader *r) {
  return (uint32_t)(r->at - r->line_start) + 1;
}

static bool fail(Reader *r, const char *text) {
  return smr_error(r->diag, r->out->file, r->line, column(r), "%s", text);
}

static void skip_blanks(Reader *r) {
  for (; r->at < r->size; r->at++) {
    char c = r->text[r->at];
    if (c == ';') {
      const char *end = memchr(r->text + r->at, '\n', r->size - r->at);
      r->at = end ? (size_t)(end - r->text) : r->size;
      if (!end)
        return;
      c = '\n';
    }
    if (!is_blank(c))
      return;
    if (c == '\n')
      r->line++, r->line_start = r->at + 1;
  }
}

static bool is_control(char c) {
  return ((unsigned char)c < 0x20 && !is_blank(c)) || c == 0x7f;
}

static void add(Reader *r, SmrSexpKind kind, uint32_t line, uint32_t at_column, const char *text) {
  SmrSexpNode node = {(uint8_t)kind, line, at_column, 0, r->out->nodes.size + 1, text};
  if (r->open.size)
    r->out->nodes.data[smr_vec_last(&r->open)].count++;
  smr_vec_push(&r->out->nodes, node);
}

static bool read_string(Reader *r) {
  uint32_t line = r->line, start = column(r);
  smr_str_clear(&r->word);
  for (r->at++; r->at < r->size && r->text[r->at] != '"'; r->at++) {
    char c = r->text[r->at];
    if (c == '\n' || is_control(c))
      return fail(r, c == '\n' ? "a string ends in its own line" : "a control character in a string");
    if (c == '\\') {
      static const char from[] = "\"\\nt", to[] = "\"\\\n\t";
      const char *known = r->at + 1 < r->size && r->text[r->at + 1] ? strchr(from, r->text[r->at + 1]) : NULL;
      if (!known)
        return fail(r, "unknown escape (known: \\\" \\\\ \\n \\t)");
      c = to[known - from];
      r->at++;
    }
    smr_str_putc(&r->word, c);
  }
  if (r->at == r->size)
    return smr_error(r->diag, r->out->file, line, start, "the string is not closed");
  r->at++;
  add(r, SMR_SEXP_STRING, line, start,
      smr_arena_strndup(&r->out->texts, smr_str_get(&r->word), r->word.size));
  return true;
}

static bool read_atom(Reader *r) {
  size_t first = r->at;
  uint32_t start = column(r);
  for (; r->at < r->size && !ends_atom(r->text[r->at]); r->at++)
    if (is_control(r->text[r->at]))
      return fail(r, "a control character");
  add(r, SMR_SEXP_ATOM, r->line, start, smr_arena_strndup(&r->out->texts, r->text + first, r->at - first));
  return true;
}

static bool read_all(Reader *r) {
  for (;;) {
    skip_blanks(r);
    if (r->at == r->size)
      break;
    char c = r->text[r->at];
    if (c == '(') {
      if (r->open.size == r->most)
        return smr_error(r->diag, r->out->file, r->line, column(r), "more than %d lists inside one another",
                         SMR_SEXP_MAX_DEPTH);
      add(r, SMR_SEXP_LIST, r->line, column(r), "");
      smr_vec_push(&r->open, r->out->nodes.size - 1);
      r->at++;
    } else if (c == ')') {
      if (!r->open.size)
        return fail(r, "')' closes nothing");
      uint32_t list = smr_vec_pop(&r->open);
      r->out->nodes.data[list].end = r->out->nodes.size;
      r->at++;
    } else if (!(c == '"' ? read_string(r) : read_atom(r))) {
      return false;
    }
  }
  if (r->open.size) {
    const SmrSexpNode *list = &r->out->nodes.data[smr_vec_last(&r->open)];
    return smr_error(r->diag, r->out->file, list->line, list->column, "'(' is not closed");
  }
  return true;
}

static bool read_within(uint32_t most, const char *file, const char *text, size_t size, SmrSexp *out,
                        SmrDiag *diag) {
  *out = (SmrSexp){.file = file};
  Reader r = {.text = text, .size = size, .line = 1, .out = out, .diag = diag, .most = most};
  bool ok = size < UINT32_MAX || smr_error(diag, file, 0, 0, "the text is too long");
  ok = ok && read_all(&r);
  smr_str_free(&r.word);
  smr_vec_free(&r.open);
  if (!ok)
    smr_sexp_free(out);
  return ok;
}

bool smr_sexp_read(const char *file, const char *text, size_t size, SmrSexp *out, SmrDiag *diag) {
  return read_within(SMR_SEXP_MAX_DEPTH, file, text, size, out, diag);
}

bool smr_sexp_read_deep(const char *file, const char *text, size_t size, SmrSexp *out, SmrDiag *diag) {
  return read_within(UINT32_MAX, file, text, size, out, diag);
}

bool smr_sexp_is_shallow(const SmrSexp *s, uint32_t node, SmrDiag *diag) {
  uint32_t ends[SMR_SEXP_MAX_DEPTH], depth = 0;
  for (uint32_t i = node; i < s->nodes.data[node].end; i++) {
    while (depth && ends[depth - 1] <= i)
      depth--;
    if (s->nodes.data[i].kind != SMR_SEXP_LIST)
      continue;
    if (depth == SMR_SEXP_MAX_DEPTH)
      return smr_sexp_error(diag, s, i, "more than %d lists inside one another", SMR_SEXP_MAX_DEPTH);
    ends[depth++] = s->nodes.data[i].end;
  }
  return true;
}

void smr_sexp_free(SmrSexp *sexp) {
  smr_vec_free(&sexp->nodes);
  smr_arena_destroy(&sexp->texts);
}

bool smr_sexp_is_call(const SmrSexp *s, uint32_t node, const char *name) {
  const SmrSexpNode *n = &s->nodes.data[node];
  return n->kind == SMR_SEXP_LIST && n->count && smr_sexp_is_atom(s, node + 1) &&
         !strcmp(smr_sexp_text(s, node + 1), name);
}

uint32_t smr_sexp_element(const SmrSexp *s, uint32_t list, uint32_t i) {
  assert(i < s->nodes.data[list].count);
  uint32_t at = list + 1;
  while (i--)
    at = s->nodes.data[at].end;
  return at;
}
