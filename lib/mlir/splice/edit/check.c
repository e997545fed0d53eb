//===- check.c - steps that are compared with the code -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Calls of libsmr_rt (lib/runtime/check.h) around the steps, and after the roots, which stay where they are.
// Besides arrays, the steps change variables, and make values that leave the roots: the former are compared
// in place, the latter by way of variables of their own.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/slot.h"
#include "mlir/splice/edit/edit.h"

static const char begins[] = "smr.check";

//--- What is brought in -----------------------------------------------------------------------------

MlirOperation smr_inject_check(MlirOperation module, uint32_t number, const SmrStr *text, uint32_t line,
                               SmrDiag *diag, SmrStr *refusal) {
  SmrStr source = {0}, name = {0};
  MlirOperation bound;
  smr_check_text(text, line, &source);
  smr_str_printf(&name, "%s.%u", begins, number);
  MlirOperation begin = smr_inject(module, source.data, source.size, "begin", smr_str_get(&name),
                                   smr_str_get(&name), false, NULL, NULL, 0, &bound, diag, refusal);
  smr_str_free(&source);
  smr_str_free(&name);
  return begin;
}

void smr_drop_check(MlirOperation begin) {
  MlirStringRef own = mlirStringAttrGetValue(smr_mlir_attribute(begin, "sym_name"));
  SmrStr name = {0};
  smr_str_printf(&name, "%.*s.text", (int)own.length, own.data);
  MlirBlock body = mlirOperationGetBlock(begin);
  mlirOperationDestroy(begin);
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirAttribute symbol = smr_mlir_attribute(op, "sym_name");
    if (!mlirAttributeIsNull(symbol) &&
        mlirStringRefEqual(mlirStringAttrGetValue(symbol), smr_ref(smr_str_get(&name))))
      mlirOperationDestroy(op);
  }
  smr_str_free(&name);
}

