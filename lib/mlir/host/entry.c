//===- entry.c - native code beside a library, declared --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/entry.h"

void smr_entry_text(const SmrEntryInfo *entry, SmrStr *out) {
  const char *name = entry->symbol;
  smr_str_printf(out, "%s\n", entry->declarations);
  smr_str_printf(
      out,
      "llvm.func internal @\"%s.bound\"(%%gain: i64, %%site: !llvm.ptr) -> i1 attributes {always_inline} {\n"
      "  %%no = llvm.mlir.constant(false) : i1\n"
      "  %%null = llvm.mlir.zero : !llvm.ptr\n"
      "  %%entry = llvm.mlir.addressof @\"%s%s\" : !llvm.ptr\n"
      "  %%linked = llvm.icmp \"ne\" %%entry, %%null : !llvm.ptr\n",
      name, name,
      entry->ready  ? ".ready"
      : entry->asks ? ".may"
                    : "");
  if (!entry->asks) {
    smr_str_puts(out, "  llvm.return %linked : i1\n}\n");
    return;
  }
  smr_str_printf(out, "  llvm.cond_br %%linked, ^%s, ^end(%%no : i1)\n", entry->ready ? "look" : "ask");
  if (entry->ready)
    smr_str_puts(out, "^look:\n"
                      "  %yes = llvm.mlir.constant(true) : i1\n"
                      "  %one = llvm.mlir.constant(1 : i64) : i64\n"
                      "  %address = llvm.load %entry : !llvm.ptr -> !llvm.ptr\n"
                      "  %number = llvm.ptrtoint %address : !llvm.ptr to i64\n"
                      "  %known = llvm.icmp \"ugt\" %number, %one : i64\n"
                      "  llvm.cond_br %known, ^end(%yes : i1), ^ask\n");
  smr_str_printf(out,
                 "^ask:\n"
                 "  %%zero = llvm.mlir.constant(0 : i32) : i32\n"
                 "  %%answer = llvm.call @\"%s.may\"(%%gain, %%site) : (i64, !llvm.ptr) -> i32\n"
                 "  %%may = llvm.icmp \"ne\" %%answer, %%zero : i32\n"
                 "  llvm.br ^end(%%may : i1)\n"
                 "^end(%%result: i1):\n"
                 "  llvm.return %%result : i1\n}\n",
                 name);
}
