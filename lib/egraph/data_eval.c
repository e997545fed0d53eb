//===- data_eval.c - matching and evaluating values ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/data_internal.h"
#include <string.h>

// Bounds of one evaluation: a function that calls itself for ever has no value.
#define MAX_DEPTH 256
#define MAX_CALLS 20000

typedef struct {
  SmrDataCode *c;
  SmrDatum *slots;
  uint32_t depth;
  uint32_t *calls;
} Frame;

static SmrDatum evaluate(Frame *f, uint32_t at);

//===--- patterns ---===//

// Whether a value matches: yes, no, or unknown, where it depends on what is not known, or on sizes that may
// or may not be equal.
static SmrTruth match(Frame *f, uint32_t at, SmrDatum value);

static SmrTruth both(SmrTruth a, SmrTruth b) {
  return a == SMR_NO || b == SMR_NO ? SMR_NO : a == SMR_YES ? b : a;
}

static SmrDatum rest_of(Frame *f, SmrDatum list, uint32_t from) {
  uint32_t count;
  const SmrDatum *elements = smr_datum_elements(f->c->values, list, &count);
  return smr_datum_list(f->c->values, count ? elements + from : NULL, count - from);
}

static SmrTruth match_variable(Frame *f, uint32_t slot, SmrDatum value) {
  if (value && !f->slots[slot])
    f->slots[slot] = value;
  return smr_datum_equal(f->c->values, f->slots[slot], value);
}

static SmrTruth match_list(Frame *f, const SmrCode *code, SmrDatum value) {
  uint32_t count, last = code->count;
  if (!value)
    return SMR_UNKNOWN;
  if (smr_datum_kind(f->c->values, value) != SMR_DATUM_LIST)
    return SMR_NO;
  smr_datum_elements(f->c->values, value, &count);
  const uint32_t *args = f->c->args.data + code->first;
  bool spread = last && f->c->code.data[args[last - 1]].spread;
  if (spread ? count < last - 1 : count != last)
    return SMR_NO;
  SmrTruth all = SMR_YES;
  for (uint32_t i = 0; i < last - spread && all != SMR_NO; i++)
    all = both(all, match(f, args[i], smr_datum_elements(f->c->values, value, &count)[i]));
  if (all == SMR_NO || !spread)
    return all;
  return both(all, match_variable(f, f->c->code.data[args[last - 1]].of, rest_of(f, value, last - 1)));
}

static SmrTruth match(Frame *f, uint32_t at, SmrDatum value) {
  SmrCode code = f->c->code.data[at];
  if (code.kind == SMR_CODE_ANY)
    return SMR_YES;
  if (code.kind == SMR_CODE_VARIABLE)
    return match_variable(f, code.of, value);
  if (code.kind == SMR_CODE_LIST)
    return match_list(f, &code, value);
  return smr_datum_equal(f->c->values, evaluate(f, at), value);
}

//===--- expressions ---===//

static SmrDatum call(Frame *f, uint32_t function, const SmrDatum *args, uint32_t count);

static SmrDatum evaluate_list(Frame *f, const SmrCode *code) {
  SMR_VEC(SmrDatum) all = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < code->count; i++) {
    uint32_t arg = f->c->args.data[code->first + i];
    SmrDatum one = evaluate(f, arg);
    uint32_t count = 1;
    if (f->c->code.data[arg].spread) {
      const SmrDatum *elements = smr_datum_elements(f->c->values, one, &count);
      ok = one && smr_datum_kind(f->c->values, one) == SMR_DATUM_LIST && all.size + count <= SMR_LONGEST_LIST;
      for (uint32_t k = 0; ok && k < count; k++)
        smr_vec_push(&all, elements[k]);
    } else {
      ok = one != SMR_NO_DATUM;
      smr_vec_push(&all, one);
    }
  }
  SmrDatum made = ok ? smr_datum_list(f->c->values, all.data, all.size) : SMR_NO_DATUM;
  smr_vec_free(&all);
  return made;
}

static SmrDatum call_named(Frame *f, uint32_t named, const SmrDatum *args, uint32_t count) {
  const SmrCode *code = &f->c->code.data[named];
  return code->spread ? smr_data_builtins[code->of].compute(f->c->values, args, count)
                      : call(f, code->of, args, count);
}

// (!map f list…): element by element, all lists of one length.
static SmrDatum map(Frame *f, uint32_t named, const SmrDatum *lists, uint32_t count) {
  SmrDatums *v = f->c->values;
  uint32_t length = 0, n;
  SmrDatum args[8];
  for (uint32_t i = 0; i < count; i++) {
    smr_datum_elements(v, lists[i], &n);
    if (smr_datum_kind(v, lists[i]) != SMR_DATUM_LIST || (i && n != length))
      return SMR_NO_DATUM;
    length = n;
  }
  SmrDatum *made = smr_xmalloc((length + 1) * sizeof *made), result = SMR_NO_DATUM;
  for (uint32_t k = 0; k < length; k++) {
    for (uint32_t i = 0; i < count; i++)
      args[i] = smr_datum_elements(v, lists[i], &n)[k];
    if (!(made[k] = call_named(f, named, args, count)))
      goto done;
  }
  result = smr_datum_list(v, made, length);
done:
  free(made);
  return result;
}

