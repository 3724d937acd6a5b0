# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Spans of time on the latent time axis, and the three ways to add floats that
the reference uses. They differ in the last bit."""

SPAN = 5.0 / 3.0


def spans(count):
    """How long each of `count` latent frames lasts: the first of five is one
    frame, the others are four."""
    return [SPAN * (1.0 if k % 5 == 0 else 4.0) for k in range(count)]


def running_sums(values):
    """Zero, then the sums of the first value, the first two, and so on."""
    sums = [0.0]
    for value in values:
        sums.append(sums[-1] + value)
    return sums


def compensated_sum(values):
    """Neumaier's sum, which Python's `sum` is from 3.12 on."""
    total = correction = 0.0
    for value in values:
        grown = total + value
        if abs(total) >= abs(value):
            correction += (total - grown) + value
        else:
            correction += (value - grown) + total
        total = grown
    return total + correction


def pairwise_sum(values):
    """NumPy's rule: short lists in order, up to 128 values in eight lanes,
    longer ones by halves."""
    count = len(values)
    if count < 8:
        return running_sums(values)[-1]
    if count > 128:
        half = count // 2
        half -= half % 8
        return pairwise_sum(values[:half]) + pairwise_sum(values[half:])
    lanes, whole = values[:8], count - count % 8
    for start in range(8, whole, 8):
        lanes = [lane + values[start + i] for i, lane in enumerate(lanes)]
    total = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + (
        (lanes[4] + lanes[5]) + (lanes[6] + lanes[7])
    )
    for value in values[whole:]:
        total += value
    return total
