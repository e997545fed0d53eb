//===- legality_rounding.c - L8: what is rounded together -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A machine with FMA rounds a product together with the sum that takes it, where the compiler may: in C those
// of one expression (-ffp-contract=on: fmuladd, whose product is `joined` in the graph), or any with the flag
// `contract` (=fast, which is Flang's default), or none (=off). A replacement's own code says by the same
// means what may be joined in it, and was compiled with other flags than the program. So, where bits count:
//
//  - Code that joins nothing is replaced by code that joins nothing (SmrVerdict.apart). (Pairs that are not
//    exact keep their own code as fast as it is.)
//  - Code whose products are joined is replaced where the idiom's very same are, by pairs whose sides were
//    compared in that form, too. An fma that the source asks for is joined on every machine.
//  - Of `contract` it is the code generator's choice what is joined, and it chooses by what stands around:
//    such code is left alone, with fp=exact also what stands in one function with it.
//
// Bits count with fp=exact, and always for exact pairs, but in sums over loops, which may be rounded
// otherwise. What may be reassociated has no bits to keep.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
#include "match/legality_internal.h"

/// Of the code's floating-point arithmetic.
typedef struct {
  bool loop;     // stands in loops
  bool sum;      // … which carry a number from round to round
  bool joined;   // has products that this machine rounds with their sums, though another one need not
  bool contract; // the compiler may join some
} Rounding;

static const SmrOpData *node_of(const SmrDecision *d, uint32_t n) {
  SmrOp op = d->match->nodes[n];
  return op ? smr_op(d->graph, op) : NULL;
}

static Rounding look(const SmrDecision *d) {
  Rounding r = {0};
  for (uint32_t n = 0; n < d->match->node_count; n++) {
    const SmrOpData *op = node_of(d, n);
    r.loop |= op && op->code == SMR_OP_LOOP;
    for (uint32_t k = 0; op && op->code == SMR_OP_LOOP && k < op->result_count; k++)
      r.sum |= smr_type_is_number(smr_value_type(d->graph, op->result_first + k));
    if (!op || !smr_is_float_arithmetic(op))
      continue;
    r.contract |= (op->fast & SMR_FAST_CONTRACT) != 0;
    r.joined |= d->options->joins && (op->fast & SMR_FAST_JOINED) && !(op->flags & SMR_F_FUSED);
  }
  return r;
}

/// A product whose own rounding nobody sees, on a machine that `joins` or not.
static bool is_joined(const SmrOpData *op, bool joins) {
  return (op->fast & SMR_FAST_JOINED) && !(op->fast & SMR_FAST_REASSOC) &&
         (joins || (op->flags & SMR_F_FUSED));
}

static bool refuse_joined(SmrDecision *d, const SmrOpData *op) {
  return op->flags & SMR_F_FUSED
             ? smr_refuse(d,
                          "the code rounds a product and a sum once (fma), and the replacement may do that "
                          "twice")
             : smr_refuse(d, "the compiler rounds a product and a sum once here (-ffp-contract=on), and the "
                             "replacement may do that twice");
}

/// Node by node: what the code joins is joined in the idiom, and with `alike` the other way round, too. What
/// may be joined in the idiom is where the code joins such (`together`); else its replacement's is taken
/// apart, but for an fma of its own.
static bool check_idiom(SmrDecision *d, bool joins, bool together, bool alike) {
  for (uint32_t n = 0, k = 0; n < d->match->node_count; n++) {
    bool marked = k < d->match->joined_count && d->match->joined[k] >> 1 == n;
    bool theirs = marked && ((d->match->joined[k] & 1) || together);
    k += marked;
    const SmrOpData *op = node_of(d, n);
    if (!op || (op->fast & SMR_FAST_REASSOC))
      continue;
    if (is_joined(op, joins) && !theirs)
      return refuse_joined(d, op);
    if (alike && theirs && !is_joined(op, joins) && !(op->fast & SMR_FAST_CONTRACT))
      return smr_refuse(d, "the idiom rounds a product and a sum once, and the code does that twice");
  }
  return true;
}

/// Through what changes no digit.
static SmrOp bare_def(const SmrGraph *g, SmrValue value) {
  SmrOp def = smr_def(g, value);
  while (def && (smr_op(g, def)->code == SMR_OP_FNEG || smr_op(g, def)->code == SMR_OP_FPEXT))
    def = smr_def(g, smr_operand(g, def, 0));
  return def;
}

