//===- build.c - PAT files become a library file -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The driver: smr_build_library at the end of this file is the list of the steps.
//===----------------------------------------------------------------------===//
#include "automata/signs.h"
#include "base/beside.h"
#include "build/internal.h"
#include "capi/shim/module.h"
#include "capi/shim/shim.h"
#include "graph/normalize/normalize.h"
#include "mlir/describe_builtin.h"
#include "mlir/import/import.h"
#include <unistd.h>
#include <xxhash.h>

typedef struct {
  MlirContext context;
  const char *name;
  const SmrBuildOptions *options;
  SmrDiag *diag;
  SmrArena arena;
  SmrIntern *symbols, *taken; // `taken`: the pairs' names
  SmrPat *pats;
  uint32_t pat_count;
  SMR_VEC(SmrBuildPair) pairs;
  SmrBuildTexts texts;
  SmrBytes automata;
  SmrDescribed described; // what the front ends' ops mean
  SmrDescriptions *own_descriptions;
} Build;

uint64_t smr_build_dialects(void) {
  return smr_builtin_fingerprint;
}

//--- Reading -----------------------------------------------------------------------

/// Names are unique within a file already; the second "gemm" of a library becomes "gemm-2".
static const char *unique_name(Build *b, const char *name) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, name);
  for (unsigned k = 2; smr_intern_find(b->taken, smr_str_get(&text)); k++) {
    smr_str_clear(&text);
    smr_str_printf(&text, "%s-%u", name, k);
  }
  const char *result = smr_arena_strdup(&b->arena, smr_str_get(&text));
  smr_intern(b->taken, result);
  return result;
}

static bool read_pats(Build *b, const char *const *paths, uint32_t count) {
  bool ok = true;
  b->pats = smr_arena_alloc(&b->arena, count * sizeof *b->pats);
  b->pat_count = count;
  for (uint32_t f = 0; f < count; f++) {
    ok &= smr_pat_read(paths[f], &b->arena, &b->pats[f], b->diag) &&
          smr_build_costs(&b->pats[f], &b->arena, b->diag);
    for (uint32_t k = 0; k < b->pats[f].pair_count; k++) {
      const SmrPatPair *source = &b->pats[f].pairs[k];
      smr_vec_push(&b->pairs, (SmrBuildPair){.pat = &b->pats[f],
                                             .source = source,
                                             .written = source,
                                             .name = unique_name(b, source->name)});
    }
  }
  return ok;
}

/// A host without Flang's dialects cannot read what Flang writes: one error per file, before any compiler
/// runs.
static bool check_languages(Build *b) {
  if (smrContextKnowsDialect(b->context, "fir"))
    return true;
  const SmrPat *reported = NULL;
  for (uint32_t k = 0; k < b->pairs.size; k++) {
    const SmrBuildPair *pair = &b->pairs.data[k];
    if (pair->pat == reported || (pair->source->idiom.language != SMR_LANGUAGE_FORTRAN &&
                                  pair->source->replacement.language != SMR_LANGUAGE_FORTRAN))
      continue;
    reported = pair->pat;
    smr_error(b->diag, pair->pat->path, pair->source->line, pair->source->column,
              "this program does not know Fortran's dialect (fir): compile the file with smr-build and use "
              "the .pfa file");
  }
  return !reported;
}

/// Behind each pair with optional arguments, the same without some of them.
static void add_forms(Build *b) {
  uint32_t count = b->pairs.size;
  SmrBuildPair *old = b->pairs.data;
  b->pairs.data = NULL, b->pairs.size = b->pairs.capacity = 0;
  for (uint32_t k = 0; k < count; k++) {
    smr_vec_push(&b->pairs, old[k]);
    for (uint32_t form = 1; form < 1u << old[k].source->optional_count; form++) {
      SmrBuildPair pair = old[k];
      pair.form = form;
      pair.source = smr_build_form(old[k].source, form, &b->arena);
      pair.name = unique_name(b, pair.source->name);
      smr_vec_push(&b->pairs, pair);
    }
  }
  free(old);
}

