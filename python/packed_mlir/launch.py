# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a compiled kernel on arrays of torch, CuPy or any other library.

Needs the PTX and its description only: no MLIR, no compiler, no CUDA toolkit.
"""

from __future__ import annotations

import ctypes
import dataclasses
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .arrays import Array, view
from .driver import Dim3, Driver, get_driver
from .formula import evaluate
from .kernel import Kernel
from .rules import RuleSet

__all__ = ["Launcher", "NoKernelError"]

# No kernel asks for more than the widest access of a lane.
_MAX_ALIGNMENT = 16


class NoKernelError(ValueError):
    """The operands keep the rules of the op, but no kernel of the package was
    compiled for them. The text says for each kernel why."""


@dataclasses.dataclass(frozen=True)
class _Plan:
    """All about a launch but the addresses and the stream."""
    variant: Mapping[str, Any]
    device: int
    grid: Dim3
    # In the order of the kernel's parameters; None for the next pointer.
    template: Tuple[Optional[int], ...]
    pointers: Tuple[str, ...]
    # Arrays of as many words and addresses as there are parameters.
    words: type
    addresses: type


class Launcher:
    """Launches the kernels of one step: an op with its attributes.

    `op` names it where a package holds several ops; `Launcher.all` gives one
    launcher for each of several steps. A call takes the operands by
    the names that the op gives them. For `packed.gdn_decode` and
    `packed.kda_decode` (B requests, H query heads, HV value heads, head dims K
    and V; F is the gates' width, HV, for kda_decode's `a` and `dt_bias` HV*K):

    =================== ====================== =====================
    operand             shape                  dtype
    =================== ====================== =====================
    mixed_qkv           [B, 2*H*K + HV*V]      as compiled
    a                   [B, F]                 as compiled
    b                   [B, HV]                as compiled
    A_log               [HV]                   as compiled
    dt_bias             [F]                    as compiled
    ssm_state_indices   [B]                    int32 or int64
    out                 [B, 1, HV, V]          as compiled; written
    initial_state       [slots, HV, V, K]      as compiled; updated
    =================== ====================== =====================

    `stream` is a CUDA stream: a number or an object of torch, CuPy or
    cuda.core; by default the current stream of the operands' library. The call
    does not wait, and can be captured into a CUDA graph once it has run before.

    Before anything is launched a call raises: TypeError for operands that are
    missing, not known, or no arrays; RuleError, with the documented text, where
    an operand breaks a rule of the op; NoKernelError where no kernel was
    compiled for these dtypes, sizes or strides. What was found out about
    operands is kept by their shapes, strides and dtypes, so that later calls
    cost a lookup.

    Source: the rules and their texts are those of sglang's
    `fla/fused_recurrent.py`, by way of docs/Rules.md.
    """

    def __init__(self, kernel: Kernel, op: Optional[str] = None,
                 driver: Optional[Driver] = None):
        steps = _steps(kernel)
        fitting = [s for s, variants in steps.items()
                   if op in (None, variants[0]["op"])]
        if len(fitting) != 1:
            raise ValueError(
                f"the package has kernels of {', '.join(steps)}; " +
                ("ask Launcher.all for all of them, or name an `op` that is "
                 "there once" if fitting else f"none of {op}"))
        self.variants: List[Mapping[str, Any]] = steps[fitting[0]]
        first = self.variants[0]
        self.op: str = first["op"]
        self.operands: Tuple[str, ...] = tuple(first["strides"])
        self._names = frozenset(self.operands)
        self._rules = RuleSet(self.op, kernel.description["rules"][self.op]
                              [first["state_order"]])
        # What was declared of all layers, or of none.
        heads = {v["sizes"]["num_q_heads"] for v in self.variants}
        self._declared = {"num_q_heads": heads.pop() if len(heads) == 1
                          else None}
        self._ptx = kernel.ptx
        self._driver = driver
        self._plans: Dict[tuple, Optional[_Plan]] = {}
        self._functions: Dict[Tuple[int, str], Any] = {}
        self._modules: Dict[int, Any] = {}

    @classmethod
    def all(cls, kernel: Kernel) -> List["Launcher"]:
        """A launcher for each step that the package has kernels of."""
        return [cls(dataclasses.replace(kernel, description={
                    **kernel.description, "kernels": variants}))
                for variants in _steps(kernel).values()]

    def __call__(self, *, stream: Any = None, **operands: Any) -> None:
        self._check_names(operands)
        handle = _stream_handle(stream, operands)
        arrays = {name: view(x, handle, name) for name, x in operands.items()}
        plan = self._plan(arrays)
        if plan is None:
            return
        driver = self._driver = self._driver or get_driver()
        addresses = iter([arrays[name].pointer for name in plan.pointers])
        values = [next(addresses) if v is None else v for v in plan.template]
        # 64 bits each; a shorter parameter takes the low ones.
        words = plan.words(*values)
        base = ctypes.addressof(words)
        pointers = plan.addresses(*range(base, base + 8 * len(values), 8))
        variant = plan.variant
        with driver.device(plan.device):
            driver.launch(self._function(driver, plan), plan.grid,
                          tuple(variant["block"]), variant["shared_bytes"],
                          handle, ctypes.addressof(pointers), variant["pdl"])

    def check(self, **operands: Any) -> None:
        """Raises what a call would raise, and launches nothing."""
        self._check_names(operands)
        self._plan({name: view(x, 0, name) for name, x in operands.items()})

    def _check_names(self, operands: Mapping[str, Any]) -> None:
        if operands.keys() == self._names:
            return
        missing = [name for name in self.operands if name not in operands]
        unknown = [name for name in operands if name not in self.operands]
        parts = [f"misses {', '.join(missing)}"] if missing else []
        parts += [f"does not take {', '.join(unknown)}"] if unknown else []
        raise TypeError(f"{self.op} {' and '.join(parts)}")

    def _plan(self, arrays: Mapping[str, Array]) -> Optional[_Plan]:
        """The plan for these operands; None where there is nothing to do."""
        key = tuple([(shape, strides, dtype, device, pointer % _MAX_ALIGNMENT)
                     for shape, strides, dtype, device, pointer in
                     map(arrays.__getitem__, self.operands)])
        if key not in self._plans:
            self._plans[key] = self._make_plan(arrays)
        return self._plans[key]

    def _make_plan(self, arrays: Mapping[str, Array]) -> Optional[_Plan]:
        first = self.variants[0]
        self._rules.check(arrays, self._declared)
        device = arrays["initial_state"].device
        kind, _, index = device.partition(":")
        if kind != "cuda":
            raise NoKernelError(f"{self.op}: the kernels run on CUDA devices, "
                                f"the operands are on {device}")
        sizes = _sizes(arrays, first["state_order"])
        if sizes["B"] == 0:
            return None
        reasons = []
        for variant in self.variants:
            reason = _mismatch(variant, arrays, sizes)
            if reason is None:
                return _bind(variant, arrays, sizes, int(index or 0))
            reasons.append(f"{variant['name']}: {reason}")
        raise NoKernelError(f"{self.op}: no kernel of the package serves these "
                            f"operands; {'; '.join(reasons)}")

    def _function(self, driver: Driver, plan: _Plan) -> Any:
        """The kernel, loaded on the current device, which is the plan's."""
        name = plan.variant["name"]
        function = self._functions.get((plan.device, name))
        if function is None:
            if plan.device not in self._modules:
                self._modules[plan.device] = driver.load(self._ptx)
            function = self._functions[plan.device, name] = driver.function(
                self._modules[plan.device], name)
        return function


