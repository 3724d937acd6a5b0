# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rules in a description say what the verifier says, text for text."""

import random
import types
import unittest

import packed_mlir
from packed_mlir.arrays import dense_strides, view
from packed_mlir.decode import DecodeStep
from packed_mlir.rules import RuleSet

from fakes import STEP, FakeTensor, make_operands

TRIALS = 1000


def small(op, **options):
    dtypes = {**STEP.dtypes, "A_log": "bf16"}
    return DecodeStep(op, H=2, HV=4, K=8, V=6, dtypes=dtypes, **options)


def text_of(step, operands):
    """The step on these operands, as IR with static types."""
    t = {name: tensor.memref() for name, tensor in operands.items()}
    parameters = ", ".join(f"%{name}: {type_}" for name, type_ in t.items())
    return f"""func.func @step({parameters}) {{
  packed.{step.op} qkv(%mixed_qkv : {t["mixed_qkv"]})
      gates(%a, %b, %A_log, %dt_bias : {t["a"]}, {t["b"]}, {t["A_log"]},
            {t["dt_bias"]})
      state(%initial_state[%ssm_state_indices] : {t["initial_state"]},
            {t["ssm_state_indices"]})
      out(%out : {t["out"]})
      {{num_q_heads = {step.H} : i64,
        state_order = #packed.state_order<{step.state_order}>}}
  return
}}
"""


def break_something(rng, operands):
    """Changes one or two operands in one way each."""
    for name in rng.sample(sorted(operands), rng.choice((0, 1, 1, 1, 2))):
        old = operands[name]
        shape, strides = list(old.shape), list(old.strides)
        dtype, device = old.memref().split("x")[-1].split(",")[0], old.device
        dim = rng.randrange(len(shape))
        kind = rng.randrange(7)
        if kind == 0:
            shape[dim] = rng.choice((0, 1, shape[dim] + 1, shape[dim] - 1,
                                     shape[dim] * 2, shape[dim] + 8))
            strides = dense_strides(shape)
        elif kind == 1:
            strides[dim] = rng.choice((1, 2, strides[dim] + 1,
                                       strides[dim] * 2))
        elif kind == 2:
            shape.insert(dim, 1)
            strides = list(dense_strides(shape))
            strides[rng.randrange(len(shape))] += rng.choice((0, 0, 1))
        elif kind == 3 and len(shape) > 1:
            shape.pop(dim)
            strides = dense_strides(shape)
        elif kind == 4:
            dtype = rng.choice(("f32", "f64", "i16", "i64", "bf16"))
        elif kind == 5:
            device = rng.choice(("cuda:1", "cpu"))
        else:
            rng.shuffle(shape)
            strides = dense_strides(shape)
        operands[name] = FakeTensor(shape, dtype, tuple(strides), device)


class ExportedRules(unittest.TestCase):
    def verdict_of_rules(self, rules, step, operands):
        try:
            rules.check({name: view(x) for name, x in operands.items()},
                        {"num_q_heads": step.H})
        except packed_mlir.RuleError as error:
            return error.rule, str(error)
        return None

    def verdict_of_verifier(self, step, operands):
        for diagnostic in packed_mlir.check(text_of(step, operands),
                                            solver_time_limit=0):
            return diagnostic.rule, diagnostic.message
        return None

    def test_random_operands(self):
        rng = random.Random(20261201)
        seen = set()
        for op in ("gdn_decode", "kda_decode"):
            for order in ("vk", "kv"):
                step = small(op, state_order=order)
                kernel = packed_mlir.compile(step.ir())
                rules = RuleSet(op, kernel.description["rules"][op][order])
                for _ in range(TRIALS // 4):
                    operands = make_operands(step)
                    if order == "kv":
                        operands["initial_state"] = FakeTensor(
                            (9, 4, 8, 6), "f32")
                    break_something(rng, operands)
                    expected = self.verdict_of_verifier(step, operands)
                    got = self.verdict_of_rules(rules, step, operands)
                    self.assertEqual(got, expected, text_of(step, operands))
                    seen.add(expected and expected[0])
        # The trials are of use: many rules, and operands that keep all.
        self.assertGreater(len(seen), 20, seen)
        self.assertIn(None, seen)

    def test_unknown_operator(self):
        with self.assertRaisesRegex(ValueError, "the operator 'gcd', which"):
            RuleSet("op", [{"id": "i", "text": "t", "args": [], "remedy": "r",
                            "holds": ["gcd", 1, 2]}])

    def test_symbols_show_the_number_of_the_run(self):
        class Symbol(int):
            node = types.SimpleNamespace(hint=3)

            def __str__(self):
                return "s0"
        rules = RuleSet("packed.gdn_decode", [
            {"id": "r", "text": "got {0} of {1}", "remedy": "",
             "holds": ["==", ["size", "n"], 4],
             "args": [["size", "n"], ["tuple", ["size", "n"], 2]]}])
        with self.assertRaisesRegex(packed_mlir.RuleError, r"^got 3 of \(3, 2\)$"):
            rules.check({}, {"n": Symbol(3)})

    def test_absent_size_means_nothing(self):
        rules = RuleSet("op", [{"id": "i", "text": "t", "args": [],
                                "remedy": "r",
                                "holds": ["==", ["size", "n"], 3]}])
        rules.check({}, {})
        rules.check({}, {"n": 3})
        with self.assertRaises(packed_mlir.RuleError):
            rules.check({}, {"n": 4})


if __name__ == "__main__":
    unittest.main()
