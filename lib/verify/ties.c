//===- ties.c - dimensions that have to be equal ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A structured op of linalg wants the dimensions that one loop indexes to be equal, and which of them is the
// loop's bound is its lowering's choice. Shapes for which they are not have no meaning, so none is tried.
//===----------------------------------------------------------------------===//
#include "verify/ties.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/import/import.h"
#include "mlir/name.h"
#include "verify/memref.h"

enum { UNKNOWN = SMR_VERIFY_ARGS * SMR_VERIFY_DIMS, MOST_LOOPS = 64, MOST_STEPS = 64 };

/// A dimension's origin: one of an argument's (below UNKNOWN), or a number.
typedef struct {
  uint32_t node;
  int64_t number; // -1: none
} Place;

typedef struct {
  SmrDescribed *described;
  MlirBlock entry;
  SmrVerifyTies *ties;
} Finder;

static uint32_t root(const SmrVerifyTies *ties, uint32_t node) {
  while (ties->same[node] != node)
    node = ties->same[node];
  return node;
}

static void join(SmrVerifyTies *ties, Place a, Place b) {
  if (a.node == UNKNOWN && b.node == UNKNOWN)
    return;
  uint32_t to = root(ties, a.node == UNKNOWN ? b.node : a.node);
  int64_t number = a.number >= 0 ? a.number : b.number;
  if (a.node != UNKNOWN && b.node != UNKNOWN) {
    uint32_t from = root(ties, b.node);
    ties->same[from] = to;
    number = number >= 0 ? number : ties->fixed[from];
  }
  if (number >= 0)
    ties->fixed[to] = number;
}

static SmrDescHandler handler_of(const Finder *f, MlirOperation op) {
  return smr_described(f->described, op)->handler;
}

static Place number_place(int64_t number) {
  return (Place){UNKNOWN, number};
}

/// Where the extent of a memref's dimension comes from, through allocations, casts and questions for it.
static Place place_of(const Finder *f, MlirValue memref, intptr_t dim) {
  for (int step = 0; step < MOST_STEPS; step++) {
    MlirType type = mlirValueGetType(memref);
    if (!mlirTypeIsAMemRef(type) || dim < 0 || dim >= mlirShapedTypeGetRank(type))
      break;
    if (!mlirShapedTypeIsDynamicDim(type, dim) && !mlirValueIsABlockArgument(memref))
      return number_place(mlirShapedTypeGetDimSize(type, dim));
    if (mlirValueIsABlockArgument(memref)) {
      intptr_t k = mlirBlockArgumentGetArgNumber(memref);
      if (!mlirBlockEqual(mlirBlockArgumentGetOwner(memref), f->entry) || k >= SMR_VERIFY_ARGS ||
          dim >= SMR_VERIFY_DIMS)
        break;
      return (Place){(uint32_t)(k * SMR_VERIFY_DIMS + dim), -1};
    }
    MlirOperation op = mlirOpResultGetOwner(memref);
    if (handler_of(f, op) == SMR_HANDLER_MEMREF_CAST) {
      memref = mlirOperationGetOperand(op, 0);
      continue;
    }
    intptr_t nth = 0; // among the sizes that the allocation takes
    for (intptr_t d = 0; d < dim; d++)
      nth += mlirShapedTypeIsDynamicDim(type, d);
    if (handler_of(f, op) != SMR_HANDLER_MEMREF_ALLOC || nth >= mlirOperationGetNumOperands(op) ||
        mlirValueIsABlockArgument(mlirOperationGetOperand(op, nth)))
      break;
    MlirOperation size = mlirOpResultGetOwner(mlirOperationGetOperand(op, nth));
    if (handler_of(f, size) != SMR_HANDLER_MEMREF_DIM ||
        mlirValueIsABlockArgument(mlirOperationGetOperand(size, 1)))
      break;
    MlirAttribute index = smr_mlir_attribute(mlirOpResultGetOwner(mlirOperationGetOperand(size, 1)), "value");
    if (mlirAttributeIsNull(index) || !mlirAttributeIsAInteger(index))
      break;
    memref = mlirOperationGetOperand(size, 0);
    dim = mlirIntegerAttrGetValueInt(index);
  }
  return number_place(-1);
}

