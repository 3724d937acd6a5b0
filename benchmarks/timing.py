# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times one launch inside a graph that walks over many states.

A decode step of a model runs once per layer, each layer with a state of its
own that the caches have long lost. So a graph holds one launch per layer
state, with enough layers that none is left in the L2 at its next turn. The
tokens are shared by the layers: in a model the kernel before has just written
them."""

import statistics

import torch

ROTATED_BYTES = 640 << 20  # more than ten times the L2 of an H200
MAX_LAYERS = 256
MIN_LAYERS = 6


def layer_count(state_bytes):
    wanted = -(-ROTATED_BYTES // state_bytes)
    return max(MIN_LAYERS, min(MAX_LAYERS, wanted))


def graph_time(launches, repeats=15):
    """Microseconds per launch: the median over replays of a graph of all
    `launches`, each a function of the stream's handle."""
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        handle = torch.cuda.current_stream().cuda_stream
        for launch in launches:
            launch(handle)
    times = []
    with torch.cuda.stream(stream):
        for _ in range(3):
            graph.replay()
        for _ in range(repeats):
            start, end = (torch.cuda.Event(enable_timing=True) for _ in "12")
            start.record()
            graph.replay()
            end.record()
            times.append((start, end))
    torch.cuda.synchronize()
    return statistics.median(s.elapsed_time(e) for s, e in times) \
        * 1e3 / len(launches)
