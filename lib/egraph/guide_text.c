//===- guide_text.c - reading guides -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "base/sexp_build.h"
#include "egraph/data.h"
#include "egraph/guide_internal.h"
#include "egraph/lower_internal.h"
#include "egraph/term_text.h"
#include <ctype.h>
#include <errno.h>
#include <string.h>

typedef struct {
  SmrGuide *guide;
  SmrDiag *diag;
  SmrRulesLoadFn load;
  void *user;
} Reader;

static SmrPlace place_of(const SmrSexp *s, uint32_t node) {
  return (SmrPlace){s->file, s->nodes.data[node].line, s->nodes.data[node].column};
}

static const char *keep(Reader *r, const char *text) {
  return smr_arena_strdup(&r->guide->texts, text);
}

static bool is_name(const SmrSexp *s, uint32_t node) {
  return smr_sexp_is_atom(s, node) && smr_text_is_name(smr_sexp_text(s, node));
}

//===--- sketches ---===//

// (:: S P) becomes (is data#N S), N a condition on the datum of a class.
static const char *add_type(Reader *r, const SmrSexp *s, uint32_t pattern) {
  SmrDataRules *data = &r->guide->rules.data;
  if (!data->declarations.size) {
    smr_sexp_error(r->diag, s, pattern, "types are class data: expected a (data …) before this sketch");
    return NULL;
  }
  SmrStr name = {0};
  SmrDataScope scope = {0};
  SmrDataProgram program = {.kind = SMR_DATA_CONDITION, .arguments = 1};
  SmrDataClause clause = {.result = UINT32_MAX, .slots = SMR_DATA_SLOTS, .condition_count = 1};
  smr_vec_push(&scope.names, "the class"); // (no file can spell it)
  SmrSexp condition = {.file = s->file};
  SmrSexpBuilder b = {.out = &condition};
  smr_sexp_open(&b, s, pattern);
  smr_sexp_atom(&b, s, pattern, "match");
  smr_sexp_atom(&b, s, pattern, "?the class");
  smr_sexp_copy(&b, s, pattern);
  smr_sexp_close(&b);
  uint32_t code = smr_data_read_condition(&data->code, &scope, &condition, 0, r->diag);
  if (code != UINT32_MAX) {
    smr_str_printf(&name, "data#%u ", data->programs.size);
    smr_sexp_print(s, pattern, &name);
    program.name = smr_arena_strdup(&r->guide->rules.texts, smr_str_get(&name));
    clause.conditions = data->code.args.size;
    smr_vec_push(&data->code.args, code);
    smr_vec_push(&data->code.clauses, clause);
    program.clause = data->code.clauses.size - 1;
    smr_vec_push(&program.subjects, 0);
    smr_vec_push(&program.declarations, 0);
    smr_vec_push(&data->programs, program);
  }
  smr_sexp_builder_free(&b);
  smr_sexp_free(&condition);
  smr_vec_free(&scope.names);
  smr_str_free(&name);
  return program.name;
}

static bool write_sketch(Reader *r, SmrSexpBuilder *b, const SmrSexp *s, uint32_t node) {
  bool ok = true;
  if (smr_sexp_is_call(s, node, "::")) {
    if (s->nodes.data[node].count != 3)
      return smr_sexp_error(r->diag, s, node, "expected (:: SKETCH PATTERN)");
    const char *name = add_type(r, s, smr_sexp_element(s, node, 2));
    if (!name)
      return false;
    smr_sexp_open(b, s, node);
    smr_sexp_atom(b, s, node, "is");
    smr_sexp_atom(b, s, node, name);
    ok = write_sketch(r, b, s, smr_sexp_element(s, node, 1));
    smr_sexp_close(b);
    return ok;
  }
  if (!smr_sexp_is_list(s, node)) {
    smr_sexp_copy(b, s, node);
    return true;
  }
  if (smr_lower_leaf(&(SmrRulesReader){.rules = &r->guide->rules, .diag = r->diag}, b, s, node, &ok))
    return ok;
  smr_sexp_open(b, s, node);
  for (uint32_t i = node + 1; ok && i < s->nodes.data[node].end; i = s->nodes.data[i].end)
    ok = write_sketch(r, b, s, i);
  smr_sexp_close(b);
  return ok;
}

