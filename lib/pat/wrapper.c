//===- wrapper.c - the wrapper function of a code block ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Reads just enough of each language to find the function that an idiom is wrapped in, with its arguments'
// names: conditions speak of arguments by name, while front ends drop names. What the code means stays the
// compiler's job.
//===----------------------------------------------------------------------===//
#include "pat/pat_internal.h"
#include <string.h>
#include <strings.h>

typedef struct {
  const char *text;
  uint32_t size;
  bool line_start; // Fortran: first token of a statement
} Token;

typedef SMR_VEC(Token) Tokens;

static bool is(const Token *token, const char *word) {
  size_t length = strlen(word);
  return token->size == length && strncasecmp(token->text, word, length) == 0;
}

static bool is_word(const Token *token) {
  return smr_pat_word_start(token->text[0]);
}

/// Words, and every other character alone; literals, comments and (in C) directives are left out.
static void tokenize(const SmrPatBlock *block, Tokens *out) {
  const char *text = block->code;
  size_t n = block->size;
  bool fortran = block->language == SMR_LANGUAGE_FORTRAN, statement = fortran;
  for (size_t at = 0; at < n;) {
    size_t after = smr_pat_skip_token(block->language, text, n, at);
    if (after > at) {
      at = after;
      continue;
    }
    char c = text[at];
    if (fortran && (c == '\n' || c == ';')) {
      statement = true, at++;
    } else if (fortran && c == '&') {
      // To the next line that is not blank or a comment; its leading & comes here again.
      for (at++; at < n && (strchr(" \t\r\n", text[at]) || text[at] == '!');)
        at = text[at] == '!' ? smr_pat_skip_token(SMR_LANGUAGE_FORTRAN, text, n, at) : at + 1;
    } else if (fortran && c == '#' && statement) {
      const char *newline = memchr(text + at, '\n', n - at);
      at = newline ? (size_t)(newline - text) : n;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      at++;
    } else {
      size_t end = at + 1;
      // MLIR names go on over '.', '-' and '$'.
      if (smr_pat_word_start(c) || (block->language == SMR_LANGUAGE_MLIR && (c == '%' || c == '@')))
        while (end < n && (smr_pat_word_char(text[end]) || (block->language == SMR_LANGUAGE_MLIR &&
                                                            strchr(".$-", text[end]) && text[end] != '\0')))
          end++;
      smr_vec_push(out, (Token){text + at, (uint32_t)(end - at), statement});
      statement = false, at = end;
    }
  }
}

/// The index of the token that closes the group opened at `open`, or size. Fortran's groups end with their
/// statement.
static uint32_t close_of(const Tokens *t, uint32_t open) {
  char up = t->data[open].text[0], down = up == '(' ? ')' : up == '{' ? '}' : ']';
  uint32_t depth = 0;
  for (uint32_t i = open; i < t->size; i++) {
    if (t->data[i].line_start && i > open)
      break;
    if (t->data[i].text[0] == up)
      depth++;
    else if (t->data[i].text[0] == down && --depth == 0)
      return i;
  }
  return t->size;
}

static const char *copy_name(SmrArena *arena, const Token *token, bool lower) {
  char *name = smr_arena_strndup(arena, token->text, token->size);
  for (char *c = name; lower && *c; c++)
    if (*c >= 'A' && *c <= 'Z')
      *c = (char)(*c - 'A' + 'a');
  return name;
}

typedef SMR_VEC(const char *) Names;

static const char *const *copy_names(SmrArena *arena, Names *names) {
  const char **copy = smr_arena_alloc(arena, names->size * sizeof *copy + 1);
  for (uint32_t i = 0; i < names->size; i++)
    copy[i] = names->data[i];
  smr_vec_free(names);
  return copy;
}

static void set_arguments(SmrPatBlock *block, SmrArena *arena, Names *names) {
  block->argument_count = names->size;
  block->arguments = copy_names(arena, names);
}

// Fortran

static bool fortran_prefix(const Token *token) {
  static const char *const words[] = {
      "pure",   "impure",    "elemental", "recursive", "non_recursive", "module",    "integer", "real",
      "double", "precision", "complex",   "logical",   "type",          "character", "class",   "attributes"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is(token, words[i]))
      return true;
  return false;
}

