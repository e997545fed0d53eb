//===- cir_control.c - ClangIR: scopes, loops, conditions ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Structured operations become IF and WHILE as they stand. What is left otherwise than at its end (by return,
// break, continue, or a switch) and all that it is nested in ("irregular") becomes blocks of the function's
// body instead; so irregular operations are only ever met there, and regular ones inside stay structured.
// While `imp->cir.dead` is set, nothing reaches the code that comes next.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/import/cir.h"

static bool is(SmrImport *imp, MlirOperation op, SmrDescHandler meaning) {
  return smr_imp_handler(imp, op) == meaning;
}

//===----------------------------------------------------------------------===//
// Which operations are irregular
//===----------------------------------------------------------------------===//

static bool regular(MlirOperation op, SmrImport *imp) {
  switch (smr_imp_handler(imp, op)) {
  case SMR_HANDLER_CIR_BREAK:
  case SMR_HANDLER_CIR_CONTINUE:
  case SMR_HANDLER_CIR_SWITCH:
  case SMR_HANDLER_CIR_CASE:
  case SMR_HANDLER_CIR_GOTO:
    return false;
  case SMR_HANDLER_CIR_RETURN:
    return mlirOperationEqual(mlirOperationGetParentOperation(op), imp->func);
  default:
    break;
  }
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    if (!mlirBlockIsNull(block) && !mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
      return mlirOperationEqual(op, imp->func);
  }
  return true;
}

static MlirWalkResult mark_irregular(MlirOperation op, void *data) {
  SmrImport *imp = data;
  if (regular(op, imp))
    return MlirWalkResultAdvance;
  for (; !mlirOperationEqual(op, imp->func); op = mlirOperationGetParentOperation(op)) {
    uint32_t *mark = smr_map_at(&imp->cir.irregular, (uintptr_t)op.ptr, 0);
    if (*mark)
      break;
    *mark = 1;
  }
  return MlirWalkResultAdvance;
}

static bool is_irregular(SmrImport *imp, MlirOperation op) {
  uint32_t mark;
  if (!imp->cir.scanned) {
    imp->cir.scanned = true;
    mlirOperationWalk(imp->func, mark_irregular, imp, MlirWalkPreOrder);
  }
  return smr_map_get(&imp->cir.irregular, (uintptr_t)op.ptr, &mark);
}

/// Irregular code inside something that is not understood.
static bool give_up(SmrImport *imp, MlirOperation op, const char *why) {
  imp->unsupported = why;
  imp->unsupported_op = op;
  return true;
}

static bool in_body(const SmrImport *imp) {
  return imp->graph->blocks.data[imp->block].region == imp->graph->body;
}

//===----------------------------------------------------------------------===//
// Regular operations
//===----------------------------------------------------------------------===//

static MlirBlock first_block(MlirOperation op, intptr_t region) {
  return region < mlirOperationGetNumRegions(op) ? mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region))
                                                 : (MlirBlock){NULL};
}

/// All ops of a region but its terminator, which is returned (null when there is none).
static MlirOperation inline_region(SmrImport *imp, MlirOperation op, intptr_t region) {
  MlirBlock block = first_block(op, region);
  return mlirBlockIsNull(block) ? (MlirOperation){NULL} : smr_imp_inline(imp, block);
}

static bool scope(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  if (is_irregular(imp, op) && !in_body(imp))
    return give_up(imp, op, "control flow out of an operation that is not understood");
  MlirOperation end = inline_region(imp, op, 0);
  if (imp->unsupported || mlirOperationIsNull(end) || imp->cir.dead)
    return true;
  if (!is(imp, end, SMR_HANDLER_YIELD)) {
    smr_imp_import_op(imp, end);
    return true;
  }
  for (intptr_t k = 0; k < mlirOperationGetNumResults(op) && k < mlirOperationGetNumOperands(end); k++)
    smr_imp_alias(imp, mlirOperationGetResult(op, k), smr_imp_operand(imp, end, k));
  return true;
}

/// The condition of an if or a loop: a bool.
static SmrValue condition_of(SmrImport *imp, MlirOperation op) {
  SmrValue value = smr_imp_operand(imp, op, 0);
  if (smr_value_type(imp->graph, value) != SMR_I1)
    give_up(imp, op, "a condition that is no truth value");
  return value;
}

static SmrBlock begin_region(SmrImport *imp, SmrOp made, uint32_t region, MlirBlock from) {
  imp->block = smr_block_create(imp->graph, smr_op_region(imp->graph, made, region));
  imp->graph->blocks.data[imp->block].handle = from.ptr;
  return imp->block;
}

