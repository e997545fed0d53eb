//===- guide.c - running phases ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/guide.h"
#include "egraph/extract.h"
#include "egraph/guide_internal.h"
#include "egraph/normal.h"
#include "egraph/program_internal.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define error(d, place, ...) smr_error(d, (place).file, (place).line, (place).column, __VA_ARGS__)

//===--- reading results ---===//

uint32_t smr_guide_terms(const SmrGuide *g) {
  return g->terms.size;
}
const char *smr_guide_term_name(const SmrGuide *g, uint32_t i) {
  return g->terms.data[i].name;
}
uint32_t smr_guide_phases(const SmrGuide *g) {
  return g->steps.size;
}
const SmrGuidePhase *smr_guide_phase(const SmrGuide *g, uint32_t i) {
  return &g->steps.data[i].done;
}
const SmrTerm *smr_guide_term(const SmrGuide *g, uint32_t i, uint32_t *root) {
  *root = g->terms.data[i].root;
  return &g->terms.data[i].term;
}
const SmrTerm *smr_guide_input(const SmrGuide *g, uint32_t i, uint32_t *root) {
  *root = g->terms.data[i].input_root;
  return &g->terms.data[i].input;
}
const SmrTermPlaces *smr_guide_places(const SmrGuide *g, uint32_t i) {
  return &g->terms.data[i].places;
}
/// What the sketch of a term is in a phase; NULL: it has none.
static const SmrGuideSketch *guide_sketch_of(const SmrGuideStep *step, const char *term) {
  const SmrGuideSketch *all = NULL;
  for (uint32_t i = 0; i < step->sketches.size; i++) {
    if (!step->sketches.data[i].term)
      all = &step->sketches.data[i];
    else if (!strcmp(step->sketches.data[i].term, term))
      return &step->sketches.data[i];
  }
  return all;
}

//===--- a phase's parts ---===//

typedef SMR_VEC(SmrGuideName) Names;

// The rules of sets.
static bool rules_of(SmrGuide *g, const Names *sets, SmrRuleList *list, SmrDiag *diag) {
  for (uint32_t i = 0; i < sets->size; i++)
    if (!smr_rules_select(&g->rules, sets->data[i].name, list))
      return error(diag, sets->data[i].place, "there is no rule set '%s'", sets->data[i].name);
  return true;
}

// What runs: a graph, a program, sketches and a cost.
typedef struct {
  SmrGuide *guide;
  SmrGuideStep *step;
  SmrDiag *diag;
  SmrWorldOptions options;
  SmrWorld *w;
  SmrProgram *program;
  SmrSketch **sketches; // by term; NULL: none
  SmrCost cost;
  SMR_VEC(SmrClass) roots;
} Phase;

static void end_phase(Phase *p) {
  for (uint32_t i = 0; p->sketches && i < p->guide->terms.size; i++)
    smr_sketch_destroy(p->sketches[i]);
  free(p->sketches);
  smr_vec_free(&p->roots);
  smr_program_destroy(p->program);
  smr_world_destroy(p->w);
}

static bool make_program(Phase *p) {
  SmrRuleList list = {0};
  bool ok = rules_of(p->guide, (const Names *)&p->step->rules, &list, p->diag);
  if (ok)
    p->program = smr_program_create(p->w->ops, list.data, list.size, &p->w->callbacks, p->diag);
  smr_vec_free(&list);
  if (p->program && p->w->data)
    smr_data_watch(p->w->data, p->program);
  for (uint32_t i = 0; p->program && i < p->step->filters.size; i++) {
    const SmrGuideName *name = &p->step->filters.data[i];
    uint32_t filter = smr_filter_named(&p->guide->rules, name->name);
    if (filter == UINT32_MAX)
      ok = error(p->diag, name->place, "there is no filter '%s'", name->name);
    else
      smr_filters_use(p->w->filters, filter, p->program);
  }
  return ok && p->program;
}

