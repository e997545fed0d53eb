//===- egraph.h - the e-graph --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A congruence-closed set of e-nodes over a union-find, hash-consed, with deferred rebuilding (Willsey et
// al., egg, POPL 2021). Flat arrays; a node's number is also the number of the class that it was created in.
//
// clang-format off: a list
// Invariant (after smr_egraph_rebuild; smr_egraph_check tests it):
//   EG1 children of live nodes are canonical;
//   EG2 no two live nodes have the same operator and children;
//   EG3 the hash-cons finds every live node;
//   EG4 each class lists exactly its live nodes, and the nodes that use it;
//   EG5 a node's stamp is the last step in which it, its class' number or a child's number changed;
//   EG6 every class' analysis data equals the merge of what `make` says of its nodes.
// clang-format on
// Between rebuilds only additions, unions and look-ups are allowed, and EG1, EG2 may be broken.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_EGRAPH_H
#define SMR_EGRAPH_EGRAPH_H
#include "egraph/term.h"

typedef struct SmrEgraph SmrEgraph;
typedef uint32_t SmrClass; // canonical iff smr_egraph_find(g, c) == c
typedef uint32_t SmrNode;
#define SMR_NO_CLASS UINT32_MAX

SmrEgraph *smr_egraph_create(SmrOperators *ops);
void smr_egraph_destroy(SmrEgraph *g);
SmrOperators *smr_egraph_ops(const SmrEgraph *g);

/// Adds a node (or finds it) and returns its class. Children are any class numbers.
SmrClass smr_egraph_add(SmrEgraph *g, SmrOperator op, const SmrClass *children);
/// Adds a node to a class: what adding it and a union do, without a class in between. True when it changed
/// the graph's classes.
bool smr_egraph_add_to(SmrEgraph *g, SmrOperator op, const SmrClass *children, SmrClass c);
/// The class of a node, SMR_NO_CLASS when the graph lacks it.
SmrClass smr_egraph_lookup(SmrEgraph *g, SmrOperator op, const SmrClass *children);
SmrClass smr_egraph_add_term(SmrEgraph *g, const SmrTerm *term, uint32_t node);
SmrClass smr_egraph_lookup_term(SmrEgraph *g, const SmrTerm *term, uint32_t node);
SmrClass smr_egraph_find(SmrEgraph *g, SmrClass c);
/// Makes two classes one; true when they were two. Takes effect on congruence at the next rebuild.
bool smr_egraph_union(SmrEgraph *g, SmrClass a, SmrClass b);
/// Restores the invariant and begins a new step. Returns how many unions congruence and analyses added.
uint32_t smr_egraph_rebuild(SmrEgraph *g);

/// Restores EG1 to EG4 within a step, so that what is added next finds what is there: for clients that add a
/// lot.
void smr_egraph_repair(SmrEgraph *g);

uint32_t smr_egraph_nodes(const SmrEgraph *g);    // live
uint32_t smr_egraph_classes(const SmrEgraph *g);  // canonical
uint32_t smr_egraph_elements(const SmrEgraph *g); // numbers handed out: nodes and classes are below it
/// Memory held, in bytes, and that of what clients keep along with the graph.
size_t smr_egraph_bytes(const SmrEgraph *g);
uint32_t smr_egraph_step(const SmrEgraph *g); // the current step: what is added now gets this stamp

/// Reading nodes. `node` is any number; a dead node (a duplicate that congruence removed) is in no class
/// list.
bool smr_egraph_is_live(const SmrEgraph *g, SmrNode node);
SmrOperator smr_egraph_op(const SmrEgraph *g, SmrNode node);
const SmrClass *smr_egraph_children(const SmrEgraph *g,
                                    SmrNode node); // arity of op; canonical after a rebuild

/// for (SmrNode n = smr_egraph_first(g, c); n != SMR_NO_CLASS; n = smr_egraph_next(g, c, n)): the live nodes
/// of a canonical class, in no particular but deterministic order. The class may not be unioned meanwhile.
SmrNode smr_egraph_first(const SmrEgraph *g, SmrClass c);
SmrNode smr_egraph_next(const SmrEgraph *g, SmrClass c, SmrNode node);

/// The nodes that use a class as a child: fn is called once per occurrence, stops early when it returns
/// false.
void smr_egraph_uses(const SmrEgraph *g, SmrClass c, bool (*fn)(void *user, SmrNode node), void *user);

/// An e-class analysis: `size` bytes of data per class, kept by callbacks. `make` writes the data of one node
/// from its children's data. `merge` folds `from` into `into` and says what changed: bit 0: `into` is not
/// what it was; bit 1: the result is not what `from` was. `modify` (may be NULL) may add nodes to the class
/// and union it. Data must be plain bytes without pointers that need freeing, and merge a join: idempotent,
/// commutative, associative.
typedef struct {
  const char *name;
  uint32_t size;
  void (*make)(void *user, SmrEgraph *g, SmrNode node, void *out);
  unsigned (*merge)(void *user, SmrEgraph *g, void *into, const void *from);
  void (*modify)(void *user, SmrEgraph *g, SmrClass c);
  void *user;
} SmrAnalysis;

/// Adds an analysis to an empty graph; returns its number.
uint32_t smr_egraph_analyse(SmrEgraph *g, const SmrAnalysis *analysis);
/// A class' data; valid until the next addition.
void *smr_egraph_data(SmrEgraph *g, uint32_t analysis, SmrClass c);
/// Says that what a class stands for changed in a way that conditions may see: its nodes and their users get
/// the current stamp, so that rules look at them again. Analyses' changes do this by themselves.
void smr_egraph_touch(SmrEgraph *g, SmrClass c);

/// Takes a live node out of its class and out of the graph. Adding it again makes a new node, in a class of
/// its own. For analyses' `modify`, which then has to leave a node in the class.
void smr_egraph_drop(SmrEgraph *g, SmrNode node);

/// Called at every union that a client asks for and that joins two classes (not at congruence): the proof
/// log. `user` NULL and `log` NULL switch it off.
void smr_egraph_set_log(SmrEgraph *g, void (*log)(void *user, SmrClass a, SmrClass b), void *user);
/// With originals kept, smr_egraph_original gives a node's children as they were when it was added (each
/// smaller than the node's own number, so that every number stands for one finite term). Only on an empty
/// graph.
void smr_egraph_keep_originals(SmrEgraph *g);
const SmrClass *smr_egraph_original(const SmrEgraph *g, SmrNode node);

/// Has memory that a client keeps along with the graph (a log, a memo) counted. The client may end
/// after the graph is used for the last time.
void smr_egraph_count_bytes(SmrEgraph *g, size_t (*bytes)(const void *user), const void *user);

/// Tests the invariant; on failure writes what is broken and returns false. Linear, slow.
bool smr_egraph_check(SmrEgraph *g, SmrStr *why);
#endif
