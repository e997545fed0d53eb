//===- datastring.c - an idiom as one string of tokens -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: after each token, the machine that reads the string knows exactly the unknowns, nodes and arrays
// that the writer knows here. So an equation is written at the first point where it can be solved, and never
// has to wait at run time.
//===----------------------------------------------------------------------===//
#include "automata/datastring.h"
#include <string.h>

typedef struct {
  uint32_t slot, degree, key[SMR_POLY_MAX_DEGREE];
  SmrPoly poly; // over SMR_LEAF_ARG and SMR_LEAF_DESCR
} Pending;

typedef struct {
  SmrIdiom *idiom;
  SmrDataString *out;
  SmrDiag *diag;
  SMR_VEC(Pending) pending;
  uint32_t depth;
  bool failed;
} Writer;

static SmrToken *emit(Writer *w, SmrTokenKind kind, uint32_t a, uint32_t b) {
  smr_vec_push(&w->out->tokens, (SmrToken){.kind = kind, .a = a, .b = b, .depth = w->depth});
  return &smr_vec_last(&w->out->tokens);
}

static bool is_bound(uint32_t leaf, void *data) {
  const Writer *w = data;
  return smr_is_among(w->out->unknowns.data, w->out->unknowns.size, leaf);
}

static uint32_t unknown_number(Writer *w, uint32_t leaf) {
  for (uint32_t k = 0; k < w->out->unknowns.size; k++)
    if (w->out->unknowns.data[k] == leaf)
      return k;
  smr_vec_push(&w->out->unknowns, leaf);
  smr_vec_push(&w->out->unknown_values, smr_poly_leaf(w->idiom->arena, w->out->unknowns.size));
  return w->out->unknowns.size - 1;
}

static bool unknown_value(uint32_t leaf, SmrPoly *out, void *data) {
  Writer *w = data;
  *out = w->out->unknown_values.data[unknown_number(w, leaf)];
  return true;
}

static bool unknown_itself(uint32_t leaf, SmrPoly *out, void *data) {
  Writer *w = data;
  *out = smr_poly_leaf(w->idiom->arena, unknown_number(w, leaf) + 1);
  return true;
}

// A polynomial over leaves as one over unknown numbers; `plain`: each number is the leaf's own value.
static SmrPoly renumber(Writer *w, SmrPoly p, bool plain) {
  SmrPoly out = {0};
  bool ok = smr_poly_map(w->idiom->arena, p, plain ? unknown_itself : unknown_value, w, &out);
  if (!ok && !w->failed)
    smr_idiom_error(w->idiom, w->diag, w->idiom->roots[0], "an index of the idiom is too complicated");
  w->failed |= !ok;
  return out;
}

// Solving `±u + constant` for u: the whole becomes the unknown, so that idioms which differ only in the
// constant have the same string. Otherwise the unknown is u itself.
static SmrPoly introduce(Writer *w, SmrPoly p, uint32_t leaf) {
  SmrArena *arena = w->idiom->arena;
  uint32_t number = unknown_number(w, leaf);
  SmrPoly own = smr_poly_leaf(arena, number + 1), factor, rest, difference, value;
  int64_t sign, constant;
  if (!smr_poly_split(arena, p, leaf, &factor, &rest) || !smr_poly_is_const(factor, &sign) ||
      (sign != 1 && sign != -1) || !smr_poly_is_const(rest, &constant) ||
      !smr_poly_sub(arena, own, rest, &difference) || !smr_poly_scale(arena, difference, sign, &value))
    return renumber(w, p, false);
  w->out->unknown_values.data[number] = value;
  return own;
}

