//===- signs.c - what code must have for a pattern to match it -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Only what no pass makes may be a sign: from the plain form to the normal one, passes drop loops and
// accesses and write sums and products anew, but no load has another type then, and nothing begins to divide.
//===----------------------------------------------------------------------===//
#include "automata/signs.h"
#include "base/bytes.h"
#include "graph/number.h"
#include <string.h>

enum { DIVIDES, DEEP, LOOPS = DEEP + 7, TYPES = LOOPS + 7, MATH = 32, BITS = 64 }; // first bits of each kind

/// (Stores are no sign: what an idiom stores to a variable of its caller's may be a result of the code.)
static uint64_t type_bit(SmrType type) {
  uint32_t bytes = smr_type_bytes(type);
  bool byte = type == SMR_TYPE(SMR_T_INT, 8) || type == SMR_TYPE(SMR_T_INT, 16);
  if (!byte && !smr_type_is_number(type))
    return 0;
  return (uint64_t)1 << (TYPES + (byte ? 0 : bytes == 4 ? 1 : bytes == 8 ? 2 : 3));
}

static uint64_t up_to(uint32_t first, uint32_t count) {
  return (((uint64_t)1 << (count < 7 ? count : 7)) - 1) << first;
}

typedef struct {
  const SmrGraph *g;
  uint64_t signs;
  uint32_t loops, deepest;
} Signs;

static void look_at(Signs *s, SmrOp op) {
  const SmrOpData *data = smr_op(s->g, op);
  if (data->code == SMR_OP_LOAD)
    s->signs |= type_bit(smr_value_type(s->g, smr_result(s->g, op, 0)));
  if (data->code == SMR_OP_FDIV)
    s->signs |= (uint64_t)1 << DIVIDES;
  if (data->code == SMR_OP_MATH) {
    const char *name = smr_intern_text(s->g->symbols, data->name);
    s->signs |= (uint64_t)1 << (MATH + smr_checksum(name, strlen(name)) % (BITS - MATH));
  }
}

static void look_into(Signs *s, SmrRegion region, uint32_t depth) {
  const SmrGraph *g = s->g;
  s->deepest = depth > s->deepest ? depth : s->deepest;
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++)
    for (SmrOp op = g->blocks.data[g->regions.data[region].blocks.data[b]].first; op;
         op = smr_op(g, op)->next) {
      SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
      bool loop = code == SMR_OP_LOOP || code == SMR_OP_WHILE || code == SMR_OP_FOR;
      look_at(s, op);
      s->loops += loop;
      for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++)
        look_into(s, smr_op_region(g, op, r), depth + loop);
    }
}

uint64_t smr_signs(const SmrGraph *g) {
  Signs s = {.g = g};
  look_into(&s, g->body, 0);
  return s.signs | up_to(DEEP, s.deepest) | up_to(LOOPS, s.loops);
}
