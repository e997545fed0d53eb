//===- list.c - libraries as a catalogue -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The short one has a line for each idiom, with what its pairs' `about` clauses say of it: pairs that say the
// same are its precisions and forms. The long one has one line for pairs of one place in a PAT file that
// differ by their numbers alone. What they compute is said by their equations, without strides: a[i,j] is an
// element that moves with i and j, however; what may be absent from a program is marked "maybe".
//===----------------------------------------------------------------------===//
#include "dump.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

//--- Equations, shortened -------------------------------------------------------------

/// i, i_2, i_3, … as i, j, k, …
static char index_letter(const char *at, size_t length) {
  static const char letters[] = "ijklpqtuvw";
  unsigned number = length > 2 ? (unsigned)strtoul(at + 2, NULL, 10) - 1 : 0;
  return number < sizeof letters - 1 ? letters[number] : 'w';
}

static size_t word_length(const char *at) {
  size_t length = 0;
  while (isalnum((unsigned char)at[length]) || at[length] == '_')
    length++;
  return length;
}

static bool is_index(const char *at, size_t length) {
  if (*at != 'i' || (length > 1 && (at[1] != '_' || length < 3)))
    return false;
  for (size_t k = 2; k < length; k++)
    if (!isdigit((unsigned char)at[k]))
      return false;
  return true;
}

/// The indices of what stands in brackets, each once; returns behind the bracket.
static const char *put_indices(const char *at, SmrStr *out) {
  char seen[16] = "";
  size_t count = 0;
  while (*at && *at != ']') {
    size_t length = word_length(at);
    char letter = length && is_index(at, length) ? index_letter(at, length) : 0;
    if (letter && !strchr(seen, letter) && count + 1 < sizeof seen)
      seen[count++] = letter;
    at += length ? length : 1;
  }
  for (size_t k = 0; k < count; k++)
    smr_str_printf(out, "%s%c", k ? "," : "[", seen[k]);
  smr_str_puts(out, count ? "]" : "");
  return at + (*at == ']');
}

/// What a sum runs over: `0 <= i < …`; a condition on parameters alone makes a term that may be absent.
static const char *put_sum(const char *at, SmrStr *out) {
  const char *before = "sum ";
  for (; *at && *at != ')'; at++) {
    const char *index = smr_starts(at, "0 <= ") ? at + 5 : NULL;
    size_t length = index ? word_length(index) : 0;
    if (length && is_index(index, length)) {
      smr_str_printf(out, "%s%c", before, index_letter(index, length));
      before = ",";
    }
  }
  smr_str_puts(out, *before == ',' ? ":" : "maybe");
  return at + (*at == ')');
}

/// Behind the laws that a sum rests on: " by assoc distr".
static const char *skip_laws(const char *at) {
  for (at += strlen(" by"); *at == ' ' && isalpha((unsigned char)at[1]) && !smr_starts(at, " for ");)
    at += 1 + word_length(at + 1);
  return at;
}

/// A word; the number of an array's state, before and after what is set, is left out.
static const char *put_word(const char *at, SmrStr *out) {
  size_t length = word_length(at);
  if (is_index(at, length))
    smr_str_putc(out, index_letter(at, length));
  else
    smr_str_append(out, at, length);
  bool name = isalpha((unsigned char)*at);
  at += length;
  return name && *at == '.' && isdigit((unsigned char)at[1]) ? at + 1 + word_length(at + 1) : at;
}

/// An equation up to what it holds for.
static void put_equation(const char *at, const char *end, SmrStr *out) {
  while (at < end && !smr_starts(at, " for ")) {
    if (smr_starts(at, " by ")) {
      at = skip_laws(at);
    } else if (smr_starts(at, "sum(")) {
      at = put_sum(at + 4, out);
    } else if (*at == '[') {
      at = put_indices(at + 1, out);
    } else if (word_length(at)) {
      at = put_word(at, out);
    } else {
      smr_str_putc(out, *at++);
    }
  }
}

static bool is_declaration(const char *line) {
  static const char *const starts[] = {"equations ", "int ", "array ", "need ",   "f64 ",
                                       "f32 ",       "f16 ", "c64 ",   "complex", "for ",
                                       "}",          "i8 ",  "i16 ",   "i32 ",    "i64 "};
  for (size_t k = 0; k < sizeof starts / sizeof *starts; k++)
    if (smr_starts(line, starts[k]))
      return true;
  return !*line || *line == '\n';
}

static void put_meaning(const SmrPair *pair, SmrStr *out) {
  size_t before = out->size;
  for (const char *at = pair->equations; at && *at;) {
    const char *end = at + strcspn(at, "\n"), *line = at + strspn(at, " ");
    if (line < end && !is_declaration(line) && memmem(line, (size_t)(end - line), " = ", 3)) {
      smr_str_puts(out, out->size > before ? "; " : "");
      put_equation(line, end, out);
    }
    at = *end ? end + 1 : end;
  }
  if (out->size > before)
    return;
  smr_str_printf(out, "loops as written in %s:%u", smr_base_name(pair->file), pair->line);
}

