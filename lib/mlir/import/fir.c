//===- fir.c - Fortran's variables, conversions and addresses -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Element addresses become base + byte offset with the facts that Fortran guarantees: every index lies within
// its dimension.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/import/internal.h"

static MlirValue operand(MlirOperation op, intptr_t k) {
  return mlirOperationGetOperand(op, k);
}
static MlirValue result(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static SmrSym variable_name(SmrImport *imp, MlirOperation op) {
  SmrSym name = smr_imp_attr_symbol(imp, op, "bindc_name");
  if (!name && (name = smr_imp_attr_symbol(imp, op, "uniq_name")))
    name = smr_imp_source_name(imp, name);
  return name;
}

/// A second name on top of a variable's first one, as results of ENTRY have. Where the function returns the
/// second, flang's pass AbstractResult gives the first another memory, the caller's, and whatever is based on
/// it; the alloca below keeps its own, which nobody returns. So code is to go by the first name.
static void prefer_first_name(SmrImport *imp, MlirValue name, SmrValue variable) {
  SmrOp def = smr_def(imp->graph, variable);
  SmrValueData *data = &imp->graph->values.data[variable];
  if (!def || smr_op(imp->graph, def)->code != SMR_OP_ALLOCA || !data->handle || !mlirValueIsAOpResult(name))
    return;
  MlirOperation first = mlirOpResultGetOwner(name);
  if (smr_imp_handler(imp, first) == SMR_HANDLER_FIR_DECLARE && operand(first, 0).ptr == data->handle &&
      mlirBlockEqual(mlirOperationGetBlock(first),
                     mlirOperationGetBlock(mlirOpResultGetOwner((MlirValue){data->handle}))))
    data->handle = (void *)(uintptr_t)name.ptr;
}

static bool declare(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  MlirValue memref = operand(op, 0);
  if (!smr_imp_same(imp, memref, result(op)))
    return false;
  if (mlirOperationGetNumResults(op) == 2) // hlfir.declare
    smr_imp_same(imp, memref, mlirOperationGetResult(op, 1));
  SmrEntry *entry = smr_imp_entry(imp, memref);
  if (entry->kind != SMR_E_VALUE)
    return true;
  SmrValue value = entry->value;
  SmrOp def = smr_def(imp->graph, value);
  prefer_first_name(imp, memref, value);
  if (def && smr_op(imp->graph, def)->code == SMR_OP_ADDR && !imp->graph->values.data[value].name)
    imp->graph->values.data[value].name = variable_name(imp, op); // (in a common block)
  smr_imp_declare_facts(imp, op, memref, smr_imp_root(imp, value));
  MlirAttribute attrs = smr_mlir_attribute(op, "fortran_attrs");
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(memref));
  if (type.kind == SMR_K_BOX && !mlirAttributeIsNull(attrs) && smr_imp_attr_word(imp, attrs, "contiguous")) {
    SmrArrayView *view = smr_imp_view(imp, memref);
    if (view) {
      view->contiguous = true;
      smr_imp_bind_view(imp, op, result(op), view);
      smr_imp_entry(imp, result(op))->value = value;
    }
  }
  return true;
}

static bool same(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return smr_imp_same(imp, operand(op, 0), result(op));
}

//===----------------------------------------------------------------------===//
// fir.convert
//===----------------------------------------------------------------------===//

static bool is_number(SmrTypeKind kind) {
  return kind == SMR_T_INT || kind == SMR_T_FLOAT || kind == SMR_T_BFLOAT;
}

static bool cast(SmrImport *imp, MlirOperation op, SmrOpcode code, SmrValue value) {
  smr_imp_op(imp, op, code, &value, 1, 0);
  return true;
}

