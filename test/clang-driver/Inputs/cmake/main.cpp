#include <iostream>
#include <vector>
extern "C" double dot(int n, const double *a, const double *b);
int main() {
  std::vector<double> a(5, 2.0), b{1, 2, 3, 4, 5};
  std::cout << dot(5, a.data(), b.data()) << '\n';
}
