// RUN: smr-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'smr.replacement' must be a string, the idiom's name}}
func.func private @f() attributes {smr.replacement}

// -----

// expected-error @+1 {{the smr dialect has no attribute 'smr.other'}}
func.func private @f() attributes {smr.other = "x"}

// -----

func.func @f(%a: i32) -> i32 {
  // expected-error @+1 {{'smr.replacement' belongs on a function}}
  %b = arith.addi %a, %a {smr.replacement = "x"} : i32
  return %b : i32
}
