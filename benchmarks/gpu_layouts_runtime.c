/* The few functions that MLIR's GPU host code calls, over the CUDA driver.
 *
 * Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Memory is managed, so that host loops and kernels share it.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *driver(const char *name) {
  static void *library;
  if (!library)
    library = dlopen("libcuda.so.1", RTLD_NOW);
  void *function = library ? dlsym(library, name) : NULL;
  if (!function) {
    fprintf(stderr, "no %s in libcuda.so.1\n", name);
    exit(1);
  }
  return function;
}

static void check(int status, const char *what) {
  if (!status)
    return;
  fprintf(stderr, "%s failed with %d\n", what, status);
  exit(1);
}

#define DRIVER(name, types, ...)                                               \
  check(((int(*) types)driver(#name))(__VA_ARGS__), #name)

static void use_context(void) {
  static void *context;
  int device = 0;
  if (!context) {
    DRIVER(cuInit, (unsigned), 0);
    DRIVER(cuDeviceGet, (int *, int), &device, 0);
    DRIVER(cuDevicePrimaryCtxRetain, (void **, int), &context, device);
  }
  DRIVER(cuCtxSetCurrent, (void *), context);
}

void *mgpuModuleLoad(void *data, size_t size) {
  void *module = NULL;
  use_context();
  DRIVER(cuModuleLoadData, (void **, const void *), &module, data);
  return module;
}

void *mgpuModuleLoadJIT(void *data, int level, size_t size) {
  return mgpuModuleLoad(data, size);
}

void mgpuModuleUnload(void *module) {
  /* Called when the process ends; the driver frees modules itself. */
}

void *mgpuModuleGetFunction(void *module, const char *name) {
  void *function = NULL;
  DRIVER(cuModuleGetFunction, (void **, void *, const char *), &function,
         module, name);
  return function;
}

void *mgpuStreamCreate(void) {
  void *stream = NULL;
  use_context();
  DRIVER(cuStreamCreate, (void **, unsigned), &stream, 0);
  return stream;
}

void mgpuStreamSynchronize(void *stream) {
  DRIVER(cuStreamSynchronize, (void *), stream);
}

void mgpuStreamDestroy(void *stream) {
  DRIVER(cuStreamDestroy_v2, (void *), stream);
}

void mgpuLaunchKernel(void *function, intptr_t gx, intptr_t gy, intptr_t gz,
                      intptr_t bx, intptr_t by, intptr_t bz, int32_t shared,
                      void *stream, void **params, void **extra,
                      size_t count) {
  if (gx == 0 || gy == 0 || gz == 0)
    return; /* An empty block of a layout. */
  DRIVER(cuLaunchKernel,
         (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
          unsigned, void *, void **, void **),
         function, gx, gy, gz, bx, by, bz, shared, stream, params, extra);
}

void *_mlir_memref_to_llvm_alloc(size_t size) {
  void *memory = NULL;
  use_context();
  DRIVER(cuMemAllocManaged, (void **, size_t, unsigned), &memory,
         size ? size : 1, 1);
  return memory;
}

void _mlir_memref_to_llvm_free(void *memory) {
  DRIVER(cuMemFree_v2, (void *), memory);
}
