//===- snapshot.c - the graph laid out for searching ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A snapshot lays nodes out class after class, each class' nodes ordered by operator, in one array:
//   part = position of the class' next part (0: none), row, row …, SMR_NO_OPERATOR; row = operator, stamp,
//   children ….
// Taken again, it follows what was touched since (EG5): a class that only got nodes gets one more part, in
// front; one in which something changed is laid out anew. What no class refers to any more is waste; when it
// is most of all, everything is laid out again.
//===----------------------------------------------------------------------===//
#include "egraph/ac_internal.h"
#include "egraph/program_internal.h"
#include <assert.h>
#include <string.h>

SmrSnapshot *smr_snapshot_create(void) {
  return smr_xcalloc(1, sizeof(SmrSnapshot));
}

void smr_snapshot_destroy(SmrSnapshot *s) {
  if (!s)
    return;
  free(s->rows), free(s->row_of), free(s->distance);
  smr_vec_free(&s->classes);
  smr_vec_free(&s->near);
  smr_vec_free(&s->root_nodes);
  smr_vec_free(&s->roots);
  smr_vec_free(&s->arities);
  smr_vec_free(&s->families);
  smr_vec_free(&s->scan_rows);
  smr_vec_free(&s->scan_classes);
  smr_vec_free(&s->scan_first);
  smr_vec_free(&s->scan_count);
  smr_vec_free(&s->keys);
  free(s);
}

size_t smr_snapshot_bytes(const SmrSnapshot *s) {
  return s->capacity * sizeof *s->rows + s->row_of_capacity * sizeof *s->row_of +
         (s->classes.capacity + s->near.capacity + s->root_nodes.capacity + s->scan_rows.capacity +
          s->scan_classes.capacity + s->scan_first.capacity + s->scan_count.capacity) *
             sizeof(uint32_t) +
         s->roots.capacity * sizeof *s->roots.data + s->keys.capacity * sizeof *s->keys.data +
         s->distance_capacity + s->arities.capacity + s->families.capacity;
}

void smr_snapshot_learn_operators(SmrSnapshot *s, SmrEgraph *g) {
  (void)smr_arity(g, smr_operators_count(g->ops) - 1);
  for (SmrOperator op = s->arities.size; op < g->arities.size; op++) {
    smr_vec_push(&s->arities, g->arities.data[op]);
    smr_vec_push(&s->families, g->families.data[op]);
  }
}

//===--- laying out ---===//

