//===- search.c - snapshots and e-matching -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A snapshot lays the nodes out class after class, each class' nodes ordered by operator, in one array:
//   row = operator, stamp, children …; a class ends with SMR_NO_OPERATOR.
// A search is one sweep over it.
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
  smr_vec_free(&s->scan_rows);
  smr_vec_free(&s->scan_classes);
  smr_vec_free(&s->scan_first);
  smr_vec_free(&s->scan_count);
  free(s);
}

size_t smr_snapshot_bytes(const SmrSnapshot *s) {
  return s->capacity * sizeof *s->rows + s->row_of_capacity * sizeof *s->row_of +
         s->classes.capacity * sizeof *s->classes.data + s->distance_capacity +
         (s->scan_rows.capacity + s->scan_classes.capacity) * sizeof(uint32_t);
}

static int by_operator(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

void smr_snapshot_take(SmrSnapshot *s, SmrEgraph *g) {
  for (uint32_t i = 0; i < g->count; i++)
    if (g->elements[i].op != SMR_NODE_FREE)
      g->elements[i].op &= ~SMR_NODE_HELD;
  if (g->count > s->row_of_capacity) {
    s->row_of_capacity = g->capacity;
    free(s->row_of);
    s->row_of = smr_xmalloc(s->row_of_capacity * sizeof *s->row_of);
  }
  s->elements = g->count;
  static _Atomic uint64_t taken;
  s->serial = ++taken;
  smr_vec_clear(&s->classes);
  smr_vec_clear(&s->scan_rows);
  smr_vec_clear(&s->scan_classes);
  smr_vec_clear(&s->scan_first);
  s->size = 0;
  SMR_VEC(uint64_t) keys = {0};
  for (SmrClass c = 0; c < g->count; c++) {
    if (g->parent[c] != c)
      continue;
    smr_vec_push(&s->classes, c);
    smr_vec_clear(&keys);
    // Dead nodes leave the list here: the class' own element stays, as the list hangs on it.
    SmrNode last = c, n = c;
    do {
      uint32_t following = g->next[n];
      bool live = !(g->elements[n].op & SMR_NODE_DEAD);
      if (live)
        smr_vec_push(&keys, (uint64_t)(g->elements[n].op & SMR_NODE_OPERATOR) << 32 | n);
      if (n != c && live) {
        g->next[last] = n;
        last = n;
      } else if (n != c)
        g->lists[c].nodes--;
      n = following;
    } while (n != c);
    g->next[last] = c;
    g->elements[c].op |= SMR_NODE_HELD;
    if (keys.size > 24)
      qsort(keys.data, keys.size, sizeof *keys.data, by_operator);
    else
      for (uint32_t i = 1; i < keys.size; i++) {
        uint64_t key = keys.data[i];
        uint32_t k = i;
        for (; k && keys.data[k - 1] > key; k--)
          keys.data[k] = keys.data[k - 1];
        keys.data[k] = key;
      }
    s->row_of[c] = (uint32_t)s->size;
    for (uint32_t i = 0; i < keys.size; i++) {
      n = (uint32_t)keys.data[i];
      SmrOperator op = g->elements[n].op & SMR_NODE_OPERATOR;
      uint32_t arity = g->arities.data[op];
      if (s->size + arity + 3 > s->capacity) {
        s->capacity = s->capacity < 4096 ? 4096 : s->capacity + s->capacity / 2;
        s->capacity += arity;
        assert(s->capacity < UINT32_MAX);
        s->rows = smr_xrealloc(s->rows, s->capacity * sizeof *s->rows);
      }
      uint32_t *row = s->rows + s->size;
      row[0] = op;
      row[1] = g->stamp[n];
      for (uint32_t k = 0; k < arity; k++)
        row[2 + k] = g->args[g->elements[n].first + k];
      if (smr_is_ac(g, op))
        smr_ac_sort(row + 2, arity);
      s->size += 2 + arity;
    }
    s->rows[s->size++] = SMR_NO_OPERATOR;
  }
  smr_vec_free(&keys);
}

// distance[c] = 0: a node of c changed; k: a child of one of its nodes has distance k - 1; `deepest`: further
// away.
static void measure_distances(SmrSnapshot *s, uint32_t since, uint32_t deepest) {
  if (s->elements > s->distance_capacity) {
    s->distance_capacity = s->row_of_capacity;
    free(s->distance);
    s->distance = smr_xmalloc(s->distance_capacity);
  }
  for (uint32_t i = 0; i < s->classes.size; i++) {
    SmrClass c = s->classes.data[i];
    s->distance[c] = (uint8_t)deepest;
    for (const uint32_t *row = s->rows + s->row_of[c]; *row != SMR_NO_OPERATOR; row += 2 + s->arities[*row])
      if (row[1] >= since) {
        s->distance[c] = 0;
        break;
      }
  }
  for (uint32_t k = 1; k < deepest; k++)
    for (uint32_t i = 0; i < s->classes.size; i++) {
      SmrClass c = s->classes.data[i];
      if (s->distance[c] <= k)
        continue;
      for (const uint32_t *row = s->rows + s->row_of[c]; *row != SMR_NO_OPERATOR; row += 2 + s->arities[*row])
        for (uint32_t a = 0; a < s->arities[*row]; a++)
          if (s->distance[row[2 + a]] == k - 1) {
            s->distance[c] = (uint8_t)k;
            goto next;
          }
    next:;
    }
}

// A sum that an AC pattern is matched with.
typedef struct {
  const uint32_t *row;
  uint32_t count;
  uint64_t used[(SMR_MAX_ARITY + 63) / 64];
  uint8_t taken[SMR_MAX_TAKES];
  uint32_t takes;
} Sum;

// The first match of an ordered rule in the sum at hand.
typedef struct {
  const uint32_t *row;
  uint64_t used[(SMR_MAX_ARITY + 63) / 64];
  bool fresh;
} First;

typedef struct {
  SmrProgram *p;
  SmrSnapshot *s;
  SmrEgraph *g;
  First *firsts;          // by rule
  Sum sums[SMR_MAX_SUMS]; // by slot; the root's is 0
  const SmrInstruction *code;
  const uint32_t *chains;
  const uint32_t *since;
  bool (*fn)(void *user, const SmrEmatch *match);
  void *user;
  bool stop;
  SmrClass reg[SMR_MAX_REGISTERS + SMR_MAX_ARITY];
} Machine;

// Matches on disjoint children of one sum can be applied one after the other: of an ordered rule those that
// do not overlap the first wait for the sum that the first makes. A new first match makes all that overlap it
// new, as they may have waited for another.
static bool is_turn(Machine *m, uint32_t rule, const SmrEmatch *match, bool *fresh) {
  First *first = &m->firsts[rule];
  const Sum *sum = &m->sums[0];
  if (first->row != sum->row) {
    if (m->p->rules[rule].conditions.size && !smr_program_holds(m->p, m->g, match))
      return false;
    first->row = sum->row;
    memcpy(first->used, sum->used, sizeof first->used);
    first->fresh = *fresh;
    return true;
  }
  uint64_t common = 0;
  for (uint32_t i = 0; i < sizeof first->used / sizeof *first->used; i++)
    common |= first->used[i] & sum->used[i];
  *fresh |= first->fresh;
  return common && !m->p->rules[rule].eager;
}

static void yield_sums(Machine *m, uint32_t rule, uint32_t stamp) {
  const SmrCompiledRule *r = &m->p->rules[rule];
  uint32_t since = m->since[rule];
  if (since == UINT32_MAX)
    return;
  SmrClass variables[SMR_MAX_VARIABLES];
  for (uint32_t i = 0; i < r->matched; i++)
    variables[i] = r->variables.data[i].reg == SMR_NO_REGISTER ? 0 : m->reg[r->variables.data[i].reg];
  for (uint32_t i = 0; i < r->sums.size; i++) {
    const Sum *sum = &m->sums[r->sums.data[i].slot];
    uint32_t *record = variables + r->sums.data[i].record;
    record[0] = (uint32_t)(sum->row - m->s->rows);
    for (uint32_t k = 0; k < sum->takes; k++)
      record[1 + k / 4] |= (uint32_t)sum->taken[k] << k % 4 * 8;
  }
  SmrEmatch match = {rule, stamp >= since, m->reg[0], variables};
  if (r->ordered && !is_turn(m, rule, &match, &match.fresh))
    return;
  if ((match.fresh || r->full || m->p->every) && !m->fn(m->user, &match))
    m->stop = true;
}

static void yield(Machine *m, uint32_t rule, uint32_t stamp) {
  const SmrCompiledRule *r = &m->p->rules[rule];
  if (r->sums.size) {
    yield_sums(m, rule, stamp);
    return;
  }
  uint32_t since = m->since[rule];
  if (since == UINT32_MAX || (stamp < since && !r->full && !m->p->every))
    return;
  SmrClass variables[SMR_MAX_VARIABLES];
  for (uint32_t i = 0; i < r->matched; i++)
    variables[i] = m->reg[r->variables.data[i].reg];
  SmrEmatch match = {rule, stamp >= since, m->reg[0], variables};
  if (!m->fn(m->user, &match))
    m->stop = true;
}

static void list_operator(SmrSnapshot *s, SmrOperator op) {
  while (s->scan_first.size <= op) {
    smr_vec_push(&s->scan_first, 0);
    smr_vec_reserve(&s->scan_count, s->scan_first.size);
    s->scan_count.size = s->scan_first.size;
  }
  if (s->scan_first.data[op])
    return;
  s->scan_first.data[op] = s->scan_rows.size + 1;
  for (uint32_t i = 0; i < s->classes.size; i++)
    for (uint32_t at = s->row_of[s->classes.data[i]]; s->rows[at] != SMR_NO_OPERATOR;
         at += 2 + s->arities[s->rows[at]])
      if (s->rows[at] == op) {
        smr_vec_push(&s->scan_rows, at);
        smr_vec_push(&s->scan_classes, s->classes.data[i]);
      }
  s->scan_count.data[op] = s->scan_rows.size + 1 - s->scan_first.data[op];
}

static void run(Machine *m, uint32_t chain, uint32_t stamp);

static inline bool is_wanted(const Machine *m, const SmrInstruction *in) {
  return in->wanted && !m->stop;
}

static void count_rule(SmrProgram *p, uint32_t rule, uint32_t change) {
  for (uint32_t i = p->rules[rule].end; i; i = p->code.data[i].before)
    p->code.data[i].wanted += change;
}

void smr_program_drop(SmrProgram *p, uint32_t rule) {
  count_rule(p, rule, UINT32_MAX);
}

static void count_rules(SmrProgram *p, const uint32_t *since) {
  for (uint32_t i = 0; i < p->code.size; i++)
    p->code.data[i].wanted = 0;
  for (uint32_t i = 0; i < p->rule_count; i++)
    if (since[i] != UINT32_MAX)
      count_rule(p, i, 1);
}

static void open_sum(Sum *sum, const uint32_t *row, uint32_t count) {
  sum->row = row;
  sum->count = count;
  sum->takes = 0;
  memset(sum->used, 0, sizeof sum->used);
}

// (Children are sorted: the same class again gives the same matches again.)
static void take(Machine *m, const SmrInstruction *in, uint32_t stamp) {
  Sum *sum = &m->sums[in->reg];
  SmrClass last = SMR_NO_CLASS;
  for (uint32_t i = 0; i < sum->count && is_wanted(m, in); i++) {
    if (sum->used[i / 64] >> i % 64 & 1 || sum->row[2 + i] == last)
      continue;
    m->stop |= smr_program_spent(m->p);
    last = sum->row[2 + i];
    sum->used[i / 64] |= 1ull << i % 64;
    sum->taken[sum->takes++] = (uint8_t)i;
    m->reg[in->out] = last;
    run(m, in->chain, stamp);
    sum->takes--;
    sum->used[i / 64] &= ~(1ull << i % 64);
    if (in->operand)
      break;
  }
}

// Whether a row has the children of a sum that are not taken. (Both are sorted.)
static bool is_left(const Sum *sum, const uint32_t *row) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < sum->count; i++)
    if (!(sum->used[i / 64] >> i % 64 & 1) && row[2 + k++] != sum->row[2 + i])
      return false;
  return true;
}

