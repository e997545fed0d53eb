//===- tile.c - a user's product of matrices of one size -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensorize/tile.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/name.h"
#include "mlir/splice/splice.h"
#include "raise/equations.h"

typedef struct {
  SmrEquations *e;
  const SmrRaisedEquation *q;
  int64_t bytes;                 // of an element
  const SmrFactor *a, *b;        // of the term
  uint32_t row, column, depth;   // indices
  int64_t rows, columns, depths; // their sizes
} Form;

//===--- polynomials ---===//

/// How far apart the elements are of two neighbouring values of an index, if the rest of the polynomial is
/// so.
static bool stride(Form *f, SmrPoly *poly, uint32_t index, int64_t *out) {
  SmrPoly by, rest;
  *out = 0;
  if (!smr_poly_contains(*poly, index))
    return true;
  if (!smr_poly_split(&f->e->arena, *poly, index, &by, &rest) || !smr_poly_is_const(by, out))
    return false;
  *poly = rest;
  return true;
}

/// poly = one · x + other · y
static bool is_linear(Form *f, SmrPoly poly, uint32_t x, int64_t one, uint32_t y, int64_t other) {
  int64_t a, b, rest;
  return stride(f, &poly, x, &a) && stride(f, &poly, y, &b) && a == one && b == other &&
         smr_poly_is_const(poly, &rest) && rest == 0;
}

/// The index runs from 0 to below a number: the rows are index >= 0 and size - 1 - index >= 0.
static bool size_of(Form *f, const SmrDomain *d, uint32_t index, int64_t *size) {
  uint32_t rows = 0;
  bool from = false;
  *size = 0;
  for (uint32_t k = 0; k < d->row_count; k++) {
    SmrPoly row = d->rows[k];
    int64_t by, rest;
    if (!smr_poly_contains(row, index))
      continue;
    if (!stride(f, &row, index, &by) || !smr_poly_is_const(row, &rest))
      return false;
    rows++;
    from |= by == 1 && rest == 0;
    if (by == -1)
      *size = rest + 1;
  }
  return rows == 2 && from && *size > 0;
}

//===--- C += A B ---===//

static bool is_old_value(const Form *f, const SmrRaisedTerm *t) {
  const SmrFactor *load = t->factor_count == 1 ? t->factors[0] : NULL;
  return load && t->coefficient == 1 && !t->domain.index_count && !t->domain.row_count &&
         load->kind == SMR_FACTOR_LOAD && load->id == f->q->array && load->version == 0 &&
         smr_poly_equal(load->poly, f->q->offset);
}

static bool find_product(Form *f) {
  const SmrSum *sum = &f->q->sum;
  const SmrRaisedTerm *product = NULL;
  for (uint32_t k = 0; k < sum->term_count; k++)
    if (f->q->adds || !is_old_value(f, &sum->terms[k])) {
      if (product)
        return false;
      product = &sum->terms[k];
    }
  if (!product || sum->term_count != (f->q->adds ? 1u : 2u) || product->coefficient != 1 ||
      product->factor_count != 2 || product->domain.index_count != 1 || product->domain.row_count != 2)
    return false;
  f->depth = product->domain.indices[0];
  f->a = product->factors[0], f->b = product->factors[1];
  return size_of(f, &product->domain, f->depth, &f->depths) && f->a->kind == SMR_FACTOR_LOAD &&
         f->b->kind == SMR_FACTOR_LOAD && !f->a->version && !f->b->version;
}

static bool fits(Form *f) {
  int64_t e = f->bytes;
  return is_linear(f, f->q->offset, f->row, e * f->columns, f->column, e) &&
         is_linear(f, f->a->poly, f->row, e * f->depths, f->depth, e) &&
         is_linear(f, f->b->poly, f->depth, e * f->columns, f->column, e);
}

/// Which index is the rows' and which factor A: four ways.
static bool find_form(Form *f) {
  const SmrDomain *d = &f->q->domain;
  if (d->index_count != 2 || d->row_count != 4 || !find_product(f))
    return false;
  const SmrFactor *factors[] = {f->a, f->b};
  for (int way = 0; way < 4; way++) {
    f->row = d->indices[way & 1], f->column = d->indices[1 - (way & 1)];
    f->a = factors[way >> 1], f->b = factors[1 - (way >> 1)];
    if (size_of(f, d, f->row, &f->rows) && size_of(f, d, f->column, &f->columns) && fits(f))
      return true;
  }
  return false;
}

static bool same_types(const Form *f) {
  uint32_t arrays[] = {f->a->id, f->b->id, f->q->array};
  for (int k = 0; k < 3; k++)
    if (f->e->arrays.data[arrays[k]].type != f->e->arrays.data[f->q->array].type ||
        f->e->arrays.data[arrays[k]].memory != arrays[k])
      return false;
  return f->a->id != f->b->id && f->a->id != f->q->array && f->b->id != f->q->array;
}

