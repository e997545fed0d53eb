//===- whatif.c - what keeps a loop nest from being an idiom -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "rewrite/tell/told.h"
#include "rewrite/tell/whatif_internal.h"
#include <stdlib.h>
#include <string.h>

//--- Notes ----------------------------------------------------------------------------

static bool in_loop(const SmrGraph *g, SmrOp op) {
  for (SmrOp up = smr_parent(g, op); up; up = smr_parent(g, up))
    if (smr_is_loop(g, up))
      return true;
  return false;
}

SmrLocData smr_whatif_place(const SmrGraph *g, SmrOp op) {
  while (op && !smr_op(g, op)->loc)
    op = smr_parent(g, op);
  return op ? g->locs.data[smr_op(g, op)->loc] : (SmrLocData){0};
}

static void note(const SmrGraph *g, SmrWhatIf *w, SmrWhatIfKind kind, SmrOp op, SmrSym name) {
  SmrWhatIfNote n = {.kind = kind, .loc = smr_whatif_place(g, op), .name = name, .first = w->around.size};
  for (SmrOp up = op; up; up = smr_parent(g, up))
    if (smr_is_loop(g, up) && smr_op(g, up)->handle)
      smr_vec_push(&w->around, smr_op(g, up)->handle);
  n.count = w->around.size - n.first;
  smr_vec_push(&w->notes, n);
}

bool smr_whatif_concerns(const SmrWhatIf *w, const SmrWhatIfNote *n, const void *loop) {
  for (uint32_t k = 0; k < n->count; k++)
    if (w->around.data[n->first + k] == loop)
      return true;
  return false;
}

void smr_whatif_free(SmrWhatIf *w) {
  smr_vec_free(&w->notes);
  smr_vec_free(&w->around);
}

void smr_whatif_put_name(const SmrIntern *symbols, SmrSym name, const char *before, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(out, before);
  if (name) {
    smr_bare_name(smr_intern_text(symbols, name), &text);
    smr_str_printf(out, " `%s`", smr_str_get(&text));
  }
}

void smr_whatif_text(const SmrIntern *symbols, const SmrWhatIfNote *n, const SmrLocData *loop, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) where = {0};
  if (n->loc.line && loop && n->loc.file != loop->file)
    smr_str_printf(&where, " at %s:%u", smr_intern_text(symbols, n->loc.file), n->loc.line);
  else if (n->loc.line)
    smr_str_printf(&where, " at line %u", n->loc.line);
  const char *at = smr_str_get(&where);
  switch (n->kind) {
  case SMR_WHATIF_EXIT:
    smr_str_printf(out, "the loop can also be left%s", at);
    break;
  case SMR_WHATIF_THROW:
    smr_str_printf(out, "the call%s may throw", at);
    break;
  case SMR_WHATIF_BOUND:
    smr_str_printf(out, "the bound that is read%s may change in the loop", at);
    break;
  case SMR_WHATIF_CONDITION:
    smr_str_printf(out, "the condition%s is not part of it", at);
    break;
  case SMR_WHATIF_VOLATILE:
    smr_str_printf(out, "the access%s is volatile or atomic", at);
    break;
  case SMR_WHATIF_CALL:
    smr_whatif_put_name(symbols, n->name, n->name ? "the call of" : "the call", out);
    smr_str_printf(out, "%s is not part of it", at);
    break;
  case SMR_WHATIF_STORE:
    smr_whatif_put_name(symbols, n->name, n->name ? "the store to" : "the store", out);
    smr_str_printf(out, "%s is not part of it", at);
    break;
  case SMR_WHATIF_VALUE:
    smr_str_printf(out, "the value that is carried from one iteration to the next%s is not part of it", at);
    break;
  }
}

//--- Calls, conditions, volatile accesses ---------------------------------------------------

/// What a call gives, were it an array: elements that follow each other as the innermost loop runs.
static SmrValue phantom(SmrGraph *g, SmrOp op, SmrType type) {
  SmrOp loop = smr_parent(g, op);
  while (loop && smr_op(g, loop)->code != SMR_OP_LOOP && smr_op(g, loop)->code != SMR_OP_WHILE)
    loop = smr_parent(g, loop);
  if (!loop || smr_op(g, loop)->code != SMR_OP_LOOP)
    return 0;
  SmrOp first = g->blocks.data[smr_region_block(g, g->body)].first;
  SmrValue base = smr_build(g, smr_op(g, first)->block, first, SMR_OP_UNDEF, SMR_PTR, NULL, 0, 0);
  SmrValue iv = g->blocks.data[smr_body_block(g, loop, 0)].args.data[0];
  SmrValue size = smr_build_const(g, smr_op(g, op)->block, op, SMR_I64, type == SMR_F32 ? 4 : 8);
  SmrValue offset = smr_build(g, smr_op(g, op)->block, op, SMR_OP_MUL, SMR_I64, (SmrValue[]){iv, size}, 2, 0);
  SmrValue at =
      smr_build(g, smr_op(g, op)->block, op, SMR_OP_ADDR, SMR_PTR, (SmrValue[]){base, offset}, 2, 0);
  return smr_build(g, smr_op(g, op)->block, op, SMR_OP_LOAD, type, &at, 1, 0);
}