static bool convert_numbers(SmrImport *imp, MlirOperation op, SmrTypeInfo from, SmrTypeInfo to) {
  SmrGraph *g = imp->graph;
  SmrValue value = smr_imp_operand(imp, op, 0);
  uint32_t have = SMR_TYPE_PAYLOAD(from.type), want = SMR_TYPE_PAYLOAD(to.type);
  bool from_int = SMR_TYPE_KIND(from.type) == SMR_T_INT, to_int = SMR_TYPE_KIND(to.type) == SMR_T_INT;
  if (from.type == to.type && from.is_logical == to.is_logical) {
    smr_imp_alias(imp, result(op), value);
    return true;
  }
  if (from_int && to_int && (from.is_logical || to.is_logical)) {
    // A logical is true when any bit is set; the result is 0 or 1.
    if (from.type != SMR_I1) {
      SmrValue none = smr_build_const(g, imp->block, 0, from.type, 0);
      if (to.type == SMR_I1) {
        SmrOp made = smr_imp_op(imp, op, SMR_OP_ICMP, (SmrValue[]){value, none}, 2, 0);
        smr_op(g, made)->imm = SMR_NE;
        return true;
      }
      value = smr_imp_icmp(imp, SMR_NE, value, none);
    }
    return cast(imp, op, SMR_OP_ZEXT, value);
  }
  if (from_int && to_int) {
    bool extends_zero = from.type == SMR_I1 || from.is_unsigned;
    if (have == want) {
      smr_imp_alias(imp, result(op), value);
      return true;
    }
    return cast(imp, op, have > want ? SMR_OP_TRUNC : extends_zero ? SMR_OP_ZEXT : SMR_OP_SEXT, value);
  }
  if (from_int)
    return cast(imp, op, from.is_unsigned ? SMR_OP_UITOFP : SMR_OP_SITOFP, value);
  if (to_int)
    return cast(imp, op, to.is_unsigned ? SMR_OP_FPTOUI : SMR_OP_FPTOSI, value);
  if (have == want)
    return false; // f16 and bf16
  return cast(imp, op, have < want ? SMR_OP_FPEXT : SMR_OP_FPTRUNC, value);
}

static bool convert(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrTypeInfo from = smr_imp_type(imp, mlirValueGetType(operand(op, 0)));
  SmrTypeInfo to = smr_imp_type(imp, mlirValueGetType(result(op)));
  SmrTypeKind a = SMR_TYPE_KIND(from.type), b = SMR_TYPE_KIND(to.type);
  if ((a == SMR_T_PTR && b == SMR_T_PTR) || (a == SMR_T_BOX && b == SMR_T_BOX))
    return smr_imp_same(imp, operand(op, 0), result(op));
  if (is_number(a) && is_number(b))
    return convert_numbers(imp, op, from, to);
  SmrValue value = smr_imp_operand(imp, op, 0);
  if (a == SMR_T_PTR && b == SMR_T_INT)
    return cast(imp, op, SMR_OP_BITCAST, value);
  SmrOp made = smr_imp_op(imp, op, SMR_OP_OPAQUE, &value, 1, 0);
  smr_op(imp->graph, made)->name = smr_imp_text(imp, mlirIdentifierStr(mlirOperationGetName(op)));
  smr_op(imp->graph, made)->flags |= SMR_F_PURE;
  return true;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static bool is_volatile(SmrImport *imp, MlirType pointer, SmrValue address) {
  if (smr_imp_type(imp, pointer).is_volatile)
    return true;
  uint32_t mark;
  return imp->volatile_bases.size && smr_map_get(&imp->volatile_bases, smr_imp_root(imp, address), &mark);
}

static bool load(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue address = smr_imp_operand(imp, op, 0);
  if (smr_value_type(imp->graph, address) != SMR_PTR || mlirOperationGetNumResults(op) != 1)
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_LOAD, &address, 1, 0);
  SmrValue loaded = smr_result(imp->graph, made, 0);
  if (smr_value_type(imp->graph, loaded) == SMR_BOX) {
    imp->graph->values.data[loaded].base = smr_imp_loaded_class(imp, mlirValueGetType(result(op)), address);
    SmrSym name = imp->graph->values.data[address].name; // of a component: m%a
    imp->graph->values.data[loaded].name =
        name ? name : imp->graph->values.data[smr_imp_root(imp, address)].name;
  }
  if (is_volatile(imp, mlirValueGetType(operand(op, 0)), address))
    smr_op(imp->graph, made)->flags |= SMR_F_VOLATILE;
  return true;
}

