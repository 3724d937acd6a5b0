# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random decode steps, and the float64 reference they are checked against."""

import torch

DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16,
          "f64": torch.float64, "i32": torch.int32, "i64": torch.int64}


def make_step(B, H, HV, K, V, state="f32", io="bf16", out=None, kda=False,
              index="i32", slots=None, pitch=None, row_pad=0, gates="f32",
              order="vk", generator=None, device="cuda"):
    """Operands by name. `pitch` is the distance of two slots in elements,
    `row_pad` lengthens the rows of mixed_qkv, a and b."""
    def rand(*shape, dtype):
        x = torch.randn(*shape, generator=generator, device=device)
        return x.to(DTYPES[dtype])

    def padded(rows, width, dtype):
        return rand(rows, width + row_pad, dtype=dtype)[:, :width]

    slots = B if slots is None else slots
    size = HV * V * K
    pitch = size if pitch is None else pitch
    storage = torch.zeros(slots * pitch, dtype=DTYPES[state], device=device)
    rows, columns = (V, K) if order == "vk" else (K, V)
    pool = torch.as_strided(storage, (slots, HV, rows, columns),
                            (pitch, V * K, columns, 1))
    pool.normal_(generator=generator)
    order = torch.randperm(slots, generator=generator, device=device)[:B]
    return {
        "mixed_qkv": padded(B, 2 * H * K + HV * V, io),
        "a": padded(B, HV * K if kda else HV, io),
        "b": padded(B, HV, io),
        "A_log": torch.log(torch.rand(HV, generator=generator, device=device)
                           * 15 + 1).to(DTYPES[gates]),
        "dt_bias": rand(HV * K if kda else HV, dtype=gates),
        "ssm_state_indices": order.to(DTYPES[index]),
        "out": torch.full((B, 1, HV, V), float("nan"), device=device,
                          dtype=DTYPES[out or io]),
        "initial_state": pool,
    }


def reference(t, kda=False, lower_bound=None, norm=True, scale=None,
              order="vk"):
    """(out, states of the live requests, which requests are live) in float64,
    from operands that the step has not touched yet."""
    d = {k: v.double() for k, v in t.items()
         if k not in ("ssm_state_indices", "initial_state", "out")}
    pool, slots = t["initial_state"], t["ssm_state_indices"].long()
    if order == "kv":
        pool = pool.transpose(2, 3)
    _, HV, V, K = pool.shape
    B, width = d["mixed_qkv"].shape
    H = (width - HV * V) // (2 * K)
    q, k, v = d["mixed_qkv"].split([H * K, H * K, HV * V], dim=1)
    q = q.view(B, H, K).repeat_interleave(HV // H, 1)
    k = k.view(B, H, K).repeat_interleave(HV // H, 1)
    v = v.view(B, HV, V)
    if norm:
        q = q / torch.sqrt((q * q).sum(-1, keepdim=True) + 1e-6)
        k = k / torch.sqrt((k * k).sum(-1, keepdim=True) + 1e-6)
    q = q * (K**-0.5 if scale is None else scale)
    heads = (B, HV, K) if kda else (B, HV, 1)
    x = d["a"].reshape(heads) + d["dt_bias"].view(heads[1:])
    rate = d["A_log"].exp().view(HV, 1)
    if lower_bound is not None:
        g = lower_bound * torch.sigmoid(rate * x)
    else:
        g = -rate * torch.where(x > 20, x, torch.log1p(torch.exp(x)))
    beta = torch.sigmoid(d["b"])
    live = slots >= 0
    S = pool[slots.clamp(min=0)].double() * torch.exp(g)[:, :, None, :]
    delta = (v - torch.einsum("bhvk,bhk->bhv", S, k)) * beta[..., None]
    S = S + delta[..., None] * k[:, :, None, :]
    o = torch.einsum("bhvk,bhk->bhv", S, q)
    o = torch.where(live[:, None, None], o, torch.zeros_like(o))
    states = S[live]
    return o, states.transpose(2, 3) if order == "kv" else states, live


def relative_error(x, ref):
    x, ref = x.double(), ref.double()
    return ((x - ref).norm() / ref.norm().clamp(min=1e-300)).item()
