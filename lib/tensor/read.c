//===- read.c - a block as terms -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "capi/shim/shim.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/name.h"
#include "tensor/gpu.h"
#include "tensor/graph.h"

/// The operator of leaves has effects: each of its terms is new.
static uint32_t add_leaf(SmrPypmSignature *signature) {
  SmrPypmOperator leaf = {.name = smr_intern(signature->symbols, "value"), .results = 1, .effects = true};
  uint32_t op;
  if (smr_pypm_operator_find(signature, leaf.name, &op)) // the file has one: no text has a blank in a name
    leaf.name = smr_intern(signature->symbols, "a value");
  return smr_pypm_operator_add(signature, leaf);
}

void smr_tensor_graph_create(SmrTensorGraph *g, MlirContext context, const SmrPypmLibrary *library,
                             SmrPypmRewriteOptions options) {
  *g = (SmrTensorGraph){.library = library, .terms = library->file->terms};
  SmrPypmSignature *signature = library->file->signature;
  g->types.context = g->attributes.context = context;
  g->types.terms = g->attributes.terms = g->terms;
  for (uint32_t k = 0; k < signature->operators.size; k++) {
    SmrSym name = signature->operators.data[k].stands_for;
    uint32_t first = SMR_PYPM_NONE;
    smr_map_get(&g->operators, name, &first);
    smr_vec_push(&g->next, first);
    if (name)
      smr_map_set(&g->operators, name, k);
  }
  g->leaf = add_leaf(signature);
  g->rewriter = smr_pypm_rewriter_create(library, options);
}

void smr_tensor_graph_free(SmrTensorGraph *g) {
  smr_pypm_rewriter_destroy(g->rewriter);
  smr_tensor_types_free(&g->types);
  smr_tensor_attributes_free(&g->attributes);
  smr_map_free(&g->operators);
  smr_map_free(&g->name_of);
  smr_vec_free(&g->names);
  smr_map_free(&g->place_of);
  smr_map_free(&g->term_of);
  smr_vec_free(&g->value_of);
  smr_vec_free(&g->next);
  smr_vec_free(&g->places);
  smr_vec_free(&g->ops);
  smr_vec_free(&g->values);
}

uint32_t smr_tensor_term(const SmrTensorGraph *g, MlirValue value) {
  uint32_t term = 0;
  smr_map_get(&g->term_of, smr_mlir_key(value.ptr), &term);
  return term;
}

void smr_tensor_set_term(SmrTensorGraph *g, MlirValue value, uint32_t term, uint32_t place) {
  smr_map_set(&g->term_of, smr_mlir_key(value.ptr), term);
  while (g->value_of.size <= term)
    smr_vec_push(&g->value_of, 0);
  uint32_t *which = &g->value_of.data[term];
  if (*which && g->values.data[*which - 1].place <= place)
    return;
  smr_vec_push(&g->values, (SmrTensorValue){value, place, term});
  *which = g->values.size;
}

const SmrTensorValue *smr_tensor_value_of(const SmrTensorGraph *g, uint32_t term) {
  uint32_t which = term < g->value_of.size ? g->value_of.data[term] : 0;
  return which ? &g->values.data[which - 1] : NULL;
}

/// (Of a term that has other values the earliest one serves again.)
void smr_tensor_forget(SmrTensorGraph *g, MlirValue value) {
  uint32_t term = smr_tensor_term(g, value), best = 0;
  smr_map_set(&g->term_of, smr_mlir_key(value.ptr), 0);
  for (uint32_t k = 0; k < g->values.size; k++) {
    SmrTensorValue *v = &g->values.data[k];
    if (mlirValueEqual(v->value, value))
      v->value = (MlirValue){0};
    else if (v->term == term && v->value.ptr && (!best || v->place < g->values.data[best - 1].place))
      best = k + 1;
  }
  if (term)
    g->value_of.data[term] = best;
}

