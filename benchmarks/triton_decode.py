# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The baseline: the decode step in Triton, cut up the way serving engines cut
it. A block takes 32 rows of a state with one warp and three stages, keeps the
tile in registers, and reduces it twice, the second time after the update."""

import triton
import triton.language as tl


@triton.jit
def _l2(x):
    return x / tl.sqrt(tl.sum(x * x) + 1e-6)


@triton.jit
def _decode(qkv, a, b, a_log, dt_bias, slots, out, pool,
            stride_qkv, stride_a, stride_b, stride_slot, scale, lower_bound,
            H: tl.constexpr, HV: tl.constexpr, K: tl.constexpr,
            V: tl.constexpr, BK: tl.constexpr, BV: tl.constexpr,
            KDA: tl.constexpr, BOUNDED: tl.constexpr, NORM: tl.constexpr):
    tile, state = tl.program_id(0), tl.program_id(1)
    n, hv = state // HV, state % HV
    h = hv // (HV // H)
    keys = tl.arange(0, BK)
    rows = tile * BV + tl.arange(0, BV)
    key_mask, row_mask = keys < K, rows < V
    mask = row_mask[:, None] & key_mask[None, :]
    slot = tl.load(slots + n).to(tl.int64)
    out_row = out + (n * HV + hv) * V + rows
    if slot < 0:
        tl.store(out_row, tl.zeros([BV], tl.float32).to(out.dtype.element_ty),
                 mask=row_mask)
        return
    place = pool + slot * stride_slot + hv * V * K + \
        rows[:, None] * K + keys[None, :]
    s = tl.load(place, mask=mask, other=0).to(tl.float32)

    token = qkv + n.to(tl.int64) * stride_qkv
    q = tl.load(token + h * K + keys, mask=key_mask, other=0).to(tl.float32)
    k = tl.load(token + H * K + h * K + keys, mask=key_mask,
                other=0).to(tl.float32)
    v = tl.load(token + 2 * H * K + hv * V + rows, mask=row_mask,
                other=0).to(tl.float32)
    if NORM:
        q, k = _l2(q), _l2(k)
    q = q * scale

    if KDA:
        x = tl.load(a + n * stride_a + hv * K + keys, mask=key_mask,
                    other=0).to(tl.float32)
        x += tl.load(dt_bias + hv * K + keys, mask=key_mask,
                     other=0).to(tl.float32)
    else:
        x = tl.load(a + n * stride_a + hv).to(tl.float32)
        x += tl.load(dt_bias + hv).to(tl.float32)
    rate = tl.exp(tl.load(a_log + hv).to(tl.float32))
    if BOUNDED:
        g = lower_bound * tl.sigmoid(rate * x)
    else:
        g = -rate * tl.where(x <= 20.0, tl.log(1.0 + tl.exp(x)), x)
    beta = tl.sigmoid(tl.load(b + n * stride_b + hv).to(tl.float32))

    if KDA:
        s *= tl.exp(g)[None, :]
    else:
        s *= tl.exp(g)
    v = (v - tl.sum(s * k[None, :], 1)) * beta
    s += v[:, None] * k[None, :]
    o = tl.sum(s * q[None, :], 1)
    tl.store(out_row, o.to(out.dtype.element_ty), mask=row_mask)
    tl.store(place, s.to(pool.dtype.element_ty), mask=mask)


def decode(t, kda=False, lower_bound=None, norm=True, scale=None):
    """Launches on the current stream; `t` holds the operands by name."""
    pool, qkv = t["initial_state"], t["mixed_qkv"]
    _, HV, V, K = pool.shape
    H = (qkv.shape[1] - HV * V) // (2 * K)
    block = min(32, triton.next_power_of_2(V))
    _decode[(triton.cdiv(V, block), qkv.shape[0] * HV)](
        qkv, t["a"], t["b"], t["A_log"], t["dt_bias"], t["ssm_state_indices"],
        t["out"], pool, qkv.stride(0), t["a"].stride(0), t["b"].stride(0),
        pool.stride(0), K**-0.5 if scale is None else scale,
        0.0 if lower_bound is None else lower_bound,
        H=H, HV=HV, K=K, V=V, BK=triton.next_power_of_2(K), BV=block, KDA=kda,
        BOUNDED=lower_bound is not None, NORM=norm, num_warps=1, num_stages=3)
