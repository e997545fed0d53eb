//===- linalg.c - linalg's structured ops on memrefs ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Such an op is the loops that its maps and its body say: from 0, one per dimension, in their order (linalg
// leaves it open, so it is one of those that are allowed). The outermost loop and the store have the op as
// their handle; loads have none, so nobody takes the op for one of them.
//
// On tensors an op stays an op. A named one and the linalg.generic that says the same are one: its name is
// smr.structured, its attributes are its maps, in which loops are numbered in the order in which the results'
// maps, and then those of the inputs, name them; its body is what it is. A loop that no result's map names is
// a reduction. Several reductions keep their order, as sums are made in it. Inputs, and the body's arguments
// for them, are in the order of their maps' texts: that of the op is of no meaning.
//===----------------------------------------------------------------------===//
#include "capi/shim/shim.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/import/affine.h"

static SmrLinalgMaps maps_of;

void smr_import_read_linalg(SmrLinalgMaps maps) {
  maps_of = maps;
}

MlirAttribute smr_import_linalg_maps(MlirOperation op) {
  return maps_of ? maps_of(op) : mlirAttributeGetNull();
}

enum { MAX_LOOPS = 15, MAX_RANK = 15, MAX_OPERANDS = 16, MAX_DEPTH = 16 };

typedef struct {
  MlirOperation op;
  MlirBlock body;
  MlirAffineMap maps[MAX_OPERANDS];
  intptr_t operands, loops; // the last operand is the output
  SmrValue extent[MAX_LOOPS], iv[MAX_LOOPS];
} Nest;

/// On the stack a memref may be a variable, which who edits follows by the loads and stores of its own ops.
static bool is_plain_memref(SmrImport *imp, MlirValue value) {
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(value));
  SmrArrayView *view = type.kind == SMR_K_MEMREF ? smr_imp_view(imp, value) : NULL;
  SmrOp made = view ? smr_def(imp->graph, smr_imp_root(imp, smr_imp_view_base(imp, view))) : 0;
  return view && !(made && smr_op(imp->graph, made)->code == SMR_OP_ALLOCA);
}

static bool operand_fits(SmrImport *imp, const Nest *n, intptr_t k) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(n->op, k));
  bool shaped = mlirTypeIsAShaped(type);
  return mlirAffineMapGetNumDims(n->maps[k]) == n->loops && mlirAffineMapGetNumSymbols(n->maps[k]) == 0 &&
         (shaped ? is_plain_memref(imp, mlirOperationGetOperand(n->op, k)) &&
                       mlirAffineMapGetNumResults(n->maps[k]) == mlirShapedTypeGetRank(type) &&
                       mlirShapedTypeGetRank(type) <= MAX_RANK
                 : k + 1 < n->operands && mlirAffineMapGetNumResults(n->maps[k]) == 0);
}

static bool read_maps(SmrImport *imp, MlirOperation op, Nest *n) {
  intptr_t first, outputs;
  MlirAttribute maps = smr_import_linalg_maps(op);
  *n = (Nest){.op = op, .operands = mlirOperationGetNumOperands(op)};
  if (mlirAttributeIsNull(maps) || mlirOperationGetNumResults(op) || mlirOperationGetNumRegions(op) != 1)
    return false;
  if (mlirAttributeIsNull(smr_mlir_attribute(op, "operandSegmentSizes"))) // map, reduce, transpose, broadcast
    first = n->operands - 1, outputs = 1;
  else if (!smr_imp_segment(op, 1, &first, &outputs))
    return false;
  if (outputs != 1 || first < 0 || first + 1 != n->operands || n->operands > MAX_OPERANDS ||
      mlirArrayAttrGetNumElements(maps) != n->operands)
    return false;
  n->body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (mlirBlockIsNull(n->body) || mlirBlockGetNumArguments(n->body) != n->operands)
    return false;
  for (intptr_t k = 0; k < n->operands; k++)
    n->maps[k] = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, k));
  n->loops = mlirAffineMapGetNumDims(n->maps[0]);
  bool fits = n->loops <= MAX_LOOPS;
  for (intptr_t k = 0; k < n->operands && fits; k++)
    fits = operand_fits(imp, n, k);
  return fits;
}

/// A dimension of a memref that a loop alone indexes is the loop's extent; one that is a number is better.
static bool find_extents(SmrImport *imp, Nest *n) {
  bool known[MAX_LOOPS] = {false}, all = true;
  for (intptr_t k = n->operands - 1; k >= 0; k--)
    for (intptr_t d = 0; d < mlirAffineMapGetNumResults(n->maps[k]); d++) {
      MlirAffineExpr index = mlirAffineMapGetResult(n->maps[k], d);
      if (!mlirAffineExprIsADim(index))
        continue;
      MlirValue memref = mlirOperationGetOperand(n->op, k);
      intptr_t loop = mlirAffineDimExprGetPosition(index);
      bool number = !mlirShapedTypeIsDynamicDim(mlirValueGetType(memref), d);
      if (n->extent[loop] && (known[loop] || !number))
        continue;
      n->extent[loop] = smr_imp_view_extent(imp, smr_imp_view(imp, memref), (uint32_t)d);
      known[loop] = number;
    }
  for (intptr_t l = 0; l < n->loops; l++)
    all &= n->extent[l] != 0;
  return all;
}