static void flush(Writer *w) {
  for (uint32_t k = 0; k < w->pending.size;) {
    Pending p = w->pending.data[k];
    uint32_t leaf;
    SmrEqUse use = smr_equation_use(p.poly, is_bound, w, &leaf);
    if (use == SMR_EQ_WAITS) {
      k++;
      continue;
    }
    memmove(w->pending.data + k, w->pending.data + k + 1, (w->pending.size - k - 1) * sizeof p);
    w->pending.size--;
    SmrToken token = {.kind = use == SMR_EQ_CHECKS ? SMR_TOK_CHECK : SMR_TOK_SOLVE,
                      .a = p.slot,
                      .depth = w->depth,
                      .key_degree = p.degree};
    memcpy(token.key, p.key, sizeof token.key);
    if (use == SMR_EQ_SOLVES)
      token.b = unknown_number(w, leaf);
    token.poly = use == SMR_EQ_SOLVES ? introduce(w, p.poly, leaf) : renumber(w, p.poly, false);
    int64_t constant = 0;
    if (use == SMR_EQ_CHECKS && token.poly.count && !token.poly.terms[0].degree) {
      constant = token.poly.terms[0].coef;
      token.poly.terms++;
      token.poly.count--;
    }
    smr_vec_push(&w->out->tokens, token);
    if (use == SMR_EQ_CHECKS)
      emit(w, SMR_TOK_CONST, 0, 0)->value = constant;
    k = 0; // something may be solvable now that was not
  }
}

// Splits P, gives its leaves numbers in the keys, and queues its equations. Returns the number of varying
// monomials.
static uint32_t queue(Writer *w, SmrPoly p, uint32_t slot, const SmrPoly *minus, bool with_invariant) {
  SmrGroup groups[SMR_POLY_MAX_TERMS + 1];
  uint32_t count = smr_equation_split(w->idiom->arena, p, smr_leaf_varies, NULL, groups);
  for (uint32_t k = 0; k < count; k++) {
    SmrGroup *g = &groups[k];
    if (!g->degree && !with_invariant)
      continue;
    Pending e = {.slot = slot, .degree = g->degree, .poly = g->coefficient};
    if (!g->degree && minus && !smr_poly_sub(w->idiom->arena, g->coefficient, *minus, &e.poly))
      w->failed = true;
    for (uint32_t i = 0; i < g->degree; i++) {
      uint32_t leaf = g->key[i];
      for (uint32_t n = 0; SMR_LEAF_KIND(leaf) == 4 && n < w->out->leaves.size; n++)
        if (SMR_LEAF_VALUE(w->out->leaves.data[n]) == leaf) {
          leaf = SMR_LEAF_VALUE(n);
          break;
        }
      e.key[i] = leaf;
    }
    smr_vec_push(&w->pending, e);
  }
  return count - 1;
}

static void put_value(Writer *w, SmrValue value);
static void put_structure(Writer *w, SmrValue value);

static void put_leaves(Writer *w, SmrPoly p) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(p, &at, &leaf);) {
    if (SMR_LEAF_KIND(leaf) != 4)
      continue;
    SmrValue value = leaf & 0x0fffffff;
    bool known = false;
    for (uint32_t n = 0; n < w->out->leaves.size; n++)
      known |= w->out->leaves.data[n] == value;
    if (known)
      continue;
    emit(w, SMR_TOK_LEAF, 0, 0);
    smr_vec_push(&w->out->leaves, value);
    put_value(w, value);
  }
}

static SmrPoly invariant_part(Writer *w, SmrPoly p) {
  SmrGroup groups[SMR_POLY_MAX_TERMS + 1];
  return groups[smr_equation_split(w->idiom->arena, p, smr_leaf_varies, NULL, groups) - 1].coefficient;
}

static uint32_t number_in(const uint32_t *data, uint32_t size, uint32_t arg) {
  for (uint32_t k = 0; k < size; k++)
    if (data[k] == arg)
      return k + 1;
  return 0;
}

