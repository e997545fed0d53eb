//===- splice.c - put a call where code was ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/splice.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/splice_internal.h"
#include <string.h>

//--- The roots in MLIR ------------------------------------------------------------

typedef struct {
  SmrEmit emit;
  const SmrSpliceCall *call;
  SMR_VEC(MlirOperation) roots; // in program order, none inside another, all in one block
  SMR_VEC(MlirBlock) early;     // per root but the last: ops that must stand where it stood
  SMR_VEC(MlirValue) passing;   // results of those roots that are used elsewhere
  SMR_VEC(MlirValue) instead;   // … and the same values, built in early
  SMR_VEC(MlirValue) escaping;  // results of the last root that are used elsewhere
  SMR_VEC(MlirValue) becomes;   // … and what they are after the call, built in body
  MlirValue *out;               // per argument: its new value
  SmrBlockLoop loop;            // the one root, when it is made of blocks
} Splice;

static bool inside_any_root(const Splice *s, MlirOperation op) {
  for (uint32_t r = 0; r < s->roots.size; ++r)
    if (smr_mlir_inside(op, s->roots.data[r]))
      return true;
  return false;
}

static bool find_roots(Splice *s) {
  const SmrGraph *g = s->emit.g;
  for (uint32_t k = 0; k < s->call->root_count; ++k) {
    const SmrOpData *data = smr_op(g, s->call->roots[k]);
    if (!data->handle)
      return smr_emit_fail(&s->emit, "part of the code has no place in MLIR"), false;
    if (data->flags & SMR_F_CFG) {
      if (s->call->root_count > 1)
        return smr_emit_fail(&s->emit, "a loop made of jumps is only part of the idiom"), false;
      return smr_block_loop_find(&s->emit, (MlirBlock){data->handle}, (MlirBlock){data->handle2}, &s->loop);
    }
    MlirOperation op = {data->handle};
    if (smr_mlir_named(op, "fir.do_concurrent.loop")) // what it terminates is nothing but its frame
      op = mlirOperationGetParentOperation(op);
    if (mlirOperationEqual(mlirBlockGetTerminator(mlirOperationGetBlock(op)), op))
      return smr_emit_fail(&s->emit, "the code ends a block, so nothing can stand in its place"), false;
    if (inside_any_root(s, op))
      continue; // a store that was sunk out of another root
    for (uint32_t r = 0; r < s->roots.size; ++r)
      if (smr_mlir_inside(s->roots.data[r], op))
        s->roots.data[r--] = s->roots.data[--s->roots.size];
    smr_vec_push(&s->roots, op);
  }
  for (uint32_t i = 0; i < s->roots.size; ++i) {
    if (mlirBlockIsNull(mlirOperationGetBlock(s->roots.data[i])) ||
        !mlirBlockEqual(mlirOperationGetBlock(s->roots.data[i]), mlirOperationGetBlock(s->roots.data[0])))
      return smr_emit_fail(&s->emit, "the parts of the idiom stand in different blocks"), false;
    for (uint32_t j = i; j > 0 && smr_mlir_before(s->emit.s, s->roots.data[j], s->roots.data[j - 1]); --j) {
      MlirOperation swap = s->roots.data[j];
      s->roots.data[j] = s->roots.data[j - 1];
      s->roots.data[j - 1] = swap;
    }
  }
  return true;
}

//--- Arguments ---------------------------------------------------------------------

static bool function_type(MlirOperation function, MlirType *type) {
  MlirAttribute attribute = mlirOperationGetAttributeByName(function, smr_ref("function_type"));
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAType(attribute))
    return false;
  *type = mlirTypeAttrGetValue(attribute);
  return mlirTypeIsAFunction(*type);
}

static MlirValue by_reference(Splice *s, MlirType element, MlirValue value) {
  MlirValue temporary = smr_emit_temporary(&s->emit, element);
  if (value.ptr)
    smr_emit_store(&s->emit, value, temporary);
  return temporary;
}

static MlirValue int_argument(Splice *s, const SmrPassed *arg, MlirType type) {
  SmrEmit *e = &s->emit;
  MlirType element = smr_mlir_pointee(type);
  uint32_t leaf;
  MlirValue value = arg->expr->op == SMR_X_POLY && smr_poly_is_leaf(arg->expr->poly, &leaf)
                        ? smr_emit_value(e, leaf)
                        : smr_emit_expr(e, arg->expr);
  value = smr_emit_convert(e, value, mlirTypeIsNull(element) ? type : element);
  return mlirTypeIsNull(element) || !value.ptr ? value : by_reference(s, element, value);
}