static uint32_t leaf(SmrTensorGraph *g, MlirValue value, uint32_t place) {
  uint32_t head = smr_pypm_head(g->terms, g->leaf, 0, NULL);
  uint32_t term =
      smr_pypm_term(g->terms, head, smr_tensor_type_read(&g->types, mlirValueGetType(value)), NULL, 0);
  smr_tensor_set_term(g, value, term, place);
  return term;
}

/// An operand's term; one that the block has not defined so far comes from outside.
static uint32_t operand(SmrTensorGraph *g, MlirValue value) {
  uint32_t term = smr_tensor_term(g, value);
  return term ? term : leaf(g, value, 0);
}

static void note_place(SmrTensorGraph *g, uint32_t term, MlirOperation op) {
  while (g->places.size <= term)
    smr_vec_push(&g->places, (MlirLocation){0});
  if (mlirLocationIsNull(g->places.data[term]))
    g->places.data[term] = mlirOperationGetLocation(op);
}

// Ops.

static bool ends_so(MlirStringRef name, const char *end) {
  size_t length = strlen(end);
  return name.length >= length && !memcmp(name.data + name.length - length, end, length);
}

static bool names_constant(MlirStringRef name) {
  return ends_so(name, ".constant") || ends_so(name, ".const") || ends_so(name, ".constant.int") ||
         ends_so(name, ".constant.float") || ends_so(name, ".constant.bool") ||
         ends_so(name, ".vtensor.literal");
}

/// (Looking a name up with MLIR costs more than all else that is done for an op.)
static const SmrTensorOpName *name_of(SmrTensorGraph *g, MlirOperation op) {
  MlirIdentifier name = mlirOperationGetName(op);
  MlirStringRef text = mlirIdentifierStr(name);
  uint32_t k;
  if (smr_map_get(&g->name_of, smr_mlir_key(name.ptr), &k))
    return &g->names.data[k];
  SmrTensorOpName fact = {SMR_PYPM_NONE, mlirContextIsRegisteredOperation(g->types.context, text),
                          names_constant(text)};
  smr_map_get(&g->operators, smr_intern_n(g->terms->signature->symbols, text.data, text.length), &fact.first);
  smr_map_set(&g->name_of, smr_mlir_key(name.ptr), g->names.size);
  smr_vec_push(&g->names, fact);
  return &smr_vec_last(&g->names);
}

/// Attributes that say nothing of what a registered op does: discardable ones of a dialect; and ours, where
/// an op may run.
static bool is_remark(MlirOperation op, MlirStringRef name) {
  if (mlirStringRefEqual(name, smr_ref(SMR_TENSOR_GPU)))
    return true;
  return memchr(name.data, '.', name.length) && !mlirOperationHasInherentAttributeByName(op, name) &&
         mlirContextIsRegisteredOperation(mlirOperationGetContext(op),
                                          mlirIdentifierStr(mlirOperationGetName(op)));
}

bool smr_tensor_attributes_of(MlirOperation op, SmrTensorNamed *out) {
  MlirAttribute hidden = smrOperationGetHiddenProperties(op);
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(op); k++)
    smr_vec_push(out, mlirOperationGetAttribute(op, k));
  if (mlirAttributeIsNull(hidden))
    return true;
  if (!mlirAttributeIsADictionary(hidden))
    return false;
  for (intptr_t k = 0; k < mlirDictionaryAttrGetNumElements(hidden); k++)
    smr_vec_push(out, mlirDictionaryAttrGetElement(hidden, k));
  return true;
}

bool smr_tensor_read_attribute(SmrTensorGraph *g, MlirOperation op, uint32_t number,
                               MlirNamedAttribute attribute, SmrPypmValue *values) {
  MlirStringRef name = mlirIdentifierStr(attribute.name);
  SmrSym symbol = smr_intern_n(g->terms->signature->symbols, name.data, name.length);
  int k = smr_pypm_operator_attribute(&g->terms->signature->operators.data[number], symbol);
  if (k < 0)
    return is_remark(op, name);
  return values[k].kind == SMR_PYPM_UNKNOWN &&
         smr_tensor_attribute_read(&g->attributes, number, (uint32_t)k, attribute.attribute, &values[k]);
}

