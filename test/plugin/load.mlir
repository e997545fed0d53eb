// The plugin works as written on the stock tools, as a flag among other flags, and in pipeline text.
// REQUIRES: plugin

// RUN: mlir-opt %load --smr-rewrite=mode=off %s | FileCheck %s --check-prefix=KEPT
// RUN: fir-opt %load --smr-rewrite=mode=off %s | FileCheck %s --check-prefix=KEPT
// RUN: mlir-opt %load --canonicalize --smr-rewrite=mode=off --cse %s | FileCheck %s --check-prefix=CSE
// RUN: fir-opt %load --canonicalize --smr-rewrite=mode=off --cse %s | FileCheck %s --check-prefix=CSE
// RUN: mlir-opt %load --smr-rewrite=mode=off --cse --smr-rewrite="mode=off stats" --dump-pass-pipeline %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ORDER
// RUN: mlir-opt %load --pass-pipeline='builtin.module(smr-rewrite{mode=off},cse)' %s | FileCheck %s --check-prefix=CSE
// RUN: mlir-opt %load --smr-rewrite=mode=off --verify-each --mlir-timing --mlir-print-ir-after-all %s -o /dev/null
// RUN: mlir-opt %load --help | FileCheck %s --check-prefix=HELP

// The pipeline that MLIR prints can be read back.
// RUN: mlir-opt %load --smr-rewrite=mode=off --mlir-pass-pipeline-crash-reproducer=%t.repro %s -o /dev/null
// RUN: mlir-opt %load '--pass-pipeline=builtin.module(smr-rewrite{dry-run=false fp=reassoc guards=auto mode=off report= stats=false})' %s

// One library as both kinds of plugin, and on top of a tool that has the pass built in.
// RUN: mlir-opt --load-dialect-plugin=%smr-lib %load --smr-rewrite=mode=off %s | FileCheck %s --check-prefix=KEPT
// RUN: smr-opt --load-dialect-plugin=%smr-lib %load --smr-rewrite=mode=off %s | FileCheck %s --check-prefix=KEPT
// RUN: mlir-opt --load-dialect-plugin=%smr-lib --show-dialects | FileCheck %s --check-prefix=DIALECT

// Nothing but SMR's own names and the entry points leaves the library.
// RUN: llvm-nm -D --defined-only --format=just-symbols %smr-lib | grep -v '^_Z' | sort | FileCheck %s --check-prefix=NAMES

// KEPT: arith.addi %arg0, %arg0
// KEPT: arith.addi %arg0, %arg0
// CSE: arith.addi %arg0, %arg0
// CSE-NOT: arith.addi %arg0, %arg0
// ORDER: smr-rewrite{{.*}}stats=false
// ORDER: cse
// ORDER: smr-rewrite{{.*}}stats=true
// HELP: --smr-rewrite
// HELP: --library=<string>
// DIALECT: smr
// NAMES: mlirGetDialectPluginInfo
// NAMES-NEXT: mlirGetPassPluginInfo
// NAMES-NEXT: smrContextCreate
// NAMES-NEXT: smrGetShareDirectory
// NAMES-NEXT: smrGetStandardLibrary
// NAMES-NEXT: smrGetVersion
// NAMES-NEXT: smrRegisterDialect
// NAMES-NEXT: smrRegisterPasses
// NAMES-NEXT: smrRewrite
// NAMES-NEXT: smrRewriteLLVM
// NAMES-NEXT: smrRewriteLLVMModule
// NAMES-NEXT: smrRewriteModule
// NAMES-NEXT: smrSharesLLVM
// NAMES-NOT: {{.}}

func.func @f(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  %c = arith.addi %a, %a : i32
  %d = arith.muli %b, %c : i32
  return %d : i32
}
