//===- GpuRuntime.cpp - What compiled host code calls ---------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that `gpu-to-llvm` makes calls of, over the CUDA driver. Every
// failure ends the process with a message: the generated code can't handle one,
// and going on would leave outputs unwritten.
//
//===----------------------------------------------------------------------===//

#include "packed/Runtime/GpuRuntime.h"
#include "CudaDriver.h"
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

using namespace packed;
using namespace packed::cuda;

#define PACKED_EXPORT extern "C" __attribute__((visibility("default")))

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static PackedGpuErrorHandler errorHandler = nullptr;

void packed::fail(const char *format, ...) {
  char message[2048];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(message, sizeof(message), format, arguments);
  va_end(arguments);
  if (errorHandler)
    errorHandler(message);
  else
    std::fprintf(stderr, "packed-mlir: %s\n", message);
  std::abort();
}

static void check(Result result, const char *action) {
  if (!result)
    return;
  const char *text = "unknown error";
  getDriver().getErrorString(result, &text);
  fail("%s failed: %s (%d)", action, text, result);
}

PACKED_EXPORT void packedGpuSetErrorHandler(PackedGpuErrorHandler handler) {
  errorHandler = handler;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

/// The caller's stream; null: one stream per launch.
static thread_local Stream callerStream = nullptr;

PACKED_EXPORT void packedGpuSetStream(void *stream) { callerStream = stream; }

PACKED_EXPORT Stream mgpuStreamCreate() {
  ensureContext();
  if (callerStream)
    return callerStream;
  constexpr unsigned kNonBlocking = 1;
  Stream stream = nullptr;
  check(getDriver().streamCreate(&stream, kNonBlocking), "making a stream");
  return stream;
}

PACKED_EXPORT void mgpuStreamSynchronize(Stream stream) {
  if (stream != callerStream)
    check(getDriver().streamSynchronize(stream), "a kernel");
}

PACKED_EXPORT void mgpuStreamDestroy(Stream stream) {
  if (stream != callerStream)
    check(getDriver().streamDestroy(stream), "closing a stream");
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

namespace {
/// A kernel of a module, looked up at its first launch.
struct LazyFunction {
  struct LazyModule *owner;
  const char *name;
  Function function = nullptr;
  LazyFunction *next = nullptr;

  Function get();
};

/// PTX or a binary. The generated code loads modules before main, where a
/// missing driver should not end a program that never launches; so the real
/// loading waits for the first launch.
struct LazyModule {
  const void *data;
  Module module = nullptr;
  LazyFunction *functions = nullptr;
  std::mutex mutex;

  void load();
  LazyFunction *find(const char *name);
};
} // namespace

void LazyModule::load() {
  if (module)
    return;
  char log[1024] = "";
  int options[] = {kJitErrorLogBuffer, kJitErrorLogBufferBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  Result result = getDriver().moduleLoadData(&module, data, 2, options, values);
  if (result && log[0])
    fail("loading the kernels failed: %s", log);
  check(result, "loading the kernels");
}

LazyFunction *LazyModule::find(const char *name) {
  std::lock_guard<std::mutex> lock(mutex);
  for (LazyFunction *function = functions; function; function = function->next)
    if (std::strcmp(function->name, name) == 0)
      return function;
  functions = new LazyFunction{this, name, nullptr, functions};
  return functions;
}

Function LazyFunction::get() {
  std::lock_guard<std::mutex> lock(owner->mutex);
  owner->load();
  if (!function)
    check(getDriver().moduleGetFunction(&function, owner->module, name), name);
  return function;
}

PACKED_EXPORT void *mgpuModuleLoad(void *data, size_t /*bytes*/) {
  auto *module = new LazyModule();
  module->data = data;
  return module;
}

PACKED_EXPORT void *mgpuModuleLoadJIT(void *data, int /*optLevel*/) {
  return mgpuModuleLoad(data, 0);
}

PACKED_EXPORT void mgpuModuleUnload(void *handle) {
  // The driver may be gone already when destructors run at exit: its modules
  // go with their context.
  auto *module = static_cast<LazyModule *>(handle);
  while (LazyFunction *function = module->functions) {
    module->functions = function->next;
    delete function;
  }
  delete module;
}

PACKED_EXPORT void *mgpuModuleGetFunction(void *module, const char *name) {
  return static_cast<LazyModule *>(module)->find(name);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Kernels with a dependent launch say so in their name.
static bool isDependentLaunch(const char *name) {
  return std::strstr(name, "_pdl") != nullptr;
}

PACKED_EXPORT void mgpuLaunchKernel(void *handle, intptr_t gridX,
                                    intptr_t gridY, intptr_t gridZ,
                                    intptr_t blockX, intptr_t blockY,
                                    intptr_t blockZ, int32_t sharedBytes,
                                    Stream stream, void **parameters,
                                    void **extra, size_t /*numParameters*/) {
  auto *lazy = static_cast<LazyFunction *>(handle);
  ensureContext();
  LaunchAttribute attribute = {};
  attribute.id = kProgrammaticStreamSerialization;
  attribute.value = 1;
  LaunchConfig config = {};
  const intptr_t grid[] = {gridX, gridY, gridZ};
  const intptr_t block[] = {blockX, blockY, blockZ};
  for (int axis = 0; axis < 3; ++axis) {
    config.grid[axis] = static_cast<unsigned>(grid[axis]);
    config.block[axis] = static_cast<unsigned>(block[axis]);
  }
  config.sharedBytes = sharedBytes;
  config.stream = stream;
  config.attributes = &attribute;
  config.numAttributes = isDependentLaunch(lazy->name) ? 1 : 0;
  check(getDriver().launch(&config, lazy->get(), parameters, extra),
        lazy->name);
}