// (!fold f first list): f (… f (f first a) b …) z
static SmrDatum fold(Frame *f, uint32_t named, SmrDatum value, SmrDatum list) {
  uint32_t count;
  if (smr_datum_kind(f->c->values, list) != SMR_DATUM_LIST)
    return SMR_NO_DATUM;
  smr_datum_elements(f->c->values, list, &count);
  for (uint32_t i = 0; value && i < count; i++) {
    SmrDatum args[2] = {value, smr_datum_elements(f->c->values, list, &count)[i]};
    value = call_named(f, named, args, 2);
  }
  return value;
}

static SmrDatum evaluate_call(Frame *f, const SmrCode *code) {
  SmrDatum *args = smr_xmalloc((code->count + 1) * sizeof *args), made = SMR_NO_DATUM;
  bool named = code->kind == SMR_CODE_BUILTIN && smr_data_builtins[code->of].named, ok = true;
  const uint32_t first = code->first;
  for (uint32_t i = named; ok && i < code->count; i++)
    ok = (args[i] = evaluate(f, f->c->args.data[first + i])) != SMR_NO_DATUM;
  if (ok && named && code->of == SMR_DATA_MAP)
    made = map(f, f->c->args.data[first], args + 1, code->count - 1);
  else if (ok && named)
    made = fold(f, f->c->args.data[first], args[1], args[2]);
  else if (ok && code->kind == SMR_CODE_BUILTIN)
    made = smr_data_builtins[code->of].compute(f->c->values, args, code->count);
  else if (ok)
    made = call(f, code->of, args, code->count);
  free(args);
  return made;
}

static SmrDatum evaluate(Frame *f, uint32_t at) {
  SmrCode code = f->c->code.data[at];
  switch ((SmrCodeKind)code.kind) {
  case SMR_CODE_LITERAL:
    return code.of;
  case SMR_CODE_VARIABLE:
    return f->slots[code.of];
  case SMR_CODE_LIST:
    return evaluate_list(f, &code);
  case SMR_CODE_BUILTIN:
  case SMR_CODE_CALL:
    return evaluate_call(f, &code);
  case SMR_CODE_ANY:
  case SMR_CODE_NAMED:
  case SMR_CODE_TEST:
    break;
  }
  return SMR_NO_DATUM;
}

//===--- conditions ---===//

static SmrTruth negated(SmrTruth t) {
  return t == SMR_UNKNOWN ? t : t == SMR_YES ? SMR_NO : SMR_YES;
}

static SmrTruth test(Frame *f, uint32_t at);

static SmrTruth test_apart(Frame *f, uint32_t at);

static SmrTruth test_connective(Frame *f, const SmrCode *code) {
  SmrTruth decides = code->of == SMR_TEST_OR ? SMR_YES : SMR_NO, result = negated(decides);
  for (uint32_t i = 0; i < code->count; i++) {
    uint32_t arg = f->c->args.data[code->first + i];
    SmrTruth one = code->of == SMR_TEST_OR ? test_apart(f, arg) : test(f, arg);
    if (one == decides)
      return one;
    result = one == SMR_UNKNOWN ? one : result;
  }
  return result;
}

// What `not` and `or` bind is forgotten.
static SmrTruth test_apart(Frame *f, uint32_t at) {
  SmrDatum kept[SMR_DATA_SLOTS];
  memcpy(kept, f->slots, sizeof kept);
  SmrTruth result = test(f, at);
  memcpy(f->slots, kept, sizeof kept);
  return result;
}

static SmrTruth kind_is(const SmrDatums *v, SmrDatum a, SmrDatumKind kind) {
  return !a ? SMR_UNKNOWN : smr_datum_kind(v, a) == kind ? SMR_YES : SMR_NO;
}

static SmrTruth test_values(Frame *f, const SmrCode *code) {
  SmrDatums *v = f->c->values;
  SmrDatum a = evaluate(f, f->c->args.data[code->first]),
           b = code->count > 1 ? evaluate(f, f->c->args.data[code->first + 1]) : SMR_NO_DATUM;
  switch ((SmrDataTest)code->of) {
  case SMR_TEST_EQUAL:
    return smr_datum_equal(v, a, b);
  case SMR_TEST_DIFFERENT:
    return negated(smr_datum_equal(v, a, b));
  case SMR_TEST_LESS:
    return a && b ? smr_datum_less(v, a, b) : SMR_UNKNOWN;
  case SMR_TEST_AT_MOST:
    return a && b ? negated(smr_datum_less(v, b, a)) : SMR_UNKNOWN;
  case SMR_TEST_DIVIDES:
    return smr_datum_divides(v, a, b);
  case SMR_TEST_INTEGER:
    return kind_is(v, a, SMR_DATUM_INTEGER);
  case SMR_TEST_NAME:
    return kind_is(v, a, SMR_DATUM_NAME);
  case SMR_TEST_LIST:
    return kind_is(v, a, SMR_DATUM_LIST);
  case SMR_TEST_SIZE:
    return !a ? SMR_UNKNOWN : smr_datum_is_size(v, a) ? SMR_YES : SMR_NO;
  case SMR_TEST_SAME:
    return !a || !b ? SMR_UNKNOWN : a == b ? SMR_YES : SMR_NO;
  case SMR_TEST_KNOWN:
    return a ? SMR_YES : SMR_NO;
  default:
    return SMR_UNKNOWN;
  }
}

