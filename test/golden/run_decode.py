#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs decode and recurrence, compiled, against float64.

The recorded decode steps of the reference, and random ones for what these leave
out: strides, negative slots, both state orders, tensors, many tokens.
"""

import argparse
import array
import json
import math
import mmap
import pathlib
import random
import re
import struct
import sys

import delta_rule
import npz
import packed_run

HERE = pathlib.Path(__file__).parent
CODES = {"f32": "f", "i32": "i", "i64": "q"}
# Relative errors that the storage type allows.
BOUNDS = {"f32": 1e-6, "bf16": 5e-3, "f16": 5e-3}
SHORT = {"float32": "f32", "bfloat16": "bf16", "float16": "f16"}
OPERANDS = ["mixed_qkv", "a", "b", "A_log", "dt_bias", "ssm_state_indices"]
OPERANDS += ["out", "initial_state"]


def bytes_of(element):
    return {"bf16": 2, "f16": 2, "f32": 4, "i32": 4, "i64": 8}[element]


def decode_numbers(element, raw):
    if element == "bf16":
        words = array.array("H", raw)
        return [struct.unpack("<f", struct.pack("<I", w << 16))[0] for w in words]
    code = "e" if element == "f16" else CODES[element]
    return list(struct.unpack(f"<{len(raw) // bytes_of(element)}{code}", raw))


def encode_numbers(element, numbers):
    if element == "bf16":
        # To nearest even, as the hardware rounds.
        words = (struct.unpack("<I", struct.pack("<f", x))[0] for x in numbers)
        return array.array("H", ((w + 0x7FFF + (w >> 16 & 1)) >> 16 for w in words)).tobytes()
    code = "e" if element == "f16" else CODES[element]
    return struct.pack(f"<{len(numbers)}{code}", *numbers)


class Operand:
    """A buffer with its shape; `pitch` spreads the first dim's rows."""

    def __init__(self, element, shape, numbers, pitch=None):
        self.element, self.shape = element, list(shape)
        row = math.prod(self.shape[1:])
        self.row, self.pitch = row, pitch or row
        self.strides = [math.prod(self.shape[i + 1 :]) for i in range(len(self.shape))]
        self.strides[0] = self.pitch
        self.memory = bytearray(b"\xff" * (self.shape[0] * self.pitch * bytes_of(element)))
        for i in range(self.shape[0]):
            raw = encode_numbers(element, numbers[i * row : (i + 1) * row])
            start = i * self.pitch * bytes_of(element)
            self.memory[start : start + len(raw)] = raw

    def numbers(self):
        size, rows = bytes_of(self.element), b""
        for i in range(self.shape[0]):
            start = i * self.pitch * size
            rows += self.memory[start : start + self.row * size]
        return decode_numbers(self.element, rows)

    def descriptor(self):
        return packed_run.describe(self.memory, self.shape, self.strides)

    def type(self, form):
        if form == "dynamic":
            layout = f"strided<[{', '.join(['?'] * (len(self.shape) - 1) + ['1'])}]>"
            return f"memref<{'?x' * len(self.shape)}{self.element}, {layout}>"
        dims = "".join(f"{d}x" for d in self.shape)
        strides = f", strided<{self.strides}>" if self.pitch != self.row else ""
        return f"memref<{dims}{self.element}{strides}>"


def relative_error(got, wanted):
    if any(math.isnan(x) for x in got):
        return math.inf
    norm = math.sqrt(sum(x * x for x in wanted))
    diff = math.sqrt(sum((x - y) ** 2 for x, y in zip(got, wanted)))
    return diff / norm if norm else diff


#===--- Decode -----------------------------------------------------------===#


def transpose_states(numbers, rows, columns):
    size, out = rows * columns, []
    for base in range(0, len(numbers), size):
        state = numbers[base : base + size]
        out += [state[r * columns + c] for c in range(columns) for r in range(rows)]
    return out


