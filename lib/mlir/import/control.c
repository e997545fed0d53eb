//===- control.c - loops, conditions, branches --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Counted loops of fir, scf and affine become `for` as they stand (lower, upper, step; normal form is
// somebody else's work); switches become chains of conditional branches.
//===----------------------------------------------------------------------===//
#include "mlir/import/control.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static SmrOp body_end(SmrImport *imp, SmrOp op, uint32_t region) {
  return imp->graph->blocks.data[smr_body_block(imp->graph, op, region)].last;
}

/// A DO variable is a carried integer to which the step is added. Flang says that this sum does not overflow,
/// unless it was given -fwrapv.
static void note_wrapping(SmrImport *imp, SmrOp loop, SmrValue step) {
  const SmrGraph *g = imp->graph;
  SmrOp end = body_end(imp, loop, 0);
  for (uint32_t k = 0; end && k < smr_op(g, end)->operand_count; k++) {
    SmrOp sum = smr_def(g, smr_operand(g, end, k));
    if (!sum || smr_op(g, sum)->code != SMR_OP_ADD)
      continue;
    SmrValue by = smr_operand(g, sum, 1);
    SmrOp cast = smr_def(g, by);
    if (cast && smr_op(g, cast)->code == SMR_OP_TRUNC)
      by = smr_operand(g, cast, 0);
    imp->saw_wrapping |= by == step && !(smr_op(g, sum)->flags & SMR_F_NSW);
  }
}

bool smr_imp_for(SmrImport *imp, MlirOperation op, const SmrLoop *loop) {
  SmrGraph *g = imp->graph;
  SmrValue operands[4 + SMR_LOOP_INITS];
  uint32_t n = 0, extra = loop->final_value;
  if (loop->init_count > SMR_LOOP_INITS)
    return false;
  operands[n++] = loop->lower;
  operands[n++] = loop->upper;
  operands[n++] = loop->step;
  if (extra)
    operands[n++] = loop->lower;
  for (intptr_t k = 0; k < loop->init_count; k++)
    operands[n++] = smr_imp_operand(imp, op, loop->first_init + k);
  SmrOp made = smr_imp_op(imp, op, SMR_OP_FOR, operands, n, 1);
  smr_op(g, made)->flags |= loop->flags;
  if (!extra)
    return smr_imp_region(imp, mlirOperationGetRegion(op, 0), smr_op_region(g, made, 0)) || true;

  // The final value of the induction variable is one more carried value: iv + step.
  SmrBlock outer = imp->block, body = smr_block_create(g, smr_op_region(g, made, 0));
  MlirBlock from = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  g->blocks.data[body].handle = from.ptr;
  imp->block = body;
  SmrValue iv = 0;
  for (intptr_t k = 0; k < mlirBlockGetNumArguments(from); k++) {
    MlirValue arg = mlirBlockGetArgument(from, k);
    SmrValue value = smr_block_add_arg(g, body, smr_imp_value_type(imp, arg));
    smr_imp_bind(imp, arg, value);
    if (k == 0) {
      iv = value;
      smr_block_add_arg(g, body, smr_value_type(g, iv));
    }
  }
  smr_imp_block_ops(imp, from);
  SmrOp end = imp->unsupported ? 0 : body_end(imp, made, 0);
  if (end && smr_op(g, end)->operand_count == 1 + (uint32_t)loop->init_count) {
    SmrValue next =
        smr_build(g, body, end, SMR_OP_ADD, smr_value_type(g, iv), (SmrValue[]){iv, loop->step}, 2, 0);
    smr_op(g, smr_def(g, next))->flags |= SMR_F_NSW;
    SmrValue yields[1 + SMR_LOOP_INITS] = {next};
    for (uint32_t k = 1; k < smr_op(g, end)->operand_count; k++)
      yields[k] = smr_operand(g, end, k);
    smr_op_set_operands(g, end, yields, 1 + (uint32_t)loop->init_count);
  }
  imp->block = outer;
  return true;
}