static void put_pointer(Writer *w, SmrVisit visit, SmrValue base, uint32_t arg, SmrPoly p) {
  SmrDataString *s = w->out;
  put_leaves(w, p);
  uint32_t slot = s->slot_count++, token = s->tokens.size, number = 0;
  emit(w, SMR_TOK_OFFSET, 0, 0);
  if (visit == SMR_VISIT_ARRAY && !(number = number_in(s->arrays.data, s->arrays.size, arg))) {
    smr_vec_push(&s->arrays, arg);
    smr_vec_push(&s->array_first, invariant_part(w, p));
    s->tokens.data[token].kind = SMR_TOK_ARRAY_NEW;
    s->tokens.data[token].a = queue(w, p, slot, NULL, false);
  } else if (visit == SMR_VISIT_ARRAY) {
    s->tokens.data[token].kind = SMR_TOK_ARRAY;
    s->tokens.data[token].a = queue(w, p, slot, &s->array_first.data[number - 1], true);
    s->tokens.data[token].b = number - 1;
  } else {
    s->tokens.data[token].a = queue(w, p, slot, NULL, true);
  }
  flush(w);
  if (visit == SMR_VISIT_OFFSET)
    put_structure(w, base); // the base itself, not its address once more
}

static void put_block(Writer *w, SmrBlock block);

static void put_op(Writer *w, SmrOp op, uint32_t result) {
  SmrIdiom *idiom = w->idiom;
  SmrGraph *g = idiom->graph;
  emit(w, SMR_TOK_NODE, 0, result)->op = op;
  uint32_t n = w->out->node_count++;
  w->out->node_of[op] = n + 1;
  smr_vec_push(&w->out->nodes, op);
  const SmrOpData *o = smr_op(g, op);
  uint32_t operands = o->operand_count;
  if (o->code == SMR_OP_LOOP) {
    SmrBlock body = smr_body_block(g, op, 0);
    SmrOp yield = g->blocks.data[body].last;
    put_value(w, smr_operand(g, op, 0));
    w->depth++;
    put_block(w, body);
    for (uint32_t j = 0; j + 1 < operands; j++) {
      emit(w, SMR_TOK_CARRY, j, smr_value_type(g, smr_result(g, op, j)));
      put_value(w, smr_operand(g, yield, j));
      put_value(w, smr_operand(g, op, j + 1));
    }
    w->depth--;
    return;
  }
  if (o->code == SMR_OP_IF) {
    put_value(w, smr_operand(g, op, 0));
    w->depth++;
    for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++)
      put_block(w, smr_body_block(g, op, r));
    for (uint32_t j = 0; j < smr_op(g, op)->result_count; j++) {
      emit(w, SMR_TOK_CARRY, j, smr_value_type(g, smr_result(g, op, j)));
      for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++)
        put_value(w, smr_operand(g, g->blocks.data[smr_body_block(g, op, r)].last, j));
    }
    w->depth--;
    return;
  }
  if (o->code == SMR_OP_STORE) { // the address first: it binds more
    put_value(w, smr_operand(g, op, 1));
    put_value(w, smr_operand(g, op, 0));
    return;
  }
  if (smr_opcode_commutative((SmrOpcode)o->code)) {
    SmrValue *order = smr_xcalloc(operands + 1, sizeof *order);
    smr_idiom_operands(idiom, op, order);
    for (uint32_t k = 0; k < operands; k++)
      put_value(w, order[k]);
    free(order);
  } else {
    for (uint32_t k = 0; k < operands; k++)
      put_value(w, smr_operand(g, op, k));
  }
  w->depth++;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++) {
    SmrRegion region = smr_op_region(g, op, r);
    for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++) {
      SmrBlock block = g->regions.data[region].blocks.data[b];
      put_block(w, block);
      SmrOp last = g->blocks.data[block].last;
      for (uint32_t k = 0; last && k < smr_op(g, last)->operand_count; k++)
        put_value(w, smr_operand(g, last, k));
    }
  }
  w->depth--;
}

