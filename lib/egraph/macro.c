//===- macro.c - abbreviations and templates -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/macro.h"
#include "base/sexp_build.h"
#include <string.h>

#define MAX_DEPTH 64
#define MAX_NODES 500000u

// What a parameter stands for: a node that is written out already.
typedef struct {
  const char *name;
  const SmrSexp *of;
  uint32_t node;
} Binding;

typedef SMR_VEC(Binding) Bindings;

typedef struct {
  SmrMacros *macros;
  const SmrSexp *in; // where places are from
  SmrDiag *diag;
  uint32_t depth;
  SmrSexpBuilder b;
  Bindings values; // of templates around: <T>
} Writer;

void smr_macros_free(SmrMacros *macros) {
  for (uint32_t i = 0; i < macros->list.size; i++) {
    smr_vec_free(&macros->list.data[i].parameters);
    smr_sexp_free(&macros->list.data[i].body);
  }
  smr_vec_free(&macros->list);
}

static const SmrMacro *macro_named(const SmrMacros *macros, const char *name, bool call) {
  for (uint32_t i = 0; i < macros->list.size; i++)
    if (macros->list.data[i].call == call && !strcmp(macros->list.data[i].name, name))
      return &macros->list.data[i];
  return NULL;
}

static bool define(Writer *w, uint32_t list) {
  const SmrSexp *s = w->in;
  bool three = s->nodes.data[list].count == 3, call = three && smr_sexp_is_list(s, list + 2);
  if (!three || (call && !s->nodes.data[list + 2].count))
    return smr_sexp_error(w->diag, s, list, "expected (define (NAME PARAMETER…) BODY) or (define NAME BODY)");
  uint32_t first = call ? list + 3 : list + 2, body = s->nodes.data[list + 2].end;
  for (uint32_t i = first; i < body; i++)
    if (!smr_sexp_is_atom(s, i) || strchr("?%!:<", smr_sexp_text(s, i)[0]))
      return smr_sexp_error(w->diag, s, i, "expected a name");
  const char *name = smr_sexp_text(s, first);
  if (macro_named(w->macros, name, call))
    return smr_sexp_error(w->diag, s, list, "'%s' is defined twice", name);
  SmrMacro m = {.call = call};
  SmrSexpBuilder b = {.out = &m.body};
  smr_sexp_copy(&b, s, body);
  smr_sexp_builder_free(&b);
  m.name = smr_arena_strdup(&m.body.texts, name);
  for (uint32_t i = first + 1; i < body; i++) {
    const char *parameter = smr_arena_strdup(&m.body.texts, smr_sexp_text(s, i));
    smr_vec_push(&m.parameters, parameter);
  }
  smr_vec_push(&w->macros->list, m);
  return true;
}

//===--- writing out ---===//

static const Binding *bound(const Bindings *env, const char *text) {
  for (uint32_t i = env->size; i-- > 0;)
    if (!strcmp(env->data[i].name, text))
      return &env->data[i];
  return NULL;
}

// An atom with the values of templates put in for <T> inside of it.
static bool write_inside(Writer *w, const char *at, uint32_t place) {
  SmrStr text = {0};
  while (*at) {
    uint32_t i = 0;
    while (i < w->values.size && !smr_starts(at, w->values.data[i].name))
      i++;
    if (i == w->values.size) {
      smr_str_putc(&text, *at++);
      continue;
    }
    const Binding *b = &w->values.data[i];
    if (!smr_sexp_is_atom(b->of, b->node)) {
      smr_str_free(&text);
      return smr_sexp_error(w->diag, w->in, place, "%s stands inside of a name: its values must be atoms",
                            b->name);
    }
    smr_str_puts(&text, smr_sexp_text(b->of, b->node));
    at += strlen(b->name);
  }
  smr_sexp_atom(&w->b, w->in, place, smr_str_get(&text));
  smr_str_free(&text);
  return true;
}

static bool write_node(Writer *w, const Bindings *env, const SmrSexp *from, uint32_t node, uint32_t place);

// What stands in a definition has the place of the call.
static uint32_t place_of(const Writer *w, const SmrSexp *from, uint32_t node, uint32_t place) {
  return from == w->in ? node : place;
}

static bool write_call(Writer *w, const Bindings *env, const SmrSexp *from, uint32_t node, uint32_t place,
                       const SmrMacro *m) {
  uint32_t given = m->call ? from->nodes.data[node].count - 1 : 0, k = 0;
  if (given != m->parameters.size)
    return smr_sexp_error(w->diag, w->in, place, "'%s' takes %u arguments, not %u", m->name,
                          m->parameters.size, given);
  if (w->depth == MAX_DEPTH)
    return smr_sexp_error(w->diag, w->in, place, "definitions use one another more than %d deep", MAX_DEPTH);
  SmrSexp *args = smr_xcalloc(given + 1, sizeof *args);
  Bindings inner = {0};
  bool ok = true;
  SmrSexpBuilder outer = w->b;
  for (uint32_t i = given ? from->nodes.data[node + 1].end : 0; ok && k < given;
       i = from->nodes.data[i].end, k++) {
    w->b = (SmrSexpBuilder){.out = &args[k]};
    ok = write_node(w, env, from, i, place_of(w, from, i, place));
    smr_sexp_builder_free(&w->b);
    smr_vec_push(&inner, (Binding){m->parameters.data[k], &args[k], 0});
  }
  w->b = outer;
  w->depth++;
  ok = ok && write_node(w, &inner, &m->body, 0, place);
  w->depth--;
  for (uint32_t i = 0; i < given; i++)
    smr_sexp_free(&args[i]);
  free(args);
  smr_vec_free(&inner);
  return ok;
}

