//===- check.c - from a completed match to what is reported --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/check.h"
#include "graph/normalize/normalize.h"
#include <string.h>

//--- Tables ----------------------------------------------------------------------

static uint32_t access_flags(const SmrGraph *g, SmrOp op) {
  const SmrOpData *o = smr_op(g, op);
  switch ((SmrOpcode)o->code) {
  case SMR_OP_LOAD:
    return SMR_ACCESS_READ;
  case SMR_OP_STORE:
    return SMR_ACCESS_WRITE;
  case SMR_OP_HEAP:
  case SMR_OP_FREE:
    return SMR_ACCESS_READ | SMR_ACCESS_WRITE;
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    return o->flags & SMR_F_PURE       ? 0
           : o->flags & SMR_F_READONLY ? SMR_ACCESS_READ
                                       : SMR_ACCESS_READ | SMR_ACCESS_WRITE;
  default:
    return 0;
  }
}

// The number of a block among all blocks of its parent op.
static uint32_t block_number(const SmrGraph *g, SmrOp parent, SmrBlock block) {
  uint32_t n = 0;
  for (uint32_t r = 0; r < smr_op(g, parent)->region_count; r++) {
    const SmrRegionData *data = &g->regions.data[smr_op_region(g, parent, r)];
    for (uint32_t b = 0; b < data->blocks.size; b++, n++)
      if (data->blocks.data[b] == block)
        return n;
  }
  return n;
}

SmrTables smr_tables_create(SmrArena *arena, const SmrIdiom *idiom, const SmrDataString *s) {
  const SmrGraph *g = idiom->graph;
  SmrTables t = {.arg_count = idiom->arg_count,
                 .node_count = s->node_count,
                 .loop_count = idiom->loop_count,
                 .unknown_count = s->unknowns.size,
                 .scalar_count = s->scalars.size,
                 .array_count = s->arrays.size,
                 .box_count = s->boxes.size,
                 .out_count = s->outs.size};
  uint8_t *kinds = smr_arena_alloc(arena, idiom->arg_count + 1);
  for (uint32_t k = 0; k < idiom->arg_count; k++)
    kinds[k] = (uint8_t)idiom->args[k].kind;
  t.kinds = kinds;
  t.unknowns = s->unknowns.data;
  t.scalars = s->scalars.data;
  t.arrays = s->arrays.data;
  t.boxes = s->boxes.data;
  t.outs = s->outs.data;
  t.unknown_values = s->unknown_values.data;
  t.array_first = s->array_first.data;
  uint32_t *loops = smr_arena_alloc(arena, (idiom->loop_count + 1) * sizeof *loops);
  for (uint32_t d = 0; d < idiom->loop_count; d++)
    loops[d] = s->node_of[idiom->loops[d]] - 1;
  t.loops = loops;
  SmrIdiomAccess *accesses = smr_arena_alloc(arena, (s->node_count + 1) * sizeof *accesses);
  for (uint32_t n = 0; n < s->node_count; n++) {
    SmrOp op = s->nodes.data[n];
    uint32_t flags = access_flags(g, op);
    if (!flags)
      continue;
    SmrOp parent = smr_parent(g, op);
    uint32_t home =
        parent ? s->node_of[parent] << 8 | (block_number(g, parent, smr_op(g, op)->block) & 255) : 0;
    accesses[t.access_count++] = (SmrIdiomAccess){n, flags, idiom->view.order[op], home};
  }
  t.accesses = accesses;
  uint32_t *joined = smr_arena_alloc(arena, (s->node_count + 1) * sizeof *joined);
  for (uint32_t n = 0; n < s->node_count; n++) {
    const SmrOpData *o = smr_op(g, s->nodes.data[n]);
    if (o->fast & SMR_FAST_JOINED)
      joined[t.joined_count++] = n << 1 | !!(o->flags & SMR_F_FUSED);
  }
  t.joined = joined;
  return t;
}

//--- Memory ------------------------------------------------------------------------

static SmrValue address_of(const SmrGraph *g, SmrOp op) {
  const SmrOpData *o = smr_op(g, op);
  return o->code == SMR_OP_LOAD ? smr_operand(g, op, 0) : o->code == SMR_OP_STORE ? smr_operand(g, op, 1) : 0;
}

static bool apart(const SmrGraph *g, SmrOp x, SmrOp y) {
  SmrValue a = address_of(g, x), b = address_of(g, y);
  return a && b && smr_alias(g, a, b) == SMR_ALIAS_NO;
}

