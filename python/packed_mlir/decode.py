# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decode steps as IR, from sizes and dtypes."""

from __future__ import annotations

import dataclasses
from typing import Mapping, Optional

__all__ = ["DecodeStep"]


@dataclasses.dataclass(frozen=True)
class DecodeStep:
    """One decode op with any batch, any number of slots and any distance
    between rows: what a layer of a model needs one kernel for.

    `op` is `gdn_decode` or `kda_decode`; H query heads, HV value heads, head
    dims K and V; `dtypes` gives the MLIR name of each operand's element type.
    The attributes are those of the op (docs: packed.gdn_decode)."""
    op: str
    H: int
    HV: int
    K: int
    V: int
    dtypes: Mapping[str, str]
    scale: Optional[float] = None
    use_qk_l2norm: bool = False
    state_order: str = "vk"
    lower_bound: Optional[float] = None

    def types(self) -> Mapping[str, str]:
        """The memref type of each operand."""
        H, HV, K, V = self.H, self.HV, self.K, self.V
        gates = HV * K if self.op == "kda_decode" else HV
        rows, columns = (V, K) if self.state_order == "vk" else (K, V)
        shapes = {
            "mixed_qkv": (f"?x{2 * H * K + HV * V}", "[?, 1]"),
            "a": (f"?x{gates}", "[?, 1]"),
            "b": (f"?x{HV}", "[?, 1]"),
            "A_log": (f"{HV}", ""),
            "dt_bias": (f"{gates}", ""),
            "ssm_state_indices": ("?", "[?]"),
            "out": (f"?x1x{HV}x{V}", f"[{HV * V}, {HV * V}, {V}, 1]"),
            "initial_state": (f"?x{HV}x{rows}x{columns}",
                              f"[?, {V * K}, {columns}, 1]"),
        }
        return {name: f"memref<{shape}x{self.dtypes[name]}" +
                (f", strided<{strides}>>" if strides else ">")
                for name, (shape, strides) in shapes.items()}

    def ir(self) -> str:
        """The text of a module that holds the step."""
        t = self.types()
        attributes = [f"num_q_heads = {self.H} : i64"]
        if self.use_qk_l2norm:
            attributes.append("use_qk_l2norm")
        if self.scale is not None:
            attributes.append(f"scale = {self.scale:.17e} : f32")
        if self.lower_bound is not None:
            attributes.append(f"lower_bound = {self.lower_bound:.17e} : f32")
        if self.state_order != "vk":
            attributes.append(
                f"state_order = #packed.state_order<{self.state_order}>")
        parameters = ", ".join(f"%{name}: {type_}" for name, type_ in t.items())
        return f"""func.func @{self.op}({parameters}) {{
  packed.{self.op} qkv(%mixed_qkv : {t["mixed_qkv"]})
      gates(%a, %b, %A_log, %dt_bias : {t["a"]}, {t["b"]}, {t["A_log"]},
            {t["dt_bias"]})
      state(%initial_state[%ssm_state_indices] : {t["initial_state"]},
            {t["ssm_state_indices"]})
      out(%out : {t["out"]}) {{{", ".join(attributes)}}}
  return
}}
"""
