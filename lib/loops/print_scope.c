//===- print_scope.c - scopes, integers and numbers ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "loops/print_internal.h"
#include <string.h>

void smr_loops_push_scope(SmrLoopsPrinter *p) {
  SmrTextScope *s = smr_xcalloc(1, sizeof *s);
  smr_vec_push(&p->scopes.open, s);
}

const char *smr_loops_pop_scope(SmrLoopsPrinter *p) {
  SmrTextScope *s = smr_vec_pop(&p->scopes.open);
  const char *text = smr_arena_strdup(&p->scopes.arena, smr_str_get(&s->text));
  smr_scope_free(s);
  free(s);
  return text;
}

//===--- integers ---===//

const char *smr_loops_literal(SmrLoopsPrinter *p, int64_t value) {
  return smr_scopes_pure(&p->scopes, 0, "arith.constant %lld : index", (long long)value);
}

static SmrLoopsName integer(SmrLoopsPrinter *p, SmrLoopsIndex index);

static SmrLoopsName operation(SmrLoopsPrinter *p, const char *op, SmrLoopsName a, SmrLoopsName b) {
  uint32_t level = a.level > b.level ? a.level : b.level;
  return (SmrLoopsName){smr_scopes_pure(&p->scopes, level, "arith.%s %s, %s : index", op, a.name, b.name),
                        level};
}

// A quotient by what may be 0 is only computed where it is asked for.
static SmrLoopsName quotient(SmrLoopsPrinter *p, const SmrLoopsAtom *a) {
  SmrLoopsName over = integer(p, a->over), by = integer(p, a->by);
  int64_t known;
  if (!smr_loops_is_int(a->by, &known))
    by.level = smr_scopes_level(&p->scopes);
  bool positive = smr_loops_known_le(p->l, smr_loops_int(p->l, 0), a->over);
  return operation(p, positive ? "divui" : "floordivsi", over, by);
}

static SmrLoopsName of_value(SmrLoopsPrinter *p, SmrLoopsValue v) {
  uint32_t level = smr_scopes_level(&p->scopes);
  return (SmrLoopsName){
      smr_scopes_pure(&p->scopes, level, "arith.index_cast %s : i64 to index", p->values[v]), level};
}

static SmrLoopsName atom(SmrLoopsPrinter *p, uint32_t number) {
  SmrLoopsAtom a = p->l->atoms.data[number];
  return a.kind == SMR_LOOPS_ATOM_SIZE       ? p->sizes[a.of]
         : a.kind == SMR_LOOPS_ATOM_VARIABLE ? p->variables[a.of]
         : a.kind == SMR_LOOPS_ATOM_VALUE    ? of_value(p, a.of)
                                             : quotient(p, &a);
}

static int by_level(const void *a, const void *b) {
  const SmrLoopsName *x = a, *y = b;
  return x->level != y->level ? (x->level > y->level) - (x->level < y->level) : strcmp(x->name, y->name);
}

static SmrLoopsName combine(SmrLoopsPrinter *p, const char *op, SmrLoopsName *names, uint32_t count) {
  qsort(names, count, sizeof *names, by_level);
  SmrLoopsName result = names[0];
  for (uint32_t k = 1; k < count; k++)
    result = operation(p, op, result, names[k]);
  return result;
}

static SmrLoopsName integer(SmrLoopsPrinter *p, SmrLoopsIndex index) {
  SmrLoopsName *terms = smr_arena_alloc(&p->scopes.arena, (index->count + 1) * sizeof *terms);
  for (uint32_t i = 0; i < index->count; i++) {
    const SmrMonomial *t = &index->terms[i];
    SmrLoopsName *factors = smr_arena_alloc(&p->scopes.arena, (t->degree + 1) * sizeof *factors);
    uint32_t count = 0;
    if (t->coef != 1 || !t->degree)
      factors[count++] = (SmrLoopsName){smr_loops_literal(p, t->coef), 0};
    for (uint32_t k = 0; k < t->degree; k++)
      factors[count++] = atom(p, t->leaves[k]);
    terms[i] = combine(p, "muli", factors, count);
  }
  return index->count ? combine(p, "addi", terms, index->count) : (SmrLoopsName){smr_loops_literal(p, 0), 0};
}

const char *smr_loops_index(SmrLoopsPrinter *p, SmrLoopsIndex index) {
  return integer(p, index).name;
}

//===--- numbers ---===//

const char *smr_loops_mlir_type(SmrLoopsPrinter *p, SmrLoopsType type) {
  return type.integer      ? "i64"
         : type.lanes == 1 ? smr_scopes_text(&p->scopes, "f%u", type.bits)
                           : smr_scopes_text(&p->scopes, "vector<%uxf%u>", type.lanes, type.bits);
}

const char *smr_loops_real(SmrLoopsPrinter *p, SmrLoopsType type, double value) {
  uint64_t bits;
  float narrow = (float)value;
  uint32_t narrow_bits;
  memcpy(&bits, &value, sizeof bits);
  memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
  const char *number = type.bits == 32 ? smr_scopes_text(&p->scopes, "0x%08x", narrow_bits)
                                       : smr_scopes_text(&p->scopes, "0x%016llx", (unsigned long long)bits);
  const char *name = smr_loops_mlir_type(p, type);
  return type.lanes == 1 ? smr_scopes_pure(&p->scopes, 0, "arith.constant %s : %s", number, name)
                         : smr_scopes_pure(&p->scopes, 0, "arith.constant dense<%s> : %s", number, name);
}

const char *smr_loops_fast(const SmrLoopsPrinter *p) {
  return p->options->reassoc
             ? p->options->contract ? " fastmath<reassoc,nsz,contract>" : " fastmath<reassoc,nsz>"
         : p->options->contract ? " fastmath<contract>"
                                : "";
}
