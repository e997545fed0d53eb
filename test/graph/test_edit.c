//===- test_edit.c - building and editing graphs ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/random_graph.h"

static SmrIntern *symbols;
static SmrGraph *g;
static SmrBlock entry;
static SmrValue x; // an f64 argument

static int begin(void **state) {
  (void)state;
  symbols = smr_intern_create();
  g = smr_graph_create(symbols, "f");
  entry = smr_block_create(g, g->body);
  x = smr_block_add_arg(g, entry, SMR_F64);
  return 0;
}

static int end(void **state) {
  (void)state;
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  return 0;
}

static SmrOp neg(SmrBlock block, SmrValue value) {
  return smr_def(g, smr_build(g, block, 0, SMR_OP_FNEG, SMR_F64, &value, 1, 0));
}

/// The opcode spellings of a block, in order, following both directions of its links.
static void assert_ops(SmrBlock block, const SmrOp *ops, uint32_t count) {
  SmrOp prev = 0, op = g->blocks.data[block].first;
  for (uint32_t i = 0; i < count; i++) {
    assert_int_equal(op, ops[i]);
    assert_int_equal(smr_op(g, op)->block, block);
    assert_int_equal(smr_op(g, op)->prev, prev);
    prev = op;
    op = smr_op(g, op)->next;
  }
  assert_int_equal(op, 0);
  assert_int_equal(g->blocks.data[block].last, prev);
}

TEST_WITH(test_links, begin, end) {
  SmrOp a = neg(entry, x), b = neg(entry, x), c = neg(entry, x);
  assert_ops(entry, (SmrOp[]){a, b, c}, 3);
  smr_op_unlink(g, b);
  smr_op_unlink(g, b); // again does nothing
  assert_ops(entry, (SmrOp[]){a, c}, 2);
  assert_int_equal(smr_op(g, b)->block, 0);
  assert_int_equal(smr_operand(g, b, 0), x); // still readable
  smr_op_insert_before(g, a, b);
  assert_ops(entry, (SmrOp[]){b, a, c}, 3);
  smr_op_unlink(g, b);
  smr_op_insert_after(g, c, b);
  assert_ops(entry, (SmrOp[]){a, c, b}, 3);
  SmrBlock other = smr_block_create(g, g->body);
  SmrOp d = neg(other, x), e = neg(other, x);
  smr_block_splice(g, entry, other);
  assert_ops(entry, (SmrOp[]){a, c, b, d, e}, 5);
  assert_ops(other, NULL, 0);
  smr_block_splice(g, other, entry);
  assert_ops(other, (SmrOp[]){a, c, b, d, e}, 5);
  assert_true(smr_before(g, b, e));
  for (SmrOp op = a; op; op = g->blocks.data[other].first)
    smr_op_unlink(g, op);
  assert_ops(other, NULL, 0);
}

TEST_WITH(test_replace, begin, end) {
  SmrOp a = neg(entry, x), b = neg(entry, smr_result(g, a, 0)), c = neg(entry, smr_result(g, b, 0));
  SmrValue va = smr_result(g, a, 0), vb = smr_result(g, b, 0);
  smr_graph_replace(g, vb, va);
  assert_int_equal(smr_operand(g, c, 0), va);
  smr_graph_replace(g, va, x);
  assert_int_equal(smr_operand(g, c, 0), x);
  assert_int_equal(smr_operand(g, b, 0), x);
  smr_graph_replace(g, x, vb); // vb is x by now: no cycle
  assert_int_equal(smr_operand(g, c, 0), x);
  assert_int_equal(smr_def(g, vb), 0);
  assert_int_equal(smr_value_type(g, vb), SMR_F64);
}

TEST_WITH(test_operands, begin, end) {
  SmrOp a = neg(entry, x);
  SmrValue va = smr_result(g, a, 0);
  SmrOp sum = smr_op_create(g, SMR_OP_FSUM, (SmrValue[]){x, va}, 2, (SmrType[]){SMR_F64}, 1, 0);
  smr_op_append(g, entry, sum);
  smr_op_set_operands(g, sum, (SmrValue[]){va, va, x}, 3); // grows
  assert_int_equal(smr_op(g, sum)->operand_count, 3);
  assert_int_equal(smr_operand(g, sum, 0), va);
  assert_int_equal(smr_operand(g, sum, 2), x);
  assert_int_equal(smr_operand(g, a, 0), x); // its neighbour in the pool is intact
  smr_op_set_operands(g, sum, g->operands.data + smr_op(g, sum)->operand_first + 1, 2); // from its own slice
  assert_int_equal(smr_operand(g, sum, 0), va);
  assert_int_equal(smr_operand(g, sum, 1), x);
  for (uint32_t i = 0; i < 40; i++) { // operands taken from the pool while it grows
    SmrOp copy = smr_op_create(g, SMR_OP_FSUM, g->operands.data + smr_op(g, sum)->operand_first, 2,
                               (SmrType[]){SMR_F64}, 1, 0);
    assert_int_equal(smr_operand(g, copy, 0), va);
    assert_int_equal(smr_operand(g, copy, 1), x);
  }
  SmrUses uses = smr_uses_compute(g);
  assert_int_equal(uses.first[va + 1] - uses.first[va], 1);
  assert_int_equal(uses.ops[uses.first[va]], sum);
  assert_int_equal(uses.first[x + 1] - uses.first[x], 2);
  assert_int_equal(uses.ops[uses.first[x]], a); // in program order
  assert_int_equal(uses.ops[uses.first[x] + 1], sum);
  smr_uses_free(&uses);
}

