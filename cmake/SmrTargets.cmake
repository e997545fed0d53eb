# The flags of SMR's own code and the few functions that make its targets.

# smr_flags: what every file is compiled with.
add_library(smr_flags INTERFACE)
target_include_directories(smr_flags INTERFACE ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR})
target_compile_definitions(smr_flags INTERFACE _GNU_SOURCE XXH_INLINE_ALL SMR_VERSION="${PROJECT_VERSION}")
target_compile_options(smr_flags INTERFACE -Wall -Wextra
  $<$<COMPILE_LANGUAGE:C>:-Wshadow -Wmissing-prototypes>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -Wno-unused-parameter>
  $<$<BOOL:${SMR_WERROR}>:-Werror>)
target_link_libraries(smr_flags INTERFACE PkgConfig::YAML m dl)

set(CMAKE_C_STANDARD 17)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# LLVM's linker, where it is installed: the system's takes ten times as long over MLIR's symbols.
find_program(SMR_LLD ld.lld HINTS ${SMR_LLVM_BIN} NO_DEFAULT_PATH)
if(SMR_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  add_link_options(--ld-path=${SMR_LLD})
endif()

if(SMR_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  # libMLIR is not instrumented: the vptr check would not find its type information.
  # A little optimisation: the tests take a third of the time, and errors still have lines. The C++, and the rooms of lib/ that
  # hardly any time is spent in, take longer to optimise than they ever save.
  add_compile_options(${sanitizers} -fno-sanitize=vptr,function $<IF:$<COMPILE_LANGUAGE:CXX>,-O0,-O1> -g1)
  add_link_options(${sanitizers})
endif()

if(SMR_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# smr_library(name files…): a part of smr_core.
function(smr_library name)
  add_library(${name} OBJECT ${ARGN})
  if(SMR_SANITIZE AND NOT name MATCHES "_(access|affine|array|automata|base|egraph|graph|loops|match|pypm|raise|rise|size)$")
    target_compile_options(${name} PRIVATE -O0)
  endif()
  target_link_libraries(${name} PUBLIC smr_flags smr_mlir_headers)
endfunction()

# smr_executable(name files…): a tool or a test; it may use everything, and what it does not use is not loaded.
function(smr_executable name)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name} PRIVATE -Wl,--as-needed smr_context smr_core)
  target_link_options(${name} PRIVATE -Wl,--gc-sections)
  set_property(TARGET ${name} PROPERTY BUILD_RPATH ${SMR_LLVM_LIB})
  set_property(TARGET ${name} PROPERTY INSTALL_RPATH ${SMR_LLVM_LIB})
endfunction()

# smr_share(folder files…): puts data files under build/share/smr/<folder> and installs them.
function(smr_share folder)
  set(copies)
  foreach(file ${ARGN})
    get_filename_component(base ${file} NAME)
    set(copy ${SMR_SHARE_DIR}/${folder}/${base})
    add_custom_command(OUTPUT ${copy} COMMAND ${CMAKE_COMMAND} -E copy ${file} ${copy} DEPENDS ${file} VERBATIM)
    list(APPEND copies ${copy})
  endforeach()
  if(copies)
    string(MAKE_C_IDENTIFIER share_${folder} target)
    add_custom_target(${target} ALL DEPENDS ${copies})
    install(FILES ${ARGN} DESTINATION ${CMAKE_INSTALL_DATADIR}/smr/${folder})
  endif()
endfunction()
