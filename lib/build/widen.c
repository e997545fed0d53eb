//===- widen.c - index arithmetic of 64 bits ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A replacement computes addresses, bounds and comparisons of its integer arguments: (n - 1)*ix, i*ra + j*ca.
// As it is written, in int or integer(4), that overflows for arrays that span 2^31 elements or more, while
// each argument fits. Such arithmetic is signed and must not overflow, so it may as well be done in 64
// bits: then it gives the number itself.
//
// Values of fewer than 64 bits that such arithmetic makes are *narrow*: sums, differences and products that
// do not overflow; what is chosen, divided or extended of narrow ones; variables and block arguments that
// hold one. Each narrow value gets a wide twin, computed from the operands' twins; of all other values the
// twin is the value with its sign extended. Extensions, comparisons, conversions to floating point, and what
// is kept in a variable or passed to a block then take the twins. Arguments of calls and what is stored
// elsewhere stay as they were.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "capi/shim/shim.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Support.h"
#include "mlir/host/host.h"
#include "mlir/host/type.h"
#include "mlir/name.h"

typedef struct {
  SmrDescribed *described;
  const SmrHost *host;
  MlirContext context;
  MlirType type;              // of the twins
  SMR_VEC(MlirOperation) ops; // null: no longer there
  SMR_VEC(MlirOperation) removed;
  SmrMap places; // of ops in it
  SmrMap narrow; // by value: it is
  SmrMap twins;  // by value: its place in `made`
  SMR_VEC(MlirValue) made;
  SMR_VEC(MlirOperation) cut; // give what twins of block arguments and variables are in fewer bits
  SmrMap fixed;               // by block: its arguments keep their types
  MlirValue slot;             // the twin of the variable that is looked at
  bool wraps;                 // compiled with -fwrapv
  bool changed;
} Widening;

static bool is_short(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type) && mlirIntegerTypeGetWidth(type) > 1 &&
         mlirIntegerTypeGetWidth(type) < 64;
}

static bool is_narrow(const Widening *w, MlirValue value) {
  uint32_t known;
  return smr_map_get(&w->narrow, smr_mlir_key(value.ptr), &known);
}

static void note_narrow(Widening *w, MlirValue value) {
  if (is_narrow(w, value))
    return;
  smr_map_set(&w->narrow, smr_mlir_key(value.ptr), 1);
  w->changed = true;
}

/// (Fortran's integers do not overflow, also where Flang does not say so. With -fwrapv they do, where it does
/// not say that they do not.)
static bool cannot_wrap(const Widening *w, MlirOperation op) {
  if (w->host == &smr_host_fir && !w->wraps)
    return true;
  MlirAttribute flags = smr_mlir_attribute(op, "overflowFlags");
  if (mlirAttributeIsNull(flags))
    return smrOperationGetOverflow(op) & 1;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  mlirAttributePrint(flags, smr_mlir_append, &text);
  return strstr(smr_str_get(&text), "nsw") != NULL;
}

//--- What an op is -----------------------------------------------------------------

typedef enum {
  ROLE_NONE,
  ROLE_COMPUTE, // may overflow
  ROLE_CHOOSE,  // gives its operands from `first` on, or what is between them, or a share
  ROLE_EXTEND,  // the same number in more bits
  ROLE_COMPARE, // with signs
  ROLE_FLOAT    // the same number as a floating-point one
} Role;