TEST_WITH(test_add_result, begin, end) {
  SmrValue n = smr_block_add_arg(g, entry, SMR_I64);
  SmrOp loop = smr_op_create(g, SMR_OP_LOOP, (SmrValue[]){n, x}, 2, (SmrType[]){SMR_F64}, 1, 1);
  smr_op_append(g, entry, loop);
  SmrValue old = smr_result(g, loop, 0);
  g->values.data[old].name = smr_intern(symbols, "acc");
  SmrOp user = neg(entry, old); // more values: the results must move
  SmrValue added = smr_op_add_result(g, loop, SMR_I64);
  assert_int_equal(smr_op(g, loop)->result_count, 2);
  assert_int_equal(smr_result(g, loop, 1), added);
  assert_int_equal(smr_value_type(g, added), SMR_I64);
  assert_int_equal(g->values.data[added].index, 1);
  assert_int_equal(smr_def(g, added), loop);
  assert_int_not_equal(smr_result(g, loop, 0), old);
  assert_int_equal(smr_operand(g, user, 0), smr_result(g, loop, 0));
  assert_int_equal(smr_def(g, old), loop);
  assert_string_equal(smr_intern_text(symbols, smr_value_data(g, old)->name), "acc");
  SmrValue third = smr_op_add_result(g, loop, SMR_F32); // at the end: they stay
  assert_int_equal(third, added + 1);
  neg(entry, x);
  smr_graph_replace(g, smr_result(g, loop, 0), x); // a replaced result stays replaced when it moves
  smr_op_add_result(g, loop, SMR_F32);
  assert_int_equal(smr_operand(g, user, 0), x);
  assert_int_equal(smr_value(g, smr_result(g, loop, 0)), x);
  assert_int_equal(smr_op(g, loop)->result_count, 4);

  SmrOp none = smr_op_create(g, SMR_OP_LOOP, &n, 1, NULL, 0, 1);
  SmrValue first = smr_op_add_result(g, none, SMR_F64);
  assert_int_equal(smr_result(g, none, 0), first);
  assert_int_equal(smr_def(g, first), none);
}

/// Takes the last op with regions out, and puts it in front of all.
static void move_last_nest(SmrGraph *graph, const SmrOp *ops, uint32_t size) {
  while (size && !smr_op(graph, ops[size - 1])->region_count)
    --size;
  if (!size)
    return;
  smr_op_unlink(graph, ops[size - 1]);
  SmrBlock top = smr_region_block(graph, graph->body);
  smr_op_insert_before(graph, graph->blocks.data[top].first, ops[size - 1]);
}

/// smr_before agrees with the pre-order walk, also after insertions everywhere; smr_inside with the region
/// tree, and the walk of what is inside an op with both.
TEST_WITH(test_order, begin, end) {
  for (uint32_t seed = 0; seed < 20; seed++) {
    SmrGraph *random =
        smr_random_graph(symbols, "r", seed % 2 ? SMR_RANDOM_BLOCKS : SMR_RANDOM_NORMAL, 8, seed);
    SmrRandom rng = {seed};
    SMR_VEC(SmrOp) ops = {0};
    for (SmrOp op = 0; (op = smr_next_op(random, op, 0));)
      smr_vec_push(&ops, op);
    for (int i = 0; i < 50; i++) {
      SmrOp where = ops.data[smr_random_below(&rng, ops.size)];
      SmrOp op = smr_op_create(random, SMR_OP_UNDEF, NULL, 0, (SmrType[]){SMR_I64}, 1, 0);
      smr_op_insert_before(random, where, op);
      assert_true(smr_before(random, op, where));
    }
    if (seed % 3) // the same answers in constant time; not any more once something with regions has moved
      smr_graph_nest(random);
    if (seed % 3 == 2)
      move_last_nest(random, ops.data, ops.size);
    smr_vec_clear(&ops);
    for (SmrOp op = 0; (op = smr_next_op(random, op, 0));)
      smr_vec_push(&ops, op);
    for (int i = 0; i < 2000; i++) {
      uint32_t a = smr_random_below(&rng, ops.size), b = smr_random_below(&rng, ops.size);
      assert_int_equal(smr_before(random, ops.data[a], ops.data[b]), a < b);
      SmrOp up = ops.data[a];
      while (up && up != ops.data[b])
        up = smr_parent(random, up);
      assert_int_equal(smr_inside(random, ops.data[a], ops.data[b]), up != 0);
      bool last = a + 1 == ops.size || !smr_inside(random, ops.data[a + 1], ops.data[b]);
      if (up)
        assert_int_equal(smr_next_op(random, ops.data[a], ops.data[b]), last ? 0 : ops.data[a + 1]);
      if (smr_op(random, ops.data[a])->result_count)
        assert_int_equal(smr_value_inside(random, smr_result(random, ops.data[a], 0), ops.data[b]),
                         up && a != b);
    }
    smr_vec_free(&ops);
    smr_graph_destroy(random);
  }
}

TEST_WITH(test_types, begin, end) {
  static const struct {
    SmrType type;
    const char *text;
    uint32_t bytes;
  } types[] = {{SMR_I1, "i1", 1},
               {SMR_I32, "i32", 4},
               {SMR_TYPE(SMR_T_INT, 24), "i24", 0},
               {SMR_F32, "f32", 4},
               {SMR_F64, "f64", 8},
               {SMR_TYPE(SMR_T_FLOAT, 80), "f80", 16},
               {SMR_BF16, "bf16", 2},
               {SMR_TYPE(SMR_T_COMPLEX, 64), "c64", 16},
               {SMR_PTR, "ptr", 8},
               {SMR_BOX, "box", 0}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    SmrStr text = {0};
    smr_type_print(symbols, types[i].type, &text);
    assert_string_equal(text.data, types[i].text);
    assert_int_equal(smr_type_bytes(types[i].type), types[i].bytes);
    smr_str_free(&text);
  }
}
