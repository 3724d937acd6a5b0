# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles modules of packed ops to a shared library and calls it by ctypes.

Memrefs cross the border as MLIR's descriptors: allocated and aligned pointer,
offset, sizes, strides.
"""

import ctypes
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile


class Tools:
    """Where packed-opt, LLVM's tools and a C compiler (to link) are."""

    def __init__(self, opt, llvm_bin, cc, sanitize=False):
        self.opt = opt
        self.llvm_bin = pathlib.Path(llvm_bin)
        self.cc = cc
        self.sanitize = sanitize

    @staticmethod
    def add_arguments(parser):
        parser.add_argument("--opt", required=True, help="path of packed-opt")
        parser.add_argument("--llvm-bin", required=True, help="folder of LLVM's tools")
        parser.add_argument("--cc", default="cc", help="C compiler, used to link")
        parser.add_argument("--sanitize", action="store_true", help="use AddressSanitizer")

    @classmethod
    def of(cls, options):
        tools = cls(options.opt, options.llvm_bin, options.cc, options.sanitize)
        tools.restart_with_checked_memory()
        return tools

    def restart_with_checked_memory(self):
        """Restarts this process with memory in which mistakes show: fresh memory
        holds garbage, or AddressSanitizer guards it."""
        environment = {"MALLOC_PERTURB_": "165"}
        if self.sanitize:
            runtime = run([self.cc, "-print-file-name=libclang_rt.asan-x86_64.so"]).strip()
            if not pathlib.Path(runtime).exists():
                runtime = run([self.cc, "-print-file-name=libasan.so"]).strip()
            environment = {
                "LD_PRELOAD": runtime,
                "ASAN_OPTIONS": "detect_leaks=0:allow_user_poisoning=0",
                "PYTHONMALLOC": "malloc",
            }
        if not environment.items() <= os.environ.items():
            os.environ.update(environment)
            os.execv(sys.executable, [sys.executable, *sys.argv])


def run(command, text=None):
    # Tools are not what is checked.
    environment = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    done = subprocess.run(command, input=text, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{done.stderr[-4000:]}")
    return done.stdout


def lower(tools, module, options=""):
    """LLVM IR of a module, by the pipeline packed-to-llvm."""
    pipeline = f"--packed-to-llvm=emit-c-interface {options}"
    llvm_dialect = run([tools.opt, pipeline], module)
    return run([tools.llvm_bin / "mlir-translate", "--mlir-to-llvmir"], llvm_dialect)


def compile_module(tools, module, options="", optimize=0, support=None):
    """The functions of a module, as a library. `optimize` is opt's level;
    `support` is C code with `counted_malloc` and `counted_free`, to allocate
    with."""
    llvm_ir = lower(tools, module, options)
    if support:
        for name in ("malloc", "free"):
            llvm_ir = llvm_ir.replace(f"@{name}(", f"@counted_{name}(")
    passes = []
    if tools.sanitize:
        pattern = r"^(define .*?)( !dbg.*)?\{$"
        llvm_ir = re.sub(pattern, r"\1 sanitize_address {", llvm_ir, flags=re.M)
        passes.append("asan")
    if optimize:
        passes.append(f"default<O{optimize}>")
    if passes:
        # Without a target there are no vectors and a wrong map of shadow memory.
        host = run([tools.llvm_bin / "llvm-config", "--host-target"]).strip()
        opt = [tools.llvm_bin / "opt", "-S", f"-mtriple={host}"]
        llvm_ir = run([*opt, f"-passes={','.join(passes)}"], llvm_ir)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="packed-"))
    code, library = folder / "code.o", folder / "code.so"
    llc = [tools.llvm_bin / "llc", "-relocation-model=pic", "-filetype=obj"]
    run([*llc, f"-O{optimize}", "-o", code], llvm_ir)
    sources = []
    if support:
        sources = [folder / "support.c"]
        sources[0].write_text(support)
    # Conversions between f32 and bf16 that the code generator may add.
    utils = tools.llvm_bin.parent / "lib" / "libmlir_float16_utils.so"
    link = [tools.cc, "-O2", "-fPIC", "-shared", f"-Wl,-rpath,{utils.parent}"]
    run([*link, "-o", library, code, *sources, utils, "-lm"])
    return ctypes.CDLL(str(library))


def memref_type(rank):
    """The descriptor of a ranked memref."""

    class MemRef(ctypes.Structure):
        _fields_ = [
            ("allocated", ctypes.c_void_p),
            ("aligned", ctypes.c_void_p),
            ("offset", ctypes.c_int64),
            ("sizes", ctypes.c_int64 * rank),
            ("strides", ctypes.c_int64 * rank),
        ]

    return MemRef


def describe(buffer, shape, strides=None):
    """A descriptor of `buffer` (a bytearray, which must outlive it)."""
    if strides is None:
        strides = [math.prod(shape[i + 1 :]) for i in range(len(shape))]
    address = ctypes.addressof((ctypes.c_char * len(buffer)).from_buffer(buffer))
    rank = len(shape)
    array = ctypes.c_int64 * rank
    return memref_type(rank)(address, address, 0, array(*shape), array(*strides))


def read(memref, item_bytes):
    """Shape and bytes of a contiguous memref."""
    shape = list(memref.sizes)
    count = math.prod(shape)
    start = memref.aligned + memref.offset * item_bytes if count else 0
    return shape, ctypes.string_at(start, count * item_bytes) if count else b""


def call_for_results(library, name, ranks, sizes=()):
    """Calls a function from sizes to memrefs of the given ranks."""
    fields = [(f"r{i}", memref_type(rank)) for i, rank in enumerate(ranks)]
    results = type("Results", (ctypes.Structure,), {"_fields_": fields})()
    function = getattr(library, f"_mlir_ciface_{name}")
    function(ctypes.byref(results), *map(ctypes.c_int64, sizes))
    return [getattr(results, field) for field, _ in fields]


def free(memrefs, counted=None):
    """Frees results; `counted` is a library with `counted_free`."""
    release = counted.counted_free if counted else ctypes.CDLL(None).free
    release.argtypes = [ctypes.c_void_p]
    # Equal results, two empty ones say, may share their memory.
    for allocated in {memref.allocated for memref in memrefs}:
        release(allocated)


def call(library, name, memrefs):
    """Calls a function from memrefs to nothing."""
    getattr(library, f"_mlir_ciface_{name}")(*map(ctypes.byref, memrefs))
