//===- text.c - a library as text ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "dump.h"
#include "match/entry.h"
#include <inttypes.h>

static void print_args(const Dump *dump, const SmrPattern *pattern, SmrStr *out) {
  for (uint32_t k = 0; k < pattern->arg_count; k++) {
    const SmrPatternArg *arg = &pattern->args[k];
    smr_str_printf(out, "  %s: %s", arg->kind == SMR_ARG_RESULT ? "(result)" : arg->name,
                   smr_pfa_arg_kind_name(arg->kind));
    if (arg->type) {
      smr_str_puts(out, " of ");
      smr_pfa_print_type(arg->type, dump->symbols, out);
    }
    smr_str_puts(out, arg->by_reference ? ", by reference" : "");
    smr_str_puts(out, arg->read && arg->written ? ", read and written"
                      : arg->read               ? ", read"
                      : arg->written            ? ", written"
                                                : "");
    smr_str_putc(out, '\n');
  }
}

const char *dump_served(uint32_t serves) {
  static const char *const served[] = {"C programs", "Fortran programs", "any module"};
  return served[serves];
}

/// Of a pair that stands for every nest that computes what they say.
static void print_equations(const char *text, SmrStr *out) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    smr_str_printf(out, "  %.*s\n", (int)length, text);
    text += length + (text[length] == '\n');
  }
}

/// The names of the arguments that `has` accepts, in a sentence.
static void print_names(const SmrPattern *pattern, bool (*has)(const SmrPatternArg *arg), const char *before,
                        const char *after, SmrStr *out) {
  bool any = false;
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (has(&pattern->args[k])) {
      smr_str_printf(out, "%s%s", any ? ", " : before, pattern->args[k].name);
      any = true;
    }
  smr_str_puts(out, any ? after : "");
}

static bool is_narrow(const SmrPatternArg *arg) {
  return arg->kind == SMR_ARG_INT && arg->type == SMR_I32;
}

static bool is_written_array(const SmrPatternArg *arg) {
  return arg->kind == SMR_ARG_ARRAY && arg->written;
}

/// What the entry asks when it is called, and what a site has asked before, besides the pair's `when`.
static void print_conditions(const SmrPattern *pattern, const SmrEntryInfo *entry, SmrStr *out) {
  smr_str_printf(out, "    asks whether a library has %s\n", entry->routines);
  print_names(pattern, is_narrow, "    a site asks whether 32 bits hold ", "\n", out);
  print_names(pattern, is_written_array, "    a site asks whether no other array overlaps ", "\n", out);
}

/// The native code that drivers call, where there is some.
static void print_entry(const Dump *dump, const SmrPair *pair, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) links = {0};
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrEntryInfo entry;
  if (!dump->entries || !smr_entry_replacement(pair))
    return;
  smr_entry_links(pair, NULL, &links);
  if (!smr_entries_find(dump->entries, smr_entry_hash(pair, smr_str_get(&links)), &arena, &entry)) {
    smr_str_puts(out, "  no entry fits: its code goes into each module\n");
    return;
  }
  smr_str_printf(out, "  entry %s\n", entry.symbol);
  print_conditions(&pair->pattern, &entry, out);
}

static void print_entries(const Dump *dump, SmrStr *out) {
  smr_str_printf(out, "entries: %s" SMR_ENTRIES_ENDING, dump->name);
  if (dump->entries) {
    smr_str_puts(out, ", for ");
    smr_entries_target(dump->entries, out);
  } else {
    smr_str_puts(out, " is not there, or damaged: replacements go into each module");
  }
  smr_str_putc(out, '\n');
}

static void print_pair(const Dump *dump, uint32_t number, SmrStr *out) {
  static const char *const languages[] = {"C", "Fortran", "MLIR"};
  const SmrPair *pair = &dump->pfa.pairs[number];
  const SmrPattern *pattern = &pair->pattern;
  smr_str_printf(out, "\npair %u \"%s\" from %s:%u\n", number, pattern->name, pair->file, pair->line);
  if (*pair->about)
    smr_str_printf(out, "  about %s\n", pair->about);
  smr_str_printf(out, "  %u roots, %u loops, %u nodes\n", pattern->root_count, pattern->loop_count,
                 pattern->node_count);
  print_args(dump, pattern, out);
  for (uint32_t k = 0; k < pattern->fact_count; k++) {
    smr_str_puts(out, "  requires 0 <= ");
    smr_pfa_print_poly(pattern, pattern->facts[k].index, out);
    smr_str_puts(out, " < ");
    smr_pfa_print_poly(pattern, pattern->facts[k].extent, out);
    smr_str_putc(out, '\n');
  }
  for (uint32_t k = 0; k < pair->condition_count; k++)
    smr_str_printf(out, "  when %s\n", pair->conditions[k].text);
  for (uint32_t k = 0; k < pair->pays_count; k++)
    smr_str_printf(out, "  pays %s\n", pair->pays[k].text);
  if (pair->equations)
    print_equations(pair->equations, out);
  for (uint32_t k = 0; k < pair->replacement_count; k++)
    smr_str_printf(out, "  replacement: %s `%s` for %s, %zu bytes%s\n", languages[pair->language],
                   pair->replacements[k].wrapper, dump_served(pair->replacements[k].serves),
                   pair->replacements[k].module_size,
                   pair->contract == SMR_CONTRACT_EXACT    ? ", exact"
                   : pair->contract == SMR_CONTRACT_FINITE ? ", finite"
                                                           : "");
  for (uint32_t k = 0; k < pair->link_count; k++)
    smr_str_printf(out, "  link %s\n", pair->links[k]);
  print_entry(dump, &dump->library.pairs[number], out);
  if (pair->unverified)
    smr_str_puts(out, "  not verified\n");
  if (dump->modules)
    smr_str_puts(out, dump->modules[number]);
}

void dump_text(const Dump *dump, SmrStr *out) {
  smr_str_printf(out, "%s: %zu bytes, %u pairs, for LLVM %s, dialects %016" PRIx64 "\n", dump->name,
                 dump->size, dump->pfa.count, dump->pfa.llvm, dump->pfa.dialects);
  print_entries(dump, out);
  for (uint32_t k = 0; k < dump->pfa.count; k++)
    print_pair(dump, k, out);
  smr_str_printf(out, "\nautomata: %zu bytes\n", dump->pfa.automata_size);
  smr_automata_dump(dump->library.automata, out);
}
