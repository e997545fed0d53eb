# What SMR is built on: MLIR 22 and a few small C libraries.
#
# MLIR's C API is not part of libMLIR.so: its static libraries are linked in, hidden, and find the core in libMLIR.so.
# The static core libraries must never be linked into what shares a process with libMLIR.so: every TypeID would then exist
# twice. One library has them inside, hidden, and is only for processes without libMLIR.so (smr_mlir_inside).

# (LLVM's version file accepts an exact major.minor only, so the major version is checked here.)
find_package(MLIR CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  set(found "found none")
  if(MLIR_FOUND)
    set(found "found ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")
  endif()
  message(FATAL_ERROR "SMR needs MLIR 22, and ${found}. On Debian, `bash tools/setup.sh` installs all that SMR needs; "
    "-DMLIR_DIR=<folder of MLIRConfig.cmake> names another one.")
endif()
set(SMR_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})
set(SMR_LLVM_LIB ${LLVM_LIBRARY_DIR})

find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_package(PkgConfig REQUIRED)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(XXHASH REQUIRED libxxhash) # (its header is all that is used)

add_library(smr_mlir_headers INTERFACE)
target_include_directories(smr_mlir_headers SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_compile_definitions(smr_mlir_headers INTERFACE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)

# The archives are named by file, not by target: the exported targets drag in the static core.
set(capi_archives)
foreach(name IR Func LLVM Interfaces Conversion Transforms Arith Math MemRef SCF ControlFlow Index Linalg Tensor Debug)
  list(APPEND capi_archives ${SMR_LLVM_LIB}/libMLIRCAPI${name}.a)
endforeach()
add_library(smr_mlir INTERFACE)
list(JOIN capi_archives "," capi_archives) # one argument: CMake would reorder several
target_link_libraries(smr_mlir INTERFACE smr_mlir_headers -Wl,--start-group,${capi_archives},--end-group
  ${SMR_LLVM_LIB}/libMLIR.so ${SMR_LLVM_LIB}/libLLVM.so)

# MLIR linked in: of all its archives, what is asked for. References stay inside.
file(GLOB mlir_archives ${SMR_LLVM_LIB}/libMLIR*.a)
add_library(smr_mlir_inside INTERFACE)
list(JOIN mlir_archives "," mlir_archives)
target_link_libraries(smr_mlir_inside INTERFACE smr_mlir_headers -Wl,--start-group,${mlir_archives},--end-group
  ${SMR_LLVM_LIB}/libLLVM.so)
target_link_options(smr_mlir_inside INTERFACE -Wl,-Bsymbolic)

# Flang's dialects exist only as archives. Only tools link them, never the plugin, which uses its host's.
set(flang_archives)
foreach(name FIRSupport FIRDialect FIRDialectSupport HLFIRDialect CUFDialect CUFAttrs MIFDialect FIRCodeGenDialect)
  list(APPEND flang_archives ${SMR_LLVM_LIB}/lib${name}.a)
endforeach()
add_library(smr_flang INTERFACE)
list(JOIN flang_archives "," flang_archives)
target_link_libraries(smr_flang INTERFACE smr_mlir_headers -Wl,--start-group,${flang_archives},--end-group
  ${SMR_LLVM_LIB}/libMLIR.so ${SMR_LLVM_LIB}/libLLVM.so)
