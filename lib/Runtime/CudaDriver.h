//===- CudaDriver.h - The CUDA driver, opened at run time -------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few driver functions and types that a launch needs, declared here so that
// no CUDA header is needed to build.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_RUNTIME_CUDADRIVER_H
#define PACKED_LIB_RUNTIME_CUDADRIVER_H

#include <cstddef>

namespace packed::cuda {

using Result = int;
using Device = int;
using Context = void *;
using Module = void *;
using Function = void *;
using Stream = void *;

/// CUlaunchAttribute: an id and a union of 64 bytes.
struct LaunchAttribute {
  int id;
  char padding[4];
  int value;
  char rest[60];
};
constexpr int kProgrammaticStreamSerialization = 6;

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

/// CUjit_option values of a module load.
constexpr int kJitErrorLogBuffer = 5;
constexpr int kJitErrorLogBufferBytes = 6;

/// The driver's functions, by their names without the versions that libcuda
/// appends.
struct Driver {
  Result (*init)(unsigned flags);
  Result (*getErrorString)(Result, const char **);
  Result (*deviceGetCount)(int *);
  Result (*deviceGet)(Device *, int);
  Result (*primaryContextRetain)(Context *, Device);
  Result (*contextGetCurrent)(Context *);
  Result (*contextSetCurrent)(Context);
  Result (*moduleLoadData)(Module *, const void *, unsigned, int *, void **);
  Result (*moduleGetFunction)(Function *, Module, const char *);
  Result (*launch)(const LaunchConfig *, Function, void **, void **);
  Result (*streamCreate)(Stream *, unsigned);
  Result (*streamSynchronize)(Stream);
  Result (*streamDestroy)(Stream);
};

/// The driver with a device. The first call opens it; an error goes to
/// `packed::fail` and does not return.
const Driver &getDriver();

/// Makes sure that this thread has a context: the current one, or the primary
/// one of device 0.
void ensureContext();

} // namespace packed::cuda

namespace packed {
/// Reports and aborts the process.
[[noreturn]] void fail(const char *format, ...);
} // namespace packed

#endif // PACKED_LIB_RUNTIME_CUDADRIVER_H
