//===- elements.c - R2: views of the objects that a nest writes -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An object that is only read needs none: all its loads see version 0, whatever they overlap.
//===----------------------------------------------------------------------===//
#include "affine/view.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "raise/internal.h"

static bool is_seen(const SmrRaisedAccess *a, uint32_t object) {
  return a->object == object && (a->store || a->used);
}

/// All accesses to an object are to numbers of one type.
static bool one_type(SmrRaiser *r, uint32_t object, SmrType *type) {
  *type = 0;
  for (uint32_t k = 0; k < r->accesses.size; k++) {
    const SmrRaisedAccess *a = &r->accesses.data[k];
    if (!is_seen(a, object))
      continue;
    if (*type && *type != a->type)
      return smr_raise_refuse(r, SMR_NOT_RAISED_TYPE, a->op);
    *type = a->type;
  }
  return true;
}

/// a - b*c, or a.
static SmrPoly less(SmrRaiser *r, SmrPoly a, SmrPoly b, SmrPoly c) {
  SmrPoly product, rest;
  return smr_poly_mul(r->arena, b, c, &product) && smr_poly_sub(r->arena, a, product, &rest) ? rest : a;
}

/// What the source language says of an access, in the nest's integers: of each of its indices that it is not
/// negative, and less than its extent.
static void read_facts(SmrRaiser *r, SmrRaisedAccess *a) {
  enum { MOST_FACTS = 16 };
  const SmrGraph *g = r->graph;
  SmrPoly *out = smr_arena_alloc(r->arena, MOST_FACTS * sizeof *out);
  SmrPoly stride = smr_poly_const(r->arena, smr_type_bytes(a->type));
  SmrOp addr = smr_def(g, smr_access_ptr(g, a->op));
  a->facts = out;
  a->start = a->offset;
  if (!addr || smr_op(g, addr)->code != SMR_OP_ADDR)
    return;
  for (int64_t k = 0; k < smr_op(g, addr)->imm && a->fact_count + 2 <= MOST_FACTS; k++) {
    SmrPoly index, extent, last;
    SmrValue bound = smr_operand(g, addr, 3 + 2 * (uint32_t)k);
    if (!smr_raise_poly(r, smr_poly_of(g, r->arena, smr_operand(g, addr, 2 + 2 * (uint32_t)k)), &index))
      continue;
    out[a->fact_count++] = index;
    a->start = less(r, a->start, index, stride);
    if (smr_def(g, bound) && smr_op(g, smr_def(g, bound))->code == SMR_OP_UNDEF)
      continue;
    if (smr_raise_poly(r, smr_poly_of(g, r->arena, bound), &extent) &&
        smr_poly_sub(r->arena, extent, index, &last) &&
        smr_poly_sub(r->arena, last, smr_poly_const(r->arena, 1), &last) &&
        smr_poly_mul(r->arena, stride, extent, &stride))
      out[a->fact_count++] = last;
  }
}

/// An index below a/c, which rows say as c*index + c <= a, is below the leaf that a/c is: strides are made of
/// it.
static void add_quotients(SmrRaiser *r, SmrSystem *system, SmrDomain d, SmrPoly *rows, uint32_t *count) {
  const uint32_t row_count = *count;
  for (uint32_t q = 0; q < r->out->known_if.size; q++)
    for (uint32_t k = 0; k < d.index_count; k++) {
      SmrPoly below = r->out->known_if.data[q].when;
      if (!smr_poly_sub(r->arena, below, smr_poly_leaf(r->arena, d.indices[k]), &below) ||
          !smr_poly_sub(r->arena, below, smr_poly_const(r->arena, 1), &below))
        continue;
      smr_system_reset(system);
      for (uint32_t n = 0; n < row_count; n++)
        smr_system_add(system, SMR_AFFINE_GE, rows[n], 0);
      if (smr_system_implies(system, SMR_AFFINE_GE, below, 0))
        rows[(*count)++] = below;
    }
}

static uint32_t view_accesses(SmrRaiser *r, SmrSystem *system, uint32_t object, SmrViewAccess *out) {
  const SmrScope *around = &r->scopes.data[0];
  uint32_t count = 0;
  for (uint32_t k = 0; k < r->accesses.size; k++) {
    SmrRaisedAccess *a = &r->accesses.data[k];
    if (!is_seen(a, object))
      continue;
    SmrDomain d = smr_raise_domain(r, a->scope, 0);
    uint32_t row_count = d.row_count + around->row_count;
    SmrPoly *rows =
        smr_arena_alloc(r->arena, (row_count + d.index_count * r->out->known_if.size) * sizeof *rows);
    for (uint32_t n = 0; n < row_count; n++)
      rows[n] = n < d.row_count ? d.rows[n] : r->rows.data[around->row + n - d.row_count];
    add_quotients(r, system, d, rows, &row_count);
    read_facts(r, a);
    out[count++] = (SmrViewAccess){.offset = a->offset,
                                   .bytes = smr_type_bytes(a->type),
                                   .domain = rows,
                                   .facts = a->facts,
                                   .domain_count = row_count,
                                   .fact_count = a->fact_count};
  }
  return count;
}

/// Takes the view's indices over, and its needs; false when these cannot hold.
static bool keep_view(SmrRaiser *r, uint32_t object, const SmrView *view) {
  uint32_t next = 0;
  r->objects.data[object].rank = view->rank;
  for (uint32_t k = 0; k < r->accesses.size; k++)
    if (is_seen(&r->accesses.data[k], object))
      r->accesses.data[k].element = view->indices[next++];
  for (uint32_t k = 0; k < view->need_count; k++)
    if (!smr_raise_need(r, view->needs[k]))
      return false;
  smr_equations_add_either(r->out, view->either);
  return true;
}

static bool view_object(SmrRaiser *r, SmrSystem *system, uint32_t object, SmrViewAccess *scratch) {
  SmrType type;
  SmrView view;
  uint32_t *indices = smr_arena_alloc(r->arena, r->out->integers.size * sizeof *indices), index_count = 0;
  if (!one_type(r, object, &type))
    return false;
  for (uint32_t k = 1; k < r->out->integers.size; k++)
    if (r->out->integers.data[k].index)
      indices[index_count++] = k;
  uint32_t count = view_accesses(r, system, object, scratch);
  SmrViewOptions options = {.indices = indices, .index_count = index_count, .rows = r->split_rows};
  SmrViewReason reason = smr_view_make(r->arena, system, scratch, count, &options, &view);
  if (reason != SMR_VIEW_OK) {
    options.join_tiles = true;
    reason = smr_view_make(r->arena, system, scratch, count, &options, &view);
  }
  r->has_rows |= view.has_rows;
  if (reason == SMR_VIEW_OK && keep_view(r, object, &view))
    return true;
  for (uint32_t k = 0; k < r->accesses.size; k++)
    if (r->accesses.data[k].store && r->accesses.data[k].object == object)
      return smr_raise_refuse(r, SMR_NOT_RAISED_VIEW, r->accesses.data[k].op);
  return false;
}

bool smr_raise_elements(SmrRaiser *r, SmrSystem *system) {
  SmrViewAccess *scratch = smr_xmalloc((r->accesses.size + 1) * sizeof *scratch);
  bool ok = true;
  for (uint32_t k = 0; k < r->loads.size; k++) {
    uint32_t number;
    if (smr_map_get(&r->access_of, r->loads.data[k]->load, &number))
      r->accesses.data[number].used = true;
  }
  for (uint32_t k = 0; k < r->objects.size && ok; k++)
    ok = !r->objects.data[k].written || view_object(r, system, k, scratch);
  free(scratch);
  return ok;
}
