//===- call.c - the call and its arguments ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A replacement speaks its own dialect: fir (arguments by reference), func or llvm. One of llvm's may be
// called from any host; numbers go to it by value, or through a temporary where its parameter is a pointer.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/entry.h"
#include "mlir/host/site_record.h"
#include "mlir/host/symbol.h"
#include "mlir/splice/edit/edit.h"

//--- The callee's type --------------------------------------------------------------

typedef struct {
  const SmrHost *host; // what it is said in
  SMR_VEC(MlirType) inputs;
  MlirType result; // null: none
} Signature;

typedef struct {
  const char *name;
  MlirOperation found;
} Search;

static MlirWalkResult find_return(MlirOperation op, void *data) {
  Search *search = data;
  if (!smr_mlir_named(op, search->name))
    return MlirWalkResultAdvance;
  search->found = op;
  return MlirWalkResultInterrupt;
}

/// mlir-c cannot read ClangIR's types of functions; the body says what it takes and returns, too.
static bool body_signature(MlirOperation function, Signature *out) {
  MlirBlock entry = mlirOperationGetNumRegions(function)
                        ? mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0))
                        : (MlirBlock){NULL};
  Search search = {out->host->return_op, {NULL}};
  mlirOperationWalk(function, find_return, &search, MlirWalkPreOrder);
  if (mlirBlockIsNull(entry) || !search.found.ptr)
    return false;
  for (intptr_t k = 0; k < mlirBlockGetNumArguments(entry); k++)
    smr_vec_push(&out->inputs, mlirValueGetType(mlirBlockGetArgument(entry, k)));
  if (mlirOperationGetNumOperands(search.found))
    out->result = mlirValueGetType(mlirOperationGetOperand(search.found, 0));
  return true;
}

/// Of the LLVM dialect.
static bool declared_signature(MlirType type, Signature *out) {
  for (intptr_t k = 0; k < mlirLLVMFunctionTypeGetNumInputs(type); k++)
    smr_vec_push(&out->inputs, mlirLLVMFunctionTypeGetInput(type, k));
  MlirType result = mlirLLVMFunctionTypeGetReturnType(type);
  if (!mlirTypeEqual(result, mlirLLVMVoidTypeGet(mlirTypeGetContext(type))))
    out->result = result;
  return true;
}

static bool signature_of(MlirOperation function, Signature *out) {
  out->host = smr_host_of(function);
  MlirAttribute attribute = smr_mlir_attribute(function, "function_type");
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAType(attribute))
    return false;
  MlirType type = mlirTypeAttrGetValue(attribute);
  if (out->host->flat)
    return declared_signature(type, out);
  if (out->host->return_op)
    return body_signature(function, out);
  if (!mlirTypeIsAFunction(type) || mlirFunctionTypeGetNumResults(type) > 1)
    return false;
  for (intptr_t k = 0; k < mlirFunctionTypeGetNumInputs(type); k++)
    smr_vec_push(&out->inputs, mlirFunctionTypeGetInput(type, k));
  if (mlirFunctionTypeGetNumResults(type))
    out->result = mlirFunctionTypeGetResult(type, 0);
  return true;
}

//--- Arguments ---------------------------------------------------------------------

/// What a number's parameter points to, null when it is passed by value. A pointer that does not say points
/// to what the idiom's parameter is.
static MlirType referred(SmrEmit *e, const SmrPassed *arg, MlirType parameter) {
  if (!smr_mlir_is_plain_pointer(parameter))
    return smr_mlir_pointee(parameter);
  MlirType type = smr_emit_number_type(e, arg->type);
  return mlirTypeIsNull(type) ? type : e->s->host->type(type);
}

static MlirValue by_reference(SmrSplice *s, MlirType element, MlirValue value, MlirType parameter,
                              MlirValue *temporary) {
  MlirValue made = smr_emit_temporary(&s->emit, element);
  if (value.ptr)
    smr_emit_store(&s->emit, value, made);
  if (temporary)
    *temporary = made;
  SmrEmit *e = &s->emit;
  if (e->s->host->memrefs && !mlirTypeIsAMemRef(parameter)) {
    SmrHostBuilder b = smr_emit_builder(e);
    made = smr_build_address(e->s->host, &b, made);
  }
  return smr_emit_convert(e, made, parameter);
}

static MlirValue int_argument(SmrSplice *s, const SmrPassed *arg, MlirType type) {
  SmrEmit *e = &s->emit;
  MlirType element = referred(e, arg, type);
  uint32_t leaf;
  MlirValue value = arg->expr->op == SMR_X_POLY && smr_poly_is_leaf(arg->expr->poly, &leaf)
                        ? smr_emit_value(e, leaf)
                        : smr_emit_expr(e, arg->expr);
  value = smr_emit_convert(e, value, mlirTypeIsNull(element) ? type : element);
  return mlirTypeIsNull(element) || !value.ptr ? value : by_reference(s, element, value, type, NULL);
}

