//===- capture.c - who may know an object's address ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The invariant: an IDENTIFIED or UNIQUE base b and an UNKNOWN base u may be taken to be apart only if no
// value derived from b can have been captured before u came into being. Captured is what anything but the ops
// that we follow to the end can learn: a call, memory, an integer, another name (select, a block's argument),
// an op that nobody described. A base that is never captured stays UNIQUE; one that is becomes IDENTIFIED,
// with the time of its first capture, and the others (all of them loads, calls, opaque ops or arguments) get
// the time at which they are there at the latest. This holds for objects (locals, allocations, copies) as for
// noalias arguments, which are "apart" from all that is not based on them: what is based on one is either
// derived by ops that keep it in sight, or came into being behind a capture.
//
// A time is a position in the function's text, such that if one thing can run before another, in any
// iteration of any loop, its time is no later: captures in a loop count from its start, values made in it to
// its end.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/import/internal.h"

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

enum { AT_ENTRY = 1 };

typedef struct {
  uint32_t from, to;
} Span;

typedef struct {
  uint32_t *at, *last; // per op: its position, and that of the last op in it
  SMR_VEC(Span) loops; // what may run again; in the end disjoint and ascending
  uint32_t next;
} Times;

static bool runs_again(const SmrOpData *data) {
  return data->code == SMR_OP_FOR || data->code == SMR_OP_LOOP || data->code == SMR_OP_WHILE ||
         data->code == SMR_OP_OPAQUE;
}

static void number_region(const SmrGraph *g, Times *t, SmrRegion region) {
  const SmrRegionData *data = &g->regions.data[region];
  SmrMap first = {0};
  for (uint32_t b = 0; b < data->blocks.size; b++) {
    smr_map_set(&first, data->blocks.data[b], t->next + 1);
    for (SmrOp op = g->blocks.data[data->blocks.data[b]].first; op; op = smr_op(g, op)->next) {
      t->at[op] = ++t->next;
      for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++)
        number_region(g, t, smr_op_region(g, op, r));
      t->last[op] = t->next;
      if (t->next > t->at[op] && runs_again(smr_op(g, op)))
        smr_vec_push(&t->loops, ((Span){t->at[op], t->next}));
    }
  }
  // However a path goes back past a place, it takes an edge that spans it.
  for (uint32_t b = 0; b < data->blocks.size; b++) {
    SmrOp end = g->blocks.data[data->blocks.data[b]].last;
    for (int k = 0; end && k < 2; k++) {
      uint32_t to;
      if (smr_op(g, end)->succ[k] && smr_map_get(&first, smr_op(g, end)->succ[k], &to) && to <= t->at[end])
        smr_vec_push(&t->loops, ((Span){to, t->at[end]}));
    }
  }
  smr_map_free(&first);
}

static int by_start(const void *a, const void *b) {
  uint32_t x = ((const Span *)a)->from, y = ((const Span *)b)->from;
  return x < y ? -1 : x > y;
}

static Times times_of(const SmrGraph *g) {
  Times t = {.at = smr_xcalloc(g->ops.size, sizeof *t.at),
             .last = smr_xcalloc(g->ops.size, sizeof *t.last),
             .next = AT_ENTRY};
  number_region(g, &t, g->body);
  if (t.loops.size)
    qsort(t.loops.data, t.loops.size, sizeof *t.loops.data, by_start);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < t.loops.size; k++) {
    Span span = t.loops.data[k], *open = kept ? &t.loops.data[kept - 1] : NULL;
    if (!open || span.from > open->to)
      t.loops.data[kept++] = span;
    else if (span.to > open->to)
      open->to = span.to;
  }
  t.loops.size = kept;
  return t;
}

static void times_free(Times *t) {
  free(t->at), free(t->last);
  smr_vec_free(&t->loops);
}

/// The loop around a position; the position alone when there is none.
static Span loop_at(const Times *t, uint32_t position) {
  uint32_t low = 0, high = t->loops.size;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (t->loops.data[middle].to < position)
      low = middle + 1;
    else
      high = middle;
  }
  bool in = low < t->loops.size && t->loops.data[low].from <= position;
  return in ? t->loops.data[low] : (Span){position, position};
}

//===----------------------------------------------------------------------===//
// What is passed to a call
//===----------------------------------------------------------------------===//

typedef struct {
  SmrImport *imp;
  SmrUses uses;
  Times times;
  SmrMap slots; // variables that an address was stored to, or that others may store to
  SmrMap known; // variables with a descriptor whose data was captured: the first time
  bool any;     // something was captured
} Captures;