static void put_block(Writer *w, SmrBlock block) {
  SmrGraph *g = w->idiom->graph;
  for (SmrOp op = block ? g->blocks.data[block].first : 0; op; op = smr_op(g, op)->next)
    if (smr_facts_statement(g, op))
      put_op(w, op, 0);
}

static void put_block_argument(Writer *w, SmrValue value) {
  SmrGraph *g = w->idiom->graph;
  const SmrValueData *v = smr_value_data(g, value);
  SmrRegion region = g->blocks.data[v->block].region;
  SmrOp parent = g->regions.data[region].parent;
  uint32_t node = parent ? w->out->node_of[parent] : 0;
  if (!node) {
    if (!w->failed)
      smr_idiom_error(w->idiom, w->diag, 0, "the idiom uses a value that no match could determine");
    w->failed = true;
    return;
  }
  if (smr_op(g, parent)->code == SMR_OP_LOOP) {
    emit(w, SMR_TOK_CARRIED, node - 1, v->index - 1);
    return;
  }
  uint32_t index = 0;
  for (uint32_t r = 0; r < smr_op(g, parent)->region_count; r++) {
    SmrRegionData *data = &g->regions.data[smr_op_region(g, parent, r)];
    for (uint32_t b = 0; b < data->blocks.size; b++) {
      if (data->blocks.data[b] == v->block) {
        emit(w, SMR_TOK_BLOCKARG, node - 1, index + v->index);
        return;
      }
      index += g->blocks.data[data->blocks.data[b]].args.size;
    }
  }
}

static void put_value(Writer *w, SmrValue value) {
  SmrIdiom *idiom = w->idiom;
  SmrDataString *s = w->out;
  SmrPoly p = {0};
  uint32_t arg = 0, number;
  SmrVisit visit = smr_idiom_visit(idiom, &value, &arg, &p);
  switch (visit) {
  case SMR_VISIT_SCALAR:
    if ((number = number_in(s->scalars.data, s->scalars.size, arg))) {
      emit(w, SMR_TOK_SCALAR, number - 1, 0);
    } else {
      emit(w, SMR_TOK_SCALAR_NEW, smr_value_type(idiom->graph, value), 0);
      smr_vec_push(&s->scalars, arg);
    }
    return;
  case SMR_VISIT_BOX:
    if ((number = number_in(s->boxes.data, s->boxes.size, arg))) {
      emit(w, SMR_TOK_BOX, number - 1, 0);
    } else {
      emit(w, SMR_TOK_BOX_NEW, 0, 0);
      smr_vec_push(&s->boxes, arg);
    }
    return;
  case SMR_VISIT_INT: {
    put_leaves(w, p);
    uint32_t slot = s->slot_count++, token = s->tokens.size;
    emit(w, SMR_TOK_INT, 0, 0);
    s->tokens.data[token].a = queue(w, p, slot, NULL, true);
    flush(w);
    return;
  }
  case SMR_VISIT_ARRAY:
  case SMR_VISIT_OFFSET:
    put_pointer(w, visit, value, arg, p);
    return;
  case SMR_VISIT_OP:
    put_structure(w, value);
    return;
  }
}

static void put_structure(Writer *w, SmrValue value) {
  SmrGraph *g = w->idiom->graph;
  SmrOp def = smr_def(g, value);
  uint32_t index = smr_value_data(g, value)->index;
  if (!def)
    put_block_argument(w, value);
  else if (w->out->node_of[def])
    emit(w, SMR_TOK_BACK, w->out->node_of[def] - 1, index);
  else
    put_op(w, def, index);
}

