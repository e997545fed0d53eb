#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
int goes(int x) {
  return x * 3;
}
int asm_in(int x) {
  __asm__ volatile("" : "+r"(x));
  return x;
}
int computed(int i) {
  static void *const places[] = {&&a, &&b};
  goto *places[i & 1];
a:
  return 10;
b:
  return 20;
}
int jumps(jmp_buf *b) {
  return setjmp(*b) ? 1 : 0;
}
int varies(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  while (n--)
    s += va_arg(list, int);
  va_end(list);
  return s;
}
__attribute__((naked)) void bare(void) {
  __asm__("ret");
}
__attribute__((optnone, noinline)) int as_written(int x) {
  return x + 1;
}
#ifdef MAIN
int main(void) {
  jmp_buf b;
  printf("%d %d %d %d %d %d %d\n", goes(4), asm_in(5), computed(0), computed(3), jumps(&b),
         varies(3, 1, 2, 3), as_written(1));
  return 0;
}
#endif
