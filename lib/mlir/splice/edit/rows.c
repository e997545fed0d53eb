//===- rows.c - copies of rows that pointers lead to ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A site function tests whether rows are equally spaced. Where they are not it may copy them:
//
// clang-format off: a picture
//   tests of rows ──┬─ all hold ────────────────────────────────┬─→ join(first, distance, …): other tests, steps
//                   └─ asks: does it pay? ─→ copies ─→ loads ───┘
// clang-format on
//
// What comes after knows the rows only as `join` is given them. The steps done, or a test failed, what was
// written is put back, and the copies are freed: the variable `holder` says whether there are any.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/entry.h"
#include "mlir/host/row_copies.h"
#include "mlir/host/site_record.h"
#include "mlir/host/symbol.h"
#include "mlir/splice/edit/edit.h"

// As lib/runtime/rows.h has them.
enum { WORD = 8, TABLE_WORDS = 8, FIRST = 6, DISTANCE = 7, READ = 1, WRITTEN = 2 };

uint32_t smr_rows_first(const SmrSplice *s) {
  uint32_t k = 0;
  while (k < s->plan->guard_count && !s->plan->guards[k].or_copied)
    k++;
  return k;
}

//--- Whether they are copied -------------------------------------------------------------

static MlirValue word(const SmrSplice *s, SmrHostBuilder *b, MlirValue words, uint32_t number) {
  const SmrHost *host = s->emit.s->host;
  MlirValue bytes =
      host->constant(b, mlirIntegerAttrGet(mlirIntegerTypeGet(s->emit.context, 64), (int64_t)number * WORD));
  return host->offset(b, words, bytes, mlirValueGetType(words));
}

typedef SMR_VEC(MlirValue) Words;

/// What the runtime is told, where a test of rows failed; null: it sets that. False: some cannot be computed.
static bool describe(SmrSplice *s, Words *out) {
  SmrEmit *e = &s->emit;
  const SmrRowsCopy *copy = s->plan->copy;
  SmrHostBuilder b = smr_emit_builder(e);
  for (uint32_t k = 0; k < copy->table_count; k++) {
    const SmrRowsTable *table = &copy->tables[k];
    MlirValue start = smr_emit_value(e, smr_operand(e->g, table->rows, 0));
    smr_vec_push(out, start.ptr ? smr_build_address(e->s->host, &b, start) : start);
    smr_vec_push(out, smr_emit_value(e, smr_operand(e->g, table->rows, 1)));
    smr_vec_push(out, smr_emit_int(e, smr_op(e->g, table->rows)->imm));
    smr_vec_push(out, smr_emit_expr(e, table->low));
    smr_vec_push(out, smr_emit_expr(e, table->high));
    smr_vec_push(out, smr_emit_int(e, (table->read ? READ : 0) | (table->written ? WRITTEN : 0)));
    for (uint32_t set = FIRST; set < TABLE_WORDS; set++)
      smr_vec_push(out, (MlirValue){NULL});
  }
  for (uint32_t k = 0; k < copy->beside_count; k++) {
    smr_vec_push(out, smr_emit_expr(e, copy->beside[k].low));
    smr_vec_push(out, smr_emit_expr(e, copy->beside[k].high));
    smr_vec_push(out, smr_emit_int(e, copy->beside[k].written));
  }
  return !e->reason;
}

static void store(SmrSplice *s, const Words *values, MlirValue words) {
  SmrHostBuilder b = smr_emit_builder(&s->emit);
  for (uint32_t k = 0; k < values->size; k++)
    if (values->data[k].ptr)
      s->emit.s->host->store(&b, values->data[k], word(s, &b, words, k));
}

/// What was made after the marks is not known where ops are built next.
static void forget(SmrEmit *e, uint32_t made, uint32_t computed) {
  for (uint32_t k = made; k < e->made.size; k++)
    e->made.data[k] = (MlirValue){NULL};
  e->computed.size = computed;
}

/// One of the two values that join gives of a table.
static SmrValue joined(const SmrSplice *s, uint32_t number) {
  return smr_value(s->emit.g, smr_result(s->emit.g, s->plan->copy->tables[number / 2].rows, number % 2));
}

