//===- run.cpp - what both ways of rewriting begin with ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/run.h"
#include "base/phase.h"
#include "base/snippet.h"
#include "base/standard.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using llvm::SmallString;

const char *smrGetVersion(void) {
  return SMR_VERSION;
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

const char *smrGetStandardLibrary(unsigned number, bool runtime) {
  static const std::vector<std::string> paths = [] {
    std::vector<std::string> all;
    for (const char *name : {SMR_STANDARD_LIBRARIES})
      all.push_back(std::string(smrGetShareDirectory()) + "/" + name);
    return all;
  }();
  static const bool found = llvm::sys::fs::exists(paths.back());
  unsigned count = static_cast<unsigned>(paths.size()) - SMR_STANDARD_RUNTIME_LIBRARIES * !(runtime && found);
  return number < count ? paths[number].c_str() : nullptr;
}

void smr_use_standard_libraries(SmrSettings *set, bool runtime, MlirContext context, SmrArena *arena) {
  if (set->libraries.size || set->pats.size)
    return;
  for (unsigned k = 0; const char *path = smrGetStandardLibrary(k, runtime); ++k)
    smr_names_add(&set->libraries, path, arena);
  if (mlirContextIsNull(context) || !unwrap(context)->getLoadedDialect("linalg"))
    return;
  std::string batch = std::string(smrGetShareDirectory()) + "/" + SMR_LINALG_LIBRARY;
  smr_names_add(&set->libraries, smr_arena_strdup(arena, batch.c_str()), arena);
}

smr::RunOptions::RunOptions(const char *text, SmrDiag *diag) {
  SmrStr problem = {};
  ok = smr_settings_read(smr_settings, SMR_SETTING_API, text ? text : "", &values.set, &arena, &problem) &&
       smr_settings_environment(smr_settings, SMR_SETTING_API, &values.set, &arena, &problem);
  if (!ok)
    smr_error(diag, nullptr, 0, 0, "%s", smr_str_get(&problem));
  smr_use_standard_libraries(&values.set, true, {nullptr}, &arena);
  smr_str_free(&problem);
}

/// `file:line:column: text`, then the source line and a caret.
static std::string describe(const SmrMessage &message, SmrSnippets &files) {
  std::string text = message.severity == SMR_NOTE ? "note: " : "";
  text += message.text;
  if (message.file && message.line)
    text = (llvm::Twine(message.file) + ":" + llvm::Twine(message.line) + ":" + llvm::Twine(message.column) +
            ": " + text)
               .str();
  else if (message.file)
    text = std::string(message.file) + ": " + text;
  SmrStr source = {};
  smr_snippet(&files, &message, &source);
  text += std::string("\n") + smr_str_get(&source);
  smr_str_free(&source);
  return llvm::StringRef(text).rtrim('\n').str();
}

/// A note behind an error belongs to it.
void smr::tellDiagnostics(const SmrDiag &diag, SmrOutputCallback output, void *userData) {
  SmrSnippets files = {};
  for (uint32_t i = 0; i < diag.messages.size; ++i) {
    const SmrMessage &message = diag.messages.data[i];
    if (message.severity == SMR_NOTE)
      continue;
    std::string text = describe(message, files);
    while (message.severity == SMR_ERROR && i + 1 < diag.messages.size &&
           diag.messages.data[i + 1].severity == SMR_NOTE)
      text += "\n" + describe(diag.messages.data[++i], files);
    output(message.severity == SMR_ERROR ? SMR_OUT_ERROR : SMR_OUT_WARNING,
           mlirStringRefCreate(text.data(), text.size()), userData);
  }
  smr_snippets_free(&files);
}

void smr::tellTimes(SmrOutputCallback output, void *userData) {
  SmrStr times = {};
  smr_phases_print(&times);
  output(SMR_OUT_TIMES, MlirStringRef{smr_str_get(&times), times.size}, userData);
  smr_str_free(&times);
}
