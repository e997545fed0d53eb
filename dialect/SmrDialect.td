//===- SmrDialect.td - the smr dialect -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_DIALECT
#define SMR_DIALECT
include "mlir/IR/DialectBase.td"

def Smr_Dialect : Dialect {
  let name = "smr";
  let cppNamespace = "::smr";
  let summary = "Marks that SMR leaves in a module it rewrote";
  let description = [{
    The dialect has no operations: a rewrite is made of the module's own dialects, so that its compiler needs no SMR.
    It has one discardable attribute:

    `smr.replacement = "idiom"` on a function says that the function was injected as the replacement of that idiom.
    SMR never rewrites inside such a function, so running it again changes nothing, and a replacement that is itself
    written with loops does not call itself.
  }];
  let hasOperationAttrVerify = 1;
  let discardableAttrs = (ins);
}
#endif
