//===- operator_print.c - operators of PyPM as text ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/file.h"

static const SmrPypmTyping *typing_of(const SmrPypmFile *file, uint32_t op) {
  uint32_t typing;
  return smr_map_get(&file->typing_of, op, &typing) ? &file->typings.data[typing] : NULL;
}

static void print_operands(const SmrPypmSignature *signature, const SmrPypmOperator *op,
                           const SmrPypmTyping *typing, SmrStr *out) {
  bool names = typing && typing->scope.p.parameters;
  if (op->variadic)
    smr_str_puts(out, "(*)");
  else if (!names)
    smr_str_printf(out, "(%u)", op->arity);
  for (uint32_t k = 0; names && k < op->arity; k++)
    smr_str_printf(out, "%s%s", k ? ", " : "(",
                   smr_intern_text(signature->symbols, typing->scope.p.vars.data[k].name));
  smr_str_puts(out, names ? ")" : "");
}

void smr_pypm_declaration_print(const SmrPypmSignature *signature, const SmrPypmOperator *op,
                                const SmrPypmTyping *typing, SmrStr *out) {
  SmrIntern *symbols = signature->symbols;
  smr_str_printf(out, "op %s", smr_intern_text(symbols, op->name));
  for (uint32_t k = 0; k < op->attribute_count; k++) {
    SmrPypmValue only = smr_pypm_operator_only(op, k);
    smr_str_printf(out, "%s%s", k ? ", " : "{", smr_intern_text(symbols, op->attributes[k]));
    smr_str_puts(out, only.kind != SMR_PYPM_UNKNOWN ? " = " : "");
    if (only.kind != SMR_PYPM_UNKNOWN)
      smr_pypm_value_print(signature, only, out);
  }
  smr_str_puts(out, op->attribute_count ? "}" : "");
  print_operands(signature, op, typing, out);
  if (op->results != 1)
    smr_str_printf(out, " -> %u", op->results);
  for (uint32_t k = 0; typing && k < op->results; k++) {
    smr_str_puts(out, k ? ", " : " : ");
    smr_pypm_type_expr_print(signature, &typing->scope, typing->types.data[k], out);
  }
  if (op->stands_for)
    smr_str_printf(out, " for \"%s\"", smr_intern_text(symbols, op->stands_for));
  smr_str_puts(out, op->commutative ? " commutative" : "");
  smr_str_puts(out, op->effects ? " effects" : "");
  if (op->op_class)
    smr_str_printf(out, " class %s", smr_intern_text(symbols, op->op_class));
  smr_str_putc(out, '\n');
}

void smr_pypm_operator_print(const SmrPypmFile *file, uint32_t op, SmrStr *out) {
  smr_pypm_declaration_print(file->signature, &file->signature->operators.data[op], typing_of(file, op), out);
}