static void take_known(Machine *m, const SmrInstruction *in, uint32_t stamp) {
  Sum *sum = &m->sums[in->reg];
  SmrClass known = m->reg[in->operand];
  for (uint32_t i = 0; i < sum->count; i++)
    if (!(sum->used[i / 64] >> i % 64 & 1) && sum->row[2 + i] == known) {
      sum->used[i / 64] |= 1ull << i % 64;
      sum->taken[sum->takes++] = (uint8_t)i;
      run(m, in->chain, stamp);
      sum->takes--;
      sum->used[i / 64] &= ~(1ull << i % 64);
      break;
    }
  uint32_t left = sum->count - sum->takes, takes = sum->takes;
  const uint8_t *families = m->s->families, *arities = m->s->arities;
  for (const uint32_t *row = m->s->rows + m->s->row_of[known];
       left > 1 && *row != SMR_NO_OPERATOR && is_wanted(m, in); row += 2 + arities[*row])
    if (families[*row] == families[*sum->row] && arities[*row] == left && is_left(sum, row)) {
      sum->takes = sum->count;
      run(m, in->chain, row[1] > stamp ? row[1] : stamp);
      sum->takes = takes;
    }
}

static void run(Machine *m, uint32_t chain, uint32_t stamp) {
  for (uint32_t i = m->chains[chain]; i && !m->stop; i = m->code[i].sibling) {
    const SmrInstruction *in = &m->code[i];
    if (!in->wanted)
      continue;
    switch (in->kind) {
    case SMR_I_BIND: {
      SmrOperator op = in->operand;
      const uint8_t *arities = m->s->arities;
      uint32_t arity = arities[op];
      const uint32_t *row = m->s->rows + m->s->row_of[m->reg[in->reg]];
      while (*row < op)
        row += 2 + arities[*row];
      for (; *row == op && is_wanted(m, in); row += 2 + arity) {
        for (uint32_t k = 0; k < arity; k++)
          m->reg[in->out + k] = row[2 + k];
        run(m, in->chain, row[1] > stamp ? row[1] : stamp);
      }
      break;
    }
    case SMR_I_SAME:
      if (m->reg[in->reg] == m->reg[in->operand])
        run(m, in->chain, stamp);
      break;
    case SMR_I_GROUND: {
      const SmrGround *ground = &m->p->grounds.data[in->operand];
      if (m->reg[in->reg] == ground->class_id)
        run(m, in->chain, ground->stamp > stamp ? ground->stamp : stamp);
      break;
    }
    case SMR_I_SCAN: {
      list_operator(m->s, in->operand);
      uint32_t first = m->s->scan_first.data[in->operand] - 1, count = m->s->scan_count.data[in->operand];
      uint32_t arity = m->s->arities[in->operand];
      for (uint32_t r = 0; r < count && is_wanted(m, in); r++) {
        m->stop |= smr_program_spent(m->p);
        const uint32_t *row = m->s->rows + m->s->scan_rows.data[first + r];
        m->reg[in->reg] = m->s->scan_classes.data[first + r];
        for (uint32_t k = 0; k < arity; k++)
          m->reg[in->out + k] = row[2 + k];
        run(m, in->chain, row[1] > stamp ? row[1] : stamp);
      }
      break;
    }
    case SMR_I_CLASSES:
      for (uint32_t c = 0; c < m->s->classes.size && is_wanted(m, in); c++) {
        m->reg[in->reg] = m->s->classes.data[c];
        run(m, in->chain, UINT32_MAX); // (a class has no stamp of its own here: count it as new)
      }
      break;
    case SMR_I_YIELD:
      yield(m, in->operand, stamp);
      break;
    case SMR_I_SUMS: {
      uint8_t family = m->s->families[in->operand];
      for (const uint32_t *row = m->s->rows + m->s->row_of[m->reg[in->reg]];
           *row != SMR_NO_OPERATOR && is_wanted(m, in); row += 2 + m->s->arities[*row])
        if (m->s->families[*row] == family) {
          open_sum(&m->sums[in->out], row, m->s->arities[*row]);
          run(m, in->chain, row[1] > stamp ? row[1] : stamp);
        }
      break;
    }
    case SMR_I_TAKE:
      take(m, in, stamp);
      break;
    case SMR_I_KNOWN:
      take_known(m, in, stamp);
      break;
    case SMR_I_LEFT:
      if ((m->sums[in->reg].takes < m->sums[in->reg].count) == (in->operand != 0))
        run(m, in->chain, stamp);
      break;
    }
  }
}