// A sketch that is well-formed but for the names of conditions; NULL after an error.
static SmrSexp *read_sketch(Reader *r, const SmrSexp *s, uint32_t node) {
  SmrSexp *out = smr_xcalloc(1, sizeof *out);
  SmrSexpBuilder b = {.out = out};
  out->file = s->file;
  bool ok = write_sketch(r, &b, s, node);
  smr_sexp_builder_free(&b);
  if (ok)
    return out;
  smr_sexp_free(out);
  free(out);
  return NULL;
}

//===--- clauses ---===//

static bool read_integer(const char *text, uint64_t most, uint64_t *out) {
  char *end = NULL;
  errno = 0;
  *out = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
  if (!end || errno)
    return false;
  const char *suffix = *end ? strchr("KMG", *end) : NULL;
  uint64_t factor = suffix ? 1ull << (*suffix == 'K' ? 10 : *suffix == 'M' ? 20 : 30) : 1;
  return !end[suffix != NULL] && !__builtin_mul_overflow(*out, factor, out) && *out <= most;
}

static bool read_limit(Reader *r, const SmrSexp *s, uint32_t list, SmrGuideStep *step) {
  static const char *const names[] = {"iterations", "nodes", "time", "memory"};
  uint32_t which = 0;
  uint64_t value;
  while (strcmp(names[which], smr_sexp_text(s, list + 1)))
    which++;
  if (s->nodes.data[list].count != 2 || !smr_sexp_is_atom(s, list + 2) ||
      !read_integer(smr_sexp_text(s, list + 2), which == 3 ? SIZE_MAX : UINT32_MAX, &value))
    return smr_sexp_error(r->diag, s, list, "expected (%s NUMBER)", names[which]);
  if (step->limits & 1u << which)
    return smr_sexp_error(r->diag, s, list, "%s is given twice", names[which]);
  step->limits |= 1u << which;
  if (which == 0)
    step->iterations = (uint32_t)value;
  else if (which == 1)
    step->nodes = (uint32_t)value;
  else if (which == 2)
    step->milliseconds = (double)value;
  else
    step->bytes = value;
  return true;
}

typedef SMR_VEC(SmrGuideName) Names;

static bool read_names(Reader *r, const SmrSexp *s, uint32_t list, Names *names) {
  for (uint32_t i = s->nodes.data[list + 1].end; i < s->nodes.data[list].end; i = s->nodes.data[i].end) {
    if (smr_sexp_is_list(s, i) || !*smr_sexp_text(s, i))
      return smr_sexp_error(r->diag, s, i, "expected a name");
    SmrGuideName name = {keep(r, smr_sexp_text(s, i)), place_of(s, i)};
    smr_vec_push(names, name);
  }
  return true;
}

static bool read_phase_sketch(Reader *r, const SmrSexp *s, uint32_t list, SmrGuideStep *step) {
  uint32_t count = s->nodes.data[list].count;
  if (count != 2 && (count != 3 || !is_name(s, list + 2)))
    return smr_sexp_error(r->diag, s, list, "expected (sketch SKETCH) or (sketch TERM-NAME SKETCH)");
  SmrGuideSketch sketch = {.place = place_of(s, list)};
  if (count == 3)
    sketch.term = keep(r, smr_sexp_text(s, list + 2));
  for (uint32_t i = 0; i < step->sketches.size; i++) {
    const char *other = step->sketches.data[i].term;
    if (sketch.term ? other && !strcmp(other, sketch.term) : !other)
      return smr_sexp_error(r->diag, s, list, "the sketch of %s is given twice",
                            sketch.term ? sketch.term : "all terms");
  }
  sketch.text = read_sketch(r, s, smr_sexp_element(s, list, count - 1));
  if (sketch.text)
    smr_vec_push(&step->sketches, sketch);
  return sketch.text;
}