//--- One pair ----------------------------------------------------------------------

static void log_text(SmrStr *out, const SmrBuildPair *pair, const char *title, const char *text) {
  if (out)
    smr_str_printf(out, "// ----- %s \"%s\", %s:%u\n%s\n", title, pair->name, pair->pat->path,
                   pair->source->line, text);
}

static void log_graph(SmrStr *out, const SmrBuildPair *pair, const char *title, const SmrGraph *graph) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (!out)
    return;
  smr_graph_print(graph, &text);
  log_text(out, pair, title, smr_str_get(&text));
}

static void log_module(SmrStr *out, const SmrBuildPair *pair, const char *title, MlirModule module) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (!out)
    return;
  smrModulePrint(mlirModuleGetOperation(module), false, &text);
  log_text(out, pair, title, smr_str_get(&text));
}

/// An index that is signed arithmetic does not wrap around in C, which the optimiser forgets where it turns
/// i*n + i into i*(n + 1). What an idiom stands for is its polynomial: code is matched only where its own
/// index is known, or guarded, to be that number. False: an index without a sign is left.
static bool drop_signed_ranges(SmrGraph *graph) {
  for (uint32_t k = 0; k < graph->ranges.size; k++)
    if (graph->ranges.data[k].low >= 0)
      return false;
  if (graph->ranges.size) {
    graph->ranges.size = 0;
    smr_normalize(graph); // what only they needed goes
  }
  return true;
}

/// The graph as the matcher will see inputs; NULL after an error.
static SmrGraph *make_graph(Build *b, SmrBuildPair *pair, const SmrBuildSide *idiom) {
  uint32_t errors = b->diag->errors;
  SmrImporter *importer = smr_importer_create(b->symbols, b->described.descriptions);
  if (!smr_import_is_function(smr_importer_described(importer), idiom->wrapper)) {
    smr_importer_destroy(importer);
    smr_error(b->diag, pair->pat->path, pair->source->idiom.line, pair->source->idiom.column,
              "`%s` is not a function with a body", idiom->symbol);
    return NULL;
  }
  SmrGraph *graph =
      smr_import_function(importer, idiom->wrapper, &(SmrImportOptions){.wrapper = true}, b->diag);
  smr_importer_destroy(importer);
  if (!graph) {
    if (b->diag->errors == errors)
      smr_error(b->diag, pair->pat->path, pair->source->line, pair->source->column,
                "the idiom of \"%s\" has control flow that cannot be matched", pair->name);
    return NULL;
  }
  log_graph(b->options->graphs, pair, "imported idiom of", graph);
  pair->imported = smr_graph_copy(graph);
  smr_normalize(graph);
  bool plain = drop_signed_ranges(graph);
  log_graph(b->options->graphs, pair, "normal form of", graph);
  if (!plain) {
    smr_error(b->diag, pair->pat->path, pair->source->idiom.line, pair->source->idiom.column,
              "an index in the idiom of \"%s\" may wrap around: it has fewer than 64 bits and no sign",
              pair->name);
    smr_graph_destroy(graph);
    return NULL;
  }
  return graph;
}

static bool make_pattern(Build *b, SmrBuildPair *pair) {
  SmrPattern *pattern = &pair->pair.pattern;
  const SmrPatBlock *block = &pair->source->idiom;
  uint32_t errors = b->diag->errors;
  if (!smr_pattern_create(&b->arena, pair->graph, pattern, b->diag)) {
    if (b->diag->errors == errors)
      smr_error(b->diag, pair->pat->path, pair->source->line, pair->source->column,
                "the idiom of \"%s\" cannot be a pattern", pair->name);
    return false;
  }
  uint32_t arguments = pattern->arg_count;
  if (arguments && pattern->args[arguments - 1].kind == SMR_ARG_RESULT)
    arguments--;
  if (arguments != block->argument_count)
    return smr_error(
        b->diag, pair->pat->path, block->line, block->column,
        "`%s` has %u arguments, but %u when compiled (character and function arguments cannot be matched)",
        block->wrapper, block->argument_count, arguments);
  pattern->name = pair->name;
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    pattern->args[k].name = k < arguments ? block->arguments[k] : "";
  return true;
}

