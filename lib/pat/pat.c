//===- pat.c - the PAT file's own grammar --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: the reader's line and line_start always fit `at`, so any error can name its place.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "base/map.h"
#include "pat/pat_internal.h"
#include <string.h>
#include <strings.h>
#include <xxhash.h>

typedef SMR_VEC(const char *) Links;
typedef SMR_VEC(SmrPatPair) Pairs;

typedef struct {
  SmrPatReader r;
  Pairs pairs;
  Links file_links;
  SmrMap names; // hash of a name → index of its pair + 1
  size_t end;   // of the pair that was read last, without what follows its clauses
  const char *costs;
  uint32_t costs_line, costs_column;
  bool equations, fp_exact, fp_finite;
} File;

static const struct {
  const char *spelling;
  SmrLanguage language;
} languages[] = {
    {"c", SMR_LANGUAGE_C},         {"fortran", SMR_LANGUAGE_FORTRAN}, {"f", SMR_LANGUAGE_FORTRAN},
    {"f90", SMR_LANGUAGE_FORTRAN}, {"f95", SMR_LANGUAGE_FORTRAN},     {"f03", SMR_LANGUAGE_FORTRAN},
    {"f08", SMR_LANGUAGE_FORTRAN}, {"f18", SMR_LANGUAGE_FORTRAN},     {"f23", SMR_LANGUAGE_FORTRAN},
    {"mlir", SMR_LANGUAGE_MLIR},   {"fir", SMR_LANGUAGE_MLIR}};

static bool unexpected(SmrPatReader *r, const char *wanted) {
  unsigned char c = (unsigned char)smr_pat_peek(r, 0);
  if (r->at >= r->n)
    return smr_pat_error(r, "expected %s, found the end of the file", wanted);
  if (smr_pat_word_char((char)c)) {
    size_t end = r->at;
    while (end < r->n && end - r->at < 40 && smr_pat_word_char(r->text[end]))
      end++;
    return smr_pat_error(r, "expected %s, found '%.*s'", wanted, (int)(end - r->at), r->text + r->at);
  }
  if (c < 0x20 || c >= 0x7f)
    return smr_pat_error(r, "expected %s, found byte 0x%02x", wanted, c);
  return smr_pat_error(r, "expected %s, found '%c'", wanted, c);
}

/// The word at the cursor, '+' included so that `c++` is one; empty when there is none.
static size_t word_length(const SmrPatReader *r) {
  size_t end = r->at;
  if (end < r->n && smr_pat_word_start(r->text[end]))
    while (end < r->n && (smr_pat_word_char(r->text[end]) || r->text[end] == '+'))
      end++;
  return end - r->at;
}

static bool at_word(const SmrPatReader *r, const char *word) {
  size_t length = word_length(r);
  return length == strlen(word) && strncasecmp(r->text + r->at, word, length) == 0;
}

static bool parse_string(SmrPatReader *r, const char *what, const char **out) {
  if (!smr_pat_skip(r, false))
    return false;
  if (smr_pat_peek(r, 0) != '"')
    return unexpected(r, "a string in double quotes");
  SmrStr text = {0};
  size_t at = r->at + 1;
  for (; at < r->n && r->text[at] != '"' && (unsigned char)r->text[at] >= 0x20; at++) {
    if (r->text[at] == '\\' && at + 1 < r->n && (r->text[at + 1] == '"' || r->text[at + 1] == '\\'))
      at++;
    smr_str_putc(&text, r->text[at]);
  }
  bool ok = at < r->n && r->text[at] == '"';
  if (!ok)
    smr_pat_error(r, "string is never closed");
  else if (text.size == 0)
    ok = smr_pat_error(r, "empty %s", what);
  else
    *out = smr_arena_strndup(r->arena, text.data, text.size);
  smr_str_free(&text);
  if (ok)
    smr_pat_advance(r, at + 1);
  return ok;
}

/// Link names go to a linker's command line.
static bool parse_link(SmrPatReader *r, Links *links) {
  if (!smr_pat_skip(r, false))
    return false;
  uint32_t line = r->line, column = smr_pat_column(r);
  const char *name = NULL;
  if (!parse_string(r, "library name", &name))
    return false;
  if (!smr_link_name_ok(name, strlen(name)))
    return smr_error(r->diag, r->path, line, column, "'%s' is not a library name or path", name);
  smr_vec_push(links, name);
  return true;
}

static bool parse_fp(SmrPatReader *r, bool *exact, bool *finite) {
  if (!smr_pat_skip(r, false))
    return false;
  *exact = at_word(r, "exact");
  *finite = at_word(r, "finite");
  if (!*exact && !*finite && !at_word(r, "reassoc"))
    return unexpected(r, "'exact', 'reassoc' or 'finite'");
  smr_pat_advance(r, r->at + word_length(r));
  return true;
}

