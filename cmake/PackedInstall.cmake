# The package that find_package(PackedMLIR) finds; docs/Embedding.md.

include(CMakePackageConfigHelpers)
set(PACKED_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/PackedMLIR")

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/packed"
                  "${PROJECT_SOURCE_DIR}/include/packed-c"
                  "${PROJECT_BINARY_DIR}/include/packed"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING
    PATTERN "*.h" PATTERN "*.td" PATTERN "*.def" PATTERN "*.inc"
    PATTERN "CMakeFiles" EXCLUDE)
install(EXPORT PackedMLIRTargets
  NAMESPACE PackedMLIR::
  DESTINATION "${PACKED_CMAKE_DIR}")

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/PackedMLIRConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/PackedMLIRConfig.cmake"
  INSTALL_DESTINATION "${PACKED_CMAKE_DIR}")
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/PackedMLIRConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/PackedMLIRConfig.cmake"
              "${PROJECT_BINARY_DIR}/PackedMLIRConfigVersion.cmake"
  DESTINATION "${PACKED_CMAKE_DIR}")
