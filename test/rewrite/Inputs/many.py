"""A function of N loops that each do two things, in C."""
import sys

print("void many(int n, double *restrict a, double *restrict b, double *restrict c, double s) {")
for k in range(int(sys.argv[1])):
    print("  for (int i = 0; i < n; i++) { a[i] += s*b[i]; c[i] += s*a[i]; }")
print("}")
