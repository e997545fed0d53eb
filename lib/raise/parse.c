//===- parse.c - reading the text form of array equations -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A recursive descent parser with one token of lookahead; it stops at the first error. It accepts any text of
// the grammar in README.md and leaves bounds, versions and types to check.c. What an equation says comes
// before its domain: a name in it that nothing declares is an index, and pending until a domain around it
// has it.
//===----------------------------------------------------------------------===//
#include "base/lex.h"
#include "base/map.h"
#include "graph/syntax.h"
#include "raise/words.h"
#include <errno.h>
#include <math.h>
#include <string.h>

typedef enum { INTEGER, SCALAR, ARRAY } NameKind;
enum { NAME_KINDS = 4 }; // a name's entry is its number * NAME_KINDS + its kind

typedef struct {
  uint32_t integer;
  SmrLexeme token;
} Pending;
/// What is known of an integer that is an index.
typedef struct {
  bool around;       // a sum around has it
  uint32_t equation; // the last one in which a sum had it
} Place;

typedef struct {
  SmrLexer at;
  SmrEquations *eq;
  SmrMap names;
  SMR_VEC(Place) places; // by integer
  SMR_VEC(Pending) pending;
  uint32_t equation; // number of the one that is read, from 1; 0: still declarations
  uint32_t nesting;
} Parser;

typedef struct {
  SMR_VEC(uint32_t) indices;
  SMR_VEC(SmrPoly) rows;
} Bounds;

//--- Tokens ------------------------------------------------------------------

static bool is_text(SmrLexeme token, SmrLexemeKind kind, const char *text) {
  return token.kind == kind && token.length == strlen(text) && !memcmp(token.text, text, token.length);
}

/// Reports of a name: '<name>' <what>.
static bool fail_name(Parser *p, SmrLexeme token, const char *what) {
  return smr_lex_error(&p->at, token.at, "'%.*s' %s", token.length > 40 ? 40 : (int)token.length, token.text,
                       what);
}

static bool read_uint(Parser *p, SmrLexeme token, uint64_t limit, const char *what, uint64_t *out) {
  *out = 0;
  bool ok = token.length > 0;
  for (size_t k = 0; k < token.length && ok; k++) {
    unsigned digit = (unsigned)token.text[k] - '0';
    ok = digit < 10 && !__builtin_mul_overflow(*out, (uint64_t)10, out) &&
         !__builtin_add_overflow(*out, (uint64_t)digit, out);
  }
  if (ok && *out <= limit)
    return true;
  return smr_lex_error(&p->at, token.at, "%s is not an integer from 0 to %llu", what,
                       (unsigned long long)limit);
}

//--- Names -------------------------------------------------------------------

static SmrSym symbol_of(Parser *p, SmrLexeme token) {
  return smr_intern_n(p->eq->symbols, token.text, token.length);
}

static bool is_name(Parser *p, SmrLexeme token) {
  return token.kind == SMR_LEXEME_WORD &&
         smr_equations_is_name(smr_intern_text(p->eq->symbols, symbol_of(p, token)));
}

static bool find(const Parser *p, SmrSym name, NameKind kind, uint32_t *number) {
  uint32_t entry;
  if (!smr_map_get(&p->names, name, &entry) || entry % NAME_KINDS != kind)
    return false;
  *number = entry / NAME_KINDS;
  return true;
}

static uint32_t add_integer(Parser *p, SmrSym name, bool index) {
  uint32_t number = p->eq->integers.size;
  smr_vec_push(&p->eq->integers, (SmrRaisedInteger){.name = name, .index = index});
  smr_vec_push(&p->places, (Place){0});
  smr_map_set(&p->names, name, number * NAME_KINDS + INTEGER);
  return number;
}

/// A name that is declared here.
static bool parse_name(Parser *p, SmrSym *out) {
  uint32_t entry;
  if (!is_name(p, p->at.token))
    return smr_lex_expected(&p->at, "a name");
  *out = symbol_of(p, p->at.token);
  if (smr_map_get(&p->names, *out, &entry))
    return fail_name(p, p->at.token, "is declared twice");
  return smr_lex(&p->at);
}

static bool type_of(Parser *p, SmrType *out) {
  *out = p->at.token.kind == SMR_LEXEME_WORD
             ? smr_equations_type(smr_intern_text(p->eq->symbols, symbol_of(p, p->at.token)))
             : SMR_T_NONE;
  return *out != SMR_T_NONE;
}

