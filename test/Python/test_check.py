# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check, compile and the command, through the compiled part of the package."""

import concurrent.futures
import dataclasses
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

import packed_mlir

from fakes import STEP

EXAMPLES = pathlib.Path(__file__).parent.parent.parent / "examples"
BYTECODE = EXAMPLES.parent / "test/Dialect/Inputs/version-1.mlirbc"
GOOD = EXAMPLES / "qwen3-next-decode.mlir"
BROKEN = EXAMPLES / "qwen3-next-decode-broken.mlir"
TEXT = "Invalid packed Q size 2080: must be divisible by K=128."
OPEN = """func.func @coords(%frames: index) -> tensor<1x3x?x2xf32> {
  %c240 = arith.constant 240 : index
  %tokens = arith.muli %frames, %c240 : index
  %coords = packed.memory_rope legacy
      (batch_size = 1, memory_video_len = %tokens, target_num_frames = 7,
       latent_height = 8, latent_width = 8)
  return %coords : tensor<1x3x?x2xf32>
}
"""

# A call as JAX lowers it; `{b}` columns of gates.
CALL = """func.func @step(%qkv: tensor<?x1024xbf16>, %a: tensor<?x8xbf16>,
    %b: tensor<?x{b}xbf16>, %log: tensor<8xf32>, %bias: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>, %slots: tensor<?xi32>)
    -> (tensor<?x1x8x64xbf16>, tensor<9x8x64x64xf32>) {{
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %b, %log, %bias, %pool, %slots) <{{
    api_version = 4 : i32, call_target_name = "packed.gdn_decode",
    backend_config = {{num_q_heads = 4 : i32}}}}>
    : (tensor<?x1024xbf16>, tensor<?x8xbf16>, tensor<?x{b}xbf16>,
       tensor<8xf32>, tensor<8xf32>, tensor<9x8x64x64xf32>, tensor<?xi32>)
    -> (tensor<?x1x8x64xbf16>, tensor<9x8x64x64xf32>) loc("model.py":7:3)
  return %0#0, %0#1 : tensor<?x1x8x64xbf16>, tensor<9x8x64x64xf32>
}}
"""


def command(*args):
    return subprocess.run([sys.executable, "-m", "packed_mlir", "check", *args],
                          text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)


