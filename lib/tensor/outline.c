//===- outline.c - ops of a block as a function --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/outline.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/name.h"

typedef struct {
  MlirContext context;
  MlirOperation root;
  SMR_VEC(MlirValue) inputs;
  SMR_VEC(MlirType) input_types, result_types;
  SmrMap copy_of; // by a value of the part, or an input: which of the copies
  SMR_VEC(MlirValue) copies;
  MlirBlock body;
} Builder;

void smr_tensor_outliner_free(SmrTensorOutliner *outliner) {
  if (!mlirSymbolTableIsNull(outliner->table))
    mlirSymbolTableDestroy(outliner->table);
  *outliner = (SmrTensorOutliner){0};
}

/// Might the op be a symbol table? MLIR finds no symbol from inside of an op that it does not know.
static bool is_unknown(MlirOperation op) {
  return mlirOperationGetNumRegions(op) &&
         !mlirContextIsRegisteredOperation(mlirOperationGetContext(op),
                                           mlirIdentifierStr(mlirOperationGetName(op)));
}

/// The next symbol table around the op is made the one at hand; false: that is no module.
static bool find_module(SmrTensorOutliner *o, MlirOperation op) {
  for (op = mlirOperationGetParentOperation(op); !mlirOperationIsNull(op) && op.ptr != o->module.ptr;
       op = mlirOperationGetParentOperation(op)) {
    if (is_unknown(op))
      return false;
    MlirSymbolTable table = mlirSymbolTableCreate(op);
    if (mlirSymbolTableIsNull(table))
      continue;
    smr_tensor_outliner_free(o);
    *o = (SmrTensorOutliner){op, table};
    break;
  }
  return !mlirOperationIsNull(op) && smr_mlir_named(op, "builtin.module");
}

static void map(Builder *b, MlirValue value, MlirValue copy) {
  smr_map_set(&b->copy_of, smr_mlir_key(value.ptr), b->copies.size);
  smr_vec_push(&b->copies, copy);
}

/// What the ops use and none of them defines, as arguments of the body.
static void add_inputs(Builder *b, MlirOperation op) {
  uint32_t known;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
    MlirValue value = mlirOperationGetOperand(op, k);
    if (smr_map_get(&b->copy_of, smr_mlir_key(value.ptr), &known))
      continue;
    smr_vec_push(&b->inputs, value);
    smr_vec_push(&b->input_types, mlirValueGetType(value));
    map(b, value, mlirBlockAddArgument(b->body, mlirValueGetType(value), mlirOperationGetLocation(op)));
  }
}

static void copy_op(Builder *b, MlirOperation op) {
  uint32_t copy = 0;
  add_inputs(b, op);
  MlirOperation clone = mlirOperationClone(op);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
    smr_map_get(&b->copy_of, smr_mlir_key(mlirOperationGetOperand(op, k).ptr), &copy);
    mlirOperationSetOperand(clone, k, b->copies.data[copy]);
  }
  mlirBlockAppendOwnedOperation(b->body, clone);
  for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
    map(b, mlirOperationGetResult(op, k), mlirOperationGetResult(clone, k));
}

/// The results of the last copy are the function's.
static void add_return(Builder *b) {
  MlirOperation last = mlirBlockGetFirstOperation(b->body);
  for (MlirOperation next = last; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    last = next;
  MlirOperationState state = mlirOperationStateGet(smr_ref("func.return"), mlirOperationGetLocation(last));
  for (intptr_t k = 0; k < mlirOperationGetNumResults(last); k++) {
    MlirValue result = mlirOperationGetResult(last, k);
    smr_vec_push(&b->result_types, mlirValueGetType(result));
    mlirOperationStateAddOperands(&state, 1, &result);
  }
  mlirBlockAppendOwnedOperation(b->body, mlirOperationCreate(&state));
}

static MlirNamedAttribute named(const Builder *b, const char *name, MlirAttribute attribute) {
  return mlirNamedAttributeGet(mlirIdentifierGet(b->context, smr_ref(name)), attribute);
}

static MlirOperation make_function(Builder *b, const char *function, const char *pattern) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_str_printf(&name, "%s%s%s", function, *function ? "_" : "", pattern);
  MlirType type = mlirFunctionTypeGet(b->context, b->input_types.size, b->input_types.data,
                                      b->result_types.size, b->result_types.data);
  MlirNamedAttribute attributes[] = {
      named(b, "sym_name", mlirStringAttrGet(b->context, smr_ref(smr_str_get(&name)))),
      named(b, "sym_visibility", mlirStringAttrGet(b->context, smr_ref("private"))),
      named(b, "function_type", mlirTypeAttrGet(type)),
      named(b, SMR_TENSOR_PART, mlirStringAttrGet(b->context, smr_ref(pattern)))};
  MlirOperationState state = mlirOperationStateGet(smr_ref("func.func"), mlirOperationGetLocation(b->root));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, b->body);
  mlirOperationStateAddAttributes(&state, 4, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return mlirOperationCreate(&state);
}

static void make_call(Builder *b, MlirStringRef callee) {
  MlirNamedAttribute attribute = named(b, "callee", mlirFlatSymbolRefAttrGet(b->context, callee));
  MlirOperationState state = mlirOperationStateGet(smr_ref("func.call"), mlirOperationGetLocation(b->root));
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  mlirOperationStateAddOperands(&state, b->inputs.size, b->inputs.data);
  mlirOperationStateAddResults(&state, b->result_types.size, b->result_types.data);
  MlirOperation call = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(b->root), b->root, call);
  for (uint32_t k = 0; k < b->result_types.size; k++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(b->root, k), mlirOperationGetResult(call, k));
}

MlirOperation smr_tensor_outline(SmrTensorOutliner *outliner, const SmrTensorGraph *g,
                                 const SmrTensorPart *part, const char *function, const char *pattern) {
  Builder b = {.context = g->types.context, .root = g->ops.data[smr_vec_last(&part->places)].op};
  if (!find_module(outliner, b.root))
    return (MlirOperation){0};
  b.body = mlirBlockCreate(0, NULL, NULL);
  for (uint32_t k = 0; k < part->places.size; k++)
    copy_op(&b, g->ops.data[part->places.data[k]].op);
  add_return(&b);
  MlirOperation made = make_function(&b, function, pattern);
  make_call(&b, mlirStringAttrGetValue(mlirSymbolTableInsert(outliner->table, made)));
  smr_vec_free(&b.inputs);
  smr_vec_free(&b.input_types);
  smr_vec_free(&b.result_types);
  smr_map_free(&b.copy_of);
  smr_vec_free(&b.copies);
  return made;
}