// Finds a ground term's class, and the newest stamp among its nodes.
static SmrClass resolve(SmrProgram *p, SmrEgraph *g, uint32_t node, uint32_t *stamp) {
  SmrOperator op = p->ground_terms.nodes.data[node].op;
  SmrClass children[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < smr_arity(g, op); i++)
    if ((children[i] = resolve(p, g, smr_term_children(&p->ground_terms, node)[i], stamp)) == SMR_NO_CLASS)
      return SMR_NO_CLASS;
  SmrNode n = smr_egraph_node(g, op, children);
  if (n == SMR_NO_CLASS)
    return n;
  *stamp = g->stamp[n] > *stamp ? g->stamp[n] : *stamp;
  return smr_find(g, n);
}

static void resolve_ground(SmrProgram *p, SmrEgraph *g, SmrGround *ground) {
  ground->stamp = 0;
  ground->class_id = resolve(p, g, ground->node, &ground->stamp);
}

// Whether a row of an AC operator, itself not new, has nothing new as far below as patterns look.
static bool is_far(const SmrSnapshot *s, const uint32_t *row, uint32_t depth) {
  if ((uint8_t)(s->families[*row] - 1) >= SMR_LITERAL - 1)
    return false;
  for (uint32_t k = 0; k < s->arities[*row]; k++)
    if (s->distance[row[2 + k]] + 1u < depth)
      return false;
  return true;
}