//--- Calls ----------------------------------------------------------------------------

/// What pairs are not listed for: run-time libraries, memory, MLIR's own, what calls a routine back.
static bool is_routine(const char *name, size_t length) {
  static const char *const others[] = {"llvm.", "_Fortran", "malloc", "free", "smr.", "smr_rt_product"};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (length >= strlen(others[k]) && !strncmp(name, others[k], strlen(others[k])))
      return false;
  return true;
}

/// The functions that a replacement declares and does not define; `most` of them.
static void put_calls(const char *module, unsigned most, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) known = {0};
  for (const char *at = module; *at;) {
    const char *end = at + strcspn(at, "\n"), *line = at + strspn(at, " ");
    const char *name = memchr(line, '@', (size_t)(end - line));
    bool declares =
        (smr_starts(line, "func.func") || smr_starts(line, "llvm.func")) && name && end[-1] != '{';
    size_t length = declares ? strcspn(name + 1, "(\" ") : 0;
    if (declares && smr_starts(name + 1, "_QP")) { // Fortran's symbols in flang's modules
      name += 3;
      length -= 3;
    }
    if (declares && is_routine(name + 1, length)) {
      length -= name[length] == '_'; // … and in objects
      SmrStr one = {0};
      smr_str_printf(&one, " %.*s ", (int)length, name + 1);
      if (!strstr(smr_str_get(&known), one.data)) {
        smr_str_puts(&known, one.data);
        if (most)
          smr_str_printf(out, "%s%.*s", out->size ? ", " : "", (int)length, name + 1);
        most -= most > 0;
      }
      smr_str_free(&one);
    }
    at = *end ? end + 1 : end;
  }
}

//--- The catalogue ---------------------------------------------------------------------

static void put_numbers(const Dump *dump, const SmrPattern *pattern, SmrStr *out) {
  SmrType shown = 0;
  for (uint32_t k = 0; k < pattern->arg_count; k++) {
    SmrType type = pattern->args[k].type;
    if (pattern->args[k].kind != SMR_ARG_ARRAY || type == shown)
      continue;
    smr_str_puts(out, shown ? " " : "");
    smr_pfa_print_type(type, dump->symbols, out);
    shown = type;
  }
}

static bool same_place(const SmrPair *a, const SmrPair *b) {
  return a->line == b->line && smr_equal(a->file, b->file);
}

/// Another word of a column, once.
static void join(SmrStr *column, const char *word) {
  SMR_OWNED(SmrStr, smr_str_free) found = {0};
  smr_str_printf(&found, " %s ", smr_str_get(column));
  SMR_OWNED(SmrStr, smr_str_free) looked = {0};
  smr_str_printf(&looked, " %s ", word);
  if (!strstr(found.data, looked.data))
    smr_str_printf(column, "%s%s", column->size ? " " : "", word);
}

static void put_row(const char *names, const char *calls, const char *numbers, SmrStr *out) {
  enum { NAMES = 32 };
  bool wide = strlen(names) > NAMES;
  smr_str_printf(out, "  %-*s", wide ? 0 : NAMES + 2, names);
  if (wide)
    smr_str_printf(out, "\n    %*s", NAMES, "");
  smr_str_printf(out, "%-14s %-14s ", *calls ? calls : "(own code)", numbers);
}

//--- The short one ------------------------------------------------------------------------

enum { FORMS = 36, CALLS = 23, KINDS = 9 }; // columns

/// The letter of a precision that the name begins with is left to who prints it.
static const char *stem(const char *name) {
  return strchr("sdcz", *name) && name[1] ? name + 1 : name;
}

/// Do the pairs have a line together?
static bool same_idiom(const SmrPair *a, const SmrPair *b) {
  return a == b || (*a->about && smr_equal(a->about, b->about));
}

/// The letters of the group's names that have the stem, as shells match them: `[ds]gemv`.
static void put_stem(const Dump *dump, uint32_t first, const char *name, SmrStr *out) {
  char letters[8] = "";
  bool whole = false;
  for (uint32_t k = first; k < dump->pfa.count; k++) {
    const char *other = dump->pfa.pairs[k].pattern.name;
    if (!same_idiom(&dump->pfa.pairs[first], &dump->pfa.pairs[k]) || !smr_equal(stem(other), stem(name)))
      continue;
    whole |= stem(other) == other;
    if (stem(other) != other && !strchr(letters, *other))
      letters[strlen(letters)] = *other;
  }
  if (!whole)
    smr_str_printf(out, letters[1] ? "[%s]" : "%s", letters);
  smr_str_puts(out, stem(name));
}

/// The pair of the group with the shortest name: the others are forms of it.
static uint32_t plainest(const Dump *dump, uint32_t first) {
  const SmrPair *pairs = dump->pfa.pairs;
  uint32_t best = first;
  for (uint32_t k = first; k < dump->pfa.count; k++)
    if (same_idiom(&pairs[first], &pairs[k]) &&
        strlen(stem(pairs[k].pattern.name)) < strlen(stem(pairs[best].pattern.name)))
      best = k;
  return best;
}