/// The one operand of the type; 0: none or several.
static SmrValue alike(const SmrGraph *g, SmrOp op, SmrType type) {
  SmrValue found = 0;
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
    if (smr_value_type(g, smr_operand(g, op, k)) == type) {
      if (found)
        return 0;
      found = smr_operand(g, op, k);
    }
  return found;
}

/// A floating-point result is taken to be what went in, or an array's element; other results are unknown.
static void forget_results(SmrGraph *g, SmrOp op) {
  for (uint32_t k = 0; k < smr_op(g, op)->result_count; k++) {
    SmrValue result = smr_result(g, op, k), value = 0;
    SmrType type = smr_value_type(g, result);
    if (SMR_TYPE_KIND(type) == SMR_T_FLOAT)
      value = alike(g, op, type) ? alike(g, op, type) : phantom(g, op, type);
    if (!value)
      value = smr_build(g, smr_op(g, op)->block, op, SMR_OP_UNDEF, type, NULL, 0, 0);
    smr_graph_replace(g, result, value);
  }
}

static bool gives_float(const SmrGraph *g, SmrOp op) {
  return smr_op(g, op)->result_count && SMR_TYPE_KIND(smr_value_type(g, smr_result(g, op, 0))) == SMR_T_FLOAT;
}

static bool only_yields(const SmrGraph *g, SmrBlock block) {
  SmrOp first = g->blocks.data[block].first;
  return !first || first == g->blocks.data[block].last;
}

/// The arm that does something stands for both.
static void open_condition(SmrGraph *g, SmrOp op) {
  SmrBlock arms[2] = {smr_body_block(g, op, 0), smr_body_block(g, op, 1)};
  SmrBlock arm = arms[0] && (!only_yields(g, arms[0]) || !arms[1]) ? arms[0] : arms[1];
  if (!arm)
    return;
  SmrOp last = g->blocks.data[arm].last;
  for (SmrOp inner = g->blocks.data[arm].first, next; inner && inner != last; inner = next) {
    next = smr_op(g, inner)->next;
    smr_op_unlink(g, inner);
    smr_op_insert_before(g, op, inner);
  }
  for (uint32_t k = 0; k < smr_op(g, op)->result_count; k++)
    smr_graph_replace(g, smr_result(g, op, k), smr_operand(g, last, k));
  smr_op_unlink(g, op);
}

/// What changes nothing stays, else what is computed.
static void open_choice(SmrGraph *g, SmrOp op) {
  SmrOp yes = smr_def(g, smr_operand(g, op, 1)), no = smr_def(g, smr_operand(g, op, 2));
  bool integer = SMR_TYPE_KIND(smr_value_type(g, smr_result(g, op, 0))) == SMR_T_INT;
  bool computed = yes && smr_op(g, yes)->code != SMR_OP_CONST;
  bool first = integer ? !yes && no : computed || !no;
  smr_graph_replace(g, smr_result(g, op, 0), smr_operand(g, op, first ? 1 : 2));
  smr_op_unlink(g, op);
}

/// The integers that an atomic access goes through are the numbers that they stand for.
static void as_number(SmrGraph *g, SmrOp op, const SmrUses *uses) {
  if (smr_op(g, op)->code == SMR_OP_STORE) {
    SmrOp cast = smr_def(g, smr_operand(g, op, 0));
    if (cast && smr_op(g, cast)->code == SMR_OP_BITCAST)
      smr_op_set_operands(g, op, (SmrValue[]){smr_operand(g, cast, 0), smr_operand(g, op, 1)}, 2);
    return;
  }
  SmrValue result = smr_result(g, op, 0), address = smr_operand(g, op, 0);
  if (uses->first[result + 1] - uses->first[result] != 1)
    return;
  SmrOp cast = uses->ops[uses->first[result]];
  if (smr_op(g, cast)->code != SMR_OP_BITCAST || !smr_op(g, cast)->block)
    return;
  SmrValue number = smr_build(g, smr_op(g, op)->block, op, SMR_OP_LOAD,
                              smr_value_type(g, smr_result(g, cast, 0)), &address, 1, 0);
  smr_op(g, smr_def(g, number))->loc = smr_op(g, op)->loc;
  smr_graph_replace(g, smr_result(g, cast, 0), number);
  smr_op_unlink(g, cast);
  smr_op_unlink(g, op);
}