def _steps(kernel: Kernel) -> Dict[str, List[Mapping[str, Any]]]:
    """The kernels by what they compute, which operands don't tell."""
    steps: Dict[str, List[Mapping[str, Any]]] = {}
    for variant in kernel.description["kernels"]:
        details = {"state_order": variant["state_order"],
                   **variant["attributes"]}
        text = ", ".join(f"{name} {value}" for name, value in details.items())
        steps.setdefault(f"{variant['op']} ({text})", []).append(variant)
    return steps


def _sizes(arrays: Mapping[str, Array], state_order: str) -> Dict[str, int]:
    """The sizes by the names that a description uses, of operands that keep
    the rules."""
    tokens, width = arrays["mixed_qkv"].shape
    _, heads, rows, columns = arrays["initial_state"].shape
    values, keys = (rows, columns) if state_order == "vk" else (columns, rows)
    return {"B": tokens, "num_q_heads": (width - heads * values) // (2 * keys),
            "num_v_heads": heads, "key_dim": keys, "value_dim": values}


def _mismatch(variant: Mapping[str, Any], arrays: Mapping[str, Array],
              sizes: Mapping[str, int]) -> Optional[str]:
    """Why a kernel can't serve; the conditions of docs/KernelDescription.md."""
    for arg in variant["arguments"]:
        if arg["kind"] == "pointer" and \
                arrays[arg["operand"]].dtype != arg["dtype"]:
            return (f"it reads `{arg['operand']}` as {arg['dtype']} (got "
                    f"{arrays[arg['operand']].dtype})")
    for name, size in variant["sizes"].items():
        if size is not None and sizes[name] != size:
            return f"it is for {name} {size} (got {sizes[name]})"
    for name, stride in variant["strides"].items():
        array = arrays[name]
        if stride is not None and array.shape[0] > 1 and \
                array.strides[0] != stride:
            return (f"it is for a stride of {stride} between the rows of "
                    f"`{name}` (got {array.strides[0]})")
    for name, step in variant["alignment"].items():
        array = arrays[name]
        if array.pointer % step or (len(array.shape) > 1 and
                                    array.strides[0] * array.itemsize % step):
            return f"`{name}` is not aligned to {step} bytes"
    limit = variant["max_states"]
    states = sizes["B"] * sizes["num_v_heads"]
    if limit is not None and states > limit:
        return f"it is for up to {limit} states (got {states})"
    return None


