//===- slots.c - calls of libraries through slots -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A program may define `cblas_ddot` itself: a replacement that calls the name would be captured by it, and
// may end up in the code that it replaces. So the replacement gets the routine's address from a slot, a
// record in the section smr_rt_slots that libsmr_rt fills when calls are due (lib/runtime/slots.h has its
// layout). A slot that is not filled sends the program to its loops.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/slot.h"
#include "mlir/host/symbol.h"
#include "mlir/splice/edit/edit.h"
#include <assert.h>
#include <string.h>

//--- What goes through a slot -----------------------------------------------------------

void smr_link_name(MlirStringRef symbol, SmrStr *out) {
  smr_str_clear(out);
  if (symbol.length && symbol.data[0] == '\1') // clang's asm labels
    ++symbol.data, --symbol.length;
  bool fortran = symbol.length > 3 && !memcmp(symbol.data, "_QP", 3);
  smr_str_printf(out, fortran ? "%.*s_" : "%.*s", (int)(symbol.length - (fortran ? 3 : 0)),
                 symbol.data + (fortran ? 3 : 0));
}

typedef struct {
  MlirOperation declaration;
  MlirStringRef symbol;
  SMR_VEC(MlirOperation) calls, addresses;
  bool other_use;
} Callee;

static bool refers(MlirNamedAttribute attribute, MlirStringRef symbol) {
  return mlirAttributeIsAFlatSymbolRef(attribute.attribute) &&
         mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(attribute.attribute), symbol);
}

static MlirWalkResult collect(MlirOperation op, void *data) {
  Callee *callee = data;
  bool call = smr_symbol_calls(op), address = smr_symbol_gives_address(op);
  MlirOperation parent = mlirOperationGetParentOperation(op);
  bool global = parent.ptr && smr_symbol_is_data(parent);
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(op); k++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, k);
    if (!refers(attribute, callee->symbol))
      continue;
    if (call && mlirStringRefEqual(mlirIdentifierStr(attribute.name), smr_ref("callee")))
      smr_vec_push(&callee->calls, op);
    else if (address && !global)
      smr_vec_push(&callee->addresses, op);
    else
      callee->other_use = true;
  }
  return MlirWalkResultAdvance;
}

static bool is_declaration(MlirOperation op) {
  return !mlirAttributeIsNull(smr_mlir_attribute(op, "function_type")) && !smr_symbol_has_body(op);
}

//--- Building -----------------------------------------------------------------------------

static void redirect(Callee *callee, const char *name, SmrGpu gpu) {
  MlirType type = smr_symbol_pointer(callee->declaration);
  for (uint32_t k = 0; k < callee->calls.size; k++) {
    bool marked = smr_slot_is_marked(name, gpu);
    MlirOperation call = callee->calls.data[k];
    smr_slot_promise_blas(call, name, gpu);
    if (marked)
      smr_slot_leave(call, name);
    smr_call_through(call, smr_slot_address(call, name, gpu, marked, type));
  }
  for (uint32_t k = 0; k < callee->addresses.size; k++) {
    MlirOperation op = callee->addresses.data[k];
    MlirValue old = mlirOperationGetResult(op, 0);
    mlirValueReplaceAllUsesOfWith(old, smr_slot_address(op, name, gpu, false, mlirValueGetType(old)));
    mlirOperationDestroy(op);
  }
  mlirOperationDestroy(callee->declaration);
}

static bool declares(MlirOperation source, MlirOperation function) {
  MlirAttribute name = smr_mlir_attribute(function, "sym_name");
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(source, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr; op = mlirOperationGetNextInBlock(op))
    if (mlirAttributeEqual(smr_mlir_attribute(op, "sym_name"), name))
      return true;
  return false;
}