/// The shortest name, then what the group's other names have behind it, while there is room; how many there
/// are else.
static void put_forms(const Dump *dump, uint32_t first, SmrStr *out) {
  const SmrPair *pairs = dump->pfa.pairs;
  uint32_t shortest = plainest(dump, first);
  const char *base = stem(pairs[shortest].pattern.name);
  unsigned left = 0;
  put_stem(dump, first, pairs[shortest].pattern.name, out);
  for (uint32_t k = first; k < dump->pfa.count; k++) {
    const char *own = stem(pairs[k].pattern.name);
    bool known = !same_idiom(&pairs[first], &pairs[k]) || smr_equal(own, base);
    for (uint32_t i = first; i < k && !known; i++)
      known = same_idiom(&pairs[first], &pairs[i]) && smr_equal(stem(pairs[i].pattern.name), own);
    SmrStr one = {0};
    if (!known && smr_starts(own, base) && own[strlen(base)] == '-')
      smr_str_puts(&one, own + strlen(base));
    else if (!known)
      put_stem(dump, k, pairs[k].pattern.name, &one);
    bool room = !left && out->size + one.size + strlen(" +00") < FORMS;
    if (!known && room)
      smr_str_printf(out, " %s", smr_str_get(&one));
    left += !known && !room;
    smr_str_free(&one);
  }
  if (left)
    smr_str_printf(out, " +%u", left);
}

static void put_idiom(const Dump *dump, uint32_t first, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) forms = {0}, calls = {0}, numbers = {0}, about = {0};
  for (uint32_t k = first; k < dump->pfa.count; k++)
    if (same_idiom(&dump->pfa.pairs[first], &dump->pfa.pairs[k])) {
      SmrStr one = {0};
      put_numbers(dump, &dump->pfa.pairs[k].pattern, &one);
      for (char *word = one.size ? strtok(one.data, " ") : NULL; word; word = strtok(NULL, " "))
        join(&numbers, word);
      smr_str_free(&one);
    }
  put_forms(dump, first, &forms);
  put_calls(dump->modules[plainest(dump, first)], 1, &calls);
  smr_str_puts(&about, dump->pfa.pairs[first].about);
  if (!about.size)
    put_meaning(&dump->pfa.pairs[first], &about);
  smr_str_printf(out, "  %-*s %-*s %-*s %s\n", FORMS, smr_str_get(&forms), CALLS,
                 calls.size ? calls.data : "(own code)", KINDS, smr_str_get(&numbers), about.data);
}

void dump_list(const Dump *dump, SmrStr *out) {
  smr_str_printf(out, "%s\n", smr_base_name(dump->name));
  for (uint32_t k = 0; k < dump->pfa.count; k++) {
    bool told = false;
    for (uint32_t i = 0; i < k && !told; i++)
      told = same_idiom(&dump->pfa.pairs[i], &dump->pfa.pairs[k]);
    if (!told)
      put_idiom(dump, k, out);
  }
}

//--- The long one -------------------------------------------------------------------------

void dump_list_all(const Dump *dump, SmrStr *out) {
  static const char *const contracts[] = {"", ", exact", ", finite"};
  const char *base = strrchr(dump->name, '/');
  SmrStr *meanings = smr_xcalloc(dump->pfa.count + 1, sizeof *meanings);
  bool *done = smr_xcalloc(dump->pfa.count + 1, sizeof *done);
  smr_str_printf(out, "%s: %u idioms\n", base ? base + 1 : dump->name, dump->pfa.count);
  for (uint32_t k = 0; k < dump->pfa.count; k++)
    put_meaning(&dump->pfa.pairs[k], &meanings[k]);
  for (uint32_t k = 0; k < dump->pfa.count; k++) {
    SmrStr names = {0}, calls = {0}, numbers = {0};
    for (uint32_t i = k; i < dump->pfa.count && !done[k]; i++) {
      SmrStr one = {0};
      if (!same_place(&dump->pfa.pairs[k], &dump->pfa.pairs[i]) ||
          !smr_equal(smr_str_get(&meanings[k]), smr_str_get(&meanings[i])))
        continue;
      done[i] = i != k;
      join(&names, dump->pfa.pairs[i].pattern.name);
      put_numbers(dump, &dump->pfa.pairs[i].pattern, &one);
      join(&numbers, smr_str_get(&one));
      smr_str_free(&one);
    }
    if (!done[k]) {
      put_calls(dump->modules[k], UINT_MAX, &calls);
      smr_str_puts(&numbers, contracts[dump->pfa.pairs[k].contract]);
      put_row(smr_str_get(&names), smr_str_get(&calls), smr_str_get(&numbers), out);
      smr_str_printf(out, "%s\n", smr_str_get(&meanings[k]));
    }
    smr_str_free(&names);
    smr_str_free(&calls);
    smr_str_free(&numbers);
  }
  for (uint32_t k = 0; k < dump->pfa.count; k++)
    smr_str_free(&meanings[k]);
  free(meanings);
  free(done);
}