static bool at_home(const SmrFacts *view, const SmrSolution *s, const SmrIdiomAccess *a, SmrOp op) {
  const SmrGraph *g = view->graph;
  if (!a->home) {
    for (uint32_t r = 0; r < s->root_count; r++)
      if (smr_facts_inside(view, op, s->roots[r]))
        return false;
    return true;
  }
  SmrOp parent = s->nodes[(a->home >> 8) - 1];
  return smr_parent(g, op) == parent &&
         (block_number(g, parent, smr_op(g, op)->block) & 255) == (a->home & 255);
}

// Two accesses, one of them a write, must stand in the idiom's order unless they are proved apart. An
// access that the input has in another loop than the idiom (hoisted on one side only) must be apart from
// every write. Within one block a swap changes the order only of accesses of the same iteration, which is
// what smr_alias compares.
static bool memory_agrees(const SmrFacts *view, const SmrTables *t, const SmrSolution *s) {
  const SmrGraph *g = view->graph;
  for (uint32_t i = 0; i < t->access_count; i++) {
    const SmrIdiomAccess *a = &t->accesses[i];
    SmrOp x = s->nodes[a->node];
    bool home = at_home(view, s, a, x);
    for (uint32_t k = 0; k < t->access_count; k++) {
      const SmrIdiomAccess *b = &t->accesses[k];
      SmrOp y = s->nodes[b->node];
      if (k == i || !((a->flags | b->flags) & SMR_ACCESS_WRITE))
        continue;
      bool same_order = (a->order < b->order) == (view->order[x] < view->order[y]) && x != y;
      if ((!home || !same_order) && !apart(g, x, y))
        return false;
    }
  }
  return true;
}

//--- Availability ------------------------------------------------------------------

typedef struct {
  const SmrFacts *view;
  const SmrTables *tables;
  const SmrSolution *solution;
  uint32_t first, budget; // program order of the first root
} Availability;

// Does a load that stands behind a root read what the roots in front of it may have written?
static bool overwritten(const Availability *a, SmrOp load) {
  for (uint32_t k = 0; k < a->tables->access_count; k++) {
    SmrOp write = a->solution->nodes[a->tables->accesses[k].node];
    if ((a->tables->accesses[k].flags & SMR_ACCESS_WRITE) && a->view->order[write] < a->view->order[load] &&
        !apart(a->view->graph, load, write))
      return true;
  }
  return false;
}

// Can the value be computed before the first root? Values that stand between the roots may depend on one.
static bool available(Availability *a, SmrValue value) {
  const SmrGraph *g = a->view->graph;
  if (smr_facts_variant(a->view, value, a->solution->roots, a->solution->root_count))
    return false;
  SmrOp def = smr_def(g, value);
  if (!def || a->view->order[def] < a->first)
    return true;
  if (smr_facts_statement(g, def) || !a->budget ||
      (smr_op(g, def)->code == SMR_OP_LOAD && overwritten(a, def)))
    return false;
  a->budget--;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++)
    if (!available(a, smr_operand(g, def, k)))
      return false;
  return true;
}

static bool poly_available(Availability *a, SmrPoly p) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(p, &at, &leaf);)
    if (!available(a, leaf))
      return false;
  return true;
}

//--- Descriptors -------------------------------------------------------------------

static bool is_field(const SmrGraph *g, SmrValue value, SmrValue box, SmrOpcode code, uint32_t dim) {
  SmrOp def = smr_def(g, value);
  return def && smr_op(g, def)->code == code && smr_op(g, def)->imm == dim &&
         smr_operand(g, def, 0) == smr_value(g, box);
}

static const SmrBoxLayout *layout_of(const SmrGraph *g, SmrValue box) {
  for (uint32_t k = 0; k < g->layouts.size; k++)
    if (smr_value(g, g->layouts.data[k].box) == smr_value(g, box))
      return &g->layouts.data[k];
  return NULL;
}

