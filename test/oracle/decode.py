# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packed decode (GDN and KDA): rules over shapes, strides and devices, in plain
Python.

Stated from the written specification; shares no code with packed-mlir. What a
step computes stands in `golden/delta_rule.py`.
"""

import math

from outcome import Misuses, require


def is_dense(shape, strides):
    """Whether elements lie in row-major order without gaps. A dim of one element
    takes no step, and nothing has no order."""
    if 0 in shape:
        return True
    return all(
        size == 1 or stride == math.prod(shape[i + 1 :])
        for i, (size, stride) in enumerate(zip(shape, strides))
    )


def check_ranks(shapes, strides):
    rank = {name: len(shape) for name, shape in shapes.items()}
    require(rank["mixed_qkv"] == 2, f"`mixed_qkv` must be a 2D tensor (got ndim={rank['mixed_qkv']}).")
    require(strides["mixed_qkv"][-1] == 1, "`mixed_qkv` must be contiguous in the last dim.")
    require(
        rank["a"] == 2 and rank["b"] == 2,
        f"`a` and `b` must be 2D tensors (got a.ndim={rank['a']}, b.ndim={rank['b']}).",
    )
    require(
        strides["a"][-1] == 1 and strides["b"][-1] == 1,
        "`a`/`b` must be contiguous in the last dim.",
    )
    require(rank["A_log"] == 1 and rank["dt_bias"] == 1, "`A_log`/`dt_bias` must be 1D tensors.")
    require(
        all(is_dense(shapes[name], strides[name]) for name in ("A_log", "dt_bias")),
        "`A_log`/`dt_bias` must be contiguous.",
    )
    require(
        rank["ssm_state_indices"] == 1,
        f"`ssm_state_indices` must be 1D for packed decode (got ndim={rank['ssm_state_indices']}).",
    )
    require(is_dense(shapes["out"], strides["out"]), "`out` must be contiguous.")


def check_batch(shapes):
    rows = [shapes[name][0] for name in ("mixed_qkv", "a", "b")]
    require(
        len(set(rows)) == 1,
        f"Mismatched batch sizes: mixed_qkv.shape[0]={rows[0]}, a.shape[0]={rows[1]}, "
        f"b.shape[0]={rows[2]}.",
    )
    indices = tuple(shapes["ssm_state_indices"])
    require(
        indices == (rows[0],),
        f"`ssm_state_indices` must have shape [B] (got {indices}; expected ({rows[0]},)).",
    )


def check_gates(shapes, is_kda, B, HV, K):
    a, b = tuple(shapes["a"]), tuple(shapes["b"])
    (a_log,), (dt_bias,) = shapes["A_log"], shapes["dt_bias"]
    if is_kda:
        require(
            a == (B, HV * K),
            f"`a` must have shape [B, HV*K] with HV={HV}, K={K} (got a.shape={a}).",
        )
        require(b == (B, HV), f"`b` must have shape [B, HV] with HV={HV} (got b.shape={b}).")
        require(a_log == HV, f"`A_log` must have {HV} elements (got {a_log}).")
        require(dt_bias == HV * K, f"`dt_bias` must have {HV * K} elements (got {dt_bias}).")
        return
    require(
        a == (B, HV) and b == (B, HV),
        f"`a`/`b` must have shape [B, HV] with HV={HV} (got a.shape={a}, b.shape={b}).",
    )
    require(
        a_log == HV and dt_bias == HV,
        f"`A_log` and `dt_bias` must have {HV} elements "
        f"(got A_log.numel()={a_log}, dt_bias.numel()={dt_bias}).",
    )


def check_heads(width, is_kda, HV, V, K):
    """The query heads that the packed width leaves room for. Heads or keys of
    size zero divide nothing; they are left to the project's own rule."""
    qk = width - HV * V
    require(
        qk > 0 and qk % 2 == 0,
        f"Invalid packed `mixed_qkv` last dim={width} for HV={HV}, V={V}.",
    )
    if K == 0:
        return
    more = " KDA packed decode requires num_q_heads == num_k_heads and head_q_dim == head_k_dim."
    q = qk // 2
    require(
        q % K == 0,
        f"Invalid packed Q size {q}: must be divisible by K={K}.{more if is_kda else ''}",
    )
    H = q // K
    require(HV % H == 0, f"Invalid head config inferred from mixed_qkv: H={H}, HV={HV}.")


def check_own(shape, strides):
    """The project's own rules about the pool."""
    own = Misuses()
    slots, HV, V, K = shape
    own.require(
        HV > 0 and V > 0 and K > 0,
        f"the state dims HV={HV}, V={V}, K={K} must all be positive",
    )
    dense = "`initial_state` must be dense inside a slot: expected a stride of {} between {}, got {}"
    # A step that is never taken may have any length.
    own.require(HV == 1 or strides[1] == V * K, dense.format(V * K, "heads", strides[1]))
    own.require(V == 1 or strides[2] == K, dense.format(K, "rows", strides[2]))
    own.finish()


def build(is_kda, shapes, strides, devices):
    """Checks one step; there are no results."""
    check_ranks(shapes, strides)
    require(len(set(devices.values())) == 1, "All inputs must be on the same device.")
    check_batch(shapes)
    state, state_strides = shapes["initial_state"], strides["initial_state"]
    require(len(state) == 4, f"`initial_state` must be a 4D tensor (got ndim={len(state)}).")
    require(state_strides[-1] == 1, "`initial_state` must be contiguous in the last dim.")
    B, width = shapes["mixed_qkv"]
    _, HV, V, K = state
    check_gates(shapes, is_kda, B, HV, K)
    out = tuple(shapes["out"])
    require(
        out == (B, 1, HV, V),
        f"`out` must have shape {(B, 1, HV, V)} (got out.shape={out}).",
    )
    check_heads(width, is_kda, HV, V, K)
    check_own(state, state_strides)
    return {}