static MlirValue scalar_argument(Splice *s, const SmrPassed *arg, MlirType type, uint32_t number,
                                 MlirValue *temporaries) {
  SmrEmit *e = &s->emit;
  MlirType element = smr_mlir_pointee(type), wanted = mlirTypeIsNull(element) ? type : element;
  MlirValue value = {NULL};
  if (arg->value) {
    value = smr_emit_value(e, arg->value);
    if (!value.ptr)
      return value;
    if (!mlirTypeEqual(mlirValueGetType(value), wanted)) {
      bool integer = mlirTypeIsAInteger(wanted) && (mlirTypeIsAInteger(mlirValueGetType(value)) ||
                                                    mlirTypeIsAIndex(mlirValueGetType(value)));
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
  MlirValue temporary = by_reference(s, element, value);
  if (arg->kind == SMR_PASS_OUT)
    temporaries[number] = temporary;
  return temporary;
}

static MlirValue box_argument(Splice *s, const SmrPassed *arg, MlirType type) {
  SmrEmit *e = &s->emit;
  int64_t offset = 0;
  if ((e->s->host == SMR_HOST_FIR && SMR_TYPE_KIND(smr_value_type(e->g, arg->value)) != SMR_T_BOX) ||
      (arg->expr && !(smr_expr_is_const(arg->expr, &offset) && offset == 0)))
    return smr_emit_fail(e, "no descriptor of the array for \"%s\" is at hand", arg->name);
  MlirValue box = smr_emit_value(e, arg->value);
  if (!box.ptr || mlirTypeEqual(mlirValueGetType(box), type))
    return box;
  if (e->s->host != SMR_HOST_FIR)
    return smr_emit_memref(e, box, type);
  // Equal but for what a descriptor says anyway: heap or not, known extents.
  const int32_t segments[] = {1, 0, 0}; // no shape, no slice
  MlirNamedAttribute attribute =
      smr_attr(e, "operandSegmentSizes", mlirDenseI32ArrayGet(e->context, 3, segments));
  MlirOperation rebox = smr_emit_op(e, e->block, "fir.rebox", &box, 1, &type, 1, &attribute, 1);
  return mlirOperationGetResult(rebox, 0);
}

/// Builds arguments, call and the arguments' new values.
static bool build_call(Splice *s) {
  SmrEmit *e = &s->emit;
  const SmrSpliceCall *call = s->call;
  MlirType type;
  if (!function_type(call->callee, &type))
    return smr_emit_fail(e, "the replacement is no function of this dialect"), false;
  bool llvm = smr_mlir_named(call->callee, "llvm.func");
  for (intptr_t k = 0; k < mlirFunctionTypeGetNumInputs(type); ++k) {
    SmrStr text = {0};
    smr_mlir_type_text(mlirFunctionTypeGetInput(type, k), &text);
    bool fir = !strncmp(smr_str_get(&text), "!fir.", 5);
    smr_str_free(&text);
    if (llvm != (e->s->host == SMR_HOST_LLVM) || (fir && e->s->host != SMR_HOST_FIR))
      return smr_emit_fail(e, "the replacement speaks another dialect than the code"), false;
  }
  uint32_t passed = 0, result_arg = UINT32_MAX;
  for (uint32_t k = 0; k < call->arg_count; ++k) {
    if (call->args[k].kind == SMR_PASS_RESULT)
      result_arg = k;
    else
      ++passed;
  }
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  if (mlirFunctionTypeGetNumInputs(type) != (intptr_t)passed || results != (result_arg == UINT32_MAX ? 0 : 1))
    return smr_emit_fail(e, "the replacement has other parameters than the idiom"), false;
  MlirValue *operands = smr_arena_alloc(&e->s->arena, (passed + 1) * sizeof *operands);
  MlirValue *temporaries = smr_arena_alloc(&e->s->arena, (call->arg_count + 1) * sizeof *temporaries);
  uint32_t next = 0;
  for (uint32_t k = 0; k < call->arg_count; ++k) {
    const SmrPassed *arg = &call->args[k];
    if (arg->kind == SMR_PASS_RESULT)
      continue;
    MlirType parameter = mlirFunctionTypeGetInput(type, next);
    switch (arg->kind) {
    case SMR_PASS_INT:
      operands[next] = int_argument(s, arg, parameter);
      break;
    case SMR_PASS_ARRAY:
      operands[next] = smr_emit_pointer(e, arg->value, arg->expr, parameter);
      break;
    case SMR_PASS_BOX:
      operands[next] = box_argument(s, arg, parameter);
      break;
    default:
      operands[next] = scalar_argument(s, arg, parameter, k, temporaries);
    }
    if (!operands[next].ptr)
      return smr_emit_fail(e, "the argument \"%s\" cannot be passed", arg->name ? arg->name : "?"), false;
    ++next;
  }
  static const char *const names[] = {"fir.call", "func.call", "llvm.call"};
  MlirAttribute symbol = mlirOperationGetAttributeByName(call->callee, smr_ref("sym_name"));
  MlirAttribute callee = mlirFlatSymbolRefAttrGet(e->context, mlirStringAttrGetValue(symbol));
  MlirNamedAttribute attribute = smr_attr(e, "callee", callee);
  MlirType result_type = results ? mlirFunctionTypeGetResult(type, 0) : (MlirType){NULL};
  MlirOperation op = smr_emit_op(e, e->block, names[e->s->host], operands, (intptr_t)passed, &result_type,
                                 results, &attribute, 1);
  if (results)
    s->out[result_arg] = mlirOperationGetResult(op, 0);
  for (uint32_t k = 0; k < call->arg_count; ++k)
    if (temporaries[k].ptr)
      s->out[k] = smr_emit_load(e, temporaries[k], smr_mlir_pointee(mlirValueGetType(temporaries[k])));
  return true;
}

//--- After the call ------------------------------------------------------------------

static MlirValue after_value(Splice *s, SmrAfter after, MlirType type) {
  SmrEmit *e = &s->emit;
  MlirValue value = {NULL};
  switch (after.kind) {
  case SMR_AFTER_ARG:
    value = s->out[after.arg];
    break;
  case SMR_AFTER_EXPR:
    value = smr_emit_expr(e, after.expr);
    break;
  case SMR_AFTER_VALUE:
    value = smr_emit_value(e, after.value);
    break;
  default:
    return smr_emit_fail(e, "a value that the code computes besides the idiom is used later");
  }
  if (!value.ptr)
    return smr_emit_fail(e, "a value that is used later cannot be rebuilt");
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  bool integers = (mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type)) &&
                  (mlirTypeIsAInteger(mlirValueGetType(value)) || mlirTypeIsAIndex(mlirValueGetType(value)));
  return integers ? smr_emit_convert(e, value, type)
                  : smr_emit_fail(e, "a value that is used later has another type");
}

/// The MLIR store of a SUNK store tells the pointer's type; a slot's is that of its own MLIR value.
static bool build_store(Splice *s, const SmrAfterStore *store) {
  SmrEmit *e = &s->emit;
  {
    MlirOperation original = {store->store ? smr_op(e->g, store->store)->handle : NULL};
    MlirType pointer_type, element;
    MlirValue pointer;
    if (original.ptr && e->s->host != SMR_HOST_STD && mlirOperationGetNumOperands(original) >= 2) {
      pointer_type = mlirValueGetType(mlirOperationGetOperand(original, 1));
      element = mlirValueGetType(mlirOperationGetOperand(original, 0));
      pointer = smr_emit_address(e, store->ptr, pointer_type);
    } else {
      pointer = original.ptr ? (MlirValue){NULL} : smr_emit_value(e, store->ptr);
      element = pointer.ptr ? smr_mlir_pointee(mlirValueGetType(pointer)) : (MlirType){NULL};
    }
    if (!pointer.ptr || mlirTypeIsNull(element))
      return smr_emit_fail(e, "a store after the loop cannot be rebuilt"), false;
    MlirValue value = after_value(s, store->value, element);
    if (!value.ptr)
      return false;
    smr_emit_store(e, value, pointer);
  }
  return true;
}

static bool build_stores(Splice *s) {
  for (uint32_t k = 0; k < s->call->store_count; ++k)
    if (!build_store(s, &s->call->stores[k]))
      return false;
  return true;
}

/// Parts of the idiom that stand before its last part move down to it. What the code between sees of them
/// (final values of loop variables) is built where they stood; it must be right even when the part runs
/// later, so only values that hold for any trip count will do.
static bool build_early(Splice *s) {
  SmrEmit *e = &s->emit;
  MlirOperation at = e->at;
  bool ok = true;
  for (uint32_t r = 0; r + 1 < s->roots.size && ok; ++r) {
    MlirOperation root = s->roots.data[r];
    SmrMap known = e->pre_known;
    e->pre_known = (SmrMap){0};
    e->at = root;
    e->block = mlirBlockCreate(0, NULL, NULL);
    smr_vec_push(&s->early, e->block);
    for (intptr_t k = 0; k < mlirOperationGetNumResults(root) && ok; ++k) {
      MlirValue result = mlirOperationGetResult(root, k);
      uint32_t value;
      bool used = false;
      for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
           use = mlirOpOperandGetNextUse(use))
        used |= !inside_any_root(s, mlirOpOperandGetOwner(use));
      if (!used)
        continue;
      SmrAfter becomes = {0};
      if (smr_map_get(&e->s->values, (uint64_t)(uintptr_t)result.ptr, &value))
        becomes = s->call->after(s->call->after_data, value);
      if (becomes.kind != SMR_AFTER_VALUE) {
        smr_emit_fail(e, "code behind a part of the idiom uses its result");
        ok = false;
        break;
      }
      MlirValue instead = after_value(s, becomes, mlirValueGetType(result));
      ok = instead.ptr != NULL;
      smr_vec_push(&s->passing, result);
      smr_vec_push(&s->instead, instead);
    }
    for (uint32_t k = 0; k < s->call->store_count && ok; ++k) {
      const SmrAfterStore *store = &s->call->stores[k];
      if (!store->store && smr_op(e->g, store->root)->handle == root.ptr)
        ok = store->value.kind == SMR_AFTER_VALUE
                 ? build_store(s, store)
                 : (smr_emit_fail(e, "a variable set by a part of the idiom is read later"), false);
    }
    smr_map_free(&e->pre_known);
    e->pre_known = known;
  }
  e->at = at;
  return ok;
}