static bool parse_type(Parser *p, SmrType *out) {
  return type_of(p, out) ? smr_lex(&p->at) : smr_lex_expected(&p->at, "a type of numbers (f64, f32, i64 …)");
}

//--- Polynomials ---------------------------------------------------------------

/// The integer that a token of a polynomial names: a parameter, or an index that is or will be around.
static bool use_integer(Parser *p, SmrLexeme token, uint32_t *out) {
  SmrSym name = symbol_of(p, token);
  uint32_t entry;
  if (!find(p, name, INTEGER, out)) {
    if (smr_map_get(&p->names, name, &entry))
      return fail_name(p, token, "is no integer");
    if (!p->equation)
      return fail_name(p, token, "is no parameter");
    if (!is_name(p, token))
      return fail_name(p, token, "is no name of an integer");
    *out = add_integer(p, name, true);
  }
  if (p->eq->integers.data[*out].index && !p->places.data[*out].around)
    smr_vec_push(&p->pending, (Pending){*out, token});
  return true;
}

static void add_leaf(uint32_t *leaves, uint32_t count, uint32_t leaf) {
  uint32_t at = count;
  for (; at > 0 && leaves[at - 1] > leaf; --at)
    leaves[at] = leaves[at - 1];
  leaves[at] = leaf;
}

/// Factors joined by '*'; `first` (or NULL): a number or word that has been taken already.
static bool parse_monomial(Parser *p, const SmrLexeme *first, bool negative, SmrMonomial *out) {
  uint64_t magnitude = 1, number, limit = (uint64_t)INT64_MAX + negative;
  uint32_t leaves[SMR_POLY_MAX_DEGREE], leaf;
  bool ok = true;
  *out = (SmrMonomial){0};
  do {
    SmrLexeme token = first ? *first : p->at.token;
    if (!ok)
      return false;
    if (token.kind == SMR_LEXEME_NUMBER) {
      if (!read_uint(p, token, limit, "a coefficient", &number))
        return false;
      if (__builtin_mul_overflow(magnitude, number, &magnitude) || magnitude > limit)
        return smr_lex_error(&p->at, token.at, "coefficient does not fit in 64 bits");
    } else if (token.kind == SMR_LEXEME_WORD) {
      if (!use_integer(p, token, &leaf))
        return false;
      if (out->degree == SMR_POLY_MAX_DEGREE)
        return smr_lex_error(&p->at, token.at, "a monomial has at most %d factors", SMR_POLY_MAX_DEGREE);
      add_leaf(leaves, out->degree++, leaf);
    } else {
      return smr_lex_expected(&p->at, "an integer or its name");
    }
    ok = first || smr_lex(&p->at);
    first = NULL;
  } while (ok && smr_lex_accept(&p->at, "*", &ok));
  uint32_t *kept = smr_arena_alloc(&p->eq->arena, out->degree * sizeof *kept);
  memcpy(kept, leaves, out->degree * sizeof *kept);
  out->leaves = kept;
  out->coef = (int64_t)(negative ? 0 - magnitude : magnitude);
  return ok;
}

static bool parse_poly(Parser *p, const SmrLexeme *first, SmrPoly *out) {
  SmrMonomial terms[SMR_POLY_MAX_TERMS];
  uint32_t count = 0;
  size_t start = first ? first->at : p->at.token.at;
  bool ok = true, negative = !first && smr_lex_accept(&p->at, "-", &ok), more = true;
  for (; ok && more; first = NULL) {
    if (count == SMR_POLY_MAX_TERMS)
      return smr_lex_error(&p->at, p->at.token.at, "a polynomial has at most %d terms", SMR_POLY_MAX_TERMS);
    if (!parse_monomial(p, first, negative, &terms[count++]))
      return false;
    negative = smr_lex_is(&p->at, "-");
    more = smr_lex_accept(&p->at, negative ? "-" : "+", &ok);
  }
  // (Adding nothing sorts the terms and sums those that are alike.)
  if (ok && !smr_poly_add(&p->eq->arena, (SmrPoly){terms, count}, (SmrPoly){0}, out))
    return smr_lex_error(&p->at, start, "coefficient does not fit in 64 bits");
  return ok;
}

//--- Domains -------------------------------------------------------------------

static void bounds_free(Bounds *b) {
  smr_vec_free(&b->indices);
  smr_vec_free(&b->rows);
}

