# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a launcher sees of an array, whichever library it comes from."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple, Sequence

# The types that kernels know: MLIR's names by the names of torch and NumPy.
DTYPES = {"float16": "f16", "bfloat16": "bf16", "float32": "f32",
          "float64": "f64", "int8": "i8", "int16": "i16", "int32": "i32",
          "int64": "i64", "uint8": "ui8", "bool": "i1"}
# Bytes of an element, by MLIR's names.
BYTES = {"f16": 2, "bf16": 2, "f32": 4, "f64": 8, "i8": 1, "i16": 2, "i32": 4,
         "i64": 8, "ui8": 1, "i1": 1}


class Array(NamedTuple):
    """Shape and strides (in elements), `dtype` by its MLIR name (`bf16`),
    `device` as `cuda:0` or `cpu`, and the address of the first element (0 while
    a program is traced)."""
    shape: Sequence[int]
    strides: Sequence[int]
    dtype: str
    device: str
    pointer: int = 0

    @property
    def itemsize(self) -> int:
        """Bytes of an element. Raises KeyError for a type not in BYTES."""
        return BYTES[self.dtype]


def view(x: Any, stream: int = 0, name: str = "array") -> Array:
    """The view of a torch tensor, or of anything that speaks DLPack (CuPy, JAX,
    NumPy). The data is ready for work on `stream`. Raises TypeError for
    anything else."""
    data_ptr = getattr(x, "data_ptr", None)
    if data_ptr is not None:  # of torch; much faster than by DLPack
        return Array(x.shape, x.stride(), torch_dtype(x.dtype),
                     torch_device(x.device), data_ptr())
    if hasattr(x, "__dlpack__"):
        return _from_dlpack(x, stream, name)
    raise TypeError(f"`{name}` must be a torch tensor or speak DLPack (got "
                    f"{type(x).__name__})")


_torch_dtypes: dict = {}
_torch_devices: dict = {}


def torch_device(device: Any) -> str:
    """`cuda:0` for torch.device("cuda", 0)."""
    name = _torch_devices.get(device)
    if name is None:
        name = _torch_devices[device] = str(device)
    return name


def torch_dtype(dtype: Any) -> str:
    """`bf16` for torch.bfloat16; an unknown one under torch's name."""
    name = _torch_dtypes.get(dtype)
    if name is None:
        name = str(dtype).rpartition(".")[2]
        name = _torch_dtypes[dtype] = DTYPES.get(name, name)
    return name


# DLPack 0.x and 1.x both begin their capsule "dltensor" with a DLTensor.
class _DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32),
                ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


_KINDS = {0: "i", 1: "ui", 2: "f", 4: "bf", 6: "i"}
_DEVICES = {1: "cpu", 2: "cuda", 3: "cuda_host", 10: "rocm", 13: "cuda"}
_CPU = 1

_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype = ctypes.c_void_p
_get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def _from_dlpack(x: Any, stream: int, name: str) -> Array:
    # The capsule is not consumed: it dies here, and with it its reference. The
    # caller keeps the array itself for as long as the launch takes.
    kind, index = x.__dlpack_device__()
    if kind == _CPU:
        capsule = x.__dlpack__()
    else:  # 1 is DLPack's name for the legacy default stream
        capsule = x.__dlpack__(stream=stream or 1)
    t = _DLTensor.from_address(_get_pointer(capsule, b"dltensor"))
    if t.lanes != 1:
        raise TypeError(f"`{name}` has elements of {t.lanes} lanes")
    shape = tuple(t.shape[:t.ndim])
    if t.strides:
        strides = tuple(t.strides[:t.ndim])
    else:
        strides = dense_strides(shape)
    device = _DEVICES.get(kind, f"dlpack{kind}")
    if device == "cuda":
        device += f":{index}"
    bits = 1 if t.code == 6 else t.bits
    return Array(shape, strides, f"{_KINDS.get(t.code, 'opaque')}{bits}",
                 device, (t.data or 0) + t.byte_offset)


def dense_strides(shape: Sequence[int]) -> tuple:
    """Row-major strides, in elements."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))
