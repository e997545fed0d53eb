//===- internal.h - the e-graph's arrays ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For this folder alone. Everything is an array over elements: a node and the class it was created in share a
// number. A slot is a child of a node. Two kinds of list run through an element: the nodes of a class
// (`next`, circular) and the slots that mention a class (`slot_next`, from `head` to `tail`). Joining two of
// one kind sets two links.
//
// What is looked at together lies together: a node's record holds all that a look-up, a repair and a union
// ask of it. Children beyond two would not fit, so nodes that have some keep all theirs in arrays of their
// own
// (`wide`), and so the slots of those.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_INTERNAL_H
#define SMR_EGRAPH_INTERNAL_H
#include "base/map.h"
#include "egraph/egraph.h"

// In SmrElement.op:
#define SMR_NODE_DEAD 0x80000000u   // a duplicate that congruence removed
#define SMR_NODE_PINNED 0x40000000u // a client outside of a run may hold its number: never used again
#define SMR_NODE_HELD 0x20000000u   // a snapshot may hold its number: not used again before the next one
#define SMR_NODE_WIDE 0x10000000u   // more than SMR_NARROW children: args[0] says where `wide` has them
#define SMR_NODE_FREE UINT32_MAX    // waits for reuse
#define SMR_NODE_OPERATOR 0x0FFFFFFFu
#define SMR_NARROW 2

typedef struct {
  SmrOperator op; // with marks
  uint32_t stamp;
  uint32_t args[SMR_NARROW];
  uint32_t slot_next[SMR_NARROW];
  uint32_t next;  // of the nodes of a class
  uint32_t nodes; // how many those are, dead nodes too, as long as this is the number of a class
} SmrElement;

// The slots that mention a class, dead nodes' too; `head` and `tail` are undefined when there are none. New
// ones come in front, so that no other slot is looked at for it.
typedef struct {
  uint32_t head, tail, uses;
} SmrUseList;

// Slot 2n + k: child k of node n. With SMR_SLOT_WIDE: a position in `wide`.
#define SMR_SLOT_WIDE 0x80000000u
// Part of a use list whose class lost its number in a union: its nodes have to be hashed again.
typedef struct {
  uint32_t slot, count;
} SmrRepair;

// touched.data[first ..) is what steps from this one on touched.
typedef struct {
  uint32_t step, first;
} SmrTouchedStep;
#define SMR_TOUCHED_NEW                                                                                      \
  0x80000000u // the node is new in its class: what was in the class before did not change

// A union of two elements' classes, and who asked for it: an entry of the client's log, or congruence.
typedef struct {
  SmrNode a, b;
  uint32_t reason;
} SmrJoin;
#define SMR_BY_CONGRUENCE UINT32_MAX

typedef struct {
  size_t (*bytes)(const void *user);
  const void *user;
} SmrHolder;

typedef struct {
  SmrAnalysis how;
  unsigned char *data; // `size` bytes per element
} SmrAnalysisData;

struct SmrEgraph {
  SmrOperators *ops;
  uint32_t count, capacity; // elements
  SmrElement *elements;     // at multiples of their size: none lies on two cache lines
  void *elements_block;     // what is to be freed
  uint32_t *parent;         // union-find
  SmrUseList *uses;
  uint32_t wides, wide_capacity; // slots of wide nodes
  uint32_t *wide_args, *wide_next, *wide_node;
  uint32_t *originals, *wide_originals; // like args, never changed; NULL when not kept
  bool keep_originals;

  SmrIndex table;  // hash-cons. Entries of old keys stay until the next resize.
  uint32_t tables; // how many there were

  // The nodes that got a stamp, once per step: who has seen the graph before a step looks at these alone. No
  // more than a part of the graph is kept; `touched_from` is the first step that is recorded in full.
  SMR_VEC(uint32_t) touched;
  SMR_VEC(SmrTouchedStep) touched_steps;
  uint32_t touched_from;
  uint64_t serial; // of all graphs ever made