/// Does each attribute have the value that it has wherever the operator stands?
static bool has_only(const SmrPypmOperator *op, const SmrPypmValue *values) {
  for (uint32_t k = 0; op->only && k < op->attribute_count; k++)
    if (op->only[k].kind != SMR_PYPM_UNKNOWN && !smr_pypm_value_equal(op->only[k], values[k]))
      return false;
  return true;
}

/// The values of all attributes that the operator declares; false where the op has another one, or one in
/// another form, or another value than the one.
static bool read_attributes(SmrTensorGraph *g, MlirOperation op, uint32_t number, SmrPypmValue *values) {
  SmrTensorNamed attributes = {0};
  for (uint32_t k = 0; k < g->terms->signature->operators.data[number].attribute_count; k++)
    values[k] = (SmrPypmValue){0};
  bool ok = smr_tensor_attributes_of(op, &attributes);
  for (uint32_t k = 0; ok && k < attributes.size; k++)
    ok = smr_tensor_read_attribute(g, op, number, attributes.data[k], values);
  smr_vec_free(&attributes);
  return ok && has_only(&g->terms->signature->operators.data[number], values);
}

/// Does a registered op do more than compute its results? (Of others the declaration is believed.)
static bool has_effects(const SmrTensorOpName *name, MlirOperation op) {
  return name->registered && smrOperationGetEffects(op);
}

static bool fits(SmrTensorGraph *g, MlirOperation op, const SmrTensorOpName *name, uint32_t number) {
  const SmrPypmOperator *declared = &g->terms->signature->operators.data[number];
  intptr_t operands = mlirOperationGetNumOperands(op);
  return !declared->effects && operands <= SMR_PYPM_MAX_OPERANDS &&
         (declared->variadic || operands == declared->arity) &&
         mlirOperationGetNumResults(op) == declared->results && !has_effects(name, op);
}

/// The operator that the op stands for; NONE: none.
static uint32_t operator_of(SmrTensorGraph *g, MlirOperation op, const SmrTensorOpName *name,
                            SmrPypmValue *values) {
  uint32_t number = name->first;
  if (mlirOperationGetNumRegions(op) || mlirOperationGetNumSuccessors(op))
    return SMR_PYPM_NONE;
  while (number != SMR_PYPM_NONE && !(fits(g, op, name, number) && read_attributes(g, op, number, values)))
    number = g->next.data[number];
  return number;
}

static bool is_named(MlirNamedAttribute attribute, const char *name) {
  MlirStringRef text = mlirIdentifierStr(attribute.name);
  return text.length == strlen(name) && !memcmp(text.data, name, text.length);
}

/// `tensor<4xf32>` and `!torch.vtensor<[4],f32>`
static bool says_the_same(SmrTensorGraph *g, MlirType one, MlirType other) {
  uint32_t numbers[] = {smr_tensor_type_read(&g->types, one), smr_tensor_type_read(&g->types, other)};
  const SmrPypmType *a = &g->terms->types.data[numbers[0]], *b = &g->terms->types.data[numbers[1]];
  return a->ranked && b->ranked && a->rank == b->rank && a->element && a->element == b->element &&
         (!a->rank || !memcmp(a->dims, b->dims, a->rank * sizeof *a->dims));
}

/// A tensor's value is a splat of its type; any other's a number.
static bool is_value_of(SmrTensorGraph *g, MlirAttribute attribute, MlirType type) {
  if (!mlirAttributeIsADenseElements(attribute))
    return !mlirTypeIsAShaped(type);
  return mlirTypeIsAShaped(type) ? mlirTypeEqual(mlirAttributeGetType(attribute), type)
                                 : says_the_same(g, mlirAttributeGetType(attribute), type);
}