static bool make_sketches(Phase *p) {
  bool ok = true;
  p->sketches = smr_xcalloc(p->guide->terms.size + 1, sizeof *p->sketches);
  for (uint32_t i = 0; i < p->step->sketches.size; i++) {
    const SmrGuideSketch *s = &p->step->sketches.data[i];
    bool known = !s->term;
    for (uint32_t k = 0; k < p->guide->terms.size; k++)
      known |= s->term && !strcmp(p->guide->terms.data[k].name, s->term);
    // (Each is read once more, so that its mistakes are told where no term has it.)
    SmrSketch *read = smr_sketch_read(p->w->ops, s->text, 0, &p->w->callbacks, p->diag);
    ok &= read != NULL;
    smr_sketch_destroy(read);
    if (!known)
      ok = error(p->diag, s->place, "there is no term '%s'", s->term);
  }
  for (uint32_t i = 0; ok && i < p->guide->terms.size; i++) {
    const SmrGuideSketch *s = guide_sketch_of(p->step, p->guide->terms.data[i].name);
    if (s)
      p->sketches[i] = smr_sketch_read(p->w->ops, s->text, 0, &p->w->callbacks, p->diag);
  }
  return ok;
}

static bool make_counts(Phase *p) {
  bool ok = true;
  for (uint32_t i = 0; i < p->step->counts.size; i++) {
    const SmrGuideCount *c = &p->step->counts.data[i];
    SmrSketch *s = c->in_graph ? NULL : smr_sketch_read(p->w->ops, c->sketch, 0, &p->w->callbacks, p->diag);
    uint32_t rule;
    SmrSym name = c->in_graph ? smr_operators_symbol(p->w->ops, c->rule) : 0;
    if (c->in_graph && !smr_map_get(&p->guide->rules.by_name, name, &rule))
      ok = error(p->diag, c->place, "there is no rule '%s'", c->rule);
    ok &= c->in_graph || s;
    smr_sketch_destroy(s);
  }
  return ok;
}

static bool make_cost(Phase *p) {
  SmrGuideCost kind = p->step->cost;
  if (kind == SMR_GUIDE_COST_AUTO)
    kind = p->guide->rules.costs.size ? SMR_GUIDE_COST_FILE : SMR_GUIDE_COST_SIZE;
  if (kind == SMR_GUIDE_COST_FILE)
    return (p->guide->rules.costs.size ||
            error(p->diag, p->step->place, "phase '%s': (cost file), but no file gives costs",
                  p->step->done.name)) &&
           smr_world_costs(p->w, &p->cost, p->diag);
  p->cost = kind == SMR_GUIDE_COST_SIZE ? smr_cost_size : smr_cost_depth;
  return true;
}

// The sets that a phase normalises with.
static const Names *normal_sets(const SmrGuide *g, const SmrGuideStep *step) {
  return step->says_normalise ? (const Names *)&step->normalise : (const Names *)&g->normalise;
}

// Every name that sketches use, so that the world has what they ask for.
static SmrWorldOptions with_names(const SmrGuideStep *step, const SmrWorldOptions *options, SmrStr *names) {
  for (uint32_t i = 0; i < step->sketches.size; i++)
    for (uint32_t k = 0; k < step->sketches.data[i].text->nodes.size; k++)
      smr_str_printf(names, "%s ", smr_sexp_text(step->sketches.data[i].text, k));
  SmrWorldOptions all = options ? *options : (SmrWorldOptions){0};
  all.names = smr_str_get(names);
  return all;
}

static bool begin_phase(Phase *p, const SmrWorldOptions *options) {
  SMR_OWNED(SmrStr, smr_str_free) names = {0};
  SmrWorldOptions all = with_names(p->step, options, &names);
  SmrRuleList list = {0};
  bool ok = rules_of(p->guide, normal_sets(p->guide, p->step), &list, p->diag);
  p->options = all;
  p->w = smr_world_create(p->guide->ops, &p->guide->rules, &all);
  // (Rules that only normalise are compiled, too, so that their mistakes are told now.)
  SmrProgram *normal = smr_program_create(p->w->ops, list.data, list.size, &p->w->callbacks, p->diag);
  ok &= normal != NULL;
  smr_program_destroy(normal);
  ok &= make_program(p);
  ok &= make_sketches(p);
  ok &= make_counts(p);
  ok &= make_cost(p);
  smr_vec_free(&list);
  return ok;
}

