//===- eval.c - what array equations say, on concrete numbers -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "raise/eval.h"
#include "base/map.h"
#include "graph/number.h"
#include "graph/syntax.h"
#include "raise/extreme.h"
#include "size/poly.h"
#include <math.h>
#include <string.h>

enum { MAX_DEPTH = 4000, VERSION_BITS = 12, ARRAY_BITS = 12, OFFSET_BITS = 40 };

typedef enum { FRESH, UNDER_WAY, DONE } State;
/// One element of one version, and the points of equations that make it.
typedef struct {
  uint32_t array, version, first; // point, + 1
  int64_t offset;
  State state;
  SmrCell value;
} Element;
typedef struct {
  uint32_t equation, next; // point of the same element, + 1
  uint32_t at;             // in `coordinates`
} Point;

typedef struct {
  SmrEval *eval;
  const SmrEquations *eq;
  int64_t *integers; // by number, indices too
  SmrMap places;     // of elements
  SMR_VEC(Element) elements;
  SMR_VEC(Point) points;
  SMR_VEC(int64_t) coordinates;
  uint64_t visited, limit;
  uint32_t depth;
} Run;

static bool trap(Run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool trap(Run *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (!r->eval->trap[0])
    vsnprintf(r->eval->trap, sizeof r->eval->trap, format, args);
  va_end(args);
  return false;
}

static const char *array_name(const Run *r, uint32_t array) {
  return smr_intern_text(r->eq->symbols, r->eq->arrays.data[array].name);
}

bool smr_eval_either(SmrEither either, const int64_t *integers) {
  bool some = false;
  for (uint32_t c = 0; c < either.count && !some; c++) {
    some = true;
    for (uint32_t i = 0; i < either.cases[c].count; i++)
      some &= smr_poly_at(either.cases[c].polys[i], integers) >= 0;
  }
  return some;
}

bool smr_eval_needs(const SmrEquations *equations, const int64_t *integers) {
  bool all = true;
  for (uint32_t k = 0; k < equations->needs.size; k++)
    all &= smr_poly_at(equations->needs.data[k], integers) >= 0;
  for (uint32_t k = 0; k < equations->eithers.size; k++)
    all &= smr_eval_either(equations->eithers.data[k], integers);
  return all;
}

//--- Domains -------------------------------------------------------------------

typedef bool (*Visit)(Run *r, void *data);

static uint32_t degree_in(SmrPoly row, uint32_t index) {
  uint32_t most = 0;
  for (uint32_t t = 0; t < row.count; t++) {
    uint32_t degree = 0;
    for (uint32_t k = 0; k < row.terms[t].degree; k++)
      degree += row.terms[t].leaves[k] == index;
    most = degree > most ? degree : most;
  }
  return most;
}

static bool names_later(const SmrDomain *domain, uint32_t which, SmrPoly row) {
  for (uint32_t k = which + 1; k < domain->index_count; k++)
    if (smr_poly_contains(row, domain->indices[k]))
      return true;
  return false;
}

static int64_t floor_div(int64_t a, int64_t b) { // b > 0
  return a / b - (a % b < 0);
}

/// The range of an index, its outer ones being set: what rows say that are linear in it and name no inner
/// one.
static bool range_of(Run *r, const SmrDomain *domain, uint32_t which, int64_t *low, int64_t *high) {
  uint32_t index = domain->indices[which];
  bool below = false, above = false;
  for (uint32_t k = 0; k < domain->row_count; k++) {
    SmrPoly row = domain->rows[k];
    if (degree_in(row, index) != 1 || names_later(domain, which, row))
      continue;
    r->integers[index] = 0;
    int64_t rest = smr_poly_at(row, r->integers);
    r->integers[index] = 1;
    int64_t slope = smr_poly_at(row, r->integers) - rest;
    int64_t bound = slope > 0 ? -floor_div(rest, slope) : slope < 0 ? floor_div(rest, -slope) : 0;
    if (slope > 0 && (!below || bound > *low))
      *low = bound, below = true;
    if (slope < 0 && (!above || bound < *high))
      *high = bound, above = true;
  }
  return (below && above) ||
         trap(r, "index %s has no bound %s",
              smr_intern_text(r->eq->symbols, r->eq->integers.data[index].name), below ? "above" : "below");
}

static bool inside(const Run *r, const SmrDomain *domain) {
  for (uint32_t k = 0; k < domain->row_count; k++)
    if (smr_poly_at(domain->rows[k], r->integers) < 0)
      return false;
  return true;
}

static bool each_point(Run *r, const SmrDomain *domain, uint32_t which, Visit visit, void *data) {
  if (which == domain->index_count) {
    if (++r->visited > r->limit)
      return trap(r, "too many points");
    return !inside(r, domain) || visit(r, data);
  }
  int64_t low, high;
  if (!range_of(r, domain, which, &low, &high))
    return false;
  for (int64_t i = low; i <= high; i++) {
    r->integers[domain->indices[which]] = i;
    if (!each_point(r, domain, which + 1, visit, data))
      return false;
  }
  return true;
}

//--- Elements --------------------------------------------------------------------

static const SmrEvalMemory *memory_of(const Run *r, uint32_t array) {
  return &r->eval->memories[r->eq->arrays.data[array].memory];
}

static bool in_memory(Run *r, uint32_t array, int64_t offset) {
  const SmrEvalMemory *memory = memory_of(r, array);
  uint32_t size = smr_type_bytes(r->eq->arrays.data[array].type);
  bool ok = memory->bytes ? offset >= memory->low && size <= memory->size &&
                                offset - memory->low <= (int64_t)(memory->size - size)
                          : offset == 0;
  return ok || trap(r, "%s[%lld] is outside of the memory", array_name(r, array), (long long)offset);
}

static bool key_of(Run *r, uint32_t array, uint32_t version, int64_t offset, uint64_t *key) {
  int64_t half = (int64_t)1 << (OFFSET_BITS - 1);
  if (array >> ARRAY_BITS || version >> VERSION_BITS || offset < -half || offset >= half)
    return trap(r, "too many arrays or versions, or too large an offset");
  *key = ((uint64_t)array << VERSION_BITS | version) << OFFSET_BITS | (uint64_t)(offset + half);
  return true;
}

static bool add_point(Run *r, void *data) {
  uint32_t number = *(uint32_t *)data;
  const SmrRaisedEquation *e = &r->eq->equations.data[number];
  int64_t offset = smr_poly_at(e->offset, r->integers);
  uint64_t key;
  if (!in_memory(r, e->array, offset) || !key_of(r, e->array, e->version, offset, &key))
    return false;
  uint32_t *place = smr_map_at(&r->places, key, r->elements.size);
  if (*place == r->elements.size)
    smr_vec_push(&r->elements, (Element){.array = e->array, .version = e->version, .offset = offset});
  Element *element = &r->elements.data[*place];
  if (element->first && !(e->adds && r->eq->equations.data[r->points.data[element->first - 1].equation].adds))
    return trap(r, "two values for %s.%u[%lld]", array_name(r, e->array), e->version, (long long)offset);
  smr_vec_push(&r->points, (Point){number, element->first, r->coordinates.size});
  element->first = r->points.size;
  for (uint32_t k = 0; k < e->domain.index_count; k++)
    smr_vec_push(&r->coordinates, r->integers[e->domain.indices[k]]);
  return true;
}

//--- Numbers ---------------------------------------------------------------------

/// An op of numbers of one type, to which `type` belongs as well; integers are added and multiplied, too.
static bool compute(const Run *r, SmrOpcode code, SmrType type, SmrCell a, SmrCell b, SmrCell *out) {
  const SmrNumberOp op = {.code = code, .type = type, .types = (SmrType[]){type, type}, .count = 2};
  if (smr_type_is_number(type))
    return r->eval->numbers->op(&op, (SmrCell[]){a, b}, out);
  SmrCell result = {0};
  bool ok = smr_int_op(code == SMR_OP_FADD ? SMR_OP_ADD : SMR_OP_MUL, type, a.i, b.i, &result.i);
  *out = result;
  return ok;
}

static SmrCell wrap(const Run *r, SmrType type, SmrCell x) {
  if (smr_type_is_number(type))
    (void)compute(r, SMR_OP_NOREASSOC, type, x, x, &x);
  else
    x.i = smr_int_wrap(type, x.i);
  return x;
}

static SmrCell add(const Run *r, SmrType type, SmrCell a, SmrCell b) {
  (void)compute(r, SMR_OP_FADD, type, a, b, &a);
  return a;
}

static bool number(Run *r, SmrType type, double value, SmrCell *out) {
  return (smr_type_is_number(type) ? r->eval->numbers : &smr_ring)->constant(type, value, out) ||
         trap(r, "coefficient %g is no integer", value);
}

/// The third argument where the comparison of the first two holds, else the fourth.
static bool choose(Run *r, const char *predicate, const SmrCell *args, SmrCell *out) {
  SmrNumberOp op = {.code = SMR_OP_FCMP, .type = SMR_I1, .count = 2};
  SmrCell holds = {0};
  while (op.imm < SMR_SYNTAX_FCMPS && strcmp(smr_fcmp_names[op.imm], predicate))
    ++op.imm;
  if (op.imm == SMR_SYNTAX_FCMPS)
    return trap(r, "no comparison %s", predicate);
  (void)r->eval->numbers->op(&op, args, &holds);
  *out = args[holds.i ? 2 : 3];
  return true;
}

/// fmin, fmax, fabs, frem, fdiv, fpext, fptrunc, sitofp, uitofp, noreassoc by their names in ops.def, others
/// by the name that MATH has, whatever graph the text is from.
static bool function(Run *r, const char *name, SmrType type, const SmrType *types, const SmrCell *args,
                     uint32_t count, SmrCell *out) {
  static const SmrOpcode known[] = {SMR_OP_FMIN,   SMR_OP_FMAX,     SMR_OP_FREM,    SMR_OP_FDIV,
                                    SMR_OP_FABS,   SMR_OP_FPEXT,    SMR_OP_FPTRUNC, SMR_OP_SITOFP,
                                    SMR_OP_UITOFP, SMR_OP_NOREASSOC};
  SmrNumberOp op = {.code = SMR_OP_MATH, .name = name, .type = type, .types = types, .count = count};
  uint32_t arity = count;
  for (uint32_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp(name, smr_opcode_name(known[k])))
      op.code = known[k], arity = k < 4 ? 2 : 1;
  return (count && count == arity && r->eval->numbers->op(&op, args, out)) ||
         trap(r, "no function %s of %u arguments", name, count);
}

//--- Terms -----------------------------------------------------------------------

static bool element_value(Run *r, uint32_t array, uint32_t version, int64_t offset, SmrCell *out);
static bool sum_value(Run *r, const SmrSum *sum, SmrCell *out);

static bool extreme_value(Run *r, const SmrFactor *f, SmrCell *out);

static bool function_value(Run *r, const SmrFactor *f, SmrCell *out) {
  enum { MOST = 8 };
  SmrCell args[MOST];
  SmrType types[MOST];
  if (smr_is_extreme(r->eq, f))
    return extreme_value(r, f, out);
  if (f->arg_count > MOST || (f->kind == SMR_FACTOR_INVERSE && f->arg_count != 1))
    return trap(r, "a function of %u arguments", f->arg_count);
  for (uint32_t k = 0; k < f->arg_count; k++) {
    types[k] = f->args[k].type;
    if (!sum_value(r, &f->args[k], &args[k]))
      return false;
  }
  if (f->kind == SMR_FACTOR_INVERSE)
    return number(r, f->type, 1, out) && compute(r, SMR_OP_FDIV, f->type, *out, args[0], out);
  const char *name = smr_intern_text(r->eq->symbols, f->name);
  if (!strcmp(name, SMR_EXTREME_AT) && f->arg_count == 1) {
    *out = args[0];
    return true;
  }
  if (!strncmp(name, "select_", 7) && f->arg_count == 4)
    return choose(r, name + 7, args, out);
  return function(r, name, f->type, types, args, f->arg_count, out);
}

static bool factor_value(Run *r, const SmrFactor *f, SmrCell *out) {
  SmrCell integer = {0};
  switch (f->kind) {
  case SMR_FACTOR_LOAD:
    return element_value(r, f->id, f->version, smr_poly_at(f->poly, r->integers), out);
  case SMR_FACTOR_SCALAR:
    *out = r->eval->scalars[f->id];
    return true;
  case SMR_FACTOR_INTEGER:
    integer.i = smr_poly_at(f->poly, r->integers);
    if (smr_type_is_number(f->type))
      return function(r, "sitofp", smr_type_part(f->type), &(SmrType){SMR_I64}, &integer, 1, out);
    *out = wrap(r, f->type, integer);
    return true;
  case SMR_FACTOR_INVERSE:
  case SMR_FACTOR_FUNCTION:
    break;
  }
  return function_value(r, f, out);
}

typedef struct {
  const SmrRaisedTerm *term;
  SmrType type;
  SmrCell sum;         // or the extreme so far
  const char *extreme; // NULL: a sum
  bool keeps_nan;
} TermRun;

/// What is had, or the point where it is larger (or smaller).
static bool take_point(Run *r, TermRun *t, SmrCell point) {
  bool greatest = t->extreme[0] == 'g';
  SmrCell args[] = {point, t->sum, point, t->sum};
  if (t->keeps_nan)
    return choose(r, greatest ? "ogt" : "olt", args, &t->sum);
  SmrType types[] = {t->type, t->type};
  return function(r, greatest ? "fmax" : "fmin", t->type, types, args, 2, &t->sum);
}

static bool add_product(Run *r, void *data) {
  TermRun *t = data;
  SmrCell product, factor;
  if (!number(r, t->type, t->term->coefficient, &product))
    return false;
  for (uint32_t k = 0; k < t->term->factor_count; k++) {
    if (!factor_value(r, t->term->factors[k], &factor))
      return false;
    (void)compute(r, SMR_OP_FMUL, t->type, product, factor, &product);
  }
  if (t->extreme)
    return take_point(r, t, product);
  t->sum = add(r, t->type, t->sum, product);
  return true;
}

static bool sum_value(Run *r, const SmrSum *sum, SmrCell *out) {
  TermRun t = {.type = sum->type};
  for (uint32_t k = 0; k < sum->term_count; k++) {
    t.term = &sum->terms[k];
    if (!each_point(r, &t.term->domain, 0, add_product, &t))
      return false;
  }
  *out = t.sum;
  return true;
}

static bool extreme_value(Run *r, const SmrFactor *f, SmrCell *out) {
  TermRun t = {.type = f->type,
               .extreme = smr_intern_text(r->eq->symbols, f->name),
               .keeps_nan = smr_extreme_keeps_nan(r->eq, f)};
  if (!sum_value(r, &f->args[0], &t.sum))
    return false;
  for (uint32_t k = 0; k < f->args[1].term_count; k++) {
    t.term = &f->args[1].terms[k];
    if (!each_point(r, &t.term->domain, 0, add_product, &t))
      return false;
  }
  *out = t.sum;
  return true;
}

static bool initial_value(Run *r, uint32_t array, int64_t offset, SmrCell *out) {
  const SmrEvalMemory *memory = memory_of(r, array);
  SmrType type = r->eq->arrays.data[array].type;
  uint32_t size = smr_type_bytes(type);
  if (!memory->bytes)
    return trap(r, "%s.0 has no value", array_name(r, array));
  const unsigned char *at = memory->bytes + (offset - memory->low);
  if (!size || !r->eval->numbers->load(at, type, out))
    return trap(r, "no such type in memory");
  *out = wrap(r, type, *out);
  return true;
}

/// The element's equations: their sum where they add, else the only one.
static bool compute_element(Run *r, uint32_t place, SmrCell *out) {
  Element element = r->elements.data[place];
  SmrType type = r->eq->arrays.data[element.array].type;
  if (r->eq->equations.data[r->points.data[element.first - 1].equation].adds &&
      !element_value(r, element.array, element.version - 1, element.offset, out))
    return false;
  for (uint32_t p = element.first; p; p = r->points.data[p - 1].next) {
    const Point *point = &r->points.data[p - 1];
    const SmrRaisedEquation *e = &r->eq->equations.data[point->equation];
    SmrCell value;
    for (uint32_t k = 0; k < e->domain.index_count; k++)
      r->integers[e->domain.indices[k]] = r->coordinates.data[point->at + k];
    if (!sum_value(r, &e->sum, &value))
      return false;
    *out = e->adds ? add(r, type, *out, value) : wrap(r, type, value);
  }
  return true;
}

/// Every index belongs to one activation: what is evaluated in between may use the same ones.
static bool compute_apart(Run *r, uint32_t place, SmrCell *out) {
  size_t bytes = r->eq->integers.size * sizeof *r->integers;
  int64_t *kept = smr_xmalloc(bytes);
  memcpy(kept, r->integers, bytes);
  *out = (SmrCell){0};
  bool ok = compute_element(r, place, out);
  memcpy(r->integers, kept, bytes);
  free(kept);
  return ok;
}

static bool element_value(Run *r, uint32_t array, uint32_t version, int64_t offset, SmrCell *out) {
  uint32_t place = 0;
  uint64_t key;
  if (!in_memory(r, array, offset))
    return false;
  for (;; version--) {
    if (!key_of(r, array, version, offset, &key))
      return false;
    if (!version)
      return initial_value(r, array, offset, out);
    if (smr_map_get(&r->places, key, &place))
      break;
  }
  if (r->elements.data[place].state == UNDER_WAY)
    return trap(r, "%s.%u[%lld] depends on itself", array_name(r, array), version, (long long)offset);
  if (r->elements.data[place].state == FRESH) {
    if (r->depth >= MAX_DEPTH)
      return trap(r, "elements depend on one another more than %d deep", MAX_DEPTH);
    r->elements.data[place].state = UNDER_WAY;
    r->depth++;
    if (!compute_apart(r, place, &r->elements.data[place].value))
      return false;
    r->depth--;
    r->elements.data[place].state = DONE;
  }
  *out = r->elements.data[place].value;
  return true;
}

//--- Writing ---------------------------------------------------------------------

/// Do two elements have a byte in common that are not one? `owners`: element + 1 by byte of all memories.
static bool claim(Run *r, uint32_t place, uint32_t *owners) {
  const Element *e = &r->elements.data[place];
  uint32_t size = smr_type_bytes(r->eq->arrays.data[e->array].type);
  for (uint32_t k = 0; k < size; k++) {
    uint32_t *owner = &owners[e->offset - memory_of(r, e->array)->low + k];
    const Element *other = *owner ? &r->elements.data[*owner - 1] : e;
    if (other->array != e->array || other->offset != e->offset)
      return trap(r, "%s[%lld] and %s[%lld] overlap", array_name(r, other->array), (long long)other->offset,
                  array_name(r, e->array), (long long)e->offset);
    *owner = place + 1;
  }
  return true;
}

static bool claim_memory(Run *r, uint32_t memory) {
  if (!r->eval->memories[memory].bytes)
    return true;
  uint32_t *owners = smr_xcalloc(r->eval->memories[memory].size + 1, sizeof *owners);
  bool ok = true;
  for (uint32_t k = 0; k < r->elements.size && ok; k++)
    if (r->eq->arrays.data[r->elements.data[k].array].memory == memory)
      ok = claim(r, k, owners);
  free(owners);
  return ok;
}

/// The last value of each element; all are computed before any is written.
static bool last_values(Run *r, SmrCell *values) {
  for (uint32_t k = 0; k < r->elements.size; k++) {
    Element e = r->elements.data[k];
    SmrCell own;
    if (!element_value(r, e.array, e.version, e.offset, &own) ||
        !element_value(r, e.array, r->eq->arrays.data[e.array].versions, e.offset, &values[k]))
      return false;
  }
  for (uint32_t k = 0; k < r->eq->arrays.size; k++)
    if (r->eq->arrays.data[k].memory == k && !claim_memory(r, k))
      return false;
  return true;
}

static void write_values(Run *r, const SmrCell *values) {
  for (uint32_t k = 0; k < r->elements.size; k++) {
    const Element *e = &r->elements.data[k];
    SmrType type = r->eq->arrays.data[e->array].type;
    const SmrEvalMemory *memory = memory_of(r, e->array);
    if (!memory->bytes)
      r->eval->results[e->array] = (SmrEvalResult){values[k], true};
    else
      (void)r->eval->numbers->store(memory->bytes + (e->offset - memory->low), type, values[k]);
  }
}

bool smr_eval(SmrEval *eval, const SmrEquations *equations) {
  Run r = {.eval = eval, .eq = equations, .limit = eval->max_points ? eval->max_points : 10000000};
  size_t bytes = equations->integers.size * sizeof *r.integers;
  r.integers = smr_xmalloc(bytes);
  memcpy(r.integers, eval->integers, bytes);
  eval->trap[0] = 0;
  eval->numbers = eval->numbers ? eval->numbers : &smr_floats;
  bool ok = true;
  for (uint32_t k = 0; k < equations->equations.size && ok; k++)
    ok = each_point(&r, &equations->equations.data[k].domain, 0, add_point, &k);
  SmrCell *values = smr_xcalloc(r.elements.size + 1, sizeof *values);
  ok = ok && last_values(&r, values);
  if (ok)
    write_values(&r, values);
  free(values);
  free(r.integers);
  smr_map_free(&r.places);
  smr_vec_free(&r.elements);
  smr_vec_free(&r.points);
  smr_vec_free(&r.coordinates);
  return ok;
}
