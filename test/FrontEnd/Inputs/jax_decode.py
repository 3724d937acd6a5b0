# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A decode step of a small GDN layer, traced by JAX.

    jax_decode.py MODEL FORM > model.mlir

MODEL is one of the functions below; those named `..._broken` have one fault
each. FORM says how the module leaves JAX: `jit` (lowered, static batch) or
`export` (jax.export, any batch up to 128); with `-short` behind it, in the short
forms that JAX prints itself.
"""

import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jaxlib.mlir import ir
from jaxlib.mlir._mlir_libs import _jax_mlir_ext
from jaxlib.mlir.dialects import chlo, stablehlo

BATCH, WIDTH, HV, K, V = 4, 96, 8, 64, 64
SLOTS = 9


def gdn_decode(qkv, a, b, A_log, dt_bias, pool, out, slots):
    """The op as JAX calls it: two results, both updated in place."""
    results = (
        jax.ShapeDtypeStruct(out.shape, out.dtype),
        jax.ShapeDtypeStruct(pool.shape, pool.dtype),
    )
    call = jax.ffi.ffi_call(
        "packed.gdn_decode", results, input_output_aliases={6: 0, 5: 1}
    )
    return call(
        qkv, a, b, A_log, dt_bias, pool, out, slots,
        scale=np.float32(K**-0.5), use_qk_l2norm_in_kernel=True,
    )


def layer(hidden, w_qkv, w_ab, A_log, dt_bias, pool, slots):
    """Projections in front, the decode step behind."""
    qkv = hidden @ w_qkv
    a, b = jnp.split(hidden @ w_ab, 2, axis=1)
    out = jnp.zeros((hidden.shape[0], 1, HV, V), hidden.dtype)
    return gdn_decode(qkv, a, b, A_log, dt_bias, pool, out, slots)


def layer_broken(hidden, w_qkv, w_ab, A_log, dt_bias, pool, slots):
    """The gates' columns are packed behind v."""
    qkv = hidden @ jnp.concatenate([w_qkv, w_ab[:, :8]], axis=1)
    a, b = jnp.split(hidden @ w_ab, 2, axis=1)
    out = jnp.zeros((hidden.shape[0], 1, HV, V), hidden.dtype)
    return gdn_decode(qkv, a, b, A_log, dt_bias, pool, out, slots)


def batch_broken(hidden, w_qkv, w_ab, A_log, dt_bias, pool, slots):
    """One request too few has a slot."""
    qkv = hidden @ w_qkv
    a, b = jnp.split(hidden @ w_ab, 2, axis=1)
    out = jnp.zeros((hidden.shape[0], 1, HV, V), hidden.dtype)
    return gdn_decode(qkv, a, b, A_log, dt_bias, pool, out, slots[1:])


def rows(qkv, a, b, A_log, dt_bias, pool, out, slots):
    """The decode step alone."""
    return gdn_decode(qkv, a, b, A_log, dt_bias, pool, out, slots)


def rows_broken(qkv, a, b, A_log, channel_bias, pool, out, slots):
    """A bias a channel, which another op takes."""
    return gdn_decode(qkv, a, b, A_log, channel_bias, pool, out, slots)


def get_arguments(model, batch):
    columns = 2 * HV * K // 2 + HV * V
    shapes = {
        "hidden": ((batch, WIDTH), jnp.bfloat16),
        "w_qkv": ((WIDTH, columns), jnp.bfloat16),
        "w_ab": ((WIDTH, 2 * HV), jnp.bfloat16),
        "qkv": ((batch, columns), jnp.bfloat16),
        "a": ((batch, HV), jnp.bfloat16),
        "b": ((batch, HV), jnp.bfloat16),
        "A_log": ((HV,), jnp.float32),
        "dt_bias": ((HV,), jnp.float32),
        "channel_bias": ((HV * K,), jnp.float32),
        "pool": ((SLOTS, HV, V, K), jnp.float32),
        "out": ((batch, 1, HV, V), jnp.bfloat16),
        "slots": ((batch,), jnp.int32),
    }
    names = model.__code__.co_varnames[: model.__code__.co_argcount]
    return [jax.ShapeDtypeStruct(*shapes[name]) for name in names]


def print_generic(module):
    """A module in the form that needs no StableHLO to be read."""
    return module.operation.get_asm(
        print_generic_op_form=True, enable_debug_info=True
    )


def parse(text):
    """A module of StableHLO's short forms."""
    context, registry = ir.Context(), ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    context.append_dialect_registry(registry)
    stablehlo.register_dialect(context)
    chlo.register_dialect(context)
    return ir.Module.parse(text, context)


def trace(model, form):
    is_short = form.endswith("-short")
    if form.startswith("jit"):
        lowered = jax.jit(model).lower(*get_arguments(model, BATCH))
        if is_short:
            return lowered.as_text(debug_info=True)
        return print_generic(lowered.compiler_ir("stablehlo"))
    (batch,) = export.symbolic_shape("batch", constraints=["batch <= 128"])
    check = export.DisabledSafetyCheck.custom_call("packed.gdn_decode")
    exporter = export.export(jax.jit(model), disabled_checks=[check])
    text = exporter(*get_arguments(model, batch)).mlir_module()
    return text if is_short else print_generic(parse(text))


if __name__ == "__main__":
    print(trace(globals()[sys.argv[1]], sys.argv[2]))