static bool store(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue operands[2] = {smr_imp_operand(imp, op, 0), smr_imp_operand(imp, op, 1)};
  if (smr_value_type(imp->graph, operands[1]) != SMR_PTR)
    return false;
  SmrOp made = smr_imp_op(imp, op, SMR_OP_STORE, operands, 2, 0);
  if (is_volatile(imp, mlirValueGetType(operand(op, 1)), operands[1]))
    smr_op(imp->graph, made)->flags |= SMR_F_VOLATILE;
  return true;
}

static bool allocate(SmrImport *imp, MlirOperation op, SmrOpcode code) {
  uint32_t n = (uint32_t)mlirOperationGetNumOperands(op);
  SmrValue *operands = smr_arena_alloc(&imp->scratch, (n + 1) * sizeof *operands);
  for (uint32_t k = 0; k < n; k++)
    operands[k] = smr_imp_operand(imp, op, k);
  MlirAttribute type = smr_mlir_attribute(op, "in_type");
  SmrTypeInfo in = {0};
  if (!mlirAttributeIsNull(type) && mlirAttributeIsAType(type))
    in = smr_imp_type(imp, mlirTypeAttrGetValue(type));
  SmrOp made = smr_imp_op(imp, op, code, operands, n, 0);
  SmrOpData *data = smr_op(imp->graph, made);
  if (code == SMR_OP_ALLOCA)
    data->imm = n == 0 && in.bytes > 0 ? in.bytes : -1;
  data->attrs = variable_name(imp, op);
  if (code == SMR_OP_ALLOCA && mlirBlockEqual(mlirOperationGetBlock(op), imp->entry))
    data->flags |= SMR_F_ONCE;
  SmrValueData *value = &imp->graph->values.data[smr_result(imp->graph, made, 0)];
  value->base = SMR_BASE_UNIQUE;
  value->name = data->attrs;
  return true;
}
static bool alloca_op(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return allocate(imp, op, SMR_OP_ALLOCA);
}
static bool allocmem(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  return allocate(imp, op, SMR_OP_HEAP);
}

static bool freemem(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue ptr = smr_imp_operand(imp, op, 0);
  if (smr_value_type(imp->graph, ptr) != SMR_PTR)
    return false;
  smr_imp_op(imp, op, SMR_OP_FREE, &ptr, 1, 0);
  return true;
}

static bool address_of(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrSym name = smr_imp_attr_symbol(imp, op, "symbol");
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(result(op)));
  if (!name || type.type != SMR_PTR)
    return false; // a procedure
  MlirOperation global = smr_imp_symbol(imp, name);
  SmrTypeInfo object = smr_imp_type_at(imp, type.inner);
  bool known = !mlirOperationIsNull(global) && !smr_imp_has_attr(global, "target");
  bool here = mlirBlockEqual(mlirOperationGetBlock(op), imp->entry);
  smr_imp_alias(imp, result(op),
                smr_imp_global(imp, name, object.bytes, here ? (void *)(uintptr_t)result(op).ptr : NULL,
                               known ? SMR_BASE_UNIQUE : SMR_BASE_IDENTIFIED));
  return true;
}

//===----------------------------------------------------------------------===//
// Element addresses
//===----------------------------------------------------------------------===//

/// The array that an op like array_coor or embox talks about: the reference's own layout, overridden by a
/// shape. A reference to one that nothing is known of gives NULL.
static SmrArrayView *shaped_view(SmrImport *imp, MlirValue memref, const SmrArrayShape *shape) {
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(memref));
  SmrArrayView *view = smr_imp_view(imp, memref);
  if (type.kind == SMR_K_BOX)
    return view; // a shift says nothing of the layout
  if (!view || !shape || !shape->extent)
    return view;
  if (shape->rank != view->rank)
    return NULL;
  for (uint32_t d = 0; d < view->rank; d++)
    if (!view->extent[d] || !smr_const_int(imp->graph, view->extent[d], &(int64_t){0}))
      view->extent[d] = shape->extent[d];
  return view;
}