/// Which argument of the pair an array is.
static bool argument_of(const Form *f, const SmrLibrary *library, uint32_t pair, uint32_t array,
                        uint8_t *out) {
  const char *name = smr_intern_text(f->e->symbols, f->e->arrays.data[array].name);
  for (uint8_t k = 0; k < library->pairs[pair].pattern.arg_count; k++)
    if (smr_equal(library->pairs[pair].words[k], name)) {
      *out = k;
      return true;
    }
  return false;
}

static bool is_tile(const SmrLibrary *library, uint32_t pair, SmrEquations *e, SmrTensorizeTile *out) {
  Form f = {.e = e};
  if (e->equations.size != 1 || e->needs.size || library->pairs[pair].pattern.arg_count != 3)
    return false;
  f.q = &e->equations.data[0];
  SmrType type = e->arrays.data[f.q->array].type;
  f.bytes = type == SMR_F64 ? 8 : 4;
  if ((type != SMR_F32 && type != SMR_F64) || !find_form(&f) || !same_types(&f))
    return false;
  *out = (SmrTensorizeTile){.library = library,
                            .pair = &library->pairs[pair],
                            .size = {f.rows, f.columns, f.depths},
                            .f64 = type == SMR_F64};
  return argument_of(&f, library, pair, f.a->id, &out->arguments[0]) &&
         argument_of(&f, library, pair, f.b->id, &out->arguments[1]) &&
         argument_of(&f, library, pair, f.q->array, &out->arguments[2]);
}

bool smr_tensorize_tile(const SmrLibrary *library, SmrIntern *symbols, SmrTensorizeTile *out, SmrDiag *diag) {
  bool found = false;
  for (uint32_t k = 0; k < library->count && !found; k++) {
    const SmrPair *p = &library->pairs[k];
    if (!p->equations || p->condition_count || p->contract == SMR_CONTRACT_FINITE ||
        !smr_pair_replacement(p, SMR_LANGUAGE_C))
      continue;
    SmrEquations *e = smr_equations_parse(symbols, p->pattern.name, p->equations, strlen(p->equations), diag);
    if (!e)
      return false;
    found = is_tile(library, k, e, out);
    smr_equations_destroy(e);
  }
  return found ||
         smr_error(diag, library->name, 0, 0,
                   "no pair is a tile: C += A * B for matrices of fixed sizes, row by row, in C, `mode "
                   "auto`");
}

//===--- its replacement ---===//

static void note_links(const SmrPair *pair, MlirOperation module) {
  MlirContext context = mlirOperationGetContext(module);
  MlirAttribute before = smr_mlir_attribute(module, SMR_ATTR_LINK);
  SMR_VEC(MlirAttribute) links = {0};
  bool array = !mlirAttributeIsNull(before) && mlirAttributeIsAArray(before);
  for (intptr_t k = 0; array && k < mlirArrayAttrGetNumElements(before); k++)
    smr_vec_push(&links, mlirArrayAttrGetElement(before, k));
  for (uint32_t l = 0; l < pair->link_count; l++) {
    MlirAttribute link = mlirStringAttrGet(context, smr_ref(pair->links[l]));
    bool known = false;
    for (uint32_t k = 0; k < links.size; k++)
      known |= mlirAttributeEqual(links.data[k], link);
    if (!known)
      smr_vec_push(&links, link);
  }
  if (links.size)
    mlirOperationSetDiscardableAttributeByName(module, smr_ref(SMR_ATTR_LINK),
                                               mlirArrayAttrGet(context, links.size, links.data));
  smr_vec_free(&links);
}

bool smr_tensorize_tile_inject(const SmrTensorizeTile *tile, MlirOperation module, SmrStr *callee,
                               SmrStr *reason, SmrDiag *diag) {
  const SmrReplacement *r = smr_pair_replacement(tile->pair, SMR_LANGUAGE_C);
  if (!smr_replacement_intact(r))
    return smr_error(diag, tile->library->name, 0, 0, "the replacement of \"%s\" is damaged",
                     tile->pair->pattern.name);
  SmrStr name = {0};
  MlirOperation bound = {0};
  smr_str_printf(&name, "smr.%s", tile->pair->pattern.name);
  MlirOperation wrapper = smr_inject(module, r->module, r->module_size, r->wrapper, smr_str_get(&name),
                                     tile->library->name, false, NULL, NULL, 0, &bound, diag, reason);
  smr_str_free(&name);
  if (mlirOperationIsNull(wrapper))
    return false;
  MlirStringRef symbol = mlirStringAttrGetValue(smr_mlir_attribute(wrapper, "sym_name"));
  smr_str_append(callee, symbol.data, symbol.length);
  note_links(tile->pair, module);
  return true;
}
