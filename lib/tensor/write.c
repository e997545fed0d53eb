//===- write.c - terms as ops --------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What a term needs is made in front of the op at the place, operands first. An op whose operands were
// rewritten is a copy of itself; what a rule makes is a new op. Where one of them cannot be made, or is
// invalid, none is.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Interfaces.h"
#include "mlir/name.h"
#include "tensor/graph.h"

typedef struct {
  SmrTensorGraph *g;
  uint32_t place;
  SmrPypmNumbers terms; // to be made, operands first
  SMR_VEC(MlirOperation) made;
  SmrStr *reason;
} Writer;

MlirLocation smr_tensor_location(const SmrTensorGraph *g, uint32_t term) {
  for (; term; term = smr_pypm_rewriter_source(g->rewriter, term))
    if (term < g->places.size && !mlirLocationIsNull(g->places.data[term]))
      return g->places.data[term];
  return (MlirLocation){0};
}

/// The value that is the term at the writer's place, or null.
static MlirValue there(const Writer *w, uint32_t term) {
  const SmrTensorValue *value = smr_tensor_value_of(w->g, term);
  return value && value->place <= w->place ? value->value : (MlirValue){0};
}

/// The terms that are not there, operands before what they are operands of.
static void collect(Writer *w, uint32_t root) {
  SMR_VEC(uint32_t) stack = {0};
  SmrMap seen = {0}; // 0: its operands are being collected; 1: it is in the list
  uint32_t state;
  smr_vec_push(&stack, root);
  while (stack.size) {
    uint32_t term = smr_vec_last(&stack), k = 0;
    bool known = smr_map_get(&seen, term, &state);
    const SmrPypmTerm *t = smr_pypm_term_get(w->g->terms, term);
    if (!mlirValueIsNull(there(w, term)) || (known && state)) {
      stack.size--;
      continue;
    }
    smr_map_set(&seen, term, 0);
    for (; !known && k < t->count; k++)
      smr_vec_push(&stack, smr_pypm_operand(w->g->terms, term, k));
    if (known || !t->count) {
      stack.size--;
      smr_map_set(&seen, term, 1);
      smr_vec_push(&w->terms, term);
    }
  }
  smr_map_free(&seen);
  smr_vec_free(&stack);
}

static const char *text_of(const Writer *w, SmrSym symbol) {
  return smr_intern_text(w->g->terms->signature->symbols, symbol);
}

/// The op that the term was rebuilt from.
static MlirOperation original(const Writer *w, uint32_t term) {
  uint32_t head = smr_pypm_term_get(w->g->terms, term)->head;
  for (uint32_t t = term; t && smr_pypm_term_get(w->g->terms, t)->head == head;
       t = smr_pypm_rewriter_source(w->g->rewriter, t)) {
    const SmrTensorValue *value = smr_tensor_value_of(w->g, t);
    if (value && mlirValueIsAOpResult(value->value))
      return mlirOpResultGetOwner(value->value);
  }
  return (MlirOperation){0};
}

static bool refuse(Writer *w, const char *format, const char *name) {
  smr_str_printf(w->reason, format, name);
  return false;
}

static bool can_make_constant(Writer *w, uint32_t term) {
  const SmrPypmTerm *t = smr_pypm_term_get(w->g->terms, term);
  MlirType type = t->type ? smr_tensor_type_make(&w->g->types, t->type) : (MlirType){0};
  if (mlirTypeIsNull(type) ||
      mlirAttributeIsNull(smr_tensor_constant_make(w->g->terms->heads.data[t->head].constant, type)))
    return refuse(w, "a constant of the replacement has no %s", "type of a known shape that holds it");
  return true;
}

/// The attribute of an op that is to be made.
static MlirAttribute attribute_of(Writer *w, uint32_t head, uint32_t k) {
  const SmrPypmHead *h = &w->g->terms->heads.data[head];
  return smr_tensor_attribute_make(&w->g->attributes, h->op, k, h->attributes[k]);
}

/// (An attribute that an op has not is unknown, and is left out again.)
static bool can_make_attributes(Writer *w, uint32_t head) {
  const SmrPypmHead *h = &w->g->terms->heads.data[head];
  const SmrPypmOperator *op = smr_pypm_head_operator(w->g->terms, head);
  for (uint32_t k = 0; k < op->attribute_count; k++)
    if (h->attributes[k].kind != SMR_PYPM_UNKNOWN && mlirAttributeIsNull(attribute_of(w, head, k)))
      return refuse(w, "the attribute '%s' of the replacement cannot be written",
                    text_of(w, op->attributes[k]));
  return true;
}