static bool build_escaping(Splice *s) {
  SmrEmit *e = &s->emit;
  if (!s->roots.size)
    return true;
  MlirOperation root = s->roots.data[s->roots.size - 1];
  for (intptr_t k = 0; k < mlirOperationGetNumResults(root); ++k) {
    MlirValue result = mlirOperationGetResult(root, k);
    bool used = false;
    for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
         use = mlirOpOperandGetNextUse(use))
      used |= !inside_any_root(s, mlirOpOperandGetOwner(use));
    if (!used)
      continue;
    uint32_t value;
    if (!smr_map_get(&e->s->values, (uint64_t)(uintptr_t)result.ptr, &value))
      return smr_emit_fail(e, "a result of the code is not understood"), false;
    MlirValue becomes = after_value(s, s->call->after(s->call->after_data, value), mlirValueGetType(result));
    if (!becomes.ptr)
      return false;
    smr_vec_push(&s->escaping, result);
    smr_vec_push(&s->becomes, becomes);
  }
  return true;
}

static bool build_all(Splice *s, MlirValue *condition) {
  SmrEmit *e = &s->emit;
  e->block = e->pre;
  e->speculative = s->call->guard_count > 0;
  for (uint32_t k = 0; k < s->call->guard_count; ++k) {
    MlirValue test = smr_emit_test(e, s->call->guards[k]);
    if (!test.ptr)
      return false;
    if (condition->ptr) {
      MlirValue both[] = {*condition, test};
      MlirType type = mlirValueGetType(test);
      MlirOperation op = smr_emit_op(e, e->block, e->s->host == SMR_HOST_LLVM ? "llvm.and" : "arith.andi",
                                     both, 2, &type, 1, NULL, 0);
      test = mlirOperationGetResult(op, 0);
    }
    *condition = test;
  }
  e->block = e->body;
  e->speculative = false;
  if (!build_early(s))
    return false;
  e->block = e->body;
  return build_call(s) && build_stores(s) && build_escaping(s);
}

