# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A decode step of a small GDN layer, exported by PyTorch.

    python torch_decode.py MODEL > torch-MODEL.mlir

MODEL is `layer`, or `layer_broken`, which has one fault. The op is declared
through `torch.library.custom_op`, the program goes through `torch.export`, and
torch-mlir's FX importer writes it. Needs the packages of
test/requirements-torch.txt.
"""

import os
import sys

import torch
from torch_mlir import fx

BATCH, WIDTH, HV, K, V = 4, 96, 8, 64, 64
SLOTS = 9


@torch.library.custom_op("packed::gdn_decode", mutates_args=())
def gdn_decode(
    mixed_qkv: torch.Tensor,
    a: torch.Tensor,
    b: torch.Tensor,
    A_log: torch.Tensor,
    dt_bias: torch.Tensor,
    scale: float,
    initial_state: torch.Tensor,
    out: torch.Tensor,
    ssm_state_indices: torch.Tensor,
    use_qk_l2norm_in_kernel: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The schema of the serving engine's function. Returns the updated out and
    initial_state: what changes its arguments, torch-mlir does not import."""
    raise NotImplementedError("this program only traces")


@gdn_decode.register_fake
def _(mixed_qkv, a, b, A_log, dt_bias, scale, initial_state, out, *others):
    return torch.empty_like(out), torch.empty_like(initial_state)


def decode(qkv, ab, A_log, dt_bias, pool, slots):
    a, b = ab.split(HV, dim=1)
    out = torch.empty(qkv.shape[0], 1, HV, V, dtype=qkv.dtype)
    return gdn_decode(
        qkv, a, b, A_log, dt_bias, K**-0.5, pool, out, slots, True
    )


class Layer(torch.nn.Module):
    """Projections in front, the decode step behind."""

    def forward(self, hidden, w_qkv, w_ab, A_log, dt_bias, pool, slots):
        qkv = hidden @ w_qkv
        return decode(qkv, hidden @ w_ab, A_log, dt_bias, pool, slots)


class LayerBroken(torch.nn.Module):
    """The gates' columns are packed behind v."""

    def forward(self, hidden, w_qkv, w_ab, A_log, dt_bias, pool, slots):
        qkv = hidden @ torch.cat([w_qkv, w_ab[:, :8]], dim=1)
        return decode(qkv, hidden @ w_ab, A_log, dt_bias, pool, slots)


def get_arguments():
    columns = 2 * (HV // 2) * K + HV * V
    return (
        torch.zeros(BATCH, WIDTH, dtype=torch.bfloat16),
        torch.zeros(WIDTH, columns, dtype=torch.bfloat16),
        torch.zeros(WIDTH, 2 * HV, dtype=torch.bfloat16),
        torch.zeros(HV),
        torch.zeros(HV),
        torch.zeros(SLOTS, HV, V, K),
        torch.zeros(BATCH, dtype=torch.int32),
    )


if __name__ == "__main__":
    model = {"layer": Layer, "layer_broken": LayerBroken}[sys.argv[1]]()
    batch = torch.export.Dim("batch", min=2, max=128)
    dynamic = {"hidden": {0: batch}, "slots": {0: batch}}
    names = ["w_qkv", "w_ab", "A_log", "dt_bias", "pool"]
    program = torch.export.export(
        model,
        get_arguments(),
        dynamic_shapes={**dynamic, **dict.fromkeys(names)},
    )
    module = fx.export_and_import(
        program, output_type="raw", import_symbolic_shape_expressions=True
    )
    text = module.operation.get_asm(enable_debug_info=True)
    # Where this program lies is nobody's business.
    print(text.replace(os.path.dirname(os.path.abspath(__file__)) + "/", ""))