class DecodeCase:
    """A decode step: sizes, operands as numbers, the wanted results."""

    def __init__(self, case, data, wanted_out, wanted_pool):
        self.case, self.data = case, data
        self.wanted_out, self.wanted_pool = wanted_out, wanted_pool

    def operands(self, order="vk", padding=0, index="i32"):
        c = self.case
        io, state = SHORT[c["io"]], SHORT[c["state"]]
        B, H, HV, K, V = (c[n] for n in ("B", "H", "HV", "K", "V"))
        gates = HV * K if "kda" in c["function"] else HV
        inner = [V, K] if order == "vk" else [K, V]
        pool = self.data["initial_state"]
        if order == "kv":
            pool = transpose_states(pool, V, K)
        width = 2 * H * K + HV * V
        size = HV * V * K
        return {
            "mixed_qkv": Operand(io, [B, width], self.data["mixed_qkv"], width + padding),
            "a": Operand(io, [B, gates], self.data["a"], gates + padding),
            "b": Operand(io, [B, HV], self.data["b"], HV + padding),
            "A_log": Operand("f32", [HV], self.data["A_log"]),
            "dt_bias": Operand("f32", [gates], self.data["dt_bias"]),
            "ssm_state_indices": Operand(index, [B], self.data["ssm_state_indices"]),
            "out": Operand(io, [B, 1, HV, V], [math.nan] * (B * HV * V)),
            "initial_state": Operand(state, [c["slots"], HV, *inner], pool, size + padding),
        }

    def function(self, name, operands, form, order):
        c = self.case
        types = {n: o.type(form) for n, o in operands.items()}
        arguments = ", ".join(f"%{n}: {types[n]}" for n in OPERANDS)
        attributes = [f"scale = {c['scale']!r} : f32"]
        if c["use_qk_l2norm_in_kernel"]:
            attributes.append("use_qk_l2norm")
        if c["lower_bound"] is not None:
            attributes.append(f"lower_bound = {c['lower_bound']:e} : f32")
        if order == "kv":
            attributes.append("state_order = #packed.state_order<kv>")
        op = "kda_decode" if "kda" in c["function"] else "gdn_decode"
        gates = ["a", "b", "A_log", "dt_bias"]
        text = (
            f"packed.{op} qkv(%mixed_qkv : {types['mixed_qkv']})"
            f" gates({', '.join('%' + n for n in gates)} : {', '.join(types[n] for n in gates)})"
            f" state(%initial_state[%ssm_state_indices] : {types['initial_state']}, "
            f"{types['ssm_state_indices']}) out(%out : {types['out']})"
            f" {{{', '.join(attributes)}}}"
        )
        if form == "tensor":
            text = self.on_tensors(text, types)
        return f"func.func @{name}({arguments}) {{\n  {text}\n  return\n}}\n"

    @staticmethod
    def on_tensors(text, types):
        """The op on tensors of the function's buffers, which it updates."""
        tensors = {n: t.replace("memref", "tensor") for n, t in types.items()}
        for n in OPERANDS:
            text = re.sub(rf"%{n}\b", f"%t_{n}", text)
        lines = [
            f"%t_{n} = bufferization.to_tensor %{n} restrict writable : {types[n]} to {tensors[n]}"
            for n in OPERANDS
        ]
        lines.append(f"%r:2 = {text.replace('memref', 'tensor')}")
        lines += [
            "bufferization.materialize_in_destination "
            f"%r#{i} in restrict writable %{n} : ({tensors[n]}, {types[n]}) -> ()"
            for i, n in enumerate(["out", "initial_state"])
        ]
        return "\n  ".join(lines)

    def check(self, operands, order):
        """Messages about what is wrong."""
        c, wrong = self.case, []
        out, pool = operands["out"], operands["initial_state"]
        got_pool = pool.numbers()
        if order == "kv":
            got_pool = transpose_states(got_pool, c["K"], c["V"])
        for what, got, wanted, element in (
            ("out", out.numbers(), self.wanted_out, out.element),
            ("pool", got_pool, self.wanted_pool, pool.element),
        ):
            error = relative_error(got, wanted)
            if not error <= BOUNDS[element]:
                wrong.append(f"{what}: error {error:.2e}")
        return wrong + self.check_untouched(operands, order, got_pool)

    def check_untouched(self, operands, order, got_pool):
        c, wrong = self.case, []
        before = self.operands(order)["initial_state"]
        kept = before.numbers()
        if order == "kv":
            kept = transpose_states(kept, c["K"], c["V"])
        size = c["HV"] * c["V"] * c["K"]
        slots = set(self.data["ssm_state_indices"])
        for slot in range(c["slots"]):
            span = slice(slot * size, (slot + 1) * size)
            if slot not in slots and got_pool[span] != kept[span]:
                wrong.append(f"slot {slot} was touched")
        row = c["HV"] * c["V"]
        for n, slot in enumerate(self.data["ssm_state_indices"]):
            if slot < 0 and any(operands["out"].numbers()[n * row : (n + 1) * row]):
                wrong.append(f"row {n} of a negative slot is not zero")
        return wrong