static SmrOp add(SmrImport *imp, const Nest *n, SmrOp made, const void *handle) {
  smr_op(imp->graph, made)->loc = smr_imp_loc(imp, n->op);
  smr_op(imp->graph, made)->handle = (void *)(uintptr_t)handle;
  smr_op_append(imp->graph, imp->block, made);
  return made;
}

static void open_loops(SmrImport *imp, Nest *n) {
  for (intptr_t l = 0; l < n->loops; l++) {
    SmrValue bounds[] = {smr_imp_const(imp, 0), n->extent[l], smr_imp_const(imp, 1)};
    SmrOp made =
        add(imp, n, smr_op_create(imp->graph, SMR_OP_FOR, bounds, 3, NULL, 0, 1), l == 0 ? n->op.ptr : NULL);
    imp->block = smr_block_create(imp->graph, smr_op_region(imp->graph, made, 0));
    n->iv[l] = smr_block_add_arg(imp->graph, imp->block, SMR_I64);
  }
}

static void close_loops(SmrImport *imp, SmrBlock outer) {
  while (imp->block != outer) {
    smr_op_append(imp->graph, imp->block, smr_op_create(imp->graph, SMR_OP_YIELD, NULL, 0, NULL, 0, 0));
    SmrOp loop = smr_block_parent(imp->graph, imp->block);
    imp->block = smr_op(imp->graph, loop)->block;
  }
}

/// 0: the operand is a number.
static SmrValue element(SmrImport *imp, const Nest *n, intptr_t k) {
  MlirValue operand = mlirOperationGetOperand(n->op, k);
  SmrValue index[MAX_RANK], address = 0;
  if (!mlirTypeIsAShaped(mlirValueGetType(operand)))
    return 0;
  if (smr_imp_apply_map(imp, n->maps[k], n->iv, n->loops, index))
    address =
        smr_imp_memref_address(imp, n->op, operand, index, (uint32_t)mlirAffineMapGetNumResults(n->maps[k]));
  if (!address) {
    imp->unsupported = "an op's map is too deep";
    imp->unsupported_op = n->op;
  }
  return address;
}

/// What the body's arguments stand for: numbers as they are, elements that are loaded.
static void bind_arguments(SmrImport *imp, const Nest *n, const SmrValue *addresses) {
  for (intptr_t k = 0; k < n->operands; k++) {
    MlirValue argument = mlirBlockGetArgument(n->body, k);
    if (mlirOpOperandIsNull(mlirValueGetFirstUse(argument)))
      continue;
    if (!addresses[k]) {
      smr_imp_alias(imp, argument, smr_imp_operand(imp, n->op, k));
      continue;
    }
    SmrType type = smr_imp_value_type(imp, argument);
    SmrOp load = smr_op_create(imp->graph, SMR_OP_LOAD, &addresses[k], 1, &type, 1, 0);
    smr_imp_alias(imp, argument, smr_result(imp->graph, add(imp, n, load, NULL), 0));
  }
}

/// Does everything in the op's regions only compute?
static bool computes(const SmrGraph *g, SmrOp root) {
  for (SmrOp op = root; (op = smr_next_op(g, op, root));) {
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    if (!smr_opcode_pure(code) && code != SMR_OP_YIELD &&
        (code != SMR_OP_OPAQUE || !(smr_op(g, op)->flags & SMR_F_PURE)))
      return false;
  }
  return true;
}

//--- On tensors -------------------------------------------------------------------------------------

typedef struct {
  intptr_t number[MAX_LOOPS]; // what each loop is called, in the order in which they are first mentioned
  bool known[MAX_LOOPS];
  intptr_t loops, named, parallel; // loops that the results' maps mention have numbers below `parallel`
} LoopOrder;

static bool number_dims(LoopOrder *order, MlirAffineExpr expr, uint32_t depth) {
  if (mlirAffineExprIsADim(expr)) {
    intptr_t loop = mlirAffineDimExprGetPosition(expr);
    if (loop >= order->loops)
      return false;
    if (!order->known[loop])
      order->number[loop] = order->named++;
    return order->known[loop] = true;
  }
  if (!mlirAffineExprIsABinary(expr))
    return mlirAffineExprIsAConstant(expr);
  return depth < MAX_DEPTH && number_dims(order, mlirAffineBinaryOpExprGetLHS(expr), depth + 1) &&
         number_dims(order, mlirAffineBinaryOpExprGetRHS(expr), depth + 1);
}

