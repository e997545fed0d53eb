//===- pat.c - the PAT file's own grammar --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: the reader's line and line_start always fit `at`, so any error can name its place.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "base/map.h"
#include "pat/pat_internal.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <xxhash.h>

/// What stands behind a pair's blocks.
typedef struct {
  SmrPatNodes when, pays;
  SmrPatLinks links;
  SMR_VEC(SmrPatOptional) optional;
  bool named;
} Clauses;

static const struct {
  const char *spelling;
  SmrLanguage language;
} languages[] = {
#define ROW(spelling, language) {spelling, SMR_LANGUAGE_##language},
    SMR_PAT_LANGUAGES(ROW)
#undef ROW
};

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

bool smr_pat_at_word(const SmrPatReader *r, const char *word) {
  size_t length = word_length(r);
  return length == strlen(word) && strncasecmp(r->text + r->at, word, length) == 0;
}

/// Goes past the word if it is this one.
static bool accept_word(SmrPatReader *r, const char *word) {
  if (!smr_pat_at_word(r, word))
    return false;
  smr_pat_advance(r, r->at + strlen(word));
  return true;
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
static bool parse_link(SmrPatReader *r, SmrPatLinks *out) {
  if (!smr_pat_skip(r, false))
    return false;
  uint32_t line = r->line, column = smr_pat_column(r);
  const char *name = NULL;
  if (!parse_string(r, "library name", &name))
    return false;
  if (!smr_link_name_ok(name, strlen(name)))
    return smr_error(r->diag, r->path, line, column,
                     name[0] == '-'
                         ? "'%s' is an option: a library is a name (\"m\") or a path (\"./libm.a\")"
                         : "'%s' is not a library name or path",
                     name);
  smr_vec_push(out, (SmrPatLink){name, {line, column}});
  return true;
}

static bool parse_fp(SmrPatReader *r, bool *exact, bool *finite) {
  if (!smr_pat_skip(r, false))
    return false;
  *exact = accept_word(r, "exact");
  *finite = !*exact && accept_word(r, "finite");
  return *exact || *finite || accept_word(r, "reassoc") || unexpected(r, "'exact', 'reassoc' or 'finite'");
}

static bool parse_mode(SmrPatReader *r, bool *equations) {
  if (!smr_pat_skip(r, false))
    return false;
  *equations = accept_word(r, "auto");
  return *equations || accept_word(r, "exact") || unexpected(r, "'exact' or 'auto'");
}

bool smr_pat_parse_language(SmrPatReader *r, SmrLanguage *language, bool behind_pair) {
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
  return smr_pat_unknown_word(r, length, behind_pair);
}

/// The code between braces. `what` is "idiom" or "replacement".
static bool parse_code(SmrPatReader *r, SmrLanguage language, const char *what, SmrPatBlock *out) {
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
  smr_pat_advance(r, end + 1);
  return true;
}

static bool parse_block(SmrPatReader *r, SmrLanguage language, const char *what, SmrPatBlock *out) {
  SmrPatReader begin = *r;
  if (!parse_code(r, language, what, out))
    return false;
  if (!smr_pat_find_wrapper(out, r->arena) && out->wrapper) {
    uint32_t line, column;
    smr_block_place(out, out->wrapper_at, &line, &column);
    return smr_error(r->diag, r->path, line, column,
                     "`%s` is static: the function that stands for the block must not be", out->wrapper);
  }
  return out->wrapper ||
         smr_pat_error(&begin, "%s defines no %s", what,
                       language == SMR_LANGUAGE_FORTRAN ? "subroutine or function" : "function");
}

/// `body { … }`: the idiom's block up to its function's body (in Fortran: up to the first statement that
/// declares nothing), with this body.
static bool parse_body(SmrPatReader *r, const SmrPatBlock *idiom, SmrPatBlock *out) {
  SmrPatReader begin = *r;
  SmrPatBlock body;
  if (idiom->language == SMR_LANGUAGE_MLIR || idiom->module)
    return smr_pat_error(r, "'body' is for C, and for Fortran outside of modules");
  smr_pat_advance(r, r->at + 4);
  if (!smr_pat_skip(r, false) || !parse_code(r, idiom->language, "replacement", &body))
    return false;
  uint32_t head = smr_pat_head_size(idiom), lines = 0;
  for (uint32_t k = 0; k < head; k++)
    lines += idiom->code[k] == '\n';
  if (body.line <= lines + 1)
    return smr_pat_error(&begin, "write the body on a line after the idiom's");
  SmrStr code = {0};
  smr_str_append(&code, idiom->code, head);
  smr_str_printf(&code, "\n%*s", (int)body.column - 1, "");
  *out = *idiom;
  out->body_at = (uint32_t)code.size, out->line = body.line - lines - 1;
  smr_str_append(&code, body.code, body.size);
  smr_str_puts(&code, idiom->language == SMR_LANGUAGE_C ? "\n}" : "\nend\n");
  out->code = smr_arena_strndup(r->arena, code.data, code.size), out->size = (uint32_t)code.size;
  // (What is wrong with the head is told of the idiom.)
  out->made = body.made, out->made_count = body.made_count;
  smr_str_free(&code);
  return true;
}

/// `"name"`: the replacement of an earlier pair.
static bool parse_reference(SmrPatFile *f, SmrPatBlock *out) {
  SmrPatReader *r = &f->r, begin = *r;
  const char *name;
  uint32_t pair;
  if (!parse_string(r, "name", &name))
    return false;
  if (!smr_map_get(&f->names, XXH3_64bits(name, strlen(name)), &pair))
    return smr_pat_error(&begin, "no pair before this one has the name '%s'", name);
  *out = f->pairs.data[pair - 1].replacement;
  return true;
}

static bool parse_replacement(SmrPatFile *f, SmrLanguage language, const SmrPatBlock *idiom,
                              SmrPatBlock *out) {
  SmrPatReader *r = &f->r;
  if (smr_pat_peek(r, 0) == '"')
    return parse_reference(f, out);
  if (smr_pat_at_word(r, "body"))
    return parse_body(r, idiom, out);
  return (!word_length(r) || smr_pat_parse_language(r, &language, false)) &&
         parse_block(r, language, "replacement", out);
}

/// Is this the name of the argument, in its language's way?
static bool is_name(const SmrPatBlock *block, uint32_t argument, const char *name, size_t size) {
  const char *own = block->arguments[argument];
  return strlen(own) == size && (block->language == SMR_LANGUAGE_FORTRAN ? strncasecmp(own, name, size)
                                                                         : strncmp(own, name, size)) == 0;
}

/// With letters that make it none (`0.1f`) and a sign behind its exponent; 0 where no number begins.
static size_t number_length(const SmrPatReader *r) {
  size_t start = r->at + (smr_pat_peek(r, 0) == '-'), end = start;
  while (end < r->n && end - r->at < 40 &&
         (smr_pat_word_char(r->text[end]) || r->text[end] == '.' ||
          (end > start && (r->text[end] == '-' || r->text[end] == '+') &&
           (r->text[end - 1] == 'e' || r->text[end - 1] == 'E'))))
    end++;
  return start < end && (isdigit((unsigned char)r->text[start]) || r->text[start] == '.') ? end - r->at : 0;
}

/// `optional a = 1, b = -1`
static bool parse_optional(SmrPatReader *r, const SmrPatBlock *idiom, Clauses *out) {
  do {
    char *end;
    if (out->optional.size)
      smr_pat_advance(r, r->at + (smr_pat_peek(r, 0) == ','));
    if (!smr_pat_skip(r, false))
      return false;
    SmrPatOptional one = {.line = r->line, .column = smr_pat_column(r)};
    size_t size = word_length(r);
    const char *name = r->text + r->at;
    while (one.argument < idiom->argument_count && !is_name(idiom, one.argument, name, size))
      one.argument++;
    if (!size || one.argument == idiom->argument_count)
      return size ? smr_pat_error(r, "'%.*s' is not an argument of '%s'", (int)(size < 40 ? size : 40), name,
                                  idiom->wrapper)
                  : unexpected(r, "an argument's name");
    for (uint32_t k = 0; k < out->optional.size; k++)
      if (out->optional.data[k].argument == one.argument)
        return smr_pat_error(r, "second 'optional' for '%s'", idiom->arguments[one.argument]);
    if (out->optional.size == SMR_PAT_MAX_OPTIONAL)
      return smr_pat_error(r, "a pair has more than %u optional arguments", SMR_PAT_MAX_OPTIONAL);
    smr_pat_advance(r, r->at + size);
    if (!smr_pat_skip(r, false))
      return false;
    if (smr_pat_peek(r, 0) != '=')
      return unexpected(r, "'=' and the number that it is where it does not stand in the code");
    smr_pat_advance(r, r->at + 1);
    if (!smr_pat_skip(r, false))
      return false;
    size = number_length(r);
    if (!size)
      return unexpected(r, "a number");
    one.text = smr_arena_strndup(r->arena, r->text + r->at, size);
    one.value = strtod(one.text, &end);
    if (*end || !isfinite(one.value))
      return smr_pat_error(r, "'%s' is no number", one.text);
    smr_pat_advance(r, r->at + size);
    smr_vec_push(&out->optional, one);
    if (!smr_pat_skip(r, false))
      return false;
  } while (smr_pat_peek(r, 0) == ',');
  return true;
}

static bool parse_name(SmrPatFile *f, SmrPatPair *pair) {
  SmrPatReader *r = &f->r;
  uint32_t index;
  if (!smr_pat_skip(r, false))
    return false;
  SmrPatReader before = *r;
  if (!parse_string(r, "name", &pair->name))
    return false;
  return !smr_map_get(&f->names, XXH3_64bits(pair->name, strlen(pair->name)), &index) ||
         smr_pat_error(&before, "a pair named '%s' was defined at line %u", pair->name,
                       f->pairs.data[index - 1].line);
}

static bool parse_clauses(SmrPatFile *f, SmrPatPair *pair, Clauses *out) {
  SmrPatReader *r = &f->r;
  bool fp = false, ok = true;
  while (f->end = r->at, ok && smr_pat_skip(r, false)) {
    SmrPatReader before = *r;
    if (accept_word(r, "when"))
      ok = smr_pat_parse_when(r, &pair->idiom, &out->when);
    else if (accept_word(r, "pays"))
      pair->pays_told = true, ok = smr_pat_parse_pays_clause(r, &pair->idiom, &out->pays);
    else if (accept_word(r, "link"))
      ok = parse_link(r, &out->links);
    else if (accept_word(r, "optional"))
      ok = parse_optional(r, &pair->idiom, out);
    else if (accept_word(r, "mode"))
      ok = parse_mode(r, &pair->equations);
    else if (accept_word(r, "fp"))
      ok = fp ? smr_pat_error(&before, "second 'fp' clause of one pair")
              : parse_fp(r, &pair->fp_exact, &pair->fp_finite),
      fp = true;
    else if (accept_word(r, "about"))
      ok = pair->about ? smr_pat_error(&before, "second 'about' clause of one pair")
                       : parse_string(r, "text", &pair->about);
    else if (accept_word(r, "name"))
      ok = out->named ? smr_pat_error(&before, "second 'name' clause of one pair") : parse_name(f, pair),
      out->named = true;
    else
      return true;
  }
  return false;
}

static void register_name(SmrPatFile *f, const char *name, uint32_t pair) {
  smr_map_set(&f->names, XXH3_64bits(name, strlen(name)), pair + 1);
}

/// Derived names give way to written ones and to each other: `gemm`, `gemm-2`, `gemm-3`.
static void derive_names(SmrPatFile *f) {
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

/// In the form without it an argument has no type to ask for.
static bool check_optional(SmrPatReader *r, const Clauses *clauses, const SmrPatBlock *idiom) {
  const SmrPatNodes *both[] = {&clauses->when, &clauses->pays};
  for (uint32_t k = 0; k < clauses->optional.size; k++)
    for (int b = 0; b < 2; b++)
      for (uint32_t n = 0; n < both[b]->size; n++) {
        const SmrPatNode *node = &both[b]->data[n];
        const SmrPatOptional *one = &clauses->optional.data[k];
        if ((node->op == SMR_PAT_TYPE_EQ || node->op == SMR_PAT_TYPE_NE) && node->argument == one->argument)
          return smr_error(r->diag, r->path, one->line, one->column,
                           "'%s' is optional, and a condition asks for its type",
                           idiom->arguments[one->argument]);
      }
  return true;
}

static void keep_clauses(SmrPatFile *f, const Clauses *from, SmrPatPair *pair) {
  SmrArena *arena = f->r.arena;
  pair->when = keep_nodes(arena, &from->when), pair->when_count = from->when.size;
  pair->pays = keep_nodes(arena, &from->pays), pair->pays_count = from->pays.size;
  pair->when_stack = smr_pat_stack_depth(pair->when, from->when.size);
  pair->link_count = f->links.size + from->links.size;
  const char **links = smr_arena_alloc(arena, pair->link_count * sizeof *links + 1);
  SmrPatPlace *places = smr_arena_alloc(arena, pair->link_count * sizeof *places + 1);
  for (uint32_t k = 0; k < pair->link_count; k++) {
    const SmrPatLink *link = k < f->links.size ? &f->links.data[k] : &from->links.data[k - f->links.size];
    links[k] = link->name, places[k] = link->place;
  }
  pair->links = links, pair->link_places = places;
  SmrPatOptional *optional = smr_arena_alloc(arena, from->optional.size * sizeof *optional + 1);
  if (from->optional.size)
    memcpy(optional, from->optional.data, from->optional.size * sizeof *optional);
  pair->optional = optional, pair->optional_count = from->optional.size;
}

bool smr_pat_parse_pair(SmrPatFile *f) {
  SmrPatReader *r = &f->r;
  SmrPatPair pair = {.line = r->line,
                     .column = smr_pat_column(r),
                     .equations = f->equations,
                     .fp_exact = f->fp_exact,
                     .fp_finite = f->fp_finite};
  SmrLanguage language;
  if (!smr_pat_parse_language(r, &language, f->pairs.size) ||
      !parse_block(r, language, "idiom", &pair.idiom) || !smr_pat_skip(r, false))
    return false;
  if (smr_pat_peek(r, 0) != '=')
    return unexpected(r, "'=' and the replacement");
  smr_pat_advance(r, r->at + 1);
  if (!smr_pat_skip(r, false))
    return false;
  uint32_t line = r->line, column = smr_pat_column(r);
  bool reference = smr_pat_peek(r, 0) == '"';
  if (!parse_replacement(f, language, &pair.idiom, &pair.replacement))
    return false;
  if (!reference)
    smr_block_place(&pair.replacement, pair.replacement.wrapper_at, &line, &column);
  if (pair.idiom.argument_count != pair.replacement.argument_count)
    return smr_error(r->diag, r->path, line, column, "replacement '%s' has %u arguments, idiom '%s' has %u",
                     pair.replacement.wrapper, pair.replacement.argument_count, pair.idiom.wrapper,
                     pair.idiom.argument_count);
  Clauses clauses = {0};
  bool ok = parse_clauses(f, &pair, &clauses) && check_optional(r, &clauses, &pair.idiom);
  if (ok) {
    if (clauses.named)
      register_name(f, pair.name, f->pairs.size);
    keep_clauses(f, &clauses, &pair);
    smr_vec_push(&f->pairs, pair);
  }
  smr_vec_free(&clauses.when);
  smr_vec_free(&clauses.pays);
  smr_vec_free(&clauses.links);
  smr_vec_free(&clauses.optional);
  return ok;
}

static bool parse_costs(SmrPatFile *f) {
  SmrPatReader *r = &f->r;
  if (!smr_pat_skip(r, false))
    return false;
  f->costs_line = r->line, f->costs_column = smr_pat_column(r);
  return parse_string(r, "file name", &f->costs);
}

/// What a block is compiled with may say where it looks, what is defined and how the language is meant.
static bool flag_ok(const char *flag, size_t size) {
  static const char *const known[] = {"-I", "-D", "-U", "-f", "-m", "-std="};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (size > strlen(known[k]) && memcmp(flag, known[k], strlen(known[k])) == 0)
      return true;
  return false;
}

/// `flags C "-Iinclude -DN=3"`
static bool parse_flags(SmrPatFile *f) {
  SmrPatReader *r = &f->r;
  SmrLanguage language = SMR_LANGUAGE_C;
  const char *text;
  if (!smr_pat_skip(r, false))
    return false;
  SmrPatReader place = *r;
  if (!smr_pat_parse_language(r, &language, false))
    return false;
  if (language == SMR_LANGUAGE_MLIR)
    return smr_pat_error(&place, "no compiler runs for MLIR: 'flags' are for C or Fortran");
  place = *r;
  if (!parse_string(r, "flags", &text))
    return false;
  for (size_t size; *(text += strspn(text, " ")); text += size) {
    size = strcspn(text, " ");
    if (!flag_ok(text, size))
      return smr_pat_error(&place, "'%.*s' is none of -Idir, -Dname, -Uname, -f…, -m… and -std=…",
                           (int)(size < 40 ? size : 40), text);
    if (language == SMR_LANGUAGE_FORTRAN && (text[1] == 'D' || text[1] == 'U')) // else they mean nothing
      smr_vec_push(&f->flags, (SmrPatFlag){language, "-cpp"});
    smr_vec_push(&f->flags, (SmrPatFlag){language, smr_arena_strndup(r->arena, text, size)});
  }
  return true;
}

static bool parse_file(SmrPatFile *f) {
  SmrPatReader *r = &f->r;
  bool fp = false, ok = true;
  // Directives stand at the head of the file: after a pair the same words are that pair's clauses.
  while (ok && smr_pat_skip(r, false)) {
    SmrPatReader before = *r;
    if (accept_word(r, "link"))
      ok = parse_link(r, &f->links);
    else if (accept_word(r, "flags"))
      ok = parse_flags(f);
    else if (accept_word(r, "mode"))
      ok = parse_mode(r, &f->equations);
    else if (accept_word(r, "costs"))
      ok = f->costs ? smr_pat_error(&before, "second 'costs' directive") : parse_costs(f);
    else if (accept_word(r, "fp"))
      ok = fp ? smr_pat_error(&before, "second 'fp' directive") : parse_fp(r, &f->fp_exact, &f->fp_finite),
      fp = true;
    else
      break;
  }
  if (!ok)
    return false;
  while (r->at < r->n)
    if (!smr_pat_parse_section(f))
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
  SmrPatFile f = {
      .r = {.path = path, .text = text ? text : "", .n = n, .line = 1, .arena = arena, .diag = diag}};
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
    SmrPatFlag *flags = smr_arena_alloc(arena, f.flags.size * sizeof *flags + 1);
    if (f.flags.size)
      memcpy(flags, f.flags.data, f.flags.size * sizeof *flags);
    out->flags = flags, out->flag_count = f.flags.size;
    out->costs = f.costs, out->costs_line = f.costs_line, out->costs_column = f.costs_column;
  }
  smr_vec_free(&f.pairs);
  smr_vec_free(&f.links);
  smr_vec_free(&f.flags);
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
