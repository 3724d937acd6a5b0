# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The launcher, without a GPU: what it refuses, what it would launch."""

import dataclasses
import json
import pathlib
import tempfile
import unittest

import numpy
import packed_mlir
from packed_mlir.formula import evaluate

from fakes import STEP, FakeDriver, FakeTensor, make_operands

KERNEL = packed_mlir.compile(STEP.ir())


class Refusals(unittest.TestCase):
    """Each text, and that nothing is launched."""

    def refuse(self, kind, text, **changed):
        driver = FakeDriver()
        launcher = packed_mlir.Launcher(KERNEL, driver=driver)
        with self.assertRaises(kind) as caught:
            launcher(**make_operands(**changed))
        self.assertEqual(str(caught.exception), text)
        self.assertIsNone(caught.exception.__context__)
        self.assertEqual(driver.launches, [])
        return caught.exception

    def test_shape(self):
        error = self.refuse(
            packed_mlir.RuleError,
            "Mismatched batch sizes: mixed_qkv.shape[0]=4, a.shape[0]=4, "
            "b.shape[0]=5.", b=FakeTensor((5, 4), "bf16"))
        self.assertEqual(error.rule, "packed.decode.batch")
        self.assertEqual(error.op, "gdn_decode")
        self.assertIn("pad all three", error.remedy)

    def test_rank(self):
        self.refuse(packed_mlir.RuleError,
                    "`mixed_qkv` must be a 2D tensor (got ndim=3).",
                    mixed_qkv=FakeTensor((4, 1, 512), "bf16"))

    def test_stride(self):
        self.refuse(packed_mlir.RuleError,
                    "`a`/`b` must be contiguous in the last dim.",
                    a=FakeTensor((4, 4), "bf16", (8, 2)))

    def test_contiguous(self):
        self.refuse(packed_mlir.RuleError, "`out` must be contiguous.",
                    out=FakeTensor((4, 4, 64), "bf16", (512, 64, 1)))

    def test_dtype_of_the_op(self):
        self.refuse(packed_mlir.RuleError,
                    "`ssm_state_indices` must have elements of i32 or i64 "
                    "(got i16)",
                    ssm_state_indices=FakeTensor((4,), "i16"))

    def test_dtype_of_the_kernel(self):
        reasons = "; ".join(
            f"{variant['name']}: it reads `out` as bf16 (got f32)"
            for variant in KERNEL.description["kernels"])
        self.refuse(packed_mlir.NoKernelError,
                    "gdn_decode: no kernel of the package serves these "
                    "operands; " + reasons,
                    out=FakeTensor((4, 1, 4, 64), "f32"))

    def test_device(self):
        self.refuse(packed_mlir.RuleError,
                    "All inputs must be on the same device.",
                    dt_bias=FakeTensor((4,), "f32", device="cuda:1"))

    def test_cpu(self):
        step = {name: FakeTensor(x.shape, STEP.dtypes[name], device="cpu")
                for name, x in make_operands().items()}
        self.refuse(packed_mlir.NoKernelError,
                    "gdn_decode: the kernels run on CUDA devices, the operands "
                    "are on cpu", **step)

    def test_heads(self):
        self.refuse(packed_mlir.RuleError,
                    "declared 2 query heads, the width gives 4",
                    mixed_qkv=FakeTensor((4, 768), "bf16"))

    def test_names(self):
        launcher = packed_mlir.Launcher(KERNEL, driver=FakeDriver())
        operands = make_operands(bias=FakeTensor((4,), "f32"))
        del operands["a"]
        with self.assertRaisesRegex(
                TypeError, "^gdn_decode misses a and does not take bias$"):
            launcher(**operands)

    def test_no_array(self):
        self.refuse(TypeError, "`a` must be a torch tensor or speak DLPack "
                    "(got list)", a=[1, 2])

    def test_stream(self):
        launcher = packed_mlir.Launcher(KERNEL, driver=FakeDriver())
        with self.assertRaisesRegex(TypeError, r"CUDA stream \(got str\)"):
            launcher(**make_operands(), stream="0")

    def test_numpy_by_dlpack(self):
        names = {"bf16": "float16", "f32": "float32", "i32": "int32"}
        arrays = {name: numpy.zeros(x.shape, names[STEP.dtypes[name]])
                  for name, x in make_operands().items()}
        self.refuse(packed_mlir.NoKernelError,
                    "gdn_decode: the kernels run on CUDA devices, the operands "
                    "are on cpu", **arrays)
        arrays["b"] = numpy.zeros((4, 8), "float16")[:, ::2]
        self.refuse(packed_mlir.RuleError,
                    "`a`/`b` must be contiguous in the last dim.", **arrays)