static bool fir_do_loop(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  intptr_t first = 3, count = mlirOperationGetNumOperands(op) - 3, reduce = 0;
  if (smr_imp_segment(op, 3, &first, &reduce) && !smr_imp_segment(op, 4, &first, &count))
    return false;
  SmrLoop loop = {.lower = smr_imp_operand(imp, op, 0),
                  .upper = smr_imp_operand(imp, op, 1),
                  .step = smr_imp_operand(imp, op, 2),
                  .first_init = first,
                  .init_count = count,
                  .final_value = smr_imp_has_attr(op, "finalValue"),
                  .flags = SMR_F_INCLUSIVE};
  if (smr_imp_has_attr(op, "unordered"))
    loop.flags |= SMR_F_UNORDERED;
  if (!smr_imp_for(imp, op, &loop))
    return false;
  if (!imp->unsupported)
    note_wrapping(imp, imp->graph->blocks.data[imp->block].last, loop.step);
  return true;
}

static bool scf_for(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  if (smr_imp_has_attr(op, "unsignedCmp"))
    return false;
  SmrLoop loop = {.lower = smr_imp_operand(imp, op, 0),
                  .upper = smr_imp_operand(imp, op, 1),
                  .step = smr_imp_operand(imp, op, 2),
                  .first_init = 3,
                  .init_count = mlirOperationGetNumOperands(op) - 3};
  return smr_imp_for(imp, op, &loop);
}

bool smr_imp_loop_nest(SmrImport *imp, MlirOperation op, intptr_t depth, const SmrValue *lower,
                       const SmrValue *upper, const SmrValue *step, uint16_t flags) {
  SmrGraph *g = imp->graph;
  SmrBlock outer = imp->block;
  MlirBlock from = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (depth == 0 || mlirBlockIsNull(from) || mlirBlockGetNumArguments(from) != depth)
    return false;
  for (intptr_t d = 0; d < depth; d++) {
    SmrOp made = smr_op_create(g, SMR_OP_FOR, (SmrValue[]){lower[d], upper[d], step[d]}, 3, NULL, 0, 1);
    smr_op(g, made)->loc = smr_imp_loc(imp, op);
    smr_op(g, made)->flags |= flags;
    if (d == 0)
      smr_op(g, made)->handle = op.ptr;
    smr_op_append(g, imp->block, made);
    imp->block = smr_block_create(g, smr_op_region(g, made, 0));
    smr_imp_bind(imp, mlirBlockGetArgument(from, d),
                 smr_block_add_arg(g, imp->block, smr_value_type(g, lower[d])));
  }
  g->blocks.data[imp->block].handle = from.ptr;
  MlirOperation last = smr_imp_last_op(from);
  bool terminated = !mlirOperationIsNull(mlirBlockGetTerminator(from));
  if (terminated)
    smr_imp_inline(imp, from);
  else if (!mlirOperationIsNull(last))
    smr_imp_block_ops(imp, from);
  for (SmrBlock block = imp->block;;) {
    smr_op_append(g, block, smr_op_create(g, SMR_OP_YIELD, NULL, 0, NULL, 0, 0));
    SmrOp parent = smr_block_parent(g, block);
    block = smr_op(g, parent)->block;
    if (block == outer)
      break;
  }
  imp->block = outer;
  return true;
}

static bool scf_parallel(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  intptr_t depth, first, inits;
  if (!smr_imp_segment(op, 0, &first, &depth) || !smr_imp_segment(op, 3, &first, &inits) ||
      depth > SMR_NEST_LOOPS || first != 3 * depth || mlirOperationGetNumOperands(op) != first + inits)
    return false;
  SmrValue bounds[3][SMR_NEST_LOOPS];
  for (intptr_t k = 0; k < 3 * depth; k++)
    bounds[k / depth][k % depth] = smr_imp_operand(imp, op, k);
  if (inits || mlirOperationGetNumResults(op))
    return smr_imp_reductions(imp, op,
                              &(SmrImportNest){bounds[0], bounds[1], bounds[2], depth, inits, first, NULL,
                                               mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))});
  return smr_imp_loop_nest(imp, op, depth, bounds[0], bounds[1], bounds[2], SMR_F_UNORDERED);
}

