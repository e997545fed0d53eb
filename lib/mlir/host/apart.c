//===- apart.c - what is rounded together --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/apart.h"
#include "base/str.h"
#include "base/vec.h"
#include "mlir/host/host.h"
#include "mlir/host/type.h"
#include <string.h>

typedef SMR_VEC(MlirOperation) Ops;

static const char *const flag_names[] = {"fastmathFlags", "fastmath"};
static const char all_flags[] = "reassoc, nnan, ninf, nsz, arcp, contract, afn";

/// The list of flags (`#llvm.fastmath<nsz, contract>`) without that one; null: it has it not.
static MlirAttribute without_contract(MlirAttribute flags) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, left = {0};
  MlirAttribute made = {NULL};
  mlirAttributePrint(flags, smr_mlir_append, &text);
  const char *list = strchr(smr_str_get(&text), '<');
  const char *word = list && !strcmp(list, "<fast>") ? all_flags : list ? list + 1 : "";
  if (strstr(word, "contract")) {
    smr_str_append(&left, smr_str_get(&text), (size_t)(list + 1 - smr_str_get(&text)));
    size_t empty = left.size;
    for (size_t length; (length = strcspn(word, ",>")) > 0; word += strspn(word, ", >")) {
      if (strncmp(word, "contract", length))
        smr_str_printf(&left, "%s%.*s", left.size > empty ? ", " : "", (int)length, word);
      word += length;
    }
    smr_str_puts(&left, left.size > empty ? ">" : "none>");
    made = mlirAttributeParseGet(mlirAttributeGetContext(flags), smr_ref(smr_str_get(&left)));
  }
  return made;
}

/// What makes up the code, and what of it leaves it open.
typedef struct {
  Ops open;      // fmuladds
  bool contract; // ops have the flag
  bool take;     // … and lose it
} Found;

static void look_at_flags(MlirOperation op, Found *found) {
  for (size_t k = 0; k < sizeof flag_names / sizeof *flag_names; k++) {
    MlirAttribute flags = smr_mlir_attribute(op, flag_names[k]);
    MlirAttribute left = mlirAttributeIsNull(flags) ? flags : without_contract(flags);
    found->contract |= !mlirAttributeIsNull(left);
    if (!mlirAttributeIsNull(left) && found->take)
      mlirOperationSetAttributeByName(op, smr_ref(flag_names[k]), left);
  }
}

static MlirWalkResult look(MlirOperation op, void *data) {
  Found *found = data;
  look_at_flags(op, found);
  if (smr_mlir_named(op, "llvm.intr.fmuladd"))
    smr_vec_push(&found->open, op);
  return MlirWalkResultAdvance;
}

static MlirValue insert_before(MlirOperation op, const char *name, const MlirValue *operands,
                               intptr_t count) {
  MlirOperationState state = mlirOperationStateGet(smr_ref(name), mlirOperationGetLocation(op));
  MlirType type = mlirValueGetType(operands[0]);
  MlirAttribute flags = smr_mlir_attribute(op, flag_names[0]);
  mlirOperationStateAddOperands(&state, count, operands);
  mlirOperationStateAddResults(&state, 1, &type);
  if (!mlirAttributeIsNull(flags)) {
    MlirNamedAttribute named = smr_named(mlirOperationGetContext(op), flag_names[0], flags);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  MlirOperation made = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, made);
  return mlirOperationGetResult(made, 0);
}

static void replace(MlirOperation op, bool apart) {
  MlirValue in[3];
  for (int k = 0; k < 3; k++)
    in[k] = mlirOperationGetOperand(op, k);
  MlirValue sum[2] = {apart ? insert_before(op, "llvm.fmul", in, 2) : in[0], in[2]};
  MlirValue made = apart ? insert_before(op, "llvm.fadd", sum, 2) : insert_before(op, "llvm.intr.fma", in, 3);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), made);
  mlirOperationDestroy(op);
}

bool smr_take_apart(MlirOperation module) {
  Found found = {.take = true};
  mlirOperationWalk(module, look, &found, MlirWalkPreOrder);
  bool any = found.open.size || found.contract;
  for (uint32_t k = 0; k < found.open.size; k++)
    replace(found.open.data[k], true);
  smr_vec_free(&found.open);
  return any;
}

bool smr_fuse_all(MlirOperation module) {
  Found found = {0};
  mlirOperationWalk(module, look, &found, MlirWalkPreOrder);
  bool ok = found.open.size && !found.contract;
  for (uint32_t k = 0; k < found.open.size && ok; k++)
    replace(found.open.data[k], false);
  smr_vec_free(&found.open);
  return ok;
}
