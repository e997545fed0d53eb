//===- sketch_text.c - sketches as text; what terms satisfy them ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/sketch_internal.h"
#include "egraph/term_text.h"
#include <string.h>

static const char *const words[] = {"contains", "or", "op", "is", "node"};

static bool is_word(const char *name) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(name, words[i]))
      return true;
  return false;
}

typedef struct {
  SmrSketch *sketch;
  const SmrSexp *sexp;
  const SmrCallbacks *callbacks;
  SmrDiag *diag;
} Reader;

#define FAILED UINT32_MAX

// The number of a part, which is new only if there is none like it.
static uint32_t part(SmrSketch *s, SmrSketchPart p, const uint32_t *args) {
  for (uint32_t i = 0; i < s->parts.size; i++) {
    const SmrSketchPart *q = &s->parts.data[i];
    if (q->kind == p.kind && q->op == p.op && q->count == p.count && q->callback == p.callback &&
        (!p.count || !memcmp(s->args.data + q->first, args, p.count * sizeof *args)))
      return i;
  }
  p.first = s->args.size;
  for (uint32_t i = 0; i < p.count; i++)
    smr_vec_push(&s->args, args[i]);
  smr_vec_push(&s->parts, p);
  return s->parts.size - 1;
}

static uint32_t read_part(Reader *r, uint32_t at);

static uint32_t failed(Reader *r, uint32_t at, const char *text) {
  smr_sexp_error(r->diag, r->sexp, at, "%s", text);
  return FAILED;
}

// The elements of a list from number `from` on, as the arguments of `p`.
static uint32_t read_args(Reader *r, uint32_t list, uint32_t from, SmrSketchPart p) {
  SMR_VEC(uint32_t) args = {0};
  uint32_t end = r->sexp->nodes.data[list].end, k = 0;
  for (uint32_t i = list + 1; i < end; i = r->sexp->nodes.data[i].end, k++) {
    uint32_t arg = k < from ? 0 : read_part(r, i);
    if (arg == FAILED) {
      smr_vec_free(&args);
      return FAILED;
    }
    if (k >= from)
      smr_vec_push(&args, arg);
  }
  p.count = args.size;
  uint32_t made = part(r->sketch, p, args.data);
  smr_vec_free(&args);
  return made;
}

// An operator's name at element `head` of a list, its children behind it.
static uint32_t read_node(Reader *r, uint32_t list, uint32_t head, uint32_t from) {
  if (!smr_sexp_is_atom(r->sexp, head))
    return failed(r, head, "expected an operator");
  uint32_t arity = r->sexp->nodes.data[list].count - from;
  SmrOperator op = smr_operator_read(r->sketch->ops, r->sexp, head, arity, 0, r->diag);
  return op == SMR_NO_OPERATOR ? FAILED
                               : read_args(r, list, from, (SmrSketchPart){.kind = SMR_SKETCH_NODE, .op = op});
}

static uint32_t read_any_arity(Reader *r, uint32_t head) {
  if (!smr_sexp_is_atom(r->sexp, head))
    return failed(r, head, "expected an operator");
  SmrOperator op = smr_operator_read(r->sketch->ops, r->sexp, head, 0, 0, r->diag);
  if (op == SMR_NO_OPERATOR)
    return FAILED;
  const SmrOperatorInfo *info = smr_operator_info(r->sketch->ops, op);
  if (info->kind != SMR_OPERATOR_PLAIN)
    return failed(r, head, "expected the name of an operator that may have children");
  return part(r->sketch, (SmrSketchPart){.kind = SMR_SKETCH_OP, .op = info->name}, NULL);
}

static uint32_t read_is(Reader *r, uint32_t list) {
  uint32_t name = smr_sexp_element(r->sexp, list, 1);
  if (!smr_sexp_is_atom(r->sexp, name))
    return failed(r, name, "expected the name of a condition");
  const char *text = smr_sexp_text(r->sexp, name);
  const SmrCallback *callback = r->callbacks ? smr_callback_find(r->callbacks, text, true) : NULL;
  if (!callback) {
    smr_sexp_error(r->diag, r->sexp, name, "no such condition: %s", text);
    return FAILED;
  }
  if (callback->arguments != 1 && callback->arguments != UINT32_MAX) {
    smr_sexp_error(r->diag, r->sexp, name, "%s takes %u arguments, not one", text, callback->arguments);
    return FAILED;
  }
  return read_args(r, list, 2, (SmrSketchPart){.kind = SMR_SKETCH_IS, .callback = callback});
}