static bool number_map(LoopOrder *order, MlirAttribute maps, intptr_t k) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, k));
  bool ok = mlirAffineMapGetNumDims(map) == order->loops && !mlirAffineMapGetNumSymbols(map);
  for (intptr_t d = 0; ok && d < mlirAffineMapGetNumResults(map); d++)
    ok = number_dims(order, mlirAffineMapGetResult(map, d), 0);
  return ok;
}

/// Is each loop parallel where the results' maps name it, and else a reduction? So are those of named ops.
static bool says_iterators(MlirOperation op, const LoopOrder *order) {
  MlirAttribute iterators = smr_mlir_attribute(op, "iterator_types");
  if (mlirAttributeIsNull(iterators))
    return true;
  bool ok = mlirAttributeIsAArray(iterators) && mlirArrayAttrGetNumElements(iterators) == order->loops;
  for (intptr_t l = 0; ok && l < order->loops; l++) {
    SmrStr text = {0};
    mlirAttributePrint(mlirArrayAttrGetElement(iterators, l), smr_mlir_append, &text);
    ok = strstr(smr_str_get(&text), order->number[l] < order->parallel ? "parallel" : "reduction");
    smr_str_free(&text);
  }
  return ok;
}

/// A body that asks for a loop's number says so by the number that the loop has in this op.
static bool asks_for_loops(SmrImport *imp, MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  for (MlirOperation in = mlirBlockGetFirstOperation(body); in.ptr; in = mlirOperationGetNextInBlock(in))
    if (smr_imp_handler(imp, in) == SMR_HANDLER_LINALG_INDEX)
      return true;
  return false;
}

static bool number_loops(MlirOperation op, MlirAttribute maps, LoopOrder *order) {
  intptr_t count = mlirArrayAttrGetNumElements(maps), results = mlirOperationGetNumResults(op);
  bool ok = count == mlirOperationGetNumOperands(op) && results > 0 && results <= count;
  *order = (LoopOrder){
      .loops = ok ? mlirAffineMapGetNumDims(mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 0)))
                  : MAX_LOOPS + 1};
  ok = order->loops <= MAX_LOOPS;
  for (intptr_t k = count - results; k < count && ok; k++)
    ok = number_map(order, maps, k);
  order->parallel = order->named;
  for (intptr_t k = 0; k < count - results && ok; k++)
    ok = number_map(order, maps, k);
  return ok && order->named == order->loops && says_iterators(op, order);
}

/// What the maps and the body of a structured op say.
static bool is_said(MlirStringRef name) {
  static const char *const said[] = {"cast",          "dilations", "dimensions",
                                     "indexing_maps", "kind",      "iterator_types",
                                     "permutation",   "strides",   "operandSegmentSizes"};
  static const char kept[] = ".memoized_indexing_maps"; // (of maps that were asked for)
  if (name.length > strlen(kept) && !memcmp(name.data + name.length - strlen(kept), kept, strlen(kept)))
    return true;
  for (uint32_t k = 0; k < sizeof said / sizeof *said; k++)
    if (strlen(said[k]) == name.length && !memcmp(said[k], name.data, name.length))
      return true;
  return false;
}

/// The op's operands, inputs in the order of their maps.
typedef struct {
  SmrStr maps[MAX_OPERANDS];
  uint32_t from[MAX_OPERANDS], count; // from[k]: the number that operand k has in the op
} Operands;

static void insert_operand(Operands *all, bool is_input, SmrStr map) {
  uint32_t at = all->count++;
  for (; is_input && at && strcmp(smr_str_get(&map), smr_str_get(&all->maps[at - 1])) < 0; at--) {
    all->maps[at] = all->maps[at - 1];
    all->from[at] = all->from[at - 1];
  }
  all->maps[at] = map;
  all->from[at] = all->count - 1;
}

static void reorder(const Operands *all, SmrValue *values) {
  SmrValue old[MAX_OPERANDS];
  memcpy(old, values, all->count * sizeof *old);
  for (uint32_t k = 0; k < all->count; k++)
    values[k] = old[all->from[k]];
}

/// The op's operands and its body's arguments in that order.
static void order_operands(SmrGraph *g, SmrOp op, const Operands *all) {
  SmrValue operands[MAX_OPERANDS];
  SmrBlockData *body = &g->blocks.data[smr_body_block(g, op, 0)];
  if (body->args.size != all->count)
    return;
  for (uint32_t k = 0; k < all->count; k++)
    operands[k] = smr_operand(g, op, k);
  reorder(all, operands);
  smr_op_set_operands(g, op, operands, all->count);
  reorder(all, body->args.data);
  for (uint32_t k = 0; k < all->count; k++)
    g->values.data[body->args.data[k]].index = k;
}