def _bind(variant: Mapping[str, Any], arrays: Mapping[str, Array],
          sizes: Mapping[str, int], device: int) -> _Plan:
    template: List[Optional[int]] = []
    pointers = []
    for arg in variant["arguments"]:
        if arg["kind"] == "pointer":
            template.append(None)
            pointers.append(arg["operand"])
        elif arg["kind"] == "stride":
            template.append(arrays[arg["operand"]].strides[arg["dim"]])
        else:
            template.append(sizes[arg["name"]])
    x, y, z = (evaluate(formula, sizes) for formula in variant["grid"])
    return _Plan(variant, device, (x, y, z), tuple(template),
                 tuple(pointers), ctypes.c_uint64 * len(template),
                 ctypes.c_void_p * len(template))


def _stream_handle(stream: Any, operands: Mapping[str, Any]) -> int:
    """The number of a stream; the current one of the operands' library where
    none is given."""
    if stream is None:
        return _current_stream(operands["initial_state"])
    if isinstance(stream, int):
        return stream
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for attribute in ("cuda_stream", "ptr"):  # torch, CuPy
        if hasattr(stream, attribute):
            return int(getattr(stream, attribute))
    raise TypeError("`stream` must be a number or a CUDA stream (got "
                    f"{type(stream).__name__})")


def _current_stream(x: Any) -> int:
    library = type(x).__module__.partition(".")[0]
    if library == "torch" and x.is_cuda:
        import torch
        return torch.cuda.current_stream(x.device).cuda_stream
    if library == "cupy":
        import cupy
        return cupy.cuda.get_current_stream().ptr
    return 0