def recorded_cases():
    arrays = npz.load(HERE / "decode_numeric.npz")
    for case in json.loads((HERE / "decode_numeric.json").read_text()):
        elements = {"mixed_qkv": case["io"], "a": case["io"], "b": case["io"]}
        elements["initial_state"] = case["state"]
        data = {}
        for name in ("mixed_qkv", "a", "b", "A_log", "dt_bias", "initial_state"):
            element = SHORT[elements.get(name, "float32")]
            data[name] = decode_numbers(element, arrays[f"{case['case']}.{name}"].data)
        indices = arrays[f"{case['case']}.ssm_state_indices"].data
        data["ssm_state_indices"] = decode_numbers("i32", indices)
        wanted = [
            decode_numbers("f32", arrays[f"{case['case']}.{name}"].data)
            for name in ("ref_out", "ref_state")
        ]
        yield DecodeCase(case, data, *wanted)


def random_case(rng, function, H, ratio, K, V, B, state, io, **more):
    HV, slots = H * ratio, B + 2
    case = dict(function=function, B=B, H=H, HV=HV, K=K, V=V, slots=slots, state=state, io=io)
    case.update(use_qk_l2norm_in_kernel=True, lower_bound=None, scale=K**-0.5, **more)
    gates = HV * K if "kda" in function else HV
    rounded = lambda element, n, spread=1.0: decode_numbers(
        element, encode_numbers(element, [rng.gauss(0, spread) for _ in range(n)])
    )
    i, s = SHORT[io], SHORT[state]
    indices = rng.sample(range(slots), B)
    if B > 1:
        indices[rng.randrange(B)] = -1
    data = {
        "mixed_qkv": rounded(i, B * (2 * H * K + HV * V)),
        "a": rounded(i, B * gates, 3.0),
        "b": rounded(i, B * HV),
        "A_log": rounded("f32", HV),
        "dt_bias": rounded("f32", gates),
        "initial_state": rounded(s, slots * HV * V * K),
        "ssm_state_indices": indices,
    }
    # Around the threshold of softplus.
    for at, x in enumerate([19.9, 20.0, 20.1, 88.0, 100.0, -100.0][: len(data["a"])]):
        data["a"][at] = decode_numbers(i, encode_numbers(i, [x]))[0]
    return DecodeCase(case, data, *delta_rule.decode(case, data))


