# The few CMake functions that every folder uses.

# Warnings and language flags of our own targets.
function(packed_target_options target)
  llvm_update_compile_flags(${target})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter)
  if(PACKED_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# packed_add_library(NAME [PASSES] SOURCES a.cpp ... [DEPENDS tablegen targets]
#                    [LIBS our other libraries])
# PASSES: passes with statistics are among them.
# A static, position-independent library that links MLIR's shared library, and
# is part of the package that find_package(PackedMLIR) finds.
function(packed_add_library name)
  cmake_parse_arguments(ARG "PASSES" "" "SOURCES;DEPENDS;LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  packed_target_options(${name})
  target_link_libraries(${name} PUBLIC MLIR LLVM ${ARG_LIBS})
  target_compile_features(${name} PUBLIC cxx_std_17)
  target_include_directories(${name} INTERFACE
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(ARG_PASSES AND NOT LLVM_ENABLE_ASSERTIONS)
    target_compile_options(${name} PRIVATE
      "SHELL:-include \"${PROJECT_SOURCE_DIR}/cmake/StatisticLayout.h\"")
  endif()
  install(TARGETS ${name} EXPORT PackedMLIRTargets)
endfunction()

# packed_add_tool(NAME SOURCES a.cpp ... [LIBS our libraries])
function(packed_add_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  packed_target_options(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} MLIR LLVM)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endfunction()
