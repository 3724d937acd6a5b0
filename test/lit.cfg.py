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
    ("%root", config.packed_source_dir),
    ("%python", config.python_executable),
]

# PyTorch and torch-mlir are too large for the set-up; see requirements-torch.txt.
if not subprocess.call(
    [
        config.python_executable,
        "-c",
        "import importlib.util as u, sys; "
        "sys.exit(not all(map(u.find_spec, ['torch', 'torch_mlir'])))",
    ]
):
    config.available_features.add("torch-mlir")
