//===- machine.h - the state of a run ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The machine reads data strings off the automaton while it takes the input apart: an agenda of what is to be
// matched next, and one stack for every kind of thing that a string numbers. All of it only grows along a
// walk, so a choice point is nothing but the stacks' sizes, and going back is cutting them off.
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_MACHINE_H
#define SMR_AUTOMATA_MACHINE_H
#include "automata/layout.h"

/// Work on one candidate, and statements around it, after which it is given up, which smr_scratch_limits
/// tells.
enum { SMR_STEP_LIMIT = 1 << 18, SMR_ROOT_WINDOW = 4096 };

typedef enum {
  SMR_ITEM_OP,       // op: exactly this op
  SMR_ITEM_VALUE,    // value
  SMR_ITEM_OPERANDS, // op: `count` operands that are not in mask, in any order
  SMR_ITEM_BLOCK,    // block: `count` statements of it, in any order
  SMR_ITEM_CARRIES,  // op, node: `count` carried values or results
  SMR_ITEM_ROOT,     // node = control class: a statement beside the first root
  SMR_ITEM_CURRENT   // value: where the walk to an OUT stands
} SmrItemKind;

typedef struct {
  SmrItemKind kind;
  uint32_t what, node, count, depth;
  uint32_t next; // index + 1
  uint64_t mask;
} SmrItem;

typedef struct {
  SmrPoly poly;
  uint32_t leaves, roots; // how many there were: what varies is decided then
  uint32_t array;         // + 1: relative to this array's first occurrence
  SmrValue value;         // that it was read from
} SmrSlot;

typedef struct {
  uint32_t node, own, input;
} SmrCarry;

typedef struct {
  uint32_t agenda, items, nodes, loops, slots, leaves, unknowns, scalars, arrays, boxes, outs, carries,
      equations, roots, check, length;
} SmrMark;

typedef struct {
  uint32_t state, rank; // where it leads
  uint32_t token, operand, choice, frame;
} SmrChoice;

/// A pattern that was reported, or (pattern = UINT32_MAX) a rank all of whose patterns were, for these roots.
typedef struct {
  uint32_t rank, pattern, root_count;
  const SmrOp *roots;
} SmrDone;

/// Where the longest walk of a candidate ended.
typedef struct {
  enum {
    SMR_DEAD_OP,         // at `op`
    SMR_DEAD_INDEX,      // at an index or bound
    SMR_DEAD_ROOT,       // no second root
    SMR_DEAD_END,        // the input has nothing more
    SMR_DEAD_LOOP_VALUE, // at a loop's variable or carried value
    SMR_DEAD_ARGUMENT    // at the function's
  } what;
  uint32_t tokens[3], count; // what would have been admitted; none: the equations have no solution
  uint32_t rank, rank_count;
  uint32_t work;
  SmrOp at, op, access;
} SmrDeadEnd;

struct SmrScratch {
  // of the graph
  const SmrAutomata *automata;
  SmrFacts view;
  SmrUses uses;
  bool have_uses;
  uint32_t *labels;  // by op: label + 1, 0: no pattern has it
  uint32_t *classes; // by op
  uint8_t *taken;    // statements matched
  SmrWords words;
  // of the candidate
  SmrArena arena;
  uint32_t agenda; // index + 1
  SMR_VEC(SmrItem) items;
  SMR_VEC(SmrOp) nodes;
  SMR_VEC(SmrOp) loops;
  SMR_VEC(SmrSlot) slots;
  SMR_VEC(SmrValue) leaves;
  SMR_VEC(SmrUnknown) unknowns;
  SMR_VEC(SmrValue) scalars;
  SMR_VEC(SmrArrayBinding) arrays;
  SMR_VEC(SmrValue) boxes;
  SMR_VEC(SmrValue) outs;
  SMR_VEC(SmrCarry) carries;
  SMR_VEC(SmrEquation) equations;
  SMR_VEC(SmrOp) roots;
  uint32_t check;  // the CHECK token whose constant comes next
  uint32_t length; // tokens read
  SMR_VEC(SmrMark) frames;
  SMR_VEC(SmrChoice) choices;
  uint64_t steps;
  SMR_VEC(SmrMatch) matches;
  SMR_VEC(SmrDone) done;
  SmrRunStats *stats;
  // near misses
  bool collect;
  uint32_t best;
  SmrDeadEnd dead_end;
  SMR_VEC(SmrNearMiss) misses;
  SMR_VEC(SmrLimit) limits;
};

static inline SmrItem *smr_top(SmrScratch *m) {
  return m->agenda ? &m->items.data[m->agenda - 1] : NULL;
}
static inline const uint32_t *smr_token(const SmrScratch *m, uint32_t token) {
  return smr_section(m->automata->block, SMR_SECTION_TOKENS) + 5 * token;
}

void smr_machine_limit(SmrScratch *m, SmrLimitKind kind, SmrOp at); // ddg_run.c
// machine_values.c: what a token asks of a value.
uint32_t smr_machine_type(const SmrScratch *m, SmrType type);
bool smr_machine_fits(SmrScratch *m, uint32_t token, SmrValue value);
uint32_t smr_machine_carry(const SmrScratch *m, uint32_t node,
                           uint32_t own);                   // input number + 1, 0: not yet known
SmrPoly smr_machine_integer(SmrScratch *m, SmrValue value); // of an integer, or of an address' offset
bool smr_machine_varies(const SmrScratch *m, SmrValue leaf, uint32_t leaves, uint32_t roots);
/// The coefficient of the token's key in its slot; false when the slot has no such monomial.
bool smr_machine_coefficient(SmrScratch *m, uint32_t token, SmrPoly *out);
bool smr_machine_known(const SmrScratch *m, uint32_t token); // all unknowns but SOLVE's have values

// machine_stacks.c: choice points, and what is on the agenda.
SmrMark smr_machine_mark(const SmrScratch *m);
void smr_machine_go_back(SmrScratch *m, const SmrMark *mark);
void smr_machine_push(SmrScratch *m, SmrItemKind kind, uint32_t what, uint32_t depth, uint32_t node,
                      uint32_t count);
void smr_machine_push_value(SmrScratch *m, SmrValue value, uint32_t depth);
void smr_machine_pop(SmrScratch *m);
/// A matched op becomes the next node; its operands and regions go on the agenda.
void smr_machine_push_op(SmrScratch *m, SmrOp op, uint32_t depth);

// machine_expand.c, machine_follow.c
uint32_t smr_machine_label(SmrScratch *m, SmrOp op); // + 1, 0: no pattern has such an op
/// Adds the choices that a state leaves; they refer to a new frame.
void smr_machine_expand(SmrScratch *m, uint32_t state, uint32_t rank);
/// False when the edge's equation does not hold after all.
bool smr_machine_follow(SmrScratch *m, const SmrChoice *choice);

// near.c
/// A dead end: remembered when it is the candidate's furthest.
void smr_machine_miss(SmrScratch *m, const uint32_t *tokens, uint32_t count, uint32_t rank, uint32_t ranks);
/// The candidate matched nothing: its furthest dead end becomes a near miss.
void smr_machine_keep_miss(SmrScratch *m);
#endif
