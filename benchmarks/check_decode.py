# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks compiled kernels on the GPU against float64 and the golden numbers.

    check_decode.py packages [--quick]

Every kernel of every package runs on fresh random data, outputs poisoned with
NaN first; `--quick` (for compute-sanitizer) takes a few packages."""

import argparse
import collections
import pathlib
import sys

import numpy
import torch

from configurations import checked, golden
from decode_data import DTYPES, make_step, reference, relative_error
from packed_launch import Package

LIMITS = {torch.float32: 1e-6, torch.bfloat16: 5e-3, torch.float16: 5e-3}
EXTREMES = (19.9, 20.0, 20.1, 88.0, 100.0, -100.0)


class Checker:
    def __init__(self):
        self.failures = []
        self.worst = collections.defaultdict(float)
        self.runs = 0

    def expect(self, condition, what):
        if not condition:
            self.failures.append(what)
            print("FAIL", what, flush=True)

    def close(self, x, ref, kind, what):
        error = relative_error(x, ref)
        key = kind + " " + str(x.dtype).replace("torch.", "")
        self.worst[key] = max(self.worst[key], error)
        self.expect(error < LIMITS[x.dtype], f"{what}: {kind} error {error:.2e}")

    def run(self, kernel, t, step, what):
        """One launch on `t`, everything compared."""
        t["out"].fill_(float("nan"))
        pool, slots = t["initial_state"], t["ssm_state_indices"].long()
        whole = torch.as_strided(
            pool, (pool.shape[0], pool.stride(0)), (pool.stride(0), 1))
        # As bits: what lies in the padding may be NaN.
        whole = whole.view({2: torch.int16, 4: torch.int32}[
            pool.element_size()])
        used = pool.shape[1] * pool.shape[2] * pool.shape[3]
        before = whole.clone() if whole.numel() < 1 << 30 else None
        o, states, live = reference(t, step.kda, step.lower_bound, step.norm,
                                    step.scale, step.order)
        kernel.bind(t)(torch.cuda.current_stream().cuda_stream)
        torch.cuda.synchronize()
        self.runs += 1
        out = t["out"].view(o.shape)
        self.expect(bool(torch.isfinite(out.float()).all()), what + ": NaN out")
        self.expect(bool((out[~live] == 0).all()), what + ": padding not zero")
        self.close(out, o, "out", what)
        if live.any():
            self.close(pool[slots[live]], states, "state", what)
        if before is not None:
            untouched = torch.ones(pool.shape[0], dtype=torch.bool,
                                   device="cuda")
            untouched[slots[live]] = False
            self.expect(torch.equal(before[untouched], whole[untouched]) and
                        torch.equal(before[:, used:], whole[:, used:]),
                        what + ": untouched memory changed")


def data(step, B, slots, pad=0, row_pad=0):
    t = make_step(B, step.H, step.HV, step.K, step.V, step.state, step.io,
                  step.out or None, step.kda, step.index, slots,
                  step.HV * step.V * step.K + pad, row_pad, step.gates,
                  step.order)
    if not step.norm:
        # Their length is the caller's affair then, and keys far longer than 1
        # make of the recurrence a sum that cancels.
        rows = t["mixed_qkv"][:, :2 * step.H * step.K].unflatten(1, (-1, step.K))
        rows.copy_(torch.nn.functional.normalize(rows, dim=-1))
    return t


def check_package(checker, package, step, name):
    B, slots = step.batch or 5, 9
    for pad, row_pad in ((0, 0), (64, 64), (1, 1)):
        t = data(step, B, slots, pad, row_pad)
        t["ssm_state_indices"][1::3] = -1
        for kernel in package.kernels:
            if pad == 1 and kernel.serves(t):
                continue
            checker.run(kernel, t, step, f"{name} {kernel.name} pad {pad}")
        checker.expect(package.pick(t) is not None, name + ": no kernel")


def check_extremes(checker, package, step, name):
    """x = a + dt_bias around the places where softplus is delicate."""
    t = data(step, len(EXTREMES), len(EXTREMES))
    t["dt_bias"].zero_()
    t["a"].copy_(torch.tensor(EXTREMES, device="cuda")[:, None]
                 .expand_as(t["a"]))
    t["b"].copy_(-t["a"][:, :t["b"].shape[1]])
    for kernel in package.kernels:
        checker.run(kernel, t, step, f"{name} {kernel.name} extremes")
    t["ssm_state_indices"].fill_(-1)
    for kernel in package.kernels:
        checker.run(kernel, t, step, f"{name} {kernel.name} all padding")


def check_far(checker, package, step, name):
    """A slot that starts beyond 2^31 elements."""
    size = step.HV * step.V * step.K
    t = data(step, 1, 2, (1 << 31) + 64 - size)
    t["ssm_state_indices"].fill_(1)
    for kernel in package.kernels:
        checker.run(kernel, t, step, f"{name} {kernel.name} far slot")


def check_many(checker, package, step, name):
    """B * HV beyond 65535."""
    t = data(step, 65536 // step.HV + 5, 65536 // step.HV + 5)
    kernel = package.pick(t)
    checker.run(kernel, t, step, f"{name} {kernel.name} many states")


def raw_tensor(array, kind):
    """A tensor of the element type from golden data, where 16-bit floats are
    raw words."""
    t = torch.from_numpy(array.copy())
    if array.dtype == numpy.uint16:
        t = t.view(torch.int16).view(DTYPES[kind])
    return t.cuda()


def check_golden(checker, folder):
    path = pathlib.Path(__file__).parent.parent / "test/golden"
    arrays = numpy.load(path / "decode_numeric.npz")
    for case, step in golden():
        def get(name, kind):
            return raw_tensor(arrays[f"{case['case']}.{name}"], kind)
        t = {n: get(n, step.io) for n in
             ("mixed_qkv", "a", "b", "A_log", "dt_bias")}
        t["ssm_state_indices"] = get("ssm_state_indices", "i32").int()
        initial = get("initial_state", step.state)
        for name in ("A_log", "dt_bias"):
            t[name] = t[name].float()
        out, state = get("ref_out", "f32"), get("ref_state", "f32")
        package = Package(folder / f"golden_{step.name}.json")
        for kernel in package.kernels:
            t["initial_state"] = initial.clone()
            t["out"] = torch.full((case["B"], 1, step.HV, step.V),
                                  float("nan"), device="cuda")
            kernel.bind(t)(torch.cuda.current_stream().cuda_stream)
            torch.cuda.synchronize()
            what = f"golden {case['case']} {kernel.name}"
            checker.runs += 1
            checker.close(t["out"].view(out.shape), out, "golden out", what)
            checker.close(t["initial_state"], state, "golden state", what)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    torch.manual_seed(20261130)
    checker = Checker()
    steps = list(checked())
    if args.quick:
        steps = [s for s in steps if s.H == 2 and s.HV == 4][::3]
    for step in steps:
        benchmarked = (step.K, step.V) == (128, 128) and step.H != 2
        prefix = "bench" if benchmarked else "check"
        paths = [args.packages / f"{prefix}_{step.name}.json"]
        if benchmarked:
            paths.append(args.packages / f"bench_{step.name}_pdl.json")
        for path in paths:
            package = Package(path)
            check_package(checker, package, step, path.stem)
            if not args.quick:
                check_extremes(checker, package, step, path.stem)
            for kernel in package.kernels:
                checker.expect(kernel.local_bytes == 0,
                               f"{path.stem} {kernel.name}: local memory")
            if benchmarked and step.state == "bf16" and step.HV == 32 \
                    and not args.quick:
                check_far(checker, package, step, path.stem)
                check_many(checker, package, step, path.stem)
    if not args.quick:
        check_golden(checker, args.packages)
    print(f"{checker.runs} runs, {len(checker.failures)} failures")
    for key, error in sorted(checker.worst.items()):
        print(f"  worst {key}: {error:.2e}")
    sys.exit(bool(checker.failures))


if __name__ == "__main__":
    main()
