//===- base.c - what is known of memory objects -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Sets SmrValueData.base. The facts come from the source language (Fortran's argument rules, TARGET, POINTER;
// noalias) and hold only while nobody else can know an address: `smr_imp_captures` takes back what a use of
// one makes doubtful. A declare whose variable is no argument of this function (after inlining) proves
// nothing: its base is whatever the address comes from.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/import/internal.h"

static bool says(SmrImport *imp, MlirAttribute dictionary, SmrAttributeSays what) {
  return !mlirAttributeIsNull(smr_imp_entry_that_says(imp, dictionary, what));
}

void smr_imp_argument_facts(SmrImport *imp, MlirOperation func, bool fortran_like) {
  MlirAttribute all = smr_mlir_attribute(func, "arg_attrs");
  if (mlirAttributeIsNull(all) || !mlirAttributeIsAArray(all))
    return;
  SmrGraph *g = imp->graph;
  uint32_t n = g->blocks.data[imp->entry_block].args.size;
  for (uint32_t k = 0; k < n && (intptr_t)k < mlirArrayAttrGetNumElements(all); k++) {
    MlirAttribute dictionary = mlirArrayAttrGetElement(all, k);
    if (!mlirAttributeIsADictionary(dictionary))
      continue;
    SmrValue value = g->blocks.data[imp->entry_block].args.data[k];
    SmrValueData *data = &g->values.data[value];
    MlirAttribute name = smr_imp_entry_that_says(imp, dictionary, SMR_SAYS_FORTRAN_NAME);
    bool dummy = fortran_like && !mlirAttributeIsNull(name);
    if (!dummy)
      name = mlirDictionaryAttrGetElementByName(dictionary, smr_ref(SMR_ATTR_NAME));
    if (!mlirAttributeIsNull(name) && mlirAttributeIsAString(name))
      data->name = smr_imp_text(imp, mlirStringAttrGetValue(name));
    SmrTypeKind kind = SMR_TYPE_KIND(data->type);
    if (kind != SMR_T_PTR && kind != SMR_T_BOX)
      continue;
    if (dummy)
      smr_map_set(&imp->dummies, value, 1);
    if (says(imp, dictionary, SMR_SAYS_HOST_FRAME)) {
      smr_map_set(&imp->host_frames, value, 1);
      data->base = SMR_BASE_UNIQUE; // nobody writes to it while the function runs
      continue;
    }
    bool target = says(imp, dictionary, SMR_SAYS_TARGET);
    bool noalias = says(imp, dictionary, SMR_SAYS_NOALIAS);
    if (target)
      smr_map_set(&imp->target_bases, value, 1);
    if (says(imp, dictionary, SMR_SAYS_VOLATILE))
      smr_map_set(&imp->volatile_bases, value, 1);
    // A C idiom speaks of arrays that do not overlap; that they do not is seen to where it matches.
    bool idiom = imp->options.wrapper && !fortran_like;
    bool copy = says(imp, dictionary, SMR_SAYS_BY_VALUE); // this call's own
    data->base = noalias || idiom || copy || (dummy && !target) ? SMR_BASE_UNIQUE : SMR_BASE_UNKNOWN;
  }
}

/// The variable comes out of the host's frame, which the function got as an argument: it is the host's
/// variable itself, and keeps what the language says of it. (After inlining there is no such argument.)
static bool from_host(const SmrImport *imp, SmrValue root) {
  const SmrGraph *g = imp->graph;
  SmrOp def = smr_def(g, root);
  if (def && smr_op(g, def)->code == SMR_OP_DESCR_ADDR)
    def = smr_def(g, smr_operand(g, def, 0));
  if (!def || smr_op(g, def)->code != SMR_OP_LOAD)
    return false;
  SmrOp field = smr_def(g, smr_operand(g, def, 0));
  uint32_t mark;
  return field && smr_op(g, field)->code == SMR_OP_FIELD &&
         smr_map_get(&imp->host_frames, smr_operand(g, field, 0), &mark);
}

void smr_imp_declare_facts(SmrImport *imp, MlirOperation op, MlirValue memref, SmrValue root) {
  SmrGraph *g = imp->graph;
  SmrValueData *data = &g->values.data[root];
  SmrSym name = smr_imp_attr_symbol(imp, op, "uniq_name");
  if (name)
    name = smr_imp_source_name(imp, name);
  if (smr_imp_value(imp, memref) == root) {
    if (!data->name)
      data->name = name;
    if (data->def && smr_op(g, data->def)->code == SMR_OP_ALLOCA && !smr_op(g, data->def)->attrs)
      smr_op(g, data->def)->attrs = name;
  }
  MlirAttribute attrs = smr_mlir_attribute(op, "fortran_attrs");
  if (mlirAttributeIsNull(attrs))
    return;
  if (smr_imp_attr_word(imp, attrs, "volatile") || smr_imp_attr_word(imp, attrs, "asynchronous"))
    smr_map_set(&imp->volatile_bases, root, 1);
  if (smr_imp_attr_word(imp, attrs, "target")) {
    smr_map_set(&imp->target_bases, root, 1);
    uint8_t most = data->def ? SMR_BASE_IDENTIFIED : SMR_BASE_UNKNOWN;
    if (data->base > most)
      data->base = most;
  } else if (smr_imp_attr_word(imp, attrs, "host_assoc") && !smr_imp_attr_word(imp, attrs, "pointer") &&
             from_host(imp, root)) {
    data->base = SMR_BASE_UNIQUE;
  }
}

