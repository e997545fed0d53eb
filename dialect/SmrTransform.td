//===- SmrTransform.td - SMR in the transform dialect ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TRANSFORM_TD
#define SMR_TRANSFORM_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def SmrRewriteOp : Op<Transform_Dialect, "smr.rewrite",
    [DeclareOpInterfaceMethods<TransformOpInterface>, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let cppNamespace = "::smr";
  let summary = "Replaces known computations by library calls, as the pass smr-rewrite does";
  let description = [{
    The target's ops are modules, or functions in a module: of a module all functions are rewritten, of a function that
    one alone (what the calls need comes into the module around it). The handle is consumed, as all handles to what is
    in the functions; the result has the same modules and functions. Nothing that fits is no failure.

    `library` and `pat` are files of patterns, compiled or in source; without any, those that ship. `only` and
    `disable` are names of idioms, or beginnings of names with `*`: `dgem*`. `mode` is auto,
    exact, equality or off; `fp` reassoc, exact or algebra; `guards` auto or static: as the pass' options
    (lib/base/settings.def has them).

    ```mlir
    %1 = transform.smr.rewrite %0 {library = ["mine.pfa"], fp = "exact"} : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$rewritten);
  let assemblyFormat = "$target attr-dict `:` functional-type($target, $rewritten)";
  let hasVerifier = 1;
}

#endif