//--- The edit ----------------------------------------------------------------------------

static MlirOperation first_op(MlirBlock block) {
  return mlirBlockGetFirstOperation(block);
}

static void move_before(MlirBlock from, MlirOperation where) {
  for (MlirOperation op = first_op(from); op.ptr; op = first_op(from))
    mlirOperationMoveBefore(op, where);
}

/// Temporaries belong to the function's entry block, or to that of the parallel region that each thread runs
/// alone.
static MlirBlock entry_block(SmrSplicer *s, MlirOperation at) {
  static const char *const own_stack[] = {"omp.parallel", "omp.task",         "omp.target",  "omp.teams",
                                          "omp.taskloop", "acc.parallel",     "acc.kernels", "acc.serial",
                                          "gpu.launch",   "fir.do_concurrent"};
  for (MlirOperation op = at; op.ptr && !mlirOperationEqual(op, s->function);
       op = mlirOperationGetParentOperation(op)) {
    MlirOperation parent = mlirOperationGetParentOperation(op);
    for (unsigned k = 0; k < sizeof own_stack / sizeof *own_stack; ++k)
      if (parent.ptr && smr_mlir_named(parent, own_stack[k]))
        return mlirRegionGetFirstBlock(mlirBlockGetParentRegion(mlirOperationGetBlock(op)));
  }
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(s->function, 0));
}