def random_cases():
    rng = random.Random(5)
    gdn, kda = "gdn_decode", "kda_decode"
    f32, bf16, f16 = "float32", "bfloat16", "float16"
    yield random_case(rng, gdn, 2, 3, 48, 96, 3, f32, f32)
    yield random_case(rng, gdn, 1, 8, 40, 24, 2, bf16, bf16)
    yield random_case(rng, gdn, 3, 1, 16, 8, 4, f16, f16)
    yield random_case(rng, gdn, 1, 4, 7, 5, 5, f32, bf16)
    yield random_case(rng, kda, 2, 2, 24, 40, 3, f32, f32)
    yield random_case(rng, kda, 1, 3, 16, 16, 2, bf16, f32)
    yield random_case(rng, gdn, 1, 2, 8, 8, 0, f32, f32)


def run_decode(tools, cases):
    """Every case in every form it has; gives (label, messages)."""
    forms = [("static", "vk", 0, "i32"), ("dynamic", "vk", 3, "i64"),
             ("dynamic", "kv", 0, "i32"), ("tensor", "vk", 0, "i32")]
    module, calls = "", []
    for number, case in enumerate(cases):
        for form, order, padding, index in forms:
            operands = case.operands(order, padding, index)
            name = f"f{len(calls)}"
            module += case.function(name, operands, form, order)
            calls.append((name, f"case {number} {form} {order}", case, operands, order))
    library = packed_run.compile_module(tools, module)
    for name, label, case, operands, order in calls:
        packed_run.call(library, name, [operands[n].descriptor() for n in OPERANDS])
        yield label, case.check(operands, order)


def run_far_slot(tools):
    """A slot that starts beyond 2^31 elements. The pool is reserved, not filled:
    memory that nobody touches costs nothing."""
    far, size = 16385, 32 * 64 * 64
    case = random_case(random.Random(7), "gdn_decode", 16, 2, 64, 64, 1, "float32", "float32")
    (near,) = case.data["ssm_state_indices"]
    operands = case.operands()
    text = case.function("f", operands, "dynamic", "vk")
    library = packed_run.compile_module(tools, text)
    no_reserve = getattr(mmap, "MAP_NORESERVE", 0x4000)  # named from Python 3.12 on
    reserve = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | no_reserve
    pool = mmap.mmap(-1, (far + 1) * size * 4, flags=reserve)
    span = slice(far * size * 4, (far + 1) * size * 4)
    pool[span] = encode_numbers("f32", case.data["initial_state"][near * size :][:size])
    operands["ssm_state_indices"] = Operand("i32", [1], [far])
    descriptors = {n: o.descriptor() for n, o in operands.items()}
    descriptors["initial_state"] = packed_run.describe(pool, [far + 1, 32, 64, 64])
    packed_run.call(library, "f", [descriptors[n] for n in OPERANDS])
    errors = {
        "out": relative_error(operands["out"].numbers(), case.wanted_out),
        "state": relative_error(
            decode_numbers("f32", pool[span]), case.wanted_pool[near * size :][:size]
        ),
    }
    yield "far slot", [f"{n}: error {e:.2e}" for n, e in errors.items() if not e <= 1e-6]


#===--- Recurrence -------------------------------------------------------===#


def random_recurrence(rng, cu=None, **case):
    B, T, H, HV, K, V = (case[n] for n in ("B", "T", "H", "HV", "K", "V"))
    N = len(cu) - 1 if cu else B
    rounded = lambda n: decode_numbers("f32", encode_numbers("f32", [rng.gauss(0, 1) for _ in range(n)]))
    data = {
        "q": rounded(B * T * H * K),
        "k": rounded(B * T * H * K),
        "v": rounded(B * T * HV * V),
        "g": [-abs(x) for x in rounded(B * T * HV)],
        "beta": [rng.random() for _ in range(B * T * HV * (V if case["headwise_beta"] else 1))],
    }
    data["beta"] = decode_numbers("f32", encode_numbers("f32", data["beta"]))
    if cu:
        data["cu_seqlens"] = cu
    if case["has_initial"]:
        data["initial_state"] = rounded(N * HV * V * K)
    case["scale"] = K**-0.5
    return case, data, N