bool smr_guide_check(SmrGuide *g, const SmrWorldOptions *options, SmrDiag *diag) {
  bool ok = true;
  for (uint32_t i = 0; i < g->steps.size; i++) {
    Phase p = {.guide = g, .step = &g->steps.data[i], .diag = diag};
    ok &= begin_phase(&p, options);
    end_phase(&p);
  }
  return ok;
}

//===--- running ---===//

static bool normalise(SmrGuide *g, SmrGuideStep *step, const SmrWorldOptions *options, SmrDiag *diag) {
  SmrRuleList list = {0};
  bool ok = rules_of(g, normal_sets(g, step), &list, diag);
  SmrWorldOptions none = {0};
  for (uint32_t i = 0; ok && i < g->terms.size; i++) {
    uint32_t rounds;
    ok = smr_normalise(g->ops, &g->rules, list.data, list.size, options ? options : &none,
                       &g->terms.data[i].term, &g->terms.data[i].root, &rounds, diag);
    step->done.normalised += rounds;
  }
  smr_vec_free(&list);
  return ok;
}

static bool is_found(const Phase *p, uint32_t i) {
  return !p->sketches[i] || smr_sketch_found(p->sketches[i], p->w->g, p->roots.data[i]);
}

// Whether to stop: everything is found, or class data went wrong. Without sketches the rules run on.
static bool is_done(void *user, SmrEgraph *g) {
  const Phase *p = user;
  (void)g;
  if (p->w->data && smr_data_failed(p->w->data))
    return true;
  bool all = p->step->sketches.size;
  for (uint32_t i = 0; all && i < p->guide->terms.size; i++)
    all = is_found(p, i);
  return all;
}

static SmrRunBudget budget_of(const Phase *p, const SmrRunBudget *limits) {
  const SmrGuideStep *s = p->step;
  SmrRunBudget b = limits ? *limits : (SmrRunBudget){.iterations = 30, .nodes = 1000000};
  b.iterations = s->limits & 1 ? s->iterations : b.iterations;
  b.nodes = s->limits & 2 ? s->nodes : b.nodes;
  b.milliseconds = s->limits & 4 ? s->milliseconds : b.milliseconds;
  b.bytes = s->limits & 8 ? s->bytes : b.bytes;
  b.goal = is_done;
  b.user = (void *)p;
  return b;
}

static void saturate(Phase *p, const SmrRunBudget *limits) {
  SmrGuidePhase *done = &p->step->done;
  for (uint32_t i = 0; i < p->guide->terms.size; i++) {
    SmrClass root = smr_egraph_add_term(p->w->g, &p->guide->terms.data[i].term, p->guide->terms.data[i].root);
    smr_vec_push(&p->roots, root);
  }
  SmrRunBudget budget = budget_of(p, limits);
  SmrRun *run = smr_run_create(p->w->g, p->program);
  double begun = smr_run_now(&budget);
  done->stop = smr_run(run, &budget);
  done->milliseconds = smr_run_now(&budget) - begun;
  for (uint32_t i = 0; i < smr_run_iterations(run); i++) {
    smr_vec_push(&done->iterations, *smr_run_iteration(run, i));
    done->matches += smr_run_iteration(run, i)->matches;
  }
  smr_run_destroy(run);
  done->nodes = smr_egraph_nodes(p->w->g);
  done->classes = smr_egraph_classes(p->w->g);
  done->bytes = smr_egraph_bytes(p->w->g);
  for (uint32_t i = 0; i < p->step->filters.size; i++) {
    uint32_t filter = smr_filter_named(&p->guide->rules, p->step->filters.data[i].name);
    uint64_t dropped = smr_filters_dropped(p->w->filters, filter);
    smr_vec_push(&done->by_filter, dropped);
    done->dropped += dropped;
  }
}