/// A loop: `before` regions are run before each test; the condition is the end of the last one of them.
static bool regular_loop(SmrImport *imp, MlirOperation op, const int *before, const int *body) {
  SmrBlock outer = imp->block;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_WHILE, NULL, 0, 2);
  MlirOperation end = {NULL};
  begin_region(imp, made, 0, first_block(op, before[0]));
  for (; *before >= 0 && !imp->unsupported; before++)
    end = inline_region(imp, op, *before);
  if (imp->unsupported)
    return true;
  if (mlirOperationIsNull(end) || !is(imp, end, SMR_HANDLER_CIR_CONDITION))
    return give_up(imp, op, "a loop without a condition");
  SmrValue test = condition_of(imp, end);
  smr_imp_terminate(imp, end, SMR_OP_CONDITION, &test, 1);
  begin_region(imp, made, 1, *body >= 0 ? first_block(op, *body) : (MlirBlock){NULL});
  for (; *body >= 0 && !imp->unsupported; body++)
    inline_region(imp, op, *body);
  if (!imp->unsupported)
    smr_imp_terminate(imp, op, SMR_OP_YIELD, NULL, 0);
  imp->block = outer;
  return true;
}

//===----------------------------------------------------------------------===//
// Irregular operations
//===----------------------------------------------------------------------===//

static SmrBlock new_block(SmrImport *imp) {
  return smr_block_create(imp->graph, imp->graph->body);
}

/// Ends the current block with a jump, unless nothing gets here.
static void jump(SmrImport *imp, MlirOperation op, SmrBlock to) {
  if (imp->cir.dead || imp->unsupported)
    return;
  smr_imp_terminate(imp, op, SMR_OP_BR, NULL, 0);
  smr_op(imp->graph, imp->graph->blocks.data[imp->block].last)->succ[0] = to;
  uint32_t *edges = smr_map_at(&imp->cir.reached, to, 0);
  *edges = 1;
  imp->cir.dead = true;
}

static void branch(SmrImport *imp, MlirOperation op, SmrValue test, SmrBlock yes, SmrBlock no) {
  if (imp->cir.dead || imp->unsupported)
    return;
  smr_imp_terminate(imp, op, SMR_OP_CBR, &test, 1);
  SmrOpData *data = smr_op(imp->graph, imp->graph->blocks.data[imp->block].last);
  data->succ[0] = yes;
  data->succ[1] = no;
  *smr_map_at(&imp->cir.reached, yes, 0) = 1;
  *smr_map_at(&imp->cir.reached, no, 0) = 1;
  imp->cir.dead = true;
}

/// Code goes on in `block`, if anything leads there.
static void go_on(SmrImport *imp, SmrBlock block) {
  uint32_t reached;
  imp->cir.dead = !smr_map_get(&imp->cir.reached, block, &reached);
  if (!imp->cir.dead)
    imp->block = block;
}

/// The region's code from the current place on; at its end a jump to `next`.
static void flow(SmrImport *imp, MlirOperation op, intptr_t region, SmrBlock next) {
  MlirOperation end = inline_region(imp, op, region);
  if (imp->unsupported || imp->cir.dead)
    return;
  if (!mlirOperationIsNull(end) && !is(imp, end, SMR_HANDLER_YIELD))
    smr_imp_import_op(imp, end);
  jump(imp, op, next);
}

/// A region that ends in a condition.
static void flow_test(SmrImport *imp, MlirOperation op, intptr_t region, SmrBlock yes, SmrBlock no) {
  MlirOperation end = inline_region(imp, op, region);
  if (imp->unsupported || imp->cir.dead)
    return;
  if (mlirOperationIsNull(end) || !is(imp, end, SMR_HANDLER_CIR_CONDITION))
    give_up(imp, op, "a loop without a condition");
  else
    branch(imp, end, condition_of(imp, end), yes, no);
}