static void *keep(Parser *p, const void *data, size_t bytes) {
  void *copy = smr_arena_alloc(&p->eq->arena, bytes);
  return bytes ? memcpy(copy, data, bytes) : copy;
}

/// The index that a token names, in the domain that is read from now on. `sum`: a sum's, not an equation's.
static bool bind(Parser *p, Bounds *b, SmrLexeme token, bool sum, uint32_t *out) {
  SmrSym name = symbol_of(p, token);
  uint32_t entry;
  if (!find(p, name, INTEGER, out)) {
    if (smr_map_get(&p->names, name, &entry) || !is_name(p, token))
      return fail_name(p, token, "is no name of an index");
    *out = add_integer(p, name, true);
  }
  Place *place = &p->places.data[*out];
  if (!p->eq->integers.data[*out].index)
    return fail_name(p, token, "is a parameter, not an index");
  if (place->around)
    return fail_name(p, token, "is an index of two domains");
  if (!sum && place->equation == p->equation)
    return fail_name(p, token, "is an index of a sum in this equation already");
  if (b->indices.size == SMR_EQUATIONS_MAX_INDICES)
    return smr_lex_error(&p->at, token.at, "a domain has at most %d indices", SMR_EQUATIONS_MAX_INDICES);
  *place = (Place){true, sum ? p->equation : place->equation};
  smr_vec_push(&b->indices, *out);
  return true;
}

/// Behind an index: [ "<" end ], as the row end - 1 - index.
static bool parse_end(Parser *p, Bounds *b, uint32_t index) {
  bool ok = true;
  size_t start = p->at.token.at;
  SmrArena *arena = &p->eq->arena;
  SmrPoly end, row;
  if (!smr_lex_accept(&p->at, "<", &ok))
    return true;
  if (!ok || !parse_poly(p, NULL, &end))
    return false;
  if (!smr_poly_sub(arena, end, smr_poly_const(arena, 1), &row) ||
      !smr_poly_sub(arena, row, smr_poly_leaf(arena, index), &row))
    return smr_lex_error(&p->at, start, "this bound is too large a polynomial");
  smr_vec_push(&b->rows, row);
  return true;
}

static bool parse_zero(Parser *p) {
  return is_text(p->at.token, SMR_LEXEME_NUMBER, "0") ? smr_lex(&p->at) : smr_lex_expected(&p->at, "0");
}

/// [ "0" "<=" ] index [ "<" end ], or a row: polynomial ">=" "0".
static bool parse_bound(Parser *p, Bounds *b, bool sum) {
  SmrLexeme first = p->at.token;
  uint32_t index;
  bool lower = false, taken = first.kind == SMR_LEXEME_NUMBER || first.kind == SMR_LEXEME_WORD;
  if (taken && !smr_lex(&p->at))
    return false;
  if (is_text(first, SMR_LEXEME_NUMBER, "0") && (smr_lex_is(&p->at, "<=") || smr_lex_is(&p->at, "<"))) {
    if (!smr_lex_expect(&p->at, "<="))
      return false;
    first = p->at.token;
    lower = true;
    if (first.kind != SMR_LEXEME_WORD)
      return smr_lex_expected(&p->at, "an index");
    if (!smr_lex(&p->at))
      return false;
  }
  bool row = smr_lex_is(&p->at, "*") || smr_lex_is(&p->at, "+") || smr_lex_is(&p->at, "-") ||
             smr_lex_is(&p->at, ">=") || smr_lex_is(&p->at, ">");
  if (lower || (first.kind == SMR_LEXEME_WORD && !row)) {
    if (!bind(p, b, first, sum, &index))
      return false;
    if (lower)
      smr_vec_push(&b->rows, smr_poly_leaf(&p->eq->arena, index));
    return parse_end(p, b, index);
  }
  SmrPoly poly;
  if (!parse_poly(p, taken ? &first : NULL, &poly) || !smr_lex_expect(&p->at, ">="))
    return false;
  smr_vec_push(&b->rows, poly);
  return parse_zero(p);
}

/// Drops the pending indices from `mark` on that a domain around has by now.
static void settle(Parser *p, uint32_t mark) {
  uint32_t kept = mark;
  for (uint32_t k = mark; k < p->pending.size; k++)
    if (!p->places.data[p->pending.data[k].integer].around)
      p->pending.data[kept++] = p->pending.data[k];
  p->pending.size = kept;
}