static bool parse_mode(SmrPatReader *r, bool *equations) {
  if (!smr_pat_skip(r, false))
    return false;
  *equations = at_word(r, "auto");
  if (!*equations && !at_word(r, "exact"))
    return unexpected(r, "'exact' or 'auto'");
  smr_pat_advance(r, r->at + word_length(r));
  return true;
}

static bool parse_language(SmrPatReader *r, SmrLanguage *language) {
  size_t length = word_length(r);
  if (length == 0)
    return unexpected(r, "a language");
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    if (strlen(languages[i].spelling) == length &&
        strncasecmp(r->text + r->at, languages[i].spelling, length) == 0) {
      *language = languages[i].language;
      smr_pat_advance(r, r->at + length);
      return smr_pat_skip(r, false);
    }
  return smr_pat_error(r, "unknown language '%.*s' (known: C, Fortran, MLIR)",
                       (int)(length < 40 ? length : 40), r->text + r->at);
}

/// `what` is "idiom" or "replacement".
static bool parse_block(SmrPatReader *r, SmrLanguage language, const char *what, SmrPatBlock *out) {
  if (smr_pat_peek(r, 0) != '{')
    return unexpected(r, "'{'");
  uint32_t line = r->line, column = smr_pat_column(r);
  size_t start = r->at + 1, end = smr_pat_code_end(language, r->text, r->n, start);
  if (end >= r->n)
    return smr_pat_error(r, "'{' is never closed");
  size_t blank = start;
  while (blank < end && strchr(" \t\r\n\f\v", r->text[blank]))
    blank++;
  if (blank == end)
    return smr_pat_error(r, "empty %s", what);
  *out = (SmrPatBlock){.language = language,
                       .code = smr_arena_strndup(r->arena, r->text + start, end - start),
                       .size = (uint32_t)(end - start),
                       .line = line,
                       .column = column + 1};
  smr_pat_set_made(r, start, out);
  if (!smr_pat_find_wrapper(out, r->arena))
    return smr_pat_error(r, "%s defines no %s", what,
                         language == SMR_LANGUAGE_FORTRAN ? "subroutine or function" : "function");
  smr_pat_advance(r, end + 1);
  return true;
}

static bool parse_clauses(File *f, SmrPatPair *pair, SmrPatNodes *when, SmrPatNodes *pays, Links *links,
                          bool *named) {
  SmrPatReader *r = &f->r;
  bool fp = false;
  *named = false;
  while (f->end = r->at, smr_pat_skip(r, false)) {
    if (at_word(r, "when")) {
      smr_pat_advance(r, r->at + 4);
      if (!smr_pat_parse_when(r, &pair->idiom, when))
        return false;
    } else if (at_word(r, "pays")) {
      smr_pat_advance(r, r->at + 4);
      pair->pays_told = true;
      if (!smr_pat_parse_pays_clause(r, &pair->idiom, pays))
        return false;
    } else if (at_word(r, "link")) {
      smr_pat_advance(r, r->at + 4);
      if (!parse_link(r, links))
        return false;
    } else if (at_word(r, "fp")) {
      if (fp)
        return smr_pat_error(r, "second 'fp' clause of one pair");
      smr_pat_advance(r, r->at + 2);
      fp = true;
      if (!parse_fp(r, &pair->fp_exact, &pair->fp_finite))
        return false;
    } else if (at_word(r, "mode")) {
      smr_pat_advance(r, r->at + 4);
      if (!parse_mode(r, &pair->equations))
        return false;
    } else if (at_word(r, "name")) {
      if (*named)
        return smr_pat_error(r, "second 'name' clause of one pair");
      smr_pat_advance(r, r->at + 4);
      uint32_t index;
      if (!smr_pat_skip(r, false))
        return false;
      uint32_t line = r->line, column = smr_pat_column(r);
      if (!parse_string(r, "name", &pair->name))
        return false;
      *named = true;
      if (smr_map_get(&f->names, XXH3_64bits(pair->name, strlen(pair->name)), &index))
        return smr_error(r->diag, r->path, line, column, "a pair named '%s' was defined at line %u",
                         pair->name, f->pairs.data[index - 1].line);
    } else {
      return true;
    }
  }
  return false;
}

static void register_name(File *f, const char *name, uint32_t pair) {
  smr_map_set(&f->names, XXH3_64bits(name, strlen(name)), pair + 1);
}

