"""A sum of 140 parts, and a loop that does 40 things, in C."""
print("#pragma clang fp reassociate(on)")
print("void parts(int n, double *restrict s, const double *x) {")
print("  for (int i = 0; i < n; i++)")
print("    s[i] = " + " + ".join(f"x[{k * k} + i]" for k in range(140)) + ";\n}")
print("void stores(int n, double *restrict a, const double *restrict b, double s) {")
print("  for (int i = 0; i < n; i++) {")
for k in range(40):
    print(f"    a[{k}*1000L + i] += s*b[i + {k}];")
print("  }\n}")