/// The last extent of a dummy declared x(1) is a lie that old programs rely on: it proves nothing.
static void forget_last_extent(SmrImport *imp, SmrArrayView *view) {
  int64_t extent;
  SmrValue root = view->base ? smr_imp_root(imp, view->base) : 0;
  if (root && !smr_def(imp->graph, root) && view->rank &&
      smr_const_int(imp->graph, view->extent[view->rank - 1], &extent) && extent == 1)
    view->extent[view->rank - 1] = 0;
}

/// Of a dummy a(ld, *) or a(ld, n) old programs take more rows than there are: what is declared proves
/// nothing in a program. (In an idiom it is what a match has to show.)
static bool is_loose(SmrImport *imp, const SmrArrayView *view) {
  SmrValue root = view->base ? smr_imp_root(imp, view->base) : 0;
  SmrOp last = view->rank > 1 ? smr_def(imp->graph, view->extent[view->rank - 1]) : 0;
  bool assumed_size = last && smr_op(imp->graph, last)->code == SMR_OP_UNDEF;
  return !imp->options.wrapper && view->rank > 1 && (assumed_size || (root && !smr_def(imp->graph, root)));
}

static bool array_coor(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  intptr_t first, count;
  bool has_shape, has_slice;
  SmrArrayShape *shape = smr_imp_entry_at(imp, op, 1, SMR_E_SHAPE, &has_shape);
  SmrArraySlice *slice = smr_imp_entry_at(imp, op, 2, SMR_E_SLICE, &has_slice);
  if (!smr_imp_segment(op, 3, &first, &count) || (has_shape && !shape) || (has_slice && !slice))
    return false;
  SmrArrayView *view = shaped_view(imp, operand(op, 0), shape);
  if (!view || (intptr_t)view->rank != count || (slice && slice->rank != view->rank) ||
      (shape && shape->rank != view->rank) || count > 15)
    return false;
  forget_last_extent(imp, view);
  view->loose |= is_loose(imp, view);
  SmrValue index[16], one = smr_imp_const(imp, 1);
  for (uint32_t d = 0; d < view->rank; d++) {
    SmrValue lower = shape && shape->lower ? shape->lower[d] : one;
    index[d] = smr_imp_arith(imp, SMR_OP_SUB, smr_imp_i64(imp, smr_imp_operand(imp, op, first + d)), lower);
    if (slice && slice->triple[3 * d + 1]) {
      index[d] = smr_imp_arith(imp, SMR_OP_MUL, index[d], slice->triple[3 * d + 2]);
      SmrValue adjust = smr_imp_arith(imp, SMR_OP_SUB, slice->triple[3 * d], lower);
      index[d] = smr_imp_arith(imp, SMR_OP_ADD, index[d], adjust);
    }
  }
  SmrValue element = smr_imp_view_element(imp, op, view, index);
  if (element == smr_imp_view_base(imp, view))
    smr_imp_alias(imp, result(op), element);
  else
    smr_imp_bind(imp, result(op), element);
  return true;
}

/// One step of coordinate_of into an array: `n` zero-based indices, column-major.
static SmrValue into_array(SmrImport *imp, MlirOperation op, SmrValue ptr, const SmrTypeInfo *array,
                           const SmrValue *index) {
  SmrArrayView *view = smr_imp_view_new(imp, array->rank);
  view->base = ptr;
  view->element = array->inner;
  view->contiguous = true;
  for (uint32_t d = 0; d < array->rank; d++)
    if (array->dims[d] >= 0)
      view->extent[d] = smr_imp_const(imp, array->dims[d]);
  forget_last_extent(imp, view);
  return smr_imp_view_element(imp, op, view, index);
}

