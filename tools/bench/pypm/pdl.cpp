//===- pdl.cpp - what PDL takes for the same patterns --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//   pdl PATTERNS.mlir GRAPH.mlir
//
// Prints milliseconds to compile the patterns to PDL's byte code and to apply them greedily, and how many ops
// are left. The greedy driver does nothing but the patterns: no folding, no simplification of regions.
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include <chrono>
#include <cstdio>

using namespace mlir;

static double now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int main(int, char **argv) {
  DialectRegistry registry;
  registry.insert<func::FuncDialect, pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> patterns = parseSourceFile<ModuleOp>(argv[1], &context);
  OwningOpRef<ModuleOp> graph = parseSourceFile<ModuleOp>(argv[2], &context);
  if (!patterns || !graph)
    return 1;
  double start = now();
  RewritePatternSet set(&context);
  set.add(PDLPatternModule(std::move(patterns)));
  FrozenRewritePatternSet frozen(std::move(set));
  double compiled = now();
  GreedyRewriteConfig config;
  config.enableFolding(false).enableConstantCSE(false).setRegionSimplificationLevel(
      GreedySimplifyRegionLevel::Disabled);
  if (failed(applyPatternsGreedily(*graph, frozen, config)))
    return 1;
  double applied = now();
  unsigned ops = 0;
  graph->walk([&](Operation *) { ++ops; });
  std::printf("%.3f %.3f %u\n", compiled - start, applied - compiled, ops);
}
