#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Time and memory of one full MiniMax-H3 layout: compiled code beside NumPy.

Both build all eight results on one core; the results must be equal. Memory is
the peak of what the compiled code holds at once, over the size of the results.
"""
import argparse
import ctypes
import pathlib
import sys
import time

import numpy as np

import numpy_reference

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "test" / "golden"))
import packed_run  # noqa: E402
import run_layouts  # noqa: E402

# 57 latent frames of 78 by 48, two channels of audio, one reference of each kind.
REQUEST = {
    "text_len": 97, "latent_t": 57, "latent_h": 78, "latent_w": 48,
    "audio_t": 348, "frame_count": 240,
    "ref_blocks": [
        {"kind": "image", "latent_h": 64, "latent_w": 48},
        {"kind": "audio", "ref_audio_t": 582},
        {"kind": "video_audio", "ref_audio_t": 60, "latent_t": 7,
         "latent_h": 48, "latent_w": 48},
    ],
    "keyframe_frame_indices": None,
}
DTYPES = [np.int64, np.int64, np.int64, bool, bool, np.float64, np.int64,
          np.int32]

COUNTING_MALLOC = r"""
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
static size_t live, peak;
void *counted_malloc(size_t size) {
  void *memory = malloc(size);
  live += malloc_usable_size(memory);
  if (live > peak) peak = live;
  return memory;
}
void counted_free(void *memory) {
  live -= malloc_usable_size(memory);
  free(memory);
}
size_t take_peak(void) { size_t taken = peak; peak = live; return taken; }
"""


def build(tools, dynamic):
    expected = numpy_reference.packed_sequence(**REQUEST)
    record = {"function": "ref2va_blocks", "args": REQUEST,
              "ok": {name: value.tolist() for name, value in expected.items()}}
    layout = run_layouts.Layout(record)
    op, sizes = layout.dynamic_op() if dynamic else (layout.op, [])
    types = layout.dynamic_types if dynamic else layout.static_types()
    module = run_layouts.function("layout", op, types, len(sizes))
    library = packed_run.compile_module(tools, module, optimize=3,
                                        support=COUNTING_MALLOC)
    ranks = [value.ndim for value in expected.values()]
    return lambda: packed_run.call_for_results(library, "layout", ranks,
                                               sizes), library, expected


def compare(memrefs, expected):
    for memref, (name, value), dtype in zip(memrefs, expected.items(), DTYPES):
        _, data = packed_run.read(memref, np.dtype(dtype).itemsize)
        assert data == value.astype(dtype).tobytes(), name


def best_time(call, release=lambda _: None, runs=300):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        result = call()
        times.append(time.perf_counter() - start)
        release(result)
    return min(times) * 1e3, sorted(times)[len(times) // 2] * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    packed_run.Tools.add_arguments(parser)
    tools = packed_run.Tools.of(parser.parse_args())
    lines = []
    for dynamic in (False, True):
        call, library, expected = build(tools, dynamic)
        free = lambda results: packed_run.free(results, library)
        results = call()
        compare(results, expected)
        free(results)
        library.take_peak.restype = ctypes.c_size_t
        library.take_peak()
        free(call())
        peak = library.take_peak()
        size = sum(value.nbytes for value in expected.values())
        lines.append(("dynamic sizes" if dynamic else "static sizes",
                      *best_time(call, free), peak / size))
    print(f"seq_len {expected['cu_seqlens'][2]}, used rows "
          f"{expected['cu_seqlens'][1]}, results {size / 1e6:.2f} MB")
    print(f"{'':16}{'best ms':>10}{'median ms':>11}{'memory':>9}")
    numpy_times = best_time(
        lambda: numpy_reference.packed_sequence(**REQUEST))
    print(f"{'NumPy':16}{numpy_times[0]:10.2f}{numpy_times[1]:11.2f}")
    for name, best, median, memory in lines:
        print(f"{name:16}{best:10.2f}{median:11.2f}{memory:8.2f}x")


if __name__ == "__main__":
    main()