/// A module for one side alone. Flang calls a function through its address when one source file calls it with
/// different types of arguments: then the blocks that it was compiled with do matter, and it is compiled
/// alone.
static bool extract_side(Build *b, SmrBuildPair *pair, const SmrPatBlock *block, SmrBuildText **text,
                         SmrBuildSide *side) {
  SmrBuildSide whole;
  for (;;) {
    bool indirect;
    if (!smr_build_parse(b->context, pair, block, *text, &b->described, &b->arena, &whole, b->diag))
      return false;
    *side = smr_build_extract(&whole, &b->described, &indirect);
    if (!indirect || !(*text)->shared)
      return true;
    mlirModuleDestroy(side->module);
    *text = smr_build_compile_alone(pair, block, b->options, &b->texts, b->diag);
    if (!*text)
      return false;
    if (block == &pair->source->replacement)
      smr_build_lower(b->context, pair, 1, b->options, &b->described, &b->arena);
  }
}

static bool make_replacement(Build *b, SmrBuildPair *pair, const SmrBuildSide *side) {
  if (!smr_build_pass_outs(pair, side, &b->described, b->diag))
    return false;
  MlirOperation module = mlirModuleGetOperation(side->module);
  if (!smrModuleVerify(module, b->diag) || !smrModuleWriteBytecode(module, &pair->module, b->diag))
    return false;
  log_module(b->options->mlir, pair, "replacement of", side->module);
  const SmrPatPair *source = pair->source;
  SmrPair *out = &pair->pair;
  out->language = source->replacement.language;
  out->contract = source->fp_exact    ? SMR_CONTRACT_EXACT
                  : source->fp_finite ? SMR_CONTRACT_FINITE
                                      : SMR_CONTRACT_REASSOC;
  pair->wrapper = side->symbol;
  out->file = pair->pat->path;
  out->line = source->line;
  out->column = source->column;
  out->about = source->about;
  out->links = source->links;
  out->link_count = source->link_count;
  return out->language != SMR_LANGUAGE_FORTRAN || !b->options->twins ||
         smr_build_twin(b->context, pair, side, b->options, &b->described, &b->arena, b->diag);
}

/// The modules stay for the check; what the idiom gives back through by-value arguments has to be seen, too.
static bool keep_for_check(Build *b, SmrBuildPair *pair, SmrBuildSide *idiom, SmrBuildSide *replacement) {
  if (!b->options->check)
    return true;
  bool ok = smr_build_pass_outs(pair, idiom, &b->described, b->diag);
  SmrBuildSide *sides[] = {idiom, replacement};
  for (int s = 0; s < 2; s++) {
    pair->sides[s] = sides[s]->module;
    pair->wrappers[s] = sides[s]->symbol;
    sides[s]->module = (MlirModule){0};
  }
  return ok;
}

static void destroy_module(MlirModule module) {
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
}

