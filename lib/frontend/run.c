//===- run.c - a compiler run on a code block -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "frontend/frontend_internal.h"
#include "frontend/process.h"

static bool run_in(const SmrBlockCompiler *compiler, const char *path, const char *directory,
                   const SmrPatBlock *block, const char *pat_path, const SmrFrontendOptions *options,
                   SmrStr *out, SmrDiag *diag) {
  SmrStr source = {0}, code = {0}, output = {0}, errors = {0};
  const char *reason;
  SMR_VEC(const char *) argv = {0};
  SmrProcessStatus status;
  smr_str_printf(&source, "%s/%s", directory, compiler->file);
  compiler->place(block, pat_path, &code);
  smr_vec_push(&argv, path);
  for (const char *const *flag = compiler->flags; *flag; flag++)
    smr_vec_push(&argv, *flag);
  if (compiler->directory_flag) {
    smr_vec_push(&argv, compiler->directory_flag);
    smr_vec_push(&argv, directory);
  }
  for (uint32_t i = 0; i < options->flag_count; i++)
    smr_vec_push(&argv, options->flags[i]);
  smr_vec_push(&argv, "-o");
  smr_vec_push(&argv, "-");
  smr_vec_push(&argv, source.data);
  smr_vec_push(&argv, NULL);
  SmrProcessOptions process = {.output = &output, .errors = &errors, .no_input = true};
  bool ok = false;
  if (!smr_write_file(source.data, code.data, code.size, &reason)) {
    smr_error(diag, source.data, 0, 0, "%s", reason);
  } else if (!smr_process_run(argv.data, &process, &status, &reason)) {
    smr_error(diag, pat_path, block->line, block->column, "cannot run %s: %s", path, reason);
  } else if (status.signal || status.exit_code) {
    if (!compiler->report(smr_str_get(&errors), source.data, block, pat_path, diag))
      smr_error(diag, pat_path, block->line, block->column, "%s failed with %s %d without a message",
                compiler->name, status.signal ? "signal" : "exit code",
                status.signal ? status.signal : status.exit_code);
  } else {
    compiler->keep(&output, source.data, block, pat_path, out);
    ok = true;
  }
  smr_vec_free(&argv);
  smr_str_free(&source);
  smr_str_free(&code);
  smr_str_free(&output);
  smr_str_free(&errors);
  return ok;
}

bool smr_frontend_run(const SmrBlockCompiler *compiler, const char *chosen, const SmrPatBlock *block,
                      const char *pat_path, const SmrFrontendOptions *options, SmrStr *out, SmrDiag *diag) {
  SmrStr path = {0}, directory = {0};
  bool ok = true;
  if (chosen)
    smr_str_puts(&path, chosen);
  else if (!compiler->find(&path))
    ok = smr_error(diag, pat_path, block->line, block->column, "cannot find %s; set %s to its path",
                   compiler->name, compiler->variable);
  if (ok && (ok = smr_frontend_make_directory(&directory, diag))) {
    ok = run_in(compiler, path.data, directory.data, block, pat_path, options, out, diag);
    smr_frontend_remove_directory(&directory);
  }
  smr_str_free(&path);
  return ok;
}