void smr_program_search(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, const uint32_t *since,
                        bool (*fn)(void *user, const SmrEmatch *match), void *user) {
  if (!p->rule_count)
    return;
  (void)smr_arity(g, smr_operators_count(p->ops) - 1);
  // (A copy: applying may make operators, and move the graph's table.)
  uint8_t *arities = smr_xmalloc(g->arities.size);
  memcpy(arities, g->arities.data, g->arities.size);
  s->arities = arities;
  uint8_t *families = smr_xmalloc(g->families.size);
  memcpy(families, g->families.data, g->families.size);
  s->families = families;
  // AC patterns: what is said of the binary operator goes for those of more children.
  for (SmrOperator op = 0; g->ac && op < g->families.size; op++) {
    SmrOperator two = smr_is_ac(g, op) ? smr_ac_op(g, families[op], 2) : op;
    if (two < p->roots.size && p->roots.data[two] && smr_program_root(p, op) != p->roots.data[two])
      p->roots.data[op] = p->roots.data[two];
  }
  // (A second search of a snapshot must see the numbers of the first, whatever was joined meanwhile.)
  if (p->grounds_serial != s->serial)
    for (uint32_t i = 0; i < p->grounds.size; i++)
      resolve_ground(p, g, &p->grounds.data[i]);
  p->grounds_serial = s->serial;
  count_rules(p, since);
  uint32_t oldest = UINT32_MAX, depth = 1;
  for (uint32_t i = 0; i < p->rule_count; i++)
    if (since[i] != UINT32_MAX) {
      uint32_t from = p->rules[i].full || p->every ? 0 : since[i];
      oldest = from < oldest ? from : oldest;
      depth = p->rules[i].depth > depth ? p->rules[i].depth : depth;
    }
  bool skip = oldest > 1 && depth < 16 && oldest != UINT32_MAX;
  for (uint32_t i = 0; i < p->grounds.size; i++)
    skip &= p->grounds.data[i].stamp < oldest;
  if (skip)
    measure_distances(s, oldest, depth);
  Machine *m = smr_xmalloc(sizeof *m);
  m->g = g;
  m->firsts = g->ac ? smr_xcalloc(p->rule_count, sizeof *m->firsts) : NULL;
  m->p = p, m->s = s, m->code = p->code.data, m->chains = p->chains.data, m->since = since;
  m->fn = fn, m->user = user, m->stop = oldest == UINT32_MAX;
  bool any = p->chains.data[p->any_chain] != 0;
  for (uint32_t i = 0; i < s->classes.size && !m->stop; i++) {
    if (smr_program_spent(p))
      break;
    SmrClass c = s->classes.data[i];
    if (skip && s->distance[c] >= depth)
      continue;
    m->reg[0] = c;
    uint32_t newest = 0;
    for (const uint32_t *row = s->rows + s->row_of[c]; *row != SMR_NO_OPERATOR && !m->stop;
         row += 2 + arities[*row]) {
      newest = row[1] > newest ? row[1] : newest;
      if (*row >= p->roots.size || !p->roots.data[*row])
        continue;
      if (skip && g->ac && row[1] < oldest && is_far(s, row, depth))
        continue;
      for (uint32_t k = 0; k < arities[*row]; k++)
        m->reg[1 + k] = row[2 + k];
      if (g->ac)
        open_sum(&m->sums[0], row, arities[*row]);
      run(m, p->roots.data[*row], row[1]);
    }
    if (any)
      run(m, p->any_chain, newest);
  }
  free(m->firsts);
  free(m);
  free(arities);
  free(families);
  s->arities = s->families = NULL;
}
