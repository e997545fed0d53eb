//===- code.c - found terms as functions of MLIR --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensorize/code.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/name.h"

static const char *const names[] = {"input", "kernel", "output"};

//===--- what is asked ---===//

/// Are a dimension's elements apart from each other, whatever the other dimensions' indices are?
static bool is_injective(const SmrTensorizeOperand *o, SmrStr *reason) {
  bool used[SMR_TENSORIZE_MAX_RANK] = {false};
  int64_t least = 1;
  for (uint32_t k = 0; k < o->rank; k++)
    if (o->strides[k] < 0 || o->sizes[k] < 0)
      return true; // asked at run time
  for (uint32_t n = 0; n < o->rank; n++) {
    uint32_t smallest = UINT32_MAX;
    for (uint32_t k = 0; k < o->rank; k++)
      if (!used[k] && (smallest == UINT32_MAX || o->strides[k] < o->strides[smallest]))
        smallest = k;
    used[smallest] = true;
    if (o->sizes[smallest] > 1 && o->strides[smallest] < least) {
      smr_str_puts(reason, "elements of its output share their memory");
      return false;
    }
    least = o->sizes[smallest] > 1 ? o->strides[smallest] * o->sizes[smallest] : least;
  }
  return true;
}

bool smr_tensorize_can_code(const SmrTensorizeOp *op, SmrStr *reason) {
  for (int k = 0; k < 3; k++)
    for (uint32_t d = 0; d < op->operands[k].rank; d++)
      if (op->operands[k].sizes[d] == 0) {
        smr_str_puts(reason, "there is nothing to do: a size is 0");
        return false;
      }
  return is_injective(&op->operands[SMR_TENSORIZE_OUTPUT], reason);
}

static bool has_unknown_strides(const SmrTensorizeOperand *o) {
  for (uint32_t d = 0; d < o->rank; d++)
    if (!o->row_by_row && o->strides[d] < 0)
      return true;
  return false;
}

/// Strides that are known, but not how far they reach.
static bool may_fold(const SmrTensorizeOperand *o) {
  for (uint32_t d = 0; d < o->rank; d++)
    if (!o->row_by_row && (o->strides[d] < 0 || o->sizes[d] < 0))
      return true;
  return false;
}

void smr_tensorize_guards(const SmrTensorizeOp *op, SmrTensorizeGuards *guards) {
  for (uint32_t l = 0; l < op->loop_count; l++)
    guards->sizes |= op->loops[l].size == SMR_TENSORIZE_DYNAMIC;
  for (int k = 0; k < 3; k++)
    guards->strides |= has_unknown_strides(&op->operands[k]);
  guards->strides |= may_fold(&op->operands[SMR_TENSORIZE_OUTPUT]);
}

static bool tensorize_asks(const SmrTensorizeGuards *guards) {
  return guards->overlap[0] || guards->overlap[1] || guards->sizes || guards->strides || guards->least > 0;
}

//===--- NAME_loops ---===//

static SmrLoopsIndex dim_size(SmrLoopsProgram *loops, const SmrTensorizeOp *op, uint32_t k, uint32_t d) {
  const SmrTensorizeOperand *o = &op->operands[k];
  const SmrTensorizeIndex *i = &o->indices[d];
  char name[32];
  int64_t size = i->other < 0 ? op->loops[i->loop].size : o->sizes[d];
  if (size >= 0)
    return smr_loops_int(loops, size);
  if (i->other < 0)
    snprintf(name, sizeof name, "s%d", i->loop);
  else
    snprintf(name, sizeof name, "h%u", d);
  return smr_loops_size(loops, name, 1);
}

/// The innermost stride is 1 where it is not known: that is asked.
static SmrLoopsIndex dim_stride(SmrLoopsProgram *loops, const SmrTensorizeOperand *o, uint32_t k,
                                uint32_t d) {
  char name[32];
  if (o->strides[d] >= 0 || d + 1 == o->rank)
    return smr_loops_int(loops, o->strides[d] >= 0 ? o->strides[d] : 1);
  snprintf(name, sizeof name, "t%u_%u", k, d);
  return smr_loops_size(loops, name, 1);
}

