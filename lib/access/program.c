//===- program.c - programs from text -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access/internal.h"
#include "base/sexp_build.h"
#include "egraph/term_text.h"
#include <assert.h>
#include <string.h>

typedef struct {
  SmrAccess *access;
  SmrDiag *diag;
  SMR_VEC(SmrSexp) items;
} Reader;

#define bad(r, s, node, ...) smr_sexp_error((r)->diag, s, node, __VA_ARGS__)

static const struct {
  const char *name;
  uint32_t arity;
} operators[] = {
#define X(id, name, arity) {name, arity},
    SMR_ACCESS_OPERATORS(X)
#undef X
};

//===--- tensors ---===//

static bool is_taken(const SmrAccess *a, const char *name) {
  for (uint32_t i = 0; i < SMR_ACCESS_COUNT; i++)
    if (!strcmp(operators[i].name, name))
      return true;
  for (uint32_t i = 0; i < a->tensors.size; i++)
    if (!strcmp(a->tensors.data[i].name, name))
      return true;
  return false;
}

static bool is_size(const SmrAccess *a, SmrDatum dim) {
  int64_t n;
  const SmrDatums *v = smr_operators_values(a->ops);
  return smr_datum_is_integer(v, dim, &n) ? n >= 0 : smr_datum_is_size(v, dim);
}

static void add_tensor(SmrAccess *a, const char *name, SmrAccessType type, const SmrDatum *dims,
                       uint32_t rank) {
  SmrAccessTensor t = {.name = smr_arena_strdup(&a->texts, name), .type = type, .rank = rank};
  for (uint32_t i = 0; i < rank; i++)
    t.dims[i] = dims[i];
  smr_vec_push(&a->tensors, t);
  SmrOperator leaf = smr_operator_plain(a->ops, name, 0);
  smr_vec_push(&a->leaves, leaf);
}

void smr_access_publish(SmrAccess *a, SmrRules *rules, uint32_t from) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) none = {0};
  smr_str_puts(&text, "(data shape");
  for (uint32_t i = from; i < a->tensors.size; i++) {
    const SmrAccessTensor *t = &a->tensors.data[i];
    smr_str_printf(&text, " (make %s ((", t->name);
    for (uint32_t k = 0; k < t->rank; k++) {
      smr_str_putc(&text, ' ');
      smr_datum_print(smr_operators_values(a->ops), t->dims[k], &text);
    }
    smr_str_puts(&text, ") ()))");
  }
  smr_str_putc(&text, ')');
  bool ok = smr_rules_parse(a->ops, "tensors", smr_str_get(&text), text.size, NULL, NULL, rules, &none);
  assert(ok && "names and sizes were checked");
  (void)ok;
}

uint32_t smr_access_makes(const SmrRules *rules) {
  return rules->data.declarations.data[0].makes.size;
}

void smr_access_withdraw(SmrRules *rules, uint32_t makes) {
  rules->data.declarations.data[0].makes.size = makes;
}

// (tensor NAME TYPE (SIZE…))
static bool read_tensor(Reader *r, const SmrSexp *s, uint32_t list) {
  SmrAccess *a = r->access;
  if (s->nodes.data[list].count != 4 || !smr_sexp_is_list(s, smr_sexp_element(s, list, 3)))
    return bad(r, s, list, "expected (tensor NAME f32|f64 (SIZE…))");
  uint32_t name = list + 2, type = smr_sexp_element(s, list, 2), dims = smr_sexp_element(s, list, 3);
  const char *text = smr_sexp_text(s, name), *type_text = smr_sexp_text(s, type);
  if (!smr_sexp_is_atom(s, name) || !smr_text_is_name(text))
    return bad(r, s, name, "expected the name of a tensor");
  if (is_taken(a, text))
    return bad(r, s, name, "there is a tensor or an operator '%s' already", text);
  if (!smr_sexp_is_atom(s, type) || (strcmp(type_text, "f32") && strcmp(type_text, "f64")))
    return bad(r, s, type, "expected f32 or f64");
  if (s->nodes.data[dims].count > SMR_ACCESS_MAX_RANK)
    return bad(r, s, dims, "more than %d dimensions", SMR_ACCESS_MAX_RANK);
  SmrDatum sizes[SMR_ACCESS_MAX_RANK];
  uint32_t rank = 0;
  for (uint32_t i = dims + 1; i < s->nodes.data[dims].end; i = s->nodes.data[i].end, rank++) {
    SmrSexp quoted = {.file = s->file};
    SmrSexpBuilder b = {.out = &quoted};
    SmrOperator leaf = SMR_NO_OPERATOR;
    smr_sexp_open(&b, s, i);
    smr_sexp_atom(&b, s, i, "quote");
    smr_sexp_copy(&b, s, i);
    smr_sexp_close(&b);
    smr_operator_read_leaf(a->ops, &quoted, 0, &leaf, r->diag);
    smr_sexp_builder_free(&b);
    smr_sexp_free(&quoted);
    if (leaf == SMR_NO_OPERATOR)
      return false;
    sizes[rank] = smr_operator_info(a->ops, leaf)->value;
    if (!is_size(a, sizes[rank]))
      return bad(r, s, i, "expected a size: a number, a name that (size …) declares, arithmetic on them");
  }
  add_tensor(a, text, strcmp(type_text, "f32") ? SMR_ACCESS_F64 : SMR_ACCESS_F32, sizes, rank);
  return true;
}