/// Is it a type of tensors of which the other one's are some?
static bool is_more_general(MlirType type, MlirType other) {
  if (!mlirTypeIsARankedTensor(type) || !mlirTypeIsARankedTensor(other) ||
      mlirShapedTypeGetRank(type) != mlirShapedTypeGetRank(other))
    return false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    if (!mlirShapedTypeIsDynamicDim(type, d) &&
        (mlirShapedTypeIsDynamicDim(other, d) ||
         mlirShapedTypeGetDimSize(type, d) != mlirShapedTypeGetDimSize(other, d)))
      return false;
  return true;
}

static MlirValue scalar_argument(SmrSplice *s, const SmrPassed *arg, MlirType type, uint32_t number,
                                 MlirValue *temporaries) {
  SmrEmit *e = &s->emit;
  MlirType element = referred(e, arg, type), wanted = mlirTypeIsNull(element) ? type : element;
  MlirValue value = {NULL};
  if (arg->value || arg->number) {
    value = arg->number ? smr_emit_number(e, arg->number, arg->type) : smr_emit_value(e, arg->value);
    if (!value.ptr)
      return value;
    if (is_more_general(wanted, mlirValueGetType(value)))
      value = smr_emit_array(e, value, wanted);
    if (!value.ptr)
      return value;
    if (!mlirTypeEqual(mlirValueGetType(value), wanted)) {
      bool integer = smr_mlir_is_integer(wanted) && smr_mlir_is_integer(mlirValueGetType(value));
      if (!integer)
        return smr_emit_fail(e, "the value for \"%s\" has another type than the replacement's parameter",
                             arg->name);
      value = smr_emit_convert(e, value, wanted);
    }
  }
  if (mlirTypeIsNull(element))
    return arg->kind == SMR_PASS_OUT
               ? smr_emit_fail(e, "the replacement's \"%s\" is no reference, so it cannot return a value",
                               arg->name)
               : value;
  return by_reference(s, element, value, type, arg->kind == SMR_PASS_OUT ? &temporaries[number] : NULL);
}

/// A descriptor of what the match found, at the array's first element.
static MlirValue new_descriptor(SmrSplice *s, const SmrPassed *arg, MlirType type, intptr_t rank) {
  SmrEmit *e = &s->emit;
  MlirType i64 = smr_int_type(e, 64);
  MlirValue extents[SMR_BOX_MOST], strides[SMR_BOX_MOST];
  MlirValue from = smr_emit_value(e, arg->value);
  MlirValue offset = arg->expr ? smr_emit_expr(e, arg->expr) : smr_emit_int(e, 0);
  if (!from.ptr || !offset.ptr)
    return (MlirValue){NULL};
  for (intptr_t d = 0; d < rank; d++) {
    if (!arg->extent || !arg->extent[d])
      return smr_emit_fail(e, "how many elements \"%s\" has in dimension %d is not known", arg->name,
                           (int)d + 1);
    extents[d] = smr_emit_convert(e, smr_emit_expr(e, arg->extent[d]), i64);
    strides[d] = (MlirValue){NULL};
    if (arg->stride[d] && !(strides[d] = smr_emit_convert(e, smr_emit_expr(e, arg->stride[d]), i64)).ptr)
      return strides[d];
    if (!extents[d].ptr)
      return extents[d];
  }
  return smr_emit_descriptor(e, from, offset, extents, strides, type);
}

static MlirValue box_argument(SmrSplice *s, const SmrPassed *arg, MlirType type) {
  SmrEmit *e = &s->emit;
  const SmrHost *host = e->s->host;
  intptr_t rank = host->rank ? host->rank(type) : -1;
  if (rank < 0 || rank > SMR_BOX_MOST)
    return smr_emit_fail(e, "no descriptor of the array for \"%s\" is at hand", arg->name);
  if (!arg->expr) {
    MlirValue own = smr_emit_value(e, arg->value);
    if (!own.ptr || host->alike(mlirValueGetType(own), type))
      return smr_emit_array(e, own, type);
  }
  return new_descriptor(s, arg, type, rank);
}

static MlirOperation emit_call(SmrEmit *e, MlirOperation function, const Signature *type,
                               const MlirValue *operands, uint32_t count) {
  SmrHostBuilder b = smr_emit_builder(e);
  return smr_build_call(type->host, &b, smr_symbol_name(function), operands, (intptr_t)count, type->result);
}

