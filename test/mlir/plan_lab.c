//===- plan_lab.c - plans made by hand, for tests ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "plan_lab.h"
#include "capi/smr.h"
#include "mlir-c/BuiltinAttributes.h"

void lab_open(Lab *lab, const char *text, size_t size, const char *prefix) {
  SmrDiag diag = {0};
  *lab = (Lab){.context = smrContextCreate(), .prefix = prefix};
  mlirContextSetAllowUnregisteredDialects(lab->context, true);
  lab->module = smrModuleParse(lab->context, text, size, "test.mlir", &diag);
  assert_false(mlirModuleIsNull(lab->module));
  lab->descriptions = smr_descriptions_load(NULL, 0, &diag);
  lab->symbols = smr_intern_create();
  smr_diag_free(&diag);
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
  SmrStr symbol = {0};
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
  smr_str_free(&symbol);
  return op;
}

static void has_loop(SmrGraph *g, SmrOp op, void *data) {
  SmrOp *loop = data;
  if (smr_op(g, op)->code == SMR_OP_LOOP && op != *loop && smr_inside(g, op, *loop))
    *loop = 0;
}

static void add_loop(SmrGraph *g, SmrOp op, void *data) {
  Lab *lab = data;
  SmrOp innermost = op;
  if (smr_op(g, op)->code != SMR_OP_LOOP)
    return;
  smr_graph_walk(g, has_loop, &innermost);
  if (innermost)
    smr_vec_push(&lab->loops, op);
}

void lab_function(Lab *lab, const char *name) {
  leave(lab);
  SmrDiag diag = {0};
  SmrImporter *importer = smr_importer_create(lab->symbols, lab->descriptions);
  lab->graph = smr_import_function(importer, lab_callee(lab, name), NULL, &diag);
  smr_importer_destroy(importer);
  assert_non_null(lab->graph);
  smr_normalize_plain(lab->graph);
  lab->splicer = smr_splicer_create(lab->graph, lab->descriptions);
  smr_graph_walk(lab->graph, add_loop, lab);
  smr_diag_free(&diag);
}

void lab_print(const Lab *lab, SmrStr *out) {
  SmrDiag diag = {0};
  MlirOperation op = mlirModuleGetOperation(lab->module);
  bool valid = smrModuleVerify(op, &diag);
  smrModulePrint(op, false, out);
  if (!valid)
    fail_msg("%s\n%s", diag.messages.size ? diag.messages.data[0].text : "invalid", smr_str_get(out));
  smr_diag_free(&diag);
}

typedef struct {
  SmrOp loop, found;
  SmrOpcode code;
  uint32_t left;
} Search;

static void look(SmrGraph *g, SmrOp op, void *data) {
  Search *search = data;
  if (!search->found && smr_op(g, op)->code == search->code && smr_inside(g, op, search->loop) &&
      search->left-- == 0)
    search->found = op;
}

SmrOp lab_op(const Lab *lab, SmrOp loop, SmrOpcode code, uint32_t k) {
  Search search = {loop, 0, code, k};
  smr_graph_walk(lab->graph, look, &search);
  assert_true(search.found != 0);
  return search.found;
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

typedef struct {
  SmrType type;
  SmrValue from; // or 0
  uint32_t left;
  SmrOp found;
} LoadSearch;

static void look_for_load(SmrGraph *g, SmrOp op, void *data) {
  LoadSearch *search = data;
  if (search->found || smr_op(g, op)->code != SMR_OP_LOAD)
    return;
  bool same = search->from ? smr_value(g, smr_operand(g, op, 0)) == search->from
                           : smr_value_type(g, smr_result(g, op, 0)) == search->type && !smr_parent(g, op);
  if (same && search->left-- == 0)
    search->found = op;
}

SmrOp lab_load(const Lab *lab, SmrType type, uint32_t k) {
  LoadSearch search = {type, 0, k, 0};
  smr_graph_walk(lab->graph, look_for_load, &search);
  assert_true(search.found != 0);
  return search.found;
}

SmrValue lab_argument(const Lab *lab, uint32_t k) {
  const SmrGraph *g = lab->graph;
  SmrValue value = g->blocks.data[g->regions.data[g->body].blocks.data[0]].args.data[k];
  LoadSearch search = {0, value, 0, 0};
  if (smr_value_type(g, value) == SMR_PTR)
    smr_graph_walk(lab->graph, look_for_load, &search);
  return search.found ? smr_result(g, search.found, 0) : value;
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