/// The wrapper holds the allocations of the loop variables and ends in fir.do_concurrent.loop.
static bool fir_do_concurrent(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirOperation loop = mlirBlockIsNull(block) ? (MlirOperation){NULL} : smr_imp_last_op(block);
  intptr_t depth, first, n;
  if (mlirOperationIsNull(loop) || !smr_imp_segment(loop, 0, &first, &depth) || depth == 0 || depth > 16 ||
      mlirOperationGetNumOperands(loop) != 3 * depth || mlirOperationGetNumRegions(loop) != 1 ||
      !smr_imp_segment(loop, 2, &first, &n) || n != depth)
    return false; // with locality or reductions
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  if (mlirBlockIsNull(body) || mlirBlockGetNumArguments(body) != depth)
    return false;
  smr_imp_inline(imp, block);
  SmrValue bounds[3][16];
  for (intptr_t k = 0; k < 3 * depth; k++)
    bounds[k / depth][k % depth] = smr_imp_operand(imp, loop, k);
  return smr_imp_loop_nest(imp, loop, depth, bounds[0], bounds[1], bounds[2],
                           SMR_F_INCLUSIVE | SMR_F_UNORDERED);
}

static bool import_if(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue condition = smr_imp_operand(imp, op, 0);
  if (smr_value_type(imp->graph, condition) != SMR_I1)
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_IF, &condition, 1, 2);
  return smr_imp_if_regions(imp, op, made);
}

bool smr_imp_if_regions(SmrImport *imp, MlirOperation op, SmrOp made) {
  for (uint32_t k = 0; k < 2; k++) {
    SmrRegion to = smr_op_region(imp->graph, made, k);
    if ((intptr_t)k < mlirOperationGetNumRegions(op) &&
        !smr_imp_region(imp, mlirOperationGetRegion(op, k), to))
      return true;
    if (!smr_region_block(imp->graph, to)) {
      SmrBlock block = smr_block_create(imp->graph, to);
      smr_op_append(imp->graph, block, smr_op_create(imp->graph, SMR_OP_YIELD, NULL, 0, NULL, 0, 0));
    }
  }
  return true;
}

static bool scf_while(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  uint32_t n = (uint32_t)mlirOperationGetNumOperands(op);
  SmrValue *inits = smr_arena_alloc(&imp->scratch, (n + 1) * sizeof *inits);
  for (uint32_t k = 0; k < n; k++)
    inits[k] = smr_imp_operand(imp, op, k);
  SmrOp made = smr_imp_op(imp, op, SMR_OP_WHILE, inits, n, 2);
  for (uint32_t k = 0; k < 2; k++)
    if (!smr_imp_region(imp, mlirOperationGetRegion(op, k), smr_op_region(imp->graph, made, k)))
      break;
  return true;
}

