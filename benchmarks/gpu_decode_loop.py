# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Swaps the decode step in a small GDN model: Triton's for the compiled one.

    gpu_decode_loop.py PACKAGE.json [PDL_PACKAGE.json]

The packages are `bench_gdn_16_32_128_128_f32_bf16[_pdl].json` of
make_packages.sh; packed_mlir is imported, from ../python or installed. A model
of some layers with random weights decodes 64 tokens of each request; the tokens
are given, so that runs stay comparable. Every way to run the step starts from
the same states. Printed are the distance of outputs and states from a model
with the step in float64, for which Triton's is the measure, and the time of a
token, launched one by one and replayed from a CUDA graph."""

import argparse
import pathlib
import statistics
import sys

import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "python"))

import packed_mlir  # noqa: E402
import triton_decode  # noqa: E402
from decode_data import reference, relative_error  # noqa: E402
from packed_mlir import torch as packed_torch  # noqa: E402

H, HV, K, V, HIDDEN = 16, 32, 128, 128, 2048
STEPS, WARMUP = 64, 3
# Activations are bf16, and tens of layers and tokens pass each rounding on and
# make it larger, so no fixed number says which difference is too large. Both
# steps are measured from the same model with the step in float64 instead: the
# compiled one must be as close to it as Triton's, up to this factor.
LIMIT = 1.25


class Layer(torch.nn.Module):
    """One GDN layer: projections, decode step, gated output."""

    def __init__(self, batch, generator):
        super().__init__()

        def weight(*shape):
            x = torch.randn(*shape, generator=generator, device="cuda")
            return (x / shape[0] ** 0.5).bfloat16()

        def gates(*shape):
            return torch.rand(*shape, generator=generator, device="cuda")
        self.width = 2 * H * K + HV * V
        # q, k, v, both gates and the output gate come from one product, as in
        # an engine; the step takes columns of it.
        self.inward = weight(HIDDEN, self.width + 2 * HV + HV * V)
        self.outward = weight(HV * V, HIDDEN)
        self.constants = {"A_log": torch.log(gates(HV) * 15 + 1),
                          "dt_bias": gates(HV)}
        self.pool = torch.empty(batch + 1, HV, V, K, device="cuda")
        self.out = torch.empty(batch, 1, HV, V, device="cuda",
                               dtype=torch.bfloat16)

    def forward(self, x, slots, step):
        y = torch.nn.functional.rms_norm(x, (HIDDEN,)) @ self.inward
        qkv, a, b, z = y.split([self.width, HV, HV, HV * V], dim=1)
        step({"mixed_qkv": qkv, "a": a, "b": b, **self.constants,
              "ssm_state_indices": slots, "out": self.out,
              "initial_state": self.pool})
        o = torch.nn.functional.rms_norm(self.out, (V,)).flatten(1)
        return x + (o * torch.nn.functional.silu(z)) @ self.outward


class Model:
    """The layers, and the buffers of one token of each request."""

    def __init__(self, layers, batch):
        self.generator = torch.Generator("cuda").manual_seed(20261201)
        self.layers = [Layer(batch, self.generator) for _ in range(layers)]
        self.tokens = torch.randn(STEPS, batch, HIDDEN, device="cuda",
                                  generator=self.generator).bfloat16()
        self.slots = torch.randperm(
            batch + 1, generator=self.generator, device="cuda")[:batch].int()
        self.slots[-1] = -1  # a padded row
        self.x, self.y = self.tokens[0].clone(), self.tokens[0].clone()

    def reset(self):
        generator = torch.Generator("cuda").manual_seed(7)
        for layer in self.layers:
            layer.pool.normal_(generator=generator)

    def decode(self, step):
        """One token, from `x` to `y`."""
        x = self.x
        for layer in self.layers:
            x = layer(x, self.slots, step)
        self.y.copy_(x)

    def run(self, decode):
        """All tokens. Outputs, states, and the time of a token in
        microseconds."""
        self.reset()
        outputs, times = [], []
        for token in self.tokens:
            self.x.copy_(token)
            start, end = (torch.cuda.Event(enable_timing=True) for _ in "12")
            start.record()
            decode()
            end.record()
            times.append((start, end))
            outputs.append(self.y.clone())
        torch.cuda.synchronize()
        micros = [s.elapsed_time(e) * 1e3 for s, e in times[WARMUP:]]
        return (torch.stack(outputs),
                torch.stack([layer.pool for layer in self.layers]),
                statistics.median(micros))


def capture(model, step):
    """A replay of one token."""
    model.decode(step)  # loads modules, compiles Triton's kernel
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model.decode(step)
    return graph.replay


def float64_step(operands):
    out, states, live = reference(operands)
    operands["out"].copy_(out[:, None])
    slots = operands["ssm_state_indices"].long()[live]
    operands["initial_state"][slots] = states.float()


def triton_step(operands):
    triton_decode.decode(operands)


def launcher_step(path):
    launcher = packed_mlir.Launcher(packed_mlir.Kernel.load(path))
    return lambda operands: launcher(**operands)


def operator_step(path):
    packed_torch.register(packed_mlir.Kernel.load(path))
    return lambda operands: packed_torch.gdn_decode(**operands,
                                                    use_qk_l2norm=True)


def check_trace(batch):
    """A wrong model is refused while it is traced, with the documented text."""
    def wrong(qkv, a, b, heads, slots, out, pool):
        packed_torch.gdn_decode(qkv, a, b, heads, heads, slots, out, pool,
                                use_qk_l2norm=True)
        return out
    bf16 = dict(dtype=torch.bfloat16, device="cuda")
    operands = (torch.zeros(batch, 2 * H * K + HV * V + 8, **bf16),
                torch.zeros(batch, HV, **bf16), torch.zeros(batch, HV, **bf16),
                torch.zeros(HV, device="cuda"),
                torch.zeros(batch, dtype=torch.int32, device="cuda"),
                torch.zeros(batch, 1, HV, V, **bf16),
                torch.zeros(batch, HV, V, K, device="cuda"))
    text = f"Invalid packed Q size {H * K + 4}: must be divisible by K={K}."
    try:
        torch.compile(wrong, fullgraph=True)(*operands)
    except Exception as error:
        good = text in str(error)
    else:
        good = False
    print(f"torch.compile refuses a wrong width with the documented text: {good}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="+", type=pathlib.Path)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--batch", type=int, default=32)
    args = parser.parse_args()
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, "
          f"{args.layers} layers, batch {args.batch}, {STEPS} tokens")
    model = Model(args.layers, args.batch)
    steps = {"Triton": triton_step,
             "packed, launcher": launcher_step(args.packages[0]),
             "packed, torch.ops": operator_step(args.packages[0])}
    for path in args.packages[1:]:
        steps["packed, launcher, PDL"] = launcher_step(path)

    exact = model.run(lambda: model.decode(float64_step))
    good, triton, base = True, None, {}
    for graphed in (False, True):
        for name, step in steps.items():
            if graphed:
                decode = capture(model, step)
            else:
                model.run(lambda: model.decode(step))  # warms up
                decode = lambda: model.decode(step)  # noqa: E731
            out, states, micros = model.run(decode)
            errors = (relative_error(out, exact[0]),
                      relative_error(states, exact[1]))
            triton = triton or errors
            good &= all(error <= LIMIT * other
                        for error, other in zip(errors, triton))
            base.setdefault(graphed, micros)
            print(f"{'graph' if graphed else 'eager'}  {name:22} "
                  f"{micros:8.1f} us a token ({base[graphed] / micros:.2f}x)  "
                  f"out {errors[0]:.1e}  states {errors[1]:.1e}", flush=True)
    good &= check_trace(args.batch)
    print("as close to float64 as Triton's" if good else "FAILED")
    sys.exit(not good)


if __name__ == "__main__":
    main()