static bool is_any_known(const SmrSplice *s) {
  uint32_t known;
  for (uint32_t k = 0; k < 2 * s->plan->copy->table_count; k++)
    if (smr_map_get(&s->emit.pre_known, joined(s, k), &known) && s->emit.made.data[known].ptr)
      return true;
  return false;
}

static uint32_t count_guards(const SmrSplicePlan *plan) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < plan->guard_count; k++)
    count += plan->guards[k].or_copied != NULL;
  return count;
}

/// What is built in these blocks is not known in the tests.
bool smr_rows_ask(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  SmrRowsTests *t = &s->copied;
  Words values = {0};
  t->made = e->made.size, t->computed = e->computed.size;
  e->reason = NULL;
  t->may = smr_entry_declare_may(mlirOperationGetParentOperation(e->s->function), s->plan->steps[0].entry);
  if (!t->may.ptr || is_any_known(s) || count_guards(s->plan) != s->plan->copy->table_count)
    return smr_emit_fail(e, "the rows cannot be copied"), false;
  t->asks = e->block = e->shared = mlirBlockCreate(0, NULL, NULL);
  mlirBlockAddArgument(t->asks, smr_int_type(e, 32), e->loc);
  MlirValue test = smr_emit_test(e, s->plan->copy->test);
  bool ok = test.ptr && describe(s, &values);
  SmrHostBuilder b = smr_emit_builder(e);
  smr_runtime_declare_rows(&b, mlirOperationGetBlock(e->s->function));
  t->test = smr_emit_binary(e, SMR_HOST_AND, test, smr_entry_linked(&b, smr_ref(smr_runtime_rows)));
  t->words = smr_emit_temporary(e, mlirLLVMArrayTypeGet(smr_int_type(e, 64), values.size));
  t->holder = smr_emit_temporary(e, e->s->host->pointer(e->context, (MlirType){NULL}));
  t->copies = e->block = e->shared = mlirBlockCreate(0, NULL, NULL);
  if (ok)
    store(s, &values, t->words);
  smr_vec_free(&values);
  return ok;
}

void smr_rows_copy(SmrSplice *s, MlirValue gain, MlirValue record) {
  SmrEmit *e = &s->emit;
  SmrRowsTests *t = &s->copied;
  const SmrRowsCopy *copy = s->plan->copy;
  SmrHostBuilder b = smr_emit_builder(e);
  t->copy = smr_runtime_copy_rows(&b, t->words, copy->table_count, copy->beside_count,
                                  smr_symbol_name(t->may), gain, record, mlirBlockGetArgument(t->asks, 0));
  e->s->host->store(&b, t->copy, t->holder);
  t->loads = b.block = mlirBlockCreate(0, NULL, NULL);
  for (uint32_t k = 0; k < copy->table_count; k++) {
    smr_vec_push(&t->fresh, e->s->host->load(&b, word(s, &b, t->words, k * TABLE_WORDS + FIRST),
                                             mlirValueGetType(t->copy)));
    smr_vec_push(&t->fresh, e->s->host->load(&b, word(s, &b, t->words, k * TABLE_WORDS + DISTANCE),
                                             smr_int_type(e, 64)));
  }
  forget(e, t->made, t->computed);
  t->first = s->conditions.size;
}

void smr_rows_tested(SmrSplice *s) {
  SmrRowsTests *t = &s->copied;
  t->last = s->conditions.size - 1;
  if (t->last == t->first)
    t->made = s->emit.made.size, t->computed = s->emit.computed.size;
}

bool smr_rows_end_tests(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  SmrRowsTests *t = &s->copied;
  bool ok = true;
  t->join = mlirBlockCreate(0, NULL, NULL);
  smr_vec_push(&s->tests, t->join);
  for (uint32_t k = 0; k < 2 * s->plan->copy->table_count && ok; k++) {
    MlirValue even = smr_emit_value(e, joined(s, k));
    ok = even.ptr != NULL;
    smr_vec_push(&t->even, even);
  }
  forget(e, t->made, t->computed);
  for (uint32_t k = 0; k < t->even.size && ok; k++) {
    smr_map_set(&e->pre_known, joined(s, k), e->made.size);
    smr_vec_push(&e->made, mlirBlockAddArgument(t->join, mlirValueGetType(t->even.data[k]), e->loc));
  }
  return ok;
}