/// The stride of a dimension that follows from the extents: an element's bytes times those of faster
/// dimensions.
static bool is_product(const SmrGraph *g, SmrPoly value, const SmrBoxLayout *layout, uint32_t dim) {
  int64_t coef = layout->bytes;
  uint32_t dynamic = 0;
  if (value.count != 1)
    return false;
  const SmrMonomial *term = value.terms;
  for (uint32_t d = layout->row_major ? dim + 1 : 0; d < (layout->row_major ? layout->rank : dim); d++) {
    uint32_t times = 0;
    if (layout->extent[d] >= 0) {
      if (__builtin_mul_overflow(coef, layout->extent[d], &coef))
        return false;
      continue;
    }
    for (uint32_t k = 0; k < term->degree; k++)
      times += is_field(g, term->leaves[k], layout->box, SMR_OP_DESCR_EXTENT, d);
    if (times != 1)
      return false;
    ++dynamic;
  }
  return term->degree == dynamic && term->coef == coef;
}

/// Does the descriptor of the code say what the match found of the idiom's?
static bool says(const SmrGraph *g, SmrValue box, const SmrDescrBinding *found) {
  static const SmrOpcode codes[] = {SMR_OP_DESCR_LB, SMR_OP_DESCR_EXTENT, SMR_OP_DESCR_STRIDE};
  const SmrBoxLayout *layout = layout_of(g, box);
  uint32_t leaf;
  int64_t number;
  if (found->divisor != 1 || found->field > 2)
    return false;
  if (smr_poly_is_leaf(found->poly, &leaf) && is_field(g, leaf, box, codes[found->field], found->dim))
    return true;
  if (!layout || found->dim >= layout->rank || !found->field)
    return false;
  if (found->field == 2 && layout->contiguous)
    return is_product(g, found->poly, layout, found->dim);
  int64_t fixed = found->field == 1 ? layout->extent[found->dim] : layout->stride[found->dim];
  int64_t asked = found->field == 1 ? -1 : INT64_MIN;
  return fixed != asked && smr_poly_is_const(found->poly, &number) && number == fixed;
}

/// May the code's own descriptor stand for the idiom's? (Fields that the idiom does not use are nobody's
/// business.)
static bool is_own(const SmrGraph *g, const SmrBinding *b) {
  bool own = SMR_TYPE_KIND(smr_value_type(g, b->value)) == SMR_T_BOX && !b->poly.count;
  for (uint32_t k = 0; own && k < b->descr_count; k++)
    own = says(g, b->value, &b->descr[k]);
  return own;
}

//--- Arguments ---------------------------------------------------------------------

static bool fill(SmrArena *arena, SmrFacts *view, const SmrTables *t, const SmrSolution *s, SmrBinding *args,
                 Availability *a) {
  const SmrGraph *g = view->graph;
  for (uint32_t k = 0; k < t->arg_count; k++)
    args[k].divisor = 1;
  for (uint32_t k = 0; k < t->unknown_count; k++) {
    SmrPoly value;
    int64_t divisor;
    if (!smr_equation_value(arena, s->unknowns, t->unknown_values[k], &value, &divisor) ||
        !poly_available(a, value))
      return false;
    uint32_t leaf = t->unknowns[k] & 0xfffffff;
    if (SMR_LEAF_KIND(t->unknowns[k]) == 1) {
      args[leaf] = (SmrBinding){.bound = true, .poly = value, .divisor = divisor};
      continue;
    }
    SmrBinding *b = &args[leaf >> 8];
    if (!b->descr)
      b->descr = smr_arena_alloc(arena, t->unknown_count * sizeof *b->descr);
    b->descr[b->descr_count++] = (SmrDescrBinding){leaf >> 4 & 15, leaf & 15, value, divisor};
  }
  for (uint32_t k = 0; k < t->scalar_count; k++) {
    if (!available(a, s->scalars[k]))
      return false;
    SmrBinding *b = &args[t->scalars[k]];
    b->bound = true;
    b->value = s->scalars[k];
    if (smr_type_is_int(smr_value_type(g, b->value)))
      b->poly = smr_facts_poly(view, b->value);
  }
  for (uint32_t k = 0; k < t->box_count; k++) {
    if (!available(a, s->boxes[k]))
      return false;
    args[t->boxes[k]].bound = true;
    args[t->boxes[k]].value = s->boxes[k];
  }
  for (uint32_t k = 0; k < t->array_count; k++) {
    SmrBinding *b = &args[t->arrays[k]];
    SmrPoly first, scaled;
    int64_t scale;
    SmrValue base = s->arrays[k].base;
    if (!smr_equation_value(arena, s->unknowns, t->array_first[k], &first, &scale) ||
        !smr_poly_scale(arena, s->arrays[k].offset, scale, &scaled) ||
        !smr_poly_sub(arena, scaled, first, &scaled) ||
        !smr_poly_divide(arena, scaled, smr_poly_const(arena, scale), &b->poly))
      return false;
    if (!available(a, base) || !poly_available(a, b->poly))
      return false;
    SmrOp def = smr_def(g, base);
    bool behind = def && smr_op(g, def)->code == SMR_OP_DESCR_ADDR;
    SmrValue box = behind ? smr_operand(g, def, 0) : 0;
    if (b->value && (b->value != box || b->poly.count))
      return false; // the descriptor itself was matched: its elements must be those of the addresses
    bool as_box = t->kinds[t->arrays[k]] == SMR_ARG_BOX && box;
    b->bound = true;
    b->value = as_box ? box : base;
  }
  for (uint32_t k = 0; k < t->box_count; k++) {
    if (!is_own(g, &args[t->boxes[k]]))
      return false; // (it is in the code itself, so nothing can be built in its place)
  }
  for (uint32_t k = 0; k < t->arg_count; k++)
    args[k].own = t->kinds[k] == SMR_ARG_BOX && args[k].bound && is_own(g, &args[k]);
  for (uint32_t k = 0; k < t->out_count; k++) {
    for (uint32_t i = 0; i < k; i++)
      if (s->outs[i] == s->outs[k])
        return false;
    args[t->outs[k]].bound = true;
    args[t->outs[k]].result = s->outs[k];
  }
  return true;
}

