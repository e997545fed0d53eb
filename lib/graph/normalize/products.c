//===- products.c - products of complex numbers (N-COMPLEX) ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// C multiplies complex numbers by the plain formula, and where both parts of the result are NaN once more by
// __muldc3, which looks for infinities (C17, annex G). In the plain form the formula stands for both: a
// result that is not finite may be another one that is not. The program's own code keeps the second look.
//
//     re = a*c - b*d, im = a*d + b*c
//     if re uno re { if im uno im { __muldc3(a, b, c, d) } else { re, im } } else { re, im }
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"
#include "graph/syntax.h"
#include <string.h>

/// A value without the negations around it.
typedef struct {
  SmrValue value;
  bool minus;
} Signed;

/// x*y, negated or not: of two such a part is the sum.
typedef struct {
  SmrValue x, y;
  bool minus;
} Product;

static SmrOpcode code_of(const SmrGraph *g, SmrOp op) {
  return op ? (SmrOpcode)smr_op(g, op)->code : SMR_OP_NONE;
}

static Signed signed_of(const SmrGraph *g, SmrValue value) {
  Signed s = {smr_value(g, value), false};
  for (SmrOp op = smr_def(g, s.value); code_of(g, op) == SMR_OP_FNEG; op = smr_def(g, s.value))
    s = (Signed){smr_operand(g, op, 0), !s.minus};
  return s;
}

static bool product_of(const SmrGraph *g, SmrValue value, Product *out) {
  Signed whole = signed_of(g, value);
  SmrOp op = smr_def(g, whole.value);
  if (code_of(g, op) != SMR_OP_FMUL)
    return false;
  Signed x = signed_of(g, smr_operand(g, op, 0)), y = signed_of(g, smr_operand(g, op, 1));
  *out = (Product){x.value, y.value, whole.minus ^ x.minus ^ y.minus};
  return true;
}

/// The two products that a part is the sum or difference of.
static bool products_of(const SmrGraph *g, SmrValue value, Product out[2]) {
  SmrOp op = smr_def(g, value);
  if (code_of(g, op) != SMR_OP_FADD && code_of(g, op) != SMR_OP_FSUB)
    return false;
  bool ok = product_of(g, smr_operand(g, op, 0), &out[0]) && product_of(g, smr_operand(g, op, 1), &out[1]);
  out[1].minus ^= code_of(g, op) == SMR_OP_FSUB;
  return ok;
}

static bool is_product(const Product *p, Signed x, Signed y, bool minus) {
  return p->minus == (minus ^ x.minus ^ y.minus) &&
         ((p->x == x.value && p->y == y.value) || (p->x == y.value && p->y == x.value));
}

/// x*y and z*w, of which the second one may be negated, in either order.
static bool are_products(const Product p[2], Signed x, Signed y, Signed z, Signed w, bool minus) {
  return (is_product(&p[0], x, y, false) && is_product(&p[1], z, w, minus)) ||
         (is_product(&p[1], x, y, false) && is_product(&p[0], z, w, minus));
}

/// Are these the parts of (a + bi)(c + di), where the call has a, b, c, d?
static bool is_formula(const SmrGraph *g, SmrOp call, SmrValue re, SmrValue im) {
  Product p[2], q[2];
  Signed s[4];
  for (uint32_t k = 0; k < 4; k++)
    s[k] = signed_of(g, smr_operand(g, call, k));
  return products_of(g, re, p) && products_of(g, im, q) && are_products(p, s[0], s[2], s[1], s[3], true) &&
         are_products(q, s[0], s[3], s[1], s[2], false);
}

/// The value that the condition asks whether it is a NaN; 0: it asks something else.
static SmrValue asked_of(const SmrGraph *g, SmrOp branch) {
  SmrOp test = smr_def(g, smr_operand(g, branch, 0));
  if (code_of(g, test) != SMR_OP_FCMP || strcmp(smr_fcmp_names[smr_op(g, test)->imm & 15], "uno"))
    return 0;
  SmrValue x = smr_operand(g, test, 0), y = smr_operand(g, test, 1);
  SmrOp number = smr_def(g, y);
  double value = code_of(g, number) == SMR_OP_CONST ? smr_const_float(g, number) : 0;
  bool is_number = code_of(g, number) == SMR_OP_CONST && value == value;
  return x == y || is_number ? x : 0;
}

static SmrValue yielded(const SmrGraph *g, SmrOp branch, uint32_t region, uint32_t k) {
  return smr_operand(g, g->blocks.data[smr_body_block(g, branch, region)].last, k);
}