static bool parse_domain(Parser *p, bool sum, SmrDomain *out) {
  Bounds b = {0};
  uint32_t mark = p->pending.size;
  bool ok = true;
  do
    ok = ok && parse_bound(p, &b, sum);
  while (ok && smr_lex_accept(&p->at, ",", &ok));
  if (ok) {
    out->indices = keep(p, b.indices.data, b.indices.size * sizeof *b.indices.data);
    out->rows = keep(p, b.rows.data, b.rows.size * sizeof *b.rows.data);
    out->index_count = b.indices.size;
    out->row_count = b.rows.size;
  }
  bounds_free(&b);
  settle(p, mark);
  return ok;
}

static void leave(Parser *p, const SmrDomain *domain) {
  for (uint32_t k = 0; k < domain->index_count; k++)
    p->places.data[domain->indices[k]].around = false;
}

//--- Factors -------------------------------------------------------------------

static bool parse_sum(Parser *p, SmrType type, SmrSum *out);

/// array "." version, one token.
static bool parse_version(Parser *p, uint32_t *array, uint32_t *version) {
  SmrLexeme name = p->at.token, digits = name;
  size_t dot = name.length;
  while (dot > 0 && name.text[dot - 1] != '.')
    --dot;
  name.length = dot - 1;
  digits.text += dot;
  digits.at += dot;
  digits.length -= dot;
  uint64_t number;
  if (!find(p, symbol_of(p, name), ARRAY, array))
    return fail_name(p, name, "is no array");
  if (!read_uint(p, digits, SMR_EQUATIONS_MAX_VERSION, "a version", &number))
    return false;
  *version = (uint32_t)number;
  return smr_lex(&p->at);
}

static bool is_version(SmrLexeme token) {
  return token.kind == SMR_LEXEME_WORD && memchr(token.text, '.', token.length);
}

static bool parse_element(Parser *p, uint32_t *array, uint32_t *version, SmrPoly *offset) {
  return parse_version(p, array, version) && smr_lex_expect(&p->at, "[") && parse_poly(p, NULL, offset) &&
         smr_lex_expect(&p->at, "]");
}

static bool parse_typed(Parser *p, SmrType *type) {
  bool ok = true;
  if (!smr_lex_accept(&p->at, "<", &ok))
    return true;
  return ok && parse_type(p, type) && smr_lex_expect(&p->at, ">");
}

static bool parse_args(Parser *p, SmrFactor *f, uint32_t most) {
  SMR_VEC(SmrSum) args = {0};
  if (p->nesting == SMR_EQUATIONS_MAX_NESTING)
    return smr_lex_error(&p->at, p->at.token.at, "functions are nested more than %d deep",
                         SMR_EQUATIONS_MAX_NESTING);
  bool ok = smr_lex_expect(&p->at, "("), more = ok && !smr_lex_is(&p->at, ")");
  ++p->nesting;
  while (ok && more) {
    SmrSum arg = {0};
    SmrType type = f->type;
    ok = (!type_of(p, &type) ? (type = f->type, true) : smr_lex(&p->at)) && parse_sum(p, type, &arg);
    smr_vec_push(&args, arg);
    more = ok && args.size < most && smr_lex_accept(&p->at, ",", &ok);
  }
  --p->nesting;
  f->args = keep(p, args.data, args.size * sizeof *args.data);
  f->arg_count = args.size;
  smr_vec_free(&args);
  return ok && smr_lex_expect(&p->at, ")");
}

static bool parse_scalar(Parser *p, SmrLexeme word, SmrFactor *f) {
  f->kind = SMR_FACTOR_SCALAR;
  if (!find(p, symbol_of(p, word), SCALAR, &f->id))
    return fail_name(p, word, "is no number (an integer is one as int(…))");
  f->type = p->eq->scalars.data[f->id].type;
  return true;
}

/// A scalar, or a function with what it is applied to.
static bool parse_word(Parser *p, SmrFactor *f) {
  SmrLexeme word = p->at.token;
  f->kind = SMR_FACTOR_FUNCTION;
  if (word.kind != SMR_LEXEME_STRING && !is_name(p, word))
    return smr_lex_expected(&p->at, "a factor");
  if (!smr_lex_text(&p->at, word, p->eq->symbols, &f->name) || !smr_lex(&p->at))
    return false;
  if (word.kind == SMR_LEXEME_WORD && !smr_lex_is(&p->at, "(") && !smr_lex_is(&p->at, "<"))
    return parse_scalar(p, word, f);
  return parse_typed(p, &f->type) && parse_args(p, f, UINT32_MAX);
}

