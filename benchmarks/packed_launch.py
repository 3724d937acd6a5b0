# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what packed-compile wrote: loads the PTX, binds arguments by the JSON
description, picks a variant, launches through the CUDA driver."""

import ctypes
import json
import pathlib

import torch

DESCRIPTION_VERSION = 1
PROGRAMMATIC_STREAM_SERIALIZATION = 6

_cuda = None


class DriverError(RuntimeError):
    pass


def driver():
    """libcuda, with every call checked."""
    global _cuda
    if _cuda is None:
        _cuda = ctypes.CDLL("libcuda.so.1")
        check(_cuda.cuInit(0))
    return _cuda


def check(code):
    if code:
        text = ctypes.c_char_p()
        _cuda.cuGetErrorString(code, ctypes.byref(text))
        raise DriverError(f"{(text.value or b'unknown').decode()} ({code})")


class LaunchAttribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_char * 4),
                ("value", ctypes.c_int), ("rest", ctypes.c_char * 60)]


class LaunchConfig(ctypes.Structure):
    _fields_ = [(f"grid{a}", ctypes.c_uint) for a in "xyz"] + \
               [(f"block{a}", ctypes.c_uint) for a in "xyz"] + \
               [("shared", ctypes.c_uint), ("stream", ctypes.c_void_p),
                ("attributes", ctypes.POINTER(LaunchAttribute)),
                ("numAttributes", ctypes.c_uint)]


def ceildiv(a, b):
    return -(-a // b)


class Kernel:
    """One kernel of a description. `operands` are torch tensors by name."""

    def __init__(self, module, description):
        self.description = description
        self.name = description["name"]
        self.function = ctypes.c_void_p()
        check(driver().cuModuleGetFunction(
            ctypes.byref(self.function), module, self.name.encode()))
        self.pdl = LaunchAttribute(PROGRAMMATIC_STREAM_SERIALIZATION, b"", 1)

    def attribute(self, number):
        value = ctypes.c_int()
        check(driver().cuFuncGetAttribute(ctypes.byref(value), number,
                                          self.function))
        return value.value

    @property
    def registers(self):
        return self.attribute(4)

    @property
    def local_bytes(self):
        return self.attribute(3)

    def sizes(self, operands):
        state = operands["initial_state"]
        heads, values, keys = state.shape[1:]
        if self.description["state_order"] == "kv":
            values, keys = keys, values
        width = operands["mixed_qkv"].shape[1]
        return {"B": operands["mixed_qkv"].shape[0], "num_v_heads": heads,
                "key_dim": keys, "value_dim": values,
                "num_q_heads": (width - heads * values) // (2 * keys)}

    def serves(self, operands):
        """Why the kernel can't run on these tensors; None when it can."""
        d, sizes = self.description, self.sizes(operands)
        for name, value in d["sizes"].items():
            if value is not None and sizes[name] != value:
                return f"{name} is {sizes[name]}, not {value}"
        for name, bytes_ in d["alignment"].items():
            t = operands[name]
            if t.data_ptr() % bytes_ or \
                    (t.dim() > 1 and t.stride(0) * t.element_size() % bytes_):
                return f"{name} is not aligned to {bytes_} bytes"
        for name, value in d["strides"].items():
            t = operands[name]
            if value is not None and t.stride(0) != value and t.shape[0] > 1:
                return f"{name} has stride {t.stride(0)}, not {value}"
        limit = d["max_states"]
        if limit is not None and sizes["B"] * sizes["num_v_heads"] > limit:
            return f"more than {limit} states"
        return None

    def bind(self, operands):
        """A function of a stream that launches on these tensors."""
        sizes = self.sizes(operands)
        values = []
        for arg in self.description["arguments"]:
            if arg["kind"] == "pointer":
                values.append(ctypes.c_uint64(operands[arg["operand"]].data_ptr()))
            elif arg["kind"] == "stride":
                values.append(ctypes.c_int64(
                    operands[arg["operand"]].stride(arg["dim"])))
            else:
                values.append(ctypes.c_int32(sizes[arg["name"]]))
        pointers = (ctypes.c_void_p * len(values))(
            *[ctypes.cast(ctypes.byref(v), ctypes.c_void_p) for v in values])
        grid = eval(self.description["grid"][0], {"ceildiv": ceildiv}, sizes)
        config = LaunchConfig(grid, 1, 1, *self.description["block"], 0)
        if self.description["pdl"]:
            config.attributes = ctypes.pointer(self.pdl)
            config.numAttributes = 1
        keep = (values, operands)

        def launch(stream, _keep=keep):
            config.stream = stream
            check(driver().cuLaunchKernelEx(ctypes.byref(config),
                                            self.function, pointers, None))
        return launch


class Package:
    """A PTX file and its description."""

    def __init__(self, path):
        torch.cuda.synchronize()  # makes the context that the module goes to
        path = pathlib.Path(path)
        description = json.loads(path.read_text())
        if description["version"] != DESCRIPTION_VERSION:
            raise ValueError(f"description version {description['version']}")
        self.module = ctypes.c_void_p()
        ptx = (path.parent / description["artifact"]).read_bytes()
        check(driver().cuModuleLoadData(ctypes.byref(self.module),
                                        ctypes.c_char_p(ptx + b"\0")))
        self.kernels = [Kernel(self.module, k) for k in description["kernels"]]

    def pick(self, operands):
        """The first kernel that serves the tensors: the description lists them
        in the order in which they are to be tried."""
        reasons = []
        for kernel in self.kernels:
            reason = kernel.serves(operands)
            if reason is None:
                return kernel
            reasons.append(f"{kernel.name}: {reason}")
        raise ValueError("no kernel serves these tensors: " + "; ".join(reasons))
