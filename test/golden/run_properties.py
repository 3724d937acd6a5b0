#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Properties of compiled layouts beyond the recorded answers.

The three sums of spans over many frame counts, sequence-parallel splits of the
rope coordinates, and requests with empty parts.
"""

import argparse
import array
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "oracle"))
import packed_run
from run_layouts import SEQUENCE_RESULTS, function
from sums import SPAN, compensated_sum, pairwise_sum, running_sums, spans

FRAMES = [*range(1, 40), *range(120, 150), *range(250, 280), 511, 1000, 1037, 2049, 5000]

SEQUENCE_TYPES = [
    "tensor<3xi32>" if name == "cu_seqlens"
    else f"tensor<{'x'.join(['?', *map(str, rest)])}x{element}>"
    for name, element, _, rest in SEQUENCE_RESULTS
]
SEQUENCE_RANKS = [1 + len(rest) for *_, rest in SEQUENCE_RESULTS]

FUNCTIONS = {
    # A reference video of n frames, then a last keyframe of a target of m.
    "sums": (
        "packed.sequence ref2va (text_len = 4, latent_t = %s1, latent_h = 2, latent_w = 2,"
        " audio_t = 0, frame_count = 9) refs [video(ref_audio_t = 0, latent_t = %s0,"
        " latent_h = 2, latent_w = 2)] keyframes [-1]",
        SEQUENCE_TYPES, 2,
    ),
    "all": (
        "packed.sequence ref2va (text_len = %s0, latent_t = %s1, latent_h = %s2, latent_w = %s3,"
        " audio_t = %s4, audio_channel = %s5) refs [audio(ref_audio_t = %s6),"
        " video(ref_audio_t = %s7, latent_t = %s8, latent_h = 4, latent_w = 4)]",
        SEQUENCE_TYPES, 9,
    ),
    "rope": (
        "packed.memory_rope prefix_continuous (batch_size = %s0, memory_video_len = %s1,"
        " target_num_frames = %s2, latent_height = %s3, latent_width = %s4,"
        " sp_target_start_offset = %s5) {memory_downscale_factor = 2 : i64}",
        ["tensor<?x3x?x2xf32>"], 6,
    ),
}


def check_sums(library):
    for n in FRAMES:
        results = packed_run.call_for_results(library, "sums", SEQUENCE_RANKS, (n, n))
        ids = array.array("d", packed_run.read(results[5], 8)[1])
        packed_run.free(results)
        times = [ids[3 * row] for row in range(4, 5 + 2 * n)]
        cursor = 4.0 + max(0.0, compensated_sum(spans(n)))
        elapsed = running_sums(spans(n))[:n]
        wanted = [cursor + pairwise_sum(spans(n)) - SPAN]
        wanted += [4.0 + t for t in elapsed] + [cursor + t for t in elapsed]
        assert times == wanted, f"times differ for {n} frames"
    return f"{len(FRAMES)} frame counts: all three sums exact"


def rope(library, *sizes):
    results = packed_run.call_for_results(library, "rope", [4], sizes)
    shape, data = packed_run.read(results[0], 4)
    packed_run.free(results)
    return shape, data


def tokens(shape, data, first, end):
    """The coordinates of tokens [first, end) of each (batch, axis)."""
    row = shape[2] * 8
    return [data[i * row + first * 8 : i * row + end * 8] for i in range(shape[0] * shape[1])]


def check_splits(library, rng, trials=60):
    for _ in range(trials):
        batch, h, w = rng.randint(1, 2), rng.randint(1, 5), rng.randint(1, 5)
        memory, frames = rng.randint(0, 4) * h * w, rng.randint(1, 12)
        cuts = sorted(rng.randint(0, frames) for _ in range(rng.randint(0, 4)))
        whole = rope(library, batch, memory, frames, h, w, 0)
        joined = [b""] * (batch * 3)
        for first, end in zip([0, *cuts], [*cuts, frames]):
            shape, data = rope(library, batch, memory, end - first, h, w, first)
            # The memory prefix is whole on every rank.
            assert tokens(shape, data, 0, memory) == tokens(*whole, 0, memory)
            parts = tokens(shape, data, memory, shape[2])
            joined = [a + b for a, b in zip(joined, parts)]
        assert joined == tokens(*whole, memory, whole[0][2]), "ranks differ from one rank"
    return f"{trials} sequence-parallel splits: ranks together equal one rank"


def check_empty_parts(library):
    base = [5, 3, 4, 6, 7, 2, 4, 2, 2]
    empty = [[], [0], [4, 6], [6], [7], [0, 4, 6, 7], [5]]
    for zeros in empty:
        sizes = [0 if i in zeros else size for i, size in enumerate(base)]
        results = packed_run.call_for_results(library, "all", SEQUENCE_RANKS, sizes)
        text, t, h, w, audio, channels, ref_audio, video_audio, video_t = sizes
        wanted = [
            video_t * 4 + t * (h // 2) * (w // 2),
            (ref_audio + video_audio + audio) * channels,
            text,
        ]
        got = [results[i].sizes[0] for i in range(3)]
        tags = array.array("q", packed_run.read(results[6], 8)[1])
        packed_run.free(results)
        assert got == wanted, (sizes, got, wanted)
        assert [tags.count(tag) for tag in (0, 2, 1)] == wanted, sizes
    return f"{len(empty)} requests with empty parts"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    packed_run.Tools.add_arguments(parser)
    tools = packed_run.Tools.of(parser.parse_args())
    module = "".join(
        function(name, op, types, sizes) for name, (op, types, sizes) in FUNCTIONS.items()
    )
    library = packed_run.compile_module(tools, module)
    print(check_sums(library))
    print(check_splits(library, random.Random(3)))
    print(check_empty_parts(library))


if __name__ == "__main__":
    sys.exit(main())