static bool parse_factor(Parser *p, SmrType type, SmrFactor *f) {
  f->type = type;
  if (smr_lex_is(&p->at, "int")) {
    f->kind = SMR_FACTOR_INTEGER;
    return smr_lex(&p->at) && parse_typed(p, &f->type) && smr_lex_expect(&p->at, "(") &&
           parse_poly(p, NULL, &f->poly) && smr_lex_expect(&p->at, ")");
  }
  if (smr_lex_is(&p->at, "inv")) {
    f->kind = SMR_FACTOR_INVERSE;
    if (!smr_lex(&p->at) || !parse_typed(p, &f->type) || !parse_args(p, f, 1))
      return false;
    return f->arg_count == 1 || smr_lex_error(&p->at, p->at.token.at, "inv has one argument");
  }
  if (is_version(p->at.token)) {
    f->kind = SMR_FACTOR_LOAD;
    if (!parse_element(p, &f->id, &f->version, &f->poly))
      return false;
    f->type = p->eq->arrays.data[f->id].type;
    return true;
  }
  return parse_word(p, f);
}

static bool parse_product(Parser *p, SmrType type, SmrRaisedTerm *term) {
  SMR_VEC(const SmrFactor *) factors = {0};
  bool ok = true;
  do {
    SmrFactor *f = smr_arena_alloc(&p->eq->arena, sizeof *f);
    ok = ok && parse_factor(p, type, f);
    smr_vec_push(&factors, f);
  } while (ok && smr_lex_accept(&p->at, "*", &ok));
  term->factors = keep(p, factors.data, factors.size * sizeof *factors.data);
  term->factor_count = factors.size;
  smr_vec_free(&factors);
  return ok;
}

//--- Terms -----------------------------------------------------------------------

/// A decimal number, or the bits of one in hexadecimal.
static bool parse_coefficient(Parser *p, double *out) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_append(&text, p->at.token.text, p->at.token.length);
  char *end;
  bool hex = text.size > 2 && text.data[1] == 'x', ok;
  errno = 0;
  if (hex) {
    uint64_t bits = strtoull(text.data, &end, 16);
    memcpy(out, &bits, sizeof bits);
    ok = !*end && !errno;
  } else {
    *out = strtod(text.data, &end);
    ok = !*end && isfinite(*out);
  }
  return ok ? smr_lex(&p->at)
            : smr_lex_error(&p->at, p->at.token.at,
                            hex ? "these are no 64 bits" : "this number is too large, or none");
}

/// [ number "*" ] [ "sum(" domain ")" ] product, where a product without factors is 1.
static bool parse_term(Parser *p, SmrType type, bool negative, SmrRaisedTerm *term) {
  bool ok = true, alone = false;
  term->coefficient = 1;
  if (p->at.token.kind == SMR_LEXEME_NUMBER)
    ok = parse_coefficient(p, &term->coefficient) && (alone = !smr_lex_accept(&p->at, "*", &ok), ok);
  if (negative)
    term->coefficient = -term->coefficient;
  if (!ok || alone)
    return ok;
  if (!smr_lex_is(&p->at, "sum"))
    return parse_product(p, type, term);
  if (!smr_lex(&p->at) || !smr_lex_expect(&p->at, "(") || !parse_domain(p, true, &term->domain) ||
      !smr_lex_expect(&p->at, ")"))
    return false;
  ok = is_text(p->at.token, SMR_LEXEME_NUMBER, "1") ? smr_lex(&p->at) : parse_product(p, type, term);
  leave(p, &term->domain);
  return ok;
}

/// 0 alone is no term.
static bool is_nothing(const SmrRaisedTerm *term) {
  return term->coefficient == 0 && !signbit(term->coefficient) && !term->factor_count &&
         !term->domain.index_count && !term->domain.row_count;
}

/// [ "by" law { law } ]
static bool parse_laws(Parser *p, uint32_t *laws) {
  if (!smr_lex_is(&p->at, "by"))
    return true;
  for (bool more = smr_lex(&p->at); more;) {
    uint32_t law = 0;
    while (law < SMR_LAW_COUNT && !smr_lex_is(&p->at, smr_law_names[law]))
      ++law;
    if (law == SMR_LAW_COUNT)
      return *laws ? true : smr_lex_expected(&p->at, "a law");
    *laws |= 1U << law;
    more = smr_lex(&p->at);
  }
  return false;
}

