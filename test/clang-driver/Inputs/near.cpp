#include <map>
#include <string>
#include <vector>
template <class T> T weigh(const std::vector<T> &a) {
  T s{1};
  for (auto x : a)
    s = s * x + 1;
  return s;
}
thread_local int used;
double all(const std::map<std::string, std::vector<double>> &m) {
  double s = 0;
  for (auto &entry : m)
    s -= weigh(entry.second) * entry.first.size() + ++used;
  return s;
}