  uint32_t dead, unions, step;
  uint32_t freed;                 // dead elements that wait for reuse
  uint64_t created, joined;       // nodes and unions ever
  bool recycle;                   // new elements may be reused once dead: set during a run
  SMR_VEC(uint32_t) free_by_room; // heads of lists through `next`: narrow ones, wide ones by arity
  SMR_VEC(SmrRepair) repairs;
  SMR_VEC(SmrAnalysisData) analyses;
  SMR_VEC(SmrHolder) holders;
  SMR_VEC(SmrClass) changed; // classes whose analysis data changed: their users have to be made again
  SMR_VEC(SmrClass) modified;
  SMR_VEC(uint8_t) arities; // by operator: a copy, for speed
  uint8_t *queued;          // by class: 1: in `changed`, 2: in `modified`; NULL without analyses
  unsigned char *scratch;   // one analysis datum
  void (*log)(void *user, SmrClass a, SmrClass b);
  void *log_user;
  SmrNode repairing;         // the node that congruence or an analysis looks at again; SMR_NO_CLASS: none
  uint32_t reason;           // what the log says of the union that it is called for
  SMR_VEC(SmrJoin) joins;    // with originals kept: a forest over the elements, whose trees are the classes
  const char *modifying;     // the analysis whose `modify` runs: it is who asks for a union
  SMR_VEC(uint8_t) families; // by operator: its AC family (ac.h), SMR_LITERAL for numbers; 0: neither
  struct SmrAc *ac;          // NULL: no AC operator was seen
};
#define SMR_LITERAL 255

/// A node's children.
static inline uint32_t *smr_args(const SmrEgraph *g, SmrNode n) {
  SmrElement *e = &g->elements[n];
  return __builtin_expect((e->op & SMR_NODE_WIDE) != 0, 0) ? g->wide_args + e->args[0] : e->args;
}
/// The slot of child k.
static inline uint32_t smr_slot(const SmrEgraph *g, SmrNode n, uint32_t k) {
  const SmrElement *e = &g->elements[n];
  return e->op & SMR_NODE_WIDE ? SMR_SLOT_WIDE | (e->args[0] + k) : SMR_NARROW * n + k;
}
static inline uint32_t *smr_slot_next(const SmrEgraph *g, uint32_t slot) {
  return __builtin_expect((slot & SMR_SLOT_WIDE) != 0, 0)
             ? &g->wide_next[slot & ~SMR_SLOT_WIDE]
             : &g->elements[slot / SMR_NARROW].slot_next[slot % SMR_NARROW];
}
static inline SmrNode smr_slot_node(const SmrEgraph *g, uint32_t slot) {
  return __builtin_expect((slot & SMR_SLOT_WIDE) != 0, 0) ? g->wide_node[slot & ~SMR_SLOT_WIDE]
                                                          : slot / SMR_NARROW;
}

/// The node with that operator and these children (of any classes), SMR_NO_CLASS when there is none.
SmrNode smr_egraph_node(SmrEgraph *g, SmrOperator op, const SmrClass *children);

/// Makes the numbers of dead nodes ready for reuse. Linear.
void smr_egraph_recycle(SmrEgraph *g);

/// Copies the arities of operators that were made since.
void smr_egraph_learn_arities(SmrEgraph *g, SmrOperator upto);

static inline uint32_t smr_arity(SmrEgraph *g, SmrOperator op) {
  if (__builtin_expect(op >= g->arities.size, 0))
    smr_egraph_learn_arities(g, op);
  return g->arities.data[op];
}

/// Whether an operator that the graph knows is kept in AC normal form.
static inline bool smr_is_ac(const SmrEgraph *g, SmrOperator op) {
  return __builtin_expect(g->ac != NULL, 0) && (uint8_t)(g->families.data[op] - 1) < SMR_LITERAL - 1;
}

/// Adds a node that is not there, to the canonical class `into` or as one of its own (SMR_NO_CLASS). `hash`:
/// of its children, which are canonical; `originals`: those that were asked for.
SmrNode smr_egraph_new_node(SmrEgraph *g, uint32_t hash, SmrOperator op, const SmrClass *children,
                            const SmrClass *originals, uint32_t arity, SmrClass into);

/// For canonical children (of an AC operator: a flat multiset): finds or adds the node, in class `into` or
/// one of its own (SMR_NO_CLASS).
SmrClass smr_egraph_insert(SmrEgraph *g, SmrOperator op, const SmrClass *children, uint32_t arity,
                           SmrClass into);
SmrNode smr_egraph_find_node(SmrEgraph *g, SmrOperator op, const SmrClass *children, uint32_t arity);

/// Whether all nodes that were touched from a step on are known: touched.data[*first ..).
bool smr_egraph_touched(const SmrEgraph *g, uint32_t since, uint32_t *first);

static inline SmrClass smr_find(SmrEgraph *g, SmrClass c) {
  uint32_t *parent = g->parent;
  while (parent[c] != c) {
    parent[c] = parent[parent[c]];
    c = parent[c];
  }
  return c;
}

static inline uint32_t smr_node_hash(SmrOperator op, const SmrClass *children, uint32_t arity) {
  uint64_t h = (op + 1) * 0x9E3779B97F4A7C15u;
  for (uint32_t i = 0; i < arity; i++)
    h = ((h << 23 | h >> 41) ^ children[i]) * 0x9E3779B97F4A7C15u;
  return (uint32_t)(h >> 32);
}

#endif