static bool parse_sum(Parser *p, SmrType type, SmrSum *out) {
  SMR_VEC(SmrRaisedTerm) terms = {0};
  bool ok = true, negative = smr_lex_accept(&p->at, "-", &ok), more = true;
  while (ok && more) {
    SmrRaisedTerm term = {0};
    ok = parse_term(p, type, negative, &term);
    smr_vec_push(&terms, term);
    negative = smr_lex_is(&p->at, "-");
    more = ok && smr_lex_accept(&p->at, negative ? "-" : "+", &ok);
  }
  if (terms.size == 1 && is_nothing(terms.data))
    terms.size = 0;
  *out = (SmrSum){
      .type = type, .terms = keep(p, terms.data, terms.size * sizeof *terms.data), .term_count = terms.size};
  smr_vec_free(&terms);
  return ok && parse_laws(p, &out->laws);
}

//--- Declarations and equations --------------------------------------------------

static bool parse_integers(Parser *p) {
  bool ok = smr_lex(&p->at);
  SmrSym name;
  do {
    if (!ok || !parse_name(p, &name))
      return false;
    (void)add_integer(p, name, false);
  } while (smr_lex_accept(&p->at, ",", &ok));
  return ok;
}

static bool parse_scalars(Parser *p, SmrType type) {
  bool ok = smr_lex(&p->at);
  SmrSym name;
  do {
    if (!ok || !parse_name(p, &name))
      return false;
    smr_map_set(&p->names, name, p->eq->scalars.size * NAME_KINDS + SCALAR);
    smr_vec_push(&p->eq->scalars, (SmrRaisedScalar){.name = name, .type = type});
  } while (smr_lex_accept(&p->at, ",", &ok));
  return ok;
}

static bool parse_array(Parser *p) {
  SmrRaisedArray array = {.memory = p->eq->arrays.size};
  uint32_t other;
  if (!smr_lex(&p->at) || !parse_name(p, &array.name) || !smr_lex_expect(&p->at, ":") ||
      !parse_type(p, &array.type))
    return false;
  if (smr_lex_is(&p->at, "in")) {
    if (!smr_lex(&p->at))
      return false;
    if (p->at.token.kind != SMR_LEXEME_WORD || !find(p, symbol_of(p, p->at.token), ARRAY, &other))
      return smr_lex_expected(&p->at, "an array that is declared before");
    array.memory = p->eq->arrays.data[other].memory;
    if (!smr_lex(&p->at))
      return false;
  }
  smr_map_set(&p->names, array.name, p->eq->arrays.size * NAME_KINDS + ARRAY);
  smr_vec_push(&p->eq->arrays, array);
  return true;
}

/// "need" row { "and" row } { "or" row { "and" row } }
static bool parse_need(Parser *p) {
  enum { MOST_ROWS = 64 };
  SmrPoly *rows = smr_arena_alloc(&p->eq->arena, MOST_ROWS * sizeof *rows);
  SmrPolyCase *cases = smr_arena_alloc(&p->eq->arena, MOST_ROWS * sizeof *cases);
  uint32_t count = 0, row_count = 0;
  do {
    if (row_count == MOST_ROWS)
      return smr_lex_expected(&p->at, "fewer rows of a need");
    if (!row_count || smr_lex_is(&p->at, "or"))
      cases[count++] = (SmrPolyCase){&rows[row_count], 0};
    if (!smr_lex(&p->at) || !parse_poly(p, NULL, &rows[row_count++]) || !smr_lex_expect(&p->at, ">=") ||
        !parse_zero(p))
      return false;
    ++cases[count - 1].count;
  } while (smr_lex_is(&p->at, "and") || smr_lex_is(&p->at, "or"));
  if (count > 1)
    smr_equations_add_either(p->eq, (SmrEither){cases, count});
  for (uint32_t k = 0; k < row_count && count == 1; k++)
    smr_vec_push(&p->eq->needs, rows[k]);
  return true;
}