static Role role_of(Widening *w, MlirOperation op, intptr_t *first) {
  const SmrOpDesc *means = smr_described(w->described, op);
  *first = 0;
  if (mlirOperationGetNumResults(op) != 1 || !mlirOperationGetNumOperands(op))
    return ROLE_NONE;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1));
  if (!is_short(from))
    return ROLE_NONE;
  switch (means->action == SMR_DESC_HANDLER ? means->handler : SMR_HANDLER_NONE) {
  case SMR_HANDLER_SELECT:
    *first = 1;
    return ROLE_CHOOSE;
  case SMR_HANDLER_FIR_NO_REASSOC:
    return ROLE_CHOOSE;
  case SMR_HANDLER_INDEX_CAST:
  case SMR_HANDLER_FIR_CONVERT:
    if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) <= mlirIntegerTypeGetWidth(from))
      return ROLE_NONE;
    return mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type) ? ROLE_EXTEND
           : mlirTypeIsAFloat(type)                           ? ROLE_FLOAT
                                                              : ROLE_NONE;
  case SMR_HANDLER_LLVM_ICMP:
    break;
  default:
    if (means->action != SMR_DESC_NEUTRAL)
      return ROLE_NONE;
  }
  switch (means->action == SMR_DESC_HANDLER ? SMR_OP_ICMP : means->code) {
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
    return cannot_wrap(w, op) ? ROLE_COMPUTE : ROLE_NONE;
  case SMR_OP_DIVS:
  case SMR_OP_REMS:
  case SMR_OP_MINS:
  case SMR_OP_MAXS:
    return ROLE_CHOOSE;
  case SMR_OP_SEXT:
    return ROLE_EXTEND;
  case SMR_OP_SITOFP:
    return ROLE_FLOAT;
  case SMR_OP_ICMP: {
    MlirAttribute predicate = smr_mlir_attribute(op, "predicate");
    return !mlirAttributeIsNull(predicate) && mlirAttributeIsAInteger(predicate) &&
                   mlirIntegerAttrGetValueInt(predicate) <= 5 // (the rest have no sign)
               ? ROLE_COMPARE
               : ROLE_NONE;
  }
  default:
    return ROLE_NONE;
  }
}

//--- Variables ---------------------------------------------------------------------

/// Visits all loads and stores of a variable, under whatever name. False when it is used otherwise, or
/// `visit` is false of one.
static bool visit_accesses(Widening *w, MlirValue slot, bool (*visit)(Widening *, MlirOperation, bool load)) {
  MlirOpOperand next;
  for (MlirOpOperand use = mlirValueGetFirstUse(slot); !mlirOpOperandIsNull(use); use = next) {
    next = mlirOpOperandGetNextUse(use);
    MlirOperation user = mlirOpOperandGetOwner(use);
    const SmrOpDesc *means = smr_described(w->described, user);
    unsigned number = mlirOpOperandGetOperandNumber(use);
    bool ok = means->handler == SMR_HANDLER_FIR_DECLARE
                  ? number == 0 && mlirOperationGetNumResults(user) == 1 &&
                        visit_accesses(w, mlirOperationGetResult(user, 0), visit)
              : means->access == SMR_DESC_LOAD  ? visit(w, user, true)
              : means->access == SMR_DESC_STORE ? number == means->pointer && visit(w, user, false)
                                                : false;
    if (!ok)
      return false;
  }
  return true;
}

static bool is_access(Widening *w, MlirOperation op, bool load) {
  const SmrOpDesc *means = smr_described(w->described, op);
  return is_short(
      mlirValueGetType(load ? mlirOperationGetResult(op, 0) : mlirOperationGetOperand(op, means->value)));
}

/// Ends the walk at a store of a narrow value.
static bool stores_exact(Widening *w, MlirOperation op, bool load) {
  return load || !is_narrow(w, mlirOperationGetOperand(op, smr_described(w->described, op)->value));
}

static bool note_load(Widening *w, MlirOperation op, bool load) {
  if (load)
    note_narrow(w, mlirOperationGetResult(op, 0));
  return true;
}

/// A variable of Fortran's that only loads and stores reach. (C's are values by now.)
static bool is_slot(Widening *w, MlirOperation op) {
  const SmrOpDesc *means = smr_described(w->described, op);
  return means->handler == SMR_HANDLER_FIR_ALLOCA && mlirOperationGetNumOperands(op) == 0 &&
         is_short(smr_mlir_pointee(mlirValueGetType(mlirOperationGetResult(op, 0)))) &&
         visit_accesses(w, mlirOperationGetResult(op, 0), is_access);
}

static void look_at_slot(Widening *w, MlirOperation op) {
  MlirValue slot = mlirOperationGetResult(op, 0);
  if (!is_narrow(w, slot) && is_slot(w, op) && !visit_accesses(w, slot, stores_exact)) {
    note_narrow(w, slot);
    visit_accesses(w, slot, note_load);
  }
}

//--- Block arguments ---------------------------------------------------------------