static MlirOperation callee_of(const Captures *c, SmrOp call) {
  SmrSym name = smr_op(c->imp->graph, call)->name;
  return name ? smr_imp_symbol(c->imp, name) : (MlirOperation){NULL};
}

/// A call that gives memory which nobody else has an address of: it says so (noalias), or is known to.
static bool allocates(const Captures *c, SmrOp op) {
  const SmrOpData *data = smr_op(c->imp->graph, op);
  if (data->code != SMR_OP_CALL || data->result_count != 1 || !data->handle ||
      smr_value_type(c->imp->graph, data->result_first) != SMR_PTR)
    return false;
  const SmrCalleeDesc *known = smr_imp_declared(c->imp, data->name);
  return smr_imp_list_says(c->imp, (MlirOperation){data->handle}, "res_attrs", 0, SMR_SAYS_NOALIAS) ||
         (known && known->allocates);
}

/// Is the callee known to keep nothing of argument k and to give nothing back that its address is in?
static bool known_to_forget(const Captures *c, SmrOp op, uint32_t k) {
  const SmrCalleeDesc *known = smr_imp_declared(c->imp, smr_op(c->imp->graph, op)->name);
  return known && known->forgets && (!known->has_format || k <= known->format);
}

/// What a Fortran procedure is passed it may not keep (a pointer that it makes to a dummy without TARGET is
/// undefined when it returns).
static bool by_fortrans_rules(const Captures *c, SmrValue object) {
  const SmrGraph *g = c->imp->graph;
  SmrOp def = smr_def(g, object);
  if (def && smr_op(g, def)->code == SMR_OP_DESCR_ADDR)
    object = smr_operand(g, def, 0), def = smr_def(g, object);
  uint32_t mark;
  if (smr_map_get(&c->imp->dummies, object, &mark) || smr_map_get(&c->imp->host_frames, object, &mark))
    return true;
  // A host's variable; an allocatable's data; variables of a module.
  return def && (smr_op(g, def)->code == SMR_OP_LOAD || smr_op(g, def)->code == SMR_OP_GLOBAL);
}

