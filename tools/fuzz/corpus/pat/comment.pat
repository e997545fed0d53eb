mlir { func.func punc @f(%n: i32, %x.y: memref<?xf32>) -> ()ÿÿ|çÈ	 tes {=} } = { func.func @f(%n: i32:%x y,. memref<?xf3ÿÿÿ-2>) { "}" } } when (%n % 2 || 0/*| !(mod(%n,3) <![ 1))
c! { #mlde