# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a hybrid model of 48 layers with a dynamic batch, as a front end would.

    model_ir.py [--stock] [--layers 48] [--copies 1] > model.mlir

Of four layers, three are GDN decode steps of Qwen3-Next over a state pool of
their own, and one is full attention. Projections are linalg on tensors, what
is not modelled is a call. What a call returns has an unknown batch, so that
an assertion states it, as exported programs do. With `--stock` each packed op
is a call too, with the same operands and results: as many ops, all upstream."""

import argparse
import sys

LAYERS = 48
ATTENTION_EVERY = 4
H, HV, K, V, HIDDEN, CONV, GATES = 16, 32, 128, 128, 2048, 3, 2 * 32
QKV = 2 * H * K + HV * V


def tensor(width):
    return f"tensor<?x{width}xbf16>"


ACTIVATION, SLOTS = tensor(HIDDEN), "tensor<?xi32>"
POOL = f"x{HV}x{V}x{K}xf32>"
STEP_OUT = f"tensor<?x1x{HV}x{V}xbf16>"
DECODE = {
    "qkv": tensor(QKV), "a": tensor(HV), "b": tensor(HV),
    "A_log": f"tensor<{HV}xf32>", "dt_bias": f"tensor<{HV}xf32>",
    "pool": f"tensor<?{POOL}", "slots": SLOTS, "out": STEP_OUT,
}
# What is not modelled: name, operand types, result types.
CONV_POOL, CACHE = f"memref<?x{QKV}x{CONV}xbf16>", "memref<?x16x2x256xbf16>"
CALLS = {
    "rms_norm": ([ACTIVATION, f"tensor<{HIDDEN}xbf16>"], ACTIVATION),
    "causal_conv": ([tensor(QKV), f"tensor<{QKV}x4xbf16>", CONV_POOL, SLOTS],
                    tensor(QKV)),
    "gated_norm": ([STEP_OUT, tensor(HV * V)], tensor(HV * V)),
    "attention": ([tensor(9216), CACHE, SLOTS], tensor(4096)),
    "experts": ([ACTIVATION, f"tensor<{HIDDEN}x512xbf16>"], ACTIVATION),
    "add": ([ACTIVATION, ACTIVATION], ACTIVATION),
}


class Function:
    """One function of the model: its arguments and the lines of its body."""

    def __init__(self, is_stock):
        self.is_stock = is_stock
        self.arguments = {"hidden": ACTIVATION, "slots": SLOTS}
        self.lines = []

    def argument(self, name, type_):
        self.arguments[name] = type_
        return name

    def add(self, result, op):
        self.lines.append(f"  %{result} = {op}")
        return result

    def call(self, result, callee, *operands):
        types, returned = CALLS[callee]
        values = ", ".join(f"%{operand}" for operand in operands)
        return self.add(result, f"func.call @{callee}({values}) : "
                                f"({', '.join(types)}) -> {returned}")

    def project(self, result, x, inputs, outputs):
        """A matrix product into a fresh tensor of the batch."""
        weight, out = f"tensor<{inputs}x{outputs}xbf16>", tensor(outputs)
        w = self.argument(f"{result}.w", weight)
        self.add(f"{result}.empty", f"tensor.empty(%batch) : {out}")
        self.add(f"{result}.zero", f"linalg.fill ins(%zero : bf16) "
                                   f"outs(%{result}.empty : {out}) -> {out}")
        return self.add(result, f"linalg.matmul ins(%{x}, %{w} : "
                                f"{tensor(inputs)}, {weight}) "
                                f"outs(%{result}.zero : {out}) -> {out}")

    def assert_batch(self, x, type_):
        self.add(f"{x}.n", f"tensor.dim %{x}, %c0 : {type_}")
        self.add(f"{x}.same", f"arith.cmpi eq, %{x}.n, %batch : index")
        self.lines.append(f'  cf.assert %{x}.same, "the batch of {x}"')

    def decode(self, layer, values):
        """The packed op in place on the layer's pool."""
        pool = self.argument(f"{layer}.states", f"memref<?{POOL}")
        before, after = values["pool"], f"{layer}.after"
        self.add(before, f"bufferization.to_tensor %{pool} restrict writable"
                         f" : memref<?{POOL} to {DECODE['pool']}")
        v, t = {n: f"%{value}" for n, value in values.items()}, DECODE
        results = f"{STEP_OUT}, {t['pool']}"
        if self.is_stock:
            op = (f"func.call @gdn_decode({', '.join(v[n] for n in t)}) : "
                  f"({', '.join(t.values())}) -> ({results})")
        else:
            gates = ("a", "b", "A_log", "dt_bias")
            op = (f"packed.gdn_decode qkv({v['qkv']} : {t['qkv']}) "
                  f"gates({', '.join(v[n] for n in gates)} : "
                  f"{', '.join(t[n] for n in gates)}) "
                  f"state({v['pool']}[{v['slots']}] : {t['pool']}, {t['slots']}) "
                  f"out({v['out']} : {t['out']}) "
                  f"{{num_q_heads = {H} : i64, use_qk_l2norm}}")
        self.lines.append(f"  %{layer}.o, %{after} = {op}")
        self.lines.append(f"  bufferization.materialize_in_destination %{after} in "
                          f"restrict writable %{pool} : ({DECODE['pool']}, "
                          f"memref<?{POOL}) -> ()")
        return f"{layer}.o"

    def gdn(self, layer, x):
        """A layer's recurrent half, from the normed activations on."""
        qkv = self.project(f"{layer}.qkv", x, HIDDEN, QKV)
        z = self.project(f"{layer}.z", x, HIDDEN, HV * V)
        ba = self.project(f"{layer}.ba", x, HIDDEN, GATES)
        for name, column in (("b", 0), ("a", HV)):
            self.add(f"{layer}.{name}", f"tensor.extract_slice %{ba}[0, {column}] "
                     f"[%batch, {HV}] [1, 1] : {tensor(GATES)} to {tensor(HV)}")
        conv = self.call(f"{layer}.conv", "causal_conv", qkv,
                         self.argument(f"{layer}.conv_w", f"tensor<{QKV}x4xbf16>"),
                         self.argument(f"{layer}.conv_states", CONV_POOL), "slots")
        self.assert_batch(conv, tensor(QKV))
        out = self.add(f"{layer}.out", f"tensor.empty(%batch) : {STEP_OUT}")
        gates = {n: self.argument(f"{layer}.{n}", DECODE[n])
                 for n in ("A_log", "dt_bias")}
        o = self.decode(layer, {
            "qkv": conv, "a": f"{layer}.a", "b": f"{layer}.b", **gates,
            "pool": f"{layer}.before", "slots": "slots", "out": out})
        normed = self.call(f"{layer}.normed", "gated_norm", o, z)
        return self.project(f"{layer}.mixed", normed, HV * V, HIDDEN)

    def attention(self, layer, x):
        qkv = self.project(f"{layer}.qkv", x, HIDDEN, 9216)
        o = self.call(f"{layer}.o", "attention", qkv,
                      self.argument(f"{layer}.cache", CACHE), "slots")
        return self.project(f"{layer}.mixed", o, 4096, HIDDEN)

    def residual(self, name, x, y):
        return self.call(name, "add", x, y)

    def norm(self, name, x):
        weight = self.argument(f"{name}.w", f"tensor<{HIDDEN}xbf16>")
        return self.call(name, "rms_norm", x, weight)

    def layer(self, index, hidden):
        name = f"l{index}"
        mix = self.attention if index % ATTENTION_EVERY == 3 else self.gdn
        mixed = mix(name, self.norm(f"{name}.in", hidden))
        hidden = self.residual(f"{name}.mid", hidden, mixed)
        router = self.argument(f"{name}.router", f"tensor<{HIDDEN}x512xbf16>")
        experts = self.call(f"{name}.experts", "experts",
                            self.norm(f"{name}.post", hidden), router)
        return self.residual(f"{name}.end", hidden, experts)

    def text(self, symbol, layers):
        self.add("c0", "arith.constant 0 : index")
        self.add("zero", "arith.constant 0.0 : bf16")
        self.add("batch", f"tensor.dim %hidden, %c0 : {ACTIVATION}")
        self.assert_batch("slots", SLOTS)
        hidden = "hidden"
        for index in range(layers):
            hidden = self.layer(index, hidden)
        arguments = ", ".join(f"%{n}: {t}" for n, t in self.arguments.items())
        return "\n".join([f"func.func @{symbol}({arguments}) -> {ACTIVATION} {{",
                          *self.lines, f"  return %{hidden} : {ACTIVATION}", "}"])


def model(layers=LAYERS, copies=1, is_stock=False):
    """The text of a module of `copies` functions."""
    calls = {name: (", ".join(types), result)
             for name, (types, result) in CALLS.items()}
    if is_stock:
        calls["gdn_decode"] = (", ".join(DECODE.values()),
                               f"({STEP_OUT}, {DECODE['pool']})")
    lines = [f"func.func private @{name}({types}) -> {result}"
             for name, (types, result) in calls.items()]
    lines += [Function(is_stock).text(f"step{copy}", layers)
              for copy in range(copies)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--layers", type=int, default=LAYERS)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--stock", action="store_true")
    options = parser.parse_args()
    sys.stdout.write(model(options.layers, options.copies, options.stock))


if __name__ == "__main__":
    main()
