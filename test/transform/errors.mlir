// What a script asks wrongly is one message at its place, and the tool fails.
// RUN: smr-opt --split-input-file --transform-interpreter --verify-diagnostics %s

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{'transform.smr.rewrite' op option 'mode' is one of auto|exact|equality|off, not 'fast'}}
    %g = transform.smr.rewrite %root {mode = "fast"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{'transform.smr.rewrite' op option 'fp' is one of reassoc|exact|algebra, not 'loose'}}
    %g = transform.smr.rewrite %root {fp = "loose"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{'transform.smr.rewrite' op has no option 'onli': library, pat, }}
    %g = transform.smr.rewrite %root {onli = ["ddot"]} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{/nonexistent.pfa: }}
    %g = transform.smr.rewrite %root {library = ["/nonexistent.pfa"]} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<9xf64>) {
    affine.for %i = 0 to 9 {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{takes modules, and functions in one, not 'affine.for'}}
    %g = transform.smr.rewrite %l : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A handle into what was rewritten is no handle any more.
module attributes {transform.with_named_sequence} {
  // expected-note @below {{ancestor payload op}}
  func.func @f(%a: memref<6x4xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
    // expected-note @below {{nested payload op}}
    linalg.matmul ins(%a, %b : memref<6x4xf64>, memref<4x5xf64>) outs(%c : memref<6x5xf64>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{handle}}
    %l = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op}}
    %g = transform.smr.rewrite %f : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{uses a handle invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %l, "late" : !transform.any_op
    transform.yield
  }
}