/// `m%rows`, for messages. Those of a tuple, in which an internal procedure gets its host's variables, have
/// numbers; the variable's declaration names what is loaded.
static SmrSym component_name(SmrImport *imp, SmrValue ptr, SmrSym component) {
  const SmrGraph *g = imp->graph;
  const char *own = component ? smr_intern_text(imp->symbols, component) : "";
  if (*own >= '0' && *own <= '9')
    return 0;
  bool element = false;
  for (SmrOp def; !g->values.data[ptr].name && (def = smr_def(g, ptr)) &&
                  (smr_op(g, def)->code == SMR_OP_ADDR || smr_op(g, def)->code == SMR_OP_DESCR_ADDR ||
                   smr_op(g, def)->code == SMR_OP_LOAD);
       ptr = smr_operand(g, def, 0))
    element |= smr_op(g, def)->code == SMR_OP_ADDR;
  if (!g->values.data[ptr].name || !component)
    return component;
  SmrStr text = {0};
  smr_str_printf(&text, "%s%s%%%s", smr_intern_text(imp->symbols, g->values.data[ptr].name),
                 element ? "(...)" : "", smr_intern_text(imp->symbols, component));
  SmrSym name = smr_intern(imp->symbols, smr_str_get(&text));
  smr_str_free(&text);
  return name;
}

static SmrValue imp_field(SmrImport *imp, MlirOperation op, SmrValue ptr, SmrSym name) {
  SmrValue field = smr_imp_make(imp, op, SMR_OP_FIELD, SMR_PTR, &ptr, 1);
  smr_op(imp->graph, smr_def(imp->graph, field))->name = name;
  SmrValueData *value = &imp->graph->values.data[field];
  value->base = imp->graph->values.data[smr_imp_root(imp, ptr)].base;
  value->name = component_name(imp, ptr, name);
  return field;
}

enum { DYNAMIC = INT32_MIN };

static bool coordinate_of(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrGraph *g = imp->graph;
  MlirValue ref = operand(op, 0);
  SmrTypeInfo type = smr_imp_type(imp, mlirValueGetType(ref));
  MlirAttribute fields = smr_mlir_attribute(op, "field_indices");
  bool have_fields = !mlirAttributeIsNull(fields) && mlirAttributeIsADenseI32Array(fields);
  intptr_t steps = have_fields ? mlirDenseArrayGetNumElements(fields) : mlirOperationGetNumOperands(op) - 1;
  if (steps > 64)
    return false;
  SmrValue index[64];
  intptr_t next = 1;
  for (intptr_t k = 0; k < steps; k++) {
    int32_t field = have_fields ? mlirDenseI32ArrayGetElement(fields, k) : DYNAMIC;
    if (field == DYNAMIC && next >= mlirOperationGetNumOperands(op))
      return false;
    index[k] =
        field == DYNAMIC ? smr_imp_i64(imp, smr_imp_operand(imp, op, next++)) : smr_imp_const(imp, field);
  }
  SmrValue ptr;
  intptr_t at = 0;
  SmrTypeInfo cur;
  if (type.kind == SMR_K_BOX) {
    SmrArrayView *view = smr_imp_view(imp, ref);
    if (!view || view->offset || (intptr_t)view->rank > steps)
      return false;
    ptr = view->rank ? smr_imp_view_element(imp, op, view, index) : smr_imp_view_base(imp, view);
    at = view->rank;
    cur = smr_imp_type_at(imp, type.inner);
    if (cur.kind == SMR_K_HEAP || cur.kind == SMR_K_POINTER || cur.kind == SMR_K_REF)
      cur = smr_imp_type_at(imp, cur.inner);
    if (cur.kind == SMR_K_ARRAY)
      cur = smr_imp_type_at(imp, cur.inner);
  } else {
    ptr = smr_imp_value(imp, ref);
    if (smr_value_type(g, ptr) != SMR_PTR || !type.inner)
      return false;
    cur = smr_imp_type_at(imp, type.inner);
  }
  SmrValue start = ptr;
  while (at < steps) {
    int64_t number;
    if (cur.kind == SMR_K_ARRAY && !cur.any_rank && cur.rank && at + (intptr_t)cur.rank <= steps) {
      ptr = into_array(imp, op, ptr, &cur, index + at);
      at += cur.rank;
      cur = smr_imp_type_at(imp, cur.inner);
    } else if (cur.kind == SMR_K_RECORD && smr_const_int(g, index[at], &number) && number >= 0 &&
               number < cur.field_count) {
      ptr = imp_field(imp, op, ptr, cur.field_names[number]);
      cur = smr_imp_type_at(imp, cur.field_types[number]);
      at++;
    } else if (SMR_TYPE_KIND(cur.type) == SMR_T_COMPLEX && cur.inner) {
      cur = smr_imp_type_at(imp, cur.inner);
      ptr = smr_imp_addr(imp, op, ptr,
                         smr_imp_arith(imp, SMR_OP_MUL, index[at++], smr_imp_const(imp, cur.bytes)), NULL, 0);
    } else { // somewhere in there
      ptr = smr_imp_addr(imp, op, ptr, smr_imp_undef(imp, SMR_I64), NULL, 0);
      at = steps;
    }
  }
  if (ptr == start)
    smr_imp_alias(imp, result(op), ptr);
  else
    smr_imp_bind(imp, result(op), ptr);
  return true;
}