static bool irregular_loop(SmrImport *imp, MlirOperation op, int condition, int body, int step) {
  if (!in_body(imp))
    return give_up(imp, op, "control flow out of an operation that is not understood");
  SmrBlock outer_break = imp->cir.break_to, outer_continue = imp->cir.continue_to;
  SmrBlock test = new_block(imp), run = new_block(imp), after = step >= 0 ? new_block(imp) : test,
           exit = new_block(imp);
  imp->cir.break_to = exit;
  imp->cir.continue_to = after;
  jump(imp, op, condition < body ? test : run);
  if (condition < body) {
    go_on(imp, test);
    flow_test(imp, op, condition, run, exit);
  }
  go_on(imp, run);
  if (!imp->cir.dead)
    flow(imp, op, body, after);
  imp->cir.break_to = outer_break;
  imp->cir.continue_to = outer_continue;
  if (step >= 0) {
    go_on(imp, after);
    if (!imp->cir.dead)
      flow(imp, op, step, test);
  }
  if (condition > body) {
    go_on(imp, test);
    if (!imp->cir.dead)
      flow_test(imp, op, condition, run, exit);
  }
  go_on(imp, exit);
  return true;
}

static bool jump_out(SmrImport *imp, MlirOperation op, SmrBlock to) {
  if (!to || !in_body(imp))
    return give_up(imp, op, "a jump out of an operation that is not understood");
  jump(imp, op, to);
  return true;
}

static bool break_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return jump_out(imp, op, imp->cir.break_to);
}

static bool continue_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return jump_out(imp, op, imp->cir.continue_to);
}

static bool return_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  if (!in_body(imp))
    return give_up(imp, op, "a return from an operation that is not understood");
  SmrValue value = 0;
  uint32_t n = (uint32_t)mlirOperationGetNumOperands(op);
  if (n > 1)
    return false;
  if (n)
    value = smr_imp_operand(imp, op, 0);
  smr_imp_terminate(imp, op, SMR_OP_RETURN, &value, n);
  imp->cir.dead = true;
  return true;
}

static bool goto_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return give_up(imp, op, "goto");
}

/// What the op around it reads; anywhere else it is not understood.
static bool part(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)imp, (void)op, (void)info;
  return false;
}

/// Does the switch's value select this case? 0: the default, or not understood (imp->unsupported).
static SmrValue case_test(SmrImport *imp, MlirOperation op, SmrValue value, bool is_unsigned) {
  enum { DEFAULT, EQUAL, ANY_OF, RANGE };
  SmrGraph *g = imp->graph;
  SmrType type = smr_value_type(g, value);
  MlirAttribute values = smr_mlir_attribute(op, "value");
  int64_t kind, number;
  if (!smr_imp_attr_int(op, "kind", &kind) || mlirAttributeIsNull(values) || !mlirAttributeIsAArray(values)) {
    give_up(imp, op, smr_imp_op_name(imp, op));
    return 0;
  }
  SmrValue test = 0;
  for (intptr_t k = 0, n = mlirArrayAttrGetNumElements(values); kind != DEFAULT && k < n; k++) {
    if (!smr_imp_cir_int(imp, mlirArrayAttrGetElement(values, k), &number)) {
      give_up(imp, op, smr_imp_op_name(imp, op));
      return 0;
    }
    SmrValue constant = smr_build_const(g, imp->block, 0, type, number);
    SmrValue one = kind != RANGE ? smr_imp_icmp(imp, SMR_EQ, value, constant)
                   : k == 0      ? smr_imp_icmp(imp, is_unsigned ? SMR_ULE : SMR_SLE, constant, value)
                                 : smr_imp_icmp(imp, is_unsigned ? SMR_ULE : SMR_SLE, value, constant);
    test = test ? smr_build(g, imp->block, 0, kind == RANGE ? SMR_OP_AND : SMR_OP_OR, SMR_I1,
                            (SmrValue[]){test, one}, 2, 0)
                : one;
  }
  return test;
}

