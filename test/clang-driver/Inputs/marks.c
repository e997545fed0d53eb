#include <stdio.h>
#ifdef SYMBOL
const char mark[] __asm__("__smr_link.nothing$") = "nothing";
const char other[] __attribute__((section(".smr.linked"))) = "nothing";
#endif
#ifdef MARK
__attribute__((section(".smr.link"), used)) const char mark[] = MARK;
#endif
int main(void) {
#ifdef TEXT
  puts("the symbol __smr_link.nothing$ asks for a library");
#endif
  return 0;
}