/// Does MLIR know the types of the op's results from its operands and attributes?
static bool infers(const Writer *w, MlirStringRef op) {
  return mlirContextIsRegisteredOperation(w->g->types.context, op) &&
         mlirOperationImplementsInterfaceStatic(op, w->g->types.context, mlirInferTypeOpInterfaceTypeID());
}

/// Has the op to be made one result, of a type that is known?
static bool is_typed(Writer *w, uint32_t term) {
  const SmrPypmTerm *t = smr_pypm_term_get(w->g->terms, term);
  return smr_pypm_head_operator(w->g->terms, t->head)->results == 1 && t->type &&
         !mlirTypeIsNull(smr_tensor_type_make(&w->g->types, t->type));
}

static bool can_make(Writer *w, uint32_t term) {
  const SmrPypmTerm *t = smr_pypm_term_get(w->g->terms, term);
  const SmrPypmOperator *op = smr_pypm_head_operator(w->g->terms, t->head);
  if (!mlirOperationIsNull(original(w, term)))
    return true;
  if (!op)
    return can_make_constant(w, term);
  const char *name = text_of(w, op->name);
  if (op->effects || !op->stands_for)
    return refuse(w, "an op for '%s' cannot be made", name);
  MlirStringRef ref = smr_ref(text_of(w, op->stands_for));
  if (!mlirContextIsRegisteredOperation(w->g->types.context, ref) &&
      !mlirContextGetAllowUnregisteredDialects(w->g->types.context))
    return refuse(w, "there is no op \"%s\" here", text_of(w, op->stands_for));
  if (op->results != 1 && !infers(w, ref))
    return refuse(w, "'%s' has several results, and a rule gives the type of one", name);
  if (!is_typed(w, term) && !infers(w, ref))
    return refuse(w, "the type of '%s' in the replacement is not known: declare it", name);
  return can_make_attributes(w, t->head);
}

static MlirLocation location_of(const Writer *w, uint32_t term) {
  MlirLocation location = smr_tensor_location(w->g, term);
  return mlirLocationIsNull(location) ? mlirOperationGetLocation(w->g->ops.data[w->place].op) : location;
}

static MlirOperation make_constant(Writer *w, uint32_t term) {
  const SmrPypmTerm *t = smr_pypm_term_get(w->g->terms, term);
  MlirType type = smr_tensor_type_make(&w->g->types, t->type);
  MlirNamedAttribute value = {mlirIdentifierGet(w->g->types.context, smr_ref("value")),
                              smr_tensor_constant_make(w->g->terms->heads.data[t->head].constant, type)};
  MlirOperationState state = mlirOperationStateGet(smr_ref("arith.constant"), location_of(w, term));
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddAttributes(&state, 1, &value);
  return mlirOperationCreate(&state);
}

