//===- json.c - a library as JSON ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "dump.h"
#include <inttypes.h>
#include <jansson.h>

static json_t *text(const char *value) {
  json_t *json = json_string(value);
  return json ? json : json_string("(not UTF-8)");
}

/// Takes the text.
static json_t *taken(SmrStr *value) {
  json_t *json = text(smr_str_get(value));
  smr_str_free(value);
  return json;
}

static json_t *poly(const SmrPattern *pattern, SmrPoly value) {
  SmrStr out = {0};
  smr_pfa_print_poly(pattern, value, &out);
  return taken(&out);
}

static json_t *argument(const Dump *dump, const SmrPatternArg *arg) {
  SmrStr type = {0};
  smr_pfa_print_type(arg->type, dump->symbols, &type);
  json_t *json = json_object();
  json_object_set_new(json, "name", text(arg->name));
  json_object_set_new(json, "kind", text(smr_pfa_arg_kind_name(arg->kind)));
  json_object_set_new(json, "type", taken(&type));
  json_object_set_new(json, "byReference", json_boolean(arg->by_reference));
  json_object_set_new(json, "read", json_boolean(arg->read));
  json_object_set_new(json, "written", json_boolean(arg->written));
  return json;
}

static json_t *pair_json(const Dump *dump, uint32_t number) {
  static const char *const languages[] = {"C", "Fortran", "MLIR"};
  const SmrPair *pair = &dump->pfa.pairs[number];
  const SmrPattern *pattern = &pair->pattern;
  json_t *json = json_object(), *args = json_array(), *facts = json_array(), *when = json_array(),
         *pays = json_array(), *links = json_array(), *replacements = json_array();
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    json_array_append_new(args, argument(dump, &pattern->args[k]));
  for (uint32_t k = 0; k < pattern->fact_count; k++) {
    json_t *fact = json_object();
    json_object_set_new(fact, "index", poly(pattern, pattern->facts[k].index));
    json_object_set_new(fact, "extent", poly(pattern, pattern->facts[k].extent));
    json_array_append_new(facts, fact);
  }
  for (uint32_t k = 0; k < pair->condition_count; k++)
    json_array_append_new(when, text(pair->conditions[k].text));
  for (uint32_t k = 0; k < pair->pays_count; k++)
    json_array_append_new(pays, text(pair->pays[k].text));
  for (uint32_t k = 0; k < pair->link_count; k++)
    json_array_append_new(links, text(pair->links[k]));
  for (uint32_t k = 0; k < pair->replacement_count; k++) {
    json_t *replacement = json_object();
    json_object_set_new(replacement, "host", text(dump_served(pair->replacements[k].serves)));
    json_object_set_new(replacement, "wrapper", text(pair->replacements[k].wrapper));
    json_object_set_new(replacement, "bytes", json_integer((json_int_t)pair->replacements[k].module_size));
    json_array_append_new(replacements, replacement);
  }
  json_object_set_new(json, "name", text(pattern->name));
  if (*pair->about)
    json_object_set_new(json, "about", text(pair->about));
  json_object_set_new(json, "file", text(pair->file));
  json_object_set_new(json, "line", json_integer(pair->line));
  json_object_set_new(json, "roots", json_integer(pattern->root_count));
  json_object_set_new(json, "loops", json_integer(pattern->loop_count));
  json_object_set_new(json, "nodes", json_integer(pattern->node_count));
  json_object_set_new(json, "arguments", args);
  json_object_set_new(json, "requires", facts);
  json_object_set_new(json, "when", when);
  json_object_set_new(json, "pays", pays);
  json_object_set_new(json, "links", links);
  if (pair->equations)
    json_object_set_new(json, "equations", text(pair->equations));
  json_object_set_new(json, "language", text(languages[pair->language]));
  json_object_set_new(json, "finite", json_boolean(pair->contract == SMR_CONTRACT_FINITE));
  json_object_set_new(json, "exact", json_boolean(pair->contract == SMR_CONTRACT_EXACT));
  json_object_set_new(json, "verified", json_boolean(!pair->unverified));
  json_object_set_new(json, "replacements", replacements);
  if (dump->modules)
    json_object_set_new(json, "replacement", text(dump->modules[number]));
  return json;
}

void dump_json(const Dump *dump, SmrStr *out) {
  json_t *json = json_object(), *pairs = json_array();
  SmrStr automata = {0}, dialects = {0};
  smr_automata_dump(dump->library.automata, &automata);
  smr_str_printf(&dialects, "%016" PRIx64, dump->pfa.dialects);
  for (uint32_t k = 0; k < dump->pfa.count; k++)
    json_array_append_new(pairs, pair_json(dump, k));
  json_object_set_new(json, "version", json_integer(1));
  json_object_set_new(json, "file", text(dump->name));
  json_object_set_new(json, "bytes", json_integer((json_int_t)dump->size));
  json_object_set_new(json, "llvm", text(dump->pfa.llvm));
  json_object_set_new(json, "dialects", taken(&dialects));
  json_object_set_new(json, "pairs", pairs);
  json_object_set_new(json, "automata", taken(&automata));
  char *result = json_dumps(json, JSON_INDENT(1));
  smr_str_puts(out, result ? result : "{}");
  smr_str_putc(out, '\n');
  free(result);
  json_decref(json);
}
