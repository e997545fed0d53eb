//===- rise.c - primitives, types, sizes ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rise/rise.h"
#include "base/sexp.h"
#include "egraph/data.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  uint32_t arguments;
} primitives[] = {
#define ROW(id, name, arguments) {name, arguments},
    SMR_RISE_PRIMITIVES(ROW)
#undef ROW
};

SmrRisePrimitive smr_rise_primitive(const SmrOperators *ops, SmrOperator op) {
  const char *name = smr_operator_name(ops, op);
  for (uint32_t i = 0; i < SMR_RISE_NONE; i++)
    if (!strcmp(primitives[i].name, name))
      return (SmrRisePrimitive)i;
  return SMR_RISE_NONE;
}

uint32_t smr_rise_arguments(SmrRisePrimitive primitive) {
  return primitives[primitive].arguments;
}

SmrValue smr_rise_carried(const SmrRise *rise, uint32_t node) {
  const SmrOperatorInfo *info = smr_operator_info(rise->ops, rise->term->nodes.data[node].op);
  if (info->kind == SMR_OPERATOR_INDEX || info->kind == SMR_OPERATOR_DATA)
    return info->value;
  for (uint32_t k = 0; k < info->arity; k++) {
    uint32_t child = smr_term_children(rise->term, node)[k];
    const SmrOperatorInfo *below = smr_operator_info(rise->ops, rise->term->nodes.data[child].op);
    if (below->kind == SMR_OPERATOR_DATA)
      return below->value;
  }
  return SMR_NO_VALUE;
}

SmrValue smr_rise_type(const SmrRise *rise, uint32_t node) {
  uint32_t declaration = smr_data_named(rise->rules, "type");
  return declaration == UINT32_MAX ? SMR_NO_VALUE
                                   : smr_data_of_term(rise->rules, declaration, rise->ops, rise->term, node);
}

SmrValue smr_rise_part(const SmrRise *rise, SmrValue type, uint32_t i) {
  uint32_t count;
  const SmrValue *parts = smr_value_elements(smr_operators_values(rise->ops), type, &count);
  return i < count ? parts[i] : SMR_NO_VALUE;
}

bool smr_rise_is(const SmrRise *rise, SmrValue type, const char *head) {
  if (type == SMR_NO_VALUE)
    return false;
  SmrValue first = smr_rise_part(rise, type, 0);
  const char *name = smr_value_name_of(smr_operators_values(rise->ops), first ? first : type);
  return name && !strcmp(name, head);
}

//===--- sizes ---===//

typedef struct {
  const SmrRise *rise;
  SmrLoopsProgram *l;
  bool divisible;
  const SmrSexp *s;
} Reader;

static SmrLoopsIndex read_atom(const Reader *r, const char *text) {
  char *end;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (!*end)
    return errno ? NULL : smr_loops_int(r->l, value);
  for (uint32_t i = 0; i < r->rise->size_count; i++)
    if (!strcmp(r->rise->sizes[i].name, text))
      return smr_loops_int(r->l, r->rise->sizes[i].value);
  SmrValues *values = smr_operators_values(r->rise->ops);
  int64_t divisor = smr_value_divisor(values, smr_value_name(values, text));
  return divisor ? smr_loops_size(r->l, text, r->divisible ? divisor : 1) : NULL;
}

// A quotient that leaves nothing.
static SmrLoopsIndex whole(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  SmrLoopsIndex q = smr_loops_div(l, a, b);
  return smr_loops_mul(l, q, b) == a ? q : NULL;
}

static SmrLoopsIndex read_size(const Reader *r, uint32_t node) {
  if (!smr_sexp_is_list(r->s, node))
    return read_atom(r, smr_sexp_text(r->s, node));
  if (r->s->nodes.data[node].count < 2)
    return NULL;
  const char *op = smr_sexp_text(r->s, smr_sexp_element(r->s, node, 0));
  SmrLoopsIndex result = read_size(r, smr_sexp_element(r->s, node, 1));
  for (uint32_t i = 2; i < r->s->nodes.data[node].count && result; i++) {
    SmrLoopsIndex next = read_size(r, smr_sexp_element(r->s, node, i));
    if (!next)
      return NULL;
    result = !strcmp(op, "!+")   ? smr_loops_add(r->l, result, next)
             : !strcmp(op, "!*") ? smr_loops_mul(r->l, result, next)
             : !strcmp(op, "!/") ? whole(r->l, result, next)
                                 : NULL;
  }
  return result;
}

SmrLoopsIndex smr_rise_size(const SmrRise *rise, SmrLoopsProgram *l, bool divisible, SmrValue size) {
  SmrStr text = {0};
  SmrSexp s = {0};
  SmrDiag diag = {0};
  smr_value_print(smr_operators_values(rise->ops), size, &text);
  SmrLoopsIndex result = NULL;
  if (smr_sexp_read("size", text.data, text.size, &s, &diag) && s.nodes.size)
    result = read_size(&(Reader){rise, l, divisible, &s}, 0);
  smr_sexp_free(&s);
  smr_diag_free(&diag);
  smr_str_free(&text);
  return result;
}

bool smr_rise_divides(const SmrRise *rise, const SmrRiseSize **bad, int64_t *divisor) {
  SmrValues *values = smr_operators_values(rise->ops);
  for (uint32_t i = 0; i < rise->size_count; i++) {
    *bad = &rise->sizes[i];
    *divisor = smr_value_divisor(values, smr_value_name(values, rise->sizes[i].name));
    if (*divisor > 1 && rise->sizes[i].value % *divisor)
      return false;
  }
  return true;
}
