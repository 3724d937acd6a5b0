//===- CudaDriver.cpp - The CUDA driver, opened at run time ---------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace packed;
using namespace packed::cuda;

template <typename FunctionType>
static void find(void *library, const char *name, FunctionType &function) {
  function = reinterpret_cast<FunctionType>(dlsym(library, name));
  if (!function)
    fail("the NVIDIA driver has no '%s'; it is too old", name);
}

static void *openLibrary() {
  if (void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL))
    return library;
  fail("no NVIDIA driver: %s", dlerror());
}

static Driver openDriver() {
  void *library = openLibrary();
  Driver d;
  find(library, "cuInit", d.init);
  find(library, "cuGetErrorString", d.getErrorString);
  find(library, "cuDeviceGetCount", d.deviceGetCount);
  find(library, "cuDeviceGet", d.deviceGet);
  find(library, "cuDevicePrimaryCtxRetain", d.primaryContextRetain);
  find(library, "cuCtxGetCurrent", d.contextGetCurrent);
  find(library, "cuCtxSetCurrent", d.contextSetCurrent);
  find(library, "cuModuleLoadDataEx", d.moduleLoadData);
  find(library, "cuModuleGetFunction", d.moduleGetFunction);
  find(library, "cuLaunchKernelEx", d.launch);
  find(library, "cuStreamCreate", d.streamCreate);
  find(library, "cuStreamSynchronize", d.streamSynchronize);
  find(library, "cuStreamDestroy_v2", d.streamDestroy);

  const char *text = "unknown error";
  if (Result result = d.init(0)) {
    d.getErrorString(result, &text);
    fail("the NVIDIA driver does not start: %s (%d)", text, result);
  }
  int count = 0;
  if (d.deviceGetCount(&count) || count == 0)
    fail("the NVIDIA driver sees no device");
  return d;
}

const Driver &packed::cuda::getDriver() {
  static const Driver driver = openDriver();
  return driver;
}

/// The context of device 0, kept for the life of the process.
static Context retainPrimaryContext() {
  const Driver &driver = getDriver();
  Device device;
  Context context;
  if (driver.deviceGet(&device, 0) ||
      driver.primaryContextRetain(&context, device))
    fail("device 0 gives no context");
  return context;
}

void packed::cuda::ensureContext() {
  const Driver &driver = getDriver();
  Context current = nullptr;
  if (driver.contextGetCurrent(&current) == 0 && current)
    return;
  static Context primary = retainPrimaryContext();
  if (driver.contextSetCurrent(primary))
    fail("the context of device 0 can't be made current");
}
