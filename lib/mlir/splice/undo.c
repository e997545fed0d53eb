//===- undo.c - variables as the original code finds them ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What stands between the parts of a match runs before all of them, and so do the stores of what a part
// leaves in its variables. When a guard fails, the parts run as they were: their variables must then be what
// they were, and be set again between the parts.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/splice/internal.h"

static const char *const store_names[] = {"fir.store", "memref.store", "affine.store", "llvm.store",
                                          "cir.store"};

bool smr_mlir_is_store(MlirOperation op) {
  for (unsigned k = 0; k < sizeof store_names / sizeof *store_names; ++k)
    if (smr_mlir_named(op, store_names[k]))
      return true;
  return false;
}

MlirValue smr_mlir_variable(MlirValue pointer) {
  static const char *const names[] = {"fir.alloca", "llvm.alloca", "cir.alloca", "memref.alloca",
                                      "memref.alloc"};
  MlirValue slot = smr_mlir_slot(pointer);
  for (unsigned k = 0; mlirValueIsAOpResult(slot) && k < sizeof names / sizeof *names; ++k)
    if (smr_mlir_named(mlirOpResultGetOwner(slot), names[k]))
      return slot;
  return (MlirValue){NULL};
}

typedef struct {
  MlirValue slot;
  bool found;
} Search;

static MlirWalkResult find_access(MlirOperation op, void *data) {
  Search *search = data;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); ++k)
    search->found |= mlirValueEqual(smr_mlir_slot(mlirOperationGetOperand(op, k)), search->slot);
  return search->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool parts_use(const SmrEmit *e, MlirValue slot) {
  Search search = {slot, false};
  for (uint32_t r = 0; r < e->root_count; ++r)
    mlirOperationWalk(e->roots[r], find_access, &search, MlirWalkPreOrder);
  for (uint32_t b = 0; b < e->root_block_count; ++b)
    for (MlirOperation op = mlirBlockGetFirstOperation(e->root_blocks[b]); op.ptr && !search.found;
         op = mlirOperationGetNextInBlock(op))
      mlirOperationWalk(op, find_access, &search, MlirWalkPreOrder);
  return search.found;
}

/// The variable that a store sets, null for stores elsewhere.
static MlirValue variable_of(MlirOperation store) {
  return smr_mlir_variable(mlirOperationGetOperand(store, 1));
}

bool smr_splice_again(const SmrEmit *e, MlirOperation op) {
  MlirValue slot = smr_mlir_is_store(op) ? variable_of(op) : (MlirValue){NULL};
  return slot.ptr && parts_use(e, slot);
}

MlirType smr_mlir_variable_type(MlirValue slot) {
  MlirOperation op = mlirOpResultGetOwner(slot);
  MlirAttribute type = mlirOperationGetAttributeByName(op, smr_ref("elem_type"));
  MlirType element = smr_mlir_pointee(mlirValueGetType(slot));
  if (smr_mlir_named(op, "llvm.alloca") && !mlirAttributeIsNull(type) && mlirAttributeIsAType(type))
    element = mlirTypeAttrGetValue(type);
  return mlirTypeIsNull(element) || smr_mlir_is_scalar(element) ? element : (MlirType){NULL};
}

static bool undo(SmrSplice *s, MlirValue slot) {
  SmrEmit *e = &s->emit;
  for (uint32_t k = 0; k < s->undone.size; ++k)
    if (mlirValueEqual(s->undone.data[k], slot))
      return true;
  const SmrPart *part = e->chain ? &e->chain->parts.data[0] : NULL;
  MlirOperation first = !part          ? e->roots[0]
                        : part->op.ptr ? part->op
                                       : mlirBlockGetFirstOperation(part->loop.header);
  MlirType type = smr_mlir_dominates(e->s, slot, first) ? smr_mlir_variable_type(slot) : (MlirType){NULL};
  if (mlirTypeIsNull(type))
    return smr_emit_fail(e, "a variable that the parts of the idiom share cannot be kept"), false;
  smr_vec_push(&s->undone, slot);
  e->block = s->save;
  MlirValue value = smr_emit_load(e, slot, type);
  e->block = s->restore;
  smr_emit_store(e, value, slot);
  return true;
}

typedef struct {
  SmrSplice *s;
  MlirOperation top;
  bool ok;
} Walk;

static MlirWalkResult look_at(MlirOperation op, void *data) {
  Walk *walk = data;
  if (!smr_mlir_is_store(op) || !smr_splice_again(&walk->s->emit, op))
    return MlirWalkResultAdvance;
  if (!mlirOperationEqual(op, walk->top)) {
    smr_emit_fail(&walk->s->emit, "a variable that the parts of the idiom share cannot be kept");
    walk->ok = false;
  }
  walk->ok = walk->ok && undo(walk->s, variable_of(op));
  return walk->ok ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool smr_splice_build_undo(SmrSplice *s, const MlirOperation *between, uint32_t between_count) {
  SmrEmit *e = &s->emit;
  MlirBlock block = e->block;
  Walk walk = {.s = s, .ok = true};
  if (!smr_splice_guarded(s->call))
    return true;
  s->save = mlirBlockCreate(0, NULL, NULL);
  s->restore = mlirBlockCreate(0, NULL, NULL);
  for (uint32_t r = 0; r < s->early.size; ++r)
    for (MlirOperation op = mlirBlockGetFirstOperation(s->early.data[r]); op.ptr && walk.ok;
         op = mlirOperationGetNextInBlock(op)) {
      walk.top = op;
      mlirOperationWalk(op, look_at, &walk, MlirWalkPreOrder);
    }
  for (uint32_t k = 0; k < between_count && walk.ok; ++k) {
    walk.top = between[k];
    mlirOperationWalk(between[k], look_at, &walk, MlirWalkPreOrder);
  }
  e->block = block;
  return walk.ok;
}
