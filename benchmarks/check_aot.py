# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a module that was compiled ahead of time, host and device, on the GPU.

    check_aot.py libstep.so libpacked_gpu_runtime.so

The library holds `bench_gdn_16_32_128_128_f32_bf16.mlir` of make_packages.sh
with a C interface. Checks against float64, by itself and captured in a graph."""

import ctypes
import sys

import torch

from decode_data import make_step, reference, relative_error

ORDER = ("mixed_qkv", "a", "b", "A_log", "dt_bias", "ssm_state_indices", "out",
         "initial_state")


def descriptor(t):
    """MLIR's memref descriptor of a tensor."""
    rank = t.dim()

    class Descriptor(ctypes.Structure):
        _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p),
                    ("offset", ctypes.c_int64),
                    ("sizes", ctypes.c_int64 * rank),
                    ("strides", ctypes.c_int64 * rank)]
    numbers = ctypes.c_int64 * rank
    return Descriptor(t.data_ptr(), t.data_ptr(), 0, numbers(*t.shape),
                      numbers(*t.stride()))


def call(library, t):
    descriptors = [descriptor(t[name]) for name in ORDER]
    library._mlir_ciface_decode(*map(ctypes.byref, descriptors))


def check(t, before, what):
    o, states, live = reference(before)
    torch.cuda.synchronize()
    errors = (relative_error(t["out"].view(o.shape), o),
              relative_error(t["initial_state"][
                  t["ssm_state_indices"].long()[live]], states))
    print(f"{what}: out {errors[0]:.1e}, state {errors[1]:.1e}")
    return errors[0] < 5e-3 and errors[1] < 1e-6


def fresh(B, **options):
    t = make_step(B, 16, 32, 128, 128, slots=B + 2, **options)
    return t, {**t, "initial_state": t["initial_state"].clone()}


def main():
    torch.cuda.synchronize()
    runtime = ctypes.CDLL(sys.argv[2], mode=ctypes.RTLD_GLOBAL)
    library = ctypes.CDLL(sys.argv[1])
    good = True
    for B, options in ((1, {}), (3, {}), (4, {}), (40, {}), (3, {"row_pad": 1})):
        t, before = fresh(B, **options)
        torch.cuda.synchronize()
        call(library, t)
        good &= check(t, before, f"B {B} {options}")

    t, before = fresh(2)
    stream = torch.cuda.Stream()
    graph = torch.cuda.CUDAGraph()
    torch.cuda.synchronize()
    with torch.cuda.graph(graph, stream=stream):
        runtime.packedGpuSetStream(ctypes.c_void_p(stream.cuda_stream))
        call(library, t)
        runtime.packedGpuSetStream(None)
    graph.replay()
    good &= check(t, before, "captured")
    sys.exit(not good)


if __name__ == "__main__":
    main()
