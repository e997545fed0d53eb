//===- smr.cpp - the public C functions ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/smr.h"
#include "capi/run.h"
#include "capi/shim/dialect.h"
#include "capi/shim/shim.h"
#include "mlir/CAPI/IR.h"
#include "passes/passes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace mlir;

const char *smrGetVersion(void) {
  return SMR_VERSION;
}

void smrRegisterDialect(MlirDialectRegistry registry) {
  smr::registerDialect(*unwrap(registry));
}

void smrRegisterPasses(void) {
  for (const SmrPass *const *pass = smr_passes; *pass; ++pass)
    smrRegisterPass(*pass);
}

static std::string findShareDirectory() {
  Dl_info info;
  SmallString<256> path;
  // A tool that runs from PATH reports a name without a folder: /proc knows better.
  if (!dladdr(reinterpret_cast<void *>(&smrGetVersion), &info) || !info.dli_fname)
    return "share/smr";
  std::string file = info.dli_fname;
  if (char *real = realpath(file.find('/') == std::string::npos ? "/proc/self/exe" : file.c_str(), nullptr)) {
    file = real;
    free(real);
  }
  path = llvm::sys::path::parent_path(llvm::sys::path::parent_path(file));
  // An installed library may lie deeper: lib/x86_64-linux-gnu.
  if (llvm::sys::path::filename(path) == "lib")
    path = llvm::sys::path::parent_path(path);
  llvm::sys::path::append(path, "share", "smr");
  return std::string(path);
}

const char *smrGetShareDirectory(void) {
  static const std::string directory = findShareDirectory();
  return directory.c_str();
}

smr::RunOptions::RunOptions(const SmrRunOptions *options) {
  values.libraries = options->libraries;
  values.library_count = options->libraryCount;
  values.pats = options->pats;
  values.pat_count = options->patCount;
  if (!values.library_count && !values.pat_count) {
    std::string folder = std::string(smrGetShareDirectory()) + "/";
    standard.push_back(folder + "blas.pfa");
    if (llvm::sys::fs::exists(folder + "nn.pfa"))
      standard.push_back(folder + "nn.pfa");
    for (const std::string &name : standard)
      names.push_back(name.c_str());
    values.libraries = names.data();
    values.library_count = static_cast<uint32_t>(names.size());
  }
  values.mode = static_cast<SmrMode>(options->mode);
  values.fp_exact = options->exactFloat;
  values.guards_static = options->staticGuards;
  values.dry_run = options->dryRun;
  values.near_misses = options->nearMisses;
  values.slots = options->slots;
  for (uint32_t k = 0; k < options->skipCount; ++k)
    skips.push_back({options->skips[k].symbol, options->skips[k].reason});
  values.skips = skips.data();
  values.skip_count = static_cast<uint32_t>(skips.size());
}

MlirLogicalResult smrRewrite(MlirOperation module, const SmrRunOptions *options, MlirStringCallback report,
                             MlirStringCallback error, void *userData) {
  smr::RunOptions run(options);
  SmrReport facts = {};
  SmrDiag diag = {};
  bool ok = smr_rewrite_module(module, &run.values, &facts, &diag);
  if (ok && report) {
    SmrStr json = {};
    smr_report_json(&facts, &json);
    report(MlirStringRef{smr_str_get(&json), json.size}, userData);
    smr_str_free(&json);
  }
  if (!ok && error) {
    char *text = nullptr;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    smr_diag_flush(&diag, stream);
    fclose(stream);
    error(MlirStringRef{text, size}, userData);
    free(text);
  }
  smr_report_free(&facts);
  smr_diag_free(&diag);
  return MlirLogicalResult{ok};
}
