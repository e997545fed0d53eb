//===- dump.c - what a library file says, for people ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "pfa/pfa.h"
#include "size/poly.h"

const char *smr_pfa_arg_kind_name(SmrArgKind kind) {
  switch (kind) {
  case SMR_ARG_UNUSED:
    return "unused";
  case SMR_ARG_INT:
    return "int";
  case SMR_ARG_FLOAT:
    return "scalar";
  case SMR_ARG_ARRAY:
    return "array";
  case SMR_ARG_BOX:
    return "box";
  case SMR_ARG_OUT:
    return "out";
  case SMR_ARG_RESULT:
    return "result";
  }
  return "?";
}

void smr_pfa_print_type(SmrType type, const SmrIntern *symbols, SmrStr *out) {
  unsigned payload = SMR_TYPE_PAYLOAD(type);
  switch (SMR_TYPE_KIND(type)) {
  case SMR_T_NONE:
    smr_str_puts(out, "none");
    return;
  case SMR_T_INT:
    smr_str_printf(out, "i%u", payload);
    return;
  case SMR_T_FLOAT:
    smr_str_printf(out, "f%u", payload);
    return;
  case SMR_T_BFLOAT:
    smr_str_puts(out, "bf16");
    return;
  case SMR_T_COMPLEX:
    smr_str_printf(out, "c%u", payload);
    return;
  case SMR_T_PTR:
    smr_str_puts(out, "ptr");
    return;
  case SMR_T_BOX:
    smr_str_puts(out, "box");
    return;
  case SMR_T_OPAQUE:
    smr_str_printf(out, "!\"%s\"", smr_intern_text(symbols, payload));
    return;
  }
  smr_str_puts(out, "?");
}

static void print_arg_name(const SmrPattern *pattern, uint32_t k, SmrStr *out) {
  if (*pattern->args[k].name)
    smr_str_puts(out, pattern->args[k].name);
  else
    smr_str_printf(out, "#%u", k);
}

static void print_leaf(uint32_t leaf, SmrStr *out, void *data) {
  static const char *const fields[] = {"lbound", "extent", "stride"};
  const SmrPattern *pattern = data;
  uint32_t payload = leaf & ((1u << 28) - 1);
  switch (SMR_LEAF_KIND(leaf)) {
  case 1:
    print_arg_name(pattern, payload, out);
    break;
  case 2:
    smr_str_printf(out, "i%u", payload);
    break;
  case 3:
    smr_str_printf(out, "%s(", fields[payload >> 4 & 15]);
    print_arg_name(pattern, payload >> 8, out);
    smr_str_printf(out, ", %u)", (payload & 15) + 1);
    break;
  default:
    smr_str_printf(out, "%%%u", payload);
  }
}

void smr_pfa_print_poly(const SmrPattern *pattern, SmrPoly poly, SmrStr *out) {
  smr_poly_print(poly, out, print_leaf, (void *)(uintptr_t)pattern);
}
