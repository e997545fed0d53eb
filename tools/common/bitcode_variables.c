//===- bitcode_variables.c - what variables of LLVM bitcode hold ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Constants stand where LLVM alone finds them, so LLVM reads them: its library is opened when a report is to
// be read from bitcode, and for nothing else.
//===----------------------------------------------------------------------===//
#include "tools/common/objects.h"
#include "llvm-c/BitReader.h"
#include "llvm-c/Core.h"
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// clang-format off
#define FUNCTIONS(X)                                                                                                  \
  X(LLVMContextCreate) X(LLVMContextDispose) X(LLVMContextSetDiagnosticHandler)                                       \
  X(LLVMCreateMemoryBufferWithMemoryRangeCopy) X(LLVMParseBitcodeInContext2) X(LLVMDisposeMemoryBuffer)               \
  X(LLVMDisposeModule) X(LLVMGetFirstGlobal) X(LLVMGetNextGlobal) X(LLVMGetSection) X(LLVMGetInitializer)             \
  X(LLVMIsConstantString) X(LLVMGetAsString)
// clang-format on

typedef struct {
#define X(name) __typeof__(&name) name;
  FUNCTIONS(X)
#undef X
} Llvm;

static const Llvm *open_llvm(void) {
  static Llvm llvm;
  static bool asked, found;
  if (!asked) {
    void *library = dlopen(SMR_LLVM_BIN "/../lib/libLLVM.so", RTLD_NOW | RTLD_LOCAL);
    asked = true;
    found = library != NULL;
#define X(name)                                                                                              \
  llvm.name = found ? (__typeof__(&name))(uintptr_t)dlsym(library, #name) : NULL;                            \
  found = llvm.name != NULL;
    FUNCTIONS(X)
#undef X
    if (!found)
      fprintf(stderr, "%s: warning: reports in bitcode are not read: %s\n", driver_name, dlerror());
  }
  return found ? &llvm : NULL;
}

static void say_nothing(LLVMDiagnosticInfoRef info, void *data) {
  (void)info;
  (void)data;
}

static void visit_variables(const Llvm *llvm, LLVMModuleRef module, const char *section, BytesVisitor visit,
                            void *data) {
  for (LLVMValueRef at = llvm->LLVMGetFirstGlobal(module); at; at = llvm->LLVMGetNextGlobal(at)) {
    const char *its = llvm->LLVMGetSection(at);
    LLVMValueRef value = its && strcmp(its, section) == 0 ? llvm->LLVMGetInitializer(at) : NULL;
    if (!value || !llvm->LLVMIsConstantString(value))
      continue;
    size_t size = 0;
    const char *bytes = llvm->LLVMGetAsString(value, &size);
    visit(data, bytes, size);
  }
}

void bitcode_variables_in(Bytes bytes, const char *section, BytesVisitor visit, void *data) {
  const Llvm *llvm = open_llvm();
  if (!llvm)
    return;
  LLVMContextRef context = llvm->LLVMContextCreate();
  llvm->LLVMContextSetDiagnosticHandler(context, say_nothing, NULL);
  LLVMMemoryBufferRef buffer =
      llvm->LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)bytes.data, bytes.size, "bitcode");
  LLVMModuleRef module = NULL;
  if (llvm->LLVMParseBitcodeInContext2(context, buffer, &module) == 0) {
    visit_variables(llvm, module, section, visit, data);
    llvm->LLVMDisposeModule(module);
  }
  llvm->LLVMDisposeMemoryBuffer(buffer);
  llvm->LLVMContextDispose(context);
}
