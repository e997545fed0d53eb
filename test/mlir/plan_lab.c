//===- plan_lab.c - plans made by hand, for tests ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "plan_lab.h"
#include "capi/smr.h"
#include "mlir-c/BuiltinAttributes.h"

void lab_open(Lab *lab, const char *text, size_t size, const char *prefix) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  *lab = (Lab){.context = smrContextCreate(), .prefix = prefix};
  mlirContextSetAllowUnregisteredDialects(lab->context, true);
  lab->module = smrModuleParse(lab->context, text, size, "test.mlir", &diag);
  assert_false(mlirModuleIsNull(lab->module));
  lab->descriptions = smr_descriptions_load(NULL, 0, &diag);
  lab->symbols = smr_intern_create();
}

static void leave(Lab *lab) {
  if (lab->splicer)
    smr_splicer_destroy(lab->splicer);
  if (lab->graph)
    smr_graph_destroy(lab->graph);
  lab->splicer = NULL;
  lab->graph = NULL;
  smr_vec_free(&lab->loops);
}

void lab_close(Lab *lab) {
  leave(lab);
  smr_arena_destroy(&lab->arena);
  smr_intern_destroy(lab->symbols);
  smr_descriptions_destroy(lab->descriptions);
  mlirModuleDestroy(lab->module);
  mlirContextDestroy(lab->context);
}

MlirOperation lab_callee(const Lab *lab, const char *name) {
  SMR_OWNED(SmrStr, smr_str_free) symbol = {0};
  smr_str_printf(&symbol, "%s%s", lab->prefix, name);
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(lab->module));
  for (; op.ptr; op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute own = mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("sym_name"));
    if (!mlirAttributeIsNull(own) &&
        mlirStringRefEqual(mlirStringAttrGetValue(own), mlirStringRefCreateFromCString(smr_str_get(&symbol))))
      break;
  }
  if (!op.ptr)
    fail_msg("no function %s", smr_str_get(&symbol));
  return op;
}

static bool has_loop(const SmrGraph *g, SmrOp loop) {
  for (SmrOp op = loop; (op = smr_next_op(g, op, loop));)
    if (smr_op(g, op)->code == SMR_OP_LOOP)
      return true;
  return false;
}

void lab_function(Lab *lab, const char *name) {
  leave(lab);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrImporter *importer = smr_importer_create(lab->symbols, lab->descriptions);
  lab->graph = smr_import_function(importer, lab_callee(lab, name), NULL, &diag);
  smr_importer_destroy(importer);
  assert_non_null(lab->graph);
  smr_normalize_plain(lab->graph);
  lab->splicer = smr_splicer_create(lab->graph, lab->descriptions);
  for (SmrOp op = 0; (op = smr_next_op(lab->graph, op, 0));)
    if (smr_op(lab->graph, op)->code == SMR_OP_LOOP && !has_loop(lab->graph, op))
      smr_vec_push(&lab->loops, op);
}

void lab_print(const Lab *lab, SmrStr *out) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  MlirOperation op = mlirModuleGetOperation(lab->module);
  bool valid = smrModuleVerify(op, &diag);
  smrModulePrint(op, false, out);
  if (!valid)
    fail_msg("%s\n%s", diag.messages.size ? diag.messages.data[0].text : "invalid", smr_str_get(out));
}

SmrOp lab_op(const Lab *lab, SmrOp loop, SmrOpcode code, uint32_t k) {
  SmrOp op = loop;
  while (op && (smr_op(lab->graph, op)->code != code || k-- > 0))
    op = smr_next_op(lab->graph, op, loop);
  assert_true(op != 0);
  return op;
}

const SmrExpr *lab_trip(Lab *lab, SmrOp loop) {
  return smr_expr_poly(&lab->arena, smr_poly_of(lab->graph, &lab->arena, smr_operand(lab->graph, loop, 0)));
}

const SmrExpr *lab_at_least(Lab *lab, int64_t least, const SmrExpr *value) {
  return smr_expr(&lab->arena, SMR_X_LE, smr_expr_const(&lab->arena, least), value);
}

SmrPassed lab_array(Lab *lab, SmrOp loop, SmrOp access) {
  const SmrGraph *g = lab->graph;
  bool ok = true;
  SmrValue ptr = smr_access_ptr(g, access), iv = g->blocks.data[smr_body_block(g, loop, 0)].args.data[0];
  SmrPoly offset = smr_access_offset(g, &lab->arena, ptr, &ok), step = {0}, rest = {0};
  assert_true(ok && smr_poly_split(&lab->arena, offset, iv, &step, &rest));
  return (SmrPassed){.kind = SMR_PASS_ARRAY,
                     .value = smr_base_of(g, ptr),
                     .expr = smr_expr_poly(&lab->arena, rest),
                     .name = "array"};
}

SmrPassed lab_factor(const Lab *lab, SmrOp loop, uint32_t k) {
  const SmrGraph *g = lab->graph;
  SmrOp product = lab_op(lab, loop, SMR_OP_FMUL, k);
  SmrValue value = smr_operand(g, product, 0);
  if (smr_value_inside(g, value, loop))
    value = smr_operand(g, product, 1);
  assert_false(smr_value_inside(g, value, loop));
  return (SmrPassed){.kind = SMR_PASS_VALUE, .value = value, .type = SMR_F64, .name = "a"};
}

/// Load number k from the pointer, or, if that is 0, outside of loops of the type; 0: there is none.
static SmrOp find_load(const SmrGraph *g, SmrValue from, SmrType type, uint32_t k) {
  SmrOp op = 0;
  while ((op = smr_next_op(g, op, 0))) {
    bool same = smr_op(g, op)->code == SMR_OP_LOAD &&
                (from ? smr_value(g, smr_operand(g, op, 0)) == from
                      : smr_value_type(g, smr_result(g, op, 0)) == type && !smr_parent(g, op));
    if (same && k-- == 0)
      break;
  }
  return op;
}

SmrOp lab_load(const Lab *lab, SmrType type, uint32_t k) {
  SmrOp load = find_load(lab->graph, 0, type, k);
  assert_true(load != 0);
  return load;
}

SmrValue lab_argument(const Lab *lab, uint32_t k) {
  const SmrGraph *g = lab->graph;
  SmrValue value = g->blocks.data[g->regions.data[g->body].blocks.data[0]].args.data[k];
  SmrOp load = smr_value_type(g, value) == SMR_PTR ? find_load(g, value, 0, 0) : 0;
  return load ? smr_result(g, load, 0) : value;
}

SmrAfter lab_after(void *data, SmrValue value) {
  const LabAfter *after = data;
  const SmrGraph *g = after->lab->graph;
  value = smr_value(g, value);
  for (uint32_t k = 0; k < after->count; k++)
    if (smr_value(g, after->values[k]) == value)
      return after->answers[k];
  for (uint32_t r = 0; r < after->root_count; r++)
    if (smr_def(g, value) == after->roots[r] || smr_value_inside(g, value, after->roots[r]))
      return (SmrAfter){0};
  return (SmrAfter){.kind = SMR_AFTER_VALUE, .value = value};
}