static MlirWalkResult find_begin(MlirOperation op, void *found) {
  MlirAttribute callee = smr_mlir_attribute(op, "callee");
  if (mlirAttributeIsNull(callee) || !mlirAttributeIsAFlatSymbolRef(callee))
    return MlirWalkResultAdvance;
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(callee);
  size_t length = sizeof begins - 1;
  *(bool *)found = name.length > length && !memcmp(name.data, begins, length) && name.data[length] == '.';
  return *(bool *)found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool smr_splice_has_checks(MlirOperation function) {
  bool found = false;
  mlirOperationWalk(function, find_begin, &found, MlirWalkPreOrder);
  return found;
}

//--- What is compared ---------------------------------------------------------------------------------

int64_t smr_check_kind(SmrType type, uint32_t bytes) {
  static const struct {
    SmrType type;
    int64_t kind;
  } kinds[] = {{SMR_TYPE(SMR_T_FLOAT, 16), SMR_CHECK_F16},
               {SMR_BF16, SMR_CHECK_BF16},
               {SMR_F32, SMR_CHECK_F32},
               {SMR_F64, SMR_CHECK_F64},
               {SMR_TYPE(SMR_T_COMPLEX, 32), SMR_CHECK_F32},
               {SMR_TYPE(SMR_T_COMPLEX, 64), SMR_CHECK_F64}};
  int64_t kind = SMR_TYPE_KIND(type) == SMR_T_INT || SMR_TYPE_KIND(type) == SMR_T_PTR ? SMR_CHECK_BITS : -1;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    kind = kinds[k].type == type ? kinds[k].kind : kind;
  return kind < 0 ? kind : kind | (int64_t)bytes << SMR_CHECK_BYTES;
}

/// Of a value of the code; -1: it cannot be compared.
static int64_t kind_of(SmrEmit *e, MlirType type) {
  static const SmrType types[] = {
      SMR_TYPE(SMR_T_FLOAT, 16), SMR_BF16, SMR_F32, SMR_F64, SMR_I1, SMR_I32, SMR_I64, SMR_TYPE(SMR_T_INT, 8),
      SMR_TYPE(SMR_T_INT, 16)};
  if (mlirTypeIsAComplex(type)) {
    int64_t part = kind_of(e, mlirComplexTypeGetElementType(type));
    return part < 0 ? part : part + ((part >> SMR_CHECK_BYTES) << SMR_CHECK_BYTES);
  }
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (mlirTypeEqual(e->s->host->type(smr_emit_type(e, types[k])), type) ||
        mlirTypeEqual(smr_emit_type(e, types[k]), type))
      return smr_check_kind(types[k], types[k] == SMR_I1 ? 1 : smr_type_bytes(types[k]));
  return mlirTypeIsAIndex(type) || smr_mlir_is_c_pointer(type) ? smr_check_kind(SMR_I64, 8) : -1;
}

//--- Calls ------------------------------------------------------------------------------------------

static MlirType number_of(const SmrSplice *s) {
  return mlirValueGetType(
      mlirBlockGetArgument(mlirRegionGetFirstBlock(mlirOperationGetRegion(s->plan->check->begin, 0)), 0));
}

static MlirValue call(SmrSplice *s, MlirStringRef symbol, MlirValue *operands, intptr_t count, bool result) {
  SmrEmit *e = &s->emit;
  MlirType number = number_of(s);
  for (intptr_t k = 0; k < count; k++)
    if (!(operands[k] = smr_emit_convert(e, operands[k], number)).ptr)
      return operands[k];
  SmrHostBuilder b = smr_emit_builder(e);
  MlirOperation op = smr_build_call(smr_host_of(s->plan->check->begin), &b, symbol, operands, count,
                                    result ? number : (MlirType){NULL});
  return result ? mlirOperationGetResult(op, 0) : operands[0];
}

static MlirValue handle(SmrSplice *s) {
  return smr_emit_load(&s->emit, s->check, number_of(s));
}

static bool name_array(SmrSplice *s, MlirValue low, MlirValue high, MlirValue first, int64_t step,
                       int64_t kind) {
  SmrEmit *e = &s->emit;
  if (!low.ptr || !high.ptr || !first.ptr)
    return false;
  MlirValue operands[] = {handle(s), low, high, first, smr_emit_int(e, step), smr_emit_int(e, kind)};
  return call(s, smr_ref("smr_rt_check_array"), operands, 6, false).ptr;
}

/// What stands in a variable, which is one number.
static bool name_variable(SmrSplice *s, MlirValue pointer, MlirType type) {
  SmrEmit *e = &s->emit;
  int64_t kind = mlirTypeIsNull(type) ? -1 : kind_of(e, type);
  if (kind < 0)
    return smr_emit_fail(e, "the call cannot be checked: it makes a value that is no number"), false;
  int64_t bytes = kind >> SMR_CHECK_BYTES;
  SmrHostBuilder b = smr_emit_builder(e);
  MlirValue low = smr_build_address(e->s->host, &b, pointer);
  MlirValue high = smr_emit_binary(e, SMR_HOST_ADD, low, smr_emit_int(e, bytes));
  int64_t exact = s->plan->check->exact ? SMR_CHECK_EXACT : 0;
  return name_array(s, low, high, low, bytes, kind | SMR_CHECK_WRITTEN | SMR_CHECK_VALUE | exact);
}

static bool name_arrays(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  const SmrSpliceCheck *check = s->plan->check;
  for (uint32_t k = 0; k < check->array_count; k++) {
    const SmrCheckedArray *a = &check->arrays[k];
    MlirValue low = smr_emit_expr(e, a->low), high = smr_emit_expr(e, a->high),
              first = smr_emit_expr(e, a->first);
    if (!name_array(s, low, high, first, a->step, a->kind | (check->exact ? SMR_CHECK_EXACT : 0)))
      return false;
  }
  return true;
}

/// Variables that stores after the steps set, and those that copies set.
static bool name_variables(SmrSplice *s) {
  SmrSplicer *splicer = s->emit.s;
  for (uint32_t k = 0; k < s->stored.size; k++)
    if (!name_variable(s, s->stored.data[k].pointer, s->stored.data[k].type))
      return false;
  for (uint32_t p = 0; p < s->left_parts.size; p++) {
    const SmrLeftPart *left = s->left_parts.data[p];
    for (uint32_t k = 0; k < left->put_back.size; k++) {
      MlirValue variable = left->put_back.data[k].variable;
      if (!name_variable(s, variable, smr_mlir_variable_type(splicer, variable)))
        return false;
    }
    for (uint32_t k = 0; k < left->copied.variables.size; k++) {
      MlirValue variable = left->copied.variables.data[k];
      if (smr_mlir_dominates(splicer, variable, s->emit.at) &&
          !name_variable(s, variable, smr_mlir_variable_type(splicer, variable)))
        return false;
    }
  }
  return true;
}

static bool name_results(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  for (uint32_t k = 0; k < s->becomes.size + s->leaving.size; k++) {
    MlirValue value = k < s->becomes.size ? s->becomes.data[k] : s->leaving.data[k - s->becomes.size];
    MlirType type = mlirValueGetType(value);
    if (kind_of(e, type) < 0)
      return smr_emit_fail(e, "the call cannot be checked: it makes a value that is no number"), false;
    MlirValue variable = smr_emit_temporary(e, type);
    if (!variable.ptr || !name_variable(s, variable, type))
      return false;
    smr_vec_push(&s->results, variable);
    MlirBlock before = e->block;
    e->block = s->run;
    smr_emit_store(e, value, variable);
    e->block = before;
  }
  return true;
}

void smr_check_compare(SmrSplice *s, uint32_t number, MlirValue value) {
  MlirBlock before = s->emit.block;
  s->emit.block = s->finishing;
  smr_emit_store(&s->emit, value, s->results.data[number]);
  s->emit.block = before;
}

void smr_check_close(SmrSplice *s) {
  MlirBlock before = s->emit.block;
  s->emit.block = s->finishing;
  MlirValue check = handle(s);
  call(s, smr_ref("smr_rt_check_end"), &check, 1, false);
  s->emit.block = before;
}

static bool begin(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  const SmrSpliceCheck *check = s->plan->check;
  MlirAttribute symbol = smr_mlir_attribute(check->begin, "sym_name");
  e->block = s->save; // (tests may move into a site function)
  s->check = smr_emit_temporary(e, number_of(s));
  MlirValue none = smr_emit_convert(e, smr_emit_int(e, 0), number_of(s));
  if (!s->check.ptr || !none.ptr)
    return false;
  smr_emit_store(e, none, s->check);
  e->block = e->body;
  MlirValue terms = check->terms ? smr_emit_expr(e, check->terms) : smr_emit_int(e, 0);
  MlirValue made = terms.ptr ? call(s, mlirStringAttrGetValue(symbol), &terms, 1, true) : terms;
  if (made.ptr)
    smr_emit_store(e, made, s->check);
  return made.ptr;
}

/// Are the calls to run (once more)?
static MlirValue ask_ready(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  MlirValue check = handle(s);
  MlirValue ready = call(s, smr_ref("smr_rt_check_ready"), &check, 1, true);
  ready = smr_emit_convert(e, ready, smr_int_type(e, 64));
  return ready.ptr ? smr_emit_compare(e, SMR_NE, ready, smr_emit_int(e, 0)) : ready;
}

/// Without a chain: `if (ready) run`, as often as calls may run, at the end of body.
static bool nest_run(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  MlirBlock otherwise = mlirBlockCreate(0, NULL, NULL);
  SmrHostBuilder b = smr_emit_builder(e);
  b.block = s->first_run;
  smr_build_yield(e->s->host, &b, NULL, 0);
  b.block = otherwise;
  smr_build_yield(e->s->host, &b, NULL, 0);
  MlirOperation branch = smr_build_if(e->s->host, &b, s->ready, s->first_run, otherwise, NULL, 0, NULL);
  s->first_run = s->run = (MlirBlock){NULL};
  mlirBlockAppendOwnedOperation(e->body, branch);
  for (int more = 1; more < SMR_CHECK_PASSES; more++) {
    MlirValue again = ask_ready(s);
    if (!again.ptr)
      return false;
    MlirOperation copy = mlirOperationClone(branch);
    mlirOperationSetOperand(copy, 0, again);
    mlirBlockAppendOwnedOperation(e->body, copy);
  }
  return true;
}

bool smr_check_build(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  if (!begin(s) || !name_arrays(s) || !name_variables(s) || !name_results(s))
    return smr_emit_fail(e, "the call cannot be checked"), false;
  s->ready = ask_ready(s);
  if (!s->ready.ptr)
    return false;
  e->block = s->run;
  MlirValue check = handle(s);
  call(s, smr_ref("smr_rt_check_exchange"), &check, 1, false);
  if (e->chain && !(s->again = ask_ready(s)).ptr)
    return false;
  s->finishing = mlirBlockCreate(0, NULL, NULL);
  for (uint32_t k = 0; k < s->escaping.size; k++)
    smr_check_compare(s, k, s->escaping.data[k]);
  e->block = e->body;
  if (!e->chain) {
    smr_check_close(s);
    return nest_run(s);
  }
  return true;
}
