# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The decode ops as operators of PyTorch.

Importing this module defines `torch.ops.packed.gdn_decode` and
`torch.ops.packed.kda_decode`. While a program is traced (torch.compile,
torch.export, FakeTensorMode) their fake kernels test the rules of the op, so
that a broken one is an error with the documented text at the line that calls
the op. On a GPU they launch the compiled kernel on the current stream.

Kernels come from `register`, or are compiled at the first call where the
package was installed with its compiler.
"""

from __future__ import annotations

import struct
from typing import Any, Dict, List, Mapping, Optional, Tuple

import torch

from .arrays import Array, torch_device, torch_dtype
from .compiler import compile as compile_ir
from .decode import DecodeStep
from .kernel import Kernel
from .launch import Launcher, NoKernelError
from .rules import RuleSet

__all__ = ["gdn_decode", "kda_decode", "register"]

_OPERANDS = ("mixed_qkv", "a", "b", "A_log", "dt_bias", "ssm_state_indices",
             "out", "initial_state")
_SCHEMA = ("(Tensor mixed_qkv, Tensor a, Tensor b, Tensor A_log, Tensor "
           "dt_bias, Tensor ssm_state_indices, Tensor(a!) out, Tensor(b!) "
           "initial_state, *, float? scale=None, bool use_qk_l2norm=False, str "
           "state_order='vk', int? num_q_heads=None{}) -> ()")

_library = torch.library.Library("packed", "FRAGMENT")
# What `register` was given; what serves the calls so far.
_launchers: List[Launcher] = []
_chosen: Dict[tuple, Launcher] = {}
_rules: Dict[Tuple[str, str], RuleSet] = {}


def register(kernel: Kernel) -> None:
    """Makes the kernels of a package available to the ops of this process."""
    _add(kernel)


def _add(kernel: Kernel) -> List[Launcher]:
    """Registers a package and returns the launchers made for it."""
    launchers = Launcher.all(kernel)
    _launchers.extend(launchers)
    for op, orders in kernel.description["rules"].items():
        for order, rules in orders.items():
            _rules.setdefault((op, order), RuleSet(op, rules))
    return launchers


def gdn_decode(mixed_qkv: torch.Tensor, a: torch.Tensor, b: torch.Tensor,
               A_log: torch.Tensor, dt_bias: torch.Tensor,
               ssm_state_indices: torch.Tensor, out: torch.Tensor,
               initial_state: torch.Tensor, *, scale: Optional[float] = None,
               use_qk_l2norm: bool = False, state_order: str = "vk",
               num_q_heads: Optional[int] = None) -> None:
    """One packed decode token of the gated delta net, a request a row.

    mixed_qkv [B, 2*H*K + HV*V], a and b [B, HV], A_log and dt_bias [HV],
    ssm_state_indices [B] (int32 or int64; a negative slot gives a zero row);
    writes out [B, 1, HV, V], updates initial_state [slots, HV, V, K] in place.
    All but the slots: float32, bfloat16 or float16. `scale` defaults to
    K ** -0.5, `num_q_heads` is inferred from the width and compared where
    given. Raises RuleError with the documented text where a rule is broken
    (under a tracer too), NoKernelError where there is no kernel for this step.
    Source: sglang `fused_recurrent_gated_delta_rule_packed_decode`."""
    torch.ops.packed.gdn_decode(
        mixed_qkv, a, b, A_log, dt_bias, ssm_state_indices, out, initial_state,
        scale=scale, use_qk_l2norm=use_qk_l2norm, state_order=state_order,
        num_q_heads=num_q_heads)


def kda_decode(mixed_qkv: torch.Tensor, a: torch.Tensor, b: torch.Tensor,
               A_log: torch.Tensor, dt_bias: torch.Tensor,
               ssm_state_indices: torch.Tensor, out: torch.Tensor,
               initial_state: torch.Tensor, *, scale: Optional[float] = None,
               use_qk_l2norm: bool = False, state_order: str = "vk",
               num_q_heads: Optional[int] = None,
               lower_bound: Optional[float] = None) -> None:
    """One packed decode token of Kimi delta attention: as `gdn_decode`, but
    with a gate for each key channel: a [B, HV*K], dt_bias [HV*K], and an
    optional `lower_bound` of the log decay.
    Source: sglang `fused_recurrent_kda_packed_decode`."""
    torch.ops.packed.kda_decode(
        mixed_qkv, a, b, A_log, dt_bias, ssm_state_indices, out, initial_state,
        scale=scale, use_qk_l2norm=use_qk_l2norm, state_order=state_order,
        num_q_heads=num_q_heads, lower_bound=lower_bound)


def _get_rules(op: str, state_order: str) -> RuleSet:
    if state_order not in ("vk", "kv"):
        raise ValueError(f"`state_order` must be vk or kv (got {state_order})")
    rules = _rules.get((op, state_order))
    if rules is None:
        # They are the same for every step of the op.
        dtypes = dict.fromkeys(_OPERANDS, "f32")
        dtypes["ssm_state_indices"] = "i32"
        kernel = _compile(DecodeStep(op, 1, 1, 8, 8, dtypes,
                                     state_order=state_order))
        rules = RuleSet(op, kernel.description["rules"][op][state_order])
        _rules[op, state_order] = rules
    return rules


def _compile(step: DecodeStep) -> Kernel:
    major, minor = torch.cuda.get_device_capability() \
        if torch.cuda.is_available() else (9, 0)
    try:
        return compile_ir(step.ir(), chip=f"sm_{major}{minor}")
    except ImportError as error:
        raise NoKernelError(
            f"{step.op}: no registered kernel serves this step, and this "
            "packed_mlir has no compiler; register a kernel that packed-compile "
            "made") from error


def _check(op: str, operands: Mapping[str, torch.Tensor],
           attributes: Mapping[str, Any]) -> None:
    """The fake kernel. Sizes may be symbolic: a comparison of two becomes a
    guard of the traced program."""
    arrays = {name: Array(x.shape, x.stride(), torch_dtype(x.dtype),
                          torch_device(x.device)) for name, x in operands.items()}
    _get_rules(op, attributes["state_order"]).check(
        arrays, {"num_q_heads": attributes["num_q_heads"]})


def _is_same_factor(given: Optional[float], compiled: Optional[float]) -> bool:
    """Whether both are one number of f32."""
    if given is None or compiled is None:
        return given is compiled
    return struct.pack("f", given) == struct.pack("f", compiled)


def _serves(launcher: Launcher, op: str, attributes: Mapping[str, Any],
            operands: Mapping[str, torch.Tensor]) -> bool:
    variant = launcher.variants[0]
    compiled = variant["attributes"]
    if launcher.op != op or \
            variant["state_order"] != attributes["state_order"] or \
            compiled["use_qk_l2norm"] != attributes["use_qk_l2norm"]:
        return False
    if not all(_is_same_factor(attributes[name], compiled[name])
               for name in ("scale", "lower_bound")):
        return False
    try:
        launcher.check(**operands)
    except NoKernelError:
        return False
    return True


def _choose(op: str, operands: Mapping[str, torch.Tensor],
            attributes: Dict[str, Any]) -> Launcher:
    """The launcher for operands that keep the rules."""
    _check(op, operands, attributes)
    pool = operands["initial_state"]
    _, HV, rows, columns = pool.shape
    V, K = (rows, columns) if attributes["state_order"] == "vk" \
        else (columns, rows)
    if attributes["scale"] is None:
        attributes["scale"] = K ** -0.5
    for launcher in _launchers:
        if _serves(launcher, op, attributes, operands):
            return launcher
    H = (operands["mixed_qkv"].shape[1] - HV * V) // (2 * K)
    dtypes = {name: torch_dtype(x.dtype) for name, x in operands.items()}
    del attributes["num_q_heads"]
    # A single step. The last of `_launchers` may be of another thread's kernel.
    launcher, = _add(_compile(DecodeStep(op, H, HV, K, V, dtypes, **attributes)))
    return launcher


def _launch(op: str, operands: Mapping[str, torch.Tensor],
            attributes: Dict[str, Any]) -> None:
    """The CUDA kernel. Launchers are kept by all that they were chosen for;
    the launcher itself keeps what depends on strides and batch."""
    key = (op, *attributes.values(), operands["initial_state"].device,
           operands["mixed_qkv"].shape[1:], operands["initial_state"].shape[1:],
           *(x.dtype for x in operands.values()))
    launcher = _chosen.get(key)
    if launcher is not None:
        try:
            return launcher(**operands)
        except NoKernelError:
            pass  # compiled for other strides
    launcher = _chosen[key] = _choose(op, operands, attributes)
    launcher(**operands)


def _define(op: str, extra: str) -> None:
    _library.define(op + _SCHEMA.format(extra))
    defaults = {"scale": None, "use_qk_l2norm": False, "state_order": "vk",
                "num_q_heads": None, "lower_bound": None}

    def cuda(*operands: torch.Tensor, **attributes: Any) -> None:
        _launch(op, dict(zip(_OPERANDS, operands)), {**defaults, **attributes})

    def fake(*operands: torch.Tensor, **attributes: Any) -> None:
        _check(op, dict(zip(_OPERANDS, operands)), {**defaults, **attributes})

    _library.impl(op, cuda, "CUDA")
    torch.library.register_fake(f"packed::{op}", fake, lib=_library)


_define("gdn_decode", "")
_define("kda_decode", ", float? lower_bound=None")