static MlirWalkResult look(MlirOperation op, void *data) {
  const Finder *f = data;
  MlirAttribute maps =
      handler_of(f, op) == SMR_HANDLER_LINALG ? smr_import_linalg_maps(op) : mlirAttributeGetNull();
  bool seen[MOST_LOOPS] = {false};
  Place first[MOST_LOOPS];
  for (intptr_t k = 0; !mlirAttributeIsNull(maps) && k < mlirArrayAttrGetNumElements(maps) &&
                       k < mlirOperationGetNumOperands(op);
       k++) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, k));
    for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++) {
      MlirAffineExpr index = mlirAffineMapGetResult(map, d);
      intptr_t loop = mlirAffineExprIsADim(index) ? mlirAffineDimExprGetPosition(index) : MOST_LOOPS;
      if (loop >= MOST_LOOPS)
        continue;
      Place place = place_of(f, mlirOperationGetOperand(op, k), d);
      if (seen[loop])
        join(f->ties, first[loop], place);
      if (!seen[loop] || first[loop].node == UNKNOWN)
        first[loop] = place;
      seen[loop] = true;
    }
  }
  return MlirWalkResultAdvance;
}

static MlirOperation find_wrapper(const SmrBuildChecked *pair) {
  MlirSymbolTable table = mlirSymbolTableCreate(mlirModuleGetOperation(pair->modules[0]));
  MlirOperation op = mlirSymbolTableLookup(table, mlirStringRefCreateFromCString(pair->wrappers[0]));
  mlirSymbolTableDestroy(table);
  return op;
}

SmrVerifyTies *smr_verify_find_ties(const SmrBuildChecked *pair, SmrArena *arena) {
  MlirOperation wrapper = smr_verify_is_mlir(pair, 0) ? find_wrapper(pair) : (MlirOperation){NULL};
  if (mlirOperationIsNull(wrapper))
    return NULL;
  SmrVerifyTies *ties = smr_arena_alloc(arena, sizeof *ties);
  *ties = (SmrVerifyTies){0};
  Finder f = {pair->described, mlirRegionGetFirstBlock(mlirOperationGetRegion(wrapper, 0)), ties};
  for (uint32_t k = 0; k < UNKNOWN; k++)
    ties->same[k] = k, ties->fixed[k] = -1;
  for (intptr_t k = 0; k < mlirBlockGetNumArguments(f.entry) && k < SMR_VERIFY_ARGS; k++) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(f.entry, k));
    ties->rank[k] = mlirTypeIsAMemRef(type) ? (uint32_t)mlirShapedTypeGetRank(type) : 0;
    for (uint32_t d = 0; d < ties->rank[k] && d < SMR_VERIFY_DIMS; d++)
      if (!mlirShapedTypeIsDynamicDim(type, d))
        ties->fixed[k * SMR_VERIFY_DIMS + d] = mlirShapedTypeGetDimSize(type, d);
  }
  mlirOperationWalk(wrapper, look, &f, MlirWalkPreOrder);
  return ties;
}

bool smr_verify_is_tied(const SmrVerifyTies *ties, uint32_t arg, uint32_t dim) {
  uint32_t own = root(ties, arg * SMR_VERIFY_DIMS + dim);
  bool tied = ties->fixed[own] >= 0;
  for (uint32_t k = 0; k < UNKNOWN && !tied; k++)
    tied = k != arg * SMR_VERIFY_DIMS + dim && root(ties, k) == own;
  return tied;
}

void smr_verify_tie(const SmrVerifyTies *ties, uint32_t arg_count, SmrVerifyCase *inputs) {
  for (uint32_t k = 0; ties && k < arg_count && k < SMR_VERIFY_ARGS; k++) {
    if (ties->rank[k] > inputs->box[k].rank && ties->rank[k] <= SMR_VERIFY_DIMS)
      inputs->box[k].rank = ties->rank[k];
    for (uint32_t d = 0; d < ties->rank[k] && d < SMR_VERIFY_DIMS; d++) {
      uint32_t to = root(ties, k * SMR_VERIFY_DIMS + d);
      int64_t own = ties->fixed[k * SMR_VERIFY_DIMS + d], number = own >= 0 ? own : ties->fixed[to];
      inputs->box[k].extent[d] =
          number >= 0 ? number : inputs->box[to / SMR_VERIFY_DIMS].extent[to % SMR_VERIFY_DIMS];
    }
  }
}