// Says for each term whose sketch was not reached what of it was.
static bool check_found(Phase *p) {
  const SmrGuidePhase *done = &p->step->done;
  bool all = true;
  for (uint32_t i = 0; i < p->guide->terms.size; i++) {
    if (is_found(p, i))
      continue;
    const SmrGuideSketch *s = guide_sketch_of(p->step, p->guide->terms.data[i].name);
    SmrStr wanted = {0}, part = {0};
    smr_guide_print_sketch(s->text, 0, &wanted);
    smr_guide_partial(p->w, s->text, p->roots.data[i], &part);
    all = error(
        p->diag, s->place,
        "phase '%s': no term that equals '%s' satisfies %s; found of it: %s (stopped by: %s; iterations: %u, "
        "nodes: %u, classes: %u)",
        done->name, p->guide->terms.data[i].name, smr_str_get(&wanted), smr_str_get(&part),
        smr_stop_reason_text(done->stop), done->iterations.size, done->nodes, done->classes);
    smr_str_free(&wanted);
    smr_str_free(&part);
  }
  return all;
}

//===--- counts ---===//

// How many subterms of a result, at all their positions, satisfy a sketch: in a graph that holds nothing
// else, where types are known, too.
static uint64_t count_in_term(const Phase *p, const SmrSexp *text, const SmrTerm *t, uint32_t root) {
  SmrWorldOptions options = {
      .names = "is-integer not-free", .more = p->options.more, .user = p->options.user};
  SmrWorld *w = smr_world_create(p->w->ops, p->w->rules, &options);
  SmrClass *classes = smr_xmalloc((root + 1) * sizeof *classes), children[SMR_MAX_ARITY];
  uint64_t *uses = smr_xcalloc(root + 1, sizeof *uses), total = 0;
  for (uint32_t i = 0; i <= root; i++) {
    for (uint32_t k = 0; k < smr_operator_info(w->ops, t->nodes.data[i].op)->arity; k++)
      children[k] = classes[smr_term_children(t, i)[k]];
    classes[i] = smr_egraph_add(w->g, t->nodes.data[i].op, children);
  }
  smr_egraph_rebuild(w->g);
  SmrSketch *sketch = smr_sketch_read(w->ops, text, 0, &w->callbacks, p->diag);
  unsigned char *holds = smr_xcalloc(smr_egraph_elements(w->g) + 1u, 1);
  if (sketch)
    smr_sketch_classes(sketch, w->g, holds);
  uses[root] = 1;
  for (uint32_t i = root + 1; i-- > 0;) {
    for (uint32_t k = 0; k < smr_operator_info(w->ops, t->nodes.data[i].op)->arity; k++)
      uses[smr_term_children(t, i)[k]] += uses[i];
    total += holds[smr_egraph_find(w->g, classes[i])] ? uses[i] : 0;
  }
  smr_sketch_destroy(sketch);
  smr_world_destroy(w);
  free(classes);
  free(uses);
  free(holds);
  return total;
}

typedef struct {
  SmrProgram *program;
  SmrEgraph *g;
  uint64_t count;
} Counter;

static bool count_match(void *user, const SmrEmatch *match) {
  Counter *c = user;
  c->count += smr_program_holds(c->program, c->g, match);
  return true;
}

static uint64_t count_in_graph(Phase *p, const char *name) {
  uint32_t index = 0, since = 0;
  smr_map_get(&p->guide->rules.by_name, smr_operators_symbol(p->w->ops, name), &index);
  const SmrRule *rule = p->guide->rules.list.data[index];
  SmrProgram *program = smr_program_create(p->w->ops, &rule, 1, &p->w->callbacks, p->diag);
  Counter counter = {program, p->w->g, 0};
  SmrSnapshot *snapshot = smr_snapshot_create();
  if (program) {
    smr_snapshot_take(snapshot, p->w->g);
    smr_program_search(program, snapshot, p->w->g, &since, count_match, &counter);
  }
  smr_snapshot_destroy(snapshot);
  smr_program_destroy(program);
  return counter.count;
}

