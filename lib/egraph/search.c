//===- search.c - e-matching ---------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Rules that want new matches alone are searched at the nodes that were touched and those above them, as far
// as patterns are deep; the others, and all when that is not known, in a sweep over the snapshot's classes.
//===----------------------------------------------------------------------===//
#include "base/order.h"
#include "egraph/ac_internal.h"
#include "egraph/program_internal.h"
#include <assert.h>
#include <string.h>

#define MAX_DEPTH 16 // of patterns whose new matches are found from what changed

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
  SMR_VEC(uint32_t) candidates; // children of sums that are open
  struct {
    const uint32_t *row;
    SmrOperator op;
    bool known;
    SMR_VEC(uint64_t) entries; // class, child; ascending
  } index;                     // of the sum that a hint was last asked about
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

// Whether a rule's new matches can be found from what changed.
static bool is_incremental(const SmrProgram *p, uint32_t rule, const uint32_t *since) {
  const SmrCompiledRule *r = &p->rules[rule];
  return since[rule] != UINT32_MAX && since[rule] > 1 && !r->full && !p->every && r->depth < MAX_DEPTH;
}

enum { INCREMENTAL = 1, OTHERS = 2 };

// Which rules are searched. False: none.
static bool count_rules(SmrProgram *p, const uint32_t *since, unsigned which) {
  bool any = false;
  for (uint32_t i = 0; i < p->code.size; i++)
    p->code.data[i].wanted = 0;
  for (uint32_t i = 0; i < p->rule_count; i++)
    if (since[i] != UINT32_MAX && which & (is_incremental(p, i, since) ? INCREMENTAL : OTHERS)) {
      count_rule(p, i, 1);
      any = true;
    }
  return any;
}

static void open_sum(Sum *sum, const uint32_t *row, uint32_t count) {
  sum->row = row;
  sum->count = count;
  sum->takes = 0;
  memset(sum->used, 0, sizeof sum->used);
}

static void take_child(Machine *m, const SmrInstruction *in, Sum *sum, uint32_t i, uint32_t stamp) {
  sum->used[i / 64] |= 1ull << i % 64;
  sum->taken[sum->takes++] = (uint8_t)i;
  m->reg[in->out] = sum->row[2 + i];
  run(m, in->chain, stamp);
  sum->takes--;
  sum->used[i / 64] &= ~(1ull << i % 64);
}

static bool is_taken(const Sum *sum, uint32_t i) {
  return sum->used[i / 64] >> i % 64 & 1;
}

static int by_entry(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static bool is_hinted(const SmrSnapshot *s, SmrOperator op, SmrOperator hint) {
  uint8_t family = s->families.data[hint];
  return op == hint || ((uint8_t)(family - 1) < SMR_LITERAL - 1 && s->families.data[op] == family);
}

// Which children of a sum have a node of the operator with a class as a child. False: that would be long.
static bool index_sum(Machine *m, const Sum *sum, SmrOperator op) {
  const SmrSnapshot *s = m->s;
  m->index.row = sum->row, m->index.op = op;
  smr_vec_clear(&m->index.entries);
  for (uint32_t i = 0; i < sum->count; i++)
    for (uint32_t part = s->row_of[sum->row[2 + i]]; part && (!i || sum->row[2 + i] != sum->row[1 + i]);
         part = s->rows[part])
      for (const uint32_t *row = smr_first_row(s, part); *row != SMR_NO_OPERATOR;
           row = smr_next_row(s, row)) {
        if (!is_hinted(s, *row, op))
          continue;
        for (uint32_t k = 0; k < s->arities.data[*row]; k++)
          smr_vec_push(&m->index.entries, (uint64_t)row[2 + k] << 32 | i);
        if (m->index.entries.size > 32 * sum->count)
          return m->index.known = false;
      }
  if (m->index.entries.size)
    qsort(m->index.entries.data, m->index.entries.size, sizeof(uint64_t), by_entry);
  return m->index.known = true;
}

// Appends the children of the indexed sum that have a class as a child.
static void look_up(Machine *m, SmrClass c) {
  uint32_t low = 0, high = m->index.entries.size;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (m->index.entries.data[middle] >> 32 < c)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < m->index.entries.size && m->index.entries.data[low] >> 32 == c; low++)
    smr_vec_push(&m->candidates, (uint32_t)m->index.entries.data[low]);
}