//===--- terms ---===//

static bool complain(Reader *r, const SmrTerm *t, uint32_t node, const SmrTermPlaces *places,
                     const SmrDatum *data) {
  SmrStr text = {0};
  SmrAccess *a = r->access;
  smr_operator_print(a->ops, t->nodes.data[node].op, &text);
  uint32_t arity = smr_operator_info(a->ops, t->nodes.data[node].op)->arity;
  smr_str_puts(&text, arity ? " has no shape for" : " is no tensor");
  for (uint32_t i = 0; i < arity; i++) {
    smr_str_puts(&text, i ? ", " : " ");
    smr_datum_print(smr_operators_values(a->ops), data[smr_term_children(t, node)[i]], &text);
  }
  smr_term_error(r->diag, places, node, "%s", smr_str_get(&text));
  smr_str_free(&text);
  return false;
}

// A list of numbers might be read as a shape, where an access pattern is expected.
static bool check_operand(Reader *r, const SmrTerm *t, SmrAccessOp op, uint32_t node, uint32_t k,
                          const SmrTermPlaces *places) {
  static const char *const literals[SMR_ACCESS_COUNT] = {
      [SMR_ACCESS_ACCESS] = ".n",      [SMR_ACCESS_TRANSPOSE] = ".n", [SMR_ACCESS_WINDOWS] = ".nn",
      [SMR_ACCESS_SLICE] = ".nnn",     [SMR_ACCESS_SQUEEZE] = ".n",   [SMR_ACCESS_RESHAPE] = ".n",
      [SMR_ACCESS_CONCAT] = "..n",     [SMR_ACCESS_PAD] = ".nnn",     [SMR_ACCESS_BROADCAST] = ".n",
      [SMR_ACCESS_INSERT_AXIS] = ".n", [SMR_ACCESS_COMPUTE] = "n",    [SMR_ACCESS_SYSTOLIC_ARRAY] = "nn",
      [SMR_ACCESS_TILED_MATMUL] = "n",
  };
  uint32_t child = smr_term_children(t, node)[k];
  SmrAccessOp is = smr_access_classify(r->access, t->nodes.data[child].op);
  bool literal = is == SMR_ACCESS_INTEGER || is == SMR_ACCESS_LIST || is == SMR_ACCESS_DOT_PROD ||
                 is == SMR_ACCESS_REDUCE_SUM || is == SMR_ACCESS_REDUCE_MAX;
  const char *kinds = literals[op] ? literals[op] : "";
  bool wanted = k < strlen(kinds) && kinds[k] == 'n';
  return literal == wanted ||
         smr_term_error(r->diag, places, child,
                        wanted ? "expected a number, a list or a function" : "expected an access pattern");
}

static bool complain_of_operator(Reader *r, SmrOperator op, uint32_t node, const SmrTermPlaces *places) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_operator_print(r->access->ops, op, &name);
  smr_term_error(r->diag, places, node, "'%s' with %u operands is neither an operator nor a tensor",
                 smr_str_get(&name), smr_operator_info(r->access->ops, op)->arity);
  return false;
}

