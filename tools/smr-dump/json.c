//===- json.c - a library as JSON ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/json.h"
#include "dump.h"
#include <inttypes.h>

/// A string that another function prints: `text` is emptied.
static void put_printed(SmrStr *out, const char *key, SmrStr *text) {
  smr_json_string(out, key, smr_str_get(text));
  smr_str_free(text);
}

static void put_poly(SmrStr *out, const char *key, const SmrPattern *pattern, SmrPoly value) {
  SmrStr text = {0};
  smr_pfa_print_poly(pattern, value, &text);
  put_printed(out, key, &text);
}

static void put_argument(SmrStr *out, const Dump *dump, const SmrPatternArg *arg) {
  SmrStr type = {0};
  smr_pfa_print_type(arg->type, dump->symbols, &type);
  smr_json_open(out, NULL, '{');
  smr_json_string(out, "name", arg->name);
  smr_json_string(out, "kind", smr_pfa_arg_kind_name(arg->kind));
  put_printed(out, "type", &type);
  smr_json_bool(out, "byReference", arg->by_reference);
  smr_json_bool(out, "read", arg->read);
  smr_json_bool(out, "written", arg->written);
  smr_str_putc(out, '}');
}

static void put_pair(SmrStr *out, const Dump *dump, uint32_t number) {
  static const char *const languages[] = {"C", "Fortran", "MLIR"};
  const SmrPair *pair = &dump->pfa.pairs[number];
  const SmrPattern *pattern = &pair->pattern;
  smr_json_line(out, "  ");
  smr_json_open(out, NULL, '{');
  smr_json_string(out, "name", pattern->name);
  if (*pair->about)
    smr_json_string(out, "about", pair->about);
  smr_json_string(out, "file", pair->file);
  smr_json_value(out, "line", "%u", pair->line);
  smr_json_value(out, "roots", "%u", pattern->root_count);
  smr_json_value(out, "loops", "%u", pattern->loop_count);
  smr_json_value(out, "nodes", "%u", pattern->node_count);
  smr_json_open(out, "arguments", '[');
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    put_argument(out, dump, &pattern->args[k]);
  smr_str_putc(out, ']');
  smr_json_open(out, "requires", '[');
  for (uint32_t k = 0; k < pattern->fact_count; k++) {
    smr_json_open(out, NULL, '{');
    put_poly(out, "index", pattern, pattern->facts[k].index);
    put_poly(out, "extent", pattern, pattern->facts[k].extent);
    smr_str_putc(out, '}');
  }
  smr_str_putc(out, ']');
  smr_json_open(out, "when", '[');
  for (uint32_t k = 0; k < pair->condition_count; k++)
    smr_json_string(out, NULL, pair->conditions[k].text);
  smr_str_putc(out, ']');
  smr_json_open(out, "pays", '[');
  for (uint32_t k = 0; k < pair->pays_count; k++)
    smr_json_string(out, NULL, pair->pays[k].text);
  smr_str_putc(out, ']');
  smr_json_open(out, "links", '[');
  for (uint32_t k = 0; k < pair->link_count; k++)
    smr_json_string(out, NULL, pair->links[k]);
  smr_str_putc(out, ']');
  if (pair->equations)
    smr_json_string(out, "equations", pair->equations);
  smr_json_string(out, "language", languages[pair->language]);
  smr_json_bool(out, "finite", pair->contract == SMR_CONTRACT_FINITE);
  smr_json_bool(out, "exact", pair->contract == SMR_CONTRACT_EXACT);
  smr_json_bool(out, "verified", !pair->unverified);
  smr_json_open(out, "replacements", '[');
  for (uint32_t k = 0; k < pair->replacement_count; k++) {
    smr_json_open(out, NULL, '{');
    smr_json_string(out, "host", dump_served(pair->replacements[k].serves));
    smr_json_string(out, "wrapper", pair->replacements[k].wrapper);
    smr_json_value(out, "bytes", "%zu}", (size_t)pair->replacements[k].module_size);
  }
  smr_str_putc(out, ']');
  if (dump->modules)
    smr_json_string(out, "replacement", dump->modules[number]);
  smr_str_putc(out, '}');
}

void dump_json(const Dump *dump, SmrStr *out) {
  SmrStr automata = {0};
  smr_automata_dump(dump->library.automata, &automata);
  smr_json_open(out, NULL, '{');
  smr_json_value(out, "version", "1");
  smr_json_string(out, "file", dump->name);
  smr_json_value(out, "bytes", "%zu", dump->size);
  smr_json_string(out, "llvm", dump->pfa.llvm);
  smr_json_value(out, "dialects", "\"%016" PRIx64 "\"", dump->pfa.dialects);
  smr_json_open(out, "pairs", '[');
  for (uint32_t k = 0; k < dump->pfa.count; k++)
    put_pair(out, dump, k);
  smr_json_close_lines(out);
  put_printed(out, "automata", &automata);
  smr_str_puts(out, "}\n");
}