/// The terms of the highest degree, if they are positive. The gain only decides when a library is opened and
/// whether several threads pay: for sizes that pass the guards, lower terms change little, and a site has to
/// compute them.
static const SmrExpr *leading_terms(SmrArena *arena, const SmrExpr *gain) {
  if (!gain || gain->op != SMR_X_POLY)
    return gain;
  uint32_t first = gain->poly.count;
  const SmrMonomial *terms = gain->poly.terms;
  for (; first && terms[first - 1].degree == smr_poly_degree(gain->poly); first--)
    if (terms[first - 1].coef < 0)
      return gain;
  return smr_expr_poly(arena, (SmrPoly){terms + first, gain->poly.count - first});
}

MlirValue smr_splice_gain(SmrEmit *e) {
  const SmrExpr *wanted = leading_terms(&e->s->arena, e->plan->gain);
  MlirValue gain = wanted ? smr_emit_expr(e, wanted) : (MlirValue){NULL};
  if (!gain.ptr)
    e->reason = NULL;
  return gain.ptr ? gain : smr_emit_int(e, INT64_MAX);
}

MlirValue smr_splice_no_record(SmrSplice *s) {
  SmrHostBuilder b = smr_emit_builder(&s->emit);
  MlirValue none = smr_record_address(&b, (MlirStringRef){NULL, 0});
  smr_vec_push(&s->no_records, none);
  return none;
}

MlirValue smr_splice_ask_bound(SmrSplice *s, MlirOperation bound, MlirValue gain, MlirValue asked) {
  SmrEmit *e = &s->emit;
  Signature type = {.host = smr_host_of(bound), .result = smr_int_type(e, 1)};
  if (asked.ptr)
    gain =
        smr_emit_binary(e, SMR_HOST_MUL, gain, smr_emit_unary(e, SMR_HOST_ZEXT, asked, smr_int_type(e, 64)));
  MlirValue operands[] = {gain, smr_splice_no_record(s)};
  return mlirOperationGetResult(emit_call(e, bound, &type, operands, 2), 0);
}

static bool same_dialect(SmrEmit *e, const Signature *type) {
  const SmrHost *host = e->s->host;
  bool same = type->host == host || (host->calls_llvm && type->host->flat);
  for (uint32_t k = 0; k < type->inputs.size; k++)
    same &= host->boxes || !smr_mlir_is_fortran(type->inputs.data[k]);
  return same || (smr_emit_fail(e, "the replacement speaks another dialect than the code"), false);
}

/// One argument; null after smr_emit_fail.
static MlirValue argument(SmrSplice *s, const SmrPassed *arg, uint32_t number, MlirType parameter,
                          MlirValue *temporaries) {
  switch (arg->kind) {
  case SMR_PASS_INT:
    return int_argument(s, arg, parameter);
  case SMR_PASS_ARRAY:
    return smr_emit_pointer(&s->emit, arg->value, arg->expr, parameter);
  case SMR_PASS_BOX:
    return box_argument(s, arg, parameter);
  default:
    return scalar_argument(s, arg, parameter, number, temporaries);
  }
}

//--- The call -------------------------------------------------------------------------

typedef struct {
  Signature type;
  MlirValue *operands, *temporaries; // of what is passed; per argument: where a new value comes back
  uint32_t passed, result;           // number of the argument that is the call's result, UINT32_MAX for none
  bool tries;                        // the callee returns whether it made the call
  MlirValue before, place;           // what the result is added to, where it goes; null: nothing, nowhere
} Call;

static bool has_parameters(const Call *c) {
  bool result = c->tries ? mlirTypeIsALLVMStructType(c->type.result) : !mlirTypeIsNull(c->type.result);
  return c->type.inputs.size == c->passed && result == (c->result != UINT32_MAX);
}

static MlirType number_type(SmrEmit *e, SmrType type) {
  MlirType builtin = smr_emit_number_type(e, type);
  return mlirTypeIsNull(builtin) ? builtin : e->s->host->type(builtin);
}

/// What is done with the result.
static bool prepare_result(SmrEmit *e, const SmrPassed *arg, Call *c) {
  if (arg->number) {
    c->before = smr_emit_number(e, arg->number, arg->type);
    if (!c->before.ptr)
      return false;
  }
  if (!arg->value)
    return true;
  MlirType type = number_type(e, arg->type);
  MlirType pointer = mlirTypeIsNull(type) ? type : e->s->host->element_pointer(e->context, type);
  if (mlirTypeIsNull(pointer))
    return smr_emit_fail(e, "the call's result has no place in memory"), false;
  c->place = smr_emit_pointer(e, arg->value, arg->expr, pointer);
  return c->place.ptr;
}