/// The index of `subroutine` or `function` when the statement at `i` opens one, else 0 and size of t.
static uint32_t fortran_header(const Tokens *t, uint32_t i) {
  for (uint32_t at = i; at < t->size; at++) {
    const Token *token = &t->data[at];
    if (at > i && token->line_start)
      break;
    if (is(token, "subroutine") || is(token, "function"))
      return at + 1 < t->size && is_word(&t->data[at + 1]) && !t->data[at + 1].line_start ? at : t->size;
    if (token->text[0] == '(')
      at = close_of(t, at);
    else if (token->text[0] == '*') // real*8 function
      at++;
    else if (!fortran_prefix(token))
      break;
  }
  return t->size;
}

static bool find_fortran(SmrPatBlock *block, SmrArena *arena, const Tokens *t) {
  uint32_t interfaces = 0, best = t->size, module = t->size, best_module = t->size;
  for (uint32_t i = 0; i < t->size; i++) {
    const Token *token = &t->data[i];
    if (!token->line_start)
      continue;
    const Token *next = i + 1 < t->size && !t->data[i + 1].line_start ? &t->data[i + 1] : NULL;
    if (is(token, "interface") || (is(token, "abstract") && next && is(next, "interface")))
      interfaces++;
    else if (interfaces && (is(token, "endinterface") || (is(token, "end") && next && is(next, "interface"))))
      interfaces--;
    else if (is(token, "endmodule") || (is(token, "end") && next && is(next, "module")))
      module = t->size;
    uint32_t header = fortran_header(t, i);
    if (interfaces)
      continue;
    if (header == t->size) {
      if (is(token, "module") && next && is_word(next) && !is(next, "procedure"))
        module = i + 1;
      continue;
    }
    // A procedure outside modules wins; one inside serves when there is no other.
    if (best == t->size || (best_module != t->size && module == t->size))
      best = header, best_module = module;
    if (module == t->size)
      break;
  }
  if (best == t->size)
    return false;
  block->wrapper = copy_name(arena, &t->data[best + 1], true);
  block->wrapper_at = (uint32_t)(t->data[best + 1].text - block->code);
  block->module = best_module < t->size ? copy_name(arena, &t->data[best_module], true) : NULL;
  Names names = {0};
  uint32_t open = best + 2;
  if (open < t->size && t->data[open].text[0] == '(' && !t->data[open].line_start) {
    uint32_t close = close_of(t, open);
    for (uint32_t i = open + 1; i < close; i++)
      if (is_word(&t->data[i]))
        smr_vec_push(&names, copy_name(arena, &t->data[i], true));
  }
  set_arguments(block, arena, &names);
  return true;
}

// C

static bool qualifier(const Token *token) {
  static const char *const words[] = {"const", "restrict", "__restrict", "volatile", "static", "register"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (token->size == strlen(words[k]) && memcmp(token->text, words[k], token->size) == 0)
      return true;
  return false;
}

/// Only C's own number types: what others stand for is not known here.
static bool number_word(const Token *token) {
  static const char *const words[] = {"float",   "double",   "char",     "short",    "int",     "long",
                                      "signed",  "unsigned", "_Complex", "int8_t",   "int16_t", "int32_t",
                                      "int64_t", "uint8_t",  "uint16_t", "uint32_t", "uint64_t"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (token->size == strlen(words[k]) && memcmp(token->text, words[k], token->size) == 0)
      return true;
  return false;
}

/// What the parameter in tokens [first, end) points to, "" when in doubt.
static const char *c_pointee(const Tokens *t, uint32_t first, uint32_t end, SmrArena *arena) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  uint32_t stars = 0, i = first;
  for (; i < end && is_word(&t->data[i]) && (qualifier(&t->data[i]) || number_word(&t->data[i])); i++)
    if (!qualifier(&t->data[i]))
      smr_str_printf(&text, "%s%.*s", text.size ? " " : "", (int)t->data[i].size, t->data[i].text);
  uint32_t words = 0;
  bool plain = text.size != 0;
  for (; i < end && plain; i++) {
    char c = t->data[i].text[0];
    if (c == '*')
      stars++, plain = !words;
    else if (c == '[')
      stars++, i = close_of(t, i);
    else
      plain = is_word(&t->data[i]) && (qualifier(&t->data[i]) || !words++);
  }
  return plain && stars ? smr_arena_strdup(arena, smr_str_get(&text)) : "";
}

/// Is the parameter in tokens [first, end) a complex number of doubles by value? C passes its parts then.
static bool c_parts(const Tokens *t, uint32_t first, uint32_t end) {
  bool complex = false;
  for (uint32_t i = first; i < end; i++) {
    if (t->data[i].text[0] == '*' || t->data[i].text[0] == '[' || is(&t->data[i], "float"))
      return false;
    complex |= is(&t->data[i], "_Complex") || is(&t->data[i], "complex");
  }
  return complex;
}

static const char *part_name(SmrArena *arena, const Token *name, const char *part) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%.*s.%s", (int)name->size, name->text, part);
  return smr_arena_strdup(arena, smr_str_get(&text));
}