static bool make_pair(Build *b, SmrBuildPair *pair) {
  SmrBuildSide idiom, replacement;
  if (!extract_side(b, pair, &pair->source->idiom, &pair->idiom, &idiom))
    return false;
  log_module(b->options->mlir, pair, "idiom of", idiom.module);
  bool ok = extract_side(b, pair, &pair->source->replacement, &pair->replacement, &replacement);
  if (ok) {
    ok = smr_build_fix_absent(pair, &idiom, &replacement, b->diag) &&
         smr_build_same_signature(pair, &idiom, &replacement, b->diag) &&
         (smr_build_signs(pair, &idiom, &b->described), true) &&
         (pair->graph = make_graph(b, pair, &idiom)) && make_pattern(b, pair) &&
         smr_build_conditions(pair, &b->arena, b->diag) && make_replacement(b, pair, &replacement) &&
         keep_for_check(b, pair, &idiom, &replacement);
    if (ok)
      pair->pair.shape = smr_signs(pair->graph);
    if (ok && pair->source->equations)
      smr_build_equations(pair, pair->imported, &b->arena, b->diag);
    destroy_module(replacement.module);
  }
  destroy_module(idiom.module); // the graph's handles are not looked at any more
  return ok;
}

//--- The library -------------------------------------------------------------------

/// Two patterns are equal when each alone gives the same automata.
static void warn_of_duplicates(Build *b) {
  SmrMap seen = {0};
  for (uint32_t k = 0; k < b->pairs.size; k++) {
    const SmrBuildPair *pair = &b->pairs.data[k];
    SmrBytes alone = {0};
    SmrDiag ignored = {0};
    SmrPattern pattern = pair->pair.pattern;
    pattern.name = "";
    if (smr_automata_build(&pattern, &pair->graph, 1, &alone, &ignored)) {
      // (One pair for each language: each comes first in its own programs.)
      uint64_t hash = XXH3_64bits_withSeed(alone.data, alone.size, pair->pair.language);
      for (uint32_t c = 0; c < pair->pair.condition_count; c++)
        hash =
            XXH3_64bits_withSeed(pair->pair.conditions[c].text, strlen(pair->pair.conditions[c].text), hash);
      uint32_t *first = smr_map_at(&seen, hash, k);
      const SmrBuildPair *other = &b->pairs.data[*first];
      if (*first != k)
        smr_report(b->diag, SMR_WARNING, pair->pat->path, pair->source->line, pair->source->column,
                   "the idiom of \"%s\" is the same as that of \"%s\" at %s:%u, which always comes first",
                   pair->name, other->name, other->pat->path, other->source->line);
    }
    smr_vec_free(&alone);
    smr_diag_free(&ignored);
  }
  smr_map_free(&seen);
}

/// The check found a library beside the PAT file; programs will look beside the pattern library.
static void warn_of_links(Build *b) {
  for (uint32_t k = 0; k < b->pairs.size && b->options->output; k++) {
    const SmrBuildPair *pair = &b->pairs.data[k];
    for (uint32_t l = 0; l < pair->source->link_count && !pair->form; l++) {
      SmrStr here = {0}, there = {0};
      smr_beside(pair->pat->path, pair->source->links[l], &here);
      smr_beside(b->options->output, pair->source->links[l], &there);
      if (strchr(pair->source->links[l], '/') && access(smr_str_get(&here), F_OK) == 0 &&
          access(smr_str_get(&there), F_OK) != 0)
        smr_report(b->diag, SMR_WARNING, pair->pat->path, pair->source->line, pair->source->column,
                   "'%s' is linked beside the library, as %s, which is not there (yet)",
                   pair->source->links[l], smr_str_get(&there));
      smr_str_free(&here);
      smr_str_free(&there);
    }
  }
}

static void log_pairs(Build *b) {
  SmrStr *out = b->options->log;
  for (uint32_t k = 0; out && k < b->pairs.size; k++) {
    const SmrPattern *pattern = &b->pairs.data[k].pair.pattern;
    smr_str_printf(out, "%s:%u: \"%s\"", b->pairs.data[k].pat->path, b->pairs.data[k].source->line,
                   pattern->name);
    for (uint32_t a = 0; a < pattern->arg_count; a++) {
      const SmrPatternArg *arg = &pattern->args[a];
      smr_str_printf(out, "%s%s: %s ", a ? ", " : " (", *arg->name ? arg->name : "result",
                     smr_pfa_arg_kind_name(arg->kind));
      smr_pfa_print_type(arg->type, b->symbols, out);
    }
    smr_str_puts(out, pattern->arg_count ? ")\n" : "\n");
  }
}