/// The operands that go along an edge.
static bool edge_operands(Widening *w, MlirOperation op, intptr_t edge, intptr_t *first, intptr_t *count) {
  const SmrOpDesc *means = smr_described(w->described, op);
  MlirAttribute segments = smr_mlir_attribute(op, "operandSegmentSizes");
  *first = 0, *count = mlirOperationGetNumOperands(op);
  if (means->jump == SMR_JUMP_ONE)
    return true;
  if (means->jump != SMR_JUMP_TEST || mlirAttributeIsNull(segments) ||
      !mlirAttributeIsADenseI32Array(segments) || mlirDenseArrayGetNumElements(segments) != 3)
    return false;
  *first = 1 + (edge ? mlirDenseI32ArrayGetElement(segments, 1) : 0);
  *count = mlirDenseI32ArrayGetElement(segments, 1 + edge);
  return true;
}

static void note_fixed(Widening *w, MlirOperation op) {
  intptr_t first, count;
  for (intptr_t edge = 0; edge < mlirOperationGetNumSuccessors(op); edge++)
    if (!edge_operands(w, op, edge, &first, &count))
      smr_map_set(&w->fixed, smr_mlir_key(mlirOperationGetSuccessor(op, edge).ptr), 1);
}

static void look_at_jump(Widening *w, MlirOperation op) {
  intptr_t first, count;
  for (intptr_t edge = 0; edge < mlirOperationGetNumSuccessors(op); edge++) {
    MlirBlock to = mlirOperationGetSuccessor(op, edge);
    uint32_t fixed;
    if (smr_map_get(&w->fixed, smr_mlir_key(to.ptr), &fixed) || !edge_operands(w, op, edge, &first, &count))
      continue;
    for (intptr_t k = 0; k < count; k++)
      if (is_narrow(w, mlirOperationGetOperand(op, first + k)))
        note_narrow(w, mlirBlockGetArgument(to, k));
  }
}

//--- What is narrow ----------------------------------------------------------------

static void look_at_op(Widening *w, MlirOperation op) {
  intptr_t first;
  Role role = role_of(w, op, &first);
  look_at_jump(w, op);
  if (smr_described(w->described, op)->handler == SMR_HANDLER_FIR_ALLOCA)
    look_at_slot(w, op);
  if (role != ROLE_COMPUTE && role != ROLE_CHOOSE && role != ROLE_EXTEND)
    return;
  MlirValue result = mlirOperationGetResult(op, 0);
  bool narrow = role == ROLE_COMPUTE;
  for (intptr_t k = first; k < mlirOperationGetNumOperands(op); k++)
    narrow |= is_narrow(w, mlirOperationGetOperand(op, k));
  if (narrow && is_short(mlirValueGetType(result)))
    note_narrow(w, result);
}

static void find_narrow(Widening *w) {
  for (uint32_t k = 0; k < w->ops.size; k++)
    note_fixed(w, w->ops.data[k]);
  do {
    w->changed = false;
    for (uint32_t k = 0; k < w->ops.size; k++)
      look_at_op(w, w->ops.data[k]);
  } while (w->changed);
}

//--- Twins -------------------------------------------------------------------------

/// Inserts the op after a value's definition.
static void insert_after(MlirValue value, MlirOperation op) {
  if (mlirValueIsABlockArgument(value)) {
    mlirBlockInsertOwnedOperation(mlirBlockArgumentGetOwner(value), 0, op);
  } else {
    MlirOperation from = mlirOpResultGetOwner(value);
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(from), from, op);
  }
}

static SmrHostBuilder builder_at(const Widening *w, MlirOperation op) {
  return (SmrHostBuilder){
      .context = w->context, .loc = mlirOperationGetLocation(op), .block = mlirBlockCreate(0, NULL, NULL)};
}

/// The number in a type of another width, converted after `place`, which is the value or a later one.
static MlirValue convert(Widening *w, MlirValue value, MlirType type, MlirValue place) {
  MlirOperation owner = mlirValueIsABlockArgument(place)
                            ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(place))
                            : mlirOpResultGetOwner(place);
  SmrHostBuilder b = builder_at(w, owner);
  MlirValue result = w->host->convert(&b, value, type);
  if (!mlirValueEqual(result, value)) {
    MlirOperation made = mlirOpResultGetOwner(result);
    mlirOperationRemoveFromParent(made);
    insert_after(place, made);
  }
  mlirBlockDestroy(b.block);
  return result;
}

static MlirValue note_twin(Widening *w, MlirValue value, MlirValue twin) {
  smr_map_set(&w->twins, smr_mlir_key(value.ptr), w->made.size);
  smr_vec_push(&w->made, twin);
  return twin;
}

