# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The four calls that a launcher makes of a CUDA driver, over cuda.bindings
where that is installed, else over CuPy."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator, Protocol, Tuple

Dim3 = Tuple[int, int, int]


class Driver(Protocol):
    """What a launcher asks of a driver. Modules and functions are of the
    driver's own kinds; a call that the driver refuses raises its error."""

    def device(self, index: int) -> Any:
        """A context manager: device `index` is current inside of it."""

    def load(self, ptx: str) -> Any:
        """Loads a module on the current device."""

    def function(self, module: Any, name: str) -> Any:
        """A kernel of a module."""

    def launch(self, function: Any, grid: Dim3, block: Dim3, shared: int,
               stream: int, arguments: int, pdl: bool) -> None:
        """Launches. `arguments` is the address of an array of pointers to the
        arguments; `pdl` asks for a programmatic dependent launch."""


class BindingsDriver:
    """Over cuda.bindings."""

    def __init__(self) -> None:
        from cuda.bindings import driver
        self._cuda = driver
        self._contexts: dict = {}
        self._check(driver.cuInit(0))

    def _check(self, result: tuple) -> Any:
        code, *values = result
        if code != self._cuda.CUresult.CUDA_SUCCESS:
            _, text = self._cuda.cuGetErrorString(code)
            raise RuntimeError(f"CUDA: {(text or b'').decode()} ({code.name})")
        return values[0] if values else None

    def _context(self, index: int) -> Any:
        if index not in self._contexts:
            device = self._check(self._cuda.cuDeviceGet(index))
            self._contexts[index] = self._check(
                self._cuda.cuDevicePrimaryCtxRetain(device))
        return self._contexts[index]

    @contextlib.contextmanager
    def device(self, index: int) -> Iterator[None]:
        context = self._context(index)
        if int(self._check(self._cuda.cuCtxGetCurrent())) == int(context):
            yield
            return
        self._check(self._cuda.cuCtxPushCurrent(context))
        try:
            yield
        finally:
            self._check(self._cuda.cuCtxPopCurrent())

    def load(self, ptx: str) -> Any:
        return self._check(self._cuda.cuModuleLoadData(ptx.encode() + b"\0"))

    def function(self, module: Any, name: str) -> Any:
        return self._check(
            self._cuda.cuModuleGetFunction(module, name.encode()))

    def launch(self, function: Any, grid: Dim3, block: Dim3, shared: int,
               stream: int, arguments: int, pdl: bool) -> None:
        if not pdl:
            self._check(self._cuda.cuLaunchKernel(
                function, *grid, *block, shared, stream, arguments, 0))
            return
        attribute = self._cuda.CUlaunchAttribute()
        attribute.id = self._cuda.CUlaunchAttributeID \
            .CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
        attribute.value.programmaticStreamSerializationAllowed = 1
        config = self._cuda.CUlaunchConfig()
        config.gridDimX, config.gridDimY, config.gridDimZ = grid
        config.blockDimX, config.blockDimY, config.blockDimZ = block
        config.sharedMemBytes = shared
        config.hStream = stream
        config.attrs = [attribute]
        config.numAttrs = 1
        self._check(self._cuda.cuLaunchKernelEx(config, function, arguments, 0))


class CupyDriver:
    """Over CuPy, which has no launch attributes: a kernel compiled for
    dependent launches runs as any other."""

    def __init__(self) -> None:
        import cupy
        self._cupy, self._cuda = cupy, cupy.cuda.driver

    def device(self, index: int) -> Any:
        return self._cupy.cuda.Device(index)

    def load(self, ptx: str) -> Any:
        self._cupy.cuda.runtime.free(0)  # makes the context
        return self._cuda.moduleLoadData(ptx.encode() + b"\0")

    def function(self, module: Any, name: str) -> Any:
        return self._cuda.moduleGetFunction(module, name)

    def launch(self, function: Any, grid: Dim3, block: Dim3, shared: int,
               stream: int, arguments: int, pdl: bool) -> None:
        self._cuda.launchKernel(function, *grid, *block, shared, stream,
                                arguments, 0)


_default = None


def get_driver() -> Driver:
    """The driver of this process. Raises ImportError where neither package is
    installed."""
    global _default
    if _default is None:
        for kind in (BindingsDriver, CupyDriver):
            try:
                _default = kind()
                break
            except ImportError:
                continue
        else:
            raise ImportError("launching needs the package cuda-bindings or "
                              "CuPy; neither is installed")
    return _default