static MlirOperation make_new(Writer *w, uint32_t term, const MlirValue *operands) {
  const SmrPypmTerm *t = smr_pypm_term_get(w->g->terms, term);
  const SmrPypmOperator *op = smr_pypm_head_operator(w->g->terms, t->head);
  const SmrPypmHead *h = &w->g->terms->heads.data[t->head];
  MlirType type = is_typed(w, term) ? smr_tensor_type_make(&w->g->types, t->type) : (MlirType){0};
  MlirOperationState state = mlirOperationStateGet(smr_ref(text_of(w, op->stands_for)), location_of(w, term));
  if (is_typed(w, term))
    mlirOperationStateAddResults(&state, 1, &type);
  else
    mlirOperationStateEnableResultTypeInference(&state);
  mlirOperationStateAddOperands(&state, t->count, operands);
  for (uint32_t k = 0; k < op->attribute_count; k++) {
    MlirStringRef name = smr_ref(text_of(w, op->attributes[k]));
    MlirNamedAttribute attribute = {mlirIdentifierGet(w->g->types.context, name), {0}};
    if (h->attributes[k].kind == SMR_PYPM_UNKNOWN)
      continue;
    attribute.attribute = attribute_of(w, t->head, k);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  return mlirOperationCreate(&state);
}

/// Does the op have all attributes that it was made with? (A registered op drops one of another kind.)
static bool has_attributes(Writer *w, MlirOperation op, uint32_t head) {
  const SmrPypmHead *h = &w->g->terms->heads.data[head];
  const SmrPypmOperator *declared = smr_pypm_head_operator(w->g->terms, head);
  for (uint32_t k = 0; declared && k < declared->attribute_count; k++) {
    MlirStringRef name = smr_ref(text_of(w, declared->attributes[k]));
    if (h->attributes[k].kind != SMR_PYPM_UNKNOWN &&
        !mlirAttributeEqual(mlirOperationGetAttributeByName(op, name), attribute_of(w, head, k)))
      return refuse(w, "the op takes no attribute '%s' of this kind", text_of(w, declared->attributes[k]));
  }
  return true;
}

/// Where MLIR gave the types: is it the term's?
static bool has_type(Writer *w, MlirOperation op, uint32_t term) {
  const SmrPypmTerm *t = smr_pypm_term_get(w->g->terms, term);
  intptr_t result = (intptr_t)w->g->terms->heads.data[t->head].result;
  uint32_t declared = t->type;
  return result < mlirOperationGetNumResults(op) &&
         (!declared ||
          smr_tensor_type_read(&w->g->types, mlirValueGetType(mlirOperationGetResult(op, result))) ==
              declared ||
          refuse(w, "the op gives another type than %s", "what it replaces"));
}

/// All results of the op are terms of the same head and operands; so is the term itself where its type was
/// inferred.
static void note_results(Writer *w, MlirOperation op, uint32_t term) {
  const SmrPypmTerm t = *smr_pypm_term_get(w->g->terms, term);
  const SmrPypmHead h = w->g->terms->heads.data[t.head];
  uint32_t operands[SMR_PYPM_MAX_OPERANDS];
  for (uint32_t k = 0; k < t.count; k++)
    operands[k] = smr_pypm_operand(w->g->terms, term, k);
  if (!t.type && h.op != SMR_PYPM_CONSTANT)
    smr_tensor_set_term(w->g, mlirOperationGetResult(op, h.result), term, w->place);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++) {
    MlirValue value = mlirOperationGetResult(op, r);
    uint32_t head =
        h.op == SMR_PYPM_CONSTANT ? t.head : smr_pypm_head(w->g->terms, h.op, (uint32_t)r, h.attributes);
    uint32_t type = smr_tensor_type_read(&w->g->types, mlirValueGetType(value));
    smr_tensor_set_term(w->g, value, smr_pypm_term(w->g->terms, head, type, operands, t.count), w->place);
  }
}

static bool make(Writer *w, uint32_t term) {
  MlirValue operands[SMR_PYPM_MAX_OPERANDS];
  uint32_t count = smr_pypm_term_get(w->g->terms, term)->count;
  MlirOperation like = original(w, term), op;
  for (uint32_t k = 0; k < count; k++)
    operands[k] = there(w, smr_pypm_operand(w->g->terms, term, k));
  if (!mlirOperationIsNull(like)) {
    op = mlirOperationClone(like);
    for (uint32_t k = 0; k < count; k++)
      mlirOperationSetOperand(op, k, operands[k]);
  } else {
    op = smr_pypm_head_operator(w->g->terms, smr_pypm_term_get(w->g->terms, term)->head)
             ? make_new(w, term, operands)
             : make_constant(w, term);
  }
  if (mlirOperationIsNull(op))
    return false;
  MlirOperation before = w->g->ops.data[w->place].op;
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before, op);
  smr_vec_push(&w->made, op);
  if ((mlirOperationIsNull(like) &&
       !(has_attributes(w, op, smr_pypm_term_get(w->g->terms, term)->head) && has_type(w, op, term))) ||
      !mlirOperationVerify(op))
    return false;
  note_results(w, op, term);
  return true;
}

/// What was made goes, and what was noted of it.
static void undo(Writer *w) {
  for (uint32_t k = 0; k < w->made.size; k++)
    for (intptr_t r = 0; r < mlirOperationGetNumResults(w->made.data[k]); r++)
      smr_tensor_forget(w->g, mlirOperationGetResult(w->made.data[k], r));
  while (w->made.size)
    mlirOperationDestroy(smr_vec_pop(&w->made));
}

static bool make_all(Writer *w) {
  bool ok = true;
  for (uint32_t k = 0; ok && k < w->terms.size; k++)
    ok = can_make(w, w->terms.data[k]);
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(w->g->types.context, smr_mlir_catch, w->reason, NULL);
  for (uint32_t k = 0; ok && k < w->terms.size; k++)
    ok = make(w, w->terms.data[k]);
  mlirContextDetachDiagnosticHandler(w->g->types.context, handler);
  if (!ok)
    undo(w);
  return ok;
}

MlirValue smr_tensor_value(SmrTensorGraph *g, uint32_t term, uint32_t place, SmrStr *reason) {
  Writer w = {.g = g, .place = place, .reason = reason};
  collect(&w, term);
  MlirValue value = {0};
  if (make_all(&w))
    value = there(&w, term);
  smr_vec_free(&w.terms);
  smr_vec_free(&w.made);
  return value;
}
