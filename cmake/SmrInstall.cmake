# What `cmake --install` leaves behind, and the package that find_package(SMR) reads.
#
# One target is exported, SMR::smr: libsmr.so with its header. A consumer brings its own MLIR 22 (the package finds it).
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/SMR)
set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/smr)
target_include_directories(smr INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

install(TARGETS smr EXPORT SMRTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS smr-clang-plugin smr-llvm smr-residency LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET smr-pragma)
  install(TARGETS smr-pragma LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET smr-flang-plugin)
  install(TARGETS smr-flang-plugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET smr_rt)
  install(TARGETS smr_rt smr_rt_gpu ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(TARGETS smr_rt_tensor LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/lib/runtime/smr_rt_tensor.h ${PROJECT_SOURCE_DIR}/lib/runtime/gpu/smr_rt_gpu.h
    ${PROJECT_SOURCE_DIR}/lib/runtime/gpu/smr_rt_gpu_tensor.h
    DESTINATION ${include_dir})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/capi/smr.h DESTINATION ${include_dir})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/capi/example DESTINATION ${CMAKE_INSTALL_DATADIR}/smr)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/smr)
install(EXPORT SMRTargets NAMESPACE SMR:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/SMRConfig.cmake.in ${CMAKE_BINARY_DIR}/SMRConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/SMRConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/SMRConfig.cmake ${CMAKE_BINARY_DIR}/SMRConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/SmrLibraries.cmake DESTINATION ${package_dir})