def recurrence_operands(case, data, sequences):
    B, T, H, HV, K, V = (case[n] for n in ("B", "T", "H", "HV", "K", "V"))
    beta = [B, T, HV, V] if case["headwise_beta"] else [B, T, HV]
    state = [sequences, HV, V, K]
    shapes = {"q": [B, T, H, K], "k": [B, T, H, K], "v": [B, T, HV, V],
              "g": [B, T, HV], "beta": beta, "initial_state": state}
    operands = {n: Operand("f32", s, data[n]) for n, s in shapes.items() if n in data}
    if "cu_seqlens" in data:
        operands["cu_seqlens"] = Operand("i32", [sequences + 1], data["cu_seqlens"])
    operands["out"] = Operand("f32", [B, T, HV, V], [math.nan] * (B * T * HV * V))
    operands["final_state"] = Operand("f32", state, [math.nan] * math.prod(state))
    return operands


def recurrence_function(name, case, operands, form):
    types = {n: o.type(form) for n, o in operands.items()}
    arguments = ", ".join(f"%{n}: {t}" for n, t in types.items())
    part = lambda n: f" {n}(%{n} : {types[n]})" if n in types else ""
    attributes = " {use_qk_l2norm}" if case["use_qk_l2norm"] else ""
    text = (
        f"packed.gdn_recurrent{part('q')}{part('k')}{part('v')}"
        f" gates(%g, %beta : {types['g']}, {types['beta']})"
        f"{part('cu_seqlens')}{part('initial_state')}{part('out')}{part('final_state')}{attributes}"
    )
    return f"func.func @{name}({arguments}) {{\n  {text}\n  return\n}}\n"


def run_recurrence(tools):
    rng = random.Random(6)
    size = dict(H=2, HV=6, K=12, V=10)
    cases = [
        random_recurrence(rng, B=2, T=9, headwise_beta=False, has_initial=True, use_qk_l2norm=True, **size),
        random_recurrence(rng, B=3, T=4, headwise_beta=True, has_initial=False, use_qk_l2norm=False,
                          **dict(size, K=4, V=3)),
        random_recurrence(rng, cu=[0, 3, 3, 8, 11], B=1, T=11, headwise_beta=True, has_initial=True,
                          use_qk_l2norm=True, **size),
        random_recurrence(rng, cu=[0, 5], B=1, T=5, headwise_beta=False, has_initial=False,
                          use_qk_l2norm=True, **size),
    ]
    module, calls = "", []
    for number, (case, data, sequences) in enumerate(cases):
        for form in ("static", "dynamic"):
            operands = recurrence_operands(case, data, sequences)
            name = f"r{len(calls)}"
            module += recurrence_function(name, case, operands, form)
            calls.append((name, f"recurrence {number} {form}", case, data, operands))
    library = packed_run.compile_module(tools, module)
    for name, label, case, data, operands in calls:
        packed_run.call(library, name, [o.descriptor() for o in operands.values()])
        wanted_out, wanted_final = delta_rule.recurrence(case, data)
        errors = {
            "out": relative_error(operands["out"].numbers(), wanted_out),
            "final_state": relative_error(operands["final_state"].numbers(), wanted_final),
        }
        yield label, [f"{n}: error {e:.2e}" for n, e in errors.items() if not e <= BOUNDS["f32"]]


def report(what, results):
    good = bad = 0
    for label, wrong in results:
        good, bad = good + (not wrong), bad + bool(wrong)
        if wrong:
            print(f"{what}: {label}: {'; '.join(wrong)}")
    print(f"{what}: {good} runs within bounds, {bad} not")
    return bad == 0 and good > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    packed_run.Tools.add_arguments(parser)
    tools = packed_run.Tools.of(parser.parse_args())
    good = [
        report("recorded decode steps", run_decode(tools, list(recorded_cases()))),
        report("random decode steps", run_decode(tools, list(random_cases()))),
        report("slot beyond 2^31 elements", run_far_slot(tools)),
        report("recurrence", run_recurrence(tools)),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