/// while (ok and iv has not passed the upper bound).
static bool fir_iterate_while(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrGraph *g = imp->graph;
  enum { MAX = 32 };
  bool final_value = smr_imp_has_attr(op, "finalValue");
  uint32_t carried = (uint32_t)mlirOperationGetNumOperands(op) - 2; // iv, ok, inits
  uint32_t results = (uint32_t)mlirOperationGetNumResults(op);
  if (carried > MAX || results + !final_value != carried)
    return false;
  SmrValue lower = smr_imp_operand(imp, op, 0), upper = smr_imp_operand(imp, op, 1),
           step = smr_imp_operand(imp, op, 2), inits[MAX] = {lower};
  SmrType types[MAX];
  for (uint32_t k = 1; k < carried; k++)
    inits[k] = smr_imp_operand(imp, op, 2 + k);
  for (uint32_t k = 0; k < carried; k++)
    types[k] = smr_value_type(g, inits[k]);
  SmrOp made = smr_op_create(g, SMR_OP_WHILE, inits, carried, types, carried, 2);
  smr_op(g, made)->loc = smr_imp_loc(imp, op);
  smr_op(g, made)->handle = op.ptr;
  smr_op_append(g, imp->block, made);
  for (uint32_t k = 0; k < results; k++)
    smr_imp_bind(imp, mlirOperationGetResult(op, k), smr_result(g, made, k + !final_value));

  SmrBlock outer = imp->block, before = imp->block = smr_block_create(g, smr_op_region(g, made, 0));
  SmrValue forward[1 + MAX];
  for (uint32_t k = 0; k < carried; k++)
    forward[1 + k] = smr_block_add_arg(g, before, types[k]);
  SmrValue up = smr_imp_icmp(imp, SMR_SGT, step, smr_imp_const(imp, 0));
  SmrValue in_up = smr_imp_icmp(imp, SMR_SLE, forward[1], upper);
  SmrValue in_down = smr_imp_icmp(imp, SMR_SGE, forward[1], upper);
  SmrValue in = smr_build(g, before, 0, SMR_OP_SELECT, SMR_I1, (SmrValue[]){up, in_up, in_down}, 3, 0);
  forward[0] = smr_build(g, before, 0, SMR_OP_AND, SMR_I1, (SmrValue[]){in, forward[2]}, 2, 0);
  smr_op_append(g, before, smr_op_create(g, SMR_OP_CONDITION, forward, 1 + carried, NULL, 0, 0));

  imp->block = outer;
  smr_imp_region(imp, mlirOperationGetRegion(op, 0), smr_op_region(g, made, 1));
  SmrOp end = imp->unsupported ? 0 : body_end(imp, made, 1);
  if (end) {
    SmrBlock body = smr_body_block(g, made, 1);
    SmrValue iv = g->blocks.data[body].args.data[0], yields[MAX];
    yields[0] = smr_build(g, body, end, SMR_OP_ADD, types[0], (SmrValue[]){iv, step}, 2, 0);
    smr_op(g, smr_def(g, yields[0]))->flags |= SMR_F_NSW;
    uint32_t have = smr_op(g, end)->operand_count, skip = final_value;
    if (have != skip + carried - 1) {
      imp->unsupported = "a loop that does not carry on what it carries";
      imp->unsupported_op = op;
      return true;
    }
    for (uint32_t k = 1; k < carried; k++)
      yields[k] = smr_operand(g, end, skip + k - 1);
    smr_op_set_operands(g, end, yields, carried);
  }
  return true;
}

