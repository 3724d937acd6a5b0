#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every layout of the reference answers on an NVIDIA GPU, bit for bit.

`build` compiles host code and kernels (as PTX) to a library, on any machine;
`run` needs the library, this repository, Python and the CUDA driver alone.
"""
import argparse
import ctypes
import json
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
GOLDEN = HERE.parent / "test" / "golden"
sys.path.insert(0, str(GOLDEN))
import packed_run  # noqa: E402
import run_layouts  # noqa: E402

TO_KERNELS = """builtin.module(convert-packed-to-linalg,canonicalize,cse,
  one-shot-bufferize{bufferize-function-boundaries
                     function-boundary-type-conversion=identity-layout-map},
  canonicalize,cse,canonicalize,
  func.func(convert-linalg-to-parallel-loops,gpu-map-parallel-loops,
            convert-parallel-loops-to-gpu,llvm-request-c-wrappers),
  lower-affine,canonicalize,cse,gpu-kernel-outlining)"""
TO_LLVM = """builtin.module(nvvm-attach-target{chip=sm_90 features=+ptx80 O=3},
  gpu.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,
             convert-gpu-to-nvvm{index-bitwidth=64},canonicalize,cse,
             reconcile-unrealized-casts),
  expand-strided-metadata,lower-affine,convert-scf-to-cf,arith-expand,
  convert-math-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,
  finalize-memref-to-llvm{use-generic-functions},convert-func-to-llvm,
  gpu-to-llvm{use-bare-pointers-for-kernels=false},
  reconcile-unrealized-casts,gpu-module-to-binary{format=isa})"""


def plan():
    """The module, and per record the function and its sizes."""
    layouts = [
        run_layouts.Layout(record)
        for name in ("sequence.json", "memory_rope.json")
        for record in json.loads((GOLDEN / name).read_text())
        if "ok" in record
    ]
    names, module, calls = {}, "", []
    for layout in layouts:
        op, sizes = layout.dynamic_op()
        if op not in names:
            names[op] = f"f{len(names)}"
            module += run_layouts.function(names[op], op, layout.dynamic_types,
                                           len(sizes))
        calls.append((names[op], layout, sizes))
    return module, calls


def build(options):
    bins = pathlib.Path(options.llvm_bin)
    flat = lambda text: re.sub(r"\s*\n\s*", " ", text)
    kernels = packed_run.run([options.opt, f"--pass-pipeline={flat(TO_KERNELS)}"],
                             plan()[0])
    lowered = packed_run.run([bins / "mlir-opt", f"--pass-pipeline={flat(TO_LLVM)}"],
                             kernels)
    llvm_ir = packed_run.run([bins / "mlir-translate", "--mlir-to-llvmir"], lowered)
    with tempfile.TemporaryDirectory() as folder:
        code = pathlib.Path(folder) / "code.o"
        packed_run.run([bins / "llc", "-relocation-model=pic", "-filetype=obj",
                        "-o", code], llvm_ir)
        packed_run.run([options.cc, "-O2", "-fPIC", "-shared", "-o",
                        options.library, code, HERE / "gpu_layouts_runtime.c",
                        "-ldl", "-lm"])
    print(f"built {options.library}")


def run(options):
    library = ctypes.CDLL(str(pathlib.Path(options.library).resolve()))
    exact = failed = 0
    for name, layout, sizes in plan()[1]:
        ranks = [len(shape) for *_, shape in layout.results]
        memrefs = packed_run.call_for_results(library, name, ranks, sizes)
        bad = layout.compare(memrefs)
        exact, failed = exact + (not bad), failed + bool(bad)
        if bad:
            print(f"{', '.join(bad)} differ in {layout.op}")
    print(f"GPU: {exact} records bit-exact, {failed} not")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    actions = parser.add_subparsers(required=True)
    building = actions.add_parser("build")
    building.add_argument("--opt", required=True, help="path of packed-opt")
    building.add_argument("--llvm-bin", required=True, help="folder of LLVM's tools")
    building.add_argument("--cc", default="cc", help="C compiler")
    building.set_defaults(action=build)
    running = actions.add_parser("run")
    running.set_defaults(action=run)
    for action in (building, running):
        action.add_argument("library", help="the compiled layouts")
    options = parser.parse_args()
    return options.action(options)


if __name__ == "__main__":
    sys.exit(main())
