"""A function whose loop stands in as many nested conditions as asked for."""
import sys

depth = int(sys.argv[1])
print("func.func @deep(%c: i1, %n: index, %x: memref<?xf64>) {")
print("  %zero = arith.constant 0 : index\n  %one = arith.constant 1 : index\n  %f = arith.constant 0.0 : f64")
print("  scf.if %c {\n" * depth)
print("  scf.for %i = %zero to %n step %one {\n    memref.store %f, %x[%i] : memref<?xf64>\n  }")
print("}\n" * depth)
print("  return\n}")
