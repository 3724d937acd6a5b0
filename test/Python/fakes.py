# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays that exist on no device, for the launcher's tests."""

import contextlib
import ctypes

from packed_mlir.arrays import dense_strides
from packed_mlir.decode import DecodeStep

TORCH_NAMES = {"bf16": "torch.bfloat16", "f16": "torch.float16",
               "f32": "torch.float32", "f64": "torch.float64",
               "i16": "torch.int16", "i32": "torch.int32",
               "i64": "torch.int64"}

STEP = DecodeStep("gdn_decode", H=2, HV=4, K=64, V=64, use_qk_l2norm=True,
                  dtypes={"mixed_qkv": "bf16", "a": "bf16", "b": "bf16",
                          "A_log": "f32", "dt_bias": "f32",
                          "ssm_state_indices": "i32", "out": "bf16",
                          "initial_state": "f32"})


class FakeTensor:
    """What the launcher asks of a torch tensor."""

    def __init__(self, shape, dtype, strides=None, device="cuda:0",
                 pointer=1 << 20):
        self.shape = tuple(shape)
        self.strides = dense_strides(shape) if strides is None else strides
        self.dtype = TORCH_NAMES[dtype]
        self.device = device
        self.pointer = pointer

    def stride(self):
        return self.strides

    def data_ptr(self):
        return self.pointer

    def memref(self):
        """The same as a type; devices are memory spaces."""
        names = {name: short for short, name in TORCH_NAMES.items()}
        space = int(self.device.partition(":")[2] or 7)
        dims = "".join(f"{size}x" for size in self.shape)
        return (f"memref<{dims}{names[self.dtype]}, "
                f"strided<{list(self.strides)}>, {space}>")


def make_operands(step=STEP, batch=4, slots=9, **changed):
    """Operands that keep every rule, but for those that are `changed`."""
    H, HV, K, V, dtypes = step.H, step.HV, step.K, step.V, step.dtypes
    gates = HV * K if step.op == "kda_decode" else HV
    shapes = {"mixed_qkv": (batch, 2 * H * K + HV * V), "a": (batch, gates),
              "b": (batch, HV), "A_log": (HV,), "dt_bias": (gates,),
              "ssm_state_indices": (batch,), "out": (batch, 1, HV, V),
              "initial_state": (slots, HV, V, K)}
    operands = {name: FakeTensor(shape, dtypes[name])
                for name, shape in shapes.items()}
    operands.update(changed)
    return operands


class FakeDriver:
    """Keeps what it is asked to launch."""

    def __init__(self):
        self.launches = []
        self.loads = 0

    @contextlib.contextmanager
    def device(self, index):
        self.current = index
        yield

    def load(self, ptx):
        self.loads += 1
        return self.current

    def function(self, module, name):
        return module, name

    def launch(self, function, grid, block, shared, stream, arguments, pdl):
        self.launches.append({"function": function, "grid": grid,
                              "block": block, "stream": stream,
                              "arguments": arguments, "pdl": pdl})

    def read_words(self, count):
        """The arguments of a launch that still goes on."""
        pointers = (ctypes.c_void_p * count).from_address(
            self.launches[-1]["arguments"])
        return [ctypes.c_uint64.from_address(p).value for p in pointers]