/// Does the replacement call a library other than libsmr_rt?
static bool calls_library(MlirBlock body) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  bool calls = false;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr && !calls;
       op = mlirOperationGetNextInBlock(op)) {
    if (!is_declaration(op))
      continue;
    smr_link_name(mlirStringAttrGetValue(smr_mlir_attribute(op, "sym_name")), &name);
    calls = !smr_slot_needless(smr_str_get(&name)) && !smr_slot_is_own(smr_str_get(&name));
  }
  return calls;
}

void smr_slots_leave_out(MlirOperation source) {
  MlirContext context = mlirOperationGetContext(source);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(source, 0));
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; op.ptr && calls_library(body); op = next) {
    next = mlirOperationGetNextInBlock(op);
    Callee callee = {.declaration = op};
    if (!is_declaration(op))
      continue;
    callee.symbol = mlirStringAttrGetValue(smr_mlir_attribute(op, "sym_name"));
    smr_link_name(callee.symbol, &name);
    if (smr_slot_is_own(smr_str_get(&name)))
      mlirOperationWalk(source, collect, &callee, MlirWalkPreOrder);
    for (uint32_t k = 0; k < callee.calls.size; k++) {
      MlirOperation call = callee.calls.data[k];
      MlirValue answer = mlirOperationGetResult(call, 0);
      SmrHostBuilder b = {.context = context, .loc = mlirOperationGetLocation(call)};
      b.block = mlirBlockCreate(0, NULL, NULL);
      MlirValue no = smr_host_of(op)->constant(&b, mlirIntegerAttrGet(mlirValueGetType(answer), 0));
      mlirOperationMoveBefore(mlirOpResultGetOwner(no), call);
      mlirBlockDestroy(b.block);
      mlirValueReplaceAllUsesOfWith(answer, no);
      mlirOperationDestroy(call);
    }
    if (callee.calls.size)
      mlirOperationDestroy(op);
    smr_vec_free(&callee.calls);
    smr_vec_free(&callee.addresses);
  }
}

bool smr_slots_make(MlirOperation source, const SmrSlots *slots) {
  SMR_VEC(Callee) callees = {0};
  SMR_VEC(SmrStr) names = {0};
  SMR_VEC(SmrSlotUse) uses = {0};
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(source, 0));
  bool library = calls_library(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (!is_declaration(op))
      continue;
    SmrStr name = {0};
    Callee callee = {.declaration = op};
    callee.symbol = mlirStringAttrGetValue(smr_mlir_attribute(op, "sym_name"));
    smr_link_name(callee.symbol, &name);
    if (library && smr_slot_is_own(smr_str_get(&name)))
      smr_slot_make_weak(op);
    else if (!smr_slot_needless(smr_str_get(&name)))
      mlirOperationWalk(source, collect, &callee, MlirWalkPreOrder);
    if (callee.calls.size + callee.addresses.size && !callee.other_use &&
        (smr_host_of(op)->flat || !smr_slot_is_own(smr_str_get(&name)))) {
      smr_vec_push(&callees, callee);
      smr_vec_push(&names, name);
      bool marked = smr_slot_is_marked(smr_str_get(&name), slots->gpu), called = callee.calls.size > 0,
           own = smr_slot_is_own(smr_str_get(&name));
      smr_vec_push(&uses, (SmrSlotUse){.address = !own && (callee.addresses.size || (called && !marked)),
                                       .marked = !own && called && marked});
      continue;
    }
    smr_vec_free(&callee.calls);
    smr_vec_free(&callee.addresses);
    smr_str_free(&name);
  }
  bool made = callees.size > 0;
  if (made) {
    SmrStr text = {0};
    smr_slot_text(names.data, uses.data, names.size, slots, &text);
    MlirModule parsed = mlirModuleCreateParse(mlirOperationGetContext(source),
                                              mlirStringRefCreate(smr_str_get(&text), text.size));
    assert(!mlirModuleIsNull(parsed));
    for (uint32_t k = 0; k < callees.size; k++)
      if (!smr_slot_is_own(smr_str_get(&names.data[k])))
        redirect(&callees.data[k], smr_str_get(&names.data[k]), slots->gpu);
    for (MlirOperation op; (op = mlirBlockGetFirstOperation(mlirModuleGetBody(parsed))).ptr;) {
      mlirOperationRemoveFromParent(op);
      if (is_declaration(op) && declares(source, op))
        mlirOperationDestroy(op);
      else
        mlirBlockAppendOwnedOperation(body, op);
    }
    mlirModuleDestroy(parsed);
    smr_str_free(&text);
  }
  for (uint32_t k = 0; k < callees.size; k++) {
    smr_vec_free(&callees.data[k].calls);
    smr_vec_free(&callees.data[k].addresses);
    smr_str_free(&names.data[k]);
  }
  smr_vec_free(&callees);
  smr_vec_free(&names);
  smr_vec_free(&uses);
  return made;
}

