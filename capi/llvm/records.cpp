//===- records.cpp - a report in the object that it speaks of -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/llvm/records.h"
#include "base/records.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

smr::Records::Records(StringRef source, StringRef directory, StringRef share)
    : directory(directory), share(share) {
  SmrStr out = {};
  SmrRecordNames names = {this->directory.c_str(), this->share.c_str()};
  smr_records_unit(&out, source.str().c_str(), &names);
  text = smr_str_get(&out);
  smr_str_free(&out);
}

void smr::Records::add(StringRef report) {
  SmrStr out = {};
  SmrRecordNames names = {directory.c_str(), share.c_str()};
  if (smr_records_put(&out, report.str().c_str(), &names))
    text += smr_str_get(&out);
  smr_str_free(&out);
}

void smr::Records::embed(Module &module) const {
  if (!module.getTargetTriple().isOSBinFormatELF())
    return; // (other formats have other rules for names of sections, and smr-dump reads ELF only)
  Constant *bytes = ConstantDataArray::getString(module.getContext(), text, /*AddNull=*/false);
  auto *variable =
      new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, "smr.report");
  variable->setSection(SMR_RECORD_SECTION);
  variable->setAlignment(Align(1));
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global); // (it stands in no table of addresses either)
  variable->setMetadata(LLVMContext::MD_exclude, MDNode::get(module.getContext(), {}));
  GlobalValue::SanitizerMetadata unwatched;
  unwatched.NoAddress = unwatched.NoHWAddress = true;
  variable->setSanitizerMetadata(unwatched);
  appendToCompilerUsed(module, variable);
}
