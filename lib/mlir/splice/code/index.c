//===- index.c - a function that is about to be edited ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Tables made once, so that each splice costs what it touches.
//===----------------------------------------------------------------------===//
#include "mlir/splice/code/code.h"

bool smr_splice_calls_fortran(MlirOperation function) {
  return smr_host_of(function)->calls_fortran;
}

/// Counting sort of `items` by key: first[k] … first[k + 1] are those of key k.
static uint32_t *bucket(const uint32_t *items, const uint32_t *keys, uint32_t count, uint32_t key_count,
                        uint32_t **first) {
  *first = smr_xcalloc((size_t)key_count + 2, sizeof **first);
  for (uint32_t i = 0; i < count; i++)
    ++(*first)[keys[i] + 2];
  for (uint32_t k = 2; k < key_count + 2; k++)
    (*first)[k] += (*first)[k - 1];
  uint32_t *sorted = smr_xcalloc((size_t)count + 1, sizeof *sorted);
  for (uint32_t i = 0; i < count; i++)
    sorted[(*first)[keys[i] + 1]++] = items[i];
  return sorted;
}

static MlirWalkResult number(MlirOperation op, void *data) {
  SmrSplicer *s = data;
  smr_map_set(&s->order, smr_mlir_key(op.ptr), s->order.size + 1);
  return MlirWalkResultAdvance;
}

/// The arguments of a header are, in each iteration, what the graph's WHILE takes, also when it has become a
/// LOOP since. (structure.c gives their handles to what enters the loop and to what leaves it.)
static void index_loops(SmrSplicer *s) {
  SmrGraph *g = s->graph;
  for (uint32_t op = 1; op < g->ops.size; op++) {
    const SmrOpData *data = smr_op(g, op);
    if (data->code == SMR_OP_LOOP && !(data->flags & SMR_F_CFG) && data->block && data->handle)
      smr_map_set(&s->regular, smr_mlir_key(data->handle), op);
    if ((data->code != SMR_OP_LOOP && data->code != SMR_OP_WHILE) || !(data->flags & SMR_F_CFG) ||
        !data->handle)
      continue;
    uint32_t *loop = smr_map_at(&s->loops, smr_mlir_key(data->handle), 0);
    if (data->block && data->code == SMR_OP_LOOP)
      *loop = op;
    // A WHILE that was only made on the way to a LOOP has no regions of its own.
    bool whole = data->code == SMR_OP_WHILE && data->region_count == 2;
    SmrBlock before = whole ? smr_body_block(g, op, 0) : 0;
    MlirBlock header = {data->handle};
    for (uint32_t k = 0;
         before && k < g->blocks.data[before].args.size && k < mlirBlockGetNumArguments(header); ++k) {
      SmrValueData *value = &g->values.data[g->blocks.data[before].args.data[k]];
      if (!value->handle)
        value->handle = (void *)(uintptr_t)mlirBlockGetArgument(header, k).ptr;
    }
  }
}

static void index_graph(SmrSplicer *s) {
  const SmrGraph *g = s->graph;
  smr_map_reserve(&s->order, g->ops.size / 2); // of what the graph has, the passes made a part
  smr_map_reserve(&s->values, g->values.size / 2);
  index_loops(s);
  mlirOperationWalk(s->function, number, s, MlirWalkPreOrder);
  s->same_handle = smr_xcalloc(g->values.size, sizeof *s->same_handle);
  for (uint32_t v = g->values.size; v-- > 1;) {
    if (!g->values.data[v].handle)
      continue;
    uint32_t *lowest = smr_map_at(&s->values, smr_mlir_key(g->values.data[v].handle), 0);
    s->same_handle[v] = *lowest;
    *lowest = v;
  }
  SMR_VEC(uint32_t) items = {0}, keys = {0};
  for (uint32_t v = 1; v < g->values.size; v++)
    if (g->values.data[v].forward && g->values.data[v].handle) {
      smr_vec_push(&items, v);
      smr_vec_push(&keys, smr_value(g, v));
    }
  s->equal = bucket(items.data, keys.data, items.size, g->values.size, &s->equal_first);
  smr_vec_clear(&items);
  smr_vec_clear(&keys);
  for (uint32_t op = 1; op < g->ops.size; op++) {
    const SmrOpData *data = smr_op(g, op);
    if (!data->handle || !smr_is_access(g, op))
      continue;
    // Of several graph ops for one MLIR op (promotion makes loads anew), one that is still there speaks for
    // it.
    uint32_t *known = smr_map_at(&s->accesses, smr_mlir_key(data->handle), 0);
    if (!*known || data->block)
      *known = op + 1;
    if (data->code == SMR_OP_LOAD && !data->block) {
      smr_vec_push(&items, op);
      smr_vec_push(&keys, smr_value(g, data->result_first));
    }
  }
  s->load = bucket(items.data, keys.data, items.size, g->values.size, &s->load_first);
  smr_vec_free(&items);
  smr_vec_free(&keys);
}