static uint32_t read_list(Reader *r, uint32_t at) {
  const SmrSexp *s = r->sexp;
  uint32_t count = s->nodes.data[at].count;
  if (!count)
    return failed(r, at, "expected a sketch");
  uint32_t head = smr_sexp_element(s, at, 0);
  SmrOperator leaf;
  if (smr_operator_read_leaf(r->sketch->ops, s, at, &leaf, r->diag))
    return leaf == SMR_NO_OPERATOR
               ? FAILED
               : part(r->sketch, (SmrSketchPart){.kind = SMR_SKETCH_NODE, .op = leaf}, NULL);
  if (smr_sexp_is_call(s, at, "contains"))
    return count == 2 ? read_args(r, at, 1, (SmrSketchPart){.kind = SMR_SKETCH_CONTAINS})
                      : failed(r, at, "expected (contains SKETCH)");
  if (smr_sexp_is_call(s, at, "or"))
    return count >= 2 ? read_args(r, at, 1, (SmrSketchPart){.kind = SMR_SKETCH_OR})
                      : failed(r, at, "expected (or SKETCH…)");
  if (smr_sexp_is_call(s, at, "op"))
    return count == 2 ? read_any_arity(r, smr_sexp_element(s, at, 1)) : failed(r, at, "expected (op NAME)");
  if (smr_sexp_is_call(s, at, "is"))
    return count == 3 ? read_is(r, at) : failed(r, at, "expected (is CONDITION SKETCH)");
  if (smr_sexp_is_call(s, at, "node"))
    return count >= 2 ? read_node(r, at, smr_sexp_element(s, at, 1), 2)
                      : failed(r, at, "expected (node NAME SKETCH…)");
  if (smr_sexp_is_call(s, at, "?"))
    return failed(r, at, "? takes no arguments");
  if (count == 2 && smr_sexp_is_atom(s, smr_sexp_element(s, at, 1)) &&
      !strcmp(smr_sexp_text(s, smr_sexp_element(s, at, 1)), "..."))
    return read_any_arity(r, head);
  return read_node(r, at, head, 1);
}

static uint32_t read_part(Reader *r, uint32_t at) {
  if (smr_sexp_is_list(r->sexp, at))
    return read_list(r, at);
  if (!smr_sexp_is_atom(r->sexp, at))
    return failed(r, at, "expected a sketch");
  if (!strcmp(smr_sexp_text(r->sexp, at), "?"))
    return 0;
  SmrOperator op = smr_operator_read(r->sketch->ops, r->sexp, at, 0, 0, r->diag);
  return op == SMR_NO_OPERATOR ? FAILED
                               : part(r->sketch, (SmrSketchPart){.kind = SMR_SKETCH_NODE, .op = op}, NULL);
}

SmrSketch *smr_sketch_read(SmrOperators *ops, const SmrSexp *sexp, uint32_t at, const SmrCallbacks *callbacks,
                           SmrDiag *diag) {
  SmrSketch *s = smr_xcalloc(1, sizeof *s);
  s->ops = ops;
  part(s, (SmrSketchPart){.kind = SMR_SKETCH_ANY}, NULL);
  Reader r = {s, sexp, callbacks, diag};
  uint32_t root = read_part(&r, at);
  if (root == FAILED) {
    smr_sketch_destroy(s);
    return NULL;
  }
  // (The whole is made last, and differs from its parts; so it is the last, or `?`.)
  return s;
}

SmrSketch *smr_sketch_parse(SmrOperators *ops, const char *file, const char *text, size_t size,
                            const SmrCallbacks *callbacks, SmrDiag *diag) {
  SmrSexp sexp = {0};
  SmrSketch *s = NULL;
  if (smr_sexp_read(file, text, size, &sexp, diag)) {
    if (!sexp.nodes.size)
      smr_error(diag, file, 1, 1, "expected a sketch");
    else if (sexp.nodes.data[0].end < sexp.nodes.size)
      smr_sexp_error(diag, &sexp, sexp.nodes.data[0].end, "expected one sketch");
    else
      s = smr_sketch_read(ops, &sexp, 0, callbacks, diag);
  }
  smr_sexp_free(&sexp);
  return s;
}