/// Pairs that did not compile have had their error; the others are checked all the same.
static bool check_pairs(Build *b) {
  SMR_VEC(SmrBuildChecked) checked = {0};
  for (uint32_t k = 0; k < b->pairs.size; k++) {
    SmrBuildPair *pair = &b->pairs.data[k];
    if (pair->ok)
      smr_vec_push(&checked, (SmrBuildChecked){.name = pair->name,
                                               .file = pair->pat->path,
                                               .source = pair->source,
                                               .pair = &pair->pair,
                                               .graph = pair->graph,
                                               .modules = {pair->sides[0], pair->sides[1]},
                                               .wrappers = {pair->wrappers[0], pair->wrappers[1]},
                                               .described = &b->described,
                                               .entry = &pair->entry,
                                               .verified = &pair->verified,
                                               .joined = &pair->pair.joined});
  }
  bool ok = !checked.size || b->options->check(b->options->check_data, checked.data, checked.size, b->diag);
  smr_vec_free(&checked);
  return ok;
}

static void list_replacements(SmrArena *arena, SmrBuildPair *pair) {
  SmrReplacement *list = smr_arena_alloc(arena, 2 * sizeof *list);
  uint32_t count = 0; // in the order of the languages: only a pair in Fortran has a twin
  if (pair->twin.size)
    list[count++] = (SmrReplacement){.serves = SMR_LANGUAGE_C,
                                     .wrapper = pair->twin_wrapper,
                                     .module = pair->twin.data,
                                     .module_size = pair->twin.size};
  list[count++] = (SmrReplacement){.serves = pair->pair.language,
                                   .wrapper = pair->wrapper,
                                   .module = pair->module.data,
                                   .module_size = pair->module.size};
  pair->pair.replacements = list;
  pair->pair.replacement_count = count;
}

static bool write_library(Build *b, SmrBytes *out) {
  uint32_t count = b->pairs.size;
  SmrPattern *patterns = smr_arena_alloc(&b->arena, count * sizeof *patterns);
  SmrGraph **graphs = smr_arena_alloc(&b->arena, count * sizeof *graphs);
  SmrPair *pairs = smr_arena_alloc(&b->arena, count * sizeof *pairs);
  for (uint32_t k = 0; k < count; k++) {
    pairs[k] = b->pairs.data[k].pair;
    pairs[k].unverified = !b->pairs.data[k].verified;
    patterns[k] = pairs[k].pattern;
    graphs[k] = b->pairs.data[k].graph;
  }
  warn_of_duplicates(b);
  warn_of_links(b);
  log_pairs(b);
  if (!smr_automata_build(patterns, graphs, count, &b->automata, b->diag))
    return false;
  SmrPfa pfa = {.pairs = pairs,
                .count = count,
                .automata = b->automata.data,
                .automata_size = b->automata.size,
                .llvm = smr_pfa_llvm_version(),
                .dialects = smr_build_dialects()};
  return smr_pfa_write(&pfa, b->symbols, b->name, out, b->diag) &&
         (!b->options->objects || smr_build_entries(b->pairs.data, count, b->options, b->diag));
}