static bool write_atom(Writer *w, const Bindings *env, const SmrSexp *from, uint32_t node, uint32_t place) {
  const char *text = smr_sexp_text(from, node);
  const Binding *b = bound(env, text);
  b = b ? b : bound(&w->values, text);
  if (b) {
    smr_sexp_copy(&w->b, b->of, b->node);
    return true;
  }
  const SmrMacro *m = macro_named(w->macros, text, false);
  if (m)
    return write_call(w, env, from, node, place, m);
  return write_inside(w, text, place);
}

static bool write_node(Writer *w, const Bindings *env, const SmrSexp *from, uint32_t node, uint32_t place) {
  const SmrSexpNode *n = &from->nodes.data[node];
  if (w->b.out->nodes.size > MAX_NODES)
    return smr_sexp_error(w->diag, w->in, place, "what is written out is too large");
  if (n->kind == SMR_SEXP_ATOM)
    return write_atom(w, env, from, node, place);
  if (n->kind == SMR_SEXP_STRING) {
    smr_sexp_copy(&w->b, from, node);
    return true;
  }
  const char *head = n->count && smr_sexp_is_atom(from, node + 1) ? smr_sexp_text(from, node + 1) : NULL;
  const SmrMacro *m = head && !bound(env, head) ? macro_named(w->macros, head, true) : NULL;
  if (m)
    return write_call(w, env, from, node, place, m);
  smr_sexp_open(&w->b, w->in, place);
  bool ok = true;
  for (uint32_t i = node + 1; ok && i < n->end; i = from->nodes.data[i].end)
    ok = write_node(w, env, from, i, place_of(w, from, i, place));
  smr_sexp_close(&w->b);
  return ok;
}

//===--- items ---===//

static bool write_item(Writer *w, uint32_t item);

static bool check_template(Writer *w, uint32_t list) {
  const SmrSexp *s = w->in;
  bool ok = s->nodes.data[list].count >= 3 && smr_sexp_is_list(s, list + 2) && s->nodes.data[list + 2].count;
  for (uint32_t i = list + 3; ok && i < s->nodes.data[list + 2].end; i = s->nodes.data[i].end) {
    const char *name = s->nodes.data[i].count >= 2 ? smr_sexp_text(s, i + 1) : "";
    ok = smr_starts(name, "<") && smr_ends(name, ">") && name[2];
  }
  return ok || smr_sexp_error(w->diag, s, list, "expected (for ((<NAME> VALUE…)…) ITEM…)");
}

// The items for each value of the template's parameter at a node and those behind it.
static bool write_template(Writer *w, uint32_t list, uint32_t parameter) {
  const SmrSexp *s = w->in;
  bool ok = true;
  if (parameter == s->nodes.data[list + 2].end) {
    for (uint32_t i = parameter; ok && i < s->nodes.data[list].end; i = s->nodes.data[i].end)
      ok = write_item(w, i);
    return ok;
  }
  for (uint32_t i = parameter + 2; ok && i < s->nodes.data[parameter].end; i = s->nodes.data[i].end) {
    smr_vec_push(&w->values, (Binding){smr_sexp_text(s, parameter + 1), s, i});
    ok = write_template(w, list, s->nodes.data[parameter].end);
    w->values.size--;
  }
  return ok;
}

static bool has_items(const SmrSexp *s, uint32_t list) {
  static const char *const heads[] = {"ruleset", "data", NULL};
  return smr_sexp_is_list(s, list) && s->nodes.data[list].count && smr_sexp_is_atom(s, list + 1) &&
         smr_among(smr_sexp_text(s, list + 1), heads);
}

static bool write_item(Writer *w, uint32_t item) {
  const SmrSexp *s = w->in;
  Bindings none = {0};
  if (smr_sexp_is_call(s, item, "for"))
    return check_template(w, item) && write_template(w, item, item + 3);
  if (smr_sexp_is_call(s, item, "define"))
    return smr_sexp_error(w->diag, s, item, "a definition stands at the top level");
  if (!has_items(s, item))
    return write_node(w, &none, s, item, item);
  smr_sexp_open(&w->b, s, item);
  bool ok = true;
  for (uint32_t i = item + 1; ok && i < s->nodes.data[item].end; i = s->nodes.data[i].end)
    ok = write_item(w, i);
  smr_sexp_close(&w->b);
  return ok;
}

bool smr_macros_expand(SmrMacros *macros, const SmrSexp *in, uint32_t item, SmrSexp *out, SmrDiag *diag) {
  Writer w = {.macros = macros, .in = in, .diag = diag, .b = {.out = out}};
  out->file = in->file;
  bool ok = smr_sexp_is_call(in, item, "define") ? define(&w, item) : write_item(&w, item);
  smr_sexp_builder_free(&w.b);
  smr_vec_free(&w.values);
  return ok;
}