static SmrAccessPlace declare(SmrLoopsProgram *loops, const SmrTensorizeOp *op, const SmrTensorizeProgram *p,
                              uint32_t k) {
  const SmrTensorizeOperand *o = &op->operands[k];
  SmrAccessPlace place = {.rank = o->rank};
  SmrLoopsIndex sizes[SMR_TENSORIZE_MAX_RANK], row = smr_loops_int(loops, 1);
  for (uint32_t d = o->rank; d-- > 0;) {
    sizes[d] = dim_size(loops, op, k, d);
    place.strides[d] = o->row_by_row ? row : dim_stride(loops, o, k, d);
    row = smr_loops_mul(loops, row, sizes[d]);
  }
  place.buffer = smr_loops_argument(loops, names[k], op->f64 ? SMR_LOOPS_F64 : SMR_LOOPS_F32, o->rank, sizes,
                                    place.strides, smr_loops_int(loops, 0), k == SMR_TENSORIZE_OUTPUT);
  for (uint32_t d = 0; d < p->ranks[k]; d++)
    place.dims[d] = p->dims[k][d];
  for (uint32_t b = 0; b < SMR_ACCESS_MAX_BATCHES; b++)
    place.batch[b] = -1;
  for (uint32_t b = 0; b < p->batches; b++)
    for (uint32_t d = 0; d < o->rank; d++)
      if (o->indices[d].loop == (int32_t)p->batch[b])
        place.batch[b] = (int32_t)d;
  return place;
}

SmrLoopsProgram *smr_tensorize_loops(const SmrTensorizeOp *op, const SmrTensorizeProgram *program,
                                     const SmrTerm *term, uint32_t root, bool exact, SmrLoopsTile tile,
                                     SmrAccessFigures *figures, SmrDiag *diag) {
  SmrLoopsProgram *loops = smr_loops_create();
  SmrAccessPlace places[3];
  SmrStr why = {0};
  for (uint32_t k = 0; k < 3; k++)
    places[k] = declare(loops, op, program, k);
  SmrAccessLower options = {.tensors = places,
                            .result = places[SMR_TENSORIZE_OUTPUT],
                            .store = op->kind == SMR_TENSORIZE_MAX ? SMR_ACCESS_MAX : SMR_ACCESS_ADD,
                            .exact = exact,
                            .tile = tile,
                            .batches = program->batches};
  for (uint32_t b = 0; b < program->batches; b++) {
    const SmrTensorizeLoop *l = &op->loops[program->batch[b]];
    options.batch[b] = dim_size(loops, op, l->operand, l->dim);
  }
  bool ok = smr_access_lower(program->access, term, root, &options, loops, figures, diag) &&
            (smr_loops_check(loops, &why) || smr_error(diag, NULL, 0, 0, "%s", smr_str_get(&why)));
  smr_str_free(&why);
  if (ok)
    return loops;
  smr_loops_destroy(loops);
  return NULL;
}

//===--- NAME ---===//

typedef struct {
  const SmrTensorizeOp *op;
  SmrStr *out;
  uint32_t next; // number of a value
} Writer;

static void put_type(Writer *w, uint32_t k) {
  mlirTypePrint(mlirValueGetType(w->op->operands[k].value), smr_mlir_append, w->out);
}

static void put_strided(Writer *w, uint32_t rank) {
  smr_str_puts(w->out, "memref<");
  for (uint32_t d = 0; d < rank; d++)
    smr_str_puts(w->out, "?x");
  smr_str_printf(w->out, "f%d, strided<[", w->op->f64 ? 64 : 32);
  for (uint32_t d = 0; d < rank; d++)
    smr_str_puts(w->out, d ? ", ?" : "?");
  smr_str_puts(w->out, "], offset: ?>>");
}