static bool leads(const SmrSplice *s, MlirValue value, SmrMap *seen) {
  if (mlirValueIsABlockArgument(value))
    return mlirBlockEqual(mlirBlockArgumentGetOwner(value), s->copied.join);
  MlirOperation op = mlirOpResultGetOwner(value);
  uint32_t *known = smr_map_at(seen, smr_mlir_key(op.ptr), 0);
  if (*known)
    return false;
  *known = 1;
  bool any = false;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op) && !any; k++)
    any = leads(s, mlirOperationGetOperand(op, k), seen);
  return any;
}

bool smr_rows_lead_to(const SmrSplice *s, MlirValue value) {
  SmrMap seen = {0};
  bool any = s->copied.join.ptr && leads(s, value, &seen);
  smr_map_free(&seen);
  return any;
}

//--- In the site ---------------------------------------------------------------------------

static MlirBlock new_block(MlirRegion body) {
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(body, block);
  return block;
}

void smr_rows_begin(SmrSplice *s, MlirBlock entry) {
  SmrHostBuilder b = smr_emit_builder(&s->emit);
  b.block = entry;
  s->emit.s->host->store(&b, smr_record_address(&b, (MlirStringRef){NULL, 0}), s->copied.holder);
}

MlirBlock smr_rows_join(SmrSplice *s, MlirBlock even, MlirBlock refused, bool counted, MlirBlock no) {
  SmrRowsTests *t = &s->copied;
  const SmrHost *host = s->emit.s->host;
  MlirRegion body = mlirBlockGetParentRegion(even);
  MlirBlock next = new_block(body);
  SmrHostBuilder b = smr_emit_builder(&s->emit);
  for (uint32_t k = 0; k < t->even.size; k++)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(t->join, k),
                                  mlirBlockAddArgument(next, mlirValueGetType(t->even.data[k]), b.loc));
  b.block = even;
  smr_build_jump(host, &b, next, t->even.data, t->even.size);
  MlirValue number = mlirBlockGetArgument(t->asks, 0);
  MlirBlock *const blocks[] = {&t->asks, &t->copies, &t->loads};
  for (uint32_t k = 0; k < 3; k++)
    mlirRegionAppendOwnedBlock(body, *blocks[k]);
  b.block = t->asks;
  smr_build_branch(host, &b, t->test, t->copies, false, counted ? refused : no, &number, counted, NULL);
  b.block = t->copies;
  smr_build_branch(host, &b, smr_runtime_is_copy(&b, t->copy), t->loads, false, no, NULL, 0, NULL);
  b.block = t->loads;
  smr_build_jump(host, &b, next, t->fresh.data, t->fresh.size);
  for (uint32_t k = 0; k < 3; k++)
    *blocks[k] = (MlirBlock){NULL}; // the site owns them
  return next;
}

MlirBlock smr_rows_leave(SmrSplice *s, MlirBlock block, MlirValue did) {
  const SmrHost *host = s->emit.s->host;
  MlirRegion body = mlirBlockGetParentRegion(block);
  MlirBlock ends = new_block(body), next = new_block(body);
  SmrHostBuilder b = smr_emit_builder(&s->emit);
  b.block = block;
  MlirValue copy = host->load(&b, s->copied.holder, mlirValueGetType(s->copied.copy));
  smr_build_branch(host, &b, smr_runtime_is_copy(&b, copy), ends, false, next, NULL, 0, NULL);
  b.block = ends;
  smr_runtime_end_rows(&b, copy, did);
  smr_build_jump(host, &b, next, NULL, 0);
  return next;
}

void smr_rows_release(SmrSplice *s) {
  SmrRowsTests *t = &s->copied;
  MlirBlock *const blocks[] = {&t->loads, &t->copies, &t->asks}; // users before what they use
  for (uint32_t k = 0; k < 3; k++)
    if (blocks[k]->ptr)
      mlirBlockDestroy(*blocks[k]);
  smr_vec_free(&t->even);
  smr_vec_free(&t->fresh);
}
