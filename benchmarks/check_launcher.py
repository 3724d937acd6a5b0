# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks packed_mlir's launcher and operators on the GPU.

    check_launcher.py PACKAGE.json [PDL_PACKAGE.json]

The packages are those of gpu_decode_loop.py. Runs them over each driver that is
installed, on torch and CuPy arrays, on streams of the caller's, and compares
with float64; then plants errors, under a tracer too."""

import pathlib
import sys

import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "python"))

import packed_mlir  # noqa: E402
from decode_data import make_step, reference, relative_error  # noqa: E402
from packed_mlir import driver as drivers  # noqa: E402
from packed_mlir import torch as packed_torch  # noqa: E402

SHAPE = (16, 32, 128, 128)
failures = []


def expect(good, what):
    print("OK  " if good else "FAIL", what, flush=True)
    if not good:
        failures.append(what)


def run(launch, what, batch=5, **options):
    """One launch on fresh data, against float64."""
    t = make_step(batch, *SHAPE, slots=batch + 3, **options)
    t["ssm_state_indices"][0] = -1
    out, states, live = reference(t)
    launch(t)
    torch.cuda.synchronize()
    slots = t["ssm_state_indices"].long()[live]
    errors = (relative_error(t["out"].view(out.shape), out),
              relative_error(t["initial_state"][slots], states))
    expect(errors[0] < 5e-3 and errors[1] < 1e-6,
           f"{what}: out {errors[0]:.1e}, state {errors[1]:.1e}")


def make_drivers():
    found = []
    for kind in (drivers.BindingsDriver, drivers.CupyDriver):
        try:
            found.append(kind())
        except ImportError as error:
            print("not installed:", error)
    return found


def check_driver(path, driver):
    launcher = packed_mlir.Launcher(packed_mlir.Kernel.load(path),
                                    driver=driver)
    name = f"{path.stem} {type(driver).__name__}"
    run(lambda t: launcher(**t), name)
    run(lambda t: launcher(**t), f"{name}, unaligned rows", row_pad=1)
    run(lambda t: launcher(**t), f"{name}, many states", batch=300)
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    run(lambda t: launcher(**t, stream=stream), f"{name}, a stream given")

    def under(t):
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            launcher(**t)
    run(under, f"{name}, the current stream")


def check_cupy(path):
    """CuPy arrays have no bf16 of their own: the whole step by DLPack, from
    tensors that are hidden behind that protocol."""
    class OnlyDLPack:
        def __init__(self, tensor):
            self.tensor = tensor

        def __dlpack__(self, **keywords):
            return self.tensor.__dlpack__(**keywords)

        def __dlpack_device__(self):
            return self.tensor.__dlpack_device__()
    launcher = packed_mlir.Launcher(packed_mlir.Kernel.load(path))
    run(lambda t: launcher(**{n: OnlyDLPack(x) for n, x in t.items()}),
        "arrays by DLPack")
    try:
        import cupy
    except ImportError as error:
        print("not installed:", error)
        return

    def mixed(t):
        launcher(**{n: cupy.from_dlpack(x) if x.dtype != torch.bfloat16 else x
                    for n, x in t.items()})
    run(mixed, "CuPy and torch arrays")


def check_operator(path):
    packed_torch.register(packed_mlir.Kernel.load(path))

    def operator(t):
        packed_torch.gdn_decode(**t, use_qk_l2norm=True)
    run(operator, "torch.ops.packed.gdn_decode")
    run(torch.compile(operator, fullgraph=True), "the same by torch.compile")

    class Step(torch.nn.Module):
        def forward(self, t):
            operator(t)
            return t["out"] * 1
    t = make_step(4, *SHAPE, slots=6)
    batch = torch.export.Dim("B", min=2, max=4096)
    first = {n: {0: batch} for n in ("mixed_qkv", "a", "b",
                                     "ssm_state_indices", "out")}
    first["initial_state"] = {0: torch.export.Dim("slots", min=2)}
    shapes = {"t": {n: first.get(n) for n in t}}
    program = torch.export.export(Step(), (t,), dynamic_shapes=shapes)
    run(lambda t: program.module()(t), "the same by torch.export, batch open",
        batch=7)
    broken = dict(t, b=t["b"][:3])
    text = ("Mismatched batch sizes: mixed_qkv.shape[0]=4, a.shape[0]=4, "
            "b.shape[0]=3.")
    for how, trace in (
            ("torch.compile", lambda: torch.compile(operator)(broken)),
            ("torch.export",
             lambda: torch.export.export(Step(), (broken,))),
            ("a launch", lambda: operator(broken))):
        try:
            trace()
        except Exception as error:
            refused = text in str(error)
            expect(refused, f"{how} refuses a broken step" +
                   ("" if refused else f", but says: {error}"))
        else:
            expect(False, f"{how} refuses a broken step")


def main():
    print(torch.cuda.get_device_name(), "torch", torch.__version__)
    paths = [pathlib.Path(path) for path in sys.argv[1:]]
    for driver in make_drivers():
        for path in paths:
            check_driver(path, driver)
    check_cupy(paths[0])
    check_operator(paths[0])
    print("all right" if not failures else f"{len(failures)} failures")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