// Operators and tensors alone, of one type; each subterm has a shape.
static bool check_nodes(Reader *r, const SmrTerm *t, const SmrTermPlaces *places) {
  SmrAccess *a = r->access;
  const SmrAccessTensor *first = NULL;
  for (uint32_t i = 0; i < t->nodes.size; i++) {
    SmrOperator op = t->nodes.data[i].op;
    SmrAccessOp which = smr_access_classify(a, op);
    if (which == SMR_ACCESS_OTHER)
      return complain_of_operator(r, op, i, places);
    for (uint32_t k = 0; k < smr_operator_info(a->ops, op)->arity; k++)
      if (!check_operand(r, t, which, i, k, places))
        return false;
    const SmrAccessTensor *tensor = which == SMR_ACCESS_TENSOR ? smr_access_tensor_of(a, op) : NULL;
    if (first && tensor && first->type != tensor->type)
      return smr_term_error(r->diag, places, i, "'%s' and '%s' have different element types", first->name,
                            tensor->name);
    first = tensor ? tensor : first;
  }
  return true;
}

static bool check_term(Reader *r, const SmrAccessTerm *t, const SmrTermPlaces *places) {
  SmrDatum *data = smr_xcalloc(t->root + 1, sizeof *data);
  SmrAccessShape shape;
  uint32_t node;
  bool ok = check_nodes(r, &t->term, places);
  if (ok && !smr_access_data(r->access, &t->term, t->root, data, &node))
    ok = complain(r, &t->term, node, places, data);
  for (uint32_t i = 0; ok && i <= t->root; i++) {
    uint32_t two;
    bool pair = smr_datum_elements(smr_access_values(r->access), data[i], &two) && two == 2;
    if (pair && smr_operator_info(r->access->ops, t->term.nodes.data[i].op)->arity &&
        !smr_access_shape(r->access, data[i], &shape))
      ok = smr_term_error(r->diag, places, i, "more than %d dimensions", SMR_ACCESS_MAX_RANK);
  }
  if (ok && !smr_access_shape(r->access, data[t->root], &shape))
    ok = smr_term_error(r->diag, places, t->root, "a term is an access pattern");
  free(data);
  return ok;
}

static bool read_term(Reader *r, const SmrSexp *s, const char *name, uint32_t at) {
  SmrAccess *a = r->access;
  SmrTermPlaces places = {0};
  SmrAccessTerm t = {.name = smr_arena_strdup(&a->texts, name)};
  bool ok = smr_term_read_placed(a->ops, s, at, 0, &t.term, &t.root, &places, r->diag) &&
            check_term(r, &t, &places);
  if (ok)
    smr_vec_push(&a->terms, t);
  else
    smr_term_free(&t.term);
  smr_vec_free(&places.nodes);
  return ok;
}

// (term NAME TERM)
static bool read_named_term(Reader *r, const SmrSexp *s) {
  bool named = s->nodes.data[0].count == 3 && smr_sexp_is_atom(s, 2);
  const char *name = named ? smr_sexp_text(s, 2) : "";
  if (!named || !smr_text_is_name(name))
    return bad(r, s, 0, "expected (term NAME TERM)");
  if (smr_access_term_named(r->access, name))
    return bad(r, s, 2, "there is a term '%s' already", name);
  return read_term(r, s, name, 3);
}

//===--- files ---===//

// Tensors and terms wait until everything else is read: shapes need the rules, which need their definitions.
static bool keep_item(void *user, const SmrSexp *s, uint32_t item, bool *ok) {
  Reader *r = user;
  if (!smr_sexp_is_call(s, item, "tensor") && !smr_sexp_is_call(s, item, "term") &&
      !smr_access_is_kernel(s, item))
    return false;
  SmrSexp one = {.file = smr_arena_strdup(&r->access->texts, s->file)};
  SmrSexpBuilder b = {.out = &one};
  smr_sexp_copy(&b, s, item);
  smr_sexp_builder_free(&b);
  smr_vec_push(&r->items, one);
  *ok = true;
  return true;
}

static bool include(SmrAccess *a, const char *rules, SmrDiag *diag) {
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  smr_str_printf(&path, "%s/access.rules", rules);
  bool ok = smr_data_named(&a->rules, "shape") != UINT32_MAX ||
            smr_rules_read(a->ops, smr_str_get(&path), &a->rules, diag);
  if (ok && smr_data_named(&a->rules, "shape") != 0)
    ok = smr_error(diag, smr_str_get(&path), 0, 0, "'shape' are not the first class data");
  return ok;
}