static bool prepare(SmrSplice *s, const SmrPlanStep *step, Call *c) {
  SmrEmit *e = &s->emit;
  c->result = UINT32_MAX;
  c->tries = s->tries;
  c->passed = c->tries ? 2 : 0;
  for (uint32_t k = 0; k < step->arg_count; k++) {
    if (step->args[k].kind == SMR_PASS_RESULT)
      c->result = k;
    else
      ++c->passed;
  }
  if (!signature_of(step->callee, &c->type))
    return smr_emit_fail(e, "the replacement is no function of this dialect"), false;
  if (!same_dialect(e, &c->type))
    return false;
  if (!has_parameters(c))
    return smr_emit_fail(e, "the replacement has other parameters than the idiom"), false;
  c->operands = smr_arena_alloc(&e->s->arena, ((size_t)c->passed + 1) * sizeof *c->operands);
  c->temporaries = smr_arena_alloc(&e->s->arena, ((size_t)step->arg_count + 1) * sizeof *c->temporaries);
  uint32_t next = 0;
  if (c->tries) {
    SmrHostBuilder b = smr_emit_builder(e);
    c->operands[next++] = smr_splice_gain(e);
    c->operands[next++] = smr_record_number(&b, smr_splice_no_record(s));
  }
  for (uint32_t k = 0; k < step->arg_count; k++) {
    const SmrPassed *arg = &step->args[k];
    if (arg->kind == SMR_PASS_RESULT)
      continue;
    MlirType parameter = c->type.inputs.data[next];
    MlirValue operand = argument(s, arg, k, parameter, c->temporaries);
    if (!operand.ptr)
      return smr_emit_fail(e, "the argument \"%s\" cannot be passed", arg->name ? arg->name : "?"), false;
    if (!mlirTypeEqual(mlirValueGetType(operand), parameter))
      return smr_emit_fail(e, "the value for \"%s\" has another type than the replacement's parameter",
                           arg->name ? arg->name : "?"),
             false;
    c->operands[next++] = operand;
  }
  return c->result == UINT32_MAX || prepare_result(e, &step->args[c->result], c);
}

static MlirValue result_of(SmrEmit *e, const SmrPassed *arg, const Call *c, MlirValue result) {
  MlirValue before = c->before;
  if (arg->adds)
    before = smr_emit_load(e, c->place, mlirValueGetType(result));
  if (before.ptr)
    result = smr_emit_binary(e, SMR_HOST_FADD, before, result);
  if (c->place.ptr)
    smr_emit_store(e, result, c->place);
  return result;
}

static bool is_last_call(const SmrSplicePlan *plan, uint32_t step) {
  while (++step < plan->step_count)
    if (!smr_is_left(&plan->steps[step]))
      return false;
  return true;
}

static void run(SmrSplice *s, uint32_t number, const Call *c) {
  SmrEmit *e = &s->emit;
  const SmrPlanStep *step = &s->plan->steps[number];
  MlirValue result = {NULL};
  if (c->tries) {
    SmrHostBuilder b = smr_emit_builder(e);
    s->did =
        smr_entry_try(&b, smr_symbol_name(step->callee), c->operands, c->passed, c->type.result, &result);
  } else {
    MlirOperation op = emit_call(e, step->callee, &c->type, c->operands, c->passed);
    result = c->result != UINT32_MAX ? mlirOperationGetResult(op, 0) : result;
  }
  if (s->site == SMR_SITE_CALLS &&
      is_last_call(s->plan, number)) // (the result is stored in the function itself)
    e->block = s->behind;
  if (c->result != UINT32_MAX)
    s->out[number][c->result] = result_of(e, &step->args[c->result], c, result);
  e->block = s->run;
  for (uint32_t k = 0; k < step->arg_count; k++)
    if (c->temporaries[k].ptr) {
      MlirType element = smr_mlir_pointee(mlirValueGetType(c->temporaries[k]));
      s->out[number][k] = smr_emit_load(
          e, c->temporaries[k], mlirTypeIsNull(element) ? smr_emit_type(e, step->args[k].type) : element);
    }
}

bool smr_splice_build_steps(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  uint32_t count = s->plan->step_count;
  Call *calls = smr_arena_alloc(&e->s->arena, ((size_t)count + 1) * sizeof *calls);
  bool ok = true;
  for (uint32_t k = 0; k < count; k++) {
    calls[k] = (Call){.operands = NULL};
    ok = ok && (smr_is_left(&s->plan->steps[k]) || prepare(s, &s->plan->steps[k], &calls[k]));
  }
  ok = ok && smr_left_prepare(s);
  for (uint32_t k = 0; k < count && ok; k++) {
    if (s->site == SMR_SITE_CALLS && smr_is_left(&s->plan->steps[k]) && mlirBlockEqual(s->run, s->first_run))
      s->run = s->behind;
    e->block = s->run;
    if (smr_is_left(&s->plan->steps[k]))
      ok = smr_left_run(s, k);
    else
      run(s, k, &calls[k]);
  }
  if (s->site == SMR_SITE_CALLS && mlirBlockEqual(s->run, s->first_run))
    s->run = s->behind;
  e->block = e->body;
  for (uint32_t k = 0; k < count; k++)
    smr_vec_free(&calls[k].type.inputs);
  return ok;
}
