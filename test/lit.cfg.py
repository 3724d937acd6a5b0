# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How lit runs the tests of packed-mlir.
import os
import subprocess

import lit.formats

config.name = "packed-mlir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "lib", "golden", "unit", "Package", "Python"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.packed_build_dir, "test")

config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.packed_build_dir, "bin"),
        config.llvm_tools_dir,
        config.environment.get("PATH", os.environ.get("PATH", "")),
    ]
)
config.substitutions += [
    ("%plugin", os.path.join(config.packed_build_dir, "lib", "PackedPlugin.so")),
    ("%llvm_lib", os.path.join(os.path.dirname(config.llvm_tools_dir), "lib")),
    ("%packed_bin", os.path.join(config.packed_build_dir, "bin")),
    ("%root", config.packed_source_dir),
    ("%python", config.python_executable),
]


def find_modules(*names):
    """Where the Python of the tests has these modules; None unless it has all."""
    code = (
        "import importlib.util as u, sys\n"
        "specs = [u.find_spec(name) for name in sys.argv[1:]]\n"
        "print(*(spec.submodule_search_locations[0] for spec in specs), sep='\\n')"
    )
    run = subprocess.run(
        [config.python_executable, "-c", code, *names], capture_output=True, text=True
    )
    return run.stdout.splitlines() if run.returncode == 0 else None


if config.is_sanitized:
    config.available_features.add("sanitized")

# PyTorch and torch-mlir are too large for the set-up; see requirements-torch.txt.
if find_modules("torch", "torch_mlir"):
    config.available_features.add("torch-mlir")

# NVIDIA's assembler, as a Python package.
cuda_home = find_modules("nvidia.cuda_nvcc")
if cuda_home:
    config.available_features.add("ptxas")
    config.environment["CUDA_HOME"] = cuda_home[0]
