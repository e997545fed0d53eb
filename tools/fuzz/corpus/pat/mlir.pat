mlir { func.func private @ext(i32) -> i32
 #map = affine_map<(d0) -> (d0)>
 func.func @f(%n: i32, %x.y: memref<?xf32>) -> (i32) attributes {foo = "}"} { // }
   return %n : i32 } } = { func.func @f(%n: i32, %x.y: memref<?xf32>) { "}" } } when (%n % 2 == 0 || !(mod(%n,3) < 1))
c { #define A '{' \
 {
 static int g(int a) { return 1'0 + '}'; } /* } */ void f(int (*cb)(int), char a[static 3]) { } } = { void f(void *a, void *b) { "\"}"; } }