SmrSplicer *smr_splicer_create(SmrGraph *graph, SmrDescriptions *descriptions) {
  SmrSplicer *s = smr_xcalloc(1, sizeof *s);
  s->graph = graph;
  s->described.descriptions = descriptions;
  s->function = (MlirOperation){graph->handle};
  s->context = mlirOperationGetContext(s->function);
  s->host = smr_host_of(s->function);
  index_graph(s);
  return s;
}

void smr_splicer_destroy(SmrSplicer *s) {
  for (uint32_t k = 0; k < s->trash.size; k++)
    mlirOperationDestroy(s->trash.data[k]);
  smr_vec_free(&s->trash);
  smr_mlir_blocks_changed(s);
  smr_vec_free(&s->tables);
  smr_described_free(&s->described);
  smr_map_free(&s->values);
  smr_map_free(&s->accesses);
  smr_map_free(&s->order);
  smr_map_free(&s->loops);
  smr_map_free(&s->regular);
  smr_map_free(&s->moving);
  smr_vec_free(&s->moves);
  smr_map_free(&s->counters);
  smr_vec_free(&s->counted);
  free(s->same_handle);
  free(s->equal_first);
  free(s->equal);
  free(s->load_first);
  free(s->load);
  smr_arena_destroy(&s->arena);
  free(s);
}

SmrValue smr_splice_value(const SmrSplicer *s, MlirValue value) {
  uint32_t known;
  return smr_map_get(&s->values, smr_mlir_key(value.ptr), &known) ? known : 0;
}

void smr_splicer_follow(SmrSplicer *other, SmrSplicer *s) {
  s->follower = other;
}

void smr_splice_renamed(SmrSplicer *s, MlirValue old, MlirValue fresh) {
  if (s->follower)
    smr_splice_renamed(s->follower, old, fresh);
  uint32_t place, own;
  if (mlirValueIsAOpResult(old) && mlirValueIsAOpResult(fresh) &&
      !smr_map_get(&s->order, smr_mlir_key(mlirOpResultGetOwner(fresh).ptr), &own) &&
      smr_map_get(&s->order, smr_mlir_key(mlirOpResultGetOwner(old).ptr), &place))
    smr_map_set(&s->order, smr_mlir_key(mlirOpResultGetOwner(fresh).ptr), place);
  // What a loop made of blocks leaves goes by the new name; what it computes in each iteration keeps the old.
  SmrGraph *g = s->graph;
  bool shared = false;
  for (uint32_t v = smr_splice_value(s, old); v; v = s->same_handle[v])
    shared |= smr_left_by(s, v).ptr != NULL;
  uint32_t kept = 0, moved = 0, *kept_end = &kept, *moved_end = &moved;
  for (uint32_t v = smr_splice_value(s, old); v;) {
    uint32_t next = s->same_handle[v];
    bool moves = !shared || smr_left_by(s, v).ptr;
    uint32_t **end = moves ? &moved_end : &kept_end;
    **end = v;
    *end = &s->same_handle[v];
    v = next;
  }
  *kept_end = *moved_end = 0;
  for (uint32_t v = moved; v; v = s->same_handle[v])
    g->values.data[v].handle = (void *)(uintptr_t)fresh.ptr;
  if (shared)
    smr_map_set(&s->values, smr_mlir_key(old.ptr), kept);
  if (!moved)
    return;
  uint32_t known = smr_splice_value(s, fresh);
  *moved_end = known; // two values may have become one
  smr_map_set(&s->values, smr_mlir_key(fresh.ptr), moved);
}