/// A line `%N = OP`; N.
static uint32_t value(Writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static uint32_t value(Writer *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  smr_str_printf(w->out, "  %%%u = ", w->next);
  smr_str_vprintf(w->out, format, args);
  smr_str_putc(w->out, '\n');
  va_end(args);
  return w->next++;
}

static uint32_t constant(Writer *w, int64_t number) {
  return value(w, "arith.constant %lld : index", (long long)number);
}

static void and(Writer *w, uint32_t *all, uint32_t test) {
  *all = value(w, "arith.andi %%%u, %%%u : i1", *all, test);
}

/// %input_m:… are the operand's metadata: base, offset, sizes, strides.
static void put_metadata(Writer *w, uint32_t k) {
  uint32_t rank = w->op->operands[k].rank;
  smr_str_printf(w->out, "  %%%s_base, %%%s_offset", names[k], names[k]);
  if (rank)
    smr_str_printf(w->out, ", %%%s_size:%u, %%%s_stride:%u", names[k], rank, names[k], rank);
  smr_str_printf(w->out, " = memref.extract_strided_metadata %%%s : ", names[k]);
  put_type(w, k);
  smr_str_printf(w->out, " -> memref<f%d>, index", w->op->f64 ? 64 : 32);
  for (uint32_t d = 0; d < 2 * rank; d++)
    smr_str_puts(w->out, ", index");
  smr_str_putc(w->out, '\n');
}

/// The bytes that an operand lies in: *from … *to - 1. (Strides may be negative.)
static void put_range(Writer *w, uint32_t k, uint32_t *from, uint32_t *to) {
  uint32_t zero = constant(w, 0), one = constant(w, 1), bytes = constant(w, w->op->f64 ? 8 : 4), low = zero,
           high = one;
  for (uint32_t d = 0; d < w->op->operands[k].rank; d++) {
    uint32_t last = value(w, "arith.subi %%%s_size#%u, %%%u : index", names[k], d, one);
    uint32_t reach = value(w, "arith.muli %%%u, %%%s_stride#%u : index", last, names[k], d);
    uint32_t down = value(w, "arith.minsi %%%u, %%%u : index", reach, zero);
    uint32_t up = value(w, "arith.maxsi %%%u, %%%u : index", reach, zero);
    low = value(w, "arith.addi %%%u, %%%u : index", low, down);
    high = value(w, "arith.addi %%%u, %%%u : index", high, up);
  }
  smr_str_printf(w->out, "  %%%u = memref.extract_aligned_pointer_as_index %%%s : ", w->next, names[k]);
  put_type(w, k);
  smr_str_puts(w->out, " -> index\n");
  uint32_t start = w->next++, offset = value(w, "arith.muli %%%s_offset, %%%u : index", names[k], bytes);
  start = value(w, "arith.addi %%%u, %%%u : index", start, offset);
  low = value(w, "arith.muli %%%u, %%%u : index", low, bytes);
  high = value(w, "arith.muli %%%u, %%%u : index", high, bytes);
  *from = value(w, "arith.addi %%%u, %%%u : index", start, low);
  *to = value(w, "arith.addi %%%u, %%%u : index", start, high);
}

static void ask_overlap(Writer *w, const SmrTensorizeGuards *guards, uint32_t *all) {
  uint32_t from, to, other_from, other_to;
  put_range(w, SMR_TENSORIZE_OUTPUT, &from, &to);
  for (uint32_t k = 0; k < 2; k++) {
    if (!guards->overlap[k])
      continue;
    put_range(w, k, &other_from, &other_to);
    uint32_t before = value(w, "arith.cmpi ule, %%%u, %%%u : index", to, other_from);
    uint32_t behind = value(w, "arith.cmpi ule, %%%u, %%%u : index", other_to, from);
    and(w, all, value(w, "arith.ori %%%u, %%%u : i1", before, behind));
  }
}

static void ask_sizes(Writer *w, uint32_t *all) {
  uint32_t zero = constant(w, 0);
  for (uint32_t l = 0; l < w->op->loop_count; l++) {
    const SmrTensorizeLoop *loop = &w->op->loops[l];
    if (loop->size == SMR_TENSORIZE_DYNAMIC)
      and(w, all,
          value(w, "arith.cmpi sgt, %%%s_size#%u, %%%u : index", names[loop->operand], loop->dim, zero));
  }
}

/// Unknown strides: not negative, the innermost 1, and an output's dimensions lie one inside of the other.
static void ask_strides(Writer *w, uint32_t *all) {
  uint32_t zero = constant(w, 0), one = constant(w, 1);
  for (uint32_t k = 0; k < 3; k++) {
    const SmrTensorizeOperand *o = &w->op->operands[k];
    for (uint32_t d = 0; d < o->rank && !o->row_by_row; d++) {
      if (o->strides[d] < 0 && d + 1 == o->rank)
        and(w, all, value(w, "arith.cmpi eq, %%%s_stride#%u, %%%u : index", names[k], d, one));
      else if (o->strides[d] < 0)
        and(w, all, value(w, "arith.cmpi sge, %%%s_stride#%u, %%%u : index", names[k], d, zero));
      if (k != SMR_TENSORIZE_OUTPUT || d + 1 == o->rank)
        continue;
      uint32_t row =
          value(w, "arith.muli %%%s_size#%u, %%%s_stride#%u : index", names[k], d + 1, names[k], d + 1);
      and(w, all, value(w, "arith.cmpi sge, %%%s_stride#%u, %%%u : index", names[k], d, row));
    }
    if (k == SMR_TENSORIZE_OUTPUT && o->rank && !o->row_by_row)
      and(w, all, value(w, "arith.cmpi sge, %%%s_stride#%u, %%%u : index", names[k], o->rank - 1, one));
  }
}

static void ask_work(Writer *w, double least, uint32_t *all) {
  uint32_t work = constant(w, 1);
  for (uint32_t l = 0; l < w->op->loop_count; l++) {
    const SmrTensorizeLoop *loop = &w->op->loops[l];
    work = value(w, "arith.muli %%%u, %%%s_size#%u : index", work, names[loop->operand], loop->dim);
  }
  and(w, all, value(w, "arith.cmpi sge, %%%u, %%%u : index", work, constant(w, (int64_t)least)));
}

static void put_call(Writer *w, const char *name) {
  for (uint32_t k = 0; k < 3; k++) {
    smr_str_printf(w->out, "  %%%s_any = memref.cast %%%s : ", names[k], names[k]);
    put_type(w, k);
    smr_str_puts(w->out, " to ");
    put_strided(w, w->op->operands[k].rank);
    smr_str_putc(w->out, '\n');
  }
  smr_str_printf(w->out, "  func.call @%s_loops(%%input_any, %%kernel_any, %%output_any) : (", name);
  for (uint32_t k = 0; k < 3; k++) {
    smr_str_puts(w->out, k ? ", " : "");
    put_strided(w, w->op->operands[k].rank);
  }
  smr_str_puts(w->out, ") -> ()\n");
}

void smr_tensorize_wrapper(const SmrTensorizeOp *op, const SmrTensorizeGuards *guards, const char *name,
                           SmrStr *out) {
  Writer w = {.op = op, .out = out};
  bool asks = tensorize_asks(guards);
  smr_str_printf(out, "func.func private @%s(", name);
  for (uint32_t k = 0; k < 3; k++) {
    smr_str_printf(out, "%s%%%s: ", k ? ", " : "", names[k]);
    put_type(&w, k);
  }
  smr_str_puts(out, ") {\n");
  if (asks) {
    for (uint32_t k = 0; k < 3; k++)
      put_metadata(&w, k);
    uint32_t all = value(&w, "arith.constant true");
    if (guards->overlap[0] || guards->overlap[1])
      ask_overlap(&w, guards, &all);
    if (guards->sizes)
      ask_sizes(&w, &all);
    if (guards->strides)
      ask_strides(&w, &all);
    if (guards->least > 0)
      ask_work(&w, guards->least, &all);
    smr_str_printf(out, "  scf.if %%%u {\n", all);
  }
  put_call(&w, name);
  smr_str_puts(out, asks ? "  } else {\n  }\n  return\n}\n" : "  return\n}\n");
}