/// Does the op stand in what a loop that is no counted one tests, and read the same place every time?
static SmrOp tests_again(const SmrGraph *g, SmrOp op) {
  SmrOp loop = smr_parent(g, op);
  return loop && smr_op(g, loop)->code == SMR_OP_WHILE &&
                 smr_op(g, op)->block == smr_body_block(g, loop, 0) &&
                 !smr_value_inside(g, smr_operand(g, op, 0), loop)
             ? loop
             : 0;
}

/// An integer that depends on a condition, in a loop that is no counted one: maybe just for that.
static void calm_integer(SmrGraph *g, SmrOp op, SmrWhatIf *w) {
  SmrOp loop = smr_parent(g, op);
  while (loop && !smr_is_loop(g, loop))
    loop = smr_parent(g, loop);
  SmrType type = smr_value_type(g, smr_result(g, op, 0));
  if (!loop || smr_op(g, loop)->code != SMR_OP_WHILE || SMR_TYPE_KIND(type) != SMR_T_INT || type == SMR_I1)
    return;
  if (smr_op(g, op)->code == SMR_OP_SELECT) {
    note(g, w, SMR_WHATIF_CONDITION, op, 0);
    open_choice(g, op);
  } else if (smr_value_type(g, smr_operand(g, op, 0)) == SMR_I1) {
    note(g, w, SMR_WHATIF_CONDITION, op, 0);
    smr_graph_replace(g, smr_result(g, op, 0), smr_build_const(g, smr_op(g, op)->block, op, type, 0));
    smr_op_unlink(g, op);
  }
}

/// `late`: in the normal form, where a call's result can be told to be an element.
static void calm_call(SmrGraph *g, SmrOp op, bool late, SmrWhatIf *w) {
  SmrOpData *data = smr_op(g, op);
  bool off = data->code == SMR_OP_OPAQUE && data->name &&
             !strcmp(smr_intern_text(g->symbols, data->name), SMR_OPAQUE_OFF); // the user knows why
  if (off || data->region_count || op == g->blocks.data[data->block].last ||
      ((data->flags & SMR_F_PURE) && !gives_float(g, op)))
    return;
  if (!late)
    note(g, w, SMR_WHATIF_CALL, op, data->code == SMR_OP_CALL ? data->name : 0);
  if (!late && gives_float(g, op)) {
    data->flags |= SMR_F_PURE; // it does not keep the loop from being counted
    return;
  }
  forget_results(g, op);
  smr_op_unlink(g, op);
}

static void calm(SmrGraph *g, SmrOp op, const SmrUses *uses, bool late, SmrWhatIf *w) {
  SmrOpData *data = smr_op(g, op);
  bool access = data->code == SMR_OP_LOAD || data->code == SMR_OP_STORE,
       special = data->flags & SMR_F_VOLATILE;
  if (!data->block)
    return;
  if (access)
    data->flags &= (uint16_t)~SMR_F_VOLATILE;
  if (!in_loop(g, op))
    return;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    calm_call(g, op, late, w);
    return;
  case SMR_OP_IF:
    note(g, w, SMR_WHATIF_CONDITION, op, 0);
    open_condition(g, op);
    return;
  case SMR_OP_SELECT:
    if (SMR_TYPE_KIND(smr_value_type(g, smr_result(g, op, 0))) == SMR_T_FLOAT) {
      note(g, w, SMR_WHATIF_CONDITION, op, 0);
      open_choice(g, op);
      return;
    }
    if (late)
      calm_integer(g, op, w);
    return;
  case SMR_OP_SEXT:
  case SMR_OP_ZEXT:
    if (late)
      calm_integer(g, op, w);
    return;
  case SMR_OP_LOAD:
  case SMR_OP_STORE:
    if (special) {
      note(g, w, SMR_WHATIF_VOLATILE, op, 0);
      as_number(g, op, uses);
    } else if (late && data->code == SMR_OP_LOAD && tests_again(g, op)) {
      note(g, w, SMR_WHATIF_BOUND, op, 0);
      SmrOp loop = tests_again(g, op);
      smr_op_unlink(g, op);
      smr_op_insert_before(g, loop, op);
    }
    return;
  default:
    return;
  }
}