class Check(unittest.TestCase):
    def test_damaged_bytecode(self):
        """MLIR's reader crashes on some of these; the interpreter lives on."""
        content = BYTECODE.read_bytes()
        texts = set()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "damaged.mlirbc"
            for place in range(4, 200):  # the tables in front
                path.write_bytes(content[:place] + bytes([content[place] ^ 0xFF]) +
                                 content[place + 1:])
                try:
                    packed_mlir.check(path, solver_time_limit=0)
                except packed_mlir.InvalidIRError as error:
                    texts.add(str(error).splitlines()[0].split(": ", 1)[1])
        self.assertIn("error: the file is damaged: reading it as bytecode crashes "
                      "or does not end",
                      texts)

    def test_good_model(self):
        self.assertEqual(packed_mlir.check(GOOD), [])
        self.assertEqual(packed_mlir.check(str(GOOD)), [])
        self.assertEqual(packed_mlir.check(GOOD.read_text()), [])

    def test_broken_model(self):
        found, = packed_mlir.check(BROKEN)
        self.assertEqual(found.message, TEXT)
        self.assertEqual(found.rule, "packed.decode.q-size")
        self.assertEqual((found.verdict, found.severity), ("refuted", "error"))
        self.assertEqual(found.op, "packed.gdn_decode")
        self.assertEqual(found.location.file, str(BROKEN))
        self.assertIn(
            "Q size 2080 = (mixed_qkv.shape[1] 8256 - HV*V 4096) / 2",
            [note.text for note in found.notes])
        self.assertTrue(found.remedy.startswith("look for columns"))
        first, *_, last = str(found).splitlines()
        self.assertEqual(first, f"{found.location}: error: "
                         f"'packed.gdn_decode' op {TEXT}")
        self.assertTrue(last.endswith("[packed.decode.q-size]"))

    def test_unknown_rules_on_request(self):
        self.assertEqual(packed_mlir.check(OPEN), [])
        found, = [d for d in packed_mlir.check(OPEN, unknown=True)
                  if d.rule == "packed.memory_rope.multiple"]
        self.assertEqual(found.verdict, "unknown")
        self.assertIn("op may break a rule: memory_video_len must be",
                      str(found))
        self.assertIn("breaks for frames = 1, holds for frames = 4",
                      [note.text for note in found.notes])

    def test_invalid_ir(self):
        with self.assertRaises(packed_mlir.InvalidIRError) as caught:
            packed_mlir.check("func.func @f( {")
        self.assertTrue(str(caught.exception).startswith(
            "<ir>:1:14: error: expected non-function type"))

    def test_other_errors_of_the_verifier(self):
        with self.assertRaisesRegex(packed_mlir.InvalidIRError,
                                    "does not dominate"):
            packed_mlir.check("func.func @f() {\n  \"x.use\"(%0) : (i32) -> ()"
                              "\n  %0 = arith.constant 0 : i32\n  return\n}")

    def test_bytes_that_are_no_text(self):
        with tempfile.NamedTemporaryFile(suffix=".mlir") as file:
            file.write(b"func.func @\xff\xfe\0 {")
            file.flush()
            with self.assertRaises(packed_mlir.InvalidIRError):
                packed_mlir.check(pathlib.Path(file.name))

    def test_unknown_dialects_are_fine(self):
        self.assertEqual(packed_mlir.check('"foreign.op"() : () -> ()'), [])

    def test_calls_of_front_ends(self):
        self.assertEqual(packed_mlir.check(CALL.format(b=8)), [])
        found, = packed_mlir.check(CALL.format(b=9))
        self.assertEqual(found.message,
                         "`a`/`b` must have shape [B, HV] with HV=8 (got "
                         "a.shape=(?, 8), b.shape=(?, 9)).")
        self.assertEqual(str(found.location), "model.py:7:3")
        with self.assertRaisesRegex(packed_mlir.InvalidIRError, "colour"):
            packed_mlir.check(CALL.format(b=8).replace("num_q_heads", "colour"))

    def test_no_file(self):
        with self.assertRaises(FileNotFoundError):
            packed_mlir.check("no-such-file.mlir")

    def test_threads(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            found = list(pool.map(packed_mlir.check, [GOOD, BROKEN] * 8))
        self.assertEqual([len(diagnostics) for diagnostics in found],
                         [0, 1] * 8)


class Compile(unittest.TestCase):
    def test_whole_model(self):
        kernel = packed_mlir.compile(GOOD, chip="sm_90")
        self.assertIn(".target sm_90", kernel.ptx)
        for variant in kernel.description["kernels"]:
            self.assertIn(f".entry {variant['name']}(", kernel.ptx)

    def test_calls_of_front_ends(self):
        kernel = packed_mlir.compile(CALL.format(b=8))
        self.assertEqual(kernel.description["kernels"][0]["op"], "gdn_decode")

    def test_broken_model(self):
        with self.assertRaises(packed_mlir.CheckError) as caught:
            packed_mlir.compile(BROKEN)
        self.assertEqual([d.message for d in caught.exception.diagnostics],
                         [TEXT])
        self.assertIn(TEXT, str(caught.exception))

    def test_invalid_ir(self):
        with self.assertRaises(packed_mlir.InvalidIRError):
            packed_mlir.compile("func.func @f( {")

    def test_wrong_chip(self):
        with self.assertRaisesRegex(packed_mlir.CompileError,
                                    "unknown chip 'sm_1'"):
            packed_mlir.compile(GOOD, chip="sm_1")

    def test_nothing_to_compile(self):
        with self.assertRaisesRegex(packed_mlir.CompileError,
                                    "has no decode op to compile"):
            packed_mlir.compile("module {}")

    def test_factors_keep_their_digits(self):
        step = dataclasses.replace(STEP, op="kda_decode", scale=48 ** -0.5,
                                   lower_bound=-1 / 3)
        attributes = packed_mlir.compile(step.ir()).description["kernels"][0][
            "attributes"]
        for name, value in (("scale", 48 ** -0.5), ("lower_bound", -1 / 3)):
            self.assertEqual(struct.pack("f", attributes[name]),
                             struct.pack("f", value))
        self.assertIs(attributes["use_qk_l2norm"], True)

    def test_pdl(self):
        kernel = packed_mlir.compile(GOOD, pdl=True)
        self.assertTrue(any(v["pdl"] for v in kernel.description["kernels"]))


class Command(unittest.TestCase):
    def test_status(self):
        self.assertEqual(command(GOOD).returncode, 0)
        broken = command(GOOD, BROKEN)
        self.assertEqual(broken.returncode, 1)
        self.assertIn(TEXT, broken.stderr)
        missing = command("no-such-file.mlir")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("no-such-file.mlir", missing.stderr)

    def test_strict(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "open.mlir"
            path.write_text(OPEN)
            self.assertEqual(command(path).returncode, 0)
            listed = command(path, "--list-unknown")
            self.assertEqual(listed.returncode, 0)
            self.assertIn("remark: 'packed.memory_rope' op may break",
                          listed.stderr)
            self.assertEqual(command(path, "--strict").returncode, 1)


if __name__ == "__main__":
    unittest.main()