static SmrTruth test(Frame *f, uint32_t at) {
  SmrCode code = f->c->code.data[at];
  SmrDatum value;
  switch ((SmrDataTest)code.of) {
  case SMR_TEST_NOT:
    return negated(test_apart(f, f->c->args.data[code.first]));
  case SMR_TEST_OR:
  case SMR_TEST_AND:
    return test_connective(f, &code);
  case SMR_TEST_MATCH:
    return match(f, f->c->args.data[code.first + 1], evaluate(f, f->c->args.data[code.first]));
  case SMR_TEST_LET:
    value = evaluate(f, f->c->args.data[code.first + 1]);
    f->slots[f->c->code.data[f->c->args.data[code.first]].of] = value;
    return value ? SMR_YES : SMR_UNKNOWN;
  default:
    return test_values(f, &code);
  }
}

//===--- clauses ---===//

static SmrTruth match_inputs(Frame *f, const SmrDataClause *clause, const SmrDatum *inputs, uint32_t count) {
  uint32_t fixed = clause->input_count - clause->rest;
  SmrTruth all = SMR_YES;
  if (clause->rest ? count < fixed : count != fixed)
    return SMR_NO;
  for (uint32_t i = 0; i < fixed && all != SMR_NO; i++)
    all = both(all, match(f, f->c->args.data[clause->inputs + i], inputs[i]));
  if (!clause->rest || all == SMR_NO)
    return all;
  for (uint32_t i = fixed; i < count; i++)
    if (!inputs[i])
      return SMR_UNKNOWN;
  SmrDatum rest = smr_datum_list(f->c->values, inputs + fixed, count - fixed);
  return both(all, match_variable(f, f->c->code.data[f->c->args.data[clause->inputs + fixed]].of, rest));
}

static SmrTruth conditions_hold(Frame *f, const SmrDataClause *clause) {
  SmrTruth all = SMR_YES;
  for (uint32_t i = 0; i < clause->condition_count && all != SMR_NO; i++)
    all = both(all, test(f, f->c->args.data[clause->conditions + i]));
  return all;
}

// Whether a clause whose inputs match (or may) applies; what it says then is in *result. A result without a
// value is unknown.
static SmrTruth applies(Frame *f, const SmrDataClause *clause, SmrTruth matched, SmrDatum *result) {
  SmrTruth all = matched == SMR_NO ? SMR_NO : both(matched, conditions_hold(f, clause));
  *result = all == SMR_YES && clause->result != UINT32_MAX ? evaluate(f, clause->result) : SMR_NO_DATUM;
  return all == SMR_YES && clause->result != UINT32_MAX && !*result ? SMR_UNKNOWN : all;
}

// (A clause that may apply hides those behind it: which one is the first is not known.)
static SmrDatum call(Frame *f, uint32_t function, const SmrDatum *args, uint32_t count) {
  SmrTruth one = SMR_NO;
  SmrDatum result = SMR_NO_DATUM;
  if (f->depth == MAX_DEPTH || ++*f->calls > MAX_CALLS)
    return SMR_NO_DATUM;
  for (uint32_t i = 0; one == SMR_NO && i < f->c->functions.data[function].clauses.size; i++) {
    SmrDataClause clause = f->c->clauses.data[f->c->functions.data[function].clauses.data[i]];
    SmrDatum slots[SMR_DATA_SLOTS] = {0};
    Frame inner = {f->c, slots, f->depth + 1, f->calls};
    one = applies(&inner, &clause, match_inputs(&inner, &clause, args, count), &result);
  }
  return one == SMR_YES ? result : SMR_NO_DATUM;
}

SmrTruth smr_data_apply(SmrDataCode *code, const SmrDataClause *clause, const SmrDatum *inputs,
                        uint32_t count, SmrDatum *result) {
  SmrDatum slots[SMR_DATA_SLOTS] = {0};
  uint32_t calls = 0;
  Frame f = {code, slots, 0, &calls};
  return applies(&f, clause, match_inputs(&f, clause, inputs, count), result);
}

SmrTruth smr_data_check(SmrDataCode *code, const SmrDataClause *clause, const SmrDatum *bound, uint32_t count,
                        SmrDatum *result) {
  SmrDatum slots[SMR_DATA_SLOTS] = {0};
  uint32_t calls = 0;
  Frame f = {code, slots, 0, &calls};
  if (count)
    memcpy(slots, bound, count * sizeof *slots);
  return applies(&f, clause, SMR_YES, result);
}