class Launches(unittest.TestCase):
    def setUp(self):
        self.driver = FakeDriver()
        self.launcher = packed_mlir.Launcher(KERNEL, driver=self.driver)

    def launch(self, stream=None, **changed):
        self.launcher(**make_operands(**changed), stream=stream)
        return self.driver.launches[-1]

    def variant(self, launch):
        name = launch["function"][1]
        variant, = [v for v in KERNEL.description["kernels"]
                    if v["name"] == name]
        return variant

    def test_arguments(self):
        words = []
        original = self.driver.launch

        def launch(function, *rest):
            original(function, *rest)
            count = len(self.variant(self.driver.launches[-1])["arguments"])
            words.extend(self.driver.read_words(count))
        self.driver.launch = launch
        operands = make_operands(
            mixed_qkv=FakeTensor((4, 512), "bf16", (520, 1), pointer=1 << 44))
        self.launcher(**operands)
        arguments = self.variant(self.driver.launches[-1])["arguments"]
        for word, arg in zip(words, arguments):
            operand = operands[arg["operand"]]
            expected = operand.pointer if arg["kind"] == "pointer" \
                else operand.strides[arg["dim"]]
            self.assertEqual(word, expected, arg)

    def test_grid(self):
        launch = self.launch()
        variant = self.variant(launch)
        rows = variant["schedule"]["warps"] * variant["schedule"]["rows_per_warp"]
        self.assertEqual(launch["grid"], (4 * 4 * -(-64 // rows), 1, 1))
        self.assertEqual(list(launch["block"]), variant["block"])

    def test_unaligned_buffers_get_the_loop(self):
        qkv = FakeTensor((4, 512), "bf16", (513, 1))
        self.assertEqual(self.variant(self.launch())["schedule"]["form"],
                         "tile")
        self.assertEqual(self.variant(self.launch(mixed_qkv=qkv))
                         ["schedule"]["form"], "loop")
        qkv = FakeTensor((4, 512), "bf16", pointer=(1 << 20) + 2)
        self.assertEqual(self.variant(self.launch(mixed_qkv=qkv))
                         ["schedule"]["form"], "loop")

    def test_streams(self):
        class Torch:
            cuda_stream = 11

        class Cupy:
            ptr = 12

        class Core:
            def __cuda_stream__(self):
                return 0, 13
        streams = [self.launch(stream=stream)["stream"]
                   for stream in (10, Torch(), Cupy(), Core(), None)]
        self.assertEqual(streams, [10, 11, 12, 13, 0])

    def test_modules_are_loaded_once_a_device(self):
        for index in (0, 1, 0, 1):
            self.launcher(**{
                name: FakeTensor(x.shape, STEP.dtypes[name],
                                 device=f"cuda:{index}")
                for name, x in make_operands().items()})
        self.assertEqual(self.driver.loads, 2)
        self.assertEqual([launch["function"][0]
                          for launch in self.driver.launches], [0, 1, 0, 1])

    def test_steady_state_tests_no_rule(self):
        self.launch()
        self.launcher._rules = None
        self.launch()

    def test_nothing_to_do(self):
        empty = make_operands(batch=0)
        self.launcher(**empty)
        self.assertEqual(self.driver.launches, [])


class Packages(unittest.TestCase):
    def test_save_and_load(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "step.json"
            KERNEL.save(path)
            self.assertEqual(json.loads(path.read_text())["artifact"],
                             "step.ptx")
            loaded = packed_mlir.Kernel.load(path)
        self.assertEqual(loaded.ptx, KERNEL.ptx)
        self.assertEqual(loaded.chip, "sm_90")

    def test_other_version(self):
        with self.assertRaisesRegex(ValueError, "description of version 2;"):
            packed_mlir.Kernel("", {**KERNEL.description, "version": 2})

    def test_no_rules(self):
        old = {name: value for name, value in KERNEL.description.items()
               if name != "rules"}
        with self.assertRaisesRegex(ValueError, "without rules, which"):
            packed_mlir.Kernel("", old)

    def compile_all(self, *steps):
        """One module with several steps."""
        return packed_mlir.compile("\n".join(
            step.ir().replace("@" + step.op, f"@step{i}")
            for i, step in enumerate(steps)))

    def test_two_ops(self):
        kda = dataclasses.replace(STEP, op="kda_decode")
        both = self.compile_all(STEP, kda)
        with self.assertRaisesRegex(ValueError, "name an `op` that is there"):
            packed_mlir.Launcher(both)
        for op in ("gdn_decode", "kda_decode"):
            self.assertEqual(packed_mlir.Launcher(both, op).op, op)
        with self.assertRaisesRegex(ValueError, "; none of gdn_recurrent$"):
            packed_mlir.Launcher(both, "gdn_recurrent")

    def test_two_scales(self):
        """The operands don't tell which is meant, so nothing is guessed."""
        both = self.compile_all(STEP, dataclasses.replace(STEP, scale=0.5))
        with self.assertRaisesRegex(
                ValueError, r"scale 0\.125, .*scale 0\.5, .*Launcher\.all"):
            packed_mlir.Launcher(both, "gdn_decode")
        scales = [launcher.variants[0]["attributes"]["scale"]
                  for launcher in packed_mlir.Launcher.all(both)]
        self.assertEqual(scales, [0.125, 0.5])

    def test_layers_of_two_sizes(self):
        wide = dataclasses.replace(STEP, H=4)
        driver = FakeDriver()
        launcher = packed_mlir.Launcher(self.compile_all(STEP, wide),
                                        driver=driver)
        launcher(**make_operands())
        launcher(**make_operands(wide))
        self.assertEqual(len(driver.launches), 2)
        self.assertNotEqual(*[x["function"] for x in driver.launches])


class Formulas(unittest.TestCase):
    def test_values(self):
        sizes = {"B": 3, "value_dim": 65}
        self.assertEqual(evaluate("B * 32 * ceildiv(value_dim, 16)", sizes),
                         3 * 32 * 5)

    def test_nothing_else_is_evaluated(self):
        for formula in ("__import__('os')", "B + 1", "C", "B *", "B.real",
                        "ceildiv(B)", "1.5"):
            with self.assertRaisesRegex(ValueError, "is no formula"):
                evaluate(formula, {"B": 3})


if __name__ == "__main__":
    unittest.main()