/// In the simple form, which holds nothing but cases: each runs into the next unless it breaks.
static bool switch_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirBlock body = first_block(op, 0);
  SmrValue value = smr_imp_operand(imp, op, 0);
  if (!in_body(imp) || mlirBlockIsNull(body) || !mlirBlockIsNull(mlirBlockGetNextInRegion(body)) ||
      SMR_TYPE_KIND(smr_value_type(imp->graph, value)) != SMR_T_INT)
    return give_up(imp, op, smr_imp_op_name(imp, op));
  bool is_unsigned = smr_imp_type(imp, mlirValueGetType(mlirOperationGetOperand(op, 0))).is_unsigned;
  SMR_VEC(MlirOperation) cases = {0};
  SMR_VEC(SmrBlock) blocks = {0};
  for (MlirOperation c = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(c);
       c = mlirOperationGetNextInBlock(c))
    if (is(imp, c, SMR_HANDLER_CIR_CASE)) {
      smr_vec_push(&cases, c);
      smr_vec_push(&blocks, new_block(imp));
    } else if (!is(imp, c, SMR_HANDLER_YIELD))
      give_up(imp, op, "a switch with code before its cases");
  SmrBlock exit = new_block(imp), otherwise = exit, outer = imp->cir.break_to;
  for (uint32_t k = 0; k < cases.size && !imp->unsupported; k++) {
    SmrValue test = case_test(imp, cases.data[k], value, is_unsigned);
    if (!test) {
      otherwise = blocks.data[k];
      continue;
    }
    SmrBlock next = new_block(imp);
    branch(imp, cases.data[k], test, blocks.data[k], next);
    go_on(imp, next);
  }
  jump(imp, op, otherwise);
  imp->cir.break_to = exit;
  for (uint32_t k = 0; k < cases.size && !imp->unsupported; k++) {
    go_on(imp, blocks.data[k]);
    if (!imp->cir.dead)
      flow(imp, cases.data[k], 0, k + 1 < blocks.size ? blocks.data[k + 1] : exit);
  }
  imp->cir.break_to = outer;
  go_on(imp, exit);
  smr_vec_free(&cases);
  smr_vec_free(&blocks);
  return true;
}

//===----------------------------------------------------------------------===//
// Either
//===----------------------------------------------------------------------===//

static bool if_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrGraph *g = imp->graph;
  SmrValue test = condition_of(imp, op);
  if (imp->unsupported)
    return true;
  if (!is_irregular(imp, op)) {
    SmrBlock outer = imp->block;
    SmrOp made = smr_imp_op(imp, op, SMR_OP_IF, &test, 1, 2);
    uint32_t results = smr_op(g, made)->result_count;
    for (uint32_t r = 0; r < 2 && !imp->unsupported; r++) {
      begin_region(imp, made, r, first_block(op, r));
      MlirOperation end = inline_region(imp, op, r);
      SmrValue value =
          results && end.ptr && mlirOperationGetNumOperands(end) ? smr_imp_operand(imp, end, 0) : 0;
      if (results > 1 || (results && !value))
        give_up(imp, op, "a conditional expression without a value");
      smr_imp_terminate(imp, op, SMR_OP_YIELD, &value, results);
    }
    imp->block = outer;
    return true;
  }
  if (!in_body(imp) || mlirOperationGetNumResults(op))
    return give_up(imp, op, "control flow out of an operation that is not understood");
  SmrBlock arms[2] = {new_block(imp), 0}, join = new_block(imp);
  arms[1] = mlirBlockIsNull(first_block(op, 1)) ? join : new_block(imp);
  branch(imp, op, test, arms[0], arms[1]);
  for (int r = 0; r < 2 && arms[r] != join; r++) {
    go_on(imp, arms[r]);
    if (!imp->cir.dead)
      flow(imp, op, r, join);
  }
  go_on(imp, join);
  return true;
}

static bool for_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return is_irregular(imp, op) ? irregular_loop(imp, op, 0, 1, 2)
                               : regular_loop(imp, op, (int[]){0, -1}, (int[]){1, 2, -1});
}
static bool while_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return is_irregular(imp, op) ? irregular_loop(imp, op, 0, 1, -1)
                               : regular_loop(imp, op, (int[]){0, -1}, (int[]){1, -1});
}
static bool do_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return is_irregular(imp, op) ? irregular_loop(imp, op, 1, 0, -1)
                               : regular_loop(imp, op, (int[]){0, 1, -1}, (int[]){-1});
}

const SmrHandlerEntry smr_imp_cir_control_handlers[] = {{SMR_HANDLER_CIR_SCOPE, scope},
                                                        {SMR_HANDLER_CIR_IF, if_op},
                                                        {SMR_HANDLER_CIR_FOR, for_op},
                                                        {SMR_HANDLER_CIR_WHILE, while_op},
                                                        {SMR_HANDLER_CIR_DO, do_op},
                                                        {SMR_HANDLER_CIR_BREAK, break_op},
                                                        {SMR_HANDLER_CIR_CONTINUE, continue_op},
                                                        {SMR_HANDLER_CIR_RETURN, return_op},
                                                        {SMR_HANDLER_CIR_SWITCH, switch_op},
                                                        {SMR_HANDLER_CIR_GOTO, goto_op},
                                                        {SMR_HANDLER_CIR_CASE, part},
                                                        {SMR_HANDLER_CIR_CONDITION, part},
                                                        {SMR_HANDLER_NONE, NULL}};
