//===- uses.c - how often terms are used ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// x.uses is asked of the graph as it is by then: what was rewritten counts as what it became, also where the
// terms that it is an operand of are not yet rebuilt. A term counts for its operands while it is used itself.
// Counts are made when the first guard asks, kept as terms become others, and made anew after what is rare:
// a cycle that was undone, a term that others go on using. The results of one op use its operands once.
//===----------------------------------------------------------------------===//
#include "pypm/rewrite_internal.h"

static bool asks(const SmrPypmPattern *p, SmrSym uses) {
  for (uint32_t k = 0; k < p->exprs.size; k++)
    if (p->exprs.data[k].kind == SMR_PYPM_E_TERM && p->exprs.data[k].symbol == uses)
      return true;
  return false;
}

bool smr_pypm_asks_for_uses(const SmrPypmLibrary *library) {
  SmrSym uses = smr_intern(library->file->signature->symbols, "uses");
  bool any = false;
  for (uint32_t k = 0; !any && k < library->entries.size; k++) {
    const SmrPypmEntry *entry = &library->entries.data[k];
    any = asks(&entry->program.code, uses);
    for (uint32_t i = 0; !any && i < entry->rules.size; i++)
      any = asks(&library->file->rules.data[entry->rules.data[i]].scope.p, uses);
  }
  return any;
}

static SmrPypmUse *use(SmrPypmRewriter *r, uint32_t term) {
  while (r->uses.size <= term)
    smr_vec_push(&r->uses, (SmrPypmUse){0});
  return &r->uses.data[term];
}

/// (A term that a branch which refused made is not covered yet.)
static const SmrPypmFact *fact(const SmrPypmRewriter *r, uint32_t term) {
  static const SmrPypmFact none = {0};
  return term < r->facts.size ? &r->facts.data[term] : &none;
}

/// What the term is by now.
static uint32_t now(SmrPypmRewriter *r, uint32_t term) {
  for (;;) {
    uint32_t result = fact(r, term)->result, next = result ? result : use(r, term)->next;
    if (!next || next == term)
      return term;
    term = next;
  }
}

uint32_t smr_pypm_whole(SmrPypmRewriter *r, uint32_t term) {
  SmrPypmTerm t = *smr_pypm_term_get(r->terms, term);
  SmrPypmHead head = r->terms->heads.data[t.head];
  const SmrPypmOperator *op = smr_pypm_head_operator(r->terms, t.head);
  uint32_t operands[SMR_PYPM_MAX_OPERANDS], results = op ? op->results : 1;
  if (results == 1 || head.result == results)
    return term;
  if (use(r, term)->whole)
    return use(r, term)->whole;
  for (uint32_t k = 0; k < t.count; k++)
    operands[k] = smr_pypm_operand(r->terms, term, k);
  uint32_t whole = smr_pypm_term(r->terms, smr_pypm_head(r->terms, head.op, results, head.attributes), 0,
                                 operands, t.count);
  use(r, term)->whole = whole;
  return whole;
}

static uint32_t below_count(const SmrPypmRewriter *r, uint32_t term, uint32_t whole) {
  return whole == term ? smr_pypm_term_get(r->terms, term)->count : 1;
}

/// The k-th of what a term uses: its operands, or the op that it is a result of.
static uint32_t below(const SmrPypmRewriter *r, uint32_t term, uint32_t whole, uint32_t k) {
  return whole == term ? smr_pypm_operand(r->terms, term, k) : whole;
}

/// The term stays, and so does all below it.
static void hold(SmrPypmRewriter *r, uint32_t term, uint32_t count) {
  uint32_t bottom = r->changed.size;
  use(r, term)->held += count;
  if (use(r, term)->held == count)
    smr_vec_push(&r->changed, term);
  while (r->changed.size > bottom) {
    uint32_t at = smr_vec_pop(&r->changed), whole = smr_pypm_whole(r, at);
    for (uint32_t k = 0; k < below_count(r, at, whole); k++) {
      uint32_t next = below(r, at, whole, k);
      if (!use(r, next)->held++)
        smr_vec_push(&r->changed, next);
    }
  }
}

/// The term is used so many times more, or less; one that comes or goes is put on the list.
static void change(SmrPypmRewriter *r, uint32_t term, uint32_t count, bool more) {
  SmrPypmUse *u = use(r, term);
  uint32_t before = u->count;
  u->count = more ? before + count : before - count;
  if (!before || !u->count)
    smr_vec_push(&r->changed, term);
}

static void change_below(SmrPypmRewriter *r, uint32_t term, bool more) {
  uint32_t whole = smr_pypm_whole(r, term);
  bool as_is = fact(r, term)->as_is;
  if (as_is && !more)
    r->counted = false;
  for (uint32_t k = 0; k < below_count(r, term, whole); k++)
    if (!as_is)
      change(r, now(r, below(r, term, whole, k)), 1, more);
    else if (more)
      hold(r, below(r, term, whole, k), 1);
}

static void settle(SmrPypmRewriter *r, bool more) {
  while (r->changed.size)
    change_below(r, smr_vec_pop(&r->changed), more);
}

static void add_root(SmrPypmRewriter *r, const SmrPypmRoot *root) {
  if (root->kept) {
    hold(r, root->term, root->count);
    return;
  }
  change(r, now(r, root->term), root->count, true);
  settle(r, true);
}

static void count_all(SmrPypmRewriter *r) {
  for (uint32_t k = 0; k < r->uses.size; k++)
    r->uses.data[k].count = r->uses.data[k].held = 0;
  for (uint32_t k = 0; k < r->roots.size; k++)
    add_root(r, &r->roots.data[k]);
  r->counted = true;
}

uint32_t smr_pypm_rewriter_uses(void *rewriter, uint32_t term) {
  SmrPypmRewriter *r = rewriter;
  if (!r->counted)
    count_all(r);
  return use(r, now(r, term))->count + use(r, term)->held;
}

void smr_pypm_moved(SmrPypmRewriter *r, uint32_t from, uint32_t to) {
  if (!fact(r, from)->result)
    use(r, from)->next = to;
  uint32_t count = use(r, from)->count;
  if (!r->counted || !count)
    return;
  change(r, now(r, to), count, true);
  settle(r, true);
  change(r, from, count, false);
  settle(r, false);
}

bool smr_pypm_rewriter_counts(const SmrPypmRewriter *r) {
  return r->counting;
}

void smr_pypm_rewriter_begin_graph(SmrPypmRewriter *r) {
  if (!r->counting)
    return;
  smr_vec_clear(&r->roots);
  r->counted = false;
  while (r->known.size) {
    SmrPypmFact *known = &r->facts.data[smr_vec_pop(&r->known)];
    known->result = 0;
    known->as_is = false;
  }
}

void smr_pypm_rewriter_use(SmrPypmRewriter *r, uint32_t term, uint32_t count) {
  if (!r->counting || !count)
    return;
  smr_vec_push(&r->roots, (SmrPypmRoot){term, count, false});
  if (r->counted)
    add_root(r, &smr_vec_last(&r->roots));
}

void smr_pypm_rewriter_keep(SmrPypmRewriter *r, uint32_t term) {
  for (uint32_t k = 0; k < r->roots.size; k++)
    r->roots.data[k].kept |= r->roots.data[k].term == term;
  r->counted = false;
}
