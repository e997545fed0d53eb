//===- label.c - what two ops must have in common ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A label holds opcode, name, attributes, immediate, arity, result types and the shape of the regions
// (blocks, their arguments, number of statements, terminators, successors by position). Operands are not in
// it. Matching labels is necessary for two ops to match and, operands and contents apart, sufficient.
//===----------------------------------------------------------------------===//
#include "automata/facts.h"

typedef struct {
  const SmrGraph *graph;
  SmrWords *out;
  uint32_t (*symbol)(SmrSym, void *);
  void *data;
} Label;

static void put(Label *l, uint32_t word) {
  smr_vec_push(l->out, word);
}

static void put_symbol(Label *l, SmrSym sym) {
  put(l, sym && l->symbol ? l->symbol(sym, l->data) : sym);
}

static void put_type(Label *l, SmrType type) {
  put(l, SMR_TYPE_KIND(type));
  if (SMR_TYPE_KIND(type) == SMR_T_OPAQUE)
    put_symbol(l, SMR_TYPE_PAYLOAD(type));
  else
    put(l, SMR_TYPE_PAYLOAD(type));
}

static bool has_imm(SmrOpcode code) {
  switch (code) {
  case SMR_OP_CONST:
  case SMR_OP_ICMP:
  case SMR_OP_FCMP:
  case SMR_OP_DESCR_LB:
  case SMR_OP_DESCR_EXTENT:
  case SMR_OP_DESCR_STRIDE:
  case SMR_OP_ALLOCA:
  case SMR_OP_CBR:
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    return true;
  default:
    return false;
  }
}

// The operand's type matters where equal values of different types would compute different things. Integers
// are exact everywhere else, so that a 64-bit index matches a 32-bit one.
static bool has_operand_type(const SmrOpData *o) {
  switch ((SmrOpcode)o->code) {
  case SMR_OP_STORE:
  case SMR_OP_ZEXT:
  case SMR_OP_UITOFP:
  case SMR_OP_BITCAST:
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
  case SMR_OP_FPTOSI:
  case SMR_OP_FPTOUI:
  case SMR_OP_FCMP:
    return true;
  case SMR_OP_ICMP:
    return o->imm >= SMR_ULT;
  default:
    return false;
  }
}

static void put_own(Label *l, SmrOp op) {
  const SmrOpData *o = smr_op(l->graph, op);
  bool effects = o->code == SMR_OP_CALL || o->code == SMR_OP_OPAQUE;
  put(l, o->code | (effects ? (uint32_t)(o->flags & (SMR_F_PURE | SMR_F_READONLY)) << 16 : 0));
  put(l, o->operand_count);
  put_symbol(l, o->name);
  put_symbol(l, o->code == SMR_OP_ALLOCA ? 0 : o->attrs);
  int64_t imm = has_imm((SmrOpcode)o->code) ? o->imm : 0;
  put(l, (uint32_t)imm);
  put(l, (uint32_t)((uint64_t)imm >> 32));
  put(l, o->result_count);
  bool slots = o->code == SMR_OP_LOOP || o->code == SMR_OP_IF; // their results are matched in any order
  for (uint32_t k = 0; k < o->result_count && !slots; k++)
    put_type(l, smr_value_type(l->graph, smr_result(l->graph, op, k)));
  if (has_operand_type(o) && o->operand_count)
    put_type(l, smr_value_type(l->graph, smr_operand(l->graph, op, 0)));
}

static void put_region(Label *l, SmrOp op, SmrRegion region) {
  const SmrGraph *g = l->graph;
  const SmrRegionData *r = &g->regions.data[region];
  bool slots = smr_op(g, op)->code == SMR_OP_LOOP;
  put(l, r->blocks.size);
  for (uint32_t b = 0; b < r->blocks.size; b++) {
    const SmrBlockData *block = &g->blocks.data[r->blocks.data[b]];
    put(l, block->args.size);
    for (uint32_t k = 0; k < block->args.size && !slots; k++)
      put_type(l, smr_value_type(g, block->args.data[k]));
    put(l, smr_facts_statement_count(g, r->blocks.data[b]));
    if (!block->last) {
      put(l, 0);
      continue;
    }
    put_own(l, block->last);
    for (int s = 0; s < 2; s++) {
      uint32_t at = 0;
      for (uint32_t k = 0; smr_op(g, block->last)->succ[s] && k < r->blocks.size; k++)
        if (r->blocks.data[k] == smr_op(g, block->last)->succ[s])
          at = k + 1;
      put(l, at);
    }
  }
}

bool smr_label_words(const SmrGraph *graph, SmrOp op, SmrWords *out, uint32_t (*symbol)(SmrSym, void *),
                     void *data) {
  const SmrOpData *o = smr_op(graph, op);
  if (o->code == SMR_OP_UNDEF || (o->flags & SMR_F_VOLATILE))
    return false;
  if (smr_opcode_commutative((SmrOpcode)o->code) && o->operand_count > SMR_MAX_COMMUTATIVE)
    return false;
  Label l = {graph, out, symbol, data};
  put_own(&l, op);
  put(&l, o->region_count);
  for (uint32_t k = 0; k < o->region_count; k++)
    put_region(&l, op, smr_op_region(graph, op, k));
  return true;
}

void smr_type_text(SmrType type, const SmrIntern *symbols, SmrStr *out) {
  uint32_t payload = SMR_TYPE_PAYLOAD(type);
  switch (SMR_TYPE_KIND(type)) {
  case SMR_T_NONE:
    smr_str_puts(out, "none");
    break;
  case SMR_T_INT:
    smr_str_printf(out, "i%u", payload);
    break;
  case SMR_T_FLOAT:
    smr_str_printf(out, "f%u", payload);
    break;
  case SMR_T_BFLOAT:
    smr_str_puts(out, "bf16");
    break;
  case SMR_T_COMPLEX:
    smr_str_printf(out, "c%u", payload);
    break;
  case SMR_T_PTR:
    smr_str_puts(out, "ptr");
    break;
  case SMR_T_BOX:
    smr_str_puts(out, "box");
    break;
  case SMR_T_OPAQUE:
    smr_str_puts(out, symbols ? smr_intern_text(symbols, payload) : "opaque");
    break;
  }
}

void smr_label_text(const SmrGraph *g, SmrOp op, SmrStr *out) {
  const SmrOpData *o = smr_op(g, op);
  smr_str_puts(out, o->code == SMR_OP_OPAQUE && o->name ? smr_intern_text(g->symbols, o->name)
                                                        : smr_opcode_name((SmrOpcode)o->code));
  if (o->name && o->code != SMR_OP_OPAQUE)
    smr_str_printf(out, " %s", smr_intern_text(g->symbols, o->name));
  if (o->code == SMR_OP_FSUM || o->code == SMR_OP_FPROD)
    smr_str_printf(out, " of %u", o->operand_count);
  if (o->code == SMR_OP_CONST && SMR_TYPE_KIND(smr_value_type(g, smr_result(g, op, 0))) == SMR_T_INT)
    smr_str_printf(out, " %lld", (long long)o->imm);
  else if (o->code == SMR_OP_CONST)
    smr_str_printf(out, " %.17g", smr_const_float(g, op));
  if (o->code == SMR_OP_STORE) {
    smr_str_putc(out, ' ');
    smr_type_text(smr_value_type(g, smr_operand(g, op, 0)), g->symbols, out);
  } else if (o->result_count == 1 && !o->region_count) {
    smr_str_putc(out, ' ');
    smr_type_text(smr_value_type(g, smr_result(g, op, 0)), g->symbols, out);
  }
}
