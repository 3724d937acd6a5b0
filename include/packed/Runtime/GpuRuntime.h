//===- GpuRuntime.h - The launcher's own interface --------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a caller of compiled host code may want beside the code itself. Plain C.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RUNTIME_GPURUNTIME_H
#define PACKED_RUNTIME_GPURUNTIME_H

#ifdef __cplusplus
extern "C" {
#endif

/// Launches of this thread go to `stream` (a CUstream) from now on, and the
/// host code no longer waits for them: so a step can be captured into a graph.
/// With null each launch has a stream of its own and is waited for, as before.
void packedGpuSetStream(void *stream);

/// Called instead of printing and aborting. `message` is valid during the call.
/// When the handler returns, the process is aborted.
typedef void (*PackedGpuErrorHandler)(const char *message);
void packedGpuSetErrorHandler(PackedGpuErrorHandler handler);

#ifdef __cplusplus
}
#endif

#endif // PACKED_RUNTIME_GPURUNTIME_H
