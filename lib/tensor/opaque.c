//===- opaque.c - ops of an operator's name that are none ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What read.c asks of an op, asked again, to say which answer was no.
//===----------------------------------------------------------------------===//
#include "capi/shim/shim.h"
#include "tensor/graph.h"

static SmrSym symbol_of(const SmrTensorGraph *g, MlirStringRef text) {
  return smr_intern_n(g->terms->signature->symbols, text.data, text.length);
}

static const char *text_of(const SmrTensorGraph *g, SmrSym symbol) {
  return smr_intern_text(g->terms->signature->symbols, symbol);
}

/// The first attribute that the operator does not declare, or that has a form that is not read.
static void say_attribute(SmrTensorGraph *g, MlirOperation op, uint32_t number, SmrStr *out) {
  const SmrPypmOperator *declared = &g->terms->signature->operators.data[number];
  SmrPypmValue values[SMR_PYPM_MAX_OPERANDS];
  SmrTensorNamed attributes = {0};
  for (uint32_t k = 0; k < declared->attribute_count; k++)
    values[k] = (SmrPypmValue){0};
  if (!smr_tensor_attributes_of(op, &attributes))
    smr_str_puts(out, "has properties that cannot be seen");
  for (uint32_t k = 0; !out->size && k < attributes.size; k++) {
    SmrSym name = symbol_of(g, mlirIdentifierStr(attributes.data[k].name));
    if (smr_tensor_read_attribute(g, op, number, attributes.data[k], values))
      continue;
    if (smr_pypm_operator_attribute(declared, name) < 0)
      smr_str_printf(out, "has an attribute '%s', which '%s' does not declare", text_of(g, name),
                     text_of(g, declared->name));
    else
      smr_str_printf(out, "has its attribute '%s' in another form than ops before it", text_of(g, name));
  }
  for (uint32_t k = 0; declared->only && !out->size && k < declared->attribute_count; k++)
    if (declared->only[k].kind != SMR_PYPM_UNKNOWN && !smr_pypm_value_equal(declared->only[k], values[k])) {
      smr_str_printf(out, "has not the '%s' that '%s' is declared for, ", text_of(g, declared->attributes[k]),
                     text_of(g, declared->name));
      smr_pypm_value_print(g->terms->signature, declared->only[k], out);
    }
  smr_vec_free(&attributes);
}

static void say_no(SmrTensorGraph *g, MlirOperation op, uint32_t number, SmrStr *out) {
  const SmrPypmOperator *declared = &g->terms->signature->operators.data[number];
  const char *name = text_of(g, declared->name);
  long long operands = (long long)mlirOperationGetNumOperands(op),
            results = (long long)mlirOperationGetNumResults(op);
  MlirContext context = g->types.context;
  if (mlirOperationGetNumRegions(op))
    smr_str_puts(out, "has a region");
  else if (mlirOperationGetNumSuccessors(op))
    smr_str_puts(out, "goes on to other blocks");
  else if (declared->effects)
    smr_str_printf(out, "has effects, as '%s' is declared", name);
  else if (operands > SMR_PYPM_MAX_OPERANDS || (!declared->variadic && operands != declared->arity))
    smr_str_printf(out, "takes %lld operands, and '%s' is not declared so", operands, name);
  else if (results != declared->results)
    smr_str_printf(out, "has %lld results, and '%s' has %u", results, name, declared->results);
  else if (mlirContextIsRegisteredOperation(context, mlirIdentifierStr(mlirOperationGetName(op))) &&
           smrOperationGetEffects(op))
    smr_str_puts(out, "has effects");
  else
    say_attribute(g, op, number, out);
}

bool smr_tensor_why_opaque(SmrTensorGraph *g, MlirOperation op, SmrStr *out) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  uint32_t number;
  SMR_OWNED(SmrStr, smr_str_free) no = {0};
  if (!smr_map_get(&g->operators, symbol_of(g, name), &number))
    return false;
  while (g->next.data[number] != SMR_PYPM_NONE) // the one that was declared first
    number = g->next.data[number];
  say_no(g, op, number, &no);
  if (no.size)
    smr_str_printf(out, "%.*s %s: nothing is known of it", (int)name.length, name.data, smr_str_get(&no));
  return out->size > 0;
}