static MlirValue twin_of(Widening *w, MlirValue value) {
  uint32_t known;
  intptr_t first;
  if (mlirTypeEqual(mlirValueGetType(value), w->type))
    return value;
  if (smr_map_get(&w->twins, smr_mlir_key(value.ptr), &known))
    return w->made.data[known];
  if (!is_narrow(w, value))
    return note_twin(w, value, convert(w, value, w->type, value));
  MlirOperation op = mlirOpResultGetOwner(value); // (of others the twins were made before)
  if (role_of(w, op, &first) == ROLE_EXTEND)
    return note_twin(w, value, twin_of(w, mlirOperationGetOperand(op, 0)));
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t k = first; k < mlirOperationGetNumOperands(op); k++)
    mlirOperationSetOperand(copy, k, twin_of(w, mlirOperationGetOperand(op, k)));
  MlirValue twin = mlirOperationGetResult(copy, 0);
  mlirValueSetType(twin, w->type);
  insert_after(value, copy);
  return note_twin(w, value, twin);
}

/// `old` is what a twin is in fewer bits, for who takes no twins.
static void note_cut(Widening *w, MlirValue old, MlirValue twin) {
  note_narrow(w, old);
  note_twin(w, old, twin);
  smr_vec_push(&w->cut, mlirOpResultGetOwner(old));
}

/// The value becomes its own twin; who used it takes what it was.
static void widen_in_place(Widening *w, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  mlirValueSetType(value, w->type);
  MlirValue old = convert(w, value, type, value);
  MlirOperation made = mlirOpResultGetOwner(old);
  mlirValueReplaceAllUsesExcept(value, old, 1, &made);
  note_cut(w, old, value);
}

/// Moves the ops just built to after the op.
static void place_after(SmrHostBuilder *b, MlirOperation op) {
  for (MlirOperation made; made = mlirBlockGetFirstOperation(b->block), !mlirOperationIsNull(made);
       op = made) {
    mlirOperationRemoveFromParent(made);
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(op), op, made);
  }
  mlirBlockDestroy(b->block);
}

/// (It lives until nothing is looked up any more: values are known by their addresses.)
static void remove_op(Widening *w, MlirOperation op) {
  uint32_t place;
  if (smr_map_get(&w->places, smr_mlir_key(op.ptr), &place))
    w->ops.data[place] = (MlirOperation){NULL};
  mlirOperationRemoveFromParent(op);
  smr_vec_push(&w->removed, op);
}

/// Loads the twin; who used the value takes what it was.
static bool widen_load(Widening *w, MlirOperation op, bool load) {
  if (!load)
    return true;
  MlirValue value = mlirOperationGetResult(op, 0);
  SmrHostBuilder b = builder_at(w, op);
  MlirValue twin = w->host->load(&b, w->slot, w->type);
  MlirValue old = w->host->convert(&b, twin, mlirValueGetType(value));
  place_after(&b, op);
  mlirValueReplaceAllUsesOfWith(value, old);
  note_cut(w, old, twin);
  remove_op(w, op);
  return true;
}

static bool widen_store(Widening *w, MlirOperation op, bool load) {
  if (load)
    return true;
  MlirValue twin = twin_of(w, mlirOperationGetOperand(op, smr_described(w->described, op)->value));
  SmrHostBuilder b = builder_at(w, op);
  w->host->store(&b, twin, w->slot);
  place_after(&b, op);
  remove_op(w, op);
  return true;
}

//--- The edit ----------------------------------------------------------------------

static bool is_narrow_slot(Widening *w, MlirOperation op) {
  return smr_described(w->described, op)->handler == SMR_HANDLER_FIR_ALLOCA &&
         is_narrow(w, mlirOperationGetResult(op, 0));
}

/// Where what passes or stores a value will pass or store its twin.
static void widen_storage(Widening *w, MlirOperation op) {
  if (is_narrow_slot(w, op)) {
    SmrHostBuilder b = builder_at(w, op);
    w->slot = note_twin(w, mlirOperationGetResult(op, 0), w->host->temporary(&b, w->type));
    place_after(&b, op);
    visit_accesses(w, mlirOperationGetResult(op, 0), widen_load);
  }
  for (intptr_t edge = 0; edge < mlirOperationGetNumSuccessors(op); edge++) {
    MlirBlock to = mlirOperationGetSuccessor(op, edge);
    for (intptr_t k = 0; k < mlirBlockGetNumArguments(to); k++)
      if (is_narrow(w, mlirBlockGetArgument(to, k)) &&
          is_short(mlirValueGetType(mlirBlockGetArgument(to, k))))
        widen_in_place(w, mlirBlockGetArgument(to, k));
  }
}

