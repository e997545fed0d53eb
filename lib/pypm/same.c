//===- same.c - declarations that say the same ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Both are printed with their variables called by number.
//===----------------------------------------------------------------------===//
#include "pypm/same.h"

typedef struct {
  SmrPypmPattern *p;
  SmrPypmNumbers names; // of variables, then of recursive patterns
} Renamed;

static Renamed rename_all(const SmrPypmFile *file, SmrPypmPattern *p) {
  Renamed r = {.p = p};
  char name[16];
  for (uint32_t k = 0; k < p->vars.size + p->mus.size; k++) {
    SmrSym *at = k < p->vars.size ? &p->vars.data[k].name : &p->mus.data[k - p->vars.size].name;
    snprintf(name, sizeof name, "%u", k);
    smr_vec_push(&r.names, *at);
    *at = smr_intern(file->signature->symbols, name);
  }
  return r;
}

static void restore(Renamed *r) {
  for (uint32_t k = 0; k < r->names.size; k++)
    *(k < r->p->vars.size ? &r->p->vars.data[k].name : &r->p->mus.data[k - r->p->vars.size].name) =
        r->names.data[k];
  smr_vec_free(&r->names);
}

static void print_operator(const SmrPypmFile *file, const SmrPypmOperator *op, SmrPypmTyping *typing,
                           SmrStr *out) {
  SmrPypmPattern none = {0};
  Renamed r = rename_all(file, typing ? &typing->scope.p : &none);
  smr_pypm_declaration_print(file->signature, op, typing, out);
  restore(&r);
}

static void print_pattern(const SmrPypmFile *file, SmrPypmPattern *p, SmrStr *out) {
  Renamed r = rename_all(file, p);
  smr_pypm_pattern_print(file->signature, p, out);
  restore(&r);
}

static void print_rule(const SmrPypmFile *file, SmrPypmRule *rule, SmrStr *out) {
  Renamed r = rename_all(file, &rule->scope.p);
  smr_pypm_rule_print(file->signature, file->patterns.data[rule->pattern].name, rule, out);
  restore(&r);
}

static bool equal(SmrStr *one, SmrStr *other) {
  bool same = smr_equal(smr_str_get(one), smr_str_get(other));
  smr_str_free(one);
  smr_str_free(other);
  return same;
}

bool smr_pypm_same_operator(SmrPypmFile *file, uint32_t op, const SmrPypmOperator *other,
                            SmrPypmTyping *typing) {
  SmrStr a = {0}, b = {0};
  uint32_t known;
  bool typed = smr_map_get(&file->typing_of, op, &known);
  print_operator(file, &file->signature->operators.data[op], typed ? &file->typings.data[known] : NULL, &a);
  print_operator(file, other, typing, &b);
  return equal(&a, &b);
}

bool smr_pypm_same_pattern(SmrPypmFile *file, SmrPypmPattern *one, SmrPypmPattern *other) {
  SmrStr a = {0}, b = {0};
  print_pattern(file, one, &a);
  print_pattern(file, other, &b);
  return equal(&a, &b);
}

bool smr_pypm_same_rule(SmrPypmFile *file, SmrPypmRule *one, SmrPypmRule *other) {
  SmrStr a = {0}, b = {0};
  print_rule(file, one, &a);
  print_rule(file, other, &b);
  return equal(&a, &b);
}
