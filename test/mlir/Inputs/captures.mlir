// Who may know a noalias argument's address, and since when: by 1 is there from the start, an identified base is
// known to others since its first capture, a unique one is never.
// EXPECT: func @call wraps(%0: ptr identified since
// EXPECT: func @promised wraps(%0: ptr unique)
// EXPECT: func @printed wraps(%0: ptr unique
// EXPECT: func @printed_as_number wraps(%0: ptr identified since
// EXPECT: func @own_printf wraps(%0: ptr identified since
// EXPECT: func @out_parameter wraps(%0: ptr identified since 3, %1: ptr by 1)
// EXPECT: by 4 = load
// EXPECT: func @number wraps(%0: ptr identified since
// EXPECT: func @narrow_number wraps(%0: ptr identified since
// EXPECT: func @choice wraps(%0: ptr identified since
// EXPECT: func @contents wraps(%0: ptr unique
// EXPECT: func @assembly wraps(%0: ptr identified since
// EXPECT: func @part_of_struct wraps(%0: ptr identified since
// EXPECT: func @unwinding wraps(%0: ptr identified since
// EXPECT: func @pure_call wraps(%0: ptr identified since 2) {
// EXPECT: by 2 = call<pure>
// EXPECT: func @in_a_loop wraps(%0: ptr identified since 3, %1: ptr by 1
// EXPECT: by 9 = load %1 : ptr
// EXPECT: func @copy wraps(%0: ptr unique
// EXPECT: func @own_malloc
// EXPECT: by 3 = call "malloc"
// EXPECT: func @aligned wraps(%0: box identified since
// EXPECT: func @asked wraps(%0: box unique
module {
  llvm.func @keep(!llvm.ptr)
  llvm.func @look(!llvm.ptr {llvm.nocapture})
  llvm.func @same(!llvm.ptr) -> !llvm.ptr attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
  llvm.func @fread(!llvm.ptr, i64, i64, !llvm.ptr) -> i64
  llvm.func @printf(!llvm.ptr, ...) -> i32
  llvm.func @__gxx_personality_v0(...) -> i32
  llvm.func @call(%x: !llvm.ptr {llvm.noalias}) {
    llvm.call @keep(%x) : (!llvm.ptr) -> ()
    llvm.return
  }
  llvm.func @promised(%x: !llvm.ptr {llvm.noalias}) {
    llvm.call @look(%x) : (!llvm.ptr) -> ()
    llvm.call @keep(%x) : (!llvm.ptr {llvm.nocapture}) -> ()
    llvm.return
  }
  llvm.func @printed(%x: !llvm.ptr {llvm.noalias}, %f: !llvm.ptr, %n: i64) {
    %0 = llvm.call @fread(%x, %n, %n, %f) : (!llvm.ptr, i64, i64, !llvm.ptr) -> i64
    %1 = llvm.call @printf(%x, %f) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr) -> i32
    llvm.return
  }
  llvm.func @printed_as_number(%x: !llvm.ptr {llvm.noalias}, %f: !llvm.ptr) {
    %0 = llvm.call @printf(%f, %x) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr) -> i32
    llvm.return
  }
  llvm.func @puts(%x: !llvm.ptr) {
    llvm.return
  }
  llvm.func @own_printf(%x: !llvm.ptr {llvm.noalias}) {
    llvm.call @puts(%x) : (!llvm.ptr) -> ()
    llvm.return
  }
  llvm.func @out_parameter(%x: !llvm.ptr {llvm.noalias}, %s: !llvm.ptr) {
    %early = llvm.load %s : !llvm.ptr -> f64
    llvm.store %x, %s : !llvm.ptr, !llvm.ptr
    %late = llvm.load %s : !llvm.ptr -> !llvm.ptr
    llvm.store %early, %late : f64, !llvm.ptr
    llvm.return
  }
  llvm.func @number(%x: !llvm.ptr {llvm.noalias}) -> i64 {
    %0 = llvm.ptrtoint %x : !llvm.ptr to i64
    llvm.return %0 : i64
  }
  llvm.func @narrow_number(%x: !llvm.ptr {llvm.noalias}) -> i32 {
    %0 = llvm.ptrtoint %x : !llvm.ptr to i32
    llvm.return %0 : i32
  }
  llvm.func @choice(%x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr, %c: i1) -> !llvm.ptr {
    %0 = llvm.select %c, %x, %y : i1, !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @contents(%x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr, %n: i64, %zero: i8) {
    "llvm.intr.memcpy"(%x, %y, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    "llvm.intr.memset"(%x, %zero, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
    llvm.return
  }
  llvm.func @assembly(%x: !llvm.ptr {llvm.noalias}) -> !llvm.ptr {
    %0 = llvm.inline_asm "", "=r,0" %x : (!llvm.ptr) -> !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @part_of_struct(%x: !llvm.ptr {llvm.noalias}) -> !llvm.struct<(ptr, i32)> {
    %0 = llvm.mlir.undef : !llvm.struct<(ptr, i32)>
    %1 = llvm.insertvalue %x, %0[0] : !llvm.struct<(ptr, i32)>
    llvm.return %1 : !llvm.struct<(ptr, i32)>
  }
  llvm.func @unwinding(%x: !llvm.ptr {llvm.noalias}) attributes {personality = @__gxx_personality_v0} {
    llvm.invoke @keep(%x) to ^bb1 unwind ^bb2 : (!llvm.ptr) -> ()
  ^bb1:
    llvm.return
  ^bb2:
    %0 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
    llvm.return
  }
  llvm.func @pure_call(%x: !llvm.ptr {llvm.noalias}) -> !llvm.ptr {
    %0 = llvm.call @same(%x) : (!llvm.ptr) -> !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @in_a_loop(%x: !llvm.ptr {llvm.noalias}, %s: !llvm.ptr, %c: i1) {
    llvm.br ^bb1
  ^bb1:
    %0 = llvm.load %s : !llvm.ptr -> !llvm.ptr
    %1 = llvm.load %0 : !llvm.ptr -> f64
    llvm.store %1, %x : f64, !llvm.ptr
    %2 = llvm.load %0 : !llvm.ptr -> f64
    llvm.store %2, %0 : f64, !llvm.ptr
    llvm.call @keep(%x) : (!llvm.ptr) -> ()
    llvm.cond_br %c, ^bb1, ^bb2
  ^bb2:
    llvm.return
  }
  llvm.func @copy(%x: !llvm.ptr {llvm.byval = !llvm.array<8 x f64>}) {
    llvm.return
  }
  llvm.func @malloc(%n: i64) -> !llvm.ptr {
    %0 = llvm.inttoptr %n : i64 to !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @own_malloc(%x: !llvm.ptr {llvm.noalias}, %n: i64) {
    llvm.call @keep(%x) : (!llvm.ptr) -> ()
    %0 = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
    llvm.return
  }
  func.func @aligned(%x: memref<?xf64> {llvm.noalias}) -> index {
    %0 = memref.extract_aligned_pointer_as_index %x : memref<?xf64> -> index
    return %0 : index
  }
  func.func @asked(%x: memref<?xf64> {llvm.noalias}, %i: index) -> index {
    %0 = memref.dim %x, %i : memref<?xf64>
    return %0 : index
  }
}
