//===- cases.c - inputs for a pair ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Arguments are drawn at random, small and mostly unequal, until the pair's conditions hold and the idiom's
// run meets no guard of the rewriter: a run tells best whether leading dimensions fit sizes. The random
// numbers come from the pair's own text, so the same pair gets the same inputs on every run and on every
// machine.
//===----------------------------------------------------------------------===//
#include "match/library.h"
#include "verify/ties.h"
#include <string.h>

uint64_t smr_verify_random(uint64_t *state) {
  uint64_t x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static int64_t between(SmrVerifyChooser *c, int64_t low, int64_t high) {
  return low + (int64_t)(smr_verify_random(&c->random) % (uint64_t)(high - low + 1));
}

static uint64_t hash_block(const SmrPatBlock *block, uint64_t hash) {
  for (uint32_t k = 0; k < block->size; k++)
    hash = (hash ^ (unsigned char)block->code[k]) * 0x100000001b3u;
  return hash;
}

void smr_verify_chooser_init(SmrVerifyChooser *c, const SmrVerifyPair *pair, SmrVerifyEval *eval) {
  const SmrPatPair *source = pair->pair->source;
  *c = (SmrVerifyChooser){.pair = pair, .eval = eval};
  c->random = hash_block(&source->replacement, hash_block(&source->idiom, 0xcbf29ce484222325u));
  const SmrPair *p = pair->pair->pair;
  for (uint32_t k = 0; k < p->condition_count; k++)
    for (uint32_t s = 0; s < p->conditions[k].count && c->extra_count < 16; s++)
      if (p->conditions[k].steps[s].op == SMR_WHEN_CONST)
        c->extra[c->extra_count++] = p->conditions[k].steps[s].imm;
}

//--- Conditions --------------------------------------------------------------------

bool smr_verify_condition(const SmrVerifyChooser *c, const SmrWhen *condition, const SmrVerifyCase *inputs) {
  int64_t stack[SMR_WHEN_MAX_DEPTH + 2];
  uint32_t depth = 0;
  const SmrPattern *pattern = &c->pair->pair->pair->pattern;
  for (uint32_t s = 0; s < condition->count; s++) {
    const SmrWhenStep *step = &condition->steps[s];
    SmrWhenOp op = (SmrWhenOp)step->op;
    if (!smr_when_operands(op)) {
      stack[depth++] = op == SMR_WHEN_CONST    ? step->imm
                       : op == SMR_WHEN_COPIED ? 1
                       : op == SMR_WHEN_ARG    ? inputs->ints[step->arg]
                                               : pattern->args[step->arg].type == (SmrType)step->imm;
      continue;
    }
    bool swapped;
    SmrExprOp x = smr_when_op(op, &swapped);
    int64_t b = stack[--depth], a = op == SMR_WHEN_NEG ? 0 : op == SMR_WHEN_NOT ? b : stack[--depth];
    if (!smr_expr_fold(x, swapped ? b : a, swapped ? a : b, &stack[depth++]))
      return false;
  }
  return depth == 1 && stack[0];
}

//--- Drawing -----------------------------------------------------------------------

/// A number of so many bits. (Constants of conditions may have more.)
static int64_t draw_int(SmrVerifyChooser *c, unsigned size, uint32_t bits) {
  static const int16_t low[] = {-1, 1, 1, 1, 17, 90, 300};
  static const int16_t high[] = {2, 3, 5, 9, 45, 140, 420};
  if (c->first)
    return c->first;
  if (c->extra_count && between(c, 0, 3) == 0) {
    int64_t near = c->extra[between(c, 0, c->extra_count - 1)];
    near += between(c, -1, size ? high[size] : 1);
    if (bits > 63 || (near >= -(INT64_C(1) << (bits - 1)) && near < INT64_C(1) << (bits - 1)))
      return near;
  }
  if (size && size < 4 &&
      between(c, 0, 6) == 0) // zero and negative ones among the others: increments, offsets, data
    return between(c, -3, 0);
  return between(c, low[size], high[size]);
}

static double draw_float(SmrVerifyChooser *c) {
  switch (between(c, 0, 7)) {
  case 0:
    return 0.0;
  case 1:
    return 1.0;
  case 2:
    return -1.0;
  default:
    return (double)between(c, -1000000, 1000000) * 0x1p-19 + 0x1p-21;
  }
}

uint32_t smr_verify_box(const SmrVerifyChooser *c, uint32_t arg, bool *strided) {
  const SmrGraph *g = c->eval->graph;
  SmrValue box = g->blocks.data[smr_region_block(g, g->body)].args.data[arg];
  uint32_t rank = 1;
  for (SmrOp op = 1; op < g->ops.size; op++) {
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    if ((code != SMR_OP_DESCR_EXTENT && code != SMR_OP_DESCR_STRIDE && code != SMR_OP_DESCR_LB) ||
        smr_operand(g, op, 0) != smr_value(g, box) || smr_op(g, op)->imm >= SMR_VERIFY_DIMS)
      continue;
    uint32_t dim = (uint32_t)smr_op(g, op)->imm;
    strided[dim] |= code == SMR_OP_DESCR_STRIDE;
    rank = dim + 1 > rank ? dim + 1 : rank;
  }
  return rank;
}

/// Dimensions whose stride the idiom does not ask for lie one behind the other.
static void draw_box(SmrVerifyChooser *c, uint32_t arg, unsigned size, SmrVerifyCase *out) {
  bool strided[SMR_VERIFY_DIMS] = {0};
  uint32_t rank = smr_verify_box(c, arg, strided);
  int64_t span = smr_type_bytes(c->pair->pair->pair->pattern.args[arg].type);
  span = span ? span : 8;
  out->box[arg].rank = rank;
  for (uint32_t d = 0; d < SMR_VERIFY_DIMS; d++) {
    int64_t extent = d < rank ? draw_int(c, size, 64) : 1;
    int64_t stride = span;
    if (strided[d] && between(c, 0, 1))
      stride *= between(c, 0, 3) ? between(c, 1, 3) : -1;
    out->box[arg].extent[d] = extent < 0 ? 0 : extent;
    out->box[arg].stride[d] = stride;
    span = (stride < 0 ? -stride : stride) * (extent < 1 ? 1 : extent);
  }
}

bool smr_verify_choose(SmrVerifyChooser *c, unsigned size, SmrVerifyCase *out) {
  const SmrPair *p = c->pair->pair->pair;
  uint64_t steps = 0, most = size < 5 ? 16u * 1000 * 1000 : 160u * 1000 * 1000;
  for (int attempt = 0; attempt < 4000 && steps < most; attempt++) {
    c->first = attempt ? 0 : c->first;
    *out = (SmrVerifyCase){.seed = smr_verify_random(&c->random)};
    for (uint32_t k = 0; k < p->pattern.arg_count; k++) {
      const SmrPatternArg *arg = &p->pattern.args[k];
      out->alias[k] = (uint8_t)k;
      if (arg->kind == SMR_ARG_INT) {
        uint32_t bits = SMR_TYPE_KIND(arg->type) == SMR_T_INT ? SMR_TYPE_PAYLOAD(arg->type) : 64;
        out->ints[k] = bits == 1 ? between(c, 0, 1) : draw_int(c, size, bits);
      } else if (arg->kind == SMR_ARG_FLOAT) {
        out->floats[k] =
            smr_type_is_number(arg->type) ? smr_float_round(smr_type_part(arg->type), draw_float(c)) : 0.5;
      } else if (arg->kind == SMR_ARG_BOX) {
        draw_box(c, k, size, out);
      }
    }
    smr_verify_tie(c->pair->ties, p->pattern.arg_count, out);
    out->wide_ints = between(c, 0, 1);
    bool ok = true;
    for (uint32_t k = 0; k < p->condition_count && ok; k++)
      ok = smr_verify_condition(c, &p->conditions[k], out);
    if (!ok)
      continue;
    SmrVerifyRun run = smr_verify_eval(c->eval, out);
    steps += c->eval->steps;
    if (run == SMR_RUN_UNKNOWN)
      c->loose = true;
    if (run != SMR_RUN_EXCLUDED)
      return true;
  }
  return false;
}
