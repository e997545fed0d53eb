//===- uncovered.c - why calls that cover a nest were not made --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The equality tier knows what a nest computes. Of one that it left it says, in the user's words, why calls
// that cover it were refused; or of which routine the matching came furthest, and which of its steps U1 to U7
// (cover/match.h) failed first; or why it is no equations. (U3 has no words: every order is tried, and what
// comes of it shows in U4.)
//===----------------------------------------------------------------------===//
#include "rewrite/decide/find.h"
#include "rewrite/tell/near.h"
#include "rewrite/tell/told.h"
#include "rewrite/tell/whatif.h"
#include <stdlib.h>

//--- A step that failed ------------------------------------------------------------------------

static void put_line(const SmrGraph *g, SmrOp op, const char *before, SmrStr *out) {
  const SmrLocData *place = op ? smr_place_of(g, op) : NULL;
  if (place && place->line)
    smr_str_printf(out, "%s line %u", before, place->line);
}

static void put_array(const SmrGraph *g, SmrOp access, SmrStr *out) {
  SmrOpcode code = access ? (SmrOpcode)smr_op(g, access)->code : SMR_OP_NONE;
  SmrSym name = code == SMR_OP_LOAD || code == SMR_OP_STORE
                    ? smr_whatif_name(g, smr_operand(g, access, code == SMR_OP_STORE))
                    : 0;
  if (name)
    smr_str_printf(out, " of `%s`", smr_intern_text(g->symbols, name));
}

static void put_step(const SmrGraph *g, const SmrMissed *missed, SmrStr *out) {
  static const char *const before[] = {
      "",
      "the elements",                                // U1
      "a term of the sum",                           // U2
      "",                                            // U3
      "the indices",                                 // U4
      "a factor that is not the same in all rounds", // U5
      "the bounds of the loops",                     // U6
      "a further term"                               // U7
  };
  static const char *const behind[] = {"",
                                       " that are set are not chosen as in it",
                                       " is none of its own",
                                       "",
                                       " do not run as in it",
                                       " stands where it has one number",
                                       " are not as in it",
                                       " is added"};
  bool access = missed->step == 1 || missed->step == 4;
  smr_str_puts(out, before[missed->step]);
  if (access)
    put_array(g, missed->at, out);
  put_line(g, missed->at, missed->step == 6 ? " around" : " at", out);
  smr_str_printf(out, "%s (U%u)", behind[missed->step], missed->step);
}

static const char *words_of(const SmrGraph *g, const SmrMissedNest *nest, SmrArena *arena) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  if (nest->missed.rule) {
    smr_str_printf(&text, "like %s, but ", nest->missed.rule->name);
    put_step(g, &nest->missed, &text);
  } else {
    smr_str_puts(&text, smr_not_raised_text(nest->why.reason));
    put_line(g, nest->why.op, ", at", &text);
  }
  return smr_arena_strdup(arena, smr_str_get(&text));
}

//--- What the equality tier leaves ---------------------------------------------------------------

static bool lies_in(const SmrGraph *g, const SmrOffer *inner, const SmrOffer *outer) {
  for (SmrOp op = outer->nest.first; op; op = op == outer->nest.last ? 0 : smr_op(g, op)->next)
    if (smr_inside(g, inner->nest.first, op))
      return true;
  return false;
}

/// The first loop from here on.
static SmrOp loop_from(const SmrGraph *g, SmrNest nest, SmrOp first) {
  while (first != nest.last && smr_op(g, first)->code != SMR_OP_LOOP)
    first = smr_op(g, first)->next;
  return first;
}

/// Has the entry a loop to stand at? (What the calls stand for may be a condition around the loop.)
static bool has_loop(const SmrGraph *g, const SmrOffer *nest) {
  SmrOp first = nest->call_count ? nest->calls[0].at : nest->nest.first;
  return smr_op(g, loop_from(g, nest->nest, first))->code == SMR_OP_LOOP;
}

/// Another entry speaks of it: what is around it, which was left, too; or a part of it that was not.
static bool is_told_of(const SmrCovering *covering, uint32_t n) {
  const SmrOffer *nests = covering->nests.data;
  for (uint32_t k = 0; k < covering->nests.size; k++) {
    bool around = k != n && lies_in(covering->plain, &nests[n], &nests[k]);
    bool inside = k != n && lies_in(covering->plain, &nests[k], &nests[n]);
    if (nests[k].accepted
            ? inside
            : nests[k].reason && around && (!inside || k < n) && has_loop(covering->plain, &nests[k]))
      return true;
  }
  return false;
}