static bool scf_execute_region(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (mlirBlockIsNull(block) || !mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
    return false;
  MlirOperation end = smr_imp_last_op(block);
  intptr_t n = mlirOperationGetNumResults(op);
  if (mlirOperationIsNull(end) || smr_imp_handler(imp, end) != SMR_HANDLER_YIELD ||
      mlirOperationGetNumOperands(end) != n)
    return false;
  smr_imp_inline(imp, block);
  for (intptr_t k = 0; k < n && !imp->unsupported; k++)
    smr_imp_alias(imp, mlirOperationGetResult(op, k), smr_imp_operand(imp, end, k));
  return true;
}

//===----------------------------------------------------------------------===//
// Terminators
//===----------------------------------------------------------------------===//

static bool terminator(SmrImport *imp, MlirOperation op, SmrOpcode code) {
  uint32_t n;
  SmrValue *values = smr_imp_operands(imp, op, &n);
  smr_imp_terminate(imp, op, code, values, n);
  return true;
}
static bool yield(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return terminator(imp, op, SMR_OP_YIELD);
}
static bool condition(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return terminator(imp, op, SMR_OP_CONDITION);
}
static bool import_return(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return terminator(imp, op, SMR_OP_RETURN); // smr.out comes before it, see import/base.c
}

/// Adds what operands [first, first + count) pass to a block.
static void pass(SmrImport *imp, MlirOperation op, intptr_t first, intptr_t count, SmrValue *out,
                 uint32_t *n) {
  for (intptr_t k = 0; k < count; k++)
    *n += smr_imp_pass(imp, mlirOperationGetOperand(op, first + k), out + *n);
}

/// Room for what so many operands pass, and one value more.
static SmrValue *room_for(SmrImport *imp, intptr_t operands) {
  return smr_arena_alloc(&imp->scratch, ((size_t)operands * SMR_IMP_MOST_LANES + 1) * sizeof(SmrValue));
}

static bool branch(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  uint32_t n = 0;
  SmrValue *values = room_for(imp, mlirOperationGetNumOperands(op));
  pass(imp, op, 0, mlirOperationGetNumOperands(op), values, &n);
  SmrBlock to = smr_imp_block_of(imp, mlirOperationGetSuccessor(op, 0));
  smr_imp_terminate(imp, op, SMR_OP_BR, values, n);
  smr_op(imp->graph, imp->graph->blocks.data[imp->block].last)->succ[0] = to;
  return true;
}

static bool cond_branch(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  uint32_t n = 1, taken;
  SmrValue *values = room_for(imp, mlirOperationGetNumOperands(op));
  intptr_t first, count;
  values[0] = smr_imp_operand(imp, op, 0);
  if (!smr_imp_segment(op, 1, &first, &count) || smr_value_type(imp->graph, values[0]) != SMR_I1)
    return false;
  pass(imp, op, first, count, values, &n);
  taken = n - 1;
  pass(imp, op, first + count, mlirOperationGetNumOperands(op) - first - count, values, &n);
  smr_imp_terminate(imp, op, SMR_OP_CBR, values, n);
  SmrOpData *data = smr_op(imp->graph, imp->graph->blocks.data[imp->block].last);
  data->imm = taken;
  for (int k = 0; k < 2; k++)
    data->succ[k] = smr_imp_block_of(imp, mlirOperationGetSuccessor(op, k));
  return true;
}

/// One step of a switch: if `test` go to `target` with the operands of segment [first, first + count), else
/// fall to a new block, which becomes current. The last step (test = 0) is unconditional.
static void switch_step(SmrImport *imp, MlirOperation op, SmrValue test, MlirBlock target, intptr_t first,
                        intptr_t count) {
  SmrGraph *g = imp->graph;
  SmrValue *values = room_for(imp, count);
  uint32_t n = 0;
  if (test)
    values[n++] = test;
  pass(imp, op, first, count, values, &n);
  SmrBlock next = test ? smr_block_create(g, g->blocks.data[imp->block].region) : 0;
  smr_imp_terminate(imp, op, test ? SMR_OP_CBR : SMR_OP_BR, values, n);
  SmrOpData *data = smr_op(g, g->blocks.data[imp->block].last);
  data->succ[0] = smr_imp_block_of(imp, target);
  data->succ[1] = next;
  data->imm = test ? n - 1 : 0;
  if (next)
    imp->block = next;
}

static bool element_int(MlirAttribute values, intptr_t k, int64_t *out) {
  MlirType type = mlirShapedTypeGetElementType(mlirAttributeGetType(values));
  if (!mlirTypeIsAInteger(type))
    return false;
  switch (mlirIntegerTypeGetWidth(type)) {
  case 8:
    *out = mlirDenseElementsAttrGetInt8Value(values, k);
    return true;
  case 16:
    *out = mlirDenseElementsAttrGetInt16Value(values, k);
    return true;
  case 32:
    *out = mlirDenseElementsAttrGetInt32Value(values, k);
    return true;
  case 64:
    *out = mlirDenseElementsAttrGetInt64Value(values, k);
    return true;
  default:
    return false;
  }
}

/// cf.switch and llvm.switch: value, default operands, case operands; successor 0 is the default.
static bool import_switch(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirAttribute cases = smr_mlir_attribute(op, "case_values"),
                sizes = smr_mlir_attribute(op, "case_operand_segments");
  intptr_t first = 0, n = mlirOperationGetNumSuccessors(op) - 1, default_first, default_count, at, rest;
  SmrValue value = smr_imp_operand(imp, op, 0);
  if (!smr_imp_segment(op, 1, &default_first, &default_count) || !smr_imp_segment(op, 2, &at, &rest) ||
      SMR_TYPE_KIND(smr_value_type(imp->graph, value)) != SMR_T_INT)
    return false;
  int64_t number;
  if (n > 0 && (mlirAttributeIsNull(cases) || !mlirAttributeIsADenseElements(cases) ||
                mlirElementsAttrGetNumElements(cases) != n || !element_int(cases, 0, &number)))
    return false;
  bool have_sizes = !mlirAttributeIsNull(sizes) && mlirAttributeIsADenseI32Array(sizes) &&
                    mlirDenseArrayGetNumElements(sizes) == n;
  if (rest && !have_sizes)
    return false;
  for (intptr_t k = 0, left = rest; have_sizes && k < n; k++) {
    intptr_t size = mlirDenseI32ArrayGetElement(sizes, k);
    if (size < 0 || size > left)
      return false;
    left -= size;
  }
  for (intptr_t k = 0; k < n; k++) {
    element_int(cases, k, &number);
    SmrValue constant = smr_build_const(imp->graph, imp->block, 0, smr_value_type(imp->graph, value), number);
    intptr_t count = have_sizes ? mlirDenseI32ArrayGetElement(sizes, k) : 0;
    switch_step(imp, op, smr_imp_icmp(imp, SMR_EQ, value, constant), mlirOperationGetSuccessor(op, k + 1),
                at + first, count);
    first += count;
  }
  switch_step(imp, op, 0, mlirOperationGetSuccessor(op, 0), default_first, default_count);
  return true;
}

/// A call that goes on at one of two places; nothing says which.
static bool invoke(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  SmrGraph *g = imp->graph;
  intptr_t first[2], count[2];
  if (!smr_imp_segment(op, 1, &first[0], &count[0]) || !smr_imp_segment(op, 2, &first[1], &count[1]))
    return false;
  smr_imp_opaque(imp, op, info);
  SmrOp which =
      smr_op_create(g, SMR_OP_OPAQUE, NULL, 0, (SmrType[]){SMR_I1}, 1, 0); // any effect: never merged
  smr_op(g, which)->name = smr_intern(imp->symbols, SMR_OPAQUE_UNWINDS);
  smr_op(g, which)->loc = smr_imp_loc(imp, op);
  smr_op_append(g, imp->block, which);
  SmrValue *values = room_for(imp, count[0] + count[1]);
  uint32_t n = 0, taken;
  values[n++] = smr_result(g, which, 0);
  pass(imp, op, first[0], count[0], values, &n);
  taken = n - 1;
  pass(imp, op, first[1], count[1], values, &n);
  smr_imp_terminate(imp, op, SMR_OP_CBR, values, n);
  SmrOpData *data = smr_op(g, g->blocks.data[imp->block].last);
  data->imm = taken;
  for (int k = 0; k < 2; k++)
    data->succ[k] = smr_imp_block_of(imp, mlirOperationGetSuccessor(op, k));
  return true;
}

static intptr_t offset_at(MlirAttribute offsets, intptr_t k) {
  if (mlirAttributeIsNull(offsets) || !mlirAttributeIsADenseI32Array(offsets) ||
      k >= mlirDenseArrayGetNumElements(offsets))
    return 0;
  return mlirDenseI32ArrayGetElement(offsets, k);
}

/// fir.select (integer cases) and fir.select_case (points and ranges).
static bool fir_select(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrGraph *g = imp->graph;
  MlirAttribute tags = smr_mlir_attribute(op, "case_tags");
  MlirAttribute compare_sizes = smr_mlir_attribute(op, "compare_operand_offsets"),
                target_sizes = smr_mlir_attribute(op, "target_operand_offsets");
  intptr_t compare, target, count, n = mlirOperationGetNumSuccessors(op);
  SmrValue value = smr_imp_operand(imp, op, 0);
  if (mlirAttributeIsNull(tags) || !mlirAttributeIsAArray(tags) || mlirArrayAttrGetNumElements(tags) != n ||
      !smr_imp_segment(op, 1, &compare, &count) || !smr_imp_segment(op, 2, &target, &count) ||
      SMR_TYPE_KIND(smr_value_type(g, value)) != SMR_T_INT)
    return false;
  if (n == 0 || !mlirAttributeIsAUnit(mlirArrayAttrGetElement(tags, n - 1)))
    return false; // the default comes last in everything that flang makes
  for (intptr_t k = 0; k < n; k++) {
    MlirAttribute tag = mlirArrayAttrGetElement(tags, k);
    intptr_t targets = offset_at(target_sizes, k), compares = offset_at(compare_sizes, k);
    SmrValue test = 0;
    if (targets < 0 || compares < 0 || compare + compares > mlirOperationGetNumOperands(op) ||
        target + targets > mlirOperationGetNumOperands(op)) {
      imp->unsupported = smr_imp_op_name(imp, op);
      imp->unsupported_op = op;
      return true;
    }
    if (mlirAttributeIsAInteger(tag)) {
      SmrValue constant =
          smr_build_const(g, imp->block, 0, smr_value_type(g, value), mlirIntegerAttrGetValueInt(tag));
      test = smr_imp_icmp(imp, SMR_EQ, value, constant);
    } else if (!mlirAttributeIsAUnit(tag) && compares >= 1) {
      SmrValue first = smr_imp_operand(imp, op, compare);
      if (smr_imp_attr_word(imp, tag, "point"))
        test = smr_imp_icmp(imp, SMR_EQ, value, first);
      else if (smr_imp_attr_word(imp, tag, "lower"))
        test = smr_imp_icmp(imp, SMR_SLE, first, value);
      else if (smr_imp_attr_word(imp, tag, "upper"))
        test = smr_imp_icmp(imp, SMR_SLE, value, first);
      else if (smr_imp_attr_word(imp, tag, "interval") && compares == 2)
        test =
            smr_build(g, imp->block, 0, SMR_OP_AND, SMR_I1,
                      (SmrValue[]){smr_imp_icmp(imp, SMR_SLE, first, value),
                                   smr_imp_icmp(imp, SMR_SLE, value, smr_imp_operand(imp, op, compare + 1))},
                      2, 0);
    }
    if (!test && !mlirAttributeIsAUnit(tag)) {
      imp->unsupported = smr_imp_op_name(imp, op);
      imp->unsupported_op = op;
      return true;
    }
    switch_step(imp, op, test, mlirOperationGetSuccessor(op, k), target, targets);
    if (!test)
      return true;
    compare += compares;
    target += targets;
  }
  return true;
}

const SmrHandlerEntry smr_imp_control_handlers[] = {{SMR_HANDLER_FIR_DO_LOOP, fir_do_loop},
                                                    {SMR_HANDLER_FIR_DO_CONCURRENT, fir_do_concurrent},
                                                    {SMR_HANDLER_FIR_ITERATE_WHILE, fir_iterate_while},
                                                    {SMR_HANDLER_FIR_SELECT, fir_select},
                                                    {SMR_HANDLER_SCF_FOR, scf_for},
                                                    {SMR_HANDLER_SCF_PARALLEL, scf_parallel},
                                                    {SMR_HANDLER_SCF_WHILE, scf_while},
                                                    {SMR_HANDLER_SCF_EXECUTE_REGION, scf_execute_region},
                                                    {SMR_HANDLER_IF, import_if},
                                                    {SMR_HANDLER_YIELD, yield},
                                                    {SMR_HANDLER_CONDITION, condition},
                                                    {SMR_HANDLER_RETURN, import_return},
                                                    {SMR_HANDLER_BRANCH, branch},
                                                    {SMR_HANDLER_COND_BRANCH, cond_branch},
                                                    {SMR_HANDLER_SWITCH, import_switch},
                                                    {SMR_HANDLER_INVOKE, invoke},
                                                    {SMR_HANDLER_NONE, NULL}};