// Takes the children that a hint leaves: those that have the known class as a child, or, as it may stand for
// all that a sum leaves, a child of one of its sums. False: it does not say which.
static bool take_hinted(Machine *m, const SmrInstruction *in, Sum *sum, uint32_t stamp) {
  const SmrSnapshot *s = m->s;
  SmrClass known = m->reg[in->hint];
  if (s->always_whole || sum->count < (s->plain_sum ? s->plain_sum : 8))
    return false;
  bool indexed = m->index.row == sum->row && m->index.op == in->hint_op;
  if (indexed ? !m->index.known : !index_sum(m, sum, in->hint_op))
    return false;
  uint32_t from = m->candidates.size;
  look_up(m, known);
  for (uint32_t part = s->row_of[known]; part; part = s->rows[part])
    for (const uint32_t *row = smr_first_row(s, part); *row != SMR_NO_OPERATOR; row = smr_next_row(s, row))
      if (s->arities.data[*row] && is_hinted(s, *row, in->hint_op))
        look_up(m, row[2 + s->arities.data[*row] - 1]);
  uint32_t end = m->candidates.size;
  if (end > from)
    qsort(m->candidates.data + from, end - from, sizeof(uint32_t), smr_ascending);
  for (uint32_t k = from; k < end && is_wanted(m, in); k++) {
    uint32_t i = m->candidates.data[k];
    if (k > from && i == m->candidates.data[k - 1])
      continue;
    m->stop |= smr_program_spent(m->p);
    for (SmrClass c = sum->row[2 + i]; i < sum->count && sum->row[2 + i] == c; i++)
      if (!is_taken(sum, i)) {
        take_child(m, in, sum, i, stamp);
        break;
      }
  }
  m->candidates.size = from;
  return true;
}

// (Children are sorted: the same class again gives the same matches again.)
static void take(Machine *m, const SmrInstruction *in, uint32_t stamp) {
  Sum *sum = &m->sums[in->reg];
  if (in->hint_op != SMR_NO_OPERATOR && take_hinted(m, in, sum, stamp))
    return;
  SmrClass last = SMR_NO_CLASS;
  for (uint32_t i = 0; i < sum->count && is_wanted(m, in); i++) {
    if (is_taken(sum, i) || sum->row[2 + i] == last)
      continue;
    m->stop |= smr_program_spent(m->p);
    last = sum->row[2 + i];
    take_child(m, in, sum, i, stamp);
    if (in->operand)
      break;
  }
}

// Whether a row has the children of a sum that are not taken. (Both are sorted.)
static bool is_left(const Sum *sum, const uint32_t *row) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < sum->count; i++)
    if (!is_taken(sum, i) && row[2 + k++] != sum->row[2 + i])
      return false;
  return true;
}

