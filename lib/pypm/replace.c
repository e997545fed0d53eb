//===- replace.c - what a rule makes of a match --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/replace.h"

typedef struct {
  const SmrPypmFile *file;
  const SmrPypmRule *rule;
  SmrPypmLookup lookup;
  const void *self;
  uint32_t term, root; // what is replaced; the part that replaces it
  uint32_t first;      // the branch's first part
  uint32_t *made;      // terms, by part from there on
} Context;

const char *smr_pypm_verdict_text(SmrPypmVerdict verdict) {
  static const char *const texts[] = {
#define V(name, text) text,
      SMR_PYPM_VERDICTS(V)
#undef V
  };
  return texts[verdict];
}

static uint32_t operand_of(const void *operands, uint32_t var) {
  return ((const uint32_t *)operands)[var];
}

static SmrPypmInferred pypm_operator_type(const SmrPypmFile *file, uint32_t op, uint32_t result,
                                          const uint32_t *operands, uint32_t *type) {
  uint32_t typing;
  if (!smr_map_get(&file->typing_of, op, &typing))
    return SMR_PYPM_TYPE_NONE;
  const SmrPypmTyping *t = &file->typings.data[typing];
  bool known = smr_pypm_scope_type(file->terms, &t->scope, t->types.data[result], operand_of, operands, type);
  return known ? SMR_PYPM_TYPE_KNOWN : SMR_PYPM_TYPE_UNDEFINED;
}

/// Can no tensor be of both types?
static bool contradict(const SmrPypmTerms *terms, uint32_t one, uint32_t other) {
  const SmrPypmType *a = &terms->types.data[one], *b = &terms->types.data[other];
  if (one && a->name != b->name)
    return true;
  if (a->element && b->element && a->element != b->element)
    return true;
  if (!a->ranked || !b->ranked)
    return false;
  for (uint32_t k = 0; a->rank == b->rank && k < a->rank; k++)
    if (a->dims[k] != b->dims[k] && a->dims[k] != SMR_PYPM_DYNAMIC && b->dims[k] != SMR_PYPM_DYNAMIC)
      return true;
  return a->rank != b->rank;
}

/// The type of a part: as written, as its operator declares it, or none.
static SmrPypmVerdict type_of(const Context *c, uint32_t at, uint32_t head, const uint32_t *operands,
                              uint32_t *type) {
  const SmrPypmNew *part = &c->rule->parts.data[at];
  SmrPypmTerms *terms = c->file->terms;
  const SmrPypmHead *h = &terms->heads.data[head];
  *type = 0;
  if (part->type && !smr_pypm_scope_type(terms, &c->rule->scope, part->type, c->lookup, c->self, type))
    return SMR_PYPM_TYPE_MEANINGLESS;
  if (!part->type && h->op != SMR_PYPM_CONSTANT &&
      pypm_operator_type(c->file, h->op, h->result, operands, type) == SMR_PYPM_TYPE_UNDEFINED)
    return SMR_PYPM_TYPE_MEANINGLESS;
  uint32_t whole = smr_pypm_term_get(terms, c->term)->type;
  if (at != c->root || !whole)
    return SMR_PYPM_ACCEPTED;
  if (contradict(terms, *type, whole))
    return SMR_PYPM_TYPE_DIFFERS;
  *type = whole;
  return SMR_PYPM_ACCEPTED;
}

/// An operator's head with the values of its attributes.
static SmrPypmVerdict head_of(const Context *c, const SmrPypmNew *part, uint32_t *head) {
  const SmrPypmOperator *op = &c->file->signature->operators.data[part->op];
  SmrPypmValue values[SMR_PYPM_MAX_OPERANDS];
  for (uint32_t k = 0; k < op->attribute_count; k++) {
    values[k] = smr_pypm_value(c->file->terms, &c->rule->scope.p,
                               c->rule->attributes.data[part->attributes + k], c->lookup, c->self);
    if (values[k].kind == SMR_PYPM_UNKNOWN)
      return SMR_PYPM_ATTRIBUTE_UNKNOWN;
  }
  *head = smr_pypm_head(c->file->terms, part->op, part->result, values);
  return SMR_PYPM_ACCEPTED;
}

static SmrPypmVerdict make(const Context *c, uint32_t at, uint32_t *term) {
  const SmrPypmNew *part = &c->rule->parts.data[at];
  uint32_t operands[SMR_PYPM_MAX_OPERANDS], head = 0, type;
  SmrPypmVerdict verdict = SMR_PYPM_ACCEPTED;
  for (uint32_t k = 0; k < part->count; k++)
    operands[k] = c->made[c->rule->operands.data[part->first + k] - c->first];
  if (part->kind == SMR_PYPM_NEW_VAR) {
    *term = c->lookup(c->self, part->var);
    bool same = at != c->root || smr_pypm_term_get(c->file->terms, *term)->type ==
                                     smr_pypm_term_get(c->file->terms, c->term)->type;
    return same ? SMR_PYPM_ACCEPTED : SMR_PYPM_TYPE_DIFFERS;
  }
  if (part->kind == SMR_PYPM_NEW_FUN)
    verdict = head_of(c, part, &head);
  else
    head = part->kind == SMR_PYPM_NEW_CONSTANT ? smr_pypm_constant(c->file->terms, part->constant)
                                               : c->lookup(c->self, part->var);
  if (verdict == SMR_PYPM_ACCEPTED)
    verdict = type_of(c, at, head, operands, &type);
  if (verdict == SMR_PYPM_ACCEPTED)
    *term = smr_pypm_term(c->file->terms, head, type, operands, part->count);
  return verdict;
}

static SmrPypmVerdict guard(const Context *c, const SmrPypmBranch *branch) {
  if (branch->guard == SMR_PYPM_NONE)
    return SMR_PYPM_ACCEPTED;
  SmrPypmTruth truth = smr_pypm_guard(c->file->terms, &c->rule->scope.p, branch->guard, c->lookup, c->self);
  return truth == SMR_PYPM_TRUE    ? SMR_PYPM_ACCEPTED
         : truth == SMR_PYPM_MAYBE ? SMR_PYPM_GUARD_UNKNOWN
                                   : SMR_PYPM_GUARD_FALSE;
}

SmrPypmVerdict smr_pypm_replace(const SmrPypmFile *file, const SmrPypmRule *rule, uint32_t branch,
                                uint32_t term, SmrPypmLookup lookup, const void *self,
                                uint32_t *replacement) {
  const SmrPypmBranch *b = &rule->branches.data[branch];
  Context c = {file, rule, lookup, self, term, b->root, branch ? b[-1].root + 1 : 0, NULL};
  SmrPypmVerdict verdict = guard(&c, b);
  c.made = smr_xcalloc(b->root - c.first + 1, sizeof *c.made);
  for (uint32_t at = c.first; verdict == SMR_PYPM_ACCEPTED && at <= b->root; at++)
    verdict = make(&c, at, &c.made[at - c.first]);
  *replacement = c.made[b->root - c.first];
  free(c.made);
  return verdict == SMR_PYPM_ACCEPTED && *replacement == term ? SMR_PYPM_NOTHING_NEW : verdict;
}