/// A parameter's name is the last word before its '[' or end; of a function pointer the word after `(*`.
static void c_parameters(const Tokens *t, uint32_t open, uint32_t close, SmrArena *arena, Names *names,
                         Names *pointees) {
  const Token *name = NULL;
  bool fixed = false;
  uint32_t words = 0, first = open + 1;
  for (uint32_t i = open + 1; i <= close; i++) {
    const Token *token = &t->data[i];
    char c = token->text[0];
    if (i == close || c == ',') {
      bool is_void = words == 1 && name && is(name, "void") && i == close && names->size == 0;
      bool parts = words > 1 && name && c_parts(t, first, i);
      if (words && !is_void)
        smr_vec_push(names, parts ? part_name(arena, name, "re") : copy_name(arena, name, false));
      if (parts)
        smr_vec_push(names, part_name(arena, name, "im"));
      if (words && !is_void)
        smr_vec_push(pointees, c_pointee(t, first, i, arena));
      if (parts)
        smr_vec_push(pointees, "");
      name = NULL, fixed = false, words = 0, first = i + 1;
    } else if (c == '[') {
      fixed = true;
      i = close_of(t, i);
      if (i >= close)
        i = close - 1;
    } else if (c == '(') {
      bool attribute = name && is(name, "__attribute__");
      uint32_t end = close_of(t, i);
      if (!attribute && !fixed && i + 2 < end && t->data[i + 1].text[0] == '*')
        for (uint32_t k = i + 2; k < end && t->data[k].text[0] != ')' && t->data[k].text[0] != '['; k++)
          if (is_word(&t->data[k]))
            name = &t->data[k], fixed = true, words++;
      i = end < close ? end : close - 1;
    } else if (is_word(token) && !fixed) {
      name = token, words++;
    }
  }
}

static bool find_c(SmrPatBlock *block, SmrArena *arena, const Tokens *t) {
  uint32_t candidate = 0, best = 0;
  bool is_static = false, found = false, found_static = false;
  for (uint32_t i = 0; i < t->size; i++) {
    const Token *token = &t->data[i];
    char c = token->text[0];
    if (c == ';' || c == '=') {
      candidate = 0, is_static = false;
    } else if (is(token, "static")) {
      is_static = true;
    } else if (c == '(') {
      if (i > 0 && is_word(&t->data[i - 1]) && !is(&t->data[i - 1], "__attribute__") &&
          !is(&t->data[i - 1], "__declspec") && !is(&t->data[i - 1], "_Alignas"))
        candidate = i;
      i = close_of(t, i);
    } else if (c == '[') {
      i = close_of(t, i);
    } else if (c == '{') {
      if (candidate && (!found || (found_static && !is_static))) {
        best = candidate, found = true, found_static = is_static;
        if (!is_static)
          break;
      }
      candidate = 0, is_static = false;
      i = close_of(t, i);
    }
  }
  if (!found)
    return false;
  Names names = {0}, pointees = {0};
  block->wrapper = copy_name(arena, &t->data[best - 1], false);
  block->wrapper_at = (uint32_t)(t->data[best - 1].text - block->code);
  c_parameters(t, best, close_of(t, best), arena, &names, &pointees);
  set_arguments(block, arena, &names);
  block->pointees = copy_names(arena, &pointees);
  return !found_static;
}

