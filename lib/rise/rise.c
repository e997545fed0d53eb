//===- rise.c - primitives, types, sizes ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rise/rise.h"
#include "egraph/data.h"
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

SmrDatum smr_rise_carried(const SmrRise *rise, uint32_t node) {
  const SmrOperatorInfo *info = smr_operator_info(rise->ops, rise->term->nodes.data[node].op);
  for (uint32_t k = 0; k < info->arity; k++) {
    uint32_t child = smr_term_children(rise->term, node)[k];
    const SmrOperatorInfo *below = smr_operator_info(rise->ops, rise->term->nodes.data[child].op);
    if (below->kind == SMR_OPERATOR_DATA)
      return below->value;
  }
  return SMR_NO_DATUM;
}

SmrDatum smr_rise_type(const SmrRise *rise, uint32_t node) {
  uint32_t declaration = smr_data_named(rise->rules, "type");
  return declaration == UINT32_MAX ? SMR_NO_DATUM
                                   : smr_data_of_term(rise->rules, declaration, rise->ops, rise->term, node);
}

SmrDatum smr_rise_part(const SmrRise *rise, SmrDatum type, uint32_t i) {
  uint32_t count;
  const SmrDatum *parts = smr_datum_elements(smr_operators_values(rise->ops), type, &count);
  return i < count ? parts[i] : SMR_NO_DATUM;
}

bool smr_rise_is(const SmrRise *rise, SmrDatum type, const char *head) {
  if (type == SMR_NO_DATUM)
    return false;
  SmrDatum first = smr_rise_part(rise, type, 0);
  const char *name = smr_datum_name_of(smr_operators_values(rise->ops), first ? first : type);
  return name && !strcmp(name, head);
}

//===--- sizes ---===//

typedef struct {
  const SmrRise *rise;
  SmrLoopsProgram *l;
  bool divisible;
} Sizes;

static SmrLoopsIndex size_named(uint32_t name, void *data) {
  const Sizes *s = data;
  const SmrDatums *values = smr_operators_values(s->rise->ops);
  const char *text = smr_datum_name_of(values, name);
  for (uint32_t i = 0; i < s->rise->size_count; i++)
    if (!strcmp(s->rise->sizes[i].name, text))
      return smr_loops_int(s->l, s->rise->sizes[i].value);
  return smr_loops_size(s->l, text, s->divisible ? smr_datum_divisor(values, name) : 1);
}

SmrLoopsIndex smr_rise_size(const SmrRise *rise, SmrLoopsProgram *l, bool divisible, SmrDatum size) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrFraction f;
  bool ok = smr_datum_fraction(smr_operators_values(rise->ops), &arena, size, &f);
  SmrLoopsIndex result = ok ? smr_loops_fraction(l, f, size_named, &(Sizes){rise, l, divisible}) : NULL;
  return result;
}

bool smr_rise_divides(const SmrRise *rise, const SmrRiseSize **bad, int64_t *divisor) {
  SmrDatums *values = smr_operators_values(rise->ops);
  for (uint32_t i = 0; i < rise->size_count; i++) {
    *bad = &rise->sizes[i];
    *divisor = smr_datum_divisor(values, smr_datum_name(values, rise->sizes[i].name));
    if (*divisor > 1 && rise->sizes[i].value % *divisor)
      return false;
  }
  return true;
}
