# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators under PyTorch's tracers, without a GPU: what they refuse.

Exits with 77 where PyTorch is not installed."""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "python"))

try:
    import torch
except ImportError:
    print("PyTorch is not installed")
    sys.exit(77)

import fakes  # noqa: E402
from fakes import STEP  # noqa: E402
from packed_mlir import Kernel, NoKernelError, RuleError  # noqa: E402
from packed_mlir import torch as packed_torch  # noqa: E402

TEXT = ("Mismatched batch sizes: mixed_qkv.shape[0]=4, a.shape[0]=4, "
        "b.shape[0]=5.")


def make_operands(batch=4, b=4):
    H, HV, K, V = STEP.H, STEP.HV, STEP.K, STEP.V
    half = dict(dtype=torch.bfloat16)
    return (torch.zeros(batch, 2 * H * K + HV * V, **half),
            torch.zeros(batch, HV, **half), torch.zeros(b, HV, **half),
            torch.zeros(HV), torch.zeros(HV),
            torch.zeros(batch, dtype=torch.int32),
            torch.zeros(batch, 1, HV, V, **half), torch.zeros(9, HV, V, K))


class Step(torch.nn.Module):
    def forward(self, *operands):
        packed_torch.gdn_decode(*operands, use_qk_l2norm=True)
        return operands[6] * 1


class Traced(unittest.TestCase):
    def test_export(self):
        program = torch.export.export(Step(), make_operands())
        calls = [node for node in program.graph.nodes
                 if "packed.gdn_decode" in str(node.target)]
        self.assertEqual(len(calls), 1)

    def test_export_with_an_open_batch(self):
        batch = torch.export.Dim("B", min=2, max=4096)
        first = {0: batch}
        shapes = (first, first, first, None, None, first, first,
                  {0: torch.export.Dim("slots", min=2)})
        torch.export.export(Step(), make_operands(),
                            dynamic_shapes={"operands": shapes})

    def test_export_refuses(self):
        with self.assertRaises(Exception) as caught:
            torch.export.export(Step(), make_operands(b=5))
        self.assertIn(TEXT, str(caught.exception))

    def test_compile_refuses(self):
        with self.assertRaises(Exception) as caught:
            torch.compile(Step(), backend="eager")(*make_operands(b=5))
        self.assertIn(TEXT, str(caught.exception))

    def test_fake_tensors(self):
        from torch._subclasses.fake_tensor import FakeTensorMode
        with FakeTensorMode(), self.assertRaises(RuleError) as caught:
            packed_torch.gdn_decode(*make_operands(b=5))
        self.assertEqual(str(caught.exception), TEXT)

    def test_meta_tensors(self):
        operands = [x.to("meta") for x in make_operands(b=5)]
        with self.assertRaises(RuleError):
            packed_torch.gdn_decode(*operands)

    def test_order_of_states(self):
        with self.assertRaisesRegex(ValueError, r"vk or kv \(got k\)"):
            packed_torch.gdn_decode(
                *[x.to("meta") for x in make_operands()], state_order="k")


class Chosen(unittest.TestCase):
    """What the CUDA kernel does, on tensors that are nowhere."""

    def call(self, operands=None, **attributes):
        driver = fakes.FakeDriver()
        for launcher in packed_torch._launchers:
            launcher._driver = driver
        packed_torch._launch(
            "gdn_decode", operands or fakes.make_operands(),
            {"scale": None, "use_qk_l2norm": True, "state_order": "vk",
             "num_q_heads": None, "lower_bound": None, **attributes})
        return len(driver.launches)

    def test_registered_kernel(self):
        self.assertEqual(self.call(), 1)
        self.assertEqual(self.call(), 1)  # this time without a choice
        self.assertEqual(self.call(scale=STEP.K ** -0.5, num_q_heads=STEP.H), 1)

    def test_broken_step(self):
        with self.assertRaises(RuleError) as caught:
            self.call(fakes.make_operands(
                b=fakes.FakeTensor((5, STEP.HV), "bf16")))
        self.assertEqual(str(caught.exception), TEXT)

    def test_declared_heads(self):
        with self.assertRaisesRegex(RuleError, "declared 4 query heads, the "
                                    "width gives 2"):
            self.call(num_q_heads=4)

    def test_no_kernel(self):
        for attributes in ({"scale": 0.5}, {"use_qk_l2norm": False},
                           {"lower_bound": -1.0}):
            with self.assertRaisesRegex(NoKernelError,
                                        "no registered kernel serves"):
                self.call(**attributes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compile", required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "step.mlir"
        source.write_text(STEP.ir())
        subprocess.run([args.compile, source, "-o",
                        source.with_suffix(".ptx")], check=True)
        packed_torch.register(Kernel.load(source.with_suffix(".json")))
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
