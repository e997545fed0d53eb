// Integers that only decide whether a term is there. `adds` has two sides; `level` has three, `both` is a size as well:
// no rules are made of the sides of these.
equations @daxpby {
  int n, adds
  f64 s, t
  array x : f64
  array y : f64
  y.1[8*i] = s*x.0[8*i] + sum(adds - 1 >= 0) t*y.0[8*i] for 0 <= i < n
}
equations @dlevels {
  int n, level
  f64 s, t
  array x : f64
  array y : f64
  y.1[8*i] = s*x.0[8*i]*x.0[8*i] + sum(level - 1 >= 0) t*y.0[8*i] + sum(level - 2 >= 0) t for 0 <= i < n
}
equations @dboth {
  int n, both
  f64 s, t
  array x : f64
  array y : f64
  y.1[8*i] = s*x.0[8*i]*x.0[8*i] + sum(both - 1 >= 0) t*y.0[8*i] for 0 <= i < n, both - i - 1 >= 0
}
equations @dcubes {
  int n, linear, quadratic
  f64 s, t, u
  array x : f64
  array y : f64
  y.1[8*i] = s*x.0[8*i]*x.0[8*i]*x.0[8*i] + sum(linear - 1 >= 0) t*x.0[8*i] + sum(-quadratic >= 0) u*x.0[8*i]*x.0[8*i]
    for 0 <= i < n
}
