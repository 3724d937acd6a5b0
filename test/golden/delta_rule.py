# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The gated delta rule in float64, from its definition, in plain Python.

Vectors are lists, a state is a list of V rows of K numbers.
"""

import math


def sigmoid(x):
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def softplus(x):
    return x if x > 20 else math.log1p(math.exp(x))


def normalize(x):
    norm = math.sqrt(sum(v * v for v in x) + 1e-6)
    return [v / norm for v in x]


def log_decay(a, a_log, dt_bias, lower_bound=None):
    x = a + dt_bias
    if lower_bound is not None:
        return lower_bound * sigmoid(math.exp(a_log) * x)
    return -math.exp(a_log) * softplus(x)


def step(state, q, k, v, decay, beta):
    """One token. `decay` has one factor per key channel; beta one per value."""
    out = []
    for row, value, b in zip(state, v, beta):
        row[:] = [s * d for s, d in zip(row, decay)]
        delta = (value - sum(s * x for s, x in zip(row, k))) * b
        row[:] = [s + delta * x for s, x in zip(row, k)]
        out.append(sum(s * x for s, x in zip(row, q)))
    return out


def decode(c, data):
    """Packed decode of case `c`; gives (out, pool) as flat lists."""
    B, H, HV, K, V = (c[n] for n in ("B", "H", "HV", "K", "V"))
    kda = "kda" in c["function"]
    width = 2 * H * K + HV * V
    pool = list(data["initial_state"])
    out = [0.0] * (B * HV * V)
    for n, slot in enumerate(data["ssm_state_indices"]):
        if slot < 0:
            continue
        row = data["mixed_qkv"][n * width : (n + 1) * width]
        for hv in range(HV):
            h = hv // (HV // H)
            q, k = row[h * K :][:K], row[(H + h) * K :][:K]
            v = row[2 * H * K + hv * V :][:V]
            if c["use_qk_l2norm_in_kernel"]:
                q, k = normalize(q), normalize(k)
            q = [x * c["scale"] for x in q]
            gates = range(hv * K, (hv + 1) * K) if kda else [hv] * K
            step_a = HV * K if kda else HV
            decay = [
                math.exp(
                    log_decay(
                        data["a"][n * step_a + i], data["A_log"][hv],
                        data["dt_bias"][i], c["lower_bound"],
                    )
                )
                for i in gates
            ]
            base = (slot * HV + hv) * V * K
            state = [pool[base + i * K :][:K] for i in range(V)]
            beta = [sigmoid(data["b"][n * HV + hv])] * V
            at = (n * HV + hv) * V
            out[at : at + V] = step(state, q, k, v, decay, beta)
            pool[base : base + V * K] = [x for r in state for x in r]
    return out, pool


def recurrence(c, data):
    """Recurrence of case `c`; gives (out, final state) as flat lists."""
    B, T, H, HV, K, V = (c[n] for n in ("B", "T", "H", "HV", "K", "V"))
    cu = data.get("cu_seqlens")
    ranges = (
        [(0, lo, hi) for lo, hi in zip(cu, cu[1:])] if cu else [(n, 0, T) for n in range(B)]
    )
    out, final = [0.0] * (B * T * HV * V), []
    for n, (batch, first, end) in enumerate(ranges):
        for hv in range(HV):
            h = hv // (HV // H)
            state = [[0.0] * K for _ in range(V)]
            if "initial_state" in data:
                base = (n * HV + hv) * V * K
                state = [data["initial_state"][base + i * K :][:K] for i in range(V)]
            for t in range(first, end):
                token = batch * T + t
                q = data["q"][(token * H + h) * K :][:K]
                k = data["k"][(token * H + h) * K :][:K]
                if c["use_qk_l2norm"]:
                    q, k = normalize(q), normalize(k)
                q = [x * c["scale"] for x in q]
                at = token * HV + hv
                v = data["v"][at * V :][:V]
                beta = (
                    data["beta"][at * V :][:V] if c["headwise_beta"] else [data["beta"][at]] * V
                )
                decay = [math.exp(data["g"][at])] * K
                out[at * V : at * V + V] = step(state, q, k, v, decay, beta)
            final += [x for r in state for x in r]
    return out, final