static void keep(SmrFunctionRun *f, const SmrGraph *g, SmrOp loop, SmrUncovered one) {
  const SmrLocData *loc = smr_place_of(g, loop);
  one.loop = smr_op(g, loop)->handle;
  one.line = loc ? loc->line : 0;
  one.column = loc ? loc->column : 0;
  one.file = loc ? smr_intern_text(g->symbols, loc->file) : "";
  if (one.loop)
    smr_vec_push(&f->uncovered, one);
}

/// What the covering's arena has goes with it.
static const SmrEstimate *own_estimate(SmrFunctionRun *f, const SmrEstimate *from) {
  if (!from)
    return NULL;
  SmrEstimate *copy = smr_arena_alloc(&f->arena, sizeof *copy);
  *copy = *from;
  copy->code = smr_arena_strdup(&f->arena, from->code);
  copy->call = smr_arena_strdup(&f->arena, from->call);
  return copy;
}

/// Of each loop that a call of it stands for; where there are no calls, of its first.
static void keep_refused(SmrFunctionRun *f, const SmrGraph *g, const SmrOffer *nest) {
  SmrUncovered one = {.kind = SMR_LEFT_REFUSED, .reason = smr_arena_strdup(&f->arena, nest->reason)};
  one.idiom = nest->freer ? nest->freer : "";
  if (!nest->call_count)
    keep(f, g, loop_from(g, nest->nest, nest->nest.first), one);
  SmrOp last = 0;
  for (uint32_t k = 0; k < nest->call_count; k++) {
    SmrOp loop = loop_from(g, nest->nest, nest->calls[k].at);
    one.idiom = nest->calls[k].library->pairs[nest->calls[k].pair].pattern.name;
    one.estimate = nest->verdict.estimates ? own_estimate(f, nest->verdict.estimates[k]) : NULL;
    if (loop != last)
      keep(f, g, loop, one);
    last = loop;
  }
}

void smr_keep_uncovered(const SmrModuleRun *run, SmrFunctionRun *f, const SmrCovering *covering) {
  if (!run->options->set.near_misses)
    return;
  for (uint32_t n = 0; n < covering->nests.size; n++) {
    const SmrOffer *nest = &covering->nests.data[n];
    if (!nest->accepted && nest->reason && !is_told_of(covering, n))
      keep_refused(f, covering->plain, nest);
  }
  for (uint32_t n = 0; n < covering->missed.size; n++) {
    const SmrMissedNest *nest = &covering->missed.data[n];
    const SmrCoverRule *rule = nest->missed.rule;
    keep(f, covering->plain, nest->loop,
         (SmrUncovered){.kind = rule ? SMR_LEFT_ALIKE : SMR_LEFT_UNREAD,
                        .step = nest->missed.step + 8 * nest->missed.likeness,
                        .idiom = rule ? rule->name : "",
                        .reason = words_of(covering->plain, nest, &f->arena)});
  }
}

//--- Told ----------------------------------------------------------------------------------------

static SmrOp op_of(const SmrGraph *g, const void *handle) {
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->block && smr_op(g, op)->handle == handle)
      return op;
  return 0;
}

const char *smr_unread_reason(const SmrFunctionRun *f, SmrOp loop) {
  const void *handle = smr_op(f->graph, loop)->handle;
  for (uint32_t k = 0; k < f->uncovered.size; k++)
    if (f->uncovered.data[k].kind == SMR_LEFT_UNREAD && f->uncovered.data[k].loop == handle)
      return f->uncovered.data[k].reason;
  return NULL;
}

uint32_t smr_uncovered_nears(SmrFunctionRun *f, const SmrNear **out) {
  SmrNear *all = smr_arena_alloc(&f->arena, (f->uncovered.size + 1) * sizeof *all);
  uint32_t count = 0;
  for (uint32_t k = 0; k < f->uncovered.size; k++) {
    const SmrUncovered *nest = &f->uncovered.data[k];
    SmrOp root = nest->kind != SMR_LEFT_UNREAD ? op_of(f->graph, nest->loop) : 0;
    if (root) // (else it is gone)
      all[count++] = (SmrNear){.rank = nest->kind == SMR_LEFT_REFUSED ? SMR_NEAR_REFUSED : SMR_NEAR_EQUATIONS,
                               .likeness = nest->step,
                               .root = root,
                               .line = nest->line,
                               .column = nest->column,
                               .file = nest->file,
                               .idiom = nest->idiom,
                               .reason = nest->reason,
                               .estimate = nest->estimate};
  }
  *out = all;
  return count;
}