// A term, and where it stands.
static bool read_item(Reader *r, const SmrSexp *s) {
  bool ok =
      smr_access_is_kernel(s, 0) ? smr_access_read_kernel(r->access, s, r->diag) : read_named_term(r, s);
  if (!ok)
    return false;
  SmrAccessTerm *t = &smr_vec_last(&r->access->terms);
  t->file = smr_arena_strdup(&r->access->texts, s->file);
  t->line = s->nodes.data[0].line;
  t->column = s->nodes.data[0].column;
  return true;
}

static bool read_items(Reader *r) {
  bool ok = true;
  uint32_t first = r->access->tensors.size;
  for (uint32_t i = 0; i < r->items.size; i++)
    if (smr_sexp_is_call(&r->items.data[i], 0, "tensor"))
      ok &= read_tensor(r, &r->items.data[i], 0);
  smr_access_publish(r->access, &r->access->rules, first);
  for (uint32_t i = 0; i < r->items.size; i++)
    if (ok && !smr_sexp_is_call(&r->items.data[i], 0, "tensor"))
      ok = read_item(r, &r->items.data[i]);
  return ok;
}

SmrAccess *smr_access_parse(const char *rules, const char *file, const char *text, size_t size,
                            SmrDiag *diag) {
  SmrAccess *a = smr_xcalloc(1, sizeof *a);
  a->ops = smr_operators_create();
  a->directory = smr_arena_strdup(&a->texts, rules);
  for (uint32_t i = 0; i < SMR_ACCESS_COUNT; i++)
    a->known[i] = smr_operator_plain(a->ops, operators[i].name, operators[i].arity);
  if (smr_access_extend(a, file, text, size, diag))
    return a;
  smr_access_destroy(a);
  return NULL;
}

bool smr_access_extend(SmrAccess *a, const char *file, const char *text, size_t size, SmrDiag *diag) {
  Reader r = {.access = a, .diag = diag};
  bool ok = smr_rules_parse_more(a->ops, file, text, size, NULL, keep_item, &r, &a->rules, diag) &&
            include(a, a->directory, diag);
  if (ok && !a->tensors.size)
    a->makes = smr_access_makes(&a->rules);
  ok = ok && read_items(&r);
  for (uint32_t i = 0; i < r.items.size; i++)
    smr_sexp_free(&r.items.data[i]);
  smr_vec_free(&r.items);
  return ok;
}

SmrAccess *smr_access_create(const char *rules, SmrDiag *diag) {
  return smr_access_parse(rules, rules, "", 0, diag);
}

SmrAccess *smr_access_read(const char *rules, const char *path, SmrDiag *diag) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason = NULL;
  SmrAccess *a = NULL;
  if (smr_read_file(path, &text, &reason))
    a = smr_access_parse(rules, path, smr_str_get(&text), text.size, diag);
  else
    smr_error(diag, path, 0, 0, "%s", reason);
  return a;
}

static void free_terms(SmrAccess *a) {
  for (uint32_t i = 0; i < a->terms.size; i++)
    smr_term_free(&a->terms.data[i].term);
  smr_vec_free(&a->terms);
}

void smr_access_clear(SmrAccess *a) {
  free_terms(a);
  smr_vec_free(&a->leaves);
  smr_vec_free(&a->tensors);
  smr_access_withdraw(&a->rules, a->makes);
}

void smr_access_destroy(SmrAccess *a) {
  if (!a)
    return;
  free_terms(a);
  smr_vec_free(&a->leaves);
  smr_vec_free(&a->tensors);
  smr_rules_free(&a->rules);
  smr_rules_free(&a->search);
  smr_operators_destroy(a->ops);
  smr_arena_destroy(&a->texts);
  free(a);
}

//===--- terms that are added ---===//

bool smr_access_add(SmrAccess *a, const char *name, const char *text, SmrDiag *diag) {
  SmrSexp s, out = {0};
  Reader r = {.access = a, .diag = diag};
  if (smr_access_term_named(a, name))
    return smr_error(diag, NULL, 0, 0, "there is a term '%s' already", name);
  if (!smr_sexp_read(name, text, strlen(text), &s, diag))
    return false;
  bool ok = s.nodes.size ? true : smr_error(diag, name, 1, 1, "there is no term");
  if (ok && s.nodes.data[0].end < s.nodes.size)
    ok = bad(&r, &s, s.nodes.data[0].end, "there is more than one term");
  ok = ok && smr_macros_expand(&a->rules.macros, &s, 0, &out, diag) && read_term(&r, &out, name, 0);
  smr_sexp_free(&out);
  smr_sexp_free(&s);
  return ok;
}
