// two_loops, thirds and (with one variable for both of its loops) second of kernels.c as ClangIR says them
// (../../../cir/Inputs), and the function that they call.
"builtin.module"() ({
  "cir.func"() <{dso_local, function_type = !cir.func<(!cir.int<s, 64>, !cir.double, !cir.ptr<!cir.double>, !cir.ptr<!cir.double>)>, global_visibility = #cir<visibility default>, linkage = 0 : i32, sym_name = "w_axpy"}> ({
  ^bb0(%n_in: !cir.int<s, 64>, %a_in: !cir.double, %x_in: !cir.ptr<!cir.double>, %y_in: !cir.ptr<!cir.double>):
    %n = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.int<s, 64>, init, name = "n"}> : () -> !cir.ptr<!cir.int<s, 64>>
    %a = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.double, init, name = "a"}> : () -> !cir.ptr<!cir.double>
    %x = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "x"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    %y = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "y"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    "cir.store"(%n_in, %n) : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
    "cir.store"(%a_in, %a) : (!cir.double, !cir.ptr<!cir.double>) -> ()
    "cir.store"(%x_in, %x) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.store"(%y_in, %y) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.return"() : () -> ()
  }) : () -> ()
  "cir.func"() <{dso_local, function_type = !cir.func<(!cir.int<s, 64>, !cir.double, !cir.ptr<!cir.double>, !cir.ptr<!cir.double>, !cir.ptr<!cir.double>)>, global_visibility = #cir<visibility default>, linkage = 0 : i32, sym_name = "two_loops"}> ({
  ^bb0(%n_in: !cir.int<s, 64>, %a_in: !cir.double, %x_in: !cir.ptr<!cir.double>, %y_in: !cir.ptr<!cir.double>, %z_in: !cir.ptr<!cir.double>):
    %n = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.int<s, 64>, init, name = "n"}> : () -> !cir.ptr<!cir.int<s, 64>>
    %a = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.double, init, name = "a"}> : () -> !cir.ptr<!cir.double>
    %x = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "x"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    %y = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "y"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    %z = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "z"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    "cir.store"(%n_in, %n) : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
    "cir.store"(%a_in, %a) : (!cir.double, !cir.ptr<!cir.double>) -> ()
    "cir.store"(%x_in, %x) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.store"(%y_in, %y) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.store"(%z_in, %z) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.scope"() ({
      %i1 = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.int<s, 64>, init, name = "i"}> : () -> !cir.ptr<!cir.int<s, 64>>
      %1 = "cir.const"() <{value = #cir.int<0> : !cir.int<s, 64>}> : () -> !cir.int<s, 64>
      "cir.store"(%1, %i1) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
      "cir.for"() ({
        %2 = "cir.load"(%i1) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %3 = "cir.load"(%n) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %4 = "cir.cmp"(%2, %3) <{kind = 0 : i32}> : (!cir.int<s, 64>, !cir.int<s, 64>) -> !cir.bool
        "cir.condition"(%4) : (!cir.bool) -> ()
      }, {
          %5 = "cir.load"(%i1) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %6 = "cir.load"(%y) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %7 = "cir.ptr_stride"(%6, %5) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %8 = "cir.load"(%7) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %9 = "cir.load"(%a) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %10 = "cir.load"(%i1) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %11 = "cir.load"(%x) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %12 = "cir.ptr_stride"(%11, %10) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %13 = "cir.load"(%12) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %14 = "cir.binop"(%9, %13) <{kind = 0 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %15 = "cir.binop"(%8, %14) <{kind = 3 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %16 = "cir.load"(%i1) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %17 = "cir.load"(%y) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %18 = "cir.ptr_stride"(%17, %16) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          "cir.store"(%15, %18) <{alignment = 8 : i64}> : (!cir.double, !cir.ptr<!cir.double>) -> ()
        "cir.yield"() : () -> ()
      }, {
        %19 = "cir.load"(%i1) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %20 = "cir.unary"(%19) <{kind = 0 : i32, no_signed_wrap}> : (!cir.int<s, 64>) -> !cir.int<s, 64>
        "cir.store"(%20, %i1) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
        "cir.yield"() : () -> ()
      }) : () -> ()
      "cir.yield"() : () -> ()
    }) : () -> ()
    "cir.scope"() ({
      %i2 = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.int<s, 64>, init, name = "i"}> : () -> !cir.ptr<!cir.int<s, 64>>
      %21 = "cir.const"() <{value = #cir.int<0> : !cir.int<s, 64>}> : () -> !cir.int<s, 64>
      "cir.store"(%21, %i2) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
      "cir.for"() ({
        %22 = "cir.load"(%i2) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %23 = "cir.load"(%n) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %24 = "cir.cmp"(%22, %23) <{kind = 0 : i32}> : (!cir.int<s, 64>, !cir.int<s, 64>) -> !cir.bool
        "cir.condition"(%24) : (!cir.bool) -> ()
      }, {
          %25 = "cir.load"(%i2) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %26 = "cir.load"(%z) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %27 = "cir.ptr_stride"(%26, %25) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %28 = "cir.load"(%27) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %29 = "cir.load"(%a) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %30 = "cir.load"(%i2) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %31 = "cir.load"(%x) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %32 = "cir.ptr_stride"(%31, %30) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %33 = "cir.load"(%32) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %34 = "cir.binop"(%29, %33) <{kind = 0 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %35 = "cir.binop"(%28, %34) <{kind = 3 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %36 = "cir.load"(%i2) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %37 = "cir.load"(%z) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %38 = "cir.ptr_stride"(%37, %36) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          "cir.store"(%35, %38) <{alignment = 8 : i64}> : (!cir.double, !cir.ptr<!cir.double>) -> ()
        "cir.yield"() : () -> ()
      }, {
        %39 = "cir.load"(%i2) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %40 = "cir.unary"(%39) <{kind = 0 : i32, no_signed_wrap}> : (!cir.int<s, 64>) -> !cir.int<s, 64>
        "cir.store"(%40, %i2) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
        "cir.yield"() : () -> ()
      }) : () -> ()
      "cir.yield"() : () -> ()
    }) : () -> ()
    "cir.return"() : () -> ()
  }) : () -> ()
  "cir.func"() <{dso_local, function_type = !cir.func<(!cir.int<s, 64>, !cir.double, !cir.ptr<!cir.double>, !cir.ptr<!cir.double>, !cir.ptr<!cir.double>, !cir.ptr<!cir.double>)>, global_visibility = #cir<visibility default>, linkage = 0 : i32, sym_name = "thirds"}> ({
  ^bb0(%n_in: !cir.int<s, 64>, %a_in: !cir.double, %x_in: !cir.ptr<!cir.double>, %y_in: !cir.ptr<!cir.double>, %z_in: !cir.ptr<!cir.double>, %w_in: !cir.ptr<!cir.double>):
    %n = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.int<s, 64>, init, name = "n"}> : () -> !cir.ptr<!cir.int<s, 64>>
    %a = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.double, init, name = "a"}> : () -> !cir.ptr<!cir.double>
    %x = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "x"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    %y = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "y"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    %z = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "z"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    %w = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "w"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    "cir.store"(%n_in, %n) : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
    "cir.store"(%a_in, %a) : (!cir.double, !cir.ptr<!cir.double>) -> ()
    "cir.store"(%x_in, %x) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.store"(%y_in, %y) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.store"(%z_in, %z) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.store"(%w_in, %w) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.scope"() ({
      %i3 = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.int<s, 64>, init, name = "i"}> : () -> !cir.ptr<!cir.int<s, 64>>
      %41 = "cir.const"() <{value = #cir.int<0> : !cir.int<s, 64>}> : () -> !cir.int<s, 64>
      "cir.store"(%41, %i3) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
      "cir.for"() ({
        %42 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %43 = "cir.load"(%n) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %44 = "cir.cmp"(%42, %43) <{kind = 0 : i32}> : (!cir.int<s, 64>, !cir.int<s, 64>) -> !cir.bool
        "cir.condition"(%44) : (!cir.bool) -> ()
      }, {
          %45 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %46 = "cir.load"(%x) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %47 = "cir.ptr_stride"(%46, %45) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %48 = "cir.load"(%47) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %49 = "cir.const"() <{value = #cir.fp<1.000000e+00> : !cir.double}> : () -> !cir.double
          %50 = "cir.binop"(%48, %49) <{kind = 3 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %51 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %52 = "cir.load"(%z) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %53 = "cir.ptr_stride"(%52, %51) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          "cir.store"(%50, %53) <{alignment = 8 : i64}> : (!cir.double, !cir.ptr<!cir.double>) -> ()
          %54 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %55 = "cir.load"(%y) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %56 = "cir.ptr_stride"(%55, %54) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %57 = "cir.load"(%56) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %58 = "cir.load"(%a) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %59 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %60 = "cir.load"(%x) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %61 = "cir.ptr_stride"(%60, %59) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %62 = "cir.load"(%61) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %63 = "cir.binop"(%58, %62) <{kind = 0 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %64 = "cir.binop"(%57, %63) <{kind = 3 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %65 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %66 = "cir.load"(%y) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %67 = "cir.ptr_stride"(%66, %65) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          "cir.store"(%64, %67) <{alignment = 8 : i64}> : (!cir.double, !cir.ptr<!cir.double>) -> ()
          %68 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %69 = "cir.load"(%w) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %70 = "cir.ptr_stride"(%69, %68) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %71 = "cir.load"(%70) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %72 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %73 = "cir.load"(%x) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %74 = "cir.ptr_stride"(%73, %72) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %75 = "cir.load"(%74) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %76 = "cir.binop"(%71, %75) <{kind = 4 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %77 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %78 = "cir.load"(%w) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %79 = "cir.ptr_stride"(%78, %77) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          "cir.store"(%76, %79) <{alignment = 8 : i64}> : (!cir.double, !cir.ptr<!cir.double>) -> ()
        "cir.yield"() : () -> ()
      }, {
        %80 = "cir.load"(%i3) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %81 = "cir.unary"(%80) <{kind = 0 : i32, no_signed_wrap}> : (!cir.int<s, 64>) -> !cir.int<s, 64>
        "cir.store"(%81, %i3) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
        "cir.yield"() : () -> ()
      }) : () -> ()
      "cir.yield"() : () -> ()
    }) : () -> ()
    "cir.return"() : () -> ()
  }) : () -> ()
  "cir.func"() <{dso_local, function_type = !cir.func<(!cir.int<s, 64>, !cir.double, !cir.ptr<!cir.double>, !cir.ptr<!cir.double>, !cir.ptr<!cir.double>)>, global_visibility = #cir<visibility default>, linkage = 0 : i32, sym_name = "second"}> ({
  ^bb0(%n_in: !cir.int<s, 64>, %a_in: !cir.double, %x_in: !cir.ptr<!cir.double>, %y_in: !cir.ptr<!cir.double>, %z_in: !cir.ptr<!cir.double>):
    %n = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.int<s, 64>, init, name = "n"}> : () -> !cir.ptr<!cir.int<s, 64>>
    %a = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.double, init, name = "a"}> : () -> !cir.ptr<!cir.double>
    %x = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "x"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    %y = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "y"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    %z = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.ptr<!cir.double>, init, name = "z"}> : () -> !cir.ptr<!cir.ptr<!cir.double>>
    "cir.store"(%n_in, %n) : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
    "cir.store"(%a_in, %a) : (!cir.double, !cir.ptr<!cir.double>) -> ()
    "cir.store"(%x_in, %x) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.store"(%y_in, %y) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    "cir.store"(%z_in, %z) : (!cir.ptr<!cir.double>, !cir.ptr<!cir.ptr<!cir.double>>) -> ()
    %i = "cir.alloca"() <{alignment = 8 : i64, allocaType = !cir.int<s, 64>, init, name = "i"}> : () -> !cir.ptr<!cir.int<s, 64>>
    "cir.scope"() ({
      %82 = "cir.const"() <{value = #cir.int<0> : !cir.int<s, 64>}> : () -> !cir.int<s, 64>
      "cir.store"(%82, %i) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
      "cir.for"() ({
        %83 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %84 = "cir.load"(%n) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %85 = "cir.cmp"(%83, %84) <{kind = 0 : i32}> : (!cir.int<s, 64>, !cir.int<s, 64>) -> !cir.bool
        "cir.condition"(%85) : (!cir.bool) -> ()
      }, {
          %86 = "cir.const"() <{value = #cir.fp<0.000000e+00> : !cir.double}> : () -> !cir.double
          %87 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %88 = "cir.load"(%z) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %89 = "cir.ptr_stride"(%88, %87) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          "cir.store"(%86, %89) <{alignment = 8 : i64}> : (!cir.double, !cir.ptr<!cir.double>) -> ()
        "cir.yield"() : () -> ()
      }, {
        %90 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %91 = "cir.unary"(%90) <{kind = 0 : i32, no_signed_wrap}> : (!cir.int<s, 64>) -> !cir.int<s, 64>
        "cir.store"(%91, %i) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
        "cir.yield"() : () -> ()
      }) : () -> ()
      "cir.yield"() : () -> ()
    }) : () -> ()
    "cir.scope"() ({
      %92 = "cir.const"() <{value = #cir.int<0> : !cir.int<s, 64>}> : () -> !cir.int<s, 64>
      "cir.store"(%92, %i) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
      "cir.for"() ({
        %93 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %94 = "cir.load"(%n) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %95 = "cir.cmp"(%93, %94) <{kind = 0 : i32}> : (!cir.int<s, 64>, !cir.int<s, 64>) -> !cir.bool
        "cir.condition"(%95) : (!cir.bool) -> ()
      }, {
          %96 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %97 = "cir.load"(%y) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %98 = "cir.ptr_stride"(%97, %96) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %99 = "cir.load"(%98) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %100 = "cir.load"(%a) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %101 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %102 = "cir.load"(%x) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %103 = "cir.ptr_stride"(%102, %101) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %104 = "cir.load"(%103) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %105 = "cir.binop"(%100, %104) <{kind = 0 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %106 = "cir.binop"(%99, %105) <{kind = 3 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %107 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %108 = "cir.load"(%y) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %109 = "cir.ptr_stride"(%108, %107) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          "cir.store"(%106, %109) <{alignment = 8 : i64}> : (!cir.double, !cir.ptr<!cir.double>) -> ()
          %110 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %111 = "cir.load"(%z) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %112 = "cir.ptr_stride"(%111, %110) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %113 = "cir.load"(%112) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %114 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %115 = "cir.load"(%x) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %116 = "cir.ptr_stride"(%115, %114) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %117 = "cir.load"(%116) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %118 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %119 = "cir.load"(%x) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %120 = "cir.ptr_stride"(%119, %118) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          %121 = "cir.load"(%120) <{alignment = 8 : i64}> : (!cir.ptr<!cir.double>) -> !cir.double
          %122 = "cir.binop"(%117, %121) <{kind = 0 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %123 = "cir.binop"(%113, %122) <{kind = 3 : i32}> : (!cir.double, !cir.double) -> !cir.double
          %124 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
          %125 = "cir.load"(%z) <{alignment = 8 : i64}> : (!cir.ptr<!cir.ptr<!cir.double>>) -> !cir.ptr<!cir.double>
          %126 = "cir.ptr_stride"(%125, %124) : (!cir.ptr<!cir.double>, !cir.int<s, 64>) -> !cir.ptr<!cir.double>
          "cir.store"(%123, %126) <{alignment = 8 : i64}> : (!cir.double, !cir.ptr<!cir.double>) -> ()
        "cir.yield"() : () -> ()
      }, {
        %127 = "cir.load"(%i) <{alignment = 8 : i64}> : (!cir.ptr<!cir.int<s, 64>>) -> !cir.int<s, 64>
        %128 = "cir.unary"(%127) <{kind = 0 : i32, no_signed_wrap}> : (!cir.int<s, 64>) -> !cir.int<s, 64>
        "cir.store"(%128, %i) <{alignment = 8 : i64}> : (!cir.int<s, 64>, !cir.ptr<!cir.int<s, 64>>) -> ()
        "cir.yield"() : () -> ()
      }) : () -> ()
      "cir.yield"() : () -> ()
    }) : () -> ()
    "cir.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