static bool read_count(Reader *r, const SmrSexp *s, uint32_t list, SmrGuideStep *step) {
  SmrGuideCount count = {.place = place_of(s, list)};
  uint64_t number = 0;
  bool four = s->nodes.data[list].count == 4 && smr_sexp_is_atom(s, list + 2) &&
              smr_sexp_is_atom(s, list + 3) && read_integer(smr_sexp_text(s, list + 2), UINT32_MAX, &number);
  const char *where = four ? smr_sexp_text(s, list + 3) : "";
  count.wanted = (uint32_t)number;
  count.in_graph = !strcmp(where, "in-graph");
  if (!count.in_graph && strcmp(where, "in-term"))
    return smr_sexp_error(r->diag, s, list, "expected (count N in-term SKETCH) or (count N in-graph RULE)");
  if (count.in_graph && smr_sexp_is_list(s, list + 4))
    return smr_sexp_error(r->diag, s, list + 4, "expected the name of a rule");
  if (count.in_graph)
    count.rule = keep(r, smr_sexp_text(s, list + 4));
  else if (!(count.sketch = read_sketch(r, s, list + 4)))
    return false;
  smr_vec_push(&step->counts, count);
  return true;
}

static bool read_cost(Reader *r, const SmrSexp *s, uint32_t list, SmrGuideStep *step) {
  static const char *const names[] = {"", "file", "size", "depth"};
  const char *text = s->nodes.data[list].count == 2 ? smr_sexp_text(s, list + 2) : "";
  for (uint32_t i = 1; i < 4; i++)
    if (!strcmp(names[i], text)) {
      step->cost = (SmrGuideCost)i;
      return true;
    }
  return smr_sexp_error(r->diag, s, list, "expected (cost size), (cost depth) or (cost file)");
}

static bool read_clause(Reader *r, const SmrSexp *s, uint32_t list, SmrGuideStep *step) {
  static const char *const limits[] = {"iterations", "nodes", "time", "memory", NULL};
  bool call = smr_sexp_is_list(s, list) && s->nodes.data[list].count && smr_sexp_is_atom(s, list + 1);
  const char *what = call ? smr_sexp_text(s, list + 1) : "";
  if (!strcmp(what, "rules")) {
    step->says_rules = true;
    return read_names(r, s, list, (Names *)&step->rules);
  }
  if (!strcmp(what, "filter"))
    return read_names(r, s, list, (Names *)&step->filters);
  if (!strcmp(what, "normalise")) {
    step->says_normalise = true;
    return read_names(r, s, list, (Names *)&step->normalise);
  }
  if (!strcmp(what, "sketch"))
    return read_phase_sketch(r, s, list, step);
  if (!strcmp(what, "count"))
    return read_count(r, s, list, step);
  if (!strcmp(what, "cost"))
    return read_cost(r, s, list, step);
  if (smr_among(what, limits))
    return read_limit(r, s, list, step);
  return smr_sexp_error(r->diag, s, list,
                        "expected (rules …), (sketch …), (cost …), (filter …), (normalise …), (count …), "
                        "(iterations N), (nodes N), (time MS) or (memory BYTES)");
}

//===--- items ---===//

static bool read_phase(Reader *r, const SmrSexp *s, uint32_t list) {
  if (s->nodes.data[list].count < 2 || smr_sexp_is_list(s, list + 2) || !*smr_sexp_text(s, list + 2))
    return smr_sexp_error(r->diag, s, list, "expected (phase NAME …)");
  const char *name = smr_sexp_text(s, list + 2);
  for (uint32_t i = 0; i < r->guide->steps.size; i++)
    if (!strcmp(r->guide->steps.data[i].done.name, name))
      return smr_sexp_error(r->diag, s, list + 2, "there are two phases '%s'", name);
  SmrGuideStep step = {.place = place_of(s, list)};
  step.done.name = keep(r, name);
  smr_vec_push(&r->guide->steps, step);
  bool ok = true;
  for (uint32_t i = s->nodes.data[list + 2].end; i < s->nodes.data[list].end; i = s->nodes.data[i].end)
    ok &= read_clause(r, s, i, &smr_vec_last(&r->guide->steps));
  return ok;
}

static bool read_term(Reader *r, const SmrSexp *s, uint32_t list) {
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  SmrTermPlaces places = {0};
  uint32_t root;
  if (s->nodes.data[list].count != 3 || !is_name(s, list + 2))
    return smr_sexp_error(r->diag, s, list, "expected (term NAME TERM)");
  bool ok = smr_rules_read_term(r->guide->ops, &r->guide->rules, s, smr_sexp_element(s, list, 2), &term,
                                &root, &places, r->diag);
  if (ok && !smr_guide_add_term(r->guide, smr_sexp_text(s, list + 2), &term, root, &places))
    ok = smr_sexp_error(r->diag, s, list + 2, "there are two terms '%s'", smr_sexp_text(s, list + 2));
  smr_vec_free(&places.nodes);
  return ok;
}

