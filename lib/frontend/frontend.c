//===- frontend.c - the table of front ends ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "frontend/frontend_internal.h"
#include <string.h>

static bool frontend_mlir(const SmrPatBlock *block, const char *pat_path, const SmrFrontendOptions *options,
                          SmrStr *out, SmrDiag *diag) {
  (void)pat_path, (void)options, (void)diag;
  smr_frontend_place(block, out);
  return true;
}

static const SmrFrontend frontends[SMR_LANGUAGE_COUNT] = {
    {SMR_LANGUAGE_C, "C", smr_frontend_c},
    {SMR_LANGUAGE_FORTRAN, "Fortran", smr_frontend_fortran},
    {SMR_LANGUAGE_MLIR, "MLIR", frontend_mlir},
};

bool smr_frontend_compile(const SmrPatBlock *block, const char *pat_path, const SmrFrontendOptions *options,
                          SmrStr *mlir_text_out, SmrDiag *diag) {
  static const SmrFrontendOptions defaults = {0};
  return frontends[block->language].compile(block, pat_path, options ? options : &defaults, mlir_text_out,
                                            diag);
}

/// Does the text define `symbol`? A declaration (`func.func private @f(…)` without a body) ends its line
/// without '{'.
static bool defines(const char *text, const char *symbol) {
  size_t length = strlen(symbol);
  for (const char *at = text; (at = strstr(at, symbol)); at += length) {
    if (at == text || at[-1] != '@' || at[length] != '(')
      continue;
    const char *start = at, *end = at + strcspn(at, "\n");
    while (start > text && start[-1] != '\n')
      start--;
    if (memmem(start, (size_t)(at - start), "func ", 5) && memchr(at, '{', (size_t)(end - at)) &&
        end[-1] == '{')
      return true;
  }
  return false;
}

/// A bind(c) procedure's symbol is its C name; it is known by its arguments' Fortran names.
static bool bind_c_wrapper(const SmrPatBlock *block, const char *function) {
  const char *end = function + strcspn(function, "\n"), *at = function;
  if (end[-1] != '{' || !memmem(function, (size_t)(end - function), "proc_attrs<bind_c>", 18))
    return false;
  for (uint32_t i = 0; i < block->argument_count; i++) {
    SmrStr argument = {0};
    smr_str_printf(&argument, "{fir.bindc_name = \"%s\"", block->arguments[i]);
    at = memmem(at, (size_t)(end - at), argument.data, argument.size);
    smr_str_free(&argument);
    if (!at)
      return false;
    at++;
  }
  return !memmem(at, (size_t)(end - at), " %arg", 5);
}

bool smr_frontend_wrapper_symbol(const SmrPatBlock *block, const char *mlir_text, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) symbol = {0};
  if (block->language != SMR_LANGUAGE_FORTRAN)
    smr_str_puts(&symbol, block->wrapper);
  else if (block->module)
    smr_str_printf(&symbol, "_QM%sP%s", block->module, block->wrapper);
  else
    smr_str_printf(&symbol, "_QP%s", block->wrapper);
  bool found = block->language != SMR_LANGUAGE_FORTRAN || defines(mlir_text, symbol.data);
  for (const char *at = mlir_text; !found && (at = strstr(at, "func.func @")); at++) {
    found = bind_c_wrapper(block, at);
    if (found) {
      smr_str_clear(&symbol);
      smr_str_append(&symbol, at + 11, strcspn(at + 11, "("));
    }
  }
  if (found)
    smr_str_append(out, symbol.data, symbol.size);
  return found;
}
