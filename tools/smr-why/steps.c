//===- steps.c - an answer, step by step -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "steps.h"
#include "capi/smr.h"
#include "pfa/pfa.h"
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

static unsigned number;

static void step(const char *text) {
  printf("%u. %s\n", ++number, text);
}

/// How equations are to be read, where the first of them stand.
static const char *legend(void) {
  static bool told;
  const char *text = told ? "" : " (x.0 is x before, x.1 after; indices are in bytes)";
  told = true;
  return text;
}

/// A line of equations, if it is no declaration; that sums may be in any order (`by assoc`) goes without
/// saying.
static void print_equation(const char *line, size_t length) {
  static const char *const declarations[] = {"equations ", "int ", "array ", "f16 ", "f32 ", "f64 ",
                                             "i8 ",        "i16 ", "i32 ",   "i64 ", "c64 ", "c32 ",
                                             "complex",    "ptr ", "}",      "\n"};
  size_t blanks = strspn(line, " ");
  line += blanks;
  for (size_t k = 0; k < sizeof declarations / sizeof *declarations; k++)
    if (smr_starts(line, declarations[k]))
      return;
  static const char any_order[] = " by assoc";
  size_t tail = sizeof any_order - 1;
  length = length > blanks ? length - blanks : 0;
  if (length > tail && !strncmp(line + length - tail, any_order, tail))
    length -= tail;
  if (length)
    printf(smr_starts(line, "for ") ? "         %.*s\n" : "     %.*s\n", (int)length, line);
}

static void print_lines(const SmrNames *lines) {
  for (uint32_t k = 0; k < lines->size; k++)
    print_equation(lines->data[k], strlen(lines->data[k]));
}

static void print_text(const char *text) {
  for (; *text; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] != 0))
    print_equation(text, strcspn(text, "\n"));
}

//--- The idiom ------------------------------------------------------------------------

static bool show_pair(const SmrPair *pair) {
  if (pair->equations) {
    printf("%u. %s (%s:%u) is whatever computes this%s:\n", ++number, pair->pattern.name, pair->file,
           pair->line, legend());
    print_text(pair->equations);
  } else {
    printf("%u. %s is looked for as it is written in %s:%u: ", ++number, pair->pattern.name, pair->file,
           pair->line);
    if (pair->pattern.loop_count)
      printf("%u loop%s, ", pair->pattern.loop_count, pair->pattern.loop_count == 1 ? "" : "s");
    printf("%u operations%s\n", pair->pattern.node_count, pair->pattern.loop_count ? "" : ", no loop");
  }
  return true;
}

static bool is_straight(const SmrPair *pair) {
  return !pair->pattern.loop_count;
}

typedef bool See(const SmrPair *pair);

/// What `see` says of the pair, if the library has it.
static bool see_in(const char *path, const char *idiom, See *see) {
  SmrDiag diag = {0};
  SmrPfaFile file;
  bool shown = false;
  if (smr_pfa_file_open(path, &file, &diag)) {
    SmrIntern *symbols = smr_intern_create();
    SmrArena arena = {0};
    SmrPfa pfa;
    bool ok = smr_pfa_parse(file.bytes, file.size, path, symbols, &arena, &pfa, &diag);
    for (uint32_t k = 0; ok && k < pfa.count && !shown; k++)
      shown = fnmatch(idiom, pfa.pairs[k].pattern.name, 0) == 0 && see(&pfa.pairs[k]);
    smr_arena_destroy(&arena);
    smr_intern_destroy(symbols);
    smr_pfa_file_close(&file);
  }
  smr_diag_free(&diag);
  return shown;
}

static bool see_idiom(const char *idiom, char **flags, int flag_count, See *see) {
  SmrArena arena = {0};
  bool named = false, shown = false;
  for (int k = 0; k < flag_count; k++) {
    bool two = smr_equal(flags[k], "--smr-library") && k + 1 < flag_count;
    const char *list = two                                      ? flags[++k]
                       : smr_starts(flags[k], "--smr-library=") ? strchr(flags[k], '=') + 1
                                                                : "";
    for (; *list && !shown; list += strcspn(list, ",") + (list[strcspn(list, ",")] != 0))
      shown = see_in(smr_arena_strndup(&arena, list, strcspn(list, ",")), idiom, see);
    named |= two || smr_starts(flags[k], "--smr-library=");
  }
  for (unsigned k = 0; !named && !shown && smrGetStandardLibrary(k, true); k++)
    shown = see_in(smrGetStandardLibrary(k, true), idiom, see);
  smr_arena_destroy(&arena);
  return shown;
}

//--- The nest -------------------------------------------------------------------------

static void show_nest(const SmrFinding *fact) {
  if (fact->equations.size) {
    printf("%u. The loop nest was read as equations%s:\n", ++number, legend());
    print_lines(&fact->equations);
  }
  if (fact->canonical.size) {
    step("In the form that equations are compared in, they are:");
    print_lines(&fact->canonical);
  }
}

static void show_call(const SmrFinding *fact) {
  if (fact->laws.size) {
    printf("%u. They are the same by these laws:", ++number);
    for (uint32_t k = 0; k < fact->laws.size; k++)
      printf(" %s", fact->laws.data[k]);
    putchar('\n');
  }
  if (fact->guards.size)
    step("Not everything is known when compiling: the call runs where");
  for (uint32_t k = 0; k < fact->guards.size; k++)
    printf("     %s\n", fact->guards.data[k]);
  printf("=> %s is called (tier %s)\n", fact->idiom, fact->tier);
}

void steps_print(const char *idiom, const SmrFinding *fact, char **flags, int flag_count) {
  printf("%s:%u:%u: %s in %s\n", fact->file, fact->line, fact->column, idiom, fact->function);
  show_nest(fact);
  see_idiom(idiom, flags, flag_count, show_pair);
  if (fact->rewrite) {
    show_call(fact);
    return;
  }
  if (!fact->equations.size && !*fact->idiom)
    step("The loop nest came no further than this:");
  else
    step("There it stopped:");
  if (smr_starts(fact->reason, "resembles no idiom")) // (of one: this)
    printf("     nothing in it has the shape of %s\n", idiom);
  else
    printf("     %s\n", fact->reason);
  printf("=> %s is not called\n", idiom);
}

bool steps_print_straight(const char *idiom, const char *file, unsigned line, char **flags, int flag_count) {
  if (!see_idiom(idiom, flags, flag_count, is_straight))
    return false;
  printf("%s:%u: %s\n", file, line, idiom);
  see_idiom(idiom, flags, flag_count, show_pair);
  step("There it stopped:");
  puts("     what has no loop is found where the same operations are, and they are not there");
  printf("=> %s is not called\n", idiom);
  return true;
}