uint8_t smr_imp_loaded_class(SmrImport *imp, MlirType type, SmrValue address) {
  SmrTypeInfo info = smr_imp_type(imp, type);
  SmrTypeInfo inner = smr_imp_type_at(imp, info.inner);
  SmrGraph *g = imp->graph;
  if (info.kind != SMR_K_BOX || inner.kind != SMR_K_HEAP)
    return SMR_BASE_UNKNOWN; // a pointer's target
  uint32_t mark;
  address =
      smr_imp_root(imp, address); // an allocatable component is as safe as the variable that it is part of
  SmrOp def = smr_def(g, address);
  bool dummy = smr_map_get(&imp->dummies, address, &mark);
  bool variable = def && (smr_op(g, def)->code == SMR_OP_ALLOCA || smr_op(g, def)->code == SMR_OP_GLOBAL);
  bool host = def && smr_op(g, def)->code == SMR_OP_LOAD && g->values.data[address].base == SMR_BASE_UNIQUE;
  bool target = smr_map_get(&imp->target_bases, address, &mark);
  if (variable && smr_op(g, def)->code == SMR_OP_GLOBAL)
    target |= g->values.data[address].base != SMR_BASE_UNIQUE;
  if (target)
    return variable ? SMR_BASE_IDENTIFIED : SMR_BASE_UNKNOWN;
  return dummy || variable || host ? SMR_BASE_UNIQUE : SMR_BASE_UNKNOWN;
}

//===----------------------------------------------------------------------===//
// By-value parameters of wrappers
//===----------------------------------------------------------------------===//

/// The slot that parameter `arg` is stored to on entry, if anything else writes there, too.
static SmrValue assigned_slot(SmrImport *imp, const SmrUses *uses, SmrValue arg) {
  SmrGraph *g = imp->graph;
  for (uint32_t k = uses->first[arg]; k < uses->first[arg + 1]; k++) {
    SmrOp op = uses->ops[k];
    if (smr_op(g, op)->code != SMR_OP_STORE || smr_operand(g, op, 0) != arg)
      continue;
    SmrValue slot = smr_operand(g, op, 1);
    SmrOp def = smr_def(g, slot);
    if (!def || smr_op(g, def)->code != SMR_OP_ALLOCA)
      continue;
    for (uint32_t u = uses->first[slot]; u < uses->first[slot + 1]; u++)
      if (uses->ops[u] != op && smr_op(g, uses->ops[u])->code != SMR_OP_LOAD)
        return slot;
  }
  return 0;
}

static void expose_parameters(SmrImport *imp, const SmrUses *uses) {
  SmrGraph *g = imp->graph;
  uint32_t n = g->blocks.data[imp->entry_block].args.size, last_op = g->ops.size;
  for (uint32_t k = 0; k < n; k++) {
    SmrValue arg = g->blocks.data[imp->entry_block].args.data[k], slot;
    SmrTypeKind kind = SMR_TYPE_KIND(smr_value_type(g, arg));
    if ((kind != SMR_T_INT && kind != SMR_T_FLOAT && kind != SMR_T_COMPLEX) ||
        !(slot = assigned_slot(imp, uses, arg)))
      continue;
    for (SmrOp op = 1; op < last_op; op++) {
      if (smr_op(g, op)->code != SMR_OP_RETURN || !smr_op(g, op)->block)
        continue;
      SmrValue value = smr_build(g, 0, op, SMR_OP_LOAD, smr_value_type(g, arg), &slot, 1, 0);
      SmrOp out = smr_op_create(g, SMR_OP_OPAQUE, &value, 1, NULL, 0, 0);
      smr_op(g, out)->name = smr_intern(imp->symbols, SMR_OPAQUE_OUT);
      smr_op(g, out)->imm = k;
      smr_op(g, out)->loc = smr_op(g, op)->loc;
      smr_op_insert_before(g, op, out);
    }
  }
}

void smr_imp_classify(SmrImport *imp) {
  smr_imp_captures(imp);
  if (!imp->options.wrapper)
    return;
  SmrUses uses = smr_uses_compute(imp->graph);
  expose_parameters(imp, &uses);
  smr_uses_free(&uses);
}
