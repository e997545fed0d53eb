// What clang and mlir-translate make of C: CFG loops, byte offsets, noalias, switch, volatile, intrinsics.
// EXPECT: func @dot wraps(%0: i32, %1: ptr unique, %2: ptr unique)
// EXPECT: fma
// EXPECT: add<nsw nuw>
// EXPECT: func @gemm wraps(%0: i32, %1: f64, %2: ptr, %3: ptr, %4: ptr)
// EXPECT: identified "G" = global "G" 800
// EXPECT: store<volatile tag
// EXPECT: func @sw
// EXPECT: icmp eq
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "double", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "float", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc3, offset = 0>
#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "", members = {<#tbaa_type_desc, 0>, <#tbaa_type_desc3, 4>}>
#tbaa_type_desc5 = #llvm.tbaa_type_desc<id = "P", members = {<#tbaa_type_desc2, 0>, <#tbaa_type_desc, 8>, <#tbaa_type_desc4, 32>}>
#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc3, offset = 36>
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.mlir.global internal @T(dense<0.000000e+00> : tensor<10x20xf32>) {addr_space = 0 : i32, alignment = 16 : i64, dso_local} : !llvm.array<10 x array<20 x f32>>
  llvm.mlir.global external @G(dense<0.000000e+00> : tensor<100xf64>) {addr_space = 0 : i32, alignment = 16 : i64, dso_local} : !llvm.array<100 x f64>
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
  llvm.func @dot(%arg0: i32 {llvm.noundef}, %arg1: !llvm.ptr {llvm.noalias, llvm.noundef}, %arg2: !llvm.ptr {llvm.noalias, llvm.noundef}) -> f64 attributes {dso_local, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0 : i64) : i64
    %2 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %3 = llvm.mlir.constant(1 : i64) : i64
    %4 = llvm.intr.smax(%arg0, %0) : (i32, i32) -> i32
    %5 = llvm.zext nneg %4 : i32 to i64
    llvm.br ^bb1(%1, %2 : i64, f64)
  ^bb1(%6: i64, %7: f64):  // 2 preds: ^bb0, ^bb2
    %8 = llvm.icmp "eq" %6, %5 : i64
    llvm.cond_br %8, ^bb3, ^bb2
  ^bb2:  // pred: ^bb1
    %9 = llvm.getelementptr inbounds|nuw %arg1[%6] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %10 = llvm.load %9 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f64
    %11 = llvm.getelementptr inbounds|nuw %arg2[%6] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %12 = llvm.load %11 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f64
    %13 = llvm.intr.fmuladd(%10, %12, %7) : (f64, f64, f64) -> f64
    %14 = llvm.add %6, %3 overflow<nsw, nuw> : i64
    llvm.br ^bb1(%14, %13 : i64, f64) {loop_annotation = #loop_annotation}
  ^bb3:  // pred: ^bb1
    llvm.return %7 : f64
  }
  llvm.func @gemm(%arg0: i32 {llvm.noundef}, %arg1: f64 {llvm.noundef}, %arg2: !llvm.ptr {llvm.noundef}, %arg3: !llvm.ptr {llvm.noundef}, %arg4: !llvm.ptr {llvm.noundef}) attributes {dso_local, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0 : i64) : i64
    %2 = llvm.mlir.constant(0.000000e+00 : f64) : f64
    %3 = llvm.mlir.constant(1 : i64) : i64
    %4 = llvm.zext %arg0 : i32 to i64
    %5 = llvm.intr.smax(%arg0, %0) : (i32, i32) -> i32
    %6 = llvm.zext nneg %5 : i32 to i64
    llvm.br ^bb1(%1 : i64)
  ^bb1(%7: i64):  // 2 preds: ^bb0, ^bb8
    %8 = llvm.icmp "eq" %7, %6 : i64
    llvm.cond_br %8, ^bb9, ^bb2
  ^bb2:  // pred: ^bb1
    %9 = llvm.zext %arg0 : i32 to i64
    llvm.br ^bb3(%1 : i64)
  ^bb3(%10: i64):  // 2 preds: ^bb2, ^bb7
    %11 = llvm.icmp "eq" %10, %9 : i64
    llvm.cond_br %11, ^bb8, ^bb4
  ^bb4:  // pred: ^bb3
    %12 = llvm.zext %arg0 : i32 to i64
    llvm.br ^bb5(%1, %2 : i64, f64)
  ^bb5(%13: i64, %14: f64):  // 2 preds: ^bb4, ^bb6
    %15 = llvm.icmp "eq" %13, %12 : i64
    llvm.cond_br %15, ^bb7, ^bb6
  ^bb6:  // pred: ^bb5
    %16 = llvm.mul %7, %4 overflow<nsw, nuw> : i64
    %17 = llvm.getelementptr inbounds|nuw %arg2[%16] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %18 = llvm.getelementptr inbounds|nuw %17[%13] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %19 = llvm.load %18 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f64
    %20 = llvm.mul %13, %4 overflow<nsw, nuw> : i64
    %21 = llvm.getelementptr inbounds|nuw %arg3[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %22 = llvm.getelementptr inbounds|nuw %21[%10] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %23 = llvm.load %22 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f64
    %24 = llvm.intr.fmuladd(%19, %23, %14) : (f64, f64, f64) -> f64
    %25 = llvm.add %13, %3 overflow<nsw, nuw> : i64
    llvm.br ^bb5(%25, %24 : i64, f64) {loop_annotation = #loop_annotation}
  ^bb7:  // pred: ^bb5
    %26 = llvm.mul %7, %4 overflow<nsw, nuw> : i64
    %27 = llvm.getelementptr inbounds|nuw %arg4[%26] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %28 = llvm.getelementptr inbounds|nuw %27[%10] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %29 = llvm.load %28 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f64
    %30 = llvm.intr.fmuladd(%arg1, %14, %29) : (f64, f64, f64) -> f64
    llvm.store %30, %28 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : f64, !llvm.ptr
    %31 = llvm.add %10, %3 overflow<nsw, nuw> : i64
    llvm.br ^bb3(%31 : i64) {loop_annotation = #loop_annotation}
  ^bb8:  // pred: ^bb3
    %32 = llvm.add %7, %3 overflow<nsw, nuw> : i64
    llvm.br ^bb1(%32 : i64) {loop_annotation = #loop_annotation}
  ^bb9:  // pred: ^bb1
    llvm.return
  }
  llvm.func @st(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) attributes {dso_local, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(8 : i64) : i64
    %2 = llvm.mlir.constant(16 : i64) : i64
    %3 = llvm.mlir.constant(36 : i64) : i64
    %4 = llvm.mlir.addressof @T : !llvm.ptr
    %5 = llvm.mlir.addressof @G : !llvm.ptr
    %6 = llvm.mlir.constant(3 : i32) : i32
    %7 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
    %8 = llvm.getelementptr inbounds|nuw %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %9 = llvm.getelementptr inbounds|nuw %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %10 = llvm.load %9 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f64
    %11 = llvm.call @sqrt(%10) {no_unwind, tbaa = [#tbaa_tag1]} : (f64 {llvm.noundef}) -> f64
    %12 = llvm.getelementptr inbounds|nuw %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %13 = llvm.load %12 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> f32
    %14 = llvm.intr.fabs(%13) : (f32) -> f32
    %15 = llvm.fpext %14 : f32 to f64
    %16 = llvm.fadd %11, %15 : f64
    %17 = llvm.sext %arg1 : i32 to i64
    %18 = llvm.getelementptr inbounds %8[%17] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %16, %18 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : f64, !llvm.ptr
    %19 = llvm.getelementptr inbounds %4[%17] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<20 x f32>
    %20 = llvm.getelementptr inbounds|nuw %19[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %21 = llvm.load %20 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> f32
    %22 = llvm.fpext %21 : f32 to f64
    %23 = llvm.getelementptr inbounds %5[%17] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %22, %23 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : f64, !llvm.ptr
    llvm.intr.lifetime.start %7 : !llvm.ptr
    llvm.store volatile %6, %7 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr
    %24 = llvm.load volatile %7 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
    %25 = llvm.add %24, %0 overflow<nsw> : i32
    llvm.store volatile %25, %7 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr
    llvm.intr.lifetime.end %7 : !llvm.ptr
    llvm.return
  }
  llvm.func @sqrt(f64 {llvm.noundef}) -> f64 attributes {no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"}
  llvm.func @strlen(!llvm.ptr {llvm.noundef}) -> i64 attributes {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>, no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return}
  llvm.func @sw(%arg0: i32 {llvm.noundef}) -> i32 attributes {dso_local, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(3 : i32) : i32
    %1 = llvm.mlir.constant(7 : i32) : i32
    %2 = llvm.mlir.constant(2 : i32) : i32
    llvm.switch %arg0 : i32, ^bb2 [
      1: ^bb3(%0 : i32),
      5: ^bb1
    ]
  ^bb1:  // pred: ^bb0
    llvm.br ^bb3(%1 : i32)
  ^bb2:  // pred: ^bb0
    %3 = llvm.sdiv %arg0, %2 : i32
    llvm.br ^bb3(%3 : i32)
  ^bb3(%4: i32):  // 3 preds: ^bb0, ^bb1, ^bb2
    llvm.return %4 : i32
  }
  llvm.func @u(%arg0: i32 {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> i32 attributes {dso_local, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(3 : i32) : i32
    %1 = llvm.mlir.constant(2 : i32) : i32
    %2 = llvm.mlir.constant(7 : i32) : i32
    %3 = llvm.shl %arg0, %0 : i32
    %4 = llvm.lshr %arg1, %1 : i32
    %5 = llvm.or %3, %4 : i32
    %6 = llvm.urem %5, %2 : i32
    %7 = llvm.intr.umax(%arg0, %arg1) : (i32, i32) -> i32
    %8 = llvm.add %6, %7 : i32
    llvm.return %8 : i32
  }
  llvm.func @fm(%arg0: f32 {llvm.noundef}, %arg1: f32 {llvm.noundef}, %arg2: f32 {llvm.noundef}) -> f32 attributes {dso_local, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.intr.fma(%arg0, %arg1, %arg2) : (f32, f32, f32) -> f32
    %1 = llvm.intr.maxnum(%arg0, %arg1) : (f32, f32) -> f32
    %2 = llvm.fadd %0, %1 : f32
    llvm.return %2 : f32
  }
}