void smr_sketch_destroy(SmrSketch *s) {
  if (!s)
    return;
  smr_vec_free(&s->parts);
  smr_vec_free(&s->args);
  free(s);
}

static void print_part(const SmrSketch *s, uint32_t number, SmrStr *out) {
  const SmrSketchPart *p = &s->parts.data[number];
  const uint32_t *args = s->args.data + p->first;
  switch ((SmrSketchKind)p->kind) {
  case SMR_SKETCH_ANY:
    smr_str_putc(out, '?');
    return;
  case SMR_SKETCH_OP:
    smr_str_printf(out, "(op %s)", smr_operators_text(s->ops, p->op));
    return;
  case SMR_SKETCH_NODE: {
    const char *name = smr_operator_name(s->ops, p->op);
    // Where the plain form would be read as something else:
    bool dots = p->count == 1 && s->parts.data[args[0]].kind == SMR_SKETCH_NODE &&
                !s->parts.data[args[0]].count &&
                !strcmp(smr_operator_name(s->ops, s->parts.data[args[0]].op), "...");
    bool spelled = dots || (smr_operator_info(s->ops, p->op)->kind == SMR_OPERATOR_PLAIN &&
                            (!strcmp(name, "?") || (p->count && is_word(name))));
    if (p->count || spelled)
      smr_str_putc(out, '(');
    if (spelled)
      smr_str_puts(out, "node ");
    smr_operator_print(s->ops, p->op, out);
    if (!p->count && spelled)
      smr_str_putc(out, ')');
    if (!p->count)
      return;
    break;
  }
  case SMR_SKETCH_CONTAINS:
    smr_str_puts(out, "(contains");
    break;
  case SMR_SKETCH_OR:
    smr_str_puts(out, "(or");
    break;
  case SMR_SKETCH_IS:
    smr_str_printf(out, "(is %s", p->callback->name);
    break;
  }
  for (uint32_t i = 0; i < p->count; i++) {
    smr_str_putc(out, ' ');
    print_part(s, args[i], out);
  }
  smr_str_putc(out, ')');
}

void smr_sketch_print(const SmrSketch *s, SmrStr *out) {
  print_part(s, s->parts.size - 1, out);
}

bool smr_sketch_accepts(const SmrSketch *s, const SmrTerm *term, uint32_t node) {
  // holds[part][subterm]: parts and subterms stand behind what they are made of.
  size_t width = (size_t)node + 1;
  unsigned char *holds = smr_xcalloc(s->parts.size, width);
  for (uint32_t k = 0; k < s->parts.size; k++) {
    const SmrSketchPart *p = &s->parts.data[k];
    const uint32_t *args = s->args.data + p->first;
    unsigned char *row = holds + k * width;
    for (uint32_t i = 0; i <= node; i++) {
      SmrOperator op = term->nodes.data[i].op;
      uint32_t arity = smr_operator_info(s->ops, op)->arity;
      const uint32_t *children = smr_term_children(term, i);
      bool is = false;
      switch ((SmrSketchKind)p->kind) {
      case SMR_SKETCH_ANY:
        is = true;
        break;
      case SMR_SKETCH_OP:
        is = smr_sketch_names(s, p, op);
        break;
      case SMR_SKETCH_NODE:
        is = smr_sketch_names(s, p, op);
        for (uint32_t c = 0; is && c < arity; c++)
          is = holds[args[c] * width + children[c]];
        break;
      case SMR_SKETCH_CONTAINS:
        is = holds[args[0] * width + i];
        for (uint32_t c = 0; !is && c < arity; c++)
          is = row[children[c]];
        break;
      case SMR_SKETCH_OR:
        for (uint32_t c = 0; !is && c < p->count; c++)
          is = holds[args[c] * width + i];
        break;
      case SMR_SKETCH_IS:
        is = holds[args[0] * width + i];
        break;
      }
      row[i] = is;
    }
  }
  bool result = holds[(s->parts.size - 1) * width + node];
  free(holds);
  return result;
}