/// Every idiom without loops once more, as a program.
static bool try_library(Build *b, const SmrBytes *library) {
  SMR_VEC(SmrBuildTried) tried = {0};
  bool ok = true;
  for (uint32_t k = 0; k < b->pairs.size && ok; k++) {
    SmrBuildPair *pair = &b->pairs.data[k];
    SmrBuildSide idiom = {0}, replacement = {0};
    if (!pair->pair.pattern.loop_count)
      ok = extract_side(b, pair, &pair->source->idiom, &pair->idiom, &idiom) &&
           extract_side(b, pair, &pair->source->replacement, &pair->replacement, &replacement) &&
           smr_build_fix_absent(pair, &idiom, &replacement, b->diag);
    destroy_module(replacement.module);
    if (ok)
      smr_vec_push(&tried, (SmrBuildTried){pair->source, pair->pat->path, idiom.module, idiom.symbol});
  }
  ok = ok && b->options->trial(b->options->trial_data, library, tried.data, tried.size, b->diag);
  for (uint32_t k = 0; k < tried.size; k++)
    destroy_module(tried.data[k].idiom);
  smr_vec_free(&tried);
  return ok;
}

static void release(Build *b) {
  for (uint32_t k = 0; k < b->pairs.size; k++) {
    smr_graph_destroy(b->pairs.data[k].graph);
    smr_graph_destroy(b->pairs.data[k].imported);
    for (int s = 0; s < 2; s++)
      destroy_module(b->pairs.data[k].sides[s]);
    smr_vec_free(&b->pairs.data[k].module);
    smr_vec_free(&b->pairs.data[k].twin);
    smr_vec_free(&b->pairs.data[k].entry.object);
    smr_vec_free(&b->pairs.data[k].not_negative);
  }
  smr_vec_free(&b->pairs);
  smr_build_texts_free(&b->texts);
  smr_vec_free(&b->automata);
  smr_described_free(&b->described);
  if (b->own_descriptions)
    smr_descriptions_destroy(b->own_descriptions);
  smr_intern_destroy(b->symbols);
  smr_intern_destroy(b->taken);
  smr_arena_destroy(&b->arena);
}

bool smr_build_library(MlirContext context, const char *name, const char *const *paths, uint32_t count,
                       const SmrBuildOptions *options, SmrBytes *out, SmrDiag *diag) {
  static const SmrBuildOptions defaults = {0};
  Build b = {.context = context, .name = name, .options = options ? options : &defaults, .diag = diag};
  b.symbols = smr_intern_create();
  b.taken = smr_intern_create();
  b.described.descriptions = b.options->descriptions;
  if (!b.described.descriptions)
    b.described.descriptions = b.own_descriptions = smr_descriptions_load(NULL, 0, diag);
  bool ok = b.described.descriptions && read_pats(&b, paths, count) && check_languages(&b);
  if (ok)
    smr_build_compile(b.pairs.data, b.pairs.size, b.options, &b.texts, diag);
  if (ok)
    smr_build_lower(context, b.pairs.data, b.pairs.size, b.options, &b.described, &b.arena);
  if (ok)
    add_forms(&b);
  bool made = false; // the form with all arguments was
  for (uint32_t k = 0; ok && k < b.pairs.size; k++) {
    uint32_t errors = diag->errors;
    if (b.pairs.data[k].form && !made)
      b.pairs.data[k].ok = false; // its error was told
    else
      b.pairs.data[k].ok = b.pairs.data[k].ok && make_pair(&b, &b.pairs.data[k]);
    made = b.pairs.data[k].form ? made : b.pairs.data[k].ok;
    smr_build_note_column(&b.pairs.data[k], errors, diag);
  }
  for (uint32_t k = 0; ok && k < b.pairs.size; k++) {
    list_replacements(&b.arena, &b.pairs.data[k]);
    if (b.pairs.data[k].ok && b.options->objects)
      smr_build_entry(context, &b.pairs.data[k], b.options, &b.arena);
  }
  if (ok && b.options->check)
    ok &= check_pairs(&b);
  for (uint32_t k = 0; k < b.pairs.size; k++)
    ok &= b.pairs.data[k].ok;
  SmrBytes library = {0};
  ok = ok && write_library(&b, &library) && (!b.options->trial || try_library(&b, &library));
  if (ok)
    smr_put_bytes(out, library.data, library.size);
  smr_vec_free(&library);
  release(&b);
  return ok;
}
