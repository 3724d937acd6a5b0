# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The decode steps that are benchmarked and checked, as .mlir files.

Run with a folder to write them there."""

import dataclasses
import pathlib
import sys


@dataclasses.dataclass(frozen=True)
class Step:
    """A decode step; a size of None is dynamic."""
    kda: bool = False
    H: int = 16
    HV: int = 32
    K: int = 128
    V: int = 128
    state: str = "f32"
    io: str = "bf16"
    out: str = ""
    gates: str = "f32"
    index: str = "i32"
    norm: bool = True
    lower_bound: float = None
    scale: float = None
    order: str = "vk"
    dynamic: bool = False
    schedule: str = ""
    batch: int = None

    @property
    def name(self):
        sizes = f"{self.H}_{self.HV}_{self.K}_{self.V}"
        parts = ["kda" if self.kda else "gdn", sizes, self.state, self.io]
        parts += [self.out] if self.out else []
        parts += [self.gates] if self.gates != "f32" else []
        parts += [self.index] if self.index != "i32" else []
        parts += ["raw"] if not self.norm else []
        parts += ["bound"] if self.lower_bound is not None else []
        parts += ["scaled"] if self.scale is not None else []
        parts += ["kv"] if self.order != "vk" else []
        parts += ["dynamic"] if self.dynamic else []
        parts += ["given"] if self.schedule else []
        parts += [f"b{self.batch}"] if self.batch else []
        return "_".join(parts)

    def mlir(self):
        """A function of strided buffers with a dynamic batch."""
        def dim(n):
            return "?" if self.dynamic else str(n)
        batch = self.batch or "?"
        width, heads = 2 * self.H * self.K + self.HV * self.V, dim(self.HV)
        channels = dim(self.HV * self.K)
        wide = channels if self.kda else heads
        rows, columns = (dim(self.V), dim(self.K)) if self.order == "vk" \
            else (dim(self.K), dim(self.V))
        inner = "?, ?" if self.dynamic else f"{self.V * self.K}, {columns}"
        out = self.out or self.io
        outStrides = "?, ?, ?, 1" if self.dynamic else \
            f"{self.HV * self.V}, {self.HV * self.V}, {self.V}, 1"
        types = {
            "qkv": f"memref<{batch}x{dim(width)}x{self.io}, strided<[?, 1]>>",
            "a": f"memref<{batch}x{wide}x{self.io}, strided<[?, 1]>>",
            "b": f"memref<{batch}x{heads}x{self.io}, strided<[?, 1]>>",
            "A_log": f"memref<{heads}x{self.gates}>",
            "dt_bias": f"memref<{wide}x{self.gates}>",
            "slots": f"memref<{batch}x{self.index}>",
            "out": f"memref<{batch}x1x{heads}x{dim(self.V)}x{out}, "
                   f"strided<[{outStrides}]>>",
            "pool": f"memref<?x{heads}x{rows}x{columns}x{self.state}, "
                    f"strided<[?, {inner}, 1]>>",
        }
        attributes = []
        if self.norm:
            attributes.append("use_qk_l2norm")
        if self.scale is not None:
            attributes.append(f"scale = {self.scale} : f32")
        if self.lower_bound is not None:
            attributes.append(f"lower_bound = {self.lower_bound} : f32")
        if self.order != "vk":
            attributes.append(f"state_order = #packed.state_order<{self.order}>")
        if self.dynamic:
            attributes.append(f"num_q_heads = {self.H} : i64")
        if self.schedule:
            attributes.append(f"packed.schedule = #packed.schedule<{self.schedule}>")
        parameters = ", ".join(f"%{n}: {t}" for n, t in types.items())
        return f"""func.func @decode({parameters}) {{
  packed.{"kda" if self.kda else "gdn"}_decode qkv(%qkv : {types["qkv"]})
      gates(%a, %b, %A_log, %dt_bias : {types["a"]}, {types["b"]},
            {types["A_log"]}, {types["dt_bias"]})
      state(%pool[%slots] : {types["pool"]}, {types["slots"]})
      out(%out : {types["out"]}) {{{", ".join(attributes)}}}
  return
}}
"""


def benchmarked():
    for kda in (False, True):
        for H, HV in ((16, 32), (16, 48), (4, 8)):
            for state in ("f32", "bf16"):
                yield Step(kda=kda, H=H, HV=HV, state=state)


def checked():
    yield from benchmarked()
    for kda in (False, True):
        for K, V in ((48, 96), (40, 24), (96, 48), (24, 40), (64, 64),
                     (256, 32), (512, 16), (127, 33), (2048, 8)):
            for state in ("f32", "bf16"):
                yield Step(kda=kda, H=2, HV=4, K=K, V=V, state=state)
        for ratio in (1, 3, 4, 8):
            yield Step(kda=kda, H=2, HV=2 * ratio, state="bf16")
        yield Step(kda=kda, H=2, HV=4, io="f32")
        yield Step(kda=kda, H=2, HV=4, out="f32")
        yield Step(kda=kda, H=2, HV=4, state="bf16", out="f32")
        yield Step(kda=kda, H=2, HV=4, state="f16", io="f16", gates="f16")
        yield Step(kda=kda, H=2, HV=4, gates="bf16", index="i64")
        yield Step(kda=kda, H=2, HV=4, norm=False, scale=0.25, io="f32")
        yield Step(kda=kda, H=2, HV=4, order="kv", K=64, V=96)
        yield Step(kda=kda, H=2, HV=4, K=64, V=96, dynamic=True)
        yield Step(kda=kda, H=2, HV=4, K=64, V=96, dynamic=True, state="bf16",
                   order="kv")
        yield Step(kda=kda, H=2, HV=4, state="f32", schedule="warps = 3, "
                   "rows_per_warp = 12, lanes_per_row = 8, cache = streaming")
    yield Step(kda=True, H=2, HV=4, lower_bound=-5.0, io="f32")
    yield Step(kda=True, H=2, HV=4, lower_bound=-5.0, state="bf16")


def golden():
    """The steps of the golden cases: (case, step)."""
    import json
    cases = pathlib.Path(__file__).parent.parent / "test/golden"
    names = {"float32": "f32", "bfloat16": "bf16", "float16": "f16"}
    for c in json.loads((cases / "decode_numeric.json").read_text()):
        yield c, Step(
            kda="kda" in c["function"], H=c["H"], HV=c["HV"], K=c["K"],
            V=c["V"], state=names[c["state"]], io=names[c["io"]], out="f32",
            norm=c["use_qk_l2norm_in_kernel"], lower_bound=c["lower_bound"],
            scale=c["scale"], index="i32")


def main(folder):
    folder = pathlib.Path(folder)
    for prefix, steps in (("bench", benchmarked()), ("check", checked()),
                          ("golden", (s for _, s in golden()))):
        for step in steps:
            (folder / f"{prefix}_{step.name}.mlir").write_text(step.mlir())


if __name__ == "__main__":
    main(sys.argv[1])
