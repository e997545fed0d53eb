//===- entry.h - entries that count and go on --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// FIRED_COMMON(note) makes the code that all entries of a file share: it keeps every register that may hold
// an argument, calls `void *note(size_t index, uintptr_t caller)` and jumps to what that returns.
// FIRED_ENTRY("name") makes the next entry: the first has index 0.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_FIRED_ENTRY_H
#define SMR_TEST_FIRED_ENTRY_H

// clang-format off
#ifdef __x86_64__
#define FIRED_PUSH(r) " pushq %" r "\n .cfi_adjust_cfa_offset 8\n"
#define FIRED_POP(r) " popq %" r "\n .cfi_adjust_cfa_offset -8\n"
#define FIRED_COMMON(note)                                                                                     \
  __asm__(".text\n.set fired_index, 0\n.balign 16\nfired_common:\n .cfi_startproc\n .cfi_def_cfa_offset 16\n" \
          FIRED_PUSH("rdi") FIRED_PUSH("rsi") FIRED_PUSH("rdx") FIRED_PUSH("rcx")                              \
          FIRED_PUSH("r8") FIRED_PUSH("r9") FIRED_PUSH("rax") FIRED_PUSH("r10")                                \
          " subq $128,%rsp\n .cfi_adjust_cfa_offset 128\n"                                                     \
          " movups %xmm0,(%rsp)\n movups %xmm1,16(%rsp)\n movups %xmm2,32(%rsp)\n movups %xmm3,48(%rsp)\n"     \
          " movups %xmm4,64(%rsp)\n movups %xmm5,80(%rsp)\n movups %xmm6,96(%rsp)\n movups %xmm7,112(%rsp)\n"  \
          " movq 192(%rsp),%rdi\n movq 200(%rsp),%rsi\n call " #note "\n movq %rax,%r11\n"                     \
          " movups (%rsp),%xmm0\n movups 16(%rsp),%xmm1\n movups 32(%rsp),%xmm2\n movups 48(%rsp),%xmm3\n"     \
          " movups 64(%rsp),%xmm4\n movups 80(%rsp),%xmm5\n movups 96(%rsp),%xmm6\n movups 112(%rsp),%xmm7\n"  \
          " addq $128,%rsp\n .cfi_adjust_cfa_offset -128\n"                                                    \
          FIRED_POP("r10") FIRED_POP("rax") FIRED_POP("r9") FIRED_POP("r8")                                    \
          FIRED_POP("rcx") FIRED_POP("rdx") FIRED_POP("rsi") FIRED_POP("rdi")                                  \
          " addq $8,%rsp\n .cfi_adjust_cfa_offset -8\n jmp *%r11\n .cfi_endproc\n")
#define FIRED_JUMP " pushq $fired_index\n jmp fired_common\n"
#elif defined(__aarch64__)
#define FIRED_COMMON(note)                                                                                     \
  __asm__(".text\n.set fired_index, 0\n.balign 16\nfired_common:\n .cfi_startproc\n"                          \
          " sub sp, sp, #224\n .cfi_def_cfa_offset 224\n stp x8, x30, [sp, #64]\n .cfi_offset x30, -152\n"     \
          " stp x0, x1, [sp]\n stp x2, x3, [sp, #16]\n stp x4, x5, [sp, #32]\n stp x6, x7, [sp, #48]\n"        \
          " stp q0, q1, [sp, #80]\n stp q2, q3, [sp, #112]\n stp q4, q5, [sp, #144]\n stp q6, q7, [sp, #176]\n" \
          " mov x0, x16\n mov x1, x30\n bl " #note "\n mov x16, x0\n"                                         \
          " ldp q0, q1, [sp, #80]\n ldp q2, q3, [sp, #112]\n ldp q4, q5, [sp, #144]\n ldp q6, q7, [sp, #176]\n" \
          " ldp x0, x1, [sp]\n ldp x2, x3, [sp, #16]\n ldp x4, x5, [sp, #32]\n ldp x6, x7, [sp, #48]\n"        \
          " ldp x8, x30, [sp, #64]\n add sp, sp, #224\n .cfi_def_cfa_offset 0\n br x16\n .cfi_endproc\n")
#define FIRED_JUMP " mov x16, fired_index\n b fired_common\n"
#else
#error "entries are written for x86-64 and AArch64"
#endif
#define FIRED_ENTRY(name)                                                                          \
  __asm__(".globl " name "\n.type " name ",%function\n.balign 16\n" name ":\n .cfi_startproc\n"    \
          FIRED_JUMP " .cfi_endproc\n.set fired_index, fired_index + 1\n");
// clang-format on
#endif