/// The maps as text, with loops by their numbers; false: the op is none that has them, or something else is
/// in its attributes.
static bool put_maps(SmrImport *imp, MlirOperation op, Operands *all, SmrStr *out) {
  MlirAttribute maps = smr_import_linalg_maps(op);
  LoopOrder order;
  MlirAffineExpr dims[MAX_LOOPS];
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(op); k++)
    if (!is_said(mlirIdentifierStr(mlirOperationGetAttribute(op, k).name)))
      return false;
  if (mlirAttributeIsNull(maps) || !mlirAttributeIsNull(smrOperationGetHiddenProperties(op)) ||
      mlirOperationGetNumRegions(op) != 1 || asks_for_loops(imp, op) || !number_loops(op, maps, &order) ||
      mlirOperationGetNumOperands(op) > MAX_OPERANDS)
    return false;
  MlirContext context = mlirOperationGetContext(op);
  for (intptr_t l = 0; l < order.loops; l++)
    dims[l] = mlirAffineDimExprGet(context, order.number[l]);
  MlirAffineMap renamed = mlirAffineMapGet(context, order.loops, 0, order.loops, dims);
  for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(maps); k++) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, k));
    SmrStr text = {0};
    for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++) {
      smr_str_puts(&text, d ? ", " : "");
      mlirAffineExprPrint(mlirAffineExprCompose(mlirAffineMapGetResult(map, d), renamed), smr_mlir_append,
                          &text);
    }
    insert_operand(all, k + mlirOperationGetNumResults(op) < mlirOperationGetNumOperands(op), text);
  }
  for (uint32_t k = 0; k < all->count; k++) {
    smr_str_printf(out, "%s%s", k ? "; " : "maps ", smr_str_get(&all->maps[k]));
    smr_str_free(&all->maps[k]);
  }
  for (intptr_t l = 0; order.loops - order.parallel > 1 && l < order.loops; l++)
    if (order.number[l] >= order.parallel)
      smr_str_printf(out, "; sum d%d", (int)order.number[l]);
  return true;
}

/// On tensors it stays an op, which computes a value.
static bool on_tensors(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  bool memory = !mlirOperationGetNumResults(op);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    memory |= mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetOperand(op, k)));
  if (memory || !smr_imp_opaque(imp, op, info))
    return false;
  SmrOp made = imp->graph->blocks.data[imp->block].last;
  SMR_OWNED(SmrStr, smr_str_free) maps = {0};
  Operands all = {0};
  if (put_maps(imp, op, &all, &maps)) {
    order_operands(imp->graph, made, &all);
    smr_imp_put_sizes(op, &maps);
    smr_op(imp->graph, made)->name = smr_intern(imp->symbols, "smr.structured");
    smr_op(imp->graph, made)->attrs = smr_intern_n(imp->symbols, maps.data, maps.size);
  }
  if (computes(imp->graph, made))
    smr_op(imp->graph, made)->flags |= SMR_F_PURE;
  return true;
}

static bool structured(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  Nest n;
  SmrValue addresses[MAX_OPERANDS];
  SmrBlock outer = imp->block;
  MlirOperation yield;
  if (mlirOperationGetNumResults(op))
    return on_tensors(imp, op, info);
  if (!read_maps(imp, op, &n) || !find_extents(imp, &n))
    return false;
  yield = mlirBlockGetTerminator(n.body);
  if (mlirOperationIsNull(yield) || mlirOperationGetNumOperands(yield) != 1)
    return false;
  open_loops(imp, &n);
  for (intptr_t k = 0; k < n.operands; k++)
    addresses[k] = element(imp, &n, k);
  bind_arguments(imp, &n, addresses);
  imp->linalg.iv = n.iv, imp->linalg.count = n.loops;
  smr_imp_inline(imp, n.body);
  imp->linalg.count = 0;
  SmrValue stored[] = {smr_imp_value(imp, mlirOperationGetOperand(yield, 0)), addresses[n.operands - 1]};
  add(imp, &n, smr_op_create(imp->graph, SMR_OP_STORE, stored, 2, NULL, 0, 0), op.ptr);
  close_loops(imp, outer);
  return true;
}

static bool index_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  int64_t dim;
  if (!smr_imp_attr_int(op, "dim", &dim) || dim < 0 || dim >= imp->linalg.count)
    return false;
  smr_imp_alias(imp, mlirOperationGetResult(op, 0), imp->linalg.iv[dim]);
  return true;
}

const SmrHandlerEntry smr_imp_linalg_handlers[] = {
    {SMR_HANDLER_LINALG, structured}, {SMR_HANDLER_LINALG_INDEX, index_op}, {SMR_HANDLER_NONE, NULL}};
