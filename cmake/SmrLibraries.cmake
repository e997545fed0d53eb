# smr_pattern_library(target OUTPUT library.pfa SOURCES a.pat… [FLAGS …] [DEPENDS …]): the target compiles pattern files into
# one library with smr-build. FLAGS are smr-build's options (-I dir), DEPENDS the files that the patterns include.
# Works inside SMR's build and in projects that found SMR as a package.
function(smr_pattern_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT" "SOURCES;FLAGS;DEPENDS")
  if(NOT arg_OUTPUT OR NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "smr_pattern_library(target OUTPUT library.pfa SOURCES a.pat…)")
  endif()
  if(TARGET SMR::smr-build)
    set(tool SMR::smr-build)
  else()
    set(tool smr-build)
  endif()
  get_filename_component(output ${arg_OUTPUT} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  get_filename_component(folder ${output} DIRECTORY)
  set(sources)
  foreach(source ${arg_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  add_custom_command(OUTPUT ${output} ${output}.a
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${tool} ${arg_FLAGS} ${sources} -o ${output}
    DEPENDS ${sources} ${arg_DEPENDS} ${tool}
    COMMENT "Pattern library ${arg_OUTPUT}" VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${output})
endfunction()