static void take_known(Machine *m, const SmrInstruction *in, uint32_t stamp) {
  Sum *sum = &m->sums[in->reg];
  SmrClass known = m->reg[in->operand];
  for (uint32_t i = 0; i < sum->count; i++)
    if (!is_taken(sum, i) && sum->row[2 + i] == known) {
      sum->used[i / 64] |= 1ull << i % 64;
      sum->taken[sum->takes++] = (uint8_t)i;
      run(m, in->chain, stamp);
      sum->takes--;
      sum->used[i / 64] &= ~(1ull << i % 64);
      break;
    }
  uint32_t left = sum->count - sum->takes, takes = sum->takes;
  const uint8_t *families = m->s->families.data, *arities = m->s->arities.data;
  for (uint32_t part = left > 1 ? m->s->row_of[known] : 0; part; part = m->s->rows[part])
    for (const uint32_t *row = smr_first_row(m->s, part); *row != SMR_NO_OPERATOR && is_wanted(m, in);
         row += 2 + arities[*row])
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
      uint32_t arity = m->s->arities.data[op];
      for (uint32_t part = m->s->row_of[m->reg[in->reg]]; part; part = m->s->rows[part]) {
        const uint32_t *row = smr_first_row(m->s, part);
        while (*row < op)
          row = smr_next_row(m->s, row);
        for (; *row == op && is_wanted(m, in); row += 2 + arity) {
          for (uint32_t k = 0; k < arity; k++)
            m->reg[in->out + k] = row[2 + k];
          run(m, in->chain, row[1] > stamp ? row[1] : stamp);
        }
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
      smr_snapshot_scan(m->s, in->operand);
      uint32_t first = m->s->scan_first.data[in->operand] - 1, count = m->s->scan_count.data[in->operand];
      uint32_t arity = m->s->arities.data[in->operand];
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
      smr_snapshot_classes(m->s);
      for (uint32_t c = 0; c < m->s->classes.size && is_wanted(m, in); c++) {
        m->reg[in->reg] = m->s->classes.data[c];
        run(m, in->chain, UINT32_MAX); // (a class has no stamp of its own here: count it as new)
      }
      break;
    case SMR_I_YIELD:
      yield(m, in->operand, stamp);
      break;
    case SMR_I_SUMS: {
      uint8_t family = m->s->families.data[in->operand];
      for (uint32_t part = m->s->row_of[m->reg[in->reg]]; part; part = m->s->rows[part])
        for (const uint32_t *row = smr_first_row(m->s, part); *row != SMR_NO_OPERATOR && is_wanted(m, in);
             row = smr_next_row(m->s, row))
          if (m->s->families.data[*row] == family) {
            open_sum(&m->sums[in->out], row, m->s->arities.data[*row]);
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
    case SMR_I_HOLDS: {
      const SmrCallback *test = m->p->tests.data[in->operand];
      SmrClass c = smr_find(m->g, m->reg[in->reg]);
      if (test->condition(test->user, m->g, &c, 1))
        run(m, in->chain, stamp);
      break;
    }
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
  *stamp = g->elements[n].stamp > *stamp ? g->elements[n].stamp : *stamp;
  return smr_find(g, n);
}

static void resolve_ground(SmrProgram *p, SmrEgraph *g, SmrGround *ground) {
  ground->stamp = 0;
  ground->class_id = resolve(p, g, ground->node, &ground->stamp);
}

// Whether a row of an AC operator, itself not new, has nothing new as far below as patterns look.
static bool is_far(const SmrSnapshot *s, const uint32_t *row, uint32_t depth) {
  if ((uint8_t)(s->families.data[*row] - 1) >= SMR_LITERAL - 1)
    return false;
  for (uint32_t k = 0; k < s->arities.data[*row]; k++)
    if (s->distance[row[2 + k]] + 1u < depth)
      return false;
  return true;
}

static void search_row(Machine *m, SmrClass c, const uint32_t *row) {
  const SmrProgram *p = m->p;
  if (*row >= p->roots.size || !p->roots.data[*row])
    return;
  uint32_t arity = m->s->arities.data[*row];
  m->reg[0] = c;
  for (uint32_t k = 0; k < arity; k++)
    m->reg[1 + k] = row[2 + k];
  if (m->g->ac)
    open_sum(&m->sums[0], row, arity);
  run(m, p->roots.data[*row], row[1]);
}

static void search_roots(Machine *m) {
  const SmrSnapshot *s = m->s;
  uint32_t newest = 0;
  SmrClass last = SMR_NO_CLASS;
  for (uint32_t i = 0; i < s->roots.size && !m->stop && !smr_program_spent(m->p); i++) {
    SmrRoot root = s->roots.data[i];
    const uint32_t *row = s->rows + root.row;
    if (root.c != last)
      newest = 0;
    last = root.c;
    if (root.row) {
      newest = row[1] > newest ? row[1] : newest;
      search_row(m, root.c, row);
    } else {
      m->reg[0] = root.c;
      run(m, m->p->any_chain, newest);
    }
  }
}

// `depth`: classes further away from what changed since `oldest` are left out; UINT32_MAX: none are.
// What a class' rows lead to is fetched before their turn: where the children's rows are, and then those.
enum { FETCH_CLASSES = 16 };

static void fetch_ahead(const SmrSnapshot *s, uint32_t i) {
  for (uint32_t stage = 1; stage < 3; stage++) {
    uint32_t at = i + FETCH_CLASSES * (3 - stage), part;
    if (at >= s->classes.size || !(part = s->row_of[s->classes.data[at]]))
      continue;
    for (const uint32_t *row = smr_first_row(s, part); *row != SMR_NO_OPERATOR; row = smr_next_row(s, row))
      for (uint32_t k = 0; k < s->arities.data[*row]; k++)
        if (stage == 1)
          __builtin_prefetch(&s->row_of[row[2 + k]]);
        else
          __builtin_prefetch(&s->rows[s->row_of[row[2 + k]]]);
  }
}

static void sweep(Machine *m, uint32_t oldest, uint32_t depth) {
  SmrSnapshot *s = m->s;
  bool any = m->p->chains.data[m->p->any_chain] != 0;
  smr_snapshot_classes(s);
  for (uint32_t i = 0; i < s->classes.size && !m->stop && !smr_program_spent(m->p); i++) {
    SmrClass c = s->classes.data[i];
    fetch_ahead(s, i);
    if (depth != UINT32_MAX && s->distance[c] >= depth)
      continue;
    uint32_t newest = 0;
    for (uint32_t part = s->row_of[c]; part; part = s->rows[part])
      for (const uint32_t *row = smr_first_row(s, part); *row != SMR_NO_OPERATOR && !m->stop;
           row = smr_next_row(s, row)) {
        newest = row[1] > newest ? row[1] : newest;
        if (depth == UINT32_MAX || !m->g->ac || row[1] >= oldest || !is_far(s, row, depth))
          search_row(m, c, row);
      }
    m->reg[0] = c;
    if (any && !m->stop)
      run(m, m->p->any_chain, newest);
  }
}

// AC patterns: what is said of the binary operator goes for those of more children.
static void share_roots(SmrProgram *p, SmrEgraph *g) {
  for (; g->ac && p->known_operators < g->families.size; p->known_operators++) {
    SmrOperator op = p->known_operators;
    SmrOperator two = smr_is_ac(g, op) ? smr_ac_op(g, g->families.data[op], 2) : op;
    if (two < p->roots.size && p->roots.data[two] && smr_program_root(p, op) != p->roots.data[two])
      p->roots.data[op] = p->roots.data[two];
  }
}

// The oldest step that a rule with that way of searching was last searched in, and the deepest pattern of
// such; whether there is one.
static bool extent(const SmrProgram *p, const uint32_t *since, uint32_t *oldest, uint32_t *depth) {
  *oldest = UINT32_MAX, *depth = 1;
  for (uint32_t i = 0; i < p->rule_count; i++)
    if (is_incremental(p, i, since)) {
      *oldest = since[i] < *oldest ? since[i] : *oldest;
      *depth = p->rules[i].depth > *depth ? p->rules[i].depth : *depth;
    }
  return *oldest != UINT32_MAX;
}

static void search_all(Machine *m, const uint32_t *since) {
  SmrProgram *p = m->p;
  uint32_t oldest, depth;
  bool incremental = extent(p, since, &oldest, &depth);
  if (incremental && smr_snapshot_roots(m->s, p, m->g, oldest, depth)) {
    count_rules(p, since, INCREMENTAL);
    search_roots(m);
    if (count_rules(p, since, OTHERS))
      sweep(m, 0, UINT32_MAX);
    return;
  }
  bool others = count_rules(p, since, OTHERS);
  if (!count_rules(p, since, INCREMENTAL | OTHERS))
    return;
  for (uint32_t i = 0; i < p->grounds.size; i++)
    others |= p->grounds.data[i].stamp >= oldest;
  if (!others)
    smr_snapshot_distances(m->s, oldest, depth);
  sweep(m, oldest, others ? UINT32_MAX : depth);
}

void smr_program_search(SmrProgram *p, SmrSnapshot *s, SmrEgraph *g, const uint32_t *since,
                        bool (*fn)(void *user, const SmrEmatch *match), void *user) {
  if (!p->rule_count)
    return;
  smr_snapshot_learn_operators(s, g);
  share_roots(p, g);
  // (A second search of a snapshot must see the numbers of the first, whatever was joined meanwhile.)
  if (p->grounds_serial != s->serial)
    for (uint32_t i = 0; i < p->grounds.size; i++)
      resolve_ground(p, g, &p->grounds.data[i]);
  p->grounds_serial = s->serial;
  Machine *m = smr_xmalloc(sizeof *m);
  m->g = g;
  m->firsts = g->ac ? smr_xcalloc(p->rule_count, sizeof *m->firsts) : NULL;
  m->p = p, m->s = s, m->code = p->code.data, m->chains = p->chains.data, m->since = since;
  m->fn = fn, m->user = user, m->stop = false;
  memset(&m->candidates, 0, sizeof m->candidates);
  memset(&m->index, 0, sizeof m->index);
  search_all(m, since);
  smr_vec_free(&m->candidates);
  smr_vec_free(&m->index.entries);
  free(m->firsts);
  free(m);
}