/// Does the op take that part out of a structure, or a vector (as two of `float` come back)?
static bool takes_part(const SmrGraph *g, SmrOp op, int64_t place) {
  if (!op)
    return false;
  const SmrOpData *data = smr_op(g, op);
  if (code_of(g, op) != SMR_OP_OPAQUE || !data->operand_count)
    return false;
  const char *name = smr_intern_text(g->symbols, data->name);
  int64_t number;
  if (!strcmp(name, "llvm.extractelement") || !strcmp(name, SMR_OPAQUE_LANE))
    return data->operand_count == 2 && smr_const_int(g, smr_operand(g, op, 1), &number) && number == place;
  return !strcmp(name, "llvm.extractvalue") && data->attrs && data->operand_count == 1 &&
         strstr(smr_intern_text(g->symbols, data->attrs), place ? "array<i64: 1>" : "array<i64: 0>");
}

/// The call that the value is a part of.
static SmrOp called_for(const SmrGraph *g, SmrValue value, int64_t place) {
  SmrOp part = smr_def(g, value);
  if (!takes_part(g, part, place))
    return 0;
  SmrOp call = smr_def(g, smr_operand(g, part, 0));
  const char *name =
      code_of(g, call) == SMR_OP_CALL ? smr_intern_text(g->symbols, smr_op(g, call)->name) : "";
  bool multiplies = !strcmp(name, "__muldc3") || !strcmp(name, "__mulsc3");
  return multiplies && smr_op(g, call)->operand_count == 4 ? call : 0;
}

/// Nothing in the block has an effect, but for that op.
static bool does_nothing_but(const SmrGraph *g, SmrBlock block, SmrOp but) {
  for (SmrOp op = g->blocks.data[block].first; op && op != g->blocks.data[block].last;
       op = smr_op(g, op)->next) {
    bool pure = smr_opcode_pure(code_of(g, op)) ||
                (code_of(g, op) == SMR_OP_OPAQUE && (smr_op(g, op)->flags & SMR_F_PURE));
    if (op != but && (!pure || smr_op(g, op)->region_count))
      return false;
  }
  return true;
}

/// Is the op, which gives two parts, such a second look? Then they are *re and *im, in the order of its
/// results.
static bool is_second_look(const SmrGraph *g, SmrOp outer, SmrValue parts[2]) {
  if (code_of(g, outer) != SMR_OP_IF || smr_op(g, outer)->result_count != 2)
    return false;
  SmrOp inner = smr_def(g, yielded(g, outer, 0, 0));
  if (code_of(g, inner) != SMR_OP_IF || smr_op(g, inner)->result_count != 2 ||
      smr_op(g, inner)->block != smr_body_block(g, outer, 0))
    return false;
  for (uint32_t k = 0; k < 2; k++) {
    parts[k] = yielded(g, outer, 1, k);
    if (yielded(g, outer, 0, k) != smr_result(g, inner, k) || yielded(g, inner, 1, k) != parts[k])
      return false;
  }
  SmrOp call = called_for(g, yielded(g, inner, 0, 0), 0);
  bool exchanged = !call;
  if (exchanged)
    call = called_for(g, yielded(g, inner, 0, 0), 1);
  SmrOp other = called_for(g, yielded(g, inner, 0, 1), exchanged ? 0 : 1);
  SmrValue re = parts[exchanged], im = parts[!exchanged], first = asked_of(g, outer),
           second = asked_of(g, inner);
  return call && call == other && ((first == re && second == im) || (first == im && second == re)) &&
         is_formula(g, call, re, im) && smr_op(g, call)->block == smr_body_block(g, inner, 0) &&
         does_nothing_but(g, smr_body_block(g, outer, 0), inner) &&
         does_nothing_but(g, smr_body_block(g, outer, 1), 0) &&
         does_nothing_but(g, smr_body_block(g, inner, 0), call) &&
         does_nothing_but(g, smr_body_block(g, inner, 1), 0);
}

static void products_region(SmrGraph *g, SmrRegion region) {
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++)
    for (SmrOp op = g->blocks.data[g->regions.data[region].blocks.data[b]].first, next; op; op = next) {
      SmrValue parts[2];
      next = smr_op(g, op)->next;
      if (!is_second_look(g, op, parts)) {
        for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++)
          products_region(g, smr_op_region(g, op, r));
        continue;
      }
      for (uint32_t k = 0; k < 2; k++)
        smr_graph_replace(g, smr_result(g, op, k), parts[k]);
      smr_op_unlink(g, op);
    }
}

void smr_pass_products(SmrGraph *g, SmrForm form) {
  (void)form;
  products_region(g, g->body);
}