static void put_out(Writer *w, uint32_t arg) {
  SmrIdiom *idiom = w->idiom;
  SmrGraph *g = idiom->graph;
  SmrClimb path;
  if (!smr_idiom_climb(idiom, idiom->out_values[arg], &path)) {
    smr_idiom_error(idiom, w->diag, 0, "the value of %s does not come from what the idiom matches",
                    idiom->args[arg].name);
    w->failed = true;
    return;
  }
  // What an earlier OUT climbed through is known.
  uint32_t first = 0;
  SmrValue start = path.start;
  while (first < path.count && w->out->node_of[path.path[first]])
    start = smr_result(g, path.path[first++], 0);
  emit(w, SMR_TOK_START, w->out->node_of[smr_def(g, start)] - 1, smr_value_data(g, start)->index);
  for (uint32_t k = first; k < path.count; k++) {
    emit(w, SMR_TOK_CLIMB, 0, 0);
    put_value(w, smr_result(g, path.path[k], 0));
  }
  emit(w, SMR_TOK_OUT, 0, 0);
  smr_vec_push(&w->out->outs, arg);
}

bool smr_data_string(SmrIdiom *idiom, SmrDataString *out, SmrDiag *diag) {
  memset(out, 0, sizeof *out);
  out->node_of = smr_xcalloc(idiom->graph->ops.size + 1, sizeof *out->node_of);
  Writer w = {.idiom = idiom, .out = out, .diag = diag};
  for (uint32_t r = 0; r < idiom->root_count; r++) {
    if (r)
      emit(&w, SMR_TOK_ROOT, 0, 0)->op = idiom->roots[r];
    put_op(&w, idiom->roots[r], 0);
  }
  for (uint32_t k = 0; k < idiom->arg_count && !w.failed; k++)
    if (idiom->out_values[k])
      put_out(&w, k);
  out->loop_count = idiom->loop_count;
  out->leaf_count = out->leaves.size;
  if (!w.failed && w.pending.size) {
    SmrPoly p = w.pending.data[0].poly;
    const char *name = "an argument";
    uint32_t leaf;
    for (SmrLeafPlace at = {0}; smr_poly_next_leaf(p, &at, &leaf);)
      if (!is_bound(leaf, &w)) {
        name = idiom->args[SMR_LEAF_KIND(leaf) == 1 ? leaf & 0xfffffff : (leaf & 0xfffffff) >> 8].name;
      }
    smr_idiom_error(idiom, diag, idiom->roots[0], "no match could determine the value of '%s'", name);
    w.failed = true;
  }
  for (uint32_t k = 0; k < out->array_first.size && !w.failed; k++) {
    // What is left over after the match: the array's own offset, which needs all of these to be known.
    SmrPoly p = out->array_first.data[k];
    for (uint32_t t = 0; t < p.count && !w.failed; t++)
      for (uint32_t i = 0; i < p.terms[t].degree && !w.failed; i++)
        if (!is_bound(p.terms[t].leaves[i], &w)) {
          uint32_t leaf = p.terms[t].leaves[i];
          w.failed = true;
          smr_idiom_error(
              idiom, diag, idiom->roots[0], "no match could determine the value of '%s'",
              idiom->args[SMR_LEAF_KIND(leaf) == 1 ? leaf & 0xfffffff : (leaf & 0xfffffff) >> 8].name);
        }
    if (!w.failed) {
      smr_vec_push(&out->array_plain, renumber(&w, p, true));
      out->array_first.data[k] = renumber(&w, p, false);
    }
  }
  smr_vec_free(&w.pending);
  return !w.failed;
}

void smr_data_string_free(SmrDataString *s) {
  smr_vec_free(&s->tokens);
  free(s->node_of);
  smr_vec_free(&s->nodes);
  smr_vec_free(&s->unknowns);
  smr_vec_free(&s->scalars);
  smr_vec_free(&s->arrays);
  smr_vec_free(&s->unknown_values);
  smr_vec_free(&s->array_first);
  smr_vec_free(&s->array_plain);
  smr_vec_free(&s->boxes);
  smr_vec_free(&s->outs);
  smr_vec_free(&s->leaves);
  memset(s, 0, sizeof *s);
}