/// hlfir.designate with plain indices; everything else of it is opaque.
static bool designate(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  intptr_t first, count, all = mlirOperationGetNumOperands(op);
  if (smr_imp_has_attr(op, "component") || !smr_imp_segment(op, 2, &first, &count) || count + 1 != all)
    return false;
  MlirAttribute triplets = smr_mlir_attribute(op, "is_triplet");
  if (!mlirAttributeIsNull(triplets) && smr_imp_attr_word(imp, triplets, "true"))
    return false;
  SmrArrayView *view = smr_imp_view(imp, operand(op, 0));
  if (!view || (intptr_t)view->rank != count || count == 0 || count > 15)
    return false;
  SmrTypeInfo to = smr_imp_type(imp, mlirValueGetType(result(op)));
  if (to.type != SMR_PTR)
    return false;
  SmrValue index[16];
  for (uint32_t d = 0; d < view->rank; d++) {
    // HLFIR's lower bounds are those of the variable: known only where its declaration was seen.
    SmrValue lower = smr_imp_view_lower(imp, view, d);
    index[d] = smr_imp_arith(imp, SMR_OP_SUB, smr_imp_i64(imp, smr_imp_operand(imp, op, first + d)), lower);
  }
  SmrValue element = smr_imp_view_element(imp, op, view, index);
  smr_imp_alias(imp, result(op), element);
  return true;
}

/// Fortran's parentheses.
static bool no_reassoc(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  (void)info;
  SmrValue value = smr_imp_operand(imp, op, 0);
  smr_imp_op(imp, op, SMR_OP_NOREASSOC, &value, 1, 0);
  return true;
}

const SmrHandlerEntry smr_imp_fir_handlers[] = {{SMR_HANDLER_FIR_DECLARE, declare},
                                                {SMR_HANDLER_FIR_SAME, same},
                                                {SMR_HANDLER_FIR_CONVERT, convert},
                                                {SMR_HANDLER_FIR_LOAD, load},
                                                {SMR_HANDLER_FIR_STORE, store},
                                                {SMR_HANDLER_FIR_ALLOCA, alloca_op},
                                                {SMR_HANDLER_FIR_ALLOCMEM, allocmem},
                                                {SMR_HANDLER_FIR_FREEMEM, freemem},
                                                {SMR_HANDLER_FIR_ADDRESS_OF, address_of},
                                                {SMR_HANDLER_FIR_ARRAY_COOR, array_coor},
                                                {SMR_HANDLER_FIR_COORDINATE_OF, coordinate_of},
                                                {SMR_HANDLER_FIR_NO_REASSOC, no_reassoc},
                                                {SMR_HANDLER_HLFIR_DESIGNATE, designate},
                                                {SMR_HANDLER_NONE, NULL}};