static bool call_captures(const Captures *c, SmrOp op, uint32_t k, SmrValue object) {
  const SmrOpData *data = smr_op(c->imp->graph, op);
  static const SmrAttributeSays promises[] = {SMR_SAYS_FORGETS, SMR_SAYS_BY_VALUE};
  MlirOperation call = {data->handle}, callee = callee_of(c, op);
  bool ours =
      !mlirOperationIsNull(callee) && smr_imp_has_attr(callee, SMR_ATTR_REPLACEMENT); // as the loop before it
  if (ours || by_fortrans_rules(c, object) || known_to_forget(c, op, k))
    return false;
  for (size_t p = 0; p < sizeof promises / sizeof *promises; p++)
    if (smr_imp_list_says(c->imp, call, "arg_attrs", k, promises[p]) ||
        smr_imp_list_says(c->imp, callee, "arg_attrs", k, promises[p]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Uses of addresses
//===----------------------------------------------------------------------===//

/// The object that an address or descriptor leads to, through descriptors built here as well.
static SmrValue origin(const SmrImport *imp, SmrValue value) {
  const SmrGraph *g = imp->graph;
  SmrSym box = smr_intern_find(imp->symbols, SMR_OPAQUE_BOX);
  for (;;) {
    value = smr_imp_root(imp, value);
    SmrOp def = smr_def(g, value);
    if (!def || smr_op(g, def)->code != SMR_OP_OPAQUE || !box || smr_op(g, def)->name != box ||
        !smr_op(g, def)->operand_count)
      return value;
    value = smr_operand(g, def, 0);
  }
}

static void capture_value(Captures *c, SmrValue value, uint32_t time) {
  SmrValueData *data = &c->imp->graph->values.data[value];
  if (data->base == SMR_BASE_UNKNOWN)
    return;
  if (data->base == SMR_BASE_UNIQUE || time < data->time)
    data->time = time;
  data->base = SMR_BASE_IDENTIFIED;
  c->any = true;
}

/// An object and the descriptor that leads to it are one.
static SmrValue other_half(const SmrImport *imp, SmrValue value) {
  const SmrGraph *g = imp->graph;
  SmrOp def = smr_def(g, value);
  uint32_t address;
  if (def && smr_op(g, def)->code == SMR_OP_DESCR_ADDR)
    return smr_operand(g, def, 0);
  return smr_map_get(&imp->descr, (uint64_t)value << 16, &address) ? address : value;
}

/// The variable that a descriptor, or whose data, `object` is; 0: none.
static SmrValue variable_of(const SmrImport *imp, SmrValue object) {
  const SmrGraph *g = imp->graph;
  SmrOp def = smr_def(g, object);
  if (def && smr_op(g, def)->code == SMR_OP_DESCR_ADDR)
    def = smr_def(g, smr_operand(g, def, 0));
  bool box =
      def && smr_op(g, def)->code == SMR_OP_LOAD && smr_value_type(g, smr_result(g, def, 0)) == SMR_BOX;
  return box ? smr_imp_root(imp, smr_operand(g, def, 0)) : 0;
}

static void capture_at(Captures *c, SmrValue object, uint32_t time) {
  capture_value(c, object, time);
  capture_value(c, other_half(c->imp, object), time);
}

static void capture(Captures *c, SmrValue object, SmrOp op) {
  uint32_t time = loop_at(&c->times, c->times.at[op]).from;
  SmrValue variable = variable_of(c->imp, object);
  capture_at(c, object, time);
  if (variable) {
    uint32_t *first = smr_map_at(&c->known, variable, time);
    *first = time < *first ? time : *first;
  }
}

static void forget(Captures *c, SmrValue value) {
  SmrValue both[2] = {value, other_half(c->imp, value)};
  for (int k = 0; k < 2; k++) {
    c->imp->graph->values.data[both[k]].base = SMR_BASE_UNKNOWN;
    c->imp->graph->values.data[both[k]].time = 0;
  }
}

static bool is_address(const SmrGraph *g, SmrValue value) {
  SmrTypeKind kind = SMR_TYPE_KIND(smr_value_type(g, value));
  return kind == SMR_T_PTR || kind == SMR_T_BOX || kind == SMR_T_OPAQUE;
}

static bool only_compared(const SmrGraph *g, const SmrUses *uses, SmrValue value) {
  for (uint32_t k = uses->first[value]; k < uses->first[value + 1]; k++)
    if (smr_op(g, uses->ops[k])->code != SMR_OP_ICMP)
      return false;
  return true;
}

static bool is_null(const SmrImport *imp, SmrValue value) {
  SmrOp def = smr_def(imp->graph, value);
  return def && smr_op(imp->graph, def)->code == SMR_OP_OPAQUE &&
         smr_op(imp->graph, def)->name == smr_intern_find(imp->symbols, SMR_OPAQUE_NULL);
}

/// HEAP memory that is reached only through the descriptor variable it is stored to.
static bool only_described(const Captures *c, SmrValue heap) {
  const SmrGraph *g = c->imp->graph;
  SmrOp def = smr_def(g, heap);
  if (!def || smr_op(g, def)->code != SMR_OP_HEAP)
    return false;
  for (uint32_t k = c->uses.first[heap]; k < c->uses.first[heap + 1]; k++) {
    const SmrOpData *data = smr_op(g, c->uses.ops[k]);
    bool boxed =
        data->code == SMR_OP_OPAQUE && data->name == smr_intern_find(c->imp->symbols, SMR_OPAQUE_BOX);
    if (!boxed && data->code != SMR_OP_FREE && data->code != SMR_OP_BITCAST)
      return false;
  }
  return true;
}

/// An opaque op hands an address on: its result has room for one, or memory has.
static bool opaque_captures(const Captures *c, SmrOp op) {
  const SmrGraph *g = c->imp->graph;
  const SmrOpData *data = smr_op(g, op);
  if (data->region_count)
    return true;
  if (smr_imp_forgets(c->imp, data->name))
    return false;
  for (uint32_t r = 0; r < data->result_count; r++) {
    SmrType type = smr_value_type(g, smr_result(g, op, r));
    SmrTypeKind kind = SMR_TYPE_KIND(type);
    if (type != SMR_I1 && kind != SMR_T_FLOAT && kind != SMR_T_BFLOAT && kind != SMR_T_NONE)
      return true;
  }
  return !(data->flags & (SMR_F_PURE | SMR_F_READONLY));
}

static void use(Captures *c, SmrOp op, uint32_t k) {
  SmrImport *imp = c->imp;
  const SmrGraph *g = imp->graph;
  const SmrOpData *data = smr_op(g, op);
  SmrValue value = smr_operand(g, op, k);
  if (!is_address(g, value))
    return;
  SmrValue object = origin(imp, value);
  switch (data->code) {
  case SMR_OP_STORE: // from now on loads give it, too
    if (k == 0 && !is_null(imp, object) && !only_described(c, object)) {
      capture(c, object, op);
      smr_map_set(&c->slots, smr_imp_root(imp, smr_operand(g, op, 1)), 1);
    }
    return;
  case SMR_OP_LOAD:
  case SMR_OP_ADDR:
  case SMR_OP_FIELD:
  case SMR_OP_FREE:
  case SMR_OP_ICMP:
  case SMR_OP_RETURN:
    return;
  case SMR_OP_DESCR_ADDR:
  case SMR_OP_DESCR_EXTENT:
  case SMR_OP_DESCR_LB:
  case SMR_OP_DESCR_STRIDE:
    if (object != value &&
        data->code == SMR_OP_DESCR_ADDR) // the data of a descriptor built here, under a new name
      capture(c, object, op);
    return;
  case SMR_OP_BITCAST:
    if (!only_compared(g, &c->uses, smr_result(g, op, 0)))
      capture(c, object, op);
    return;
  case SMR_OP_CALL:
    if (call_captures(c, op, k, object))
      capture(c, object, op);
    return;
  case SMR_OP_OPAQUE:
    if (data->name == smr_intern_find(imp->symbols, SMR_OPAQUE_BOX))
      return; // seen through
    if (!(data->flags & SMR_F_PURE))
      smr_map_set(&c->slots, object, 1);
    if (opaque_captures(c, op))
      capture(c, object, op);
    return;
  default: // select, yield, branches, loops: a second name for the object
    capture(c, object, op);
    return;
  }
}

/// Comes from elsewhere: whatever it holds of ours was captured when its op ran. (Not so a descriptor built
/// here.)
static bool comes_from_elsewhere(const SmrImport *imp, const SmrOpData *def) {
  return def->block &&
         (def->code == SMR_OP_LOAD || def->code == SMR_OP_CALL ||
          (def->code == SMR_OP_OPAQUE && def->name != smr_intern_find(imp->symbols, SMR_OPAQUE_BOX)));
}

/// When the UNKNOWN bases are there at the latest.
static void date_unknown(Captures *c) {
  SmrGraph *g = c->imp->graph;
  for (SmrValue v = 1; v < g->values.size; v++) {
    SmrValueData *data = &g->values.data[v];
    SmrTypeKind kind = SMR_TYPE_KIND(data->type);
    if (data->base != SMR_BASE_UNKNOWN || data->forward || (kind != SMR_T_PTR && kind != SMR_T_BOX))
      continue;
    if (!data->def)
      data->time = data->block == c->imp->entry_block ? AT_ENTRY : 0;
    else if (comes_from_elsewhere(c->imp, smr_op(g, data->def)))
      data->time = loop_at(&c->times, c->times.last[data->def]).to;
  }
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->block && smr_op(g, op)->code == SMR_OP_DESCR_ADDR) {
      SmrValueData *data = &g->values.data[smr_result(g, op, 0)];
      const SmrValueData *box = smr_value_data(g, smr_operand(g, op, 0));
      if (data->base == SMR_BASE_UNKNOWN && box->base == SMR_BASE_UNKNOWN)
        data->time = box->time;
    }
}

void smr_imp_captures(SmrImport *imp) {
  SmrGraph *g = imp->graph;
  Captures c = {.imp = imp, .uses = smr_uses_compute(g), .times = times_of(g)};
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->block && allocates(&c, op))
      g->values.data[smr_op(g, op)->result_first].base = SMR_BASE_UNIQUE;
  for (SmrOp op = 1; op < g->ops.size; op++)
    for (uint32_t k = 0; smr_op(g, op)->block && k < smr_op(g, op)->operand_count; k++)
      use(&c, op, k);
  // Descriptors that something of ours was stored to no longer lead to data of their own, and what is known
  // of the data of one is known of it whenever the descriptor is read.
  for (SmrOp op = 1; c.slots.size + c.known.size && op < g->ops.size; op++) {
    if (!smr_op(g, op)->block || smr_op(g, op)->code != SMR_OP_LOAD)
      continue;
    SmrValue loaded = smr_result(g, op, 0), variable = variable_of(imp, loaded);
    uint32_t time;
    if (variable && smr_map_get(&c.slots, variable, &time))
      forget(&c, loaded);
    else if (variable && smr_map_get(&c.known, variable, &time))
      capture_at(&c, loaded, time);
  }
  if (c.any)
    date_unknown(&c);
  times_free(&c.times);
  smr_map_free(&c.slots);
  smr_map_free(&c.known);
  smr_uses_free(&c.uses);
}