static bool check_counts(Phase *p) {
  bool ok = true;
  for (uint32_t i = 0; i < p->step->counts.size; i++) {
    const SmrGuideCount *c = &p->step->counts.data[i];
    uint64_t count = 0;
    if (c->in_graph)
      count = count_in_graph(p, c->rule);
    for (uint32_t k = 0; !c->in_graph && k < p->guide->terms.size; k++)
      count += count_in_term(p, c->sketch, &p->guide->terms.data[k].term, p->guide->terms.data[k].root);
    if (count == c->wanted)
      continue;
    SmrStr what = {0};
    if (c->in_graph)
      smr_str_printf(&what, "matches of the rule '%s'", c->rule);
    else
      smr_guide_print_sketch(c->sketch, 0, &what);
    ok = error(p->diag, c->place, "phase '%s': expected %u of %s, there are %" PRIu64, p->step->done.name,
               c->wanted, smr_str_get(&what), count);
    smr_str_free(&what);
  }
  return ok;
}

//===--- results ---===//

// The cheapest terms that satisfy the sketches become the guide's terms.
static bool extract(Phase *p) {
  SmrBest *best = smr_best_create(p->w->g, &p->cost);
  smr_best_update(best);
  bool ok = smr_best_report(best, p->diag);
  for (uint32_t i = 0; ok && i < p->guide->terms.size; i++) {
    SmrGuideTerm *t = &p->guide->terms.data[i];
    SmrTerm term = {0};
    double cost = smr_best_cost(best, p->roots.data[i]);
    uint32_t root = p->sketches[i] ? smr_sketch_extract(p->sketches[i], best, p->roots.data[i], &term, &cost)
                                   : smr_best_term(best, p->roots.data[i], &term);
    if (root == UINT32_MAX) {
      smr_term_free(&term);
      ok = error(p->diag, p->step->place, "phase '%s': every form of '%s' has infinite cost",
                 p->step->done.name, t->name);
      continue;
    }
    smr_term_free(&t->term);
    t->term = term, t->root = root, t->cost = cost;
  }
  smr_best_destroy(best);
  return ok;
}

static SmrGuideEnd run_phase(Phase *p, const SmrWorldOptions *options, const SmrRunBudget *limits) {
  if (!normalise(p->guide, p->step, options, p->diag) || !begin_phase(p, options))
    return SMR_GUIDE_ERROR;
  p->step->done.ran = true;
  saturate(p, limits);
  if (p->w->data && !smr_data_report(p->w->data, p->diag))
    return SMR_GUIDE_ERROR;
  if (p->w->builtins && smr_builtins_conflicts(p->w->builtins))
    smr_report(p->diag, SMR_WARNING, p->step->place.file, p->step->place.line, p->step->place.column,
               "phase '%s': different integers became equal: a rule is wrong, or the terms divide by zero",
               p->step->done.name);
  if (!check_found(p))
    return SMR_GUIDE_NOT_FOUND;
  p->step->done.found = true;
  if (!extract(p))
    return SMR_GUIDE_ERROR;
  return check_counts(p) ? SMR_GUIDE_DONE : SMR_GUIDE_NOT_FOUND;
}

SmrGuideEnd smr_guide_run(SmrGuide *g, const SmrWorldOptions *options, const SmrRunBudget *limits,
                          SmrDiag *diag) {
  for (uint32_t i = 0; i < g->steps.size; i++) {
    Phase p = {.guide = g, .step = &g->steps.data[i], .diag = diag};
    SmrGuideEnd end = run_phase(&p, options, limits);
    end_phase(&p);
    if (end != SMR_GUIDE_DONE)
      return end;
  }
  return SMR_GUIDE_DONE;
}