/// The roots, and behind them what computes a result from theirs (`sqrt(sum)`): that goes away with them.
static SmrOp *all_roots(SmrArena *arena, const SmrFacts *view, const SmrTables *t, const SmrSolution *s,
                        uint32_t *count) {
  SmrOp *roots = smr_arena_alloc(arena, (s->root_count + t->out_count + 1) * sizeof *roots);
  *count = 0;
  for (uint32_t r = 0; r < s->root_count; r++)
    roots[(*count)++] = s->roots[r];
  for (uint32_t k = 0; k < t->out_count; k++) {
    SmrOp def = smr_def(view->graph, s->outs[k]);
    if (def && !smr_is_among(roots, *count, def))
      roots[(*count)++] = def;
  }
  return roots;
}

bool smr_match_finish(SmrArena *arena, SmrFacts *view, const SmrTables *t, const SmrSolution *s,
                      SmrMatch *out) {
  Availability a = {view, t, s, UINT32_MAX, 4096};
  for (uint32_t r = 0; r < s->root_count; r++)
    if (view->order[s->roots[r]] < a.first)
      a.first = view->order[s->roots[r]];
  SmrBinding *args = smr_arena_alloc(arena, (t->arg_count + 1) * sizeof *args);
  if (!fill(arena, view, t, s, args, &a) || !memory_agrees(view, t, s))
    return false;
  for (uint32_t k = 0; k < s->equation_count; k++)
    if (!poly_available(&a, s->equations[k].left) || !poly_available(&a, s->equations[k].right))
      return false;
  uint32_t kept = 0; // several accesses through one descriptor say the same
  SmrEquation *equations = smr_arena_alloc(arena, (s->equation_count + 1) * sizeof *equations);
  for (uint32_t k = 0; k < s->equation_count; k++) {
    bool known = false;
    for (uint32_t i = 0; i < kept && !known; i++)
      known = smr_poly_equal(equations[i].left, s->equations[k].left) &&
              smr_poly_equal(equations[i].right, s->equations[k].right);
    if (!known)
      equations[kept++] = s->equations[k];
  }
  SmrOp *loops = smr_arena_alloc(arena, (t->loop_count + 1) * sizeof *loops);
  for (uint32_t d = 0; d < t->loop_count; d++)
    loops[d] = s->nodes[t->loops[d]];
  uint32_t root_count;
  SmrOp *roots = all_roots(arena, view, t, s, &root_count);
  *out = (SmrMatch){.pattern = t->pattern,
                    .graph = view->graph,
                    .roots = roots,
                    .root_count = root_count,
                    .args = args,
                    .arg_count = t->arg_count,
                    .loops = loops,
                    .loop_count = t->loop_count,
                    .nodes = s->nodes,
                    .node_count = t->node_count,
                    .equations = equations,
                    .equation_count = kept,
                    .joined = t->joined,
                    .joined_count = t->joined_count};
  return true;
}
