//===- rule_print.c - rules of PyPM as text ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/rule.h"

typedef struct {
  const SmrPypmSignature *signature;
  const SmrPypmRule *rule;
  SmrStr *out;
} Printer;

void smr_pypm_rule_free(SmrPypmRule *rule) {
  smr_pypm_scope_free(&rule->scope);
  smr_vec_free(&rule->parts);
  smr_vec_free(&rule->operands);
  smr_vec_free(&rule->attributes);
  smr_vec_free(&rule->branches);
}

static const char *symbol(const Printer *w, SmrSym name) {
  return smr_intern_text(w->signature->symbols, name);
}

static const char *variable(const Printer *w, uint32_t var) {
  return symbol(w, w->rule->scope.p.vars.data[var].name);
}

static void print_head(const Printer *w, const SmrPypmNew *part) {
  const SmrPypmOperator *op = &w->signature->operators.data[part->op];
  smr_str_puts(w->out, symbol(w, op->name));
  if (op->results > 1)
    smr_str_printf(w->out, "#%u", part->result);
  const char *separator = "{";
  for (uint32_t k = 0; k < op->attribute_count; k++) {
    if (smr_pypm_operator_only(op, k).kind != SMR_PYPM_UNKNOWN)
      continue;
    smr_str_printf(w->out, "%s%s = ", separator, symbol(w, op->attributes[k]));
    separator = ", ";
    smr_pypm_expr_print(w->signature, &w->rule->scope.p, w->rule->attributes.data[part->attributes + k],
                        w->out);
  }
  smr_str_puts(w->out, *separator == ',' ? "}" : "");
}

static void print_part(const Printer *w, uint32_t at) {
  const SmrPypmNew *part = &w->rule->parts.data[at];
  bool applied = part->kind == SMR_PYPM_NEW_FUN_VAR || part->count;
  if (part->kind == SMR_PYPM_NEW_CONSTANT)
    smr_pypm_literal_print(part->constant, w->out);
  else if (part->kind == SMR_PYPM_NEW_FUN)
    print_head(w, part);
  else
    smr_str_puts(w->out, variable(w, part->var));
  smr_str_puts(w->out, applied ? "(" : "");
  for (uint32_t k = 0; k < part->count; k++) {
    smr_str_puts(w->out, k ? ", " : "");
    print_part(w, w->rule->operands.data[part->first + k]);
  }
  smr_str_puts(w->out, applied ? ")" : "");
  if (part->type) {
    smr_str_puts(w->out, " : ");
    smr_pypm_type_expr_print(w->signature, &w->rule->scope, part->type, w->out);
  }
}

void smr_pypm_branch_print(const SmrPypmSignature *signature, const SmrPypmRule *rule, uint32_t branch,
                           SmrStr *out) {
  print_part(&(Printer){signature, rule, out}, rule->branches.data[branch].root);
}

void smr_pypm_rule_print(const SmrPypmSignature *signature, SmrSym pattern, const SmrPypmRule *rule,
                         SmrStr *out) {
  Printer w = {signature, rule, out};
  smr_str_printf(out, "rule %s for %s(", symbol(&w, rule->name), symbol(&w, pattern));
  for (uint32_t k = 0; k < rule->scope.p.parameters; k++)
    smr_str_printf(out, "%s%s", k ? ", " : "", variable(&w, k));
  smr_str_puts(out, rule->exact ? ") fp exact {" : ") {");
  for (uint32_t k = 0; k < rule->branches.size; k++) {
    const SmrPypmBranch *branch = &rule->branches.data[k];
    smr_str_puts(out, k ? ";\n  " : "\n  ");
    if (branch->guard != SMR_PYPM_NONE) {
      smr_str_puts(out, "when (");
      smr_pypm_expr_print(signature, &rule->scope.p, branch->guard, out);
      smr_str_puts(out, ") ");
    }
    smr_str_puts(out, "=> ");
    print_part(&w, branch->root);
  }
  smr_str_puts(out, "\n}\n");
}