//--- What is left of them ------------------------------------------------------------------

static bool starts_with(MlirStringRef name, const SmrStr *prefix, const char *more) {
  size_t length = strlen(more);
  return name.length > prefix->size + length && !memcmp(name.data, smr_str_get(prefix), prefix->size) &&
         !memcmp(name.data + prefix->size, more, length);
}

void smr_slots_drop(MlirOperation module, MlirOperation wrapper, MlirOperation bound) {
  static const char *const made[] = {"slot.", "enter.", "leave.", "routine."};
  MlirStringRef pair = mlirStringAttrGetValue(smr_mlir_attribute(wrapper, "sym_name"));
  SmrStr prefix = {0};
  smr_str_printf(&prefix, "%.*s.", (int)pair.length, pair.data);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirAttribute name = smr_mlir_attribute(op, "sym_name");
    bool drop = false;
    for (size_t k = 0; k < sizeof made / sizeof *made && !mlirAttributeIsNull(name); k++)
      drop |= starts_with(mlirStringAttrGetValue(name), &prefix, made[k]);
    if (drop)
      mlirOperationDestroy(op);
  }
  mlirOperationDestroy(bound);
  smr_str_free(&prefix);
}

typedef SMR_VEC(MlirAttribute) Names;

static void add_name(Names *names, MlirAttribute name) {
  for (uint32_t k = 0; k < names->size; k++)
    if (mlirAttributeEqual(names->data[k], name))
      return;
  smr_vec_push(names, name);
}

static MlirWalkResult add_address(MlirOperation op, void *names) {
  MlirAttribute name = smr_mlir_attribute(op, "global_name");
  if (!mlirAttributeIsNull(name))
    add_name(names, name);
  return MlirWalkResultAdvance;
}

void smr_slots_keep(MlirOperation module) {
  MlirContext context = mlirOperationGetContext(module);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  MlirOperation old = {NULL};
  Names names = {0}, slots = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (smr_slot_is(op)) {
      MlirAttribute name = smr_mlir_attribute(op, "sym_name");
      smr_vec_push(&slots, mlirFlatSymbolRefAttrGet(context, mlirStringAttrGetValue(name)));
    } else if (smr_slot_is_used_list(op)) {
      old = op;
    }
  }
  if (slots.size && old.ptr) // the module's own, or that of an earlier run
    mlirOperationWalk(old, add_address, &names, MlirWalkPreOrder);
  uint32_t known = names.size;
  for (uint32_t k = 0; k < slots.size; k++)
    add_name(&names, slots.data[k]);
  if (names.size > known) {
    SmrStr text = {0};
    smr_slot_used_text(names.data, names.size, &text);
    MlirModule parsed = mlirModuleCreateParse(context, mlirStringRefCreate(smr_str_get(&text), text.size));
    assert(!mlirModuleIsNull(parsed));
    MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(parsed));
    mlirOperationRemoveFromParent(op);
    if (old.ptr)
      mlirOperationDestroy(old);
    mlirBlockAppendOwnedOperation(body, op);
    mlirModuleDestroy(parsed);
    smr_str_free(&text);
  }
  smr_vec_free(&names);
  smr_vec_free(&slots);
}