/// "known" poly ( ">=" "0" [ "if" poly ] | "multiple" integer )
static bool parse_known(Parser *p) {
  SmrPoly poly, number, when;
  int64_t of = 0;
  if (!smr_lex(&p->at) || !parse_poly(p, NULL, &poly))
    return false;
  if (smr_lex_is(&p->at, "multiple")) {
    size_t start = smr_lex(&p->at) ? p->at.token.at : 0;
    if (!start || !parse_poly(p, NULL, &number))
      return false;
    if (!smr_poly_is_const(number, &of))
      return smr_lex_error(&p->at, start, "expected an integer");
    smr_vec_push(&p->eq->multiples, (SmrKnownMultiple){poly, of});
    return true;
  }
  if (!smr_lex_expect(&p->at, ">=") || !parse_zero(p))
    return false;
  if (!smr_lex_is(&p->at, "if")) {
    smr_vec_push(&p->eq->known, poly);
    return true;
  }
  if (!smr_lex(&p->at) || !parse_poly(p, NULL, &when))
    return false;
  smr_vec_push(&p->eq->known_if, (SmrKnownIf){when, poly});
  return true;
}

static bool parse_declarations(Parser *p) {
  SmrType type;
  for (bool ok = true; ok;) {
    if (smr_lex_is(&p->at, "int"))
      ok = parse_integers(p);
    else if (smr_lex_is(&p->at, "array"))
      ok = parse_array(p);
    else if (smr_lex_is(&p->at, "need"))
      ok = parse_need(p);
    else if (smr_lex_is(&p->at, "known"))
      ok = parse_known(p);
    else if (type_of(p, &type))
      ok = parse_scalars(p, type);
    else
      return true;
  }
  return false;
}

static bool parse_equation(Parser *p) {
  SmrRaisedEquation e = {0};
  bool ok = true;
  ++p->equation;
  smr_vec_clear(&p->pending);
  if (!parse_element(p, &e.array, &e.version, &e.offset))
    return false;
  e.adds = smr_lex_is(&p->at, "+=");
  if (!(e.adds || smr_lex_is(&p->at, "=") ? smr_lex(&p->at) : smr_lex_expected(&p->at, "'=' or '+='")))
    return false;
  SmrRaisedArray *array = &p->eq->arrays.data[e.array];
  if (e.version > array->versions)
    array->versions = e.version;
  if (!parse_sum(p, array->type, &e.sum))
    return false;
  if (smr_lex_is(&p->at, "for"))
    ok = smr_lex(&p->at) && parse_domain(p, false, &e.domain);
  settle(p, 0);
  leave(p, &e.domain);
  if (ok && p->pending.size)
    return fail_name(p, p->pending.data->token, "is no parameter and no index of a domain around it");
  smr_vec_push(&p->eq->equations, e);
  return ok;
}

static bool parse_equations(Parser *p) {
  if (!smr_lex(&p->at))
    return false;
  if (!smr_lex_is(&p->at, "equations"))
    return smr_lex_expected(&p->at, "'equations'");
  if (!smr_lex(&p->at))
    return false;
  if (!smr_lex_is(&p->at, "@"))
    return smr_lex_expected(&p->at, "'@' and a name");
  if (!smr_syntax_read_symbol(&p->at, p->eq->symbols, &p->eq->name) || !smr_lex_expect(&p->at, "{") ||
      !parse_declarations(p))
    return false;
  while (is_version(p->at.token))
    if (!parse_equation(p))
      return false;
  if (!smr_lex_is(&p->at, "}"))
    return smr_lex_expected(&p->at, p->equation ? "an equation or '}'" : "a declaration, an equation or '}'");
  if (!smr_lex(&p->at))
    return false;
  return p->at.token.kind == SMR_LEXEME_END || smr_lex_expected(&p->at, "the end of the text");
}

SmrEquations *smr_equations_parse(SmrIntern *symbols, const char *file, const char *text, size_t size,
                                  SmrDiag *diag) {
  if (size > SMR_EQUATIONS_MAX_TEXT) {
    smr_error(diag, file, 1, 1, "text is longer than %d bytes", SMR_EQUATIONS_MAX_TEXT);
    return NULL;
  }
  static const SmrLexicon lexicon = {"$.", SMR_SYNTAX_PUNCTUATION, "<=>=+=", true};
  Parser p = {.at = {&lexicon, file, text, size, .diag = diag}, .eq = smr_equations_create(symbols, 0)};
  smr_vec_push(&p.places, (Place){0});
  bool ok = parse_equations(&p);
  smr_map_free(&p.names);
  smr_vec_free(&p.places);
  smr_vec_free(&p.pending);
  if (ok)
    return p.eq;
  smr_equations_destroy(p.eq);
  return NULL;
}
