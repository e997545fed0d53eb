# Loops become linalg's named ops on memrefs: for who goes on in MLIR, from C (mlir-translate --import-llvm), Fortran
# (flang's FIR), or loops on memrefs. No library is called.
#
#   mlir-opt --load-pass-plugin=libsmr.so --smr-rewrite=library=linalg.pfa --inline --canonicalize --symbol-dce in.mlir
#
# Each replacement makes memrefs of any layout (strided<[?, ?]>) of addresses and strides, and says the op; inlined, it
# stands where the loops were. `adds` is 0 where the program sets what the op adds to: then a linalg.fill comes first.
# test/linalg runs every pair; lib/cover tells which nests are found.

each ${T} = double, float; ${M} = f64, f32; ${S} = f64, f32

C {
  void matmul(long m, long n, long k, const ${T} *a, long ra, long ca, const ${T} *b, long rb, long cb, long adds,
              ${T} *c, long rc, long cc) {
    for (long i = 0; i < m; i++)
      for (long j = 0; j < n; j++) {
        ${T} s = 0;
        for (long l = 0; l < k; l++)
          s += a[i * ra + l * ca] * b[l * rb + j * cb];
        if (adds > 0)
          s += c[i * rc + j * cc];
        c[i * rc + j * cc] = s;
      }
  }
} = MLIR {
  llvm.func @matmul(%m: i64, %n: i64, %k: i64, %pa: !llvm.ptr, %ra: i64, %ca: i64, %pb: !llvm.ptr, %rb: i64, %cb: i64,
                    %adds: i64, %pc: !llvm.ptr, %rc: i64, %cc: i64) {
    %a = func.call @matrix(%pa, %m, %k, %ra, %ca) : (!llvm.ptr, i64, i64, i64, i64) -> memref<?x?x${M}, strided<[?, ?]>>
    %b = func.call @matrix(%pb, %k, %n, %rb, %cb) : (!llvm.ptr, i64, i64, i64, i64) -> memref<?x?x${M}, strided<[?, ?]>>
    %c = func.call @matrix(%pc, %m, %n, %rc, %cc) : (!llvm.ptr, i64, i64, i64, i64) -> memref<?x?x${M}, strided<[?, ?]>>
    %zero = arith.constant 0 : i64
    %sets = arith.cmpi sle, %adds, %zero : i64
    scf.if %sets {
      %nothing = arith.constant 0.0 : ${M}
      linalg.fill ins(%nothing : ${M}) outs(%c : memref<?x?x${M}, strided<[?, ?]>>)
    }
    linalg.matmul ins(%a, %b : memref<?x?x${M}, strided<[?, ?]>>, memref<?x?x${M}, strided<[?, ?]>>)
      outs(%c : memref<?x?x${M}, strided<[?, ?]>>)
    llvm.return
  }
  func.func private @matrix(%p: !llvm.ptr, %m: i64, %n: i64, %r: i64, %s: i64) -> memref<?x?x${M}, strided<[?, ?]>> {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %3 = llvm.insertvalue %zero, %2[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %4 = llvm.insertvalue %m, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %5 = llvm.insertvalue %n, %4[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %6 = llvm.insertvalue %r, %5[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %7 = llvm.insertvalue %s, %6[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %8 = builtin.unrealized_conversion_cast %7
      : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x?x${M}, strided<[?, ?]>>
    return %8 : memref<?x?x${M}, strided<[?, ?]>>
  }
}
when ((cc >= 1 && rc >= n * cc) || (rc >= 1 && cc >= m * rc))   # elements that are set lie apart
name "matmul-${S}"
about "linalg.matmul, of loops"
mode auto

C {
  void batch_matmul(long e, long m, long n, long k, const ${T} *a, long ba, long ra, long ca, const ${T} *b, long bb,
                    long rb, long cb, long adds, ${T} *c, long bc, long rc, long cc) {
    for (long d = 0; d < e; d++)
      for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
          ${T} s = 0;
          for (long l = 0; l < k; l++)
            s += a[d * ba + i * ra + l * ca] * b[d * bb + l * rb + j * cb];
          if (adds > 0)
            s += c[d * bc + i * rc + j * cc];
          c[d * bc + i * rc + j * cc] = s;
        }
  }
} = MLIR {
  llvm.func @batch_matmul(%e: i64, %m: i64, %n: i64, %k: i64, %pa: !llvm.ptr, %ba: i64, %ra: i64, %ca: i64,
                          %pb: !llvm.ptr, %bb: i64, %rb: i64, %cb: i64, %adds: i64, %pc: !llvm.ptr, %bc: i64, %rc: i64,
                          %cc: i64) {
    %a = func.call @matrices(%pa, %e, %m, %k, %ba, %ra, %ca)
      : (!llvm.ptr, i64, i64, i64, i64, i64, i64) -> memref<?x?x?x${M}, strided<[?, ?, ?]>>
    %b = func.call @matrices(%pb, %e, %k, %n, %bb, %rb, %cb)
      : (!llvm.ptr, i64, i64, i64, i64, i64, i64) -> memref<?x?x?x${M}, strided<[?, ?, ?]>>
    %c = func.call @matrices(%pc, %e, %m, %n, %bc, %rc, %cc)
      : (!llvm.ptr, i64, i64, i64, i64, i64, i64) -> memref<?x?x?x${M}, strided<[?, ?, ?]>>
    %zero = arith.constant 0 : i64
    %sets = arith.cmpi sle, %adds, %zero : i64
    scf.if %sets {
      %nothing = arith.constant 0.0 : ${M}
      linalg.fill ins(%nothing : ${M}) outs(%c : memref<?x?x?x${M}, strided<[?, ?, ?]>>)
    }
    linalg.batch_matmul
      ins(%a, %b : memref<?x?x?x${M}, strided<[?, ?, ?]>>, memref<?x?x?x${M}, strided<[?, ?, ?]>>)
      outs(%c : memref<?x?x?x${M}, strided<[?, ?, ?]>>)
    llvm.return
  }
  func.func private @matrices(%p: !llvm.ptr, %e: i64, %m: i64, %n: i64, %q: i64, %r: i64, %s: i64)
      -> memref<?x?x?x${M}, strided<[?, ?, ?]>> {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %3 = llvm.insertvalue %zero, %2[2] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %4 = llvm.insertvalue %e, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %5 = llvm.insertvalue %m, %4[3, 1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %6 = llvm.insertvalue %n, %5[3, 2] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %7 = llvm.insertvalue %q, %6[4, 0] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %8 = llvm.insertvalue %r, %7[4, 1] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %9 = llvm.insertvalue %s, %8[4, 2] : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)>
    %10 = builtin.unrealized_conversion_cast %9
      : !llvm.struct<(ptr, ptr, i64, array<3 x i64>, array<3 x i64>)> to memref<?x?x?x${M}, strided<[?, ?, ?]>>
    return %10 : memref<?x?x?x${M}, strided<[?, ?, ?]>>
  }
}
when ((cc >= 1 && rc >= n * cc && bc >= m * rc) || (rc >= 1 && cc >= m * rc && bc >= n * cc))
name "batch_matmul-${S}"
about "linalg.batch_matmul, of loops"
mode auto

C {
  void matvec(long m, long n, const ${T} *a, long ra, long ca, const ${T} *x, long ix, long adds, ${T} *y, long iy) {
    for (long i = 0; i < m; i++) {
      ${T} s = 0;
      for (long j = 0; j < n; j++)
        s += a[i * ra + j * ca] * x[j * ix];
      if (adds > 0)
        s += y[i * iy];
      y[i * iy] = s;
    }
  }
} = MLIR {
  llvm.func @matvec(%m: i64, %n: i64, %pa: !llvm.ptr, %ra: i64, %ca: i64, %px: !llvm.ptr, %ix: i64, %adds: i64,
                    %py: !llvm.ptr, %iy: i64) {
    %a = func.call @matrix(%pa, %m, %n, %ra, %ca) : (!llvm.ptr, i64, i64, i64, i64) -> memref<?x?x${M}, strided<[?, ?]>>
    %x = func.call @vector(%px, %n, %ix) : (!llvm.ptr, i64, i64) -> memref<?x${M}, strided<[?]>>
    %y = func.call @vector(%py, %m, %iy) : (!llvm.ptr, i64, i64) -> memref<?x${M}, strided<[?]>>
    %zero = arith.constant 0 : i64
    %sets = arith.cmpi sle, %adds, %zero : i64
    scf.if %sets {
      %nothing = arith.constant 0.0 : ${M}
      linalg.fill ins(%nothing : ${M}) outs(%y : memref<?x${M}, strided<[?]>>)
    }
    linalg.matvec ins(%a, %x : memref<?x?x${M}, strided<[?, ?]>>, memref<?x${M}, strided<[?]>>)
      outs(%y : memref<?x${M}, strided<[?]>>)
    llvm.return
  }
  func.func private @matrix(%p: !llvm.ptr, %m: i64, %n: i64, %r: i64, %s: i64) -> memref<?x?x${M}, strided<[?, ?]>> {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %3 = llvm.insertvalue %zero, %2[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %4 = llvm.insertvalue %m, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %5 = llvm.insertvalue %n, %4[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %6 = llvm.insertvalue %r, %5[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %7 = llvm.insertvalue %s, %6[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %8 = builtin.unrealized_conversion_cast %7
      : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x?x${M}, strided<[?, ?]>>
    return %8 : memref<?x?x${M}, strided<[?, ?]>>
  }
  func.func private @vector(%p: !llvm.ptr, %n: i64, %s: i64) -> memref<?x${M}, strided<[?]>> {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %3 = llvm.insertvalue %zero, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %4 = llvm.insertvalue %n, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %5 = llvm.insertvalue %s, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %6 = builtin.unrealized_conversion_cast %5
      : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<?x${M}, strided<[?]>>
    return %6 : memref<?x${M}, strided<[?]>>
  }
}
when (iy != 0)
name "matvec-${S}"
about "linalg.matvec, of loops"
mode auto

C {
  ${T} dot(long n, const ${T} *x, long ix, const ${T} *y, long iy) {
    ${T} s = 0;
    for (long i = 0; i < n; i++)
      s += x[i * ix] * y[i * iy];
    return s;
  }
} = MLIR {
  llvm.func @dot(%n: i64, %px: !llvm.ptr, %ix: i64, %py: !llvm.ptr, %iy: i64) -> ${M} {
    %x = func.call @vector(%px, %n, %ix) : (!llvm.ptr, i64, i64) -> memref<?x${M}, strided<[?]>>
    %y = func.call @vector(%py, %n, %iy) : (!llvm.ptr, i64, i64) -> memref<?x${M}, strided<[?]>>
    %r = func.call @sum(%x, %y) : (memref<?x${M}, strided<[?]>>, memref<?x${M}, strided<[?]>>) -> ${M}
    llvm.return %r : ${M}
  }
  // (Not inlined: in a loop the number's place would be made anew in each round.)
  func.func private @sum(%x: memref<?x${M}, strided<[?]>>, %y: memref<?x${M}, strided<[?]>>) -> ${M}
      attributes {no_inline} {
    %nothing = arith.constant 0.0 : ${M}
    %s = memref.alloca() : memref<${M}>
    memref.store %nothing, %s[] : memref<${M}>
    linalg.dot ins(%x, %y : memref<?x${M}, strided<[?]>>, memref<?x${M}, strided<[?]>>) outs(%s : memref<${M}>)
    %r = memref.load %s[] : memref<${M}>
    return %r : ${M}
  }
  func.func private @vector(%p: !llvm.ptr, %n: i64, %s: i64) -> memref<?x${M}, strided<[?]>> {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %3 = llvm.insertvalue %zero, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %4 = llvm.insertvalue %n, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %5 = llvm.insertvalue %s, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %6 = builtin.unrealized_conversion_cast %5
      : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<?x${M}, strided<[?]>>
    return %6 : memref<?x${M}, strided<[?]>>
  }
}
name "dot-${S}"
about "linalg.dot, of loops"
mode auto