/// True when something changed.
static bool calm_all(SmrGraph *g, bool late, SmrWhatIf *w) {
  SmrOpList ops = {0};
  uint32_t before = w->notes.size;
  bool calls = false;
  for (SmrOp op = 0; (op = smr_next_op(g, op, 0));)
    smr_vec_push(&ops, op);
  SmrUses uses = smr_uses_compute(g);
  for (uint32_t k = 0; k < ops.size; k++) {
    SmrOpcode code = (SmrOpcode)smr_op(g, ops.data[k])->code;
    calm(g, ops.data[k], &uses, late, w);
    calls |= (code == SMR_OP_CALL || code == SMR_OP_OPAQUE) && !smr_op(g, ops.data[k])->block;
  }
  smr_uses_free(&uses);
  smr_vec_free(&ops);
  return calls || w->notes.size > before;
}

//--- Other results of a loop ------------------------------------------------------------------

SmrSym smr_whatif_name(const SmrGraph *g, SmrValue ptr) {
  SmrValue base = smr_base_of(g, ptr);
  for (int depth = 0; base && depth < 8; depth++) {
    if (smr_value_data(g, base)->name)
      return smr_value_data(g, base)->name;
    SmrOp def = smr_def(g, base);
    if (!def || !smr_op(g, def)->operand_count)
      return def ? smr_op(g, def)->attrs : 0;
    base = smr_operand(g, def, 0); // the descriptor, the aggregate
  }
  return 0;
}

static void drop_carried(SmrGraph *g, SmrOp loop, uint32_t k, const SmrUses *uses, SmrWhatIf *w) {
  SmrValue result = smr_result(g, loop, k);
  SmrOp next = smr_def(g, smr_operand(g, g->blocks.data[smr_body_block(g, loop, 0)].last, k));
  for (uint32_t u = uses->first[result]; u < uses->first[result + 1]; u++) {
    SmrOp user = uses->ops[u];
    if (smr_op(g, user)->block && smr_op(g, user)->code == SMR_OP_STORE &&
        (smr_op(g, user)->flags & SMR_F_SUNK)) {
      note(g, w, SMR_WHATIF_STORE, next && smr_inside(g, next, loop) ? next : loop,
           smr_whatif_name(g, smr_operand(g, user, 1)));
      smr_op_unlink(g, user);
      next = 0;
    }
  }
  if (next)
    note(g, w, SMR_WHATIF_VALUE, smr_inside(g, next, loop) ? next : loop, 0);
  SmrValue unknown =
      smr_build(g, smr_op(g, loop)->block, loop, SMR_OP_UNDEF, smr_value_type(g, result), NULL, 0, 0);
  smr_graph_replace(g, result, unknown);
}

/// Of each loop's own results (stores and carried values) the one with this number stays.
static bool keep_one(SmrGraph *g, uint32_t number, SmrWhatIf *w) {
  SmrUses uses = smr_uses_compute(g);
  bool any = false;
  for (SmrOp loop = 0; (loop = smr_next_op(g, loop, 0));) {
    if (smr_op(g, loop)->code != SMR_OP_LOOP)
      continue;
    SmrBlock body = smr_body_block(g, loop, 0);
    uint32_t results = 0, at = 0;
    for (SmrOp op = g->blocks.data[body].first; op; op = smr_op(g, op)->next)
      results += smr_op(g, op)->code == SMR_OP_STORE && !(smr_op(g, op)->flags & SMR_F_SUNK);
    results += smr_op(g, loop)->result_count;
    if (results < 2 || number >= results)
      continue;
    any = true;
    for (SmrOp op = g->blocks.data[body].first, next; op; op = next) {
      next = smr_op(g, op)->next;
      if (smr_op(g, op)->code != SMR_OP_STORE || (smr_op(g, op)->flags & SMR_F_SUNK) || at++ == number)
        continue;
      note(g, w, SMR_WHATIF_STORE, op, smr_whatif_name(g, smr_operand(g, op, 1)));
      smr_op_unlink(g, op);
    }
    for (uint32_t k = 0; k < smr_op(g, loop)->result_count; k++)
      if (at++ != number)
        drop_carried(g, loop, k, &uses, w);
  }
  smr_uses_free(&uses);
  return any;
}

bool smr_whatif(SmrGraph *g, SmrWhatIf *out) {
  smr_whatif_exits(g, out);
  smr_normalize_structure(g);
  calm_all(g, false, out);
  smr_normalize(g);
  for (int again = 0; again < 2 && calm_all(g, true, out); again++) // counted loops may show more
    smr_normalize(g);
  return out->notes.size > 0;
}

bool smr_whatif_vary(SmrGraph *g, uint32_t variation, SmrWhatIf *out) {
  if (!keep_one(g, variation - 1, out))
    return false;
  smr_normalize(g);
  return true;
}
