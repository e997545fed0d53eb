# Installs the build into a temporary folder, builds consumer/ against it, and runs the result and the installed tools.
string(RANDOM LENGTH 8 random)
set(root /tmp/smr-install-${random})
set(prefix ${root}/prefix)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    file(REMOVE_RECURSE ${root})
    message(FATAL_ERROR "${ARGN}:\n${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
file(COPY ${SOURCE} DESTINATION ${root})
run(${CMAKE_COMMAND} -G Ninja -S ${root}/consumer -B ${root}/build -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_C_COMPILER=${C}
  -DCMAKE_CXX_COMPILER=${CXX})
run(${CMAKE_COMMAND} --build ${root}/build)
run(${root}/build/consumer ${prefix}/share/smr)
run(${prefix}/bin/smr-dump ${root}/build/own/own.pfa)
file(TOUCH ${root}/consumer/own.pat)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${root}/build OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT output MATCHES "Pattern library own/own.pfa")
  file(REMOVE_RECURSE ${root})
  message(FATAL_ERROR "a pattern that changed, and no new library:\n${output}")
endif()
# The example that is installed, too, on its own.
run(${CMAKE_COMMAND} -G Ninja -S ${prefix}/share/smr/example -B ${root}/example -DCMAKE_PREFIX_PATH=${prefix}
  -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX})
run(${CMAKE_COMMAND} --build ${root}/example)
# The second module has no op of a dialect that the rewrite creates ops of.
foreach(case product.dgemm affine.ddot)
  string(REPLACE "." ";" case ${case})
  list(GET case 0 module)
  list(GET case 1 idiom)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env SMR_COSTS=none ${root}/example/rewrite ${SOURCE}/${module}.mlir
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE report)
  if(NOT result EQUAL 0 OR NOT output MATCHES "llvm.call @smr.blas.${idiom}" OR
     NOT report MATCHES "\"idiom\":\"${idiom}\"")
    file(REMOVE_RECURSE ${root})
    message(FATAL_ERROR "the example: ${result}\n${output}${report}")
  endif()
endforeach()
execute_process(COMMAND ${root}/example/rewrite ${SOURCE}/product.mlir /nonexistent.pfa
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE report)
if(NOT result EQUAL 1 OR output OR NOT report MATCHES "^/nonexistent.pfa: error: [^\n]*\n$")
  file(REMOVE_RECURSE ${root})
  message(FATAL_ERROR "the example without its library: ${result}\n${output}${report}")
endif()
# The installed tool finds its libraries wherever it is called from.
run(${CMAKE_COMMAND} -E chdir / ${prefix}/bin/smr-opt --version)
# It is used from where it was moved to.
file(RENAME ${prefix} ${root}/moved)
run(bash ${SOURCE}/../../../tools/package/try.sh ${root}/moved)
# What was installed goes away again, and nothing else.
file(RENAME ${root}/moved ${prefix})
file(WRITE ${prefix}/bin/other "the user's")
run(${CMAKE_COMMAND} -E chdir ${BUILD} ${CMAKE_COMMAND} -P ${SOURCE}/../../../cmake/uninstall.cmake)
file(GLOB_RECURSE left RELATIVE ${prefix} ${prefix}/*)
if(NOT left STREQUAL "bin/other")
  message(SEND_ERROR "uninstalling leaves: ${left}")
endif()
file(REMOVE_RECURSE ${root})