static void terminate(Splice *s, MlirBlock block, const MlirValue *values, uint32_t count) {
  smr_emit_op(&s->emit, block, s->emit.s->host == SMR_HOST_FIR ? "fir.result" : "scf.yield", values, count,
              NULL, 0, NULL, 0);
}

static void replace_outside(Splice *s, MlirValue old, MlirValue fresh) {
  SMR_VEC(MlirOpOperand) uses = {0};
  for (MlirOpOperand use = mlirValueGetFirstUse(old); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (!inside_any_root(s, mlirOpOperandGetOwner(use)))
      smr_vec_push(&uses, use);
  for (uint32_t k = 0; k < uses.size; ++k)
    mlirOperationSetOperand(mlirOpOperandGetOwner(uses.data[k]), mlirOpOperandGetOperandNumber(uses.data[k]),
                            fresh);
  smr_vec_free(&uses);
  // Later splices must see the new value, and where it stands.
  SmrSplicer *splicer = s->emit.s;
  uint32_t place, own;
  if (mlirValueIsAOpResult(old) && mlirValueIsAOpResult(fresh) &&
      !smr_map_get(&splicer->order, (uint64_t)(uintptr_t)mlirOpResultGetOwner(fresh).ptr, &own) &&
      smr_map_get(&splicer->order, (uint64_t)(uintptr_t)mlirOpResultGetOwner(old).ptr, &place))
    smr_map_set(&splicer->order, (uint64_t)(uintptr_t)mlirOpResultGetOwner(fresh).ptr, place);
  SmrGraph *g = s->emit.g;
  uint32_t value;
  if (!smr_map_get(&s->emit.s->values, (uint64_t)(uintptr_t)old.ptr, &value))
    return;
  for (uint32_t v = value; v; v = s->emit.s->same_handle[v])
    g->values.data[v].handle = (void *)(uintptr_t)fresh.ptr;
  smr_map_set(&s->emit.s->values, (uint64_t)(uintptr_t)fresh.ptr, value);
}

static void commit_structured(Splice *s, MlirValue condition) {
  SmrEmit *e = &s->emit;
  MlirOperation last = s->roots.data[s->roots.size - 1];
  for (uint32_t r = 0; r < s->early.size; ++r)
    move_before(s->early.data[r], s->roots.data[r]);
  for (uint32_t k = 0; k < s->passing.size; ++k)
    replace_outside(s, s->passing.data[k], s->instead.data[k]);
  move_before(e->pre, last);
  if (!condition.ptr) {
    move_before(e->body, last);
    for (uint32_t k = 0; k < s->escaping.size; ++k)
      replace_outside(s, s->escaping.data[k], s->becomes.data[k]);
    for (uint32_t r = s->roots.size; r-- > 0;) {
      mlirOperationRemoveFromParent(s->roots.data[r]);
      smr_vec_push(&e->s->trash, s->roots.data[r]);
    }
    return;
  }
  SMR_VEC(MlirType) types = {0};
  for (uint32_t k = 0; k < s->escaping.size; ++k)
    smr_vec_push(&types, mlirValueGetType(s->escaping.data[k]));
  MlirOperationState state =
      mlirOperationStateGet(smr_ref(e->s->host == SMR_HOST_FIR ? "fir.if" : "scf.if"), e->loc);
  mlirOperationStateAddOperands(&state, 1, &condition);
  mlirOperationStateAddResults(&state, types.size, types.data);
  MlirRegion regions[] = {mlirRegionCreate(), mlirRegionCreate()};
  MlirBlock otherwise = mlirBlockCreate(0, NULL, NULL);
  terminate(s, e->body, s->becomes.data, s->becomes.size);
  mlirRegionAppendOwnedBlock(regions[0], e->body);
  e->body = (MlirBlock){NULL};
  mlirRegionAppendOwnedBlock(regions[1], otherwise);
  mlirOperationStateAddOwnedRegions(&state, 2, regions);
  MlirOperation branch = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(last), last, branch);
  for (uint32_t k = 0; k < s->escaping.size; ++k)
    replace_outside(s, s->escaping.data[k], mlirOperationGetResult(branch, k));
  terminate(s, otherwise, s->escaping.data, s->escaping.size);
  MlirOperation end = mlirBlockGetTerminator(otherwise);
  for (uint32_t r = 0; r < s->roots.size; ++r) {
    SMR_VEC(MlirOperation) again = {0};
    if (r + 1 < s->roots.size)
      for (MlirOperation op = mlirOperationGetNextInBlock(s->roots.data[r]);
           !mlirOperationEqual(op, s->roots.data[r + 1]); op = mlirOperationGetNextInBlock(op))
        if (smr_mlir_named(op, "fir.store") &&
            smr_mlir_stores_to(s->roots.data[r], smr_mlir_slot(mlirOperationGetOperand(op, 1))))
          smr_vec_push(&again, op);
    mlirOperationMoveBefore(s->roots.data[r], end);
    for (uint32_t k = 0; k < again.size;
         ++k) // a variable that this part leaves otherwise than the store after it
      mlirBlockInsertOwnedOperationBefore(otherwise, end, mlirOperationClone(again.data[k]));
    smr_vec_free(&again);
  }
  smr_vec_free(&types);
}