static int by_key(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void sort_keys(SmrSnapshot *s) {
  uint64_t *keys = s->keys.data;
  if (s->keys.size > 24) {
    qsort(keys, s->keys.size, sizeof *keys, by_key);
    return;
  }
  for (uint32_t i = 1; i < s->keys.size; i++) {
    uint64_t key = keys[i];
    uint32_t k = i;
    for (; k && keys[k - 1] > key; k--)
      keys[k] = keys[k - 1];
    keys[k] = key;
  }
}

static void push_key(SmrSnapshot *s, const SmrEgraph *g, SmrNode n) {
  smr_vec_push(&s->keys, (uint64_t)(g->elements[n].op & SMR_NODE_OPERATOR) << 32 | n);
}

static uint32_t *room(SmrSnapshot *s, uint32_t words) {
  if (s->size + words + 2 > s->capacity) {
    s->capacity = (s->capacity < 4096 ? 4096 : s->capacity + s->capacity / 2) + words;
    assert(s->capacity < UINT32_MAX);
    s->rows = smr_xrealloc(s->rows, s->capacity * sizeof *s->rows);
    smr_advise_huge(s->rows, s->capacity * sizeof *s->rows);
  }
  uint32_t *at = s->rows + s->size;
  s->size += words;
  return at;
}

static void write_row(SmrSnapshot *s, SmrEgraph *g, SmrNode n) {
  SmrOperator op = g->elements[n].op & SMR_NODE_OPERATOR;
  uint32_t arity = g->arities.data[op], *row = room(s, 2 + arity);
  const uint32_t *args = smr_args(g, n);
  row[0] = op;
  row[1] = g->elements[n].stamp;
  for (uint32_t k = 0; k < arity; k++)
    row[2 + k] = args[k];
  if (smr_is_ac(g, op))
    smr_ac_sort(row + 2, arity);
}

// Writes the nodes in s->keys as a part.
static void write_part(SmrSnapshot *s, SmrEgraph *g, SmrClass c, uint32_t next) {
  sort_keys(s);
  s->row_of[c] = (uint32_t)s->size;
  *room(s, 1) = next;
  for (uint32_t i = 0; i < s->keys.size; i++)
    write_row(s, g, (uint32_t)s->keys.data[i]);
  *room(s, 1) = SMR_NO_OPERATOR;
}

// Lays a class out whole. Dead nodes leave its list here: the class' own element stays, as the list hangs on
// it.
static void lay_class(SmrSnapshot *s, SmrEgraph *g, SmrClass c) {
  smr_vec_clear(&s->keys);
  SmrNode last = c, n = c;
  do {
    uint32_t following = g->elements[n].next;
    bool live = !(g->elements[n].op & SMR_NODE_DEAD);
    if (live)
      push_key(s, g, n);
    if (n != c && live) {
      g->elements[last].next = n;
      last = n;
    } else if (n != c)
      g->elements[c].nodes--;
    n = following;
  } while (n != c);
  g->elements[last].next = c;
  g->elements[c].op |= SMR_NODE_HELD;
  write_part(s, g, c, 0);
}

static void reserve_classes(SmrSnapshot *s, const SmrEgraph *g) {
  if (g->count > s->row_of_capacity) {
    s->row_of_capacity = g->capacity;
    s->row_of = smr_xrealloc(s->row_of, s->row_of_capacity * sizeof *s->row_of);
    smr_advise_huge(s->row_of, s->row_of_capacity * sizeof *s->row_of);
  }
  if (g->count > s->elements)
    memset(s->row_of + s->elements, 0, (g->count - s->elements) * sizeof *s->row_of);
  s->elements = g->count;
}

static void take_whole(SmrSnapshot *s, SmrEgraph *g) {
  for (uint32_t i = 0; i < g->count; i++)
    if (g->elements[i].op != SMR_NODE_FREE)
      g->elements[i].op &= ~SMR_NODE_HELD;
  s->elements = 0;
  reserve_classes(s, g);
  s->size = 1; // (a part at 0 would be none)
  s->waste = 0;
  for (SmrClass c = 0; c < g->count; c++)
    if (g->parent[c] == c)
      lay_class(s, g, c);
}

//===--- following the graph ---===//

static uint32_t words_of(const SmrSnapshot *s, SmrClass c) {
  uint32_t words = 0;
  for (uint32_t part = s->row_of[c]; part; part = s->rows[part]) {
    const uint32_t *row = smr_first_row(s, part);
    while (*row != SMR_NO_OPERATOR)
      row = smr_next_row(s, row);
    words += (uint32_t)(row - s->rows) + 1 - part;
  }
  return words;
}

// Lays a class out again whose touched nodes are `nodes`.
static void follow_class(SmrSnapshot *s, SmrEgraph *g, SmrClass c, const uint64_t *nodes, uint32_t count) {
  bool grown = s->row_of[c] != 0;
  for (uint32_t i = 0; i < count; i++)
    grown &= (nodes[i] & SMR_TOUCHED_NEW) != 0;
  if (!grown) {
    s->waste += words_of(s, c);
    lay_class(s, g, c);
    return;
  }
  smr_vec_clear(&s->keys);
  SmrNode last = SMR_NO_CLASS;
  for (uint32_t i = 0; i < count; i++) {
    SmrNode n = (uint32_t)nodes[i] & ~SMR_TOUCHED_NEW;
    if (n != last && !(g->elements[n].op & SMR_NODE_DEAD))
      push_key(s, g, n);
    last = n;
  }
  if (s->keys.size)
    write_part(s, g, c, s->row_of[c]);
}

// False: it is not known what changed, or that is too much.
static bool follow(SmrSnapshot *s, SmrEgraph *g) {
  uint32_t first;
  if (s->always_whole || s->graph != g->serial || s->waste > s->size / 2 + 4096 ||
      !smr_egraph_touched(g, s->step, &first))
    return false;
  uint32_t count = g->touched.size - first;
  if (count > g->count / 4 + 64)
    return false;
  reserve_classes(s, g);
  uint64_t *list = smr_xmalloc((count + 1) * sizeof *list); // class, node
  for (uint32_t i = 0; i < count; i++) {
    uint32_t entry = g->touched.data[first + i];
    SmrNode n = entry & ~SMR_TOUCHED_NEW;
    SmrClass c = smr_find(g, n);
    list[i] = (uint64_t)c << 32 | entry;
    if (n == c)
      continue;
    g->elements[n].op &= ~SMR_NODE_HELD;
    if (s->row_of[n])
      s->waste += words_of(s, n);
    s->row_of[n] = 0;
  }
  qsort(list, count, sizeof *list, by_key);
  for (uint32_t i = 0, end; i < count; i = end) {
    SmrClass c = (SmrClass)(list[i] >> 32);
    for (end = i; end < count && list[end] >> 32 == c; end++)
      ;
    follow_class(s, g, c, list + i, end - i);
  }
  free(list);
  return true;
}

void smr_snapshot_take(SmrSnapshot *s, SmrEgraph *g) {
  static _Atomic uint64_t taken;
  s->serial = ++taken;
  smr_vec_clear(&s->scan_rows);
  smr_vec_clear(&s->scan_classes);
  smr_vec_clear(&s->scan_first);
  if (s->graph != g->serial) {
    smr_vec_clear(&s->arities);
    smr_vec_clear(&s->families);
  }
  if (smr_operators_count(g->ops))
    smr_snapshot_learn_operators(s, g);
  if (!follow(s, g))
    take_whole(s, g);
  s->graph = g->serial;
  s->step = g->step;
}

void smr_snapshot_classes(SmrSnapshot *s) {
  if (s->classes_serial == s->serial)
    return;
  s->classes_serial = s->serial;
  smr_vec_clear(&s->classes);
  for (SmrClass c = 0; c < s->elements; c++)
    if (s->row_of[c])
      smr_vec_push(&s->classes, c);
}

void smr_snapshot_scan(SmrSnapshot *s, SmrOperator op) {
  while (s->scan_first.size <= op) {
    smr_vec_push(&s->scan_first, 0);
    smr_vec_reserve(&s->scan_count, s->scan_first.size);
    s->scan_count.size = s->scan_first.size;
  }
  if (s->scan_first.data[op])
    return;
  s->scan_first.data[op] = s->scan_rows.size + 1;
  smr_snapshot_classes(s);
  for (uint32_t i = 0; i < s->classes.size; i++)
    for (uint32_t part = s->row_of[s->classes.data[i]]; part; part = s->rows[part])
      for (const uint32_t *row = smr_first_row(s, part); *row <= op; row = smr_next_row(s, row))
        if (*row == op) {
          smr_vec_push(&s->scan_rows, (uint32_t)(row - s->rows));
          smr_vec_push(&s->scan_classes, s->classes.data[i]);
        }
  s->scan_count.data[op] = s->scan_rows.size + 1 - s->scan_first.data[op];
}

//===--- what is near to what changed ---===//

static void reserve_distances(SmrSnapshot *s) {
  if (s->elements <= s->distance_capacity)
    return;
  s->distance = smr_xrealloc(s->distance, s->row_of_capacity);
  memset(s->distance + s->distance_capacity, UINT8_MAX, s->row_of_capacity - s->distance_capacity);
  s->distance_capacity = s->row_of_capacity;
}

static bool has_changed(const SmrSnapshot *s, SmrClass c, uint32_t since) {
  for (uint32_t part = s->row_of[c]; part; part = s->rows[part])
    for (const uint32_t *row = smr_first_row(s, part); *row != SMR_NO_OPERATOR; row = smr_next_row(s, row))
      if (row[1] >= since)
        return true;
  return false;
}

static bool has_child_at(const SmrSnapshot *s, SmrClass c, uint8_t distance) {
  for (uint32_t part = s->row_of[c]; part; part = s->rows[part])
    for (const uint32_t *row = smr_first_row(s, part); *row != SMR_NO_OPERATOR; row = smr_next_row(s, row))
      for (uint32_t a = 0; a < s->arities.data[*row]; a++)
        if (s->distance[row[2 + a]] == distance)
          return true;
  return false;
}

void smr_snapshot_distances(SmrSnapshot *s, uint32_t since, uint32_t deepest) {
  reserve_distances(s);
  s->distances_everywhere = true;
  smr_snapshot_classes(s);
  for (uint32_t i = 0; i < s->classes.size; i++) {
    SmrClass c = s->classes.data[i];
    s->distance[c] = has_changed(s, c, since) ? 0 : UINT8_MAX;
  }
  for (uint32_t k = 1; k < deepest; k++)
    for (uint32_t i = 0; i < s->classes.size; i++) {
      SmrClass c = s->classes.data[i];
      if (s->distance[c] > k && has_child_at(s, c, (uint8_t)(k - 1)))
        s->distance[c] = (uint8_t)k;
    }
}

typedef struct {
  SmrSnapshot *s;
  SmrEgraph *g;
  uint8_t distance;
  uint32_t most; // nodes
} Nearby;

static void come_near(SmrSnapshot *s, SmrClass c, uint8_t distance) {
  if (s->distance[c] <= distance)
    return;
  s->distance[c] = distance;
  smr_vec_push(&s->near, c);
}

static bool user_is_near(void *user, SmrNode n) {
  Nearby *near = user;
  smr_vec_push(&near->s->root_nodes, n);
  come_near(near->s, smr_find(near->g, n), near->distance);
  return near->s->root_nodes.size <= near->most;
}

static void forget_distances(SmrSnapshot *s) {
  reserve_distances(s);
  if (s->distances_everywhere)
    memset(s->distance, UINT8_MAX, s->distance_capacity);
  for (uint32_t i = 0; i < s->near.size; i++)
    s->distance[s->near.data[i]] = UINT8_MAX;
  smr_vec_clear(&s->near);
  smr_vec_clear(&s->root_nodes);
  s->distances_everywhere = false;
}

// The touched nodes, the users of constants that changed, and, level after level, the users of their classes.
static bool gather(SmrSnapshot *s, const SmrProgram *p, SmrEgraph *g, uint32_t since, uint32_t depth) {
  uint32_t first;
  Nearby near = {s, g, 0, g->count / 8 + 64};
  if (s->always_whole || !smr_egraph_touched(g, since, &first) || g->touched.size - first > near.most)
    return false;
  forget_distances(s);
  for (uint32_t i = first; i < g->touched.size; i++) {
    SmrNode n = g->touched.data[i] & ~SMR_TOUCHED_NEW;
    if (!(g->elements[n].op & SMR_NODE_DEAD))
      user_is_near(&near, n);
  }
  for (uint32_t i = 0; i < p->grounds.size; i++) {
    SmrClass c = p->grounds.data[i].class_id;
    if (c == SMR_NO_CLASS || p->grounds.data[i].stamp < since)
      continue;
    come_near(s, c, 0);
    smr_egraph_uses(g, c, user_is_near, &near);
  }
  uint32_t at = 0;
  for (near.distance = 1; at < s->near.size && near.distance < depth; near.distance++)
    for (uint32_t end = s->near.size; at < end && s->root_nodes.size <= near.most; at++)
      smr_egraph_uses(g, s->near.data[at], user_is_near, &near);
  return s->root_nodes.size <= near.most;
}

typedef struct {
  SmrClass c;
  SmrOperator op; // SMR_NO_OPERATOR: the class itself, for patterns that are a variable or a constant
  SmrNode n;
} RootKey;

static int by_root(const void *a, const void *b) {
  const RootKey *x = a, *y = b;
  if (x->c != y->c)
    return x->c < y->c ? -1 : 1;
  if (x->op != y->op)
    return x->op < y->op ? -1 : 1;
  return x->n < y->n ? -1 : x->n > y->n;
}

// (Their rows stand behind the classes' and are overwritten by the next snapshot.)
static void write_roots(SmrSnapshot *s, SmrEgraph *g, bool classes) {
  RootKey *keys = smr_xmalloc((s->root_nodes.size + s->near.size + 1) * sizeof *keys);
  uint32_t count = 0;
  for (; count < s->root_nodes.size; count++) {
    SmrNode n = s->root_nodes.data[count];
    keys[count] = (RootKey){smr_find(g, n), g->elements[n].op & SMR_NODE_OPERATOR, n};
  }
  for (uint32_t i = 0; i < s->near.size && classes; i++)
    if (s->distance[s->near.data[i]] == 0)
      keys[count++] = (RootKey){s->near.data[i], SMR_NO_OPERATOR, 0};
  qsort(keys, count, sizeof *keys, by_root);
  size_t size = s->size;
  smr_vec_clear(&s->roots);
  for (uint32_t i = 0; i < count; i++) {
    if (i && !by_root(&keys[i - 1], &keys[i]))
      continue;
    bool itself = keys[i].op == SMR_NO_OPERATOR;
    smr_vec_push(&s->roots, (SmrRoot){keys[i].c, itself ? 0 : (uint32_t)s->size});
    if (!itself)
      write_row(s, g, keys[i].n);
  }
  s->size = size;
  free(keys);
}

bool smr_snapshot_roots(SmrSnapshot *s, SmrProgram *p, SmrEgraph *g, uint32_t since, uint32_t depth) {
  if (s->roots_serial != s->serial) {
    s->roots_serial = s->serial;
    s->roots_known = gather(s, p, g, since, depth);
    if (s->roots_known)
      write_roots(s, g, p->chains.data[p->any_chain] != 0);
  }
  return s->roots_known;
}