/// `arith.constant`, `tosa.const`, `torch.constant.int`, `torch.vtensor.literal`: no operands, one result,
/// and one attribute, its value, that is a number.
static bool is_constant(SmrTensorGraph *g, MlirOperation op, const SmrTensorOpName *name, double *value) {
  SmrTensorNamed attributes = {0};
  bool ok = name->constant && mlirOperationGetNumOperands(op) == 0 && mlirOperationGetNumResults(op) == 1 &&
            mlirOperationGetNumRegions(op) == 0 && smr_tensor_attributes_of(op, &attributes) &&
            attributes.size == 1 &&
            (is_named(attributes.data[0], "value") || is_named(attributes.data[0], "values")) &&
            is_value_of(g, attributes.data[0].attribute, mlirValueGetType(mlirOperationGetResult(op, 0))) &&
            smr_tensor_constant_read(attributes.data[0].attribute, value);
  smr_vec_free(&attributes);
  return ok;
}

/// The result's term, of a head on the op's operands.
static void define(SmrTensorGraph *g, MlirOperation op, intptr_t result, uint32_t head, uint32_t place) {
  uint32_t operands[SMR_PYPM_MAX_OPERANDS];
  uint32_t count = (uint32_t)mlirOperationGetNumOperands(op);
  MlirValue value = mlirOperationGetResult(op, result);
  for (uint32_t k = 0; k < count; k++)
    operands[k] = operand(g, mlirOperationGetOperand(op, k));
  uint32_t type = smr_tensor_type_read(&g->types, mlirValueGetType(value));
  uint32_t term = smr_pypm_term(g->terms, head, type, operands, count);
  note_place(g, term, op);
  smr_tensor_set_term(g, value, term, place);
}

/// Results that were used before they were defined (in a graph region) are leaves already.
static bool results_are_leaves(const SmrTensorGraph *g, MlirOperation op) {
  for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
    if (smr_tensor_term(g, mlirOperationGetResult(op, k)))
      return true;
  return false;
}

static bool has_uses(MlirOperation op) {
  for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, k))))
      return true;
  return false;
}

static bool read_known(SmrTensorGraph *g, MlirOperation op, uint32_t place) {
  SmrPypmValue values[SMR_PYPM_MAX_OPERANDS];
  double constant;
  if (!mlirOperationGetNumResults(op) || results_are_leaves(g, op))
    return false;
  const SmrTensorOpName *name = name_of(g, op);
  if (is_constant(g, op, name, &constant)) {
    define(g, op, 0, smr_pypm_constant(g->terms, constant), place);
    return true;
  }
  uint32_t number = operator_of(g, op, name, values);
  for (intptr_t k = 0; number != SMR_PYPM_NONE && k < mlirOperationGetNumResults(op); k++)
    define(g, op, k, smr_pypm_head(g->terms, number, (uint32_t)k, values), place);
  return number != SMR_PYPM_NONE;
}

/// A value is there from the place behind its op on.
static void read_op(SmrTensorGraph *g, MlirOperation op) {
  uint32_t place = g->ops.size;
  SmrTensorOp read = {op, read_known(g, op, place + 1), has_uses(op)};
  for (intptr_t k = 0; !read.known && k < mlirOperationGetNumOperands(op); k++)
    operand(g, mlirOperationGetOperand(op, k));
  for (intptr_t k = 0; !read.known && k < mlirOperationGetNumResults(op); k++)
    if (!smr_tensor_term(g, mlirOperationGetResult(op, k)))
      leaf(g, mlirOperationGetResult(op, k), place + 1);
  smr_map_set(&g->place_of, smr_mlir_key(op.ptr), place);
  smr_vec_push(&g->ops, read);
}

/// What was known of the block before goes; that costs no more than the block did.
static void forget(SmrTensorGraph *g) {
  for (uint32_t k = 0; k < g->values.size; k++)
    g->value_of.data[g->values.data[k].term] = 0;
  smr_vec_clear(&g->ops);
  smr_vec_clear(&g->values);
  smr_map_clear(&g->place_of);
  smr_map_clear(&g->term_of);
}

void smr_tensor_read(SmrTensorGraph *g, MlirBlock block) {
  forget(g);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    read_op(g, op);
}
