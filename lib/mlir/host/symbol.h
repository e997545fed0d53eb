//===- symbol.h - functions and globals by name ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Ops say by themselves which dialect they are of, so these ask no host: a replacement of the LLVM dialect
// stands in Flang's modules, too.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_HOST_SYMBOL_H
#define SMR_MLIR_HOST_SYMBOL_H
#include "mlir-c/IR.h"
#include <stdbool.h>

/// What the op defines; NULL data if that is no symbol.
MlirStringRef smr_symbol_name(MlirOperation op);
/// It is defined here, by a region that is not empty.
bool smr_symbol_has_body(MlirOperation op);
/// A call whose `callee` can be had through a pointer instead.
bool smr_symbol_calls(MlirOperation op);
/// Gives the address of the symbol that it names.
bool smr_symbol_gives_address(MlirOperation op);
/// A variable of the module.
bool smr_symbol_is_data(MlirOperation op);
/// … which no other module sees.
bool smr_symbol_is_own_data(MlirOperation op);
/// A function that no other module sees.
bool smr_symbol_is_own_function(MlirOperation function);
/// Are the function and all ops in it the LLVM dialect's?
bool smr_symbol_is_llvm(MlirOperation function);
/// Another name of a symbol.
bool smr_symbol_is_alias(MlirOperation op);
/// Two variables of another file, or one and its declaration.
bool smr_symbol_same_data(MlirOperation op, MlirOperation known);
/// The argument of the function may not be there (Fortran's OPTIONAL).
bool smr_symbol_may_lack(MlirOperation function, intptr_t argument);
/// The type of a pointer to the function.
MlirType smr_symbol_pointer(MlirOperation function);
/// The function is seen in its module alone.
void smr_symbol_make_own(MlirOperation function);
/// Any module may call the function, by its symbol's name; as C does with `c_interface` (memrefs as
/// descriptors).
void smr_symbol_make_public(MlirOperation function, bool c_interface);
/// Takes away what tells the linker to merge the module's symbols with others'.
void smr_symbol_forget_comdats(MlirOperation module);
/// A call in the function has to reuse its frame.
bool smr_symbol_has_to_tail_call(MlirOperation function);
/// No call in the function promises any longer that it touches no variable of its caller.
void smr_symbol_forget_tail_calls(MlirOperation function);
/// The same call, of what the pointer points to; the call itself goes. The pointer is an !llvm.ptr for
/// llvm.call, of the function's type for fir.call.
void smr_call_through(MlirOperation call, MlirValue pointer);
/// As Flang does for implicit interfaces: takes the address of `known` with the type that it is declared
/// with, converts it to `wanted`, and calls that.
void smr_call_indirectly(MlirOperation call, MlirOperation known, MlirType wanted);
#endif