/// A sum of the match may take a product that is none of its nodes, as one of its arguments, or what one is
/// made of.
static bool check_outside(SmrDecision *d) {
  for (uint32_t n = 0; n < d->match->node_count; n++) {
    SmrOp op = d->match->nodes[n];
    for (uint32_t k = 0; op && k < smr_op(d->graph, op)->operand_count; k++) {
      SmrOp def = bare_def(d->graph, smr_operand(d->graph, op, k));
      if (def && is_joined(smr_op(d->graph, def), d->options->joins) &&
          !smr_is_among(d->match->nodes, d->match->node_count, def))
        return smr_refuse(d, "a product that an argument is made of is rounded with the sum (fma)");
    }
  }
  return true;
}

static bool may_join(const SmrOpData *op, bool sum) {
  bool is_sum = op->code == SMR_OP_FADD || op->code == SMR_OP_FSUB || op->code == SMR_OP_FSUM;
  bool is_product = op->code == SMR_OP_FMUL || op->code == SMR_OP_FPROD;
  return (sum ? is_sum : is_product) && (op->fast & SMR_FAST_CONTRACT) && !(op->fast & SMR_FAST_REASSOC);
}

/// Is the value, or its negation, a term of a sum that the compiler may join it with?
static bool in_sum(const SmrDecision *d, SmrValue value) {
  const SmrGraph *g = d->graph;
  for (uint32_t u = d->uses->first[value]; u < d->uses->first[value + 1]; u++) {
    const SmrOpData *user = smr_op(g, d->uses->ops[u]);
    if (!user->block)
      continue;
    if (may_join(user, true))
      return true;
    if ((user->code == SMR_OP_FNEG || user->code == SMR_OP_FPEXT) &&
        in_sum(d, smr_result(g, d->uses->ops[u], 0)))
      return true;
  }
  return false;
}

/// A product that some sum may be joined with, or such a sum.
static bool is_choice(const SmrDecision *d, SmrOp op) {
  const SmrGraph *g = d->graph;
  bool found = may_join(smr_op(g, op), false) && in_sum(d, smr_result(g, op, 0));
  for (uint32_t k = 0; may_join(smr_op(g, op), true) && !found && k < smr_op(g, op)->operand_count; k++) {
    SmrOp def = bare_def(g, smr_operand(g, op, k));
    found = def && may_join(smr_op(g, def), false);
  }
  return found;
}

/// Nothing of the match may be joined with anything; with fp=exact nothing of the function, either: around
/// other code the code generator may choose otherwise.
static bool check_choice(SmrDecision *d) {
  for (uint32_t n = 0; n < d->match->node_count; n++)
    if (d->match->nodes[n] && is_choice(d, d->match->nodes[n]))
      return smr_refuse(d, "the compiler may round a product and a sum once here or twice "
                           "(-ffp-contract=fast), and which must not change");
  for (SmrOp op = 1; op < d->graph->ops.size && d->options->fp_exact; op++)
    if (smr_op(d->graph, op)->block && is_choice(d, op))
      return smr_refuse(d,
                        "the compiler may round a product and a sum of this function once or twice, by what "
                        "stands around (-ffp-contract=fast), and fp=exact forbids that");
  return true;
}

bool smr_check_rounding(SmrDecision *d) {
  Rounding r = look(d);
  bool always = d->options->fp_exact, exact = d->pair->contract == SMR_CONTRACT_EXACT,
       joins = d->options->joins;
  d->apart |= exact && joins && !r.joined && !r.contract; // (of a nest, for all its calls)
  if (always && !exact)                                   // it is refused, or the code may be reassociated
    return true;
  if (!always && (exact ? r.sum : r.loop))
    return true;
  if (!exact) // it rounds as it likes, but for what means to be an fma
    return check_idiom(d, false, false, false);
  if (!check_idiom(d, joins, r.joined, true) || !check_outside(d))
    return false;
  if (r.joined && !d->nest && !d->pair->joined)
    return smr_refuse(
        d, "the compiler rounds products and sums once here (-ffp-contract=on), where the pair's two "
           "sides may differ");
  return !joins || check_choice(d);
}