/// Derived names give way to written ones and to each other: `gemm`, `gemm-2`, `gemm-3`.
static void derive_names(File *f) {
  SmrStr text = {0};
  SmrMap used = {0}; // hash of a wrapper's name → the next number to try
  for (uint32_t i = 0; i < f->pairs.size; i++) {
    SmrPatPair *pair = &f->pairs.data[i];
    uint32_t index;
    if (pair->name)
      continue;
    const char *base = pair->idiom.wrapper;
    uint32_t *next = smr_map_at(&used, XXH3_64bits(base, strlen(base)), 1);
    do {
      smr_str_clear(&text);
      smr_str_puts(&text, base);
      if ((*next)++ > 1)
        smr_str_printf(&text, "-%u", *next - 1);
    } while (smr_map_get(&f->names, XXH3_64bits(text.data, text.size), &index));
    pair->name = smr_arena_strndup(f->r.arena, text.data, text.size);
    register_name(f, pair->name, i);
  }
  smr_map_free(&used);
  smr_str_free(&text);
}

static const SmrPatNode *keep_nodes(SmrArena *arena, const SmrPatNodes *from) {
  SmrPatNode *nodes = smr_arena_alloc(arena, from->size * sizeof *nodes + 1);
  if (from->size)
    memcpy(nodes, from->data, from->size * sizeof *nodes);
  return nodes;
}

static bool parse_pair(File *f) {
  SmrPatReader *r = &f->r;
  SmrPatPair pair = {.line = r->line,
                     .column = smr_pat_column(r),
                     .equations = f->equations,
                     .fp_exact = f->fp_exact,
                     .fp_finite = f->fp_finite};
  SmrLanguage language;
  if (!parse_language(r, &language) || !parse_block(r, language, "idiom", &pair.idiom) ||
      !smr_pat_skip(r, false))
    return false;
  if (smr_pat_peek(r, 0) != '=')
    return unexpected(r, "'=' and the replacement");
  smr_pat_advance(r, r->at + 1);
  if (!smr_pat_skip(r, false) || (word_length(r) && !parse_language(r, &language)))
    return false;
  uint32_t line = r->line, column = smr_pat_column(r);
  if (!parse_block(r, language, "replacement", &pair.replacement))
    return false;
  if (pair.idiom.argument_count != pair.replacement.argument_count)
    return smr_error(r->diag, r->path, line, column, "replacement '%s' has %u arguments, idiom '%s' has %u",
                     pair.replacement.wrapper, pair.replacement.argument_count, pair.idiom.wrapper,
                     pair.idiom.argument_count);
  SmrPatNodes when = {0}, pays = {0};
  Links links = {0};
  bool named, ok = parse_clauses(f, &pair, &when, &pays, &links, &named);
  if (ok) {
    if (named)
      register_name(f, pair.name, f->pairs.size);
    pair.when = keep_nodes(r->arena, &when), pair.when_count = when.size;
    pair.pays = keep_nodes(r->arena, &pays), pair.pays_count = pays.size;
    pair.when_stack = smr_pat_stack_depth(pair.when, when.size);
    pair.link_count = f->file_links.size + links.size;
    const char **all = smr_arena_alloc(r->arena, pair.link_count * sizeof *all + 1);
    for (uint32_t i = 0; i < pair.link_count; i++)
      all[i] = i < f->file_links.size ? f->file_links.data[i] : links.data[i - f->file_links.size];
    pair.links = all;
    smr_vec_push(&f->pairs, pair);
  }
  smr_vec_free(&when);
  smr_vec_free(&pays);
  smr_vec_free(&links);
  return ok;
}

/// A pair that mentions a variable is one for every column; another is there once.
static bool parse_columns(File *f, SmrPatReader *readers, uint32_t columns) {
  f->r = readers[0];
  size_t start = f->r.at;
  bool ok = parse_pair(f);
  size_t taken = f->end - start, end = f->end;
  bool once = ok && !smr_pat_values_in(&readers[0], start, end);
  readers[0] = f->r;
  for (uint32_t k = 1; k < columns && ok; k++) {
    f->r = readers[k];
    if (once) {
      smr_pat_advance(&f->r, f->r.at + taken);
      ok = smr_pat_skip(&f->r, false);
    } else {
      ok = parse_pair(f);
    }
    readers[k] = f->r;
  }
  return ok;
}