// MLIR

static bool find_mlir(SmrPatBlock *block, SmrArena *arena, const Tokens *t) {
  for (uint32_t i = 0; i < t->size; i++) {
    if (!is(&t->data[i], "func.func") && !is(&t->data[i], "llvm.func") && !is(&t->data[i], "cir.func"))
      continue;
    uint32_t at = i + 1;
    while (at < t->size && t->data[at].text[0] != '@' && t->data[at].text[0] != '(')
      at++;
    if (at + 1 >= t->size || t->data[at].text[0] != '@' || t->data[at].size < 2 ||
        t->data[at + 1].text[0] != '(')
      continue;
    uint32_t close = close_of(t, at + 1), body = close + 1;
    if (close == t->size)
      return false;
    // A body is the first '{' after the signature that `attributes` does not introduce.
    for (; body < t->size && t->data[body].text[0] != '{'; body++) {
      if (is(&t->data[body], "func.func") || is(&t->data[body], "llvm.func") ||
          is(&t->data[body], "cir.func"))
        break;
      if (t->data[body].text[0] == '(')
        body = close_of(t, body);
      else if (is(&t->data[body], "attributes") && body + 1 < t->size && t->data[body + 1].text[0] == '{')
        body = close_of(t, body + 1);
    }
    if (body >= t->size) // a bracket that never closes: nothing behind it can be right
      return false;
    if (t->data[body].text[0] != '{')
      continue;
    Token name = {t->data[at].text + 1, t->data[at].size - 1, false};
    block->wrapper = copy_name(arena, &name, false);
    block->wrapper_at = (uint32_t)(name.text - block->code);
    Names names = {0};
    for (uint32_t k = at + 2; k < close; k++) {
      char c = t->data[k].text[0];
      if (c == '{' || c == '(')
        k = close_of(t, k);
      else if (c == '%' && t->data[k].size > 1) {
        Token argument = {t->data[k].text + 1, t->data[k].size - 1, false};
        smr_vec_push(&names, copy_name(arena, &argument, false));
      }
    }
    set_arguments(block, arena, &names);
    return true;
  }
  return false;
}

bool smr_pat_find_wrapper(SmrPatBlock *block, SmrArena *arena) {
  Tokens tokens = {0};
  tokenize(block, &tokens);
  bool found = block->language == SMR_LANGUAGE_FORTRAN ? find_fortran(block, arena, &tokens)
               : block->language == SMR_LANGUAGE_C     ? find_c(block, arena, &tokens)
                                                       : find_mlir(block, arena, &tokens);
  smr_vec_free(&tokens);
  return found;
}

/// Does a statement that begins so declare something?
static bool declares(const Token *token) {
  static const char *const words[] = {"use",       "implicit", "import",    "include",  "parameter",
                                      "dimension", "external", "intrinsic", "interface"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is(token, words[i]))
      return true;
  return fortran_prefix(token);
}

uint32_t smr_pat_head_size(const SmrPatBlock *block) {
  bool fortran = block->language == SMR_LANGUAGE_FORTRAN, interface = false;
  Tokens t = {0};
  tokenize(block, &t);
  uint32_t i = 0, size = block->size;
  while (i < t.size && t.data[i].text < block->code + block->wrapper_at)
    i++;
  for (i++; i < t.size; i++) {
    const Token *token = &t.data[i];
    if (!fortran && token->text[0] == '(')
      i = close_of(&t, i);
    else if (fortran ? token->line_start && !interface && !declares(token) : token->text[0] == '{')
      break;
    else if (fortran && token->line_start && is(token, "interface"))
      interface = true;
    else if (interface && (is(token, "interface") || is(token, "endinterface"))) // (after `end`)
      interface = false;
  }
  if (i < t.size)
    size = (uint32_t)(t.data[i].text - block->code) + !fortran;
  smr_vec_free(&t);
  return size;
}
