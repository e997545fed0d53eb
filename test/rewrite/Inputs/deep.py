"""A dot product behind N nested ifs of blocks, in the LLVM dialect."""
import sys

depth = int(sys.argv[1])
print("""llvm.func @deep(%n: i64, %a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr {llvm.noalias}, %p: !llvm.ptr) -> f64 {
  %z = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %f0 = llvm.mlir.constant(0.0 : f64) : f64""")
for k in range(depth):
    print(f"""  %l{k} = llvm.load volatile %p : !llvm.ptr -> i64
  %c{k} = llvm.icmp "slt" %l{k}, %n : i64
  llvm.cond_br %c{k}, ^t{k}, ^m{k}
^t{k}:""")
for k in reversed(range(depth)):
    print(f"""  llvm.br ^m{k}
^m{k}:
  llvm.store volatile %n, %p : i64, !llvm.ptr""")
print("""  llvm.br ^h(%z, %f0 : i64, f64)
^h(%i: i64, %s: f64):
  %c = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %c, ^b, ^x
^b:
  %pa = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %pb = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %va = llvm.load %pa : !llvm.ptr -> f64
  %vb = llvm.load %pb : !llvm.ptr -> f64
  %m = llvm.fmul %va, %vb : f64
  %s2 = llvm.fadd %s, %m : f64
  %i2 = llvm.add %i, %one overflow<nsw> : i64
  llvm.br ^h(%i2, %s2 : i64, f64)
^x:
  llvm.return %s : f64
}""")