bool smr_splice(SmrSplicer *splicer, const SmrSpliceCall *call, bool only_check, const char **reason) {
  Splice s = {.call = call};
  SmrEmit *e = &s.emit;
  e->s = splicer;
  e->g = splicer->graph;
  e->context = splicer->context;
  s.out = smr_arena_alloc(&splicer->arena, (call->arg_count + 1) * sizeof *s.out);
  bool ok = find_roots(&s);
  if (ok) {
    e->call = call;
    e->header = s.loop.header;
    e->roots = s.roots.data, e->root_count = s.roots.size;
    e->root_blocks = s.loop.blocks.data, e->root_block_count = s.loop.blocks.size;
    e->at = s.loop.header.ptr ? first_op(s.loop.header) : s.roots.data[s.roots.size - 1];
    e->loc = mlirOperationGetLocation(s.loop.header.ptr ? e->at : s.roots.data[0]);
    e->entry = mlirBlockCreate(0, NULL, NULL);
    e->pre = mlirBlockCreate(0, NULL, NULL);
    e->body = mlirBlockCreate(0, NULL, NULL);
    MlirValue condition = {NULL};
    ok = smr_splice_explained(e, call, s.roots.data, s.roots.size, s.loop.blocks.data, s.loop.blocks.size) &&
         build_all(&s, &condition);
    if (ok && !only_check) {
      MlirBlock entry = entry_block(splicer, e->at);
      move_before(e->entry, first_op(entry));
      if (s.loop.header.ptr)
        smr_block_loop_replace(e, &s.loop, condition);
      else
        commit_structured(&s, condition);
    }
    // What is left holds the ops of a splice that was not wanted; users before what they use.
    if (e->body.ptr)
      mlirBlockDestroy(e->body);
    if (e->pre.ptr)
      mlirBlockDestroy(e->pre);
    mlirBlockDestroy(e->entry);
  }
  *reason = ok ? NULL : e->reason ? e->reason : "the call cannot be built";
  smr_map_free(&e->pre_known);
  smr_map_free(&e->body_known);
  smr_vec_free(&e->made);
  smr_vec_free(&s.roots);
  for (uint32_t r = 0; r < s.early.size; ++r)
    mlirBlockDestroy(s.early.data[r]);
  smr_vec_free(&s.early);
  smr_vec_free(&s.passing);
  smr_vec_free(&s.instead);
  smr_vec_free(&s.loop.blocks);
  smr_vec_free(&s.escaping);
  smr_vec_free(&s.becomes);
  return ok;
}