static void widen_jump(Widening *w, MlirOperation op) {
  intptr_t first, count;
  for (intptr_t edge = 0; edge < mlirOperationGetNumSuccessors(op); edge++) {
    MlirBlock to = mlirOperationGetSuccessor(op, edge);
    if (!edge_operands(w, op, edge, &first, &count))
      continue;
    for (intptr_t k = 0; k < count; k++)
      if (is_narrow(w, mlirBlockGetArgument(to, k)))
        mlirOperationSetOperand(op, first + k, twin_of(w, mlirOperationGetOperand(op, first + k)));
  }
}

/// Ops that take twins instead.
static void widen_use(Widening *w, MlirOperation op) {
  intptr_t first;
  Role role = role_of(w, op, &first);
  if (is_narrow_slot(w, op)) {
    w->slot = twin_of(w, mlirOperationGetResult(op, 0));
    visit_accesses(w, mlirOperationGetResult(op, 0), widen_store);
  }
  widen_jump(w, op);
  if (role != ROLE_EXTEND && role != ROLE_COMPARE && role != ROLE_FLOAT)
    return;
  bool narrow = false;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    narrow |= is_narrow(w, mlirOperationGetOperand(op, k));
  MlirValue result = mlirOperationGetResult(op, 0);
  if (!narrow || (role == ROLE_EXTEND && is_short(mlirValueGetType(result))))
    return;
  if (role == ROLE_EXTEND) {
    MlirValue twin = twin_of(w, mlirOperationGetOperand(op, 0));
    mlirValueReplaceAllUsesOfWith(result, convert(w, twin, mlirValueGetType(result), result));
    return;
  }
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    mlirOperationSetOperand(op, k, twin_of(w, mlirOperationGetOperand(op, k)));
}

/// What only gave its value to ops that take the twin now.
static void remove_unused(Widening *w) {
  for (uint32_t k = 0; k < w->removed.size; k++)
    mlirOperationDestroy(w->removed.data[k]);
  for (uint32_t k = w->ops.size; k--;) {
    intptr_t first;
    if (mlirOperationIsNull(w->ops.data[k]))
      continue;
    Role role = role_of(w, w->ops.data[k], &first);
    if ((role == ROLE_COMPUTE || role == ROLE_CHOOSE || role == ROLE_EXTEND) &&
        mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(w->ops.data[k], 0))))
      mlirOperationDestroy(w->ops.data[k]);
  }
  for (uint32_t k = 0; k < w->cut.size; k++)
    if (mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(w->cut.data[k], 0))))
      mlirOperationDestroy(w->cut.data[k]);
}

static MlirWalkResult collect(MlirOperation op, void *data) {
  Widening *w = data;
  smr_map_set(&w->places, smr_mlir_key(op.ptr), w->ops.size);
  smr_vec_push(&w->ops, op);
  return MlirWalkResultAdvance;
}

static void widen_function(MlirOperation function, bool wraps, SmrDescribed *described) {
  MlirContext context = mlirOperationGetContext(function);
  Widening w = {.described = described,
                .host = smr_host_of(function),
                .context = context,
                .wraps = wraps,
                .type = mlirIntegerTypeGet(context, 64)};
  mlirOperationWalk(function, collect, &w, MlirWalkPreOrder);
  find_narrow(&w);
  if (w.narrow.size) {
    for (uint32_t k = 0; k < w.ops.size; k++)
      if (!mlirOperationIsNull(w.ops.data[k]))
        widen_storage(&w, w.ops.data[k]);
    for (uint32_t k = 0; k < w.ops.size; k++)
      if (!mlirOperationIsNull(w.ops.data[k]))
        widen_use(&w, w.ops.data[k]);
    remove_unused(&w);
  }
  smr_vec_free(&w.ops);
  smr_vec_free(&w.removed);
  smr_vec_free(&w.made);
  smr_vec_free(&w.cut);
  smr_map_free(&w.places);
  smr_map_free(&w.narrow);
  smr_map_free(&w.twins);
  smr_map_free(&w.fixed);
}

void smr_build_widen(MlirModule module, bool wraps, SmrDescribed *described) {
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (smr_described(described, op)->function != SMR_FUNCTION_NONE)
      widen_function(op, wraps, described);
}