/// An `each` directive and the pairs for which it holds.
static bool parse_section(File *f) {
  SmrPatEach each = {0};
  bool ok = smr_pat_parse_each(&f->r, &each);
  SmrPatReader whole = f->r, readers[SMR_PAT_MAX_COLUMNS];
  SmrStr texts[SMR_PAT_MAX_COLUMNS] = {0};
  SmrPatValues values[SMR_PAT_MAX_COLUMNS] = {0};
  size_t stop = 0;
  for (uint32_t k = each.columns; k-- && ok;) {
    readers[k] = whole;
    ok = smr_pat_make(&whole, &each, k, &texts[k], &values[k], &stop);
    readers[k].text = smr_str_get(&texts[k]), readers[k].n = texts[k].size;
    readers[k].values = values[k].data, readers[k].value_count = values[k].size;
    readers[k].at = readers[k].line_start = 0;
    ok = ok && smr_pat_skip(&readers[k], false);
  }
  while (ok && readers[0].at < stop)
    ok = parse_columns(f, readers, each.columns);
  f->r = whole;
  if (ok)
    smr_pat_advance(&f->r, whole.at + smr_pat_source(&readers[0], stop));
  for (uint32_t k = 0; k < SMR_PAT_MAX_COLUMNS; k++) {
    smr_str_free(&texts[k]);
    smr_vec_free(&values[k]);
  }
  smr_pat_free_each(&each);
  return ok && smr_pat_skip(&f->r, false);
}

static bool parse_costs(File *f) {
  SmrPatReader *r = &f->r;
  if (f->costs)
    return smr_pat_error(r, "second 'costs' directive");
  smr_pat_advance(r, r->at + 5);
  if (!smr_pat_skip(r, false))
    return false;
  f->costs_line = r->line, f->costs_column = smr_pat_column(r);
  return parse_string(r, "file name", &f->costs);
}

static bool parse_file(File *f) {
  SmrPatReader *r = &f->r;
  bool fp = false;
  if (!smr_pat_skip(r, false))
    return false;
  // Directives stand at the head of the file: after a pair the same words are that pair's clauses.
  while (r->at < r->n) {
    if (at_word(r, "link")) {
      smr_pat_advance(r, r->at + 4);
      if (!parse_link(r, &f->file_links))
        return false;
    } else if (at_word(r, "fp")) {
      if (fp)
        return smr_pat_error(r, "second 'fp' directive");
      smr_pat_advance(r, r->at + 2);
      fp = true;
      if (!parse_fp(r, &f->fp_exact, &f->fp_finite))
        return false;
    } else if (at_word(r, "mode")) {
      smr_pat_advance(r, r->at + 4);
      if (!parse_mode(r, &f->equations))
        return false;
    } else if (at_word(r, "costs")) {
      if (!parse_costs(f))
        return false;
    } else {
      break;
    }
    if (!smr_pat_skip(r, false))
      return false;
  }
  while (r->at < r->n)
    if (smr_pat_at_each(r) ? !parse_section(f) : !parse_pair(f))
      return false;
  if (r->failed)
    return false;
  return f->pairs.size > 0 || smr_pat_error(r, "no pair in this file");
}

bool smr_pat_parse(const char *path, const char *text, size_t n, SmrArena *arena, SmrPat *out,
                   SmrDiag *diag) {
  *out = (SmrPat){.path = smr_arena_strdup(arena, path)};
  if (n > SMR_PAT_MAX_BYTES)
    return smr_error(diag, path, 0, 0, "file has more than %u bytes", SMR_PAT_MAX_BYTES);
  File f = {.r = {.path = path, .text = text ? text : "", .n = n, .line = 1, .arena = arena, .diag = diag}};
  const char *nul = n ? memchr(text, '\0', n) : NULL;
  if (nul) {
    smr_pat_advance(&f.r, (size_t)(nul - text));
    return smr_pat_error(&f.r, "NUL byte in the file");
  }
  if (n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
    f.r.at = 3;
  bool ok = parse_file(&f);
  if (ok) {
    derive_names(&f);
    SmrPatPair *pairs = smr_arena_alloc(arena, f.pairs.size * sizeof *pairs);
    memcpy(pairs, f.pairs.data, f.pairs.size * sizeof *pairs);
    out->pairs = pairs, out->pair_count = f.pairs.size;
    out->costs = f.costs, out->costs_line = f.costs_line, out->costs_column = f.costs_column;
  }
  smr_vec_free(&f.pairs);
  smr_vec_free(&f.file_links);
  smr_map_free(&f.names);
  return ok;
}

bool smr_pat_read(const char *path, SmrArena *arena, SmrPat *out, SmrDiag *diag) {
  SmrStr text = {0};
  const char *reason;
  *out = (SmrPat){.path = path};
  bool ok = smr_read_file(path, &text, &reason);
  ok = ok ? smr_pat_parse(path, text.data, text.size, arena, out, diag)
          : smr_error(diag, path, 0, 0, "%s", reason);
  smr_str_free(&text);
  return ok;
}