static bool read_item(void *user, const SmrSexp *s, uint32_t item, bool *ok) {
  Reader *r = user;
  if (smr_sexp_is_call(s, item, "phase"))
    *ok = read_phase(r, s, item);
  else if (smr_sexp_is_call(s, item, "term"))
    *ok = read_term(r, s, item);
  else if (smr_sexp_is_call(s, item, "normalise"))
    *ok = read_names(r, s, item, (Names *)&r->guide->normalise);
  else
    return false;
  return true;
}

static bool load(void *user, const char *path, SmrStr *text, const char **reason) {
  Reader *r = user;
  return r->load ? r->load(r->user, path, text, reason) : smr_read_file(path, text, reason);
}

//===--- guides ---===//

static bool terms_are_known(SmrGuide *g, SmrDiag *diag) {
  bool ok = true;
  for (uint32_t i = 0; i < g->terms.size; i++)
    ok &= smr_data_check_term(&g->rules, g->ops, &g->terms.data[i].input, &g->terms.data[i].places, diag);
  return ok;
}

SmrGuide *smr_guide_parse(SmrOperators *ops, const char *file, const char *text, size_t size,
                          SmrRulesLoadFn load_fn, void *user, SmrDiag *diag) {
  SmrGuide *g = smr_xcalloc(1, sizeof *g);
  Reader r = {g, diag, load_fn, user};
  g->ops = ops;
  if (smr_rules_parse_more(ops, smr_arena_strdup(&g->texts, file), text, size, load, read_item, &r, &g->rules,
                           diag) &&
      terms_are_known(g, diag))
    return g;
  smr_guide_destroy(g);
  return NULL;
}

SmrGuide *smr_guide_read(SmrOperators *ops, const char *path, SmrDiag *diag) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason = NULL;
  SmrGuide *g = NULL;
  if (smr_read_file(path, &text, &reason))
    g = smr_guide_parse(ops, path, smr_str_get(&text), text.size, NULL, NULL, diag);
  else
    smr_error(diag, path, 0, 0, "%s", reason);
  return g;
}

static void free_sketch(SmrSexp *s) {
  if (s)
    smr_sexp_free(s);
  free(s);
}

void smr_guide_destroy(SmrGuide *g) {
  if (!g)
    return;
  for (uint32_t i = 0; i < g->steps.size; i++) {
    SmrGuideStep *step = &g->steps.data[i];
    for (uint32_t k = 0; k < step->sketches.size; k++)
      free_sketch(step->sketches.data[k].text);
    for (uint32_t k = 0; k < step->counts.size; k++)
      free_sketch(step->counts.data[k].sketch);
    smr_vec_free(&step->rules);
    smr_vec_free(&step->filters);
    smr_vec_free(&step->normalise);
    smr_vec_free(&step->sketches);
    smr_vec_free(&step->counts);
    smr_vec_free(&step->done.iterations);
    smr_vec_free(&step->done.by_filter);
  }
  for (uint32_t i = 0; i < g->terms.size; i++) {
    smr_term_free(&g->terms.data[i].input);
    smr_term_free(&g->terms.data[i].term);
    smr_vec_free(&g->terms.data[i].places.nodes);
  }
  smr_vec_free(&g->steps);
  smr_vec_free(&g->terms);
  smr_vec_free(&g->normalise);
  smr_rules_free(&g->rules);
  smr_arena_destroy(&g->texts);
  free(g);
}

SmrRules *smr_guide_rules(SmrGuide *g) {
  return &g->rules;
}

bool smr_guide_add_term(SmrGuide *g, const char *name, SmrTerm *term, uint32_t root, SmrTermPlaces *places) {
  for (uint32_t i = 0; i < g->terms.size; i++)
    if (!strcmp(g->terms.data[i].name, name))
      return false;
  SmrGuideTerm t = {.name = smr_arena_strdup(&g->texts, name), .input = *term, .input_root = root};
  t.root = smr_term_copy(g->ops, &t.term, term, root);
  *term = (SmrTerm){0};
  if (places) {
    t.places = *places;
    *places = (SmrTermPlaces){0};
  }
  smr_vec_push(&g->terms, t);
  return true;
}
